(** Theorem 2: T rounds of the proxy game, from the swap regret and from two deviations.

    theta_bar = theta_t with probability lambda_(t,0) / sum_s lambda_(s,0). *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums Norms Games Lagrangian Proxy.
Local Open Scope R_scope.

Section Theorem2.
Context {Theta : Type}.
Variables (m T : nat) (HT : (0 < T)%nat) (g0 : Theta -> R) (g p : nat -> Theta -> R).
Variables (th : nat -> Theta) (lam : nat -> nat -> R) (eth elam : R).
Hypothesis Hdom : forall i x, (i < m)%nat -> g i x <= p i x.
Hypothesis Hsimplex : forall t, (t < T)%nat -> simplex (S m) (lam t).
Notation avg x := (rsum T x / INR T).
(** eps_theta >= avg_t L_theta(theta_t, lambda_t) - inf_theta avg_t L_theta(theta, lambda_t). *)
Hypothesis Hth : forall ths,
  avg (fun t => theta_loss m g0 p (th t) (lam t)) - avg (fun t => theta_loss m g0 p ths (lam t)) <= eth.
Let lbar0 := avg (fun t => lam t O).
Let E f := rsum T (fun t => lam t O * f (th t)) / rsum T (fun t => lam t O).
Hypothesis Hpos : 0 < lbar0.

Let d : @play Theta := uniform T HT (fun t => (th t, lam t)).
Let Hn : multipliers_nonneg m d.
Proof. intros t Ht. apply (proj1 (Hsimplex t Ht)). Qed.
Let HA_eq : objective_weight d = lbar0.
Proof. unfold objective_weight, mu, d. rewrite mean_uniform. reflexivity. Qed.
Let HA : 0 < objective_weight d.
Proof. rewrite HA_eq. exact Hpos. Qed.
Let HE f : mean (theta_bar m d Hn HA) f = E f.
Proof.
  rewrite mean_theta_bar, HA_eq. unfold d. rewrite mean_uniform. simpl. unfold E, lbar0.
  assert (0 < INR T) by (apply lt_0_INR, HT). unfold lbar0 in Hpos. field. split; [|lra].
  intros H0. rewrite H0 in Hpos. unfold Rdiv in Hpos. rewrite Rmult_0_l in Hpos. lra.
Qed.
Let Hth' : theta_regret_at_most m g0 p d eth.
Proof. intros ths. unfold lost, d. rewrite !mean_uniform. apply Hth. Qed.

(** Only two deviations are used (S5): "everything to the objective" and "objective to
    constraint j". Both are at most the swap regret; a player that keeps only them
    below eps_lambda has all the conclusions of Theorem 2. *)
Section Deviation.
Hypothesis Hobjective : avg (fun t => - lambda_gain m g (th t) (lam t)) <= elam.
Hypothesis Hconstraint : forall i, (i < m)%nat -> avg (fun t => lam t O * g i (th t)) <= elam.

Let Hdev : deviation_to_objective m g d <= elam.
Proof.
  unfold deviation_to_objective, gained, d. rewrite mean_uniform. simpl.
  eapply Rle_trans; [|exact Hobjective]. apply Req_le. unfold Rdiv.
  rewrite (rsum_ext T (fun t => - lambda_gain m g (th t) (lam t))
    (fun t => -1 * lambda_gain m g (th t) (lam t))) by (intros; ring).
  rewrite rsum_scal. ring.
Qed.
Let Hkappa : posp (domination_gap m g p d) <= 0.
Proof. apply posp_lub; [lra|]. apply domination_on_play; [exact Hn|]. intros t i _ Hi. apply Hdom, Hi. Qed.

Theorem theorem_2_optimality_deviation ths : feasible m p ths ->
  E g0 <= g0 ths + (eth + elam) / lbar0.
Proof.
  intros Hf. rewrite <- HE, <- HA_eq, <- (mean_dirac ths g0).
  eapply Rle_trans; [apply (theorem_4_optimality_deviation m g0 g p d Hn HA eth elam Hth' (dirac ths) Hdev)|].
  - intros i Hi. rewrite mean_dirac. apply Hf, Hi.
  - apply Rplus_le_compat_l. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HA|]. lra.
Qed.

Theorem theorem_2_feasibility_deviation i : (i < m)%nat -> E (g i) <= elam / lbar0.
Proof.
  intros Hi. rewrite <- HE, <- HA_eq, mean_theta_bar.
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HA|].
  unfold d. rewrite mean_uniform. simpl. apply Hconstraint, Hi.
Qed.

Theorem theorem_2_weight_deviation th' gamma B : 0 < gamma -> margin m p th' gamma ->
  (forall a b, g0 a - g0 b <= B) -> (gamma - eth - elam) / (gamma + B) <= lbar0.
Proof.
  intros Hg Hm HB. rewrite <- HA_eq. assert (0 <= B) by (pose proof (HB th' th'); lra).
  eapply Rle_trans; [|apply (lemma_7_deviation m g0 g p d Hn
    (lost m g0 p d - eth) th' gamma B Hg Hm HB)].
  - apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
    rewrite (total_weight_simplex m d) by (intros t Ht; apply Hsimplex, Ht). lra.
  - apply regret_lower, Hth'.
Qed.
End Deviation.

(** The hypothesis of Theorem 2: eps_lambda bounds the swap regret,
    avg_t L_lambda(theta_t, M lambda_t) - avg_t L_lambda(theta_t, lambda_t) for every
    left-stochastic M. *)
Hypothesis Hswap : forall M, left_stochastic (S m) M ->
  avg (fun t => lambda_gain m g (th t) (matvec (S m) M (lam t)))
  - avg (fun t => lambda_gain m g (th t) (lam t)) <= elam.

Let Hlam : swap_regret_at_most m g d elam.
Proof. intros M HM. unfold gained, d. rewrite !mean_uniform. apply Hswap, HM. Qed.

(** Theorem 2, optimality: E g0(theta_bar) <= g0(theta) + (eps_theta + eps_lambda) / lambda_bar_0,
    for every theta that satisfies the proxy constraints. *)
Theorem theorem_2_optimality ths : feasible m p ths -> E g0 <= g0 ths + (eth + elam) / lbar0.
Proof.
  intros Hf. rewrite <- HE, <- HA_eq.
  apply (theorem_4_optimality m g0 g p d Hn HA eth elam Hth' Hlam ths Hdom Hf).
Qed.

(** Theorem 2, feasibility: E g_i(theta_bar) <= eps_lambda / lambda_bar_0. *)
Theorem theorem_2_feasibility i : (i < m)%nat -> E (g i) <= elam / lbar0.
Proof.
  intros Hi. rewrite <- HE, <- HA_eq. apply (theorem_4_feasibility m g d Hn HA elam Hlam i Hi).
Qed.

(** Theorem 2, the weight of the objective: with a margin gamma > 0 of the proxies,
    lambda_bar_0 >= (gamma - eps_theta - eps_lambda) / (gamma + B). *)
Theorem theorem_2_weight th' gamma B : 0 < gamma -> margin m p th' gamma ->
  (forall a b, g0 a - g0 b <= B) -> (gamma - eth - elam) / (gamma + B) <= lbar0.
Proof.
  intros Hg Hm HB. rewrite <- HA_eq.
  apply (lemma_7 m g0 g p d Hn eth elam th' gamma B); assumption.
Qed.
End Theorem2.
