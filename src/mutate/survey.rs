//! Finds out, without a run, which scenarios a conditioned mutant may alter.
//!
//! Until the first alteration, the run of a mutant is the run of the sound reference. So the sound stream shows when a
//! change would alter a message for the first time, and which conditions of the run hold at that time.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    edit::{self, Memory, fits},
    gate::{Gate, Piece},
    kind::On,
    message::Message,
    row::{Change, Do},
    run_condition::RunCondition,
};
use crate::stage::What;

/// The messages of a sound run, each with the numbers of the conditions that hold at it.
pub struct Survey {
    messages: Vec<(Message, BTreeSet<usize>)>,
}

impl Survey {
    /// Surveys the stream of a sound run.
    pub fn of<'s>(stream: impl Iterator<Item = &'s What>, conditions: &[Arc<RunCondition>]) -> Self {
        let mut gates: Vec<Gate> = conditions.iter().map(|condition| Gate::new(Arc::clone(condition))).collect();
        let (mut messages, mut call) = (Vec::new(), Vec::new());
        for what in stream {
            let piece = Piece::of(std::slice::from_ref(what));
            if piece != Some(Piece::More) && !call.is_empty() {
                let whole = std::mem::take(&mut call);
                gates.iter_mut().for_each(|gate| gate.observe(On::whole_call(), &whole));
                messages.push((Message::of(On::whole_call(), &whole), open(&gates)));
            }
            match piece {
                Some(_) => call.push(what.clone()),
                None => gates.iter_mut().for_each(|gate| gate.observe(On::of(what), std::slice::from_ref(what))),
            }
            messages.push((Message::of(On::of(what), std::slice::from_ref(what)), open(&gates)));
        }
        Self { messages }
    }

    /// The numbers of the conditions that may hold when one of the `changes` alters a message. There may be too many of
    /// them, because `nth`, `since` and `until` do not count here, but never too few.
    pub fn held(&self, changes: &[Change]) -> BTreeSet<usize> {
        let mut held = BTreeSet::new();
        for (message, open) in &self.messages {
            if !open.is_subset(&held) && changes.iter().any(|change| may_alter(change, message)) {
                held.extend(open);
            }
        }
        held
    }
}

/// The numbers of the gates that are open.
fn open(gates: &[Gate]) -> BTreeSet<usize> {
    gates.iter().enumerate().filter(|(_, gate)| gate.is_open()).map(|(at, _)| at).collect()
}

/// Whether the change may alter the message.
fn may_alter(change: &Change, message: &Message) -> bool {
    if !change.on.is_of(message.on) || !change.on.takes(&message.body) {
        return false;
    }
    // What is remembered is known only in a run.
    let is_known = |text: serde_json::Result<String>| text.is_ok_and(|text| !text.contains('<'));
    if !fits(change.on, &change.filter, message, &Memory::new()) && is_known(serde_json::to_string(&change.filter)) {
        return false;
    }
    change.does.iter().any(|does| match does {
        Do::Remember(_) => false,
        Do::Set(_)
        | Do::Remove(_)
        | Do::Replace(_)
        | Do::Rewrite(_)
        | Do::Insert(_)
        | Do::Copy(_)
        | Do::Reverse(_)
        | Do::Each(_) => {
            let text = |message: &Message| message.body.to_string();
            let mut edited = message.clone();
            edit::edit(does, change.on.part(), &mut edited, &Memory::new());
            // The order of an object's members counts, too, and only a text shows that.
            let is_moved = || matches!(does, Do::Reverse(_) | Do::Each(_)) && text(&edited) != text(message);
            edited != *message || is_moved() || !is_known(serde_json::to_string(does))
        }
        _ => true,
    })
}
