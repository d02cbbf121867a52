//! Where the files of a counterexample go.

use super::draw::Drawn;
use referee::certificate::{Certificate, TraceReference};
use referee::trace::{Trace, TraceFile};
use std::fs;
use std::path::PathBuf;

/// Writes the problem, the trace and the certificates of a counterexample, and says where.
pub(crate) fn save(name: &str, drawn: &Drawn, trace: &Trace, certificates: &[Certificate]) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/counterexamples").join(name);
    let written = (|| -> Result<(), Box<dyn std::error::Error>> {
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("problem.toml"), &drawn.text)?;
        let path = folder.join("trace.csv");
        trace.write(&path)?;
        let mut file = TraceFile::open(&path)?;
        referee::trace::Rounds::pass(&mut file, &mut |_| Ok(()))?;
        let reference = TraceReference::of(&file)?;
        for (number, certificate) in certificates.iter().enumerate() {
            certificate.write(&folder.join(format!("{}-{number}.json", certificate.statement)), &reference)?;
        }
        Ok(())
    })();
    match written {
        Ok(()) => format!("its files are in {}", folder.display()),
        Err(error) => format!("its files could not be saved: {error}"),
    }
}
