//! `conformance!`: every law of a kind, stamped out as tests of whatever you bring.
//!
//! A law judges one subject (a player, a problem, an oracle, a domain) and holds, is broken, or cannot be asked. A law
//! that cannot be asked never passes in silence: the test prints the reason past the capture of the test runner, so
//! `cargo test` shows it. Every random choice inside a law has a fixed seed, so a failure comes back.
//!
//! The laws stand in one table `LAWS` a kind, for programs that want a row a law:
//! [`multiplier_player`](super::multiplier_player), [`theta_player`](super::theta_player), [`problem`](super::problem),
//! [`oracle`](super::oracle), [`domain`](super::domain). A broken law names the point, the contest or the question.

use std::io::Write as _;

/// What a law that is not broken has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It was asked and holds.
    Holds,
    /// It could not be asked, or not everywhere, for this reason.
    Skipped(String),
}

impl Finding {
    /// What to say if a law could not be asked in some of the cases that it was to be asked in.
    pub(super) fn of(skipped: usize, cases: usize, what: &str, reason: &str) -> Self {
        match skipped {
            0 => Self::Holds,
            _ if skipped == cases => Self::Skipped(reason.to_owned()),
            _ => Self::Skipped(format!("in {skipped} of {cases} {what}: {reason}")),
        }
    }
}

/// What a law returns: `Err` holds one sentence about the violation, which is a certain one.
pub type Ruling = Result<Finding, String>;

/// One law of a kind of subject.
pub struct Law<S> {
    /// Its name, that of its function and of its test.
    pub name: &'static str,
    /// What it says, in one line.
    pub says: &'static str,
    /// Judges a subject.
    pub check: fn(&S) -> Ruling,
}

/// The test of one law: panics with the law's name if it is broken, prints the reason if it cannot be asked.
///
/// # Panics
/// If the law is broken, or there is none of that name.
pub fn judge<S>(who: &str, laws: &[Law<S>], name: &str, subject: &S) {
    let law = laws.iter().find(|law| law.name == name).unwrap_or_else(|| panic!("there is no law `{name}`"));
    match (law.check)(subject) {
        Ok(Finding::Holds) => {}
        Ok(Finding::Skipped(reason)) => {
            // Not `eprintln!`, which the test runner would swallow. Nobody can be told that standard error is closed.
            let line = format!("skipped: {who}: {name}: {reason}\n");
            let _ = std::io::stderr().write_all(line.as_bytes());
        }
        Err(violation) => panic!("{who} breaks `{name}` ({}): {violation}", law.says),
    }
}

/// The names of the laws that a subject breaks, each with its sentence.
pub fn broken<S>(laws: &[Law<S>], subject: &S) -> Vec<(&'static str, String)> {
    laws.iter().filter_map(|law| (law.check)(subject).err().map(|violation| (law.name, violation))).collect()
}

/// The names of the laws that could not be asked of a subject, each with the reason.
pub fn skipped<S>(laws: &[Law<S>], subject: &S) -> Vec<(&'static str, String)> {
    let reason = |law: &Law<S>| match (law.check)(subject) {
        Ok(Finding::Skipped(reason)) => Some((law.name, reason)),
        _ => None,
    };
    laws.iter().filter_map(reason).collect()
}

/// The table of the laws of a file: each is named after its function.
macro_rules! laws {
    ($subject:ty: $($law:ident $says:literal),* $(,)?) => {
        /// Every law of this kind.
        pub const LAWS: &[Law<$subject>] = &[$(Law { name: stringify!($law), says: $says, check: $law }),*];
    };
}
pub(super) use laws;

/// Stamps out a module with one test per law, so that a failure names the law.
///
/// | call | judges |
/// |---|---|
/// | `conformance!(multiplier_player: name, game, constructor)` | a [`LambdaPlayer`](crate::players::LambdaPlayer) |
/// | `conformance!(theta_player: name, constructor)` | a [`ThetaPlayer`](crate::players::ThetaPlayer) |
/// | `conformance!(problem: name, instances)` | [`Problem`](crate::problem::Problem)s, or members of a family |
/// | `conformance!(convex_problem: name, instances)` | the same, declared to be convex |
/// | `conformance!(oracle: name, constructor)` | an [`Oracle`](crate::oracle::Oracle) |
/// | `conformance!(domain: name, domains)` | convex [`Domain`](crate::domain::Domain)s |
/// | `conformance!(not_convex_domain: name, domains)` | other domains |
///
/// A lambda-player or a theta-player may face more: `, against(entry)` adds an adversary to
/// [ours](crate::adversary). A lambda-player may declare more: `, steps` that it takes a step in place of its own, `, scale` that units do not
/// matter, `, permutation(within)` that the order of the constraints does not. A theta-player that sees draws declares
/// `, stochastic`.
///
/// `instances` and `domains` are anything to iterate over: a list, or `(0..20).map(random_instance)`.
///
/// ```
/// use referee::players::LambdaSettings;
/// use referee::game::Game;
/// use referee::registry::Registry;
/// referee::conformance!(
///     multiplier_player: hedge,
///     Game::ProxyLagrangian,
///     |settings: &LambdaSettings| {
///         Registry::ours().lambda_player("deviation-hedge", Game::ProxyLagrangian, settings).unwrap()
///     },
///     scale
/// );
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! conformance {
    (multiplier_player: $name:ident, $game:expr, $make:expr $(, $declared:ident $(($value:expr))?)* $(,)?) => {
        $crate::conformance!(@stamp $name, multiplier_player,
            $crate::testing::multiplier_player::Player::new($game, $make)$(.$declared($($value)?))*, [
            law_plays_are_finite law_plays_are_members law_replays law_regret_is_at_most_the_bound
            law_regret_is_at_most_the_run_time_bound law_given_steps_keep_their_bounds law_scale_equivariance
            law_permutation_equivariance law_certificate_is_accepted law_tampered_certificates_are_rejected law_shrunk_support_is_small
        ]);
    };
    (theta_player: $name:ident, $make:expr $(, $declared:ident $(($value:expr))?)* $(,)?) => {
        $crate::conformance!(@stamp $name, theta_player,
            $crate::testing::theta_player::Player::new($make)$(.$declared($($value)?))*, [
            law_it_plays_somewhere law_plays_are_members law_replays law_regret_is_at_most_the_bound
            law_regret_is_at_most_the_run_time_bound law_given_steps_keep_their_bounds
            law_measured_regret_is_enclosed law_subgradients_are_monitored law_curved_losses_keep_the_bounds law_oracle_regret_is_within_rho
            law_draws_are_followed
        ]);
    };
    (problem: $name:ident, $instances:expr $(,)?) => {
        $crate::conformance!(@stamp $name, problem, $crate::testing::problem::Subjects::new($instances), [
            law_projection_lands_inside law_projection_is_idempotent law_replays law_values_are_enclosed
            law_enclosures_are_isotonic law_proxies_dominate law_subgradients_support law_optima_are_not_beaten
            law_optima_are_attained law_multipliers_prove_the_optima law_optima_are_in_order law_margin_holds
            law_bounds_cover law_draws_are_unbiased
        ]);
    };
    (convex_problem: $name:ident, $instances:expr $(,)?) => {
        $crate::conformance!(problem: $name, $crate::testing::problem::convex($instances));
    };
    (oracle: $name:ident, $make:expr $(,)?) => {
        $crate::conformance!(@stamp $name, oracle, $crate::testing::oracle::Subject::new($make), [
            law_it_applies_somewhere law_points_are_members law_replays law_lower_bound_is_below_samples
            law_rho_is_as_said law_evidence_is_accepted
        ]);
    };
    (domain: $name:ident, $domains:expr $(,)?) => {
        $crate::conformance!(@domain $name, $crate::testing::domain::Subjects::new($domains));
    };
    (not_convex_domain: $name:ident, $domains:expr $(,)?) => {
        $crate::conformance!(@domain $name, $crate::testing::domain::Subjects::not_convex($domains));
    };
    (@domain $name:ident, $subject:expr) => {
        $crate::conformance!(@stamp $name, domain, $subject, [
            law_projection_lands_inside law_projection_is_idempotent law_projection_is_nearest
            law_projection_is_variational law_support_covers law_sizes_cover law_start_is_projection_of_zero
        ]);
    };
    (@stamp $name:ident, $kind:ident, $subject:expr, [$($law:ident)*]) => {
        #[cfg(test)]
        mod $name {
            #[allow(unused_imports, clippy::wildcard_imports, reason = "the subject is an expression of the caller")]
            use super::*;

            $(
                #[test]
                fn $law() {
                    use $crate::testing::{conformance, $kind};
                    conformance::judge(stringify!($name), $kind::LAWS, stringify!($law), &$subject);
                }
            )*

            #[test]
            fn every_law_is_asked() {
                let all: Vec<&str> = $crate::testing::$kind::LAWS.iter().map(|law| law.name).collect();
                assert_eq!(all, [$(stringify!($law)),*]);
            }
        }
    };
}
