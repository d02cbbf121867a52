(** The checkers as an OCaml program: `check` builds it and compares its verdicts with those of proofs-check. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt.
From Referee Require Import Rational CheckSolution.
Extraction Language OCaml.
Extraction "checkers.ml" check_solution check_infeasible qadd qmul.
