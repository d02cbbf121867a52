//! The registry: every name is looked up in it, and outsiders enter beside ours.

use referee::adversary::{Adversary, AdversaryEntry, Size, TRAP};
use referee::arena::{Algorithm, Setup};
use referee::domain::{AnyDomain, Cuboid};
use referee::error::Result;
use referee::expr::Expr;
use referee::game::Game;
use referee::league::{Arena, Cell, Selection, run};
use referee::players::{LambdaEntry, LambdaPlayer, LambdaSettings, RegretKind, Sight, ThetaEntry};
use referee::problem::families::{Family, Instance};
use referee::problem::{Constraint, ExpressionProblem, Fact, Facts};
use referee::registry::Registry;
use referee::verification::{Depth, Scope, cases, duels, fight, judge};

/// All on the last constraint, with a bound that is a lie unless it is `None`.
struct Stubborn(Option<f64>);

impl LambdaPlayer for Stubborn {
    fn name(&self) -> &'static str {
        "stubborn"
    }
    fn regret(&self) -> RegretKind {
        RegretKind::Swap
    }
    fn play(&mut self, lambda: &mut [f64]) {
        lambda.fill(0.0);
        lambda[lambda.len() - 1] = 1.0;
    }
    fn observe(&mut self, _: &[f64]) {}
    fn bound(&self) -> Option<f64> {
        self.0
    }
}

fn stubborn(bound: Option<f64>) -> LambdaEntry {
    LambdaEntry::new("stubborn", Game::ProxyLagrangian, RegretKind::Swap, "never moves", move |_| {
        Ok(Box::new(Stubborn(bound)))
    })
}

fn named(name: &'static str) -> LambdaEntry {
    let mut entry = stubborn(None);
    entry.name = name;
    entry
}

/// Pays the objective's rivals nothing but losses.
struct Grim(Size);

impl Adversary for Grim {
    fn payoff(&mut self, _: &[f64], payoff: &mut [f64]) {
        payoff.fill(-self.0.bound);
        payoff[0] = 0.0;
    }
}

const GRIM: AdversaryEntry =
    AdversaryEntry { name: "grim", about: "-B always", random: false, make: |size| Box::new(Grim(size)) };

/// Minimise `x` subject to `c - x <= 0` on `[0, 1]`: the optimum is `c`.
fn build_floor(c: f64, name: &str) -> Result<Instance> {
    let x = ["x".to_owned()];
    let domain = AnyDomain::from(Cuboid::cube(1, 0.0, 1.0)?);
    let floor = Constraint::new("floor", Expr::parse(&format!("{c:?} - x"), &x)?);
    let optimum = Some(Fact::declared(c));
    let facts = Facts { optimum, mixed_optimum: optimum, proxy_optimum: optimum, ..Facts::UNKNOWN };
    Instance::stated(Box::new(ExpressionProblem::new(
        name,
        x.to_vec(),
        domain,
        Expr::parse("x", &x)?,
        vec![floor],
        facts,
    )?))
}

const FLOOR: Family = Family {
    name: "floor",
    summary: "x from c on",
    parameters: &[referee::problem::families::Parameter { name: "c", default: "0.25", meaning: "from 0 to 1" }],
    build: |arguments, name| build_floor(arguments.number("c", "from 0 to 1", |c| (0.0..=1.0).contains(&c))?, name),
    random: Some(|g, _| format!("c={:?}", referee::problem::families::random::between(g, 0.0, 1.0))),
};

fn theirs(bound: Option<f64>) -> Registry {
    let registry = Registry::default().with_lambda_player(stubborn(bound));
    registry.and_then(|all| all.with_adversary(GRIM)?.with_family(FLOOR)).expect("the names are new")
}

#[test]
fn every_entry_says_what_its_player_says() {
    let settings =
        LambdaSettings { constraints: 2, horizon: 9, bound: 1.0, bound2: 1.5, range: 2.0, radius: 1.0, step: None };
    for entry in Game::ALL.into_iter().flat_map(|game| Registry::ours().lambda_players(game)) {
        let player = entry.make(&settings).expect("it can be made");
        assert_eq!((player.name(), player.regret()), (entry.name, entry.regret));
        let stepped = entry.make(&LambdaSettings { step: Some(0.125), ..settings });
        assert_eq!(stepped.is_err(), entry.adapts, "{}", entry.name);
        assert!(!entry.about.is_empty() && !entry.control || entry.regret == RegretKind::External, "{}", entry.name);
    }
}

#[test]
fn a_name_twice_is_refused_and_so_is_one_that_a_call_cannot_spell() {
    let twice = |error: Result<Registry>| error.err().expect("it is refused").to_string();
    let matrix = named("matrix");
    let message = twice(Registry::default().with_lambda_player(matrix));
    assert_eq!(message, "there is a lambda-player `matrix` already: choose another name");
    let gradient = named("gradient");
    assert!(twice(Registry::default().with_lambda_player(gradient)).contains("already"), "in the other game");
    let oracle = ThetaEntry::new("oracle", Sight::Loss, "", |_| unreachable!("it is refused"));
    assert!(twice(Registry::default().with_theta_player(oracle)).starts_with("there is a theta-player `oracle`"));
    assert!(twice(Registry::default().with_adversary(TRAP)).starts_with("there is an adversary `trap`"));
    assert!(twice(theirs(None).with_family(FLOOR)).starts_with("there is a problem family `floor`"));
    let theta = referee::adversary::THETA[0];
    assert!(twice(Registry::default().with_theta_adversary(theta)).contains("`random` already"));
    for name in ["", "Mine", "a b", "a,b", "polygon:m", "all", "none"] {
        let message = twice(Registry::default().with_lambda_player(named(name)));
        assert!(message.starts_with(&format!("`{name}` cannot be the name of a lambda-player")), "{message}");
    }
}

#[test]
fn unknown_names_list_what_there_is() {
    let registry = theirs(None);
    let settings =
        LambdaSettings { constraints: 2, horizon: 9, bound: 1.0, bound2: 1.5, range: 2.0, radius: 1.0, step: None };
    let message = |error: Option<referee::error::Error>| error.expect("it is refused").to_string();
    let player = message(registry.lambda_player("stuborn", Game::ProxyLagrangian, &settings).err());
    assert!(player.contains("no lambda-player `stuborn`") && player.contains("did you mean `stubborn`?"), "{player}");
    let family = message(registry.open("nowhere:m=3").err());
    assert!(family.starts_with("there is no problem family `nowhere`") && family.ends_with("floor"), "{family}");
    let sequence = message(Selection::sequences(&["nothing".into()], &registry).err());
    assert!(sequence.contains("rmtrap, grim, or write `all`"), "{sequence}");
}

#[test]
fn outsiders_play_in_a_game_and_in_the_league() {
    let registry = theirs(None);
    let floor = registry.open("floor:c=0.5").expect("it is in the registry");
    let setup = Setup {
        registry: &registry,
        lambda_player: Some("stubborn"),
        ..Setup::new(&*floor.problem, &floor.known.constants, 4, 1.0)
    };
    let mut players = Algorithm::OracleProxyLagrangian.set_up(setup).expect("they fit");
    assert_eq!(players.trace(4, 0).expect("it is played").lambda(3), [0.0, 1.0]);
    let without =
        Setup { lambda_player: Some("stubborn"), ..Setup::new(&*floor.problem, &floor.known.constants, 4, 1.0) };
    assert!(Algorithm::OracleProxyLagrangian.set_up(without).is_err(), "ours do not know it");
    let cell = |arena| Cell { player: "stubborn", game: Game::ProxyLagrangian, arena, rounds: 64, seed: 0 };
    let grim = cell(Arena::Sequence { adversary: GRIM, constraints: 2 });
    let regret = run(&grim, &registry).expect("it is played").measured.swap.expect("measured in the proxy game");
    assert!(regret.contains(1.0), "it loses 1 in every round: {regret}");
    let game = cell(Arena::Game { problem: "floor".into() });
    assert_eq!(run(&game, &registry).expect("it is played").measured.left_out, None);
    // What it claims and does not keep is seen.
    let wrong = run(&grim, &theirs(Some(0.5))).expect("it is played").measured.wrong;
    assert!(wrong.len() == 1 && wrong[0].ends_with("above the a-priori bound 0.5"), "{wrong:?}");
}

#[test]
fn outsiders_are_verified_and_a_lie_is_found() {
    let found = |bound| {
        let registry = theirs(bound);
        let duels = duels(Depth::Quick, 0, &registry);
        let against = duels.iter().map(|duel| fight(duel).expect("it plays"));
        let own: Vec<_> = against.filter(|finding| finding.name == "stubborn").collect();
        assert_eq!(own.len(), 10 * 2 * 3); // with the adversary of their own
        own.iter().filter(|finding| !finding.wrong.is_empty()).count()
    };
    assert_eq!(found(None), 0);
    assert!(found(Some(0.5)) > 10);
    let registry = theirs(None);
    let all = cases(Depth::Quick, 1, Scope::Family("floor"), &registry).expect("the family draws");
    assert!(all.iter().any(|case| case.task.players()[1] == Some("stubborn")));
    assert!(all.iter().any(|case| case.spec.starts_with("floor:c=")), "random members are drawn");
    for case in all.iter().filter(|case| case.rounds <= 3) {
        let judgement = judge(case, &registry).expect("it is played");
        assert!(judgement.findings.iter().all(|finding| finding.wrong.is_empty()), "{}", case.describe());
    }
}

/// Minimise `x` from 0.25 on, with an optimum that is stated.
fn file(optimum: f64) -> tempfile::NamedTempFile {
    let text = format!(
        "minimize = \"x\"\n[variables]\nx = [0, 1]\n[[constraint]]\nexpression = \"0.25 - x\"\n\
         [facts]\nmixed_optimum = {optimum:?}\nmargin = 0.5\nmargin_point = [0.75]\n"
    );
    let file = tempfile::Builder::new().suffix(".toml").tempfile().expect("there is room");
    std::fs::write(file.path(), text).expect("it is written");
    file
}

#[test]
fn the_facts_of_a_problem_file_are_held_against_certificates() {
    let wrong = |optimum: f64| -> usize {
        let file = file(optimum);
        let path = file.path().to_str().expect("a plain name");
        let all = cases(Depth::Quick, 1, Scope::Problem(path), Registry::ours()).expect("nothing is drawn");
        let judged = all.iter().filter(|case| case.rounds == 64 || case.rounds == 256).map(|case| {
            let judgement =
                judge(case, Registry::ours()).unwrap_or_else(|error| panic!("{}: {error}", case.describe()));
            judgement.findings.iter().map(|finding| finding.wrong.len()).sum::<usize>()
        });
        judged.sum()
    };
    assert_eq!(wrong(0.25), 0);
    // Below the optimum, so that lower bounds that are true stand above it.
    assert!(wrong(0.125) > 0, "a false fact is contradicted");
}

#[test]
fn a_league_is_another_one_when_its_problem_file_changes() {
    let file = file(0.25);
    let selection = Selection {
        players: Vec::new(),
        sequences: Vec::new(),
        problems: vec![file.path().to_str().expect("a plain name").to_owned(), "triangle".to_owned()],
        rounds: vec![4],
        game_rounds: vec![4],
        constraints: vec![1],
        seeds: 1,
        seed: 0,
    };
    let before = selection.to_json();
    assert_eq!(before["problems"][1], "triangle");
    std::fs::write(file.path(), "minimize = \"x\"\n[variables]\nx = [0, 2]\n").expect("it is written");
    assert_ne!(selection.to_json(), before);
}

#[test]
fn a_proxy_that_is_flatter_than_its_constraint_does_not_hide_its_slope() {
    let text = "minimize = \"x\"\n[variables]\nx = [-1, 1]\n\
                [[constraint]]\nexpression = \"8 * x - 8\"\nproxy = \"x\"\n";
    let problem = ExpressionProblem::from_toml(text, "flat").expect("the proxy is above");
    let known = Instance::stated(Box::new(problem)).expect("it is bounded").known;
    assert!(known.constants.bound_subgradient.is_some_and(|bound| bound >= 8.0));
}
