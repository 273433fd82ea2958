//! The parameters of a tool, with every layer of the configuration merged.

use std::sync::{Arc, LazyLock};

use crate::model::json::{Map, Value, json};
use indexmap::IndexMap;

use super::partial::PartialParameter;
use crate::system::jp::{builtin_defaults, errors::ConfigFault};

/// The merged layers of a tool's parameters.
type Partial = Arc<IndexMap<String, PartialParameter>>;

/// The parameters of a tool, by name.
#[derive(Clone, Debug)]
pub struct Parameters {
    each: IndexMap<String, Parameter>,
    schema: Arc<Value>,
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

/// The parameters of the built-in tools and of most host tools. They are the same in every run, so they are read once.
static KNOWN: LazyLock<Vec<(Partial, Arc<Parameters>)>> = LazyLock::new(|| {
    let built_in = builtin_defaults::defaults().conversation.tools.values().map(|tool| tool.parameters.clone());
    let known = built_in.chain([Partial::default()]);
    known.filter_map(|partial| Parameters::read(&partial).ok().map(|read| (partial, read.into()))).collect()
});

impl Parameters {
    /// Reads the merged layers.
    ///
    /// # Errors
    /// The first parameter without a valid type.
    pub fn resolve(partial: &Partial) -> Result<Arc<Self>, ConfigFault> {
        let is_same = |known: &Partial| Arc::ptr_eq(known, partial) || known.iter().eq(partial.iter());
        match KNOWN.iter().find(|(known, _)| is_same(known)) {
            Some((_, read)) => Ok(Arc::clone(read)),
            None => Self::read(partial).map(Arc::new),
        }
    }

    fn read(partial: &IndexMap<String, PartialParameter>) -> Result<Self, ConfigFault> {
        let each = partial.iter().map(|(name, parameter)| {
            let missing = || {
                let found = parameter.kind.as_ref().map_or("nothing".to_owned(), ToString::to_string);
                let expected = "expected a JSON type or a list of them";
                ConfigFault::new(format!(".parameters.{name}.type"), format!("{expected}, found {found}"))
            };
            Parameter::resolve(parameter).map(|parameter| (name.clone(), parameter)).ok_or_else(missing)
        });
        let each: IndexMap<String, Parameter> = each.collect::<Result<_, _>>()?;
        Ok(Self { schema: schema(&each).into(), each })
    }

    /// Whether the tool has no parameters.
    pub fn is_empty(&self) -> bool {
        self.each.is_empty()
    }

    /// Reads JSON out of string arguments whose declared type is not a string (ARG-26).
    pub fn coerce(&self, arguments: &mut Map) {
        for (name, parameter) in &self.each {
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

    /// The JSON Schema of the arguments.
    pub const fn schema(&self) -> &Arc<Value> {
        &self.schema
    }
}

fn schema(parameters: &IndexMap<String, Parameter>) -> Value {
    let required: Vec<&String> =
        parameters.iter().filter(|(_, parameter)| parameter.required).map(|(name, _)| name).collect();
    let properties: Map = parameters.iter().map(|(name, parameter)| (name.clone(), parameter.schema())).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
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
        schema.insert("type", self.kind.clone());
        if let Some(description) = &self.description {
            schema.insert("description", description.as_str().into());
        }
        if !self.allowed.is_empty() {
            schema.insert("enum", self.allowed.clone().into());
        }
        if let Some(items) = &self.items {
            schema.insert("items", items.clone());
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
