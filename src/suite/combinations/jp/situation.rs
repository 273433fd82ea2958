//! The facts of a combination: the question, the configuration, and what the oracle says of them.

use crate::model::json::{Map, Value, json};

use super::{
    texts::Texts,
    values::{self, FIRST},
};
use crate::{
    sim::oracle::{Asked, Expected, OracleError, OracleInput, Row},
    suite::combinations::{Combination, CombinationError},
};

/// The tool of the host that asks.
const TOOL: &str = "deploy";
/// The id of its question.
const OWN: &str = "q";
/// The label in the layer below, which must not be shown.
pub const LABEL_BELOW: &str = "Nobody";

/// What a combination is about.
pub struct Situation<'c> {
    pub combination: &'c Combination<'c>,
    /// The texts in it.
    pub texts: &'static Texts,
    /// The question as the tool asks it, or the arguments of the call.
    pub question: Value,
    /// The layers of the configuration: the user's, and the command line's.
    pub layers: [Value; 2],
    /// The facts of the question, for the oracle.
    pub input: OracleInput,
    /// The demands on a call that is refused for its arguments.
    pub refused: Option<&'static Row>,
    /// What the oracle expects of the question.
    pub expected: Expected<'static>,
    /// Whether the person has had an answer remembered before.
    pub is_remembered: bool,
}

fn unsettled(error: OracleError) -> CombinationError {
    CombinationError::Unsettled(error.to_string())
}

impl<'c> Situation<'c> {
    /// The situation of a combination.
    ///
    /// # Errors
    /// The oracle does not know what is demanded.
    pub fn of(combination: &'c Combination<'c>) -> Result<Self, CombinationError> {
        let of = |dimension, plain| combination.value(dimension, plain);
        let is_built_in = of("asker", "local") == "ask_user";
        let question = if is_built_in { arguments(combination) } else { question(combination) };
        let (tool, id) = if is_built_in { ("ask_user", "answer") } else { (TOOL, OWN) };
        let [low, high] = settings(combination);
        let mut input = if is_built_in {
            OracleInput::of_built_in("", &question)
        } else {
            OracleInput::of_tool(tool, "", &question)
        }
        .map_err(unsettled)?;
        input.terminal = of("terminal", "yes") == "yes";
        input.profile = of("profile", "").to_owned();
        for layer in [&low, &high] {
            input.settings.overlay(layer).map_err(unsettled)?;
        }
        let accepted = input.accepted().map_err(unsettled)?;
        let is_remembered = of("place", "first").starts_with("reused");
        let expected = input.expected(is_remembered).map_err(unsettled)?;
        let layer = |settings: Value| match settings.as_object() {
            Some(members) if !members.is_empty() => json!({"questions": {id: settings}}),
            _ => json!({}),
        };
        let (mut low, high) = (layer(low), layer(high));
        if of("asker", "local") == "mcp" {
            low["source"] = json!("mcp.web");
        }
        let layers = [low, high].map(|tools| match tools.as_object() {
            Some(members) if !members.is_empty() => json!({"conversation": {"tools": {tool: tools}}}),
            _ => Value::Null,
        });
        let refused = accepted.passes.is_none().then_some(accepted);
        Ok(Self {
            combination,
            texts: Texts::of(combination),
            question,
            layers,
            input,
            refused,
            expected,
            is_remembered,
        })
    }

    /// The value of a dimension.
    pub fn of_dimension<'s>(&'s self, dimension: &str, plain: &'s str) -> &'s str {
        self.combination.value(dimension, plain)
    }

    /// The type of the question.
    pub fn kind(&self) -> &'static str {
        self.input.kind.word()
    }

    /// The question as the tool asks it first, in other words: of the same id and type, for the same party, and with another text,
    /// context and default. It may be remembered if it `can_be`, whatever the question itself says.
    pub fn in_other_words(&self, can_be: bool) -> Value {
        let mut before = self.question.clone();
        if let Some(members) = before.as_object_mut() {
            members.insert("text".to_owned(), json!(if can_be { "Deploy now?" } else { FIRST }));
            members.insert("context".to_owned(), json!("Nothing was sent before."));
            members.remove("default");
            if can_be {
                members.insert("answer_type".to_owned(), json!({"type": "boolean"}));
                members.remove("persistence");
            }
        }
        before
    }

    /// Whether the built-in tool asks.
    pub fn is_built_in(&self) -> bool {
        self.of_dimension("asker", "local") == "ask_user"
    }

    /// Who is asked.
    pub fn asked(&self) -> Asked {
        let is_asked = self.refused.is_none();
        self.expected.route.asked.as_ref().filter(|_| is_asked).map_or(Asked::Nobody, |asked| asked.is)
    }
}

/// The arguments of a call of the built-in tool.
fn arguments(combination: &Combination<'_>) -> Value {
    let kind = combination.value("type", "boolean");
    let mut arguments = Map::new();
    arguments.insert("question".to_owned(), json!(Texts::of(combination).question));
    arguments.insert("answer_type".to_owned(), json!(kind));
    if kind == "select" {
        arguments.insert("options".to_owned(), json!(Texts::of(combination).options));
    }
    also(combination, &mut arguments);
    Value::Object(arguments)
}

/// The question of a tool of the host.
fn question(combination: &Combination<'_>) -> Value {
    let kind = combination.value("type", "boolean");
    let mut answer_type = json!({"type": kind});
    if kind == "select" {
        answer_type["options"] = json!(Texts::of(combination).options);
    }
    let mut question = Map::new();
    question.insert("id".to_owned(), json!(OWN));
    question.insert("text".to_owned(), json!(Texts::of(combination).question));
    question.insert("answer_type".to_owned(), answer_type);
    match combination.value("exclusive", "unset") {
        "unset" => {}
        word => drop(question.insert("exclusive".to_owned(), json!(word == "yes"))),
    }
    match combination.value("persistence", "unset") {
        "unset" => {}
        word => drop(question.insert("persistence".to_owned(), json!(word))),
    }
    also(combination, &mut question);
    Value::Object(question)
}

/// The context and the default.
fn also(combination: &Combination<'_>, question: &mut Map) {
    if let Some(context) = values::context(combination.value("context", "none"), Texts::of(combination)) {
        question.insert("context".to_owned(), json!(context));
    }
    let kind = combination.value("type", "boolean");
    if let Some(default) = values::default(kind, combination.value("default", "none"), Texts::of(combination)) {
        question.insert("default".to_owned(), default);
    }
}

/// What the user's layer and the command line's say of the question.
fn settings(combination: &Combination<'_>) -> [Value; 2] {
    let of = |dimension, plain| combination.value(dimension, plain);
    let (kind, texts) = (of("type", "boolean"), Texts::of(combination));
    let mut meant = Map::new();
    let mut below = Map::new();
    if let Some(target) = values::target(of("target", "unset")) {
        below.insert("target".to_owned(), json!(if target == json!("user") { "assistant" } else { "user" }));
        meant.insert("target".to_owned(), target);
    }
    if of("label", "none") == "set" {
        below.insert("prompt_label".to_owned(), json!(LABEL_BELOW));
        meant.insert("prompt_label".to_owned(), json!(texts.label));
    }
    if let Some(answer) = values::configured(kind, of("answer", "none"), texts) {
        below.insert("answer".to_owned(), values::below(kind, &answer, texts));
        meant.insert("answer".to_owned(), answer);
    }
    let [meant, below] = [meant, below].map(Value::Object);
    match of("layer", "user") {
        "user" => [meant, json!({})],
        "command_line" => [json!({}), meant],
        _ => [below, meant],
    }
}
