//! The answer does not depend on the number of threads: the same sums, the same counts, and of several flaws the first.

#![expect(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    reason = "a test may stop where it likes"
)]

use proofs_check::{Files, check_file};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number with all its digits and, now and then, of another size.
    fn number(&mut self) -> f64 {
        let exponent = 1023 - if self.next().is_multiple_of(50) { self.next() % 60 } else { self.next() % 8 };
        f64::from_bits(self.next() >> 12 | exponent << 52)
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("proofs-check-threads-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What is said of a file and the one that it names, which must be the same for any number of threads.
fn answer(name: &str, document: &str, named: &str, bytes: &[u8]) -> String {
    let folder = folder(name);
    let digest = Sha256::digest(bytes).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    fs::write(folder.join("document.json"), document.replace("DIGEST", &digest)).unwrap();
    fs::write(folder.join(named), bytes).unwrap();
    let said: Vec<String> = [1_usize, 2, 3, 16]
        .map(|threads| {
            let files = Files { threads: Some(threads.try_into().unwrap()), ..Files::default() };
            match check_file(&folder.join("document.json"), Some(files)) {
                Ok(accepted) => accepted.to_string(),
                Err(refusal) => refusal.to_string(),
            }
        })
        .to_vec();
    fs::remove_dir_all(&folder).unwrap();
    assert!(said.iter().all(|one| *one == said[0]), "{said:#?}");
    said[0].clone()
}

/// More lines than are read at once, of which each thread takes several times some.
const ROUNDS: usize = 30_000;

fn trace() -> String {
    let mut rng = Rng(7);
    let mut text = "objective,constraint_1.lo,constraint_1.hi,constraint_2,lambda_0,lambda_1,lambda_2\n".to_owned();
    for _ in 0..ROUNDS {
        let [x, a, b, y, lambda @ ..]: [f64; 7] = std::array::from_fn(|_| rng.number());
        let [zero, one, two] = lambda;
        writeln!(text, "{x:?},{:?},{:?},{:?},{zero:?},{one:?},{two:?}", a.min(b), a.max(b), -y).unwrap();
    }
    text
}

const ENTRIES: [&str; 8] = [
    "objective_weight",
    "objective",
    "infeasibility",
    "swap_regret",
    "external_regret",
    "deviation_to_constraints",
    "deviation_to_objective",
    "domination_gap",
];

/// A certificate with these entries; what is not given is so wide that it is refused, with the exact value.
fn certificate(known: &[String], weights: &str) -> String {
    let wide = "[-1e300, 1e300]".to_owned();
    let entry = |(k, name): (usize, &&str)| format!("\"{name}\": {}", known.get(k).unwrap_or(&wide));
    let measured: Vec<String> = ENTRIES.iter().enumerate().map(entry).collect();
    format!(
        "{{ \"format\": \"referee-certificate/1\", \"statement\": \"theorem-4\", \"game\": \"proxy-lagrangian\", \"trace\": \
         {{ \"file\": \"t.csv\", \"sha256\": \"DIGEST\", \"rounds\": {ROUNDS}, \"constraints\": 2 }}, \"given\": {{ \"weights\": \
         {{ \"theta\": \"{weights}\", \"lambda\": \"{weights}\" }} }}, \"measured\": {{ {} }}, \"claims\": [] }}",
        measured.join(", ")
    )
}

/// Entry by entry: what is said to be the exact value of one is recorded, so that the next is refused.
#[test]
fn sums_are_the_same() {
    let trace = trace();
    assert!(trace.len() > 3 << 20, "{}", trace.len());
    for weights in ["uniform", "linear", "tail:12345"] {
        let mut known = Vec::new();
        for entry in ENTRIES {
            let said = answer(&format!("sums-{weights}"), &certificate(&known, weights), "t.csv", trace.as_bytes());
            assert!(said.contains(&format!("measured.{entry}: ")), "{entry}: {said}");
            let exact = said.split_once("than the exact value ").unwrap().1.split_once(" by about").unwrap().0;
            let number = |text: &str| -> f64 { text.parse().unwrap() };
            // Either `about X` or `P/Q (X)` or `P`.
            let value = |end: &str| match end.split(' ').next().unwrap().split_once('/') {
                Some((p, q)) => number(p) / number(q),
                None => number(end.trim_start_matches("about ")),
            };
            let ends: Vec<f64> = exact.trim_matches(['[', ']']).split(", ").map(value).collect();
            let (lo, hi) = (ends[0], ends[ends.len() - 1]);
            known.push(format!("[{:?}, {:?}]", lo - lo.abs() * 1e-13, hi + hi.abs() * 1e-13));
        }
        let said = answer(&format!("sums-{weights}"), &certificate(&known, weights), "t.csv", trace.as_bytes());
        assert!(!said.contains("measured."), "{said}");
    }
}

#[test]
fn of_several_flaws_the_first_is_said() {
    let trace = trace();
    let with = |changes: &[(usize, &str)]| {
        let mut lines: Vec<&str> = trace.lines().collect();
        for (line, text) in changes {
            lines[line - 1] = text;
        }
        let text = lines.join("\n") + "\n";
        answer(&format!("flaws-{}", changes[0].0), &certificate(&[], "uniform"), "t.csv", text.as_bytes())
    };
    for (changes, wanted) in [
        (&[(29_000, "1,2"), (28_999, "x,1,1,1,1,1,1")][..], "line 28999: `objective` is `x`, which"),
        (&[(20_001, "1,2,1,1,1,1,1"), (100, "1,2,1,1,1,1,1")], "line 100: the `.lo` of an enclosure"),
        (&[(15_000, ""), (15_001, "x"), (29_999, "")], "line 15000: the line is empty, but more"),
        (&[(12_000, "1,1,1,1,-1,1,1"), (12_001, "\"")], "line 12000: `lambda_0` is `-1`, but a multiplier"),
    ] {
        let said = with(changes);
        assert!(said.contains(wanted), "{said}");
    }
}

/// Rows of four columns, of which a feature each tells one value, and the models that count them.
#[test]
fn counts_are_the_same_and_true() {
    const ROWS: usize = 60_000;
    let mut rng = Rng(11);
    let mut csv = "y,a,b,c\n".to_owned();
    let rows: Vec<[u64; 4]> = (0..ROWS).map(|_| std::array::from_fn(|_| rng.next() % 4)).collect();
    for [y, a, b, c] in &rows {
        writeln!(csv, "label{y},text{a},text{b},text{c}").unwrap();
    }
    assert!(csv.len() > 1 << 20, "{}", csv.len());
    let feature = |column: &str, value: u64| format!("[{{ \"column\": \"{column}\", \"equals\": [\"text{value}\"] }}]");
    let features = [feature("a", 0), feature("b", 1), feature("c", 2)].join(", ");
    // The second one cancels in rows of two kinds, the third by less than its filters see.
    let models = [[3, -1, -3], [2, -2, 0], [1, 1, -2]];
    let score = |k: usize, row: &[u64; 4]| -> i64 {
        (0_u64..).zip(models[k]).filter(|(j, _)| row[usize::try_from(j + 1).unwrap()] == *j).map(|(_, x)| x).sum()
    };
    let wrong = |k: usize| rows.iter().filter(|row| (score(k, row) > 0) != (row[0] == 3)).count();
    let classifiers: Vec<String> = (0..3)
        .map(|k| {
            let (mut a, mut b) = (wrong(k), ROWS);
            while b > 0 {
                (a, b) = (b, a % b);
            }
            format!(
                "{{ \"name\": \"{k}\", \"mixture\": [ {{ \"model\": {k}, \"weight\": \"1\" }} ], \"error\": \"{}/{}\", \
                 \"constraints\": [], \"feasible\": true }}",
                wrong(k) / a,
                ROWS / a
            )
        })
        .collect();
    let fit = format!(
        "{{ \"format\": \"referee-fit/1\", \"data\": {{ \"file\": \"d.csv\", \"sha256\": \"DIGEST\", \"rows\": {ROWS}, \"label\": \
         {{ \"column\": \"y\", \"equals\": [\"label3\"] }}, \"features\": [{features}] }}, \"constraints\": [], \"models\": \
         [[3, -1, -3], [2, -2, 0], [1, 1.0000000000000002, -2]], \"classifiers\": [{}] }}",
        classifiers.join(", ")
    );
    // In the file the third model is a little above what is counted here: its rows with all three features are positive.
    let said = answer("counts", &fit, "d.csv", csv.as_bytes());
    assert!(said.contains("the error of classifier 2 is recorded"), "{said}");
    let said = answer("true", &fit.replace("1.0000000000000002", "1"), "d.csv", csv.as_bytes());
    assert!(said.contains("exact counts on the 60000 rows"), "{said}");
    let late = csv
        .replacen("label1,text2,text3,text0\n", "label1,text2,text3\n", 400)
        .replace("text1,text2\n", "text1,\"text2\n");
    let first = late.lines().position(|line| line.contains('"') || line.matches(',').count() < 3).unwrap() + 1;
    let said = answer("flaws", &fit, "d.csv", late.as_bytes());
    assert!(said.contains(&format!("line {first}:")), "{said}");
}
