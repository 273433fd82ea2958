//! A tool, with every layer of its configuration merged.

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::{
    enable::Enable,
    partial::{PartialParameter, PartialQuestion, PartialTool, ResultMode, RunMode},
};

/// A tool's configuration.
#[derive(Clone, Debug)]
pub struct Tool {
    source: Source,
    enable: Enable,
    /// Who lets it run.
    pub run: RunMode,
    /// Who lets its result go to the model.
    pub result: ResultMode,
    /// What the model is told of a call that the user stopped.
    pub cancellation_response: String,
    description: String,
    summary: Option<String>,
    parameters: IndexMap<String, Parameter>,
    questions: IndexMap<String, PartialQuestion>,
}

/// Whose executor runs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Source {
    /// One of jp's own.
    Builtin,
    /// A command of the user's.
    Local,
    /// A server's.
    Mcp,
}

#[derive(Clone, Debug)]
struct Parameter {
    kind: Value,
    required: bool,
    description: Option<String>,
    allowed: Vec<Value>,
    items: Option<Value>,
}

/// The types of JSON Schema.
const TYPES: [&str; 7] = ["null", "boolean", "object", "array", "number", "integer", "string"];

/// What the model is told of a stopped call where nothing else is configured.
const STOPPED: &str = "Tool call cancelled by user.";

impl Tool {
    /// Fills what the layers leave out: from what goes for all tools, then from jp's own defaults.
    ///
    /// # Errors
    /// Where below the tool something is missing or wrong, and what.
    pub fn resolve(tool: &PartialTool, for_all: &PartialTool) -> Result<Self, (String, String)> {
        let source = match tool.source.as_deref().map(|source| source.split('.').next().unwrap_or_default()) {
            Some("builtin") => Source::Builtin,
            Some("local") => Source::Local,
            Some("mcp") => Source::Mcp,
            found => {
                let found =
                    found.map_or("nothing".to_owned(), |_| format!("{:?}", tool.source.as_deref().unwrap_or("")));
                let expected = "expected `builtin`, `local` or `mcp`, perhaps with more after a dot";
                return Err((".source".to_owned(), format!("{expected}, found {found}")));
            }
        };
        let parameters = tool.parameters.iter().map(|(name, parameter)| {
            let missing = || {
                let found = parameter.kind.as_ref().map_or("nothing".to_owned(), ToString::to_string);
                let expected = "expected a JSON type or a list of them";
                (format!(".parameters.{name}.type"), format!("{expected}, found {found}"))
            };
            Parameter::resolve(parameter).map(|parameter| (name.clone(), parameter)).ok_or_else(missing)
        });
        Ok(Self {
            source,
            enable: tool.enable.resolve(&for_all.enable),
            run: tool.run.or(for_all.run).unwrap_or_default(),
            result: tool.result.or(for_all.result).unwrap_or_default(),
            cancellation_response: tool
                .cancellation_response
                .as_ref()
                .or(for_all.cancellation_response.as_ref())
                .map_or(STOPPED, String::as_str)
                .to_owned(),
            description: tool.description.clone().unwrap_or_default(),
            summary: tool.summary.clone(),
            parameters: parameters.collect::<Result<_, (String, String)>>()?,
            questions: tool.questions.clone(),
        })
    }

    /// Whether it is on.
    pub const fn is_enabled(&self) -> bool {
        self.enable.state
    }

    /// Whether the model is told of it: it is on, or `forced` by the choice of a tool and not locked.
    pub fn is_offered(&self, forced: bool) -> bool {
        self.enable.state || (forced && !self.enable.is_locked_off())
    }

    /// Whose executor runs.
    pub const fn source(&self) -> Source {
        self.source
    }

    /// How its question `id` is configured.
    pub fn question(&self, id: &str) -> Option<&PartialQuestion> {
        self.questions.get(id)
    }

    /// What the model is told of it: the summary where there is one, else the description whole (SCH-11).
    pub fn told(&self) -> &str {
        self.summary.as_deref().unwrap_or(&self.description)
    }

    /// Everything that is written about it, for a model that asks.
    pub fn documentation(&self) -> &str {
        if self.description.is_empty() { self.told() } else { &self.description }
    }

    /// Whether the configuration says anything of its arguments.
    pub fn has_parameters(&self) -> bool {
        !self.parameters.is_empty()
    }

    /// Turns arguments that hold JSON in a string into JSON where the declared type is no string (ARG-26).
    pub fn coerce(&self, arguments: &mut Map<String, Value>) {
        for (name, parameter) in &self.parameters {
            let Some(Value::String(text)) = arguments.get(name) else { continue };
            if parameter.admits("string") {
                continue;
            }
            if let Ok(value) = serde_json::from_str::<Value>(text)
                && parameter.admits(json_type(&value))
            {
                arguments.insert(name.clone(), value);
            }
        }
    }

    /// The JSON Schema of its arguments.
    pub fn schema(&self) -> Value {
        let required: Vec<&String> =
            self.parameters.iter().filter(|(_, parameter)| parameter.required).map(|(name, _)| name).collect();
        let properties: Map<String, Value> =
            self.parameters.iter().map(|(name, parameter)| (name.clone(), parameter.schema())).collect();
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
    }
}

impl Source {
    /// Its word in prompts.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Builtin => "built-in",
            Self::Local => "local",
            Self::Mcp => "mcp",
        }
    }
}

impl Parameter {
    fn resolve(parameter: &PartialParameter) -> Option<Self> {
        let PartialParameter { kind, required, description, allowed, items } = parameter.clone();
        let (required, allowed) = (required.unwrap_or_default(), allowed.unwrap_or_default());
        let is_type = |kind: &Value| kind.as_str().is_some_and(|kind| TYPES.contains(&kind));
        let kind = kind.filter(|kind| match kind {
            Value::Array(kinds) => !kinds.is_empty() && kinds.iter().all(is_type),
            kind => is_type(kind),
        });
        Some(Self { kind: kind?, required, description, allowed, items })
    }

    fn admits(&self, kind: &str) -> bool {
        match &self.kind {
            Value::Array(kinds) => kinds.iter().any(|one| one == kind),
            one => one == kind,
        }
    }

    fn schema(&self) -> Value {
        let mut schema = Map::new();
        schema.insert("type".into(), self.kind.clone());
        if let Some(description) = &self.description {
            schema.insert("description".into(), description.as_str().into());
        }
        if !self.allowed.is_empty() {
            schema.insert("enum".into(), self.allowed.clone().into());
        }
        if let Some(items) = &self.items {
            schema.insert("items".into(), items.clone());
        }
        schema.into()
    }
}

const fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
