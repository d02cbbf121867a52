//! A run is what its files say: the checker derives the certificate and the solution from what was written.

use referee::prelude::*;
use referee::problem::ExpressionProblem;
use referee::run::{End, Radius, RadiusReason, certify_all};
use referee::theorems::{Lemma6, Lemma7, Statement, Theorem4};
use referee::trace::{Rounds as _, TraceFile};
use std::path::Path;

/// Everything that a run writes is accepted by the checker; returns the certificate's bytes.
#[cfg(feature = "cli")]
fn accepted(run: &Run<'_>, folder: &Path) -> Vec<u8> {
    let written = run.write(folder).expect("the folder is ours");
    for file in written.files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "json")) {
        let verdict = proofs_check::check_file(file, None);
        assert!(verdict.is_ok(), "{}: {}", file.display(), verdict.unwrap_err());
    }
    std::fs::read(folder.join("certificate.json")).expect("it was written")
}

#[cfg(feature = "cli")]
#[test]
fn what_a_run_writes_is_derived_again_by_the_checker() {
    for (name, algorithm) in [
        ("triangle", Algorithm::OracleLagrangian),
        ("examples/late.toml", Algorithm::StochasticProxyLagrangian),
        ("qp-box", Algorithm::StochasticLagrangian),
        ("infeasible", Algorithm::OracleProxyLagrangian),
        ("no-constraints", Algorithm::OracleLagrangian),
    ] {
        let problem = referee::open(name).expect("a problem");
        let plan = || Plan::new(&problem, algorithm).rounds(100).refine(1e-3).every(std::num::NonZeroUsize::new(3));
        let [kept, streamed] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        let run = plan().play().expect("a run");
        let certificate = accepted(&run, kept.path());
        // A streamed trace has a pair of columns for every value, and says the same of all of them.
        let stream = plan().stream(streamed.path().to_owned()).play().expect("a run");
        accepted(&stream, streamed.path());
        assert_eq!(stream.certification.certificate, run.certification.certificate, "{name}");
        // The digest that was taken while it was written is that of the file.
        let mut file = TraceFile::open(kept.path().join("trace.csv")).expect("a trace");
        file.pass(&mut |_| Ok(())).expect("a trace");
        let text = String::from_utf8(certificate).expect("text");
        assert!(text.contains(file.digest().expect("it was read")), "{name}");
        assert!(stream.write(kept.path()).is_err(), "the trace is elsewhere");
    }
}

/// The exact averages are taken once, and every statement says what it says alone.
#[test]
fn one_measurement_gives_what_each_statement_measures_alone() {
    let lagrangian: &[&dyn Statement] = &[&Lemma6];
    let proxy: &[&dyn Statement] = &[&Theorem4, &Lemma7];
    for (algorithm, alone) in [(Algorithm::OracleLagrangian, lagrangian), (Algorithm::OracleProxyLagrangian, proxy)] {
        let problem = referee::open("triangle").expect("a problem");
        let mut seated = Plan::new(&problem, algorithm).rounds(40).seat().expect("players");
        let trace = seated.players.trace(40, 2).expect("a run");
        let all = certify_all(&seated.choices, &mut &trace).expect("certificates");
        for (statement, found) in alone.iter().zip(&all[1..]) {
            assert_eq!(*found, statement.certify_trace(&mut &trace, all[0].given.clone()).expect("a certificate"));
        }
    }
}

#[test]
fn there_is_one_rule_for_the_radius() {
    let of = |name: &str| {
        let problem = referee::open(name).expect("a problem");
        Plan::new(&problem, Algorithm::OracleLagrangian).choose().expect("choices").radius
    };
    assert_eq!(of("no-constraints"), Radius { value: 0.0, why: RadiusReason::NoConstraints });
    assert_eq!(of("infeasible"), Radius { value: 10.0, why: RadiusReason::NoMargin });
    let triangle = of("triangle");
    let RadiusReason::TwiceRangeOverMargin { range, margin } = triangle.why else { panic!("{triangle:?}") };
    assert_eq!(triangle.value, 2.0 * range / margin);
    let constant = "minimize = \"1\"\nvariables = { x = [-1, 1] }\n[[constraint]]\nexpression = \"x\"\n";
    let problem = ExpressionProblem::from_toml(constant, "constant").expect("a problem");
    let subject = Subject::of(&problem);
    let radius = Plan::fitting(&subject).expect("it fits").choose().expect("choices").radius;
    assert_eq!(radius, Radius { value: 1.0, why: RadiusReason::ConstantObjective });
}

fn pursued(name: &str, target: f64, budget: Budget) -> (Pursuit, Certificate) {
    let problem = referee::open(name).expect("a problem");
    let run = Plan::fitting(&problem).expect("it fits").until(target, target).budget(budget).play().expect("a run");
    (run.pursuit.expect("a target was pursued"), run.certification.certificate)
}

#[test]
fn a_target_is_met_by_an_ordinary_certificate_of_the_last_stretch() {
    let (pursuit, certificate) = pursued("qp-half", 0.02, Budget::default());
    assert!(pursuit.is_met());
    let lengths: Vec<usize> = pursuit.stretches.iter().map(|stretch| stretch.rounds).collect();
    assert!(lengths.windows(2).all(|pair| pair[1] == 2 * pair[0]), "{lengths:?}");
    for name in ["infeasibility", "suboptimality"] {
        assert!(certificate.measured(name).expect("it is measured").hi() <= 0.02);
    }
    // The last stretch is a game of its own: the same as one of that length.
    let problem = referee::open("qp-half").expect("a problem");
    let rounds = *lengths.last().expect("a stretch");
    let alone = Plan::fitting(&problem).expect("it fits").rounds(rounds).play().expect("a run");
    assert_eq!(alone.certification.certificate, certificate);
    // None before it met the target.
    for stretch in &pursuit.stretches[..lengths.len() - 1] {
        assert!([stretch.infeasibility, stretch.suboptimality].iter().any(|bound| bound.is_none_or(|x| x > 0.02)));
    }
    assert_eq!(pursued("qp-half", 0.02, Budget::default()), (pursuit, certificate), "it depends on the plan alone");
}

#[test]
fn a_target_that_is_out_of_reach_ends_with_the_budget() {
    for name in ["infeasible", "triangle"] {
        let (pursuit, certificate) = pursued(name, 1e-9, Budget::Rounds(500));
        assert_eq!(pursuit.end, End::Spent, "{name}");
        assert_eq!((pursuit.rounds(), certificate.rounds), (64 + 128 + 256, 256), "{name}");
    }
    let (pursuit, _) = pursued("triangle", 1e-9, Budget::Rounds(5));
    assert_eq!(pursuit.rounds(), 5);
}

/// Nobody can compute its values again, so no number of rounds proves anything of it.
struct Secret(referee::domain::AnyDomain);

impl Problem for Secret {
    fn name(&self) -> &'static str {
        "secret"
    }
    fn domain(&self) -> &referee::domain::AnyDomain {
        &self.0
    }
    fn num_constraints(&self) -> usize {
        1
    }
    fn values(&self, theta: &[f64], _: Side, out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out.copy_from_slice(&[theta[0], -1.0]);
        Ok(())
    }
    fn subgradient(&self, _: &[f64], _: Side, weights: &[f64], out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out[0] = weights[0];
        Ok(())
    }
}

#[test]
fn what_nobody_can_check_does_not_meet_a_target() {
    let secret = Secret(referee::domain::Cuboid::cube(1, -1.0, 1.0).expect("an interval").into());
    let bounds = Constants {
        bound_constraints: 1.0,
        bound_payoff_2: 1.0,
        bound_subgradient: Some(1.0),
        margin: None,
        objective_range: 2.0,
        radius: 1.0,
    };
    let subject = Subject::of(&secret).with_bounds(bounds).convex();
    let run = Plan::fitting(&subject).expect("it fits").theta_player("subgradient").until(10.0, 10.0).play();
    let pursuit = run.expect("a run").pursuit.expect("a target");
    assert!(matches!(&pursuit.end, End::Unprovable(why) if why.contains("suboptimality")), "{:?}", pursuit.end);
    assert_eq!(pursuit.stretches.len(), 1);
}
