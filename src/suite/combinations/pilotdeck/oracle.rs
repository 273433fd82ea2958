//! The oracle: how a call ends and what the model is told, read from the requirements.

use crate::model::json::{Name, Value, json};

use super::situation::Situation;

/// How a call ends.
pub enum Outcome {
    /// The arguments are wrong (PD-12 to PD-18).
    Refused {
        path: &'static str,
        message: String,
        from: &'static str,
    },
    /// There is no channel to the host (PD-33, PD-34).
    NoChannel {
        from: &'static str,
    },
    Answered {
        answers: Value,
        annotations: Option<Value>,
    },
    /// The host cancels. The message is one of these.
    Cancelled {
        messages: Vec<String>,
        from: &'static str,
    },
    /// A signal ends the turn.
    Aborted,
    /// The channel fails (PD-45).
    Thrown,
    /// The time of the turn is over while the question waits (PD-62).
    TimedOut,
}

/// What the model is told of a cancel (PD-41).
const DECLINED: &str = "User declined to answer questions";

/// How the call of a combination ends.
pub fn outcome(situation: &Situation<'_>) -> Outcome {
    if let Some(refused) = refused(situation) {
        return refused;
    }
    if situation.channel() == "none" {
        return Outcome::NoChannel { from: if situation.brings_answers() { "PD-34" } else { "PD-33" } };
    }
    if situation.brings_answers() {
        return Outcome::Answered { answers: situation.answers(), annotations: situation.annotations() };
    }
    let cancelled = |messages: &[String], from| Outcome::Cancelled { messages: messages.to_vec(), from };
    let with_reason = |reason: &str| format!("{DECLINED} ({reason})");
    match (situation.happens(), situation.channel()) {
        ("cancelled", "panel") => cancelled(&[with_reason("skipped"), with_reason("declined")], "PD-66"),
        ("cancelled", "text") => cancelled(&[DECLINED.to_owned()], "PD-70"),
        ("cancelled", _) => cancelled(&[DECLINED.to_owned()], "PD-41"),
        ("reason", _) => cancelled(&[with_reason(situation.texts.reason)], "PD-41"),
        ("aborted", _) => Outcome::Aborted,
        ("thrown", _) => Outcome::Thrown,
        ("timeout", _) => Outcome::TimedOut,
        (_, channel) => answered(situation, channel),
    }
}

/// What the channel makes of the answers.
fn answered(situation: &Situation<'_>, channel: &str) -> Outcome {
    let mut answers = situation.answers();
    if channel == "panel" {
        // The panel joins several picks, and sends no annotations (PD-66).
        answers.as_object_mut().into_iter().flatten().for_each(|(_, answer)| *answer = json!(told(answer)));
    }
    Outcome::Answered { answers, annotations: situation.annotations() }
}

/// The first fault of the arguments, if there is one.
fn refused(situation: &Situation<'_>) -> Option<Outcome> {
    let (question, label) = (situation.key(), situation.texts.labels[1]);
    let (path, message, from) = match situation.fault() {
        "one_option" => ("questions[].options", format!("Question \"{question}\" must have 2-4 options"), "PD-14"),
        "repeated_question" => {
            ("questions", format!("Question texts must be unique: \"{}\"", situation.known_by()), "PD-15")
        }
        "long_header" => ("questions[].header", format!("header for \"{question}\" exceeds 12 chars"), "PD-16"),
        "repeated_label" => {
            ("questions[].options", format!("Option labels must be unique within question \"{question}\""), "PD-17")
        }
        "document" => {
            // How the check words its complaint is decided elsewhere (PD-27).
            ("questions[].options[].preview", format!("Option \"{label}\" in question \"{question}\": "), "PD-18")
        }
        _ => return None,
    };
    Some(Outcome::Refused { path, message, from })
}

/// An answer as the text has it (PD-47).
fn told(answer: &Value) -> String {
    match answer {
        Value::Array(picks) => picks.iter().map(told).collect::<Vec<_>>().join(", "),
        Value::String(text) => text.to_string(),
        other => other.to_string(),
    }
}

/// The entry of a question in the text (PD-47, PD-48).
pub fn entry(question: &str, answer: &Value, annotations: Option<&Value>) -> String {
    let annotation = |name: &str| {
        let text = annotations.and_then(|annotations| annotations.get(question)?.get(name)?.as_str());
        text.filter(|text| !text.is_empty())
    };
    let mut entry = format!("\"{question}\"=\"{}\"", told(answer));
    if let Some(preview) = annotation("preview") {
        entry += &format!(" selected preview:\n{preview}");
    }
    if let Some(notes) = annotation("notes") {
        entry += &format!(" user notes: {notes}");
    }
    entry
}

/// The whole text for the model (PD-46).
pub fn sentence(answers: &Value, annotations: Option<&Value>) -> String {
    let of = |(question, answer): (&Name, &Value)| entry(question, answer, annotations);
    let entries: Vec<String> = answers.as_object().into_iter().flatten().map(of).collect();
    let entries = entries.join(", ");
    format!("User has answered your questions: {entries}. You can now continue with the user's answers in mind.")
}
