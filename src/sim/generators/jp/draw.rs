//! What a run of jp is about.

use crate::model::json::{Map, Text, Value, json};

use crate::{
    llm::script::ScriptedCall,
    sim::{
        draws::{Draws, Stream::Situation as S},
        fault::Faults,
        generators::draft::{Draft, Earlier},
        scope::Scope,
        workload::{Ask, Workload, marked},
    },
};

const EARLIER: Earlier = Earlier { older, newer };

/// The profiles of `ask_user`.
pub const ASK_USER_PROFILES: &[&str] = &["", "rfd082"];
/// The profiles of the tools' questions.
pub const INQUIRY_PROFILES: &[&str] = &["", "rfd034", "rfd082"];

/// A run about `ask_user`.
pub fn ask_user(draws: &mut Draws, faults: Faults, scope: &Scope) -> Workload {
    draw(Draft::new(draws, "jp-ask-user", ASK_USER_PROFILES, scope), 60, faults)
}

/// A run about questions of the host's tools.
pub fn inquiry(draws: &mut Draws, faults: Faults, scope: &Scope) -> Workload {
    draw(Draft::new(draws, "jp-inquiry", INQUIRY_PROFILES, scope), 10, faults)
}

/// A run in which the model calls `ask_user`, rather than a tool of the host, so often in a hundred.
fn draw(mut draft: Draft<'_>, percent: u64, faults: Faults) -> Workload {
    draft.turns(|draft, id| {
        if draft.draws.chance(S, "ask_user", percent) {
            let arguments = arguments(draft, &id);
            return ScriptedCall { id, name: "ask_user".to_owned(), arguments };
        }
        let call = draft.host_call(id);
        let count = *draft.draws.pick(S, "questions", &[0, 1, 1, 1, 2]);
        let asks = (1..=count).map(|index| question(draft, &call, &format!("q{index}"))).collect();
        let script = draft.workload.tools.iter_mut().find(|script| script.tool.name == call.name);
        script.into_iter().for_each(|script| drop(script.asks_in_call.insert(call.id.clone(), Vec::clone(&asks))));
        call
    });
    configure(&mut draft);
    draft.finish(faults, &EARLIER)
}

/// The arguments of a call of `ask_user`.
fn arguments(draft: &mut Draft<'_>, call: &str) -> Value {
    let is_valid = !draft.draws.chance(S, "invalid", 15);
    let slot = slot(call, "ask_user", "answer");
    let number = draft.ask(Ask { is_valid, human_only: true, ..slot });
    let mut arguments = json!({"question": draft.text((number, 0), "Which one?")});
    match draft.draws.below(S, "type", 3) {
        0 => arguments["answer_type"] = "boolean".into(),
        1 => {
            arguments["answer_type"] = "select".into();
            arguments["options"] = draft.labels(number, 1, 4).into();
        }
        _ => {}
    }
    if draft.draws.chance(S, "context", 30) {
        arguments["context"] = format!("Two files\nwould change in {call}.").into();
    }
    if !is_valid {
        match draft.draws.below(S, "how invalid", 5) {
            0 => arguments["question"] = marked((number, 0), "Two\nlines?").into(),
            1 => {
                // ARG-09 leaves it open what an unknown type means.
                arguments["answer_type"] = "number".into();
                draft.may_be_asked(call);
            }
            2 => {
                arguments["options"] = json!([]);
                if arguments["answer_type"] != "select" {
                    // ARG-33 leaves it open what no options mean where none are needed.
                    draft.may_be_asked(call);
                }
            }
            3 => arguments["default"] = json!([1]),
            _ => {
                arguments["answer_type"] = "text".into();
                arguments["options"] = json!(["a"]);
            }
        }
    }
    arguments
}

/// What a tool asks.
fn question(draft: &mut Draft<'_>, call: &ScriptedCall, id: &str) -> Value {
    let mut question = json!({"id": id});
    let kinds = if draft.is_in("rfd082") { 4 } else { 3 };
    let kind = draft.draws.below(S, "type", kinds);
    let human_only = draft.draws.chance(S, "exclusive", 30);
    if human_only {
        question["exclusive"] = true.into();
    }
    let is_kept = !draft.draws.chance(S, "persistence none", 40);
    if !is_kept {
        question["persistence"] = "none".into();
    }
    if draft.draws.chance(S, "context", 20) {
        question["context"] = format!("What {} is about in {id}.", call.id).into();
    }
    let slot = slot(&call.id, &call.name, id);
    let number = draft.ask(Ask { is_valid: true, human_only, is_kept, is_secret: kind == 3, ..slot });
    question["text"] = draft.text((number, 0), "Shall I?").into();
    question["answer_type"] = match kind {
        0 => json!({"type": "boolean"}),
        1 => json!({"type": "select", "options": draft.labels(number, 1, 4)}),
        2 => json!({"type": "text"}),
        _ => json!({"type": "secret"}),
    };
    question
}

fn slot(call: &str, tool: &str, question: &str) -> Ask {
    Ask { call: call.into(), tool: tool.into(), question: question.into(), ..Ask::default() }
}

/// Targets, static answers and labels for some of the tools' questions, and who may run.
fn configure(draft: &mut Draft<'_>) {
    let mut slots: Vec<(Text, Text)> = Vec::new();
    for ask in draft.workload.asks.values() {
        let slot = (ask.tool.clone(), ask.question.clone());
        if !slots.contains(&slot) {
            slots.push(slot);
        }
    }
    let mut tools: Map = Map::new();
    for (tool, question) in slots {
        let settings = settings(draft, &tool, &question);
        if !settings.is_empty() {
            let tool = tools.entry(tool).or_insert_with(|| json!({"questions": {}}));
            tool["questions"][question.as_str()] = settings.into();
        }
    }
    for script in &draft.workload.tools {
        if draft.draws.chance(S, "permission", 25) {
            let tool = tools.entry(script.tool.name.clone()).or_insert_with(|| json!({}));
            tool["run"] = "ask".into();
        }
    }
    if draft.draws.chance(S, "export", 3) {
        let format = *draft.draws.pick(S, "format", &["json", "markdown"]);
        draft.workload.setup.argv = ["conversation", "export", format].map(str::to_owned).into();
    } else if draft.draws.chance(S, "misconfigured", 2) {
        tools.insert("deploy".to_owned(), json!({"run": "whenever"}));
    }
    if !tools.is_empty() {
        draft.configure(json!({"conversation": {"tools": tools}}));
    }
}

/// The settings of a tool's question.
fn settings(draft: &mut Draft<'_>, tool: &str, question: &str) -> Map {
    let mut settings = Map::new();
    match draft.draws.below(S, "target", 5) {
        0 => drop(settings.insert("target".to_owned(), "user".into())),
        1 => drop(settings.insert("target".to_owned(), "assistant".into())),
        2 => drop(settings.insert("target".to_owned(), json!({"model": {"id": "small-model"}}))),
        _ => {}
    }
    if draft.draws.chance(S, "static answer", 20) {
        let answers = [json!(true), json!(false), json!("configured"), json!(5)];
        settings.insert("answer".to_owned(), draft.draws.pick(S, "which answer", &answers).clone());
        let asks = draft.workload.asks.values_mut();
        asks.filter(|ask| ask.tool == tool && ask.question == question).for_each(|ask| ask.is_given = true);
    }
    if draft.draws.chance(S, "label", 20) {
        settings.insert("prompt_label".to_owned(), "Helper".into());
    }
    settings
}

fn older() -> Vec<Value> {
    vec![
        json!({"type": "turn_start"}),
        json!({"type": "chat_request", "content": "An old task."}),
        json!({"type": "tool_call_request", "id": "call_0", "name": "deploy", "arguments": {}, "tool_answers": {"q1": true}}),
        json!({"type": "tool_call_response", "id": "call_0", "content": "deploy has run", "is_error": false}),
        json!({"type": "chat_response", "message": "It is done."}),
    ]
}

fn newer() -> Vec<Value> {
    vec![
        json!({"type": "turn_start"}),
        json!({"type": "chat_request", "content": "A new task."}),
        json!({"type": "thought_graph", "nodes": [1, 2]}),
        json!({"type": "tool_call_request", "id": "call_00", "name": "edit", "arguments": {}}),
        json!({"type": "inquiry_request", "id": "call_00.q1.1", "source": {"source": "tool", "name": "edit"},
            "question": {"text": "Old?", "answer_type": {"type": "boolean"}}}),
        json!({"type": "inquiry_response", "id": "call_00.q1.1", "outcome": "cancelled", "reason": "eaten_by_dog"}),
        json!({"type": "tool_call_response", "id": "call_00", "content": "edit has run", "is_error": false}),
    ]
}
