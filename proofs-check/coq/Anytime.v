(** Dual averaging: the paper's constant for every horizon at once, with a step that does not know it.

    theta_t minimises <s_0 + .. + s_(t-1), theta> + Psi(theta)/eta_t over the domain; it enters by its first-order condition. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums Descent.
Local Open Scope R_scope.

Section DualAveraging.
Variables (n : nat) (K : (nat -> R) -> Prop) (norm dual_norm : (nat -> R) -> R).
Variables (Psi : (nat -> R) -> R) (gradient : (nat -> R) -> nat -> R).
Variables (theta s : nat -> nat -> R) (eta : nat -> R) (B_Psi : R).
Hypothesis dual : forall x y, dot n x y <= dual_norm x * norm y.
Hypothesis strongly_convex : forall x y, K x -> K y ->
  / 2 * (norm (vsub y x) * norm (vsub y x)) <= divergence n Psi gradient x y.
Hypothesis inside : forall t, K (theta t).
Hypothesis Psi_range : forall u, K u -> 0 <= Psi u <= B_Psi.
Hypothesis eta_pos : forall t, 0 < eta t.
Hypothesis eta_falls : forall t, eta (S t) <= eta t.
Definition past (t : nat) (x : nat -> R) : R := rsum t (fun r => dot n (s r) x).
Hypothesis minimal : forall t u, K u ->
  0 <= past t (vsub u (theta t)) + / eta t * dot n (gradient (theta t)) (vsub u (theta t)).
Definition objective_at (t : nat) (x : nat -> R) : R := past t x + Psi x / eta t.
(** What is proved of the past, in every round. *)
Definition earned (t : nat) : R :=
  rsum t (fun r => dot n (s r) (theta r) - eta r / 2 * (dual_norm (s r) * dual_norm (s r))).

Lemma past_vsub t x y : past t (vsub x y) = past t x - past t y.
Proof. unfold past. rewrite <- rsum_minus. apply rsum_ext. intros r _. apply dot_vsub. Qed.

Lemma minimum_grows t u : K u ->
  objective_at t (theta t) + / eta t * (/ 2 * (norm (vsub (theta t) u) * norm (vsub (theta t) u))) <= objective_at t u.
Proof.
  intros Hu. pose proof (minimal t u Hu) as Hm. pose proof (strongly_convex u (theta t) Hu (inside t)) as Hs.
  pose proof (eta_pos t) as He. assert (Hi : 0 < / eta t) by (apply Rinv_0_lt_compat, He).
  pose proof (Rmult_le_compat_l _ _ _ (Rlt_le _ _ Hi) Hs) as H. unfold divergence in H.
  rewrite past_vsub in Hm. unfold objective_at, Rdiv. lra.
Qed.

(** One more gradient: the loss at theta_t is paid back up to (eta_t/2) ||s_t||^2. *)
Lemma one_round t u : K u ->
  objective_at t (theta t) + (dot n (s t) (theta t) - eta t / 2 * (dual_norm (s t) * dual_norm (s t)))
  <= objective_at t u + dot n (s t) u.
Proof.
  intros Hu. pose proof (minimum_grows t u Hu) as Hg. pose proof (eta_pos t) as He.
  pose proof (dual (s t) (vsub (theta t) u)) as Hd. rewrite dot_vsub in Hd.
  set (w := norm (vsub (theta t) u)) in *. set (G := dual_norm (s t)) in *.
  assert (Hyoung : G * w <= eta t / 2 * (G * G) + / eta t * (/ 2 * (w * w))).
  { apply Rmult_le_reg_l with (2 * eta t); [lra|].
    replace (2 * eta t * (eta t / 2 * (G * G) + / eta t * (/ 2 * (w * w)))) with (eta t * eta t * (G * G) + w * w) by (field; lra).
    pose proof (Rle_0_sqr (eta t * G - w)) as Hs. unfold Rsqr in Hs. lra. }
  lra.
Qed.

Lemma invariant t : forall u, K u -> earned t <= objective_at t u.
Proof.
  induction t as [|t IH]; intros u Hu.
  - unfold earned, objective_at, past. simpl. destruct (Psi_range u Hu). pose proof (eta_pos O).
    unfold Rdiv. assert (0 <= Psi u * / eta O) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]). lra.
  - pose proof (one_round t u Hu) as H1. pose proof (IH (theta t) (inside t)) as H0.
    change (earned (S t)) with (earned t + (dot n (s t) (theta t) - eta t / 2 * (dual_norm (s t) * dual_norm (s t)))).
    unfold objective_at in *. change (past (S t) u) with (past t u + dot n (s t) u).
    assert (Psi u / eta t <= Psi u / eta (S t)).
    { apply Rmult_le_compat_l; [apply (Psi_range u Hu)|]. apply Rinv_le_contravar; [apply eta_pos|apply eta_falls]. }
    lra.
Qed.

(** For every T: the regret is at most B_Psi/eta_T + sum_t (eta_t/2) ||s_t||^2. *)
Theorem dual_averaging_regret T u : K u ->
  rsum (S T) (fun t => dot n (s t) (vsub (theta t) u)) <=
  B_Psi / eta T + rsum (S T) (fun t => eta t / 2 * (dual_norm (s t) * dual_norm (s t))).
Proof.
  intros Hu. pose proof (one_round T u Hu) as H1. pose proof (invariant T (theta T) (inside T)) as H0.
  assert (He : earned (S T) <= past (S T) u + Psi u / eta T).
  { change (earned (S T)) with (earned T + (dot n (s T) (theta T) - eta T / 2 * (dual_norm (s T) * dual_norm (s T)))).
    change (past (S T) u) with (past T u + dot n (s T) u). unfold objective_at in *. lra. }
  unfold earned in He. rewrite rsum_minus in He.
  rewrite (rsum_ext (S T) (fun t => dot n (s t) (vsub (theta t) u)) (fun t => dot n (s t) (theta t) - dot n (s t) u))
    by (intros; apply dot_vsub).
  rewrite rsum_minus. fold (past (S T) u).
  assert (Psi u / eta T <= B_Psi / eta T)
    by (apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, eta_pos|apply (Psi_range u Hu)]).
  lra.
Qed.
End DualAveraging.

(** sum_(t < T) 1/sqrt(t+1) <= 2 sqrt T. *)
Lemma sum_inverse_roots T : rsum T (fun t => / sqrt (INR (S t))) <= 2 * sqrt (INR T).
Proof.
  induction T as [|T IH]; [simpl; rewrite sqrt_0; lra|]. cbn [rsum].
  set (a := sqrt (INR T)) in *. set (c := sqrt (INR (S T))).
  assert (Hc : c * c = INR T + 1) by (unfold c; rewrite sqrt_sqrt by apply pos_INR; apply S_INR).
  assert (Ha : a * a = INR T) by (apply sqrt_sqrt, pos_INR). assert (Ha0 : 0 <= a) by apply sqrt_pos.
  assert (Hc0 : 0 < c) by (apply sqrt_lt_R0, lt_0_INR; lia).
  assert (Hi : / c <= 2 * (c - a)); [|lra]. apply Rmult_le_reg_l with c; [exact Hc0|]. rewrite Rinv_r by lra. nra.
Qed.

(** With eta_t = sqrt(B_Psi/(B^2 (t+1))): at most 2 B sqrt(B_Psi T) after every number T of rounds. *)
Theorem anytime n (K : (nat -> R) -> Prop) norm dual_norm Psi gradient theta s B B_Psi :
  0 < B -> 0 < B_Psi ->
  let eta t := sqrt (B_Psi / (B * B * INR (S t))) in
  (forall x y, dot n x y <= dual_norm x * norm y) ->
  (forall x y, K x -> K y -> / 2 * (norm (vsub y x) * norm (vsub y x)) <= divergence n Psi gradient x y) ->
  (forall t, K (theta t)) -> (forall u, K u -> 0 <= Psi u <= B_Psi) ->
  (forall t u, K u -> 0 <= past n s t (vsub u (theta t)) + / eta t * dot n (gradient (theta t)) (vsub u (theta t))) ->
  (forall t, 0 <= dual_norm (s t) <= B) ->
  forall T u, (0 < T)%nat -> K u ->
  rsum T (fun t => dot n (s t) (vsub (theta t) u)) <= 2 * B * sqrt (B_Psi * INR T).
Proof.
  intros HB HP eta Hdual Hstrong Hin Hrange Hmin Hs [|T] u HT Hu; [lia|].
  assert (Hpos : forall t, 0 < INR (S t)) by (intros t; apply lt_0_INR; lia).
  assert (Hden : forall t, 0 < B * B * INR (S t)) by (intros t; repeat apply Rmult_lt_0_compat; try lra; apply Hpos).
  assert (Heta : forall t, eta t = sqrt B_Psi / B * / sqrt (INR (S t))).
  { intros t. unfold eta. rewrite sqrt_div by (try apply Hden; lra). rewrite sqrt_mult by (try (left; apply Hpos); nra).
    rewrite sqrt_square by lra. assert (0 < sqrt (INR (S t))) by (apply sqrt_lt_R0, Hpos). field. lra. }
  assert (He : forall t, 0 < eta t) by (intros t; apply sqrt_lt_R0, Rdiv_lt_0_compat; [lra|apply Hden]).
  assert (Hfall : forall t, eta (S t) <= eta t).
  { intros t. apply sqrt_le_1_alt. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [apply Hden|].
    apply Rmult_le_compat_l; [nra|]. rewrite (S_INR (S t)). lra. }
  eapply Rle_trans; [apply (dual_averaging_regret n K norm dual_norm Psi gradient theta s eta B_Psi Hdual Hstrong Hin Hrange
    He Hfall Hmin T u Hu)|].
  set (q := sqrt B_Psi) in *. assert (Hq : q * q = B_Psi) by (apply sqrt_sqrt; lra).
  assert (Hq0 : 0 < q) by (apply sqrt_lt_R0, HP).
  set (c := sqrt (INR (S T))) in *. assert (Hc : 0 < c) by (apply sqrt_lt_R0, Hpos).
  assert (H1 : B_Psi / eta T = B * (q * c)) by (rewrite Heta; fold c; rewrite <- Hq; field; lra).
  assert (H2 : rsum (S T) (fun t => eta t / 2 * (dual_norm (s t) * dual_norm (s t))) <= B * (q * c)).
  { apply Rle_trans with (rsum (S T) (fun t => q * B / 2 * / sqrt (INR (S t)))).
    - apply rsum_le. intros t _. pose proof (Hs t) as [Hs0 Hs1]. pose proof (He t).
      apply Rle_trans with (eta t / 2 * (B * B)); [apply Rmult_le_compat_l; [lra|nra]|].
      rewrite Heta. assert (0 < sqrt (INR (S t))) by (apply sqrt_lt_R0, Hpos). right. field. lra.
    - rewrite rsum_scal. pose proof (sum_inverse_roots (S T)) as Hr. fold c in Hr.
      assert (0 < q * B / 2) by nra. apply Rle_trans with (q * B / 2 * (2 * c)); [apply Rmult_le_compat_l; lra|right; field]. }
  rewrite sqrt_mult by (try (left; apply Hpos); lra). fold q c. rewrite H1. lra.
Qed.
