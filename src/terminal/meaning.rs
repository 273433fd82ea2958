//! The meaning of a stroke at a prompt, and the hints about it.
//!
//! Some prompts take keys, and get the keys that were pressed. Others are drawn by a host and take whole answers. At
//! those the person has an input line, and types the number of a choice, or the answer. Acts that are no key of a
//! prompt have a key with Ctrl or Alt, at every prompt.

use crate::model::json::Value;

use super::keys::Stroke;
use crate::{
    model::{Key, Millis},
    system::{Act, Prompt},
};

/// What a stroke means.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Meaning {
    /// The person does this at the prompt.
    Acts(Act),
    /// This text is added to the input line.
    Types(String),
    /// The last character of the input line is deleted.
    Erases,
    /// The input line is complete.
    Enters,
    /// Time passes until the next timer.
    Waits,
    /// The next open prompt is drawn.
    NextPrompt,
    /// The drawing scrolls by so many pages down, or up if it is negative.
    Scrolls(isize),
    /// The person leaves.
    Stops,
    /// Nothing.
    Nothing,
}

/// Whether the person has an input line, because a host draws the prompt and it takes no keys.
pub const fn has_input_line(prompt: &Prompt) -> bool {
    prompt.request.is_some() && prompt.offers.keys.is_empty()
}

/// The meaning of `stroke` at `prompt`.
pub fn meaning(stroke: Stroke, prompt: &Prompt) -> Meaning {
    match stroke {
        Stroke::Paste(text) if text.is_empty() => Meaning::Nothing,
        Stroke::Paste(text) if has_input_line(prompt) => Meaning::Types(text),
        Stroke::Paste(text) => Meaning::Acts(Act::Paste(text.into())),
        Stroke::Key(Key::CtrlC) => Meaning::Stops,
        Stroke::Ctrl('d') => Meaning::Acts(Act::Eof),
        Stroke::Ctrl('r') => Meaning::Acts(Act::Reject),
        Stroke::Ctrl('s') => Meaning::Acts(Act::Submit),
        Stroke::Ctrl('t') => Meaning::Waits,
        Stroke::Ctrl('n') => Meaning::NextPrompt,
        Stroke::PageUp => Meaning::Scrolls(-1),
        Stroke::PageDown => Meaning::Scrolls(1),
        // Ctrl-C itself always stops the run, so the prompt gets it from Alt-C.
        Stroke::Alt('c') if !has_input_line(prompt) => Meaning::Acts(Act::Key(Key::CtrlC)),
        Stroke::Alt(digit) => {
            let number = digit.to_digit(10).map(|digit| digit as usize);
            number.and_then(|number| choice(number, prompt)).map_or(Meaning::Nothing, Meaning::Acts)
        }
        Stroke::Key(key) if !has_input_line(prompt) => Meaning::Acts(Act::Key(key)),
        Stroke::Key(Key::Char(c)) => Meaning::Types(c.into()),
        Stroke::Key(Key::Backspace) => Meaning::Erases,
        Stroke::Key(Key::Enter) => Meaning::Enters,
        Stroke::Key(Key::Esc) => Meaning::Acts(Act::Cancel),
        Stroke::Key(_) | Stroke::Ctrl(_) | Stroke::Unknown => Meaning::Nothing,
    }
}

/// The meaning of a complete input line. A number or a label is a choice. JSON is sent as it is, since it may answer
/// several questions. Other text is the answer. An empty line submits the choices.
pub fn line(line: &str, prompt: &Prompt) -> Option<Act> {
    let text = line.trim();
    if text.is_empty() {
        return prompt.offers.several.then_some(Act::Submit);
    }
    if let Some(act) = text.parse().ok().and_then(|number| choice(number, prompt)) {
        return Some(act);
    }
    if let Some(label) = prompt.offers.choices.iter().find(|label| *label == text) {
        return Some(Act::Choose(label.as_str().into()));
    }
    match serde_json::from_str(text) {
        Ok(value @ (Value::Object(_) | Value::Array(_) | Value::String(_))) => Some(Act::Answer(value)),
        _ => prompt.offers.typing.is_some().then(|| Act::Answer(line.into())),
    }
}

/// A click on the choice with this number, counted from 1.
fn choice(number: usize, prompt: &Prompt) -> Option<Act> {
    prompt.offers.choices.get(number.checked_sub(1)?).map(|choice| Act::Choose(choice.into()))
}

/// What the person can do at `prompt`, each in a few words. `timer` is the time until the next timer fires, and
/// `others` the number of other open prompts.
pub fn hints(prompt: &Prompt, timer: Option<Millis>, others: usize) -> Vec<String> {
    let offers = &prompt.offers;
    let mut hints = vec!["Ctrl-C: stop".to_owned()];
    let mut hint = |is_there: bool, words: String| hints.extend(is_there.then_some(words));
    let to = |last: usize| if last == 1 { String::new() } else { format!(" to {last}") };
    let choices = offers.choices.len();
    if has_input_line(prompt) {
        hint(choices > 0 && offers.several, format!("1{} and Enter: takes it, or puts it back", to(choices)));
        hint(choices > 0 && !offers.several, format!("1{} and Enter: the answer", to(choices)));
        hint(offers.several, "Enter: submit".to_owned());
        hint(offers.typing.is_some(), "text and Enter: your own answer".to_owned());
        hint(true, "JSON and Enter: as it is".to_owned());
        hint(true, "Esc: cancel".to_owned());
    } else {
        let keys: Vec<String> = offers.keys.iter().map(ToString::to_string).collect();
        hint(!keys.is_empty(), format!("keys: {}", keys.join(" ")));
        // Most terminals send the same byte for both.
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
    hint(!has_input_line(prompt), "Alt-C: send Ctrl-C".to_owned());
    hints
}
