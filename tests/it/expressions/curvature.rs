//! Claims of convexity against exact midpoints; rules that are wrong must be caught by the same check.

use crate::expressions::config;
use crate::expressions::tree::{Language, Tree, boxes, points, rationals, trees};
use dashu_ratio::RBig;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};
use referee::expr::{Curvature, Expr, Workspace};
use referee::numerics::Enclosure;
use std::cell::Cell;

fn middle(a: &[RBig], b: &[RBig]) -> Vec<RBig> {
    a.iter().zip(b).map(|(a, b)| (a + b) / RBig::from(2)).collect()
}

/// No claim of the oracle is contradicted by an exact midpoint of the function on the box.
fn law_claims_hold(
    tree: &Tree,
    bounds: &[Enclosure],
    inside: &[Vec<f64>],
    oracle: impl Fn(&Tree, &[Enclosure]) -> Claim,
) -> Result<Claim, TestCaseError> {
    let claim = oracle(tree, bounds);
    let places: Vec<_> = inside.iter().map(|point| rationals(point)).collect();
    for (position, a) in places.iter().enumerate() {
        for b in &places[..position] {
            let values = (tree.value(a), tree.value(b), tree.value(&middle(a, b)));
            let (Some(at_a), Some(at_b), Some(between)) = values else {
                prop_assert_eq!(claim, Claim::Nothing, "{} is undefined on the box", tree.text());
                continue;
            };
            let mean = (at_a + at_b) / RBig::from(2);
            prop_assert!(!claim.convex() || between <= mean, "{} is not convex: {a:?} {b:?}", tree.text());
            prop_assert!(!claim.concave() || between >= mean, "{} is not concave: {a:?} {b:?}", tree.text());
        }
    }
    Ok(claim)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    Affine,
    Convex,
    Concave,
    Nothing,
}

impl Claim {
    fn convex(self) -> bool {
        matches!(self, Self::Affine | Self::Convex)
    }

    fn concave(self) -> bool {
        matches!(self, Self::Affine | Self::Concave)
    }

    fn of(convex: bool, concave: bool) -> Self {
        match (convex, concave) {
            (true, true) => Self::Affine,
            (true, false) => Self::Convex,
            (false, true) => Self::Concave,
            (false, false) => Self::Nothing,
        }
    }
}

fn proved(tree: &Tree, bounds: &[Enclosure]) -> Claim {
    let curvature = tree.parse().curvature(bounds);
    Claim::of(curvature.is_convex(), curvature.is_concave())
}

/// The rules applied on a quarter of the box, as if ranges did not matter.
fn proved_on_a_part(tree: &Tree, bounds: &[Enclosure]) -> Claim {
    let part: Vec<_> = bounds.iter().map(|bound| Enclosure::new(bound.midpoint(), bound.hi())).collect();
    proved(tree, &part)
}

/// A textbook mistake.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mistake {
    None,
    ProductOfConvexIsConvex,
    SquareOfConvexIsConvex,
    MinimumOfConvexIsConvex,
    DifferenceOfConvexIsConvex,
}

/// A few rules without ranges, with a mistake or none.
fn textbook(mistake: Mistake, tree: &Tree) -> Claim {
    let claim = |tree: &Tree| textbook(mistake, tree);
    let all = |trees: &[Tree], is: fn(Claim) -> bool| trees.iter().all(|tree| is(claim(tree)));
    match tree {
        Tree::Number(_) | Tree::Variable(_) => Claim::Affine,
        Tree::Negate(a) => Claim::of(claim(a).concave(), claim(a).convex()),
        Tree::Binary('+', a, b) => {
            let (a, b) = (claim(a), claim(b));
            Claim::of(a.convex() && b.convex(), a.concave() && b.concave())
        }
        Tree::Binary('-', a, b) => {
            let (a, b) = (claim(a), claim(b));
            let wrong = mistake == Mistake::DifferenceOfConvexIsConvex && a.convex() && b.convex();
            Claim::of(wrong || a.convex() && b.concave(), a.concave() && b.convex())
        }
        Tree::Binary('*', a, b) if mistake == Mistake::ProductOfConvexIsConvex => {
            Claim::of(claim(a).convex() && claim(b).convex(), false)
        }
        Tree::Power(a, 2) => {
            let wrong = mistake == Mistake::SquareOfConvexIsConvex && claim(a).convex();
            Claim::of(wrong || claim(a) == Claim::Affine, false)
        }
        Tree::Call("abs", a) => Claim::of(claim(a) == Claim::Affine, false),
        Tree::Call("hinge", a) => Claim::of(claim(a).convex(), false),
        Tree::Many("max", arguments) => Claim::of(all(arguments, Claim::convex), false),
        Tree::Many(_, arguments) => {
            let wrong = mistake == Mistake::MinimumOfConvexIsConvex && all(arguments, Claim::convex);
            Claim::of(wrong, all(arguments, Claim::concave))
        }
        _ => Claim::Nothing,
    }
}

/// Runs the law and counts the claims that say something beyond "affine".
fn run(cases: u32, oracle: impl Fn(&Tree, &[Enclosure]) -> Claim) -> (bool, u32, u32) {
    let (convex, concave) = (Cell::new(0), Cell::new(0));
    let mut runner = TestRunner::new(config(cases));
    // Squares of terms that change their sign are where careless rules fail, so they are asked for.
    let squares = (trees(Language::Curved), 0_i32..32).prop_map(|(tree, k)| {
        let shift = Tree::Number(f64::from(k) / 16.0);
        Tree::Power(Box::new(Tree::Binary('-', Box::new(tree), Box::new(shift))), 2)
    });
    let formulas = prop_oneof![2 => trees(Language::Rational), 2 => trees(Language::Curved), 1 => squares];
    let outcome = runner.run(&(formulas, boxes(4)), |(tree, (bounds, inside))| {
        match law_claims_hold(&tree, &bounds, &inside, &oracle)? {
            Claim::Convex => convex.set(convex.get() + 1),
            Claim::Concave => concave.set(concave.get() + 1),
            Claim::Affine | Claim::Nothing => {}
        }
        Ok(())
    });
    if let Err(failure) = &outcome {
        println!("{failure}");
    }
    (outcome.is_ok(), convex.get(), concave.get())
}

#[test]
fn claims_hold_at_exact_midpoints() {
    let (holds, convex, concave) = run(4000, proved);
    assert!(holds, "a false claim of convexity");
    assert!(convex > 200 && concave > 100, "only {convex} convex and {concave} concave: the test shows little");
}

#[test]
fn wrong_rules_are_caught() {
    assert!(run(4000, |tree, _| textbook(Mistake::None, tree)).0, "the rules without a mistake hold");
    assert!(!run(60_000, |tree, _| textbook(Mistake::ProductOfConvexIsConvex, tree)).0, "products went unnoticed");
    assert!(!run(60_000, |tree, _| textbook(Mistake::SquareOfConvexIsConvex, tree)).0, "squares went unnoticed");
    assert!(!run(60_000, |tree, _| textbook(Mistake::MinimumOfConvexIsConvex, tree)).0, "minima went unnoticed");
    assert!(
        !run(60_000, |tree, _| textbook(Mistake::DifferenceOfConvexIsConvex, tree)).0,
        "differences went unnoticed"
    );
    assert!(!run(60_000, proved_on_a_part).0, "ranges of a part of the box went unnoticed");
}

proptest! {
    #![proptest_config(config(512))]

    /// For formulas with elementary functions a claim fails only if enclosures are surely on the wrong side.
    #[test]
    fn no_claim_is_surely_violated(tree in trees(Language::Full), (bounds, inside) in boxes(2)) {
        let expr = tree.parse();
        let curvature = expr.curvature(&bounds);
        let between: Vec<f64> = inside[0].iter().zip(&inside[1]).map(|(a, b)| (a + b) / 2.0).collect();
        let at = |point: &[f64]| expr.enclose(&points(point), &mut Workspace::new());
        if matches!(curvature, Curvature::Unknown(_)) {
            return Ok(());
        }
        prop_assert!(expr.enclose(&bounds, &mut Workspace::new()).is_ok());
        if let (Ok(a), Ok(b), Ok(m)) = (at(&inside[0]), at(&inside[1]), at(&between)) {
            let (sum, twice) = (a + b, m + m);
            prop_assert!(!curvature.is_convex() || twice.lo() <= sum.hi(), "{expr} is not convex");
            prop_assert!(!curvature.is_concave() || twice.hi() >= sum.lo(), "{expr} is not concave");
        }
    }

    /// A claim on a box holds on every smaller box: the rules find it there too, or better.
    #[test]
    fn claims_persist_on_smaller_boxes(tree in trees(Language::Dyadic), (bounds, inside) in boxes(2)) {
        let inner: Vec<_> = inside[0].iter().zip(&inside[1]).map(|(&a, &b)| Enclosure::new(a.min(b), a.max(b))).collect();
        let (outer, inner) = (proved(&tree, &bounds), proved(&tree, &inner));
        prop_assert!(!outer.convex() || inner.convex());
        prop_assert!(!outer.concave() || inner.concave());
    }
}

/// `x` in [1, 2], `y` in [-1, 1], `z` in [-3, -2], `c` fixed at 5.
fn curvature(text: &str) -> Curvature {
    let bounds =
        [Enclosure::new(1.0, 2.0), Enclosure::new(-1.0, 1.0), Enclosure::new(-3.0, -2.0), Enclosure::point(5.0)];
    Expr::parse(text, &["x", "y", "z", "c"]).expect("a formula").curvature(&bounds)
}

#[test]
fn each_rule_is_found() {
    for (claim, texts) in [
        (
            Curvature::Constant,
            &["2 * 3", "c", "c^2 - 1", "y^0", "0 * (x * y)", "step(x)", "step(z)", "hinge(z)", "max(c, x)"][..],
        ),
        (
            Curvature::Affine,
            &[
                "x",
                "-y",
                "2 * 3 * x",
                "x / 2 - c * y",
                "abs(x)",
                "abs(z)",
                "hinge(x)",
                "max(x, y - 1)",
                "min(z, y)",
                "x * step(x)",
                "exp(1) * y",
                "(x - y)^1",
            ],
        ),
        (
            Curvature::Convex,
            &[
                "y^2",
                "y * y",
                "(x + y) * (x + y)",
                "x^3",
                "-z^3",
                "y^4",
                "x^-1",
                "1 / x",
                "-1 / z",
                "z^-2",
                "x^-3",
                "abs(y)",
                // At the edge of the box these are affine, but only the convex side has the slope of doubles there.
                "abs(x - 1)",
                "hinge(x - 2)",
                "max(x, y)",
                "max(y, 0)",
                "hinge(2 * y)",
                "exp(-x)",
                "exp(y^2)",
                "-ln(x)",
                "-sqrt(x)",
                "max(0, y)^2",
                "max(y, -y, 0)^3",
                "abs(y)^2",
                "(y^2 + 1)^3",
                "(-y^2 - 1)^2",
                "1 / sqrt(x)",
                "-min(y, 0)",
                "sigmoid(z)",
                "Phi(z)",
                "sigmoid(y^2 - 4)",
                "2 * y^2 + 3 * x",
                "y^2 / c",
                "(y^2 - 5)^-2",
                "max(2 * y^2, x) - min(2 * y, x)",
            ],
        ),
        (
            Curvature::Concave,
            &[
                "-y^2",
                "z^3",
                "1 / z",
                "-1 / x",
                "ln(x)",
                "sqrt(x)",
                "min(y, 0)",
                "-abs(x - 1)",
                "-hinge(x - 2)",
                "min(x, y)",
                "sigmoid(x)",
                "Phi(x)",
                "sqrt(4 - y^2)",
                "ln(min(x, 3 - x))",
                "-exp(y)",
                "y - y * y",
                "(-y^2 - 1)^3",
                "-(1 / x)",
                "1 / (y^2 - 5)",
            ],
        ),
    ] {
        for text in texts {
            assert_eq!(curvature(text), claim, "{text}");
        }
    }
}

#[test]
fn the_obstacle_is_named() {
    for (text, message) in [
        ("x + x * y", "`x * y` (column 7): a product of two non-constant factors"),
        ("2 * (x / y + 1)", "`x / y` (column 8): not surely defined on the whole box: division by zero"),
        ("y / x", "`y / x` (column 3): a quotient of two non-constant terms"),
        ("exp(y) - y^2", "`exp(y) - y^2` (column 8): a difference of terms that are convex and convex"),
        ("y^2 + ln(x)", "`y^2 + ln(x)` (column 5): a sum of terms that are convex and concave"),
        (
            "(y^2 - 0.5)^2",
            "`(y^2 - 0.5)^2` (column 12): a power 2 is convex and not monotone on [-0.5, 0.5], and its argument is convex",
        ),
        ("y^3", "`y^3` (column 2): a power 3 is neither convex nor concave on [-1.0, 1.0], and its argument is affine"),
        (
            "step(y)",
            "`step(y)` (column 1): step is neither convex nor concave on [-1.0, 1.0], and its argument is affine",
        ),
        ("max(y, -y^2)", "`max(y, -y^2)` (column 1): a maximum of terms that are affine and concave"),
        (
            "(0.1 + 0.2 - 0.3 - 1e-17) * y^2",
            "`(0.1 + 0.2 - 0.3 - 1e-17) * y^2` (column 27): a constant factor whose sign is not known",
        ),
    ] {
        let Curvature::Unknown(obstacle) = curvature(text) else { panic!("{text} is proved") };
        assert_eq!(obstacle.to_string(), message);
    }
}

/// With wide enclosures of sine and cosine nothing is claimed, with narrow ones the truth.
#[test]
fn waves_are_never_claimed_wrongly() {
    assert!(!curvature("sin(x)").is_convex());
    assert!(!curvature("cos(y)").is_convex());
    assert!(!curvature("sin(z)").is_concave());
    assert!(!curvature("cos(z)").is_concave());
    assert!(!curvature("sin(y)").is_convex() && !curvature("sin(y)").is_concave());
}
