//! How long checking a fit takes: `cargo bench -p proofs-check --bench data`.
//!
//! As many rows, features and constraints as in the Adult data, 14 or 15 features of a row 1. The rows and the models
//! are random; the counts that are recorded are true.

#![expect(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a measurement may stop where it likes"
)]

use proofs_check::check_bytes;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::time::Instant;

const ROWS: usize = 32_561;
const COLUMNS: usize = 14;
const VALUES: usize = 9;
const MODELS: usize = 100;
const GROUPS: usize = 4;

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % n
    }
}

/// A fraction as a file spells it.
fn fraction(numerator: i64, denominator: i64) -> String {
    let (mut a, mut b) = (numerator.unsigned_abs(), denominator.unsigned_abs());
    while b > 0 {
        (a, b) = (b, a % b);
    }
    let divisor = i64::try_from(a).unwrap();
    let (p, q) = (numerator / divisor, denominator / divisor);
    if q == 1 { p.to_string() } else { format!("{p}/{q}") }
}

fn main() {
    let mut rng = Rng(0x9e37_79b9_7f4a_7c15);
    let rows: Vec<Vec<usize>> = (0..ROWS).map(|_| (0..COLUMNS).map(|_| rng.below(VALUES)).collect()).collect();
    let labels: Vec<bool> = rows.iter().map(|_| rng.below(4) == 0).collect();
    let mut csv = (0..COLUMNS).fold("y".to_owned(), |text, column| text + &format!(",c{column}")) + "\n";
    for (row, label) in rows.iter().zip(&labels) {
        csv += if *label { "yes" } else { "no" };
        for value in row {
            write!(csv, ",v{value}").unwrap();
        }
        csv.push('\n');
    }
    // The bias and the values but, for some columns, the last: 121 in all.
    let places: Vec<(usize, usize)> =
        (0..COLUMNS).flat_map(|column| (0..VALUES).map(move |value| (column, value))).take(120).collect();
    let features = places.iter().fold("[]".to_owned(), |text, (column, value)| {
        text + &format!(", [{{ \"column\": \"c{column}\", \"equals\": [\"v{value}\"] }}]")
    });
    let models: Vec<Vec<i64>> = (0..MODELS)
        .map(|_| (0..=places.len()).map(|_| i64::try_from(rng.below(2001)).unwrap() - 1000).collect())
        .collect();
    // In each group of the first column the positives must be predicted at 19/20 of the rate of all positives.
    let positives = r#"{ "column": "y", "equals": ["yes"] }"#;
    let constraints: Vec<String> = (0..GROUPS)
        .map(|group| {
            format!(
                "{{ \"name\": \"{group}\", \"constant\": \"0\", \"terms\": [ {{ \"coefficient\": \"19/20\", \"rows\": \
                 [{positives}] }}, {{ \"coefficient\": \"-1\", \"rows\": [{positives}, {{ \"column\": \"c0\", \"equals\": \
                 [\"v{group}\"] }}] }} ] }}"
            )
        })
        .collect();
    let count = |is: &dyn Fn(usize) -> bool| i64::try_from((0..ROWS).filter(|&row| is(row)).count()).unwrap();
    let all = count(&|row| labels[row]);
    let mut classifiers = Vec::new();
    for (k, model) in models.iter().enumerate() {
        let score = |row: &Vec<usize>| -> i64 {
            let active = row.iter().enumerate().map(|(column, value)| column * VALUES + value).filter(|at| *at < 120);
            model[0] + active.map(|at| model[at + 1]).sum::<i64>()
        };
        let predicted: Vec<bool> = rows.iter().map(|row| score(row) > 0).collect();
        let error = fraction(count(&|row| predicted[row] != labels[row]), i64::try_from(ROWS).unwrap());
        let found = count(&|row| labels[row] && predicted[row]);
        let values: Vec<(i64, i64)> = (0..GROUPS)
            .map(|group| {
                let size = count(&|row| labels[row] && rows[row][0] == group);
                let own = count(&|row| labels[row] && predicted[row] && rows[row][0] == group);
                (19 * found * size - 20 * own * all, 20 * all * size)
            })
            .collect();
        let feasible = values.iter().all(|(numerator, _)| *numerator <= 0);
        let values: Vec<String> = values.iter().map(|(p, q)| format!("\"{}\"", fraction(*p, *q))).collect();
        classifiers.push(format!(
            "{{ \"name\": \"{k}\", \"mixture\": [ {{ \"model\": {k}, \"weight\": \"1\" }} ], \"error\": \"{error}\", \
             \"constraints\": [{}], \"feasible\": {feasible} }}",
            values.join(", ")
        ));
    }
    let digest = Sha256::digest(csv.as_bytes()).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    let models: Vec<String> = models.iter().map(|model| format!("{model:?}")).collect();
    let fit = format!(
        "{{ \"format\": \"referee-fit/1\", \"data\": {{ \"file\": \"rows.csv\", \"sha256\": \"{digest}\", \"rows\": {ROWS}, \
         \"label\": {positives}, \"features\": [{features}] }}, \"constraints\": [{}], \"models\": [{}], \"classifiers\": \
         [{}] }}",
        constraints.join(", "),
        models.join(", "),
        classifiers.join(", ")
    );
    let start = Instant::now();
    check_bytes(fit.as_bytes(), "fit.json", |_| Ok(csv.as_bytes())).unwrap();
    let seconds = start.elapsed().as_secs_f64();
    println!("a fit of {MODELS} models on {ROWS} rows, {GROUPS} constraints: {seconds:.3} seconds");
}
