//! The tools of a server, which ask the user of its client, and how the user answers.

use super::draft::Draft;
use crate::{
    llm::script::ScriptedCall,
    model::json::{Value, json},
    sim::{
        draws::{Draws, Stream, Stream::Situation as S},
        workload::{Ask, Workload},
    },
    system::{Act, Offers, Prompt, UNDECLARED},
};

/// Answers a prompt with one of its choices, with several of them, or with the text. Sometimes the user declines.
pub fn answer(prompt: &Prompt, _: &Workload, text: &str, draws: &mut Draws) -> Vec<Act> {
    let Offers { choices, several, .. } = &prompt.offers;
    if draws.chance(Stream::Person, "declines", 15) {
        return vec![Act::Reject];
    }
    if choices.is_empty() {
        return vec![Act::Answer(text.into())];
    }
    let choice: Value = draws.pick(Stream::Person, "choice", choices).clone().into();
    vec![Act::Answer(if *several { [choice].into_iter().collect() } else { choice })]
}

/// Draws a call of a tool of the session's server, which may ask the user.
pub fn server_call(draft: &mut Draft<'_>, id: String) -> ScriptedCall {
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
        call: call.id.clone().into(),
        tool: call.name.clone().into(),
        question: question.clone().into(),
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
