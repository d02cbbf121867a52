//! Tests of `src/strategies/problems.rs` that need its private parts.

use super::{Ask, Kind, drafted};
use crate::game::{Game, Side};
use crate::numerics::Enclosure;
use crate::problem::{ExpressionProblem, Problem as _, Workspace};
use crate::strategies::domain::inside;
use proptest::collection::vec;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;

fn values(problem: &ExpressionProblem, point: &[f64]) -> Vec<Enclosure> {
    let at: Vec<_> = point.iter().map(|&x| Enclosure::point(x)).collect();
    let mut out = vec![Enclosure::ZERO; problem.num_constraints() + 1];
    problem.enclose(&at, Side::Proxies, &mut out, &mut Workspace::default()).expect("it is defined");
    out
}

/// The mean of the members is the whole, for each function; without one of them it is not.
#[test]
fn the_whole_is_the_mean_of_its_members() {
    let mut runner = TestRunner::deterministic();
    let mut noticed = 0;
    for kind in [Kind::Convex, Kind::Concave, Kind::General, Kind::Finite] {
        let tilt = || vec(-1.0..1.0, 9);
        let strategy = (drafted(Ask::of(Game::ProxyLagrangian), kind), [tilt(), tilt()]);
        for _ in 0..25 {
            let ((draft, _), tilts) = strategy.new_tree(&mut runner).expect("nothing is filtered").current();
            let point = inside(&draft.domain, &[0.625; 8]);
            let whole = values(&draft.whole(), &point);
            let members: Vec<_> = draft.members(&tilts).iter().map(|member| values(member, &point)).collect();
            let share = |members: usize| Enclosure::ONE.divide(Enclosure::point(members as f64)).expect("not 0");
            for (k, value) in whole.iter().enumerate() {
                let sum = |members: &[Vec<Enclosure>]| members.iter().fold(Enclosure::ZERO, |sum, of| sum + of[k]);
                let mean = sum(&members) * share(members.len());
                assert!(mean.intersection(*value).is_some(), "{mean} is not {value}, function {k} of {draft:?}");
                let twin = sum(&members[1..]) * share(members.len() - 1);
                noticed += usize::from(twin.intersection(*value).is_none());
            }
        }
    }
    assert!(noticed > 200, "without a member the mean was off {noticed} times only");
}
