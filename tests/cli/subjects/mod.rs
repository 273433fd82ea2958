//! Adapters that go wrong. Each is a script of `tests/bad/subjects`; its first argument is the way to go wrong. Each is
//! played with one job and with two. The whole output is a snapshot, and the reports must agree with the output.
//!
//! A test of a hang takes as long as the patience with the adapter. So the hanging adapters run side by side, and only
//! they have a short patience.

mod asks;
mod claims;
mod floods;
mod late;
mod lines;
mod lives;
mod parties;
mod smoke;
mod starts;
mod turns;

use std::{collections::BTreeSet, fs, path::Path, thread};

use regex::{Captures, Regex};
use serde_json::{Value, json};

use crate::bench::{Said, folder, hotseat};

/// Three scenarios with a turn each. The adapter goes wrong in the second.
const TURNS: &str = "tests/bad/subjects/turns.feature";
/// The same, with requests to the model.
const ASKS: &str = "tests/bad/subjects/asks.feature";

/// An adapter that goes wrong in some way.
#[derive(Clone, Copy)]
struct Way<'a> {
    shell: &'a str,
    script: &'a str,
    way: &'a str,
    /// Whether the adapter hangs until the patience ends.
    hangs: bool,
}

/// The patience with an adapter that hangs, in seconds. Shorter would fail other adapters on a busy machine.
const PATIENCE: &str = "2";

/// The output of a run, and its JSON report.
struct Found {
    said: Said,
    report: Value,
}

impl Way<'_> {
    const fn of<'a>(script: &'a str, way: &'a str) -> Way<'a> {
        Way { shell: "sh", script, way, hangs: false }
    }

    /// Calls `look` for several hanging adapters at the same time.
    fn at_once(ways: &[Self], look: impl Fn(Self) + Sync) {
        thread::scope(|scope| {
            for way in ways {
                scope.spawn(|| look(Self { hangs: true, ..*way }));
            }
        });
    }

    fn name(&self) -> String {
        format!("{}-{}", self.script, self.way)
    }

    fn subject(&self) -> String {
        format!("{} tests/bad/subjects/{}.sh {}", self.shell, self.script, self.way)
    }

    /// Plays a feature with one job and with two. The verdicts must be the same.
    fn plays(&self, feature: &str) -> Found {
        let found = self.plays_with(feature, "1");
        if !self.hangs {
            let two = self.plays_with(feature, "2");
            assert_eq!(two.said.code, found.said.code, "with two at once: {}", two.said);
            assert_eq!(two.judged(), found.judged(), "with two at once: {}", two.said);
        }
        insta::assert_snapshot!(self.name(), found.said.to_string());
        found
    }

    fn plays_with(&self, feature: &str, jobs: &str) -> Found {
        let folder = folder(&format!("subjects-{}-{jobs}", self.name()));
        let file = |kind: &str| format!("{kind}={}", folder.join(kind).display());
        let reports = ["--report", &file("json"), "--report", &file("junit")];
        let patience: &[&str] = if self.hangs { &["--patience", PATIENCE] } else { &[] };
        let run = ["run", feature, "-v", "--jobs", jobs, "--subject", &self.subject()];
        let mut said = hotseat(&[&run[..], patience, &reports].concat());
        said.out = steady(&said.out);
        let found = Found { said, report: json(&folder) };
        found.assert_whole(&fs::read_to_string(folder.join("junit")).unwrap());
        found
    }

    /// The second of the three scenarios in the report. The other two must pass.
    fn second(&self, feature: &str) -> Value {
        let found = self.plays(feature);
        let [before, second, behind] = &found.scenarios()[..] else { panic!("three scenarios: {}", found.said) };
        assert_eq!((&before["verdict"], &behind["verdict"]), (&json!("passed"), &json!("passed")), "{}", found.said);
        assert_eq!((found.said.code, &found.report["faults"]), (1, &json!([])), "{}", found.said);
        second.clone()
    }

    /// Asserts that the second scenario fails, and that only `culprit` is to blame.
    fn fails_in_the_second(&self, feature: &str, culprit: &str) {
        let second = self.second(feature);
        assert_eq!((&second["verdict"], blames(&second)), (&json!("failed"), vec![culprit.to_owned()]));
    }
}

/// The culprits of the faults of a scenario or of a report.
fn blames(of: &Value) -> Vec<String> {
    of["faults"].as_array().unwrap().iter().map(|fault| fault["blame"].as_str().unwrap().to_owned()).collect()
}

impl Found {
    fn scenarios(&self) -> Vec<Value> {
        self.report["scenarios"].as_array().unwrap().clone()
    }

    /// Asserts that the reports have everything that the output has.
    fn assert_whole(&self, junit: &str) {
        let Self { said, report } = self;
        assert_eq!(report["exit_code"], said.code, "{said}");
        assert!(junit.trim_end().ends_with("</testsuites>"), "{junit}");
        let scenarios = self.scenarios();
        assert_eq!(scenarios.len(), 3, "{said}");
        for scenario in &scenarios {
            let (verdict, id) = (scenario["verdict"].as_str().unwrap(), scenario["id"].as_str().unwrap());
            // A scenario that is not asked has a reason.
            let why = if verdict == "not applicable" { ": does not claim " } else { "\n" };
            // If the adapter does not start, the output says only that.
            assert!(said.code == 2 || said.out.contains(&format!("{verdict:<16} {id}{why}")), "{said}");
            assert!(junit.contains(&format!("<testcase name=\"{id}\"")), "{junit}");
        }
        for fault in scenarios.iter().chain([report]).flat_map(|of| of["faults"].as_array().unwrap()) {
            let culprit = fault["blame"].as_str().unwrap().replace('_', " ");
            let first = fault["story"].as_str().unwrap().lines().next().unwrap();
            let told = format!("fault of the {culprit}: {}", steady(first));
            assert!(said.out.contains(&told) || said.err.contains(&told), "{told}\n{said}");
        }
    }

    /// The verdicts with their reasons, to compare one job with two. With two jobs, chance decides which process plays
    /// a scenario. The names of runs and the ids of messages are counted in each process, so their numbers differ.
    /// Which of them are the same, and which came first, must not differ.
    fn judged(&self) -> (Vec<Value>, Value) {
        let scenarios = self.scenarios();
        let judged = |of: &Value| {
            let text = serde_json::to_string(&json!([of["id"], of["verdict"], of["end"], of["faults"], of["thens"]]));
            let mut text = steady(&text.unwrap()).replace('\\', "");
            // Only a run that is not the first of its process has a previous run.
            for scenario in &scenarios {
                text = text.replace(&hint_at(scenario["id"].as_str().unwrap()), "");
            }
            json!(ranked(&ranked(&text, r#""s(\d+)""#), r#"(?:"id":"?|string "|request )(\d+)"#))
        };
        (scenarios.iter().map(judged).collect(), judged(&self.report))
    }
}

/// What an error adds where a message may belong to the previous run.
fn hint_at(previous: &str) -> String {
    format!(
        "; the message may belong to the previous run ({previous}) and come after its `idle`: with `many: false` in the \
         claims, each run has a process of its own"
    )
}

/// `text` with each number that `pattern` captures replaced by its rank: the lowest of them is 1.
fn ranked(text: &str, pattern: &str) -> String {
    let pattern = Regex::new(pattern).unwrap();
    let number = |found: &Captures<'_>| found[1].parse::<u64>().unwrap();
    let numbers: BTreeSet<u64> = pattern.captures_iter(text).map(|found| number(&found)).collect();
    let rank = |found: &Captures<'_>| {
        let rank = numbers.range(..=number(found)).count();
        found[0].replacen(&found[1], &rank.to_string(), 1)
    };
    pattern.replace_all(text, rank).into_owned()
}

/// The text without the names of run folders.
fn steady(text: &str) -> String {
    let folder = Regex::new(r#"[^" ]*/hotseat-\d+-\d+-\d+/\d+"#).unwrap();
    folder.replace_all(text, "<folder>").into_owned()
}

fn json(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("json")).unwrap()).unwrap()
}
