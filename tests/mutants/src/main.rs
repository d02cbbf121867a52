//! Plants bugs and expects tests to fail.
//!
//! Bugs are put into one copy of the project, each behind a switch, so that there is one build for all of them. Then
//! tests run with one bug switched on, and must fail; and without any, and must pass. Some bugs are written in
//! `mutants.txt`, each with the test that catches it; the others are made by rule, and any test may catch them.
//! `README.md` has the commands.

mod compiles;
mod generate;
mod list;
mod log;
mod made;
mod options;
mod programs;
mod reach;
mod survivors;
mod swaps;
mod syntax;
#[cfg(test)]
mod tests;
mod tree;
mod verdicts;
mod written;

use list::{Mutant, page, parse};
use log::Log;
use made::{Campaign, Fate, Scope};
use options::{Options, chosen, options};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn folder(root: &Path, name: &str) -> Result<PathBuf, String> {
    let tree = root.join("target/mutants").join(name);
    fs::create_dir_all(&tree).map_err(|error| format!("{}: {error}", tree.display()))?;
    Ok(tree)
}

/// Tries the bugs made by rule, but for what the log has of them where that is asked for.
fn made(root: &Path, scope: Scope, options: &Options) -> Result<bool, String> {
    let (bugs, constant) = made::all(root, scope)?;
    let mut listed = survivors::parse(&read(&root.join("tests/mutants/survivors.txt"))?)?;
    listed.retain(|key, _| scope.folders().iter().any(|folder| key.starts_with(folder)));
    let keys: Vec<String> = bugs.iter().map(survivors::key).collect();
    let wanted = chosen(bugs.len(), |i| &keys[i], options, options.sample);
    if options.list {
        for &i in &wanted {
            println!("{}", keys[i]);
        }
        return Ok(true);
    }
    println!("{} bugs are made by rule; {constant} more are in what the compiler evaluates", bugs.len());
    let tree = folder(root, scope.package())?;
    let log = Log::open(root, tree.with_extension("txt"), &bugs)?;
    let most = options.most.map_or(Duration::MAX, Duration::from_secs);
    let mut known = if options.again || options.resume { log.known()? } else { BTreeMap::new() };
    known.retain(|_, fate| match fate {
        Fate::Refused | Fate::Caught(_) => true,
        Fate::Unreached | Fate::Alive => !options.again,
        Fate::Open(asked) => !options.again && *asked >= most,
    });
    let is_known = |i: &&usize| known.contains_key(&keys[**i]);
    let mut fates: Vec<_> =
        wanted.iter().filter(is_known).map(|&i| (bugs[i].clone(), known[&keys[i]].clone())).collect();
    // What is known stays in the copy, with its number, so that nothing is built anew.
    let refused = |i: &usize| known.get(&keys[*i]) == Some(&Fate::Refused);
    let mut planted: Vec<_> = wanted.iter().map(|i| (!refused(i)).then(|| bugs[*i].clone())).collect();
    let mut tried: Vec<usize> = (0..wanted.len()).filter(|&at| !known.contains_key(&keys[wanted[at]])).collect();
    let mut left = tried.len();
    if left > 0 {
        println!("of {} the log says what became of them; {left} are tried", fates.len());
        let workers = usize::try_from(options.workers.unwrap_or(1).max(1)).unwrap_or(1);
        let campaign = Campaign { root, tree: &tree, scope, log: &log, most, listed: BTreeSet::new(), workers };
        campaign.plant(&mut planted)?;
        tried.retain(|&at| planted[at].is_some());
        let place = |at: &usize| options.only.iter().position(|only| keys[wanted[*at]].contains(only));
        tried.sort_by_key(place);
        let found = campaign.run(&campaign.build()?, &planted, &tried, options.seconds);
        left = tried.len() - found.len();
        fates.extend(found);
    }
    let tried = fates.iter().filter(|(_, fate)| *fate != Fate::Refused).count();
    println!("{tried} were tried, {left} were not, and the rest does not compile");
    let whole = left == 0 && wanted.len() == bugs.len() && scope == Scope::Checker;
    Ok(verdicts::judge(&fates, &listed, whole))
}

/// Tries a sample, a third of it from the list and the rest made by rule from the checker.
fn sample(root: &Path, mutants: &[Mutant], size: u64, options: &Options) -> Result<bool, String> {
    let listed = survivors::parse(&read(&root.join("tests/mutants/survivors.txt"))?)?;
    let written = chosen(mutants.len(), |i| &mutants[i].name, options, Some(size / 3));
    let (bugs, _) = made::all(root, Scope::Checker)?;
    let mut planted = mutants
        .iter()
        .map(|mutant| Ok(Some(written::planted(mutant, &read(&root.join(&mutant.file))?)?)))
        .collect::<Result<Vec<_>, String>>()?;
    let rest = chosen(bugs.len(), |i| &bugs[i].name, options, Some(size - size / 3));
    planted.extend(rest.iter().map(|&i| Some(bugs[i].clone())));
    let tree = folder(root, "tree")?;
    let log = Log::open(root, tree.with_file_name("sample.txt"), &bugs)?;
    let (most, known) = (Duration::MAX, listed.keys().cloned().collect());
    let campaign = Campaign { root, tree: &tree, scope: Scope::Checker, log: &log, most, listed: known, workers: 2 };
    println!("a sample of {size}: {} of the list, {} made by rule, seed {}", written.len(), rest.len(), options.seed);
    campaign.plant(&mut planted)?;
    let programs = written::build(root, tree.clone(), written.iter().any(|&i| mutants[i].test.starts_with("cli ")))?;
    let tests = campaign.build()?;
    let end = options.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let made: Vec<usize> = (mutants.len()..planted.len()).filter(|&at| planted[at].is_some()).collect();
    let fates = campaign.run(&tests, &planted, &made, options.seconds);
    let good = verdicts::judge(&fates, &listed, false);
    let (caught, missed) = written::campaign(mutants, &written, &programs, end);
    println!("{caught} of the list passed, {missed} failed");
    Ok(good && missed == 0)
}

fn work() -> Result<bool, String> {
    let options = options()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("two folders up").to_owned();
    let mutants = parse(&read(&root.join("tests/mutants/mutants.txt"))?)?;
    let planted = |mutant: &Mutant| Ok(Some(written::planted(mutant, &read(&root.join(&mutant.file))?)?));
    let planted: Vec<Option<tree::Bug>> = mutants.iter().map(planted).collect::<Result<_, String>>()?;
    if options.write_table {
        let path = root.join("docs/testing.md");
        let page = page(&read(&path)?, &mutants).ok_or("docs/testing.md has no markers of the table")?;
        fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))?;
        return Ok(true);
    }
    if let Some(scope) = options.made {
        return made(&root, scope, &options);
    }
    if let (true, Some(size)) = (options.mixed, options.sample) {
        return sample(&root, &mutants, size, &options);
    }
    let chosen = chosen(mutants.len(), |i| &mutants[i].name, &options, options.sample);
    if options.list {
        for &i in &chosen {
            println!("{}  {}  {}", mutants[i].name, mutants[i].file, mutants[i].test);
        }
        return Ok(true);
    }
    if options.sample.is_some() {
        println!("a sample of {} of {} mutants, seed {}", chosen.len(), mutants.len(), options.seed);
    }
    let tree = folder(&root, "tree")?;
    tree::write(&root, &tree, &planted)?;
    let start = Instant::now();
    let programs = written::build(&root, tree, chosen.iter().any(|&i| mutants[i].test.starts_with("cli ")))?;
    println!("built with {} bugs in it, {:.0} s", mutants.len(), start.elapsed().as_secs_f64());
    let end = options.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let (caught, missed) = written::campaign(&mutants, &chosen, &programs, end);
    println!("{caught} passed, {missed} failed");
    Ok(missed == 0)
}

fn main() -> ExitCode {
    match work() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
