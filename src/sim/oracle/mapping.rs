//! Finds the question of each prompt and of each structured request, because these do not name their question.

use std::borrow::Cow;

use crate::model::json::Value;

use super::{
    events::{Event, member},
    run::{Asking, Inquiry, Run},
};

/// Every prompt and structured request in order, each with its inquiry.
pub fn askings<'a>(run: &Run<'a>) -> Vec<Asking<'a>> {
    let mut found: Vec<Asking<'a>> = Vec::new();
    for (at, event) in run.events.iter().enumerate() {
        let op = match event {
            Event::Show { op, .. } => *op,
            Event::Request { op, request } if request.schema.is_some() => *op,
            _ => continue,
        };
        // A prompt may be drawn again. A subject that is started again counts its operations from the start.
        let again = found.iter().any(|asking| asking.op == op && run.is_one_turn(asking.at, at));
        if !again {
            let asking = Asking { at, op, owner: None };
            found.push(Asking { owner: owner(run, &asking, &found), ..asking });
        }
    }
    found
}

/// The index of the inquiry to which a prompt or request belongs. Among the inquiries whose text it shows, these are
/// tried in order:
///
/// 1. the inquiry that was closed by an answer to this prompt or request
/// 2. the last inquiry whose id the request has
/// 3. the first open inquiry to which no earlier prompt or request belongs
/// 4. the first open inquiry
/// 5. the last inquiry
///
/// If it shows the text of no inquiry, the first rule is tried with the others, unless a signal arrived in their turn.
fn owner(run: &Run<'_>, asking: &Asking<'_>, before: &[Asking<'_>]) -> Option<usize> {
    let drawn = drawn(&run.events[asking.at]);
    let delivery = run.deliveries[asking.at];
    let is_before = |(_, inquiry): &(usize, &Inquiry<'_>)| {
        run.deliveries[inquiry.at] <= delivery && run.is_one_turn(inquiry.at.min(asking.at), inquiry.at.max(asking.at))
    };
    let all = run.inquiries().iter().enumerate().filter(is_before);
    let has_text = |inquiry: &Inquiry<'_>| inquiry.text.lines().all(|line| drawn.contains(line));
    let (fitting, others): (Vec<_>, Vec<_>) = all.partition(|(_, inquiry)| has_text(inquiry));
    let is_settled = |inquiry: &Inquiry<'_>| {
        inquiry.response.is_some_and(|response| match run.events[response.cause] {
            Event::Person { op, .. } | Event::Reply { op, .. } => {
                op == asking.op && run.deliveries[response.at] > run.deliveries[inquiry.at]
            }
            _ => false,
        })
    };
    let settled = fitting.iter().find(|(_, inquiry)| is_settled(inquiry));
    let id = id(&run.events[asking.at]);
    let named = || fitting.iter().rev().find(|(_, inquiry)| id.is_some_and(|id| id == inquiry.id));
    let is_open =
        |inquiry: &Inquiry<'_>| inquiry.response.is_none_or(|response| run.deliveries[response.at] > delivery);
    let is_put = |index: usize| before.iter().any(|before| before.owner == Some(index));
    let open = || fitting.iter().find(|(index, inquiry)| is_open(inquiry) && !is_put(*index));
    let once_more = || fitting.iter().find(|(_, inquiry)| is_open(inquiry));
    // A text may be drawn in another form than it is written. A prompt after a signal can settle other questions.
    let unlike = || others.iter().find(|(_, inquiry)| is_settled(inquiry) && run.signals(inquiry) == (false, false));
    let found = settled.or_else(named).or_else(open).or_else(once_more).or_else(|| fitting.last()).or_else(unlike);
    found.map(|(index, _)| *index)
}

/// The text that the asked party reads.
fn drawn<'e>(event: &'e Event<'_>) -> Cow<'e, str> {
    match event {
        Event::Show { prompt, .. } => prompt.text.into(),
        Event::Request { request, .. } => request.texts.join("\n").into(),
        _ => "".into(),
    }
}

/// The id of the inquiry, if the schema of the answer has it.
fn id<'a>(event: &Event<'a>) -> Option<&'a Value> {
    let Event::Request { request, .. } = event else { return None };
    ["properties", "inquiry_id", "const"].into_iter().try_fold(request.schema?, member)
}

impl Run<'_> {
    /// Whether no turn begins between two events.
    fn is_one_turn(&self, early: usize, late: usize) -> bool {
        let mut between = self.events[early..late].iter().skip(1);
        !between.any(Event::is_start)
    }
}
