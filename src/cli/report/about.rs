//! What a document is about: the problem that it carries, as the checker read it.

use crate::cli::page::{shortened, table};
use crate::report::page::Block;
use proofs_check::{About, AboutTable};

/// Longer formulas are cut.
const LONGEST: usize = 2000;

fn cut(text: &str) -> String {
    let more = text.chars().count().saturating_sub(LONGEST);
    if more == 0 {
        return text.to_owned();
    }
    format!("{} ... ({more} more characters)", text.chars().take(LONGEST).collect::<String>())
}

/// The definition of the problem of a document, and the lower bound and the constraints if they are not told elsewhere.
pub(super) fn blocks(about: &About, document: &str, with_bound: bool, with_constraints: bool) -> Vec<Block> {
    let mut rows = table(&format!("The problem of {document}"), &["what", "is"], &[]);
    let mut add = |name: &str, value: Option<String>| {
        rows.rows.extend(value.map(|value| vec![name.to_owned(), cut(&value)]));
    };
    add("name", about.name.clone());
    add("digest", about.problem_sha256.clone());
    add("minimize", about.objective.clone());
    add("over", about.domain.clone());
    add("constraints", about.functions.map(str::to_owned));
    let of_table = |AboutTable { points, constraints, has_proxies }: AboutTable| {
        let proxies = if has_proxies { ", with proxies" } else { "" };
        format!("{points} points, {constraints} constraints{proxies}")
    };
    add("a table", about.table.map(of_table));
    if let Some(data) = &about.data {
        add("data", Some(format!("{}, {} rows, {} features", data.file, data.rows, data.features)));
        add("digest of the data", Some(data.sha256.clone()));
        add("labelled +", Some(data.label.clone()));
    }
    let bound = about.lower_bound.as_ref().filter(|_| with_bound);
    add("lower bound", bound.map(|bound| format!("{}, {}", bound.value(), bound.evidence)));
    let mut blocks = if rows.rows.is_empty() { Vec::new() } else { vec![Block::Table(rows)] };
    if about.constraints.is_empty() || !with_constraints {
        return blocks;
    }
    let has_proxies = about.constraints.iter().any(|constraint| constraint.proxy.is_some());
    let head = ["constraint", "must be at most 0", "proxy"];
    let mut constraints = table("The constraints", if has_proxies { &head } else { &head[..2] }, &[]);
    for constraint in &about.constraints {
        let proxy = has_proxies.then(|| constraint.proxy.as_deref().map_or_else(String::new, cut));
        let row = [constraint.name.clone(), cut(&constraint.function)];
        constraints.rows.push(row.into_iter().chain(proxy).collect());
    }
    blocks.extend(shortened(constraints));
    blocks
}
