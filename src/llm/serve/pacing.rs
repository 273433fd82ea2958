//! Pacing: when each step of a reply is sent. The steps are the head, each frame and the ending.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::Sleep,
};

use crate::model::Millis;

/// When each step of a reply is sent.
#[derive(Debug)]
pub struct Pacing(Kind);

#[derive(Debug)]
enum Kind {
    /// The head is sent after a delay, and the frames with pauses between them.
    Timed { after: Duration, pause: Duration, steps: usize, due: Option<Pin<Box<Sleep>>> },
    /// Each step is sent when it is released.
    Held(UnboundedReceiver<()>),
}

/// Releases the steps of a held reply. If it is dropped before the last step, the connection ends there.
#[derive(Clone, Debug)]
pub struct Release(UnboundedSender<()>);

impl Release {
    /// Releases the next `steps`. The head is one step, then each frame, then the ending.
    pub fn steps(&self, steps: usize) {
        for _ in 0..steps {
            // A client that hung up needs no more steps.
            let _ = self.0.send(());
        }
    }

    /// Whether the reply is over: all of it was sent, or the client is gone.
    pub fn is_over(&self) -> bool {
        self.0.is_closed()
    }
}

impl Pacing {
    /// Sends the head after `after`. Then each frame except the first, and the ending, follows after `pause`.
    pub const fn timed(after: Millis, pause: Duration) -> Self {
        let after = Duration::from_millis(after.0);
        Self(Kind::Timed { after, pause, steps: 0, due: None })
    }

    /// Sends everything at once.
    pub const fn now() -> Self {
        Self::timed(Millis(0), Duration::ZERO)
    }

    /// Holds every step until it is released.
    pub fn held() -> (Self, Release) {
        let (sender, receiver) = unbounded_channel();
        (Self(Kind::Held(receiver)), Release(sender))
    }

    /// Ready when the next step may be sent; false if it will never be released.
    pub fn poll_step(&mut self, cx: &mut Context<'_>) -> Poll<bool> {
        match &mut self.0 {
            Kind::Held(released) => released.poll_recv(cx).map(|step| step.is_some()),
            Kind::Timed { after, pause, steps, due } => {
                let length = match *steps {
                    0 => *after,
                    // The first frame follows the head without a pause.
                    1 => Duration::ZERO,
                    _ => *pause,
                };
                if !length.is_zero() {
                    ready!(due.get_or_insert_with(|| Box::pin(wait(length))).as_mut().poll(cx));
                    *due = None;
                }
                *steps += 1;
                Poll::Ready(true)
            }
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "a real client waits for a reply in real time")]
fn wait(length: Duration) -> Sleep {
    tokio::time::sleep(length)
}
