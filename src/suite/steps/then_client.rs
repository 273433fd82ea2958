//! Messages to the client. Ids are opaque: we only compare them with one another.

use crate::model::json::Value;
use serde::Deserialize;

use super::{
    Step,
    comparing::{has_fields, in_order},
    then,
    then_run::was_offered,
    then_stored::{last_kept, texts_in},
    typed::{DocJson, Fields},
};
use crate::{
    stage::{Lane, Observation, What},
    suite::check::{Evidence, Finding, Mismatch, Seen, counted, equal, fails, holds},
    system::{ClientEvent, Effect, Input},
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "the client is told {}",
            "A message to the client that has at least these fields: JSON.",
            |evidence, Fields(expected): Fields| {
                let messages = told(evidence)?;
                let has = |message: &Seen<&Value>| {
                    let own =
                        message.what.as_object().into_iter().flatten().filter(|(key, _)| expected.get(key).is_some());
                    let own = Value::Object(own.map(|(key, value)| (key.clone(), value.clone())).collect());
                    evidence.same(&expected, &own, None).is_ok()
                };
                let found: Vec<String> = messages.iter().map(|message| message.what.to_string()).collect();
                holds(messages.iter().any(has), format!("a message with {expected}"), found.join(" "), None)
            },
        ),
        then(
            "a message tells the client at least {}",
            "A message to the client has at least these fields, at any depth: JSON.",
            |evidence, Fields(expected): Fields| {
                let messages = told(evidence)?;
                let found: Vec<String> = messages.iter().map(|message| message.what.to_string()).collect();
                let fits = messages.iter().any(|message| evidence.fits(&expected, message.what));
                holds(fits, format!("a message with {expected}"), found.join(" "), None)
            },
        ),
        then(
            "the messages {} repeat the {string} of the messages {}",
            "Some messages to the client have the first fields, and others the second ones. In order, both have the \
             same values in this field. So ids are compared without a look at their form.",
            |evidence, (Fields(some), field, Fields(others)): (Fields, String, Fields)| {
                let (found, seq) = fields(evidence, &some, &field)?;
                let (expected, _) = fields(evidence, &others, &field)?;
                holds(!expected.is_empty(), format!("messages with {others}"), "none", None)?;
                equal(&expected, &found, seq, |values| Value::from(values.clone()).to_string())
            },
        ),
        then(
            "the messages {} have one {string}",
            "Several messages to the client have these fields, and all of them have the same value in this field.",
            |evidence, (Fields(name), field): (Fields, String)| {
                let (values, seq) = fields(evidence, &name, &field)?;
                let same = values.len() > 1 && !values[0].is_null() && values.iter().all(|value| *value == values[0]);
                holds(same, format!("one {field:?}"), Value::from(values).to_string(), seq)
            },
        ),
        then(
            "the messages {} have {int} different {string}",
            "So many messages to the client have these fields, and each has another value in this field.",
            |evidence, (Fields(name), count, field): (Fields, u64, String)| {
                let (values, seq) = fields(evidence, &name, &field)?;
                let fits = all_differ(&values) && values.len() as u64 == count;
                holds(fits, format!("{count} different {field:?}"), Value::from(values).to_string(), seq)
            },
        ),
        then(
            "the messages {} have another {string} each",
            "Some message to the client has these fields, and each such message has another value in this field.",
            |evidence, (Fields(name), field): (Fields, String)| {
                let (values, seq) = fields(evidence, &name, &field)?;
                let fits = all_differ(&values) && !values.is_empty();
                holds(fits, format!("another {field:?} each"), Value::from(values).to_string(), seq)
            },
        ),
        then(
            "the messages {} have the fields {string}",
            "Some message to the client has the first fields, and each such message has exactly the fields of this \
             list: names separated by blanks, in any order. A field in parentheses may be missing.",
            |evidence, (Fields(name), fields): (Fields, String)| {
                let mut messages = told(evidence)?;
                messages.retain(|message| evidence.fits(&name, message.what));
                holds(!messages.is_empty(), format!("a message with {name}"), "none", None)?;
                messages.iter().try_for_each(|message| has_fields(&fields, message.what, message.seq))
            },
        ),
        then(
            "no message tells the client {string}",
            "No message to the client has that piece.",
            |evidence, piece: String| match told(evidence)?
                .into_iter()
                .find(|message| message.what.to_string().contains(&piece))
            {
                None => Ok(()),
                Some(message) => fails(format!("nothing with {piece:?}"), message.what.to_string(), Some(message.seq)),
            },
        ),
        then(
            "the client's lines with {} change nothing",
            "The client sends lines with at least these fields: JSON. What follows from each of them at once is a refusal \
             or nothing.",
            |evidence, Fields(fields): Fields| changes_nothing(evidence, &fields),
        ),
        then(
            "a message tells the client something with {string}",
            "The JSON of some message to the client has this piece.",
            |evidence, piece: String| {
                let messages = told(evidence)?;
                let found: Vec<String> = messages.iter().map(|message| message.what.to_string()).collect();
                let has = found.iter().any(|message| message.contains(&piece));
                holds(has, format!("a message with {piece:?}"), found.join(" "), messages.last().map(|last| last.seq))
            },
        ),
        then(
            "what the client is told has the pieces {} in this order",
            "The texts of all messages to the client have these pieces, in this order: a JSON array.",
            |evidence, pieces: Vec<String>| {
                let messages = told(evidence)?;
                let mut texts = Vec::new();
                messages.iter().for_each(|message| texts_in(message.what, &mut texts));
                let told = texts.join("\n");
                let seq = messages.last().map(|last| last.seq);
                holds(in_order(&told, &pieces), format!("{pieces:?} in this order"), format!("{told:?}"), seq)
            },
        ),
        then(
            "{int} message(s) tell(s) the client {}",
            "So many messages to the client have at least these fields, to any depth: JSON.",
            |evidence, (count, Fields(expected)): (u64, Fields)| so_many_tell(evidence, count, &expected),
        ),
        then(
            "where what was answered was offered, {int} message(s) tell(s) the client {}",
            "The same. Where an act of the person was not offered, or another option was taken in its place, this never comes up.",
            |evidence, (count, Fields(expected)): (u64, Fields)| {
                was_offered(evidence)?;
                so_many_tell(evidence, count, &expected)
            },
        ),
        then(
            "one of these courses is taken:",
            "A JSON array in a doc string, with {\"told\": FIELDS, \"requests\": N} for each course. Exactly one \
             message to the client has the fields of a course, and the number of requests is that of this course.",
            |evidence, DocJson(courses): DocJson<Vec<Course>>| one_course(evidence, &courses),
        ),
        then(
            "{int} request(s) reach(es) the model where the client is told {}, and {int} where it is told {}",
            "The same for two courses, in an older wording.",
            |evidence, (requests, Fields(told), others, Fields(other)): (u64, Fields, u64, Fields)| {
                let courses = [Course { told, requests }, Course { told: other, requests: others }];
                one_course(evidence, &courses)
            },
        ),
        then(
            "where the client is told {}, the last object recorded with {} has {}",
            "If some message to the client has the first fields: the last stored object with the second fields has \
             the third ones, too. If there is no such message, the step holds.",
            |evidence, (Fields(condition), Fields(name), Fields(expected)): (Fields, Fields, Fields)| {
                if !told(evidence)?.iter().any(|message| evidence.fits(&condition, message.what)) {
                    return Ok(());
                }
                let (seq, value) = last_kept(evidence, &name)?;
                holds(evidence.fits(&expected, &value), expected.to_string(), value.to_string(), Some(seq))
            },
        )
        .was(&["where the client is told {}, what is recorded last with {} has {}"]),
        then(
            "the messages tell the client in this order:",
            "Messages to the client, perhaps with others between, each with at least these fields: a JSON array in a \
             doc string.",
            |evidence, DocJson(expected): DocJson<Vec<Value>>| {
                let mut messages = told(evidence)?.into_iter();
                for wanted in &expected {
                    if !messages.any(|message| evidence.fits(wanted, message.what)) {
                        let found: Vec<String> =
                            told(evidence)?.iter().map(|message| message.what.to_string()).collect();
                        return fails(format!("{wanted} in its place"), found.join(" "), None);
                    }
                }
                Ok(())
            },
        ),
    ]
}

fn so_many_tell(evidence: &Evidence<'_>, count: u64, expected: &Value) -> Finding {
    let found = told(evidence)?.iter().filter(|message| evidence.fits(expected, message.what)).count();
    equal(&count, &(found as u64), None, |count| counted(*count, "message"))
}

/// One of several right courses of a run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Course {
    told: Value,
    requests: u64,
}

fn changes_nothing(evidence: &Evidence<'_>, fields: &Value) -> Finding {
    let events = evidence.events(&[Lane::Client])?;
    let is_meant = |event: &Observation| match &event.what {
        What::Input(Input::Client(ClientEvent::Line(line))) => evidence.fits(fields, line),
        _ => false,
    };
    let mut meant = events.iter().enumerate().filter(|(_, event)| is_meant(event)).peekable();
    holds(meant.peek().is_some(), format!("a line of the client with {fields}"), "none", None)?;
    meant.try_for_each(|(at, line)| {
        let effects = events[at + 1..].iter().take_while(|event| matches!(event.what, What::Effect(_)));
        let changes = effects.filter(|event| !matches!(event.what, What::Effect(Effect::Refuse(_))));
        let changes: Vec<String> = changes.map(ToString::to_string).collect();
        holds(changes.is_empty(), "no effect", changes.join("; "), Some(line.seq))
    })
}

fn one_course(evidence: &Evidence<'_>, courses: &[Course]) -> Finding {
    let messages = told(evidence)?;
    let count =
        |course: &Course| messages.iter().filter(|message| evidence.fits(&course.told, message.what)).count() as u64;
    let counts: Vec<u64> = courses.iter().map(count).collect();
    let taken: Vec<&Course> =
        courses.iter().zip(&counts).filter(|(_, count)| **count > 0).map(|(course, _)| course).collect();
    let ([course], 1) = (&taken[..], counts.iter().sum::<u64>()) else {
        let told: Vec<String> = courses.iter().map(|course| course.told.to_string()).collect();
        return fails(format!("one message with one of {}", told.join(" or ")), format!("of each: {counts:?}"), None);
    };
    let requests = evidence.requests()?;
    let seq = requests.last().map(|request| request.seq);
    equal(&course.requests, &(requests.len() as u64), seq, |count| counted(*count, "request"))
}

/// The field of every message to the client with these fields, in order, and the number of the last of them.
fn fields(evidence: &Evidence<'_>, name: &Value, field: &str) -> Result<(Vec<Value>, Option<u64>), Mismatch> {
    let messages: Vec<Seen<&Value>> =
        told(evidence)?.into_iter().filter(|message| evidence.fits(name, message.what)).collect();
    let seq = messages.last().map(|message| message.seq);
    Ok((messages.into_iter().map(|message| message.what[field].clone()).collect(), seq))
}

fn all_differ(values: &[Value]) -> bool {
    values.iter().enumerate().all(|(at, value)| !values[..at].contains(value))
}

/// Every message to the client.
pub(super) fn told<'a>(evidence: &Evidence<'a>) -> Result<Vec<Seen<&'a Value>>, Mismatch> {
    let effects = evidence.effects(Lane::Client)?.into_iter();
    let messages = effects.filter_map(|Seen { seq, at, op, what }| match what {
        Effect::Client(message) => Some(Seen { seq, at, op, what: message }),
        _ => None,
    });
    Ok(messages.collect())
}
