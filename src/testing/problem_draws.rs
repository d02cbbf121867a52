//! Laws of draws: their mean is the exact answer, as rationals, and the bounds cover them.
//!
//! Of a problem that says [how it draws](Problem::noise) the mean is taken without sampling. Batches of members are
//! enumerated: all are equally likely. Noise that is added is the shape's, bit for bit, and a shape is its own opposite:
//! with every bit flipped a draw changes its sign.

use super::conformance::{Finding, Ruling};
use super::laws_family::{points, values as enclosed_values};
use super::problem::{Subject, Subjects};
use super::{Outcome, require};
use crate::domain::Domain as _;
use crate::game::Side;
use crate::numerics::rational::exact;
use crate::numerics::{Enclosure, Norm};
use crate::problem::{Constants, Noise, Problem, Shape, Workspace};
use dashu_ratio::RBig;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Batches that are enumerated at most.
const MOST_BATCHES: u64 = 4096;
/// Points at which the mean is taken, and draws that are compared.
const POINTS: usize = 12;

pub(super) fn law_draws_are_unbiased(subjects: &Subjects) -> Ruling {
    subjects.each(|subject| {
        let problem = subject.problem();
        match problem.noise() {
            Some(Noise::Members { members, batch }) => {
                let batches = u32::try_from(members.len()).ok().and_then(|count| u64::from(count).checked_pow(*batch));
                match batches.filter(|batches| *batches <= MOST_BATCHES) {
                    Some(batches) => enumerated(subject, batches),
                    None => Ok(Finding::Skipped(format!("its batches are more than {MOST_BATCHES}"))),
                }
            }
            Some(&Noise::Added { shape, slopes, values }) => {
                added(subject, shape, slopes, values)?;
                symmetric(shape)
            }
            None => {
                let usual = added(subject, Shape::Uniform, problem.facts().noise, 0.0);
                if problem.is_noiseless() {
                    usual?;
                } else if usual.is_err() {
                    return Ok(Finding::Skipped("it draws in a way of its own, and does not say which".into()));
                }
                symmetric(Shape::Uniform)
            }
        }
    })
}

/// What is asked of a problem at a point: values on the side of the constraints, or a slope on either side.
#[derive(Clone, Copy)]
enum Question {
    Values,
    Slope(Side),
}

const QUESTIONS: [Question; 3] = [Question::Values, Question::Slope(Side::Constraints), Question::Slope(Side::Proxies)];

/// The exact answer, or the draw of a sample; `None` where there is none.
fn answer(problem: &dyn Problem, question: Question, theta: &[f64], sample: Option<u64>) -> Option<Vec<f64>> {
    let functions = problem.num_constraints() + 1;
    // Few bits, and not all alike.
    let weights: Vec<f64> = (0..functions).map(|k| if k % 2 == 0 { 0.5 } else { 0.75 }).collect();
    let mut work = Workspace::default();
    let mut out = vec![f64::NAN; if let Question::Values = question { functions } else { theta.len() }];
    let given = match (question, sample) {
        (Question::Values, None) => problem.values(theta, Side::Constraints, &mut out, &mut work),
        (Question::Values, Some(sample)) => problem.stochastic_values(sample, theta, &mut out, &mut work),
        (Question::Slope(side), None) => problem.subgradient(theta, side, &weights, &mut out, &mut work),
        (Question::Slope(side), Some(sample)) => {
            problem.stochastic_subgradient(sample, theta, side, &weights, &mut out, &mut work)
        }
    };
    given.ok().map(|()| out)
}

/// The draws are the exact answers with noise of that shape and those widths, bit for bit.
fn added(subject: &Subject, shape: Shape, slopes: f64, values: f64) -> Outcome {
    let problem = subject.problem();
    for (theta, sample) in subject.sample().iter().rev().take(POINTS).zip(0..) {
        for question in QUESTIONS {
            let Some(mut expected) = answer(problem, question, theta, None) else { continue };
            let (width, stream, noisy) = match question {
                Question::Values => (values, 1, &mut expected[1..]),
                Question::Slope(_) => (slopes, 0, &mut expected[..]),
            };
            let mut generator = ChaCha8Rng::seed_from_u64(sample);
            generator.set_stream(stream);
            for x in noisy {
                *x += width * shape.draw(generator.next_u64());
            }
            let drawn = answer(problem, question, theta, Some(sample));
            require(drawn.as_ref() == Some(&expected), || {
                format!("the draw of sample {sample} at {theta:?} is {drawn:?}, not {expected:?}")
            })?;
        }
    }
    Ok(())
}

/// With every bit flipped a draw is the opposite number, and none is above 1 in size.
fn symmetric(shape: Shape) -> Ruling {
    let mut generator = ChaCha8Rng::seed_from_u64(4);
    // All that the finite shapes look at, and random bits.
    let few = (0..1 << 9).flat_map(|low| [low, low | 1 << 63]);
    for bits in few.chain((0..1000).map(|_| generator.next_u64())) {
        let (draw, opposite) = (shape.draw(bits), shape.draw(!bits));
        require(draw == -opposite && draw.abs() <= 1.0, || {
            format!("the bits {bits} draw {draw}, and those flipped {opposite}")
        })?;
    }
    Ok(Finding::Holds)
}

/// The mean over all batches is the exact answer, wherever no number was rounded.
fn enumerated(subject: &Subject, batches: u64) -> Ruling {
    let problem = subject.problem();
    let on_a_grid = |point: Vec<f64>| point.iter().map(|x| (64.0 * x).round() / 64.0).collect::<Vec<f64>>();
    let mut places: Vec<Vec<f64>> = subject.sample().into_iter().rev().map(on_a_grid).collect();
    places.dedup();
    places.retain(|place| problem.domain().contains(place));
    let mut asked = 0;
    for theta in places.iter().take(POINTS) {
        for question in QUESTIONS {
            let Some(whole) = answer(problem, question, theta, None) else { continue };
            let draws: Option<Vec<_>> = (0..batches).map(|s| answer(problem, question, theta, Some(s))).collect();
            let draws = draws.ok_or_else(|| format!("a batch has no answer at {theta:?}"))?;
            for (j, &whole) in whole.iter().enumerate() {
                if !is_short(whole) || !draws.iter().all(|draw| is_short(draw[j])) {
                    continue; // rounding is not bias
                }
                let sum = draws.iter().fold(RBig::ZERO, |sum, draw| sum + exact(draw[j]));
                require(sum == exact(whole) * RBig::from(batches), || {
                    format!("the mean of entry {j} over all batches at {theta:?} is not {whole}")
                })?;
                asked += 1;
            }
        }
    }
    Ok(if asked == 0 {
        Finding::Skipped("its numbers are rounded wherever it was asked".into())
    } else {
        Finding::Holds
    })
}

/// A number of few bits: what was computed from others of few bits was not rounded.
fn is_short(x: f64) -> bool {
    let scaled = x * f64::from(1_u32 << 20);
    scaled.fract() == 0.0 && scaled.abs() < f64::from(1_u32 << 30)
}

/// No draw at a point of the sample is beyond the bounds. Doubles are in the enclosures, so they are off by at most the width.
pub(super) fn law_draws_are_bounded(problem: &dyn Problem, constants: &Constants, sample: &[Vec<f64>]) -> Outcome {
    let (functions, dim) = (problem.num_constraints() + 1, problem.domain().dim());
    let mut work = Workspace::default();
    let (mut drawn, mut slope) = (vec![0.0; functions], vec![0.0; dim]);
    let mut slopes = vec![Enclosure::ZERO; dim];
    let noise = Enclosure::point(problem.facts().noise) * Norm::Two.norm_of_enclosures(&vec![Enclosure::ONE; dim]);
    let wider = |bound: f64, width: Enclosure| (Enclosure::point(bound) + width).hi();
    for (theta, number) in sample.iter().zip(0..) {
        let enclosed = enclosed_values(problem, &points(theta), Side::Constraints)?;
        problem.stochastic_values(number, theta, &mut drawn, &mut work).map_err(|error| error.to_string())?;
        for (value, at) in drawn.iter().zip(&enclosed).skip(1) {
            let most = wider(constants.bound_constraints, Enclosure::point(at.width()));
            require(value.abs() <= most, || format!("a constraint is drawn as {value} at {theta:?}, above {most}"))?;
        }
        let Some((expressions, bound)) = problem.expressions().zip(constants.bound_subgradient) else { continue };
        for k in 0..functions {
            let function = expressions.function(k, Side::Proxies);
            let found = function.enclose_gradient(&points(theta), &mut slopes, &mut work.enclosures);
            found.map_err(|error| error.to_string())?;
            let widths: Vec<_> = slopes.iter().map(|slope| Enclosure::point(slope.width())).collect();
            let most = wider(bound, noise + Norm::Two.norm_of_enclosures(&widths));
            let weights: Vec<f64> = (0..functions).map(|i| if i == k { 1.0 } else { 0.0 }).collect();
            let given = problem.stochastic_subgradient(number, theta, Side::Proxies, &weights, &mut slope, &mut work);
            given.map_err(|error| error.to_string())?;
            let length = Norm::Two.norm_of_enclosures(&points(&slope));
            require(length.lo() <= most, || format!("a slope is drawn of length {length} at {theta:?}, above {most}"))?;
        }
    }
    Ok(())
}
