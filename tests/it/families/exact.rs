//! The finite families against an exact linear program, solved by looking at every basis.

use crate::common::draw;
use crate::families::members::generator;
use dashu_ratio::RBig;
use referee::game::Side;
use referee::numerics::Enclosure;
use referee::numerics::rational::{contains, exact};
use referee::problem::TableProblem;
use referee::problem::families::Instance;
use referee::registry::Registry;

/// Solves the square system `columns x = right` by elimination; `None` if it is singular.
fn solve(columns: &[Vec<RBig>], right: &[RBig]) -> Option<Vec<RBig>> {
    let n = right.len();
    let mut rows: Vec<Vec<RBig>> =
        (0..n).map(|i| columns.iter().map(|column| column[i].clone()).chain([right[i].clone()]).collect()).collect();
    for pivot in 0..n {
        let row = (pivot..n).find(|&row| rows[row][pivot] != RBig::ZERO)?;
        rows.swap(pivot, row);
        let scaled: Vec<_> = rows[pivot].iter().map(|x| x / &rows[pivot][pivot]).collect();
        for (i, row) in rows.iter_mut().enumerate() {
            if i != pivot && row[pivot] != RBig::ZERO {
                let factor = row[pivot].clone();
                row.iter_mut().zip(&scaled).for_each(|(x, y)| *x -= &factor * y);
            }
        }
        rows[pivot] = scaled;
    }
    Some(rows.into_iter().map(|mut row| row.pop().expect("the right side is the last entry")).collect())
}

/// Every way to choose `size` of `count` things.
fn choices(count: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    (size - 1..count)
        .flat_map(|last| {
            choices(last, size - 1).into_iter().map(move |mut chosen| {
                chosen.push(last);
                chosen
            })
        })
        .collect()
}

/// The least mean objective over mixtures of the candidates that are feasible on average, and the least support of a
/// mixture with that mean.
///
/// The program is `min <c, p>` subject to `G p + slack = 0`, `sum p = 1`, `p, slack >= 0`: it is bounded, so if it is
/// feasible, some basic solution is optimal.
fn mixed_optimum(table: &TableProblem) -> Option<(RBig, usize)> {
    let rows: Vec<Vec<RBig>> =
        table.rows(Side::Constraints).map(|row| row.iter().map(|&x| exact(x)).collect()).collect();
    let (m, n) = (rows[0].len() - 1, rows.len());
    let column = |j: usize| -> Vec<RBig> {
        match j.checked_sub(n) {
            None => rows[j][1..].iter().cloned().chain([RBig::ONE]).collect(),
            Some(slack) => (0..=m).map(|i| if i == slack { RBig::ONE } else { RBig::ZERO }).collect(),
        }
    };
    let right: Vec<_> = (0..=m).map(|i| if i == m { RBig::ONE } else { RBig::ZERO }).collect();
    let mut best: Option<(RBig, usize)> = None;
    for basis in choices(n + m, m + 1) {
        let columns: Vec<_> = basis.iter().map(|&j| column(j)).collect();
        let Some(solution) = solve(&columns, &right) else { continue };
        if solution.iter().any(|x| *x < RBig::ZERO) {
            continue;
        }
        let used = || basis.iter().zip(&solution).filter(|&(&j, x)| j < n && *x != RBig::ZERO);
        let value = used().fold(RBig::ZERO, |sum, (&j, x)| sum + &rows[j][0] * x);
        let candidate = (value, used().count());
        best = Some(best.map_or(candidate.clone(), |best| best.min(candidate)));
    }
    best
}

fn pure_optimum(table: &TableProblem) -> Option<RBig> {
    let feasible = table.rows(Side::Constraints).filter(|row| row[1..].iter().all(|&value| value <= 0.0));
    feasible.map(|row| exact(row[0])).min()
}

fn claimed(instance: &Instance) -> (Enclosure, Enclosure) {
    let value = |optimum: &Option<_>| -> Enclosure {
        let optimum: &referee::problem::families::Optimum = optimum.as_ref().expect("feasible");
        optimum.value
    };
    (value(&instance.known.optimum), value(&instance.known.mixed_optimum))
}

#[test]
fn the_exact_program_confirms_the_finite_families() {
    let mut generator = generator();
    for (family, members) in [("extremal", 25), ("extremal-duplicated", 6)] {
        for _ in 0..members {
            let (spec, instance) = draw(family, &mut generator).expect("it exists");
            let table = instance.problem.table().expect("a table");
            let (pure, mixed) = claimed(&instance);
            let (value, support) = mixed_optimum(table).expect("candidate 0 is feasible");
            assert!(contains(mixed, &value), "{spec}: {mixed} misses {value}");
            let m = table.row(0, Side::Constraints).len() - 1;
            assert_eq!(support, m + 1, "{spec}: every candidate is needed");
            assert!(pure_optimum(table).is_some_and(|value| contains(pure, &value)), "{spec}");
        }
    }
}

#[test]
fn the_exact_program_refutes_a_wrong_table() {
    let instance = Registry::ours().open("extremal:m=3,v=1,gamma=0.5").expect("it exists");
    let table = instance.problem.table().expect("a table");
    let mut rows: Vec<_> = table.rows(Side::Constraints).map(<[f64]>::to_vec).collect();
    rows[2][2] *= 1.01;
    let broken = TableProblem::new("broken", &rows, None).expect("well formed");
    let (_, mixed) = claimed(&instance);
    let (value, _) = mixed_optimum(&broken).expect("feasible");
    assert!(!contains(mixed, &value));
    assert_eq!(mixed_optimum(&TableProblem::new("never", &[vec![0.0, 1.0]], None).expect("well formed")), None);
}
