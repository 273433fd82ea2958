//! The kinds of messages that cross a machine's border, with the names that rows use.

use std::{borrow::Cow, cmp::Ordering, fmt, str::FromStr};

use crate::model::json::Value;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{
    error::RowError,
    input_or_effect::{InputOrEffect, Parts, part_of},
};
use crate::{
    stage::{Lane, What},
    system::InputKind,
};

/// The kind of message that a row names: a variant such as `effect/record`, or one part of a variant such as
/// `input/person/answer`. `input/call` is a whole call of the model, with `id`, `name` and `arguments`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct On {
    variant: InputOrEffect,
    part: Option<&'static str>,
}

impl On {
    /// A whole call of the model.
    pub const fn whole_call() -> Self {
        Self { variant: InputOrEffect::WholeCall, part: None }
    }

    /// The variant of a message, without its part.
    pub fn of(what: &What) -> Self {
        Self { variant: InputOrEffect::of(what), part: None }
    }

    /// The kind of a message: its variant, and its part if the part is a kind of its own.
    pub fn kind_of(what: &What) -> Self {
        let variant = InputOrEffect::of(what);
        match variant.parts() {
            Parts::Kinds(_) => Self { variant, part: part_of(what) },
            Parts::None | Parts::Reasons(_) => Self { variant, part: None },
        }
    }

    /// Every kind of message: those that a machine hears, then those that it sends.
    pub fn all() -> Vec<Self> {
        [true, false].into_iter().flat_map(InputOrEffect::all).flat_map(Self::kinds).collect()
    }

    /// The kinds of one variant.
    fn kinds(variant: InputOrEffect) -> Vec<Self> {
        match variant.parts() {
            Parts::Kinds(names) => names.iter().map(|part| Self { variant, part: Some(part) }).collect(),
            Parts::None | Parts::Reasons(_) => vec![Self { variant, part: None }],
        }
    }

    /// Whether a machine hears the message.
    pub const fn is_input(self) -> bool {
        self.variant.is_input()
    }

    /// The word for the side of the message: `input` or `effect`.
    pub const fn side(self) -> &'static str {
        if self.is_input() { "input" } else { "effect" }
    }

    /// The variant.
    pub(super) const fn variant(self) -> InputOrEffect {
        self.variant
    }

    /// The part, if the name has one.
    pub const fn part(self) -> Option<&'static str> {
        self.part
    }

    /// Whether this is a whole call of the model.
    pub fn is_whole_call(self) -> bool {
        self.variant == InputOrEffect::WholeCall
    }

    /// Whether this is a piece of a call of the model.
    pub(super) fn is_piece_of_call(self) -> bool {
        self.variant == InputOrEffect::Input(InputKind::Model)
            && self.part.is_none_or(|part| ["call", "arguments"].contains(&part))
    }

    /// The lanes in which a message of this kind may stand.
    pub const fn lanes(self) -> &'static [Lane] {
        self.variant.lanes()
    }

    /// Whether both have the same variant.
    pub fn is_of(self, other: Self) -> bool {
        self.variant == other.variant
    }

    /// Whether a message of the same variant, with this body, is of this kind.
    pub fn takes(self, body: &Value) -> bool {
        self.part.is_none_or(|part| match body {
            Value::String(word) => word == part,
            Value::Object(members) => members.contains_key(part),
            _ => false,
        })
    }
}

/// Kinds are ordered by their words.
impl Ord for On {
    fn cmp(&self, other: &Self) -> Ordering {
        let words = |on: &Self| (on.is_input(), on.variant.name(), on.part);
        words(self).cmp(&words(other))
    }
}

impl PartialOrd for On {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for On {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.side(), self.variant.name())?;
        self.part.map_or(Ok(()), |part| write!(f, "/{part}"))
    }
}

impl FromStr for On {
    type Err = RowError;

    fn from_str(text: &str) -> Result<Self, RowError> {
        let mut words = text.split('/');
        let (side, name, part) = (words.next().unwrap_or_default(), words.next().unwrap_or_default(), words.next());
        let is_input = match side {
            "input" => true,
            "effect" => false,
            _ => return Err(RowError::Side(text.to_owned())),
        };
        let mut known = InputOrEffect::all(is_input);
        known.extend(is_input.then_some(InputOrEffect::WholeCall));
        let Some(variant) = known.iter().copied().find(|known| known.name() == name) else {
            let known = known.into_iter().map(InputOrEffect::name).collect();
            return Err(RowError::UnknownName { side: side.to_owned(), known, found: text.to_owned() });
        };
        let parts = variant.parts().names();
        let part = match part {
            None => None,
            Some(part) => Some(*parts.iter().find(|known| **known == part).ok_or_else(|| RowError::Part {
                side: side.to_owned(),
                name: name.to_owned(),
                known: parts,
                found: text.to_owned(),
            })?),
        };
        if words.next().is_some() {
            return Err(RowError::Words(text.to_owned()));
        }
        Ok(Self { variant, part })
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
    use rstest::rstest;

    use super::On;
    use crate::mutate::input_or_effect::{InputOrEffect, Parts};

    /// The ids of generic mutants and the rows of users consist of these words, so a word never changes.
    const KINDS: &str = "\
        input/begin input/says input/model/text input/model/reasoning input/model/call input/model/arguments \
        input/model/data input/model/finished input/model/limit_reached input/model/refused input/model/failed \
        input/tool/done input/tool/error input/tool/asks input/tool/panicked input/person/answer input/person/remember \
        input/person/key input/person/paste input/person/choose input/person/submit input/person/reject \
        input/person/cancel input/person/eof input/person/broken input/client/line input/client/written \
        input/client/attached input/client/gone input/file/done input/file/read input/file/failed \
        input/signal/interrupt input/signal/terminate input/signal/quit input/fired effect/request effect/call \
        effect/show effect/file/write effect/file/read effect/file/remove effect/timer effect/cancel effect/record \
        effect/client effect/refuse effect/turn/began effect/turn/paused effect/turn/ended effect/notice effect/exit";

    const REASONS: &[&str] = &["not_offered", "late", "foreign", "idle", "busy", "interrupted", "superseded"];

    #[test]
    fn the_words_of_the_kinds_stay() {
        let kinds: Vec<String> = On::all().iter().map(ToString::to_string).collect();
        assert_eq!(kinds.join(" "), KINDS);
        for on in ["effect/cancel", "effect/refuse"] {
            assert_eq!(on.parse::<On>().unwrap().variant().parts(), Parts::Reasons(REASONS));
        }
    }

    #[test]
    fn a_kind_is_read_as_it_is_written() {
        for kind in On::all().into_iter().chain([On::whole_call()]) {
            assert_eq!(kind.to_string().parse::<On>(), Ok(kind));
        }
    }

    #[test]
    fn a_whole_call_is_not_among_the_variants_of_inputs() {
        assert!(!InputOrEffect::all(true).contains(&InputOrEffect::WholeCall));
    }

    #[rstest]
    #[case("record", "expected `input/...` or `effect/...`")]
    #[case("effect/recrod", "expected effect/ and one of request, call")]
    #[case("effect/record/x", "expected effect/record/ and no part")]
    #[case("input/person/reply", "expected input/person/ and answer, remember")]
    #[case("input/person/key/x", "at most three words")]
    fn the_error_for_a_misspelt_kind_says_what_was_expected(#[case] text: &str, #[case] expected: &str) {
        let error = text.parse::<On>().unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains(text), "{error}");
    }
}
