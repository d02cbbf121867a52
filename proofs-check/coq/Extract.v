(** The checkers as an OCaml program: `check` builds it and compares its verdicts with those of proofs-check. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ZArith.
From Referee Require Import Rational Interval CheckSolution CheckProxy CheckLagrangian.
Extraction Language OCaml.
Extraction "checkers.ml" check_solution check_infeasible check_proxy check_lagrangian Z.add Z.mul Z.opp.
