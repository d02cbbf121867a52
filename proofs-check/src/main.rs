//! The program `proofs-check`: see `proofs-check --help`.

fn main() -> std::process::ExitCode {
    proofs_check::command::status_of(&std::env::args_os().skip(1).collect::<Vec<_>>()).into()
}
