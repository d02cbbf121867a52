//! Points at which the problem has no value, and points outside its domain.

use referee::game::Game;
use referee::numerics::Enclosure;
use referee::problem::ExpressionProblem;
use referee::theorems::agreement::{Agreement, Disagreement, Mismatch, Outside, Recomputed};
use referee::trace::{Layout, Round, Trace};

#[test]
fn a_point_without_a_value_is_different_and_cannot_be_recomputed() {
    let text = "minimize = \"1 / (x - 0.3671875)\"\n[variables]\nx = [0, 1]\n";
    let problem = ExpressionProblem::from_toml(text, "pole").expect("no point that is tried is the pole");
    let layout = Layout::new(Game::Lagrangian, 0).with_theta(1);
    let mut trace = Trace::new(layout.clone());
    let mut round = Round::new(&layout);
    round.theta[0] = 0.367_187_5;
    trace.push(&round).expect("it fits");
    let mut agreement = Agreement::new(&problem, Game::Lagrangian);
    agreement.look(&trace);
    let Some(Disagreement::Different(found)) = agreement.disagreement() else { panic!("it has no value there") };
    assert!(matches!(found.first, (0, Mismatch::Undefined(_))), "{found:?}");
    assert!(found.to_string().starts_with("the recorded values are not known to be the problem's: in round 0"));
    let mut recomputed = Recomputed::new(&problem, Game::Lagrangian, &layout).expect("it has points");
    assert!(recomputed.fill(&mut round).is_err());
    round.theta[0] = 0.25;
    recomputed.fill(&mut round).expect("it has a value there");
    assert!(round.objective.contains(-1.0 / 0.117_187_5));
}

/// What rounding explains is relative to the coordinate nearby, or to 1 if that is larger.
#[test]
fn a_point_just_outside_the_domain_is_not_far_from_it() {
    let tiny = 2.0_f64.powi(-20);
    for (upper, x, far) in [
        (1.0, -tiny, false), // nearest is 0, and counts as 1
        (1.0, -1.0 / 1024.0, false),
        (1.0, -1.0 / 512.0, true),
        (4096.0, 4097.0, false), // nearest is 4096, and 4 are not far
        (4096.0, 4100.0, false),
        (4096.0, 4101.0, true),
    ] {
        let text = format!("minimize = \"x\"\n[variables]\nx = [0, {upper}]\n");
        let problem = ExpressionProblem::from_toml(&text, "line").expect("a problem");
        let mut trace = Trace::new(Layout::new(Game::Lagrangian, 0).with_theta(1));
        let mut round = Round::new(trace.layout());
        (round.theta[0], round.objective) = (x, Enclosure::point(x));
        trace.push(&round).expect("it fits");
        let mut agreement = Agreement::new(&problem, Game::Lagrangian);
        agreement.look(&trace);
        let Some(Disagreement::Different(found)) = agreement.disagreement() else { panic!("{x} is outside") };
        assert_eq!(found.outside, Some(Outside { rounds: 1, first: 0, far }), "{x}");
        // The objective has the recorded value there.
        assert_eq!((found.is_far(), &found.largest), (far, &None), "{x}");
    }
}
