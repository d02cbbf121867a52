(** Exact rationals for the executable checkers, and what their booleans mean over the reals. *)
From Coq Require Import Reals Lra Lia Arith List Bool QArith Qreals Qminmax.
From Referee Require Import Sums.
Import ListNotations.
Local Open Scope R_scope.

(** Every operation reduces its result, so that numbers stay short. *)
Definition qadd (x y : Q) : Q := Qred (x + y).
Definition qsub (x y : Q) : Q := Qred (x - y).
Definition qmul (x y : Q) : Q := Qred (x * y).
Definition qdiv (x y : Q) : Q := Qred (x / y).
Definition qmax (x y : Q) : Q := if Qle_bool x y then y else x.
Definition qmin (x y : Q) : Q := if Qle_bool x y then x else y.
Definition qlt (x y : Q) : bool := negb (Qle_bool y x).
Fixpoint qsum (n : nat) (f : nat -> Q) : Q :=
  match n with O => 0%Q | S k => qadd (qsum k f) (f k) end.

Lemma Q2R_red q : Q2R (Qred q) = Q2R q.
Proof. apply Qeq_eqR, Qred_correct. Qed.
Lemma Q2R_0 : Q2R 0%Q = 0. Proof. unfold Q2R. simpl. lra. Qed.
Lemma Q2R_1 : Q2R 1%Q = 1. Proof. unfold Q2R. simpl. lra. Qed.
Lemma qadd_R x y : Q2R (qadd x y) = Q2R x + Q2R y.
Proof. unfold qadd. rewrite Q2R_red. apply Q2R_plus. Qed.
Lemma qsub_R x y : Q2R (qsub x y) = Q2R x - Q2R y.
Proof. unfold qsub. rewrite Q2R_red. apply Q2R_minus. Qed.
Lemma qmul_R x y : Q2R (qmul x y) = Q2R x * Q2R y.
Proof. unfold qmul. rewrite Q2R_red. apply Q2R_mult. Qed.
Lemma qdiv_R x y : 0 < Q2R y -> Q2R (qdiv x y) = Q2R x / Q2R y.
Proof.
  intros H. unfold qdiv. rewrite Q2R_red. apply Q2R_div. intros E. apply Qeq_eqR in E. rewrite Q2R_0 in E. lra.
Qed.
Lemma qsum_R n f : Q2R (qsum n f) = rsum n (fun i => Q2R (f i)).
Proof. induction n as [|n IH]; cbn [qsum rsum]; [apply Q2R_0|]. rewrite qadd_R, IH. reflexivity. Qed.
Lemma qle_R x y : Qle_bool x y = true -> Q2R x <= Q2R y.
Proof. intros H. apply Qle_Rle, Qle_bool_iff, H. Qed.
Lemma qle_R_not x y : Qle_bool x y = false -> Q2R y < Q2R x.
Proof.
  intros H. apply Qlt_Rlt, Qnot_le_lt. intros E. apply Qle_bool_iff in E. rewrite E in H. discriminate.
Qed.
Lemma qlt_R x y : qlt x y = true -> Q2R x < Q2R y.
Proof. unfold qlt. intros H. apply qle_R_not. destruct (Qle_bool y x); [discriminate|reflexivity]. Qed.
Lemma qlt_R_not x y : qlt x y = false -> Q2R y <= Q2R x.
Proof. unfold qlt. intros H. apply qle_R. destruct (Qle_bool y x); [reflexivity|discriminate]. Qed.
Lemma qeq_R x y : Qeq_bool x y = true -> Q2R x = Q2R y.
Proof. intros H. apply Qeq_eqR, Qeq_bool_iff, H. Qed.
Lemma qeq_R_not x y : Qeq_bool x y = false -> Q2R x <> Q2R y.
Proof. intros H E. apply eqR_Qeq, Qeq_bool_iff in E. rewrite E in H. discriminate. Qed.
Lemma qmax_R x y : Q2R (qmax x y) = Rmax (Q2R x) (Q2R y).
Proof.
  unfold qmax. destruct (Qle_bool x y) eqn:E.
  - apply qle_R in E. symmetry. apply Rmax_right, E.
  - apply qle_R_not in E. symmetry. apply Rmax_left. lra.
Qed.
Lemma qmin_R x y : Q2R (qmin x y) = Rmin (Q2R x) (Q2R y).
Proof.
  unfold qmin. destruct (Qle_bool x y) eqn:E.
  - apply qle_R in E. symmetry. apply Rmin_left, E.
  - apply qle_R_not in E. symmetry. apply Rmin_right. lra.
Qed.

Definition all_below (n : nat) (b : nat -> bool) : bool := forallb b (seq 0 n).
Lemma all_below_spec n b : all_below n b = true -> forall i, (i < n)%nat -> b i = true.
Proof. intros H i Hi. unfold all_below in H. rewrite forallb_forall in H. apply H, in_seq. lia. Qed.

Ltac split_and := repeat match goal with H : _ && _ = true |- _ => apply andb_true_iff in H; destruct H end.

(** The least of f 0 .. f n. *)
Fixpoint qleast (n : nat) (f : nat -> Q) : Q :=
  match n with O => f O | S k => qmin (qleast k f) (f (S k)) end.
Lemma qleast_le n f i : (i <= n)%nat -> Q2R (qleast n f) <= Q2R (f i).
Proof.
  induction n as [|n IH]; intros Hi; cbn [qleast]; [replace i with O by lia; lra|]. rewrite qmin_R.
  destruct (Nat.eq_dec i (S n)) as [->|]; [apply Rmin_r|].
  eapply Rle_trans; [apply Rmin_l|apply IH; lia].
Qed.
Lemma qleast_attained n f : exists i, (i <= n)%nat /\ qleast n f = f i.
Proof.
  induction n as [|n (i & Hi & IH)]; cbn [qleast]; [exists O; split; [lia|reflexivity]|].
  unfold qmin. destruct (Qle_bool _ _); [exists i; split; [lia|exact IH]|exists (S n); split; [lia|reflexivity]].
Qed.

(** The greatest of 0 and f 0 .. f (n-1). *)
Fixpoint qpos_max (n : nat) (f : nat -> Q) : Q :=
  match n with O => 0%Q | S k => qmax (qpos_max k f) (f k) end.
