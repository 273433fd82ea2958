//! Operations: a subject starts one, and another party ends it.

use std::{borrow::Cow, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// An operation. The subject numbers the operations of each kind from 1. While an operation is open, some party owes
/// its end. In text: `call#1`.
#[derive(Clone, Copy, Debug, Eq, Hash, IntoStaticStr, Ord, PartialEq, PartialOrd, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Op {
    /// A request to the model. The model ends it.
    Request(u32),
    /// One execution of a tool. The tool ends it.
    Call(u32),
    /// A question that is shown to the person. The person ends it.
    Prompt(u32),
    /// A file operation. The file system ends it.
    File(u32),
    /// A timer. The clock ends it.
    Timer(u32),
}

impl Op {
    const KINDS: [fn(u32) -> Self; 5] = [Self::Request, Self::Call, Self::Prompt, Self::File, Self::Timer];

    /// The kind's word and the number within the kind.
    pub fn parts(self) -> (&'static str, u32) {
        let (Self::Request(n) | Self::Call(n) | Self::Prompt(n) | Self::File(n) | Self::Timer(n)) = self;
        (self.into(), n)
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, number) = self.parts();
        write!(f, "{kind}#{number}")
    }
}

/// A text that names no operation.
#[derive(Clone, Debug, Error, Eq, PartialEq)]
#[error("expected an operation such as `call#1` (request, call, prompt, file or timer), found `{0}`")]
pub struct OpParseError(String);

impl FromStr for Op {
    type Err = OpParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let err = || OpParseError(text.to_owned());
        let (kind, number) = text.split_once('#').ok_or_else(err)?;
        let number = number.parse().map_err(|_| err())?;
        let mut made = Self::KINDS.into_iter().map(|make| make(number));
        made.find(|op| op.parts().0 == kind).ok_or_else(err)
    }
}

impl Serialize for Op {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Op {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Op {
    fn schema_name() -> Cow<'static, str> {
        "Op".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "An operation, counted from 1 within its kind.",
            "pattern": "^(request|call|prompt|file|timer)#[0-9]+$"
        })
    }
}

/// Numbers operations, with one counter for each kind.
#[derive(Clone, Debug, Default, Hash)]
pub struct Mint([u32; 5]);

impl Mint {
    /// The next operation of the kind that `make` makes.
    pub fn next(&mut self, make: fn(u32) -> Op) -> Op {
        let slot = self.slot(make(0));
        self.0[slot] += 1;
        make(self.0[slot])
    }

    /// Whether `op` came from this mint.
    pub fn knows(&self, op: Op) -> bool {
        let (_, number) = op.parts();
        (1..=self.0[self.slot(op)]).contains(&number)
    }

    const fn slot(&self, op: Op) -> usize {
        match op {
            Op::Request(_) => 0,
            Op::Call(_) => 1,
            Op::Prompt(_) => 2,
            Op::File(_) => 3,
            Op::Timer(_) => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Mint, Op};

    #[rstest]
    #[case(Op::Request(1), "request#1")]
    #[case(Op::Timer(u32::MAX), "timer#4294967295")]
    fn an_operation_is_written_and_read_back(#[case] op: Op, #[case] text: &str) {
        assert_eq!(op.to_string(), text);
        assert_eq!(text.parse(), Ok(op));
    }

    #[rstest]
    #[case("call")]
    #[case("call#")]
    #[case("call#-1")]
    #[case("Call#1")]
    #[case("")]
    fn text_that_names_no_operation_is_refused(#[case] text: &str) {
        assert!(text.parse::<Op>().is_err());
    }

    #[test]
    fn a_mint_knows_only_its_own_operations() {
        let mut mint = Mint::default();
        assert_eq!(mint.next(Op::Call), Op::Call(1));
        assert_eq!(mint.next(Op::Prompt), Op::Prompt(1));
        assert_eq!(mint.next(Op::Call), Op::Call(2));
        assert!(mint.knows(Op::Call(2)));
        assert!(!mint.knows(Op::Call(3)));
        assert!(!mint.knows(Op::Call(0)));
        assert!(!mint.knows(Op::File(1)));
    }
}
