//! Laws of a domain, asked at points of every size; each is a law of [`laws_domain`] and breaks as that does.

use super::conformance::{Finding, Law, Ruling, laws};
use super::generate::{finite, many, moderate};
use super::{Outcome, laws_domain};
use crate::domain::Domain;
use crate::numerics::Enclosure;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

laws! { Subjects:
    law_projection_lands_inside "the projection of any point is in the set, and its error is a number",
    law_projection_is_idempotent "a point inside is not moved",
    law_projection_is_nearest "no member is nearer, beyond the stated error",
    law_projection_is_variational "no member lies ahead of the projection, beyond the stated error",
    law_support_covers "no member reaches beyond the support function",
    law_sizes_cover "the members are within radius, diameter and coordinate bounds",
    law_start_is_projection_of_zero "play starts at the projection of 0",
}

/// The domains to be judged.
pub struct Subjects {
    domains: Vec<Box<dyn Domain>>,
    convex: bool,
}

impl Subjects {
    /// Convex sets.
    pub fn new<I: IntoIterator<Item: Domain + 'static>>(domains: I) -> Self {
        let boxed = |domain| Box::new(domain) as Box<dyn Domain>;
        Self { domains: domains.into_iter().map(boxed).collect(), convex: true }
    }

    /// Sets that are not convex.
    pub fn not_convex<I: IntoIterator<Item: Domain + 'static>>(domains: I) -> Self {
        Self { convex: false, ..Self::new(domains) }
    }

    /// Asks at a hundred points, with two members each.
    fn each(&self, law: impl Fn(&dyn Domain, &[f64], [&[f64]; 2]) -> Outcome) -> Ruling {
        if self.domains.is_empty() {
            return Ok(Finding::Skipped("there is no domain".into()));
        }
        let mut generator = ChaCha8Rng::seed_from_u64(20_180_421);
        for domain in &self.domains {
            for k in 0..100 {
                let one = if k % 4 == 0 { finite } else { moderate };
                let y = many(&mut generator, domain.dim(), one);
                let [a, b] = [(); 2].map(|()| member(&**domain, &mut generator));
                law(&**domain, &y, [&a, &b])?;
            }
        }
        Ok(Finding::Holds)
    }
}

/// A member: where chance finds one it owes nothing to the projection that is judged.
fn member(domain: &dyn Domain, generator: &mut ChaCha8Rng) -> Vec<f64> {
    for _ in 0..4 {
        let between = |side: &Enclosure| generator.random_range(side.lo()..=side.hi());
        let point: Vec<f64> = domain.bounding_box().iter().map(between).collect();
        if domain.contains(&point) {
            return point;
        }
    }
    let mut point = many(generator, domain.dim(), moderate);
    domain.project(&mut point);
    point
}

fn law_projection_lands_inside(subjects: &Subjects) -> Ruling {
    subjects.each(|domain, y, _| laws_domain::law_projection_lands_inside(domain, y))
}

fn law_projection_is_idempotent(subjects: &Subjects) -> Ruling {
    subjects.each(|domain, y, _| laws_domain::law_projection_is_idempotent(domain, y))
}

fn law_projection_is_nearest(subjects: &Subjects) -> Ruling {
    subjects.each(|domain, y, [member, _]| laws_domain::law_projection_is_nearest(domain, y, member))
}

fn law_projection_is_variational(subjects: &Subjects) -> Ruling {
    if !subjects.convex {
        return Ok(Finding::Skipped("the domain is not declared convex".into()));
    }
    subjects.each(|domain, y, [member, _]| laws_domain::law_projection_is_variational(domain, y, member))
}

fn law_support_covers(subjects: &Subjects) -> Ruling {
    subjects.each(|domain, y, [member, _]| laws_domain::law_support_covers(domain, y, member))
}

fn law_sizes_cover(subjects: &Subjects) -> Ruling {
    subjects.each(|domain, _, [member, other]| laws_domain::law_sizes_cover(domain, member, other))
}

fn law_start_is_projection_of_zero(subjects: &Subjects) -> Ruling {
    subjects.each(|domain, _, _| laws_domain::law_start_is_projection_of_zero(domain))
}
