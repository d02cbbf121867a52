(** The slopes of expressions (section 6): each operation's local slopes, and the sweep
    backwards over an expression that multiplies them out.

    Between two points a and b an operation changes its value by (local slopes) times the
    changes of its operands, with local slopes inside the stated enclosures, where U and V
    enclose the operands over the box. No derivative needs to exist. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums Norms.
Local Open Scope R_scope.

(** An interval, possibly unbounded: with two numbers it holds those in between. *)
Definition interval_set (I : R -> Prop) : Prop := forall x y z, I x -> I y -> x <= z <= y -> I z.

(** * Local slopes *)

(** u v: the other factor. *)
Theorem slope_product ua ub va vb : ub * vb - ua * va = va * (ub - ua) + ub * (vb - va).
Proof. ring. Qed.

(** u / v: 1/V and -(U/V)/V. *)
Theorem slope_quotient ua ub va vb : va <> 0 -> vb <> 0 ->
  ub / vb - ua / va = 1 / vb * (ub - ua) + - (ua / va) / vb * (vb - va).
Proof. intros Ha Hb. field. split; assumption. Qed.

(** u^n, exp, ln, sin, cos, sigmoid, Phi: the derivative somewhere in U. *)
Theorem slope_derivative (I : R -> Prop) h h' ua ub : interval_set I -> I ua -> I ub ->
  (forall x, I x -> derivable_pt_lim h x (h' x)) ->
  exists x, I x /\ h ub - h ua = h' x * (ub - ua).
Proof.
  intros HI Ha Hb Hd. destruct (Rtotal_order ua ub) as [Hlt|[->|Hgt]].
  - destruct (MVT_cor2 h h' ua ub Hlt) as (c & E & Hc).
    { intros c Hc. apply Hd, (HI ua ub); assumption. }
    exists c. split; [apply (HI ua ub); [assumption|assumption|lra]|exact E].
  - exists ub. split; [exact Hb|ring].
  - destruct (MVT_cor2 h h' ub ua Hgt) as (c & E & Hc).
    { intros c Hc. apply Hd, (HI ub ua); assumption. }
    exists c. split; [apply (HI ub ua); [assumption|assumption|lra]|lra].
Qed.
Corollary slope_power n ua ub lo hi : lo <= ua <= hi -> lo <= ub <= hi ->
  exists x, lo <= x <= hi /\ ub ^ n - ua ^ n = INR n * x ^ Nat.pred n * (ub - ua).
Proof.
  intros Ha Hb.
  apply (slope_derivative (fun x => lo <= x <= hi) (fun x => x ^ n) (fun x => INR n * x ^ Nat.pred n));
    [unfold interval_set; intros; lra|exact Ha|exact Hb|intros; apply derivable_pt_lim_pow].
Qed.
Corollary slope_exp ua ub lo hi : lo <= ua <= hi -> lo <= ub <= hi ->
  exists x, lo <= x <= hi /\ exp ub - exp ua = exp x * (ub - ua).
Proof.
  intros Ha Hb. apply (slope_derivative (fun x => lo <= x <= hi) exp exp);
    [unfold interval_set; intros; lra|exact Ha|exact Hb|intros; apply derivable_pt_lim_exp].
Qed.
Corollary slope_ln ua ub lo hi : 0 < lo -> lo <= ua <= hi -> lo <= ub <= hi ->
  exists x, lo <= x <= hi /\ ln ub - ln ua = / x * (ub - ua).
Proof.
  intros Hlo Ha Hb. apply (slope_derivative (fun x => lo <= x <= hi) ln Rinv);
    [unfold interval_set; intros; lra|exact Ha|exact Hb|intros; apply derivable_pt_lim_ln; lra].
Qed.
Corollary slope_sin ua ub lo hi : lo <= ua <= hi -> lo <= ub <= hi ->
  exists x, lo <= x <= hi /\ sin ub - sin ua = cos x * (ub - ua).
Proof.
  intros Ha Hb. apply (slope_derivative (fun x => lo <= x <= hi) sin cos);
    [unfold interval_set; intros; lra|exact Ha|exact Hb|intros; apply derivable_pt_lim_sin].
Qed.
Corollary slope_cos ua ub lo hi : lo <= ua <= hi -> lo <= ub <= hi ->
  exists x, lo <= x <= hi /\ cos ub - cos ua = - sin x * (ub - ua).
Proof.
  intros Ha Hb. apply (slope_derivative (fun x => lo <= x <= hi) cos (fun x => - sin x));
    [unfold interval_set; intros; lra|exact Ha|exact Hb|intros; apply derivable_pt_lim_cos].
Qed.

(** sqrt: 1/(2 sqrt U); if U touches 0 there is no upper bound. *)
Theorem slope_sqrt ua ub lo hi : 0 <= lo -> lo <= ua <= hi -> lo <= ub <= hi -> 0 < hi ->
  exists s, / (2 * sqrt hi) <= s /\ (0 < lo -> s <= / (2 * sqrt lo)) /\ sqrt ub - sqrt ua = s * (ub - ua).
Proof.
  intros Hlo Ha Hb Hhi. pose proof (sqrt_pos ua). pose proof (sqrt_pos ub).
  assert (Ea : sqrt ua * sqrt ua = ua) by (apply sqrt_sqrt; lra).
  assert (Eb : sqrt ub * sqrt ub = ub) by (apply sqrt_sqrt; lra).
  assert (Ha2 : sqrt lo <= sqrt ua <= sqrt hi) by (split; apply sqrt_le_1; lra).
  assert (Hb2 : sqrt lo <= sqrt ub <= sqrt hi) by (split; apply sqrt_le_1; lra).
  assert (Hh : 0 < sqrt hi) by (apply sqrt_lt_R0, Hhi).
  destruct (Req_dec (sqrt ua + sqrt ub) 0) as [Hz|Hz].
  - assert (ua = 0) by nra. assert (ub = 0) by nra. exists (/ (2 * sqrt hi)). split; [lra|]. split; [intros; lra|].
    subst. ring.
  - assert (Hp : 0 < sqrt ua + sqrt ub) by lra. exists (/ (sqrt ua + sqrt ub)). split; [|split].
    + apply Rinv_le_contravar; lra.
    + intros Hl. assert (0 < sqrt lo) by (apply sqrt_lt_R0, Hl). apply Rinv_le_contravar; lra.
    + apply Rmult_eq_reg_l with (sqrt ua + sqrt ub); [|lra]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. lra.
Qed.

(** A change that lies between 0 and the change of the operand has a slope in [0, 1]. *)
Lemma slope_unit dh du : 0 <= dh <= du \/ du <= dh <= 0 -> exists s, 0 <= s <= 1 /\ dh = s * du.
Proof.
  intros H. destruct (Req_dec du 0) as [->|Hn]; [exists 0; split; lra|].
  exists (dh / du). split; [|field; exact Hn].
  destruct H as [H|H].
  - assert (0 < du) by lra. split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with du; [lra|]. replace (dh / du * du) with dh by (field; exact Hn). lra.
  - assert (0 < - du) by lra. replace (dh / du) with (- dh / - du) by (field; exact Hn).
    split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with (- du); [lra|]. replace (- dh / - du * - du) with (- dh) by (field; exact Hn). lra.
Qed.

(** hinge(u) = max(0, 1 + u): 0, 1 or [0, 1]. *)
Definition hinge (u : R) : R := Rmax 0 (1 + u).
Theorem slope_hinge ua ub : exists s, 0 <= s <= 1 /\ hinge ub - hinge ua = s * (ub - ua).
Proof.
  apply slope_unit. unfold hinge, Rmax. destruct (Rle_dec 0 (1 + ua)), (Rle_dec 0 (1 + ub)); lra.
Qed.
Theorem slope_hinge_above ua ub : -1 <= ua -> -1 <= ub -> hinge ub - hinge ua = 1 * (ub - ua).
Proof. intros. unfold hinge. rewrite !Rmax_right by lra. ring. Qed.
Theorem slope_hinge_below ua ub : ua <= -1 -> ub <= -1 -> hinge ub - hinge ua = 0 * (ub - ua).
Proof. intros. unfold hinge. rewrite !Rmax_left by lra. ring. Qed.

(** abs: the sign, or [-1, 1]. *)
Theorem slope_abs ua ub : exists s, -1 <= s <= 1 /\ Rabs ub - Rabs ua = s * (ub - ua).
Proof.
  destruct (slope_unit (Rmax 0 ub - Rmax 0 ua) (ub - ua)) as (s & Hs & E).
  { unfold Rmax. destruct (Rle_dec 0 ua), (Rle_dec 0 ub); lra. }
  exists (2 * s - 1). split; [lra|].
  replace ((2 * s - 1) * (ub - ua)) with (2 * (s * (ub - ua)) - (ub - ua)) by ring. rewrite <- E.
  unfold Rmax, Rabs.
  destruct (Rle_dec 0 ua), (Rle_dec 0 ub), (Rcase_abs ua), (Rcase_abs ub); lra.
Qed.

(** max: [0, 1] for each operand (they sum to 1), and the one for an operand that is
    surely the larger. *)
Theorem slope_max ua ub va vb : exists s, 0 <= s <= 1 /\
  Rmax ub vb - Rmax ua va = s * (ub - ua) + (1 - s) * (vb - va).
Proof.
  destruct (slope_unit (Rmax 0 (ub - vb) - Rmax 0 (ua - va)) ((ub - vb) - (ua - va))) as (s & Hs & E).
  { unfold Rmax. destruct (Rle_dec 0 (ua - va)), (Rle_dec 0 (ub - vb)); lra. }
  exists s. split; [exact Hs|].
  replace (s * (ub - ua) + (1 - s) * (vb - va)) with (s * (ub - vb - (ua - va)) + (vb - va)) by ring.
  rewrite <- E. unfold Rmax.
  destruct (Rle_dec ub vb), (Rle_dec ua va), (Rle_dec 0 (ua - va)), (Rle_dec 0 (ub - vb)); lra.
Qed.
Theorem slope_max_surely ua ub va vb : va <= ua -> vb <= ub ->
  Rmax ub vb - Rmax ua va = 1 * (ub - ua) + 0 * (vb - va).
Proof. intros. rewrite !Rmax_left by lra. ring. Qed.
Lemma Rmin_max x y : Rmin x y = - Rmax (- x) (- y).
Proof. unfold Rmin, Rmax. destruct (Rle_dec x y), (Rle_dec (- x) (- y)); lra. Qed.
Theorem slope_min ua ub va vb : exists s, 0 <= s <= 1 /\
  Rmin ub vb - Rmin ua va = s * (ub - ua) + (1 - s) * (vb - va).
Proof.
  destruct (slope_max (- ua) (- ub) (- va) (- vb)) as (s & Hs & E).
  exists s. split; [exact Hs|]. rewrite !Rmin_max. lra.
Qed.

(** step(u) = 1 if u > 0, else 0: 0 where the range has no jump. *)
Definition step (u : R) : R := if Rlt_dec 0 u then 1 else 0.
Theorem slope_step ua ub : (0 < ua /\ 0 < ub) \/ (ua <= 0 /\ ub <= 0) -> step ub - step ua = 0 * (ub - ua).
Proof. intros H. unfold step. destruct (Rlt_dec 0 ua), (Rlt_dec 0 ub); lra. Qed.

(** * Backwards over an expression

    Values 0 .. n-1 are the variables; each later value k changes by sum_(i<k) l_(k,i)
    (change of i). The sweep from the last value down to the variables multiplies out. *)
Section Sweep.
Variables (n : nat) (l : nat -> nat -> R) (change : nat -> R).

(** What is left when the [steps] last of n + steps values have been replaced. *)
Fixpoint sweep (steps : nat) (coefficient : nat -> R) : nat -> R :=
  match steps with
  | O => coefficient
  | S s => sweep s (fun i => coefficient i + coefficient (n + s)%nat * l (n + s)%nat i)
  end.

Theorem sweep_correct steps : forall coefficient,
  (forall k, (n <= k < n + steps)%nat -> change k = rsum k (fun i => l k i * change i)) ->
  rsum (n + steps) (fun i => coefficient i * change i) =
  rsum n (fun i => sweep steps coefficient i * change i).
Proof.
  induction steps as [|s IH]; intros coefficient H; simpl.
  - rewrite Nat.add_0_r. reflexivity.
  - rewrite <- IH by (intros k Hk; apply H; lia).
    replace (n + S s)%nat with (S (n + s)) by lia. simpl. rewrite (H (n + s)%nat) by lia.
    rewrite <- rsum_scal, <- rsum_plus. apply rsum_ext. intros; ring.
Qed.

(** So the last value changes by sum_j S_j (change of variable j), S the sweep of 1. *)
Corollary sweep_slopes steps :
  (forall k, (n <= k < n + S steps)%nat -> change k = rsum k (fun i => l k i * change i)) ->
  change (n + steps)%nat = rsum n (fun j => sweep (S steps) (unit_vec (n + steps)) j * change j).
Proof.
  intros H. rewrite <- (sweep_correct (S steps) (unit_vec (n + steps)) H).
  symmetry. apply rsum_unit. lia.
Qed.
End Sweep.
