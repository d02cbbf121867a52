(** Random draws as a finite tree, and Azuma's inequality on it.

    In every round one of b draws happens; its probability may depend on all earlier draws. A history lists the draws, the latest
    first. What is known before a round is a function of the history: that is the filtration. *)
From Coq Require Import Reals Lra Lia Arith List.
From Referee Require Import Sums Norms Hoeffding.
Import ListNotations.
Local Open Scope R_scope.

Section Tree.
Variables (b : nat) (pr : list nat -> nat -> R).
(** pr h k is the probability of the draw k after the history h. *)
Hypothesis pr_simplex : forall h, simplex b (pr h).

(** The mean of F over the histories after T more rounds, starting from h. *)
Fixpoint expect (T : nat) (F : list nat -> R) (h : list nat) : R :=
  match T with O => F h | S T => rsum b (fun k => pr h k * expect T F (k :: h)) end.
Definition probability (T : nat) (event : list nat -> bool) : R := expect T (fun h => if event h then 1 else 0) [].

(** Only draws below b happen. *)
Definition possible (h : list nat) : Prop := Forall (fun k => (k < b)%nat) h.

Lemma expect_le T F G : (forall h, possible h -> F h <= G h) -> forall h, possible h -> expect T F h <= expect T G h.
Proof.
  intros H. induction T as [|T IH]; intros h Hp; cbn [expect]; [apply H, Hp|].
  apply rsum_le. intros k Hk. apply Rmult_le_compat_l; [apply (pr_simplex h), Hk|apply IH]. constructor; assumption.
Qed.
Lemma expect_scal T c F : forall h, expect T (fun h => c * F h) h = c * expect T F h.
Proof.
  induction T as [|T IH]; intros h; cbn [expect]; [reflexivity|]. rewrite <- rsum_scal. apply rsum_ext.
  intros k _. rewrite IH. ring.
Qed.
Lemma expect_plus T F G : forall h, expect T (fun h => F h + G h) h = expect T F h + expect T G h.
Proof.
  induction T as [|T IH]; intros h; cbn [expect]; [reflexivity|]. rewrite <- rsum_plus. apply rsum_ext.
  intros k _. rewrite IH. ring.
Qed.
(** One of two events. *)
Lemma probability_or T e f : probability T (fun h => orb (e h) (f h)) <= probability T e + probability T f.
Proof.
  unfold probability. rewrite <- expect_plus. apply expect_le; [|constructor]. intros h _. destruct (e h), (f h); simpl; lra.
Qed.

(** The sum of what the rounds of a history added: X h k is added by the draw k after h. *)
Fixpoint total (X : list nat -> nat -> R) (h : list nat) : R :=
  match h with [] => 0 | k :: h => total X h + X h k end.
Lemma total_plus X Y h : total (fun h k => X h k + Y h k) h = total X h + total Y h.
Proof. induction h as [|k h IH]; simpl; [lra|rewrite IH; lra]. Qed.
Lemma total_le X Y h : possible h -> (forall h k, possible h -> (k < b)%nat -> X h k <= Y h k) -> total X h <= total Y h.
Proof.
  intros Hp H. induction h as [|k h IH]; simpl; [lra|]. inversion Hp; subst.
  pose proof (IH H3). pose proof (H h k H3 H2). lra.
Qed.

(** * Azuma: increments that are centred given the past, and lie in an interval of length c *)
Section Azuma.
Variables (X : list nat -> nat -> R) (lo : list nat -> R) (c : R).
Hypothesis centred : forall h, possible h -> rsum b (fun k => pr h k * X h k) = 0.
Hypothesis range : forall h k, possible h -> (k < b)%nat -> lo h <= X h k <= lo h + c.

Lemma exponential z T : 0 <= z -> forall h, possible h ->
  expect T (fun h => exp (z * total X h)) h <= exp (z * total X h) * exp (INR T * (z * z * (c * c) / 8)).
Proof.
  intros Hz. induction T as [|T IH]; intros h Hh; [cbn [expect]; rewrite Rmult_0_l, exp_0; lra|].
  rewrite S_INR. cbn [expect]. set (q := z * z * (c * c) / 8) in *.
  apply Rle_trans with (rsum b (fun k => pr h k * exp (z * X h k)) * (exp (z * total X h) * exp (INR T * q))).
  - rewrite <- rsum_scal_r. apply rsum_le. intros k Hk. rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [apply (pr_simplex h), Hk|]. eapply Rle_trans; [apply IH; constructor; assumption|].
    cbn [total]. rewrite Rmult_plus_distr_l, exp_plus. right. ring.
  - replace (exp (z * total X h) * exp ((INR T + 1) * q))
      with (exp q * (exp (z * total X h) * exp (INR T * q)))
      by (rewrite Rmult_plus_distr_r, Rmult_1_l, (exp_plus (INR T * q)); ring).
    apply Rmult_le_compat_r; [left; apply Rmult_lt_0_compat; apply exp_pos|].
    destruct (pr_simplex h) as [Hp H1].
    eapply Rle_trans; [apply (hoeffding b (pr h) (fun k => z * X h k) (z * lo h) (z * (lo h + c)) Hp H1)|].
    + intros k Hk. pose proof (range h k Hh Hk). split; apply Rmult_le_compat_l; lra.
    + right. f_equal. rewrite (rsum_ext b _ (fun k => z * (pr h k * X h k))) by (intros; ring).
      rewrite rsum_scal, centred by exact Hh. unfold q. field.
Qed.

Definition exceeds (a : R) (h : list nat) : bool := if Rle_dec a (total X h) then true else false.

(** The sum of T increments reaches a with probability at most exp(- 2 a^2 / (T c^2)). *)
Theorem azuma T a : (0 < T)%nat -> 0 < c -> 0 <= a ->
  probability T (exceeds a) <= exp (- (2 * (a * a) / (INR T * (c * c)))).
Proof.
  intros HT Hc Ha. assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  set (z := 4 * a / (INR T * (c * c))).
  assert (Hden : 0 < INR T * (c * c)) by (repeat apply Rmult_lt_0_compat; lra).
  assert (Hz : 0 <= z) by (unfold z, Rdiv; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, Hden]).
  apply Rle_trans with (expect T (fun h => exp (- (z * a)) * exp (z * total X h)) []).
  - apply expect_le; [|constructor]. intros h _. unfold exceeds. rewrite <- exp_plus.
    destruct (Rle_dec a (total X h)) as [H|H]; [|left; apply exp_pos].
    rewrite <- exp_0. assert (0 <= - (z * a) + z * total X h) by nra.
    destruct (Req_dec (- (z * a) + z * total X h) 0) as [->|]; [lra|]. left. apply exp_increasing. lra.
  - rewrite expect_scal. pose proof (exponential z T Hz [] (Forall_nil _)) as H. cbn [total] in H. rewrite Rmult_0_r, exp_0, Rmult_1_l in H.
    apply Rle_trans with (exp (- (z * a)) * exp (INR T * (z * z * (c * c) / 8))).
    + apply Rmult_le_compat_l; [left; apply exp_pos|exact H].
    + rewrite <- exp_plus. right. f_equal. unfold z. field. split; lra.
Qed.

(** In the form that is used: at most delta, at a = c sqrt(T ln(1/delta)/2). *)
Theorem azuma_confidence T delta : (0 < T)%nat -> 0 < c -> 0 < delta <= 1 ->
  probability T (exceeds (c * sqrt (INR T * ln (/ delta) / 2))) <= delta.
Proof.
  intros HT Hc Hd. assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  assert (HL : 0 <= ln (/ delta)).
  { assert (1 <= / delta) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    rewrite <- ln_1. destruct H as [H|<-]; [left; apply ln_increasing; lra|lra]. }
  assert (HTL : 0 <= INR T * ln (/ delta) / 2) by (unfold Rdiv; apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]).
  eapply Rle_trans; [apply azuma; try assumption; apply Rmult_le_pos; [lra|apply sqrt_pos]|]. right.
  set (r := sqrt (INR T * ln (/ delta) / 2)).
  assert (Hr : r * r = INR T * ln (/ delta) / 2) by (apply sqrt_sqrt, HTL).
  replace (2 * (c * r * (c * r)) / (INR T * (c * c))) with (2 * (r * r) / INR T) by (field; lra).
  rewrite Hr. replace (2 * (INR T * ln (/ delta) / 2) / INR T) with (ln (/ delta)) by (field; lra).
  rewrite exp_Ropp, exp_ln by (apply Rinv_0_lt_compat; lra). apply Rinv_inv.
Qed.
End Azuma.
End Tree.
