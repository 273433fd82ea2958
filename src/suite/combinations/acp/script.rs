//! What happens in a combination, in the order in which it happens.

use super::situation::{PAGE, Situation};
use crate::{
    model::json::json,
    suite::combinations::{
        forms::{OTHER, OTHER_RETURNED, QUESTION, RETURNED, TOOL},
        text::{Text, with_json},
    },
};

pub fn script(situation: &Situation<'_>) -> Text {
    let mut text = Text::of(situation.combination);
    text.given("the system \"acp\"");
    text.given("a terminal");
    if let Some(capabilities) = situation.capabilities() {
        text.given(format!("the setting \"clientCapabilities\" is {capabilities}"));
    }
    if situation.asker() != "question" {
        text.given(format!("a tool {TOOL:?} that returns {RETURNED:?}"));
    }
    if situation.has_other() {
        text.given(format!("a tool {OTHER:?} that returns {OTHER_RETURNED:?}"));
    }
    match situation.asker() {
        "server" => text.given(with_json(&format!("the tool {TOOL:?} asks"), &situation.asked())),
        "permission" => text.given(format!("the setting \"permission\" is {}", json!([TOOL]))),
        _ => {}
    }
    text.when("the user says \"go\"");
    match situation.place() {
        "after_tool" => text.when(format!("the model calls {OTHER:?}")),
        "beside_after" => {
            text.when(format!("the model calls {OTHER:?}"));
            text.when(call(situation, "in the same message it calls", "in the same message it asks the user"));
        }
        _ => {}
    }
    if situation.place() != "beside_after" {
        text.when(call(situation, "the model calls", "the model asks the user"));
    }
    if situation.place() == "beside_before" {
        text.when(format!("in the same message it calls {OTHER:?}"));
    }
    if situation.has_other() {
        text.when(format!("if asked, the person answers {OTHER:?} with \"allow_once\""));
    }
    if situation.asker() == "server" {
        // What a server asks may name its tool.
        text.when("if asked, the person answers \"May this run?\" with \"allow_once\"");
    }
    act(situation, &mut text);
    text.when("the model says \"done\" if it is asked");
    if matches!(situation.happens(), "error" | "unknown" | "missing") {
        if situation.asker() == "question" {
            text.when(format!("if asked again, the person rejects {QUESTION:?}"));
        }
        // Whether the turn ends then is said elsewhere.
        text.when("the run may end while the turn waits");
    }
    text
}

fn call(situation: &Situation<'_>, calls: &str, asks: &str) -> String {
    match situation.asker() {
        "question" => format!("{asks} {QUESTION:?} between {}", json!(["left", "right"])),
        _ => format!("{calls} {TOOL:?}"),
    }
}

/// What is done once it is asked.
fn act(situation: &Situation<'_>, text: &mut Text) {
    let prompt = match situation.asker() {
        "permission" => TOOL,
        _ if situation.is_page() => PAGE,
        _ => QUESTION,
    };
    let answer = match situation.asker() {
        "permission" => json!("allow_once"),
        "question" => json!("right"),
        _ if situation.is_page() => json!("Open"),
        _ => situation.content(),
    };
    let method = if situation.asker() == "permission" { "session/request_permission" } else { "elicitation/create" };
    let word = if situation.asker() == "permission" {
        json!({"outcome": {"outcome": "approved"}})
    } else {
        json!({"action": "_later", "content": {"<first key of properties>": "left"}})
    };
    let result = |result: crate::model::json::Value| {
        let line = json!({"jsonrpc": "2.0", "id": "<id>", "result": result});
        format!("if told, the client answers {method:?} with the line {line}")
    };
    // An agent may ask again what it was not answered.
    let times = if situation.asker() == "question" { 3 } else { 1 };
    match situation.happens() {
        "declined" => (0..times).for_each(|_| text.when(format!("if asked, the person rejects {prompt:?}"))),
        "dismissed" => (0..times).for_each(|_| text.when(format!("if asked, the person cancels {prompt:?}"))),
        "error" => {
            let line = json!({"jsonrpc": "2.0", "id": "<id>", "error": {"code": -32603, "message": "failed"}});
            text.when(format!("if told, the client answers {method:?} with the line {line}"));
        }
        "unknown" => text.when(result(word)),
        "missing" => text.when(result(json!({}))),
        "cancelled" => {
            text.when(format!("if asked, after 5000 ms the person cancels {prompt:?}"));
            text.when("SIGINT arrives 1000 ms after \"go\" is asked of the model");
        }
        _ => text.when(format!("if asked, the person answers {prompt:?} with {answer}")),
    }
}
