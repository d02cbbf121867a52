//! Makes the pages of the project ready for rustdoc: `src/pages.rs` includes what is written here.
//!
//! A page is Markdown for readers of the files, and its links lead to files. In the documentation of the crate a link
//! between pages must lead to a module, a link to a source to rustdoc's view of it, and a link to anything else has
//! nowhere to go: its text stays, with the path in the repository. Nothing else depends on this.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The pages beside the folder `docs`.
const BESIDE: [&str; 4] = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the crate is"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where to write")).join("pages");
    fs::create_dir_all(&out).expect("cargo's folder can be written to");
    // Not the pages: where this runs again the library is compiled again, which an edit of a page is not worth. A fresh
    // build has all pages as they are; `touch build.rs` before `cargo doc` takes up what was edited since.
    println!("cargo::rerun-if-changed=build.rs");
    let mut pages: Vec<PathBuf> = BESIDE.map(PathBuf::from).into();
    // A copy of the sources without the pages builds as well: only their documentation asks for them.
    let docs = fs::read_dir(root.join("docs")).into_iter().flatten().filter_map(Result::ok);
    pages.extend(docs.map(|entry| Path::new("docs").join(entry.file_name())).filter(|path| is_page(path)));
    for page in pages {
        let Ok(text) = fs::read_to_string(root.join(&page)) else { continue };
        let place = out.join(module(&page)).with_extension("md");
        fs::write(&place, rustdoc(&text, page.parent().unwrap_or(Path::new(""))))
            .expect("cargo's folder can be written to");
    }
}

/// Whether the path is that of a page which becomes a module.
fn is_page(path: &Path) -> bool {
    BESIDE.map(Path::new).contains(&path)
        || path.parent() == Some(Path::new("docs")) && path.extension().is_some_and(|ending| ending == "md")
}

/// The name of a page's module: `docs/adding-a-player.md` is `adding_a_player`, and `docs/README.md` the `map`.
fn module(page: &Path) -> String {
    if page == Path::new("docs/README.md") {
        return "map".into();
    }
    page.file_stem().unwrap_or_default().to_string_lossy().to_lowercase().replace('-', "_")
}

/// A page as rustdoc should read it: code is shown and not compiled, and links outside of code are redirected.
fn rustdoc(text: &str, folder: &Path) -> String {
    let (mut out, mut prose, mut fenced) = (String::new(), String::new(), false);
    for line in text.lines() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            out += &redirected(&std::mem::take(&mut prose), folder);
            let said = match language {
                "" if !fenced => "text",
                "rust" => ",ignore",
                _ => "",
            };
            out = out + line + said + "\n";
            fenced = !fenced;
        } else if fenced {
            out = out + line + "\n";
        } else {
            prose = prose + line + "\n";
        }
    }
    out + &redirected(&prose, folder)
}

/// Prose with each link to a file leading to what rustdoc shows of it. Code in backquotes has no links.
fn redirected(prose: &str, folder: &Path) -> String {
    let mut out = String::new();
    for (number, part) in prose.split("](").enumerate() {
        let Some((target, rest)) = part.split_once(')').filter(|_| number > 0) else {
            out += if number > 0 { "](" } else { "" };
            out += part;
            continue;
        };
        if target.contains("://") || target.starts_with('#') {
            out = out + "](" + target + ")" + rest;
            continue;
        }
        let (file, fragment) =
            target.split_once('#').map_or((target, String::new()), |(file, at)| (file, format!("#{at}")));
        let path = resolved(&folder.join(file));
        let link = if is_page(&path) {
            format!("](crate::pages::{}{fragment})", module(&path))
        } else if path.starts_with("src") && path.extension().is_some_and(|ending| ending == "rs") {
            format!("](../../../src/referee/{}.html)", path.strip_prefix("src").unwrap_or(&path).display())
        } else {
            // The brackets go: `[text](file)` becomes `text (file)`, and a picture its description.
            let start = out.rfind('[').expect("a link's text has a bracket before it");
            let text = &out.split_off(start)[1..];
            let picture = out.ends_with('!');
            out.truncate(out.len() - usize::from(picture));
            let path = path.display().to_string();
            match text {
                _ if picture => format!("*Picture, `{path}`: {text}.*"),
                _ if text.contains(['`', '/', '.']) && path.contains(text.trim_matches('`')) => format!("`{path}`"),
                _ => format!("{text} (`{path}`)"),
            }
        };
        out += &link;
        out += rest;
    }
    out
}

/// A path without `..`.
fn resolved(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}
