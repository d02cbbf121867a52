//! What `referee certify` says: a table of the claims, then in words what is certified, what is not, and why.

use crate::certificate::{Certificate, Claim, Role, Verdict};
use crate::cli::numbers::{at_least, at_most, short};
use crate::numerics::Norm;
use crate::theorems::Certification;
use crate::trace::{Evidence, GameKind, Grade};
use comfy_table::{CellAlignment, Table, presets};
use std::fmt::Write as _;
use std::path::Path;

/// Everything there is to say about a certificate.
pub(in crate::cli) struct Report<'a> {
    pub(in crate::cli) certification: &'a Certification,
    pub(in crate::cli) written: Option<&'a Path>,
}

/// A claim for people: what is bounded, and by which statement.
fn description(claim: &Claim, certificate: &Certificate) -> (&'static str, &'static str) {
    let theorem = match (certificate.game, certificate.given.norm()) {
        (GameKind::Lagrangian, Norm::One) => "Theorem 1",
        (GameKind::Lagrangian, _) => "Theorem 3",
        (GameKind::ProxyLagrangian, _) => "Theorem 2",
    };
    match claim.name {
        "norm_below_radius" => ("norm of the mean multipliers is below R", theorem),
        "margin_positive" => ("the margin is positive", theorem),
        "slater_below_radius" => ("range over margin is below R", "Theorem 1, without the norm"),
        "objective_weight_positive" => ("the objective has weight", theorem),
        "domination" => ("proxies dominate on average", theorem),
        "suboptimality" => ("suboptimality", theorem),
        "infeasibility" => ("largest violation", theorem),
        "infeasibility_slater" => ("largest violation", "Theorem 1, without the norm"),
        "infeasibility_slater_data" => ("R times the violation", "the same, with this run's data"),
        "multiplier_norm" => ("norm of the mean multipliers", "Lemma 6, repaired"),
        "multiplier_norm_data" => ("norm of the mean multipliers", "the same, with this run's data"),
        "infeasibility_deviation" => ("largest violation", "Theorem 2, m + 1 deviations"),
        "suboptimality_deviation" => ("suboptimality", "Theorem 2, m + 1 deviations"),
        "objective_weight" => ("weight of the objective", "Lemma 7"),
        "objective_weight_deviation" => ("weight of the objective", "Lemma 7, m + 1 deviations"),
        "objective_weight_data" => ("weight of the objective", "the same, with this run's data"),
        other => (other, theorem),
    }
}

impl Report<'_> {
    fn certificate(&self) -> &Certificate {
        &self.certification.certificate
    }

    pub(in crate::cli) fn text(&self, quiet: bool) -> String {
        let mut text = String::new();
        if !quiet {
            let _ = writeln!(text, "{}\n", self.measured());
        }
        if !self.certificate().claims.is_empty() {
            let _ = writeln!(text, "{}\n", self.claims());
        }
        for sentence in self.words() {
            let _ = writeln!(text, "{sentence}");
        }
        if let Some(path) = self.written {
            let _ = writeln!(text, "wrote {}", path.display());
        }
        text
    }

    fn measured(&self) -> Table {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN).set_header(["measured", "value"]);
        for (name, value) in &self.certificate().measured {
            table.add_row([name.replace('_', " "), short(*value)]);
        }
        right_align(&mut table, &[1]);
        table
    }

    fn claims(&self) -> Table {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        table.set_header(["quantity", "measured", "", "bound", "verdict", "grade", "statement"]);
        for claim in &self.certificate().claims {
            let (quantity, statement) = description(claim, self.certificate());
            // The weight of the objective is bounded from below: it stands on the right.
            let from_below = claim.name.starts_with("objective_weight");
            let (measured, sign, bound) = match (from_below, claim.relation.to_string().as_str()) {
                (true, "<") => (claim.rhs, ">", claim.lhs),
                (true, _) => (claim.rhs, ">=", claim.lhs),
                (false, "<") => (claim.lhs, "<", claim.rhs),
                (false, _) => (claim.lhs, "<=", claim.rhs),
            };
            let bound = if from_below { at_least(bound.lo()) } else { at_most(bound.hi()) };
            let statement = match claim.role {
                Role::Hypothesis => format!("hypothesis of {statement}"),
                Role::Conclusion => statement.to_owned(),
            };
            table.add_row([
                quantity.to_owned(),
                short(measured),
                sign.to_owned(),
                bound,
                claim.verdict.to_string(),
                claim.grade.to_string(),
                statement,
            ]);
        }
        right_align(&mut table, &[1, 3]);
        table
    }

    /// What is certified, what is not, and why.
    fn words(&self) -> Vec<String> {
        let certificate = self.certificate();
        let rounds = certificate.rounds;
        let proxy = certificate.game == GameKind::ProxyLagrangian;
        let mut words = Vec::new();
        let grade_of_values =
            if certificate.given.values_verified { "proved" } else { "proved for the recorded values" };
        match certificate.measured("infeasibility") {
            None => words.push(
                "Nothing is certified about the mixture: lambda_0 is 0 in every round, so it has no weight on any.".to_owned(),
            ),
            Some(_) if certificate.constraints == 0 => words.push("There are no constraints to violate.".to_owned()),
            Some(violation) => words.push(format!(
                "Certified: the mixture of the {rounds} rounds violates no constraint by more than {} on average ({grade_of_values}).",
                at_most(violation.hi())
            )),
        }
        let rival = if proxy { "best mixture that satisfies the proxies" } else { "best feasible mixture" };
        match (certificate.measured("suboptimality"), &certificate.given.lower_bound) {
            (Some(gap), Some(bound)) => {
                let objective = certificate.measured("objective").map_or(String::new(), short);
                let compared = if gap.hi() < 0.0 {
                    format!("is below that of the {rival} by at least {}", at_least(-gap.hi()))
                } else {
                    format!("exceeds that of the {rival} by at most {}", at_most(gap.hi()))
                };
                let grade = self.grade_of_bound(&bound.evidence);
                words.push(format!("Certified: its mean objective {objective} {compared} ({grade})."));
            }
            (None, Some(_)) => {}
            (_, None) => words.push(match &self.certification.no_lower_bound {
                Some(reason) => format!("Not certified: optimality, because no lower bound was found: {reason}."),
                None => "Not certified: optimality, because no lower bound is known: give --problem, or --lower-bound."
                    .to_owned(),
            }),
        }
        if !proxy && certificate.given.radius.is_none() {
            words.push("Not computed: epsilon and what needs the radius R: give --radius.".to_owned());
        }
        if let Some(reason) = &self.certification.disagreement {
            words.push(format!("Not proved: that the trace is a run of the problem: {reason}."));
        }
        if proxy && certificate.measured("swap_regret").is_none() {
            words.push(format!(
                "Not computed: swap regret, for {} constraints; the m + 1 deviations that Theorem 2 uses stand in for it.",
                certificate.constraints
            ));
        }
        words.extend(certificate.claims.iter().filter_map(|claim| self.exception(claim)));
        words
    }

    fn grade_of_bound(&self, evidence: &Evidence) -> &'static str {
        match evidence {
            Evidence::Declared => "declared: it rests on the lower bound that was given",
            _ if self.certificate().given.values_verified => "proved",
            _ => "declared: the bound is proved, but not that the recorded values are the problem's",
        }
    }

    /// A sentence about a claim that does not hold.
    fn exception(&self, claim: &Claim) -> Option<String> {
        let (quantity, _) = description(claim, self.certificate());
        match (claim.role, claim.verdict) {
            (_, Verdict::Holds) => None,
            (Role::Hypothesis, Verdict::Violated) => Some(match claim.name {
                "norm_below_radius" => {
                    "The hypothesis fails that the mean multipliers are shorter than R: the paper's bound on the violation does \
                     not apply. The measured violation stands."
                        .to_owned()
                }
                "domination" => "The proxies do not dominate on average: what is missing was added to the bounds.".to_owned(),
                _ => format!("The hypothesis fails that {quantity}: conclusions that need it are left out."),
            }),
            (Role::Conclusion, Verdict::Violated) => Some(format!(
                "VIOLATED: {}. No run can do this, so something that was given{} is false: check the lower bound, the margin and \
                 the range.",
                claim.name.replace('_', " "),
                if claim.grade == Grade::Declared { " (this claim is graded declared)" } else { "" }
            )),
            (_, Verdict::Undecided) => Some(format!(
                "Undecided: {}: the recorded enclosures are too wide to tell.",
                claim.name.replace('_', " ")
            )),
        }
    }
}

fn right_align(table: &mut Table, columns: &[usize]) {
    for &number in columns {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}
