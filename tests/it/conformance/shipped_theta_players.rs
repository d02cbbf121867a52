//! Every theta-player that ships.

use referee::error::Result;
use referee::players::{ThetaPlayer, ThetaSettings};
use referee::registry::Registry;

fn make(name: &'static str) -> impl Fn(ThetaSettings<'_>) -> Result<Box<dyn ThetaPlayer>> {
    move |settings| Registry::ours().theta_player(name, settings)
}

macro_rules! stamp {
    ($($name:ident $text:literal $($declared:ident)?;)*) => {
        $(referee::conformance!(theta_player: $name, make($text) $(, $declared)?);)*

        #[test]
        fn every_player_is_stamped_out() {
            assert!([$($text),*].into_iter().eq(Registry::ours().theta_players().iter().map(|entry| entry.name)));
        }
    };
}

stamp! {
    subgradient "subgradient";
    subgradient_best "subgradient-best";
    stochastic_subgradient "stochastic-subgradient" stochastic;
    adagrad "adagrad";
    amsgrad "amsgrad";
    optimistic "optimistic";
    extragradient "extragradient";
    dual_averaging "dual-averaging";
    ftrl "ftrl";
    mirror_p_norm "mirror-p-norm";
    stochastic_mirror_p_norm "stochastic-mirror-p-norm" stochastic;
    oracle "oracle";
}
