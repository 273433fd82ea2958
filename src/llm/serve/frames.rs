//! The body of a reply: its frames, each at its own time, then its ending.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll, ready},
    vec,
};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};

use super::{
    Ended, Pacing,
    exchange::Exchange,
    socket::{Break, Breaker},
};
use crate::llm::Ending;

/// A body that ends as planned.
pub struct Frames {
    pub frames: vec::IntoIter<Bytes>,
    /// The length of all frames in bytes, if the head announces it.
    pub length: Option<u64>,
    pub pacing: Pacing,
    pub ending: Ending,
    pub breaker: Breaker,
    /// The request, which reports how it ended.
    pub exchange: Exchange,
}

impl Frames {
    /// Breaks the connection after everything that was written. hyper flushes as soon as this body is pending, and the
    /// flush breaks the socket.
    fn broken(&mut self, how: Break, ended: Ended) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.exchange.ended(ended);
        self.breaker.set(how);
        Poll::Pending
    }
}

impl Body for Frames {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let this = self.get_mut();
        if !ready!(this.pacing.poll_step(cx)) {
            return this.broken(Break::Close, Ended::Stopped);
        }
        if let Some(frame) = this.frames.next() {
            if this.frames.len() == 0 && this.length.is_some() {
                // With a known length, hyper does not poll for the end.
                this.exchange.ended(Ended::Planned(this.ending));
            }
            return Poll::Ready(Some(Ok(Frame::data(frame))));
        }
        let ended = Ended::Planned(this.ending);
        if let Some(how) = Break::of(this.ending) {
            return this.broken(how, ended);
        }
        this.exchange.ended(ended);
        Poll::Ready(None)
    }

    fn size_hint(&self) -> SizeHint {
        self.length.map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}
