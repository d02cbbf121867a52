//! A random trace and what is given beside it.

use crate::numbers::Rng;
use crate::rates::{Mirror, Rate};

#[derive(Clone, Debug)]
pub struct Round {
    /// The objective and the constraints.
    pub values: Vec<(f64, f64)>,
    pub proxies: Vec<(f64, f64)>,
    pub lambda: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Weights {
    Uniform,
    Linear,
    Tail(usize),
}

/// Everything that a certificate rests on.
#[derive(Clone, Debug)]
pub struct Game {
    pub proxy: bool,
    pub m: usize,
    pub enclosed: bool,
    pub has_proxies: bool,
    pub rounds: Vec<Round>,
    pub statement: &'static str,
    pub radius: Option<f64>,
    /// Infinity stands for the norm "inf".
    pub norm: Option<f64>,
    pub margin: Option<f64>,
    pub margin_objective: Option<(f64, f64)>,
    pub range: Option<f64>,
    pub lower: Option<f64>,
    pub weights: Option<(Weights, Weights)>,
    /// What a rate promises with.
    pub rate: Option<Rate>,
    pub mirror: Option<Mirror>,
    /// Pairs of constraints that are opposite, counted from 1.
    pub equalities: Vec<Vec<usize>>,
    /// The ranges that are the evidence of the lower bound; else it is declared.
    pub ranges: Option<Vec<Range>>,
}

/// What a function is at least, and perhaps at most.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    pub column: String,
    pub lo: f64,
    pub hi: Option<f64>,
}

impl Range {
    pub fn new(column: &str, lo: f64, hi: Option<f64>) -> Self {
        Self { column: column.into(), lo, hi }
    }

    pub fn json(&self) -> String {
        let hi = self.hi.map_or_else(String::new, |hi| format!(", \"hi\": {hi:?}"));
        format!("{{ \"column\": \"{}\", \"lo\": {:?}{hi} }}", self.column, self.lo)
    }
}

impl Weights {
    pub fn random(rng: &mut Rng, rounds: usize) -> Self {
        match rng.below(3) {
            0 => Self::Uniform,
            1 => Self::Linear,
            _ => Self::Tail(rng.below(rounds)),
        }
    }

    pub fn text(&self) -> String {
        match self {
            Self::Uniform => "uniform".into(),
            Self::Linear => "linear".into(),
            Self::Tail(k) => format!("tail:{k}"),
        }
    }
}

/// The norm of the uniform mean of the multipliers, in doubles, without what is common to a pair.
fn norm_of_mean(rounds: &[Round], p: f64, pair: Option<&Vec<usize>>) -> f64 {
    let lambda: Vec<&[f64]> = rounds.iter().map(|round| round.lambda.as_slice()).collect();
    let mean = |i: usize| lambda.iter().map(|x| x[i]).sum::<f64>() / rounds.len() as f64;
    let mut means: Vec<f64> = (0..lambda[0].len()).map(mean).collect();
    if let Some([i, j]) = pair.map(Vec::as_slice) {
        let common = means[i - 1].min(means[j - 1]);
        for k in [i, j] {
            means[*k - 1] -= common;
        }
    }
    let means = means.into_iter();
    if p.is_infinite() { means.fold(0.0, f64::max) } else { means.map(|x| x.powf(p)).sum::<f64>().powf(1.0 / p) }
}

impl Game {
    pub fn random(rng: &mut Rng) -> Self {
        let proxy = rng.chance(2);
        let m = rng.below(4);
        let enclosed = rng.chance(3);
        let has_proxies = proxy && m > 0 && rng.chance(2);
        let tee = 1 + rng.below(6);
        let on_simplex = rng.chance(2);
        let value = |rng: &mut Rng| {
            let x = rng.double();
            if enclosed && rng.chance(2) { (x, x + rng.double().abs() / 16.0) } else { (x, x) }
        };
        let rounds: Vec<Round> = (0..tee)
            .map(|_| {
                let values: Vec<_> = (0..=m).map(|_| value(rng)).collect();
                let proxies = (0..if has_proxies { m } else { 0 }).map(|_| value(rng)).collect();
                let mut lambda: Vec<f64> = (0..m + usize::from(proxy)).map(|_| rng.double().abs()).collect();
                if on_simplex && proxy {
                    let at = rng.below(lambda.len());
                    lambda.iter_mut().enumerate().for_each(|(i, x)| *x = f64::from(u8::from(i == at)));
                } else if rng.chance(5) {
                    lambda.fill(0.0);
                }
                Round { values, proxies, lambda }
            })
            .collect();
        let statements =
            if proxy { ["theorem-2", "theorem-4", "lemma-7"] } else { ["theorem-1", "theorem-3", "lemma-6"] };
        let statement = *rng.pick(&statements);
        let maybe = |rng: &mut Rng| (!rng.chance(4)).then(|| rng.double());
        let norms = [1.0, 1.5, 2.0, 2.0, 3.0, f64::INFINITY];
        let norm = (!proxy && statement != "theorem-1" && rng.chance(2)).then(|| *rng.pick(&norms));
        let margin = maybe(rng).map(|x| if rng.chance(6) { x } else { x.abs() });
        let margin_objective = margin.filter(|_| rng.chance(2)).map(|_| {
            let x = rng.double() * 2.0;
            (x, x + if enclosed { 0.125 } else { 0.0 })
        });
        let weights = rng.chance(2).then(|| {
            let theta = Weights::random(rng, tee);
            let lambda = if proxy || rng.chance(2) { theta.clone() } else { Weights::random(rng, tee) };
            (theta, lambda)
        });
        let mut radius = maybe(rng).filter(|_| !proxy).map(|x| x.abs() * 4.0);
        if let Some(p) = norm.filter(|_| radius.is_some() && rng.chance(2)) {
            // A tie, or as near to one as doubles can be.
            radius = Some(norm_of_mean(&rounds, p, None));
        }
        let (range, lower) = (maybe(rng).map(f64::abs), maybe(rng));
        let mut it = Self {
            proxy,
            m,
            enclosed,
            has_proxies,
            rounds,
            statement,
            radius,
            norm,
            margin,
            margin_objective,
            range,
            lower,
            weights,
            rate: None,
            mirror: None,
            equalities: vec![],
            ranges: None,
        };
        if m > 1 && statement.starts_with("theorem") && rng.chance(3) {
            it.equate(rng);
        }
        if it.lower.is_some() && rng.chance(4) {
            it.add_ranges(rng);
        }
        it
    }

    /// Makes two constraints, and their proxies, opposite.
    fn equate(&mut self, rng: &mut Rng) {
        let (i, j) = *rng.pick(if self.m == 2 { &[(1, 2)] } else { &[(1, 2), (1, 3), (2, 3)] });
        for round in &mut self.rounds {
            let x = if rng.chance(5) { 0.0 } else { round.values[i].0 };
            (round.values[i], round.values[j]) = ((x, x), (-x, -x));
            if self.has_proxies {
                let x = round.proxies[i - 1].0;
                (round.proxies[i - 1], round.proxies[j - 1]) = ((x, x), (-x, -x));
            }
        }
        (self.equalities, self.margin, self.margin_objective) = (vec![vec![i, j]], None, None);
        if self.radius.is_some() && rng.chance(2) {
            self.radius = Some(norm_of_mean(&self.rounds, self.norm.unwrap_or(1.0), self.equalities.first()));
        }
    }

    /// The names of the columns of values, with the values.
    pub fn columns(&self) -> Vec<(String, Vec<(f64, f64)>)> {
        let mut names = vec!["objective".to_owned()];
        names.extend((1..=self.m).map(|i| format!("constraint_{i}")));
        names.extend((1..=if self.has_proxies { self.m } else { 0 }).map(|i| format!("proxy_{i}")));
        let value = |at: usize| {
            self.rounds.iter().map(move |round| *round.values.iter().chain(&round.proxies).nth(at).unwrap()).collect()
        };
        names.into_iter().enumerate().map(|(at, name)| (name, value(at))).collect()
    }

    /// Gives ranges as evidence: of every function that counts, and of some that do not; some that the trace refutes.
    pub fn add_ranges(&mut self, rng: &mut Rng) {
        let counting: Vec<String> = crate::reference::counting(self).into_iter().map(|(name, _)| name).collect();
        let mut ranges = Vec::new();
        for (column, values) in self.columns() {
            if !counting.contains(&column) && rng.chance(2) {
                continue;
            }
            let (least, most) = values.iter().fold((f64::MAX, f64::MIN), |ends, x| (ends.0.min(x.0), ends.1.max(x.1)));
            let lo = *rng.pick(&[least, least, least - 1.0, least + 0.03125]);
            let hi = rng.chance(2).then(|| rng.pick(&[most, most + 1.0, most - 0.03125]).max(lo));
            ranges.push(Range { column, lo, hi });
        }
        if ranges.is_empty() {
            return;
        }
        let at = rng.below(ranges.len());
        ranges.swap(0, at);
        self.ranges = Some(ranges);
        let best = crate::numbers::down(&crate::reference::bound_of_ranges(self).unwrap());
        self.lower = Some(if rng.chance(2) { best } else { best - 0.5 });
    }

    /// The trace as CSV.
    pub fn csv(&self) -> String {
        let mut names = Vec::new();
        let mut name = |text: String| {
            if self.enclosed { names.extend([format!("{text}.lo"), format!("{text}.hi")]) } else { names.push(text) }
        };
        name("objective".into());
        (1..=self.m).for_each(|i| name(format!("constraint_{i}")));
        if self.has_proxies {
            (1..=self.m).for_each(|i| name(format!("proxy_{i}")));
        }
        names.extend((usize::from(!self.proxy)..=self.m).map(|i| format!("lambda_{i}")));
        let mut text = names.join(",") + "\n";
        for round in &self.rounds {
            let mut cells = Vec::new();
            for &(lo, hi) in round.values.iter().chain(&round.proxies) {
                cells.push(lo);
                cells.extend(self.enclosed.then_some(hi));
            }
            cells.extend(&round.lambda);
            text += &(cells.iter().map(|x| format!("{x:?}")).collect::<Vec<_>>().join(",") + "\n");
        }
        text
    }
}
