(** An executable checker for solutions of the shrinking linear program (SPEC 9), and its soundness: if it says
    yes, then over the reals the recorded weights are feasible, no feasible weights have a smaller objective,
    epsilon is as small as said, and the support is as small as said.

    Candidate t has objective c t and constraints a i t; the program is: minimise sum_t p_t c_t over p >= 0,
    sum_t p_t = 1, sum_t p_t a_(i,t) <= epsilon for every i. *)
From Coq Require Import Reals Lra Lia Arith List Bool QArith Qreals.
From Referee Require Import Sums Norms Rational.
Import ListNotations.
Local Open Scope R_scope.

(** A solution as it is written down. Candidates and constraints count from 0 here. *)
Record solution := {
  rows : list (list Q);               (* the candidates: objective, then the constraints *)
  constraints : nat;
  epsilon : Q;
  minimal : bool;
  support : list (nat * Q);
  objective : Q;
  values : list Q;                    (* the means of the constraints *)
  active : list nat;
  duals : list Q;
  mass : Q;
  epsilon_duals : list Q }.
Record infeasible := {
  irows : list (list Q);
  iconstraints : nat;
  iepsilon : Q;
  farkas : list Q }.

Definition cell (rs : list (list Q)) (t j : nat) : Q := nth j (nth t rs []) 0%Q.
Definition entry (l : list Q) (i : nat) : Q := nth i l 0%Q.

Section Program.
Variables (rs : list (list Q)) (m : nat) (eps : Q).
Notation T := (length rs).
Definition cost (t : nat) : R := Q2R (cell rs t 0).
Definition value (i t : nat) : R := Q2R (cell rs t (S i)).
(** q is feasible for the program with epsilon e. *)
Definition lp_feasible (e : R) (q : nat -> R) : Prop :=
  simplex T q /\ forall i, (i < m)%nat -> rsum T (fun t => q t * value i t) <= e.

(** * Multipliers bound the program from below *)
Definition mixed (with_cost : bool) (y : list Q) (t : nat) : Q :=
  qadd (if with_cost then cell rs t 0 else 0%Q) (qsum m (fun i => qmul (entry y i) (cell rs t (S i)))).
Definition least (with_cost : bool) (y : list Q) : Q := qleast (pred T) (mixed with_cost y).
Definition not_negative (y : list Q) : bool := all_below m (fun i => Qle_bool 0 (entry y i)).
Definition total (y : list Q) : Q := qsum m (entry y).

Lemma mixed_R b y t : Q2R (mixed b y t) = (if b then cost t else 0) + rsum m (fun i => Q2R (entry y i) * value i t).
Proof.
  unfold mixed. rewrite qadd_R, qsum_R. f_equal; [destruct b; [reflexivity|apply Q2R_0]|].
  apply rsum_ext. intros. apply qmul_R.
Qed.

Lemma dual_bound b y e q : not_negative y = true -> lp_feasible e q ->
  Q2R (least b y) - e * Q2R (total y) <= rsum T (fun t => q t * (if b then cost t else 0)).
Proof.
  intros Hy [[Hq H1] Hc].
  assert (H : Q2R (least b y) <= rsum T (fun t => q t * Q2R (mixed b y t))).
  { rewrite <- (Rmult_1_l (Q2R (least b y))), <- H1, <- rsum_scal_r. apply rsum_le. intros t Ht.
    apply Rmult_le_compat_l; [apply Hq, Ht|]. apply qleast_le. lia. }
  rewrite (rsum_ext T _ (fun t => q t * (if b then cost t else 0)
    + rsum m (fun i => Q2R (entry y i) * (q t * value i t)))) in H.
  2:{ intros t _. rewrite mixed_R, Rmult_plus_distr_l, <- rsum_scal. f_equal. apply rsum_ext. intros; ring. }
  rewrite rsum_plus, (rsum_swap T m) in H.
  assert (rsum m (fun i => rsum T (fun t => Q2R (entry y i) * (q t * value i t))) <= e * Q2R (total y)).
  { unfold total. rewrite qsum_R, <- rsum_scal. apply rsum_le. intros i Hi. rewrite rsum_scal.
    pose proof (qle_R _ _ (all_below_spec _ _ Hy i Hi)) as H0. rewrite Q2R_0 in H0. pose proof (Hc i Hi). nra. }
  lra.
Qed.

(** * The recorded weights *)
Variable sup : list (nat * Q).
Fixpoint support_sum (s : list (nat * Q)) (f : nat -> Q) : Q :=
  match s with [] => 0%Q | (k, w) :: s => qadd (qmul w (f k)) (support_sum s f) end.
(** The weight of candidate t. *)
Fixpoint weight_of (s : list (nat * Q)) (t : nat) : R :=
  match s with [] => 0 | (k, w) :: s => (if Nat.eqb t k then Q2R w else 0) + weight_of s t end.

Lemma support_sum_R s f : (forall k w, In (k, w) s -> (k < T)%nat) ->
  Q2R (support_sum s f) = rsum T (fun t => weight_of s t * Q2R (f t)).
Proof.
  induction s as [|[k w] s IH]; intros Hs; cbn [support_sum weight_of].
  - rewrite Q2R_0. symmetry. apply rsum_zero'. intros; ring.
  - rewrite qadd_R, qmul_R, IH by (intros k' w' H; apply (Hs k' w'); right; exact H).
    rewrite (rsum_ext T (fun t => ((if Nat.eqb t k then Q2R w else 0) + weight_of s t) * Q2R (f t))
      (fun t => (if Nat.eqb t k then Q2R w * Q2R (f t) else 0) + weight_of s t * Q2R (f t))).
    + rewrite rsum_plus. f_equal. symmetry. apply (rsum_delta T k (fun t => Q2R w * Q2R (f t))).
      apply (Hs k w). left. reflexivity.
    + intros t _. destruct (Nat.eqb t k); ring.
Qed.

Lemma weight_of_nonneg s t : (forall k w, In (k, w) s -> 0 < Q2R w) -> 0 <= weight_of s t.
Proof.
  induction s as [|[k w] s IH]; intros Hs; cbn [weight_of]; [lra|].
  pose proof (Hs k w (or_introl eq_refl)).
  pose proof (IH (fun k' w' H => Hs k' w' (or_intror H))). destruct (Nat.eqb t k); lra.
Qed.
Lemma weight_of_outside s t : ~ In t (map fst s) -> weight_of s t = 0.
Proof.
  induction s as [|[k w] s IH]; intros Hs; cbn [weight_of]; [reflexivity|]. simpl in Hs.
  rewrite IH by tauto. destruct (Nat.eqb_spec t k); [subst; tauto|ring].
Qed.
End Program.

Fixpoint increasing (s : list nat) : bool :=
  match s with x :: ((y :: _) as rest) => Nat.ltb x y && increasing rest | _ => true end.
Fixpoint same (x y : list nat) : bool :=
  match x, y with [], [] => true | a :: x, b :: y => Nat.eqb a b && same x y | _, _ => false end.

(** * Linear independence of the support's vectors (1, active constraints)
    Gauss and Jordan's elimination looks for a left inverse W; nothing is proved about the search, because what it finds is multiplied out
    afterwards. *)
Definition vector (rs : list (list Q)) (act : list nat) (k : nat) : list Q := 1%Q :: map (fun i => cell rs k (S i)) act.
Fixpoint ldot (x y : list Q) : Q := match x, y with a :: x, b :: y => qadd (qmul a b) (ldot x y) | _, _ => 0%Q end.
Definition scale (c : Q) : list Q -> list Q := map (qmul c).
Fixpoint minus_times (c : Q) (x y : list Q) : list Q :=
  match x, y with a :: x, b :: y => qsub a (qmul c b) :: minus_times c x y | _, _ => [] end.
Fixpoint take_pivot (j : nat) (before rest : list (list Q)) : option (list Q * list (list Q)) :=
  match rest with
  | [] => None
  | r :: rest => if Qeq_bool (entry r j) 0 then take_pivot j (r :: before) rest else Some (r, before ++ rest)
  end.
(** Rows are (row of the matrix ++ row of the identity); columns j .. are still to be cleared. *)
Fixpoint eliminate (fuel j : nat) (done rest : list (list Q)) : option (list (list Q)) :=
  match fuel with
  | O => Some (rev done)
  | S fuel =>
    match take_pivot j [] rest with
    | None => None
    | Some (r, rest) =>
      let r := scale (qdiv 1 (entry r j)) r in
      let clear x := minus_times (entry x j) x r in
      eliminate fuel (S j) (r :: map clear done) (map clear rest)
    end
  end.
Definition unit_row (n k : nat) : list Q := map (fun i => if Nat.eqb i k then 1%Q else 0%Q) (seq 0 n).
(** W, row j for the j-th element of the support. *)
Definition left_inverse (rs : list (list Q)) (act ks : list nat) : option (list (list Q)) :=
  let n := S (length act) in
  let columns := map (vector rs act) ks in
  let row r := map (fun v => entry v r) columns ++ unit_row n r in
  option_map (map (skipn (length ks))) (eliminate (length ks) 0 [] (map row (seq 0 n))).
Fixpoint inverse_rows (rs : list (list Q)) (act ks : list nat) (todo : list nat) (W : list (list Q)) : bool :=
  match todo, W with
  | [], [] => true
  | j :: todo, row :: W =>
      Nat.eqb (length row) (S (length act)) &&
      forallb (fun k => Qeq_bool (ldot row (vector rs act k)) (if Nat.eqb k j then 1%Q else 0%Q)) ks &&
      inverse_rows rs act ks todo W
  | _, _ => false
  end.
Definition independent (rs : list (list Q)) (act ks : list nat) : bool :=
  match left_inverse rs act ks with Some W => inverse_rows rs act ks ks W | None => false end.

(** * The checkers *)
Definition check_epsilon_duals (s : solution) : bool :=
  negb (minimal s && qlt 0 (epsilon s)) ||
  (not_negative (constraints s) (epsilon_duals s) && Qeq_bool (total (constraints s) (epsilon_duals s)) 1 &&
   Qeq_bool (least (rows s) (constraints s) false (epsilon_duals s)) (epsilon s)).

Definition check_solution (s : solution) : bool :=
  let ks := map fst (support s) in let rs := rows s in let m := constraints s in
  Nat.ltb 0 (length rs) && Qle_bool 0 (epsilon s) && check_epsilon_duals s &&
  Nat.leb (length ks) (if minimal s && qlt 0 (epsilon s) then length (active s) else S (length (active s))) &&
  increasing ks && forallb (fun k => Nat.ltb k (length rs)) ks &&
  forallb (fun kw => qlt 0 (snd kw)) (support s) &&
  Qeq_bool (support_sum (support s) (fun _ => 1%Q)) 1 &&
  Qeq_bool (support_sum (support s) (fun t => cell rs t 0)) (objective s) &&
  all_below m (fun i => Qeq_bool (support_sum (support s) (fun t => cell rs t (S i))) (entry (values s) i)) &&
  same (filter (fun i => Qeq_bool (entry (values s) i) (epsilon s)) (seq 0 m)) (active s) &&
  all_below m (fun i => Qle_bool (entry (values s) i) (epsilon s)) &&
  not_negative m (duals s) && Qeq_bool (least rs m true (duals s)) (mass s) &&
  Qeq_bool (qsub (mass s) (qmul (epsilon s) (total m (duals s)))) (objective s) &&
  independent rs (active s) ks.

Definition check_infeasible (s : infeasible) : bool :=
  Nat.ltb 0 (length (irows s)) && Qle_bool 0 (iepsilon s) && not_negative (iconstraints s) (farkas s) &&
  Qeq_bool (total (iconstraints s) (farkas s)) 1 &&
  qlt (iepsilon s) (least (irows s) (iconstraints s) false (farkas s)).

Section Sound.
Variable s : solution.
Hypothesis accepted : check_solution s = true.
Notation rs := (rows s).
Notation m := (constraints s).
Notation T := (length rs).
Notation p := (weight_of (support s)).

Lemma accepted_parts :
  check_epsilon_duals s = true /\
  (length (support s) <= if (minimal s && qlt 0 (epsilon s))%bool then length (active s) else S (length (active s)))%nat /\
  (forall k w, In (k, w) (support s) -> (k < T)%nat /\ 0 < Q2R w) /\
  rsum T p = 1 /\ rsum T (fun t => p t * cost rs t) = Q2R (objective s) /\
  (forall i, (i < m)%nat -> rsum T (fun t => p t * value rs i t) = Q2R (entry (values s) i)) /\
  (forall i, (i < m)%nat -> Q2R (entry (values s) i) <= Q2R (epsilon s)) /\
  not_negative m (duals s) = true /\
  Q2R (least rs m true (duals s)) - Q2R (epsilon s) * Q2R (total m (duals s)) = Q2R (objective s) /\
  independent rs (active s) (map fst (support s)) = true.
Proof.
  pose proof accepted as H. unfold check_solution in H. cbv zeta in H. split_and.
  rename H into Hlen, H0 into Hind, H1 into Hobj, H2 into Hmass, H3 into Hdual, H4 into Hfeas, H5 into Hact,
    H6 into Hval, H7 into Hcost, H8 into Hone, H9 into Hpos, H10 into Hlt, H11 into Hinc, H12 into Hcount, H13 into Heps.
  rewrite forallb_forall in Hlt, Hpos.
  assert (Hs : forall k w, In (k, w) (support s) -> (k < T)%nat /\ 0 < Q2R w).
  { intros k w Hin. split.
    - apply Nat.ltb_lt, Hlt. apply (in_map fst) in Hin. exact Hin.
    - pose proof (qlt_R _ _ (Hpos _ Hin)) as HH. rewrite Q2R_0 in HH. exact HH. }
  assert (Hs' : forall k w, In (k, w) (support s) -> (k < T)%nat) by (intros k w Hin; apply (Hs k w Hin)).
  repeat split; try assumption.
  - rewrite map_length in Hcount. apply Nat.leb_le, Hcount.
  - apply (Hs k w), H.
  - apply (Hs k w), H.
  - apply qeq_R in Hone. rewrite (support_sum_R rs) in Hone by exact Hs'. rewrite Q2R_1 in Hone. rewrite <- Hone.
    apply rsum_ext. intros. ring.
  - apply qeq_R in Hcost. rewrite (support_sum_R rs) in Hcost by exact Hs'. exact Hcost.
  - intros i Hi. pose proof (qeq_R _ _ (all_below_spec _ _ Hval i Hi)) as HH. cbv beta in HH.
    rewrite (support_sum_R rs) in HH by exact Hs'. exact HH.
  - intros i Hi. apply qle_R. apply (all_below_spec _ _ Hfeas i Hi).
  - apply qeq_R in Hmass, Hobj. rewrite qsub_R, qmul_R in Hobj. lra.
Qed.

(** Claim `feasible`. *)
Theorem solution_feasible : lp_feasible rs m (Q2R (epsilon s)) p.
Proof.
  destruct accepted_parts as (_ & _ & Hs & H1 & _ & Hv & Hf & _). split; [split|].
  - intros t _. apply weight_of_nonneg. intros k w Hin. apply (Hs k w Hin).
  - exact H1.
  - intros i Hi. rewrite (Hv i Hi). apply Hf, Hi.
Qed.
(** The recorded objective and constraints are the means. *)
Theorem solution_means : rsum T (fun t => p t * cost rs t) = Q2R (objective s) /\
  forall i, (i < m)%nat -> rsum T (fun t => p t * value rs i t) = Q2R (entry (values s) i).
Proof. destruct accepted_parts as (_ & _ & _ & _ & Hc & Hv & _). split; assumption. Qed.
(** Claim `optimal`. *)
Theorem solution_optimal q : lp_feasible rs m (Q2R (epsilon s)) q ->
  Q2R (objective s) <= rsum T (fun t => q t * cost rs t).
Proof.
  intros Hq. destruct accepted_parts as (_ & _ & _ & _ & _ & _ & _ & Hy & Ho & _).
  rewrite <- Ho. apply (dual_bound rs m true (duals s) (Q2R (epsilon s)) q Hy Hq).
Qed.
(** `epsilon_is_minimal`: no smaller epsilon is feasible. *)
Theorem solution_epsilon_minimal e q : minimal s = true -> 0 <= e -> lp_feasible rs m e q -> Q2R (epsilon s) <= e.
Proof.
  intros Hm He Hq. destruct accepted_parts as (Hd & _). unfold check_epsilon_duals in Hd. rewrite Hm in Hd. simpl in Hd.
  destruct (qlt 0 (epsilon s)) eqn:Hpos; simpl in Hd.
  - split_and. apply qeq_R in H0, H1. rewrite Q2R_1 in H1.
    pose proof (dual_bound rs m false (epsilon_duals s) e q H Hq) as Hb. rewrite H0, H1 in Hb.
    rewrite (rsum_zero' T) in Hb by (intros; ring). lra.
  - apply qlt_R_not in Hpos. rewrite Q2R_0 in Hpos. lra.
Qed.
(** Claim `support`: at most one candidate more than active constraints, and not even that at a positive minimal epsilon. *)
Theorem solution_support : (forall t, p t <> 0 -> In t (map fst (support s))) /\
  (length (support s) <= S (length (active s)))%nat /\
  (minimal s = true -> 0 < Q2R (epsilon s) -> (length (support s) <= length (active s))%nat).
Proof.
  destruct accepted_parts as (_ & Hc & _). split; [|split].
  - intros t Ht. destruct (in_dec Nat.eq_dec t (map fst (support s))) as [Hin|Hn]; [exact Hin|].
    exfalso. apply Ht, weight_of_outside, Hn.
  - destruct (minimal s && qlt 0 (epsilon s))%bool; lia.
  - intros Hm Hp. rewrite Hm in Hc. destruct (qlt 0 (epsilon s)) eqn:Hq; [exact Hc|].
    apply qlt_R_not in Hq. rewrite Q2R_0 in Hq. lra.
Qed.
End Sound.

(** Status `infeasible`: no weights satisfy the constraints. *)
Theorem infeasible_sound s : check_infeasible s = true ->
  forall q, ~ lp_feasible (irows s) (iconstraints s) (Q2R (iepsilon s)) q.
Proof.
  intros H q Hq. unfold check_infeasible in H. split_and.
  pose proof (dual_bound (irows s) (iconstraints s) false (farkas s) _ q H2 Hq) as Hb.
  apply qeq_R in H1. apply qlt_R in H0. rewrite H1, Q2R_1 in Hb.
  rewrite (rsum_zero' (length (irows s))) in Hb by (intros; ring). lra.
Qed.
