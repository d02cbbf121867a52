//! A page of your own about a run: sentences, a table, charts, in one file of HTML.
//!
//! `cargo run --release --example report_page`; `referee report FOLDER` writes the complete one.

use referee::cli::spoken;
use referee::prelude::*;
use referee::regret::Average;
use referee::report::page::{Block, Page, Section, Table};
use referee::report::run_charts::panels;
use referee::run::Recorded;
use referee::trace::{Equalities, Labels};
use std::path::Path;

fn main() -> Result<()> {
    let problem = referee::open("qp-half")?;
    let run = Plan::fitting(&problem)?.rounds(1000).play()?;
    let Recorded::Memory(trace) = &run.recorded else {
        return Err(Error::new("a thousand rounds fit in memory"));
    };
    let labels = Labels::of_trace(trace.layout());
    let certificate = &run.certification.certificate;
    let row = |name: &str, x: Enclosure| [vec![name.to_owned()], spoken::ends(x).to_vec()].concat();
    let measured = Table {
        caption: "What was measured".into(),
        head: ["quantity", "at least", "at most"].map(String::from).to_vec(),
        rows: certificate.measured.iter().map(|(name, value)| row(name, *value)).collect(),
        numbers: vec![1, 2],
    };
    let support = run.second.as_ref().map_or(&[][..], |second| &second.solution.support);
    let charts = panels("The run", trace, &labels, &Equalities::default(), support, Average::Uniform);
    let blocks = vec![Block::Table(measured), Block::Panels(charts)];
    let page = Page {
        title: "qp-half".into(),
        lead: spoken::sentences(&run.certification, &labels),
        sections: vec![Section { heading: "Numbers".into(), blocks }],
        ..Page::default()
    };
    std::fs::create_dir_all("target/examples").map_err(|error| Error::new(error.to_string()))?;
    page.write(Path::new("target/examples/report.html"))?;
    println!("written: target/examples/report.html, {} bytes", page.html().len());
    assert!(page.html().contains("Certified:"));
    Ok(())
}
