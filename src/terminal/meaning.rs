//! What a stroke means at a prompt, and what is told of that.
//!
//! A prompt that takes keys is given keys. One that a host draws in its own way takes none, only what is meant: the
//! person has a line of their own there, with a number for a choice, or the answer. What no key of the prompt stands
//! for has one with Ctrl or Alt, at every prompt.

use serde_json::Value;

use super::keys::Stroke;
use crate::{
    model::{Key, Millis},
    system::{Act, Prompt},
};

/// What a stroke means.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Meaning {
    /// This is done at the prompt.
    Does(Act),
    /// This is typed on the person's line.
    Types(String),
    /// The last of it is taken back.
    Erases,
    /// The line is done.
    Enters,
    /// Time passes until the next timer.
    Waits,
    /// The next of several prompts.
    Turns,
    /// The drawing is seen from a page further down, or up.
    Scrolls(isize),
    /// They leave.
    Stops,
    /// Nothing.
    Nothing,
}

/// Whether the person has a line of their own: the prompt is drawn by a host, and takes no keys.
pub const fn has_line(prompt: &Prompt) -> bool {
    prompt.request.is_some() && prompt.offers.keys.is_empty()
}

/// What `stroke` means at `prompt`.
pub fn meaning(stroke: Stroke, prompt: &Prompt) -> Meaning {
    match stroke {
        Stroke::Paste(text) if text.is_empty() => Meaning::Nothing,
        Stroke::Paste(text) if has_line(prompt) => Meaning::Types(text),
        Stroke::Paste(text) => Meaning::Does(Act::Paste(text)),
        Stroke::Key(Key::CtrlC) => Meaning::Stops,
        Stroke::Ctrl('d') => Meaning::Does(Act::Eof),
        Stroke::Ctrl('r') => Meaning::Does(Act::Reject),
        Stroke::Ctrl('s') => Meaning::Does(Act::Submit),
        Stroke::Ctrl('t') => Meaning::Waits,
        Stroke::Ctrl('n') => Meaning::Turns,
        Stroke::PageUp => Meaning::Scrolls(-1),
        Stroke::PageDown => Meaning::Scrolls(1),
        // Ctrl-C itself must always end what a person has started.
        Stroke::Alt('c') if !has_line(prompt) => Meaning::Does(Act::Key(Key::CtrlC)),
        Stroke::Alt(digit) => {
            let number = digit.to_digit(10).map(|digit| digit as usize);
            number.and_then(|number| choice(number, prompt)).map_or(Meaning::Nothing, Meaning::Does)
        }
        Stroke::Key(key) if !has_line(prompt) => Meaning::Does(Act::Key(key)),
        Stroke::Key(Key::Char(c)) => Meaning::Types(c.into()),
        Stroke::Key(Key::Backspace) => Meaning::Erases,
        Stroke::Key(Key::Enter) => Meaning::Enters,
        Stroke::Key(Key::Esc) => Meaning::Does(Act::Cancel),
        Stroke::Key(_) | Stroke::Ctrl(_) | Stroke::Unknown => Meaning::Nothing,
    }
}

/// What a line means: a choice by its number; JSON as it is, which may be answers to several questions; else the answer.
/// An empty one submits what was chosen.
pub fn line(line: &str, prompt: &Prompt) -> Option<Act> {
    let text = line.trim();
    if text.is_empty() {
        return prompt.offers.several.then_some(Act::Submit);
    }
    if let Some(act) = text.parse().ok().and_then(|number| choice(number, prompt)) {
        return Some(act);
    }
    match serde_json::from_str(text) {
        Ok(value @ (Value::Object(_) | Value::Array(_) | Value::String(_))) => Some(Act::Answer(value)),
        _ => prompt.offers.typing.is_some().then(|| Act::Answer(line.into())),
    }
}

/// The click on a choice, counted from 1.
fn choice(number: usize, prompt: &Prompt) -> Option<Act> {
    prompt.offers.choices.get(number.checked_sub(1)?).cloned().map(Act::Choose)
}

/// What can be done at `prompt`, each in a few words; `timer` is how long it takes until one fires, and `others` how many
/// other prompts are open.
pub fn hints(prompt: &Prompt, timer: Option<Millis>, others: usize) -> Vec<String> {
    let offers = &prompt.offers;
    let mut hints = vec!["Ctrl-C: stop".to_owned()];
    let mut hint = |is_there: bool, words: String| hints.extend(is_there.then_some(words));
    let to = |last: usize| if last == 1 { String::new() } else { format!(" to {last}") };
    let choices = offers.choices.len();
    if has_line(prompt) {
        hint(choices > 0 && offers.several, format!("1{} and Enter: takes it, or puts it back", to(choices)));
        hint(choices > 0 && !offers.several, format!("1{} and Enter: the answer", to(choices)));
        hint(offers.several, "Enter: submit".to_owned());
        hint(offers.typing.is_some(), "text and Enter: your own answer".to_owned());
        hint(true, "JSON and Enter: as it is".to_owned());
        hint(true, "Esc: cancel".to_owned());
    } else {
        let keys: Vec<String> = offers.keys.iter().map(ToString::to_string).collect();
        hint(!keys.is_empty(), format!("keys: {}", keys.join(" ")));
        // Most terminals send the same for both.
        hint(offers.keys.contains(&Key::CtrlEnter), "Ctrl-J: as Ctrl-Enter".to_owned());
        hint(offers.typing.is_some(), "type an answer".to_owned());
        hint(choices > 0, format!("Alt-1{}: click", to(choices.min(9))));
        let submits = offers.several || choices > 0 && offers.typing.is_some();
        hint(submits, "Ctrl-S: submit".to_owned());
    }
    hint(offers.reject, "Ctrl-R: reject".to_owned());
    hint(others > 0, format!("Ctrl-N: {others} more"));
    if let Some(timer) = timer {
        hint(true, format!("Ctrl-T: let {timer} pass"));
    }
    hint(true, "Ctrl-D: end of input".to_owned());
    hint(!has_line(prompt), "Alt-C: Ctrl-C for it".to_owned());
    hints
}
