//! What the league is for: the facts that a default run shows, asserted on smaller runs by enclosures.

use dashu_ratio::RBig;
use referee::adversary::{self, AdversaryEntry};
use referee::league::standings::{FLOOR, curves, rows};
use referee::league::{Arena, Cell, Entry, run};
use referee::numerics::rational::exact;
use referee::players::formulas;
use referee::registry::Registry;

fn play(player: &'static str, arena: Arena, rounds: usize) -> Entry {
    let registry = Registry::ours();
    let game = registry.find_lambda_player(player).expect("it is a player").game;
    run(&Cell { player, game, arena, rounds, seed: 0 }, registry).expect("it is played")
}

fn on(player: &'static str, kind: AdversaryEntry, rounds: usize) -> Entry {
    play(player, Arena::Sequence { adversary: kind, constraints: 2 }, rounds)
}

fn deviation(entry: &Entry) -> referee::numerics::Enclosure {
    entry.measured.deviation.expect("measured in the proxy game")
}

const LONG: usize = 1 << 14;

/// The control has linear deviation regret on its trap: certainly above what deviation players promise, and it does not
/// fall, while its own regret keeps its bound.
fn is_trapped(control: &'static str, trap: AdversaryEntry) {
    let [short, long] = [LONG / 16, LONG].map(|rounds| on(control, trap, rounds));
    let promised = formulas::deviation_hedge(3, 2.0, LONG as u64);
    assert!(deviation(&long).lo() > promised.hi(), "{control}: {} is not above {promised}", deviation(&long));
    // A rate of T^(-1/2) would have divided it by four.
    assert!(2.0 * deviation(&long).lo() > deviation(&short).hi(), "{control}: {} falls", deviation(&long));
    assert_eq!(long.measured.wrong, Vec::<String>::new());
    for player in ["deviation-hedge", "deviation-adahedge", "deviation-rm-plus", "matrix"] {
        let other = on(player, trap, LONG);
        assert_eq!(other.measured.wrong, Vec::<String>::new());
        assert!(4.0 * deviation(&other).hi() < deviation(&long).lo(), "{player} is trapped as well");
    }
}

#[test]
fn hedge_fails_on_the_trap() {
    is_trapped("hedge-control", adversary::TRAP);
}

#[test]
fn regret_matching_fails_on_its_trap() {
    is_trapped("rm-plus-control", adversary::RM_TRAP);
}

#[test]
fn the_paper_s_player_has_slope_about_one_half() {
    for kind in [adversary::TRAP, adversary::PUNISH] {
        let entries: Vec<Entry> = (8..14).map(|power| on("matrix", kind, 1 << power)).collect();
        let swap = curves(&entries).into_iter().find(|curve| curve.what == "swap").expect("it is a swap-regret player");
        let slope = swap.fit().slope.expect("six points").value;
        assert!((-0.6..-0.4).contains(&slope), "{kind:?}: {slope}");
    }
}

/// Small ones of every shape.
const GAMES: [&str; 8] =
    ["qp-box", "knapsack", "bilinear", "triangle", "step-hinge", "robust", "extremal", "polygon:m=32"];

#[test]
fn deviation_players_certify_at_least_five_times_less() {
    let rounds = 1 << 12;
    let played = |player: &'static str| -> Vec<Entry> {
        GAMES.iter().map(|game| play(player, Arena::Game { problem: (*game).to_owned() }, rounds)).collect()
    };
    // Certified numbers are bounds: their products are compared exactly.
    let product = |entries: &[Entry]| {
        let certified = entries.iter().map(|entry| entry.measured.epsilon.expect("a mixture with weight"));
        certified.fold(RBig::ONE, |product, epsilon| product * exact(epsilon.max(FLOOR)))
    };
    let paper = played("matrix");
    // Not by the floor: on the games that nobody solves to it the gain is as large.
    let above = |entry: &&Entry| entry.cell.arena.name() != "step-hinge";
    let unsolved = |entries: &[Entry]| product(&entries.iter().filter(above).cloned().collect::<Vec<_>>());
    for player in ["deviation-adahedge", "deviation-rm-plus"] {
        let ours = played(player);
        let gain = product(&paper) / product(&ours);
        let five = GAMES.iter().fold(RBig::ONE, |power, _| power * RBig::from(5));
        assert!(gain >= five, "{player}: the geometric mean gains less than five times");
        let above_floor = ours.iter().chain(&paper).filter(above).all(|entry| entry.measured.epsilon > Some(FLOOR));
        assert!(above_floor && unsolved(&paper) * RBig::from(5) >= unsolved(&ours) * &five, "{player}");
        let all: Vec<&Entry> = paper.iter().chain(&ours).collect();
        let row = rows(&all).into_iter().find(|row| row.player == player).expect("it played");
        assert!(row.gain.expect("the paper's player is there") > 4.999);
        assert!(all.iter().all(|entry| entry.measured.wrong.is_empty()));
    }
}

#[test]
fn the_certified_epsilon_is_above_the_truth() {
    // The mixture of polygon:m=8 against the optimum in closed form.
    let entry = play("deviation-hedge", Arena::Game { problem: "polygon:m=8".into() }, 1 << 10);
    let measured = &entry.measured;
    let (gap, violation) = (measured.suboptimality.expect("a bound"), measured.infeasibility.expect("a mixture"));
    let epsilon = measured.epsilon.expect("both");
    assert!(epsilon >= gap.hi() && epsilon >= violation.hi() && epsilon < 1.0);
    assert!(measured.theta_regret.expect("a bound").hi() > 0.0);
}

#[test]
fn players_of_the_lagrangian_game_take_part() {
    for game in
        [Arena::Game { problem: "qp-box".into() }, Arena::Sequence { adversary: adversary::RADEMACHER, constraints: 2 }]
    {
        let entry = play("gradient", game, 512);
        assert!(entry.measured.external.is_some() && entry.measured.swap.is_none());
        assert_eq!(entry.measured.wrong, Vec::<String>::new());
    }
}

#[test]
fn a_table_has_no_subgradients_so_the_oracle_plays() {
    let entry = play("matrix", Arena::Game { problem: "extremal".into() }, 64);
    assert_eq!(entry.measured.left_out, None);
    assert!(entry.measured.epsilon.is_some());
}
