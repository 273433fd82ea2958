//! A prompt for any text, with a default or without echo (PRM-11, PRM-18).

use crate::model::json::Value;

use super::Pressed;
use crate::{
    model::Key,
    system::{Offers, Typing},
};

#[derive(Clone, Debug, Hash)]
pub struct Text {
    default: Option<String>,
    typed: String,
    typing: Typing,
}

impl Text {
    pub fn echoed(default: Option<&str>) -> Self {
        Self { default: default.map(str::to_owned), typed: String::new(), typing: Typing::Echoed }
    }

    pub const fn hidden() -> Self {
        Self { default: None, typed: String::new(), typing: Typing::Hidden }
    }

    pub fn press(&mut self, key: Key) -> Pressed {
        match key {
            Key::Char(c) => self.typed.push(c),
            Key::Backspace if self.typed.pop().is_some() => {}
            Key::Enter => {
                let typed = std::mem::take(&mut self.typed);
                let answer = if typed.is_empty() { self.default.clone().unwrap_or_default() } else { typed };
                return Pressed::Answered { value: Value::from(answer), remember: false };
            }
            _ => return Pressed::NotOffered,
        }
        Pressed::Open
    }

    /// The outcome of replacing the typed text with `value`, and of Enter. Any text may be typed, so the keys need not
    /// be pressed one by one. An empty answer cannot be given if there is a default.
    pub fn give(&self, value: Value) -> Option<Pressed> {
        let is_empty = value.as_str()?.is_empty();
        let shadowed = is_empty && self.default.as_ref().is_some_and(|default| !default.is_empty());
        (!shadowed).then_some(Pressed::Answered { value, remember: false })
    }

    pub fn draw(&self, question: &str, lines: &mut Vec<String>) {
        let default = self.default.as_ref().map(|default| format!(" ({default})")).unwrap_or_default();
        let typed = if self.typing == Typing::Echoed { self.typed.as_str() } else { "" };
        lines.push(format!("? {question}{default} {typed}").trim_end().to_owned());
    }

    pub fn offers(&self) -> Offers {
        Offers { typing: Some(self.typing), ..Offers::default() }
    }
}
