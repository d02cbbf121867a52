(** Farkas' lemma by eliminating one unknown after the other.

    A row (a, b) asks sum_(j<n) a_j x_j <= b. Either some x satisfies all rows, or a
    nonnegative combination of the rows reads 0 <= b with b < 0. So the certificates of
    infeasibility that the checker asks for exist whenever they should. *)
From Coq Require Import Reals Lra Lia Arith List.
From Referee Require Import Sums Norms.
Import ListNotations.
Local Open Scope R_scope.

Definition row : Type := ((nat -> R) * R)%type.
Definition satisfies (n : nat) (x : nat -> R) (r : row) : Prop := rsum n (fun j => fst r j * x j) <= snd r.

(** Nonnegative combinations of rows. *)
Inductive derived (rows : list row) : (nat -> R) -> R -> Prop :=
| derived_row a b : In (a, b) rows -> derived rows a b
| derived_combine s t a b c d : 0 <= s -> 0 <= t -> derived rows a b -> derived rows c d ->
    derived rows (fun j => s * a j + t * c j) (s * b + t * d).

Lemma derived_trans rows rows' : (forall a b, In (a, b) rows' -> derived rows a b) ->
  forall a b, derived rows' a b -> derived rows a b.
Proof. intros H a b Hd. induction Hd; [apply H; assumption|apply derived_combine; assumption]. Qed.

(** Rows without the unknown k combine to rows without it. *)
Lemma derived_zero_column rows k : (forall a b, In (a, b) rows -> a k = 0) ->
  forall a b, derived rows a b -> a k = 0.
Proof.
  intros H a b Hd. induction Hd as [a b Hin|s t a b c d _ _ _ IH1 _ IH2]; [apply (H a b Hin)|].
  rewrite IH1, IH2. ring.
Qed.

(** A finite list has a largest number, and between two lists there is a number. *)
Lemma list_max (l : list R) : l <> [] -> exists x, In x l /\ forall y, In y l -> y <= x.
Proof.
  induction l as [|a l IH]; intros Hne; [contradiction|].
  destruct l as [|b l]; [exists a; split; [left; reflexivity|intros y [<-|[]]; lra]|].
  destruct IH as (x & Hx & Hmax); [discriminate|].
  destruct (Rle_dec a x).
  - exists x. split; [right; exact Hx|]. intros y [<-|Hy]; [assumption|apply Hmax, Hy].
  - exists a. split; [left; reflexivity|]. intros y [<-|Hy]; [lra|]. pose proof (Hmax y Hy). lra.
Qed.
Lemma between_lists (low up : list R) : (forall l u, In l low -> In u up -> l <= u) ->
  exists z, (forall l, In l low -> l <= z) /\ (forall u, In u up -> z <= u).
Proof.
  intros H. destruct low as [|l0 low].
  - destruct up as [|u0 up]; [exists 0; split; intros ? []|].
    destruct (list_max (map Ropp (u0 :: up))) as (x & Hx & Hmax); [discriminate|].
    exists (- x). split; [intros ? []|]. intros u Hu. pose proof (Hmax (- u) (in_map Ropp _ _ Hu)). lra.
  - destruct (list_max (l0 :: low)) as (x & Hx & Hmax); [discriminate|].
    exists x. split; [exact Hmax|]. intros u Hu. apply H; assumption.
Qed.

(** * One step: eliminate the unknown n *)
Section Step.
Variables (n : nat) (rows : list row).
Definition pos_row (r : row) : bool := if Rlt_dec 0 (fst r n) then true else false.
Definition neg_row (r : row) : bool := if Rlt_dec (fst r n) 0 then true else false.
Definition zero_row (r : row) : bool := if Req_EM_T (fst r n) 0 then true else false.
Definition combine_rows (r s : row) : row :=
  (fun j => / fst r n * fst r j + / - fst s n * fst s j, / fst r n * snd r + / - fst s n * snd s).
Definition eliminated : list row :=
  filter zero_row rows ++
  flat_map (fun r => map (combine_rows r) (filter neg_row rows)) (filter pos_row rows).

Lemma in_zero r : In r (filter zero_row rows) <-> In r rows /\ fst r n = 0.
Proof. rewrite filter_In. unfold zero_row. destruct (Req_EM_T (fst r n) 0); intuition; discriminate. Qed.
Lemma in_pos r : In r (filter pos_row rows) <-> In r rows /\ 0 < fst r n.
Proof. rewrite filter_In. unfold pos_row. destruct (Rlt_dec 0 (fst r n)); intuition; discriminate. Qed.
Lemma in_neg r : In r (filter neg_row rows) <-> In r rows /\ fst r n < 0.
Proof. rewrite filter_In. unfold neg_row. destruct (Rlt_dec (fst r n) 0); intuition; discriminate. Qed.

Lemma in_eliminated q : In q eliminated <->
  (In q rows /\ fst q n = 0) \/
  exists r s, In r rows /\ 0 < fst r n /\ In s rows /\ fst s n < 0 /\ q = combine_rows r s.
Proof.
  unfold eliminated. rewrite in_app_iff, in_zero, in_flat_map. split.
  - intros [H|(r & Hr & Hq)]; [left; exact H|right]. apply in_map_iff in Hq. destruct Hq as (s & <- & Hs).
    apply in_pos in Hr. apply in_neg in Hs. exists r, s. tauto.
  - intros [H|(r & s & H1 & H2 & H3 & H4 & ->)]; [left; exact H|right].
    exists r. split; [apply in_pos; tauto|]. apply in_map, in_neg. tauto.
Qed.

Lemma eliminated_derived a b : In (a, b) eliminated -> derived rows a b.
Proof.
  intros H. apply in_eliminated in H. destruct H as [[H _]|([a1 b1] & [a2 b2] & H1 & H2 & H3 & H4 & E)].
  - apply derived_row, H.
  - unfold combine_rows in E. simpl in *. injection E as -> ->.
    apply derived_combine; [left; apply Rinv_0_lt_compat; lra|left; apply Rinv_0_lt_compat; lra| |];
      apply derived_row; assumption.
Qed.
Lemma eliminated_zero a b : In (a, b) eliminated -> a n = 0.
Proof.
  intros H. apply in_eliminated in H. destruct H as [[_ H]|([a1 b1] & [a2 b2] & H1 & H2 & H3 & H4 & E)]; [exact H|].
  unfold combine_rows in E. simpl in *. injection E as -> _. field. lra.
Qed.

(** A solution of the rest extends to the unknown n. *)
Lemma extend x : (forall r, In r eliminated -> satisfies n x r) ->
  exists z, forall r, In r rows -> satisfies (S n) (fun j => if Nat.eqb j n then z else x j) r.
Proof.
  intros H. set (rest r := snd r - rsum n (fun j => fst r j * x j)).
  destruct (between_lists (map (fun r => rest r / fst r n) (filter neg_row rows))
                          (map (fun r => rest r / fst r n) (filter pos_row rows))) as (z & Hlow & Hup).
  { intros l u Hl Hu. apply in_map_iff in Hl. apply in_map_iff in Hu.
    destruct Hl as (s & <- & Hs). destruct Hu as (r & <- & Hr).
    apply in_neg in Hs. apply in_pos in Hr.
    assert (Hc : satisfies n x (combine_rows r s)).
    { apply H, in_eliminated. right. exists r, s. tauto. }
    unfold satisfies, combine_rows in Hc. simpl in Hc.
    rewrite (rsum_ext n _ (fun j => / fst r n * (fst r j * x j) + / - fst s n * (fst s j * x j))) in Hc
      by (intros; ring).
    rewrite rsum_plus, !rsum_scal in Hc. unfold rest, Rdiv.
    replace (/ - fst s n) with (- / fst s n) in Hc by (field; lra). lra. }
  exists z. intros r Hr. unfold satisfies. simpl. rewrite Nat.eqb_refl.
  rewrite (rsum_ext n _ (fun j => fst r j * x j)).
  2:{ intros j Hj. destruct (Nat.eqb_spec j n); [lia|reflexivity]. }
  destruct (Rtotal_order (fst r n) 0) as [Hn|[Hz|Hp]].
  - assert (rest r / fst r n <= z).
    { apply Hlow, in_map_iff. exists r. split; [reflexivity|apply in_neg; tauto]. }
    assert (fst r n * z <= rest r); [|unfold rest in *; lra].
    replace (rest r) with (fst r n * (rest r / fst r n)) by (field; lra).
    apply Rmult_le_compat_neg_l; lra.
  - rewrite Hz, Rmult_0_l, Rplus_0_r. apply (H r), in_eliminated. left. tauto.
  - assert (z <= rest r / fst r n).
    { apply Hup, in_map_iff. exists r. split; [reflexivity|apply in_pos; tauto]. }
    assert (fst r n * z <= rest r); [|unfold rest in *; lra].
    replace (rest r) with (fst r n * (rest r / fst r n)) by (field; lra).
    apply Rmult_le_compat_l; lra.
Qed.
End Step.

(** Farkas' lemma. *)
Theorem farkas n : forall rows : list row,
  (exists x, forall r, In r rows -> satisfies n x r) \/
  (exists a b, derived rows a b /\ (forall j, (j < n)%nat -> a j = 0) /\ b < 0).
Proof.
  induction n as [|n IH]; intros rows.
  - destruct (Forall_Exists_dec (fun r : row => 0 <= snd r) (fun r => Rle_dec 0 (snd r)) rows) as [H|H].
    + left. exists (fun _ => 0). rewrite Forall_forall in H. intros r Hr. apply (H r Hr).
    + right. apply Exists_exists in H. destruct H as ([a b] & Hin & Hb). simpl in Hb.
      exists a, b. split; [apply derived_row, Hin|]. split; [intros; lia|lra].
  - destruct (IH (eliminated n rows)) as [(x & Hx)|(a & b & Hd & Hz & Hb)].
    + left. destruct (extend n rows x Hx) as (z & Hz). exists (fun j => if Nat.eqb j n then z else x j). exact Hz.
    + right. exists a, b. split; [|split; [|exact Hb]].
      * apply (derived_trans rows (eliminated n rows) (eliminated_derived n rows) a b Hd).
      * intros j Hj. destruct (Nat.eq_dec j n) as [->|]; [|apply Hz; lia].
        apply (derived_zero_column (eliminated n rows) n (eliminated_zero n rows) a b Hd).
Qed.

(** A property of (row value) - (row's left side) that nonnegative combinations keep. *)
Lemma derived_invariant rows (P : (nat -> R) -> R -> Prop) :
  (forall a b, In (a, b) rows -> P a b) ->
  (forall s t a b c d, 0 <= s -> 0 <= t -> P a b -> P c d ->
     P (fun j => s * a j + t * c j) (s * b + t * d)) ->
  forall a b, derived rows a b -> P a b.
Proof. intros H1 H2 a b Hd. induction Hd; [apply H1; assumption|apply H2; assumption]. Qed.
