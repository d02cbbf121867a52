//! Thirteen kernels, each called once: what `benches/instructions/count` counts the instructions of.
//!
//! `cargo bench --bench instructions -- shrink` runs one of them, without a name all of them. Only what happens inside
//! [`counted`] is counted; making the instance is not. Counts are nearly the same on a busy machine, so that a kernel
//! which got slower by a twentieth is seen there too.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::data::{Cells, Dataset, evaluate};
use referee::equilibrium::{FiniteGame, proxy_lagrangian};
use referee::game::{Game, Side};
use referee::numerics::{Enclosure, ExactSum, enclose_dot, enclose_transpose_product};
use referee::oracle::{BranchAndBound, Objective, Options, Oracle as _};
use referee::players::LambdaSettings;
use referee::problem::ExpressionProblem;
use referee::registry::Registry;
use referee::run::Plan;
use referee::shrink::{Candidates, Epsilon, shrink};
use referee::trace::{Layout, Round, Trace};
use std::fs::File;
use std::hint::black_box;
use std::num::NonZeroUsize;

/// An instance that waits for its call.
type Kernel = Box<dyn FnOnce()>;

/// What makes it.
type Make = fn() -> Kernel;

/// The names in the table, and what makes each instance.
const KERNELS: [(&str, Make); 13] = [
    ("exact-sum", exact_sum),
    ("enclosed-dot", enclosed_dot),
    ("certified-product", certified_product),
    ("trace-read", trace_read),
    ("trace-write", trace_write),
    ("matrix-steps", || steps("matrix", 300)),
    ("deviation-rm-plus-steps", || steps("deviation-rm-plus", 3000)),
    ("branch-and-bound", branch_and_bound),
    ("shrink", || shrinking(10_000, 10, -0.5)),
    ("exact-vertex", || shrinking(1000, 20, 0.05)),
    ("equilibrium", equilibrium),
    ("check", check),
    ("data-evaluation", data_evaluation),
];

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if asked == ["--list"] {
        for (name, _) in KERNELS {
            println!("{name}");
        }
        return;
    }
    for name in &asked {
        assert!(KERNELS.iter().any(|(own, _)| own == name), "there is no kernel `{name}`");
    }
    for (name, make) in KERNELS {
        if asked.is_empty() || asked.iter().any(|own| own == name) {
            counted(make());
        }
    }
}

/// The frame by which the counter knows when to count.
#[inline(never)]
fn counted(kernel: Kernel) {
    kernel();
}

fn generator() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(1)
}

fn uniform(count: usize) -> Vec<f64> {
    let mut generator = generator();
    (0..count).map(|_| generator.random_range(-1.0..1.0)).collect()
}

fn exact_sum() -> Kernel {
    let terms = uniform(50_000);
    Box::new(move || {
        black_box(ExactSum::of(&terms).enclose());
    })
}

fn enclosed_dot() -> Kernel {
    let (a, mut b) = (uniform(200_000), uniform(200_000));
    b.reverse();
    Box::new(move || {
        black_box(enclose_dot(&a, &b));
    })
}

fn certified_product() -> Kernel {
    let (left, right) = (uniform(11 * 4096), uniform(11 * 4096));
    Box::new(move || drop(black_box(enclose_transpose_product(&left, 11, &right, 11))))
}

/// A run of the proxy game with ten constraints and all digits.
fn trace() -> Trace {
    let layout = Layout::new(Game::ProxyLagrangian, 10);
    let (mut trace, mut round) = (Trace::new(layout.clone()), Round::new(&layout));
    let mut generator = generator();
    for _ in 0..1000 {
        round.objective = Enclosure::point(generator.random());
        round.constraints.iter_mut().for_each(|g| *g = Enclosure::point(generator.random_range(-1.0..1.0)));
        round.lambda.iter_mut().for_each(|x| *x = generator.random());
        trace.push(&round).expect("the round fits");
    }
    trace
}

fn trace_read() -> Kernel {
    let text = trace().to_csv();
    Box::new(move || drop(black_box(Trace::from_reader(text.as_slice(), "trace.csv").expect("a trace"))))
}

fn trace_write() -> Kernel {
    let trace = trace();
    Box::new(move || drop(black_box(trace.to_csv())))
}

fn steps(name: &str, rounds: usize) -> Kernel {
    const CONSTRAINTS: usize = 15;
    let settings = LambdaSettings {
        constraints: CONSTRAINTS,
        horizon: 4096,
        bound: 1.0,
        bound2: 4.0,
        range: 2.0,
        radius: 1.0,
        step: None,
    };
    let made = Registry::ours().lambda_player(name, Game::ProxyLagrangian, &settings);
    let mut player = made.expect("a player of this game");
    let payoffs = uniform(64 * (CONSTRAINTS + 1));
    Box::new(move || {
        let (mut lambda, mut payoff) = ([0.0; CONSTRAINTS + 1], [0.0; CONSTRAINTS + 1]);
        for drawn in payoffs.chunks_exact(CONSTRAINTS + 1).cycle().take(rounds) {
            payoff[1..].copy_from_slice(&drawn[1..]); // the objective earns nothing
            player.play(&mut lambda);
            player.observe(&payoff);
            black_box(&lambda);
        }
    })
}

fn branch_and_bound() -> Kernel {
    let term = |x: &str| format!("0.5 * ({x}^4 - 16 * {x}^2 + 5 * {x})");
    let text = format!("minimize = \"{} + {}\"\nvariables = {{ x = [-5, 5], y = [-5, 5] }}", term("x"), term("y"));
    let problem = ExpressionProblem::from_toml(&text, "styblinski-tang").expect("a problem");
    let mut oracle = BranchAndBound::new(&problem, Side::Constraints, Options::default()).expect("it has expressions");
    Box::new(move || {
        let objective = Objective { problem: &problem, side: Side::Constraints, weights: &[Enclosure::ONE] };
        black_box(oracle.minimize(&objective, &mut [0.0; 2]).expect("a minimum"));
    })
}

/// At a positive shift no mixture is feasible, and most of the work is an exact vertex at the least epsilon.
fn shrinking(count: usize, m: usize, shift: f64) -> Kernel {
    let mut generator = generator();
    let mut candidates = Candidates::new(m);
    for _ in 0..count {
        let row: Vec<f64> = (0..m).map(|_| generator.random::<f64>() + shift).collect();
        candidates.push(generator.random(), &row).expect("finite numbers");
    }
    Box::new(move || drop(black_box(shrink(&candidates, &Epsilon::Minimal).expect("candidates"))))
}

fn equilibrium() -> Kernel {
    let mut generator = generator();
    let mut game = FiniteGame::with_proxies(6);
    for _ in 0..60 {
        let constraints: Vec<f64> = (0..6).map(|_| generator.random_range(-1.0..1.0)).collect();
        let proxies: Vec<f64> = constraints.iter().map(|g| g + generator.random_range(0.0..0.5)).collect();
        game.push_with_proxies(generator.random(), &constraints, &proxies).expect("finite numbers");
    }
    Box::new(move || drop(black_box(proxy_lagrangian(&game).expect("candidates"))))
}

/// The checker on a whole run: its trace, its evidence, its claims.
fn check() -> Kernel {
    let folder = tempfile::tempdir().expect("a folder");
    let problem = referee::open("triangle").expect("a problem");
    let run = Plan::fitting(&problem).expect("it fits").rounds(500).play().expect("it plays");
    run.write(folder.path()).expect("it is written");
    let certificate = std::fs::read(folder.path().join("certificate.json")).expect("it was written");
    Box::new(move || {
        let open = |name: &str| File::open(folder.path().join(name));
        drop(black_box(proofs_check::check_bytes(&certificate, "certificate.json", open).expect("it is accepted")));
    })
}

fn data_evaluation() -> Kernel {
    const FEATURES: usize = 40;
    let mut generator = generator();
    let mut data = Dataset::new(FEATURES);
    for _ in 0..2000 {
        let active: Vec<u32> = (0..8_u32).map(|j| 5 * j + generator.random_range(0..5)).collect();
        data.push(&active, generator.random());
    }
    let group: Vec<bool> = (0..2000).map(|_| generator.random()).collect();
    let terms = vec![(dashu_ratio::RBig::ONE, data.labels().to_vec()), (-dashu_ratio::RBig::ONE, group)];
    let cells = Cells::new(data.labels(), vec![(dashu_ratio::RBig::ZERO, terms)]);
    // On a grid, as snapshots are.
    let models: Vec<Vec<f64>> = (0..20)
        .map(|_| (0..FEATURES).map(|_| f64::from(generator.random_range(-512..512)) / 256.0).collect())
        .collect();
    Box::new(move || {
        let models: Vec<&[f64]> = models.iter().map(Vec::as_slice).collect();
        black_box(evaluate(&data, &cells, &models, NonZeroUsize::MIN).expect("they fit"));
    })
}
