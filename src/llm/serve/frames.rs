//! The body of a reply: its frames, each when it may leave, then its ending.

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
    /// How many bytes they have together, where the head is to tell.
    pub length: Option<u64>,
    pub pacing: Pacing,
    pub ending: Ending,
    pub breaker: Breaker,
    /// Tells how it ended when this is dropped.
    pub exchange: Exchange,
}

impl Frames {
    /// Breaks the connection behind what is written, which happens as soon as this body makes hyper wait.
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
                // Whoever knows the length does not ask for the end.
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
