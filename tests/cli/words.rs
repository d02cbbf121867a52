//! No sentence says more than is so: nothing is compared with a feasible mixture that may not exist, and every printed
//! bound is one as a decimal.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

const ALGORITHMS: [&str; 4] =
    ["oracle-lagrangian", "stochastic-lagrangian", "stochastic-proxy-lagrangian", "oracle-proxy-lagrangian"];

/// Runs the program and gives what it prints, in one line: sentences may be broken anywhere.
fn printed(arguments: &[&str], folder: &Path) -> String {
    let mut command = crate::program(Some(1000));
    let output = command.args(arguments).current_dir(folder).output().expect("the program was built");
    let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments:?}: {error}");
    out.lines().map(in_cells).collect::<Vec<_>>().join("\n")
}

/// A row of a table with its cells between bars: two spaces stand between columns.
fn in_cells(line: &str) -> String {
    let cells: Vec<&str> = line.trim().split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    if cells.len() < 2 { line.to_owned() } else { format!("| {} |", cells.join(" | ")) }
}

/// The number that a decimal is, digit by digit.
fn read(text: &str) -> Option<RBig> {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: IBig = format!("{whole}{fraction}").parse().ok()?;
    let exponent = exponent.parse::<i32>().ok()? - i32::try_from(fraction.len()).ok()?;
    let power = UBig::from(10_u8).pow(exponent.unsigned_abs() as usize);
    Some(if exponent < 0 { RBig::from_parts(digits, power) } else { RBig::from(digits * IBig::from(power)) })
}

/// Words that say that something is there to be best or least, and the phrases in which that is known: of finitely many
/// candidates, of a domain that is compact, or after a feasible mixture was found.
const PRESUPPOSE: [&str; 6] = ["the best", "best feasible", "best mixture", "best point", "the optimum", "the least"];
const KNOWN: [&str; 5] = [
    "the least worst rank",
    "the least that is not negative and that a mixture can keep",
    "No mixture of the candidates is feasible: the least epsilon",
    "No mixture of the candidates is feasible, by the upper ends of their enclosed values: the least epsilon",
    "this is also the least epsilon that a mixture keeps",
];

/// What proves that there is nothing to compare with.
const PROOFS: [&str; 2] = ["No mixture over the whole domain is feasible", "No model satisfies the hinges"];

/// What compares.
const COMPARISONS: [&str; 4] = ["exceeds that of", "is below that of", "suboptimality", "The refined mixture"];

fn check_words(printed: &str, context: &str) {
    let mut text = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.contains("refined, on ") {
        // It is feasible, so the infimum is one of numbers.
        text = text.replace("of the best (", "(");
    }
    for known in KNOWN {
        text = text.replace(known, "");
    }
    for word in PRESUPPOSE {
        assert!(!text.contains(word), "{context}: `{word}` in\n{printed}");
    }
    for (start, _) in text.match_indices("that of every ") {
        let rest = text[start..].trim_start_matches("that of every ");
        let rivals =
            ["feasible mixture, if there is one, by at", "mixture that satisfies the proxies, if there is one, by at"];
        assert!(rivals.iter().any(|rival| rest.starts_with(rival)), "{context}:\n{printed}");
    }
    if PROOFS.iter().any(|proof| text.contains(proof)) {
        for comparison in COMPARISONS {
            assert!(
                !text.contains(comparison),
                "{context}: `{comparison}` after a proof that there is none\n{printed}"
            );
        }
    }
}

/// The printed sides of every claim stand to each other as the verdict says, and one violation is one decimal.
fn check_numbers(printed: &str, context: &str) {
    for line in printed.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", _, left, sign @ ("<" | "<=" | ">" | ">="), right, verdict, ..] = cells[..] else { continue };
        let (Some(left), Some(right)) = (read(left), read(right)) else {
            assert_eq!(verdict, "undecided", "{context}: {line}");
            continue;
        };
        let so = match sign {
            "<" => left < right,
            "<=" => left <= right,
            ">" => left > right,
            _ => left >= right,
        };
        assert_eq!(verdict, if so { "holds" } else { "violated" }, "{context}: {line}");
    }
    let violations: Vec<&str> = printed
        .match_indices("violates no constraint by more than ")
        .filter_map(|(start, words)| printed[start + words.len()..].split(' ').next())
        .collect();
    assert!(violations.windows(2).all(|pair| pair[0] == pair[1]), "{context}: {violations:?}\n{printed}");
    if let Some(row) = printed.lines().find(|line| line.starts_with("| all rounds, as played"))
        && let Some(violation) = violations.first().filter(|violation| **violation != "0")
    {
        assert!(row.trim_end_matches([' ', '|']).ends_with(violation), "{context}: {row} and {violation}");
    }
}

/// What cannot be kept.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Constraints,
    Proxies,
    Both,
    Nothing,
}

const KINDS: [Kind; 4] = [Kind::Constraints, Kind::Proxies, Kind::Both, Kind::Nothing];

/// A small problem with convex functions of `x` and `y`, on a box or on finitely many points.
fn problem(kind: Kind, random: &mut ChaCha8Rng) -> String {
    let mut number = |from: f64, to: f64| random.random_range(from..to);
    let (a, above) = (number(0.1, 0.4), number(0.001, 0.5));
    let impossible = [format!("x^2 + y^2 + {above}"), format!("{} - x", 1.0 + above), format!("abs(x - y) + {above}")];
    let impossible = &impossible[[0.4, 0.8].iter().filter(|part| number(0.0, 1.0) < **part).count()];
    let feasible = format!("{a} - x");
    let constraint = if matches!(kind, Kind::Constraints | Kind::Both) { impossible } else { &feasible };
    let proxy = match kind {
        Kind::Constraints => String::new(),
        Kind::Proxies => format!("proxy = \"max({feasible}, 0) + {above}\"\n"),
        Kind::Both => format!("proxy = \"{impossible} + {above}\"\n"),
        Kind::Nothing => format!("proxy = \"{feasible} + 0.25 * y^2\"\n"),
    };
    let domain = if number(0.0, 1.0) < 0.7 {
        "[variables]\nx = [0, 1]\ny = [0, 1]\n".to_owned()
    } else {
        let points: Vec<String> = (0..6).map(|_| format!("[{}, {}]", number(0.4, 1.0), number(0.0, 1.0))).collect();
        format!("variables = [\"x\", \"y\"]\n[domain]\npoints = [{}]\n", points.join(", "))
    };
    // Before the first table.
    let (head, tables) = if domain.starts_with('[') { ("", domain.as_str()) } else { domain.split_at(23) };
    let (b, c) = (number(-1.0, 1.0), number(-1.0, 1.0));
    format!(
        "minimize = \"{b} * x + {c} * y\"\n{head}{tables}[[constraint]]\nname = \"c\"\nexpression = \"{constraint}\"\n{proxy}"
    )
}

#[test]
fn no_sentence_presupposes_a_feasible_mixture() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut random = ChaCha8Rng::seed_from_u64(18);
    let (mut proved, mut compared) = (0, 0);
    for draw in 0..12 {
        let kind = KINDS[draw % 4];
        let file = problem(kind, &mut random);
        fs::write(folder.path().join("p.toml"), &file).expect("ours");
        for algorithm in ALGORITHMS {
            for refine in [&["--refine"][..], &[]] {
                let context = format!("{kind:?}, {algorithm}, {refine:?}\n{file}");
                let arguments = ["solve", "p.toml", "--rounds", "30", "--output", "out", "--algorithm", algorithm];
                let text = printed(&[&arguments, refine].concat(), folder.path());
                check_words(&text, &context);
                check_numbers(&text, &context);
                let impossible = matches!(kind, Kind::Constraints | Kind::Both) && !refine.is_empty();
                assert_eq!(text.contains(PROOFS[0]), impossible, "{context}\n{text}");
                let compares = text.contains("that of every ");
                proved += usize::from(impossible);
                compared += usize::from(compares);
                assert_eq!(compares, !impossible, "{context}\n{text}");
            }
            // The trace of the last run, with the problem and without it.
            let more: [&[&str]; 2] = [&["--problem", "p.toml"], &["--lower-bound=-0.3"]];
            for arguments in more {
                let text = printed(&[&["certify", "out/trace.csv"], arguments].concat(), folder.path());
                check_words(&text, &file);
                check_numbers(&text, &file);
                assert!(text.contains("that of every ") || text.contains("VIOLATED"), "{file}\n{text}");
            }
            for epsilon in ["minimal", "0"] {
                check_words(&printed(&["shrink", "out/trace.csv", "--epsilon", epsilon], folder.path()), &file);
            }
        }
        for game in [&["--game", "lagrangian", "--radius", "3"][..], &["--game", "proxy-lagrangian"]] {
            for input in ["p.toml", "out/trace.csv"] {
                check_words(&printed(&[&["equilibrium", input], game].concat(), folder.path()), &file);
            }
        }
    }
    assert!(proved == 6 * 4 && compared > 6 * 4, "{proved} proofs, {compared} comparisons");
}

#[test]
fn a_fit_whose_hinges_cannot_be_kept_compares_with_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut random = ChaCha8Rng::seed_from_u64(18);
    for draw in 0..4 {
        let mut rows = "group,income,paid\n".to_owned();
        for row in 0..60 {
            let income = random.random_range(10..90);
            let paid = income + random.random_range(-20..20) > 50;
            let (group, paid) = (["a", "b"][row % 2], if paid { "yes" } else { "no" });
            writeln!(rows, "{group},{income},{paid}").expect("memory");
        }
        fs::write(folder.path().join("rows.csv"), rows).expect("ours");
        let mut call = vec!["fit", "rows.csv", "--label", "paid", "--positive", "yes", "--rounds", "100"];
        call.extend(["--snapshots", "10", "--batch", "10", "--output", "out"]);
        let impossible = draw % 2 == 0;
        let constraints: &[&str] =
            if impossible { &["tpr(group=a) >= 1", "tpr(group=a) <= 0.05"] } else { &["tpr(group=a) >= 0.3 * tpr()"] };
        call.extend(constraints.iter().flat_map(|constraint| ["--constraint", constraint]));
        let text = printed(&call, folder.path());
        check_words(&text, &format!("{constraints:?}"));
        check_numbers(&text, &format!("{constraints:?}"));
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(flat.contains(PROOFS[1]), impossible, "{text}");
        assert_eq!(flat.contains("that of every "), !impossible, "{text}");
    }
}

/// The mean of this trace is the double nearest to 1/10, which is above 1/10.
#[test]
fn a_mean_above_a_decimal_is_not_printed_as_that() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let row = "0.1,0.001,0.5\n";
    fs::write(folder.path().join("t.csv"), format!("objective,constraint_1,lambda_1\n{row}{row}")).expect("ours");
    let text = printed(&["certify", "t.csv", "--lower-bound", "0.01", "--radius", "1"], folder.path());
    check_numbers(&text, "t.csv");
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("| objective | 0.1 | 0.100000001 |"), "{text}");
    assert!(text.contains("by more than 0.00100000001 on average"), "{text}");
    assert!(!text.contains(" 0.001 on average"), "{text}");
    let words = "If 0.01 really is a lower bound: its mean objective, at most 0.100000001, exceeds that of every \
                 feasible mixture, if there is one, by at most 0.0900000001 (declared).";
    assert!(text.contains(words), "{text}");
    // What refutes a bound by one unit in the last place is seen to be smaller.
    let loss = 0.1 + 0.5 * 0.001;
    let above = format!("{}", f64::next_up(f64::next_up(loss)));
    let text = printed(&["certify", "t.csv", "--lower-bound", &above, "--radius", "1"], folder.path());
    let words = "VIOLATED: the lower bound 0.100500000000000";
    assert!(
        text.contains(words) && text.contains("is not a lower bound, because this very run reaches 0.1005"),
        "{text}"
    );
    let sides: Vec<RBig> = text
        .split("VIOLATED: the lower bound ")
        .nth(1)
        .into_iter()
        .flat_map(|rest| {
            let reached = rest.split("reaches ").nth(1).unwrap_or_default();
            [rest, reached].map(|side| side.split(' ').next().and_then(read).expect("a decimal"))
        })
        .collect();
    assert!(sides[0] > sides[1], "{text}");
}

/// The loss of this run is -0.5 - 1e-20, which no double tells from the bound.
#[test]
fn what_is_missed_by_less_than_a_double_is_not_reached() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("t.csv"), "objective,constraint_1,lambda_1\n-0.5,-1e-20,1\n").expect("ours");
    let text = printed(&["certify", "t.csv", "--lower-bound=-0.5", "--radius", "2"], folder.path());
    let words = "the lower bound -0.5 is not a lower bound, because this very run reaches less than -0.5 at the mean";
    assert!(text.contains(words), "{text}");
    // The same of a norm below the radius.
    fs::write(folder.path().join("n.csv"), "objective,constraint_1,lambda_1\n0,0,1\n0,0,0.9999999999999999\n")
        .expect("ours");
    let text = printed(&["certify", "n.csv", "--lower-bound=0", "--radius", "1"], folder.path());
    assert!(text.contains("below R | [0.999999999, 1] | < | 1 | holds"), "{text}");
}

/// 0.7 is read as a double below 7/10, and 0.2 as one above 2/10.
#[test]
fn what_was_given_is_printed_as_it_was_given() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let row = "0.6,0.2,0.5\n";
    fs::write(folder.path().join("t.csv"), format!("objective,constraint_1,lambda_1\n{row}{row}")).expect("ours");
    let shows = |flags: &[&str], rows: &[&str], words: &[&str]| {
        let text = printed(&[&["certify", "t.csv"], flags].concat(), folder.path());
        check_numbers(&text, &flags.join(" "));
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for shown in rows.iter().chain(words) {
            assert!(flat.contains(shown), "{shown} is missing in:\n{text}");
        }
    };
    let reached = "| the lower bound is below what was reached |";
    shows(
        &["--lower-bound", "0.7", "--radius", "0.7"],
        &[
            "| norm of the mean multipliers is below R | 0.5 | < | 0.7 |",
            &format!("{reached} 0.7 | <= | 0.700000001 | holds"),
        ],
        &[],
    );
    for (lower, least) in [("0.95", "0.700000001"), ("0.7000000000000002", "0.7000000000000001")] {
        shows(
            &["--lower-bound", lower, "--radius", "0.7"],
            &[&format!("{reached} {lower} | <= | {least} | violated")],
            &[&format!(
                "the lower bound {lower} is not a lower bound, because this very run reaches {least} at the mean"
            )],
        );
    }
    let rate = ["--statement", "lemma-1", "--radius", "0.7", "--payoff-bound", "0.2", "--rounding", "1e-7"];
    let kept = [
        "| payoffs have a norm of at most B | 0.2 | <= | 0.2 | holds",
        "| multipliers sum to at most R | 0.5 | <= | 0.7 | holds",
        "| what is added for rounding is at most 2^-20 of the rate | 1e-7 | <= |",
    ];
    let oracle = ["--lower-bound", "0.6", "--oracle-error", "0.2"];
    shows(&[&rate[..], &oracle].concat(), &kept, &["or less, is at most 0.2: the oracle's error"]);
    let oracle = ["--lower-bound", "0.4", "--oracle-error", "0.2"];
    let undecided = "and the oracle's error is at most 0.2.";
    shows(&[&rate[..], &oracle].concat(), &kept, &[undecided]);
}

#[test]
fn a_step_is_no_rate_of_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("t.csv"), "objective,constraint_1,lambda_1\n0,0,0\n").expect("ours");
    let call = "certify t.csv --statement lemma-10 --radius 1 --payoff-bound 1 --domain-radius 1 --subgradient-bound 1 \
                --confidence 0.1 --step 0.7 --theta-step 0.7 --lower-bound 0";
    let text = printed(&call.split_whitespace().collect::<Vec<_>>(), folder.path());
    for step in ["the theta-player's step is the printed one", "the lambda-player's step is the printed one"] {
        let row = text.lines().find(|line| line.contains(step)).unwrap_or_else(|| panic!("{text}"));
        assert!(row.contains("| L10, hypothesis |"), "{row}");
    }
}

/// A value that is known to lie in [-1, 1] may be 0: that its upper end cannot be kept does not say that it cannot.
#[test]
fn what_only_the_upper_ends_show_is_said_of_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (head, row, by) in [
        ("constraint_1.lo,constraint_1.hi", "-1,1", ", by the upper ends of their enclosed values"),
        ("constraint_1", "1", ""),
    ] {
        fs::write(folder.path().join("c.csv"), format!("objective,{head}\n0,{row}\n")).expect("ours");
        let minimal = printed(&["shrink", "c.csv"], folder.path());
        assert!(minimal.contains(&format!("No mixture of the candidates is feasible{by}: the least")), "{minimal}");
        assert!(minimal.contains(&format!("as given{by}: no mixture")), "{minimal}");
        printed(&["shrink", "c.csv", "--output", "s.json"], folder.path());
        let checked = printed(&["check", "s.json", "--candidates", "c.csv"], folder.path());
        assert_eq!(checked.contains("\nvalues: the upper ends, where the candidates enclose theirs\n"), !by.is_empty());
        let zero = printed(&["shrink", "c.csv", "--epsilon", "0"], folder.path());
        assert!(zero.contains(&format!("Infeasible{by}: no mixture")), "{zero}");
    }
}

/// The checks have teeth: they refuse what was printed before.
#[test]
fn what_was_said_before_is_refused() {
    let refused = |check: fn(&str, &str), text: &str| std::panic::catch_unwind(|| check(text, "")).is_err();
    for text in [
        "its mean objective 0 exceeds that of the best feasible mixture by at most 1",
        "at least 7e-6 below that of the best mixture that satisfies the proxies (proved)",
        "is 1 below that of every feasible mixture (proved)",
        "No mixture over the whole domain is feasible: .. is below that of every feasible mixture, if there is one, by at least 1",
        "| objective | 0 | best point 3 |",
    ] {
        assert!(refused(check_words, text), "{text}");
    }
    for text in [
        "| suboptimality | 0.1 | < | 0.1 | holds | proved |",
        "| suboptimality | 0.2 | <= | 0.3 | violated | proved |",
        "violates no constraint by more than 0.00100000001 on. violates no constraint by more than 0.001 on",
        "violates no constraint by more than 0.001 on\n| all rounds, as played | 0 | 0.00100000001 |",
    ] {
        assert!(refused(check_numbers, text), "{text}");
    }
    check_numbers(
        "| weight | 0.2 | >= | 0.1 | holds |\n| weight | [0.2, 0.3] | <= | 0.25 | undecided |",
        "these are right",
    );
}
