//! A chat of plain text. Options are numbered, and the user replies with a number or in words (PD-70).
//!
//! **Absent here:** one reply for all questions of a call. The questions are sent one after another.

use crate::model::json::{Map, Value, json};

use super::Reply;
use crate::{model::text::harmless, system::pilotdeck::arguments::Question};

/// The number with which the user cancels.
const CANCEL: &str = "0";

/// The questions of a call, and the answers so far.
#[derive(Clone, Debug, Hash)]
pub struct Talk {
    questions: Vec<Question>,
    answers: Map,
    at: usize,
}

impl Talk {
    /// The questions before the first is sent.
    pub fn new(questions: Vec<Question>) -> Self {
        Self { questions, answers: Map::new(), at: 0 }
    }

    /// The message with the next question.
    pub fn message(&self) -> Value {
        let Some(question) = self.questions.get(self.at) else { return message("") };
        let mut lines = vec![format!("[{}] {}", question.header, question.text)];
        lines.extend(question.options.iter().enumerate().map(|(at, option)| format!("{}. {}", at + 1, option.line())));
        lines.push(format!("{CANCEL}. Cancel"));
        if question.several {
            lines.push("Several numbers are separated by commas.".to_owned());
        }
        message(&lines.join("\n"))
    }

    /// The message that withdraws the questions.
    pub fn withdrawn() -> Value {
        message("The question is withdrawn.")
    }

    /// Takes the user's text. `None` means that the next question is to be sent.
    pub fn take_reply(&mut self, text: &str) -> Option<Reply> {
        let text = text.trim();
        if text == CANCEL {
            return Some(Reply::cancelled("user cancelled"));
        }
        if let Some(question) = self.questions.get(self.at) {
            self.answers.insert(question.text.clone(), answer(question, text));
            self.at += 1;
        }
        (self.at >= self.questions.len()).then(|| Reply::answers(self.answers.clone()))
    }
}

/// The options whose numbers `text` lists. If any number is not in the list, the text itself.
fn answer(question: &Question, text: &str) -> Value {
    let numbered = |word: &str| -> Option<&str> {
        let at: usize = word.trim().parse().ok()?;
        question.labels().nth(at.checked_sub(1)?)
    };
    if !question.several {
        return numbered(text).unwrap_or(text).into();
    }
    let picks: Option<Vec<&str>> = text.split(',').map(numbered).collect();
    picks.unwrap_or_else(|| vec![text]).into()
}

fn message(text: &str) -> Value {
    json!({"type": "message", "text": harmless(text)})
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{Question, Reply, Talk};

    fn talk(several: bool) -> Talk {
        let options = json!([{"label": "A", "description": "first"}, {"label": "B", "description": ""}]);
        Talk::new(Question::all(&json!([{"question": "Q", "header": "H", "options": options, "multiSelect": several}])))
    }

    #[rstest]
    #[case("1", false, json!("A"))]
    #[case(" 2 ", false, json!("B"))]
    #[case("3", false, json!("3"))]
    #[case("-1", false, json!("-1"))]
    #[case("neither", false, json!("neither"))]
    #[case("", false, json!(""))]
    #[case("2, 1", true, json!(["B", "A"]))]
    #[case("1,3", true, json!(["1,3"]))]
    #[case("00", true, json!(["00"]))]
    fn a_number_of_the_list_picks(#[case] text: &str, #[case] several: bool, #[case] answer: Value) {
        assert_eq!(talk(several).take_reply(text), Some(Reply::answers(json!({"Q": answer}))));
    }

    #[test]
    fn the_list_is_numbered_and_zero_cancels() {
        let mut talk = talk(false);
        assert_eq!(talk.message(), json!({"type": "message", "text": "[H] Q\n1. A - first\n2. B\n0. Cancel"}));
        assert_eq!(talk.take_reply("0"), Some(Reply::cancelled("user cancelled")));
    }

    #[test]
    fn each_question_has_a_reply_of_its_own() {
        let mut talk = Talk::new(Question::all(&json!([{"question": "Q"}, {"question": "R"}])));
        assert_eq!(talk.take_reply("a"), None);
        assert!(talk.message()["text"].as_str().unwrap().contains("R"));
        assert_eq!(talk.take_reply("b"), Some(Reply::answers(json!({"Q": "a", "R": "b"}))));
    }
}
