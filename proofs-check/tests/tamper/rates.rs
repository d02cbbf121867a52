//! The truth about a rate, straight from section 10: plain rationals, with roots found by Newton's method and logarithms from
//! another series than the checker's.

use crate::game::{Game, Round};
use crate::numbers::{Rng, exact};
use crate::reference::{Due, I, Slack, Truth, norm, point, zero};
use num_bigint::BigInt;
use proofs_check::exact::Rational;
use std::collections::BTreeMap;

pub const LAGRANGIAN: [&str; 6] = ["lemma-1", "lemma-10", "corollary-1", "corollary-3", "theorem-6", "theorem-7"];
pub const PROXY: [&str; 6] = ["lemma-4", "lemma-8", "lemma-9", "lemma-11", "corollary-2", "corollary-4"];

/// The fields of `given.rate` that are there, by name.
pub type Rate = BTreeMap<&'static str, f64>;

/// A mirror, as it is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Mirror {
    Euclidean,
    Entropic,
    Power(f64),
}

impl Mirror {
    /// Some that are in form and some that are not.
    pub const ALL: [Self; 8] = [
        Self::Euclidean,
        Self::Entropic,
        Self::Power(1.5),
        Self::Power(1.25),
        Self::Power(1.75),
        Self::Power(2.0),
        Self::Power(1.0),
        Self::Power(2.5),
    ];

    pub fn json(&self) -> String {
        match self {
            Self::Euclidean => "{ \"kind\": \"euclidean\" }".into(),
            Self::Entropic => "{ \"kind\": \"entropic\" }".into(),
            Self::Power(p) => format!("{{ \"kind\": \"p-norm\", \"p\": {p:?} }}"),
        }
    }

    fn fits(&self, statement: &str) -> bool {
        match self {
            Self::Euclidean => ["theorem-6", "theorem-7"].contains(&statement),
            Self::Entropic => statement == "theorem-6",
            Self::Power(p) => *p > 1.0 && *p <= 2.0 && Self::Euclidean.fits(statement),
        }
    }

    /// The exponent of the norm of the mirror, and of the dual one: both exact in these cases.
    fn exponents(&self) -> (f64, f64) {
        match self {
            Self::Euclidean => (2.0, 2.0),
            Self::Entropic => (1.0, f64::INFINITY),
            Self::Power(p) => (*p, p / (p - 1.0)),
        }
    }
}

/// Whether a field must be there (`Some(true)`), may be (`None`) or must not (`Some(false)`).
pub fn required(field: &str, statement: &str) -> Option<bool> {
    let one_of = |statements: &str| statements.split(' ').any(|name| name == statement);
    let subgradients = one_of("lemma-4 lemma-10 corollary-3 theorem-7");
    match field {
        "payoff_bound" => Some(true),
        "step" if one_of("corollary-3 theorem-7") => Some(false),
        "oracle_error" => Some(one_of("lemma-1 lemma-11")),
        "domain_radius" | "subgradient_bound" => Some(subgradients),
        "largest_subgradient" | "theta_step" if !subgradients => Some(false),
        "confidence" => Some(one_of("lemma-4 lemma-9 lemma-10 corollary-3 corollary-4 theorem-7")),
        _ => None,
    }
}

pub const FIELDS: [&str; 9] = [
    "payoff_bound",
    "step",
    "rounding",
    "oracle_error",
    "domain_radius",
    "subgradient_bound",
    "largest_subgradient",
    "theta_step",
    "confidence",
];

/// Whether a game has the form of a rate, or of no rate.
pub fn has_form(game: &Game) -> bool {
    let statements = if game.proxy { PROXY } else { LAGRANGIAN };
    let Some(rate) = &game.rate else { return !statements.contains(&game.statement) && game.mirror.is_none() };
    let in_range = |field: &str, x: f64| match field {
        "step" | "theta_step" => x > 0.0,
        "confidence" => x > 0.0 && x <= 1.0,
        _ => x >= 0.0,
    };
    let others = [game.norm, game.margin, game.range].iter().all(Option::is_none);
    statements.contains(&game.statement)
        && game.radius.is_some() != game.proxy
        && others
        && game.margin_objective.is_none()
        && game.weights.is_none()
        && game.mirror.as_ref().is_none_or(|mirror| mirror.fits(game.statement))
        && FIELDS
            .iter()
            .all(|field| required(field, game.statement).is_none_or(|there| there == rate.contains_key(field)))
        && rate.iter().all(|(field, x)| in_range(field, *x))
}

/// A random rate for a random trace.
pub fn random(rng: &mut Rng) -> Game {
    let mut game = Game::random(rng);
    if game.proxy && rng.chance(3) {
        // Off the simplex by a little, and with no weight on the objective.
        game.rounds.iter_mut().for_each(|round| round.lambda[0] = 0.0);
    }
    let statement = *rng.pick(if game.proxy { &PROXY } else { &LAGRANGIAN });
    let mut rate = Rate::new();
    for field in FIELDS {
        if required(field, statement).unwrap_or_else(|| rng.chance(2)) {
            let x = match field {
                "step" | "theta_step" => *rng.pick(&[0.125, 0.1, 2.0, 5e-324, 1e-9]),
                "rounding" => {
                    if rng.chance(2) {
                        *rng.pick(&[0.0, 1e-13, 1e-7])
                    } else {
                        rng.double().abs()
                    }
                }
                "confidence" => *rng.pick(&[1.0, 0.5, 0.05, 0.7783, 0.9138, 1e-300, 0.999_999_999_999_999_9]),
                "payoff_bound" => *rng.pick(&[0.0, 5.0, 4.0, 8.0, 0.3]),
                _ => rng.double().abs(),
            };
            rate.insert(field, x);
        }
    }
    // A subnormal step makes bounds that no double holds, except where nothing is divided by it.
    if rate.get("step") == Some(&5e-324) && !(game.proxy && game.m == 0) {
        rate.insert("step", 1e-150);
    }
    let radius = (!game.proxy).then(|| *rng.pick(&[0.0, 1.0, 4.5, 0.1]));
    let mirror = Some(rng.pick(&Mirror::ALL).clone()).filter(|mirror| mirror.fits(statement));
    // Half of the steps are the printed ones.
    for (field, x) in printed_steps(&Game { radius, mirror: mirror.clone(), ..game.clone() }, &rate) {
        if rng.chance(2) {
            rate.insert(field, x);
        }
    }
    game = Game {
        statement,
        radius,
        rate: Some(rate),
        mirror,
        norm: None,
        margin: None,
        margin_objective: None,
        range: None,
        weights: None,
        equalities: vec![],
        ranges: None,
        ..game
    };
    if game.lower.is_some() && rng.chance(4) {
        game.add_ranges(rng);
    }
    game
}

/// The steps of a rate as its statement prints them, evaluated in doubles, where they are there and positive.
pub fn printed_steps(game: &Game, rate: &Rate) -> Vec<(&'static str, f64)> {
    let (tee, actions) = (game.rounds.len() as f64, (game.m + 1) as f64);
    let projected = |radius: f64, bound: f64| radius / (bound * (2.0 * tee).sqrt());
    let bound = rate["payoff_bound"];
    let own = game.radius.map_or_else(|| (actions * actions.ln() / tee).sqrt() / bound, |r| projected(r, bound));
    let of = |field| rate.get(field).copied().unwrap_or_default();
    let p = game.mirror.as_ref().map_or(2.0, |mirror| mirror.exponents().0);
    let reach = of("domain_radius") / (p - 1.0).sqrt();
    let all = [("step", own), ("theta_step", projected(reach, of("subgradient_bound")))];
    all.into_iter().filter(|(field, x)| rate.contains_key(field) && *x > 0.0 && x.is_finite()).collect()
}

const BITS: u32 = 300;

/// The k-th root of a whole number, rounded down, by Newton's method from above.
fn whole_root(power: &BigInt, k: u32) -> BigInt {
    let mut root = BigInt::from(1) << (power.bits() / u64::from(k) + 1);
    if *power == BigInt::from(0) {
        return BigInt::from(0);
    }
    loop {
        let next = (&root * (k - 1) + power / root.pow(k - 1)) / k;
        if next >= root {
            return root;
        }
        root = next;
    }
}

fn root_of(x: &Rational, k: u32, bits: u32, up: bool) -> Rational {
    let x = x.reduced();
    let (n, d) = (whole_root(x.numerator(), k), whole_root(x.denominator(), k));
    if n.pow(k) == *x.numerator() && d.pow(k) == *x.denominator() {
        return Rational::new(n, d).unwrap();
    }
    let scaled = (x.numerator() << (k * bits)) / x.denominator();
    let root = whole_root(&scaled, k) + BigInt::from(u8::from(up));
    Rational::new(root, BigInt::from(1) << bits).unwrap()
}

/// The k-th root, to 2^-bits.
pub fn root(x: &I, k: u32, bits: u32) -> I {
    I(root_of(&x.0, k, bits, false), root_of(&x.1, k, bits, true))
}

pub fn sqrt(x: &I) -> I {
    root(x, 2, BITS)
}

/// `ln x` for `x >= 1`: `k ln 2 - ln(1 - y)` with `y = 1 - 1/f`, `x = 2^k f`, `1 <= f < 2`, and `-ln(1 - y) = sum y^i/i`.
pub fn ln(x: &Rational) -> I {
    let series = |y: &Rational| {
        // Rounded down in every step; fewer than 2^10 terms lose less than 2^11 units.
        let y = (y.numerator() << BITS) / y.denominator();
        let (mut power, mut sum, mut i) = (y.clone(), BigInt::from(0), 1_u32);
        while power > BigInt::from(0) {
            sum += &power / i;
            power = (&power * &y) >> BITS;
            i += 1;
        }
        sum
    };
    if *x == Rational::one() {
        return zero();
    }
    let two = Rational::from_integer(2);
    let bits = x.numerator().bits().saturating_sub(x.denominator().bits() + 1);
    let mut k = u32::try_from(bits).unwrap();
    let mut f = Rational::new(x.numerator().clone(), x.denominator() << k).unwrap();
    while f >= two {
        f = f.checked_div(&two).unwrap().reduced();
        k += 1;
    }
    let y = &Rational::one() - &Rational::one().checked_div(&f).unwrap();
    let sum = series(&y) + series(&Rational::parse("1/2").unwrap()) * k;
    let room = BigInt::from(1 << 12) * (k + 1);
    let over = |n: BigInt| Rational::new(n, BigInt::from(1) << BITS).unwrap();
    I(over(&sum - &room), over(&sum + &room))
}

fn whole(n: u32) -> I {
    point(f64::from(n))
}

fn square(x: &I) -> I {
    let (a, b) = (&x.0 * &x.0, &x.1 * &x.1);
    let across = x.0 <= Rational::zero() && x.1 >= Rational::zero();
    I(if across { Rational::zero() } else { a.clone().min(b.clone()) }, a.max(b))
}

fn size(x: &I) -> I {
    let (a, b) = (x.0.clone().max(-&x.0), x.1.clone().max(-&x.1));
    let across = x.0 <= Rational::zero() && x.1 >= Rational::zero();
    I(if across { Rational::zero() } else { a.clone().min(b.clone()) }, a.max(b))
}

fn least(a: &I, b: &I) -> I {
    zero().minus(&zero().minus(a).max(&zero().minus(b)))
}

/// Makes the truth with the lower bound 0 that with another, or with none.
fn move_lower_bound(truth: &mut Truth, lower: Option<f64>) {
    let names = ["theta_regret", "epsilon", "suboptimality"];
    let Some(lower) = lower.map(point) else {
        truth.claims.clear();
        return truth.measured.retain(|name, _| !names.contains(name));
    };
    let weight = truth.measured.get("objective_weight").cloned();
    for name in names {
        if let Some(x) = truth.measured.get_mut(name) {
            let by = match &weight {
                Some(weight) if name == "suboptimality" => lower.over(weight).unwrap(),
                _ => lower.clone(),
            };
            *x = x.minus(&by);
        }
    }
    if let Some(due) = truth.claims.get_mut("lower_bound_possible") {
        due.slack = Slack::Exact(due.rhs.minus(&lower));
        due.lhs = lower;
    }
}

/// What a certificate of a rate must say.
#[expect(clippy::too_many_lines, reason = "two tables")]
pub fn truth(game: &Game) -> Truth {
    let (statement, rate) = (game.statement, game.rate.as_ref().unwrap());
    let plain = Game { statement: if game.proxy { "theorem-2" } else { "theorem-1" }, rate: None, ..game.clone() };
    // With the lower bound 0 a regret is a loss, and what the bound is compared with is always there.
    let mut truth = Truth::of(&Game { lower: Some(0.0), ..plain });
    truth.claims.retain(|name, _| matches!(*name, "lower_bound_possible" | "ranges_possible"));
    let played = truth.claims.get("lower_bound_possible").map(|due| due.rhs.clone());
    let loss = truth.measured["theta_regret"].clone();
    let regret_seen = played.as_ref().map(|played| loss.minus(played));
    let epsilon_seen = (!game.proxy).then(|| truth.measured["epsilon"].minus(played.as_ref().unwrap()));
    move_lower_bound(&mut truth, game.lower);
    let constraint = |round: &Round, i: usize| I(exact(round.values[i].0), exact(round.values[i].1));
    let each = |of: &dyn Fn(&Round) -> I| game.rounds.iter().map(of).collect::<Vec<I>>();
    let most = |all: Vec<I>| all.iter().fold(zero(), |best, x| best.max(x));
    let tee = whole(u32::try_from(game.rounds.len()).unwrap());
    let mean = |all: Vec<I>| all.iter().fold(zero(), |sum, x| sum.plus(x)).over(&tee).unwrap();
    let sum = |round: &Round| round.lambda.iter().fold(zero(), |sum, x| sum.plus(&point(*x)));
    let squares = |round: &Round| (1..=game.m).fold(zero(), |sum, i| sum.plus(&square(&constraint(round, i))));
    let range = |round: &Round| {
        let high = (1..=game.m).fold(zero(), |best, i| best.max(&constraint(round, i)));
        let low = (1..=game.m).fold(zero(), |best, i| least(&best, &constraint(round, i)));
        high.minus(&low)
    };
    let spread = |round: &Round| {
        let weights = round.lambda.iter().fold(zero(), |sum, x| sum.plus(&square(&point(*x))));
        square(&range(round)).times(&weights)
    };
    let half = whole(1).over(&whole(2)).unwrap();
    let mirror = game.mirror.clone().unwrap_or(Mirror::Euclidean);
    let euclidean = Mirror::Power(2.0);
    let (of_lambda, of_theta) = if statement == "theorem-6" { (&mirror, &euclidean) } else { (&euclidean, &mirror) };
    let dual = |round: &Round| {
        let sizes: Vec<I> = (1..=game.m).map(|i| size(&constraint(round, i))).collect();
        let half_range = || range(round).times(&half);
        if *of_lambda == Mirror::Entropic { half_range() } else { norm(&sizes, of_lambda.exponents().1) }
    };
    let is_euclidean = of_lambda.exponents().1 == 2.0;
    let (largest, data, multipliers) = if game.proxy {
        let largest = most(each(&|round| (1..=game.m).fold(zero(), |best, i| best.max(&size(&constraint(round, i))))));
        (largest, mean(each(&spread)), most(each(&|round| size(&sum(round).minus(&whole(1))))))
    } else {
        let square = |round: &Round| if is_euclidean { squares(round) } else { square(&dual(round)) };
        let payoff = |round: &Round| if is_euclidean { sqrt(&squares(round)) } else { dual(round) };
        (most(each(&payoff)), mean(each(&square)), most(each(&sum)))
    };
    let names =
        if game.proxy { ("mean_square_spread", "off_simplex") } else { ("mean_square_payoff", "largest_multipliers") };
    truth.measured.insert("largest_payoff", largest.clone());
    truth.measured.insert(names.0, data.clone());
    truth.measured.insert(names.1, multipliers.clone());
    truth.measured.extend(regret_seen.clone().map(|x| ("theta_regret_seen", x)));
    truth.measured.extend(epsilon_seen.clone().map(|x| ("epsilon_seen", x)));

    let given = |field: &str| rate.get(field).map(|x| point(*x));
    let (b, c) = (given("payoff_bound").unwrap(), given("rounding").unwrap_or_else(zero));
    let r = game.radius.map_or_else(zero, point);
    let log = |numerator: u32| given("confidence").map(|delta| ln(&whole(numerator).over(&delta).unwrap().0));
    let g = whole(u32::try_from(game.m + 1).unwrap()).times(&ln(&Rational::from_integer(game.m + 1)));
    // `2 M` of a set that reaches to 1.
    let reach = |mirror: &Mirror| match mirror {
        Mirror::Entropic => whole(2).times(&ln(&Rational::from_integer(game.m + 1))),
        _ => whole(1).over(&point(mirror.exponents().0).minus(&whole(1))).unwrap(),
    };
    let far = reach(of_lambda);
    let p = if game.proxy {
        whole(2).times(&b).times(&sqrt(&g.over(&tee).unwrap()))
    } else {
        r.times(&b).times(&sqrt(&whole(2).times(&far).over(&tee).unwrap()))
    };
    let z = |square: &I| {
        let eta = given("step")?;
        Some(if game.proxy {
            g.over(&eta.times(&tee)).unwrap().plus(&eta.over(&whole(8)).unwrap().times(square))
        } else {
            r.times(&r)
                .times(&far)
                .over(&whole(2).times(&eta).times(&tee))
                .unwrap()
                .plus(&half.times(&eta).times(square))
        })
    };
    let z_bound = || z(&b.times(&b).times(&whole(if game.proxy { 4 } else { 1 })));
    let far_theta = sqrt(&reach(of_theta));
    let df = || Some(given("domain_radius")?.times(&far_theta).times(&given("subgradient_bound")?));
    let paper =
        |scale: I, l: I| whole(2).times(&scale).times(&sqrt(&whole(1).plus(&whole(16).times(&l)).over(&tee).unwrap()));
    let repaired = |scale: I, l: I| {
        let first = whole(3).over(&sqrt(&whole(8))).unwrap().plus(&whole(2));
        let factor = first.plus(&whole(2).times(&sqrt(&whole(2).times(&l))));
        scale.times(&factor).over(&sqrt(&tee)).unwrap().plus(&c)
    };
    let between = |x: &Option<I>, y: Option<&I>| {
        let both = I(x.as_ref()?.0.clone(), y?.1.clone());
        (both.0 <= both.1).then_some(both)
    };
    let regret = between(&regret_seen, truth.measured.get("theta_regret"));
    let epsilon = between(&epsilon_seen, truth.measured.get("epsilon"));
    let lambda_regret = || truth.measured.get("lambda_regret").cloned();
    let swap = || truth.measured.get("swap_regret").cloned();
    let plus_c = |x: I| x.plus(&c);
    let word = if c.1 > Rational::zero() { "declared" } else { "proved" };
    let is = |statements: &str| statements.split(' ').any(|name| name == statement);
    let sampled = rate.contains_key("confidence");
    let mut due: Vec<(&'static str, &'static str, &'static str, I, I)> = Vec::new();
    let mut add = |there: bool, name, role, grade, sides: Option<(I, I)>| {
        due.extend(sides.filter(|_| there).map(|(lhs, rhs)| (name, role, grade, lhs, rhs)));
    };
    let (h, con) = ("hypothesis", "conclusion");
    let set = if game.proxy { zero() } else { r.clone() };
    add(true, "payoffs_bounded", h, "proved", Some((largest, b.clone())));
    add(true, "multipliers_in_set", h, "proved", Some((multipliers, set)));
    add(true, "subgradients_bounded", h, "declared", given("largest_subgradient").zip(given("subgradient_bound")));
    let printed_step = is("lemma-10 lemma-9 corollary-4 lemma-4");
    let keeps = if printed_step { plus_c(point(0.75).times(&p)) } else { p.clone() };
    add(!is("corollary-3 theorem-7"), "step_keeps_bound", h, "proved", z_bound().map(|z| (z, keeps)));
    add(is("corollary-3 theorem-7"), "confidence_small", h, "proved", given("confidence").map(|x| (x, point(0.7783))));
    add(is("lemma-9 corollary-4"), "confidence_small", h, "proved", given("confidence").map(|x| (x, point(0.9138))));
    let root = sqrt(&whole(2).times(&tee));
    let of = |radius: &I, bound: &I| radius.over(&bound.times(&root)).filter(|x| x.0 > Rational::zero());
    let own = if game.proxy { sqrt(&g.over(&tee).unwrap()).over(&b) } else { of(&r, &b) };
    let own = own.filter(|x| x.0 > Rational::zero());
    let of_theta = given("domain_radius").zip(given("subgradient_bound"));
    let of_theta = of_theta.and_then(|(d, f)| of(&d.times(&far_theta), &f));
    let power = |k: i32| point(2f64.powi(k));
    let near = |x: I, printed: I| (size(&x.minus(&printed)), power(-48).times(&printed));
    add(printed_step, "step", h, "declared", given("step").zip(own).map(|(x, y)| near(x, y)));
    add(true, "theta_step", h, "declared", given("theta_step").zip(of_theta).map(|(x, y)| near(x, y)));
    let there = is("lemma-1 corollary-1 theorem-6");
    add(there, "lambda_regret_paper", con, word, lambda_regret().map(|x| (x, plus_c(p.clone()))));
    add(there, "lambda_regret_step", con, word, lambda_regret().zip(z_bound().map(plus_c)));
    add(there, "lambda_regret_data", con, word, lambda_regret().zip(z(&data).map(plus_c)));
    let there = is("lemma-8 lemma-11 corollary-2");
    add(there, "swap_regret_paper", con, word, swap().map(|x| (x, plus_c(p.clone()))));
    add(there, "swap_regret_step", con, word, swap().zip(z_bound().map(plus_c)));
    add(there, "swap_regret_data", con, word, swap().zip(z(&data).map(plus_c)));
    let rho = given("oracle_error");
    add(is("lemma-1 lemma-11"), "theta_regret_oracle", con, "declared", regret.clone().zip(rho.clone()));
    let with_rho = |x: I| Some(rho.as_ref()?.plus(&x).plus(&c));
    add(is("lemma-1"), "epsilon_paper", con, "declared", epsilon.clone().zip(with_rho(p.clone())));
    add(is("lemma-1"), "epsilon_step", con, "declared", epsilon.clone().zip(z_bound().and_then(with_rho)));
    for (statements, l) in [("corollary-3 theorem-7", log(1)), ("lemma-4", log(2))] {
        let bound = |f: &dyn Fn(I, I) -> I| regret.clone().zip((|| Some(f(df()?, l.clone()?)))());
        add(is(statements), "theta_regret_paper", con, "sampled", bound(&|scale, l| plus_c(paper(scale, l))));
        add(is(statements), "theta_regret_repaired", con, "sampled", bound(&repaired));
    }
    let both = || Some(df()?.plus(&r.times(&b)));
    let bound = |f: &dyn Fn(I, I) -> I| epsilon.clone().zip((|| Some(f(both()?, log(2)?)))());
    add(is("lemma-10"), "epsilon_paper", con, "sampled", bound(&|scale, l| plus_c(paper(scale, l))));
    add(is("lemma-10"), "epsilon_repaired", con, "sampled", bound(&repaired));
    let l = if statement == "lemma-4" { log(2) } else { log(1) };
    let there = is("lemma-9 corollary-4 lemma-4");
    let swap_paper = |l: I| {
        let inside = whole(2).times(&g).times(&whole(1).plus(&whole(16).times(&l))).over(&tee).unwrap();
        whole(2).times(&b).times(&sqrt(&inside))
    };
    let swap_repaired = |l: I| {
        let first = whole(3).times(&half).times(&sqrt(&g));
        let last = whole(2).times(&sqrt(&whole(2).times(&g.plus(&l))));
        b.times(&first.plus(&last)).over(&sqrt(&tee)).unwrap().plus(&c)
    };
    add(there, "swap_regret_paper", con, "sampled", swap().zip(l.clone().map(|l| plus_c(swap_paper(l)))));
    add(there, "swap_regret_repaired", con, "sampled", swap().zip(l.clone().map(swap_repaired)));
    let rate_without = match statement {
        "lemma-10" => both().zip(log(2)).map(|(scale, l)| paper(scale, l)),
        "corollary-3" | "theorem-7" => df().zip(log(1)).map(|(scale, l)| paper(scale, l)),
        "lemma-9" | "corollary-4" => l.map(swap_paper),
        "lemma-4" => Some(least(&swap_paper(l.clone().unwrap()), &paper(df().unwrap(), l.unwrap()))),
        _ => Some(p),
    };
    let there = c.1 > Rational::zero();
    add(there, "rounding_small", h, "proved", rate_without.map(|rate| (c.clone(), power(-20).times(&rate))));
    for (name, role, grade, lhs, rhs) in due {
        assert_eq!(grade == "sampled", sampled && role == con, "{statement} {name}");
        let due = Due { role, relation: "<=", lhs, rhs, slack: Slack::Sides, grade };
        assert!(truth.claims.insert(name, due).is_none(), "{statement} has {name} twice");
    }
    truth
}
