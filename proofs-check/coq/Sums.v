(** Finite sums, finite maxima, and mixtures.

    Vectors are functions [nat -> R] that are read below a length; a mixture is a
    probability distribution on finitely many points of any set, and [mean d f] is the
    mean of [f] under it. Every average of the paper and of the checker's rules is a
    [mean]: uniform over rounds, weighted over rounds, or of a claimed solution. *)
From Coq Require Import Reals Lra Lia Arith.
Local Open Scope R_scope.

(** * Sums over 0 .. n-1 *)
Fixpoint rsum (n : nat) (f : nat -> R) : R :=
  match n with O => 0 | S k => rsum k f + f k end.

Lemma rsum_ext n f g :
  (forall i, (i < n)%nat -> f i = g i) -> rsum n f = rsum n g.
Proof.
  induction n as [|n IH]; intros H; simpl; [reflexivity|].
  rewrite IH by (intros i Hi; apply H; lia). rewrite H by lia. reflexivity.
Qed.

Lemma rsum_le n f g :
  (forall i, (i < n)%nat -> f i <= g i) -> rsum n f <= rsum n g.
Proof.
  induction n as [|n IH]; intros H; simpl; [lra|].
  assert (rsum n f <= rsum n g) by (apply IH; intros i Hi; apply H; lia).
  assert (f n <= g n) by (apply H; lia). lra.
Qed.

Lemma rsum_zero n : rsum n (fun _ => 0) = 0.
Proof. induction n; simpl; lra. Qed.

Lemma rsum_zero' n f : (forall i, (i < n)%nat -> f i = 0) -> rsum n f = 0.
Proof. intros H. rewrite (rsum_ext n f (fun _ => 0)) by exact H. apply rsum_zero. Qed.

Lemma rsum_nonneg n f :
  (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= rsum n f.
Proof. intros H. rewrite <- (rsum_zero n). apply rsum_le, H. Qed.

Lemma rsum_nonpos n f :
  (forall i, (i < n)%nat -> f i <= 0) -> rsum n f <= 0.
Proof. intros H. rewrite <- (rsum_zero n). apply rsum_le, H. Qed.

Lemma rsum_plus n f g : rsum n (fun i => f i + g i) = rsum n f + rsum n g.
Proof. induction n as [|n IH]; simpl; [lra|rewrite IH; lra]. Qed.

Lemma rsum_minus n f g : rsum n (fun i => f i - g i) = rsum n f - rsum n g.
Proof. induction n as [|n IH]; simpl; [lra|rewrite IH; lra]. Qed.

Lemma rsum_scal n c f : rsum n (fun i => c * f i) = c * rsum n f.
Proof. induction n as [|n IH]; simpl; [lra|rewrite IH; lra]. Qed.

Lemma rsum_scal_r n c f : rsum n (fun i => f i * c) = rsum n f * c.
Proof. induction n as [|n IH]; simpl; [lra|rewrite IH; lra]. Qed.

Lemma rsum_const n c : rsum n (fun _ => c) = INR n * c.
Proof. induction n as [|n IH]; [simpl; lra|]. rewrite S_INR. simpl. rewrite IH. lra. Qed.

Lemma rsum_swap n k (f : nat -> nat -> R) :
  rsum n (fun i => rsum k (fun j => f i j)) = rsum k (fun j => rsum n (fun i => f i j)).
Proof.
  induction n as [|n IH]; simpl.
  - symmetry; apply rsum_zero.
  - rewrite IH, <- rsum_plus. reflexivity.
Qed.

(** The first term apart: the proxy game's index 0 is the objective. *)
Lemma rsum_S_l n f : rsum (S n) f = f O + rsum n (fun i => f (S i)).
Proof.
  induction n as [|n IH]; [simpl; lra|].
  change (rsum (S (S n)) f) with (rsum (S n) f + f (S n)). rewrite IH. simpl. lra.
Qed.

Lemma rsum_term_le n f k :
  (forall i, (i < n)%nat -> 0 <= f i) -> (k < n)%nat -> f k <= rsum n f.
Proof.
  induction n as [|n IH]; intros H Hk; [lia|]; simpl.
  destruct (Nat.eq_dec k n) as [->|Hne].
  - assert (0 <= rsum n f) by (apply rsum_nonneg; intros i Hi; apply H; lia). lra.
  - assert (f k <= rsum n f) by (apply IH; [intros i Hi; apply H; lia|lia]).
    assert (0 <= f n) by (apply H; lia). lra.
Qed.

Lemma rsum_delta n k f :
  (k < n)%nat -> rsum n (fun i => if Nat.eqb i k then f i else 0) = f k.
Proof.
  induction n as [|n IH]; intros Hk; [lia|]; simpl.
  destruct (Nat.eq_dec k n) as [->|Hne].
  - rewrite Nat.eqb_refl, rsum_zero'; [lra|].
    intros i Hi. destruct (Nat.eqb_spec i n); [lia|reflexivity].
  - rewrite IH by lia. destruct (Nat.eqb_spec n k); [lia|lra].
Qed.

Lemma rsum_telescope n f : rsum n (fun t => f t - f (S t)) = f O - f n.
Proof. induction n as [|n IH]; simpl; [lra|rewrite IH; lra]. Qed.

Lemma rsum_le_0_eq n f :
  (forall i, (i < n)%nat -> 0 <= f i) -> rsum n f <= 0 ->
  forall i, (i < n)%nat -> f i = 0.
Proof.
  intros H H0 i Hi. pose proof (rsum_term_le n f i H Hi). pose proof (H i Hi). lra.
Qed.

(** * Maxima and minima over 0 .. n (n+1 values), attained *)
Fixpoint argmax (n : nat) (f : nat -> R) : nat :=
  match n with
  | O => O
  | S k => if Rle_dec (f (argmax k f)) (f (S k)) then S k else argmax k f
  end.
Definition rmax (n : nat) (f : nat -> R) : R := f (argmax n f).
Definition rmin (n : nat) (f : nat -> R) : R := - rmax n (fun i => - f i).

Lemma argmax_le n f : (argmax n f <= n)%nat.
Proof. induction n as [|n IH]; simpl; [lia|]. destruct (Rle_dec _ _); lia. Qed.

Lemma rmax_ub n f i : (i <= n)%nat -> f i <= rmax n f.
Proof.
  unfold rmax. induction n as [|n IH]; intros Hi.
  - replace i with O by lia. simpl. lra.
  - simpl. destruct (Rle_dec (f (argmax n f)) (f (S n))) as [H|H].
    + destruct (Nat.eq_dec i (S n)) as [->|]; [lra|].
      assert (f i <= f (argmax n f)) by (apply IH; lia). lra.
    + destruct (Nat.eq_dec i (S n)) as [->|]; [lra|]. apply IH; lia.
Qed.

Lemma rmax_lub n f c : (forall i, (i <= n)%nat -> f i <= c) -> rmax n f <= c.
Proof. intros H. apply H, argmax_le. Qed.

Lemma rmax_ext n f g : (forall i, (i <= n)%nat -> f i = g i) -> rmax n f = rmax n g.
Proof.
  intros H. apply Rle_antisym; apply rmax_lub; intros i Hi;
    [rewrite H by exact Hi|rewrite <- H by exact Hi]; apply rmax_ub, Hi.
Qed.

Lemma rmax_attained n f : exists i, (i <= n)%nat /\ rmax n f = f i.
Proof. exists (argmax n f). split; [apply argmax_le|reflexivity]. Qed.

Lemma rmin_lb n f i : (i <= n)%nat -> rmin n f <= f i.
Proof. intros Hi. pose proof (rmax_ub n (fun i => - f i) i Hi). unfold rmin. simpl in H. lra. Qed.

Lemma rmin_attained n f : exists i, (i <= n)%nat /\ rmin n f = f i.
Proof.
  destruct (rmax_attained n (fun i => - f i)) as (i & Hi & H).
  exists i. split; [exact Hi|]. unfold rmin. rewrite H. lra.
Qed.

(** * Positive parts *)
Definition posp (x : R) : R := Rmax 0 x.
Lemma posp_ge x : x <= posp x. Proof. apply Rmax_r. Qed.
Lemma posp_nonneg x : 0 <= posp x. Proof. apply Rmax_l. Qed.
Lemma posp_lub x c : 0 <= c -> x <= c -> posp x <= c. Proof. apply Rmax_lub. Qed.
Lemma posp_pos x : posp x <> 0 -> posp x = x.
Proof.
  unfold posp, Rmax. destruct (Rle_dec 0 x); [reflexivity|intros H; exfalso; apply H; reflexivity].
Qed.
Lemma posp_id x : 0 <= x -> posp x = x.
Proof. intros H. apply Rmax_right, H. Qed.
Lemma posp_scal c x : 0 <= c -> posp (c * x) = c * posp x.
Proof. intros H. unfold posp. rewrite <- RmaxRmult by exact H. f_equal. ring. Qed.

(** max(0, y_0, .., y_(m-1)): the infeasibility of the checker. *)
Fixpoint pos_max (m : nat) (y : nat -> R) : R :=
  match m with O => 0 | S k => Rmax (pos_max k y) (y k) end.
Lemma pos_max_nonneg m y : 0 <= pos_max m y.
Proof. induction m; simpl; [lra|]. eapply Rle_trans; [exact IHm|apply Rmax_l]. Qed.
Lemma pos_max_ub m y i : (i < m)%nat -> y i <= pos_max m y.
Proof.
  induction m as [|m IH]; intros Hi; [lia|]; simpl.
  destruct (Nat.eq_dec i m) as [->|]; [apply Rmax_r|].
  eapply Rle_trans; [apply IH; lia|apply Rmax_l].
Qed.
Lemma pos_max_lub m y c :
  0 <= c -> (forall i, (i < m)%nat -> y i <= c) -> pos_max m y <= c.
Proof.
  intros Hc. induction m as [|m IH]; intros H; simpl; [exact Hc|].
  apply Rmax_lub; [apply IH; intros; apply H; lia|apply H; lia].
Qed.
Lemma pos_max_attained m y :
  pos_max m y = 0 \/ exists k, (k < m)%nat /\ pos_max m y = y k.
Proof.
  induction m as [|m IH]; simpl; [left; reflexivity|].
  unfold Rmax. destruct (Rle_dec (pos_max m y) (y m)).
  - right. exists m. split; [lia|reflexivity].
  - destruct IH as [IH|(k & Hk & IH)]; [left; exact IH|right; exists k; split; [lia|exact IH]].
Qed.
Lemma pos_max_ext m y z : (forall i, (i < m)%nat -> y i = z i) -> pos_max m y = pos_max m z.
Proof.
  induction m as [|m IH]; intros H; simpl; [reflexivity|].
  rewrite IH by (intros; apply H; lia). rewrite (H m) by lia. reflexivity.
Qed.
Lemma pos_max_scal m c y : 0 <= c -> pos_max m (fun i => c * y i) = c * pos_max m y.
Proof.
  intros Hc. induction m as [|m IH]; simpl; [ring|]. rewrite IH. apply RmaxRmult, Hc.
Qed.

(** * Mixtures: finitely supported probability distributions *)
Record mixture (X : Type) := {
  size : nat;
  point : nat -> X;
  weight : nat -> R;
  weight_nonneg : forall t, (t < size)%nat -> 0 <= weight t;
  weight_total : rsum size weight = 1 }.
Arguments size {X}. Arguments point {X}. Arguments weight {X}.
Arguments weight_nonneg {X}. Arguments weight_total {X}.

Definition mean {X} (d : mixture X) (f : X -> R) : R :=
  rsum (size d) (fun t => weight d t * f (point d t)).

Section Mean.
Context {X : Type} (d : mixture X).

Lemma mean_le_supp f g :
  (forall t, (t < size d)%nat -> f (point d t) <= g (point d t)) -> mean d f <= mean d g.
Proof.
  intros H. apply rsum_le. intros t Ht.
  apply Rmult_le_compat_l; [apply weight_nonneg, Ht|apply H, Ht].
Qed.
Lemma mean_le f g : (forall x, f x <= g x) -> mean d f <= mean d g.
Proof. intros H. apply mean_le_supp. intros; apply H. Qed.
Lemma mean_ext f g : (forall x, f x = g x) -> mean d f = mean d g.
Proof. intros H. apply rsum_ext. intros t Ht. rewrite H. reflexivity. Qed.
Lemma mean_plus f g : mean d (fun x => f x + g x) = mean d f + mean d g.
Proof. unfold mean. rewrite <- rsum_plus. apply rsum_ext. intros; ring. Qed.
Lemma mean_minus f g : mean d (fun x => f x - g x) = mean d f - mean d g.
Proof. unfold mean. rewrite <- rsum_minus. apply rsum_ext. intros; ring. Qed.
Lemma mean_scal c f : mean d (fun x => c * f x) = c * mean d f.
Proof. unfold mean. rewrite <- rsum_scal. apply rsum_ext. intros; ring. Qed.
Lemma mean_scal_r c f : mean d (fun x => f x * c) = mean d f * c.
Proof. unfold mean. rewrite <- rsum_scal_r. apply rsum_ext. intros; ring. Qed.
Lemma mean_const c : mean d (fun _ => c) = c.
Proof. unfold mean. rewrite rsum_scal_r, weight_total. ring. Qed.
Lemma mean_rsum k (f : nat -> X -> R) :
  mean d (fun x => rsum k (fun i => f i x)) = rsum k (fun i => mean d (f i)).
Proof.
  unfold mean. rewrite (rsum_swap k (size d)). apply rsum_ext. intros t Ht.
  rewrite rsum_scal. reflexivity.
Qed.
Lemma mean_nonneg f :
  (forall t, (t < size d)%nat -> 0 <= f (point d t)) -> 0 <= mean d f.
Proof. intros H. rewrite <- (mean_const 0). apply mean_le_supp, H. Qed.
Lemma mean_ge f c : (forall x, c <= f x) -> c <= mean d f.
Proof. intros H. rewrite <- (mean_const c). apply mean_le, H. Qed.
Lemma mean_le_const f c : (forall x, f x <= c) -> mean d f <= c.
Proof. intros H. rewrite <- (mean_const c). apply mean_le, H. Qed.
End Mean.

(** Rounds with weights that need not sum to 1: the checker's [wmean]. *)
Program Definition weighted {X} (T : nat) (w : nat -> R) (x : nat -> X)
    (Hw : forall t, (t < T)%nat -> 0 <= w t) (HW : 0 < rsum T w) : mixture X :=
  {| size := T; point := x; weight := fun t => w t / rsum T w |}.
Next Obligation.
  apply Rmult_le_pos; [apply Hw; assumption|left; apply Rinv_0_lt_compat, HW].
Qed.
Next Obligation. unfold Rdiv. rewrite rsum_scal_r. apply Rinv_r. lra. Qed.

Lemma mean_weighted {X} T w (x : nat -> X) Hw HW f :
  mean (weighted T w x Hw HW) f = rsum T (fun t => w t * f (x t)) / rsum T w.
Proof.
  unfold mean; simpl. unfold Rdiv. rewrite <- rsum_scal_r. apply rsum_ext. intros; ring.
Qed.

(** Rounds 0 .. T-1, all with the same weight: the checker's [mean]. *)
Program Definition uniform {X} (T : nat) (HT : (0 < T)%nat) (x : nat -> X) : mixture X :=
  {| size := T; point := x; weight := fun _ => / INR T |}.
Next Obligation. left. apply Rinv_0_lt_compat, lt_0_INR, HT. Qed.
Next Obligation. rewrite rsum_const. apply Rinv_r, not_0_INR. lia. Qed.

Lemma mean_uniform {X} T HT (x : nat -> X) f :
  mean (uniform T HT x) f = rsum T (fun t => f (x t)) / INR T.
Proof. unfold mean; simpl. rewrite rsum_scal. unfold Rdiv. ring. Qed.

(** One point. *)
Definition dirac {X} (x : X) : mixture X := uniform 1 (Nat.lt_0_succ 0) (fun _ => x).
Lemma mean_dirac {X} (x : X) f : mean (dirac x) f = f x.
Proof. unfold dirac. rewrite mean_uniform. simpl. field. Qed.
