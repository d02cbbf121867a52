(** Evidence for a lower bound (section 6), for a margin and for a range (section 7).

    Points are vectors in n variables. A kind of evidence shows that lower <= f(x) for
    every x of the domain; what is asked of f (concave, convex, slopes) is a hypothesis
    here, and Curvature.v and Slopes.v prove the rules by which the checker sees it. *)
From Coq Require Import Reals Lra Lia Arith List FunctionalExtensionality.
From Referee Require Import Sums Norms.
Import ListNotations.
Local Open Scope R_scope.

Definition vec := nat -> R.
(** The point at the fraction s of the way from x to y. *)
Definition between (s : R) (x y : vec) : vec := fun i => (1 - s) * x i + s * y i.
Definition convex_on (K : vec -> Prop) (f : vec -> R) : Prop :=
  forall x y s, K x -> K y -> 0 <= s <= 1 -> f (between s x y) <= (1 - s) * f x + s * f y.
Definition concave_on (K : vec -> Prop) (f : vec -> R) : Prop :=
  forall x y s, K x -> K y -> 0 <= s <= 1 -> (1 - s) * f x + s * f y <= f (between s x y).

(** [enumeration]: the bound at every point of a finite domain. *)
Theorem rule_enumeration {X} (points : list X) (f : X -> R) lower :
  Forall (fun x => lower <= f x) points -> forall x, In x points -> lower <= f x.
Proof. intros H. apply Forall_forall, H. Qed.

(** * Boxes *)
Section Box.
Variable n : nat.
Definition in_box (lo hi x : vec) : Prop := forall i, (i < n)%nat -> lo i <= x i <= hi i.
Definition is_vertex (lo hi x : vec) : Prop := forall i, (i < n)%nat -> x i = lo i \/ x i = hi i.
Definition set_coordinate (x : vec) (k : nat) (c : R) : vec := fun i => if Nat.eqb i k then c else x i.

Lemma set_coordinate_in lo hi x k c : in_box lo hi x -> lo k <= c <= hi k -> in_box lo hi (set_coordinate x k c).
Proof.
  intros Hx Hc i Hi. unfold set_coordinate. destruct (Nat.eqb_spec i k) as [->|]; [exact Hc|apply Hx, Hi].
Qed.

(** A coordinate is between the ends of its side. *)
Lemma split_coordinate lo hi x k : (k < n)%nat -> in_box lo hi x ->
  exists s, 0 <= s <= 1 /\ x = between s (set_coordinate x k (lo k)) (set_coordinate x k (hi k)).
Proof.
  intros Hk Hx. destruct (Hx k Hk) as [H1 H2].
  destruct (Req_dec (lo k) (hi k)) as [He|Hne].
  - exists 0. split; [lra|]. apply functional_extensionality. intros i. unfold between, set_coordinate.
    destruct (Nat.eqb_spec i k) as [->|]; [|ring]. lra.
  - set (s := (x k - lo k) / (hi k - lo k)).
    assert (Hs : s * (hi k - lo k) = x k - lo k) by (unfold s; field; lra).
    exists s. split.
    + split; [|nra]. unfold s. apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
    + apply functional_extensionality. intros i. unfold between, set_coordinate.
      destruct (Nat.eqb_spec i k) as [->|]; [|ring]. lra.
Qed.

(** [vertices]: a concave function on a box is at least what it is at every vertex. *)
Theorem rule_vertices lo hi f lower : (forall i, (i < n)%nat -> lo i <= hi i) ->
  concave_on (in_box lo hi) f ->
  (forall x, in_box lo hi x -> is_vertex lo hi x -> lower <= f x) ->
  forall x, in_box lo hi x -> lower <= f x.
Proof.
  intros Hb Hc Hv.
  assert (H : forall k x, (k <= n)%nat -> in_box lo hi x ->
    (forall i, (k <= i)%nat -> (i < n)%nat -> x i = lo i \/ x i = hi i) -> lower <= f x).
  { induction k as [|k IH]; intros x Hk Hx Hrest.
    - apply Hv; [exact Hx|]. intros i Hi. apply Hrest; lia.
    - destruct (split_coordinate lo hi x k ltac:(lia) Hx) as (s & Hs & E). rewrite E.
      set (xl := set_coordinate x k (lo k)). set (xh := set_coordinate x k (hi k)).
      pose proof (Hb k ltac:(lia)).
      assert (Hl : in_box lo hi xl) by (apply set_coordinate_in; [exact Hx|lra]).
      assert (Hh : in_box lo hi xh) by (apply set_coordinate_in; [exact Hx|lra]).
      assert (L1 : lower <= f xl).
      { apply IH; [lia|exact Hl|]. intros i H1 H2. unfold xl, set_coordinate.
        destruct (Nat.eqb_spec i k) as [->|]; [left; reflexivity|apply Hrest; lia]. }
      assert (L2 : lower <= f xh).
      { apply IH; [lia|exact Hh|]. intros i H1 H2. unfold xh, set_coordinate.
        destruct (Nat.eqb_spec i k) as [->|]; [right; reflexivity|apply Hrest; lia]. }
      pose proof (Hc xl xh s Hl Hh Hs).
      assert ((1 - s) * lower <= (1 - s) * f xl) by (apply Rmult_le_compat_l; lra).
      assert (s * lower <= s * f xh) by (apply Rmult_le_compat_l; lra). lra. }
  intros x Hx. apply (H n x (Nat.le_refl n) Hx). intros i H1 H2. lia.
Qed.

(** [boxes]: leaves that cover the domain; a leaf outside of it needs no bound. *)
Theorem rule_boxes (domain : vec -> Prop) (leaves : list (vec * vec)) f lower :
  (forall x, domain x -> exists leaf, In leaf leaves /\ in_box (fst leaf) (snd leaf) x) ->
  (forall leaf, In leaf leaves ->
     (forall x, in_box (fst leaf) (snd leaf) x -> lower <= f x) \/
     (forall x, in_box (fst leaf) (snd leaf) x -> ~ domain x)) ->
  forall x, domain x -> lower <= f x.
Proof.
  intros Hcover Hleaf x Hx. destruct (Hcover x Hx) as (leaf & Hin & Hbox).
  destruct (Hleaf leaf Hin) as [H|H]; [apply H, Hbox|destruct (H x Hbox Hx)].
Qed.

(** S encloses the slopes of f over the box: for all a, b of it there is some s within
    them with f(b) - f(a) = <s, b - a>. *)
Definition slopes_in (lo hi : vec) (f : vec -> R) (slo shi : vec) : Prop :=
  forall a b, in_box lo hi a -> in_box lo hi b ->
  exists s, in_box slo shi s /\ f b - f a = rsum n (fun j => s j * (b j - a j)).

(** The form [mean-value]: f(c) + sum_j S_j (X_j - c_j) encloses f over the box. *)
Theorem rule_leaf_mean_value lo hi f slo shi c lower : slopes_in lo hi f slo shi -> in_box lo hi c ->
  (forall s x, in_box slo shi s -> in_box lo hi x ->
     lower <= f c + rsum n (fun j => s j * (x j - c j))) ->
  forall x, in_box lo hi x -> lower <= f x.
Proof.
  intros Hs Hc Hlow x Hx. destruct (Hs c x Hc Hx) as (s & Hin & E). pose proof (Hlow s x Hin Hx). lra.
Qed.

(** The form [monotone]: where the slopes in a coordinate are >= 0 the function is at
    least what it is on the lower face; where they are <= 0, on the upper face. *)
Lemma move_coordinate lo hi f slo shi x k c : slopes_in lo hi f slo shi -> in_box lo hi x ->
  (k < n)%nat -> lo k <= c <= hi k ->
  exists s, slo k <= s <= shi k /\ f x - f (set_coordinate x k c) = s * (x k - c).
Proof.
  intros Hs Hx Hk Hc. pose proof (set_coordinate_in lo hi x k c Hx Hc) as Hy.
  destruct (Hs _ _ Hy Hx) as (s & Hin & E). exists (s k). split; [apply Hin, Hk|]. rewrite E.
  rewrite <- (rsum_delta n k (fun j => s j * (x j - c)) Hk). apply rsum_ext. intros j _.
  unfold set_coordinate. destruct (Nat.eqb_spec j k) as [->|]; ring.
Qed.
Theorem rule_leaf_monotone lo hi f slo shi k lower : slopes_in lo hi f slo shi -> (k < n)%nat ->
  lo k <= hi k ->
  (0 <= slo k /\ (forall x, in_box lo hi x -> x k = lo k -> lower <= f x) \/
   shi k <= 0 /\ (forall x, in_box lo hi x -> x k = hi k -> lower <= f x)) ->
  forall x, in_box lo hi x -> lower <= f x.
Proof.
  intros Hs Hk Hle H x Hx. destruct (Hx k Hk) as [H1 H2].
  assert (Hset : forall c, set_coordinate x k c k = c)
    by (intros c; unfold set_coordinate; rewrite Nat.eqb_refl; reflexivity).
  destruct H as [[Hsign Hface]|[Hsign Hface]].
  - destruct (move_coordinate lo hi f slo shi x k (lo k) Hs Hx Hk ltac:(lra)) as (s & Hin & E).
    pose proof (Hface _ (set_coordinate_in lo hi x k (lo k) Hx ltac:(lra)) (Hset _)).
    assert (0 <= s * (x k - lo k)) by (apply Rmult_le_pos; lra). lra.
  - destruct (move_coordinate lo hi f slo shi x k (hi k) Hs Hx Hk ltac:(lra)) as (s & Hin & E).
    pose proof (Hface _ (set_coordinate_in lo hi x k (hi k) Hx ltac:(lra)) (Hset _)).
    assert (0 <= (- s) * (hi k - x k)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** * Cuts *)

(** s is a subgradient of f at theta for the domain. *)
Definition subgradient (domain : vec -> Prop) (f : vec -> R) (theta s : vec) : Prop :=
  forall y, domain y -> f theta + rsum n (fun j => s j * (y j - theta j)) <= f y.

(** A cut at theta: c is any vector, and r_j at least the distance of the subgradient from
    it, f(y) >= f(theta) + <c, y - theta> - sum_j r_j |y_j - theta_j|. *)
Theorem rule_cut (domain : vec -> Prop) f theta s c r : subgradient domain f theta s ->
  (forall j, (j < n)%nat -> Rabs (s j - c j) <= r j) -> forall y, domain y ->
  f theta + rsum n (fun j => c j * (y j - theta j)) - rsum n (fun j => r j * Rabs (y j - theta j)) <= f y.
Proof.
  intros Hs Hr y Hy. eapply Rle_trans; [|apply (Hs y Hy)]. unfold Rminus at 1.
  rewrite Rplus_assoc. apply Rplus_le_compat_l.
  assert (rsum n (fun j => c j * (y j - theta j)) - rsum n (fun j => r j * Rabs (y j - theta j))
          <= rsum n (fun j => s j * (y j - theta j))); [|lra].
  rewrite <- rsum_minus. apply rsum_le. intros j Hj.
  assert (- ((s j - c j) * (y j - theta j)) <= r j * Rabs (y j - theta j)); [|lra].
  eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_Ropp, Rabs_mult.
  apply Rmult_le_compat_r; [apply Rabs_pos|apply Hr, Hj].
Qed.

(** Where the subgradient of a convex f comes from: slopes over the segment from theta
    towards y, however short, that lie within eps of the enclosure at theta itself. That
    is what the slopes over the point theta with both sides kept at every tie enclose. *)
Theorem rule_cut_from_slopes (domain : vec -> Prop) f theta slo shi c r y : convex_on domain f ->
  domain theta -> domain y ->
  (forall eps, 0 < eps -> exists t s, 0 < t <= 1 /\
     (forall j, (j < n)%nat -> slo j - eps <= s j <= shi j + eps) /\
     f (between t theta y) - f theta = rsum n (fun j => s j * (t * (y j - theta j)))) ->
  (forall j, (j < n)%nat -> Rabs (slo j - c j) <= r j /\ Rabs (shi j - c j) <= r j) ->
  f theta + rsum n (fun j => c j * (y j - theta j)) - rsum n (fun j => r j * Rabs (y j - theta j)) <= f y.
Proof.
  intros Hc Hth Hy Hs Hr. set (D := rsum n (fun j => Rabs (y j - theta j))).
  assert (HD : 0 <= D) by (apply rsum_nonneg; intros; apply Rabs_pos).
  apply le_epsilon. intros delta Hd. set (eps := delta / (1 + D)).
  assert (He : eps * (1 + D) = delta) by (unfold eps; field; lra).
  assert (Hep : 0 < eps) by (unfold eps; apply Rdiv_lt_0_compat; lra).
  destruct (Hs eps Hep) as (t & s & Ht & Hin & E).
  assert (Hslope : rsum n (fun j => s j * (y j - theta j)) <= f y - f theta).
  { pose proof (Hc theta y t Hth Hy ltac:(lra)) as H.
    rewrite (rsum_ext n _ (fun j => t * (s j * (y j - theta j)))), rsum_scal in E by (intros; ring).
    apply Rmult_le_reg_l with t; lra. }
  assert (Hlow : rsum n (fun j => c j * (y j - theta j) - (r j * Rabs (y j - theta j) + eps * Rabs (y j - theta j)))
                 <= rsum n (fun j => s j * (y j - theta j))).
  { apply rsum_le. intros j Hj. destruct (Hr j Hj) as [R1 R2]. pose proof (Hin j Hj).
    assert (Hsc : Rabs (s j - c j) <= r j + eps).
    { apply Rabs_le. pose proof (Rle_abs (shi j - c j)). pose proof (Rle_abs (- (slo j - c j))) as H1.
      rewrite Rabs_Ropp in H1. lra. }
    assert (- ((s j - c j) * (y j - theta j)) <= (r j + eps) * Rabs (y j - theta j)); [|lra].
    eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_Ropp, Rabs_mult.
    apply Rmult_le_compat_r; [apply Rabs_pos|exact Hsc]. }
  rewrite rsum_minus, rsum_plus, rsum_scal in Hlow. fold D in Hlow. lra.
Qed.

(** [cuts]: a mixture of bounds of f is a bound of f. *)
Theorem rule_cuts (domain : vec -> Prop) f N (w : nat -> R) (cut : nat -> vec -> R) lower :
  simplex N w -> (forall k y, (k < N)%nat -> domain y -> cut k y <= f y) ->
  (forall y, domain y -> lower <= rsum N (fun k => w k * cut k y)) ->
  forall y, domain y -> lower <= f y.
Proof.
  intros [Hw H1] Hcut Hlow y Hy. eapply Rle_trans; [apply (Hlow y Hy)|].
  rewrite <- (Rmult_1_l (f y)), <- H1, <- rsum_scal_r. apply rsum_le. intros k Hk.
  apply Rmult_le_compat_l; [apply Hw, Hk|apply Hcut; assumption].
Qed.

(** A linear part over a box, coordinate by coordinate. *)
Theorem linear_over_box c lo hi y : in_box lo hi y ->
  rsum n (fun j => Rmin (c j * lo j) (c j * hi j)) <= rsum n (fun j => c j * y j).
Proof.
  intros Hy. apply rsum_le. intros j Hj. destruct (Hy j Hj) as [H1 H2]. destruct (Rle_dec 0 (c j)).
  - eapply Rle_trans; [apply Rmin_l|]. apply Rmult_le_compat_l; assumption.
  - eapply Rle_trans; [apply Rmin_r|]. nra.
Qed.

(** ... and over a ball of the given radius around 0: at least - radius ||c||_2. *)
Lemma half_half : / 2 + / 2 = 1. Proof. lra. Qed.
Lemma two_gt : 1 < 2. Proof. lra. Qed.
Theorem linear_over_ball c y radius : lp 2 n y <= radius ->
  - (radius * lp 2 n c) <= rsum n (fun j => c j * y j).
Proof.
  intros Hy.
  assert (H : rsum n (fun j => Rabs (c j) * Rabs (y j)) <= lp 2 n c * lp 2 n y).
  { eapply Rle_trans; [apply (holder 2 2 n (fun j => Rabs (c j)) (fun j => Rabs (y j)) two_gt two_gt half_half);
      intros; apply Rabs_pos|]. apply Req_le. unfold lp. f_equal; f_equal; apply rsum_ext; intros; apply pw_abs. }
  assert (H2 : - rsum n (fun j => Rabs (c j) * Rabs (y j)) <= rsum n (fun j => c j * y j)).
  { assert (0 <= rsum n (fun j => c j * y j + Rabs (c j) * Rabs (y j))).
    { apply rsum_nonneg. intros j _. rewrite <- Rabs_mult. pose proof (Rle_abs (- (c j * y j))) as HH.
      rewrite Rabs_Ropp in HH. lra. }
    rewrite rsum_plus in H0. lra. }
  assert (lp 2 n c * lp 2 n y <= radius * lp 2 n c).
  { rewrite (Rmult_comm radius). apply Rmult_le_compat_l; [apply lp_pos|exact Hy]. }
  lra.
Qed.
End Box.

(** * Margin and range (section 7) *)

(** The width of an enclosure of the objective over the domain is a range. *)
Theorem rule_objective_range {X} (f : X -> R) lo hi B : (forall x, lo <= f x <= hi) -> hi - lo <= B ->
  forall a b, f a - f b <= B.
Proof. intros H HB a b. pose proof (H a). pose proof (H b). lra. Qed.

(** Upper ends of the constraints at the margin point. *)
Theorem rule_margin_point {X} m (g : nat -> X -> R) x (up : nat -> R) gamma :
  (forall i, (i < m)%nat -> g i x <= up i) -> (forall i, (i < m)%nat -> up i <= - gamma) ->
  forall i, (i < m)%nat -> g i x <= - gamma.
Proof. intros H1 H2 i Hi. eapply Rle_trans; [apply H1, Hi|apply H2, Hi]. Qed.

(** Functions with multiplier 0 play no part: f = sum_i mu_i f_i is unchanged without them. *)
Theorem zero_multipliers_play_no_part {X} m (mul : nat -> R) (f : nat -> X -> R) x :
  rsum m (fun i => mul i * f i x) = rsum m (fun i => if Req_EM_T (mul i) 0 then 0 else mul i * f i x).
Proof.
  apply rsum_ext. intros i _. destruct (Req_EM_T (mul i) 0) as [->|]; ring.
Qed.
