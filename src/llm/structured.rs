//! How each wire asks for a structured answer.
//!
//! | wire | place of the schema | `const` |
//! |---|---|---|
//! | `anthropic` | `output_config.format`: `{"type": "json_schema", "schema": ..}` | documented |
//! | `responses` | `text.format`: `{"type": "json_schema", "name": .., "schema": .., "strict": true}` | not documented |
//! | `chat` | `response_format`: `{"type": "json_schema", "json_schema": {"name": .., "schema": .., "strict": true}}` | not documented |
//! | `gemini` | `generationConfig`: `{"responseMimeType": "application/json", "responseJsonSchema": ..}` | not documented |
//!
//! On every wire, the answer is the text of the message. Anthropic lists `const` among the keywords that it supports.
//! `OpenAI` lists `enum` and not `const`. Its own client sends both. But many other providers serve these two paths,
//! and some of them ignore `const`. An `enum` with one value means the same, so Hotseat sends that on the wires that do
//! not document `const`. In requests of other clients, both are read.

use crate::model::json::{Map, Name, Value};

use super::wire::Wire;

/// The name of the schema, on wires where it must have one.
pub const SCHEMA_NAME: &str = "answer";

impl Wire {
    /// Whether the provider documents `const` in the schema of a structured answer.
    pub const fn has_const(self) -> bool {
        match self {
            Self::Anthropic => true,
            Self::Responses | Self::Chat | Self::Gemini => false,
        }
    }

    /// `schema` in the keywords of this wire.
    pub fn schema(self, schema: &Value) -> Value {
        if self.has_const() { schema.clone() } else { without_const(schema) }
    }
}

/// Keywords whose values are not schemas.
const VALUES: [&str; 4] = ["enum", "default", "examples", "required"];
/// Keywords whose values are objects of schemas.
const NAMED: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/// A schema with `"enum": [x]` for each `"const": x`.
fn without_const(schema: &Value) -> Value {
    let members = match schema {
        Value::Object(members) => members,
        Value::Array(schemas) => return schemas.iter().map(without_const).collect(),
        other => return other.clone(),
    };
    let member = |(key, value): (&Name, &Value)| match (key.as_str(), value) {
        ("const", value) => ("enum".into(), Value::from([value.clone()])),
        (name, value) if VALUES.contains(&name) => (key.clone(), value.clone()),
        (name, Value::Object(named)) if NAMED.contains(&name) => {
            let named: Map = named.iter().map(|(name, schema)| (name.clone(), without_const(schema))).collect();
            (key.clone(), Value::Object(named))
        }
        (_, value) => (key.clone(), without_const(value)),
    };
    // Beside a `const`, an `enum` adds nothing.
    let has_const = members.contains_key("const");
    Value::Object(members.iter().filter(|(key, _)| !(has_const && *key == "enum")).map(member).collect())
}

#[cfg(test)]
mod tests {
    use crate::model::json::json;

    use super::*;

    #[test]
    fn a_const_is_sent_as_an_enum_of_one_value_on_wires_without_const() {
        let schema = json!({
            "type": "object",
            "properties": {
                "inquiry_id": {"type": "string", "const": "call_1.confirm"},
                "const": {"type": "boolean", "default": {"const": 1}},
                "answer": {"anyOf": [{"const": null}, {"type": "array", "items": {"const": {"const": 2}, "enum": [3]}}]},
            },
            "required": ["inquiry_id", "answer"],
        });
        assert_eq!(Wire::Anthropic.schema(&schema), schema);
        let expected = json!({
            "type": "object",
            "properties": {
                "inquiry_id": {"type": "string", "enum": ["call_1.confirm"]},
                "const": {"type": "boolean", "default": {"const": 1}},
                "answer": {"anyOf": [{"enum": [null]}, {"type": "array", "items": {"enum": [{"const": 2}]}}]},
            },
            "required": ["inquiry_id", "answer"],
        });
        for wire in [Wire::Responses, Wire::Chat] {
            assert_eq!(wire.schema(&schema), expected);
        }
    }
}
