//! `proofs-check FILE`: exit 0 accepted, 1 rejected, 2 malformed or a wrong call.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
Re-derives a certificate or a solution in exact arithmetic, by the rules of SPEC.md.

usage: proofs-check FILE [--trace TRACE | --candidates CANDIDATES]
       proofs-check proofs [--help]

  FILE          a certificate or a solution (JSON)
  --trace       the trace of a certificate; by default the file that it names, beside it
  --candidates  the candidates of a solution; by default the file that it names, beside it
  proofs        runs the paper's proofs, line by line, on random instances
  --help        this text

example: proofs-check certificate.json --trace run/trace.csv

Exit status: 0 accepted, 1 rejected (something in the file does not follow), 2 malformed or a wrong call.";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let first = arguments.first().map(|argument| argument.to_string_lossy().into_owned());
    // A further command is one more arm; anything else is a file to check.
    match first.as_deref() {
        Some("-h" | "--help") => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        Some("proofs") => proofs_check::proofs::command(arguments.get(1..).unwrap_or_default()),
        _ => check(arguments),
    }
}

/// The file to check, and its data.
fn call(arguments: Vec<OsString>) -> Result<(PathBuf, Option<PathBuf>), String> {
    let (mut file, mut data) = (None, None);
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy().into_owned();
        let place = match text.as_str() {
            "--trace" | "--candidates" => {
                let value = arguments.next().ok_or_else(|| format!("`{text}` needs the name of a file"))?;
                data.replace(PathBuf::from(value)).is_some()
            }
            _ if text.starts_with("--") => return Err(format!("`{text}` is not an option")),
            _ => file.replace(PathBuf::from(argument)).is_some(),
        };
        if place {
            return Err(format!("`{text}` is one file too many"));
        }
    }
    Ok((file.ok_or("name a certificate or a solution")?, data))
}

fn check(arguments: Vec<OsString>) -> ExitCode {
    let (file, data) = match call(arguments) {
        Ok(call) => call,
        Err(reason) => {
            eprintln!("proofs-check: {reason}: see proofs-check --help");
            return ExitCode::from(2);
        }
    };
    match proofs_check::check_file(&file, data.as_deref()) {
        Ok(accepted) => {
            print!("{accepted}");
            println!("{}: accepted", file.display());
            ExitCode::SUCCESS
        }
        Err(refusal) => {
            eprintln!("proofs-check: {}: {refusal}", file.display());
            ExitCode::from(refusal.exit_status())
        }
    }
}
