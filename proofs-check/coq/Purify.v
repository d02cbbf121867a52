(** Purification (S10), and vertices that are at least as good as any feasible point.

    Both walk from a point along a direction that does not change what has to stay, with
    the objective not increasing, until a weight (or a slack) is zero. *)
From Coq Require Import Reals Lra Lia Arith List.
From Referee Require Import Sums Norms Elimination ShrinkLP Sparse.
Import ListNotations.
Local Open Scope R_scope.

Section Purify.
Variables (T m : nat) (c : nat -> R) (a : nat -> nat -> R).
Notation obj := (objective T c).
Notation con := (constraint T a).
Notation feas := (lp_feasible T m a).
Notation supp := (supp T).

(** A direction of total 0 that is not zero has a negative entry. *)
Lemma negative_entry p d : (forall t, ~ In t (supp p) -> d t = 0) ->
  (exists t, In t (supp p) /\ d t <> 0) -> rsum T d = 0 -> exists t, In t (supp p) /\ d t < 0.
Proof.
  intros H0 (k & Hk & Hdk) Hs.
  destruct (all_zero_or (supp p) (fun t => Rmin (d t) 0)) as [Hnn|(t & Ht & Hneg)].
  - exfalso. apply Hdk. apply in_supp in Hk as Hk'.
    apply (rsum_le_0_eq T d); [|lra|apply Hk'].
    intros t Ht. destruct (in_dec Nat.eq_dec t (supp p)) as [Hin|Hin].
    + pose proof (Hnn t Hin) as HH. unfold Rmin in HH. destruct (Rle_dec (d t) 0); lra.
    + rewrite H0 by exact Hin. lra.
  - exists t. split; [exact Ht|]. unfold Rmin in Hneg. destruct (Rle_dec (d t) 0); lra.
Qed.

Lemma supp_le p q : (forall t, (t < T)%nat -> p t = 0 -> q t = 0) ->
  (length (supp q) <= length (supp p))%nat.
Proof.
  intros H. apply filter_length_mono. intros t Ht. apply in_seq in Ht. unfold nonzero.
  destruct (Req_EM_T (p t) 0) as [Hz|Hz]; [|reflexivity].
  rewrite (H t ltac:(lia) Hz). destruct (Req_EM_T 0 0); [intros F; exact F|contradiction].
Qed.
Lemma supp_lt p q k : (forall t, (t < T)%nat -> p t = 0 -> q t = 0) -> In k (supp p) -> q k = 0 ->
  (length (supp q) < length (supp p))%nat.
Proof.
  intros H Hk Hz. apply in_supp in Hk. destruct Hk as [Hk Hpk]. apply filter_length_strict.
  - intros t Ht. apply in_seq in Ht. unfold nonzero.
    destruct (Req_EM_T (p t) 0) as [Hz'|Hz']; [|reflexivity].
    rewrite (H t ltac:(lia) Hz'). destruct (Req_EM_T 0 0); [intros F; exact F|contradiction].
  - exists k. split; [apply in_seq; lia|]. unfold nonzero. rewrite Hz.
    destruct (Req_EM_T 0 0); [|contradiction]. destruct (Req_EM_T (p k) 0); [contradiction|auto].
Qed.

(** What has to stay: the rows, of which the constant 1 is one. *)
Lemma purify_rows (rows : list (nat -> R)) : In (fun _ => 1) rows -> forall p, nonneg T p ->
  exists q, nonneg T q /\ independent T rows q /\ obj q <= obj p /\
    (forall t, (t < T)%nat -> p t = 0 -> q t = 0) /\
    (forall r, In r rows -> rsum T (fun t => q t * r t) = rsum T (fun t => p t * r t)).
Proof.
  intros Hone p. remember (length (supp p)) as n eqn:Hn. revert p Hn.
  induction n as [n IH] using lt_wf_ind. intros p Hn Hp.
  destruct (direction_or_independent T rows p) as [(d0 & H0 & Hk & Ho)|[Hi _]];
    [|exists p; repeat split; auto; lra].
  assert (Hd : exists d, (forall t, ~ In t (supp p) -> d t = 0) /\ (exists t, In t (supp p) /\ d t <> 0) /\
     orthogonal T rows d /\ obj d <= 0).
  { destruct (Rle_dec (obj d0) 0) as [Hle|Hgt]; [exists d0; auto|].
    exists (fun t => -1 * d0 t). destruct Hk as (k & Hk & Hdk). repeat split.
    - intros t Ht. rewrite H0 by exact Ht. ring.
    - exists k. split; [exact Hk|lra].
    - intros r Hr. rewrite (rsum_ext T _ (fun t => -1 * (d0 t * r t))) by (intros; ring).
      rewrite rsum_scal, (Ho r Hr). ring.
    - rewrite obj_opp. lra. }
  clear d0 H0 Hk Ho. destruct Hd as (d & H0 & Hk & Ho & Hobj).
  assert (Hs : rsum T d = 0).
  { rewrite (rsum_ext T d (fun t => d t * 1)) by (intros; ring). apply (Ho _ Hone). }
  destruct (negative_entry p d H0 Hk Hs) as (j & Hj & Hdj).
  destruct (ratio_test (map (fun t => (p t, d t)) (supp p))) as (h & Hh & Hall & (s0 & v0 & Hin0 & Hv0 & Hz0)).
  { intros s v Hin. apply in_map_iff in Hin. destruct Hin as (t & E & Ht). injection E as <- <-.
    apply in_supp in Ht. pose proof (Hp t (proj1 Ht)). lra. }
  { exists (p j), (d j). split; [apply in_map_iff; exists j; auto|exact Hdj]. }
  apply in_map_iff in Hin0. destruct Hin0 as (k & E & Hink). injection E as <- <-.
  set (q := move p d h).
  assert (Hq0 : forall t, (t < T)%nat -> p t = 0 -> q t = 0).
  { intros t Ht Hz. unfold q, move. rewrite Hz, H0; [ring|]. rewrite in_supp. intros [_ F]. contradiction. }
  assert (Hqn : nonneg T q).
  { intros t Ht. destruct (Req_dec (p t) 0) as [Hz|Hz]; [rewrite Hq0 by assumption; lra|].
    apply (Hall (p t) (d t)). apply in_map_iff. exists t. split; [reflexivity|apply in_supp; split; assumption]. }
  assert (Hlt : (length (supp q) < n)%nat) by (rewrite Hn; apply (supp_lt p q k Hq0 Hink Hz0)).
  destruct (IH _ Hlt q eq_refl Hqn) as (z & Z1 & Z2 & Z3 & Z4 & Z5).
  exists z. repeat split; [exact Z1|exact Z2| |intros t Ht Hz; apply Z4; [exact Ht|apply Hq0; assumption]|].
  - assert (obj q = obj p + h * obj d) by apply obj_move. nra.
  - intros r Hr. rewrite (Z5 r Hr). unfold q, move.
    rewrite (rsum_ext T _ (fun t => p t * r t + h * (d t * r t))) by (intros; ring).
    rewrite rsum_plus, rsum_scal, (Ho r Hr). ring.
Qed.

(** S10: weights p on T candidates can be moved to at most m + 1 of them, with every mean
    constraint unchanged and the mean objective not larger. *)
Theorem purification p : nonneg T p -> rsum T p = 1 ->
  exists q, nonneg T q /\ rsum T q = 1 /\ (forall i, (i < m)%nat -> con i q = con i p) /\
    obj q <= obj p /\ (forall t, (t < T)%nat -> p t = 0 -> q t = 0) /\
    (length (supp q) <= m + 1)%nat.
Proof.
  intros Hp H1.
  destruct (purify_rows ((fun _ => 1) :: map a (seq 0 m)) (or_introl eq_refl) p Hp)
    as (q & Hq & Hi & Ho & Hz & Hr).
  exists q. split; [exact Hq|]. split; [|split; [|split; [exact Ho|split; [exact Hz|]]]].
  - pose proof (Hr _ (or_introl eq_refl)) as H. cbv beta in H.
    rewrite (rsum_ext T (fun t => q t * 1) q), (rsum_ext T (fun t => p t * 1) p) in H by (intros; ring). lra.
  - intros i Him. apply (Hr (a i)). right. apply in_map, in_seq. lia.
  - apply independent_support in Hi. cbn [length] in Hi. rewrite map_length, seq_length in Hi. lia.
Qed.

(** * Every feasible point is dominated by a vertex *)
Definition inactive (e : R) (p : nat -> R) : list nat :=
  filter (fun i => negb (activeb T a e p i)) (seq 0 m).

Lemma in_inactive e p i : In i (inactive e p) <-> (i < m)%nat /\ con i p <> e.
Proof.
  unfold inactive, activeb. rewrite filter_In, in_seq.
  destruct (Req_EM_T (con i p) e); simpl; split; intros [A B]; split; auto; try lia; try congruence.
Qed.

Theorem dominated_by_vertex e p : feas e p ->
  exists q, vertex T m a e q /\ obj q <= obj p /\ (forall t, (t < T)%nat -> p t = 0 -> q t = 0).
Proof.
  remember (length (supp p) + length (inactive e p))%nat as n eqn:Hn.
  revert p Hn. induction n as [n IH] using lt_wf_ind. intros p Hn Hf.
  destruct (direction_or_independent T (active_rows T m a e p) p) as [(d0 & H0 & Hk & Ho)|[Hi _]];
    [|exists p; split; [apply rule_solution_vertex; assumption|split; [lra|auto]]].
  assert (Hd : exists d, (forall t, ~ In t (supp p) -> d t = 0) /\ (exists t, In t (supp p) /\ d t <> 0) /\
     rsum T d = 0 /\ (forall i, In i (active T m a e p) -> con i d = 0) /\ obj d <= 0).
  { apply orthogonal_rows in Ho. destruct Ho as [Hs Hc].
    destruct (Rle_dec (obj d0) 0) as [Hle|Hgt]; [exists d0; auto|].
    exists (fun t => -1 * d0 t). destruct Hk as (k & Hk & Hdk). repeat split.
    - intros t Ht. rewrite H0 by exact Ht. ring.
    - exists k. split; [exact Hk|lra].
    - rewrite rsum_scal, Hs. ring.
    - intros i Hi. rewrite con_opp, (Hc i Hi). ring.
    - rewrite obj_opp. lra. }
  clear d0 H0 Hk Ho. destruct Hd as (d & H0 & Hk & Hs & Hc & Hobj).
  destruct Hf as (Hp & H1 & Hcon).
  set (slacks := map (fun t => (p t, d t)) (supp p) ++
                 map (fun i => (e - con i p, - con i d)) (inactive e p)).
  destruct (negative_entry p d H0 Hk Hs) as (j & Hj & Hdj).
  destruct (ratio_test slacks) as (h & Hh & Hall & (s0 & v0 & Hin0 & Hv0 & Hz0)).
  { intros s v Hin. unfold slacks in Hin. apply in_app_iff in Hin.
    destruct Hin as [Hin|Hin]; apply in_map_iff in Hin; destruct Hin as (x & E & Hx); injection E as <- <-.
    - apply in_supp in Hx. pose proof (Hp x (proj1 Hx)). lra.
    - apply in_inactive in Hx. pose proof (Hcon x (proj1 Hx)). lra. }
  { exists (p j), (d j). split; [|exact Hdj].
    unfold slacks. apply in_app_iff. left. apply in_map_iff. exists j. auto. }
  set (q := move p d h).
  assert (Hq0 : forall t, (t < T)%nat -> p t = 0 -> q t = 0).
  { intros t Ht Hz. unfold q, move. rewrite Hz, H0; [ring|]. rewrite in_supp. intros [_ F]. contradiction. }
  assert (Hqa : forall i, (i < m)%nat -> con i p = e -> con i q = e).
  { intros i Hi Ha. unfold q. rewrite con_move, Ha, Hc; [ring|]. apply in_active. split; assumption. }
  assert (Hqf : feas e q).
  { repeat split.
    - intros t Ht. destruct (Req_dec (p t) 0) as [Hz|Hz]; [rewrite Hq0 by assumption; lra|].
      apply (Hall (p t) (d t)). unfold slacks. apply in_app_iff. left. apply in_map_iff.
      exists t. split; [reflexivity|apply in_supp; split; assumption].
    - unfold q. rewrite sum_move, H1, Hs. ring.
    - intros i Hi. destruct (Req_dec (con i p) e) as [Ha|Ha]; [rewrite Hqa by assumption; lra|].
      unfold q. rewrite con_move. assert (0 <= e - con i p + h * - con i d); [|lra].
      apply Hall. unfold slacks. apply in_app_iff. right. apply in_map_iff.
      exists i. split; [reflexivity|apply in_inactive; split; assumption]. }
  assert (Hmono : forall i, In i (seq 0 m) ->
    negb (activeb T a e q i) = true -> negb (activeb T a e p i) = true).
  { intros i Hi. apply in_seq in Hi. unfold activeb. destruct (Req_EM_T (con i p) e) as [Hz|Hz]; [|reflexivity].
    rewrite (Hqa i ltac:(lia) Hz). destruct (Req_EM_T e e); [intros F; exact F|contradiction]. }
  assert (Hdec : (length (supp q) + length (inactive e q) < n)%nat).
  { rewrite Hn. pose proof (supp_le p q Hq0) as L1.
    pose proof (filter_length_mono _ _ _ Hmono) as L2.
    unfold slacks in Hin0. apply in_app_iff in Hin0.
    destruct Hin0 as [Hin0|Hin0]; apply in_map_iff in Hin0; destruct Hin0 as (x & E & Hx); injection E as <- <-.
    - pose proof (supp_lt p q x Hq0 Hx Hz0). unfold inactive in *. lia.
    - apply in_inactive in Hx.
      assert (length (inactive e q) < length (inactive e p))%nat; [|lia].
      apply filter_length_strict; [exact Hmono|]. exists x. split; [apply in_seq; lia|]. unfold activeb. split.
      + destruct (Req_EM_T (con x q) e) as [_|F]; [reflexivity|]. exfalso. apply F.
        unfold q. rewrite con_move. lra.
      + destruct (Req_EM_T (con x p) e); [tauto|reflexivity]. }
  destruct (IH _ Hdec q eq_refl Hqf) as (v & Hv & Hvo & Hvs).
  exists v. split; [exact Hv|]. split.
  - assert (obj q = obj p + h * obj d) by apply obj_move. nra.
  - intros t Ht Hz. apply Hvs; [exact Ht|]. apply Hq0; assumption.
Qed.

(** An optimum, if there is one, is attained at a vertex with at most m + 1 points, and
    with at most m at the smallest tolerance if that is positive. *)
Theorem optimal_vertex e p : lp_optimal T m c a e p ->
  exists v, vertex T m a e v /\ lp_optimal T m c a e v /\ (length (supp v) <= m + 1)%nat /\
    (minimal_epsilon T m a e -> 0 < e -> (length (supp v) <= m)%nat).
Proof.
  intros [Hf Ho]. destruct (dominated_by_vertex e p Hf) as (v & Hv & Hle & _).
  exists v. split; [exact Hv|]. split; [split; [apply Hv|]|].
  - intros q Hq. pose proof (Ho q Hq). lra.
  - split; [apply (lemma_3 T m a e v Hv)|]. intros Hm He.
    apply (minimal_epsilon_support T m a e v Hm He Hv).
Qed.
End Purify.

(** * Purification of a mixture *)

Lemma lsum_nth (l : list nat) f : rsum (length l) (fun k => f (nth k l O)) = lsum l f.
Proof.
  induction l as [|x l IH]; [reflexivity|].
  cbn [length]. rewrite rsum_S_l. cbn [nth]. rewrite IH. reflexivity.
Qed.

(** S10 for mixtures, so for theta_bar of Theorems 1 and 2: there is a mixture of at most
    m + 1 of its points with the same mean constraints and no larger mean objective. *)
Theorem purification_mixture {Theta} m (g0 : Theta -> R) (g : nat -> Theta -> R) (d : mixture Theta) :
  exists d' : mixture Theta, (size d' <= m + 1)%nat /\
    (forall i, (i < m)%nat -> mean d' (g i) = mean d (g i)) /\ mean d' g0 <= mean d g0 /\
    (forall k, (k < size d')%nat -> exists t, (t < size d)%nat /\ point d' k = point d t).
Proof.
  set (T := size d).
  destruct (purification T m (fun t => g0 (point d t)) (fun i t => g i (point d t)) (weight d))
    as (q & Hq & H1 & Hc & Ho & _ & Hl).
  { intros t Ht. apply weight_nonneg, Ht. }
  { apply weight_total. }
  set (l := supp T q).
  assert (Hin : forall k, (k < length l)%nat -> (nth k l O < T)%nat).
  { intros k Hk. pose proof (nth_In l O Hk) as H. unfold l in H at 2. apply in_supp in H. apply H. }
  assert (Hsum : forall f, rsum (length l) (fun k => q (nth k l O) * f (nth k l O)) = rsum T (fun t => q t * f t)).
  { intros f. rewrite (lsum_nth l (fun t => q t * f t)), rsum_lsum. unfold l, supp. apply lsum_filter.
    intros t _ Hz. unfold nonzero in Hz. destruct (Req_EM_T (q t) 0) as [E|E]; [rewrite E; ring|discriminate]. }
  assert (Hw : forall k, (k < length l)%nat -> 0 <= q (nth k l O)) by (intros k Hk; apply Hq, Hin, Hk).
  assert (Hw1 : rsum (length l) (fun k => q (nth k l O)) = 1).
  { rewrite <- H1. rewrite (rsum_ext T q (fun t => q t * 1)) by (intros; ring).
    rewrite <- (Hsum (fun _ => 1)). apply rsum_ext. intros; ring. }
  exists {| size := length l; point := fun k => point d (nth k l O); weight := fun k => q (nth k l O);
            weight_nonneg := Hw; weight_total := Hw1 |}.
  unfold mean. simpl. split; [exact Hl|]. split; [|split].
  - intros i Hi. rewrite (Hsum (fun t => g i (point d t))). apply (Hc i Hi).
  - rewrite (Hsum (fun t => g0 (point d t))). exact Ho.
  - intros k Hk. exists (nth k l O). split; [apply Hin, Hk|reflexivity].
Qed.
