//! Sweeps: tables that depend on the plan alone, whoever ran the cells, and however often somebody was interrupted.

use referee::registry::Registry;
use referee::sweep::Sweep;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// 8 + 6 cells of `solve`, and 2 * 2 * (1 + 2 + 1) of `rates`.
const SPEC: &str = r#"
[solve]
problems = ["triangle", "late.toml"]
rounds = [32, "64"]
seeds = 2
[rates]
players = ["matrix", "deviation-hedge"]
sequences = ["trap", "rademacher"]
problems = ["triangle"]
rounds = "2^6..2^7"
seeds = 2
"#;
const CELLS: usize = 8 + 2 * 2 * (1 + 2 + 1);

/// A folder with a specification and the problem that it names.
fn folder(spec: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let late = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/late.toml");
    fs::copy(late, folder.path().join("late.toml")).expect("ours");
    fs::write(folder.path().join("grid.toml"), spec).expect("ours");
    folder
}

fn call(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = crate::program(Some(1000));
    program.arg("sweep").args(arguments).current_dir(folder).output().expect("the program was built")
}

/// What a call with this status prints.
fn done(status: i32, folder: &Path, arguments: &[&str]) -> String {
    let output = call(folder, arguments);
    let [said, complained] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}{complained}");
    said + &complained
}

/// What depends on the plan alone.
fn tables(folder: &Path) -> BTreeMap<&'static str, String> {
    let read = |name| Some((name, fs::read_to_string(folder.join(name)).ok()?));
    ["sweep.csv", "league.csv", "slopes.csv"].into_iter().filter_map(read).collect()
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).map(|entries| entries.map(|entry| entry.expect("an entry").path()));
    let paths: Vec<PathBuf> = entries.map(Iterator::collect).unwrap_or_default();
    let (folders, mut all): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
    all.extend(folders.iter().flat_map(|folder| files(folder)));
    all
}

/// The finished cells, and which file each is: one that is run again is another file.
fn cells(folder: &Path) -> BTreeMap<PathBuf, u64> {
    let is_cell = |path: &PathBuf| path.ends_with("cell.json") && !path.to_string_lossy().contains("/.referee");
    let all = files(&folder.join("cells")).into_iter().filter(is_cell);
    // A reader may come when a cell goes.
    all.filter_map(|path| Some((path.clone(), path.metadata().ok()?.ino()))).collect()
}

/// What is left of work that nobody finished.
fn litter(folder: &Path) -> Vec<PathBuf> {
    let hidden =
        |path: &PathBuf| path.components().any(|part| part.as_os_str().to_string_lossy().starts_with(".referee"));
    files(folder).into_iter().filter(hidden).collect()
}

#[test]
fn tables_do_not_depend_on_threads_tasks_or_their_order() {
    let folder = folder(SPEC);
    let folder = folder.path();
    let said = done(0, folder, &["grid.toml", "--output", "one", "--threads", "1"]);
    assert!(
        said.starts_with(&format!("{CELLS} of {CELLS} cells: 0 were there, {CELLS} were run, 0 failed. Wrote ")),
        "{said}"
    );
    let wanted = tables(&folder.join("one"));
    assert_eq!(wanted.len(), 3);
    assert_eq!(wanted["sweep.csv"].lines().count(), 9);
    done(0, folder, &["grid.toml", "--output", "two", "--threads", "2"]);
    assert_eq!(tables(&folder.join("two")), wanted);
    for chunk in [1, 5, 1000] {
        let (name, size) = (format!("chunk-{chunk}"), chunk.to_string());
        let printed = done(0, folder, &["grid.toml", "--output", &name, "--backend", "print", "--chunk", &size]);
        let lines: Vec<&str> = printed.lines().collect();
        assert_eq!(lines.len(), CELLS.div_ceil(chunk));
        done(1, folder, &["merge", &name]);
        assert_eq!(tables(&folder.join(&name)).len(), 0, "nothing is written of a part");
        // From the last to the first, by a shell, from elsewhere.
        for line in lines.iter().rev() {
            let shell = std::process::Command::new("sh").args(["-c", line]).current_dir("/").output().expect("a shell");
            assert!(shell.status.success(), "{line}: {}", String::from_utf8_lossy(&shell.stderr));
        }
        done(0, folder, &["merge", &name]);
        assert_eq!(tables(&folder.join(&name)), wanted, "chunk {chunk}");
        assert_eq!(litter(&folder.join(&name)), Vec::<PathBuf>::new());
    }
}

#[test]
fn a_league_is_the_same_as_a_sweep_and_as_rates() {
    let folder = folder(SPEC);
    let folder = folder.path();
    done(0, folder, &["grid.toml", "--output", "both"]);
    let rates = "rates --players matrix,deviation-hedge --sequences trap,rademacher --problems triangle --rounds 2^6..2^7 \
                 --seeds 2 --output league --quiet";
    let mut program = crate::program(None);
    let output = program.args(rates.split_whitespace()).current_dir(folder).output().expect("the program was built");
    assert!(output.status.success());
    let (both, mut league) = (tables(&folder.join("both")), tables(&folder.join("league")));
    assert_eq!(league.len(), 2);
    league.insert("sweep.csv", both["sweep.csv"].clone());
    assert_eq!(both, league);
    // Cells are named by what they are: a sweep takes up those of a league.
    let said = done(0, folder, &["grid.toml", "--output", "league"]);
    let solves = 8;
    assert!(said.contains(&format!("{} were there, {solves} were run", CELLS - solves)), "{said}");
    assert_eq!(tables(&folder.join("league")), both);
}

/// Some seconds of work on one thread.
const LONG: &str = "[solve]\nproblems = [\"triangle\", \"polygon:m=16\"]\nrounds = \"2^6..2^9\"\nseeds = 10\n";

#[test]
fn a_sweep_that_is_killed_goes_on_and_leaves_nothing_behind() {
    let folder = folder(LONG);
    let folder = folder.path();
    let killed = folder.join("killed");
    let mut program = crate::program(None);
    program.args(["sweep", "grid.toml", "--output", "killed", "--threads", "1"]).current_dir(folder);
    let mut child = program.stdout(Stdio::null()).spawn().expect("the program was built");
    let start = Instant::now();
    while cells(&killed).len() < 5 {
        assert!(start.elapsed() < Duration::from_mins(5), "nothing is kept");
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("it is running");
    child.wait().expect("it ends");
    let kept = cells(&killed);
    assert!(kept.len() < 80 && tables(&killed).is_empty(), "it ended before it was killed");
    // What it was at, if it was not at this.
    let dead = killed.join("cells/00/.referee-set-dead/new");
    fs::create_dir_all(&dead).expect("ours");
    fs::write(dead.join("cell.json"), "{").expect("ours");
    fs::write(dead.with_file_name("lock"), "").expect("ours");
    let said = done(0, folder, &["grid.toml", "--output", "killed"]);
    assert!(
        said.contains(&format!("80 of 80 cells: {} were there, {} were run", kept.len(), 80 - kept.len())),
        "{said}"
    );
    let now = cells(&killed);
    assert!(kept.iter().all(|(path, file)| now[path] == *file), "a cell that was there was run again");
    assert_eq!(litter(&killed), Vec::<PathBuf>::new());
    done(0, folder, &["grid.toml", "--output", "whole"]);
    assert_eq!(tables(&killed), tables(&folder.join("whole")));
    // And once more there is nothing to do.
    let said = done(0, folder, &["grid.toml", "--output", "killed"]);
    assert!(said.contains("80 were there, 0 were run"), "{said}");
    assert_eq!(cells(&killed), now);
}

#[test]
fn two_processes_at_once_run_each_cell_once() {
    let folder = folder(LONG);
    let folder = folder.path();
    done(0, folder, &["grid.toml", "--output", "both", "--backend", "print"]);
    let work = || {
        let mut program = crate::program(None);
        program.args(["sweep", "work", "both", "--task", "0", "--chunk", "80", "--threads", "1", "--json"]);
        program.current_dir(folder).stdout(Stdio::piped()).spawn().expect("the program was built")
    };
    let ended = [work(), work()].map(|child| child.wait_with_output().expect("it ends"));
    let run = ended.map(|output| {
        assert!(output.status.success());
        let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(said["failed"], serde_json::json!([]));
        said["run"].as_u64().expect("a number")
    });
    assert_eq!(run.iter().sum::<u64>(), 80, "{run:?}");
    done(0, folder, &["merge", "both"]);
}

const TINY: &str = "[solve]\nproblems = [\"triangle\"]\nrounds = [16]\nseeds = 2\n";

#[test]
fn a_flipped_bit_is_noticed_and_the_cell_run_again() {
    let folder = folder(TINY);
    let folder = folder.path();
    done(0, folder, &["grid.toml", "--output", "out"]);
    let out = folder.join("out");
    let wanted = tables(&out);
    let (path, _) = cells(&out).into_iter().next().expect("a cell");
    let bytes = fs::read(&path).expect("a cell");
    let look = |changed: &[u8]| {
        fs::write(&path, changed).expect("ours");
        let status = Sweep::open(&out, Registry::ours()).expect("a plan").status().expect("it is read");
        (status.finished, status.damaged.len())
    };
    assert_eq!(look(&bytes), (2, 0));
    for bit in 0..8 * bytes.len() {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(look(&changed), (1, 1), "bit {bit} is not noticed");
    }
    for torn in [0, 1, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(look(&bytes[..torn]), (1, 1), "torn after {torn} bytes");
    }
    // Sealed by the same rule it is whole, but not if another build has run it.
    let text = String::from_utf8(bytes.clone()).expect("text");
    assert_eq!(crate::resealed(&text), text);
    let build = text.find("\"sha256\":\"").expect("the build has a digest") + 10;
    let mut older = text.clone();
    older.replace_range(build..build + 64, &"0".repeat(64));
    assert_eq!(look(crate::resealed(&older).as_bytes()), (1, 1));
    // A whole cell at the place of another one is damage too.
    let (other, _) = cells(&out).into_iter().nth(1).expect("another cell");
    assert_eq!(look(&fs::read(other).expect("a cell")), (1, 1));
    let said = done(0, folder, &["grid.toml", "--output", "out"]);
    let name = path.strip_prefix(folder).expect("below").display().to_string();
    assert!(
        said.contains("1 were there, 1 were run") && said.contains(&format!("warning: {name}, about triangle")),
        "{said}"
    );
    assert_eq!(tables(&out), wanted);
    // The plan is sealed as well.
    let plan = fs::read(out.join("sweep.json")).expect("a plan");
    for bit in (0..8 * plan.len()).step_by(7) {
        let mut changed = plan.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        fs::write(out.join("sweep.json"), &changed).expect("ours");
        assert!(Sweep::open(&out, Registry::ours()).is_err(), "bit {bit} of the plan is not noticed");
    }
}

#[test]
fn files_of_runs_can_be_checked_and_are_missed() {
    let spec = TINY.replace("seeds = 2", "seeds = 2\nkeep = \"files\"");
    let folder = folder(&spec);
    let folder = folder.path();
    done(0, folder, &["grid.toml", "--output", "out"]);
    let table = tables(&folder.join("out"))["sweep.csv"].clone();
    assert!(table.lines().skip(1).all(|row| row.contains(",proved,")), "{table}");
    let certificates: Vec<PathBuf> =
        files(&folder.join("out/cells")).into_iter().filter(|path| path.ends_with("certificate.json")).collect();
    assert_eq!(certificates.len(), 2);
    for certificate in &certificates {
        let checked = crate::program(None).arg("check").arg(certificate).output().expect("the program was built");
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
    }
    fs::remove_file(certificates[0].with_file_name("trace.csv")).expect("it was there");
    let said = done(0, folder, &["grid.toml", "--output", "out"]);
    assert!(
        said.contains("1 were there, 1 were run") && certificates[0].with_file_name("trace.csv").exists(),
        "{said}"
    );
    // What nobody can check again is not called proved.
    fs::write(folder.join("grid.toml"), TINY).expect("ours");
    let said = done(0, folder, &["grid.toml", "--output", "out"]);
    assert!(said.contains("2 cells of other settings or of another build of the program are in the folder"), "{said}");
    let rows = tables(&folder.join("out"))["sweep.csv"].clone();
    assert_eq!(rows, table.replace(",proved,", ",computed,"));
}

#[test]
fn a_cell_that_fails_is_listed_with_the_command_that_repeats_it() {
    let folder = folder(&TINY.replace("\"triangle\"", "\"triangle\", \"late.toml\""));
    let folder = folder.path();
    done(0, folder, &["grid.toml", "--output", "out", "--backend", "print"]);
    let late = fs::read_to_string(folder.join("late.toml")).expect("ours");
    fs::write(folder.join("late.toml"), format!("{late}\n# changed\n")).expect("ours");
    let said = done(1, folder, &["work", "out", "--task", "0", "--chunk", "4"]);
    let why = "late.toml has changed since the sweep was planned: plan it again";
    for number in [2, 3] {
        let seed = number - 2;
        let words =
            format!("failed: late.toml, 16 rounds, seed {seed}: {why}\n  referee sweep work out --task {number}\n");
        assert!(said.contains(&words), "{said}");
        assert!(done(1, folder, &["status", "out"]).contains(&words));
        assert!(done(1, folder, &["merge", "out"]).contains(&words));
    }
    assert!(said.contains("4 cells: 0 were there, 2 were run, 2 failed."), "{said}");
    assert!(tables(&folder.join("out")).is_empty());
    assert_eq!(fs::read_dir(folder.join("out/failed")).expect("a folder").count(), 2);
    let said = done(1, folder, &["merge", "out", "--partial"]);
    assert!(said.contains("2 of 4 cells: 2 failed. Wrote sweep.csv and times.csv to out."), "{said}");
    assert_eq!(tables(&folder.join("out"))["sweep.csv"].lines().count(), 3);
    // The command that is printed repeats it, here as it was.
    fs::write(folder.join("late.toml"), &late).expect("ours");
    for number in ["2", "3"] {
        assert!(done(0, folder, &["work", "out", "--task", number]).contains("1 cell: 0 were there, 1 were run"));
    }
    assert_eq!(done(0, folder, &["status", "out"]), "4 cells: 4 finished, 0 failed, 0 missing.\n");
    assert_eq!(fs::read_dir(folder.join("out/failed")).expect("a folder").count(), 0);
    done(0, folder, &["merge", "out"]);
    // Planned again, the changed file is another problem.
    fs::write(folder.join("late.toml"), format!("{late}\n# changed\n")).expect("ours");
    assert!(done(0, folder, &["grid.toml", "--output", "out"]).contains("2 were there, 2 were run"));
}

#[test]
fn whoever_does_not_fit_is_left_out_and_says_why() {
    let folder =
        folder("[solve]\nproblems = [\"triangle\"]\nrounds = 16\nlambda_players = [\"matrix\", \"gradient\"]\n");
    done(0, folder.path(), &["grid.toml"]);
    let table = tables(&folder.path().join("referee-sweep"))["sweep.csv"].clone();
    let rows: Vec<&str> = table.lines().collect();
    assert!(
        rows[1].starts_with("triangle,16,0,,,matrix,,,,\"the lambda-player `matrix` plays the proxy-lagrangian game"),
        "{table}"
    );
    assert!(rows[2].starts_with("triangle,16,0,,,gradient,,,,,-"), "{table}");
    assert!(rows[2].contains(",computed,"), "{table}");
}

/// A specification is refused with one sentence, and nothing is written.
fn refused(folder: &Path, spec: &str, words: &str) {
    fs::write(folder.join("grid.toml"), spec).expect("ours");
    let said = done(2, folder, &["grid.toml", "--output", "out"]);
    assert!(said.contains(words) && said.lines().count() == 1, "{spec}\n{said}");
    assert!(!folder.join("out").exists(), "{spec}");
}

#[test]
fn a_wrong_specification_is_refused_with_its_line_and_key() {
    let folder = folder("");
    let folder = folder.path();
    for (spec, words) in [
        ("", "grid.toml, line 1: there is nothing to run: add a table `[solve]` or `[rates]`"),
        ("[solve", "grid.toml, line 1: "),
        ("[solv]", "grid.toml, line 1: `solv` is not a field here (did you mean `solve`?)"),
        ("[solve]\nproblem = 1", "grid.toml, line 2: `solve.problem` is not a field here (did you mean `problems`?)"),
        (
            "[solve]\nrounds = 4",
            "grid.toml, line 1: `solve.problems` is missing: add a line such as `problems = [\"triangle\"]`",
        ),
        ("[solve]\nproblems = [\"triangle\"]", "grid.toml, line 1: `solve.rounds` is missing"),
        ("[solve]\nproblems = []\nrounds = 4", "grid.toml, line 2: `solve.problems` is an empty list"),
        (
            "[solve]\nproblems = [\"triangel\"]\nrounds = 4",
            "grid.toml, line 2: `solve.problems[1]`: there is no problem family `triangel` (did you mean `triangle`?)",
        ),
        (
            "[solve]\nproblems = [\n\"triangle\",\n\"gone.toml\"]\nrounds = 4",
            "grid.toml, line 4: `solve.problems[2]`: gone.toml: cannot read this file",
        ),
        (
            "[solve]\nproblems = [\"triangle\", \"triangle\"]\nrounds = 4",
            "line 2: `solve.problems[2]` names triangle again",
        ),
        (
            "[solve]\nproblems = [\"triangle\"]\nrounds = \"2^9..2^6\"",
            "line 3: `solve.rounds`: the range `2^9..2^6` goes down",
        ),
        (
            "[solve]\nproblems = [\"triangle\"]\nrounds = 4\nseeds = 0",
            "line 4: `solve.seeds` must be a whole number from 1 to 1000000",
        ),
        (
            "[solve]\nproblems = [\"triangle\"]\nrounds = 4\nseeds = [1]\nseed = 2",
            "line 5: `solve.seed` is the first of so many seeds",
        ),
        (
            "[solve]\nproblems = [\"triangle\"]\nrounds = 4\nlambda_players = [\"matriks\"]",
            "line 4: `solve.lambda_players[1]`: there is no lambda-player `matriks` (did you mean `matrix`?)",
        ),
        (
            "[solve]\nproblems = [\"triangle\"]\nrounds = 4\nalgorithms = [\"oracle\"]",
            "line 4: `solve.algorithms[1]`: ",
        ),
        (
            "[solve]\nproblems = [\"triangle\"]\nrounds = 4\ntheta_steps = [0.1, -1]",
            "line 4: `solve.theta_steps[2]`: `-1` is not a step: write a number above 0",
        ),
        (
            "[solve]\nproblems = [\"triangle\"]\nrounds = 4\nradii = [nan]",
            "line 4: `solve.radii[1]`: `nan` is not a radius",
        ),
        (
            "[solve]\nproblems = [\"triangle\"]\nrounds = 4\nkeep = \"all\"",
            "line 4: `solve.keep` must be \"row\" or \"files\"",
        ),
        (
            "[solve]\nproblems = [\"triangle\"]\nrounds = \"1..67108864\"\nseeds = 1000000\nradii = [1, 2, 3, 4]",
            "line 1: `solve` has more than 100000000 cells",
        ),
        (
            "[solve]\nrows = \"rows.csv\"\nrounds = 4",
            "line 3: `solve.rounds` is a part of a grid, and `rows` takes its place",
        ),
        ("[rates]\nplayers = [\"matriks\"]", "line 2: `rates.players`: there is no player `matriks`"),
        (
            "[rates]\nseeds = 3\nproblems = [\"none\"]\nsequences = [\"none\"]",
            "line 3: `rates.sequences` and `rates.problems` leave nothing to play",
        ),
        ("[rates]\nrounds = \"0..8\"", "line 2: `rates.rounds`: `0` is not a number of rounds"),
        ("[rates]\nproblems = [\"late.tml\"]", "line 2: `rates.problems`: there is no problem family `late.tml`"),
        (
            "[solve]\nproblems = [\"triangle\"]\nrounds = 4\n[slurm]\nmemory = 3",
            "line 5: `slurm.memory` is not a field here",
        ),
        (
            "[solve]\nproblems = [\"triangle\"]\nrounds = 4\n[slurm]\nextra = [\"rm\"]",
            "line 5: `slurm.extra[1]` must be an option of sbatch",
        ),
        (
            "[solve]\nproblems = [\"triangle\"]\nrounds = 4\n[slurm]\nchunk = 0",
            "line 5: `slurm.chunk` must be a whole number from 1 on",
        ),
    ] {
        refused(folder, spec, words);
    }
}

#[test]
fn rows_are_cells_and_a_wrong_one_is_refused_with_its_line_and_column() {
    let folder = folder("");
    let folder = folder.path();
    let spec = "[solve]\nrows = \"rows.csv\"";
    for (rows, words) in [
        ("", "rows.csv, line 1: the column `problem` is missing"),
        ("problem,seed\ntriangle,1\n", "rows.csv, line 1: the column `rounds` is missing"),
        ("problem,rounds,step\n", "rows.csv, line 1: `step` is not a column here"),
        ("problem,rounds,rounds\n", "rows.csv, line 1: the column `rounds` stands twice"),
        ("problem,rounds\n", "rows.csv, line 1: there is no row"),
        (
            "problem,rounds\ntriangle,4\ntriangle\n",
            "rows.csv, line 3: this row has 1 cells, and the first line names 2 columns",
        ),
        (
            "problem,rounds\ntriangle,4\ntriangle,many\n",
            "rows.csv, line 3: column `rounds`: `many` is not a number of rounds",
        ),
        ("problem,rounds\ntriangle,\n", "rows.csv, line 2: column `rounds`: "),
        (
            "problem,rounds,radius\ntriangle,4,1\ntriangle,4,-1\n",
            "rows.csv, line 3: column `radius`: `-1` is not a radius",
        ),
        (
            "problem,rounds,theta_step\ntriangle,4,0.1\ntriangle,4,0.10\n",
            "rows.csv, line 3: this is the cell of line 2 again",
        ),
        ("problem,rounds\ngone.toml,4\n", "rows.csv, line 2: column `problem`: gone.toml: cannot read this file"),
    ] {
        fs::write(folder.join("rows.csv"), rows).expect("ours");
        refused(folder, spec, words);
    }
    fs::remove_file(folder.join("rows.csv")).expect("ours");
    refused(folder, spec, "rows.csv: cannot read this file");
    // The cells of a grid, in another order, are the same cells.
    fs::write(folder.join("rows.csv"), "seed,rounds,problem\n1,16,triangle\n,16,triangle\n").expect("ours");
    fs::write(folder.join("grid.toml"), spec).expect("ours");
    done(0, folder, &["grid.toml", "--output", "out"]);
    let rows = tables(&folder.join("out"))["sweep.csv"].clone();
    fs::write(folder.join("grid.toml"), TINY).expect("ours");
    assert!(done(0, folder, &["grid.toml", "--output", "out"]).contains("2 were there, 0 were run"));
    let grid = tables(&folder.join("out"))["sweep.csv"].clone();
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert!(rows != grid && sorted(&rows) == sorted(&grid));
}

#[test]
fn a_wrong_call_is_one_sentence() {
    let folder = folder(TINY);
    let folder = folder.path();
    for (arguments, words) in [
        (&["gone.toml"][..], "gone.toml: cannot read this file"),
        (&["grid.toml", "--chunk", "3"], "--chunk is read for --backend print and slurm only"),
        (&["grid.toml", "--wait"], "--wait is read for --backend slurm only"),
        (&["grid.toml", "--backend", "dask"], "--backend"),
        (&["grid.toml", "--report", "page.html"], "--report shows a league, and there is no table [rates]"),
        (&["status", "nowhere"], "nowhere/sweep.json: cannot read this file"),
        (&["work", "nowhere", "--task", "0"], "nowhere/sweep.json: cannot read this file"),
        (&[], "SPEC"),
    ] {
        let said = done(2, folder, arguments);
        assert!(said.contains(words) && said.lines().count() == 1, "{arguments:?}: {said}");
        assert!(!folder.join("referee-sweep").exists(), "{arguments:?}");
    }
    fs::create_dir(folder.join("mine")).expect("ours");
    fs::write(folder.join("mine/sweep.csv"), "mine").expect("ours");
    let said = done(2, folder, &["grid.toml", "--output", "mine"]);
    assert!(said.contains("mine/sweep.csv: this file is there and was not written by this command"), "{said}");
    assert_eq!(fs::read_to_string(folder.join("mine/sweep.csv")).expect("still there"), "mine");
    done(0, folder, &["grid.toml", "--output", "out"]);
    let said = done(2, folder, &["work", "out", "--task", "2"]);
    assert!(said.contains("--task is 2, but there are 2 tasks of this size, counted from 0"), "{said}");
}
