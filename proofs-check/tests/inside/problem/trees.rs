//! Tests of `src/problem/trees.rs`, as a module of it.

use super::*;

fn trees(objective: &str) -> Trees {
    Trees::read(&["x".to_owned(), "y".to_owned()], objective, &[]).unwrap()
}

fn text(objective: &str) -> String {
    trees(objective).text(Function::Objective).unwrap()
}

#[test]
fn the_text_of_a_tree_is_read_as_the_same_tree() {
    for (written, wanted) in [
        ("x", "x"),
        ("((x))+1e0", "x + 1"),
        ("x-(y-1)-2", "x - (y - 1) - 2"),
        ("(x+y)*(x-y)/(2*y)", "(x + y) * (x - y) / (2 * y)"),
        ("x/(y*2)*3", "x / (y * 2) * 3"),
        ("-x^2", "-x^2"),
        ("(-x)^-2", "(-x)^-2"),
        ("---x", "-x"),
        ("-(-x)", "-(-x)"),
        ("2*-x", "2 * -x"),
        ("-(x+1)*y", "-(x + 1) * y"),
        ("-(x*y)", "-(x * y)"),
        ("(x^2)^3", "(x^2)^3"),
        ("max(0,x,y)-min(x,min(y,1))", "max(0, x, y) - min(x, min(y, 1))"),
        ("max(x, max(y, 1))", "max(x, max(y, 1))"),
        ("max(min(x, y), 1)", "max(min(x, y), 1)"),
        ("min(min(x,y),1,2)", "min(x, y, 1, 2)"),
        ("exp(-x)+Phi(y)*0.1", "exp(-x) + Phi(y) * 0.1"),
        ("1e300*x+5e-324", "1e300 * x + 5e-324"),
    ] {
        assert_eq!(text(written), wanted);
        let again = trees(wanted);
        assert_eq!(trees(written).first_difference(&again, [Function::Objective]), None, "{wanted}");
        assert_eq!(text(wanted), wanted);
    }
}

#[test]
fn equal_functions_may_have_different_trees() {
    for (one, other) in [("x + y", "y + x"), ("x * x", "x^2"), ("x", "x^1"), ("max(x, x)", "x"), ("1", "2"), ("x", "y")]
    {
        let found = trees(one).first_difference(&trees(other), [Function::Objective]);
        assert_eq!(found, Some(Function::Objective), "{one} and {other}");
    }
    assert_eq!(trees("0.1 + x").first_difference(&trees("1e-1 + (x)"), [Function::Objective]), None);
}

#[test]
fn a_long_sum_is_written_without_recursion() {
    let long = vec!["x"; 200_000].join(" + ");
    assert_eq!(text(&long), long);
    let wide = format!("max({})", vec!["x"; 100_000].join(", "));
    assert_eq!(text(&wide), wide);
}
