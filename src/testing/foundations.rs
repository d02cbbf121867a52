//! The laws of the foundations, each with exact arithmetic as its judge.
//!
//! A law draws one random instance and either holds on it or says, in words, how it was broken. `referee verify`
//! runs every law on many instances. A law takes the implementation it judges as an argument, so that the tests can
//! hand it a broken one: a law that no broken implementation fails would prove nothing.

use super::generate::{finite, many, moderate};
use super::{Outcome, laws_domain as laws, require};
use crate::domain::{AnyDomain, Ball, Cuboid, Domain, FiniteSet, L1Orthant, Simplex};
use crate::expr::{Expr, Workspace};
use crate::game::Game;
use crate::numerics::rational::{contains, exact};
use crate::numerics::simplex::{is_on_simplex, round_to_simplex};
use crate::numerics::{Enclosure, ExactSum, Norm, Stationary, enclose_transpose_product};
use crate::trace::{Layout, Round, Trace};
use dashu_ratio::RBig;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;
use std::path::Path;

/// A property of the foundations that can be tried on random instances.
pub struct Law {
    /// A short name, for tables.
    pub name: &'static str,
    /// What it says, in one line.
    pub says: &'static str,
    /// Draws one instance; the error describes an instance that breaks the law.
    pub check: fn(&mut ChaCha8Rng) -> Outcome,
}

/// Every law, in the order of the table that `referee verify` prints.
pub const LAWS: &[Law] = &[
    Law {
        name: "arithmetic",
        says: "+ - * / contain the exact result",
        check: |generator| arithmetic(generator, enclosed_operation),
    },
    Law {
        name: "elementary",
        says: "exp, ln, sin, cos, Phi obey their identities",
        check: |generator| elementary(generator, Enclosure::exp),
    },
    Law {
        name: "exact sum",
        says: "a dot product is the rational it should be",
        check: |generator| exact_dot(generator, |a, b| ExactSum::dot(a, b).to_rational()),
    },
    Law {
        name: "certified product",
        says: "blocked matrix products contain the exact ones",
        check: |generator| certified_product(generator, product_entries),
    },
    Law {
        name: "simplex",
        says: "rounded weights sum to exactly 1",
        check: |generator| simplex(generator, |weights| round_to_simplex(weights).is_ok()),
    },
    Law {
        name: "stationary",
        says: "the residual M x - x is at most its bound, exactly",
        check: |generator| stationary(generator, |n, matrix, x| Stationary::new(n).solve(matrix, x)),
    },
    Law {
        name: "norms",
        says: "Hoelder's inequality, for several p",
        check: |generator| hoelder(generator, |norm, y| norm.dual().norm(y)),
    },
    Law {
        name: "projection",
        says: "lands inside, at the nearest point, and moves no member",
        check: |generator| projection(generator, |domain| Box::new(domain)),
    },
    Law {
        name: "expressions",
        says: "enclosures contain the exact value; printing reads back",
        check: |generator| expressions(generator, |expr, at| expr.enclose(at, &mut Workspace::new()).ok()),
    },
    Law {
        name: "traces",
        says: "written and read back, every bit is the same",
        check: |generator| traces(generator, |trace, path| trace.write(path).map(drop)),
    },
];

/// One of `+ - * /`, by its number.
pub type Operation = fn(u8, f64, f64) -> Option<Enclosure>;

/// The operations under test.
pub fn enclosed_operation(operation: u8, a: f64, b: f64) -> Option<Enclosure> {
    let (a, b) = (Enclosure::point(a), Enclosure::point(b));
    match operation {
        0 => Some(a + b),
        1 => Some(a - b),
        2 => Some(a * b),
        _ => a.divide(b).ok(),
    }
}

/// Law "arithmetic".
pub fn arithmetic(generator: &mut ChaCha8Rng, enclose: Operation) -> Outcome {
    let (operation, a, b) = (generator.random_range(0..4_u8), finite(generator), finite(generator));
    let Some(enclosed) = enclose(operation, a, b) else {
        return require(operation == 3 && b == 0.0, || format!("{a} / {b} has no value"));
    };
    let (x, y) = (exact(a), exact(b));
    let truth = match operation {
        0 => x + y,
        1 => x - y,
        2 => x * y,
        _ => x / y,
    };
    require(contains(enclosed, &truth), || format!("operation {operation} of {a:e} and {b:e} gave {enclosed:?}"))
}

/// Law "elementary": identities between functions, whose enclosures must meet.
pub fn elementary(generator: &mut ChaCha8Rng, exp: fn(Enclosure) -> Enclosure) -> Outcome {
    let point = moderate(generator);
    let x = Enclosure::point(point);
    let positive = Enclosure::point(finite(generator).abs().max(f64::MIN_POSITIVE));
    let logarithm = positive.ln().map_err(|undefined| undefined.to_string())?;
    require(exp(logarithm).contains(positive.lo()), || format!("exp(ln({positive})) misses its argument"))?;
    require((exp(x) * exp(-x)).contains(1.0), || format!("exp(x) exp(-x) misses 1 at x = {point}"))?;
    require((x.sin().square() + x.cos().square()).contains(1.0), || format!("sin^2 + cos^2 misses 1 at {point}"))?;
    let double = (x + x).sin().intersection(Enclosure::point(2.0) * x.sin() * x.cos());
    require(double.is_some(), || format!("sin(2x) and 2 sin(x) cos(x) differ at {point}"))?;
    require((x.phi() + (-x).phi()).contains(1.0), || format!("Phi(x) + Phi(-x) misses 1 at {point}"))?;
    require((x.sigmoid() + (-x).sigmoid()).contains(1.0), || format!("sigmoid(x) + sigmoid(-x) misses 1 at {point}"))
}

/// Law "exact sum".
pub fn exact_dot(generator: &mut ChaCha8Rng, dot: fn(&[f64], &[f64]) -> RBig) -> Outcome {
    let length = generator.random_range(0..12);
    let (a, b) = (many(generator, length, finite), many(generator, length, finite));
    let truth = rational_dot(a.iter().zip(&b));
    require(dot(&a, &b) == truth, || format!("<{a:?}, {b:?}>"))
}

fn rational_dot<'a>(pairs: impl Iterator<Item = (&'a f64, &'a f64)>) -> RBig {
    pairs.fold(RBig::ZERO, |sum, (&x, &y)| sum + exact(x) * exact(y))
}

/// A product `L^T R` of row-major matrices with as many rows: the entries, row by row.
pub type Product = fn(left: &[f64], rows: usize, right: &[f64], cols: usize) -> Vec<Enclosure>;

fn product_entries(left: &[f64], rows: usize, right: &[f64], cols: usize) -> Vec<Enclosure> {
    enclose_transpose_product(left, rows, right, cols).entries().to_vec()
}

/// Law "certified product".
pub fn certified_product(generator: &mut ChaCha8Rng, product: Product) -> Outcome {
    let (rounds, rows, cols) =
        (generator.random_range(1..40), generator.random_range(1..4_usize), generator.random_range(1..4_usize));
    let (left, right) = (many(generator, rounds * rows, moderate), many(generator, rounds * cols, moderate));
    let entries = product(&left, rows, &right, cols);
    for (k, &entry) in entries.iter().enumerate() {
        let (i, j) = (k / cols, k % cols);
        let column = left[i..].iter().step_by(rows);
        let truth = rational_dot(column.zip(right[j..].iter().step_by(cols)));
        require(contains(entry, &truth), || format!("entry ({i}, {j}) of {rounds} rounds: {entry:?}"))?;
    }
    Ok(())
}

/// Law "simplex".
pub fn simplex(generator: &mut ChaCha8Rng, round: fn(&mut [f64]) -> bool) -> Outcome {
    let length = generator.random_range(1..20);
    let mut weights = many(generator, length, |generator| finite(generator).abs());
    weights[0] = weights[0].max(f64::MIN_POSITIVE);
    let given = weights.clone();
    let rounded = round(&mut weights);
    let total = weights.iter().fold(RBig::ZERO, |sum, &weight| sum + exact(weight));
    require(rounded && total == RBig::ONE && is_on_simplex(&weights), || format!("{given:?} became {weights:?}"))
}

/// Solves for the fixed point in place and returns a bound on the residual.
pub type FixedPoint = fn(usize, &[f64], &mut [f64]) -> f64;

/// Law "stationary": on random chains, with many zeros among them.
pub fn stationary(generator: &mut ChaCha8Rng, solve: FixedPoint) -> Outcome {
    let n = generator.random_range(1..7_usize);
    let mut matrix = many(generator, n * n, |generator| moderate(generator).max(0.0));
    for column in matrix.chunks_mut(n) {
        if round_to_simplex(column).is_err() {
            column[0] = 1.0; // an all-zero column: an edge to state 0
        }
    }
    let mut x = vec![1.0 / n as f64; n];
    round_to_simplex(&mut x).map_err(|error| error.to_string())?;
    let bound = solve(n, &matrix, &mut x);
    let residual = (0..n).fold(RBig::ZERO, |sum, i| {
        let image = rational_dot(matrix[i..].iter().step_by(n).zip(&x));
        let difference = image - exact(x[i]);
        if difference < RBig::ZERO { sum - difference } else { sum + difference }
    });
    require(is_on_simplex(&x) && residual <= exact(bound), || format!("bound {bound:e} for {matrix:?}, {x:?}"))
}

/// Law "norms".
pub fn hoelder(generator: &mut ChaCha8Rng, dual: fn(Norm, &[f64]) -> Enclosure) -> Outcome {
    let length = generator.random_range(1..6);
    let (x, y) = (many(generator, length, moderate), many(generator, length, moderate));
    let p = [1.0, 1.25, 2.0, 3.0, f64::INFINITY][generator.random_range(0..5_usize)];
    let norm = Norm::new(p).map_err(|error| error.to_string())?;
    let bound = norm.norm(&x) * dual(norm, &y);
    let product = ExactSum::dot(&x, &y).enclose();
    require(product.lo() <= bound.hi(), || format!("p = {p}, x = {x:?}, y = {y:?}: {product} > {bound}"))
}

/// Law "projection"; `wrap` is where a test puts a broken domain in place of the one drawn.
pub fn projection(generator: &mut ChaCha8Rng, wrap: fn(AnyDomain) -> Box<dyn Domain>) -> Outcome {
    let dim = generator.random_range(1..6_usize);
    let domain = any_domain(generator, dim).map_err(|error| error.to_string())?;
    let (y, mut member) = (many(generator, dim, moderate), many(generator, dim, moderate));
    domain.project(&mut member);
    let convex = !matches!(domain, AnyDomain::FiniteSet(_));
    let domain = wrap(domain);
    laws::law_projection_lands_inside(&*domain, &y)?;
    laws::law_projection_is_idempotent(&*domain, &y)?;
    laws::law_members_stay(&*domain, &member)?;
    if convex {
        laws::law_projection_is_variational(&*domain, &y, &member)?;
    }
    laws::law_projection_is_nearest(&*domain, &y, &member)
}

fn any_domain(generator: &mut ChaCha8Rng, dim: usize) -> crate::error::Result<AnyDomain> {
    let size = moderate(generator).abs() + 0.125;
    Ok(match generator.random_range(0..5_u8) {
        0 => AnyDomain::Cuboid(Cuboid::cube(dim, -size, size)?),
        1 => AnyDomain::Ball(Ball::new(dim, size)?),
        2 => AnyDomain::Simplex(Simplex::new(dim)?),
        3 => AnyDomain::L1Orthant(L1Orthant::new(dim, size)?),
        _ => {
            let points: Vec<_> = (0..4).map(|_| many(generator, dim, moderate)).collect();
            AnyDomain::FiniteSet(FiniteSet::new(&points)?)
        }
    })
}

/// Law "expressions", on random rational formulas in two variables.
pub fn expressions(generator: &mut ChaCha8Rng, enclose: fn(&Expr, &[Enclosure]) -> Option<Enclosure>) -> Outcome {
    let text = formula(generator, 4);
    let expr = Expr::parse(&text, &["x", "y"]).map_err(|error| format!("{text}: {error}"))?;
    let again = Expr::parse(&expr.to_string(), &["x", "y"]).map_err(|error| format!("{expr}: {error}"))?;
    require(again == expr, || format!("{text} prints as {expr}"))?;
    let point = [moderate(generator), moderate(generator)];
    let truth = expr.eval_exact(&point.map(exact), &mut Workspace::new()).map_err(|error| error.to_string())?;
    let enclosed = enclose(&expr, &point.map(Enclosure::point));
    require(enclosed.is_some_and(|enclosed| contains(enclosed, &truth)), || {
        format!("{text} at {point:?}: {enclosed:?}")
    })
}

fn formula(generator: &mut ChaCha8Rng, depth: u32) -> String {
    if depth == 0 || generator.random_range(0..4_u8) == 0 {
        return match generator.random_range(0..3_u8) {
            0 => "x".to_owned(),
            1 => "y".to_owned(),
            _ => format!("{}", moderate(generator).abs()),
        };
    }
    let (a, b) = (formula(generator, depth - 1), formula(generator, depth - 1));
    match generator.random_range(0..8_u8) {
        0 => format!("({a}) + ({b})"),
        1 => format!("({a}) - ({b})"),
        2 => format!("({a}) * ({b})"),
        3 => format!("({a}) / (1 + abs({b}))"),
        4 => format!("max({a}, {b})"),
        5 => format!("({a})^{}", generator.random_range(0..4_u8)),
        6 => format!("step({a}) - hinge({b})"),
        _ => format!("-abs({a})"),
    }
}

/// Law "traces", through a file.
pub fn traces(generator: &mut ChaCha8Rng, write: fn(&Trace, &Path) -> crate::error::Result<()>) -> Outcome {
    let m = generator.random_range(0..4);
    let game = if generator.random() { Game::Lagrangian } else { Game::ProxyLagrangian };
    let layout = Layout::new(game, m).with_theta(2);
    let mut trace = Trace::new(layout.clone());
    let mut round = Round::new(&layout);
    for _ in 0..generator.random_range(1..5) {
        round.objective = Enclosure::point(finite(generator));
        round.constraints.iter_mut().for_each(|value| *value = Enclosure::point(finite(generator)));
        round.lambda.iter_mut().for_each(|value| *value = finite(generator).abs());
        round.theta.iter_mut().for_each(|value| *value = finite(generator));
        trace.push(&round).map_err(|error| error.to_string())?;
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("trace.csv");
    write(&trace, &path)
        .and_then(|()| Trace::read(&path))
        .map_err(|error| error.to_string())
        .and_then(|again| require(bits(&again) == bits(&trace), || format!("{trace:?} came back as {again:?}")))
}

/// Every number of a trace, as bits: `-0.0 == 0.0`, but they are not the same double.
fn bits(trace: &Trace) -> Vec<u64> {
    let values = trace.objective().lo().iter().chain(trace.constraints().lo());
    values.chain(trace.lambdas()).chain(trace.thetas()).map(|x| x.to_bits()).collect()
}
