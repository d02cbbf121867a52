//! Every domain that ships, and domains with one fault each.

use crate::conformance::teeth::Teeth;
use referee::domain::{AnyDomain, Ball, Cuboid, Domain, FiniteSet, L1Orthant, Simplex};
use referee::numerics::Enclosure;
use referee::testing::domain::{LAWS, Subjects};

fn convex() -> Vec<AnyDomain> {
    vec![
        Cuboid::new(vec![-1.0, 0.25, -3.0], vec![2.0, 0.25, -0.1]).expect("sides in order").into(),
        Ball::new(4, 1.5).expect("a radius").into(),
        Ball::new(2, 1e-200).expect("a radius").into(),
        Simplex::new(5).expect("a length").into(),
        L1Orthant::new(3, 2.5).expect("a radius").into(),
    ]
}

referee::conformance!(domain: shipped, convex());
referee::conformance!(
    not_convex_domain: finite_set,
    [FiniteSet::new(&[vec![0.0, 1.0], vec![1.0, 0.0], vec![0.5, 0.5]]).expect("points")]
);

/// A box with one method replaced.
struct Twin {
    honest: AnyDomain,
    project: fn(&AnyDomain, &mut [f64]) -> f64,
    radius: f64,
    start: f64,
    support: f64,
}

impl Domain for Twin {
    fn dim(&self) -> usize {
        self.honest.dim()
    }
    fn contains(&self, point: &[f64]) -> bool {
        self.honest.contains(point)
    }
    fn project(&self, point: &mut [f64]) -> f64 {
        (self.project)(&self.honest, point)
    }
    fn radius(&self) -> f64 {
        self.radius * self.honest.radius()
    }
    fn diameter(&self) -> f64 {
        self.honest.diameter()
    }
    fn support(&self, direction: &[f64]) -> Enclosure {
        Enclosure::point(self.support) * self.honest.support(direction)
    }
    fn bounds(&self, coordinate: usize) -> Enclosure {
        self.honest.bounds(coordinate)
    }
    fn start(&self, out: &mut [f64]) {
        out.fill(self.start);
    }
}

fn twin(change: fn(&mut Twin)) -> Subjects {
    let honest = AnyDomain::from(Cuboid::cube(3, -1.0, 1.0).expect("sides in order"));
    let mut twin = Twin { honest, project: |domain, x| domain.project(x), radius: 1.0, start: 0.0, support: 1.0 };
    change(&mut twin);
    Subjects::new([twin])
}

#[test]
fn every_law_has_teeth() {
    let mut teeth = Teeth::new(LAWS);
    teeth.spare("a box", &twin(|_| {}));
    let leaves = twin(|twin| twin.project = |_, x| x.iter_mut().fold(0.0, |_, x| (*x = x.clamp(-1.0, 1.5), 0.0).1));
    teeth.bite("a projection that leaves the domain", "law_projection_lands_inside", &leaves);
    let shrinks = twin(|twin| {
        twin.project = |domain, x| {
            domain.project(x);
            for x in x {
                *x *= 1.0 - f64::EPSILON;
            }
            1e-15
        };
    });
    teeth.bite("a projection that moves members", "law_projection_is_idempotent", &shrinks);
    let centre = twin(|twin| {
        twin.project = |domain, x| {
            if !domain.contains(x) {
                x.fill(0.0);
            }
            0.0
        };
    });
    teeth.bite("everything outside goes to the centre", "law_projection_is_nearest", &centre);
    teeth.bite("everything outside goes to the centre", "law_projection_is_variational", &centre);
    teeth.bite("half a support", "law_support_covers", &twin(|twin| twin.support = 0.5));
    teeth.bite("half a radius", "law_sizes_cover", &twin(|twin| twin.radius = 0.5));
    teeth.bite("another start", "law_start_is_projection_of_zero", &twin(|twin| twin.start = 0.5));
    teeth.all_bite();
}
