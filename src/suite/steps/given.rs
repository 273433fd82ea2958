//! The state in which the run begins.

use crate::model::json::Value;

use super::{Step, given, typed::DocJson};
use crate::{
    stage::Scenario,
    suite::{later, scenarios},
};

pub fn steps() -> Vec<Step> {
    vec![
        given(
            "the system {string}",
            "Which system the scenario belongs to: see `hotseat list --systems`.",
            |draft, name: String| {
                draft.scenario.system = name;
                Ok(())
            },
        ),
        given(
            "the profile {string}",
            "The reading of the system's specification that is in force.",
            |draft, name: String| {
                draft.scenario.profile = name;
                Ok(())
            },
        ),
        given(
            "the scenario {string}",
            "Starts from the scenario of that name in `scenarios`, or from a file whose name ends in .json.",
            |draft, name: String| {
                draft.scenario = scenarios::load(&name).map_err(|mistake| mistake.to_string())?;
                Ok(())
            },
        ),
        given(
            "the scenario:",
            "Starts from this scenario, the JSON of a scenario file in a doc string. The steps below add to it.",
            |draft, DocJson(scenario): DocJson<Scenario>| {
                if draft.scenario != Scenario::default() {
                    return Err("the steps above would be lost; `the scenario:` must come first".into());
                }
                draft.scenario = scenario;
                Ok(())
            },
        ),
        given("a terminal", "The subject has an interactive terminal.", |draft, ()| {
            draft.scenario.terminal = true;
            Ok(())
        }),
        given("no terminal", "The subject has none: a pipeline.", |draft, ()| {
            draft.scenario.terminal = false;
            Ok(())
        }),
        given(
            "the command line {string}",
            "The subject's arguments, separated by blanks.",
            |draft, arguments: String| {
                draft.scenario.argv = arguments.split_whitespace().map(str::to_owned).collect();
                Ok(())
            },
        ),
        given(
            "the command line has the words {}",
            "The same as a JSON array of texts, for arguments with blanks in them.",
            |draft, words: Vec<String>| {
                draft.scenario.argv = words;
                Ok(())
            },
        ),
        given(
            "the user's configuration:",
            "A layer of configuration, as JSON in a doc string; later layers win.",
            |draft, DocJson(layer): DocJson<Value>| {
                draft.layer("user file", layer);
                Ok(())
            },
        ),
        given(
            "the command line's configuration:",
            "A layer above the user's, as JSON in a doc string.",
            |draft, DocJson(layer): DocJson<Value>| {
                draft.layer("command line", layer);
                Ok(())
            },
        ),
        given(
            "the setting {string} is {}",
            "One value of the user's configuration, by its dotted path; the value is JSON.",
            |draft, (path, value): (String, Value)| {
                draft.set(&path, value);
                Ok(())
            },
        ),
        given(
            "a stored conversation:",
            "What an earlier run recorded, as a JSON array in a doc string.",
            |draft, DocJson(events): DocJson<Vec<Value>>| {
                draft.scenario.stored = events;
                Ok(())
            },
        ),
        given(
            later::STEP,
            "Before the scenario, the same subject plays the scenario of its system in `features/common/earlier.feature`. \
             The `Then`s read the scenario alone.",
            |draft, ()| {
                let system = draft.system()?.name;
                let earlier = later::earlier(&draft.scenario);
                let earlier = earlier.ok_or_else(|| {
                    format!("{system} has no earlier conversation for the command line {:?}", draft.scenario.argv)
                })?;
                draft.scenario.earlier = Some(Box::new(earlier.clone()));
                Ok(())
            },
        ),
        given(
            "the secret {string}",
            "A value that must never be shown. The stream has <secret> in its place.",
            |draft, secret: String| {
                draft.scenario.secrets.push(secret);
                Ok(())
            },
        ),
    ]
}
