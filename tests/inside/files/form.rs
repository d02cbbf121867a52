//! Tests of `src/files/form.rs` that need its private parts.

use super::{Form, is_ours, refuse_strangers};

#[test]
fn files_are_known_by_their_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    let fits = |form: Form, text: &str| {
        std::fs::write(&path, text).expect("ours");
        form.fits(&path)
    };
    let document = Form::Document("referee-bound/1");
    assert!(fits(document, "{ \"format\":\n \"referee-bound/1\", \"value\": 0 }"));
    assert!(!fits(document, "{\"format\":\"referee-bound/10\"}"));
    assert!(!fits(document, "{\"my\":\"notes\"}") && !fits(document, "{\"format\""));
    assert!(fits(Form::Columns("lambda"), "objective.lo,objective.hi,constraint_1,lambda_0\n1,2,3,4\n"));
    assert!(fits(Form::Columns("theta"), "theta_1,theta_2\n"));
    assert!(!fits(Form::Columns("lambda"), "objective,constraint_1\n1,2\n"));
    for other in ["", "\n", "objective,loss\n", "constraint_\n", "objective_1\n", "1,2\n", "theta_x\n"] {
        assert!(["objective", "theta"].iter().all(|kind| !fits(Form::Columns(kind), other)), "{other:?}");
    }
    let wide = (1..10_000).map(|i| format!("constraint_{i},")).collect::<Vec<_>>().concat();
    assert!(fits(Form::Columns("objective"), &format!("{wide}objective\n")), "a first line may be long");
    assert!(fits(Form::Begins(&["row,", "{"]), "row,x\n") && !fits(Form::Begins(&["row,"]), "my row,x\n"));
    assert!(fits(Form::Says("by referee"), "written by referee 1") && !fits(Form::Says("by referee"), "by me"));
    assert!(fits(Form::Any, "anything"));
}

#[test]
fn what_anybody_writes_is_ours_beside_a_document_of_ours() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("ours");
    let (first, table) = (("a.json", Form::Document("a/1")), ("t.csv", Form::Any));
    let refused = || refuse_strangers(folder.path(), &[first, table], first).map_err(|error| error.to_string());
    assert_eq!(refused(), Ok(()));
    write("t.csv", "mine");
    assert!(refused().unwrap_err().ends_with(
        "t.csv: this file is there and was not written by this command: move it away, or name another place"
    ));
    write("a.json", "{\"format\":\"a/1\"}");
    assert_eq!(refused(), Ok(()));
    assert!(is_ours(folder.path(), table, first));
    write("a.json", "{}");
    assert!(refused().is_err());
    #[cfg(unix)]
    {
        std::fs::remove_file(folder.path().join("a.json")).expect("ours");
        write("elsewhere.json", "{\"format\":\"a/1\"}");
        std::os::unix::fs::symlink("elsewhere.json", folder.path().join("a.json")).expect("ours");
        assert!(refused().is_err(), "a link is somebody's own");
    }
}
