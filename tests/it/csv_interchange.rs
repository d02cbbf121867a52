//! Other programs' CSV: what a general writer writes we read, and what we write a general reader reads.

use referee::game::Game;
use referee::numerics::Enclosure;
use referee::testing::generate::finite;
use referee::trace::{Layout, Round, Trace};

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// A trace of the proxy game with two constraints and every kind of double in it.
fn trace() -> Trace {
    let mut generator = ChaCha8Rng::seed_from_u64(5);
    let layout = Layout::new(Game::ProxyLagrangian, 2).with_theta(1);
    let mut trace = Trace::new(layout.clone());
    let mut round = Round::new(&layout);
    for _ in 0..200 {
        round.objective = Enclosure::point(finite(&mut generator));
        round.constraints.fill_with(|| Enclosure::point(finite(&mut generator)));
        round.lambda.fill_with(|| finite(&mut generator).abs());
        round.theta.fill_with(|| finite(&mut generator));
        trace.push(&round).expect("the round fits its layout");
    }
    trace
}

/// The numbers of a trace, row by row, in the order of the columns that we write.
fn rows(trace: &Trace) -> Vec<Vec<f64>> {
    let row = |t: usize| {
        let values = trace.objective().row_lo(t).iter().chain(trace.constraints().row_lo(t));
        values.chain(trace.lambda(t)).chain(trace.theta(t)).copied().collect()
    };
    (0..trace.rounds()).map(row).collect()
}

fn bits(rows: &[Vec<f64>]) -> Vec<Vec<u64>> {
    rows.iter().map(|row| row.iter().map(|x| x.to_bits()).collect()).collect()
}

#[test]
fn a_general_reader_reads_what_we_write() {
    let trace = trace();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("trace.csv");
    trace.write(&path).expect("the folder is ours");
    let mut reader = csv::Reader::from_path(&path).expect("the file is there");
    let header: Vec<_> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
    assert_eq!(header, trace.layout().column_names());
    let read: Vec<Vec<f64>> = reader
        .records()
        .map(|record| record.expect("a record").iter().map(|cell| cell.parse().expect("a number")).collect())
        .collect();
    assert_eq!(bits(&read), bits(&rows(&trace)));
}

#[test]
fn we_read_what_a_general_writer_writes_however_it_quotes() {
    let trace = trace();
    for style in [csv::QuoteStyle::Necessary, csv::QuoteStyle::Always, csv::QuoteStyle::NonNumeric] {
        for terminator in [csv::Terminator::CRLF, csv::Terminator::Any(b'\n')] {
            let mut writer =
                csv::WriterBuilder::new().quote_style(style).terminator(terminator).from_writer(Vec::new());
            writer.write_record(trace.layout().column_names()).expect("memory does not fail");
            for row in rows(&trace) {
                writer.serialize(row).expect("memory does not fail");
            }
            let text = writer.into_inner().expect("memory does not fail");
            let read = Trace::from_reader(text.as_slice(), "other.csv").expect("a trace");
            assert_eq!(bits(&rows(&read)), bits(&rows(&trace)), "{style:?}");
        }
    }
}
