(** The two games, and what is measured in them.

    [Theta] is any set, [m] the number of constraints; [g0] is the objective, [g i] the
    constraints and [p i] their proxies, with i < m. Multipliers of the Lagrangian game
    are lambda_0 .. lambda_(m-1); those of the proxy game have one more coordinate:
    index 0 weighs the objective (the paper's lambda_1), index i+1 constraint i. *)
From Coq Require Import Reals Lra Lia Arith.
From Referee Require Import Sums Norms.
Local Open Scope R_scope.

Section Games.
Context {Theta : Type}.
Variable m : nat.
Variable g0 : Theta -> R.
Variables g p : nat -> Theta -> R.

(** * The Lagrangian game *)

(** Definition 1: L(theta, lambda) = g0(theta) + sum_i lambda_i g_i(theta). *)
Definition lagrangian (th : Theta) (lam : nat -> R) : R :=
  g0 th + rsum m (fun i => lam i * g i th).

Definition feasible (th : Theta) : Prop := forall i, (i < m)%nat -> g i th <= 0.

(** A mixture that satisfies every constraint on average. *)
Definition feasible_on_average (d : mixture Theta) : Prop :=
  forall i, (i < m)%nat -> mean d (g i) <= 0.

(** theta' satisfies every constraint with room gamma. *)
Definition margin (th : Theta) (gamma : R) : Prop :=
  forall i, (i < m)%nat -> g i th <= - gamma.

(** Lambda = { lambda >= 0, ||lambda||_p <= R }. *)
Definition in_ball (np : norm_pair m) (R0 : R) (lam : nat -> R) : Prop :=
  nonneg m lam /\ norm np lam <= R0.

(** The violations (E g_i)_+ of a mixture, and the largest one. *)
Definition violation (d : mixture Theta) : nat -> R := fun i => posp (mean d (g i)).
Definition infeasibility (d : mixture Theta) : R := pos_max m (fun i => mean d (g i)).

(** The mean multipliers of a mixture over multipliers. *)
Definition mean_multipliers (dl : mixture (nat -> R)) (i : nat) : R := mean dl (fun lam => lam i).

(** The hypothesis of Theorems 1 and 3: eps is at least the largest gain of the
    lambda-player plus that of the theta-player. *)
Definition approximate_equilibrium (np : norm_pair m) (R0 : R)
    (d : mixture Theta) (dl : mixture (nat -> R)) (eps : R) : Prop :=
  forall ls ths, in_ball np R0 ls ->
    mean d (fun th => lagrangian th ls) - mean dl (fun lam => lagrangian ths lam) <= eps.

Lemma mean_lagrangian d lam :
  mean d (fun th => lagrangian th lam) = mean d g0 + rsum m (fun i => lam i * mean d (g i)).
Proof.
  unfold lagrangian. rewrite mean_plus, mean_rsum. f_equal.
  apply rsum_ext. intros i _. apply mean_scal.
Qed.

(** L is affine in lambda. *)
Lemma mean_lagrangian_lambda dl th :
  mean dl (fun lam => lagrangian th lam) = lagrangian th (mean_multipliers dl).
Proof.
  unfold lagrangian. rewrite mean_plus, mean_const, mean_rsum. f_equal.
  apply rsum_ext. intros i _. apply mean_scal_r.
Qed.

(** * The proxy game *)

(** Definition 2: the theta-player's loss lambda_0 g0 + sum_i lambda_(i+1) p_i, and the
    lambda-player's gain sum_i lambda_(i+1) g_i. *)
Definition theta_loss (th : Theta) (lam : nat -> R) : R :=
  lam O * g0 th + rsum m (fun i => lam (S i) * p i th).
Definition lambda_gain (th : Theta) (lam : nat -> R) : R :=
  rsum m (fun i => lam (S i) * g i th).

(** The gains of the lambda-player's actions: l_0 = 0, l_(i+1) = g_i. *)
Definition payoff (j : nat) (th : Theta) : R := match j with O => 0 | S i => g i th end.

Lemma lambda_gain_payoff th lam :
  lambda_gain th lam = rsum (S m) (fun i => lam i * payoff i th).
Proof. rewrite rsum_S_l. unfold lambda_gain. simpl. ring. Qed.

(** A play of the proxy game: pairs (theta_t, lambda_t) with weights. *)
Definition play := mixture (Theta * (nat -> R)).
Variable d : play.

Definition multipliers_nonneg : Prop :=
  forall t, (t < size d)%nat -> nonneg (S m) (snd (point d t)).
Definition multipliers_in_simplex : Prop :=
  forall t, (t < size d)%nat -> simplex (S m) (snd (point d t)).

(** mu_i = mean lambda_i; A = mu_0 is the weight of the objective; W their sum. *)
Definition mu (i : nat) : R := mean d (fun x => snd x i).
Definition objective_weight : R := mu O.
Definition total_weight : R := rsum (S m) mu.

(** S_ij = mean lambda_i l_j(theta). *)
Definition swap_matrix (i j : nat) : R := mean d (fun x => snd x i * payoff j (fst x)).

(** sum_i max_j (S_ij - S_ii), in closed form. *)
Definition swap_regret : R := rsum (S m) (fun i => rmax m (fun j => swap_matrix i j - swap_matrix i i)).

(** P = mean sum_i lambda_i l_i, what the lambda-player gained. *)
Definition gained : R := mean d (fun x => lambda_gain (fst x) (snd x)).
(** max_j (sum_i S_ij) - P. *)
Definition external_regret : R := rmax m (fun j => rsum (S m) (fun i => swap_matrix i j)) - gained.
(** "objective to constraint j", the largest, and "everything to the objective". *)
Definition deviation_to_constraints : R := pos_max m (fun i => swap_matrix O (S i)).
Definition deviation_to_objective : R := - gained.

(** kappa = mean sum_i lambda_i (g_i - p_i): at most 0 if the proxies dominate. *)
Definition domination_gap : R :=
  mean d (fun x => rsum m (fun i => snd x (S i) * (g i (fst x) - p i (fst x)))).

(** Q = mean theta_loss. *)
Definition lost : R := mean d (fun x => theta_loss (fst x) (snd x)).

(** The hypotheses of Theorems 2 and 4: the regret of theta, and the swap regret of
    lambda against every left-stochastic matrix. *)
Definition theta_regret_at_most (eps : R) : Prop :=
  forall ths, lost - mean d (fun x => theta_loss ths (snd x)) <= eps.
Definition swap_regret_at_most (eps : R) : Prop :=
  forall M, left_stochastic (S m) M ->
    mean d (fun x => lambda_gain (fst x) (matvec (S m) M (snd x))) - gained <= eps.

Lemma mean_theta_loss ths :
  mean d (fun x => theta_loss ths (snd x)) = theta_loss ths mu.
Proof.
  unfold theta_loss. rewrite mean_plus, mean_rsum, mean_scal_r. f_equal.
  apply rsum_ext. intros i _. apply mean_scal_r.
Qed.

End Games.
