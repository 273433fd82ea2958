//! A finished run: the questions that were asked in it, and how each was closed.

use crate::model::json::Value;

use super::{
    Asker, OracleInput,
    events::{Act, Event, Op, member},
};

/// A finished run.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    pub(super) events: Vec<Event<'a>>,
    /// The delivery of each event.
    pub(super) deliveries: Vec<usize>,
    /// The number under which each event stands in the stream.
    pub(super) numbers: Vec<u64>,
    /// The questions of the host's tools.
    pub(super) questions: Vec<Question<'a>>,
    pub(super) inquiries: Vec<Inquiry<'a>>,
    /// The prompts and structured requests, each with its inquiry.
    pub(super) askings: Vec<Asking<'a>>,
}

/// A question of a tool of the host. It may be missing in the record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    pub at: usize,
    pub call: &'a str,
    pub tool: &'a str,
    pub raw: &'a Value,
}

/// A prompt, or a structured request to the model.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asking<'a> {
    /// The index of its first event.
    pub at: usize,
    /// Its operation.
    pub op: Op<'a>,
    /// The index of its inquiry.
    pub owner: Option<usize>,
}

/// A question as it was recorded.
#[derive(Clone, Debug)]
pub struct Inquiry<'a> {
    /// The index of its event.
    pub(super) at: usize,
    /// The number of its turn.
    pub(super) turn: usize,
    /// The id of the call.
    pub call: &'a str,
    /// The tool.
    pub tool: &'a str,
    /// The id of the question.
    pub question: &'a str,
    /// What was asked.
    pub text: &'a str,
    /// Who asked.
    pub asker: Asker,
    /// The question as its tool wrote it, or the arguments of the call.
    pub raw: &'a Value,
    /// The record.
    pub(super) record: &'a Value,
    /// Its id, in any form.
    pub(super) id: &'a Value,
    /// How it was closed.
    pub(super) response: Option<Response<'a>>,
    /// How often it was closed.
    pub(super) responses: usize,
}

/// How an inquiry was closed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Response<'a> {
    /// The index of its event.
    pub at: usize,
    /// What was recorded.
    pub record: &'a Value,
    /// The index of the input that led to it.
    pub cause: usize,
}

impl<'a> Run<'a> {
    /// Every question that was recorded, in order.
    pub fn inquiries(&self) -> &[Inquiry<'a>] {
        &self.inquiries
    }

    /// The answer that a person had remembered for this tool and question id when the question came again.
    pub(super) fn remembered(&self, inquiry: &Inquiry<'a>) -> Option<&'a Value> {
        let before = self.inquiries.iter().filter(|before| {
            (before.turn, before.tool, before.question) == (inquiry.turn, inquiry.tool, inquiry.question)
        });
        let closed = before.filter_map(|before| Some((before, before.response.as_ref()?)));
        let early = closed.filter(|(_, response)| self.deliveries[response.at] < self.deliveries[inquiry.at]);
        let mut kept = early.filter(|(before, response)| self.is_remembered_by(before, response));
        kept.next_back().and_then(|(_, response)| member(response.record, "answer"))
    }

    /// Whether a signal arrived in the turn of the inquiry: before it was recorded, and afterwards.
    pub(super) fn signals(&self, inquiry: &Inquiry<'_>) -> (bool, bool) {
        let before = self.events[..inquiry.at].iter().rev().take_while(|event| !event.is_start());
        let after = self.events[inquiry.at..].iter().take_while(|event| !event.is_start());
        let is_signal = |event: &Event<'_>| matches!(event, Event::Signal);
        (before.into_iter().any(is_signal), after.into_iter().any(is_signal))
    }

    /// Whether the call asks the same question again in the turn, as a call that is started again does.
    pub(super) fn is_asked_again(&self, inquiry: &Inquiry<'_>) -> bool {
        let same = |other: &&Inquiry<'_>| {
            (other.turn, other.call, other.question) == (inquiry.turn, inquiry.call, inquiry.question)
        };
        self.inquiries.iter().filter(same).any(|other| other.at > inquiry.at)
    }

    /// The end of the inquiry's turn, unless the subject was killed before.
    pub(super) fn turn_end(&self, inquiry: &Inquiry<'_>) -> Option<usize> {
        let is_end = |event: &Event<'_>| matches!(event, Event::Begin(_) | Event::TurnEnded);
        let at = inquiry.at + self.events[inquiry.at..].iter().position(is_end)?;
        matches!(self.events[at], Event::TurnEnded).then_some(at)
    }

    /// The number under which an event stands in the stream.
    pub(super) fn seq(&self, at: usize) -> Option<u64> {
        self.numbers.get(at).copied()
    }

    /// Whether the person asked to have the answer remembered.
    fn is_remembered_by(&self, inquiry: &Inquiry<'_>, response: &Response<'_>) -> bool {
        let Event::Person { act, .. } = &self.events[response.cause] else { return false };
        let is_kept = match act {
            Act::Remember(_) => true,
            Act::Key(key) => matches!(&**key, "Y" | "N"),
            _ => false,
        };
        let may = || {
            OracleInput::of_tool(inquiry.tool, inquiry.call, inquiry.raw).is_ok_and(|input| input.may_be_remembered())
        };
        is_kept && member(response.record, "answer").is_some_and(Value::is_boolean) && may()
    }
}
