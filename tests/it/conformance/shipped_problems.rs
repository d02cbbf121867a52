//! Every family of problems: its default member and random ones.

use crate::common::draw;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use referee::problem::families::Instance;
use referee::registry::Registry;

fn members(family: &str) -> Vec<Instance> {
    let mut generator = ChaCha8Rng::seed_from_u64(9);
    let random = (0..3).map(|_| draw(family, &mut generator).expect("the family exists").1);
    std::iter::once(Registry::ours().open(family).expect("the family exists")).chain(random).collect()
}

macro_rules! stamp {
    ($($name:ident $text:literal;)*) => {
        $(referee::conformance!(problem: $name, members($text));)*

        #[test]
        fn every_family_is_stamped_out() {
            assert!([$($text),*].into_iter().eq(Registry::ours().families().iter().map(|family| family.name)));
        }
    };
}

stamp! {
    qp_box "qp-box";
    qp_half "qp-half";
    knapsack "knapsack";
    bilinear "bilinear";
    triangle "triangle";
    step_hinge "step-hinge";
    step_sample "step-sample";
    robust "robust";
    extremal "extremal";
    neyman_pearson "neyman-pearson";
    polygon "polygon";
    qp_box_tied "qp-box-tied";
    extremal_duplicated "extremal-duplicated";
    qp_box_scaled "qp-box-scaled";
    zero_pair "zero-pair";
    zero_no_kkt "zero-no-kkt";
    infeasible "infeasible";
    no_constraints "no-constraints";
    noisy "noisy";
    minibatch "minibatch";
    minibatch_rate "minibatch-rate";
    network "network";
}
