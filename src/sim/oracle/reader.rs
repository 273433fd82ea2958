//! Finds in a run which call asked which question, and which response closes it.
//!
//! Ids of inquiries are opaque. We know the question of a tool by the last input, and the question of the built-in tool
//! by the arguments of its call.

use std::collections::BTreeMap;

use crate::model::json::Value;

use super::{
    Asker, Inquiry, Table,
    events::{Event, Op, member, text_of},
    run::{Question, Response},
};

/// The last input.
#[derive(Clone, Copy, Debug)]
struct Heard {
    /// Its index among the events.
    at: usize,
    /// Whether it is a question of a tool.
    asks: bool,
}

/// Goes through the events once.
#[derive(Default)]
pub struct Reader<'a> {
    turn: usize,
    heard: Option<Heard>,
    /// The executions, by operation: the call's id, and the tool.
    executed: BTreeMap<Op<'a>, (&'a str, &'a str)>,
    /// The calls of the turn that are recorded: id, tool, arguments, and how often each has asked.
    calls: Vec<(&'a str, &'a str, &'a Value, usize)>,
    pub questions: Vec<Question<'a>>,
    pub inquiries: Vec<Inquiry<'a>>,
}

impl<'a> Reader<'a> {
    /// Takes the next event.
    pub fn take(&mut self, at: usize, event: &Event<'a>) {
        if event.is_heard() {
            self.heard = Some(Heard { at, asks: matches!(event, Event::Asks { .. }) });
        }
        match *event {
            Event::Begin(_) => self.turns(),
            Event::Call { op, call } => drop(self.executed.insert(op, (call.id, call.tool))),
            Event::Asks { op, question } => {
                if let Some((call, tool)) = self.executed.get(&op) {
                    self.questions.push(Question { at, call, tool, raw: question });
                }
            }
            Event::Record { kind, record } => self.record(at, kind, record),
            _ => {}
        }
    }

    /// Begins a turn.
    fn turns(&mut self) {
        self.turn += 1;
        self.calls.clear();
    }

    fn record(&mut self, at: usize, kind: &str, record: &'a Value) {
        let word = |key: &str| text_of(record, key).unwrap_or_default();
        match kind {
            "turn_start" => self.turns(),
            "tool_call_request" => {
                self.calls.push((word("id"), word("name"), member(record, "arguments").unwrap_or(&Value::Null), 0))
            }
            "inquiry_request" => self.inquiry(at, record),
            "inquiry_response" => self.response(at, record),
            _ => {}
        }
    }

    fn inquiry(&mut self, at: usize, record: &'a Value) {
        let put = member(record, "question").and_then(|question| text_of(question, "text")).unwrap_or_default();
        // If a tool of the host has just asked this, the question is that tool's. Otherwise the built-in tool asks, and
        // the arguments of its call have the text.
        let asked = match self.heard {
            Some(Heard { asks: true, .. }) => {
                self.questions.last().filter(|asked| text_of(asked.raw, "text") == Some(put))
            }
            _ => None,
        };
        let (asker, call, tool, question, raw) = if let Some(asked) = asked {
            (Asker::Tool, asked.call, asked.tool, text_of(asked.raw, "id").unwrap_or_default(), asked.raw)
        } else {
            let own = self.calls.iter_mut().filter(|(_, _, arguments, _)| text_of(arguments, "question") == Some(put));
            let Some((call, tool, arguments, times)) = own.min_by_key(|(.., times)| *times) else { return };
            *times += 1;
            (Asker::BuiltIn, *call, *tool, Table::embedded().built_in.question.as_str(), *arguments)
        };
        let (turn, id) = (self.turn, member(record, "id").unwrap_or(&Value::Null));
        self.inquiries.push(Inquiry {
            at,
            turn,
            call,
            tool,
            question,
            text: put,
            asker,
            raw,
            record,
            id,
            response: None,
            responses: 0,
        });
    }

    fn response(&mut self, at: usize, record: &'a Value) {
        let Some(Heard { at: cause, .. }) = self.heard else { return };
        let (turn, id) = (self.turn, member(record, "id").unwrap_or(&Value::Null));
        let is_same = |inquiry: &Inquiry<'_>| inquiry.turn == turn && inquiry.id == id;
        let open = self.inquiries.iter().position(|inquiry| is_same(inquiry) && inquiry.response.is_none());
        if let Some(index) = open.or_else(|| self.inquiries.iter().rposition(is_same)) {
            let inquiry = &mut self.inquiries[index];
            inquiry.response.get_or_insert(Response { at, record, cause });
            inquiry.responses += 1;
        }
    }
}
