//! A host in the same process. The host takes the request, and draws it in its own way.
//!
//! **Absent here:** metadata in the drawing (PD-78), and a check of the answers (PD-44).

use std::collections::BTreeSet;

use crate::model::json::{Map, Value};

use super::{Acted, Reply, Request, Thrown};
use crate::{
    model::text::harmless,
    system::{Act, Offers, Prompt, Typing, pilotdeck::arguments::Question},
};

/// A request on a host's screen.
#[derive(Clone, Debug, Hash)]
pub struct Host {
    request: Value,
    questions: Vec<Question>,
    /// The options picked so far, by position, if several may be picked.
    picks: BTreeSet<usize>,
}

impl Host {
    /// A screen for `request`.
    pub fn new(request: &Request) -> Self {
        Self { request: request.written(), questions: request.asked(), picks: BTreeSet::new() }
    }

    /// The only question.
    fn only(&self) -> Option<&Question> {
        self.questions.first().filter(|_| self.questions.len() == 1)
    }

    /// The person's act at the screen, as the host passes it on.
    pub fn act(&mut self, act: Act) -> Acted {
        match act {
            Act::Answer(answer) => self.answer(answer),
            Act::Choose(label) => self.choose(label.to_string()),
            Act::Submit => self.submit(),
            Act::Cancel | Act::Reject => Acted::Replied(Ok(Reply::Cancelled { reason: None })),
            Act::Eof => Acted::Replied(Err(Thrown("The host's input ended before the question was answered.".into()))),
            Act::Broken => Acted::Replied(Err(Thrown("The host failed before the question was answered.".into()))),
            Act::Remember(_) | Act::Key(_) | Act::Paste(_) => Acted::NotOffered,
        }
    }

    /// The reply from a value: a whole reply, answers by question text, or the answer to the only question.
    fn answer(&self, answer: Value) -> Acted {
        match (answer, self.only()) {
            (answer @ Value::Object(_), _) => {
                Acted::Replied(Ok(if self.is_reply(&answer) { Reply::read(&answer) } else { Reply::answers(answer) }))
            }
            (answer @ (Value::String(_) | Value::Array(_)), Some(question)) => answered(question, answer),
            _ => Acted::NotOffered,
        }
    }

    /// Whether the value is a whole reply. Such a value has `answers`, or a `type`, which may be any text (PD-88). A
    /// member with the text of a question is an answer instead, unless the type is a known one.
    fn is_reply(&self, answer: &Value) -> bool {
        let is_asked = |text: &str| self.questions.iter().any(|question| question.text == text);
        let has_type =
            answer["type"].as_str().is_some_and(|kind| matches!(kind, "answered" | "cancelled") || !is_asked("type"));
        has_type || answer["answers"].is_object() && !is_asked("answers")
    }

    /// A click on an option. It is the answer, or one of several.
    fn choose(&mut self, label: String) -> Acted {
        let Some(question) = self.only() else { return Acted::NotOffered };
        let Some(at) = question.labels().position(|known| known == label) else { return Acted::NotOffered };
        if !question.several {
            return answered(question, label.into());
        }
        if !self.picks.remove(&at) {
            self.picks.insert(at);
        }
        Acted::Open
    }

    fn submit(&self) -> Acted {
        let Some(question) = self.only().filter(|question| question.several) else { return Acted::NotOffered };
        let picks: Vec<&str> =
            question.labels().enumerate().filter(|(at, _)| self.picks.contains(at)).map(|(_, label)| label).collect();
        answered(question, picks.into())
    }

    /// The drawing. A host adds an option for a typed answer, and may show previews (PD-95).
    pub fn draw(&self) -> Prompt {
        let mut lines = Vec::new();
        for question in &self.questions {
            lines.push(format!("[{}] {}", question.header, question.text));
            for (at, option) in question.options.iter().enumerate() {
                let mark = if self.picks.contains(&at) { "[x] " } else { "" };
                lines.push(format!("  {}. {mark}{}", at + 1, option.line()));
                let preview = option.preview.iter().flat_map(|preview| preview.lines());
                lines.extend(preview.map(|line| format!("     | {line}")));
            }
        }
        let first = self.questions.first();
        let offers = Offers {
            choices: first.into_iter().flat_map(Question::labels).map(str::to_owned).collect(),
            several: first.is_some_and(|question| question.several),
            typing: Some(Typing::Echoed),
            reject: true,
            ..Offers::default()
        };
        Prompt { text: harmless(&lines.join("\n")), offers, request: Some(self.request.clone()) }
    }
}

fn answered(question: &Question, answer: Value) -> Acted {
    Acted::Replied(Ok(Reply::answers(Map::from_iter([(question.text.clone(), answer)]))))
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{Acted, Host, Reply, Request};
    use crate::{model::Key, system::Act};

    fn question(text: &str, several: bool) -> Value {
        json!({"question": text, "header": "Pick", "multiSelect": several, "options": [
            {"label": "A", "description": "first", "preview": "<b>a</b>"}, {"label": "B", "description": ""}]})
    }

    fn host(questions: &[Value]) -> Host {
        let metadata = Some(json!({"source": "hidden"}));
        Host::new(&Request { turn: "turn_1".into(), questions: json!(questions), metadata })
    }

    fn replied(reply: Reply) -> Acted {
        Acted::Replied(Ok(reply))
    }

    #[test]
    fn the_person_sees_questions_and_options_and_no_metadata() {
        let drawn = host(&[question("Go\u{1b}?", false), question("How?", true)]).draw();
        insta::assert_snapshot!(drawn.text, @r"
        [Pick] Go␛?
          1. A - first
             | <b>a</b>
          2. B
        [Pick] How?
          1. A - first
             | <b>a</b>
          2. B
        ");
        assert!(!drawn.text.contains("hidden") && drawn.offers.choices == ["A", "B"] && !drawn.offers.several);
        assert_eq!(drawn.request.unwrap()["metadata"], json!({"source": "hidden"}));
    }

    #[rstest]
    #[case(json!("A"), Reply::answers(json!({"Q": "A"})))]
    #[case(json!(["x", "y"]), Reply::answers(json!({"Q": ["x", "y"]})))]
    #[case(json!({}), Reply::answers(json!({})))]
    #[case(json!({"Other": 5}), Reply::answers(json!({"Other": 5})))]
    #[case(json!({"type": "cancelled", "reason": "x"}), Reply::cancelled("x"))]
    #[case(json!({"type": "skipped", "answers": {"Q": "A"}}), Reply::answers(json!({"Q": "A"})))]
    #[case(json!({"type": 7, "answers": {"Q": "A"}}), Reply::answers(json!({"Q": "A"})))]
    #[case(json!({"answers": {"Q": "A"}}), Reply::answers(json!({"Q": "A"})))]
    #[case(json!({"type": "answered", "answers": {"Q": "A"}, "annotations": {}}),
        Reply::Answered { answers: json!({"Q": "A"}), annotations: Some(json!({})) })]
    fn answers(#[case] answer: Value, #[case] reply: Reply) {
        assert_eq!(host(&[question("Q", false)]).act(Act::Answer(answer)), replied(reply));
    }

    #[rstest]
    #[case(Act::Answer(json!("A")))]
    #[case(Act::Answer(json!(["A"])))]
    #[case(Act::Answer(json!(5)))]
    #[case(Act::Choose("A".into()))]
    #[case(Act::Submit)]
    #[case(Act::Key(Key::Enter))]
    fn one_answer_is_no_reply_to_several_questions(#[case] act: Act) {
        assert_eq!(host(&[question("Q", false), question("R", false)]).act(act), Acted::NotOffered);
    }

    #[rstest]
    #[case("type", json!({"type": "A"}))]
    #[case("answers", json!({"answers": "A"}))]
    #[case("answers", json!({"answers": {"deep": 1}}))]
    fn a_question_called_like_a_field_is_answered_by_its_name(#[case] text: &str, #[case] answers: Value) {
        let mut host = host(&[question(text, false)]);
        assert_eq!(host.act(Act::Answer(answers.clone())), replied(Reply::answers(answers)));
    }

    #[test]
    fn clicks_answer_or_take_and_put_back() {
        let mut one = host(&[question("Q", false)]);
        assert_eq!(one.act(Act::Choose("C".into())), Acted::NotOffered);
        assert_eq!(one.act(Act::Submit), Acted::NotOffered);
        assert_eq!(one.act(Act::Choose("B".into())), replied(Reply::answers(json!({"Q": "B"}))));
        let mut several = host(&[question("Q", true)]);
        for label in ["B", "A", "B"] {
            assert_eq!(several.act(Act::Choose(label.into())), Acted::Open);
        }
        assert!(several.draw().text.contains("[x] A") && !several.draw().text.contains("[x] B"));
        assert_eq!(several.act(Act::Submit), replied(Reply::answers(json!({"Q": ["A"]}))));
    }
}
