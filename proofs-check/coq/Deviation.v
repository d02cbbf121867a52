(** Two lambda-players that need no matrix: deviation Hedge for the proxy game (its regret bounds are all that
    Theorem 2 uses), and exponentiated gradient for the Lagrangian game. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums Norms Descent Hedge.
Local Open Scope R_scope.

(** The best step for Hedge whose gains differ by at most r in a round: r sqrt(A/(2T)) with A = ln n. *)
Lemma hedge_constant A r T S : 0 < A -> 0 < r -> (0 < T)%nat ->
  let eta := sqrt (8 * A / (INR T * (r * r))) in
  S <= A / eta + eta / 8 * (INR T * (r * r)) -> S / INR T <= r * sqrt (A / (2 * INR T)).
Proof.
  intros HA Hr HT eta H. assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  assert (HTB : 0 < INR T * (r * r)) by (repeat apply Rmult_lt_0_compat; lra).
  assert (H8 : 0 < 8 * A / (INR T * (r * r))) by (apply Rdiv_lt_0_compat; lra).
  assert (Heta : 0 < eta) by (apply sqrt_lt_R0, H8).
  assert (Hsq : eta * eta = 8 * A / (INR T * (r * r))) by (apply sqrt_sqrt; lra).
  assert (Hs : sqrt (A / (2 * INR T)) = eta * r / 4).
  { assert (Hpos : 0 <= eta * r / 4) by (assert (0 < eta * r) by (apply Rmult_lt_0_compat; lra); lra).
    rewrite <- (sqrt_square (eta * r / 4) Hpos). f_equal.
    replace (eta * r / 4 * (eta * r / 4)) with (eta * eta * (r * r) / 16) by field. rewrite Hsq. field. lra. }
  rewrite Hs. assert (HAe : A = eta * eta * (INR T * (r * r)) / 8) by (rewrite Hsq; field; lra).
  apply Rmult_le_reg_r with (INR T); [exact HTr|].
  replace (S / INR T * INR T) with S by (field; lra). eapply Rle_trans; [exact H|]. right.
  rewrite HAe at 1. field. lra.
Qed.

(** * Deviation Hedge
    Action 0 is the objective with gain 0, action j+1 constraint j. The weights themselves are the multipliers; the
    gain of "everything to the objective" is - <lambda, l>, that of "objective to j" is lambda_0 l_j. *)
Section DeviationHedge.
Variables (m T : nat) (lam l : nat -> nat -> R) (eta : R) (lo hi r : nat -> R).
Hypothesis eta_pos : 0 < eta.
Hypothesis lam_simplex : forall t, (t <= T)%nat -> simplex (S m) (lam t).
Hypothesis start : forall i, (i < S m)%nat -> lam O i = / INR (S m).
Hypothesis objective_gain : forall t, (t < T)%nat -> l t O = 0.
(** 0 and every l_(t,j) lie between lo_t and hi_t. *)
Hypothesis range : forall t j, (t < T)%nat -> (j < S m)%nat -> lo t <= l t j <= hi t.
Definition deviation_gain (t i : nat) : R :=
  match i with O => - dot (S m) (lam t) (l t) | S _ => lam t O * l t i end.
Hypothesis update : forall t i, (t < T)%nat -> (i < S m)%nat ->
  lam t i * exp (eta * deviation_gain t i) / normaliser (S m) lam deviation_gain eta t <= lam (S t) i * exp (r t).

(** lambda_t is its own stationary distribution: it earns nothing by the deviations. *)
Lemma earns_nothing t : (t < T)%nat -> earned (S m) lam deviation_gain t = 0.
Proof.
  intros Ht. unfold earned. rewrite rsum_S_l. cbn [deviation_gain].
  unfold dot. rewrite (rsum_S_l m (fun i => lam t i * l t i)), objective_gain by exact Ht.
  rewrite (rsum_ext m (fun i => lam t (S i) * (lam t O * l t (S i))) (fun i => lam t O * (lam t (S i) * l t (S i))))
    by (intros; ring).
  rewrite rsum_scal. ring.
Qed.

Lemma deviation_range t i : (t < T)%nat -> (i < S m)%nat ->
  lo t - dot (S m) (lam t) (l t) <= deviation_gain t i <= hi t - dot (S m) (lam t) (l t).
Proof.
  intros Ht Hi. pose proof (range t O Ht ltac:(lia)) as H0. rewrite objective_gain in H0 by exact Ht.
  destruct i as [|i]; [simpl; lra|]. cbn [deviation_gain].
  destruct (lam_simplex t ltac:(lia)) as [Hp H1]. pose proof (range t (S i) Ht Hi) as Hr.
  assert (Hd : forall c, (forall j, (j < S m)%nat -> l t j <= c) ->
    dot (S m) (lam t) (l t) <= c * (1 - lam t O)).
  { intros c Hc. unfold dot. rewrite rsum_S_l, objective_gain by exact Ht. rewrite rsum_S_l in H1.
    replace (1 - lam t O) with (rsum m (fun i => lam t (S i))) by lra. rewrite <- rsum_scal, Rmult_0_r, Rplus_0_l.
    apply rsum_le. intros j Hj. pose proof (Hp (S j) ltac:(lia)). pose proof (Hc (S j) ltac:(lia)). nra. }
  assert (Hd' : forall c, (forall j, (j < S m)%nat -> c <= l t j) ->
    c * (1 - lam t O) <= dot (S m) (lam t) (l t)).
  { intros c Hc. unfold dot. rewrite rsum_S_l, objective_gain by exact Ht. rewrite rsum_S_l in H1.
    replace (1 - lam t O) with (rsum m (fun i => lam t (S i))) by lra. rewrite <- rsum_scal, Rmult_0_r, Rplus_0_l.
    apply rsum_le. intros j Hj. pose proof (Hp (S j) ltac:(lia)). pose proof (Hc (S j) ltac:(lia)). nra. }
  pose proof (Hd (hi t) (fun j Hj => proj2 (range t j Ht Hj))).
  pose proof (Hd' (lo t) (fun j Hj => proj1 (range t j Ht Hj))).
  pose proof (Hp O ltac:(lia)) as Hp0. split; nra.
Qed.

Definition deviation_bound : R := hedge_bound (S m) T eta lo hi r.

Lemma deviation_regret i : (i < S m)%nat -> rsum T (fun t => deviation_gain t i) <= deviation_bound.
Proof.
  intros Hi.
  pose proof (hedge_regret (S m) T lam deviation_gain eta (fun t => lo t - dot (S m) (lam t) (l t))
    (fun t => hi t - dot (S m) (lam t) (l t)) r ltac:(lia) eta_pos lam_simplex start update deviation_range i Hi) as H.
  rewrite (rsum_zero' T (earned (S m) lam deviation_gain)) in H by (intros; apply earns_nothing; assumption).
  unfold deviation_bound, hedge_bound in *.
  rewrite (rsum_ext T (fun t => (hi t - dot (S m) (lam t) (l t) - (lo t - dot (S m) (lam t) (l t)))
    * (hi t - dot (S m) (lam t) (l t) - (lo t - dot (S m) (lam t) (l t)))) (fun t => (hi t - lo t) * (hi t - lo t))) in H
    by (intros; ring).
  lra.
Qed.

(** "Everything to the objective" and "objective to constraint j" gain at most the bound, in sum. *)
Theorem deviation_hedge_objective : - rsum T (fun t => dot (S m) (lam t) (l t)) <= deviation_bound.
Proof.
  pose proof (deviation_regret O ltac:(lia)) as H. cbn [deviation_gain] in H.
  replace (- rsum T (fun t => dot (S m) (lam t) (l t))) with (rsum T (fun t => - dot (S m) (lam t) (l t))); [exact H|].
  rewrite <- (Rmult_1_l (rsum T (fun t => dot (S m) (lam t) (l t)))), Ropp_mult_distr_l, <- rsum_scal.
  apply rsum_ext. intros; ring.
Qed.
Theorem deviation_hedge_constraint j : (j < m)%nat -> rsum T (fun t => lam t O * l t (S j)) <= deviation_bound.
Proof. intros Hj. apply (deviation_regret (S j)). lia. Qed.
End DeviationHedge.

(** With exact updates and the best step: r sqrt(ln(m+1)/(2T)), against 2 B sqrt((m+1) ln(m+1)/T) for the matrix
    player with r <= 2 B. *)
Theorem deviation_hedge_rate m T r : (1 <= m)%nat -> (0 < T)%nat -> 0 < r ->
  let eta := sqrt (8 * ln (INR (S m)) / (INR T * (r * r))) in
  forall lo hi, (forall t, (t < T)%nat -> 0 <= hi t - lo t <= r) ->
  0 < eta /\ deviation_bound m T eta lo hi (fun _ => 0) / INR T <= r * sqrt (ln (INR (S m)) / (2 * INR T)).
Proof.
  intros Hm HT Hr eta lo hi Hlh. assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  assert (Hln : 0 < ln (INR (S m))).
  { rewrite <- ln_1. apply ln_increasing; [lra|]. change 1 with (INR 1). apply lt_INR. lia. }
  assert (Heta : 0 < eta).
  { apply sqrt_lt_R0, Rdiv_lt_0_compat; [lra|]. repeat apply Rmult_lt_0_compat; lra. }
  split; [exact Heta|]. apply hedge_constant; try assumption. fold eta.
  unfold deviation_bound, hedge_bound. rewrite rsum_zero, Rmult_0_r, Rplus_0_r.
  apply Rplus_le_compat_l, Rmult_le_compat_l; [lra|]. rewrite <- rsum_const. apply rsum_le.
  intros t Ht. pose proof (Hlh t Ht). nra.
Qed.

(** * Exponentiated gradient on { lambda >= 0, ||lambda||_1 <= R }
    Weight 0 is the slack; lambda_i = R w_(i+1), and the gain of weight i+1 is R g_i. *)
Section ExponentiatedGradient.
Variables (m T : nat) (w g : nat -> nat -> R) (R0 eta : R) (lo hi r : nat -> R).
Hypothesis eta_pos : 0 < eta.
Hypothesis R_pos : 0 < R0.
Hypothesis weights : forall t, (t <= T)%nat -> simplex (S m) (w t).
Hypothesis start : forall i, (i < S m)%nat -> w O i = / INR (S m).
Definition eg_gain (t i : nat) : R := match i with O => 0 | S i => R0 * g t i end.
Hypothesis update : forall t i, (t < T)%nat -> (i < S m)%nat ->
  w t i * exp (eta * eg_gain t i) / normaliser (S m) w eg_gain eta t <= w (S t) i * exp (r t).
Hypothesis range : forall t i, (t < T)%nat -> (i < S m)%nat -> lo t <= eg_gain t i <= hi t.
Definition eg_lambda (t i : nat) : R := R0 * w t (S i).

Theorem exponentiated_gradient_regret ls : nonneg m ls -> rsum m ls <= R0 ->
  rsum T (fun t => dot m ls (g t)) - rsum T (fun t => dot m (eg_lambda t) (g t)) <= hedge_bound (S m) T eta lo hi r.
Proof.
  intros Hls Hsum.
  set (q := fun i => match i with O => 1 - rsum m ls / R0 | S i => ls i / R0 end).
  assert (HRi : 0 < / R0) by (apply Rinv_0_lt_compat, R_pos).
  assert (Hq : simplex (S m) q).
  { split.
    - intros [|i] Hi; unfold q.
      + apply Rmult_le_reg_r with R0; [exact R_pos|]. replace ((1 - rsum m ls / R0) * R0) with (R0 - rsum m ls) by (field; lra). lra.
      + unfold Rdiv. apply Rmult_le_pos; [apply Hls; lia|lra].
    - rewrite rsum_S_l. unfold q. unfold Rdiv. rewrite rsum_scal_r. ring. }
  pose proof (hedge_regret_mixed (S m) T w eg_gain eta lo hi r ltac:(lia) eta_pos weights start update range q Hq) as H.
  eapply Rle_trans; [|exact H]. right.
  rewrite (rsum_ext T (earned (S m) w eg_gain) (fun t => dot m (eg_lambda t) (g t)));
    [rewrite (rsum_ext T (fun t => rsum (S m) (fun i => q i * eg_gain t i)) (fun t => dot m ls (g t))); [reflexivity|]|];
    intros t Ht.
  - rewrite rsum_S_l. unfold q, eg_gain, dot. rewrite Rmult_0_r, Rplus_0_l. apply rsum_ext. intros. field. lra.
  - unfold earned. rewrite rsum_S_l. unfold eg_gain, dot, eg_lambda. rewrite Rmult_0_r, Rplus_0_l.
    apply rsum_ext. intros. ring.
Qed.
End ExponentiatedGradient.
