//! Which columns a trace has.

use crate::game::Game;

/// The columns of a trace, apart from their order in a file.
///
/// *Value columns* are counted from 0: the objective, then the m constraints, then the m proxies if there are any.
/// Each is either exact (a point) or enclosed (a pair `.lo`, `.hi`).
///
/// ```
/// use referee::game::Game;
/// use referee::trace::Layout;
/// let layout = Layout::new(Game::ProxyLagrangian, 1).enclose(1).with_theta(1);
/// let names = ["objective", "constraint_1.lo", "constraint_1.hi", "lambda_0", "lambda_1", "theta_1"];
/// assert_eq!(layout.column_names(), names);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    game: Game,
    num_constraints: usize,
    has_proxies: bool,
    num_thetas: usize,
    enclosed: Vec<bool>,
}

impl Layout {
    /// A game with `num_constraints` constraints, whose values are all exact, with no proxies and no theta.
    pub fn new(game: Game, num_constraints: usize) -> Self {
        Self { game, num_constraints, has_proxies: false, num_thetas: 0, enclosed: vec![false; 1 + num_constraints] }
    }

    /// Adds a proxy for each constraint, enclosed where its constraint is. With no constraints there is none to add.
    #[must_use]
    pub fn with_proxies(mut self) -> Self {
        if !self.has_proxies && self.num_constraints > 0 {
            self.has_proxies = true;
            self.enclosed.extend_from_within(1..);
        }
        self
    }

    /// Records points with `num_thetas` coordinates.
    #[must_use]
    pub fn with_theta(mut self, num_thetas: usize) -> Self {
        self.num_thetas = num_thetas;
        self
    }

    /// Makes every value column an enclosure.
    #[must_use]
    pub fn enclose_all(mut self) -> Self {
        self.enclosed.fill(true);
        self
    }

    /// Makes the value column number `value` an enclosure.
    ///
    /// # Panics
    /// If there is no such value column.
    #[must_use]
    pub fn enclose(mut self, value: usize) -> Self {
        self.enclosed[value] = true;
        self
    }

    /// The same columns with every value exact.
    pub(super) fn exact(mut self) -> Self {
        self.enclosed.fill(false);
        self
    }

    /// The game.
    pub fn game(&self) -> Game {
        self.game
    }

    /// The number of constraints, m.
    pub fn num_constraints(&self) -> usize {
        self.num_constraints
    }

    /// The number of multipliers: m, or m + 1 in the proxy game.
    pub fn num_multipliers(&self) -> usize {
        self.game.num_multipliers(self.num_constraints)
    }

    /// Whether proxies are recorded; if not, the constraints are their own proxies.
    pub fn has_proxies(&self) -> bool {
        self.has_proxies
    }

    /// The number of recorded proxies: m or 0.
    pub fn num_proxies(&self) -> usize {
        if self.has_proxies { self.num_constraints } else { 0 }
    }

    /// The number of recorded coordinates of theta; 0 if theta was not recorded.
    pub fn num_thetas(&self) -> usize {
        self.num_thetas
    }

    /// The number of value columns, a pair counted once.
    pub fn num_values(&self) -> usize {
        self.enclosed.len()
    }

    /// Whether the value column number `value` is an enclosure.
    ///
    /// # Panics
    /// If there is no such value column.
    pub fn is_enclosed(&self, value: usize) -> bool {
        self.enclosed[value]
    }

    /// The name of the value column number `value`, without `.lo` or `.hi`.
    pub fn value_name(&self, value: usize) -> String {
        match value {
            0 => "objective".to_owned(),
            i if i <= self.num_constraints => format!("constraint_{i}"),
            i => format!("proxy_{}", i - self.num_constraints),
        }
    }

    /// The name of `lambda[i]`: in the Lagrangian game `lambda[0]` is `lambda_1`, in the proxy game `lambda_0`.
    pub fn multiplier_name(&self, i: usize) -> String {
        format!("lambda_{}", i + self.game.first_multiplier())
    }

    /// The names of the columns in the order in which they are written.
    pub fn column_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for value in 0..self.num_values() {
            let name = self.value_name(value);
            if self.enclosed[value] {
                names.extend([format!("{name}.lo"), format!("{name}.hi")]);
            } else {
                names.push(name);
            }
        }
        names.extend((0..self.num_multipliers()).map(|i| self.multiplier_name(i)));
        names.extend((1..=self.num_thetas).map(|i| format!("theta_{i}")));
        names
    }
}
