//! Evidence for lower bounds: what holds is accepted, and each broken twin is rejected.
#![expect(clippy::arithmetic_side_effects, clippy::float_arithmetic, reason = "tests make leaves with doubles")]
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use proofs_check::exact::Rational;
use proofs_check::problem::{Cut, Domain, Evidence, Form, Function, Leaf, Problem, Side};

fn q(text: &str) -> Rational {
    Rational::parse(text).unwrap()
}

fn double(x: f64) -> Rational {
    Rational::from_double(x).unwrap()
}

/// The next double above, for numbers other than the largest and 0.
fn up(x: f64) -> f64 {
    f64::from_bits(if x > 0.0 { x.to_bits() + 1 } else { x.to_bits() - 1 })
}

fn down(x: f64) -> f64 {
    -up(-x)
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|i| format!("x{i}")).collect()
}

fn on_box(expression: &str, lower: &[f64], upper: &[f64]) -> Problem {
    let domain = Domain::Box { lower: lower.to_vec(), upper: upper.to_vec() };
    Problem::from_expressions(&names(lower.len()), domain, expression, &[]).unwrap()
}

fn on_ball(expression: &str, variables: usize, radius: f64) -> Problem {
    Problem::from_expressions(&names(variables), Domain::Ball { radius }, expression, &[]).unwrap()
}

fn verify(problem: &Problem, lower: f64, evidence: &Evidence) -> Result<(), String> {
    problem.verify_lower_bound(Side::Constraints, &[Rational::one()], &double(lower), evidence)
}

/// The leaves of a bisection to so many levels, along the variables in turn, at a part of the side.
fn bisect(sides: &[(f64, f64)], levels: u32, part: f64, form: Form, into: &mut Vec<Leaf>) {
    if levels == 0 {
        into.push(Leaf { sides: sides.to_vec(), form, at: vec![] });
        return;
    }
    let axis = levels as usize % sides.len();
    let (lo, hi) = sides[axis];
    let cut = lo + (hi - lo) * part;
    for half in [(lo, cut), (cut, hi)] {
        let mut sides = sides.to_vec();
        sides[axis] = half;
        bisect(&sides, levels - 1, part, form, into);
    }
}

fn leaves(sides: &[(f64, f64)], levels: u32, part: f64, form: Form) -> Vec<Leaf> {
    let mut into = Vec::new();
    bisect(sides, levels, part, form, &mut into);
    into
}

const SQUARE: [(f64, f64); 2] = [(-1.0, 1.0), (-1.0, 1.0)];

#[test]
fn boxes_are_accepted_and_their_broken_twins_are_not() {
    // The least value is 0, at 0; on leaves of side 1/4 the mean value form is off by at most a few sixteenths.
    let problem = on_box("x0^2 + x1^2 - x0*x1", &[-1.0, -1.0], &[1.0, 1.0]);
    for (part, form) in [(0.5, Form::Natural), (0.5, Form::MeanValue), (0.4, Form::Monotone)] {
        let good = leaves(&SQUARE, 6, part, form);
        verify(&problem, -0.25, &Evidence::Boxes(good.clone())).unwrap();
        for lost in 0..good.len() {
            let mut bad = good.clone();
            bad.remove(lost);
            let why = verify(&problem, -0.25, &Evidence::Boxes(bad)).unwrap_err();
            assert!(why.contains("no leaf covers"), "{why}");
            for end in 0..4 {
                // One end moved inward by the smallest step.
                let mut bad = good.clone();
                let side = &mut bad[lost].sides[end / 2];
                if end % 2 == 0 {
                    side.0 = if side.0 == 0.0 { 5e-324 } else { up(side.0) };
                } else {
                    side.1 = if side.1 == 0.0 { -5e-324 } else { down(side.1) };
                }
                verify(&problem, -0.25, &Evidence::Boxes(bad)).unwrap_err();
            }
        }
        let why = verify(&problem, 5e-324, &Evidence::Boxes(good.clone())).unwrap_err();
        assert!(why.starts_with("leaf "), "a bound above the least value must name the leaf: {why}");
        let mut bad = good;
        bad[3].form = Form::Outside;
        assert!(verify(&problem, -0.25, &Evidence::Boxes(bad)).unwrap_err().starts_with("leaf 3, "));
    }
}

#[test]
fn a_leaf_is_bounded_by_the_best_form() {
    // x - x^2/4 rises on [0, 1], but its natural bound there is -1/4.
    let problem = on_box("x0 - x0^2/4", &[0.0], &[1.0]);
    for form in [Form::Natural, Form::MeanValue, Form::Monotone] {
        let leaf = Evidence::Boxes(vec![Leaf { sides: vec![(0.0, 1.0)], form, at: vec![] }]);
        verify(&problem, 0.0, &leaf).unwrap();
        verify(&problem, 5e-324, &leaf).unwrap_err();
    }
    // A step that jumps says nothing about slopes of the other variable, nor a root that touches 0 about the lower end.
    let problem = on_box("step(x0) + x1 - x1^2/4 + sqrt(x1)", &[-1.0, 0.0], &[1.0, 1.0]);
    let leaf = Evidence::Boxes(vec![Leaf { sides: vec![(-1.0, 1.0), (0.0, 1.0)], form: Form::Monotone, at: vec![] }]);
    verify(&problem, 0.0, &leaf).unwrap();
    verify(&problem, 5e-324, &leaf).unwrap_err();
}

#[test]
fn a_leaf_that_bends_is_bounded_by_its_tangent_and_how_it_bends() {
    let leaf = |sides: &[(f64, f64)], form: Form, at: &[f64]| {
        Evidence::Boxes(vec![Leaf { sides: sides.to_vec(), form, at: at.to_vec() }])
    };
    // Convex on the box, though not by composition rules; least at -2.9035..., where it is -39.1661657037...
    let problem = on_box("(x0^4 - 16*x0^2 + 5*x0) / 2", &[-5.0], &[-2.5]);
    let side = [(-5.0, -2.5)];
    let at = [-2.903_534_027_771_177];
    verify(&problem, -39.166_165_704, &leaf(&side, Form::SecondOrder, &at)).unwrap();
    verify(&problem, -39.166_165_703, &leaf(&side, Form::SecondOrder, &at)).unwrap_err();
    verify(&problem, -39.166_165_704, &leaf(&side, Form::Monotone, &at)).unwrap_err();
    // A poor point, one outside the box, which is moved into it, and none prove less.
    for poor in [&[-4.0][..], &[7.0], &[f64::NAN], &[]] {
        verify(&problem, -39.166_165_704, &leaf(&side, Form::SecondOrder, poor)).unwrap_err();
    }
    // Neither convex nor concave: the products of both variables count against the squares.
    let unit = [(-1.0, 1.0); 2];
    for (product, least) in [("x0*x1", 0.0), ("2*x0*x1", 0.0), ("3*x0*x1", -1.0), ("4*x0*x1", -2.0)] {
        let problem = on_box(&format!("x0^2 + x1^2 + {product}"), &[-1.0; 2], &[1.0; 2]);
        verify(&problem, least, &leaf(&unit, Form::SecondOrder, &[0.0; 2])).unwrap();
        verify(&problem, least + 5e-324_f64.max(least.abs() * 1e-15), &leaf(&unit, Form::SecondOrder, &[0.0; 2]))
            .unwrap_err();
        verify(&problem, least, &leaf(&unit, Form::MeanValue, &[])).unwrap_err();
    }
    // Every operation with a derivative, each with its minimum or a tangent at 1 that its bend corrects.
    let each = [
        ("abs(2) * x0^2 - 4*x0", -2.0),
        ("exp(x0) - exp(1)*x0", 0.0),
        ("x0 - ln(x0)", 1.0),
        ("x0 - 2*sqrt(x0)", -1.0),
        ("x0 + 1/x0", 2.0),
        ("x0^-2 + 2*x0", 3.0),
        ("-sin(x0 - 1) + x0 + cos(x0 - 1) + 2*(x0 - 1)^2", 2.0),
        ("-(x0 * (2 - x0))", -1.0),
        ("4*sigmoid(x0 - 1) - x0 + (x0 - 1)^2", 1.0),
    ];
    for (text, least) in each {
        let problem = on_box(text, &[0.75], &[1.25]);
        let bends = leaf(&[(0.75, 1.25)], Form::SecondOrder, &[1.0]);
        assert_eq!(verify(&problem, least - 1e-12, &bends), Ok(()), "{text}");
        assert!(verify(&problem, least + 1e-12, &bends).is_err(), "{text}");
    }
    // What has a kink, a jump or no derivative in the language is not bounded by it.
    for text in ["-abs(x0)", "-max(x0, 0)", "min(x0, 0)", "-step(x0)", "-hinge(x0 - 1)", "-Phi(8*x0)"] {
        let problem = on_box(&format!("{text} + x0^2"), &[-1.0], &[1.0]);
        verify(&problem, -0.05, &leaf(&[(-1.0, 1.0)], Form::SecondOrder, &[-0.5])).unwrap_err();
    }
}

#[test]
fn overlapping_repeated_and_flat_leaves_are_fine_but_fill_no_gap() {
    let problem = on_box("x0 + x1", &[-1.0, -1.0], &[1.0, 1.0]);
    let leaf = |x: (f64, f64), y: (f64, f64)| Leaf { sides: vec![x, y], form: Form::Natural, at: vec![] };
    let mut good = vec![
        leaf((-1.0, 0.25), (-1.0, 0.5)),
        leaf((-0.25, 3.0), (-1.0, 0.0)),
        leaf((0.125, 1.0), (-0.5, 1.0)),
        leaf((-1.0, 0.25), (0.375, 1.0)),
        leaf((-1.0, 0.25), (0.375, 1.0)),
        leaf((0.0, 0.0), (-1.0, 1.0)),
    ];
    verify(&problem, -2.0, &Evidence::Boxes(good.clone())).unwrap();
    good[2].sides[0].0 = 0.5;
    assert!(verify(&problem, -2.0, &Evidence::Boxes(good.clone())).unwrap_err().contains("no leaf covers"));
    good.push(leaf((0.25, 0.25), (-1.0, 1.0)));
    good.push(leaf((0.3, 0.3), (-1.0, 1.0)));
    verify(&problem, -2.0, &Evidence::Boxes(good)).unwrap_err();
    // A pinwheel has no cut that misses all leaves.
    let mut pinwheel = vec![
        leaf((-1.0, 0.5), (-1.0, -0.5)),
        leaf((0.5, 1.0), (-1.0, 0.5)),
        leaf((-0.5, 1.0), (0.5, 1.0)),
        leaf((-1.0, -0.5), (-0.5, 1.0)),
        leaf((-0.5, 0.5), (-0.5, 0.5)),
    ];
    verify(&problem, -2.0, &Evidence::Boxes(pinwheel.clone())).unwrap();
    pinwheel.pop();
    verify(&problem, -2.0, &Evidence::Boxes(pinwheel)).unwrap_err();
    for broken in [(f64::NAN, 1.0), (1.0, -1.0), (-1.0, f64::INFINITY)] {
        let all = vec![leaf((-1.0, 1.0), (-1.0, 1.0)), leaf(broken, (-1.0, 1.0))];
        assert!(verify(&problem, -2.0, &Evidence::Boxes(all)).unwrap_err().starts_with("leaf 1"));
    }
    let short = vec![Leaf { sides: vec![(-1.0, 1.0)], form: Form::Natural, at: vec![] }];
    verify(&problem, -2.0, &Evidence::Boxes(short)).unwrap_err();
    verify(&problem, -2.0, &Evidence::Boxes(Vec::new())).unwrap_err();
}

#[test]
fn flat_domains_and_deep_trees_are_covered() {
    let problem = on_box("x0 + x1", &[-1.0, 2.0], &[1.0, 2.0]);
    let leaf = |x: (f64, f64), y: (f64, f64)| Leaf { sides: vec![x, y], form: Form::Natural, at: vec![] };
    // The first leaf sticks out of the domain and is bounded on all of itself.
    let wide = Evidence::Boxes(vec![leaf((-1.0, 0.0), (1.0, 2.0)), leaf((0.0, 1.0), (2.0, 2.0))]);
    verify(&problem, 0.0, &wide).unwrap();
    verify(&problem, 1.0, &wide).unwrap_err();
    verify(&problem, 1.0, &Evidence::Boxes(vec![leaf((-1.0, 0.0), (2.0, 2.0)), leaf((0.0, 1.0), (2.0, 2.0))])).unwrap();
    verify(&problem, 1.0, &Evidence::Boxes(vec![leaf((-1.0, 0.0), (2.0, 2.0)), leaf((0.0, 1.0), (2.5, 3.0))]))
        .unwrap_err();
    // A comb: each leaf halves what is left, a thousand times, down to the smallest doubles.
    let problem = on_box("x0", &[0.0], &[1.0]);
    let mut comb: Vec<Leaf> = Vec::new();
    let mut hi = 1.0;
    while hi > 0.0 {
        comb.push(Leaf { sides: vec![(hi / 2.0, hi)], form: Form::Natural, at: vec![] });
        hi /= 2.0;
    }
    assert!(comb.len() > 1000);
    verify(&problem, 0.0, &Evidence::Boxes(comb.clone())).unwrap();
    comb.remove(700);
    verify(&problem, 0.0, &Evidence::Boxes(comb)).unwrap_err();
}

#[test]
fn many_leaves_take_no_time_and_hostile_ones_an_end() {
    let problem = on_box("x0", &[-1.0, -1.0], &[1.0, 1.0]);
    for part in [0.5, 0.3] {
        let mut many = leaves(&SQUARE, 16, part, Form::Natural);
        verify(&problem, -1.0, &Evidence::Boxes(many.clone())).unwrap();
        many.swap_remove(12_345);
        verify(&problem, -1.0, &Evidence::Boxes(many)).unwrap_err();
    }
    // Thin slabs across each other, with a hole at the end: the number of pieces would be the product of all.
    let domain = vec![(0.0, 1.0); 6];
    let problem = on_box("x0", &[0.0; 6], &[1.0; 6]);
    let mut slabs = Vec::new();
    for axis in 0..6 {
        for k in 0..300 {
            let mut sides = domain.clone();
            sides[axis] = (f64::from(k) / 301.0, f64::from(k) / 301.0 + 0.003);
            slabs.push(Leaf { sides, form: Form::Natural, at: vec![] });
        }
    }
    verify(&problem, 0.0, &Evidence::Boxes(slabs)).unwrap_err();
}

#[test]
fn outside_of_a_ball_is_exact() {
    let problem = on_ball("x0 + x1", 2, 5.0);
    let cover = |corner: (f64, f64), form: Form| {
        let mut all = vec![Leaf { sides: vec![corner, (4.0, 5.0)], form, at: vec![] }];
        all.push(Leaf { sides: vec![(-5.0, corner.0), (-5.0, 5.0)], form: Form::Natural, at: vec![] });
        all.push(Leaf { sides: vec![(corner.0, 5.0), (-5.0, 4.0)], form: Form::Natural, at: vec![] });
        all
    };
    // (3, 4) is on the sphere, so the leaf that touches it is not outside; one step further it is.
    assert!(verify(&problem, -10.0, &Evidence::Boxes(cover((3.0, 5.0), Form::Outside))).is_err());
    let mut further = cover((up(3.0), 5.0), Form::Outside);
    verify(&problem, -10.0, &Evidence::Boxes(further.clone())).unwrap();
    // What is outside is not bounded; named otherwise it is.
    let problem = on_ball("ln(5 + 4.5 - x0 - x1/1e9)", 2, 5.0);
    let problem_at_corner = on_ball("ln(9 - x0 - x1)", 2, 5.0);
    verify(&problem, 1.0, &Evidence::Boxes(further.clone())).unwrap();
    further[0].form = Form::Natural;
    assert!(verify(&problem_at_corner, -100.0, &Evidence::Boxes(further.clone())).unwrap_err().starts_with("leaf 0"));
    // In a box nothing is outside.
    let problem = on_box("x0", &[-5.0, -5.0], &[5.0, 5.0]);
    verify(&problem, -5.0, &Evidence::Boxes(further.clone())).unwrap();
    further[0].form = Form::Outside;
    verify(&problem, -5.0, &Evidence::Boxes(further)).unwrap_err();
}

#[test]
fn a_function_without_a_value_gives_no_bound() {
    let whole =
        |sides: &[(f64, f64)]| Evidence::Boxes(vec![Leaf { sides: sides.to_vec(), form: Form::Natural, at: vec![] }]);
    for (text, lo, hi) in [("ln(x0)", 0.0, 1.0), ("1/x0", -1.0, 1.0), ("sqrt(x0)", -0.5, 1.0), ("x0^-2", 0.0, 1.0)] {
        let why = verify(&on_box(text, &[lo], &[hi]), -1e300, &whole(&[(lo, hi)])).unwrap_err();
        assert!(why.starts_with("leaf 0, ") && why.contains(" may be "), "{why}");
    }
    // With weight 0 it plays no part.
    let domain = Domain::Box { lower: vec![0.0], upper: vec![1.0] };
    let constraints = [("ln(x0)".to_owned(), Some("step(x0)".to_owned()))];
    let problem = Problem::from_expressions(&names(1), domain, "x0", &constraints).unwrap();
    let verify = |side, weight: &str| {
        problem.verify_lower_bound(side, &[Rational::one(), q(weight)], &Rational::zero(), &whole(&[(0.0, 1.0)]))
    };
    verify(Side::Constraints, "0").unwrap();
    verify(Side::Constraints, "1/1000").unwrap_err();
    verify(Side::Proxies, "1/3").unwrap();
    verify(Side::Proxies, "-1/3").unwrap_err();
}

fn cut(theta: &[f64], weight: f64) -> Cut {
    Cut { theta: theta.to_vec(), weight }
}

#[test]
fn cuts_are_accepted_and_their_broken_twins_are_not() {
    // y - 1/4 and -y - 1/4 mix to -1/4.
    let problem = on_box("x0^2", &[-1.0], &[1.0]);
    let good = vec![cut(&[0.5], 0.5), cut(&[-0.5], 0.5)];
    verify(&problem, -0.25, &Evidence::Cuts(good.clone())).unwrap();
    verify(&problem, up(-0.25), &Evidence::Cuts(good.clone())).unwrap_err();
    for weight in [0.5 + f64::EPSILON, 0.5 - f64::EPSILON / 2.0, -0.5, f64::NAN, 0.0] {
        let mut bad = good.clone();
        bad[0].weight = weight;
        verify(&problem, -100.0, &Evidence::Cuts(bad)).unwrap_err();
    }
    for theta in [up(1.0), -2.0, f64::NAN] {
        let mut bad = good.clone();
        bad[0].theta = vec![theta];
        assert!(verify(&problem, -100.0, &Evidence::Cuts(bad)).unwrap_err().contains("not in the domain"));
    }
    let mut bad = good.clone();
    bad[0].theta = vec![0.5, 0.5];
    verify(&problem, -100.0, &Evidence::Cuts(bad)).unwrap_err();
    verify(&problem, -100.0, &Evidence::Cuts(Vec::new())).unwrap_err();
    for concave in ["-x0^2", "x0^3", "sin(3*x0)", "min(x0, 0.5)", "x0*x0 - x0^4", "step(x0)"] {
        let why = verify(&on_box(concave, &[-1.0], &[1.0]), -100.0, &Evidence::Cuts(good.clone())).unwrap_err();
        assert!(why.contains("the objective is not convex"), "{concave}: {why}");
    }
    // Points may repeat, and a cut of weight 0 adds nothing.
    let many = vec![cut(&[0.5], 0.25), cut(&[0.5], 0.25), cut(&[-0.5], 0.5), cut(&[1.0], 0.0)];
    verify(&problem, -0.25, &Evidence::Cuts(many)).unwrap();
}

#[test]
fn cuts_at_kinks_and_of_smooth_functions() {
    let one = |theta: f64| Evidence::Cuts(vec![cut(&[theta], 1.0)]);
    let problem = on_box("max(x0, -x0)", &[-1.0], &[1.0]);
    verify(&problem, -1.0, &one(0.0)).unwrap();
    verify(&problem, up(-1.0), &one(0.0)).unwrap_err();
    let both = Evidence::Cuts(vec![cut(&[0.25], 0.5), cut(&[-0.25], 0.5)]);
    verify(&problem, 0.0, &both).unwrap();
    verify(&problem, 5e-324, &both).unwrap_err();
    // Here the hinge is affine over the box, which touches its kink, of a concave function: f = -ln(1 + x0) falls to
    // -0.693.., but the slope 0 of the other side of the kink at 0 would prove 0.
    let problem = on_box("-hinge(ln(1 + x0) - 1)", &[0.0], &[1.0]);
    verify(&problem, -0.69, &one(0.0)).unwrap_err();
    verify(&problem, -1.0, &one(0.0)).unwrap();
    let problem = on_box("-max(ln(1 + x0), -x0)", &[0.0], &[1.0]);
    verify(&problem, -0.69, &one(0.0)).unwrap_err();
    let problem = on_box("-max(-x0, ln(1 + x0))", &[0.0], &[1.0]);
    verify(&problem, -0.69, &one(0.0)).unwrap_err();
    // exp(x) - x is least at 0, with the value 1; the slope there is exactly 0.
    verify(&on_box("exp(x0) - x0", &[-1.0], &[1.0]), 1.0, &one(0.0)).unwrap();
    verify(&on_box("exp(x0) - x0", &[-1.0], &[1.0]), up(1.0), &one(0.0)).unwrap_err();
    // A root has no slopes at 0.
    assert!(verify(&on_box("-sqrt(x0)", &[0.0], &[1.0]), -100.0, &one(0.0)).unwrap_err().contains("no slopes"));
    assert!(verify(&on_box("-sqrt(1 - x0)", &[0.0], &[1.0]), -100.0, &one(1.0)).unwrap_err().contains("no slopes"));
    verify(&on_box("-sqrt(x0)", &[0.0], &[1.0]), -1.0, &one(1.0)).unwrap();
}

#[test]
fn cuts_over_a_ball_use_the_norm() {
    let problem = on_ball("x0 + x1", 2, 2.0);
    let centre = Evidence::Cuts(vec![cut(&[0.0, 0.0], 1.0)]);
    // -2 sqrt 2 is between these neighbours.
    let (below, above) = (-2.828_427_124_746_190_3, -2.828_427_124_746_19);
    assert!(
        double(below) < double(above)
            && &double(below) * &double(below) > q("8")
            && &double(above) * &double(above) < q("8")
    );
    verify(&problem, below, &centre).unwrap();
    verify(&problem, above, &centre).unwrap_err();
    verify(&problem, -100.0, &Evidence::Cuts(vec![cut(&[1.5, 1.5], 1.0)])).unwrap_err();
    let kink = on_ball("abs(x0) + x1", 2, 2.0);
    verify(&kink, -4.0, &centre).unwrap();
    verify(&kink, up(-4.0), &centre).unwrap_err();
}

#[test]
fn vertices_need_concave_functions_and_exact_values() {
    let problem = on_box("x0/4 - x0^2 - x1^2", &[-1.0, -1.0], &[1.0, 1.0]);
    verify(&problem, -2.25, &Evidence::Vertices).unwrap();
    assert!(verify(&problem, up(-2.25), &Evidence::Vertices).unwrap_err().starts_with("vertex "));
    assert!(verify(&on_box("x0^2", &[-1.0], &[1.0]), -1.0, &Evidence::Vertices).unwrap_err().contains("not concave"));
    verify(&on_ball("x0", 1, 1.0), -1.0, &Evidence::Vertices).unwrap_err();
    let sum = |d: usize| names(d).join(" + ");
    verify(&on_box(&sum(16), &[-1.0; 16], &[1.0; 16]), -16.0, &Evidence::Vertices).unwrap();
    verify(&on_box(&sum(17), &[-1.0; 17], &[1.0; 17]), -17.0, &Evidence::Vertices).unwrap_err();
    // Thirds: three of them are exactly 1, which no enclosure of 1/3 shows.
    let domain = Domain::Box { lower: vec![0.0], upper: vec![1.0] };
    let problem = Problem::from_expressions(&names(1), domain, "0", &[("3 - x0/7*0".to_owned(), None)]).unwrap();
    let verify =
        |lower| problem.verify_lower_bound(Side::Constraints, &[q("1"), q("1/3")], &lower, &Evidence::Vertices);
    verify(q("1")).unwrap();
    verify(double(up(1.0))).unwrap_err();
}

#[test]
fn enumeration_is_exact() {
    let points = Domain::Points(vec![vec![0.5, 3.0], vec![-1.0, 1.0]]);
    let constraints = [("x0*x1".to_owned(), Some("x0*x1 + 1".to_owned()))];
    let problem = Problem::from_expressions(&names(2), points, "x1/3", &constraints).unwrap();
    let weights = [q("1"), q("1/3")];
    let verify = |side, lower: &Rational| problem.verify_lower_bound(side, &weights, lower, &Evidence::Enumeration);
    // 1 + 1/2 and 1/3 - 1/3.
    verify(Side::Constraints, &q("0")).unwrap();
    let why = verify(Side::Constraints, &double(5e-324)).unwrap_err();
    assert!(why.starts_with("point 1, [-1.0, 1.0]"), "{why}");
    verify(Side::Proxies, &q("1/3")).unwrap();
    verify(Side::Proxies, &double(1.0 / 3.0).max(q("1/3"))).unwrap();
    verify(Side::Proxies, &q("167/500")).unwrap_err();
    for other in [Evidence::Vertices, Evidence::Boxes(Vec::new()), Evidence::Cuts(Vec::new())] {
        problem.verify_lower_bound(Side::Constraints, &weights, &q("-100"), &other).unwrap_err();
    }
    on_box("x0", &[0.0], &[1.0])
        .verify_lower_bound(Side::Constraints, &weights[..1], &q("-1"), &Evidence::Enumeration)
        .unwrap_err();
    // An enclosure that is a point proves what it reaches: a root has no other exact value.
    let root = Problem::from_expressions(&names(1), Domain::Points(vec![vec![4.0]]), "sqrt(x0)", &[]).unwrap();
    let verify = |lower: &str| root.verify_lower_bound(Side::Constraints, &[q("1")], &q(lower), &Evidence::Enumeration);
    verify("2").unwrap();
    verify("2000000000000000000000000000001/1000000000000000000000000000000").unwrap_err();
    // An exact value has an exponent of at most 2^16 and a numerator of at most 2^14 bits, in units of the smallest
    // exponent of a sum: even with 0 times such a number, and beyond it nothing is known.
    for (exponent, holds) in [(65_536, true), (65_537, false), (-16_383, true), (-16_384, false)] {
        let origin = Domain::Points(vec![vec![0.0]]);
        let third = Problem::from_expressions(&names(1), origin, &format!("x0*2^{exponent} + 1/3"), &[]).unwrap();
        let bounded = third.verify_lower_bound(Side::Constraints, &[q("1")], &q("1/3"), &Evidence::Enumeration);
        assert_eq!(bounded.is_ok(), holds, "2^{exponent}");
    }
    let table = Problem::from_table(vec![vec![1.0, 3.0], vec![0.0, 6.0]], Some(vec![vec![0.0], vec![3.0]])).unwrap();
    let verify = |side, lower: &str| table.verify_lower_bound(side, &weights, &q(lower), &Evidence::Enumeration);
    verify(Side::Constraints, "2").unwrap();
    verify(Side::Constraints, "2000000000000000000000000000001/1000000000000000000000000000000").unwrap_err();
    verify(Side::Proxies, "1").unwrap();
    assert!(verify(Side::Proxies, "101/100").unwrap_err().starts_with("row 0"));
    table.verify_lower_bound(Side::Proxies, &weights, &q("0"), &Evidence::Vertices).unwrap_err();
    table.verify_lower_bound(Side::Proxies, &weights[..1], &q("0"), &Evidence::Enumeration).unwrap_err();
}

#[test]
fn points_values_and_ranges_are_decided_exactly() {
    let ball = on_ball("x0/x1 + exp(x0)", 2, 1.0);
    for (x, y) in [(0.6, 0.8), (0.8, 0.6), (1.0, 0.0), (0.28, 0.96), (1.0, 5e-324)] {
        let norm = &(&double(x) * &double(x)) + &(&double(y) * &double(y));
        assert_eq!(ball.contains(&[x, y]), norm <= Rational::one(), "({x}, {y})");
    }
    assert!(!ball.contains(&[0.5]) && !ball.contains(&[f64::NAN, 0.0]));
    assert!(ball.at_most(Function::Objective, &[0.5, 0.0], &q("1")).unwrap_err().contains("a divisor may be 0"));
    // 0.1 + 0.2 is exact as a sum of doubles only beyond 53 bits; a product of nine such numbers only beyond 128.
    let problem = on_box("(x0 + 0.1)^9 - (x0 + 0.1)^9 + x0", &[0.0], &[1.0]);
    let lies = |lo, hi| problem.value_lies_in(Function::Objective, &[0.2], lo, hi).unwrap();
    assert!(lies(0.2, 0.2) && !lies(up(0.2), 1.0) && !lies(0.0, down(0.2)) && lies(0.1, 0.3));
    let at_most = |bound: &Rational| problem.at_most(Function::Objective, &[0.2], bound).unwrap();
    assert!(at_most(&double(0.2)) && !at_most(&double(down(0.2))));
    assert!(problem.value_lies_in(Function::Constraint(0), &[0.2], 0.0, 1.0).is_err());
    assert!(problem.value_lies_in(Function::Objective, &[0.2, 0.2], 0.0, 1.0).is_err());
    assert!(!problem.value_lies_in(Function::Objective, &[0.2], f64::NAN, 1.0).unwrap());
    let smooth = on_box("exp(x0)", &[-1.0], &[1.0]);
    let lies = |lo, hi| smooth.value_lies_in(Function::Objective, &[1.0], lo, hi).unwrap();
    let e = std::f64::consts::E;
    assert!(lies(e, up(e)) && !lies(e, e) && !lies(down(e), e));
    assert!(on_box("x0^2", &[-1.0], &[2.0]).objective_range_at_most(&q("4")).unwrap());
    assert!(!on_box("x0^2", &[-1.0], &[2.0]).objective_range_at_most(&q("399/100")).unwrap());
    assert!(on_box("ln(x0)", &[0.0], &[2.0]).objective_range_at_most(&q("4")).is_err());
    let points = Domain::Points(vec![vec![1.0], vec![-3.0]]);
    let finite = Problem::from_expressions(&names(1), points, "x0^2/3", &[]).unwrap();
    assert!(finite.contains(&[-3.0]) && !finite.contains(&[2.0]));
    assert!(
        finite.objective_range_at_most(&q("267/100")).unwrap()
            && !finite.objective_range_at_most(&q("133/50")).unwrap()
    );
    let table = Problem::from_table(vec![vec![1.0], vec![-3.0]], None).unwrap();
    assert!(table.contains(&[1.0]) && table.contains(&[-0.0]) && !table.contains(&[0.5]) && !table.contains(&[2.0]));
    assert!(!table.contains(&[-1.0]) && !table.contains(&[1e300]));
    assert!(table.objective_range_at_most(&q("4")).unwrap() && !table.objective_range_at_most(&q("3")).unwrap());
    assert!(table.value_lies_in(Function::Objective, &[1.0], -3.0, -3.0).unwrap());
    assert!(!table.value_lies_in(Function::Objective, &[1.0], -2.0, -2.0).unwrap());
    assert_eq!((table.num_variables(), table.num_constraints(), table.has_proxy(0)), (1, 0, false));
}
