//! What every carried scenario is held to in addition to its own `Then`s. The subjects are wrong in every run.

use std::fs;

use rstest::rstest;
use serde_json::Value;

use crate::bench::{folder, hotseat, program};

const OWN: &str = "tests/bad/mutants/in-every-run.json";

/// One wrong member must not fail every scenario, because it would hide what else is wrong.
#[rstest]
#[case::a_rule("i-1-pi-records-it-twice", None, "the rule one-result is kept ", "I-1")]
#[case::a_definition(
    "described-with-a-blank-at-the-end",
    Some(OWN),
    "as in every run, the description of \"ask_user\" reaches the model as",
    "PI-80"
)]
#[case::a_record(
    "an-answer-with-a-note",
    Some(OWN),
    "as in every run, each object recorded with {\"answered\": true}",
    "PI-87"
)]
fn what_every_run_breaks_fails_three_scenarios(
    #[case] mutant: &str,
    #[case] table: Option<&str>,
    #[case] then: &str,
    #[case] requirement: &str,
) {
    let place = folder(&format!("standing-{}", mutant.replace('/', "-")));
    let report = place.join("report.json");
    let table = table.map(|table| format!(" --mutants {table}")).unwrap_or_default();
    let subject = format!("{} adapter --mutant {mutant}{table}", program());
    let report_to = format!("json={}", report.display());
    let run = ["run", "-q", "--system", "pi", "--no-combinations", "--name", "^pi/(answers|two-calls)/", "--jobs", "1"];
    let said = hotseat(&[&run[..], &["--subject", &subject, "--report", &report_to]].concat());
    assert_eq!(said.code, 1, "{said}");

    let report: Value = serde_json::from_str(&fs::read_to_string(report).unwrap()).unwrap();
    let list = |of: &'_ Value, name: &str| of[name].as_array().cloned().unwrap_or_default();
    let mut found = Vec::new();
    for scenario in list(&report, "scenarios") {
        for one in list(&scenario, "thens") {
            if one["text"].as_str().unwrap().starts_with(then) {
                found.push((scenario["id"].as_str().unwrap().to_owned(), one.to_string()));
            }
        }
    }
    found.sort();
    let says_more = |text: &str| text.contains("more scenarios show it, too");
    assert_eq!(found.iter().map(|(_, text)| says_more(text)).collect::<Vec<_>>(), [false, false, true], "{found:#?}");
    let verdict = list(&report, "requirements").into_iter().find(|one| one["id"] == requirement).unwrap();
    assert_eq!(verdict["verdict"], "fail", "{verdict}");
}
