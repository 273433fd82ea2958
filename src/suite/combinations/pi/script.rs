//! What happens in a combination, in its order: the calls before, the call, and what the user does.

use crate::model::json::{Value, json};

use super::{
    oracle::{Given, OTHER, Question},
    prompted::{self, impossible},
    second_pass,
    situation::{Display, Situation},
    values::{LATE_MS, LIMIT_MS},
};
use crate::suite::combinations::{
    CombinationError,
    text::{Text, with_json},
};

/// The questions of the calls before.
const EARLIER: [&str; 2] = ["Earlier?", "Before?"];

/// The Given and When steps.
///
/// # Errors
/// Something is to happen that cannot happen.
pub fn script(situation: &Situation<'_>) -> Result<Text, CombinationError> {
    let mut text = Text::of(situation.combination);
    givens(situation, &mut text);
    if situation.display == Display::Edited {
        text.when("the model says \"done\"");
        return Ok(text);
    }
    if situation.display == Display::Message {
        text.when(format!("the user says {:?}", second_pass::MESSAGE));
        text.when("the model says \"done\"");
        return Ok(text);
    }
    text.when("the user says \"go\"");
    before(situation, &mut text);
    calls(&mut text, &situation.arguments());
    match situation.display {
        Display::Form => prompted::acts(situation, &mut text)?,
        Display::Client => client(situation, &mut text)?,
        Display::Dialogs => dialogs(situation, &mut text)?,
        _ => {}
    }
    if situation.happens() == "interrupted" {
        text.when("the subject exits by itself");
    } else {
        text.when("the model says \"done\"");
    }
    Ok(text)
}

fn givens(situation: &Situation<'_>, text: &mut Text) {
    text.given(format!("the system {:?}", situation.combination.system));
    if situation.combination.value("profile", "seed") == "pi_rpc" {
        text.given("the profile \"pi-rpc\"");
    }
    text.given(if situation.display == Display::Form { "a terminal" } else { "no terminal" });
    match situation.display {
        Display::Form => {}
        Display::Client | Display::Dialogs => text.given("the command line \"--mode rpc\""),
        Display::File => text.given("the command line \"-p\""),
        Display::CommandLine => {
            let answers: Value = situation.questions.iter().map(Question::value).collect();
            text.given(format!("the command line has the words {}", json!(["-p", "--answers", answers.to_string()])));
        }
        Display::Edited | Display::Message => second_pass::givens(situation, text),
    }
    if situation.happens() == "timeout" {
        text.given(format!("the setting \"dialog_timeout_ms\" is {LIMIT_MS}"));
    }
}

fn calls(text: &mut Text, arguments: &Value) {
    text.when(with_json("the model calls \"ask_user\" with", arguments));
}

/// The calls before.
fn before(situation: &Situation<'_>, text: &mut Text) {
    if situation.place() == "after_error" {
        return calls(text, &json!({"questions": []}));
    }
    let is_cancelled = situation.place() == "after_cancel";
    for (number, question) in EARLIER.iter().enumerate().take(situation.earlier()) {
        calls(text, &json!({"questions": [{"question": question}]}));
        let answer = format!("before {number}");
        match situation.display {
            Display::Form if is_cancelled => text.when(format!("the person cancels {question:?}")),
            Display::Form => text.when(format!("the person answers {question:?} with {answer:?}")),
            Display::Dialogs if is_cancelled => replies(text, question, 0, &json!({"cancelled": true})),
            Display::Dialogs => replies(text, question, 0, &json!({"value": answer})),
            Display::Client => {
                let answers = json!([{"question": question, "answer": answer, "wasCustom": true}]);
                text.when(with_json(&format!("the client answers {question:?} with the line"), &response(&answers)));
            }
            _ => {}
        }
    }
    if situation.place() == "next_turn" {
        text.when("the model says \"done\"");
        text.when("the user says \"again\" after the turn");
    }
}

/// The reply of a client that is asked in one message.
fn response(answers: &Value) -> Value {
    json!({"type": "ask_user_response", "requestId": "<requestId>", "answers": answers})
}

fn client(situation: &Situation<'_>, text: &mut Text) -> Result<(), CombinationError> {
    let focus = situation.focus();
    let after_ms = match situation.happens() {
        "given" => 0,
        "late" => LATE_MS,
        "lost" => {
            text.when(format!("the client goes when the client is told {focus:?}"));
            return Ok(());
        }
        happens => return Err(impossible(happens, "a client")),
    };
    let answers = situation.questions.iter().map(|question| question.answer().value).collect();
    let lines = json!([{"after_ms": after_ms, "line": response(&answers)}]);
    text.when(with_json(&format!("the client answers {focus:?} with"), &lines));
    Ok(())
}

fn dialogs(situation: &Situation<'_>, text: &mut Text) -> Result<(), CombinationError> {
    let focus = situation.focus();
    let happens = situation.happens();
    if happens == "cancelled" {
        replies(text, situation.first(), 0, &json!({"cancelled": true}));
        return Ok(());
    }
    let (before, rest) = situation.questions.split_at(situation.place_of_focus);
    before.iter().for_each(|question| dialog(text, question, 0));
    let discards = |text: &mut Text, is_discarded: bool| {
        replies(text, focus, 0, &json!({"cancelled": true}));
        replies(text, "confirm", 0, &json!({"confirmed": is_discarded}));
    };
    match happens {
        "given" => rest.iter().for_each(|question| dialog(text, question, 0)),
        "late" => rest.iter().for_each(|question| dialog(text, question, LATE_MS)),
        "stray" => {
            let [asked, after @ ..] = rest else { return Err(impossible(happens, "no question")) };
            let reply = |id: &str, what: Value| json!({"type": "extension_ui_response", "id": id, "value": what});
            let first = first_value(asked);
            let lines = json!([
                {"after_ms": 100, "line": reply("no such dialog", json!("a stray"))},
                {"after_ms": 200, "line": reply("<id>", first)},
                {"after_ms": 200, "line": reply("<id>", json!("too late"))},
            ]);
            text.when(with_json(&format!("the client answers {focus:?} with"), &lines));
            more_dialogs(text, asked);
            after.iter().for_each(|question| dialog(text, question, 300));
        }
        "kept" => {
            discards(text, false);
            rest.iter().for_each(|question| dialog(text, question, 0));
        }
        "discarded" => discards(text, true),
        "lost" => text.when(format!("the client goes when the client is told {focus:?}")),
        "timeout" => {}
        _ => return Err(impossible(happens, "a dialog")),
    }
    Ok(())
}

/// The replies that answer a question.
fn dialog(text: &mut Text, question: &Question, after_ms: u64) {
    replies(text, &question.text, after_ms, &json!({"value": first_value(question)}));
    more_dialogs(text, question);
}

/// What is replied to the first dialog of a question.
fn first_value(question: &Question) -> Value {
    match &question.given {
        Given::Picks(labels) => json!(labels.concat()),
        Given::Text(_) if !question.is_text() => json!(OTHER),
        Given::Text(text) => json!(text),
    }
}

/// The replies to the dialogs after the first: the text after Other, and the yes to a long one.
fn more_dialogs(text: &mut Text, question: &Question) {
    let Given::Text(typed) = &question.given else { return };
    if !question.is_text() {
        replies(text, &question.text, 0, &json!({"value": typed}));
    }
    if typed.starts_with('⟨') {
        replies(text, "confirm", 0, &json!({"confirmed": true}));
    }
}

/// A reply to the dialog that has this piece.
fn replies(text: &mut Text, piece: &str, after_ms: u64, reply: &Value) {
    let mut line = json!({"type": "extension_ui_response", "id": "<id>"});
    for (name, value) in reply.as_object().into_iter().flatten() {
        line[name.as_str()] = value.clone();
    }
    let lines = json!([{"after_ms": after_ms, "line": line}]);
    text.when(with_json(&format!("the client answers {piece:?} with"), &lines));
}
