(** Equalities (sections 3, 4 and 9 of the specification): constraints recorded as two opposite inequalities.

    [pairs] lists the halves (i, j) of the equalities; no constraint is in two pairs. What the multipliers of the two
    halves have in common weighs nothing wherever the halves are opposite, so it may be taken away. Only the values at
    the points that were played are known to be opposite; the lower bound stays one at the multipliers themselves. *)
From Coq Require Import Reals Lra Lia Arith List Bool.
From Referee Require Import Sums Norms Games Lagrangian ShrinkLP Sparse Rules.
Import ListNotations.
Local Open Scope R_scope.

(** * Pairs *)
Definition members (pairs : list (nat * nat)) : list nat := flat_map (fun ij => [fst ij; snd ij]) pairs.
Definition disjoint_pairs (m : nat) (pairs : list (nat * nat)) : Prop :=
  NoDup (members pairs) /\ forall k, In k (members pairs) -> (k < m)%nat.

(** What the multipliers of k and of its other half have in common; 0 where k is in no pair. *)
Fixpoint common (pairs : list (nat * nat)) (mul : nat -> R) (k : nat) : R :=
  match pairs with
  | [] => 0
  | (i, j) :: rest => if (Nat.eqb k i || Nat.eqb k j)%bool then Rmin (mul i) (mul j) else common rest mul k
  end.
(** mu': the multipliers without it. *)
Definition cancelled (pairs : list (nat * nat)) (mul : nat -> R) (k : nat) : R := mul k - common pairs mul k.

Lemma in_members i j pairs : In (i, j) pairs -> In i (members pairs) /\ In j (members pairs).
Proof. intros H. split; apply in_flat_map; exists (i, j); split; simpl; auto. Qed.
Lemma disjoint_tail m i j pairs : disjoint_pairs m ((i, j) :: pairs) ->
  (i < m)%nat /\ (j < m)%nat /\ i <> j /\ ~ In i (members pairs) /\ ~ In j (members pairs) /\ disjoint_pairs m pairs.
Proof.
  intros [Hn Hm]. cbn [members flat_map fst snd app] in Hn, Hm. inversion Hn as [|? ? Hi Hn']; subst.
  inversion Hn' as [|? ? Hj Hn'']; subst. repeat split.
  - apply Hm. simpl. auto.
  - apply Hm. simpl. auto.
  - intros ->. apply Hi. left. reflexivity.
  - intros H. apply Hi. right. exact H.
  - exact Hj.
  - exact Hn''.
  - intros k Hk. apply Hm. simpl. auto.
Qed.
Lemma common_outside pairs mul k : ~ In k (members pairs) -> common pairs mul k = 0.
Proof.
  induction pairs as [|[i j] pairs IH]; intros H; [reflexivity|]. cbn [members flat_map fst snd app In] in H.
  cbn [common]. destruct (Nat.eqb_spec k i); [subst; tauto|]. destruct (Nat.eqb_spec k j); [subst; tauto|].
  apply IH. tauto.
Qed.

(** mu' as section 4 writes it. *)
Theorem cancelled_pair m pairs mul i j : disjoint_pairs m pairs -> In (i, j) pairs ->
  cancelled pairs mul i = mul i - Rmin (mul i) (mul j) /\ cancelled pairs mul j = mul j - Rmin (mul i) (mul j).
Proof.
  unfold cancelled. induction pairs as [|[a b] pairs IH]; intros Hd Hin; [destruct Hin|].
  destruct (disjoint_tail m a b pairs Hd) as (_ & _ & _ & Ha & Hb & Ht). cbn [common].
  destruct Hin as [E|Hin].
  - injection E as -> ->. rewrite !Nat.eqb_refl, orb_true_r. split; reflexivity.
  - destruct (in_members i j pairs Hin) as [Hi Hj].
    assert (Hk : forall k, In k (members pairs) -> (Nat.eqb k a || Nat.eqb k b)%bool = false).
    { intros k Hk. destruct (Nat.eqb_spec k a); [subst; contradiction|].
      destruct (Nat.eqb_spec k b); [subst; contradiction|reflexivity]. }
    rewrite !Hk by assumption. apply IH; assumption.
Qed.
Theorem cancelled_single pairs mul k : ~ In k (members pairs) -> cancelled pairs mul k = mul k.
Proof. intros H. unfold cancelled. rewrite common_outside by exact H. ring. Qed.

Lemma common_le pairs mul k : 0 <= mul k -> common pairs mul k <= mul k.
Proof.
  intros Hk. induction pairs as [|[i j] pairs IH]; cbn [common]; [exact Hk|].
  destruct (Nat.eqb_spec k i) as [->|]; [apply Rmin_l|].
  destruct (Nat.eqb_spec k j) as [->|]; [apply Rmin_r|exact IH].
Qed.
Lemma common_nonneg m pairs mul k : disjoint_pairs m pairs -> nonneg m mul -> 0 <= common pairs mul k.
Proof.
  intros Hd Hm. induction pairs as [|[i j] pairs IH]; cbn [common]; [lra|].
  destruct (disjoint_tail m i j pairs Hd) as (Hi & Hj & _ & _ & _ & Ht).
  destruct (Nat.eqb k i || Nat.eqb k j)%bool; [apply Rmin_glb; apply Hm; assumption|apply IH, Ht].
Qed.
Lemma cancelled_nonneg m pairs mul : nonneg m mul -> nonneg m (cancelled pairs mul).
Proof. intros H k Hk. pose proof (common_le pairs mul k (H k Hk)). unfold cancelled. lra. Qed.
Lemma cancelled_le m pairs mul k : disjoint_pairs m pairs -> nonneg m mul -> cancelled pairs mul k <= mul k.
Proof. intros Hd Hm. pose proof (common_nonneg m pairs mul k Hd Hm). unfold cancelled. lra. Qed.

(** sum_k mu_k x_k - sum_k mu'_k x_k, pair by pair. *)
Fixpoint paired (pairs : list (nat * nat)) (f : nat -> nat -> R) : R :=
  match pairs with [] => 0 | (i, j) :: rest => f i j + paired rest f end.
Lemma common_sum m pairs mul x : disjoint_pairs m pairs ->
  rsum m (fun k => common pairs mul k * x k) = paired pairs (fun i j => Rmin (mul i) (mul j) * (x i + x j)).
Proof.
  induction pairs as [|[i j] pairs IH]; intros Hd; cbn [common paired].
  - apply rsum_zero'. intros; ring.
  - destruct (disjoint_tail m i j pairs Hd) as (Hi & Hj & Hne & Hni & Hnj & Ht). rewrite <- (IH Ht).
    rewrite Rmult_plus_distr_l. rewrite <- (rsum_delta m i (fun k => Rmin (mul i) (mul j) * x k) Hi).
    rewrite <- (rsum_delta m j (fun k => Rmin (mul i) (mul j) * x k) Hj), <- !rsum_plus. apply rsum_ext. intros k _.
    destruct (Nat.eqb_spec k i) as [->|]; cbn [orb].
    + rewrite (common_outside pairs mul i Hni). destruct (Nat.eqb_spec i j); [contradiction|ring].
    + destruct (Nat.eqb_spec k j) as [->|]; [rewrite (common_outside pairs mul j Hnj)|]; ring.
Qed.
Lemma cancelled_sum m pairs mul x : disjoint_pairs m pairs ->
  rsum m (fun k => mul k * x k) = rsum m (fun k => cancelled pairs mul k * x k) +
    paired pairs (fun i j => Rmin (mul i) (mul j) * (x i + x j)).
Proof.
  intros Hd. rewrite <- (common_sum m pairs mul x Hd), <- rsum_plus. apply rsum_ext. intros. unfold cancelled. ring.
Qed.
Lemma paired_zero pairs f : (forall i j, In (i, j) pairs -> f i j = 0) -> paired pairs f = 0.
Proof.
  induction pairs as [|[i j] pairs IH]; intros H; cbn [paired]; [reflexivity|].
  rewrite (H i j) by (left; reflexivity). rewrite IH by (intros; apply H; right; assumption). ring.
Qed.
Lemma paired_nonpos pairs f : (forall i j, In (i, j) pairs -> f i j <= 0) -> paired pairs f <= 0.
Proof.
  induction pairs as [|[i j] pairs IH]; intros H; cbn [paired]; [lra|].
  pose proof (H i j (or_introl eq_refl)). pose proof (IH (fun i' j' Hin => H i' j' (or_intror Hin))). lra.
Qed.

(** Where the halves are opposite, what they have in common cancels. *)
Theorem equalities_cancel m pairs mul x : disjoint_pairs m pairs -> (forall i j, In (i, j) pairs -> x j = - x i) ->
  rsum m (fun k => mul k * x k) = rsum m (fun k => cancelled pairs mul k * x k).
Proof.
  intros Hd Hx. rewrite (cancelled_sum m pairs mul x Hd), paired_zero; [ring|].
  intros i j Hin. rewrite (Hx i j Hin). ring.
Qed.

(** * The Lagrangian game *)
Section LagrangianEqualities.
Context {Theta : Type}.
Variables (m : nat) (g0 : Theta -> R) (g : nat -> Theta -> R) (np : norm_pair m).
Variables (d : mixture Theta) (mul : nat -> R) (R0 lower : R) (pairs : list (nat * nat)).
Hypothesis Hmul : nonneg m mul.
Hypothesis Hpairs : disjoint_pairs m pairs.
(** All that a trace shows: opposite values at the points played. *)
Hypothesis Hopposite : forall i j t, In (i, j) pairs -> (t < size d)%nat -> g j (point d t) = - g i (point d t).
Notation E0 := (mean d g0).
Notation E i := (mean d (g i)).
Notation u := (dual np (violation g d)).
Notation mul' := (cancelled pairs mul).
Notation n' := (norm np mul').
Notation eps := (E0 + R0 * u - lower).

Lemma opposite_means i j : In (i, j) pairs -> E j = - E i.
Proof.
  intros H. replace (- E i) with (-1 * E i) by ring. unfold mean. rewrite <- rsum_scal.
  apply rsum_ext. intros t Ht. rewrite (Hopposite i j t H Ht). ring.
Qed.

(** E_j = - E_i of each pair, mu' >= 0 weighs the means as mu does, and with its norm n' the sum is at most n' u: this
    is all that Theorem 3 uses of the multipliers. *)
Theorem rule_equalities :
  (forall i j, In (i, j) pairs -> E j = - E i) /\ nonneg m mul' /\
  rsum m (fun i => mul i * E i) = rsum m (fun i => mul' i * E i) /\ rsum m (fun i => mul i * E i) <= n' * u.
Proof.
  pose proof (equalities_cancel m pairs mul (fun i => E i) Hpairs opposite_means) as Hs.
  repeat split; [exact opposite_means|apply cancelled_nonneg, Hmul|exact Hs|]. cbv beta in Hs. rewrite Hs.
  apply inner_le, cancelled_nonneg, Hmul.
Qed.

(** [norm_below_radius] and [infeasibility] with equalities: u <= epsilon / (R - n'), by the slack E0 + n' u - lower,
    where lower is a bound of the Lagrangian at mu (not at mu': away from the points played nothing is known to be
    opposite). *)
Theorem rule_equalities_infeasibility :
  (n' < R0 <-> 0 < R0 - n') /\
  (given_lower m g0 g mul lower -> 0 <= E0 + n' * u - lower) /\
  (0 < R0 - n' -> same_sign (E0 + n' * u - lower) (eps / (R0 - n') - u) /\
     (given_lower m g0 g mul lower -> u <= eps / (R0 - n'))).
Proof.
  assert (Hslack : given_lower m g0 g mul lower -> 0 <= E0 + n' * u - lower).
  { intros Hl. destruct rule_equalities as (_ & _ & _ & Hu). pose proof (lower_le_played m g0 g d mul lower Hl). lra. }
  split; [lra|]. split; [exact Hslack|]. intros Hn. split.
  - apply (same_sign_scale (R0 - n')); [exact Hn|]. field. lra.
  - intros Hl. apply le_quotient; [exact Hn|]. pose proof (Hslack Hl). lra.
Qed.

(** With equalities no point has a positive margin: both halves cannot be below 0. *)
Theorem equalities_no_margin th gamma i j : In (i, j) pairs -> g j th = - g i th -> margin m g th gamma -> gamma <= 0.
Proof.
  intros Hin Ho Hm. destruct (in_members i j pairs Hin) as [Hi Hj]. destruct Hpairs as [_ Hlt].
  pose proof (Hm i (Hlt i Hi)). pose proof (Hm j (Hlt j Hj)). lra.
Qed.
End LagrangianEqualities.

(** For the norm 1 the norm only gets smaller, by twice what each pair has in common. *)
Theorem equalities_norm_1 m pairs mul : disjoint_pairs m pairs -> nonneg m mul ->
  norm (norms_1_inf m) (cancelled pairs mul) =
    norm (norms_1_inf m) mul - 2 * paired pairs (fun i j => Rmin (mul i) (mul j)) /\
  norm (norms_1_inf m) (cancelled pairs mul) <= norm (norms_1_inf m) mul.
Proof.
  intros Hd Hm. cbn [norm norms_1_inf]. rewrite !l1_nonneg by (try exact Hm; apply cancelled_nonneg, Hm). split.
  - pose proof (cancelled_sum m pairs mul (fun _ => 1) Hd) as H. cbv beta in H.
    rewrite (rsum_ext m (fun k => mul k * 1) mul) in H by (intros; ring).
    rewrite (rsum_ext m (fun k => cancelled pairs mul k * 1) (cancelled pairs mul)) in H by (intros; ring). rewrite H.
    replace (paired pairs (fun i j => Rmin (mul i) (mul j) * (1 + 1)))
      with (2 * paired pairs (fun i j => Rmin (mul i) (mul j))); [ring|].
    clear. induction pairs as [|[i j] pairs IH]; cbn [paired]; [ring|]. rewrite <- IH. ring.
  - apply rsum_le. intros k _. apply (cancelled_le m); assumption.
Qed.

(** * Solutions (section 9) *)
Section SupportEqualities.
Variables (T m : nat) (a : nat -> nat -> R) (pairs : list (nat * nat)).
Hypothesis Hpairs : disjoint_pairs m pairs.
Hypothesis Hopposite : forall i j t, In (i, j) pairs -> (t < T)%nat -> a j t = - a i t.
Variables (e : R) (p : nat -> R).
Notation con := (constraint T a).
Notation act := (active T m a e p).

(** The pairs that are active as a whole, and k: the active constraints, such a pair counted once. *)
Definition whole_pair (ij : nat * nat) : bool := (activeb T a e p (fst ij) && activeb T a e p (snd ij))%bool.
Definition whole_pairs : list (nat * nat) := filter whole_pair pairs.
Definition counted : nat := (length act - length whole_pairs)%nat.
(** The active constraints without the second halves of those pairs. *)
Definition firsts : list nat := filter (fun i => if in_dec Nat.eq_dec i (map snd whole_pairs) then false else true) act.

Lemma opposite_constraints q i j : In (i, j) pairs -> con j q = - con i q.
Proof.
  intros H. replace (- con i q) with (-1 * con i q) by ring. unfold constraint. rewrite <- rsum_scal.
  apply rsum_ext. intros t Ht. rewrite (Hopposite i j t H Ht). ring.
Qed.
Lemma activeb_R i : activeb T a e p i = true <-> con i p = e.
Proof.
  unfold activeb. destruct (Req_EM_T (con i p) e); split; intros; try assumption; try discriminate; auto; contradiction.
Qed.
Lemma in_whole i j : In (i, j) whole_pairs <-> In (i, j) pairs /\ In i act /\ In j act.
Proof.
  unfold whole_pairs, whole_pair. rewrite filter_In, andb_true_iff, !activeb_R, !in_active. cbn [fst snd].
  split; [|tauto]. intros (H & Hi & Hj). destruct (in_members i j pairs H) as [H1 H2]. destruct Hpairs as [_ Hlt].
  repeat split; try assumption; apply Hlt; assumption.
Qed.
Lemma second_is_no_first i j i' : In (i, j) pairs -> ~ In (i', i) pairs.
Proof.
  revert Hpairs. clear Hopposite. induction pairs as [|[x y] rest IH]; intros Hd H H'; [destruct H|].
  destruct (disjoint_tail m x y rest Hd) as (_ & _ & Hne & Hx & Hy & Ht). destruct H as [E|H], H' as [E'|H'].
  - injection E as -> ->. injection E' as -> ->. contradiction.
  - injection E as -> ->. apply in_members in H'. tauto.
  - injection E' as -> ->. apply in_members in H. tauto.
  - apply (IH Ht H H').
Qed.
Lemma seconds_NoDup : NoDup (map snd whole_pairs).
Proof.
  unfold whole_pairs. generalize whole_pair. intros f. revert Hpairs. clear.
  induction pairs as [|[x y] rest IH]; intros Hd; [constructor|].
  destruct (disjoint_tail m x y rest Hd) as (_ & _ & _ & _ & Hy & Ht). cbn [filter].
  destruct (f (x, y)); [|apply IH, Ht]. cbn [map snd]. constructor; [|apply IH, Ht].
  intros H. apply Hy. apply in_map_iff in H. destruct H as ([i j] & E & H). cbn [snd] in E. subst.
  apply filter_In in H. apply (in_members i y rest), H.
Qed.
Lemma filter_split {X} (f : X -> bool) l :
  (length (filter f l) + length (filter (fun x => negb (f x)) l) = length l)%nat.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. destruct (f x); simpl; lia. Qed.

(** k is the number of the rows that remain. *)
Lemma counted_firsts : length firsts = counted.
Proof.
  unfold counted, firsts. set (s := map snd whole_pairs).
  set (f := fun i => if in_dec Nat.eq_dec i s then false else true).
  pose proof (filter_split f act) as H.
  assert (Hl : length (filter (fun i => negb (f i)) act) = length whole_pairs).
  { rewrite <- (map_length snd whole_pairs). fold s. apply Nat.le_antisymm; apply NoDup_incl_length.
    - apply NoDup_filter, NoDup_filter, seq_NoDup.
    - intros i Hi. apply filter_In in Hi. destruct Hi as [_ Hi]. unfold f in Hi.
      destruct (in_dec Nat.eq_dec i s); [assumption|discriminate].
    - apply seconds_NoDup.
    - intros i Hi. apply filter_In. unfold f. destruct (in_dec Nat.eq_dec i s) as [_|]; [|contradiction].
      split; [|reflexivity]. unfold s in Hi. apply in_map_iff in Hi. destruct Hi as ([x y] & E & Hin).
      cbn [snd] in E. subst. apply in_whole in Hin. tauto. }
  lia.
Qed.

(** The second half of an active pair adds nothing to the rows: independent vectors stay so without it. *)
Lemma firsts_independent : independent T (active_rows T m a e p) p -> independent T ((fun _ => 1) :: map a firsts) p.
Proof.
  intros Hi d Hsup Ho. apply Hi; [exact Hsup|]. apply orthogonal_rows. split.
  - rewrite (rsum_ext T d (fun t => d t * 1)) by (intros; ring). apply Ho. left. reflexivity.
  - assert (Hf : forall i, In i firsts -> con i d = 0) by (intros i Hin; apply Ho; right; apply in_map, Hin).
    intros i Hin. destruct (in_dec Nat.eq_dec i (map snd whole_pairs)) as [Hs|Hs].
    + apply in_map_iff in Hs. destruct Hs as ([x y] & E & Hw). cbn [snd] in E. subst y. apply in_whole in Hw.
      destruct Hw as (Hp & Hx & _). rewrite (opposite_constraints d x i Hp), Hf; [ring|].
      unfold firsts. apply filter_In. split; [exact Hx|].
      destruct (in_dec Nat.eq_dec x (map snd whole_pairs)) as [Hs|]; [|reflexivity]. exfalso.
      apply in_map_iff in Hs. destruct Hs as ([x' y'] & E & Hw). cbn [snd] in E. subst y'. apply in_whole in Hw.
      apply (second_is_no_first x i x' Hp), Hw.
    + apply Hf. unfold firsts. apply filter_In. split; [exact Hin|].
      destruct (in_dec Nat.eq_dec i (map snd whole_pairs)); [contradiction|reflexivity].
Qed.

(** At a positive tolerance no pair is active as a whole: opposite means are not both e. *)
Lemma no_whole_pair : 0 < e -> whole_pairs = [].
Proof.
  intros He. destruct whole_pairs as [|[i j] rest] eqn:E; [reflexivity|]. exfalso.
  assert (Hin : In (i, j) whole_pairs) by (rewrite E; left; reflexivity). apply in_whole in Hin.
  destruct Hin as (Hp & Hi & Hj). apply in_active in Hi, Hj. pose proof (opposite_constraints p i j Hp). lra.
Qed.

(** Section 9, claim [support] with equalities: at most k + 1 candidates, and at most k at a positive minimal tolerance,
    where k is the number of all active constraints. *)
Theorem rule_solution_support_equalities : lp_feasible T m a e p -> independent T (active_rows T m a e p) p ->
  (length (supp T p) <= counted + 1)%nat /\
  (minimal_epsilon T m a e -> 0 < e -> (length (supp T p) <= counted)%nat /\ counted = length act).
Proof.
  intros Hf Hi. split.
  - pose proof (independent_support T _ p (firsts_independent Hi)) as H. cbn [length] in H.
    rewrite map_length, counted_firsts in H. lia.
  - intros Hm He. assert (Hc : counted = length act) by (unfold counted; rewrite (no_whole_pair He); simpl; lia).
    split; [|exact Hc]. rewrite Hc. apply (rule_solution_support T m a e p Hf Hi); assumption.
Qed.
End SupportEqualities.
