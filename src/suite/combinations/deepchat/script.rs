//! What happens in a combination, in the order in which it happens.

use crate::model::json::{Value, json};

use super::{outcome::Outcome, question::Question, texts::Texts};
use crate::suite::combinations::text::{Text, with_json};

/// How long a late answer takes, in milliseconds: an hour.
const LATE_MS: u32 = 3_600_000;

/// The script of a combination, and what is counted in it.
pub struct Script {
    pub text: Text,
    /// The number of the question's call.
    pub call: usize,
    /// How many prompts are shown before the question is asked.
    pub prompts: usize,
    /// How many requests reach the model until the question is asked.
    pub requests: usize,
    /// The messages of the user before the question is asked.
    pub messages: Vec<String>,
}

impl Script {
    /// The script of a question and of how it ends.
    pub fn of(question: &Question<'_>, outcome: &Outcome) -> Self {
        let messages = vec!["go".to_owned()];
        let mut script = Self { text: Text::of(question.combination), call: 1, prompts: 0, requests: 1, messages };
        script.text.given("the system \"deepchat\"");
        script.text.given(format!("the profile {:?}", question.profile()));
        script.text.given("a terminal");
        if question.place() == "after_tool" || question.is_beside() {
            script.text.given("a tool \"write\" that returns \"written\"");
        }
        if question.place() == "after_failure" {
            script.text.given("a tool \"lint\" that fails with \"no disk\"");
        }
        script.text.when("the user says \"go\"");
        script.until_asked(question);
        script.act(question);
        script.text.when(match outcome {
            Outcome::Refused | Outcome::Rejected => "the model says \"I go on\" if it is asked",
            Outcome::Waits | Outcome::Follows => "nobody answers",
            Outcome::Replied { .. } => "the model says \"painted\"",
        });
        if matches!(outcome, Outcome::Rejected) {
            script.text.when("the run may end while the turn waits");
        }
        script
    }

    fn until_asked(&mut self, question: &Question<'_>) {
        let (before, answer) = (question.texts.before, question.texts.answer_before);
        match question.place() {
            "after_tool" => self.earlier("the model calls \"write\""),
            "after_failure" => self.earlier("the model calls \"lint\""),
            "after_error" => {
                self.earlier(with_json(
                    &format!("the model calls {:?} with", question.tool()),
                    &json!({"options": []}),
                ));
            }
            "after_option" => self.before(question, &format!("the person chooses {answer:?} at {before:?}")),
            "after_typed" => self.before(question, &format!("the person types {answer:?} at {before:?}")),
            "after_message" => self.before(question, &format!("the user says {answer:?} while the turn is paused")),
            "next_turn" => {
                self.before(question, &format!("the person chooses {answer:?} at {before:?}"));
                self.text.when("the model says \"one\"");
                self.text.when("the user says \"again\" after the turn");
                self.messages.push("again".to_owned());
                self.requests += 1;
            }
            "beside_after" => {
                self.text.when("the model calls \"write\"");
                self.call += 1;
                self.ask("in the same message it calls", question);
                return;
            }
            _ => {}
        }
        self.ask("the model calls", question);
        match question.place() {
            "with_text" => self.text.when("in the same message it says \"Before I paint:\""),
            "beside_before" => self.text.when("in the same message it calls \"write\""),
            _ => {}
        }
    }

    /// An earlier message of the turn with one call.
    fn earlier(&mut self, step: impl Into<String>) {
        self.text.when(step);
        self.call += 1;
        self.requests += 1;
    }

    /// An earlier question and its answer.
    fn before(&mut self, question: &Question<'_>, step: &str) {
        let answer = question.texts.answer_before;
        let options = json!(["Old", answer]);
        self.earlier(format!("the model asks the user {:?} between {options}", question.texts.before));
        self.text.when(step);
        self.prompts += 1;
        if !question.is_head() {
            self.messages.push(answer.to_owned());
        }
    }

    fn ask(&mut self, how: &str, question: &Question<'_>) {
        let step = format!("{how} {:?}", question.tool());
        self.text.when(match question.broken() {
            Some(text) => format!("{step} with the text {text:?}"),
            None => with_json(&format!("{step} with"), &question.arguments),
        });
    }

    /// What is done once the question is asked.
    fn act(&mut self, question: &Question<'_>) {
        let first = question.labels.first().copied().unwrap_or_default();
        let chosen = question.chosen();
        let Texts { question: text, typed, beside, written, .. } = question.texts;
        let submits = question.is_multiple && !question.is_head();
        let choose = || {
            if submits {
                format!("the person answers {text:?} with {}", json!([chosen]))
            } else {
                format!("the person chooses {chosen:?} at {text:?}")
            }
        };
        let several = |answer: Value| format!("the person answers {text:?} with {answer}");
        match question.happens() {
            "option" => self.text.when(choose()),
            "late" => self.text.when(format!("after {LATE_MS} ms {}", choose())),
            "several" => self.text.when(several(json!([first, chosen]))),
            "several_and_text" => self.text.when(several(json!([first, chosen, beside]))),
            "typed" if submits => self.text.when(several(json!([typed]))),
            "typed" => self.text.when(format!("the person types {typed:?} at {text:?}")),
            "message" => self.text.when(format!("the user says {written:?} while the turn is paused")),
            "message_label" => self.text.when(format!("the user says {chosen:?} while the turn is paused")),
            "rejected" => self.text.when(format!("the person rejects {text:?}")),
            "host_option" => self.host(text, self.call, &json!({"kind": "question_option", "optionLabel": chosen})),
            "host_custom" => self.host(text, self.call, &json!({"kind": "question_custom", "answerText": typed})),
            "host_reject" => self.host(text, self.call, &json!({"kind": "question_reject"})),
            "host_other" => self.host(text, self.call, &json!({"kind": "question_other"})),
            "host_astray" => {
                self.host(text, 99, &json!({"kind": "question_option", "optionLabel": first}));
                self.text.when(format!("after 1000 ms {}", choose()));
            }
            _ => {}
        }
    }

    fn host(&mut self, text: &str, call: usize, response: &Value) {
        let reply = json!({
            "type": "respond_tool_interaction", "toolCallId": format!("call_{call}"), "response": response,
        });
        self.text.when(with_json(&format!("the client sends when {text:?} is shown"), &reply));
    }
}
