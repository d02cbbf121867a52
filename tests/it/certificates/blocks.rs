//! Rounds that are read in blocks: equalities and ranges count them over all blocks.

use referee::certificate::Given;
use referee::error::Result;
use referee::game::{Function, Range};
use referee::oracle::Options;
use referee::theorems::{OutOfRange, certify, out_of_range};
use referee::trace::{Equalities, Layout, Rounds, Trace};

fn trace(rows: &str) -> Trace {
    let text = format!("objective,constraint_1,constraint_2,lambda_1,lambda_2\n{rows}");
    Trace::from_reader(text.as_bytes(), "run.csv").expect("a trace")
}

/// The rounds of several traces, each of them a block.
struct Blocks(Vec<Trace>);

impl Rounds for Blocks {
    fn layout(&self) -> &Layout {
        self.0[0].layout()
    }

    fn pass(&mut self, visit: &mut dyn FnMut(&Trace) -> Result<()>) -> Result<()> {
        self.0.iter().try_for_each(visit)
    }
}

#[test]
fn a_pair_that_is_not_mirrored_is_told_by_its_round_in_the_run() {
    let sentence = |rounds: [&str; 2]| {
        let given = Given { equalities: Equalities::new(vec![(0, 1)]).expect("in order"), ..Given::default() };
        let mut blocks = Blocks(rounds.map(trace).to_vec());
        certify(&mut blocks, None, given, Options::default()).expect_err("no equality").to_string()
    };
    for (rounds, number) in [
        (["0,1,-2,0,0\n", "0,1,-1,0,0\n"], 0),
        (["0,1,-1,0,0\n", "0,1,-2,0,0\n"], 1),
        (["0,1,-1,0,0\n0,0,0,0,0\n", "0,1,-2,0,0\n"], 2),
    ] {
        let expected = format!(
            "`constraint_2` is not exactly minus `constraint_1` in round {number} (counted from 0), so they are not an \
             equality"
        );
        assert_eq!(sentence(rounds), expected);
    }
}

#[test]
fn the_value_that_is_furthest_out_of_its_range_is_told_by_its_round_in_the_run() {
    let ranges = vec![
        Range { of: Function::Objective, lo: 0.0, hi: None },
        Range { of: Function::Constraint(1), lo: -8.0, hi: Some(1.0) },
    ];
    let rounds = ["0,0,0,0,0\n-3,0,0,0,0\n", "-2,1,0,0,0\n0,6,0,0,0\n"];
    let found = |of, round, distance| Some(OutOfRange { of, round, distance });
    // Ends belong to a range.
    assert_eq!(out_of_range(&ranges, &trace("0,-8,0,0,0\n0,1,0,0,0\n")).expect("both are there"), None);
    let first = found(Function::Objective, 1, 3.0);
    assert_eq!(out_of_range(&ranges, &trace(rounds[0])).expect("both are there"), first);
    let whole = found(Function::Constraint(1), 3, 5.0);
    assert_eq!(out_of_range(&ranges, &trace(&rounds.concat())).expect("both are there"), whole);
    let given = Given { ranges, ..Given::default() };
    let mut blocks = Blocks(rounds.map(trace).to_vec());
    let certification = certify(&mut blocks, None, given, Options::default()).expect("a certificate");
    assert_eq!(certification.out_of_range, whole);
}
