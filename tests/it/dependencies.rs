//! What others wrote and we build upon: its licences, versions and sources, locked everywhere, with one toolchain.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use toml::de::{DeTable, DeValue};

/// The crates outside the workspace, and the checker, which is copied out of it.
const ALONE: [&str; 5] = ["examples/external", "fuzz", "proofs-check", "python", "tests/mutants"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn metadata(also: &[&str]) -> Result<Value, String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--locked", "--offline", "--all-features"]).args(also);
    let output = cargo.current_dir(root()).output().expect("cargo runs");
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(serde_json::from_slice(&output.stdout).expect("cargo prints JSON"))
}

/// The packages of every platform where they were fetched, else of this one.
fn packages() -> Vec<Value> {
    let all = metadata(&[]).or_else(|_| {
        println!("only this platform's packages are looked at: run `cargo fetch --locked` for the others");
        let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
        let version = Command::new(rustc).arg("-vV").output().expect("rustc runs").stdout;
        let version = String::from_utf8(version).expect("rustc prints text");
        let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host");
        metadata(&["--filter-platform", host])
    });
    let all = all.unwrap_or_else(|error| panic!("{error}"));
    all["packages"].as_array().expect("cargo lists packages").clone()
}

/// What deny.toml asks for, as far as no data base is needed. It is an error if it asks for more than is enforced here.
struct Denied {
    licences: BTreeSet<String>,
    /// Packages of which there may be one version.
    single: BTreeSet<String>,
}

impl Denied {
    fn new(text: &str) -> Self {
        let document = DeTable::parse(text).expect("deny.toml is TOML");
        let mut denied = Self { licences: BTreeSet::new(), single: BTreeSet::new() };
        for (section, table) in document.get_ref() {
            for (key, value) in table.get_ref().as_table().expect("deny.toml has sections") {
                let place = format!("{}.{}", section.get_ref(), key.get_ref());
                match (place.as_str(), value.get_ref()) {
                    // Their data base is not here.
                    ("advisories.yanked" | "licenses.confidence-threshold", _)
                    | ("graph.all-features", DeValue::Boolean(true)) => {}
                    ("bans.multiple-versions", value) if value.as_str() == Some("warn") => {}
                    ("bans.wildcards" | "sources.unknown-registry" | "sources.unknown-git", value)
                        if value.as_str() == Some("deny") => {}
                    ("licenses.allow", DeValue::Array(names)) => {
                        let names = names.iter().map(|name| name.get_ref().as_str().expect("a licence is text"));
                        denied.licences.extend(names.map(str::to_owned));
                    }
                    ("bans.deny", DeValue::Array(bans)) => {
                        for ban in bans {
                            let ban = ban.get_ref().as_table().expect("a ban is a table");
                            let only = matches!(ban["deny-multiple-versions"].get_ref(), DeValue::Boolean(true));
                            assert!(only && ban.len() == 2, "only bans of a second version are enforced here");
                            denied.single.extend(ban["name"].get_ref().as_str().map(str::to_owned));
                        }
                    }
                    _ => panic!("deny.toml has `{place}`, which this test does not enforce: extend the test"),
                }
            }
        }
        denied
    }

    /// What breaks the rules.
    fn breaches(&self, packages: &[Value]) -> Vec<String> {
        let mut breaches = Vec::new();
        let mut versions = BTreeMap::<&str, Vec<&str>>::new();
        for package in packages {
            let name = package["name"].as_str().expect("a package has a name");
            versions.entry(name).or_default().push(package["version"].as_str().expect("and a version"));
            let licence = package["license"].as_str().unwrap_or_default();
            let allowed = spdx::Expression::parse_mode(licence, spdx::ParseMode::LAX)
                .is_ok_and(|licence| licence.evaluate(|one| self.licences.contains(one.to_string().as_str())));
            if !allowed {
                breaches.push(format!("{name}: the licence `{licence}` is not allowed"));
            }
            match package["source"].as_str() {
                None | Some("registry+https://github.com/rust-lang/crates.io-index") => {}
                Some(source) => breaches.push(format!("{name}: it comes from {source}")),
            }
            for dependency in package["dependencies"].as_array().into_iter().flatten() {
                // cargo-deny has its own rule for what is beside us: a path is no wildcard.
                let ours = package["source"].is_null() && dependency["path"].is_null();
                if ours && dependency["req"] == "*" {
                    breaches.push(format!("{name}: any version of {} will do", dependency["name"]));
                }
            }
        }
        let several = versions.iter().filter(|(name, versions)| versions.len() > 1 && self.single.contains(**name));
        breaches.extend(several.map(|(name, versions)| format!("{name} is there {} times", versions.len())));
        breaches
    }
}

#[test]
fn what_deny_toml_asks_for_is_kept() {
    let (denied, packages) = (Denied::new(&read("deny.toml")), packages());
    assert!(packages.len() > 100, "only {} packages were looked at", packages.len());
    assert_eq!(denied.breaches(&packages), Vec::<String>::new());
    // No licence is allowed that nobody needs.
    for licence in &denied.licences {
        let mut fewer = Denied { licences: denied.licences.clone(), single: denied.single.clone() };
        fewer.licences.remove(licence);
        assert_ne!(fewer.breaches(&packages), Vec::<String>::new(), "no package needs {licence}");
    }
}

#[test]
fn each_breach_of_deny_toml_is_noticed() {
    let denied = Denied::new(&read("deny.toml"));
    let package = |name: &str, version: &str, licence: &str, source: Option<&str>, asked: &str| {
        serde_json::json!({
            "name": name, "version": version, "license": licence, "source": source,
            "dependencies": [{ "name": "other", "req": asked, "path": null }],
        })
    };
    let registry = Some("registry+https://github.com/rust-lang/crates.io-index");
    let good = package("rand", "1.0.0", "GPL-3.0-only OR (MIT AND Unicode-3.0)", registry, "*");
    assert_eq!(denied.breaches(&[good.clone(), package("ours", "1.0.0", "MIT/Apache-2.0", None, "^1")]), [""; 0]);
    for bad in [
        package("a", "1.0.0", "GPL-3.0-only", registry, "^1"),
        package("a", "1.0.0", "MIT AND GPL-3.0-only", registry, "^1"),
        package("a", "1.0.0", "", registry, "^1"),
        package("a", "1.0.0", "MIT", Some("git+https://example.org/a"), "^1"),
        package("a", "1.0.0", "MIT", Some("registry+https://example.org/index"), "^1"),
        package("a", "1.0.0", "MIT", None, "*"),
        package("rand", "2.0.0", "MIT", registry, "^1"),
    ] {
        assert_eq!(denied.breaches(&[good.clone(), bad.clone()]).len(), 1, "{bad}");
    }
}

/// The versions of each package of a lock file.
fn locked(path: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut versions = BTreeMap::<String, BTreeSet<String>>::new();
    let text = read(path);
    for package in text.split("[[package]]").skip(1) {
        let field = |name: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
            line.expect("a locked package has a name and a version").trim_matches('"').to_owned()
        };
        versions.entry(field("name")).or_default().insert(field("version"));
    }
    versions
}

#[test]
fn every_crate_is_locked_to_the_versions_of_the_workspace() {
    let ours = locked(Path::new("Cargo.lock"));
    for crate_folder in ALONE {
        for (name, versions) in locked(&Path::new(crate_folder).join("Cargo.lock")) {
            let known = ours.get(&name).is_none_or(|ours| versions.is_subset(ours));
            assert!(known, "{crate_folder}/Cargo.lock has {name} {versions:?}, the workspace another: run .ci/lock");
        }
    }
}

#[test]
fn every_call_of_cargo_in_the_gates_is_locked() {
    let unlocked = |text: &str| -> Vec<String> {
        let builds = ["build", "check", "clippy", "doc", "fetch", "run", "test"];
        let joined = text.replace("\\\n", " ");
        let calls = joined.lines().filter(|line| !line.trim_start().starts_with('#')).flat_map(|line| {
            // Each part of a line is a command of its own; functions that call cargo are named by what they build.
            line.split(['&', ';', '|', '(']).map(str::trim).filter(|part| {
                let words: Vec<&str> = part.split_whitespace().collect();
                let at = words.iter().position(|word| ["cargo", "external", "mutants"].contains(word));
                at.and_then(|at| words.get(at + 1)).is_some_and(|word| builds.contains(word))
                    && !words.contains(&"--locked")
            })
        });
        calls.map(str::to_owned).collect()
    };
    for gate in [".ci/run", ".ci/browser", ".ci/python", "fuzz/run", "proofs-check/coq/check"] {
        let text = read(gate);
        assert!(text.contains("cargo"), "{gate} calls cargo");
        assert_eq!(unlocked(&text), Vec::<String>::new(), "{gate}");
    }
    assert_eq!(
        unlocked("a && cargo test --x \\\n --y; external run -- z"),
        ["cargo test --x   --y", "external run -- z"]
    );
}

/// The minor number of a version that starts the text, as in `1.95.0"`.
fn minor(text: &str) -> u32 {
    let digits: String = text.trim_start_matches("1.").chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect("a version such as 1.95")
}

/// The version after such a word in a file.
fn version_in(path: &Path, word: &str) -> u32 {
    minor(read(path).split(word).nth(1).unwrap_or_else(|| panic!("{} has no {word}", path.display())))
}

#[test]
fn the_compiler_that_is_promised_is_the_one_that_builds() {
    let built = version_in(Path::new("rust-toolchain.toml"), "channel = \"");
    for folder in ALONE.into_iter().chain(["."]) {
        let promised = version_in(&Path::new(folder).join("Cargo.toml"), "rust-version = \"");
        assert_eq!(promised, built, "{folder}/Cargo.toml promises Rust 1.{promised}, and 1.{built} is what builds it");
    }
    let packages = packages();
    let stated: Vec<&str> = packages.iter().filter_map(|package| package["rust_version"].as_str()).collect();
    assert!(stated.len() > 20, "only {} packages state a version", stated.len());
    for version in stated {
        assert!(minor(version) <= built, "a dependency needs Rust {version}, and 1.{built} is what builds it");
    }
}
