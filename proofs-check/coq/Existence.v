(** What exists: sparse equilibria, and the certificates that the checker asks for.

    Lemma 2 repaired, for finitely many candidates: the Lagrangian game with
    Lambda = { lambda >= 0, sum <= R } has an exact equilibrium with at most m + 1 points
    and multipliers that are not random. (As printed, for every compact Lambda, it is
    false: EquilibriumFalse.v. Existence for infinite Theta, which needs compactness, and
    for the proxy game, which needs a fixed-point theorem, is not proved here; that an
    equilibrium can be made sparse is, for both games.) *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums Norms Games Lagrangian ShrinkLP Purify Equilibrium Minimax.
Local Open Scope R_scope.

(** * Equilibria can be made sparse: the second half of Lemma 2, Lemma 5 and Theorem 5 *)
Section Shrink.
Context {Theta : Type}.
Variables (m : nat) (g0 : Theta -> R) (g p : nat -> Theta -> R) (allowed : Theta -> Prop).

(** Every (approximate) equilibrium of the Lagrangian game has one with the same
    multipliers on at most m + 1 of its points. Lambda may be any set. *)
Theorem lemma_2_sparse Lambda d lam eps :
  epsilon_nash (lagrangian m g0 g) (lagrangian m g0 g) allowed Lambda d lam eps ->
  exists d', (size d' <= m + 1)%nat /\
    epsilon_nash (lagrangian m g0 g) (lagrangian m g0 g) allowed Lambda d' lam eps.
Proof.
  intros (Hd & HL & Ht & Hl).
  destruct (purification_mixture m (fun x => lagrangian m g0 g x lam) g d) as (d' & Hs & Hc & Ho & Hp).
  exists d'. split; [exact Hs|]. split; [|split; [exact HL|split]].
  - intros k Hk. destruct (Hp k Hk) as (t & Hlt & ->). apply Hd, Hlt.
  - intros th Hth. pose proof (Ht th Hth). lra.
  - intros ls Hls. pose proof (Hl ls Hls) as H. rewrite !mean_lagrangian in *.
    rewrite (rsum_ext m (fun i => ls i * mean d' (g i)) (fun i => ls i * mean d (g i)))
      by (intros i Hi; rewrite (Hc i Hi); reflexivity).
    rewrite (rsum_ext m (fun i => lam i * mean d' (g i)) (fun i => lam i * mean d (g i)))
      by (intros i Hi; rewrite (Hc i Hi); reflexivity). lra.
Qed.

(** The same in the proxy game: m + 1 points, not m + 2. *)
Theorem lemma_5_sparse d lam eps :
  epsilon_nash (theta_loss m g0 p) (lambda_gain m g) allowed (simplex (S m)) d lam eps ->
  exists d', (size d' <= m + 1)%nat /\
    epsilon_nash (theta_loss m g0 p) (lambda_gain m g) allowed (simplex (S m)) d' lam eps.
Proof.
  intros (Hd & HL & Ht & Hl).
  destruct (purification_mixture m (fun x => theta_loss m g0 p x lam) g d) as (d' & Hs & Hc & Ho & Hp).
  exists d'. split; [exact Hs|]. split; [|split; [exact HL|split]].
  - intros k Hk. destruct (Hp k Hk) as (t & Hlt & ->). apply Hd, Hlt.
  - intros th Hth. pose proof (Ht th Hth). lra.
  - intros ls Hls. pose proof (Hl ls Hls) as H. rewrite !mean_lambda_gain in *.
    rewrite (rsum_ext m (fun i => ls (S i) * mean d' (g i)) (fun i => ls (S i) * mean d (g i)))
      by (intros i Hi; rewrite (Hc i Hi); reflexivity).
    rewrite (rsum_ext m (fun i => lam (S i) * mean d' (g i)) (fun i => lam (S i) * mean d (g i)))
      by (intros i Hi; rewrite (Hc i Hi); reflexivity). exact H.
Qed.
End Shrink.

(** * Lemma 2 repaired *)

(** Weights on the candidates 0 .. n as a mixture. *)
Definition on_candidates n (p : nat -> R) (H : simplex (S n) p) : mixture nat :=
  {| size := S n; point := fun j => j; weight := p;
     weight_nonneg := proj1 H; weight_total := proj2 H |}.

Theorem lemma_2_repaired n m (g0 : nat -> R) (g : nat -> nat -> R) R0 : 0 <= R0 ->
  exists d lam, (size d <= m + 1)%nat /\
    nash (lagrangian m g0 g) (lagrangian m g0 g) (candidate n) (multiplier_set m R0) d lam.
Proof.
  intros HR.
  (* the columns are the vertices of Lambda: 0, and R e_i *)
  set (A := fun j k => g0 j + R0 * payoff g k j).
  destruct (minimax (S n) (S m) A (Nat.lt_0_succ n) (Nat.lt_0_succ m)) as (w & q & t & Hw & Hq & H1 & H2).
  set (d := on_candidates n w Hw). set (lam := fun i => R0 * q (S i)).
  assert (HL : forall j, lagrangian m g0 g j lam = rsum (S m) (fun k => q k * A j k)).
  { intros j. unfold lagrangian, lam, A. destruct Hq as [_ Hq1].
    rewrite (rsum_ext (S m) _ (fun k => q k * g0 j + R0 * (q k * payoff g k j))) by (intros; ring).
    rewrite rsum_plus, rsum_scal_r, rsum_scal, Hq1, (rsum_S_l m (fun k => q k * payoff g k j)). simpl.
    rewrite Rmult_0_r, Rplus_0_l, <- rsum_scal, Rmult_1_l. f_equal. apply rsum_ext. intros; ring. }
  assert (Hcol : forall k, (k < S m)%nat -> mean d g0 + R0 * mean d (payoff g k) <= t).
  { intros k Hk. eapply Rle_trans; [|apply (H1 k Hk)]. apply Req_le.
    rewrite <- mean_scal, <- mean_plus. reflexivity. }
  assert (Htop : mean d g0 + R0 * infeasibility m g d <= t).
  { unfold infeasibility. destruct (pos_max_attained m (fun i => mean d (g i))) as [E|(k & Hk & E)]; rewrite E.
    - pose proof (Hcol 0%nat ltac:(lia)) as H.
      change (payoff g 0) with (fun _ : nat => 0) in H. rewrite mean_const in H. exact H.
    - apply (Hcol (S k)). lia. }
  assert (Hset : multiplier_set m R0 lam).
  { destruct Hq as [Hq0 Hq1]. split.
    - intros i Hi. apply Rmult_le_pos; [exact HR|apply Hq0; lia].
    - unfold lam. rewrite rsum_scal. rewrite rsum_S_l in Hq1. pose proof (Hq0 0%nat ltac:(lia)). nra. }
  assert (Hlow : forall j, candidate n j -> t <= lagrangian m g0 g j lam).
  { intros j Hj. rewrite HL. apply H2. unfold candidate in Hj. lia. }
  destruct (lemma_2_sparse m g0 g (candidate n) (multiplier_set m R0) d lam 0) as (d' & Hs & Hn);
    [|exists d', lam; split; [exact Hs|exact Hn]].
  assert (Hsup : forall u, (u < size d)%nat -> candidate n (point d u))
    by (intros u Hu; unfold candidate; simpl in *; lia).
  assert (Hmean : t <= mean d (fun x => lagrangian m g0 g x lam)).
  { rewrite <- (mean_const d t). apply mean_le_supp. intros u Hu. apply Hlow, Hsup, Hu. }
  assert (Hup : forall ls, multiplier_set m R0 ls -> mean d (fun x => lagrangian m g0 g x ls) <= t).
  { intros ls Hls. apply multiplier_set_ball in Hls.
    eapply Rle_trans; [apply (best_response_upper m g0 g (norms_1_inf m) d R0 ls Hls)|].
    replace (dual (norms_1_inf m) (violation g d)) with (infeasibility m g d) by (symmetry; apply linf_posp).
    exact Htop. }
  split; [exact Hsup|]. split; [exact Hset|]. split.
  - intros j Hj. pose proof (Hlow j Hj). pose proof (Hup lam Hset). lra.
  - intros ls Hls. pose proof (Hup ls Hls). lra.
Qed.

(** * The certificates of section 9 exist *)

(** If LP(e) has no solution there are Farkas weights, and at the smallest tolerance
    e > 0 there are epsilon duals. (With a candidate and a constraint.) *)
Theorem tolerance_duals_exist T m (a : nat -> nat -> R) : (0 < T)%nat -> (0 < m)%nat ->
  exists p y least, nonneg T p /\ rsum T p = 1 /\ (forall i, (i < m)%nat -> constraint T a i p <= least) /\
    nonneg m y /\ rsum m y = 1 /\ (forall t, (t < T)%nat -> least <= rsum m (fun i => y i * a i t)).
Proof.
  intros HT Hm. destruct (minimax T m (fun t i => a i t) HT Hm) as (p & y & v & [Hp H1] & [Hy Hy1] & Hc & Hr).
  exists p, y, v. repeat split; assumption.
Qed.
Corollary farkas_weights_exist T m a e : (0 < T)%nat -> (0 < m)%nat -> (~ exists p, lp_feasible T m a e p) ->
  exists y least, nonneg m y /\ rsum m y = 1 /\ e < least /\
    (forall t, (t < T)%nat -> least <= rsum m (fun i => y i * a i t)).
Proof.
  intros HT Hm Hno. destruct (tolerance_duals_exist T m a HT Hm) as (p & y & v & Hp & H1 & Hc & Hy & Hy1 & Hr).
  exists y, v. repeat split; try assumption. destruct (Rlt_le_dec e v) as [H|H]; [exact H|].
  exfalso. apply Hno. exists p. repeat split; try assumption. intros i Hi. pose proof (Hc i Hi). lra.
Qed.
Corollary epsilon_duals_exist T m a e : (0 < T)%nat -> (0 < m)%nat -> minimal_epsilon T m a e -> 0 < e ->
  exists y, nonneg m y /\ rsum m y = 1 /\ (forall t, (t < T)%nat -> e <= rsum m (fun i => y i * a i t)).
Proof.
  intros HT Hm (_ & _ & Hmin) He.
  destruct (tolerance_duals_exist T m a HT Hm) as (p & y & v & Hp & H1 & Hc & Hy & Hy1 & Hr).
  exists y. repeat split; try assumption. intros t Ht. eapply Rle_trans; [|apply (Hr t Ht)].
  destruct (Rle_lt_dec 0 v) as [Hv|Hv].
  - apply (Hmin v p Hv). repeat split; assumption.
  - exfalso. assert (e <= 0); [|lra]. apply (Hmin 0 p (Rle_refl 0)).
    repeat split; try assumption. intros i Hi. pose proof (Hc i Hi). lra.
Qed.
