//! Reports as files, and the output beside them.

use std::fs;

use crate::bench::{copy, folder, hotseat_in, plain, run};

#[test]
fn reports_have_the_verdicts() {
    let folder = folder("cli-reports");
    for file in ["verdicts/requirement-reads-a-lane.feature", "verdicts/requirement-fails.feature"] {
        copy(file, &folder);
    }
    let reports = ["--report", "json=out/report.json", "--report", "junit=out/report.xml"];
    let said = hotseat_in(&folder, &[&["run", "-q", "--jobs", "1", "."], &reports[..]].concat());
    assert_eq!(said.code, 1, "{said}");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let report = read("out/report.json");
    let value: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(value["exit_code"], 1);
    insta::assert_snapshot!("report.json", plain(&report.replace(env!("CARGO_PKG_VERSION"), "<version>")));
    let time = regex::Regex::new(r#"time="[0-9.]+""#).unwrap();
    let xml = plain(&read("out/report.xml"));
    insta::assert_snapshot!("report.xml", time.replace_all(&xml, "time=\"<time>\""));
}

#[test]
fn a_report_is_written_even_with_quiet() {
    let folder = folder("cli-quiet-report");
    copy("files/good.feature", &folder);
    let said = hotseat_in(&folder, &["run", "-q", "--report", "json=report.json", "good.feature"]);
    assert_eq!(said.to_string(), "exit code 0\n");
    let report: serde_json::Value = serde_json::from_slice(&fs::read(folder.join("report.json")).unwrap()).unwrap();
    assert_eq!(report["scenarios"][0]["verdict"], "passed");
}

#[test]
fn verbose_names_every_scenario() {
    insta::assert_snapshot!(
        "verbose",
        run("tests/bad/files", &["--verbose", "--name", "greeting|skipped"]).to_string()
    );
}
