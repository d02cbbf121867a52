(** An executable checker for certificates of the proxy game (SPEC 4 and 5), and its soundness: whatever the values of
    the trace are inside their intervals, every recorded enclosure contains the real quantity of Games.v, and
    every verdict is true. *)
From Coq Require Import Reals Lra Lia Arith List Bool QArith Qreals.
From Referee Require Import Sums Norms Rational Interval Games Lagrangian Proxy.
Import ListNotations.
Local Open Scope R_scope.

(** A round: intervals for the objective and the constraints, intervals for the proxies (none if there are no proxy columns), multipliers,
    and its weight: one for all means. *)
Record round := { seen : list interval; proxies : list interval; multipliers : list Q; round_weight : Q }.
(** What is given beside the trace; the margin point's objective is an interval. *)
Record given := { lower : option Q; margin_of : option Q; range_of : option Q; margin_objective : option interval }.

Definition nothing : round := {| seen := []; proxies := []; multipliers := []; round_weight := 0 |}.

Section Check.
Variables (rounds : list round) (m : nat) (has_proxies : bool) (given : given).
Notation T := (length rounds).
Definition at_round (t : nat) : round := nth t rounds nothing.
Definition value (j t : nat) : interval := nth j (seen (at_round t)) (exactly 0).
Definition proxy (i t : nat) : interval :=
  if has_proxies then nth i (proxies (at_round t)) (exactly 0) else value (S i) t.
Definition lam (t i : nat) : Q := nth i (multipliers (at_round t)) 0%Q.
Definition qw (t : nat) : Q := round_weight (at_round t).
Definition lami (t i : nat) : interval := exactly (lam t i).
Definition gain (j t : nat) : interval := match j with O => exactly 0 | S _ => value j t end.

(** * Section 4: what is measured *)
Definition i_weight : interval := wmean T qw (fun t => lami t 0).
Definition i_mean_lambda (i : nat) : interval := wmean T qw (fun t => lami t i).
Definition i_S (i j : nat) : interval := wmean T qw (fun t => imul (lami t i) (gain j t)).
Definition i_gained : interval := isum (S m) (fun i => i_S i i).
Definition i_total : interval := isum (S m) i_mean_lambda.
Definition i_objective_mass : interval := wmean T qw (fun t => imul (lami t 0) (value 0 t)).
Definition i_proxy_mass : interval := isum m (fun i => wmean T qw (fun t => imul (lami t (S i)) (proxy i t))).
Definition i_lost : interval := iadd i_objective_mass i_proxy_mass.
Definition i_kappa : interval := if has_proxies then isub i_gained i_proxy_mass else exactly 0.
Definition i_K : interval := imax (exactly 0) i_kappa.
Definition i_difference (i j : nat) : interval := if Nat.eqb j i then exactly 0 else isub (i_S i j) (i_S i i).
Definition i_swap : interval := isum (S m) (fun i => imaximum m (i_difference i)).
Definition i_external : interval := isub (imaximum m (fun j => isum (S m) (fun i => i_S i j))) i_gained.
Definition i_out : interval := ipos_max m (fun i => i_S 0 (S i)).
Definition i_dev : interval := isub (exactly 0) i_gained.
Definition weight_positive : bool := positive i_weight.
Definition i_objective : interval := idiv i_objective_mass i_weight.
Definition i_infeasibility : interval := ipos_max m (fun i => idiv (i_S 0 (S i)) i_weight).
Definition i_regret (l : Q) : interval := isub i_lost (exactly l).
Definition i_suboptimality (l : Q) : interval := isub i_objective (idiv (exactly l) i_weight).
Definition i_played : interval :=
  iadd i_objective_mass (isum m (fun i =>
    imul (i_mean_lambda (S i)) (idiv (wmean T qw (fun t => imul (lami t 0) (proxy i t))) i_weight))).

Definition when {X} (b : bool) (x : X) : option X := if b then Some x else None.
Definition with_lower {X} (f : Q -> option X) : option X := match lower given with Some l => f l | None => None end.

Definition measured (k : nat) : option interval :=
  match k with
  | 0 => Some i_weight
  | 1 => when weight_positive i_objective
  | 2 => when weight_positive i_infeasibility
  | 3 => Some i_swap
  | 4 => Some i_external
  | 5 => Some i_out
  | 6 => Some i_dev
  | 7 => Some i_kappa
  | 8 => with_lower (fun l => Some (i_regret l))
  | 9 => with_lower (fun l => when weight_positive (i_suboptimality l))
  | _ => None
  end%nat.

(** * Section 5: the claims *)
Definition le_identity (l r : interval) : due := {| strict := false; lhs := l; rhs := r; slack := None |}.
Definition le_slack (l r s : interval) : due := {| strict := false; lhs := l; rhs := r; slack := Some s |}.
Definition lt_slack (l r s : interval) : due := {| strict := true; lhs := l; rhs := r; slack := Some s |}.
(** gamma, where it is positive. *)
Definition with_margin {X} (f : Q -> option X) : option X :=
  match margin_of given with Some c => if qlt 0 c then f c else None | None => None end.
Definition with_range {X} (f : Q -> option X) : option X :=
  match range_of given with Some b => if Qle_bool 0 b then f b else None | None => None end.
Definition with_point {X} (f : interval -> option X) : option X :=
  match margin_objective given with Some g => f g | None => None end.
Definition i_N (c l : Q) : interval := isub (imul (exactly c) i_total) (i_regret l).
(** regret of lambda: the swap regret, or the deviation "everything to the objective". *)
Definition weight_claim (reg : interval) (c l b : Q) : due :=
  let top := isub (isub (i_N c l) reg) i_K in
  let divisor := exactly (qadd c b) in
  le_slack (idiv top divisor) i_weight (isub (imul i_weight divisor) top).
Definition weight_data_claim (c l : Q) (g : interval) : option due :=
  let divisor := isub (iadd (exactly c) g) i_objective in
  let M := isub (isub (isub (imul (exactly c) i_total) (isub i_proxy_mass (exactly l))) i_dev) i_K in
  when (positive divisor)
    (le_slack (idiv (isub (isub (i_N c l) i_dev) i_K) divisor) i_weight
      (isub (imul i_weight (iadd (exactly c) g)) M)).

Definition claims (k : nat) : option due :=
  match k with
  | 0 => Some (lt_slack (exactly 0) i_weight i_weight)                                    (* objective_weight_positive *)
  | 1 => with_lower (fun l => when weight_positive
           (le_slack (exactly l) i_played (isub i_played (exactly l))))                   (* lower_bound_possible *)
  | 2 => Some (le_slack i_kappa (exactly 0) (isub (exactly 0) i_kappa))                   (* domination *)
  | 3 => match margin_of given with
         | Some c => Some (lt_slack (exactly 0) (exactly c) (exactly c)) | None => None end  (* margin_positive *)
  | 4 => when weight_positive (le_identity i_infeasibility (idiv i_swap i_weight))        (* infeasibility *)
  | 5 => when weight_positive (le_identity i_infeasibility (idiv i_out i_weight))         (* infeasibility_deviation *)
  | 6 => with_lower (fun l => when weight_positive (le_identity (i_suboptimality l)
           (idiv (iadd (iadd (i_regret l) i_swap) i_K) i_weight)))                        (* suboptimality *)
  | 7 => with_lower (fun l => when weight_positive (le_identity (i_suboptimality l)
           (idiv (iadd (iadd (i_regret l) i_dev) i_K) i_weight)))                         (* suboptimality_deviation *)
  | 8 => with_lower (fun l => with_margin (fun c => with_range (fun b =>
           Some (weight_claim i_swap c l b))))                                            (* objective_weight *)
  | 9 => with_lower (fun l => with_margin (fun c => with_range (fun b =>
           Some (weight_claim i_dev c l b))))                                             (* objective_weight_deviation *)
  | 10 => with_lower (fun l => with_margin (fun c => with_point (fun g =>
           if weight_positive then weight_data_claim c l g else None)))                   (* objective_weight_data *)
  | _ => None
  end%nat.

(** The claims of theorem-2 (all), theorem-4 and lemma-7. *)
Definition in_statement (statement k : nat) : bool :=
  match statement, k with
  | 2, _ => true
  | 4, (0 | 1 | 2 | 4 | 5 | 6 | 7) => true
  | 7, (0 | 1 | 2 | 3 | 8 | 9 | 10) => true
  | _, _ => false
  end%nat.
Definition check_proxy (statement : nat) (entries : nat -> option interval) (recorded_claims : nat -> option claim) : bool :=
  all_below T (fun t => Qle_bool 0 (qw t) && all_below (S m) (fun i => Qle_bool 0 (lam t i))) && qlt 0 (qsum T qw) &&
  all_below 10 (fun k => check_entry (measured k) (entries k)) &&
  all_below 11 (fun k => check_claim
    (if in_statement statement k then claims k else None) (recorded_claims k)).

(** * Soundness *)

(** Any problem, and any points whose values are inside the intervals. *)
Context {Theta : Type}.
Variables (th : nat -> Theta) (g0 : Theta -> R) (g p : nat -> Theta -> R).
Hypothesis objective_inside : forall t, (t < T)%nat -> encloses (value 0 t) (g0 (th t)).
Hypothesis constraints_inside : forall i t, (i < m)%nat -> (t < T)%nat -> encloses (value (S i) t) (g i (th t)).
Hypothesis proxies_inside : forall i t, (i < m)%nat -> (t < T)%nat -> encloses (proxy i t) (p i (th t)).
(** Without proxy columns the proxies are the constraints. *)
Hypothesis no_proxies : has_proxies = false -> forall i t, (i < m)%nat -> (t < T)%nat -> p i (th t) = g i (th t).
Hypothesis w_nonneg : forall t, (t < T)%nat -> 0 <= Q2R (qw t).
Hypothesis w_total : 0 < rsum T (fun t => Q2R (qw t)).
(** The joint distribution of Theorem 4: round t with the probability of its weight. *)
Definition d : @play Theta :=
  weighted T (fun t => Q2R (qw t)) (fun t => (th t, fun i => Q2R (lam t i))) w_nonneg w_total.

Notation A := (objective_weight d).
Notation K := (posp (domination_gap m g p d)).

Lemma enc_d F f : (forall t, (t < T)%nat -> encloses (F t) (f (th t, fun i => Q2R (lam t i)))) ->
  encloses (wmean T qw F) (mean d f).
Proof. intros H. unfold d. rewrite mean_weighted. apply (enc_wmean T qw F _ w_total H). Qed.
Ltac by_mean := apply enc_d; intros t Ht; cbn [fst snd].

Lemma enc_mean_lambda i : encloses (i_mean_lambda i) (mu d i).
Proof. unfold mu. by_mean. apply enc_exactly. Qed.
Lemma enc_weight : encloses i_weight A.
Proof. apply enc_mean_lambda. Qed.
Lemma enc_S i j : (j <= m)%nat -> encloses (i_S i j) (swap_matrix g d i j).
Proof.
  intros Hj. unfold swap_matrix. by_mean. apply enc_mul; [apply enc_exactly|].
  destruct j as [|j]; simpl; [apply enc_zero|apply constraints_inside; [lia|exact Ht]].
Qed.
Lemma enc_gained : encloses i_gained (gained m g d).
Proof. rewrite gained_trace. apply enc_sum. intros i Hi. apply enc_S. lia. Qed.
Lemma enc_total : encloses i_total (total_weight m d).
Proof. apply enc_sum. intros i _. apply enc_mean_lambda. Qed.
Lemma enc_objective_mass : encloses i_objective_mass (mean d (fun x => snd x O * g0 (fst x))).
Proof. by_mean. apply enc_mul; [apply enc_exactly|apply objective_inside, Ht]. Qed.
Lemma enc_proxy_mass : encloses i_proxy_mass (mean d (fun x => rsum m (fun i => snd x (S i) * p i (fst x)))).
Proof.
  rewrite mean_rsum. apply enc_sum. intros i Hi. by_mean.
  apply enc_mul; [apply enc_exactly|apply proxies_inside; assumption].
Qed.
Lemma enc_lost : encloses i_lost (lost m g0 p d).
Proof. rewrite lost_split. apply enc_add; [apply enc_objective_mass|apply enc_proxy_mass]. Qed.
Lemma enc_kappa : encloses i_kappa (domination_gap m g p d).
Proof.
  unfold i_kappa. destruct has_proxies eqn:Hp.
  - rewrite domination_gap_split. apply enc_sub; [apply enc_gained|apply enc_proxy_mass].
  - replace (domination_gap m g p d) with 0; [apply enc_zero|]. unfold domination_gap, d. rewrite mean_weighted.
    rewrite rsum_zero'; [unfold Rdiv; ring|]. intros t Ht. rewrite rsum_zero'; [ring|]. intros i Hi. cbn [fst snd].
    rewrite (no_proxies eq_refl) by assumption. ring.
Qed.
Lemma enc_K : encloses i_K K.
Proof. apply enc_max; [apply enc_zero|apply enc_kappa]. Qed.
Lemma enc_swap : encloses i_swap (swap_regret m g d).
Proof.
  apply enc_sum. intros i Hi. apply enc_maximum. intros j Hj. unfold i_difference.
  destruct (Nat.eqb_spec j i) as [->|]; [rewrite Rminus_diag_eq by reflexivity; apply enc_zero|].
  apply enc_sub; apply enc_S; lia.
Qed.
Lemma enc_external : encloses i_external (external_regret m g d).
Proof.
  apply enc_sub; [|apply enc_gained]. apply enc_maximum. intros j Hj. apply enc_sum. intros i _. apply enc_S, Hj.
Qed.
Lemma enc_out : encloses i_out (deviation_to_constraints m g d).
Proof. apply enc_pos_max. intros i Hi. apply enc_S. lia. Qed.
Lemma enc_dev : encloses i_dev (deviation_to_objective m g d).
Proof.
  unfold deviation_to_objective. replace (- gained m g d) with (0 - gained m g d) by ring.
  apply enc_sub; [apply enc_zero|apply enc_gained].
Qed.
Lemma enc_regret l : encloses (i_regret l) (lost m g0 p d - Q2R l).
Proof. apply enc_sub; [apply enc_lost|apply enc_exactly]. Qed.

(** The real sides of the claims, by the numbers of [claims]. E0 and v are those of theta_bar. *)
Definition E0 : R := mean d (fun x => snd x O * g0 (fst x)) / A.
Definition v : R := pos_max m (fun i => swap_matrix g d O (S i) / A).
Definition real_of (o : option Q) : R := match o with Some q => Q2R q | None => 0 end.
Notation low := (real_of (lower given)).
Notation gamma := (real_of (margin_of given)).
Notation B := (real_of (range_of given)).
Variable G : R.
Hypothesis G_inside : forall g', margin_objective given = Some g' -> encloses g' G.
Notation regret := (lost m g0 p d - low).
Notation dev := (deviation_to_objective m g d).
Notation swap := (swap_regret m g d).
Notation N := (gamma * total_weight m d - regret).

Definition measured_real (k : nat) : R :=
  match k with
  | 0%nat => A | 1%nat => E0 | 2%nat => v | 3%nat => swap | 4%nat => external_regret m g d
  | 5%nat => deviation_to_constraints m g d | 6%nat => dev | 7%nat => domination_gap m g p d | 8%nat => regret
  | _ => E0 - low / A
  end.
Definition sides (k : nat) : R * R :=
  match k with
  | 0%nat => (0, A)
  | 1%nat => (low, mean d (fun x => snd x O * g0 (fst x))
      + rsum m (fun i => mu d (S i) * (mean d (fun x => snd x O * p i (fst x)) / A)))
  | 2%nat => (domination_gap m g p d, 0)
  | 3%nat => (0, gamma)
  | 4%nat => (v, swap / A)
  | 5%nat => (v, deviation_to_constraints m g d / A)
  | 6%nat => (E0 - low / A, (regret + swap + K) / A)
  | 7%nat => (E0 - low / A, (regret + dev + K) / A)
  | 8%nat => ((N - swap - K) / (gamma + B), A)
  | 9%nat => ((N - dev - K) / (gamma + B), A)
  | _ => ((N - dev - K) / (gamma + G - E0), A)
  end.

Lemma enc_objective : weight_positive = true -> encloses i_objective E0.
Proof. intros HA. apply enc_div; [exact HA|apply enc_objective_mass|apply enc_weight]. Qed.
Lemma enc_infeasibility : weight_positive = true -> encloses i_infeasibility v.
Proof.
  intros HA. apply enc_pos_max. intros i Hi. apply enc_div; [exact HA|apply enc_S; lia|apply enc_weight].
Qed.
Lemma weight_positive_R : weight_positive = true -> 0 < A.
Proof. intros HA. apply (positive_R i_weight A HA enc_weight). Qed.

Lemma v_scaled : 0 < A -> v = deviation_to_constraints m g d / A.
Proof.
  intros HA. unfold v, deviation_to_constraints, Rdiv. rewrite Rmult_comm.
  rewrite <- pos_max_scal by (left; apply Rinv_0_lt_compat, HA). apply pos_max_ext. intros; ring.
Qed.
Lemma quotient_le x y a : 0 < a -> x <= y -> x / a <= y / a.
Proof. intros Ha H. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Ha|exact H]. Qed.
Lemma subopt_le reg : 0 < A -> dev <= reg -> E0 - low / A <= (regret + reg + K) / A.
Proof.
  intros HA Hreg. unfold E0. unfold Rdiv. rewrite <- Rmult_minus_distr_r.
  apply quotient_le; [exact HA|]. pose proof (objective_mass_le m g0 g p d). lra.
Qed.

Theorem measured_sound k X : measured k = Some X -> encloses X (measured_real k).
Proof.
  assert (Hw : forall (b : bool) (Y : interval) y, (b = true -> encloses Y y) -> when b Y = Some X -> encloses X y)
    by (intros [] Y y H E; [injection E as <-; apply H; reflexivity|discriminate]).
  unfold measured, measured_real, with_lower.
  do 10 (try (destruct k as [|k])); intros H; try (injection H as <-).
  - apply enc_weight.
  - apply (Hw _ _ _ enc_objective H).
  - apply (Hw _ _ _ enc_infeasibility H).
  - apply enc_swap.
  - apply enc_external.
  - apply enc_out.
  - apply enc_dev.
  - apply enc_kappa.
  - destruct (lower given) as [l|]; [|discriminate]. injection H as <-. apply enc_regret.
  - destruct (lower given) as [l|]; [|discriminate]. apply (Hw _ _ _ (fun HA => enc_sub _ _ _ _ (enc_objective HA)
      (enc_div _ _ _ _ HA (enc_exactly l) enc_weight)) H).
  - discriminate.
Qed.

Lemma about_weight reg (r : R) c l b : encloses reg r -> lower given = Some l -> margin_of given = Some c ->
  range_of given = Some b -> qlt 0 c = true -> Qle_bool 0 b = true ->
  about (weight_claim reg c l b) ((N - r - K) / (gamma + B)) A.
Proof.
  intros Hr -> -> -> Hc Hb. cbn [real_of]. apply qlt_R in Hc as Hc'. apply qle_R in Hb. rewrite Q2R_0 in *.
  assert (Htop : encloses (isub (isub (i_N c l) reg) i_K)
    (Q2R c * total_weight m d - (lost m g0 p d - Q2R l) - r - K)).
  { apply enc_sub; [apply enc_sub|apply enc_K]; [|exact Hr].
    apply enc_sub; [|apply enc_regret]. apply enc_mul; [apply enc_exactly|apply enc_total]. }
  assert (Hdiv : encloses (exactly (qadd c b)) (Q2R c + Q2R b)) by (rewrite <- qadd_R; apply enc_exactly).
  assert (Hpos : positive (exactly (qadd c b)) = true).
  { unfold positive, qlt. cbn [lo exactly]. destruct (Qle_bool (qadd c b) 0) eqn:E; [|reflexivity].
    apply qle_R in E. rewrite qadd_R, Q2R_0 in E. lra. }
  split; [apply enc_div; assumption|]. split; [apply enc_weight|]. cbn [slack weight_claim le_slack strict].
  eexists. split; [apply enc_sub; [apply enc_mul; [apply enc_weight|exact Hdiv]|exact Htop]|].
  unfold inequality. set (top := Q2R c * total_weight m d - _ - r - K).
  assert (Hq : top / (Q2R c + Q2R b) * (Q2R c + Q2R b) = top) by (field; lra). split; intros H.
  - apply Rmult_le_reg_r with (Q2R c + Q2R b); [lra|]. lra.
  - apply Rmult_le_compat_r with (r := Q2R c + Q2R b) in H; [|lra]. lra.
Qed.

Theorem claims_sound k c : claims k = Some c -> about c (fst (sides k)) (snd (sides k)).
Proof.
  assert (Hw : forall (b : bool) (Y : due) l r, (b = true -> about Y l r) -> when b Y = Some c -> about c l r)
    by (intros [] Y l r H E; [injection E as <-; apply H; reflexivity|discriminate]).
  unfold claims, sides, with_lower, with_margin, with_range, with_point.
  do 11 (try (destruct k as [|k])); cbn [fst snd]; intros H; try (injection H as <-).
  - split; [apply enc_zero|]. split; [apply enc_weight|]. eexists. split; [apply enc_weight|]. reflexivity.
  - destruct (lower given) as [l|]; [|discriminate]. refine (Hw _ _ _ _ (fun HA => _) H).
    assert (Hp : encloses i_played (mean d (fun x => snd x O * g0 (fst x))
      + rsum m (fun i => mu d (S i) * (mean d (fun x => snd x O * p i (fst x)) / A)))).
    { apply enc_add; [apply enc_objective_mass|]. apply enc_sum. intros i Hi.
      apply enc_mul; [apply enc_mean_lambda|]. apply enc_div; [exact HA| |apply enc_weight].
      by_mean. apply enc_mul; [apply enc_exactly|apply proxies_inside; assumption]. }
    split; [apply enc_exactly|]. split; [exact Hp|].
    eexists. split; [apply enc_sub; [exact Hp|apply enc_exactly]|]. unfold inequality. cbn [real_of strict le_slack]. lra.
  - split; [apply enc_kappa|]. split; [apply enc_zero|].
    eexists. split; [apply enc_sub; [apply enc_zero|apply enc_kappa]|]. unfold inequality. cbn [strict le_slack]. lra.
  - destruct (margin_of given) as [q|]; [|discriminate]. injection H as <-. cbn [real_of].
    split; [apply enc_zero|]. split; [apply enc_exactly|]. eexists. split; [apply enc_exactly|]. reflexivity.
  - refine (Hw _ _ _ _ (fun HA => _) H). split; [apply enc_infeasibility, HA|]. split; [apply (enc_div _ _ _ _ HA enc_swap enc_weight)|].
    cbn [slack le_identity strict inequality]. rewrite v_scaled by (apply weight_positive_R, HA).
    apply quotient_le; [apply weight_positive_R, HA|apply deviation_to_constraints_le_swap].
  - refine (Hw _ _ _ _ (fun HA => _) H). split; [apply enc_infeasibility, HA|]. split; [apply (enc_div _ _ _ _ HA enc_out enc_weight)|].
    cbn [slack le_identity strict inequality]. rewrite v_scaled by (apply weight_positive_R, HA). lra.
  - destruct (lower given) as [l|] eqn:El; [|discriminate].
    refine (Hw _ _ _ _ (fun HA => _) H).
    split; [apply (enc_sub _ _ _ _ (enc_objective HA) (enc_div _ _ _ _ HA (enc_exactly l) enc_weight))|].
    split; [apply (enc_div _ _ _ _ HA (enc_add _ _ _ _ (enc_add _ _ _ _ (enc_regret l) enc_swap) enc_K) enc_weight)|].
    cbn [slack le_identity strict inequality]. pose proof (subopt_le swap (weight_positive_R HA)
      (deviation_to_objective_le_swap m g d)) as Hs. rewrite El in Hs. exact Hs.
  - destruct (lower given) as [l|] eqn:El; [|discriminate].
    refine (Hw _ _ _ _ (fun HA => _) H).
    split; [apply (enc_sub _ _ _ _ (enc_objective HA) (enc_div _ _ _ _ HA (enc_exactly l) enc_weight))|].
    split; [apply (enc_div _ _ _ _ HA (enc_add _ _ _ _ (enc_add _ _ _ _ (enc_regret l) enc_dev) enc_K) enc_weight)|].
    cbn [slack le_identity strict inequality]. pose proof (subopt_le dev (weight_positive_R HA) (Rle_refl _)) as Hs.
    rewrite El in Hs. exact Hs.
  - destruct (lower given) as [l|] eqn:El; [|discriminate]. destruct (margin_of given) as [q|] eqn:Em; [|discriminate].
    destruct (qlt 0 q) eqn:Hq; [|discriminate]. destruct (range_of given) as [b|] eqn:Er; [|discriminate].
    destruct (Qle_bool 0 b) eqn:Hb; [|discriminate]. injection H as <-. rewrite <- El, <- Em, <- Er.
    apply about_weight; try assumption. apply enc_swap.
  - destruct (lower given) as [l|] eqn:El; [|discriminate]. destruct (margin_of given) as [q|] eqn:Em; [|discriminate].
    destruct (qlt 0 q) eqn:Hq; [|discriminate]. destruct (range_of given) as [b|] eqn:Er; [|discriminate].
    destruct (Qle_bool 0 b) eqn:Hb; [|discriminate]. injection H as <-. rewrite <- El, <- Em, <- Er.
    apply about_weight; try assumption. apply enc_dev.
  - destruct (lower given) as [l|] eqn:El; [|discriminate]. destruct (margin_of given) as [q|] eqn:Em; [|discriminate].
    destruct (qlt 0 q) eqn:Hq; [|discriminate]. destruct (margin_objective given) as [g'|] eqn:Eg; [|discriminate].
    destruct weight_positive eqn:HA; [|discriminate]. unfold weight_data_claim in H. cbn [real_of].
    pose proof (G_inside g' eq_refl) as HG. pose proof (weight_positive_R HA) as HAr.
    assert (Hdiv : encloses (isub (iadd (exactly q) g') i_objective) (Q2R q + G - E0))
      by (apply enc_sub; [apply enc_add; [apply enc_exactly|exact HG]|apply enc_objective, HA]).
    refine (Hw _ _ _ _ (fun Hp => _) H). cbn [real_of].
    destruct (positive_R _ _ Hp Hdiv) as [_ Hd].
    split; [apply enc_div; [exact Hp| |exact Hdiv]|].
    { apply enc_sub; [apply enc_sub; [|apply enc_dev]|apply enc_K]. apply enc_sub; [|apply enc_regret].
      apply enc_mul; [apply enc_exactly|apply enc_total]. }
    split; [apply enc_weight|]. eexists. split.
    { apply enc_sub; [apply enc_mul; [apply enc_weight|apply enc_add; [apply enc_exactly|exact HG]]|].
      apply enc_sub; [apply enc_sub; [|apply enc_dev]|apply enc_K].
      apply enc_sub; [apply enc_mul; [apply enc_exactly|apply enc_total]|apply enc_sub; [apply enc_proxy_mass|apply enc_exactly]]. }
    unfold inequality. cbn [strict le_slack]. rewrite lost_split.
    assert (HE : A * E0 = mean d (fun x => snd x O * g0 (fst x))) by (unfold E0; field; lra).
    match goal with |- _ <-> ?x / _ <= _ => set (top := x) end.
    assert (Htop : top / (Q2R q + G - E0) * (Q2R q + G - E0) = top) by (field; lra). split; intros HH.
    + apply Rmult_le_reg_r with (Q2R q + G - E0); [lra|]. rewrite Htop. unfold top. lra.
    + apply Rmult_le_compat_r with (r := Q2R q + G - E0) in HH; [|lra]. rewrite Htop in HH. unfold top in HH. lra.
  - discriminate.
Qed.

(** What an accepted certificate of the proxy game means. *)
Theorem check_proxy_sound statement entries recorded_claims :
  check_proxy statement entries recorded_claims = true ->
  (forall k X, (k < 10)%nat -> entries k = Some X -> encloses X (measured_real k)) /\
  (forall k c, (k < 11)%nat -> recorded_claims k = Some c ->
     encloses (c_lhs c) (fst (sides k)) /\ encloses (c_rhs c) (snd (sides k)) /\
     (c_verdict c = Holds -> inequality (c_strict c) (fst (sides k)) (snd (sides k))) /\
     (c_verdict c = Violated -> ~ inequality (c_strict c) (fst (sides k)) (snd (sides k)))).
Proof.
  intros H. unfold check_proxy in H. split_and. split.
  - intros k X Hk HX. pose proof (all_below_spec _ _ H1 k Hk) as HH. cbv beta in HH. rewrite HX in HH.
    apply (check_entry_R _ _ _ HH). intros X' HX'. apply measured_sound, HX'.
  - intros k c Hk Hc. pose proof (all_below_spec _ _ H0 k Hk) as HH. cbv beta in HH. rewrite Hc in HH.
    apply (check_claim_sound _ _ _ _ HH). intros c' Hc'. destruct (in_statement statement k); [|discriminate].
    apply claims_sound, Hc'.
Qed.

(** If moreover the lower bound is true, the recorded numbers bound what Theorem 2 is about: the mixture that
    plays theta_t with probability proportional to lambda_0 violates no constraint by more than the recorded
    infeasibility, and is no worse than any mixture that satisfies the proxies on average by more than the recorded
    suboptimality. *)
Theorem check_proxy_guarantee statement entries recorded_claims X Y l :
  check_proxy statement entries recorded_claims = true ->
  entries 2%nat = Some X -> entries 9%nat = Some Y -> lower given = Some l ->
  (forall x, Q2R l <= theta_loss m g0 p x (mu d)) ->
  exists (Hn : multipliers_nonneg m d) (HA : 0 < A),
    (forall i, (i < m)%nat -> mean (theta_bar m d Hn HA) (g i) <= Q2R (hi X)) /\
    (forall q, feasible_on_average m p q -> mean (theta_bar m d Hn HA) g0 <= mean q g0 + Q2R (hi Y)).
Proof.
  intros H HX HY El Hl. pose proof (check_proxy_sound _ _ _ H) as [Hm _].
  pose proof (Hm 2%nat X ltac:(lia) HX) as [_ Hv]. pose proof (Hm 9%nat Y ltac:(lia) HY) as [_ Hs].
  assert (Hn : multipliers_nonneg m d).
  { intros t Ht i Hi. simpl. unfold check_proxy in H. split_and.
    pose proof (all_below_spec _ _ H t Ht) as Hr. cbv beta in Hr. apply andb_prop in Hr as [_ Hr].
    pose proof (qle_R _ _ (all_below_spec _ _ Hr i Hi)) as HH. rewrite Q2R_0 in HH. exact HH. }
  assert (HA : 0 < A).
  { apply weight_positive_R. unfold check_proxy in H. split_and. pose proof (all_below_spec _ _ H1 2%nat ltac:(lia)) as HH.
    cbv beta in HH. rewrite HX in HH. simpl in HH. destruct weight_positive; [reflexivity|discriminate]. }
  exists Hn, HA. cbn [measured_real] in Hv, Hs. rewrite El in Hs. cbn [real_of] in Hs. split.
  - intros i Hi. eapply Rle_trans; [|exact Hv]. rewrite mean_theta_bar.
    apply (pos_max_ub m (fun i => swap_matrix g d O (S i) / A) i Hi).
  - intros q Hq. pose proof (proxy_direct_bound m g0 p d Hn HA (Q2R l) Hl q Hq) as HH.
    rewrite mean_theta_bar in *. unfold E0 in Hs. lra.
Qed.
End Check.
