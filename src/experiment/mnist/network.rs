//! A network with one hidden layer of rectified linear units, its cross-entropy, and its gradient by backpropagation.
//!
//! With `h = max(W1 x + b1, 0)` and logits `z = W2 h + b2`, the loss of an image with digit `y` is
//! `ln sum_k exp(z_k) - z_y`. Images are columns, so that a batch is two matrix products forth and three back; the
//! slope of a unit at exactly 0 is taken to be 0. All room is taken when a [`Network`] is made: a step allocates
//! nothing here.
//!
//! Everything is computed in doubles, in an order that depends on the processor's vector length: results are the same
//! in every run on one machine, and may differ in the last bits on another. Nothing is claimed about real numbers:
//! the network *is* what this program computes.

use crate::numerics::elementary::ln;
use crate::players::softmax::exp;
use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};

/// The sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The numbers of an input.
    pub inputs: usize,
    /// The hidden units.
    pub hidden: usize,
    /// The classes.
    pub classes: usize,
}

impl Shape {
    /// How many parameters there are: `W1`, `b1`, `W2`, `b2` in this order, matrices column by column.
    pub fn parameters(self) -> usize {
        (self.inputs + 1) * self.hidden + (self.hidden + 1) * self.classes
    }

    /// Where `b1`, `W2` and `b2` start.
    fn starts(self) -> [usize; 3] {
        let (b1, hidden) = (self.inputs * self.hidden, self.hidden);
        [b1, b1 + hidden, b1 + hidden + hidden * self.classes]
    }

    fn split(self, theta: &[f64]) -> (MatRef<'_, f64>, &[f64], MatRef<'_, f64>, &[f64]) {
        assert_eq!(theta.len(), self.parameters(), "the parameters are those of another network");
        let [b1, w2, b2] = self.starts();
        (
            MatRef::from_column_major_slice(&theta[..b1], self.hidden, self.inputs),
            &theta[b1..w2],
            MatRef::from_column_major_slice(&theta[w2..b2], self.classes, self.hidden),
            &theta[b2..],
        )
    }
}

/// The room for a batch.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    most: usize,
    inputs: Vec<f64>,
    hidden: Vec<f64>,
    slopes: Vec<f64>,
    logits: Vec<f64>,
    deltas: Vec<f64>,
}

impl Network {
    /// Room for at most `most` images at a time.
    pub fn new(shape: Shape, most: usize) -> Self {
        let room = |rows: usize| vec![0.0; rows * most];
        let (inputs, hidden, slopes) = (room(shape.inputs), room(shape.hidden), room(shape.hidden));
        Self { shape, most, inputs, hidden, slopes, logits: room(shape.classes), deltas: room(shape.classes) }
    }

    /// The sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How many images there is room for.
    pub fn most(&self) -> usize {
        self.most
    }

    /// The place of an input.
    ///
    /// # Panics
    /// If there is no room for so many images.
    pub fn input_mut(&mut self, column: usize) -> &mut [f64] {
        &mut self.inputs[column * self.shape.inputs..][..self.shape.inputs]
    }

    /// The logits of an image, once [`Network::forward`] has run.
    ///
    /// # Panics
    /// If there is no room for so many images.
    pub fn logits(&self, column: usize) -> &[f64] {
        &self.logits[column * self.shape.classes..][..self.shape.classes]
    }

    /// Computes the logits of the first `columns` images.
    ///
    /// # Panics
    /// If `theta` is of another shape, or there is no room for so many images.
    pub fn forward(&mut self, theta: &[f64], columns: usize) {
        let Shape { inputs, hidden, classes } = self.shape;
        let (w1, b1, w2, b2) = self.shape.split(theta);
        let x = MatRef::from_column_major_slice(&self.inputs[..inputs * columns], inputs, columns);
        let units = &mut self.hidden[..hidden * columns];
        fill(units, b1);
        matmul(MatMut::from_column_major_slice_mut(units, hidden, columns), Accum::Add, w1, x, 1.0, Par::Seq);
        for unit in &mut *units {
            // Not `max`: a NaN must not pass for 0.
            if *unit <= 0.0 {
                *unit = 0.0;
            }
        }
        let h = MatRef::from_column_major_slice(&self.hidden[..hidden * columns], hidden, columns);
        let logits = &mut self.logits[..classes * columns];
        fill(logits, b2);
        matmul(MatMut::from_column_major_slice_mut(logits, classes, columns), Accum::Add, w2, h, 1.0, Par::Seq);
    }

    /// The loss of an image, and what [`Network::backward`] needs to know of it if it is to count with this weight.
    ///
    /// # Panics
    /// If there is no such class or no room for so many images.
    pub fn weigh(&mut self, column: usize, label: usize, weight: f64) -> f64 {
        let place = column * self.shape.classes..(column + 1) * self.shape.classes;
        softmax_cross_entropy(&self.logits[place.clone()], label, weight, &mut self.deltas[place])
    }

    /// Sets the derivatives of the loss with respect to the logits of an image to any numbers.
    ///
    /// # Panics
    /// If there are not as many as classes, or there is no room for so many images.
    pub fn set_deltas(&mut self, column: usize, deltas: &[f64]) {
        self.deltas[column * self.shape.classes..][..self.shape.classes].copy_from_slice(deltas);
    }

    /// Computes the gradient of the weighted sum of losses of the first `columns` images, whose logits and weights
    /// must be known.
    ///
    /// # Panics
    /// If `theta` or `gradient` is of another shape, or there is no room for so many images.
    pub fn backward(&mut self, theta: &[f64], columns: usize, gradient: &mut [f64]) {
        let Shape { inputs, hidden, classes } = self.shape;
        assert_eq!(gradient.len(), theta.len(), "a gradient has as many places as there are parameters");
        let (_, _, w2, _) = self.shape.split(theta);
        let [b1, start, b2] = self.shape.starts();
        let (layer1, layer2) = gradient.split_at_mut(start);
        let (w1_gradient, b1_gradient) = layer1.split_at_mut(b1);
        let (w2_gradient, b2_gradient) = layer2.split_at_mut(b2 - start);
        let x = MatRef::from_column_major_slice(&self.inputs[..inputs * columns], inputs, columns);
        let units = &self.hidden[..hidden * columns];
        let h = MatRef::from_column_major_slice(units, hidden, columns);
        let deltas = &self.deltas[..classes * columns];
        let d = MatRef::from_column_major_slice(deltas, classes, columns);
        replace(MatMut::from_column_major_slice_mut(w2_gradient, classes, hidden), d, h.transpose());
        add_columns(deltas, b2_gradient);
        let slopes = &mut self.slopes[..hidden * columns];
        replace(MatMut::from_column_major_slice_mut(&mut *slopes, hidden, columns), w2.transpose(), d);
        for (slope, unit) in slopes.iter_mut().zip(units) {
            if *unit == 0.0 {
                *slope = 0.0;
            }
        }
        let slopes = &self.slopes[..hidden * columns];
        add_columns(slopes, b1_gradient);
        let s = MatRef::from_column_major_slice(slopes, hidden, columns);
        replace(MatMut::from_column_major_slice_mut(w1_gradient, hidden, inputs), s, x.transpose());
    }
}

fn replace(to: MatMut<'_, f64>, left: MatRef<'_, f64>, right: MatRef<'_, f64>) {
    matmul(to, Accum::Replace, left, right, 1.0, Par::Seq);
}

/// Writes a column into every column.
fn fill(columns: &mut [f64], column: &[f64]) {
    columns.chunks_exact_mut(column.len()).for_each(|to| to.copy_from_slice(column));
}

/// Replaces `sum` by the sum of the columns.
fn add_columns(columns: &[f64], sum: &mut [f64]) {
    sum.fill(0.0);
    for column in columns.chunks_exact(sum.len()) {
        for (sum, x) in sum.iter_mut().zip(column) {
            *sum += x;
        }
    }
}

/// The cross-entropy `ln sum_k exp(z_k) - z_y` of logits; `deltas` become `weight (p_k - [k = y])`, where `p` are the
/// probabilities.
///
/// For up to 10 logits within 50 of each other the loss is within `2^-45` and the deltas within `2^-45 weight` of the
/// real ones; the tests compare with enclosures. Among logits that are not all numbers nothing is a number.
///
/// ```
/// use referee::experiment::mnist::softmax_cross_entropy;
/// let mut deltas = [0.0; 2];
/// let loss = softmax_cross_entropy(&[3.0, 3.0], 1, 4.0, &mut deltas);
/// assert!((loss - 2.0_f64.ln()).abs() <= 2.0_f64.powi(-45));
/// assert_eq!(deltas, [2.0, -2.0]);
/// ```
///
/// # Panics
/// If there is no logit for the label, or there are not as many deltas as logits.
pub fn softmax_cross_entropy(logits: &[f64], label: usize, weight: f64, deltas: &mut [f64]) -> f64 {
    assert_eq!(logits.len(), deltas.len(), "every logit has a derivative");
    let largest = logits.iter().fold(f64::NEG_INFINITY, |largest, &z| largest.max(z));
    let mut sum = 0.0;
    for (delta, z) in deltas.iter_mut().zip(logits) {
        let gap = z - largest;
        *delta = if gap.is_nan() { gap } else { exp(gap) }; // which takes what is not a number for a small one
        sum += *delta;
    }
    if sum.is_nan() {
        deltas.fill(sum);
        return sum;
    }
    for delta in &mut *deltas {
        *delta = *delta / sum * weight;
    }
    deltas[label] -= weight;
    ln(sum).midpoint() - (logits[label] - largest)
}

/// The class that a network chooses: the first of the largest logits.
///
/// ```
/// use referee::experiment::mnist::predicted;
/// assert_eq!(predicted(&[0.0, 2.0, 2.0]), 1);
/// ```
pub fn predicted(logits: &[f64]) -> usize {
    let mut best = 0;
    for (k, z) in logits.iter().enumerate() {
        if *z > logits[best] {
            best = k;
        }
    }
    best
}
