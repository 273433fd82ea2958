//! A stream as a person reads it: one line an observation, lanes in columns.

use std::fmt::Write;

use serde_json::Value;

use super::{Observation, What};
use crate::{
    model::{Message, ModelRequest, Part, Role, ToolChoice, text::checksum},
    system::{Effect, FileOp, Input, ModelEvent, Prompt, ToolEvent, Turn, TurnEnd},
};

/// The whole stream, a line each.
pub fn lines(events: &[Observation]) -> String {
    let mut text = String::new();
    for event in events {
        let _ = writeln!(text, "{event}");
    }
    text
}

/// `00:00.000 model   request#1  ...`. What the subject hears has no mark, what it does stands behind `>`.
impl std::fmt::Display for Observation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (mark, words) = match &self.what {
            What::Input(input) => (' ', describe_input(input)),
            What::Effect(effect) => ('>', describe_effect(effect)),
        };
        write!(f, "{} {:<6} {mark} {words}", self.at_ms, self.lane.word())
    }
}

fn describe_input(input: &Input) -> String {
    match input {
        Input::Begin(setup) => format!("begin {}", json(setup)),
        Input::Says(text) => format!("user says {:?}", text.0),
        Input::Model(op, event) => match event {
            ModelEvent::Text(text) => format!("{op} text {text:?}"),
            ModelEvent::Reasoning(text) => format!("{op} reasoning {text:?}"),
            ModelEvent::Call { id, name } => format!("{op} call {id} {name}"),
            ModelEvent::Arguments(text) => format!("{op} arguments {text}"),
            ModelEvent::Data(data) => format!("{op} data {data}"),
            ModelEvent::Finished => format!("{op} finished"),
            ModelEvent::LimitReached => format!("{op} limit reached"),
            ModelEvent::Failed(failure) => format!("{op} failed {}", json(failure)),
        },
        Input::Tool(op, event) => match event {
            ToolEvent::Done(content) => format!("{op} done {content:?}"),
            ToolEvent::Error(message) => format!("{op} error {message:?}"),
            ToolEvent::Asks(question) => format!("{op} asks {question}"),
            ToolEvent::Panicked => format!("{op} panicked"),
        },
        Input::Person(op, act) => format!("{op} person {}", json(act)),
        Input::Client(event) => json(event),
        Input::File(op, event) => format!("{op} {}", json(event)),
        Input::Signal(signal) => format!("signal {}", word(signal)),
        Input::Fired(op) => format!("{op} fired"),
    }
}

fn describe_effect(effect: &Effect) -> String {
    match effect {
        Effect::Request(op, request) => format!("{op} {}", describe_request(request)),
        Effect::Call(op, call) => {
            let answers =
                if call.answers.is_empty() { String::new() } else { format!(" answers {}", json(&call.answers)) };
            format!("{op} {} {} {}{answers}", call.id, call.name, call.arguments)
        }
        Effect::Show(op, prompt) => format!("{op} shows {}", describe_prompt(prompt)),
        Effect::File(op, FileOp::Write { path, content, private, .. }) => {
            format!("{op} writes {path}{} {content:?}", if *private { ", private," } else { "" })
        }
        Effect::File(op, FileOp::Read { path }) => format!("{op} reads {path}"),
        Effect::File(op, FileOp::Remove { path, .. }) => format!("{op} removes {path}"),
        Effect::Timer(op, length) => format!("{op} set for {} ms", length.0),
        Effect::Cancel(op, why) => format!("{op} cancelled: {}", word(why)),
        Effect::Record(record) => record.0.to_string(),
        Effect::Client(message) => message.to_string(),
        Effect::Refuse(why) => format!("refused: {}", word(why)),
        Effect::Notice(text) => format!("notice {text:?}"),
        Effect::Exit(status) => format!("exits with {status}"),
        Effect::Turn(Turn::Began) => "began".to_owned(),
        Effect::Turn(Turn::Paused) => "paused".to_owned(),
        Effect::Turn(Turn::Ended(TurnEnd::Failed(kind))) => format!("ended: failed, {}", word(kind)),
        Effect::Turn(Turn::Ended(how)) => format!("ended: {}", word(how)),
    }
}

/// The whole conversation, so that nothing in it can change unseen; the tools by name and a checksum of their
/// definitions.
fn describe_request(request: &ModelRequest) -> String {
    let mut words: Vec<String> = request.model.iter().map(|model| format!("model {model}")).collect();
    words.extend(request.system.iter().map(|system| format!("system {system:?}")));
    for Message { role, parts } in request.messages.iter().map(|message| &**message) {
        let role = if *role == Role::User { "user" } else { "assistant" };
        let parts: Vec<String> = parts.iter().map(describe_part).collect();
        words.push(format!("{role}: {}", parts.join(", ")));
    }
    if !request.tools.is_empty() {
        let names: Vec<&str> = request.tools.iter().map(|tool| tool.name.as_str()).collect();
        words.push(format!("tools {} ({:08x})", names.join(" "), checksum(&json(&request.tools))));
    }
    match &request.choice {
        ToolChoice::Auto => {}
        ToolChoice::None => words.push("none to be called".to_owned()),
        ToolChoice::Required => words.push("one to be called".to_owned()),
        ToolChoice::Tool(name) => words.push(format!("{name} to be called")),
    }
    words.extend(request.schema.iter().map(|schema| format!("schema {schema}")));
    words.join(" | ")
}

fn describe_part(part: &Part) -> String {
    match part {
        Part::Text(text) => format!("{text:?}"),
        Part::Reasoning(text) => format!("reasoning {text:?}"),
        Part::Call { id, name, arguments } => format!("call {id} {name} {arguments}"),
        Part::Result { id, content, is_error: false } => format!("result {id} {content:?}"),
        Part::Result { id, content, is_error: true } => format!("error {id} {content:?}"),
    }
}

fn describe_prompt(prompt: &Prompt) -> String {
    let mut words = format!("{:?}", prompt.text);
    let keys: Vec<String> = prompt.offers.keys.iter().map(ToString::to_string).collect();
    if !keys.is_empty() {
        let _ = write!(words, " keys {}", keys.join(" "));
    }
    if !prompt.offers.choices.is_empty() {
        let _ = write!(words, " choices {}", json(&prompt.offers.choices));
    }
    if prompt.offers.several {
        words.push_str(" several");
    }
    if let Some(typing) = &prompt.offers.typing {
        let _ = write!(words, " typing {}", word(typing));
    }
    if prompt.offers.reject {
        words.push_str(" reject");
    }
    if let Some(request) = &prompt.request {
        let _ = write!(words, " request {request}");
    }
    words
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The word of a variant without data.
fn word(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}
