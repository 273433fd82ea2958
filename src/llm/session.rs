//! One run of a script: which replies are used up, what came unexpected, and the one function that answers.

use bytes::Bytes;
use serde_json::Value;

use super::{
    anthropic, nearest,
    script::{Body, Exchange, Expect, Reply},
};
use crate::model::{Millis, ModelRequest};

/// A request as it came over the wire. No headers: nothing may depend on them.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WireRequest {
    /// The HTTP method.
    pub method: String,
    /// The path, without a query.
    pub path: String,
    /// The body.
    pub body: Bytes,
}

/// What is to be sent back.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Plan {
    /// The HTTP status.
    pub status: u16,
    /// The headers.
    pub headers: Vec<(&'static str, String)>,
    /// The body, in the pieces in which the script releases it.
    pub frames: Vec<Bytes>,
    /// How it ends.
    pub ending: Ending,
    /// How long it takes, in virtual time.
    pub after: Millis,
}

/// How a reply ends.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ending {
    /// With its last frame.
    Whole,
    /// With the connection, before the first frame.
    Dropped,
}

/// A request that nothing in the script was ready for, or too much.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Unexpected {
    /// What came, what was nearest, and the difference.
    pub story: String,
    /// Whether the script itself is at fault: two expectations match.
    pub ambiguous: bool,
}

/// A request and its reply as bytes, for a person to look at; compared by no one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RawExchange {
    /// What came.
    pub request: WireRequest,
    /// What was sent.
    pub reply: Plan,
}

/// One run of a script.
#[derive(Clone, Debug, Default)]
pub struct Session {
    script: Vec<(Exchange, usize)>,
    unexpected: Vec<Unexpected>,
    raw: Vec<RawExchange>,
    /// Whether an expectation's replies start again when they are used up.
    repeats: bool,
    /// Whether no request is kept once it is answered.
    forgets: bool,
}

impl Session {
    /// A fresh run of `script`.
    pub fn new(script: Vec<Exchange>) -> Self {
        Self { script: script.into_iter().map(|exchange| (exchange, 0)).collect(), ..Self::default() }
    }

    /// Has the replies of each expectation start again when they are used up.
    #[must_use]
    pub const fn repeating(mut self) -> Self {
        self.repeats = true;
        self
    }

    /// Keeps no exchange once it is over, so that a server can go on for ever: [`Self::raw`] stays empty.
    #[must_use]
    pub const fn forgetful(mut self) -> Self {
        self.forgets = true;
        self
    }

    /// Answers a request. What is unexpected is answered too, with an error that says why.
    pub fn reply(&mut self, request: WireRequest) -> Plan {
        let plan = match anthropic::decode_request(&request) {
            Ok(decoded) => self.decide(&decoded),
            Err(why) => self.refuse(Unexpected { story: why, ambiguous: false }),
        };
        if !self.forgets {
            self.raw.push(RawExchange { request, reply: plan.clone() });
        }
        plan
    }

    fn decide(&mut self, request: &ModelRequest) -> Plan {
        let ready = |(exchange, used): &(Exchange, usize)| {
            (self.repeats || *used < exchange.replies.len()) && exchange.expect.differences(request).is_empty()
        };
        let matching: Vec<usize> =
            self.script.iter().enumerate().filter(|(_, entry)| ready(entry)).map(|(index, _)| index).collect();
        match matching[..] {
            [index] => {
                let (exchange, used) = &mut self.script[index];
                let reply = exchange.replies[*used % exchange.replies.len()].clone();
                *used += 1;
                plan(&reply, request)
            }
            [] => {
                let story = nearest::story(&self.script, self.repeats, request);
                self.refuse(Unexpected { story, ambiguous: false })
            }
            [..] => {
                let numbers: Vec<String> = matching.iter().map(|index| (index + 1).to_string()).collect();
                let story = format!(
                    "expectations {} of the script all match {}; make them differ",
                    numbers.join(" and "),
                    nearest::describe(request)
                );
                self.refuse(Unexpected { story, ambiguous: true })
            }
        }
    }

    fn refuse(&mut self, unexpected: Unexpected) -> Plan {
        let body = anthropic::error_body("invalid_request_error", &unexpected.story);
        self.unexpected.push(unexpected);
        Plan {
            status: 400,
            headers: vec![("content-type", "application/json".into())],
            frames: vec![body],
            ending: Ending::Whole,
            after: Millis::default(),
        }
    }

    /// What came that the script was not ready for.
    pub fn unexpected(&self) -> &[Unexpected] {
        &self.unexpected
    }

    /// Takes out what came that the script was not ready for.
    pub fn take_unexpected(&mut self) -> Vec<Unexpected> {
        std::mem::take(&mut self.unexpected)
    }

    /// What the script still holds ready, in words.
    pub fn left_over(&self) -> Vec<String> {
        let left = self.script.iter().enumerate().filter(|(_, (exchange, used))| *used < exchange.replies.len());
        left.map(|(index, (exchange, used))| {
            let (number, total) = (index + 1, exchange.replies.len());
            format!("expectation {number} of the script, {}: {used} of {total} replies used", exchange.expect.words())
        })
        .collect()
    }

    /// Every request and reply so far.
    pub fn raw(&self) -> &[RawExchange] {
        &self.raw
    }
}

fn plan(reply: &Reply, request: &ModelRequest) -> Plan {
    let after = Millis(reply.after_ms);
    let stream = |frames| Plan {
        status: 200,
        headers: vec![("content-type", "text/event-stream".into())],
        frames,
        ending: Ending::Whole,
        after,
    };
    match &reply.body {
        Body::Message { text, calls } => stream(anthropic::message(text, calls)),
        Body::Answer(value) => stream(anthropic::message(&fill(value, request).to_string(), &[])),
        // A structured answer that is a string is sent as plain text: an answer that is not JSON.
        Body::Data(Value::String(text)) => stream(anthropic::message(text, &[])),
        Body::Data(value) => stream(anthropic::message(&value.to_string(), &[])),
        Body::Truncate(text) => stream(anthropic::truncated(text)),
        Body::Drop => Plan { ending: Ending::Dropped, ..stream(Vec::new()) },
        Body::Status { status, retry_after_s } => {
            let (kind, message) = anthropic::error_of_status(*status);
            let mut headers = vec![("content-type", "application/json".to_owned())];
            headers.extend(retry_after_s.map(|seconds| ("retry-after", seconds.to_string())));
            let frames = vec![anthropic::error_body(kind, message)];
            Plan { status: *status, headers, frames, ending: Ending::Whole, after }
        }
    }
}

/// A structured answer with `value` under `answer`, and every constant of the request's schema beside it.
fn fill(value: &Value, request: &ModelRequest) -> Value {
    let mut filled = serde_json::Map::new();
    let properties = request.schema.as_ref().and_then(|schema| schema["properties"].as_object());
    for (name, property) in properties.into_iter().flatten() {
        let constant = property.get("const").or_else(|| match property.get("enum")?.as_array()?.as_slice() {
            [only] => Some(only),
            _ => None,
        });
        if let Some(constant) = constant.filter(|_| name != "answer") {
            filled.insert(name.clone(), constant.clone());
        }
    }
    filled.insert("answer".to_owned(), value.clone());
    Value::Object(filled)
}

impl Expect {
    /// What is missing for `request` to be the expected one; nothing where it is.
    pub fn differences(&self, request: &ModelRequest) -> Vec<String> {
        let mut differences = Vec::new();
        let text = request.last_text();
        if let Some(says) = self.says.as_ref().filter(|says| !text.contains(says.as_str())) {
            differences.push(format!("expected a text with {says:?} in the last message, found {text:?}"));
        }
        let found: Vec<&str> = request.last_results().map(|(id, ..)| id).collect();
        for id in self.results.iter().filter(|id| !found.contains(&id.as_str())) {
            differences
                .push(format!("expected the result of call {id:?} in the last message, found results {found:?}"));
        }
        if self.structured != request.schema.is_some() {
            let words = |structured| if structured { "a structured answer" } else { "a free answer" };
            let (expected, found) = (words(self.structured), words(request.schema.is_some()));
            differences.push(format!("expected a request for {expected}, found one for {found}"));
        }
        differences
    }

    /// The expectation in words.
    pub fn words(&self) -> String {
        let mut words = vec![if self.structured { "a structured request" } else { "a request" }.to_owned()];
        words.extend(self.says.iter().map(|says| format!("whose last text has {says:?}")));
        if !self.results.is_empty() {
            words.push(format!("with the results of {}", self.results.join(", ")));
        }
        words.join(" ")
    }
}
