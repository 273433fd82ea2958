use rstest::rstest;

use super::{Day, ExpectedFailures, write::NO_REASON};
use crate::{
    model::json::{Value, from_value, json},
    report::{ExitCode, Report},
    subject::Manifest,
    suite::{outcome::CaseVerdict, plan::Verdict},
};

const TODAY: Day = Day { year: 2026, month: 11, day: 25 };

fn then(requirements: &[&str], miss: Value) -> Value {
    let mut then = json!({"text": "a step", "line": 3, "requirements": requirements});
    if !miss.is_null() {
        then["miss"] = miss;
    }
    then
}

fn fails() -> Value {
    json!({"fails": {"expected": "a", "found": "b"}})
}

fn unread() -> Value {
    json!({"unread": "it was not shown"})
}

fn case(id: &str, verdict: &str, thens: &[Value]) -> Value {
    json!({"id": id, "file": "x.feature", "line": 2, "name": id, "system": "jp-ask-user", "is_carried": true, "asks": "", "verdict": verdict,
        "faults": [], "thens": thens})
}

fn row(id: &str, verdict: &str, scenarios: &[&str]) -> Value {
    json!({"id": id, "area": "", "systems": [], "level": "must", "sentence": "", "source": "", "verdict": verdict,
        "scenarios": scenarios})
}

/// RTE-10 fails in one scenario, RTE-11 in two, RTE-12 is not decided, RTE-13 passes, RTE-14 is not asked; `x/own` fails at a
/// step without a requirement.
fn report() -> Report {
    let report = json!({
        "report_version": 1, "subject": "mine 1.0", "command": "hotseat run", "hotseat": "0.1.0", "catalogue": "",
        "fail_on": "must", "exit_code": 1,
        "scenarios": [
            case("x/one", "failed", &[then(&["RTE-10"], fails()), then(&["RTE-11"], fails())]),
            case("x/two", "failed", &[then(&["RTE-11"], fails())]),
            case("x/three", "incomplete", &[then(&["RTE-12"], unread())]),
            case("x/four", "passed", &[then(&["RTE-13"], Value::Null)]),
            case("x/own", "failed", &[then(&[], fails())]),
        ],
        "requirements": [
            row("RTE-10", "fail", &["x/one"]), row("RTE-11", "fail", &["x/one", "x/two"]),
            row("RTE-12", "incomplete", &["x/three"]), row("RTE-13", "pass", &["x/four"]),
            row("RTE-14", "not applicable", &[]),
        ],
        "unreferred_snapshots": [], "faults": [], "internal": [],
    });
    let mut report: Report = from_value(report).unwrap();
    report.judge();
    report
}

fn list(entries: &[(&str, &str)]) -> String {
    let entry = |(id, more): &(&str, &str)| format!("[[expected]]\nid = {id:?}\nreason = \"known\"\n{more}\n");
    entries.iter().map(entry).collect()
}

fn applied(text: String) -> Report {
    applied_to_part(text, true)
}

/// The same where every scenario of each requirement was run, or only some.
fn applied_to_part(text: String, is_whole: bool) -> Report {
    let list = ExpectedFailures::parse("known.toml", text).unwrap();
    let mut report = report();
    list.apply(&mut report, TODAY, |_| is_whole);
    report
}

/// A requirement that passes in the scenarios with a name may fail in others.
#[rstest]
#[case::passes("RTE-13", "", true, true)]
#[case::passes_in_a_part("RTE-13", "", false, false)]
#[case::is_not_asked_in_a_part("RTE-14", "", false, false)]
#[case::fails_in_a_part_and_was_not_decided("RTE-10", INCOMPLETE, false, false)]
#[case::is_over_in_a_part("RTE-13", "expires = 2020-01-01", false, true)]
#[case::a_scenario_is_always_whole("x/four", "", false, true)]
fn what_was_run_in_part_is_not_stale(
    #[case] id: &str,
    #[case] more: &str,
    #[case] is_whole: bool,
    #[case] is_stale: bool,
) {
    let report = applied_to_part(list(&[(id, more)]), is_whole);
    assert_eq!(!report.stale.is_empty(), is_stale, "{:?}", report.stale);
}

const INCOMPLETE: &str = "expect = \"incomplete\"";
const FLAKY: &str = "expect = \"flaky\"";

#[test]
fn what_is_listed_does_not_count() {
    let all = [("RTE-10", ""), ("RTE-11", ""), ("RTE-12", INCOMPLETE), ("x/own", "")];
    let report = applied(list(&all));
    assert_eq!((report.exit_code, report.stale.as_slice()), (ExitCode::CONFORMANT, &[][..]));
    assert_eq!(report.requirements[0].verdict, Verdict::ExpectedFailure);
    assert_eq!(report.requirements[0].expected.as_ref().unwrap().reason, "known");
    // What is flaky may fail, and may be undecided.
    let report = applied(list(&[("RTE-10", FLAKY), ("RTE-11", ""), ("RTE-12", FLAKY), ("x/own", FLAKY)]));
    assert_eq!((report.exit_code, report.stale.as_slice()), (ExitCode::CONFORMANT, &[][..]));
    // A scenario stands for the requirements that do not hold in it alone.
    let report = applied(list(&[("x/one", ""), ("x/own", ""), ("x/three", INCOMPLETE)]));
    let verdicts: Vec<Verdict> = report.requirements.iter().map(|row| row.verdict).collect();
    let expected = Verdict::ExpectedFailure;
    assert_eq!(verdicts[..3], [expected, Verdict::Fail, expected]);
    assert_eq!(report.scenarios[0].verdict, CaseVerdict::ExpectedFailure);
    assert_eq!(report.exit_code, ExitCode::VIOLATED);
    let report = applied(list(&[("x/one", ""), ("x/two", ""), ("x/own", ""), ("x/three", INCOMPLETE)]));
    assert_eq!(report.exit_code, ExitCode::CONFORMANT);
}

#[rstest]
#[case::a_requirement_that_passes("RTE-13", "", "passes: take it off the list")]
#[case::a_scenario_that_passes("x/four", "", "passes: take it off the list")]
#[case::a_flaky_one_that_is_not_asked("RTE-14", FLAKY, "is selected and not asked: take it off the list")]
#[case::one_that_is_not_asked("RTE-14", "", "is selected and not asked: take it off the list")]
#[case::one_that_is_otherwise("RTE-12", "", "is listed as `fail`, and is `incomplete`")]
#[case::one_that_has_expired("RTE-10", "expires = 2026-11-24", "was expected until 2026-11-24, which is over")]
#[case::one_that_expires_as_a_text(
    "RTE-10",
    "expires = \"2026-11-24\"",
    "was expected until 2026-11-24, which is over"
)]
fn what_is_stale_is_named_with_its_line(#[case] id: &str, #[case] more: &str, #[case] why: &str) {
    let report = applied(list(&[("x/own", ""), (id, more)]));
    assert_eq!(report.stale, [format!("known.toml:6: {id} {why}")]);
}

#[rstest]
#[case::today_is_the_last_day("RTE-10", "expires = 2026-11-25")]
#[case::one_that_is_not_in_the_run("RTE-20", "")]
#[case::a_flaky_one_that_passes("RTE-13", FLAKY)]
#[case::a_flaky_scenario_that_passes("x/four", FLAKY)]
fn what_is_not_stale_is_not_named(#[case] id: &str, #[case] more: &str) {
    assert_eq!(applied(list(&[(id, more)])).stale, Vec::<String>::new());
}

#[test]
fn a_stale_entry_counts_less_than_a_violation_and_more_than_an_undecided_requirement() {
    let violated = applied(list(&[("RTE-13", "")]));
    assert_eq!(violated.exit_code, ExitCode::VIOLATED);
    let stale = applied(list(&[("RTE-10", ""), ("RTE-11", ""), ("x/own", ""), ("RTE-13", "")]));
    assert_eq!(stale.exit_code, ExitCode::STALE_BASELINE);
}

#[test]
fn a_written_list_makes_the_run_as_expected() {
    let text = ExpectedFailures::default().written_for(&report(), TODAY);
    insta::assert_snapshot!("written-list", text);
    assert_eq!(applied(text).exit_code, ExitCode::CONFORMANT);
}

#[test]
fn a_list_that_is_written_again_keeps_what_is_right_and_drops_what_is_stale() {
    let old = "# Mine.\n[[expected]]\nid = \"RTE-10\" # the first\nreason = \"known\"\n\n[[expected]]\nid = \"RTE-13\"\n\
               reason = \"mended\"\n\n# Of another run.\n[[expected]]\nid = \"RTE-20\"\nreason = \"elsewhere\"\n";
    let list = ExpectedFailures::parse("known.toml", old.to_owned()).unwrap();
    let text = list.written_for(&report(), TODAY);
    insta::assert_snapshot!("list-written-again", text);
    assert_eq!(applied(text.clone()).exit_code, ExitCode::CONFORMANT);
    let again = ExpectedFailures::parse("known.toml", text.clone()).unwrap();
    assert_eq!(again.written_for(&report(), TODAY), text);
}

#[rstest]
#[case::no_toml("[[expected]\n", "known.toml:1:")]
#[case::another_table("[known]\nid = \"RTE-10\"\n", "known.toml:1:1: expected `[[expected]]`, found `known`")]
#[case::an_unknown_id(
    "[[expected]]\nid = \"RTE-999\"\nreason = \"r\"\n",
    "known.toml:2:6: there is no requirement \"RTE-999\""
)]
#[case::no_id("[[expected]]\nreason = \"r\"\n", "known.toml:1:1: an entry without `id`")]
#[case::no_reason("[[expected]]\nid = \"RTE-10\"\n", "known.toml:1:1: an entry without `reason`")]
#[case::an_empty_reason(
    "[[expected]]\nid = \"RTE-10\"\nreason = \" \"\n",
    "known.toml:3:10: expected a text as `reason`"
)]
#[case::another_member("[[expected]]\nid = \"RTE-10\"\nreason = \"r\"\nwhy = 1\n", "there is no `why` in an entry")]
#[case::another_verdict(
    "[[expected]]\nid = \"RTE-10\"\nreason = \"r\"\nexpect = \"pass\"\n",
    "expected `fail`, `incomplete` or `flaky`, found \"pass\""
)]
#[case::no_day(
    "[[expected]]\nid = \"RTE-10\"\nreason = \"r\"\nexpires = \"soon\"\n",
    "known.toml:4:11: expected a day as `expires`"
)]
#[case::a_time(
    "[[expected]]\nid = \"RTE-10\"\nreason = \"r\"\nexpires = 2026-01-01T00:00:00\n",
    "expected a day as `expires`"
)]
#[case::twice(
    "[[expected]]\nid = \"RTE-10\"\nreason = \"r\"\n[[expected]]\nid = \"RTE-10\"\nreason = \"r\"\n",
    "known.toml:5: RTE-10 is listed twice, first in line 2"
)]
fn a_mistake_in_the_list_is_told_with_its_place(#[case] text: &str, #[case] message: &str) {
    let mistakes = ExpectedFailures::parse("known.toml", text.to_owned()).unwrap_err().to_string();
    assert!(mistakes.contains(message), "{mistakes}");
}

#[rstest]
#[case(0, "1970-01-01")]
#[case(59, "1970-03-01")]
#[case(365 + 365 + 59, "1972-02-29")]
#[case(11_016, "2000-02-29")]
#[case(20_782, "2026-11-25")]
fn a_day_is_counted_from_1970(#[case] days: u64, #[case] day: &str) {
    assert_eq!(Day::after_1970(days).to_string(), day);
}

/// The lists that are carried for agents can be read, and each entry has a reason.
#[test]
fn the_carried_lists_can_be_read() {
    for (name, _) in Manifest::carried().unwrap() {
        let (file, text) = Manifest::known_failures(name).unwrap();
        let list = ExpectedFailures::parse(file, text.to_owned()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        assert!(list.entries.iter().all(|entry| !entry.reason.contains(NO_REASON)), "{name}");
    }
}
