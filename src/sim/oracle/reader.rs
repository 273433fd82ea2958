//! Reading a run: which call asked what, and which response closes it. Ids of inquiries are opaque: what a tool asks is
//! known by what was heard last, and what the built-in tool asks by the arguments of its call.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    Asker, Inquiry, Table,
    events::Event,
    run::{Question, Response},
};

/// Goes through the events once.
#[derive(Default)]
pub struct Reader<'a> {
    turn: usize,
    /// What was heard last.
    heard: Option<Event<'a>>,
    /// The executions, by operation: the call's id, and the tool.
    executed: BTreeMap<&'a str, (&'a str, &'a str)>,
    /// The calls of the turn that are recorded: id, tool, arguments, and how often each has asked.
    calls: Vec<(&'a str, &'a str, &'a Value, usize)>,
    pub questions: Vec<Question<'a>>,
    pub inquiries: Vec<Inquiry<'a>>,
}

impl<'a> Reader<'a> {
    /// Takes the next event.
    pub fn take(&mut self, at: usize, event: Event<'a>) {
        if event.is_heard() {
            self.heard = Some(event);
        }
        match event {
            Event::Begin(_) => self.turns(),
            Event::Call { op, call } => {
                let name = (call["id"].as_str().unwrap_or_default(), call["name"].as_str().unwrap_or_default());
                self.executed.insert(op, name);
            }
            Event::Asks { op, question } => {
                if let Some((call, tool)) = self.executed.get(op) {
                    self.questions.push(Question { at, call, tool, raw: question });
                }
            }
            Event::Record(record) => self.record(at, record),
            _ => {}
        }
    }

    fn turns(&mut self) {
        self.turn += 1;
        self.calls.clear();
    }

    fn record(&mut self, at: usize, record: &'a Value) {
        let word = |key: &str| record[key].as_str().unwrap_or_default();
        match word("type") {
            "turn_start" => self.turns(),
            "tool_call_request" => self.calls.push((word("id"), word("name"), &record["arguments"], 0)),
            "inquiry_request" => self.inquiry(at, record),
            "inquiry_response" => self.response(at, record),
            _ => {}
        }
    }

    fn inquiry(&mut self, at: usize, record: &'a Value) {
        let text = record.pointer("/question/text").and_then(Value::as_str).unwrap_or_default();
        // What a tool of the host has asked just now; or else the built-in tool asks, by its arguments.
        let asked = match self.heard {
            Some(Event::Asks { .. }) => self.questions.last().filter(|asked| asked.raw["text"].as_str() == Some(text)),
            _ => None,
        };
        let (asker, call, tool, question, raw) = if let Some(asked) = asked {
            (Asker::Tool, asked.call, asked.tool, asked.raw["id"].as_str().unwrap_or_default(), asked.raw)
        } else {
            let own = self.calls.iter_mut().filter(|(_, _, arguments, _)| arguments["question"].as_str() == Some(text));
            let Some((call, tool, arguments, times)) = own.min_by_key(|(.., times)| *times) else { return };
            *times += 1;
            (Asker::BuiltIn, *call, *tool, Table::carried().built_in.question.as_str(), *arguments)
        };
        let (turn, id) = (self.turn, &record["id"]);
        self.inquiries.push(Inquiry {
            at,
            turn,
            call,
            tool,
            question,
            text,
            asker,
            raw,
            id,
            response: None,
            responses: 0,
        });
    }

    fn response(&mut self, at: usize, record: &'a Value) {
        let Some(cause) = self.heard else { return };
        let same: Vec<usize> = (0..self.inquiries.len())
            .filter(|index| self.inquiries[*index].turn == self.turn && self.inquiries[*index].id == &record["id"])
            .collect();
        let open = same.iter().find(|index| self.inquiries[**index].response.is_none());
        if let Some(inquiry) = open.or(same.last()).and_then(|index| self.inquiries.get_mut(*index)) {
            inquiry.response.get_or_insert(Response { at, record, cause });
            inquiry.responses += 1;
        }
    }
}
