//! Draws the workload of a run of the Agent Client Protocol.

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
    system::{UNDECLARED, acp::tools},
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

/// Draws a call of a tool of the session's server, which may ask the user.
fn server_call(draft: &mut Draft<'_>, id: String) -> ScriptedCall {
    let call = draft.host_call(id);
    let count = *draft.draws.pick(S, "questions of the tool", &[0, 0, 0, 1, 1, 2]);
    let asks: Vec<Value> = (1..=count).map(|index| question_of_tool(draft, &call, index)).collect();
    let script = draft.workload.tools.iter_mut().find(|script| script.tool.name == call.name);
    script.filter(|_| !asks.is_empty()).into_iter().for_each(|script| {
        script.asks_in_call.insert(call.id.clone(), asks.clone());
    });
    call
}

/// Draws what a tool of a server asks: a form with a choice or a text, or a page.
fn question_of_tool(draft: &mut Draft<'_>, call: &ScriptedCall, index: u64) -> Value {
    let is_page = draft.draws.chance(S, "a page", 15);
    let is_shown = is_page || !draft.draws.chance(S, "no form of the protocol", 12);
    let question = format!("q{index}");
    let ask = Ask {
        call: call.id.clone(),
        tool: call.name.clone(),
        question: question.clone(),
        is_valid: is_shown,
        ..Ask::default()
    };
    let number = draft.ask(ask);
    let mut asked = json!({"id": question, "message": draft.text((number, 0), "Which one?")});
    if is_page {
        asked["mode"] = "url".into();
        asked["url"] = "https://example.com/sign-in".into();
    } else {
        let property = match draft.draws.below(S, "property", 3) {
            _ if !is_shown => json!({"type": "object", "properties": {}}),
            0 => json!({"type": "string"}),
            1 => json!({"type": "string", "enum": draft.labels(number, 1, 4)}),
            _ => json!({"type": "array", "items": {"type": "string", "enum": draft.labels(number, 1, 4)}}),
        };
        asked["requestedSchema"] = json!({"type": "object", "properties": {"way": property}, "required": ["way"]});
    }
    if draft.draws.chance(S, "asks although it was not declared", 20) {
        asked[UNDECLARED] = true.into();
    }
    asked
}

/// Draws the arguments of a question.
fn question(draft: &mut Draft<'_>, call: &str) -> Value {
    let is_valid = !draft.draws.chance(S, "invalid", 12);
    let number = draft.ask(Ask { call: call.to_owned(), tool: tools::ASK.to_owned(), is_valid, ..Ask::default() });
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
