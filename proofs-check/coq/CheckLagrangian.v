(** An executable checker for certificates of the Lagrangian game with the norm 1 (SPEC 4 and 5), and its soundness.
    Rounds may be weighed: w for the points, v for the multipliers; constraints may be the halves of equalities. *)
From Coq Require Import Reals Lra Lia Arith List Bool QArith Qreals.
From Referee Require Import Sums Norms Rational Interval Games Lagrangian Rules Equalities.
Import ListNotations.
Local Open Scope R_scope.

(** A round: intervals for the objective and the constraints, the multipliers, and the two weights. *)
Record weighed := { l_seen : list interval; l_multipliers : list Q; theta_weight : Q; lambda_weight : Q }.
Record l_given := { radius : option Q; l_lower : option Q; l_margin : option Q; l_range : option Q;
  l_margin_objective : option interval; equal_weights : bool; l_equalities : list (nat * nat) }.

Section Check.
Variables (rounds : list weighed) (m : nat) (given : l_given).
Notation T := (length rounds).
Definition l_nothing : weighed := {| l_seen := []; l_multipliers := []; theta_weight := 0; lambda_weight := 0 |}.
Definition l_at (t : nat) : weighed := nth t rounds l_nothing.
Definition l_value (j t : nat) : interval := nth j (l_seen (l_at t)) (exactly 0).
Definition l_lam (t i : nat) : Q := nth i (l_multipliers (l_at t)) 0%Q.
Definition qw (t : nat) : Q := theta_weight (l_at t).
Definition qv (t : nat) : Q := lambda_weight (l_at t).

(** * Section 4 *)
Definition l_objective : interval := wmean T qw (l_value 0).
Definition l_E (i : nat) : interval := wmean T qw (l_value (S i)).
Definition l_infeasibility : interval := ipos_max m l_E.
Definition l_mu (i : nat) : interval := wmean T qv (fun t => exactly (l_lam t i)).
(** mu': without what the halves of an equality have in common. *)
Fixpoint l_common (pairs : list (nat * nat)) (k : nat) : interval :=
  match pairs with
  | [] => exactly 0
  | (i, j) :: rest => if (Nat.eqb k i || Nat.eqb k j)%bool then imin (l_mu i) (l_mu j) else l_common rest k
  end.
Definition l_norm : interval := isum m (fun k => isub (l_mu k) (l_common (l_equalities given) k)).
Definition l_paid : interval := wmean T qw (fun t => isum m (fun i => imul (exactly (l_lam t i)) (l_value (S i) t))).
Definition l_epsilon (r l : Q) : interval := isub (iadd l_objective (imul (exactly r) l_infeasibility)) (exactly l).
Definition l_suboptimality (l : Q) : interval := isub l_objective (exactly l).
Definition l_played : interval := iadd l_objective (isum m (fun i => imul (l_mu i) (l_E i))).

Definition with_radius {X} (f : Q -> option X) : option X :=
  match radius given with Some r => if Qle_bool 0 r then f r else None | None => None end.
Definition with_l_lower {X} (f : Q -> option X) : option X := match l_lower given with Some l => f l | None => None end.
Definition with_l_margin {X} (f : Q -> option X) : option X :=
  match l_margin given with Some c => if qlt 0 c then f c else None | None => None end.
Definition with_l_range {X} (f : Q -> option X) : option X :=
  match l_range given with Some b => if Qle_bool 0 b then f b else None | None => None end.
Definition with_l_point {X} (f : interval -> option X) : option X :=
  match l_margin_objective given with Some g => f g | None => None end.
Definition guard {X} (b : bool) (x : X) : option X := if b then Some x else None.

Definition l_measured (k : nat) : option interval :=
  match k with
  | 0 => Some l_objective
  | 1 => Some l_infeasibility
  | 2 => Some l_norm
  | 3 => with_l_lower (fun l => guard (equal_weights given) (isub (iadd l_objective l_paid) (exactly l)))
  | 4 => with_radius (fun r => guard (equal_weights given) (isub (imul (exactly r) l_infeasibility) l_paid))
  | 5 => with_radius (fun r => with_l_lower (fun l => Some (l_epsilon r l)))
  | 6 => with_l_lower (fun l => Some (l_suboptimality l))
  | _ => None
  end%nat.

(** * Section 5 *)
(** v / (v + gamma), by its ends. *)
Definition share (X : interval) (c : Q) : interval :=
  Interval (qdiv (lo X) (qadd (lo X) c)) (qdiv (hi X) (qadd (hi X) c)).
Definition l_claim (b : bool) (l r : interval) (s : option interval) : due :=
  {| strict := b; lhs := l; rhs := r; slack := s |}.
Definition feasibility_claim (r l : Q) (n : interval) : option due :=
  let divisor := isub (exactly r) n in
  guard (positive divisor) (l_claim false l_infeasibility (idiv (l_epsilon r l) divisor)
    (Some (isub (iadd l_objective (imul n l_infeasibility)) (exactly l)))).
Definition l_claims (k : nat) : option due :=
  match k with
  | 0 => with_l_lower (fun l =>                                                       (* lower_bound_possible *)
           Some (l_claim false (exactly l) l_played (Some (isub l_played (exactly l)))))
  | 1 => with_radius (fun r =>                                                        (* norm_below_radius *)
           Some (l_claim true l_norm (exactly r) (Some (isub (exactly r) l_norm))))
  | 2 => match l_margin given with                                                    (* margin_positive *)
         | Some c => Some (l_claim true (exactly 0) (exactly c) (Some (exactly c))) | None => None end
  | 3 => with_radius (fun r => with_l_margin (fun c => with_l_range (fun b =>         (* slater_below_radius *)
           Some (l_claim true (exactly (qdiv b c)) (exactly r) (Some (exactly (qsub r (qdiv b c))))))))
  | 4 => with_radius (fun r => with_l_lower (fun l =>                                 (* suboptimality *)
           Some (l_claim false (l_suboptimality l) (l_epsilon r l) None)))
  | 5 => with_radius (fun r => with_l_lower (fun l => feasibility_claim r l l_norm))  (* infeasibility *)
  | 6 => with_radius (fun r => with_l_lower (fun l => with_l_margin (fun c => with_l_range (fun b =>
           feasibility_claim r l (exactly (qdiv b c))))))                             (* infeasibility_slater *)
  | 7 => with_radius (fun r => with_l_lower (fun l => with_l_margin (fun c => with_l_point (fun g =>
           let shift := imul (share l_infeasibility c) (isub g l_objective) in        (* infeasibility_slater_data *)
           Some (l_claim false (imul (exactly r) l_infeasibility) (iadd (l_epsilon r l) shift)
             (Some (isub (iadd l_objective shift) (exactly l))))))))
  | 8 => with_radius (fun r => with_l_lower (fun l => with_l_margin (fun c => with_l_range (fun b =>
           let top := iadd (l_epsilon r l) (exactly b) in                             (* multiplier_norm *)
           Some (l_claim false l_norm (idiv top (exactly c)) (Some (isub top (imul (exactly c) l_norm))))))))
  | 9 => with_radius (fun r => with_l_lower (fun l => with_l_margin (fun c => with_l_point (fun g =>
           Some (l_claim false l_norm                                                 (* multiplier_norm_data *)
             (idiv (isub (iadd (l_epsilon r l) g) l_objective) (exactly c))
             (Some (isub (isub (iadd (imul (exactly r) l_infeasibility) g) (exactly l)) (imul (exactly c) l_norm))))))))
  | _ => None
  end%nat.

(** * Section 3: equalities *)
Fixpoint different (l : list nat) : bool :=
  match l with [] => true | x :: l => negb (existsb (Nat.eqb x) l) && different l end.
Fixpoint by_first (pairs : list (nat * nat)) : bool :=
  match pairs with x :: ((y :: _) as rest) => Nat.ltb (fst x) (fst y) && by_first rest | _ => true end.
Definition opposite_points (X Y : interval) : bool :=
  Qeq_bool (lo X) (hi X) && Qeq_bool (lo Y) (hi Y) && Qeq_bool (lo Y) (qsub 0 (lo X)).
(** Pairs i < j in order, no constraint in two of them, exact and opposite values in every round; with Theorems 1 and 3
    and without a margin. *)
Definition check_equalities (statement : nat) : bool :=
  match l_equalities given with
  | [] => true
  | _ => match statement, l_margin given with (1 | 3), None => true | _, _ => false end
  end%nat &&
  by_first (l_equalities given) && different (members (l_equalities given)) &&
  forallb (fun ij => Nat.ltb (fst ij) (snd ij) && Nat.ltb (snd ij) m &&
    all_below T (fun t => opposite_points (l_value (S (fst ij)) t) (l_value (S (snd ij)) t))) (l_equalities given).

(** Theorems 1 and 3 (all claims) and Lemma 6. *)
Definition l_in_statement (statement k : nat) : bool :=
  match statement, k with (1 | 3), _ => true | 6, (0 | 2 | 8 | 9) => true | _, _ => false end%nat.
Definition check_lagrangian (statement : nat) (entries : nat -> option interval)
    (recorded_claims : nat -> option claim) : bool :=
  all_below T (fun t => Qle_bool 0 (qw t) && Qle_bool 0 (qv t) && all_below m (fun i => Qle_bool 0 (l_lam t i))) &&
  qlt 0 (qsum T qw) && qlt 0 (qsum T qv) && check_equalities statement &&
  all_below 7 (fun k => check_entry (l_measured k) (entries k)) &&
  all_below 10 (fun k => check_claim
    (if l_in_statement statement k then l_claims k else None) (recorded_claims k)).

(** * Soundness *)
Context {Theta : Type}.
Variables (th : nat -> Theta) (g0 : Theta -> R) (g : nat -> Theta -> R).
Hypothesis objective_inside : forall t, (t < T)%nat -> encloses (l_value 0 t) (g0 (th t)).
Hypothesis constraints_inside : forall i t, (i < m)%nat -> (t < T)%nat -> encloses (l_value (S i) t) (g i (th t)).
Hypothesis w_nonneg : forall t, (t < T)%nat -> 0 <= Q2R (qw t).
Hypothesis v_nonneg : forall t, (t < T)%nat -> 0 <= Q2R (qv t).
Hypothesis w_total : 0 < rsum T (fun t => Q2R (qw t)).
Hypothesis v_total : 0 < rsum T (fun t => Q2R (qv t)).
Hypothesis lam_nonneg : forall t i, (t < T)%nat -> (i < m)%nat -> 0 <= Q2R (l_lam t i).
(** The mixture of the points played, and that of the multipliers. *)
Definition points : mixture Theta := weighted T (fun t => Q2R (qw t)) th w_nonneg w_total.
Definition duals : mixture (nat -> R) := weighted T (fun t => Q2R (qv t)) (fun t i => Q2R (l_lam t i)) v_nonneg v_total.
Notation E0 := (mean points g0).
Notation v := (infeasibility m g points).
Notation mu := (mean_multipliers duals).
Notation mu' := (cancelled (l_equalities given) mu).
Notation n := (rsum m mu').
Notation E i := (mean points (g i)).

Lemma enc_points F f : (forall t, (t < T)%nat -> encloses (F t) (f (th t))) -> encloses (wmean T qw F) (mean points f).
Proof. intros H. unfold points. rewrite mean_weighted. apply (enc_wmean T qw F (fun t => f (th t)) w_total H). Qed.
Lemma enc_E0 : encloses l_objective E0.
Proof. apply enc_points. exact objective_inside. Qed.
Lemma enc_E i : (i < m)%nat -> encloses (l_E i) (E i).
Proof. intros Hi. apply enc_points. intros t Ht. apply constraints_inside; assumption. Qed.
Lemma enc_v : encloses l_infeasibility v.
Proof. apply enc_pos_max. intros i Hi. apply enc_E, Hi. Qed.
Lemma enc_mu i : encloses (l_mu i) (mu i).
Proof.
  unfold mean_multipliers, duals. rewrite mean_weighted.
  apply (enc_wmean T qv _ (fun t => Q2R (l_lam t i)) v_total). intros. apply enc_exactly.
Qed.
Lemma enc_common pairs k : encloses (l_common pairs k) (common pairs mu k).
Proof.
  induction pairs as [|[i j] pairs IH]; cbn [l_common common]; [apply enc_zero|].
  destruct (Nat.eqb k i || Nat.eqb k j)%bool; [apply enc_min; apply enc_mu|exact IH].
Qed.
Lemma enc_n : encloses l_norm n.
Proof. apply enc_sum. intros i _. apply enc_sub; [apply enc_mu|apply enc_common]. Qed.
(** P = wmean sum_i lambda_i g_i. *)
Definition paid : R :=
  rsum T (fun t => Q2R (qw t) * rsum m (fun i => Q2R (l_lam t i) * g i (th t))) / rsum T (fun t => Q2R (qw t)).
Lemma enc_paid : encloses l_paid paid.
Proof.
  apply (enc_wmean T qw _ (fun t => rsum m (fun i => Q2R (l_lam t i) * g i (th t))) w_total). intros t Ht.
  apply enc_sum. intros i Hi. apply enc_mul; [apply enc_exactly|apply constraints_inside; assumption].
Qed.
Definition l_real (o : option Q) : R := match o with Some q => Q2R q | None => 0 end.
Notation R0 := (l_real (radius given)).
Notation low := (l_real (l_lower given)).
Notation gamma := (l_real (l_margin given)).
Notation B := (l_real (l_range given)).
Variable G : R.
Hypothesis G_inside : forall g', l_margin_objective given = Some g' -> encloses g' G.
Notation eps := (E0 + R0 * v - low).

Definition l_measured_real (k : nat) : R :=
  match k with
  | 0%nat => E0 | 1%nat => v | 2%nat => n | 3%nat => E0 + paid - low | 4%nat => R0 * v - paid
  | 5%nat => eps | _ => E0 - low
  end.
Definition l_sides (k : nat) : R * R :=
  match k with
  | 0%nat => (low, E0 + rsum m (fun i => mu i * E i))
  | 1%nat => (n, R0)
  | 2%nat => (0, gamma)
  | 3%nat => (B / gamma, R0)
  | 4%nat => (E0 - low, eps)
  | 5%nat => (v, eps / (R0 - n))
  | 6%nat => (v, eps / (R0 - B / gamma))
  | 7%nat => (R0 * v, eps + v / (v + gamma) * (G - E0))
  | 8%nat => (n, (eps + B) / gamma)
  | _ => (n, (eps + G - E0) / gamma)
  end.

Lemma enc_epsilon r l : encloses (l_epsilon r l) (E0 + Q2R r * v - Q2R l).
Proof.
  apply enc_sub; [apply enc_add; [apply enc_E0|apply enc_mul; [apply enc_exactly|apply enc_v]]|apply enc_exactly].
Qed.
Lemma v_pos : 0 <= v.
Proof. apply pos_max_nonneg. Qed.
Lemma lo_v : 0 <= Q2R (lo l_infeasibility).
Proof.
  unfold l_infeasibility. clear. induction m as [|k IH]; cbn [ipos_max lo exactly]; [rewrite Q2R_0; lra|].
  cbn [lo imax]. rewrite qmax_R. eapply Rle_trans; [exact IH|apply Rmax_l].
Qed.
Lemma share_le x y c : 0 < c -> 0 <= x -> x <= y -> x / (x + c) <= y / (y + c).
Proof.
  intros Hc Hx Hy. apply Rmult_le_reg_r with ((x + c) * (y + c)); [apply Rmult_lt_0_compat; lra|].
  replace (x / (x + c) * ((x + c) * (y + c))) with (x * (y + c)) by (field; lra).
  replace (y / (y + c) * ((x + c) * (y + c))) with (y * (x + c)) by (field; lra). nra.
Qed.
Lemma enc_share c : 0 < Q2R c -> encloses (share l_infeasibility c) (v / (v + Q2R c)).
Proof.
  intros Hc. destruct enc_v as [H1 H2]. pose proof lo_v as H0.
  split; cbn [lo hi share]; rewrite qdiv_R, qadd_R by (rewrite qadd_R; lra); apply share_le; lra.
Qed.

Theorem l_measured_sound k X : l_measured k = Some X -> encloses X (l_measured_real k).
Proof.
  unfold l_measured, l_measured_real, with_l_lower, with_radius, guard.
  do 7 (try (destruct k as [|k])); intros H; try discriminate; try (injection H as <-).
  - apply enc_E0.
  - apply enc_v.
  - apply enc_n.
  - destruct (l_lower given) as [l|]; [|discriminate]. destruct (equal_weights given); [|discriminate]. injection H as <-.
    apply enc_sub; [apply enc_add; [apply enc_E0|apply enc_paid]|apply enc_exactly].
  - destruct (radius given) as [r|]; [|discriminate]. destruct (Qle_bool 0 r); [|discriminate].
    destruct (equal_weights given); [|discriminate]. injection H as <-.
    apply enc_sub; [apply enc_mul; [apply enc_exactly|apply enc_v]|apply enc_paid].
  - destruct (radius given) as [r|]; [|discriminate]. destruct (Qle_bool 0 r); [|discriminate].
    destruct (l_lower given) as [l|]; [|discriminate]. injection H as <-. apply enc_epsilon.
  - destruct (l_lower given) as [l|]; [|discriminate]. injection H as <-. apply enc_sub; [apply enc_E0|apply enc_exactly].
Qed.

Lemma about_feasibility r l X x c : feasibility_claim r l X = Some c -> encloses X x ->
  about c v ((E0 + Q2R r * v - Q2R l) / (Q2R r - x)).
Proof.
  intros H HX. unfold feasibility_claim, guard in H.
  destruct (positive (isub (exactly r) X)) eqn:Hp; [|discriminate]. injection H as <-.
  pose proof (enc_sub _ _ _ _ (enc_exactly r) HX) as Hd. destruct (positive_R _ _ Hp Hd) as [_ Hx].
  split; [apply enc_v|]. split; [apply enc_div; [exact Hp|apply enc_epsilon|exact Hd]|].
  eexists. split; [apply enc_sub; [apply enc_add; [apply enc_E0|apply enc_mul; [exact HX|apply enc_v]]|apply enc_exactly]|].
  cbn [strict l_claim inequality]. set (e := E0 + Q2R r * v - Q2R l).
  assert (He : e / (Q2R r - x) * (Q2R r - x) = e) by (field; lra). split; intros H.
  - apply Rmult_le_reg_r with (Q2R r - x); [exact Hx|]. rewrite He. unfold e. lra.
  - apply Rmult_le_compat_r with (r := Q2R r - x) in H; [|lra]. rewrite He in H. unfold e in H. lra.
Qed.
Lemma margin_exact c : qlt 0 c = true -> 0 < Q2R c /\ positive (exactly c) = true.
Proof. intros H. split; [apply qlt_R in H; rewrite Q2R_0 in H; exact H|exact H]. Qed.

Theorem l_claims_sound k c : l_claims k = Some c -> about c (fst (l_sides k)) (snd (l_sides k)).
Proof.
  unfold l_claims, l_sides, with_l_lower, with_radius, with_l_margin, with_l_range, with_l_point.
  do 10 (try (destruct k as [|k])); cbn [fst snd]; intros H; try discriminate.
  - destruct (l_lower given) as [l|]; [|discriminate]. injection H as <-. cbn [l_real].
    assert (Hp : encloses l_played (E0 + rsum m (fun i => mu i * E i))).
    { apply enc_add; [apply enc_E0|]. apply enc_sum. intros i Hi. apply enc_mul; [apply enc_mu|apply enc_E, Hi]. }
    split; [apply enc_exactly|]. split; [exact Hp|].
    eexists. split; [apply enc_sub; [exact Hp|apply enc_exactly]|]. cbn [strict l_claim inequality]. lra.
  - destruct (radius given) as [r|]; [|discriminate]. destruct (Qle_bool 0 r); [|discriminate]. injection H as <-.
    cbn [l_real]. split; [apply enc_n|]. split; [apply enc_exactly|].
    eexists. split; [apply enc_sub; [apply enc_exactly|apply enc_n]|]. cbn [strict l_claim inequality]. lra.
  - destruct (l_margin given) as [q|]; [|discriminate]. injection H as <-. cbn [l_real].
    split; [apply enc_zero|]. split; [apply enc_exactly|]. eexists. split; [apply enc_exactly|]. reflexivity.
  - destruct (radius given) as [r|]; [|discriminate]. destruct (Qle_bool 0 r); [|discriminate].
    destruct (l_margin given) as [q|]; [|discriminate]. destruct (qlt 0 q) eqn:Hq; [|discriminate].
    destruct (l_range given) as [b|]; [|discriminate]. destruct (Qle_bool 0 b); [|discriminate]. injection H as <-.
    destruct (margin_exact q Hq) as [Hq' _]. cbn [l_real]. rewrite <- qdiv_R by exact Hq'.
    split; [apply enc_exactly|]. split; [apply enc_exactly|]. eexists. split; [apply enc_exactly|].
    cbn [strict l_claim inequality]. rewrite qsub_R. lra.
  - destruct (radius given) as [r|]; [|discriminate]. destruct (Qle_bool 0 r) eqn:Hr; [|discriminate].
    destruct (l_lower given) as [l|]; [|discriminate]. injection H as <-. cbn [l_real].
    split; [apply enc_sub; [apply enc_E0|apply enc_exactly]|]. split; [apply enc_epsilon|].
    cbn [slack l_claim strict inequality]. apply qle_R in Hr. rewrite Q2R_0 in Hr.
    pose proof (Rmult_le_pos _ _ Hr v_pos). lra.
  - destruct (radius given) as [r|]; [|discriminate]. destruct (Qle_bool 0 r) eqn:Hr; [|discriminate].
    destruct (l_lower given) as [l|]; [|discriminate]. apply (about_feasibility r l l_norm n c H enc_n).
  - destruct (radius given) as [r|]; [|discriminate]. destruct (Qle_bool 0 r) eqn:Hr; [|discriminate].
    destruct (l_lower given) as [l|]; [|discriminate]. destruct (l_margin given) as [q|]; [|discriminate].
    destruct (qlt 0 q) eqn:Hq; [|discriminate]. destruct (l_range given) as [b|]; [|discriminate].
    destruct (Qle_bool 0 b); [|discriminate]. destruct (margin_exact q Hq) as [Hq' _]. cbn [l_real].
    rewrite <- qdiv_R by exact Hq'. apply (about_feasibility r l _ _ c H), enc_exactly.
  - destruct (radius given) as [r|]; [|discriminate]. destruct (Qle_bool 0 r) eqn:Hr; [|discriminate].
    destruct (l_lower given) as [l|]; [|discriminate]. destruct (l_margin given) as [q|]; [|discriminate].
    destruct (qlt 0 q) eqn:Hq; [|discriminate]. destruct (l_margin_objective given) as [g'|]; [|discriminate].
    injection H as <-. destruct (margin_exact q Hq) as [Hq' _]. cbn [l_real]. pose proof (G_inside g' eq_refl) as HG.
    assert (Hs : encloses (imul (share l_infeasibility q) (isub g' l_objective)) (v / (v + Q2R q) * (G - E0)))
      by (apply enc_mul; [apply enc_share, Hq'|apply enc_sub; [exact HG|apply enc_E0]]).
    split; [apply enc_mul; [apply enc_exactly|apply enc_v]|]. split; [apply enc_add; [apply enc_epsilon|exact Hs]|].
    eexists. split; [apply enc_sub; [apply enc_add; [apply enc_E0|exact Hs]|apply enc_exactly]|].
    cbn [strict l_claim inequality]. lra.
  - destruct (radius given) as [r|]; [|discriminate]. destruct (Qle_bool 0 r) eqn:Hr; [|discriminate].
    destruct (l_lower given) as [l|]; [|discriminate]. destruct (l_margin given) as [q|]; [|discriminate].
    destruct (qlt 0 q) eqn:Hq; [|discriminate]. destruct (l_range given) as [b|]; [|discriminate].
    destruct (Qle_bool 0 b); [|discriminate]. injection H as <-. destruct (margin_exact q Hq) as [Hq' Hqp]. cbn [l_real].
    assert (Ht : encloses (iadd (l_epsilon r l) (exactly b)) (E0 + Q2R r * v - Q2R l + Q2R b))
      by (apply enc_add; [apply enc_epsilon|apply enc_exactly]).
    split; [apply enc_n|]. split; [apply enc_div; [exact Hqp|exact Ht|apply enc_exactly]|].
    eexists. split; [apply enc_sub; [exact Ht|apply enc_mul; [apply enc_exactly|apply enc_n]]|].
    cbn [strict l_claim inequality]. set (e := E0 + Q2R r * v - Q2R l + Q2R b).
    assert (He : e / Q2R q * Q2R q = e) by (field; lra). split; intros HH.
    + apply Rmult_le_reg_r with (Q2R q); [exact Hq'|]. rewrite He. lra.
    + apply Rmult_le_compat_r with (r := Q2R q) in HH; [|lra]. rewrite He in HH. lra.
  - destruct (radius given) as [r|]; [|discriminate]. destruct (Qle_bool 0 r) eqn:Hr; [|discriminate].
    destruct (l_lower given) as [l|]; [|discriminate]. destruct (l_margin given) as [q|]; [|discriminate].
    destruct (qlt 0 q) eqn:Hq; [|discriminate]. destruct (l_margin_objective given) as [g'|]; [|discriminate].
    injection H as <-. destruct (margin_exact q Hq) as [Hq' Hqp]. cbn [l_real]. pose proof (G_inside g' eq_refl) as HG.
    split; [apply enc_n|]. split; [apply enc_div; [exact Hqp| |apply enc_exactly]|].
    { apply enc_sub; [apply enc_add; [apply enc_epsilon|exact HG]|apply enc_E0]. }
    eexists. split; [apply enc_sub; [apply enc_sub; [apply enc_add; [apply enc_mul; [apply enc_exactly|apply enc_v]|exact HG]
      |apply enc_exactly]|apply enc_mul; [apply enc_exactly|apply enc_n]]|].
    cbn [strict l_claim inequality]. set (e := E0 + Q2R r * v - Q2R l + G - E0).
    assert (He : e / Q2R q * Q2R q = e) by (field; lra). split; intros HH.
    + apply Rmult_le_reg_r with (Q2R q); [exact Hq'|]. rewrite He. unfold e. lra.
    + apply Rmult_le_compat_r with (r := Q2R q) in HH; [|lra]. rewrite He in HH. unfold e in HH. lra.
Qed.

(** What an accepted certificate of the Lagrangian game means. *)
Theorem check_lagrangian_sound statement entries recorded_claims :
  check_lagrangian statement entries recorded_claims = true ->
  (forall k X, (k < 7)%nat -> entries k = Some X -> encloses X (l_measured_real k)) /\
  (forall k c, (k < 10)%nat -> recorded_claims k = Some c ->
     encloses (c_lhs c) (fst (l_sides k)) /\ encloses (c_rhs c) (snd (l_sides k)) /\
     (c_verdict c = Holds -> inequality (c_strict c) (fst (l_sides k)) (snd (l_sides k))) /\
     (c_verdict c = Violated -> ~ inequality (c_strict c) (fst (l_sides k)) (snd (l_sides k)))).
Proof.
  intros H. unfold check_lagrangian in H. split_and. split.
  - intros k X Hk HX. pose proof (all_below_spec _ _ H1 k Hk) as HH. cbv beta in HH. rewrite HX in HH.
    apply (check_entry_R _ _ _ HH). intros X' HX'. apply l_measured_sound, HX'.
  - intros k c Hk Hc. pose proof (all_below_spec _ _ H0 k Hk) as HH. cbv beta in HH. rewrite Hc in HH.
    apply (check_claim_sound _ _ _ _ HH). intros c' Hc'. destruct (l_in_statement statement k); [|discriminate].
    apply l_claims_sound, Hc'.
Qed.

(** If moreover the lower bound is true: the hypothesis of Theorem 1 holds with the recorded epsilon, the mixture violates no
    constraint by more than the recorded infeasibility, and is no worse than any mixture that is feasible on average by
    more than the recorded suboptimality. *)
Theorem check_lagrangian_guarantee statement entries recorded_claims X Y Z r l :
  check_lagrangian statement entries recorded_claims = true ->
  entries 1%nat = Some X -> entries 5%nat = Some Y -> entries 6%nat = Some Z ->
  radius given = Some r -> 0 <= Q2R r -> l_lower given = Some l ->
  (forall x, Q2R l <= lagrangian m g0 g x mu) ->
  approximate_equilibrium m g0 g (norms_1_inf m) (Q2R r) points duals (Q2R (hi Y)) /\
  (forall i, (i < m)%nat -> E i <= Q2R (hi X)) /\
  (forall q, feasible_on_average m g q -> E0 <= mean q g0 + Q2R (hi Z)).
Proof.
  intros H HX HY HZ Er Hr El Hl. pose proof (check_lagrangian_sound _ _ _ H) as [Hm _].
  pose proof (Hm 1%nat X ltac:(lia) HX) as [_ H1]. pose proof (Hm 5%nat Y ltac:(lia) HY) as [_ H2].
  pose proof (Hm 6%nat Z ltac:(lia) HZ) as [_ H3]. cbn [l_measured_real] in H1, H2, H3.
  rewrite El in H2, H3. rewrite Er in H2. cbn [l_real] in H2, H3. split; [|split].
  - apply epsilon_closed_form; [exact Hr|]. intros x. pose proof (Hl x).
    replace (dual (norms_1_inf m) (violation g points)) with v; [lra|].
    symmetry. apply (linf_posp m (fun i => E i)).
  - intros i Hi. eapply Rle_trans; [|exact H1]. apply (pos_max_ub m (fun i => E i) i Hi).
  - intros q Hq. assert (Hmu : nonneg m mu).
    { intros i Hi. apply mean_nonneg. intros t Ht. apply lam_nonneg; assumption. }
    pose proof (direct_bound m g0 g points mu (Q2R l) Hmu Hl q Hq). lra.
Qed.

(** What [check_equalities] sees: pairs as the rules want them, with opposite values at the points played. *)
Lemma different_NoDup l : different l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; intros H; constructor; cbn [different] in H; apply andb_true_iff in H;
    destruct H as [Hx Hl].
  - intros Hin. apply negb_true_iff in Hx. rewrite <- not_true_iff_false, existsb_exists in Hx. apply Hx.
    exists x. split; [exact Hin|apply Nat.eqb_refl].
  - apply IH, Hl.
Qed.
Theorem check_equalities_sound statement : check_equalities statement = true ->
  disjoint_pairs m (l_equalities given) /\
  forall i j t, In (i, j) (l_equalities given) -> (t < T)%nat -> g j (th t) = - g i (th t).
Proof.
  intros H. unfold check_equalities in H. do 3 (apply andb_true_iff in H; destruct H as [H ?]).
  rewrite forallb_forall in H0.
  assert (Hone : forall i j, In (i, j) (l_equalities given) -> (i < j)%nat /\ (j < m)%nat /\
    all_below T (fun t => opposite_points (l_value (S i) t) (l_value (S j) t)) = true).
  { intros i j Hin. specialize (H0 _ Hin). cbn [fst snd] in H0. do 2 (apply andb_true_iff in H0; destruct H0 as [H0 ?]).
    apply Nat.ltb_lt in H0, H4. repeat split; assumption. }
  split; [split; [apply different_NoDup; assumption|]|].
  - intros k Hk. apply in_flat_map in Hk. destruct Hk as ([i j] & Hin & Hk). destruct (Hone i j Hin) as (H4 & H5 & _).
    cbn [fst snd In] in Hk. destruct Hk as [<-|[<-|[]]]; lia.
  - intros i j t Hin Ht. destruct (Hone i j Hin) as (Hij & Hj & Hall). pose proof (all_below_spec _ _ Hall t Ht) as Ho.
    cbv beta in Ho. unfold opposite_points in Ho. do 2 (apply andb_true_iff in Ho; destruct Ho as [Ho ?]).
    apply qeq_R in Ho, H3, H4. rewrite qsub_R, Q2R_0 in H3.
    destruct (constraints_inside i t ltac:(lia) Ht). destruct (constraints_inside j t Hj Ht). lra.
Qed.

(** An accepted certificate, with equalities or without: if the lower bound is true, so is the claim [infeasibility],
    with the norm of the multipliers without what the halves of equalities have in common. *)
Theorem check_lagrangian_infeasibility statement entries recorded_claims r l :
  check_lagrangian statement entries recorded_claims = true -> radius given = Some r -> l_lower given = Some l ->
  (forall x, Q2R l <= lagrangian m g0 g x mu) -> n < Q2R r ->
  nonneg m mu' /\ v <= (E0 + Q2R r * v - Q2R l) / (Q2R r - n).
Proof.
  intros H Er El Hl Hn. unfold check_lagrangian in H. do 5 (apply andb_true_iff in H; destruct H as [H ?]).
  destruct (check_equalities_sound statement ltac:(assumption)) as [Hp Ho].
  assert (Hmu : nonneg m mu).
  { intros i Hi. apply mean_nonneg. intros t Ht. apply lam_nonneg; assumption. }
  split; [apply cancelled_nonneg, Hmu|].
  destruct (rule_equalities_infeasibility m g0 g (norms_1_inf m) points mu (Q2R r) (Q2R l) (l_equalities given)
    Hmu Hp Ho) as (_ & _ & Hc).
  assert (Ev : dual (norms_1_inf m) (violation g points) = v) by apply (linf_posp m (fun i => E i)).
  assert (En : norm (norms_1_inf m) mu' = n) by (apply l1_nonneg, cancelled_nonneg, Hmu).
  rewrite Ev, En in Hc. apply Hc; [lra|exact Hl].
Qed.
End Check.
