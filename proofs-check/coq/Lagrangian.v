(** The Lagrangian game: Theorems 1 and 3, Lemma 6 repaired, and what is stronger.

    All of it follows from one number: a lower bound of theta -> L(theta, mul) at some
    multipliers mul >= 0. So the mixture over theta may have any weights, and the
    multipliers may be any (they need not be an average, nor lie in Lambda). The
    paper's hypothesis, an approximate equilibrium, yields such a bound. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums Norms Games.
Local Open Scope R_scope.

(** x <= a / b from b x <= a. *)
Lemma le_quotient x a b : 0 < b -> b * x <= a -> x <= a / b.
Proof.
  intros Hb H. apply Rmult_le_reg_l with b; [exact Hb|].
  replace (b * (a / b)) with a by (field; lra). exact H.
Qed.

Section Lagrangian.
Context {Theta : Type}.
Variable m : nat.
Variable g0 : Theta -> R.
Variable g : nat -> Theta -> R.
Variable np : norm_pair m.
Variable d : mixture Theta.

Notation L := (lagrangian m g0 g).
Notation E0 := (mean d g0).
(** u: the q-norm of the violations; v: the largest of them. *)
Notation u := (dual np (violation g d)).
Notation v := (infeasibility m g d).

Lemma violation_nonneg : nonneg m (violation g d).
Proof. intros i _. apply posp_nonneg. Qed.

Lemma infeasibility_nonneg : 0 <= v.
Proof. apply pos_max_nonneg. Qed.

(** The largest violation is at most their q-norm, for every q. *)
Lemma infeasibility_le_dual : v <= u.
Proof.
  apply pos_max_lub; [apply dual_pos|]. intros i Hi.
  eapply Rle_trans; [|apply (dual_coordinate m np _ i violation_nonneg Hi)]. apply posp_ge.
Qed.

Lemma inner_le mul : nonneg m mul -> rsum m (fun i => mul i * mean d (g i)) <= norm np mul * u.
Proof.
  intros Hl. apply Rle_trans with (rsum m (fun i => mul i * violation g d i)).
  - apply rsum_le. intros i Hi. apply Rmult_le_compat_l; [apply Hl, Hi|apply posp_ge].
  - apply norm_holder; [exact Hl|apply violation_nonneg].
Qed.

(** * The maximum over Lambda in closed form

    max { E L(theta, lambda) : lambda in Lambda } = E g0 + R ||(E g)_+||_q:
    an upper bound, and attained. *)
Theorem best_response_upper R0 lam :
  in_ball m np R0 lam -> mean d (fun th => L th lam) <= E0 + R0 * u.
Proof.
  intros [Hl HN]. rewrite mean_lagrangian. pose proof (inner_le lam Hl).
  assert (norm np lam * u <= R0 * u) by (apply Rmult_le_compat_r; [apply dual_pos|exact HN]). lra.
Qed.

Theorem best_response_attained R0 : 0 <= R0 ->
  exists lam, in_ball m np R0 lam /\ mean d (fun th => L th lam) = E0 + R0 * u.
Proof.
  intros HR.
  destruct (norm_attain np (violation g d) violation_nonneg) as (x & Hx & HN & Hz & Hs).
  exists (fun i => R0 * x i). repeat split.
  - intros i Hi. apply Rmult_le_pos; [exact HR|apply Hx, Hi].
  - rewrite norm_hom by exact HR. rewrite <- (Rmult_1_r R0) at 2.
    apply Rmult_le_compat_l; assumption.
  - rewrite mean_lagrangian. f_equal. rewrite <- Hs, <- rsum_scal. apply rsum_ext. intros i Hi.
    destruct (Req_dec (violation g d i) 0) as [H0|H0].
    + rewrite (Hz i Hi H0). ring.
    + unfold violation in *. rewrite (posp_pos _ H0). ring.
Qed.

(** The smallest epsilon of Theorem 3 is E g0 + R u - inf_theta L(theta, mean lambda):
    the checker's [epsilon], computable from a play. *)
Theorem epsilon_closed_form R0 dl eps : 0 <= R0 ->
  (approximate_equilibrium m g0 g np R0 d dl eps <->
   forall th, E0 + R0 * u - L th (mean_multipliers dl) <= eps).
Proof.
  intros HR. split.
  - intros H th. destruct (best_response_attained R0 HR) as (ls & Hb & <-).
    rewrite <- mean_lagrangian_lambda. apply H, Hb.
  - intros H ls ths Hb. rewrite mean_lagrangian_lambda.
    pose proof (best_response_upper R0 ls Hb). pose proof (H ths). lra.
Qed.

(** * From a lower bound *)
Section LowerBound.
Variables (mul : nat -> R) (lower : R).
Hypothesis Hmul : nonneg m mul.
Hypothesis Hlower : forall th, lower <= L th mul.

(** An infimum is at most any mean: the bound is at most the loss, at [mul], of the
    mixture that was played. *)
Theorem lower_le_played : lower <= E0 + rsum m (fun i => mul i * mean d (g i)).
Proof. rewrite <- mean_lagrangian. apply mean_ge, Hlower. Qed.

Lemma lower_le_norm : lower <= E0 + norm np mul * u.
Proof. pose proof lower_le_played. pose proof (inner_le mul Hmul). lra. Qed.

(** S2, the direct bound: against every mixture that is feasible on average (so against
    every feasible point), E g0 is above it by at most E g0 - lower. *)
Theorem direct_bound q : feasible_on_average m g q -> E0 <= mean q g0 + (E0 - lower).
Proof.
  intros Hq. assert (lower <= mean q (fun th => L th mul)) by (apply mean_ge, Hlower).
  rewrite mean_lagrangian in H.
  assert (rsum m (fun i => mul i * mean q (g i)) <= 0).
  { apply rsum_nonpos. intros i Hi. pose proof (Hmul i Hi). pose proof (Hq i Hi). nra. }
  lra.
Qed.

(** ... and it is at most epsilon = E g0 + R u - lower. *)
Theorem direct_bound_le_epsilon R0 : 0 <= R0 -> E0 - lower <= E0 + R0 * u - lower.
Proof. intros HR. pose proof (Rmult_le_pos R0 u HR (dual_pos np _)). lra. Qed.

(** Feasibility, multiplied out: (R - ||mul||_p) u <= epsilon. No sign of R - ||mul||. *)
Theorem feasibility_product R0 : (R0 - norm np mul) * u <= E0 + R0 * u - lower.
Proof. pose proof lower_le_norm. lra. Qed.

(** S3: the mixture (1 - a) theta_bar + a theta' with a = v/(v + gamma) is feasible on
    average, so its objective is at least the lower bound. *)
Theorem slater_mixture th' gamma : 0 < gamma -> margin m g th' gamma ->
  lower <= E0 + v / (v + gamma) * (g0 th' - E0).
Proof.
  intros Hg Hm. pose proof infeasibility_nonneg as Hv.
  set (a := v / (v + gamma)).
  assert (Ha : a * (v + gamma) = v) by (unfold a; field; lra).
  assert (Ha0 : 0 <= a) by (unfold a; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  assert (Ha1 : a <= 1) by nra.
  pose proof lower_le_played as H1. pose proof (Hlower th') as H2. unfold lagrangian in H2.
  assert (H3 : rsum m (fun i => (1 - a) * (mul i * mean d (g i)) + a * (mul i * g i th')) <= 0).
  { apply rsum_nonpos. intros i Hi.
    pose proof (Hmul i Hi). pose proof (Hm i Hi).
    pose proof (pos_max_ub m (fun i => mean d (g i)) i Hi) as Hb. fold v in Hb. cbv beta in Hb.
    change (pos_max m (fun i => mean d (g i))) with v in Hb.
    replace ((1 - a) * (mul i * mean d (g i)) + a * (mul i * g i th'))
      with (mul i * ((1 - a) * mean d (g i) + a * g i th')) by ring.
    assert ((1 - a) * mean d (g i) + a * g i th' <= (1 - a) * v + a * - gamma).
    { apply Rplus_le_compat; apply Rmult_le_compat_l; lra. }
    assert ((1 - a) * v + a * - gamma = 0) by lra. nra. }
  rewrite rsum_plus, !rsum_scal in H3.
  assert ((1 - a) * lower <= (1 - a) * (E0 + rsum m (fun i => mul i * mean d (g i))))
    by (apply Rmult_le_compat_l; lra).
  assert (a * lower <= a * (g0 th' + rsum m (fun i => mul i * g i th')))
    by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

(** S3, with the data: R u <= epsilon + v/(v + gamma) (g0(theta') - E g0). *)
Theorem slater_feasibility_data R0 th' gamma : 0 < gamma -> margin m g th' gamma ->
  R0 * u <= E0 + R0 * u - lower + v / (v + gamma) * (g0 th' - E0).
Proof. intros Hg Hm. pose proof (slater_mixture th' gamma Hg Hm). lra. Qed.

Lemma range_mean th' B : (forall a b, g0 a - g0 b <= B) -> g0 th' - E0 <= B.
Proof.
  intros HB. replace (g0 th' - E0) with (mean d (fun th => g0 th' - g0 th))
    by (rewrite mean_minus, mean_const; reflexivity).
  apply mean_le_const. intros; apply HB.
Qed.

(** S3, with the range B of the objective: lower <= E g0 + (B / gamma) u. *)
Theorem slater_lower th' gamma B : 0 < gamma -> margin m g th' gamma ->
  0 <= B -> g0 th' - E0 <= B -> lower <= E0 + B / gamma * u.
Proof.
  intros Hg Hm HB Hr. pose proof (slater_mixture th' gamma Hg Hm) as H.
  pose proof infeasibility_nonneg as Hv. pose proof infeasibility_le_dual as Hu.
  set (a := v / (v + gamma)) in *.
  assert (Ha : a * (v + gamma) = v) by (unfold a; field; lra).
  assert (Ha0 : 0 <= a) by (unfold a; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  assert (Hau : a * gamma <= u) by nra.
  assert (a <= u / gamma) by (apply le_quotient; lra).
  assert (a * (g0 th' - E0) <= u / gamma * B).
  { apply Rle_trans with (a * B); [apply Rmult_le_compat_l; lra|apply Rmult_le_compat_r; lra]. }
  replace (B / gamma * u) with (u / gamma * B) by (field; lra). lra.
Qed.

(** S3: ||(E g)_+||_q <= epsilon / (R - B/gamma), without the norm of the multipliers. *)
Theorem slater_feasibility R0 th' gamma B : 0 < gamma -> margin m g th' gamma ->
  0 <= B -> g0 th' - E0 <= B -> B / gamma < R0 ->
  u <= (E0 + R0 * u - lower) / (R0 - B / gamma).
Proof.
  intros Hg Hm HB Hr HR. apply le_quotient; [lra|].
  pose proof (slater_lower th' gamma B Hg Hm HB Hr). lra.
Qed.

(** Lemma 6', unconditional: sum_i mul_i (- g_i(theta')) <= g0(theta') - lower. *)
Theorem multiplier_slack th' : rsum m (fun i => mul i * - g i th') <= g0 th' - lower.
Proof.
  pose proof (Hlower th') as H. unfold lagrangian in H.
  rewrite (rsum_ext m _ (fun i => -1 * (mul i * g i th'))) by (intros; ring).
  rewrite rsum_scal. lra.
Qed.

(** Lemma 6', data form: gamma ||mul||_p <= gamma ||mul||_1 <= g0(theta') - lower. *)
Theorem multiplier_norm_product th' gamma : 0 <= gamma -> margin m g th' gamma ->
  gamma * norm np mul <= gamma * rsum m mul /\ gamma * rsum m mul <= g0 th' - lower.
Proof.
  intros Hg Hm. split; [apply Rmult_le_compat_l; [exact Hg|apply norm_le_sum, Hmul]|].
  eapply Rle_trans; [|apply (multiplier_slack th')]. rewrite <- rsum_scal. apply rsum_le.
  intros i Hi. pose proof (Hmul i Hi). pose proof (Hm i Hi). nra.
Qed.
End LowerBound.

(** * The paper's statements *)
Section Paper.
Variables (R0 eps : R) (dl : mixture (nat -> R)).
Notation lbar := (mean_multipliers dl).
Hypothesis HR : 0 <= R0.
Hypothesis Hin : forall t, (t < size dl)%nat -> in_ball m np R0 (point dl t).
Hypothesis Heq : approximate_equilibrium m g0 g np R0 d dl eps.

Lemma lbar_nonneg : nonneg m lbar.
Proof. intros i Hi. apply mean_nonneg. intros t Ht. apply (Hin t Ht), Hi. Qed.

Lemma equilibrium_lower th : E0 + R0 * u - eps <= L th lbar.
Proof. pose proof (proj1 (epsilon_closed_form R0 dl eps HR) Heq th). lra. Qed.

(** Theorem 3, optimality, against mixtures (S1): if the mixture q satisfies the
    constraints on average then E g0 <= E_q g0 + eps. *)
Theorem theorem_3_optimality_mixture q : feasible_on_average m g q -> E0 <= mean q g0 + eps.
Proof.
  intros Hq. pose proof (direct_bound lbar _ lbar_nonneg equilibrium_lower q Hq).
  pose proof (Rmult_le_pos R0 u HR (dual_pos np _)). lra.
Qed.

(** Theorem 3, optimality: E g0(theta_bar) <= g0(theta) + eps for every feasible theta. *)
Theorem theorem_3_optimality th : feasible m g th -> E0 <= g0 th + eps.
Proof.
  intros Hf. rewrite <- (mean_dirac th g0). apply theorem_3_optimality_mixture.
  intros i Hi. rewrite mean_dirac. apply Hf, Hi.
Qed.

(** Theorem 3, feasibility: if ||lambda_bar||_p < R then
    ||(E g(theta_bar))_+||_q <= eps / (R - ||lambda_bar||_p). *)
Theorem theorem_3_feasibility : norm np lbar < R0 -> u <= eps / (R0 - norm np lbar).
Proof.
  intros HN. apply le_quotient; [lra|].
  pose proof (feasibility_product lbar _ lbar_nonneg equilibrium_lower R0). lra.
Qed.

(** S3: feasibility from a margin, without the norm of the multipliers. *)
Theorem theorem_3_feasibility_slater th' gamma B : 0 < gamma -> margin m g th' gamma ->
  (forall a b, g0 a - g0 b <= B) -> B / gamma < R0 -> u <= eps / (R0 - B / gamma).
Proof.
  intros Hg Hm HB HRB.
  assert (0 <= B) by (pose proof (HB th' th'); lra).
  apply le_quotient; [lra|].
  pose proof (slater_lower lbar _ lbar_nonneg equilibrium_lower th' gamma B Hg Hm H (range_mean th' B HB)).
  lra.
Qed.

(** S3, data form: R ||(E g)_+||_q <= eps + v/(v + gamma) (g0(theta') - E g0). *)
Theorem theorem_3_feasibility_slater_data th' gamma : 0 < gamma -> margin m g th' gamma ->
  R0 * u <= eps + v / (v + gamma) * (g0 th' - E0).
Proof.
  intros Hg Hm. pose proof (slater_mixture lbar _ lbar_nonneg equilibrium_lower th' gamma Hg Hm). lra.
Qed.

(** Lemma 6', data form: with a margin gamma > 0 in EVERY constraint,
    ||lambda_bar||_p <= ||lambda_bar||_1 <= (eps + g0(theta') - E g0) / gamma. *)
Theorem lemma_6_repaired_data th' gamma : 0 < gamma -> margin m g th' gamma ->
  norm np lbar <= rsum m lbar /\ rsum m lbar <= (eps + g0 th' - E0) / gamma.
Proof.
  intros Hg Hm. split; [apply norm_le_sum, lbar_nonneg|]. apply le_quotient; [exact Hg|].
  destruct (multiplier_norm_product lbar _ lbar_nonneg equilibrium_lower th' gamma (Rlt_le _ _ Hg) Hm).
  pose proof (Rmult_le_pos R0 u HR (dual_pos np _)). lra.
Qed.

(** Lemma 6': ||lambda_bar||_p <= (eps + B) / gamma, B the range of g0, for every p. *)
Theorem lemma_6_repaired th' gamma B : 0 < gamma -> margin m g th' gamma ->
  (forall a b, g0 a - g0 b <= B) -> norm np lbar <= (eps + B) / gamma.
Proof.
  intros Hg Hm HB. destruct (lemma_6_repaired_data th' gamma Hg Hm) as [H1 H2].
  eapply Rle_trans; [exact H1|]. eapply Rle_trans; [exact H2|].
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Hg|].
  pose proof (range_mean th' B HB). lra.
Qed.
End Paper.

(** S16: Theorem 3 with any weights on theta (they are in the mixture d) and any mean
    multipliers mul >= 0, of whatever origin: what is needed of epsilon is that
    E g0 + R u - L(theta, mul) <= epsilon for all theta. *)
Theorem theorem_3_weights R0 eps mul : 0 <= R0 -> nonneg m mul ->
  (forall th, E0 + R0 * u - L th mul <= eps) ->
  (forall q, feasible_on_average m g q -> E0 <= mean q g0 + eps) /\
  (norm np mul < R0 -> u <= eps / (R0 - norm np mul)).
Proof.
  intros HR Hmul Hgap.
  assert (Hlow : forall th, E0 + R0 * u - eps <= L th mul) by (intros th; pose proof (Hgap th); lra).
  split.
  - intros q Hq. pose proof (direct_bound mul _ Hmul Hlow q Hq).
    pose proof (Rmult_le_pos R0 u HR (dual_pos np _)). lra.
  - intros HN. apply le_quotient; [lra|]. pose proof (feasibility_product mul _ Hmul Hlow R0). lra.
Qed.
End Lagrangian.

(** Theorem 3 spelled out for p and q with 1/p + 1/q = 1 and p, q > 1. (p = 1 is Theorem 1
    below; p = infinity is the instance [norms_inf_1].) *)
Corollary theorem_3_p_norm {Theta} m (g0 : Theta -> R) g d dl R0 eps p q (Hp : 1 < p) (Hq : 1 < q)
    (Hpq : / p + / q = 1) : 0 <= R0 ->
  (forall t, (t < size dl)%nat -> nonneg m (point dl t) /\ lp p m (point dl t) <= R0) ->
  (forall ls ths, nonneg m ls -> lp p m ls <= R0 ->
     mean d (fun th => lagrangian m g0 g th ls) - mean dl (fun lam => lagrangian m g0 g ths lam) <= eps) ->
  (forall ths, feasible m g ths -> mean d g0 <= g0 ths + eps) /\
  (lp p m (mean_multipliers dl) < R0 ->
     lp q m (fun i => posp (mean d (g i))) <= eps / (R0 - lp p m (mean_multipliers dl))).
Proof.
  intros HR Hin Heq. set (np := norms_p_q p q Hp Hq Hpq m).
  assert (Heq' : approximate_equilibrium m g0 g np R0 d dl eps)
    by (intros ls ths [H1 H2]; apply Heq; assumption).
  split.
  - apply (theorem_3_optimality m g0 g np d R0 eps dl HR Hin Heq').
  - apply (theorem_3_feasibility m g0 g np d R0 eps dl HR Hin Heq').
Qed.

(** The margin in every constraint is the exact condition for Lemma 6, for every p:
    "sum_i x_i h_i >= gamma ||x||_p for all x >= 0" iff "h_i >= gamma for all i". *)
Theorem margin_condition_exact m (np : norm_pair m) gamma h : 0 <= gamma ->
  ((forall x, nonneg m x -> gamma * norm np x <= rsum m (fun i => x i * h i)) <->
   (forall i, (i < m)%nat -> gamma <= h i)).
Proof.
  intros Hg. split.
  - intros H k Hk. specialize (H _ (unit_vec_nonneg m k)).
    rewrite norm_unit, rsum_unit in H by exact Hk. lra.
  - intros H x Hx. apply Rle_trans with (gamma * rsum m x).
    + apply Rmult_le_compat_l; [exact Hg|apply norm_le_sum, Hx].
    + rewrite <- rsum_scal. apply rsum_le. intros i Hi.
      pose proof (Hx i Hi). pose proof (H i Hi). nra.
Qed.

(** * Theorem 1: T rounds, the 1-norm *)
Section Theorem1.
Context {Theta : Type}.
Variables (m T : nat) (HT : (0 < T)%nat) (g0 : Theta -> R) (g : nat -> Theta -> R).
Variables (th : nat -> Theta) (lam : nat -> nat -> R) (R0 eps : R).
Notation L := (lagrangian m g0 g).
Hypothesis HR : 0 <= R0.
Hypothesis Hlam : forall t, (t < T)%nat -> nonneg m (lam t) /\ rsum m (lam t) <= R0.
(** eps >= max_lambda avg_t L(theta_t, lambda) - inf_theta avg_t L(theta, lambda_t). *)
Hypothesis Heq : forall ls ths, nonneg m ls -> rsum m ls <= R0 ->
  rsum T (fun t => L (th t) ls) / INR T - rsum T (fun t => L ths (lam t)) / INR T <= eps.
Let lbar i := rsum T (fun t => lam t i) / INR T.
Let avg f := rsum T (fun t => f (th t)) / INR T.

Let Hin : forall t, (t < size (uniform T HT lam))%nat ->
  in_ball m (norms_1_inf m) R0 (point (uniform T HT lam) t).
Proof.
  intros t Ht. destruct (Hlam t Ht) as [Hn Hs]. split; [exact Hn|].
  simpl. rewrite l1_nonneg; assumption.
Qed.
Let Heq' : approximate_equilibrium m g0 g (norms_1_inf m) R0 (uniform T HT th) (uniform T HT lam) eps.
Proof.
  intros ls ths [Hn Hs]. simpl in Hs. rewrite l1_nonneg in Hs by exact Hn.
  rewrite !mean_uniform. apply (Heq ls ths Hn Hs).
Qed.
Let norm_lbar : norm (norms_1_inf m) (mean_multipliers (uniform T HT lam)) = rsum m lbar.
Proof.
  simpl. rewrite l1_nonneg by (apply (lbar_nonneg m (norms_1_inf m) R0 _ Hin)).
  apply rsum_ext. intros. apply mean_uniform.
Qed.
Let below i : (i < m)%nat -> avg (g i) <= dual (norms_1_inf m) (violation g (uniform T HT th)).
Proof.
  intros Hi. eapply Rle_trans; [|apply infeasibility_le_dual].
  unfold avg. rewrite <- (mean_uniform T HT th (g i)).
  apply (pos_max_ub m (fun i => mean (uniform T HT th) (g i))), Hi.
Qed.

(** Theorem 1, optimality: the average objective is at most g0(theta) + eps, for every
    feasible theta. *)
Theorem theorem_1_optimality ths : feasible m g ths -> avg g0 <= g0 ths + eps.
Proof.
  intros Hf. unfold avg. rewrite <- (mean_uniform T HT th g0).
  apply (theorem_3_optimality m g0 g (norms_1_inf m) _ R0 eps _ HR Hin Heq' ths Hf).
Qed.

(** Theorem 1 against mixtures (S1). *)
Theorem theorem_1_optimality_mixture q : feasible_on_average m g q -> avg g0 <= mean q g0 + eps.
Proof.
  intros Hf. unfold avg. rewrite <- (mean_uniform T HT th g0).
  apply (theorem_3_optimality_mixture m g0 g (norms_1_inf m) _ R0 eps _ HR Hin Heq' q Hf).
Qed.

(** Theorem 1, feasibility: if ||lambda_bar||_1 < R then every average constraint is at
    most eps / (R - ||lambda_bar||_1). *)
Theorem theorem_1_feasibility i : (i < m)%nat -> rsum m lbar < R0 ->
  avg (g i) <= eps / (R0 - rsum m lbar).
Proof.
  intros Hi Hlt. rewrite <- norm_lbar in Hlt |- *.
  eapply Rle_trans; [apply (below i Hi)|].
  apply (theorem_3_feasibility m g0 g (norms_1_inf m) _ R0 eps _ HR Hin Heq' Hlt).
Qed.

(** Theorem 1 with S3: every average constraint is at most eps / (R - B/gamma). *)
Theorem theorem_1_feasibility_slater i th' gamma B : (i < m)%nat -> 0 < gamma ->
  margin m g th' gamma -> (forall a b, g0 a - g0 b <= B) -> B / gamma < R0 ->
  avg (g i) <= eps / (R0 - B / gamma).
Proof.
  intros Hi Hg Hm HB HRB. eapply Rle_trans; [apply (below i Hi)|].
  apply (theorem_3_feasibility_slater m g0 g (norms_1_inf m) _ R0 eps _ HR Hin Heq' th' gamma B); assumption.
Qed.

(** Theorem 1, the multipliers: if g_i(theta') <= -gamma for all i, with gamma > 0, then
    ||lambda_bar||_1 <= (eps + B) / gamma. *)
Theorem theorem_1_multipliers th' gamma B : 0 < gamma -> margin m g th' gamma ->
  (forall a b, g0 a - g0 b <= B) -> rsum m lbar <= (eps + B) / gamma.
Proof.
  intros Hg Hm HB. rewrite <- norm_lbar.
  apply (lemma_6_repaired m g0 g (norms_1_inf m) _ R0 eps _ HR Hin Heq' th' gamma B); assumption.
Qed.
End Theorem1.
