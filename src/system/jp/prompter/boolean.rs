//! Yes or no by one key; the upper case remembers, where the question allows it (PRM-05 to PRM-09).

use serde_json::Value;

use super::Pressed;
use crate::{model::Key, system::Offers};

const HELP: [(char, &str); 5] = [
    ('y', "yes, just this once"),
    ('Y', "yes, and remember for this turn"),
    ('n', "no, just this once"),
    ('N', "no, and remember for this turn"),
    ('?', "print help"),
];

#[derive(Clone, Debug)]
pub struct Boolean {
    default: Option<bool>,
    remembers: bool,
    notice: Vec<String>,
}

impl Boolean {
    pub fn new(default: Option<bool>, remembers: bool) -> Self {
        Self { default, remembers, notice: Vec::new() }
    }

    pub fn press(&mut self, key: Key) -> Pressed {
        let key = match (key, self.default) {
            (Key::Enter, Some(default)) => Key::Char(if default { 'y' } else { 'n' }),
            (key, _) => key,
        };
        match key {
            Key::Char(c @ ('y' | 'n')) => Pressed::Answered { value: Value::Bool(c == 'y'), remember: false },
            Key::Char(c @ ('Y' | 'N')) if self.remembers => {
                Pressed::Answered { value: Value::Bool(c == 'Y'), remember: true }
            }
            Key::Char('?') => {
                self.notice = self.help();
                Pressed::Open
            }
            _ => {
                self.notice = vec!["# Invalid option:".to_owned()];
                self.notice.extend(self.help());
                Pressed::NotOffered
            }
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "the other widgets have answers that no key gives")]
    pub fn keys_for(&self, value: bool, remember: bool) -> Option<Vec<Key>> {
        let c = match (value, remember) {
            (true, false) => 'y',
            (true, true) => 'Y',
            (false, false) => 'n',
            (false, true) => 'N',
        };
        Some(vec![Key::Char(c)])
    }

    pub fn draw(&self, question: &str, lines: &mut Vec<String>) {
        let keys: Vec<String> = self.keys().map(String::from).collect();
        let default = match self.default {
            Some(true) => " (y)",
            Some(false) => " (n)",
            None => "",
        };
        // All lines but the last stand above, so that the keys follow the end of the question.
        let (above, last) = match question.rsplit_once('\n') {
            Some((above, last)) => (Some(above), last),
            None => (None, question),
        };
        lines.extend(above.map(str::to_owned));
        lines.extend(self.notice.iter().cloned());
        lines.push(format!("? {last} [{}]{default}", keys.join(",")));
    }

    pub fn offers(&self) -> Offers {
        Offers { keys: self.keys().map(Key::Char).collect(), ..Offers::default() }
    }

    fn keys(&self) -> impl Iterator<Item = char> {
        let remembers = self.remembers;
        HELP.into_iter().map(|(key, _)| key).filter(move |key| remembers || !key.is_ascii_uppercase())
    }

    fn help(&self) -> Vec<String> {
        let offered: Vec<char> = self.keys().collect();
        let lines = HELP.into_iter().filter(|(key, _)| offered.contains(key));
        lines.map(|(key, meaning)| format!("{key} - {meaning}")).collect()
    }
}
