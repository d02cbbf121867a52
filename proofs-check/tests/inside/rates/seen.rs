//! Tests of `src/rates/seen.rs`, as a module of it.

use super::*;

fn row(values: &[(f64, f64)], lambda: &[f64]) -> Row {
    Row { values: values.to_vec(), lambda: lambda.to_vec(), ..Row::default() }
}

fn of(game: Game, rows: &[Row]) -> [String; 3] {
    let mut totals = Totals::new(game, Mirror::Euclidean);
    for row in rows {
        totals.add(row);
    }
    let Seen { largest_payoff, mean_square, multipliers } = totals.seen();
    [largest_payoff, mean_square, multipliers].map(|x| x.to_string())
}

#[test]
fn squares_are_the_smallest_intervals() {
    let rows = [
        row(&[(9.0, 9.0), (-3.0, 2.0), (4.0, 4.0)], &[0.5, 0.25]),
        row(&[(9.0, 9.0), (-2.0, -1.0), (0.0, 0.0)], &[0.0, 1.0]),
    ];
    // 0..9 + 16 and 1..4: the objective plays no part.
    assert_eq!(of(Game::Lagrangian, &rows), ["[16, 25]", "[17/2 (8.5), 29/2 (14.5)]", "1"]);
}

#[test]
fn the_spread_reaches_to_zero() {
    let rows = [
        row(&[(9.0, 9.0), (-3.0, -3.0), (-1.0, -1.0)], &[0.5, 0.5, 0.5]),
        row(&[(9.0, 9.0), (2.0, 3.0), (-1.0, 1.0)], &[0.5, 0.0, 0.0]),
    ];
    // 9 * 3/4 and ([2, 3] - [-1, 0])^2 / 4.
    assert_eq!(of(Game::Proxy, &rows), ["3", "[31/8 (3.875), 43/8 (5.375)]", "1/2 (0.5)"]);
    assert_eq!(of(Game::Proxy, &[row(&[(9.0, 9.0)], &[1.0])]), ["0", "0", "0"]);
}
