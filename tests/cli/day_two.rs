//! What a run tells at its end, lists of expected failures, differences between reports, and the copies of what the program
//! carries.

#![expect(clippy::disallowed_types, reason = "whether there is a Python decides whether a skeleton can be run")]

use std::{fs, path::Path, process::Command};

use rstest::rstest;

use crate::bench::{command_in, copy, end, folder, hotseat, hotseat_in};

/// A folder with a feature that fails and one that passes.
fn features(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    copy("verdicts/requirement-fails.feature", &folder);
    copy("files/good.feature", &folder);
    folder
}

fn with_variables(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> crate::bench::Said {
    let mut command = command_in(folder, arguments);
    command.envs(variables.iter().copied());
    let mut child = command.spawn().unwrap();
    let out = child.stdout.take().unwrap();
    end(child, out, arguments)
}

#[rstest]
#[case::none("none", 0)]
#[case::one("1", 1)]
#[case::all("all", 1)]
fn so_many_stories_are_told_as_are_asked_for(#[case] stories: &str, #[case] told: usize) {
    let folder = features(&format!("cli-stories-{stories}"));
    let said = hotseat_in(&folder, &["run", "--stories", stories, "."]);
    assert_eq!((said.code, said.out.matches("\n  again: ").count()), (1, told), "{said}");
}

#[test]
fn quiet_prints_the_summary_alone() {
    let folder = features("cli-quiet-summary");
    insta::assert_snapshot!("quiet-summary", hotseat_in(&folder, &["run", "-q", "."]).to_string());
}

#[rstest]
#[case::forced(&[("CLICOLOR_FORCE", "1")], true)]
#[case::not_forced(&[("CLICOLOR_FORCE", "0")], false)]
#[case::refused(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false)]
#[case::a_pipe(&[], false)]
fn colour_keeps_to_the_conventions(#[case] variables: &[(&str, &str)], #[case] has_colour: bool) {
    let folder = features(&format!("cli-colour-{}-{has_colour}", variables.len()));
    let said = with_variables(&folder, &["run", "-q", "."], variables);
    assert_eq!(said.out.contains("\u{1b}["), has_colour, "{said}");
}

#[test]
fn the_first_run_of_a_skeleton_fits_two_hundred_lines() {
    let python = ["python3", "--version"];
    if Command::new(python[0]).arg(python[1]).output().is_err() {
        return;
    }
    let folder = folder("cli-first-run");
    assert_eq!(hotseat_in(&folder, &["new-adapter", "python", "agent", "--system", "pilotdeck"]).code, 0);
    let said = hotseat_in(&folder, &["run", "--system", "pilotdeck", "--subject", "python3 agent/adapter.py"]);
    assert_eq!(said.code, 1, "{said}");
    let lines = said.out.lines().count() + said.err.lines().count();
    assert!(lines <= 200, "{lines} lines: {said}");
    assert!(said.out.contains("\nfailed: ") && said.out.contains("\nnext: hotseat run "), "{said}");
}

#[test]
fn what_did_not_run_is_told() {
    let folder = features("cli-not-begun");
    let said = hotseat_in(&folder, &["run", "--fail-fast", "--jobs", "1", "requirement-fails.feature", "good.feature"]);
    assert!(
        said.out.contains("1 of 2 scenarios did not run: the run ended before, by --fail-fast or a signal"),
        "{said}"
    );
}

#[test]
fn a_written_list_makes_the_run_pass_and_a_stale_one_is_named() {
    let folder = features("cli-expected");
    let written = hotseat_in(&folder, &["run", "-q", "--write-expected", "known.toml", "."]);
    assert_eq!(written.code, 1, "{written}");
    let list = fs::read_to_string(folder.join("known.toml")).unwrap();
    insta::assert_snapshot!("known.toml", list);
    let known = ["run", "-q", "--expected-failures", "known.toml"];
    let said = hotseat_in(&folder, &[&known[..], &["."]].concat());
    assert_eq!(said.to_string(), "exit code 0\n");
    // The requirement is not selected here, so nothing is said of it.
    let said = hotseat_in(&folder, &[&known[..], &["good.feature"]].concat());
    assert_eq!(said.code, 0, "{said}");
    fs::write(folder.join("requirement-fails.feature"), fs::read_to_string(folder.join("good.feature")).unwrap())
        .unwrap();
    let mut stale = list.replace("RTE-10", "RTE-09");
    stale.push_str("\n[[expected]]\nid = \"good/nowhere\"\nreason = \"r\"\n");
    fs::write(folder.join("known.toml"), stale).unwrap();
    let said = hotseat_in(&folder, &[&known[..], &["good.feature"]].concat());
    assert_eq!(said.code, 2, "{said}");
    assert!(said.err.contains("there is no scenario \"good/nowhere\""), "{said}");
}

#[test]
fn a_listed_requirement_that_passes_is_exit_code_5() {
    let folder = folder("cli-stale");
    let list = "[[expected]]\nid = \"RTE-10\"\nreason = \"it was so once\"\n";
    fs::write(folder.join("known.toml"), list).unwrap();
    let said = hotseat_in(
        &folder,
        &["run", "--requirement", "RTE-10", "--no-combinations", "--expected-failures", "known.toml"],
    );
    assert_eq!(said.code, 5, "{said}");
    assert!(said.out.contains("stale: known.toml:2: RTE-10 passes: take it off the list\n"), "{said}");
}

#[rstest]
#[case::a_missing_list(&["--expected-failures", "nowhere.toml"])]
#[case::a_list_that_is_no_toml(&["--expected-failures", "requirement-fails.feature"])]
#[case::a_report_into_a_file_as_a_folder(&["--report", "json=good.feature/report.json"])]
#[case::a_list_into_a_folder(&["--write-expected", "."])]
#[case::another_kind(&["--report", "xml=report.xml"])]
#[case::stories_that_are_no_number(&["--stories", "many"])]
fn a_mistake_is_told_before_anything_runs(#[case] options: &[&str]) {
    let name = options.join("-").replace(['/', '=', '.'], "-");
    let folder = features(&format!("cli-mistake{name}"));
    let said = hotseat_in(&folder, &[&["run"], options, &["."]].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    insta::assert_snapshot!(format!("mistake{name}"), said.to_string());
}

#[rstest]
#[case::another_version("{\"report_version\": 99}", "expected a report of version 1, found version 99")]
#[case::not_ours("{\"tests\": 3}", "this is no report: it has no `report_version`")]
#[case::cut("{\"report_version\": 1, \"subj", "the JSON ends in the middle")]
#[case::no_json("<html>", "this is no JSON")]
#[case::a_member_missing("{\"report_version\": 1}", "missing field `subject`")]
fn a_report_that_cannot_be_read_is_told(
    #[case] text: &str,
    #[case] why: &str,
    #[values("diff", "report")] command: &str,
) {
    let folder = folder(&format!("cli-unread-{command}-{}", why.len()));
    fs::write(folder.join("a.json"), text).unwrap();
    let arguments: &[&str] =
        if command == "diff" { &["diff", "a.json", "a.json"] } else { &["report", "a.json", "--to", "tap=-"] };
    let said = hotseat_in(&folder, arguments);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.contains("a.json") && said.err.contains(why), "{said}");
}

#[test]
fn a_difference_tells_what_the_subject_does_otherwise() {
    let folder = folder("cli-diff");
    copy("verdicts/requirement-fails.feature", &folder);
    let run = |file: &str| {
        let report = format!("json={file}");
        hotseat_in(&folder, &["run", "-q", "--report", &report, "requirement-fails.feature"])
    };
    run("failing.json");
    // The same report, but passing.
    let failing = fs::read_to_string(folder.join("failing.json")).unwrap();
    let mut report: serde_json::Value = serde_json::from_str(&failing).unwrap();
    report["scenarios"][0]["verdict"] = "passed".into();
    for then in report["scenarios"][0]["thens"].as_array_mut().unwrap() {
        then.as_object_mut().unwrap().remove("miss");
    }
    for row in report["requirements"].as_array_mut().unwrap() {
        row["verdict"] = "pass".into();
    }
    fs::write(folder.join("passing.json"), report.to_string()).unwrap();
    let same = hotseat_in(&folder, &["diff", "failing.json", "failing.json"]);
    assert_eq!(same.code, 0, "{same}");
    assert!(same.out.ends_with("nothing changed\n"), "{same}");
    // A list of expected failures changes the exit code of a run, and nothing that the subject does.
    hotseat_in(&folder, &["run", "-q", "--write-expected", "known.toml", "requirement-fails.feature"]);
    let listed = ["--expected-failures", "known.toml", "--report", "json=listed.json", "requirement-fails.feature"];
    assert_eq!(hotseat_in(&folder, &[&["run", "-q"][..], &listed].concat()).code, 0);
    for (old, new) in [("failing.json", "listed.json"), ("listed.json", "failing.json")] {
        let same = hotseat_in(&folder, &["diff", old, new]);
        assert_eq!(same.code, 0, "{same}");
        assert!(same.out.ends_with("nothing changed\n"), "{same}");
    }
    let said = hotseat_in(&folder, &["diff", "passing.json", "listed.json"]);
    assert_eq!(said.code, 0, "{said}");
    assert!(said.out.contains("1 requirement newly failing"), "{said}");
    insta::assert_snapshot!("diff", hotseat_in(&folder, &["diff", "passing.json", "failing.json"]).to_string());
    insta::assert_snapshot!("diff-mended", hotseat_in(&folder, &["diff", "failing.json", "passing.json"]).to_string());
    insta::assert_snapshot!(
        "diff-markdown",
        hotseat_in(&folder, &["diff", "--format", "markdown", "passing.json", "failing.json"]).to_string()
    );
    let json = hotseat_in(&folder, &["diff", "--format", "json", "passing.json", "failing.json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["requirements"][0]["change"], "newly_failing");
    // The scenario asks something else, so the subject may do what it did.
    let asked = report["scenarios"][0]["asks"].as_str().unwrap();
    let otherwise = report.to_string().replace(asked, "00000000");
    fs::write(folder.join("otherwise.json"), otherwise).unwrap();
    let said = hotseat_in(&folder, &["diff", "otherwise.json", "failing.json"]);
    assert_eq!(said.code, 0, "{said}");
    assert!(said.out.contains("1 requirement failing where it is asked anew or otherwise"), "{said}");
    // Another subject.
    let other = report.to_string().replace("hotseat reference", "somebody else");
    fs::write(folder.join("other.json"), other).unwrap();
    let said = hotseat_in(&folder, &["diff", "other.json", "failing.json"]);
    assert_eq!(said.code, 2, "{said}");
    assert_eq!(hotseat_in(&folder, &["diff", "--other-subject", "other.json", "failing.json"]).code, 1);
}

#[test]
fn changed_streams_are_found() {
    let folder = features("cli-diff-streams");
    let run = |events: &str| {
        let report = format!("json={events}.json");
        hotseat_in(&folder, &["run", "-q", "--report", &report, "--events", events, "good.feature"])
    };
    assert_eq!((run("old").code, run("new").code), (0, 0));
    let file = folder.join("new/good");
    let file = fs::read_dir(&file)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().unwrap() == "jsonl");
    let file = file.unwrap();
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("\"seq\":2", "\"seq\":22", 1)).unwrap();
    let said = hotseat_in(&folder, &["diff", "old.json", "new.json", "--events", "old", "new"]);
    assert!(said.out.contains("\n1 event stream changed\n") && said.out.contains(", line 2: "), "{said}");
    let said = hotseat_in(&folder, &["diff", "old.json", "new.json", "--events", "old", "nowhere"]);
    assert_eq!(said.code, 0, "{said}");
}

#[test]
fn every_format_is_made_from_the_json() {
    let folder = features("cli-formats");
    hotseat_in(&folder, &["run", "-q", "--jobs", "1", "--report", "json=report.json", "."]);
    for (kind, name) in [
        ("sarif", "sarif"),
        ("tap", "tap"),
        ("github", "github"),
        ("badge", "badge"),
        ("markdown", "markdown"),
        ("junit", "junit"),
    ] {
        let to = format!("{kind}=-");
        let said = hotseat_in(&folder, &["report", "report.json", "--to", &to]);
        assert_eq!(said.code, 0, "{said}");
        insta::assert_snapshot!(format!("format-{name}"), said.out.replace(env!("CARGO_PKG_VERSION"), "<version>"));
    }
    let said = hotseat_in(&folder, &["report", "report.json", "--to", "html=page.html"]);
    assert_eq!(said.code, 0, "{said}");
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("id=\"RTE-10\""), "{page}");
    assert_eq!(page.matches("<script").count(), 2);
}

#[test]
fn shards_are_put_together() {
    let folder = features("cli-shards");
    for (file, feature) in [("one.json", "requirement-fails.feature"), ("two.json", "good.feature")] {
        hotseat_in(&folder, &["run", "-q", "--report", &format!("json={file}"), feature]);
    }
    let said = hotseat_in(&folder, &["report", "one.json", "two.json", "--to", "json=-"]);
    let report: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["scenarios"].as_array().unwrap().len(), 2);
    assert_eq!(report["exit_code"], 1);
    let text = fs::read_to_string(folder.join("one.json")).unwrap();
    fs::write(folder.join("three.json"), text.replace("\"failed\"", "\"incomplete\"")).unwrap();
    let said = hotseat_in(&folder, &["report", "one.json", "three.json", "--to", "json=-"]);
    assert_eq!(said.code, 2, "{said}");
    assert!(said.err.contains("is failed in one and incomplete in the other"), "{said}");
}

#[test]
fn github_is_told_where_the_run_is_there() {
    let folder = features("cli-github");
    let variables = [("GITHUB_ACTIONS", "true"), ("GITHUB_STEP_SUMMARY", "summary.md")];
    let said = with_variables(&folder, &["run", "-q", "."], &variables);
    assert!(said.out.contains("::error file=requirement-fails.feature,line="), "{said}");
    let summary = fs::read_to_string(folder.join("summary.md")).unwrap();
    assert!(summary.starts_with("## hotseat reference"), "{summary}");
}

#[test]
fn an_exported_copy_gives_the_same_verdicts() {
    let folder = folder("cli-export");
    let said = hotseat_in(&folder, &["export", "copy"]);
    assert_eq!(said.code, 0, "{said}");
    let run = |file: &str, paths: &[&str]| {
        let report = format!("json={file}");
        let arguments = ["run", "-q", "--transport", "memory", "--tags", "@RTE-10 or @PI-08", "--report", &report];
        assert_eq!(hotseat_in(&folder, &[&arguments[..], paths].concat()).code, 0);
        let report: serde_json::Value = serde_json::from_str(&fs::read_to_string(folder.join(file)).unwrap()).unwrap();
        let cases = report["scenarios"].as_array().unwrap().clone();
        cases.into_iter().map(|case| (case["id"].to_string(), case["verdict"].to_string())).collect::<Vec<_>>()
    };
    let carried = run("carried.json", &["--no-combinations"]);
    assert!(carried.len() > 10, "{carried:?}");
    assert_eq!(run("copy.json", &["copy/features"]), carried);
    assert_eq!(hotseat_in(&folder, &["export", "copy"]).code, 2);
}

#[test]
fn show_knows_scenarios_and_requirements() {
    let said = hotseat(&["show", "RTE-10"]);
    assert_eq!(said.out, hotseat(&["explain", "RTE-10"]).out);
    let said = hotseat(&["show", "jp/arguments/an-empty-question-is-refused-without-a-terminal-too"]);
    assert!(said.out.contains("\n# The steps:\n#   "), "{said}");
    assert_eq!(hotseat(&["show", "nowhere"]).code, 2);
}

#[test]
fn steps_of_a_system_are_listed_for_programs() {
    let said = hotseat(&["steps", "--system", "pi", "--format", "json"]);
    let steps: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let steps = steps.as_array().unwrap();
    let families: Vec<_> = steps.iter().filter_map(|step| step["family"].as_str()).collect();
    assert!(families.contains(&"pi") && !families.contains(&"jp") && steps.len() > families.len());
    assert_eq!(hotseat(&["steps", "--system", "nowhere"]).code, 2);
}

#[test]
fn steps_are_written_as_definitions_for_an_editor() {
    let said = hotseat(&["steps", "--format", "glue"]);
    assert!(said.out.contains("\nThen(\"{int} prompt(s) is/are shown\", () => {});\n"), "{said}");
    let listed = hotseat::suite::steps::TABLE.iter().filter(|step| step.is_listed()).count();
    assert_eq!(said.out.matches(", () => {});\n").count(), listed);
}

#[test]
fn several_systems_may_be_selected() {
    let count = |systems: &[&str]| {
        let options: Vec<&str> = systems.iter().flat_map(|system| ["--system", system]).collect();
        hotseat(&[&["list", "--no-combinations"], &options[..]].concat()).out.lines().count()
    };
    assert_eq!(count(&["pi", "deepchat"]), count(&["pi"]) + count(&["deepchat"]));
}

#[rstest]
#[case("bash")]
#[case("zsh")]
#[case("fish")]
fn a_shell_can_complete_commands(#[case] shell: &str) {
    let said = hotseat(&["shell", "completions", shell]);
    assert_eq!(said.code, 0, "{said}");
    assert!(said.out.contains("expected-failures"), "{said}");
}

#[test]
fn there_are_manual_pages() {
    let folder = folder("cli-man");
    assert_eq!(hotseat_in(&folder, &["shell", "man", "man"]).code, 0);
    let page = fs::read_to_string(folder.join("man/hotseat-diff.1")).unwrap();
    assert!(page.contains("other\\-subject"), "{page}");
}

const HEAD: &str = "Feature: F\n\n  Scenario: S\n    Given the system \"jp-ask-user\"\n    And a terminal\n    When the user \
                    says \"hi\"\n    And the model says \"hello\"\n";

fn of_steps(name: &str, steps: &str) -> crate::bench::Said {
    let folder = folder(name);
    fs::write(folder.join("f.feature"), format!("{HEAD}{steps}")).unwrap();
    hotseat_in(&folder, &["run", "-q", "f.feature"])
}

#[test]
fn a_star_is_a_step_like_the_one_before_it() {
    let said = of_steps("cli-star", "    Then the turn ends completed\n    * 0 prompts are shown\n");
    assert_eq!(said.code, 0, "{said}");
    let said = of_steps("cli-star-that-fails", "    Then the turn ends completed\n    * 1 prompt is shown\n");
    assert_eq!(said.code, 1, "{said}");
}

#[rstest]
#[case("1 prompt is displayed", "{int} prompt(s) is/are shown")]
#[case("the turn finishes completed", "the turn ends {word}")]
fn the_nearest_step_is_found_by_its_words(#[case] line: &str, #[case] nearest: &str) {
    let said = of_steps(&format!("cli-nearest-{}", line.len()), &format!("    Then {line}\n"));
    assert!(said.err.contains(&format!("the nearest Then is `{nearest}`")), "{said}");
}

#[test]
fn a_requirement_of_another_system_is_a_mistake() {
    let said = of_steps("cli-other-system", "    Then the turn ends completed [PD-05]\n");
    assert_eq!(said.code, 2, "{said}");
    assert!(said.err.contains("`PD-05` is asked of pilotdeck, and the scenario is one of jp-ask-user"), "{said}");
}

#[test]
fn a_scenario_file_may_name_its_schema() {
    let folder = folder("cli-schema-member");
    let file = hotseat(&["export", folder.join("copy").to_str().unwrap()]);
    assert_eq!(file.code, 0, "{file}");
    let (name, text) = crate::bench::files(&folder.join("copy/scenarios")).into_iter().next().unwrap();
    let mut scenario: serde_json::Value = serde_json::from_str(&text).unwrap();
    scenario["$schema"] = "scenario.schema.json".into();
    fs::write(folder.join("copy/scenarios").join(&name), scenario.to_string()).unwrap();
    let said = hotseat_in(&folder, &["list", &format!("copy/scenarios/{name}")]);
    assert_eq!(said.code, 0, "{said}");
}

/// A product belongs to a system: no other filter would change what is shown.
#[rstest]
#[case::name(&["--name", "^pi/"])]
#[case::tags(&["--tags", "@wire"])]
#[case::requirement(&["--requirement", "PI-38"])]
#[case::no_combinations(&["--no-combinations"])]
fn the_matrix_refuses_a_filter_that_it_would_not_obey(#[case] filter: &[&str]) {
    let said = hotseat(&[&["coverage", "--matrix"][..], filter].concat());
    assert_eq!(said.code, 2, "{said}");
    assert!(said.err.contains("cannot be used with"), "{said}");
}
