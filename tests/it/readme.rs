//! What the documents print is what the program does.

use referee::game::Grade;
use referee::problem::{Domination, ExpressionProblem, Problem};
use std::path::Path;

/// The text of the `n`-th fenced block of a language in a Markdown text.
fn block<'a>(text: &'a str, language: &str, n: usize) -> &'a str {
    let opening = format!("```{language}\n");
    let inside = text.split(opening.as_str()).nth(n + 1).expect("the document has this block");
    inside.split("\n```").next().expect("a block ends")
}

#[test]
fn the_problem_of_the_page_of_commands_is_the_example_file_and_reads() {
    let example = include_str!("../../examples/late.toml");
    assert_eq!(block(include_str!("../../docs/commands.md"), "toml", 0).trim(), example.trim());
    let problem = ExpressionProblem::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/late.toml"))
        .expect("the example is a valid problem");
    assert_eq!(problem.name(), "late");
    assert_eq!(problem.constraints()[0].domination, Domination::Proved);
    assert_eq!(problem.facts().margin.as_ref().expect("the margin is stated").grade, Grade::Proved);
    assert_eq!(problem.facts().objective_range.expect("the range is stated").grade, Grade::Proved);
    assert_eq!(problem.facts().optimum.expect("the optimum is stated").grade, Grade::Declared);
}

#[test]
fn the_problem_of_the_format_page_reads() {
    let text = block(include_str!("../../docs/formats.md"), "toml", 0);
    let problem = ExpressionProblem::from_toml(text, "page").expect("the page shows a valid problem");
    assert_eq!(problem.name(), "late");
}
