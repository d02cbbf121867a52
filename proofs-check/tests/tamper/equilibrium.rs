//! Random games on a few candidates, solved by trying every pair of supports, and whether an equilibrium is true.

use crate::linear::{solve, subsets};
use crate::numbers::{Rng, down, exact, near, next_up, up};
use crate::recorded::digest;
use proofs_check::exact::Rational;

#[derive(Clone, Debug)]
pub struct Equilibrium {
    pub proxy: bool,
    /// On a problem, which is a table of the same rows.
    pub on_problem: bool,
    pub statement: &'static str,
    pub radius: f64,
    /// The objective and the constraints of each candidate.
    pub rows: Vec<Vec<f64>>,
    /// What the theta-player sees instead of the constraints, if it does.
    pub proxies: Option<Vec<Vec<f64>>>,
    pub csv: String,
    pub sha256: String,
    pub count: usize,
    pub support: Vec<(usize, Rational)>,
    pub multipliers: Vec<Rational>,
    /// The objective and the constraints; on a problem they are enclosed.
    pub means: Vec<Rational>,
    pub enclosures: Vec<(f64, f64)>,
    /// Of theta and lambda; on a problem they are doubles that are not below.
    pub gaps: [Rational; 2],
    pub shown_gaps: [f64; 2],
    pub lower: f64,
    pub evidence: &'static str,
}

fn sum<'a>(all: impl IntoIterator<Item = &'a Rational>) -> Rational {
    all.into_iter().fold(Rational::zero(), |sum, x| &sum + x).reduced()
}

impl Equilibrium {
    fn m(&self) -> usize {
        self.rows[0].len() - 1
    }

    /// The theta-player's loss at a candidate.
    fn f(&self, j: usize) -> Rational {
        let seen = |i: usize| match &self.proxies {
            Some(proxies) if self.proxy => exact(proxies[j][i - 1]),
            _ => exact(self.rows[j][i]),
        };
        let (first, offset) = if self.proxy { (self.multipliers[0].clone(), 0) } else { (Rational::one(), 1) };
        let terms = (1..=self.m()).map(|i| &self.multipliers[i - offset] * &seen(i));
        terms.fold(&first * &exact(self.rows[j][0]), |sum, x| &sum + &x).reduced()
    }

    fn mean(&self, of: impl Fn(usize) -> Rational) -> Rational {
        self.support.iter().fold(Rational::zero(), |sum, (j, w)| &sum + &(w * &of(*j))).reduced()
    }

    /// The means of the objective and the constraints, and what each player gains; the support is one of candidates.
    fn truth(&self) -> (Vec<Rational>, [Rational; 2]) {
        let means: Vec<Rational> = (0..=self.m()).map(|i| self.mean(|j| exact(self.rows[j][i]))).collect();
        let least = (0..self.rows.len()).map(|j| self.f(j)).min().unwrap();
        let best = means[1..].iter().fold(Rational::zero(), |best, x| best.max(x.clone()));
        let radius = if self.proxy { Rational::one() } else { exact(self.radius) };
        let offset = usize::from(!self.proxy);
        let paid = (1..=self.m()).fold(Rational::zero(), |sum, i| &sum + &(&self.multipliers[i - offset] * &means[i]));
        let gaps = [&self.mean(|j| self.f(j)) - &least, &(&radius * &best) - &paid];
        (means, gaps.map(|gap| gap.reduced()))
    }

    /// A random game with an equilibrium, exact or not; `None` if it is degenerate.
    pub fn random(rng: &mut Rng) -> Option<Self> {
        let (m, count, proxy) = (rng.below(4), 1 + rng.below(6), rng.chance(2));
        let number = |rng: &mut Rng| (rng.below(17) as f64 - 8.0) / if rng.chance(3) { 4.0 } else { 1.0 };
        let rows: Vec<Vec<f64>> = (0..count).map(|_| (0..=m).map(|_| number(rng)).collect()).collect();
        let proxies = rng.chance(3).then(|| (0..count).map(|_| (0..m).map(|_| number(rng)).collect()).collect());
        let mut it = Self {
            proxy,
            on_problem: false,
            statement: "theorem-5",
            radius: *rng.pick(&[0.0, 0.5, 3.0, 0.1]),
            rows,
            proxies,
            csv: String::new(),
            sha256: String::new(),
            count,
            support: vec![],
            multipliers: vec![Rational::zero(); m + usize::from(proxy)],
            means: vec![],
            enclosures: vec![],
            gaps: [Rational::zero(), Rational::zero()],
            shown_gaps: [0.0; 2],
            lower: 0.0,
            evidence: "enumeration",
        };
        if rng.chance(2) {
            it.solve()?;
            if !rng.chance(4) {
                it.statement = if proxy { "lemma-5" } else { "lemma-2" };
            }
        } else {
            it.mix(rng);
        }
        (it.means, it.gaps) = it.truth();
        if rng.chance(3) {
            (it.on_problem, it.statement) = (true, "theorem-5");
            let least = (0..count).map(|j| it.f(j)).min()?;
            it.lower = if rng.chance(2) { down(&least) } else { down(&least) - 0.25 };
            let wide = rng.chance(3);
            it.enclosures =
                it.means.iter().map(|x| (down(x), if wide { next_up(up(x), true) } else { up(x) })).collect();
            let with_bound = &(&it.gaps[0] + &least) - &exact(it.lower);
            it.shown_gaps = [up(&with_bound), up(&it.gaps[1]) + if rng.chance(3) { 1.0 } else { 0.0 }];
        }
        it.write();
        Some(it)
    }

    /// Random weights and multipliers.
    fn mix(&mut self, rng: &mut Rng) {
        let split = |rng: &mut Rng, n: usize| -> Vec<Rational> {
            let parts: Vec<usize> = (0..n).map(|_| 1 + rng.below(9)).collect();
            let total = Rational::from_integer(parts.iter().sum::<usize>());
            parts.iter().map(|&x| Rational::from_integer(x).checked_div(&total).unwrap().reduced()).collect()
        };
        let size = 1 + rng.below(self.rows.len().min(self.m() + 1));
        let supports = subsets(self.rows.len(), size);
        let weights = split(rng, size);
        self.support = rng.pick(&supports).iter().copied().zip(weights).collect();
        // Without the last part, which belongs to no multiplier, the sum is below the radius.
        let (n, radius) = (self.multipliers.len(), exact(self.radius));
        self.multipliers = if self.proxy {
            split(rng, n)
        } else {
            split(rng, n + 1)[..n].iter().map(|x| (x * &radius).reduced()).collect()
        };
    }

    /// An exact equilibrium: both players are indifferent on supports of one size, and nothing else is better.
    fn solve(&mut self) -> Option<()> {
        let (m, zero, one) = (self.m(), Rational::zero, Rational::one);
        let radius = if self.proxy { one() } else { exact(self.radius) };
        // What theta pays and what lambda gets at candidate j if all weight is on vertex k.
        let seen = |j: usize, k: usize| match &self.proxies {
            Some(proxies) if self.proxy => exact(proxies[j][k - 1]),
            _ => exact(self.rows[j][k]),
        };
        let loss = |j: usize, k: usize| match (k, self.proxy) {
            (0, _) => exact(self.rows[j][0]),
            (_, true) => seen(j, k),
            (_, false) => &exact(self.rows[j][0]) + &(&radius * &seen(j, k)),
        };
        let payoff = |j: usize, k: usize| if k == 0 { zero() } else { &radius * &exact(self.rows[j][k]) };
        for size in 1..=(m + 1).min(self.rows.len()) {
            for s in subsets(self.rows.len(), size) {
                for a in subsets(m + 1, size) {
                    let first = [vec![one(); size], vec![zero(), one()]].concat();
                    let mut of_lambda = vec![first.clone()];
                    let mut of_theta = vec![first];
                    let minus = -&one();
                    for (&j, &k) in s.iter().zip(&a) {
                        let row: Vec<_> = a.iter().map(|&k| loss(j, k)).collect();
                        of_lambda.push([row, vec![minus.clone(), zero()]].concat());
                        let row: Vec<_> = s.iter().map(|&j| payoff(j, k)).collect();
                        of_theta.push([row, vec![minus.clone(), zero()]].concat());
                    }
                    let (Some(q), Some(p)) = (solve(of_lambda), solve(of_theta)) else { continue };
                    let ((value, q), (gain, p)) = (q.split_last()?, p.split_last()?);
                    let mixed = |j: usize| a.iter().zip(q).fold(zero(), |sum, (&k, q)| &sum + &(q * &loss(j, k)));
                    let paid = |k: usize| s.iter().zip(p).fold(zero(), |sum, (&j, p)| &sum + &(p * &payoff(j, k)));
                    let positive = p.iter().all(|x| *x > zero()) && q.iter().all(|x| *x >= zero());
                    if positive && (0..self.rows.len()).all(|j| mixed(j) >= *value) && (0..=m).all(|k| paid(k) <= *gain)
                    {
                        self.support = s.iter().copied().zip(p.iter().map(Rational::reduced)).collect();
                        for (&k, q) in a.iter().zip(q) {
                            if let Some(at) = (k + usize::from(self.proxy)).checked_sub(1) {
                                self.multipliers[at] = (q * &radius).reduced();
                            }
                        }
                        return Some(());
                    }
                }
            }
        }
        None
    }

    fn write(&mut self) {
        let m = self.m();
        let mut names = vec!["objective".to_owned()];
        names.extend((1..=m).map(|i| format!("constraint_{i}")));
        if self.proxies.is_some() {
            names.extend((1..=m).map(|i| format!("proxy_{i}")));
        }
        self.csv = names.join(",") + "\n";
        for (j, row) in self.rows.iter().enumerate() {
            let proxies = self.proxies.as_ref().map_or(&[][..], |proxies| proxies[j].as_slice());
            let cells: Vec<String> = row.iter().chain(proxies).map(|x| format!("{x:?}")).collect();
            self.csv += &(cells.join(",") + "\n");
        }
        self.sha256 = digest(&self.csv);
    }

    pub fn json(&self) -> String {
        let list = |all: &[Rational]| {
            format!("[{}]", all.iter().map(|x| format!("\"{}\"", x.reduced())).collect::<Vec<_>>().join(", "))
        };
        let mut fields = vec![
            "\"format\": \"referee-equilibrium/1\"".to_owned(),
            format!("\"statement\": \"{}\"", self.statement),
            format!("\"game\": \"{}\"", if self.proxy { "proxy-lagrangian" } else { "lagrangian" }),
        ];
        fields.extend((!self.proxy).then(|| format!("\"radius\": {:?}", self.radius)));
        let item = |(j, w): &(usize, Rational)| {
            let at = if self.on_problem { format!("\"theta\": [{j}.0]") } else { format!("\"candidate\": {j}") };
            format!("{{ {at}, \"weight\": \"{w}\" }}")
        };
        let support: Vec<_> = self.support.iter().map(item).collect();
        fields.push(format!("\"support\": [{}]", support.join(", ")));
        fields.push(format!("\"multipliers\": {}", list(&self.multipliers)));
        if self.on_problem {
            let proxies = self.proxies.as_ref().map_or_else(String::new, |rows| format!(", \"proxies\": {rows:?}"));
            fields.push(format!(
                "\"problem\": {{ \"name\": \"table\", \"table\": {{ \"constraints\": {:?}{proxies} }} }}",
                self.rows
            ));
            let evidence = format!("{{ \"kind\": \"{}\" }}", self.evidence);
            fields.push(format!("\"lower_bound\": {{ \"value\": {:?}, \"evidence\": {evidence} }}", self.lower));
            let pairs: Vec<_> = self.enclosures.iter().map(|(lo, hi)| format!("[{lo:?}, {hi:?}]")).collect();
            fields.push(format!("\"objective\": {}, \"constraints\": [{}]", pairs[0], pairs[1..].join(", ")));
            let [theta, lambda] = self.shown_gaps;
            fields.push(format!("\"theta_gap\": {theta:?}, \"lambda_gap\": {lambda:?}"));
        } else {
            fields.push(format!(
                "\"candidates\": {{ \"file\": \"c.csv\", \"sha256\": \"{}\", \"count\": {}, \"constraints\": {} }}",
                self.sha256,
                self.count,
                self.m()
            ));
            fields.push(format!("\"objective\": \"{}\", \"constraints\": {}", self.means[0], list(&self.means[1..])));
            let [theta, lambda] = &self.gaps;
            fields.push(format!("\"theta_gap\": \"{}\", \"lambda_gap\": \"{}\"", theta.reduced(), lambda.reduced()));
        }
        format!("{{ {} }}\n", fields.join(",\n  "))
    }

    /// Whether everything in it is true, by the tables of the specification.
    pub fn is_true(&self) -> bool {
        let (zero, count) = (Rational::zero(), self.rows.len());
        let data = self.on_problem || self.sha256 == digest(&self.csv) && self.count == count;
        let total = sum(&self.multipliers);
        let limit = if self.proxy { total == Rational::one() } else { total <= exact(self.radius) };
        let mut points: Vec<usize> = self.support.iter().map(|(j, _)| *j).collect();
        let in_order = points.windows(2).all(|pair| pair[0] < pair[1]);
        points.sort_unstable();
        points.dedup();
        let different = points.len() == self.support.len();
        let weights =
            self.support.iter().all(|(_, w)| *w > zero) && sum(self.support.iter().map(|(_, w)| w)) == Rational::one();
        let in_set = self.radius >= 0.0 && limit && self.multipliers.iter().all(|x| *x >= zero);
        let there = self.support.iter().all(|(j, _)| *j < count) && self.support.len() <= self.m() + 1;
        if !(data && weights && in_set && there && different && (in_order || self.on_problem)) {
            return false;
        }
        let (means, gaps) = self.truth();
        if !self.on_problem {
            let is_exact = self.statement != "theorem-5";
            return means == self.means && gaps == self.gaps && !(is_exact && gaps.iter().any(|gap| *gap != zero));
        }
        let least = (0..count).map(|j| self.f(j)).min().unwrap();
        let room = |x: &Rational| &exact(2f64.powi(-32)) * &x.clone().max(-x).max(Rational::one());
        let tight = means.iter().zip(&self.enclosures).all(|(x, (lo, hi))| {
            let (lo, hi) = (exact(*lo), exact(*hi));
            lo <= *x && *x <= hi && x - &lo <= room(x) && &hi - x <= room(x)
        });
        let theta_gap = &(&gaps[0] + &least) - &exact(self.lower);
        tight
            && self.statement == "theorem-5"
            && self.evidence == "enumeration"
            && exact(self.lower) <= least
            && theta_gap <= exact(self.shown_gaps[0])
            && gaps[1] <= exact(self.shown_gaps[1])
    }

    /// Changes one thing; `None` if there is nothing of that kind.
    pub fn change(&mut self, rng: &mut Rng) -> Option<&'static str> {
        let forged = |rng: &mut Rng, x: &Rational| match rng.below(4) {
            0 => -x,
            1 => x + &Rational::parse(["1", "-1", "1/2", "1/100000000000000000000"][rng.below(4)]).unwrap(),
            2 => x * &Rational::from_integer(2),
            _ => (x * &Rational::parse("1/3").unwrap()).reduced(),
        };
        let moved = |rng: &mut Rng, x: f64| match rng.below(3) {
            0 => next_up(x, rng.chance(2)),
            1 => x + if rng.chance(2) { 0.5 } else { -0.5 },
            _ => near(&exact(x)) * 2.0,
        };
        Some(match rng.below(13) {
            0 => {
                let at = rng.below(self.multipliers.len().max(1));
                let x = self.multipliers.get(at)?.clone();
                self.multipliers[at] = forged(rng, &x).reduced();
                "a multiplier"
            }
            1 if !self.on_problem => {
                let at = rng.below(self.means.len());
                self.means[at] = forged(rng, &self.means[at]).reduced();
                "a mean"
            }
            1 => {
                let at = rng.below(self.enclosures.len());
                let (lo, hi) = self.enclosures[at];
                let changed = if rng.chance(2) { (moved(rng, lo), hi) } else { (lo, moved(rng, hi)) };
                // An enclosure upside down is malformed, which is a matter of other tests.
                self.enclosures[at] = (changed.0.min(changed.1), changed.0.max(changed.1));
                "an enclosed mean"
            }
            2 | 3 => {
                let at = rng.below(2);
                self.gaps[at] = forged(rng, &self.gaps[at]).reduced();
                self.shown_gaps[at] = moved(rng, self.shown_gaps[at]);
                "a gap"
            }
            4 => {
                let at = rng.below(self.support.len());
                self.support[at].1 = forged(rng, &self.support[at].1).reduced();
                "a weight"
            }
            5 => {
                let at = rng.below(self.support.len());
                self.support[at].0 = rng.below(self.count + 1);
                "a point"
            }
            6 => {
                let at = rng.below(self.support.len());
                let half = (&self.support[at].1 * &Rational::parse("1/2").unwrap()).reduced();
                let other = if rng.chance(2) { self.support[at].0 } else { rng.below(self.count) };
                self.support[at].1 = half.clone();
                self.support.insert(at + 1, (other, half));
                "a point more"
            }
            7 => {
                self.support.pop()?;
                "a point less"
            }
            8 => {
                self.radius = moved(rng, self.radius).abs();
                (!self.proxy).then_some("the radius")?
            }
            9 => {
                let others = ["theorem-5", if self.proxy { "lemma-5" } else { "lemma-2" }];
                self.statement = others[usize::from(self.statement == "theorem-5")];
                "the statement"
            }
            10 => {
                let (j, i) = (rng.below(self.rows.len()), rng.below(self.m() + 1));
                self.rows[j][i] += [1.0, -0.25][rng.below(2)];
                let before = self.sha256.clone();
                self.write();
                if rng.chance(2) {
                    self.sha256 = before;
                }
                "a cell"
            }
            11 if self.on_problem => {
                if rng.chance(4) {
                    self.evidence = "declared";
                } else {
                    self.lower = moved(rng, self.lower);
                }
                "the lower bound"
            }
            11 => {
                self.count += 1;
                "the count"
            }
            _ => {
                self.proxies = None;
                let sha256 = self.sha256.clone();
                self.write();
                (sha256 != self.sha256).then_some("no proxies")?
            }
        })
    }
}
