//! A problem over data: rows, a label, and a constraint on a rate, whose values are exact rationals.
//!
//! `cargo run --release --example problem_over_data`

use referee::data::{Meaning, RateOptions, RateProblem, RecipeOptions, Table, automatic, parse, sha256};
use referee::game::DataRecord;
use referee::prelude::*;

const PEOPLE: &str = "sex,job,paid
F,a,no
F,b,yes
M,a,yes
M,b,yes
F,a,yes
M,a,no
";

fn main() -> Result<()> {
    let table = Table::parse(PEOPLE, "people.csv")?; // or Table::read("people.csv", ..)
    let recipe = automatic(&table, &RecipeOptions::new("paid", "yes"))?.recipe;
    println!("{} features of {} rows", recipe.features.len(), table.len());
    let meaning = Meaning { table: &table, label: &recipe.label, reference: None };
    let constraint = parse("tpr(sex=F) >= 0.5 * tpr()", &table)?[0].on(&meaning)?;
    let data = DataRecord { file: "people.csv".into(), sha256: sha256(PEOPLE.as_bytes()), rows: table.len(), recipe };
    let problem = RateProblem::new("people", &table, data, vec![constraint], RateOptions::default())?;
    let nobody = vec![0.0; problem.data().num_features()]; // predicts `-` for everybody
    let at = |side| problem.exact_values(&nobody, side);
    let (rates, hinges) = (at(Side::Constraints), at(Side::Proxies));
    println!("hinge loss {}; the constraint is {} by its rates, and {} by hinges", rates[0], rates[1], hinges[1]);
    // Every tpr is 0, so the rates keep the constraint. Its hinges, which the theta-player sees, do not.
    assert_eq!((rates[1].to_string(), hinges[1].to_string()), ("0".to_owned(), "1/2".to_owned()));
    Ok(())
}
