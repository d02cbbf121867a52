//! The page: one file that asks nobody for anything, whatever the names in it are.

use crate::report::{rates, texts};
use proptest::prelude::*;
use referee::report::page::{Block, Page, Section, Table};
use referee::report::{Chart, Panels};
use roxmltree::{Document, Node, ParsingOptions};

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
    assert!(all(&document, "script").is_empty() && !html.contains("<script"));
    for (tag, count) in [("title", 1), ("h1", 1), ("h2", 1), ("p", 3), ("caption", 1), ("pre", 1)] {
        let found = all(&document, tag).into_iter().filter(|node| text(*node) == SHOWN).count();
        assert!(found >= count, "{tag}: {found}");
    }
    let cells = ["th", "td"].iter().flat_map(|tag| all(&document, tag)).filter(|node| text(*node) == SHOWN);
    assert_eq!(cells.count(), 3);
}

#[test]
fn the_file_needs_nothing_but_itself() {
    let html = page("plain").html();
    assert!(html.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
    let elsewhere = html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for word in ["http", "//", "url(", "@import", " src=", " href=", "<script", "<link"] {
        assert!(!elsewhere.contains(word), "{word}");
    }
    let document = parse(&html).expect("well-formed");
    assert!(document.descendants().flat_map(|node| node.attributes()).all(|own| !own.name().starts_with("on")));
    for rule in ["prefers-color-scheme: dark", "@media print", "max-width: 100%", "white-space: pre-wrap"] {
        assert!(html.contains(rule), "{rule}");
    }
}

#[test]
fn pictures_beside_each_other_share_no_identifier() {
    let html = page("plain").html();
    let document = parse(&html).expect("well-formed");
    assert_eq!(all(&document, "svg").len(), 2);
    assert!(document.descendants().all(|node| !node.has_attribute("id")), "so that none can clash");
    let first = html.find("<svg").expect("a picture");
    let svg = &html[first..first + html[first..].find("</svg>").expect("it ends") + 6];
    assert!(texts(svg).iter().any(|(name, _)| name == "player 0"));
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
