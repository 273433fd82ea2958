//! The errors of calls, of setups and of stored records: codes, texts, and the form in which the model sees them.
//!
//! **Absent here:** the checks that find an error. They are in `pipeline` and the channels.

use thiserror::Error;

use super::{Profile, definition::NAME};
use crate::system::LayerError;

/// The user gives no answer, or cannot be asked (PD-33, PD-41, PD-54).
pub const UNSUPPORTED_TOOL: &str = "unsupported_tool";
/// The arguments break a rule.
pub const INVALID_INPUT: &str = "invalid_tool_input";
/// The channel, or a tool of the host, fails (PD-45).
pub const EXECUTION_FAILED: &str = "tool_execution_failed";
/// There is no such tool.
pub const NOT_FOUND: &str = "tool_not_found";
/// The run was stopped before the tool was done.
pub const ABORTED: &str = "tool_aborted";
/// A cron run may not ask the user (PD-64).
pub const CRON_INTERACTION: &str = "cron_interaction_required";
/// The run was interrupted, and a new run resumed the conversation.
pub const INTERRUPTED: &str = "interrupted";
/// The code of a fault that the tool's own rules find (PD-79).
pub const INVALID_SCHEMA: &str = "invalid_schema";

/// The most faults that are named as evidence. The message has all of them.
const EVIDENCE_MAX: usize = 5;
/// The message of PD-33.
const NO_CHANNEL: &str = "ask_user_question requires a host elicitation channel (none registered).";
/// The message of PD-54.
const PROMPTS_DISABLED: &str =
    "ask_user_question requires user interaction, but this session is running with prompts disabled.";

/// One fault of the arguments (PD-79).
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Issue {
    /// The place.
    pub path: String,
    /// The kind of fault.
    pub code: &'static str,
    /// The text.
    pub message: String,
}

/// Why a call has no result.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct ToolError {
    /// One of the codes above, or the one of a record.
    pub code: String,
    /// The text.
    pub message: String,
    /// The faults of the arguments, if the error is about arguments.
    pub issues: Vec<Issue>,
}

impl Issue {
    /// A fault at `path`.
    pub fn new(path: impl Into<String>, code: &'static str, message: impl Into<String>) -> Self {
        Self { path: path.into(), code, message: message.into() }
    }

    /// A stored fault. An unknown kind of fault is read as a fault that the tool's own rules found.
    pub fn stored(path: String, code: &str, message: String) -> Self {
        Self { path, code: known(code), message }
    }
}

impl ToolError {
    /// An error that is not about the arguments.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), issues: Vec::new() }
    }

    /// The arguments break rules.
    pub fn invalid(issues: Vec<Issue>) -> Self {
        let messages: Vec<&str> = issues.iter().map(|issue| issue.message.as_str()).collect();
        Self { code: INVALID_INPUT.to_owned(), message: messages.join("\n"), issues }
    }

    /// There is no channel to the user (PD-33).
    pub fn no_channel() -> Self {
        Self::new(UNSUPPORTED_TOOL, NO_CHANNEL)
    }

    /// The user may not be asked (PD-54).
    pub fn prompts_disabled() -> Self {
        Self::new(UNSUPPORTED_TOOL, PROMPTS_DISABLED)
    }

    /// The user does not answer. An empty reason is no reason; a blank is a reason (PD-41).
    pub fn declined(reason: Option<&str>) -> Self {
        let reason = reason.filter(|reason| !reason.is_empty()).map(|reason| format!(" ({reason})"));
        Self::new(UNSUPPORTED_TOOL, format!("User declined to answer questions{}", reason.unwrap_or_default()))
    }

    /// The channel fails. The channel's words are not wrapped (PD-91).
    pub fn thrown(message: impl Into<String>) -> Self {
        Self::new(EXECUTION_FAILED, message)
    }

    /// No tool has that name.
    pub fn not_found(name: &str) -> Self {
        Self::new(NOT_FOUND, format!("There is no tool `{name}`."))
    }

    /// A cron run asks (PD-64).
    pub fn cron() -> Self {
        Self::new(CRON_INTERACTION, "A cron run came to a question, and nobody is there to answer it.")
    }

    /// The run stops before the call is done.
    pub fn aborted() -> Self {
        Self::new(ABORTED, "The run was stopped before this call was done.")
    }

    /// The run was interrupted before the call was done, and a new run resumed the conversation.
    pub fn interrupted(is_question: bool) -> Self {
        let what = if is_question { "the user answered this question" } else { "this call was done" };
        Self::new(INTERRUPTED, format!("The run ended before {what}; nothing is known of it."))
    }

    /// The text for the model, for a call of `tool`. For a tool of the host, and in profile `seed`, the text is the
    /// message alone, or the first fault of the arguments with its path.
    pub fn text_for_model(&self, tool: &str, profile: Profile) -> String {
        if profile == Profile::Upstream && tool == NAME {
            return self.advised();
        }
        match self.issues.first() {
            Some(Issue { path, message, .. }) => format!("{path}: {message}"),
            None => self.message.clone(),
        }
    }

    /// The text with advice, in upstream's form (PD-57).
    fn advised(&self) -> String {
        let (strategy, summary, action) = match self.code.as_str() {
            UNSUPPORTED_TOOL => (
                "switch_tool",
                "No answer comes from the user.",
                "Go on without the answer, or say what is missing and why it matters.",
            ),
            INVALID_INPUT => (
                "fix_input",
                "The arguments break the rules of the tool.",
                "Mend what is named, and call the tool again.",
            ),
            _ => ("report", "The question came to no end.", "Tell the user what happened."),
        };
        let evidence: Vec<String> = if self.issues.is_empty() {
            vec![format!("- code {}", self.code)]
        } else {
            let shown = self.issues.iter().take(EVIDENCE_MAX);
            shown.map(|issue| format!("- {} at {}", issue.code, issue.path)).collect()
        };
        format!(
            "TOOL_ERROR[{}][{NAME}][{strategy}]\nSummary: {summary}\nEvidence:\n{}\nOriginal error:\n{}\nNext actions:\n1. {action}",
            self.code,
            evidence.join("\n"),
            self.message,
        )
    }
}

/// Why a run cannot begin.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
pub enum SetupError {
    /// A layer of the configuration is wrong.
    #[error(transparent)]
    Config(#[from] LayerError),
    /// A layer of the configuration must have an object at this place, and has another value.
    #[error("{layer}: configuration at `{place}`: expected an object")]
    NotObject {
        /// The layer.
        layer: String,
        /// The place in the layer.
        place: String,
    },
    /// A stored record cannot be read.
    #[error("stored record {number}: {fault}")]
    Record {
        /// The number of the record, counted from 1.
        number: usize,
        /// What is wrong with the record.
        fault: RecordFault,
    },
}

/// What can be wrong with a stored record.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Error)]
pub enum RecordFault {
    /// The record is not an object.
    #[error("expected an object")]
    NotObject,
    /// The record is neither a message nor anything else.
    #[error("expected a `role` or a `type`")]
    NoKind,
    /// A message of the user has no texts.
    #[error("expected texts in `content`")]
    User,
    /// A message of the model has something else in it.
    #[error("expected texts and calls with `id`, `name` and `arguments` in `content`")]
    Assistant,
    /// A result has no call or no texts.
    #[error("expected `toolCallId`, and texts in `content`")]
    Result,
    /// An error has no call, no tool or no reason.
    #[error("expected `toolCallId`, `toolName`, and an `error` with `code` and `message`")]
    Error,
}

/// The code of a fault by its word.
fn known(code: &str) -> &'static str {
    let codes = ["required", "unknown_property", "invalid_type", "invalid_enum"];
    codes.into_iter().find(|known| *known == code).unwrap_or(INVALID_SCHEMA)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::ToolError;
    use crate::system::pilotdeck::{Profile, definition::NAME};

    #[rstest]
    #[case(None, "User declined to answer questions")]
    #[case(Some(""), "User declined to answer questions")]
    #[case(Some(" "), "User declined to answer questions ( )")]
    #[case(Some("later"), "User declined to answer questions (later)")]
    fn the_message_has_the_reason_unless_it_is_empty(#[case] reason: Option<&str>, #[case] message: &str) {
        assert_eq!(ToolError::declined(reason).message, message);
    }

    #[test]
    fn seed_tells_the_bare_message_and_upstream_a_form() {
        let error = ToolError::declined(Some("x"));
        assert_eq!(error.text_for_model(NAME, Profile::Seed), error.message);
        let told = error.text_for_model(NAME, Profile::Upstream);
        assert!(told.starts_with("TOOL_ERROR[unsupported_tool][ask_user_question][switch_tool]\nSummary: "), "{told}");
        assert!(told.contains(&format!("\nOriginal error:\n{}\nNext actions:\n", error.message)), "{told}");
        assert_eq!(error.text_for_model("deploy", Profile::Upstream), error.message);
    }
}
