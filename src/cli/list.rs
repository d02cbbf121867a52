//! `solve --list`: what the registry holds, and the words of `--help` about it.

use super::table::{Below, LeftOut, table};
use crate::game::Game;
use crate::registry::Registry;
use clap::{Command, ValueEnum};
use serde_json::Value;

/// What `--list` shows.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum What {
    Problems,
    Players,
}

/// Ours that `--help` names; the others are under `--list players`.
const LAMBDA_SHOWN: [&str; 6] =
    ["gradient", "exponentiated-gradient", "matrix", "deviation-hedge", "deviation-rm-plus", "blum-mansour-rm-plus"];
const THETA_SHOWN: [&str; 4] = ["subgradient", "stochastic-subgradient", "adagrad", "oracle"];

/// The program's call, with the players of the registry in the help of `solve`.
pub(super) fn in_help(call: Command, registry: &Registry) -> Command {
    let lambda: Vec<String> = Game::ALL
        .into_iter()
        .map(|game| {
            let shown = |name: &&str| registry.lambda_players(game).any(|entry| entry.name == *name);
            let ours = LAMBDA_SHOWN.into_iter().filter(shown);
            let theirs = registry.added_lambda_players().filter(|entry| entry.game == game).map(|entry| entry.name);
            let what = if game == Game::Lagrangian { "Lagrangian game" } else { "proxy game" };
            format!("{what}: {}", ours.chain(theirs).collect::<Vec<_>>().join(", "))
        })
        .collect();
    let theirs = registry.theta_players().iter().skip(Registry::ours().theta_players().len());
    let theta: Vec<&str> = THETA_SHOWN.into_iter().chain(theirs.map(|entry| entry.name)).collect();
    let theta = format!(
        "A theta-player in place of the algorithm's own, such as {}; `--list players` shows all",
        theta.join(", ")
    );
    let lambda =
        format!("A lambda-player in place of the algorithm's own. {}; `--list players` shows all", lambda.join("; "));
    call.mut_subcommand("solve", |solve| {
        solve.mut_arg("theta_player", |arg| arg.help(theta)).mut_arg("lambda_player", |arg| arg.help(lambda))
    })
}

/// What the symbols of the bounds are.
const LEGEND: &str = "Bounds are a priori, of the average regret per round, in exact arithmetic (what rounding adds, `solve` \
    prints); those of theta-players are for convex losses. T: rounds; m: constraints, n = m + 1; B, B2, Bq: the largest \
    payoff of a constraint, and the largest norm and q-norm of all of them; r: the length of an interval that holds 0 and \
    every payoff; R: the radius of the multipliers; d: variables; D, Dp: the largest norm and p-norm of a point; w: the \
    longest side of a box; G, Gq: the largest norm and q-norm of a subgradient; 1/p + 1/q = 1. Costs are per round, beside \
    values and slopes; `fix` is a fixed point of a matrix, O(m^3) up to m = 99 and mostly O(m^2) above.\n";

/// Every player: its name, its game, its kind of regret, what it promises and costs, and a line about it.
pub(super) fn players(registry: &Registry, as_json: bool, quiet: bool) -> String {
    const FIELDS: [&str; 7] = ["player", "name", "game", "regret", "bound", "cost", "about"];
    let lambda = Game::ALL.into_iter().flat_map(|game| registry.lambda_players(game)).map(|entry| {
        let game = entry.game.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        ["lambda", entry.name, &game, entry.regret.name(), entry.bound, entry.cost, entry.about].map(str::to_owned)
    });
    let theta = registry.theta_players().iter().map(|entry| {
        ["theta", entry.name, "both", "external", entry.bound, entry.cost, entry.about].map(str::to_owned)
    });
    if as_json {
        let row = |cells: [String; 7]| {
            let known = FIELDS.into_iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
            Value::Object(known.map(|(field, cell)| (field.to_owned(), cell.into())).collect())
        };
        return format!("{:#}\n", Value::from(lambda.chain(theta).map(row).collect::<Vec<_>>()));
    }
    let head = ["name", "player", "game", "regret", "bound", "cost", "what"];
    let mut table = table(head, []).giving_way([Below("what"), LeftOut("player"), LeftOut("regret")]);
    for [player, name, game, regret, bound, cost, about] in lambda.chain(theta) {
        table.add_row([name, player, game, regret, bound, cost, about]);
    }
    let legend = if quiet { String::new() } else { format!("\n{LEGEND}") };
    format!("{table}\n{legend}")
}
