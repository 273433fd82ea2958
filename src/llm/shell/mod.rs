//! The shells. A shell carries a request to the script, and the reply back.

mod body;
mod client;
mod http;
mod memory;

use std::{convert::Infallible, hash::Hasher};

use futures::{FutureExt, stream};

pub use self::{body::read_body, client::Client, http::Http, memory::Memory};
use super::{Format, Plan, Session, ShellError};
use crate::{
    model::{Millis, ModelRequest, Op},
    system::{Failure, FailureKind, ModelEvent},
};

/// A reply, as the subject's side of the wire reads it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Delivery {
    /// The events of the reply. The last one is always `Finished`, `LimitReached` or `Failed`.
    pub events: Vec<ModelEvent>,
    /// The delay of the reply in the script, in virtual time.
    pub after: Millis,
}

/// Carries requests to a script. One session at a time.
pub trait ModelShell: Send {
    /// Puts a fresh session in place.
    fn begin(&mut self, session: Session);

    /// Carries the request of the operation `op` to the script, and its whole reply back.
    ///
    /// # Errors
    /// If the request does not reach the script.
    fn exchange(&mut self, op: Op, request: &ModelRequest) -> Result<Delivery, ShellError>;

    /// Adds the state of the session to a fingerprint. A session outside this process adds nothing.
    fn fingerprint(&self, _into: &mut dyn Hasher) {}

    /// Takes the session out again.
    fn finish(&mut self) -> Session;

    /// Whether the stream has each request as it is read from the wire, and not as the subject made it.
    fn reads_wire(&self) -> bool {
        false
    }
}

/// The events that a client reads from `plan`, if it asked in `format`.
///
/// # Errors
/// Only through a bug: if reading a body in memory has to wait.
pub fn read_plan(plan: &Plan, format: Format, structured: bool) -> Result<Vec<ModelEvent>, ShellError> {
    if plan.ending.is_before_anything() {
        return Ok(vec![dropped()]);
    }
    if plan.status != 200 {
        let retry_after = plan.headers.iter().find(|(name, _)| *name == "retry-after");
        return Ok(vec![failure_of_status(plan.status, retry_after.map(|(_, value)| value.as_str()))]);
    }
    let body = stream::iter(plan.frames.iter().cloned().map(Ok::<_, Infallible>));
    read_body(body, format, structured).now_or_never().ok_or(ShellError::MemoryWaited)
}

/// The failure that the subject sees for a status other than success.
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
