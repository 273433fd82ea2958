//! The situation of a combination: the call, its questions, and the answers that are given.

use crate::model::json::{Map, Value, json};

use super::texts::Texts;
use crate::suite::combinations::Combination;

/// The metadata of a call, which no user may see.
pub const SOURCE: &str = "secret-plan-7";
/// Notes that the call brings although the host is asked.
pub const OF_THE_CALL: &str = "of the call";
/// A header that is too long by one letter.
const LONG_HEADER: &str = "ABCDEFGHIJKLM";
/// A preview that is a whole document.
const DOCUMENT: &str = "<html><p>x</p></html>";
/// What a person types at the panel. No document says whether the panel trims what is typed.
const OF_ONES_OWN: &str = "a third way";

/// A combination with what its words stand for.
pub struct Situation<'c> {
    pub combination: &'c Combination<'c>,
    pub texts: &'static Texts,
    /// The questions of the call, as the model writes them.
    pub questions: Vec<Value>,
    /// The place of the question that the combination is about.
    pub focus: usize,
}

impl<'c> Situation<'c> {
    pub fn of(combination: &'c Combination<'c>) -> Self {
        let (focus, count) = match combination.value("stands", "only") {
            "first_of_two" => (0, 2),
            "third_of_four" => (2, 4),
            _ => (0, 1),
        };
        let mut situation = Self { combination, texts: Texts::of(combination), questions: Vec::new(), focus };
        situation.questions = (0..count).map(|at| situation.question(at)).collect();
        situation
    }

    pub fn of_dimension(&self, dimension: &str) -> &str {
        self.combination.value(dimension, "")
    }

    pub fn channel(&self) -> &str {
        self.of_dimension("channel")
    }

    pub fn happens(&self) -> &str {
        self.of_dimension("happens")
    }

    pub fn place(&self) -> &str {
        self.of_dimension("place")
    }

    pub fn fault(&self) -> &str {
        self.of_dimension("fault")
    }

    pub fn profile(&self) -> &'static str {
        if matches!(self.channel(), "host" | "none") { "seed" } else { "upstream" }
    }

    /// Whether the call brings answers.
    pub fn brings_answers(&self) -> bool {
        self.of_dimension("given") == "set"
    }

    /// Whether the host is asked.
    pub fn asks(&self) -> bool {
        self.channel() != "none" && self.fault() == "none" && !self.brings_answers()
    }

    /// The text of the first question, by which the steps know the call.
    pub fn known_by(&self) -> &'static str {
        self.texts.questions[0]
    }

    /// The text of the question that the combination is about.
    pub fn key(&self) -> &'static str {
        self.texts.questions[self.focus]
    }

    pub fn is_several(&self) -> bool {
        self.of_dimension("several") == "yes"
    }

    fn options(&self) -> usize {
        if self.of_dimension("options") == "four" { 4 } else { 2 }
    }

    /// The label that is picked at a question. Each question has another one than the next.
    fn picked(&self, at: usize) -> &'static str {
        self.texts.labels[(at + 1) % self.options()]
    }

    /// The number of the label that is picked, as a list of options begins with 1.
    pub fn picked_number(&self) -> usize {
        (self.focus + 1) % self.options() + 1
    }

    /// A question of the call, with the fault of the combination.
    fn question(&self, at: usize) -> Value {
        let labels = &self.texts.labels[..self.options()];
        let picked = self.picked(at);
        let is_focus = at == self.focus;
        let option = |(number, label): (usize, &&str)| {
            let mut option =
                json!({"label": label, "description": if number == 0 { self.texts.description } else { "" }});
            let is_picked = *label == picked;
            let has_preview = match self.of_dimension("previews") {
                "picked" => is_picked,
                "others" => !is_picked,
                _ => false,
            };
            if is_focus && has_preview {
                option["preview"] = json!(self.texts.previews[usize::from(!is_picked)]);
            }
            option
        };
        let options: Vec<Value> = labels.iter().enumerate().map(option).collect();
        let header = if is_focus { self.texts.header } else { "" };
        let mut question = json!({"question": self.texts.questions[at], "header": header, "options": options});
        match self.of_dimension("several") {
            "unset" => {}
            word if is_focus => question["multiSelect"] = json!(word == "yes"),
            _ => {}
        }
        if is_focus {
            match self.fault() {
                "one_option" => question["options"] = json!([question["options"][0]]),
                "long_header" => question["header"] = json!(LONG_HEADER),
                "repeated_label" => question["options"][1]["label"] = json!(self.texts.labels[0]),
                "repeated_question" => question["question"] = json!(self.texts.questions[0]),
                "document" => question["options"][1]["preview"] = json!(DOCUMENT),
                _ => {}
            }
        }
        question
    }

    /// The arguments of the call.
    pub fn arguments(&self) -> Value {
        let mut arguments = json!({"questions": self.questions});
        match self.of_dimension("given") {
            "empty" => arguments["answers"] = json!({}),
            "null" => arguments["answers"] = Value::Null,
            "annotations" => arguments["annotations"] = json!({(self.key()): {"notes": OF_THE_CALL}}),
            "set" => {
                arguments["answers"] = self.answers();
                if let Some(annotations) = self.annotations() {
                    arguments["annotations"] = annotations;
                }
            }
            _ => {}
        }
        if let Some(metadata) = self.metadata() {
            arguments["metadata"] = metadata;
        }
        arguments
    }

    pub fn metadata(&self) -> Option<Value> {
        match self.of_dimension("metadata") {
            "source" => Some(json!({"source": SOURCE})),
            "empty" => Some(json!({})),
            _ => None,
        }
    }

    /// The answer to the question that the combination is about.
    fn answer(&self) -> Option<Value> {
        let picked = self.picked(self.focus);
        let is_panel = self.channel() == "panel";
        Some(match self.of_dimension("answer") {
            "missing" => return None,
            "typed" if is_panel && self.is_several() => json!([OF_ONES_OWN]),
            "typed" if is_panel => json!(OF_ONES_OWN),
            "typed" => json!(self.texts.typed),
            // No document says in which order the panel joins what is picked, if not in that of the options.
            "several" if is_panel => json!(&self.texts.labels[..2]),
            "several" => json!([picked, self.texts.labels[self.focus % self.options()]]),
            "empty" if self.is_several() => json!([]),
            "empty" => json!(""),
            _ if self.is_several() => json!([picked]),
            _ => json!(picked),
        })
    }

    /// All answers, whether the call or the host gives them.
    pub fn answers(&self) -> Value {
        let others = self.of_dimension("others");
        let of = |at: usize| {
            let answer = if at == self.focus {
                self.answer()?
            } else if others == "none" {
                return None;
            } else {
                json!(self.picked(at))
            };
            Some((self.texts.questions[at].to_owned(), answer))
        };
        let mut answers: Vec<(String, Value)> = (0..self.questions.len()).filter_map(of).collect();
        match others {
            "reversed" => answers.reverse(),
            "unasked" => answers.insert(0, (self.texts.unasked.to_owned(), json!(self.texts.typed))),
            _ => {}
        }
        Value::Object(answers.into_iter().collect::<Map>())
    }

    /// The annotations beside the answers, if there are any.
    pub fn annotations(&self) -> Option<Value> {
        let (key, texts) = (self.key(), self.texts);
        Some(match self.of_dimension("annotations") {
            "both" => {
                let of = |(at, question): (usize, &&str)| {
                    let annotation = if at == self.focus {
                        json!({"notes": texts.notes, "preview": texts.previews[0]})
                    } else {
                        json!({"notes": format!("{} {at}", texts.notes)})
                    };
                    ((*question).to_owned(), annotation)
                };
                let asked = texts.questions[..self.questions.len()].iter().enumerate();
                Value::Object(asked.map(of).collect::<Map>())
            }
            "blank" => {
                let astray = json!({"preview": texts.previews[0], "notes": texts.notes});
                json!({(format!("{key} ")): astray, key: {"preview": "", "notes": " "}})
            }
            "empty" => json!({}),
            _ => return None,
        })
    }
}
