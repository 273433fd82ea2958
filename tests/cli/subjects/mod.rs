//! Subjects behind an adapter that goes wrong in some way: a script of `tests/bad/subjects`, whose first argument is the
//! way. Each is played one scenario at a time and two at once. What is said is a snapshot, whole; the reports are held
//! against it.
//!
//! A hang takes the time that it is waited for. So those who hang do it side by side, and in no other test is waiting
//! bounded.

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

/// Three turns. Whoever goes wrong does so in the second.
const TURNS: &str = "tests/bad/subjects/turns.feature";
/// The same, and the model is asked.
const ASKS: &str = "tests/bad/subjects/asks.feature";

/// A way to go wrong, and what it is a way of.
#[derive(Clone, Copy)]
struct Way<'a> {
    shell: &'a str,
    script: &'a str,
    way: &'a str,
    /// Whether something is waited for until patience ends.
    hangs: bool,
}

/// How long is waited for who hangs. The others need some time too, on a machine that has much to do.
const PATIENCE: &str = "2";

/// What a program said, and the JSON report that it wrote.
struct Found {
    said: Said,
    report: Value,
}

impl Way<'_> {
    const fn of<'a>(script: &'a str, way: &'a str) -> Way<'a> {
        Way { shell: "sh", script, way, hangs: false }
    }

    /// Looks at all who hang at once.
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

    /// What comes of it: the same, whether one scenario is played at a time or two are.
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
        found.is_whole(&fs::read_to_string(folder.join("junit")).unwrap());
        found
    }

    /// What came of the second of the three scenarios. The others pass.
    fn second(&self, feature: &str) -> Value {
        let found = self.plays(feature);
        let [before, second, behind] = &found.scenarios()[..] else { panic!("three scenarios: {}", found.said) };
        assert_eq!((&before["verdict"], &behind["verdict"]), (&json!("passed"), &json!("passed")), "{}", found.said);
        assert_eq!((found.said.code, &found.report["faults"]), (1, &json!([])), "{}", found.said);
        second.clone()
    }

    /// The second scenario fails, and it is this one's fault alone.
    fn fails_in_the_second(&self, feature: &str, culprit: &str) {
        let second = self.second(feature);
        assert_eq!((&second["verdict"], blames(&second)), (&json!("failed"), vec![culprit.to_owned()]));
    }
}

/// Who is to blame for what is wrong with a scenario, or with a report.
fn blames(of: &Value) -> Vec<String> {
    of["faults"].as_array().unwrap().iter().map(|fault| fault["blame"].as_str().unwrap().to_owned()).collect()
}

impl Found {
    fn scenarios(&self) -> Vec<Value> {
        self.report["scenarios"].as_array().unwrap().clone()
    }

    /// Everything is in the reports, and as it was said.
    fn is_whole(&self, junit: &str) {
        let Self { said, report } = self;
        assert_eq!(report["exit_code"], said.code, "{said}");
        assert!(junit.trim_end().ends_with("</testsuites>"), "{junit}");
        let scenarios = self.scenarios();
        assert_eq!(scenarios.len(), 3, "{said}");
        for scenario in &scenarios {
            let (verdict, id) = (scenario["verdict"].as_str().unwrap(), scenario["id"].as_str().unwrap());
            // Of what was not asked it is said why.
            let why = if verdict == "not applicable" { ": does not claim " } else { "\n" };
            // Of who did not start, only that is said.
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

    /// The verdicts with their reasons, to compare one job with two. With two jobs, chance decides which process plays a
    /// scenario. The names of runs and the ids of messages are counted in each process, so their numbers differ. Which of
    /// them are the same, and which came first, must not differ.
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

/// Without the name of a folder of a run.
fn steady(text: &str) -> String {
    let folder = Regex::new(r#"[^" ]*/hotseat-\d+-\d+-\d+/\d+"#).unwrap();
    folder.replace_all(text, "<folder>").into_owned()
}

fn json(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("json")).unwrap()).unwrap()
}
