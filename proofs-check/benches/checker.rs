//! How long checking takes, in a table: `cargo bench -p proofs-check`.
//!
//! The traces are random and their certificates so loose that they are refused, but not before every sum was taken: what
//! is timed is reading the trace and adding it up, which is nearly all of a check.

#![expect(
    clippy::unwrap_used,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "a measurement may stop where it likes, and prints times"
)]

use proofs_check::{Reason, Refusal, check_bytes};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::time::Instant;

/// A proxy trace of random numbers with all their digits.
fn trace(rounds: usize, constraints: usize, enclosed: bool) -> String {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut uniform = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        f64::from_bits(state >> 12 | 0x3ff0_0000_0000_0000) - 1.0
    };
    let mut text = if enclosed { "objective.lo,objective.hi".to_owned() } else { "objective".to_owned() };
    for i in 1..=constraints {
        let columns =
            if enclosed { format!(",constraint_{i}.lo,constraint_{i}.hi") } else { format!(",constraint_{i}") };
        text += &columns;
    }
    (0..=constraints).for_each(|i| write!(text, ",lambda_{i}").unwrap());
    text.push('\n');
    for _ in 0..rounds {
        for column in 0..=constraints {
            let x = uniform() - 0.5;
            write!(text, "{}{x:?}", if column == 0 { "" } else { "," }).unwrap();
            if enclosed {
                write!(text, ",{:?}", x + 1e-12).unwrap();
            }
        }
        (0..=constraints).for_each(|_| write!(text, ",{:?}", uniform()).unwrap());
        text.push('\n');
    }
    text
}

fn certificate(trace: &str, rounds: usize, constraints: usize) -> String {
    let digest: String =
        Sha256::digest(trace.as_bytes()).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    let mut names =
        vec!["objective_weight", "objective", "infeasibility", "external_regret", "deviation_to_constraints"];
    names.extend(["deviation_to_objective", "domination_gap"]);
    let mut claims = vec![("objective_weight_positive", "hypothesis", "<"), ("domination", "hypothesis", "<=")];
    claims.push(("infeasibility_deviation", "conclusion", "<="));
    if constraints <= 512 {
        names.push("swap_regret");
        claims.push(("infeasibility", "conclusion", "<="));
    }
    let loose = "[-1e9, 1e9]";
    let measured: Vec<_> = names.iter().map(|name| format!("\"{name}\": {loose}")).collect();
    let claims = claims.iter().map(|(name, role, relation)| {
        format!(
            "{{ \"name\": \"{name}\", \"role\": \"{role}\", \"relation\": \"{relation}\", \"lhs\": {loose}, \
             \"rhs\": {loose}, \"grade\": \"proved\", \"verdict\": \"holds\" }}"
        )
    });
    format!(
        "{{ \"format\": \"referee-certificate/1\", \"statement\": \"theorem-4\", \"game\": \"proxy-lagrangian\", \"trace\": \
         {{ \"file\": \"t.csv\", \"sha256\": \"{digest}\", \"rounds\": {rounds}, \"constraints\": {constraints} }}, \
         \"given\": {{}}, \"measured\": {{ {} }}, \"claims\": [ {} ] }}",
        measured.join(", "),
        claims.collect::<Vec<_>>().join(", ")
    )
}

fn main() {
    println!("{:>8} {:>5} {:>9} {:>8} {:>9} {:>12}", "rounds", "m", "enclosed", "MB", "seconds", "us per round");
    for (rounds, constraints, enclosed) in [
        (10_000, 10, false),
        (100_000, 10, false),
        (100_000, 10, true),
        (10_000, 100, false),
        (200, 512, false),
        (1_000, 2_000, false),
    ] {
        let trace = trace(rounds, constraints, enclosed);
        let certificate = certificate(&trace, rounds, constraints);
        let start = Instant::now();
        let answer = check_bytes(certificate.as_bytes(), "certificate.json", |_| Ok(trace.as_bytes()));
        let seconds = start.elapsed().as_secs_f64();
        assert!(matches!(answer, Err(Refusal::Rejected { reason: Reason::TooWide, .. })), "{answer:?}");
        let (megabytes, each) = (trace.len() as f64 / 1e6, seconds * 1e6 / rounds as f64);
        println!("{rounds:>8} {constraints:>5} {enclosed:>9} {megabytes:>8.1} {seconds:>9.3} {each:>12.2}");
    }
}
