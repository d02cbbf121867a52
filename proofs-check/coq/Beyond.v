(** Beyond the statements: convex problems need one point (S12), column generation stops
    at the optimum over all mixtures (S13), what a bound says of all mixtures, and a best
    iterate need not exist (S14). *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Referee Require Import Sums Norms Games Lagrangian ShrinkLP Evidence EquilibriumFalse.
Local Open Scope R_scope.

(** * S12: the mean of the points *)
Section Jensen.
Variable K : vec -> Prop.
Hypothesis HK : forall x y s, K x -> K y -> 0 <= s <= 1 -> K (between s x y).

Lemma jensen_sum f : convex_on K f -> forall n (w : nat -> R) (x : nat -> vec),
  nonneg n w -> rsum n w = 1 -> (forall t, (t < n)%nat -> K (x t)) ->
  K (fun i => rsum n (fun t => w t * x t i)) /\
  f (fun i => rsum n (fun t => w t * x t i)) <= rsum n (fun t => w t * f (x t)).
Proof.
  intros Hf. induction n as [|n IH]; intros w x Hw H1 Hx; [simpl in H1; lra|].
  simpl in H1. set (s := w n) in *.
  assert (Hs : 0 <= s) by (apply Hw; lia).
  assert (Hrest : 0 <= rsum n w) by (apply rsum_nonneg; intros; apply Hw; lia).
  destruct (Req_dec s 1) as [E1|E1].
  - assert (Z : forall t, (t < n)%nat -> w t = 0)
      by (apply rsum_le_0_eq; [intros; apply Hw; lia|lra]).
    assert (Ex : (fun i => rsum (S n) (fun t => w t * x t i)) = x n).
    { apply functional_extensionality. intros i. simpl. fold s. rewrite E1, rsum_zero'; [ring|].
      intros t Ht. rewrite (Z t Ht). ring. }
    rewrite Ex. split; [apply Hx; lia|]. simpl. fold s. rewrite E1, rsum_zero'; [lra|].
    intros t Ht. rewrite (Z t Ht). ring.
  - assert (Hp : 0 < / (1 - s)) by (apply Rinv_0_lt_compat; lra).
    set (w' := fun t => / (1 - s) * w t).
    destruct (IH w' x) as [IK IF].
    + intros t Ht. apply Rmult_le_pos; [lra|apply Hw; lia].
    + unfold w'. rewrite rsum_scal. replace (rsum n w) with (1 - s) by lra. apply Rinv_l. lra.
    + intros t Ht. apply Hx. lia.
    + set (m := fun i => rsum n (fun t => w' t * x t i)) in *.
      assert (Em : forall f, rsum n (fun t => w t * f t) = (1 - s) * rsum n (fun t => w' t * f t)).
      { intros h. unfold w'. rewrite (rsum_ext n (fun t => / (1 - s) * w t * h t)
          (fun t => / (1 - s) * (w t * h t))) by (intros; ring). rewrite rsum_scal. field. lra. }
      assert (Ex : (fun i => rsum (S n) (fun t => w t * x t i)) = between s m (x n)).
      { apply functional_extensionality. intros i. simpl. unfold between, m.
        rewrite (Em (fun t => x t i)). reflexivity. }
      rewrite Ex. split; [apply HK; [exact IK|apply Hx; lia|lra]|].
      eapply Rle_trans; [apply Hf; [exact IK|apply Hx; lia|lra]|].
      simpl. fold s. rewrite (Em (fun t => f (x t))).
      apply Rplus_le_compat_r. apply Rmult_le_compat_l; lra.
Qed.

(** The mean of the points of a mixture. *)
Definition mean_point (d : mixture vec) : vec := fun i => mean d (fun x => x i).

(** If g0 and the constraints are convex, the mean point is no worse than the mixture in
    any of them: all bounds on the mixture hold for one point. *)
Theorem convex_case m (g0 : vec -> R) (g : nat -> vec -> R) (d : mixture vec) :
  convex_on K g0 -> (forall i, (i < m)%nat -> convex_on K (g i)) ->
  (forall t, (t < size d)%nat -> K (point d t)) ->
  K (mean_point d) /\ g0 (mean_point d) <= mean d g0 /\
  forall i, (i < m)%nat -> g i (mean_point d) <= mean d (g i).
Proof.
  intros H0 Hg Hd.
  assert (Hw : nonneg (size d) (weight d)) by (intros t Ht; apply weight_nonneg, Ht).
  assert (H : forall f, convex_on K f -> K (mean_point d) /\ f (mean_point d) <= mean d f)
    by (intros f Hf; apply (jensen_sum f Hf (size d) (weight d) (point d) Hw (weight_total d) Hd)).
  split; [apply (H g0 H0)|]. split; [apply (H g0 H0)|]. intros i Hi. apply (H (g i) (Hg i Hi)).
Qed.
End Jensen.

(** * S13: column generation *)
Section ColumnGeneration.
Context {Theta : Type}.
Variables (m T : nat) (g0 : Theta -> R) (g : nat -> Theta -> R) (candidate : nat -> Theta).
Notation c := (fun t => g0 (candidate t)).
Notation a := (fun i t => g i (candidate t)).

(** Duals y of LP(0) over the candidates whose mass is at most L(theta, y) for ALL theta
    show that no mixture over Theta that is feasible on average is better than p. *)
Theorem column_generation_optimal p y mass : nonneg m y ->
  objective T c p = mass -> (forall th, mass <= lagrangian m g0 g th y) ->
  forall q, feasible_on_average m g q -> objective T c p <= mean q g0.
Proof.
  intros Hy Ho Hl q Hq. pose proof (direct_bound m g0 g q y mass Hy Hl q Hq). lra.
Qed.

(** Before that, the optimum lies between a lower bound of L(., y) and the program's value. *)
Theorem column_generation_gap p y lower : lp_feasible T m a 0 p -> nonneg m y ->
  (forall th, lower <= lagrangian m g0 g th y) ->
  (forall q, feasible_on_average m g q -> lower <= mean q g0) /\
  (exists q, feasible_on_average m g q /\ mean q g0 = objective T c p).
Proof.
  intros (Hp & H1 & Hc) Hy Hl. split.
  - intros q Hq. pose proof (direct_bound m g0 g q y lower Hy Hl q Hq). lra.
  - exists {| size := T; point := candidate; weight := p; weight_nonneg := Hp; weight_total := H1 |}.
    split; [exact Hc|reflexivity].
Qed.
End ColumnGeneration.

(** * Bounds (section 13 of the specification)

    With the weight 1 of the objective: what is at most L(., y) everywhere is at most the
    mean objective of every mixture that is feasible on average. *)
Theorem rule_bound_lower {Theta} m (g0 : Theta -> R) g y value : nonneg m y ->
  (forall th, value <= 1 * g0 th + rsum m (fun i => y i * g i th)) ->
  forall q, feasible_on_average m g q -> value <= mean q g0.
Proof.
  intros Hy Hl q Hq.
  assert (Hl' : forall th, value <= lagrangian m g0 g th y) by (intros th; unfold lagrangian; specialize (Hl th); lra).
  pose proof (direct_bound m g0 g q y value Hy Hl' q Hq). lra.
Qed.

(** With the weight 0 and a positive value: no mixture is feasible on average. *)
Theorem rule_bound_infeasible {Theta} m (g0 : Theta -> R) g y value : nonneg m y -> 0 < value ->
  (forall th, value <= 0 * g0 th + rsum m (fun i => y i * g i th)) ->
  forall q, ~ feasible_on_average m g q.
Proof.
  intros Hy Hv Hl q Hq.
  assert (Hl' : forall th, value <= lagrangian m (fun _ => 0) g th y)
    by (intros th; unfold lagrangian; specialize (Hl th); lra).
  pose proof (direct_bound m (fun _ => 0) g q y value Hy Hl' q Hq) as H. rewrite mean_const in H. lra.
Qed.

(** * S14: no iterate is good

    Theta = {a, b}, g0 = (0, 1), g = (1, -1): half of each is feasible with objective 1/2,
    while every single point violates the constraint by 1 or is 1/2 worse. *)
Theorem no_best_iterate :
  feasible_on_average 1 pennies_g pennies_mixture /\ mean pennies_mixture pennies_g0 = 1 / 2 /\
  forall x, pennies_g 0 x = 1 \/ pennies_g0 x = 1 / 2 + 1 / 2.
Proof.
  unfold pennies_mixture. split; [|split].
  - intros i _. rewrite mean_uniform. unfold pennies_g. simpl. lra.
  - rewrite mean_uniform. simpl. lra.
  - intros [|]; [left; reflexivity|right; simpl; lra].
Qed.
