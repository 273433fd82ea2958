//! How a structured answer is asked for over each wire.
//!
//! | wire | where the schema stands | `const` |
//! |---|---|---|
//! | `anthropic` | `output_config.format`: `{"type": "json_schema", "schema": ..}` | documented |
//! | `responses` | `text.format`: `{"type": "json_schema", "name": .., "schema": .., "strict": true}` | not documented |
//! | `chat` | `response_format`: `{"type": "json_schema", "json_schema": {"name": .., "schema": .., "strict": true}}` | not documented |
//!
//! Over every wire the answer comes as the text of the message. Anthropic lists `const` among the keywords that it
//! supports. `OpenAI` lists `enum` and not `const`. Its own client sends both, but many other providers answer at these
//! two paths, and some of them overlook `const`. A list of one value says the same everywhere, so that is what is sent
//! where `const` is not promised. What a client of its own sends is read either way.

use serde_json::{Map, Value};

use super::wire::Wire;

/// What a schema is called where it must have a name.
pub const SCHEMA_NAME: &str = "answer";

impl Wire {
    /// Whether its provider documents `const` in the schema of a structured answer.
    pub const fn has_const(self) -> bool {
        match self {
            Self::Anthropic => true,
            Self::Responses | Self::Chat => false,
        }
    }

    /// `schema` in the words that this wire has.
    pub fn schema(self, schema: &Value) -> Value {
        if self.has_const() { schema.clone() } else { without_const(schema) }
    }
}

/// Keywords under which there are values, not schemas.
const VALUES: [&str; 4] = ["enum", "default", "examples", "required"];
/// Keywords under which there are schemas by name.
const NAMED: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/// A schema with `"enum": [x]` for each `"const": x`.
fn without_const(schema: &Value) -> Value {
    let members = match schema {
        Value::Object(members) => members,
        Value::Array(schemas) => return schemas.iter().map(without_const).collect(),
        other => return other.clone(),
    };
    let member = |(key, value): (&String, &Value)| match (key.as_str(), value) {
        ("const", value) => ("enum".to_owned(), Value::Array(vec![value.clone()])),
        (name, value) if VALUES.contains(&name) => (key.clone(), value.clone()),
        (name, Value::Object(named)) if NAMED.contains(&name) => {
            let named: Map<_, _> = named.iter().map(|(name, schema)| (name.clone(), without_const(schema))).collect();
            (key.clone(), Value::Object(named))
        }
        (_, value) => (key.clone(), without_const(value)),
    };
    // Beside a `const`, a list of values says nothing that it does not say.
    let has_const = members.contains_key("const");
    Value::Object(members.iter().filter(|(key, _)| !(has_const && *key == "enum")).map(member).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_const_is_a_list_of_one_value_wherever_the_wire_has_none() {
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
