//! Random linear programs, solved by trying every basis, and whether a solution is true.

use crate::linear::{rank, solve, subsets};
use crate::numbers::{Rng, exact};
use crate::recorded::digest;
use proofs_check::exact::Rational;

#[derive(Clone, Debug)]
pub struct Solution {
    /// The objective and the constraints of each candidate.
    pub rows: Vec<Vec<f64>>,
    pub csv: String,
    pub sha256: String,
    pub count: usize,
    pub epsilon: Rational,
    pub minimal: bool,
    pub support: Vec<(usize, Rational)>,
    pub objective: Rational,
    pub constraints: Vec<Rational>,
    pub active: Vec<usize>,
    pub duals: Vec<Rational>,
    pub mass: Rational,
    /// The duals of epsilon, or the farkas vector.
    pub certificate: Vec<Rational>,
    pub infeasible: bool,
    pub claims: Vec<&'static str>,
    /// Pairs of constraints that are opposite, counted from 1.
    pub equalities: Vec<Vec<usize>>,
}

fn dot(y: &[Rational], row: &[f64]) -> Rational {
    y.iter().zip(row).fold(Rational::zero(), |sum, (y, x)| &sum + &(y * &exact(*x))).reduced()
}

fn sum(y: &[Rational]) -> Rational {
    y.iter().fold(Rational::zero(), |sum, y| &sum + y).reduced()
}

fn not_negative(y: &[Rational]) -> bool {
    y.iter().all(|y| *y >= Rational::zero())
}

/// A vector with these entries at these places.
fn spread(length: usize, places: &[usize], entries: &[Rational]) -> Vec<Rational> {
    let mut all = vec![Rational::zero(); length];
    places.iter().zip(entries).for_each(|(&place, entry)| all[place] = entry.clone());
    all
}

/// The least of `g0 + y g` (or of `y g`) over the candidates.
fn least(rows: &[Vec<f64>], with_objective: bool, y: &[Rational]) -> Rational {
    let value = |row: &Vec<f64>| {
        let objective = if with_objective { exact(row[0]) } else { Rational::zero() };
        &objective + &dot(y, &row[1..])
    };
    rows.iter().map(value).min().unwrap().reduced()
}

/// Epsilon, the support and its weights, the constraints that bind and the multipliers of all.
type Basis = (Rational, Vec<usize>, Vec<Rational>, Vec<usize>, Vec<Rational>);

/// The least epsilon with its weights and duals, where every constraint counts; `None` if no basis is clean.
fn least_epsilon(rows: &[Vec<f64>], m: usize) -> Option<Basis> {
    let (one, zero) = (Rational::one, Rational::zero);
    for size in 1..=m.min(rows.len()) {
        for (s, a) in subsets(rows.len(), size).iter().flat_map(|s| subsets(m, size).into_iter().map(move |a| (s, a))) {
            // sum p = 1 and g_i p - e = 0; then sum y = 1 and y g_t - e = 0.
            let entry = |t: usize, i: usize| exact(rows[t][i + 1]);
            let mut primal = vec![[vec![one(); size], vec![zero(), one()]].concat()];
            primal
                .extend(a.iter().map(|&i| [s.iter().map(|&t| entry(t, i)).collect(), vec![-&one(), zero()]].concat()));
            let mut dual = vec![[vec![one(); size], vec![zero(), one()]].concat()];
            dual.extend(s.iter().map(|&t| [a.iter().map(|&i| entry(t, i)).collect(), vec![-&one(), zero()]].concat()));
            let (Some(p), Some(y)) = (solve(primal), solve(dual)) else { continue };
            let (e, p) = p.split_last()?;
            let y = spread(m, &a, &y[..size]);
            if p.iter().all(|p| *p > zero()) && not_negative(&y) && least(rows, false, &y) == *e {
                let feasible =
                    (0..m).all(|i| s.iter().zip(p).fold(zero(), |x, (&t, p)| &x + &(p * &entry(t, i))) <= *e);
                if feasible {
                    return Some((e.clone(), s.clone(), p.to_vec(), a, y));
                }
            }
        }
    }
    None
}

/// The best mixture at epsilon with its duals, from a basis in which both are strictly of one kind.
fn best(rows: &[Vec<f64>], m: usize, e: &Rational) -> Option<(Vec<usize>, Vec<Rational>, Vec<Rational>)> {
    let (one, zero) = (Rational::one, Rational::zero);
    let entry = |t: usize, i: usize| exact(rows[t][i + 1]);
    for size in 1..=(m + 1).min(rows.len()) {
        for (s, a) in
            subsets(rows.len(), size).iter().flat_map(|s| subsets(m, size - 1).into_iter().map(move |a| (s, a)))
        {
            let mut primal = vec![vec![one(); size + 1]];
            primal.extend(a.iter().map(|&i| [s.iter().map(|&t| entry(t, i)).collect(), vec![e.clone()]].concat()));
            let dual = s.iter().map(|&t| {
                let y = a.iter().map(|&i| entry(t, i)).collect();
                [y, vec![-&one(), -&exact(rows[t][0])]].concat()
            });
            let (Some(p), Some(y)) = (solve(primal), solve(dual.collect())) else { continue };
            let (mass, y) = y.split_last()?;
            let y = spread(m, &a, y);
            let feasible = (0..m).all(|i| s.iter().zip(&p).fold(zero(), |x, (&t, p)| &x + &(p * &entry(t, i))) <= *e);
            if feasible && p.iter().all(|p| *p > zero()) && not_negative(&y) && least(rows, true, &y) == *mass {
                return Some((s.clone(), p, y));
            }
        }
    }
    None
}

impl Solution {
    /// A random program with its true solution; `None` if it is degenerate.
    pub fn random(rng: &mut Rng) -> Option<Self> {
        let (m, count) = (rng.below(4), 1 + rng.below(6));
        let number = |rng: &mut Rng| (rng.below(17) as f64 - 7.0) / if rng.chance(3) { 4.0 } else { 1.0 };
        let mut rows: Vec<Vec<f64>> = (0..count).map(|_| (0..=m).map(|_| number(rng)).collect()).collect();
        let mut equalities = vec![];
        if m > 1 && rng.chance(3) {
            let (i, j) = *rng.pick(if m == 2 { &[(1, 2)] } else { &[(1, 2), (1, 3), (2, 3)] });
            for row in &mut rows {
                row[j] = -row[i];
            }
            equalities.push(vec![i, j]);
        }
        let names: Vec<_> =
            std::iter::once("objective".into()).chain((1..=m).map(|i| format!("constraint_{i}"))).collect();
        let mut csv = names.join(",") + "\n";
        for row in &rows {
            csv += &(row.iter().map(|x| format!("{x:?}")).collect::<Vec<_>>().join(",") + "\n");
        }
        let mut it = Self {
            sha256: digest(&csv),
            csv,
            count,
            epsilon: Rational::zero(),
            minimal: true,
            support: vec![],
            objective: Rational::zero(),
            constraints: vec![],
            active: vec![],
            duals: vec![],
            mass: Rational::zero(),
            certificate: vec![],
            infeasible: false,
            claims: vec!["feasible", "optimal", "vertex", "support"],
            equalities,
            rows,
        };
        let (mut s, mut p, mut y);
        let positive = least_epsilon(&it.rows, m).filter(|found| found.0 > Rational::zero());
        if let Some((e, support, weights, a, certificate)) = positive {
            if rng.chance(4) {
                it.epsilon = (&e * &Rational::parse("1/2")?).reduced();
                (it.infeasible, it.minimal, it.certificate) = (true, false, certificate);
                return Some(it);
            }
            if rng.chance(2) {
                it.epsilon = &e + &Rational::one();
                it.minimal = false;
                (s, p, y) = best(&it.rows, m, &it.epsilon)?;
            } else {
                // With one multiplier held at 0 the duals of the support are a square system; adding the duals of
                // epsilon keeps it solved and lifts every candidate outside the support.
                (it.epsilon, it.certificate) = (e, certificate);
                let free = &a[1..];
                let system = support.iter().map(|&t| {
                    let entries = free.iter().map(|&i| exact(it.rows[t][i + 1])).collect();
                    [entries, vec![-&Rational::one(), -&exact(it.rows[t][0])]].concat()
                });
                let solved = solve(system.collect())?;
                let base = spread(m, free, &solved[..free.len()]);
                let lifted = |k: u32| -> Vec<Rational> {
                    let k = Rational::from_integer(k);
                    base.iter().zip(&it.certificate).map(|(x, y)| (x + &(&k * y)).reduced()).collect()
                };
                (s, p) = (support, weights);
                let objective = s.iter().zip(&p).fold(Rational::zero(), |x, (&t, p)| &x + &(p * &exact(it.rows[t][0])));
                let fits = |y: &Vec<Rational>| {
                    not_negative(y) && &least(&it.rows, true, y) - &(&it.epsilon * &sum(y)) == objective
                };
                y = (0..12).map(|k| lifted(1 << k)).find(fits)?;
            }
        } else {
            (s, p, y) = best(&it.rows, m, &it.epsilon)?;
        }
        let mean = |i: usize| {
            s.iter().zip(&p).fold(Rational::zero(), |x, (&t, p)| &x + &(p * &exact(it.rows[t][i]))).reduced()
        };
        (it.objective, it.constraints) = (mean(0), (1..=m).map(mean).collect());
        it.active = (1..=m).filter(|i| it.constraints[i - 1] == it.epsilon).collect();
        it.mass = least(&it.rows, true, &y);
        it.duals = std::mem::take(&mut y);
        it.support = std::mem::take(&mut s).into_iter().zip(std::mem::take(&mut p)).collect();
        Some(it)
    }

    pub fn json(&self) -> String {
        let list =
            |all: &[Rational]| format!("[{}]", all.iter().map(|x| format!("\"{x}\"")).collect::<Vec<_>>().join(", "));
        let mut fields = vec![
            "\"format\": \"referee-solution/1\"".to_owned(),
            format!(
                "\"candidates\": {{ \"file\": \"c.csv\", \"sha256\": \"{}\", \"count\": {}, \"constraints\": {} }}",
                self.sha256,
                self.count,
                self.rows[0].len() - 1
            ),
            format!("\"status\": \"{}\"", if self.infeasible { "infeasible" } else { "optimal" }),
            format!("\"epsilon\": \"{}\", \"epsilon_is_minimal\": {}", self.epsilon, self.minimal),
        ];
        if !self.equalities.is_empty() {
            fields.push(format!("\"equalities\": {:?}", self.equalities));
        }
        if self.infeasible {
            fields.push(format!("\"farkas\": {}", list(&self.certificate)));
        } else {
            let item = |(t, p): &(usize, Rational)| format!("{{ \"candidate\": {t}, \"weight\": \"{p}\" }}");
            fields.push(format!("\"support\": [{}]", self.support.iter().map(item).collect::<Vec<_>>().join(", ")));
            fields.push(format!("\"objective\": \"{}\", \"constraints\": {}", self.objective, list(&self.constraints)));
            fields.push(format!("\"active\": {:?}, \"claims\": {:?}", self.active, self.claims));
            fields.push(format!(
                "\"duals\": {{ \"constraints\": {}, \"mass\": \"{}\" }}",
                list(&self.duals),
                self.mass
            ));
            if self.minimal && self.epsilon > Rational::zero() {
                fields.push(format!("\"epsilon_duals\": {}", list(&self.certificate)));
            }
        }
        format!("{{ {} }}", fields.join(",\n  "))
    }

    /// Whether everything in it is true, by the table of the specification.
    pub fn is_true(&self) -> bool {
        let (rows, e, m, zero) = (&self.rows, &self.epsilon, self.rows[0].len() - 1, Rational::zero());
        if self.sha256 != digest(&self.csv) || self.count != rows.len() || *e < zero {
            return false;
        }
        let mut members = self.equalities.concat();
        members.sort_unstable();
        let form = self.equalities.iter().all(|pair| pair.len() == 2 && pair[0] < pair[1])
            && self.equalities.windows(2).all(|two| two[0][0] < two[1][0])
            && members.windows(2).all(|two| two[0] < two[1])
            && members.iter().all(|i| (1..=m).contains(i));
        let opposite = |row: &Vec<f64>| self.equalities.iter().all(|pair| row[pair[0]] == -row[pair[1]]);
        if !form || !rows.iter().all(opposite) {
            return false;
        }
        let on_simplex = |y: &[Rational]| y.len() == m && not_negative(y) && sum(y) == Rational::one();
        if self.infeasible {
            return !self.minimal && on_simplex(&self.certificate) && least(rows, false, &self.certificate) > *e;
        }
        let tight = self.minimal && *e > zero;
        if tight && !(on_simplex(&self.certificate) && least(rows, false, &self.certificate) == *e) {
            return false;
        }
        let weights: Vec<_> = self.support.iter().map(|(_, p)| p.clone()).collect();
        let increasing = self.support.windows(2).all(|pair| pair[0].0 < pair[1].0);
        if !increasing || self.support.iter().any(|(t, _)| *t >= rows.len()) || weights.iter().any(|p| *p <= zero) {
            return false;
        }
        let mean = |i: usize| self.support.iter().fold(zero.clone(), |x, (t, p)| &x + &(p * &exact(rows[*t][i])));
        let active: Vec<usize> = (1..=m).filter(|&i| mean(i) == *e).collect();
        let whole = self.equalities.iter().filter(|pair| pair.iter().all(|i| active.contains(i))).count();
        let vectors = self
            .support
            .iter()
            .map(|(t, _)| std::iter::once(Rational::one()).chain(active.iter().map(|&i| exact(rows[*t][i]))).collect());
        sum(&weights) == Rational::one()
            && mean(0) == self.objective
            && self.constraints.len() == m
            && (1..=m).all(|i| mean(i) == self.constraints[i - 1] && mean(i) <= *e)
            && active == self.active
            && self.duals.len() == m
            && not_negative(&self.duals)
            && self.mass == least(rows, true, &self.duals)
            && self.objective == &self.mass - &(e * &sum(&self.duals))
            && rank(vectors.collect()) == self.support.len()
            && self.support.len() <= active.len() - whole + usize::from(!tight)
            && self.claims == ["feasible", "optimal", "vertex", "support"]
    }

    /// Changes one thing; `None` if there is nothing of that kind.
    pub fn change(&mut self, rng: &mut Rng) -> Option<&'static str> {
        let forged = |rng: &mut Rng, x: &Rational| match rng.below(4) {
            0 => -x,
            1 => x + &Rational::parse(["1", "-1", "1/2", "1/100000000000000000000"][rng.below(4)]).unwrap(),
            2 => x * &Rational::from_integer(2),
            _ => x * &Rational::parse("1/3").unwrap(),
        };
        let one_of = |rng: &mut Rng, all: &mut Vec<Rational>| {
            let at = (!all.is_empty()).then(|| rng.below(all.len()))?;
            all[at] = forged(rng, &all[at]);
            Some(())
        };
        let kind = rng.below(15);
        if (2..=10).contains(&kind) && self.infeasible {
            return None;
        }
        Some(match kind {
            0 => {
                self.epsilon = forged(rng, &self.epsilon);
                "epsilon"
            }
            1 => {
                one_of(rng, &mut self.certificate)?;
                "epsilon_duals or farkas"
            }
            2 => {
                self.objective = forged(rng, &self.objective);
                "the objective"
            }
            3 => {
                one_of(rng, &mut self.constraints)?;
                "a constraint"
            }
            4 => {
                one_of(rng, &mut self.duals)?;
                "a dual"
            }
            5 => {
                self.mass = forged(rng, &self.mass);
                "the mass"
            }
            6 => {
                let at = rng.below(self.support.len());
                self.support[at].1 = forged(rng, &self.support[at].1);
                "a weight"
            }
            7 => {
                let at = rng.below(self.support.len());
                self.support[at].0 = rng.below(self.count + 1);
                "a candidate"
            }
            8 => {
                let at = rng.below(self.support.len());
                let (t, half) = (self.support[at].0, &self.support[at].1 * &Rational::parse("1/2").unwrap());
                self.support[at].1 = half.clone();
                self.support.insert(at, (t, half));
                "a candidate twice"
            }
            9 => {
                if rng.chance(2) {
                    self.active.pop()?;
                } else {
                    self.active.push(self.active.len() + 1);
                }
                "the active constraints"
            }
            10 => {
                self.claims.remove(rng.below(4));
                "a claim dropped"
            }
            11 => {
                self.count += 1;
                "the count"
            }
            12 => {
                let (at, i) = (rng.below(self.rows.len()), rng.below(self.rows[0].len()));
                let old = self.rows[at].iter().map(|x| format!("{x:?}")).collect::<Vec<_>>().join(",");
                self.rows[at][i] += 1.0;
                let new = self.rows[at].iter().map(|x| format!("{x:?}")).collect::<Vec<_>>().join(",");
                let mut lines: Vec<String> = self.csv.lines().map(str::to_owned).collect();
                assert_eq!(lines[at + 1], old);
                lines[at + 1] = new;
                self.csv = lines.join("\n") + "\n";
                if rng.chance(2) {
                    self.sha256 = digest(&self.csv);
                }
                "a cell"
            }
            13 => {
                match rng.below(3) {
                    0 => self.equalities.clear(),
                    1 => self.equalities.push(vec![1 + rng.below(2), 1 + rng.below(3)]),
                    _ => self.equalities.first_mut()?.reverse(),
                }
                "the equalities"
            }
            _ => {
                self.minimal = !self.minimal;
                "epsilon_is_minimal"
            }
        })
    }
}
