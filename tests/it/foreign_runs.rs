//! Runs of other people, made at random: a finite problem with inequalities and equalities whose every value is known,
//! recorded under foreign names with multipliers of either sign, brought in, certified from ranges, and checked.

use crate::common::{Outcome, catches, holds};
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::certificate::{Certificate, Given, Role, Verdict};
use referee::game::{Evidence, Function, Game, Grade, Range};
use referee::numerics::Norm;
use referee::numerics::rational::exact;
use referee::oracle::Options;
use referee::testing::certified_run::{Files, files, proofs_check};
use referee::theorems::certify;
use referee::trace::import::{Imported, Input, import};
use referee::trace::{Equalities, Foreign, Recording, Row, Trace};
use std::fmt::Write as _;

/// The point, the weight of the objective and the multipliers of a round.
type Recorded = (usize, f64, Vec<f64>);

/// A run over finitely many points, whose functions are all known.
#[derive(Clone, Debug)]
struct Drawn {
    game: Game,
    /// Which constraints are equalities.
    equalities: Vec<bool>,
    /// For each point the objective, then the constraints; each is its own proxy.
    points: Vec<Vec<f64>>,

    rounds: Vec<Recorded>,
    norm: f64,
    radius: f64,
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![3 => (-16..=16_i32).prop_map(|k| f64::from(k) / 8.0), 1 => -3.0..3.0_f64]
}

fn drawn() -> impl Strategy<Value = Drawn> {
    let sizes = (1..4_usize, 1..5_usize, 1..12_usize);
    sizes.prop_flat_map(|(m, points, rounds)| {
        let game = prop_oneof![Just(Game::Lagrangian), Just(Game::ProxyLagrangian)];
        let point = prop::collection::vec(number(), m + 1);
        let round = (0..points, 0.0..1.0_f64, prop::collection::vec(number(), m));
        (
            game,
            prop::collection::vec(any::<bool>(), m),
            prop::collection::vec(point, points),
            prop::collection::vec(round, rounds),
            prop_oneof![Just(1.0), Just(2.0), Just(1.5), Just(f64::INFINITY)],
            0.0..8.0_f64,
        )
            .prop_map(|(game, equalities, points, rounds, norm, radius)| {
                let one_sided = |k: usize, x: f64| if equalities[k] { x } else { x.abs() };
                let signed =
                    |multipliers: Vec<f64>| multipliers.into_iter().enumerate().map(|(k, x)| one_sided(k, x)).collect();
                let rounds = rounds.into_iter().map(|(point, weight, x)| (point, weight, signed(x))).collect();
                Drawn { game, equalities, points, rounds, norm, radius }
            })
    })
}

impl Drawn {
    /// The table as pandas writes it: an index without a name, a step, and names of its own.
    fn csv(&self) -> String {
        let m = self.equalities.len();
        let mut text = ",step,loss".to_owned();
        (0..m).for_each(|k| write!(text, ",gap {k}").unwrap());
        if self.game == Game::ProxyLagrangian {
            text.push_str(",w");
        }
        (0..m).for_each(|k| write!(text, ",mu {k}").unwrap());
        for (t, (point, weight, multipliers)) in self.rounds.iter().enumerate() {
            write!(text, "\n{t},{}", 10 * t).unwrap();
            self.points[*point].iter().for_each(|x| write!(text, ",{x:?}").unwrap());
            if self.game == Game::ProxyLagrangian {
                write!(text, ",{weight:?}").unwrap();
            }
            for x in multipliers {
                write!(text, ",{x:?}").unwrap();
            }
        }
        text + "\n"
    }

    fn foreign(&self) -> Foreign {
        let mut columns = vec![("objective".to_owned(), "loss".to_owned())];
        for k in 0..self.equalities.len() {
            columns.push((format!("constraint_{}", k + 1), format!("gap {k}")));
            columns.push((format!("lambda_{}", k + 1), format!("mu {k}")));
        }
        if self.game == Game::ProxyLagrangian {
            columns.push(("lambda_0".to_owned(), "w".to_owned()));
        }
        let named = (0..self.equalities.len()).filter(|&k| self.equalities[k]).map(|k| format!("gap {k}"));
        Foreign { columns, ignore: vec!["step".to_owned()], equalities: named.collect() }
    }

    /// The run as a trace.
    fn trace(&self) -> (Trace, Imported) {
        let folder = tempfile::tempdir().unwrap();
        let (table, target) = (folder.path().join("run.csv"), folder.path().join("trace.csv"));
        std::fs::write(&table, self.csv()).unwrap();
        let imported = import(&Input::new(&table), &self.foreign(), false, &target, &mut |_, _| ()).unwrap();
        (Trace::read(&target).unwrap(), imported)
    }

    /// What each function lies in over all points, by the names of the trace.
    fn ranges(&self) -> Vec<Range> {
        let of_column = |k: usize| {
            let values = || self.points.iter().map(|point| point[k]);
            (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
        };
        let mut ranges = vec![Range { of: Function::Objective, lo: of_column(0).0, hi: None }];
        let mut number = 0;
        for (k, &equality) in self.equalities.iter().enumerate() {
            let (lo, hi) = of_column(k + 1);
            number += 1;
            ranges.push(Range { of: Function::Constraint(number), lo, hi: Some(hi) });
            if equality {
                number += 1;
                ranges.push(Range { of: Function::Constraint(number), lo: -hi, hi: Some(-lo) });
            }
        }
        ranges
    }

    /// The exact means of the multipliers as they were recorded, with their signs, and that of the objective's weight.
    fn means(&self) -> (RBig, Vec<RBig>) {
        let rounds = RBig::from(self.rounds.len());
        let mean = |of: &dyn Fn(&Recorded) -> f64| {
            self.rounds.iter().fold(RBig::ZERO, |sum, round| sum + exact(of(round))) / &rounds
        };
        let weight = if self.game == Game::Lagrangian { RBig::ONE } else { mean(&|round| round.1) };
        (weight, (0..self.equalities.len()).map(|k| mean(&|round| round.2[k])).collect())
    }

    fn certificate(&self, spoil: &dyn Fn(&mut Given)) -> (Certificate, Files) {
        let (trace, imported) = self.trace();
        let lagrangian = self.game == Game::Lagrangian;
        let mut given = Given {
            radius: lagrangian.then_some(self.radius),
            norm: Norm::new(self.norm).ok().filter(|norm| lagrangian && *norm != Norm::One),
            ranges: self.ranges(),
            equalities: imported.equalities,
            ..Given::default()
        };
        spoil(&mut given);
        let mut kept = None;
        let files = files(&trace, |rounds| {
            let certificate = certify(rounds, None, given, Options::default())?.certificate;
            kept = Some(certificate.clone());
            Ok(certificate)
        });
        (kept.expect("it was certified"), files.expect("a certificate"))
    }
}

fn size(x: RBig) -> RBig {
    if x < RBig::ZERO { -x } else { x }
}

/// What is certified is accepted, holds, and is what the definitions say of the run as it was recorded.
fn law(drawn: &Drawn, spoil: &dyn Fn(&mut Given)) -> Outcome {
    let (certificate, files) = drawn.certificate(spoil);
    let answer = proofs_check(&files);
    prop_assert!(answer.is_ok(), "{:?}\n{}", answer, files.document);
    let violated = |claim: &&referee::certificate::Claim| claim.verdict == Verdict::Violated;
    prop_assert!(certificate.claims_of(Role::Conclusion).find(violated).is_none());
    for name in ["ranges_possible", "lower_bound_possible"] {
        if let Some(claim) = certificate.claim(name) {
            prop_assert_eq!(claim.verdict, Verdict::Holds, "{}", name);
        }
    }
    let bound = certificate.given.lower_bound.as_ref().expect("every function has a range");
    prop_assert!(matches!(bound.evidence, Evidence::Ranges(_)));
    prop_assert!(certificate.claim("ranges_possible").is_some());
    let (weight, means) = drawn.means();
    let loss = |point: &Vec<f64>| {
        let terms = means.iter().zip(&point[1..]).map(|(mean, &g)| mean * exact(g));
        terms.fold(&weight * exact(point[0]), |sum, term| sum + term)
    };
    let least = drawn.points.iter().map(loss).min().expect("there are points");
    prop_assert!(exact(bound.value) <= least, "{} is above the infimum {}", bound.value, least);
    if let (Some(norm), true) = (certificate.measured("multiplier_norm"), drawn.norm == 1.0) {
        // |mean nu|, not the mean of |nu|.
        let length = means.iter().fold(RBig::ZERO, |sum, mean| sum + size(mean.clone()));
        prop_assert!(exact(norm.lo()) <= length && length <= exact(norm.hi()), "{} is not {}", norm, length);
    }
    if drawn.game == Game::Lagrangian {
        // In closed form: the weighted sum of the ends that count.
        let end = |mean: &RBig, k: usize| {
            let values = drawn.points.iter().map(|point| mean * exact(point[k + 1]));
            values.min().expect("there are points")
        };
        let objective = drawn.points.iter().map(|point| exact(point[0])).min().expect("there are points");
        let sum = means.iter().enumerate().fold(objective, |sum, (k, mean)| sum + end(mean, k));
        prop_assert!(exact(bound.value) <= sum && sum < exact(bound.value.next_up()), "{} is not {}", bound.value, sum);
    }
    Ok(())
}

#[test]
fn implication_on_runs_of_other_people() {
    holds(400, &drawn(), |drawn| law(&drawn, &|_| ()));
}

#[test]
fn without_the_pairs_an_oscillating_multiplier_counts_in_full() {
    catches(200, &drawn(), |drawn| law(&drawn, &|given| given.equalities = Equalities::default()));
}

#[test]
fn a_range_that_a_value_leaves_is_caught() {
    let narrow = |given: &mut Given| given.ranges.iter_mut().for_each(|range| range.lo += 0.25);
    let widen = |given: &mut Given| {
        for range in &mut given.ranges {
            range.hi = range.hi.map(|hi| hi.max(range.lo));
        }
    };
    catches(200, &drawn(), |drawn| {
        law(&drawn, &|given| {
            narrow(given);
            widen(given);
        })
    });
}

/// A range that the run itself leaves is refuted by name, and the checker agrees with every word of it.
#[test]
fn a_refuted_range_is_accepted_as_violated() {
    holds(200, &drawn(), |drawn| {
        let above = |given: &mut Given| given.ranges[0].lo = 100.0;
        let (certificate, files) = drawn.certificate(&above);
        prop_assert_eq!(certificate.claim("ranges_possible").map(|claim| claim.verdict), Some(Verdict::Violated));
        let answer = proofs_check(&files);
        prop_assert!(answer.is_ok(), "{:?}", answer);
        Ok(())
    });
}

/// What the checker must not accept: a certificate whose pairs, ranges or claims were changed.
#[test]
fn a_changed_certificate_is_refused() {
    let changes: [fn(&mut serde_json::Value) -> bool; 4] = [
        |document| document.as_object_mut().is_some_and(|fields| fields.remove("equalities").is_some()),
        |document| {
            let claims = document["claims"].as_array_mut().expect("claims");
            claims.retain(|claim| claim["name"] != "ranges_possible");
            true
        },
        |document| {
            let value = &mut document["given"]["lower_bound"]["value"];
            *value = (value.as_f64().expect("a number") + 0.5).into();
            true
        },
        |document| {
            let ranges = document["given"]["lower_bound"]["evidence"]["ranges"].as_array_mut().expect("ranges");
            ranges.remove(0);
            true
        },
    ];
    for (k, change) in changes.iter().enumerate() {
        catches(100, &drawn(), |drawn| {
            let (_, mut files) = drawn.certificate(&|_| ());
            let changed = change(&mut files.document);
            let oscillates = drawn.equalities.contains(&true);
            prop_assume!(changed && (k != 0 || oscillates));
            prop_assert!(proofs_check(&files).is_ok());
            Ok(())
        });
    }
}

/// An equality is one only where every round has opposite values, exactly.
#[test]
fn pairs_that_are_not_mirrored_are_refused() {
    let text = "objective,constraint_1,constraint_2,lambda_1,lambda_2\n0,1,-1,0,1\n0,-0.5,0.25,0,0\n";
    let trace = Trace::from_reader(text.as_bytes(), "run.csv").unwrap();
    let given = Given { equalities: Equalities::new(vec![(0, 1)]).unwrap(), ..Given::default() };
    let error = certify(&mut &trace, None, given, Options::default()).unwrap_err().to_string();
    assert_eq!(
        error,
        "`constraint_2` is not exactly minus `constraint_1` in round 1 (counted from 0), so they are not an equality"
    );
}

/// Ranges are somebody's word, and so is what follows from them; that no value leaves them is seen.
#[test]
fn what_rests_on_ranges_is_declared() {
    let text = "objective,constraint_1,lambda_1\n0.5,0.25,1\n";
    let trace = Trace::from_reader(text.as_bytes(), "run.csv").unwrap();
    let range = |of: Function, lo: f64| Range { of, lo, hi: None };
    let ranges = vec![range(Function::Objective, 0.0), range(Function::Constraint(1), -1.0)];
    let given = Given { ranges, radius: Some(2.0), ..Given::default() };
    let certificate = certify(&mut &trace, None, given, Options::default()).unwrap().certificate;
    assert_eq!(certificate.given.lower(), Some(-1.0));
    let grade = |name: &str| certificate.claim(name).map(|claim| claim.grade);
    assert_eq!(grade("suboptimality"), Some(Grade::Declared));
    assert_eq!(grade("ranges_possible"), Some(Grade::Proved));
}

/// Bringing in what is a trace already changes nothing.
#[test]
fn a_trace_is_brought_in_as_it_is() {
    holds(100, &drawn(), |drawn| {
        let (trace, _) = drawn.trace();
        let folder = tempfile::tempdir().unwrap();
        let [first, second] = ["first.csv", "second.csv"].map(|name| folder.path().join(name));
        trace.write(&first).unwrap();
        let brought = import(&Input::new(&first), &Foreign::default(), false, &second, &mut |_, _| ()).unwrap();
        prop_assert!(brought.equalities.is_empty());
        prop_assert_eq!(std::fs::read(&first).unwrap(), std::fs::read(&second).unwrap());
        Ok(())
    });
}

impl Drawn {
    /// The same run, recorded round by round.
    fn recorded(&self) -> Recording {
        let names: Vec<String> = (0..self.equalities.len()).map(|k| format!("gap {k}")).collect();
        let equalities: Vec<usize> = (0..names.len()).filter(|&k| self.equalities[k]).collect();
        let mut recording = Recording::new(self.game, &names, &equalities, false, 0).unwrap();
        for (point, weight, multipliers) in &self.rounds {
            let before = (self.game == Game::ProxyLagrangian).then_some(*weight);
            let lambda: Vec<f64> = before.into_iter().chain(multipliers.iter().copied()).collect();
            let point = &self.points[*point];
            let row = Row { objective: point[0], constraints: &point[1..], lambda: &lambda, ..Row::default() };
            recording.push(&row).unwrap();
        }
        recording
    }
}

proptest! {
    #[test]
    fn what_is_recorded_is_what_a_table_would_be(drawn in drawn()) {
        let (trace, imported) = drawn.trace();
        let mut recording = drawn.recorded();
        prop_assert_eq!(recording.trace(), &trace);
        prop_assert_eq!(recording.equalities(), imported.equalities);
        let names = |labels: &referee::trace::Labels| labels.functions().skip(1).collect::<Vec<_>>();
        prop_assert_eq!(names(&recording.labels()), names(&imported.labels));
        // What is refused leaves no trace of itself.
        let (values, lambda) = (vec![0.0; drawn.equalities.len()], vec![0.0; drawn.equalities.len()]);
        let mut wrong = values.clone();
        wrong[0] = f64::NAN;
        let refused = [
            Row { objective: f64::INFINITY, constraints: &values, lambda: &lambda, ..Row::default() },
            Row { constraints: &wrong, lambda: &lambda, ..Row::default() },
            Row { constraints: &values, lambda: &wrong, ..Row::default() },
            Row { constraints: &values[1..], lambda: &lambda, ..Row::default() },
            Row { constraints: &values, lambda: &lambda[1..], proxies: &values, ..Row::default() },
            Row { constraints: &values, lambda: &lambda, theta: &[1.0], ..Row::default() },
        ];
        for row in refused {
            prop_assert!(recording.push(&row).is_err());
        }
        prop_assert_eq!(recording.trace(), &trace);
    }
}

#[test]
fn the_multiplier_of_an_inequality_is_not_negative() {
    let mut recording = Recording::new(Game::ProxyLagrangian, &["a".into(), "h".into()], &[1], true, 1).unwrap();
    let row = Row { objective: 0.0, constraints: &[0.0; 2], proxies: &[0.0; 2], lambda: &[0.5, -1.0], theta: &[2.0] };
    recording.push(&row).unwrap();
    assert_eq!(recording.trace().lambda(0), [1.0, 0.5, 0.0, 1.0]);
    let said = |lambda: &[f64]| recording.clone().push(&Row { lambda, ..row }).unwrap_err().to_string();
    assert!(said(&[-0.5, 1.0]).starts_with("round 1: the multiplier of `a` is -0.5, but that of an inequality"));
    assert!(said(&[-0.5, 0.0, 1.0]).starts_with("round 1: the multiplier of the objective is -0.5"));
    assert!(said(&[0.5, 0.5, 0.0, 1.0]).contains("4 multipliers were given, and the run has 2, or one more"));
}
