//! The prompt of a tool's question. It is a pure widget: a key leads from a state to the next state or to an outcome,
//! and every state has a drawing.
//!
//! ```text
//! Assistant                                   the asker, if a label is configured
//! two files would change                      the context, if there is one
//! ? Apply the change? [y,n,?] (y)             the question, the keys, and the default
//! ```
//!
//! A label and a context change nothing else. A `turn` question without them is drawn as in earlier versions (PRM-02).

mod keys;
mod select;
mod text;

use crate::model::json::Value;

pub use self::keys::{Choice, Does, Keys};
use self::{select::Select, text::Text};
use super::question::{AnswerReusePolicy, AnswerType, Question};
use crate::{
    model::{Key, text::harmless},
    system::{Offers, Prompt},
};

/// The outcome of a key.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Pressed {
    /// The prompt is still open, and its drawing may have changed.
    Open,
    /// The key has no meaning here, and the drawing says so.
    NotOffered,
    /// The user has answered.
    Answered {
        /// The answer.
        value: Value,
        /// Whether the answer is remembered for the turn.
        remember: bool,
    },
    /// The user has cancelled.
    Cancelled,
}

/// A prompt on the screen.
#[derive(Clone, Debug, Hash)]
pub struct Prompter {
    label: Option<String>,
    context: Option<String>,
    question: String,
    widget: Widget,
}

#[derive(Clone, Debug, Hash)]
enum Widget {
    Keys(Keys),
    Select(Select),
    Text(Text),
}

impl Prompter {
    /// The prompt for `question`, under the configured `label` (PRM-13).
    pub fn new(question: &Question, label: Option<String>) -> Self {
        let default = question.default.as_ref();
        let widget = match &question.answer_type {
            AnswerType::Boolean => {
                let remembers = question.persistence == AnswerReusePolicy::Turn;
                Widget::Keys(Keys::boolean(default.and_then(Value::as_bool), remembers))
            }
            AnswerType::Select { options } => {
                Widget::Select(Select::new(options.clone(), default.and_then(Value::as_str)))
            }
            AnswerType::Text => Widget::Text(Text::echoed(default.and_then(Value::as_str))),
            AnswerType::Secret => Widget::Text(Text::hidden()),
        };
        Self {
            label,
            context: question.context.as_deref().map(str::to_owned),
            question: question.text.to_string(),
            widget,
        }
    }

    /// A prompt of jp itself, for one of a few keys.
    pub fn of_keys(question: String, keys: Keys) -> Self {
        Self { label: None, context: None, question, widget: Widget::Keys(keys) }
    }

    /// A prompt of jp itself, for a text. `default` is the text at the start.
    pub fn of_text(question: String, default: Option<&str>) -> Self {
        Self { label: None, context: None, question, widget: Widget::Text(Text::echoed(default)) }
    }

    /// Takes a key. Esc and Ctrl-C cancel every prompt (INT-12).
    pub fn press(&mut self, key: Key) -> Pressed {
        if matches!(key, Key::Esc | Key::CtrlC) {
            return Pressed::Cancelled;
        }
        match &mut self.widget {
            Widget::Keys(widget) => widget.press(key),
            Widget::Select(widget) => widget.press(key),
            Widget::Text(widget) => widget.press(key),
        }
    }

    /// Gives `value` by the keys that it takes from here. `None` if the prompt offers no way to give it.
    pub fn give(&mut self, value: Value, remember: bool) -> Option<Pressed> {
        let keys = match &self.widget {
            Widget::Keys(widget) => widget.keys_for(&value, remember)?,
            Widget::Select(widget) if !remember => widget.keys_for(value.as_str()?)?,
            Widget::Text(widget) if !remember => return widget.give(value),
            Widget::Select(_) | Widget::Text(_) => return None,
        };
        let mut last = Pressed::Open;
        for key in keys {
            match self.press(key) {
                Pressed::Open => {}
                Pressed::NotOffered => last = Pressed::NotOffered,
                over @ (Pressed::Answered { .. } | Pressed::Cancelled) => return Some(over),
            }
        }
        Some(last)
    }

    /// The drawing. Control characters in texts of others are shown, not obeyed.
    pub fn draw(&self) -> Prompt {
        let mut lines: Vec<String> = Vec::new();
        lines.extend(self.label.clone());
        lines.extend(self.context.clone());
        match &self.widget {
            Widget::Keys(widget) => widget.draw(&self.question, &mut lines),
            Widget::Select(widget) => widget.draw(&self.question, &mut lines),
            Widget::Text(widget) => widget.draw(&self.question, &mut lines),
        }
        Prompt { text: harmless(&lines.join("\n")), offers: self.offers(), request: None }
    }

    fn offers(&self) -> Offers {
        match &self.widget {
            Widget::Keys(widget) => widget.offers(),
            Widget::Select(widget) => widget.offers(),
            Widget::Text(widget) => widget.offers(),
        }
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
