//! What is demanded of a combination: what the host is asked, what the model is told, and what is stored.

use crate::model::json::{Value, json};

use super::{
    oracle::{self, Outcome},
    request::{DROPPED, LATE_MS, NEVER, quoted},
    script::Script,
    situation::{OF_THE_CALL, SOURCE, Situation},
};

/// Writes the checks of a combination.
pub fn write(situation: &Situation<'_>, script: &mut Script) {
    let outcome = oracle::outcome(situation);
    counted(situation, script);
    if situation.asks() {
        asked(situation, script);
    }
    match &outcome {
        Outcome::Refused { path, message, from } => {
            let mut whole = message.clone();
            if *from == "PD-18" {
                whole.push('…');
            }
            let issue = json!({"path": path, "code": "invalid_schema", "message": whole});
            let issues = json!({"error": {"issues": [issue]}});
            script.recorded(&issues, &[from]);
            script.fails(message, &[from]);
        }
        Outcome::NoChannel { from } => {
            let message = "ask_user_question requires a host elicitation channel (none registered).";
            script.recorded(&json!({"error": {"code": "unsupported_tool", "message": message}}), &[from]);
            script.fails(message, &[from]);
        }
        Outcome::Answered { answers, annotations } => {
            told(situation, script, answers, annotations.as_ref());
            stored(situation, script, answers, annotations.as_ref());
        }
        Outcome::Cancelled { messages, from } => cancelled(situation, script, messages, from),
        Outcome::Aborted => aborted(situation, script),
        Outcome::Thrown => {
            script.recorded(&json!({"error": {"code": "tool_execution_failed"}}), &["PD-45"]);
            script.fails("tool_execution_failed", &["PD-45"]);
            script.then("the turn ends completed", &["PD-45"]);
        }
        Outcome::TimedOut => {
            script.recorded(&json!({"error": {"message": "turn_timeout"}}), &["PD-62"]);
            script.then(&format!("the model is told nothing with {NEVER:?}"), &["PD-62"]);
            script.ends_there(&["PD-62"]);
            script.then("the turn ends timed_out", &["PD-62"]);
        }
    }
    if !matches!(outcome, Outcome::Answered { .. }) {
        let from = match outcome {
            Outcome::Refused { from, .. } | Outcome::NoChannel { from } => from,
            Outcome::Cancelled { .. } => "PD-92",
            Outcome::Aborted => "I-5",
            Outcome::Thrown => "PD-45",
            Outcome::TimedOut | Outcome::Answered { .. } => "PD-62",
        };
        let result = json!({"type": "tool_result", "toolCallId": script.call});
        script.then(&format!("nothing is recorded with {result}"), &[from]);
    }
    if !matches!(outcome, Outcome::Aborted | Outcome::TimedOut) {
        before(situation, script);
        script.then("each call is answered once", &["I-1"]);
    }
}

impl Script {
    fn then(&mut self, step: &str, from: &[&str]) {
        let from: Vec<String> = from.iter().map(|id| (*id).to_owned()).collect();
        self.text.then(step, &from);
    }

    fn then_with(&mut self, step: &str, from: &[&str], below: &Value) {
        let from: Vec<String> = from.iter().map(|id| (*id).to_owned()).collect();
        self.text.then_with(step, &from, &below.to_string());
    }

    /// What is stored of the call has these fields.
    fn recorded(&mut self, fields: &Value, from: &[&str]) {
        let step = format!("the last object recorded with {} has", json!({"toolCallId": self.call}));
        self.then_with(&step, from, fields);
    }

    fn fails(&mut self, message: &str, from: &[&str]) {
        let step = format!("the call {:?} fails, telling the model something with {}", self.call, quoted(message));
        self.then(&step, from);
    }

    /// The step that no request follows the call.
    fn ends_there(&mut self, from: &[&str]) {
        let count = self.requests;
        let step = if count == 1 {
            "1 request reaches the model".to_owned()
        } else {
            format!("{count} requests reach the model")
        };
        self.then(&step, from);
    }
}

/// How often the host is asked.
fn counted(situation: &Situation<'_>, script: &mut Script) {
    let count = script.asked + usize::from(situation.asks());
    let from: &[&str] = if situation.fault() != "none" {
        &["I-4"]
    } else if situation.brings_answers() {
        &["PD-35", "PD-40"]
    } else {
        &["PD-40"]
    };
    match situation.channel() {
        "gateway" => {
            let again = usize::from(situation.happens() == "returns");
            let messages = count + again;
            let tell = if messages == 1 { "message tells" } else { "messages tell" };
            let step = format!("{messages} {tell} the client {}", json!({"type": "elicitation_request"}));
            script.then(&step, if again == 1 { &["PD-63"] } else { from });
        }
        // No document says how often a panel draws a question.
        "panel" if situation.asks() => {}
        "text" => {}
        _ if count == 0 => script.then("no prompt is shown", from),
        _ if count == 1 => script.then("1 prompt is shown", from),
        _ => script.then(&format!("{count} prompts are shown"), from),
    }
}

/// What the host is asked.
fn asked(situation: &Situation<'_>, script: &mut Script) {
    match situation.channel() {
        "host" => by_a_host(situation, script),
        "gateway" => by_a_client(situation, script),
        _ => {}
    }
    if situation.metadata().is_some() {
        script.then(&format!("no prompt contains {SOURCE:?}"), &["PD-78"]);
        if situation.channel() == "text" {
            script.then(&format!("no message tells the client {SOURCE:?}"), &["PD-78"]);
        }
    }
    if situation.of_dimension("given") == "annotations" {
        script.then(&format!("no message tells the client {OF_THE_CALL:?}"), &["PD-87"]);
    }
}

fn by_a_host(situation: &Situation<'_>, script: &mut Script) {
    let host = format!("of the last prompt with {} the host is given", quoted(situation.known_by()));
    let given = |name: &str| format!("{host} {name:?} as");
    script.then_with(&given("questions"), &["PD-38"], &json!(situation.questions));
    script.then_with(&given("toolName"), &["PD-38"], &json!("ask_user_question"));
    let fields = "toolCallId toolName questions (signal)";
    if let Some(metadata) = situation.metadata() {
        script.then(&format!("{host} the fields {:?}", format!("{fields} metadata")), &["PD-38", "PD-87"]);
        let from = if situation.of_dimension("metadata") == "empty" { "PD-86" } else { "PD-78" };
        script.then_with(&given("metadata"), &[from], &metadata);
    } else {
        script.then(&format!("{host} the fields {fields:?}"), &["PD-38", "PD-87"]);
    }
    if script.asked == 1 {
        let how = if situation.place() == "next_turn" {
            "with another \"toolCallId\" each"
        } else {
            "with the same \"toolCallId\""
        };
        script.then(&format!("prompts 1 and 2 are asked {how}"), &["PD-39"]);
    }
}

fn by_a_client(situation: &Situation<'_>, script: &mut Script) {
    let questions: Value = situation.questions.iter().map(|one| json!({"question": one["question"]})).collect();
    let request = json!({"type": "elicitation_request", "questions": questions});
    let whole = json!({
        "type": "elicitation_request", "toolName": "ask_user_question", "questions": situation.questions,
    });
    let tells = if situation.happens() == "returns" { "2 messages tell" } else { "1 message tells" };
    script.then(&format!("{tells} the client {whole}"), &["PD-59"]);
    let fields = "type requestId toolCallId toolName (previewFormat) questions";
    if let Some(metadata) = situation.metadata() {
        script.then(&format!("the messages {request} have the fields {:?}", format!("{fields} metadata")), &["PD-59"]);
        let mut whole = request.clone();
        whole["metadata"] = metadata;
        script.then(&format!("{tells} the client {whole}"), &["PD-59"]);
    } else {
        script.then(&format!("the messages {request} have the fields {fields:?}"), &["PD-59"]);
    }
    let messages = json!({"type": "elicitation_request"});
    match situation.place() {
        _ if script.asked == 0 => {}
        "next_turn" if situation.happens() == "returns" => {}
        "next_turn" => script.then(&format!("the messages {messages} have 2 different \"toolCallId\""), &["PD-39"]),
        _ => script.then(&format!("the messages {messages} have one \"toolCallId\""), &["PD-39"]),
    }
    match situation.happens() {
        "twice" => {
            script.then(
                &format!("2 messages tell the client {}", json!({"type": "elicitation_response", "delivered": false})),
                &["PD-60"],
            );
            script.then(&format!("the answer {NEVER:?} arrives 0 times"), &["PD-60"]);
        }
        "timeout" => script.then(
            &format!("1 message tells the client {}", json!({"type": "elicitation_response", "delivered": false})),
            &["PD-62"],
        ),
        "returns" => script.then(&format!("the messages {request} have one \"requestId\""), &["PD-63"]),
        _ => {}
    }
    if matches!(situation.happens(), "aborted" | "timeout") {
        return;
    }
    let delivered = json!({"type": "elicitation_response", "delivered": true});
    let count = script.asked + 1;
    let tell = if count == 1 { "message tells" } else { "messages tell" };
    script.then(&format!("{count} {tell} the client {delivered}"), &["PD-59"]);
    script.then(&format!("no message tells the client {:?}", "elicitation_cancelled"), &["PD-59"]);
}

/// What the model is told of the earlier call.
fn before(situation: &Situation<'_>, script: &mut Script) {
    let Some((succeeds, piece, from)) = Script::told_before(situation) else { return };
    let call = "call_1";
    if succeeds && situation.channel() != "none" {
        script.then(&format!("of the call {call:?} the model is told {}", json!(piece)), &[from, "I-3"]);
    } else if !succeeds {
        script.then(&format!("the call {call:?} fails, telling the model something with {}", quoted(&piece)), &[from]);
    }
}

/// The requirements that decide the entry of the question that the combination is about.
fn of_entry(situation: &Situation<'_>) -> Vec<&'static str> {
    let mut from = vec![if situation.brings_answers() { "PD-101" } else { "PD-47" }];
    from.extend(match situation.of_dimension("answer") {
        "typed" => Some("PD-44"),
        "pick" if situation.is_several() => Some("PD-99"),
        "empty" => Some("PD-51"),
        _ => None,
    });
    match situation.of_dimension("annotations") {
        "both" => from.push("PD-48"),
        "blank" => from.extend(["PD-97", "PD-100"]),
        "none" if situation.of_dimension("previews") != "none" => from.push("PD-94"),
        _ => {}
    }
    from
}

/// The text of the result.
fn told(situation: &Situation<'_>, script: &mut Script, answers: &Value, annotations: Option<&Value>) {
    let call = script.call.clone();
    let text = oracle::sentence(answers, annotations);
    let mut from = vec![match (situation.channel(), situation.brings_answers()) {
        (_, true) => "PD-35",
        ("panel", _) => "PD-66",
        ("text", _) => "PD-70",
        _ => "PD-46",
    }];
    let count = answers.as_object().map_or(0, crate::model::json::Map::len);
    if count > 1 {
        from.push("PD-50");
    } else if count == 0 {
        from.push("PD-51");
    }
    if situation.brings_answers() && situation.of_dimension("others") != "all" {
        from.push("PD-36");
    }
    script.then(&format!("the call {call:?} succeeds, telling the model {}", quoted(&text)), &from);
    if let Some(answer) = answers.get(situation.key()) {
        let entry = oracle::entry(situation.key(), answer, annotations);
        script.then(&format!("of the call {call:?} the model is told {}", json!(entry)), &of_entry(situation));
    }
    if situation.asks() && situation.happens() == "late" {
        let times = "0 ".repeat(script.requests);
        script.then(&format!("the requests are sent at {:?}", format!("{times}{LATE_MS}")), &["PD-89"]);
    }
}

/// What is stored of the result.
fn stored(situation: &Situation<'_>, script: &mut Script, answers: &Value, annotations: Option<&Value>) {
    let is_given = situation.brings_answers();
    let from = if is_given { "PD-35" } else { "PD-42" };
    let content = json!([{"type": "text", "text": oracle::sentence(answers, annotations)}]);
    script.recorded(&json!({"content": content}), &["PD-98"]);
    let data = json!({"questions": situation.questions, "answers": answers});
    script.recorded(&json!({"data": data}), &[from]);
    let stored = format!("the last object recorded with {data}");
    script.then(&format!("{stored} lacks \"metadata\""), &["PD-93"]);
    let Some(annotations) = annotations else {
        let from: &[&str] = match situation.of_dimension("given") {
            "annotations" => &["PD-43", "PD-93"],
            _ if situation.channel() == "panel" => &["PD-66", "PD-93"],
            _ => &["PD-93", "PD-94"],
        };
        script.then(&format!("{stored} lacks \"annotations\""), from);
        return;
    };
    let of = match situation.of_dimension("annotations") {
        "empty" => "PD-86",
        "blank" => "PD-97",
        _ => from,
    };
    script.recorded(&json!({"data": {"annotations": annotations}}), &[of]);
    if situation.of_dimension("given") == "annotations" {
        let step = format!("the last object recorded with {} does not contain", json!({"toolCallId": script.call}));
        script.then(&format!("{step} {OF_THE_CALL:?}"), &["PD-43"]);
    }
}

/// The host cancels.
fn cancelled(situation: &Situation<'_>, script: &mut Script, messages: &[String], from: &'static str) {
    script.recorded(&json!({"error": {"code": "unsupported_tool"}}), &[from]);
    if let [message] = messages {
        script.fails(message, &[from]);
        if from == "PD-41" {
            script.recorded(&json!({"error": {"message": message}}), &[from]);
        }
    } else {
        let step = format!("the call {:?} fails, telling the model something with one of", script.call);
        script.then_with(&step, &[from], &json!(messages));
    }
    if situation.happens() == "reason" {
        script.then(&format!("the model is told nothing with {DROPPED:?}"), &["PD-92"]);
        script.then(&format!("nothing is recorded with {}", json!({"notes": DROPPED})), &["PD-92"]);
    }
    script.then("the turn ends completed", &[from]);
}

/// A signal ends the turn.
fn aborted(situation: &Situation<'_>, script: &mut Script) {
    script.then("the turn ends interrupted", &["I-7"]);
    match situation.channel() {
        "host" => script.then("no prompt is left open", &["I-7"]),
        "gateway" => {
            let told = json!({"type": "elicitation_cancelled", "reason": "aborted"});
            script.then(&format!("1 message tells the client {told}"), &["PD-61"]);
            let message = "User declined to answer questions (aborted)";
            script.recorded(&json!({"error": {"code": "unsupported_tool", "message": message}}), &["PD-61"]);
            script.ends_there(&["PD-61"]);
        }
        _ => {}
    }
}
