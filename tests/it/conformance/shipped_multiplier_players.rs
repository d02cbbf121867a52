//! Every lambda-player that ships, in both games.

use crate::common::lambda_player_names;
use referee::game::Game;
use referee::players::{LambdaPlayer, LambdaSettings};
use referee::registry::Registry;

const LAGRANGIAN: Game = Game::Lagrangian;
const PROXY: Game = Game::ProxyLagrangian;

/// Sums in another order differ by some units of 2^-53, and the plays of 60 rounds by not much more.
const ROUNDING: f64 = 1.0 / (1_u64 << 40) as f64;

fn make(name: &'static str, game: Game) -> impl Fn(&LambdaSettings) -> Box<dyn LambdaPlayer> {
    move |settings| Registry::ours().lambda_player(name, game, settings).expect("a player of this game")
}

macro_rules! stamp {
    ($($name:ident $game:ident $text:literal $($declared:ident $(($value:expr))?)*;)*) => {
        $(referee::conformance!(multiplier_player: $name, $game, make($text, $game) $(, $declared $(($value))?)*);)*

        #[test]
        fn every_player_is_stamped_out() {
            let stamped = |game| [$(($game, $text)),*].into_iter().filter(move |(of, _)| *of == game).map(|(_, name)| name);
            for game in [LAGRANGIAN, PROXY] {
                assert!(stamped(game).eq(lambda_player_names(game)), "{game}");
            }
        }
    };
}

stamp! {
    gradient LAGRANGIAN "gradient" steps scale permutation(ROUNDING);
    gradient_best LAGRANGIAN "gradient-best" steps scale permutation(ROUNDING);
    mirror_entropic LAGRANGIAN "mirror-entropic" scale permutation(ROUNDING);
    mirror_p_norm LAGRANGIAN "mirror-p-norm" steps scale permutation(ROUNDING);
    exponentiated_gradient LAGRANGIAN "exponentiated-gradient" steps scale permutation(ROUNDING);
    slack_adahedge LAGRANGIAN "slack-adahedge" scale permutation(ROUNDING);
    slack_rm_plus LAGRANGIAN "slack-rm-plus" scale permutation(ROUNDING);
    optimistic_gradient LAGRANGIAN "optimistic-gradient" steps scale permutation(ROUNDING);
    nu_pi LAGRANGIAN "nu-pi" scale permutation(ROUNDING);
    matrix PROXY "matrix" steps scale permutation(ROUNDING);
    matrix_best PROXY "matrix-best" steps scale permutation(ROUNDING);
    deviation_hedge PROXY "deviation-hedge" steps scale permutation(ROUNDING);
    deviation_adahedge PROXY "deviation-adahedge" scale permutation(ROUNDING);
    deviation_rm_plus PROXY "deviation-rm-plus" scale permutation(ROUNDING);
    deviation_optimistic_hedge PROXY "deviation-optimistic-hedge" steps scale permutation(ROUNDING);
    deviation_predictive_rm_plus PROXY "deviation-predictive-rm-plus" scale permutation(ROUNDING);
    deviation_coin_betting PROXY "deviation-coin-betting" scale permutation(ROUNDING);
    blum_mansour_hedge PROXY "blum-mansour-hedge" steps scale permutation(ROUNDING);
    blum_mansour_adahedge PROXY "blum-mansour-adahedge" scale permutation(ROUNDING);
    blum_mansour_rm_plus PROXY "blum-mansour-rm-plus" scale permutation(ROUNDING);
    blum_mansour_optimistic_hedge PROXY "blum-mansour-optimistic-hedge" steps scale permutation(ROUNDING);
    tree_swap PROXY "tree-swap" steps scale permutation(ROUNDING);
    // Of several recurrent classes it takes one by its number, so the order of the constraints matters.
    internal_regret_matching PROXY "internal-regret-matching" scale;
    stoltz_lugosi PROXY "stoltz-lugosi" steps scale permutation(ROUNDING);
    additive_matrix PROXY "additive-matrix" steps scale permutation(ROUNDING);
    hedge_control PROXY "hedge-control" steps scale permutation(ROUNDING);
    rm_plus_control PROXY "rm-plus-control" scale permutation(ROUNDING);
}
