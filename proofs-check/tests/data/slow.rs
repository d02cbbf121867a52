//! Documents about data as plain lists, and what is true of them by the formulas of the specification, row by row in
//! rational numbers: no cells, no fixed point, no sharing.

use crate::numbers::{Rng, exact};
use crate::recorded::digest;
use proofs_check::exact::Rational;

pub fn q(text: &str) -> Rational {
    Rational::parse(text).unwrap()
}

pub fn whole(x: usize) -> Rational {
    Rational::from_integer(x)
}

pub fn sum(numbers: impl IntoIterator<Item = Rational>) -> Rational {
    numbers.into_iter().fold(Rational::zero(), |sum, x| &sum + &x)
}

#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    Equals(Vec<String>),
    Differs(Vec<String>),
    Between(Option<f64>, Option<f64>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Atom {
    pub column: String,
    pub asks: Asks,
}

pub type Test = Vec<Atom>;

#[derive(Clone, Debug)]
pub struct Constraint {
    pub name: String,
    pub constant: Rational,
    pub terms: Vec<(Rational, Test)>,
}

#[derive(Clone, Debug)]
pub struct Data {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
    pub csv: String,
    pub sha256: String,
    pub count: usize,
    pub label: Atom,
    pub features: Vec<Test>,
    pub constraints: Vec<Constraint>,
}

fn text(x: &str) -> String {
    format!("\"{}\"", x.replace('\\', "\\\\").replace('"', "\\\""))
}

fn texts(all: &[String]) -> String {
    format!("[{}]", all.iter().map(|x| text(x)).collect::<Vec<_>>().join(", "))
}

impl Atom {
    pub fn new(column: &str, asks: Asks) -> Self {
        Self { column: column.into(), asks }
    }

    fn json(&self) -> String {
        let asks = match &self.asks {
            Asks::Equals(all) => format!("\"equals\": {}", texts(all)),
            Asks::Differs(all) => format!("\"differs\": {}", texts(all)),
            Asks::Between(above, at_most) => {
                let bound = |name: &str, x: Option<f64>| x.map(|x| format!("\"{name}\": {x:?}"));
                let both = [bound("above", *above), bound("at_most", *at_most)];
                both.into_iter().flatten().collect::<Vec<_>>().join(", ")
            }
        };
        format!("{{ \"column\": {}, {asks} }}", text(&self.column))
    }

    fn holds(&self, data: &Data, row: &[String]) -> bool {
        let cell = &row[data.columns.iter().position(|name| *name == self.column).unwrap()];
        match &self.asks {
            Asks::Equals(all) => all.contains(cell),
            Asks::Differs(all) => !all.contains(cell),
            Asks::Between(above, at_most) => match cell.parse::<f64>() {
                Ok(x) => above.is_none_or(|a| exact(x) > exact(a)) && at_most.is_none_or(|b| exact(x) <= exact(b)),
                Err(_) => false,
            },
        }
    }
}

pub fn tests_json(test: &Test) -> String {
    format!("[{}]", test.iter().map(Atom::json).collect::<Vec<_>>().join(", "))
}

impl Data {
    pub fn random(rng: &mut Rng) -> Self {
        let word = |rng: &mut Rng, all: &[&str]| (*rng.pick(all)).to_owned();
        let columns = ["age", "sex", "job, or none", "y"].map(str::to_owned).to_vec();
        let rows = (0..2 + rng.below(12)).map(|_| {
            let age = word(rng, &["20", "25", "30", "3e1", "?", "", "25.5", "-1"]);
            vec![age, word(rng, &["F", "M"]), word(rng, &["a", "b, \"c\"", ""]), word(rng, &["yes", "no"])]
        });
        let mut data = Self {
            columns,
            rows: rows.collect(),
            csv: String::new(),
            sha256: String::new(),
            count: 0,
            label: Atom::new("y", Asks::Equals(vec!["yes".into()])),
            features: Vec::new(),
            constraints: Vec::new(),
        };
        data.features = vec![vec![]];
        data.features.extend((0..rng.below(5)).map(|_| test(rng)));
        data.write(rng);
        for i in 0..rng.below(4) {
            let mut terms = Vec::new();
            for _ in 0..=rng.below(3) {
                let rows = test(rng);
                if data.chosen(&rows).next().is_some() {
                    terms.push((rational(rng), rows));
                }
            }
            if terms.is_empty() {
                terms.push((rational(rng), vec![]));
            }
            data.constraints.push(Constraint { name: format!("constraint {i}"), constant: rational(rng), terms });
        }
        data
    }

    /// Writes the rows, with quotation marks and spaces as they come.
    pub fn write(&mut self, rng: &mut Rng) {
        let mut csv = if rng.chance(4) { "\u{feff}".to_owned() } else { String::new() };
        let end = if rng.chance(3) { "\r\n" } else { "\n" };
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            let field = |rng: &mut Rng, field: &String| {
                let must = field.contains([',', '"']);
                let quoted = format!("\"{}\"", field.replace('"', "\"\""));
                let field = if must || rng.chance(4) { quoted } else { field.clone() };
                if rng.chance(4) { format!(" {field}\t") } else { field }
            };
            let fields: Vec<String> = row.iter().map(|x| field(rng, x)).collect();
            csv += &(fields.join(",") + end);
        }
        (self.sha256, self.count) = (digest(&csv), self.rows.len());
        self.csv = csv;
    }

    pub fn json(&self) -> String {
        let features: Vec<String> = self.features.iter().map(tests_json).collect();
        format!(
            "{{ \"file\": \"rows.csv\", \"sha256\": \"{}\", \"rows\": {}, \"label\": {}, \"features\": [ {} ] }}",
            self.sha256,
            self.count,
            self.label.json(),
            features.join(", ")
        )
    }

    pub fn constraints_json(&self) -> String {
        let term = |(coefficient, rows): &(Rational, Test)| {
            format!("{{ \"coefficient\": \"{coefficient}\", \"rows\": {} }}", tests_json(rows))
        };
        let constraint = |it: &Constraint| {
            let terms: Vec<String> = it.terms.iter().map(term).collect();
            format!(
                "{{ \"name\": {}, \"constant\": \"{}\", \"terms\": [ {} ] }}",
                text(&it.name),
                it.constant,
                terms.join(", ")
            )
        };
        format!("[ {} ]", self.constraints.iter().map(constraint).collect::<Vec<_>>().join(",\n   "))
    }

    /// Whether the file is the recorded one, every column is there and every term has rows.
    pub fn is_sound(&self) -> bool {
        let terms = || self.constraints.iter().flat_map(|constraint| constraint.terms.iter().map(|(_, rows)| rows));
        let mut atoms = self.features.iter().chain(terms()).flatten().chain([&self.label]);
        self.sha256 == digest(&self.csv)
            && self.count == self.rows.len()
            && atoms.all(|atom| self.columns.contains(&atom.column))
            && terms().all(|rows| self.chosen(rows).next().is_some())
    }

    pub fn chosen<'a>(&'a self, test: &'a Test) -> impl Iterator<Item = &'a Vec<String>> {
        self.rows.iter().filter(|row| test.iter().all(|atom| atom.holds(self, row)))
    }

    pub fn features_of(&self, row: &[String]) -> Vec<Rational> {
        let feature = |test: &Test| whole(usize::from(test.iter().all(|atom| atom.holds(self, row))));
        self.features.iter().map(feature).collect()
    }

    pub fn is_positive(&self, row: &[String]) -> bool {
        self.label.holds(self, row)
    }

    pub fn score(&self, theta: &[f64], row: &[String]) -> Rational {
        sum(theta.iter().zip(self.features_of(row)).map(|(x, feature)| &exact(*x) * &feature))
    }

    pub fn error(&self, theta: &[f64]) -> Rational {
        mean(self.rows.iter(), |row| {
            whole(usize::from((self.score(theta, row) > Rational::zero()) != self.is_positive(row)))
        })
    }

    pub fn rate(&self, i: usize, theta: &[f64]) -> Rational {
        let Constraint { constant, terms, .. } = &self.constraints[i];
        let rate =
            |test: &Test| mean(self.chosen(test), |row| whole(usize::from(self.score(theta, row) > Rational::zero())));
        constant + &sum(terms.iter().map(|(coefficient, test)| coefficient * &rate(test)))
    }

    pub fn hinge(&self, i: usize, theta: &[f64]) -> Rational {
        let Constraint { constant, terms, .. } = &self.constraints[i];
        let term = |(c, test): &(Rational, Test)| {
            let mean = |sign: Rational| mean(self.chosen(test), |row| positive(&(&sign * &self.score(theta, row))));
            if *c >= Rational::zero() { c * &mean(q("1")) } else { &-c * &(&mean(q("-1")) - &Rational::one()) }
        };
        constant + &sum(terms.iter().map(term))
    }

    pub fn loss(&self, theta: &[f64]) -> Rational {
        mean(self.rows.iter(), |row| {
            let score = self.score(theta, row);
            positive(&if self.is_positive(row) { -&score } else { score })
        })
    }

    /// `f = K + sum_h a_h max(0, 1 + sigma_h s(x_h))`: the constant, and `(a_h, sigma_h, x_h)`.
    pub fn hinged(&self, weights: &[Rational]) -> (Rational, Vec<(Rational, Rational, Vec<String>)>) {
        let mut all = Vec::new();
        for row in &self.rows {
            let sign = if self.is_positive(row) { q("-1") } else { q("1") };
            all.push((weights[0].checked_div(&whole(self.rows.len())).unwrap(), sign, row.clone()));
        }
        let mut constant = Rational::zero();
        for (weight, constraint) in weights[1..].iter().zip(&self.constraints) {
            constant = &constant + &(weight * &constraint.constant);
            for (c, test) in &constraint.terms {
                let rows: Vec<_> = self.chosen(test).cloned().collect();
                let negative = *c < Rational::zero();
                if negative {
                    constant = &constant + &(weight * c);
                }
                let each = (weight * &if negative { -c } else { c.clone() }).checked_div(&whole(rows.len())).unwrap();
                let sign = if negative { q("-1") } else { q("1") };
                all.extend(rows.into_iter().map(|row| (each.clone(), sign.clone(), row)));
            }
        }
        (constant, all)
    }

    /// The bound by margins: its level, and the square of the norm.
    pub fn margins(&self, weights: &[Rational], theta: &[f64], thresholds: &[f64]) -> (Rational, Rational) {
        let (mut level, all) = self.hinged(weights);
        let mut slope = vec![Rational::zero(); self.features.len()];
        for (a, sign, row) in all {
            let margin = &Rational::one() + &(&sign * &self.score(theta, &row));
            let above = thresholds.iter().filter(|x| margin > exact(**x)).count();
            let share = &a * &whole(above).checked_div(&whole(thresholds.len())).unwrap();
            level = &level + &share;
            for (slope, feature) in slope.iter_mut().zip(self.features_of(&row)) {
                *slope = &*slope + &(&(&share * &sign) * &feature);
            }
        }
        (level.reduced(), sum(slope.iter().map(|x| x * x)).reduced())
    }

    /// `V(p)`.
    pub fn least_hinge(&self, p: &[Rational]) -> Rational {
        let mut value = Rational::zero();
        for (p, constraint) in p.iter().zip(&self.constraints) {
            let negative = constraint.terms.iter().map(|(c, _)| c.clone()).filter(|c| *c < Rational::zero());
            value = &value + &(p * &(&constraint.constant + &sum(negative)));
        }
        for row in &self.rows {
            let (mut a, mut b) = (Rational::zero(), Rational::zero());
            for (p, constraint) in p.iter().zip(&self.constraints) {
                for (c, test) in &constraint.terms {
                    if test.iter().all(|atom| atom.holds(self, row)) {
                        let each = (p * c).checked_div(&whole(self.chosen(test).count())).unwrap();
                        if *c >= Rational::zero() { a = &a + &each } else { b = &b - &each }
                    }
                }
            }
            value = &value + &(&q("2") * &a.min(b));
        }
        value.reduced()
    }
}

fn mean<'a>(rows: impl Iterator<Item = &'a Vec<String>>, value: impl Fn(&[String]) -> Rational) -> Rational {
    let values: Vec<Rational> = rows.map(|row| value(row)).collect();
    let count = whole(values.len());
    sum(values).checked_div(&count).unwrap()
}

/// `max(0, 1 + x)`.
fn positive(x: &Rational) -> Rational {
    (&Rational::one() + x).max(Rational::zero())
}

pub fn rational(rng: &mut Rng) -> Rational {
    q(rng.pick::<&str>(&["0", "1", "-1", "1/2", "-19/20", "3/7", "-2/3", "5", "-1/1000003"]))
}

pub fn test(rng: &mut Rng) -> Test {
    let atom = |rng: &mut Rng| match rng.below(6) {
        0 => Atom::new("sex", Asks::Equals(vec!["F".into()])),
        1 => Atom::new("sex", Asks::Differs(vec!["F".into(), "none".into()])),
        2 => Atom::new("job, or none", Asks::Equals(vec!["b, \"c\"".into(), String::new()])),
        3 => Atom::new("age", Asks::Between(Some(*rng.pick(&[20.0, 24.5, 25.0])), None)),
        4 => Atom::new("age", Asks::Between(Some(-1.0), Some(*rng.pick(&[25.0, 29.0, 30.0])))),
        _ => Atom::new("y", Asks::Equals(vec![(*rng.pick(&["yes", "no"])).into()])),
    };
    (0..rng.below(3)).map(|_| atom(rng)).collect()
}

/// A model: ties, tiny and huge numbers are common.
pub fn model(rng: &mut Rng, length: usize) -> Vec<f64> {
    let numbers = [0.0, 0.5, -0.5, 1.0, -1.0, 0.1, 0.2, -0.3, 1e-20, 5e-324, -5e-324, 1e300, -1e300];
    (0..length).map(|_| *rng.pick(&numbers)).collect()
}
