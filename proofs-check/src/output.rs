//! Printing that does not panic: a reader that has gone away is no error, a full disk is one.

use std::io::{self, ErrorKind, Write};

/// Prints the text to standard output and answers with the status; with 2 if it could not be printed.
///
/// A closed pipe is no reason to complain: whoever read it has seen enough.
#[must_use]
pub fn print(text: &str, status: u8) -> u8 {
    print_to(&mut io::stdout().lock(), text, status)
}

fn print_to(out: &mut impl Write, text: &str, status: u8) -> u8 {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            complain(&format!("cannot write to standard output: {error}"), 2)
        }
        _ => status,
    }
}

/// Says one sentence on standard error, if that is there, and answers with the status.
#[must_use]
pub fn complain(sentence: &str, status: u8) -> u8 {
    // Where even this cannot be written, only the status is left to tell.
    let _ = writeln!(io::stderr(), "proofs-check: {sentence}");
    status
}

#[cfg(test)]
#[path = "../tests/inside/output.rs"]
mod tests;
