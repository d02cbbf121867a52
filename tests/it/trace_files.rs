//! Traces as files: whole files or none, the permissions of the user, and long files in one pass.

use referee::game::Game;
use referee::numerics::Enclosure;
use referee::trace::{Layout, Round, Trace, TraceReader, TraceWriter};
use std::cell::Cell;
use std::fs;
use std::io::{BufReader, Read};
use std::path::Path;
use std::rc::Rc;

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_write_that_does_not_finish_leaves_the_old_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.csv");
    let layout = Layout::new(Game::Lagrangian, 1);
    let mut round = Round::new(&layout);
    for old in [None, Some("objective\n1\n")] {
        if let Some(old) = old {
            fs::write(&path, old).unwrap();
        }
        let unchanged = || {
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), old);
            assert_eq!(names(folder.path()), if old.is_some() { vec!["trace.csv"] } else { vec![] });
        };
        // Given up, with more written than any buffer holds.
        let mut writer = TraceWriter::create(&path, layout.clone()).unwrap();
        (0..20_000).for_each(|_| writer.write_round(&round).unwrap());
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), old, "until the end the old file is there");
        drop(writer);
        unchanged();
        // Failed at a round that no trace may hold.
        round.lambda[0] = f64::NAN;
        let write = || {
            let mut writer = TraceWriter::create(&path, layout.clone())?;
            writer.write_round(&Round::new(&layout))?;
            writer.write_round(&round)?;
            writer.finish()
        };
        let error = write().unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}: round 1: `lambda_1` is NaN", path.display())), "{error}");
        unchanged();
        round.lambda[0] = 0.0;
        // Without rounds.
        let error = Trace::new(layout.clone()).write(&path).unwrap_err().to_string();
        assert!(error.contains("no rounds"), "{error}");
        unchanged();
    }
    let mut writer = TraceWriter::create(&path, layout).unwrap();
    writer.write_round(&round).unwrap();
    writer.finish().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "objective,constraint_1,lambda_1\n0.0,0.0,0.0\n");
    assert_eq!(names(folder.path()), ["trace.csv"]);
}

#[test]
fn places_that_cannot_be_written_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let layout = || Layout::new(Game::Lagrangian, 0);
    let error = |path: &Path| TraceWriter::create(path, layout()).err().unwrap().to_string();
    assert!(error(folder.path()).ends_with(": this is not a regular file: name the file to write"));
    let inside = folder.path().join("no-such-folder/trace.csv");
    assert!(error(&inside).starts_with(&format!("{}: its folder does not exist: make it first", inside.display())));
}

#[cfg(unix)]
#[test]
fn a_trace_has_the_permissions_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let [plain, trace] = ["plain.csv", "trace.csv"].map(|name| folder.path().join(name));
    fs::write(&plain, "objective\n1\n").unwrap();
    Trace::read(&plain).unwrap().write(&trace).unwrap();
    let mode = |path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&trace), mode(&plain));
}

#[test]
fn rounds_that_do_not_fit_are_refused() {
    let layout = Layout::new(Game::ProxyLagrangian, 1).with_theta(1);
    let mut trace = Trace::new(layout.clone());
    let mut refused = |change: &dyn Fn(&mut Round)| {
        let mut round = Round::new(&layout);
        change(&mut round);
        trace.push(&round).unwrap_err().to_string()
    };
    assert!(refused(&|r| r.constraints.push(Enclosure::ZERO)).contains("2 constraints, but its trace has 1"));
    assert!(refused(&|r| r.proxies.push(Enclosure::ZERO)).contains("1 proxies"));
    assert!(refused(&|r| r.lambda.clear()).contains("0 multipliers"));
    assert!(refused(&|r| r.theta.clear()).contains("0 coordinates"));
    assert!(refused(&|r| r.objective = Enclosure::EVERYTHING).contains("`objective` is [-inf, inf]"));
    assert!(refused(&|r| r.constraints[0] = Enclosure::new(0.0, 1.0)).contains("`constraint_1` is [0.0, 1.0]"));
    assert!(refused(&|r| r.lambda[0] = f64::INFINITY).contains("`lambda_0` is inf"));
    assert!(refused(&|r| r.lambda[1] = -5e-324).contains("`lambda_1` is -5e-324"));
    assert!(refused(&|r| r.theta[0] = f64::NAN).contains("`theta_1` is NaN"));
    assert_eq!(trace.rounds(), 0);
}

/// A file without end that is made while it is read, and counts its lines.
struct Endless {
    lines: Rc<Cell<usize>>,
    pending: Vec<u8>,
}

impl Endless {
    fn number(line: usize, column: usize) -> f64 {
        (line * 31 + column) as f64 / 7.0
    }
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.pending.len() < buffer.len() {
            let cells = (0..21).map(|column| format!("{:?}", Self::number(self.lines.get(), column)));
            self.pending.extend((cells.collect::<Vec<_>>().join(",") + "\n").bytes());
            self.lines.set(self.lines.get() + 1);
        }
        buffer.copy_from_slice(&self.pending[..buffer.len()]);
        self.pending.drain(..buffer.len());
        Ok(buffer.len())
    }
}

#[test]
fn a_long_trace_is_read_in_one_pass_and_never_far_ahead() {
    const ROUNDS: usize = 50_000;
    let layout = Layout::new(Game::Lagrangian, 10);
    let lines = Rc::new(Cell::new(0));
    let endless = Endless { lines: Rc::clone(&lines), pending: (layout.column_names().join(",") + "\n").into_bytes() };
    let mut reader = TraceReader::from_reader(BufReader::with_capacity(4096, endless), "endless.csv").unwrap();
    let mut round = Round::new(reader.layout());
    for t in 0..ROUNDS {
        assert!(reader.read_round(&mut round).unwrap());
        assert_eq!(round.objective, Enclosure::point(Endless::number(t, 0)));
        assert_eq!(round.constraints[9], Enclosure::point(Endless::number(t, 10)));
        assert_eq!(round.lambda[9], Endless::number(t, 20));
        // Every line has at least 21 digits and 21 separators, so a buffer of 4096 bytes holds fewer than 100 lines.
        assert!(lines.get() <= t + 100, "round {t} was read when {} lines were made", lines.get());
    }
    assert_eq!(reader.rounds(), ROUNDS);
}

#[test]
fn a_line_without_end_is_refused_before_it_fills_memory() {
    let endless = BufReader::new(std::io::repeat(b'1'));
    let error = TraceReader::from_reader(endless, "endless.csv").err().unwrap().to_string();
    assert!(error.starts_with("endless.csv, line 1: the line is longer than 64 MiB"), "{error}");
}
