(** The norm 2 (SPEC 5): an end of a slack is x + sqrt p - sqrt q with rational numbers, and squares decide its sign. The divisor
    R - n is a quotient in which nothing cancels, so its sign is that of a rational number. *)
From Coq Require Import Reals Lra QArith Qreals.
From Referee Require Import Rational.
Local Open Scope R_scope.

(** x + sqrt p against sqrt q, for x >= 0: both may be squared, and 2 x sqrt p against d = q - x^2 - p remains. *)
Definition sign_from_nonneg (x p q : Q) : comparison :=
  let d := (q - x * x - p)%Q in
  if Qle_bool 0 d then (4 * (x * x) * p ?= d * d)%Q else Gt.
Definition sign_with_roots (x p q : Q) : comparison :=
  if Qle_bool 0 x then sign_from_nonneg x p q else CompOpp (sign_from_nonneg (- x) q p).

(** y has the sign c. *)
Definition has_sign (c : comparison) (y : R) : Prop :=
  match c with Lt => y < 0 | Eq => y = 0 | Gt => 0 < y end.
Lemma has_sign_opp c y : has_sign c y -> has_sign (CompOpp c) (- y).
Proof. destruct c; simpl; lra. Qed.

(** Squares keep the order of what is not negative. *)
Lemma sign_of_squares c a b : 0 <= a -> 0 <= b -> has_sign c (a * a - b * b) -> has_sign c (a - b).
Proof.
  intros Ha Hb. destruct c; simpl; intros H.
  - destruct (Req_dec (a + b) 0); [nra|]. assert ((a - b) * (a + b) = 0) by nra. nra.
  - destruct (Rle_or_lt b a); [nra|lra].
  - destruct (Rle_or_lt a b); [nra|lra].
Qed.
Lemma qcompare_sign a b : has_sign (a ?= b)%Q (Q2R a - Q2R b).
Proof.
  destruct (a ?= b)%Q eqn:H; simpl.
  - apply Qeq_alt in H. apply Qeq_eqR in H. lra.
  - apply Qlt_alt in H. apply Qlt_Rlt in H. lra.
  - apply Qgt_alt in H. apply Qlt_Rlt in H. lra.
Qed.

Lemma sign_from_nonneg_correct x p q : 0 <= Q2R x -> 0 <= Q2R p -> 0 <= Q2R q ->
  has_sign (sign_from_nonneg x p q) (Q2R x + sqrt (Q2R p) - sqrt (Q2R q)).
Proof.
  intros Hx Hp Hq. pose proof (sqrt_pos (Q2R p)) as Sp. pose proof (sqrt_pos (Q2R q)) as Sq.
  pose proof (sqrt_sqrt _ Hp) as Ep. pose proof (sqrt_sqrt _ Hq) as Eq.
  set (X := Q2R x) in *. set (s := sqrt (Q2R p)) in *. set (t := sqrt (Q2R q)) in *.
  apply sign_of_squares; [lra|exact Sq|].
  unfold sign_from_nonneg. destruct (Qle_bool 0 (q - x * x - p)) eqn:Hd.
  - apply qle_R in Hd. rewrite Q2R_0 in Hd.
    assert (Ed : Q2R (q - x * x - p) = t * t - X * X - s * s).
    { rewrite !Q2R_minus, Q2R_mult, Ep, Eq. reflexivity. }
    rewrite Ed in Hd. pose proof (qcompare_sign (4 * (x * x) * p) ((q - x * x - p) * (q - x * x - p))) as H.
    rewrite !Q2R_mult, Ed in H. fold X in H. replace (Q2R 4) with 4 in H by (unfold Q2R; simpl; lra). rewrite <- Ep in H.
    replace ((X + s) * (X + s) - t * t) with (2 * X * s - (t * t - X * X - s * s)) by ring.
    apply sign_of_squares; [nra|exact Hd|].
    replace (2 * X * s * (2 * X * s)) with (4 * (X * X) * (s * s)) by ring. exact H.
  - apply qle_R_not in Hd. rewrite Q2R_0, !Q2R_minus, Q2R_mult, <- Ep, <- Eq in Hd. fold X in Hd. simpl. nra.
Qed.

(** The decision is the sign. *)
Theorem sign_by_squares x p q : 0 <= Q2R p -> 0 <= Q2R q ->
  has_sign (sign_with_roots x p q) (Q2R x + sqrt (Q2R p) - sqrt (Q2R q)).
Proof.
  intros Hp Hq. unfold sign_with_roots. destruct (Qle_bool 0 x) eqn:Hx.
  - apply qle_R in Hx. rewrite Q2R_0 in Hx. apply sign_from_nonneg_correct; assumption.
  - apply qle_R_not in Hx. rewrite Q2R_0 in Hx. assert (Hn : 0 <= Q2R (- x)) by (rewrite Q2R_opp; lra).
    pose proof (has_sign_opp _ _ (sign_from_nonneg_correct (- x) q p Hn Hq Hp)) as H.
    rewrite Q2R_opp in H. replace (Q2R x + sqrt (Q2R p) - sqrt (Q2R q)) with (- (- Q2R x + sqrt (Q2R q) - sqrt (Q2R p))) by ring.
    exact H.
Qed.

(** What an end of a slack is: X + Y u - Z n and X + n u, with u and n the roots of U and N. *)
Theorem slack_with_roots X Y Z U N : 0 <= Y -> 0 <= Z -> 0 <= U -> 0 <= N ->
  X + Y * sqrt U - Z * sqrt N = X + sqrt (Y * Y * U) - sqrt (Z * Z * N) /\
  X + sqrt N * sqrt U = X + sqrt (N * U) - sqrt 0.
Proof.
  intros HY HZ HU HN. split.
  - rewrite (sqrt_mult (Y * Y) U), (sqrt_mult (Z * Z) N), !sqrt_square by nra. ring.
  - rewrite (sqrt_mult N U), sqrt_0 by assumption. ring.
Qed.

(** The divisor R - n of [infeasibility]. *)
Theorem room_by_squares r N : 0 <= r -> 0 <= N -> 0 < r + sqrt N ->
  r - sqrt N = (r * r - N) / (r + sqrt N) /\ (0 < r - sqrt N <-> 0 < r * r - N).
Proof.
  intros Hr HN Hs. pose proof (sqrt_sqrt _ HN) as E. pose proof (sqrt_pos N) as Sn. split.
  - rewrite <- E at 2. field. lra.
  - split; intros H; nra.
Qed.
