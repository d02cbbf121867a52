//! Equilibria over whole domains, to a certified gap.

use referee::equilibrium::Approximate;
use referee::game::{Evidence, Rules, Side};
use referee::numerics::Enclosure;
use referee::oracle::{self, Minimum, Objective, Oracle, choose};
use referee::problem::{ExpressionProblem, Problem, Workspace};
use referee::registry::Registry;
use referee::theorems::thm5_sparse_equilibrium::{Found, Options, search};
pub(crate) use referee::verification::random::approximate as law;

pub(crate) fn found(problem: &dyn Problem, rules: Rules, gap: f64) -> Found {
    let effort = oracle::Options { gap: gap / 4.0, ..oracle::Options::default() };
    let mut oracle = choose(problem, rules.game().side(), effort).expect("an oracle").oracle;
    search(problem, rules, &mut *oracle, Options { gap, rounds: 300 }, |_, _| {}).expect("an equilibrium")
}

#[test]
fn the_laws_notice_what_is_wrong() {
    type Spoil = fn(&mut Approximate);
    let triangle = Registry::ours().open("triangle").expect("a family");
    let problem = &*triangle.problem;
    let honest = found(problem, Rules::Lagrangian { radius: 5.0 }, 1e-6).equilibrium;
    let spoils: [(Spoil, &str); 7] = [
        (|e| e.lower_bound.value += 1.0, "the lower bound is one"),
        (|e| e.lower_bound.value -= 1.0, "the theta-gap is not too small"),
        (|e| e.lambda_gap = -1.0, "gaps are not negative"),
        (|e| e.support[0].theta[0] = 2.0, "points are in the domain"),
        (|e| e.support[1].theta = e.support[0].theta.clone(), "points differ"),
        (|e| e.objective = Enclosure::ONE, "the objective is the mean"),
        (|e| e.multipliers[0] = dashu_ratio::RBig::from(6), "multipliers are in their set"),
    ];
    assert_eq!(law(problem, &honest), Ok(()));
    for (spoil, words) in spoils {
        let mut spoiled = honest.clone();
        spoil(&mut spoiled);
        assert_eq!(law(problem, &spoiled), Err(words.to_owned()));
    }
}

/// Answers well but bounds too high.
struct Liar(Box<dyn Oracle>);

impl Oracle for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }
    fn minimize(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> referee::error::Result<Minimum> {
        self.certify(objective, theta).map(|(minimum, _)| minimum)
    }
    fn certify(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> referee::error::Result<(Minimum, Evidence)> {
        let (honest, evidence) = self.0.certify(objective, theta)?;
        Ok((Minimum { lower_bound: honest.lower_bound + 0.25, ..honest }, evidence))
    }
}

#[test]
fn an_oracle_that_lies_breaks_the_law() {
    let triangle = Registry::ours().open("triangle").expect("a family");
    let problem = &*triangle.problem;
    for rules in [Rules::Lagrangian { radius: 5.0 }, Rules::ProxyLagrangian] {
        let honest = choose(problem, rules.game().side(), oracle::Options::default()).expect("an oracle").oracle;
        let found = search(problem, rules, &mut Liar(honest), Options::default(), |_, _| {}).expect("an answer");
        assert!(law(problem, &found.equilibrium).is_err(), "{:?}", found.equilibrium);
    }
}

#[test]
fn one_round_stops_with_the_gap_it_reached() {
    let triangle = Registry::ours().open("triangle").expect("a family");
    let problem = &*triangle.problem;
    let rules = Rules::Lagrangian { radius: 5.0 };
    let mut oracle = choose(problem, rules.game().side(), oracle::Options::default()).expect("an oracle").oracle;
    let mut seen = Vec::new();
    let options = Options { gap: 0.0, rounds: 1 };
    let found =
        search(problem, rules, &mut *oracle, options, |rounds, gap| seen.push((rounds, gap))).expect("an answer");
    assert_eq!(law(problem, &found.equilibrium), Ok(()));
    assert!(found.rounds == 1 && found.equilibrium.gap() > 0.1, "{found:?}");
    assert_eq!(seen, [(1, found.equilibrium.gap())]);
}

#[test]
fn a_problem_that_no_checker_could_read_is_refused() {
    let text = "minimize = \"x\"\nvariables = [\"x\", \"y\"]\ndomain = { points = [[0, 1], [1, 0]] }";
    let points = ExpressionProblem::from_toml(text, "points").expect("a problem");
    assert!(found(&points, Rules::ProxyLagrangian, 1e-6).equilibrium.gap() == 0.0);
    let mut oracle = choose(&points, Side::Constraints, oracle::Options::default()).expect("an oracle").oracle;
    let error =
        search(&Opaque(points), Rules::ProxyLagrangian, &mut *oracle, Options::default(), |_, _| {}).unwrap_err();
    assert!(error.to_string().contains("so no checker could read its equilibrium"), "{error}");
}

/// A problem that hides what it is made of.
struct Opaque(ExpressionProblem);

impl Problem for Opaque {
    fn name(&self) -> &str {
        self.0.name()
    }
    fn domain(&self) -> &referee::domain::AnyDomain {
        self.0.domain()
    }
    fn num_constraints(&self) -> usize {
        self.0.num_constraints()
    }
    fn values(&self, theta: &[f64], side: Side, out: &mut [f64], work: &mut Workspace) -> referee::error::Result<()> {
        self.0.values(theta, side, out, work)
    }
    fn subgradient(
        &self,
        theta: &[f64],
        side: Side,
        weights: &[f64],
        out: &mut [f64],
        work: &mut Workspace,
    ) -> referee::error::Result<()> {
        self.0.subgradient(theta, side, weights, out, work)
    }
}
