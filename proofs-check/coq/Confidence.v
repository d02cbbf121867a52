(** Numbers of SPEC 10: an upper bound for exp, and the two thresholds of `confidence_small`. *)
From Coq Require Import Reals Lra Lia.
Local Open Scope R_scope.

(** Taylor's polynomial of degree 5, and twice the next term. *)
Definition taylor (x : R) : R := 1 + x + x ^ 2 * / 2 + x ^ 3 * / 6 + x ^ 4 * / 24 + x ^ 5 * / 120 + x ^ 6 * / 360.
Definition taylor' (x : R) : R := 1 + x + x ^ 2 * / 2 + x ^ 3 * / 6 + x ^ 4 * / 24 + x ^ 5 * / 60.

Lemma monomial n c x : derivable_pt_lim (fun x => x ^ n * c) x (INR n * x ^ pred n * c).
Proof.
  replace (INR n * x ^ pred n * c) with (c * (INR n * x ^ pred n)) by ring.
  apply (derivable_pt_lim_ext (fun x => c * x ^ n)); [intros; ring|].
  apply (derivable_pt_lim_scal (fun x => x ^ n) c). apply derivable_pt_lim_pow.
Qed.
Lemma derivative_taylor x : derivable_pt_lim taylor x (taylor' x).
Proof.
  unfold taylor, taylor'.
  replace (1 + x + x ^ 2 * / 2 + x ^ 3 * / 6 + x ^ 4 * / 24 + x ^ 5 * / 60)
    with (0 + 1 + INR 2 * x ^ 1 * / 2 + INR 3 * x ^ 2 * / 6 + INR 4 * x ^ 3 * / 24 + INR 5 * x ^ 4 * / 120 + INR 6 * x ^ 5 * / 360)
    by (simpl INR; field).
  apply (derivable_pt_lim_plus (fun x => 1 + x + x ^ 2 * / 2 + x ^ 3 * / 6 + x ^ 4 * / 24 + x ^ 5 * / 120)
    (fun x => x ^ 6 * / 360)); [|apply (monomial 6)].
  apply (derivable_pt_lim_plus (fun x => 1 + x + x ^ 2 * / 2 + x ^ 3 * / 6 + x ^ 4 * / 24) (fun x => x ^ 5 * / 120)); [|apply (monomial 5)].
  apply (derivable_pt_lim_plus (fun x => 1 + x + x ^ 2 * / 2 + x ^ 3 * / 6) (fun x => x ^ 4 * / 24)); [|apply (monomial 4)].
  apply (derivable_pt_lim_plus (fun x => 1 + x + x ^ 2 * / 2) (fun x => x ^ 3 * / 6)); [|apply (monomial 3)].
  apply (derivable_pt_lim_plus (fun x => 1 + x) (fun x => x ^ 2 * / 2)); [|apply (monomial 2)].
  apply (derivable_pt_lim_plus (fun _ => 1) (fun x => x)); [apply derivable_pt_lim_const|apply derivable_pt_lim_id].
Qed.
(** exp x <= taylor x for 0 <= x <= 1: the quotient taylor x exp(-x) rises from 1. *)
Lemma exp_upper x : 0 <= x <= 1 -> exp x <= taylor x.
Proof.
  intros [[H0|<-] H1]; [|rewrite exp_0; unfold taylor; right; field].
  assert (Hd : forall c, derivable_pt_lim (fun x => taylor x * exp (- x)) c ((taylor' c - taylor c) * exp (- c))).
  { intros c. replace ((taylor' c - taylor c) * exp (- c)) with (taylor' c * exp (- c) + taylor c * (exp (- c) * -1)) by ring.
    apply (derivable_pt_lim_mult taylor (fun x => exp (- x))); [apply derivative_taylor|].
    apply (derivable_pt_lim_comp (fun h => - h) exp); [|apply derivable_pt_lim_exp].
    apply (derivable_pt_lim_opp (fun h => h)). apply derivable_pt_lim_id. }
  destruct (MVT_cor2 (fun x => taylor x * exp (- x)) (fun c => (taylor' c - taylor c) * exp (- c)) 0 x H0 (fun c _ => Hd c))
    as (c & Hc & Hc0 & Hc1).
  cbv beta in Hc. rewrite Ropp_0, exp_0 in Hc.
  assert (Hrise : 0 <= taylor' c - taylor c).
  { unfold taylor, taylor'. replace (1 + c + c ^ 2 * / 2 + c ^ 3 * / 6 + c ^ 4 * / 24 + c ^ 5 * / 60
      - (1 + c + c ^ 2 * / 2 + c ^ 3 * / 6 + c ^ 4 * / 24 + c ^ 5 * / 120 + c ^ 6 * / 360)) with (c ^ 5 * ((3 - c) * / 360)) by field.
    apply Rmult_le_pos; [apply pow_le; lra|lra]. }
  assert (H00 : taylor 0 = 1) by (unfold taylor; field).
  assert (Hge : 1 <= taylor x * exp (- x)).
  { rewrite H00, Rmult_1_l in Hc. pose proof (exp_pos (- c)).
    assert (0 <= (taylor' c - taylor c) * exp (- c) * (x - 0)) by (repeat apply Rmult_le_pos; lra). lra. }
  pose proof (exp_pos x) as Hx. apply Rmult_le_compat_l with (r := exp x) in Hge; [|lra].
  replace (exp x * (taylor x * exp (- x))) with (taylor x * (exp x * exp (- x))) in Hge by ring.
  rewrite <- exp_plus, Rplus_opp_r, exp_0 in Hge. lra.
Qed.
Lemma ln_lower x y : 0 <= x <= 1 -> taylor x <= y -> x <= ln y.
Proof.
  intros Hx Hy. pose proof (exp_upper x Hx) as H. pose proof (exp_pos x). rewrite <- (ln_exp x).
  destruct (Rle_lt_or_eq_dec (exp x) y ltac:(lra)) as [Hlt| ->]; [left; apply ln_increasing; lra|lra].
Qed.

(** The threshold 0.7783 (the double nearest to it is below the number here), and 0.9138. *)
Theorem rule_confidence_small_theta delta : 0 < delta <= 77830001 / 100000000 -> 25064 / 100000 <= ln (/ delta).
Proof.
  intros Hd. apply ln_lower; [lra|]. apply Rle_trans with (/ (77830001 / 100000000)); [unfold taylor; lra|].
  apply Rinv_le_contravar; lra.
Qed.
Theorem rule_confidence_small_swap delta : 0 < delta <= 91380001 / 100000000 -> 901 / 10000 <= ln (/ delta).
Proof.
  intros Hd. apply ln_lower; [lra|]. apply Rle_trans with (/ (91380001 / 100000000)); [unfold taylor; lra|].
  apply Rinv_le_contravar; lra.
Qed.
Lemma ln_2_lower : 688 / 1000 <= ln 2.
Proof. apply ln_lower; [lra|]. unfold taylor. lra. Qed.
