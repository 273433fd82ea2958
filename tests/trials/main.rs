//! Tests `hotseat::trials` from outside, as a test runner does. This binary starts itself as another test binary, whose
//! `main` is one of those in `subjects.rs`.

#![expect(clippy::disallowed_types, reason = "a test binary is a program")]

mod own;
mod subjects;

use std::{
    collections::BTreeSet,
    env, fmt,
    process::{Command, ExitCode, Stdio},
};

use hotseat::suite::{catalogue::Catalogue, read_cases};
use libtest_mimic::{Arguments, Failed, Trial};

/// The variable with the name of the test binary that this one is to be.
const AS: &str = "HOTSEAT_TRIALS_AS";

fn main() -> ExitCode {
    if let Ok(name) = env::var(AS) {
        return subjects::main(&name);
    }
    let test = |(name, test): (&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok::<(), Failed>(())
        })
    };
    libtest_mimic::run(&Arguments::from_args(), TESTS.into_iter().map(test).collect()).exit_code()
}

const TESTS: [(&str, fn()); 14] = [
    ("every_scenario_is_listed_by_its_id", every_scenario_is_listed_by_its_id),
    ("a_list_has_the_format_that_runners_expect", a_list_has_the_format_that_runners_expect),
    ("one_test_is_run_by_its_whole_name", one_test_is_run_by_its_whole_name),
    ("an_unknown_name_runs_no_test", an_unknown_name_runs_no_test),
    ("a_failure_tells_the_story", a_failure_tells_the_story),
    (
        "scenarios_that_are_not_asked_are_ignored_with_the_reason",
        scenarios_that_are_not_asked_are_ignored_with_the_reason,
    ),
    (
        "a_scenario_that_is_not_asked_fails_when_it_is_run_anyway",
        a_scenario_that_is_not_asked_fails_when_it_is_run_anyway,
    ),
    ("an_expected_failure_passes_until_everything_holds", an_expected_failure_passes_until_everything_holds),
    ("a_failure_below_the_level_is_reported", a_failure_below_the_level_is_reported),
    ("a_drift_of_the_reference_fails", a_drift_of_the_reference_fails),
    ("one_test_reads_only_its_own_scenario", one_test_reads_only_its_own_scenario),
    ("nothing_passes_if_nothing_can_be_checked", nothing_passes_if_nothing_can_be_checked),
    ("drawn_runs_are_a_test_of_each_claimed_system", drawn_runs_are_a_test_of_each_claimed_system),
    ("a_broken_rule_in_drawn_runs_tells_the_story", a_broken_rule_in_drawn_runs_tells_the_story),
];

/// The output of a binary, and its exit code.
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "exit code {:?}\n--- stdout\n{}--- stderr\n{}", self.code, self.out, self.err)
    }
}

impl Said {
    /// Stdout, without what differs from run to run.
    fn plain(&self) -> String {
        let program = env::args().next().unwrap();
        let elapsed = |line: &str| line.split_once("; finished in").map_or(line, |(head, _)| head).to_owned();
        self.out.replace(&program, "<program>").lines().map(elapsed).collect::<Vec<_>>().join("\n")
    }
}

/// Runs the binary with this name.
fn run(name: &str, arguments: &[&str]) -> Said {
    // The failure's story repeats the name of the program, so it must be the same.
    let mut command = Command::new(env::args().next().unwrap());
    command.args(arguments).env(AS, name).stdin(Stdio::null());
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Said { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// The names in a list.
fn names(said: &Said) -> Vec<&str> {
    assert_eq!((said.code, said.err.is_empty()), (Some(0), true), "{said}");
    said.out.lines().map(|line| line.strip_suffix(": test").unwrap_or_else(|| panic!("{line}"))).collect()
}

fn every_scenario_is_listed_by_its_id() {
    let said = run("carried", &["--list", "--format", "terse"]);
    let names = names(&said);
    let cases = read_cases(&[], Catalogue::embedded()).unwrap();
    assert_eq!(names, cases.iter().map(|case| case.id.as_str()).collect::<Vec<_>>());
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "no name is listed twice");
    assert_eq!(names.iter().find(|name| name.contains(char::is_whitespace)), None);
    assert!(names.len() > 1500);
    let ignoring = run("right-carried", &["--list", "--format", "terse"]);
    assert_eq!(ignoring.out, said.out, "the names are the same for every subject");
}

fn a_list_has_the_format_that_runners_expect() {
    let list = ["--list", "--format", "terse"];
    assert_eq!(
        run("pi", &list).out,
        "pi/keys-and-file/two-keys-answer-the-question: test\n\
         pi/keys-and-file/in-print-mode-the-question-goes-to-a-file: test\n"
    );
    // An ignored test is listed by its plain name, too.
    let ignored = ["--list", "--format", "terse", "--ignored"];
    assert_eq!(run("pi", &ignored).out, "");
    let said = run("right", &ignored);
    assert_eq!(said.out, "greeting/what-is-the-references-own: test\ngreeting/in-another-system: test\n", "{said}");
}

fn one_test_is_run_by_its_whole_name() {
    let id = "pi/keys-and-file/two-keys-answer-the-question";
    let said = run("carried", &[id, "--exact", "--nocapture"]);
    assert_eq!(said.code, Some(0), "{said}");
    assert_eq!(
        said.plain(),
        format!(
            "\nrunning 1 test\ntest {id} ... ok\n\n\
             test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n"
        )
    );
    // The subject that is asked for its claims also plays.
    let said = run("right", &["--exact", "greeting/it-is-answered"]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), "a subject is made\n"), "{said}");
}

fn an_unknown_name_runs_no_test() {
    for name in ["pi/keys-and-file/two-keys", "pi/keys-and-file", "pi", "missing"] {
        let said = run("carried", &["--exact", name]);
        assert_eq!(said.code, Some(0), "{said}");
        assert!(said.out.contains("running 0 tests"), "{said}");
    }
    let said = run("carried", &["pi/keys-and-file"]);
    assert!(said.out.contains("running 2 tests"), "a part of a name finds all tests that contain it: {said}");
}

fn a_failure_tells_the_story() {
    let id = "greeting/it-is-answered";
    let said = run("wrong", &[id, "--exact"]);
    assert_eq!(said.code, Some(101), "{said}");
    insta::assert_snapshot!("wrong", said.plain());
    // The command at the end of the story repeats the failure.
    let (_, again) = said.out.split_once("  again: ").unwrap();
    let words: Vec<&str> = again.lines().next().unwrap().split(' ').skip(1).collect();
    assert_eq!(run("wrong", &words).plain(), said.plain());
    assert_eq!(run("right", &words).code, Some(0));
}

fn scenarios_that_are_not_asked_are_ignored_with_the_reason() {
    let said = run("right", &["--test-threads", "1"]);
    assert_eq!(said.code, Some(0), "{said}");
    insta::assert_snapshot!("ignored", said.plain());
}

fn a_scenario_that_is_not_asked_fails_when_it_is_run_anyway() {
    let said = run("right", &["--ignored", "--exact", "greeting/in-another-system"]);
    assert_eq!(said.code, Some(101), "{said}");
    assert!(said.out.contains("nothing was checked: own 0.1 does not claim the system jp-ask-user"), "{said}");
}

fn an_expected_failure_passes_until_everything_holds() {
    let said = run("expected", &[]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{said}");
    let said = run("stale", &[]);
    assert_eq!(said.code, Some(101), "{said}");
    assert!(said.out.contains("it is tagged @expected-failure, but everything holds: remove the tag"), "{said}");
}

fn a_failure_below_the_level_is_reported() {
    let message = "RES-09 (open): ";
    let said = run("level", &[]);
    assert_eq!(said.code, Some(0), "{said}");
    assert!(said.err.contains(message) && !said.out.contains(message), "{said}");
    let said = run("every-level", &[]);
    assert_eq!(said.code, Some(101), "{said}");
    assert!(said.out.contains(message) && said.err.is_empty(), "{said}");
}

fn a_drift_of_the_reference_fails() {
    let said = run("drift", &[]);
    assert_eq!(said.code, Some(101), "{said}");
    let drift = "drift of the reference from its snapshot pi/keys-and-file/two-keys-answer-the-question.snap";
    assert!(said.out.contains(drift), "{said}");
}

/// A process for one test reads only that scenario. Mistakes in other files are reported when all files are read.
fn one_test_reads_only_its_own_scenario() {
    let said = run("reading", &["--exact", "good/without-a-mistake"]);
    assert_eq!(said.code, Some(0), "{said}");
    assert!(said.out.contains("1 passed"), "{said}");
    let said = run("reading", &["--list"]);
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{said}");
    assert!(said.err.contains("good.feature:12") && said.err.contains("none.feature:1"), "{said}");
}

fn nothing_passes_if_nothing_can_be_checked() {
    for (name, code, why) in [
        ("tags", 4, "nothing is selected"),
        ("no-system", 2, "there is no system \"vim\""),
        ("missing", 2, "fault of the environment: there is no such agent"),
        (
            "other",
            3,
            "this subject is asked none of these 3 scenarios; the reason for the first: own 0.1 does not claim",
        ),
    ] {
        for arguments in [&[][..], &["--list"]] {
            let said = run(name, arguments);
            assert_eq!((said.code, said.out.as_str()), (Some(code), ""), "{name}: {said}");
            assert!(said.err.contains(why), "{name}: {said}");
        }
    }
}

fn drawn_runs_are_a_test_of_each_claimed_system() {
    let said = run("drawn", &["--list", "--format", "terse"]);
    assert!(said.out.contains("simulate/deepchat: test\n") && !said.out.contains("simulate/pi"), "{said}");
    let said = run("drawn", &["--exact", "simulate/deepchat"]);
    assert_eq!(said.code, Some(0), "{said}");
    assert!(said.out.contains("test simulate/deepchat ... ok") && said.out.contains("1 passed"), "{said}");
}

fn a_broken_rule_in_drawn_runs_tells_the_story() {
    let said = run("drawn-wrong", &["--exact", "simulate/pi"]);
    assert_eq!(said.code, Some(101), "{said}");
    for expected in [
        "  seed 0: comes-to-an-end (I-1): the run ended stuck, with nothing open\n",
        "  I-1 (must): A question comes to at most one end.",
        "\n  to run it again: ",
        "--exact simulate/pi\n",
    ] {
        assert!(said.out.contains(expected), "{expected}: {said}");
    }
}
