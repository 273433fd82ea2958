//! How the host is answered: the steps for each channel.

use crate::model::json::{Value, json};

use super::situation::Situation;

/// How long a late answer takes, in milliseconds: a week.
pub const LATE_MS: u32 = 604_800_000;
/// The time limit of a turn that has one, in milliseconds.
pub const LIMIT_MS: u32 = 60_000;
/// An answer that must not count.
pub const NEVER: &str = "Never";
/// What stands beside a cancel, and must be dropped.
pub const DROPPED: &str = "dropped";
/// When the client answers after a reply that does not count, in milliseconds.
const SECOND_MS: u32 = 1000;

/// A line of the client that answers a request.
fn reply(request: &str, answer: &Value) -> Value {
    json!({"type": "elicitation_respond", "sessionKey": "session_1", "requestId": request, "answer": answer})
}

/// The line that answers the request to which it is a reply.
fn reply_to_it(answer: &Value) -> Value {
    reply("<requestId>", answer)
}

fn timed(lines: &[(u32, Value)]) -> Value {
    lines.iter().map(|(after_ms, line)| json!({"after_ms": after_ms, "line": line})).collect()
}

/// A text in quotes, as a step has it.
pub fn quoted(text: &str) -> String {
    json!(text).to_string()
}

/// The step in which the client of a gateway sends these lines.
fn client(piece: &str, lines: &[(u32, Value)]) -> String {
    format!("the client answers {} with:\n  \"\"\"\n  {}\n  \"\"\"", quoted(piece), timed(lines))
}

/// The step that answers an earlier question, or cancels it.
pub fn earlier(situation: &Situation<'_>, question: &str, answer: Option<&str>, after_ms: u32) -> Option<String> {
    let after = if after_ms == 0 { String::new() } else { format!("after {after_ms} ms ") };
    let whole = answer.map_or_else(
        || json!({"type": "cancelled", "reason": "not yet"}),
        |answer| json!({"type": "answered", "answers": {question: answer}}),
    );
    Some(match (situation.channel(), answer) {
        ("host", _) => format!("{after}the person answers {question:?} with {whole}"),
        ("gateway", _) => client(question, &[(after_ms, reply_to_it(&whole))]),
        ("panel", Some(answer)) => format!("the person answers {question:?} with {answer:?}"),
        ("panel", None) => format!("the person cancels {question:?}"),
        ("text", answer) => {
            let number = if answer.is_some() { "2" } else { "0" };
            format!("the client answers {question:?} with the line {}", json!({"type": "message", "text": number}))
        }
        _ => return None,
    })
}

/// The steps in which something happens to the call.
pub fn steps(situation: &Situation<'_>) -> Vec<String> {
    match situation.channel() {
        "host" | "panel" => vec![at_a_prompt(situation)],
        "gateway" => at_a_client(situation),
        "text" => vec![in_a_chat(situation)],
        _ => Vec::new(),
    }
}

/// What the host is answered.
fn answered(situation: &Situation<'_>) -> Value {
    let mut answer = json!({"type": "answered", "answers": situation.answers()});
    if let Some(annotations) = situation.annotations() {
        answer["annotations"] = annotations;
    }
    answer
}

/// How the host cancels.
fn cancelled(situation: &Situation<'_>) -> Value {
    match situation.happens() {
        "reason" => json!({
            "type": "cancelled", "reason": situation.texts.reason,
            "answers": {(situation.key()): DROPPED}, "annotations": {(situation.key()): {"notes": DROPPED}},
        }),
        _ => json!({"type": "cancelled"}),
    }
}

fn at_a_prompt(situation: &Situation<'_>) -> String {
    let known_by = quoted(situation.known_by());
    let is_panel = situation.channel() == "panel";
    match situation.happens() {
        "cancelled" if is_panel => format!("the person cancels {known_by}"),
        "cancelled" | "reason" => {
            format!("the person answers {known_by} with {}", cancelled(situation))
        }
        "aborted" => format!("SIGINT arrives when {known_by} is shown"),
        "thrown" => format!("the terminal breaks at {known_by}"),
        "late" => format!("after {LATE_MS} ms the person answers {known_by} with {}", answered(situation)),
        _ if is_panel => format!("the person answers {known_by} with {}", situation.answers()),
        _ => format!("the person answers {known_by} with {}", answered(situation)),
    }
}

fn at_a_client(situation: &Situation<'_>) -> Vec<String> {
    let piece = situation.known_by();
    let told = quoted(piece);
    let never = json!({"type": "answered", "answers": {(situation.known_by()): NEVER}});
    let right = reply_to_it(&answered(situation));
    match situation.happens() {
        "cancelled" | "reason" => vec![client(piece, &[(0, reply_to_it(&cancelled(situation)))])],
        "aborted" => vec![format!("SIGINT arrives when the client is told {told}")],
        "timeout" => vec![client(piece, &[(LIMIT_MS + 1, reply_to_it(&never))])],
        "late" => vec![client(piece, &[(LATE_MS, right)])],
        "twice" => {
            let lines = [(0, reply("nobody's", &never)), (SECOND_MS, right), (SECOND_MS, reply_to_it(&never))];
            vec![client(piece, &lines)]
        }
        "returns" => vec![
            format!("the client goes when the client is told {told}"),
            format!("{SECOND_MS} ms later a client comes"),
            client(piece, &[(3 * SECOND_MS, right)]),
        ],
        _ => vec![client(piece, &[(0, right)])],
    }
}

fn in_a_chat(situation: &Situation<'_>) -> String {
    let known_by = quoted(situation.known_by());
    if situation.happens() == "aborted" {
        return format!("SIGINT arrives when the client is told {known_by}");
    }
    let number = if situation.happens() == "cancelled" { 0 } else { situation.picked_number() };
    let line = json!({"type": "message", "text": number.to_string()});
    format!("the client answers {known_by} with the line {line}")
}
