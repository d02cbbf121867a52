//! One call of a work, timed: what `benches/table` asks for. Prints one line of JSON.
//!
//! ```text
//! cargo bench --bench once -- shrink infeasible 20000 200    candidates and constraints
//! cargo bench --bench once -- equilibrium 300 30             candidates and constraints, the proxy game
//! cargo bench --bench once -- search 4                       variables
//! cargo bench --bench once -- rounds matrix 20 4000          constraints and rounds, all of them recorded
//! cargo bench --bench once -- sha256 trace.csv               the digest of a file
//! ```
//!
//! The time is CPU time of the whole process during the call, without making the instance, and the time by the clock.
//! The instances of shrinking are made number for number as `benches/rivals/instances.py` makes them.

#[path = "../players/round.rs"]
#[allow(dead_code, reason = "criterion's part is of the other benchmark")]
mod round;

use cpu_time::ProcessTime;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::equilibrium::{FiniteGame, proxy_lagrangian};
use referee::game::Side;
use referee::numerics::Enclosure;
use referee::oracle::{BranchAndBound, Objective, Options, Oracle as _};
use referee::problem::ExpressionProblem;
use referee::shrink::{Candidates, Epsilon, Outcome, shrink_with_effort};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use std::num::NonZeroUsize;
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<usize>().unwrap_or_else(|_| panic!("`{text}` is not a number"));
    match words[..] {
        ["shrink", kind, count, m] => shrink(kind, number(count), number(m)),
        ["equilibrium", count, m] => equilibrium(number(count), number(m)),
        ["search", dim] => search(number(dim)),
        ["rounds", player, m, count] => {
            timed(|| round::play(player, number(m), number(count), 1), |_| json!({ "rounds": number(count) }));
        }
        ["sha256", file] => {
            let bytes = std::fs::read(file).expect("a file");
            timed(|| Sha256::digest(&bytes), |_| json!({}));
        }
        // `cargo bench` and `cargo test` run it without a work, to see that it runs.
        [] => shrink("feasible", 100, 4),
        _ => panic!("name a work, with its sizes: shrink, equilibrium, search, rounds or sha256"),
    }
}

/// Times the call, and prints what it says beside the times.
fn timed<T>(call: impl FnOnce() -> T, say: impl FnOnce(T) -> Value) {
    let (cpu, clock) = (ProcessTime::now(), Instant::now());
    let result = call();
    let times = json!({ "seconds": cpu.elapsed().as_secs_f64(), "clock": clock.elapsed().as_secs_f64() });
    let mut fields: Map<String, Value> = times.as_object().expect("an object").clone();
    fields.extend(say(result).as_object().expect("an object").clone());
    println!("{}", Value::Object(fields));
}

/// `SplitMix64` as doubles in [0, 1).
fn uniform() -> impl FnMut() -> f64 {
    let mut state = 0_u64;
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 * (-53_f64).exp2()
    }
}

/// The objective `u_0 - mean(u)`, the constraints `u - 0.5` or, so that no mixture is feasible, `u + 0.05`.
fn shrink(kind: &str, count: usize, m: usize) {
    let shift = match kind {
        "feasible" => -0.5,
        "infeasible" => 0.05,
        _ => panic!("`{kind}` is neither feasible nor infeasible"),
    };
    let mut uniform = uniform();
    let mut candidates = Candidates::new(m);
    for _ in 0..count {
        let first = uniform();
        let row: Vec<f64> = (0..m).map(|_| uniform()).collect();
        let mean = row.iter().sum::<f64>() / m as f64;
        let constraints: Vec<f64> = row.iter().map(|u| u + shift).collect();
        candidates.push(first - mean, &constraints).expect("finite numbers");
    }
    timed(
        || shrink_with_effort(&candidates, &Epsilon::Minimal, NonZeroUsize::MIN).expect("candidates"),
        |(outcome, effort)| {
            let Outcome::Optimal(solution) = outcome else { unreachable!("a least epsilon is feasible") };
            let [epsilon, objective] = [&solution.epsilon, &solution.objective].map(|x| x.to_f64().value());
            let (exact, pivots) = (effort.exact, effort.exact_pivots);
            json!({ "exact": exact, "exact_pivots": pivots, "epsilon": epsilon, "objective": objective })
        },
    );
}

/// A random game with all bits whose proxies lie above the constraints.
fn equilibrium(count: usize, m: usize) {
    let mut generator = ChaCha8Rng::seed_from_u64(0);
    let mut game = FiniteGame::with_proxies(m);
    for _ in 0..count {
        let constraints: Vec<f64> = (0..m).map(|_| generator.random_range(-1.0..1.0_f64)).collect();
        let proxies: Vec<f64> = constraints.iter().map(|g| g + generator.random_range(0.0..0.5_f64)).collect();
        game.push_with_proxies(generator.random_range(-1.0..1.0_f64), &constraints, &proxies).expect("finite");
    }
    timed(|| proxy_lagrangian(&game).expect("candidates"), |found| json!({ "exact": found.is_exact() }));
}

/// Styblinski and Tang's function of so many variables, to a gap of 1e-6.
fn search(dim: usize) {
    let names: Vec<String> = (1..=dim).map(|j| format!("x{j}")).collect();
    let terms: Vec<String> = names.iter().map(|x| format!("0.5 * ({x}^4 - 16 * {x}^2 + 5 * {x})")).collect();
    let sides: Vec<String> = names.iter().map(|x| format!("{x} = [-5, 5]")).collect();
    let text = format!("minimize = \"{}\"\nvariables = {{ {} }}", terms.join(" + "), sides.join(", "));
    let problem = ExpressionProblem::from_toml(&text, "styblinski-tang").expect("a problem");
    let options = Options { boxes: usize::MAX, ..Options::default() };
    let mut oracle = BranchAndBound::new(&problem, Side::Constraints, options).expect("it has expressions");
    let mut theta = vec![0.0; dim];
    let weights = [Enclosure::ONE];
    let objective = Objective { problem: &problem, side: Side::Constraints, weights: &weights };
    timed(
        || oracle.minimize(&objective, &mut theta).expect("a minimum"),
        |minimum| json!({ "gap": minimum.rho(), "lower_bound": minimum.lower_bound }),
    );
}
