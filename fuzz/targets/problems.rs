//! The functions of a document's problem, at points where one looks.

use crate::exact::{RBig, exact, list};
use crate::formula;
use serde_json::Value;

/// Which functions the theta-player sees.
#[derive(Clone, Copy, PartialEq)]
pub enum Side {
    Constraints,
    Proxies,
}

pub enum Functions {
    /// The variables, each function and its proxy with the objective first, and points of the domain.
    Formulas(Vec<String>, Vec<[String; 2]>, Vec<Vec<f64>>),
    /// The rows of a table, and those of its proxies.
    Table(Vec<Vec<f64>>, Option<Vec<Vec<f64>>>),
}

fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().filter_map(Value::as_f64).collect()
}

/// A few points of a domain: corners, the middle, or all there are.
fn points(domain: &Value, variables: usize) -> Vec<Vec<f64>> {
    let along = |k: usize, x: f64| (0..variables).map(|j| if j == k { x } else { 0.0 }).collect::<Vec<_>>();
    match domain["kind"].as_str() {
        Some("points") => list(&domain["points"]).iter().map(numbers).collect(),
        Some("ball") => {
            let radius = domain["radius"].as_f64().unwrap_or(0.0);
            (0..variables).flat_map(|k| [along(k, radius), along(k, -radius), along(k, radius / 2.0)]).collect()
        }
        _ => {
            let (lower, upper) = (numbers(&domain["lower"]), numbers(&domain["upper"]));
            let corner = |c: usize| {
                (0..variables).map(|j| if (c >> j) & 1 == 1 { upper[j] } else { lower[j] }).collect::<Vec<f64>>()
            };
            let between = |share: f64| {
                let at = |j: usize| (lower[j] + (upper[j] - lower[j]) * share).clamp(lower[j], upper[j]);
                (0..variables).map(at).collect::<Vec<f64>>()
            };
            let between =
                [0.5, 0.25, 0.75, 0.4].into_iter().map(between).filter(|point| point.iter().all(|x| x.is_finite()));
            (0..1 << variables.min(5)).map(corner).chain(between).collect()
        }
    }
}

impl Functions {
    /// `None` for a problem over data.
    pub fn read(problem: &Value) -> Option<Self> {
        let rows = |value: &Value| list(value).iter().map(numbers).collect::<Vec<_>>();
        if let Some(table) = problem.get("table") {
            return Some(Self::Table(rows(&table["constraints"]), table.get("proxies").map(rows)));
        }
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let variables: Vec<String> = list(problem.get("variables")?).iter().map(text).collect();
        let objective = text(&problem["objective"]);
        let both = |one: &Value| {
            let formula = text(&one["expression"]);
            [formula.clone(), one.get("proxy").map_or(formula, text)]
        };
        let constraints = list(&problem["constraints"]).iter().map(both);
        let functions = std::iter::once([objective.clone(), objective]).chain(constraints).collect();
        let points = points(&problem["domain"], variables.len());
        Some(Self::Formulas(variables, functions, points))
    }

    /// The weighted sum of the functions at a point; `None` where it is undefined, not rational or long.
    pub fn at(&self, theta: &[f64], weights: &[RBig], side: Side) -> Option<RBig> {
        let mut sum = RBig::ZERO;
        for (k, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > RBig::ZERO) {
            sum += weight * self.value(theta, k, side)?;
        }
        Some(sum)
    }

    fn value(&self, theta: &[f64], k: usize, side: Side) -> Option<RBig> {
        match self {
            Self::Table(rows, proxies) => {
                let row = theta[0] as usize;
                let proxies = proxies.as_ref().filter(|_| side == Side::Proxies && k > 0);
                Some(exact(proxies.map_or_else(|| rows[row][k], |proxies| proxies[row][k - 1])))
            }
            Self::Formulas(variables, functions, _) => {
                let names: Vec<&str> = variables.iter().map(String::as_str).collect();
                let point: Vec<RBig> = theta.iter().map(|&x| exact(x)).collect();
                formula::value(&functions[k][usize::from(side == Side::Proxies)], &names, &point)
            }
        }
    }

    /// Panics if the weighted sum is below the bound somewhere.
    pub fn none_is_below(&self, bound: &RBig, weights: &[RBig], side: Side) {
        let points = match self {
            Self::Table(rows, _) => (0..rows.len()).map(|row| vec![row as f64]).collect(),
            Self::Formulas(_, _, points) => points.clone(),
        };
        for theta in points {
            if let Some(value) = self.at(&theta, weights, side) {
                assert!(*bound <= value, "the bound {bound} is refuted at {theta:?}, where the value is {value}");
            }
        }
    }
}
