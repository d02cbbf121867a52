//! Strategies of formulas, class by class.

use super::formula::{Class, Formula, mean, number_in, positive};
use super::network::network;
use crate::problem::families::number;
use proptest::collection::vec;
use proptest::prelude::*;

/// A formula of a class in the variables `x1..xdim`.
///
/// ```
/// use proptest::strategy::{Strategy as _, ValueTree as _};
/// use proptest::test_runner::TestRunner;
/// use referee::expr::Expr;
/// use referee::testing::strategies::{Class, formula};
/// let drawn = formula(Class::Convex, 2).new_tree(&mut TestRunner::deterministic()).unwrap().current();
/// assert!(Expr::parse(&drawn.text, &["x1", "x2"]).is_ok());
/// ```
pub fn formula(class: Class, dim: usize) -> BoxedStrategy<Formula> {
    match class {
        Class::Affine => affine(dim),
        Class::Convex => prop_oneof![8 => convex(dim), 2 => unrecognised(dim), 1 => quadratic(dim, true)].boxed(),
        Class::Concave => prop_oneof![2 => convex(dim).prop_map(Formula::negated), 1 => concave_atom(dim)].boxed(),
        Class::Difference => (convex(dim), convex(dim))
            .prop_map(|(f, g)| Formula { class: Class::Difference, recognised: false, ..f.plus(&g.negated()) })
            .boxed(),
        Class::Neither => prop_oneof![8 => neither(dim), 1 => quadratic(dim, false), 2 => network(dim)].boxed(),
    }
}

/// An affine formula; with many variables few occur.
pub(super) fn affine(dim: usize) -> BoxedStrategy<Formula> {
    let zeros = u32::try_from(dim).expect("there are few variables").saturating_sub(2);
    let slope = prop_oneof![zeros => Just(0.0), 2 => number_in(-1, 1)];
    (number_in(-1, 1), vec(slope, dim)).prop_map(|(constant, a)| Formula::affine(constant, &a)).boxed()
}

fn affines(dim: usize) -> impl Strategy<Value = [Formula; 3]> {
    [affine(dim), affine(dim), affine(dim)]
}

/// A convex formula whose convexity the rules of composition prove.
pub(super) fn convex(dim: usize) -> BoxedStrategy<Formula> {
    let grown = |inner: BoxedStrategy<Formula>| {
        (0..5_u8, inner.clone(), inner, positive()).prop_map(|(rule, f, g, weight)| match rule {
            0 => f.times(weight).plus(&g),
            1 => f.max(&g),
            2 => f.tamed(2.0).call("exp", Class::Convex, g.smooth, 8.0),
            3 => {
                let bound = f.bound + 1.0;
                f.call("hinge", Class::Convex, false, bound)
            }
            _ => {
                let f = f.tamed(2.0);
                Formula { text: format!("max(0, {})^2", f.text), smooth: false, bound: 4.0, rows: Vec::new(), ..f }
            }
        })
    };
    let tree = convex_atom(dim).prop_recursive(2, 4, 2, move |inner| grown(inner.boxed()));
    (tree, affine(dim)).prop_map(|(f, u)| f.plus(&u).tamed(4.0)).boxed()
}

/// One convex function of a few affine ones.
fn convex_atom(dim: usize) -> BoxedStrategy<Formula> {
    let atom = |(kind, [u, v, w]): (u8, [Formula; 3])| {
        let bound = u.bound;
        let square = |u: &Formula| Formula::of(format!("({})^2", u.text), Class::Convex, true, u.bound * u.bound);
        match kind {
            0 => square(&u),
            1 => square(&u).plus(&square(&v)).plus(&square(&w)),
            2 => u.max(&v).max(&w),
            3 => u.call("abs", Class::Convex, false, bound),
            4 => u.call("hinge", Class::Convex, false, bound + 1.0),
            5 => u.tamed(2.0).call("exp", Class::Convex, true, 8.0),
            6 => Formula::of(format!("1 / ({})", u.moved(1.0).text), Class::Convex, true, 1.0),
            7 => u.moved(1.0).call("-ln", Class::Convex, true, 2.0 * bound + 3.0),
            8 => u.moved(1.0).call("-sqrt", Class::Convex, true, 2.0 * bound + 3.0),
            9 => u.moved(-1.0).call("sigmoid", Class::Convex, true, 1.0),
            10 => u.moved(-1.0).call("Phi", Class::Convex, true, 1.0),
            11 => u.tamed(1.0).call("-cos", Class::Convex, true, 1.0),
            12 => Formula::of(format!("({0}) * ({0})", u.text), Class::Convex, true, bound * bound),
            13 => {
                let u = u.tamed(2.0);
                Formula::of(format!("({})^4", u.text), Class::Convex, true, 16.0)
            }
            14 => {
                let u = u.moved(1.0).tamed(4.0);
                Formula::of(format!("({})^3", u.text), Class::Convex, true, 64.0)
            }
            // The mean of four losses, of which a minibatch sees some.
            _ => {
                let rows = [(1.0, &u), (-1.0, &v), (-1.0, &w), (1.0, &v)]
                    .map(|(sign, u)| format!("hinge({})", u.clone().times(sign).text));
                let bound = u.bound.max(v.bound).max(w.bound) + 1.0;
                mean(rows.to_vec(), Class::Convex, false, bound)
            }
        }
    };
    (0..16_u8, affines(dim)).prop_map(atom).boxed()
}

fn concave_atom(dim: usize) -> BoxedStrategy<Formula> {
    let atom = |(kind, [u, v, w]): (u8, [Formula; 3])| {
        let bound = u.bound.max(v.bound).max(w.bound);
        match kind {
            0 => Formula::of(format!("min({}, {}, {})", u.text, v.text, w.text), Class::Concave, false, bound),
            1 => u.moved(1.0).call("sqrt", Class::Concave, true, 2.0 * bound + 3.0),
            2 => u.moved(1.0).call("ln", Class::Concave, true, 2.0 * bound + 3.0),
            3 => u.moved(1.0).call("sigmoid", Class::Concave, true, 1.0),
            4 => u.moved(1.0).call("Phi", Class::Concave, true, 1.0),
            _ => u.tamed(1.0).call("cos", Class::Concave, true, 1.0),
        }
    };
    (0..6_u8, affines(dim)).prop_map(atom).boxed()
}

/// Convex, but not by the rules of composition.
fn unrecognised(dim: usize) -> BoxedStrategy<Formula> {
    let atom = |(kind, [u, v, _], weight): (u8, [Formula; 3], f64)| {
        let (u, v) = (u.tamed(2.0), v.tamed(2.0));
        let (text, bound) = match kind {
            0 => (format!("ln(exp({}) + exp({}))", u.text, v.text), 3.0),
            1 => (format!("sqrt({} + ({})^2)", number(weight), u.text), 3.0),
            // u^2 + v^2 + 2 u v, and the square over the positive affine.
            2 => (format!("({0})^2 + ({1})^2 + 2 * ({0}) * ({1})", u.text, v.text), 16.0),
            3 => (format!("({})^2 / ({})", u.text, v.moved(1.0).text), 4.0),
            _ => (format!("exp({}) * exp({})", u.text, v.text), 64.0),
        };
        Formula::of(text, Class::Convex, true, bound).unrecognised()
    };
    (0..5_u8, affines(dim), positive()).prop_map(atom).boxed()
}

/// A quadratic form by its matrix, in at most three variables: that of `|B x|^2` if convex, else any.
///
/// With eighths in `B` the entries of `B^T B` are 64ths, computed without rounding: so the matrix is exactly positive
/// semidefinite. The rules of composition do not see it.
fn quadratic(dim: usize, convex: bool) -> BoxedStrategy<Formula> {
    let few = dim.min(3);
    vec((-8..=8).prop_map(|k| f64::from(k) / 8.0), few * few)
        .prop_map(move |b| {
            let gram = |i: usize, j: usize| (0..few).map(|k| b[few * k + i] * b[few * k + j]).sum();
            let entry = |i: usize, j: usize| if convex { gram(i, j) } else { b[few * i + j] };
            let term = |(i, j): (usize, usize)| format!("{} * x{} * x{}", number(entry(i, j)), i + 1, j + 1);
            let pairs = (0..few).flat_map(|i| (0..few).map(move |j| (i, j)));
            let text = pairs.map(term).collect::<Vec<_>>().join(" + ");
            let class = if convex { Class::Convex } else { Class::Neither };
            Formula::of(text, class, true, 108.0).unrecognised().tamed(4.0)
        })
        .boxed()
}

/// Waves, products, quotients, thresholds and compositions.
fn neither(dim: usize) -> BoxedStrategy<Formula> {
    let atom = |(kind, [u, v, w], rate): (u8, [Formula; 3], f64)| {
        let bound = u.bound.max(v.bound).max(w.bound);
        let rate = number(4.0 * rate);
        let (u, v, w) = (u.clone().text, v.clone().text, w.clone().text);
        let below = number(bound.ceil() + 1.0);
        let (text, smooth, bound) = match kind {
            0 => (format!("sin({rate} * ({u}))"), true, 1.0),
            1 => (format!("({v}) * cos({rate} * ({u}))"), true, bound),
            2 => (format!("({u}) * ({v})"), true, bound * bound),
            3 => (format!("sigmoid({rate} * ({u}))"), true, 1.0),
            4 => (format!("Phi({rate} * ({u})) - sigmoid({v})"), true, 1.0),
            5 => (format!("({u}) / ({v} + {below})"), true, bound),
            6 => (format!("({u})^3"), true, bound.powi(3)),
            7 => (format!("exp(-({u})^2)"), true, 1.0),
            8 => (format!("min(max({u}, {v}), {w})"), false, bound),
            9 => (format!("sigmoid({u}) * Phi({v}) + abs({w})"), false, bound + 1.0),
            10 => (format!("abs({u}) - abs({v})"), false, 2.0 * bound),
            11 => (format!("sqrt(1 + ({u})^2) - ({v})^2"), true, bound * bound + bound + 1.0),
            _ => (format!("sin({rate} * ({u})) * hinge({v})"), false, bound + 1.0),
        };
        Formula::of(text, Class::Neither, smooth, bound).unrecognised().tamed(4.0)
    };
    (0..13_u8, affines(dim), positive()).prop_map(atom).boxed()
}
