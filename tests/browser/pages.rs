//! Writes the pages that `.ci/browser` opens in a real browser: one with everything, a long one, and a hostile one.

use referee::error::{Error, Result};
use referee::report::page::{Block, Page, Section, Table};
use referee::report::{Axis, Chart, Look, Panels, Scale, Series};
use std::path::Path;

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).ok_or_else(|| Error::new("name the folder to write the pages to"))?;
    for (name, page) in [("everything", everything()), ("long", long()), ("hostile", hostile())] {
        page.write(&Path::new(&folder).join(format!("{name}.html")))?;
    }
    Ok(())
}

fn chart(title: &str, scale: Scale, series: Vec<Series>) -> Chart {
    let axis = |label: &str, scale| Axis { label: label.to_owned(), scale };
    Chart {
        title: title.to_owned(),
        subtitle: String::new(),
        x: axis("round", scale.clone()),
        y: axis("regret", scale),
        series,
    }
}

fn table(caption: &str, head: &[&str], rows: &[Vec<&str>]) -> Table {
    let own = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
    let rows = rows.iter().map(|row| own(row)).collect();
    Table { caption: caption.to_owned(), head: own(head), rows, numbers: vec![1] }
}

fn section(heading: &str, blocks: Vec<Block>) -> Section {
    Section { heading: heading.to_owned(), blocks }
}

fn rates() -> Chart {
    let look = |n: usize| if n == 7 { Look::Limit } else { Look::Line(n) };
    let series = |n: usize| Series {
        name: format!("player {n}"),
        points: (6..=16).map(|k| (2.0_f64.powi(k), 2.0_f64.powi(-k / 2) * (1.0 + n as f64 / 4.0))).collect(),
        look: look(n),
    };
    chart("Regret of eight players", Scale::Log, (0..8).map(series).collect())
}

fn everything() -> Page {
    let claims = table(
        "Claims",
        &["claim", "value", "verdict"],
        &[
            vec!["a", "1/3 (0.333)", "holds"],
            vec!["b", "-1.5e-3", "violated"],
            vec!["c", "12 %", "undecided"],
            vec!["d", "\u{2212}7", "rejected"],
        ],
    );
    let names: Vec<String> = (1..=14).map(|n| format!("a column with a name, {n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let wide = table("", &names, &vec![vec!["0123456789abcdef0123456789abcdef0123456789abcdef"; 14]; 3]);
    let charts = vec![rates(), Chart { title: "Again".into(), ..rates() }];
    let panels = Panels { title: String::new(), subtitle: String::new(), columns: 1, same_axes: false, charts };
    let folded = vec![Block::Paragraph("This was folded.".into()), Block::Table(claims.clone())];
    Page {
        title: "A page with everything".into(),
        alert: Some("REJECTED by the independent checker: line 3 is not a number".into()),
        lead: vec!["One claim holds.".into()],
        sections: vec![
            section("Claims", vec![Block::Table(claims)]),
            section("Wide", vec![Block::Table(wide)]),
            section("Rates", vec![Block::Chart(rates())]),
            section("Panels", vec![Block::Panels(panels)]),
            section("Details", vec![Block::Details { summary: "More".into(), blocks: folded }]),
            section("Repeat", vec![Block::Preformatted(format!("referee check {} \\\n  again", "long-".repeat(60)))]),
        ],
    }
}

/// As much as the page of a run ever has: three charts of eight lines of 2,000 points, and none of them smooth.
fn long() -> Page {
    let mut state = 1_u64;
    let mut noise = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1_u32 << 31)
    };
    let mut line = |n: usize| Series {
        name: format!("constraint_{n}"),
        points: (1..=2000).map(|t| (f64::from(t), n as f64 + noise())).collect(),
        look: Look::Line(n),
    };
    let mut one = |title: &str| Block::Chart(chart(title, Scale::Linear, (0..8).map(&mut line).collect()));
    let charts = vec![one("Objective"), one("Constraints"), one("Multipliers")];
    Page { title: "A long run".into(), sections: vec![section("Round by round", charts)], ..Page::default() }
}

/// Names that would be markup, turn the text round, or take all the room.
fn hostile() -> Page {
    let texts = [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "</style></script><svg onload=alert(1)>",
        "]]><script>alert(1)</script>",
        "\u{202e}detaloiv\u{2066} \u{200f}",
        "javascript:alert(1)",
    ];
    let (all, endless) = (texts.join(" "), "x".repeat(10_000));
    let mut named = rates();
    for (series, text) in named.series.iter_mut().zip(texts) {
        text.clone_into(&mut series.name);
    }
    named.title.clone_from(&all);
    named.x.label.clone_from(&all);
    let mut wide = rates();
    wide.title.clone_from(&endless);
    wide.series[0].name.clone_from(&endless);
    let words = [all.as_str(), &endless];
    let few = table(&all, &words, &words.map(|word| vec![word, word]));
    let many = table(&endless, &["name", "value"], &vec![vec![texts[0], "0.5"]; 10_000]);
    let blocks = vec![
        Block::Paragraph(all.clone()),
        Block::Paragraph(endless.clone()),
        Block::Preformatted(endless.clone()),
        Block::Table(few),
        Block::Chart(named),
        Block::Chart(wide),
        Block::Details { summary: all.clone(), blocks: vec![Block::Paragraph(endless.clone())] },
        Block::Table(many),
    ];
    let named = |text: &str| section(text, vec![Block::Paragraph(text.to_owned())]);
    let sections = [named(&endless), named(texts[0]), named(texts[1]), section(&all, blocks)];
    Page { title: all.clone(), alert: Some(all), lead: vec![endless], sections: sections.to_vec() }
}
