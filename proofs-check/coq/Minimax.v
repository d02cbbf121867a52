(** The minimax theorem for matrices, from Farkas' lemma. Existence.v applies it. *)
From Coq Require Import Reals Lra Lia Arith List.
From Referee Require Import Sums Norms Farkas.
Import ListNotations.
Local Open Scope R_scope.

Lemma rsum_app n k f : rsum (n + k) f = rsum n f + rsum k (fun i => f (n + i)%nat).
Proof.
  induction k as [|k IH]; simpl; [rewrite Nat.add_0_r; lra|].
  rewrite Nat.add_succ_r. simpl. rewrite IH. lra.
Qed.

Section Matrix.
Variables (N M : nat) (A : nat -> nat -> R).
Hypothesis HN : (0 < N)%nat.
Hypothesis HM : (0 < M)%nat.

(** The unknowns: weights p on the N rows, q on the M columns, and the value t. *)
Definition unknowns (p q : nat -> R) (t : R) : nat -> R :=
  fun i => if Nat.ltb i N then p i else if Nat.ltb i (N + M) then q (i - N)%nat else t.
Definition total : nat := (N + M + 1)%nat.

Lemma dot_unknowns a b c x :
  rsum total (fun i => unknowns a b c i * x i) =
  rsum N (fun j => a j * x j) + rsum M (fun k => b k * x (N + k)%nat) + c * x (N + M)%nat.
Proof.
  unfold total. rewrite !rsum_app. simpl. rewrite Nat.add_0_r. f_equal; [f_equal|].
  - apply rsum_ext. intros j Hj. unfold unknowns. destruct (Nat.ltb_spec j N); [reflexivity|lia].
  - apply rsum_ext. intros k Hk. unfold unknowns.
    destruct (Nat.ltb_spec (N + k) N); [lia|]. destruct (Nat.ltb_spec (N + k) (N + M)); [|lia].
    replace (N + k - N)%nat with k by lia. reflexivity.
  - unfold unknowns. destruct (Nat.ltb_spec (N + M) N); [lia|].
    destruct (Nat.ltb_spec (N + M) (N + M)); [lia|]. ring.
Qed.

Definition zero : nat -> R := fun _ => 0.
Definition one : nat -> R := fun _ => 1.
Definition neg (f : nat -> R) : nat -> R := fun i => - f i.

Definition game_rows : list row :=
  map (fun k => (unknowns (fun j => A j k) zero (-1), 0)) (seq 0 M) ++    (* sum_j p_j A_jk <= t *)
  map (fun j => (unknowns zero (neg (A j)) 1, 0)) (seq 0 N) ++            (* t <= sum_k q_k A_jk *)
  map (fun j => (unknowns (neg (unit_vec j)) zero 0, 0)) (seq 0 N) ++
  map (fun k => (unknowns zero (neg (unit_vec k)) 0, 0)) (seq 0 M) ++
  [(unknowns one zero 0, 1); (unknowns (neg one) zero 0, -1);
   (unknowns zero one 0, 1); (unknowns zero (neg one) 0, -1)].

Lemma rsum_zero_l n x : rsum n (fun j => zero j * x j) = 0.
Proof. apply rsum_zero'. intros. unfold zero. ring. Qed.
Lemma rsum_one n x : rsum n (fun j => one j * x j) = rsum n x.
Proof. apply rsum_ext. intros. unfold one. ring. Qed.
Lemma rsum_neg n f x : rsum n (fun j => neg f j * x j) = - rsum n (fun j => f j * x j).
Proof.
  rewrite (rsum_ext n _ (fun j => -1 * (f j * x j))) by (intros; unfold neg; ring). rewrite rsum_scal. ring.
Qed.

(** What a combination of rows says of every p, q in the simplex and every t. *)
Definition bounded_by_payoffs (a : nat -> R) (b : R) : Prop :=
  exists alpha beta, nonneg M alpha /\ nonneg N beta /\
  forall p q t, simplex N p -> simplex M q ->
    rsum M (fun k => alpha k * (t - rsum N (fun j => p j * A j k)))
    + rsum N (fun j => beta j * (rsum M (fun k => q k * A j k) - t))
    <= b - rsum total (fun i => a i * unknowns p q t i).

Lemma unknowns_p p q t j : (j < N)%nat -> unknowns p q t j = p j.
Proof. intros Hj. unfold unknowns. destruct (Nat.ltb_spec j N); [reflexivity|lia]. Qed.
Lemma unknowns_q p q t k : (k < M)%nat -> unknowns p q t (N + k) = q k.
Proof.
  intros Hk. unfold unknowns. destruct (Nat.ltb_spec (N + k) N); [lia|].
  destruct (Nat.ltb_spec (N + k) (N + M)); [|lia]. replace (N + k - N)%nat with k by lia. reflexivity.
Qed.
Lemma unknowns_t p q t : unknowns p q t (N + M) = t.
Proof.
  unfold unknowns. destruct (Nat.ltb_spec (N + M) N); [lia|].
  destruct (Nat.ltb_spec (N + M) (N + M)); [lia|]. reflexivity.
Qed.
Lemma dot_row a b c p q t :
  rsum total (fun i => unknowns a b c i * unknowns p q t i) =
  rsum N (fun j => a j * p j) + rsum M (fun k => b k * q k) + c * t.
Proof.
  rewrite dot_unknowns, unknowns_t. f_equal. f_equal; apply rsum_ext.
  - intros j Hj. rewrite unknowns_p by exact Hj. reflexivity.
  - intros k Hk. rewrite unknowns_q by exact Hk. reflexivity.
Qed.

Lemma no_payoffs a b c e : (forall p q t, simplex N p -> simplex M q ->
    rsum N (fun j => a j * p j) + rsum M (fun k => b k * q k) + c * t <= e) ->
  bounded_by_payoffs (unknowns a b c) e.
Proof.
  intros H. exists zero, zero. split; [intros i _; unfold zero; lra|]. split; [intros i _; unfold zero; lra|].
  intros p q t Hp Hq. rewrite dot_row, !rsum_zero_l. pose proof (H p q t Hp Hq). lra.
Qed.

Lemma rows_bounded a b : In (a, b) game_rows -> bounded_by_payoffs a b.
Proof.
  unfold game_rows. rewrite !in_app_iff, !in_map_iff. intros [H|[H|[H|[H|H]]]].
  - destruct H as (k & E & Hk). injection E as <- <-. apply in_seq in Hk.
    exists (unit_vec k), zero. split; [apply unit_vec_nonneg|]. split; [intros i _; unfold zero; lra|].
    intros p q t Hp Hq. rewrite dot_row, !rsum_zero_l, rsum_unit by lia.
    rewrite (rsum_ext N (fun j => A j k * p j) (fun j => p j * A j k)) by (intros; ring). lra.
  - destruct H as (j & E & Hj). injection E as <- <-. apply in_seq in Hj.
    exists zero, (unit_vec j). split; [intros i _; unfold zero; lra|]. split; [apply unit_vec_nonneg|].
    intros p q t Hp Hq. rewrite dot_row, !rsum_zero_l, rsum_unit, rsum_neg by lia.
    rewrite (rsum_ext M (fun k => A j k * q k) (fun k => q k * A j k)) by (intros; ring). lra.
  - destruct H as (j & E & Hj). injection E as <- <-. apply in_seq in Hj. apply no_payoffs.
    intros p q t [Hp _] _. rewrite rsum_neg, rsum_zero_l, rsum_unit by lia. pose proof (Hp j ltac:(lia)). lra.
  - destruct H as (k & E & Hk). injection E as <- <-. apply in_seq in Hk. apply no_payoffs.
    intros p q t _ [Hq _]. rewrite rsum_neg, rsum_zero_l, rsum_unit by lia. pose proof (Hq k ltac:(lia)). lra.
  - destruct H as [E|[E|[E|[E|[]]]]]; injection E as <- <-; apply no_payoffs; intros p q t [_ Hp] [_ Hq];
      rewrite ?rsum_neg, ?rsum_zero_l, ?rsum_one; lra.
Qed.

Lemma combinations_bounded a b : derived game_rows a b -> bounded_by_payoffs a b.
Proof.
  apply derived_invariant; [exact rows_bounded|].
  intros s t a1 b1 a2 b2 Hs Ht (al1 & be1 & Ha1 & Hb1 & H1) (al2 & be2 & Ha2 & Hb2 & H2).
  exists (fun k => s * al1 k + t * al2 k), (fun j => s * be1 j + t * be2 j).
  split; [intros k Hk; pose proof (Ha1 k Hk); pose proof (Ha2 k Hk);
          apply Rplus_le_le_0_compat; apply Rmult_le_pos; assumption|].
  split; [intros j Hj; pose proof (Hb1 j Hj); pose proof (Hb2 j Hj);
          apply Rplus_le_le_0_compat; apply Rmult_le_pos; assumption|].
  intros p q v Hp Hq.
  pose proof (Rmult_le_compat_l s _ _ Hs (H1 p q v Hp Hq)) as E1.
  pose proof (Rmult_le_compat_l t _ _ Ht (H2 p q v Hp Hq)) as E2.
  rewrite (rsum_ext M _ (fun k => s * (al1 k * (v - rsum N (fun j => p j * A j k)))
    + t * (al2 k * (v - rsum N (fun j => p j * A j k))))) by (intros; ring).
  rewrite (rsum_ext N _ (fun j => s * (be1 j * (rsum M (fun k => q k * A j k) - v))
    + t * (be2 j * (rsum M (fun k => q k * A j k) - v)))) by (intros; ring).
  rewrite (rsum_ext total _ (fun i => s * (a1 i * unknowns p q v i) + t * (a2 i * unknowns p q v i)))
    by (intros; ring).
  rewrite !rsum_plus, !rsum_scal. lra.
Qed.

Lemma simplex_unit n : (0 < n)%nat -> simplex n (unit_vec 0).
Proof. intros Hn. split; [apply unit_vec_nonneg|apply rsum_unit_1, Hn]. Qed.
Lemma simplex_scaled n x : nonneg n x -> 0 < rsum n x -> simplex n (fun i => / rsum n x * x i).
Proof.
  intros Hx Hs. assert (0 < / rsum n x) by (apply Rinv_0_lt_compat, Hs). split.
  - intros i Hi. apply Rmult_le_pos; [lra|apply Hx, Hi].
  - rewrite rsum_scal. apply Rinv_l. lra.
Qed.

(** No combination of the rows reads 0 <= b with b < 0. *)
Lemma no_contradiction a b : derived game_rows a b -> (forall i, (i < total)%nat -> a i = 0) -> 0 <= b.
Proof.
  intros Hd Hz. destruct (combinations_bounded a b Hd) as (al & be & Ha & Hb & H).
  assert (H' : forall p q t, simplex N p -> simplex M q ->
    (rsum M al - rsum N be) * t + (rsum N (fun j => be j * rsum M (fun k => q k * A j k))
    - rsum M (fun k => al k * rsum N (fun j => p j * A j k))) <= b).
  { intros p q t Hp Hq. pose proof (H p q t Hp Hq) as E.
    rewrite (rsum_zero' total (fun i => a i * unknowns p q t i)) in E
      by (intros i Hi; rewrite (Hz i Hi); ring).
    rewrite (rsum_ext M _ (fun k => al k * t - al k * rsum N (fun j => p j * A j k))) in E by (intros; ring).
    rewrite (rsum_ext N (fun j => be j * (rsum M (fun k => q k * A j k) - t))
      (fun j => be j * rsum M (fun k => q k * A j k) - be j * t)) in E by (intros; ring).
    rewrite !rsum_minus, !rsum_scal_r in E. lra. }
  clear H. pose proof (simplex_unit N HN) as U1. pose proof (simplex_unit M HM) as U2.
  destruct (Req_dec (rsum M al) (rsum N be)) as [He|He].
  - destruct (rsum_nonneg M al Ha) as [Hp|Hp].
    + set (sg := rsum M al) in *.
      assert (Hq : simplex M (fun k => / sg * al k)) by (apply simplex_scaled; assumption).
      assert (Hp' : simplex N (fun j => / sg * be j))
        by (rewrite He; apply simplex_scaled; [|rewrite <- He]; assumption).
      pose proof (H' _ _ 0 Hp' Hq) as E. cbv beta in E.
      rewrite (rsum_ext N (fun j => be j * rsum M (fun k => / sg * al k * A j k))
        (fun j => / sg * rsum M (fun k => be j * al k * A j k))) in E.
      2:{ intros j _. rewrite <- !rsum_scal. apply rsum_ext. intros; ring. }
      rewrite (rsum_ext M (fun k => al k * rsum N (fun j => / sg * be j * A j k))
        (fun k => / sg * rsum N (fun j => be j * al k * A j k))) in E.
      2:{ intros k _. rewrite <- !rsum_scal. apply rsum_ext. intros; ring. }
      rewrite !rsum_scal, (rsum_swap N M) in E. lra.
    + pose proof (H' _ _ 0 U1 U2) as E.
      assert (Za : forall k, (k < M)%nat -> al k = 0) by (apply rsum_le_0_eq; [exact Ha|lra]).
      assert (Zb : forall j, (j < N)%nat -> be j = 0) by (apply rsum_le_0_eq; [exact Hb|lra]).
      rewrite Rmult_0_r, (rsum_zero' N (fun j => be j * _)), (rsum_zero' M (fun k => al k * _)) in E; [lra| |].
      * intros k Hk. rewrite (Za k Hk). ring.
      * intros j Hj. rewrite (Zb j Hj). ring.
  - set (c := rsum N (fun j => be j * rsum M (fun k => unit_vec 0 k * A j k))
              - rsum M (fun k => al k * rsum N (fun j => unit_vec 0 j * A j k))).
    pose proof (H' _ _ (- c / (rsum M al - rsum N be)) U1 U2) as E. fold c in E.
    replace ((rsum M al - rsum N be) * (- c / (rsum M al - rsum N be))) with (- c) in E by (field; lra). lra.
Qed.

(** The minimax theorem: weights p, q and a value t with sum_j p_j A_jk <= t for every
    column k and t <= sum_k q_k A_jk for every row j. *)
Theorem minimax : exists p q t, simplex N p /\ simplex M q /\
  (forall k, (k < M)%nat -> rsum N (fun j => p j * A j k) <= t) /\
  (forall j, (j < N)%nat -> t <= rsum M (fun k => q k * A j k)).
Proof.
  destruct (farkas total game_rows) as [(x & Hx)|(a & b & Hd & Hz & Hb)].
  2:{ pose proof (no_contradiction a b Hd Hz). lra. }
  assert (Hr : forall a b c e, In (unknowns a b c, e) game_rows ->
    rsum N (fun j => a j * x j) + rsum M (fun k => b k * x (N + k)%nat) + c * x (N + M)%nat <= e).
  { intros a b c e Hin. pose proof (Hx _ Hin) as H. unfold satisfies in H. simpl in H.
    rewrite dot_unknowns in H. exact H. }
  unfold game_rows in Hr.
  exists x, (fun k => x (N + k)%nat), (x (N + M)%nat). repeat split.
  - intros j Hj. assert (H := Hr (neg (unit_vec j)) zero 0 0).
    rewrite rsum_neg, rsum_zero_l, rsum_unit in H by exact Hj.
    assert (- x j + 0 + 0 * x (N + M)%nat <= 0); [|lra]. apply H. rewrite !in_app_iff. right; right; left.
    apply in_map_iff. exists j. split; [reflexivity|apply in_seq; lia].
  - assert (H1 := Hr one zero 0 1). assert (H2 := Hr (neg one) zero 0 (-1)).
    rewrite rsum_one, rsum_zero_l in H1. rewrite rsum_neg, rsum_one, rsum_zero_l in H2.
    assert (rsum N x + 0 + 0 * x (N + M)%nat <= 1)
      by (apply H1; rewrite !in_app_iff; right; right; right; right; simpl; auto).
    assert (- rsum N x + 0 + 0 * x (N + M)%nat <= -1)
      by (apply H2; rewrite !in_app_iff; right; right; right; right; simpl; auto). lra.
  - intros k Hk. assert (H := Hr zero (neg (unit_vec k)) 0 0).
    rewrite (rsum_neg M (unit_vec k)), rsum_zero_l, (rsum_unit M k (fun k => x (N + k)%nat)) in H by exact Hk.
    assert (0 + - x (N + k)%nat + 0 * x (N + M)%nat <= 0); [|lra]. apply H.
    rewrite !in_app_iff. right; right; right; left.
    apply in_map_iff. exists k. split; [reflexivity|apply in_seq; lia].
  - assert (H1 := Hr zero one 0 1). assert (H2 := Hr zero (neg one) 0 (-1)).
    rewrite (rsum_one M (fun k => x (N + k)%nat)), rsum_zero_l in H1.
    rewrite (rsum_neg M one (fun k => x (N + k)%nat)), (rsum_one M (fun k => x (N + k)%nat)), rsum_zero_l in H2.
    assert (0 + rsum M (fun k => x (N + k)%nat) + 0 * x (N + M)%nat <= 1)
      by (apply H1; rewrite !in_app_iff; right; right; right; right; simpl; auto).
    assert (0 + - rsum M (fun k => x (N + k)%nat) + 0 * x (N + M)%nat <= -1)
      by (apply H2; rewrite !in_app_iff; right; right; right; right; simpl; auto). lra.
  - intros k Hk. assert (H := Hr (fun j => A j k) zero (-1) 0). rewrite rsum_zero_l in H.
    rewrite (rsum_ext N _ (fun j => A j k * x j)) by (intros; ring).
    assert (rsum N (fun j => A j k * x j) + 0 + -1 * x (N + M)%nat <= 0); [|lra]. apply H.
    rewrite !in_app_iff. left. apply in_map_iff. exists k. split; [reflexivity|apply in_seq; lia].
  - intros j Hj. assert (H := Hr zero (neg (A j)) 1 0).
    rewrite rsum_zero_l, (rsum_neg M (A j) (fun k => x (N + k)%nat)) in H.
    rewrite (rsum_ext M _ (fun k => A j k * x (N + k)%nat)) by (intros; ring).
    assert (0 + - rsum M (fun k => A j k * x (N + k)%nat) + 1 * x (N + M)%nat <= 0); [|lra]. apply H.
    rewrite !in_app_iff. right; left. apply in_map_iff. exists j. split; [reflexivity|apply in_seq; lia].
Qed.
End Matrix.
