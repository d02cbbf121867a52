//! Nothing that is printed is wider than the terminal, but for paths.

use std::fs;
use std::path::Path;
use std::process::Output;

fn call(arguments: &str, columns: usize, folder: &Path) -> Output {
    let mut program = crate::program(Some(columns));
    program.args(arguments.split_whitespace()).current_dir(folder).output().expect("the program was built")
}

/// The widest line, without those that name a file that was written.
fn widest(printed: &str) -> &str {
    let lines = printed.lines().filter(|line| !line.starts_with("wrote ") && !line.starts_with("SHA-256"));
    lines.max_by_key(|line| line.chars().count()).unwrap_or_default()
}

const PROBLEM: &str = "minimize = \"x + y\"\n[variables]\nx = [-1, 1]\ny = [-1, 1]\n[[constraint]]\n\
    name = \"a name as long as names may be: sixty letters, as here, and\"\n\
    expression = \"0.1 - x - 0.3333333333333333 * y\"\n";

/// Every command, after those whose files it reads.
const CALLS: [&str; 26] = [
    "solve triangle --rounds 500 --output tri",
    "solve named.toml --rounds 300 --output named --refine",
    "solve polygon:m=16 --rounds 300 --output poly",
    "solve step-hinge --theta-player stochastic-subgradient --rounds 300 --output hinge",
    "solve qp-half --until 1e-1 --output until",
    "solve triangle --no-trace --rounds 200",
    "solve --list",
    "solve --list players",
    "certify tri/trace.csv --problem triangle --radius 7.5 --output again.json",
    "certify tri/trace.csv --problem triangle --radius 7.5 --statement lemma-1 --payoff-bound 2 --oracle-error 0.1",
    "certify hinge/trace.csv",
    "shrink poly/trace.csv --output s.json",
    "shrink tri/trace.csv --every 3 --epsilon 1/1000",
    "equilibrium triangle",
    "equilibrium poly/trace.csv --radius 3",
    "check tri/certificate.json",
    "check s.json --candidates poly/trace.csv",
    "plan --statement lemma-4 --constraints 4 --margin 0.1 --objective-range 1 --payoff-bound 1 --domain-radius 1 \
     --subgradient-bound 10 --confidence 0.05 --infeasibility 0.05 --suboptimality 0.1",
    "rates --players matrix,deviation-predictive-rm-plus,gradient --sequences all --problems triangle --rounds 2^6..2^9",
    "sweep grid.toml --output swept",
    "sweep status swept",
    "sweep merge swept --partial",
    "sweep work swept --task 0 --chunk 9",
    "statements",
    "verify --family triangle",
    "verify --random 1",
];

#[test]
fn no_line_is_wider_than_the_terminal() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("named.toml"), PROBLEM).expect("ours");
    let grid = "[solve]\nproblems = [\"triangle\", \"polygon:m=16\"]\nrounds = \"2^5..2^6\"\nseeds = 3\n";
    fs::write(folder.path().join("grid.toml"), grid).expect("ours");
    for columns in [80, 100, 120] {
        for arguments in CALLS {
            let output = call(arguments, columns, folder.path());
            let printed = std::str::from_utf8(&output.stdout).expect("text");
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.code() != Some(2) && !printed.is_empty(), "{arguments}: {error}");
            let wide = widest(printed);
            assert!(wide.chars().count() <= columns, "{arguments}, {columns} columns, {wide}");
            // Shown with --nocapture: the table of the widest lines.
            println!("{:>3} of {columns}: referee {arguments}", wide.chars().count());
        }
    }
}

#[test]
fn a_pipe_has_a_hundred_columns_and_a_long_call_can_be_pasted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut program = crate::program(None);
    let output = program.args(["solve", "triangle", "--rounds", "64"]).current_dir(folder.path()).output();
    let printed = String::from_utf8(output.expect("the program was built").stdout).expect("text");
    let width = widest(&printed).chars().count();
    assert!((90..=100).contains(&width), "{width}:\n{printed}");
    let (_, call) = printed.split_once("\nreferee certify ").expect("a call");
    assert!(
        call.starts_with("referee-out/trace.csv --problem triangle --statement lemma-1 \\\n    --radius"),
        "{call}"
    );
}
