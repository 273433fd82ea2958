//! What stands for a conversation that is compacted: what was said, and every question with its answer (PI-76, PI-111).
//!
//! **Absent here:** a model. The summary is made of what was stored, the details of results above all (PI-110); of the
//! results of other tools it has the beginnings.

use serde_json::Value;

use super::session::{self, Session};
use crate::model::text::shorten;

/// How many characters of another tool's result a summary has at most.
const RESULT_MAX: usize = 200;

/// The summary of the branch that the run is on; none where there is nothing to sum up.
pub fn summary(session: &Session) -> Option<String> {
    let lines: Vec<String> = session.branch().into_iter().flat_map(lines).collect();
    (!lines.is_empty()).then(|| format!("What happened so far:\n{}", lines.join("\n")))
}

fn lines(entry: &Value) -> Vec<String> {
    if let Some(summary) = entry["summary"].as_str() {
        return summary.lines().skip(1).map(str::to_owned).collect();
    }
    if let Some(details) = session::details(entry) {
        let answers: Vec<(&str, &Value)> = session::answers(details).collect();
        if answers.is_empty() {
            let how = if details["pendingFile"].is_string() { "has not answered yet" } else { "gave no answer" };
            let asked = session::questions(details).into_iter();
            return asked.map(|question| format!("- The user was asked {:?} and {how}.", question.text)).collect();
        }
        return answers.into_iter().map(|(question, answer)| told(question, answer)).collect();
    }
    let message = &entry["message"];
    let parts = message["content"].as_array().into_iter().flatten();
    let texts = parts.filter(|part| part["type"] == "text").filter_map(|part| part["text"].as_str());
    let line = |text: &str| match message["role"].as_str()? {
        "user" => Some(format!("- The user said {text:?}.")),
        "assistant" => Some(format!("- The model said {text:?}.")),
        "toolResult" => {
            let how = if message["isError"] == true { "failed with" } else { "returned" };
            let tool = message["toolName"].as_str().unwrap_or("that was called");
            Some(format!("- The tool {tool} {how} {:?}.", shorten(text, RESULT_MAX)))
        }
        _ => None,
    };
    texts.filter_map(line).collect()
}

fn told(question: &str, answer: &Value) -> String {
    let said = match answer {
        Value::Array(texts) => texts.iter().map(Value::to_string).collect::<Vec<_>>().join(", "),
        text => text.to_string(),
    };
    format!("- The user was asked {question:?} and answered {said}.")
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

    use super::{RESULT_MAX, summary};
    use crate::system::pi::session::Session;

    fn message(role: &str, content: &Value, more: &Value) -> Value {
        let mut message =
            json!({"role": role, "content": content, "toolCallId": "c", "toolName": "look", "isError": false});
        message.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"type": "message", "message": message})
    }

    fn text(text: &str) -> Value {
        json!([{"type": "text", "text": text}])
    }

    fn answered() -> Value {
        let answers = json!([{"question": "Q?", "answer": ["A", "B"]}, {"question": "T?", "answer": "x\ny"}]);
        json!({"toolName": "ask_user", "details": {"answers": answers}})
    }

    #[rstest]
    #[case::the_user(message("user", &text("go\non"), &json!({})), &["- The user said \"go\\non\"."])]
    #[case::the_model(
        message("assistant", &json!([{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "so"},
            {"type": "toolCall", "id": "c", "name": "look", "arguments": {}}, {"type": "text", "text": "well"}]), &json!({})),
        &["- The model said \"so\".", "- The model said \"well\"."])]
    #[case::a_tool(message("toolResult", &text("found"), &json!({})), &["- The tool look returned \"found\"."])]
    #[case::a_tool_that_failed(
        message("toolResult", &text("no"), &json!({"isError": true})), &["- The tool look failed with \"no\"."])]
    #[case::answers(message("toolResult", &text("{}"), &answered()), &[
        "- The user was asked \"Q?\" and answered \"A\", \"B\".", "- The user was asked \"T?\" and answered \"x\\ny\"."])]
    #[case::a_summary(json!({"type": "compaction", "summary": "What happened so far:\n- a\n- b"}), &["- a", "- b"])]
    #[case::something_else(json!({"type": "label"}), &[])]
    fn an_entry_is_summed_up(#[case] entry: Value, #[case] expected: &[&str]) {
        let mut session = Session::default();
        session.add(entry);
        let expected = (!expected.is_empty()).then(|| format!("What happened so far:\n{}", expected.join("\n")));
        assert_eq!(summary(&session), expected);
    }

    #[test]
    fn a_long_result_is_shortened() {
        let mut session = Session::default();
        session.add(message("toolResult", &text(&"é".repeat(RESULT_MAX)), &json!({})));
        session.add(message("toolResult", &text(&"é".repeat(RESULT_MAX + 1)), &json!({})));
        session.add(message("assistant", &text(&"m".repeat(RESULT_MAX + 1)), &json!({})));
        let summary = summary(&session).unwrap();
        let counts: Vec<usize> = summary.lines().skip(1).map(|line| line.matches(['é', 'm']).count()).collect();
        assert_eq!(counts, [RESULT_MAX, RESULT_MAX - 1, RESULT_MAX + 2], "{summary}");
        assert_eq!(summary.matches('…').count(), 1);
    }
}
