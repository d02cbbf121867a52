//! What the frequencies are counted on: problems with real noise, and twins whose noise breaks a hypothesis.

use referee::domain::AnyDomain;
use referee::error::Result;
use referee::game::Side;
use referee::problem::{ExpressionProblem, Facts, Noise, Noisy, Problem, Shape, Workspace};

pub(crate) const SAMPLE: [f64; 8] = [-0.875, -0.625, -0.5, -0.25, -0.125, 0.0, 0.25, 0.5];

/// Noise in the facts: uniform on every slope.
pub(crate) fn noisy() -> ExpressionProblem {
    let text = "minimize = \"abs(x - 0.5)\"\nvariables = { x = [-1, 1] }\n\
                [[constraint]]\nname = \"cap\"\nexpression = \"x - 0.25\"\n[facts]\nnoise = 0.5";
    ExpressionProblem::from_toml(text, "noisy").unwrap()
}

/// The same with noise of a shape, on the values of the constraint too.
pub(crate) fn shaped(shape: Shape) -> Noisy {
    Noisy::new(noisy(), Noise::Added { shape, slopes: 0.5, values: 0.25 }).unwrap()
}

/// The same in two variables, on a ball.
pub(crate) fn noisy_ball() -> ExpressionProblem {
    let text = "minimize = \"abs(x - 0.5) + abs(y + 0.25)\"\nvariables = [\"x\", \"y\"]\n\
                [[constraint]]\nname = \"cap\"\nexpression = \"x - 0.25\"\n[domain]\nball = 1\n[facts]\nnoise = 0.5";
    ExpressionProblem::from_toml(text, "noisy-ball").unwrap()
}

/// With a proxy: the slopes of objective and proxy are 1, so that draws are near their bound.
pub(crate) fn noisy_step() -> ExpressionProblem {
    let text = "minimize = \"abs(x - 0.5)\"\nvariables = { x = [-1, 1] }\n\
                [[constraint]]\nname = \"late\"\nexpression = \"step(x - 0.75) - 0.5\"\nproxy = \"max(0, 0.25 + x) - 0.5\"\n\
                [facts]\nnoise = 0.125";
    ExpressionProblem::from_toml(text, "noisy-step").unwrap()
}

/// The same with noise of a shape, on the values of the constraint too.
pub(crate) fn shaped_step(shape: Shape) -> Noisy {
    Noisy::new(noisy_step(), Noise::Added { shape, slopes: 0.125, values: 0.25 }).unwrap()
}

/// Such noise where the constraint is violated unless the lambda-player objects.
pub(crate) fn shaped_late(shape: Shape) -> Noisy {
    let text = "minimize = \"abs(x - 0.5)\"\nvariables = { x = [-1, 1] }\n[[constraint]]\nname = \"late\"\n\
                expression = \"step(x + 0.25) - 0.5\"\nproxy = \"max(0, 1.25 + x) - 0.5\"";
    let late = ExpressionProblem::from_toml(text, "late").unwrap();
    Noisy::new(late, Noise::Added { shape, slopes: 0.125, values: 0.25 }).unwrap()
}

/// A median over a sample, of which a round sees one member, with a convex constraint over the same sample.
pub(crate) fn median() -> Noisy {
    let problem = |z: &[f64]| {
        let join = |term: &dyn Fn(f64) -> String| z.iter().map(|&z| term(z)).collect::<Vec<_>>().join(" + ");
        let (far, below) = (join(&|z| format!("abs(x - {z})")), join(&|z| format!("max(0, {z} - x)")));
        let n = z.len();
        let text = format!(
            "minimize = \"({far}) / {n}\"\nvariables = {{ x = [-1, 1] }}\n[[constraint]]\nname = \"below\"\n\
             expression = \"({below}) / {n} - 0.25\"\n"
        );
        ExpressionProblem::from_toml(&text, "median").unwrap()
    };
    // Away from 0, where play starts.
    let sample = [0.375, 0.5, 0.5, 0.625, 0.625, 0.75, 0.75, 0.875];
    let members = sample.iter().map(|&z| problem(&[z])).collect();
    Noisy::new(problem(&sample), Noise::Members { members, batch: 1 }).unwrap()
}

/// A rate over the sample with the mean hinge as proxy, two members per round.
pub(crate) fn rate() -> Noisy {
    rate_of(&SAMPLE, 0.25, 0.5, 2).unwrap()
}

/// A rate over a sample: minimise `x` over `[-1, 1]` subject to `#{k : z_k > x} / n - kappa <= 0`, with the mean hinge of
/// width `s` as proxy. It is the family `step-sample`, whose bounds on values and slopes hold for every member.
pub(crate) fn rate_of(z: &[f64], kappa: f64, s: f64, batch: u32) -> Result<Noisy> {
    let problem = |z: &[f64]| {
        let join = |term: &dyn Fn(f64) -> String| z.iter().map(|&z| term(z)).collect::<Vec<_>>().join(" + ");
        let (steps, hinges) = (join(&|z| format!("step({z} - x)")), join(&|z| format!("max(0, 1 - (x - {z}) / {s})")));
        let n = z.len();
        let text = format!(
            "minimize = \"x\"\nvariables = {{ x = [-1, 1] }}\n[[constraint]]\nname = \"rate\"\n\
             expression = \"({steps}) / {n} - {kappa}\"\nproxy = \"({hinges}) / {n} - {kappa}\"\n"
        );
        ExpressionProblem::from_toml(&text, "minibatch")
    };
    let members = z.iter().map(|&z| problem(&[z])).collect::<Result<_>>()?;
    Noisy::new(problem(z)?, Noise::Members { members, batch })
}

/// A problem whose draws are tampered with before the players see them; what is true of it stays true.
pub(crate) struct Twin<P> {
    pub(crate) honest: P,
    pub(crate) slope: fn(f64) -> f64,
    pub(crate) value: fn(f64) -> f64,
    pub(crate) sample: fn(u64) -> u64,
}

impl<P> Twin<P> {
    /// With draws as they are.
    pub(crate) fn of(honest: P) -> Self {
        Self { honest, slope: |slope| slope, value: |value| value, sample: |sample| sample }
    }
}

impl<P: Problem> Problem for Twin<P> {
    fn name(&self) -> &str {
        self.honest.name()
    }
    fn domain(&self) -> &AnyDomain {
        self.honest.domain()
    }
    fn num_constraints(&self) -> usize {
        self.honest.num_constraints()
    }
    fn values(&self, theta: &[f64], side: Side, out: &mut [f64], work: &mut Workspace) -> Result<()> {
        self.honest.values(theta, side, out, work)
    }
    fn subgradient(
        &self,
        theta: &[f64],
        side: Side,
        weights: &[f64],
        out: &mut [f64],
        work: &mut Workspace,
    ) -> Result<()> {
        self.honest.subgradient(theta, side, weights, out, work)
    }
    fn has_proxies(&self) -> bool {
        self.honest.has_proxies()
    }
    fn facts(&self) -> &Facts {
        self.honest.facts()
    }
    fn expressions(&self) -> Option<&ExpressionProblem> {
        self.honest.expressions()
    }
    fn noise(&self) -> Option<&Noise> {
        self.honest.noise()
    }
    fn is_noiseless(&self) -> bool {
        self.honest.is_noiseless()
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
        self.honest.stochastic_subgradient((self.sample)(sample), theta, side, weights, out, work)?;
        for slope in out {
            *slope = (self.slope)(*slope);
        }
        Ok(())
    }
    fn stochastic_values(&self, sample: u64, theta: &[f64], out: &mut [f64], work: &mut Workspace) -> Result<()> {
        self.honest.stochastic_values((self.sample)(sample), theta, out, work)?;
        for value in &mut out[1..] {
            *value = (self.value)(*value);
        }
        Ok(())
    }
}
