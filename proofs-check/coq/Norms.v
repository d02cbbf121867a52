(** Vectors, the simplex, and pairs of dual norms.

    [norm_pair] is all that the Lagrangian theorems use of the p-norm on multipliers and
    the q-norm on violations (1/p + 1/q = 1), on nonnegative vectors. The instances:
    (1, infinity), (infinity, 1), and (p, q) for every p, q > 1. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums.
Local Open Scope R_scope.

Definition nonneg (m : nat) (x : nat -> R) : Prop := forall i, (i < m)%nat -> 0 <= x i.
Definition unit_vec (k : nat) : nat -> R := fun i => if Nat.eqb i k then 1 else 0.
Definition simplex (n : nat) (x : nat -> R) : Prop := nonneg n x /\ rsum n x = 1.

(** A matrix acts on distributions if its columns are distributions. *)
Definition left_stochastic (n : nat) (M : nat -> nat -> R) : Prop :=
  forall i, (i < n)%nat -> simplex n (fun j => M j i).
Definition matvec (n : nat) (M : nat -> nat -> R) (x : nat -> R) (j : nat) : R :=
  rsum n (fun i => M j i * x i).

Lemma unit_vec_nonneg m k : nonneg m (unit_vec k).
Proof. intros i _. unfold unit_vec. destruct (Nat.eqb i k); lra. Qed.
Lemma rsum_unit m k f : (k < m)%nat -> rsum m (fun i => unit_vec k i * f i) = f k.
Proof.
  intros Hk. rewrite <- (rsum_delta m k f Hk). apply rsum_ext. intros i _.
  unfold unit_vec. destruct (Nat.eqb i k); ring.
Qed.
Lemma rsum_unit_1 m k : (k < m)%nat -> rsum m (unit_vec k) = 1.
Proof. intros Hk. apply (rsum_delta m k (fun _ => 1) Hk). Qed.

Record norm_pair (m : nat) := {
  norm : (nat -> R) -> R;           (* the p-norm, of the multipliers *)
  dual : (nat -> R) -> R;           (* the q-norm, of the violations *)
  norm_hom : forall c x, 0 <= c -> norm (fun i => c * x i) = c * norm x;
  dual_pos : forall x, 0 <= dual x;
  norm_holder : forall x y, nonneg m x -> nonneg m y ->
    rsum m (fun i => x i * y i) <= norm x * dual y;
  norm_attain : forall y, nonneg m y ->
    exists x, nonneg m x /\ norm x <= 1 /\
      (forall i, (i < m)%nat -> y i = 0 -> x i = 0) /\
      rsum m (fun i => x i * y i) = dual y;
  norm_le_sum : forall x, nonneg m x -> norm x <= rsum m x;
  norm_unit : forall k, (k < m)%nat -> norm (unit_vec k) = 1 }.
Arguments norm {m}. Arguments dual {m}. Arguments norm_hom {m}. Arguments dual_pos {m}.
Arguments norm_holder {m}. Arguments norm_attain {m}. Arguments norm_le_sum {m}. Arguments norm_unit {m}.

(** Every coordinate of a nonnegative vector is at most its q-norm. *)
Lemma dual_coordinate m (np : norm_pair m) y k : nonneg m y -> (k < m)%nat -> y k <= dual np y.
Proof.
  intros Hy Hk. pose proof (norm_holder np _ _ (unit_vec_nonneg m k) Hy) as H.
  rewrite rsum_unit, (norm_unit np k Hk) in H by exact Hk. lra.
Qed.

(** max_{i<m} |y_i|, and 0 when m = 0. *)
Fixpoint linf (m : nat) (y : nat -> R) : R :=
  match m with O => 0 | S k => Rmax (linf k y) (Rabs (y k)) end.
Definition l1 (m : nat) (x : nat -> R) : R := rsum m (fun i => Rabs (x i)).

Lemma linf_pos m y : 0 <= linf m y.
Proof. induction m; simpl; [lra|]. eapply Rle_trans; [exact IHm|apply Rmax_l]. Qed.
Lemma linf_ub m y i : (i < m)%nat -> Rabs (y i) <= linf m y.
Proof.
  induction m as [|m IH]; intros Hi; [lia|]; simpl.
  destruct (Nat.eq_dec i m) as [->|]; [apply Rmax_r|].
  eapply Rle_trans; [apply IH; lia|apply Rmax_l].
Qed.
Lemma linf_lub m y c : 0 <= c -> (forall i, (i < m)%nat -> Rabs (y i) <= c) -> linf m y <= c.
Proof.
  intros Hc. induction m as [|m IH]; intros H; simpl; [exact Hc|].
  apply Rmax_lub; [apply IH; intros; apply H; lia|apply H; lia].
Qed.
Lemma linf_arg m y : linf m y = 0 \/ exists k, (k < m)%nat /\ linf m y = Rabs (y k).
Proof.
  induction m as [|m IH]; simpl; [left; reflexivity|].
  unfold Rmax at 1 2. destruct (Rle_dec (linf m y) (Rabs (y m))).
  - right. exists m. split; [lia|reflexivity].
  - destruct IH as [IH|(k & Hk & IH)]; [left; exact IH|right; exists k; split; [lia|exact IH]].
Qed.
Lemma linf_hom m c x : 0 <= c -> linf m (fun i => c * x i) = c * linf m x.
Proof.
  intros Hc. induction m as [|m IH]; simpl; [ring|].
  rewrite IH, Rabs_mult, (Rabs_pos_eq c Hc), RmaxRmult by exact Hc. reflexivity.
Qed.
Lemma l1_nonneg m x : (forall i, (i < m)%nat -> 0 <= x i) -> l1 m x = rsum m x.
Proof. intros H. apply rsum_ext. intros i Hi. apply Rabs_pos_eq, H, Hi. Qed.
Lemma l1_pos m x : 0 <= l1 m x.
Proof. apply rsum_nonneg. intros; apply Rabs_pos. Qed.
Lemma l1_hom m c x : 0 <= c -> l1 m (fun i => c * x i) = c * l1 m x.
Proof.
  intros Hc. unfold l1. rewrite <- rsum_scal. apply rsum_ext. intros.
  rewrite Rabs_mult, (Rabs_pos_eq c Hc). reflexivity.
Qed.

Lemma linf_le_sum m x : nonneg m x -> linf m x <= rsum m x.
Proof.
  intros Hx. apply linf_lub; [apply rsum_nonneg, Hx|]. intros i Hi.
  rewrite Rabs_pos_eq by (apply Hx, Hi). apply rsum_term_le; assumption.
Qed.
Lemma linf_unit m k : (k < m)%nat -> linf m (unit_vec k) = 1.
Proof.
  intros Hk. apply Rle_antisym.
  - apply linf_lub; [lra|]. intros i _. unfold unit_vec. destruct (Nat.eqb i k); [rewrite Rabs_R1|rewrite Rabs_R0]; lra.
  - eapply Rle_trans; [|apply (linf_ub m _ k Hk)]. unfold unit_vec. rewrite Nat.eqb_refl, Rabs_R1. lra.
Qed.
Lemma l1_unit m k : (k < m)%nat -> l1 m (unit_vec k) = 1.
Proof. intros Hk. rewrite l1_nonneg by apply unit_vec_nonneg. apply rsum_unit_1, Hk. Qed.

(** On violations the infinity-norm is the largest one. *)
Lemma linf_posp m y : linf m (fun i => posp (y i)) = pos_max m y.
Proof.
  apply Rle_antisym.
  - apply linf_lub; [apply pos_max_nonneg|]. intros i Hi. rewrite Rabs_pos_eq by apply posp_nonneg.
    apply posp_lub; [apply pos_max_nonneg|apply pos_max_ub, Hi].
  - apply pos_max_lub; [apply linf_pos|]. intros i Hi.
    eapply Rle_trans; [|apply (linf_ub m _ i Hi)]. eapply Rle_trans; [apply posp_ge|apply Rle_abs].
Qed.

Program Definition norms_1_inf (m : nat) : norm_pair m := {| norm := l1 m; dual := linf m |}.
Next Obligation. apply l1_hom; assumption. Qed.
Next Obligation. apply linf_pos. Qed.
Next Obligation.
  unfold l1. rewrite <- rsum_scal_r. apply rsum_le. intros i Hi.
  rewrite (Rabs_pos_eq (x i)) by (apply H; exact Hi). apply Rmult_le_compat_l; [apply H, Hi|].
  rewrite <- (Rabs_pos_eq (y i)) by (apply H0; exact Hi). apply linf_ub, Hi.
Qed.
Next Obligation.
  destruct (linf_arg m y) as [H0|(k & Hk & Hm)].
  - exists (fun _ => 0). repeat split.
    + intros i _; lra.
    + unfold l1. rewrite rsum_zero'; [lra|intros; apply Rabs_R0].
    + rewrite H0. apply rsum_zero'. intros; ring.
  - rewrite Rabs_pos_eq in Hm by (apply H; exact Hk).
    destruct (Req_dec (y k) 0) as [Hz|Hz].
    + exists (fun _ => 0). repeat split.
      * intros i _; lra.
      * unfold l1. rewrite rsum_zero'; [lra|intros; apply Rabs_R0].
      * rewrite Hm, Hz. apply rsum_zero'. intros; ring.
    + exists (unit_vec k). repeat split.
      * intros i Hi. unfold unit_vec. destruct (Nat.eqb i k); lra.
      * rewrite l1_nonneg by (intros i Hi; unfold unit_vec; destruct (Nat.eqb i k); lra).
        unfold unit_vec. rewrite (rsum_delta m k (fun _ => 1)) by exact Hk. lra.
      * intros i Hi Hy. unfold unit_vec. destruct (Nat.eqb_spec i k); [subst; contradiction|reflexivity].
      * rewrite Hm, <- (rsum_delta m k y Hk). apply rsum_ext. intros i Hi. unfold unit_vec.
        destruct (Nat.eqb i k); ring.
Qed.
Next Obligation. rewrite l1_nonneg by assumption. lra. Qed.
Next Obligation. apply l1_unit; assumption. Qed.

Program Definition norms_inf_1 (m : nat) : norm_pair m := {| norm := linf m; dual := l1 m |}.
Next Obligation. apply linf_hom; assumption. Qed.
Next Obligation. apply l1_pos. Qed.
Next Obligation.
  unfold l1. rewrite <- rsum_scal. apply rsum_le. intros i Hi.
  rewrite (Rabs_pos_eq (y i)) by (apply H0; exact Hi). apply Rmult_le_compat_r; [apply H0, Hi|].
  rewrite <- (Rabs_pos_eq (x i)) by (apply H; exact Hi). apply linf_ub, Hi.
Qed.
Next Obligation.
  exists (fun i => if Req_EM_T (y i) 0 then 0 else 1). repeat split.
  - intros i Hi. destruct (Req_EM_T (y i) 0); lra.
  - apply linf_lub; [lra|]. intros i Hi. destruct (Req_EM_T (y i) 0); [rewrite Rabs_R0|rewrite Rabs_R1]; lra.
  - intros i Hi Hy. destruct (Req_EM_T (y i) 0); [reflexivity|contradiction].
  - rewrite l1_nonneg by exact H. apply rsum_ext. intros i Hi. destruct (Req_EM_T (y i) 0); lra.
Qed.
Next Obligation. apply linf_le_sum; assumption. Qed.
Next Obligation. apply linf_unit; assumption. Qed.

(** Powers of nonnegative reals: 0^a = 0. *)
Definition pw (x a : R) : R := if Req_EM_T x 0 then 0 else Rpower (Rabs x) a.
Lemma pw_0 a : pw 0 a = 0.
Proof. unfold pw. destruct (Req_EM_T 0 0); [reflexivity|contradiction]. Qed.
Lemma pw_pos x a : 0 < x -> pw x a = Rpower x a.
Proof. intros H. unfold pw. destruct (Req_EM_T x 0); [lra|]. rewrite Rabs_pos_eq by lra. reflexivity. Qed.
Lemma pw_gt x a : 0 < x -> 0 < pw x a.
Proof. intros H. rewrite pw_pos by exact H. apply exp_pos. Qed.
Lemma pw_nonneg x a : 0 <= pw x a.
Proof. unfold pw. destruct (Req_EM_T x 0); [lra|]. left. apply exp_pos. Qed.
Lemma pw_1 x : 0 <= x -> pw x 1 = x.
Proof. intros [H|<-]; [rewrite pw_pos, Rpower_1 by exact H; reflexivity|apply pw_0]. Qed.
Lemma pw_one a : pw 1 a = 1.
Proof. rewrite pw_pos by lra. unfold Rpower. rewrite ln_1, Rmult_0_r. apply exp_0. Qed.
Lemma pw_pw x a b : 0 <= x -> pw (pw x a) b = pw x (a * b).
Proof.
  intros [H|<-]; [|rewrite !pw_0; reflexivity].
  rewrite (pw_pos (pw x a)) by (apply pw_gt, H). rewrite !(pw_pos x) by exact H. apply Rpower_mult.
Qed.
Lemma pw_add x a b : 0 <= x -> pw x a * pw x b = pw x (a + b).
Proof.
  intros [H|<-]; [|rewrite !pw_0; ring]. rewrite !pw_pos by exact H. symmetry. apply Rpower_plus.
Qed.
Lemma pw_mult x y a : 0 <= x -> 0 <= y -> pw (x * y) a = pw x a * pw y a.
Proof.
  intros [Hx|<-] [Hy|<-]; rewrite ?Rmult_0_l, ?Rmult_0_r, ?pw_0; try ring.
  rewrite !pw_pos; try assumption; [|apply Rmult_lt_0_compat; assumption].
  symmetry. apply Rpower_mult_distr; assumption.
Qed.
Lemma pw_inj0 x a : 0 <= x -> pw x a = 0 -> x = 0.
Proof. intros [H|<-]; [|reflexivity]. intros H0. pose proof (pw_gt x a H). lra. Qed.
Lemma pw_abs x a : pw (Rabs x) a = pw x a.
Proof.
  unfold pw. destruct (Req_EM_T x 0) as [->|H].
  - rewrite Rabs_R0. destruct (Req_EM_T 0 0); [reflexivity|contradiction].
  - destruct (Req_EM_T (Rabs x) 0); [exfalso; apply (Rabs_no_R0 x H); assumption|].
    rewrite Rabs_Rabsolu. reflexivity.
Qed.

(** Young: a b <= a^p / p + b^q / q. *)
Lemma young p q a b : 1 < p -> 1 < q -> / p + / q = 1 -> 0 <= a -> 0 <= b ->
  a * b <= pw a p / p + pw b q / q.
Proof.
  intros Hp Hq Hpq Ha Hb.
  assert (Hp' : 0 < / p) by (apply Rinv_0_lt_compat; lra).
  assert (Hq' : 0 < / q) by (apply Rinv_0_lt_compat; lra).
  pose proof (pw_nonneg a p). pose proof (pw_nonneg b q).
  destruct Ha as [Ha|<-]; [|rewrite Rmult_0_l; unfold Rdiv; nra].
  destruct Hb as [Hb|<-]; [|rewrite Rmult_0_r; unfold Rdiv; nra].
  rewrite !pw_pos by assumption. unfold Rpower.
  set (x := p * ln a). set (y := q * ln b). set (z := ln a + ln b).
  assert (Hz : z = x / p + y / q) by (unfold x, y, z; field; lra).
  replace (a * b) with (exp z) by (unfold z; rewrite exp_plus, !exp_ln by assumption; reflexivity).
  assert (Hx : exp z * (1 + (x - z)) <= exp x).
  { replace x with (z + (x - z)) at 2 by ring. rewrite exp_plus.
    apply Rmult_le_compat_l; [left; apply exp_pos|apply exp_ineq1_le]. }
  assert (Hy : exp z * (1 + (y - z)) <= exp y).
  { replace y with (z + (y - z)) at 2 by ring. rewrite exp_plus.
    apply Rmult_le_compat_l; [left; apply exp_pos|apply exp_ineq1_le]. }
  unfold Rdiv in *.
  assert (exp z * (1 + (x - z)) * / p + exp z * (1 + (y - z)) * / q <= exp x * / p + exp y * / q) by nra.
  replace (exp z * (1 + (x - z)) * / p + exp z * (1 + (y - z)) * / q)
    with (exp z * ((/ p + / q) * (1 - z) + (x * / p + y * / q))) in H1 by ring.
  rewrite Hpq, <- Hz in H1. lra.
Qed.

Definition lp (p : R) (m : nat) (x : nat -> R) : R := pw (rsum m (fun i => pw (x i) p)) (/ p).

Lemma lp_sum_nonneg p m x : 0 <= rsum m (fun i => pw (x i) p).
Proof. apply rsum_nonneg. intros; apply pw_nonneg. Qed.
Lemma lp_pos p m x : 0 <= lp p m x. Proof. apply pw_nonneg. Qed.
Lemma lp_hom p m c x : 0 < p -> 0 <= c -> lp p m (fun i => c * x i) = c * lp p m x.
Proof.
  intros Hp Hc. unfold lp.
  rewrite (rsum_ext m _ (fun i => pw c p * pw (x i) p)).
  - rewrite rsum_scal, pw_mult by (apply pw_nonneg || apply lp_sum_nonneg).
    rewrite pw_pw by exact Hc. rewrite Rinv_r by lra. rewrite pw_1 by exact Hc. reflexivity.
  - intros i _. rewrite <- (pw_abs (c * x i)), Rabs_mult, (Rabs_pos_eq c Hc), pw_mult, pw_abs
      by (exact Hc || apply Rabs_pos). reflexivity.
Qed.
Lemma lp_zero p m x : 0 < p -> (forall i, (i < m)%nat -> 0 <= x i) -> lp p m x = 0 ->
  forall i, (i < m)%nat -> x i = 0.
Proof.
  intros Hp Hx H i Hi. apply pw_inj0 in H; [|apply lp_sum_nonneg].
  apply (pw_inj0 _ p); [apply Hx, Hi|].
  apply (rsum_le_0_eq m (fun j => pw (x j) p)); [intros; apply pw_nonneg|lra|exact Hi].
Qed.
Lemma lp_pw p m x : 0 < p -> pw (lp p m x) p = rsum m (fun i => pw (x i) p).
Proof.
  intros Hp. unfold lp. rewrite pw_pw by apply lp_sum_nonneg.
  rewrite Rinv_l by lra. apply pw_1, lp_sum_nonneg.
Qed.

Lemma holder p q m x y : 1 < p -> 1 < q -> / p + / q = 1 ->
  (forall i, (i < m)%nat -> 0 <= x i) -> (forall i, (i < m)%nat -> 0 <= y i) ->
  rsum m (fun i => x i * y i) <= lp p m x * lp q m y.
Proof.
  intros Hp Hq Hpq Hx Hy.
  destruct (lp_pos p m x) as [Hnx|Hnx]; [destruct (lp_pos q m y) as [Hny|Hny]|].
  - set (a := lp p m x) in *. set (b := lp q m y) in *.
    assert (Hu : rsum m (fun i => (/ a * x i) * (/ b * y i)) <= 1).
    { apply Rle_trans with (rsum m (fun i => pw (/ a * x i) p * / p + pw (/ b * y i) q * / q)).
      - apply rsum_le. intros i Hi.
        apply (young p q); try assumption; apply Rmult_le_pos;
          try (apply Hx || apply Hy); try assumption; left; apply Rinv_0_lt_compat; assumption.
      - rewrite rsum_plus, !rsum_scal_r, <- !lp_pw, !lp_hom
          by (lra || (left; apply Rinv_0_lt_compat; assumption)).
        fold a b. rewrite !Rinv_l by lra. rewrite !pw_one. lra. }
    rewrite (rsum_ext m _ (fun i => (/ a * / b) * (x i * y i))), rsum_scal in Hu by (intros; ring).
    apply Rmult_le_reg_l with (/ a * / b).
    + apply Rmult_lt_0_compat; apply Rinv_0_lt_compat; assumption.
    + replace (/ a * / b * (a * b)) with 1 by (field; lra). exact Hu.
  - rewrite <- Hny, rsum_zero'; [lra|]. intros i Hi.
    rewrite (lp_zero q m y) with (i := i); [ring|lra|exact Hy|symmetry; exact Hny|exact Hi].
  - rewrite <- Hnx, rsum_zero'; [lra|]. intros i Hi.
    rewrite (lp_zero p m x) with (i := i); [ring|lra|exact Hx|symmetry; exact Hnx|exact Hi].
Qed.

Lemma lp_attain p q m y : 1 < p -> 1 < q -> / p + / q = 1 ->
  (forall i, (i < m)%nat -> 0 <= y i) ->
  exists x, (forall i, (i < m)%nat -> 0 <= x i) /\ lp p m x <= 1 /\
    (forall i, (i < m)%nat -> y i = 0 -> x i = 0) /\
    rsum m (fun i => x i * y i) = lp q m y.
Proof.
  intros Hp Hq Hpq H.
  destruct (lp_pos q m y) as [Hn|Hn].
  - set (b := lp q m y) in *.
    exists (fun i => / pw b (q - 1) * pw (y i) (q - 1)).
    assert (Hbq : 0 < pw b (q - 1)) by (apply pw_gt, Hn).
    assert (Hinv : 0 < / pw b (q - 1)) by (apply Rinv_0_lt_compat, Hbq).
    assert (Hpq' : (q - 1) * p = q).
    { assert (p + q = p * q).
      { replace (p + q) with ((/ p + / q) * (p * q)) by (field; lra). rewrite Hpq. ring. } lra. }
    repeat split.
    + intros i Hi. apply Rmult_le_pos; [lra|apply pw_nonneg].
    + rewrite lp_hom by lra.
      replace (lp p m (fun i => pw (y i) (q - 1))) with (pw b (q - 1)); [rewrite Rinv_l by lra; lra|].
      unfold lp. rewrite (rsum_ext m _ (fun i => pw (y i) q)).
      * rewrite <- (lp_pw q m y) by lra. fold b. rewrite pw_pw by lra. f_equal.
        apply Rmult_eq_reg_r with p; [|lra]. rewrite Hpq'. field. lra.
      * intros i Hi. rewrite pw_pw by (apply H; exact Hi). rewrite Hpq'. reflexivity.
    + intros i Hi Hy. rewrite Hy, pw_0. ring.
    + rewrite (rsum_ext m _ (fun i => / pw b (q - 1) * pw (y i) q)).
      * rewrite rsum_scal, <- (lp_pw q m y) by lra. fold b.
        replace (pw b q) with (pw b (q - 1) * b).
        { field. lra. }
        rewrite <- (pw_1 b) at 2 by lra. rewrite pw_add by lra. f_equal. ring.
      * intros i Hi. rewrite <- (pw_1 (y i)) at 2 by (apply H; exact Hi).
        rewrite Rmult_assoc, pw_add by (apply H; exact Hi). f_equal. f_equal. ring.
  - exists (fun _ => 0). repeat split.
    + intros i _; lra.
    + unfold lp. rewrite rsum_zero'; [rewrite pw_0; lra|intros; apply pw_0].
    + rewrite <- Hn. apply rsum_zero'. intros; ring.
Qed.

(** Every p-norm is below the 1-norm, and unit vectors have norm 1. *)
Lemma ln_le_0 a : 0 < a -> a <= 1 -> ln a <= 0.
Proof. intros H [H1| ->]; [left; rewrite <- ln_1; apply ln_increasing; assumption|rewrite ln_1; lra]. Qed.
Lemma pw_le_1 a r : 0 <= r -> 0 <= a <= 1 -> pw a r <= 1.
Proof.
  intros Hr [[H|<-] H1]; [|rewrite pw_0; lra]. rewrite pw_pos by exact H. unfold Rpower.
  pose proof (ln_le_0 a H H1). rewrite <- exp_0. destruct (Req_dec (r * ln a) 0) as [->|Hn]; [lra|].
  left. apply exp_increasing. nra.
Qed.
Lemma pw_le_self a p : 1 <= p -> 0 <= a <= 1 -> pw a p <= a.
Proof.
  intros Hp [Ha H1]. replace p with (1 + (p - 1)) by ring. rewrite <- pw_add by exact Ha.
  rewrite pw_1 by exact Ha. pose proof (pw_le_1 a (p - 1) ltac:(lra) (conj Ha H1)).
  pose proof (pw_nonneg a (p - 1)). nra.
Qed.
Lemma lp_le_sum p m x : 1 <= p -> nonneg m x -> lp p m x <= rsum m x.
Proof.
  intros Hp Hx. destruct (rsum_nonneg m x Hx) as [HS|HS].
  - set (s := rsum m x) in *.
    assert (Hs : 0 < / s) by (apply Rinv_0_lt_compat, HS).
    assert (H : lp p m (fun i => / s * x i) <= 1).
    { unfold lp. apply pw_le_1; [left; apply Rinv_0_lt_compat; lra|].
      split; [apply lp_sum_nonneg|].
      apply Rle_trans with (rsum m (fun i => / s * x i)).
      - apply rsum_le. intros i Hi. apply pw_le_self; [exact Hp|].
        pose proof (Hx i Hi). split; [apply Rmult_le_pos; lra|].
        apply Rmult_le_reg_l with s; [exact HS|].
        replace (s * (/ s * x i)) with (x i) by (field; lra). rewrite Rmult_1_r.
        apply rsum_term_le; [exact Hx|exact Hi].
      - rewrite rsum_scal. fold s. rewrite Rinv_l; lra. }
    rewrite lp_hom in H by lra.
    apply Rmult_le_reg_l with (/ s); [exact Hs|]. rewrite Rinv_l; lra.
  - rewrite <- HS. unfold lp. rewrite rsum_zero'; [rewrite pw_0; lra|].
    intros i Hi. rewrite (rsum_le_0_eq m x Hx) with (i := i); [apply pw_0|lra|exact Hi].
Qed.
Lemma lp_unit p m k : (k < m)%nat -> lp p m (unit_vec k) = 1.
Proof.
  intros Hk. unfold lp. rewrite (rsum_ext m _ (fun i => if Nat.eqb i k then 1 else 0)).
  - rewrite (rsum_delta m k (fun _ => 1)) by exact Hk. apply pw_one.
  - intros i _. unfold unit_vec. destruct (Nat.eqb i k); [apply pw_one|apply pw_0].
Qed.

Definition norms_p_q (p q : R) (Hp : 1 < p) (Hq : 1 < q) (Hpq : / p + / q = 1) (m : nat) : norm_pair m :=
  Build_norm_pair m (lp p m) (lp q m)
    (fun c x => lp_hom p m c x (Rlt_trans _ _ _ Rlt_0_1 Hp))
    (fun x => lp_pos q m x)
    (fun x y => holder p q m x y Hp Hq Hpq)
    (fun y => lp_attain p q m y Hp Hq Hpq)
    (fun x => lp_le_sum p m x (Rlt_le _ _ Hp))
    (fun k => lp_unit p m k).
