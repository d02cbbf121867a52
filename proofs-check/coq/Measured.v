(** What the checker measures (section 4) is what it is called.

    Weighted means are means of mixtures; the regrets are the largest gains; epsilon is
    their sum; what is "seen" is at most the truth. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums Norms Games Lagrangian Proxy.
Local Open Scope R_scope.

(** * Weights *)

(** [uniform], [linear] and [tail:K] are not negative and have a positive sum. Round t of
    the specification, from 1, is t + 1 here. *)
Definition uniform_weight (t : nat) : R := 1.
Definition linear_weight (t : nat) : R := INR (S t).
Definition tail_weight (K t : nat) : R := if Nat.leb K t then 1 else 0.

Lemma weights_positive T w k : (forall t, (t < T)%nat -> 0 <= w t) -> (k < T)%nat -> 0 < w k ->
  0 < rsum T w.
Proof. intros Hw Hk Hp. eapply Rlt_le_trans; [exact Hp|]. apply rsum_term_le; assumption. Qed.

Theorem uniform_weight_ok T : (0 < T)%nat ->
  (forall t, (t < T)%nat -> 0 <= uniform_weight t) /\ 0 < rsum T uniform_weight.
Proof.
  intros HT. assert (H : forall t, (t < T)%nat -> 0 <= uniform_weight t) by (unfold uniform_weight; intros; lra).
  split; [exact H|]. apply (weights_positive T _ 0 H HT). unfold uniform_weight. lra.
Qed.
Theorem linear_weight_ok T : (0 < T)%nat ->
  (forall t, (t < T)%nat -> 0 <= linear_weight t) /\ 0 < rsum T linear_weight.
Proof.
  intros HT. assert (H : forall t, (t < T)%nat -> 0 <= linear_weight t) by (intros; apply pos_INR).
  split; [exact H|]. apply (weights_positive T _ 0 H HT). apply lt_0_INR. lia.
Qed.
Theorem tail_weight_ok T K : (K < T)%nat ->
  (forall t, (t < T)%nat -> 0 <= tail_weight K t) /\ 0 < rsum T (tail_weight K).
Proof.
  intros HK.
  assert (H : forall t, (t < T)%nat -> 0 <= tail_weight K t)
    by (intros t _; unfold tail_weight; destruct (Nat.leb K t); lra).
  split; [exact H|]. apply (weights_positive T _ K H HK). unfold tail_weight. rewrite Nat.leb_refl. lra.
Qed.

(** Mean multipliers with any weights: [vmean lambda], nonnegative. *)
Theorem mean_multipliers_nonneg m (dl : mixture (nat -> R)) :
  (forall t, (t < size dl)%nat -> nonneg m (point dl t)) -> nonneg m (mean_multipliers dl).
Proof. intros H i Hi. apply mean_nonneg. intros t Ht. apply (H t Ht i Hi). Qed.

(** The mixture over theta of a play. *)
Definition marginal {X Y} (f : X -> Y) (d : mixture X) : mixture Y :=
  {| size := size d; point := fun t => f (point d t); weight := weight d;
     weight_nonneg := weight_nonneg d; weight_total := weight_total d |}.
Lemma mean_marginal {X Y} (f : X -> Y) d h : mean (marginal f d) h = mean d (fun x => h (f x)).
Proof. reflexivity. Qed.

(** * The Lagrangian game, with equal weights on theta and lambda *)
Section LagrangianMeasured.
Context {Theta : Type}.
Variables (m : nat) (g0 : Theta -> R) (g : nat -> Theta -> R) (np : norm_pair m).
Variables (R0 : R) (d : @play Theta).
Notation L := (lagrangian m g0 g).
Notation dth := (marginal fst d).
Notation mul := (mean_multipliers (marginal snd d)).
Notation E0 := (mean dth g0).
Notation u := (dual np (violation g dth)).
(** P = wmean sum_i lambda_i g_i. *)
Definition gained_lagrangian : R := mean d (fun x => rsum m (fun i => snd x i * g i (fst x))).
Notation P := gained_lagrangian.

Lemma mean_lagrangian_play : mean d (fun x => L (fst x) (snd x)) = E0 + P.
Proof. unfold lagrangian, gained_lagrangian. rewrite mean_plus. reflexivity. Qed.

(** [lambda_regret] = R u - P is the regret of the lambda-player: no lambda of Lambda
    gains more, and one gains that. *)
Theorem measured_lambda_regret : 0 <= R0 ->
  (forall ls, in_ball m np R0 ls ->
     mean d (fun x => L (fst x) ls) - mean d (fun x => L (fst x) (snd x)) <= R0 * u - P) /\
  (exists ls, in_ball m np R0 ls /\
     mean d (fun x => L (fst x) ls) - mean d (fun x => L (fst x) (snd x)) = R0 * u - P).
Proof.
  intros HR. rewrite mean_lagrangian_play. split.
  - intros ls Hb. pose proof (best_response_upper m g0 g np dth R0 ls Hb) as H.
    rewrite mean_marginal in H. lra.
  - destruct (best_response_attained m g0 g np dth R0 HR) as (ls & Hb & H).
    exists ls. split; [exact Hb|]. rewrite mean_marginal in H. lra.
Qed.

(** [theta_regret] = E0 + P - lower is at least the regret of the theta-player. *)
Theorem measured_theta_regret lower : (forall th, lower <= L th mul) ->
  forall th, mean d (fun x => L (fst x) (snd x)) - mean d (fun x => L th (snd x)) <= E0 + P - lower.
Proof.
  intros Hl th. rewrite mean_lagrangian_play.
  change (mean d (fun x => L th (snd x))) with (mean (marginal snd d) (fun l => L th l)).
  rewrite mean_lagrangian_lambda. pose proof (Hl th). lra.
Qed.

(** [epsilon] is the sum of the two regrets, and satisfies the hypothesis of Theorem 3. *)
Theorem measured_epsilon lower : 0 <= R0 -> (forall th, lower <= L th mul) ->
  (E0 + P - lower) + (R0 * u - P) = E0 + R0 * u - lower /\
  approximate_equilibrium m g0 g np R0 dth (marginal snd d) (E0 + R0 * u - lower).
Proof.
  intros HR Hl. split; [ring|]. apply epsilon_closed_form; [exact HR|].
  intros th. pose proof (Hl th). lra.
Qed.

(** [epsilon_seen] and [theta_regret_seen] (section 10) put H = E0 + sum_i mu_i E_i in the
    place of the infimum, so they are at most what any true lower bound gives. *)
Theorem measured_seen lower : (forall th, lower <= L th mul) ->
  let H := E0 + rsum m (fun i => mul i * mean dth (g i)) in
  E0 + R0 * u - H <= E0 + R0 * u - lower /\ E0 + P - H <= E0 + P - lower.
Proof.
  intros Hl H. pose proof (lower_le_played m g0 g dth mul lower Hl) as HH. unfold H. lra.
Qed.
End LagrangianMeasured.

(** * The proxy game *)
Section ProxyMeasured.
Context {Theta : Type}.
Variables (m : nat) (g0 : Theta -> R) (g p : nat -> Theta -> R) (d : @play Theta).
Notation Lth := (theta_loss m g0 p).

(** [theta_regret] = Q - lower is at least the regret of the theta-player. *)
Theorem measured_theta_regret_proxy lower : (forall th, lower <= Lth th (mu d)) ->
  theta_regret_at_most m g0 p d (lost m g0 p d - lower).
Proof. intros Hl th. rewrite mean_theta_loss. pose proof (Hl th). lra. Qed.

(** [external_regret]: no fixed action gains more, and one gains that. The gain of the
    action j, played in every round with the weight of all multipliers, is
    mean (sum_i lambda_i) l_j. *)
Theorem measured_external_regret :
  (forall j, (j <= m)%nat ->
     mean d (fun x => rsum (S m) (snd x) * payoff g j (fst x)) - gained m g d <= external_regret m g d) /\
  (exists j, (j <= m)%nat /\
     mean d (fun x => rsum (S m) (snd x) * payoff g j (fst x)) - gained m g d = external_regret m g d).
Proof.
  assert (Hj : forall j, mean d (fun x => rsum (S m) (snd x) * payoff g j (fst x)) =
                         rsum (S m) (fun i => swap_matrix g d i j)).
  { intros j. unfold swap_matrix. rewrite <- (mean_rsum d (S m) (fun i x => snd x i * payoff g j (fst x))).
    apply mean_ext. intros x. symmetry. apply rsum_scal_r. }
  unfold external_regret. split.
  - intros j Hm. rewrite Hj. pose proof (rmax_ub m (fun j => rsum (S m) (fun i => swap_matrix g d i j)) j Hm).
    cbv beta in H. lra.
  - destruct (rmax_attained m (fun j => rsum (S m) (fun i => swap_matrix g d i j))) as (j & Hm & H).
    exists j. split; [exact Hm|]. rewrite Hj, H. reflexivity.
Qed.

(** [domination_gap]: the point 0 where the proxies are the constraints. *)
Theorem measured_domination_gap_no_proxies : domination_gap m g g d = 0.
Proof.
  unfold domination_gap. rewrite (mean_ext d _ (fun _ => 0)); [apply mean_const|].
  intros x. apply rsum_zero'. intros; ring.
Qed.
End ProxyMeasured.
