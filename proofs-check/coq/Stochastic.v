(** Theorem 7 and Corollary 3: stochastic subgradients, for one comparator and for all at once.

    theta h, f h and the mean subgradient are known before the draw; the subgradient Delta h k is known after it. What is said to
    hold with probability 1 - delta holds for every possible history outside a set of probability at most delta. *)
From Coq Require Import Reals Lra Lia Arith List.
From Referee Require Import Sums Norms Descent Tree.
Import ListNotations.
Local Open Scope R_scope.

Section Stochastic.
Variables (b : nat) (pr : list nat -> nat -> R).
Hypothesis pr_simplex : forall h, simplex b (pr h).
Variables (n : nat) (K : (nat -> R) -> Prop).
Variables (theta : list nat -> nat -> R) (Delta : list nat -> nat -> nat -> R) (f : list nat -> (nat -> R) -> R).
(** E[Delta | past], coordinate by coordinate. *)
Definition mean_subgradient (h : list nat) : nat -> R := fun i => rsum b (fun k => pr h k * Delta h k i).
(** It is a subgradient of f h at theta h: unbiasedness. *)
Hypothesis unbiased : forall h x, possible b h -> K x -> f h (theta h) + dot n (mean_subgradient h) (vsub x (theta h)) <= f h x.
Definition noise (h : list nat) (k : nat) : nat -> R := vsub (Delta h k) (mean_subgradient h).

Lemma dot_add x y z : dot n (vsub x y) z = dot n x z - dot n y z.
Proof. rewrite (dot_comm n (vsub x y)), dot_vsub, (dot_comm n z x), (dot_comm n z y). reflexivity. Qed.
Lemma mean_dot h z : dot n (mean_subgradient h) z = rsum b (fun k => pr h k * dot n (Delta h k) z).
Proof.
  unfold dot, mean_subgradient. rewrite (rsum_ext b _ (fun k => rsum n (fun i => pr h k * Delta h k i * z i))).
  - rewrite rsum_swap. apply rsum_ext. intros i _. rewrite rsum_scal_r. reflexivity.
  - intros k _. rewrite <- rsum_scal. apply rsum_ext. intros; ring.
Qed.

(** * A predictable direction v: the noise along it is a bounded martingale *)
Section Along.
Variables (v : list nat -> nat -> R) (a : R).
Hypothesis along : forall h k, possible b h -> (k < b)%nat -> - a <= dot n (Delta h k) (v h) <= a.
Hypothesis a_pos : 0 < a.
Definition drift (h : list nat) (k : nat) : R := dot n (noise h k) (v h).

Theorem noise_confidence T delta : (0 < T)%nat -> 0 < delta <= 1 ->
  probability b pr T (exceeds drift (2 * a * sqrt (INR T * ln (/ delta) / 2))) <= delta.
Proof.
  intros HT Hd.
  apply (azuma_confidence b pr pr_simplex drift (fun h => - a - dot n (mean_subgradient h) (v h)) (2 * a)); try assumption; try lra.
  - intros h _. unfold drift, noise. rewrite (rsum_ext b _ (fun k => pr h k * dot n (Delta h k) (v h)
      - pr h k * dot n (mean_subgradient h) (v h))) by (intros; rewrite dot_add; ring).
    rewrite rsum_minus, rsum_scal_r, <- mean_dot, (proj2 (pr_simplex h)). ring.
  - intros h k Hh Hk. unfold drift, noise. rewrite dot_add. pose proof (along h k Hh Hk). lra.
Qed.
End Along.

(** The losses, against any comparator: what was drawn, the noise along u - ghost and the noise along ghost - theta. *)
Lemma split_regret ghost u h : K u -> possible b h ->
  total (fun h _ => f h (theta h) - f h u) h <=
  total (fun h k => dot n (Delta h k) (vsub (theta h) u)) h
  + (total (fun h k => dot n (noise h k) (vsub u (ghost h))) h
     + total (drift (fun h => vsub (ghost h) (theta h))) h).
Proof.
  intros Hu Hp. rewrite <- !total_plus. apply (total_le b _ _ h Hp). intros h' k Hh' _.
  pose proof (unbiased h' u Hh' Hu) as H. unfold drift, noise. rewrite !dot_add, !dot_vsub in *. lra.
Qed.

(** * Theorem 7: if the losses that were drawn are small on every path (Theorem 6 says so), the true ones are *)
Section Theorem7.
Variables (T : nat) (a W delta : R).
Hypothesis T_pos : (0 < T)%nat.
Hypothesis a_pos : 0 < a.
Hypothesis delta_range : 0 < delta <= 1.
Hypothesis drawn : forall u h, K u -> possible b h -> length h = T ->
  total (fun h k => dot n (Delta h k) (vsub (theta h) u)) h <= W.
Notation deviation := (2 * a * sqrt (INR T * ln (/ delta) / 2)).

(** Against one comparator that was fixed before play. *)
Theorem theorem_7_fixed u : K u ->
  (forall h k, possible b h -> (k < b)%nat -> - a <= dot n (Delta h k) (vsub u (theta h)) <= a) ->
  exists bad, probability b pr T bad <= delta /\
    forall h, possible b h -> length h = T -> bad h = false ->
      total (fun h _ => f h (theta h) - f h u) h <= W + deviation.
Proof.
  intros Hu Ha. exists (exceeds (drift (fun h => vsub u (theta h))) deviation).
  split; [apply noise_confidence; assumption|]. intros h Hp Hlen Hbad. unfold exceeds in Hbad.
  destruct (Rle_dec _ _) as [|Hn]; [discriminate|].
  pose proof (split_regret (fun _ => u) u h Hu Hp) as H. pose proof (drawn u h Hu Hp Hlen).
  assert (Hz : total (fun h k => dot n (noise h k) (vsub u u)) h = 0).
  { clear. induction h as [|k h IH]; simpl; [reflexivity|]. rewrite IH.
    unfold dot, vsub. rewrite rsum_zero'; [ring|intros; ring]. }
  lra.
Qed.

(** Against all comparators at once, the best in hindsight included: a ghost player faces the noise. *)
Variables (ghost : list nat -> nat -> R) (W' : R).
Hypothesis ghost_regret : forall u h, K u -> possible b h -> length h = T ->
  total (fun h k => dot n (noise h k) (vsub u (ghost h))) h <= W'.
Hypothesis ghost_near : forall h k, possible b h -> (k < b)%nat -> - a <= dot n (Delta h k) (vsub (ghost h) (theta h)) <= a.
Theorem theorem_7_uniform : exists bad, probability b pr T bad <= delta /\
  forall h, possible b h -> length h = T -> bad h = false -> forall u, K u ->
    total (fun h _ => f h (theta h) - f h u) h <= W + W' + deviation.
Proof.
  exists (exceeds (drift (fun h => vsub (ghost h) (theta h))) deviation).
  split; [apply noise_confidence; assumption|]. intros h Hp Hlen Hbad u Hu. unfold exceeds in Hbad.
  destruct (Rle_dec _ _) as [|Hn]; [discriminate|].
  pose proof (split_regret ghost u h Hu Hp). pose proof (drawn u h Hu Hp Hlen). pose proof (ghost_regret u h Hu Hp Hlen). lra.
Qed.
End Theorem7.
End Stochastic.

(** * Sums along a history are sums over rounds *)
Definition before (h : list nat) (t : nat) : list nat := skipn (length h - t) h.
Definition draw (h : list nat) (t : nat) : nat := nth (length h - S t) h O.
Lemma total_rounds X h : total X h = rsum (length h) (fun t => X (before h t) (draw h t)).
Proof.
  induction h as [|k h IH]; [reflexivity|]. cbn [total length rsum]. rewrite IH. f_equal.
  - apply rsum_ext. intros t Ht. unfold before, draw. cbn [length].
    replace (S (length h) - t)%nat with (S (length h - t)) by lia.
    replace (S (length h) - S t)%nat with (S (length h - S t)) by lia. reflexivity.
  - unfold before, draw. cbn [length]. replace (S (length h) - length h)%nat with 1%nat by lia.
    replace (S (length h) - S (length h))%nat with O by lia. reflexivity.
Qed.
Lemma before_next h t : (t < length h)%nat -> before h (S t) = draw h t :: before h t.
Proof.
  intros Ht. unfold before, draw. replace (length h - t)%nat with (S (length h - S t)) by lia.
  assert (Hl : (length h - S t < length h)%nat) by lia. revert Hl. generalize (length h - S t)%nat as k. clear Ht.
  induction h as [|x h IH]; intros k Hk; [simpl in Hk; lia|]. destruct k as [|k]; [reflexivity|].
  cbn [skipn nth]. apply IH. simpl in Hk. lia.
Qed.
Lemma before_0 h : before h 0 = [].
Proof. unfold before. rewrite Nat.sub_0_r. apply skipn_all. Qed.
Lemma before_possible b h t : possible b h -> possible b (before h t).
Proof.
  unfold possible, before. rewrite !Forall_forall. intros H x Hx. apply H.
  rewrite <- (firstn_skipn (length h - t) h). apply in_or_app. right. exact Hx.
Qed.
Lemma draw_possible b h t : possible b h -> (t < length h)%nat -> (draw h t < b)%nat.
Proof. unfold possible, draw. rewrite Forall_forall. intros H Ht. apply H, nth_In. lia. Qed.

(** * Corollary 3: projected stochastic subgradient descent *)
Section Corollary3.
Variables (b : nat) (pr : list nat -> nat -> R).
Hypothesis pr_simplex : forall h, simplex b (pr h).
Variables (n : nat) (K : (nat -> R) -> Prop) (D B : R).
Variables (theta ghost : list nat -> nat -> R) (Delta : list nat -> nat -> nat -> R) (f : list nat -> (nat -> R) -> R).
Variables (T : nat) (eta eta' delta : R).
Hypothesis T_pos : (0 < T)%nat.
Hypothesis D_pos : 0 < D.
Hypothesis B_pos : 0 < B.
Hypothesis eta_pos : 0 < eta.
Hypothesis eta'_pos : 0 < eta'.
Hypothesis delta_range : 0 < delta <= 1.
Hypothesis K_convex : convex K.
Hypothesis K_in_ball : forall x, K x -> square n x <= D * D.
Hypothesis unbiased : forall h x, possible b h -> K x -> f h (theta h) + dot n (mean_subgradient b pr Delta h) (vsub x (theta h)) <= f h x.
Hypothesis bounded : forall h k, (k < b)%nat -> square n (Delta h k) <= B * B.
Hypothesis start : is_projection n K (fun _ => 0) (theta []).
Hypothesis step : forall h k, (k < b)%nat -> is_projection n K (moved (- eta) (Delta h k) (theta h)) (theta (k :: h)).
(** The ghost exists in the proof only: it descends along minus the noise. *)
Hypothesis ghost_start : ghost [] = theta [].
Hypothesis ghost_step : forall h k, (k < b)%nat ->
  is_projection n K (moved eta' (noise b pr Delta h k) (ghost h)) (ghost (k :: h)).

Lemma path_regret (x : list nat -> nat -> R) (s : list nat -> nat -> nat -> R) (e G : R) u h : 0 < e -> K u ->
  is_projection n K (fun _ => 0) (x []) ->
  (forall h k, (k < b)%nat -> is_projection n K (moved (- e) (s h k) (x h)) (x (k :: h))) ->
  (forall h k, (k < b)%nat -> square n (s h k) <= G * G) -> possible b h ->
  total (fun h k => dot n (s h k) (vsub (x h) u)) h <= D * D / (2 * e) + e / 2 * (INR (length h) * (G * G)).
Proof.
  intros He Hu H0 Hstep HG Hp. rewrite total_rounds. set (m := length h).
  set (th := fun t => x (before h t)). set (g := fun t => s (before h t) (draw h t)).
  assert (Hproj : forall t, (t < m)%nat -> is_projection n K (moved (- e) (g t) (th t)) (th (S t))).
  { intros t Ht. unfold th, g. rewrite before_next by exact Ht. apply Hstep. apply draw_possible; assumption. }
  assert (Hzero : forall t, (t < m)%nat -> 0 <= (fun _ => 0) t /\
    square n (vsub (th (S t)) (th (S t))) <= (fun _ => 0) t * (fun _ => 0) t).
  { intros t _. split; [lra|]. right. rewrite Rmult_0_l. apply rsum_zero'. intros. unfold vsub. ring. }
  assert (Hstart : square n (vsub (th O) u) <= D * D).
  { unfold th. rewrite before_0. eapply Rle_trans; [apply (projection_is_closer n K _ _ u K_convex H0 Hu)|].
    rewrite (square_ext n _ (moved (-1) u (fun _ => 0))) by (intros; unfold moved, vsub; ring).
    rewrite square_moved. assert (square n (fun _ => 0) = 0) by (apply rsum_zero'; intros; ring).
    assert (dot n (fun _ => 0) u = 0) by (apply rsum_zero'; intros; ring). pose proof (K_in_ball u Hu). lra. }
  pose proof (descent_regret n K th th g e m (fun _ => 0) K_convex He Hproj Hzero u (2 * D) (D * D) Hu ltac:(lra)
    (diameter n K D D_pos K_in_ball u Hu) Hstart) as H.
  cbv beta in H. rewrite (rsum_zero' m (fun _ => 2 * (2 * D) * 0 + 0 * 0)), Rmult_0_r, Rplus_0_r in H by (intros; ring).
  eapply Rle_trans; [exact H|]. apply Rplus_le_compat_l, Rmult_le_compat_l; [lra|].
  rewrite <- rsum_const. apply rsum_le. intros t Ht. apply HG. apply draw_possible; assumption.
Qed.

Lemma theta_inside h : possible b h -> K (theta h).
Proof. intros Hp. destruct h as [|k h]; [apply start|]. inversion Hp; subst. apply (step h k H1). Qed.

Lemma mean_bounded h : square n (mean_subgradient b pr Delta h) <= B * B.
Proof.
  (* |E Delta|^2 = E <Delta, E Delta> <= B |E Delta| *)
  set (s := mean_subgradient b pr Delta h). destruct (Rle_dec (square n s) (B * B)) as [|Hn]; [assumption|].
  exfalso. set (r := sqrt (square n s)). pose proof (square_nonneg n s) as Hs0.
  assert (Hr : r * r = square n s) by (apply sqrt_sqrt, Hs0). assert (Hr0 : 0 <= r) by apply sqrt_pos.
  assert (H : square n s <= B * r).
  { change (square n s) with (dot n s s). unfold s at 1. rewrite mean_dot.
    destruct (pr_simplex h) as [Hp H1].
    rewrite <- (Rmult_1_l (B * r)), <- H1, <- rsum_scal_r. apply rsum_le. intros k Hk.
    apply Rmult_le_compat_l; [apply Hp, Hk|]. apply dot_le; try lra. apply bounded, Hk. }
  assert (B < r); [|nra]. nra.
Qed.
Lemma noise_bounded h k : (k < b)%nat -> square n (fun i => - noise b pr Delta h k i) <= 2 * B * (2 * B).
Proof.
  intros Hk. set (s := mean_subgradient b pr Delta h).
  rewrite (square_ext n _ (moved (-1) (Delta h k) s)) by (intros; unfold noise, moved, vsub; fold s; ring).
  rewrite square_moved. pose proof (mean_bounded h) as H1. fold s in H1. pose proof (bounded h k Hk) as H2.
  assert (- dot n s (Delta h k) <= B * B).
  { replace (- dot n s (Delta h k)) with (dot n (fun i => - s i) (Delta h k)).
    - apply dot_le; try lra; try assumption. rewrite (square_ext n _ (moved (-2) s s)) by (intros; unfold moved; ring).
      rewrite square_moved. change (dot n s s) with (square n s). lra.
    - unfold dot. rewrite <- (Rmult_1_l (rsum n (fun i => s i * Delta h k i))), Ropp_mult_distr_l, <- rsum_scal.
      apply rsum_ext. intros; ring. }
  lra.
Qed.

Lemma ghost_inside h : possible b h -> K (ghost h).
Proof.
  intros Hp. destruct h as [|k h]; [rewrite ghost_start; apply start|]. inversion Hp; subst. apply (ghost_step h k H1).
Qed.
Lemma apart u h k : K u -> possible b h -> (k < b)%nat -> - (B * (2 * D)) <= dot n (Delta h k) (vsub u (theta h)) <= B * (2 * D).
Proof.
  intros Hu Hh Hk. pose proof (theta_inside h Hh) as Ht.
  pose proof (diameter n K D D_pos K_in_ball _ Ht u Hu) as Hd. pose proof (bounded h k Hk) as Hb. split.
  - assert (dot n (fun i => - Delta h k i) (vsub u (theta h)) <= B * (2 * D)).
    { apply dot_le; try lra. rewrite (square_ext n _ (moved (-2) (Delta h k) (Delta h k))) by (intros; unfold moved; ring).
      rewrite square_moved. change (dot n (Delta h k) (Delta h k)) with (square n (Delta h k)). lra. }
    assert (dot n (fun i => - Delta h k i) (vsub u (theta h)) = - dot n (Delta h k) (vsub u (theta h))).
    { unfold dot. rewrite <- (Rmult_1_l (rsum n (fun i => Delta h k i * vsub u (theta h) i))), Ropp_mult_distr_l, <- rsum_scal.
      apply rsum_ext. intros; ring. }
    lra.
  - apply dot_le; lra.
Qed.

(** For one comparator. *)
Theorem corollary_3_fixed u : K u ->
  exists bad, probability b pr T bad <= delta /\
    forall h, possible b h -> length h = T -> bad h = false ->
      total (fun h _ => f h (theta h) - f h u) h <=
      D * D / (2 * eta) + eta / 2 * (INR T * (B * B)) + 2 * (B * (2 * D)) * sqrt (INR T * ln (/ delta) / 2).
Proof.
  intros Hu.
  apply (theorem_7_fixed b pr pr_simplex n K theta Delta f unbiased T (B * (2 * D)) _ delta T_pos); try assumption.
  - apply Rmult_lt_0_compat; lra.
  - intros u' h Hu' Hp Hlen. rewrite <- Hlen. apply (path_regret theta Delta eta B u' h eta_pos Hu' start step bounded Hp).
  - intros h k Hh Hk. apply apart; assumption.
Qed.

(** For all comparators at once. *)
Theorem corollary_3_uniform :
  exists bad, probability b pr T bad <= delta /\
    forall h, possible b h -> length h = T -> bad h = false -> forall u, K u ->
      total (fun h _ => f h (theta h) - f h u) h <=
      D * D / (2 * eta) + eta / 2 * (INR T * (B * B))
      + (D * D / (2 * eta') + eta' / 2 * (INR T * (2 * B * (2 * B))))
      + 2 * (B * (2 * D)) * sqrt (INR T * ln (/ delta) / 2).
Proof.
  apply (theorem_7_uniform b pr pr_simplex n K theta Delta f unbiased T (B * (2 * D)) _ delta T_pos) with (ghost := ghost);
    try assumption.
  - apply Rmult_lt_0_compat; lra.
  - intros u' h Hu' Hp Hlen. rewrite <- Hlen. apply (path_regret theta Delta eta B u' h eta_pos Hu' start step bounded Hp).
  - intros u h Hu Hp Hlen. rewrite <- Hlen.
    eapply Rle_trans; [|apply (path_regret ghost (fun h k i => - noise b pr Delta h k i) eta' (2 * B) u h eta'_pos Hu)].
    + right. clear. induction h as [|k h IH]; [reflexivity|]. cbn [total]. rewrite IH. f_equal.
      apply rsum_ext. intros. unfold vsub. ring.
    + rewrite ghost_start. exact start.
    + intros h' k Hk. destruct (ghost_step h' k Hk) as [H1 H2]. split; [exact H1|]. intros y Hy.
      rewrite (square_ext n (vsub (moved (- eta') (fun i => - noise b pr Delta h' k i) (ghost h')) (ghost (k :: h')))
        (vsub (moved eta' (noise b pr Delta h' k) (ghost h')) (ghost (k :: h')))) by (intros; unfold vsub, moved; ring).
      rewrite (square_ext n (vsub (moved (- eta') (fun i => - noise b pr Delta h' k i) (ghost h')) y)
        (vsub (moved eta' (noise b pr Delta h' k) (ghost h')) y)) by (intros; unfold vsub, moved; ring).
      apply H2, Hy.
    + intros h' k Hk. apply noise_bounded, Hk.
    + exact Hp.
  - intros h k Hh Hk. apply apart; [apply ghost_inside, Hh|exact Hh|exact Hk].
Qed.
End Corollary3.
