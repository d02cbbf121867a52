//! The candidates: one column of the linear program each, stored so that pricing all of them is one pass.

use crate::error::{Error, Result};
use crate::files::memory::{most_bytes, most_in_words};
use crate::files::{self, Digesting};
use crate::numerics::rational::exact;
use crate::regret::Single;
use crate::trace::{CandidateReader, Equalities, Trace};
use dashu_ratio::RBig;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

/// Candidates that lie side by side in memory, function by function.
pub(super) const PANEL: usize = 512;

/// Where candidates came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the file, without its folder.
    pub file: String,
    /// Its SHA-256 in 64 hexadecimal digits.
    pub sha256: String,
}

/// The values `(g_0, g_1, .., g_m)` of every candidate, as doubles.
///
/// They are stored in panels of 512 candidates, and inside a panel function by function: a weighted sum of functions
/// over all candidates then runs at the speed of memory, and functions of weight 0 are not even read.
///
/// ```
/// use referee::shrink::Candidates;
/// let mut candidates = Candidates::new(1);
/// candidates.push(0.0, &[1.0])?;
/// candidates.push(1.0, &[-0.5])?;
/// assert_eq!((candidates.len(), candidates.num_constraints()), (2, 1));
/// assert_eq!(candidates.constraint(1, 0), -0.5);
/// assert!(candidates.push(f64::NAN, &[0.0]).is_err());
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Candidates {
    num_constraints: usize,
    len: usize,
    values: Vec<f64>,
    /// Panel by panel, the largest absolute value of each function.
    largest: Vec<f64>,
    rounded_up: bool,
    equalities: Equalities,
    source: Option<Source>,
}

/// Tells how much of a file was read.
struct Telling<'a> {
    file: File,
    done: u64,
    total: u64,
    progress: &'a mut dyn FnMut(u64, u64),
}

impl Read for Telling<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.done += count as u64;
        (self.progress)(self.done, self.total);
        Ok(count)
    }
}

impl Candidates {
    /// No candidates yet.
    pub fn new(num_constraints: usize) -> Self {
        Self {
            num_constraints,
            len: 0,
            values: Vec::new(),
            largest: Vec::new(),
            rounded_up: false,
            equalities: Equalities::default(),
            source: None,
        }
    }

    /// What so many candidates take in memory.
    pub(crate) fn bytes(num_constraints: usize, count: u64) -> u64 {
        let panels = count.div_ceil(PANEL as u64).saturating_mul(PANEL as u64);
        panels.saturating_mul(8 * (num_constraints as u64 + 1))
    }

    /// The rounds of a trace, with the upper ends of what is enclosed.
    pub fn from_trace(trace: &Trace) -> Self {
        let mut candidates = Self::new(trace.layout().num_constraints());
        for t in 0..trace.rounds() {
            candidates.append(trace.objective().row_hi(t)[0], trace.constraints().row_hi(t));
            candidates.rounded_up |= trace.objective().row_lo(t) != trace.objective().row_hi(t)
                || trace.constraints().row_lo(t) != trace.constraints().row_hi(t);
        }
        candidates
    }

    /// Reads every `every`-th row of a CSV file, from the first: a trace, or `objective, constraint_1..m` alone.
    ///
    /// # Errors
    /// If the file cannot be read or is not of this form.
    ///
    /// # Panics
    /// If `every` is 0.
    pub fn read(path: impl AsRef<Path>, every: usize) -> Result<Self> {
        Self::read_telling(path, every, &mut |_, _| ())
    }

    /// The same, and `progress` is told how many of how many bytes were read.
    ///
    /// # Errors
    /// As [`Candidates::read`].
    pub fn read_telling(path: impl AsRef<Path>, every: usize, progress: &mut dyn FnMut(u64, u64)) -> Result<Self> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|error| Error::io("open", path, error))?;
        let total = file.metadata().map_or(0, |data| data.len());
        let mut digesting = Digesting::new(Telling { file, done: 0, total, progress });
        let mut candidates = Self::drain(&mut digesting, path, every)?;
        candidates.source = Some(Source { file: file_name(path), sha256: digesting.hex() });
        Ok(candidates)
    }

    fn drain(reader: impl Read, path: &Path, every: usize) -> Result<Self> {
        let mut reader = CandidateReader::from_reader(BufReader::with_capacity(1 << 16, reader), path)?;
        let mut candidates = Self::new(reader.num_constraints());
        let (mut row, mut number) = (Vec::new(), 0_usize);
        while reader.read_row(&mut row)? {
            if number.is_multiple_of(every) {
                if Self::bytes(candidates.num_constraints, candidates.len as u64 + 1) > most_bytes() {
                    let (path, constraints, most) = (path.display(), candidates.num_constraints, most_in_words());
                    return Err(Error::new(format!(
                        "{path}: the candidates, with {constraints} constraints, are more than fit in memory ({most}): \
                         keep only every K-th of them, or leave out constraints"
                    )));
                }
                candidates.append(row[0], &row[1..]);
            }
            number += 1;
        }
        candidates.rounded_up = reader.rounded_up();
        Ok(candidates)
    }

    /// Writes the candidates as CSV, and returns the name and the digest of the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<Source> {
        let path = path.as_ref();
        let names = (1..=self.num_constraints).map(|i| format!(",constraint_{i}"));
        let mut text = (String::from("objective") + &names.collect::<String>() + "\n").into_bytes();
        for t in 0..self.len {
            for k in 0..=self.num_constraints {
                files::push_digits(&mut text, self.value(t, k));
                text.push(b',');
            }
            *text.last_mut().expect("every candidate has an objective") = b'\n';
        }
        Ok(Source { file: file_name(path), sha256: files::write_digested(path, &text)? })
    }

    /// Names the file that holds these candidates.
    #[must_use]
    pub fn with_source(mut self, source: Source) -> Self {
        self.source = Some(source);
        self
    }

    /// Says which constraints are the two halves of an equality.
    ///
    /// # Errors
    /// If some candidate does not have opposite values in both.
    pub fn with_equalities(mut self, equalities: Equalities) -> Result<Self> {
        for &(i, j) in equalities.pairs() {
            let mirrored = |t: &usize| self.constraint(*t, i) == -self.constraint(*t, j);
            if j >= self.num_constraints || !(0..self.len).all(|t| mirrored(&t)) {
                let (i, j) = (i + 1, j + 1);
                return Err(Error::new(format!("`constraint_{j}` is not minus `constraint_{i}` in every row")));
            }
        }
        self.equalities = equalities;
        Ok(self)
    }

    /// Which constraints are the two halves of an equality.
    pub fn equalities(&self) -> &Equalities {
        &self.equalities
    }

    /// The candidates of these numbers, in their order.
    #[must_use]
    pub fn chosen(&self, numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut chosen = Self { rounded_up: self.rounded_up, ..Self::new(self.num_constraints) };
        chosen.equalities.clone_from(&self.equalities);
        for t in numbers {
            let constraints: Vec<f64> = (0..self.num_constraints).map(|i| self.constraint(t, i)).collect();
            chosen.append(self.objective(t), &constraints);
        }
        chosen
    }

    /// The best candidate alone, by its number, as [`Single::is_better_than`] says; of equals the first.
    pub fn best(&self) -> Option<Single> {
        let of = |t: usize| {
            let violation = (0..self.num_constraints).fold(0.0, |most: f64, i| most.max(self.constraint(t, i)));
            Single { round: t, objective: self.objective(t), violation }
        };
        (0..self.len).map(of).reduce(|best, other| if other.is_better_than(&best) { other } else { best })
    }

    /// Whether the file or the trace encloses values, and these are the upper ends.
    pub fn rounded_up(&self) -> bool {
        self.rounded_up
    }

    /// Adds a candidate.
    ///
    /// # Errors
    /// If a value is not finite or the number of constraints is another.
    pub fn push(&mut self, objective: f64, constraints: &[f64]) -> Result<()> {
        if constraints.len() != self.num_constraints {
            let (found, wanted) = (constraints.len(), self.num_constraints);
            let many = if found == 1 { "" } else { "s" };
            return Err(Error::new(format!(
                "candidate {} has {found} constraint{many}, but it must have {wanted}",
                self.len
            )));
        }
        if let Some(k) = std::iter::once(&objective).chain(constraints).position(|value| !value.is_finite()) {
            let name = if k == 0 { "the objective".to_owned() } else { format!("constraint {k}") };
            return Err(Error::new(format!("{name} of candidate {} is not a finite number: leave it out", self.len)));
        }
        self.append(objective, constraints);
        Ok(())
    }

    pub(super) fn append(&mut self, objective: f64, constraints: &[f64]) {
        let functions = self.num_constraints + 1;
        let (panel, place) = (self.len / PANEL, self.len % PANEL);
        if place == 0 {
            self.values.resize((panel + 1) * functions * PANEL, 0.0);
            self.largest.resize((panel + 1) * functions, 0.0);
        }
        for (k, &value) in std::iter::once(&objective).chain(constraints).enumerate() {
            let row = panel * functions + k;
            self.values[row * PANEL + place] = value;
            self.largest[row] = self.largest[row].max(value.abs());
        }
        self.len += 1;
    }

    /// The number of candidates, T.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of constraints, m.
    pub fn num_constraints(&self) -> usize {
        self.num_constraints
    }

    /// The file, if they were read from one.
    pub fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// The objective of a candidate, counted from 0.
    pub fn objective(&self, candidate: usize) -> f64 {
        self.value(candidate, 0)
    }

    /// A constraint of a candidate, both counted from 0: constraint `i` here is the file's `constraint_{i+1}`.
    pub fn constraint(&self, candidate: usize, i: usize) -> f64 {
        self.value(candidate, i + 1)
    }

    /// Function `k` of a candidate: the objective is 0, the constraints follow.
    pub(crate) fn value(&self, candidate: usize, k: usize) -> f64 {
        debug_assert!(candidate < self.len);
        self.values[(candidate / PANEL * (self.num_constraints + 1) + k) * PANEL + candidate % PANEL]
    }

    pub(super) fn num_panels(&self) -> usize {
        self.len.div_ceil(PANEL)
    }

    /// A panel: the number of its first candidate, how many there are, its values and the largest of them.
    pub(super) fn panel(&self, number: usize) -> Panel<'_> {
        let functions = self.num_constraints + 1;
        let values = &self.values[number * functions * PANEL..][..functions * PANEL];
        let first = number * PANEL;
        Panel {
            first,
            len: (self.len - first).min(PANEL),
            values,
            largest: &self.largest[number * functions..][..functions],
        }
    }

    /// The largest absolute value of function `k`.
    pub(super) fn largest(&self, k: usize) -> f64 {
        self.largest[k..].iter().step_by(self.num_constraints + 1).fold(0.0, |largest, &x| x.max(largest))
    }

    /// The exact means of all functions under a mixture, whose weights should sum to 1.
    pub fn means<'a>(&self, mixture: impl IntoIterator<Item = (usize, &'a RBig)>) -> Vec<RBig> {
        let mut means = vec![RBig::ZERO; self.num_constraints + 1];
        for (candidate, weight) in mixture {
            for (k, mean) in means.iter_mut().enumerate() {
                *mean += weight * exact(self.value(candidate, k));
            }
        }
        means
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// A block of candidates.
pub(super) struct Panel<'a> {
    pub(super) first: usize,
    pub(super) len: usize,
    pub(super) values: &'a [f64],
    pub(super) largest: &'a [f64],
}
