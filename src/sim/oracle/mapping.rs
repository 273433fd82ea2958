//! Whose a prompt or a structured request is: it does not say which question it puts.

use serde_json::Value;

use super::{
    events::Event,
    run::{Inquiry, Run, is_record},
};

/// A prompt, or a structured request to the model.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'a> {
    /// Where it comes first.
    pub at: usize,
    /// Its operation.
    pub op: &'a str,
    /// What it asks with.
    pub with: With<'a>,
    /// The inquiry that it is for, by its place among the inquiries.
    pub owner: Option<usize>,
}

/// What somebody is asked with.
#[derive(Clone, Copy, Debug)]
pub enum With<'a> {
    /// A prompt.
    Prompt(&'a Value),
    /// A request for an answer of a certain form.
    Request(&'a Value),
}

/// Every prompt and structured request, in order, each with the inquiry that it is for.
pub fn askings<'a>(run: &Run<'a>) -> Vec<Asking<'a>> {
    let mut found: Vec<Asking<'a>> = Vec::new();
    for (at, event) in run.events.iter().enumerate() {
        let (op, with) = match *event {
            Event::Show { op, prompt } => (op, With::Prompt(prompt)),
            Event::Request { op, request } if !request["schema"].is_null() => (op, With::Request(request)),
            _ => continue,
        };
        // A prompt may be drawn again; a subject that is started anew counts its operations from the start.
        let again = found.iter().any(|asking| asking.op == op && run.is_one_turn(asking.at, at));
        if !again {
            let asking = Asking { at, op, with, owner: None };
            found.push(Asking { owner: owner(run, &asking, &found), ..asking });
        }
    }
    found
}

/// The inquiry that it settles; or that it names; or else, of those with its text, the first that is open and was not yet
/// put to anybody, or was closed there and then.
fn owner(run: &Run<'_>, asking: &Asking<'_>, before: &[Asking<'_>]) -> Option<usize> {
    let drawn = asking.with.text();
    let delivery = run.deliveries[asking.at];
    let is_before = |(_, inquiry): &(usize, &Inquiry<'_>)| {
        run.deliveries[inquiry.at] <= delivery && run.is_one_turn(inquiry.at.min(asking.at), inquiry.at.max(asking.at))
    };
    let all: Vec<(usize, &Inquiry<'_>)> = run.inquiries().iter().enumerate().filter(is_before).collect();
    let has_text = |inquiry: &Inquiry<'_>| inquiry.text.lines().all(|line| drawn.contains(line));
    let (fitting, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, inquiry)| has_text(inquiry));
    let is_settled = |inquiry: &Inquiry<'_>| {
        inquiry.response.is_some_and(|response| match response.cause {
            Event::Person { op, .. } | Event::Reply { op, .. } => {
                op == asking.op && run.deliveries[response.at] > run.deliveries[inquiry.at]
            }
            _ => false,
        })
    };
    let settled = fitting.iter().find(|(_, inquiry)| is_settled(inquiry));
    let id = asking.with.id();
    let named = || fitting.iter().rev().find(|(_, inquiry)| id.is_some_and(|id| id == inquiry.id));
    let is_open =
        |inquiry: &Inquiry<'_>| inquiry.response.is_none_or(|response| run.deliveries[response.at] > delivery);
    let is_put = |index: usize| before.iter().any(|before| before.owner == Some(index));
    let open = || fitting.iter().find(|(index, inquiry)| is_open(inquiry) && !is_put(*index));
    let once_more = || fitting.iter().find(|(_, inquiry)| is_open(inquiry));
    // A text may be drawn otherwise than it is written. What a signal opens settles questions that it does not put.
    let unlike = || others.iter().find(|(_, inquiry)| is_settled(inquiry) && run.signals(inquiry) == (false, false));
    let found = settled.or_else(named).or_else(open).or_else(once_more).or_else(|| fitting.last()).or_else(unlike);
    found.map(|(index, _)| *index)
}

impl With<'_> {
    /// What is read.
    fn text(&self) -> String {
        match self {
            Self::Prompt(prompt) => prompt["text"].as_str().unwrap_or_default().to_owned(),
            Self::Request(request) => {
                let last = request["messages"].as_array().and_then(|messages| messages.last());
                let parts = last.and_then(|last| last["parts"].as_array()).into_iter().flatten();
                parts.filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// The inquiry's id, where it is there.
    fn id(&self) -> Option<&Value> {
        match self {
            Self::Prompt(_) => None,
            Self::Request(request) => request.pointer("/schema/properties/inquiry_id/const"),
        }
    }
}

impl Run<'_> {
    /// Whether no turn begins between two events.
    fn is_one_turn(&self, early: usize, late: usize) -> bool {
        let mut between = self.events[early..late].iter().skip(1);
        !between.any(|event| matches!(event, Event::Begin(_)) || is_record(event, "turn_start"))
    }
}
