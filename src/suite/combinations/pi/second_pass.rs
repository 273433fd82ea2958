//! The second pass: an earlier run has asked the questions, and they wait in a file.

use crate::model::json::{Value, json};

use super::{
    oracle::Question,
    situation::{Display, Situation},
};
use crate::suite::combinations::text::{Text, with_json};

/// The path of the file.
pub const FILE: &str = ".pi/pending-questions.json";
/// What the user says with the file.
pub const MESSAGE: &str = "take whatever is safe";
/// The session of both runs.
const SESSION: &str = "abc123";

/// The stored session and the file. If the user edits the file, the answers stand in it.
pub fn givens(situation: &Situation<'_>, text: &mut Text) {
    let is_edited = situation.display == Display::Edited;
    text.given(if is_edited {
        "the command line \"-c\"".to_owned()
    } else {
        format!("the command line \"-p @{FILE}\"")
    });
    text.given(format!("the setting \"session\" is {SESSION:?}"));
    text.given(with_json("a stored conversation", &stored(situation)));
    let answer = |question: &Question| if is_edited { question.value() } else { Value::Null };
    let questions: Value = situation.questions.iter().map(|question| question.in_file(&answer(question))).collect();
    let file = json!({"sessionId": SESSION, "timestamp": "2026-02-04T22:16:32Z", "questions": questions});
    text.given(with_json(&format!("a file {FILE:?} with the JSON"), &file));
}

/// What the first pass has stored.
fn stored(situation: &Situation<'_>) -> Value {
    let said = |role: &str, content: Value| json!({"role": role, "content": [content]});
    let call = json!({"type": "toolCall", "id": "call_0", "name": "ask_user", "arguments": situation.arguments()});
    let mut result = said("toolResult", json!({"type": "text", "text": "Questions pending. User input required."}));
    result["toolCallId"] = json!("call_0");
    result["toolName"] = json!("ask_user");
    result["isError"] = json!(false);
    let questions: Value = situation.questions.iter().map(Question::arguments).collect();
    let mut details = json!({
        "answered": false, "answers": [], "pendingFile": FILE, "mode": "print", "questions": questions,
    });
    if let Some(metadata) = &situation.metadata {
        details["metadata"] = metadata.clone();
    }
    result["details"] = details;
    let messages = [
        said("user", json!({"type": "text", "text": "plan it"})),
        said("assistant", call),
        result,
        said("assistant", json!({"type": "text", "text": "then I wait"})),
    ];
    let mut entries = Vec::new();
    let mut parent = Value::Null;
    for (index, message) in messages.into_iter().enumerate() {
        let id = json!(format!("e{}", index + 1));
        entries.push(json!({"type": "message", "id": id, "parentId": parent, "message": message}));
        parent = id;
    }
    entries.into()
}
