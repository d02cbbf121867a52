//! The arrays of a run as numpy saves them, as rounds.
//!
//! `objective` has `T` numbers, `constraints` `T x m` (or `T` for one constraint), `multipliers` `T x m`, or `T x (m + 1)`
//! in the proxy game, whose first column weighs the objective. `proxies` (`T x m`), `theta` (`T x d`) and `names` (of the
//! constraints) may be there. Other arrays are refused unless they are left out.

use super::{Archive, Array, names};
use crate::error::{Error, Result, hint};
use crate::game::Game;
use crate::numerics::Enclosure;
use crate::trace::foreign::{listed, printable};
use crate::trace::header::equalities;
use crate::trace::{Foreign, Layout, Round};
use std::path::PathBuf;

/// What an array may be.
const ROLES: [&str; 6] = ["objective", "constraints", "multipliers", "proxies", "theta", "names"];

/// Rounds that stand in arrays.
pub(super) struct ArrayRounds {
    path: PathBuf,
    pub(super) layout: Layout,
    /// The names of the value columns.
    pub(super) labels: Vec<String>,
    /// The constraints, counted from 0, that are equalities.
    pub(super) equalities: Vec<usize>,
    /// The arrays that were left out.
    pub(super) left_out: Vec<String>,
    /// Whether there are multipliers.
    pub(super) has_multipliers: bool,
    /// The arrays that there are, each with room for a row.
    objective: Rows,
    constraints: Option<Rows>,
    proxies: Option<Rows>,
    multipliers: Option<Rows>,
    theta: Option<Rows>,
    rounds: usize,
    read: usize,
}

struct Rows {
    array: Array,
    row: Vec<f64>,
}

impl Rows {
    fn next(&mut self) -> Result<&[f64]> {
        self.array.read_row(&mut self.row)?;
        Ok(&self.row)
    }
}

impl ArrayRounds {
    /// Opens the arrays; mere `candidates` may go without multipliers.
    pub(super) fn open(archive: &Archive, foreign: &Foreign, candidates: bool) -> Result<Self> {
        let path = archive.path().to_owned();
        let wrong = |message: String| Error::new(message).in_file(&path);
        let there: Vec<String> = archive.arrays().map(str::to_owned).collect();
        let roles = foreign.roles(&there).map_err(|message| wrong(message.replace("column", "array")))?;
        if let Some((_, role)) = roles.iter().find(|(_, role)| !ROLES.contains(&role.as_str())) {
            return Err(wrong(strange(role)));
        }
        let mut known: Vec<&str> = roles.iter().map(|(_, role)| role.as_str()).collect();
        known.sort_unstable();
        if let Some((twice, _)) = known.iter().zip(known.iter().skip(1)).find(|(one, other)| one == other) {
            return Err(wrong(format!("two arrays are given as `{twice}`: keep one of them")));
        }
        let theirs = |wanted: &str| roles.iter().find(|(_, role)| role == wanted).map(|(field, _)| &there[*field]);
        let rows = |wanted: &str| -> Result<Option<Rows>> {
            let Some(name) = theirs(wanted) else { return Ok(None) };
            let array = Array::open(archive, name)?;
            let row = vec![0.0; array.width()];
            Ok(Some(Rows { array, row }))
        };
        let missing = |wanted: &str| wrong(missing(wanted, &there));
        let objective = rows("objective")?.ok_or_else(|| missing("objective"))?;
        let (constraints, proxies) = (rows("constraints")?, rows("proxies")?);
        let (multipliers, theta) = (rows("multipliers")?, rows("theta")?);
        let width = |rows: &Option<Rows>| rows.as_ref().map_or(0, |rows| rows.array.width());
        let (m, rounds) = (width(&constraints), objective.array.rows());
        if objective.array.width() != 1 {
            return Err(wrong("`objective` has several columns: it must have a number for each round".to_owned()));
        }
        for (role, array) in
            [("constraints", &constraints), ("proxies", &proxies), ("multipliers", &multipliers), ("theta", &theta)]
        {
            let length = array.as_ref().map_or(rounds, |rows| rows.array.rows());
            if length != rounds {
                return Err(wrong(format!(
                    "`{role}` has {length} rows and `objective` {rounds}: give both one row for each round"
                )));
            }
        }
        if proxies.is_some() && width(&proxies) != m {
            let found = width(&proxies);
            return Err(wrong(format!("`proxies` has {found} columns for {m} constraints: give each a proxy")));
        }
        let game = match (&multipliers, width(&multipliers)) {
            (None, _) if candidates || m == 0 => Game::Lagrangian,
            (None, _) => return Err(missing("multipliers")),
            (Some(_), found) if found == m => Game::Lagrangian,
            (Some(_), found) if found == m + 1 => Game::ProxyLagrangian,
            (Some(_), found) => {
                return Err(wrong(format!(
                    "`multipliers` has {found} columns for {m} constraints: give {m}, or {} in the proxy game, where the \
                     first weighs the objective",
                    m + 1
                )));
            }
        };
        if rounds == 0 {
            return Err(wrong("`objective` has no rounds".to_owned()));
        }
        let mut layout = Layout::new(game, m).with_theta(width(&theta));
        if proxies.is_some() {
            layout = layout.with_proxies();
        }
        let mut labels: Vec<String> = (0..layout.num_values()).map(|value| layout.value_name(value)).collect();
        // An array of one column names it.
        for (value, role) in [(0, "objective"), (1, "constraints")].into_iter().take(1 + usize::from(m == 1)) {
            if let Some(name) = theirs(role).filter(|name| *name != role) {
                labels[value].clone_from(name);
            }
        }
        if let Some(name) = theirs("names") {
            let own = names(archive, name)?;
            if own.len() != m {
                return Err(wrong(format!("`names` has {} names for {m} constraints", own.len())));
            }
            labels[1..=m].clone_from_slice(&own);
        }
        // As they are called where their range is given.
        for i in 0..layout.num_proxies() {
            labels[1 + m + i] = format!("proxy:{}", labels[1 + i]);
        }
        let equalities = equalities(&foreign.equalities, &layout, &labels).map_err(wrong)?;
        let has_multipliers = multipliers.is_some();
        let skipped = there.iter().enumerate().filter(|(field, name)| foreign.skips(*field, name));
        let left_out = skipped.map(|(_, name)| printable(name)).collect();
        Ok(Self {
            path,
            layout,
            labels,
            equalities,
            left_out,
            has_multipliers,
            objective,
            constraints,
            proxies,
            multipliers,
            theta,
            rounds,
            read: 0,
        })
    }

    /// How many bytes of doubles were read of how many.
    pub(super) fn progress(&self) -> (u64, u64) {
        let columns = self.layout.num_values() + self.layout.num_multipliers() + self.layout.num_thetas();
        let bytes = |rounds: usize| (rounds * columns * size_of::<f64>()) as u64;
        (bytes(self.read), bytes(self.rounds))
    }

    /// Reads the next round; `false` after the last one, when the archive has been found to be whole.
    pub(super) fn read_round(&mut self, round: &mut Round) -> Result<bool> {
        if self.read == self.rounds {
            return Ok(false);
        }
        round.objective = Enclosure::point(self.objective.next()?[0]);
        for (rows, values) in [(&mut self.constraints, &mut round.constraints), (&mut self.proxies, &mut round.proxies)]
        {
            if let Some(rows) = rows {
                values.iter_mut().zip(rows.next()?).for_each(|(value, &x)| *value = Enclosure::point(x));
            }
        }
        for (rows, numbers) in [(&mut self.multipliers, &mut round.lambda), (&mut self.theta, &mut round.theta)] {
            if let Some(rows) = rows {
                numbers.copy_from_slice(rows.next()?);
            }
        }
        let first = self.layout.num_multipliers() - self.layout.num_constraints();
        let negative = |(i, x): (usize, &f64)| *x < 0.0 && !(i >= first && self.equalities.contains(&(i - first)));
        if let Some(i) = round.lambda.iter().enumerate().position(negative) {
            return Err(Error::new(format!(
                "`multipliers` is {:?} in round {}, column {i} (both counted from 0), but a multiplier must not be negative: \
                 constraints ask for g <= 0, so check the sign",
                round.lambda[i], self.read
            ))
            .in_file(&self.path));
        }
        self.read += 1;
        Ok(true)
    }

    /// Makes sure that every array ends where it should, undamaged.
    pub(super) fn finish(self) -> Result<()> {
        let rest = [self.constraints, self.proxies, self.multipliers, self.theta];
        self.objective.array.finish()?;
        rest.into_iter().flatten().try_for_each(|rows| rows.array.finish())
    }
}

/// That an array is none of a run, and which are.
fn strange(role: &str) -> String {
    let (near, allowed) = (hint(role, ROLES), ROLES.join(", "));
    format!("`{role}` is not an array of a run{near}: name what it is, or leave it out; allowed are {allowed}")
}

/// That an array is not there, and what is.
fn missing(wanted: &str, there: &[String]) -> String {
    let near = hint(wanted, there.iter().map(String::as_str));
    format!("there is no array `{wanted}`{near}: {}", listed(there))
}
