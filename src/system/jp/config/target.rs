//! The target of a question: who answers (RFD 034).

use std::borrow::Cow;

use crate::model::json::{Value, read_placed};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{assistant::PartialAssistant, merge::Partial};

/// The target of a question. It is written as `"user"`, `"assistant"`, or a map of settings for the assistant.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum QuestionTarget {
    /// The user.
    User,
    /// The assistant, with these settings.
    Assistant(Box<PartialAssistant>),
}

impl<'de> Deserialize<'de> for QuestionTarget {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(name) if name == "user" => Ok(Self::User),
            Value::String(name) if name == "assistant" => Ok(Self::Assistant(Box::default())),
            map @ Value::Object(_) => {
                let overrides = read_placed(|| &map)
                    .map_err(|error| de::Error::custom(format!("at `{}`: {}", error.path(), error.inner())))?;
                Ok(Self::Assistant(Box::new(overrides)))
            }
            other => {
                Err(de::Error::custom(format!("expected \"user\", \"assistant\" or a map of overrides, found {other}")))
            }
        }
    }
}

impl Serialize for QuestionTarget {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::User => serializer.serialize_str("user"),
            Self::Assistant(overrides) if overrides.is_empty() => serializer.serialize_str("assistant"),
            Self::Assistant(overrides) => overrides.serialize(serializer),
        }
    }
}

impl JsonSchema for QuestionTarget {
    fn schema_name() -> Cow<'static, str> {
        "QuestionTarget".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let overrides = generator.subschema_for::<PartialAssistant>();
        json_schema!({"anyOf": [{"type": "string", "enum": ["user", "assistant"]}, overrides]})
    }
}
