//! No bytes make the checker panic, and hostile ones are refused quickly.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "tests make numbers and mistakes freely"
)]

use proofs_check::{Accepted, Reason, Refusal, check_bytes};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn accepted_files() -> Vec<(Vec<u8>, Vec<u8>)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["accept", "problems/accept"] {
        files.extend(std::fs::read_dir(tests.join(folder)).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let data = |path: &PathBuf, text: &[u8]| {
        let text = String::from_utf8_lossy(text);
        // An equilibrium on a problem names no file.
        let name = text.split("\"file\": \"").nth(1).map(|rest| rest.split('"').next().unwrap());
        name.map_or_else(Vec::new, |name| std::fs::read(path.with_file_name(name)).unwrap())
    };
    let pair = |path: &PathBuf| {
        let text = std::fs::read(path).unwrap();
        let data = data(path, &text);
        (text, data)
    };
    files.iter().map(pair).collect()
}

fn check(certificate: &[u8], data: &[u8]) -> Result<Accepted, Refusal> {
    check_bytes(certificate, "hostile.json", |_| Ok(data))
}

/// Marsaglia's xorshift.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % n
    }

    fn damage(&mut self, bytes: &mut Vec<u8>) {
        const SPICE: &[u8] = b"\"{}[],:.-+0123456789eEtrue/\\u \n\r\t\x00\xff\xef\xbb\xbf";
        for _ in 0..=self.below(4) {
            let (at, length) = (self.below(bytes.len() + 1), self.below(12));
            let end = (at + length).min(bytes.len());
            match self.below(5) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(at..end)),
                2 => {
                    let copy = bytes[at..end].to_vec();
                    let to = self.below(bytes.len() + 1);
                    bytes.splice(to..to, copy);
                }
                3 => bytes.insert(at, SPICE[self.below(SPICE.len())]),
                _ => {
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte = SPICE[self.below(SPICE.len())];
                    }
                }
            }
        }
    }
}

#[test]
fn no_bytes_make_it_panic() {
    let files = accepted_files();
    let mut rng = Rng(0x1234_5678_9abc_def1);
    let mut answers = [0; 3];
    for round in 0..20_000 {
        let (mut certificate, mut data) = files[round % files.len()].clone();
        if rng.below(4) > 0 {
            rng.damage(&mut certificate);
        } else {
            rng.damage(&mut data);
        }
        match check(&certificate, &data) {
            Ok(accepted) => answers[0] += usize::from(!accepted.to_string().is_empty()),
            Err(refusal) => {
                assert!(!refusal.to_string().contains('\n'), "a refusal is one line: {refusal}");
                answers[usize::from(refusal.exit_status())] += 1;
            }
        }
    }
    assert!(answers.iter().all(|count| *count > 100), "accepted, rejected, malformed: {answers:?}");
}

#[test]
fn bytes_without_any_sense_are_malformed() {
    let mut rng = Rng(99);
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..rng.below(60)).map(|_| u8::try_from(rng.below(256)).unwrap()).collect();
        assert_eq!(check(&bytes, b"").unwrap_err().exit_status(), 2);
    }
    for text in ["", "{}", "[]", "null", "\u{feff}{}", "{\"format\": \"referee-certificate/2\"}", "{\"format\": 1}"] {
        assert_eq!(check(text.as_bytes(), b"").unwrap_err().exit_status(), 2, "{text}");
    }
}

/// The answer's exit status, if it came quickly.
fn quick(certificate: &str, data: &str) -> u8 {
    let start = Instant::now();
    let answer = check(certificate.as_bytes(), data.as_bytes());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?} for {answer:?}", start.elapsed());
    answer.err().map_or(0, |refusal| refusal.exit_status())
}

fn golden(name: &str) -> (String, String) {
    let read = |extension: &str| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/accept").join(format!("{name}.{extension}"));
        std::fs::read_to_string(file).unwrap()
    };
    (read("json"), read("csv"))
}

#[test]
fn depth_is_bounded() {
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    let within = check(nested(64).as_bytes(), b"").unwrap_err().to_string();
    assert!(within.contains("must be an object"), "64 levels are read: {within}");
    let beyond = check(nested(65).as_bytes(), b"").unwrap_err().to_string();
    assert!(beyond.contains("64 deep"), "{beyond}");
    assert_eq!(quick(&"[".repeat(5_000_000), ""), 2);
    assert_eq!(quick(&"{\"a\":".repeat(2_000_000), ""), 2);
}

/// A trace is read line by line, so only a line can be too long.
#[test]
fn a_trace_may_be_longer_than_any_other_file() {
    let line = |length: u64| b"1,1,0".chain(std::io::repeat(b' ').take(length - 6)).chain(b"\n".as_slice());
    let trace = |lines: usize, length: u64| -> Box<dyn Read> {
        let names: Box<dyn Read> = Box::new(b"objective,constraint_1,lambda_1\n".as_slice());
        (0..lines).fold(names, |before, _| Box::new(before.chain(line(length))))
    };
    let certificate = golden("tv-l").0;
    let refusal = |trace: Box<dyn Read>| {
        let mut trace = Some(trace);
        let open = |_: &str| trace.take().ok_or_else(|| std::io::ErrorKind::NotFound.into());
        check_bytes(certificate.as_bytes(), "certificate.json", open).unwrap_err()
    };
    let (most, long) = (1 << 26, refusal(trace(17, 1 << 26)));
    assert_eq!(long.reason(), Some(Reason::Digest), "all of it is read: {long}");
    let long = refusal(trace(1, most + 1)).to_string();
    assert_eq!(long, "malformed: tv-l.csv, line 2: the line is longer than 2^26 bytes");
}

#[test]
fn long_numbers_are_read_or_refused_quickly() {
    let (text, trace) = golden("tv-l");
    let digits = "0".repeat(1_000_000);
    assert_eq!(quick(&text.replace("\"radius\": 2.0", &format!("\"radius\": 2.{digits}")), &trace), 0, "still 2");
    assert_eq!(quick(&text.replace("\"radius\": 2.0", &format!("\"radius\": 2{digits}")), &trace), 2, "too large");
    assert_eq!(quick(&text.replace("\"radius\": 2.0", "\"radius\": 2e1000000000000000000000"), &trace), 2);
    assert_eq!(quick(&text.replace("\"rounds\": 5", "\"rounds\": 5e300"), &trace), 2);
    assert_eq!(quick(&text.replace("\"rounds\": 5", "\"rounds\": 5.5"), &trace), 2);
    let (text, candidates) = golden("tv-lp3");
    let digits = "7".repeat(1_000_000);
    assert_eq!(quick(&text.replace("\"4/7\"", &format!("\"{digits}\"")), &candidates), 2);
    assert_eq!(quick(&text.replace("\"4/7\"", &format!("\"1/{digits}\"")), &candidates), 2);
    let digits = &digits[..49_999];
    assert_eq!(quick(&text.replace("\"4/7\"", &format!("\"1{digits}/2{digits}\"")), &candidates), 1, "long but legal");
}

#[test]
fn all_exponents_of_a_double_are_summed_exactly() {
    // One round with the largest numbers, one with the least: no sum is lost, no memory runs away.
    let trace = "objective,constraint_1,lambda_0,lambda_1\n1e308,-1e308,1e308,1e308\n5e-324,-5e-324,5e-324,5e-324\n";
    let (text, _) = golden("tv-p");
    let text = text.replace("\"constraints\": 2", "\"constraints\": 1").replace("\"rounds\": 4", "\"rounds\": 2");
    assert_eq!(quick(&text, trace), 1, "the digest is another, but the trace is read");
    assert_eq!(quick(&text, &trace.replace("-1e308", "-1e309")), 2, "beyond the doubles");
}

#[test]
fn a_trace_that_is_no_trace_is_malformed_with_its_line() {
    let (text, trace) = golden("tv-l");
    for (from, to, line, what) in [
        ("objective,", "objektive,", 1, "objektive"),
        ("lambda_1", "lambda_2", 1, "lambda_*"),
        ("lambda_1", "constraint_1", 1, "constraint_1"),
        ("constraint_1", "constraint_1.lo", 1, "constraint_1"),
        ("constraint_1", "constraint_01", 1, "constraint_01"),
        ("lambda_1", "lambda_1.hi", 1, "lambda_1.hi"),
        ("0,5,0.5", "0,5", 3, "2 fields for 3"),
        ("0,5,0.5", "0,5,0.5,1", 3, "4 fields for 3"),
        ("0,5,0.5", "0,five,0.5", 3, "`five`"),
        ("0,5,0.5", "0,NaN,0.5", 3, "finite"),
        ("0,5,0.5", "0,inf,0.5", 3, "finite"),
        ("0,5,0.5", "0,1e400,0.5", 3, "finite"),
        ("0,5,0.5", "0,5,-0.5", 3, "negative"),
        ("0,5,0.5", "0,\"5,0.5", 3, "quotation"),
        ("0,5,0.5", "0,\"5\"5,0.5", 3, "quotation"),
        ("0,5,0.5", "\n0,5,0.5", 3, "empty"),
    ] {
        let refusal = check(text.as_bytes(), trace.replacen(from, to, 1).as_bytes()).unwrap_err();
        let Refusal::Malformed { file, line: found, reason } = refusal else { panic!("{to}: {refusal}") };
        assert_eq!((file.as_str(), found), ("tv-l.csv", Some(line)), "{to}: {reason}");
        assert!(reason.contains(what), "{to}: {reason}");
    }
    assert_eq!(quick(&text, "objective,constraint_1,lambda_1\n"), 2, "no round");
    assert_eq!(quick(&text, ""), 2, "empty");
}

#[test]
fn spaces_quotes_marks_and_line_ends_are_accepted() {
    use sha2::{Digest, Sha256};
    let (text, trace) = golden("tv-l");
    let digest = |text: &str| {
        Sha256::digest(text.as_bytes()).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
    };
    let old = digest(&trace);
    assert!(text.contains(&old));
    for other in [
        format!("\u{feff}{trace}"),
        trace.replace('\n', "\r\n"),
        trace.replace(',', " , "),
        trace.replace("lambda_1", " \"lambda_1\" ").replace("0,5,0.5", "\"0\", \" 5 \",0.5"),
        trace.clone() + "\n\r\n \n",
        trace.trim_end().to_owned(),
        trace.replace("0.5", "5e-1").replace("-5", "-5.").replace("5,0", "+5,00"),
    ] {
        assert_eq!(quick(&text.replace(&old, &digest(&other)), &other), 0, "{other}");
    }
}

/// The answer to a file of the corpus with these replacements, and with the digest of its new trace.
fn replaced(name: &str, data: &str, changes: &[(&str, &str)], trace: Option<&str>) -> u8 {
    use sha2::{Digest, Sha256};
    let read = |file: String| {
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/accept").join(file)).unwrap()
    };
    let mut text = read(format!("{name}.json"));
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    let old = if data.is_empty() { String::new() } else { read(format!("{data}.csv")) };
    let digest = |text: &str| {
        Sha256::digest(text.as_bytes()).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
    };
    if let Some(trace) = trace {
        text = text.replace(&digest(&old), &digest(trace));
    }
    quick(&text, trace.unwrap_or(&old))
}

#[test]
fn extreme_rates_are_answered_quickly() {
    let of = |statement: &str, data: &str, changes: &[(&str, &str)]| {
        replaced(&format!("rate-{statement}"), data, changes, None)
    };
    for extreme in ["5e-324", "2.2250738585072014e-308", "1e-300", "1e300", "1.7976931348623157e308"] {
        for (statement, data) in [("lemma-1", "rate-l"), ("lemma-8", "rate-p"), ("lemma-11-free", "rate-p-free")] {
            for (field, old) in [("payoff_bound", "5.0"), ("step", "0.125"), ("rounding", "1e-13")] {
                let (from, to) = (format!("\"{field}\": {old}"), format!("\"{field}\": {extreme}"));
                assert_eq!(of(statement, data, &[(&from, &to)]), 1, "{statement} {to}");
            }
        }
        for (statement, data) in [("lemma-10", "rate-l"), ("lemma-4", "rate-p"), ("theorem-7-free", "rate-l-free")] {
            for (field, old) in [("domain_radius", "2.0"), ("subgradient_bound", "3.0"), ("largest_subgradient", "2.5")]
            {
                let (from, to) = (format!("\"{field}\": {old}"), format!("\"{field}\": {extreme}"));
                assert_eq!(of(statement, data, &[(&from, &to)]), 1, "{statement} {to}");
            }
            let to = format!("\"confidence\": {extreme}");
            let wanted = if extreme.starts_with("1e300") || extreme.ends_with("e308") { 2 } else { 1 };
            assert_eq!(of(statement, data, &[("\"confidence\": 0.05", &to)]), wanted, "{statement} {to}");
        }
    }
    for (field, old, new) in [
        ("step", "0.125", "0.0"),
        ("step", "0.125", "-0.0"),
        ("step", "0.125", "-5e-324"),
        ("payoff_bound", "5.0", "-5e-324"),
        ("payoff_bound", "5.0", "\"5\""),
        ("rounding", "1e-13", "1e400"),
        ("rounding", "1e-13", "null"),
    ] {
        let (from, to) = (format!("\"{field}\": {old}"), format!("\"{field}\": {new}"));
        assert_eq!(of("lemma-8", "rate-p", &[(&from, &to)]), 2, "{to}");
    }
}

/// Values of all sizes, in one trace: the roots, squares and spreads of a rate are exact for them.
#[test]
fn rates_of_extreme_values_are_answered_quickly() {
    let proxy = "objective,constraint_1,proxy_1,lambda_0,lambda_1\n1e308,-1e308,1,1e308,5e-324\n\
                 5e-324,1.7e308,1,5e-324,1\n0,5e-324,0,0,0\n1,-5e-324,0,1,0\n";
    assert_eq!(replaced("rate-lemma-8", "rate-p", &[], Some(proxy)), 1);
    let lagrangian = "objective,constraint_1,constraint_2,lambda_1,lambda_2\n1,1e308,5e-324,1e308,1e308\n\
                      0,5e-324,-1e308,5e-324,0\n1,0,0,0,0\n1,1,1,1,1\n";
    assert_eq!(replaced("rate-lemma-1", "rate-l", &[], Some(lagrangian)), 1);
}

#[test]
fn extreme_equilibria_are_answered_quickly() {
    let long = |digits: usize| format!("1/{}3", "3".repeat(digits));
    let (long_one, longer) = (long(90_000), long(100_000));
    for (changes, status) in [
        (&[("\"weight\": \"1\"", format!("\"weight\": \"{long_one}\""))][..], 1),
        (&[("\"weight\": \"1\"", format!("\"weight\": \"{longer}\""))], 2),
        (&[("\"theta_gap\": \"0\"", format!("\"theta_gap\": \"{long_one}\""))], 1),
        (&[("\"radius\": 2", "\"radius\": 1.7976931348623157e308".to_owned())], 0),
        (&[("\"radius\": 2", "\"radius\": 0".to_owned())], 0),
        (&[("\"radius\": 2", "\"radius\": -5e-324".to_owned())], 2),
        (&[("\"candidate\": 1", "\"candidate\": 9007199254740992".to_owned())], 1),
        (&[("\"candidate\": 1", "\"candidate\": 1e300".to_owned())], 2),
        (&[("\"candidate\": 1", "\"candidate\": -1".to_owned())], 2),
        (&[("\"constraints\": 0", "\"constraints\": 9007199254740992".to_owned())], 2),
    ] {
        let changes: Vec<(&str, &str)> = changes.iter().map(|(from, to)| (*from, to.as_str())).collect();
        assert_eq!(replaced("eq-free", "eq-free", &changes, None), status, "{:.60}", changes[0].1);
    }
    let on_problem = |changes: &[(&str, &str)]| replaced("eq-vertices", "", changes, None);
    let multipliers = format!("\"multipliers\": [\"{long_one}\"]");
    assert_eq!(on_problem(&[("\"multipliers\": [\"1\"]", &multipliers)]), 1);
    assert_eq!(on_problem(&[("\"objective\": \"x\"", "\"objective\": \"exp(exp(1000 * x))\"")]), 1);
    assert_eq!(on_problem(&[("\"objective\": \"x\"", "\"objective\": \"exp(exp(40))\"")]), 1);
    assert_eq!(on_problem(&[("\"theta_gap\": 0.0", "\"theta_gap\": 1.7976931348623157e308")]), 0);
    assert_eq!(on_problem(&[("\"theta_gap\": 0.0", "\"theta_gap\": -5e-324")]), 1);
    // Many points with fractions of no common denominator, and many values that are no short fractions.
    let item = |k: usize| format!("{{ \"theta\": [0.{k}], \"weight\": \"1/{}\" }}", 10_007 + 2 * k);
    let support: Vec<String> = (1..400).map(item).collect();
    let items = "{ \"theta\": [0.25], \"weight\": \"1/3\" }, { \"theta\": [0.625], \"weight\": \"2/3\" }";
    assert_eq!(on_problem(&[(items, &support.join(", "))]), 1, "too many for one constraint");
}

/// As many points as there may be, each with a value that is no dyadic number.
#[test]
fn a_wide_equilibrium_is_answered_quickly() {
    let m = 120;
    let constraints: Vec<String> =
        (0..m).map(|i| format!("{{ \"name\": \"c{i}\", \"expression\": \"x / {} - x / 7\" }}", 2 * i + 3)).collect();
    let support: Vec<String> =
        (0..=m).map(|j| format!("{{ \"theta\": [{j}.5], \"weight\": \"1/{}\" }}", m + 1)).collect();
    let multipliers = vec!["\"1/7919\""; m].join(", ");
    let zeros = vec!["[0, 0]"; m].join(", ");
    let text = format!(
        "{{ \"format\": \"referee-equilibrium/1\", \"statement\": \"theorem-5\", \"game\": \"lagrangian\", \"radius\": 2, \
         \"problem\": {{ \"name\": \"wide\", \"variables\": [\"x\"], \"domain\": {{ \"kind\": \"box\", \"lower\": [-1000], \
         \"upper\": [1000] }}, \"objective\": \"x\", \"constraints\": [{}] }}, \"lower_bound\": {{ \"value\": -1e9, \
         \"evidence\": {{ \"kind\": \"vertices\" }} }}, \"support\": [{}], \"multipliers\": [{multipliers}], \
         \"objective\": [60.5, 60.5], \"constraints\": [{zeros}], \"theta_gap\": 1e10, \"lambda_gap\": 1e10 }}",
        constraints.join(", "),
        support.join(", ")
    );
    assert_eq!(quick(&text, ""), 1, "the constraints are not 0");
}
