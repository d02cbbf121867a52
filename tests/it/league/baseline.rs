//! The regrets of all players beside the committed ones, and that the comparison is not blind.

use referee::game::Game;
use referee::league::baseline::{self, Change, Row};
use referee::league::{Cell, play};
use referee::parallel::cores;
use referee::players::bounds::{gradient_step_paper, hedge_step, matrix_step_paper};
use referee::players::{LambdaEntry, LambdaSettings};
use referee::registry::Registry;

const COMMITTED: &str = include_str!("../../../benches/regret_rates/baseline.csv");

fn committed() -> Vec<Row> {
    baseline::read(COMMITTED).expect("a baseline")
}

fn cells(registry: &Registry) -> Vec<Cell> {
    baseline::selection(registry).expect("a selection").cells()
}

fn played(cells: &[Cell], registry: &Registry) -> Vec<Row> {
    let entries = play(cells, registry, cores(None), None, &mut |_, _| ()).expect("they play");
    let wrong: Vec<_> = entries.iter().filter(|entry| !entry.measured.wrong.is_empty()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    baseline::rows(&entries)
}

#[test]
fn no_player_got_worse() {
    let registry = Registry::ours();
    let changes = baseline::compare(&committed(), &played(&cells(registry), registry));
    // What got better is a change for the better that need not be accepted at once; a row that is gone could hide a worse
    // one, and a row that nobody kept is compared with nothing.
    let refused: Vec<String> = changes.iter().filter(|change| !change.is_better()).map(Change::to_string).collect();
    let how = "to accept: cargo bench --bench regret_rates -- --accept";
    assert!(refused.is_empty(), "{how}\n{}", refused.join("\n"));
}

#[test]
fn a_halved_step_is_seen() {
    type Step = fn(&LambdaSettings) -> f64;
    let of: [(&str, &'static str, Step); 3] = [
        ("matrix", "matrix-halved", |it| matrix_step_paper(it.constraints + 1, it.horizon, it.bound)),
        ("deviation-hedge", "deviation-hedge-halved", |it| {
            hedge_step(it.constraints + 1, it.horizon, it.range.min(2.0 * it.bound))
        }),
        ("gradient", "gradient-halved", |it| gradient_step_paper(it.radius, it.bound2, it.horizon)),
    ];
    let mut registry = Registry::default();
    for (name, twin, step) in of {
        let ours = Registry::ours().find_lambda_player(name).expect("it is there").clone();
        let (game, regret) = (ours.game, ours.regret);
        let entry = LambdaEntry::new(twin, game, regret, "the same with half the step", move |settings| {
            ours.make(&LambdaSettings { step: Some(step(settings) / 2.0), ..*settings })
        });
        registry = registry.with_lambda_player(entry).expect("the name is new");
    }
    let all = cells(&registry);
    for (name, twin, _) in of {
        let own: Vec<Cell> = all.iter().filter(|cell| cell.player == twin).cloned().collect();
        let mut now = played(&own, &registry);
        for row in &mut now {
            name.clone_into(&mut row.player);
        }
        let before: Vec<Row> = committed().into_iter().filter(|row| row.player == name).collect();
        assert_eq!(before.len(), now.len());
        let changes = baseline::compare(&before, &now);
        let worse = changes.iter().filter(|change| change.is_worse()).count();
        println!("{name} with half its step: {worse} of {} changes are worse", changes.len());
        assert!(worse > 0, "{name} with half its step has no larger regret anywhere");
        assert!(changes.iter().all(|change| change.before.is_some() && change.now.is_some()));
    }
}

#[test]
fn what_is_new_stands_beside_the_best_of_the_others() {
    let before = committed();
    let kept = |row: &&Row| row.player == "matrix" || row.player == "deviation-rm-plus";
    let mut now: Vec<Row> = before.iter().filter(kept).cloned().collect();
    let own = Row { player: "mine".to_owned(), ..now[0].clone() };
    now.push(own.clone());
    let changes = baseline::compare(&before, &now);
    let new: Vec<&Change> = changes.iter().filter(|change| change.before.is_none()).collect();
    assert_eq!(new.len(), own.values.iter().flatten().count());
    for change in new {
        let (value, player) = change.best.clone().expect("others were there");
        assert!(value <= change.now.expect("it is new") && player != "mine", "{change}");
        assert!(change.to_string().contains("and new; the best of the others is "), "{change}");
    }
    // Every other player is gone, and nothing is better or worse.
    let of = |name: &str| changes.iter().filter(|change| change.player == name && change.now.is_none()).count();
    for entry in Registry::ours().lambda_players(Game::ProxyLagrangian) {
        assert_eq!(of(entry.name) == 0, ["matrix", "deviation-rm-plus"].contains(&entry.name), "{}", entry.name);
    }
    assert!(!changes.iter().any(|change| change.is_worse() || change.is_better()));
}

#[test]
fn a_baseline_reads_back_as_it_was_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("baseline.csv");
    baseline::write(&path, &committed()).expect("it is written");
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), COMMITTED);
    let wrong = |text: &str| baseline::read(text).expect_err("it is wrong").to_string();
    assert!(wrong("player\n").contains("line 1"), "{}", wrong("player\n"));
    let head = COMMITTED.lines().next().expect("a head");
    let row = wrong(&format!("{head}\nmatrix,trap:m=3,64,0.5,x,,\n"));
    assert!(row.contains("line 2") && row.contains("`x` is not a number"), "{row}");
}

#[test]
fn a_worse_player_is_drawn_to_the_right_of_one() {
    let before: Vec<Row> = committed().into_iter().filter(|row| row.player == "matrix").collect();
    let mut now = before.clone();
    for row in &mut now {
        row.values[0] = row.values[0].map(|value| 2.0 * value);
    }
    let chart = baseline::ratios(&before, &now);
    let largest = chart.series.iter().flat_map(|series| &series.points).map(|point| point.0).fold(0.0, f64::max);
    assert_eq!(largest, 2.0);
    assert!(baseline::curves(&before, &now).svg().contains("matrix, before"));
}
