(** Corollary 3 with its constants, and Lemma 10: the stochastic rates of subgradient players, uniformly in the comparator. *)
From Coq Require Import Reals Lra Lia Arith List.
From Referee Require Import Sums Norms Games Descent Confidence Tree Stochastic Rates.
Import ListNotations.
Local Open Scope R_scope.

(** * Constants *)
(** 3/sqrt(8) + 2 + 2 sqrt(2 L), against the paper's 2 sqrt(1 + 16 L). *)
Definition repaired (L : R) : R := 3 / sqrt 8 + 2 + 2 * sqrt (2 * L).

Lemma sqrt_8_bounds : 2828427 / 1000000 <= sqrt 8 /\ sqrt 8 * sqrt 8 = 8 /\ 0 < sqrt 8.
Proof.
  assert (H : sqrt 8 * sqrt 8 = 8) by (apply sqrt_sqrt; lra). pose proof (sqrt_pos 8) as H0.
  assert (2828427 / 1000000 <= sqrt 8) by nra. repeat split; lra.
Qed.
(** The repaired bound is below the paper's where ln(1/delta) >= 0.25064, so for delta up to 0.7783. *)
Theorem repaired_below_paper L : 25064 / 100000 <= L -> repaired L <= 2 * sqrt (1 + 16 * L).
Proof.
  intros HL. unfold repaired. destruct sqrt_8_bounds as (H1 & H2 & H3).
  assert (Hc : 3 / sqrt 8 <= 10606604 / 10000000).
  { apply Rmult_le_reg_r with (sqrt 8); [exact H3|]. replace (3 / sqrt 8 * sqrt 8) with 3 by (field; lra). lra. }
  assert (Hc0 : 0 <= 3 / sqrt 8) by (left; apply Rdiv_lt_0_compat; lra).
  set (c := 3 / sqrt 8) in *. set (y := sqrt (2 * L)).
  assert (Hy : y * y = 2 * L) by (apply sqrt_sqrt; lra). assert (Hy0 : 0 <= y) by apply sqrt_pos.
  assert (Hy1 : 708011 / 1000000 <= y) by nra.
  set (z := sqrt (1 + 16 * L)). assert (Hz : z * z = 1 + 16 * L) by (apply sqrt_sqrt; lra).
  assert (Hz0 : 0 <= z) by apply sqrt_pos.
  apply Rsqr_incr_0; [unfold Rsqr|lra|lra].
  replace (2 * z * (2 * z)) with (4 * (z * z)) by ring. rewrite Hz. replace (16 * L) with (8 * (y * y)) by lra.
  assert ((c + 2 + 2 * y) * (c + 2 + 2 * y) <= (10606604 / 10000000 + 2 + 2 * y) * (10606604 / 10000000 + 2 + 2 * y))
    by (apply Rmult_le_compat; lra).
  nra.
Qed.
(** With two players the logarithm is ln(2/delta) >= ln 2 >= 1/2: the paper's bound holds for every delta. *)
Lemma ln_2_half : / 2 <= ln 2.
Proof. pose proof ln_2_lower. lra. Qed.

(** The bound of Corollary 3 with the paper's step and the best ghost step, on average. *)
Lemma uniform_constant D B T L : 0 < D -> 0 < B -> (0 < T)%nat -> 0 <= L ->
  let eta := D / (B * sqrt (2 * INR T)) in let eta' := D / (2 * B * sqrt (INR T)) in
  (D * D / (2 * eta) + eta / 2 * (INR T * (B * B))
   + (D * D / (2 * eta') + eta' / 2 * (INR T * (2 * B * (2 * B))))
   + 2 * (B * (2 * D)) * sqrt (INR T * L / 2)) / INR T = D * B * repaired L / sqrt (INR T).
Proof.
  intros HD HB HT HL eta eta'. assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  destruct (paper_step_keeps_bound D B T HD HB HT) as [H1 He]. fold eta in H1, He.
  destruct (best_step_bound D (2 * B) T HD ltac:(lra) HT) as [H2 He']. fold eta' in H2, He'.
  assert (Hr : 0 < sqrt (INR T)) by (apply sqrt_lt_R0, HTr).
  assert (Hrr : sqrt (INR T) * sqrt (INR T) = INR T) by (apply sqrt_sqrt; lra).
  destruct sqrt_8_bounds as (_ & H8 & H8p).
  assert (Ha : sqrt (2 / INR T) = 4 / (sqrt 8 * sqrt (INR T))).
  { apply Rsqr_inj; [apply sqrt_pos|left; apply Rdiv_lt_0_compat; [lra|apply Rmult_lt_0_compat; assumption]|].
    unfold Rsqr. rewrite sqrt_sqrt by (left; apply Rdiv_lt_0_compat; lra).
    replace (4 / (sqrt 8 * sqrt (INR T)) * (4 / (sqrt 8 * sqrt (INR T))))
      with (16 / ((sqrt 8 * sqrt 8) * (sqrt (INR T) * sqrt (INR T)))) by (field; lra).
    rewrite H8, Hrr. field. lra. }
  assert (Hb : sqrt (INR T * L / 2) = sqrt (INR T) * (sqrt (2 * L) / 2)).
  { replace (INR T * L / 2) with (INR T * (L / 2)) by field. rewrite sqrt_mult by lra. f_equal.
    apply Rsqr_inj; [apply sqrt_pos|unfold Rdiv; apply Rmult_le_pos; [apply sqrt_pos|lra]|].
    unfold Rsqr. rewrite sqrt_sqrt by lra.
    replace (sqrt (2 * L) / 2 * (sqrt (2 * L) / 2)) with (sqrt (2 * L) * sqrt (2 * L) / 4) by field.
    rewrite sqrt_sqrt by lra. field. }
  rewrite Hb. unfold repaired. rewrite Ha in H1.
  replace ((D * D / (2 * eta) + eta / 2 * (INR T * (B * B)) + (D * D / (2 * eta') + eta' / 2 * (INR T * (2 * B * (2 * B))))
    + 2 * (B * (2 * D)) * (sqrt (INR T) * (sqrt (2 * L) / 2))) / INR T)
    with ((D * D / (2 * eta * INR T) + eta / 2 * (B * B)) + (D * D / (2 * eta' * INR T) + eta' / 2 * (2 * B * (2 * B)))
      + 2 * (D * B) * sqrt (2 * L) * (sqrt (INR T) / INR T)) by (field; lra).
  rewrite H1, H2. rewrite <- Hrr at 4. field. lra.
Qed.

(** * Corollary 3, uniformly in the comparator *)
Section Corollary3.
Variables (b : nat) (pr : list nat -> nat -> R).
Hypothesis pr_simplex : forall h, simplex b (pr h).
Variables (n : nat) (K : (nat -> R) -> Prop) (project : (nat -> R) -> nat -> R) (D B : R).
Variables (theta : list nat -> nat -> R) (Delta : list nat -> nat -> nat -> R) (f : list nat -> (nat -> R) -> R).
Variables (T : nat) (delta : R).
Hypothesis T_pos : (0 < T)%nat.
Hypothesis D_pos : 0 < D.
Hypothesis B_pos : 0 < B.
Hypothesis delta_range : 0 < delta <= 1.
Hypothesis K_convex : convex K.
Hypothesis K_in_ball : forall x, K x -> square n x <= D * D.
Hypothesis projects : forall x, is_projection n K x (project x).
Notation eta := (D / (B * sqrt (2 * INR T))).
Hypothesis unbiased : forall h x, possible b h -> K x ->
  f h (theta h) + dot n (mean_subgradient b pr Delta h) (vsub x (theta h)) <= f h x.
Hypothesis bounded : forall h k, (k < b)%nat -> square n (Delta h k) <= B * B.
Hypothesis start : is_projection n K (fun _ => 0) (theta []).
Hypothesis step : forall h k, (k < b)%nat -> is_projection n K (moved (- eta) (Delta h k) (theta h)) (theta (k :: h)).

Fixpoint ghost (h : list nat) : nat -> R :=
  match h with
  | [] => theta []
  | k :: h => project (moved (D / (2 * B * sqrt (INR T))) (noise b pr Delta h k) (ghost h))
  end.
Theorem corollary_3_repaired :
  exists bad, probability b pr T bad <= delta /\
    forall h, possible b h -> length h = T -> bad h = false -> forall u, K u ->
      total (fun h _ => f h (theta h) - f h u) h / INR T <= D * B * repaired (ln (/ delta)) / sqrt (INR T).
Proof.
  assert (HTr : 0 < INR T) by (apply lt_0_INR, T_pos).
  assert (HL : 0 <= ln (/ delta)).
  { assert (H : 1 <= / delta) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    rewrite <- ln_1. destruct H as [H|<-]; [left; apply ln_increasing; lra|lra]. }
  destruct (paper_step_keeps_bound D B T D_pos B_pos T_pos) as [_ He].
  destruct (best_step_bound D (2 * B) T D_pos ltac:(lra) T_pos) as [_ He'].
  destruct (corollary_3_uniform b pr pr_simplex n K D B theta ghost Delta f T eta (D / (2 * B * sqrt (INR T))) delta
    T_pos D_pos B_pos He He' delta_range K_convex K_in_ball unbiased bounded start step eq_refl
    (fun h k _ => projects _)) as (bad & Hp & Hb).
  exists bad. split; [exact Hp|]. intros h Hh Hlen Hbad u Hu.
  rewrite <- (uniform_constant D B T (ln (/ delta)) D_pos B_pos T_pos HL).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HTr|]. apply (Hb h Hh Hlen Hbad u Hu).
Qed.
(** The paper's bound, uniformly, under `confidence_small`. *)
Theorem corollary_3_paper : delta <= 77830001 / 100000000 ->
  exists bad, probability b pr T bad <= delta /\
    forall h, possible b h -> length h = T -> bad h = false -> forall u, K u ->
      total (fun h _ => f h (theta h) - f h u) h / INR T <= 2 * D * B * sqrt ((1 + 16 * ln (/ delta)) / INR T).
Proof.
  intros Hsmall. pose proof (rule_confidence_small_theta delta ltac:(lra)) as HL.
  destruct corollary_3_repaired as (bad & Hp & Hb). exists bad. split; [exact Hp|].
  intros h Hh Hlen Hbad u Hu. eapply Rle_trans; [apply (Hb h Hh Hlen Hbad u Hu)|].
  assert (HTr : 0 < INR T) by (apply lt_0_INR, T_pos).
  assert (Hr : 0 < sqrt (INR T)) by (apply sqrt_lt_R0, HTr).
  rewrite sqrt_div by lra. replace (2 * D * B * (sqrt (1 + 16 * ln (/ delta)) / sqrt (INR T)))
    with (D * B * (2 * sqrt (1 + 16 * ln (/ delta))) / sqrt (INR T)) by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Hr|]. apply Rmult_le_compat_l; [nra|].
  apply repaired_below_paper, HL.
Qed.
End Corollary3.

(** * Lemma 10: Algorithm 3, both players stochastic, on the same draws *)
Section Lemma10.
Variables (b : nat) (pr : list nat -> nat -> R).
Hypothesis pr_simplex : forall h, simplex b (pr h).
Variables (n m T : nat) (K : (nat -> R) -> Prop) (project project_lambda : (nat -> R) -> nat -> R).
Variables (D F R0 B delta : R).
Variables (g0 : (nat -> R) -> R) (g : nat -> (nat -> R) -> R).
Variables (theta lam : list nat -> nat -> R) (Delta_theta Delta_lambda : list nat -> nat -> nat -> R).
Hypothesis T_pos : (0 < T)%nat.
Hypothesis positive : 0 < D /\ 0 < F /\ 0 < R0 /\ 0 < B.
Hypothesis delta_range : 0 < delta <= 1.
Hypothesis K_convex : convex K.
Hypothesis K_in_ball : forall x, K x -> square n x <= D * D.
Hypothesis projects : forall x, is_projection n K x (project x).
Hypothesis projects_lambda : forall x, is_projection m (multiplier_set m R0) x (project_lambda x).
Notation L := (lagrangian m g0 g).
(** Unbiased: the mean of Delta_theta is a subgradient of L(., lambda), that of Delta_lambda is g(theta). *)
Hypothesis unbiased_theta : forall h x, possible b h -> K x ->
  L (theta h) (lam h) + dot n (mean_subgradient b pr Delta_theta h) (vsub x (theta h)) <= L x (lam h).
Hypothesis unbiased_lambda : forall h i, possible b h -> (i < m)%nat ->
  rsum b (fun k => pr h k * Delta_lambda h k i) = g i (theta h).
Hypothesis bounded_theta : forall h k, (k < b)%nat -> square n (Delta_theta h k) <= F * F.
Hypothesis bounded_lambda : forall h k, (k < b)%nat -> square m (Delta_lambda h k) <= B * B.
Hypothesis start_theta : is_projection n K (fun _ => 0) (theta []).
Hypothesis start_lambda : is_projection m (multiplier_set m R0) (fun _ => 0) (lam []).
Hypothesis step_theta : forall h k, (k < b)%nat ->
  is_projection n K (moved (- (D / (F * sqrt (2 * INR T)))) (Delta_theta h k) (theta h)) (theta (k :: h)).
Hypothesis step_lambda : forall h k, (k < b)%nat ->
  is_projection m (multiplier_set m R0) (moved (R0 / (B * sqrt (2 * INR T))) (Delta_lambda h k) (lam h)) (lam (k :: h)).

(** With probability 1 - delta the hypothesis of Theorem 1 holds, for all lambda and theta at once, with
    epsilon = (D F + R B)(3/sqrt 8 + 2 + 2 sqrt(2 ln(2/delta)))/sqrt T. *)
Theorem lemma_10_repaired : exists bad, probability b pr T bad <= delta /\
  forall h, possible b h -> length h = T -> bad h = false ->
  forall ls ths, multiplier_set m R0 ls -> K ths ->
    rsum T (fun t => L (theta (before h t)) ls) / INR T - rsum T (fun t => L ths (lam (before h t))) / INR T
    <= (D * F + R0 * B) * repaired (ln (2 / delta)) / sqrt (INR T).
Proof.
  destruct positive as (HD & HF & HR & HB). assert (HTr : 0 < INR T) by (apply lt_0_INR, T_pos).
  assert (Hhalf : 0 < delta / 2 <= 1) by lra.
  assert (Hinv : / (delta / 2) = 2 / delta) by (field; lra).
  destruct (corollary_3_repaired b pr pr_simplex n K project D F theta Delta_theta (fun h x => L x (lam h)) T (delta / 2)
    T_pos HD HF Hhalf K_convex K_in_ball projects unbiased_theta bounded_theta start_theta step_theta) as (bad1 & P1 & H1).
  destruct (corollary_3_repaired b pr pr_simplex m (multiplier_set m R0) project_lambda R0 B lam
    (fun h k i => - Delta_lambda h k i) (fun h l => - L (theta h) l) T (delta / 2)
    T_pos HR HB Hhalf (multiplier_set_convex m R0) (multiplier_set_ball m R0 HR) projects_lambda) as (bad2 & P2 & H2).
  { intros h x Hh _. right. unfold mean_subgradient. unfold dot, vsub, lagrangian.
    rewrite (rsum_ext m (fun i => rsum b (fun k => pr h k * - Delta_lambda h k i) * (x i - lam h i))
      (fun i => lam h i * g i (theta h) - x i * g i (theta h))).
    - rewrite rsum_minus. ring.
    - intros i Hi. rewrite (rsum_ext b _ (fun k => -1 * (pr h k * Delta_lambda h k i))) by (intros; ring).
      rewrite rsum_scal, unbiased_lambda by assumption. ring. }
  { intros h k Hk. rewrite (square_ext m _ (moved (-2) (Delta_lambda h k) (Delta_lambda h k))) by (intros; unfold moved; ring).
    rewrite square_moved. change (dot m (Delta_lambda h k) (Delta_lambda h k)) with (square m (Delta_lambda h k)).
    pose proof (bounded_lambda h k Hk). lra. }
  { exact start_lambda. }
  { intros h k Hk. destruct (step_lambda h k Hk) as [Hin Hmin]. split; [exact Hin|]. intros y Hy.
    rewrite (square_ext m (vsub (moved (- (R0 / (B * sqrt (2 * INR T)))) (fun i => - Delta_lambda h k i) (lam h)) (lam (k :: h)))
      (vsub (moved (R0 / (B * sqrt (2 * INR T))) (Delta_lambda h k) (lam h)) (lam (k :: h)))) by (intros; unfold vsub, moved; ring).
    rewrite (square_ext m (vsub (moved (- (R0 / (B * sqrt (2 * INR T)))) (fun i => - Delta_lambda h k i) (lam h)) y)
      (vsub (moved (R0 / (B * sqrt (2 * INR T))) (Delta_lambda h k) (lam h)) y)) by (intros; unfold vsub, moved; ring).
    apply Hmin, Hy. }
  rewrite Hinv in H1, H2.
  exists (fun h => orb (bad1 h) (bad2 h)). split.
  - eapply Rle_trans; [apply (probability_or b pr pr_simplex)|]. lra.
  - intros h Hh Hlen Hbad ls ths Hls Hths. apply Bool.orb_false_elim in Hbad. destruct Hbad as [Hb1 Hb2].
    pose proof (H1 h Hh Hlen Hb1 ths Hths) as E1. pose proof (H2 h Hh Hlen Hb2 ls Hls) as E2.
    rewrite total_rounds in E1, E2. rewrite Hlen in E1, E2. rewrite rsum_minus in E1, E2. rewrite !rsum_opp in E2.
    unfold Rdiv in *. lra.
Qed.

(** So Lemma 10 is true as printed, for every delta. *)
Theorem lemma_10 : exists bad, probability b pr T bad <= delta /\
  forall h, possible b h -> length h = T -> bad h = false ->
  forall ls ths, multiplier_set m R0 ls -> K ths ->
    rsum T (fun t => L (theta (before h t)) ls) / INR T - rsum T (fun t => L ths (lam (before h t))) / INR T
    <= 2 * (D * F + R0 * B) * sqrt ((1 + 16 * ln (2 / delta)) / INR T).
Proof.
  destruct lemma_10_repaired as (bad & Hp & Hb). exists bad. split; [exact Hp|].
  intros h Hh Hlen Hbad ls ths Hls Hths. eapply Rle_trans; [apply (Hb h Hh Hlen Hbad ls ths Hls Hths)|].
  destruct positive as (HD & HF & HR & HB). assert (HTr : 0 < INR T) by (apply lt_0_INR, T_pos).
  assert (Hr : 0 < sqrt (INR T)) by (apply sqrt_lt_R0, HTr).
  assert (HL : / 2 <= ln (2 / delta)).
  { eapply Rle_trans; [apply ln_2_half|]. assert (H : 2 <= 2 / delta).
    { apply Rmult_le_reg_r with delta; [lra|]. replace (2 / delta * delta) with 2 by (field; lra). lra. }
    destruct H as [H|<-]; [left; apply ln_increasing; lra|lra]. }
  rewrite sqrt_div by lra. replace (2 * (D * F + R0 * B) * (sqrt (1 + 16 * ln (2 / delta)) / sqrt (INR T)))
    with ((D * F + R0 * B) * (2 * sqrt (1 + 16 * ln (2 / delta))) / sqrt (INR T)) by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Hr|]. apply Rmult_le_compat_l; [nra|].
  apply repaired_below_paper. lra.
Qed.
End Lemma10.
