//! Column generation: a mixture and a lower bound that close in on the best mixture over the whole domain.

use dashu_ratio::RBig;
use referee::domain::Simplex;
use referee::error::Result;
use referee::expr::Expr;
use referee::game::{Evidence, ProblemRecord, Side};
use referee::numerics::Enclosure;
use referee::numerics::rational::{enclose, exact};
use referee::oracle::{self, Minimum, Objective, Oracle, choose};
use referee::problem::families::Instance;
use referee::problem::{Constraint, ExpressionProblem, Facts, Problem, TableProblem};
use referee::registry::Registry;
use referee::theorems::beyond::column_generation::{Options, Refined, Refinement, refine};

fn start(instance: &Instance) -> Vec<Vec<f64>> {
    use referee::domain::Domain as _;
    let mut theta = vec![0.0; instance.problem.domain().dim()];
    instance.problem.domain().project(&mut theta);
    vec![theta]
}

fn refined(name: &str, options: Options) -> (Instance, Refined) {
    let instance = Registry::ours().open(name).expect("a family");
    let problem = &*instance.problem;
    let mut oracle = choose(problem, Side::Constraints, oracle::Options::default()).expect("an oracle").oracle;
    let refinement = refine(problem, Side::Constraints, &mut *oracle, start(&instance), options);
    match refinement.expect("a refinement") {
        Refinement::Optimal(refined) => (instance, *refined),
        other => panic!("{name}: {other:?}"),
    }
}

/// The law: the mixed optimum lies between the lower bound and the mixture, and the gap is their distance.
fn law(instance: &Instance, refined: &Refined) -> std::result::Result<(), String> {
    let best = instance.known.mixed_optimum.as_ref().expect("known in closed form").value;
    let objective = enclose(&refined.solution.objective);
    if refined.lower_bound > best.hi() {
        return Err(format!("the lower bound {} is above the best mixture {best}", refined.lower_bound));
    }
    if objective.hi() < best.lo() {
        return Err(format!("the mixture {objective} is better than the best {best}"));
    }
    if exact(refined.gap) < &refined.solution.objective - exact(refined.lower_bound) {
        return Err("the gap is too small".to_owned());
    }
    let m = refined.candidates.num_constraints();
    let feasible = refined.solution.constraints.iter().all(|mean| *mean <= RBig::ZERO);
    if refined.solution.support.len() > m + 1 || !feasible {
        return Err("the mixture is too large or not feasible".to_owned());
    }
    Ok(())
}

#[test]
fn the_law_holds_on_the_families() {
    for name in
        ["triangle", "triangle:px=-0.7,py=0.9", "extremal", "extremal-duplicated", "knapsack", "bilinear", "qp-box"]
    {
        let (instance, refined) = refined(name, Options::default());
        assert_eq!(law(&instance, &refined), Ok(()), "{name}");
        assert!(refined.gap <= 1e-4, "{name} stopped at {}", refined.gap);
    }
}

#[test]
fn worked_the_triangle_is_certified_to_a_millionth() {
    let (_, refined) = refined("triangle", Options { gap: 1e-6, rounds: 100 });
    assert!(refined.gap <= 1e-6);
    assert!((enclose(&refined.solution.objective).midpoint() + 1.175).abs() <= 1e-6);
    assert!((refined.lower_bound + 1.175).abs() <= 1e-6);
    assert_eq!(refined.thetas.len(), refined.candidates.len());
}

#[test]
fn worked_the_extremal_family_ends_on_all_its_candidates() {
    let (_, refined) = refined("extremal:m=3,v=1,gamma=0.5", Options::default());
    assert_eq!(refined.solution.objective, RBig::from(2) / RBig::from(5));
    assert_eq!(refined.solution.support.len(), 4);
    assert_eq!(refined.gap.max(1e-12), 1e-12);
}

/// The only feasible mixture keeps its constraint with nothing to spare, and the start does not know it.
#[test]
fn worked_what_is_just_feasible_is_not_called_infeasible() {
    let text = "minimize = \"2 - x\"\nvariables = [\"x\"]\ndomain = { points = [[1], [0]] }\n[[constraint]]\nexpression = \"x\"";
    let problem = ExpressionProblem::from_toml(text, "edge").expect("a problem");
    let mut oracle = choose(&problem, Side::Constraints, oracle::Options::default()).expect("an oracle").oracle;
    let found = refine(&problem, Side::Constraints, &mut *oracle, vec![vec![1.0]], Options::default());
    let Ok(Refinement::Optimal(refined)) = found else { panic!("{found:?}") };
    assert_eq!((refined.solution.objective, refined.lower_bound), (RBig::from(2), 2.0));
}

#[test]
fn one_round_stops_with_the_gap_it_reached() {
    let (instance, refined) = refined("triangle", Options { gap: 0.0, rounds: 1 });
    assert_eq!(law(&instance, &refined), Ok(()));
    assert!(refined.gap > 0.1 && refined.rounds == 1, "{refined:?}");
}

#[test]
fn a_domain_without_feasible_mixtures_is_proved_to_have_none() {
    let text = "minimize = \"x\"\n[variables]\nx = [-1, 1]\n[[constraint]]\nexpression = \"x + 0.5\"\n\
                [[constraint]]\nexpression = \"0.25 - x\"\n";
    let problem = ExpressionProblem::from_toml(text, "empty").expect("a problem");
    let mut oracle = choose(&problem, Side::Constraints, oracle::Options::default()).expect("an oracle").oracle;
    let refinement = refine(&problem, Side::Constraints, &mut *oracle, vec![vec![0.0]], Options::default());
    let Refinement::Infeasible(proof) = refinement.expect("a refinement") else { panic!("no x is feasible") };
    // Half of each constraint is 0.375 everywhere.
    assert!(proof.lower_bound > 0.37 && proof.lower_bound <= 0.375);
}

/// Answers well but bounds badly.
struct Liar(Box<dyn Oracle>);

impl Oracle for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }
    fn minimize(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<Minimum> {
        let honest = self.0.minimize(objective, theta)?;
        Ok(Minimum { lower_bound: honest.lower_bound + 0.01, value: honest.value + Enclosure::point(0.01) })
    }
    fn certify(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<(Minimum, Evidence)> {
        Ok((self.minimize(objective, theta)?, Evidence::Declared))
    }
}

#[test]
fn an_oracle_that_lies_breaks_the_law() {
    let instance = Registry::ours().open("triangle").expect("a family");
    let problem = &*instance.problem;
    let honest = choose(problem, Side::Constraints, oracle::Options::default()).expect("an oracle").oracle;
    let refinement = refine(problem, Side::Constraints, &mut Liar(honest), start(&instance), Options::default())
        .expect("a refinement");
    let Refinement::Optimal(refined) = refinement else { panic!("it is feasible") };
    assert!(law(&instance, &refined).is_err());
}

fn refinement(problem: &dyn Problem, start: Vec<f64>) -> Refinement {
    let mut oracle = choose(problem, Side::Constraints, oracle::Options::default()).expect("an oracle").oracle;
    refine(problem, Side::Constraints, &mut *oracle, vec![start], Options::default()).expect("a refinement")
}

/// Tables of numbers with all their bits, feasible and not: the multipliers of the linear program are then long
/// fractions. The document's number must be a bound at the multipliers that stand in it, exactly.
#[test]
fn the_bound_holds_exactly_at_the_multipliers_of_its_document() {
    let (mut state, mut seen) = (1_u64, [0, 0]);
    let mut draw = |scale: f64, least: f64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        least + scale * ((state >> 11) as f64 / (1_u64 << 53) as f64)
    };
    for case in 0..60 {
        // Every other table has a constraint whose scale is 2^70 times that of the others.
        let (least, scale) =
            (if case % 3 == 0 { -0.1 } else { -0.7 }, if case % 2 == 0 { 1.0 } else { 2_f64.powi(70) });
        let row = |_| vec![draw(1.0, 0.0), draw(scale, least * scale), draw(1.0, least), draw(1.0, least)];
        let rows: Vec<Vec<f64>> = (0..8).map(row).collect();
        let problem = TableProblem::new("drawn", &rows, None).expect("a table");
        let refinement = refinement(&problem, vec![0.0]);
        let bound = refinement.bound(&problem, Side::Constraints).expect("a table can be written down");
        let sum = bound.multipliers.iter().fold(RBig::ZERO, |sum, y| sum + y);
        assert!(bound.multipliers.iter().all(|y| *y >= RBig::ZERO));
        assert_eq!(bound.with_objective, matches!(refinement, Refinement::Optimal(_)));
        if !bound.with_objective {
            assert_eq!(sum, RBig::ONE, "case {case}");
            assert!(bound.lower_bound.value > 0.0, "case {case}");
        }
        let weight = if bound.with_objective { RBig::ONE } else { RBig::ZERO };
        for row in &rows {
            let terms = bound.multipliers.iter().zip(&row[1..]);
            let value = terms.fold(&weight * exact(row[0]), |sum, (y, &g)| sum + y * exact(g));
            assert!(value >= exact(bound.lower_bound.value), "case {case}");
        }
        assert!(bound.multipliers.iter().all(|y| y.to_string().len() <= 400), "case {case}");
        seen[usize::from(bound.with_objective)] += 1;
    }
    assert!(seen[0] >= 10 && seen[1] >= 10, "{seen:?}");
}

#[test]
fn what_no_checker_could_read_has_no_document() {
    let names = ["x", "y"];
    let function = |text: &str| Expr::parse(text, &names).expect("an expression");
    let problem = |domain: referee::domain::AnyDomain| {
        let constraint = Constraint::new("half", function("0.5 - x"));
        let names = names.map(str::to_owned).to_vec();
        ExpressionProblem::new("corner", names, domain, function("x - y"), vec![constraint], Facts::UNKNOWN)
            .expect("a problem")
    };
    let simplex = problem(Simplex::new(2).expect("a simplex").into());
    let refined = refinement(&simplex, vec![0.5, 0.5]);
    assert!(matches!(refined, Refinement::Optimal(_)), "{refined:?}");
    assert_eq!(refined.bound(&simplex, Side::Constraints), None);
    // A bound that rests on somebody's word is not a document, and one of the proxies is about other mixtures.
    let instance = Registry::ours().open("step-hinge").expect("a family");
    let problem = &*instance.problem;
    let honest = refinement(problem, start(&instance)[0].clone());
    let bound = honest.bound(problem, Side::Constraints).expect("expressions on a box");
    assert!(matches!(bound.problem, ProblemRecord::Expressions { .. }));
    assert_eq!(honest.bound(problem, Side::Proxies), None);
    let Refinement::Optimal(mut refined) = honest else { panic!("it is feasible") };
    refined.evidence = Evidence::Declared;
    assert_eq!(Refinement::Optimal(refined).bound(problem, Side::Constraints), None);
}
