//! Grades (section 7 of the specification): what is proved, and the checks that make it so.

use crate::certificate::Certificate;
use crate::claims::Rests;
use crate::csv::{Column, Game, Row};
use crate::decimal::as_in_the_file;
use crate::exact::Rational;
use crate::problem::{Evidence, Function, Problem, Side};
use crate::report::{Grade, Reason, Refusal, Values};

/// Which of the facts that claims rest on are proved.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "a set: each fact is in it or not")]
pub(crate) struct Grades {
    lower: bool,
    margin: bool,
    range: bool,
    /// What the players' rounding added: nothing.
    rounding: bool,
    /// Nothing is, because the values are not those of the problem.
    nothing: bool,
}

impl Grades {
    /// The grade of a claim that rests on these facts.
    pub(crate) fn of(self, rests: Rests) -> Grade {
        let proved = (self.lower || !rests.lower)
            && (self.margin || !rests.margin)
            && (self.range || !rests.range)
            && (self.rounding || !rests.rounding)
            && !rests.word
            && !self.nothing;
        if proved { Grade::Proved } else { Grade::Declared }
    }
}

/// Checks what a certificate says about its problem, at the mean multipliers of the trace (that of the objective
/// first), and returns what that proves.
pub(crate) fn check(certificate: &Certificate, weights: &[Rational], has_proxies: bool) -> Result<Grades, Refusal> {
    let Certificate { given, game, values, .. } = certificate;
    let (verified, game) = (*values == Values::Verified, *game);
    let grades = Grades {
        // Values are verified beside a problem only, and ranges stand beside one over data only, where they are facts.
        lower: verified && given.evidence.is_some(),
        margin: verified && given.margin_point.is_some(),
        range: verified && given.range_evidence,
        rounding: given.rate.as_ref().is_none_or(|rate| rate.rounding.is_none()),
        nothing: *values == Values::Different,
    };
    let rejected = |detail| Refusal::rejected("given.lower_bound", Reason::LowerBound, detail);
    if let (Some(Evidence::Ranges(ranges)), Some(lower)) = (&given.evidence, &given.lower) {
        ranges.check(certificate, weights, has_proxies, lower).map_err(rejected)?;
    }
    // The form demands a problem wherever there is something else to check.
    let Some(problem) = certificate.problem.as_ref().filter(|_| !certificate.is_repeated) else { return Ok(grades) };
    if let (Some(point), Some(margin)) = (&given.margin_point, &given.margin) {
        check_margin(problem, game, point, margin, given.margin_objective)?;
    }
    if let (true, Some(range)) = (given.range_evidence, &given.range) {
        let rejected = |detail: String| Refusal::rejected("given.objective_range", Reason::Range, detail);
        if !problem.objective_range_at_most(range).map_err(rejected)? {
            let range = as_in_the_file(range);
            return Err(rejected(format!("the objective's range is not shown to be at most {range}")));
        }
    }
    let evidence = given.evidence.as_ref().filter(|evidence| !matches!(evidence, Evidence::Ranges(_)));
    if let (Some(evidence), Some(lower)) = (evidence, &given.lower) {
        problem.verify_lower_bound(game.side(), weights, lower, evidence).map_err(rejected)?;
    }
    Ok(grades)
}

fn check_margin(
    problem: &Problem,
    game: Game,
    point: &[f64],
    margin: &Rational,
    objective: Option<(f64, f64)>,
) -> Result<(), Refusal> {
    let rejected = |detail: String| Refusal::rejected("given.margin_point", Reason::Margin, detail);
    if !problem.contains(point) {
        return Err(rejected("the point is outside the domain".to_owned()));
    }
    for (number, function) in game.side().functions(problem.num_constraints()).enumerate().skip(1) {
        if !problem.at_most(function, point, &-margin).map_err(rejected)? {
            let bound = as_in_the_file(&-margin);
            let found = problem.value_in_words(function, point);
            return Err(rejected(format!("constraint {number} there, {found}, is not shown to be at most {bound}")));
        }
    }
    if let Some((lo, hi)) = objective
        && !problem.value_lies_in(Function::Objective, point, lo, hi).map_err(rejected)?
    {
        let found = problem.value_in_words(Function::Objective, point);
        return Err(rejected(format!(
            "the objective there, {found}, is not shown to lie in `margin_objective` [{lo:?}, {hi:?}]"
        )));
    }
    Ok(())
}

/// Checks that the columns of a trace are such that its values can be verified.
pub(crate) fn check_columns(problem: &Problem, game: Game, row: &Row) -> Result<(), Refusal> {
    let rejected = |detail: &str| Refusal::rejected("trace.values", Reason::Values, detail);
    // A problem has a variable.
    if row.theta.len() != problem.num_variables() {
        return Err(rejected("the trace must have one `theta_*` column per variable of the problem"));
    }
    if lacks_proxies(problem, game, row) {
        return Err(rejected("the problem has proxies, but the trace has no `proxy_*` columns"));
    }
    Ok(())
}

/// Whether a trace lacks the proxies that the theta-player of the proxy game sees.
pub(crate) fn lacks_proxies(problem: &Problem, game: Game, row: &Row) -> bool {
    game == Game::Proxy && row.proxies.is_empty() && (0..problem.num_constraints()).any(|i| problem.has_proxy(i))
}

/// Checks that a round's point is in the domain and that its recorded values hold the functions' values. Rounds are
/// counted from 0, as in the rest of the project.
pub(crate) fn check_row(problem: &Problem, game: Game, round: usize, row: &Row) -> Result<(), Refusal> {
    let rejected = |detail: String| Refusal::rejected(format!("trace, round {round} (from 0)"), Reason::Values, detail);
    if !problem.contains(&row.theta) {
        return Err(rejected("theta is outside the domain".to_owned()));
    }
    let functions = Side::Constraints.functions(problem.num_constraints());
    let proxies = row.proxies.iter().enumerate().map(|(i, ends)| (Function::Proxy(i), ends));
    let proxies = proxies.filter(|_| game == Game::Proxy);
    for (column, (function, &(lo, hi))) in functions.zip(&row.values).chain(proxies).enumerate() {
        if !problem.value_lies_in(function, &row.theta, lo, hi).map_err(rejected)? {
            let proxy = column.checked_sub(row.values.len()).map(|i| Column::Proxy(i.saturating_add(1)));
            let name = proxy.unwrap_or(Column::Value(column));
            let found = problem.value_in_words(function, &row.theta);
            return Err(rejected(format!(
                "the value of `{name}` at theta, {found}, is not shown to lie in the recorded [{lo:?}, {hi:?}]"
            )));
        }
    }
    Ok(())
}
