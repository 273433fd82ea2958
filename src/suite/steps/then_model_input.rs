//! The input of the model: results of calls and messages of the user.

use crate::model::json::Value;

use super::{Step, comparing::in_order, then};
use crate::{
    model::{
        Part, Role,
        text::{as_json, has_piece},
    },
    stage::Lane,
    suite::check::{Evidence, Finding, Mismatch, Seen, counted, equal, fails, holds, nth},
    system::{Effect, System},
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "the ask {string} is shown again, or the model is told of it",
            "After the subject was started anew, a prompt or a message to the client has that text, or a request has \
             the result of a call, which is an error or has a text.",
            |evidence, piece: String| {
                let anew = evidence.started_anew().ok_or_else(|| Mismatch::Fails {
                    expected: "a subject that is started anew".to_owned(),
                    found: "none".to_owned(),
                    seq: None,
                })?;
                let prompts = evidence.prompts()?;
                let shown = prompts.iter().any(|prompt| prompt.seq > anew && prompt.what.shows(&piece));
                let requests = evidence.turn_requests()?;
                let after = requests.iter().filter(|request| request.seq > anew);
                let mut results = after.flat_map(|request| request.what.results());
                let told = results.any(|(_, content, is_error)| is_error || !content.trim().is_empty());
                if shown || told {
                    return Ok(());
                }
                let mut sent = evidence.effects(Lane::Client)?.into_iter().filter(|effect| effect.seq > anew);
                let sent =
                    sent.any(|effect| matches!(effect.what, Effect::Client(line) if line.to_string().contains(&piece)));
                holds(sent, format!("{piece:?} shown again, or a result told"), "neither", Some(anew))
            },
        ),
        then(
            "the user's messages reach the model as {}",
            "In the last request of the turn: the texts of the user, in order, as a JSON array.",
            |evidence, expected: Value| {
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
            "the model is told of the questions {} the answers {}",
            "A message of the user, a result or the system prompt in the last request has all of these, each answer \
             where its question is: in the order in which the questions stand there. Two JSON arrays, as long as one \
             another.",
            |evidence, (questions, answers): (Vec<String>, Vec<String>)| {
                let last = evidence.turn_requests()?.pop();
                let parts = last.iter().flat_map(|request| &request.what.messages).flat_map(|message| &message.parts);
                let texts = parts.filter_map(|part| match part {
                    Part::Text(text) | Part::Result { content: text, .. } => Some(text.as_str()),
                    _ => None,
                });
                let system = last.iter().filter_map(|request| request.what.system.as_deref());
                let texts = texts.chain(system);
                let has = |text: &&str| questions.iter().chain(&answers).all(|piece| has_piece(text, piece));
                let told: Vec<&str> = texts.filter(has).collect();
                let fits = questions.len() == answers.len()
                    && told.iter().any(|text| side_by_side(text, &questions, &answers));
                let found = told.first().map_or("no text with all of them".to_owned(), |text| format!("{text:?}"));
                let expected = format!("of {questions:?} the answers {answers:?}");
                holds(fits, expected, found, last.map(|request| request.seq))
            },
        ),
        then(
            "the model is told nothing with {string}",
            "No message of the user and no result of a call has that piece, in any request.",
            |evidence, piece: String| never_told(evidence, &piece, false),
        ),
        then(
            "the model is told nothing with {string}, errors aside",
            "The same, but results of failed calls may have that piece.",
            |evidence, piece: String| never_told(evidence, &piece, true),
        ),
        then(
            "of the call {string} the model is told {}",
            "The call's result has this piece, flagged as an error or not: a JSON string. Null means that the model \
             is not told of the call.",
            |evidence, (id, expected): (String, Value)| {
                let result = evidence.result(&id)?;
                let seq = result.as_ref().map(|result| result.seq);
                let found = result.map_or(Value::Null, |result| result.what.0.into());
                let fits = match (expected.as_str(), found.as_str()) {
                    (Some(piece), Some(found)) => has_piece(found, piece),
                    _ => expected == found,
                };
                holds(fits, expected.to_string(), found.to_string(), seq)
            },
        ),
        then(
            "the calls {string} and {string} have different results",
            "The model is told of the first call, and not the same of the second, by the text or by its being an error.",
            |evidence, (first, second): (String, String)| {
                let Some(one) = evidence.result(&first)? else {
                    return fails(format!("a result of {first:?}"), "none", None);
                };
                let other = evidence.result(&second)?;
                let differ = other.as_ref().is_none_or(|other| other.what != one.what);
                holds(differ, format!("not {:?}", one.what.0), "the same result", other.map(|other| other.seq))
            },
        ),
        then(
            "the result of {string} has {int} bytes, or the pieces {} in this order",
            "As the model is told it: it is so long, and so whole, or it has these pieces, each after the one before, \
             a JSON array.",
            |evidence, (id, count, pieces): (String, u64, Vec<String>)| {
                let result = evidence.result(&id)?;
                let (seq, told) = result.map_or((None, ""), |result| (Some(result.seq), result.what.0));
                let fits = told.len() as u64 == count || in_order(told, &pieces);
                let found = counted(told.len() as u64, "byte");
                holds(fits, format!("{count} bytes, or {pieces:?} in this order"), found, seq)
            },
        ),
        then(
            "the call {string} fails",
            "The model is told so, flagged as an error; or, where it is told nothing of the call, what is stored last \
             says so: the call's block has the status `error`, or there is an error block in its message, which asks \
             nothing under that id and has no other call that failed.",
            |evidence, id: String| {
                if let Some(Seen { seq, what: (content, is_error), .. }) = evidence.result(&id)? {
                    return holds(
                        evidence.may_be(is_error, true),
                        "an error",
                        format!("a success: {content:?}"),
                        Some(seq),
                    );
                }
                let messages = evidence.messages()?;
                let is_stored = messages
                    .iter()
                    .any(|message| System::ALL.iter().any(|system| (system.says_failed)(&message.what, &id)));
                holds(is_stored, format!("that {id} failed"), "nothing told to the model, and no error stored", None)
            },
        ),
        then(
            "the answer {string} arrives {int} time(s)",
            "Where answers go: so many messages of the user and results of calls that did not fail in the last request, \
             and executions of tools with answers, have that piece.",
            |evidence, (piece, count): (String, u64)| {
                arrives(evidence, &piece, count, |texts, results| texts + results, false)
            },
        ),
        then(
            "the answer {string} arrives {int} time(s), a summary in the system prompt included",
            "The same, and the system prompt may have that piece, too.",
            |evidence, (piece, count): (String, u64)| {
                arrives(evidence, &piece, count, |texts, results| texts + results, true)
            },
        ),
        then(
            "the answer {string} arrives {int} time(s), a result that repeats it aside",
            "The same, but if the answer is a message of the user, the result that is sent with it may repeat the \
             answer.",
            |evidence, (piece, count): (String, u64)| arrives(evidence, &piece, count, u64::max, false),
        ),
        then(
            "the answer {string} arrives only where it is given",
            "If the answer was not given at a prompt, no result of a call, no message of the user and no execution has \
             that piece, in any request.",
            |evidence, piece: String| {
                if evidence.gave(&piece)? {
                    return Ok(());
                }
                told_nowhere(evidence, &format!("{piece:?}"), |text| has_piece(text, &piece))
            },
        ),
        then(
            "the answer {string} is told nowhere without {string}",
            "No message of the user, no result of a call and no execution has that piece, in any request, unless it has the \
             other piece, too: then it lists what was offered.",
            |evidence, (piece, other): (String, String)| {
                let is_told = |text: &str| has_piece(text, &piece) && !has_piece(text, &other);
                told_nowhere(evidence, &format!("{piece:?} without {other:?}"), is_told)
            },
        ),
        then(
            "the description of {string} reaches the model as {string}",
            "The tool's description in each request, whole.",
            |evidence, (tool, expected): (String, String)| {
                for request in evidence.requests()? {
                    let offered = request.what.tools.iter().find(|offered| offered.name == tool);
                    let found = offered.map_or("", |offered| offered.description.as_str());
                    equal(&expected.as_str(), &found, Some(request.seq), |text| format!("{text:?}"))?;
                }
                Ok(())
            },
        ),
    ]
}

/// Holds if no request tells the model `piece`. With `errors_aside`, a result that is an error may tell it.
fn never_told(evidence: &Evidence<'_>, piece: &str, errors_aside: bool) -> Finding {
    for request in evidence.requests()? {
        let said = request.what.messages.iter().filter(|message| message.role == Role::User);
        let told = said.flat_map(|message| &message.parts).find(|part| match part {
            Part::Result { is_error, .. } if errors_aside && evidence.may_be(*is_error, true) => false,
            Part::Text(text) | Part::Result { content: text, .. } => has_piece(text, piece),
            _ => false,
        });
        if let Some(told) = told {
            return fails(format!("nothing with {piece:?}"), format!("{told:?}"), Some(request.seq));
        }
    }
    Ok(())
}

/// Holds if no message of the user, no result of a call and no execution has a text like that, in any request.
pub(super) fn told_nowhere(evidence: &Evidence<'_>, what: &str, is_told: impl Fn(&str) -> bool) -> Finding {
    for request in evidence.requests()? {
        let said = request.what.messages.iter().filter(|message| message.role == Role::User);
        let mut texts = said.flat_map(|message| &message.parts).filter_map(|part| match part {
            Part::Text(text) | Part::Result { content: text, .. } => Some(text),
            Part::Reasoning(_) | Part::Call { .. } => None,
        });
        if let Some(told) = texts.find(|text| is_told(text)) {
            return fails(format!("nothing with {what}"), format!("{told:?}"), Some(request.seq));
        }
    }
    let executions = evidence.all_executions()?;
    let handed = |answer: &Value| is_told(&answer.to_string());
    match executions.iter().find(|execution| execution.what.answers.values().any(handed)) {
        None => Ok(()),
        Some(execution) => {
            let found = Value::Object(execution.what.answers.clone()).to_string();
            fails(format!("no execution with {what}"), found, Some(execution.seq))
        }
    }
}

/// Whether `text` has the answers in the order of their questions.
fn side_by_side(text: &str, questions: &[String], answers: &[String]) -> bool {
    let place = |piece: &String| text.find(piece.as_str()).or_else(|| text.find(&as_json(piece)));
    let mut pairs: Vec<_> = questions.iter().map(place).zip(answers.iter().map(place)).collect();
    pairs.sort_unstable();
    pairs.is_sorted_by_key(|(_, answer)| *answer)
}

/// How often an answer arrives, in executions and in messages to the model. `count` counts the texts and results of a
/// message that have the answer.
fn arrives(
    evidence: &Evidence<'_>,
    piece: &str,
    expected: u64,
    count: fn(u64, u64) -> u64,
    in_system: bool,
) -> Finding {
    let requests = evidence.turn_requests()?;
    let last = requests.last();
    let mut found = 0;
    let messages = last.into_iter().flat_map(|request| &request.what.messages);
    for message in messages.filter(|message| message.role == Role::User) {
        let (mut texts, mut results) = (0, 0);
        for part in &message.parts {
            match part {
                Part::Text(text) => texts += u64::from(has_piece(text, piece)),
                // The text of an error is free, and an error is no answer.
                Part::Result { content, is_error, .. } => results += u64::from(!is_error && has_piece(content, piece)),
                Part::Reasoning(_) | Part::Call { .. } => {}
            }
        }
        found += count(texts, results);
    }
    let system = last.and_then(|request| request.what.system.as_deref()).filter(|_| in_system);
    found += u64::from(system.is_some_and(|system| has_piece(system, piece)));
    let executions = evidence.all_executions()?;
    let handed = |answer: &Value| has_piece(&answer.to_string(), piece);
    found += executions.iter().filter(|execution| execution.what.answers.values().any(handed)).count() as u64;
    equal(&expected, &found, last.map(|request| request.seq), |count| counted(*count, "arrival"))
}

#[cfg(test)]
#[path = "then_model_input_tests.rs"]
mod tests;
