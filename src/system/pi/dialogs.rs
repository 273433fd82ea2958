//! The questions of a call as dialogs of pi's own protocol, one after another (PI-65). This is a pure widget: each reply
//! leads to the next dialog, or to the end.
//!
//! **Absent here:** an answer from silence. A missing reply counts as Esc in the form.

use std::collections::BTreeSet;

use crate::model::json::{Value, json};

use super::{
    answers::Answer,
    arguments::Question,
    form::{LONG, OTHER, long},
};
use crate::model::Op;

/// The row that submits the picked options.
const SUBMIT: &str = "Submit";

/// The dialogs on the questions of a call.
#[derive(Clone, Debug, Hash)]
pub struct Dialogs {
    questions: Vec<Question>,
    answers: Vec<Answer>,
    stage: Stage,
    /// The options that are picked, where several may be.
    picks: BTreeSet<usize>,
    /// The id of the waiting dialog.
    request: String,
    /// The timer of the waiting dialog.
    timer: Option<Op>,
}

/// The dialog that waits.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
enum Stage {
    /// A list of options.
    Pick,
    /// A line of text.
    Type,
    /// The text once more, because it was too long.
    Edit(String),
    /// Whether the user means this long text.
    Long(String),
    /// Whether to discard the answers so far.
    Discard,
}

/// The reply of a host.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum Reply {
    /// A text.
    Value(String),
    /// Yes or no.
    Confirmed(bool),
    /// The dialog was cancelled (PI-66).
    Nothing,
    /// No reply within the time limit (PI-66).
    Silence,
}

/// The consequence of a reply.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Next {
    /// Another dialog is to be shown.
    Dialog,
    /// Every question is answered.
    Answered(Vec<Answer>),
    /// The user declined to answer.
    Cancelled,
}

impl Reply {
    /// Reads a response; `None` if it has no known member.
    pub fn read(line: &Value) -> Option<Self> {
        match (&line["cancelled"], &line["value"], &line["confirmed"]) {
            (Value::Bool(true), ..) => Some(Self::Nothing),
            (_, Value::String(value), _) => Some(Self::Value(value.to_string())),
            (_, _, Value::Bool(confirmed)) => Some(Self::Confirmed(*confirmed)),
            _ => None,
        }
    }
}

impl Dialogs {
    /// The dialogs on these questions.
    pub fn new(questions: Vec<Question>) -> Self {
        let mut dialogs = Self {
            questions,
            answers: Vec::new(),
            stage: Stage::Pick,
            picks: BTreeSet::new(),
            request: String::new(),
            timer: None,
        };
        dialogs.begin();
        dialogs
    }

    /// The message that shows the next dialog, with the id `request`.
    pub fn open(&mut self, request: String, timer: Option<Op>) -> Value {
        let mut message = json!({"type": "extension_ui_request", "id": request});
        if let (Some(message), Value::Object(dialog)) = (message.as_object_mut(), self.dialog()) {
            message.extend(dialog);
        }
        (self.request, self.timer) = (request, timer);
        message
    }

    /// Whether the waiting dialog has that id.
    pub fn waits_for(&self, request: &str) -> bool {
        self.request == request
    }

    /// The timer of the waiting dialog.
    pub const fn timer(&self) -> Option<Op> {
        self.timer
    }

    /// The timer has fired.
    pub const fn stop_timer(&mut self) {
        self.timer = None;
    }

    fn question(&self) -> Option<&Question> {
        self.questions.get(self.answers.len())
    }

    /// Begins the next question.
    fn begin(&mut self) {
        self.picks.clear();
        let has_options = self.question().is_some_and(|question| !question.options.is_empty());
        self.stage = if has_options { Stage::Pick } else { Stage::Type };
    }

    fn dialog(&self) -> Value {
        let Some(question) = self.question() else { return json!({}) };
        let title = question.text.as_str();
        match &self.stage {
            Stage::Pick => json!({"method": "select", "title": title, "options": self.rows(question)}),
            Stage::Type => json!({"method": "input", "title": title, "placeholder": ""}),
            Stage::Edit(text) => json!({"method": "editor", "title": title, "prefill": text}),
            Stage::Long(text) => json!({"method": "confirm", "title": title, "message": long(text.chars().count())}),
            Stage::Discard => {
                json!({"method": "confirm", "title": title, "message": format!("Discard {} answers?", self.answers.len())})
            }
        }
    }

    fn rows(&self, question: &Question) -> Vec<String> {
        if !question.several {
            return question.labels().chain([OTHER]).map(str::to_owned).collect();
        }
        let row =
            |(at, label): (usize, &str)| format!("[{}] {label}", if self.picks.contains(&at) { "x" } else { " " });
        let submit = (!self.picks.is_empty()).then_some(SUBMIT);
        question.labels().enumerate().map(row).chain([OTHER].into_iter().chain(submit).map(str::to_owned)).collect()
    }

    /// Takes the reply to the waiting dialog.
    pub fn reply(&mut self, reply: Reply) -> Next {
        match (std::mem::replace(&mut self.stage, Stage::Pick), reply) {
            (Stage::Pick, Reply::Value(value)) => self.pick(&value),
            (Stage::Type | Stage::Edit(_), Reply::Value(text)) => self.type_text(text),
            (Stage::Long(text), Reply::Confirmed(true)) => self.answer_text(&text),
            (Stage::Long(text), _) => {
                self.stage = Stage::Edit(text);
                Next::Dialog
            }
            // Silence counts as a yes. A host that never replies would otherwise be asked without end.
            (Stage::Discard, Reply::Confirmed(true) | Reply::Silence) => Next::Cancelled,
            (Stage::Discard, _) => {
                self.begin();
                Next::Dialog
            }
            (Stage::Type | Stage::Edit(_), _)
                if self.question().is_some_and(|question| !question.options.is_empty()) =>
            {
                Next::Dialog
            }
            (Stage::Pick | Stage::Type | Stage::Edit(_), _) if self.answers.is_empty() => Next::Cancelled,
            (Stage::Pick | Stage::Type | Stage::Edit(_), _) => {
                self.stage = Stage::Discard;
                Next::Dialog
            }
        }
    }

    fn pick(&mut self, value: &str) -> Next {
        let Some(question) = self.question() else { return Next::Cancelled };
        let at = self.rows(question).iter().position(|row| row == value);
        match at {
            Some(at) if at < question.options.len() && question.several => {
                if !self.picks.remove(&at) {
                    self.picks.insert(at);
                }
                self.stage = Stage::Pick;
                Next::Dialog
            }
            Some(at) if at < question.options.len() => {
                let answer = Answer::picked(question, value);
                self.answer(answer)
            }
            Some(at) if at == question.options.len() => {
                self.stage = Stage::Type;
                Next::Dialog
            }
            Some(_) => {
                let answer = Answer::several(question, self.picked(question), None);
                self.answer(answer)
            }
            // A host may let its user type a text instead of picking a row.
            None => self.type_text(value.to_owned()),
        }
    }

    fn picked(&self, question: &Question) -> Vec<String> {
        let labels = question.labels().enumerate().filter(|(at, _)| self.picks.contains(at));
        labels.map(|(_, label)| label.to_owned()).collect()
    }

    fn type_text(&mut self, text: String) -> Next {
        match text.chars().count() {
            0 => self.stage = Stage::Type,
            length if length >= LONG => self.stage = Stage::Long(text),
            _ => return self.answer_text(&text),
        }
        Next::Dialog
    }

    fn answer_text(&mut self, text: &str) -> Next {
        let Some(question) = self.question() else { return Next::Cancelled };
        let answer = match question.several {
            true => Answer::several(question, self.picked(question), Some(text)),
            false => Answer::typed(question, text),
        };
        self.answer(answer)
    }

    fn answer(&mut self, answer: Answer) -> Next {
        self.answers.push(answer);
        if self.answers.len() == self.questions.len() {
            return Next::Answered(std::mem::take(&mut self.answers));
        }
        self.begin();
        Next::Dialog
    }
}

#[cfg(test)]
#[path = "dialogs_tests.rs"]
mod tests;
