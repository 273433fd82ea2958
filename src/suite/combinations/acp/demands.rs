//! The oracle: what is demanded of a combination, read from the page of the requirements.

use super::situation::{PAGE, Situation};
use crate::{
    model::json::json,
    suite::combinations::{
        forms::{OTHER, OTHER_RETURNED, QUESTION, RETURNED, TOOL},
        text::Text,
    },
};

/// Writes the checks of a combination.
pub fn write(situation: &Situation<'_>, text: &mut Text) {
    match situation.asker() {
        "permission" => permission(situation, text),
        "server" => server(situation, text),
        _ => question(situation, text),
    }
    if situation.happens() == "cancelled" {
        if situation.asker() == "server" {
            // An agent that does not carry the question may have ended the turn before.
            return;
        }
        let ends = if situation.asker() == "permission" { "ACP-095" } else { "ACP-096" };
        then(text, "1 message tells the client {\"result\": {\"stopReason\": \"cancelled\"}}", &[ends]);
        then(text, "nothing of a turn is told after a prompt's answer", &["ACP-099"]);
    } else if situation.has_other() {
        other(text);
    }
    then(text, "each prompt of the client is answered once", &["ACP-004"]);
}

fn then(text: &mut Text, step: &str, from: &[&str]) {
    let from: Vec<String> = from.iter().map(|id| (*id).to_owned()).collect();
    text.then(step, &from);
}

/// The other tool ran, and the model is told its result.
fn other(text: &mut Text) {
    let step = format!("where the tool {OTHER:?} came to its end, the last request has its result {OTHER_RETURNED:?}");
    then(text, &step, &["ACP-039"]);
}

/// No question is sent in a mode that the client lacks.
fn never(situation: &Situation<'_>) -> String {
    let fields = match situation.never_asked() {
        "ACP-020" => json!({"method": "elicitation/create", "params": {"mode": "url"}}),
        "ACP-021" => json!({"method": "elicitation/create", "params": {"mode": "form"}}),
        _ => json!({"method": "elicitation/create"}),
    };
    format!("0 messages tell the client {fields}")
}

fn permission(situation: &Situation<'_>, text: &mut Text) {
    let (runs, from) = match situation.happens() {
        "answered" => (1, "ACP-054"),
        "declined" => (0, "ACP-055"),
        "dismissed" => (0, "ACP-060"),
        "unknown" => (0, "ACP-062"),
        "cancelled" => (0, "ACP-100"),
        _ => (0, "ACP-063"),
    };
    then(text, &format!("the tool {TOOL:?} runs {runs} time{}", if runs == 1 { "" } else { "s" }), &[from]);
    if runs == 1 {
        let step = format!("where the tool {TOOL:?} came to its end, the last request has its result {RETURNED:?}");
        then(text, &step, &["ACP-039"]);
    } else {
        then(text, &format!("the model is told nothing with {RETURNED:?}"), &["ACP-065"]);
    }
}

/// Neither label is told as the answer; a text with both lists what was offered.
const NOT_LEFT: &str = "the answer \"left\" is told nowhere without \"right\"";
const NOT_RIGHT: &str = "the answer \"right\" is told nowhere without \"left\"";

fn question(situation: &Situation<'_>, text: &mut Text) {
    if !situation.can_be_asked() {
        then(text, &never(situation), &[situation.never_asked()]);
        // It may ask by another way (ACP-023), and the user answers there.
        then(text, "the answer \"right\" arrives only where it is given", &[situation.never_asked()]);
        return;
    }
    let (count, from) = match situation.happens() {
        "answered" => (1, "ACP-076"),
        "declined" => (0, "ACP-080"),
        "unknown" => (0, "ACP-084"),
        "error" | "missing" => (0, "ACP-083"),
        _ => (0, "ACP-081"),
    };
    if count == 1 {
        then(text, &format!("where {QUESTION:?} was asked about, the model is told \"right\""), &[from]);
    } else {
        then(text, NOT_LEFT, &[from]);
        then(text, NOT_RIGHT, &[from]);
    }
}

fn server(situation: &Situation<'_>, text: &mut Text) {
    if !situation.can_be_asked() {
        then(text, &format!("the tool {TOOL:?} may not ask"), &["ACP-122"]);
        then(text, &never(situation), &[situation.never_asked()]);
        return;
    }
    let prompt = if situation.is_page() { PAGE } else { QUESTION };
    let asked_about = format!("where {prompt:?} was asked about,");
    let shown = if situation.is_page() { "ACP-132" } else { "ACP-126" };
    let from = vec![shown.to_owned()];
    text.then_with(&format!("{asked_about} the client was asked with"), &from, &situation.shown().to_string());
    let told = match situation.happens() {
        "answered" | "falsy" if situation.is_page() => Some(json!({"action": "accept"})),
        "answered" | "falsy" => Some(json!({"action": "accept", "content": situation.content()})),
        "declined" => Some(json!({"action": "decline"})),
        "dismissed" => Some(json!({"action": "cancel"})),
        _ => None,
    };
    let may_ask = format!("where the tool {TOOL:?} may ask,");
    match &told {
        Some(told) => {
            let from = vec!["ACP-128".to_owned()];
            text.then_with(&format!("{asked_about} the tool {TOOL:?} is told"), &from, &told.to_string());
        }
        None => then(text, &format!("{may_ask} it is not told \"decline\""), &["ACP-130"]),
    }
    if told.is_none_or(|told| told["action"] != "accept") {
        then(text, &format!("{may_ask} it is not told \"accept\""), &["ACP-129"]);
    }
    if situation.happens() == "cancelled" {
        then(text, &format!("{may_ask} each question of it is answered or given up"), &["ACP-131"]);
    } else {
        let step = format!("where the tool {TOOL:?} came to its end, the last request has its result {RETURNED:?}");
        then(text, &step, &["ACP-039"]);
    }
}
