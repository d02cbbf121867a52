(** Theorem 7 and Corollary 4 as printed, for one comparator that is fixed before play: any regulariser, and matrix
    multiplicative weights. The constants hold for every delta. *)
From Coq Require Import Reals Lra Lia Arith List.
From Referee Require Import Sums Norms Descent Hedge Tree Stochastic StochasticRates StochasticSwap EndToEnd.
Import ListNotations.
Local Open Scope R_scope.

Lemma log_confidence delta : 0 < delta <= 1 -> 0 <= ln (/ delta).
Proof.
  intros Hd. assert (H : 1 <= / delta) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  rewrite <- ln_1. destruct H as [H|<-]; [left; apply ln_increasing; lra|lra].
Qed.
Lemma half_root T L : 0 <= T -> 0 <= L -> sqrt (T * L / 2) = sqrt T * (sqrt (2 * L) / 2).
Proof.
  intros HT HL. replace (T * L / 2) with (T * (L / 2)) by field. rewrite sqrt_mult by lra. f_equal.
  apply Rsqr_inj; [apply sqrt_pos|unfold Rdiv; apply Rmult_le_pos; [apply sqrt_pos|lra]|].
  unfold Rsqr. rewrite sqrt_sqrt by lra.
  replace (sqrt (2 * L) / 2 * (sqrt (2 * L) / 2)) with (sqrt (2 * L) * sqrt (2 * L) / 4) by field.
  rewrite sqrt_sqrt by lra. field.
Qed.

(** * Theorem 7 *)
Section Theorem7.
Variables (b : nat) (pr : list nat -> nat -> R).
Hypothesis pr_simplex : forall h, simplex b (pr h).
Variables (n T : nat) (K : (nat -> R) -> Prop) (norm dual_norm : (nat -> R) -> R).
Variables (Psi : (nat -> R) -> R) (gradient : (nat -> R) -> nat -> R).
Variables (theta : list nat -> nat -> R) (Delta : list nat -> nat -> nat -> R) (f : list nat -> (nat -> R) -> R).
Variables (B B_Psi delta : R).
Hypothesis T_pos : (0 < T)%nat.
Hypothesis B_pos : 0 < B.
Hypothesis B_Psi_pos : 0 < B_Psi.
Hypothesis delta_range : 0 < delta <= 1.
Hypothesis dual : forall x y, dot n x y <= dual_norm x * norm y.
Hypothesis norm_nonneg : forall x, 0 <= norm x.
Hypothesis norm_triangle : forall x y z, norm (vsub x z) <= norm (vsub x y) + norm (vsub y z).
Hypothesis norm_symmetric : forall x y, norm (vsub x y) = norm (vsub y x).
Hypothesis strongly_convex : forall x y, K x -> K y ->
  / 2 * (norm (vsub y x) * norm (vsub y x)) <= divergence n Psi gradient x y.
Notation eta := (sqrt (B_Psi / (INR T * (B * B)))).
Hypothesis inside : forall h, possible b h -> K (theta h).
Hypothesis step_minimal : forall h k u, possible b h -> (k < b)%nat -> K u ->
  0 <= dot n (fun i => gradient (theta (k :: h)) i - gradient (theta h) i + eta * Delta h k i) (vsub u (theta (k :: h))).
Hypothesis start_minimal : forall u, K u -> 0 <= dot n (gradient (theta [])) (vsub u (theta [])).
Hypothesis Psi_range : forall u, K u -> 0 <= Psi u <= B_Psi.
Hypothesis bounded : forall h k, possible b h -> (k < b)%nat -> 0 <= dual_norm (Delta h k) <= B.
Hypothesis unbiased : forall h x, possible b h -> K x ->
  f h (theta h) + dot n (mean_subgradient b pr Delta h) (vsub x (theta h)) <= f h x.

Lemma radius u : K u -> norm (vsub u (theta [])) <= sqrt (2 * B_Psi).
Proof.
  intros Hu. pose proof (inside [] (Forall_nil _)) as H0.
  pose proof (strongly_convex u (theta []) Hu H0) as Hs. pose proof (start_minimal u Hu).
  pose proof (Psi_range u Hu). pose proof (Psi_range _ H0). unfold divergence in Hs.
  rewrite norm_symmetric. pose proof (norm_nonneg (vsub (theta []) u)) as Hn.
  apply Rsqr_incr_0; [|exact Hn|apply sqrt_pos]. unfold Rsqr. rewrite sqrt_sqrt by lra. lra.
Qed.
Lemma diameter_norm u h : K u -> possible b h -> norm (vsub u (theta h)) <= 2 * sqrt (2 * B_Psi).
Proof.
  intros Hu Hh. pose proof (norm_triangle u (theta []) (theta h)). pose proof (radius u Hu).
  pose proof (radius (theta h) (inside h Hh)) as H1. rewrite norm_symmetric in H1. lra.
Qed.

(** Theorem 7: with probability 1 - delta, mean regret at most 2 B sqrt(2 B_Psi (1 + 16 ln(1/delta))/T). *)
Theorem theorem_7 u : K u -> exists bad, probability b pr T bad <= delta /\
  forall h, possible b h -> length h = T -> bad h = false ->
    total (fun h _ => f h (theta h) - f h u) h / INR T <= 2 * B * sqrt (2 * B_Psi * (1 + 16 * ln (/ delta)) / INR T).
Proof.
  intros Hu. assert (HTr : 0 < INR T) by (apply lt_0_INR, T_pos).
  assert (HTB : 0 < INR T * (B * B)) by (repeat apply Rmult_lt_0_compat; lra).
  assert (Heta : 0 < eta) by (apply sqrt_lt_R0, Rdiv_lt_0_compat; lra).
  assert (Hroot : 0 < sqrt (2 * B_Psi)) by (apply sqrt_lt_R0; lra).
  set (W := B_Psi / eta + eta / 2 * (INR T * (B * B))).
  destruct (theorem_7_fixed b pr pr_simplex n K theta Delta f unbiased T (B * (2 * sqrt (2 * B_Psi))) W delta T_pos) with (u := u)
    as (bad & Hp & Hb); try assumption.
  - apply Rmult_lt_0_compat; lra.
  - intros v h Hv Hh Hlen. rewrite total_rounds, Hlen.
    assert (Hin : forall t, possible b (before h t)) by (intros t; apply before_possible, Hh).
    assert (Hd : forall t, (t < T)%nat -> (draw h t < b)%nat) by (intros t Ht; apply draw_possible; [exact Hh|lia]).
    eapply Rle_trans; [apply (mirror_regret n K norm dual_norm Psi gradient dual norm_nonneg strongly_convex
      (fun t => theta (before h t)) (fun t => Delta (before h t) (draw h t)) eta B_Psi T Heta)|].
    + intros t _. apply inside, Hin.
    + intros t w Ht Hw. cbv beta. rewrite before_next by lia. apply step_minimal; try assumption; [apply Hin|apply Hd, Ht].
    + intros w Hw. cbv beta. rewrite before_0. apply start_minimal, Hw.
    + exact Psi_range.
    + exact Hv.
    + unfold W. apply Rplus_le_compat_l, Rmult_le_compat_l; [lra|]. rewrite <- rsum_const. apply rsum_le.
      intros t Ht. pose proof (bounded _ _ (Hin t) (Hd t Ht)). nra.
  - intros h k Hh Hk. pose proof (bounded h k Hh Hk) as [Hd0 Hd1]. pose proof (diameter_norm u h Hu Hh) as Hn.
    pose proof (norm_nonneg (vsub u (theta h))) as Hn0. split.
    + pose proof (dual (Delta h k) (vsub (theta h) u)) as H. rewrite norm_symmetric in H. rewrite dot_vsub in *.
      assert (dual_norm (Delta h k) * norm (vsub u (theta h)) <= B * (2 * sqrt (2 * B_Psi))) by (apply Rmult_le_compat; lra). lra.
    + eapply Rle_trans; [apply dual|]. apply Rmult_le_compat; lra.
  - exists bad. split; [exact Hp|]. intros h Hh Hlen Hbad.
    pose proof (log_confidence delta delta_range) as HL. set (L := ln (/ delta)) in *.
    assert (HW : W / INR T <= 3 / 2 * (B * sqrt (B_Psi / INR T))).
    { replace (3 / 2) with (/ 1 + 1 / 2) by lra. apply constant_at_step; try assumption; try lra.
      rewrite Rmult_1_l. unfold W. lra. }
    assert (Hr : 0 < sqrt (INR T)) by (apply sqrt_lt_R0, HTr).
    assert (Hrr : sqrt (INR T) * sqrt (INR T) = INR T) by (apply sqrt_sqrt; lra).
    eapply Rle_trans; [apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HTr|apply (Hb h Hh Hlen Hbad)]|].
    fold L. rewrite half_root by lra. rewrite Rmult_plus_distr_r. fold (W / INR T).
    rewrite sqrt_div in HW by lra.
    rewrite (sqrt_div (2 * B_Psi * (1 + 16 * L))) by nra.
    replace (2 * B_Psi * (1 + 16 * L)) with (B_Psi * (2 * (1 + 16 * L))) by ring.
    rewrite (sqrt_mult B_Psi) by lra. rewrite (sqrt_mult 2 B_Psi), (sqrt_mult 2 L) by lra.
    assert (H2 : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
    set (q := sqrt B_Psi) in *. assert (Hq : 0 < q) by (apply sqrt_lt_R0, B_Psi_pos).
    set (y := sqrt L). assert (Hy : y * y = L) by (apply sqrt_sqrt, HL). assert (Hy0 : 0 <= y) by apply sqrt_pos.
    set (z := sqrt (2 * (1 + 16 * L))). assert (Hz : z * z = 2 * (1 + 16 * L)) by (apply sqrt_sqrt; lra).
    assert (Hz0 : 0 <= z) by apply sqrt_pos.
    assert (Hyz : 3 / 2 + 4 * y <= 2 * z).
    { apply Rsqr_incr_0; [unfold Rsqr|lra|lra]. replace (2 * z * (2 * z)) with (4 * (z * z)) by ring. rewrite Hz, <- Hy.
      pose proof (Rle_0_sqr (y - / 10)) as Hs. unfold Rsqr in Hs. nra. }
    replace (2 * (B * (2 * (sqrt 2 * q))) * (sqrt (INR T) * (sqrt 2 * y / 2)) * / INR T)
      with (4 * y * (B * (q / sqrt (INR T)))).
    + replace (2 * B * (q * z / sqrt (INR T))) with (2 * z * (B * (q / sqrt (INR T)))) by (field; lra).
      assert (0 <= B * (q / sqrt (INR T))) by (apply Rmult_le_pos; [lra|left; apply Rdiv_lt_0_compat; lra]). nra.
    + set (r := sqrt (INR T)) in *. rewrite <- Hrr.
      replace (2 * (B * (2 * (sqrt 2 * q))) * (r * (sqrt 2 * y / 2)) * / (r * r))
        with ((sqrt 2 * sqrt 2) * 2 * y * (B * (q / r))) by (field; lra). rewrite H2. ring.
Qed.
End Theorem7.

(** * Corollary 4: matrix multiplicative weights with stochastic supergradients *)
Section Corollary4.
Variables (b : nat) (pr : list nat -> nat -> R).
Hypothesis pr_simplex : forall h, simplex b (pr h).
Variables (n T : nat) (M : list nat -> nat -> nat -> R) (Delta : list nat -> nat -> nat -> nat -> R).
Variables (f : list nat -> (nat -> nat -> R) -> R) (a : list nat -> nat -> nat -> R) (B delta : R).
Hypothesis n_two : (2 <= n)%nat.
Hypothesis T_pos : (0 < T)%nat.
Hypothesis B_pos : 0 < B.
Hypothesis delta_range : 0 < delta <= 1.
Notation C := (INR n * ln (INR n)).
Notation eta := (sqrt (C / (INR T * (B * B)))).
Hypothesis stochastic : forall h, possible b h -> left_stochastic n (M h).
Hypothesis start : forall j i, (j < n)%nat -> (i < n)%nat -> M [] j i = / INR n.
Hypothesis update : forall h k j i, possible b h -> (k < b)%nat -> (j < n)%nat -> (i < n)%nat ->
  M (k :: h) j i = M h j i * exp (eta * Delta h k j i) / rsum n (fun l => M h l i * exp (eta * Delta h k l i)).
(** Column i of the supergradient is at most a_i, and sum_i a_i^2 <= B^2. *)
Hypothesis columns : forall h k j i, possible b h -> (k < b)%nat -> (j < n)%nat -> (i < n)%nat -> Rabs (Delta h k j i) <= a h k i.
Hypothesis bounded : forall h k, possible b h -> (k < b)%nat -> rsum n (fun i => a h k i * a h k i) <= B * B.
Definition mean_matrix (h : list nat) (j i : nat) : R := rsum b (fun k => pr h k * Delta h k j i).
Variable Ms : nat -> nat -> R.
Hypothesis Ms_stochastic : left_stochastic n Ms.
Hypothesis unbiased : forall h, possible b h ->
  f h Ms <= f h (M h) + (inner n Ms (mean_matrix h) - inner n (M h) (mean_matrix h)).

Lemma inner_mean X h : inner n X (mean_matrix h) = rsum b (fun k => pr h k * inner n X (Delta h k)).
Proof.
  unfold inner, mean_matrix.
  rewrite (rsum_ext b _ (fun k => rsum n (fun i => rsum n (fun j => X j i * (pr h k * Delta h k j i))))).
  - rewrite (rsum_swap b n). apply rsum_ext. intros i _. rewrite (rsum_swap b n). apply rsum_ext. intros j _.
    rewrite <- rsum_scal. reflexivity.
  - intros k _. rewrite <- rsum_scal. apply rsum_ext. intros i _. rewrite <- rsum_scal. apply rsum_ext. intros; ring.
Qed.
Lemma inner_range X h k : left_stochastic n X -> possible b h -> (k < b)%nat ->
  - (sqrt (INR n) * B) <= inner n X (Delta h k) <= sqrt (INR n) * B.
Proof.
  intros HX Hh Hk. assert (Hn : 0 < INR n) by (apply lt_0_INR; lia).
  assert (Hsum : rsum n (a h k) <= sqrt (INR n) * B).
  { replace (rsum n (a h k)) with (dot n (fun _ => 1) (a h k)) by (unfold dot; apply rsum_ext; intros; ring).
    apply dot_le; [apply sqrt_pos|lra| |apply bounded; assumption].
    rewrite sqrt_sqrt by lra. right. unfold square, dot. rewrite rsum_const. ring. }
  assert (Hcol : forall i, (i < n)%nat -> - a h k i <= rsum n (fun j => X j i * Delta h k j i) <= a h k i).
  { intros i Hi. destruct (HX i Hi) as [Hp H1]. split.
    - rewrite <- (Rmult_1_l (- a h k i)), <- H1, <- rsum_scal_r. apply rsum_le. intros j Hj.
      pose proof (columns h k j i Hh Hk Hj Hi) as Hc. pose proof (Rle_abs (- Delta h k j i)) as Hab. rewrite Rabs_Ropp in Hab.
      apply Rmult_le_compat_l; [apply Hp, Hj|lra].
    - rewrite <- (Rmult_1_l (a h k i)), <- H1, <- rsum_scal_r. apply rsum_le. intros j Hj.
      pose proof (columns h k j i Hh Hk Hj Hi) as Hc. pose proof (Rle_abs (Delta h k j i)).
      apply Rmult_le_compat_l; [apply Hp, Hj|lra]. }
  unfold inner. split.
  - apply Rle_trans with (rsum n (fun i => -1 * a h k i)); [rewrite rsum_scal; lra|].
    apply rsum_le. intros i Hi. pose proof (Hcol i Hi). lra.
  - eapply Rle_trans; [|exact Hsum]. apply rsum_le. intros i Hi. apply Hcol, Hi.
Qed.
Definition matrix_noise (h : list nat) (k : nat) : R :=
  (inner n (M h) (Delta h k) - inner n Ms (Delta h k)) - (inner n (M h) (mean_matrix h) - inner n Ms (mean_matrix h)).

(** Corollary 4: with probability 1 - delta, 2 B sqrt(2 n ln n (1 + 16 ln(1/delta))/T). *)
Theorem corollary_4 : exists bad, probability b pr T bad <= delta /\
  forall h, possible b h -> length h = T -> bad h = false ->
    total (fun h _ => f h Ms - f h (M h)) h / INR T <= 2 * B * sqrt (2 * C * (1 + 16 * ln (/ delta)) / INR T).
Proof.
  assert (HTr : 0 < INR T) by (apply lt_0_INR, T_pos). pose proof (n_ln_n_pos n n_two) as HC.
  assert (Hn : 2 <= INR n) by (change 2 with (INR 2); apply le_INR, n_two).
  assert (HTB : 0 < INR T * (B * B)) by (repeat apply Rmult_lt_0_compat; lra).
  assert (Heta : 0 < eta) by (apply sqrt_lt_R0, Rdiv_lt_0_compat; lra).
  set (c := 4 * (sqrt (INR n) * B)).
  assert (Hc : 0 < c) by (unfold c; assert (0 < sqrt (INR n)) by (apply sqrt_lt_R0; lra); nra).
  exists (exceeds matrix_noise (c * sqrt (INR T * ln (/ delta) / 2))). split.
  - apply (azuma_confidence b pr pr_simplex matrix_noise
      (fun h => - c / 2 - (inner n (M h) (mean_matrix h) - inner n Ms (mean_matrix h))) c); try assumption.
    + intros h _. unfold matrix_noise. rewrite (rsum_ext b _ (fun k => (pr h k * inner n (M h) (Delta h k)
        - pr h k * inner n Ms (Delta h k)) - pr h k * (inner n (M h) (mean_matrix h) - inner n Ms (mean_matrix h))))
        by (intros; ring).
      rewrite !rsum_minus, rsum_scal_r, (proj2 (pr_simplex h)), <- !inner_mean. ring.
    + intros h k Hh Hk. unfold matrix_noise. pose proof (inner_range (M h) h k (stochastic h Hh) Hh Hk).
      pose proof (inner_range Ms h k Ms_stochastic Hh Hk). unfold c. lra.
  - intros h Hh Hlen Hbad. unfold exceeds in Hbad. destruct (Rle_dec _ _) as [|Hsmall]; [discriminate|].
    assert (Hin : forall t, possible b (before h t)) by (intros t; apply before_possible, Hh).
    assert (Hd : forall t, (t < T)%nat -> (draw h t < b)%nat) by (intros t Ht; apply draw_possible; [exact Hh|lia]).
    set (A := fun t => Delta (before h t) (draw h t)).
    pose proof (corollary_2 n T (fun t => M (before h t)) A (fun t X => inner n X (A t))
      (fun t => a (before h t) (draw h t)) B Ms n_two T_pos B_pos) as H2.
    assert (Hdrawn : rsum T (fun t => inner n Ms (A t)) / INR T - rsum T (fun t => inner n (M (before h t)) (A t)) / INR T
      <= 3 / 2 * (B * sqrt (C / INR T))).
    { apply H2; clear H2.
      - intros t _. apply stochastic, Hin.
      - intros j i Hj Hi. rewrite before_0. apply start; assumption.
      - intros t j i Ht Hj Hi. rewrite before_next by lia. apply update; try assumption; [apply Hin|apply Hd, Ht].
      - intros t j i Ht Hj Hi. apply columns; try assumption; [apply Hin|apply Hd, Ht].
      - intros t Ht. apply bounded; [apply Hin|apply Hd, Ht].
      - intros t _. lra.
      - exact Ms_stochastic. }
    assert (Hsplit : total (fun h _ => f h Ms - f h (M h)) h <=
      total (fun h k => inner n Ms (Delta h k) - inner n (M h) (Delta h k)) h + total matrix_noise h).
    { rewrite <- total_plus. apply (total_le b _ _ h Hh). intros h' k Hh' _. pose proof (unbiased h' Hh').
      unfold matrix_noise. lra. }
    rewrite (total_rounds (fun h k => inner n Ms (Delta h k) - inner n (M h) (Delta h k))), Hlen, rsum_minus in Hsplit.
    fold A in Hsplit. pose proof (log_confidence delta delta_range) as HL. set (L := ln (/ delta)) in *.
    assert (Hr : 0 < sqrt (INR T)) by (apply sqrt_lt_R0, HTr).
    assert (Hrr : sqrt (INR T) * sqrt (INR T) = INR T) by (apply sqrt_sqrt; lra).
    rewrite half_root in Hsmall by lra. rewrite sqrt_div in Hdrawn by lra. rewrite sqrt_div by nra.
    (* n <= 2 n ln n, because ln n >= ln 2 >= 1/2 *)
    assert (HnC : INR n <= 2 * C).
    { assert (/ 2 <= ln (INR n)); [|nra]. eapply Rle_trans; [apply ln_2_half|].
      destruct Hn as [H|<-]; [left; apply ln_increasing; lra|lra]. }
    set (q := sqrt C) in *. assert (Hq : q * q = C) by (apply sqrt_sqrt; lra). assert (Hq0 : 0 <= q) by apply sqrt_pos.
    set (y := sqrt (2 * L)) in *. assert (Hy : y * y = 2 * L) by (apply sqrt_sqrt; lra). assert (Hy0 : 0 <= y) by apply sqrt_pos.
    set (w := sqrt (INR n)) in *. assert (Hw : w * w = INR n) by (apply sqrt_sqrt; lra). assert (Hw0 : 0 <= w) by apply sqrt_pos.
    set (z := sqrt (2 * C * (1 + 16 * L))). assert (Hz : z * z = 2 * C * (1 + 16 * L)) by (apply sqrt_sqrt; nra).
    assert (Hz0 : 0 <= z) by apply sqrt_pos.
    assert (Hkey : 3 / 2 * q + 2 * (w * y) <= 2 * z).
    { apply Rsqr_incr_0; [unfold Rsqr|assert (0 <= w * y) by (apply Rmult_le_pos; assumption); lra|lra].
      replace (2 * z * (2 * z)) with (4 * (z * z)) by ring. rewrite Hz.
      pose proof (Rle_0_sqr (3 / 2 * q - 2 * (w * y))) as Hs. unfold Rsqr in Hs.
      assert (Hwy : w * y * (w * y) = INR n * (2 * L)) by (replace (w * y * (w * y)) with ((w * w) * (y * y)) by ring; rewrite Hw, Hy; ring).
      assert (INR n * (2 * L) <= 2 * C * (2 * L)) by (apply Rmult_le_compat_r; lra).
      assert (0 <= C * L) by nra. nra. }
    set (r := sqrt (INR T)) in *.
    assert (Hnoise : total matrix_noise h / INR T <= 2 * (w * y) * (B / r)).
    { apply Rmult_le_reg_r with (INR T); [exact HTr|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      replace (2 * (w * y) * (B / r) * INR T) with (c * (r * (y / 2))) by (rewrite <- Hrr; unfold c; field; lra). lra. }
    replace (2 * B * (z / r)) with (2 * z * (B / r)) by (field; lra).
    replace (3 / 2 * (B * (q / r))) with (3 / 2 * q * (B / r)) in Hdrawn by (field; lra).
    assert (0 < B / r) by (apply Rdiv_lt_0_compat; lra).
    apply Rle_trans with ((rsum T (fun t => inner n Ms (A t)) - rsum T (fun t => inner n (M (before h t)) (A t))
      + total matrix_noise h) / INR T); [apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HTr|exact Hsplit]|].
    apply Rle_trans with ((3 / 2 * q + 2 * (w * y)) * (B / r)); [|apply Rmult_le_compat_r; lra].
    unfold Rdiv in *. lra.
Qed.
End Corollary4.
