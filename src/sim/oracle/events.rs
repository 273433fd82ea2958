//! The lines of a run, as far as a question is in them.

use serde_json::Value;

/// One line.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The run begins, or begins again.
    Begin(&'a Value),
    /// A signal arrives.
    Signal,
    /// The person does something at a prompt.
    Person { op: &'a str, act: &'a Value },
    /// The model answers a request, a piece at a time.
    Reply { op: &'a str, piece: &'a Value },
    /// A tool asks, in the middle of an execution.
    Asks { op: &'a str, question: &'a Value },
    /// Anything else is heard.
    Heard,
    /// A request goes to the model.
    Request { op: &'a str, request: &'a Value },
    /// A tool is executed.
    Call { op: &'a str, call: &'a Value },
    /// A prompt is shown.
    Show { op: &'a str, prompt: &'a Value },
    /// An event of the conversation is stored.
    Record(&'a Value),
    /// The turn ends.
    TurnEnded,
    /// Anything else is done.
    Done,
}

impl<'a> Event<'a> {
    /// Reads a line. What it does not know counts as something heard or done.
    pub fn read(line: &'a Value) -> Self {
        let heard = line.pointer("/what/input").map(Self::input);
        heard.or_else(|| line.pointer("/what/effect").map(Self::effect)).unwrap_or(Self::Done)
    }

    fn input(input: &'a Value) -> Self {
        let Some((kind, data)) = sole(input) else { return Self::Heard };
        match (kind, pair(data)) {
            ("begin", _) => Self::Begin(data),
            ("signal", _) => Self::Signal,
            ("person", Some((op, act))) => Self::Person { op, act },
            ("model", Some((op, piece))) => Self::Reply { op, piece },
            ("tool", Some((op, event))) => {
                event.get("asks").map_or(Self::Heard, |question| Self::Asks { op, question })
            }
            _ => Self::Heard,
        }
    }

    fn effect(effect: &'a Value) -> Self {
        let Some((kind, data)) = sole(effect) else { return Self::Done };
        match (kind, pair(data)) {
            ("request", Some((op, request))) => Self::Request { op, request },
            ("call", Some((op, call))) => Self::Call { op, call },
            ("show", Some((op, prompt))) => Self::Show { op, prompt },
            ("record", _) => Self::Record(data),
            ("turn", _) if data.get("ended").is_some() => Self::TurnEnded,
            _ => Self::Done,
        }
    }

    /// Whether the subject hears it.
    pub const fn is_heard(&self) -> bool {
        matches!(
            self,
            Self::Begin(_) | Self::Signal | Self::Person { .. } | Self::Reply { .. } | Self::Asks { .. } | Self::Heard
        )
    }
}

/// The only member of an object.
fn sole(value: &Value) -> Option<(&str, &Value)> {
    let members = value.as_object().filter(|members| members.len() == 1)?;
    members.iter().next().map(|(key, value)| (key.as_str(), value))
}

/// An operation and what it is about.
fn pair(value: &Value) -> Option<(&str, &Value)> {
    match value.as_array()?.as_slice() {
        [Value::String(op), what] => Some((op, what)),
        _ => None,
    }
}

/// The number of the delivery that each event belongs to: what is heard, and all that is done before anything else is
/// heard. The pieces of one reply are one delivery.
pub fn deliveries(events: &[Event<'_>]) -> Vec<usize> {
    let (mut number, mut reply) = (0, None);
    let number_of = |event: &Event<'_>| {
        if event.is_heard() {
            let next = if let Event::Reply { op, .. } = event { Some((*op).to_owned()) } else { None };
            number += usize::from(next.is_none() || next != reply);
            reply = next;
        }
        number
    };
    events.iter().map(number_of).collect()
}
