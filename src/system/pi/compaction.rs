//! The summary of a compacted conversation: everything that was said, and each question with its answer (PI-76, PI-111).
//!
//! **Absent here:** a model. The summary comes from the stored entries, and for questions from the details (PI-110).
//! Results of other tools are shortened.

use crate::model::json::{Text, to_text};

use super::{
    answers::{Answer, Said},
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
    branch[first..].iter().for_each(|entry| tell(entry, &mut summary));
    (summary.len() > empty).then(|| summary.into())
}

/// Adds what an entry tells to the summary, in lines of their own.
fn tell(entry: &StoredEntry, summary: &mut String) {
    // A text may be huge, so each goes into the summary at once.
    let mut line = |pieces: &[&str]| {
        summary.push('\n');
        pieces.iter().for_each(|piece| summary.push_str(piece));
    };
    if let Some(before) = &entry.summary {
        return before.lines().skip(1).for_each(|before| line(&[before]));
    }
    let Some(message) = &entry.message else { return };
    if let Some(details) = &message.details {
        let mut has_answers = false;
        for Answer { question, said, .. } in details.outcome.known_answers() {
            has_answers = true;
            line(&["- The user was asked ", &to_text(question), " and answered ", &quoted(said), "."]);
        }
        if has_answers {
            return;
        }
        let waits = details.outcome.pending_file.is_some();
        let how = if waits { " and has not answered yet." } else { " and gave no answer." };
        return details.questions.iter().for_each(|question| {
            line(&["- The user was asked ", &to_text(&question.text), how]);
        });
    }
    for part in message.content.iter().flatten() {
        let Part::Text { text } = part else { continue };
        match message.role {
            Some(Role::User) => line(&["- The user said ", &to_text(text), "."]),
            Some(Role::Assistant) => line(&["- The model said ", &to_text(text), "."]),
            Some(Role::ToolResult) => {
                let how = if message.is_error == Some(true) { " failed with " } else { " returned " };
                let tool = message.tool_name.as_deref().unwrap_or("that was called");
                line(&["- The tool ", tool, how, &to_text(&shorten(text, RESULT_MAX)), "."]);
            }
            None => {}
        }
    }
}

fn quoted(said: &Said) -> String {
    match said {
        Said::One(text) => to_text(text),
        Said::Several(texts) => texts.iter().map(to_text).collect::<Vec<_>>().join(", "),
    }
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
