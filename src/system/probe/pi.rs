//! pi's `ask_user`, as far as it shows keys and files: one list of options moved through by arrows and Enter on a
//! terminal, and a pending file in print mode.

use serde_json::{Value, json};

use super::chat::{Call, Chat};
use crate::{
    model::{Key, Millis, Op},
    system::{Act, AskingCall, Effect, FileEvent, FileOp, Input, Machine, Offers, Prompt, Turn, Why},
};

const PENDING_FILE: &str = ".pi/pending-questions.json";
const OTHER: &str = "Other (type your answer)";

/// A call that puts a question to the user between labels.
pub fn asking(_: &str, question: &str, labels: &[String]) -> AskingCall {
    let options: Vec<Value> = labels.iter().map(|label| json!({"label": label})).collect();
    let arguments = json!({"questions": [{"question": question, "options": options}]});
    AskingCall { tool: "ask_user".to_owned(), arguments, question: None }
}

/// The probe.
#[derive(Clone, Debug, Default)]
pub struct Pi {
    chat: Chat,
    print_mode: bool,
    form: Option<(Op, Call, Form)>,
    file: Option<(Op, Call)>,
}

#[derive(Clone, Debug)]
struct Form {
    question: String,
    rows: Vec<String>,
    cursor: usize,
}

impl Machine for Pi {
    fn handle(&mut self, _now: Millis, input: Input, out: &mut Vec<Effect>) {
        match input {
            Input::Begin(setup) => {
                self.print_mode = setup.argv.iter().any(|word| word == "-p");
                self.chat.offer("ask_user", "Ask the user.", json!({"type": "object"}));
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
            Input::Person(op, act) if self.form.as_ref().is_some_and(|(shown, ..)| *shown == op) => self.act(act, out),
            Input::File(op, event) if self.file.as_ref().is_some_and(|(under_way, _)| *under_way == op) => {
                self.written(&event, out);
            }
            Input::Person(op, _) if self.chat.mint.knows(op) => out.push(Effect::Refuse(Why::Late)),
            _ => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    fn open(&self) -> Vec<Op> {
        let form = self.form.as_ref().map(|(op, ..)| *op);
        let file = self.file.as_ref().map(|(op, _)| *op);
        [self.chat.open(), form, file].into_iter().flatten().collect()
    }
}

impl Pi {
    fn ask(&mut self, call: Call, out: &mut Vec<Effect>) {
        let asked = &call.arguments["questions"][0];
        let question = asked["question"].as_str().unwrap_or_default().to_owned();
        let labels = asked["options"].as_array().into_iter().flatten();
        let mut rows: Vec<String> = labels.filter_map(|option| option["label"].as_str().map(str::to_owned)).collect();
        if self.print_mode {
            let op = self.chat.mint.next(Op::File);
            let pending = json!({"questions": [{"question": question, "options": rows, "answer": null}]});
            let content = format!("{pending:#}\n");
            out.push(Effect::File(op, FileOp::Write { path: PENDING_FILE.to_owned(), content }));
            self.file = Some((op, call));
            return;
        }
        rows.push(OTHER.to_owned());
        let op = self.chat.mint.next(Op::Prompt);
        let form = Form { question, rows, cursor: 0 };
        out.push(Effect::Show(op, form.draw()));
        self.form = Some((op, call, form));
    }

    fn act(&mut self, act: Act, out: &mut Vec<Effect>) {
        let Some((op, call, form)) = &mut self.form else { return };
        match act {
            Act::Key(Key::Down) => form.cursor = (form.cursor + 1) % form.rows.len(),
            Act::Key(Key::Enter) => {
                let label = form.rows[form.cursor].clone();
                let answer = json!({"question": form.question, "answer": label, "selectedOption": label,
                    "wasCustom": false});
                let (id, body) = (call.id.clone(), json!({"answered": true, "answers": [answer]}));
                self.form = None;
                return self.chat.result(id, body.to_string(), false, out);
            }
            Act::Key(Key::Esc) | Act::Cancel => {
                let (id, body) = (call.id.clone(), json!({"answered": false, "answers": [], "cancelled": true}));
                self.form = None;
                return self.chat.result(id, body.to_string(), false, out);
            }
            _ => out.push(Effect::Refuse(Why::NotOffered)),
        }
        out.push(Effect::Show(*op, form.draw()));
    }

    fn written(&mut self, event: &FileEvent, out: &mut Vec<Effect>) {
        if let Some((_, call)) = self.file.take() {
            let (text, failed) = match event {
                FileEvent::Done => {
                    (format!("Questions pending. User input required.\n\nSaved to: {PENDING_FILE}"), false)
                }
                FileEvent::Read(_) | FileEvent::Failed => ("The questions could not be saved.".to_owned(), true),
            };
            self.chat.result(call.id, text, failed, out);
        }
    }
}

impl Form {
    fn draw(&self) -> Prompt {
        let rows = self.rows.iter().enumerate().map(|(row, label)| {
            let mark = if row == self.cursor { "> " } else { "  " };
            format!("  {mark}{}. {label}", row + 1)
        });
        let text = std::iter::once(format!("  {}", self.question)).chain(rows).collect::<Vec<_>>().join("\n");
        let offers =
            Offers { keys: vec![Key::Down, Key::Enter, Key::Esc], choices: self.rows.clone(), ..Offers::default() };
        Prompt { text, offers, request: None }
    }
}
