//! Traces as text: bit-exact round trips, columns in any order, one round at a time, no panics.

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{TestError, TestRunner};
use referee::game::Game;
use referee::numerics::Enclosure;
use referee::trace::{Layout, Round, Trace, TraceReader};
use std::fs;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Finite doubles of every kind: all bit patterns, the edges of the range, both zeros, short decimals.
fn finite() -> impl Strategy<Value = f64> {
    let edges =
        [0.0, 5e-324, f64::MIN_POSITIVE, f64::MIN_POSITIVE.next_down(), f64::EPSILON, 1.0, f64::MAX, 0.1, 1e22, 1e23];
    let edges: Vec<f64> = edges.into_iter().flat_map(|x| [x, -x]).collect();
    prop_oneof![
        4 => any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |x| x.is_finite()),
        2 => select(edges),
        1 => (0_u64..1 << 52).prop_map(f64::from_bits),
        1 => (-1000_i32..1000).prop_map(|n| f64::from(n) / 100.0),
    ]
}

/// Not below zero: magnitudes, and the negative zero too.
fn multiplier() -> impl Strategy<Value = f64> {
    prop_oneof![9 => finite().prop_map(f64::abs), 1 => Just(-0.0)]
}

fn layout() -> impl Strategy<Value = Layout> {
    let game = select(vec![Game::Lagrangian, Game::ProxyLagrangian]);
    (game, 0_usize..5, any::<bool>(), 0_usize..4, any::<u16>()).prop_map(|(game, m, proxies, d, enclosed)| {
        let mut layout = Layout::new(game, m).with_theta(d);
        if proxies {
            layout = layout.with_proxies();
        }
        (0..layout.num_values()).filter(|value| enclosed >> value & 1 == 1).fold(layout, Layout::enclose)
    })
}

fn round(layout: &Layout) -> impl Strategy<Value = Round> + use<> {
    let layout = layout.clone();
    let values = prop::collection::vec((finite(), finite(), any::<bool>()), layout.num_values());
    let lambda = prop::collection::vec(multiplier(), layout.num_multipliers());
    let theta = prop::collection::vec(finite(), layout.num_thetas());
    (values, lambda, theta).prop_map(move |(values, lambda, theta)| {
        let values = values.into_iter().enumerate().map(|(value, (a, b, point))| {
            let exact = point || !layout.is_enclosed(value);
            if exact { Enclosure::point(a) } else { Enclosure::new(a.min(b), a.max(b)) }
        });
        let mut values = values.collect::<Vec<_>>().into_iter();
        Round {
            objective: values.next().unwrap(),
            constraints: values.by_ref().take(layout.num_constraints()).collect(),
            proxies: values.collect(),
            lambda,
            theta,
        }
    })
}

fn trace() -> impl Strategy<Value = Trace> {
    layout().prop_flat_map(|layout| {
        prop::collection::vec(round(&layout), 1..6).prop_map(move |rounds| {
            let mut trace = Trace::with_capacity(layout.clone(), rounds.len());
            for round in &rounds {
                trace.push(round).unwrap();
            }
            trace
        })
    })
}

/// Every number of a trace, as bits, in groups; whether a column is stored as a pair does not show.
fn bits(trace: &Trace) -> Vec<Vec<u64>> {
    let groups = [trace.objective(), trace.constraints(), trace.proxy_constraints()];
    let ends = groups.into_iter().flat_map(|values| [values.lo(), values.hi()]);
    let all = ends.chain([trace.lambdas(), trace.thetas()]);
    all.map(|numbers| numbers.iter().map(|x| x.to_bits()).collect()).collect()
}

fn same(a: &Trace, b: &Trace) -> Result<(), TestCaseError> {
    prop_assert_eq!(a.rounds(), b.rounds());
    prop_assert_eq!(a.layout().game(), b.layout().game());
    prop_assert_eq!(a.layout().has_proxies(), b.layout().has_proxies());
    prop_assert_eq!(bits(a), bits(b));
    Ok(())
}

/// The bytes of the file that the writer makes of a trace.
fn written(trace: &Trace) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.csv");
    trace.write(&path).unwrap();
    fs::read(path).unwrap()
}

fn read(bytes: &[u8]) -> referee::error::Result<Trace> {
    Trace::from_reader(bytes, "trace.csv")
}

/// The law: what a writer wrote reads back as the same bits.
fn round_trips(trace: &Trace, write: impl Fn(&Trace) -> Vec<u8>) -> Result<(), TestCaseError> {
    let back = read(&write(trace)).map_err(|error| TestCaseError::fail(error.to_string()))?;
    same(trace, &back)?;
    prop_assert_eq!(back.layout(), &trace.tight_layout());
    Ok(())
}

/// What the files of a trace are made of, and what they must not be made of.
const WORDS: [&str; 24] = [
    "objective",
    "constraint_1",
    "proxy_1",
    "lambda_0",
    "lambda_1",
    "theta_1",
    ".lo",
    ".hi",
    "_",
    "\"",
    ",",
    ",",
    "\n",
    "\n",
    "\r\n",
    " ",
    "1",
    "-0",
    "0.5",
    "1e308",
    "1e-400",
    "nan",
    "\u{feff}",
    "\u{e9}",
];

/// The rows of a CSV text without quotes.
fn rows(bytes: &[u8]) -> Vec<Vec<String>> {
    let text = std::str::from_utf8(bytes).unwrap();
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// The file of the real writer with each number changed.
fn rewritten(trace: &Trace, change: impl Fn(f64) -> String) -> Vec<u8> {
    let mut rows = rows(&written(trace));
    rows[1..].iter_mut().flatten().for_each(|cell| *cell = change(cell.parse().unwrap()));
    rows.iter().map(|row| row.join(",") + "\n").collect::<String>().into_bytes()
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn writing_and_reading_gives_back_the_same_bits(trace in trace()) {
        round_trips(&trace, written)?;
    }

    #[test]
    fn columns_come_in_any_order_and_dress(
        (trace, order) in trace().prop_flat_map(|trace| {
            let columns = trace.tight_layout().column_names().len();
            (Just(trace), Just((0..columns).collect::<Vec<_>>()).prop_shuffle())
        }),
        dress in prop::collection::vec(select(vec!["", " ", "\t", "\"", " \""]), 1..7),
        end in select(vec!["\n", "\r\n", " \n"]),
        mark in select(vec!["", "\u{feff}"]),
        tail in select(vec!["", "\n", "\r\n \n"]),
    ) {
        let mut text = mark.to_owned();
        let mut dress = dress.iter().cycle();
        for row in rows(&written(&trace)) {
            let cells = order.iter().map(|&i| {
                let before = dress.next().unwrap();
                let after = before.chars().rev().collect::<String>();
                format!("{before}{}{after}", row[i])
            });
            text += &(cells.collect::<Vec<_>>().join(",") + end);
        }
        same(&trace, &read((text + tail).as_bytes()).unwrap())?;
    }

    #[test]
    fn reading_round_by_round_or_in_blocks_equals_reading_at_once(trace in trace(), limit in 1_usize..4) {
        let bytes = written(&trace);
        let whole = read(&bytes).unwrap();

        let mut reader = TraceReader::from_reader(&bytes[..], "trace.csv").unwrap();
        let mut round = Round::new(reader.layout());
        let mut copy = round.clone();
        while reader.read_round(&mut round).unwrap() {
            whole.copy_round(reader.rounds() - 1, &mut copy);
            prop_assert_eq!(format!("{round:?}"), format!("{copy:?}"));
        }
        prop_assert_eq!(reader.rounds(), whole.rounds());
        prop_assert!(!reader.read_round(&mut round).unwrap());

        let mut reader = TraceReader::from_reader(&bytes[..], "trace.csv").unwrap();
        let mut block = Trace::new(reader.layout().clone());
        let mut joined = block.clone();
        while reader.read_block(&mut block, limit).unwrap() > 0 {
            prop_assert!(block.rounds() <= limit);
            for t in 0..block.rounds() {
                block.copy_round(t, &mut round);
                joined.push(&round).unwrap();
            }
            block.clear();
        }
        prop_assert_eq!(&joined, &whole);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(read(&bytes).is_err());
    }

    #[test]
    fn no_text_of_trace_words_makes_the_reader_panic(
        words in prop::collection::vec(select(WORDS.to_vec()), 0..40),
        header in select(vec!["", "objective\n", "objective,lambda_0\n"]),
    ) {
        let text = header.to_owned() + &words.concat();
        if let Ok(trace) = read(text.as_bytes()) {
            round_trips(&trace, written)?;
        }
    }

    #[test]
    fn a_damaged_file_is_refused_or_is_a_trace(
        trace in trace(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..5, select(b"0123456789,.-+eE\"\r\n #_inaf\xff\0".to_vec())), 1..6),
    ) {
        let mut bytes = written(&trace);
        for (place, kind, byte) in damage {
            let at = place.index(bytes.len() + 1);
            match kind {
                0 => bytes.insert(at, byte),
                1 if at < bytes.len() => bytes[at] = byte,
                2 if at < bytes.len() => drop(bytes.remove(at)),
                3 => bytes.truncate(at),
                _ => bytes.extend_from_within(at..),
            }
        }
        if let Ok(trace) = read(&bytes) {
            prop_assert!(trace.rounds() > 0);
            let mut round = Round::new(trace.layout());
            for t in 0..trace.rounds() {
                trace.copy_round(t, &mut round);
                round.check(trace.layout()).unwrap();
            }
            round_trips(&trace, written)?;
        }
    }
}

/// Writers that lose something. The round-trip law must refuse each of them.
#[test]
fn broken_writers_break_the_round_trip() {
    let fails = |write: &dyn Fn(&Trace) -> Vec<u8>| {
        // One counterexample is enough; making it small would take most of the time.
        let mut runner = TestRunner::new(ProptestConfig { max_shrink_iters: 0, ..config(256) });
        matches!(runner.run(&trace(), |trace| round_trips(&trace, write)), Err(TestError::Fail(..)))
    };
    assert!(!fails(&written), "the real writer passes");
    assert!(!fails(&|trace| rewritten(trace, |x| format!("{x:.16e}"))), "17 significant digits are always enough");
    assert!(fails(&|trace| rewritten(trace, |x| format!("{x:.15e}"))), "16 significant digits");
    assert!(fails(&|trace| rewritten(trace, |x| format!("{x:.14e}"))), "15 significant digits");
    assert!(fails(&|trace| rewritten(trace, |x| format!("{:?}", x + 0.0))), "negative zero lost");
    let subnormal = |x: f64| if x.is_subnormal() { "0".to_owned() } else { format!("{x:?}") };
    assert!(fails(&|trace| rewritten(trace, subnormal)), "subnormal numbers flushed to zero");
    let lower_ends_only = |trace: &Trace| {
        let mut rows = rows(&written(trace));
        let names = rows[0].clone();
        for row in &mut rows {
            let mut kept = names.iter().map(|name| !name.contains(".hi"));
            row.retain(|_| kept.next().unwrap());
        }
        rows[0].iter_mut().for_each(|name| *name = name.replace(".lo", ""));
        rows.iter().map(|row| row.join(",") + "\n").collect::<String>().into_bytes()
    };
    assert!(fails(&lower_ends_only), "upper ends lost");
}

#[test]
fn a_column_is_a_pair_only_where_some_round_needs_it() {
    let mut trace = Trace::new(Layout::new(Game::ProxyLagrangian, 2).with_proxies().enclose_all());
    let mut round = Round::new(trace.layout());
    trace.push(&round).unwrap();
    round.constraints[1] = Enclosure::new(0.0, 5e-324);
    round.objective = Enclosure::new(-0.0, 0.0); // two ends that are one number but not the same bits
    trace.push(&round).unwrap();
    let expected = "objective.lo,objective.hi,constraint_1,constraint_2.lo,constraint_2.hi,proxy_1,proxy_2,lambda_0,lambda_1,lambda_2\n\
                    0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0\n-0.0,0.0,0.0,0.0,5e-324,0.0,0.0,0.0,0.0,0.0\n";
    assert_eq!(String::from_utf8(written(&trace)).unwrap(), expected);
}

#[test]
fn the_game_is_read_off_the_multipliers() {
    let layout = |header: &str, row: &str| read(format!("{header}\n{row}\n").as_bytes()).unwrap().layout().clone();
    assert_eq!(layout("objective", "1"), Layout::new(Game::Lagrangian, 0));
    assert_eq!(layout("lambda_0,objective", "1,1"), Layout::new(Game::ProxyLagrangian, 0));
    assert_eq!(layout("lambda_1,objective,constraint_1", "1,1,1"), Layout::new(Game::Lagrangian, 1));
    assert_eq!(layout("lambda_1,objective,constraint_1,lambda_0", "1,1,1,1"), Layout::new(Game::ProxyLagrangian, 1));
    let enclosed = layout("objective.hi,objective.lo,theta_2,theta_1", "1,0,0,0");
    assert_eq!(enclosed, Layout::new(Game::Lagrangian, 0).enclose(0).with_theta(2));
}

#[test]
fn the_index_of_a_multiplier_is_the_number_of_its_constraint() {
    let text = "constraint_2,lambda_2,constraint_1,lambda_1,objective,lambda_0\n2,20,1,10,0,30\n";
    let trace = read(text.as_bytes()).unwrap();
    assert_eq!((trace.constraints().row_lo(0), trace.lambda(0)), (&[1.0, 2.0][..], &[30.0, 10.0, 20.0][..]));
    let text = "constraint_2,lambda_2,constraint_1,lambda_1,objective\n2,20,1,10,0\n";
    let trace = read(text.as_bytes()).unwrap();
    assert_eq!((trace.constraints().row_hi(0), trace.lambda(0)), (&[1.0, 2.0][..], &[10.0, 20.0][..]));
    assert_eq!(trace.proxy_constraints(), trace.constraints());
    let text =
        "proxy_2.hi,proxy_1,constraint_2,constraint_1,proxy_2.lo,objective,lambda_2,lambda_1\n4,3,2,1,3.5,0,20,10\n";
    let trace = read(text.as_bytes()).unwrap();
    assert_eq!((trace.constraints().row_lo(0), trace.constraints().row_hi(0)), (&[1.0, 2.0][..], &[1.0, 2.0][..]));
    let proxies = trace.proxy_constraints();
    assert_eq!((proxies.row_lo(0), proxies.row_hi(0)), (&[3.0, 3.5][..], &[3.0, 4.0][..]));
    let mut round = Round::new(trace.layout());
    trace.copy_round(0, &mut round);
    assert_eq!(round.proxy_constraints(), [Enclosure::point(3.0), Enclosure::new(3.5, 4.0)]);
}
