//! The lines that a subject and this program exchange, as they really were: the stream shows what the scenario says, and a form is
//! filled in as the subject's own form needs it. They are shown to people and never compared.

use std::{
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The lines of a run, in their order. All copies are one.
#[derive(Clone, Debug, Default)]
pub struct Exchanged(Arc<Mutex<String>>);

impl Exchanged {
    /// A text was sent to the subject.
    pub fn sent(&self, text: &str) {
        self.add("> ", text);
    }

    /// A text came from the subject.
    pub fn heard(&self, text: &str) {
        self.add("< ", text);
    }

    /// All so far, each behind `>` if it was sent, or `<` if it came. From now on others are kept.
    pub fn take(&self) -> String {
        mem::take(&mut *self.lines())
    }

    fn add(&self, way: &str, text: &str) {
        let mut lines = self.lines();
        [way, text.trim_end_matches(['\r', '\n']), "\n"].iter().for_each(|piece| lines.push_str(piece));
    }

    fn lines(&self) -> MutexGuard<'_, String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
