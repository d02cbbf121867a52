(** Lemma 8: the swap regret of the matrix player, column by column, with the residual of
    the stationary distribution, in the data, step and paper forms. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums Norms Descent Hedge.
Local Open Scope R_scope.

Lemma matvec_simplex n M x : left_stochastic n M -> simplex n x -> simplex n (matvec n M x).
Proof.
  intros HM [Hp H1]. split.
  - intros j Hj. apply rsum_nonneg. intros i Hi. apply Rmult_le_pos; [apply (HM i Hi), Hj|apply Hp, Hi].
  - unfold matvec. rewrite rsum_swap, <- H1. apply rsum_ext. intros i Hi.
    rewrite rsum_scal_r. pose proof (proj2 (HM i Hi)) as HH. cbv beta in HH. rewrite HH. ring.
Qed.

Section SwapPlayer.
Variables (n T : nat) (M : nat -> nat -> nat -> R) (lam s : nat -> nat -> R) (eta : R).
Variables (r : nat -> nat -> R) (lo hi B e : nat -> R).
Hypothesis n_pos : (0 < n)%nat.
Hypothesis T_pos : (0 < T)%nat.
Hypothesis eta_pos : 0 < eta.
Hypothesis stochastic : forall t, (t <= T)%nat -> left_stochastic n (M t).
Hypothesis start : forall j i, (j < n)%nat -> (i < n)%nat -> M O j i = / INR n.
(** The gains of column i are s_t lambda_(t,i): A_t = s_t lambda_t^T. *)
Hypothesis update : forall t j i, (t < T)%nat -> (j < n)%nat -> (i < n)%nat ->
  M t j i * exp (eta * (s t j * lam t i)) / rsum n (fun k => M t k i * exp (eta * (s t k * lam t i)))
  <= M (S t) j i * exp (r t i).
Hypothesis lam_simplex : forall t, (t < T)%nat -> simplex n (lam t).
(** s_t lies between lo_t and hi_t, its largest absolute value is at most B_t, and lambda_t is stationary for M_t
    up to e_t in the 1-norm. *)
Hypothesis range : forall t j, (t < T)%nat -> (j < n)%nat -> lo t <= s t j <= hi t.
Hypothesis bounded : forall t j, (t < T)%nat -> (j < n)%nat -> Rabs (s t j) <= B t.
Hypothesis residual : forall t, (t < T)%nat -> l1 n (fun j => matvec n (M t) (lam t) j - lam t j) <= e t.

(** What rounding can add to the mean swap regret. *)
Definition swap_rounding : R :=
  (/ eta * rsum T (fun t => rsum n (fun i => r t i)) + rsum T (fun t => B t * e t)) / INR T.

Theorem linear_swap_regret Ms : left_stochastic n Ms ->
  rsum T (fun t => dot n (s t) (vsub (matvec n Ms (lam t)) (lam t))) / INR T <=
  INR n * ln (INR n) / (eta * INR T)
  + eta / 8 * (rsum T (fun t => (hi t - lo t) * (hi t - lo t) * rsum n (fun i => lam t i * lam t i)) / INR T)
  + swap_rounding.
Proof.
  intros HM. assert (HTr : 0 < INR T) by (apply lt_0_INR, T_pos).
  pose proof (matrix_regret n T M (fun t j i => s t j * lam t i) eta (fun t i => lo t * lam t i)
    (fun t i => hi t * lam t i) r n_pos eta_pos stochastic start update) as Hreg.
  assert (Hinner : forall X t, inner n X (fun j i => s t j * lam t i) = dot n (s t) (matvec n X (lam t))).
  { intros X t. unfold inner, dot, matvec. rewrite rsum_swap. apply rsum_ext. intros j _.
    rewrite <- rsum_scal. apply rsum_ext. intros; ring. }
  assert (Hmain : rsum T (fun t => dot n (s t) (matvec n Ms (lam t))) - rsum T (fun t => dot n (s t) (matvec n (M t) (lam t)))
    <= INR n * ln (INR n) / eta
    + eta / 8 * rsum T (fun t => (hi t - lo t) * (hi t - lo t) * rsum n (fun i => lam t i * lam t i))
    + / eta * rsum T (fun t => rsum n (fun i => r t i))).
  { rewrite <- (rsum_ext T _ _ (fun t _ => Hinner Ms t)), <- (rsum_ext T _ _ (fun t _ => Hinner (M t) t)).
    eapply Rle_trans; [apply Hreg; [|exact HM]|].
    - intros t j i Ht Hj Hi. pose proof (range t j Ht Hj). pose proof (proj1 (lam_simplex t Ht) i Hi).
      split; apply Rmult_le_compat_r; lra.
    - right. f_equal. f_equal. f_equal. apply rsum_ext. intros t _. rewrite <- rsum_scal. apply rsum_ext.
      intros; ring. }
  assert (Hres : rsum T (fun t => dot n (s t) (matvec n (M t) (lam t))) <=
    rsum T (fun t => dot n (s t) (lam t)) + rsum T (fun t => B t * e t)).
  { rewrite <- rsum_plus. apply rsum_le. intros t Ht.
    assert (HB : 0 <= B t) by (pose proof (bounded t O Ht n_pos); pose proof (Rabs_pos (s t O)); lra).
    assert (dot n (s t) (vsub (matvec n (M t) (lam t)) (lam t)) <= B t * e t); [|rewrite dot_vsub in H; lra].
    apply Rle_trans with (B t * l1 n (fun j => matvec n (M t) (lam t) j - lam t j));
      [|apply Rmult_le_compat_l; [exact HB|apply residual, Ht]].
    unfold dot, l1. rewrite <- rsum_scal. apply rsum_le. intros j Hj.
    eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos|].
    apply bounded; assumption. }
  rewrite (rsum_ext T _ _ (fun t _ => dot_vsub n (s t) (matvec n Ms (lam t)) (lam t))), rsum_minus.
  apply Rmult_le_reg_r with (INR T); [exact HTr|].
  replace ((rsum T (fun t => dot n (s t) (matvec n Ms (lam t))) - rsum T (fun t => dot n (s t) (lam t))) / INR T * INR T)
    with (rsum T (fun t => dot n (s t) (matvec n Ms (lam t))) - rsum T (fun t => dot n (s t) (lam t))) by (field; lra).
  set (X := rsum T (fun t => (hi t - lo t) * (hi t - lo t) * rsum n (fun i => lam t i * lam t i))) in *.
  unfold swap_rounding. set (Y := rsum T (fun t => rsum n (fun i => r t i))) in *. set (V := rsum T (fun t => B t * e t)) in *.
  replace ((INR n * ln (INR n) / (eta * INR T) + eta / 8 * (X / INR T) + (/ eta * Y + V) / INR T) * INR T)
    with (INR n * ln (INR n) / eta + eta / 8 * X + / eta * Y + V) by (field; lra).
  lra.
Qed.

(** The swap regret of concave f_t with supergradients s_t, by the gains that were seen. *)
Section Concave.
Variable f : nat -> (nat -> R) -> R.
Hypothesis supergradients : forall t x, (t < T)%nat -> simplex n x ->
  f t x <= f t (lam t) + dot n (s t) (vsub x (lam t)).

Theorem lemma_8_data Ms : left_stochastic n Ms ->
  rsum T (fun t => f t (matvec n Ms (lam t))) / INR T - rsum T (fun t => f t (lam t)) / INR T <=
  INR n * ln (INR n) / (eta * INR T)
  + eta / 8 * (rsum T (fun t => (hi t - lo t) * (hi t - lo t) * rsum n (fun i => lam t i * lam t i)) / INR T)
  + swap_rounding.
Proof.
  intros HM. assert (HTr : 0 < INR T) by (apply lt_0_INR, T_pos).
  eapply Rle_trans; [|apply linear_swap_regret, HM].
  unfold Rdiv. rewrite <- Rmult_minus_distr_r. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HTr|].
  rewrite <- rsum_minus. apply rsum_le. intros t Ht.
  pose proof (supergradients t _ Ht (matvec_simplex n Ms (lam t) HM (lam_simplex t Ht))). lra.
Qed.

(** With a bound B0 of the gains, for any step. *)
Theorem lemma_8_step Ms B0 : left_stochastic n Ms -> (forall t, (t < T)%nat -> hi t - lo t <= 2 * B0) ->
  rsum T (fun t => f t (matvec n Ms (lam t))) / INR T - rsum T (fun t => f t (lam t)) / INR T <=
  INR n * ln (INR n) / (eta * INR T) + eta / 8 * (4 * (B0 * B0)) + swap_rounding.
Proof.
  intros HM HB. assert (HTr : 0 < INR T) by (apply lt_0_INR, T_pos).
  eapply Rle_trans; [apply (lemma_8_data Ms HM)|].
  apply Rplus_le_compat_r, Rplus_le_compat_l, Rmult_le_compat_l; [lra|].
  apply Rmult_le_reg_r with (INR T); [exact HTr|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. rewrite (Rmult_comm (4 * (B0 * B0))), <- rsum_const.
  apply rsum_le. intros t Ht. destruct (lam_simplex t Ht) as [Hp H1].
  assert (Hsq : rsum n (fun i => lam t i * lam t i) <= 1).
  { rewrite <- H1. apply rsum_le. intros i Hi. pose proof (Hp i Hi).
    assert (lam t i <= 1) by (rewrite <- H1; apply rsum_term_le; assumption). nra. }
  assert (Hsq0 : 0 <= rsum n (fun i => lam t i * lam t i)) by (apply rsum_nonneg; intros; nra).
  pose proof (HB t Ht). pose proof (range t O Ht n_pos).
  assert (0 <= hi t - lo t) by lra.
  assert ((hi t - lo t) * (hi t - lo t) <= 4 * (B0 * B0)) by nra.
  assert (0 <= (hi t - lo t) * (hi t - lo t)) by nra. nra.
Qed.

(** The paper's bound, for every step that keeps it. *)
Theorem lemma_8_paper Ms B0 : left_stochastic n Ms -> (forall t, (t < T)%nat -> hi t - lo t <= 2 * B0) ->
  INR n * ln (INR n) / (eta * INR T) + eta / 8 * (4 * (B0 * B0)) <= 2 * B0 * sqrt (INR n * ln (INR n) / INR T) ->
  rsum T (fun t => f t (matvec n Ms (lam t))) / INR T - rsum T (fun t => f t (lam t)) / INR T <=
  2 * B0 * sqrt (INR n * ln (INR n) / INR T) + swap_rounding.
Proof. intros HM HB H. eapply Rle_trans; [apply (lemma_8_step Ms B0 HM HB)|]. lra. Qed.
End Concave.
End SwapPlayer.

(** The paper's step keeps the paper's bound: it gives 3/4 of it. *)
Theorem paper_matrix_step_keeps_bound C B T : 0 < C -> 0 < B -> (0 < T)%nat ->
  let eta := sqrt (C / (INR T * (B * B))) in
  C / (eta * INR T) + eta / 8 * (4 * (B * B)) = 3 / 4 * (2 * B * sqrt (C / INR T)) /\ 0 < eta.
Proof.
  intros HC HB HT eta. assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  assert (HTB : 0 < INR T * (B * B)) by (repeat apply Rmult_lt_0_compat; lra).
  assert (Heta : 0 < eta) by (apply sqrt_lt_R0, Rdiv_lt_0_compat; lra).
  assert (Hsq : eta * eta = C / (INR T * (B * B))) by (apply sqrt_sqrt; left; apply Rdiv_lt_0_compat; lra).
  assert (Hs : sqrt (C / INR T) = eta * B).
  { unfold eta. replace (C / INR T) with (C / (INR T * (B * B)) * (B * B)) by (field; lra).
    rewrite sqrt_mult_alt by (left; apply Rdiv_lt_0_compat; lra). rewrite sqrt_square by lra. reflexivity. }
  split; [|exact Heta]. rewrite Hs.
  assert (HCe : C = eta * eta * (INR T * (B * B))) by (rewrite Hsq; field; lra).
  replace (C / (eta * INR T)) with (eta * (B * B)) by (rewrite HCe; field; lra). field.
Qed.
