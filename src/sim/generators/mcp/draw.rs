//! Draws the workload of a run of the Model Context Protocol.

use crate::{
    llm::script::ScriptedCall,
    model::json::{Value, json},
    sim::{
        draws::{Draws, Stream::Situation as S},
        fault::Faults,
        generators::{
            draft::{Draft, Earlier},
            spoil_question,
        },
        scope::Scope,
        workload::{Ask, Workload},
    },
    system::mcp,
};

/// Nothing is stored.
pub const EARLIER: Earlier = Earlier { older: Vec::new, newer: Vec::new };
/// The profiles that are drawn: every version of the protocol.
pub const PROFILES: &[&str] = &["2025-11-25", "2025-06-18", "2026-07-28"];
/// What the form of many kinds shows.
pub const SURVEY: &str = "Tell us more";

pub fn draw(draws: &mut Draws, faults: Faults, scope: &Scope) -> Workload {
    let mut draft = Draft::new(draws, "mcp", PROFILES, scope);
    draft.turns(|draft, id| {
        let (name, arguments) = match draft.draws.below(S, "call", 12) {
            0..=5 => (mcp::ASK, question(draft, &id)),
            6 => ("deploy", json!({"version": "1.4"})),
            7 => ("pair", pair(draft, &id)),
            8 => ("survey", json!({})),
            9 => ("connect", json!({})),
            10 => ("status", json!({})),
            _ => ("no_such_tool", json!({})),
        };
        ScriptedCall { id, name: name.to_owned(), arguments }
    });
    let config = capabilities(draft.draws);
    draft.configure(config);
    draft.finish(faults, &EARLIER)
}

/// Draws what the client declares, where it is not all of its version.
pub fn capabilities(draws: &mut Draws) -> Value {
    let mut config = json!({});
    if draws.chance(S, "other capabilities", 20) {
        let declared = [
            json!({}),
            json!({"elicitation": {}}),
            json!({"elicitation": {"form": {}}}),
            json!({"elicitation": {"url": {}}}),
            json!({"elicitation": true}),
        ];
        config["capabilities"] = draws.pick(S, "capabilities", &declared).clone();
    }
    if draws.chance(S, "misconfigured", 2) {
        config["capability"] = "all".into();
    }
    config
}

/// Draws the two questions of a call that asks them at once.
fn pair(draft: &mut Draft<'_>, call: &str) -> Value {
    let mut arguments = json!({});
    for name in ["first", "second"] {
        let ask = Ask { call: call.into(), tool: "pair".into(), is_valid: true, ..Ask::default() };
        let number = draft.ask(ask);
        arguments[name] = draft.text((number, 0), "Which one?").into();
    }
    arguments
}

/// Draws the arguments of a question.
fn question(draft: &mut Draft<'_>, call: &str) -> Value {
    let is_valid = !draft.draws.chance(S, "invalid", 12);
    let number = draft.ask(Ask { call: call.into(), tool: mcp::ASK.into(), is_valid, ..Ask::default() });
    let mut arguments = json!({"question": draft.text((number, 0), "Which one?")});
    if draft.draws.chance(S, "with options", 65) {
        arguments["options"] = draft.labels(number, 1, 4).into_iter().map(Value::from).collect();
    }
    if !is_valid {
        spoil_question(draft.draws, &mut arguments);
    }
    arguments
}
