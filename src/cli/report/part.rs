//! What a page says of one path: verdicts, what was asked, claims, charts, what to take, and who has checked it.

use super::checked::told;
use super::{Document, about, certificate, equilibrium, fit, solution, trust};
use crate::certificate::{Bound, Certificate};
use crate::cli::certify::closing;
use crate::cli::certify::singles::{by, ship};
use crate::cli::page;
use crate::error::Result;
use crate::game::ProblemRecord;
use crate::regret::SinglesOfRounds;
use crate::report::page::{Block, Section};
use crate::report::regret_chart::regret;
use crate::report::run_charts::panels;
use crate::shrink::Atom;
use crate::theorems::{Certification, out_of_range};
use crate::trace::{Checkpoints, Labels, Layout, Trace};
use proofs_check::{About, Accepted};
use std::path::{Path, PathBuf};

/// What a command knows of its own run that its files do not say.
#[derive(Default)]
pub(in crate::cli) struct Known<'a> {
    /// Why the certificate does not say more.
    pub(in crate::cli) certification: Option<&'a Certification>,
    /// What people call the functions.
    pub(in crate::cli) labels: Option<&'a Labels>,
    /// The files of rounds.
    pub(in crate::cli) checkpoints: Option<&'a Checkpoints>,
    /// Who played, and why.
    pub(in crate::cli) asked: Vec<Block>,
    /// What is said before what the documents say.
    pub(in crate::cli) verdicts: Vec<String>,
}

/// What a page says of one path.
#[derive(Default)]
pub(in crate::cli) struct Part {
    /// The path, in short.
    pub(in crate::cli) name: String,
    /// How many things are wrong besides what documents say.
    pub(in crate::cli) wrong: usize,
    pub(in crate::cli) verdicts: Vec<String>,
    pub(in crate::cli) asked: Vec<Block>,
    pub(in crate::cli) claims: Vec<Block>,
    pub(in crate::cli) charts: Vec<Block>,
    pub(in crate::cli) take: Vec<Block>,
    /// What nobody has proved, a sentence each.
    pub(in crate::cli) declared: Vec<String>,
    /// Files that were read besides the documents.
    pub(in crate::cli) inputs: Vec<PathBuf>,
    pub(in crate::cli) trust: Vec<Block>,
    documents: Vec<Document>,
    /// What the functions of a file are called, by its digest.
    labels: Vec<(String, Labels)>,
    /// What was played in some rounds of a file, by its digest and the round.
    points: Vec<(String, usize, String)>,
}

impl Part {
    /// Nothing yet.
    pub(in crate::cli) fn named(name: String) -> Self {
        Self { name, ..Self::default() }
    }

    /// What documents say that belong together.
    pub(in crate::cli) fn of(name: String, documents: Vec<Document>, known: Known<'_>) -> Result<Self> {
        let mut part = Self::named(name);
        part.add(documents, known)?;
        Ok(part)
    }

    /// Adds documents of which the page tells no more than what the checker says.
    pub(in crate::cli) fn attach(&mut self, documents: Vec<Document>) {
        self.documents.extend(documents);
    }

    /// Adds what documents say.
    pub(in crate::cli) fn add(&mut self, documents: Vec<Document>, mut known: Known<'_>) -> Result<()> {
        self.verdicts.append(&mut known.verdicts);
        self.asked.append(&mut known.asked);
        let has_solution = documents.iter().any(|document| document.format() == SOLUTION);
        let infeasible = documents.iter().filter_map(Document::accepted).any(says_infeasible);
        let mut defined: Vec<&About> = Vec::new();
        let mut of_hinges: Vec<String> = Vec::new();
        for (place, document) in documents.iter().enumerate() {
            let Some(accepted) = document.accepted() else { continue };
            if let Some(about) = accepted.about() {
                // The same is defined once.
                if defined.iter().all(|known| known.problem_sha256 != about.problem_sha256) {
                    let with_bound = document.format() != Certificate::FORMAT;
                    let with_constraints = defined.iter().all(|known| known.constraints != about.constraints);
                    self.asked.extend(about::blocks(about, &document.shown, with_bound, with_constraints));
                    defined.push(about);
                }
            }
            match document.format() {
                Certificate::FORMAT => {
                    let support = support_of(&documents, document);
                    let infeasible = infeasible || fit::says_infeasible(&documents);
                    let before = self.verdicts.len();
                    self.certificate(document, accepted, &known, &support, infeasible, !has_solution)?;
                    // What is about other functions than all else stands last, under its own heading.
                    if document.value["problem"]["data"].is_object() {
                        of_hinges.extend(self.verdicts.drain(before..));
                    }
                }
                SOLUTION => solution::add(self, document, accepted, &known)?,
                FIT => fit::add(self, &documents, place),
                EQUILIBRIUM => equilibrium::add(self, document, accepted)?,
                Bound::FORMAT => {
                    self.verdicts.extend(accepted.note().map(|note| format!("Certified: {note} (proved).")));
                    self.claims.extend(trust::claims(accepted));
                }
                _ => self.claims.extend(trust::claims(accepted)),
            }
        }
        self.verdicts.append(&mut of_hinges);
        self.documents.extend(documents);
        Ok(())
    }

    fn certificate(
        &mut self,
        document: &Document,
        accepted: &Accepted,
        known: &Known<'_>,
        support: &[Atom],
        infeasible: bool,
        alone: bool,
    ) -> Result<()> {
        let certificate = certificate::read(&document.value, accepted)?;
        let layout = Layout::new(certificate.game, certificate.constraints);
        let names = accepted.about().map_or(&[][..], |about| &about.constraints);
        let own = Labels::of_trace(&layout).with_constraints(names.iter().map(|constraint| constraint.name.as_str()));
        let labels = known.labels.unwrap_or(&own);
        let trace = document.trace()?;
        let mut certification = match known.certification {
            Some(known) => known.clone(),
            None => Certification {
                certificate: certificate.clone(),
                disagreement: None,
                no_lower_bound: None,
                lower_bound_gap: None,
                out_of_range: match &trace {
                    Some(trace) => out_of_range(&certificate.given.ranges, trace)?,
                    None => None,
                },
            },
        };
        // What was stated of functions is not in every file.
        let ranges = std::mem::take(&mut certification.certificate.given.ranges);
        certification.certificate = certificate;
        if known.certification.is_some() {
            certification.certificate.given.ranges = ranges;
        }
        let certificate = &certification.certificate;
        let digest = document.value["trace"]["sha256"].as_str().unwrap_or_default();
        self.labels.push((digest.to_owned(), labels.clone()));
        if matches!(certificate.given.problem, Some(ProblemRecord::Rates(_))) {
            self.verdicts.push(
                "What follows is about the mixture of all rounds of the trace, and about hinge losses over the data, not \
                 about errors:"
                    .to_owned(),
            );
        }
        if certification.out_of_range.is_none() && accepted.violated().contains(&"ranges_possible") {
            self.verdicts.push("VIOLATED: a recorded value lies outside the range that was given for it.".to_owned());
        }
        self.verdicts.extend(closing(&certification, Some(labels), infeasible));
        self.asked.extend(page::stated(certificate, labels, false));
        self.claims.extend(page::claims(certificate, infeasible));
        self.declared.extend(trust::declared(certificate, labels));
        match trace {
            Some(trace) => {
                self.points.extend(points(&trace, digest, support));
                let equalities = &certificate.given.equalities;
                self.charts.push(Block::Panels(panels(
                    "",
                    &trace,
                    labels,
                    equalities,
                    support,
                    certificate.given.averages.theta,
                )));
                self.charts.extend(regret(&trace, certificate)?.map(Block::Chart));
                if alone {
                    self.take.extend(single(&trace, known.checkpoints));
                }
            }
            None => self.charts.push(Block::Paragraph("There are too many rounds to draw.".to_owned())),
        }
        Ok(())
    }

    /// What the functions of a file are called, if a certificate of it is known.
    pub(super) fn labels_of(&self, sha256: &str) -> Option<&Labels> {
        self.labels.iter().find(|(known, _)| known == sha256).map(|(_, labels)| labels)
    }

    /// What was played in a round of a file, if that is known.
    pub(super) fn point_of(&self, sha256: &str, round: usize) -> Option<&str> {
        let own = |(known, of, _): &&(String, usize, String)| known == sha256 && *of == round;
        self.points.iter().find(own).map(|(.., point)| point.as_str())
    }

    pub(super) fn documents(&self) -> impl Iterator<Item = &Document> + Clone {
        self.documents.iter()
    }

    pub(super) fn inputs(&self) -> impl Iterator<Item = &Path> {
        self.inputs.iter().map(PathBuf::as_path)
    }

    /// What is said before all else: which documents are rejected.
    pub(super) fn rejections(&self) -> impl Iterator<Item = String> {
        self.documents.iter().filter_map(|document| {
            let refusal = told(document.refusal()?);
            let name = &document.shown;
            Some(format!(
                "REJECTED: the independent checker does not accept {name} ({refusal}). Nothing that it says is repeated here."
            ))
        })
    }

    /// The sections, some of which may be empty.
    pub(super) fn sections(&self) -> Vec<Section> {
        let section = |heading: &str, blocks: Vec<Block>| Section { heading: heading.to_owned(), blocks };
        let trust = self.trust.iter().cloned().chain(trust::blocks(&self.documents, &self.declared));
        vec![
            section(page::STATED, self.asked.clone()),
            section(page::CLAIMS, self.claims.clone()),
            section(page::CHARTS, self.charts.clone()),
            section(page::TAKE, self.take.clone()),
            section(page::TRUST, trust.collect()),
        ]
    }
}

pub(super) const SOLUTION: &str = "referee-solution/1";
pub(super) const FIT: &str = "referee-fit/1";
const EQUILIBRIUM: &str = "referee-equilibrium/1";

/// Whether an accepted bound proves that no mixture is feasible: then a mixture has nothing to be compared with.
fn says_infeasible(accepted: &Accepted) -> bool {
    accepted.statement() == "bound" && accepted.claims().iter().any(|claim| claim.name == "infeasible")
}

/// The members of a mixture of the very trace of a certificate.
fn support_of(documents: &[Document], certificate: &Document) -> Vec<Atom> {
    let of_trace = |document: &&Document| {
        document.format() == SOLUTION && document.value["candidates"]["sha256"] == certificate.value["trace"]["sha256"]
    };
    let mut solutions = documents.iter().filter(|document| document.accepted().is_some()).filter(of_trace);
    solutions.find_map(solution::support).unwrap_or_default()
}

/// The points of the members of a mixture, where a few numbers are one.
fn points(trace: &Trace, sha256: &str, support: &[Atom]) -> Vec<(String, usize, String)> {
    const MOST_NUMBERS: usize = 8;
    if !(1..=MOST_NUMBERS).contains(&trace.layout().num_thetas()) {
        return Vec::new();
    }
    let rounds = support.iter().map(|atom| atom.candidate).filter(|round| *round < trace.rounds());
    let point = |round: usize| {
        let numbers: Vec<String> = trace.theta(round).iter().map(ToString::to_string).collect();
        format!("({})", numbers.join(", "))
    };
    rounds.map(|round| (sha256.to_owned(), round, point(round))).collect()
}

/// What the best round alone does.
fn single(trace: &Trace, checkpoints: Option<&Checkpoints>) -> Option<Block> {
    let none = Checkpoints::default();
    let checkpoints = checkpoints.unwrap_or(&none);
    let rounds = checkpoints.rounds();
    let mut seen = SinglesOfRounds::new(&rounds);
    seen.look(trace);
    let singles = seen.finish()?;
    Some(Block::Paragraph(match singles.best_named {
        Some(best) => ship(&best, checkpoints.of_round(best.round), by(true, singles.rounded_up)),
        None => solution::best_row("round", &singles.best, singles.rounded_up),
    }))
}
