//! Tests of `src/report/ruler.rs` that need its private parts.

use super::*;

fn ruler(scale: &Scale, values: &[f64]) -> Ruler {
    Ruler::new(Extent::of(scale, 0.04, values.iter().copied()), 400.0, 0.0)
}

fn names(ruler: &Ruler, horizontal: bool) -> Vec<String> {
    let named = ruler.ticks(horizontal).into_iter().map(|(_, tick)| tick).filter(|tick| !tick.text.is_empty());
    named.map(|tick| if tick.above.is_empty() { tick.text } else { tick.text + "^" + &tick.above }).collect()
}

#[test]
fn a_logarithmic_axis_has_ticks_at_powers_of_ten() {
    assert_eq!(
        names(&ruler(&Scale::Log, &[1e-3, 2.0]), false),
        ["10^\u{2212}3", "10^\u{2212}2", "10^\u{2212}1", "10^0"]
    );
}

#[test]
fn rounds_are_counted_in_powers_of_two() {
    let rounds: Vec<f64> = (6..=16).map(|k| f64::from(1 << k)).collect();
    assert_eq!(names(&ruler(&Scale::Log, &rounds), true), ["2^6", "2^8", "2^10", "2^12", "2^14", "2^16"]);
    assert_eq!(names(&ruler(&Scale::Log, &rounds), false), ["10^2", "10^3", "10^4"], "only across");
    assert_eq!(names(&ruler(&Scale::Log, &[64.0, 100.0, 65_536.0]), true), ["10^2", "10^3", "10^4"]);
}

#[test]
fn zeros_get_a_strip_below_every_positive_value() {
    let ruler = ruler(&Scale::Log, &[0.0, 1e-6, 1.0]);
    assert_eq!(ruler.place(0.0), Place::Edge(400.0));
    let Place::At(least) = ruler.place(1e-6) else { panic!("a positive value has a place") };
    assert!(least <= 400.0 - STRIP);
    assert_eq!(names(&ruler, false)[0], "0");
}

#[test]
fn a_strip_says_whether_values_are_negative() {
    assert_eq!(names(&ruler(&Scale::Log, &[-1.0, 1.0]), false)[0], "< 0");
    assert_eq!(names(&ruler(&Scale::Log, &[-1.0, 0.0, 1.0]), false)[0], "\u{2264} 0");
    assert!(names(&ruler(&Scale::Linear, &[-1.0, 1.0]), false).contains(&"\u{2212}1.0".to_owned()));
}

#[test]
fn every_value_has_a_place_on_the_axis_or_is_said_to_have_none() {
    let extremes = [0.0, -0.0, 5e-324, -5e-324, f64::MIN_POSITIVE, 1.0, 1e16, f64::MAX, f64::MIN, 3.0];
    for scale in [Scale::Linear, Scale::Log] {
        for &a in &extremes {
            for &b in &extremes {
                let ruler = ruler(&scale, &[a, b, f64::NAN, f64::INFINITY]);
                for value in [a, b] {
                    let (Place::At(pixel) | Place::Edge(pixel)) = ruler.place(value) else { panic!("{value}") };
                    assert!((0.0..=400.0).contains(&pixel), "{scale:?}: {value} of {a}, {b} is at {pixel}");
                }
                let ticks = ruler.ticks(false);
                assert!(ticks.len() >= 2, "{scale:?}: {a}, {b} has {} ticks", ticks.len());
                assert!(ticks.iter().all(|&(pixel, _)| (0.0..=400.0).contains(&pixel)), "{scale:?}: {a}, {b}");
                assert_eq!(ruler.place(f64::NAN), Place::Nowhere);
                assert_eq!(ruler.place(f64::INFINITY), Place::Nowhere);
            }
        }
    }
}

#[test]
fn an_empty_axis_is_defined() {
    assert_eq!(names(&ruler(&Scale::Linear, &[]), false), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    assert!(ruler(&Scale::Log, &[]).ticks(false).len() >= 2);
    assert!(ruler(&Scale::Log, &[f64::NAN]).ticks(true).len() >= 2);
}
