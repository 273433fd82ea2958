//! Draws the workload of a run of DeepChat.

use crate::model::json::{Value, json};

use crate::{
    llm::script::ScriptedCall,
    sim::{
        draws::{Draws, Stream::Situation as S},
        fault::Faults,
        generators::draft::{Draft, Earlier},
        scope::Scope,
        workload::{Ask, Workload},
    },
};

const EARLIER: Earlier = Earlier { older, newer };

/// The longest label, in characters.
const LABEL_MAX: usize = 30;

/// The profiles that are drawn.
pub const PROFILES: &[&str] = &["", "head"];

pub fn draw(draws: &mut Draws, faults: Faults, scope: &Scope) -> Workload {
    let mut draft = Draft::new(draws, "deepchat", PROFILES, scope);
    draft.turns(|draft, id| {
        if draft.draws.chance(S, "question", 65) {
            let name = if draft.is_in("head") { "deepchat_question" } else { "question" };
            let arguments = arguments(draft, &id);
            ScriptedCall { id, name: name.to_owned(), arguments }
        } else {
            draft.host_call(id)
        }
    });
    let mut config = json!({});
    if draft.draws.chance(S, "remote", 20) {
        config["remote"] = true.into();
    }
    if draft.draws.chance(S, "hooks", 10) {
        config["hooks"] = true.into();
    }
    if draft.draws.chance(S, "no questions", 4) {
        config["questions"] = false.into();
    } else if draft.draws.chance(S, "misconfigured", 2) {
        config["questions"] = "perhaps".into();
    }
    draft.configure(config);
    draft.finish(faults, &EARLIER)
}

/// Draws the arguments of a question.
fn arguments(draft: &mut Draft<'_>, call: &str) -> Value {
    let is_valid = !draft.draws.chance(S, "invalid", 12);
    let number = draft.ask(Ask { call: call.into(), tool: "question".into(), is_valid, ..Ask::default() });
    let labels = draft.labels(number, 1, 4);
    let options: Vec<Value> = labels.iter().map(|label| json!({"label": label, "description": "as it says"})).collect();
    let mut arguments = json!({"question": draft.text((number, 0), "Which one?"), "options": options});
    if draft.draws.chance(S, "header", 30) {
        arguments["header"] = "Choice".into();
    }
    if draft.draws.chance(S, "multiple", 35) {
        arguments["multiple"] = true.into();
    }
    if draft.draws.chance(S, "no text", 35) {
        arguments["custom"] = false.into();
    }
    if !is_valid {
        let kind = draft.draws.below(S, "how invalid", 4);
        if kind < 2 {
            // DC-08 and DC-09 are no more than a `should`.
            draft.may_be_asked(call);
        }
        match kind {
            0 => arguments["options"] = json!([]),
            1 => arguments["options"] = vec![json!({"label": "x"}); 11].into(),
            2 => arguments["options"] = json!([{"label": "x".repeat(LABEL_MAX + 1)}]),
            _ => arguments["question"] = "".into(),
        }
    }
    arguments
}

fn older() -> Vec<Value> {
    vec![
        json!({"id": "m1", "role": "user", "content": {"text": "An old task."}}),
        json!({"id": "m2", "role": "assistant", "content": [{"type": "content", "content": "It is done."}]}),
    ]
}

fn newer() -> Vec<Value> {
    vec![
        json!({"id": "m3", "role": "user", "status": "sent", "mood": "curious", "content": {"text": "A new task."}}),
        json!({"id": "m4", "role": "assistant", "status": "sent", "content": [
            {"type": "thought_graph", "nodes": [1, 2]},
            {"type": "content", "status": "success", "content": "It is done, too.", "weight": 3}]}),
    ]
}
