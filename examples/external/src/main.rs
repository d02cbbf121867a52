//! The whole program with one more player and one more sequence: `cargo run -- rates --players matrix,doubling-hedge`.

fn main() -> referee::error::Result<std::process::ExitCode> {
    Ok(referee::cli::main_with(&doubling_hedge::registry()?))
}
