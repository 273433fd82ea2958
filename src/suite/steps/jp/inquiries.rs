//! Names each recorded inquiry by the call and the question it belongs to. The ids of inquiries are opaque, so they are
//! not looked at.

use std::collections::BTreeMap;

use crate::model::json::Value;

use crate::{
    model::Op,
    stage::{Lane, Observation, What},
    suite::check::{Evidence, Mismatch, Seen},
    system::{Effect, Input, ToolEvent},
};

/// A recorded inquiry.
#[derive(Clone, Debug)]
pub struct RecordedInquiry<'a> {
    /// The call, the question and the attempt, as in `call_1.answer.1`. Attempts count from 1 in each turn.
    pub name: String,
    /// The stored request.
    pub request: &'a Value,
}

/// The part of a turn that was read so far.
#[derive(Default)]
struct Turn<'a> {
    /// The recorded calls: the id of each, and the `question` argument, which `ask_user` has.
    calls: Vec<(&'a str, Option<&'a str>)>,
    attempts: BTreeMap<(String, String), u32>,
}

/// The id of the question that `ask_user` itself asks. It asks only one.
const OF_ITS_OWN: &str = "answer";

/// Every recorded inquiry of a run, named by its call, question and attempt.
pub fn recorded<'a>(evidence: &Evidence<'a>) -> Result<Vec<Seen<RecordedInquiry<'a>>>, Mismatch> {
    let inquiries = inquiries(evidence.events(&[Lane::Record, Lane::Tool])?).into_iter();
    Ok(inquiries.map(|(event, what)| Seen { seq: event.seq, at: event.at_ms, op: None, what }).collect())
}

/// Every inquiry that `events` record, with its observation.
fn inquiries(events: &[Observation]) -> Vec<(&Observation, RecordedInquiry<'_>)> {
    let mut turn = Turn::default();
    let mut executed: BTreeMap<Op, &str> = BTreeMap::new();
    // The questions of tools that are not recorded yet: the id of the call, and the question as the tool wrote it.
    let mut asks: Vec<(&str, &Value)> = Vec::new();
    let mut found = Vec::new();
    for event in events {
        match &event.what {
            What::Effect(Effect::Call(op, call)) => drop(executed.insert(*op, &call.id)),
            What::Input(Input::Tool(op, ToolEvent::Asks(question))) => {
                asks.extend(executed.get(op).map(|call| (*call, question)));
            }
            What::Effect(Effect::Record(record)) => {
                let record = &record.0;
                match record["type"].as_str() {
                    Some("turn_start") => {
                        turn = Turn::default();
                        asks.clear();
                    }
                    Some("tool_call_request") => {
                        let id = record["id"].as_str().unwrap_or_default();
                        turn.calls.push((id, record.pointer("/arguments/question").and_then(Value::as_str)));
                    }
                    Some("inquiry_request") => {
                        let name = turn.name(record, &mut asks);
                        found.push((event, RecordedInquiry { name, request: record }));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    found
}

impl Turn<'_> {
    /// Names a request, and takes its question out of `asks`. An implementation may record a question long after its
    /// tool has asked it, so any of them may be meant; of several with the same text, the last.
    fn name(&mut self, request: &Value, asks: &mut Vec<(&str, &Value)>) -> String {
        let text = request.pointer("/question/text").and_then(Value::as_str);
        let asked = asks.iter().rposition(|(_, asked)| asked["text"].as_str() == text);
        let (call, question) = match asked.map(|at| asks.remove(at)) {
            Some((call, asked)) => (call.to_owned(), asked["id"].as_str().unwrap_or_default().to_owned()),
            None => (self.of_its_own(text), OF_ITS_OWN.to_owned()),
        };
        let attempt = self.attempts.entry((call.clone(), question.clone())).or_default();
        *attempt += 1;
        format!("{call}.{question}.{attempt}")
    }

    /// The call whose arguments ask `text`. Of several, the one with the fewest attempts.
    fn of_its_own(&self, text: Option<&str>) -> String {
        let asked = |call: &str| self.attempts.get(&(call.to_owned(), OF_ITS_OWN.to_owned())).copied().unwrap_or(0);
        let calls = self.calls.iter().filter(|(_, asks)| asks.is_some() && *asks == text);
        calls.min_by_key(|(call, _)| asked(call)).map_or_else(String::new, |(call, _)| (*call).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};

    use super::inquiries;
    use crate::{
        model::{Millis, Op},
        stage::{Observation, What},
        system::{Effect, Input, Record, ToolCall, ToolEvent},
    };

    fn record(event: Value) -> What {
        What::Effect(Effect::Record(Record(event)))
    }

    fn asked(id: &str, text: &str) -> What {
        record(json!({"type": "inquiry_request", "id": id, "question": {"text": text}}))
    }

    fn executed(number: u32, call: &str) -> What {
        let call = ToolCall {
            id: call.into(),
            name: "deploy".into(),
            arguments: json!({}),
            answers: Default::default(),
            folder: None,
        };
        What::Effect(Effect::Call(Op::Call(number), call))
    }

    fn asks(number: u32, id: &str, text: &str) -> What {
        What::Input(Input::Tool(Op::Call(number), ToolEvent::Asks(json!({"id": id, "text": text}))))
    }

    fn call(id: &str, arguments: Value) -> What {
        record(json!({"type": "tool_call_request", "id": id, "arguments": arguments}))
    }

    #[test]
    fn inquiries_are_named_by_call_question_and_attempt() {
        let turn = || record(json!({"type": "turn_start"}));
        let events = [
            turn(),
            call("call_1", json!({})),
            call("call_2", json!({"question": "Sure?"})),
            call("call_3", json!({"question": "Sure?"})),
            executed(1, "call_1"),
            asks(1, "q", "Go?"),
            asked("x", "Go?"),
            asked("y", "Sure?"),
            asked("z", "Sure?"),
            executed(2, "call_1"),
            asks(2, "q", "Go?"),
            asked("x", "Go?"),
            turn(),
            call("call_2", json!({"question": "Sure?"})),
            asked("x", "Sure?"),
        ];
        let observed: Vec<Observation> = (1..)
            .zip(events)
            .map(|(seq, what)| Observation { seq, at_ms: Millis(0), lane: what.lane(), what })
            .collect();
        let names: Vec<String> = inquiries(&observed).into_iter().map(|(_, asked)| asked.name).collect();
        assert_eq!(names, ["call_1.q.1", "call_2.answer.1", "call_3.answer.1", "call_1.q.2", "call_2.answer.1"]);
    }
}
