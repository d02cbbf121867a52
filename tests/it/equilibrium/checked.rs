//! The independent checker accepts every equilibrium.

use super::continuous::found;
use super::large::random;
use rand::RngExt as _;
use referee::equilibrium::{FiniteGame, solve};
use referee::game::Rules;
use referee::registry::Registry;
use std::fmt::Write as _;
use std::fs;

#[test]
fn equilibria_are_accepted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (values, file) = (folder.path().join("candidates.csv"), folder.path().join("equilibrium.json"));
    for seed in 0..40_u8 {
        let (m, proxies) = (usize::from(seed % 4), seed % 2 == 1 && seed % 4 != 0);
        let game = random(seed.into(), 7, m, proxies, |generator| f64::from(generator.random_range(-8..9_i32)) / 4.0);
        let mut text = String::from("objective");
        (1..=m).for_each(|i| write!(text, ",constraint_{i}").expect("text"));
        (1..=m).filter(|_| proxies).for_each(|i| write!(text, ",proxy_{i}").expect("text"));
        for row in &game.rows {
            text += "\n";
            text += &row.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        }
        fs::write(&values, text + "\n").expect("ours");
        let read = FiniteGame::read(&values).expect("candidates");
        for rules in [Rules::Lagrangian { radius: 1.5 }, Rules::ProxyLagrangian] {
            let equilibrium = solve(&read, rules).expect("an equilibrium");
            equilibrium.write(&read, &file).expect("written");
            let verdict = proofs_check::check_file(&file, None);
            assert!(verdict.is_ok(), "{verdict:?} about {:#}", equilibrium.to_json(&read).expect("a source"));
        }
    }
    for name in Registry::ours().families().iter().map(|family| family.name) {
        let instance = Registry::ours().open(name).expect("a family");
        for rules in [Rules::Lagrangian { radius: 8.0 }, Rules::ProxyLagrangian] {
            let equilibrium = found(&*instance.problem, rules, 1e-3).equilibrium;
            equilibrium.write(&file).expect("written");
            let verdict = proofs_check::check_file(&file, None);
            assert!(verdict.is_ok(), "{name}: {verdict:?} about {:#}", equilibrium.to_json());
        }
    }
}
