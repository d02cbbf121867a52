//! The registry of statements, the modules, their documentation and the page about them stay in step.

use referee::arena::{Algorithm, Seats};
use referee::certificate::{Given, GivenMargin, GivenRange, GivenRate, LowerBound, Role};
use referee::error::Result;
use referee::game::Game;
use referee::run::Plan;
use referee::theorems::plan::{Form, Inputs};
use referee::theorems::rate::Table;
use referee::theorems::{About, Corollary1, Kind, Promise, STATEMENTS, Statement, about_players, statement};
use referee::trace::Trace;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

fn read(path: &str) -> Option<String> {
    fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)).ok()
}

/// The fixed order of a statement's documentation.
const HEADINGS: [&str; 7] = [
    "//! # ",
    "//! ## Statement",
    "//! ## Bound",
    "//! ## Certificate",
    "//! ## Departures",
    "//! ## Reference",
    "//! ## Example",
];

/// What is wrong with the documentation of a module.
fn flaw(text: &str, label: Option<&str>) -> Option<String> {
    let mut lines = text.lines();
    for heading in HEADINGS {
        if !lines.any(|line| line.starts_with(heading)) {
            return Some(format!("`{heading}` is missing or out of order"));
        }
    }
    match label {
        Some(label) if !text.contains(label) => Some(format!("the label {label} is not named")),
        _ if !text.contains("//! ```") => Some("the example is not a doctest".to_owned()),
        _ => None,
    }
}

#[test]
fn there_are_22_statements_with_names_of_their_own() {
    let unique =
        |of: fn(&About) -> &'static str| STATEMENTS.iter().map(|s| of(s.about())).collect::<BTreeSet<_>>().len();
    assert_eq!([unique(|s| s.name), unique(|s| s.number), unique(|s| s.label), unique(About::module)], [22; 4]);
    let count = |kind: Kind| STATEMENTS.iter().filter(|statement| statement.about().kind == kind).count();
    assert_eq!((count(Kind::APosteriori), count(Kind::LinearProgram), count(Kind::Existence)), (6, 1, 3));
    for about in STATEMENTS.map(Statement::about) {
        assert_eq!(about.name, about.number.to_lowercase().replace(' ', "-"));
        assert_eq!(statement(about.name).map(Statement::name), Some(about.name));
    }
}

#[test]
fn every_checked_statement_has_its_module_and_every_statement_its_section() {
    let page = read("docs/statements.md").expect("the page is there");
    for about in STATEMENTS.map(Statement::about) {
        let heading = format!("## {}: {}\n", about.number, about.title);
        assert!(page.contains(&heading), "docs/statements.md has no section `{}`", heading.trim());
        let module = format!("src/theorems/{}.rs", about.module());
        let text = read(&module).unwrap_or_else(|| panic!("there is no {module}"));
        assert_eq!(flaw(&text, Some(about.label)), None, "{module}");
        let said = page.split(&heading).nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap_or("");
        let said = said.split_whitespace().collect::<Vec<_>>().join(" "); // lines may end anywhere
        assert!(!said.contains("Checked: not yet"), "{}", about.number);
        assert!(said.contains(&format!("`{}`, label `{}`", about.name, about.label)), "{}", about.number);
        assert!(said.contains(&format!("Audit: {}", about.verdict)), "{}", about.number);
    }
}

/// All constants that a plan may take.
fn inputs() -> Inputs {
    Inputs {
        constraints: Some(3),
        payoff_bound: Some(1.0),
        radius: Some(2.0),
        domain_radius: Some(1.0),
        subgradient_bound: Some(2.0),
        confidence: Some(0.05),
        margin: Some(0.25),
        objective_range: Some(1.0),
        ..Inputs::default()
    }
}

/// What a statement leaves out that its kind must say.
fn gap(statement: &dyn Statement) -> Option<&'static str> {
    let (about, name) = (statement.about(), statement.name());
    let (promise, forms) = (statement.promise(), statement.forms(&inputs()));
    let of_traces = matches!(about.kind, Kind::APosteriori | Kind::Rate);
    let blank = [about.title, about.label, about.verdict, about.checked].iter().any(|text| text.is_empty());
    let given = |game: Game| {
        let some = |taken: bool| taken.then_some(0.5);
        let rate = promise.map(|_| GivenRate {
            oracle_error: some(statement.takes_oracle_error()),
            domain_radius: some(statement.takes_subgradients()),
            subgradient_bound: some(statement.takes_subgradients()),
            confidence: some(statement.takes_confidence()),
            ..GivenRate::new(1.0)
        });
        let lower_bound = Some(LowerBound::declared(-1.0));
        Given { rate, lower_bound, radius: some(game == Game::Lagrangian), ..Given::default() }
    };
    let certified = |game: Game| {
        let text = match game {
            Game::Lagrangian => "objective,constraint_1,lambda_1\n0,1,0\n1,-1,0.25\n",
            Game::ProxyLagrangian => "objective,constraint_1,lambda_0,lambda_1\n0,1,0.5,0.5\n1,-1,0.75,0.25\n",
        };
        let trace = Trace::from_reader(text.as_bytes(), "run.csv").expect("a trace");
        let mut given = given(game);
        if promise.is_none() {
            given.margin = Some(GivenMargin { value: 0.25, point: None, objective: None });
            given.objective_range = Some(GivenRange { value: 1.0, enclosed: false });
        }
        let found = statement.certify_trace(&mut &trace, given).ok()?;
        let has = |role| found.claims_of(role).next().is_some();
        (found.statement == name && has(Role::Hypothesis) && has(Role::Conclusion)).then_some(())
    };
    let rate = promise.is_some();
    let of_game = |game: Game| certified(game).is_some() == (statement.game() == Some(game));
    let fit = |forms: &[Form]| forms.is_empty() != rate && forms.first().is_none_or(|form| form.name == "paper");
    let flaws = [
        (blank, "a word about it is missing"),
        (statement.algorithm().is_some() != of_traces, "who plays does not fit its kind"),
        (rate != (about.kind == Kind::Rate), "its promise does not fit its kind"),
        (!forms.is_ok_and(|forms| fit(&forms)), "its forms, the paper's first, do not fit its promise"),
        (
            ![Game::Lagrangian, Game::ProxyLagrangian].into_iter().all(of_game),
            "it certifies other traces than its game's",
        ),
    ];
    flaws.into_iter().find(|(flawed, _)| *flawed).map(|(_, what)| what)
}

#[test]
fn every_statement_is_complete() {
    for statement in STATEMENTS {
        assert_eq!(gap(statement), None, "{}", statement.name());
    }
}

/// What a trait whose author forgot something is caught at.
#[test]
fn a_gap_is_noticed() {
    struct Broken(Break);
    #[derive(PartialEq)]
    enum Break {
        Title,
        Algorithm,
        Promise,
        Forms,
        Claims,
    }
    impl Statement for Broken {
        fn about(&self) -> &'static About {
            const HONEST: About = About {
                name: "corollary-1",
                number: "Corollary 1",
                title: "subgradient descent",
                label: "cor:sgd",
                path: module_path!(),
                kind: Kind::Rate,
                verdict: "correct",
                erratum: None,
                checked: "here",
            };
            if self.0 == Break::Title { &About { title: "", ..HONEST } } else { &HONEST }
        }

        fn algorithm(&self) -> Option<Seats> {
            Corollary1.algorithm().filter(|_| self.0 != Break::Algorithm)
        }

        fn promise(&self) -> Option<Promise> {
            Corollary1.promise().filter(|_| self.0 != Break::Promise)
        }

        fn forms(&self, inputs: &Inputs) -> Result<Vec<Form>> {
            if self.0 == Break::Forms { Ok(Vec::new()) } else { Corollary1.forms(inputs) }
        }

        fn claims(&self, table: &mut Table<'_>) {
            if self.0 != Break::Claims {
                Corollary1.claims(table);
            }
        }
    }
    for broken in [Break::Title, Break::Algorithm, Break::Promise, Break::Forms, Break::Claims] {
        assert!(gap(&Broken(broken)).is_some());
    }
}

#[test]
fn what_goes_beyond_the_paper_is_documented_alike() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/theorems/beyond");
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.file_name().is_some_and(|name| name != "mod.rs") {
            assert_eq!(flaw(&fs::read_to_string(&path).expect("text"), None), None, "{}", path.display());
        }
    }
}

#[test]
fn a_flaw_is_noticed() {
    let good = "//! # T\n//! ## Statement\n//! ## Bound\n//! ## Certificate\n//! ## Departures\n//! ## Reference\n//! ## Example\n//! ```\n";
    assert_eq!(flaw(good, None), None);
    assert!(flaw(good, Some("thm:x")).is_some());
    assert!(flaw(&good.replace("//! ## Bound\n", ""), None).is_some());
    assert!(flaw(&good.replace("//! ```\n", ""), None).is_some());
}

#[test]
fn every_erratum_is_on_the_page_of_errata() {
    let page = read("docs/errata.md").expect("the page is there");
    let mentions = |number: &str| {
        let (kind, digits) = number.split_once(' ').expect("a kind and a number");
        // "Lemmas 4, 9 and 10" and "Corollaries 3 and 4" speak of each of them.
        let plural = if kind == "Corollary" { "Corollaries".to_owned() } else { format!("{kind}s") };
        page.contains(number)
            || page.split(&plural).skip(1).any(|rest| {
                let list: String = rest.chars().take_while(|c| c.is_ascii_digit() || " ,and".contains(*c)).collect();
                list.split(|c: char| !c.is_ascii_digit()).any(|number| number == digits)
            })
    };
    for about in STATEMENTS.map(Statement::about).into_iter().filter(|about| about.erratum.is_some()) {
        assert!(mentions(about.number), "docs/errata.md does not mention {}", about.number);
    }
}

#[test]
fn players_are_spoken_of_by_a_statement_of_their_game() {
    let drawn = Some("stochastic-subgradient");
    for (name, algorithm, theta_player, convex, expected) in [
        ("triangle", Algorithm::OracleLagrangian, None, false, "lemma-1"),
        ("triangle", Algorithm::OracleProxyLagrangian, None, false, "lemma-11"),
        ("triangle", Algorithm::StochasticProxyLagrangian, None, false, "lemma-8"),
        ("qp-box", Algorithm::StochasticLagrangian, None, true, "corollary-1"),
        ("qp-box", Algorithm::StochasticLagrangian, drawn, true, "lemma-10"),
        ("step-hinge", Algorithm::StochasticProxyLagrangian, drawn, true, "lemma-4"),
    ] {
        let problem = referee::open(name).expect("a problem");
        let plan = Plan::new(&problem, algorithm).theta_player(theta_player).rounds(8);
        let players = plan.seat().expect("players").players;
        let found = about_players(&players, convex).expect("a statement");
        assert_eq!((found.name(), found.game()), (expected, Some(players.game)), "{name}");
    }
}
