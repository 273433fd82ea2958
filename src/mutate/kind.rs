//! The kinds of messages that cross a machine's border, as a row names them.

use std::{borrow::Cow, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

use super::message::Message;
use crate::{
    stage::{Lane, What},
    system::{Effect, Input},
};

/// A variant of the border: its name, the parts that its payload may be, and whether it is about an operation.
#[derive(Debug, Eq, PartialEq)]
pub struct Variant {
    /// Its word in the stream.
    pub name: &'static str,
    /// The words of its parts, where it has any.
    pub parts: &'static [&'static str],
    /// Whether it is about an operation.
    pub has_op: bool,
}

const fn variant(name: &'static str, has_op: bool, parts: &'static [&'static str]) -> Variant {
    Variant { name, parts, has_op }
}

const WHY: &[&str] = &["not_offered", "late", "foreign", "idle", "busy", "interrupted", "superseded"];

/// The variants whose parts are no messages of their own, only reasons.
const FOR_A_REASON: [&str; 2] = ["cancel", "refuse"];

/// What a machine hears.
pub const INPUTS: [Variant; 9] = [
    variant("begin", false, &[]),
    variant("says", false, &[]),
    variant("model", true, &["text", "reasoning", "call", "arguments", "data", "finished", "limit_reached", "failed"]),
    variant("tool", true, &["done", "error", "asks", "panicked"]),
    variant(
        "person",
        true,
        &["answer", "remember", "key", "paste", "choose", "submit", "reject", "cancel", "eof", "broken"],
    ),
    variant("client", false, &["line", "written", "attached", "gone"]),
    variant("file", true, &["done", "read", "failed"]),
    variant("signal", false, &["interrupt", "terminate", "quit"]),
    variant("fired", true, &[]),
];

/// What a machine does.
pub const EFFECTS: [Variant; 12] = [
    variant("request", true, &[]),
    variant("call", true, &[]),
    variant("show", true, &[]),
    variant("file", true, &["write", "read", "remove"]),
    variant("timer", true, &[]),
    variant("cancel", true, WHY),
    variant("record", false, &[]),
    variant("client", false, &[]),
    variant("refuse", false, WHY),
    variant("turn", false, &["began", "paused", "ended"]),
    variant("notice", false, &[]),
    variant("exit", false, &[]),
];

/// A call of the model whole: its pieces put together. It is no variant of the border; the layer makes it.
const WHOLE_CALL: Variant = variant("call", true, &[]);

/// Which messages a row means: `effect/record`, or a part of a variant, `input/person/answer`. `input/call` is a call
/// of the model whole, with `id`, `name` and `arguments`.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct On {
    /// Heard, or done.
    pub is_input: bool,
    /// The variant.
    pub variant: &'static str,
    /// The part.
    pub part: Option<&'static str>,
}

impl On {
    /// Whether a call of the model is meant, whole.
    pub fn is_whole_call(self) -> bool {
        self.is_input && self.variant == WHOLE_CALL.name
    }

    /// The lanes in which a message of this kind may stand.
    pub fn lanes(self) -> &'static [Lane] {
        match (self.is_input, self.variant) {
            (_, "model" | "request") | (true, "call") => &[Lane::Model],
            (true, "tool") | (false, "call") => &[Lane::Tool],
            (_, "person" | "show") => &[Lane::Prompt],
            (_, "client") => &[Lane::Client],
            (_, "file") => &[Lane::File],
            (_, "fired" | "timer") => &[Lane::Clock],
            (_, "record") => &[Lane::Record],
            (false, "cancel") => &[Lane::Model, Lane::Tool, Lane::Prompt, Lane::File, Lane::Clock],
            _ => &[Lane::Turn],
        }
    }

    /// Whether a message of `of` may be meant, as far as its variant tells.
    pub fn is_of(self, of: Self) -> bool {
        self.is_input == of.is_input && self.variant == of.variant
    }

    /// Whether `message`, of the same variant, is the part that is meant.
    pub fn takes(self, message: &Message) -> bool {
        self.part.is_none_or(|part| match &message.body {
            Value::String(word) => word == part,
            Value::Object(members) => members.contains_key(part),
            _ => false,
        })
    }

    /// The variant of a message.
    pub const fn of(what: &What) -> Self {
        let (is_input, variant) = match what {
            What::Input(input) => (
                true,
                match input {
                    Input::Begin(_) => "begin",
                    Input::Says(_) => "says",
                    Input::Model(..) => "model",
                    Input::Tool(..) => "tool",
                    Input::Person(..) => "person",
                    Input::Client(_) => "client",
                    Input::File(..) => "file",
                    Input::Signal(_) => "signal",
                    Input::Fired(_) => "fired",
                },
            ),
            What::Effect(effect) => (
                false,
                match effect {
                    Effect::Request(..) => "request",
                    Effect::Call(..) => "call",
                    Effect::Show(..) => "show",
                    Effect::File(..) => "file",
                    Effect::Timer(..) => "timer",
                    Effect::Cancel(..) => "cancel",
                    Effect::Record(_) => "record",
                    Effect::Client(_) => "client",
                    Effect::Refuse(_) => "refuse",
                    Effect::Turn(_) => "turn",
                    Effect::Notice(_) => "notice",
                    Effect::Exit(_) => "exit",
                },
            ),
        };
        Self { is_input, variant, part: None }
    }

    /// The kinds of its variant: its parts, where these are messages of their own.
    pub fn kinds(self) -> Vec<Self> {
        let parts = self.known().iter().find(|known| known.name == self.variant).map_or(&[][..], |known| known.parts);
        if parts.is_empty() || FOR_A_REASON.contains(&self.variant) {
            return vec![Self { part: None, ..self }];
        }
        parts.iter().map(|part| Self { part: Some(part), ..self }).collect()
    }

    /// The kind of a message.
    pub fn kind_of(what: &What) -> Self {
        let on = Self::of(what);
        let kinds = on.kinds();
        if let [only] = kinds[..] {
            return only;
        }
        let message = Message::of(on, std::slice::from_ref(what));
        kinds.into_iter().find(|kind| kind.takes(&message)).unwrap_or(on)
    }

    /// The variants of its side.
    fn known(self) -> &'static [Variant] {
        const HEARD: &[Variant] = &INPUTS;
        const DONE: &[Variant] = &EFFECTS;
        if self.is_input { HEARD } else { DONE }
    }

    /// Whether its messages are about an operation.
    pub fn has_op(self) -> bool {
        self.is_whole_call() || self.known().iter().any(|known| known.name == self.variant && known.has_op)
    }

    /// A call of the model, whole.
    pub const fn whole_call() -> Self {
        Self { is_input: true, variant: WHOLE_CALL.name, part: None }
    }
}

impl fmt::Display for On {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", if self.is_input { "input" } else { "effect" }, self.variant)?;
        self.part.map_or(Ok(()), |part| write!(f, "/{part}"))
    }
}

impl FromStr for On {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split('/');
        let (side, name, part) = (words.next().unwrap_or_default(), words.next().unwrap_or_default(), words.next());
        let is_input = match side {
            "input" => true,
            "effect" => false,
            _ => return Err(format!("expected `input/...` or `effect/...`, found `{text}`")),
        };
        let whole = is_input.then_some(&WHOLE_CALL);
        let known = Self { is_input, variant: "", part: None }.known();
        let known: Vec<&'static Variant> = known.iter().chain(whole).collect();
        let Some(variant) = known.iter().find(|known| known.name == name) else {
            let names: Vec<&str> = known.iter().map(|known| known.name).collect();
            return Err(format!("expected {side}/ and one of {}, found `{text}`", names.join(", ")));
        };
        let part = match part {
            None => None,
            Some(part) => Some(*variant.parts.iter().find(|known| **known == part).ok_or_else(|| {
                let parts = if variant.parts.is_empty() { "no part".to_owned() } else { variant.parts.join(", ") };
                format!("expected {side}/{name}/ and {parts}, found `{text}`")
            })?),
        };
        if words.next().is_some() {
            return Err(format!("expected at most three words, such as `input/person/answer`, found `{text}`"));
        }
        Ok(Self { is_input, variant: variant.name, part })
    }
}

impl Serialize for On {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for On {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for On {
    fn schema_name() -> Cow<'static, str> {
        "On".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "Which messages: `effect/record`, `input/person/answer`; `input/call` is a call of the model whole.",
            "pattern": "^(input|effect)/[a-z]+(/[a-z_]+)?$"
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rstest::rstest;
    use schemars::{JsonSchema, schema_for};
    use serde_json::Value;

    use super::{EFFECTS, INPUTS, On, Variant};
    use crate::system::{Act, ClientEvent, Effect, FileEvent, FileOp, Input, ModelEvent, Signal, ToolEvent, Turn, Why};

    /// The words of the variants of `T`, as its schema has them.
    fn words<T: JsonSchema>() -> BTreeSet<String> {
        let schema = schema_for!(T).to_value();
        let one_of = schema["oneOf"].as_array().cloned().unwrap_or_else(|| vec![schema.clone()]);
        let word = |one: &Value| -> Vec<String> {
            let listed = one["enum"].as_array().into_iter().flatten().chain(one.get("const"));
            let listed = listed.filter_map(Value::as_str).map(str::to_owned);
            let keys = one["properties"].as_object().into_iter().flat_map(|members| members.keys().cloned());
            listed.chain(keys).collect()
        };
        one_of.iter().flat_map(word).collect()
    }

    fn names(variants: &[Variant]) -> BTreeSet<String> {
        variants.iter().map(|variant| variant.name.to_owned()).collect()
    }

    fn parts(variants: &[Variant], name: &str) -> BTreeSet<String> {
        let variant = variants.iter().find(|variant| variant.name == name).unwrap();
        variant.parts.iter().map(|part| (*part).to_owned()).collect()
    }

    #[test]
    fn every_variant_and_every_part_is_known() {
        assert_eq!(names(&INPUTS), words::<Input>());
        assert_eq!(names(&EFFECTS), words::<Effect>());
        assert_eq!(parts(&INPUTS, "model"), words::<ModelEvent>());
        assert_eq!(parts(&INPUTS, "tool"), words::<ToolEvent>());
        assert_eq!(parts(&INPUTS, "person"), words::<Act>());
        assert_eq!(parts(&INPUTS, "client"), words::<ClientEvent>());
        assert_eq!(parts(&INPUTS, "file"), words::<FileEvent>());
        assert_eq!(parts(&INPUTS, "signal"), words::<Signal>());
        assert_eq!(parts(&EFFECTS, "file"), words::<FileOp>());
        assert_eq!(parts(&EFFECTS, "turn"), words::<Turn>());
        assert_eq!(parts(&EFFECTS, "cancel"), words::<Why>());
        assert_eq!(parts(&EFFECTS, "refuse"), words::<Why>());
    }

    #[rstest]
    #[case("record", "expected `input/...` or `effect/...`")]
    #[case("effect/recrod", "expected effect/ and one of request, call")]
    #[case("effect/record/x", "expected effect/record/ and no part")]
    #[case("input/person/reply", "expected input/person/ and answer, remember")]
    #[case("input/person/key/x", "at most three words")]
    fn a_misspelt_kind_is_told(#[case] text: &str, #[case] told: &str) {
        let error = text.parse::<On>().unwrap_err();
        assert!(error.contains(told) && error.contains(text), "{error}");
    }
}
