//! The lambda-player's average regret while a run was played, against what was promised of it.

use super::{Axis, Chart, Look, Scale, Series};
use crate::certificate::{Certificate, Role, Verdict};
use crate::error::Result;
use crate::game::Grade;
use crate::numerics::Enclosure;
use crate::regret::{Followed, prefixes};
use crate::theorems::rate::promised_at;
use crate::trace::Trace;

/// From one number of rounds to the next a part of it, this one: about 1,300 points for a million rounds.
const FINEST: usize = 128;
const COARSEST: usize = 8;

/// What is smaller than this part of the largest regret is not told from 0 in the picture.
const TINY: f64 = 1e-9;

/// Entries of matrices that are looked at, at most: many constraints have fewer points.
const MOST_ENTRIES: usize = 1 << 26;

/// The regret over the first `t` rounds against `t`: the certified upper ends, of which the last is what the certificate
/// measured. `None` if it measured no such regret, or there are no constraints.
///
/// A bound is drawn only where it is one. The rate of a step that was given holds after every number of rounds
/// ([`promised_at`]), so it is a line. The printed rate and those that hold with a probability are about the end of the run
/// alone, since their step is made for `T`: such a rate is a line to compare with, and its name says when it holds. Without
/// a rate, or where a hypothesis of the statement is not known to hold, there is no line at all.
///
/// ```
/// use referee::certificate::{Given, GivenRate};
/// use referee::report::{Look, regret_chart::regret};
/// use referee::theorems::{Corollary1, Statement};
/// use referee::trace::Trace;
/// let text = "objective,constraint_1,lambda_1\n0,1,0\n0,1,0.5\n1,-1,1\n0,1,0.5\n1,-1,1\n";
/// let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
/// let rate = GivenRate { step: Some(0.5), ..GivenRate::new(1.0) };
/// let given = Given { radius: Some(2.0), rate: Some(rate), ..Given::default() };
/// let chart = regret(&trace, &Corollary1.certify_trace(&mut &trace, given)?)?.expect("a regret");
/// assert_eq!(chart.series[0].points.len(), 5);
/// assert_eq!(chart.series[1].look, Look::Bound(0));
/// assert_eq!(chart.series[1].points[0], (1.0, 4.25)); // 2^2 / (2 * 1/2 * 1) + 1/4
/// # Ok::<(), referee::error::Error>(())
/// ```
///
/// # Errors
/// If the trace is not that of the certificate.
pub fn regret(trace: &Trace, certificate: &Certificate) -> Result<Option<Chart>> {
    let followed = Followed::of(certificate.game, certificate.constraints);
    let measured = followed.measured().iter().filter_map(|name| certificate.measured(name)).map(Enclosure::hi);
    let Some(last) = measured.reduce(f64::max).filter(|_| certificate.constraints > 0) else { return Ok(None) };
    let given = &certificate.given;
    let ends = ends(trace.rounds(), certificate.constraints);
    let regrets = prefixes(trace, given.averages, (given.norm(), given.radius), &ends)?;
    let mut points: Vec<(f64, f64)> = regrets.iter().map(|(end, regret)| (*end as f64, regret.hi())).collect();
    if let Some(end) = points.last_mut() {
        end.1 = last;
    }
    let unknown = certificate.claims_of(Role::Hypothesis).find(|claim| claim.verdict != Verdict::Holds);
    let compared = if unknown.is_none() { promised(certificate, &regrets) } else { None };
    let name = match followed {
        Followed::External => "regret of the multipliers",
        Followed::Swap => "swap regret",
        Followed::Deviation => "deviation regret",
    };
    let mut notes =
        vec!["over the first t rounds, certified; the last point is what the certificate measured".to_owned()];
    if let Some(claim) = unknown.filter(|_| given.rate.is_some()) {
        notes.push(format!("no bound is drawn: its hypothesis `{}` is not known to hold", claim.name));
    }
    if regrets.len() < trace.rounds() {
        notes.push(format!("{} of {} values of t", regrets.len(), trace.rounds()));
    }
    // Upper ends of what is 0 are tiny: on a logarithmic axis they would leave no room for the rest.
    let tiny = TINY * points.iter().map(|point| point.1).fold(0.0, f64::max);
    if points.iter().any(|point| 0.0 < point.1 && point.1 < tiny) {
        points.iter_mut().filter(|point| 0.0 < point.1 && point.1 < tiny).for_each(|point| point.1 = 0.0);
        notes.push(format!("below {TINY:e} of the largest it is drawn as 0"));
    }
    let positive = points.iter().filter(|point| point.1 > 0.0).count();
    let scale = if 2 * positive > points.len() { Scale::Log } else { Scale::Linear };
    let line = Series { name: name.to_owned(), points, look: Look::Line(0) };
    Ok(Some(Chart {
        title: "Average regret of the lambda-player".to_owned(),
        subtitle: notes.join("; "),
        x: Axis { label: "rounds t".to_owned(), scale: Scale::Log },
        y: Axis { label: "average regret".to_owned(), scale },
        series: std::iter::once(line).chain(compared).collect(),
    }))
}

/// The rate of the step at each of these numbers of rounds, else the rate of the whole run.
fn promised(certificate: &Certificate, regrets: &[(usize, Enclosure)]) -> Option<Series> {
    let at = |&(end, _): &(usize, _)| Some((end as f64, promised_at(certificate, end as u64)?.hi()));
    if let Some(points) = regrets.iter().map(at).collect::<Option<Vec<_>>>().filter(|points| !points.is_empty()) {
        return Some(Series { name: "bound by its step".to_owned(), points, look: Look::Bound(0) });
    }
    let names = ["lambda_regret_paper", "swap_regret_repaired", "swap_regret_paper"];
    let claim = names.into_iter().find_map(|name| certificate.claim(name))?;
    let likely = if claim.grade == Grade::Sampled { ", with its probability" } else { "" };
    let name = format!("bound after all {} rounds only{likely}", certificate.rounds);
    let points = vec![(1.0, claim.rhs.hi()), (certificate.rounds as f64, claim.rhs.hi())];
    Some(Series { name, points, look: Look::Reference })
}

/// Numbers of rounds up to all of them: the first ones, then equally far apart on a logarithmic axis, by whole numbers.
fn ends(rounds: usize, constraints: usize) -> Vec<usize> {
    let of = |part: usize| {
        let next = |end: &usize| Some(end + (end / part).max(1)).filter(|_| *end < rounds).map(|next| next.min(rounds));
        std::iter::successors((rounds > 0).then_some(1), next).collect::<Vec<_>>()
    };
    let mut part = FINEST;
    while part > COARSEST && of(part).len().saturating_mul((constraints + 1).pow(2)) > MOST_ENTRIES {
        part /= 2;
    }
    of(part)
}
