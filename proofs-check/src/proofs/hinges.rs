//! Hinges over data: that they dominate rates, the bound by margins, and when no model satisfies all of them.
//!
//! These are the lemmas behind section 12 of the specification. `hinge.tau` is the whole of the bound by margins: a
//! choice of `tau` in `[0, 1]` for each row makes an affine function of the model, and the least value of that over a
//! ball is known (`margins.3`). The lines that are declared false are the mistakes that are easily made: the hinge of the
//! wrong side, a `tau` above 1, the wrong dual norm, and `A + B` for `2 min(A, B)`.

use super::number::{Q, frac, whole};
use super::random::Random;
use super::recorder::{Proof, Recorder, fails, holds};
use super::vector::{Vector, dot, largest};

/// The lemmas about hinges over data.
pub const HINGES: Proof = Proof {
    name: "hinges",
    statement: "Data: hinges dominate rates, margins bound them over a ball, V(p) bounds them for every score",
    steps: &[
        holds("hinge.plus", "1 if s > 0, else 0, is at most max(0, 1 + s)"),
        holds("hinge.minus", "1 if s <= 0, else 0, is at most max(0, 1 - s)"),
        holds("hinge.rate", "the hinge of a constraint is at least the constraint"),
        fails("hinge.side", "for c < 0 also: c mean max(0, 1 + s) >= c P(s > 0)"),
        holds("hinge.tau", "max(0, z) >= tau z for tau in [0, 1]"),
        fails("hinge.tau.above", "max(0, z) >= tau z for tau in [1, 2]"),
        holds("margins.1", "f >= K + sum_h a_h tau_h (1 + sigma_h s_h)"),
        holds("margins.2", "that is K + sum_h a_h tau_h + <v, theta>, v = sum_h a_h tau_h sigma_h x_h"),
        holds("margins.3", "<v, theta>^2 <= radius^2 ||v||_2^2 in the ball"),
        fails("margins.inf", "-<v, theta> <= radius ||v||_inf in the ball"),
        holds("proxies.row", "A max(0, 1 + s) + B max(0, 1 - s) >= 2 min(A, B)"),
        fails("proxies.sum", "A max(0, 1 + s) + B max(0, 1 - s) >= A + B"),
        holds("proxies.mean", "sum_i p_i hinge_i >= V(p)"),
        holds("proxies.some", "some hinge is at least V(p)"),
        holds("proxies.half", "P - 1/2 and 19/20 - P on the same rows: V(1/2, 1/2) = 29/40"),
    ],
    fixed,
    random,
    cost: 2,
};

/// A term: its coefficient, and for each row whether it is one of its rows.
struct Term {
    coefficient: Q,
    rows: Vec<bool>,
}

/// Rows with two features, a model on the sphere of a ball, and constraints: constants and terms.
struct Instance {
    rows: Vec<Vector>,
    theta: Vector,
    radius: Q,
    constraints: Vec<(Q, Vec<Term>)>,
    /// The weights of the constraints, which sum to 1.
    p: Vector,
}

fn indicator(is_true: bool) -> Q {
    whole(i64::from(is_true))
}

impl Term {
    /// The mean over the rows of the term.
    fn mean(&self, scores: &[Q], value: impl Fn(&Q) -> Q) -> Option<Q> {
        let chosen: Vec<Q> = scores.iter().zip(&self.rows).filter(|(_, is)| **is).map(|(s, _)| value(s)).collect();
        let count = whole(i64::try_from(chosen.len()).ok()?);
        chosen.into_iter().sum::<Q>().over(&count)
    }

    fn is_negative(&self) -> bool {
        self.coefficient < Q::zero()
    }

    /// The weight of one row in the hinge.
    fn each(&self) -> Option<Q> {
        self.coefficient.abs().over(&whole(i64::try_from(self.rows.iter().filter(|is| **is).count()).ok()?))
    }
}

/// `max(0, 1 + s)`, or `max(0, 1 - s)`.
fn hinge(s: &Q, is_plus: bool) -> Q {
    (if is_plus { Q::one() + s } else { Q::one() - s }).positive_part()
}

impl Instance {
    fn random(random: &mut Random) -> Self {
        let count = random.size(1, 5);
        let rows = (0..count).map(|_| (0..2).map(|_| indicator(random.once_in(2))).collect()).collect();
        // Points of the plane whose 2-norm is rational.
        let radius = random.nonnegative();
        let mut sign = |x: Q| if random.once_in(2) { x } else { -x };
        let (a, b) = (sign(frac(3, 5)), sign(frac(4, 5)));
        let theta = if random.once_in(4) { vec![sign_of(&a), Q::zero()] } else { vec![a, b] };
        let theta = theta.iter().map(|x| x * &radius).collect();
        let number = random.size(1, 3);
        let mut constraints = Vec::new();
        for _ in 0..number {
            let mut terms = Vec::new();
            for _ in 0..random.size(1, 2) {
                let first = random.size(0, count.saturating_sub(1));
                let rows = (0..count).map(|row| row == first || random.once_in(2)).collect();
                terms.push(Term { coefficient: random.number(), rows });
            }
            constraints.push((random.number(), terms));
        }
        Self { rows, theta, radius, constraints, p: random.distribution(number) }
    }

    fn terms(&self) -> impl Iterator<Item = (&Q, &Term)> {
        self.p.iter().zip(&self.constraints).flat_map(|(p, (_, terms))| terms.iter().map(move |term| (p, term)))
    }

    /// The constraint, and its hinge.
    fn values(&self, i: usize, scores: &[Q]) -> Option<(Q, Q)> {
        let (constant, terms) = self.constraints.get(i)?;
        let (mut rate, mut upper) = (constant.clone(), constant.clone());
        for term in terms {
            let c = &term.coefficient;
            rate = rate + c * term.mean(scores, |s| indicator(s.is_positive()))?;
            upper = upper
                + if term.is_negative() {
                    -c * (term.mean(scores, |s| hinge(s, false))? - Q::one())
                } else {
                    c * term.mean(scores, |s| hinge(s, true))?
                };
        }
        Some((rate, upper))
    }
}

fn sign_of(x: &Q) -> Q {
    if *x < Q::zero() { whole(-1) } else { Q::one() }
}

/// Says the lines on one instance, with these `tau` in `[0, 1]`.
fn check(r: &mut Recorder, it: &Instance, tau: &[Q]) -> Option<Q> {
    let scores: Vector = it.rows.iter().map(|x| dot(x, &it.theta)).collect();
    for (s, tau) in scores.iter().zip(tau) {
        r.le("hinge.plus", &indicator(s.is_positive()), &hinge(s, true));
        r.le("hinge.minus", &indicator(!s.is_positive()), &hinge(s, false));
        let z = Q::one() + s;
        r.ge("hinge.tau", &z.positive_part(), &(tau * &z));
        r.ge("hinge.tau.above", &z.positive_part(), &((Q::one() + tau) * &z));
    }
    let (mut mean, mut most) = (Q::zero(), Vec::new());
    for (i, p) in it.p.iter().enumerate() {
        let (rate, upper) = it.values(i, &scores)?;
        r.ge("hinge.rate", &upper, &rate);
        mean = mean + p * &upper;
        most.push(upper);
    }
    for (_, term) in it.terms().filter(|(_, term)| term.is_negative()) {
        let (c, rate) = (&term.coefficient, term.mean(&scores, |s| indicator(s.is_positive()))?);
        r.ge("hinge.side", &(c * term.mean(&scores, |s| hinge(s, true))?), &(c * rate));
    }
    // f = sum_i p_i hinge_i, with one tau for each row of each term (the same for equal rows, which loses nothing).
    let mut constant: Q = it.p.iter().zip(&it.constraints).map(|(p, (constant, _))| p * constant).sum();
    let (mut affine, mut level, mut v) = (Q::zero(), Q::zero(), vec![Q::zero(), Q::zero()]);
    let mut sides = vec![(Q::zero(), Q::zero()); it.rows.len()];
    for (p, term) in it.terms() {
        let each = p * term.each()?;
        let sigma = if term.is_negative() { whole(-1) } else { Q::one() };
        if term.is_negative() {
            constant = constant + p * &term.coefficient;
        }
        for (((x, s), (tau, is)), side) in it.rows.iter().zip(&scores).zip(tau.iter().zip(&term.rows)).zip(&mut sides) {
            if !is {
                continue;
            }
            let share = &each * tau;
            affine = affine + &share * (Q::one() + &sigma * s);
            level = level + &share;
            v = v.iter().zip(x).map(|(v, x)| v + &share * (&sigma * x)).collect();
            let place = if term.is_negative() { &mut side.1 } else { &mut side.0 };
            *place = &*place + &each;
        }
    }
    r.ge("margins.1", &mean, &(&constant + &affine));
    let product = dot(&v, &it.theta);
    r.eq("margins.2", &(&constant + &affine), &(&constant + &level + &product));
    r.le("margins.3", &product.square(), &(it.radius.square() * dot(&v, &v)));
    r.le("margins.inf", &-&product, &(&it.radius * largest(v.iter().map(Q::abs))?));
    let mut least = constant;
    for ((a, b), s) in sides.iter().zip(&scores) {
        let both = a * hinge(s, true) + b * hinge(s, false);
        let twice = whole(2) * a.min(b);
        r.ge("proxies.row", &both, &twice);
        r.ge("proxies.sum", &both, &(a + b));
        least = least + twice;
    }
    r.ge("proxies.mean", &mean, &least);
    r.ge("proxies.some", &largest(most)?, &least);
    Some(least)
}

fn fixed(r: &mut Recorder) -> Option<()> {
    r.instance("two rows, a rate at most 1/2 and at least 19/20");
    let term = |coefficient: i64| Term { coefficient: whole(coefficient), rows: vec![true, true] };
    let it = Instance {
        rows: vec![vec![Q::one(), Q::one()], vec![Q::one(), Q::one()]],
        theta: vec![frac(-3, 5), frac(-4, 5)],
        radius: Q::one(),
        constraints: vec![(frac(-1, 2), vec![term(1)]), (frac(19, 20), vec![term(-1)])],
        p: vec![frac(1, 2), frac(1, 2)],
    };
    let least = check(r, &it, &[Q::one(), frac(1, 3)])?;
    r.eq("proxies.half", &least, &frac(29, 40));
    Some(())
}

fn random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let it = Instance::random(random);
    let tau: Vector = it.rows.iter().map(|_| random.share()).collect();
    check(r, &it, &tau).map(|_| ())
}
