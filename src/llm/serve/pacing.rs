//! When the steps of a reply leave: its head, each frame, its ending.

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

/// When the steps of a reply leave.
#[derive(Debug)]
pub struct Pacing(Kind);

#[derive(Debug)]
enum Kind {
    /// The head after its time, the frames with pauses between them.
    Timed { after: Duration, pause: Duration, steps: usize, due: Option<Pin<Box<Sleep>>> },
    /// Each step when it is released.
    Held(UnboundedReceiver<()>),
}

/// Lets the steps of a held reply go. Where it is dropped before the last of them, the connection ends there.
#[derive(Clone, Debug)]
pub struct Release(UnboundedSender<()>);

impl Release {
    /// Lets the next `steps` go: the head is one, then each frame, then the ending.
    pub fn steps(&self, steps: usize) {
        for _ in 0..steps {
            // A client that hung up needs no more steps.
            let _ = self.0.send(());
        }
    }

    /// Whether no step waits any more: the reply is over, or nobody wants it.
    pub fn is_over(&self) -> bool {
        self.0.is_closed()
    }
}

impl Pacing {
    /// The head leaves after `after`, and each frame but the first, and the ending, `pause` after what is before it.
    pub const fn timed(after: Millis, pause: Duration) -> Self {
        let after = Duration::from_millis(after.0);
        Self(Kind::Timed { after, pause, steps: 0, due: None })
    }

    /// Nothing waits.
    pub const fn now() -> Self {
        Self::timed(Millis(0), Duration::ZERO)
    }

    /// Every step waits until it is released.
    pub fn held() -> (Self, Release) {
        let (sender, receiver) = unbounded_channel();
        (Self(Kind::Held(receiver)), Release(sender))
    }

    /// Ready when the next step may leave; false where it never may.
    pub fn poll_step(&mut self, cx: &mut Context<'_>) -> Poll<bool> {
        match &mut self.0 {
            Kind::Held(released) => released.poll_recv(cx).map(|step| step.is_some()),
            Kind::Timed { after, pause, steps, due } => {
                let length = match *steps {
                    0 => *after,
                    // The first frame follows its head without a pause.
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
