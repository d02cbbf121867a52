//! Players, problem families and adversaries by name: ours and anybody's.
//!
//! A name is looked up here and nowhere else. [`Registry::ours`] is what ships; a value that has more goes wherever ours
//! goes: into [`Setup`](crate::arena::Setup), the league, the verification, and `cli::main_with`, which is the whole
//! program with the outsider's names in its help, tables and charts.
//!
//! ```
//! use referee::registry::Registry;
//! let error = Registry::ours().open("polygon:sides=8").err().unwrap();
//! assert_eq!(error.to_string(), "the family `polygon` has no parameter `sides`: it has m, rho, k");
//! ```

use crate::adversary::{self, AdversaryEntry, ThetaAdversaryEntry};
use crate::error::{Error, Result, hint};
use crate::game::Game;
use crate::players::lambda_registry::lambda_players;
use crate::players::theta_registry::theta_players;
use crate::players::{LambdaEntry, LambdaPlayer, LambdaSettings, ThetaEntry, ThetaPlayer, ThetaSettings};
use crate::problem::families::{self, Family, Instance};
use crate::problem::{ExpressionProblem, names_file};
use std::path::Path;
use std::sync::LazyLock;

/// Everything that has a name. `Registry::default()` has ours, to which others are added.
#[derive(Clone)]
pub struct Registry {
    lambda_players: Vec<LambdaEntry>,
    theta_players: Vec<ThetaEntry>,
    families: Vec<Family>,
    adversaries: Vec<AdversaryEntry>,
    theta_adversaries: Vec<ThetaAdversaryEntry>,
}

impl Default for Registry {
    fn default() -> Self {
        Self {
            lambda_players: lambda_players(),
            theta_players: theta_players(),
            families: families::OURS.to_vec(),
            adversaries: adversary::LAMBDA.to_vec(),
            theta_adversaries: adversary::THETA.to_vec(),
        }
    }
}

/// `with_..`: each adds an entry, and refuses a name that is taken, or that a call could not spell.
macro_rules! adders {
    ($($with:ident $list:ident: $entry:ty = $what:literal;)*) => {
        impl Registry {$(
            #[doc = concat!("Adds ", $what, ".")]
            ///
            /// # Errors
            /// If there is one of that name, or a call could not spell it.
            pub fn $with(mut self, entry: $entry) -> Result<Self> {
                check_name($what, entry.name, self.$list.iter().map(|known| known.name))?;
                self.$list.push(entry);
                Ok(self)
            }
        )*}
    };
}

adders! {
    with_lambda_player lambda_players: LambdaEntry = "a lambda-player";
    with_theta_player theta_players: ThetaEntry = "a theta-player";
    with_family families: Family = "a problem family";
    with_adversary adversaries: AdversaryEntry = "an adversary";
    with_theta_adversary theta_adversaries: ThetaAdversaryEntry = "an adversary of theta-players";
}

impl Registry {
    /// Ours.
    pub fn ours() -> &'static Self {
        static OURS: LazyLock<Registry> = LazyLock::new(Registry::default);
        &OURS
    }

    /// The lambda-players of a game.
    pub fn lambda_players(&self, game: Game) -> impl Iterator<Item = &LambdaEntry> {
        self.lambda_players.iter().filter(move |entry| entry.game == game)
    }

    /// The lambda-players that are not ours.
    pub fn added_lambda_players(&self) -> impl Iterator<Item = &LambdaEntry> {
        self.lambda_players.iter().skip(Self::ours().lambda_players.len())
    }

    /// The lambda-player of this name, in either game.
    pub fn find_lambda_player(&self, name: &str) -> Option<&LambdaEntry> {
        self.lambda_players.iter().find(|entry| entry.name == name)
    }

    /// The lambda-player of this name for this game, at the start.
    ///
    /// ```
    /// use referee::game::Game;
    /// use referee::players::LambdaSettings;
    /// use referee::registry::Registry;
    /// let settings =
    ///     LambdaSettings { constraints: 2, horizon: 100, bound: 1.0, bound2: 1.5, range: 2.0, radius: 10.0, step: None };
    /// let make = |name| Registry::ours().lambda_player(name, Game::ProxyLagrangian, &settings);
    /// assert!(make("deviation-hedge")?.bound() < make("matrix")?.bound());
    /// assert!(make("gradient").is_err()); // it is of the other game
    /// # Ok::<(), referee::error::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such player in this game (the message has the names that are near), a setting is out of range, or
    /// a step is given to a player that has none.
    pub fn lambda_player(&self, name: &str, game: Game, settings: &LambdaSettings) -> Result<Box<dyn LambdaPlayer>> {
        let Some(entry) = self.lambda_players(game).find(|entry| entry.name == name) else {
            if let Some(other) = self.find_lambda_player(name) {
                let theirs = other.game;
                return Err(Error::new(format!(
                    "the lambda-player `{name}` plays the {theirs} game, and this is the {game} game"
                )));
            }
            let own = hint(name, self.lambda_players(game).map(|entry| entry.name));
            // One of the other game may be meant, which is then said.
            let near =
                if own.is_empty() { hint(name, self.lambda_players.iter().map(|entry| entry.name)) } else { own };
            return Err(Error::new(format!(
                "there is no lambda-player `{name}` for the {game} game{near}; {ALL_PLAYERS}"
            )));
        };
        entry.make(settings)
    }

    /// The theta-players.
    pub fn theta_players(&self) -> &[ThetaEntry] {
        &self.theta_players
    }

    /// The theta-player of this name.
    ///
    /// # Errors
    /// If no theta-player has that name; the message has the names that are near.
    pub fn find_theta_player(&self, name: &str) -> Result<&ThetaEntry> {
        self.theta_players.iter().find(|entry| entry.name == name).ok_or_else(|| {
            let near = hint(name, self.theta_players.iter().map(|entry| entry.name));
            Error::new(format!("there is no theta-player `{name}`{near}; {ALL_PLAYERS}"))
        })
    }

    /// The theta-player of this name, at the start.
    ///
    /// # Errors
    /// If no theta-player has that name, it lacks an oracle, or a constant makes no sense.
    pub fn theta_player(&self, name: &str, settings: ThetaSettings<'_>) -> Result<Box<dyn ThetaPlayer>> {
        self.find_theta_player(name)?.make(settings)
    }

    /// The problem families.
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// The member of a family that a text names: `family` or `family:parameter=value,..`.
    ///
    /// # Errors
    /// One sentence if the family, a parameter or a value is not one that exists.
    pub fn open(&self, spec: &str) -> Result<Instance> {
        let name = spec.split(':').next().unwrap_or_default().trim();
        self.find_family(name)?.open(spec)
    }

    /// The family of this name.
    ///
    /// # Errors
    /// If there is no such family; the message has the names that are near, or else all.
    pub fn find_family(&self, name: &str) -> Result<&Family> {
        let names = || self.families.iter().map(|family| family.name);
        self.families.iter().find(|family| family.name == name).ok_or_else(|| {
            Error::new(match hint(name, names()) {
                near if near.is_empty() => {
                    format!(
                        "there is no problem family `{name}`: choose one of {}",
                        names().collect::<Vec<_>>().join(", ")
                    )
                }
                near => format!("there is no problem family `{name}`{near}"),
            })
        })
    }

    /// The member of a family, or what a problem file states.
    ///
    /// # Errors
    /// As [`Registry::open`], or one sentence that names the file.
    pub fn open_or_read(&self, text: &str) -> Result<Instance> {
        if !names_file(text) {
            return self.open(text);
        }
        let path = Path::new(text);
        Instance::stated(Box::new(ExpressionProblem::open(path)?)).map_err(|error| error.in_file(path))
    }

    /// The adversaries of lambda-players.
    pub fn adversaries(&self) -> &[AdversaryEntry] {
        &self.adversaries
    }

    /// The adversaries of theta-players.
    pub fn theta_adversaries(&self) -> &[ThetaAdversaryEntry] {
        &self.theta_adversaries
    }
}

fn check_name<'a>(what: &str, name: &str, mut known: impl Iterator<Item = &'a str>) -> Result<()> {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if name.is_empty() || !name.chars().all(plain) || ["all", "none"].contains(&name) {
        return Err(Error::new(format!(
            "`{name}` cannot be the name of {what}: take lower-case letters, digits and `-`, but not `all` or `none`"
        )));
    }
    if known.any(|other| other == name) {
        return Err(Error::new(format!("there is {what} `{name}` already: choose another name")));
    }
    Ok(())
}

/// Where those are whose names are not near; a program that has a command for it says that instead.
pub(crate) const ALL_PLAYERS: &str = "the list of players has all";
