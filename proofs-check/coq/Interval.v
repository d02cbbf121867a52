(** Intervals of exact rationals (SPEC 4), and the verdict on a claim (SPEC 5). *)
From Coq Require Import Reals Lra Lia Arith List Bool QArith Qreals.
From Referee Require Import Sums Rational.
Local Open Scope R_scope.

Record interval := Interval { lo : Q; hi : Q }.
(** x is one of the numbers of X. *)
Definition encloses (X : interval) (x : R) : Prop := Q2R (lo X) <= x <= Q2R (hi X).

Definition exactly (q : Q) : interval := Interval q q.
Definition iadd (X Y : interval) := Interval (qadd (lo X) (lo Y)) (qadd (hi X) (hi Y)).
Definition isub (X Y : interval) := Interval (qsub (lo X) (hi Y)) (qsub (hi X) (lo Y)).
Definition imax (X Y : interval) := Interval (qmax (lo X) (lo Y)) (qmax (hi X) (hi Y)).
Definition imin (X Y : interval) := Interval (qmin (lo X) (lo Y)) (qmin (hi X) (hi Y)).
Definition imul (X Y : interval) :=
  let a := qmul (lo X) (lo Y) in let b := qmul (lo X) (hi Y) in
  let c := qmul (hi X) (lo Y) in let d := qmul (hi X) (hi Y) in
  Interval (qmin (qmin a b) (qmin c d)) (qmax (qmax a b) (qmax c d)).
(** For positive divisors only. *)
Definition iinv (X : interval) := Interval (qdiv 1 (hi X)) (qdiv 1 (lo X)).
Definition idiv (X Y : interval) := imul X (iinv Y).
Definition positive (X : interval) : bool := qlt 0 (lo X).
Fixpoint isum (n : nat) (F : nat -> interval) : interval :=
  match n with O => exactly 0 | S k => iadd (isum k F) (F k) end.
(** The largest of F 0 .. F n, and of 0 and F 0 .. F (n-1). *)
Fixpoint imaximum (n : nat) (F : nat -> interval) : interval :=
  match n with O => F O | S k => imax (imaximum k F) (F (S k)) end.
Fixpoint ipos_max (n : nat) (F : nat -> interval) : interval :=
  match n with O => exactly 0 | S k => imax (ipos_max k F) (F k) end.

Lemma enc_exactly q : encloses (exactly q) (Q2R q).
Proof. split; simpl; lra. Qed.
Lemma enc_zero : encloses (exactly 0) 0.
Proof. pose proof (enc_exactly 0) as H. rewrite Q2R_0 in H. exact H. Qed.
Lemma enc_add X Y x y : encloses X x -> encloses Y y -> encloses (iadd X Y) (x + y).
Proof. intros [] []. split; simpl; rewrite qadd_R; lra. Qed.
Lemma enc_sub X Y x y : encloses X x -> encloses Y y -> encloses (isub X Y) (x - y).
Proof. intros [] []. split; simpl; rewrite qsub_R; lra. Qed.
Lemma enc_max X Y x y : encloses X x -> encloses Y y -> encloses (imax X Y) (Rmax x y).
Proof.
  intros [] []. split; simpl; rewrite qmax_R.
  - apply Rmax_lub; [eapply Rle_trans; [|apply Rmax_l]|eapply Rle_trans; [|apply Rmax_r]]; assumption.
  - apply Rmax_lub; [eapply Rle_trans; [|apply Rmax_l]|eapply Rle_trans; [|apply Rmax_r]]; assumption.
Qed.
Lemma enc_min X Y x y : encloses X x -> encloses Y y -> encloses (imin X Y) (Rmin x y).
Proof.
  intros [] []. split; simpl; rewrite qmin_R.
  - apply Rmin_glb; [eapply Rle_trans; [apply Rmin_l|]|eapply Rle_trans; [apply Rmin_r|]]; assumption.
  - apply Rmin_glb; [eapply Rle_trans; [apply Rmin_l|]|eapply Rle_trans; [apply Rmin_r|]]; assumption.
Qed.
Lemma product_le a b y : forall x, a <= x <= b -> x * y <= Rmax (a * y) (b * y).
Proof.
  intros x Hx. destruct (Rle_dec 0 y).
  - eapply Rle_trans; [|apply Rmax_r]. apply Rmult_le_compat_r; lra.
  - eapply Rle_trans; [|apply Rmax_l]. nra.
Qed.
Lemma product_ge a b y : forall x, a <= x <= b -> Rmin (a * y) (b * y) <= x * y.
Proof.
  intros x Hx. destruct (Rle_dec 0 y).
  - eapply Rle_trans; [apply Rmin_l|]. apply Rmult_le_compat_r; lra.
  - eapply Rle_trans; [apply Rmin_r|]. nra.
Qed.
Lemma enc_mul X Y x y : encloses X x -> encloses Y y -> encloses (imul X Y) (x * y).
Proof.
  intros HX HY. unfold encloses in *. cbn [lo hi imul]. rewrite !qmin_R, !qmax_R, !qmul_R.
  set (a := Q2R (lo X)) in *. set (b := Q2R (hi X)) in *. set (c := Q2R (lo Y)) in *. set (d := Q2R (hi Y)) in *. split.
  - eapply Rle_trans; [|apply (product_ge a b y x HX)]. apply Rmin_glb.
    + eapply Rle_trans; [apply Rmin_l|]. rewrite (Rmult_comm a c), (Rmult_comm a d), (Rmult_comm a y).
      apply (product_ge c d a y HY).
    + eapply Rle_trans; [apply Rmin_r|]. rewrite (Rmult_comm b c), (Rmult_comm b d), (Rmult_comm b y).
      apply (product_ge c d b y HY).
  - eapply Rle_trans; [apply (product_le a b y x HX)|]. apply Rmax_lub.
    + eapply Rle_trans; [|apply Rmax_l]. rewrite (Rmult_comm a c), (Rmult_comm a d), (Rmult_comm a y).
      apply (product_le c d a y HY).
    + eapply Rle_trans; [|apply Rmax_r]. rewrite (Rmult_comm b c), (Rmult_comm b d), (Rmult_comm b y).
      apply (product_le c d b y HY).
Qed.
Lemma positive_R X x : positive X = true -> encloses X x -> 0 < Q2R (lo X) /\ 0 < x.
Proof. intros H [H1 _]. apply qlt_R in H. rewrite Q2R_0 in H. lra. Qed.
Lemma enc_inv X x : positive X = true -> encloses X x -> encloses (iinv X) (/ x).
Proof.
  intros Hp Hx. destruct (positive_R X x Hp Hx) as [Hl H0]. destruct Hx as [H1 H2].
  split; cbn [lo hi iinv]; rewrite qdiv_R, Q2R_1 by lra; unfold Rdiv; rewrite Rmult_1_l; apply Rinv_le_contravar; lra.
Qed.
Lemma enc_div X Y x y : positive Y = true -> encloses X x -> encloses Y y -> encloses (idiv X Y) (x / y).
Proof. intros Hp HX HY. apply enc_mul; [exact HX|apply enc_inv; assumption]. Qed.
Lemma enc_sum n F f : (forall i, (i < n)%nat -> encloses (F i) (f i)) -> encloses (isum n F) (rsum n f).
Proof.
  induction n as [|n IH]; intros H; cbn [isum rsum]; [apply enc_zero|].
  apply enc_add; [apply IH; intros; apply H; lia|apply H; lia].
Qed.
Lemma enc_maximum n F f : (forall i, (i <= n)%nat -> encloses (F i) (f i)) -> encloses (imaximum n F) (rmax n f).
Proof.
  intros H. split.
  - assert (Hl : exists i, (i <= n)%nat /\ Q2R (lo (imaximum n F)) <= f i).
    { induction n as [|n IH]; cbn [imaximum]; [exists O; split; [lia|apply H; lia]|].
      destruct IH as (i & Hi & IH); [intros; apply H; lia|]. cbn [lo imax]. rewrite qmax_R.
      unfold Rmax. destruct (Rle_dec _ _); [exists (S n)|exists i]; split; try lia; [apply H; lia|exact IH]. }
    destruct Hl as (i & Hi & Hl). eapply Rle_trans; [exact Hl|apply rmax_ub, Hi].
  - apply rmax_lub. intros i Hi. eapply Rle_trans; [apply (H i Hi)|]. clear H. induction n as [|n IH]; cbn [imaximum].
    + replace i with O by lia. lra.
    + cbn [hi imax]. rewrite qmax_R. destruct (Nat.eq_dec i (S n)) as [->|]; [apply Rmax_r|].
      eapply Rle_trans; [apply IH; lia|apply Rmax_l].
Qed.
Lemma enc_pos_max n F f : (forall i, (i < n)%nat -> encloses (F i) (f i)) -> encloses (ipos_max n F) (pos_max n f).
Proof.
  induction n as [|n IH]; intros H; cbn [ipos_max pos_max]; [apply enc_zero|].
  apply enc_max; [apply IH; intros; apply H; lia|apply H; lia].
Qed.

(** The mean over T rounds. *)
(** The mean with the weights of the rounds, which need not sum to 1. *)
Definition wmean (T : nat) (w : nat -> Q) (F : nat -> interval) : interval :=
  idiv (isum T (fun t => imul (exactly (w t)) (F t))) (exactly (qsum T w)).
Lemma enc_wmean T w (F : nat -> interval) f : 0 < rsum T (fun t => Q2R (w t)) ->
  (forall t, (t < T)%nat -> encloses (F t) (f t)) ->
  encloses (wmean T w F) (rsum T (fun t => Q2R (w t) * f t) / rsum T (fun t => Q2R (w t))).
Proof.
  intros HW HF. unfold wmean. rewrite <- (qsum_R T w). apply enc_div.
  - unfold positive, qlt. cbn [lo exactly]. destruct (Qle_bool (qsum T w) 0) eqn:X; [|reflexivity].
    apply qle_R in X. rewrite qsum_R, Q2R_0 in X. lra.
  - apply enc_sum. intros t Ht. apply enc_mul; [apply enc_exactly|apply HF, Ht].
  - apply enc_exactly.
Qed.

(** * What a file records *)

(** The recorded enclosure contains the exact one, and its ends are within 2^-32 of it. *)
Definition qabs (x : Q) : Q := qmax x (qsub 0 x).
Definition recorded (X Y : interval) : bool :=
  let room := qmul (qmax 1 (qmax (qabs (lo X)) (qabs (hi X)))) (1 # 4294967296) in
  Qle_bool (lo Y) (lo X) && Qle_bool (hi X) (hi Y) &&
  Qle_bool (qsub (lo X) (lo Y)) room && Qle_bool (qsub (hi Y) (hi X)) room.
Lemma recorded_R X Y x : recorded X Y = true -> encloses X x -> encloses Y x.
Proof. unfold recorded. intros H [H1 H2]. split_and. apply qle_R in H, H4. split; lra. Qed.

(** An entry that is due exactly if it can be computed. *)
Definition check_entry (X Y : option interval) : bool :=
  match X, Y with Some X, Some Y => recorded X Y | None, None => true | _, _ => false end.
Lemma check_entry_R X Y x : check_entry X (Some Y) = true -> (forall X', X = Some X' -> encloses X' x) -> encloses Y x.
Proof. destruct X as [X|]; [|discriminate]. intros H HX. apply (recorded_R X Y x H), HX. reflexivity. Qed.

(** A claim lhs <= rhs (or < where strict): its sides, and the slack, None for an identity. *)
Record due := { strict : bool; lhs : interval; rhs : interval; slack : option interval }.
Inductive verdict := Holds | Violated | Undecided.
Definition decide (c : due) : verdict :=
  match slack c with
  | None => Holds
  | Some s =>
    if strict c then (if qlt 0 (lo s) then Holds else if Qle_bool (hi s) 0 then Violated else Undecided)
    else (if Qle_bool 0 (lo s) then Holds else if qlt (hi s) 0 then Violated else Undecided)
  end.
Definition inequality (b : bool) (l r : R) : Prop := if b then l < r else l <= r.
(** c speaks about the real numbers l and r. *)
Definition about (c : due) (l r : R) : Prop :=
  encloses (lhs c) l /\ encloses (rhs c) r /\
  match slack c with
  | None => inequality (strict c) l r
  | Some s => exists x, encloses s x /\ (inequality (strict c) 0 x <-> inequality (strict c) l r)
  end.
(** The verdict is true for all data inside their intervals. *)
Theorem decide_sound c l r : about c l r ->
  (decide c = Holds -> inequality (strict c) l r) /\ (decide c = Violated -> ~ inequality (strict c) l r).
Proof.
  unfold about, decide. intros (_ & _ & H). destruct (slack c) as [s|]; [|split; [intros _; exact H|discriminate]].
  destruct H as (x & [Hx1 Hx2] & H). rewrite <- H. unfold inequality. destruct (strict c).
  - destruct (qlt 0 (lo s)) eqn:E.
    + apply qlt_R in E. rewrite Q2R_0 in E. split; [intros _; lra|discriminate].
    + destruct (Qle_bool (hi s) 0) eqn:E2; split; try discriminate. intros _. apply qle_R in E2. rewrite Q2R_0 in E2. lra.
  - destruct (Qle_bool 0 (lo s)) eqn:E.
    + apply qle_R in E. rewrite Q2R_0 in E. split; [intros _; lra|discriminate].
    + destruct (qlt (hi s) 0) eqn:E2; split; try discriminate. intros _. apply qlt_R in E2. rewrite Q2R_0 in E2. lra.
Qed.

Record claim := { c_strict : bool; c_lhs : interval; c_rhs : interval; c_verdict : verdict }.
Definition same_verdict (a b : verdict) : bool :=
  match a, b with Holds, Holds | Violated, Violated | Undecided, Undecided => true | _, _ => false end.
(** A claim is there exactly if it is due. *)
Definition check_claim (c : option due) (r : option claim) : bool :=
  match c, r with
  | Some c, Some r => Bool.eqb (strict c) (c_strict r) && recorded (lhs c) (c_lhs r) && recorded (rhs c) (c_rhs r)
      && same_verdict (decide c) (c_verdict r)
  | None, None => true
  | _, _ => false
  end.
(** An accepted claim is true: its sides contain the real ones, and the verdict is right. *)
Theorem check_claim_sound c r l x : check_claim c (Some r) = true ->
  (forall c', c = Some c' -> about c' l x) ->
  encloses (c_lhs r) l /\ encloses (c_rhs r) x /\
  (c_verdict r = Holds -> inequality (c_strict r) l x) /\ (c_verdict r = Violated -> ~ inequality (c_strict r) l x).
Proof.
  destruct c as [c|]; [|discriminate]. intros H Hc. specialize (Hc c eq_refl). simpl in H. split_and.
  pose proof (decide_sound c l x Hc) as [Hh Hv]. destruct Hc as (Hl & Hr & _).
  apply Bool.eqb_prop in H. rewrite <- H.
  split; [apply (recorded_R _ _ _ H2 Hl)|]. split; [apply (recorded_R _ _ _ H1 Hr)|].
  destruct (decide c), (c_verdict r); try discriminate; split; try discriminate; intros _; [apply Hh|apply Hv]; reflexivity.
Qed.
