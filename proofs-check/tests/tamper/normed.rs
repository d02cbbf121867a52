//! The files of the corpus about norms: ties that squares decide, one that nobody has to, and what may not be said of them.

use crate::corpus::{Files, certificate, game};
use crate::game::Game;
use crate::wrong::{add_with_data, claim_of};

/// One round with these multipliers, the norm and the radius.
fn with_norm(constraints: &[f64], lambda: &[f64], norm: f64, radius: f64) -> Game {
    let values: Vec<f64> = [1.0].iter().chain(constraints).copied().collect();
    Game {
        statement: "theorem-3",
        norm: Some(norm),
        radius: Some(radius),
        lower: Some(-1.0),
        margin: Some(0.5),
        range: Some(2.0),
        ..game(false, false, &[(&values, &[], lambda)])
    }
}

/// Adds them, true and false.
pub fn add(files: &mut Files) {
    let root = 2f64.sqrt(); // above the root of 2
    let below = f64::from_bits(root.to_bits() - 1);
    let two = [0.5, 0.25];
    for (name, game, verdict) in [
        ("slater-above-radius", with_norm(&two, &[0.25, 0.25], 1.0, 2.0), "holds"),
        ("norm-2-tie", with_norm(&two, &[3.0, 4.0], 2.0, 5.0), "violated"),
        ("norm-2-above", with_norm(&two, &[1.0, 1.0], 2.0, root), "holds"),
        ("norm-2-below", with_norm(&two, &[1.0, 1.0], 2.0, below), "violated"),
        ("norm-3-tie", with_norm(&[0.5; 8], &[1.0; 8], 3.0, 2.0), "undecided"),
        ("norm-1.5", with_norm(&two, &[1.0, 1.0], 1.5, 1.5), "violated"),
        ("norm-1.5-of-one", with_norm(&two[..1], &[1.5], 1.5, 1.5), "violated"),
    ] {
        let text = certificate(name, game.clone());
        let claim = claim_of(&text, "norm_below_radius");
        assert!(claim.contains(&format!("\"verdict\": \"{verdict}\"")), "{name}: {claim}");
        assert_eq!(text.contains("\"infeasibility\", \"role\""), verdict == "holds", "{name}");
        files.insert(format!("accept/{name}.csv"), game.csv());
        files.insert(format!("accept/{name}.json"), text);
    }
    for (name, base, from, to) in [
        ("norm-2-tie-called-undecided", "norm-2-tie", "violated", "undecided"),
        ("norm-2-above-called-undecided", "norm-2-above", "holds", "undecided"),
        ("norm-2-below-called-holds", "norm-2-below", "violated", "holds"),
        ("norm-3-tie-called-holds", "norm-3-tie", "undecided", "holds"),
        ("norm-3-tie-called-violated", "norm-3-tie", "undecided", "violated"),
        ("norm-1.5-called-undecided", "norm-1.5", "violated", "undecided"),
        ("norm-of-one-called-undecided", "norm-1.5-of-one", "violated", "undecided"),
    ] {
        change(files, "WrongVerdict", name, base, &[(from, to)]);
    }
    // Sides that overlap, so that the verdict would be open if they decided.
    let open = ("violated", "undecided");
    let sides = ("\"lhs\": [1.4142135623730", "\"lhs\": [1.4142135621730");
    change(files, "WrongVerdict", "norm-2-widened-a-little", "norm-2-below", &[open, sides]);
    let sides = ("\"lhs\": [1.41421356", "\"lhs\": [1.41");
    change(files, "TooWide", "norm-2-widened", "norm-2-below", &[open, sides]);
    let (above, tie) = (files["accept/norm-2-above.json"].clone(), files["accept/norm-3-tie.json"].clone());
    let claim = claim_of(&above, "infeasibility");
    let without = above.replace(&format!("{claim},\n  "), "");
    assert!(without != above);
    add_with_data(files, "reject/MissingClaim", "norm-2-left-out", without);
    let invented = tie.replacen("\"claims\": [ ", &format!("\"claims\": [ {claim},\n  "), 1);
    add_with_data(files, "reject/UnexpectedClaim", "norm-3-tie-with-a-bound", invented);
}

/// Adds a file whose claim about the norm is changed.
fn change(files: &mut Files, reason: &str, name: &str, base: &str, changes: &[(&str, &str)]) {
    let before = files[&format!("accept/{base}.json")].clone();
    let old = claim_of(&before, "norm_below_radius");
    let new = changes.iter().fold(old.clone(), |text, (from, to)| {
        assert!(text.contains(from), "{name}: {from} is not in {text}");
        text.replacen(from, to, 1)
    });
    add_with_data(files, &format!("reject/{reason}"), name, before.replacen(&old, &new, 1));
}
