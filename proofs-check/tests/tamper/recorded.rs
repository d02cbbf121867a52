//! A certificate as it is written down, and whether what it says is true.

use crate::game::{Game, Range, Weights};
use crate::numbers::{Rng, down, exact, next_up, up};
use crate::reference::{I, Truth, is_paired_and_ranged};
use proofs_check::exact::Rational;
use sha2::{Digest, Sha256};

#[derive(Clone, Debug)]
pub struct Claim {
    pub name: String,
    pub role: String,
    pub relation: String,
    pub lhs: (f64, f64),
    pub rhs: (f64, f64),
    pub grade: String,
    pub verdict: String,
}

/// The game is what is given; the rest is what the prover wrote about it.
#[derive(Clone, Debug)]
pub struct Certificate {
    pub game: Game,
    pub csv: String,
    pub sha256: String,
    pub rounds: usize,
    pub constraints: usize,
    pub measured: Vec<(String, (f64, f64))>,
    pub claims: Vec<Claim>,
}

pub fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Doubles around an interval: the nearest ones, or sometimes others if there is chance.
fn around(rng: Option<&mut Rng>, x: &I) -> (f64, f64) {
    let (mut lo, mut hi) = (down(&x.0), up(&x.1));
    let Some(rng) = rng else { return (lo, hi) };
    if rng.chance(4) {
        // As wide as a certificate may be, or nearly.
        let room = 2f64.powi(-33);
        (lo, hi) = (next_up(lo, false), hi + room * hi.abs().max(1.0));
    }
    (lo, hi)
}

impl Certificate {
    /// A true certificate of a game, as tight as can be.
    pub fn plain(game: Game) -> Self {
        Self::with(game, None)
    }

    /// A true certificate of a game, as wide as can be here and there.
    pub fn of(game: Game, rng: &mut Rng) -> Self {
        Self::with(game, Some(rng))
    }

    fn with(game: Game, mut rng: Option<&mut Rng>) -> Self {
        let truth = Truth::of(&game);
        let csv = game.csv();
        let mut doubles = |x: &I| around(rng.as_deref_mut(), x);
        let measured = truth.measured.iter().map(|(name, x)| ((*name).into(), doubles(x))).collect();
        let mut claims: Vec<Claim> = Vec::new();
        for (name, due) in &truth.claims {
            let mut doubles = |x: &I| around(rng.as_deref_mut(), x);
            let (lhs, rhs) = (doubles(&due.lhs), doubles(&due.rhs));
            let verdict = due.verdict();
            claims.insert(
                rng.as_deref_mut().map_or(claims.len(), |rng| rng.below(claims.len() + 1)),
                Claim {
                    name: (*name).into(),
                    role: due.role.into(),
                    relation: due.relation.into(),
                    lhs,
                    rhs,
                    grade: due.grade.into(),
                    verdict: verdict.into(),
                },
            );
        }
        Self { sha256: digest(&csv), rounds: game.rounds.len(), constraints: game.m, csv, measured, claims, game }
    }

    pub fn json(&self) -> String {
        let game = &self.game;
        let pair = |(lo, hi): (f64, f64)| format!("[{lo:?}, {hi:?}]");
        let mut given = Vec::new();
        for (name, x) in [
            ("radius", game.radius),
            ("margin", game.margin),
            ("objective_range", game.range),
            ("norm", game.norm.filter(|p| p.is_finite())),
        ] {
            given.extend(x.map(|x| format!("\"{name}\": {x:?}")));
        }
        given.extend(game.norm.filter(|p| p.is_infinite()).map(|_| "\"norm\": \"inf\"".to_owned()));
        given.extend(game.margin_objective.map(|x| format!("\"margin_objective\": {}", pair(x))));
        let evidence = game.ranges.as_ref().map_or_else(
            || "\"kind\": \"declared\"".to_owned(),
            |ranges| {
                let ranges: Vec<String> = ranges.iter().map(Range::json).collect();
                format!("\"kind\": \"ranges\", \"ranges\": [{}]", ranges.join(", "))
            },
        );
        let bound = |x| format!("\"lower_bound\": {{ \"value\": {x:?}, \"evidence\": {{ {evidence} }} }}");
        given.extend(game.lower.map(bound));
        given.extend(game.rate.as_ref().map(|rate| {
            let mut fields: Vec<_> = rate.iter().map(|(field, x)| format!("\"{field}\": {x:?}")).collect();
            fields.extend(game.mirror.as_ref().map(|mirror| format!("\"mirror\": {}", mirror.json())));
            format!("\"rate\": {{ {} }}", fields.join(", "))
        }));
        let text = |(theta, lambda): &(Weights, Weights)| {
            format!("\"weights\": {{ \"theta\": \"{}\", \"lambda\": \"{}\" }}", theta.text(), lambda.text())
        };
        given.extend(game.weights.as_ref().map(text));
        let measured: Vec<_> = self.measured.iter().map(|(name, x)| format!("\"{name}\": {}", pair(*x))).collect();
        let claims: Vec<_> = self.claims.iter().map(|claim| {
            let Claim { name, role, relation, lhs, rhs, grade, verdict } = claim;
            format!(
                "{{ \"name\": \"{name}\", \"role\": \"{role}\", \"relation\": \"{relation}\", \"lhs\": {}, \"rhs\": {}, \
                 \"grade\": \"{grade}\", \"verdict\": \"{verdict}\" }}",
                pair(*lhs), pair(*rhs)
            )
        }).collect();
        let equalities = if game.equalities.is_empty() {
            String::new()
        } else {
            format!("\n \"equalities\": {:?},", game.equalities)
        };
        format!(
            "{{ \"format\": \"referee-certificate/1\", \"statement\": \"{}\", \"game\": \"{}\",\n \"trace\": {{ \"file\": \
             \"trace.csv\", \"sha256\": \"{}\", \"rounds\": {}, \"constraints\": {} }},\n \"given\": {{ {} }},{equalities}\n \
             \"measured\": {{ {} }},\n \"claims\": [ {} ] }}\n",
            game.statement,
            if game.proxy { "proxy-lagrangian" } else { "lagrangian" },
            self.sha256,
            self.rounds,
            self.constraints,
            given.join(", "),
            measured.join(", "),
            claims.join(",\n  "),
        )
    }

    /// Whether everything in it is true by the formulas.
    pub fn is_true(&self) -> bool {
        let game = &self.game;
        let csv = game.csv();
        // Or the trace was changed behind the game's back.
        let facts = self.csv == csv && self.sha256 == digest(&csv);
        let counts = self.rounds == game.rounds.len() && self.constraints == game.m;
        let one_weighting = !game.proxy || game.weights.as_ref().is_none_or(|(theta, lambda)| theta == lambda);
        let form = one_weighting && crate::rates::has_form(game) && is_paired_and_ranged(game);
        facts && counts && form && self.is_true_by(&Truth::of(game))
    }

    /// Whether what is measured and claimed is this.
    pub fn is_true_by(&self, truth: &Truth) -> bool {
        let names = |names: Vec<&str>| {
            let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
            names.sort();
            names
        };
        let recorded = names(self.measured.iter().map(|(name, _)| name.as_str()).collect());
        let claimed = names(self.claims.iter().map(|claim| claim.name.as_str()).collect());
        if recorded != names(truth.measured.keys().copied().collect())
            || claimed != names(truth.claims.keys().copied().collect())
        {
            return false;
        }
        let encloses = |exact: &I, recorded: (f64, f64)| exact.inside(recorded) && is_tight(exact, recorded);
        let measured = |(name, recorded): &(String, _)| encloses(&truth.measured[name.as_str()], *recorded);
        self.measured.iter().all(measured)
            && self.claims.iter().all(|claim| {
                let due = &truth.claims[claim.name.as_str()];
                let (lhs, rhs) = (claim.lhs, claim.rhs);
                let sides = encloses(&due.lhs, lhs) && encloses(&due.rhs, rhs);
                let head = claim.role == due.role && claim.relation == due.relation && claim.grade == due.grade;
                sides && head && due.allows(&claim.verdict)
            })
    }
}

/// Whether each end is within 2^-32 of the exact interval, relative to its size or to 1.
fn is_tight(interval: &I, recorded: (f64, f64)) -> bool {
    let sizes = [interval.0.clone(), -&interval.0, interval.1.clone(), -&interval.1];
    let scale = sizes.into_iter().fold(exact(1.0), Rational::max);
    let room = &scale * &exact(2f64.powi(-32));
    &interval.0 - &exact(recorded.0) <= room && &exact(recorded.1) - &interval.1 <= room
}
