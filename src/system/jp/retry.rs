//! When a failed request to the model is sent again (INQ-26).

use crate::{
    model::Millis,
    system::{Failure, FailureKind},
};

/// How often a request is sent again.
pub const RETRIES_MAX: u32 = 3;
/// The longest wait. It also limits the wait that a server asks for.
const WAIT_MAX: Millis = Millis::from_secs(30);

/// The wait before retry number `retry`, counted from 1. `None` if the failure is final.
pub fn wait(failure: &Failure, retry: u32) -> Option<Millis> {
    if retry > RETRIES_MAX || !is_transient(failure.kind) {
        return None;
    }
    let back_off = Millis::from_secs(1 << (retry - 1));
    Some(failure.retry_after_ms.map_or(back_off, Millis).min(WAIT_MAX))
}

const fn is_transient(kind: FailureKind) -> bool {
    match kind {
        FailureKind::RateLimited
        | FailureKind::Overloaded
        | FailureKind::Server
        | FailureKind::Dropped
        | FailureKind::Truncated => true,
        FailureKind::Rejected | FailureKind::Malformed => false,
    }
}

/// The words for a failure in jp's provider error. They come from no library.
pub const fn word(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::RateLimited => "rate limited",
        FailureKind::Overloaded => "overloaded",
        FailureKind::Server => "server error",
        FailureKind::Rejected => "request rejected",
        FailureKind::Dropped => "connection dropped",
        FailureKind::Truncated => "stream ended early",
        FailureKind::Malformed => "malformed response",
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::wait;
    use crate::{
        model::Millis,
        system::{Failure, FailureKind},
    };

    #[rstest]
    #[case(FailureKind::Server, None, 1, Some(1000))]
    #[case(FailureKind::Server, None, 2, Some(2000))]
    #[case(FailureKind::Dropped, None, 3, Some(4000))]
    #[case(FailureKind::Server, None, 4, None)]
    #[case(FailureKind::RateLimited, Some(7000), 1, Some(7000))]
    #[case(FailureKind::RateLimited, Some(600_000), 1, Some(30_000))]
    #[case(FailureKind::Rejected, None, 1, None)]
    #[case(FailureKind::Malformed, None, 1, None)]
    fn waits(
        #[case] kind: FailureKind,
        #[case] retry_after_ms: Option<u64>,
        #[case] retry: u32,
        #[case] expected_ms: Option<u64>,
    ) {
        let failure = Failure { kind, status: None, retry_after_ms };
        assert_eq!(wait(&failure, retry), expected_ms.map(Millis));
    }
}
