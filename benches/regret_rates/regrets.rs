//! The regrets of all players beside the committed ones.

use referee::error::{Error, Result};
use referee::league::baseline::{self, Change};
use referee::league::play;
use referee::parallel::cores;
use referee::registry::Registry;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HOW: &str = "to accept what was measured: cargo bench --bench regret_rates -- --accept";

/// Measures, compares, draws, and says what changed; fails if a player got worse. `accept` makes it the baseline.
pub(crate) fn compare(accept: bool) -> ExitCode {
    measured(accept).unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::from(2)
    })
}

fn measured(accept: bool) -> Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("benches/regret_rates/baseline.csv");
    let registry = Registry::ours();
    let cells = baseline::selection(registry)?.cells();
    let entries = play(&cells, registry, cores(None), None, &mut |_, _| ())?;
    let now = baseline::rows(&entries);
    let mut failed = false;
    for entry in &entries {
        for wrong in &entry.measured.wrong {
            println!("wrong: {}: {wrong}", entry.cell);
            failed = true;
        }
    }
    let before = match std::fs::read_to_string(&path) {
        Ok(text) => baseline::read(&text).map_err(|error| error.in_file(&path))?,
        Err(_) if accept => Vec::new(),
        Err(error) => return Err(Error::io("read", &path, error)),
    };
    let changes = baseline::compare(&before, &now);
    failed |= say(&changes) && !accept;
    let folder = drawings(root);
    std::fs::create_dir_all(&folder).map_err(|error| Error::io("create", &folder, error))?;
    for (name, svg) in
        [("ratios.svg", baseline::ratios(&before, &now).svg()), ("regrets.svg", baseline::curves(&before, &now).svg())]
    {
        let file = folder.join(name);
        std::fs::write(&file, svg).map_err(|error| Error::io("write", &file, error))?;
    }
    println!("{} runs, {} changes; drawn in {}", now.len(), changes.len(), folder.display());
    if accept {
        baseline::write(&path, &now)?;
        println!("wrote {}", path.display());
    } else if !changes.is_empty() {
        println!("{HOW}");
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// One line a change, the worse ones last, where they are seen; whether there are such.
fn say(changes: &[Change]) -> bool {
    for change in changes.iter().filter(|change| !change.is_worse()) {
        let word = match (change.before, change.now) {
            (None, _) => "new",
            (_, None) => "gone",
            _ => "better",
        };
        println!("{word}: {change}");
    }
    changes.iter().filter(|change| change.is_worse()).for_each(|change| println!("WORSE: {change}"));
    changes.iter().any(Change::is_worse)
}

fn drawings(root: &Path) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    target.join("regret_rates")
}
