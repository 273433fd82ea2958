//! The oracle: how a question ends, read from the documents.

use super::question::Question;

/// How a question ends.
pub enum Outcome {
    /// The call fails, and nothing is asked.
    Refused,
    /// The question waits.
    Waits,
    Rejected,
    /// The user will write a message.
    Follows,
    Replied {
        answer: String,
        /// The requirement that says what is sent in profile seed.
        sent: &'static str,
        /// Whether a chat message is the answer.
        is_message: bool,
    },
}

/// How the question of a combination ends.
pub fn outcome(question: &Question<'_>) -> Outcome {
    let first = question.labels.first().copied().unwrap_or_default();
    let chosen = question.chosen();
    let one = if question.is_multiple { "DC-38" } else { "DC-37" };
    let typed = if question.is_multiple { "DC-82" } else { "DC-39" };
    let replied = |answer: &str, sent, is_message| Outcome::Replied { answer: answer.to_owned(), sent, is_message };
    match question.happens() {
        "refused" => Outcome::Refused,
        "rejected" | "host_reject" => Outcome::Rejected,
        "host_other" => Outcome::Follows,
        "option" | "late" | "host_option" | "host_astray" => replied(chosen, one, false),
        "several" => replied(&format!("{first}\n{chosen}"), "DC-38", false),
        "several_and_text" => replied(&format!("{first}\n{chosen}\n{}", question.texts.beside), "DC-40", false),
        "typed" | "host_custom" => replied(question.texts.typed, typed, false),
        "message" => replied(question.texts.written, "DC-41", true),
        "message_label" => replied(chosen, "DC-41", true),
        _ => Outcome::Waits,
    }
}
