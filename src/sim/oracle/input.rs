//! The facts of a question that decide who answers it.

use crate::model::json::Value;
use serde::Deserialize;

use super::{
    Asker, Expected, Kind, OracleError, Persistence, Row, Settings, Table, Target,
    events::{member, text_of},
};

/// The facts of a question. All of them are known before the run.
///
/// Begin with [`OracleInput::of_tool`] or [`OracleInput::of_built_in`], which read the question itself. Then add the
/// facts around it: `terminal` and `profile` from the beginning of the run, and `settings` from the merged
/// configuration of the question.
///
/// A prompt or an inquiry belongs to this question if it has its text. If several questions of the run have that text,
/// the prompt belongs to the question that its answer settles. Without an answer, the order of asking decides.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OracleInput {
    /// The profile. Empty for the default.
    pub profile: String,
    /// Whether there is an interactive terminal.
    pub terminal: bool,
    /// Who asks.
    pub asker: Asker,
    /// The tool.
    pub tool: String,
    /// The id of the call.
    pub call: String,
    /// The id of the question.
    pub question: String,
    /// What is asked.
    pub text: String,
    /// A text to read before the question.
    pub context: Option<String>,
    /// The kind of the answer.
    pub kind: Kind,
    /// The options of a choice.
    pub options: Vec<String>,
    /// The default answer, which may be of any type.
    pub default: Option<Value>,
    /// Whether only a human may answer.
    pub exclusive: bool,
    /// Whether an answer may be remembered.
    pub persistence: Persistence,
    /// What the configuration says about the question.
    pub settings: Settings,
}

impl OracleInput {
    /// Reads a question that a tool of the host asks.
    ///
    /// # Errors
    /// If the question cannot be read.
    pub fn of_tool(tool: &str, call: &str, question: &Value) -> Result<Self, OracleError> {
        let id = text(question, "id")?;
        if id.is_empty() || id.contains('.') {
            return Err(OracleError::Id(id.to_owned()));
        }
        let of_answer = |key: &str| member(question, "answer_type").and_then(|answer| member(answer, key));
        let kind = of_answer("type").unwrap_or(&Value::Null);
        let persistence = match member(question, "persistence") {
            None => Persistence::Turn,
            Some(word) => {
                Persistence::deserialize(word).map_err(|error| OracleError::Persistence(error.to_string()))?
            }
        };
        let exclusive = match member(question, "exclusive") {
            None => false,
            Some(mark) => mark.as_bool().ok_or_else(|| OracleError::Exclusive(mark.clone()))?,
        };
        let context = member(question, "context").or_else(|| member(question, "pre_amble")).and_then(Value::as_str);
        Self {
            profile: String::new(),
            terminal: false,
            asker: Asker::Tool,
            tool: tool.to_owned(),
            call: call.to_owned(),
            question: id.to_owned(),
            text: text(question, "text")?.to_owned(),
            context: context.map(str::to_owned),
            kind: kind_of(kind)?,
            options: options_of(of_answer("options"))?,
            default: default_of(question),
            exclusive,
            persistence,
            settings: Settings::default(),
        }
        .checked()
    }

    /// Reads the question of the built-in tool from the arguments of its call. Whether the tool accepts the arguments
    /// is not checked here.
    ///
    /// # Errors
    /// If the question cannot be read.
    pub fn of_built_in(call: &str, arguments: &Value) -> Result<Self, OracleError> {
        let built_in = &Table::embedded().built_in;
        let kind = member(arguments, "answer_type").filter(|kind| !kind.is_null());
        Self {
            profile: String::new(),
            terminal: false,
            asker: Asker::BuiltIn,
            tool: built_in.tool.clone(),
            call: call.to_owned(),
            question: built_in.question.clone(),
            text: text(arguments, "question")?.to_owned(),
            context: text_of(arguments, "context").map(str::to_owned),
            kind: kind.map_or(Ok(Kind::Text), kind_of_built_in)?,
            options: options_of(member(arguments, "options"))?,
            default: default_of(arguments),
            exclusive: built_in.exclusive,
            persistence: built_in.persistence,
            settings: Settings::default(),
        }
        .checked()
    }

    /// The same, if the text and the options are possible.
    fn checked(self) -> Result<Self, OracleError> {
        if self.text.trim().is_empty() {
            return Err(OracleError::NoText);
        }
        if (self.kind == Kind::Select) == self.options.is_empty() {
            return Err(OracleError::Options(self.options));
        }
        Ok(self)
    }

    /// What the table expects for the question. `remembered` says whether the person has asked, in the same turn, to
    /// have the answer to this question of this tool remembered.
    ///
    /// # Errors
    /// Why the table expects nothing.
    pub fn expected(&self, remembered: bool) -> Result<Expected<'static>, OracleError> {
        Table::embedded().expected(|column| match column {
            "remembered" => Some(if remembered { "answer" } else { "nothing" }),
            _ => self.fact(column),
        })
    }

    /// The row that says whether the built-in tool accepts the call. It passes if the question is then asked.
    ///
    /// # Errors
    /// Why the table does not say so.
    pub fn accepted(&self) -> Result<&'static Row, OracleError> {
        Table::embedded().accepted(|column| self.fact(column))
    }

    /// The row that says how the question is closed, if a document says so. `asked` and `settled` are words of these
    /// columns.
    pub fn end(&self, asked: &str, settled: &str) -> Option<&'static Row> {
        Table::embedded().end(|column| match column {
            "asked" => Some(asked),
            "settled" => Some(settled),
            _ => self.fact(column),
        })
    }

    /// The row that says what follows from an answer, if a document says so.
    pub fn result(&self) -> Option<&'static Row> {
        Table::embedded().result(|column| self.fact(column))
    }

    /// The row that says who is recorded as asking, if a document says so.
    pub fn source(&self) -> Option<&'static Row> {
        Table::embedded().source(|column| self.fact(column))
    }

    /// The row that says what the record has of a field of the question. `field` is a word of that column.
    pub fn field(&self, field: &str, is_set: bool) -> Option<&'static Row> {
        Table::embedded().field(|column| match column {
            "field" => Some(field),
            "state" => Some(if is_set { "set" } else { "unset" }),
            _ => None,
        })
    }

    /// The row that says why an earlier question does not answer this one. `earlier` is a word of that column.
    pub fn repeat(&self, earlier: &str) -> Option<&'static Row> {
        Table::embedded().repeat(|column| if column == "earlier" { Some(earlier) } else { self.fact(column) })
    }

    /// The row that says where the context stands, if a document says so.
    pub fn context_row(&self) -> Option<&'static Row> {
        Table::embedded().context(|column| self.fact(column))
    }

    /// The fields of the question that the table knows, as a record has them. A field with its plain value is null.
    pub fn fields(&self) -> [(&'static str, Value); 4] {
        let is_plain = self.persistence == Persistence::Turn;
        [
            ("context", self.context.clone().into()),
            ("exclusive", if self.exclusive { true.into() } else { Value::Null }),
            ("persistence", if is_plain { Value::Null } else { "none".into() }),
            ("default", self.default.clone().unwrap_or_default()),
        ]
    }

    /// A text of the table, with the names of the question in it.
    pub fn filled(&self, text: &str) -> String {
        let words: [(&str, &str); 4] = [
            ("{tool}", &self.tool),
            ("{question}", &self.question),
            ("{type}", self.kind.word()),
            ("{text}", &self.text),
        ];
        let mut filled = String::with_capacity(text.len() + self.text.len());
        let mut rest = text;
        while let Some(at) = rest.find('{') {
            filled.push_str(&rest[..at]);
            rest = &rest[at..];
            let (written, word) = words.into_iter().find(|(name, _)| rest.starts_with(name)).unwrap_or(("{", "{"));
            filled.push_str(word);
            rest = &rest[written.len()..];
        }
        filled.push_str(rest);
        filled
    }

    /// Whether a value is a valid answer.
    pub fn is_answer(&self, value: &Value) -> bool {
        match self.kind {
            Kind::Boolean => value.is_boolean(),
            Kind::Select => value.as_str().is_some_and(|value| self.options.iter().any(|option| option == value)),
            Kind::Text | Kind::Secret => value.is_string(),
        }
    }

    /// How a value fits the question.
    fn fitness(&self, value: &Value) -> &'static str {
        match value {
            value if self.is_answer(value) => "fits",
            Value::String(_) if self.kind == Kind::Select => "outside_options",
            _ => "other_type",
        }
    }

    /// Whether an answer may be remembered for the turn. Only a yes or a no may.
    pub(super) fn may_be_remembered(&self) -> bool {
        self.kind == Kind::Boolean && self.persistence == Persistence::Turn
    }

    /// The word for the question in a column of the table.
    pub(super) fn fact(&self, column: &str) -> Option<&str> {
        let yes_or_no = |is: bool| if is { "yes" } else { "no" };
        Some(match column {
            "profile" if self.profile.is_empty() => Table::embedded().words(column).first()?,
            "profile" => &self.profile,
            "asker" => match self.asker {
                Asker::BuiltIn => "built_in",
                Asker::Tool => "tool",
            },
            "answer" => self.settings.answer.as_ref().map_or("none", |answer| self.fitness(answer)),
            "default" => self.default.as_ref().map_or("unset", |default| self.fitness(default)),
            "target" => match self.settings.target {
                Target::Unset => "unset",
                Target::User => "user",
                Target::Assistant => "assistant",
                Target::Settings => "settings",
            },
            "terminal" => yes_or_no(self.terminal),
            "exclusive" => yes_or_no(self.exclusive),
            "type" => self.kind.word(),
            "persistence" => match self.persistence {
                Persistence::Turn => "turn",
                Persistence::None => "none",
            },
            "context" => self.context.as_ref().map_or("unset", |_| "set"),
            "label" => self.settings.label.as_ref().map_or("unset", |_| "set"),
            _ => return None,
        })
    }
}

fn text<'v>(value: &'v Value, key: &str) -> Result<&'v str, OracleError> {
    let found = member(value, key).unwrap_or(&Value::Null);
    found.as_str().ok_or_else(|| OracleError::Text { key: key.to_owned(), found: found.clone() })
}

fn kind_of(word: &Value) -> Result<Kind, OracleError> {
    let kind = Kind::ALL.into_iter().find(|kind| word.as_str() == Some(kind.word()));
    kind.ok_or_else(|| OracleError::AnswerType(word.clone()))
}

/// The built-in tool has no type for secrets. What becomes of an unknown type is open.
fn kind_of_built_in(word: &Value) -> Result<Kind, OracleError> {
    kind_of(word)
        .and_then(|kind| if kind == Kind::Secret { Err(OracleError::AnswerType(word.clone())) } else { Ok(kind) })
}

fn default_of(question: &Value) -> Option<Value> {
    member(question, "default").filter(|default| !default.is_null()).cloned()
}

fn options_of(options: Option<&Value>) -> Result<Vec<String>, OracleError> {
    let options = match options {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(options)) => options.iter().map(|option| option.as_str().map(str::to_owned)).collect(),
        Some(_) => None,
    };
    options.ok_or(OracleError::OptionsType)
}
