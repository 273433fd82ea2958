//! Mending a stored conversation: what an earlier run left half done (REC-31, REC-32).
//!
//! Within each turn an inquiry's request and response pair by id and count, whatever the id looks like (REC-07,
//! COMPAT-08); what has no partner is dropped, and none is invented. A call without a result gets one that says so,
//! and a result without a call is dropped.

use std::collections::BTreeMap;

use super::{
    persisted::{Entry, Event},
    texts,
};

/// The events, mended turn by turn.
pub fn mended(entries: Vec<Entry>) -> Vec<Entry> {
    let mut mended = Vec::with_capacity(entries.len());
    let mut turn = Vec::new();
    for entry in entries {
        if entry.event == Event::TurnStart {
            mend(std::mem::take(&mut turn), &mut mended);
        }
        turn.push(entry);
    }
    mend(turn, &mut mended);
    mended
}

/// Mends one turn.
fn mend(turn: Vec<Entry>, out: &mut Vec<Entry>) {
    let mut inquiries = Pairs::of(&turn, inquiry);
    let mut calls = Pairs::of(&turn, call);
    let mut open: Vec<String> = Vec::new();
    for entry in turn {
        match (inquiry(&entry.event), call(&entry.event)) {
            (Some(half), _) if !inquiries.take(half) => continue,
            (_, Some(Half::Request(id))) if !calls.take(Half::Request(id)) => open.push(id.to_owned()),
            (_, Some(half @ Half::Response(_))) if !calls.take(half) => continue,
            _ => {}
        }
        // The conversation went on: what was called before has missed its result.
        if matches!(entry.event, Event::ChatRequest { .. } | Event::ChatResponse(_)) {
            close(&mut open, out);
        }
        out.push(entry);
    }
    close(&mut open, out);
}

fn close(open: &mut Vec<String>, out: &mut Vec<Entry>) {
    let result = |id| Event::ToolCallResponse { id, content: texts::INTERRUPTED.to_owned(), is_error: true };
    out.extend(open.drain(..).map(|id| result(id).into()));
}

/// One half of a pair, by its id.
#[derive(Clone, Copy)]
enum Half<'a> {
    Request(&'a str),
    Response(&'a str),
}

fn inquiry(event: &Event) -> Option<Half<'_>> {
    match event {
        Event::InquiryRequest { id, .. } => Some(Half::Request(id)),
        Event::InquiryResponse(response) => Some(Half::Response(response.id())),
        _ => None,
    }
}

fn call(event: &Event) -> Option<Half<'_>> {
    match event {
        Event::ToolCallRequest { id, .. } => Some(Half::Request(id)),
        Event::ToolCallResponse { id, .. } => Some(Half::Response(id)),
        _ => None,
    }
}

/// How many pairs each id has, and how many of their halves have been taken.
struct Pairs(BTreeMap<String, Pair>);

#[derive(Default)]
struct Pair {
    pairs: usize,
    requests: usize,
    responses: usize,
}

impl Pairs {
    fn of(turn: &[Entry], half: fn(&Event) -> Option<Half<'_>>) -> Self {
        let mut pairs: BTreeMap<String, Pair> = BTreeMap::new();
        for entry in turn {
            match half(&entry.event) {
                Some(Half::Request(id)) => pairs.entry(id.to_owned()).or_default().requests += 1,
                // A response pairs with a request before it.
                Some(Half::Response(id)) => {
                    let pair = pairs.entry(id.to_owned()).or_default();
                    if pair.pairs < pair.requests {
                        pair.pairs += 1;
                    }
                }
                None => {}
            }
        }
        pairs.values_mut().for_each(|pair| pair.requests = 0);
        Self(pairs)
    }

    /// Whether a half belongs to a pair; each half is asked about once, in order.
    fn take(&mut self, half: Half<'_>) -> bool {
        match half {
            Half::Request(id) => {
                let pair = self.0.get_mut(id).filter(|pair| pair.requests < pair.pairs);
                pair.map(|pair| pair.requests += 1).is_some()
            }
            Half::Response(id) => {
                let pair = self.0.get_mut(id).filter(|pair| pair.responses < pair.requests);
                pair.map(|pair| pair.responses += 1).is_some()
            }
        }
    }
}

#[cfg(test)]
#[path = "sanitize_tests.rs"]
mod tests;
