//! How a client repeats a call whose result has asked something.

use super::{
    super::{Step, acp::servers::own_members, then},
    client::{calls, is_repeat, is_request, own_params, told},
};
use crate::{
    model::{
        json::{Map, Value},
        rpc::text,
    },
    suite::check::{Evidence, Finding, Mismatch, Seen, counted, equal, fails, holds},
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "each repeated call has the name and the arguments of the call before it",
            "A call with answers or a state has the params of an earlier one. Where no call is repeated, this never comes up.",
            |evidence, ()| {
                each_repeat(evidence, |line, before| {
                    let own = own_params(line.what);
                    let is_same = before.iter().any(|other| own_params(other.what) == own);
                    holds(is_same, "the params of an earlier call", Value::from(own).to_string(), Some(line.seq))
                })
            },
        ),
        then(
            "each repeated call has an id of its own",
            "No request since the call itself has the id of a call with answers or a state. Where no call is repeated, this never comes up.",
            |evidence, ()| {
                each_repeat(evidence, |line, before| {
                    let own = own_params(line.what);
                    let is_call = |other: &&Seen<&Value>| !is_repeat(other.what) && own_params(other.what) == own;
                    let begun = before.iter().rposition(is_call).unwrap_or_default();
                    let is_new = before[begun..].iter().all(|other| other.what.get("id") != line.what.get("id"));
                    holds(is_new, "a new id", line.what.to_string(), Some(line.seq))
                })
            },
        ),
        then(
            "repeated call {int} has the answers {}",
            "All of its `inputResponses`: JSON. An empty object also stands for none. Of an answer, `action` and `content` count.",
            |evidence, (number, expected): (u64, Value)| {
                let lines = told(evidence)?;
                has_answers(evidence, nth_repeat(&lines, number)?, &expected)
            },
        ),
        then(
            "repeated call {int}, if there is one, has the answers {}",
            "The same. Where so many calls are not repeated, this never comes up.",
            |evidence, (number, expected): (u64, Value)| {
                let lines = told(evidence)?;
                let line = repeat_if_any(&lines, number)?;
                has_answers(evidence, line, &expected)
            },
        ),
        then(
            "repeated call {int} has the state {}",
            "Its `requestState`, to the letter: a text as JSON.",
            |evidence, (number, expected): (u64, Value)| {
                let lines = told(evidence)?;
                let line = nth_repeat(&lines, number)?;
                has_state(line, &expected)
            },
        ),
        then(
            "the last repeated call has the state {}",
            "The `requestState` of the call that is repeated last, to the letter: a text as JSON. Where no call is repeated, this never comes \
             up.",
            |evidence, expected: Value| {
                let lines = told(evidence)?;
                let repeated = repeats(&lines)?;
                let Some(line) = repeated.last() else { return Ok(()) };
                has_state(line, &expected)
            },
        ),
        then(
            "repeated call {int}, if there is one, has the state {}",
            "The same. Where so many calls are not repeated, this never comes up.",
            |evidence, (number, expected): (u64, Value)| {
                let lines = told(evidence)?;
                let line = repeat_if_any(&lines, number)?;
                has_state(line, &expected)
            },
        ),
        then("repeated call {int} has no state", "It has no `requestState`.", |evidence, number: u64| {
            let lines = told(evidence)?;
            let line = nth_repeat(&lines, number)?;
            let found = line.what["params"].get("requestState");
            holds(found.is_none(), "no `requestState`", line.what.to_string(), Some(line.seq))
        }),
        then(
            "each repeated call has the state of its own call",
            "The server's own states end with the id of the call for which they are given. A repeated call has one that was given to the call \
             with its arguments. Where no call is repeated, this never comes up.",
            |evidence, ()| {
                let lines = told(evidence)?;
                for line in repeats(&lines)? {
                    let params = &line.what["params"];
                    let executions = evidence.executions(text(params, "name").unwrap_or_default())?;
                    let own = executions.iter().filter(|run| run.what.arguments == params["arguments"]);
                    let ends: Vec<String> = own.map(|run| format!(" of {}", run.what.id)).collect();
                    let state = text(params, "requestState").unwrap_or_default();
                    let is_own = ends.iter().any(|end| state.ends_with(end));
                    holds(is_own, format!("a state that ends with{}", ends.join(", or")), state, Some(line.seq))?;
                }
                Ok(())
            },
        ),
        then(
            "{int} call(s) is/are repeated",
            "So many calls of tools have answers or a state.",
            |evidence, count: u64| {
                let lines = told(evidence)?;
                let found = calls(&lines).filter(|line| is_repeat(line.what)).count() as u64;
                equal(&count, &found, None, |count| counted(*count, "call"))
            },
        ),
        then(
            "no other request has a state or answers",
            "Of all requests, only calls of tools have `requestState` or `inputResponses`.",
            |evidence, ()| {
                let lines = told(evidence)?;
                let is_other = |line: &&Seen<&Value>| text(line.what, "method") != Some("tools/call");
                let wrong = lines.iter().filter(is_other).find(|line| is_repeat(line.what));
                wrong.map_or(Ok(()), |line| fails("neither", line.what.to_string(), Some(line.seq)))
            },
        ),
    ]
}

/// What holds of each call that is repeated, and of the client's requests before it. Unmet if no call is repeated.
fn each_repeat(evidence: &Evidence<'_>, holds: impl Fn(&Seen<&Value>, &[&Seen<&Value>]) -> Finding) -> Finding {
    let lines = told(evidence)?;
    repeats(&lines)?.into_iter().try_for_each(|line| {
        let before: Vec<_> = lines.iter().filter(|other| other.seq < line.seq && is_request(other.what)).collect();
        holds(line, &before)
    })
}

/// The calls that are repeated. Unmet if there is none.
fn repeats<'l, 'a>(lines: &'l [Seen<&'a Value>]) -> Result<Vec<&'l Seen<&'a Value>>, Mismatch> {
    let found: Vec<&Seen<&Value>> = calls(lines).filter(|line| is_repeat(line.what)).collect();
    if found.is_empty() { Err(Mismatch::Unmet("no call is repeated".to_owned())) } else { Ok(found) }
}

fn has_state(line: &Seen<&Value>, expected: &Value) -> Finding {
    let found = line.what["params"].get("requestState").cloned().unwrap_or_default();
    equal(expected, &found, Some(line.seq), ToString::to_string)
}

fn has_answers(evidence: &Evidence<'_>, line: &Seen<&Value>, expected: &Value) -> Finding {
    let answers = line.what["params"]["inputResponses"].as_object().into_iter().flatten();
    let found: Map = answers.map(|(key, answer)| (key.as_str().to_owned(), own_members(answer))).collect();
    evidence.same(expected, &Value::Object(found), Some(line.seq))
}

/// A call that is repeated, by its number. Unmet if there is none.
fn repeat_if_any<'l, 'a>(lines: &'l [Seen<&'a Value>], number: u64) -> Result<&'l Seen<&'a Value>, Mismatch> {
    nth_repeat(lines, number).map_err(|_| Mismatch::Unmet("it is not repeated".to_owned()))
}

fn nth_repeat<'l, 'a>(lines: &'l [Seen<&'a Value>], number: u64) -> Result<&'l Seen<&'a Value>, Mismatch> {
    let found: Vec<&Seen<&Value>> = calls(lines).filter(|line| is_repeat(line.what)).collect();
    let place = usize::try_from(number).unwrap_or(usize::MAX).saturating_sub(1);
    found.get(place).copied().ok_or_else(|| {
        let words = counted(found.len() as u64, "repeated call");
        fails(format!("repeated call {number}"), words, None).err().unwrap_or(Mismatch::Unmet(String::new()))
    })
}
