//! The program `referee`: see `referee --help`.

fn main() -> std::process::ExitCode {
    referee::cli::main_with(referee::registry::Registry::ours())
}
