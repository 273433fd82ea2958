//! Splits an observation into pieces: words of the vocabulary, texts, JSON and drawings.
//!
//! Lines and snapshots are made of the same pieces. This file names every field of every event, and never uses `..`. So
//! a new field does not compile until this file shows it.

use std::{cell::RefCell, sync::Arc};

use crate::model::json::Value;

use super::What;
use crate::{
    model::{Message, ModelRequest, Part, Recent, Role, ToolChoice, ToolDefinition, text::checksum},
    system::{
        ClientEvent, Effect, FileOp, Input, ModelEvent, Offers, Prompt, Record, ToolCall, ToolEvent, Turn, TurnEnd,
        Utterance,
    },
};

/// A piece of an observation.
#[derive(Debug)]
pub enum Piece<'a> {
    /// Words of the vocabulary, and ids.
    Words(String),
    /// A text, in quotes.
    Text(&'a str),
    /// The text of a drawing or of a file. A snapshot shows it line by line.
    Lines(&'a str),
    /// JSON.
    Json(&'a Value),
    /// JSON that was made from a type of ours.
    Data(Value),
    /// A text that should be JSON.
    JsonText(&'a str),
    /// The request to the model.
    Request(&'a ModelRequest),
}

fn words(text: impl Into<String>) -> Piece<'static> {
    Piece::Words(text.into())
}

/// The pieces of an input or an effect.
pub fn pieces(what: &What) -> Vec<Piece<'_>> {
    match what {
        What::Input(input) => of_input(input),
        What::Effect(effect) => of_effect(effect),
    }
}

fn of_input(input: &Input) -> Vec<Piece<'_>> {
    match input {
        Input::Begin(setup) => vec![words("begin"), data(setup)],
        Input::Says(Utterance(text)) => vec![words("user says"), Piece::Text(text)],
        Input::Model(op, event) => match event {
            ModelEvent::Text(text) => vec![words(format!("{op} text")), Piece::Text(text)],
            ModelEvent::Reasoning(text) => vec![words(format!("{op} reasoning")), Piece::Text(text)],
            ModelEvent::Call { id, name } => vec![words(format!("{op} call {id} {name}"))],
            ModelEvent::Arguments(text) => vec![words(format!("{op} arguments")), Piece::JsonText(text)],
            ModelEvent::Data(value) => vec![words(format!("{op} data")), Piece::Json(value)],
            ModelEvent::Finished => vec![words(format!("{op} finished"))],
            ModelEvent::LimitReached => vec![words(format!("{op} limit reached"))],
            ModelEvent::Refused => vec![words(format!("{op} refused"))],
            ModelEvent::Failed(failure) => vec![words(format!("{op} failed")), data(failure)],
        },
        Input::Tool(op, event) => match event {
            ToolEvent::Done(content) => vec![words(format!("{op} done")), Piece::Text(content)],
            ToolEvent::Error(message) => vec![words(format!("{op} error")), Piece::Text(message)],
            ToolEvent::Asks(question) => vec![words(format!("{op} asks")), Piece::Json(question)],
            ToolEvent::Panicked => vec![words(format!("{op} panicked"))],
        },
        Input::Person(op, act) => vec![words(format!("{op} person")), data(act)],
        Input::Client(ClientEvent::Written(text)) => vec![words("written"), Piece::Text(text)],
        Input::Client(event) => vec![data(event)],
        Input::File(op, event) => vec![words(op.to_string()), data(event)],
        Input::Signal(signal) => vec![words(format!("signal {}", word(signal)))],
        Input::Fired(op) => vec![words(format!("{op} fired"))],
    }
}

fn of_effect(effect: &Effect) -> Vec<Piece<'_>> {
    match effect {
        Effect::Request(op, request) => vec![words(op.to_string()), Piece::Request(request)],
        Effect::Call(op, ToolCall { id, name, arguments, answers, folder }) => {
            let mut pieces = vec![words(format!("{op} {id} {name}")), Piece::Json(arguments)];
            if !answers.is_empty() {
                pieces.extend([words("answers"), data(answers)]);
            }
            pieces.extend(folder.as_ref().map(|folder| words(format!("in {folder}"))));
            pieces
        }
        Effect::Show(op, prompt) => of_prompt(format!("{op} shows"), prompt),
        Effect::File(op, file) => match file {
            FileOp::Write { path, content, private, fresh } => {
                let private = if *private { ", private" } else { "" };
                let fresh = if *fresh { ", only where there is none" } else { "" };
                vec![words(format!("{op} writes {path}{private}{fresh}")), Piece::Lines(content)]
            }
            FileOp::Read { path } => vec![words(format!("{op} reads {path}"))],
            FileOp::Remove { path, holding: None } => vec![words(format!("{op} removes {path}"))],
            FileOp::Remove { path, holding: Some(content) } => {
                vec![words(format!("{op} removes {path}, only where it holds")), Piece::Lines(content)]
            }
        },
        Effect::Timer(op, length) => vec![words(format!("{op} set for {} ms", length.0))],
        Effect::Cancel(op, why) => vec![words(format!("{op} cancelled: {}", word(why)))],
        Effect::Record(Record(record)) => vec![Piece::Json(record)],
        Effect::Client(message) => vec![Piece::Json(message)],
        Effect::Refuse(why) => vec![words(format!("refused: {}", word(why)))],
        Effect::Notice(text) => vec![words("notice"), Piece::Text(text)],
        Effect::Exit(status) => vec![words(format!("exits with {status}"))],
        Effect::Turn(Turn::Began) => vec![words("began")],
        Effect::Turn(Turn::Paused) => vec![words("paused")],
        Effect::Turn(Turn::Ended(TurnEnd::Failed(kind))) => vec![words(format!("ended: failed, {}", word(kind)))],
        Effect::Turn(Turn::Ended(how)) => vec![words(format!("ended: {}", word(how)))],
    }
}

fn of_prompt(shows: String, prompt: &Prompt) -> Vec<Piece<'_>> {
    let Prompt { text, offers: Offers { keys, choices, several, typing, reject }, request } = prompt;
    let mut pieces = vec![words(shows), Piece::Lines(text)];
    if !keys.is_empty() {
        let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
        pieces.push(words(format!("keys {}", keys.join(" "))));
    }
    if !choices.is_empty() {
        pieces.extend([words("choices"), data(choices)]);
    }
    if *several {
        pieces.push(words("several"));
    }
    pieces.extend(typing.iter().map(|typing| words(format!("typing {}", word(typing)))));
    if *reject {
        pieces.push(words("reject"));
    }
    if let Some(request) = request {
        pieces.extend([words("request"), Piece::Json(request)]);
    }
    pieces
}

/// The parts of a request besides its messages, by name. Nothing is left out, so that every change shows. The tools are
/// shown by their names and a checksum of their definitions.
pub fn settings(request: &ModelRequest) -> Vec<(&'static str, Option<Vec<Piece<'_>>>)> {
    let ModelRequest { model, system, messages: _, tools, choice, schema } = request;
    let names = |tools: &[ToolDefinition]| tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>().join(" ");
    let tools =
        (!tools.is_empty()).then(|| vec![words(format!("tools {} ({:08x})", names(tools), checksum_of(tools)))]);
    let choice = match choice {
        ToolChoice::Auto => None,
        ToolChoice::None => Some(vec![words("none to be called")]),
        ToolChoice::Required => Some(vec![words("one to be called")]),
        ToolChoice::Tool(name) => Some(vec![words(format!("{name} to be called"))]),
    };
    vec![
        ("model", model.as_ref().map(|model| vec![words(format!("model {model}"))])),
        ("system", system.as_ref().map(|system| vec![words("system"), Piece::Text(system)])),
        ("tools", tools),
        ("choice", choice),
        ("schema", schema.as_ref().map(|schema| vec![words("schema"), Piece::Json(schema)])),
    ]
}

/// The checksum of tool definitions. Nearly all requests have one of a few lists of tools.
fn checksum_of(tools: &Arc<[ToolDefinition]>) -> u32 {
    thread_local! {
        static KNOWN: RefCell<Recent<Arc<[ToolDefinition]>, u32, 16>> = const { RefCell::new(Recent::new()) };
    }
    let known = KNOWN.with_borrow(|known| known.get(|known| ToolDefinition::are_written_alike(known, tools)));
    if let Some(known) = known {
        return known;
    }
    let checksum = checksum(&serde_json::to_string(tools).unwrap_or_default());
    KNOWN.with_borrow_mut(|known| known.add(Arc::clone(tools), checksum));
    checksum
}

/// The role of a message, and the pieces of each of its parts.
pub fn message(message: &Message) -> (&'static str, Vec<Vec<Piece<'_>>>) {
    let Message { role, parts } = message;
    let role = match role {
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    let parts = parts.iter().map(|part| match part {
        Part::Text(text) => vec![Piece::Text(text)],
        Part::Reasoning(text) => vec![words("reasoning"), Piece::Text(text)],
        Part::Call { id, name, arguments } => vec![words(format!("call {id} {name}")), Piece::Json(arguments)],
        Part::Result { id, content, is_error } => {
            let kind = if *is_error { "error" } else { "result" };
            vec![words(format!("{kind} {id}")), Piece::Text(content)]
        }
    });
    (role, parts.collect())
}

fn data(value: &impl serde::Serialize) -> Piece<'static> {
    Piece::Data(crate::model::json::to_value(value).unwrap_or_default())
}

/// The name of a variant without data.
fn word(value: &impl serde::Serialize) -> String {
    match crate::model::json::to_value(value) {
        Ok(Value::String(word)) => word.into(),
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}
