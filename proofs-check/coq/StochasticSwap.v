(** Lemma 9 and Lemma 4: the stochastic swap regret of the matrix player, for all left-stochastic matrices at once, and
    Algorithm 2. No ghost is needed: the worst matrix is one of n^n maps of actions to actions. *)
From Coq Require Import Reals Lra Lia Arith List.
From Referee Require Import Sums Norms Games Descent Hedge SwapPlayer Confidence Tree Stochastic StochasticRates Rates EndToEnd.
Import ListNotations.
Local Open Scope R_scope.

Lemma total_scal c X h : total (fun h k => c * X h k) h = c * total X h.
Proof. induction h as [|k h IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma total_rsum n (X : nat -> list nat -> nat -> R) h :
  total (fun h k => rsum n (fun i => X i h k)) h = rsum n (fun i => total (X i) h).
Proof.
  induction h as [|k h IH]; simpl; [symmetry; apply rsum_zero|]. rewrite IH, <- rsum_plus. reflexivity.
Qed.
Lemma total_ext X Y h : (forall h k, X h k = Y h k) -> total X h = total Y h.
Proof. intros H. induction h as [|k h IH]; simpl; [reflexivity|]. rewrite IH, H. reflexivity. Qed.

(** * The maps of k places into n actions *)
Fixpoint maps (n k : nat) : list (list nat) :=
  match k with O => [[]] | S k => flat_map (fun l => map (fun j => j :: l) (seq 0 n)) (maps n k) end.
Lemma maps_length n k : length (maps n k) = (n ^ k)%nat.
Proof.
  induction k as [|k IH]; [reflexivity|]. cbn [maps]. change (n ^ S k)%nat with (n * n ^ k)%nat. rewrite <- IH. clear IH.
  induction (maps n k) as [|l L IHL]; [simpl; lia|]. cbn [flat_map length].
  rewrite app_length, map_length, seq_length, IHL. lia.
Qed.
Lemma maps_all n k : forall l, length l = k -> (forall j, In j l -> (j < n)%nat) -> In l (maps n k).
Proof.
  induction k as [|k IH]; intros [|j l] Hlen Hl; try discriminate; [left; reflexivity|].
  cbn [maps]. apply in_flat_map. exists l. split.
  - apply IH; [simpl in Hlen; lia|intros i Hi; apply Hl; right; exact Hi].
  - apply (in_map (fun j => j :: l)). apply in_seq. pose proof (Hl j (or_introl eq_refl)). lia.
Qed.

Section Lemma9.
Variables (b : nat) (pr : list nat -> nat -> R).
Hypothesis pr_simplex : forall h, simplex b (pr h).
Variables (n T : nat) (M : list nat -> nat -> nat -> R) (lam : list nat -> nat -> R).
Variables (Delta : list nat -> nat -> nat -> R) (f : list nat -> (nat -> R) -> R) (B delta : R).
Hypothesis n_two : (2 <= n)%nat.
Hypothesis T_pos : (0 < T)%nat.
Hypothesis B_pos : 0 < B.
Hypothesis delta_range : 0 < delta <= 1.
Notation C := (INR n * ln (INR n)).
Notation eta := (sqrt (C / (INR T * (B * B)))).
Hypothesis stochastic : forall h, possible b h -> left_stochastic n (M h).
Hypothesis start : forall j i, (j < n)%nat -> (i < n)%nat -> M [] j i = / INR n.
Hypothesis update : forall h k j i, possible b h -> (k < b)%nat -> (j < n)%nat -> (i < n)%nat ->
  M (k :: h) j i = M h j i * exp (eta * (Delta h k j * lam h i)) / rsum n (fun l => M h l i * exp (eta * (Delta h k l * lam h i))).
Hypothesis lam_simplex : forall h, possible b h -> simplex n (lam h).
Hypothesis stationary : forall h j, possible b h -> (j < n)%nat -> matvec n (M h) (lam h) j = lam h j.
Hypothesis bounded : forall h k j, (k < b)%nat -> (j < n)%nat -> Rabs (Delta h k j) <= B.
Hypothesis unbiased : forall h x, possible b h -> simplex n x ->
  f h x <= f h (lam h) + dot n (mean_subgradient b pr Delta h) (vsub x (lam h)).

(** The gains that were drawn: Lemma 8 on every path. *)
Lemma drawn_swap Ms h : left_stochastic n Ms -> possible b h -> length h = T ->
  total (fun h k => dot n (Delta h k) (vsub (matvec n Ms (lam h)) (lam h))) h / INR T <= 3 / 2 * (B * sqrt (C / INR T)).
Proof.
  intros HM Hp Hlen. rewrite total_rounds, Hlen.
  pose proof (n_ln_n_pos n n_two) as HC.
  destruct (paper_matrix_step_keeps_bound _ B T HC B_pos T_pos) as [Hk Heta].
  assert (Hb : forall t, possible b (before h t)) by (intros t; apply before_possible, Hp).
  assert (Hd : forall t, (t < T)%nat -> (draw h t < b)%nat) by (intros t Ht; apply draw_possible; [exact Hp|lia]).
  assert (Habs : forall t j, (t < T)%nat -> (j < n)%nat -> Rabs (Delta (before h t) (draw h t) j) <= B)
    by (intros t j Ht Hj; apply bounded; [apply Hd, Ht|exact Hj]).
  pose proof (lemma_8_step n T (fun t => M (before h t)) (fun t => lam (before h t))
    (fun t => Delta (before h t) (draw h t)) eta (fun _ _ => 0) (fun _ => - B) (fun _ => B) (fun _ => B) (fun _ => 0)
    ltac:(lia) T_pos Heta) as H.
  assert (Hr : swap_rounding n T eta (fun _ _ => 0) (fun _ => B) (fun _ => 0) = 0).
  { unfold swap_rounding. rewrite (rsum_zero' T (fun t => rsum n (fun _ => 0))) by (intros; apply rsum_zero).
    rewrite (rsum_zero' T (fun _ => B * 0)) by (intros; ring). unfold Rdiv. ring. }
  assert (Hmain : rsum T (fun t => dot n (Delta (before h t) (draw h t)) (matvec n Ms (lam (before h t)))) / INR T
     - rsum T (fun t => dot n (Delta (before h t) (draw h t)) (lam (before h t))) / INR T
     <= C / (eta * INR T) + eta / 8 * (4 * (B * B)) + swap_rounding n T eta (fun _ _ => 0) (fun _ => B) (fun _ => 0)).
  { apply (H (fun t _ => stochastic _ (Hb t))) with (f := fun t x => dot n (Delta (before h t) (draw h t)) x).
    - intros j i Hj Hi. rewrite before_0. apply start; assumption.
    - intros t j i Ht Hj Hi. rewrite exp_0, Rmult_1_r, before_next by lia.
      rewrite update by (try apply Hb; try apply Hd; assumption). lra.
    - intros t _. apply lam_simplex, Hb.
    - intros t j Ht Hj. pose proof (Habs t j Ht Hj) as Ha. pose proof (Rle_abs (Delta (before h t) (draw h t) j)).
      pose proof (Rle_abs (- Delta (before h t) (draw h t) j)) as Hn. rewrite Rabs_Ropp in Hn. lra.
    - exact Habs.
    - intros t Ht. right. unfold l1. apply rsum_zero'. intros j Hj. rewrite stationary by (try apply Hb; assumption).
      rewrite Rminus_diag_eq by reflexivity. apply Rabs_R0.
    - intros t x _ _. rewrite dot_vsub. lra.
    - exact HM.
    - intros t _. lra. }
  rewrite (rsum_ext T _ _ (fun t _ => dot_vsub n (Delta (before h t) (draw h t)) (matvec n Ms (lam (before h t))) (lam (before h t)))).
  rewrite rsum_minus. rewrite Hr in Hmain. unfold Rdiv in *. lra.
Qed.

(** * The noise *)
Definition map_matrix (l : list nat) (j i : nat) : R := unit_vec (nth i l O) j.
Definition swap_noise (Ms : nat -> nat -> R) : list nat -> nat -> R :=
  drift b pr n Delta (fun h => vsub (lam h) (matvec n Ms (lam h))).
Definition cross (i j : nat) (h : list nat) : R := total (fun h k => noise b pr Delta h k j * lam h i) h.

Lemma swap_noise_total Ms h : total (swap_noise Ms) h =
  total (fun h k => dot n (noise b pr Delta h k) (lam h)) h - rsum n (fun i => rsum n (fun j => Ms j i * cross i j h)).
Proof.
  unfold swap_noise, drift.
  rewrite (total_ext _ (fun h k => dot n (noise b pr Delta h k) (lam h)
    + rsum n (fun i => rsum n (fun j => -1 * Ms j i * (noise b pr Delta h k j * lam h i))))).
  - rewrite total_plus, total_rsum. unfold Rminus. f_equal. rewrite <- rsum_opp. apply rsum_ext. intros i _.
    rewrite total_rsum, <- rsum_opp. apply rsum_ext. intros j _. rewrite total_scal. unfold cross. ring.
  - intros h' k. rewrite dot_vsub. unfold Rminus. f_equal. rewrite rsum_swap. unfold dot, matvec.
    rewrite <- rsum_opp. apply rsum_ext. intros j _. rewrite <- rsum_scal, <- rsum_opp. apply rsum_ext. intros; ring.
Qed.

(** The worst matrix is a map. *)
Lemma worst_map Ms h : left_stochastic n Ms -> exists l, In l (maps n n) /\
  total (swap_noise Ms) h <= total (swap_noise (map_matrix l)) h.
Proof.
  intros HM. set (best := fun i => argmax (pred n) (fun j => - cross i j h)).
  assert (Hbest : forall i, (best i < n)%nat)
    by (intros i; pose proof (argmax_le (pred n) (fun j => - cross i j h)); unfold best; lia).
  exists (map best (seq 0 n)). split.
  - apply maps_all; [rewrite map_length, seq_length; reflexivity|]. intros j Hj. apply in_map_iff in Hj.
    destruct Hj as (i & <- & _). apply Hbest.
  - rewrite !swap_noise_total. apply Rplus_le_compat_l, Ropp_le_contravar. apply rsum_le. intros i Hi.
    rewrite (rsum_ext n (fun j => map_matrix (map best (seq 0 n)) j i * cross i j h) (fun j => unit_vec (best i) j * cross i j h)).
    2:{ intros j _. unfold map_matrix. rewrite (nth_indep _ O (best O)) by (rewrite map_length, seq_length; exact Hi).
        rewrite map_nth, seq_nth by exact Hi. reflexivity. }
    rewrite rsum_unit by apply Hbest. destruct (HM i Hi) as [Hp H1].
    rewrite <- (Rmult_1_l (cross i (best i) h)), <- H1, <- rsum_scal_r. apply rsum_le. intros j Hj.
    apply Rmult_le_compat_l; [apply Hp, Hj|].
    pose proof (rmax_ub (pred n) (fun j => - cross i j h) j ltac:(lia)) as H. unfold rmax in H. fold (best i) in H. lra.
Qed.

Lemma map_stochastic l : In l (maps n n) -> left_stochastic n (map_matrix l).
Proof.
  intros Hl i Hi. unfold map_matrix. split; [apply unit_vec_nonneg|]. apply rsum_unit_1.
  assert (Hall : forall k l, In l (maps n k) -> forall i, (i < k)%nat -> (nth i l O < n)%nat).
  { clear. induction k as [|k IH]; intros l Hl i Hi; [lia|]. cbn [maps] in Hl. apply in_flat_map in Hl.
    destruct Hl as (l' & Hl' & Hl). apply in_map_iff in Hl. destruct Hl as (j & <- & Hj). apply in_seq in Hj.
    destruct i as [|i]; simpl; [lia|]. apply IH; [exact Hl'|lia]. }
  apply (Hall n l Hl i Hi).
Qed.

Lemma swap_along Ms h k : left_stochastic n Ms -> possible b h -> (k < b)%nat ->
  - (2 * B) <= dot n (Delta h k) (vsub (lam h) (matvec n Ms (lam h))) <= 2 * B.
Proof.
  intros HM Hh Hk. pose proof (lam_simplex h Hh) as Hl. pose proof (matvec_simplex n Ms (lam h) HM Hl) as Hm.
  destruct Hl as [Hl0 Hl1]. destruct Hm as [Hm0 Hm1].
  assert (H : Rabs (dot n (Delta h k) (vsub (lam h) (matvec n Ms (lam h)))) <= 2 * B).
  { assert (Habs : forall x, simplex n x -> Rabs (dot n (Delta h k) x) <= B).
    { intros x [Hx Hx1]. apply Rabs_le. split.
      - replace (- B) with (rsum n (fun j => - B * x j)) by (rewrite rsum_scal, Hx1; ring).
        apply rsum_le. intros j Hj. pose proof (bounded h k j Hk Hj) as Hb. pose proof (Hx j Hj).
        pose proof (Rle_abs (- Delta h k j)) as Hn. rewrite Rabs_Ropp in Hn. nra.
      - replace B with (rsum n (fun j => B * x j)) by (rewrite rsum_scal, Hx1; ring).
        apply rsum_le. intros j Hj. pose proof (bounded h k j Hk Hj) as Hb. pose proof (Hx j Hj).
        pose proof (Rle_abs (Delta h k j)). nra. }
    rewrite dot_vsub. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
    pose proof (Habs (lam h) (conj Hl0 Hl1)). pose proof (Habs _ (conj Hm0 Hm1)). lra. }
  pose proof (Rle_abs (dot n (Delta h k) (vsub (lam h) (matvec n Ms (lam h))))).
  pose proof (Rle_abs (- dot n (Delta h k) (vsub (lam h) (matvec n Ms (lam h))))) as Hn. rewrite Rabs_Ropp in Hn. lra.
Qed.

(** The union over the maps. *)
Lemma union_bound (events : list (list nat -> bool)) d : (forall e, In e events -> probability b pr T e <= d) ->
  probability b pr T (fun h => existsb (fun e => e h) events) <= INR (length events) * d.
Proof.
  induction events as [|e events IH]; intros H.
  - cbn [existsb length INR]. rewrite Rmult_0_l. unfold probability.
    apply Rle_trans with (expect b pr T (fun h => 0 * 0) []).
    + apply expect_le; [exact pr_simplex|intros; lra|constructor].
    + rewrite expect_scal. lra.
  - cbn [existsb length]. rewrite S_INR.
    eapply Rle_trans; [apply (probability_or b pr pr_simplex T e (fun h => existsb (fun e => e h) events))|].
    pose proof (H e (or_introl eq_refl)). pose proof (IH (fun e' He' => H e' (or_intror He'))). lra.
Qed.

Notation delta' := (delta / INR (n ^ n)).
Notation threshold := (2 * (2 * B) * sqrt (INR T * ln (/ delta') / 2)).

Lemma maps_many : 0 < INR (n ^ n) /\ 0 < delta' <= 1 /\ ln (/ delta') = C + ln (/ delta).
Proof.
  assert (Hn : (n ^ n <> 0)%nat) by (apply Nat.pow_nonzero; lia).
  assert (H0 : 1 <= INR (n ^ n)) by (change 1 with (INR 1); apply le_INR; lia).
  split; [lra|]. split.
  - split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_le_reg_r with (INR (n ^ n)); [lra|].
    replace (delta / INR (n ^ n) * INR (n ^ n)) with delta by (field; lra). lra.
  - replace (/ (delta / INR (n ^ n))) with (INR (n ^ n) * / delta) by (field; lra).
    rewrite ln_mult by (try (apply Rinv_0_lt_compat); lra). f_equal.
    assert (Hnr : 0 < INR n) by (apply lt_0_INR; lia). rewrite pow_INR, ln_pow by exact Hnr. reflexivity.
Qed.

(** Lemma 9, repaired: for all left-stochastic matrices at once,
    B ((3/2) sqrt(n ln n) + 2 sqrt(2 (n ln n + ln(1/delta)))) / sqrt T. *)
Theorem lemma_9_repaired : exists bad, probability b pr T bad <= delta /\
  forall h, possible b h -> length h = T -> bad h = false -> forall Ms, left_stochastic n Ms ->
    total (fun h _ => f h (matvec n Ms (lam h)) - f h (lam h)) h / INR T <=
    B * (3 / 2 * sqrt C + 2 * sqrt (2 * (C + ln (/ delta)))) / sqrt (INR T).
Proof.
  destruct maps_many as (Hmany & Hd' & Hln). assert (HTr : 0 < INR T) by (apply lt_0_INR, T_pos).
  pose proof (n_ln_n_pos n n_two) as HC.
  assert (HL : 0 <= ln (/ delta)).
  { assert (H : 1 <= / delta) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    rewrite <- ln_1. destruct H as [H|<-]; [left; apply ln_increasing; lra|lra]. }
  exists (fun h => existsb (fun e => e h) (map (fun l => exceeds (swap_noise (map_matrix l)) threshold) (maps n n))). split.
  - eapply Rle_trans; [apply (union_bound _ delta')|].
    + intros e He. apply in_map_iff in He. destruct He as (l & <- & Hl).
      apply (noise_confidence b pr pr_simplex n Delta (fun h => vsub (lam h) (matvec n (map_matrix l) (lam h))) (2 * B));
        try assumption; [|lra].
      intros h k Hh Hk. apply swap_along; try assumption. apply map_stochastic, Hl.
    + rewrite map_length, maps_length. right. field. lra.
  - intros h Hh Hlen Hbad Ms HM. destruct (worst_map Ms h HM) as (l & Hl & Hworst).
    assert (Hsmall : total (swap_noise (map_matrix l)) h <= threshold).
    { destruct (Rle_dec threshold (total (swap_noise (map_matrix l)) h)) as [Hge|Hlt]; [exfalso|lra].
      assert (Ht : existsb (fun e : list nat -> bool => e h)
        (map (fun l => exceeds (swap_noise (map_matrix l)) threshold) (maps n n)) = true).
      { apply existsb_exists. exists (exceeds (swap_noise (map_matrix l)) threshold). split.
        - apply (in_map (fun l => exceeds (swap_noise (map_matrix l)) threshold)), Hl.
        - unfold exceeds. destruct (Rle_dec _ _); [reflexivity|contradiction]. }
      rewrite Ht in Hbad. discriminate. }
    assert (Hsplit : total (fun h _ => f h (matvec n Ms (lam h)) - f h (lam h)) h <=
      total (fun h k => dot n (Delta h k) (vsub (matvec n Ms (lam h)) (lam h))) h + total (swap_noise Ms) h).
    { rewrite <- total_plus. apply (total_le b _ _ h Hh). intros h' k Hh' _.
      pose proof (unbiased h' _ Hh' (matvec_simplex n Ms (lam h') HM (lam_simplex h' Hh'))) as Hu.
      unfold swap_noise, drift, noise. rewrite dot_add, !dot_vsub in *. lra. }
    pose proof (drawn_swap Ms h HM Hh Hlen) as Hdrawn.
    assert (Hr : 0 < sqrt (INR T)) by (apply sqrt_lt_R0, HTr).
    assert (Hrr : sqrt (INR T) * sqrt (INR T) = INR T) by (apply sqrt_sqrt; lra).
    rewrite Hln in Hsmall. set (L := C + ln (/ delta)) in *. assert (HL0 : 0 <= L) by (unfold L; lra).
    assert (Hroot : sqrt (INR T * L / 2) = sqrt (INR T) * (sqrt (2 * L) / 2)).
    { replace (INR T * L / 2) with (INR T * (L / 2)) by field. rewrite sqrt_mult by lra. f_equal.
      apply Rsqr_inj; [apply sqrt_pos|unfold Rdiv; apply Rmult_le_pos; [apply sqrt_pos|lra]|].
      unfold Rsqr. rewrite sqrt_sqrt by lra.
      replace (sqrt (2 * L) / 2 * (sqrt (2 * L) / 2)) with (sqrt (2 * L) * sqrt (2 * L) / 4) by field.
      rewrite sqrt_sqrt by lra. field. }
    rewrite Hroot in Hsmall. rewrite sqrt_div in Hdrawn by lra.
    replace (B * (3 / 2 * sqrt C + 2 * sqrt (2 * L)) / sqrt (INR T))
      with (3 / 2 * (B * (sqrt C / sqrt (INR T))) + 2 * (2 * B) * (sqrt (INR T) * (sqrt (2 * L) / 2)) / (sqrt (INR T) * sqrt (INR T)))
      by (field; lra).
    rewrite Hrr.
    assert (total (swap_noise Ms) h / INR T <= 2 * (2 * B) * (sqrt (INR T) * (sqrt (2 * L) / 2)) / INR T)
      by (apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HTr|lra]).
    apply Rle_trans with ((total (fun h k => dot n (Delta h k) (vsub (matvec n Ms (lam h)) (lam h))) h
      + total (swap_noise Ms) h) / INR T); [apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HTr|exact Hsplit]|].
    rewrite Rdiv_plus_distr. lra.
Qed.
End Lemma9.

(** * Against the paper's constants *)
Lemma n_ln_n_lower n : (2 <= n)%nat -> 1376 / 1000 <= INR n * ln (INR n).
Proof.
  intros Hn. assert (Hnr : 2 <= INR n) by (change 2 with (INR 2); apply le_INR, Hn).
  assert (688 / 1000 <= ln (INR n)); [|nra]. eapply Rle_trans; [apply ln_2_lower|].
  destruct Hnr as [H|<-]; [left; apply ln_increasing; lra|lra].
Qed.
(** C = n ln n, L = ln(1/delta): below the paper's where L >= 0.0901, so for delta up to 0.9138. *)
Theorem swap_repaired_below_paper C L : 1376 / 1000 <= C -> 901 / 10000 <= L ->
  3 / 2 * sqrt C + 2 * sqrt (2 * (C + L)) <= 2 * sqrt (2 * C * (1 + 16 * L)).
Proof.
  intros HC HL. set (a := sqrt C). set (c := sqrt (2 * (C + L))). set (z := sqrt (2 * C * (1 + 16 * L))).
  assert (Ha : a * a = C) by (apply sqrt_sqrt; lra). assert (Hc : c * c = 2 * (C + L)) by (apply sqrt_sqrt; lra).
  assert (Hz : z * z = 2 * C * (1 + 16 * L)) by (apply sqrt_sqrt; nra).
  assert (0 <= a) by apply sqrt_pos. assert (0 <= c) by apply sqrt_pos. assert (0 <= z) by apply sqrt_pos.
  apply Rsqr_incr_0; [unfold Rsqr|lra|lra].
  replace (2 * z * (2 * z)) with (4 * (z * z)) by ring. rewrite Hz.
  (* 6 a c <= 3 (k a^2 + c^2 / k) at k = 1.46, and the rest is linear in C and in L *)
  assert (Hac : 6 * (a * c) <= 3 * (146 / 100 * (a * a)) + 3 * (100 / 146 * (c * c))).
  { pose proof (Rle_0_sqr (146 / 100 * a - c)) as Hs. unfold Rsqr in Hs. lra. }
  assert (Hbi : 0 <= (C - 1376 / 1000) * (L - 901 / 10000)) by (apply Rmult_le_pos; lra).
  replace ((3 / 2 * a + 2 * c) * (3 / 2 * a + 2 * c)) with (9 / 4 * (a * a) + 6 * (a * c) + 4 * (c * c)) by field.
  rewrite Ha, Hc in *. nra.
Qed.

Section Lemma4.
(** Algorithm 2: a subgradient player for theta, the matrix player for lambda, on the same draws. *)
Variables (b : nat) (pr : list nat -> nat -> R).
Hypothesis pr_simplex : forall h, simplex b (pr h).
Variables (d m T : nat) (K : (nat -> R) -> Prop) (project : (nat -> R) -> nat -> R).
Variables (D F B delta : R) (g0 : (nat -> R) -> R) (g p : nat -> (nat -> R) -> R).
Variables (theta lam : list nat -> nat -> R) (M : list nat -> nat -> nat -> R).
Variables (Delta_theta Delta_lambda : list nat -> nat -> nat -> R).
Hypothesis m_pos : (1 <= m)%nat.
Hypothesis T_pos : (0 < T)%nat.
Hypothesis positive : 0 < D /\ 0 < F /\ 0 < B.
Hypothesis delta_range : 0 < delta <= 1.
Notation n := (S m).
Notation C := (INR n * ln (INR n)).
Notation eta := (sqrt (C / (INR T * (B * B)))).
Hypothesis K_convex : convex K.
Hypothesis K_in_ball : forall x, K x -> square d x <= D * D.
Hypothesis projects : forall x, is_projection d K x (project x).
Hypothesis unbiased_theta : forall h x, possible b h -> K x ->
  theta_loss m g0 p (theta h) (lam h) + dot d (mean_subgradient b pr Delta_theta h) (vsub x (theta h))
  <= theta_loss m g0 p x (lam h).
Hypothesis unbiased_lambda : forall h j, possible b h -> (j < n)%nat ->
  mean_subgradient b pr Delta_lambda h j = payoff g j (theta h).
Hypothesis bounded_theta : forall h k, (k < b)%nat -> square d (Delta_theta h k) <= F * F.
Hypothesis bounded_lambda : forall h k j, (k < b)%nat -> (j < n)%nat -> Rabs (Delta_lambda h k j) <= B.
Hypothesis start_theta : is_projection d K (fun _ => 0) (theta []).
Hypothesis step_theta : forall h k, (k < b)%nat ->
  is_projection d K (moved (- (D / (F * sqrt (2 * INR T)))) (Delta_theta h k) (theta h)) (theta (k :: h)).
Hypothesis stochastic : forall h, possible b h -> left_stochastic n (M h).
Hypothesis start_matrix : forall j i, (j < n)%nat -> (i < n)%nat -> M [] j i = / INR n.
Hypothesis update : forall h k j i, possible b h -> (k < b)%nat -> (j < n)%nat -> (i < n)%nat ->
  M (k :: h) j i = M h j i * exp (eta * (Delta_lambda h k j * lam h i))
    / rsum n (fun l => M h l i * exp (eta * (Delta_lambda h k l * lam h i))).
Hypothesis lam_simplex : forall h, possible b h -> simplex n (lam h).
Hypothesis stationary : forall h j, possible b h -> (j < n)%nat -> matvec n (M h) (lam h) j = lam h j.

(** With probability 1 - delta both hypotheses of Theorem 2 hold. *)
Definition regrets_at_most (eth elam : R) (h : list nat) : Prop :=
  (forall ths, K ths -> rsum T (fun t => theta_loss m g0 p (theta (before h t)) (lam (before h t))) / INR T
     - rsum T (fun t => theta_loss m g0 p ths (lam (before h t))) / INR T <= eth) /\
  (forall Ms, left_stochastic n Ms ->
     rsum T (fun t => lambda_gain m g (theta (before h t)) (matvec n Ms (lam (before h t)))) / INR T
     - rsum T (fun t => lambda_gain m g (theta (before h t)) (lam (before h t))) / INR T <= elam).

Theorem lemma_4_repaired : exists bad, probability b pr T bad <= delta /\
  forall h, possible b h -> length h = T -> bad h = false ->
    regrets_at_most (D * F * repaired (ln (2 / delta)) / sqrt (INR T))
      (B * (3 / 2 * sqrt C + 2 * sqrt (2 * (C + ln (2 / delta)))) / sqrt (INR T)) h.
Proof.
  destruct positive as (HD & HF & HB). assert (HTr : 0 < INR T) by (apply lt_0_INR, T_pos).
  assert (Hhalf : 0 < delta / 2 <= 1) by lra. assert (Hinv : / (delta / 2) = 2 / delta) by (field; lra).
  destruct (corollary_3_repaired b pr pr_simplex d K project D F theta Delta_theta (fun h x => theta_loss m g0 p x (lam h)) T
    (delta / 2) T_pos HD HF Hhalf K_convex K_in_ball projects unbiased_theta bounded_theta start_theta step_theta) as (bad1 & P1 & H1).
  destruct (lemma_9_repaired b pr pr_simplex n T M lam Delta_lambda (fun h x => lambda_gain m g (theta h) x) B (delta / 2)
    ltac:(lia) T_pos HB Hhalf stochastic start_matrix update lam_simplex stationary bounded_lambda) as (bad2 & P2 & H2).
  { intros h x Hh _. right. rewrite !lambda_gain_payoff. unfold dot, vsub. rewrite <- rsum_plus. apply rsum_ext.
    intros j Hj. rewrite unbiased_lambda by assumption. ring. }
  rewrite Hinv in H1, H2. exists (fun h => orb (bad1 h) (bad2 h)). split.
  - eapply Rle_trans; [apply (probability_or b pr pr_simplex)|]. lra.
  - intros h Hh Hlen Hbad. apply Bool.orb_false_elim in Hbad. destruct Hbad as [Hb1 Hb2]. split.
    + intros ths Hths. pose proof (H1 h Hh Hlen Hb1 ths Hths) as E1. rewrite total_rounds, Hlen, rsum_minus in E1.
      unfold Rdiv in *. lra.
    + intros Ms HM. pose proof (H2 h Hh Hlen Hb2 Ms HM) as E2. rewrite total_rounds, Hlen, rsum_minus in E2.
      unfold Rdiv in *. lra.
Qed.

(** So Lemma 4 is true as printed, for every delta. *)
Theorem lemma_4 : exists bad, probability b pr T bad <= delta /\
  forall h, possible b h -> length h = T -> bad h = false ->
    regrets_at_most (2 * D * F * sqrt ((1 + 16 * ln (2 / delta)) / INR T))
      (2 * B * sqrt (2 * C * (1 + 16 * ln (2 / delta)) / INR T)) h.
Proof.
  destruct lemma_4_repaired as (bad & Hp & Hb). exists bad. split; [exact Hp|].
  intros h Hh Hlen Hbad. destruct (Hb h Hh Hlen Hbad) as [H1 H2].
  destruct positive as (HD & HF & HB). assert (HTr : 0 < INR T) by (apply lt_0_INR, T_pos).
  assert (Hr : 0 < sqrt (INR T)) by (apply sqrt_lt_R0, HTr).
  assert (HL : / 2 <= ln (2 / delta)).
  { eapply Rle_trans; [apply ln_2_half|]. assert (H : 2 <= 2 / delta).
    { apply Rmult_le_reg_r with delta; [lra|]. replace (2 / delta * delta) with 2 by (field; lra). lra. }
    destruct H as [H|<-]; [left; apply ln_increasing; lra|lra]. }
  pose proof (n_ln_n_lower n ltac:(lia)) as HC. split.
  - intros ths Hths. eapply Rle_trans; [apply (H1 ths Hths)|].
    rewrite sqrt_div by lra. replace (2 * D * F * (sqrt (1 + 16 * ln (2 / delta)) / sqrt (INR T)))
      with (D * F * (2 * sqrt (1 + 16 * ln (2 / delta))) / sqrt (INR T)) by (field; lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Hr|]. apply Rmult_le_compat_l; [nra|].
    apply repaired_below_paper. lra.
  - intros Ms HM. eapply Rle_trans; [apply (H2 Ms HM)|].
    rewrite sqrt_div by nra. replace (2 * B * (sqrt (2 * C * (1 + 16 * ln (2 / delta))) / sqrt (INR T)))
      with (B * (2 * sqrt (2 * C * (1 + 16 * ln (2 / delta)))) / sqrt (INR T)) by (field; lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Hr|]. apply Rmult_le_compat_l; [lra|].
    apply swap_repaired_below_paper; lra.
Qed.
End Lemma4.
