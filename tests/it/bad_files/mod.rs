//! Malformed files: each file in `tests/bad` is refused with exactly the sentence in the `.expected` file beside it.

mod problems;
mod traces;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of malformed files of one kind.
struct Collection {
    folder: &'static str,
    extension: &'static str,
    /// The sentence about a file, or nothing if it is taken.
    sentence: fn(&Path) -> Option<String>,
}

impl Collection {
    fn folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad").join(self.folder)
    }

    /// The stems of the files with this extension.
    fn stems(&self, extension: &str) -> BTreeSet<String> {
        let paths = fs::read_dir(self.folder()).unwrap().map(|entry| entry.unwrap().path());
        let wanted = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
        wanted.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
    }

    /// What is said about a file, with its bare name in place of its path.
    fn found(&self, stem: &str) -> Option<String> {
        let path = self.folder().join(format!("{stem}.{}", self.extension));
        let prefix = format!("{}/", self.folder().display());
        (self.sentence)(&path).map(|sentence| sentence.replace(&prefix, ""))
    }

    fn expected(&self, stem: &str) -> String {
        let text = fs::read_to_string(self.folder().join(format!("{stem}.expected"))).unwrap();
        text.trim_end_matches('\n').to_owned()
    }

    /// Every file is refused with its sentence, which names the file and the line and is short.
    fn check(&self) {
        let stems = self.stems(self.extension);
        assert_eq!(stems, self.stems("expected"), "files and sentences go in pairs");
        assert!(stems.len() >= 20, "the collection shrank to {}", stems.len());
        let mut wrong = Vec::new();
        for stem in &stems {
            let (expected, found) = (self.expected(stem), self.found(stem));
            if found.as_ref() != Some(&expected) {
                let found = found.as_deref().unwrap_or("(accepted)");
                wrong.push(format!("{stem}\n  expected: {expected}\n  found:    {found}"));
            }
            assert!(expected.starts_with(&format!("{stem}.{}, line ", self.extension)), "{expected}");
            assert!(!expected.contains('\n') && !expected.ends_with('.') && expected.len() < 300, "{expected}");
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// What a file says may have line ends and worse. The two readers are those with which the fuzzer found it.
#[cfg(feature = "data")]
#[test]
fn a_sentence_stays_on_its_line() {
    use referee::data::{Table, parse};
    use referee::error::Error;
    use referee::trace::Checkpoints;
    let error = Error::new("`round` is `1\n2\u{7}`").at_line(2).in_file("a\r.csv");
    assert_eq!(error.to_string(), "a\\r.csv, line 2: `round` is `1\\n2\\u{7}`");
    let table = Table::parse("sex,paid\nF,no\nM,yes\n", "people.csv").unwrap();
    let rates = parse("c\0(fpr) <\n1", &table).unwrap_err();
    let checkpoints = Checkpoints::from_reader(&b"round,path\n\"1\n2\",a.pt\n"[..], Path::new("c.csv")).unwrap_err();
    for error in [rates, checkpoints] {
        let sentence = error.to_string();
        assert!(sentence.contains("\\n") && !sentence.contains(char::is_control), "{sentence:?}");
    }
}
