//! What is asked for: players, sequences, problems and numbers of rounds, with a default for each.

use super::cell::{Arena, Cell};
use super::rounds;
use crate::adversary::AdversaryEntry;
use crate::error::{Error, Result, hint};
use crate::files::sha256;
use crate::game::Game;
use crate::players::LambdaEntry;
use crate::problem::names_file;
use crate::registry::{ALL_PLAYERS, Registry};
use serde_json::{Value, json};

/// The players of a league that names none: the paper's, with its best step; the swap-regret players that adapt
/// themselves; the deviation players; and the two controls. Those that a registry adds come after them.
pub const PLAYERS: [&str; 13] = [
    "matrix",
    "matrix-best",
    "blum-mansour-adahedge",
    "blum-mansour-rm-plus",
    "internal-regret-matching",
    "deviation-hedge",
    "deviation-adahedge",
    "deviation-rm-plus",
    "deviation-optimistic-hedge",
    "deviation-predictive-rm-plus",
    "deviation-coin-betting",
    "hedge-control",
    "rm-plus-control",
];

/// The problems of a league that names none: small ones of every shape, and polygons with more and more constraints.
/// Those that a registry adds come after them.
pub const PROBLEMS: [&str; 11] = [
    "qp-box",
    "knapsack",
    "bilinear",
    "triangle",
    "step-hinge",
    "robust",
    "extremal",
    "neyman-pearson",
    "polygon:m=8",
    "polygon:m=32",
    "polygon:m=128",
];

/// The numbers of rounds on sequences of a league that names none.
pub const ROUNDS: &str = "2^6..2^16";

/// The numbers of rounds in games of a league that names none.
pub const GAME_ROUNDS: &str = "2^6..2^13";

/// With more constraints a single run would take hours.
const MOST_CONSTRAINTS: usize = 100_000;

/// With more seeds too.
const MOST_SEEDS: u64 = 1000;

/// A choice of players and arenas by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Lambda-players, or `all`; [`PLAYERS`] and those that the registry adds if absent.
    pub players: Option<Vec<String>>,
    /// Sequences, `all` or `none`; all if absent.
    pub sequences: Option<Vec<String>>,
    /// Problems, `all` or `none`; [`PROBLEMS`] and the families that the registry adds if absent.
    pub problems: Option<Vec<String>>,
    /// Numbers of rounds, as `2^6..2^16`, `64..65536` or a list; [`ROUNDS`] and [`GAME_ROUNDS`] if absent.
    pub rounds: Option<String>,
    /// The numbers of constraints of the sequences.
    pub constraints: Vec<usize>,
    /// How many seeds for an arena with coins.
    pub seeds: u64,
    /// The first of the seeds.
    pub seed: u64,
}

impl Default for Choice {
    fn default() -> Self {
        Self { players: None, sequences: None, problems: None, rounds: None, constraints: vec![3], seeds: 10, seed: 0 }
    }
}

/// What is asked for.
#[derive(Clone)]
pub struct Selection {
    /// The lambda-players.
    pub players: Vec<LambdaEntry>,
    /// The sequences.
    pub sequences: Vec<AdversaryEntry>,
    /// The problems.
    pub problems: Vec<String>,
    /// The numbers of rounds on sequences, ascending.
    pub rounds: Vec<usize>,
    /// The numbers of rounds in games, ascending.
    pub game_rounds: Vec<usize>,
    /// The numbers of constraints of the sequences.
    pub constraints: Vec<usize>,
    /// How many seeds for an arena with coins.
    pub seeds: u64,
    /// The first of the seeds; the others follow it.
    pub seed: u64,
}

impl Selection {
    /// What a choice names. In what is wrong, `spell` gives a field of the choice the name that the caller has for it.
    ///
    /// ```
    /// use referee::league::{Choice, Selection};
    /// use referee::registry::Registry;
    /// let choice = Choice { players: Some(vec!["magic".into()]), ..Choice::default() };
    /// let error = Selection::new(&choice, Registry::ours(), |field| format!("`{field}`")).err().unwrap();
    /// assert!(error.to_string().starts_with("`players`: there is no player `magic`; the list of players has all"));
    /// ```
    ///
    /// # Errors
    /// If a name or a number is not one that exists, or nothing is left to play.
    pub fn new(choice: &Choice, registry: &Registry, spell: impl Fn(&str) -> String) -> Result<Self> {
        let own = |field: &'static str| {
            let name = spell(field);
            move |error: Error| error.context(name)
        };
        let chosen =
            |names: &Option<Vec<String>>| names.clone().map(|names| if names == ["none"] { Vec::new() } else { names });
        let players = choice.players.clone().unwrap_or_else(|| {
            let theirs = registry.added_lambda_players().filter(|entry| entry.game == Game::ProxyLagrangian);
            PLAYERS.into_iter().chain(theirs.map(|entry| entry.name)).map(str::to_owned).collect()
        });
        let players = Self::players(&players, registry).map_err(own("players"))?;
        let sequences = match chosen(&choice.sequences) {
            Some(names) => Self::sequences(&names, registry).map_err(own("sequences"))?,
            None => registry.adversaries().to_vec(),
        };
        let problems = if let Some(texts) = chosen(&choice.problems) {
            Self::problems(&texts, registry).map_err(own("problems"))?
        } else {
            let theirs = registry.families().iter().skip(Registry::ours().families().len());
            PROBLEMS.into_iter().chain(theirs.map(|family| family.name)).map(str::to_owned).collect()
        };
        let mut constraints = choice.constraints.clone();
        constraints.sort_unstable();
        constraints.dedup();
        if players.is_empty() {
            return Err(own("players")(Error::new("name at least one")));
        }
        if problems.is_empty() && (sequences.is_empty() || constraints.is_empty()) {
            let [sequences, problems] = ["sequences", "problems"].map(&spell);
            return Err(Error::new(format!("{sequences} and {problems} leave nothing to play: name some of either")));
        }
        if let Some(most) = constraints.last().filter(|most| **most > MOST_CONSTRAINTS) {
            let error = Error::new(format!("{most} is more than {MOST_CONSTRAINTS}: take fewer"));
            return Err(own("constraints")(error));
        }
        if constraints.first() == Some(&0) {
            return Err(own("constraints")(Error::new("a sequence has at least one")));
        }
        if !(1..=MOST_SEEDS).contains(&choice.seeds) {
            return Err(own("seeds")(Error::new(format!("{} is not from 1 to {MOST_SEEDS}", choice.seeds))));
        }
        let of = |default| rounds::parse(choice.rounds.as_deref().unwrap_or(default)).map_err(own("rounds"));
        let (rounds, game_rounds) = (of(ROUNDS)?, of(GAME_ROUNDS)?);
        let Choice { seeds, seed, .. } = *choice;
        Ok(Self { players, sequences, problems, rounds, game_rounds, constraints, seeds, seed })
    }

    /// The players of these names; `all` are those of the proxy game.
    ///
    /// # Errors
    /// If there is no such player; the message lists all.
    pub fn players(names: &[String], registry: &Registry) -> Result<Vec<LambdaEntry>> {
        let of = |game| registry.lambda_players(game).map(|entry| (entry.name, entry.clone()));
        let all: Vec<_> = of(Game::ProxyLagrangian).collect();
        let known: Vec<_> = of(Game::ProxyLagrangian).chain(of(Game::Lagrangian)).collect();
        choose("player", names, &known, &all)
    }

    /// The sequences of these names, or `all`, in the order of the registry.
    ///
    /// # Errors
    /// If there is no such sequence; the message lists all.
    pub fn sequences(names: &[String], registry: &Registry) -> Result<Vec<AdversaryEntry>> {
        let known: Vec<_> = registry.adversaries().iter().map(|entry| (entry.name, *entry)).collect();
        let chosen = choose("sequence", names, &known, &known)?;
        Ok(registry.adversaries().iter().filter(|entry| chosen.contains(entry)).copied().collect())
    }

    /// The problems of these texts, files among them, or `all`: every family as it stands.
    ///
    /// # Errors
    /// If a text names no problem; the message lists the families or says what is wrong.
    pub fn problems(texts: &[String], registry: &Registry) -> Result<Vec<String>> {
        if texts.iter().any(|text| text == "all") {
            return Ok(registry.families().iter().map(|family| family.name.to_owned()).collect());
        }
        let mut problems: Vec<String> = Vec::new();
        for text in texts {
            registry.open_or_read(text)?;
            if !problems.contains(text) {
                problems.push(text.clone());
            }
        }
        Ok(problems)
    }

    /// All runs, in the order of the files.
    pub fn cells(&self) -> Vec<Cell> {
        let sequences = self.constraints.iter().flat_map(|&constraints| {
            self.sequences.iter().map(move |&adversary| (Arena::Sequence { adversary, constraints }, &self.rounds))
        });
        let games = self.problems.iter().map(|problem| (Arena::Game { problem: problem.clone() }, &self.game_rounds));
        let mut cells = Vec::new();
        for (arena, rounds) in sequences.chain(games) {
            let seeds = if arena.is_random() { self.seeds } else { 1 };
            for &LambdaEntry { name: player, game, .. } in &self.players {
                for &rounds in rounds {
                    for seed in (0..seeds).map(|number| self.seed.wrapping_add(number)) {
                        cells.push(Cell { player, game, arena: arena.clone(), rounds, seed });
                    }
                }
            }
        }
        cells
    }

    /// What a journal says it is about; a problem file by its bytes, which may change between two calls.
    pub fn to_json(&self) -> Value {
        let problem = |text: &String| match std::fs::read(text) {
            Ok(bytes) if names_file(text) => format!("{text}, sha256 {}", sha256(&bytes)),
            _ => text.clone(),
        };
        json!({
            "players": self.players.iter().map(|entry| entry.name).collect::<Vec<_>>(),
            "sequences": self.sequences.iter().map(|entry| entry.name).collect::<Vec<_>>(),
            "problems": self.problems.iter().map(problem).collect::<Vec<_>>(),
            "rounds": self.rounds,
            "game_rounds": self.game_rounds,
            "constraints": self.constraints,
            "seeds": self.seeds,
            "seed": self.seed,
        })
    }

    /// What a journal says it is about; a problem file by its name alone.
    ///
    /// # Errors
    /// If a field is missing, or names a player or a sequence that the registry does not have.
    pub fn from_json(value: &Value, registry: &Registry) -> Result<Self> {
        let wrong = |name: &str| Error::new(format!("the setting `{name}` is not what a league writes"));
        let texts = |name: &str| -> Result<Vec<String>> {
            let texts =
                value[name].as_array().and_then(|list| list.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
            Ok(texts.ok_or_else(|| wrong(name))?.into_iter().map(str::to_owned).collect())
        };
        let numbers = |name: &str| -> Result<Vec<usize>> {
            let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
            let list = value[name].as_array().and_then(|list| list.iter().map(number).collect::<Option<Vec<_>>>());
            list.ok_or_else(|| wrong(name))
        };
        let number = |name: &str| value[name].as_u64().ok_or_else(|| wrong(name));
        let name = |text: String| text.split_once(", sha256 ").map_or(text.clone(), |(name, _)| name.to_owned());
        Ok(Self {
            players: Self::players(&texts("players")?, registry)?,
            sequences: Self::sequences(&texts("sequences")?, registry)?,
            problems: texts("problems")?.into_iter().map(name).collect(),
            rounds: numbers("rounds")?,
            game_rounds: numbers("game_rounds")?,
            constraints: numbers("constraints")?,
            seeds: number("seeds")?,
            seed: number("seed")?,
        })
    }
}

/// The known among those asked for, each once and in the order asked for.
fn choose<T: Clone>(what: &str, names: &[String], known: &[(&str, T)], all: &[(&str, T)]) -> Result<Vec<T>> {
    let mut chosen: Vec<&(&str, T)> = Vec::new();
    for name in names {
        let own = if name == "all" { all } else { known };
        let before = chosen.len();
        chosen.extend(own.iter().filter(|(own, _)| name == "all" || own == name));
        if chosen.len() == before {
            let names = || known.iter().map(|(name, _)| *name);
            let near = hint(name, names());
            let known = names().collect::<Vec<_>>().join(", ");
            return Err(Error::new(if what == "player" {
                format!("there is no {what} `{name}`{near}; {ALL_PLAYERS}")
            } else {
                format!("there is no {what} `{name}`{near}: choose among {known}, or write `all`")
            }));
        }
    }
    let mut seen = Vec::new();
    chosen.retain(|(name, _)| {
        let new = !seen.contains(name);
        seen.push(*name);
        new
    });
    Ok(chosen.into_iter().map(|(_, value)| value.clone()).collect())
}
