//! In words: what is certified, what follows only from what was declared, what is not certified, and why.

use super::print::{are_given, description};
use super::values;
use crate::certificate::{Certificate, Claim, Compared, Role, Verdict};
use crate::cli::numbers::{apart, at_least, at_most, beside, plain};
use crate::cli::prose::compared;
use crate::error::list;
use crate::game::{Evidence, Function, Game, ProblemRecord, Range};
use crate::numerics::Enclosure;
use crate::numerics::directed::sub_up;
use crate::regret::Average;
use crate::theorems::{Certification, OutOfRange};
use crate::trace::Equalities;

/// The sentences, the most important first; no comparison where it is proved that there is nothing to compare with.
pub(super) fn sentences(certification: &Certification, without_rival: bool) -> Vec<String> {
    let certificate = &certification.certificate;
    if certificate.given.rate.is_some() {
        return super::rate_words::sentences(certification);
    }
    let mut words = Vec::new();
    words.extend(certificate.claims.iter().filter_map(|claim| refutation(claim, certification)));
    if certificate.claim("ranges_possible").is_none() {
        words.extend(range_refuted(certification));
    }
    let refuted = !words.is_empty();
    words.push(feasibility(certificate));
    if !refuted && !without_rival {
        let by_range = by_objective_range(certificate);
        let has_bound = certificate.given.lower_bound.is_some();
        let all = (by_range.is_none() || !has_bound).then(|| optimality(certification));
        words.extend(by_range.into_iter().chain(all));
    }
    words.extend(omissions(certification, without_rival));
    words.extend(certificate.claims.iter().filter_map(|claim| exception(claim, certificate)));
    words
}

/// A sentence about a run that reaches less than the lower bound. Which of the two is false depends on what is known:
/// a bound that is proved is not, and values that are the problem's, or all that there is, are not.
fn lower_bound_refuted(claim: &Claim, certificate: &Certificate) -> Option<String> {
    if claim.verdict != Verdict::Violated || claim.name != "lower_bound_possible" {
        return None;
    }
    let given = &certificate.given;
    let (is_given, _) = are_given(claim, given);
    let (lower, reached) = (claim.lhs.lo(), claim.rhs.hi());
    let (reached, bound) = match (is_given, reached < lower) {
        (true, true) => (beside(reached, lower), plain(lower)),
        (false, true) => apart(reached, lower, false),
        // It is less, but not by so much that doubles show it.
        (true, false) => (format!("less than {}", plain(lower)), plain(lower)),
        (false, false) => (format!("less than {}", at_most(lower)), at_least(lower)),
    };
    let which =
        "It is a bound of the theta-player's loss there, not of the objective: nothing about optimality follows.";
    Some(if !is_given {
        format!(
            "VIOLATED: by the recorded values the run reaches {reached} at the mean multipliers, and {bound} is proved to be \
             a lower bound of the problem there: the trace is not a run of the problem."
        )
    } else if given.problem.is_some() && !given.values_verified() {
        format!(
            "VIOLATED: by the recorded values the run reaches {reached} at the mean multipliers, and the lower bound that was \
             given is {bound}: either that is not a lower bound, or the recorded values are not the problem's. {which}"
        )
    } else {
        format!(
            "VIOLATED: the lower bound {bound} is not a lower bound, because this very run reaches {reached} at the mean \
             multipliers. {which}"
        )
    })
}

/// A sentence about a claim that refutes the lower bound, or a range that it rests on.
pub(super) fn bound_refuted(claim: &Claim, certification: &Certification) -> Option<String> {
    let certificate = &certification.certificate;
    let bound = certificate.given.lower_bound.as_ref();
    match claim.name {
        "ranges_possible" if claim.verdict == Verdict::Violated => range_refuted(certification),
        // A bound from ranges fails only where a range does.
        "lower_bound_possible" if !bound.is_some_and(|bound| matches!(bound.evidence, Evidence::Ranges(_))) => {
            lower_bound_refuted(claim, certificate)
        }
        _ => None,
    }
}

/// A sentence about a run with a value outside of the range that was given for it.
fn range_refuted(certification: &Certification) -> Option<String> {
    let OutOfRange { of, round, distance } = certification.out_of_range?;
    let off = at_least(distance);
    Some(format!(
        "VIOLATED: `{of}` in round {round} (counted from 0) lies outside the range that was given, by at least {off}: nothing \
         about optimality follows."
    ))
}

/// A sentence about a claim that shows that something given is false.
fn refutation(claim: &Claim, certification: &Certification) -> Option<String> {
    let certificate = &certification.certificate;
    if claim.verdict != Verdict::Violated {
        return None;
    }
    if ["lower_bound_possible", "ranges_possible"].contains(&claim.name) {
        return bound_refuted(claim, certification);
    }
    (claim.role == Role::Conclusion).then(|| {
        format!(
            "VIOLATED: {}. No run can do this, so {} is false: nothing that rests on it follows.",
            claim.name.replace('_', " "),
            if certificate.given.problem.is_some() && !certificate.given.values_verified() {
                "something that was given, or that the trace is a run of this problem,"
            } else {
                "something that was given (the lower bound, the margin or the range)"
            }
        )
    })
}

fn mixture(certificate: &Certificate) -> String {
    let rounds = certificate.rounds;
    let of = if rounds == 1 { "the 1 round".to_owned() } else { format!("the {rounds} rounds") };
    match certificate.given.averages.theta {
        Average::Uniform => format!("the mixture of {of}"),
        Average::Linear => format!("the mixture of {of}, later ones weighed more,"),
        Average::Tail(skipped) => format!("the mixture of the last {} of {of}", rounds.saturating_sub(skipped)),
    }
}

fn feasibility(certificate: &Certificate) -> String {
    let (certified, grade) = match certificate.given.values {
        _ if certificate.given.no_trace => ("Certified: ", "computed"),
        Compared::Verified => ("Certified: ", "proved"),
        Compared::Not => ("Certified: ", "proved for the recorded values"),
        Compared::Different => (values::condition(certificate), "declared"),
    };
    match certificate.measured("infeasibility") {
        None => "Nothing is certified about the mixture: lambda_0 is 0 in every round, so it has no weight on any."
            .to_owned(),
        Some(_) if certificate.constraints == 0 => "There are no constraints to violate.".to_owned(),
        Some(violation) => {
            let (mixture, most) = (mixture(certificate), at_most(violation.hi()));
            format!("{certified}{mixture} violates no constraint by more than {most} on average ({grade}).")
        }
    }
}

/// What the range of the objective says alone, unless the lower bound says more: no mixture is below it. Where some
/// mixture is feasible, no constraint is above 0 everywhere, so that ranges of constraints never say more.
fn by_objective_range(certificate: &Certificate) -> Option<String> {
    let range = certificate.given.ranges.iter().find(|range| range.of == Function::Objective)?;
    let mean = certificate.measured("objective")?.hi();
    let gap = Some(sub_up(mean, range.lo)).filter(|gap| gap.is_finite())?;
    let by_all = certificate.measured("suboptimality").map(Enclosure::hi);
    if by_all.is_some_and(|by_all| by_all < gap) {
        return None;
    }
    let more = match (by_all, &certificate.given.lower_bound) {
        (Some(by_all), Some(bound)) => {
            let (by_all, lower) = (at_most(by_all), at_least(bound.value));
            format!(" By all ranges at the mean multipliers (lower bound {lower}) it is at most {by_all}.")
        }
        _ => String::new(),
    };
    let (lo, mean, gap) = (plain(range.lo), at_most(mean), at_most(gap));
    Some(format!(
        "If `objective` is at least {lo} everywhere: its mean objective, at most {mean}, exceeds that of every mixture by at \
         most {gap} (declared).{more}"
    ))
}

fn optimality(certification: &Certification) -> String {
    let certificate = &certification.certificate;
    let (Some(gap), Some(bound)) = (certificate.measured("suboptimality"), &certificate.given.lower_bound) else {
        return match &certification.no_lower_bound {
            _ if certificate.measured("infeasibility").is_none() => {
                "Nothing is certified about optimality either.".to_owned()
            }
            Some(reason) if !certificate.given.ranges.is_empty() => {
                format!(
                    "Not certified: what Theorems 1 to 3 say of optimality, because {reason}: give --range for it too."
                )
            }
            Some(reason) => format!("Not certified: optimality, because no lower bound was found: {reason}."),
            None => {
                "Not certified: optimality, because no lower bound is known: give --range (what each function is at \
                     least), --problem, or --lower-bound."
                    .to_owned()
            }
        };
    };
    let objective = certificate.measured("objective").map_or(String::new(), |mean| at_most(mean.hi()));
    let objective = format!("its mean objective, at most {objective}, {}", compared(certificate.game, gap.hi()));
    let lower = at_least(bound.value);
    let different = certificate.given.values == Compared::Different;
    let and = if different { " and the recorded values are the problem's" } else { "" };
    match &bound.evidence {
        Evidence::Declared => {
            let given = plain(bound.value);
            format!("If {given} really is a lower bound{and}: {objective} (declared).")
        }
        Evidence::Ranges(ranges) if !matches!(certificate.given.problem, Some(ProblemRecord::Rates(_))) => {
            format!(
                "If {} everywhere: {objective} (declared; lower bound {lower}).",
                in_ranges(ranges, &certificate.given.equalities)
            )
        }
        evidence if certificate.given.values_verified() => {
            let kind = evidence_name(evidence);
            let grade = if certificate.given.no_trace { "computed" } else { "proved" };
            format!("Certified: {objective} ({grade}; lower bound {lower} by {kind}).")
        }
        evidence => {
            let kind = evidence_name(evidence);
            format!(
                "If the recorded values are the problem's: {objective} (declared; the lower bound {lower} is proved by \
                 {kind})."
            )
        }
    }
}

/// What is said of functions, in words.
fn in_ranges(ranges: &[Range], equalities: &Equalities) -> String {
    const MOST: usize = 4;
    let said = |Range { of, lo, hi }: &Range| match hi {
        Some(hi) => format!("`{of}` is between {} and {}", plain(*lo), plain(*hi)),
        None => format!("`{of}` is at least {}", plain(*lo)),
    };
    // The second half of an equality says what the first one does, where their ranges are mirrored.
    let mirrored = |range: &&Range| {
        let first = equalities.first_half(range.of);
        let same =
            |other: &Range| Some(other.of) == first && other.hi == Some(-range.lo) && range.hi == Some(-other.lo);
        ranges.iter().any(same)
    };
    let ranges: Vec<&Range> = ranges.iter().filter(|range| !mirrored(range)).collect();
    let mut words: Vec<String> = ranges.iter().take(MOST).map(|range| said(range)).collect();
    match ranges.len().saturating_sub(MOST) {
        0 => {}
        1 => words.push("1 more function is in its range".to_owned()),
        count => words.push(format!("{count} more functions are in their ranges")),
    }
    list(&words, "and")
}

fn evidence_name(evidence: &Evidence) -> String {
    match evidence {
        Evidence::Enumeration => "enumeration of all points".to_owned(),
        Evidence::Vertices => "concavity and all vertices".to_owned(),
        Evidence::Boxes(leaves) => format!("{} boxes that cover the domain", leaves.len()),
        Evidence::Cuts(cuts) if cuts.len() == 1 => "a tangent plane".to_owned(),
        Evidence::Cuts(cuts) => format!("{} tangent planes", cuts.len()),
        Evidence::Margins { .. } => "the margins of a model on the data".to_owned(),
        Evidence::Ranges(_) => "the ranges of rates and hinges on any data".to_owned(),
        Evidence::Declared => "somebody's word".to_owned(),
    }
}

/// What was not computed or not proved, and what would change that.
fn omissions(certification: &Certification, without_rival: bool) -> Vec<String> {
    let certificate = &certification.certificate;
    let given = &certificate.given;
    let lagrangian = certificate.game == Game::Lagrangian;
    let mut words = Vec::new();
    let mut say = |when: bool, text: String| words.extend(when.then_some(text));
    let constraints = certificate.constraints;
    say(
        lagrangian && given.radius.is_none() && constraints > 0,
        "Not computed: epsilon and what needs the radius R: give --radius.".into(),
    );
    say(
        lagrangian && given.averages.theta != given.averages.lambda,
        "Not computed: the regrets of the single players, because points and multipliers are weighed differently."
            .into(),
    );
    say(
        !lagrangian && certificate.measured("swap_regret").is_none(),
        format!(
            "Not computed: swap regret, for {constraints} constraints; the m + 1 deviations that Theorem 2 uses stand \
             in for it."
        ),
    );
    let (margin, range) = (given.margin.is_some(), given.objective_range.is_some());
    say(
        margin && !range,
        "Not computed: what needs the objective's range in addition to the margin: `certify --objective-range` takes it."
            .into(),
    );
    say(
        range && !margin && constraints > 0 && !without_rival && given.equalities.is_empty(),
        "Not computed: what needs a strictly feasible point, because none is known: `certify --margin` takes its margin."
            .into(),
    );
    let unproved = given.problem.is_some() && given.values_verified();
    say(
        unproved && given.margin.as_ref().is_some_and(|margin| margin.point.is_none()),
        "Graded declared: what rests on the margin, because no point is known at which the problem proves it.".into(),
    );
    say(
        unproved && given.objective_range.is_some_and(|range| !range.enclosed),
        "Graded declared: what rests on the objective's range, which one enclosure over the domain does not prove."
            .into(),
    );
    words
}

/// A sentence about a claim that does not hold, unless it refutes what was given.
fn exception(claim: &Claim, certificate: &Certificate) -> Option<String> {
    match (claim.role, claim.verdict) {
        (_, Verdict::Holds) | (Role::Conclusion, Verdict::Violated) => None,
        (Role::Hypothesis, Verdict::Violated) => match claim.name {
            "lower_bound_possible" | "ranges_possible" => None,
            "norm_below_radius" => Some(
                "The hypothesis fails that the mean multipliers are shorter than R: the paper's bound on the violation \
                 does not apply. The measured violation stands."
                    .to_owned(),
            ),
            "domination" => {
                Some("The proxies do not dominate on average: what is missing was added to the bounds.".to_owned())
            }
            "slater_below_radius" => Some(
                "Not computed: feasibility without the norm of the multipliers, for which R must be above the range over \
                 the margin."
                    .to_owned(),
            ),
            _ => {
                let (quantity, _) = description(claim, certificate);
                Some(format!("The hypothesis fails that {quantity}: conclusions that need it are left out."))
            }
        },
        (_, Verdict::Undecided) => {
            let name = claim.name.replace('_', " ");
            let wide = if certificate.given.norm().is_rational(certificate.constraints) {
                "the recorded enclosures are"
            } else {
                "the recorded enclosures, or that of the norm, are"
            };
            Some(format!("Undecided: {name}: {wide} too wide to tell."))
        }
    }
}
