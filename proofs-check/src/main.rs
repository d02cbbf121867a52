//! `proofs-check FILE`: exit 0 accepted, 1 rejected, 2 malformed or a wrong call.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    if let Some((word, rest)) = arguments.split_first() {
        if word == "proofs" {
            return proofs_check::proofs::command(rest);
        }
    }
    let [file] = arguments.as_slice() else {
        eprintln!("usage: proofs-check FILE    (for example: proofs-check certificate.json)");
        return ExitCode::from(2);
    };
    let name = file.to_string_lossy();
    if matches!(name.as_ref(), "-h" | "--help") {
        println!("usage: proofs-check FILE    (for example: proofs-check certificate.json)");
        println!("Exit status: 0 accepted, 1 rejected, 2 malformed. This version knows no format and accepts nothing.");
        return ExitCode::SUCCESS;
    }
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("proofs-check: {name}: cannot read this file: {error}");
            return ExitCode::from(2);
        }
    };
    match proofs_check::check(&bytes) {
        Ok(()) => {
            println!("{name}: accepted");
            ExitCode::SUCCESS
        }
        Err(refusal) => {
            eprintln!("proofs-check: {name}: {refusal}");
            ExitCode::from(refusal.exit_status())
        }
    }
}
