(** The checkers run inside Coq too: the four rounds that docs/trust.md works by hand, and a linear program, accepted; and refused
    once a number is changed; and an equality in the Lagrangian game. *)
From Coq Require Import List QArith.
From Referee Require Import Rational Interval CheckSolution CheckProxy.
Import ListNotations.
Local Open Scope Q_scope.

Definition row (g0 g1 g2 p1 p2 l0 l1 l2 : Q) : round :=
  {| seen := map exactly [g0; g1; g2]; proxies := map exactly [p1; p2]; multipliers := [l0; l1; l2]; round_weight := 1 |}.
Definition four_rounds : list round :=
  [ row 0 1 (-1) (3 # 2) (-1 # 2) 4 4 4;
    row 1 (-1) (1 # 2) (-1 # 2) 1 6 3 3;
    row 2 (-1) (-1) (-1 # 2) (-1 # 2) 6 6 0;
    row 0 1 (-1) (3 # 2) (-1 # 2) 3 6 3 ].
Definition four_given : given :=
  {| lower := Some (39 # 8); margin_of := Some (1 # 2); range_of := Some 2; margin_objective := Some (exactly 2) |}.
Definition by_index {X} (l : list (option X)) (k : nat) : option X := nth k l None.
Definition four_entries (swap : Q) : list (option interval) :=
  map (fun q => Some (exactly q)) [19 # 4; 18 # 19; 0; swap; 9 # 8; 0; 9 # 8; -29 # 8; 17 # 8; -3 # 38].
Definition le_holds (l r : Q) : option claim :=
  Some {| c_strict := false; c_lhs := exactly l; c_rhs := exactly r; c_verdict := Holds |}.
Definition lt_holds (l r : Q) : option claim :=
  Some {| c_strict := true; c_lhs := exactly l; c_rhs := exactly r; c_verdict := Holds |}.
Definition four_claims_with (possible : option claim) : list (option claim) :=
  [ lt_holds 0 (19 # 4); possible; le_holds (-29 # 8) 0; lt_holds 0 (1 # 2); le_holds 0 (1 # 2); le_holds 0 0;
    le_holds (-3 # 38) (18 # 19); le_holds (-3 # 38) (13 # 19);
    le_holds (3 # 5) (19 # 4); le_holds (11 # 10) (19 # 4); le_holds (209 # 118) (19 # 4) ].

Definition four_claims : list (option claim) := four_claims_with (le_holds (39 # 8) (845 # 152)).

Theorem four_rounds_accepted :
  check_proxy four_rounds 2 true four_given 2 (by_index (four_entries (19 # 8))) (by_index four_claims) = true.
Proof. vm_compute. reflexivity. Qed.
Theorem four_rounds_refused :
  check_proxy four_rounds 2 true four_given 2 (by_index (four_entries (18 # 8))) (by_index four_claims) = false.
Proof. vm_compute. reflexivity. Qed.
(** The claim by which a trace can refute a declared bound cannot be left out. *)
Theorem four_rounds_without_a_claim_refused :
  check_proxy four_rounds 2 true four_given 2 (by_index (four_entries (19 # 8))) (by_index (four_claims_with None)) = false.
Proof. vm_compute. reflexivity. Qed.

(** g_1 = (1, -2, 0), g_2 = (0, 1, -2), g0 = (-9, 0, 0): the optimum uses all three candidates, one more than constraints. *)
Definition three_candidates (weight : Q) : solution :=
  {| rows := [[-9; 1; 0]; [0; -2; 1]; [0; 0; -2]]; constraints := 2; epsilon := 0; minimal := true;
     support := [(0%nat, weight); (1%nat, 2 # 7); (2%nat, 1 # 7)]; objective := -36 # 7; values := [0; 0]; active := [0%nat; 1%nat];
     duals := [27 # 7; 18 # 7]; mass := -36 # 7; epsilon_duals := [] |}.
Theorem three_candidates_accepted : check_solution (three_candidates (4 # 7)) = true.
Proof. vm_compute. reflexivity. Qed.
Theorem three_candidates_refused : check_solution (three_candidates (3 # 7)) = false.
Proof. vm_compute. reflexivity. Qed.

(** Two rounds with the equality h = 0, recorded as g_1 = h and g_2 = - h. The mean multipliers (1, 1/2) have the norm
    3/2, above the radius 1; without what they have in common it is 1/2. Refused without the equality, and where g_2 is
    not - h. *)
From Referee Require Import CheckLagrangian.
Definition two_rounds (g2 : Q) : list weighed :=
  [ {| l_seen := map exactly [0; 1; g2]; l_multipliers := [2; 0]; theta_weight := 1; lambda_weight := 1 |};
    {| l_seen := map exactly [1; -1 # 2; 1 # 2]; l_multipliers := [0; 1]; theta_weight := 1; lambda_weight := 1 |} ].
Definition two_given (pairs : list (nat * nat)) : l_given :=
  {| radius := Some 1; l_lower := Some (1 # 4); l_margin := None; l_range := None; l_margin_objective := None;
     equal_weights := true; l_equalities := pairs |}.
Definition two_entries : list (option interval) :=
  map (fun q => Some (exactly q)) [1 # 2; 1 # 4; 1 # 2; 3 # 2; -1; 1 # 2; 1 # 4].
Definition two_claims (played : Q) : list (option claim) :=
  [ le_holds (1 # 4) played; lt_holds (1 # 2) 1; None; None; le_holds (1 # 4) (1 # 2); le_holds (1 # 4) 1 ].
Definition two_checked (g2 played : Q) (pairs : list (nat * nat)) : bool :=
  check_lagrangian (two_rounds g2) 2 (two_given pairs) 1 (by_index two_entries) (by_index (two_claims played)).

Theorem equality_accepted : two_checked (-1) (5 # 8) [(0, 1)]%nat = true.
Proof. vm_compute. reflexivity. Qed.
Theorem equality_needed : two_checked (-1) (5 # 8) [] = false.
Proof. vm_compute. reflexivity. Qed.
Theorem equality_must_be_one : two_checked (-2) (3 # 8) [(0, 1)]%nat = false.
Proof. vm_compute. reflexivity. Qed.
