(** Multiplicative updates: Hedge, Corollary 2 (matrix multiplicative weights) and Lemma 8
    (swap regret of the matrix player).

    Everything rests on one bound for Hedge whose gains in round t lie between lo t and hi t:
      sum_t u_(t,i) - sum_t <w_t, u_t> <= ln n / eta + (eta/8) sum_t (hi_t - lo_t)^2 + (1/eta) sum_t r_t,
    where r_t >= 0 is what the rounding of the stored weights may have cost: no weight was
    stored smaller than exp(-r_t) times its exact update. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums Norms Descent Hoeffding.
Local Open Scope R_scope.

Section Hedge.
Variables (n T : nat) (w u : nat -> nat -> R) (eta : R) (lo hi r : nat -> R).
Hypothesis n_pos : (0 < n)%nat.
Hypothesis eta_pos : 0 < eta.
Hypothesis weights : forall t, (t <= T)%nat -> simplex n (w t).
Hypothesis start : forall i, (i < n)%nat -> w O i = / INR n.
Definition normaliser (t : nat) : R := rsum n (fun k => w t k * exp (eta * u t k)).
Hypothesis update : forall t i, (t < T)%nat -> (i < n)%nat ->
  w t i * exp (eta * u t i) / normaliser t <= w (S t) i * exp (r t).
Hypothesis range : forall t i, (t < T)%nat -> (i < n)%nat -> lo t <= u t i <= hi t.
Definition earned (t : nat) : R := rsum n (fun k => w t k * u t k).
(** The exponent that one round can add to the normaliser. *)
Definition spend (t : nat) : R := eta * earned t + eta * eta * ((hi t - lo t) * (hi t - lo t)) / 8.

Lemma actions_pos : 0 < INR n. Proof. apply lt_0_INR, n_pos. Qed.

Lemma normaliser_pos t : (t < T)%nat -> 0 < normaliser t.
Proof.
  intros Ht. destruct (weights t ltac:(lia)) as [Hp H1].
  apply Rlt_le_trans with (exp (eta * lo t)); [apply exp_pos|].
  rewrite <- (Rmult_1_l (exp (eta * lo t))), <- H1, <- rsum_scal_r. apply rsum_le. intros k Hk.
  apply Rmult_le_compat_l; [apply Hp, Hk|]. pose proof (range t k Ht Hk) as [Hr _].
  destruct Hr as [Hr|Hr]; [left; apply exp_increasing, Rmult_lt_compat_l; assumption|rewrite Hr; lra].
Qed.

Lemma normaliser_le t : (t < T)%nat -> normaliser t <= exp (spend t).
Proof.
  intros Ht. destruct (weights t ltac:(lia)) as [Hp H1].
  pose proof (hoeffding n (w t) (fun k => eta * u t k) (eta * lo t) (eta * hi t) Hp H1) as H.
  eapply Rle_trans; [apply H|].
  - intros k Hk. pose proof (range t k Ht Hk). split; apply Rmult_le_compat_l; lra.
  - right. f_equal. unfold spend, earned.
    rewrite (rsum_ext n (fun k => w t k * (eta * u t k)) (fun k => eta * (w t k * u t k))) by (intros; ring).
    rewrite rsum_scal. field.
Qed.

Lemma potential k i : (k <= T)%nat -> (i < n)%nat ->
  / INR n * exp (rsum k (fun t => eta * u t i - (spend t + r t))) <= w k i.
Proof.
  intros Hk Hi. induction k as [|k IH]; [simpl; rewrite exp_0, start by exact Hi; lra|].
  specialize (IH ltac:(lia)). cbn [rsum]. rewrite exp_plus.
  set (e := exp (rsum k _)) in *.
  pose proof (update k i ltac:(lia) Hi) as Hu. pose proof (normaliser_le k ltac:(lia)) as HZ.
  pose proof (normaliser_pos k ltac:(lia)) as HZ0. pose proof (exp_pos (r k)) as Hr.
  apply Rmult_le_reg_r with (exp (r k)); [exact Hr|]. eapply Rle_trans; [|exact Hu].
  replace (/ INR n * (e * exp (eta * u k i - (spend k + r k))) * exp (r k))
    with ((/ INR n * e) * exp (eta * u k i) * / exp (spend k)).
  - unfold Rdiv. apply Rmult_le_compat.
    + apply Rmult_le_pos; [|left; apply exp_pos]. apply Rmult_le_pos.
      * left. apply Rinv_0_lt_compat, actions_pos.
      * left. unfold e. apply exp_pos.
    + left. apply Rinv_0_lt_compat, exp_pos.
    + apply Rmult_le_compat_r; [left; apply exp_pos|exact IH].
    + apply Rinv_le_contravar; assumption.
  - replace (eta * u k i - (spend k + r k)) with (eta * u k i + (- spend k + - r k)) by ring.
    rewrite !exp_plus, !exp_Ropp. field.
    pose proof (exp_pos (spend k)). pose proof actions_pos. repeat split; lra.
Qed.

Definition hedge_bound : R :=
  ln (INR n) / eta + eta / 8 * rsum T (fun t => (hi t - lo t) * (hi t - lo t)) + / eta * rsum T r.

(** Hedge: what an action would have earned, beyond what was earned. *)
Theorem hedge_regret i : (i < n)%nat -> rsum T (fun t => u t i) - rsum T earned <= hedge_bound.
Proof.
  intros Hi. pose proof (potential T i (Nat.le_refl T) Hi) as HP.
  set (e := rsum T (fun t => eta * u t i - (spend t + r t))) in HP.
  assert (He : e = eta * (rsum T (fun t => u t i) - rsum T earned)
     - eta * eta / 8 * rsum T (fun t => (hi t - lo t) * (hi t - lo t)) - rsum T r).
  { unfold e, spend. rewrite rsum_minus, !rsum_plus, !rsum_scal.
    rewrite (rsum_ext T (fun t => eta * eta * ((hi t - lo t) * (hi t - lo t)) / 8)
      (fun t => eta * eta / 8 * ((hi t - lo t) * (hi t - lo t)))) by (intros; field).
    rewrite rsum_scal. ring. }
  destruct (weights T (Nat.le_refl T)) as [Hp H1].
  assert (Hw : w T i <= 1) by (rewrite <- H1; apply rsum_term_le; assumption).
  pose proof actions_pos as Hn.
  assert (Hle : exp e <= INR n).
  { apply Rmult_le_reg_l with (/ INR n); [apply Rinv_0_lt_compat, Hn|]. rewrite Rinv_l; lra. }
  assert (Hln : e <= ln (INR n)).
  { rewrite <- (ln_exp e). destruct Hle as [Hlt|Heq].
    - left. apply ln_increasing; [apply exp_pos|exact Hlt].
    - rewrite Heq. lra. }
  apply Rmult_le_reg_l with eta; [exact eta_pos|]. unfold hedge_bound.
  replace (eta * (ln (INR n) / eta + eta / 8 * rsum T (fun t => (hi t - lo t) * (hi t - lo t)) + / eta * rsum T r))
    with (ln (INR n) + eta * eta / 8 * rsum T (fun t => (hi t - lo t) * (hi t - lo t)) + rsum T r)
    by (field; lra).
  lra.
Qed.

(** The same against every mixture of actions. *)
Theorem hedge_regret_mixed q : simplex n q ->
  rsum T (fun t => rsum n (fun i => q i * u t i)) - rsum T earned <= hedge_bound.
Proof.
  intros [Hq Hq1]. rewrite rsum_swap.
  rewrite (rsum_ext n _ (fun i => q i * rsum T (fun t => u t i))) by (intros; apply rsum_scal).
  apply Rplus_le_reg_r with (rsum T earned).
  replace (rsum n (fun i => q i * rsum T (fun t => u t i)) - rsum T earned + rsum T earned)
    with (rsum n (fun i => q i * rsum T (fun t => u t i))) by ring.
  rewrite <- (Rmult_1_l (hedge_bound + rsum T earned)), <- Hq1, <- rsum_scal_r.
  apply rsum_le. intros i Hi. apply Rmult_le_compat_l; [apply Hq, Hi|].
  pose proof (hedge_regret i Hi). lra.
Qed.
End Hedge.

(** * Corollary 2: one Hedge for each column of a left-stochastic matrix *)
Section Matrix.
Variables (n T : nat) (M A : nat -> nat -> nat -> R) (eta : R) (lo hi r : nat -> nat -> R).
Hypothesis n_pos : (0 < n)%nat.
Hypothesis eta_pos : 0 < eta.
Hypothesis stochastic : forall t, (t <= T)%nat -> left_stochastic n (M t).
Hypothesis start : forall j i, (j < n)%nat -> (i < n)%nat -> M O j i = / INR n.
(** A t j i is the gain of entry (j, i); column i is updated by itself, r t i is its rounding. *)
Hypothesis update : forall t j i, (t < T)%nat -> (j < n)%nat -> (i < n)%nat ->
  M t j i * exp (eta * A t j i) / rsum n (fun k => M t k i * exp (eta * A t k i)) <= M (S t) j i * exp (r t i).
Hypothesis range : forall t j i, (t < T)%nat -> (j < n)%nat -> (i < n)%nat -> lo t i <= A t j i <= hi t i.

Definition inner (X Y : nat -> nat -> R) : R := rsum n (fun i => rsum n (fun j => X j i * Y j i)).

Theorem matrix_regret Ms : left_stochastic n Ms ->
  rsum T (fun t => inner Ms (A t)) - rsum T (fun t => inner (M t) (A t)) <=
  INR n * ln (INR n) / eta
  + eta / 8 * rsum T (fun t => rsum n (fun i => (hi t i - lo t i) * (hi t i - lo t i)))
  + / eta * rsum T (fun t => rsum n (fun i => r t i)).
Proof.
  intros HM.
  assert (Hcol : forall i, (i < n)%nat ->
    rsum T (fun t => rsum n (fun j => Ms j i * A t j i)) - rsum T (fun t => rsum n (fun j => M t j i * A t j i))
    <= hedge_bound n T eta (fun t => lo t i) (fun t => hi t i) (fun t => r t i)).
  { intros i Hi.
    apply (hedge_regret_mixed n T (fun t j => M t j i) (fun t j => A t j i) eta (fun t => lo t i) (fun t => hi t i)
      (fun t => r t i) n_pos eta_pos) with (q := fun j => Ms j i).
    - intros t Ht. apply (stochastic t Ht i Hi).
    - intros j Hj. apply start; assumption.
    - intros t j Ht Hj. apply update; assumption.
    - intros t j Ht Hj. apply range; assumption.
    - apply (HM i Hi). }
  unfold inner. rewrite (rsum_swap T n), (rsum_swap T n (fun t i => rsum n (fun j => M t j i * A t j i))), <- rsum_minus.
  eapply Rle_trans; [apply rsum_le; intros i Hi; apply (Hcol i Hi)|].
  right. unfold hedge_bound.
  rewrite !rsum_plus, rsum_const, !rsum_scal.
  rewrite (rsum_swap n T (fun i t => (hi t i - lo t i) * (hi t i - lo t i))), (rsum_swap n T (fun i t => r t i)).
  field. lra.
Qed.
End Matrix.

(** Corollary 2, for concave f_t of matrices with supergradients A_t whose column i is at most a_(t,i) in
    absolute value, sum_i a_(t,i)^2 <= B^2, and the paper's step: (3/2) B sqrt(n ln n / T); the paper says 2. *)
Theorem corollary_2 n T (M A : nat -> nat -> nat -> R) (f : nat -> (nat -> nat -> R) -> R) (a : nat -> nat -> R) B Ms :
  (2 <= n)%nat -> (0 < T)%nat -> 0 < B ->
  let eta := sqrt (INR n * ln (INR n) / (INR T * (B * B))) in
  (forall t, (t <= T)%nat -> left_stochastic n (M t)) ->
  (forall j i, (j < n)%nat -> (i < n)%nat -> M O j i = / INR n) ->
  (forall t j i, (t < T)%nat -> (j < n)%nat -> (i < n)%nat ->
     M (S t) j i = M t j i * exp (eta * A t j i) / rsum n (fun k => M t k i * exp (eta * A t k i))) ->
  (forall t j i, (t < T)%nat -> (j < n)%nat -> (i < n)%nat -> Rabs (A t j i) <= a t i) ->
  (forall t, (t < T)%nat -> rsum n (fun i => a t i * a t i) <= B * B) ->
  (forall t, (t < T)%nat -> f t Ms <= f t (M t) + (inner n Ms (A t) - inner n (M t) (A t))) ->
  left_stochastic n Ms ->
  rsum T (fun t => f t Ms) / INR T - rsum T (fun t => f t (M t)) / INR T
  <= 3 / 2 * (B * sqrt (INR n * ln (INR n) / INR T)).
Proof.
  intros Hn HT HB eta Hst H0 Hupd HA Ha Hf HM.
  assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  assert (Hnr : 2 <= INR n) by (change 2 with (INR 2); apply le_INR, Hn).
  assert (Hln : 0 < ln (INR n)) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (HC : 0 < INR n * ln (INR n)) by (apply Rmult_lt_0_compat; lra).
  assert (Heta : 0 < eta) by (apply sqrt_lt_R0, Rdiv_lt_0_compat; [lra|repeat apply Rmult_lt_0_compat; lra]).
  pose proof (matrix_regret n T M A eta (fun t i => - a t i) (fun t i => a t i) (fun _ _ => 0)
    ltac:(lia) Heta Hst H0) as Hreg.
  assert (H : rsum T (fun t => inner n Ms (A t)) - rsum T (fun t => inner n (M t) (A t)) <=
    INR n * ln (INR n) / eta + eta / 2 * (INR T * (B * B))).
  { eapply Rle_trans; [apply Hreg|].
    - intros t j i Ht Hj Hi. rewrite exp_0, Rmult_1_r, Hupd by assumption. lra.
    - intros t j i Ht Hj Hi. pose proof (HA t j i Ht Hj Hi) as Hab.
      pose proof (Rle_abs (A t j i)). pose proof (Rle_abs (- A t j i)) as Hneg. rewrite Rabs_Ropp in Hneg. lra.
    - exact HM.
    - rewrite (rsum_zero' T (fun t => rsum n (fun _ => 0))) by (intros; apply rsum_zero).
      rewrite Rmult_0_r, Rplus_0_r. apply Rplus_le_compat_l.
      apply Rle_trans with (eta / 8 * (INR T * (4 * (B * B)))); [|right; field].
      apply Rmult_le_compat_l; [lra|]. rewrite <- rsum_const. apply rsum_le. intros t Ht.
      rewrite (rsum_ext n _ (fun i => 4 * (a t i * a t i))) by (intros; ring).
      rewrite rsum_scal. apply Rmult_le_compat_l; [lra|apply Ha, Ht]. }
  apply Rle_trans with ((rsum T (fun t => inner n Ms (A t)) - rsum T (fun t => inner n (M t) (A t))) / INR T).
  - unfold Rdiv. rewrite <- Rmult_minus_distr_r. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HTr|].
    rewrite <- !rsum_minus. apply rsum_le. intros t Ht. pose proof (Hf t Ht). lra.
  - replace (3 / 2) with (/ 1 + 1 / 2) by lra.
    apply constant_at_step; try assumption; try lra. rewrite Rmult_1_l. exact H.
Qed.
