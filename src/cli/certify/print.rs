//! What `referee certify` says: tables of what is measured and claimed, then the words.

use super::{values, words};
use crate::certificate::{Certificate, Claim, Given, Relation, Verdict};
use crate::cli::numbers::{apart, at_least, at_most, beside, between, plain};
use crate::cli::table::{Once, Table, table};
use crate::cli::{spoken, statements};
use crate::game::{Evidence, Game};
use crate::numerics::Norm;
use crate::theorems::{Certification, statement};
use crate::trace::Labels;
use std::fmt::Write as _;

/// Everything there is to say about a certificate.
pub(in crate::cli) struct Report<'a> {
    pub(in crate::cli) certification: &'a Certification,
    /// What is said before the closing sentences, which are what readers remember: what single rounds do, what was
    /// written.
    pub(in crate::cli) before: &'a str,
    /// What people call the functions, if not by the names of a trace.
    pub(in crate::cli) labels: Option<&'a Labels>,
    /// Whether it is proved elsewhere that nothing satisfies what the mixture is compared with: then no comparison is
    /// printed.
    pub(in crate::cli) without_rival: bool,
}

/// A claim for people: what is bounded, and by which statement.
pub(in crate::cli) fn description(claim: &Claim, certificate: &Certificate) -> (&'static str, &'static str) {
    let other_norm = certificate.given.norm() != Norm::One;
    let violation = if other_norm { "dual norm of the violations" } else { "largest violation" };
    let theorem = match (certificate.game, certificate.given.norm()) {
        (Game::Lagrangian, Norm::One) => "Theorem 1",
        (Game::Lagrangian, _) => "Theorem 3",
        (Game::ProxyLagrangian, _) => "Theorem 2",
    };
    if certificate.given.rate.is_some() {
        return rate_description(claim, certificate);
    }
    match claim.name {
        "norm_below_radius" => ("norm of the mean multipliers is below R", theorem),
        "margin_positive" => ("the margin is positive", theorem),
        "slater_below_radius" => ("range over margin is below R", "Theorem 1, without the norm"),
        "objective_weight_positive" => ("the objective has weight", theorem),
        "domination" => ("proxies dominate on average", theorem),
        "suboptimality" => ("suboptimality", theorem),
        "lower_bound_possible" => ("the lower bound is below what was reached", theorem),
        "ranges_possible" => ("no recorded value is outside its range", theorem),
        "infeasibility" => (violation, theorem),
        "infeasibility_slater" => (violation, "Theorem 1, without the norm"),
        "infeasibility_slater_data" => ("R times the violation", "Theorem 1, without the norm, data"),
        "multiplier_norm" => ("norm of the mean multipliers", "Lemma 6, repaired"),
        "multiplier_norm_data" => ("norm of the mean multipliers", "Lemma 6, repaired, data"),
        "infeasibility_deviation" => ("largest violation", "Theorem 2, m + 1 deviations"),
        "suboptimality_deviation" => ("suboptimality", "Theorem 2, m + 1 deviations"),
        "objective_weight" => ("weight of the objective", "Lemma 7"),
        "objective_weight_deviation" => ("weight of the objective", "Lemma 7, m + 1 deviations"),
        "objective_weight_data" => ("weight of the objective", "Lemma 7, data"),
        other => (other, theorem),
    }
}

/// A claim of a rate for people: what is bounded, and by which form of the rate.
fn rate_description(claim: &Claim, certificate: &Certificate) -> (&'static str, &'static str) {
    let number = statement(certificate.statement).map_or("the statement", |known| known.about().number);
    let lagrangian = certificate.game == Game::Lagrangian;
    let quantity = match claim.name {
        "lower_bound_possible" => "the lower bound is below what was reached",
        "ranges_possible" => "no recorded value is outside its range",
        "payoffs_bounded" if lagrangian => "payoffs have a norm of at most B",
        "payoffs_bounded" => "payoffs are at most B",
        "multipliers_in_set" if lagrangian => "multipliers sum to at most R",
        "multipliers_in_set" => "multipliers are on the simplex",
        "subgradients_bounded" => "subgradients are at most their bound",
        "step_keeps_bound" => "the step is one for which the printed rate holds",
        "step" => "the lambda-player's step is the printed one",
        "theta_step" => "the theta-player's step is the printed one",
        "rounding_small" => "what is added for rounding is at most 2^-20 of the rate",
        "confidence_small" => "delta is small enough for every comparator",
        name if name.starts_with("lambda_regret") => "lambda-player's regret",
        name if name.starts_with("theta_regret") => "theta-player's regret",
        name if name.starts_with("swap_regret") => "swap regret",
        name if name.starts_with("epsilon") => "sum of both regrets (epsilon)",
        other => other,
    };
    let source = match claim.name {
        name if name.ends_with("_paper") => "the rate as printed",
        "theta_step" => number,
        name if name.ends_with("_step") => "the rate of this step",
        name if name.ends_with("_data") => "the rate of this step and these payoffs",
        name if name.ends_with("_oracle") => "the oracle's error",
        name if name.ends_with("_repaired") => "the rate for every comparator",
        _ => number,
    };
    (quantity, source)
}

/// Which sides of a claim are numbers that were given: these are printed as they were.
pub(super) fn are_given(claim: &Claim, given: &Given) -> (bool, bool) {
    match claim.name {
        "lower_bound_possible" => {
            (given.lower_bound.as_ref().is_some_and(|bound| bound.evidence == Evidence::Declared), false)
        }
        "rounding_small" => (true, false),
        "margin_positive" | "subgradients_bounded" | "confidence_small" => (true, true),
        "norm_below_radius"
        | "ranges_possible"
        | "slater_below_radius"
        | "payoffs_bounded"
        | "multipliers_in_set"
        | "theta_regret_oracle" => (false, true),
        _ => (false, false),
    }
}

/// The sides of a claim as decimals that stand to each other as the verdict says: what is measured and the bound are
/// rounded to the same side where the claim holds, apart where it does not. Enclosures that are not apart are printed
/// as such where the claim is strict: it was decided without them.
fn sides(claim: &Claim, from_below: bool, given: &Given) -> (String, String) {
    let (lhs, rhs) = (claim.lhs, claim.rhs);
    match are_given(claim, given) {
        (false, false) => {}
        (true, true) => return (plain(lhs.lo()), plain(rhs.lo())),
        (true, false) => {
            let right = match claim.verdict {
                Verdict::Holds => at_most(rhs.hi()),
                Verdict::Violated if lhs.lo() > rhs.hi() => beside(rhs.hi(), lhs.lo()),
                _ => between(rhs),
            };
            return (plain(lhs.lo()), right);
        }
        (false, true) => {
            let bound = rhs.lo();
            let left = match (claim.verdict, claim.relation) {
                (Verdict::Holds, Relation::AtMost) => beside(lhs.hi().min(bound), bound),
                (Verdict::Holds, Relation::Below) if lhs.hi() < bound => beside(lhs.hi(), bound),
                (Verdict::Violated, Relation::AtMost) if lhs.lo() > bound => beside(lhs.lo(), bound),
                (Verdict::Violated, Relation::Below) if lhs.lo() >= bound => beside(lhs.lo(), bound),
                _ => between(lhs),
            };
            return (left, plain(bound));
        }
    }
    match (claim.verdict, claim.relation) {
        // A lower bound is one as printed.
        (Verdict::Holds, _) if claim.name == "lower_bound_possible" => (at_least(lhs.lo()), at_most(rhs.hi())),
        (Verdict::Holds, Relation::Below) if from_below && lhs.hi() < rhs.lo() => apart(lhs.hi(), rhs.lo(), false),
        (Verdict::Holds, Relation::Below) if !from_below && lhs.hi() < rhs.hi() => apart(lhs.hi(), rhs.hi(), true),
        (Verdict::Holds, Relation::AtMost) if from_below => (at_least(lhs.lo()), at_least(rhs.lo().max(lhs.lo()))),
        (Verdict::Holds, Relation::AtMost) => (at_most(lhs.hi().min(rhs.hi())), at_most(rhs.hi())),
        (Verdict::Violated, _) if lhs.lo() > rhs.hi() => {
            let (right, left) = apart(rhs.hi(), lhs.lo(), false);
            (left, right)
        }
        _ => (between(lhs), between(rhs)),
    }
}

/// The closing sentences, with the functions called what people call them.
pub(in crate::cli) fn closing(
    certification: &Certification,
    labels: Option<&Labels>,
    without_rival: bool,
) -> Vec<String> {
    let sentences = words::sentences(certification, without_rival);
    let all = values::sentence(certification).into_iter().chain(sentences);
    all.map(|sentence| labels.map_or_else(|| sentence.clone(), |labels| labels.in_own_names(&sentence))).collect()
}

impl Report<'_> {
    fn certificate(&self) -> &Certificate {
        &self.certification.certificate
    }

    fn is_printed(&self, name: &str) -> bool {
        !(self.without_rival && name.starts_with("suboptimality"))
    }

    pub(in crate::cli) fn text(&self, quiet: bool) -> String {
        let mut text = String::new();
        if !quiet {
            let _ = writeln!(text, "{}\n", self.measured());
        }
        if !self.certificate().claims.is_empty() {
            let _ = writeln!(text, "{}\n", self.claims());
        }
        if !self.before.is_empty() {
            let _ = writeln!(text, "{}", self.before);
        }
        for sentence in closing(self.certification, self.labels, self.without_rival) {
            let _ = writeln!(text, "{sentence}");
        }
        text
    }

    fn measured(&self) -> Table {
        let mut table = table(["measured", "at least", "at most"], [1, 2]);
        for (name, value) in self.certificate().measured.iter().filter(|(name, _)| self.is_printed(name)) {
            table.add_row([name.replace('_', " "), at_least(value.lo()), at_most(value.hi())]);
        }
        table
    }

    fn claims(&self) -> Table {
        let head = ["quantity", "measured", "", "bound", "verdict", "grade", "statement"];
        let mut table = table(head, [1, 3]).giving_way([Once("grade"), Once("verdict")]);
        for claim in self.certificate().claims.iter().filter(|claim| self.is_printed(claim.name)) {
            let (quantity, statement) = spoken::claim(claim, self.certificate());
            let statement = statements::short(&statement);
            // What is bounded from below stands on the right.
            let from_below = claim.name.starts_with("objective_weight") || claim.name == "margin_positive";
            let (left, right) = sides(claim, from_below, &self.certificate().given);
            let (measured, sign, bound) = match (from_below, claim.relation) {
                (true, Relation::Below) => (right, ">", left),
                (true, Relation::AtMost) => (right, ">=", left),
                (false, Relation::Below) => (left, "<", right),
                (false, Relation::AtMost) => (left, "<=", right),
            };
            table.add_row([
                quantity.to_owned(),
                measured,
                sign.to_owned(),
                bound,
                claim.verdict.to_string(),
                claim.grade.to_string(),
                statement,
            ]);
        }
        table
    }
}
