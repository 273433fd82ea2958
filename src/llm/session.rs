//! One run of a script. A session answers requests, counts the replies that are used up, and collects unexpected
//! requests.

use std::hash::{Hash, Hasher};

use super::{
    checks::{self, Wrong},
    codec::{decode_request, skim_request},
    history::History,
    nearest,
    plan::Plan,
    script::{Body, Class, Exchange, ScriptedCall},
    wire::{DecodedRequest, Format, Wire, WireRequest},
};

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
    /// The number of requests that a side expectation answered.
    sides: u64,
    history: History,
    /// Whether an expectation depends on the tools of a request.
    reads_tools: bool,
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
        let reads_tools = script.iter().any(|exchange| exchange.expect.reads_tools());
        Self { script: script.into_iter().map(|exchange| (exchange, 0)).collect(), reads_tools, ..Self::default() }
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

    /// Changes the calls of the script, such as into those of another tool.
    pub fn change_calls(&mut self, mut change: impl FnMut(&mut ScriptedCall)) {
        for (exchange, _) in &mut self.script {
            for reply in &mut exchange.replies {
                if let Body::Message { calls, .. } = &mut reply.body {
                    calls.iter_mut().for_each(&mut change);
                }
            }
        }
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
        let decoded = if self.reads_tools { decode_request(&request) } else { skim_request(&request) };
        let plan = match decoded {
            Ok(mut decoded) => self.answer(&request, &mut decoded),
            Err(error) => {
                let wire = Wire::of_path(&request.path).unwrap_or_default();
                self.unreadable(Format { wire, streamed: false }, error.to_string())
            }
        };
        if !self.forgets {
            self.raw.push(RawExchange { request, reply: plan.clone() });
        }
        plan
    }

    /// Answers a request that could be read.
    fn answer(&mut self, request: &WireRequest, decoded: &mut DecodedRequest) -> Plan {
        if let Some(continued) = decoded.continued.take()
            && !self.history.join(&continued, &mut decoded.request)
        {
            let message = format!(
                "it continues the reply {:?}, which this session did not give, or no longer keeps",
                continued.reply
            );
            return self.unreadable(decoded.format, message);
        }
        let replies = || self.script.iter().flat_map(|(exchange, _)| &exchange.replies);
        let is_own = |said: &str| {
            replies().any(|reply| matches!(&reply.body, Body::Message { reasoning, .. } if reasoning == said))
        };
        checks::check_request(self.requests, decoded, request, is_own, &mut self.wrongs);
        self.decide(decoded)
    }

    fn unreadable(&mut self, format: Format, message: String) -> Plan {
        self.refuse(format, Unexpected { message, ambiguous: false, unreadable: true })
    }

    fn decide(&mut self, decoded: &DecodedRequest) -> Plan {
        let DecodedRequest { request, format, .. } = decoded;
        let ready = |(exchange, used): &(Exchange, usize)| {
            let comes_again = self.repeats || matches!(exchange.class(), Class::Side | Class::Otherwise);
            (comes_again || *used < exchange.replies.len()) && exchange.expect.differences(request).is_empty()
        };
        let mut matching: Vec<(Class, usize)> = self
            .script
            .iter()
            .enumerate()
            .filter(|(_, entry)| ready(entry))
            .map(|(index, (exchange, _))| (exchange.class(), index))
            .collect();
        // Only those of the first class count. Side requests, and what answers all others, are never ambiguous.
        let first = matching.iter().map(|(class, _)| *class).min();
        matching.retain(|(class, _)| Some(*class) == first);
        if matches!(first, Some(Class::Side | Class::Otherwise)) {
            matching.truncate(1);
        }
        match matching[..] {
            [(class, index)] => {
                let (exchange, used) = &mut self.script[index];
                let reply = exchange.replies[*used % exchange.replies.len()].clone();
                *used += 1;
                self.sides += u64::from(class == Class::Side);
                if decoded.is_kept {
                    self.history.keep(format.wire.codec().reply_id(self.requests), request, &reply.body);
                }
                Plan::new(&reply, decoded, self.requests)
            }
            [] => {
                let message = nearest::explain(&self.script, self.repeats, request);
                self.refuse(*format, Unexpected { message, ambiguous: false, unreadable: false })
            }
            [..] => {
                let numbers: Vec<String> = matching.iter().map(|(_, index)| (index + 1).to_string()).collect();
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

    /// Adds everything on which replies depend to a fingerprint. The script is the same in all runs of a scenario.
    pub fn fingerprint(&self, mut into: &mut dyn Hasher) {
        self.script.iter().for_each(|(_, used)| used.hash(&mut into));
        (self.requests, &self.history).hash(&mut into);
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
        let left = self
            .script
            .iter()
            .enumerate()
            .filter(|(_, (exchange, used))| *used < exchange.replies.len() && exchange.class() == Class::Required);
        left.map(|(index, (exchange, used))| {
            let (number, total) = (index + 1, exchange.replies.len());
            format!("expectation {number} of the script, {}: {used} of {total} replies used", exchange.expect.words())
        })
        .collect()
    }

    /// The number of requests so far that a side expectation answered.
    pub const fn sides(&self) -> u64 {
        self.sides
    }

    /// Every request and reply so far.
    pub fn raw(&self) -> &[RawExchange] {
        &self.raw
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
