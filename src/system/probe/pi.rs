//! pi's `ask_user`, as far as it shows keys and files: one list of options moved through by arrows and Enter on a
//! terminal, and a pending file in print mode.

use serde_json::{Value, json};

use crate::{
    model::{Key, Millis, Op, ToolDefinition},
    system::{
        Act, AskingCall, Effect, FileEvent, FileOp, Input, Machine, Offers, Prompt, Turn, TurnEnd, Why,
        chat::{CallResult, Chat, Told},
    },
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
    form: Option<(Op, Form)>,
    file: Option<Op>,
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
                let (name, description) = ("ask_user".to_owned(), "Ask the user.".to_owned());
                self.chat.offer(vec![ToolDefinition {
                    name,
                    description,
                    parameters: json!({"type": "object"}).into(),
                }]);
            }
            Input::Says(text) => {
                out.push(Effect::Turn(Turn::Began));
                self.chat.user(text.0);
                self.chat.ask(out);
            }
            Input::Model(op, event) => match self.chat.model(op, event, out) {
                Told::Nothing => {}
                Told::Failed(failure) => out.push(Effect::Turn(Turn::Ended(TurnEnd::Failed(failure.kind)))),
                Told::Answer(_) => self.answered(out),
            },
            Input::Person(op, act) if self.form.as_ref().is_some_and(|(shown, _)| *shown == op) => self.act(act, out),
            Input::File(op, event) if self.file == Some(op) => {
                self.written(&event, out);
            }
            Input::Person(op, _) if self.chat.mint.knows(op) => out.push(Effect::Refuse(Why::Late)),
            _ => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    fn open(&self) -> Vec<Op> {
        let form = self.form.as_ref().map(|(op, _)| *op);
        self.chat.open().into_iter().chain(form).chain(self.file).collect()
    }
}

impl Pi {
    /// The first call is asked; a probe knows no others.
    fn answered(&mut self, out: &mut Vec<Effect>) {
        for index in 1..self.chat.calls().len() {
            self.chat.settle(index, CallResult::error("The probe makes one call at a time."));
        }
        match self.chat.calls().first() {
            None => out.push(Effect::Turn(Turn::Ended(TurnEnd::Completed))),
            Some(call) => {
                let arguments = call.arguments.clone();
                self.ask(&arguments, out);
            }
        }
    }

    fn ask(&mut self, arguments: &Value, out: &mut Vec<Effect>) {
        let asked = &arguments["questions"][0];
        let question = asked["question"].as_str().unwrap_or_default().to_owned();
        let labels = asked["options"].as_array().into_iter().flatten();
        let mut rows: Vec<String> = labels.filter_map(|option| option["label"].as_str().map(str::to_owned)).collect();
        if self.print_mode {
            let op = self.chat.mint.next(Op::File);
            let pending = json!({"questions": [{"question": question, "options": rows, "answer": null}]});
            let content = format!("{pending:#}\n");
            out.push(Effect::File(op, FileOp::Write { path: PENDING_FILE.to_owned(), content }));
            self.file = Some(op);
            return;
        }
        rows.push(OTHER.to_owned());
        let op = self.chat.mint.next(Op::Prompt);
        let form = Form { question, rows, cursor: 0 };
        out.push(Effect::Show(op, form.draw()));
        self.form = Some((op, form));
    }

    fn settle(&mut self, result: CallResult, out: &mut Vec<Effect>) {
        self.form = None;
        self.chat.settle(0, result);
        self.chat.conclude();
        self.chat.ask(out);
    }

    fn act(&mut self, act: Act, out: &mut Vec<Effect>) {
        let Some((op, form)) = &mut self.form else { return };
        match act {
            Act::Key(Key::Down) => form.cursor = (form.cursor + 1) % form.rows.len(),
            Act::Key(Key::Enter) => {
                let label = form.rows[form.cursor].clone();
                let answer = json!({"question": form.question, "answer": label, "selectedOption": label,
                    "wasCustom": false});
                let body = json!({"answered": true, "answers": [answer]});
                return self.settle(CallResult::plain(body.to_string()), out);
            }
            Act::Key(Key::Esc) | Act::Cancel => {
                let body = json!({"answered": false, "answers": [], "cancelled": true});
                return self.settle(CallResult::plain(body.to_string()), out);
            }
            _ => out.push(Effect::Refuse(Why::NotOffered)),
        }
        out.push(Effect::Show(*op, form.draw()));
    }

    fn written(&mut self, event: &FileEvent, out: &mut Vec<Effect>) {
        self.file = None;
        let result = match event {
            FileEvent::Done => {
                CallResult::plain(format!("Questions pending. User input required.\n\nSaved to: {PENDING_FILE}"))
            }
            FileEvent::Read(_) | FileEvent::Failed => CallResult::error("The questions could not be saved."),
        };
        self.settle(result, out);
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
