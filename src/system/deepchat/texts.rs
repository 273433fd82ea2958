//! All texts: the words of the interface, by keys that a locale translates (DC-63), and the texts for the model and the
//! host.

use std::collections::BTreeMap;

/// A call that is not alone in its message (DC-23).
pub const NOT_ALONE: &str = "Question tool must be the only tool call in a turn.";
/// A batch that the output limit has cut off (DC-29).
pub const CUT_OFF: &str = "Tool call was not executed because the model response reached the output token limit, so \
    its arguments may be incomplete. Retry the tool call with complete arguments.";
/// The result of a call whose answer is the user's next message.
pub const SHOWN: &str = "The question was shown to the user. Whatever they answer is their next message.";
/// The result of a call that the user rejected. The user's next message is not an answer.
pub const REJECTED: &str = "The user rejected the question without an answer.";
/// The user chose to answer in a message of their own (DC-54).
pub const FOLLOW_UP: &str = "User chose to answer with a follow-up message.";
/// The user stopped the generation; a key of the interface (DC-50).
pub const STOPPED: &str = "common.error.userCanceledGeneration";
/// The process ended while the call was under way.
pub const LOST: &str = "The app was closed before this call had a result.";
/// A later question is answered first (DC-26).
pub const OUT_OF_ORDER: &str = "Interaction queue out of order. Please handle the first pending item.";
/// A blank answer (DC-56).
pub const EMPTY: &str = "Answer cannot be empty.";
/// An answer of a kind that questions do not have (DC-56).
pub const WRONG_KIND: &str = "Invalid response kind for question interaction.";
/// An answer when no question is pending (DC-56).
pub const NOTHING_PENDING: &str = "No pending interaction found in target message.";

/// An option that the question does not have.
pub const NO_SUCH_OPTION: &str = "The question has no such option.";
/// A typed answer to a question that takes options only.
pub const NO_OWN_ANSWER: &str = "The question takes none but its options.";

/// The result of a call of an unknown tool (DC-30).
pub fn not_found(tool: &str) -> String {
    format!("Tool {tool} not found in any source")
}

/// The words of the interface by their keys.
const ENGLISH: [(&str, &str); 7] = [
    ("question.custom", "Your own answer"),
    ("question.send", "Send"),
    ("question.reject", "Reject"),
    ("question.selected", "Selected"),
    ("question.rejected", "Rejected"),
    ("question.remote.selected", "Selected"),
    ("question.remote.received", "Answer received"),
];

/// The words of the interface in one language.
#[derive(Clone, Debug, Default, Hash)]
pub struct Texts(BTreeMap<String, String>);

impl Texts {
    /// The words of `locale`, by their keys. A key that the locale lacks has its English words.
    pub fn new(locale: BTreeMap<String, String>) -> Self {
        Self(locale)
    }

    /// The words behind a key.
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        let english = ENGLISH.iter().find(|(known, _)| *known == key).map(|(_, words)| *words);
        self.0.get(key).map(String::as_str).or(english).unwrap_or(key)
    }

    /// Every key.
    pub fn keys() -> impl Iterator<Item = &'static str> {
        ENGLISH.iter().map(|(key, _)| *key)
    }
}
