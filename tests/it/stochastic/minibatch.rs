//! A problem over data of which a round sees a few members: what stochastic statements are tried on.
//!
//! Every function is the mean of the same function over the members; a round draws `batch` members, with replacement,
//! and sees their mean. Both players see the same members. The number of batches is a power of two, so it divides 2^64,
//! and the low bits of a uniform `sample` are a uniform batch *exactly*: to average over
//! [all of them](Minibatch::batches) is to take the expectation, which is how unbiasedness is checked without a
//! tolerance.

use referee::domain::AnyDomain;
use referee::error::{Error, Result};
use referee::game::Side;
use referee::problem::Constants;
use referee::problem::{self, ExpressionProblem, Facts, Problem, Workspace};

/// The mean of members, seen a few at a time.
pub(crate) struct Minibatch {
    whole: ExpressionProblem,
    members: Vec<ExpressionProblem>,
    batch: u32,
}

impl Minibatch {
    /// The problem `whole`, whose functions the caller says are the means of those of the `members`.
    ///
    /// # Errors
    /// If the members are not a power of two in number, the batches are more than 2^32, or a member has another number
    /// of variables or constraints.
    pub(crate) fn new(whole: ExpressionProblem, members: Vec<ExpressionProblem>, batch: u32) -> Result<Self> {
        let bits = members.len().trailing_zeros().saturating_mul(batch);
        if !members.len().is_power_of_two() || batch == 0 || bits > 32 {
            let count = members.len();
            return Err(Error::new(format!(
                "{count} members in batches of {batch}: the members must be a power of two, the batches at most 2^32"
            )));
        }
        let size = |problem: &ExpressionProblem| (problem.variables().len(), problem.constraints().len());
        if let Some(member) = members.iter().find(|member| size(member) != size(&whole)) {
            let message = format!("the member `{}` has other variables or constraints than the whole", member.name());
            return Err(Error::new(message));
        }
        Ok(Self { whole, members, batch })
    }

    /// A rate over a sample: minimise `x` over `[-1, 1]` subject to `#{k : z_k > x} / n - kappa <= 0`, with the mean hinge
    /// of width `s` as proxy. It is the family `step-sample`, whose bounds on values and slopes hold for every member.
    ///
    /// # Errors
    /// As [`Minibatch::new`].
    pub(crate) fn rate(z: &[f64], kappa: f64, s: f64, batch: u32) -> Result<Self> {
        let problem = |z: &[f64]| {
            let join = |term: &dyn Fn(f64) -> String| z.iter().map(|&z| term(z)).collect::<Vec<_>>().join(" + ");
            let (steps, hinges) =
                (join(&|z| format!("step({z} - x)")), join(&|z| format!("max(0, 1 - (x - {z}) / {s})")));
            let n = z.len();
            let text = format!(
                "minimize = \"x\"\nvariables = {{ x = [-1, 1] }}\n[[constraint]]\nname = \"rate\"\n\
                 expression = \"({steps}) / {n} - {kappa}\"\nproxy = \"({hinges}) / {n} - {kappa}\"\n"
            );
            ExpressionProblem::from_toml(&text, "minibatch")
        };
        let members = z.iter().map(|&z| problem(&[z])).collect::<Result<_>>()?;
        Self::new(problem(z)?, members, batch)
    }

    /// Bounds over the domain that hold for every member, so for every batch.
    ///
    /// # Errors
    /// If a function of a member is not bounded on the domain, or is undefined somewhere.
    pub(crate) fn constants(&self, side: Side) -> Result<Constants> {
        let mut bounds = problem::constants(&self.whole, side)?;
        for member in &self.members {
            let member = problem::constants(member, side)?;
            bounds.bound_constraints = bounds.bound_constraints.max(member.bound_constraints);
            bounds.bound_payoff_2 = bounds.bound_payoff_2.max(member.bound_payoff_2);
            let slopes = bounds.bound_subgradient.zip(member.bound_subgradient);
            bounds.bound_subgradient = slopes.map(|(one, other)| one.max(other));
        }
        Ok(bounds)
    }

    /// The number of batches; all are equally likely.
    pub(crate) fn batches(&self) -> u64 {
        (self.members.len() as u64).pow(self.batch)
    }

    /// The members of a batch, for any sample: its low bits say which batch.
    fn drawn(&self, sample: u64) -> impl Iterator<Item = &ExpressionProblem> {
        let n = self.members.len() as u64;
        (0..self.batch).map(move |place| &self.members[index(sample / n.pow(place) % n)])
    }

    /// Writes the mean over a batch of what `of` writes for a member.
    fn mean(
        &self,
        sample: u64,
        out: &mut [f64],
        mut of: impl FnMut(&ExpressionProblem, &mut [f64]) -> Result<()>,
    ) -> Result<()> {
        out.fill(0.0);
        let mut one = vec![0.0; out.len()];
        for member in self.drawn(sample) {
            of(member, &mut one)?;
            out.iter_mut().zip(&one).for_each(|(sum, value)| *sum += value);
        }
        for sum in out {
            *sum /= f64::from(self.batch);
        }
        Ok(())
    }
}

#[expect(clippy::cast_possible_truncation, reason = "an index below the number of members")]
fn index(i: u64) -> usize {
    i as usize
}

impl Problem for Minibatch {
    fn name(&self) -> &str {
        self.whole.name()
    }

    fn domain(&self) -> &AnyDomain {
        self.whole.domain()
    }

    fn num_constraints(&self) -> usize {
        self.whole.num_constraints()
    }

    fn values(&self, theta: &[f64], side: Side, out: &mut [f64], work: &mut Workspace) -> Result<()> {
        self.whole.values(theta, side, out, work)
    }

    fn subgradient(
        &self,
        theta: &[f64],
        side: Side,
        weights: &[f64],
        out: &mut [f64],
        work: &mut Workspace,
    ) -> Result<()> {
        self.whole.subgradient(theta, side, weights, out, work)
    }

    fn has_proxies(&self) -> bool {
        self.whole.has_proxies()
    }

    fn facts(&self) -> &Facts {
        self.whole.facts()
    }

    fn expressions(&self) -> Option<&ExpressionProblem> {
        Some(&self.whole)
    }

    fn stochastic_subgradient(
        &self,
        sample: u64,
        theta: &[f64],
        side: Side,
        weights: &[f64],
        out: &mut [f64],
        work: &mut Workspace,
    ) -> Result<()> {
        self.mean(sample, out, |member, out| member.subgradient(theta, side, weights, out, work))
    }

    fn stochastic_values(&self, sample: u64, theta: &[f64], out: &mut [f64], work: &mut Workspace) -> Result<()> {
        self.mean(sample, out, |member, out| member.values(theta, Side::Constraints, out, work))
    }
}
