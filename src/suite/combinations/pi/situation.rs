//! The facts of a combination: the call, the user's place, and what happens.

use crate::model::json::{Value, json};

use super::{oracle::Question, texts::Texts, values};
use crate::suite::combinations::Combination;

/// Where the user answers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Display {
    /// The form on the terminal.
    Form,
    /// A client, in one message.
    Client,
    /// A client, in dialogs of pi's own protocol.
    Dialogs,
    /// No user: the questions go to a file.
    File,
    /// The file of an earlier run, in which the answers stand.
    Edited,
    /// The file of an earlier run, with a message.
    Message,
    /// The command line.
    CommandLine,
}

/// What a combination is about.
pub struct Situation<'c> {
    pub combination: &'c Combination<'c>,
    pub display: Display,
    /// The questions of the call, in order.
    pub questions: Vec<Question>,
    /// The place of the question that varies.
    pub place_of_focus: usize,
    pub metadata: Option<Value>,
}

impl<'c> Situation<'c> {
    pub fn of(combination: &'c Combination<'c>) -> Self {
        let of = |dimension, plain| combination.value(dimension, plain);
        let texts = Texts::of(combination);
        let display = match (of("display", "form"), of("profile", "seed")) {
            ("client", "pi_rpc") => Display::Dialogs,
            ("client", _) => Display::Client,
            ("file", _) => Display::File,
            ("edited", _) => Display::Edited,
            ("message", _) => Display::Message,
            ("command_line", _) => Display::CommandLine,
            _ => Display::Form,
        };
        let choices = values::options(of("options", "few"), texts);
        let given = values::given(of("answer", "first"), choices.as_deref().unwrap_or_default(), texts);
        let several = match of("several", "unset") {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        };
        let header = (of("header", "none") == "set").then(|| texts.header.to_owned());
        let asked = Question { text: texts.focus.to_owned(), header, choices, several, given };
        let beside = of("beside", "list");
        let ready = values::other(texts.others[0], ["ready", "hardly"], beside);
        let sure = values::other(texts.others[1], ["certain", "doubtful"], beside);
        let (questions, place_of_focus) = match of("stands", "alone") {
            "first_of_two" => (vec![asked, sure], 0),
            "second_of_two" => (vec![ready, asked], 1),
            "third_of_three" => (vec![ready, sure, asked], 2),
            _ => (vec![asked], 0),
        };
        Self { combination, display, questions, place_of_focus, metadata: values::metadata(of("metadata", "none")) }
    }

    /// The question that varies.
    pub fn asked(&self) -> &Question {
        &self.questions[self.place_of_focus]
    }

    /// The text of the question that varies.
    pub fn focus(&self) -> &str {
        &self.asked().text
    }

    /// The text of the first question, which a form shows first.
    pub fn first(&self) -> &str {
        &self.questions[0].text
    }

    /// Whether the question is the first that a form shows.
    pub fn is_shown_first(&self) -> bool {
        self.place_of_focus == 0
    }

    /// What happens once the call is made.
    pub fn happens(&self) -> &str {
        self.combination.value("happens", "given")
    }

    /// Where the call stands in the run.
    pub fn place(&self) -> &str {
        self.combination.value("place", "first")
    }

    /// The number of calls before.
    pub fn earlier(&self) -> usize {
        match self.place() {
            "first" => 0,
            "third_call" => 2,
            _ => 1,
        }
    }

    /// The id of the call.
    pub fn call(&self) -> String {
        format!("call_{}", self.earlier() + 1)
    }

    /// The word for the mode in what is stored.
    pub fn mode(&self) -> &'static str {
        match self.display {
            Display::Form => "interactive",
            Display::Client | Display::Dialogs => "rpc",
            _ => "print",
        }
    }

    /// Whether all questions are answered at last.
    pub fn is_answered(&self) -> bool {
        matches!(self.happens(), "given" | "keys" | "late" | "kept" | "restarted" | "stray")
    }

    /// The arguments of the call.
    pub fn arguments(&self) -> Value {
        let questions: Vec<Value> = self.questions.iter().map(Question::arguments).collect();
        let mut arguments = json!({"questions": questions});
        if let Some(metadata) = &self.metadata {
            arguments["metadata"] = metadata.clone();
        }
        arguments
    }

    /// The questions, as far as they must be repeated.
    pub fn kept_questions(&self) -> Value {
        self.questions.iter().map(Question::kept).collect()
    }

    /// The answers as a person gives them: alone or as a list, in order.
    pub fn all_given(&self) -> Value {
        match &self.questions[..] {
            [only] => only.value(),
            all => all.iter().map(Question::value).collect(),
        }
    }
}
