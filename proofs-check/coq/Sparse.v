(** Sparse solutions: Lemma 3, m points at the smallest positive tolerance, purification.

    A solution whose support columns are independent has at most as many points as there
    are rows; vertices of the program are exactly such solutions. *)
From Coq Require Import Reals Lra Lia Arith List FunctionalExtensionality.
From Referee Require Import Sums Norms Elimination ShrinkLP.
Import ListNotations.
Local Open Scope R_scope.

Section Sparse.
Variables (T m : nat) (c : nat -> R) (a : nat -> nat -> R).
Notation obj := (objective T c).
Notation con := (constraint T a).
Notation feas := (lp_feasible T m a).

(** * Supports and independence *)
Definition nonzero (p : nat -> R) (t : nat) : bool := if Req_EM_T (p t) 0 then false else true.
Definition supp (p : nat -> R) : list nat := filter (nonzero p) (seq 0 T).

Lemma in_supp p t : In t (supp p) <-> (t < T)%nat /\ p t <> 0.
Proof.
  unfold supp, nonzero. rewrite filter_In, in_seq. destruct (Req_EM_T (p t) 0) as [H|H].
  - split; [intros [_ F]; discriminate|intros [_ F]; contradiction].
  - split; [intros [F _]; split; [lia|exact H]|intros [F _]; split; [lia|reflexivity]].
Qed.
Lemma not_in_supp p t : (t < T)%nat -> ~ In t (supp p) -> p t = 0.
Proof.
  intros Ht H. destruct (Req_dec (p t) 0); [assumption|]. exfalso. apply H, in_supp. split; assumption.
Qed.
Lemma supp_NoDup p : NoDup (supp p).
Proof. apply NoDup_filter, seq_NoDup. Qed.

Lemma sum_on_supp p d f : (forall t, ~ In t (supp p) -> d t = 0) ->
  rsum T (fun t => d t * f t) = lsum (supp p) (fun t => f t * d t).
Proof.
  intros H. rewrite rsum_lsum. unfold supp. rewrite lsum_filter.
  - apply lsum_ext. intros; ring.
  - intros j Hj Hb. rewrite H; [ring|]. unfold supp. rewrite filter_In. intros [_ F]. congruence.
Qed.

Definition orthogonal (rows : list (nat -> R)) (d : nat -> R) : Prop :=
  forall r, In r rows -> rsum T (fun t => d t * r t) = 0.

(** The columns (r_t)_(r in rows) of the support of p are linearly independent. *)
Definition independent (rows : list (nat -> R)) (p : nat -> R) : Prop :=
  forall d, (forall t, (t < T)%nat -> p t = 0 -> d t = 0) -> orthogonal rows d ->
  forall t, (t < T)%nat -> d t = 0.

(** Elimination decides: either a direction on the support along which the rows do not
    change, or independence, and then the support is at most as large as the rows. *)
Lemma direction_or_independent rows p :
  (exists d, (forall t, ~ In t (supp p) -> d t = 0) /\ (exists t, In t (supp p) /\ d t <> 0) /\
     orthogonal rows d) \/
  (independent rows p /\ (length (supp p) <= length rows)%nat).
Proof.
  destruct (gauss rows (supp p) (supp_NoDup p)) as [(d & H0 & Hk & H2)|[H1 H2]].
  - left. exists d. split; [exact H0|]. split; [exact Hk|].
    intros r Hr. rewrite (sum_on_supp p d r H0). apply H2, Hr.
  - right. split; [|exact H2]. intros d Hsup Horth t Ht.
    destruct (Req_dec (p t) 0) as [Hz|Hz]; [apply Hsup; assumption|].
    set (d' := fun u => if Nat.ltb u T then d u else 0).
    assert (Hd' : forall u, (u < T)%nat -> d' u = d u)
      by (intros u Hu; unfold d'; destruct (Nat.ltb_spec u T); [reflexivity|lia]).
    assert (H0 : forall u, ~ In u (supp p) -> d' u = 0).
    { intros u Hu. unfold d'. destruct (Nat.ltb_spec u T); [|reflexivity].
      apply Hsup; [assumption|]. apply not_in_supp; assumption. }
    rewrite <- (Hd' t Ht). apply (H1 d'); [|apply in_supp; split; assumption].
    intros r Hr. rewrite <- (sum_on_supp p d' r H0), <- (Horth r Hr). apply rsum_ext.
    intros u Hu. rewrite Hd' by exact Hu. reflexivity.
Qed.

Theorem independent_support rows p : independent rows p -> (length (supp p) <= length rows)%nat.
Proof.
  intros Hi. destruct (direction_or_independent rows p) as [(d & H0 & (k & Hk & Hdk) & Ho)|[_ H]]; [|exact H].
  exfalso. apply Hdk. apply in_supp in Hk as Hk'. apply (Hi d); [|exact Ho|apply Hk'].
  intros t Ht Hz. apply H0. rewrite in_supp. intros [_ F]. contradiction.
Qed.

(** A certificate of independence: a left inverse V of the support columns. *)
Theorem left_inverse_independent p (rows : list (nat -> R)) (V : nat -> nat -> R) :
  (forall j k, In j (supp p) -> In k (supp p) ->
     lsum (seq 0 (length rows)) (fun r => V j r * nth r rows (fun _ => 0) k) = if Nat.eqb j k then 1 else 0) ->
  independent rows p.
Proof.
  intros HV d Hsup Horth t Ht.
  destruct (Req_dec (p t) 0) as [Hz|Hz]; [apply Hsup; assumption|].
  assert (Hin : In t (supp p)) by (apply in_supp; split; assumption).
  assert (Hrow : forall r, In r rows -> lsum (supp p) (fun u => r u * d u) = 0).
  { intros r Hr. rewrite <- (Horth r Hr), rsum_lsum. unfold supp. rewrite lsum_filter.
    - apply lsum_ext. intros; ring.
    - intros u Hu Hb. apply in_seq in Hu. unfold nonzero in Hb.
      destruct (Req_EM_T (p u) 0) as [E|E]; [rewrite (Hsup u ltac:(lia) E); ring|discriminate]. }
  assert (Hcol : lsum (supp p) (fun k => (if Nat.eqb t k then 1 else 0) * d k) = d t).
  { pose proof (supp_NoDup p) as Hnd. revert Hin Hnd. clear.
    induction (supp p) as [|b l IH]; intros Hin Hnd; [destruct Hin|]. simpl.
    inversion Hnd as [|? ? Hn Hnd']; subst. destruct (Nat.eqb_spec t b) as [->|Hne].
    - rewrite lsum_zero; [lra|]. intros j Hj. destruct (Nat.eqb_spec b j); [subst; contradiction|ring].
    - destruct Hin as [E|Hin]; [congruence|]. rewrite IH by assumption. lra. }
  rewrite <- Hcol.
  rewrite (lsum_ext _ _ (fun k => lsum (seq 0 (length rows)) (fun r => V t r * (nth r rows (fun _ => 0) k * d k)))).
  2:{ intros k Hk. rewrite <- (HV t k Hin Hk), Rmult_comm, <- lsum_scal. apply lsum_ext. intros; ring. }
  assert (Hsw : forall (l1 l2 : list nat) (f : nat -> nat -> R),
     lsum l1 (fun k => lsum l2 (fun r => f k r)) = lsum l2 (fun r => lsum l1 (fun k => f k r))).
  { induction l1 as [|b l1 IH]; intros l2 f; simpl.
    - symmetry. apply lsum_zero. reflexivity.
    - rewrite IH. clear. induction l2; simpl; [lra|]. rewrite <- IHl2. lra. }
  rewrite Hsw. apply lsum_zero. intros r Hr. rewrite lsum_scal, Hrow; [ring|].
  apply nth_In. apply in_seq in Hr. lia.
Qed.

(** * Vertices *)
Definition move (p d : nat -> R) (s : R) : nat -> R := fun t => p t + s * d t.

Lemma con_move i p d s : con i (move p d s) = con i p + s * con i d.
Proof. unfold constraint, move. rewrite <- rsum_scal, <- rsum_plus. apply rsum_ext. intros; ring. Qed.
Lemma sum_move p d s : rsum T (move p d s) = rsum T p + s * rsum T d.
Proof. unfold move. rewrite rsum_plus, rsum_scal. reflexivity. Qed.
Lemma obj_move p d s : obj (move p d s) = obj p + s * obj d.
Proof. unfold objective, move. rewrite <- rsum_scal, <- rsum_plus. apply rsum_ext. intros; ring. Qed.
Lemma con_opp i d : con i (fun t => -1 * d t) = - con i d.
Proof. unfold constraint. rewrite (rsum_ext T _ (fun t => -1 * (d t * a i t))) by (intros; ring).
  rewrite rsum_scal. ring. Qed.
Lemma obj_opp d : obj (fun t => -1 * d t) = - obj d.
Proof. unfold objective. rewrite (rsum_ext T _ (fun t => -1 * (d t * c t))) by (intros; ring).
  rewrite rsum_scal. ring. Qed.

(** p is in the middle of no segment of feasible points. *)
Definition vertex (e : R) (p : nat -> R) : Prop := feas e p /\
  forall d, feas e (move p d 1) -> feas e (move p d (-1)) -> forall t, (t < T)%nat -> d t = 0.

(** The constraints that hold with equality. *)
Definition activeb (e : R) (p : nat -> R) (i : nat) : bool := if Req_EM_T (con i p) e then true else false.
Definition active (e : R) (p : nat -> R) : list nat := filter (activeb e p) (seq 0 m).
Definition active_rows (e : R) (p : nat -> R) : list (nat -> R) := (fun _ => 1) :: map a (active e p).

Lemma in_active e p i : In i (active e p) <-> (i < m)%nat /\ con i p = e.
Proof.
  unfold active, activeb. rewrite filter_In, in_seq. destruct (Req_EM_T (con i p) e) as [H|H].
  - split; [intros [F _]; split; [lia|exact H]|intros [F _]; split; [lia|reflexivity]].
  - split; [intros [_ F]; discriminate|intros [_ F]; contradiction].
Qed.
Lemma active_length e p : (length (active e p) <= m)%nat.
Proof. unfold active. pose proof (filter_len (activeb e p) (seq 0 m)) as H. rewrite seq_length in H. exact H. Qed.

Lemma orthogonal_rows e p d :
  orthogonal (active_rows e p) d <-> rsum T d = 0 /\ forall i, In i (active e p) -> con i d = 0.
Proof.
  split.
  - intros H. split.
    + rewrite (rsum_ext T d (fun t => d t * 1)) by (intros; ring). apply H. left. reflexivity.
    + intros i Hi. apply H. right. apply in_map, Hi.
  - intros [H1 H2] r [<-|Hr].
    + rewrite (rsum_ext T _ d) by (intros; ring). exact H1.
    + apply in_map_iff in Hr. destruct Hr as (i & <- & Hi). apply H2, Hi.
Qed.

(** Section 9, claim [vertex]: independent columns (1, a_(i,t) for active i) on the
    support make a feasible p a vertex. *)
Theorem rule_solution_vertex e p : feas e p -> independent (active_rows e p) p -> vertex e p.
Proof.
  intros Hf Hi. split; [exact Hf|]. intros d (Hp1 & Hs1 & Hc1) (Hp2 & _ & Hc2).
  destruct Hf as (Hp & Hs & Hc). apply Hi.
  - intros t Ht H0. pose proof (Hp1 t Ht). pose proof (Hp2 t Ht). unfold move in *. rewrite H0 in *. lra.
  - apply orthogonal_rows. split; [rewrite sum_move, Hs in Hs1; lra|].
    intros i Hin. apply in_active in Hin. destruct Hin as [Him Ha].
    pose proof (Hc1 i Him) as A1. pose proof (Hc2 i Him) as A2. rewrite con_move, Ha in A1, A2. lra.
Qed.

(** Around p there is room h along d, where d keeps zeros of p. *)
Lemma room_weights p d : nonneg T p -> (forall t, (t < T)%nat -> p t = 0 -> d t = 0) ->
  exists h, 0 < h /\ forall s, Rabs s <= h -> nonneg T (move p d s).
Proof.
  intros Hp Hsup.
  destruct (small_step T (fun t => if Req_EM_T (p t) 0 then 1 else p t) d) as (h & Hh & B).
  { intros t Ht. destruct (Req_EM_T (p t) 0); [lra|]. pose proof (Hp t Ht). lra. }
  exists h. split; [exact Hh|]. intros s Hs t Ht. unfold move. specialize (B t Ht). cbv beta in B.
  destruct (Req_EM_T (p t) 0) as [H0|H0]; [rewrite H0, (Hsup t Ht H0); lra|].
  assert (Rabs (s * d t) <= p t).
  { rewrite Rabs_mult. eapply Rle_trans; [|exact B]. apply Rmult_le_compat_r; [apply Rabs_pos|exact Hs]. }
  pose proof (Rle_abs (- (s * d t))) as HH. rewrite Rabs_Ropp in HH. lra.
Qed.
Lemma room_constraints e p d : (forall i, (i < m)%nat -> con i p <= e) ->
  (forall i, In i (active e p) -> con i d = 0) ->
  exists h, 0 < h /\ forall s i, Rabs s <= h -> (i < m)%nat -> con i (move p d s) <= e.
Proof.
  intros Hc Hact.
  destruct (small_step m (fun i => if Req_EM_T (con i p) e then 1 else e - con i p)
              (fun i => con i d)) as (h & Hh & B).
  { intros i Hi. destruct (Req_EM_T (con i p) e); [lra|]. pose proof (Hc i Hi). lra. }
  exists h. split; [exact Hh|]. intros s i Hs Hi. rewrite con_move. specialize (B i Hi). cbv beta in B.
  destruct (Req_EM_T (con i p) e) as [H0|H0].
  - rewrite (Hact i), H0 by (apply in_active; split; assumption). lra.
  - assert (Rabs (s * con i d) <= e - con i p).
    { rewrite Rabs_mult. eapply Rle_trans; [|exact B]. apply Rmult_le_compat_r; [apply Rabs_pos|exact Hs]. }
    pose proof (Rle_abs (s * con i d)). lra.
Qed.

Theorem vertex_independent e p : vertex e p -> independent (active_rows e p) p.
Proof.
  intros [(Hp & Hs & Hc) Hv] d Hsup Ho. apply orthogonal_rows in Ho. destruct Ho as [Hd0 Hact].
  destruct (room_weights p d Hp Hsup) as (h1 & Hh1 & R1).
  destruct (room_constraints e p d Hc Hact) as (h2 & Hh2 & R2).
  set (h := Rmin h1 h2). assert (Hh : 0 < h) by (apply Rmin_pos; assumption).
  assert (Hf : forall s, Rabs s <= h -> feas e (move p d s)).
  { intros s Habs. split; [apply R1; eapply Rle_trans; [exact Habs|apply Rmin_l]|]. split.
    - rewrite sum_move, Hs, Hd0. ring.
    - intros i Hi. apply R2; [eapply Rle_trans; [exact Habs|apply Rmin_r]|exact Hi]. }
  intros t Ht.
  assert (Hz : (fun t => h * d t) t = 0).
  { apply (Hv (fun t => h * d t)); [| |exact Ht].
    - replace (move p (fun t => h * d t) 1) with (move p d h).
      + apply Hf. rewrite Rabs_pos_eq; lra.
      + apply functional_extensionality. intros u. unfold move. ring.
    - replace (move p (fun t => h * d t) (-1)) with (move p d (- h)).
      + apply Hf. rewrite Rabs_Ropp, Rabs_pos_eq; lra.
      + apply functional_extensionality. intros u. unfold move. ring. }
  cbv beta in Hz. apply Rmult_integral in Hz. destruct Hz; [lra|assumption].
Qed.

(** A feasible p is a vertex exactly if its support columns are independent. *)
Theorem vertex_iff_independent e p : feas e p -> (vertex e p <-> independent (active_rows e p) p).
Proof. intros Hf. split; [apply vertex_independent|apply rule_solution_vertex, Hf]. Qed.

(** * Lemma 3: every vertex of LP(e) has at most m* + 1 <= m + 1 nonzero weights, m* the
    number of constraints that hold with equality. *)
Theorem lemma_3 e p : vertex e p ->
  (length (supp p) <= length (active e p) + 1)%nat /\ (length (supp p) <= m + 1)%nat.
Proof.
  intros H. apply vertex_independent, independent_support in H. unfold active_rows in H.
  cbn [length] in H. rewrite map_length in H. pose proof (active_length e p). lia.
Qed.

(** * S9: at the smallest tolerance e, if it is positive, every vertex has at most
    m* <= m nonzero weights: one fewer than Lemma 3 says. *)
Theorem minimal_epsilon_support e p : minimal_epsilon T m a e -> 0 < e -> vertex e p ->
  (length (supp p) <= length (active e p))%nat /\ (length (supp p) <= m)%nat.
Proof.
  intros (_ & _ & Hmin) He Hv. pose proof (active_length e p).
  destruct (direction_or_independent (map a (active e p)) p) as [(d0 & H0 & (k & Hk & Hdk) & Ho)|[_ H1]].
  2:{ rewrite map_length in H1. lia. }
  exfalso. pose proof (vertex_independent e p Hv) as Hi. destruct Hv as [(Hp & Hs & Hc) _].
  apply in_supp in Hk as Hk'.
  assert (Hsum : rsum T d0 <> 0).
  { intros Hz. apply Hdk. apply (Hi d0); [|apply orthogonal_rows; split; [exact Hz|]|apply Hk'].
    - intros t Ht Hpt. apply H0. rewrite in_supp. intros [_ F]. contradiction.
    - intros i Hin. apply Ho, in_map, Hin. }
  assert (Hd : exists d, (forall t, (t < T)%nat -> p t = 0 -> d t = 0) /\ 0 < rsum T d /\
                 forall i, In i (active e p) -> con i d = 0).
  { assert (Hz : forall t, (t < T)%nat -> p t = 0 -> d0 t = 0)
      by (intros t Ht Hpt; apply H0; rewrite in_supp; intros [_ F]; contradiction).
    destruct (Rlt_dec 0 (rsum T d0)) as [Hlt|Hnlt].
    - exists d0. split; [exact Hz|]. split; [exact Hlt|]. intros i Hin. apply Ho, in_map, Hin.
    - exists (fun t => -1 * d0 t). split; [intros t Ht Hpt; rewrite (Hz t Ht Hpt); ring|].
      split; [rewrite rsum_scal; lra|].
      intros i Hin. rewrite con_opp. pose proof (Ho (a i) (in_map a _ _ Hin)) as HH.
      fold (con i d0) in HH. rewrite HH. ring. }
  destruct Hd as (d & Hsup & Hpos & Hact).
  destruct (room_weights p d Hp Hsup) as (h1 & Hh1 & R1).
  destruct (room_constraints e p d Hc Hact) as (h2 & Hh2 & R2).
  set (h := Rmin h1 h2). assert (Hh : 0 < h) by (apply Rmin_pos; assumption).
  assert (Habs1 : Rabs h <= h1) by (rewrite Rabs_pos_eq by lra; apply Rmin_l).
  assert (Habs2 : Rabs h <= h2) by (rewrite Rabs_pos_eq by lra; apply Rmin_r).
  set (s := 1 + h * rsum T d). assert (Hs1 : 1 < s) by (unfold s; nra).
  assert (Hinv : 0 < / s) by (apply Rinv_0_lt_compat; lra).
  assert (Hq : feas (/ s * e) (fun t => / s * move p d h t)).
  { split; [intros t Ht; apply Rmult_le_pos; [lra|apply R1; assumption]|]. split.
    - rewrite rsum_scal, sum_move, Hs. fold s. field. lra.
    - intros i Him. unfold constraint.
      rewrite (rsum_ext T _ (fun t => / s * (move p d h t * a i t))) by (intros; ring).
      rewrite rsum_scal. apply Rmult_le_compat_l; [lra|]. apply R2; assumption. }
  assert (e <= / s * e) by (apply (Hmin (/ s * e) _ ltac:(apply Rmult_le_pos; lra) Hq)).
  assert (s * e <= e); [|nra].
  replace e with (s * (/ s * e)) at 2 by (field; lra). apply Rmult_le_compat_l; lra.
Qed.

(** Section 9, claim [support]. *)
Theorem rule_solution_support e p : feas e p -> independent (active_rows e p) p ->
  (length (supp p) <= length (active e p) + 1)%nat /\
  (minimal_epsilon T m a e -> 0 < e -> (length (supp p) <= length (active e p))%nat).
Proof.
  intros Hf Hi. pose proof (rule_solution_vertex e p Hf Hi) as Hv. split; [apply lemma_3, Hv|].
  intros Hm He. apply (minimal_epsilon_support e p Hm He Hv).
Qed.
End Sparse.
