(** Equilibria: the gaps of the checker are the largest gains of the two players.

    A claimed equilibrium is a mixture over theta and multipliers lambda that are not
    random. The theta-player may deviate to every point that [allowed] admits, the
    lambda-player to every lambda of [Lambda]. So an accepted file (section 11 of the
    checker's specification) is an epsilon-equilibrium, with the smallest such epsilon. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums Norms Games Lagrangian.
Local Open Scope R_scope.

Section Nash.
Context {Theta : Type}.
Variables (loss gain : Theta -> (nat -> R) -> R).
Variables (allowed : Theta -> Prop) (Lambda : (nat -> R) -> Prop).
Variables (d : mixture Theta) (lam : nat -> R).

(** Neither player gains more than eps by deviating. *)
Definition theta_gains_at_most (eps : R) : Prop :=
  forall th, allowed th -> mean d (fun x => loss x lam) - loss th lam <= eps.
Definition lambda_gains_at_most (eps : R) : Prop :=
  forall ls, Lambda ls -> mean d (fun x => gain x ls) - mean d (fun x => gain x lam) <= eps.
Definition epsilon_nash (eps : R) : Prop :=
  (forall t, (t < size d)%nat -> allowed (point d t)) /\ Lambda lam /\
  theta_gains_at_most eps /\ lambda_gains_at_most eps.
Definition nash : Prop := epsilon_nash 0.

(** Deviating to a mixture gains no more than deviating to a point. *)
Theorem mixed_deviation eps q : theta_gains_at_most eps ->
  (forall t, (t < size q)%nat -> allowed (point q t)) ->
  mean d (fun x => loss x lam) - mean q (fun x => loss x lam) <= eps.
Proof.
  intros H Hq. assert (mean d (fun x => loss x lam) - eps <= mean q (fun x => loss x lam)); [|lra].
  rewrite <- (mean_const q (mean d (fun x => loss x lam) - eps)). apply mean_le_supp.
  intros t Ht. pose proof (H _ (Hq t Ht)). lra.
Qed.
End Nash.

(** * The theta-player, on finitely many candidates 0 .. n

    theta_gap = sum_j w_j f_j - min_j f_j. *)
Section Candidates.
Variables (n : nat) (f : nat -> R) (d : mixture nat).
Definition candidate (j : nat) : Prop := (j <= n)%nat.
Definition theta_gap : R := mean d f - rmin n f.

(** The theta gap is the largest gain: an upper bound, and attained. *)
Theorem theta_gap_largest :
  (forall j, candidate j -> mean d f - f j <= theta_gap) /\
  (exists j, candidate j /\ mean d f - f j = theta_gap).
Proof.
  split.
  - intros j Hj. unfold theta_gap. pose proof (rmin_lb n f j Hj). lra.
  - destruct (rmin_attained n f) as (j & Hj & H). exists j. split; [exact Hj|].
    unfold theta_gap. rewrite H. reflexivity.
Qed.

Theorem theta_gap_nonneg : (forall t, (t < size d)%nat -> candidate (point d t)) -> 0 <= theta_gap.
Proof.
  intros H. unfold theta_gap. assert (rmin n f <= mean d f); [|lra].
  rewrite <- (mean_const d (rmin n f)). apply mean_le_supp. intros t Ht. apply rmin_lb, H, Ht.
Qed.
End Candidates.

(** * The lambda-player of the Lagrangian game

    lambda_gap = R max(0, c_1, .., c_m) - sum_i lambda_i c_i with c_i = E g_i. *)
Section LagrangianGame.
Context {Theta : Type}.
Variables (m : nat) (g0 : Theta -> R) (g : nat -> Theta -> R) (R0 : R).
Definition multiplier_set (lam : nat -> R) : Prop := nonneg m lam /\ rsum m lam <= R0.
Variables (d : mixture Theta) (lam : nat -> R).
Notation L := (lagrangian m g0 g).
Definition lambda_gap_lagrangian : R :=
  R0 * infeasibility m g d - rsum m (fun i => lam i * mean d (g i)).

Lemma multiplier_set_ball l : multiplier_set l <-> in_ball m (norms_1_inf m) R0 l.
Proof.
  unfold multiplier_set, in_ball. simpl. split; intros [H1 H2]; split; try assumption;
    [rewrite l1_nonneg by exact H1|rewrite l1_nonneg in H2 by exact H1]; exact H2.
Qed.

(** The maximum over Lambda is at a vertex, 0 or R e_i: R max(0, c_1, .., c_m). *)
Theorem lambda_gap_lagrangian_largest : 0 <= R0 ->
  (forall ls, multiplier_set ls ->
     mean d (fun x => L x ls) - mean d (fun x => L x lam) <= lambda_gap_lagrangian) /\
  (exists ls, multiplier_set ls /\
     mean d (fun x => L x ls) - mean d (fun x => L x lam) = lambda_gap_lagrangian).
Proof.
  intros HR.
  assert (Hu : dual (norms_1_inf m) (violation g d) = infeasibility m g d) by apply linf_posp.
  assert (Hl := mean_lagrangian m g0 g d lam). unfold lambda_gap_lagrangian. split.
  - intros ls Hs. apply multiplier_set_ball in Hs.
    pose proof (best_response_upper m g0 g (norms_1_inf m) d R0 ls Hs) as H. rewrite Hu in H. lra.
  - destruct (best_response_attained m g0 g (norms_1_inf m) d R0 HR) as (ls & Hb & H).
    exists ls. split; [apply multiplier_set_ball, Hb|]. rewrite H, Hu. lra.
Qed.

Theorem lambda_gap_lagrangian_nonneg : 0 <= R0 -> multiplier_set lam -> 0 <= lambda_gap_lagrangian.
Proof.
  intros HR Hl. destruct (lambda_gap_lagrangian_largest HR) as [H _]. pose proof (H lam Hl). lra.
Qed.
End LagrangianGame.

(** * The lambda-player of the proxy game

    lambda_gap = max(0, c_1, .., c_m) - sum_i lambda_i c_i, over the simplex. *)
Section ProxyGame.
Context {Theta : Type}.
Variables (m : nat) (g : nat -> Theta -> R) (d : mixture Theta) (lam : nat -> R).
Notation G := (lambda_gain m g).
Definition lambda_gap_proxy : R :=
  infeasibility m g d - rsum m (fun i => lam (S i) * mean d (g i)).

Lemma mean_lambda_gain l : mean d (fun x => G x l) = rsum m (fun i => l (S i) * mean d (g i)).
Proof. unfold lambda_gain. rewrite mean_rsum. apply rsum_ext. intros i _. apply mean_scal. Qed.

Theorem lambda_gap_proxy_largest :
  (forall ls, simplex (S m) ls ->
     mean d (fun x => G x ls) - mean d (fun x => G x lam) <= lambda_gap_proxy) /\
  (exists ls, simplex (S m) ls /\
     mean d (fun x => G x ls) - mean d (fun x => G x lam) = lambda_gap_proxy).
Proof.
  unfold lambda_gap_proxy. rewrite (mean_lambda_gain lam). split.
  - intros ls [Hn Hs]. rewrite mean_lambda_gain, rsum_S_l in *.
    assert (rsum m (fun i => ls (S i) * mean d (g i)) <= infeasibility m g d); [|lra].
    apply Rle_trans with (rsum m (fun i => ls (S i) * infeasibility m g d)).
    + apply rsum_le. intros i Hi. apply Rmult_le_compat_l; [apply Hn; lia|].
      apply (pos_max_ub m (fun i => mean d (g i)) i Hi).
    + rewrite rsum_scal_r. pose proof (pos_max_nonneg m (fun i => mean d (g i))) as Hv.
      fold (infeasibility m g d) in Hv. pose proof (Hn 0%nat ltac:(lia)). nra.
  - assert (Hvert : forall k, (k <= m)%nat -> simplex (S m) (unit_vec k))
      by (intros k Hk; split; [apply unit_vec_nonneg|apply rsum_unit_1; lia]).
    destruct (pos_max_attained m (fun i => mean d (g i))) as [H|(k & Hk & H)];
      fold (infeasibility m g d) in H; rewrite H.
    + exists (unit_vec 0). split; [apply Hvert; lia|]. rewrite mean_lambda_gain.
      rewrite (rsum_zero' m (fun i => unit_vec 0 (S i) * mean d (g i))); [ring|].
      intros i _. unfold unit_vec. simpl. ring.
    + exists (unit_vec (S k)). split; [apply Hvert; lia|]. rewrite mean_lambda_gain.
      unfold Rminus. f_equal. rewrite <- (rsum_unit m k (fun i => mean d (g i)) Hk).
      apply rsum_ext. intros i _. unfold unit_vec. reflexivity.
Qed.
End ProxyGame.

(** * Section 11: accepted files are equilibria *)

(** On candidates, Lagrangian game: with the stated gaps a file claims an
    epsilon-equilibrium exactly if epsilon is at least both of them. *)
Theorem rule_equilibrium_lagrangian n m (g0 : nat -> R) (g : nat -> nat -> R) R0 d lam eps :
  0 <= R0 -> (forall t, (t < size d)%nat -> candidate n (point d t)) -> multiplier_set m R0 lam ->
  (epsilon_nash (lagrangian m g0 g) (lagrangian m g0 g) (candidate n) (multiplier_set m R0) d lam eps
   <-> theta_gap n (fun j => lagrangian m g0 g j lam) d <= eps /\ lambda_gap_lagrangian m g R0 d lam <= eps).
Proof.
  intros HR Hc Hl. destruct (theta_gap_largest n (fun j => lagrangian m g0 g j lam) d) as [T1 (j & Hj & T2)].
  destruct (lambda_gap_lagrangian_largest m g0 g R0 d lam HR) as [L1 (ls & Hs & L2)]. split.
  - intros (_ & _ & Ht & Hlm). split; [rewrite <- T2; apply (Ht j Hj)|rewrite <- L2; apply (Hlm ls Hs)].
  - intros [Ht Hlm]. repeat split; try apply Hl; try assumption.
    + intros k Hk. eapply Rle_trans; [apply (T1 k Hk)|exact Ht].
    + intros l Hlset. eapply Rle_trans; [apply (L1 l Hlset)|exact Hlm].
Qed.

(** On candidates, proxy game; p are the proxies, or the constraints where there are none. *)
Theorem rule_equilibrium_proxy n m (g0 : nat -> R) (g p : nat -> nat -> R) d lam eps :
  (forall t, (t < size d)%nat -> candidate n (point d t)) -> simplex (S m) lam ->
  (epsilon_nash (theta_loss m g0 p) (lambda_gain m g) (candidate n) (simplex (S m)) d lam eps
   <-> theta_gap n (fun j => theta_loss m g0 p j lam) d <= eps /\ lambda_gap_proxy m g d lam <= eps).
Proof.
  intros Hc Hl. destruct (theta_gap_largest n (fun j => theta_loss m g0 p j lam) d) as [T1 (j & Hj & T2)].
  destruct (lambda_gap_proxy_largest m g d lam) as [L1 (ls & Hs & L2)]. split.
  - intros (_ & _ & Ht & Hlm). split; [rewrite <- T2; apply (Ht j Hj)|rewrite <- L2; apply (Hlm ls Hs)].
  - intros [Ht Hlm]. split; [exact Hc|]. split; [exact Hl|]. split.
    + intros k Hk. eapply Rle_trans; [apply (T1 k Hk)|exact Ht].
    + intros l Hlset. eapply Rle_trans; [apply (L1 l Hlset)|exact Hlm].
Qed.

(** On a problem: a lower bound of the loss over the domain in place of the minimum, and
    numbers that are at least the gaps. *)
Theorem rule_equilibrium_problem {Theta} (loss gain : Theta -> (nat -> R) -> R)
    (allowed : Theta -> Prop) (Lambda : (nat -> R) -> Prop) d lam
    lower lambda_gap eps_theta eps_lambda :
  (forall t, (t < size d)%nat -> allowed (point d t)) -> Lambda lam ->
  (forall th, allowed th -> lower <= loss th lam) ->
  (forall ls, Lambda ls -> mean d (fun x => gain x ls) - mean d (fun x => gain x lam) <= lambda_gap) ->
  mean d (fun x => loss x lam) - lower <= eps_theta -> lambda_gap <= eps_lambda ->
  epsilon_nash loss gain allowed Lambda d lam (Rmax eps_theta eps_lambda).
Proof.
  intros Hd HL Hlow Hgap Ht Hl. split; [exact Hd|]. split; [exact HL|]. split.
  - intros th Hth. pose proof (Hlow th Hth). pose proof (Rmax_l eps_theta eps_lambda). lra.
  - intros ls Hls. pose proof (Hgap ls Hls). pose proof (Rmax_r eps_theta eps_lambda). lra.
Qed.

(** An eps-equilibrium of the Lagrangian game satisfies the hypothesis of Theorem 1 with
    twice eps (the sum of the two gains), so its conclusions hold. *)
Theorem nash_is_approximate_equilibrium {Theta} m (g0 : Theta -> R) g R0 d lam eps :
  epsilon_nash (lagrangian m g0 g) (lagrangian m g0 g) (fun _ => True) (multiplier_set m R0) d lam eps ->
  approximate_equilibrium m g0 g (norms_1_inf m) R0 d (dirac lam) (2 * eps).
Proof.
  intros (_ & _ & Ht & Hl) ls th Hb. apply multiplier_set_ball in Hb.
  rewrite mean_dirac. pose proof (Ht th I). pose proof (Hl ls Hb). lra.
Qed.
