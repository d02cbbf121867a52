(** What is false about equilibria: Lemma 2 and Theorem 5 without a convex Lambda, and
    Lemma 5 without continuous constraints. *)
From Coq Require Import Reals Lra Lia Arith List.
From Referee Require Import Sums Norms Games Equilibrium.
Import ListNotations.
Local Open Scope R_scope.

(** A finite set: with the discrete topology it is compact and Hausdorff, and every
    function on it is continuous. *)
Definition finite (X : Type) : Prop := exists l : list X, forall x, In x l.
Definition finite_set (Lambda : (nat -> R) -> Prop) : Prop :=
  exists l : list (nat -> R), l <> [] /\ forall lam, Lambda lam <-> In lam l.

(** Lemma 2 as printed asks of Lambda only that it is compact. Its case of finite Theta
    and finite Lambda: *)
Definition lemma_2_printed_finite : Prop :=
  forall (Theta : Type) (m : nat) (g0 : Theta -> R) (g : nat -> Theta -> R) (Lambda : (nat -> R) -> Prop),
  finite Theta -> finite_set Lambda -> (forall lam, Lambda lam -> nonneg m lam) ->
  exists (d : mixture Theta) (lam : nat -> R), (size d <= m + 1)%nat /\
    nash (lagrangian m g0 g) (lagrangian m g0 g) (fun _ => True) Lambda d lam.

(** Theta = {a, b}, g0 = (0, 1), g = (1, -1), Lambda = {0, 1}. *)
Definition pennies_g0 (x : bool) : R := if x then 0 else 1.
Definition pennies_g (_ : nat) (x : bool) : R := if x then 1 else -1.
Definition const_vec (c : R) : nat -> R := fun _ => c.

Lemma pennies_lagrangian x c : lagrangian 1 pennies_g0 pennies_g x (const_vec c) =
  if x then c else 1 - c.
Proof. unfold lagrangian, pennies_g0, pennies_g, const_vec. simpl. destruct x; ring. Qed.

(** P(a) decides every mean on two points. *)
Lemma mean_bool (d : mixture bool) f :
  mean d f = mean d (fun x => if x then 1 else 0) * f true
             + (1 - mean d (fun x => if x then 1 else 0)) * f false.
Proof.
  set (P := mean d (fun x => if x then 1 else 0)).
  rewrite (mean_ext d f (fun x => (if x then 1 else 0) * (f true - f false) + f false))
    by (intros []; ring).
  rewrite mean_plus, mean_const, mean_scal_r. fold P. ring.
Qed.

Lemma pennies_mean d c : mean d (fun x => lagrangian 1 pennies_g0 pennies_g x (const_vec c)) =
  mean d (fun x => if x then 1 else 0) * c + (1 - mean d (fun x => if x then 1 else 0)) * (1 - c).
Proof. rewrite mean_bool, !pennies_lagrangian. reflexivity. Qed.

(** There is no equilibrium, of any support. *)
Theorem lemma_2_no_equilibrium d lam : lam = const_vec 0 \/ lam = const_vec 1 ->
  ~ nash (lagrangian 1 pennies_g0 pennies_g) (lagrangian 1 pennies_g0 pennies_g) (fun _ => True)
      (fun l => l = const_vec 0 \/ l = const_vec 1) d lam.
Proof.
  intros Hlam (_ & _ & Ht & Hl).
  pose proof (Ht true I) as T1. pose proof (Ht false I) as T2.
  pose proof (Hl (const_vec 0) (or_introl eq_refl)) as L0.
  pose proof (Hl (const_vec 1) (or_intror eq_refl)) as L1.
  pose proof (pennies_mean d 0). pose proof (pennies_mean d 1).
  destruct Hlam as [-> | ->]; rewrite pennies_lagrangian in T1, T2; lra.
Qed.

Theorem lemma_2_false : ~ lemma_2_printed_finite.
Proof.
  intros H.
  destruct (H bool 1%nat pennies_g0 pennies_g (fun l => l = const_vec 0 \/ l = const_vec 1))
    as (d & lam & _ & Hn).
  - exists [true; false]. intros []; simpl; auto.
  - exists [const_vec 0; const_vec 1]. split; [discriminate|]. intros l. simpl. intuition congruence.
  - intros lam [-> | ->] i _; unfold const_vec; lra.
  - apply (lemma_2_no_equilibrium d lam); [apply Hn|exact Hn].
Qed.

(** With the convex Lambda = [0, 1] there is one: lambda = 1/2 and both points with
    probability 1/2. *)
Definition pennies_mixture : mixture bool :=
  uniform 2 (Nat.lt_0_succ 1) (fun t => match t with O => true | _ => false end).

Theorem lemma_2_convex_example :
  nash (lagrangian 1 pennies_g0 pennies_g) (lagrangian 1 pennies_g0 pennies_g) (fun _ => True)
    (fun l => 0 <= l 0%nat <= 1) pennies_mixture (const_vec (1 / 2)).
Proof.
  split; [intros; exact I|]. split; [unfold const_vec; lra|]. split.
  - intros th _. unfold pennies_mixture. rewrite mean_uniform. simpl. rewrite !pennies_lagrangian.
    destruct th; lra.
  - intros ls _. unfold pennies_mixture. rewrite !mean_uniform. simpl.
    unfold lagrangian, pennies_g0, pennies_g, const_vec. simpl. lra.
Qed.

(** Theorem 5 as printed, the case of finite Theta and finite Lambda in R^m, with losses
    and gains that are linear in lambda. *)
Definition linear_in (m : nat) (L : (nat -> R) -> R) : Prop :=
  exists v : nat -> R, forall lam, L lam = rsum m (fun i => lam i * v i).
Definition theorem_5_printed_finite : Prop :=
  forall (Theta : Type) (m : nat) (loss gain : Theta -> (nat -> R) -> R) (Lambda : (nat -> R) -> Prop),
  finite Theta -> finite_set Lambda ->
  (forall th, linear_in m (loss th)) -> (forall th, linear_in m (gain th)) ->
  exists (d : mixture Theta) (lam : nat -> R), (size d <= m + 1)%nat /\
    nash loss gain (fun _ => True) Lambda d lam.

(** m = 2, Lambda = {e_0, e_1}, L(a, lambda) = lambda_1, L(b, lambda) = lambda_0. *)
Definition linear_pennies (x : bool) (lam : nat -> R) : R := if x then lam 1%nat else lam 0%nat.

Lemma linear_pennies_mean d lam : mean d (fun x => linear_pennies x lam) =
  mean d (fun x => if x then 1 else 0) * lam 1%nat + (1 - mean d (fun x => if x then 1 else 0)) * lam 0%nat.
Proof. apply mean_bool. Qed.

Theorem theorem_5_false : ~ theorem_5_printed_finite.
Proof.
  intros H.
  destruct (H bool 2%nat linear_pennies linear_pennies (fun l => l = unit_vec 0 \/ l = unit_vec 1))
    as (d & lam & _ & _ & Hlam & Ht & Hl).
  - exists [true; false]. intros []; simpl; auto.
  - exists [unit_vec 0; unit_vec 1]. split; [discriminate|]. intros l. simpl. intuition congruence.
  - intros [].
    + exists (unit_vec 1). intros l. unfold linear_pennies, unit_vec. simpl. ring.
    + exists (unit_vec 0). intros l. unfold linear_pennies, unit_vec. simpl. ring.
  - intros [].
    + exists (unit_vec 1). intros l. unfold linear_pennies, unit_vec. simpl. ring.
    + exists (unit_vec 0). intros l. unfold linear_pennies, unit_vec. simpl. ring.
  - pose proof (Ht true I) as T1. pose proof (Ht false I) as T2.
    pose proof (Hl (unit_vec 0) (or_introl eq_refl)) as L0.
    pose proof (Hl (unit_vec 1) (or_intror eq_refl)) as L1.
    pose proof (linear_pennies_mean d (unit_vec 0)) as M0.
    pose proof (linear_pennies_mean d (unit_vec 1)) as M1.
    change (unit_vec 0 0) with 1 in M0. change (unit_vec 0 1) with 0 in M0.
    change (unit_vec 1 0) with 0 in M1. change (unit_vec 1 1) with 1 in M1.
    destruct Hlam as [-> | ->];
      [change (linear_pennies true (unit_vec 0)) with 0 in T1; change (linear_pennies false (unit_vec 0)) with 1 in T2
      |change (linear_pennies true (unit_vec 1)) with 1 in T1; change (linear_pennies false (unit_vec 1)) with 0 in T2];
      lra.
Qed.

(** * Lemma 5 needs continuous constraints

    Theta = [0, 1], m = 1, g0 = theta^2, proxy 8 (1 - theta)^2 - 1 (smooth, convex, -1 at
    theta = 1), and g = 1 up to theta = 1/2, -1 beyond: a rate that jumps. *)
Definition jump_g0 (th : R) : R := th * th.
Definition jump_p (_ : nat) (th : R) : R := 8 * ((1 - th) * (1 - th)) - 1.
Definition jump_g (_ : nat) (th : R) : R := if Rle_dec th (1 / 2) then 1 else -1.
Definition unit_interval (th : R) : Prop := 0 <= th <= 1.

(** It is an instance of the proxy game: the proxy dominates, and has a margin. *)
Theorem jump_domination th : jump_g 0 th <= jump_p 0 th.
Proof.
  unfold jump_g, jump_p. destruct (Rle_dec th (1 / 2)).
  2:{ pose proof (Rle_0_sqr (1 - th)) as H. unfold Rsqr in H. lra. }
  assert (0 <= (1 / 2 - th) * (3 / 2 - th)) by (apply Rmult_le_pos; lra). lra.
Qed.
Theorem jump_margin : margin 1 jump_p 1 1.
Proof. intros i _. unfold jump_p. lra. Qed.

(** The theta-player's loss is strictly convex, with the minimum at 8 l/(1 + 7 l). *)
Definition jump_reply (lam : nat -> R) : R := 8 * lam 1%nat / (1 + 7 * lam 1%nat).
Lemma jump_loss lam th : simplex 2 lam ->
  theta_loss 1 jump_g0 jump_p th lam =
  theta_loss 1 jump_g0 jump_p (jump_reply lam) lam
  + (1 + 7 * lam 1%nat) * ((th - jump_reply lam) * (th - jump_reply lam)).
Proof.
  intros [Hn Hs]. simpl in Hs. pose proof (Hn 1%nat ltac:(lia)).
  unfold theta_loss, jump_g0, jump_p, jump_reply. simpl.
  replace (lam 0%nat) with (1 - lam 1%nat) by lra. field. lra.
Qed.

Theorem lemma_5_needs_continuity d lam :
  ~ nash (theta_loss 1 jump_g0 jump_p) (lambda_gain 1 jump_g) unit_interval (simplex 2) d lam.
Proof.
  intros (_ & Hs & Ht & Hl). pose proof Hs as [Hn H1]. simpl in H1.
  pose proof (Hn 0%nat ltac:(lia)) as H0. pose proof (Hn 1%nat ltac:(lia)) as Hy.
  set (y := lam 1%nat) in *. set (r := jump_reply lam).
  assert (Hry : r * (1 + 7 * y) = 8 * y) by (unfold r, jump_reply; fold y; field; lra).
  assert (Hr : unit_interval r) by (split; nra).
  (* the mixture is concentrated on the best reply *)
  assert (Hsq : forall t, (t < size d)%nat ->
    weight d t * ((point d t - r) * (point d t - r)) = 0).
  { pose proof (Ht r Hr) as HT.
    rewrite (mean_ext d _ (fun x => theta_loss 1 jump_g0 jump_p r lam + (1 + 7 * y) * ((x - r) * (x - r)))) in HT
      by (intros x; apply (jump_loss lam x Hs)).
    rewrite mean_plus, mean_const, mean_scal in HT.
    apply (rsum_le_0_eq (size d) (fun t => weight d t * ((point d t - r) * (point d t - r)))).
    - intros t Htt. apply Rmult_le_pos; [apply weight_nonneg, Htt|apply Rle_0_sqr].
    - change (mean d (fun x => (x - r) * (x - r)) <= 0).
      apply Rmult_le_reg_l with (1 + 7 * y); lra. }
  assert (Hmean : mean d (jump_g 0) = jump_g 0 r).
  { rewrite <- (mean_const d (jump_g 0 r)). apply rsum_ext. intros t Htt.
    destruct (Rmult_integral _ _ (Hsq t Htt)) as [->|E]; [ring|].
    assert (point d t = r) by (apply Rmult_integral in E; lra). rewrite H. reflexivity. }
  (* the lambda-player then leaves lambda *)
  assert (Hg : forall ls, mean d (fun x => lambda_gain 1 jump_g x ls) = ls 1%nat * jump_g 0 r).
  { intros ls. rewrite <- Hmean, <- mean_scal. apply mean_ext. intros x. unfold lambda_gain. simpl. ring. }
  assert (V : forall k, (k < 2)%nat -> simplex 2 (unit_vec k))
    by (intros k Hk; split; [apply unit_vec_nonneg|apply rsum_unit_1, Hk]).
  pose proof (Hl _ (V 0%nat ltac:(lia))) as L0. pose proof (Hl _ (V 1%nat ltac:(lia))) as L1.
  rewrite !Hg in L0, L1. fold y in L0, L1. unfold unit_vec in L0, L1. simpl in L0, L1.
  unfold jump_g in L0, L1. destruct (Rle_dec r (1 / 2)); nra.
Qed.

(** Yet equilibria exist up to every accuracy, on two points: lambda = (8/9, 1/9) and
    theta = 1/2 or 1/2 + tau with probability 1/2 have the theta gap 8 tau^2 / 9 and the
    lambda gap 0. *)
Definition jump_mixture (tau : R) : mixture R :=
  uniform 2 (Nat.lt_0_succ 1) (fun t => match t with O => 1 / 2 | _ => 1 / 2 + tau end).
Definition jump_lambda (i : nat) : R := match i with O => 8 / 9 | _ => 1 / 9 end.

Theorem lemma_5_approximate tau : 0 < tau <= 1 / 2 ->
  epsilon_nash (theta_loss 1 jump_g0 jump_p) (lambda_gain 1 jump_g) unit_interval (simplex 2)
    (jump_mixture tau) jump_lambda (8 / 9 * (tau * tau)).
Proof.
  intros Htau.
  assert (Hs : simplex 2 jump_lambda)
    by (split; [intros i _; unfold jump_lambda; destruct i; lra|simpl; unfold jump_lambda; lra]).
  assert (Hr : jump_reply jump_lambda = 1 / 2) by (unfold jump_reply, jump_lambda; field).
  split; [|split; [exact Hs|split]].
  - intros [|t] _; simpl; unfold unit_interval; lra.
  - intros th Hth. unfold jump_mixture. rewrite mean_uniform. simpl.
    rewrite (jump_loss jump_lambda th Hs), (jump_loss jump_lambda (1 / 2) Hs), (jump_loss jump_lambda (1 / 2 + tau) Hs).
    rewrite Hr. set (z := theta_loss 1 jump_g0 jump_p (1 / 2) jump_lambda).
    change (jump_lambda 1) with (1 / 9). pose proof (Rle_0_sqr (th - 1 / 2)) as H. unfold Rsqr in H. lra.
  - intros ls _. unfold jump_mixture. rewrite !mean_uniform. unfold lambda_gain, jump_g. simpl.
    destruct (Rle_dec (1 / 2) (1 / 2)); [|lra]. destruct (Rle_dec (1 / 2 + tau) (1 / 2)); [lra|].
    assert (0 <= tau * tau) by nra. lra.
Qed.
