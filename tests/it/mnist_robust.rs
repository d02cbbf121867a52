//! The protocol of the robust experiment on a data set made by hand, and the command as a user calls it.

#![cfg(feature = "cli")]

use dashu_ratio::RBig;
use referee::experiment::Classifier;
use referee::experiment::mnist::{
    Family, Images, LARGEST_SLACK, Mnist, Multipliers, PAPER, PIXELS, Parts, RobustOutcome, SETS, SIDE, Settings,
    Training, comparison, run, train,
};
use referee::game::Game;
use referee::shrink::{Candidates, Record};
use referee::trace::Trace;
use std::path::Path;
use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Digit `d` is two bright rows, `2 d` and `2 d + 1`, each image with some rubbish of its own.
fn images(count: usize) -> Images {
    let label = |n: usize| u8::try_from(n % 10).expect("a digit");
    let pixel = |n: usize, place: usize| {
        let bright = place / SIDE / 2 == n % 10;
        let rubbish = u8::try_from((n * 31 + place * 17) % 60).expect("a byte");
        if bright { 195 + rubbish } else { rubbish }
    };
    let pixels = (0..count).flat_map(|n| (0..PIXELS).map(move |place| pixel(n, place))).collect();
    Images::new(pixels, (0..count).map(label).collect()).expect("as many labels as images")
}

fn data() -> Mnist {
    Mnist { learning: images(120), test: images(30) }
}

fn settings() -> Settings {
    Settings {
        hidden: 16,
        training: 80,
        validation: 30,
        test: 30,
        steps: 150,
        batch: 20,
        every: 15,
        rates: vec![1.0 / 128.0, 1.0 / 64.0, 1.0 / 32.0],
        ..Settings::small(Family::Background)
    }
}

fn play(folder: &Path, seed: u64, threads: usize) -> RobustOutcome {
    run(&data(), &settings(), seed, threads, folder, &|| ()).expect("the settings are right")
}

#[test]
fn the_protocol_writes_what_the_checker_accepts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let outcome = play(folder.path(), 3, 2);
    assert_eq!(outcome.rows.len(), PAPER.len());
    assert_eq!(outcome.documents.len(), 2);
    for document in &outcome.documents {
        proofs_check::check_file(document, None).unwrap_or_else(|refusal| panic!("{refusal}"));
    }
    let trace = Trace::read(folder.path().join("trace.csv")).expect("ours");
    assert_eq!((trace.rounds(), trace.layout().num_constraints(), trace.layout().num_thetas()), (10, SETS, 0));
    assert_eq!(trace.layout().game(), Game::Lagrangian);
    assert!(trace.objective().row_hi(9)[0] <= LARGEST_SLACK);
    assert!(outcome.certificate.given.lower_bound.is_none() && !outcome.certificate.given.values_verified());
    assert!(
        outcome.certificate.measured("infeasibility").is_some() && outcome.certificate.measured("epsilon").is_none()
    );
    // The columns of the program are whole counts, and the mixture's errors are what the row reports.
    let candidates = Candidates::read(folder.path().join("candidates.csv"), 1).expect("ours");
    let mut worst = RBig::ZERO;
    for set in 0..SETS {
        let sum = outcome.solution.mixture().fold(RBig::ZERO, |sum, (t, weight)| {
            let count = candidates.constraint(t, set);
            assert!(count.fract() == 0.0 && (0.0..=80.0).contains(&count));
            sum + weight * RBig::try_from(count).expect("it is whole")
        });
        assert_eq!(sum.clone() / RBig::from(80), outcome.rows[3].training[set]);
        worst = worst.max(sum);
    }
    assert_eq!(worst, outcome.solution.epsilon);
    assert!(Record::read(folder.path().join("solution.json")).is_ok());
}

#[test]
fn a_tampered_count_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    play(folder.path(), 3, 1);
    let path = folder.path().join("candidates.csv");
    let text = std::fs::read_to_string(&path).expect("ours");
    std::fs::write(&path, text.replacen(".0", ".5", 1)).expect("ours");
    assert!(proofs_check::check_file(&folder.path().join("solution.json"), None).is_err());
}

#[test]
fn the_same_seed_gives_the_same_rows_on_any_number_of_threads() {
    let (one, two) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (first, second) = (play(one.path(), 7, 1), play(two.path(), 7, 3));
    assert_eq!(format!("{:?}", first.rows), format!("{:?}", second.rows));
    for name in ["trace.csv", "certificate.json", "candidates.csv", "solution.json"] {
        let read = |folder: &Path| std::fs::read(folder.join(name)).expect("ours");
        assert_eq!(read(one.path()), read(two.path()), "{name}");
    }
    let other = play(two.path(), 8, 1);
    assert_ne!(format!("{:?}", first.rows), format!("{:?}", other.rows));
}

#[test]
fn both_trainings_learn() {
    let parts = Parts::new(&data(), &settings(), 1).expect("enough images");
    for training in [Training::Baseline, Training::Lagrangian] {
        let ticks = AtomicUsize::new(0);
        let tick = || {
            ticks.fetch_add(1, Ordering::Relaxed);
        };
        // Not a large step size: with 0.125 and few units the game switches all of them off, for good.
        let run = train(training, 1.0 / 64.0, &parts, &settings(), 1, &tick).expect("it stays finite");
        assert_eq!((run.snapshots.len(), ticks.load(Ordering::Relaxed)), (10, 10));
        let last = run.snapshots.last().expect("there are ten");
        // Nine in ten mistakes are what a guess makes; a wrong sign of a gradient does no better.
        assert!(last.training.iter().all(|&mistakes| mistakes < 40), "{training:?}: {last:?}");
        let game = training == Training::Lagrangian;
        assert_eq!(last.lambda.iter().any(|&lambda| lambda > 0.0), game);
        assert!(last.lambda.iter().all(|&lambda| lambda >= 0.0) && (0.0..=LARGEST_SLACK).contains(&last.xi));
    }
}

#[test]
fn the_slack_and_the_multipliers_step_at_once_and_are_projected() {
    let mut players = Multipliers::new(1.0);
    players.step([1.0, 0.0, 1.0, 3.0]);
    // The slope of the slack is 1 while all multipliers are 0: it is pushed below 0 and comes back.
    assert_eq!(players.xi, 0.0);
    assert_eq!(players.lambda, [1.0 / 1.1_f64.sqrt(), 0.0, 1.0 / 1.1_f64.sqrt(), 3.0 / 9.1_f64.sqrt()]);
    let slope = 1.0 - players.lambda.iter().sum::<f64>();
    players.step([0.0; SETS]);
    // The slack answers to the old multipliers, and the multipliers to the old slack: 0 - 0 moves none of them.
    assert_eq!(players.lambda[0], 1.0 / 1.1_f64.sqrt());
    assert_eq!(players.xi, -slope / (1.1 + slope * slope).sqrt());
    for _ in 0..1000 {
        players.step([0.0; SETS]);
        assert!(players.lambda.iter().all(|&lambda| lambda >= 0.0));
        assert!((0.0..=LARGEST_SLACK).contains(&players.xi));
    }
    // With losses below the slack the multipliers vanish, and then the slack does.
    assert_eq!((players.lambda, players.xi), ([0.0; SETS], 0.0));
    let mut players = Multipliers::new(1.0);
    (0..1000).for_each(|_| players.step([10.0; SETS]));
    assert_eq!(players.xi, LARGEST_SLACK);
}

#[test]
fn the_rows_are_the_papers() {
    let kinds = PAPER.map(|row| row.row);
    assert_eq!(kinds[1], (Training::Baseline, Classifier::Last));
    assert_eq!(kinds[3], (Training::Lagrangian, Classifier::Shrunk));
    // The paper's own numbers agree with the paper, and others are told apart.
    let worst = PAPER.map(|row| row.test.into_iter().fold(0.0, f64::max));
    assert!(comparison(&worst).iter().all(|sentence| sentence.contains("as in the paper")));
    let others = comparison(&[1.0, 2.0, 3.0, 2.5]);
    let unlike: Vec<bool> = others.iter().map(|sentence| sentence.contains("unlike")).collect();
    assert_eq!(unlike, [true, true, false]);
    let full = Settings::full(Family::Background);
    assert_eq!((full.hidden, full.steps, full.batch, full.snapshots()), (1024, 50_000, 100, 100));
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let says = |settings: Settings, words: &str| {
        let error = run(&data(), &settings, 0, 1, folder.path(), &|| ()).expect_err("it is wrong").to_string();
        assert!(error.contains(words), "{error}");
    };
    says(Settings { batch: 10, ..settings() }, "a batch of 10 images cannot be shared by 4 sets");
    says(Settings { steps: 10, ..settings() }, "leave no snapshot");
    says(Settings { training: 100, ..settings() }, "ask for 130 training and validation images, but there are 120");
    says(Settings { test: 31, ..settings() }, "ask for 31 test images, but there are 30");
    says(Settings { rates: vec![f64::INFINITY], ..settings() }, "is not finite after 15 steps");
    assert_eq!(std::fs::read_dir(folder.path()).expect("ours").count(), 0);
}

fn call(arguments: &[&str]) -> Output {
    let mut command = crate::program(Some(1000));
    command.arg("experiment").args(arguments).env_remove("REFEREE_DATA");
    command.output().expect("the program was built")
}

#[test]
fn what_is_missing_or_misplaced_is_one_sentence() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let empty = folder.path().to_str().expect("text");
    std::fs::write(folder.path().join("train-labels-idx1-ubyte"), "other").expect("ours");
    let published = "yann.lecun.com/exdb/mnist/, with the sha256 \
                     ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db";
    for (arguments, words) in [
        (vec!["mnist", "--data", empty], "the file train-images-idx3-ubyte (or train-images-idx3-ubyte.gz) is not in"),
        (vec!["mnist", "--data", empty, "--scale", "full"], published),
        (vec!["mnist", "--data", empty, "--batch", "10"], "--batch is 10, but must be a multiple of the 4 sets"),
        (vec!["mnist", "--data", empty, "--start", "uniform"], "--start is about the proxy game"),
        (vec!["adult", "--data", empty, "--scale", "small"], "--scale is for the experiment mnist only"),
        (vec!["adult", "--data", empty, "--corruptions", "pixel"], "--corruptions is for the experiment mnist only"),
    ] {
        let output = call(&arguments);
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(words) && error.lines().count() == 1, "{error}");
    }
}
