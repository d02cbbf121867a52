//! The truth about a game, straight from the formulas of the specification: plain rationals, no speed, no sharing
//! with the checker beyond the rational numbers themselves.

use crate::game::{Game, Range, Round, Weights};
use crate::numbers::exact;
use crate::rates::root;
use proofs_check::exact::Rational;
use std::collections::BTreeMap;

/// An interval of rationals.
#[derive(Clone, Debug)]
pub struct I(pub Rational, pub Rational);

pub fn point(x: f64) -> I {
    I(exact(x), exact(x))
}

pub fn zero() -> I {
    point(0.0)
}

impl I {
    pub fn plus(&self, b: &Self) -> Self {
        Self(&self.0 + &b.0, &self.1 + &b.1)
    }
    pub fn minus(&self, b: &Self) -> Self {
        Self(&self.0 - &b.1, &self.1 - &b.0)
    }
    pub fn times(&self, b: &Self) -> Self {
        let all = [&self.0 * &b.0, &self.0 * &b.1, &self.1 * &b.0, &self.1 * &b.1];
        Self(all.iter().min().unwrap().reduced(), all.iter().max().unwrap().reduced())
    }
    /// Defined for positive divisors only.
    pub fn over(&self, b: &Self) -> Option<Self> {
        let all = [(&self.0, &b.0), (&self.0, &b.1), (&self.1, &b.0), (&self.1, &b.1)];
        let all: Option<Vec<_>> = all.iter().map(|(x, y)| x.checked_div(y)).collect();
        let all = all.filter(|_| b.0 > Rational::zero())?;
        Some(Self(all.iter().min()?.reduced(), all.iter().max()?.reduced()))
    }
    pub fn max(&self, b: &Self) -> Self {
        Self(self.0.clone().max(b.0.clone()), self.1.clone().max(b.1.clone()))
    }
    pub fn inside(&self, (lo, hi): (f64, f64)) -> bool {
        exact(lo) <= self.0 && self.1 <= exact(hi)
    }
}

/// A claim that must be there.
#[derive(Clone, Debug)]
pub struct Due {
    pub role: &'static str,
    pub relation: &'static str,
    pub lhs: I,
    pub rhs: I,
    pub slack: Slack,
    pub grade: &'static str,
}

#[derive(Clone, Debug)]
pub enum Slack {
    Identity,
    Exact(I),
    /// Of roots, known so well that what is nearer to 0 than 2^-400 is 0: for the norm 2.
    Roots(I),
    /// Narrowly enclosed; what is nearer to 0 than 2^-90 of the sides may be called undecided.
    Near(I),
    /// The sides of a rate: what is nearer to 0 than 2^-40 of them, or than 2^-1070, may be called undecided.
    Sides,
}

impl Due {
    /// The verdict.
    pub fn verdict(&self) -> &'static str {
        let difference = self.difference();
        let found = match &self.slack {
            Slack::Identity => "holds",
            Slack::Exact(slack) | Slack::Near(slack) => verdict(slack, self.relation),
            Slack::Roots(slack) => {
                let least = exact(2f64.powi(-400));
                let rounded = |x: &Rational| if x.clone().max(-x) < least { Rational::zero() } else { x.clone() };
                verdict(&I(rounded(&slack.0), rounded(&slack.1)), self.relation)
            }
            Slack::Sides => verdict(&difference, self.relation),
        };
        if self.grade == "sampled" && found == "violated" { "undecided" } else { found }
    }

    fn difference(&self) -> I {
        I(&self.rhs.0 - &self.lhs.1, &self.rhs.1 - &self.lhs.0)
    }

    /// Whether this verdict may be given.
    pub fn allows(&self, said: &str) -> bool {
        let sizes = [&self.lhs, &self.rhs].map(|x| (-&x.0).max(x.1.clone()).max(x.0.clone()));
        let size = sizes.into_iter().fold(Rational::zero(), Rational::max);
        let is_tie = |slack: &I, room: Rational| slack.0 <= room && slack.1 >= -&room;
        let is_tie = match &self.slack {
            Slack::Near(slack) => is_tie(slack, &size * &exact(2f64.powi(-90))),
            Slack::Sides => is_tie(&self.difference(), &(&size * &exact(2f64.powi(-40))) + &exact(f64::from_bits(16))),
            Slack::Identity | Slack::Exact(_) | Slack::Roots(_) => false,
        };
        said == self.verdict() || is_tie && said == "undecided"
    }
}

/// What a certificate must say.
pub struct Truth {
    pub measured: BTreeMap<&'static str, I>,
    pub claims: BTreeMap<&'static str, Due>,
}

/// The verdict of a slack.
fn verdict(slack: &I, relation: &str) -> &'static str {
    let zero = Rational::zero();
    let (holds, violated) =
        if relation == "<=" { (slack.0 >= zero, slack.1 < zero) } else { (slack.0 > zero, slack.1 <= zero) };
    if holds {
        "holds"
    } else if violated {
        "violated"
    } else {
        "undecided"
    }
}

fn mean(rounds: &[Round], weight: impl Fn(usize) -> usize, term: impl Fn(&Round) -> I) -> I {
    let (mut sum, mut total) = (zero(), 0);
    for (t, round) in rounds.iter().enumerate() {
        let w = weight(t + 1);
        total += w;
        let w = Rational::from_integer(w);
        sum = sum.plus(&term(round).times(&I(w.clone(), w)));
    }
    let total = Rational::from_integer(total);
    sum.over(&I(total.clone(), total)).unwrap()
}

fn weight(weights: &Weights, t: usize) -> usize {
    match weights {
        Weights::Uniform => 1,
        Weights::Linear => t,
        Weights::Tail(k) => usize::from(t > *k),
    }
}

fn value(round: &Round, j: usize) -> I {
    I(exact(round.values[j].0), exact(round.values[j].1))
}

/// A norm of entries that are not negative, exact or narrowly enclosed. Every irrational exponent here is a small fraction.
pub fn norm(entries: &[I], p: f64) -> I {
    let end = |entries: Vec<&Rational>| -> I {
        let point = |x: &Rational| I(x.clone(), x.clone());
        if p.is_infinite() {
            return point(entries.into_iter().max().unwrap_or(&Rational::zero()));
        }
        let nonzero = entries.iter().filter(|x| ***x != Rational::zero()).count();
        let sum = |term: &dyn Fn(&I) -> I| entries.iter().fold(zero(), |sum, x| sum.plus(&term(&point(x))));
        if p == 1.0 || nonzero < 2 {
            return sum(&Clone::clone);
        }
        if p == 2.0 {
            return root(&sum(&|x| x.times(x)), 2, 900);
        }
        // The exponent is a/b up to the rounding of doubles, in which it may be dual to another.
        let fractions = (1..5).flat_map(|b| (1..10).map(move |a| (a, b)));
        let (a, b) = fractions.into_iter().find(|(a, b)| (f64::from(*a) - p * f64::from(*b)).abs() < 1e-9).unwrap();
        let power = |x: &I, k: u32| (1..k).fold(x.clone(), |power, _| power.times(x));
        let sum = sum(&|x| root(&power(x, a), b, 900));
        let found = root(&power(&sum, b), a, 900);
        // No checker is asked to see that a root of these is rational.
        let little = exact(2f64.powi(-200));
        I(&found.0 - &(&found.0 * &little), &found.1 + &(&found.1 * &little))
    };
    I(end(entries.iter().map(|x| &x.0).collect()).0, end(entries.iter().map(|x| &x.1).collect()).1)
}

/// The mean multipliers, that of the objective first, without what the halves of an equality have in common.
fn apart(game: &Game) -> Vec<Rational> {
    let (_, weights) = game.weights.clone().unwrap_or((Weights::Uniform, Weights::Uniform));
    let of = |i: usize| mean(&game.rounds, |t| weight(&weights, t), |round| point(round.lambda[i])).0;
    let mut all: Vec<Rational> = (0..game.m + usize::from(game.proxy)).map(of).collect();
    if !game.proxy {
        all.insert(0, Rational::one());
    }
    for pair in &game.equalities {
        let common = pair.iter().map(|i| all[*i].clone()).min().unwrap();
        for i in pair {
            all[*i] = &all[*i] - &common;
        }
    }
    all
}

/// The columns that count in the bound by ranges, with their coefficients.
pub fn counting(game: &Game) -> Vec<(String, Rational)> {
    let name = |i: usize| match i {
        0 => "objective".to_owned(),
        i if game.proxy && game.has_proxies => format!("proxy_{i}"),
        i => format!("constraint_{i}"),
    };
    let all = apart(game).into_iter().enumerate().map(|(i, x)| (name(i), x));
    all.filter(|(_, x)| *x != Rational::zero()).collect()
}

/// What the ranges give; `None` if a function that counts has no range.
pub fn bound_of_ranges(game: &Game) -> Option<Rational> {
    let ranges = game.ranges.as_ref()?;
    let mut bound = Rational::zero();
    for (name, x) in counting(game) {
        bound = &bound + &(&x * &exact(ranges.iter().find(|range| range.column == name)?.lo));
    }
    Some(bound)
}

/// Whether equalities and ranges have their form, and what is said of them is true.
pub fn is_paired_and_ranged(game: &Game) -> bool {
    let mut members: Vec<usize> = game.equalities.concat();
    let pairs = game.equalities.iter().all(|pair| pair.len() == 2 && pair[0] < pair[1]);
    let ordered = game.equalities.windows(2).all(|two| two[0][0] < two[1][0]);
    members.sort_unstable();
    let apart = members.windows(2).all(|two| two[0] < two[1]) && members.iter().all(|i| (1..=game.m).contains(i));
    let theorem = game.statement.starts_with("theorem") && game.rate.is_none();
    let is_allowed = game.equalities.is_empty() || theorem && game.margin.is_none();
    let opposite = |a: (f64, f64), b: (f64, f64)| a.0 == a.1 && b.0 == b.1 && a.0 == -b.0;
    let mirrored = |round: &Round| {
        game.equalities.iter().all(|pair| {
            opposite(round.values[pair[0]], round.values[pair[1]])
                && (round.proxies.is_empty() || opposite(round.proxies[pair[0] - 1], round.proxies[pair[1] - 1]))
        })
    };
    if !(pairs && ordered && apart && is_allowed && game.rounds.iter().all(mirrored)) {
        return false;
    }
    let (Some(ranges), Some(lower)) = (&game.ranges, game.lower) else { return true };
    let columns = game.columns();
    let fits = |range: &Range| {
        let twice = ranges.iter().filter(|other| other.column == range.column).count() > 1;
        let is_column = columns.iter().any(|(name, _)| *name == range.column);
        let misplaced = range.column.starts_with("proxy") && !game.proxy;
        !twice && is_column && !misplaced && range.hi.is_none_or(|hi| range.lo <= hi)
    };
    !ranges.is_empty() && ranges.iter().all(fits) && bound_of_ranges(game).is_some_and(|bound| exact(lower) <= bound)
}

/// The largest distance of a value from its range.
fn distance(game: &Game) -> Option<I> {
    let mut most = zero();
    for range in game.ranges.as_ref().filter(|_| game.lower.is_some())? {
        let (lo, hi) = (exact(range.lo), range.hi.map(exact));
        let columns = game.columns();
        for &(a, b) in columns.iter().filter(|(name, _)| *name == range.column).flat_map(|(_, values)| values) {
            let (a, b) = (exact(a), exact(b));
            let mut least = [Rational::zero(), &lo - &b].to_vec();
            let mut largest = [Rational::zero(), &lo - &a].to_vec();
            if let Some(hi) = &hi {
                least.push(&a - hi);
                largest.push(&b - hi);
            }
            most = most.max(&I(least.into_iter().max().unwrap(), largest.into_iter().max().unwrap()));
        }
    }
    Some(most)
}

impl Truth {
    /// Adds `ranges_possible` where it is due.
    fn add_ranges_possible(&mut self, game: &Game) {
        self.claim(game, ("ranges_possible", ("hypothesis", "<="), "123467", false), false, || {
            let distance = distance(game)?;
            Some((distance.clone(), zero(), Some(zero().minus(&distance))))
        });
    }

    pub fn of(game: &Game) -> Self {
        if game.rate.is_some() {
            return crate::rates::truth(game);
        }
        if game.proxy { Self::proxy(game) } else { Self::lagrangian(game) }
    }

    fn add(&mut self, name: &'static str, value: Option<I>) {
        if let Some(value) = value {
            self.measured.insert(name, value);
        }
    }

    /// Adds a claim if its sides are there: `(lhs, rhs, slack)`. Statements are given by their digits.
    fn claim(
        &mut self,
        game: &Game,
        (name, head, statements, declared): (&'static str, (&'static str, &'static str), &str, bool),
        uses_norm: bool,
        sides: impl FnOnce() -> Option<(I, I, Option<I>)>,
    ) {
        let number = game.statement.rsplit('-').next().unwrap();
        let Some((lhs, rhs, slack)) = sides().filter(|_| statements.contains(number)) else { return };
        let irrational = game.norm.filter(|p| uses_norm && *p != 1.0 && p.is_finite() && game.m > 1);
        let slack = match (slack, irrational) {
            (None, _) => Slack::Identity,
            (Some(slack), None) => Slack::Exact(slack),
            (Some(slack), Some(2.0)) => Slack::Roots(slack),
            (Some(slack), Some(_)) => Slack::Near(slack),
        };
        let grade = if declared { "declared" } else { "proved" };
        self.claims.insert(name, Due { role: head.0, relation: head.1, lhs, rhs, slack, grade });
    }

    fn lagrangian(game: &Game) -> Self {
        let (theta, lambda) = game.weights.clone().unwrap_or((Weights::Uniform, Weights::Uniform));
        let w = |term: &dyn Fn(&Round) -> I| mean(&game.rounds, |t| weight(&theta, t), term);
        let p = game.norm.unwrap_or(1.0);
        let q = if p.is_infinite() { 1.0 } else { 1.0 / (1.0 - 1.0 / p) };
        let e: Vec<I> = (0..=game.m).map(|j| w(&|round| value(round, j))).collect();
        let plus: Vec<I> = e[1..].iter().map(|x| x.max(&zero())).collect();
        let (e0, v, u) = (&e[0], &norm(&plus, f64::INFINITY), &norm(&plus, q));
        let lambda_bar: Vec<I> =
            (0..game.m).map(|i| mean(&game.rounds, |t| weight(&lambda, t), |round| point(round.lambda[i]))).collect();
        let alone: Vec<I> = apart(game)[1..].iter().map(|x| I(x.clone(), x.clone())).collect();
        let n = &norm(&alone, p);
        let payoff = w(&|round| {
            (0..game.m).fold(zero(), |sum, i| sum.plus(&point(round.lambda[i]).times(&value(round, i + 1))))
        });
        let (r, low) = (game.radius.map(point), game.lower.map(point));
        let (gamma, b) = (game.margin.map(point), game.range.map(point));
        let positive = gamma.clone().filter(|gamma| gamma.0 > Rational::zero());
        let g = game.margin_objective.map(|(lo, hi)| I(exact(lo), exact(hi)));
        let equal = theta == lambda;
        let epsilon = (|| Some(e0.plus(&r.as_ref()?.times(u)).minus(low.as_ref()?)))();
        let mut t = Self { measured: BTreeMap::new(), claims: BTreeMap::new() };
        t.add("objective", Some(e0.clone()));
        t.add("infeasibility", Some(v.clone()));
        t.add("infeasibility_norm", (p != 1.0).then(|| u.clone()));
        t.add("multiplier_norm", Some(n.clone()));
        t.add("theta_regret", low.as_ref().filter(|_| equal).map(|low| e0.plus(&payoff).minus(low)));
        t.add("lambda_regret", r.as_ref().filter(|_| equal).map(|r| r.times(u).minus(&payoff)));
        t.add("epsilon", epsilon.clone());
        t.add("suboptimality", low.as_ref().map(|low| e0.minus(low)));
        let (h, weak, c) = (("hypothesis", "<"), ("hypothesis", "<="), ("conclusion", "<="));
        t.claim(game, ("lower_bound_possible", weak, "136", true), false, || {
            let low = low.clone()?;
            let played = (0..game.m).fold(e0.clone(), |sum, i| sum.plus(&lambda_bar[i].times(&e[i + 1])));
            Some((low.clone(), played.clone(), Some(played.minus(&low))))
        });
        let slater = (|| b.as_ref()?.over(positive.as_ref()?))();
        t.claim(game, ("norm_below_radius", h, "13", false), true, || {
            let r = r.clone()?;
            Some((n.clone(), r.clone(), Some(r.minus(n))))
        });
        t.claim(game, ("margin_positive", h, "136", true), false, || Some((zero(), gamma.clone()?, gamma.clone())));
        t.claim(game, ("slater_below_radius", h, "13", true), false, || {
            Some((slater.clone()?, r.clone()?, Some(r.as_ref()?.minus(slater.as_ref()?))))
        });
        t.claim(game, ("suboptimality", c, "13", true), false, || {
            Some((e0.minus(low.as_ref()?), epsilon.clone()?, None))
        });
        t.claim(game, ("infeasibility", c, "13", true), true, || {
            let bound = epsilon.as_ref()?.over(&r.as_ref()?.minus(n))?;
            Some((u.clone(), bound, Some(e0.plus(&n.times(u)).minus(low.as_ref()?))))
        });
        t.claim(game, ("infeasibility_slater", c, "13", true), true, || {
            let slater = slater.as_ref()?;
            let bound = epsilon.as_ref()?.over(&r.as_ref()?.minus(slater))?;
            Some((u.clone(), bound, Some(e0.plus(&slater.times(u)).minus(low.as_ref()?))))
        });
        t.claim(game, ("infeasibility_slater_data", c, "13", true), false, || {
            let gamma = &positive.as_ref()?.0;
            let share = |v: &Rational| v.checked_div(&(v + gamma)).unwrap();
            let moved = I(share(&v.0), share(&v.1)).times(&g.as_ref()?.minus(e0));
            let slack = e0.plus(&moved).minus(low.as_ref()?);
            Some((r.as_ref()?.times(u), epsilon.as_ref()?.plus(&moved), Some(slack)))
        });
        t.claim(game, ("multiplier_norm", c, "136", true), true, || {
            let (gamma, top) = (positive.as_ref()?, epsilon.as_ref()?.plus(b.as_ref()?));
            Some((n.clone(), top.over(gamma)?, Some(top.minus(&gamma.times(n)))))
        });
        t.claim(game, ("multiplier_norm_data", c, "136", true), true, || {
            let (gamma, g) = (positive.as_ref()?, g.as_ref()?);
            let slack = r.as_ref()?.times(u).plus(g).minus(low.as_ref()?).minus(&gamma.times(n));
            Some((n.clone(), epsilon.as_ref()?.plus(g).minus(e0).over(gamma)?, Some(slack)))
        });
        t.add_ranges_possible(game);
        t
    }

    fn proxy(game: &Game) -> Self {
        let m = game.m;
        let (weights, _) = game.weights.clone().unwrap_or((Weights::Uniform, Weights::Uniform));
        let avg = |term: &dyn Fn(&Round) -> I| mean(&game.rounds, |t| weight(&weights, t), term);
        let loss = |round: &Round, j: usize| if j == 0 { zero() } else { value(round, j) };
        let lambda = |round: &Round, i: usize| point(round.lambda[i]);
        let seen = |round: &Round, i: usize| {
            let proxy = |i: usize| I(exact(round.proxies[i].0), exact(round.proxies[i].1));
            if game.has_proxies { proxy(i - 1) } else { value(round, i) }
        };
        let s = |i: usize, j: usize| avg(&|round| lambda(round, i).times(&loss(round, j)));
        let sum = |terms: Vec<I>| terms.iter().fold(zero(), |sum, x| sum.plus(x));
        let a = &avg(&|round| lambda(round, 0));
        let positive_a = Some(a).filter(|a| a.0 > Rational::zero());
        let weighted = avg(&|round| lambda(round, 0).times(&value(round, 0)));
        let payoff = sum((0..=m).map(|i| s(i, i)).collect());
        let proxy_payoff = sum((1..=m).map(|i| avg(&|round| lambda(round, i).times(&seen(round, i)))).collect());
        let mass = sum((0..=m).map(|i| avg(&|round| lambda(round, i))).collect());
        let kappa = if game.has_proxies { payoff.minus(&proxy_payoff) } else { zero() };
        let k = &kappa.max(&zero());
        let mut swap = zero();
        for i in 0..=m {
            let own = s(i, i);
            let best = (0..=m).filter(|j| *j != i).fold(zero(), |best, j| best.max(&s(i, j).minus(&own)));
            swap = swap.plus(&best);
        }
        let column = |j: usize| sum((0..=m).map(|i| s(i, j)).collect());
        let external = (1..=m).fold(column(0), |best, j| best.max(&column(j))).minus(&payoff);
        let to_constraints = (1..=m).fold(zero(), |best, j| best.max(&s(0, j)));
        let d = &zero().minus(&payoff);
        let e0 = positive_a.and_then(|a| weighted.over(a));
        let v = positive_a.map(|a| (1..=m).fold(zero(), |best, j| best.max(&s(0, j).over(a).unwrap())));
        let low = game.lower.map(point);
        let regret = low.as_ref().map(|low| weighted.plus(&proxy_payoff).minus(low));
        let sub = (|| Some(e0.as_ref()?.minus(&low.as_ref()?.over(positive_a?)?)))();
        let (gamma, b) = (game.margin.map(point), game.range.map(point));
        let positive = gamma.clone().filter(|gamma| gamma.0 > Rational::zero());
        let g = game.margin_objective.map(|(lo, hi)| I(exact(lo), exact(hi)));
        let mut t = Self { measured: BTreeMap::new(), claims: BTreeMap::new() };
        t.add("objective_weight", Some(a.clone()));
        t.add("objective", e0.clone());
        t.add("infeasibility", v.clone());
        t.add("swap_regret", Some(swap.clone()));
        t.add("external_regret", Some(external));
        t.add("deviation_to_constraints", Some(to_constraints.clone()));
        t.add("deviation_to_objective", Some(d.clone()));
        t.add("domination_gap", Some(kappa.clone()));
        t.add("theta_regret", regret.clone());
        t.add("suboptimality", sub.clone());
        let (h, weak, c) = (("hypothesis", "<"), ("hypothesis", "<="), ("conclusion", "<="));
        t.claim(game, ("objective_weight_positive", h, "247", false), false, || {
            Some((zero(), a.clone(), Some(a.clone())))
        });
        t.claim(game, ("lower_bound_possible", weak, "247", true), false, || {
            let low = low.clone()?;
            let of = |i: usize| {
                let mixed = avg(&|round| lambda(round, 0).times(&seen(round, i))).over(positive_a?)?;
                Some(avg(&|round| lambda(round, i)).times(&mixed))
            };
            positive_a?;
            let played = sum((1..=m).map(of).chain([Some(weighted.clone())]).collect::<Option<_>>()?);
            Some((low.clone(), played.clone(), Some(played.minus(&low))))
        });
        t.claim(game, ("domination", weak, "247", false), false, || {
            Some((kappa.clone(), zero(), Some(zero().minus(&kappa))))
        });
        t.claim(game, ("margin_positive", h, "27", true), false, || Some((zero(), gamma.clone()?, gamma.clone())));
        t.claim(game, ("infeasibility", c, "24", false), false, || Some((v.clone()?, swap.over(positive_a?)?, None)));
        t.claim(game, ("infeasibility_deviation", c, "24", false), false, || {
            Some((v.clone()?, to_constraints.over(positive_a?)?, None))
        });
        for (name, regret_of_lambda) in [("suboptimality", &swap), ("suboptimality_deviation", d)] {
            t.claim(game, (name, c, "24", true), false, || {
                Some((sub.clone()?, regret.as_ref()?.plus(regret_of_lambda).plus(k).over(positive_a?)?, None))
            });
        }
        let n = (|| Some(gamma.as_ref()?.times(&mass).minus(regret.as_ref()?)))();
        for (name, regret_of_lambda) in [("objective_weight", &swap), ("objective_weight_deviation", d)] {
            t.claim(game, (name, c, "27", true), false, || {
                let divisor = positive.as_ref()?.plus(b.as_ref()?);
                let top = n.as_ref()?.minus(regret_of_lambda).minus(k);
                Some((top.over(&divisor)?, a.clone(), Some(a.times(&divisor).minus(&top))))
            });
        }
        t.claim(game, ("objective_weight_data", c, "27", true), false, || {
            let (gamma, g) = (positive.as_ref()?, g.as_ref()?);
            let bound = n.as_ref()?.minus(d).minus(k).over(&gamma.plus(g).minus(e0.as_ref()?))?;
            let m = gamma.times(&mass).minus(&proxy_payoff.minus(low.as_ref()?)).minus(d).minus(k);
            Some((bound, a.clone(), Some(a.times(&gamma.plus(g)).minus(&m))))
        });
        t.add_ranges_possible(game);
        t
    }
}
