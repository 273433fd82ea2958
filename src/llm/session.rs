//! One run of a script: which replies are used up, what came unexpected, and the one function that answers.

use super::{
    checks::{self, Wrong},
    codec::skim_request,
    nearest,
    plan::Plan,
    script::{Body, Exchange, Expect},
    wire::{DecodedRequest, Format, Wire, WireRequest},
};
use crate::model::ModelRequest;

/// A request that nothing in the script was ready for, or too much.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Unexpected {
    /// What came, what was nearest, and the difference.
    pub message: String,
    /// Whether the script itself is at fault: two expectations match.
    pub ambiguous: bool,
    /// Whether the request could not be read, so that no script could have been ready for it.
    pub unreadable: bool,
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
    wrongs: Vec<Wrong>,
    raw: Vec<RawExchange>,
    requests: usize,
    wire: Option<Wire>,
    streamed: Option<bool>,
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

    /// Has the harness ask over this wire, streamed or not, wherever that is given.
    #[must_use]
    pub const fn speaking(mut self, wire: Option<Wire>, streamed: Option<bool>) -> Self {
        (self.wire, self.streamed) = (wire, streamed);
        self
    }

    /// How the harness asks, where it would ask in `usual` otherwise. A client of its own asks as it likes.
    pub fn format(&self, usual: Format) -> Format {
        Format { wire: self.wire.unwrap_or(usual.wire), streamed: self.streamed.unwrap_or(usual.streamed) }
    }

    /// Whether a reply of the script ends its connection in a way that takes a server of our own.
    pub fn breaks(&self) -> bool {
        let mut replies = self.script.iter().flat_map(|(exchange, _)| &exchange.replies);
        replies.any(|reply| matches!(reply.body, Body::Reset | Body::Cut { .. }))
    }

    /// Answers a request. What is unexpected is answered too, with an error that says why.
    pub fn reply(&mut self, request: WireRequest) -> Plan {
        self.requests += 1;
        let plan = match skim_request(&request) {
            Ok(asked) => {
                let replies = || self.script.iter().flat_map(|(exchange, _)| &exchange.replies);
                let is_own = |said: &str| {
                    replies().any(|reply| matches!(&reply.body, Body::Message { reasoning, .. } if reasoning == said))
                };
                checks::look(self.requests, &asked, &request, is_own, &mut self.wrongs);
                self.decide(&asked)
            }
            Err(why) => {
                let wire = Wire::of_path(&request.path).unwrap_or_default();
                self.refuse(
                    Format { wire, streamed: false },
                    Unexpected { message: why, ambiguous: false, unreadable: true },
                )
            }
        };
        if !self.forgets {
            self.raw.push(RawExchange { request, reply: plan.clone() });
        }
        plan
    }

    fn decide(&mut self, asked: &DecodedRequest) -> Plan {
        let DecodedRequest { request, format, .. } = asked;
        let ready = |(exchange, used): &(Exchange, usize)| {
            (self.repeats || *used < exchange.replies.len()) && exchange.expect.differences(request).is_empty()
        };
        let mut matching: Vec<usize> =
            self.script.iter().enumerate().filter(|(_, entry)| ready(entry)).map(|(index, _)| index).collect();
        // What must come goes before what may come.
        if matching.iter().any(|index| !self.script[*index].0.optional) {
            matching.retain(|index| !self.script[*index].0.optional);
        }
        match matching[..] {
            [index] => {
                let (exchange, used) = &mut self.script[index];
                let reply = exchange.replies[*used % exchange.replies.len()].clone();
                *used += 1;
                Plan::new(&reply, asked, self.requests)
            }
            [] => {
                let message = nearest::explain(&self.script, self.repeats, request);
                self.refuse(*format, Unexpected { message, ambiguous: false, unreadable: false })
            }
            [..] => {
                let numbers: Vec<String> = matching.iter().map(|index| (index + 1).to_string()).collect();
                let message = format!(
                    "expectations {} of the script all match {}; make them differ",
                    numbers.join(" and "),
                    nearest::describe(request)
                );
                self.refuse(*format, Unexpected { message, ambiguous: true, unreadable: false })
            }
        }
    }

    fn refuse(&mut self, format: Format, unexpected: Unexpected) -> Plan {
        let plan = Plan::error(format, 400, Some(&unexpected.message));
        self.unexpected.push(unexpected);
        plan
    }

    /// What came that the script was not ready for.
    pub fn unexpected(&self) -> &[Unexpected] {
        &self.unexpected
    }

    /// Takes out what came that the script was not ready for, and what is wrong with the requests themselves.
    pub fn take_faults(&mut self) -> (Vec<Unexpected>, Vec<Wrong>) {
        (std::mem::take(&mut self.unexpected), std::mem::take(&mut self.wrongs))
    }

    /// What is wrong with the requests themselves, whatever was expected.
    pub fn wrongs(&self) -> &[Wrong] {
        &self.wrongs
    }

    /// What the script still holds ready, in words.
    pub fn left_over(&self) -> Vec<String> {
        let left = self.script.iter().enumerate().filter(|(_, (exchange, used))| {
            // What need not be asked for at all need not be asked for to the end.
            *used < exchange.replies.len() && !exchange.optional
        });
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
