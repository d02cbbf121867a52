//! Whatever a problem shrinks to is again a problem as asked, with its answer.

use super::{Asked, answers, problems, runner};
use proptest::strategy::{Strategy as _, ValueTree as _};

const STEPS: usize = 400;
/// One step in so many is judged.
const JUDGED: usize = 13;

#[test]
fn what_is_simpler_is_as_asked() {
    let (mut lengths, mut shortest) = (0, 0);
    for asked in Asked::all() {
        let (strategy, mut runner) = (referee::testing::strategies::problems(asked.ask()), runner());
        let mut tree = strategy.new_tree(&mut runner).expect("nothing is filtered");
        let length = format!("{:?}", tree.current()).len();
        let mut least = length;
        for step in 0..STEPS {
            // Some of the steps are taken back, as by a test that fails on some of the values only.
            let moved = if step % 8 == 7 { tree.complicate() || tree.simplify() } else { tree.simplify() };
            if !moved {
                break;
            }
            let drawn = tree.current();
            least = least.min(format!("{drawn:?}").len());
            if step % JUDGED != 0 {
                continue;
            }
            problems::law(&drawn, asked).unwrap_or_else(|violation| panic!("{violation}\non {drawn:?}"));
            if asked.answered {
                answers::unchanged(&drawn).unwrap_or_else(|violation| panic!("{violation}\non {drawn:?}"));
            }
        }
        (lengths, shortest) = (lengths + length, shortest + least);
    }
    assert!(3 * shortest < 2 * lengths, "{lengths} letters shrank to {shortest} only");
}
