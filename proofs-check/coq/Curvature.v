(** The curvature rules (section 6): by which the checker sees that an expression is
    convex or concave over the bounding box. *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Referee Require Import Sums Norms Evidence Slopes.
Local Open Scope R_scope.

Definition affine_on (K : vec -> Prop) (f : vec -> R) : Prop := convex_on K f /\ concave_on K f.

(** * Expressions *)
Section Rules.
Variable K : vec -> Prop.   (* the box *)
Notation convex := (convex_on K).
Notation concave := (concave_on K).
Notation affine := (affine_on K).

Theorem affine_eq f x y s : affine f -> K x -> K y -> 0 <= s <= 1 ->
  f (between s x y) = (1 - s) * f x + s * f y.
Proof. intros [H1 H2] Hx Hy Hs. apply Rle_antisym; [apply H1|apply H2]; assumption. Qed.

Theorem curvature_constant c : affine (fun _ => c).
Proof. split; intros x y s _ _ _; lra. Qed.
Theorem curvature_variable i : affine (fun x => x i).
Proof. split; intros x y s _ _ _; unfold between; lra. Qed.
(** A variable whose side is a point is constant on the box. *)
Theorem curvature_fixed_variable n lo hi i x y : (i < n)%nat -> lo i = hi i ->
  in_box n lo hi x -> in_box n lo hi y -> x i = y i.
Proof. intros Hi He Hx Hy. pose proof (Hx i Hi). pose proof (Hy i Hi). lra. Qed.

Theorem curvature_sum_convex u v : convex u -> convex v -> convex (fun x => u x + v x).
Proof. intros Hu Hv x y s Hx Hy Hs. pose proof (Hu x y s Hx Hy Hs). pose proof (Hv x y s Hx Hy Hs). lra. Qed.
Theorem curvature_negate u : convex u <-> concave (fun x => - u x).
Proof.
  split; intros H x y s Hx Hy Hs; pose proof (H x y s Hx Hy Hs) as HH; cbv beta in HH; lra.
Qed.
Theorem curvature_negate_concave u : concave u <-> convex (fun x => - u x).
Proof.
  split; intros H x y s Hx Hy Hs; pose proof (H x y s Hx Hy Hs) as HH; cbv beta in HH; lra.
Qed.
Theorem curvature_sum_concave u v : concave u -> concave v -> concave (fun x => u x + v x).
Proof. intros Hu Hv x y s Hx Hy Hs. pose proof (Hu x y s Hx Hy Hs). pose proof (Hv x y s Hx Hy Hs). lra. Qed.
Theorem curvature_difference u v : convex u -> concave v -> convex (fun x => u x - v x).
Proof. intros Hu Hv x y s Hx Hy Hs. pose proof (Hu x y s Hx Hy Hs). pose proof (Hv x y s Hx Hy Hs). lra. Qed.
Theorem curvature_difference_concave u v : concave u -> convex v -> concave (fun x => u x - v x).
Proof. intros Hu Hv x y s Hx Hy Hs. pose proof (Hu x y s Hx Hy Hs). pose proof (Hv x y s Hx Hy Hs). lra. Qed.

(** Products with a constant: of the same curvature if it is >= 0, of the other if <= 0. *)
Theorem curvature_scale c u : 0 <= c -> convex u -> convex (fun x => c * u x).
Proof.
  intros Hc Hu x y s Hx Hy Hs. pose proof (Rmult_le_compat_l c _ _ Hc (Hu x y s Hx Hy Hs)). lra.
Qed.
Theorem curvature_scale_concave c u : 0 <= c -> concave u -> concave (fun x => c * u x).
Proof.
  intros Hc Hu x y s Hx Hy Hs. pose proof (Rmult_le_compat_l c _ _ Hc (Hu x y s Hx Hy Hs)). lra.
Qed.
Theorem curvature_scale_negative c u : c <= 0 -> concave u -> convex (fun x => c * u x).
Proof.
  intros Hc Hu x y s Hx Hy Hs.
  pose proof (Rmult_le_compat_l (- c) _ _ ltac:(lra) (Hu x y s Hx Hy Hs)). lra.
Qed.

(** The sum f = sum_i mu_i f_i with mu >= 0 of section 6. *)
Theorem curvature_weighted_sum m mul (f : nat -> vec -> R) : nonneg m mul ->
  (forall i, (i < m)%nat -> 0 < mul i -> concave (f i)) -> concave (fun x => rsum m (fun i => mul i * f i x)).
Proof.
  intros Hm Hf x y s Hx Hy Hs. rewrite <- !rsum_scal, <- rsum_plus. apply rsum_le. intros i Hi.
  destruct (Hm i Hi) as [Hp|<-]; [|lra].
  pose proof (Rmult_le_compat_l (mul i) _ _ (Rlt_le _ _ Hp) (Hf i Hi Hp x y s Hx Hy Hs)). lra.
Qed.
Theorem curvature_weighted_sum_convex m mul (f : nat -> vec -> R) : nonneg m mul ->
  (forall i, (i < m)%nat -> 0 < mul i -> convex (f i)) -> convex (fun x => rsum m (fun i => mul i * f i x)).
Proof.
  intros Hm Hf x y s Hx Hy Hs. rewrite <- !rsum_scal, <- rsum_plus. apply rsum_le. intros i Hi.
  destruct (Hm i Hi) as [Hp|<-]; [|lra].
  pose proof (Rmult_le_compat_l (mul i) _ _ (Rlt_le _ _ Hp) (Hf i Hi Hp x y s Hx Hy Hs)). lra.
Qed.

(** A maximum of convex functions is convex, a minimum of concave ones concave. *)
Theorem curvature_max u v : convex u -> convex v -> convex (fun x => Rmax (u x) (v x)).
Proof.
  intros Hu Hv x y s Hx Hy Hs. pose proof (Hu x y s Hx Hy Hs). pose proof (Hv x y s Hx Hy Hs).
  assert (M : forall a b a' b', (1 - s) * a + s * b <= (1 - s) * Rmax a a' + s * Rmax b b').
  { intros. apply Rplus_le_compat; apply Rmult_le_compat_l; try lra; apply Rmax_l. }
  assert (M' : forall a b a' b', (1 - s) * a' + s * b' <= (1 - s) * Rmax a a' + s * Rmax b b').
  { intros. apply Rplus_le_compat; apply Rmult_le_compat_l; try lra; apply Rmax_r. }
  apply Rmax_lub; eapply Rle_trans; [eassumption|apply M|eassumption|apply M'].
Qed.
Theorem curvature_min u v : concave u -> concave v -> concave (fun x => Rmin (u x) (v x)).
Proof.
  intros Hu Hv. apply curvature_negate_concave.
  replace (fun x => - Rmin (u x) (v x)) with (fun x => Rmax (- u x) (- v x)).
  - apply curvature_max; apply curvature_negate_concave; assumption.
  - apply functional_extensionality. intros x. rewrite Rmin_max. ring.
Qed.

(** * h(u), with h on an interval I that holds the range of u *)
Section Composition.
Variables (I : R -> Prop) (h : R -> R) (u : vec -> R).
Hypothesis HI : interval_set I.
Hypothesis Hrange : forall x, K x -> I (u x).
Hypothesis HK : forall x y s, K x -> K y -> 0 <= s <= 1 -> K (between s x y).
Definition convex_1 : Prop := forall a b s, I a -> I b -> 0 <= s <= 1 ->
  h ((1 - s) * a + s * b) <= (1 - s) * h a + s * h b.
Definition nondecreasing : Prop := forall a b, I a -> I b -> a <= b -> h a <= h b.
Definition nonincreasing : Prop := forall a b, I a -> I b -> a <= b -> h b <= h a.

Let mid x y s : K x -> K y -> 0 <= s <= 1 -> I ((1 - s) * u x + s * u y).
Proof.
  intros Hx Hy Hs. destruct (Rle_dec (u x) (u y)).
  - apply (HI (u x) (u y)); try apply Hrange; try assumption. split; nra.
  - apply (HI (u y) (u x)); try apply Hrange; try assumption. split; nra.
Qed.

Theorem curvature_of_affine : convex_1 -> affine u -> convex (fun x => h (u x)).
Proof.
  intros Hh Hu x y s Hx Hy Hs. rewrite (affine_eq u x y s Hu Hx Hy Hs). apply Hh; try apply Hrange; assumption.
Qed.
Theorem curvature_of_convex : convex_1 -> nondecreasing -> convex u -> convex (fun x => h (u x)).
Proof.
  intros Hh Hm Hu x y s Hx Hy Hs. eapply Rle_trans; [|apply Hh; try apply Hrange; assumption].
  apply Hm; [apply Hrange, HK; assumption|apply mid; assumption|apply Hu; assumption].
Qed.
Theorem curvature_of_concave : convex_1 -> nonincreasing -> concave u -> convex (fun x => h (u x)).
Proof.
  intros Hh Hm Hu x y s Hx Hy Hs. eapply Rle_trans; [|apply Hh; try apply Hrange; assumption].
  apply Hm; [apply mid; assumption|apply Hrange, HK; assumption|apply Hu; assumption].
Qed.
End Composition.
End Rules.

Lemma box_convex n lo hi x y s : in_box n lo hi x -> in_box n lo hi y -> 0 <= s <= 1 ->
  in_box n lo hi (between s x y).
Proof.
  intros Hx Hy Hs i Hi. unfold between. destruct (Hx i Hi), (Hy i Hi). split.
  - replace (lo i) with ((1 - s) * lo i + s * lo i) by ring.
    apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
  - replace (hi i) with ((1 - s) * hi i + s * hi i) by ring.
    apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
Qed.

(** * What is known of h *)

(** A function whose derivative does not decrease on an interval is convex there. *)
Lemma convex_1_ordered (I : R -> Prop) h h' : interval_set I ->
  (forall x, I x -> derivable_pt_lim h x (h' x)) -> (forall x y, I x -> I y -> x <= y -> h' x <= h' y) ->
  forall a b s, I a -> I b -> a < b -> 0 < s < 1 -> h ((1 - s) * a + s * b) <= (1 - s) * h a + s * h b.
Proof.
  intros HI Hd Hm a b s Ha Hb Hab Hs. set (z := (1 - s) * a + s * b).
  assert (Ez1 : z - a = s * (b - a)) by (unfold z; ring).
  assert (Ez2 : b - z = (1 - s) * (b - a)) by (unfold z; ring).
  assert (Haz : a < z) by nra. assert (Hzb : z < b) by nra.
  assert (Hz : I z) by (apply (HI a b); [assumption|assumption|lra]).
  destruct (MVT_cor2 h h' a z Haz) as (c1 & E1 & Hc1).
  { intros c Hc. apply Hd, (HI a z); assumption. }
  destruct (MVT_cor2 h h' z b Hzb) as (c2 & E2 & Hc2).
  { intros c Hc. apply Hd, (HI z b); assumption. }
  assert (Hle : h' c1 <= h' c2).
  { apply Hm; [apply (HI a z); [assumption|assumption|lra]|apply (HI z b); [assumption|assumption|lra]|lra]. }
  rewrite Ez1 in E1. rewrite Ez2 in E2.
  assert (Hpos : 0 <= s * (1 - s) * (b - a)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]).
  pose proof (Rmult_le_compat_l _ _ _ Hpos Hle) as H.
  assert ((1 - s) * (h z - h a) <= s * (h b - h z)); [|lra].
  rewrite E1, E2. lra.
Qed.
Theorem convex_1_derivative (I : R -> Prop) h h' : interval_set I ->
  (forall x, I x -> derivable_pt_lim h x (h' x)) -> (forall x y, I x -> I y -> x <= y -> h' x <= h' y) ->
  convex_1 I h.
Proof.
  intros HI Hd Hm a b s Ha Hb Hs.
  destruct (Req_dec s 0) as [->|H0];
    [apply Req_le; rewrite Rminus_0_r, !Rmult_1_l, !Rmult_0_l, !Rplus_0_r; reflexivity|].
  destruct (Req_dec s 1) as [->|H1].
  { apply Req_le. replace ((1 - 1) * a + 1 * b) with b by ring. ring. }
  destruct (Rtotal_order a b) as [Hlt|[->|Hgt]].
  - apply (convex_1_ordered I h h'); try assumption. lra.
  - apply Req_le. replace ((1 - s) * b + s * b) with b by ring. ring.
  - pose proof (convex_1_ordered I h h' HI Hd Hm b a (1 - s) Hb Ha Hgt ltac:(lra)) as H.
    replace ((1 - (1 - s)) * b + (1 - s) * a) with ((1 - s) * a + s * b) in H by ring. lra.
Qed.

(** The sign of a derivative makes a function monotone. *)
Lemma nondecreasing_derivative (I : R -> Prop) h h' : interval_set I ->
  (forall x, I x -> derivable_pt_lim h x (h' x)) -> (forall x, I x -> 0 <= h' x) -> nondecreasing I h.
Proof.
  intros HI Hd Hp a b Ha Hb Hab. destruct (slope_derivative I h h' a b HI Ha Hb Hd) as (x & Hx & E).
  assert (0 <= h' x * (b - a)) by (apply Rmult_le_pos; [apply Hp, Hx|lra]). lra.
Qed.

(** From the sign of the second derivative. *)
Theorem convex_1_second_derivative (I : R -> Prop) h h' h'' : interval_set I ->
  (forall x, I x -> derivable_pt_lim h x (h' x)) -> (forall x, I x -> derivable_pt_lim h' x (h'' x)) ->
  (forall x, I x -> 0 <= h'' x) -> convex_1 I h.
Proof.
  intros HI Hd Hd2 Hp. apply (convex_1_derivative I h h' HI Hd).
  apply (nondecreasing_derivative I h' h'' HI Hd2 Hp).
Qed.

Definition everywhere (x : R) : Prop := True.
Lemma everywhere_interval : interval_set everywhere.
Proof. unfold interval_set, everywhere. tauto. Qed.

(** exp is convex and does not decrease. *)
Theorem known_exp : convex_1 everywhere exp /\ nondecreasing everywhere exp.
Proof.
  split.
  - apply (convex_1_second_derivative everywhere exp exp exp everywhere_interval);
      [intros; apply derivable_pt_lim_exp|intros; apply derivable_pt_lim_exp|intros; left; apply exp_pos].
  - apply (nondecreasing_derivative everywhere exp exp everywhere_interval);
      [intros; apply derivable_pt_lim_exp|intros; left; apply exp_pos].
Qed.

(** ln is concave (- ln is convex) and does not decrease, on positive numbers. *)
Definition positives (x : R) : Prop := 0 < x.
Lemma positives_interval : interval_set positives.
Proof. unfold interval_set, positives. intros. lra. Qed.
Theorem known_ln : convex_1 positives (fun x => - ln x) /\ nondecreasing positives ln.
Proof.
  split.
  - apply (convex_1_derivative positives (fun x => - ln x) (fun x => - / x) positives_interval).
    + intros x Hx. apply (derivable_pt_lim_opp ln x (/ x)), derivable_pt_lim_ln, Hx.
    + intros x y Hx Hy Hle. unfold positives in *. apply Ropp_le_contravar, Rinv_le_contravar; assumption.
  - apply (nondecreasing_derivative positives ln Rinv positives_interval);
      [intros x Hx; apply derivable_pt_lim_ln, Hx|intros x Hx; left; apply Rinv_0_lt_compat, Hx].
Qed.

(** Even powers are convex; odd ones are convex right and concave left of 0. *)
Theorem known_even_power k : convex_1 everywhere (fun x => x ^ (2 * k)).
Proof.
  apply (convex_1_derivative everywhere _ (fun x => INR (2 * k) * x ^ Nat.pred (2 * k)) everywhere_interval).
  - intros x _. apply derivable_pt_lim_pow.
  - destruct k as [|k]; [intros; simpl; lra|].
    replace (Nat.pred (2 * S k)) with (2 * k + 1)%nat by lia.
    apply (nondecreasing_derivative everywhere (fun x => INR (2 * S k) * x ^ (2 * k + 1))
      (fun x => INR (2 * S k) * (INR (2 * k + 1) * x ^ Nat.pred (2 * k + 1))) everywhere_interval).
    + intros x _. apply (derivable_pt_lim_scal (fun x => x ^ (2 * k + 1))), derivable_pt_lim_pow.
    + intros x _. replace (Nat.pred (2 * k + 1)) with (2 * k)%nat by lia.
      apply Rmult_le_pos; [apply pos_INR|]. apply Rmult_le_pos; [apply pos_INR|]. rewrite pow_mult.
      apply pow_le. simpl. rewrite Rmult_1_r. apply Rle_0_sqr.
Qed.
Definition nonnegatives (x : R) : Prop := 0 <= x.
Theorem known_power_right k : convex_1 nonnegatives (fun x => x ^ k).
Proof.
  apply (convex_1_derivative nonnegatives _ (fun x => INR k * x ^ Nat.pred k)).
  - unfold interval_set, nonnegatives. intros. lra.
  - intros x _. apply derivable_pt_lim_pow.
  - intros x y Hx Hy Hle. apply Rmult_le_compat_l; [apply pos_INR|]. apply pow_incr. split; assumption.
Qed.

(** A product u u is a square, so convex for affine u. *)
Theorem known_square : convex_1 everywhere (fun x => x * x).
Proof.
  intros a b s _ _ Hs. pose proof (known_even_power 1 a b s I I Hs) as H. simpl in H. rewrite !Rmult_1_r in H.
  exact H.
Qed.

(** abs and hinge are convex: maxima of affine functions. *)
Theorem known_abs : convex_1 everywhere Rabs.
Proof.
  intros a b s _ _ Hs. eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult.
  rewrite (Rabs_pos_eq (1 - s)), (Rabs_pos_eq s) by lra. lra.
Qed.
Theorem known_hinge : convex_1 everywhere hinge /\ nondecreasing everywhere hinge.
Proof.
  split.
  - intros a b s _ _ Hs. unfold hinge.
    apply Rmax_lub.
    + apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra; apply Rmax_l.
    + replace (1 + ((1 - s) * a + s * b)) with ((1 - s) * (1 + a) + s * (1 + b)) by ring.
      apply Rplus_le_compat; apply Rmult_le_compat_l; try lra; apply Rmax_r.
  - intros a b _ _ Hab. unfold hinge, Rmax. destruct (Rle_dec 0 (1 + a)), (Rle_dec 0 (1 + b)); lra.
Qed.

(** sqrt is concave and does not decrease, on numbers >= 0. *)
Theorem known_sqrt : convex_1 nonnegatives (fun x => - sqrt x) /\ nondecreasing nonnegatives sqrt.
Proof.
  split.
  - intros a b s Ha Hb Hs. unfold nonnegatives in *.
    pose proof (sqrt_pos a). pose proof (sqrt_pos b).
    pose proof (sqrt_sqrt a Ha). pose proof (sqrt_sqrt b Hb).
    assert (Hsum : (1 - s) * sqrt a + s * sqrt b <= sqrt ((1 - s) * a + s * b)); [|lra].
    assert (Hp : 0 <= (1 - s) * sqrt a + s * sqrt b)
      by (apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra).
    rewrite <- (sqrt_square _ Hp). apply sqrt_le_1.
    + apply Rmult_le_pos; assumption.
    + apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra.
    + assert (0 <= s * (1 - s) * ((sqrt a - sqrt b) * (sqrt a - sqrt b))).
      { apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply Rle_0_sqr]. }
      assert (E : (1 - s) * a + s * b - ((1 - s) * sqrt a + s * sqrt b) * ((1 - s) * sqrt a + s * sqrt b)
                  = s * (1 - s) * ((sqrt a - sqrt b) * (sqrt a - sqrt b))).
      { transitivity ((1 - s) * (sqrt a * sqrt a) + s * (sqrt b * sqrt b)
          - ((1 - s) * sqrt a + s * sqrt b) * ((1 - s) * sqrt a + s * sqrt b)); [congruence|ring]. }
      lra.
  - intros a b Ha Hb Hab. apply sqrt_le_1; assumption.
Qed.

(** sin and cos: convex where they are <= 0 over the range. *)
Theorem known_sin (J : R -> Prop) : interval_set J -> (forall x, J x -> sin x <= 0) -> convex_1 J sin.
Proof.
  intros HJ Hs. apply (convex_1_second_derivative J sin cos (fun x => - sin x) HJ);
    [intros; apply derivable_pt_lim_sin|intros; apply derivable_pt_lim_cos|intros x Hx; pose proof (Hs x Hx); lra].
Qed.
Theorem known_cos (J : R -> Prop) : interval_set J -> (forall x, J x -> cos x <= 0) -> convex_1 J cos.
Proof.
  intros HJ Hs. apply (convex_1_second_derivative J cos (fun x => - sin x) (fun x => - cos x) HJ).
  - intros; apply derivable_pt_lim_cos.
  - intros x _. apply (derivable_pt_lim_opp sin x (cos x)), derivable_pt_lim_sin.
  - intros x Hx. pose proof (Hs x Hx). lra.
Qed.

(** The derivative of 1/x^k is -k/x^(k+1). *)
Lemma inv_pow_slope k x : 0 < x -> - (INR k * x ^ Nat.pred k) / Rsqr (x ^ k) = - (INR k * / x ^ S k).
Proof.
  intros Hx. pose proof (pow_lt x k Hx). unfold Rsqr. destruct k as [|k]; [simpl; field; lra|].
  simpl Nat.pred. pose proof (pow_lt x k Hx). simpl. field. repeat split; lra.
Qed.
Lemma derivable_pt_lim_inv_pow x k : 0 < x ->
  derivable_pt_lim (fun x => / x ^ k) x (- (INR k * x ^ Nat.pred k) / Rsqr (x ^ k)).
Proof.
  intros Hx. pose proof (pow_lt x k Hx).
  replace (- (INR k * x ^ Nat.pred k) / Rsqr (x ^ k))
    with ((0 * x ^ k - INR k * x ^ Nat.pred k * 1) / Rsqr (x ^ k)) by (unfold Rsqr; field; lra).
  apply (derivable_pt_lim_ext (fun x => 1 / x ^ k)); [intros z; unfold Rdiv; ring|].
  apply (derivable_pt_lim_div (fun _ => 1) (fun x => x ^ k));
    [apply derivable_pt_lim_const|apply derivable_pt_lim_pow|lra].
Qed.

(** Negative powers are convex and do not increase, right of 0. *)
Theorem known_negative_power k : convex_1 positives (fun x => / x ^ k) /\ nonincreasing positives (fun x => / x ^ k).
Proof.
  assert (Hpow : forall x, positives x -> 0 < x ^ k) by (intros x Hx; apply pow_lt, Hx).
  split.
  - apply (convex_1_derivative positives _ (fun x => - (INR k * x ^ Nat.pred k) / Rsqr (x ^ k)) positives_interval).
    + intros x Hx. apply (derivable_pt_lim_inv_pow x k Hx).
    + intros x y Hx Hy Hle. rewrite !(inv_pow_slope k) by assumption.
      apply Ropp_le_contravar, Rmult_le_compat_l; [apply pos_INR|].
      apply Rinv_le_contravar; [apply pow_lt, Hx|]. apply pow_incr. unfold positives in *. lra.
  - intros a b Ha Hb Hab. apply Rinv_le_contravar; [apply Hpow, Ha|]. apply pow_incr. unfold positives in *. lra.
Qed.

(** sigmoid(u) = 1/(1 + exp(-u)) is convex left and concave right of 0, and does not
    decrease; its derivative is sigmoid (1 - sigmoid). *)
Definition sigmoid (u : R) : R := / (1 + exp (- u)).
Lemma sigmoid_range u : 0 < sigmoid u < 1.
Proof.
  pose proof (exp_pos (- u)). unfold sigmoid. split; [apply Rinv_0_lt_compat; lra|].
  rewrite <- Rinv_1. apply Rinv_lt_contravar; lra.
Qed.
Lemma sigmoid_derivative u : derivable_pt_lim sigmoid u (sigmoid u * (1 - sigmoid u)).
Proof.
  pose proof (exp_pos (- u)).
  assert (Hd : derivable_pt_lim (fun u => 1 + exp (- u)) u (0 + exp (- u) * - (1))).
  { apply (derivable_pt_lim_plus (fun _ => 1) (fun u => exp (- u))); [apply derivable_pt_lim_const|].
    apply (derivable_pt_lim_comp (fun u => - u) exp).
    - apply (derivable_pt_lim_opp (fun u => u)), derivable_pt_lim_id.
    - apply derivable_pt_lim_exp. }
  replace (sigmoid u * (1 - sigmoid u))
    with ((0 * (1 + exp (- u)) - (0 + exp (- u) * - (1)) * 1) / Rsqr (1 + exp (- u))).
  - apply (derivable_pt_lim_ext (fun u => 1 / (1 + exp (- u)))); [intros z; unfold sigmoid, Rdiv; ring|].
    apply (derivable_pt_lim_div (fun _ => 1) (fun u => 1 + exp (- u)) u 0 (0 + exp (- u) * - (1)));
      [apply derivable_pt_lim_const|exact Hd|lra].
  - unfold sigmoid, Rsqr. field. lra.
Qed.
Theorem sigmoid_nondecreasing : nondecreasing everywhere sigmoid.
Proof.
  apply (nondecreasing_derivative everywhere sigmoid (fun u => sigmoid u * (1 - sigmoid u)) everywhere_interval).
  - intros; apply sigmoid_derivative.
  - intros u _. pose proof (sigmoid_range u). apply Rmult_le_pos; lra.
Qed.
Lemma sigmoid_zero : sigmoid 0 = / 2.
Proof. unfold sigmoid. rewrite Ropp_0, exp_0. f_equal. Qed.
Theorem known_sigmoid :
  convex_1 (fun u => u <= 0) sigmoid /\ convex_1 (fun u => 0 <= u) (fun u => - sigmoid u).
Proof.
  pose proof sigmoid_nondecreasing as Hm. split.
  - apply (convex_1_derivative _ sigmoid (fun u => sigmoid u * (1 - sigmoid u))).
    + unfold interval_set. intros. lra.
    + intros; apply sigmoid_derivative.
    + intros x y Hx Hy Hle. pose proof (Hm x y I I Hle). pose proof (Hm y 0 I I Hy) as H0.
      rewrite sigmoid_zero in H0.
      assert (0 <= (sigmoid y - sigmoid x) * (1 - sigmoid x - sigmoid y)) by (apply Rmult_le_pos; lra). lra.
  - apply (convex_1_derivative _ _ (fun u => - (sigmoid u * (1 - sigmoid u)))).
    + unfold interval_set. intros. lra.
    + intros x _. apply (derivable_pt_lim_opp sigmoid), sigmoid_derivative.
    + intros x y Hx Hy Hle. pose proof (Hm x y I I Hle). pose proof (Hm 0 x I I Hx) as H0.
      rewrite sigmoid_zero in H0.
      assert (0 <= (sigmoid y - sigmoid x) * (sigmoid x + sigmoid y - 1)) by (apply Rmult_le_pos; lra). lra.
Qed.
