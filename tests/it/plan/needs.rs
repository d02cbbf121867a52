//! Which constants a statement takes: no more and no fewer than change its plan, and all that are missing at once.

use referee::theorems::plan::{Answer, Inputs, Targets, plan};
use referee::theorems::rates;

/// Every constant, each at a value at which it matters.
fn everything() -> Inputs {
    Inputs {
        constraints: Some(4),
        payoff_bound: Some(1.0),
        payoff_norm: Some(1.75),
        payoff_range: Some(1.5),
        radius: Some(30.0),
        domain_radius: Some(1.0),
        subgradient_bound: Some(10.0),
        regulariser: Some(2.0),
        oracle_error: Some(0.001),
        confidence: Some(0.05),
        margin: Some(0.5),
        objective_range: Some(1.0),
    }
}

/// The same constants with one of them changed by a function (`None`: left out).
fn with(inputs: &Inputs, flag: &str, change: impl Fn(f64) -> Option<f64>) -> Inputs {
    let mut inputs = inputs.clone();
    let slot = match flag {
        "constraints" => {
            // A whole number: the nearest one to what the change makes of it.
            let changed = inputs.constraints.and_then(|count| change(count as f64));
            inputs.constraints = changed.and_then(|count| (0..1000).find(|whole| *whole as f64 >= count));
            return inputs;
        }
        "payoff-bound" => &mut inputs.payoff_bound,
        "payoff-norm" => &mut inputs.payoff_norm,
        "payoff-range" => &mut inputs.payoff_range,
        "radius" => &mut inputs.radius,
        "domain-radius" => &mut inputs.domain_radius,
        "subgradient-bound" => &mut inputs.subgradient_bound,
        "regulariser" => &mut inputs.regulariser,
        "oracle-error" => &mut inputs.oracle_error,
        "confidence" => &mut inputs.confidence,
        "margin" => &mut inputs.margin,
        "objective-range" => &mut inputs.objective_range,
        other => panic!("no constant `{other}`"),
    };
    *slot = slot.and_then(change);
    inputs
}

fn targets(statement: &str) -> Targets {
    let game = matches!(statement, "lemma-1" | "lemma-4" | "lemma-10" | "lemma-11");
    let of_game = |target: f64| game.then_some(target);
    Targets { regret: Some(0.25), infeasibility: of_game(0.25), suboptimality: of_game(0.25) }
}

/// All that a plan says.
fn contents(statement: &str, inputs: &Inputs) -> String {
    let plan = plan(statement, inputs, &targets(statement)).expect("all constants are there");
    let rows = plan.rows.iter().map(|row| {
        let form = &row.form;
        let said = (form.theta_regret(10), form.lambda_regret(10), form.steps(10), plan.implied(form, 1 << 40));
        format!("{said:?} {:?}\n", row.answers)
    });
    rows.collect()
}

#[test]
fn implication_what_is_not_used_changes_nothing_and_is_refused() {
    let all = everything();
    for rate in rates() {
        let statement = rate.name();
        let used = all.used_by(rate);
        assert_eq!(contents(statement, &all), contents(statement, &used), "{statement}");
        used.refuse_unused(rate).expect("all of these are used");
        for (flag, _) in all.named() {
            let only = all.named().into_iter().fold(all.clone(), |inputs, (other, _)| {
                let keep = other == flag || used.named().iter().any(|(name, _)| *name == other);
                with(&inputs, other, |x| keep.then_some(x))
            });
            let refused = only.refuse_unused(rate).map_err(|error| error.to_string());
            if used.named().iter().any(|(name, _)| *name == flag) {
                assert_eq!(refused, Ok(()), "{statement}");
            } else {
                let sentence = refused.expect_err("it is not used");
                assert!(sentence.contains(&format!("`{flag}` has no meaning in {statement}")), "{sentence}");
            }
        }
    }
}

/// Only what stands in for another constant is refused beside it; what is never taken has no meaning at all.
#[test]
fn worked_a_refusal_says_beside_what_a_constant_has_no_meaning() {
    let refused = |inputs: Inputs, name: &str| {
        let rate = rates().find(|rate| rate.name() == name).expect("a rate");
        inputs.refuse_unused(rate).expect_err("it is not used").to_string()
    };
    let margin = Inputs { margin: Some(1.0), ..Inputs::default() };
    assert_eq!(refused(margin, "theorem-6"), "`margin` has no meaning in theorem-6: leave it out");
    let norm = Inputs { payoff_bound: Some(1.0), payoff_norm: Some(1.0), ..Inputs::default() };
    let sentence = "`payoff-norm` has no meaning in corollary-2 beside `payoff-bound`: leave it out";
    assert_eq!(refused(norm.clone(), "corollary-2"), sentence);
    assert_eq!(refused(norm, "theorem-6"), "`payoff-bound` has no meaning in theorem-6: leave it out");
    let radius = Inputs { regulariser: Some(1.0), domain_radius: Some(1.0), ..Inputs::default() };
    let sentence = "`domain-radius` has no meaning in theorem-6 beside `regulariser`: leave it out";
    assert_eq!(refused(radius, "theorem-6"), sentence);
}

#[test]
fn necessity_whatever_is_used_changes_the_plan() {
    for rate in rates() {
        let statement = rate.name();
        let used = everything().used_by(rate);
        for (flag, _) in used.named() {
            let other = with(&used, flag, |x| Some(x / 2.0));
            assert_ne!(contents(statement, &used), contents(statement, &other), "{statement} does not use --{flag}");
        }
    }
}

/// The flags that a sentence asks for: the first of each pair of brackets.
fn asked(sentence: &str) -> Vec<&str> {
    let flag = |text: &str| text.find(|c: char| c != '-' && !c.is_ascii_lowercase()).unwrap_or(text.len());
    sentence.split("(`").skip(1).map(|rest| &rest[..flag(rest)]).collect()
}

/// For every set of constants that are left out: the sentence asks for constants that are absent, with those the plan is
/// made, and without any one of them it is not.
#[test]
fn implication_all_that_is_missing_is_named_at_once() {
    for rate in rates() {
        let statement = rate.name();
        let all = everything().used_by(rate);
        let names: Vec<&str> = all.named().into_iter().map(|(name, _)| name).collect();
        let mut refusals = 0;
        for set in 0..1_u32 << names.len() {
            let left_out = |flag: &str| names.iter().position(|name| *name == flag).is_some_and(|i| set >> i & 1 == 1);
            let some =
                names.iter().fold(all.clone(), |inputs, flag| with(&inputs, flag, |x| (!left_out(flag)).then_some(x)));
            let Err(error) = plan(statement, &some, &targets(statement)) else { continue };
            refusals += 1;
            let sentence = error.to_string();
            let flags = asked(&sentence);
            assert!(!flags.is_empty() && flags.iter().all(|flag| left_out(flag)), "{statement}: {sentence}");
            let given = |skipped: Option<&str>| {
                names.iter().fold(all.clone(), |inputs, name| {
                    let keep = !left_out(name) || (flags.contains(name) && skipped != Some(name));
                    with(&inputs, name, |x| keep.then_some(x))
                })
            };
            assert!(plan(statement, &given(None), &targets(statement)).is_ok(), "{statement}: {sentence}");
            for flag in &flags {
                let error =
                    plan(statement, &given(Some(flag)), &targets(statement)).err().map(|error| error.to_string());
                assert_eq!(error.as_deref().map(asked), Some(vec![*flag]), "{statement}: {sentence}");
            }
        }
        assert!(refusals > 0, "{statement} needs nothing");
    }
}

/// With constants that reach every target, spoiling one of them is told as the cause of whatever is out of reach then.
#[test]
fn implication_the_cause_that_is_named_is_the_cause() {
    let reasons = |statement: &str, inputs: &Inputs| -> Vec<String> {
        let plan = plan(statement, inputs, &targets(statement)).expect("all constants are there");
        let never = plan.rows.iter().flat_map(|row| &row.answers).filter_map(|(_, answer)| match answer {
            Answer::Never(why) => Some(why.clone()),
            _ => None,
        });
        never.collect()
    };
    for rate in rates() {
        let statement = rate.name();
        assert_eq!(reasons(statement, &everything()), [""; 0], "{statement}");
    }
    for (statement, flag, value, words) in [
        ("lemma-1", "oracle-error", 0.5, "the oracle's error is too large (0.5)"),
        ("lemma-1", "oracle-error", 20.0, "the oracle's error is too large (20)"),
        ("lemma-11", "oracle-error", 0.3, "the oracle's error is too large (0.3)"),
        ("lemma-11", "oracle-error", 1.0, "the oracle's error is too large (1)"),
        ("lemma-1", "radius", 2.0, "the radius of the multipliers is too small (2)"),
        ("lemma-10", "radius", 1.0, "the radius of the multipliers is too small (1)"),
        ("lemma-1", "margin", 0.0, "no point is strictly feasible"),
        ("lemma-4", "margin", 0.0, "no point is strictly feasible"),
        ("lemma-11", "margin", 0.0, "no point is strictly feasible"),
    ] {
        let reasons = reasons(statement, &with(&everything(), flag, |_| Some(value)));
        assert!(
            !reasons.is_empty() && reasons.iter().all(|why| why.contains(words)),
            "{statement}, {flag}: {reasons:?}"
        );
    }
}

/// Without constraints nothing is violated, all weight is on the objective, and no margin or radius is asked for.
#[test]
fn worked_no_constraints() {
    let inputs = Inputs {
        constraints: Some(0),
        payoff_bound: Some(1.0),
        domain_radius: Some(1.0),
        subgradient_bound: Some(1.0),
        confidence: Some(1.0),
        ..Inputs::default()
    };
    let targets = Targets { regret: None, infeasibility: Some(0.5), suboptimality: Some(0.5) };
    for statement in ["lemma-1", "lemma-4", "lemma-10", "lemma-11"] {
        let plan = plan(statement, &inputs, &targets).expect("nothing is missing");
        for row in &plan.rows {
            assert_eq!(row.answers[0].1, Answer::Rounds { rounds: 1, not_below: 1 }, "{statement}, {}", row.form.name);
            let least = row.rounds().expect("reached");
            let regret = |rounds| row.form.epsilon(rounds);
            assert!(regret(least).hi() <= 0.5 && (least == 1 || regret(least - 1).lo() > 0.5), "{statement}");
            assert!(row.form.steps(least).contains(&("eta_lambda", None)), "{statement}: any step will do");
        }
    }
}
