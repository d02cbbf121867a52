//! Certificates over data: random runs with their true certificates, one random change each.

use crate::fit::{DATA_KINDS, change_data};
use crate::game::{Game, Range, Round};
use crate::numbers::{Rng, down, exact, next_up, up};
use crate::recorded::{Certificate, digest};
use crate::slow::{Data, q, sum, whole};
use proofs_check::exact::Rational;
use proofs_check::{Accepted, Refusal, check_bytes};

#[derive(Clone, Debug)]
pub struct Run {
    pub data: Data,
    pub proxy_game: bool,
    /// Whether the constraints are rates, and whether they have proxies.
    pub rates: bool,
    pub proxies: bool,
    pub radius: f64,
    pub thetas: Vec<Vec<f64>>,
    pub rounds: Vec<Round>,
    pub lower: f64,
    pub margins: Option<(Vec<f64>, Vec<f64>)>,
    /// Else ranges, which are facts.
    pub ranges: Option<Vec<Range>>,
}

impl Run {
    pub fn random(rng: &mut Rng) -> Self {
        let data = Data::random(rng);
        let (m, d) = (data.constraints.len(), data.features.len());
        let proxy_game = rng.chance(2);
        let rates = rng.chance(2);
        let proxies = rates && proxy_game && (m > 0 || rng.chance(2));
        let numbers = [0.0, 0.5, -0.5, 1.0, -1.0, 0.1, -0.3, 1e-20];
        let radius = *rng.pick(&[0.0, 1.0, 2.5]);
        let mut thetas: Vec<Vec<f64>> =
            (0..=rng.below(3)).map(|_| (0..d).map(|_| *rng.pick(&numbers)).collect()).collect();
        for theta in &mut thetas {
            if norm_2(theta) > &exact(radius) * &exact(radius) {
                theta.fill(0.0);
            }
        }
        let mut it = Self {
            data,
            proxy_game,
            rates,
            proxies,
            radius,
            thetas,
            rounds: vec![],
            lower: 0.0,
            margins: None,
            ranges: None,
        };
        for theta in it.thetas.clone() {
            let pair = |x: Rational| (down(&x), up(&x));
            let proxies = if it.proxies { m } else { 0 };
            it.rounds.push(Round {
                values: (0..=m).map(|i| pair(it.value(i, &theta))).collect(),
                proxies: (0..proxies).map(|i| pair(it.data.hinge(i, &theta))).collect(),
                lambda: (0..m + usize::from(proxy_game)).map(|_| *rng.pick(&[0.0, 0.25, 0.5])).collect(),
            });
        }
        if proxy_game {
            it.rounds[0].lambda[0] = 0.5; // or there would be no classifier at all
        }
        let theta = (0..d).map(|_| *rng.pick(&[0.0, 0.25, -0.75, 4096.0, -1.5])).collect();
        let thresholds = (0..=rng.below(4)).map(|_| *rng.pick(&[0.0, 0.25, 1.0, -3.0, 1.5])).collect();
        it.margins = it.is_hinged().then_some((theta, thresholds));
        if rng.chance(3) {
            it.margins = None;
            it.ranges = Some(it.game().columns().iter().map(|(column, _)| it.fact(rng, column)).collect());
            it.lower = down(&it.bound_of_ranges().unwrap());
            return it;
        }
        it.lower = it.best_lower();
        it
    }

    /// What a column is at least and, if it is a rate, at most.
    fn known(&self, column: &str) -> Option<(Rational, Option<Rational>)> {
        let Some((kind, i)) = column.split_once('_') else { return Some((Rational::zero(), None)) };
        let constraint = self.data.constraints.get(i.parse::<usize>().ok()?.checked_sub(1)?)?;
        let parts = |negative: bool| {
            let terms = constraint.terms.iter().map(|(c, _)| c).filter(|c| (**c < Rational::zero()) == negative);
            &constraint.constant + &sum(terms.cloned())
        };
        let is_rate = self.rates && !(kind == "proxy" && self.proxies);
        Some((parts(true), is_rate.then(|| parts(false))))
    }

    /// A range that is a fact.
    fn fact(&self, rng: &mut Rng, column: &str) -> Range {
        let (least, most) = self.known(column).unwrap();
        let lo = down(&least) - if rng.chance(3) { 0.25 } else { 0.0 };
        Range::new(column, lo, most.filter(|_| rng.chance(2)).map(|most| up(&most)))
    }

    /// What the ranges give; `None` if a function that counts has none.
    fn bound_of_ranges(&self) -> Option<Rational> {
        let seen = if self.game().has_proxies { "proxy" } else { "constraint" };
        let mut bound = Rational::zero();
        for (i, weight) in self.multipliers().iter().enumerate().filter(|(_, x)| **x != Rational::zero()) {
            let column = if i == 0 { "objective".to_owned() } else { format!("{seen}_{i}") };
            let range = self.ranges.as_ref()?.iter().find(|range| range.column == column)?;
            bound = &bound + &(weight * &exact(range.lo));
        }
        Some(bound)
    }

    /// Whether the ranges are facts and give this lower bound.
    fn is_ranged(&self, lower: f64) -> bool {
        let Some(ranges) = &self.ranges else { return true };
        let is_fact = |range: &Range| {
            let Some((least, most)) = self.known(&range.column) else { return false };
            exact(range.lo) <= least && range.hi.is_none_or(|hi| most.is_some_and(|most| exact(hi) >= most))
        };
        ranges.iter().all(is_fact) && self.bound_of_ranges().is_some_and(|bound| exact(lower) <= bound)
    }

    /// The objective or a constraint of the trace.
    pub fn value(&self, i: usize, theta: &[f64]) -> Rational {
        match i.checked_sub(1) {
            None => self.data.loss(theta),
            Some(i) if self.rates => self.data.rate(i, theta),
            Some(i) => self.data.hinge(i, theta),
        }
    }

    /// The mean multipliers, that of the objective first.
    fn multipliers(&self) -> Vec<Rational> {
        let tee = whole(self.rounds.len());
        let mean = |i: usize| sum(self.rounds.iter().map(|it| exact(it.lambda[i]))).checked_div(&tee).unwrap();
        let one = (!self.proxy_game).then(Rational::one);
        one.into_iter().chain((0..self.rounds[0].lambda.len()).map(mean)).collect()
    }

    /// Whether every function with a positive multiplier is a hinge.
    fn is_hinged(&self) -> bool {
        let zero = self.multipliers()[1..].iter().all(|x| *x == Rational::zero());
        zero || !self.rates || self.proxy_game && self.proxies
    }

    /// The largest of some doubles that margins show.
    fn best_lower(&self) -> f64 {
        let Some((theta, thresholds)) = &self.margins else { return -1.0 };
        let (level, square) = self.data.margins(&self.multipliers(), theta, thresholds);
        let mut lower = down(&level) - self.radius * up(&square).sqrt();
        while !self.is_shown(lower) {
            lower = next_up(lower, false) - 1e-15;
        }
        lower
    }

    fn is_shown(&self, lower: f64) -> bool {
        let Some((theta, thresholds)) = &self.margins else { return true };
        let (level, square) = self.data.margins(&self.multipliers(), theta, thresholds);
        let (slack, radius) = (&level - &exact(lower), exact(self.radius));
        self.is_hinged() && slack >= Rational::zero() && &slack * &slack >= &(&radius * &radius) * &square
    }

    fn game(&self) -> Game {
        Game {
            proxy: self.proxy_game,
            m: self.data.constraints.len(),
            enclosed: true,
            has_proxies: self.proxies && !self.data.constraints.is_empty(),
            rounds: self.rounds.clone(),
            statement: if self.proxy_game { "theorem-2" } else { "theorem-1" },
            radius: (!self.proxy_game).then_some(4.0),
            norm: None,
            margin: None,
            margin_objective: None,
            range: None,
            lower: Some(self.lower),
            weights: None,
            rate: None,
            mirror: None,
            equalities: vec![],
            ranges: self.ranges.clone(),
        }
    }

    /// The certificate and the trace.
    pub fn files(&self) -> (String, String) {
        let mut it = Certificate::plain(self.game());
        let names: Vec<String> = (1..=self.data.features.len()).map(|j| format!(",theta_{j}")).collect();
        let mut lines: Vec<String> = it.csv.lines().map(str::to_owned).collect();
        lines[0] += &names.concat();
        for (line, theta) in lines[1..].iter_mut().zip(&self.thetas) {
            *line += &theta.iter().map(|x| format!(",{x:?}")).collect::<Vec<_>>().concat();
        }
        it.csv = lines.join("\n") + "\n";
        it.sha256 = digest(&it.csv);
        let margins = self.margins.as_ref().map(|(theta, thresholds)| {
            format!("\"kind\": \"margins\", \"theta\": {theta:?}, \"thresholds\": {thresholds:?}")
        });
        let mut json = it.json();
        if margins.is_some() || self.ranges.is_some() {
            json = json.replace("\"grade\": \"declared\"", "\"grade\": \"proved\"");
        }
        if let Some(margins) = &margins {
            json = json.replace("\"kind\": \"declared\"", margins);
        }
        let (constraint, proxy) =
            (if self.rates { "rate" } else { "hinge" }, if self.proxies { "\"proxy\": \"hinge\", " } else { "" });
        let problem = format!(
            ", \"values\": \"verified\" }},\n \"problem\": {{ \"name\": \"rows\", \"data\": {},\n  \"domain\": {{ \"kind\": \
             \"ball\", \"radius\": {:?} }}, \"objective\": \"hinge\", \"constraint\": \"{constraint}\", {proxy}\
             \"constraints\": {} }},\n \"given\"",
            self.data.json(),
            self.radius,
            self.data.constraints_json()
        );
        (json.replace(" },\n \"given\"", &problem), it.csv)
    }

    pub fn check(&self) -> Result<Accepted, Refusal> {
        let (json, trace) = self.files();
        check_bytes(json.as_bytes(), "certificate.json", |name| match name {
            "rows.csv" => Ok(self.data.csv.as_bytes()),
            "trace.csv" => Ok(trace.as_bytes()),
            _ => Err(std::io::ErrorKind::NotFound.into()),
        })
    }

    /// Whether the values are those of the data and the bound is shown. The rest was written from the recorded values.
    pub fn is_true(&self) -> bool {
        let inside = |x: Rational, &(lo, hi): &(f64, f64)| exact(lo) <= x && x <= exact(hi);
        let round = |(theta, it): (&Vec<f64>, &Round)| {
            norm_2(theta) <= &exact(self.radius) * &exact(self.radius)
                && it.values.iter().enumerate().all(|(i, ends)| inside(self.value(i, theta), ends))
                && (!self.proxy_game
                    || it.proxies.iter().enumerate().all(|(i, ends)| inside(self.data.hinge(i, theta), ends)))
        };
        let is_shown = || self.is_shown(self.lower) && self.is_ranged(self.lower);
        self.data.is_sound() && self.thetas.iter().zip(&self.rounds).all(round) && is_shown()
    }

    pub fn change(&mut self, rng: &mut Rng, kind: usize) -> Option<&'static str> {
        if kind < DATA_KINDS {
            return change_data(rng, &mut self.data, kind);
        }
        let t = rng.below(self.rounds.len());
        Some(match kind - DATA_KINDS {
            0 => {
                let round = &mut self.rounds[t];
                let at = rng.below(round.values.len() + round.proxies.len());
                let values = round.values.len();
                let ends = if at < values { &mut round.values[at] } else { &mut round.proxies[at - values] };
                *ends = match rng.below(3) {
                    0 => (ends.0 + 0.25, ends.1 + 0.25),
                    1 if ends.0 < ends.1 => (ends.0, ends.0),
                    1 => (next_up(ends.0, true), next_up(ends.1, true)),
                    _ => (next_up(ends.0, false), next_up(ends.0, false)),
                };
                "a value"
            }
            1 => {
                let j = rng.below(self.thetas[t].len());
                self.thetas[t][j] += *rng.pick(&[0.5, -0.25, 1e-20, 3.0]);
                "a theta"
            }
            2 => {
                self.radius = *rng.pick(&[0.0, 0.25, 1.0, 2.0, 5.0]);
                "the radius of the domain"
            }
            3 => {
                self.lower = if rng.chance(2) { self.lower + 1e-12 } else { self.lower + 0.5 };
                (self.margins.is_some() || self.ranges.is_some()).then_some("the lower bound")?
            }
            4 => {
                let (theta, _) = self.margins.as_mut()?;
                let j = rng.below(theta.len());
                theta[j] = *rng.pick(&[0.0, 0.5, -2.0, 0.75]);
                "the point of the evidence"
            }
            5 => {
                let (_, thresholds) = self.margins.as_mut()?;
                let j = rng.below(thresholds.len());
                thresholds[j] = *rng.pick(&[0.0, 0.5, 2.0, -1.0]);
                "a threshold"
            }
            6 => {
                let ranges = self.ranges.as_mut()?;
                let at = rng.below(ranges.len());
                match rng.below(3) {
                    0 => ranges[at].lo += *rng.pick(&[1e-9, -1.0]),
                    1 => ranges[at].hi = Some(*rng.pick(&[100.0, ranges[at].lo + 0.125])),
                    _ if ranges.len() > 1 => drop(ranges.remove(at)),
                    _ => return None,
                }
                "a range"
            }
            _ => {
                let i = self.rounds[t].lambda.len().checked_sub(1)?;
                self.rounds[t].lambda[i] += 0.25;
                if self.margins.is_some() && !self.is_hinged() {
                    return None; // written with grades that no longer apply
                }
                "a multiplier"
            }
        })
    }
}

pub const KINDS: usize = DATA_KINDS + 8;

fn norm_2(theta: &[f64]) -> Rational {
    sum(theta.iter().map(|x| &exact(*x) * &exact(*x)))
}

/// Not a multiple of 2^-40, too large, none at all, or of another length.
pub const MALFORMED_MARGINS: [(&str, &str); 4] =
    [("[0.1]", "[0.0]"), ("[4096.5]", "[0.0]"), ("[0.5]", "[]"), ("[0.5, 0.5]", "[0.0]")];

/// A run of two rounds on one feature that can be checked by hand: a `+` and a `-` row, `s = theta`, and so
/// `g0 = (max(0, 1 - theta) + max(0, 1 + theta)) / 2`; one constraint, `P(all) - 1/2`, with its hinge.
pub fn by_hand() -> Run {
    let mut data = Data::random(&mut Rng::new(1));
    data.rows = ["yes", "no"].map(|y| ["20", "F", "a", y].map(str::to_owned).to_vec()).to_vec();
    data.features = vec![vec![]];
    data.constraints =
        vec![crate::slow::Constraint { name: "half".into(), constant: q("-1/2"), terms: vec![(q("1"), vec![])] }];
    data.csv = "age,sex,\"job, or none\",y\n20,F,a,yes\n20,F,a,no\n".into();
    (data.sha256, data.count) = (digest(&data.csv), 2);
    let round = |g0, g, p, lambda: [f64; 2]| Round { values: vec![g0, g], proxies: vec![p], lambda: lambda.to_vec() };
    Run {
        data,
        proxy_game: true,
        rates: true,
        proxies: true,
        radius: 2.0,
        thetas: vec![vec![-1.0], vec![2.0]],
        // At -1: hinges 2 and 0, no row predicted +, mean max(0, 1 + s) = 0. At 2: 0 and 3, all rows, 3.
        rounds: vec![
            round((1.0, 1.0), (-0.5, -0.5), (-0.5, -0.5), [1.0, 0.0]),
            round((1.5, 1.5), (0.5, 0.5), (2.5, 2.5), [0.5, 0.5]),
        ],
        // mu = (3/4, 1/4): f = -1/8 + (3/8) max(0, 1 - s) + (3/8 + 1/4) max(0, 1 + s). At the point -1 with the
        // thresholds 0 and 2: tau of 1 - s = 2 is 1/2, that of 1 + s = 0 is 0, so the bound is -1/8 + 3/16 - 2 (3/16).
        lower: -0.3125,
        margins: Some((vec![-1.0], vec![0.0, 2.0])),
        ranges: None,
    }
}
