//! What is demanded of a combination: the prompt, the messages, what is stored, and what is drawn at last.

use crate::model::json::{Value, json};

use super::{outcome::Outcome, question::Question, script::Script};

/// Writes the checks of a combination.
pub fn write(question: &Question<'_>, outcome: &Outcome, script: &mut Script) {
    if let Outcome::Refused = outcome {
        refused(question, script);
        return;
    }
    asked(question, script);
    stored(question, outcome, script);
    sent(question, outcome, script);
    if !matches!(outcome, Outcome::Waits) {
        then(
            script,
            &format!("prompt {} offers nothing any more", script.prompts + 1),
            &[if matches!(outcome, Outcome::Rejected) { "DC-61.s" } else { "DC-61" }],
        );
        collapsed(question, outcome, script);
    }
}

fn then(script: &mut Script, step: &str, from: &[&str]) {
    let from: Vec<String> = from.iter().map(|id| (*id).to_owned()).collect();
    script.text.then(step, &from);
}

fn then_with(script: &mut Script, step: &str, from: &[&str], below: &Value) {
    let from: Vec<String> = from.iter().map(|id| (*id).to_owned()).collect();
    script.text.then_with(step, &from, &below.to_string());
}

fn counted(count: usize, one: &str, several: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {several}") }
}

/// The question as it is stored: its fields alone.
fn fields(question: &Question<'_>) -> Value {
    json!({"questionText": question.texts.question})
}

/// The call fails, and nothing waits.
fn refused(question: &Question<'_>, script: &mut Script) {
    let call = format!("call_{}", script.call);
    let why = match (question.place(), question.form()) {
        ("beside_after", _) => "DC-20",
        ("beside_before", _) => "DC-21",
        (_, "no_options") => "DC-06",
        (_, "long_label") => "DC-07",
        _ => "DC-05",
    };
    then(script, &format!("the call {call:?} fails"), &[why]);
    if question.is_beside() {
        let text = "Question tool must be the only tool call in a turn.";
        then(script, &format!("the call {call:?} fails, telling the model {text:?}"), &["DC-23"]);
        then(script, "the tool \"write\" runs 1 time", &["DC-23"]);
    } else {
        let text = format!("Error: Invalid arguments for {}. ", question.tool());
        then(script, &format!("the call {call:?} fails, telling the model something with {text:?}"), &["DC-15"]);
    }
    let visible = if question.is_beside() { "DC-22" } else { "DC-24" };
    let blocks = json!([
        {"type": "error"}, {"type": "tool_call", "status": "error", "tool_call": {"id": call}},
    ]);
    then_with(script, "an object is recorded that fits one of", &[visible], &blocks);
    let shown = match script.prompts {
        0 => "no prompt is shown".to_owned(),
        count => counted(count, "prompt is shown", "prompts are shown"),
    };
    then(script, &shown, &[why]);
    let paused = counted(script.prompts, "time", "times");
    then(script, &format!("the turn is paused {paused}"), &[visible]);
    if !question.is_head() {
        then(script, &format!("nothing is recorded with {}", fields(question)), &["DC-72"]);
    }
    let requests = counted(script.requests + 1, "request reaches the model", "requests reach the model");
    then(script, &requests, &[if question.is_beside() { "DC-23" } else { "DC-24" }]);
}

/// The prompt, and the pause.
fn asked(question: &Question<'_>, script: &mut Script) {
    let prompt = format!("the last prompt with {:?}", question.texts.question);
    then(script, &counted(script.prompts + 1, "prompt is shown", "prompts are shown"), &["DC-02"]);
    then(script, &format!("{prompt} offers the choices {}", json!(question.labels)), &["DC-83"]);
    if question.is_custom {
        then(script, &format!("{prompt} shows what is typed"), &["DC-83"]);
    } else if script.prompts == 0 && !question.is_head() {
        then(script, "the prompt offers no typing", &["DC-44"]);
    }
    if question.has_header() {
        let number = script.prompts + 1;
        then(script, &format!("prompt {number} contains {:?}", question.texts.header), &["DC-83"]);
    }
    if let Some(options) = question.arguments["options"].as_array() {
        for description in options.iter().filter_map(|option| option["description"].as_str()) {
            let number = script.prompts + 1;
            then(script, &format!("prompt {number} contains {description:?}"), &["DC-70"]);
        }
    }
    then(script, &format!("the turn is paused {}", counted(script.prompts + 1, "time", "times")), &["DC-19"]);
}

/// The block of the question in the chat.
fn stored(question: &Question<'_>, outcome: &Outcome, script: &mut Script) {
    let block = json!({"action_type": "question_request", "extra": {"questionText": question.texts.question}});
    let (status, resolution, from) = match outcome {
        Outcome::Rejected => (Some("denied"), Some("rejected"), ["DC-32.s", "DC-42"]),
        Outcome::Replied { .. } => (Some("success"), Some("replied"), ["DC-32", "DC-36"]),
        // No document says what is stored of a question that a message is to follow.
        Outcome::Follows => return,
        Outcome::Waits | Outcome::Refused => (None, None, ["DC-32", "DC-34"]),
    };
    let turns = |first: Value, last: Option<Value>| Value::from_iter([first].into_iter().chain(last));
    let in_turn = |pointer: &str| format!("objects recorded with {block} have at {pointer:?} in turn");
    let statuses = turns(json!("pending"), status.map(|word| json!(word)));
    then_with(script, &in_turn("/status"), &from[..1], &statuses);
    let needs = turns(json!(true), status.map(|_| json!(false)));
    then_with(script, &in_turn("/extra/needsUserAction"), &["DC-33"], &needs);
    let resolutions = turns(json!("asked"), resolution.map(|word| json!(word)));
    then_with(script, &in_turn("/extra/questionResolution"), &from[1..], &resolutions);
    let mut told = json!({"questionMultiple": question.is_multiple, "questionCustom": question.is_custom});
    if question.has_header() {
        told["questionHeader"] = json!(question.texts.header);
    }
    let last = format!("the last object recorded with {}", fields(question));
    then_with(script, &format!("the first object recorded with {} has", fields(question)), &["DC-34"], &told);
    told["questionOptions"] = question.arguments["options"].clone();
    let kept = if status.is_some() { "DC-80" } else { "DC-34" };
    then_with(script, &format!("as JSON or text, {last} has"), &[kept], &told);
    match outcome {
        Outcome::Replied { answer, .. } => {
            then_with(script, &format!("{last} has"), &["DC-35"], &json!({"answerText": answer}));
        }
        Outcome::Rejected => then(script, &format!("{last} lacks \"answerText\""), &["DC-79"]),
        _ => {}
    }
}

/// The messages of the user, and the requests.
fn sent(question: &Question<'_>, outcome: &Outcome, script: &mut Script) {
    let call = format!("call_{}", script.call);
    let mut messages = script.messages.clone();
    let resumes = matches!(outcome, Outcome::Replied { .. });
    let requests =
        counted(script.requests + usize::from(resumes), "request reaches the model", "requests reach the model");
    let (of_requests, of_messages) = match outcome {
        Outcome::Replied { answer, .. } if question.is_head() => {
            then(script, &format!("the call {call:?} succeeds, telling the model {answer:?}"), &["DC-53"]);
            ("DC-27", "DC-53")
        }
        Outcome::Replied { answer, sent, is_message } => {
            messages.push(answer.clone());
            let number = script.messages.len() * 2 + 1;
            then(script, &format!("the text of message {number} is recorded as {answer:?}"), &[sent]);
            if *is_message {
                let step = format!("the id of message {number} stands at \"/answerMessageId\" in {LAST}");
                then_with(script, &step, &["DC-35.s"], &fields(question));
            }
            let roles = vec!["user assistant"; messages.len()].join(" ");
            then(script, &format!("the messages recorded are {roles:?}"), &[sent]);
            ("DC-43", *sent)
        }
        Outcome::Rejected => {
            let roles = vec!["user assistant"; messages.len()].join(" ");
            then(script, &format!("the messages recorded are {roles:?}"), &["DC-42"]);
            ("DC-43", "DC-42")
        }
        Outcome::Follows => ("DC-54", "DC-54"),
        Outcome::Waits | Outcome::Refused => ("DC-19", "DC-19"),
    };
    then(script, &requests, &[of_requests]);
    then_with(script, "the user's messages reach the model as", &[of_messages], &json!(messages));
}

/// The last object that is stored of the question.
const LAST: &str = "the last object recorded with";

/// How many characters a preview of a message has at least.
const PREVIEW: usize = 8;

/// The card once the question is resolved. The checks speak of the only prompt.
fn collapsed(question: &Question<'_>, outcome: &Outcome, script: &mut Script) {
    if script.prompts > 0 {
        return;
    }
    let from = if matches!(outcome, Outcome::Rejected) { "DC-61.s" } else { "DC-61" };
    then(script, &format!("the prompt is redrawn at last with {:?}", question.texts.question), &[from]);
    // Whether a message is shown whole or as a preview is open.
    let answer = match outcome {
        Outcome::Replied { answer, is_message: true, .. } => answer.chars().take(PREVIEW).collect(),
        Outcome::Replied { answer, .. } => answer.clone(),
        _ => String::new(),
    };
    for line in answer.lines() {
        then(script, &format!("the prompt is redrawn at last with {line:?}"), &[from]);
    }
    for label in question.labels.iter().filter(|label| !answer.lines().any(|line| line.contains(**label))) {
        then(script, &format!("the prompt is redrawn without {label:?}"), &["DC-85"]);
    }
}
