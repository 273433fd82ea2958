//! DeepChat's `question`, as far as it shows a turn that pauses: one question, resolved by an option, by rejecting,
//! or by the user's next message.

use serde_json::{Value, json};

use super::chat::Chat;
use crate::{
    model::{Millis, Op},
    system::{Act, AskingCall, Effect, Input, Machine, Offers, Prompt, Record, Turn, TurnEnd, Typing, Why},
};

/// A call that puts a question to the user between labels.
pub fn asking(_: &str, question: &str, labels: &[String]) -> AskingCall {
    let options: Vec<Value> = labels.iter().map(|label| json!({"label": label})).collect();
    AskingCall {
        tool: "question".to_owned(),
        arguments: json!({"question": question, "options": options}),
        question: None,
    }
}

/// The probe.
#[derive(Clone, Debug, Default)]
pub struct DeepChat {
    chat: Chat,
    asked: Option<(Op, String)>,
}

impl Machine for DeepChat {
    fn handle(&mut self, _now: Millis, input: Input, out: &mut Vec<Effect>) {
        match input {
            Input::Begin(_) => {
                self.chat.offer("question", "Ask the user; ends the turn.", json!({"type": "object"}));
            }
            Input::Says(text) => {
                if self.asked.is_some() {
                    self.resolve("replied", Some(&text.0), Some(Why::Superseded), out);
                }
                out.push(Effect::Turn(Turn::Began));
                self.chat.say(text.0, out);
            }
            Input::Model(op, event) => {
                if let Some(call) = self.chat.model(op, event, out) {
                    // A provider takes no call without a result; the answer itself is the user's next message.
                    self.chat.settle(call.id, "The question was shown to the user.".to_owned(), false);
                    self.ask(&call.arguments, out);
                }
            }
            Input::Person(op, act) if self.asked.as_ref().is_some_and(|(asked, _)| *asked == op) => self.act(act, out),
            Input::Person(op, _) if self.chat.mint.knows(op) => out.push(Effect::Refuse(Why::Late)),
            _ => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    fn open(&self) -> Vec<Op> {
        self.chat.open().into_iter().chain(self.asked.iter().map(|(op, _)| *op)).collect()
    }
}

impl DeepChat {
    fn ask(&mut self, arguments: &Value, out: &mut Vec<Effect>) {
        let op = self.chat.mint.next(Op::Prompt);
        let question = arguments["question"].as_str().unwrap_or_default().to_owned();
        let choices: Vec<String> = arguments["options"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|option| option["label"].as_str().map(str::to_owned))
            .collect();
        self.asked = Some((op, question.clone()));
        out.push(Effect::Record(block(&question, "asked", None)));
        let text = std::iter::once(question).chain(choices.iter().cloned()).collect::<Vec<_>>().join("\n");
        let offers = Offers { choices, typing: Some(Typing::Echoed), ..Offers::default() };
        out.push(Effect::Show(op, Prompt { text, offers, request: None }));
        out.push(Effect::Turn(Turn::Paused));
    }

    fn act(&mut self, act: Act, out: &mut Vec<Effect>) {
        match act {
            Act::Answer(Value::String(text)) => {
                self.resolve("replied", Some(&text), None, out);
                out.push(Effect::Turn(Turn::Began));
                self.chat.say(text, out);
            }
            Act::Reject => {
                self.resolve("rejected", None, None, out);
                out.push(Effect::Turn(Turn::Ended(TurnEnd::Interrupted)));
            }
            _ => out.push(Effect::Refuse(Why::NotOffered)),
        }
    }

    fn resolve(&mut self, how: &str, answer: Option<&str>, withdraw: Option<Why>, out: &mut Vec<Effect>) {
        if let Some((op, question)) = self.asked.take() {
            out.push(Effect::Record(block(&question, how, answer)));
            out.extend(withdraw.map(|why| Effect::Cancel(op, why)));
        }
    }
}

fn block(question: &str, resolution: &str, answer: Option<&str>) -> Record {
    let status = match resolution {
        "asked" => "pending",
        "replied" => "success",
        _ => "denied",
    };
    let mut extra = json!({"needsUserAction": status == "pending", "questionText": question,
        "questionResolution": resolution});
    if let Some(answer) = answer {
        extra["answerText"] = answer.into();
    }
    Record(json!({"type": "action", "action_type": "question_request", "status": status, "extra": extra}))
}
