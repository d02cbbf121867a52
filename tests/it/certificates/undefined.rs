//! A point at which the problem has no value.

use referee::game::Game;
use referee::problem::ExpressionProblem;
use referee::theorems::agreement::{Agreement, Disagreement, Mismatch, Recomputed};
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
