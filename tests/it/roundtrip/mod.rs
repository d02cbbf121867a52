//! The prover and the checker, written from one specification and sharing no code: what the first writes the second
//! accepts, and what somebody changed afterwards it rejects.

#![cfg(feature = "cli")]

mod random;
mod runs;
mod tampering;

use proofs_check::{Accepted, Refusal, check_bytes};
use referee::certificate::{Certificate, TraceReference};
use referee::run::Plan;
use referee::trace::Rounds as _;
use referee::trace::{Trace, TraceFile};
use serde_json::Value;

/// A trace as bytes, and a certificate of it as JSON.
struct Files {
    trace: Vec<u8>,
    certificate: Value,
}

impl Files {
    /// Writes the trace to a file, certifies it, and keeps both in memory.
    fn new(trace: &Trace, certify: impl FnOnce(&mut TraceFile<'_>) -> Certificate) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("trace.csv");
        trace.write(&path).expect("the folder is ours");
        let mut file = TraceFile::open(&path).expect("a trace");
        file.pass(&mut |_| Ok(())).expect("a trace");
        let certificate = certify(&mut file);
        let reference = TraceReference::of(&file).expect("the file was read");
        Self { certificate: certificate.to_json(&reference), trace: std::fs::read(&path).expect("it was written") }
    }

    /// Plays, and keeps what is written in memory.
    fn of(plan: Plan<'_>) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        plan.play().expect("a run").write(folder.path()).expect("the folder is ours");
        let read = |name: &str| std::fs::read(folder.path().join(name)).expect("it was written");
        let certificate = serde_json::from_slice(&read("certificate.json")).expect("JSON");
        Self { trace: read("trace.csv"), certificate }
    }

    fn check(&self) -> Result<Accepted, Refusal> {
        let bytes = self.certificate.to_string();
        check_bytes(bytes.as_bytes(), "certificate.json", |_| Ok(self.trace.as_slice()))
    }
}
