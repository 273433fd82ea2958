//! The events of a run, reduced to the facts that matter to a question. Any observer may supply them.

use std::borrow::Cow;

use crate::model::json::{Map, Value};

/// An operation: the word of its kind, and its number.
pub type Op<'a> = (&'a str, u32);

/// An event.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<'a> {
    /// The run begins, or begins again.
    Begin(Begin<'a>),
    /// A signal arrives.
    Signal,
    /// The person does something at a prompt.
    Person {
        /// The prompt.
        op: Op<'a>,
        /// What they do.
        act: Act<'a>,
    },
    /// A piece of the model's reply to a request arrives.
    Reply {
        /// The request.
        op: Op<'a>,
        /// The structured answer, if the piece is one.
        data: Option<&'a Value>,
    },
    /// A tool asks a question while it is executed.
    Asks {
        /// The execution.
        op: Op<'a>,
        /// The question, as the tool wrote it.
        question: &'a Value,
    },
    /// The subject hears anything else.
    Heard,
    /// A request goes to the model.
    Request {
        /// The request.
        op: Op<'a>,
        /// What the model is sent.
        request: Request<'a>,
    },
    /// A tool is executed.
    Call {
        /// The execution.
        op: Op<'a>,
        /// What is executed.
        call: Call<'a>,
    },
    /// A prompt is shown.
    Show {
        /// The prompt.
        op: Op<'a>,
        /// What is shown.
        prompt: Prompt<'a>,
    },
    /// A record is stored.
    Record {
        /// Its type.
        kind: &'a str,
        /// The whole record.
        record: &'a Value,
    },
    /// The turn ends.
    TurnEnded,
    /// The subject does anything else.
    Done,
}

/// The beginning of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Begin<'a> {
    /// Whether the run continues a stored conversation.
    pub goes_on: bool,
    /// Whether there is an interactive terminal.
    pub terminal: bool,
    /// The profile.
    pub profile: &'a str,
    /// The layers of the configuration.
    pub config: Vec<&'a Value>,
}

/// What a person does at a prompt.
#[derive(Clone, Debug, PartialEq)]
pub enum Act<'a> {
    /// Gives this answer.
    Answer(&'a Value),
    /// Gives this answer, and asks to have it remembered.
    Remember(&'a Value),
    /// Presses this key.
    Key(Cow<'a, str>),
    /// Cancels, or their input ends.
    Cancel,
    /// Their terminal fails.
    Broken,
    /// Anything else.
    Other,
}

/// A request to the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request<'a> {
    /// The schema of the answer, if the request has one.
    pub schema: Option<&'a Value>,
    /// The texts of its last message.
    pub texts: Vec<&'a str>,
    /// The results of calls in it, oldest first.
    pub results: Vec<Told<'a>>,
}

/// What the model is told of a call.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Told<'a> {
    /// The call.
    pub id: &'a str,
    /// The content of the result.
    pub content: &'a str,
    /// Whether the result is marked as an error, if it has that mark.
    pub is_error: Option<bool>,
}

/// An execution of a tool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Call<'a> {
    /// The call.
    pub id: &'a str,
    /// The tool.
    pub tool: &'a str,
    /// The answers that the tool gets, by question, if there are any.
    pub answers: Option<&'a Map>,
}

/// A prompt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prompt<'a> {
    /// What is drawn.
    pub text: &'a str,
    /// The keys that are offered.
    pub keys: Vec<Cow<'a, str>>,
    /// The choices that are offered.
    pub choices: Vec<&'a str>,
    /// How typed text is shown, if text may be typed.
    pub typing: Option<&'a str>,
}

impl Event<'_> {
    /// Whether the subject hears this event.
    pub const fn is_heard(&self) -> bool {
        matches!(
            self,
            Self::Begin(_) | Self::Signal | Self::Person { .. } | Self::Reply { .. } | Self::Asks { .. } | Self::Heard
        )
    }

    /// Whether a turn starts with this event.
    pub fn is_start(&self) -> bool {
        match self {
            Self::Begin(_) => true,
            Self::Record { kind, .. } => *kind == "turn_start",
            _ => false,
        }
    }
}

/// A member of an object. The objects are small, so comparing each key is faster than hashing one.
pub fn member<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    value.as_object()?.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
}

/// A member of an object, if it is a text.
pub fn text_of<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    member(value, key).and_then(Value::as_str)
}

/// The number of the delivery that each event belongs to. A delivery is an input and everything that the subject does
/// before the next input. The pieces of one reply are one delivery.
pub fn deliveries(events: &[Event<'_>]) -> Vec<usize> {
    let (mut number, mut reply) = (0, None);
    let mut numbers = Vec::with_capacity(events.len());
    for event in events {
        if event.is_heard() {
            let next = if let Event::Reply { op, .. } = event { Some(*op) } else { None };
            number += usize::from(next.is_none() || next != reply);
            reply = next;
        }
        numbers.push(number);
    }
    numbers
}
