(* Reads one certificate or solution a line from the standard input and prints `accept` or `reject` for it, by the
   checkers that were extracted from Coq. A line is a list of words; the order is that of the functions below.
   Rationals are written p or p/q, an absent thing is a dash. This file is not verified: it only reads. *)
open Checkers

exception Wrong of string

let words = ref []
let next () = match !words with [] -> raise (Wrong "the line ends early") | w :: rest -> words := rest; w
let whole () =
  let w = next () in
  match int_of_string_opt w with Some n when n >= 0 -> n | _ -> raise (Wrong (w ^ " is not a whole number"))
let flag () = match next () with "0" -> false | "1" -> true | w -> raise (Wrong (w ^ " is not 0 or 1"))
let constraint_number () = match whole () with 0 -> raise (Wrong "constraints count from 1") | n -> n - 1
let rec times n f = if n = 0 then [] else let x = f () in x :: times (n - 1) f

let rec positive n = if n = 1 then XH else if n land 1 = 1 then XI (positive (n / 2)) else XO (positive (n / 2))
let small n = if n = 0 then Z0 else Zpos (positive n)
let integer text =
  let negative = String.length text > 0 && text.[0] = '-' in
  let digits = if negative then String.sub text 1 (String.length text - 1) else text in
  if digits = "" then raise (Wrong (text ^ " is not a number"));
  let add z c =
    if c < '0' || c > '9' then raise (Wrong (text ^ " is not a number"));
    Z.add (Z.mul z (small 10)) (small (Char.code c - 48)) in
  let z = String.fold_left add Z0 digits in
  if negative then Z.opp z else z
let rational_of text =
  let n, d = match String.index_opt text '/' with
    | None -> text, "1"
    | Some i -> String.sub text 0 i, String.sub text (i + 1) (String.length text - i - 1) in
  match integer d with
  | Zpos d -> { qnum = integer n; qden = d }
  | _ -> raise (Wrong (text ^ " has no positive denominator"))
let rational () = rational_of (next ())
let interval () = let lo = rational () in let hi = rational () in { lo; hi }
let maybe f = match !words with "-" :: rest -> words := rest; None | _ -> Some (f ())
let by_index list k = match List.nth_opt list k with Some x -> x | None -> None

let claim () =
  let c_strict = match next () with "<" -> true | "<=" -> false | w -> raise (Wrong (w ^ " is no relation")) in
  let c_lhs = interval () in
  let c_rhs = interval () in
  let c_verdict = match next () with
    | "holds" -> Holds | "violated" -> Violated | "undecided" -> Undecided | w -> raise (Wrong (w ^ " is no verdict")) in
  { c_strict; c_lhs; c_rhs; c_verdict }

let solution () =
  let count = whole () in
  let m = whole () in
  let rows = times count (fun () -> times (m + 1) rational) in
  let epsilon = rational () in
  let minimal = flag () in
  let support = times (whole ()) (fun () -> let k = whole () in let w = rational () in (k, w)) in
  let objective = rational () in
  let values = times m rational in
  let active = times (whole ()) (fun () -> whole () - 1) in
  let duals = times m rational in
  let mass = rational () in
  let epsilon_duals = times (whole ()) rational in
  check_solution { rows; constraints = m; epsilon; minimal; support; objective; values; active; duals; mass; epsilon_duals }

let infeasible () =
  let count = whole () in
  let m = whole () in
  let irows = times count (fun () -> times (m + 1) rational) in
  let iepsilon = rational () in
  let farkas = times m rational in
  check_infeasible { irows; iconstraints = m; iepsilon; farkas }

let proxy () =
  let statement = whole () in
  let count = whole () in
  let m = whole () in
  let has_proxies = flag () in
  let rounds = times count (fun () ->
    let seen = times (m + 1) interval in
    let proxies = if has_proxies then times m interval else [] in
    let multipliers = times (m + 1) rational in
    let round_weight = rational () in
    { seen; proxies; multipliers; round_weight }) in
  let lower = maybe rational in
  let margin_of = maybe rational in
  let range_of = maybe rational in
  let margin_objective = maybe interval in
  let entries = times 10 (fun () -> maybe interval) in
  let claims = times 11 (fun () -> maybe claim) in
  check_proxy rounds m has_proxies { lower; margin_of; range_of; margin_objective } statement (by_index entries) (by_index claims)

let lagrangian () =
  let statement = whole () in
  let count = whole () in
  let m = whole () in
  let rounds = times count (fun () ->
    let l_seen = times (m + 1) interval in
    let l_multipliers = times m rational in
    let theta_weight = rational () in
    let lambda_weight = rational () in
    { l_seen; l_multipliers; theta_weight; lambda_weight }) in
  let radius = maybe rational in
  let l_lower = maybe rational in
  let l_margin = maybe rational in
  let l_range = maybe rational in
  let l_margin_objective = maybe interval in
  let equal_weights = flag () in
  let entries = times 7 (fun () -> maybe interval) in
  let claims = times 10 (fun () -> maybe claim) in
  (* Equalities, counted from 1, may stand at the end: how many, and the pairs. *)
  let pair () = let i = constraint_number () in let j = constraint_number () in (i, j) in
  let l_equalities = if !words = [] then [] else times (whole ()) pair in
  check_lagrangian rounds m { radius; l_lower; l_margin; l_range; l_margin_objective; equal_weights; l_equalities }
    statement (by_index entries) (by_index claims)

let () =
  try
    while true do
      let line = input_line stdin in
      words := List.filter (fun w -> w <> "") (String.split_on_char ' ' line);
      let verdict = match next () with
        | "solution" -> solution ()
        | "infeasible" -> infeasible ()
        | "proxy" -> proxy ()
        | "lagrangian" -> lagrangian ()
        | w -> raise (Wrong (w ^ " is none of solution, infeasible, proxy, lagrangian")) in
      if !words <> [] then raise (Wrong "the line goes on after its end");
      print_endline (if verdict then "accept" else "reject")
    done
  with
  | End_of_file -> ()
  | Wrong reason -> prerr_endline ("oracle: " ^ reason); exit 2
