//! Numbers that were computed elsewhere, with 60 decimal digits.

use referee::players::{formulas, theta_bounds};
use referee::theorems::plan::{Answer, Inputs, Plan, Target, Targets, plan};
use referee::theorems::{Statement, Theorem6, Theorem7};

/// Four constraints, margin 0.1: the example of the documentation.
pub(crate) fn example() -> Inputs {
    Inputs {
        constraints: Some(4),
        payoff_bound: Some(1.0),
        domain_radius: Some(1.0),
        subgradient_bound: Some(10.0),
        confidence: Some(0.05),
        margin: Some(0.1),
        objective_range: Some(1.0),
        ..Inputs::default()
    }
}

pub(crate) const TARGETS: Targets = Targets { regret: None, infeasibility: Some(0.05), suboptimality: Some(0.1) };

/// The rounds of a form for each target; all of them must be surely the least.
fn rounds(plan: &Plan, form: &str) -> Vec<u64> {
    let row = plan.rows.iter().find(|row| row.form.name == form).expect("a form");
    let least = |(_, answer): &(Target, Answer)| match answer {
        Answer::Rounds { rounds, not_below } if rounds == not_below => *rounds,
        other => panic!("{form}: {other:?}"),
    };
    row.answers.iter().map(least).collect()
}

/// Weight of the objective, feasibility, optimality.
#[test]
fn worked_example_of_the_stochastic_proxy_game() {
    let plan = plan("lemma-4", &example(), &TARGETS).expect("all constants are there");
    assert_eq!(rounds(&plan, "paper"), [4_713_653, 251_116_630, 678_766_007]);
    assert_eq!(rounds(&plan, "repaired"), [977_635, 16_455_989, 140_779_388]);
    assert_eq!(rounds(&plan, "repaired by a second player"), [1_053_534, 24_234_551, 151_708_777]);
    assert_eq!(rounds(&plan, "end to end"), [597_920, 5_883_230, 86_100_447]);
    assert_eq!(rounds(&plan, "end to end, deviation-hedge"), [551_420, 3_435_233, 79_404_476]);
}

#[test]
fn worked_example_of_the_oracle_in_the_proxy_game() {
    let plan = plan("lemma-11", &example(), &TARGETS).expect("all constants are there");
    assert_eq!(rounds(&plan, "paper"), [3219, 1_702_786, 463_519]);
    assert_eq!(rounds(&plan, "tight"), [1811, 957_817, 260_729]);
    assert_eq!(rounds(&plan, "best step"), [1610, 851_393, 231_760]);
    assert_eq!(rounds(&plan, "deviation-hedge"), [322, 170_279, 46_352]);
}

/// The radius is chosen as `2 B / gamma = 20`; feasibility by Theorem 1, by the margin point, and optimality.
#[test]
fn worked_example_of_the_lagrangian_game() {
    let oracle = plan("lemma-1", &example(), &TARGETS).expect("all constants are there");
    assert_eq!(rounds(&oracle, "exponentiated gradient"), [11_588, 5151, 128_756]);
    // As printed, the boundaries are whole numbers.
    for ((_, answer), least) in oracle.rows[0].answers.iter().zip([28_800, 12_800, 320_000]) {
        let Answer::Rounds { rounds, not_below } = *answer else { panic!("{answer:?}") };
        assert!(not_below <= least && least <= rounds && rounds <= least + 1, "{answer:?} and {least}");
    }
    let stochastic = plan("lemma-10", &example(), &TARGETS).expect("all constants are there");
    assert_eq!(rounds(&stochastic, "paper"), [5_401_987, 2_400_883, 60_022_072]);
    assert_eq!(rounds(&stochastic, "repaired"), [1_622_974, 721_322, 18_033_044]);
    let row = stochastic.rows.iter().find(|row| row.form.name == "end to end").expect("a form");
    assert_eq!(row.answer(Target::Infeasibility(0.05)), Some(&Answer::Silent), "its comparators do not cover this");
    let by_margin = row.answer(Target::InfeasibilitySlater(0.05)).and_then(Answer::rounds);
    assert_eq!(by_margin, Some(339_893));
    assert_eq!(row.answer(Target::Suboptimality(0.1)).and_then(Answer::rounds), Some(8_497_322));
}

/// A boundary that is a whole number: nothing in doubles can tell, and the answer says so.
#[test]
fn worked_boundary_within_a_rounding() {
    let inputs = Inputs { domain_radius: Some(1.0), subgradient_bound: Some(2.0), ..Inputs::default() };
    let targets = Targets { regret: Some(0.25), ..Targets::default() };
    let plan = plan("corollary-1", &inputs, &targets).expect("all constants are there");
    // 2 sqrt(2 / T) <= 1/4 from T = 128 on, 3 / sqrt(2 T) from 72 on, 2 / sqrt T from 64 on.
    let answers: Vec<_> = plan.rows.iter().map(|row| row.answers[0].1.clone()).collect();
    for (answer, least) in answers.iter().zip([128, 72, 64, 128]) {
        let Answer::Rounds { rounds, not_below } = *answer else { panic!("{answer:?}") };
        assert!(not_below <= least && least <= rounds && rounds <= least + 1, "{answer:?} and {least}");
    }
    assert_eq!(answers[2], Answer::Rounds { rounds: 64, not_below: 64 });
}

/// The paper's bound survives any step from `2 - sqrt 2` to `2 + sqrt 2` times the paper's, and no other.
#[test]
fn worked_steps_that_keep_the_bound_of_corollary_1() {
    let (radius, bound, rounds) = (1.5, 2.0, 1000);
    let paper = formulas::gradient_paper(radius, bound, rounds);
    let step = theta_bounds::paper_step(radius, bound, 1000);
    let at = |factor: f64| formulas::gradient_step(radius, formulas::square(bound), rounds, factor * step);
    for factor in [0.585_787, 1.0, 2.0, 3.414_213] {
        assert!(at(factor).hi() <= paper.lo(), "{factor}");
    }
    for factor in [0.585_786, 3.414_214] {
        assert!(at(factor).lo() > paper.hi(), "{factor}");
    }
}

/// `sqrt(B_Psi / T) / B` and `sqrt(2 B_Psi / T) / B` for `B_Psi = 1/4` and `B = 4`, where every root is a double.
#[test]
fn worked_steps_of_mirror_descent() {
    let inputs =
        Inputs { regulariser: Some(0.25), subgradient_bound: Some(4.0), confidence: Some(0.5), ..Inputs::default() };
    let steps = |statement: &dyn Statement, name: &str, rounds: u64| {
        let forms = statement.forms(&inputs).expect("all constants are there");
        forms.iter().find(|form| form.name == name).expect("a form").steps(rounds)
    };
    for statement in [&Theorem6 as &dyn Statement, &Theorem7] {
        assert_eq!(steps(statement, "paper", 16), [("eta_theta", Some(0.031_25))], "{}", statement.name());
    }
    assert_eq!(steps(&Theorem6, "best step", 8), [("eta_theta", Some(0.0625))]);
}

/// What no number of rounds reaches is told, with the inequality that fails.
#[test]
fn worked_targets_that_cannot_be_reached() {
    let never = |statement: &str, inputs: &Inputs, words: &str, inequality: &str| {
        let plan = plan(statement, inputs, &TARGETS).expect("all constants are there");
        let refusals: Vec<&String> = plan.rows[0]
            .answers
            .iter()
            .filter_map(|(_, answer)| if let Answer::Never(why) = answer { Some(why) } else { None })
            .collect();
        assert!(refusals.iter().any(|why| why.contains(words) && why.contains(inequality)), "{refusals:?}");
        refusals.len()
    };
    // rho (gamma + B + tau) < tau gamma fails for 0.02 * 1.2 against 0.01; the weight and feasibility are still reached.
    let far = Inputs { oracle_error: Some(0.02), ..example() };
    let optimality = "(theta-regret + lambda-regret) (margin + objective range + target) <= target margin";
    assert_eq!(never("lemma-11", &far, "the oracle's error is too large", optimality), 1);
    let farther = Inputs { oracle_error: Some(0.1), ..example() };
    assert_eq!(
        never("lemma-11", &farther, "the oracle's error is too large", "theta-regret + lambda-regret < margin"),
        3
    );
    let narrow = Inputs { radius: Some(9.5), ..example() };
    let condition = "objective range < margin radius";
    assert_eq!(never("lemma-1", &narrow, "the radius of the multipliers is too small", condition), 2);
}
