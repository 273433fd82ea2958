//! Requests that somebody else answers, when it is time.

use futures::future::BoxFuture;
use tokio::sync::oneshot;

use super::{Answer, Answers, Incoming, Pacing, Served};
use crate::llm::{Plan, WireRequest};

/// Hands every request on, and holds it until it is answered.
pub struct Held<F> {
    tell: F,
}

/// What is heard of requests.
#[derive(Debug)]
pub enum RequestEvent {
    /// One came.
    Arrived(Arrival),
    /// One is over: answered, or given up by its client.
    Over,
}

/// A request that waits.
#[derive(Debug)]
pub struct Arrival {
    /// How the client calls it, where it does.
    pub name: Option<String>,
    /// What came.
    pub request: WireRequest,
    /// Where the answer goes. Dropped, the connection ends; closed, nobody waits for it any more.
    pub reply: oneshot::Sender<Plan>,
}

impl<F: Fn(RequestEvent) + Send + Sync> Held<F> {
    /// Hands every request to `tell`.
    pub const fn new(tell: F) -> Self {
        Self { tell }
    }
}

impl<F: Fn(RequestEvent) + Send + Sync> Answers for Held<F> {
    fn answer<'a>(&'a self, incoming: Incoming<'a>) -> BoxFuture<'a, Option<Answer>> {
        let (reply, plan) = oneshot::channel();
        let name = incoming.name.map(str::to_owned);
        (self.tell)(RequestEvent::Arrived(Arrival { name, request: incoming.request.clone(), reply }));
        Box::pin(async {
            let plan = plan.await.ok()?;
            Some(Answer { plan, pacing: Pacing::now(), unexpected: None, wrongs: Vec::new() })
        })
    }

    fn served(&self, _: &Served) {
        (self.tell)(RequestEvent::Over);
    }
}
