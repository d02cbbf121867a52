//! A problem over data: a ball of linear models, a convex loss, constraints on rates and their surrogates.
//!
//! **Values** are those of the whole data set; with hinges they are exact rationals, and [`Problem::enclose`] at a
//! point is the tightest enclosure of them. **Minibatches** draw rows with replacement and weigh each by the numbers of
//! the *data set*: the estimate `constant + (N / batch) sum of the drawn rows' parts` of a sum over rows is unbiased,
//! whereas a ratio of counts within the batch is not.

use super::coefficients::{FunctionWeights, HingeSums};
use super::exact_values::sums;
use super::{Cells, Dataset, Signs, Table, Tally, evaluate, hinge, hinge_over, hinge_slope};
use crate::domain::{AnyDomain, Ball, Domain as _};
use crate::error::{Error, Result};
use crate::game::{DataRecord, RateConstraint, RatesRecord, Side};
use crate::numerics::Enclosure;
use crate::numerics::rational::enclose;
use crate::problem::{Problem, Workspace};
use dashu_ratio::RBig;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;
use std::num::NonZeroUsize;

/// What a rate problem plays with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateOptions {
    /// The radius of the ball of models.
    pub radius: f64,
    /// The rows of a minibatch.
    pub batch: usize,
    /// Whether the constraints are the rates and the hinges their proxies; else the hinges are the constraints.
    pub proxies: bool,
    /// How many threads go over all rows; no value depends on it.
    pub threads: NonZeroUsize,
}

impl Default for RateOptions {
    fn default() -> Self {
        Self { radius: 10.0, batch: 100, proxies: true, threads: NonZeroUsize::MIN }
    }
}

/// Minimise a loss over data subject to constraints on rates.
///
/// ```
/// use referee::data::{Meaning, RateOptions, RateProblem, RecipeOptions, Table, automatic, sha256, parse};
/// use referee::game::Side;
/// use referee::problem::{Problem, Workspace};
/// use referee::game::DataRecord;
/// let text = "sex,job,paid\nF,a,no\nF,b,yes\nM,a,yes\nM,b,yes\n";
/// let table = Table::parse(text, "people.csv")?;
/// let recipe = automatic(&table, &RecipeOptions::new("paid", "yes"))?.recipe;
/// let meaning = Meaning { table: &table, label: &recipe.label, reference: None };
/// let constraint = parse("tpr(sex=F) >= 0.5 * tpr()", &table)?[0].on(&meaning)?;
/// let data = DataRecord { file: "people.csv".into(), sha256: sha256(text.as_bytes()), rows: 4, recipe };
/// let problem = RateProblem::new("people", &table, data, vec![constraint], RateOptions::default())?;
/// let mut values = [0.0; 2];
/// problem.values(&[0.0; 5], Side::Proxies, &mut values, &mut Workspace::default())?;
/// assert_eq!(values, [1.0, 0.5]); // the model 0: every margin is 1
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RateProblem {
    name: String,
    domain: AnyDomain,
    data: Dataset,
    cells: Cells,
    options: RateOptions,
    source: DataRecord,
    constraints: Vec<RateConstraint>,
    functions: Vec<FunctionWeights>,
}

impl RateProblem {
    /// The problem over the rows of a table, of which `source` says what they mean and where they are.
    ///
    /// # Errors
    /// If a column is not there, a rate is about no row, a constraint stands twice, the number of rows is another, or an
    /// option makes no sense.
    pub fn new(
        name: impl Into<String>,
        table: &Table,
        source: DataRecord,
        constraints: Vec<RateConstraint>,
        options: RateOptions,
    ) -> Result<Self> {
        if source.rows != table.len() {
            let (rows, found) = (source.rows, table.len());
            return Err(Error::new(format!("the record says {rows} rows, and the table has {found}")));
        }
        if options.batch == 0 {
            return Err(Error::new("a minibatch needs at least one row"));
        }
        // Documents name constraints, and the checker reads none in which a name stands for two.
        let mut seen = HashSet::new();
        if let Some(constraint) = constraints.iter().find(|constraint| !seen.insert(&constraint.name)) {
            return Err(Error::new(format!("the constraint `{}` is stated twice: delete one", constraint.name)));
        }
        let data = Dataset::from_table(table, &source.recipe, options.threads)?;
        let cells = Cells::of_table(table, &source.recipe, &constraints)?;
        let domain = AnyDomain::from(Ball::new(data.num_features(), options.radius)?);
        let functions = FunctionWeights::all(&cells);
        Ok(Self { name: name.into(), domain, data, cells, options, source, constraints, functions })
    }

    /// The rows.
    pub fn data(&self) -> &Dataset {
        &self.data
    }

    /// The rows by cells.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// What it was made with.
    pub fn options(&self) -> &RateOptions {
        &self.options
    }

    /// Where the rows are and what they mean.
    pub fn source(&self) -> &DataRecord {
        &self.source
    }

    /// The constraints.
    pub fn constraints(&self) -> &[RateConstraint] {
        &self.constraints
    }

    /// The problem as certificates carry it.
    pub fn record(&self) -> RatesRecord {
        RatesRecord {
            name: self.name.clone(),
            data: self.source.clone(),
            radius: self.domain.bounds(0).hi(),
            hinges_are_proxies: self.options.proxies,
            constraints: self.constraints.clone(),
        }
    }

    /// Whether function `k` is a rate itself on this side.
    fn is_rate(&self, k: usize, side: Side) -> bool {
        k > 0 && self.options.proxies && side == Side::Constraints
    }

    /// The values at a model, exactly: the loss, then the constraints of a side.
    pub fn exact_values(&self, theta: &[f64], side: Side) -> Vec<RBig> {
        let (positives, hinges) = sums(&self.data, &self.cells, theta);
        self.values_of_sums(&positives, &hinges, side)
    }

    fn values_of_sums(&self, positives: &[u64], hinges: &HingeSums, side: Side) -> Vec<RBig> {
        let constraints = if self.options.proxies && side == Side::Constraints {
            (0..self.constraints.len()).map(|i| self.cells.value(i, positives)).collect()
        } else {
            hinges.constraints(&self.cells)
        };
        std::iter::once(hinges.loss(&self.cells)).chain(constraints).collect()
    }

    /// Enclosures over a box, from the enclosures of the rows' scores.
    fn over_box(&self, over: &[Enclosure], side: Side, out: &mut [Enclosure]) {
        // For every cell: rows surely and possibly predicted +, and the sums of the hinges of s and -s.
        let mut counts = vec![(0_u32, 0_u32); self.cells.len()];
        let mut sums = vec![[Enclosure::ZERO; 2]; self.cells.len()];
        for (row, &cell) in self.cells.of_row().iter().enumerate() {
            let cell = cell as usize;
            let score = self.data.active(row).iter().fold(Enclosure::ZERO, |sum, &j| sum + over[j as usize]);
            counts[cell].0 += u32::from(score.lo() > 0.0);
            counts[cell].1 += u32::from(score.hi() > 0.0);
            let [plus, minus] = &mut sums[cell];
            *plus = *plus + hinge_over(score);
            *minus = *minus + hinge_over(-score);
        }
        for (k, (value, weights)) in out.iter_mut().zip(&self.functions).enumerate() {
            *value = if self.is_rate(k, side) {
                let rows = |(&net, &(lo, hi)): (&Enclosure, &(u32, u32))| net * Enclosure::new(lo.into(), hi.into());
                weights.net.iter().zip(&counts).map(rows).fold(weights.constant, |sum, part| sum + part)
            } else {
                let parts = weights.plus.iter().zip(&weights.minus).zip(&sums);
                parts.fold(weights.offset, |sum, ((&plus, &minus), of_cell)| {
                    sum + plus * of_cell[0] + minus * of_cell[1]
                })
            };
        }
    }

    /// The rows of the minibatch of a sample: drawn with replacement, the same for the same sample.
    pub fn minibatch(&self, sample: u64) -> impl Iterator<Item = usize> {
        let mut generator = ChaCha8Rng::seed_from_u64(sample);
        let rows = self.data.len();
        (0..self.options.batch).map(move |_| generator.random_range(0..rows))
    }

    /// The estimate of the values on the side of the constraints from some rows, as many as a minibatch has.
    ///
    /// # Panics
    /// If `theta` or `out` has the wrong length.
    pub fn values_of_rows(&self, rows: impl Iterator<Item = usize>, theta: &[f64], out: &mut [f64]) {
        let signs = Signs::new(&self.data, theta);
        out.fill(0.0);
        for row in rows {
            let (cell, score) = (self.cells.of_row()[row] as usize, signs.score(row));
            let positive = signs.sign(row, score).is_gt();
            for (k, (value, weights)) in out.iter_mut().zip(&self.functions).enumerate() {
                if self.is_rate(k, Side::Constraints) {
                    *value += if positive { weights.net[cell].midpoint() } else { 0.0 };
                } else {
                    *value += weights.plus[cell].midpoint() * hinge(score);
                    *value += weights.minus[cell].midpoint() * hinge(-score);
                }
            }
        }
        for (k, (value, weights)) in out.iter_mut().zip(&self.functions).enumerate() {
            let constant = if self.is_rate(k, Side::Constraints) { weights.constant } else { weights.offset };
            *value = constant.midpoint() + self.scale() * *value;
        }
    }

    /// The estimate of the subgradient from some rows, as many as a minibatch has.
    ///
    /// # Panics
    /// As [`RateProblem::values_of_rows`].
    pub fn subgradient_of_rows(
        &self,
        rows: impl Iterator<Item = usize>,
        theta: &[f64],
        side: Side,
        lambda: &[f64],
        out: &mut [f64],
    ) {
        out.fill(0.0);
        self.add_slopes(rows, theta, side, lambda, self.scale(), out);
    }

    /// `N / batch`.
    fn scale(&self) -> f64 {
        self.data.len() as f64 / self.options.batch as f64
    }

    fn add_slopes(
        &self,
        rows: impl Iterator<Item = usize>,
        theta: &[f64],
        side: Side,
        lambda: &[f64],
        scale: f64,
        out: &mut [f64],
    ) {
        for row in rows {
            let (cell, active) = (self.cells.of_row()[row] as usize, self.data.active(row));
            let score: f64 = active.iter().map(|&j| theta[j as usize]).sum();
            let mut slope = 0.0;
            for (k, (&lambda, weights)) in lambda.iter().zip(&self.functions).enumerate() {
                // A rate is constant between its jumps.
                if lambda != 0.0 && !self.is_rate(k, side) {
                    slope += lambda * weights.plus[cell].midpoint() * hinge_slope(score);
                    slope -= lambda * weights.minus[cell].midpoint() * hinge_slope(-score);
                }
            }
            for &j in active {
                out[j as usize] += scale * slope;
            }
        }
    }
}

impl Problem for RateProblem {
    fn name(&self) -> &str {
        &self.name
    }

    fn domain(&self) -> &AnyDomain {
        &self.domain
    }

    fn num_constraints(&self) -> usize {
        self.constraints.len()
    }

    fn has_proxies(&self) -> bool {
        self.options.proxies && !self.constraints.is_empty()
    }

    fn over_data(&self) -> Option<RatesRecord> {
        Some(self.record())
    }

    fn gives_enclosures(&self) -> bool {
        true
    }

    /// The middle of the enclosure, so that the one contains the other.
    fn values(&self, theta: &[f64], side: Side, out: &mut [f64], work: &mut Workspace) -> Result<()> {
        let point: Vec<Enclosure> = theta.iter().map(|&x| Enclosure::point(x)).collect();
        let mut enclosures = vec![Enclosure::ZERO; out.len()];
        self.enclose(&point, side, &mut enclosures, work)?;
        for (value, enclosure) in out.iter_mut().zip(enclosures) {
            *value = enclosure.midpoint();
        }
        Ok(())
    }

    fn subgradient(
        &self,
        theta: &[f64],
        side: Side,
        weights: &[f64],
        out: &mut [f64],
        _: &mut Workspace,
    ) -> Result<()> {
        out.fill(0.0);
        self.add_slopes(0..self.data.len(), theta, side, weights, 1.0, out);
        Ok(())
    }

    fn enclose(&self, over: &[Enclosure], side: Side, out: &mut [Enclosure], _: &mut Workspace) -> Result<()> {
        if over.iter().all(|x| x.is_point()) {
            let theta: Vec<f64> = over.iter().map(|x| x.lo()).collect();
            for (enclosure, value) in out.iter_mut().zip(&self.exact_values(&theta, side)) {
                *enclosure = enclose(value);
            }
            return Ok(());
        }
        self.over_box(over, side, out);
        Ok(())
    }

    fn enclose_points(&self, points: &[&[f64]]) -> Option<Vec<[Vec<Enclosure>; 2]>> {
        let sides = [Side::Constraints, Side::Proxies];
        let tallies = evaluate(&self.data, &self.cells, points, self.options.threads).ok()?; // points of the grid
        let of = |tally: &Tally| {
            let hinges = tally.hinge_sums();
            sides.map(|side| self.values_of_sums(&tally.positives, &hinges, side).iter().map(enclose).collect())
        };
        Some(tallies.iter().map(of).collect())
    }

    fn stochastic_subgradient(
        &self,
        sample: u64,
        theta: &[f64],
        side: Side,
        weights: &[f64],
        out: &mut [f64],
        _: &mut Workspace,
    ) -> Result<()> {
        self.subgradient_of_rows(self.minibatch(sample), theta, side, weights, out);
        Ok(())
    }

    fn stochastic_values(&self, sample: u64, theta: &[f64], out: &mut [f64], _: &mut Workspace) -> Result<()> {
        self.values_of_rows(self.minibatch(sample), theta, out);
        Ok(())
    }
}
