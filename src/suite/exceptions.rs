//! The scenarios that a kind of derived run leaves out, with the reasons.

/// Scenarios by the beginning of their ids, each with the reason why it is left out.
pub struct Exceptions(Vec<(String, String)>);

impl Exceptions {
    /// The exceptions in `json`, which the program carries in `file`: a list of pairs. A mistake in it is a bug of
    /// hotseat, which every test meets.
    pub(super) fn read(file: &str, json: &str) -> Self {
        Self(serde_json::from_str(json).unwrap_or_else(|error| panic!("{file}: {error}")))
    }

    /// Why the scenario with this id is left out. `None` if it is not.
    pub fn of(&self, id: &str) -> Option<&str> {
        self.0.iter().find(|(begins, _)| id.starts_with(begins)).map(|(_, why)| why.as_str())
    }

    /// Every beginning with its reason.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(begins, why)| (begins.as_str(), why.as_str()))
    }
}
