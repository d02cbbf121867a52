//! `solve --list`: what the registry holds, and the words of `--help` about it.

use super::table::table;
use crate::game::Game;
use crate::registry::Registry;
use clap::{Command, ValueEnum};
use serde_json::{Value, json};

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

/// Every player: its name, its game, its kind of regret, and a line about it.
pub(super) fn players(registry: &Registry, as_json: bool) -> String {
    let lambda = Game::ALL.into_iter().flat_map(|game| registry.lambda_players(game)).map(|entry| {
        let game = entry.game.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        ("lambda", entry.name, game, entry.regret.name(), entry.about)
    });
    let theta = registry.theta_players().iter();
    let theta = theta.map(|entry| ("theta", entry.name, "both".to_owned(), "external", entry.about));
    if as_json {
        let row = |(player, name, game, regret, about)| json!({ "player": player, "name": name, "game": game, "regret": regret, "about": about });
        return format!("{:#}\n", Value::from(lambda.chain(theta).map(row).collect::<Vec<_>>()));
    }
    let mut table = table(["name", "player", "game", "regret", "what"], []);
    for (player, name, game, regret, about) in lambda.chain(theta) {
        table.add_row([name, player, &game, regret, about]);
    }
    format!("{table}\n")
}
