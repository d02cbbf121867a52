//! The first inputs: the corpora of the checker's tests, which are not copied, and a few texts a target.
#![allow(dead_code, reason = "each program uses its own")]

use crate::json_mutator::SEPARATOR;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../proofs-check/tests")
}

/// All files below a folder with this ending, in their order.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|own| own == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The documents of the corpora with this format, each with the files that it names.
fn documents(format: &str) -> Vec<Vec<u8>> {
    let with_files = |path: PathBuf| {
        let text = std::fs::read(&path).ok()?;
        let document: Value = serde_json::from_slice(&text).ok()?;
        let own = ["trace", "candidates", "data"].map(|field| &document[field]["file"]);
        let names = own.into_iter().chain([&document["problem"]["data"]["file"]]).filter_map(Value::as_str);
        let read = |name: &str| std::fs::read(path.with_file_name(name)).unwrap_or_default();
        let parts: Vec<Vec<u8>> = std::iter::once(text.clone()).chain(names.map(read)).collect();
        (document["format"] == format).then(|| parts.join(&SEPARATOR))
    };
    files(&tests(), "json").into_iter().filter_map(with_files).filter(|input| input.len() < 4096).collect()
}

pub fn certificates() -> Vec<Vec<u8>> {
    documents("referee-certificate/1")
}

pub fn solutions() -> Vec<Vec<u8>> {
    documents("referee-solution/1")
}

pub fn equilibria() -> Vec<Vec<u8>> {
    documents("referee-equilibrium/1")
}

pub fn fits() -> Vec<Vec<u8>> {
    documents("referee-fit/1")
}

pub fn bounds() -> Vec<Vec<u8>> {
    documents("referee-bound/1")
}

pub fn traces() -> Vec<Vec<u8>> {
    files(&tests(), "csv").iter().filter_map(|path| std::fs::read(path).ok()).filter(|file| file.len() < 1024).collect()
}

fn owned(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

pub fn texts() -> Vec<Vec<u8>> {
    let odd = owned(&[
        "{\"a\": [1, -0.0, 1e-400, 0.1], \"\\u00e9\\ud83d\\ude00\": null, \"b\": [true, \"\\n\\/\"]}",
        "[[[]]]",
        "1e5",
    ]);
    certificates().into_iter().step_by(25).chain(odd).collect()
}

pub fn problems() -> Vec<Vec<u8>> {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/late.toml");
    let hand = owned(&[
        "minimize = \"x^2 + y\"\nvariables = [\"x\", \"y\"]\n[domain]\nball = 2.0\n[[constraint]]\nexpression = \"1 - x\"\n",
        "name = \"p\"\nminimize = \"a * b\"\nvariables = [\"a\", \"b\"]\ndomain = { points = [[0, 1], [1, 0.5]] }\n",
        "minimize = \"exp(x)\"\n[variables]\nx = [-1, 1]\n[[constraint]]\nname = \"rate\"\nexpression = \"step(-x) - 0.5\"\n\
         proxy = \"max(0, 1 - x) - 0.5\"\n[facts]\noptimum = 0.5\nmargin = 0.25\nmargin_point = [1]\nobjective_range = 3\nnoise = 0.1\n",
    ]);
    hand.into_iter().chain(std::fs::read(example).ok()).collect()
}

pub fn expressions() -> Vec<Vec<u8>> {
    owned(&[
        "max(0, 1 - x)^2 + abs(y) / 2",
        "-2 -1 0.5 0.5\nstep(-x) - 0.5",
        "0 1 1 2\nexp(x) * ln(y) + sqrt(x*y)",
        "1e-300 1e-200 0 0\nx*x - x/3 + y^-2",
        "-1 1 -1 1\nmin(x, y, 0.1) - hinge(x) * sigmoid(y)",
        "0.1 0.3 -5 5\nsin(x)^2 + cos(y) + Phi(x - y)",
        "3 3 1 1\n((x)*-2) - (1 - x^3)/7",
        "-1e308 1e308 0 1\nx - x + .5e1 * y",
    ])
}

pub fn rates() -> Vec<Vec<u8>> {
    owned(&[
        "tpr(sex=F) >= 0.95 * tpr()",
        "equal_opportunity(sex) >= 0.95",
        "eighty_percent_rule(job)",
        "positive_rate(age>20, sex!=M) - positive_rate() <= 1/10",
        "precision(job=\"b, c\") >= 0.5",
        "churn() <= 0.1",
        "2 * fpr(age<=30) + fnr() <= 0.9 - 1e-1",
        "accuracy() >= 0.7",
        "equalized_odds(sex) <= 0.05",
    ])
}

pub fn idx() -> Vec<Vec<u8>> {
    let mut file = vec![9, 0, 0, 8, 1, 0, 0, 0, 1, 7, 0, 0, 8, 3, 0, 0, 0, 1, 0, 0, 0, 28, 0, 0, 0, 28];
    file.extend([255; 28 * 28]);
    vec![file.clone(), file[..40].to_vec()]
}

pub fn checkpoints() -> Vec<Vec<u8>> {
    owned(&["round,path\n3,a.pt\n7,\"b, c.pt\"\n5,a.pt\n", "\u{feff}path, round\r\nbest.pt, 0\r\n"])
}

pub fn data() -> Vec<Vec<u8>> {
    let hand = owned(&[
        "sex,age,job\nF,20,a\nM,\"30, or so\",\"b \"\"c\"\"\"\n",
        "\u{feff}a\tb,c\r\n 1 , 2\r\n\"\",?\r\n\r\n",
        "x\n1\n\n \n",
    ]);
    hand.into_iter().chain(std::fs::read(tests().join("data/accept/rows.csv")).ok()).collect()
}

pub fn decimals() -> Vec<Vec<u8>> {
    owned(&[
        "0.1",
        "-1.25e-3",
        "1e400",
        "5e-324",
        "-0",
        "1/3",
        "-22/7",
        "+.5",
        "1_000",
        "inf",
        "9007199254740993",
        "0x10",
        "1E+5",
    ])
}
