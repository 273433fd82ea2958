//! The frame of every view, and its contents (PI-96).
//!
//! ```text
//! ────────────────────────────────────────────────────────────
//!  Colour                        the header, if there is one; with several questions, the tabs
//!
//!   Which colour?
//!
//!   > 1. Red                     the options, a text, or the answers
//!        warm
//!     2. Other (type your answer)
//!
//!   Enter to select              the key line
//! ────────────────────────────────────────────────────────────
//! ```
//!
//! The frame has no right edge, so that no text can break it.

use super::{
    Dialog, Entry, Form,
    dialog::grouped,
    list,
    row::{row, typed},
};

/// The width of the rule, in columns.
pub const RULE: usize = 60;

impl Form {
    pub(super) fn text(&self) -> String {
        let rule = "─".repeat(RULE);
        let mut lines = vec![rule.clone()];
        let entry = self.entries.get(self.at);
        let head = if self.has_tabs() {
            Some(self.bar())
        } else {
            entry.and_then(|entry| entry.question.header.as_deref()).map(|header| format!(" {}", row(header)))
        };
        lines.extend(head.into_iter().flat_map(|head| [head, String::new()]));
        if let Some(Dialog::Discard) = self.dialog {
            lines.push(format!("  Discard {} answers?", self.answered()));
        } else if let Some(entry) = entry {
            lines.extend([format!("  {}", row(&entry.question.text)), String::new()]);
            entry.draw(&mut lines);
        } else {
            self.draw_submit(&mut lines);
        }
        lines.extend([String::new(), format!("  {}", self.key_line()), rule]);
        lines.join("\n")
    }

    fn key_line(&self) -> String {
        let entry = self.entries.get(self.at);
        if self.interrupted {
            return "Ctrl-C again to quit".to_owned();
        }
        match (self.dialog, entry) {
            (Some(Dialog::Discard), _) => "y Yes • n/Enter/Esc No".to_owned(),
            (Some(Dialog::Long), entry) => {
                let length = entry.map_or(0, |entry| entry.draft.given(&entry.question).length());
                long(length)
            }
            (None, Some(entry)) if self.has_tabs() => entry.keys_in_tabs().to_owned(),
            (None, Some(entry)) => entry.keys_alone().to_owned(),
            (None, None) if self.answered() == self.entries.len() => {
                "Tab/←→ switch • Enter submit • Esc cancel".to_owned()
            }
            (None, None) => "Tab/←→ switch • Esc cancel".to_owned(),
        }
    }
}

impl Entry {
    fn draw(&self, lines: &mut Vec<String>) {
        if self.draft.types(&self.question) {
            lines.push(format!("  > {}█", typed(&self.draft.typed)));
        } else {
            list::draw(&self.question, &self.draft, lines);
        }
    }

    /// The key line of the only question (PI-98, PI-100, PI-103).
    const fn keys_alone(&self) -> &'static str {
        match (self.draft.editing, self.question.options.is_empty(), self.question.several) {
            (true, _, false) => "Enter to submit • Esc to go back",
            (true, _, true) => "Enter to add • Esc to go back",
            (false, true, _) => "Enter to submit • Esc to cancel",
            (false, false, false) => "↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel",
            (false, false, true) => "Space to toggle • Enter to submit • Esc to cancel",
        }
    }

    /// The key line of one of several questions (PI-102). Each key that it names does something.
    const fn keys_in_tabs(&self) -> &'static str {
        match (self.draft.editing, self.question.options.is_empty(), self.question.several) {
            (true, _, false) => "Tab/←→ switch • Enter confirm • Esc go back",
            (true, _, true) => "Tab/←→ switch • Enter add • Esc go back",
            (false, true, _) => "Tab/←→ switch • Enter confirm • Esc cancel",
            (false, false, false) => "Tab/←→ switch • ↑↓ select • Enter confirm • Esc cancel",
            (false, false, true) => "Tab/←→ switch • ↑↓ select • Space toggle • Enter confirm • Esc cancel",
        }
    }
}

/// The warning about an answer with so many characters (PI-38).
pub fn long(length: usize) -> String {
    format!("Answer is long ({} chars). Continue anyway? [Y/n]", grouped(length))
}
