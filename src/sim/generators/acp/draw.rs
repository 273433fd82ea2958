//! Draws the workload of a run of the Agent Client Protocol.

use crate::{
    llm::script::ScriptedCall,
    model::json::{Value, json},
    sim::{
        draws::{Draws, Stream::Situation as S},
        fault::Faults,
        generators::{
            draft::{Draft, Earlier},
            server_tools::server_call,
            spoil_question,
        },
        scope::Scope,
        workload::{Ask, Workload},
    },
    system::acp::tools,
};

/// Nothing is stored.
const EARLIER: Earlier = Earlier { older: Vec::new, newer: Vec::new };

/// The profiles that are drawn: the tools that ask are the reference's own.
pub const PROFILES: &[&str] = &["own_tools"];

pub fn draw(draws: &mut Draws, faults: Faults, scope: &Scope) -> Workload {
    let mut draft = Draft::new(draws, "acp", PROFILES, scope);
    draft.turns(|draft, id| match draft.draws.below(S, "call", 10) {
        0..=3 => {
            let arguments = question(draft, &id);
            ScriptedCall { id, name: tools::ASK.to_owned(), arguments }
        }
        4 => ScriptedCall { id, name: tools::CONNECT.to_owned(), arguments: page(draft) },
        5 if draft.draws.chance(S, "no such tool", 20) => {
            ScriptedCall { id, name: "no_such_tool".to_owned(), arguments: json!({}) }
        }
        _ => server_call(draft, id),
    });
    let names: Vec<String> = draft.workload.tools.iter().map(|script| script.tool.name.clone()).collect();
    let permission: Vec<String> =
        names.into_iter().filter(|_| draft.draws.chance(S, "needs a permission", 60)).collect();
    let mut config = json!({"permission": permission});
    if draft.draws.chance(S, "other capabilities", 20) {
        let offered = [
            json!({}),
            Value::Null,
            json!({"elicitation": {"form": {}}}),
            json!({"elicitation": {"url": {}}}),
            json!({"elicitation": {"form": true}}),
        ];
        config["clientCapabilities"] = draft.draws.pick(S, "capabilities", &offered).clone();
    }
    if draft.draws.chance(S, "another version", 5) {
        config["protocolVersion"] = 65_535.into();
    }
    if draft.draws.chance(S, "misconfigured", 2) {
        config["permission"] = "all".into();
    }
    draft.configure(config);
    draft.finish(faults, &EARLIER)
}

/// Draws the arguments of a question.
fn question(draft: &mut Draft<'_>, call: &str) -> Value {
    let is_valid = !draft.draws.chance(S, "invalid", 12);
    let number = draft.ask(Ask { call: call.into(), tool: tools::ASK.into(), is_valid, ..Ask::default() });
    let mut arguments = json!({"question": draft.text((number, 0), "Which one?")});
    if draft.draws.chance(S, "with options", 65) {
        arguments["options"] = draft.labels(number, 1, 4).into_iter().map(Value::from).collect();
        if draft.draws.chance(S, "several", 30) {
            arguments["several"] = true.into();
        }
        if draft.draws.chance(S, "default", 20) {
            arguments["default"] = arguments["options"][0].clone();
        }
    }
    if !is_valid {
        spoil_question(draft.draws, &mut arguments);
    }
    arguments
}

/// Draws the arguments of a call that sends the user to a page.
fn page(draft: &mut Draft<'_>) -> Value {
    if draft.draws.chance(S, "no address", 10) {
        return json!({"service": "the calendar"});
    }
    json!({"service": "the calendar", "url": "https://example.com/connect"})
}
