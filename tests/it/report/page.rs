//! The page: one file that asks nobody for anything, whatever the names in it are.

use crate::report::{chart, points, rates, series, texts};
use proptest::prelude::*;
use referee::report::page::{Block, Page, Section, Table};
use referee::report::{Chart, Look, Panels, Scale, Series};
use roxmltree::{Document, Node, ParsingOptions};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;

const HOSTILE: &str = "</td><script>alert('x' & \"y\")</script>\u{1}\u{7f}\u{9b}";
/// The same, as a reader shows it.
const SHOWN: &str = "</td><script>alert('x' & \"y\")</script>\u{fffd}\u{fffd}\u{fffd}";

/// A page with everything in it, and this text everywhere.
fn page(text: &str) -> Page {
    let chart = |title: &str| Chart { title: title.to_owned(), ..rates(2) };
    let charts = vec![chart(text), chart("b")];
    let panels = Panels { title: text.to_owned(), subtitle: String::new(), columns: 1, same_axes: false, charts };
    let text = || text.to_owned();
    let table = Table {
        caption: text(),
        head: vec![text(), "value".to_owned(), "note".to_owned()],
        rows: vec![vec![text(), "0.25".to_owned(), text()], vec!["short".to_owned()]],
        numbers: vec![1],
    };
    let blocks =
        vec![Block::Paragraph(text()), Block::Table(table), Block::Chart(chart("a")), Block::Preformatted(text())];
    Page {
        title: text(),
        alert: Some(text()),
        lead: vec![text(), text()],
        sections: vec![
            Section { heading: text(), blocks },
            Section { heading: String::new(), blocks: vec![Block::Panels(panels)] },
        ],
    }
}

fn parse(html: &str) -> Result<Document<'_>, roxmltree::Error> {
    Document::parse_with_options(html, ParsingOptions { allow_dtd: true, ..ParsingOptions::default() })
}

fn all<'a>(document: &'a Document<'_>, tag: &str) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.is_element() && node.tag_name().name() == tag).collect()
}

fn text(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

#[test]
fn a_hostile_name_stays_a_name() {
    let html = page(HOSTILE).html();
    let document = parse(&html).expect("well-formed");
    let script = only(&html, "<script>", "</script>");
    assert_eq!((all(&document, "script").len(), html.matches("<script").count()), (1, 1), "its own");
    assert!(!script.contains("alert(") && !script.trim_end_matches("//]]>").contains("]]>"));
    for (tag, count) in [("title", 1), ("h1", 1), ("h2", 1), ("p", 4), ("caption", 1), ("pre", 1)] {
        let found = all(&document, tag).into_iter().filter(|node| text(*node) == SHOWN).count();
        assert!(found >= count, "{tag}: {found}");
    }
    let cells = ["th", "td"].iter().flat_map(|tag| all(&document, tag)).filter(|node| text(*node) == SHOWN);
    assert_eq!(cells.count(), 3);
}

/// What stands between two words that occur once.
fn only<'a>(html: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = html.split_once(before).expect("it is there");
    assert!(!rest.contains(before), "{before} is there twice");
    rest.split_once(after).expect("it ends").0
}

#[test]
fn the_file_needs_nothing_but_itself() {
    let html = page("plain").html();
    assert!(html.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
    let elsewhere = html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for word in ["http:", "https:", "url(", "@import", " src=", "import(", "fetch(", "XMLHttpRequest", "WebSocket"] {
        assert!(!elsewhere.contains(word), "{word}");
    }
    let document = parse(&html).expect("well-formed");
    for own in document.descendants().flat_map(|node| node.attributes()) {
        // Styles in attributes are forbidden by the page itself.
        assert!(!own.name().starts_with("on") && own.name() != "style", "{own:?}");
        assert!(own.name() != "href" || own.value().starts_with('#') || own.value() == "data:,", "{own:?}");
    }
    for rule in ["prefers-color-scheme: dark", "@media print", "max-width: 100%", "white-space: pre-wrap"] {
        assert!(html.contains(rule), "{rule}");
    }
}

/// The bytes that letters of base64 stand for.
fn from_base64(text: &str) -> Vec<u8> {
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']).collect();
    let place = |c: char| letters.iter().position(|&letter| letter == c).expect("a letter of base64");
    let digits: Vec<usize> = text.trim_end_matches('=').chars().map(place).collect();
    let bits: Vec<u8> =
        digits.iter().flat_map(|digit| (0..6).rev().map(move |bit| u8::from(digit >> bit & 1 == 1))).collect();
    bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |sum, bit| 2 * sum + bit)).collect()
}

#[test]
fn the_page_allows_its_own_script_and_style_and_nothing_else() {
    let html = page(HOSTILE).html();
    let policy = only(&html, "Content-Security-Policy\" content=\"", "\"");
    let rules: Vec<&str> = policy.split("; ").collect();
    assert_eq!([rules[0], rules[1]], ["default-src 'none'", "img-src data:"]);
    for (rule, tag) in [("style-src", "style"), ("script-src", "script")] {
        let digest = only(policy, &format!("{rule} 'sha256-"), "'");
        let text = only(&html, &format!("<{tag}>"), &format!("</{tag}>"));
        assert_eq!(from_base64(digest), Sha256::digest(text.as_bytes()).to_vec(), "{tag}");
        assert_ne!(from_base64(digest), Sha256::digest(text.trim().as_bytes().split_last().expect("text").1).to_vec());
    }
    assert!(html.find("Content-Security-Policy") < html.find("<style>"), "it comes before what it is about");
}

#[test]
fn identifiers_are_the_pages_own_and_each_is_there_once() {
    let html = page("plain").html();
    let document = parse(&html).expect("well-formed");
    assert_eq!(all(&document, "svg").len(), 2);
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    assert_eq!(ids, ["main", "s1"]);
    let first = html.find("<svg").expect("a picture");
    let svg = &html[first..first + html[first..].find("</svg>").expect("it ends") + 6];
    assert!(!svg.contains(" id="), "pictures have none, so that none can clash");
    assert!(texts(svg).iter().any(|(name, _)| name == "player 0"));
}

#[test]
fn an_alert_is_the_first_of_the_body() {
    let html = page("Rejected").html();
    assert!(html.contains("<body>\n<p class=\"alert\" role=\"alert\">Rejected</p>\n"));
    assert!(!Page { alert: None, ..page("Rejected") }.html().contains("role=\"alert\""));
}

#[test]
fn many_sections_have_a_table_of_contents() {
    let sections = |count: usize| {
        let section = |n: usize| Section { heading: format!("Part {n} & more"), blocks: Vec::new() };
        let nameless = std::iter::once(Section::default());
        Page { sections: nameless.chain((0..count).map(section)).collect(), ..Page::default() }.html()
    };
    assert!(!sections(3).contains("<nav"));
    let html = sections(4);
    let document = parse(&html).expect("well-formed");
    let links: Vec<(&str, String)> =
        all(&document, "nav")[0].descendants().filter_map(|a| Some((a.attribute("href")?, text(a)))).collect();
    assert_eq!(links.len(), 4);
    for (href, name) in links {
        let target =
            document.descendants().find(|node| node.attribute("id") == Some(&href[1..])).expect("it leads there");
        assert_eq!(text(target), name);
    }
}

#[test]
fn verdicts_are_marked_and_folded_tables_are_named() {
    let verdicts = ["holds", "Violated", "undecided", "rejected", "holds not"];
    let rows = verdicts.map(|verdict| vec!["claim".to_owned(), verdict.to_owned()]).to_vec();
    let table = Table { head: vec!["claim".into(), "verdict".into()], rows, ..Table::default() };
    let blocks = vec![Block::Details { summary: "More <claims>".into(), blocks: vec![Block::Table(table)] }];
    let html = Page { sections: vec![Section { heading: String::new(), blocks }], ..Page::default() }.html();
    let document = parse(&html).expect("well-formed");
    let classes: Vec<Option<&str>> = all(&document, "td").iter().map(|cell| cell.attribute("class")).collect();
    assert_eq!(classes, [Some("holds"), Some("violated"), Some("undecided"), Some("rejected"), None]);
    for class in classes.into_iter().flatten() {
        assert!(html.contains(&format!(".{class}::before")), "{class} has a sign");
    }
    let table = all(&document, "table")[0];
    assert_eq!(table.attribute("aria-label"), Some("More <claims>"));
    let outside: Vec<&str> = table.ancestors().skip(1).map(|node| node.tag_name().name()).take(2).collect();
    assert_eq!(outside, ["div", "details"]);
}

#[test]
fn every_colour_of_a_chart_has_another_in_the_dark() {
    let looks = (0..8).flat_map(|n| [Look::Line(n), Look::Bound(n)]).chain([Look::Limit, Look::Reference]);
    let lines = looks.map(|look| series("line", look, &[(1.0, 0.5), (2.0, 0.0), (3.0, 0.25), (4.0, 0.25)]));
    let svg = chart(Scale::Log, Scale::Log, lines.collect()).svg();
    let html = page("plain").html();
    let dark = html.split("prefers-color-scheme: dark").nth(1).expect("a rule for the dark");
    let document = Document::parse(&svg).expect("well-formed");
    let colours: BTreeSet<(&str, &str)> = document
        .descendants()
        .flat_map(|node| ["fill", "stroke"].map(|name| (name, node.attribute(name))))
        .filter_map(|(name, colour)| Some((name, colour?)))
        .filter(|(_, colour)| *colour != "none")
        .collect();
    assert!(colours.len() > 15, "{colours:?}");
    for (name, colour) in colours {
        assert!(dark.contains(&format!("[{name}=\"{colour}\"] {{ {name}: ")), "{name} {colour}");
    }
}

/// Lines of 2,000 points each that leap about.
fn restless(lines: usize) -> Chart {
    let value = |n: usize, t: u32| f64::from(t.wrapping_mul(2_654_435_769).rotate_left(7) >> 8) + n as f64 * 1e6;
    let line = |n: usize| Series {
        name: format!("constraint_{n}"),
        points: (1..=2000).map(|t| (f64::from(t), value(n, t))).collect(),
        look: Look::Line(n),
    };
    chart(Scale::Linear, Scale::Linear, (0..lines).map(line).collect())
}

#[test]
fn three_charts_of_eight_long_lines_are_a_small_file() {
    let blocks = std::iter::repeat_n(Block::Chart(restless(8)), 3).collect();
    let html = Page { sections: vec![Section { heading: String::new(), blocks }], ..Page::default() }.html();
    assert!((200_000..400_000).contains(&html.len()), "{} bytes", html.len());
}

#[test]
fn pixels_lead_back_to_values() {
    let known = restless(1);
    let svg = known.svg();
    let document = Document::parse(&svg).expect("well-formed");
    let named =
        |class: &str| document.descendants().find(|node| node.attribute("class") == Some(class)).expect("a group");
    let axis = |name: &str| -> Vec<f64> {
        let text = named("axes").attribute(name).expect("an axis");
        text.strip_prefix("linear ").expect("its scale").split(' ').map(|x| x.parse().expect("a number")).collect()
    };
    let (x, y) = (axis("data-x"), axis("data-y"));
    let value = |axis: &[f64], tenths: i64| {
        axis[2] + (tenths as f64 / 10.0 - axis[0]) / (axis[1] - axis[0]) * (axis[3] - axis[2])
    };
    let path = named("line").children().find_map(|node| node.attribute("d")).expect("a line");
    let drawn = points(path).expect("a path");
    assert!((1000..=2000).contains(&drawn.len()), "{}", drawn.len());
    // Half of a tenth of a pixel each way, and what the ends in hundredths of a pixel add.
    let (dx, dy) = (0.06 * (x[3] - x[2]) / (x[1] - x[0]), 0.06 * (y[3] - y[2]) / (y[0] - y[1]));
    for (px, py) in drawn {
        let (t, v) = (value(&x, px), value(&y, py));
        let near = known.series[0].points.iter().any(|point| (point.0 - t).abs() <= dx && (point.1 - v).abs() <= dy);
        assert!(near, "({t}, {v}) is drawn");
    }
}

#[test]
fn a_table_says_what_its_heads_are_and_aligns_numbers() {
    let html = page("name").html();
    let document = parse(&html).expect("well-formed");
    let scopes = |scope: &str| all(&document, "th").iter().filter(|th| th.attribute("scope") == Some(scope)).count();
    assert_eq!((scopes("col"), scopes("row"), all(&document, "th").len()), (3, 2, 5));
    let numbers = document.descendants().filter(|node| node.attribute("class") == Some("number")).map(text);
    assert_eq!(numbers.collect::<Vec<_>>(), ["value", "0.25", ""], "short rows are filled up");
}

#[test]
fn long_words_of_a_table_can_be_broken_and_lines_of_programs_are_kept() {
    let digest = "0123456789abcdef".repeat(4);
    let table = Table { head: vec!["sha256".to_owned()], rows: vec![vec![digest.clone()]], ..Table::default() };
    let blocks = vec![Block::Table(table), Block::Preformatted("a &&\n\tb\r\n".to_owned())];
    let html = Page { sections: vec![Section { heading: String::new(), blocks }], ..Page::default() }.html();
    assert_eq!(html.matches("<wbr/>").count(), 2);
    let document = parse(&html).expect("well-formed");
    assert!(all(&document, "th").into_iter().any(|cell| text(cell) == digest), "nothing is added to it");
    assert_eq!(text(all(&document, "pre")[0]), "a &&\n    b");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_page_is_well_formed_and_repeats_itself(text in any::<String>()) {
        let html = page(&text).html();
        prop_assert!(parse(&html).is_ok(), "{}", html);
        prop_assert_eq!(&html, &page(&text).html());
    }
}
