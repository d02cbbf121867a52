//! The learners on the simplex: every short sequence of gains, examples by hand, and twins that must be caught.

use referee::numerics::ExactSum;
use referee::numerics::rational::exact;
use referee::numerics::simplex::{is_on_simplex, round_to_simplex};
use referee::players::bounds::{hedge_step, optimistic_hedge_step};
use referee::players::{
    AdaHedge, CoinBetting, ExternalPlayer, Hedge, OptimisticHedge, PredictiveRegretMatching, RegretMatchingPlus,
    Restart,
};

type Learner = Box<dyn Restart>;

/// Makes a learner for `n` actions and a horizon.
type Make = fn(usize, usize) -> Learner;

/// The learners, for `n` actions and a horizon of gains between 0 and 1.
pub(crate) const LEARNERS: [(&str, Make); 6] = [
    ("hedge", |n, rounds| Box::new(Hedge::new(n, rounds, 1.0, hedge_step(n, rounds, 1.0)))),
    ("optimistic hedge", |n, rounds| {
        Box::new(OptimisticHedge::new(n, rounds, 1.0, optimistic_hedge_step(n, 1, rounds, 1.0)))
    }),
    ("adahedge", |n, rounds| Box::new(AdaHedge::new(n, rounds, 1.0))),
    ("rm+", |n, rounds| Box::new(RegretMatchingPlus::new(n, rounds, 1.0))),
    ("predictive rm+", |n, rounds| Box::new(PredictiveRegretMatching::new(n, rounds, 1.0))),
    ("coin betting", |n, rounds| Box::new(CoinBetting::new(n, rounds, 1.0))),
];

/// The vertices that pay 1 in turn: all sequences of up to eight rounds, and some long ones.
fn sequences(n: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![vec![]];
    let (mut start, most) = (0, if n == 2 { 8 } else { 5 });
    for _ in 0..most {
        let end = all.len();
        for index in start..end {
            for winner in 0..n {
                let mut longer = all[index].clone();
                longer.push(winner);
                all.push(longer);
            }
        }
        start = end;
    }
    all.remove(0);
    for rounds in [40, 400] {
        all.push(vec![n - 1; rounds]);
        all.push((0..rounds).map(|t| t % n).collect());
        all.push((0..rounds).map(|t| usize::from(2 * t >= rounds)).collect());
    }
    all
}

/// Exact members, and the exact regret is at most both bounds, on every sequence.
fn law(n: usize, make: &dyn Fn(usize) -> Box<dyn ExternalPlayer>) -> Result<(), String> {
    let mut x = vec![0.0; n];
    for winners in sequences(n) {
        let mut learner = make(winners.len());
        let mut earned = ExactSum::new();
        for &winner in &winners {
            learner.play(&mut x);
            if !is_on_simplex(&x) {
                return Err(format!("{x:?} is not on the simplex"));
            }
            let gains: Vec<f64> = (0..n).map(|j| f64::from(u8::from(j == winner))).collect();
            learner.observe(&gains);
            earned.add(x[winner]);
        }
        let best = (0..n).map(|j| winners.iter().filter(|&&winner| winner == j).count()).max().unwrap_or(0);
        let regret = exact(best as f64) - earned.to_rational();
        for (which, bound) in [("a-priori", learner.bound()), ("run-time", learner.runtime_bound())] {
            let bound = bound.unwrap_or(f64::MAX);
            if regret > exact(bound) * exact(winners.len() as f64) {
                return Err(format!("the {which} bound {bound} is broken on {winners:?}"));
            }
        }
    }
    Ok(())
}

#[test]
fn no_short_sequence_breaks_a_bound() {
    for (name, make) in LEARNERS {
        for n in [2, 3] {
            assert_eq!(law(n, &|rounds| make(n, rounds)), Ok(()), "{name} on {n} actions");
            assert!(make(n, 1).bound().is_some(), "{name}");
        }
    }
}

#[derive(Clone, Copy)]
enum Fault {
    Deaf,
    HalfBound,
    HalfRunTimeBound,
}

/// A learner with one fault.
struct Twin(Learner, Fault);

impl ExternalPlayer for Twin {
    fn actions(&self) -> usize {
        self.0.actions()
    }
    fn play(&mut self, x: &mut [f64]) {
        self.0.play(x);
    }
    fn observe(&mut self, gains: &[f64]) {
        if !matches!(self.1, Fault::Deaf) {
            self.0.observe(gains);
        }
    }
    fn copies_bound(&self, copies: usize) -> Option<f64> {
        let factor = if matches!(self.1, Fault::HalfBound) { 0.49 } else { 1.0 };
        Some(factor * self.0.copies_bound(copies)?)
    }
    fn runtime_bound(&self) -> Option<f64> {
        let factor = if matches!(self.1, Fault::HalfRunTimeBound) { 0.5 } else { 1.0 };
        Some(factor * self.0.runtime_bound()?)
    }
}

#[test]
fn broken_learners_are_caught() {
    for (name, make) in LEARNERS {
        let law = |fault| law(2, &|rounds| Box::new(Twin(make(2, rounds), fault)));
        assert!(law(Fault::Deaf).is_err_and(|broken| broken.contains("a-priori")), "{name}");
        // The constants of AdaHedge and coin betting have more room than a factor of 2 on these.
        if !["adahedge", "coin betting"].contains(&name) {
            assert!(law(Fault::HalfBound).is_err_and(|broken| broken.contains("a-priori")), "{name}");
        }
        assert!(law(Fault::HalfRunTimeBound).is_err_and(|broken| broken.contains("run-time")), "{name}");
    }
}

/// Optimistic Hedge is Hedge that has just seen the last gains once more, bit for bit.
#[test]
fn optimism_counts_the_last_gains_twice() {
    let gains = [[0.25, -1.0, 0.5], [0.75, 0.125, -0.5], [-1.0, 0.3, 0.9], [0.1, 0.2, 0.7]];
    let mut optimist = OptimisticHedge::new(3, 4, 2.0, 0.7);
    let (mut one, mut two) = ([0.0; 3], [0.0; 3]);
    for t in 0..gains.len() {
        let mut hedge = Hedge::new(3, 4, 2.0, 0.7);
        gains[..t].iter().chain(gains[..t].last()).for_each(|seen| hedge.observe(seen));
        optimist.play(&mut one);
        hedge.play(&mut two);
        assert_eq!(one, two);
        optimist.observe(&gains[t]);
    }
}

/// Gains that stand still cost an optimist with a constant step its start and one surprise, however long it plays.
#[test]
fn a_constant_step_is_enough_where_gains_stand_still() {
    for rounds in [10_u32, 100, 10_000] {
        let mut optimist = OptimisticHedge::new(2, 10, 1.0, 0.5);
        let mut x = [0.0; 2];
        for _ in 0..rounds {
            optimist.play(&mut x);
            optimist.observe(&[0.0, 1.0]);
        }
        let total = optimist.runtime_bound().expect("it has played") * f64::from(rounds);
        let by_hand = 2_f64.ln() / 0.5 + 0.5 / 8.0;
        assert!(by_hand * (1.0 - 1e-15) <= total && total <= by_hand + 1e-6, "{total}");
    }
}

/// Two gamblers: after the gains (0, 1) and (1, 0) they have seen heads 1 and 1/2 times, and have both wealth 1.
#[test]
fn gamblers_bet_by_hand() {
    let mut betting = CoinBetting::new(2, 10, 1.0);
    let mut x = [0.0; 2];
    for gains in [[0.0, 1.0], [1.0, 0.0]] {
        betting.play(&mut x);
        betting.observe(&gains);
    }
    betting.play(&mut x);
    // a = 2 ln 2 + ln(1 + a) is 2.6926..., and the shift 10 / a.
    let time = 3.0 + 10.0 / 2.692_634_528_889_695_6_f64;
    let (one, half) = ((1.0 / time).tanh(), (0.5 / time).tanh());
    assert!((x[0] - one / (one + half)).abs() < 1e-9, "{x:?}");
    // It plays about (2/3, 1/3) and is paid (1, 0): the heads are now 4/3 and 1/6, and so is the regret.
    betting.observe(&[1.0, 0.0]);
    let regret = 3.0 * betting.runtime_bound().expect("it has played");
    assert!((regret - (2.0 - x[0])).abs() < 1e-12, "{regret}");
}

/// A learner that starts anew is a new learner.
#[test]
fn restarts_forget_everything() {
    for (name, make) in LEARNERS {
        let (mut old, mut new) = (make(3, 9), make(3, 9));
        let (mut one, mut two) = ([0.0; 3], [0.0; 3]);
        for t in 0..7 {
            old.play(&mut one);
            old.observe(&[0.3, f64::from(t) / 7.0, 0.5]);
        }
        old.restart();
        assert_eq!(old.runtime_bound(), None, "{name}");
        for t in 0..9 {
            old.play(&mut one);
            new.play(&mut two);
            assert_eq!(one, two, "{name}");
            let gains = [f64::from(t % 2), 0.25, f64::from(t % 3) / 2.0];
            old.observe(&gains);
            new.observe(&gains);
        }
        assert_eq!((old.bound(), old.runtime_bound()), (new.bound(), new.runtime_bound()), "{name}");
    }
}

/// One action, no gains, and announcements at the ends of the range.
#[test]
fn degenerate_learners_stand() {
    for (name, make) in LEARNERS {
        let mut single = make(1, 1);
        let mut x = [0.0];
        single.play(&mut x);
        single.observe(&[1.0]);
        assert_eq!((x, single.bound(), single.runtime_bound()), ([1.0], Some(0.0), Some(0.0)), "{name}");
    }
    for range in [0.0, 5e-324, 1e-290, 1e-200, 1e200, f64::MAX] {
        for scale in [0.0, 5e-324, 1e-200, 1.0, 1e200, f64::MAX] {
            let mut learners: [Box<dyn ExternalPlayer>; 3] = [
                Box::new(OptimisticHedge::new(2, 3, range, optimistic_hedge_step(2, 1, 3, range))),
                Box::new(PredictiveRegretMatching::new(2, 3, range)),
                Box::new(CoinBetting::new(2, 3, range)),
            ];
            for learner in &mut learners {
                let mut x = [0.0; 2];
                for gains in [[scale, -scale], [-scale, scale], [-scale, scale], [0.0, -scale]] {
                    learner.play(&mut x);
                    assert!(is_on_simplex(&x), "{x:?} for {range:e} and {scale:e}");
                    learner.observe(&gains);
                }
                assert!(learner.bound().is_some_and(|bound| bound >= 0.0), "{range:e}");
                // Nothing is claimed for gains at the end of the range, or beyond what coins were made for.
                assert!(learner.runtime_bound().is_none_or(|bound| (0.0..f64::INFINITY).contains(&bound)));
                assert!(learner.runtime_bound().is_some() || scale == f64::MAX || 2.0 * scale > range);
            }
        }
    }
}

/// Equal weights of the right kind, for examples by hand.
pub(crate) fn point<const N: usize>(mut weights: [f64; N]) -> [f64; N] {
    round_to_simplex(&mut weights).expect("positive weights");
    weights
}
