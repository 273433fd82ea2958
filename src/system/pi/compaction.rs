//! The summary of a compacted conversation: everything that was said, and each question with its answer (PI-76, PI-111).
//!
//! **Absent here:** a model. The summary comes from the stored entries, and for questions from the details (PI-110).
//! Results of other tools are shortened.

use crate::model::json::{Text, json};

use super::{
    answers::{Answer, Said},
    arguments::Question,
    persisted::{Part, Role, StoredEntry},
    session::Session,
};
use crate::model::text::shorten;

/// The most characters of another tool's result in a summary.
const RESULT_MAX: usize = 200;

/// The summary of the current branch; `None` if the branch has nothing for a summary.
pub fn summary(session: &Session) -> Option<Text> {
    // A summary stands for all entries before it.
    let branch = session.branch();
    let first = branch.iter().rposition(|entry| entry.summary.is_some()).unwrap_or(0);
    let mut summary = "What happened so far:".to_owned();
    let empty = summary.len();
    for line in branch[first..].iter().copied().flat_map(lines) {
        summary.push('\n');
        summary.push_str(&line);
    }
    (summary.len() > empty).then(|| summary.into())
}

fn lines(entry: &StoredEntry) -> Vec<String> {
    if let Some(summary) = &entry.summary {
        return summary.lines().skip(1).map(str::to_owned).collect();
    }
    let Some(message) = &entry.message else { return Vec::new() };
    if let Some(details) = &message.details {
        let answers: Vec<String> = details.outcome.known_answers().map(told).collect();
        if answers.is_empty() {
            let how = if details.outcome.pending_file.is_some() { "has not answered yet" } else { "gave no answer" };
            let line = |question: &Question| format!("- The user was asked {} and {how}.", json!(question.text));
            return details.questions.iter().map(line).collect();
        }
        return answers;
    }
    let line = |text: &str| match message.role? {
        Role::User => Some(format!("- The user said {}.", json!(text))),
        Role::Assistant => Some(format!("- The model said {}.", json!(text))),
        Role::ToolResult => {
            let how = if message.is_error == Some(true) { "failed with" } else { "returned" };
            let tool = message.tool_name.as_deref().unwrap_or("that was called");
            Some(format!("- The tool {tool} {how} {}.", json!(shorten(text, RESULT_MAX))))
        }
    };
    let texts = message.content.iter().flatten().filter_map(|part| match part {
        Part::Text { text } => Some(text.as_str()),
        Part::Thinking { .. } | Part::ToolCall { .. } => None,
    });
    texts.filter_map(line).collect()
}

fn told(Answer { question, said, .. }: &Answer) -> String {
    let said = match said {
        Said::One(text) => json!(text).to_string(),
        Said::Several(texts) => texts.iter().map(|text| json!(text).to_string()).collect::<Vec<_>>().join(", "),
    };
    format!("- The user was asked {} and answered {said}.", json!(question))
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{RESULT_MAX, summary};
    use crate::system::pi::{persisted::StoredEntry, session::Session};

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
        session.add(StoredEntry::read(&entry));
        let expected = (!expected.is_empty()).then(|| format!("What happened so far:\n{}", expected.join("\n")).into());
        assert_eq!(summary(&session), expected);
    }

    #[test]
    fn a_second_summary_has_each_entry_once() {
        let mut session = Session::default();
        for (said, then) in
            [("go", "- The user said \"go\"."), ("on", "- The user said \"go\".\n- The user said \"on\".")]
        {
            session.add(StoredEntry::read(&message("user", &text(said), &json!({}))));
            let summed = summary(&session).unwrap();
            assert_eq!(summed, format!("What happened so far:\n{then}"));
            session.add(StoredEntry::compaction(&summed));
        }
    }

    #[test]
    fn a_long_result_is_shortened() {
        let mut session = Session::default();
        session.add(StoredEntry::read(&message("toolResult", &text(&"é".repeat(RESULT_MAX)), &json!({}))));
        session.add(StoredEntry::read(&message("toolResult", &text(&"é".repeat(RESULT_MAX + 1)), &json!({}))));
        session.add(StoredEntry::read(&message("assistant", &text(&"m".repeat(RESULT_MAX + 1)), &json!({}))));
        let summary = summary(&session).unwrap();
        let counts: Vec<usize> = summary.lines().skip(1).map(|line| line.matches(['é', 'm']).count()).collect();
        assert_eq!(counts, [RESULT_MAX, RESULT_MAX - 1, RESULT_MAX + 2], "{summary}");
        assert_eq!(summary.matches('…').count(), 1);
    }
}
