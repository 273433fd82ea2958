//! What happens in a combination, in the order in which it happens.

use super::situation::{OTHER_QUESTION, Situation};
use crate::{
    model::json::json,
    suite::combinations::{
        forms::{OTHER, OTHER_RETURNED, QUESTION, RETURNED, TOOL},
        text::{Text, with_json},
    },
};

pub fn script(situation: &Situation<'_>) -> Text {
    let mut text = Text::of(situation.combination);
    text.given("the system \"mcp-client\"");
    text.given(format!("the profile {:?}", situation.version()));
    text.given("a terminal");
    if let Some(capabilities) = situation.capabilities() {
        text.given(format!("the setting \"capabilities\" is {capabilities}"));
    }
    text.given(format!("a tool {TOOL:?} that returns {RETURNED:?}"));
    text.given(with_json(&format!("the tool {TOOL:?} asks"), &situation.asked()));
    if situation.is_after() || situation.is_beside() {
        text.given(format!("a tool {OTHER:?} that returns {OTHER_RETURNED:?}"));
    }
    if situation.other_asks() {
        text.given(with_json(&format!("the tool {OTHER:?} asks"), &situation.other_asked()));
    }
    text.when("the user says \"go\"");
    if situation.is_after() {
        text.when(format!("the model calls {OTHER:?}"));
        other(situation, &mut text);
    }
    if situation.is_after_stop() {
        text.when(format!("SIGINT arrives when {OTHER_QUESTION:?} is shown"));
        let content = json!({"wall": "north"});
        text.when(format!("after 1000 ms the person answers {OTHER_QUESTION:?} with {content}"));
        text.when("the user says \"again\" after the turn");
    }
    text.when(format!("the model calls {TOOL:?}"));
    if situation.is_beside() {
        text.when(format!("in the same message it calls {OTHER:?}"));
        other(situation, &mut text);
    }
    act(situation, &mut text);
    if situation.happens() != "nobody" {
        text.when("the model says \"done\" if it is asked");
        text.when("the run may end while the turn waits");
    }
    text
}

/// What the user does about the question of the other tool.
fn other(situation: &Situation<'_>, text: &mut Text) {
    match situation.other_action() {
        Some(action) if action["action"] == "accept" => {
            let content = json!({"wall": "north"});
            text.when(format!("after 1000 ms the person answers {OTHER_QUESTION:?} with {content}"));
        }
        Some(_) => text.when(format!("after 1000 ms the person rejects {OTHER_QUESTION:?}")),
        None => {}
    }
}

/// What happens once it is asked.
fn act(situation: &Situation<'_>, text: &mut Text) {
    let content = situation.content().unwrap_or_else(|| json!("Open"));
    match situation.happens() {
        "nobody" => text.when("nobody answers"),
        "declined" => text.when(format!("after 2000 ms the person rejects {QUESTION:?}")),
        "dismissed" => text.when(format!("after 2000 ms the person cancels {QUESTION:?}")),
        happens => {
            if happens == "withdrawn" {
                let params = json!({"requestId": situation.id()});
                text.when(format!("the server gives up {params} when {QUESTION:?} is shown"));
            } else if happens == "stopped" {
                text.when(format!("SIGINT arrives when {QUESTION:?} is shown"));
            }
            let if_asked = if situation.can_be_asked() { "after 2000 ms the" } else { "if asked, the" };
            text.when(format!("{if_asked} person answers {QUESTION:?} with {content}"));
        }
    }
}
