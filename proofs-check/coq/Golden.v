(** Golden vectors: two plays with known numbers, evaluated by the definitions.

    They are the plays by which the programs are tested too. A sign or an index that is
    wrong in a definition shows here. *)
From Coq Require Import Reals Lra Lia Arith List.
From Referee Require Import Sums Norms Games Lagrangian Proxy Rules.
Import ListNotations.
Local Open Scope R_scope.

Lemma rmax_eq n f k : (k <= n)%nat -> (forall i, (i <= n)%nat -> f i <= f k) -> rmax n f = f k.
Proof. intros Hk H. apply Rle_antisym; [apply rmax_lub, H|apply rmax_ub, Hk]. Qed.

(** * The Lagrangian game: Theta = {a, b}, g0 = (0, 1), g = (1, -1), R = 2 *)
Definition l_g0 (x : bool) : R := if x then 0 else 1.
Definition l_g (_ : nat) (x : bool) : R := if x then 1 else -1.
(** theta = a, a, b, a, b and lambda = 0, 1/2, 1, 1/2, 1. *)
Definition l_theta : mixture bool :=
  uniform 5 (Nat.lt_0_succ 4) (fun t => nth t [true; true; false; true; false] true).
Definition l_lambda : mixture (nat -> R) :=
  uniform 5 (Nat.lt_0_succ 4) (fun t _ => nth t [0; 1 / 2; 1; 1 / 2; 1] 0).

Theorem golden_lagrangian_objective : mean l_theta l_g0 = 2 / 5.
Proof. unfold l_theta. rewrite mean_uniform. simpl. lra. Qed.
Theorem golden_lagrangian_constraint : mean l_theta (l_g 0) = 1 / 5.
Proof. unfold l_theta. rewrite mean_uniform. simpl. lra. Qed.
Theorem golden_lagrangian_infeasibility : infeasibility 1 l_g l_theta = 1 / 5.
Proof.
  unfold infeasibility. simpl. rewrite golden_lagrangian_constraint. unfold Rmax. destruct (Rle_dec 0 (1 / 5)); lra.
Qed.
Theorem golden_lagrangian_multipliers : mean_multipliers l_lambda 0 = 3 / 5.
Proof. unfold mean_multipliers, l_lambda. rewrite mean_uniform. simpl. lra. Qed.
(** The lower bound 2/5 is the infimum: attained at b. *)
Theorem golden_lagrangian_lower :
  (forall th, 2 / 5 <= lagrangian 1 l_g0 l_g th (mean_multipliers l_lambda)) /\
  lagrangian 1 l_g0 l_g false (mean_multipliers l_lambda) = 2 / 5.
Proof.
  split; [intros th|]; unfold lagrangian; simpl; rewrite golden_lagrangian_multipliers;
    [destruct th; simpl; lra|simpl; lra].
Qed.
(** epsilon = 2/5 with R = 2, and the bound of Theorem 1 is 2/7. *)
Theorem golden_lagrangian_epsilon :
  let u := dual (norms_1_inf 1) (violation l_g l_theta) in
  let eps := mean l_theta l_g0 + 2 * u - 2 / 5 in
  u = 1 / 5 /\ eps = 2 / 5 /\ eps / (2 - 3 / 5) = 2 / 7 /\ u <= 2 / 7.
Proof.
  intros u eps. assert (Hu : u = 1 / 5).
  { unfold u. change (linf 1 (fun i => posp (mean l_theta (l_g i))) = 1 / 5). rewrite linf_posp.
    apply golden_lagrangian_infeasibility. }
  assert (He : eps = 2 / 5) by (unfold eps; rewrite Hu, golden_lagrangian_objective; lra).
  rewrite He, Hu. lra.
Qed.
(** S3 at theta' = b (gamma = 1, B = 1): the data form gives R v <= 1/2, the other 2/5. *)
Theorem golden_lagrangian_slater :
  margin 1 l_g false 1 /\
  2 / 5 + (1 / 5) / (1 / 5 + 1) * (l_g0 false - mean l_theta l_g0) = 1 / 2 /\
  2 / 5 / (2 - 1 / 1) = 2 / 5.
Proof.
  rewrite golden_lagrangian_objective. split; [intros i _; simpl; lra|]. simpl. lra.
Qed.

(** * The proxy game: Theta = {a, b, c}, m = 2, proxies g + 1/2 *)
Definition p_g0 (x : nat) : R := nth x [0; 1; 2] 0.
Definition p_g (i x : nat) : R :=
  match i with O => nth x [1; -1; -1] 0 | _ => nth x [-1; 1 / 2; -1] 0 end.
Definition p_p (i x : nat) : R := p_g i x + 1 / 2.
Definition p_lambda (t i : nat) : R :=
  nth i (nth t [[1 / 3; 1 / 3; 1 / 3]; [1 / 2; 1 / 4; 1 / 4]; [1 / 2; 1 / 2; 0]; [1 / 4; 1 / 2; 1 / 4]] []) 0.
(** theta = a, b, c, a. *)
Definition p_play : @play nat := uniform 4 (Nat.lt_0_succ 3) (fun t => (nth t [0; 1; 2; 0]%nat 0%nat, p_lambda t)).

Theorem golden_proxy_multipliers : mu p_play 0 = 19 / 48 /\ mu p_play 1 = 19 / 48 /\ mu p_play 2 = 5 / 24.
Proof. unfold mu, p_play. rewrite !mean_uniform. unfold p_lambda. simpl. lra. Qed.

(** S_ij, computed. *)
Definition p_S (i j : nat) : R :=
  nth j (nth i [[0; -5 / 48; -5 / 24]; [0; 1 / 48; -29 / 96]; [0; 1 / 12; -11 / 96]] []) 0.
Lemma golden_swap_matrix i j : (i <= 2)%nat -> (j <= 2)%nat -> swap_matrix p_g p_play i j = p_S i j.
Proof.
  intros Hi Hj. unfold swap_matrix, p_play. rewrite mean_uniform. unfold p_lambda, p_S.
  destruct i as [|[|[|i]]]; [| | |lia]; (destruct j as [|[|[|j]]]; [| | |lia]); simpl; lra.
Qed.

Theorem golden_proxy_swap_regret : swap_regret 2 p_g p_play = 19 / 96.
Proof.
  unfold swap_regret.
  assert (H : forall i k, (i <= 2)%nat -> (k <= 2)%nat -> (forall j, (j <= 2)%nat -> p_S i j <= p_S i k) ->
    rmax 2 (fun j => swap_matrix p_g p_play i j - swap_matrix p_g p_play i i) = p_S i k - p_S i i).
  { intros i k Hi Hk H. rewrite (rmax_eq 2 _ k Hk).
    - rewrite !golden_swap_matrix by assumption. reflexivity.
    - intros j Hj. rewrite !golden_swap_matrix by assumption. pose proof (H j Hj). lra. }
  simpl rsum. rewrite (H 0 0)%nat, (H 1 1)%nat, (H 2 1)%nat; try lia; [unfold p_S; simpl; lra| | |];
    intros [|[|[|j]]] Hj; try lia; unfold p_S; simpl; lra.
Qed.
Theorem golden_proxy_deviations :
  deviation_to_objective 2 p_g p_play = 3 / 32 /\ deviation_to_constraints 2 p_g p_play = 0.
Proof.
  split.
  - unfold deviation_to_objective. rewrite gained_trace. simpl rsum.
    rewrite !golden_swap_matrix by lia. unfold p_S. simpl. lra.
  - unfold deviation_to_constraints. apply Rle_antisym; [|apply pos_max_nonneg].
    apply pos_max_lub; [lra|]. intros [|[|i]] Hi; try lia; rewrite golden_swap_matrix by lia; unfold p_S; simpl; lra.
Qed.
Theorem golden_proxy_lost : lost 2 p_g0 p_p p_play = 7 / 12.
Proof. unfold lost, p_play. rewrite mean_uniform. unfold theta_loss, p_lambda, p_g0, p_p, p_g. simpl. lra. Qed.
(** The infimum of the theta-player's loss is 13/32, so theta_regret = 17/96. *)
Theorem golden_proxy_lower :
  (forall x, (x <= 2)%nat -> 13 / 32 <= theta_loss 2 p_g0 p_p x (mu p_play)) /\
  theta_loss 2 p_g0 p_p 1%nat (mu p_play) = 13 / 32 /\
  lost 2 p_g0 p_p p_play - 13 / 32 = 17 / 96.
Proof.
  destruct golden_proxy_multipliers as (M0 & M1 & M2). rewrite golden_proxy_lost.
  split; [|split; [|lra]].
  - intros x Hx. unfold theta_loss. simpl rsum. rewrite M0, M1, M2. unfold p_g0, p_p, p_g.
    destruct x as [|[|[|x]]]; [| | |lia]; simpl; lra.
  - unfold theta_loss. simpl rsum. rewrite M0, M1, M2. unfold p_g0, p_p, p_g. simpl. lra.
Qed.

Theorem p_nonneg : multipliers_nonneg 2 p_play.
Proof.
  intros t Ht i Hi. simpl in Ht. change (0 <= p_lambda t i). unfold p_lambda.
  destruct t as [|[|[|[|t]]]]; try lia; (destruct i as [|[|[|i]]]; try lia); simpl; lra.
Qed.
Theorem p_weight : 0 < objective_weight p_play.
Proof. unfold objective_weight. destruct golden_proxy_multipliers as (-> & _). lra. Qed.
(** theta_bar: E g0 = 18/19, E g = (-5/19, -10/19), and the bounds of Theorem 2. *)
Theorem golden_proxy_theta_bar :
  let bar := theta_bar 2 p_play p_nonneg p_weight in
  mean bar p_g0 = 18 / 19 /\ mean bar (p_g 0) = -5 / 19 /\ mean bar (p_g 1) = -10 / 19 /\
  swap_regret 2 p_g p_play / objective_weight p_play = 1 / 2 /\
  (17 / 96 + swap_regret 2 p_g p_play) / objective_weight p_play = 18 / 19.
Proof.
  intros bar. unfold bar. rewrite !mean_theta_bar, golden_proxy_swap_regret.
  unfold objective_weight. destruct golden_proxy_multipliers as (-> & _).
  unfold p_play. rewrite !mean_uniform. unfold p_lambda, p_g0, p_g. simpl. repeat split; lra.
Qed.
(** Lemma 7 at theta' = c (gamma = 1/2, B = 2): 1/20 by the paper, 209/1416 with the data. *)
Theorem golden_proxy_weight :
  (1 / 2 - 17 / 96 - swap_regret 2 p_g p_play) / (1 / 2 + 2) = 1 / 20 /\
  (1 / 2 - 17 / 96 - deviation_to_objective 2 p_g p_play) / (1 / 2 + 2 - 18 / 19) = 209 / 1416.
Proof. rewrite golden_proxy_swap_regret, (proj1 golden_proxy_deviations). lra. Qed.
