//! Effects: the things that a subject does.

use crate::model::json::{Map, Text, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, IntoStaticStr, VariantArray, VariantNames};

use super::FailureKind;
use crate::model::{Key, Millis, ModelRequest, Op, text::harmless};

/// One thing that a subject does. All parties see every effect.
#[derive(Clone, Debug, EnumDiscriminants, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum_discriminants(
    name(EffectKind),
    vis(pub),
    doc = "The variants of [`Effect`]; each has its name in the stream.",
    derive(Hash, IntoStaticStr, Ord, PartialOrd, VariantArray),
    strum(serialize_all = "snake_case")
)]
pub enum Effect {
    /// Sends a request to the model.
    Request(Op, Box<ModelRequest>),
    /// Executes a tool.
    Call(Op, ToolCall),
    /// Shows a prompt. A second effect with the same operation draws the prompt again.
    Show(Op, Prompt),
    /// Starts a file operation.
    File(Op, FileOp),
    /// Sets a timer.
    Timer(Op, Millis),
    /// Withdraws, aborts or clears an operation. Its party may still send a late input.
    Cancel(Op, Why),
    /// Stores an event of the conversation.
    Record(Record),
    /// Sends a message to the client that hosts the subject.
    Client(Value),
    /// Refuses the last input.
    Refuse(Why),
    /// A turn begins, pauses or ends.
    Turn(Turn),
    /// Tells the user something outside every prompt, such as the reason why the run cannot begin.
    Notice(String),
    /// The subject's process ends by itself, with this status. No effect follows.
    Exit(u8),
}

impl Effect {
    /// The effects of a run that cannot begin: a notice with the reason, and the end of the turn. Control characters in
    /// the reason are replaced, because the reason may quote a file.
    pub fn misconfigured(why: &str) -> [Self; 2] {
        [Self::Notice(harmless(why)), Self::Turn(Turn::Ended(TurnEnd::Misconfigured))]
    }
}

/// One execution of a tool.
#[derive(Clone, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The id that the model gave the call.
    pub id: Text,
    /// The tool.
    pub name: Text,
    /// The arguments, as the model gave them.
    pub arguments: Value,
    /// The answers so far, by question id.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub answers: Map,
    /// The folder from which a tool is called, where it matters: the session has another folder than the one in which the agent
    /// was started, and the call comes from a folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
}

/// A question on the screen.
#[derive(Clone, Debug, Default, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    /// The drawing: lines separated by `\n`, without colour.
    pub text: String,
    /// The acts that the prompt offers.
    pub offers: Offers,
    /// The request to a host that draws the prompt in its own way. The shape is the system's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<Value>,
}

/// A text with at least this many characters may be wrapped in a drawing.
const WRAPPED_MIN: usize = 60;

impl Prompt {
    /// Whether its drawing has this piece.
    pub fn shows(&self, piece: &str) -> bool {
        self.lines_of(piece).is_some()
    }

    /// The first and the last line of its drawing with this piece, counted from 0. A piece that is not long stands in
    /// one line. A long one may be wrapped: there, white space and the frame around it do not count.
    pub fn lines_of(&self, piece: &str) -> Option<(usize, usize)> {
        let line_at = |at: usize| self.text[..at].matches('\n').count();
        if let Some(at) = self.text.find(piece) {
            return Some((line_at(at), line_at(at + piece.len())));
        }
        let is_frame = |c: char| c.is_whitespace() || ('\u{2500}'..='\u{257f}').contains(&c);
        let piece: Vec<char> = piece.chars().filter(|c| !is_frame(*c)).collect();
        if piece.len() < WRAPPED_MIN {
            return None;
        }
        let drawn: Vec<(usize, char)> = self.text.char_indices().filter(|(_, c)| !is_frame(*c)).collect();
        let found = drawn.windows(piece.len()).find(|window| window.iter().map(|(_, c)| c).eq(&piece))?;
        Some((line_at(found.first()?.0), line_at(found.last()?.0)))
    }
}

/// The acts that a prompt offers.
#[derive(Clone, Debug, Default, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct Offers {
    /// Keys with a meaning of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<Key>,
    /// Choices, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// Whether several choices may be picked and then submitted together.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub several: bool,
    /// Whether text may be typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typing: Option<Typing>,
    /// Whether the prompt may be rejected.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reject: bool,
}

/// How typed text is shown.
#[derive(Clone, Copy, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Typing {
    /// The text is visible.
    Echoed,
    /// The text is hidden.
    Hidden,
}

/// A file operation. Paths are relative to the working folder.
#[derive(Clone, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FileOp {
    /// Writes a whole file.
    Write {
        /// The path of the file.
        path: String,
        /// The content of the file.
        content: Text,
        /// Whether only the owner may read the file.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        private: bool,
        /// Whether the file must be new. If the path exists, the operation fails.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        fresh: bool,
    },
    /// Reads a whole file.
    Read {
        /// The path of the file.
        path: String,
    },
    /// Removes a file.
    Remove {
        /// The path of the file.
        path: String,
        /// The content that the file must still have. If the content differs, the operation fails.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        holding: Option<Text>,
    },
}

/// An event of the stored conversation, in the system's own shape, without wall time.
#[derive(Clone, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Record(pub Value);

/// Why an operation was withdrawn, or an input refused.
#[derive(Clone, Copy, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum Why {
    /// The prompt does not offer this act.
    NotOffered,
    /// The input came after the operation was settled or withdrawn.
    Late,
    /// The input names an operation that never existed.
    Foreign,
    /// Nothing is running, so the input has no meaning.
    Idle,
    /// A turn is running and takes no message.
    Busy,
    /// The run was interrupted.
    Interrupted,
    /// The operation is no longer needed, because something else settled the question.
    Superseded,
}

/// The state of a turn.
#[derive(Clone, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum Turn {
    /// The turn began.
    Began,
    /// The turn waits for an answer or the user's next message.
    Paused,
    /// The turn is over.
    Ended(TurnEnd),
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum TurnEnd {
    /// The model has nothing more to do.
    Completed,
    /// A person or a signal stopped the turn.
    Interrupted,
    /// The request to the model failed.
    Failed(FailureKind),
    /// The turn reached its time limit.
    TimedOut,
    /// The setup of the run could not be read.
    Misconfigured,
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Prompt;

    /// A piece of 60 characters, white space aside, or more.
    const LONG: &str = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen";

    #[rstest]
    #[case::in_one_line("a\nb c\nd", "b c", Some((1, 1)))]
    #[case::absent("a\nb c\nd", "b d", None)]
    #[case::a_short_one_is_not_wrapped("a b\nc", "b c", None)]
    #[case::a_long_one_is(&format!("top\n│ {} │\n│ {} │\nend", &LONG[..40], &LONG[40..]), LONG, Some((1, 2)))]
    #[case::within_a_word(&format!("{}\n  {}", &LONG[..30], &LONG[30..]), LONG, Some((0, 1)))]
    #[case::a_letter_less(&format!("{}\n{}", &LONG[..40], &LONG[42..]), LONG, None)]
    fn a_long_piece_may_be_wrapped(#[case] drawn: &str, #[case] piece: &str, #[case] expected: Option<(usize, usize)>) {
        let prompt = Prompt { text: drawn.to_owned(), ..Prompt::default() };
        assert_eq!((prompt.lines_of(piece), prompt.shows(piece)), (expected, expected.is_some()));
    }
}
