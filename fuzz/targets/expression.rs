//! A formula in doubles, in the prover's enclosures, in the checker's and in exact rationals.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use proofs_check::exact::Rational;
use proofs_check::fuzzing as checker;
use referee::expr::{Cause, Expr, Workspace};
use referee::numerics::Enclosure;

/// The first line may have the sides of a box: four numbers; then comes the formula in `x` and `y`.
pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (first, rest) = text.split_once('\n').unwrap_or(("", text));
    let sides: Option<Vec<f64>> = first.split(' ').map(|x| x.parse().ok().filter(|x: &f64| x.is_finite())).collect();
    match sides.as_deref() {
        Some(&[a, b, c, d]) => at(rest, [a.min(b), a.max(b)], [c.min(d), c.max(d)]),
        _ => at(text, [-1.0, 2.0], [0.25, 0.25]),
    }
}

fn rational(x: &Rational) -> RBig {
    let whole = |text: String| IBig::from_str_radix(&text, 16).expect("a whole number");
    let bottom = UBig::try_from(whole(x.denominator().to_str_radix(16))).expect("positive");
    RBig::from_parts(whole(x.numerator().to_str_radix(16)), bottom)
}

fn double(x: f64) -> RBig {
    RBig::try_from(x).expect("a finite number")
}

/// An interval; what is missing is infinite.
type Ends = [Option<RBig>; 2];

fn ours(x: Enclosure) -> Ends {
    [x.lo(), x.hi()].map(|end| end.is_finite().then(|| double(end)))
}

fn contains(ends: &Ends, x: &RBig) -> bool {
    ends[0].as_ref().is_none_or(|lo| lo <= x) && ends[1].as_ref().is_none_or(|hi| x <= hi)
}

fn meet(a: &Ends, b: &Ends) -> bool {
    let below = |lo: &Option<RBig>, hi: &Option<RBig>| lo.as_ref().zip(hi.as_ref()).is_none_or(|(lo, hi)| lo <= hi);
    below(&a[0], &b[1]) && below(&b[0], &a[1])
}

/// Compares all arithmetics over a box, at its corners and at its middle.
pub fn at(text: &str, x: [f64; 2], y: [f64; 2]) {
    let variables = ["x".to_owned(), "y".to_owned()];
    let parsed = Expr::parse(text, &variables);
    if let Ok(()) = checker::is_expression(text, &variables) {
        assert!(parsed.is_ok(), "only the prover says {parsed:?}");
    }
    // The prover takes `.5` and `1.` besides, but what it writes is read by both.
    let Ok(expr) = parsed else { return };
    let text = &expr.to_string();
    assert!(Expr::parse(text, &variables).is_ok_and(|again| again == expr), "printed otherwise: {text}");
    assert_eq!(checker::is_expression(text, &variables), Ok(()), "the checker refuses {text}");
    if expr.len() > 200 {
        return; // exact values of long formulas are long
    }
    let over = |x: [f64; 2], y: [f64; 2]| {
        let bounds = [Enclosure::new(x[0], x[1]), Enclosure::new(y[0], y[1])];
        let mine = expr.enclose(&bounds, &mut Workspace::new());
        let other = checker::enclose(text, &variables, &[x.into(), y.into()]);
        (mine.ok().map(ours), other.ok().map(|ends| ends.map(|end| end.as_ref().map(rational))))
    };
    let (box_ours, box_theirs) = over(x, y);
    let middle = |[lo, hi]: [f64; 2]| lo / 2.0 + hi / 2.0;
    for (px, py) in [(x[0], y[0]), (x[0], y[1]), (x[1], y[0]), (x[1], y[1]), (middle(x), middle(y))] {
        let (mine, other) = over([px; 2], [py; 2]);
        if let (Some(mine), Some(other)) = (&mine, &other) {
            assert!(meet(mine, other), "at ({px:?}, {py:?}) the enclosures {mine:?} and {other:?} are apart");
        }
        for (around, inner) in [(&box_ours, &other), (&box_theirs, &mine)] {
            if let (Some(around), Some(inner)) = (around, inner) {
                assert!(meet(around, inner), "{inner:?} at ({px:?}, {py:?}) is outside {around:?}");
            }
        }
        let exact = expr.eval_exact(&[double(px), double(py)], &mut Workspace::new());
        let all = [&box_ours, &box_theirs, &mine, &other];
        match &exact {
            Ok(value) => {
                for ends in all.into_iter().flatten() {
                    assert!(contains(ends, value), "{value} at ({px:?}, {py:?}) is outside {ends:?}");
                }
                let again = checker::exact(text, &variables, &[px, py]).expect("it was read before");
                assert!(again.is_none_or(|again| rational(&again) == *value), "two exact values at ({px:?}, {py:?})");
            }
            Err(error) if matches!(error.cause, Cause::NotRational | Cause::TooLong) => {}
            // Where a function has no value, nothing encloses it.
            Err(error) => assert!(all.iter().all(|ends| ends.is_none()), "{error} at ({px:?}, {py:?}), but {all:?}"),
        }
        // Rounding to nearest stays between the ends, operation by operation; a power is several operations.
        let near = expr.eval_f64(&[px, py], &mut Workspace::new());
        if let (Ok(near), Some(mine), true) = (near, &mine, expr.is_rational() && !text.contains('^')) {
            assert!(contains(mine, &double(near)), "{near:?} in doubles at ({px:?}, {py:?}) is outside {mine:?}");
        }
    }
}
