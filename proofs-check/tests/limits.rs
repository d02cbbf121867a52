//! Limits and forms at their ends: what is just within is read, and what is just beyond is refused.

#![expect(clippy::unwrap_used, reason = "a test may stop where it likes")]

use proofs_check::check_bytes;
use std::path::Path;

/// The answer's exit status.
fn status(certificate: &str, data: &str) -> u8 {
    let answer = check_bytes(certificate.as_bytes(), "limits.json", |_| Ok(data.as_bytes()));
    answer.err().map_or(0, |refusal| refusal.exit_status())
}

fn read(file: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/accept").join(file)).unwrap()
}

/// A proxy trace of one round with many constraints, all of them 0 under no multiplier but the objective's.
fn wide(m: usize, with_swap: bool) -> (String, String) {
    use sha2::{Digest, Sha256};
    let names = (1..=m).fold(String::new(), |names, i| names + &format!(",constraint_{i},lambda_{i}"));
    let trace = format!("objective,lambda_0{names}\n1,1{}\n", ",0,0".repeat(m));
    let digest =
        Sha256::digest(trace.as_bytes()).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    let zero = "[0, 0]";
    let swap = if with_swap { ", \"swap_regret\": [0, 0]" } else { "" };
    let claim = |name: &str, role: &str, relation: &str, rhs: &str| {
        format!(
            "{{ \"name\": \"{name}\", \"role\": \"{role}\", \"relation\": \"{relation}\", \"lhs\": {zero}, \"rhs\": {rhs}, \
             \"grade\": \"proved\", \"verdict\": \"holds\" }}"
        )
    };
    let mut claims = vec![
        claim("objective_weight_positive", "hypothesis", "<", "[1, 1]"),
        claim("domination", "hypothesis", "<=", zero),
        claim("infeasibility_deviation", "conclusion", "<=", zero),
    ];
    claims.extend(with_swap.then(|| claim("infeasibility", "conclusion", "<=", zero)));
    let certificate = format!(
        "{{ \"format\": \"referee-certificate/1\", \"statement\": \"theorem-4\", \"game\": \"proxy-lagrangian\", \"trace\": {{ \
         \"file\": \"t.csv\", \"sha256\": \"{digest}\", \"rounds\": 1, \"constraints\": {m} }}, \"given\": {{}}, \"measured\": {{ \
         \"objective_weight\": [1, 1], \"objective\": [1, 1], \"infeasibility\": {zero}, \"external_regret\": {zero}, \
         \"deviation_to_constraints\": {zero}, \"deviation_to_objective\": {zero}, \"domination_gap\": {zero}{swap} }}, \
         \"claims\": [ {} ] }}",
        claims.join(", ")
    );
    (certificate, trace)
}

#[test]
fn the_regrets_may_be_absent_above_512_constraints_only() {
    // Of more than 2048 constraints the swap regret is not computed.
    for (m, with_swap, wanted) in [(2049, true, 2), (512, false, 1), (513, false, 0), (1, false, 1)] {
        let (certificate, trace) = wide(m, with_swap);
        assert_eq!(status(&certificate, &trace), wanted, "{m} constraints, swap regret: {with_swap}");
    }
    for (m, with_swap, wanted) in [(1, true, 1), (12, true, 1), (513, false, 0)] {
        let (certificate, trace) = wide(m, with_swap);
        let without = certificate.replace("\"external_regret\": [0, 0], ", "");
        assert_ne!(without, certificate);
        assert_eq!(status(&without, &trace), wanted, "{m} constraints, no external regret");
    }
}

#[test]
fn a_hundred_thousand_constraints_are_read() {
    for (with_swap, wanted) in [(false, 0), (true, 2)] {
        let (certificate, trace) = wide(100_000, with_swap);
        assert_eq!(status(&certificate, &trace), wanted, "swap regret: {with_swap}");
    }
}

/// The same where the swap regret is there, which takes a while.
#[test]
fn the_external_regret_may_be_absent_above_512_constraints_only() {
    for (m, wanted) in [(512, 1), (513, 0)] {
        let (certificate, trace) = wide(m, true);
        assert_eq!(status(&certificate, &trace), 0, "{m} constraints, both regrets");
        let without = certificate.replace("\"external_regret\": [0, 0], ", "");
        assert_ne!(without, certificate);
        assert_eq!(status(&without, &trace), wanted, "{m} constraints, no external regret");
    }
}

/// Without the swap regret a rate claims nothing about it.
#[test]
fn rates_of_many_constraints_need_no_swap_regret() {
    for (m, wanted) in [(512, 1), (513, 0), (20_000, 0)] {
        let (certificate, trace) = wide(m, false);
        let rate = certificate
            .replace("theorem-4", "lemma-8")
            .replace("\"given\": {}", "\"given\": { \"rate\": { \"payoff_bound\": 1 } }")
            .replace(
                "\"measured\": {",
                "\"measured\": { \"largest_payoff\": [0, 0], \"mean_square_spread\": [0, 0], \
                      \"off_simplex\": [0, 0], \"theta_regret_seen\": [0, 0],",
            );
        let (before, claims) = rate.split_once("\"claims\": [").unwrap();
        let claim = claims.split_once('}').unwrap().0.replace("\"<\"", "\"<=\"");
        let claim = |name: &str, rhs: &str| {
            claim
                .replace("objective_weight_positive", name)
                .replace("\"rhs\": [1, 1]", &format!("\"rhs\": [{rhs}, {rhs}]"))
                + "}"
        };
        let claims = [claim("payoffs_bounded", "1"), claim("multipliers_in_set", "0")].join(", ");
        assert_eq!(status(&format!("{before}\"claims\": [{claims}] }}"), &trace), wanted, "{m} constraints");
    }
}

/// A file is named by its plain name, and what a system would look for elsewhere or nowhere is no name.
#[test]
fn the_name_of_a_file_is_plain() {
    let (text, trace) = (read("tv-l.json"), read("tv-l.csv"));
    let named = |name: &str| {
        let changed = text.replace("\"file\": \"tv-l.csv\"", &format!("\"file\": \"{name}\""));
        assert!(changed != text || name == "tv-l.csv", "{name}");
        status(&changed, &trace)
    };
    for name in ["tv-l.csv", "a b", "..a", "...", "-", "é.csv"] {
        assert_eq!(named(name), 0, "{name}");
    }
    for name in ["", ".", "..", "/", "/tv-l.csv", "a/b", "./a", "a/.", "a/", "a\\\\b", "\\\\", "a\\u0000", "..\\\\a"] {
        assert_eq!(named(name), 2, "{name}");
    }
}

/// A digest has 64 hex digits, small or capital.
#[test]
fn a_digest_has_64_hex_digits() {
    let (text, trace) = (read("tv-l.json"), read("tv-l.csv"));
    let digest = text.split("\"sha256\": \"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let with = |other: &str| status(&text.replace(&digest, other), &trace);
    let (all, one_less) = (digest.to_uppercase(), digest.get(1..).unwrap());
    assert_eq!((with(&digest), with(&all), with(&"0".repeat(64))), (0, 0, 1));
    let wrong = [one_less.to_owned(), format!("{digest}0"), String::new(), "g".repeat(64), "0".repeat(63)];
    let almost = [format!("{one_less}g"), format!("g{one_less}"), format!("{one_less} "), format!("+{one_less}")];
    for other in wrong.into_iter().chain(almost).chain(["\u{e9}".repeat(32), "0".repeat(65)]) {
        assert_eq!(with(&other), 2, "{other}");
    }
}

/// What is at the end of what it may be is well formed: then it is not true here.
#[test]
fn numbers_may_be_at_the_ends_of_their_ranges() {
    for (file, from, least, beyond) in [
        ("rate-corollary-4", "\"confidence\": 0.05", "1.0", "1.0000000000000002"),
        ("rate-corollary-4", "\"confidence\": 0.05", "5e-324", "0.0"),
        ("rate-corollary-4", "\"payoff_bound\": 5.0", "0.0", "-5e-324"),
        ("rate-corollary-4", "\"step\": 0.11774100225154746", "5e-324", "-0.0"),
        ("rate-lemma-1", "\"radius\": 4.0", "0.0", "-5e-324"),
        ("tv-l", "\"radius\": 2.0", "0.0", "-5e-324"),
        ("tv-l", "\"objective_range\": 5.0", "0.0", "-5e-324"),
        ("ranges-theorem-1", "\"hi\": 1.0", "-1.0", "-1.0000000000000002"),
        ("equal-theorem-3", "\"norm\": 2.0", "1.0", "0.9999999999999999"),
    ] {
        let text = read(&format!("{file}.json"));
        let data = text.split("\"file\": \"").nth(1).unwrap().split('"').next().unwrap();
        let (field, trace) = (from.split(": ").next().unwrap(), read(data));
        assert!(text.contains(from) && status(&text, &trace) == 0, "{file} {from}");
        let with = |number: &str| status(&text.replace(from, &format!("{field}: {number}")), &trace);
        assert_eq!((with(least), with(beyond)), (1, 2), "{file} {field}");
    }
}

/// A mirror stands in the two statements that leave it open.
#[test]
fn a_mirror_has_a_place_in_two_statements_only() {
    let mut places = Vec::new();
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/accept")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !name.starts_with("rate-") || !read(&name).starts_with('{') || read(&name).contains("\"mirror\"") {
            continue;
        }
        let text = read(&name);
        let trace = read(text.split("\"file\": \"").nth(1).unwrap().split('"').next().unwrap());
        let changed = text.replace("\"rate\": {", "\"rate\": { \"mirror\": { \"kind\": \"euclidean\" },");
        let has_place = ["\"theorem-6\"", "\"theorem-7\""].iter().any(|of| text.contains(of));
        assert_eq!((status(&text, &trace), status(&changed, &trace)), (0, if has_place { 0 } else { 2 }), "{name}");
        places.push(has_place);
    }
    let with_place = places.iter().filter(|has_place| **has_place).count();
    assert!(with_place >= 5 && places.len() > 40, "{with_place} of {}", places.len());
}
