//! The league as a library call.

use referee::error::Cancelled;
use referee::game::Game;
use referee::league::{Choice, Selection, folder, play};
use referee::parallel::cores;
use referee::players::{LambdaEntry, LambdaPlayer, RegretKind};
use referee::registry::Registry;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

fn choice(players: &[&str]) -> Choice {
    let names = |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect());
    Choice {
        players: names(players),
        sequences: names(&["trap"]),
        problems: names(&["bilinear"]),
        rounds: Some("2^6..2^7".to_owned()),
        ..Choice::default()
    }
}

fn selection(choice: &Choice, registry: &Registry) -> Result<Selection, String> {
    Selection::new(choice, registry, str::to_owned).map_err(|error| error.to_string())
}

/// Throws when it is asked to play.
struct Thrower(fn());

impl LambdaPlayer for Thrower {
    fn name(&self) -> &'static str {
        "thrower"
    }
    fn regret(&self) -> RegretKind {
        RegretKind::Swap
    }
    fn play(&mut self, _: &mut [f64]) {
        (self.0)();
    }
    fn observe(&mut self, _: &[f64]) {}
    fn bound(&self) -> Option<f64> {
        None
    }
}

/// Ours, and one that throws.
pub(crate) fn with_thrower(throw: fn()) -> Registry {
    let make = move |_: &_| Ok(Box::new(Thrower(throw)) as Box<dyn LambdaPlayer>);
    let entry = LambdaEntry::new("thrower", Game::ProxyLagrangian, RegretKind::Swap, "throws", make);
    Registry::default().with_lambda_player(entry).expect("the name is new")
}

#[test]
fn a_choice_that_names_nothing_is_the_default_and_what_was_added() {
    let registry = with_thrower(|| ());
    let all = selection(&Choice::default(), &registry).expect("there are defaults");
    assert_eq!(all.players.len(), referee::league::PLAYERS.len() + 1);
    assert_eq!(all.players.last().map(|player| player.name), Some("thrower"));
    assert_eq!(all.problems, referee::league::PROBLEMS);
    assert_eq!((all.rounds.last(), all.game_rounds.last()), (Some(&(1 << 16)), Some(&(1 << 13))));
    assert_eq!((all.constraints.as_slice(), all.seeds, all.seed), (&[3][..], 10, 0));
}

#[test]
fn what_is_wrong_is_said_by_the_name_that_the_caller_has() {
    let none = || Some(vec!["none".to_owned()]);
    let wrong = |choice: Choice| selection(&choice, Registry::ours()).err().expect("it is wrong");
    for (choice, words) in [
        (Choice { players: Some(Vec::new()), ..Choice::default() }, "players: name at least one"),
        (Choice { constraints: vec![3, 0], ..Choice::default() }, "constraints: a sequence has at least one"),
        (Choice { seeds: 0, ..Choice::default() }, "seeds: 0 is not from 1 to 1000"),
        (
            Choice { sequences: none(), problems: none(), ..Choice::default() },
            "sequences and problems leave nothing to play: name some of either",
        ),
        (
            Choice { constraints: Vec::new(), problems: none(), ..Choice::default() },
            "sequences and problems leave nothing to play: name some of either",
        ),
    ] {
        assert_eq!(wrong(choice), words);
    }
}

#[test]
fn a_league_is_played_counted_and_taken_up_again() {
    let registry = Registry::ours();
    let selection = selection(&choice(&["matrix", "deviation-rm-plus"]), registry).expect("all are there");
    let cells = selection.cells();
    let place = tempfile::tempdir().expect("a folder");
    let open = || folder::open(place.path(), &selection, &cells).expect("it is ours");
    let played = |progress: &mut dyn FnMut(usize, usize)| {
        play(&cells, registry, cores(None), Some(&open()), progress).expect("it is played")
    };
    let mut told = Vec::new();
    let first = played(&mut |done, total| told.push((done, total)));
    assert_eq!(told, (1..=8).map(|done| (done, 8)).collect::<Vec<_>>());
    assert!(first.iter().map(|entry| &entry.cell).eq(&cells));
    let again = played(&mut |_, _| panic!("all were there"));
    assert_eq!(first, again, "times included");
    // Another league takes up what it shares.
    let more = Choice { rounds: Some("2^6..2^8".to_owned()), ..choice(&["matrix"]) };
    let more = Selection::new(&more, registry, str::to_owned).expect("all are there");
    let kept = folder::open(place.path(), &more, &more.cells()).expect("it is ours");
    assert_eq!((kept.count(), kept.others().expect("it is listed"), more.cells().len()), (4, 4, 6));
}

#[test]
fn a_panic_is_told_and_whoever_cancels_gets_his_own_back() {
    let outcome = |throw| {
        let registry = with_thrower(throw);
        let cells = selection(&choice(&["thrower"]), &registry).expect("it is there").cells();
        catch_unwind(AssertUnwindSafe(|| play(&cells, &registry, cores(None), None, &mut |_, _| ())))
    };
    let told = outcome(|| panic!("out of\n  {}", "cards")).expect("it is caught").expect_err("nothing was played");
    assert_eq!(told.to_string(), "thrower on trap:m=3, 64 rounds, seed 0: a panic: out of cards");
    let told = outcome(|| resume_unwind(Box::new(7))).expect("it is caught").expect_err("nothing was played");
    assert_eq!(told.to_string(), "thrower on trap:m=3, 64 rounds, seed 0: a panic");
    let cancelled = outcome(|| resume_unwind(Box::new(Cancelled))).expect_err("it passes");
    assert!(cancelled.is::<Cancelled>());
}
