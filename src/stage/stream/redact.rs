//! Redacts a stream: its free texts and its JSON, and not the words of the vocabulary.
//!
//! This file names every field of every event. So a new field does not compile until this file decides whether it may
//! hold a secret.

use std::{collections::BTreeSet, sync::Arc};

use super::{Observation, What};
use crate::{
    model::{Key, Message, ModelRequest, Op, Part, ToolChoice, ToolDefinition},
    stage::redaction::{MARK, Secrets},
    system::{
        Act, ClientEvent, Effect, FileEvent, FileOp, Input, Layer, ModelEvent, Offers, Prompt, Record, Setup, ToolCall,
        ToolEvent, Typing, Utterance,
    },
};

/// The replacement of a key that is pressed while typing is hidden.
const HIDDEN: Key = Key::Char('•');

/// The stream with every secret replaced, and every key of a hidden answer.
pub fn redacted(events: Vec<Observation>, secrets: &Secrets) -> Vec<Observation> {
    let mut hiding: BTreeSet<Op> = BTreeSet::new();
    let redacted = events.into_iter().map(|mut event| {
        match &mut event.what {
            What::Effect(Effect::Show(op, prompt)) if prompt.offers.typing == Some(Typing::Hidden) => {
                hiding.insert(*op);
            }
            What::Input(Input::Person(op, Act::Key(key @ Key::Char(_)))) if hiding.contains(op) => *key = HIDDEN,
            What::Input(Input::Person(op, Act::Paste(text))) if hiding.contains(op) => *text = MARK.into(),
            _ => {}
        }
        if !secrets.is_empty() {
            match &mut event.what {
                What::Input(input) => redact_input(input, secrets),
                What::Effect(effect) => redact_effect(effect, secrets),
            }
        }
        event
    });
    redacted.collect()
}

fn redact_input(input: &mut Input, secrets: &Secrets) {
    match input {
        Input::Begin(setup) => redact_setup(setup, secrets),
        Input::Says(Utterance(text)) => secrets.redact(text),
        Input::Model(_, event) => match event {
            ModelEvent::Text(text) | ModelEvent::Reasoning(text) | ModelEvent::Arguments(text) => secrets.redact(text),
            ModelEvent::Call { id, name } => [id, name].into_iter().for_each(|text| secrets.redact(text)),
            ModelEvent::Data(data) => secrets.redact_value(data),
            ModelEvent::Finished | ModelEvent::LimitReached | ModelEvent::Refused | ModelEvent::Failed(_) => {}
        },
        Input::Tool(_, event) => match event {
            ToolEvent::Done(text) | ToolEvent::Error(text) => secrets.redact(text),
            ToolEvent::Asks(question) => secrets.redact_value(question),
            ToolEvent::Panicked => {}
        },
        Input::Person(_, act) => match act {
            Act::Answer(value) | Act::Remember(value) => secrets.redact_value(value),
            Act::Paste(text) | Act::Choose(text) => secrets.redact(text),
            Act::Key(_) | Act::Submit | Act::Reject | Act::Cancel | Act::Eof | Act::Broken => {}
        },
        Input::Client(event) => match event {
            ClientEvent::Line(line) => secrets.redact_value(line),
            ClientEvent::Written(text) => secrets.redact(text),
            ClientEvent::Attached | ClientEvent::Gone => {}
        },
        Input::File(_, event) => match event {
            FileEvent::Read(Some(text)) => secrets.redact(text),
            FileEvent::Done | FileEvent::Read(None) | FileEvent::Failed(_) => {}
        },
        Input::Signal(_) | Input::Fired(_) => {}
    }
}

fn redact_setup(setup: &mut Setup, secrets: &Secrets) {
    let Setup { profile, terminal: _, argv, config, tools, stored } = setup;
    secrets.redact(profile);
    argv.iter_mut().for_each(|word| secrets.redact(word));
    for Layer { name, value } in config {
        secrets.redact(name);
        secrets.redact_value(value);
    }
    tools.iter_mut().for_each(|tool| redact_tool(tool, secrets));
    stored.iter_mut().for_each(|event| secrets.redact_value(event));
}

fn redact_tool(tool: &mut ToolDefinition, secrets: &Secrets) {
    let ToolDefinition { name, description, parameters } = tool;
    secrets.redact(name);
    secrets.redact(description);
    if secrets.are_in_value(parameters) {
        secrets.redact_value(Arc::make_mut(parameters));
    }
}

fn redact_effect(effect: &mut Effect, secrets: &Secrets) {
    match effect {
        Effect::Request(_, request) => redact_request(request, secrets),
        Effect::Call(_, ToolCall { id, name, arguments, answers, folder }) => {
            secrets.redact(id);
            secrets.redact(name);
            secrets.redact_value(arguments);
            let mut given = std::mem::take(answers).into();
            secrets.redact_value(&mut given);
            if let crate::model::json::Value::Object(given) = given {
                *answers = given;
            }
            if let Some(folder) = folder {
                secrets.redact(folder);
            }
        }
        Effect::Show(_, Prompt { text, offers, request }) => {
            let Offers { keys: _, choices, several: _, typing: _, reject: _ } = offers;
            choices.iter_mut().chain([text]).for_each(|text| secrets.redact(text));
            request.iter_mut().for_each(|request| secrets.redact_value(request));
        }
        Effect::File(_, file) => match file {
            FileOp::Write { path, content, private: _, fresh: _ } => {
                secrets.redact(path);
                secrets.redact(content);
            }
            FileOp::Read { path } => secrets.redact(path),
            FileOp::Remove { path, holding } => {
                secrets.redact(path);
                holding.iter_mut().for_each(|text| secrets.redact(text));
            }
        },
        Effect::Record(Record(value)) | Effect::Client(value) => secrets.redact_value(value),
        Effect::Notice(text) => secrets.redact(text),
        Effect::Timer(..) | Effect::Cancel(..) | Effect::Refuse(_) | Effect::Turn(_) | Effect::Exit(_) => {}
    }
}

fn redact_request(request: &mut ModelRequest, secrets: &Secrets) {
    let ModelRequest { model, system, messages, tools, choice, schema } = request;
    model.iter_mut().chain(system).for_each(|text| secrets.redact(text));
    for message in messages.iter_mut() {
        let Message { role: _, parts } = Arc::make_mut(message);
        parts.iter_mut().for_each(|part| redact_part(part, secrets));
    }
    if !tools.is_empty() {
        *tools = tools
            .iter()
            .cloned()
            .map(|mut tool| {
                redact_tool(&mut tool, secrets);
                tool
            })
            .collect();
    }
    if let ToolChoice::Tool(name) = choice {
        secrets.redact(name);
    }
    schema.iter_mut().for_each(|schema| secrets.redact_value(schema));
}

fn redact_part(part: &mut Part, secrets: &Secrets) {
    match part {
        Part::Text(text) | Part::Reasoning(text) => secrets.redact(text),
        Part::Call { id, name, arguments } => {
            secrets.redact(id);
            secrets.redact(name);
            secrets.redact_value(arguments);
        }
        Part::Result { id, content, is_error: _ } => {
            secrets.redact(id);
            secrets.redact(content);
        }
    }
}
