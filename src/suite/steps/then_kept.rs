//! What was kept and told, whatever shape a system gives it: values are found by some of their fields, at any depth.

use serde_json::Value;

use super::{Args, Step, then};
use crate::{
    model::{Part, Role},
    stage::Lane,
    suite::check::{Evidence, Miss, Seen, counted, equal, fails, fits, holds, nth},
    system::Effect,
};

pub const STEPS: &[Step] = &[
    then(
        "something is recorded with {}",
        "Anywhere in what is stored there is an object with at least these fields: JSON. A text that ends with an ellipsis \
         (…) is the beginning of what is expected, here and in every step that looks for fields.",
        |evidence, args| {
            let expected = args.json(0).map_err(Miss::Unread)?;
            let records = evidence.records()?;
            let found = records.iter().any(|record| within(record.what).iter().any(|value| fits(&expected, value)));
            holds(found, format!("something recorded with {expected}"), "nothing of the kind", None)
        },
    ),
    then(
        "nothing is recorded with {}",
        "Nowhere in what is stored is an object with these fields.",
        |evidence, args| {
            let expected = args.json(0).map_err(Miss::Unread)?;
            let records = evidence.records()?;
            let found = records.iter().find(|record| within(record.what).iter().any(|value| fits(&expected, value)));
            match found {
                None => Ok(()),
                Some(record) => fails(format!("nothing with {expected}"), record.what.to_string(), Some(record.seq)),
            }
        },
    ),
    then(
        "what is recorded last with {} has {}",
        "The last object in what is stored that has the first fields has the others, too.",
        |evidence, args| {
            let (name, expected) = named(args)?;
            let (seq, value) = last_kept(evidence, &name)?;
            holds(fits(&expected, &value), expected.to_string(), value.to_string(), Some(seq))
        },
    ),
    then("what is recorded first with {} has {}", "The same of the first such object.", |evidence, args| {
        let (name, expected) = named(args)?;
        let (seq, value) = kept(evidence, &name)?.into_iter().next().ok_or_else(|| none_kept(&name))?;
        holds(fits(&expected, &value), expected.to_string(), value.to_string(), Some(seq))
    }),
    then(
        "what is recorded last with {} is without {string}",
        "The last object in what is stored that has these fields has no such field.",
        |evidence, args| {
            let name = args.json(0).map_err(Miss::Unread)?;
            let (seq, value) = last_kept(evidence, &name)?;
            holds(value.get(args.text(1)).is_none(), format!("no {:?}", args.text(1)), value.to_string(), Some(seq))
        },
    ),
    then(
        "what is recorded last with {} says nothing of {string}",
        "A text that is nowhere in the JSON of the last object in what is stored that has these fields.",
        |evidence, args| {
            let name = args.json(0).map_err(Miss::Unread)?;
            let (seq, value) = last_kept(evidence, &name)?;
            let (piece, found) = (args.text(1), value.to_string());
            holds(!found.contains(&piece), format!("nothing of {piece:?}"), found, Some(seq))
        },
    ),
    then(
        "what is recorded with {} has {string} in turn as {}",
        "The values at that JSON pointer in all objects that have the first fields, one after the other, without those \
         that repeat the one before: a JSON array. What has no such value has null.",
        |evidence, args| {
            let (name, expected) = (args.json(0).map_err(Miss::Unread)?, args.json(2).map_err(Miss::Unread)?);
            let kept = kept(evidence, &name)?;
            let pointer = args.text(1);
            let mut values: Vec<Value> =
                kept.iter().map(|(_, value)| value.pointer(&pointer).cloned().unwrap_or_default()).collect();
            values.dedup();
            equal(&expected, &values.into(), kept.last().map(|(seq, _)| *seq), ToString::to_string)
        },
    ),
    then(
        "the field {string} of what is recorded last with {} is the id of message {int}",
        "A value in the last such object, by JSON pointer, and the id of that stored message.",
        |evidence, args| {
            let name = args.json(1).map_err(Miss::Unread)?;
            let (seq, value) = last_kept(evidence, &name)?;
            let message = nth(evidence.messages()?, args.number(2), "message")?;
            let found = value.pointer(&args.text(0)).cloned().unwrap_or_default();
            equal(&message.what["id"], &found, Some(seq), ToString::to_string)
        },
    ),
    then("what is recorded last with {} is:", "That object, whole, as JSON in a doc string.", |evidence, args| {
        let name = args.json(0).map_err(Miss::Unread)?;
        let expected: Value = args.doc_json().map_err(Miss::Unread)?;
        let (seq, value) = last_kept(evidence, &name)?;
        equal(&expected, &value, Some(seq), ToString::to_string)
    }),
    then(
        "the messages recorded are {string}",
        "Whose they are, in order, separated by blanks: of each message, which has an id and a role, once.",
        |evidence, args| {
            let messages = evidence.messages()?;
            let roles: Vec<&str> = messages.iter().filter_map(|message| message.what["role"].as_str()).collect();
            let seq = messages.last().map(|message| message.seq);
            equal(&args.text(0), &roles.join(" "), seq, |roles| format!("messages of {roles}"))
        },
    ),
    then(
        "message {int} is recorded with {}",
        "The last that is stored of that message has at least these fields: JSON.",
        |evidence, args| {
            let expected = args.json(1).map_err(Miss::Unread)?;
            let message = nth(evidence.messages()?, args.number(0), "message")?;
            let found = within(message.what).iter().any(|value| fits(&expected, value));
            holds(found, expected.to_string(), message.what.to_string(), Some(message.seq))
        },
    ),
    then(
        "message {int} has {int} object(s) with {}",
        "In the last that is stored of that message, so many objects have at least these fields: JSON.",
        |evidence, args| {
            let expected = args.json(2).map_err(Miss::Unread)?;
            let message = nth(evidence.messages()?, args.number(0), "message")?;
            let count = within(message.what).into_iter().filter(|value| fits(&expected, value)).count();
            equal(&args.number(1), &(count as u64), Some(message.seq), |count| counted(*count, "object"))
        },
    ),
    then(
        "the text of message {int} is recorded as {string}",
        "All texts in the content of that message, as it is stored last, are this one.",
        |evidence, args| {
            let message = nth(evidence.messages()?, args.number(0), "message")?;
            let mut texts: Vec<&str> = Vec::new();
            texts_in(&message.what["content"], &mut texts);
            texts.dedup();
            equal(&args.text(1).as_str(), &texts.join(" | ").as_str(), Some(message.seq), |text| format!("{text:?}"))
        },
    ),
    then(
        "before {int} ms nothing is recorded with {}",
        "Until then nothing that is stored has an object with these fields.",
        |evidence, args| {
            let name = args.json(1).map_err(Miss::Unread)?;
            let until = args.number(0);
            let early = evidence.records()?.into_iter().filter(|record| record.at.0 < until);
            let found = early.into_iter().find(|record| within(record.what).iter().any(|value| fits(&name, value)));
            match found {
                None => Ok(()),
                Some(record) => fails(format!("nothing with {name}"), record.what.to_string(), Some(record.seq)),
            }
        },
    ),
    then(
        "the ask {string} is shown again, or the model is told of it",
        "After the subject was started anew, a prompt is shown with that text, or a request has the result of a call.",
        |evidence, args| {
            let piece = args.text(0);
            let anew = evidence.started_anew().ok_or_else(|| Miss::Fails {
                expected: "a subject that is started anew".to_owned(),
                found: "none".to_owned(),
                seq: None,
            })?;
            let prompts = evidence.prompts()?;
            let shown = prompts.iter().any(|prompt| prompt.seq > anew && prompt.what.text.contains(&piece));
            let requests = evidence.turn_requests()?;
            let told = requests.iter().any(|request| request.seq > anew && request.what.results().next().is_some());
            holds(shown || told, format!("{piece:?} shown again, or a result told"), "neither", Some(anew))
        },
    ),
    then(
        "the messages {} repeat the {string} of the messages {}",
        "The field of all messages to the client that have the first fields, in order, is that of all that have the \
         others. Ids are compared so, whatever they look like.",
        |evidence, args| {
            let (some, others) = (args.json(0).map_err(Miss::Unread)?, args.json(2).map_err(Miss::Unread)?);
            let (found, seq) = fields(evidence, &some, &args.text(1))?;
            let (expected, _) = fields(evidence, &others, &args.text(1))?;
            holds(!expected.is_empty(), format!("messages with {others}"), "none", None)?;
            equal(&expected, &found, seq, |values| Value::from(values.clone()).to_string())
        },
    ),
    then(
        "the messages {} have one {string}",
        "The field is there, and the same in all messages to the client that have these fields, of which there are several.",
        |evidence, args| {
            let (values, seq) = fields(evidence, &args.json(0).map_err(Miss::Unread)?, &args.text(1))?;
            let same = values.len() > 1 && !values[0].is_null() && values.iter().all(|value| *value == values[0]);
            holds(same, format!("one {:?}", args.text(1)), Value::from(values).to_string(), seq)
        },
    ),
    then(
        "the messages {} have {int} different {string}",
        "So many messages to the client have these fields, and no two the same in that one.",
        |evidence, args| {
            let (values, seq) = fields(evidence, &args.json(0).map_err(Miss::Unread)?, &args.text(2))?;
            let differ = values.iter().enumerate().all(|(at, value)| !values[..at].contains(value));
            let as_many = values.len() as u64 == args.number(1);
            let expected = format!("{} different {:?}", args.number(1), args.text(2));
            holds(differ && as_many, expected, Value::from(values).to_string(), seq)
        },
    ),
    then(
        "the user's messages reach the model as {}",
        "In the last request of the turn: the texts of the user, in order, as a JSON array.",
        |evidence, args| {
            let expected = args.json(0).map_err(Miss::Unread)?;
            let requests = evidence.turn_requests()?;
            let number = requests.len() as u64;
            let request = nth(requests, number, "request")?;
            let said = request.what.messages.iter().filter(|message| message.role == Role::User);
            let texts = said.flat_map(|message| &message.parts).filter_map(|part| match part {
                Part::Text(text) => Some(Value::from(text.as_str())),
                _ => None,
            });
            equal(&expected, &texts.collect(), Some(request.seq), ToString::to_string)
        },
    ),
    then(
        "the model is told nothing with {string}",
        "In no request is it told that piece: neither by the user nor as the result of a call.",
        |evidence, args| {
            let piece = args.text(0);
            for request in evidence.requests()? {
                let said = request.what.messages.iter().filter(|message| message.role == Role::User);
                let told = said.flat_map(|message| &message.parts).find(|part| match part {
                    Part::Text(text) | Part::Result { content: text, .. } => text.contains(&piece),
                    _ => false,
                });
                if let Some(told) = told {
                    return fails(format!("nothing with {piece:?}"), format!("{told:?}"), Some(request.seq));
                }
            }
            Ok(())
        },
    ),
    then(
        "of the call {string} the model is told {}",
        "A piece of the call's result, flagged or not, as a JSON string; null where it is told nothing of it.",
        |evidence, args| {
            let expected = args.json(1).map_err(Miss::Unread)?;
            let result = evidence.result(&args.text(0))?;
            let seq = result.as_ref().map(|result| result.seq);
            let found = result.map_or(Value::Null, |result| result.what.0.into());
            let fits = match (expected.as_str(), found.as_str()) {
                (Some(piece), Some(found)) => found.contains(piece),
                _ => expected == found,
            };
            holds(fits, expected.to_string(), found.to_string(), seq)
        },
    ),
    then(
        "the answer {string} arrives {int} time(s)",
        "Where answers go: so many results of calls and messages of the user in the last request, and executions of \
         tools with answers, have that piece.",
        |evidence, args| {
            let (piece, expected) = (args.text(0), args.number(1));
            let requests = evidence.turn_requests()?;
            let last = requests.last();
            let parts = last.into_iter().flat_map(|request| &request.what.messages).flat_map(|message| {
                let said = (message.role == Role::User).then_some(&message.parts);
                said.into_iter().flatten()
            });
            let told = parts.filter(|part| match part {
                Part::Text(text) | Part::Result { content: text, .. } => text.contains(&piece),
                _ => false,
            });
            let handed = evidence
                .all_executions()?
                .into_iter()
                .filter(|execution| execution.what.answers.values().any(|answer| answer.to_string().contains(&piece)));
            let found = told.count() as u64 + handed.count() as u64;
            equal(&expected, &found, last.map(|request| request.seq), |count| counted(*count, "arrival"))
        },
    ),
    then("no message tells the client {string}", "No message to the client has that piece.", |evidence, args| {
        let piece = args.text(0);
        match told(evidence)?.into_iter().find(|message| message.what.to_string().contains(&piece)) {
            None => Ok(()),
            Some(message) => fails(format!("nothing with {piece:?}"), message.what.to_string(), Some(message.seq)),
        }
    }),
    then(
        "a message tells the client something with {string}",
        "A piece of what is told the client, in its JSON.",
        |evidence, args| {
            let (piece, messages) = (args.text(0), told(evidence)?);
            let found: Vec<String> = messages.iter().map(|message| message.what.to_string()).collect();
            let has = found.iter().any(|message| message.contains(&piece));
            holds(has, format!("a message with {piece:?}"), found.join(" "), messages.last().map(|last| last.seq))
        },
    ),
    then(
        "{int} message(s) tell(s) the client {}",
        "So many messages to the client have at least these fields, to any depth: JSON.",
        |evidence, args| {
            let expected = args.json(1).map_err(Miss::Unread)?;
            let count = told(evidence)?.iter().filter(|message| fits(&expected, message.what)).count();
            equal(&args.number(0), &(count as u64), None, |count| counted(*count, "message"))
        },
    ),
    then(
        "the messages tell the client in this order:",
        "Messages to the client, perhaps with others between, each with at least these fields: a JSON array in a doc \
         string.",
        |evidence, args| {
            let expected: Vec<Value> = args.doc_json().map_err(Miss::Unread)?;
            let mut messages = told(evidence)?.into_iter();
            for wanted in &expected {
                if !messages.any(|message| fits(wanted, message.what)) {
                    let found: Vec<String> = told(evidence)?.iter().map(|message| message.what.to_string()).collect();
                    return fails(format!("{wanted} in its place"), found.join(" "), None);
                }
            }
            Ok(())
        },
    ),
    then(
        "the description of {string} reaches the model as {string}",
        "The tool's description in each request, whole.",
        |evidence, args| {
            let (tool, expected) = (args.text(0), args.text(1));
            for request in evidence.requests()? {
                let offered = request.what.tools.iter().find(|offered| offered.name == tool);
                let found = offered.map_or("", |offered| offered.description.as_str());
                equal(&expected.as_str(), &found, Some(request.seq), |text| format!("{text:?}"))?;
            }
            Ok(())
        },
    ),
];

fn named(args: &Args) -> Result<(Value, Value), Miss> {
    Ok((args.json(0).map_err(Miss::Unread)?, args.json(1).map_err(Miss::Unread)?))
}

/// `value` and every object within it, in order.
fn within(value: &Value) -> Vec<&Value> {
    let mut found = Vec::new();
    match value {
        Value::Object(members) => {
            found.push(value);
            found.extend(members.values().flat_map(within));
        }
        Value::Array(items) => found.extend(items.iter().flat_map(within)),
        _ => {}
    }
    found
}

/// The field of every message to the client with these fields, in order, and the number of the last of them.
fn fields(evidence: &Evidence<'_>, name: &Value, field: &str) -> Result<(Vec<Value>, Option<u64>), Miss> {
    let messages: Vec<Seen<&Value>> = told(evidence)?.into_iter().filter(|message| fits(name, message.what)).collect();
    let seq = messages.last().map(|message| message.seq);
    Ok((messages.into_iter().map(|message| message.what[field].clone()).collect(), seq))
}

/// Every text in what a message says; not the words that say what kind of part it is.
fn texts_in<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(items) => items.iter().for_each(|item| texts_in(item, texts)),
        Value::Object(members) => {
            let said = members.iter().filter(|(key, _)| !["type", "id", "status"].contains(&key.as_str()));
            said.for_each(|(_, member)| texts_in(member, texts));
        }
        _ => {}
    }
}

/// Every stored object with these fields, with the number of its observation.
fn kept(evidence: &Evidence<'_>, name: &Value) -> Result<Vec<(u64, Value)>, Miss> {
    let mut kept = Vec::new();
    for record in evidence.records()? {
        let fitting = within(record.what).into_iter().filter(|value| fits(name, value));
        kept.extend(fitting.map(|value| (record.seq, value.clone())));
    }
    Ok(kept)
}

fn last_kept(evidence: &Evidence<'_>, name: &Value) -> Result<(u64, Value), Miss> {
    kept(evidence, name)?.pop().ok_or_else(|| none_kept(name))
}

fn none_kept(name: &Value) -> Miss {
    Miss::Fails { expected: format!("something recorded with {name}"), found: "nothing of the kind".into(), seq: None }
}

/// Every message to the client.
fn told<'a>(evidence: &Evidence<'a>) -> Result<Vec<Seen<&'a Value>>, Miss> {
    let effects = evidence.effects(Lane::Client)?.into_iter();
    let messages = effects.filter_map(|Seen { seq, at, op, what }| match what {
        Effect::Client(message) => Some(Seen { seq, at, op, what: message }),
        _ => None,
    });
    Ok(messages.collect())
}
