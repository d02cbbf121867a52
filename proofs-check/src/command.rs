//! `proofs-check FILE`: exit 0 accepted, 3 accepted with a violated claim, 1 rejected, 2 malformed or a wrong call.

use crate::output::{complain, print};
#[cfg(feature = "proofs")]
use crate::proofs::command as proofs;
use crate::{Accepted, Files, Refusal, Require, Wanted};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

const HELP: &str = "\
Re-derives a certificate, a solution, an equilibrium, a fit or a bound in exact arithmetic, by the rules of SPEC.md.

usage: proofs-check FILE [--trace TRACE | --candidates CANDIDATES] [--data DATA]
                    [--problem PROBLEM] [--require holds|proved] [--threads N] [--quiet]
       proofs-check proofs [--help]

  FILE          a certificate, a solution, an equilibrium, a fit or a bound (JSON)
  --trace       the trace of a certificate; by default the file that it names, beside it
  --candidates  the candidates of a solution or an equilibrium; by default the file that it names, beside it
  --data        the data of a fit or of a certificate over data; by default the file that it names, beside it
  --problem     a problem (JSON, as in SPEC.md section 3): a file about another one is rejected; names play no part
  --require     `holds`: exit with status 1 unless every claim holds; `proved`: also unless every claim is proved,
                and the values are verified where the file has a problem (`slater_below_radius` does not count)
  --threads     the number of threads; one per core if absent; the answer does not depend on it
  proofs        runs the paper's proofs, line by line, on random instances
  --quiet       print the last line only
  --version     the version of this program
  --help        this text

example: proofs-check certificate.json --trace run/trace.csv

An accepted file says what it is about: problem, digest, functions, lower bound and kind of evidence.

Exit status: 0 accepted; 3 accepted, but the file says that a claim is violated, which the last line names;
1 rejected (something in the file does not follow), or not what --require asks for; 2 malformed or a wrong call.";

/// The whole program: its exit status, for the arguments after its name.
#[must_use]
pub fn status_of(arguments: &[OsString]) -> u8 {
    let first = arguments.first().map(|argument| argument.to_string_lossy().into_owned());
    // A further command is one more arm; anything else is a file to check.
    match first.as_deref() {
        Some("-h" | "--help") => print(&format!("{HELP}\n"), 0),
        Some("-V" | "--version") => print(concat!("proofs-check ", env!("CARGO_PKG_VERSION"), "\n"), 0),
        Some("proofs") => proofs(arguments.get(1..).unwrap_or_default()),
        _ => check(arguments),
    }
}

#[cfg(not(feature = "proofs"))]
fn proofs(_: &[OsString]) -> u8 {
    complain("this program was built without the executable proofs: build it with the feature `proofs`", 2)
}

/// What to check, and how much to say.
#[derive(Default)]
struct Call {
    file: PathBuf,
    trace: Option<PathBuf>,
    candidates: Option<PathBuf>,
    data: Option<PathBuf>,
    problem: Option<PathBuf>,
    /// What is asked for, by its name.
    require: Option<(Require, String)>,
    threads: Option<NonZeroUsize>,
    quiet: bool,
}

fn call(arguments: &[OsString]) -> Result<Call, String> {
    let (mut file, mut call) = (None, Call::default());
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy().into_owned();
        let place = match text.as_str() {
            "-q" | "--quiet" => {
                call.quiet = true;
                continue;
            }
            "--require" => {
                let asked = arguments.next().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
                call.require = Some(match asked.as_str() {
                    "holds" => (Require::Holds, asked),
                    "proved" => (Require::Proved, asked),
                    _ => return Err("`--require` needs one of `holds`, `proved`".to_owned()),
                });
                continue;
            }
            "--threads" => {
                let asked = arguments.next().and_then(|count| count.to_str()?.parse().ok());
                call.threads = Some(asked.ok_or("`--threads` needs a whole number from 1 on")?);
                continue;
            }
            "--trace" => &mut call.trace,
            "--candidates" => &mut call.candidates,
            "--data" => &mut call.data,
            "--problem" => &mut call.problem,
            _ if text.starts_with('-') => return Err(format!("`{text}` is not an option")),
            _ => &mut file,
        };
        let value = if text.starts_with('-') { arguments.next() } else { Some(argument) };
        let path = value.ok_or_else(|| format!("`{text}` needs the name of a file"))?;
        if place.replace(PathBuf::from(path)).is_some() {
            return Err(format!("`{text}` is one file too many"));
        }
    }
    if call.trace.is_some() && call.candidates.is_some() {
        return Err("a file has a trace or candidates, not both".to_owned());
    }
    call.file = file.ok_or("name a certificate, a solution, an equilibrium, a fit or a bound")?;
    Ok(call)
}

fn check(arguments: &[OsString]) -> u8 {
    let call = match call(arguments) {
        Ok(call) => call,
        Err(reason) => return complain(&format!("{reason}: see proofs-check --help"), 2),
    };
    let name = call.file.display();
    match answer(&call) {
        Ok(accepted) => {
            let claims = if call.quiet { String::new() } else { accepted.to_string() };
            match call.require.as_ref().and_then(|(required, word)| Some((word, accepted.lacks(*required)?))) {
                // Who asks for more gets his answer last, and not that the file was accepted.
                Some((word, lacks)) => {
                    let _ = print(&claims, 1);
                    complain(&format!("{name}: refused by --require {word}: {lacks}"), 1)
                }
                None => print(&format!("{claims}{}\n", accepted.last_line(&name.to_string())), accepted.exit_status()),
            }
        }
        // The others name the file themselves.
        Err(refusal @ Refusal::Rejected { .. }) => complain(&format!("{name}: {refusal}"), 1),
        Err(refusal) => complain(&refusal.to_string(), refusal.exit_status()),
    }
}

fn answer(call: &Call) -> Result<Accepted, Refusal> {
    let Call { trace, candidates, data, problem, threads, .. } = call;
    let (trace, candidates, data) = (trace.as_deref(), candidates.as_deref(), data.as_deref());
    let files = Files { trace, candidates, data, threads: *threads };
    let wanted = problem.as_deref().map(|path| {
        let name = path.display().to_string();
        let bytes = std::fs::read(path)
            .map_err(|error| Refusal::Unread { sentence: format!("{name} cannot be read: {error}") })?;
        Wanted::problem(&bytes, &name)
    });
    crate::check_files_about(&call.file, files, wanted.transpose()?.as_slice())
}
