//! When things happen, in the words of a script: so long after an effect that a script can name.

use crate::{
    model::{Millis, Op, json::Value},
    stage::{Observation, What, scenario::When},
    system::{Effect, Input, Prompt, Turn},
};

/// How what came at one instant is told.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Timing {
    /// At one instant. Its order is then the plain one.
    AsSeen,
    /// A millisecond apart, in the order in which it came.
    Apart,
}

/// The virtual time of each observation.
pub struct Moments(Vec<Millis>);

impl Moments {
    pub fn new(events: &[Observation], timing: Timing) -> Self {
        if timing == Timing::AsSeen {
            return Self(events.iter().map(|event| event.at_ms).collect());
        }
        let (mut now, mut reply, mut timers) = (Millis::default(), None, Vec::new());
        let mut at = |event: &Observation| {
            match &event.what {
                What::Input(Input::Begin(_) | Input::File(..)) => {}
                // The events of a reply come together.
                What::Input(Input::Model(op, _)) if reply == Some((*op, event.at_ms)) => {}
                What::Input(Input::Fired(op)) => {
                    let due = timers.iter().rev().find(|(timer, _)| timer == op).map(|(_, due)| *due);
                    now = now.max(due.unwrap_or(event.at_ms));
                }
                What::Input(_) => now = event.at_ms.max(now.after(Millis(1))),
                What::Effect(Effect::Timer(op, length)) => timers.push((*op, now.after(*length))),
                What::Effect(_) => {}
            }
            if let What::Input(input) = &event.what {
                reply = match input {
                    Input::Model(op, _) => Some((*op, event.at_ms)),
                    _ => None,
                };
            }
            now
        };
        Self(events.iter().map(&mut at).collect())
    }

    /// When the observation with this index happens.
    pub fn at(&self, index: usize) -> Millis {
        self.0.get(index).copied().unwrap_or_default()
    }

    /// The last moment before the observation with this index that a script can name, and the time since.
    pub fn before(&self, events: &[Observation], index: usize) -> (When, Millis) {
        let since = |from: usize| Millis(self.at(index).0.saturating_sub(self.at(from).0));
        let named = (0..index).rev().find_map(|from| Some((name(events, from)?, since(from))));
        named.unwrap_or_else(|| (When::Start, self.at(index)))
    }

    /// When the subject is killed before the start with this index: at the effect right before it, if a script can name that
    /// one. Otherwise so long after the last effect that it can name, once the subject waits. `None` if there is none.
    pub fn kill(&self, events: &[Observation], index: usize) -> Option<(When, Millis)> {
        let last = index.checked_sub(1)?;
        if let Some(when) = name(events, last) {
            return Some((when, Millis::default()));
        }
        let is_start = |event: &Observation| matches!(event.what, What::Input(Input::Begin(_)));
        let mut life = (0..last).rev().take_while(|at| !is_start(&events[*at]));
        let (when, from) = life.find_map(|at| Some((name(events, at)?, at)))?;
        Some((when, Millis(self.at(last).0.saturating_sub(self.at(from).0).saturating_add(1))))
    }
}

/// The name of an effect, if it is the first that fits the name.
fn name(events: &[Observation], index: usize) -> Option<When> {
    let What::Effect(effect) = &events[index].what else { return None };
    let before = || {
        events[..index].iter().filter_map(|event| match &event.what {
            What::Effect(effect) => Some(effect),
            What::Input(_) => None,
        })
    };
    let (when, is_first) = match effect {
        Effect::Show(Op::Prompt(_), prompt) => {
            let piece = piece(prompt)?;
            let is_first = !before().any(|effect| matches!(effect, Effect::Show(_, prompt) if prompt.shows(&piece)));
            (When::Prompt(piece), is_first)
        }
        Effect::Request(_, request) => {
            let text = request.last_text();
            let has =
                |effect: &Effect| matches!(effect, Effect::Request(_, request) if request.last_text().contains(&text));
            let is_first = !text.is_empty() && !before().any(has);
            (When::Request(text), is_first)
        }
        Effect::Call(_, call) => {
            let is_first = !before().any(|effect| matches!(effect, Effect::Call(_, other) if other.name == call.name));
            (When::Call(call.name.to_string()), is_first)
        }
        Effect::Client(message) => {
            let is_first = !before().any(|effect| matches!(effect, Effect::Client(other) if other == message));
            (When::Client(message.to_string()), is_first)
        }
        Effect::Record(record) => {
            let earlier: Vec<String> = before().filter_map(stored).collect();
            let piece = piece_of_record(&record.0, &earlier)?;
            (When::Stored(piece), true)
        }
        Effect::Turn(Turn::Paused) => (When::Paused, true),
        Effect::Turn(Turn::Ended(_)) => (When::Ended, true),
        _ => return None,
    };
    is_first.then_some(when)
}

/// The line of a prompt by which a script names it: one with a marker, or else the first.
pub fn piece(prompt: &Prompt) -> Option<String> {
    let lines = || prompt.text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines().find(|line| line.contains('[')).or_else(|| lines().next()).map(str::to_owned)
}

/// The JSON text of a record, if this is one.
fn stored(effect: &Effect) -> Option<String> {
    let Effect::Record(record) = effect else { return None };
    Some(record.0.to_string())
}

/// The piece by which a script names a record: a text in it that no `earlier` one has, or else all of it. A text with a marker
/// comes first, then the last one. `None` if an earlier record is the same.
fn piece_of_record(record: &Value, earlier: &[String]) -> Option<String> {
    let is_new = |piece: &String| !earlier.iter().any(|text| text.contains(piece.as_str()));
    let mut texts = Vec::new();
    texts_in(record, &mut texts);
    let texts: Vec<String> = texts.into_iter().map(|text| Value::from(text).to_string()).filter(is_new).collect();
    let marked = texts.iter().find(|text| text.contains('['));
    let whole = || Some(record.to_string()).filter(is_new);
    marked.or(texts.last()).cloned().or_else(whole)
}

/// Every text in a value, in order.
fn texts_in<'v>(value: &'v Value, texts: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(items) => items.iter().for_each(|item| texts_in(item, texts)),
        Value::Object(members) => members.values().for_each(|member| texts_in(member, texts)),
        _ => {}
    }
}
