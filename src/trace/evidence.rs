//! Why a lower bound of the theta-player's loss holds, in a form that somebody else can check.

/// The evidence of a lower bound; the problem and the multipliers it speaks of travel beside it.
///
/// No kind contains a number that has to be believed: a checker recomputes every value from the problem.
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
    /// Somebody's word.
    Declared,
}

/// One box of a cover.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    /// Its sides, `(lo, hi)` for each coordinate.
    pub sides: Vec<(f64, f64)>,
    /// How the bound on it is computed.
    pub form: Form,
}

/// How a function is bounded from below on a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Interval evaluation of the expressions as they stand.
    Natural,
    /// The value at the centre of the box plus slopes times displacements.
    MeanValue,
    /// The slope in some coordinates has one sign: the function is bounded on the face where it is smallest in those
    /// coordinates, by the better of the two other forms there.
    Monotone,
}

/// A tangent plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// Where it touches.
    pub theta: Vec<f64>,
    /// Its share in the mixture.
    pub weight: f64,
}
