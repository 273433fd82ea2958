//! The texts for the model when a tool's question has no answer. The named requirements demand the wordings.

use thiserror::Error;

use super::{persisted::CancellationReason, question::Question};

/// The user cancelled a prompt (CAN-16). This result is not an error.
pub const CANCELLED_BY_USER: &str = "Tool input cancelled by user.";
/// A prompt failed (CAN-12).
pub const PROMPT_FAILED: &str = "Tool input prompt failed.";
/// The end of the run interrupted a call. In the view of an inquiry, this is the result of every other unanswered call
/// (INQ-27).
pub const INTERRUPTED: &str = "Tool call was interrupted.";
/// The user or the configuration did not let a call run.
pub const SKIPPED: &str = "Tool execution skipped by user.";
/// The user or the configuration withheld a result from the model.
pub const WITHHELD: &str = "The tool has run; its result was withheld by the user.";
/// A tool of an MCP server asked for a secret. Only local tools may.
pub const MCP_SECRET: &str = "tool produced an invalid inquiry: a tool of an MCP server must not ask for a secret";
/// The result of the asking call in the view of an inquiry (INQ-10).
pub const PAUSED: &str = "Tool paused: ";
/// An answer does not fit the tool's question (EXE-09). The text must not blame the configuration.
pub const ANSWER_MISMATCH: &str = "The accumulated answer does not match the requested answer type.";

/// A route was denied, or the configured answer does not fit the question.
pub fn denied(tool: &str, question: &Question, reason: &CancellationReason) -> String {
    match reason {
        CancellationReason::InvalidStaticAnswer => format!(
            "{tool}: the configured conversation.tools.{tool}.questions.{id}.answer value does not match the \
             question's answer_type. Update the configuration; do not retry.",
            id = question.id
        ),
        CancellationReason::AssistantRoutingDenied if question.exclusive => format!(
            "{tool} requires a human answer and cannot be routed to the assistant. Do not retry this tool call in \
             this turn."
        ),
        CancellationReason::AssistantRoutingDenied => format!(
            "The tool '{tool}' asked for a secret value, which must be entered by a human and cannot be routed to \
             the assistant."
        ),
        _ if question.exclusive => format!(
            "{tool} cannot run because no interactive terminal is available. Do not retry this tool call in this \
             turn; continue without user input or explain what information is missing."
        ),
        _ => format!(
            "The tool '{tool}' asked for a secret value, which requires an interactive prompt, but no interactive \
             terminal is available."
        ),
    }
}

/// The inquiry gave no usable answer (CAN-17).
pub fn inquiry_failed(tool: &str, question: &Question, error: &InquiryError) -> String {
    format!(
        "The tool '{tool}' asked a follow-up question (\"{text}\") that was routed to a secondary assistant for \
         resolution, but the secondary assistant failed to provide a valid answer. Error: {error}. You may retry \
         the tool call or end the turn.",
        text = question.text
    )
}

/// The message of an inquiry (INQ-28).
pub fn inquiry(tool: &str, question: &Question) -> String {
    format!(
        "The tool `{tool}` requires additional input.\n\n{text}\n\nProvide your answer based on the conversation \
         context.",
        text = question.text
    )
}

/// The user stopped the calls with a message (INT-05).
pub fn stopped_with(message: &str) -> String {
    format!("Tool run cancelled by user with a custom message:\n\n{message}")
}

/// The user did not let a call run, and gave a reason.
pub fn skipped_because(reason: &str) -> String {
    format!("{SKIPPED} Reason: {reason}")
}

/// No executor has that name (EXE-15).
pub fn not_found(tool: &str) -> String {
    format!("Tool not found: {tool}")
}

/// Why an inquiry gave no answer. The model reads the texts (CAN-17).
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum InquiryError {
    /// The provider failed, after every retry.
    #[error("LLM provider error: {0}")]
    Provider(&'static str),
    /// The run was interrupted.
    #[error("Inquiry cancelled")]
    Cancelled,
    /// The reply had no structured part.
    #[error("No structured data in the LLM response")]
    MissingStructuredData,
    /// The structured part holds no usable answer.
    #[error("Failed to extract answer from structured response: {0}")]
    AnswerExtraction(String),
}
