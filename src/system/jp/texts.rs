//! What the model is told when a tool's question is not answered. The wordings are demanded by the sources named.

use thiserror::Error;

use super::{persisted::CancellationReason, question::Question};

/// A prompt was cancelled (CAN-16). Not flagged as an error.
pub const CANCELLED_BY_USER: &str = "Tool input cancelled by user.";
/// A prompt failed (CAN-12).
pub const PROMPT_FAILED: &str = "Tool input prompt failed.";
/// A call was cut off by the end of the run, and every other unanswered call in an inquiry's view (INQ-27).
pub const INTERRUPTED: &str = "Tool call was interrupted.";
/// The person, or the configuration, did not let a call run.
pub const SKIPPED: &str = "Tool execution skipped by user.";
/// The person, or the configuration, did not let a result go to the model.
pub const WITHHELD: &str = "The tool has run; its result was withheld by the user.";
/// A server's tool asked for a secret, which only the user's own tools may.
pub const MCP_SECRET: &str = "tool produced an invalid inquiry: a tool of an MCP server must not ask for a secret";
/// How the view of an inquiry answers the call that asks (INQ-10).
pub const PAUSED: &str = "Tool paused: ";
/// An answer that is of no use to the tool (EXE-09); it must not blame the configuration.
pub const ANSWER_MISMATCH: &str = "The accumulated answer does not match the requested answer type.";

/// A route was refused, or the configured answer is of no use.
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

/// The inquiry backend gave no usable answer (CAN-17).
pub fn inquiry_failed(tool: &str, question: &Question, error: &InquiryError) -> String {
    format!(
        "The tool '{tool}' asked a follow-up question (\"{text}\") that was routed to a secondary assistant for \
         resolution, but the secondary assistant failed to provide a valid answer. Error: {error}. You may retry \
         the tool call or end the turn.",
        text = question.text
    )
}

/// What an inquiry asks (INQ-28).
pub fn inquiry(tool: &str, question: &Question) -> String {
    format!(
        "The tool `{tool}` requires additional input.\n\n{text}\n\nProvide your answer based on the conversation \
         context.",
        text = question.text
    )
}

/// The user stopped the calls, and says why (INT-05).
pub fn stopped_with(message: &str) -> String {
    format!("Tool run cancelled by user with a custom message:\n\n{message}")
}

/// The person did not let a call run, and says why.
pub fn skipped_because(reason: &str) -> String {
    format!("{SKIPPED} Reason: {reason}")
}

/// No executor has that name (EXE-15).
pub fn not_found(tool: &str) -> String {
    format!("Tool not found: {tool}")
}

/// Why an inquiry gave no answer. The texts are part of what the model is told (CAN-17).
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
