//! `referee report`, and `--report` of the commands that do the work.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;

fn call(arguments: &[&str], folder: &Path) -> Output {
    crate::program(Some(1000)).args(arguments).current_dir(folder).output().expect("it was built")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

/// Calls the program, which must end with this status, and gives what it prints.
fn done(status: i32, arguments: &[&str], folder: &Path) -> String {
    let output = call(arguments, folder);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned() + text(&output.stderr)
}

fn page(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("the page was written")
}

/// The first line of a page: a box of warning if there is one, else the first sentence.
fn first_words(html: &str) -> String {
    let of = |class: &str| html.split_once(&format!("<p class=\"{class}\""))?.1.split_once('>')?.1.split("</p>").next();
    let words = of("alert").or_else(|| of("lead")).expect("a first line");
    words.replace("<code>", "`").replace("</code>", "`")
}

const LATE: &str = include_str!("../../examples/late.toml");

/// A folder with a run of `late.toml`.
fn solved() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("late.toml"), LATE).expect("ours");
    done(0, &["solve", "late.toml", "--rounds", "60", "--output", "out", "--report", "solve.html"], folder.path());
    folder
}

#[test]
fn a_folder_gives_the_sentences_the_problem_the_claims_and_the_commands() {
    let folder = solved();
    let folder = folder.path();
    let printed = done(0, &["report", "out"], folder);
    assert_eq!(printed, "out/certificate.json: accepted\nout/solution.json: accepted\nwrote report.html\n");
    let html = page(folder, "report.html");
    assert!(first_words(&html).starts_with("Certified: the mixture of the 60 rounds"), "{}", first_words(&html));
    for part in [
        "step(-x) - 0.5",
        "<caption>The best mixture</caption>",
        "<th scope=\"col\">point</th>",
        "Theorem 2: proxy-Lagrangian: suboptimality and feasibility is a heading of docs/statements.md",
        "proofs-check/coq/Theorem2.v",
        "referee check out/certificate.json\nproofs-check out/certificate.json",
        "<svg",
    ] {
        assert!(html.contains(part), "{part}");
    }
    let order = ["What was asked", "Claims", "Charts", "Which model to take", "Who has checked it"];
    let places: Vec<_> = order.iter().map(|heading| html.find(&format!(">{heading}</h2>")).expect(heading)).collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(html.len() < 1_000_000, "{}", html.len());
    // The command knows who played.
    let own = page(folder, "solve.html");
    assert!(own.contains("theta-player") && !html.contains("theta-player</th>"));
    assert_eq!(first_words(&own), first_words(&html));
}

#[test]
fn the_same_files_give_the_same_bytes_and_no_path_of_the_machine() {
    let folder = solved();
    let folder = folder.path();
    done(0, &["report", "out", "-o", "a.html"], folder);
    let whole = folder.join("out").display().to_string();
    done(0, &["report", &whole, "-o", "b.html"], folder);
    let (a, b) = (page(folder, "a.html"), page(folder, "b.html"));
    assert!(a == b, "an absolute path is shown by its last name");
    assert!(!b.contains(&folder.display().to_string()));
}

#[test]
fn a_rejected_document_is_the_first_line_and_none_of_its_numbers_is_shown() {
    let folder = solved();
    let folder = folder.path();
    let path = folder.join("out/certificate.json");
    let mut document: Value = serde_json::from_slice(&fs::read(&path).expect("written")).expect("JSON");
    document["measured"]["objective"] = serde_json::json!([-123.456, -123.456]);
    fs::write(&path, document.to_string()).expect("ours");
    let printed = done(1, &["report", "out/certificate.json", "--json"], folder);
    let printed: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!((&printed["written"], &printed["documents"][0]["accepted"]), (&"report.html".into(), &false.into()));
    let html = page(folder, "report.html");
    let first = first_words(&html);
    assert!(first.starts_with("REJECTED: the independent checker does not accept out/certificate.json"), "{first}");
    for shown in ["Certified:", ">Claims</h2>", ">Charts</h2>", ">Which model to take</h2>"] {
        assert!(!html.contains(shown), "{shown}");
    }
    // Beside it the solution still stands.
    done(1, &["report", "out"], folder);
    let html = page(folder, "report.html");
    assert!(first_words(&html).starts_with("REJECTED") && html.contains("<caption>The best mixture</caption>"));
}

#[test]
fn a_tampered_trace_rejects_all_that_names_it() {
    let folder = solved();
    let folder = folder.path();
    let path = folder.join("out/trace.csv");
    let trace = fs::read_to_string(&path).expect("written");
    let last = trace.trim_end().rfind('\n').expect("lines");
    fs::write(&path, &trace[..=last]).expect("ours");
    done(1, &["report", "out"], folder);
    let html = page(folder, "report.html");
    assert!(first_words(&html).starts_with("REJECTED"));
    assert!(!html.contains("Certified:") && !html.contains("<svg"));
}

#[test]
fn a_violated_claim_has_the_status_of_check() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    fs::write(folder.join("t.csv"), "objective,constraint_1,lambda_1\n1,-1,0.5\n0,1,0.5\n").expect("ours");
    let certify =
        ["certify", "t.csv", "--lower-bound", "9", "--radius", "2", "--output", "c.json", "--report", "c.html"];
    done(1, &certify, folder);
    assert!(first_words(&page(folder, "c.html")).starts_with("VIOLATED: the lower bound 9 is not"));
    done(3, &["report", "c.json"], folder);
    assert!(first_words(&page(folder, "report.html")).starts_with("VIOLATED: the lower bound 9 is not"));
}

/// What is cut off, empty or in other words is not passed over: the call is refused, and says which file it is.
#[test]
fn a_broken_document_in_a_folder_is_not_passed_over() {
    let folder = solved();
    let folder = folder.path();
    let whole = fs::read(folder.join("out/certificate.json")).expect("it was written");
    let broken: [&[u8]; 3] = [&whole[..300], b"", b"\xef\xbb\xbf{}"];
    for bytes in broken {
        fs::write(folder.join("out/certificate.json"), bytes).expect("ours");
        let output = call(&["report", "out"], folder);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
        assert!(text(&output.stderr).contains("certificate.json"), "{}", text(&output.stderr));
        assert!(!folder.join("report.html").exists());
        let checked = call(&["check", "out"], folder);
        assert_eq!(checked.status.code(), Some(1), "{}", text(&checked.stdout));
    }
    // JSON of somebody else is not a document.
    fs::write(folder.join("out/certificate.json"), &whole).expect("ours");
    fs::write(folder.join("out/notes.json"), "{}").expect("ours");
    done(0, &["report", "out"], folder);
    let table = call(&["report", "out/trace.csv"], folder);
    assert!(text(&table.stderr).contains("this is a table: name the certificate"), "{}", text(&table.stderr));
}

#[test]
fn a_certificate_of_an_average_has_a_page_that_says_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    fs::write(folder.join("t.csv"), "objective,constraint_1,lambda_1\n0,3,1\n1,0,0\n4,-1,0\n").expect("ours");
    for (average, words) in [("skip:1", "0 for the first 1, all others the same"), ("linear", "by their number")] {
        let page_of = ["certify", "t.csv", "--average", average, "--output", "c.json", "--report", "own.html"];
        done(0, &page_of, folder);
        done(0, &["report", "c.json"], folder);
        for name in ["own.html", "report.html"] {
            assert!(page(folder, name).contains(words), "{average}: {name}");
        }
    }
}

#[test]
fn a_value_outside_its_range_is_told_by_the_files_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    fs::write(folder.join("t.csv"), "objective,constraint_1,lambda_1\n1,-1,0.5\n-3,1,0.5\n").expect("ours");
    let ranges = ["--range", "objective=0", "--range", "constraint_1=-1"];
    done(1, &[&["certify", "t.csv", "--output", "c.json", "--report", "own.html"][..], &ranges].concat(), folder);
    done(3, &["report", "c.json"], folder);
    let said = "VIOLATED: `objective` in round 1 (counted from 0) lies outside the range that was given, by at least 3";
    for name in ["own.html", "report.html"] {
        assert!(first_words(&page(folder, name)).starts_with(said), "{name}: {}", first_words(&page(folder, name)));
    }
}

#[test]
fn long_tables_show_what_matters_most() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let m = 300;
    let names: Vec<String> = (1..=m).map(|i| format!("constraint_{i}")).collect();
    let row = |worst: usize| (1..=m).map(|i| if i == worst { "1" } else { "-1" }).collect::<Vec<_>>().join(",");
    let table = format!("objective,{}\n0,{}\n1,{}\n", names.join(","), row(299), row(7));
    fs::write(folder.join("models.csv"), table).expect("ours");
    done(0, &["shrink", "models.csv", "--output", "s.json", "--quiet"], folder);
    done(0, &["report", "s.json"], folder);
    let html = page(folder, "report.html");
    assert!(html.contains("100 more rows are left out."), "a constraint has a row, up to 200");
    assert!(html.contains("constraint_299, active") && html.contains("constraint_7, active"));
    assert!(!html.contains(">constraint_300<"));
}

#[test]
fn certify_reports_what_it_does_not_keep() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let name = "\"<script>alert(1)</script>\"";
    let run = format!("loss,{name},lambda_1\n1,-1,0\n0,1,0.5\n");
    fs::write(folder.join("run.csv"), run).expect("ours");
    let columns = "objective=loss,constraint_1=<script>alert(1)</script>";
    let printed =
        done(0, &["certify", "run.csv", "--columns", columns, "--range", "objective=0", "--report", "r.html"], folder);
    assert!(printed.contains("\nwrote r.html\n"), "{printed}");
    let html = page(folder, "r.html");
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !html.contains("<script>alert(1)"));
    assert!(html.contains("The document was checked and not kept"));
    assert!(html.contains("Declared, and not proved:"));
    let left: Vec<_> = fs::read_dir(folder).expect("ours").map(|entry| entry.expect("ours").file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn several_paths_make_one_page() {
    let folder = solved();
    let folder = folder.path();
    done(0, &["report", "out/certificate.json", "out/solution.json", "-o", "both.html", "--quiet"], folder);
    let html = page(folder, "both.html");
    assert!(first_words(&html).starts_with("out/certificate.json: Certified: "), "{}", first_words(&html));
    assert!(html.contains("out/solution.json: The best mixture of the 60 candidates"));
    for heading in ["out/certificate.json: Claims", "out/solution.json: Claims"] {
        assert!(html.contains(&format!(">{heading}</h2>")), "{heading}");
    }
}

#[test]
fn what_the_report_rests_on_is_never_overwritten() {
    let folder = solved();
    let folder = folder.path();
    for file in ["out/certificate.json", "out/trace.csv", "out/solution.json"] {
        let before = fs::read(folder.join(file)).expect("written");
        let said = done(2, &["report", "out", "-o", file], folder);
        assert!(said.contains("this file is there and was not written by this command"), "{said}");
        assert!(fs::read(folder.join(file)).expect("still there") == before, "{file}");
    }
    // A stranger's file keeps its place, named or not; a page of ours does not.
    fs::write(folder.join("report.html"), "mine").expect("ours");
    for call in [&["report", "out"][..], &["report", "out", "--output", "report.html"]] {
        let said = done(2, call, folder);
        assert!(said.ends_with("was not written by this command: move it away, or name another --output\n"), "{said}");
        assert_eq!(page(folder, "report.html"), "mine");
    }
    done(0, &["report", "out", "--output", "page.html"], folder);
    done(0, &["report", "out", "--output", "page.html"], folder);
    for (call, said) in [
        (vec!["solve", "late.toml", "--report", "late.toml"], "would destroy the problem"),
        (vec!["solve", "late.toml", "--output", "out", "--report", "out/refined.csv"], "name the same file"),
        (vec!["certify", "out/trace.csv", "--report", "out/trace.csv"], "would destroy the trace"),
        (vec!["certify", "out/trace.csv", "--output", "n.json", "--report", "n.json"], "name the same file"),
        (vec!["solve", "late.toml", "--report", "nowhere/page.html"], "--report: "),
        (vec!["rates", "--report", "nowhere/page.html"], "its folder does not exist"),
        (vec!["verify", "--report", "nowhere/page.html"], "its folder does not exist"),
    ] {
        let printed = done(2, &call, folder);
        assert!(printed.contains(said) && printed.lines().count() == 1, "{call:?}: {printed}");
    }
    assert!(fs::read_to_string(folder.join("late.toml")).expect("still there") == LATE);
}

#[test]
fn a_page_is_tried_before_the_work() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let trace = "objective,constraint_1,proxy_1,lambda_1\n1,-1,-1,0.5\n0,1,1,0.5\n";
    fs::write(folder.join("trace.csv"), trace).expect("ours");
    fs::write(folder.join("loans.csv"), include_str!("../../examples/loans.csv")).expect("ours");
    let before = fs::read_dir(folder).expect("ours").count();
    let league = ["rates", "--players", "matrix", "--sequences", "trap", "--problems", "none", "--rounds", "64"];
    let league = |page| [&league[..], &["--output", "zz", "--report", page]].concat();
    let certify = ["certify", "trace.csv", "--game", "proxy-lagrangian", "--output", "new.json", "--report"];
    let mut calls = vec![
        vec!["solve", "triangle", "--rounds", "5", "--output", "zz", "--report", "zz"],
        vec!["solve", "triangle", "--rounds", "5", "--output", "zz", "--report", "zz/../zz/trace.csv"],
        vec!["solve", "triangle", "--rounds", "5", "--output", "zz/inner", "--report", "zz"],
        vec!["verify", "--statement", "theorem-1", "--family", "triangle", "--output", "zz", "--report", "zz"],
        vec!["verify", "--statement", "theorem-1", "--family", "triangle", "--output", "zz", "--report", "zz/worst"],
        league("zz"),
        league("zz/regret.svg"),
        [&certify[..], &["new-trace.csv"]].concat(),
    ];
    if cfg!(feature = "data") {
        let head = ["fit", "loans.csv", "--label", "repaid", "--positive", "yes", "--rounds", "20"];
        calls.push([&head[..], &["--output", "zz", "--report", "zz"]].concat());
    }
    for call in calls {
        let said = done(2, &call, folder);
        assert!(said.contains("name the same file") && said.lines().count() == 1, "{call:?}: {said}");
        assert_eq!(fs::read_dir(folder).expect("ours").count(), before, "{call:?}");
    }
    let said = done(2, &["solve", "triangle", "--output", "zz", "--report", "-"], folder);
    assert!(said.contains("a page goes to a file"), "{said}");
    // The folder of the results may be the one of the page, though nobody made it yet.
    done(0, &["solve", "triangle", "--rounds", "5", "--output", "a/out", "--report", "a/out/page.html"], folder);
    assert!(page(folder, "a/out/page.html").contains("Certified"));
    let said = done(2, &["report", "a/out", "-o", "-"], folder);
    assert!(said.contains("a page goes to a file") && !folder.join("-").exists(), "{said}");
}

#[test]
fn each_document_is_shown_once() {
    let folder = solved();
    let folder = folder.path();
    done(0, &["report", "out", "-o", "once.html"], folder);
    let once = page(folder, "once.html");
    for more in [vec!["out"], vec!["out/certificate.json"], vec!["out/../out/solution.json", "./out"]] {
        let printed = done(0, &[&["report", "out"][..], &more, &["-o", "more.html"]].concat(), folder);
        assert_eq!(printed.matches("certificate.json: accepted").count(), 1, "{printed}");
        assert!(page(folder, "more.html") == once, "{more:?}");
    }
    done(0, &["report", "out/solution.json", "out", "-o", "more.html"], folder);
    assert!(page(folder, "more.html") == once);
}

#[test]
fn wrong_input_is_one_sentence_and_writes_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    fs::create_dir(folder.join("empty")).expect("ours");
    fs::write(folder.join("not.json"), "{").expect("ours");
    fs::write(folder.join("alien.json"), "{\"format\": \"other/1\"}").expect("ours");
    for (path, said) in [
        ("nothing.json", "nothing.json"),
        ("empty", "no document of referee is in this folder"),
        ("not.json", "malformed: not.json"),
        ("alien.json", "malformed: alien.json"),
    ] {
        let printed = done(2, &["report", path], folder);
        assert!(printed.contains(said) && printed.lines().count() == 1, "{path}: {printed}");
        assert!(!folder.join("report.html").exists(), "{path}");
    }
    let solved = solved();
    fs::remove_file(solved.path().join("out/trace.csv")).expect("it was written");
    let printed = done(2, &["report", "out"], solved.path());
    assert!(printed.contains("put it beside the document"), "{printed}");
}

#[test]
fn a_league_and_its_folder_have_one_page() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let call =
        ["rates", "--players", "matrix,deviation-hedge", "--sequences", "trap", "--problems", "none", "--rounds"];
    let rest = ["64,128,256,512,1024", "--output", "league", "--report", "own.html", "--quiet"];
    done(0, &[&call[..], &rest[..]].concat(), folder);
    done(0, &["report", "league", "-o", "folder.html"], folder);
    let (own, of_folder) = (page(folder, "own.html"), page(folder, "folder.html"));
    assert!(own == of_folder);
    assert!(first_words(&own).contains("no regret is certainly above a bound"), "{}", first_words(&own));
    assert!(own.contains("deviation-hedge") && own.contains("<svg") && own.contains("Sequences, m = 3"));
    let said = done(2, &["report", "league", "-o", "league/sweep.json"], folder);
    assert!(said.contains("this file is there and was not written by this command"), "{said}");
    // A regret above its bound is said first, and whoever leaves that out is found out; the run is then done again.
    let cell = cell_of(&folder.join("league/cells"), "\"player\":\"matrix\"");
    let text = fs::read_to_string(&cell).expect("written");
    let start = text.find("\"swap\":[").expect("a regret");
    let end = start + text[start..].find(']').expect("its end");
    let hidden = format!("{}\"swap\":[9.5,9.6{}", &text[..start], &text[end..]);
    let false_alarm = "\"wrong\":[\"the swap regret is at least 9, above the a-priori bound 1\"]},\"times\"";
    let false_alarm = text.replacen("},\"times\"", &format!(",{false_alarm}"), 1);
    for (changed, words) in [
        (hidden, "the swap regret is at least 9.5, above the a-priori bound"),
        (false_alarm, "and the numbers do not"),
        (text.replacen("\"deviation\":[", "\"deviation\":[\"x\",", 1), "`deviation` is not what a league writes"),
    ] {
        fs::write(&cell, crate::resealed(&changed)).expect("ours");
        let said = done(2, &["report", "league"], folder);
        assert!(said.contains("about matrix on trap:m=3") && said.contains(words), "{said}");
        assert!(said.contains("run the league on this folder again") && said.lines().count() == 1, "{said}");
        let said = done(0, &[&call[..], &rest[..]].concat(), folder);
        assert!(said.contains("warning: ") && said.contains(words), "{said}");
        done(0, &["report", "league", "-o", "folder.html"], folder);
    }
    let broken = text.replacen("},\"times\"", ",\"wrong\":[\"above its bound\"]},\"times\"", 1);
    fs::write(&cell, crate::resealed(&broken)).expect("ours");
    done(1, &["report", "league", "-o", "folder.html"], folder);
    assert!(first_words(&page(folder, "folder.html")).starts_with("VIOLATED: "));
}

/// A finished cell with these words in it.
fn cell_of(cells: &Path, words: &str) -> std::path::PathBuf {
    let below = |folder: &Path| fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let all = below(cells).flat_map(|shard| below(&shard).map(|cell| cell.join("cell.json")).collect::<Vec<_>>());
    let mut with = all.filter(|cell| fs::read_to_string(cell).is_ok_and(|text| text.contains(words)));
    with.next().expect("such a cell")
}

#[test]
fn a_verification_keeps_certificates_that_are_checked_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    done(
        0,
        &["verify", "--statement", "theorem-1", "--family", "triangle", "--output", "v", "--report", "own.html"],
        folder,
    );
    let own = page(folder, "own.html");
    assert!(first_words(&own).contains("nothing is wrong (seed 0)"), "{}", first_words(&own));
    done(0, &["report", "v", "-o", "folder.html"], folder);
    let html = page(folder, "folder.html");
    assert!(first_words(&html).starts_with("Nothing is wrong in "), "{}", first_words(&html));
    for page in [&own, &html] {
        assert!(page.contains("referee check v/worst/theorem-1/"), "the commands");
        assert!(page.contains("theorem-1") && page.contains(": accepted"));
    }
    let rows = fs::read_to_string(folder.join("v/instances.csv")).expect("written");
    // The verdict follows from the counts.
    let head: Vec<&str> = rows.lines().next().expect("names").split(',').collect();
    for (column, words) in [("violated", "3 conclusions violated, 0 "), ("refuted", "0 conclusions violated, 3 ")] {
        let place = head.iter().position(|name| *name == column).expect("a column");
        let mut lines: Vec<String> = rows.lines().map(str::to_owned).collect();
        let mut cells: Vec<&str> = lines[1].split(',').collect();
        cells[place] = "3";
        lines[1] = cells.join(",");
        fs::write(folder.join("v/instances.csv"), lines.join("\n")).expect("ours");
        done(1, &["report", "v", "-o", "folder.html"], folder);
        let html = page(folder, "folder.html");
        let first = first_words(&html);
        assert!(first.starts_with("VIOLATED: theorem-1, triangle") && first.contains(words), "{first}");
        assert!(!html.contains("Nothing is wrong"));
        fs::write(folder.join("v/instances.csv"), lines.join("\n").replacen(",3,", ",x,", 1)).expect("ours");
        assert!(done(2, &["report", "v"], folder).contains("instances.csv, line 2: `x` in column"));
    }
    fs::write(folder.join("v/instances.csv"), head.join(",") + "\n").expect("ours");
    let said = done(2, &["report", "v"], folder);
    assert!(said.contains("nothing was verified") && said.lines().count() == 1, "{said}");
    // A document that was kept and is rejected, and one that is gone.
    fs::write(folder.join("v/instances.csv"), &rows).expect("ours");
    let kept = folder.join("v/worst/theorem-1/certificate.json");
    let mut document: Value = serde_json::from_slice(&fs::read(&kept).expect("written")).expect("JSON");
    document["measured"]["objective"] = serde_json::json!([-123.456, -123.456]);
    fs::write(&kept, document.to_string()).expect("ours");
    done(1, &["report", "v", "-o", "folder.html"], folder);
    let html = page(folder, "folder.html");
    assert!(first_words(&html).starts_with("REJECTED") && !html.contains("Nothing is wrong"));
    fs::remove_dir_all(folder.join("v/worst")).expect("ours");
    done(0, &["report", "v", "-o", "folder.html"], folder);
    let html = page(folder, "folder.html");
    assert!(html.contains("no document is in worst, so nothing was checked again") && !html.contains("was kept of"));
    let wrong =
        rows.lines().map(|line| line.replacen(",\"\",\"\"", ",\"too large\",\"\"", 1) + "\n").collect::<String>();
    assert!(wrong != rows, "{rows}");
    fs::write(folder.join("v/instances.csv"), wrong).expect("ours");
    done(1, &["report", "v", "-o", "folder.html"], folder);
    assert!(first_words(&page(folder, "folder.html")).starts_with("VIOLATED: theorem-1"));
}

#[test]
fn the_certificate_of_every_statement_is_understood() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    done(0, &["verify", "--family", "triangle", "--output", "v", "--quiet"], folder);
    let mut seen = 0;
    for entry in fs::read_dir(folder.join("v/worst")).expect("written") {
        let path = entry.expect("ours").path().join("certificate.json");
        if !path.exists() {
            continue;
        }
        let document: Value = serde_json::from_slice(&fs::read(&path).expect("written")).expect("JSON");
        let path = path.display().to_string();
        let output = call(&["report", &path], folder);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{path}: {}", text(&output.stderr));
        let html = page(folder, "report.html");
        let rows = |caption: &str| {
            let table = html.split(caption).nth(1).expect("a table").split("</table>").next().expect("its end");
            table.matches("<tr").count() - 1
        };
        assert_eq!(rows("<caption>Measured</caption>"), document["measured"].as_object().expect("entries").len());
        assert_eq!(rows("holds with a stated probability."), document["claims"].as_array().expect("claims").len());
        seen += 1;
    }
    assert!(seen >= 10, "{seen}");
}

#[test]
fn equilibria_and_bounds_have_pages() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    done(0, &["equilibrium", "triangle", "--output", "e.json"], folder);
    done(0, &["report", "e.json"], folder);
    let html = page(folder, "report.html");
    assert!(first_words(&html).contains("equilibrium of the"), "{}", first_words(&html));
    assert!(html.contains("<caption>The multipliers</caption>") && html.contains("theta gap"));
    done(0, &["solve", "triangle", "--rounds", "40", "--refine", "--output", "r", "--report", "r.html"], folder);
    assert!(page(folder, "r.html").contains("has a mean objective of at least"));
}

#[cfg(feature = "data")]
#[test]
fn a_fit_names_the_classifier_to_take() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    fs::write(folder.join("loans.csv"), include_str!("../../examples/loans.csv")).expect("ours");
    let head = include_str!("../../examples/loans.csv").lines().next().expect("names");
    let label = head.split(',').next_back().expect("a label");
    let positive = include_str!("../../examples/loans.csv").lines().nth(1).expect("a row").split(',').next_back();
    let call = ["fit", "loans.csv", "--label", label, "--positive", positive.expect("a label"), "--constraint"];
    let rest = ["fpr() <= 0.5", "--rounds", "200", "--output", "f", "--report", "own.html", "--quiet"];
    done(0, &[&call[..], &rest[..]].concat(), folder);
    done(0, &["report", "f", "-o", "folder.html"], folder);
    for name in ["own.html", "folder.html"] {
        let html = page(folder, name);
        assert!(html.contains("keeps every constraint, and its error is at most"), "{name}");
        assert!(html.contains("What the classifiers do on the") && html.contains("held"), "{name}");
        assert!(html.contains("about hinge losses over the data, not about errors"), "{name}");
    }
    let own = page(folder, "own.html");
    assert!(own.contains("rows of a minibatch"));
    // Each sentence stands under what it is about: the candidates first, whose objective is the error.
    let places =
        ["keeps every constraint, and", "candidates of candidates.csv", "hinge losses over the data", "100 rounds"]
            .map(|words| own.find(words).expect(words));
    assert!(places.is_sorted(), "{places:?}");
}

#[cfg(feature = "data")]
#[test]
fn a_fit_says_what_its_classifier_does_on_the_test_rows() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let loans = include_str!("../../examples/loans.csv");
    fs::write(folder.join("loans.csv"), loans).expect("ours");
    // Where the labels are turned round, whoever finds most that repay is wrong about as many that do not.
    let turned = loans.replace(",yes\n", ",?\n").replace(",no\n", ",yes\n").replace(",?\n", ",no\n");
    fs::write(folder.join("turned.csv"), turned).expect("ours");
    let fit = |test: &str, limit: &str, seed: &str, output: &str| {
        let head = ["fit", "loans.csv", "--test", test, "--label", "repaid", "--positive", "yes", "--rounds", "200"];
        let rest = ["--constraint", limit, "--constraint", "tpr() >= 0", "--seed", seed, "--output", output];
        done(0, &[&head[..], &rest[..]].concat(), folder)
    };
    let printed = fit("turned.csv", "fpr() <= 0.6", "0", "f");
    let said = "On the test rows the shrunk mixture violates 1 of 2 constraints, the worst by at most 0.";
    assert!(printed.contains("keeps every constraint on the training rows") && printed.contains(said), "{printed}");
    assert!(
        fit("loans.csv", "fpr() <= 0.6", "0", "g")
            .contains("On the test rows the shrunk mixture keeps every constraint (exact counts).")
    );
    done(0, &["report", "f"], folder);
    let html = page(folder, "report.html");
    let said = "rows of test.csv the same classifier violates 1 of 2 constraints, the worst by at most 0.";
    assert_eq!(html.matches(said).count(), 2, "at the top, and under what to take");
    assert!(!html.contains("told apart"));
    // The results of other models, or of other constraints, are not those of this one.
    for (limit, seed) in [("fpr() <= 0.55", "0"), ("fpr() <= 0.6", "5")] {
        fit("turned.csv", limit, seed, "h");
        fs::copy(folder.join("h/test-fit.json"), folder.join("f/test-fit.json")).expect("ours");
        done(0, &["report", "f"], folder);
        let html = page(folder, "report.html");
        let first = first_words(&html);
        assert!(first.starts_with("f/test-fit.json is not about the models and constraints of f/fit.json"), "{first}");
        assert!(!html.contains("the same classifier"));
    }
}
