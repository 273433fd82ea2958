//! PilotDeck's `ask_user_question`, as far as it shows a host that answers over a client channel: one batch, one
//! reply by request id, and what becomes of a reply that comes late.

use serde_json::{Value, json};

use super::chat::{Call, Chat};
use crate::{
    model::{Millis, Op},
    system::{AskingCall, ClientEvent, Effect, Input, Machine, Signal, Turn, TurnEnd, Why},
};

/// A call that puts a question to the user between labels.
pub fn asking(_: &str, question: &str, labels: &[String]) -> AskingCall {
    let options: Vec<Value> = labels.iter().map(|label| json!({"label": label, "description": label})).collect();
    let arguments = json!({"questions": [{"question": question, "header": "Choice", "options": options}]});
    AskingCall { tool: "ask_user_question".to_owned(), arguments, question: None }
}

/// The probe.
#[derive(Clone, Debug, Default)]
pub struct PilotDeck {
    chat: Chat,
    requests: u32,
    open: Option<(u32, Call)>,
}

impl Machine for PilotDeck {
    fn handle(&mut self, _now: Millis, input: Input, out: &mut Vec<Effect>) {
        match input {
            Input::Begin(_) => {
                self.chat.offer("ask_user_question", "Ask the user 1-4 questions.", json!({"type": "object"}));
            }
            Input::Says(text) => {
                out.push(Effect::Turn(Turn::Began));
                self.chat.say(text.0, out);
            }
            Input::Model(op, event) => {
                if let Some(call) = self.chat.model(op, event, out) {
                    self.ask(call, out);
                }
            }
            Input::Client(ClientEvent::Line(line)) => self.reply(&line, out),
            Input::Signal(Signal::Interrupt | Signal::Terminate | Signal::Quit) => {
                if let Some((request, _)) = self.open.take() {
                    out.push(Effect::Client(json!({"type": "elicitation_cancelled", "requestId": request})));
                }
                out.push(Effect::Turn(Turn::Ended(TurnEnd::Interrupted)));
            }
            _ => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    fn open(&self) -> Vec<Op> {
        let asked = self.open.iter().map(|(request, _)| Op::Prompt(*request));
        self.chat.open().into_iter().chain(asked).collect()
    }
}

impl PilotDeck {
    fn ask(&mut self, call: Call, out: &mut Vec<Effect>) {
        self.requests += 1;
        let questions = &call.arguments["questions"];
        out.push(Effect::Client(
            json!({"type": "elicitation_request", "requestId": self.requests, "questions": questions}),
        ));
        self.open = Some((self.requests, call));
    }

    fn reply(&mut self, line: &Value, out: &mut Vec<Effect>) {
        let request = line["requestId"].as_u64();
        let delivered = self.open.as_ref().is_some_and(|(open, _)| Some(u64::from(*open)) == request);
        out.push(Effect::Client(json!({"type": "delivery", "requestId": request, "delivered": delivered})));
        match self.open.take_if(|_| delivered) {
            Some((_, call)) => self.chat.result(call.id, sentence(&line["answers"]), false, out),
            None if request.is_some_and(|request| request <= u64::from(self.requests)) => {
                out.push(Effect::Refuse(Why::Late));
            }
            None => out.push(Effect::Refuse(Why::Foreign)),
        }
    }
}

fn sentence(answers: &Value) -> String {
    let pairs = answers.as_object().into_iter().flatten();
    let pairs: Vec<String> = pairs.map(|(question, answer)| format!("{question:?}={answer}")).collect();
    format!("User has answered your questions: {}.", pairs.join(", "))
}
