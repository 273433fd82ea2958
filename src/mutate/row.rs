//! The rows of the tables: what may be written there.
//!
//! A message is named, and read, as it stands in the event stream. In `{"effect": {"show": ["prompt#1", {"text": ..}]}}`
//! the variant is `effect/show`, `op` is `prompt#1`, and `/text` is in what follows. A part may be named too: pointers
//! then begin in it, so that with `input/person/answer` the place `` is the answer itself.

use std::borrow::Cow;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    condition::{Condition, Pattern},
    kind::On,
    message,
    place::Place,
};
use crate::stage::Lane;

/// An implementation that is wrong on purpose.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Mutant {
    /// Its name, of lower-case words joined by `-`: `rte-10-asks-anyway`.
    pub id: String,
    /// The requirement that it violates.
    pub requirement: String,
    /// What it does wrongly, in one line.
    pub about: String,
    /// A piece of the text of the `Then` that must fail.
    pub then: String,
    /// The system; without one every system that the requirement is asked of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The profile; without one every profile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// A piece of the id of the scenarios that are to be played; without one all that name the requirement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// The lane in which it must show. Without one, those of the effects that it changes or adds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lane: Option<Lane>,
    /// The observed defect of an upstream program that it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed: Option<String>,
    /// What it alters, each message by the changes that fit it, in this order.
    pub changes: Vec<Change>,
}

/// Something that is altered.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The messages that it is about.
    pub on: On,
    /// What must hold of such a message, by place; all of it.
    #[serde(default, rename = "where", skip_serializing_if = "IndexMap::is_empty")]
    pub filter: IndexMap<Place, Condition>,
    /// Which of those that fit, counted from 1, or from the last `since` on; without it all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<Nth>,
    /// A message after which it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Passing>,
    /// A message after which it is over, until the next `since`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Passing>,
    /// What is done with the message: one thing, or several in a list.
    #[serde(rename = "do", deserialize_with = "one_or_many")]
    #[schemars(with = "OneOrMany<Do>")]
    pub does: Vec<Do>,
}

/// Which of the messages that fit.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(untagged, expecting = "a number, counted from 1, or {\"from\": number}")]
pub enum Nth {
    /// This one.
    Only(u64),
    /// This one, and all that follow.
    From {
        /// The first.
        from: u64,
    },
}

impl Nth {
    /// Whether the message of that number is meant.
    pub const fn takes(self, number: u64) -> bool {
        match self {
            Self::Only(only) => number == only,
            Self::From { from } => number >= from,
        }
    }
}

/// A message that passes. It is seen as the machine or the parties made it, unaltered.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Passing {
    /// Its variant.
    pub on: On,
    /// What must hold of it.
    #[serde(default, rename = "where", skip_serializing_if = "IndexMap::is_empty")]
    pub filter: IndexMap<Place, Condition>,
}

/// What is done with a message. In every value and text, `<op>` stands for the message's operation, `<n>` for the
/// number of messages that fitted so far, and `<word>` for what is remembered under that word.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Do {
    /// It is left out.
    Drop,
    /// It comes twice.
    Double,
    /// It changes places with the next one: an effect with the next of the same batch, an input with the next input.
    Swap,
    /// It comes after so many further deliveries, when all that follows from the last of them is done; with 0 at the
    /// end of its own. Each event of a model's reply is a delivery. What waits when no delivery follows never comes.
    Delay(u64),
    /// It comes right after a message that passes; after an input, and all that the machine does because of it.
    Hold(Passing),
    /// Puts values at places, and makes objects on the way, unless that has a `*`. A last segment `-` appends to an array.
    Set(IndexMap<Place, Value>),
    /// Takes away what stands there.
    #[serde(deserialize_with = "one_or_many")]
    #[schemars(with = "OneOrMany<Place>")]
    Remove(Vec<Place>),
    /// Replaces a piece of every text at or below a place: `{"/text": ["old", "new"]}`.
    Replace(IndexMap<Place, (String, String)>),
    /// The same with a regular expression, and `$1` in the new text for what its first group found.
    Rewrite(IndexMap<Place, (Pattern, String)>),
    /// Puts a value into an array, before what stands at the place: `{"/choices/0": "x"}`.
    Insert(IndexMap<Place, Value>),
    /// Puts at the first place what stands at the second.
    Copy(IndexMap<Place, Place>),
    /// Turns the order of an array, or of an object's members, about.
    #[serde(deserialize_with = "one_or_many")]
    #[schemars(with = "OneOrMany<Place>")]
    Reverse(Vec<Place>),
    /// Edits each of the things at a place by itself.
    Each(Box<Each>),
    /// Keeps what stands at a place under a word, for `<word>` in this and later messages.
    Remember(IndexMap<String, Place>),
    /// Messages that come before it, as they stand in the stream. An input is heard by the machine, an effect is seen
    /// by the parties. They are not changed again.
    #[serde(deserialize_with = "one_or_many")]
    #[schemars(with = "OneOrMany<Template>")]
    Before(Vec<Template>),
    /// Messages that come after it; after an input, and all that the machine does because of it.
    #[serde(deserialize_with = "one_or_many")]
    #[schemars(with = "OneOrMany<Template>")]
    After(Vec<Template>),
    /// Messages that come in its place.
    #[serde(deserialize_with = "one_or_many")]
    #[schemars(with = "OneOrMany<Template>")]
    Become(Vec<Template>),
}

/// Edits of each of the things at a place by itself: `{"at": "/messages/*/parts/*/result", "where": {"/id": "call_2"},
/// "do": {"set": {"/is_error": false}}}`. Places begin in the thing.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Each {
    /// Where the things are.
    pub at: Place,
    /// What must hold of such a thing.
    #[serde(default, rename = "where", skip_serializing_if = "IndexMap::is_empty")]
    pub filter: IndexMap<Place, Condition>,
    /// What is done with it: edits, or `drop`, which takes it away.
    #[serde(rename = "do", deserialize_with = "one_or_many")]
    #[schemars(with = "OneOrMany<Do>")]
    pub does: Vec<Do>,
}

/// A message as it stands under `what` in the stream: `{"effect": {"record": {..}}}`. Words in `<>` are filled in.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(try_from = "Value", into = "Value")]
pub struct Template {
    /// Its variant.
    pub on: On,
    /// The whole.
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
    type Error = String;

    fn try_from(message: Value) -> Result<Self, String> {
        let only = |value: &Value| {
            let members = value.as_object().filter(|members| members.len() == 1);
            members.and_then(|members| members.iter().next()).map(|(name, value)| (name.clone(), value.clone()))
        };
        let Some((side, (name, _))) = only(&message).and_then(|(side, rest)| Some((side, only(&rest)?))) else {
            return Err(format!("expected a message such as {{\"effect\": {{\"record\": ..}}}}, found {message}"));
        };
        let on: On = format!("{side}/{name}").parse()?;
        // What is filled in may be anything, so such a message is read when it is made.
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

/// One, or several in a list.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "tells the schema")]
enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

fn one_or_many<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let read = match Value::deserialize(deserializer)? {
        Value::Array(items) => items.into_iter().map(serde_json::from_value).collect(),
        one => serde_json::from_value(one).map(|one| vec![one]),
    };
    read.map_err(serde::de::Error::custom)
}

impl Mutant {
    /// The lanes in which it must show.
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
