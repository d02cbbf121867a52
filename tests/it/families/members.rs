//! Random members of every family, and what relates the members of different families.

use crate::common::draw;
use crate::families::laws::{
    law_attained, law_bounds, law_least_violation, law_margin, law_nothing_feasible_is_below, law_order,
    law_subgradients, law_weak_duality, optima, sample,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::domain::{AnyDomain, Domain as _};
use referee::expr::Curvature;
use referee::game::{Grade, Side};
use referee::numerics::Enclosure;
use referee::problem::families::Instance;
use referee::problem::{Domination, ExpressionProblem, Problem as _, TableProblem, constants};
use referee::registry::Registry;
use referee::testing::Outcome;
use std::fmt::Write as _;

const MEMBERS: usize = 60;

/// All laws.
fn check(instance: &Instance, generator: &mut ChaCha8Rng) -> Outcome {
    let (problem, known) = (&*instance.problem, &instance.known);
    let sample = sample(problem, Some(known), generator);
    for (optimum, side) in optima(known) {
        law_attained(problem, optimum, side)?;
        law_weak_duality(problem, optimum, side, &sample)?;
        law_nothing_feasible_is_below(problem, optimum, side, &sample)?;
    }
    law_order(known)?;
    law_bounds(problem, &known.constants, &sample)?;
    law_subgradients(problem, &known.constants, &sample, generator)?;
    known.constants.margin.as_ref().map_or(Ok(()), |margin| law_margin(problem, margin))?;
    known.least_violation.as_ref().map_or(Ok(()), |least| law_least_violation(problem, least, &sample))
}

pub(crate) fn generator() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(20_180_417)
}

#[test]
fn every_law_holds_on_the_default_and_on_random_members() {
    let mut generator = generator();
    for family in Registry::ours().families() {
        let default = Registry::ours().open(family.name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(check(&default, &mut generator), Ok(()), "{}", family.name);
        for _ in 0..MEMBERS {
            let (spec, instance) = draw(family.name, &mut generator).expect("the family exists");
            assert_eq!(check(&instance, &mut generator), Ok(()), "{spec}");
            assert_eq!(instance.problem.name(), spec);
        }
    }
}

#[test]
fn draws_differ_wherever_a_family_has_parameters() {
    let mut generator = generator();
    for family in Registry::ours().families() {
        let mut specs: Vec<_> = (0..20).map(|_| draw(family.name, &mut generator).expect("it exists").0).collect();
        specs.sort();
        specs.dedup();
        assert_eq!(specs.len() > 10, !family.parameters.is_empty(), "{}: {specs:?}", family.name);
    }
}

#[test]
fn convexity_is_what_the_expressions_prove() {
    let mut generator = generator();
    for family in Registry::ours().families() {
        let (spec, instance) = draw(family.name, &mut generator).expect("it exists");
        let Some(problem) = instance.problem.expressions() else {
            assert!(!instance.convex, "{spec}: a finite set is not convex");
            continue;
        };
        let bounds = problem.domain().bounding_box();
        let functions = (0..=problem.num_constraints()).map(|k| problem.function(k, Side::Proxies));
        let convex = functions.map(|function| function.curvature(&bounds)).all(|shape| Curvature::is_convex(&shape));
        assert_eq!(instance.convex, convex, "{spec}");
    }
}

#[test]
fn proxies_dominate_provably() {
    let mut generator = generator();
    for family in ["step-hinge", "step-sample", "minibatch-rate"] {
        for _ in 0..MEMBERS {
            let (spec, instance) = draw(family, &mut generator).expect("it exists");
            let problem = instance.problem.expressions().expect("made of expressions");
            assert!(problem.has_proxies());
            assert_eq!(problem.constraints()[0].domination, Domination::Proved, "{spec}");
        }
    }
}

/// The problem as a file: its expressions and facts in text.
fn as_file(problem: &ExpressionProblem) -> String {
    let AnyDomain::Cuboid(domain) = problem.domain() else { panic!("the families live in boxes") };
    let mut text = format!("minimize = \"{}\"\n[variables]\n", problem.objective());
    for ((name, lo), hi) in problem.variables().iter().zip(domain.lower()).zip(domain.upper()) {
        writeln!(text, "{name} = [{lo:?}, {hi:?}]").expect("a string can be written to");
    }
    for constraint in problem.constraints() {
        let (name, expression) = (&constraint.name, &constraint.expression);
        writeln!(text, "[[constraint]]\nname = \"{name}\"\nexpression = \"{expression}\"").expect("likewise");
        if let Some(proxy) = &constraint.proxy {
            writeln!(text, "proxy = \"{proxy}\"").expect("likewise");
        }
    }
    let facts = problem.facts();
    writeln!(text, "[facts]").expect("likewise");
    let numbers = [("optimum", facts.optimum), ("mixed_optimum", facts.mixed_optimum)];
    let numbers =
        numbers.into_iter().chain([("proxy_optimum", facts.proxy_optimum), ("objective_range", facts.objective_range)]);
    for (key, fact) in numbers {
        if let Some(fact) = fact {
            writeln!(text, "{key} = {:?}", fact.value).expect("likewise");
        }
    }
    if facts.noise > 0.0 {
        writeln!(text, "noise = {:?}", facts.noise).expect("likewise");
    }
    if let Some(margin) = &facts.margin {
        let point = margin.point.as_ref().expect("the families state the point");
        writeln!(text, "margin = {:?}\nmargin_point = {point:?}", margin.value).expect("likewise");
    }
    text
}

#[test]
fn a_member_written_as_a_file_is_accepted_with_the_same_facts() {
    let mut generator = generator();
    for family in Registry::ours().families() {
        for _ in 0..4 {
            let (spec, instance) = draw(family.name, &mut generator).expect("it exists");
            let Some(problem) = instance.problem.expressions() else { continue };
            let text = as_file(problem);
            let read = ExpressionProblem::from_toml(&text, &spec).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(read.objective(), problem.objective(), "{text}");
            for (ours, theirs) in problem.constraints().iter().zip(read.constraints()) {
                assert_eq!((&ours.expression, &ours.proxy), (&theirs.expression, &theirs.proxy), "{text}");
            }
            assert_eq!(read.facts(), problem.facts(), "{text}");
            if let Some(margin) = &read.facts().margin {
                assert_eq!(margin.grade, Grade::Proved, "{text}");
            }
        }
    }
}

/// Who sees everything sees the problem that the family is made from.
#[test]
fn noise_changes_no_answer() {
    let mut generator = generator();
    for (noisy, plain) in [("noisy", "qp-half"), ("minibatch-rate", "step-sample")] {
        for _ in 0..MEMBERS {
            let (spec, instance) = draw(noisy, &mut generator).expect("it exists");
            let chosen = spec.split_once(':').expect("it has parameters").1.split(',');
            let ours = |part: &&str| !["shape", "slopes", "values", "batch"].iter().any(|name| part.starts_with(name));
            let same = format!("{plain}:{}", chosen.filter(ours).collect::<Vec<_>>().join(","));
            let same = Registry::ours().open(&same).unwrap_or_else(|error| panic!("{same}: {error}"));
            assert_eq!(instance.known.optimum, same.known.optimum, "{spec}");
            assert_eq!(instance.known.mixed_optimum, same.known.mixed_optimum, "{spec}");
            assert_eq!(instance.known.proxy_optimum, same.known.proxy_optimum, "{spec}");
            let [ours, theirs] = [&instance, &same].map(|one| one.problem.expressions().expect("made of expressions"));
            assert_eq!(ours.objective(), theirs.objective(), "{spec}");
            assert!(instance.known.constants.bound_constraints >= same.known.constants.bound_constraints, "{spec}");
        }
    }
}

/// What the closed forms say of draws is at least what enclosures find, up to their generosity.
#[test]
fn constants_cover_the_draws_as_enclosures_do() {
    for family in ["noisy", "minibatch", "minibatch-rate"] {
        let instance = Registry::ours().open(family).expect("it exists");
        let found = constants(&*instance.problem, Side::Proxies).expect("bounded");
        let known = &instance.known.constants;
        assert!(known.bound_constraints <= found.bound_constraints, "{family}: {known:?} {found:?}");
        assert!(known.bound_payoff_2 <= found.bound_payoff_2, "{family}: {known:?} {found:?}");
        assert!(known.bound_subgradient <= found.bound_subgradient, "{family}: {known:?} {found:?}");
    }
}

fn value(instance: &Instance) -> Enclosure {
    instance.known.optimum.as_ref().expect("feasible").value
}

#[test]
fn scaling_by_powers_of_two_scales_every_answer_exactly() {
    let mut generator = generator();
    for _ in 0..MEMBERS {
        let (spec, plain) = draw("qp-box", &mut generator).expect("it exists");
        let (e0, e1) = (generator.random_range(-150..150_i32), generator.random_range(-150..150_i32));
        let (s0, s1) = (2.0_f64.powi(e0), 2.0_f64.powi(e1));
        let spec = spec.replace("qp-box:", "qp-box-scaled:");
        let scaled =
            Registry::ours().open(&format!("{spec},s0={s0:?},s1={s1:?}")).unwrap_or_else(|error| panic!("{error}"));
        let times = |x: Enclosure, s: f64| Enclosure::new(x.lo() * s, x.hi() * s);
        assert_eq!(value(&scaled), times(value(&plain), s0), "{spec}");
        let multipliers = |instance: &Instance| instance.known.optimum.clone().and_then(|optimum| optimum.multipliers);
        let expected = multipliers(&plain).map(|all| all.into_iter().map(|y| times(y, s0 / s1)).collect::<Vec<_>>());
        assert_eq!(multipliers(&scaled), expected, "{spec}");
        let (ours, theirs) = (&scaled.known.constants, &plain.known.constants);
        assert_eq!(ours.bound_constraints, s1 * theirs.bound_constraints);
        assert_eq!(ours.bound_payoff_2, s1 * theirs.bound_payoff_2);
        assert_eq!(ours.objective_range, s0 * theirs.objective_range);
        let margin = |instance: &Instance| instance.known.constants.margin.as_ref().map(|margin| margin.value);
        assert_eq!(margin(&scaled), margin(&plain).map(|margin| s1 * margin));
    }
}

#[test]
fn copies_change_no_answer() {
    let mut generator = generator();
    for _ in 0..MEMBERS {
        let (spec, plain) = draw("qp-box", &mut generator).expect("it exists");
        let tied = Registry::ours()
            .open(&format!("{},copies=3", spec.replace("qp-box:", "qp-box-tied:")))
            .expect("the same values");
        assert_eq!(tied.problem.num_constraints(), 3 * plain.problem.num_constraints());
        assert_eq!(value(&tied), value(&plain), "{spec}");
        assert_eq!(tied.known.constants.margin, plain.known.constants.margin);

        let (spec, plain) = draw("extremal", &mut generator).expect("it exists");
        let text = format!("{},copies=3", spec.replace("extremal:", "extremal-duplicated:"));
        let doubled = Registry::ours().open(&text).expect("the same values");
        let mixed = |instance: &Instance| instance.known.mixed_optimum.as_ref().map(|optimum| optimum.value);
        assert_eq!(mixed(&doubled), mixed(&plain), "{spec}");
        let rows = |table: &TableProblem| table.rows(Side::Constraints).map(<[f64]>::to_vec).collect::<Vec<_>>();
        let (once, thrice) = (plain.problem.table().expect("a table"), doubled.problem.table().expect("a table"));
        let repeated: Vec<_> = rows(once).into_iter().flat_map(|row| [row.clone(), row.clone(), row]).collect();
        assert_eq!(rows(thrice), repeated);
    }
}

#[test]
fn a_polygon_may_have_very_many_sides() {
    let instance = Registry::ours().open("polygon:m=65536").expect("it exists");
    assert_eq!(instance.problem.num_constraints(), 65536);
    assert_eq!(value(&instance), value(&Registry::ours().open("polygon").expect("it exists")));
}
