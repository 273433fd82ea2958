//! Later runs: each written scenario once more, after an earlier conversation with the same subject.
//!
//! An author tries a requirement in a fresh conversation. A mistake may show only later: at the second call, after a
//! cancelled question, in the next turn. So every scenario that can come later is played later, too. Its `Then`s read its
//! own part of the run alone, so they demand the same as before.
//!
//! The earlier conversation of a system is a scenario like any other: `features/common/earlier.feature`.

use std::{
    collections::BTreeSet,
    sync::{LazyLock, OnceLock},
};

use gherkin::StepType;

use super::{
    at_once::{at_once, processors},
    case::{Case, Origin},
    catalogue::Catalogue,
    derived::{Exceptions, decides_nothing, line, rebuilt},
    lint, source,
};
use crate::{
    llm::script::{Body, Exchange},
    stage::{
        Scenario,
        scenario::{Deed, ExpectedEnd, When},
    },
    system::System,
};

/// The beginning of the id of every later run.
pub const PREFIX: &str = "later/";
/// The feature whose scenarios are the earlier conversations.
const FEATURE: &str = "common/earlier";
/// The step that puts an earlier conversation before a scenario.
pub const STEP: &str = "an earlier conversation";

/// Scenarios that mean something else after an earlier conversation, by the beginning of their ids, with the reason.
/// They stand in `later.json`.
pub static EXCEPTIONS: LazyLock<Exceptions> =
    LazyLock::new(|| Exceptions::read("later.json", include_str!("later.json")));

/// The later runs of `cases`.
pub fn later(cases: &[Case]) -> Vec<Case> {
    let run = |case: &Case| if why_not(case).is_none() { later_run(case) } else { None };
    at_once(cases, processors(), run).into_iter().flatten().collect()
}

/// Why the scenario of `case` is not played later. `None` if it is.
pub fn why_not(case: &Case) -> Option<&'static str> {
    let scenario = &case.scenario;
    let says_first =
        scenario.operator.iter().any(|rule| rule.when == When::Start && matches!(rule.does, Deed::Says(_)));
    if case.id.starts_with(FEATURE) || scenario.earlier.is_some() {
        Some("it has an earlier conversation itself")
    } else if let Some(why) = decides_nothing(case) {
        Some(why)
    } else if !scenario.stored.is_empty() {
        Some("it goes on with a stored conversation")
    } else if !says_first || scenario.end == ExpectedEnd::Unbegun {
        Some("no message of the user begins it")
    } else if earlier(scenario).is_none() {
        Some("there is no earlier conversation for its command line")
    } else {
        EXCEPTIONS.of(&case.id)
    }
}

/// The later run of `case`, if there is an earlier conversation for it.
pub fn later_run(case: &Case) -> Option<Case> {
    earlier(&case.scenario)?;
    let mut steps = case.steps.clone();
    let begins = steps.iter().position(|line| line.kind != StepType::Given).unwrap_or(steps.len());
    steps.insert(begins, line(case, StepType::Given, STEP)?);
    let (id, name) = title(&case.id, &case.name);
    rebuilt(case, id, name, steps, Origin::Later)
}

/// The id and the name of the later run of a scenario.
pub fn title(id: &str, name: &str) -> (String, String) {
    (format!("{PREFIX}{id}"), format!("{name}, later"))
}

/// The earlier conversation for `scenario`: that of its system, with the same command line, and in its profile if there is
/// one. Its calls and tools have names of their own.
pub fn earlier(scenario: &Scenario) -> Option<&'static Scenario> {
    static ALL: [OnceLock<Vec<Scenario>>; System::ALL.len()] = [const { OnceLock::new() }; System::ALL.len()];
    let at = System::ALL.iter().position(|system| system.name == scenario.system)?;
    // A name begins with that of its system, so a process that needs one system reads no others.
    let begin = format!("{} ", scenario.system);
    let all = ALL[at].get_or_init(|| {
        let feature: Vec<_> = source::named(&format!("{FEATURE}.feature")).into_iter().collect();
        let of_system = |_: &str, name: &str, _: &BTreeSet<String>| name.starts_with(&begin);
        let cases = lint::read(&feature, Catalogue::embedded(), Some(&of_system));
        let cases = cases.unwrap_or_else(|error| panic!("{error}"));
        cases.iter().map(|case| renamed(case.written())).collect()
    });
    let played = System::ALL[at].played_in(&scenario.profile);
    let mut all = all.iter().filter(|one| one.argv == scenario.argv);
    all.clone().find(|one| one.profile == played).or_else(|| all.next())
}

/// The scenario with other ids of calls and other names of its tools, so that those of a later part are never the same.
fn renamed(mut scenario: Scenario) -> Scenario {
    let own: Vec<String> = scenario.tools.iter().map(|script| script.tool.name.clone()).collect();
    let tool = |name: &mut String| {
        if own.contains(name) {
            *name = format!("earlier_{name}");
        }
    };
    scenario.tools.iter_mut().for_each(|script| tool(&mut script.tool.name));
    for Exchange { expect, replies, .. } in &mut scenario.model {
        expect.results.iter_mut().for_each(|id| *id = format!("earlier_{id}"));
        for reply in replies {
            if let Body::Message { calls, .. } = &mut reply.body {
                for call in calls {
                    call.id = format!("earlier_{}", call.id);
                    tool(&mut call.name);
                }
            }
        }
    }
    scenario
}
