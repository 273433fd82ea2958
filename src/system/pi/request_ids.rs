//! The ids of the requests that a client is sent.

/// Makes the ids, and recognizes them in replies.
///
/// A process that resumes a session makes other ids than the process before it. A late reply to a request of the earlier
/// process therefore answers nothing here.
#[derive(Clone, Debug, Default, Hash)]
pub struct RequestIds {
    /// How many entries the session had when the run began.
    began_with: usize,
    /// How many requests the client was sent.
    sent: u32,
}

impl RequestIds {
    /// The ids of a run that begins with so many stored entries.
    pub const fn beginning_with(entries: usize) -> Self {
        Self { began_with: entries, sent: 0 }
    }

    /// The id of the next request.
    pub fn next_id(&mut self) -> String {
        self.sent += 1;
        self.id(self.sent)
    }

    /// Whether a request of this run had that id.
    pub fn knows(&self, id: &str) -> bool {
        (1..=self.sent).any(|number| id == self.id(number))
    }

    fn id(&self, number: u32) -> String {
        format!("req-{}-{number}", self.began_with)
    }
}

#[cfg(test)]
mod tests {
    use super::RequestIds;

    #[test]
    fn a_run_knows_its_own_ids_alone() {
        let mut ids = RequestIds::beginning_with(4);
        assert_eq!([ids.next_id(), ids.next_id()], ["req-4-1", "req-4-2"]);
        let known = ["req-4-1", "req-4-2", "req-4-3", "req-4-0", "req-0-1", ""].map(|id| ids.knows(id));
        assert_eq!(known, [true, true, false, false, false, false]);
    }
}
