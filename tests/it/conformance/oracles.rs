//! Every oracle that ships, and oracles with one fault each.

use crate::conformance::teeth::Teeth;
use referee::error::{Error, Result};
use referee::game::{Evidence, Side};
use referee::numerics::Enclosure;
use referee::oracle::{
    BranchAndBound, CuttingPlane, Enumeration, Minimum, Objective, Options, Oracle, Vertices, choose,
};
use referee::problem::Problem;
use referee::testing::conformance::skipped;
use referee::testing::oracle::{LAWS, Subject};
use std::sync::atomic::{AtomicU32, Ordering};

/// Less effort leaves a larger `rho`, never a wrong bound.
fn options() -> Options {
    Options { gap: 1e-3, boxes: 1000, cuts: 50 }
}

fn boxed(oracle: impl Oracle + 'static) -> Box<dyn Oracle> {
    Box::new(oracle)
}

referee::conformance!(oracle: enumeration, |problem, side| Enumeration::new(problem, side).map(boxed));
referee::conformance!(oracle: vertices, |problem, side| Vertices::new(problem, side).map(boxed));
referee::conformance!(oracle: cutting_plane, |problem, side| CuttingPlane::new(problem, side, options()).map(boxed));
referee::conformance!(oracle: branch_and_bound, |problem, side| BranchAndBound::new(problem, side, options()).map(boxed));
referee::conformance!(oracle: chosen, |problem, side| choose(problem, side, options()).map(|choice| choice.oracle));

static MOOD: AtomicU32 = AtomicU32::new(0);

/// An oracle whose answers are falsified.
struct Twin {
    honest: Box<dyn Oracle>,
    answer: fn(Minimum) -> Minimum,
    point: fn(&mut [f64]),
    evidence: fn(Evidence) -> Evidence,
}

impl Oracle for Twin {
    fn name(&self) -> &'static str {
        "twin"
    }
    fn minimize(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<Minimum> {
        let minimum = self.honest.minimize(objective, theta)?;
        (self.point)(theta);
        Ok((self.answer)(minimum))
    }
    fn certify(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<(Minimum, Evidence)> {
        let (minimum, evidence) = self.honest.certify(objective, theta)?;
        (self.point)(theta);
        Ok(((self.answer)(minimum), (self.evidence)(evidence)))
    }
}

fn twin(change: fn(&mut Twin)) -> Subject {
    Subject::new(move |problem: &dyn Problem, side: Side| {
        let honest = choose(problem, side, options())?.oracle;
        let mut twin = Twin { honest, answer: |minimum| minimum, point: |_| {}, evidence: |evidence| evidence };
        change(&mut twin);
        Ok(Box::new(twin))
    })
}

#[test]
fn every_law_has_teeth() {
    let mut teeth = Teeth::new(LAWS);
    teeth.spare("the chosen oracle", &twin(|_| {}));
    let high = twin(|twin| {
        twin.answer = |minimum| Minimum { lower_bound: minimum.value.hi() + 0.125, ..minimum };
    });
    teeth.bite("a lower bound that is too high", "law_lower_bound_is_below_samples", &high);
    teeth.bite("a lower bound that is too high", "law_evidence_is_accepted", &high);
    let liar = twin(|twin| {
        // Anywhere will do, if the value there is said to be the lower bound.
        twin.point = |theta| theta.fill(0.0);
        twin.answer = |minimum| Minimum { value: Enclosure::point(minimum.lower_bound), ..minimum };
    });
    teeth.bite("a lie about rho", "law_rho_is_as_said", &liar);
    let outside = twin(|twin| twin.point = |theta| theta[0] += 100.0);
    teeth.bite("a point outside", "law_points_are_members", &outside);
    let moody = twin(|twin| {
        twin.answer = |minimum| {
            let less = f64::from(MOOD.fetch_add(1, Ordering::Relaxed));
            Minimum { lower_bound: minimum.lower_bound - less, ..minimum }
        };
    });
    teeth.bite("another bound every time", "law_replays", &moody);
    let lost = twin(|twin| {
        twin.evidence = |evidence| match evidence {
            Evidence::Boxes(mut leaves) => {
                leaves.pop();
                Evidence::Boxes(leaves)
            }
            Evidence::Cuts(mut cuts) => {
                cuts[0].weight *= 0.5;
                Evidence::Cuts(cuts)
            }
            other => other,
        };
    });
    teeth.bite("a lost leaf", "law_evidence_is_accepted", &lost);
    let nobody = Subject::new(|_, _| Err(Error::new("I know nothing")));
    teeth.bite("an oracle for nothing", "law_it_applies_somewhere", &nobody);
    teeth.all_bite();
}

/// An oracle that gives its word in place of evidence is not wrong, and not green by silence.
#[test]
fn an_oracle_without_evidence_is_reported() {
    let reasons = skipped(LAWS, &twin(|twin| twin.evidence = |_| Evidence::Declared));
    assert_eq!(reasons, [("law_evidence_is_accepted", "its evidence is its word".to_owned())]);
}
