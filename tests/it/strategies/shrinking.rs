//! Whatever a problem shrinks to is again a problem as asked, with its answer.

use super::{Asked, answers, problems, runner};
use proptest::strategy::{Strategy as _, ValueTree as _};

const CASES: usize = 2;
const STEPS: usize = 30;

#[test]
fn what_is_simpler_is_as_asked() {
    for asked in Asked::all() {
        let (strategy, mut runner) = (referee::testing::strategies::problems(asked.ask()), runner());
        for _ in 0..CASES {
            let mut tree = strategy.new_tree(&mut runner).expect("nothing is filtered");
            let first = format!("{:?}", tree.current()).len();
            let mut shortest = first;
            for step in 0..STEPS {
                // Half of the steps are taken back, as by a test that fails on some of the values only.
                let moved = if step % 2 == 0 { tree.simplify() } else { tree.complicate() || tree.simplify() };
                if !moved {
                    break;
                }
                let drawn = tree.current();
                shortest = shortest.min(format!("{drawn:?}").len());
                problems::law(&drawn, asked).unwrap_or_else(|violation| panic!("{violation}\non {drawn:?}"));
                if asked.answered {
                    answers::unchanged(&drawn).unwrap_or_else(|violation| panic!("{violation}\non {drawn:?}"));
                }
            }
            assert!(shortest <= first);
        }
    }
}
