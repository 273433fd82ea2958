//! What happens in a combination, in the order in which it happens.

use super::situation::{OTHER, OTHER_QUESTION, Other, Situation};
use crate::{
    model::json::{Value, json},
    suite::combinations::text::{Text, with_json},
};

/// The id of the first call of a connection. Those before it open the connection.
pub const FIRST_CALL: u32 = 2;

pub fn script(situation: &Situation<'_>) -> Text {
    let mut text = Text::of(situation.combination);
    text.given("the system \"mcp\"");
    text.given(format!("the profile {:?}", situation.version()));
    text.given("a terminal");
    if let Some(capabilities) = situation.capabilities() {
        text.given(format!("the setting \"capabilities\" is {capabilities}"));
    }
    text.when("the user says \"go\"");
    let other = with_json(&format!("calls {OTHER:?} with"), &json!({"version": "1.3"}));
    if situation.is_after() {
        text.when(format!("the model {other}"));
        of_other(situation, &mut text);
    }
    text.when(with_json(&format!("the model calls {:?} with", situation.tool()), &situation.arguments()));
    if situation.other().is_some() && !situation.is_after() {
        text.when(format!("in the same message it {other}"));
        of_other(situation, &mut text);
    }
    act(situation, &mut text);
    // A tool may ask again what it was not answered.
    let again = if situation.is_accepted() { &[][..] } else { &situation.questions() };
    for (question, _) in again {
        text.when(format!("if asked again, the person rejects {question:?}"));
    }
    text.when("the model says \"done\" if it is asked");
    text.when("the run may end while the turn waits");
    text
}

/// What becomes of the other call.
fn of_other(situation: &Situation<'_>, text: &mut Text) {
    match situation.other() {
        Some(Other::Accepted) => {
            text.when(format!("after 1000 ms the person answers {OTHER_QUESTION:?} with \"staging\""));
        }
        Some(Other::Declined) => text.when(format!("after 1000 ms the person rejects {OTHER_QUESTION:?}")),
        Some(Other::GivenUp) => {
            given_up(OTHER_QUESTION, text);
            text.when(format!("after 1000 ms the person answers {OTHER_QUESTION:?} with \"staging\""));
        }
        None => {}
    }
}

fn given_up(question: &str, text: &mut Text) {
    text.when(with_json(&format!("the client sends when {question:?} is shown"), &cancels()));
}

/// The line that gives up the first call.
fn cancels() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": FIRST_CALL}})
}

/// What happens once it is asked.
fn act(situation: &Situation<'_>, text: &mut Text) {
    if !situation.can_be_asked() {
        return;
    }
    let response = |result: Value| json!({"jsonrpc": "2.0", "id": "<id>", "result": result});
    match (situation.happens(), situation.result()) {
        ("twice", Some(result)) => answered_with(text, &[response(json!({"action": "decline"})), response(result)]),
        ("crossed", Some(result)) => answered_with(text, &[cancels(), response(result)]),
        ("given_up", _) => given_up(situation.questions()[0].0, text),
        ("error", _) => {
            let error = json!({"code": -32603, "message": "failed"});
            answered_with(text, &[json!({"jsonrpc": "2.0", "id": "<id>", "error": error})]);
        }
        (_, Some(result)) if situation.is_in_rounds() => {
            let line = situation.goes_on(&result);
            text.when(format!("the client answers \"elicitation/create\" with the line {line}"));
        }
        (_, Some(result)) => answered_with(text, &[response(result)]),
        (happens, None) => {
            for (question, given) in situation.questions() {
                let act = match happens {
                    "declined" => format!("rejects {question:?}"),
                    "dismissed" => format!("cancels {question:?}"),
                    _ => format!("answers {question:?} with {given}"),
                };
                text.when(format!("after 2000 ms the person {act}"));
            }
        }
    }
}

/// The client writes these lines upon the first ask, in place of an answer.
fn answered_with(text: &mut Text, lines: &[Value]) {
    let lines: Vec<Value> = lines.iter().map(|line| json!({"line": line})).collect();
    text.when(with_json("the client answers \"elicitation/create\" with", &lines.into()));
}
