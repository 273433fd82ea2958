//! Command lines with mistakes.

use rstest::rstest;

use crate::bench::{folder, hotseat, hotseat_in};

#[rstest]
#[case::unknown_option(&["run", "--frobnicate"])]
#[case::unknown_report(&["run", "--report", "xml=out.xml"])]
#[case::report_without_file(&["run", "--report", "json="])]
#[case::unknown_lane(&["run", "--lanes", "model,wire"])]
#[case::unknown_transport(&["run", "--transport", "pigeon"])]
#[case::unknown_level(&["run", "--fail-on", "never"])]
#[case::no_jobs(&["run", "--jobs", "0"])]
#[case::seed_that_is_no_number(&["run", "--shuffle", "well"])]
#[case::quiet_and_verbose(&["run", "-q", "-v"])]
#[case::bad_regex(&["run", "--name", "(deploy"])]
#[case::bad_tags(&["run", "--tags", "@a and and @b"])]
#[case::tags_without_at(&["run", "--tags", "wire"])]
#[case::unknown_system(&["run", "--system", "vim"])]
#[case::unknown_requirement(&["run", "--requirement", "RTE-99"])]
#[case::path_that_is_not_there(&["run", "tests/bad/nowhere.feature"])]
#[case::path_without_subcommand(&["nowhere"])]
#[case::file_that_is_no_feature(&["run", "Cargo.toml"])]
#[case::empty_subject(&["run", "--subject", ""])]
#[case::subject_with_an_open_quote(&["run", "--subject", "sh 'mine.sh"])]
#[case::subject_that_is_not_there(&["run", "--subject", "tests/bad/subjects/nobody --loud"])]
#[case::explain_nothing(&["explain"])]
#[case::explain_unknown(&["explain", "RTE-99"])]
#[case::explain_unknown_system(&["explain", "--system", "jp"])]
#[case::unknown_schema(&["schema", "recipe"])]
#[case::unknown_coverage(&["coverage", "--format", "xml"])]
#[case::snapshots_that_are_not_there(&["run", "tests/bad/files/good.feature", "--jobs", "1", "--snapshots", "tests/bad/nowhere"])]
fn a_wrong_command_line_is_exit_code_2(#[case] arguments: &[&str]) {
    let said = hotseat(arguments);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    let name: String = arguments.join("_").chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    insta::assert_snapshot!(name, said.to_string());
}

#[test]
fn snapshots_are_written_into_a_folder_that_is_made_and_stale_ones_are_removed() {
    let folder = folder("cli-new-snapshots");
    crate::bench::copy("files/good.feature", &folder);
    let update = || hotseat_in(&folder, &["run", "-q", "--jobs", "1", "--update-snapshots", "good.feature"]);
    let told = |said: crate::bench::Said, expected: &str| {
        assert_eq!(
            (said.code, said.err.as_str()),
            (0, format!("snapshots in snapshots: {expected}\n").as_str()),
            "{said}"
        );
    };
    told(update(), "1 added, 0 changed, 0 removed, 0 as before");
    for stale in ["snapshots/good/gone.snap", "snapshots/other/kept.snap"] {
        std::fs::create_dir_all(folder.join(stale).parent().unwrap()).unwrap();
        std::fs::write(folder.join(stale), "old").unwrap();
    }
    std::fs::write(folder.join("snapshots/good/a-greeting.snap"), "old").unwrap();
    told(update(), "0 added, 1 changed, 1 removed, 0 as before");
    assert!(folder.join("snapshots/other/kept.snap").exists());
    told(update(), "0 added, 0 changed, 0 removed, 1 as before");
}

#[rstest]
#[case("simulat", "simulate")]
#[case("rnu", "run")]
#[case("coverge", "coverage")]
fn a_command_that_is_nearly_one_is_suggested(#[case] command: &str, #[case] meant: &str) {
    let said = hotseat(&[command]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.contains(&format!("is `hotseat {meant}` meant?")), "{said}");
}

#[test]
fn a_report_that_cannot_be_written_is_reported() {
    let folder = folder("cli-no-report");
    crate::bench::copy("files/good.feature", &folder);
    let said = hotseat_in(&folder, &["run", "-q", "--report", "json=good.feature/report.json", "good.feature"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.contains("good.feature/report.json: ") && said.err.contains("nothing was run"), "{said}");
}
