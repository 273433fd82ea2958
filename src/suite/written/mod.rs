//! Writes a scenario that is data as steps: the other way round than features are read.
//!
//! ```text
//! Scenario ─▶ givens, story, end ─▶ writer ─▶ lines ─▶ feature
//!                                     ▲  each line is read and built at once: it stays if it builds what it should
//! ```
//!
//! What no step says stands in the doc string of `the scenario:`, and the steps add to it. The finished text is read as a
//! whole, too. If that gives another scenario, all of it stands in the doc string.
//!
//! **Absent here:** the scenario's `about` and `$schema`. They say nothing of the run, and a feature has titles instead.

mod between;
mod feature;
mod given;
mod line;
mod model;
mod outside;
mod person;
mod text;
mod visits;
mod writer;

#[cfg(test)]
mod tests;

use self::{
    between::Acts,
    line::{Arg, Line},
    writer::{Unsaid, Writer},
};
pub use self::{
    feature::{feature, feature_of},
    line::WrittenLine,
    visits::with_visits,
};
use crate::{model::json::to_value, stage::Scenario};

/// After this many tries, the whole scenario stands in the doc string.
const TRIES_MAX: usize = 50;

/// A scenario as steps.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WrittenScenario {
    /// The Givens and Whens, in order.
    pub lines: Vec<WrittenLine>,
    /// Whether a part of the scenario stands in the doc string of `the scenario:`, since no step says it.
    pub has_rest: bool,
}

/// The Givens and Whens that build this scenario, but for its `about` and `$schema`.
pub fn steps(scenario: &Scenario) -> WrittenScenario {
    let scenario = &Scenario { about: String::new(), schema: None, ..scenario.clone() };
    in_steps(scenario).filter(|written| feature::reads_back(written, scenario)).unwrap_or_else(|| whole(scenario))
}

/// The scenario in steps, with as little as possible in a doc string.
fn in_steps(scenario: &Scenario) -> Option<WrittenScenario> {
    let mut unsaid = Unsaid::default();
    for _ in 0..TRIES_MAX {
        let rest = unsaid.scenario(scenario);
        let mut writer = Writer::new(scenario);
        if let Some(rest) = &rest
            && !writer.add(&[rest_line(rest)], |_| true)
        {
            return None;
        }
        let mut acts = Acts::new(scenario, unsaid.person);
        let secrets = acts.enter_secrets();
        let said = writer
            .givens(secrets)
            .and_then(|()| writer.story(|writer, reply| acts.after(writer, reply)))
            .and_then(|()| writer.end())
            .and_then(|()| writer.all_acts());
        match said {
            Ok(()) => return Some(WrittenScenario { lines: writer.lines, has_rest: rest.is_some() }),
            Err(lacking) => {
                if !unsaid.take(lacking) {
                    return None;
                }
            }
        }
    }
    None
}

/// The whole scenario in a doc string.
fn whole(scenario: &Scenario) -> WrittenScenario {
    WrittenScenario { lines: vec![rest_line(scenario).written()], has_rest: true }
}

fn rest_line(scenario: &Scenario) -> Line {
    let mut rest = to_value(scenario).unwrap_or_default();
    if let Some(members) = rest.as_object_mut() {
        // A scenario file has these in any case.
        members.retain(|name, value| !(name == "about" && *value == "" || name == "terminal" && *value == false));
    }
    Line::given("the scenario:", [Arg::Json(rest)])
}
