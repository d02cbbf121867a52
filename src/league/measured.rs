//! What a cell measures, and how it is kept in a file.

use super::Cell;
use crate::cells::Finished;
use crate::error::{Error, Result};
use crate::numerics::Enclosure;
use crate::players::RegretKind;
use serde_json::{Map, Value, json};

/// What a run showed. Averages per round; absent where a run has no such number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// The regret that the player's bounds speak of.
    pub kind: Option<RegretKind>,
    /// The number of constraints.
    pub constraints: usize,
    /// Against every fixed action.
    pub external: Option<Enclosure>,
    /// Against every swap of actions; in the proxy game with at most 512 constraints.
    pub swap: Option<Enclosure>,
    /// Against the `m + 1` deviations that Theorem 2 uses; in the proxy game.
    pub deviation: Option<Enclosure>,
    /// The bound that a theorem gives before play.
    pub bound: Option<f64>,
    /// The bound that the run itself proves.
    pub runtime_bound: Option<f64>,
    /// What no player can beat in the worst case; see [`super::limit`].
    pub limit: Option<f64>,
    /// At least the theta-player's external regret (games).
    pub theta_regret: Option<Enclosure>,
    /// At least the distance of the mixture's objective to the best for the theta-player's functions (games).
    pub suboptimality: Option<Enclosure>,
    /// `max(0, max_i E[g_i])` of the mixture (games).
    pub infeasibility: Option<Enclosure>,
    /// `max(0, suboptimality) + infeasibility`, rounded up: the certified epsilon (games).
    pub epsilon: Option<f64>,
    /// What is certainly wrong, in sentences.
    pub wrong: Vec<String>,
    /// Why it was not played, if it does not fit.
    pub left_out: Option<String>,
}

/// How long it took, in CPU time of its thread.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    /// Seconds of play, with both players and the accumulators.
    pub seconds: f64,
    /// Nanoseconds of one step (play and observe) of the lambda-player alone.
    pub step: f64,
}

/// A cell that was run.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The cell.
    pub cell: Cell,
    /// What it showed.
    pub measured: Measured,
    /// How long it took.
    pub times: Times,
}

impl Measured {
    /// A run that did not fit.
    pub fn left_out(why: String) -> Self {
        Self { left_out: Some(why), ..Self::default() }
    }

    /// A regret.
    pub fn regret(&self, kind: RegretKind) -> Option<Enclosure> {
        match kind {
            RegretKind::External => self.external,
            RegretKind::Swap => self.swap,
            RegretKind::Deviation => self.deviation,
        }
    }

    /// The regret that the player's bounds speak of.
    pub fn own_regret(&self) -> Option<Enclosure> {
        self.regret(self.kind?)
    }

    /// The bounds that the player's regret is certainly above, a sentence each.
    pub(super) fn broken_bounds(&self) -> Vec<String> {
        let (Some(kind), Some(regret)) = (self.kind, self.own_regret()) else { return Vec::new() };
        let least = regret.lo();
        let bounds = [("a-priori", self.bound), ("run-time", self.runtime_bound)].into_iter();
        let broken = bounds.filter_map(|(which, bound)| Some((which, bound.filter(|bound| least > *bound)?)));
        broken.map(|(which, bound)| format!("{} {least}, above the {which} bound {bound}", at_least(kind))).collect()
    }

    /// The enclosures by name.
    pub(super) fn enclosures(&self) -> [(&'static str, Option<Enclosure>); 6] {
        [
            ("external", self.external),
            ("swap", self.swap),
            ("deviation", self.deviation),
            ("theta_regret", self.theta_regret),
            ("suboptimality", self.suboptimality),
            ("infeasibility", self.infeasibility),
        ]
    }

    /// The numbers by name.
    pub(super) fn numbers(&self) -> [(&'static str, Option<f64>); 4] {
        [("bound", self.bound), ("runtime_bound", self.runtime_bound), ("limit", self.limit), ("epsilon", self.epsilon)]
    }
}

/// How a sentence about a bound begins.
fn at_least(kind: RegretKind) -> String {
    format!("the {} regret is at least", kind.name())
}

impl Entry {
    /// What is kept of it.
    pub fn finished(&self) -> Finished {
        let mut fields = Map::new();
        fields.insert("constraints".to_owned(), json!(self.measured.constraints));
        if let Some(kind) = self.measured.kind {
            fields.insert("kind".to_owned(), json!(kind.name()));
        }
        for (name, enclosure) in self.measured.enclosures() {
            if let Some(x) = enclosure {
                fields.insert(name.to_owned(), json!([x.lo(), x.hi()]));
            }
        }
        for (name, number) in self.measured.numbers() {
            if let Some(number) = number {
                fields.insert(name.to_owned(), json!(number));
            }
        }
        if !self.measured.wrong.is_empty() {
            fields.insert("wrong".to_owned(), json!(self.measured.wrong));
        }
        if let Some(why) = &self.measured.left_out {
            fields.insert("left_out".to_owned(), json!(why));
        }
        let times = json!({ "seconds": self.times.seconds, "nanoseconds_a_step": self.times.step });
        Finished { result: Value::Object(fields), times }
    }

    /// What was kept of a cell.
    ///
    /// # Errors
    /// If it is not what a league writes, or contradicts itself.
    pub fn kept(finished: &Finished, cell: &Cell) -> Result<Self> {
        let value = &finished.result;
        let wrong = |what: &str| Error::new(format!("`{what}` is not what a league writes"));
        let number = |name: &str| match value.get(name) {
            None => Ok(None),
            Some(number) => number.as_f64().map(Some).ok_or_else(|| wrong(name)),
        };
        let enclosure = |name: &str| match value.get(name) {
            None => Ok(None),
            Some(pair) => {
                let end = |place: usize| pair.get(place).and_then(Value::as_f64);
                let ends = end(0).zip(end(1)).and_then(|(lo, hi)| Enclosure::try_new(lo, hi));
                ends.map(Some).ok_or_else(|| wrong(name))
            }
        };
        let text = |name: &str| value.get(name).and_then(Value::as_str);
        let kind = text("kind")
            .map(|word| super::KINDS.into_iter().find(|kind| kind.name() == word).ok_or_else(|| wrong("kind")));
        let constraints = value.get("constraints").and_then(Value::as_u64).ok_or_else(|| wrong("constraints"))?;
        let sentences = value.get("wrong").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let measured = Measured {
            kind: kind.transpose()?,
            constraints: usize::try_from(constraints).map_err(|_| wrong("constraints"))?,
            external: enclosure("external")?,
            swap: enclosure("swap")?,
            deviation: enclosure("deviation")?,
            bound: number("bound")?,
            runtime_bound: number("runtime_bound")?,
            limit: number("limit")?,
            theta_regret: enclosure("theta_regret")?,
            suboptimality: enclosure("suboptimality")?,
            infeasibility: enclosure("infeasibility")?,
            epsilon: number("epsilon")?,
            wrong: sentences.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            left_out: text("left_out").map(str::to_owned),
        };
        // The verdict follows from the numbers, whatever the words say.
        let broken = measured.broken_bounds();
        if let Some(why) = broken.iter().find(|why| !measured.wrong.contains(why)) {
            return Err(Error::new(format!("{why}, and `wrong` does not say so")));
        }
        let of_bound = |why: &&String| super::KINDS.iter().any(|kind| why.starts_with(&at_least(*kind)));
        if let Some(why) = measured.wrong.iter().filter(of_bound).find(|why| !broken.contains(why)) {
            return Err(Error::new(format!("`wrong` says that {why}, and the numbers do not")));
        }
        let time = |name: &str| finished.times.get(name).and_then(Value::as_f64).ok_or_else(|| wrong(name));
        let times = Times { seconds: time("seconds")?, step: time("nanoseconds_a_step")? };
        Ok(Self { cell: cell.clone(), measured, times })
    }
}
