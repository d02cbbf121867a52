(** Strong duality of the shrinking program: an optimal solution has duals that prove it
    optimal, so the checker's claim [optimal] can always be certified exactly. *)
From Coq Require Import Reals Lra Lia Arith List.
From Referee Require Import Sums Norms Farkas ShrinkLP.
Import ListNotations.
Local Open Scope R_scope.

Section Duality.
Variables (T m : nat) (c : nat -> R) (a : nat -> nat -> R) (e V : R).

(** The unknowns are y_0 .. y_(m-1) and the mass, at index m. *)
Definition dual_unknowns (y : nat -> R) (mass : R) : nat -> R := fun i => if Nat.ltb i m then y i else mass.
Definition dual_rows : list row :=
  map (fun t => (dual_unknowns (fun i => - a i t) 1, c t)) (seq 0 T) ++    (* mass <= c_t + sum_i y_i a_it *)
  map (fun k => (dual_unknowns (fun i => - unit_vec k i) 0, 0)) (seq 0 m) ++  (* 0 <= y_k *)
  [(dual_unknowns (fun _ => e) (-1), - V)].                               (* V <= mass - e sum_i y_i *)

Lemma dual_unknowns_y y mass i : (i < m)%nat -> dual_unknowns y mass i = y i.
Proof. intros Hi. unfold dual_unknowns. destruct (Nat.ltb_spec i m); [reflexivity|lia]. Qed.
Lemma dual_unknowns_mass y mass : dual_unknowns y mass m = mass.
Proof. unfold dual_unknowns. destruct (Nat.ltb_spec m m); [lia|reflexivity]. Qed.
Lemma dual_dot y mass x : rsum m (fun i => dual_unknowns y mass i * x i) = rsum m (fun i => y i * x i).
Proof. apply rsum_ext. intros i Hi. rewrite dual_unknowns_y by exact Hi. reflexivity. Qed.

(** What a combination of rows says of every y >= 0 and every mass. *)
Definition bounded_by_slacks (r : nat -> R) (b : R) : Prop :=
  exists alpha sigma, nonneg T alpha /\ 0 <= sigma /\
  forall y mass, nonneg m y ->
    rsum T (fun t => alpha t * (c t + rsum m (fun i => y i * a i t) - mass))
    + sigma * (mass - e * rsum m y - V)
    <= b - (rsum m (fun i => r i * y i) + r m * mass).

Lemma dual_rows_bounded r b : In (r, b) dual_rows -> bounded_by_slacks r b.
Proof.
  unfold dual_rows. rewrite !in_app_iff, !in_map_iff. intros [H|[H|[H|[]]]].
  - destruct H as (t & E & Ht). injection E as <- <-. apply in_seq in Ht.
    exists (unit_vec t), 0. split; [apply unit_vec_nonneg|]. split; [lra|]. intros y mass Hy.
    rewrite rsum_unit, dual_unknowns_mass, dual_dot by lia.
    rewrite (rsum_ext m (fun i => - a i t * y i) (fun i => -1 * (y i * a i t))) by (intros; ring).
    rewrite rsum_scal. lra.
  - destruct H as (k & E & Hk). injection E as <- <-. apply in_seq in Hk.
    exists (fun _ => 0), 0. split; [intros t _; lra|]. split; [lra|]. intros y mass Hy.
    rewrite dual_unknowns_mass, dual_dot, (rsum_zero' T) by (intros; ring).
    rewrite (rsum_ext m (fun i => - unit_vec k i * y i) (fun i => -1 * (unit_vec k i * y i))) by (intros; ring).
    rewrite rsum_scal, rsum_unit by lia. pose proof (Hy k ltac:(lia)). lra.
  - injection H as <- <-. exists (fun _ => 0), 1. split; [intros t _; lra|]. split; [lra|]. intros y mass Hy.
    rewrite dual_unknowns_mass, dual_dot, (rsum_zero' T), rsum_scal by (intros; ring). lra.
Qed.

Lemma dual_combinations_bounded r b : derived dual_rows r b -> bounded_by_slacks r b.
Proof.
  apply derived_invariant; [exact dual_rows_bounded|].
  intros s t r1 b1 r2 b2 Hs Ht (al1 & s1 & Ha1 & Hs1 & H1) (al2 & s2 & Ha2 & Hs2 & H2).
  exists (fun k => s * al1 k + t * al2 k), (s * s1 + t * s2).
  split; [intros k Hk; pose proof (Ha1 k Hk); pose proof (Ha2 k Hk);
          apply Rplus_le_le_0_compat; apply Rmult_le_pos; assumption|].
  split; [apply Rplus_le_le_0_compat; apply Rmult_le_pos; assumption|].
  intros y mass Hy.
  pose proof (Rmult_le_compat_l s _ _ Hs (H1 y mass Hy)) as E1.
  pose proof (Rmult_le_compat_l t _ _ Ht (H2 y mass Hy)) as E2.
  rewrite (rsum_ext T _ (fun k => s * (al1 k * (c k + rsum m (fun i => y i * a i k) - mass))
    + t * (al2 k * (c k + rsum m (fun i => y i * a i k) - mass)))) by (intros; ring).
  rewrite (rsum_ext m (fun i => (s * r1 i + t * r2 i) * y i)
    (fun i => s * (r1 i * y i) + t * (r2 i * y i))) by (intros; ring).
  rewrite !rsum_plus, !rsum_scal. lra.
Qed.

(** If no feasible p has an objective below V, no combination reads 0 <= b with b < 0. *)
Lemma dual_no_contradiction r b : (forall p, lp_feasible T m a e p -> V <= objective T c p) ->
  derived dual_rows r b -> (forall i, (i < S m)%nat -> r i = 0) -> 0 <= b.
Proof.
  intros Hopt Hd Hz. destruct (dual_combinations_bounded r b Hd) as (al & sg & Ha & Hsg & H).
  set (C := rsum T (fun t => al t * c t)). set (D := fun i => rsum T (fun t => al t * a i t)).
  assert (H' : forall y mass, nonneg m y ->
    C + rsum m (fun i => y i * D i) - rsum T al * mass + sg * (mass - e * rsum m y - V) <= b).
  { intros y mass Hy. pose proof (H y mass Hy) as E.
    rewrite (rsum_zero' m (fun i => r i * y i)), (Hz m ltac:(lia)) in E
      by (intros i Hi; rewrite (Hz i ltac:(lia)); ring).
    rewrite (rsum_ext T _ (fun t => al t * c t + (al t * rsum m (fun i => y i * a i t) - al t * mass))) in E
      by (intros; ring).
    rewrite rsum_plus, rsum_minus, rsum_scal_r in E.
    pose proof (constraint_mix T m a y al) as Em. unfold constraint in Em. fold D in Em.
    change (fun i => y i * rsum T (fun t => al t * a i t)) with (fun i => y i * D i) in Em.
    rewrite Em in E. fold C in E. lra. }
  clear H.
  assert (Zy : nonneg m (fun _ => 0)) by (intros i _; lra).
  assert (Z1 : rsum m (fun i => 0 * D i) = 0) by (apply rsum_zero'; intros; ring).
  assert (Hmass : rsum T al = sg).
  { destruct (Req_dec (rsum T al) sg) as [He|He]; [exact He|]. exfalso.
    pose proof (H' _ ((b - C + sg * V + 1) / (sg - rsum T al)) Zy) as E. cbv beta in E. rewrite Z1, rsum_zero in E.
    set (x := (b - C + sg * V + 1) / (sg - rsum T al)) in E.
    assert ((sg - rsum T al) * x = b - C + sg * V + 1) by (unfold x; field; lra). lra. }
  assert (Hcon : forall i, (i < m)%nat -> D i <= e * sg).
  { intros i Hi. destruct (Rle_lt_dec (D i) (e * sg)) as [Hle|Hlt]; [exact Hle|]. exfalso.
    set (s := (Rabs (b - C + sg * V) + 1) / (D i - e * sg)).
    assert (Hs : s * (D i - e * sg) = Rabs (b - C + sg * V) + 1) by (unfold s; field; lra).
    pose proof (Rabs_pos (b - C + sg * V)). pose proof (Rle_abs (b - C + sg * V)).
    assert (0 <= s) by (unfold s; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
    assert (Hy : nonneg m (fun k => s * unit_vec i k))
      by (intros k Hk; apply Rmult_le_pos; [assumption|apply (unit_vec_nonneg m i k Hk)]).
    pose proof (H' _ 0 Hy) as E. cbv beta in E.
    rewrite rsum_scal, rsum_unit_1 in E by exact Hi.
    rewrite (rsum_ext m _ (fun k => s * (unit_vec i k * D k))), rsum_scal, rsum_unit in E
      by (exact Hi || (intros; ring)). lra. }
  pose proof (H' _ 0 Zy) as E. cbv beta in E. rewrite Z1, rsum_zero in E.
  destruct Hsg as [Hp|Hp].
  - assert (Hf : lp_feasible T m a e (fun t => / sg * al t)).
    { assert (0 < / sg) by (apply Rinv_0_lt_compat, Hp). split; [|split].
      - intros t Ht. apply Rmult_le_pos; [lra|apply Ha, Ht].
      - rewrite rsum_scal, Hmass. apply Rinv_l. lra.
      - intros i Hi. unfold constraint.
        rewrite (rsum_ext T _ (fun t => / sg * (al t * a i t))) by (intros; ring).
        rewrite rsum_scal. fold (D i). pose proof (Hcon i Hi).
        replace e with (/ sg * (e * sg)) by (field; lra). apply Rmult_le_compat_l; lra. }
    pose proof (Hopt _ Hf) as Ho. unfold objective in Ho.
    rewrite (rsum_ext T _ (fun t => / sg * (al t * c t))) in Ho by (intros; ring).
    rewrite rsum_scal in Ho. fold C in Ho.
    assert (sg * V <= C); [|lra]. replace C with (sg * (/ sg * C)) by (field; lra).
    apply Rmult_le_compat_l; lra.
  - assert (Za : forall t, (t < T)%nat -> al t = 0) by (apply rsum_le_0_eq; [exact Ha|lra]).
    assert (C = 0) by (apply rsum_zero'; intros t Ht; rewrite (Za t Ht); ring).
    rewrite <- Hp in E. lra.
Qed.
End Duality.

(** The duals of the claim [optimal] exist for every optimal p. *)
Theorem optimal_duals_exist T m c a e p : lp_optimal T m c a e p ->
  exists y mass, nonneg m y /\
    (forall t, (t < T)%nat -> mass <= c t + rsum m (fun i => y i * a i t)) /\
    objective T c p = mass - e * rsum m y.
Proof.
  intros [Hf Hopt]. set (V := objective T c p).
  destruct (farkas (S m) (dual_rows T m c a e V)) as [(x & Hx)|(r & b & Hd & Hz & Hb)].
  2:{ pose proof (dual_no_contradiction T m c a e V r b Hopt Hd Hz). lra. }
  assert (Hr : forall y mass b, In (dual_unknowns m y mass, b) (dual_rows T m c a e V) ->
    rsum m (fun i => y i * x i) + mass * x m <= b).
  { intros y mass b Hin. pose proof (Hx _ Hin) as H. unfold satisfies in H. simpl in H.
    rewrite dual_dot, dual_unknowns_mass in H. exact H. }
  unfold dual_rows in Hr.
  assert (Hy : nonneg m x).
  { intros k Hk. assert (H := Hr (fun i => - unit_vec k i) 0 0).
    rewrite (rsum_ext m _ (fun i => -1 * (unit_vec k i * x i))), rsum_scal, rsum_unit in H
      by (exact Hk || (intros; ring)).
    assert (-1 * x k + 0 * x m <= 0); [|lra]. apply H. rewrite !in_app_iff. right; left.
    apply in_map_iff. exists k. split; [reflexivity|apply in_seq; lia]. }
  assert (Hmass : forall t, (t < T)%nat -> x m <= c t + rsum m (fun i => x i * a i t)).
  { intros t Ht. assert (H := Hr (fun i => - a i t) 1 (c t)).
    rewrite (rsum_ext m _ (fun i => -1 * (x i * a i t))), rsum_scal in H by (intros; ring).
    assert (-1 * rsum m (fun i => x i * a i t) + 1 * x m <= c t); [|lra]. apply H. rewrite !in_app_iff. left.
    apply in_map_iff. exists t. split; [reflexivity|apply in_seq; lia]. }
  assert (HV : V <= x m - e * rsum m x).
  { assert (H := Hr (fun _ => e) (-1) (- V)). cbv beta in H. rewrite rsum_scal in H.
    assert (e * rsum m x + -1 * x m <= - V); [|lra]. apply H. rewrite !in_app_iff. right; right. left. reflexivity. }
  exists x, (x m). split; [exact Hy|]. split; [exact Hmass|].
  pose proof (weak_duality T m c a e x (x m) p Hy Hmass Hf). fold V in H. fold V. lra.
Qed.
