//! Why a lower bound of the theta-player's loss holds, in a form that somebody else can check.

use std::fmt;

/// The evidence of a lower bound; the problem and the multipliers it speaks of travel beside it.
///
/// No kind but the last two contains a number that has to be believed: a checker recomputes every value from the problem.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Evidence {
    /// The domain is finite: every point was evaluated.
    Enumeration,
    /// The function is concave on a box (by composition rules): every vertex was evaluated.
    Vertices,
    /// Boxes that cover the domain, each with a bound of the form it names.
    Boxes(Vec<Leaf>),
    /// The function is convex (by composition rules): tangent planes at these points, mixed with these weights,
    /// which are non-negative and sum to exactly 1.
    Cuts(Vec<Cut>),
    /// The function is a sum of hinges over data: each hinge is replaced by its share of the thresholds that lie below
    /// its argument at `theta`, times that argument, which is never above the hinge.
    Margins {
        /// The model whose margins decide.
        theta: Vec<f64>,
        /// Multiples of 2^-40, as the model's numbers are.
        thresholds: Vec<f64>,
    },
    /// What each function that counts is at least everywhere, by somebody's word: the weighted sum of these.
    Ranges(Vec<Range>),
    /// Somebody's word.
    Declared,
}

/// A function as a trace records it: its value column, without `.lo` or `.hi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// The column `objective`.
    Objective,
    /// The column `constraint_i`, counted from 1.
    Constraint(usize),
    /// The column `proxy_i`, counted from 1.
    Proxy(usize),
}

impl Function {
    /// The same function of another constraint, if the number has one; the objective has none.
    pub(crate) fn renumbered(self, number: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        match self {
            Self::Objective => None,
            Self::Constraint(i) => number(i).map(Self::Constraint),
            Self::Proxy(i) => number(i).map(Self::Proxy),
        }
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Objective => f.write_str("objective"),
            Self::Constraint(i) => write!(f, "constraint_{i}"),
            Self::Proxy(i) => write!(f, "proxy_{i}"),
        }
    }
}

/// What a function lies in at every point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The function.
    pub of: Function,
    /// It is nowhere below this.
    pub lo: f64,
    /// It is nowhere above this, if anything is said of that.
    pub hi: Option<f64>,
}

/// One box of a cover.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    /// Its sides, `(lo, hi)` for each coordinate.
    pub sides: Vec<(f64, f64)>,
    /// How the bound on it is computed.
    pub form: Form,
    /// The point of the second-order form; empty in the others.
    pub at: Vec<f64>,
}

/// How a function is bounded from below on a box `X`.
///
/// Values and slopes are those of the weighted sum: the sum over the functions of the weight times the enclosure. The
/// centre `c` of a box is, in each coordinate, `0.5 lo + 0.5 hi` rounded in doubles (and moved to the nearer end, should
/// the rounding of subnormal numbers leave the side).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Interval evaluation of the expressions as they stand.
    Natural,
    /// The value at the centre of the box plus slopes times displacements: the lower end of
    /// `f(c) + sum_j S_j (X_j - c_j)`, with `S` the slopes over the whole box.
    MeanValue,
    /// The slope over the box has one sign in some coordinates: in each of them the box shrinks to the end where the
    /// function is smaller (the lower end if the slopes are at least 0, else the upper end if they are at most 0).
    /// The bound is the better of the two other forms on that face, the slopes being those over the face.
    Monotone,
    /// On the face of the form above, where the functions bend: with `c` the leaf's point, moved into the face, `g` the
    /// gradient, and `H` the slopes of `g` over the face, the lower end of
    /// `f(c) + sum_j (g_j(c) (X_j - c_j) + min(0, a_j) (X_j - c_j)^2 / 2)`, where `a_j` is the lower end of
    /// `H_jj - sum_{i != j} (|H_ij| + |H_ji|) / 2`.
    SecondOrder,
    /// The box has no point in common with the domain, so there is nothing to bound.
    Outside,
}

/// A tangent plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// Where it touches.
    pub theta: Vec<f64>,
    /// Its share in the mixture.
    pub weight: f64,
}

/// The standing of a fact or a claim; a conclusion has the lowest grade of what it rests on.
///
/// ```
/// use referee::game::Grade;
/// assert_eq!(Grade::Proved.min(Grade::Declared), Grade::Declared);
/// assert!(Grade::Sampled < Grade::Declared && Grade::Declared < Grade::Computed && Grade::Computed < Grade::Proved);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Statistical: it holds with a stated probability.
    Sampled,
    /// Somebody stated it; it was not refuted.
    Declared,
    /// It was enclosed, but nothing was kept that somebody could check again. No file has this grade.
    Computed,
    /// It follows from the trace and from evidence that another program can check.
    Proved,
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Sampled => "sampled",
            Self::Declared => "declared",
            Self::Computed => "computed",
            Self::Proved => "proved",
        })
    }
}
