//! What `referee solve --refine` says of all mixtures is a file that the checker accepts.

use serde_json::Value;
use std::fs;
use std::path::Path;

/// What is printed; the status must be 0.
fn solve(arguments: &[&str], output: &Path) -> String {
    let mut command = crate::program(Some(1000));
    let answer = command.arg("solve").args(arguments).arg("--output").arg(output).output().expect("built");
    assert_eq!(answer.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&answer.stderr));
    String::from_utf8(answer.stdout).expect("the program prints text")
}

/// Problems of every kind that a refinement may meet, with what comes out.
const REFINED: [(&str, &str, &str); 8] = [
    (
        "convex",
        "minimize = \"(x - 2)^2 + exp(y)\"\n[variables]\nx = [-3, 3]\ny = [-1, 1]\n[[constraint]]\nexpression = \"x^2 + y^2 - 1\"\n",
        "optimal",
    ),
    (
        "ball",
        "minimize = \"x + abs(y - 0.1)\"\nvariables = [\"x\", \"y\"]\n[domain]\nball = 2\n[[constraint]]\nexpression = \"0.3 - x\"\n",
        "optimal",
    ),
    (
        "concave",
        "minimize = \"-x^2 - y\"\n[variables]\nx = [-1, 1]\ny = [-1, 1]\n[[constraint]]\nexpression = \"x + y - 0.1\"\n",
        "optimal",
    ),
    (
        "waves",
        "minimize = \"sin(3 * x) + 0.1 * x\"\n[variables]\nx = [-2, 2]\n[[constraint]]\nexpression = \"step(-x) - 1/3\"\n",
        "optimal",
    ),
    (
        "points",
        "minimize = \"x\"\nvariables = [\"x\"]\n[domain]\npoints = [[0], [0.1], [1]]\n[[constraint]]\nexpression = \"0.7 - x\"\n",
        "optimal",
    ),
    (
        "square",
        "minimize = \"x\"\n[variables]\nx = [0, 1]\n[[constraint]]\nexpression = \"x^2 + 0.001\"\n",
        "infeasible",
    ),
    (
        "apart",
        "minimize = \"x\"\n[variables]\nx = [-1, 1]\n[[constraint]]\nexpression = \"x + 0.5\"\n[[constraint]]\nexpression = \"0.25 - x\"\n",
        "infeasible",
    ),
    (
        "waves-apart",
        "minimize = \"x\"\n[variables]\nx = [-2, 2]\n[[constraint]]\nexpression = \"0.3 - sin(3 * x)\"\n[[constraint]]\nexpression = \"sin(3 * x) + 0.1 * cos(x)\"\n",
        "infeasible",
    ),
];

#[test]
fn what_is_said_of_all_mixtures_is_a_file_that_is_checked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let mut problems: Vec<(String, &str)> = vec![
        ("triangle".into(), "optimal"),
        ("extremal:m=4,v=1,gamma=0.5".into(), "optimal"),
        ("step-hinge".into(), "optimal"),
        ("infeasible".into(), "infeasible"),
    ];
    for (name, problem, status) in REFINED {
        let file = path(&format!("{name}.toml"));
        fs::write(&file, problem).expect("ours");
        problems.push((file.to_str().expect("a plain name").to_owned(), status));
    }
    for (problem, status) in &problems {
        let output = path("out");
        let bound = output.join("bound.json");
        let call = [problem, "--rounds", "50", "--refine", "--gap", "1e-4"];
        let report: Value =
            serde_json::from_str(&solve(&[&call[..], &["--json"]].concat(), &output)).expect("JSON alone");
        assert_eq!((&report["refined"]["status"], &report["refined"]["grade"]), (&(*status).into(), &"proved".into()));
        let accepted = proofs_check::check_file(&bound, None);
        let accepted = accepted.unwrap_or_else(|refusal| panic!("{problem}: {refusal}"));
        let claims: Vec<&str> = accepted.claims().iter().map(|claim| claim.name).collect();
        assert_eq!(claims, [if *status == "optimal" { "lower_bound" } else { "infeasible" }], "{problem}");
        // What is printed is what the file says, and names it.
        let honest = fs::read_to_string(&bound).expect("written");
        let mut document: Value = serde_json::from_str(&honest).expect("JSON");
        assert_eq!(document["lower_bound"]["value"], report["refined"]["lower_bound"], "{problem}");
        let printed = solve(&call, &output);
        assert!(printed.contains(&format!("(proved: `referee check {}`)", bound.display())), "{printed}");
        assert!(printed.contains(&format!("wrote {}\n", bound.display())), "{printed}");
        // A little more than what was reached is too much.
        let more = document["lower_bound"]["value"].as_f64().expect("a number") + 0.01;
        document["lower_bound"]["value"] = more.into();
        fs::write(&bound, document.to_string()).expect("ours");
        let refusal = proofs_check::check_file(&bound, None).expect_err("it is not a bound");
        assert_eq!(refusal.exit_status(), 1, "{problem}: {refusal}");
    }
}
