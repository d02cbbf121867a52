//! An equilibrium on candidates: everything is rational, and exact.

use super::{Players, check_weights, support};
use crate::about::counted;
use crate::against_trace;
use crate::certificate::Data;
use crate::csv::{BY_UPPER_ENDS, Game, is_wide};
use crate::decimal::number;
use crate::exact::Rational;
use crate::interval::Interval;
use crate::json::{Fields, Form};
use crate::mixed::{Least, Weights};
use crate::report::{Accepted, Reason, Refusal};
use crate::solution::{check_means, too_long, vector, weighted};
use crate::table::Table;
use std::cmp::Ordering;
use std::io::Read;

pub(crate) struct OnCandidates {
    pub(crate) data: Data,
    players: Players,
    support: Vec<(usize, Rational)>,
    objective: Rational,
    constraints: Vec<Rational>,
    theta_gap: Rational,
    lambda_gap: Rational,
}

impl OnCandidates {
    pub(super) fn read(mut fields: Fields, players: Players, data: Data) -> Form<Self> {
        let it = Self {
            players,
            support: weighted(fields.need("support")?, "support", "candidate")?,
            objective: fields.need("objective")?.rational("objective")?,
            constraints: vector(&mut fields, "constraints", data.constraints)?,
            theta_gap: fields.need("theta_gap")?.rational("theta_gap")?,
            lambda_gap: fields.need("lambda_gap")?.rational("lambda_gap")?,
            data,
        };
        fields.finish()?;
        Ok(it)
    }

    /// Checks the equilibrium, called `name`, against the candidates of its `file`.
    pub(crate) fn check<R: Read>(&self, name: &str, mut table: Table<R>, file: &str) -> Result<Accepted, Refusal> {
        let (data, players) = (&self.data, &self.players);
        against_trace::check_constraints(data.constraints, file, table.row.values.len())?;
        let long = || too_long(name, "multipliers");
        let mut least = Least::of(&players.theta_weights()).ok_or_else(long)?;
        let mut wanted = self.support.iter().map(|(candidate, _)| *candidate).peekable();
        // The objective and the constraints of the support's candidates, and what the theta-player sees there.
        let (mut points, mut seen_points) = (Vec::new(), Vec::new());
        let mut by_upper_ends = false;
        while table.next().map_err(|flaw| flaw.in_file(file))? {
            // Of an enclosed column the upper end is used.
            let upper = |ends: &(f64, f64)| ends.1;
            let values: Vec<f64> = table.row.values.iter().map(upper).collect();
            let proxies = table.row.proxies.as_slice();
            by_upper_ends |= table.row.values.iter().any(is_wide);
            let seen = if players.game == Game::Proxy && !proxies.is_empty() {
                by_upper_ends |= proxies.iter().any(is_wide);
                values.iter().copied().take(1).chain(proxies.iter().map(upper)).collect()
            } else {
                values.clone()
            };
            least.see(&seen);
            if wanted.peek() == Some(&table.rounds.saturating_sub(1)) {
                wanted.next();
                points.push(values);
                seen_points.push(seen);
            }
        }
        against_trace::check_digest(data, file, "--candidates", table.rounds, &table.digest())?;
        players.check_multipliers(name)?;
        let weights = check_weights(name, data.constraints, &self.support)?;
        // All were met in the order of the file only if they increase.
        if points.len() != self.support.len() {
            return Err(support("the candidates must increase and be candidates of the file"));
        }
        check_means(&weights, &points, &self.objective, &self.constraints)?;
        let theta_weights = Weights::new(&players.theta_weights()).ok_or_else(long)?;
        let lambda_weights = Weights::new(&players.lambda_weights()).ok_or_else(long)?;
        let least = least.value().ok_or_else(|| support("there is no candidate"))?;
        let theta_gap = &weights.mean_of_dots(&theta_weights, &seen_points) - &least;
        let best = self.constraints.iter().fold(Rational::zero(), |best, x| best.max(x.clone()));
        let lambda_gap = &(&players.radius * &best) - &weights.mean_of_dots(&lambda_weights, &points);
        for (field, found, recorded) in
            [("theta_gap", &theta_gap, &self.theta_gap), ("lambda_gap", &lambda_gap, &self.lambda_gap)]
        {
            if found != recorded {
                let detail = format!("the player gains {} by deviating, not {}", number(found), number(recorded));
                return Err(Refusal::rejected(field, Reason::Gap, detail));
            }
            if players.statement != "theorem-5" && found.sign() != Ordering::Equal {
                let detail = format!("{} has no gap, but the player gains {}", players.statement, number(found));
                return Err(Refusal::rejected(field, Reason::NotEquilibrium, detail));
            }
        }
        let place = format!("on {}", counted(data.rounds, "candidate"));
        let gaps = [(theta_gap, &self.theta_gap), (lambda_gap, &self.lambda_gap)];
        let gaps = gaps.map(|(gap, recorded)| (Interval::point(gap), recorded));
        let mut accepted = players.accepted(&place, self.support.len(), gaps, number);
        if let (Some(note), true) = (&mut accepted.note, by_upper_ends) {
            *note = format!("{note}\n{BY_UPPER_ENDS}");
        }
        Ok(accepted)
    }
}
