(** The claim `vertex` of an accepted solution: the recorded weights are a vertex of the program, so Lemma 3 applies to them. *)
From Coq Require Import Reals Lra Lia Arith List Bool QArith Qreals.
From Referee Require Import Sums Norms Elimination ShrinkLP Sparse Equalities Rational CheckSolution.
Import ListNotations.
Local Open Scope R_scope.

Lemma same_lists x : forall y, same x y = true -> x = y.
Proof.
  induction x as [|a x IH]; intros [|b y] H; try discriminate; [reflexivity|]. simpl in H. split_and.
  apply Nat.eqb_eq in H. rewrite H, (IH y H0). reflexivity.
Qed.

(** The row of the left inverse for candidate j. *)
Fixpoint row_of (todo : list nat) (W : list (list Q)) (j : nat) : list Q :=
  match todo, W with
  | a :: todo, row :: W => if Nat.eqb a j then row else row_of todo W j
  | _, _ => []
  end.
Lemma inverse_rows_spec rs act ks : forall todo W, inverse_rows rs act ks todo W = true ->
  forall j, In j todo -> length (row_of todo W j) = S (length act) /\
    forall k, In k ks -> Q2R (ldot (row_of todo W j) (vector rs act k)) = if Nat.eqb k j then 1 else 0.
Proof.
  induction todo as [|a todo IH]; intros [|row W] H j Hj; try discriminate; [contradiction Hj|].
  simpl in H. split_and. simpl. destruct (Nat.eqb_spec a j) as [->|Hne].
  - split; [apply Nat.eqb_eq, H|]. intros k Hk. rewrite forallb_forall in H1. rewrite (qeq_R _ _ (H1 k Hk)).
    destruct (Nat.eqb k j); [apply Q2R_1|apply Q2R_0].
  - apply IH; [exact H0|]. destruct Hj as [Hj|Hj]; [contradiction|exact Hj].
Qed.

Lemma ldot_sum : forall x y : list Q, length x = length y ->
  Q2R (ldot x y) = lsum (seq 0 (length y)) (fun i => Q2R (nth i x 0%Q) * Q2R (nth i y 0%Q)).
Proof.
  induction x as [|a x IH]; intros [|b y] H; try discriminate; [apply Q2R_0|].
  simpl in H. injection H as H. cbn [ldot]. rewrite qadd_R, qmul_R, (IH y H). cbn [length seq].
  change (lsum (0%nat :: seq 1 (length y)) ?f) with (f 0%nat + lsum (seq 1 (length y)) f).
  cbn [nth]. f_equal. rewrite <- seq_shift. generalize (seq 0 (length y)) as l.
  induction l as [|c l IHl]; [reflexivity|]. simpl. rewrite IHl. reflexivity.
Qed.

Section Vertex.
Variable s : solution.
Hypothesis accepted : check_solution s = true.
Notation rs := (rows s).
Notation m := (constraints s).
Notation T := (length rs).
Notation p := (weight_of (support s)).
Notation e := (Q2R (epsilon s)).
Notation a := (value rs).

Lemma accepted_program : ShrinkLP.lp_feasible T m a e p.
Proof. destruct (solution_feasible s accepted) as [[H1 H2] H3]. repeat split; assumption. Qed.

(** The recorded active constraints are those that hold with equality. *)
Theorem solution_active : active s = Sparse.active T m a e p.
Proof.
  pose proof accepted as H. unfold check_solution in H. cbv zeta in H. split_and.
  rewrite <- (same_lists _ _ H5). unfold Sparse.active. apply filter_ext_in. intros i Hi. apply in_seq in Hi.
  unfold activeb. pose proof (proj2 (solution_means s accepted) i ltac:(lia)) as Hv.
  change (constraint T a i p) with (rsum T (fun t => p t * value rs i t)). rewrite Hv.
  destruct (Qeq_bool (entry (values s) i) (epsilon s)) eqn:Eq.
  - apply qeq_R in Eq. destruct (Req_EM_T _ _); [reflexivity|contradiction].
  - apply qeq_R_not in Eq. destruct (Req_EM_T _ _); [contradiction|reflexivity].
Qed.

(** Claim `vertex`. *)
Theorem solution_vertex : Sparse.vertex T m a e p.
Proof.
  apply rule_solution_vertex; [exact accepted_program|].
  destruct (accepted_parts s accepted) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & Hind).
  unfold CheckSolution.independent in Hind. rewrite solution_active in Hind. set (act := Sparse.active T m a e p) in *.
  destruct (left_inverse rs act (map fst (support s))) as [W|] eqn:EW; [|discriminate].
  set (ks := map fst (support s)) in *.
  pose proof (inverse_rows_spec rs act ks ks W Hind) as Hrow.
  assert (Hin : forall t, In t (supp T p) -> In t ks).
  { intros t Ht. apply in_supp in Ht. apply (solution_support s accepted), (proj2 Ht). }
  apply (left_inverse_independent T p (active_rows T m a e p) (fun j r => Q2R (nth r (row_of ks W j) 0%Q))).
  intros j k Hj Hk. destruct (Hrow j (Hin j Hj)) as [Hlen Hdot]. specialize (Hdot k (Hin k Hk)).
  rewrite Nat.eqb_sym, <- Hdot. rewrite ldot_sum by (unfold vector; simpl; rewrite map_length; exact Hlen).
  unfold active_rows. fold act. unfold vector. cbn [length]. rewrite !map_length.
  apply lsum_ext. intros r Hr. apply in_seq in Hr. f_equal. destruct r as [|r]; [simpl; symmetry; apply Q2R_1|].
  cbn [nth]. rewrite (nth_indep _ (fun _ => 0) (a 0%nat)) by (rewrite map_length; lia). rewrite map_nth.
  rewrite (nth_indep _ 0%Q (cell rs k (S 0%nat))) by (rewrite map_length; lia).
  rewrite (map_nth (fun i => cell rs k (S i))). reflexivity.
Qed.

(** So Lemma 3 and its stronger form hold for the recorded weights. *)
Theorem solution_lemma_3 : (length (supp T p) <= length (active s) + 1)%nat.
Proof. rewrite solution_active. apply (lemma_3 T m a e p), solution_vertex. Qed.

(** With equalities, pairs of constraints whose values are opposite for every candidate, an accepted solution keeps the
    smaller bound too, though the checker does not read them: a pair that is active as a whole counts once. *)
Theorem solution_support_equalities pairs : disjoint_pairs m pairs ->
  (forall i j t, In (i, j) pairs -> (t < T)%nat -> a j t = - a i t) ->
  (length (supp T p) <= length (active s) - length (whole_pairs T a pairs e p) + 1)%nat.
Proof.
  intros Hp Ho. rewrite solution_active. apply (rule_solution_support_equalities T m a pairs Hp Ho e p).
  - exact accepted_program.
  - apply vertex_independent, solution_vertex.
Qed.
End Vertex.
