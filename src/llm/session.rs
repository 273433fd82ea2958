//! One run of a script. A session answers requests, counts the replies that are used up, and collects unexpected
//! requests.

use super::{
    checks::{self, Wrong},
    codec::skim_request,
    nearest,
    plan::Plan,
    script::{Body, Exchange, Expect},
    wire::{DecodedRequest, Format, Wire, WireRequest},
};
use crate::model::ModelRequest;

/// A request that no expectation of the script matches, or more than one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Unexpected {
    /// The request, the nearest expectation, and the difference.
    pub message: String,
    /// Whether the script is at fault because two expectations match.
    pub ambiguous: bool,
    /// Whether the request could not be read. No script can expect such a request.
    pub unreadable: bool,
}

/// A request and its reply as bytes. They are shown to people and never compared.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RawExchange {
    /// The request.
    pub request: WireRequest,
    /// The reply.
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
    /// Whether the replies of an expectation start again when they are used up.
    repeats: bool,
    /// Whether requests are forgotten once they are answered.
    forgets: bool,
}

impl Session {
    /// A fresh run of `script`.
    pub fn new(script: Vec<Exchange>) -> Self {
        Self { script: script.into_iter().map(|exchange| (exchange, 0)).collect(), ..Self::default() }
    }

    /// Makes the replies of each expectation start again when they are used up.
    #[must_use]
    pub const fn repeating(mut self) -> Self {
        self.repeats = true;
        self
    }

    /// Forgets each exchange once it is over, so that a server can run forever. [`Self::raw`] stays empty.
    #[must_use]
    pub const fn forgetful(mut self) -> Self {
        self.forgets = true;
        self
    }

    /// Sets the wire and the streaming of the harness's own requests, each if it is given.
    #[must_use]
    pub const fn speaking(mut self, wire: Option<Wire>, streamed: Option<bool>) -> Self {
        (self.wire, self.streamed) = (wire, streamed);
        self
    }

    /// The format of the harness's own requests. What was not set is taken from `usual`. A foreign client chooses its
    /// own format.
    pub fn format(&self, usual: Format) -> Format {
        Format { wire: self.wire.unwrap_or(usual.wire), streamed: self.streamed.unwrap_or(usual.streamed) }
    }

    /// Whether a reply of the script ends its connection in a way that only our own server can do.
    pub fn breaks(&self) -> bool {
        let mut replies = self.script.iter().flat_map(|(exchange, _)| &exchange.replies);
        replies.any(|reply| matches!(reply.body, Body::Reset | Body::Cut { .. }))
    }

    /// Answers a request. The answer to an unexpected request is an error that gives the reason.
    pub fn reply(&mut self, request: WireRequest) -> Plan {
        self.requests += 1;
        let plan = match skim_request(&request) {
            Ok(decoded) => {
                let replies = || self.script.iter().flat_map(|(exchange, _)| &exchange.replies);
                let is_own = |said: &str| {
                    replies().any(|reply| matches!(&reply.body, Body::Message { reasoning, .. } if reasoning == said))
                };
                checks::check_request(self.requests, &decoded, &request, is_own, &mut self.wrongs);
                self.decide(&decoded)
            }
            Err(error) => {
                let wire = Wire::of_path(&request.path).unwrap_or_default();
                self.refuse(
                    Format { wire, streamed: false },
                    Unexpected { message: error.to_string(), ambiguous: false, unreadable: true },
                )
            }
        };
        if !self.forgets {
            self.raw.push(RawExchange { request, reply: plan.clone() });
        }
        plan
    }

    fn decide(&mut self, decoded: &DecodedRequest) -> Plan {
        let DecodedRequest { request, format, .. } = decoded;
        let ready = |(exchange, used): &(Exchange, usize)| {
            (self.repeats || *used < exchange.replies.len()) && exchange.expect.differences(request).is_empty()
        };
        let mut matching: Vec<usize> =
            self.script.iter().enumerate().filter(|(_, entry)| ready(entry)).map(|(index, _)| index).collect();
        // Required expectations go before optional ones.
        if matching.iter().any(|index| !self.script[*index].0.optional) {
            matching.retain(|index| !self.script[*index].0.optional);
        }
        match matching[..] {
            [index] => {
                let (exchange, used) = &mut self.script[index];
                let reply = exchange.replies[*used % exchange.replies.len()].clone();
                *used += 1;
                Plan::new(&reply, decoded, self.requests)
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

    /// The unexpected requests.
    pub fn unexpected(&self) -> &[Unexpected] {
        &self.unexpected
    }

    /// Takes out the unexpected requests, and the errors in the requests themselves.
    pub fn take_faults(&mut self) -> (Vec<Unexpected>, Vec<Wrong>) {
        (std::mem::take(&mut self.unexpected), std::mem::take(&mut self.wrongs))
    }

    /// The errors in the requests themselves, independent of the script.
    pub fn wrongs(&self) -> &[Wrong] {
        &self.wrongs
    }

    /// The replies that were never used, in words.
    pub fn left_over(&self) -> Vec<String> {
        let left = self.script.iter().enumerate().filter(|(_, (exchange, used))| {
            // An optional expectation may also remain partly unused.
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
    /// The differences between `request` and the expectation; empty if it matches.
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
