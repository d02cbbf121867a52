//! Equilibria over whole domains, to a certified gap.

use referee::domain::Domain as _;
use referee::equilibrium::Approximate;
use referee::game::{Evidence, Rules, Side};
use referee::numerics::Enclosure;
use referee::numerics::directed::add_up;
use referee::numerics::rational::{enclose, exact};
use referee::oracle::{self, Minimum, Objective, Oracle, choose};
use referee::problem::families::Instance;
use referee::problem::{ExpressionProblem, Problem, Workspace};
use referee::registry::Registry;
use referee::theorems::thm5_sparse_equilibrium::{Found, Options, search};

pub(crate) fn found(problem: &dyn Problem, rules: Rules, gap: f64) -> Found {
    let effort = oracle::Options { gap: gap / 4.0, ..oracle::Options::default() };
    let mut oracle = choose(problem, rules.game().side(), effort).expect("an oracle").oracle;
    search(problem, rules, &mut *oracle, Options { gap, rounds: 300 }, |_, _| {}).expect("an equilibrium")
}

/// What holds of every certified equilibrium; points all over the domain try to refute it.
pub(crate) fn law(problem: &dyn Problem, equilibrium: &Approximate) -> Result<(), String> {
    let m = problem.num_constraints();
    let require = |condition: bool, law: &str| if condition { Ok(()) } else { Err(law.to_owned()) };
    let zero = || dashu_ratio::RBig::ZERO;
    require(equilibrium.support.len() <= m + 1 && !equilibrium.support.is_empty(), "at most m + 1 points")?;
    let sum = equilibrium.support.iter().fold(zero(), |sum, atom| sum + &atom.weight);
    require(sum == dashu_ratio::RBig::ONE, "weights sum to exactly 1")?;
    let total = equilibrium.multipliers.iter().fold(zero(), |sum, lambda| sum + lambda);
    let in_set = match equilibrium.rules {
        Rules::Lagrangian { radius } => total <= exact(radius),
        Rules::ProxyLagrangian => total == dashu_ratio::RBig::ONE,
    };
    require(in_set && equilibrium.multipliers.iter().all(|lambda| *lambda >= zero()), "multipliers are in their set")?;
    for (a, atom) in equilibrium.support.iter().enumerate() {
        require(problem.domain().contains(&atom.theta), "points are in the domain")?;
        require(equilibrium.support[..a].iter().all(|other| other.theta != atom.theta), "points differ")?;
    }
    require(equilibrium.lower_bound.evidence != Evidence::Declared, "there is evidence")?;
    require(equilibrium.theta_gap >= 0.0 && equilibrium.lambda_gap >= 0.0, "gaps are not negative")?;
    let theta_side = equilibrium.rules.game().side();
    let weights: Vec<Enclosure> = equilibrium.rules.weights(&equilibrium.multipliers).iter().map(enclose).collect();
    let mut values = vec![Enclosure::ZERO; m + 1];
    let mut work = Workspace::default();
    let mut at = |theta: &[f64], side: Side| {
        let point: Vec<Enclosure> = theta.iter().map(|&x| Enclosure::point(x)).collect();
        problem.enclose(&point, side, &mut values, &mut work).expect("defined");
        values.clone()
    };
    let weigh = |values: &[Enclosure]| weights.iter().zip(values).fold(Enclosure::ZERO, |sum, (&w, &x)| sum + w * x);
    // A grid of the bounding box, moved into the domain.
    let sides = problem.domain().bounding_box();
    for step in 0..200_u32 {
        let share = |j: usize| (f64::from(step) * 0.618_034 * (1.0 + j as f64 * 0.754_877)).fract();
        let mut theta: Vec<f64> =
            sides.iter().enumerate().map(|(j, s)| s.lo() + share(j) * (s.hi() - s.lo())).collect();
        problem.domain().project(&mut theta);
        let loss = weigh(&at(&theta, theta_side));
        require(equilibrium.lower_bound.value <= loss.hi(), "the lower bound is one")?;
    }
    let mut mean = vec![Enclosure::ZERO; m + 1];
    let mut loss = Enclosure::ZERO;
    for atom in &equilibrium.support {
        let weight = enclose(&atom.weight);
        loss = loss + weight * weigh(&at(&atom.theta, theta_side));
        for (mean, value) in mean.iter_mut().zip(at(&atom.theta, Side::Constraints)) {
            *mean = *mean + weight * value;
        }
    }
    require(mean[0].intersection(equilibrium.objective).is_some(), "the objective is the mean")?;
    for (mean, own) in mean[1..].iter().zip(&equilibrium.constraints) {
        require(mean.intersection(*own).is_some(), "the constraints are the means")?;
    }
    let theta_gap = loss - Enclosure::point(equilibrium.lower_bound.value);
    require(theta_gap.lo() <= equilibrium.theta_gap, "the theta-gap is not too small")?;
    let worst = mean[1..].iter().fold(Enclosure::ZERO, |worst, &c| worst.max(c));
    let radius = Enclosure::point(equilibrium.rules.radius().unwrap_or(1.0));
    let own = equilibrium.rules.of_constraints(&equilibrium.multipliers);
    let got = own.iter().zip(&mean[1..]).fold(Enclosure::ZERO, |sum, (lambda, &c)| sum + enclose(lambda) * c);
    require((radius * worst - got).lo() <= equilibrium.lambda_gap, "the lambda-gap is not too small")
}

/// In the Lagrangian game the two gaps bound the distance to the best mixture, which is known in closed form.
pub(crate) fn against_the_optimum(instance: &Instance, equilibrium: &Approximate) -> Result<(), String> {
    let Some(best) = instance.known.mixed_optimum.as_ref().map(|optimum| optimum.value) else { return Ok(()) };
    if equilibrium.lower_bound.value > best.hi() {
        return Err(format!("the lower bound {} is above the best mixture {best}", equilibrium.lower_bound.value));
    }
    let worse = equilibrium.objective - best;
    if worse.lo() > add_up(equilibrium.theta_gap, equilibrium.lambda_gap) {
        return Err(format!("the mixture is worse by {worse} than the best"));
    }
    Ok(())
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
