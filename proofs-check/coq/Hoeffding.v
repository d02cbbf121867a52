(** Hoeffding's lemma for distributions on finitely many actions:
      sum_k p_k exp(u_k) <= exp(sum_k p_k u_k + (hi - lo)^2 / 8)   if lo <= u_k <= hi.
    The only analysis that the multiplicative updates need. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums.
Local Open Scope R_scope.

Lemma derivative_exp_minus x : derivable_pt_lim (fun h => exp (- h)) x (- exp (- x)).
Proof.
  replace (- exp (- x)) with (exp (- x) * -1) by ring.
  apply (derivable_pt_lim_comp (fun h => - h) exp).
  - apply (derivable_pt_lim_opp (fun h => h)). apply derivable_pt_lim_id.
  - apply derivable_pt_lim_exp.
Qed.

(** A nonpositive derivative pushes a function that is 0 at 0 below 0 on the right, above it on the left. *)
Lemma falling f f' : (forall x, derivable_pt_lim f x (f' x)) -> (forall x, f' x <= 0) -> f 0 = 0 ->
  forall x, (0 <= x -> f x <= 0) /\ (x <= 0 -> 0 <= f x).
Proof.
  intros Hd Hn H0 x. split; intros Hx.
  - destruct Hx as [Hx|<-]; [|lra].
    destruct (MVT_cor2 f f' 0 x Hx (fun c _ => Hd c)) as (c & Hc & _). pose proof (Hn c). nra.
  - destruct Hx as [Hx| ->]; [|lra].
    destruct (MVT_cor2 f f' x 0 Hx (fun c _ => Hd c)) as (c & Hc & _). pose proof (Hn c). nra.
Qed.

Section TwoPoints.
Variable p : R.
Hypothesis p_range : 0 <= p <= 1.
Definition mass (h : R) : R := 1 - p + p * exp h.
Lemma mass_pos h : 0 < mass h.
Proof.
  unfold mass. pose proof (exp_pos h) as He. destruct (Req_dec p 0) as [Hp|Hp]; [rewrite Hp; lra|].
  assert (0 < p * exp h) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
Lemma derivative_mass h : derivable_pt_lim mass h (p * exp h).
Proof.
  unfold mass. replace (p * exp h) with (0 + p * exp h) by ring.
  apply (derivable_pt_lim_plus (fun _ => 1 - p) (fun h => p * exp h)).
  - apply derivable_pt_lim_const.
  - apply (derivable_pt_lim_scal exp p). apply derivable_pt_lim_exp.
Qed.
(** The tilted weight q(h) = p e^h / mass(h) rises by at most a quarter of h. *)
Definition tilt (h : R) : R := p * exp h / mass h - (p + h / 4).
Lemma derivative_tilt h :
  derivable_pt_lim tilt h ((p * exp h / mass h) * (1 - p * exp h / mass h) - / 4).
Proof.
  pose proof (mass_pos h) as Hm. unfold tilt.
  replace ((p * exp h / mass h) * (1 - p * exp h / mass h) - / 4)
    with ((p * exp h * mass h - p * exp h * (p * exp h)) / (mass h)² - (0 + / 4))
    by (unfold Rsqr; field; lra).
  apply (derivable_pt_lim_minus (fun h => p * exp h / mass h) (fun h => p + h / 4)).
  - apply (derivable_pt_lim_div (fun h => p * exp h) mass).
    + apply (derivable_pt_lim_scal exp p). apply derivable_pt_lim_exp.
    + apply derivative_mass.
    + lra.
  - apply (derivable_pt_lim_plus (fun _ => p) (fun h => h / 4)).
    + apply derivable_pt_lim_const.
    + replace (/ 4) with (1 * / 4) by ring.
      apply (derivable_pt_lim_ext (fun h => / 4 * h)); [intros; unfold Rdiv; ring|].
      replace (1 * / 4) with (/ 4 * 1) by ring. apply (derivable_pt_lim_scal (fun h => h) (/ 4)). apply derivable_pt_lim_id.
Qed.
Lemma tilt_sign h : (0 <= h -> tilt h <= 0) /\ (h <= 0 -> 0 <= tilt h).
Proof.
  apply (falling tilt _ derivative_tilt).
  - intros x. set (q := p * exp x / mass x). pose proof (Rle_0_sqr (q - / 2)) as H. unfold Rsqr in H. lra.
  - unfold tilt, mass. rewrite exp_0. field. lra.
Qed.

Definition gap (h : R) : R := ln (mass h) - (p * h + h * h / 8).
Lemma derivative_gap h : derivable_pt_lim gap h (tilt h).
Proof.
  pose proof (mass_pos h) as Hm. unfold gap, tilt.
  apply (derivable_pt_lim_minus (fun h => ln (mass h)) (fun h => p * h + h * h / 8)).
  - replace (p * exp h / mass h) with (/ mass h * (p * exp h)) by (unfold Rdiv; ring).
    apply (derivable_pt_lim_comp mass ln); [apply derivative_mass|]. apply derivable_pt_lim_ln, Hm.
  - replace (p + h / 4) with (p * 1 + / 8 * (1 * h + h * 1)) by field.
    apply (derivable_pt_lim_plus (fun h => p * h) (fun h => h * h / 8)).
    + apply (derivable_pt_lim_scal (fun h => h) p). apply derivable_pt_lim_id.
    + apply (derivable_pt_lim_ext (fun h => / 8 * (h * h))); [intros; unfold Rdiv; ring|].
      apply (derivable_pt_lim_scal (fun h => h * h) (/ 8)).
      apply (derivable_pt_lim_mult (fun h => h) (fun h => h)); apply derivable_pt_lim_id.
Qed.
(** The lemma for two points, 0 and h, the second with weight p. *)
Lemma two_points h : mass h <= exp (p * h + h * h / 8).
Proof.
  assert (H0 : gap 0 = 0).
  { unfold gap, mass. rewrite exp_0. replace (1 - p + p * 1) with 1 by ring. rewrite ln_1. lra. }
  assert (Hg : gap h <= 0).
  { destruct (Rtotal_order h 0) as [Hh|[->|Hh]]; [|lra|].
    - destruct (MVT_cor2 gap tilt h 0 Hh (fun c _ => derivative_gap c)) as (c & Hc & Hc1 & Hc2).
      pose proof (proj2 (tilt_sign c) (Rlt_le _ _ Hc2)). nra.
    - destruct (MVT_cor2 gap tilt 0 h Hh (fun c _ => derivative_gap c)) as (c & Hc & Hc1 & Hc2).
      pose proof (proj1 (tilt_sign c) (Rlt_le _ _ Hc1)). nra. }
  unfold gap in Hg. rewrite <- (exp_ln (mass h)) by apply mass_pos.
  destruct (Rle_lt_or_eq_dec _ _ Hg) as [H|H]; [left; apply exp_increasing; lra|right; f_equal; lra].
Qed.
End TwoPoints.

(** The chord of exp over [lo, hi] lies above it. *)
Lemma exp_chord lo hi u : lo < hi -> lo <= u <= hi ->
  exp u <= exp lo * ((hi - u) / (hi - lo)) + exp hi * ((u - lo) / (hi - lo)).
Proof.
  intros Hlt Hu. set (a := (u - lo) / (hi - lo)).
  assert (Ha : (hi - u) / (hi - lo) = 1 - a) by (unfold a; field; lra). rewrite Ha.
  assert (Hau : u = lo * (1 - a) + hi * a) by (unfold a; field; lra).
  assert (Hinv : 0 < / (hi - lo)) by (apply Rinv_0_lt_compat; lra).
  assert (Ha0 : 0 <= a) by (unfold a, Rdiv; apply Rmult_le_pos; lra).
  assert (Ha1 : 0 <= 1 - a) by (rewrite <- Ha; unfold Rdiv; apply Rmult_le_pos; lra).
  assert (Tangent : forall x, exp u * (1 + (x - u)) <= exp x).
  { intros x. replace x with (u + (x - u)) at 2 by ring. rewrite exp_plus.
    apply Rmult_le_compat_l; [left; apply exp_pos|]. apply exp_ineq1_le. }
  pose proof (Rmult_le_compat_r _ _ _ Ha1 (Tangent lo)). pose proof (Rmult_le_compat_r _ _ _ Ha0 (Tangent hi)).
  replace (exp u) with (exp u * (1 + (lo - u)) * (1 - a) + exp u * (1 + (hi - u)) * a); [lra|].
  replace (exp u * (1 + (lo - u)) * (1 - a) + exp u * (1 + (hi - u)) * a)
    with (exp u * (1 + (lo * (1 - a) + hi * a - u))) by ring.
  rewrite <- Hau. ring.
Qed.

(** Hoeffding's lemma. *)
Theorem hoeffding n (p u : nat -> R) lo hi :
  (forall k, (k < n)%nat -> 0 <= p k) -> rsum n p = 1 -> (forall k, (k < n)%nat -> lo <= u k <= hi) ->
  rsum n (fun k => p k * exp (u k)) <= exp (rsum n (fun k => p k * u k) + (hi - lo) * (hi - lo) / 8).
Proof.
  intros Hp H1 Hu.
  assert (Hlh : lo <= hi).
  { destruct n as [|n]; [simpl in H1; lra|]. pose proof (Hu O ltac:(lia)). lra. }
  set (mu := rsum n (fun k => p k * u k)).
  assert (Hmu : lo <= mu <= hi).
  { split.
    - rewrite <- (Rmult_1_l lo), <- H1, <- rsum_scal_r. apply rsum_le. intros k Hk.
      apply Rmult_le_compat_l; [apply Hp, Hk|apply Hu, Hk].
    - rewrite <- (Rmult_1_l hi), <- H1, <- rsum_scal_r. apply rsum_le. intros k Hk.
      apply Rmult_le_compat_l; [apply Hp, Hk|apply Hu, Hk]. }
  destruct Hlh as [Hlt|Heq].
  - set (q := (mu - lo) / (hi - lo)).
    assert (Hinv : 0 < / (hi - lo)) by (apply Rinv_0_lt_compat; lra).
    assert (Hq : 0 <= q <= 1).
    { split; [unfold q, Rdiv; apply Rmult_le_pos; lra|].
      apply Rmult_le_reg_r with (hi - lo); [lra|]. unfold q.
      replace ((mu - lo) / (hi - lo) * (hi - lo)) with (mu - lo) by (field; lra). lra. }
    apply Rle_trans with (exp lo * mass q (hi - lo)).
    + apply Rle_trans with (rsum n (fun k => p k * (exp lo * ((hi - u k) / (hi - lo)) + exp hi * ((u k - lo) / (hi - lo))))).
      * apply rsum_le. intros k Hk. apply Rmult_le_compat_l; [apply Hp, Hk|]. apply exp_chord; [exact Hlt|apply Hu, Hk].
      * right. rewrite (rsum_ext n _ (fun k => p k * (exp lo * (hi / (hi - lo)) - exp hi * (lo / (hi - lo)))
          + (p k * u k) * ((exp hi - exp lo) / (hi - lo)))) by (intros; field; lra).
        rewrite rsum_plus, !rsum_scal_r, H1. fold mu. unfold mass, q.
        replace (exp (hi - lo)) with (exp hi * / exp lo).
        { field. split; [pose proof (exp_pos lo)|]; lra. }
        unfold Rminus. rewrite exp_plus, exp_Ropp. reflexivity.
    + pose proof (two_points q Hq (hi - lo)) as H.
      apply Rle_trans with (exp lo * exp (q * (hi - lo) + (hi - lo) * (hi - lo) / 8)).
      * apply Rmult_le_compat_l; [left; apply exp_pos|exact H].
      * right. rewrite <- exp_plus. f_equal. unfold q. field. lra.
  - subst hi. replace (mu + (lo - lo) * (lo - lo) / 8) with lo by lra. right.
    rewrite <- (Rmult_1_l (exp lo)), <- H1, <- rsum_scal_r. apply rsum_ext. intros k Hk.
    replace (u k) with lo; [reflexivity|]. pose proof (Hu k Hk). lra.
Qed.
