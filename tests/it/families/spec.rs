//! The texts that name members, and the sentences that refuse them.

use referee::game::Side;
use referee::registry::Registry;

#[test]
fn names_are_distinct_and_every_default_is_valid() {
    let mut names: Vec<_> = Registry::ours().families().iter().map(|family| family.name).collect();
    assert_eq!(names.len(), 22);
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 22);
    for family in Registry::ours().families() {
        let stated: Vec<_> = family.parameters.iter().map(|p| format!("{}={}", p.name, p.default)).collect();
        let spec = format!("{}:{}", family.name, stated.join(","));
        let spec = if stated.is_empty() { family.name } else { spec.as_str() };
        let (stated, default) =
            (Registry::ours().open(spec).expect(spec), Registry::ours().open(family.name).expect(family.name));
        assert_eq!(stated.known, default.known, "{spec}");
        for parameter in family.parameters {
            assert!(!parameter.meaning.is_empty() && !family.summary.is_empty());
        }
    }
}

#[test]
fn spaces_do_not_matter() {
    let instance = Registry::ours().open(" polygon : m = 3 , k = 0.75 ").expect("it is well formed");
    assert_eq!(instance.problem.num_constraints(), 3);
}

#[test]
fn lists_are_repeated_to_the_dimension() {
    let instance = Registry::ours().open("knapsack:c=0.5/0.25,k=1,d=4").expect("it is well formed");
    let expressions = instance.problem.expressions().expect("made of expressions");
    assert_eq!(expressions.function(0, Side::Constraints).to_string(), "0.5 * x1 + 0.25 * x2 + 0.5 * x3 + 0.25 * x4");
}

/// Every refusal, in full.
const REFUSALS: [(&str, &str); 25] = [
    ("polygone", "there is no problem family `polygone` (did you mean `polygon`?)"),
    (
        "pentagon",
        "there is no problem family `pentagon`: choose one of qp-box, qp-half, knapsack, bilinear, triangle, step-hinge, \
         step-sample, robust, extremal, neyman-pearson, polygon, qp-box-tied, extremal-duplicated, qp-box-scaled, \
         zero-pair, zero-no-kkt, infeasible, no-constraints, noisy, minibatch, minibatch-rate, network",
    ),
    ("polygon:q=1", "the family `polygon` has no parameter `q`: it has m, rho, k"),
    ("infeasible:q=1", "the family `infeasible` has no parameter `q`: it has none"),
    ("polygon:m8", "in the parameters of the family `polygon`, `m8` is not of the form parameter=value"),
    ("polygon:", "in the parameters of the family `polygon`, `` is not of the form parameter=value"),
    ("polygon:m=3,m=4", "the parameter `m` of the family `polygon` is given twice"),
    (
        "polygon:m=0",
        "the parameter `m` of the family `polygon` is `0`, but it must be a whole number from 1 to 1000000",
    ),
    (
        "polygon:m=2.5",
        "the parameter `m` of the family `polygon` is `2.5`, but it must be a whole number from 1 to 1000000",
    ),
    (
        "polygon:rho=1",
        "the parameter `rho` of the family `polygon` is `1`, but it must be a number above 0 and below 1",
    ),
    (
        "polygon:rho=nan",
        "the parameter `rho` of the family `polygon` is `nan`, but it must be a number above 0 and below 1",
    ),
    (
        "qp-box:c=0.5//1",
        "the parameter `c` of the family `qp-box` is `0.5//1`, but it must be numbers from -1 to 1, separated by `/`",
    ),
    (
        "qp-box:b=-1",
        "the parameter `b` of the family `qp-box` is `-1`, but it must be numbers above -1 and at most 1000, separated by `/`",
    ),
    ("qp-box:d=2", "the family `qp-box` needs at least as many variables as a list has entries"),
    ("knapsack:k=5", "the parameter `k` of the family `knapsack` is `5`, but it must be a number above 0 and below 5"),
    (
        "step-hinge:tau=0.5",
        "the family `step-hinge` needs tau + s (1 - kappa) below 1, so that a point is strictly feasible",
    ),
    (
        "step-sample:z=1",
        "the family `step-sample` needs a sample whose proxy is negative at 1, so that a point is strictly feasible",
    ),
    ("qp-half:a=0", "the family `qp-half` needs a normal `a` that is not 0"),
    ("qp-half:c=1/-1,b=-1.25", "the family `qp-half` needs a half-space onto which `c` projects inside the cube"),
    ("network:y=0/1", "the family `network` needs as many targets as inputs, at most 512"),
    (
        "network:x=0/0,y=0/1,units=3,rate=0.125",
        "the family `network` needs a rate that is kept where `b` is least, so that a point is strictly feasible",
    ),
    (
        "network:group=5",
        "the parameter `group` of the family `network` is `5`, but it must be a whole number from 1 to 4",
    ),
    (
        "noisy:shape=round",
        "the parameter `shape` of the family `noisy` is `round`, but it must be one of uniform, sign, heavy",
    ),
    ("minibatch:z=0/0.5/1", "3 members in batches of 2: the members must be a power of two, the batches at most 2^32"),
    ("minibatch:batch=11", "8 members in batches of 11: the members must be a power of two, the batches at most 2^32"),
];

#[test]
fn refusals_are_one_sentence_that_says_what_exists() {
    for (spec, expected) in REFUSALS {
        let error = Registry::ours().open(spec).err().unwrap_or_else(|| panic!("`{spec}` was accepted"));
        assert_eq!(error.to_string(), expected, "{spec}");
    }
}
