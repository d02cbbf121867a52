(** Corollary 1, Theorem 6 and Lemma 1: what descent promises before play.

    The inequality behind all of them is (MD): for every comparator u of the domain,
      sum_t <s_t, theta_t - u> <= D(u)/eta + (eta/2) sum_t ||s_t||^2.
    In the Euclidean case it is proved for iterates that were rounded, too: the residual
    tau_t of round t is the distance of what was stored from the exact projection. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums.
Local Open Scope R_scope.

(** * Vectors of length n *)
Section Vectors.
Variable n : nat.
Definition dot (x y : nat -> R) : R := rsum n (fun i => x i * y i).
Definition square (x : nat -> R) : R := dot x x.
Definition vsub (x y : nat -> R) : nat -> R := fun i => x i - y i.
(** The point y moved by s along x. *)
Definition moved (s : R) (x y : nat -> R) : nat -> R := fun i => y i + s * x i.

Lemma square_nonneg x : 0 <= square x.
Proof. apply rsum_nonneg. intros. nra. Qed.
Lemma square_moved x y s : square (moved s y x) = square x + 2 * s * dot x y + s * s * square y.
Proof.
  unfold square, dot, moved. rewrite <- !rsum_scal, <- !rsum_plus. apply rsum_ext. intros; ring.
Qed.
Lemma square_ext x y : (forall i, (i < n)%nat -> x i = y i) -> square x = square y.
Proof. intros H. apply rsum_ext. intros i Hi. rewrite H by exact Hi. reflexivity. Qed.
Lemma dot_comm x y : dot x y = dot y x.
Proof. apply rsum_ext. intros; ring. Qed.
Lemma dot_vsub x y z : dot x (vsub y z) = dot x y - dot x z.
Proof. unfold dot, vsub. rewrite <- rsum_minus. apply rsum_ext. intros; ring. Qed.
Lemma square_flip x y : square (vsub x y) = square (vsub y x).
Proof. unfold square, dot, vsub. apply rsum_ext. intros; ring. Qed.

(** Cauchy and Schwarz, for bounds of the two lengths. *)
Lemma dot_le x y a b : 0 <= a -> 0 <= b -> square x <= a * a -> square y <= b * b -> dot x y <= a * b.
Proof.
  intros Ha Hb Hx Hy.
  assert (Zero : forall u v c, square u <= 0 * 0 -> square v <= c * c -> dot u v <= 0).
  { intros u v c Hu _. right. apply rsum_zero'. intros i Hi.
    assert (H : u i * u i = 0) by (apply (rsum_le_0_eq n (fun i => u i * u i)); [intros; nra|unfold square, dot in Hu; lra|exact Hi]).
    destruct (Rmult_integral _ _ H) as [-> | ->]; ring. }
  destruct Ha as [Ha|<-]; [|rewrite Rmult_0_l; apply (Zero x y b); assumption].
  destruct Hb as [Hb|<-]; [|rewrite Rmult_0_r, dot_comm; apply (Zero y x a); assumption].
  pose proof (square_nonneg (moved (- (a / b)) y x)) as H. rewrite square_moved in H.
  assert (Hab : a / b * b = a) by (field; lra). set (q := a / b) in *.
  assert (Hq : 0 < q) by (apply Rdiv_lt_0_compat; lra).
  assert (q * q * square y <= q * q * (b * b)) by (apply Rmult_le_compat_l; nra).
  replace (q * q * (b * b)) with ((q * b) * (q * b)) in H0 by ring. rewrite Hab in H0.
  apply Rmult_le_reg_l with q; [exact Hq|]. replace (q * (a * b)) with ((q * b) * a) by ring.
  rewrite Hab. lra.
Qed.

(** * Euclidean projection *)
Definition convex (K : (nat -> R) -> Prop) : Prop :=
  forall p y s, K p -> K y -> 0 <= s <= 1 -> K (fun i => p i + s * (y i - p i)).
(** p is a nearest point of K to x. *)
Definition is_projection (K : (nat -> R) -> Prop) (x p : nat -> R) : Prop :=
  K p /\ forall y, K y -> square (vsub x p) <= square (vsub x y).

Lemma projection_inequality K x p y :
  convex K -> is_projection K x p -> K y -> dot (vsub x p) (vsub y p) <= 0.
Proof.
  intros Hc [Kp Hmin] Ky. set (D := dot (vsub x p) (vsub y p)). set (Q := square (vsub y p)).
  assert (HQ : 0 <= Q) by apply square_nonneg.
  assert (H : forall s, 0 <= s <= 1 -> 2 * s * D <= s * s * Q).
  { intros s Hs. pose proof (Hmin _ (Hc p y s Kp Ky Hs)) as HH.
    rewrite (square_ext (vsub x (fun i => p i + s * (y i - p i))) (moved (- s) (vsub y p) (vsub x p))),
      square_moved in HH by (intros; unfold vsub, moved; ring).
    fold D Q in HH. nra. }
  destruct (Rle_dec D 0) as [|Hn]; [assumption|exfalso].
  assert (HD : 0 < D) by lra. set (s := D / (D + Q)).
  assert (Hs0 : 0 < s) by (apply Rdiv_lt_0_compat; lra).
  assert (Hs : s * (D + Q) = D) by (unfold s; field; lra).
  assert (Hs1 : s <= 1) by nra.
  pose proof (H s ltac:(lra)). nra.
Qed.

Lemma projection_is_closer K x p y :
  convex K -> is_projection K x p -> K y -> square (vsub p y) <= square (vsub x y).
Proof.
  intros Hc Hp Ky. pose proof (projection_inequality K x p y Hc Hp Ky) as Hv.
  rewrite (square_ext (vsub x y) (moved (-1) (vsub y p) (vsub x p))), square_moved
    by (intros; unfold vsub, moved; ring).
  rewrite (square_flip p y). pose proof (square_nonneg (vsub x p)). lra.
Qed.

(** * Projected subgradient descent, with rounding *)
Section Steps.
Variables (K : (nat -> R) -> Prop) (theta exact s : nat -> nat -> R) (eta : R) (T : nat).
Variable tau : nat -> R.
Hypothesis K_convex : convex K.
Hypothesis eta_pos : 0 < eta.
(** exact (t+1) is the exact projection of the step from the stored theta t ... *)
Hypothesis step_exact : forall t, (t < T)%nat ->
  is_projection K (moved (- eta) (s t) (theta t)) (exact (S t)).
(** ... and what is stored is within tau t of it. *)
Hypothesis stored_near : forall t, (t < T)%nat ->
  0 <= tau t /\ square (vsub (theta (S t)) (exact (S t))) <= tau t * tau t.

Lemma one_step y D t : (t < T)%nat -> K y -> 0 <= D -> (forall x, K x -> square (vsub x y) <= D * D) ->
  2 * eta * dot (s t) (vsub (theta t) y) <=
  square (vsub (theta t) y) - square (vsub (theta (S t)) y)
  + eta * eta * square (s t) + (2 * D * tau t + tau t * tau t).
Proof.
  intros Ht Ky HD Hdiam. destruct (stored_near t Ht) as [Htau Hnear].
  pose proof (projection_is_closer K _ _ y K_convex (step_exact t Ht) Ky) as H.
  rewrite (square_ext (vsub (moved (- eta) (s t) (theta t)) y) (moved (- eta) (s t) (vsub (theta t) y))),
    square_moved in H by (intros; unfold vsub, moved; ring).
  rewrite (dot_comm (vsub (theta t) y)) in H.
  rewrite (square_ext (vsub (theta (S t)) y)
    (moved 1 (vsub (theta (S t)) (exact (S t))) (vsub (exact (S t)) y))), square_moved
    by (intros; unfold vsub, moved; ring).
  assert (Kp : K (exact (S t))) by apply (step_exact t Ht).
  pose proof (dot_le _ _ D (tau t) HD Htau (Hdiam _ Kp) Hnear). lra.
Qed.

(** (MD) with update residuals, for every comparator y of the domain. *)
Theorem descent_regret y D A : K y -> 0 <= D -> (forall x, K x -> square (vsub x y) <= D * D) ->
  square (vsub (theta O) y) <= A ->
  rsum T (fun t => dot (s t) (vsub (theta t) y)) <=
  A / (2 * eta) + eta / 2 * rsum T (fun t => square (s t))
  + / (2 * eta) * rsum T (fun t => 2 * D * tau t + tau t * tau t).
Proof.
  intros Ky HD Hdiam HA.
  assert (H : 2 * eta * rsum T (fun t => dot (s t) (vsub (theta t) y)) <=
    A + eta * eta * rsum T (fun t => square (s t)) + rsum T (fun t => 2 * D * tau t + tau t * tau t)).
  { rewrite <- !rsum_scal.
    apply Rle_trans with (rsum T (fun t => ((square (vsub (theta t) y) - square (vsub (theta (S t)) y))
       + eta * eta * square (s t)) + (2 * D * tau t + tau t * tau t))).
    - apply rsum_le. intros t Ht. apply one_step; assumption.
    - rewrite (rsum_plus T (fun t => (square (vsub (theta t) y) - square (vsub (theta (S t)) y))
        + eta * eta * square (s t))), (rsum_plus T (fun t => square (vsub (theta t) y) - square (vsub (theta (S t)) y))),
        (rsum_telescope T (fun t => square (vsub (theta t) y))).
      pose proof (square_nonneg (vsub (theta T) y)). lra. }
  apply Rmult_le_reg_l with (2 * eta); [lra|].
  eapply Rle_trans; [exact H|]. right. field. lra.
Qed.
End Steps.

(** * Theorem 6: mirror descent for any regulariser
    The step and the start enter through the first-order conditions of their minima. *)
Section Mirror.
Variables (K : (nat -> R) -> Prop) (norm dual_norm : (nat -> R) -> R).
Variables (Psi : (nat -> R) -> R) (gradient : (nat -> R) -> nat -> R).
Hypothesis dual : forall x y, dot x y <= dual_norm x * norm y.
Hypothesis norm_nonneg : forall x, 0 <= norm x.
Definition divergence (x y : nat -> R) : R := Psi x - Psi y - dot (gradient y) (vsub x y).
Hypothesis strongly_convex : forall x y, K x -> K y ->
  / 2 * (norm (vsub y x) * norm (vsub y x)) <= divergence x y.
Variables (theta s : nat -> nat -> R) (eta B_Psi : R) (T : nat).
Hypothesis eta_pos : 0 < eta.
Hypothesis inside : forall t, (t <= T)%nat -> K (theta t).
Hypothesis step_minimal : forall t u, (t < T)%nat -> K u ->
  0 <= dot (fun i => gradient (theta (S t)) i - gradient (theta t) i + eta * s t i) (vsub u (theta (S t))).
Hypothesis start_minimal : forall u, K u -> 0 <= dot (gradient (theta O)) (vsub u (theta O)).
Hypothesis Psi_range : forall u, K u -> 0 <= Psi u <= B_Psi.

Lemma mirror_step t u : (t < T)%nat -> K u ->
  eta * dot (s t) (vsub (theta t) u) <=
  divergence u (theta t) - divergence u (theta (S t)) + eta * eta / 2 * (dual_norm (s t) * dual_norm (s t)).
Proof.
  intros Ht Ku. pose proof (step_minimal t u Ht Ku) as Ho.
  pose proof (strongly_convex (theta (S t)) (theta t) (inside _ Ht) (inside _ (Nat.lt_le_incl _ _ Ht))) as Hs.
  assert (Hid : dot (fun i => gradient (theta (S t)) i - gradient (theta t) i + eta * s t i) (vsub u (theta (S t))) =
    divergence u (theta t) - divergence u (theta (S t)) - divergence (theta (S t)) (theta t)
    - eta * dot (s t) (vsub (theta t) u) + eta * dot (s t) (vsub (theta t) (theta (S t)))).
  { unfold divergence.
    assert (X : dot (fun i => gradient (theta (S t)) i - gradient (theta t) i + eta * s t i) (vsub u (theta (S t)))
      = dot (gradient (theta (S t))) (vsub u (theta (S t))) - dot (gradient (theta t)) (vsub u (theta t))
        + dot (gradient (theta t)) (vsub (theta (S t)) (theta t))
        + (eta * dot (s t) (vsub (theta t) (theta (S t))) - eta * dot (s t) (vsub (theta t) u))).
    { unfold dot. rewrite <- !rsum_scal, <- !rsum_minus, <- !rsum_plus. apply rsum_ext.
      intros. unfold vsub. ring. }
    rewrite X. ring. }
  rewrite Hid in Ho.
  set (w := norm (vsub (theta t) (theta (S t)))) in *. set (G := dual_norm (s t)).
  assert (H1 : dot (s t) (vsub (theta t) (theta (S t))) <= G * w) by apply dual.
  assert (eta * dot (s t) (vsub (theta t) (theta (S t))) <= eta * (G * w)) by (apply Rmult_le_compat_l; lra).
  pose proof (Rle_0_sqr (eta * G - w)) as Hsq. unfold Rsqr in Hsq. lra.
Qed.

(** (MD), in the form with the measured subgradients. *)
Theorem mirror_regret u : K u ->
  rsum T (fun t => dot (s t) (vsub (theta t) u)) <=
  B_Psi / eta + eta / 2 * rsum T (fun t => dual_norm (s t) * dual_norm (s t)).
Proof.
  intros Ku.
  assert (H : eta * rsum T (fun t => dot (s t) (vsub (theta t) u)) <=
    B_Psi + eta * eta / 2 * rsum T (fun t => dual_norm (s t) * dual_norm (s t))).
  { rewrite <- !rsum_scal.
    apply Rle_trans with (rsum T (fun t => (divergence u (theta t) - divergence u (theta (S t)))
      + eta * eta / 2 * (dual_norm (s t) * dual_norm (s t)))).
    - apply rsum_le. intros t Ht. apply mirror_step; assumption.
    - rewrite rsum_plus, (rsum_telescope T (fun t => divergence u (theta t))).
      assert (0 <= divergence u (theta T)).
      { eapply Rle_trans; [|apply strongly_convex; auto]. pose proof (norm_nonneg (vsub (theta T) u)). nra. }
      assert (divergence u (theta O) <= B_Psi).
      { unfold divergence. pose proof (start_minimal u Ku). pose proof (Psi_range u Ku).
        pose proof (Psi_range (theta O) (inside O (Nat.le_0_l T))). lra. }
      lra. }
  apply Rmult_le_reg_l with eta; [exact eta_pos|]. eapply Rle_trans; [exact H|]. right. field. lra.
Qed.
End Mirror.
End Vectors.

(** * Steps and constants *)

(** The best that (MD) gives for a sum S <= A/eta + (eta/2) T G^2, at eta = c sqrt(A/(T G^2)). *)
Lemma constant_at_step A G T S c : 0 < A -> 0 < G -> (0 < T)%nat -> 0 < c ->
  let eta := c * sqrt (A / (INR T * (G * G))) in
  S <= A / eta + eta / 2 * (INR T * (G * G)) ->
  S / INR T <= (/ c + c / 2) * (G * sqrt (A / INR T)).
Proof.
  intros HA HG HT Hc eta H.
  assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  assert (HTG : 0 < INR T * (G * G)) by (repeat apply Rmult_lt_0_compat; lra).
  set (r := sqrt (A / (INR T * (G * G)))) in *.
  assert (Hr : 0 < r) by (apply sqrt_lt_R0, Rdiv_lt_0_compat; lra).
  assert (Hrr : r * r = A / (INR T * (G * G))) by (apply sqrt_sqrt; left; apply Rdiv_lt_0_compat; lra).
  assert (Hs : sqrt (A / INR T) = r * G).
  { unfold r. replace (A / INR T) with (A / (INR T * (G * G)) * (G * G)) by (field; lra).
    rewrite sqrt_mult_alt by (left; apply Rdiv_lt_0_compat; lra). rewrite sqrt_square by lra. reflexivity. }
  rewrite Hs. assert (HAr : A = r * r * (INR T * (G * G))) by (rewrite Hrr; field; lra).
  apply Rmult_le_reg_r with (INR T); [exact HTr|].
  replace (S / INR T * INR T) with S by (field; lra).
  eapply Rle_trans; [exact H|]. right. unfold eta. rewrite HAr. field. lra.
Qed.

(** From linear regret to the regret of convex losses, on average. *)
Lemma convex_regret n (K : (nat -> R) -> Prop) (f : nat -> (nat -> R) -> R) theta s T u bound :
  (0 < T)%nat ->
  (forall t x, (t < T)%nat -> K x -> f t (theta t) + dot n (s t) (vsub x (theta t)) <= f t x) -> K u ->
  rsum T (fun t => dot n (s t) (vsub (theta t) u)) / INR T <= bound ->
  rsum T (fun t => f t (theta t)) / INR T - rsum T (fun t => f t u) / INR T <= bound.
Proof.
  intros HT Hsub Ku Hb. assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  eapply Rle_trans; [|exact Hb]. unfold Rdiv. rewrite <- Rmult_minus_distr_r.
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HTr|].
  rewrite <- rsum_minus. apply rsum_le. intros t Ht. pose proof (Hsub t u Ht Ku) as H.
  rewrite dot_vsub in *. lra.
Qed.

(** Theorem 6 (mirror descent): with the paper's step the mean regret against every point of the domain is at
    most (3/2) B sqrt(B_Psi/T); the paper says 2. *)
Theorem theorem_6 n (K : (nat -> R) -> Prop) norm dual_norm Psi gradient (f : nat -> (nat -> R) -> R)
    theta s B B_Psi T u :
  let eta := sqrt (B_Psi / (INR T * (B * B))) in
  0 < B_Psi -> 0 < B -> (0 < T)%nat ->
  (forall x y, dot n x y <= dual_norm x * norm y) -> (forall x, 0 <= norm x) ->
  (forall x y, K x -> K y -> / 2 * (norm (vsub y x) * norm (vsub y x)) <= divergence n Psi gradient x y) ->
  (forall t, (t <= T)%nat -> K (theta t)) ->
  (forall t v, (t < T)%nat -> K v ->
     0 <= dot n (fun i => gradient (theta (S t)) i - gradient (theta t) i + eta * s t i) (vsub v (theta (S t)))) ->
  (forall v, K v -> 0 <= dot n (gradient (theta O)) (vsub v (theta O))) ->
  (forall v, K v -> 0 <= Psi v <= B_Psi) ->
  (forall t, (t < T)%nat -> 0 <= dual_norm (s t) <= B) ->
  (forall t x, (t < T)%nat -> K x -> f t (theta t) + dot n (s t) (vsub x (theta t)) <= f t x) ->
  K u ->
  rsum T (fun t => f t (theta t)) / INR T - rsum T (fun t => f t u) / INR T
  <= 3 / 2 * (B * sqrt (B_Psi / INR T)).
Proof.
  intros eta HA HB HT Hdual Hnorm Hstrong Hin Hstep Hstart HPsi Hs Hsub Ku.
  assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  assert (Heta : 0 < eta) by (apply sqrt_lt_R0, Rdiv_lt_0_compat; [lra|repeat apply Rmult_lt_0_compat; lra]).
  apply (convex_regret n K f theta s T u _ HT Hsub Ku).
  replace (3 / 2) with (/ 1 + 1 / 2) by lra.
  apply constant_at_step; try assumption; try lra. rewrite Rmult_1_l. fold eta.
  eapply Rle_trans; [apply (mirror_regret n K norm dual_norm Psi gradient Hdual Hnorm Hstrong theta s eta B_Psi T);
    assumption|].
  apply Rplus_le_compat_l, Rmult_le_compat_l; [lra|]. rewrite <- rsum_const. apply rsum_le.
  intros t Ht. pose proof (Hs t Ht). nra.
Qed.

(** * Corollary 1 (subgradient descent)
    D_Theta bounds the lengths of the domain's points, B those of the subgradients. *)
Section Corollary1.
Variables (n : nat) (K : (nat -> R) -> Prop) (f : nat -> (nat -> R) -> R) (theta exact s : nat -> nat -> R).
Variables (tau : nat -> R) (D eta : R) (T : nat).
Hypothesis K_convex : convex K.
Hypothesis T_pos : (0 < T)%nat.
Hypothesis D_pos : 0 < D.
Hypothesis K_in_ball : forall x, K x -> square n x <= D * D.
Hypothesis start : is_projection n K (fun _ => 0) (theta O).
Hypothesis eta_pos : 0 < eta.
Hypothesis step_exact : forall t, (t < T)%nat ->
  is_projection n K (moved (- eta) (s t) (theta t)) (exact (S t)).
Hypothesis stored_near : forall t, (t < T)%nat ->
  0 <= tau t /\ square n (vsub (theta (S t)) (exact (S t))) <= tau t * tau t.
Hypothesis subgradients : forall t x, (t < T)%nat -> K x ->
  f t (theta t) + dot n (s t) (vsub x (theta t)) <= f t x.

(** What the rounding of the iterates can add to the mean regret. *)
Definition rounding : R := / (2 * eta) * rsum T (fun t => 4 * D * tau t + tau t * tau t) / INR T.

Lemma diameter u : K u -> forall x, K x -> square n (vsub x u) <= (2 * D) * (2 * D).
Proof.
  intros Ku x Kx. change (square n (vsub x u)) with (square n (fun i => x i - u i)).
  rewrite (square_ext n _ (moved (-1) u x)) by (intros; unfold moved; ring). rewrite square_moved.
  pose proof (K_in_ball x Kx). pose proof (K_in_ball u Ku).
  assert (- dot n x u <= D * D).
  { replace (- dot n x u) with (dot n (fun i => - x i) u).
    - apply dot_le; try lra. rewrite (square_ext n _ (moved (-1) x (fun _ => 0))) by (intros; unfold moved; ring).
      rewrite square_moved. assert (square n (fun _ => 0) = 0) by (apply rsum_zero'; intros; ring).
      assert (dot n (fun _ => 0) x = 0) by (apply rsum_zero'; intros; ring). lra.
    - unfold dot. rewrite <- (Rmult_1_l (rsum n (fun i => x i * u i))), Ropp_mult_distr_l, <- rsum_scal.
      apply rsum_ext. intros; ring. }
  lra.
Qed.

(** With the subgradients that were seen. *)
Theorem corollary_1_data u : K u ->
  rsum T (fun t => f t (theta t)) / INR T - rsum T (fun t => f t u) / INR T
  <= D * D / (2 * eta * INR T) + eta / 2 * (rsum T (fun t => square n (s t)) / INR T) + rounding.
Proof.
  intros Ku. assert (HTr : 0 < INR T) by (apply lt_0_INR, T_pos).
  apply (convex_regret n K f theta s T u _ T_pos subgradients Ku).
  assert (H0 : square n (vsub (theta O) u) <= D * D).
  { eapply Rle_trans; [apply (projection_is_closer n K _ _ u K_convex start Ku)|].
    rewrite (square_ext n _ (moved (-1) u (fun _ => 0))) by (intros; unfold moved, vsub; ring).
    rewrite square_moved. assert (square n (fun _ => 0) = 0) by (apply rsum_zero'; intros; ring).
    assert (dot n (fun _ => 0) u = 0) by (apply rsum_zero'; intros; ring). pose proof (K_in_ball u Ku). lra. }
  pose proof (descent_regret n K theta exact s eta T tau K_convex eta_pos step_exact stored_near u (2 * D) (D * D)
    Ku ltac:(lra) (diameter u Ku) H0) as H.
  apply Rmult_le_reg_r with (INR T); [exact HTr|].
  replace (rsum T (fun t => dot n (s t) (vsub (theta t) u)) / INR T * INR T)
    with (rsum T (fun t => dot n (s t) (vsub (theta t) u))) by (field; lra).
  eapply Rle_trans; [exact H|]. right. unfold rounding.
  rewrite (rsum_ext T (fun t => 2 * (2 * D) * tau t + tau t * tau t) (fun t => 4 * D * tau t + tau t * tau t))
    by (intros; ring).
  field. lra.
Qed.

Variable B : R.
Hypothesis B_pos : 0 < B.
Hypothesis bounded : forall t, (t < T)%nat -> square n (s t) <= B * B.

(** With the bound of the subgradients, for any step. *)
Theorem corollary_1_step u : K u ->
  rsum T (fun t => f t (theta t)) / INR T - rsum T (fun t => f t u) / INR T
  <= D * D / (2 * eta * INR T) + eta / 2 * (B * B) + rounding.
Proof.
  intros Ku. assert (HTr : 0 < INR T) by (apply lt_0_INR, T_pos).
  eapply Rle_trans; [apply (corollary_1_data u Ku)|]. apply Rplus_le_compat_r, Rplus_le_compat_l.
  apply Rmult_le_compat_l; [lra|]. apply Rmult_le_reg_r with (INR T); [exact HTr|].
  replace (rsum T (fun t => square n (s t)) / INR T * INR T) with (rsum T (fun t => square n (s t))) by (field; lra).
  rewrite Rmult_comm, <- rsum_const. apply rsum_le, bounded.
Qed.

(** The paper's bound, for every step that keeps it (its own does). *)
Theorem corollary_1_paper u : K u ->
  D * D / (2 * eta * INR T) + eta / 2 * (B * B) <= D * B * sqrt (2 / INR T) ->
  rsum T (fun t => f t (theta t)) / INR T - rsum T (fun t => f t u) / INR T
  <= D * B * sqrt (2 / INR T) + rounding.
Proof. intros Ku H. eapply Rle_trans; [apply (corollary_1_step u Ku)|]. lra. Qed.
End Corollary1.

Lemma sqrt_two_over T : (0 < T)%nat -> sqrt (2 / INR T) = sqrt 2 * sqrt (/ INR T).
Proof. intros HT. unfold Rdiv. apply sqrt_mult_alt. lra. Qed.

(** The paper's step keeps the paper's bound: it gives 3/4 of it. *)
Theorem paper_step_keeps_bound D B T : 0 < D -> 0 < B -> (0 < T)%nat ->
  let eta := D / (B * sqrt (2 * INR T)) in
  D * D / (2 * eta * INR T) + eta / 2 * (B * B) = 3 / 4 * (D * B * sqrt (2 / INR T)) /\ 0 < eta.
Proof.
  intros HD HB HT eta. assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  set (r := sqrt (2 * INR T)) in *.
  assert (Hr : 0 < r) by (apply sqrt_lt_R0; lra).
  assert (Hrr : r * r = 2 * INR T) by (apply sqrt_sqrt; lra).
  assert (Hs : sqrt (2 / INR T) = 2 / r).
  { replace (2 / INR T) with ((2 / r) * (2 / r)).
    - apply sqrt_square. left. apply Rdiv_lt_0_compat; lra.
    - replace (2 / r * (2 / r)) with (4 / (r * r)) by (field; lra). rewrite Hrr. field. lra. }
  rewrite Hs. replace (INR T) with (r * r / 2) by lra. split; [unfold eta; field; lra|].
  unfold eta. apply Rdiv_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; lra.
Qed.

(** The best step: the constant 1 in D B / sqrt(T). *)
Theorem best_step_bound D B T : 0 < D -> 0 < B -> (0 < T)%nat ->
  let eta := D / (B * sqrt (INR T)) in
  D * D / (2 * eta * INR T) + eta / 2 * (B * B) = D * B / sqrt (INR T) /\ 0 < eta.
Proof.
  intros HD HB HT eta. assert (HTr : 0 < INR T) by (apply lt_0_INR, HT).
  set (r := sqrt (INR T)) in *. assert (Hr : 0 < r) by (apply sqrt_lt_R0; lra).
  assert (Hrr : r * r = INR T) by (apply sqrt_sqrt; lra).
  split; [unfold eta; rewrite <- Hrr; field; lra|].
  unfold eta. apply Rdiv_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; lra.
Qed.
