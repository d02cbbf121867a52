//! Theorem 6 (`thm:mirror`) in the Euclidean case, Corollary 1 (`cor:sgd`) and S7.
//!
//! The paper cites the proof; the lines here are the usual ones: optimality of the projected step, the three-point
//! identity, Young's inequality, telescoping. On a box every step is rational, so the whole chain is exact, and so are
//! the stated step sizes when `B_Psi/T` is the square of a rational. The constant 2 of the theorem is not tight: the
//! stated step gives 3/2 (`thm6.claim-3/2`), the best step gives sqrt(2), and orthogonal gradients attain the
//! Euclidean bound exactly (`s7.tight`). Misprint: the subgradient is one of `f_t` at theta, not at `theta^(t)`.

use super::number::{Q, count, frac, whole};
use super::random::Random;
use super::recorder::{Proof, Recorder, Step, holds, no_fixed_instances};
use super::vector::{Vector, choices, dot, minus, norm_1, plus, scaled, square_norm, unit, zeros};

/// A box `low <= theta <= high`.
#[derive(Clone, Debug)]
pub struct Cube {
    pub low: Vector,
    pub high: Vector,
}

impl Cube {
    pub fn project(&self, point: &[Q]) -> Vector {
        let clamp = |(x, (low, high)): (&Q, (&Q, &Q))| x.clone().max(low.clone()).min(high.clone());
        point.iter().zip(self.low.iter().zip(&self.high)).map(clamp).collect()
    }

    pub fn corners(&self) -> Vec<Vector> {
        let entry = |(bit, (low, high)): (&usize, (&Q, &Q))| if *bit == 0 { low.clone() } else { high.clone() };
        let corner = |bits: &Vec<usize>| bits.iter().zip(self.low.iter().zip(&self.high)).map(entry).collect();
        choices(self.low.len(), 2).iter().map(corner).collect()
    }

    /// `max ||theta||_2^2`.
    pub fn square_radius(&self) -> Option<Q> {
        self.corners().iter().map(|corner| square_norm(corner)).max()
    }

    pub fn random(random: &mut Random, dimension: usize) -> Self {
        let low: Vector = (0..dimension).map(|_| random.number() - Q::one()).collect();
        let high = low.iter().map(|x| x + random.nonnegative()).collect();
        Self { low, high }
    }
}

/// `f(theta) = sum_j slope_j |theta_j - kink_j| + <tilt, theta>`, convex for `slope >= 0`.
#[derive(Clone, Debug)]
pub struct Function {
    pub slope: Vector,
    pub kink: Vector,
    pub tilt: Vector,
    /// Which subgradient of `|.|` to take at a kink, in `[-1, 1]`.
    pub at_kink: Q,
}

impl Function {
    pub fn value(&self, theta: &[Q]) -> Q {
        let kinks = minus(theta, &self.kink);
        self.slope.iter().zip(&kinks).map(|(a, x)| a * x.abs()).sum::<Q>() + dot(&self.tilt, theta)
    }

    pub fn subgradient(&self, theta: &[Q]) -> Vector {
        let sign = |x: &Q| match x.cmp(&Q::zero()) {
            std::cmp::Ordering::Less => whole(-1),
            std::cmp::Ordering::Equal => self.at_kink.clone(),
            std::cmp::Ordering::Greater => Q::one(),
        };
        let kinks: Vector = self.slope.iter().zip(minus(theta, &self.kink)).map(|(a, x)| a * sign(&x)).collect();
        plus(&kinks, &self.tilt)
    }

    /// A bound of every subgradient's 2-norm.
    pub fn bound(&self) -> Q {
        norm_1(&self.slope) + norm_1(&self.tilt)
    }

    pub fn random(random: &mut Random, dimension: usize) -> Self {
        let slope = (0..dimension).map(|_| random.nonnegative()).collect();
        let at_kink = random.share() * whole(2) - Q::one();
        Self { slope, kink: random.vector(dimension), tilt: random.vector(dimension), at_kink }
    }
}

/// The smallest `j/4 >= 1/4` whose square is at least this.
pub fn quarter_root_above(square: &Q) -> Option<Q> {
    (1..400).map(|j| frac(j, 4)).find(|x| x.square() >= *square)
}

/// The Bregman divergence of `||.||_2^2 / 2`.
fn bregman(u: &[Q], v: &[Q]) -> Q {
    let psi = |x: &[Q]| square_norm(x) * frac(1, 2);
    psi(u) - psi(v) - dot(v, &minus(u, v))
}

const STEPS: &[Step] = &[
    holds("thm6.bregman", "D(u, v) = Psi(u) - Psi(v) - <grad Psi(v), u - v> = norm_2(u - v)^2/2"),
    holds("thm6.projection", "<theta_{t+1} - (theta_t - eta s_t), u - theta_{t+1}> >= 0 for u in Theta"),
    holds(
        "thm6.three-points",
        "<theta_{t+1} - theta_t, u - theta_{t+1}> = D(u, theta_t) - D(u, theta_{t+1}) - D(theta_{t+1}, theta_t)",
    ),
    holds("thm6.progress", "eta <s_t, theta_{t+1} - u> <= D(u, theta_t) - D(u, theta_{t+1}) - D(theta_{t+1}, theta_t)"),
    holds("thm6.young", "eta <s_t, theta_t - theta_{t+1}> <= eta^2 norm(s_t)^2/2 + norm(theta_t - theta_{t+1})^2/2"),
    holds("thm6.convexity", "f_t(theta_t) - f_t(u) <= <s_t, theta_t - u>"),
    holds("thm6.telescope", "sum_t <s_t, theta_t - u> <= D(u, theta_1)/eta + (eta/2) sum_t norm(s_t)^2"),
    holds("thm6.start", "D(u, theta_1) <= Psi(u) - Psi(theta_1) <= B_Psi"),
    holds("thm6.gradients", "norm(s_t)^2 <= B^2"),
    holds("thm6.claim-3/2", "with eta = sqrt(B_Psi/(T B^2)): average regret <= (3/2) B sqrt(B_Psi/T)"),
    holds("thm6.claim", "with eta = sqrt(B_Psi/(T B^2)): average regret <= 2 B sqrt(B_Psi/T)"),
];

/// Theorem 6.
pub const THEOREM_6: Proof = Proof {
    name: "thm6",
    statement: "Theorem 6: mirror descent, Euclidean case, exact steps on boxes",
    steps: STEPS,
    fixed: no_fixed_instances,
    random,
    cost: 2,
};

/// Says the chain up to telescoping for one run and one comparator; gives the regret `sum_t f_t(theta_t) - f_t(u)`.
pub fn chain(r: &mut Recorder, cube: &Cube, functions: &[Function], eta: &Q, u: &[Q]) -> Option<Q> {
    let start = cube.project(&zeros(cube.low.len()));
    let half = frac(1, 2);
    let (mut theta, mut regret, mut linear, mut squares) = (start.clone(), Q::zero(), Q::zero(), Q::zero());
    for f in functions {
        let s = f.subgradient(&theta);
        let free = minus(&theta, &scaled(eta, &s));
        let next = cube.project(&free);
        r.ge("thm6.projection", &dot(&minus(&next, &free), &minus(u, &next)), &Q::zero());
        let (here, there, moved) = (bregman(u, &theta), bregman(u, &next), bregman(&next, &theta));
        r.eq("thm6.bregman", &here, &(square_norm(&minus(u, &theta)) * &half));
        let points = &here - &there - &moved;
        r.eq("thm6.three-points", &dot(&minus(&next, &theta), &minus(u, &next)), &points);
        r.le("thm6.progress", &(eta * dot(&s, &minus(&next, u))), &points);
        let right = (eta.square() * square_norm(&s) + square_norm(&minus(&theta, &next))) * &half;
        r.le("thm6.young", &(eta * dot(&s, &minus(&theta, &next))), &right);
        let (loss, slope) = (f.value(&theta) - f.value(u), dot(&s, &minus(&theta, u)));
        r.le("thm6.convexity", &loss, &slope);
        (regret, linear, squares) = (regret + loss, linear + slope, squares + square_norm(&s));
        theta = next;
    }
    r.le("thm6.telescope", &linear, &(bregman(u, &start).over(eta)? + eta * &squares * &half));
    Some(regret)
}

/// A box, functions and a bound of their subgradients.
fn instance(random: &mut Random, rounds: usize) -> Option<(Cube, Vec<Function>, Q)> {
    let dimension = random.size(1, 3);
    let cube = Cube::random(random, dimension);
    let functions: Vec<Function> = (0..rounds).map(|_| Function::random(random, dimension)).collect();
    let bound = functions.iter().map(Function::bound).max()?.max(frac(1, 4));
    Some((cube, functions, bound))
}

/// A point of the box: often a corner.
fn comparator(random: &mut Random, cube: &Cube) -> Option<Vector> {
    let corner = random.choose(&cube.corners())?.clone();
    let inside = random.vector(corner.len());
    Some(if random.once_in(3) { cube.project(&inside) } else { corner })
}

fn random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let rounds = random.size(1, 6);
    let (cube, functions, bound) = instance(random, rounds)?;
    let u = comparator(random, &cube)?;
    chain(r, &cube, &functions, &random.positive(), &u)?;
    // B_Psi = T k^2, so that the stated step size k/B is rational.
    let half = frac(1, 2);
    let k = quarter_root_above(&(cube.square_radius()? * &half).over(&count(rounds))?)?;
    let bound_psi = count(rounds) * k.square();
    let start = cube.project(&zeros(u.len()));
    let fall = (square_norm(&u) - square_norm(&start)) * &half;
    r.le("thm6.start", &bregman(&u, &start), &fall);
    r.le("thm6.start", &fall, &bound_psi);
    let mut theta = start;
    let eta = k.over(&bound)?;
    for f in &functions {
        r.le("thm6.gradients", &square_norm(&f.subgradient(&theta)), &bound.square());
        theta = cube.project(&minus(&theta, &scaled(&eta, &f.subgradient(&theta))));
    }
    let average = chain(r, &cube, &functions, &eta, &u)?.over(&count(rounds))?;
    r.le("thm6.claim-3/2", &average, &(frac(3, 2) * &bound * &k));
    r.le("thm6.claim", &average, &(whole(2) * &bound * &k));
    Some(())
}

/// Corollary 1 and S7.
pub const COROLLARY_1: Proof = Proof {
    name: "cor1",
    statement: "Corollary 1: gradient descent; S7: the sharp constants and the steps that keep the bound",
    steps: &[
        holds("cor1.psi", "Psi = norm_2^2/2 <= B_Theta^2/2 = B_Psi"),
        holds("cor1.step", "eta = B_Theta/(B sqrt(2T)) is the step of Theorem 6: T B^2 eta^2 = B_Psi"),
        holds("cor1.bound", "2 B sqrt(B_Psi/T) = B_Theta B sqrt(2/T), squared"),
        holds("cor1.claim", "average regret <= B_Theta B sqrt(2/T)"),
        holds("s7.best", "with eta = B_Theta/(B sqrt T): average regret <= B_Theta B/sqrt T"),
        holds("s7.range", "1/c + c/2 <= 2 iff c^2 - 4c + 2 <= 0: c^2 - 4c + 2 = 2c (1/c + c/2 - 2)"),
        holds("s7.scaled", "with c times the step, c^2 - 4c + 2 <= 0: average regret <= B_Theta B sqrt(2/T)"),
        holds("s7.inside", "orthogonal gradients, eta = 1/sqrt T: the iterates never leave the unit ball"),
        holds("s7.tight", "orthogonal gradients on the unit ball, eta = 1/sqrt T: average regret = 1/sqrt T"),
    ],
    fixed: tight,
    random: corollary_random,
    cost: 2,
};

/// Orthogonal unit gradients: the iterates stay in the unit ball, and the regret is the bound.
fn tight(r: &mut Recorder) -> Option<()> {
    for root in 1_i64..=4 {
        r.instance(format!("orthogonal gradients, sqrt T = {root}"));
        let rounds = usize::try_from(root.checked_mul(root)?).ok()?;
        let eta = frac(1, root);
        let (mut theta, mut regret) = (zeros(rounds), Q::zero());
        let best: Vector = vec![-&eta; rounds];
        for t in 0..rounds {
            let s = unit(rounds, t);
            regret = regret + dot(&s, &minus(&theta, &best));
            theta = minus(&theta, &scaled(&eta, &s));
            r.le("s7.inside", &square_norm(&theta), &Q::one());
        }
        r.eq("s7.tight", &regret.over(&count(rounds))?, &eta);
    }
    Some(())
}

fn corollary_random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    // sqrt(2T) is 2 or 4.
    let (rounds, double_root) = *random.choose(&[(2_usize, 2_i64), (8, 4)])?;
    let (cube, functions, bound) = instance(random, rounds)?;
    let u = comparator(random, &cube)?;
    let (square, quiet) = (cube.square_radius()?, &mut Recorder::new());
    let radius = quarter_root_above(&square)?;
    let bound_psi = radius.square() * frac(1, 2);
    let eta = radius.over(&(&bound * whole(double_root)))?;
    r.le("cor1.psi", &(square * frac(1, 2)), &bound_psi);
    r.eq("cor1.step", &(count(rounds) * (&bound * &eta).square()), &bound_psi);
    let claim = &radius * &bound * frac(2, double_root);
    r.eq("cor1.bound", &(whole(4) * bound.square() * bound_psi.over(&count(rounds))?), &claim.square());
    let average = |regret: Q| regret.over(&count(rounds));
    r.le("cor1.claim", &average(chain(quiet, &cube, &functions, &eta, &u)?)?, &claim);

    let c = frac(random.between(1, 16), 4);
    let polynomial = c.square() - whole(4) * &c + whole(2);
    r.eq("s7.range", &polynomial, &(whole(2) * &c * (Q::one().over(&c)? + &c * frac(1, 2) - whole(2))));
    if polynomial <= Q::zero() {
        r.le("s7.scaled", &average(chain(quiet, &cube, &functions, &(&c * &eta), &u)?)?, &claim);
    }
    let (squared, root) = *random.choose(&[(1_usize, 1_i64), (4, 2), (9, 3)])?;
    let (cube, functions, bound) = instance(random, squared)?;
    let u = comparator(random, &cube)?;
    let radius = quarter_root_above(&cube.square_radius()?)?;
    let eta = radius.over(&(&bound * whole(root)))?;
    let regret = chain(quiet, &cube, &functions, &eta, &u)?.over(&count(squared))?;
    r.le("s7.best", &regret, &(&radius * &bound * frac(1, root)));
    Some(())
}
