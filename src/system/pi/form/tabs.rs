//! The tabs of several questions: the bar, the moves between tabs, and the last tab, which submits all answers (PI-46,
//! PI-101).

use super::{
    Acted, Entry, Form,
    row::{WIDEST, row},
};
use crate::model::Key;

const BETWEEN: &str = "  ";

impl Form {
    /// Goes to another tab, if the key does that, and stops at the ends. Returns whether the key does that.
    pub(super) fn switch(&mut self, key: Key) -> bool {
        let to = match key {
            Key::Tab | Key::Right => (self.at + 1).min(self.entries.len()),
            Key::Left => self.at.saturating_sub(1),
            _ => return false,
        };
        if to != self.at {
            self.arrive(to);
        }
        true
    }

    /// Shows a tab. An answered question is shown with its answer.
    pub(super) fn arrive(&mut self, at: usize) {
        self.at = at;
        if let Some(Entry { question, draft, given: Some(given) }) = self.entries.get_mut(at) {
            draft.restore(question, given);
        }
    }

    pub(super) fn press_at_submit(&mut self, key: Key) -> Acted {
        match key {
            Key::Enter => self.submit(),
            Key::Esc => self.leave(),
            _ => Acted::NotOffered,
        }
    }

    /// The bar: a tab for each question, and the tab that submits.
    pub(super) fn bar(&self) -> String {
        let tabs: Vec<String> = (0..=self.entries.len()).map(|at| self.tab(at)).collect();
        format!(" ← {} →", tabs.join(BETWEEN))
    }

    /// Appends the answers, and the questions without an answer.
    pub(super) fn draw_submit(&self, lines: &mut Vec<String>) {
        for (at, entry) in self.entries.iter().enumerate() {
            if let Some(given) = &entry.given {
                let texts = given.texts(&entry.question);
                lines.push(format!("  {}: {}", self.name(at), row(&joined(texts))));
            }
        }
        let missing = self.entries.iter().enumerate().filter(|(_, entry)| entry.given.is_none());
        let missing = joined(missing.map(|(at, _)| self.name(at)));
        if !missing.is_empty() {
            lines.push(format!("  Not answered yet: {}", row(&missing)));
        }
    }

    fn tab(&self, at: usize) -> String {
        match self.entries.get(at) {
            None => "✓ Submit".to_owned(),
            Some(entry) => {
                let mark = if entry.given.is_some() { "■ " } else { "□ " };
                mark.to_owned() + &self.name(at)
            }
        }
    }

    /// The name of a question: its header, or else its number.
    fn name(&self, at: usize) -> String {
        let header = self.entries.get(at).and_then(|entry| entry.question.header.as_deref());
        header.map_or_else(|| format!("Q{}", at + 1), row)
    }
}

/// Texts in one row. The rest behind the cut is left out; a column has at most four bytes.
fn joined(texts: impl Iterator<Item = impl AsRef<str>>) -> String {
    let mut all = String::new();
    for text in texts {
        if !all.is_empty() {
            all.push_str(", ");
        }
        all.push_str(text.as_ref());
        if all.len() > 4 * WIDEST {
            break;
        }
    }
    all
}
