//! A prompt for one of a few keys: yes or no (PRM-05 to PRM-09), a permission, the menu of an interrupt.

use crate::model::json::Value;

use super::Pressed;
use crate::{model::Key, system::Offers};

/// An offered key.
#[derive(Clone, Debug, Hash)]
pub struct Choice {
    /// The key.
    pub key: char,
    /// Its meaning, for the help.
    pub help: &'static str,
    /// Its effect.
    pub does: Does,
}

/// The effect of a key.
#[derive(Clone, Debug, Hash)]
pub enum Does {
    /// The key answers the question.
    Answer {
        /// The answer.
        value: Value,
        /// Whether the answer is remembered for the turn.
        remember: bool,
    },
    /// The key shows these lines above the question.
    Tell(Vec<String>),
    /// The key shows the meaning of every key.
    Help,
}

/// A prompt for one of a few keys.
#[derive(Clone, Debug, Hash)]
pub struct Keys {
    choices: Vec<Choice>,
    default: Option<char>,
    notice: Vec<String>,
}

impl Choice {
    /// A key that gives `value`.
    pub fn answer(key: char, help: &'static str, value: impl Into<Value>) -> Self {
        Self { key, help, does: Does::Answer { value: value.into(), remember: false } }
    }

    /// A key that gives `value`, remembered for the turn.
    pub fn remember(key: char, help: &'static str, value: impl Into<Value>) -> Self {
        Self { key, help, does: Does::Answer { value: value.into(), remember: true } }
    }
}

impl Keys {
    /// A prompt for these keys, and `?` for help. Enter gives `default`.
    pub fn new(mut choices: Vec<Choice>, default: Option<char>) -> Self {
        choices.push(Choice { key: '?', help: "print help", does: Does::Help });
        Self { choices, default, notice: Vec::new() }
    }

    /// A prompt for yes or no. If the question allows it, an upper-case key remembers the answer.
    pub fn boolean(default: Option<bool>, remembers: bool) -> Self {
        let mut choices = vec![
            Choice::answer('y', "yes, just this once", true),
            Choice::remember('Y', "yes, and remember for this turn", true),
            Choice::answer('n', "no, just this once", false),
            Choice::remember('N', "no, and remember for this turn", false),
        ];
        choices.retain(|choice| remembers || !choice.key.is_ascii_uppercase());
        Self::new(choices, default.map(|yes| if yes { 'y' } else { 'n' }))
    }

    /// Takes a key.
    pub fn press(&mut self, key: Key) -> Pressed {
        let pressed = match (key, self.default) {
            (Key::Char(c), _) => Some(c),
            (Key::Enter, default) => default,
            _ => None,
        };
        match self.choices.iter().find(|choice| Some(choice.key) == pressed).map(|choice| choice.does.clone()) {
            Some(Does::Answer { value, remember }) => Pressed::Answered { value, remember },
            Some(Does::Tell(lines)) => {
                self.notice = lines;
                Pressed::Open
            }
            Some(Does::Help) => {
                self.notice = self.help();
                Pressed::Open
            }
            None => {
                self.notice = vec!["# Invalid option:".to_owned()];
                self.notice.extend(self.help());
                Pressed::NotOffered
            }
        }
    }

    /// The key that gives `value`, if there is one.
    pub fn keys_for(&self, value: &Value, remember: bool) -> Option<Vec<Key>> {
        let gives = |choice: &&Choice| match &choice.does {
            Does::Answer { value: found, remember: remembered } => found == value && *remembered == remember,
            Does::Tell(_) | Does::Help => false,
        };
        self.choices.iter().find(gives).map(|choice| vec![Key::Char(choice.key)])
    }

    /// Appends the drawing.
    pub fn draw(&self, question: &str, lines: &mut Vec<String>) {
        let keys: Vec<String> = self.choices.iter().map(|choice| choice.key.to_string()).collect();
        let default = self.default.map(|key| format!(" ({key})")).unwrap_or_default();
        // The keys follow the last line of the question.
        let (above, last) = match question.rsplit_once('\n') {
            Some((above, last)) => (Some(above), last),
            None => (None, question),
        };
        lines.extend(above.map(str::to_owned));
        lines.extend(self.notice.iter().cloned());
        lines.push(format!("? {last} [{}]{default}", keys.join(",")));
    }

    /// The offered acts.
    pub fn offers(&self) -> Offers {
        Offers { keys: self.choices.iter().map(|choice| Key::Char(choice.key)).collect(), ..Offers::default() }
    }

    fn help(&self) -> Vec<String> {
        self.choices.iter().map(|choice| format!("{} - {}", choice.key, choice.help)).collect()
    }
}
