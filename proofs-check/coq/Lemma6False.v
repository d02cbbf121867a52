(** Lemma 6 as printed is false, for every p and every m >= 2.

    The paper asks for a point theta' with g_i(theta') <= 0 for all i and
    ||g(theta')||_q >= gamma, and concludes ||lambda_bar||_p <= (eps + B) / gamma. A
    q-norm is large already if one constraint has room, and then nothing bounds the
    multipliers of the others. Lagrangian.v proves it with the margin in every one. *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Referee Require Import Sums Norms Games.
Local Open Scope R_scope.

(** The printed statement for one pair of norms. As g(theta') <= 0, the q-norm of
    g(theta') is that of - g(theta') >= 0. *)
Definition lemma_6_printed (m : nat) (np : norm_pair m) : Prop :=
  forall (Theta : Type) (g0 : Theta -> R) (g : nat -> Theta -> R)
    (d : mixture Theta) (dl : mixture (nat -> R)) (R0 eps gamma B : R) (th' : Theta),
  0 <= R0 ->
  (forall t, (t < size dl)%nat -> in_ball m np R0 (point dl t)) ->
  approximate_equilibrium m g0 g np R0 d dl eps ->
  feasible m g th' ->
  0 < gamma -> gamma <= dual np (fun i => - g i th') ->
  (forall a b, g0 a - g0 b <= B) ->
  norm np (mean_multipliers dl) <= (eps + B) / gamma.

Lemma mean_multipliers_dirac lam : mean_multipliers (dirac lam) = lam.
Proof. apply functional_extensionality. intros i. apply (mean_dirac lam (fun l => l i)). Qed.

(** Theta is one point, g0 = 0, g = (-1, 0, .., 0), R = 2, lambda = (0, 1, 0, .., 0):
    eps = 0 and B = 0, gamma = 1, yet ||lambda||_p = 1. *)
Definition one_slack (i : nat) (_ : unit) : R := match i with O => -1 | _ => 0 end.

Theorem lemma_6_false m (np : norm_pair m) : (2 <= m)%nat -> ~ lemma_6_printed m np.
Proof.
  intros Hm2 H.
  specialize (H unit (fun _ => 0) one_slack (dirac tt) (dirac (unit_vec 1)) 2 0 1 0 tt).
  rewrite mean_multipliers_dirac, norm_unit in H by lia.
  assert (1 <= (0 + 0) / 1); [|lra]. apply H; try lra.
  - intros t _. simpl. split; [apply unit_vec_nonneg|]. rewrite norm_unit by lia. lra.
  - intros ls [] [Hn _]. rewrite mean_lagrangian_lambda, mean_multipliers_dirac, mean_dirac.
    unfold lagrangian. rewrite rsum_unit by lia. simpl.
    assert (rsum m (fun i => ls i * one_slack i tt) <= 0).
    { apply rsum_nonpos. intros i Hi. pose proof (Hn i Hi). unfold one_slack. destruct i; nra. }
    lra.
  - intros i _. unfold one_slack. destruct i; lra.
  - assert (Hy : nonneg m (fun i => - one_slack i tt))
      by (intros i _; unfold one_slack; destruct i; lra).
    pose proof (dual_coordinate m np _ 0 Hy ltac:(lia)) as HH. simpl in HH. lra.
  - intros _ _. lra.
Qed.

(** The pairs of the paper, spelled out. *)
Corollary lemma_6_false_p_1 : ~ lemma_6_printed 2 (norms_1_inf 2).
Proof. apply lemma_6_false. lia. Qed.
Corollary lemma_6_false_p_inf : ~ lemma_6_printed 2 (norms_inf_1 2).
Proof. apply lemma_6_false. lia. Qed.
Corollary lemma_6_false_p p q Hp Hq Hpq : ~ lemma_6_printed 2 (norms_p_q p q Hp Hq Hpq 2).
Proof. apply lemma_6_false. lia. Qed.

(** It fails even where every constraint has room: g = (-1, -1/4), lambda = (0, 1),
    eps = 1/4, B = 0, and gamma = 1 is at most every q-norm; ||lambda||_p = 1 > 1/4. *)
Definition two_slacks (i : nat) (_ : unit) : R := match i with O => -1 | _ => - / 4 end.

Theorem lemma_6_false_strict (np : norm_pair 2) :
  approximate_equilibrium 2 (fun _ => 0) two_slacks np 2 (dirac tt) (dirac (unit_vec 1)) (/ 4) /\
  margin 2 two_slacks tt (/ 4) /\
  1 <= dual np (fun i => - two_slacks i tt) /\
  (/ 4 + 0) / 1 < norm np (mean_multipliers (dirac (unit_vec 1))).
Proof.
  rewrite mean_multipliers_dirac, norm_unit by lia. repeat split; try lra.
  - intros ls [] [Hn _]. rewrite mean_lagrangian_lambda, mean_multipliers_dirac, mean_dirac.
    unfold lagrangian, two_slacks, unit_vec. simpl.
    pose proof (Hn 0%nat ltac:(lia)). pose proof (Hn 1%nat ltac:(lia)). lra.
  - intros i _. unfold two_slacks. destruct i; lra.
  - assert (Hy : nonneg 2 (fun i => - two_slacks i tt))
      by (intros i _; unfold two_slacks; destruct i; lra).
    pose proof (dual_coordinate 2 np _ 0 Hy ltac:(lia)) as HH. simpl in HH. lra.
Qed.
