(** The shrinking linear program, and certificates of its solutions.

    T candidates with objectives c_t and constraints a_(i,t), i < m. LP(e): minimise
    sum_t p_t c_t over weights p >= 0 with sum 1 and sum_t p_t a_(i,t) <= e for all i. *)
From Coq Require Import Reals Lra Lia Arith List.
From Referee Require Import Sums Norms.
Local Open Scope R_scope.

Section LP.
Variables (T m : nat) (c : nat -> R) (a : nat -> nat -> R).

Definition objective (p : nat -> R) : R := rsum T (fun t => p t * c t).
Definition constraint (i : nat) (p : nat -> R) : R := rsum T (fun t => p t * a i t).
Definition lp_feasible (e : R) (p : nat -> R) : Prop :=
  nonneg T p /\ rsum T p = 1 /\ (forall i, (i < m)%nat -> constraint i p <= e).
Definition lp_optimal (e : R) (p : nat -> R) : Prop :=
  lp_feasible e p /\ forall q, lp_feasible e q -> objective p <= objective q.
(** e is the smallest tolerance >= 0 at which the program has a solution. *)
Definition minimal_epsilon (e : R) : Prop :=
  0 <= e /\ (exists p, lp_feasible e p) /\ forall e' p, 0 <= e' -> lp_feasible e' p -> e <= e'.

(** sum_t p_t (sum_i y_i a_(i,t)) = sum_i y_i (sum_t p_t a_(i,t)). *)
Lemma constraint_mix y p :
  rsum T (fun t => p t * rsum m (fun i => y i * a i t)) = rsum m (fun i => y i * constraint i p).
Proof.
  rewrite (rsum_ext T _ (fun t => rsum m (fun i => y i * (p t * a i t)))).
  - rewrite rsum_swap. apply rsum_ext. intros i _. apply rsum_scal.
  - intros t _. rewrite <- rsum_scal. apply rsum_ext. intros; ring.
Qed.

Lemma constraint_mix_le e y p : nonneg m y -> lp_feasible e p ->
  rsum m (fun i => y i * constraint i p) <= e * rsum m y.
Proof.
  intros Hy (_ & _ & Hc). rewrite <- rsum_scal. apply rsum_le. intros i Hi.
  pose proof (Hy i Hi). pose proof (Hc i Hi). nra.
Qed.

(** Weights that sum to 1 average to at least what every candidate is at least. *)
Lemma weights_ge p f k : nonneg T p -> rsum T p = 1 -> (forall t, (t < T)%nat -> k <= f t) ->
  k <= rsum T (fun t => p t * f t).
Proof.
  intros Hp H1 Hf. rewrite <- (Rmult_1_l k), <- H1, <- rsum_scal_r. apply rsum_le.
  intros t Ht. apply Rmult_le_compat_l; [apply Hp, Ht|apply Hf, Ht].
Qed.

(** Weak duality: for y >= 0 and mass <= min_t (c_t + sum_i y_i a_(i,t)), every feasible p
    has objective at least mass - e sum_i y_i. *)
Theorem weak_duality e y mass p : nonneg m y ->
  (forall t, (t < T)%nat -> mass <= c t + rsum m (fun i => y i * a i t)) ->
  lp_feasible e p -> mass - e * rsum m y <= objective p.
Proof.
  intros Hy Hr Hf. pose proof Hf as (Hp & H1 & _).
  pose proof (weights_ge p _ mass Hp H1 Hr) as H.
  rewrite (rsum_ext T _ (fun t => p t * c t + p t * rsum m (fun i => y i * a i t))) in H by (intros; ring).
  rewrite rsum_plus, constraint_mix in H.
  pose proof (constraint_mix_le e y p Hy Hf). unfold objective. lra.
Qed.

(** Section 9, claim [feasible]. *)
Theorem rule_solution_feasible e p : nonneg T p -> rsum T p = 1 ->
  (forall i, (i < m)%nat -> constraint i p <= e) -> lp_feasible e p.
Proof. intros H1 H2 H3. repeat split; assumption. Qed.

(** Section 9, claim [optimal]: equality of the primal and the dual objective. *)
Theorem rule_solution_optimal e p y mass : lp_feasible e p -> nonneg m y ->
  (forall t, (t < T)%nat -> mass <= c t + rsum m (fun i => y i * a i t)) ->
  objective p = mass - e * rsum m y -> lp_optimal e p.
Proof.
  intros Hf Hy Hr Ho. split; [exact Hf|]. intros q Hq. rewrite Ho.
  apply (weak_duality e y mass q Hy Hr Hq).
Qed.

(** The same with a gap: p is within delta of optimal. *)
Theorem rule_solution_gap e p y mass delta : nonneg m y ->
  (forall t, (t < T)%nat -> mass <= c t + rsum m (fun i => y i * a i t)) ->
  objective p <= mass - e * rsum m y + delta ->
  forall q, lp_feasible e q -> objective p <= objective q + delta.
Proof. intros Hy Hr Ho q Hq. pose proof (weak_duality e y mass q Hy Hr Hq). lra. Qed.

(** Weights y on the constraints bound every tolerance from below. *)
Lemma epsilon_lower e e' y p : nonneg m y -> rsum m y = 1 ->
  (forall t, (t < T)%nat -> e <= rsum m (fun i => y i * a i t)) -> lp_feasible e' p -> e <= e'.
Proof.
  intros Hy Hy1 He Hf. pose proof (constraint_mix_le e' y p Hy Hf) as H. rewrite Hy1 in H.
  destruct Hf as (Hp & H1 & _). pose proof (weights_ge p _ e Hp H1 He) as H2. cbv beta in H2.
  rewrite constraint_mix in H2. lra.
Qed.

(** Section 9, [epsilon_is_minimal] with e > 0: the epsilon duals prove it. *)
Theorem rule_solution_epsilon_minimal e p y : 0 <= e -> lp_feasible e p ->
  nonneg m y -> rsum m y = 1 ->
  (forall t, (t < T)%nat -> e <= rsum m (fun i => y i * a i t)) -> minimal_epsilon e.
Proof.
  intros He Hf Hy Hy1 H. repeat split; [exact He|exists p; exact Hf|].
  intros e' q _ Hq. apply (epsilon_lower e e' y q Hy Hy1 H Hq).
Qed.

(** Section 9, e = 0: no smaller tolerance is allowed. *)
Theorem rule_solution_epsilon_zero p : lp_feasible 0 p -> minimal_epsilon 0.
Proof. intros Hf. repeat split; [lra|exists p; exact Hf|]. intros e' q He _. exact He. Qed.

(** Section 9, status [infeasible]: the Farkas weights prove it. *)
Theorem rule_solution_infeasible e y least : nonneg m y -> rsum m y = 1 ->
  (forall t, (t < T)%nat -> least <= rsum m (fun i => y i * a i t)) -> e < least ->
  ~ exists p, lp_feasible e p.
Proof. intros Hy Hy1 H He (p & Hf). pose proof (epsilon_lower least e y p Hy Hy1 H Hf). lra. Qed.

(** Candidates that are known by upper ends: what holds of the ends holds of the values. *)
Theorem upper_ends_feasible (b : nat -> nat -> R) e p : lp_feasible e p ->
  (forall i t, (i < m)%nat -> (t < T)%nat -> b i t <= a i t) ->
  forall i, (i < m)%nat -> rsum T (fun t => p t * b i t) <= e.
Proof.
  intros (Hp & _ & Hc) Hb i Hi. eapply Rle_trans; [|apply (Hc i Hi)]. apply rsum_le. intros t Ht.
  apply Rmult_le_compat_l; [apply Hp, Ht|apply Hb; assumption].
Qed.

End LP.

(** Shrinking keeps a guarantee: an optimal p of LP(e) over the points of a mixture d that
    satisfies the constraints up to e is no worse than d, and as feasible. *)
Theorem shrinking_keeps_guarantee {Theta} m (g0 : Theta -> R) (g : nat -> Theta -> R)
    (d : mixture Theta) e p :
  (forall i, (i < m)%nat -> mean d (g i) <= e) ->
  lp_optimal (size d) m (fun t => g0 (point d t)) (fun i t => g i (point d t)) e p ->
  objective (size d) (fun t => g0 (point d t)) p <= mean d g0 /\
  (forall i, (i < m)%nat -> constraint (size d) (fun i t => g i (point d t)) i p <= e).
Proof.
  intros Hf [(_ & _ & Hc) Hopt]. split; [|exact Hc]. apply (Hopt (weight d)).
  split; [intros t Ht; apply weight_nonneg, Ht|]. split; [apply weight_total|exact Hf].
Qed.
