//! What a run is about: a problem, what is known of it in closed form, and the file that it came from.

use crate::error::{Error, Result};
use crate::game::Side;
use crate::problem::families::{Instance, Known};
use crate::problem::{Constants, ExpressionProblem, Problem, constants, names_file, not_convex};
use crate::registry::Registry;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A problem that a subject owns, or that somebody lends.
pub enum Held<'a> {
    /// Its own.
    Own(Box<dyn Problem>),
    /// Somebody's.
    Lent(&'a dyn Problem),
}

impl<'a> Deref for Held<'a> {
    type Target = dyn Problem + 'a;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Own(problem) => &**problem,
            Self::Lent(problem) => *problem,
        }
    }
}

/// A problem with all that is known of it: what a [`Plan`](super::Plan) is made for.
pub struct Subject<'a> {
    /// The problem.
    pub problem: Held<'a>,
    /// What is known in closed form, if it is built in.
    pub known: Option<Known>,
    stated: Option<Constants>,
    convex: bool,
    file: Option<PathBuf>,
    /// Bounds by enclosure, found when they are asked for: of the constraints' side, and of the proxies'.
    enclosed: [OnceLock<Constants>; 2],
}

/// Opens a file if there is one of that name or the name ends in `.toml`, else a built-in problem.
///
/// ```
/// let polygon = referee::open("polygon:m=5")?;
/// assert_eq!(polygon.problem.num_constraints(), 5);
/// # Ok::<(), referee::error::Error>(())
/// ```
///
/// # Errors
/// One sentence if the file is not a problem, or nothing of that name is built in.
pub fn open(name: &str) -> Result<Subject<'static>> {
    open_in(name, Registry::ours())
}

/// The same with the families of a registry.
///
/// # Errors
/// As [`open`].
pub fn open_in(name: &str, registry: &Registry) -> Result<Subject<'static>> {
    let path = Path::new(name);
    let folder = || Error::new("this is a folder: name a problem file (*.toml) or a built-in problem").in_file(path);
    if names_file(name) {
        if path.is_dir() {
            return Err(folder());
        }
        let problem = Held::Own(Box::new(ExpressionProblem::open(path)?));
        return Ok(Subject { file: Some(path.into()), ..Subject::holding(problem) });
    }
    let instance = registry.open(name).map_err(|error| {
        // A built-in problem may share its name with a folder.
        if path.is_dir() {
            return folder();
        }
        let file = if name.contains(':') { String::new() } else { format!(" (and there is no file `{name}`)") };
        Error::new(format!("{error}{file}"))
    })?;
    Ok(instance.into())
}

impl From<Instance> for Subject<'_> {
    fn from(instance: Instance) -> Self {
        Subject { known: Some(instance.known), ..Subject::holding(Held::Own(instance.problem)) }
    }
}

impl From<ExpressionProblem> for Subject<'_> {
    fn from(problem: ExpressionProblem) -> Self {
        Subject::holding(Held::Own(Box::new(problem)))
    }
}

impl<'a> Subject<'a> {
    fn holding(problem: Held<'a>) -> Self {
        Self {
            problem,
            known: None,
            stated: None,
            convex: false,
            file: None,
            enclosed: [OnceLock::new(), OnceLock::new()],
        }
    }

    /// A problem of anybody's. Bounds over its domain are found by enclosure, so a problem that gives none needs
    /// [`with_bounds`](Self::with_bounds).
    pub fn of(problem: &'a dyn Problem) -> Self {
        Self::holding(Held::Lent(problem))
    }

    /// Bounds over the domain that are known, in place of those by enclosure.
    #[must_use]
    pub fn with_bounds(mut self, bounds: Constants) -> Self {
        self.stated = Some(bounds);
        self
    }

    /// States that the objective and the proxies (the constraints, without proxies) are convex, where the rules of
    /// composition cannot see it: then the theta-player may follow subgradients.
    #[must_use]
    pub fn convex(mut self) -> Self {
        self.convex = true;
        self
    }

    /// Why the functions on a side are not known to be convex, if they are not.
    pub(super) fn not_convex(&self, side: Side) -> Option<String> {
        let stated = self.convex && (side == Side::Proxies || !self.problem.has_proxies());
        if stated { None } else { not_convex(&*self.problem, side) }
    }

    /// Bounds by enclosure, unless they were stated; an error names the file.
    pub(super) fn own_bounds(&self, side: Side) -> Result<&Constants> {
        if let Some(stated) = &self.stated {
            return Ok(stated);
        }
        let cell = &self.enclosed[usize::from(side == Side::Proxies)];
        if let Some(found) = cell.get() {
            return Ok(found);
        }
        let found = constants(&*self.problem, side).map_err(|error| match &self.file {
            Some(file) => error.in_file(file),
            None => error,
        })?;
        Ok(cell.get_or_init(|| found))
    }

    /// The best bounds that are known for the functions on a side, and where they come from.
    ///
    /// # Errors
    /// If a function is not bounded on the domain, or is undefined somewhere.
    pub fn bounds(&self, side: Side) -> Result<(&Constants, &'static str)> {
        match &self.known {
            _ if self.stated.is_some() => Ok((self.own_bounds(side)?, "as stated")),
            // Closed forms speak of the proxies where there are any.
            Some(known) if side == Side::Proxies || !self.problem.has_proxies() => {
                Ok((&known.constants, "closed forms of the family"))
            }
            _ => Ok((self.own_bounds(side)?, "enclosures over the domain")),
        }
    }
}
