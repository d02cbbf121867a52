(** The claims of a certificate (section 5 of the checker's specification).

    For each claim: its slack has the sign of rhs - lhs whatever the data are (so a slack
    enclosed for all data in their intervals decides the claim for all of them), and the
    claim is true if what was given is true. Where the slack is an identity, the claim is
    true of all data. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums Norms Games Lagrangian Proxy.
Local Open Scope R_scope.

(** * Slacks and verdicts *)
Definition same_sign (x y : R) : Prop := (0 <= x <-> 0 <= y) /\ (0 < x <-> 0 < y).

Lemma same_sign_scale k x y : 0 < k -> x = k * y -> same_sign x y.
Proof.
  intros Hk ->. repeat split; intros H.
  - apply Rmult_le_reg_l with k; lra.
  - apply Rmult_le_pos; lra.
  - apply Rmult_lt_reg_l with k; lra.
  - apply Rmult_lt_0_compat; lra.
Qed.
Lemma same_sign_eq x y : x = y -> same_sign x y.
Proof. intros ->. split; tauto. Qed.

(** A slack between lo and hi: [holds] if lo >= 0 (lo > 0 for <), [violated] if hi < 0
    (hi <= 0 for <). *)
Theorem slack_decides slack lhs rhs lo hi : same_sign slack (rhs - lhs) -> lo <= slack <= hi ->
  (0 <= lo -> lhs <= rhs) /\ (0 < lo -> lhs < rhs) /\
  (hi < 0 -> rhs < lhs) /\ (hi <= 0 -> rhs <= lhs).
Proof.
  intros [H1 H2] H. repeat split; intros Hs.
  - assert (0 <= rhs - lhs) by (apply H1; lra). lra.
  - assert (0 < rhs - lhs) by (apply H2; lra). lra.
  - destruct (Rlt_le_dec rhs lhs) as [|Hle]; [assumption|]. exfalso.
    assert (0 <= slack) by (apply H1; lra). lra.
  - destruct (Rle_lt_dec rhs lhs) as [|Hlt]; [assumption|]. exfalso.
    assert (0 < slack) by (apply H2; lra). lra.
Qed.

(** With a norm other than 1 and inf the slack is made of the recorded enclosures. *)
Theorem recorded_slack lhs rhs lhs_lo lhs_hi rhs_lo rhs_hi :
  lhs_lo <= lhs <= lhs_hi -> rhs_lo <= rhs <= rhs_hi -> rhs_lo - lhs_hi <= rhs - lhs <= rhs_hi - lhs_lo.
Proof. lra. Qed.

(** A violated conclusion shows that what was given is false. *)
Theorem violated_refutes (given : Prop) slack lhs rhs hi : same_sign slack (rhs - lhs) ->
  (given -> lhs <= rhs) -> slack <= hi -> hi < 0 -> ~ given.
Proof. intros [H1 _] Hg Hs Hh G. specialize (Hg G). assert (0 <= slack) by (apply H1; lra). lra. Qed.

(** Quotients with an enclosed positive divisor: sections 4 and 5 divide by A. *)
Theorem quotient_upper num up A lo hi : num <= up -> 0 < lo -> lo <= A <= hi ->
  num / A <= Rmax (up / lo) (up / hi).
Proof.
  intros Hn Hl HA. assert (Hle : num / A <= up / A).
  { apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|exact Hn]. }
  assert (Hinv : / hi <= / A <= / lo) by (split; apply Rinv_le_contravar; lra).
  destruct (Rle_dec 0 up).
  - eapply Rle_trans; [exact Hle|]. eapply Rle_trans; [|apply Rmax_l]. unfold Rdiv. nra.
  - eapply Rle_trans; [exact Hle|]. eapply Rle_trans; [|apply Rmax_r]. unfold Rdiv. nra.
Qed.

(** * The Lagrangian game *)
Section LagrangianRules.
Context {Theta : Type}.
Variables (m : nat) (g0 : Theta -> R) (g : nat -> Theta -> R) (np : norm_pair m).
(** d: theta with the weights given; mul: the mean multipliers, with theirs. *)
Variables (d : mixture Theta) (mul : nat -> R) (R0 lower : R).
Hypothesis HR : 0 <= R0.
Hypothesis Hmul : nonneg m mul.
Notation E0 := (mean d g0).
Notation v := (infeasibility m g d).
Notation u := (dual np (violation g d)).
Notation n := (norm np mul).
Notation eps := (E0 + R0 * u - lower).

(** What may be given. *)
Definition given_lower : Prop := forall th, lower <= lagrangian m g0 g th mul.
Definition given_margin (th' : Theta) (gamma : R) : Prop := margin m g th' gamma.
Definition given_range (B : R) : Prop := forall a b, g0 a - g0 b <= B.

(** For the norm 1, u is v, and n is the sum of the multipliers. *)
Theorem norm_1_values : np = norms_1_inf m -> u = v /\ n = rsum m mul.
Proof. intros ->. split; [apply linf_posp|apply l1_nonneg, Hmul]. Qed.
(** For the norm inf, u is the sum of the violations. *)
Theorem norm_inf_values : np = norms_inf_1 m -> u = rsum m (violation g d).
Proof. intros ->. apply l1_nonneg, violation_nonneg. Qed.

Theorem rule_lower_bound_possible_lagrangian :
  given_lower -> lower <= E0 + rsum m (fun i => mul i * mean d (g i)).
Proof. apply (lower_le_played m g0 g d mul lower). Qed.

Theorem rule_norm_below_radius : n < R0 <-> 0 < R0 - n.
Proof. lra. Qed.

Theorem rule_slater_below_radius B gamma : B / gamma < R0 <-> 0 < R0 - B / gamma.
Proof. lra. Qed.

(** [suboptimality], an identity; and what it bounds. *)
Theorem rule_suboptimality_lagrangian :
  E0 - lower <= eps /\
  (given_lower -> forall q, feasible_on_average m g q -> E0 - mean q g0 <= E0 - lower).
Proof.
  split; [apply direct_bound_le_epsilon, HR|]. intros Hl q Hq.
  pose proof (direct_bound m g0 g d mul lower Hmul Hl q Hq). lra.
Qed.

(** [infeasibility]: u <= epsilon / (R - n), by the slack E0 + n u - lower. *)
Theorem rule_infeasibility_lagrangian : 0 < R0 - n ->
  same_sign (E0 + n * u - lower) (eps / (R0 - n) - u) /\
  (given_lower -> u <= eps / (R0 - n)).
Proof.
  intros Hn. split.
  - apply (same_sign_scale (R0 - n)); [exact Hn|]. field. lra.
  - intros Hl. apply le_quotient; [exact Hn|]. apply (feasibility_product m g0 g np d mul lower Hmul Hl R0).
Qed.

(** [infeasibility_slater]: u <= epsilon / (R - B/gamma), by E0 + (B/gamma) u - lower. *)
Theorem rule_infeasibility_slater B gamma : 0 < gamma -> 0 <= B -> 0 < R0 - B / gamma ->
  same_sign (E0 + B / gamma * u - lower) (eps / (R0 - B / gamma) - u) /\
  (forall th', given_lower -> given_margin th' gamma -> given_range B -> u <= eps / (R0 - B / gamma)).
Proof.
  intros Hg HB Hd. split.
  - apply (same_sign_scale (R0 - B / gamma)); [exact Hd|]. set (s := B / gamma) in *. field. lra.
  - intros th' Hl Hm Hr. apply (slater_feasibility m g0 g np d mul lower Hmul Hl R0 th' gamma B); try assumption.
    + apply range_mean, Hr.
    + lra.
Qed.

(** [infeasibility_slater_data]: R u <= epsilon + a (G - E0) with a = v/(v + gamma), by
    the slack E0 + a (G - E0) - lower; R u has cancelled. *)
Theorem rule_infeasibility_slater_data G gamma : 0 < gamma ->
  same_sign (E0 + v / (v + gamma) * (G - E0) - lower)
            (eps + v / (v + gamma) * (G - E0) - R0 * u) /\
  (forall th', given_lower -> given_margin th' gamma -> g0 th' = G ->
     R0 * u <= eps + v / (v + gamma) * (G - E0)).
Proof.
  intros Hg. split.
  - apply same_sign_eq. ring.
  - intros th' Hl Hm <-. apply (slater_feasibility_data m g0 g np d mul lower Hmul Hl R0 th' gamma Hg Hm).
Qed.

(** [multiplier_norm]: n <= (epsilon + B)/gamma, by epsilon + B - gamma n. *)
Theorem rule_multiplier_norm B gamma : 0 < gamma ->
  same_sign (eps + B - gamma * n) ((eps + B) / gamma - n) /\
  (forall th', given_lower -> given_margin th' gamma -> given_range B -> n <= (eps + B) / gamma).
Proof.
  intros Hg. split.
  - apply (same_sign_scale gamma); [exact Hg|]. field. lra.
  - intros th' Hl Hm Hr. apply le_quotient; [exact Hg|].
    destruct (multiplier_norm_product m g0 g np mul lower Hmul Hl th' gamma (Rlt_le _ _ Hg) Hm).
    pose proof (range_mean g0 d th' B Hr). pose proof (Rmult_le_pos R0 u HR (dual_pos np _)). lra.
Qed.

(** [multiplier_norm_data]: n <= (epsilon + G - E0)/gamma, by R u + G - lower - gamma n;
    E0 has cancelled. *)
Theorem rule_multiplier_norm_data G gamma : 0 < gamma ->
  same_sign (R0 * u + G - lower - gamma * n) ((eps + G - E0) / gamma - n) /\
  (forall th', given_lower -> given_margin th' gamma -> g0 th' = G -> n <= (eps + G - E0) / gamma).
Proof.
  intros Hg. split.
  - apply (same_sign_scale gamma); [exact Hg|]. field. lra.
  - intros th' Hl Hm <-. apply le_quotient; [exact Hg|].
    destruct (multiplier_norm_product m g0 g np mul lower Hmul Hl th' gamma (Rlt_le _ _ Hg) Hm).
    pose proof (Rmult_le_pos R0 u HR (dual_pos np _)). lra.
Qed.
End LagrangianRules.

(** The ends of a = v/(v + gamma): it grows with v. *)
Theorem slater_weight_monotone v v' gamma : 0 < gamma -> 0 <= v -> v <= v' ->
  v / (v + gamma) <= v' / (v' + gamma).
Proof.
  intros Hg Hv Hle. apply le_quotient; [lra|].
  apply Rmult_le_reg_r with (v + gamma); [lra|].
  replace ((v' + gamma) * (v / (v + gamma)) * (v + gamma)) with ((v' + gamma) * v) by (field; lra). nra.
Qed.

(** [margin_positive], in both games. *)
Theorem rule_margin_positive gamma : 0 < gamma <-> 0 < gamma - 0.
Proof. lra. Qed.

(** * The proxy game *)
Section ProxyRules.
Context {Theta : Type}.
Variables (m : nat) (g0 : Theta -> R) (g p : nat -> Theta -> R) (d : @play Theta) (lower : R).
Hypothesis Hnonneg : multipliers_nonneg m d.
Notation A := (objective_weight d).
Notation W := (total_weight m d).
Notation swap := (swap_regret m g d).
Notation out := (deviation_to_constraints m g d).
Notation dev := (deviation_to_objective m g d).
Notation kappa := (domination_gap m g p d).
Notation K := (posp kappa).
Notation theta_regret := (lost m g0 p d - lower).
Notation mass0 := (mean d (fun x => snd x O * g0 (fst x))).

Definition given_lower_proxy : Prop := forall th, lower <= theta_loss m g0 p th (mu d).

Theorem rule_objective_weight_positive : 0 < A <-> 0 < A - 0.
Proof. lra. Qed.
Theorem rule_domination : kappa <= 0 <-> 0 <= - kappa.
Proof. lra. Qed.

Section Positive.
Hypothesis HA : 0 < A.
Notation bar := (theta_bar m d Hnonneg HA).
Notation E0 := (mean bar g0).
Notation v := (infeasibility m g bar).

(** [lower_bound_possible]: H = mean lambda_0 g0 + sum_i mu_i (mean lambda_0 p_i) / A. *)
Theorem rule_lower_bound_possible_proxy : given_lower_proxy ->
  lower <= mass0 + rsum m (fun i => mu d (S i) * (mean d (fun x => snd x O * p i (fst x)) / A)).
Proof.
  intros Hl. pose proof (proxy_lower_le_played m g0 p d Hnonneg HA lower Hl) as H.
  rewrite <- mass_theta_bar in H.
  rewrite (rsum_ext m _ (fun i => mu d (S i) * mean bar (p i))); [exact H|].
  intros i _. rewrite mean_theta_bar. reflexivity.
Qed.

(** [infeasibility] and [infeasibility_deviation]: identities. *)
Theorem rule_infeasibility_proxy : v <= swap / A.
Proof. apply feasibility_swap. Qed.
Theorem rule_infeasibility_deviation : v <= out / A.
Proof. rewrite <- (theorem_4_feasibility_deviation m g d Hnonneg HA). lra. Qed.

(** [suboptimality] and [suboptimality_deviation]: identities; and what they bound. *)
Theorem rule_suboptimality_proxy :
  E0 - lower / A <= (theta_regret + swap + K) / A /\
  (given_lower_proxy -> forall q, feasible_on_average m p q -> E0 - mean q g0 <= E0 - lower / A).
Proof.
  split; [apply suboptimality_swap|]. intros Hl q Hq.
  pose proof (proxy_direct_bound m g0 p d Hnonneg HA lower Hl q Hq). lra.
Qed.
Theorem rule_suboptimality_deviation : E0 - lower / A <= (theta_regret + dev + K) / A.
Proof. apply suboptimality_deviation. Qed.

(** Theorem 2 as a rule, with an enclosure of the weight of the objective and upper ends
    of the regrets: what a checker that knows A only up to [lo, hi] may conclude. *)
Theorem rule_theorem_2_intervals lo hi swap_up theta_up K_up :
  0 < lo -> lo <= A <= hi -> swap <= swap_up -> theta_regret <= theta_up -> K <= K_up ->
  v <= swap_up / lo /\
  (given_lower_proxy -> forall q, feasible_on_average m p q ->
     E0 - mean q g0 <= Rmax ((theta_up + swap_up + K_up) / lo) ((theta_up + swap_up + K_up) / hi)).
Proof.
  intros Hlo HAi Hs Ht HK. split.
  - eapply Rle_trans; [apply rule_infeasibility_proxy|].
    assert (0 <= swap).
    { eapply Rle_trans; [|apply deviation_to_constraints_le_swap]. apply pos_max_nonneg. }
    apply Rmult_le_compat; [lra|left; apply Rinv_0_lt_compat, HA|exact Hs|apply Rinv_le_contravar; lra].
  - intros Hl q Hq. destruct rule_suboptimality_proxy as [H1 H2]. specialize (H2 Hl q Hq).
    eapply Rle_trans; [exact H2|]. eapply Rle_trans; [exact H1|]. apply quotient_upper; lra.
Qed.

(** [objective_weight_data]: (N - d - K)/(gamma + G - E0) <= A, N = gamma W - theta_regret,
    by the slack A (gamma + G) - M, M = gamma W - (sum_i mean lambda_i p_i - lower) - d - K;
    A E0 has cancelled. *)
Theorem rule_objective_weight_data G gamma : 0 < gamma -> 0 < gamma + G - E0 ->
  let M := gamma * W - (mean d (fun x => rsum m (fun i => snd x (S i) * p i (fst x))) - lower) - dev - K in
  same_sign (A * (gamma + G) - M) (A - (gamma * W - theta_regret - dev - K) / (gamma + G - E0)) /\
  (forall th', given_lower_proxy -> margin m p th' gamma -> g0 th' = G ->
     (gamma * W - theta_regret - dev - K) / (gamma + G - E0) <= A).
Proof.
  intros Hg Hd M. split.
  - apply (same_sign_scale (gamma + G - E0)); [exact Hd|]. unfold M.
    rewrite lost_split, (mass_theta_bar m d Hnonneg HA g0). set (e := E0) in *. field. lra.
  - intros th' Hl Hm <-. apply (lemma_7_data m g0 g p d Hnonneg HA lower Hl th' gamma Hg Hm Hd).
Qed.
End Positive.

(** [objective_weight_deviation]: (N - d - K)/(gamma + B) <= A, by A (gamma + B) - N + d + K. *)
Theorem rule_objective_weight_deviation B gamma : 0 < gamma -> 0 <= B ->
  same_sign (A * (gamma + B) - (gamma * W - theta_regret) + dev + K)
            (A - (gamma * W - theta_regret - dev - K) / (gamma + B)) /\
  (forall th', given_lower_proxy -> margin m p th' gamma -> given_range g0 B ->
     (gamma * W - theta_regret - dev - K) / (gamma + B) <= A).
Proof.
  intros Hg HB. split.
  - apply (same_sign_scale (gamma + B)); [lra|]. field. lra.
  - intros th' Hl Hm Hr. apply (lemma_7_deviation m g0 g p d Hnonneg lower th' gamma B Hg Hm Hr Hl).
Qed.

(** [objective_weight]: the same with the swap regret in the place of d. *)
Theorem rule_objective_weight B gamma : 0 < gamma -> 0 <= B ->
  same_sign (A * (gamma + B) - (gamma * W - theta_regret) + swap + K)
            (A - (gamma * W - theta_regret - swap - K) / (gamma + B)) /\
  (forall th', given_lower_proxy -> margin m p th' gamma -> given_range g0 B ->
     (gamma * W - theta_regret - swap - K) / (gamma + B) <= A).
Proof.
  intros Hg HB. split.
  - apply (same_sign_scale (gamma + B)); [lra|]. field. lra.
  - intros th' Hl Hm Hr. destruct (rule_objective_weight_deviation B gamma Hg HB) as [_ H].
    eapply Rle_trans; [|apply (H th' Hl Hm Hr)].
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
    pose proof (deviation_to_objective_le_swap m g d). lra.
Qed.
End ProxyRules.

(** * Weights of rounds in the proxy game

    Theorem 4 is about a mixture of pairs (theta, lambda), so the rules above hold for rounds with any weights w >= 0: one for
    all means. Then every quantity of SPEC 4 is the weighted mean, and theta_bar plays theta_t with probability
    w_t lambda_(t,0) / sum_s w_s lambda_(s,0). *)
Section WeightedRounds.
Context {Theta : Type}.
Variables (m T : nat) (g0 : Theta -> R) (g p : nat -> Theta -> R) (th : nat -> Theta) (lam : nat -> nat -> R).
Variables (w : nat -> R) (lower : R).
Hypothesis Hw : forall t, (t < T)%nat -> 0 <= w t.
Hypothesis HW : 0 < rsum T w.
Hypothesis Hlam : forall t, (t < T)%nat -> nonneg (S m) (lam t).
Notation wmean x := (rsum T (fun t => w t * x t) / rsum T w).
Definition rounds_weighed : @play Theta := weighted T w (fun t => (th t, lam t)) Hw HW.
Notation d := rounds_weighed.
Notation A := (objective_weight d).
Notation E f := (rsum T (fun t => w t * (lam t O * f (th t))) / rsum T (fun t => w t * lam t O)).

Theorem rule_weights_means :
  (forall i, mu d i = wmean (fun t => lam t i)) /\
  (forall i j, swap_matrix g d i j = wmean (fun t => lam t i * payoff g j (th t))) /\
  lost m g0 p d = wmean (fun t => theta_loss m g0 p (th t) (lam t)) /\
  domination_gap m g p d = wmean (fun t => rsum m (fun i => lam t (S i) * (g i (th t) - p i (th t)))).
Proof.
  unfold mu, swap_matrix, lost, domination_gap, d.
  repeat split; intros; rewrite mean_weighted; reflexivity.
Qed.

Theorem rule_weights_proxy : 0 < A ->
  (forall i, (i < m)%nat -> E (g i) <= swap_regret m g d / A) /\
  E g0 - lower / A <= (lost m g0 p d - lower + swap_regret m g d + posp (domination_gap m g p d)) / A /\
  ((forall x, lower <= theta_loss m g0 p x (mu d)) ->
     forall q, feasible_on_average m p q -> E g0 <= mean q g0 + (E g0 - lower / A)).
Proof.
  intros HA. assert (Hn : multipliers_nonneg m d) by (intros t Ht; apply Hlam, Ht).
  assert (HE : forall f, mean (theta_bar m d Hn HA) f = E f).
  { intros f. assert (Hmu : A = wmean (fun t => lam t O)) by apply rule_weights_means.
    rewrite mean_theta_bar, Hmu. unfold d. rewrite mean_weighted. cbn [fst snd]. rewrite Hmu in HA. field. split; [|lra].
    intros H0. rewrite H0 in HA. unfold Rdiv in HA. rewrite Rmult_0_l in HA. lra. }
  repeat split.
  - intros i Hi. rewrite <- HE. eapply Rle_trans; [|apply (rule_infeasibility_proxy m g d Hn HA)].
    apply (pos_max_ub m (fun i => mean (theta_bar m d Hn HA) (g i)) i Hi).
  - rewrite <- HE. apply (rule_suboptimality_proxy m g0 g p d lower Hn HA).
  - intros Hl q Hq. rewrite <- HE. destruct (rule_suboptimality_proxy m g0 g p d lower Hn HA) as [_ H].
    specialize (H Hl q Hq). lra.
Qed.
End WeightedRounds.
