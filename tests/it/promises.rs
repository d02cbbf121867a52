//! The bounds that the list of players prints are the ones that the players promise.

use referee::expr::{Expr, Workspace};
use referee::game::Game;
use referee::players::mirror::usual_exponent;
use referee::players::{LambdaSettings, ThetaSettings};
use referee::problem::ExpressionProblem;
use referee::registry::Registry;

const M: usize = 3;
const T: usize = 10_000;
const SYMBOLS: [&str; 15] = ["T", "m", "n", "B", "B2", "Bq", "r", "R", "d", "D", "Dp", "w", "G", "Gq", "p"];

/// The value of a printed formula: a blank between two factors is a product.
fn value(formula: &str, of: &dyn Fn(&str) -> f64) -> f64 {
    let formula = formula.split(" on boxes").next().and_then(|text| text.split(" if m").next()).unwrap_or_default();
    let (formula, a) = match formula.split_once(", a = 2 ln(n) + ln(1 + a)") {
        Some((formula, _)) => (formula, (0..200).fold(1.0, |a: f64, _| 2.0 * of("n").ln() + (1.0 + a).ln())),
        None => (formula, 0.0),
    };
    let letters: Vec<char> = formula.chars().collect();
    let mut text = String::new();
    for (place, &letter) in letters.iter().enumerate() {
        let ends = |c: char| c.is_alphanumeric() || c == ')';
        let starts = |c: char| c.is_alphanumeric() || c == '(';
        let product = letter == ' ' && ends(letters[place - 1]) && starts(letters[place + 1]);
        text.push_str(if product { " * " } else { "" });
        text.push(letter);
    }
    let variables: Vec<&str> = SYMBOLS.into_iter().chain(["a"]).collect();
    let point: Vec<f64> = variables.iter().map(|name| if *name == "a" { a } else { of(name) }).collect();
    let expression = Expr::parse(&text, &variables).unwrap_or_else(|error| panic!("{formula}: {error}"));
    expression.eval_f64(&point, &mut Workspace::default()).expect("a number")
}

/// Rounding adds little, and a printed formula may be above the promise by a little, but not below it.
fn agree(name: &str, printed: &str, promised: Option<f64>, of: &dyn Fn(&str) -> f64) -> bool {
    let Some(promised) = promised else {
        assert!(!printed.contains(" T"), "{name} promises nothing, and prints {printed}");
        return false;
    };
    if printed.ends_with("about") {
        return false;
    }
    let formula = value(printed, of);
    assert!(promised <= formula * (1.0 + 1e-6), "{name}: {printed} is {formula}, and it promises {promised}");
    assert!(promised >= 0.98 * formula, "{name}: {printed} is {formula}, and it promises {promised}");
    true
}

#[test]
fn printed_bounds_of_lambda_players_are_promised() {
    let settings =
        LambdaSettings { constraints: M, horizon: T, bound: 1.0, bound2: 1.5, range: 2.0, radius: 10.0, step: None };
    let p = usual_exponent(M + 1);
    let dual = 1.5_f64.min((M as f64).powf((p - 1.0) / p));
    let of = |symbol: &str| match symbol {
        "T" => T as f64,
        "m" => M as f64,
        "n" => M as f64 + 1.0,
        "B" => 1.0,
        "B2" => 1.5,
        "Bq" => dual,
        "r" => 2.0,
        "R" => 10.0,
        "p" => p,
        _ => f64::NAN,
    };
    let mut compared = 0;
    for entry in Game::ALL.into_iter().flat_map(|game| Registry::ours().lambda_players(game)) {
        let player = entry.make(&settings).expect("it can be made");
        compared += usize::from(agree(entry.name, entry.bound, player.bound(), &of));
    }
    assert_eq!(compared, 25, "all but nu-pi, which promises nothing, and tree-swap, whose formula is about so");
}

#[test]
fn printed_bounds_of_theta_players_are_promised() {
    let text = "minimize = \"x + y\"\n[variables]\nx = [-1, 1]\ny = [-1, 1]\n";
    let problem = ExpressionProblem::from_toml(text, "square").expect("a problem");
    let p = usual_exponent(2);
    let of = |symbol: &str| match symbol {
        "T" => T as f64,
        "d" | "w" => 2.0,
        "D" => 2.0_f64.sqrt(),
        "Dp" => 2.0_f64.powf(1.0 / p),
        "G" | "Gq" => 3.0,
        "p" => p,
        _ => f64::NAN,
    };
    let mut compared = 0;
    for entry in Registry::ours().theta_players().iter().filter(|entry| entry.name != "oracle") {
        let settings = ThetaSettings {
            problem: &problem,
            horizon: T,
            bound_subgradient: 3.0,
            convex: true,
            step: None,
            oracle: None,
        };
        let player = entry.make(settings).expect("it can be made");
        compared += usize::from(agree(entry.name, entry.bound, player.bound(), &of));
    }
    assert_eq!(compared, 9, "all but the stochastic ones");
}
