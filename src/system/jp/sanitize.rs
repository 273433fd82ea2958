//! The repair of a stored conversation that an earlier run left incomplete (REC-31, REC-32).
//!
//! Within each turn, the requests and responses of inquiries are paired by id and count, and the id may have any form
//! (REC-07, COMPAT-08). A request or response without a partner is dropped, and none is invented. A call without a
//! result gets one that says so. A result without a call is dropped. A result that stands behind a later message moves
//! before it.

use std::collections::{BTreeMap, VecDeque};

use super::{
    persisted::{Entry, Event},
    texts,
};

/// The events, repaired turn by turn.
pub fn repaired(entries: Vec<Entry>) -> Vec<Entry> {
    let mut repaired = Vec::with_capacity(entries.len());
    let mut turn = Vec::new();
    for entry in entries {
        if matches!(entry.event, Event::TurnStart { .. }) {
            mend(std::mem::take(&mut turn), &mut repaired);
        }
        turn.push(entry);
    }
    mend(turn, &mut repaired);
    repaired
}

/// Repairs one turn.
fn mend(turn: Vec<Entry>, out: &mut Vec<Entry>) {
    let mut inquiries = Pairs::of(&turn);
    let mut results = results(&turn);
    // The calls without a result so far.
    let mut open: Vec<String> = Vec::new();
    // Whether a result came after the last call. If so, the next call begins another batch.
    let mut answered = false;
    for entry in turn {
        match (inquiry(&entry.event), call(&entry.event)) {
            (Some(half), _) if !inquiries.take(half) => continue,
            (_, Some(Half::Request(id))) => {
                if std::mem::take(&mut answered) {
                    close(&mut open, &mut results, out);
                }
                open.push(id.to_owned());
            }
            (_, Some(Half::Response(id))) => {
                // The result is in its place, unless it has moved before a later message.
                let Some(position) = open.iter().position(|open| open == id) else { continue };
                if let Some(result) = results.get_mut(id).and_then(VecDeque::pop_front) {
                    open.remove(position);
                    answered = true;
                    out.push(result);
                }
                continue;
            }
            _ => {}
        }
        if matches!(entry.event, Event::ChatRequest { .. } | Event::ChatResponse(_)) {
            close(&mut open, &mut results, out);
        }
        out.push(entry);
    }
    close(&mut open, &mut results, out);
}

/// The results of a turn by their call. Results that follow their call come first.
fn results(turn: &[Entry]) -> BTreeMap<String, VecDeque<Entry>> {
    let mut results: BTreeMap<String, VecDeque<Entry>> = BTreeMap::new();
    let mut calls: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in turn {
        match call(&entry.event) {
            Some(Half::Request(id)) => *calls.entry(id).or_default() += 1,
            Some(Half::Response(id)) => {
                if let Some(left @ 1..) = calls.get_mut(id) {
                    *left -= 1;
                    results.entry(id.to_owned()).or_default().push_back(entry.clone());
                }
            }
            None => {}
        }
    }
    results
}

/// The conversation goes on. Before that, every open call gets its own result, or one that says that it has none.
fn close(open: &mut Vec<String>, results: &mut BTreeMap<String, VecDeque<Entry>>, out: &mut Vec<Entry>) {
    for id in open.drain(..) {
        let own = results.get_mut(&id).and_then(VecDeque::pop_front);
        out.push(own.unwrap_or_else(|| {
            let content = texts::INTERRUPTED.to_owned();
            Event::ToolCallResponse { id: id.into(), content: content.into(), is_error: true }.into()
        }));
    }
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

/// The number of pairs of each id, and the number of halves taken so far.
struct Pairs(BTreeMap<String, Pair>);

#[derive(Default, Hash)]
struct Pair {
    pairs: usize,
    requests: usize,
    responses: usize,
}

impl Pairs {
    fn of(turn: &[Entry]) -> Self {
        let mut pairs: BTreeMap<String, Pair> = BTreeMap::new();
        for entry in turn {
            match inquiry(&entry.event) {
                Some(Half::Request(id)) => pairs.entry(id.to_owned()).or_default().requests += 1,
                // A response pairs with an earlier request.
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

    /// Whether a half belongs to a pair. The caller asks once for each half, in order.
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
