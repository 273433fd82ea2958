//! What happens in a combination, in the order in which it happens.

use crate::model::json::json;

use super::{
    request::{self, LIMIT_MS},
    situation::Situation,
};
use crate::suite::combinations::text::{Text, with_json};

/// The text of the question of an earlier call.
pub const BEFORE: &str = "Before?";
/// Its options. The second is the answer.
const OPTIONS: [&str; 2] = ["Old", "New"];
/// When the other question of a message is answered, in milliseconds.
const BESIDE_MS: u32 = 1000;

/// The script of a combination, and what is counted in it.
#[derive(Default)]
pub struct Script {
    pub text: Text,
    /// The id of the call.
    pub call: String,
    /// How often the host is asked by other calls.
    pub asked: usize,
    /// How many requests reach the model until the call.
    pub requests: usize,
}

impl Script {
    pub fn of(situation: &Situation<'_>) -> Self {
        let mut script = Self { call: "call_1".to_owned(), requests: 1, ..Self::default() };
        script.setup(situation);
        script.text.when("the user says \"go\"");
        script.until_called(situation);
        if situation.asks() {
            request::steps(situation).into_iter().for_each(|step| script.text.when(step));
        }
        let ends = situation.asks() && matches!(situation.happens(), "aborted" | "timeout");
        if !ends {
            script.text.when("the model says \"done\"");
        }
        script
    }

    fn setup(&mut self, situation: &Situation<'_>) {
        self.text.given("the system \"pilotdeck\"");
        self.text.given(format!("the profile {:?}", situation.profile()));
        self.text.given(if situation.channel() == "none" { "no terminal" } else { "a terminal" });
        if let channel @ ("panel" | "text") = situation.channel() {
            self.text.given(format!("the setting \"channel\" is {channel:?}"));
        }
        if situation.happens() == "timeout" {
            self.text.given(format!("the setting \"turn_timeout_ms\" is {LIMIT_MS}"));
        }
    }

    fn until_called(&mut self, situation: &Situation<'_>) {
        let asks = format!("the model asks the user {BEFORE:?} between {}", json!(OPTIONS));
        let tool = if situation.of_dimension("name") == "alias" { "AskUserQuestion" } else { "ask_user_question" };
        let call = |how: &str| with_json(&format!("{how} {tool:?} with"), &situation.arguments());
        match situation.place() {
            "first" => {
                self.text.when(call("the model calls"));
                return;
            }
            "beside" => {
                self.text.when(asks);
                self.text.when(call("in the same message it calls"));
                self.answer_before(situation, true, BESIDE_MS);
                self.call = "call_2".to_owned();
                return;
            }
            "after_error" => {
                self.text.when(format!("the model asks the user {BEFORE:?} between {}", json!([OPTIONS[0]])));
            }
            "after_given" => {
                let options = OPTIONS.map(|label| json!({"label": label, "description": ""}));
                let question = json!({"question": BEFORE, "header": "", "options": options});
                let arguments = json!({"questions": [question], "answers": {BEFORE: OPTIONS[1]}});
                self.text.when(with_json("the model calls \"ask_user_question\" with", &arguments));
            }
            place => {
                self.text.when(asks);
                self.answer_before(situation, place != "after_cancel", 0);
            }
        }
        if situation.place() == "next_turn" {
            self.text.when("the model says \"one\"");
            self.text.when("the user says \"again\" after the turn");
            self.requests += 1;
        }
        self.requests += 1;
        self.call = "call_2".to_owned();
        self.text.when(call("the model calls"));
    }

    /// The answer to the question of the earlier call.
    fn answer_before(&mut self, situation: &Situation<'_>, is_answered: bool, after_ms: u32) {
        let answer = is_answered.then_some(OPTIONS[1]);
        if let Some(step) = request::earlier(situation, BEFORE, answer, after_ms) {
            self.text.when(step);
            self.asked += 1;
        }
    }

    /// What the model is told of the earlier call: whether it succeeds, a piece of it, and why.
    pub fn told_before(situation: &Situation<'_>) -> Option<(bool, String, &'static str)> {
        let answered = format!("\"{BEFORE}\"=\"{}\"", OPTIONS[1]);
        Some(match situation.place() {
            "first" => return None,
            "after_error" => (false, format!("Question \"{BEFORE}\" must have 2-4 options"), "PD-14"),
            "after_cancel" => (false, "User declined to answer questions".to_owned(), "PD-41"),
            "after_given" => (true, answered, "PD-35"),
            _ => (true, answered, "PD-47"),
        })
    }
}
