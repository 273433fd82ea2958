//! A prompt for one of several texts. Arrows move the cursor, and typing filters the list (PRM-10, PRM-12).

use crate::model::json::Value;

use super::Pressed;
use crate::{model::Key, system::Offers};

const KEYS: &str = "[↑↓ to move, enter to select, type to filter]";

#[derive(Clone, Debug, Hash)]
pub struct Select {
    options: Vec<String>,
    /// The cursor, among the filtered options.
    cursor: usize,
    filter: String,
}

impl Select {
    pub fn new(options: Vec<String>, default: Option<&str>) -> Self {
        let cursor = options.iter().position(|option| Some(option.as_str()) == default).unwrap_or(0);
        Self { options, cursor, filter: String::new() }
    }

    pub fn press(&mut self, key: Key) -> Pressed {
        let shown = self.shown().count();
        match key {
            Key::Up if shown > 0 => self.cursor = (self.cursor + shown - 1) % shown,
            Key::Down if shown > 0 => self.cursor = (self.cursor + 1) % shown,
            Key::Enter => {
                let chosen = self.shown().nth(self.cursor).map(Value::from);
                return chosen.map_or(Pressed::NotOffered, |value| Pressed::Answered { value, remember: false });
            }
            Key::Char(c) => self.narrow(|filter| filter.push(c)),
            Key::Backspace if !self.filter.is_empty() => self.narrow(|filter| {
                filter.pop();
            }),
            _ => return Pressed::NotOffered,
        }
        Pressed::Open
    }

    pub fn keys_for(&self, value: &str) -> Option<Vec<Key>> {
        let wanted = self.shown().position(|option| option == value)?;
        let (way, steps) =
            if wanted < self.cursor { (Key::Up, self.cursor - wanted) } else { (Key::Down, wanted - self.cursor) };
        Some(std::iter::repeat_n(way, steps).chain([Key::Enter]).collect())
    }

    pub fn draw(&self, question: &str, lines: &mut Vec<String>) {
        lines.push(format!("? {question} {}", self.filter).trim_end().to_owned());
        lines.extend(self.shown().enumerate().map(|(row, option)| {
            let mark = if row == self.cursor { '>' } else { ' ' };
            format!("{mark} {option}")
        }));
        lines.push(KEYS.to_owned());
    }

    pub fn offers(&self) -> Offers {
        Offers { choices: self.shown().map(str::to_owned).collect(), ..Offers::default() }
    }

    fn shown(&self) -> impl Iterator<Item = &str> {
        let filter = self.filter.to_lowercase();
        self.options.iter().filter(move |option| option.to_lowercase().contains(&filter)).map(String::as_str)
    }

    fn narrow(&mut self, change: impl FnOnce(&mut String)) {
        change(&mut self.filter);
        self.cursor = 0;
    }
}
