//! Reads the lines of an event stream as the oracle's events.

use crate::model::json::Value;

use super::events::{Act, Begin, Call, Event, Op, Prompt, Request, Told, member, text_of};

impl<'a> Event<'a> {
    /// Reads a line. An unknown input is read as `Heard`, and any other unknown line as `Done`.
    pub fn read(line: &'a Value) -> Self {
        let what = line.get("what");
        let heard = what.and_then(|what| what.get("input")).map(Self::input);
        heard.or_else(|| what?.get("effect").map(Self::effect)).unwrap_or(Self::Done)
    }

    fn input(input: &'a Value) -> Self {
        let Some((kind, data)) = sole(input) else { return Self::Heard };
        match (kind, pair(data)) {
            ("begin", _) => Self::Begin(begin(data)),
            ("signal", _) => Self::Signal,
            ("person", Some((op, act))) => Self::Person { op, act: acted(act) },
            ("model", Some((op, piece))) => Self::Reply { op, data: piece.get("data") },
            ("tool", Some((op, event))) => {
                event.get("asks").map_or(Self::Heard, |question| Self::Asks { op, question })
            }
            _ => Self::Heard,
        }
    }

    fn effect(effect: &'a Value) -> Self {
        let Some((kind, data)) = sole(effect) else { return Self::Done };
        match (kind, pair(data)) {
            ("request", Some((op, request))) => Self::Request { op, request: requested(request) },
            ("call", Some((op, call))) => Self::Call { op, call: called(call) },
            ("show", Some((op, prompt))) => Self::Show { op, prompt: shown(prompt) },
            ("record", _) => Self::Record { kind: text_of(data, "type").unwrap_or_default(), record: data },
            ("turn", _) if data.get("ended").is_some() => Self::TurnEnded,
            _ => Self::Done,
        }
    }
}

/// The only member of an object.
fn sole(value: &Value) -> Option<(&str, &Value)> {
    let members = value.as_object().filter(|members| members.len() == 1)?;
    members.iter().next().map(|(key, value)| (key.as_str(), value))
}

/// An operation, and the value beside it.
fn pair(value: &Value) -> Option<(Op<'_>, &Value)> {
    let [Value::String(op), what] = value.as_array()?.as_slice() else { return None };
    let (kind, number) = op.split_once('#')?;
    Some(((kind, number.parse().ok()?), what))
}

/// The items of an array among the members of an object.
fn items<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> + use<'v> {
    member(value, key).and_then(Value::as_array).into_iter().flatten()
}

fn begin(setup: &Value) -> Begin<'_> {
    Begin {
        goes_on: items(setup, "stored").next().is_some(),
        terminal: member(setup, "terminal") == Some(&Value::Bool(true)),
        profile: text_of(setup, "profile").unwrap_or_default(),
        config: items(setup, "config").filter_map(|layer| member(layer, "value")).collect(),
    }
}

fn acted(act: &Value) -> Act<'_> {
    match (act.as_str(), sole(act)) {
        (Some("cancel" | "eof"), _) => Act::Cancel,
        (Some("broken"), _) => Act::Broken,
        (_, Some(("answer", answer))) => Act::Answer(answer),
        (_, Some(("remember", answer))) => Act::Remember(answer),
        (_, Some(("key", Value::String(key)))) => Act::Key(key.as_str().into()),
        _ => Act::Other,
    }
}

fn requested(request: &Value) -> Request<'_> {
    fn parts(message: &Value) -> impl DoubleEndedIterator<Item = &Value> {
        member(message, "parts").and_then(Value::as_array).into_iter().flatten()
    }
    Request {
        schema: member(request, "schema").filter(|schema| !schema.is_null()),
        texts: items(request, "messages")
            .last()
            .into_iter()
            .flat_map(parts)
            .filter_map(|part| text_of(part, "text"))
            .collect(),
        results: items(request, "messages")
            .flat_map(parts)
            .filter_map(|part| member(part, "result"))
            .map(Told::read)
            .collect(),
    }
}

impl<'a> Told<'a> {
    /// Reads a result. Sent and recorded results have the same form.
    pub fn read(result: &'a Value) -> Self {
        Self {
            id: text_of(result, "id").unwrap_or_default(),
            content: text_of(result, "content").unwrap_or_default(),
            is_error: member(result, "is_error").and_then(Value::as_bool),
        }
    }
}

fn called(call: &Value) -> Call<'_> {
    Call {
        id: text_of(call, "id").unwrap_or_default(),
        tool: text_of(call, "name").unwrap_or_default(),
        answers: member(call, "answers").and_then(Value::as_object),
    }
}

fn shown(prompt: &Value) -> Prompt<'_> {
    let offers = member(prompt, "offers").unwrap_or(&Value::Null);
    Prompt {
        text: text_of(prompt, "text").unwrap_or_default(),
        keys: items(offers, "keys").filter_map(Value::as_str).map(Into::into).collect(),
        choices: items(offers, "choices").filter_map(Value::as_str).collect(),
        typing: text_of(offers, "typing"),
    }
}
