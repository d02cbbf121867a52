(** The proxy game: Theorem 4, Lemma 7, and what is stronger.

    A play is a mixture over pairs (theta_t, lambda_t). The multipliers are only asked to
    be nonnegative; the simplex enters Lemma 7 through their sum W, which is 1 there. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums Norms Games Lagrangian.
Local Open Scope R_scope.

Section Proxy.
Context {Theta : Type}.
Variable m : nat.
Variable g0 : Theta -> R.
Variables g p : nat -> Theta -> R.
Variable d : @play Theta.

Notation A := (objective_weight d).
Notation mu := (mu d).
Notation W := (total_weight m d).
Notation Sij := (swap_matrix g d).
Notation swap := (swap_regret m g d).
Notation gain := (gained m g d).
Notation out := (deviation_to_constraints m g d).
Notation dev := (deviation_to_objective m g d).
Notation kappa := (domination_gap m g p d).
Notation loss := (lost m g0 p d).
Notation Lth := (theta_loss m g0 p).

(** * Swap regret in closed form *)

Lemma swap_matrix_objective i : Sij i 0 = 0.
Proof. unfold swap_matrix. simpl. rewrite (mean_ext d _ (fun _ => 0)); [apply mean_const|intros; ring]. Qed.

Lemma gained_trace : gain = rsum (S m) (fun i => Sij i i).
Proof.
  unfold gained. rewrite (mean_ext d _ (fun x => rsum (S m) (fun i => snd x i * payoff g i (fst x)))).
  - apply mean_rsum.
  - intros x. apply lambda_gain_payoff.
Qed.

Lemma gained_matrix M : mean d (fun x => lambda_gain m g (fst x) (matvec (S m) M (snd x))) =
  rsum (S m) (fun i => rsum (S m) (fun j => M j i * Sij i j)).
Proof.
  rewrite (mean_ext d _ (fun x =>
    rsum (S m) (fun i => rsum (S m) (fun j => M j i * (snd x i * payoff g j (fst x)))))).
  - rewrite mean_rsum. apply rsum_ext. intros i _. rewrite mean_rsum. apply rsum_ext.
    intros j _. apply mean_scal.
  - intros x. rewrite lambda_gain_payoff, rsum_swap. apply rsum_ext. intros j _. unfold matvec.
    rewrite <- rsum_scal_r. apply rsum_ext. intros; ring.
Qed.

(** No left-stochastic matrix gains more than sum_i max_j (S_ij - S_ii). *)
Theorem swap_regret_upper M : left_stochastic (S m) M ->
  mean d (fun x => lambda_gain m g (fst x) (matvec (S m) M (snd x))) - gain <= swap.
Proof.
  intros HM. rewrite gained_matrix, gained_trace, <- rsum_minus. apply rsum_le.
  intros i Hi. destruct (HM i Hi) as [Hp H1].
  replace (rsum (S m) (fun j => M j i * Sij i j) - Sij i i)
    with (rsum (S m) (fun j => M j i * (Sij i j - Sij i i))).
  2:{ rewrite (rsum_ext (S m) _ (fun j => M j i * Sij i j - M j i * Sij i i)) by (intros; ring).
      rewrite rsum_minus, rsum_scal_r, H1. ring. }
  rewrite <- (Rmult_1_l (rmax m _)), <- H1, <- rsum_scal_r. apply rsum_le. intros j Hj.
  apply Rmult_le_compat_l; [apply Hp, Hj|].
  apply (rmax_ub m (fun j => Sij i j - Sij i i)). lia.
Qed.

(** ... and the matrix that sends each action to its best replacement gains that. *)
Theorem swap_regret_attained : exists M, left_stochastic (S m) M /\
  mean d (fun x => lambda_gain m g (fst x) (matvec (S m) M (snd x))) - gain = swap.
Proof.
  set (best i := argmax m (fun j => Sij i j - Sij i i)).
  assert (Hb : forall i, (best i < S m)%nat)
    by (intros i; pose proof (argmax_le m (fun j => Sij i j - Sij i i)); unfold best; lia).
  exists (fun j i => unit_vec (best i) j). split.
  - intros i _. split; [apply unit_vec_nonneg|apply rsum_unit_1, Hb].
  - rewrite gained_matrix, gained_trace, <- rsum_minus. apply rsum_ext. intros i _.
    rewrite (rsum_unit (S m) (best i) (Sij i) (Hb i)). reflexivity.
Qed.

(** The hypothesis of Theorems 2 and 4 on the swap regret is a bound of one number. *)
Theorem swap_regret_closed_form eps : swap_regret_at_most m g d eps <-> swap <= eps.
Proof.
  split.
  - intros H. destruct swap_regret_attained as (M & HM & <-). apply H, HM.
  - intros H M HM. eapply Rle_trans; [apply swap_regret_upper, HM|exact H].
Qed.

(** * The deviations that the theorems use are among the swaps *)

Lemma row_max_nonneg i : 0 <= rmax m (fun j => Sij i j - Sij i i) \/ (m < i)%nat.
Proof.
  destruct (le_lt_dec i m) as [H|H]; [left|right; exact H].
  eapply Rle_trans; [|apply (rmax_ub m _ i H)]. cbv beta. lra.
Qed.

Theorem deviation_to_constraints_le_swap : out <= swap.
Proof.
  assert (Hrow : rmax m (fun j => Sij 0 j - Sij 0 0) <= swap).
  { apply (rsum_term_le (S m) (fun i => rmax m (fun j => Sij i j - Sij i i)) 0); [|lia].
    intros i Hi. destruct (row_max_nonneg i); [assumption|lia]. }
  apply pos_max_lub.
  - eapply Rle_trans; [|exact Hrow]. destruct (row_max_nonneg 0); [assumption|lia].
  - intros i Hi. eapply Rle_trans; [|exact Hrow].
    pose proof (rmax_ub m (fun j => Sij 0 j - Sij 0 0) (S i) Hi) as H. cbv beta in H.
    rewrite (swap_matrix_objective 0) in H at 1. lra.
Qed.

Theorem deviation_to_objective_le_external : dev <= external_regret m g d.
Proof.
  unfold deviation_to_objective, external_regret.
  pose proof (rmax_ub m (fun j => rsum (S m) (fun i => Sij i j)) 0 (Nat.le_0_l m)) as H. cbv beta in H.
  rewrite (rsum_zero' (S m) (fun i => Sij i 0)) in H by (intros; apply swap_matrix_objective). lra.
Qed.

Theorem external_le_swap : external_regret m g d <= swap.
Proof.
  unfold external_regret, swap_regret. rewrite gained_trace.
  destruct (rmax_attained m (fun j => rsum (S m) (fun i => Sij i j))) as (j & Hj & ->).
  rewrite <- rsum_minus. apply rsum_le. intros i _.
  apply (rmax_ub m (fun j => Sij i j - Sij i i) j Hj).
Qed.

Corollary deviation_to_objective_le_swap : dev <= swap.
Proof. eapply Rle_trans; [apply deviation_to_objective_le_external|apply external_le_swap]. Qed.

(** * Domination *)

(** Q = (mean lambda_0 g0) + (mean sum_i lambda_i p_i). *)
Lemma lost_split : loss = mean d (fun x => snd x O * g0 (fst x)) +
  mean d (fun x => rsum m (fun i => snd x (S i) * p i (fst x))).
Proof. unfold lost, theta_loss. apply mean_plus. Qed.

Lemma domination_gap_split :
  kappa = gain - mean d (fun x => rsum m (fun i => snd x (S i) * p i (fst x))).
Proof.
  unfold domination_gap, gained, lambda_gain. rewrite <- mean_minus. apply mean_ext. intros x.
  rewrite <- rsum_minus. apply rsum_ext. intros; ring.
Qed.

(** Proxies that dominate on the play have kappa <= 0. *)
Theorem domination_on_play : multipliers_nonneg m d ->
  (forall t i, (t < size d)%nat -> (i < m)%nat -> g i (fst (point d t)) <= p i (fst (point d t))) ->
  kappa <= 0.
Proof.
  intros Hn Hd. unfold domination_gap. rewrite <- (mean_const d 0). apply mean_le_supp.
  intros t Ht. apply rsum_nonpos. intros i Hi.
  pose proof (Hn t Ht (S i) ltac:(lia)). pose proof (Hd t i Ht Hi). nra.
Qed.

(** Algebra: mean lambda_0 g0 <= Q + dev + K with K = max(0, kappa) (S15). *)
Theorem objective_mass_le : mean d (fun x => snd x O * g0 (fst x)) <= loss + dev + posp kappa.
Proof.
  pose proof (posp_ge kappa) as H. rewrite domination_gap_split in H at 1. rewrite lost_split.
  unfold deviation_to_objective. lra.
Qed.

Hypothesis Hnonneg : multipliers_nonneg m d.

Lemma mu_nonneg : nonneg (S m) mu.
Proof. intros i Hi. apply mean_nonneg. intros t Ht. apply (Hnonneg t Ht i Hi). Qed.

Lemma total_weight_split : W = A + rsum m (fun i => mu (S i)).
Proof. unfold total_weight. rewrite rsum_S_l. reflexivity. Qed.

Lemma total_weight_simplex : multipliers_in_simplex m d -> W = 1.
Proof.
  intros Hs. unfold total_weight, Games.mu. rewrite <- (mean_rsum d (S m) (fun i x => snd x i)).
  rewrite <- (mean_const d 1). apply Rle_antisym; apply mean_le_supp; intros t Ht; apply Req_le;
    [exact (proj2 (Hs t Ht))|exact (eq_sym (proj2 (Hs t Ht)))].
Qed.

(** * Lemma 7, before division

    gamma W - (Q - lower) - dev - K <= A (gamma + g0(theta')) - mean lambda_0 g0. *)
Theorem lemma_7_product lower th' gamma : 0 <= gamma -> margin m p th' gamma ->
  lower <= Lth th' mu ->
  gamma * W - (loss - lower) - dev - posp kappa
  <= A * (gamma + g0 th') - mean d (fun x => snd x O * g0 (fst x)).
Proof.
  intros Hg Hm Hl. rewrite total_weight_split.
  assert (H1 : rsum m (fun i => mu (S i) * p i th') <= rsum m (fun i => - gamma * mu (S i))).
  { apply rsum_le. intros i Hi. pose proof (mu_nonneg (S i) ltac:(lia)). pose proof (Hm i Hi). nra. }
  rewrite rsum_scal in H1. unfold theta_loss in Hl. change (mu 0) with A in Hl.
  pose proof (posp_ge kappa) as H2. rewrite domination_gap_split in H2 at 1. rewrite lost_split.
  unfold deviation_to_objective. lra.
Qed.

(** The range of the objective, weighted: A (g0(theta') - B) <= mean lambda_0 g0. *)
Lemma objective_mass_ge th' B : (forall a b, g0 a - g0 b <= B) ->
  A * (g0 th' - B) <= mean d (fun x => snd x O * g0 (fst x)).
Proof.
  intros HB. unfold objective_weight, Games.mu. rewrite <- mean_scal_r. apply mean_le_supp. intros t Ht.
  apply Rmult_le_compat_l; [apply (Hnonneg t Ht); lia|].
  pose proof (HB th' (fst (point d t))). lra.
Qed.

(** Lemma 7 with the deviation only, and multipliers off the simplex (S6, S15):
    (gamma W - theta_regret - dev - K) / (gamma + B) <= A. *)
Theorem lemma_7_deviation lower th' gamma B : 0 < gamma -> margin m p th' gamma ->
  (forall a b, g0 a - g0 b <= B) -> (forall th, lower <= Lth th mu) ->
  (gamma * W - (loss - lower) - dev - posp kappa) / (gamma + B) <= A.
Proof.
  intros Hg Hm HB Hl. assert (0 <= B) by (pose proof (HB th' th'); lra).
  pose proof (lemma_7_product lower th' gamma (Rlt_le _ _ Hg) Hm (Hl th')).
  pose proof (objective_mass_ge th' B HB).
  apply Rmult_le_reg_l with (gamma + B); [lra|].
  replace ((gamma + B) * ((gamma * W - (loss - lower) - dev - posp kappa) / (gamma + B)))
    with (gamma * W - (loss - lower) - dev - posp kappa) by (field; lra). lra.
Qed.

(** * theta_bar: theta_t with probability proportional to lambda_(t,0) *)
Section ThetaBar.
Hypothesis HA : 0 < A.

Program Definition theta_bar : mixture Theta :=
  {| size := size d; point := fun t => fst (point d t);
     weight := fun t => weight d t * snd (point d t) O / A |}.
Next Obligation.
  unfold Rdiv. apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, HA].
  apply Rmult_le_pos; [apply weight_nonneg; assumption|]. apply (Hnonneg t H). lia.
Qed.
Next Obligation. unfold Rdiv. rewrite rsum_scal_r. apply Rinv_r. apply Rgt_not_eq, HA. Qed.

Lemma mean_theta_bar f : mean theta_bar f = mean d (fun x => snd x O * f (fst x)) / A.
Proof.
  unfold mean at 1; simpl. unfold Rdiv. rewrite <- mean_scal_r. unfold mean.
  apply rsum_ext. intros; ring.
Qed.
Lemma mass_theta_bar f : mean d (fun x => snd x O * f (fst x)) = A * mean theta_bar f.
Proof. rewrite mean_theta_bar. field. lra. Qed.
Notation E0 := (mean theta_bar g0).

(** S4, an identity: what the lambda-player could have gained by moving the weight of
    the objective to a constraint is A times the infeasibility of theta_bar. *)
Theorem feasibility_identity : out = A * infeasibility m g theta_bar.
Proof.
  unfold deviation_to_constraints, infeasibility. rewrite <- pos_max_scal by lra.
  apply pos_max_ext. intros i _. apply mass_theta_bar.
Qed.

(** Theorem 4, feasibility, with the deviation: infeasibility <= out / A (an equality). *)
Theorem theorem_4_feasibility_deviation : infeasibility m g theta_bar = out / A.
Proof. rewrite feasibility_identity. field. lra. Qed.

(** Theorem 4, feasibility, closed form: infeasibility <= swap_regret / A. *)
Theorem feasibility_swap : infeasibility m g theta_bar <= swap / A.
Proof.
  rewrite theorem_4_feasibility_deviation. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HA|].
  apply deviation_to_constraints_le_swap.
Qed.

(** Algebra, for every number [lower]: E g0 - lower / A <= (Q - lower + dev + K) / A. *)
Theorem suboptimality_deviation lower : E0 - lower / A <= (loss - lower + dev + posp kappa) / A.
Proof.
  rewrite mean_theta_bar. unfold Rdiv. rewrite <- Rmult_minus_distr_r.
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HA|].
  pose proof objective_mass_le. lra.
Qed.
Theorem suboptimality_swap lower : E0 - lower / A <= (loss - lower + swap + posp kappa) / A.
Proof.
  eapply Rle_trans; [apply suboptimality_deviation|].
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HA|].
  pose proof deviation_to_objective_le_swap. lra.
Qed.

Section LowerBound.
Variable lower : R.
Hypothesis Hlower : forall th, lower <= Lth th mu.

(** The bound is at most the loss, at the mean multipliers, of theta_bar. *)
Theorem proxy_lower_le_played :
  lower <= A * E0 + rsum m (fun i => mu (S i) * mean theta_bar (p i)).
Proof.
  assert (H : lower <= mean theta_bar (fun th => Lth th mu)) by (apply mean_ge, Hlower).
  unfold theta_loss in H. rewrite mean_plus, mean_rsum, mean_scal in H.
  rewrite (rsum_ext m _ (fun i => mu (S i) * mean theta_bar (p i))) in H
    by (intros i _; apply mean_scal). exact H.
Qed.

(** S4, the direct bound: against every mixture that satisfies the proxies on average,
    E g0 is above it by at most E g0 - lower / A. No regret, no domination. *)
Theorem proxy_direct_bound q : feasible_on_average m p q -> E0 <= mean q g0 + (E0 - lower / A).
Proof.
  intros Hq. assert (H : lower <= mean q (fun th => Lth th mu)) by (apply mean_ge, Hlower).
  unfold theta_loss in H. rewrite mean_plus, mean_rsum, mean_scal in H.
  rewrite (rsum_ext m _ (fun i => mu (S i) * mean q (p i))) in H by (intros i _; apply mean_scal).
  assert (rsum m (fun i => mu (S i) * mean q (p i)) <= 0).
  { apply rsum_nonpos. intros i Hi. pose proof (mu_nonneg (S i) ltac:(lia)). pose proof (Hq i Hi). nra. }
  assert (lower / A <= mean q g0); [|lra].
  apply Rmult_le_reg_l with A; [exact HA|]. replace (A * (lower / A)) with lower by (field; lra).
  change (mu 0) with A in H. lra.
Qed.

(** Lemma 7 with the data: (gamma W - theta_regret - dev - K) / (gamma + g0(theta') - E g0) <= A. *)
Theorem lemma_7_data th' gamma : 0 < gamma -> margin m p th' gamma ->
  0 < gamma + g0 th' - E0 ->
  (gamma * W - (loss - lower) - dev - posp kappa) / (gamma + g0 th' - E0) <= A.
Proof.
  intros Hg Hm Hd.
  pose proof (lemma_7_product lower th' gamma (Rlt_le _ _ Hg) Hm (Hlower th')) as H.
  rewrite mass_theta_bar in H. apply Rmult_le_reg_l with (gamma + g0 th' - E0); [exact Hd|].
  replace ((gamma + g0 th' - E0) * ((gamma * W - (loss - lower) - dev - posp kappa) / (gamma + g0 th' - E0)))
    with (gamma * W - (loss - lower) - dev - posp kappa) by (field; lra). lra.
Qed.
End LowerBound.

(** * The paper's statements *)
Section Paper.
Variables eth elam : R.
Hypothesis Hth : theta_regret_at_most m g0 p d eth.

Lemma regret_lower th : loss - eth <= Lth th mu.
Proof. pose proof (Hth th) as H. rewrite mean_theta_loss in H. lra. Qed.

(** Theorem 4, optimality, in its strongest form (S1, S5, S15): any mixture that
    satisfies the proxies on average, the one deviation "everything to the objective",
    and K = max(0, kappa) where the proxies need not dominate:
    E g0(theta_bar) <= E_q g0 + (eps_theta + eps_lambda + K) / mean lambda_0. *)
Theorem theorem_4_optimality_deviation q : dev <= elam -> feasible_on_average m p q ->
  E0 <= mean q g0 + (eth + elam + posp kappa) / A.
Proof.
  intros Hdev Hq. eapply Rle_trans; [apply (proxy_direct_bound _ regret_lower q Hq)|].
  apply Rplus_le_compat_l. eapply Rle_trans; [apply suboptimality_deviation|].
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HA|]. lra.
Qed.

Hypothesis Hlam : swap_regret_at_most m g d elam.

(** Theorem 4, optimality: with proxies g~_i >= g_i,
    E g0(theta_bar) <= g0(theta) + (eps_theta + eps_lambda) / mean lambda_0 for every
    theta that satisfies the proxy constraints. *)
Theorem theorem_4_optimality ths : (forall i th, (i < m)%nat -> g i th <= p i th) ->
  feasible m p ths -> E0 <= g0 ths + (eth + elam) / A.
Proof.
  intros Hdom Hf. rewrite <- (mean_dirac ths g0).
  assert (Hk : posp kappa <= 0).
  { apply posp_lub; [lra|]. apply domination_on_play; [exact Hnonneg|].
    intros t i _ Hi. apply Hdom, Hi. }
  eapply Rle_trans; [apply (theorem_4_optimality_deviation (dirac ths))|].
  - eapply Rle_trans; [apply deviation_to_objective_le_swap|]. apply swap_regret_closed_form, Hlam.
  - intros i Hi. rewrite mean_dirac. apply Hf, Hi.
  - apply Rplus_le_compat_l. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HA|]. lra.
Qed.

(** Theorem 4, feasibility: E g_i(theta_bar) <= eps_lambda / mean lambda_0, every i. *)
Theorem theorem_4_feasibility i : (i < m)%nat -> mean theta_bar (g i) <= elam / A.
Proof.
  intros Hi. eapply Rle_trans; [apply (pos_max_ub m (fun i => mean theta_bar (g i)) i Hi)|].
  eapply Rle_trans; [apply feasibility_swap|].
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HA|]. apply swap_regret_closed_form, Hlam.
Qed.
End Paper.
End ThetaBar.

(** Lemma 7: with g~_i >= g_i, multipliers in the simplex and g~_i(theta') <= -gamma < 0,
    mean lambda_0 >= (gamma - eps_theta - eps_lambda) / (gamma + B). *)
Theorem lemma_7 eth elam th' gamma B : multipliers_in_simplex m d ->
  (forall i th, (i < m)%nat -> g i th <= p i th) ->
  theta_regret_at_most m g0 p d eth -> swap_regret_at_most m g d elam ->
  0 < gamma -> margin m p th' gamma -> (forall a b, g0 a - g0 b <= B) ->
  (gamma - eth - elam) / (gamma + B) <= A.
Proof.
  intros Hs Hdom Hth Hlam Hg Hm HB. assert (0 <= B) by (pose proof (HB th' th'); lra).
  assert (Hl : forall th, loss - eth <= Lth th mu) by (apply regret_lower, Hth).
  eapply Rle_trans; [|apply (lemma_7_deviation _ th' gamma B Hg Hm HB Hl)].
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
  rewrite (total_weight_simplex Hs).
  assert (posp kappa <= 0).
  { apply posp_lub; [lra|]. apply domination_on_play; [exact Hnonneg|]. intros t i _ Hi. apply Hdom, Hi. }
  pose proof deviation_to_objective_le_swap. apply swap_regret_closed_form in Hlam. lra.
Qed.
End Proxy.
