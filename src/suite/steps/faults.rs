//! Faults of a reply of the model, as steps name them.

use super::typed::{FromArgument, Kind, StepError};
use crate::llm::script::{Body, CutAt};

/// A reply that fails or breaks off.
pub struct Fault(pub Body);

impl Fault {
    /// The reply of these words.
    ///
    /// # Errors
    /// What words there are.
    pub fn named(words: &str) -> Result<Self, StepError> {
        fault(words).map(Self)
    }
}

impl FromArgument for Fault {
    const KIND: Kind = Kind::Text;

    fn read(written: &str) -> Result<Self, StepError> {
        Self::named(written)
    }
}

fn fault(words: &str) -> Result<Body, StepError> {
    match words.split_whitespace().collect::<Vec<_>>()[..] {
        ["a", "dropped", "connection"] => Ok(Body::Drop),
        ["a", "reset", "connection"] => Ok(Body::Reset),
        ["a", "truncated", "stream"] => {
            Ok(Body::Cut { text: "half an ans".to_owned(), at: CutAt::Between, reset: false })
        }
        ["a", "cut", "frame"] => Ok(cut_at(CutAt::InsideFrame)),
        ["a", "cut", "character"] => Ok(cut_at(CutAt::InsideCharacter)),
        ["a", "malformed", "event"] => Ok(Body::Malformed { text: String::new() }),
        ["an", "overload"] => Ok(Body::Overloaded { text: String::new() }),
        ["status", status] => Ok(Body::Status { status: failing(status)?, retry_after_s: None }),
        ["status", status, "retry-after", seconds] => {
            Ok(Body::Status { status: failing(status)?, retry_after_s: Some(number(seconds)?) })
        }
        _ => Err(format!(
            "expected `status N`, `status N retry-after SECONDS`, `a dropped connection`, `a reset connection`, `a \
             truncated stream`, `a cut frame`, `a cut character`, `a malformed event` or `an overload`, found `{words}`"
        )
        .into()),
    }
}

const fn cut_at(at: CutAt) -> Body {
    Body::Cut { text: String::new(), at, reset: false }
}

fn failing(status: &str) -> Result<u16, StepError> {
    let number = number(status)?;
    let fails = (400..600).contains(&number);
    if fails { Ok(number) } else { Err(format!("expected a status from 400 to 599, found `{status}`").into()) }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, StepError> {
    text.parse().map_err(|_| format!("expected a number, found `{text}`").into())
}
