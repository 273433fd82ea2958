//! The shells: what carries a request to the script and its reply back.

mod body;
mod http;
mod memory;

pub use self::{body::read_body, http::Http, memory::Memory};
use super::{Plan, Session};
use crate::{
    model::{Millis, ModelRequest},
    system::{Failure, FailureKind, ModelEvent},
};

/// A reply as the subject's side of the wire reads it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Delivery {
    /// What arrives, in order. The last is always `Finished`, `LimitReached` or `Failed`.
    pub events: Vec<ModelEvent>,
    /// How long the script has it take, in virtual time.
    pub after: Millis,
}

/// Carries requests to a script. One session at a time.
pub trait Transport: Send {
    /// Puts a fresh session in place.
    fn begin(&mut self, session: Session);

    /// Carries one request there and its whole reply back.
    ///
    /// # Errors
    /// The environment's failure: the request did not reach the script.
    fn exchange(&mut self, request: &ModelRequest) -> Result<Delivery, String>;

    /// Takes the session out again.
    fn finish(&mut self) -> Session;
}

/// What a status other than success means to the subject.
fn failure_of_status(status: u16, retry_after: Option<&str>) -> ModelEvent {
    let kind = match status {
        429 => FailureKind::RateLimited,
        529 => FailureKind::Overloaded,
        500..=599 => FailureKind::Server,
        _ => FailureKind::Rejected,
    };
    let retry_after_ms = retry_after.and_then(|text| text.trim().parse::<u64>().ok()).map(|s| s.saturating_mul(1000));
    ModelEvent::Failed(Failure { kind, status: Some(status), retry_after_ms })
}

const fn dropped() -> ModelEvent {
    ModelEvent::Failed(Failure { kind: FailureKind::Dropped, status: None, retry_after_ms: None })
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
