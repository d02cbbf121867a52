//! The functions of a rate problem as weights of cells, in doubles: what training and boxes use.
//!
//! Function `k` (0 is the loss) is `offset_k + sum over rows of plus_k u(s) + minus_k u(-s)` with the weights of the
//! row's cell, where `u` is the surrogate, or `constant_k + sum over rows of net_k [s > 0]` for a rate itself.

use super::Cells;
use crate::numerics::Enclosure;
use crate::numerics::rational::enclose;
use dashu_ratio::RBig;

/// The weights of one function.
#[derive(Clone, Debug)]
pub(super) struct FunctionWeights {
    /// The constant of the rate.
    pub(super) constant: Enclosure,
    /// The constant of the surrogate: that of the rate and a coefficient for each negative term.
    pub(super) offset: Enclosure,
    /// For each cell the weight of `u(s)` of a row.
    pub(super) plus: Vec<Enclosure>,
    /// For each cell the weight of `u(-s)` of a row.
    pub(super) minus: Vec<Enclosure>,
    /// For each cell the weight of `[s > 0]` of a row.
    pub(super) net: Vec<Enclosure>,
}

/// The loss, then the constraints.
pub(super) fn weights(cells: &Cells) -> Vec<FunctionWeights> {
    let each = |weights: Vec<RBig>| weights.iter().map(enclose).collect::<Vec<_>>();
    let row = RBig::ONE / RBig::from(cells.of_row().len());
    let loss = |label: bool| {
        cells.labels().iter().map(|&of_cell| if of_cell == label { row.clone() } else { RBig::ZERO }).collect()
    };
    let zero = || vec![Enclosure::ZERO; cells.len()];
    let mut functions = vec![FunctionWeights {
        constant: Enclosure::ZERO,
        offset: Enclosure::ZERO,
        plus: each(loss(false)),
        minus: each(loss(true)),
        net: zero(),
    }];
    for constraint in cells.constraints() {
        let (mut plus, mut minus) = (vec![RBig::ZERO; cells.len()], vec![RBig::ZERO; cells.len()]);
        let mut offset = constraint.constant.clone();
        for term in &constraint.terms {
            let weight = &term.coefficient / RBig::from(term.size);
            let negative = term.coefficient < RBig::ZERO;
            if negative {
                offset += &term.coefficient;
            }
            for &cell in &term.cells {
                if negative {
                    minus[cell as usize] -= &weight;
                } else {
                    plus[cell as usize] += &weight;
                }
            }
        }
        let net = plus.iter().zip(&minus).map(|(plus, minus)| plus - minus).collect();
        functions.push(FunctionWeights {
            constant: enclose(&constraint.constant),
            offset: enclose(&offset),
            plus: each(plus),
            minus: each(minus),
            net: each(net),
        });
    }
    functions
}
