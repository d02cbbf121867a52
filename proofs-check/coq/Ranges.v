(** Ranges of functions (sections 5, 6 and 12 of the specification): a lower bound from what each function is at least,
    and how a trace can refute a range. *)
From Coq Require Import Reals Lra Lia Arith List.
From Referee Require Import Sums Norms Games Lagrangian Proxy Rules Equalities.
Import ListNotations.
Local Open Scope R_scope.

(** * The evidence [ranges] *)
Section Evidence.
Context {X : Type}.
Variables (m : nat) (g0 : X -> R) (f : nat -> X -> R) (w0 : R) (mul : nat -> R) (lo0 : R) (lo : nat -> R).
Hypothesis Hw : 0 <= w0.
Hypothesis Hmul : nonneg m mul.

(** The functions whose coefficient is not 0 are at least their lo, at x; nothing is asked of the others. *)
Definition above_ranges (coefficient : nat -> R) (x : X) : Prop :=
  (w0 <> 0 -> lo0 <= g0 x) /\ forall i, (i < m)%nat -> coefficient i <> 0 -> lo i <= f i x.
Definition range_bound (coefficient : nat -> R) : R := w0 * lo0 + rsum m (fun i => coefficient i * lo i).
Definition weighed_sum (coefficient : nat -> R) (x : X) : R := w0 * g0 x + rsum m (fun i => coefficient i * f i x).

Lemma scaled_le c a b : 0 <= c -> (c <> 0 -> a <= b) -> c * a <= c * b.
Proof. intros Hc H. destruct (Req_dec c 0) as [->|Hne]; [lra|]. apply Rmult_le_compat_l; [exact Hc|apply H, Hne]. Qed.
Lemma range_bound_below c x : nonneg m c -> above_ranges c x -> range_bound c <= weighed_sum c x.
Proof.
  intros Hc [H0 Hi]. apply Rplus_le_compat; [apply scaled_le; assumption|]. apply rsum_le. intros i Him.
  apply scaled_le; [apply Hc, Him|apply Hi, Him].
Qed.

(** [ranges]: what is at most w_0 lo_0 + sum_i mu_i lo_i bounds f = w_0 g0 + sum_i mu_i f_i from below. *)
Theorem rule_ranges lower : (forall x, above_ranges mul x) -> lower <= range_bound mul ->
  forall x, lower <= weighed_sum mul x.
Proof. intros H Hl x. eapply Rle_trans; [exact Hl|]. apply range_bound_below; [exact Hmul|apply H]. Qed.

Variable pairs : list (nat * nat).
Hypothesis Hpairs : disjoint_pairs m pairs.
Notation mul' := (cancelled pairs mul).

Lemma weighed_cancelled x : (forall i j, In (i, j) pairs -> f j x = - f i x) -> weighed_sum mul x = weighed_sum mul' x.
Proof. intros H. unfold weighed_sum. f_equal. apply (equalities_cancel m pairs mul (fun i => f i x) Hpairs H). Qed.

(** [ranges] with equalities: where the halves are opposite functions, the same with mu'; the bound is still one of f
    with the multipliers mu themselves. *)
Theorem rule_ranges_equalities lower : (forall i j x, In (i, j) pairs -> f j x = - f i x) ->
  (forall x, above_ranges mul' x) -> lower <= range_bound mul' -> forall x, lower <= weighed_sum mul x.
Proof.
  intros Ho H Hl x. eapply Rle_trans; [exact Hl|]. rewrite weighed_cancelled by (intros; apply Ho; assumption).
  apply range_bound_below; [apply cancelled_nonneg, Hmul|apply H].
Qed.

(** mu' gives no smaller bound than mu, if lo_i + lo_j <= 0 for each pair. *)
Theorem ranges_equalities_no_worse : (forall i j, In (i, j) pairs -> lo j <= - lo i) ->
  range_bound mul <= range_bound mul'.
Proof.
  intros H. unfold range_bound. rewrite (cancelled_sum m pairs mul lo Hpairs).
  assert (paired pairs (fun i j => Rmin (mul i) (mul j) * (lo i + lo j)) <= 0); [|lra].
  apply paired_nonpos. intros i j Hin. pose proof (H i j Hin) as Hlo. destruct (in_members i j pairs Hin) as [Hi Hj].
  destruct Hpairs as [_ Hlt]. assert (0 <= Rmin (mul i) (mul j)) by (apply Rmin_glb; apply Hmul, Hlt; assumption). nra.
Qed.
(** So it is where the two ranges are mirrored, lo_j = - hi_i, ... *)
Theorem ranges_mirrored_no_worse (hi : nat -> R) :
  (forall i j, In (i, j) pairs -> lo j = - hi i /\ lo i <= hi i) -> range_bound mul <= range_bound mul'.
Proof. intros H. apply ranges_equalities_no_worse. intros i j Hin. destruct (H i j Hin). lra. Qed.
(** ... and wherever the ranges of the halves are true of opposite functions at all. *)
Theorem ranges_true_no_worse x : (forall i j, In (i, j) pairs -> f j x = - f i x /\ lo i <= f i x /\ lo j <= f j x) ->
  range_bound mul <= range_bound mul'.
Proof. intros H. apply ranges_equalities_no_worse. intros i j Hin. destruct (H i j Hin) as (Ho & Hi & Hj). lra. Qed.
End Evidence.

(** ** In the two games: the lower bound that was given is a true one. *)
Theorem rule_ranges_lagrangian {Theta} m (g0 : Theta -> R) g mul pairs lo0 lo lower : nonneg m mul ->
  disjoint_pairs m pairs -> (forall i j x, In (i, j) pairs -> g j x = - g i x) ->
  (forall x, above_ranges m g0 g 1 lo0 lo (cancelled pairs mul) x) ->
  lower <= range_bound m 1 lo0 lo (cancelled pairs mul) -> given_lower m g0 g mul lower.
Proof.
  intros Hm Hp Ho H Hl th. unfold lagrangian. rewrite <- (Rmult_1_l (g0 th)).
  apply (rule_ranges_equalities m g0 g 1 mul lo0 lo Rle_0_1 Hm pairs Hp lower Ho H Hl th).
Qed.
Theorem rule_ranges_proxy {Theta} m (g0 : Theta -> R) p (d : @play Theta) pairs lo0 lo lower : multipliers_nonneg m d ->
  disjoint_pairs m pairs -> (forall i j x, In (i, j) pairs -> p j x = - p i x) ->
  (forall x, above_ranges m g0 p (mu d 0) lo0 lo (cancelled pairs (fun i => mu d (S i))) x) ->
  lower <= range_bound m (mu d 0) lo0 lo (cancelled pairs (fun i => mu d (S i))) -> given_lower_proxy m g0 p d lower.
Proof.
  intros Hd Hp Ho H Hl th. assert (Hmu : nonneg (S m) (mu d)).
  { intros i Hi. apply mean_nonneg. intros t Ht. apply (Hd t Ht i Hi). }
  apply (rule_ranges_equalities m g0 p (mu d 0) (fun i => mu d (S i)) lo0 lo) with (pairs := pairs); try assumption.
  - apply Hmu. lia.
  - intros i Hi. apply Hmu. lia.
Qed.

(** In the Lagrangian game ranges and opposite values at the points played are enough for [lower_bound_possible] and
    [infeasibility]: of all other points nothing is used. *)
Theorem ranges_played {Theta} m (g0 : Theta -> R) g (np : norm_pair m) (d : mixture Theta) mul pairs lo0 lo lower :
  nonneg m mul -> disjoint_pairs m pairs ->
  (forall i j t, In (i, j) pairs -> (t < size d)%nat -> g j (point d t) = - g i (point d t)) ->
  (forall t, (t < size d)%nat -> above_ranges m g0 g 1 lo0 lo (cancelled pairs mul) (point d t)) ->
  lower <= range_bound m 1 lo0 lo (cancelled pairs mul) ->
  lower <= mean d g0 + rsum m (fun i => mul i * mean d (g i)) /\
  0 <= mean d g0 + norm np (cancelled pairs mul) * dual np (violation g d) - lower.
Proof.
  intros Hm Hp Ho H Hl. destruct (rule_equalities m g np d mul pairs Hm Hp Ho) as (_ & Hn & _ & Hu).
  assert (Hlow : lower <= mean d g0 + rsum m (fun i => mul i * mean d (g i))); [|lra].
  eapply Rle_trans; [exact Hl|]. rewrite <- mean_lagrangian.
  rewrite <- (mean_const d (range_bound m 1 lo0 lo (cancelled pairs mul))). apply mean_le_supp. intros t Ht.
  unfold lagrangian. rewrite <- (Rmult_1_l (g0 (point d t))).
  change (range_bound m 1 lo0 lo (cancelled pairs mul) <= weighed_sum m g0 g 1 mul (point d t)).
  rewrite (weighed_cancelled m g0 g 1 mul pairs Hp (point d t)) by (intros; apply Ho; assumption).
  apply range_bound_below; [exact Rle_0_1|exact Hn|apply H, Ht].
Qed.

(** * The claim [ranges_possible] *)

(** A range: at least its first number, at most the second if there is one. *)
Definition range : Type := R * option R.
Definition in_range (r : range) (x : R) : Prop := fst r <= x /\ match snd r with Some hi => x <= hi | None => True end.
(** How far what lies between a and b is at least, and at most, from a range; with a = b = x the distance of x. *)
Definition least_distance (r : range) (a b : R) : R :=
  Rmax 0 (match snd r with Some hi => Rmax (fst r - b) (a - hi) | None => fst r - b end).
Definition most_distance (r : range) (a b : R) : R :=
  Rmax 0 (match snd r with Some hi => Rmax (fst r - a) (b - hi) | None => fst r - a end).
Definition distance (r : range) (x : R) : R := least_distance r x x.

Lemma distance_inside r x : distance r x <= 0 <-> in_range r x.
Proof.
  destruct r as [lo [hi|]]; unfold distance, least_distance, in_range, Rmax; cbn [fst snd];
    repeat destruct (Rle_dec _ _); split; intros; repeat split; lra.
Qed.
Lemma distance_between r a b x : a <= x <= b -> least_distance r a b <= distance r x <= most_distance r a b.
Proof.
  intros H. destruct r as [lo [hi|]]; unfold distance, least_distance, most_distance, Rmax; cbn [fst snd];
    repeat destruct (Rle_dec _ _); lra.
Qed.

Section Possible.
(** Functions f_c, c < C, with ranges; in round t < T the value of f_c is recorded as the interval [a c t, b c t]. *)
Context {Theta : Type}.
Variables (C T : nat) (f : nat -> Theta -> R) (th : nat -> Theta) (ranges : nat -> range) (a b : nat -> nat -> R).
Hypothesis inside : forall c t, (c < C)%nat -> (t < T)%nat -> a c t <= f c (th t) <= b c t.

(** The largest number over all functions and rounds, and 0. *)
Definition largest (h : nat -> nat -> R) : R := pos_max C (fun c => pos_max T (fun t => h c t)).
Notation D := (largest (fun c t => distance (ranges c) (f c (th t)))).
Notation D_lo := (largest (fun c t => least_distance (ranges c) (a c t) (b c t))).
Notation D_hi := (largest (fun c t => most_distance (ranges c) (a c t) (b c t))).

Lemma largest_ub h c t : (c < C)%nat -> (t < T)%nat -> h c t <= largest h.
Proof.
  intros Hc Ht. eapply Rle_trans; [apply (pos_max_ub T (fun t => h c t) t Ht)|].
  apply (pos_max_ub C (fun c => pos_max T (fun t => h c t)) c Hc).
Qed.
Lemma largest_lub h z : 0 <= z -> (forall c t, (c < C)%nat -> (t < T)%nat -> h c t <= z) -> largest h <= z.
Proof.
  intros Hz H. apply pos_max_lub; [exact Hz|]. intros c Hc. apply pos_max_lub; [exact Hz|].
  intros t Ht. apply H; assumption.
Qed.
Lemma largest_le h k : (forall c t, (c < C)%nat -> (t < T)%nat -> h c t <= k c t) -> largest h <= largest k.
Proof.
  intros H. apply largest_lub; [apply pos_max_nonneg|]. intros c t Hc Ht.
  eapply Rle_trans; [apply H; assumption|apply largest_ub; assumption].
Qed.

(** What is given with this evidence. *)
Definition given_ranges : Prop := forall c x, (c < C)%nat -> in_range (ranges c) (f c x).

(** D, by its ends, encloses the largest distance of a true value from its range; it is <= 0, by the slack - D, exactly
    if every value is in its range. If the upper end is <= 0 all of them are; if the lower end is positive some value
    lies outside, and what was given is false. *)
Theorem rule_ranges_possible :
  D_lo <= D <= D_hi /\ same_sign (- D) (0 - D) /\
  (D <= 0 <-> forall c t, (c < C)%nat -> (t < T)%nat -> in_range (ranges c) (f c (th t))) /\
  (given_ranges -> D <= 0) /\
  (D_hi <= 0 -> forall c t, (c < C)%nat -> (t < T)%nat -> in_range (ranges c) (f c (th t))) /\
  (0 < D_lo -> (exists c t, (c < C)%nat /\ (t < T)%nat /\ ~ in_range (ranges c) (f c (th t))) /\ ~ given_ranges).
Proof.
  assert (Hends : D_lo <= D <= D_hi).
  { split; apply largest_le; intros c t Hc Ht; apply (distance_between (ranges c)), inside; assumption. }
  assert (Hiff : D <= 0 <-> forall c t, (c < C)%nat -> (t < T)%nat -> in_range (ranges c) (f c (th t))).
  { split.
    - intros HD c t Hc Ht. apply distance_inside. eapply Rle_trans; [|exact HD].
      apply (largest_ub (fun c t => distance (ranges c) (f c (th t))) c t Hc Ht).
    - intros H. apply largest_lub; [lra|]. intros c t Hc Ht. apply distance_inside, H; assumption. }
  assert (Hgiven : given_ranges -> D <= 0) by (intros H; apply Hiff; intros c t Hc _; apply H, Hc).
  split; [exact Hends|]. split; [apply same_sign_eq; ring|]. split; [exact Hiff|]. split; [exact Hgiven|].
  split; [intros H; apply Hiff; lra|]. intros Hpos. split; [|intros H; specialize (Hgiven H); lra].
  destruct (pos_max_attained C (fun c => pos_max T (fun t => distance (ranges c) (f c (th t))))) as [H0|(c & Hc & E)].
  - unfold largest in Hends, Hpos. lra.
  - destruct (pos_max_attained T (fun t => distance (ranges c) (f c (th t)))) as [H0|(t & Ht & E')];
      unfold largest in Hends, Hpos; cbv beta in *; [lra|].
    exists c, t. split; [exact Hc|]. split; [exact Ht|]. intros Hin. apply distance_inside in Hin. lra.
Qed.
End Possible.

(** * Ranges that are facts: over data (section 12) *)
Section Data.
(** A constraint on data: terms k < K with coefficients c_k; P_k is the rate of the term, and the means of the hinges
    max(0, 1 + s) and max(0, 1 - s) over its rows are not negative. *)
Variables (K : nat) (constant : R) (c P plus minus : nat -> R).
Hypothesis HP : forall k, (k < K)%nat -> 0 <= P k <= 1.
Hypothesis Hplus : nonneg K plus.
Hypothesis Hminus : nonneg K minus.
Notation low := (constant + rsum K (fun k => Rmin 0 (c k))).
Notation high := (constant + rsum K (fun k => Rmax 0 (c k))).

(** A rate lies between the constant with the negative coefficients and with the positive ones; a hinge is at least the
    former. *)
Theorem rule_ranges_rate : low <= constant + rsum K (fun k => c k * P k) <= high.
Proof.
  split; apply Rplus_le_compat_l; apply rsum_le; intros k Hk; destruct (HP k Hk); unfold Rmin, Rmax;
    destruct (Rle_dec 0 (c k)); nra.
Qed.
Theorem rule_ranges_hinge :
  low <= constant + rsum K (fun k => if Rle_dec 0 (c k) then c k * plus k else - c k * (minus k - 1)).
Proof.
  apply Rplus_le_compat_l, rsum_le. intros k Hk. pose proof (Hplus k Hk). pose proof (Hminus k Hk).
  unfold Rmin. destruct (Rle_dec 0 (c k)); nra.
Qed.
End Data.
