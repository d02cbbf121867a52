(** The rates of the two players that the paper's oracle algorithms use, in the quantities of the games: the rules of
    SPEC 10 without a confidence, Lemma 1 and Lemma 11. Each rule holds with what rounding added. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums Norms Games Lagrangian Proxy Descent Hedge SwapPlayer.
Local Open Scope R_scope.

Lemma rsum_opp n f : rsum n (fun t => - f t) = - rsum n f.
Proof. rewrite (rsum_ext n _ (fun t => -1 * f t)) by (intros; ring). rewrite rsum_scal. ring. Qed.

(** * The Lagrangian game: projected gradient ascent on { lambda >= 0, ||lambda||_1 <= R } from 0 *)
Section LambdaAscent.
Context {Theta : Type}.
Variables (m T : nat) (HT : (0 < T)%nat) (g : nat -> Theta -> R) (th : nat -> Theta).
Variables (lam exact : nat -> nat -> R) (tau : nat -> R) (R0 eta : R).
Notation avg x := (rsum T x / INR T).
Definition multiplier_set (x : nat -> R) : Prop := nonneg m x /\ rsum m x <= R0.
Hypothesis R_pos : 0 < R0.
Hypothesis eta_pos : 0 < eta.
Hypothesis start : forall i, (i < m)%nat -> lam O i = 0.
Hypothesis step_exact : forall t, (t < T)%nat ->
  is_projection m multiplier_set (fun i => lam t i + eta * g i (th t)) (exact (S t)).
Hypothesis stored_near : forall t, (t < T)%nat ->
  0 <= tau t /\ square m (vsub (lam (S t)) (exact (S t))) <= tau t * tau t.

Lemma multiplier_set_convex : convex multiplier_set.
Proof.
  intros p y s [Hp1 Hp2] [Hy1 Hy2] Hs. split.
  - intros i Hi. pose proof (Hp1 i Hi). pose proof (Hy1 i Hi).
    replace (p i + s * (y i - p i)) with ((1 - s) * p i + s * y i) by ring. nra.
  - rewrite (rsum_ext m _ (fun i => (1 - s) * p i + s * y i)) by (intros; ring).
    rewrite rsum_plus, !rsum_scal. nra.
Qed.
Lemma multiplier_set_ball x : multiplier_set x -> square m x <= R0 * R0.
Proof.
  intros [Hx1 Hx2]. apply Rle_trans with (rsum m (fun i => x i * R0)).
  - apply rsum_le. intros i Hi. apply Rmult_le_compat_l; [apply Hx1, Hi|].
    eapply Rle_trans; [apply rsum_term_le; [exact Hx1|exact Hi]|exact Hx2].
  - rewrite rsum_scal_r. apply Rmult_le_compat_r; lra.
Qed.

Definition payoff_square (t : nat) : R := square m (fun i => g i (th t)).
Notation rounding := (rounding tau R0 eta T).

(** Against every multiplier of the set, by the payoffs that were seen. *)
Theorem ascent_regret ls : multiplier_set ls ->
  avg (fun t => dot m ls (fun i => g i (th t))) - avg (fun t => dot m (lam t) (fun i => g i (th t)))
  <= R0 * R0 / (2 * eta * INR T) + eta / 2 * avg payoff_square + rounding.
Proof.
  intros Hls.
  set (s := fun t i => - g i (th t)).
  set (f := fun t l => - dot m l (fun i => g i (th t))).
  assert (H0 : is_projection m multiplier_set (fun _ => 0) (lam O)).
  { split.
    - split; [intros i Hi; rewrite start by exact Hi; lra|].
      rewrite (rsum_zero' m (lam O)) by exact start. lra.
    - intros y _. eapply Rle_trans; [|apply square_nonneg]. right. apply rsum_zero'. intros i Hi. unfold vsub.
      rewrite start by exact Hi. ring. }
  assert (Hstep : forall t, (t < T)%nat -> is_projection m multiplier_set (moved (- eta) (s t) (lam t)) (exact (S t))).
  { intros t Ht. destruct (step_exact t Ht) as [Hin Hmin]. split; [exact Hin|]. intros y Hy.
    rewrite (square_ext m (vsub (moved (- eta) (s t) (lam t)) (exact (S t)))
      (vsub (fun i => lam t i + eta * g i (th t)) (exact (S t)))) by (intros; unfold vsub, moved, s; ring).
    rewrite (square_ext m (vsub (moved (- eta) (s t) (lam t)) y) (vsub (fun i => lam t i + eta * g i (th t)) y))
      by (intros; unfold vsub, moved, s; ring).
    apply Hmin, Hy. }
  assert (Hsub : forall t x, (t < T)%nat -> multiplier_set x -> f t (lam t) + dot m (s t) (vsub x (lam t)) <= f t x).
  { intros t x _ _. right. unfold f, s, dot, vsub. rewrite <- !rsum_opp, <- rsum_plus. apply rsum_ext. intros; ring. }
  pose proof (corollary_1_data m multiplier_set f lam exact s tau R0 eta T multiplier_set_convex HT R_pos
    multiplier_set_ball H0 eta_pos Hstep stored_near Hsub ls Hls) as H.
  unfold f in H. rewrite !rsum_opp in H.
  rewrite (rsum_ext T (fun t => square m (s t)) payoff_square) in H
    by (intros t _; unfold payoff_square, square, dot, s; apply rsum_ext; intros; ring).
  unfold Rdiv in *. lra.
Qed.

(** lambda_regret = R v - P, in closed form. *)
Definition lambda_regret : R :=
  R0 * pos_max m (fun i => avg (fun t => g i (th t))) - avg (fun t => dot m (lam t) (fun i => g i (th t))).
Lemma lambda_regret_le bound :
  (forall ls, multiplier_set ls ->
     avg (fun t => dot m ls (fun i => g i (th t))) - avg (fun t => dot m (lam t) (fun i => g i (th t))) <= bound) ->
  lambda_regret <= bound.
Proof.
  intros H. unfold lambda_regret.
  destruct (pos_max_attained m (fun i => avg (fun t => g i (th t)))) as [Hz|(k & Hk & Hz)]; rewrite Hz.
  - specialize (H (fun _ => 0)). rewrite (rsum_zero' T (fun t => dot m (fun _ => 0) (fun i => g i (th t)))) in H
      by (intros; apply rsum_zero'; intros; ring).
    assert (Hs : multiplier_set (fun _ => 0)) by (split; [intros i _; lra|rewrite rsum_zero; lra]).
    specialize (H Hs). unfold Rdiv in *. lra.
  - specialize (H (fun i => R0 * unit_vec k i)).
    rewrite (rsum_ext T (fun t => dot m (fun i => R0 * unit_vec k i) (fun i => g i (th t))) (fun t => R0 * g k (th t))) in H.
    + rewrite rsum_scal in H. unfold Rdiv in *. rewrite Rmult_assoc in H. apply H. split.
      * intros i Hi. pose proof (unit_vec_nonneg m k i Hi). apply Rmult_le_pos; lra.
      * rewrite rsum_scal, rsum_unit_1 by exact Hk. lra.
    + intros t _. unfold dot. rewrite (rsum_ext m _ (fun i => R0 * (unit_vec k i * g i (th t)))) by (intros; ring).
      rewrite rsum_scal, rsum_unit by exact Hk. reflexivity.
Qed.

(** SPEC 10, lambda_regret_data: lambda_regret <= R^2/(2 eta T) + (eta/2) mean sum_i g_i^2 + c. *)
Theorem rule_lambda_regret_data :
  lambda_regret <= R0 * R0 / (2 * eta * INR T) + eta / 2 * avg payoff_square + rounding.
Proof. apply lambda_regret_le, ascent_regret. Qed.

Variable B : R.
Hypothesis payoffs_bounded : forall t, (t < T)%nat -> payoff_square t <= B * B.
Lemma ascent_regret_step ls : multiplier_set ls ->
  avg (fun t => dot m ls (fun i => g i (th t))) - avg (fun t => dot m (lam t) (fun i => g i (th t)))
  <= R0 * R0 / (2 * eta * INR T) + eta / 2 * (B * B) + rounding.
Proof.
  intros Hls. eapply Rle_trans; [apply (ascent_regret ls Hls)|].
  assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  apply Rplus_le_compat_r, Rplus_le_compat_l, Rmult_le_compat_l; [lra|].
  apply Rmult_le_reg_r with (INR T); [exact HTr|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  rewrite Rmult_comm, <- rsum_const. apply rsum_le, payoffs_bounded.
Qed.
(** SPEC 10, lambda_regret_step: under payoffs_bounded. *)
Theorem rule_lambda_regret_step : lambda_regret <= R0 * R0 / (2 * eta * INR T) + eta / 2 * (B * B) + rounding.
Proof. apply lambda_regret_le, ascent_regret_step. Qed.
(** SPEC 10, lambda_regret_paper: under payoffs_bounded and step_keeps_bound. *)
Theorem rule_lambda_regret_paper :
  R0 * R0 / (2 * eta * INR T) + eta / 2 * (B * B) <= R0 * B * sqrt (2 / INR T) ->
  lambda_regret <= R0 * B * sqrt (2 / INR T) + rounding.
Proof. intros H. pose proof rule_lambda_regret_step. lra. Qed.

(** Lemma 1, with an oracle of error rho for the points: the hypothesis of Theorem 1 holds with
    epsilon = rho + R^2/(2 eta T) + (eta/2) B^2 + c (SPEC 10, theta_regret_oracle, epsilon_step), and with
    epsilon = rho + R B sqrt(2/T) + c where the step keeps the bound (epsilon_paper). *)
Variables (g0 : Theta -> R) (rho : R).
Hypothesis oracle : forall t ths, (t < T)%nat ->
  lagrangian m g0 g (th t) (lam t) <= lagrangian m g0 g ths (lam t) + rho.
Theorem rule_theta_regret_oracle ths :
  avg (fun t => lagrangian m g0 g (th t) (lam t)) - avg (fun t => lagrangian m g0 g ths (lam t)) <= rho.
Proof.
  assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  apply Rmult_le_reg_r with (INR T); [exact HTr|]. rewrite Rmult_minus_distr_r.
  unfold Rdiv. rewrite !Rmult_assoc, Rinv_l, !Rmult_1_r by lra.
  rewrite <- rsum_minus, Rmult_comm, <- rsum_const. apply rsum_le. intros t Ht. pose proof (oracle t ths Ht). lra.
Qed.
Theorem rule_epsilon_step ls ths : multiplier_set ls ->
  avg (fun t => lagrangian m g0 g (th t) ls) - avg (fun t => lagrangian m g0 g ths (lam t))
  <= rho + (R0 * R0 / (2 * eta * INR T) + eta / 2 * (B * B)) + rounding.
Proof.
  intros Hls. pose proof (ascent_regret_step ls Hls) as H1. pose proof (rule_theta_regret_oracle ths) as H2.
  assert (Hl : forall l, rsum T (fun t => lagrangian m g0 g (th t) (l t))
    = rsum T (fun t => g0 (th t)) + rsum T (fun t => dot m (l t) (fun i => g i (th t)))) by (intros l; apply rsum_plus).
  rewrite (Hl (fun _ => ls)). rewrite (Hl lam) in H2. unfold Rdiv in *. lra.
Qed.
Theorem rule_epsilon_paper ls ths : multiplier_set ls ->
  R0 * R0 / (2 * eta * INR T) + eta / 2 * (B * B) <= R0 * B * sqrt (2 / INR T) ->
  avg (fun t => lagrangian m g0 g (th t) ls) - avg (fun t => lagrangian m g0 g ths (lam t))
  <= rho + R0 * B * sqrt (2 / INR T) + rounding.
Proof. intros Hls H. pose proof (rule_epsilon_step ls ths Hls). lra. Qed.
End LambdaAscent.

(** Lemma 1 as printed: exact steps of the paper's size. *)
Theorem lemma_1 {Theta} m T (g0 : Theta -> R) (g : nat -> Theta -> R) (th : nat -> Theta) (lam : nat -> nat -> R) R0 B rho :
  (0 < T)%nat -> 0 < R0 -> 0 < B ->
  let eta := R0 / (B * sqrt (2 * INR T)) in
  (forall i, (i < m)%nat -> lam O i = 0) ->
  (forall t, (t < T)%nat -> is_projection m (multiplier_set m R0) (fun i => lam t i + eta * g i (th t)) (lam (S t))) ->
  (forall t, (t < T)%nat -> square m (fun i => g i (th t)) <= B * B) ->
  (forall t ths, (t < T)%nat -> lagrangian m g0 g (th t) (lam t) <= lagrangian m g0 g ths (lam t) + rho) ->
  forall ls ths, nonneg m ls -> rsum m ls <= R0 ->
  rsum T (fun t => lagrangian m g0 g (th t) ls) / INR T - rsum T (fun t => lagrangian m g0 g ths (lam t)) / INR T
  <= rho + R0 * B * sqrt (2 / INR T).
Proof.
  intros HT HR HB eta H0 Hstep Hb Ho ls ths Hn Hs.
  destruct (paper_step_keeps_bound R0 B T HR HB HT) as [Hk Heta]. fold eta in Hk, Heta.
  assert (Hp : 0 <= R0 * B * sqrt (2 / INR T)) by (apply Rmult_le_pos; [nra|apply sqrt_pos]).
  pose proof (rule_epsilon_paper m T HT g th lam lam (fun _ => 0) R0 eta HR Heta H0 Hstep) as H.
  specialize (H ltac:(intros t _; split; [lra|]; right; rewrite Rmult_0_l; apply rsum_zero'; intros; unfold vsub; ring)).
  specialize (H B Hb g0 rho Ho ls ths (conj Hn Hs) ltac:(lra)).
  assert (Hr : rounding (fun _ => 0) R0 eta T = 0).
  { unfold rounding. rewrite (rsum_zero' T) by (intros; ring). unfold Rdiv. ring. }
  lra.
Qed.

(** * The proxy game: the matrix player *)
Section MatrixPlayer.
Context {Theta : Type}.
Variables (m T : nat) (HT : (0 < T)%nat) (g : nat -> Theta -> R) (th : nat -> Theta).
Variables (M : nat -> nat -> nat -> R) (lam : nat -> nat -> R) (eta : R) (r : nat -> nat -> R) (lo hi B e : nat -> R).
Notation n := (S m).
Notation s := (fun t j => payoff g j (th t)).
Hypothesis eta_pos : 0 < eta.
Hypothesis stochastic : forall t, (t <= T)%nat -> left_stochastic n (M t).
Hypothesis start : forall j i, (j < n)%nat -> (i < n)%nat -> M O j i = / INR n.
Hypothesis update : forall t j i, (t < T)%nat -> (j < n)%nat -> (i < n)%nat ->
  M t j i * exp (eta * (s t j * lam t i)) / rsum n (fun k => M t k i * exp (eta * (s t k * lam t i)))
  <= M (S t) j i * exp (r t i).
(** multipliers_in_set *)
Hypothesis lam_simplex : forall t, (t < T)%nat -> simplex n (lam t).
(** lo_t = min(0, min_i g_i), hi_t = max(0, max_i g_i): the spread is hi_t - lo_t. *)
Hypothesis spread : forall t j, (t < T)%nat -> (j < n)%nat -> lo t <= s t j <= hi t.
Hypothesis bounded : forall t j, (t < T)%nat -> (j < n)%nat -> Rabs (s t j) <= B t.
Hypothesis residual : forall t, (t < T)%nat -> l1 n (fun j => matvec n (M t) (lam t) j - lam t j) <= e t.
Definition played : @play Theta := uniform T HT (fun t => (th t, lam t)).
Notation rounding := (swap_rounding n T eta r B e).
Notation square_spread := (rsum T (fun t => (hi t - lo t) * (hi t - lo t) * rsum n (fun i => lam t i * lam t i)) / INR T).

Lemma gains_linear t x : (t < T)%nat -> simplex n x ->
  lambda_gain m g (th t) x <= lambda_gain m g (th t) (lam t) + dot n (s t) (vsub x (lam t)).
Proof.
  intros _ _. right. rewrite !lambda_gain_payoff. unfold dot, vsub. rewrite <- rsum_plus. apply rsum_ext. intros; ring.
Qed.
Lemma swap_regret_from bound : (forall Ms, left_stochastic n Ms ->
    rsum T (fun t => lambda_gain m g (th t) (matvec n Ms (lam t))) / INR T
    - rsum T (fun t => lambda_gain m g (th t) (lam t)) / INR T <= bound) ->
  swap_regret m g played <= bound.
Proof.
  intros H. apply swap_regret_closed_form. intros Ms HM. unfold gained, played. rewrite !mean_uniform. apply H, HM.
Qed.

(** SPEC 10, swap_regret_data, swap_regret_step and swap_regret_paper. *)
Theorem rule_swap_regret_data :
  swap_regret m g played <= INR n * ln (INR n) / (eta * INR T) + eta / 8 * square_spread + rounding.
Proof.
  apply swap_regret_from. intros Ms HM.
  apply (lemma_8_data n T M lam s eta r lo hi B e ltac:(lia) HT eta_pos stochastic start update lam_simplex spread bounded
    residual (fun t x => lambda_gain m g (th t) x) gains_linear Ms HM).
Qed.
Theorem rule_swap_regret_step B0 : (forall t, (t < T)%nat -> hi t - lo t <= 2 * B0) ->
  swap_regret m g played <= INR n * ln (INR n) / (eta * INR T) + eta / 8 * (4 * (B0 * B0)) + rounding.
Proof.
  intros HB. apply swap_regret_from. intros Ms HM.
  apply (lemma_8_step n T M lam s eta r lo hi B e ltac:(lia) HT eta_pos stochastic start update lam_simplex spread bounded
    residual (fun t x => lambda_gain m g (th t) x) gains_linear Ms B0 HM HB).
Qed.
Theorem rule_swap_regret_paper B0 : (forall t, (t < T)%nat -> hi t - lo t <= 2 * B0) ->
  INR n * ln (INR n) / (eta * INR T) + eta / 8 * (4 * (B0 * B0)) <= 2 * B0 * sqrt (INR n * ln (INR n) / INR T) ->
  swap_regret m g played <= 2 * B0 * sqrt (INR n * ln (INR n) / INR T) + rounding.
Proof. intros HB H. pose proof (rule_swap_regret_step B0 HB). lra. Qed.

(** Lemma 11: an oracle of error rho gives the theta-player regret rho. *)
Variables (g0 : Theta -> R) (p : nat -> Theta -> R) (rho : R).
Hypothesis oracle : forall t ths, (t < T)%nat -> theta_loss m g0 p (th t) (lam t) <= theta_loss m g0 p ths (lam t) + rho.
Theorem rule_theta_regret_oracle_proxy : theta_regret_at_most m g0 p played rho.
Proof.
  intros ths. unfold lost, played. rewrite !mean_uniform. cbn [fst snd].
  assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  apply Rmult_le_reg_r with (INR T); [exact HTr|]. rewrite Rmult_minus_distr_r.
  unfold Rdiv. rewrite !Rmult_assoc, Rinv_l, !Rmult_1_r by lra.
  rewrite <- rsum_minus, Rmult_comm, <- rsum_const. apply rsum_le. intros t Ht. pose proof (oracle t ths Ht). lra.
Qed.
End MatrixPlayer.
