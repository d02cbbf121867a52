(** From algorithm to guarantee: Algorithms 1 and 4, and the two players that do better. Nothing is measured here; each theorem starts
    from the updates of an algorithm and ends with what its mixture is worth. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums Norms Games Lagrangian Proxy Theorem2 Descent Hedge SwapPlayer Deviation Rates.
Local Open Scope R_scope.

Section Facts.
Variables (n T : nat).
Hypothesis n_two : (2 <= n)%nat.
Lemma n_ln_n_pos : 0 < INR n * ln (INR n).
Proof.
  assert (Hnr : 2 <= INR n) by (change 2 with (INR 2); apply le_INR, n_two).
  assert (0 < ln (INR n)) by (rewrite <- ln_1; apply ln_increasing; lra). apply Rmult_lt_0_compat; lra.
Qed.
End Facts.

(** Lemma 8 as printed: exact updates, exact stationary distributions, the paper's step. *)
Theorem lemma_8 n T (M : nat -> nat -> nat -> R) (lam s : nat -> nat -> R) (f : nat -> (nat -> R) -> R) B Ms :
  (2 <= n)%nat -> (0 < T)%nat -> 0 < B ->
  let eta := sqrt (INR n * ln (INR n) / (INR T * (B * B))) in
  (forall t, (t <= T)%nat -> left_stochastic n (M t)) ->
  (forall j i, (j < n)%nat -> (i < n)%nat -> M O j i = / INR n) ->
  (forall t j i, (t < T)%nat -> (j < n)%nat -> (i < n)%nat ->
     M (S t) j i = M t j i * exp (eta * (s t j * lam t i)) / rsum n (fun k => M t k i * exp (eta * (s t k * lam t i)))) ->
  (forall t, (t < T)%nat -> simplex n (lam t)) ->
  (forall t j, (t < T)%nat -> (j < n)%nat -> matvec n (M t) (lam t) j = lam t j) ->
  (forall t j, (t < T)%nat -> (j < n)%nat -> Rabs (s t j) <= B) ->
  (forall t x, (t < T)%nat -> simplex n x -> f t x <= f t (lam t) + dot n (s t) (vsub x (lam t))) ->
  left_stochastic n Ms ->
  rsum T (fun t => f t (matvec n Ms (lam t))) / INR T - rsum T (fun t => f t (lam t)) / INR T
  <= 2 * B * sqrt (INR n * ln (INR n) / INR T).
Proof.
  intros Hn HT HB eta Hst H0 Hupd Hsimp Hfix Hs Hf HM.
  pose proof (n_ln_n_pos n Hn) as HC.
  destruct (paper_matrix_step_keeps_bound _ B T HC HB HT) as [Hk Heta]. fold eta in Hk, Heta.
  assert (Hp : 0 <= 2 * B * sqrt (INR n * ln (INR n) / INR T)) by (apply Rmult_le_pos; [lra|apply sqrt_pos]).
  pose proof (lemma_8_paper n T M lam s eta (fun _ _ => 0) (fun _ => - B) (fun _ => B) (fun _ => B) (fun _ => 0)
    ltac:(lia) HT Heta Hst H0) as H.
  assert (Hr : swap_rounding n T eta (fun _ _ => 0) (fun _ => B) (fun _ => 0) = 0).
  { unfold swap_rounding. rewrite (rsum_zero' T (fun t => rsum n (fun _ => 0))) by (intros; apply rsum_zero).
    rewrite (rsum_zero' T (fun _ => B * 0)) by (intros; ring). unfold Rdiv. ring. }
  apply Rle_trans with (2 * B * sqrt (INR n * ln (INR n) / INR T)
    + swap_rounding n T eta (fun _ _ => 0) (fun _ => B) (fun _ => 0)); [|rewrite Hr; lra].
  apply H; try assumption.
  - intros t j i Ht Hj Hi. rewrite exp_0, Rmult_1_r, Hupd by assumption. lra.
  - intros t j Ht Hj. pose proof (Hs t j Ht Hj) as Ha. pose proof (Rle_abs (s t j)).
    pose proof (Rle_abs (- s t j)) as Hn'. rewrite Rabs_Ropp in Hn'. lra.
  - intros t Ht. right. unfold l1. apply rsum_zero'. intros j Hj. rewrite Hfix by assumption.
    rewrite Rminus_diag_eq by reflexivity. apply Rabs_R0.
  - intros t Ht. lra.
  - lra.
Qed.

(** * Algorithm 1 (oracle for theta, gradient ascent for lambda): Lemma 1 and Theorem 1 *)
Theorem algorithm_1 {Theta} m T (HT : (0 < T)%nat) (g0 : Theta -> R) (g : nat -> Theta -> R)
    (th : nat -> Theta) (lam : nat -> nat -> R) R0 B rho :
  0 < R0 -> 0 < B ->
  let eta := R0 / (B * sqrt (2 * INR T)) in
  let eps := rho + R0 * B * sqrt (2 / INR T) in
  let avg x := rsum T x / INR T in
  let lbar := rsum m (fun i => avg (fun t => lam t i)) in
  (forall i, (i < m)%nat -> lam O i = 0) ->
  (forall t, (t < T)%nat -> is_projection m (multiplier_set m R0) (fun i => lam t i + eta * g i (th t)) (lam (S t))) ->
  (forall t, (t < T)%nat -> square m (fun i => g i (th t)) <= B * B) ->
  (forall t ths, (t < T)%nat -> lagrangian m g0 g (th t) (lam t) <= lagrangian m g0 g ths (lam t) + rho) ->
  (forall q, feasible_on_average m g q -> avg (fun t => g0 (th t)) <= mean q g0 + eps) /\
  (lbar < R0 -> forall i, (i < m)%nat -> avg (fun t => g i (th t)) <= eps / (R0 - lbar)) /\
  (forall th' gamma B0, 0 < gamma -> margin m g th' gamma -> (forall a b, g0 a - g0 b <= B0) ->
     lbar <= (eps + B0) / gamma /\
     (B0 / gamma < R0 -> forall i, (i < m)%nat -> avg (fun t => g i (th t)) <= eps / (R0 - B0 / gamma))).
Proof.
  intros HR HB eta eps avg lbar H0 Hstep Hb Ho.
  pose proof (lemma_1 m T g0 g th lam R0 B rho HT HR HB H0 Hstep Hb Ho) as Heq.
  assert (Hlam : forall t, (t < T)%nat -> nonneg m (lam t) /\ rsum m (lam t) <= R0).
  { intros [|t] Ht; [|apply (Hstep t); lia]. split; [intros i Hi; rewrite H0 by exact Hi; lra|].
    rewrite (rsum_zero' m (lam O)) by exact H0. lra. }
  split; [|split].
  - intros q Hq. apply (theorem_1_optimality_mixture m T HT g0 g th lam R0 eps (Rlt_le _ _ HR) Hlam Heq q Hq).
  - intros Hlt i Hi. apply (theorem_1_feasibility m T HT g0 g th lam R0 eps (Rlt_le _ _ HR) Hlam Heq i Hi Hlt).
  - intros th' gamma B0 Hg Hm HB0. split.
    + apply (theorem_1_multipliers m T HT g0 g th lam R0 eps (Rlt_le _ _ HR) Hlam Heq th' gamma B0 Hg Hm HB0).
    + intros Hlt i Hi.
      apply (theorem_1_feasibility_slater m T HT g0 g th lam R0 eps (Rlt_le _ _ HR) Hlam Heq i th' gamma B0 Hi Hg Hm HB0 Hlt).
Qed.

(** * Algorithm 4 (oracle for theta, matrix player for lambda): Lemma 11 and Theorem 2 *)
Section Proxy.
Context {Theta : Type}.
Variables (m T : nat) (HT : (0 < T)%nat) (g0 : Theta -> R) (g p : nat -> Theta -> R) (th : nat -> Theta).
Variables (lam : nat -> nat -> R) (B rho : R).
Notation avg x := (rsum T x / INR T).
Notation weight := (avg (fun t => lam t O)).
Notation mixture_of f := (rsum T (fun t => lam t O * f (th t)) / rsum T (fun t => lam t O)).
Hypothesis m_pos : (1 <= m)%nat.
Hypothesis B_pos : 0 < B.
Hypothesis domination : forall i x, (i < m)%nat -> g i x <= p i x.
Hypothesis oracle : forall t ths, (t < T)%nat -> theta_loss m g0 p (th t) (lam t) <= theta_loss m g0 p ths (lam t) + rho.
Hypothesis bounded : forall t i, (t < T)%nat -> (i < m)%nat -> Rabs (g i (th t)) <= B.

Lemma oracle_regret ths :
  avg (fun t => theta_loss m g0 p (th t) (lam t)) - avg (fun t => theta_loss m g0 p ths (lam t)) <= rho.
Proof.
  pose proof (rule_theta_regret_oracle_proxy m T HT th lam g0 p rho oracle ths) as H.
  unfold lost, played in H. rewrite !mean_uniform in H. exact H.
Qed.
Lemma payoff_bounded t j : (t < T)%nat -> (j < S m)%nat -> Rabs (payoff g j (th t)) <= B.
Proof. intros Ht Hj. destruct j as [|j]; simpl; [rewrite Rabs_R0; lra|apply bounded; [exact Ht|lia]]. Qed.

Section Algorithm4.
Variable M : nat -> nat -> nat -> R.
Notation n := (S m).
Notation eta := (sqrt (INR n * ln (INR n) / (INR T * (B * B)))).
Notation eps := (2 * B * sqrt (INR n * ln (INR n) / INR T)).
Hypothesis stochastic : forall t, (t <= T)%nat -> left_stochastic n (M t).
Hypothesis start : forall j i, (j < n)%nat -> (i < n)%nat -> M O j i = / INR n.
Hypothesis update : forall t j i, (t < T)%nat -> (j < n)%nat -> (i < n)%nat ->
  M (S t) j i = M t j i * exp (eta * (payoff g j (th t) * lam t i))
    / rsum n (fun k => M t k i * exp (eta * (payoff g k (th t) * lam t i))).
Hypothesis lam_simplex : forall t, (t < T)%nat -> simplex n (lam t).
Hypothesis stationary : forall t j, (t < T)%nat -> (j < n)%nat -> matvec n (M t) (lam t) j = lam t j.

(** Lemma 11: swap regret at most 2 B sqrt((m+1) ln(m+1)/T). *)
Theorem lemma_11 Ms : left_stochastic n Ms ->
  avg (fun t => lambda_gain m g (th t) (matvec n Ms (lam t))) - avg (fun t => lambda_gain m g (th t) (lam t)) <= eps.
Proof.
  intros HM. apply (lemma_8 n T M lam (fun t j => payoff g j (th t)) (fun t x => lambda_gain m g (th t) x) B Ms);
    try assumption; try lia; [apply payoff_bounded|]. apply gains_linear.
Qed.

Theorem algorithm_4 :
  (0 < weight ->
   (forall ths, feasible m p ths -> mixture_of g0 <= g0 ths + (rho + eps) / weight) /\
   (forall i, (i < m)%nat -> mixture_of (g i) <= eps / weight)) /\
  (forall th' gamma B0, 0 < gamma -> margin m p th' gamma -> (forall a b, g0 a - g0 b <= B0) ->
   (gamma - rho - eps) / (gamma + B0) <= weight).
Proof.
  split.
  - intros Hw. split.
    + intros ths Hf. apply (theorem_2_optimality m T HT g0 g p th lam rho eps domination lam_simplex oracle_regret Hw lemma_11 ths Hf).
    + intros i Hi. apply (theorem_2_feasibility m T HT g th lam eps lam_simplex Hw lemma_11 i Hi).
  - intros th' gamma B0 Hg Hm HB0.
    apply (theorem_2_weight m T HT g0 g p th lam rho eps domination lam_simplex oracle_regret lemma_11 th' gamma B0 Hg Hm HB0).
Qed.
End Algorithm4.

(** * Deviation Hedge in place of the matrix player (S5): the same conclusions with B sqrt(2 ln(m+1)/T) *)
Section DeviationPlayer.
Notation eta := (sqrt (8 * ln (INR (S m)) / (INR T * (2 * B * (2 * B))))).
Notation eps := (2 * B * sqrt (ln (INR (S m)) / (2 * INR T))).
Notation l := (fun t j => payoff g j (th t)).
Hypothesis lam_simplex : forall t, (t <= T)%nat -> simplex (S m) (lam t).
Hypothesis start : forall i, (i < S m)%nat -> lam O i = / INR (S m).
Hypothesis update : forall t i, (t < T)%nat -> (i < S m)%nat ->
  lam (S t) i = lam t i * exp (eta * deviation_gain m lam l t i) / normaliser (S m) lam (deviation_gain m lam l) eta t.

Lemma deviation_regrets :
  avg (fun t => - lambda_gain m g (th t) (lam t)) <= eps /\
  (forall i, (i < m)%nat -> avg (fun t => lam t O * g i (th t)) <= eps).
Proof.
  assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  destruct (deviation_hedge_rate m T (2 * B) m_pos HT ltac:(lra) (fun _ => - B) (fun _ => B) ltac:(intros; lra)) as [Heta Hrate].
  assert (Hrange : forall t j, (t < T)%nat -> (j < S m)%nat -> - B <= l t j <= B).
  { intros t j Ht Hj. pose proof (payoff_bounded t j Ht Hj) as Ha. pose proof (Rle_abs (l t j)).
    pose proof (Rle_abs (- l t j)) as Hn. rewrite Rabs_Ropp in Hn. cbv beta in *. lra. }
  assert (Hupd : forall t i, (t < T)%nat -> (i < S m)%nat ->
    lam t i * exp (eta * deviation_gain m lam l t i) / normaliser (S m) lam (deviation_gain m lam l) eta t
    <= lam (S t) i * exp ((fun _ => 0) t)).
  { intros t i Ht Hi. rewrite exp_0, Rmult_1_r, update by assumption. lra. }
  split.
  - eapply Rle_trans; [|exact Hrate]. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HTr|].
    rewrite rsum_opp. rewrite (rsum_ext T _ _ (fun t _ => lambda_gain_payoff m g (th t) (lam t))).
    apply (deviation_hedge_objective m T lam l eta (fun _ => - B) (fun _ => B) (fun _ => 0) Heta lam_simplex start
      ltac:(reflexivity) Hrange Hupd).
  - intros i Hi. eapply Rle_trans; [|exact Hrate]. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HTr|].
    apply (deviation_hedge_constraint m T lam l eta (fun _ => - B) (fun _ => B) (fun _ => 0) Heta lam_simplex start
      ltac:(reflexivity) Hrange Hupd i Hi).
Qed.

Theorem deviation_hedge_guarantee :
  (0 < weight ->
   (forall ths, feasible m p ths -> mixture_of g0 <= g0 ths + (rho + eps) / weight) /\
   (forall i, (i < m)%nat -> mixture_of (g i) <= eps / weight)) /\
  (forall th' gamma B0, 0 < gamma -> margin m p th' gamma -> (forall a b, g0 a - g0 b <= B0) ->
   (gamma - rho - eps) / (gamma + B0) <= weight).
Proof.
  destruct deviation_regrets as [Ho Hc].
  assert (Hs : forall t, (t < T)%nat -> simplex (S m) (lam t)) by (intros t Ht; apply lam_simplex; lia). split.
  - intros Hw. split.
    + intros ths Hf.
      apply (theorem_2_optimality_deviation m T HT g0 g p th lam rho eps domination Hs oracle_regret Hw Ho ths Hf).
    + intros i Hi. apply (theorem_2_feasibility_deviation m T HT g th lam eps Hs Hw Hc i Hi).
  - intros th' gamma B0 Hg Hm HB0.
    apply (theorem_2_weight_deviation m T HT g0 g p th lam rho eps domination Hs oracle_regret Ho th' gamma B0 Hg Hm HB0).
Qed.
End DeviationPlayer.
End Proxy.

(** * Exponentiated gradient in place of gradient ascent (S8): Theorem 1 with epsilon = rho + R r sqrt(ln(m+1)/(2T)) *)
Theorem exponentiated_gradient_guarantee {Theta} m T (HT : (0 < T)%nat) (g0 : Theta -> R) (g : nat -> Theta -> R)
    (th : nat -> Theta) (w : nat -> nat -> R) R0 r rho lo hi :
  (1 <= m)%nat -> 0 < R0 -> 0 < r ->
  let gains t i := g i (th t) in
  let lam t i := R0 * w t (S i) in
  let eta := sqrt (8 * ln (INR (S m)) / (INR T * (R0 * r * (R0 * r)))) in
  let eps := rho + R0 * r * sqrt (ln (INR (S m)) / (2 * INR T)) in
  (forall t, (t <= T)%nat -> simplex (S m) (w t)) ->
  (forall i, (i < S m)%nat -> w O i = / INR (S m)) ->
  (forall t i, (t < T)%nat -> (i < S m)%nat ->
     w (S t) i = w t i * exp (eta * eg_gain gains R0 t i) / normaliser (S m) w (eg_gain gains R0) eta t) ->
  (forall t, (t < T)%nat -> lo t <= 0 <= hi t /\ hi t - lo t <= r) ->
  (forall t i, (t < T)%nat -> (i < m)%nat -> lo t <= g i (th t) <= hi t) ->
  (forall t ths, (t < T)%nat -> lagrangian m g0 g (th t) (lam t) <= lagrangian m g0 g ths (lam t) + rho) ->
  forall q, feasible_on_average m g q -> rsum T (fun t => g0 (th t)) / INR T <= mean q g0 + eps.
Proof.
  intros Hm HR Hr gains lam eta eps Hw H0 Hupd Hlh Hg Ho q Hq.
  assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  assert (HRr : 0 < R0 * r) by (apply Rmult_lt_0_compat; assumption).
  destruct (deviation_hedge_rate m T (R0 * r) Hm HT HRr (fun t => R0 * lo t) (fun t => R0 * hi t)) as [Heta Hrate].
  { intros t Ht. destruct (Hlh t Ht) as [[H1 H2] H3]. split; nra. }
  fold eta in Heta, Hrate.
  assert (Hreg : forall ls, nonneg m ls -> rsum m ls <= R0 ->
    (rsum T (fun t => dot m ls (gains t)) - rsum T (fun t => dot m (lam t) (gains t))) / INR T
    <= R0 * r * sqrt (ln (INR (S m)) / (2 * INR T))).
  { intros ls Hn Hs. eapply Rle_trans; [|exact Hrate].
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HTr|].
    apply (exponentiated_gradient_regret m T w gains R0 eta (fun t => R0 * lo t) (fun t => R0 * hi t) (fun _ => 0) Heta HR Hw H0);
      try assumption.
    - intros t i Ht Hi. rewrite exp_0, Rmult_1_r, Hupd by assumption. lra.
    - intros t [|i] Ht Hi; simpl; destruct (Hlh t Ht) as [[H1 H2] _]; [split; nra|].
      pose proof (Hg t i Ht ltac:(lia)). unfold gains. split; apply Rmult_le_compat_l; lra. }
  assert (Hlam : forall t, (t < T)%nat -> nonneg m (lam t) /\ rsum m (lam t) <= R0).
  { intros t Ht. destruct (Hw t ltac:(lia)) as [Hp H1]. split.
    - intros i Hi. pose proof (Hp (S i) ltac:(lia)). unfold lam. nra.
    - unfold lam. rewrite rsum_scal. rewrite rsum_S_l in H1. pose proof (Hp O ltac:(lia)). nra. }
  apply (theorem_1_optimality_mixture m T HT g0 g th lam R0 eps (Rlt_le _ _ HR) Hlam); [|exact Hq].
  intros ls ths Hn Hs. pose proof (Hreg ls Hn Hs) as H1.
  pose proof (rule_theta_regret_oracle m T HT g th lam g0 rho Ho ths) as H2.
  assert (Hl : forall l, rsum T (fun t => lagrangian m g0 g (th t) (l t))
    = rsum T (fun t => g0 (th t)) + rsum T (fun t => dot m (l t) (gains t))) by (intros l; apply rsum_plus).
  rewrite (Hl (fun _ => ls)). rewrite (Hl lam) in H2. unfold eps, Rdiv in *. lra.
Qed.
