//! Fuller runs: each written scenario once more, with an optional member in its questions, options or calls.
//!
//! An author leaves out what a scenario does not need: a header, a context, descriptions. A mistake may show only where
//! such a member is there. So each scenario is played again with one of the [`MEMBERS`] of its system, and demands the
//! same as before.

use std::sync::LazyLock;

use gherkin::StepType;
use serde::Deserialize;

use super::{
    at_once::{at_once, processors},
    case::{Case, Origin},
    derived::{Exceptions, decides_nothing, demanding, line, rebuilt},
};
use crate::model::text::checksum;

/// The beginning of the id of every fuller run. The name of the member comes next.
pub const PREFIX: &str = "fuller/";

/// Scenarios that mean something else with such a member: the member and the beginning of their ids, with the reason.
/// They stand in `fuller.json`.
pub static EXCEPTIONS: LazyLock<Exceptions> =
    LazyLock::new(|| Exceptions::read("fuller.json", include_str!("fuller.json")));

/// An optional member of a question, an option or a call.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// Its name in ids.
    pub name: String,
    /// The systems whose documents have it.
    systems: Vec<String>,
    /// The step that adds it wherever it is missing.
    step: String,
}

/// The members that change nothing of what the scenarios demand. They stand in `fuller-members.json`.
pub static MEMBERS: LazyLock<Vec<Member>> = LazyLock::new(|| {
    let members = include_str!("fuller-members.json");
    serde_json::from_str(members).unwrap_or_else(|error| panic!("fuller-members.json: {error}"))
});

/// The fuller runs of `cases`: with `all`, one for each member of the system; else one for each scenario.
pub fn fuller(cases: &[Case], all: bool) -> Vec<Case> {
    let with_members = |case: &Case| {
        if decides_nothing(case).is_some() {
            return Vec::new();
        }
        let members: Vec<&Member> = MEMBERS.iter().filter(|member| member.systems.contains(&case.system)).collect();
        let own = checksum(&case.id) as usize % members.len().max(1);
        let chosen = members.into_iter().enumerate().filter(|(at, _)| all || *at == own).map(|(_, member)| member);
        let kept =
            chosen.filter(|member| EXCEPTIONS.of(&title(&case.id, &case.name, member).0[PREFIX.len()..]).is_none());
        kept.filter_map(|member| fuller_run(case, member)).collect::<Vec<_>>()
    };
    at_once(cases, processors(), with_members).into_iter().flatten().collect()
}

/// The member with the name `name`.
pub fn member(name: &str) -> Option<&'static Member> {
    MEMBERS.iter().find(|member| member.name == name)
}

/// The run of `case` with `member`. `None` if the scenario has no place for it.
pub fn fuller_run(case: &Case, member: &Member) -> Option<Case> {
    let mut steps = demanding(case);
    let thens = steps.iter().position(|line| line.kind == StepType::Then)?;
    steps.insert(thens, line(case, StepType::When, &member.step)?);
    let (id, name) = title(&case.id, &case.name, member);
    let fuller = rebuilt(case, id, name, steps, Origin::Fuller)?;
    let scripts = |case: &Case| (case.scenario.model.clone(), case.scenario.tools.clone());
    (scripts(&fuller) != scripts(case)).then_some(fuller)
}

/// The id and the name of the run of a scenario with this member.
pub fn title(id: &str, name: &str, member: &Member) -> (String, String) {
    (format!("{PREFIX}{}/{id}", member.name), format!("{name}, with {}", member.name))
}
