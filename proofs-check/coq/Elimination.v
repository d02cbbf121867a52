(** Elimination, and steps that keep signs: what vertices of linear programs need.

    [gauss] is Gaussian elimination on a homogeneous system whose unknowns are listed in
    [cols]; [small_step] and [ratio_test] choose the length of a step. *)
From Coq Require Import Reals Lra Lia Arith List.
From Referee Require Import Sums.
Import ListNotations.
Local Open Scope R_scope.

(** * Sums over lists of indices *)
Definition lsum (l : list nat) (f : nat -> R) : R := fold_right (fun j s => f j + s) 0 l.

Lemma lsum_app l1 l2 f : lsum (l1 ++ l2) f = lsum l1 f + lsum l2 f.
Proof. induction l1 as [|a l1 IH]; simpl; [lra|rewrite IH; lra]. Qed.
Lemma lsum_ext l f g : (forall j, In j l -> f j = g j) -> lsum l f = lsum l g.
Proof.
  induction l as [|a l IH]; intros H; simpl; [reflexivity|].
  rewrite (H a) by (left; reflexivity). rewrite IH; [reflexivity|]. intros j Hj. apply H. right. exact Hj.
Qed.
Lemma lsum_scal l c f : lsum l (fun j => c * f j) = c * lsum l f.
Proof. induction l as [|a l IH]; simpl; [lra|rewrite IH; lra]. Qed.
Lemma lsum_minus l f g : lsum l (fun j => f j - g j) = lsum l f - lsum l g.
Proof. induction l as [|a l IH]; simpl; [lra|rewrite IH; lra]. Qed.
Lemma lsum_zero l f : (forall j, In j l -> f j = 0) -> lsum l f = 0.
Proof.
  induction l as [|a l IH]; intros H; simpl; [reflexivity|].
  rewrite (H a) by (left; reflexivity). rewrite IH; [lra|]. intros j Hj. apply H. right. exact Hj.
Qed.
Lemma lsum_filter l b f : (forall j, In j l -> b j = false -> f j = 0) ->
  lsum (filter b l) f = lsum l f.
Proof.
  induction l as [|a l IH]; intros H; simpl; [reflexivity|].
  assert (IH' : lsum (filter b l) f = lsum l f) by (apply IH; intros j Hj; apply H; right; exact Hj).
  destruct (b a) eqn:Hb; simpl; rewrite IH'; [reflexivity|].
  rewrite (H a); [lra|left; reflexivity|exact Hb].
Qed.
Lemma rsum_lsum n f : rsum n f = lsum (seq 0 n) f.
Proof.
  induction n as [|n IH]; [reflexivity|].
  rewrite seq_S, lsum_app, <- IH. simpl. lra.
Qed.

(** * A homogeneous system with fewer equations than unknowns has a nonzero solution *)
Lemma all_zero_or l (r : nat -> R) :
  (forall j, In j l -> r j = 0) \/ exists j, In j l /\ r j <> 0.
Proof.
  induction l as [|a l IH]; [left; intros j []|].
  destruct (Req_dec (r a) 0) as [Ha|Ha]; [|right; exists a; split; [left; reflexivity|exact Ha]].
  destruct IH as [IH|(j & Hj & Hr)]; [left; intros j [<-|Hj]; auto|right; exists j; split; [right|]; assumption].
Qed.

(** Gaussian elimination: either a nonzero solution exists, or only zero solves the
    system and then there are at least as many equations as unknowns. *)
Lemma gauss (rows : list (nat -> R)) : forall cols, NoDup cols ->
  (exists x : nat -> R, (forall j, ~ In j cols -> x j = 0) /\
    (exists j, In j cols /\ x j <> 0) /\
    (forall r, In r rows -> lsum cols (fun j => r j * x j) = 0)) \/
  ((forall x : nat -> R, (forall r, In r rows -> lsum cols (fun j => r j * x j) = 0) ->
     forall j, In j cols -> x j = 0) /\ (length cols <= length rows)%nat).
Proof.
  remember (length rows) as n eqn:Hn. revert rows Hn.
  induction n as [|n IH]; intros rows Hn cols Hnd.
  - destruct rows; [|discriminate]. destruct cols as [|c cols].
    { right. split; [intros x _ j []|simpl; lia]. }
    left. exists (fun j => if Nat.eqb j c then 1 else 0). repeat split.
    + intros j Hj. destruct (Nat.eqb_spec j c); [subst; exfalso; apply Hj; left; reflexivity|reflexivity].
    + exists c. split; [left; reflexivity|rewrite Nat.eqb_refl; lra].
    + intros r [].
  - destruct rows as [|r rows]; [discriminate|]. simpl in Hn. injection Hn as Hn.
    destruct (all_zero_or cols r) as [Hz|(c & Hc & Hr)].
    + destruct (IH rows Hn cols Hnd) as [(x & H0 & H1 & H2)|[H1 H2]].
      * left. exists x. repeat split; [exact H0|exact H1|].
        intros s [<-|Hs]; [|apply H2, Hs]. apply lsum_zero. intros j Hj. rewrite (Hz j Hj). ring.
      * right. split; [|lia]. intros x Hx. apply H1. intros s Hs. apply Hx. right. exact Hs.
    + apply in_split in Hc. destruct Hc as (l1 & l2 & ->).
      assert (Hnd' : NoDup (l1 ++ l2)) by (apply NoDup_remove_1 in Hnd; exact Hnd).
      assert (Hnin : ~ In c (l1 ++ l2)) by (apply NoDup_remove_2 in Hnd; exact Hnd).
      assert (Hin_iff : forall j, In j (l1 ++ c :: l2) <-> j = c \/ In j (l1 ++ l2)).
      { intros j. rewrite !in_app_iff. simpl. intuition congruence. }
      assert (Hsplit : forall (s x : nat -> R),
        lsum (l1 ++ c :: l2) (fun j => s j * x j) = lsum (l1 ++ l2) (fun j => s j * x j) + s c * x c).
      { intros s x. rewrite !lsum_app. simpl. lra. }
      assert (Helim : forall (s x : nat -> R),
        lsum (l1 ++ l2) (fun j => (s j - s c / r c * r j) * x j) =
        lsum (l1 ++ l2) (fun j => s j * x j) - s c / r c * lsum (l1 ++ l2) (fun j => r j * x j)).
      { intros s x. rewrite <- lsum_scal, <- lsum_minus. apply lsum_ext. intros; ring. }
      destruct (IH (map (fun s j => s j - s c / r c * r j) rows)
                  ltac:(rewrite map_length; exact Hn) (l1 ++ l2) Hnd')
        as [(x & H0 & (k & Hk & Hxk) & H2)|[H1 H2]].
      * left. set (xc := - lsum (l1 ++ l2) (fun j => r j * x j) / r c).
        exists (fun j => if Nat.eqb j c then xc else x j).
        assert (Hx : forall s : nat -> R,
          lsum (l1 ++ l2) (fun j => s j * (if Nat.eqb j c then xc else x j)) =
          lsum (l1 ++ l2) (fun j => s j * x j)).
        { intros s. apply lsum_ext. intros j Hj.
          destruct (Nat.eqb_spec j c); [subst; contradiction|reflexivity]. }
        repeat split.
        { intros j Hj. rewrite Hin_iff in Hj. destruct (Nat.eqb_spec j c); [tauto|]. apply H0. tauto. }
        { exists k. split; [apply Hin_iff; right; exact Hk|].
          destruct (Nat.eqb_spec k c) as [->|]; [contradiction|exact Hxk]. }
        intros s Hs. rewrite Hsplit, Hx, Nat.eqb_refl. unfold xc.
        destruct Hs as [<-|Hs]; [field; exact Hr|].
        assert (Hs' := H2 _ (in_map (fun s j => s j - s c / r c * r j) rows s Hs)). cbv beta in Hs'.
        rewrite Helim in Hs'.
        replace (s c * (- lsum (l1 ++ l2) (fun j => r j * x j) / r c))
          with (- (s c / r c * lsum (l1 ++ l2) (fun j => r j * x j))) by (field; exact Hr).
        lra.
      * right. split; [|rewrite app_length in *; simpl; lia]. intros x Hx.
        assert (Hrx := Hx r (or_introl eq_refl)). rewrite Hsplit in Hrx.
        assert (Hrest : forall j, In j (l1 ++ l2) -> x j = 0).
        { apply H1. intros s' Hs'. apply in_map_iff in Hs'. destruct Hs' as (s & <- & Hs).
          rewrite Helim. assert (Hsx := Hx s (or_intror Hs)). rewrite Hsplit in Hsx.
          replace (lsum (l1 ++ l2) (fun j => r j * x j)) with (- (r c * x c)) by lra.
          replace (s c / r c * - (r c * x c)) with (- (s c * x c)) by (field; exact Hr). lra. }
        intros j Hj. apply Hin_iff in Hj. destruct Hj as [->|Hj]; [|apply Hrest, Hj].
        rewrite lsum_zero in Hrx by (intros k Hk; rewrite (Hrest k Hk); ring).
        rewrite Rplus_0_l in Hrx. apply Rmult_integral in Hrx. tauto.
Qed.

(** * Steps *)

(** A strictly positive step that keeps finitely many strict slacks. *)
Lemma small_step n (s v : nat -> R) : (forall k, (k < n)%nat -> 0 < s k) ->
  exists h, 0 < h /\ forall k, (k < n)%nat -> h * Rabs (v k) <= s k.
Proof.
  induction n as [|n IH]; intros Hs; [exists 1; split; [lra|intros; lia]|].
  destruct IH as (h & Hh & H); [intros; apply Hs; lia|].
  set (h2 := s n / (1 + Rabs (v n))).
  pose proof (Rabs_pos (v n)). pose proof (Hs n ltac:(lia)).
  assert (Hh2 : 0 < h2) by (apply Rdiv_lt_0_compat; lra).
  assert (Hb : h2 * Rabs (v n) <= s n).
  { assert (h2 * (1 + Rabs (v n)) = s n) by (unfold h2; field; lra). nra. }
  exists (Rmin h h2). split; [apply Rmin_pos; assumption|]. intros k Hk.
  destruct (Nat.eq_dec k n) as [->|Hne].
  - eapply Rle_trans; [|exact Hb]. apply Rmult_le_compat_r; [assumption|apply Rmin_r].
  - eapply Rle_trans; [|apply (H k); lia]. apply Rmult_le_compat_r; [apply Rabs_pos|apply Rmin_l].
Qed.

(** Ratio test: with positive slacks and at least one decreasing rate there is a step
    after which all slacks are nonnegative and one decreasing slack is zero. *)
Lemma ratio_test (l : list (R * R)) :
  (forall s v, In (s, v) l -> 0 < s) -> (exists s v, In (s, v) l /\ v < 0) ->
  exists h, 0 < h /\ (forall s v, In (s, v) l -> 0 <= s + h * v) /\
    (exists s v, In (s, v) l /\ v < 0 /\ s + h * v = 0).
Proof.
  induction l as [|[s v] l IH]; intros Hs He; [destruct He as (? & ? & [] & _)|].
  assert (Hs' : forall s v, In (s, v) l -> 0 < s) by (intros s1 v1 H1; apply (Hs s1 v1); right; exact H1).
  pose proof (Hs s v (or_introl eq_refl)) as Hsp.
  assert (Hdec : (exists s v, In (s, v) l /\ v < 0) \/ (forall s v, In (s, v) l -> 0 <= v)).
  { clear. induction l as [|[s v] l IH]; [right; intros ? ? []|].
    destruct (Rlt_dec v 0) as [H|H]; [left; exists s, v; split; [left; reflexivity|exact H]|].
    destruct IH as [(s1 & v1 & H1 & H2)|IH]; [left; exists s1, v1; split; [right|]; assumption|].
    right. intros s1 v1 [E|H1]; [injection E as <- <-; lra|apply (IH s1 v1 H1)]. }
  destruct Hdec as [He'|Hpos].
  - destruct (IH Hs' He') as (h & Hh & Hall & (s1 & v1 & Hin & Hv1 & Hz)).
    destruct (Rle_dec 0 (s + h * v)) as [Hok|Hbad].
    + exists h. repeat split; [exact Hh| |exists s1, v1; split; [right|]; auto].
      intros s2 v2 [E|H2]; [injection E as <- <-; exact Hok|apply Hall, H2].
    + assert (Hv : v < 0) by nra.
      set (h' := s / (- v)).
      assert (Hh' : 0 < h') by (apply Rdiv_lt_0_compat; lra).
      assert (Hzero : s + h' * v = 0) by (unfold h'; field; lra).
      assert (Hle : h' <= h) by nra.
      exists h'. repeat split; [exact Hh'| |exists s, v; split; [left; reflexivity|split; assumption]].
      intros s2 v2 [E|H2]; [injection E as <- <-; lra|].
      pose proof (Hall s2 v2 H2). pose proof (Hs' s2 v2 H2).
      destruct (Rle_dec 0 v2); nra.
  - destruct He as (s1 & v1 & [E|H1] & Hv1); [|exfalso; pose proof (Hpos s1 v1 H1); lra].
    injection E as -> ->. set (h' := s1 / (- v1)).
    assert (Hh' : 0 < h') by (apply Rdiv_lt_0_compat; lra).
    assert (Hzero : s1 + h' * v1 = 0) by (unfold h'; field; lra).
    exists h'. repeat split; [exact Hh'| |exists s1, v1; split; [left; reflexivity|split; assumption]].
    intros s2 v2 [E|H2]; [injection E as <- <-; lra|].
    pose proof (Hpos s2 v2 H2). pose proof (Hs' s2 v2 H2). nra.
Qed.


(** * Lengths of filtered lists *)

Lemma filter_len {X} (f : X -> bool) l : (length (filter f l) <= length l)%nat.
Proof. induction l as [|b l IH]; simpl; [lia|]. destruct (f b); simpl; lia. Qed.

Lemma filter_length_mono {X} (f h : X -> bool) l :
  (forall x, In x l -> f x = true -> h x = true) -> (length (filter f l) <= length (filter h l))%nat.
Proof.
  induction l as [|b l IH]; intros H; simpl; [lia|].
  assert (length (filter f l) <= length (filter h l))%nat by (apply IH; intros x Hx; apply H; right; exact Hx).
  destruct (f b) eqn:Hf; [rewrite (H b (or_introl eq_refl) Hf); simpl; lia|].
  destruct (h b); simpl; lia.
Qed.
Lemma filter_length_strict {X} (f h : X -> bool) l :
  (forall x, In x l -> f x = true -> h x = true) ->
  (exists x, In x l /\ f x = false /\ h x = true) ->
  (length (filter f l) < length (filter h l))%nat.
Proof.
  induction l as [|b l IH]; intros H (x & Hx & Hf & Hh); [destruct Hx|]; simpl.
  assert (H' : forall x, In x l -> f x = true -> h x = true) by (intros y Hy; apply H; right; exact Hy).
  destruct Hx as [->|Hx].
  - rewrite Hf, Hh. simpl. pose proof (filter_length_mono f h l H'). lia.
  - assert (length (filter f l) < length (filter h l))%nat by (apply IH; [exact H'|exists x; auto]).
    destruct (f b) eqn:Hfb; [rewrite (H b (or_introl eq_refl) Hfb); simpl; lia|].
    destruct (h b); simpl; lia.
Qed.
