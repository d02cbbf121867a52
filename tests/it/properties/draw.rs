//! Strategies for problems made of expressions.

use proptest::collection::vec;
use proptest::prelude::*;
use referee::arena::Algorithm;
use referee::problem::ExpressionProblem;

/// A problem and who plays it for how long.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    /// The problem, as a file would have it.
    pub(crate) text: String,
    /// Whether the theta-player's functions were drawn convex.
    pub(crate) convex: bool,
    pub(crate) algorithm: Algorithm,
    pub(crate) rounds: usize,
    pub(crate) seed: u64,
}

impl Drawn {
    pub(crate) fn problem(&self) -> ExpressionProblem {
        ExpressionProblem::from_toml(&self.text, "drawn").expect("the text is a problem")
    }
}

/// Few bits, so that ties and exact results occur.
fn eighths() -> impl Strategy<Value = f64> {
    (-12_i32..13).prop_map(|k| f64::from(k) / 8.0)
}

/// A function of `x` and `y`, with a proxy if it has a jump.
type Function = (String, Option<String>);

fn plain(text: String) -> Function {
    (text, None)
}

/// Quadratic, piecewise linear, exponential.
fn convex_function() -> impl Strategy<Value = Function> {
    (0_usize..5, eighths(), eighths()).prop_map(|(shape, a, b)| {
        plain(match shape {
            0 => format!("(x - {a})^2 + 0.5 * (y - {b})^2 - 1"),
            1 => format!("max(x - {a}, {b} - x, y) - 0.25"),
            2 => format!("{a} * x + {b} * y - 0.125"),
            3 => format!("exp(x - 1) + abs(y - {b}) - 1"),
            _ => format!("hinge({a} * x - y) + {b} * x - 1"),
        })
    })
}

/// A jump below a convex proxy: the constraints the proxy game is for.
fn jump() -> impl Strategy<Value = Function> {
    (any::<bool>(), eighths()).prop_map(|(which, a)| {
        if which {
            (format!("step(x - {a}) - 0.5"), Some(format!("hinge(x - {a}) - 0.5")))
        } else {
            (format!("step({a} - y) - 0.25"), Some(format!("max(0, 1 + {a} - y) - 0.25")))
        }
    })
}

/// Concave, trigonometric, bilinear.
fn other_function() -> impl Strategy<Value = Function> {
    (0_usize..4, eighths(), eighths()).prop_map(|(shape, a, b)| {
        plain(match shape {
            0 => format!("-(x - {a})^2 - y * y + {b}"),
            1 => format!("sin(3 * x + {a}) + {b} * y - 0.25"),
            2 => format!("cos(2 * x) + {a} * y - 0.5"),
            _ => format!("{a} * x * y + min(x, {b}) - 0.25"),
        })
    })
}

fn drawn(functions: impl Strategy<Value = (Function, Vec<Function>)>, convex: bool) -> impl Strategy<Value = Drawn> {
    (functions, 0_usize..4, 1_usize..40, any::<u64>()).prop_map(
        move |((objective, constraints), which, rounds, seed)| {
            let mut text = format!("minimize = \"{}\"\nvariables = {{ x = [-1, 1], y = [-1, 1.5] }}\n", objective.0);
            for (expression, proxy) in constraints {
                let proxy = proxy.map_or(String::new(), |proxy| format!("proxy = \"{proxy}\"\n"));
                text.extend(["[[constraint]]\nexpression = \"", &expression, "\"\n", &proxy]);
            }
            Drawn { text, convex, algorithm: Algorithm::ALL[which], rounds, seed }
        },
    )
}

/// Convex for the theta-player of the proxy game: jumps have convex proxies.
pub(crate) fn convex_problem() -> impl Strategy<Value = Drawn> {
    let constraint = prop_oneof![2 => convex_function(), 1 => jump()];
    drawn((convex_function(), vec(constraint, 0..4)), true)
}

/// Not convex: an oracle has to play.
pub(crate) fn other_problem() -> impl Strategy<Value = Drawn> {
    let constraint = prop_oneof![2 => other_function(), 1 => convex_function(), 1 => jump()];
    drawn((other_function(), vec(constraint, 0..3)), false)
}
