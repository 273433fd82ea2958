//! The rows of the tables of mutants.
//!
//! A row names a message as the event stream does. In `{"effect": {"show": ["prompt#1", {"text": ..}]}}` the variant is
//! `effect/show`, `op` is `prompt#1`, and `/text` is a place in the body, which follows. A row may name a part too. Its
//! places are then relative to the part: with `input/person/answer` the empty place is the answer itself.

use std::borrow::Cow;

use crate::model::json::Value;
use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};

use super::{
    condition::{Condition, Pattern},
    error::RowError,
    kind::On,
    message,
    place::Place,
};
use crate::stage::Lane;

/// An implementation that is wrong on purpose.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Mutant {
    /// The name: lower-case words joined by `-`, such as `rte-10-asks-anyway`.
    pub id: String,
    /// The requirement that the mutant violates.
    pub requirement: String,
    /// What the mutant does wrong, in one line.
    pub about: String,
    /// A piece of the text of the `Then` that must fail.
    pub then: String,
    /// The system. Without one, every system that the requirement applies to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The profile. Without one, every profile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// A piece of the ids of the scenarios to play. Without one, all scenarios that name the requirement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// The lane in which the mutant must show. Without one, the lanes of the effects that it changes or adds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lane: Option<Lane>,
    /// The defect of an upstream program that the mutant repeats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed: Option<String>,
    /// The changes. Every change that fits a message is applied to it, in this order.
    pub changes: Vec<Change>,
}

/// A change to some of the messages.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The messages to change.
    pub on: On,
    /// Conditions on the message, by place. All of them must hold.
    #[serde(default, rename = "where", skip_serializing_if = "IndexMap::is_empty")]
    pub filter: IndexMap<Place, Condition>,
    /// Which of the messages that fit: counted from 1, and anew after each `since`. Without it, all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<Nth>,
    /// The change begins after this message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Passing>,
    /// The change is off after this message, until the next `since`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Passing>,
    /// What to do with the message: one thing, or several in a list.
    #[serde(rename = "do", deserialize_with = "one_or_many")]
    #[schemars(with = "OneOrMany<Do>")]
    pub does: Vec<Do>,
}

/// Which of the messages that fit.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(untagged, expecting = "a number, counted from 1, or {\"from\": number}")]
pub enum Nth {
    /// The message with this number.
    Only(u64),
    /// The message with this number, and all that follow.
    From {
        /// The first.
        from: u64,
    },
}

impl Nth {
    /// Whether the message with this number is meant.
    pub const fn takes(self, number: u64) -> bool {
        match self {
            Self::Only(only) => number == only,
            Self::From { from } => number >= from,
        }
    }
}

/// A message that passes the border, as the machine or a party made it: no change has been applied yet.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Passing {
    /// Its variant.
    pub on: On,
    /// Conditions on it, by place.
    #[serde(default, rename = "where", skip_serializing_if = "IndexMap::is_empty")]
    pub filter: IndexMap<Place, Condition>,
}

/// What to do with a message. In every value and text, `<op>` stands for the message's operation, `<n>` for the number
/// of messages that have fitted so far, and `<word>` for the value remembered as `word`.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Do {
    /// Leave the message out.
    Drop,
    /// Let the message come twice.
    Double,
    /// Swap the message with the next one: an effect with the next of the same batch, an input with the next input.
    Swap,
    /// Let the message come after this number of further deliveries, when everything that follows from the last of them
    /// is done. With 0 it comes at the end of its own delivery. Each event of a model's reply is a delivery. If too few
    /// deliveries follow, the message never comes.
    Delay(u64),
    /// Let the message come right after another one. If that one is an input, the message comes after everything that
    /// the machine does because of it.
    Hold(Passing),
    /// Put values at places. Missing objects on the way are made, unless the way has a `*`. A last segment `-` appends
    /// to an array.
    Set(IndexMap<Place, Value>),
    /// Remove the values at these places.
    #[serde(deserialize_with = "one_or_many")]
    #[schemars(with = "OneOrMany<Place>")]
    Remove(Vec<Place>),
    /// Replace a piece of every text at or below a place: `{"/text": ["old", "new"]}`.
    Replace(IndexMap<Place, (String, String)>),
    /// The same with a regular expression. `$1` in the new text stands for the match of the first group.
    Rewrite(IndexMap<Place, (Pattern, String)>),
    /// Insert a value into an array, before the element at the place: `{"/choices/0": "x"}`.
    Insert(IndexMap<Place, Value>),
    /// Copy to the first place the value at the second.
    Copy(IndexMap<Place, Place>),
    /// Reverse the order of an array, or of an object's members.
    #[serde(deserialize_with = "one_or_many")]
    #[schemars(with = "OneOrMany<Place>")]
    Reverse(Vec<Place>),
    /// Replace every text at these places by the JSON value that it holds. A text that is no JSON stays.
    #[serde(deserialize_with = "one_or_many")]
    #[schemars(with = "OneOrMany<Place>")]
    Parse(Vec<Place>),
    /// Edit each value at a place by itself.
    Each(Box<Each>),
    /// Remember the value at a place as `word`, for `<word>` in this and later messages.
    Remember(IndexMap<String, Place>),
    /// Add messages before this one, written as in the stream. The machine hears an added input, and the parties see an
    /// added effect. Added messages are not changed again.
    #[serde(deserialize_with = "one_or_many")]
    #[schemars(with = "OneOrMany<Template>")]
    Before(Vec<Template>),
    /// Add messages after this one. If this one is an input, they come after everything that the machine does because
    /// of it.
    #[serde(deserialize_with = "one_or_many")]
    #[schemars(with = "OneOrMany<Template>")]
    After(Vec<Template>),
    /// Replace this message by these.
    #[serde(deserialize_with = "one_or_many")]
    #[schemars(with = "OneOrMany<Template>")]
    Become(Vec<Template>),
}

/// Edits of each value at a place by itself: `{"at": "/messages/*/parts/*/result", "where": {"/id": "call_2"},
/// "do": {"set": {"/is_error": false}}}`. Places are relative to the value.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Each {
    /// The place of the values.
    pub at: Place,
    /// Conditions on the value.
    #[serde(default, rename = "where", skip_serializing_if = "IndexMap::is_empty")]
    pub filter: IndexMap<Place, Condition>,
    /// What to do with the value: edits, or `drop`, which removes it.
    #[serde(rename = "do", deserialize_with = "one_or_many")]
    #[schemars(with = "OneOrMany<Do>")]
    pub does: Vec<Do>,
}

/// A message as under `what` in the stream: `{"effect": {"record": {..}}}`. Words in `<>` are replaced.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(try_from = "Value", into = "Value")]
pub struct Template {
    /// Its variant.
    pub on: On,
    /// The whole message.
    pub message: Value,
}

impl JsonSchema for Template {
    fn schema_name() -> Cow<'static, str> {
        "Template".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let one = json_schema!({"type": "object", "minProperties": 1, "maxProperties": 1});
        json_schema!({
            "type": "object",
            "description": "A message as it stands under `what` in the stream; words in `<>` are filled in.",
            "properties": {"input": one, "effect": one},
            "additionalProperties": false,
            "minProperties": 1,
            "maxProperties": 1
        })
    }
}

impl TryFrom<Value> for Template {
    type Error = RowError;

    fn try_from(message: Value) -> Result<Self, RowError> {
        let only = |value: &Value| {
            let members = value.as_object().filter(|members| members.len() == 1);
            members.and_then(|members| members.iter().next()).map(|(name, value)| (name.clone(), value.clone()))
        };
        let Some((side, (name, _))) = only(&message).and_then(|(side, rest)| Some((side, only(&rest)?))) else {
            return Err(RowError::Template(message));
        };
        let on: On = format!("{side}/{name}").parse()?;
        // A remembered value may be anything, so a message with a `<word>` is checked only when it is made.
        if !message.to_string().contains('<') {
            message::read(&message)?;
        }
        Ok(Self { on, message })
    }
}

impl From<Template> for Value {
    fn from(template: Template) -> Self {
        template.message
    }
}

/// A single value, or a list of values.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only for the schema")]
enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

pub(super) fn one_or_many<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let read = match Value::deserialize(deserializer)? {
        Value::Array(items) => items.into_iter().map(crate::model::json::from_value).collect(),
        one => crate::model::json::from_value(one).map(|one| vec![one]),
    };
    read.map_err(serde::de::Error::custom)
}

impl Mutant {
    /// The lanes in which the mutant must show.
    pub fn lanes(&self) -> Vec<Lane> {
        if let Some(lane) = self.lane {
            return vec![lane];
        }
        let added = self.changes.iter().flat_map(|change| &change.does).flat_map(|does| match does {
            Do::Before(templates) | Do::After(templates) | Do::Become(templates) => templates.as_slice(),
            _ => &[],
        });
        let all = self.changes.iter().map(|change| change.on).chain(added.map(|template| template.on));
        let mut lanes: Vec<Lane> = all.filter(|on| !on.is_input()).flat_map(|on| on.lanes()).copied().collect();
        lanes.sort_unstable();
        lanes.dedup();
        lanes
    }
}
