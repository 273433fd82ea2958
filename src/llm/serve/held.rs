//! Holds requests until the scheduler answers them.

use futures::future::BoxFuture;
use tokio::sync::oneshot;

use super::{Answer, Answers, Incoming, Served};
use crate::llm::{Plan, Refusal, WireRequest};

/// Reports every request, and holds it until it is answered.
pub struct Held<F> {
    tell: F,
}

/// A report about a request.
#[derive(Debug)]
pub enum RequestEvent {
    /// A request came.
    Arrived(Arrival),
    /// A request is over: it was answered, or its client gave it up.
    Over,
    /// A request was refused because of its headers.
    Refused(WireRequest, Refusal),
}

/// A request that waits.
#[derive(Debug)]
pub struct Arrival {
    /// The name that the client gave it, if any.
    pub name: Option<String>,
    /// The request.
    pub request: WireRequest,
    /// Takes the answer. Dropping it ends the connection. If it is closed, the client no longer waits.
    pub reply: oneshot::Sender<Plan>,
}

impl<F: Fn(RequestEvent) + Send + Sync> Held<F> {
    /// Reports every request to `tell`.
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
            Some(Answer::now(plan))
        })
    }

    fn served(&self, served: &Served) {
        (self.tell)(match &served.refused {
            Some(why) => RequestEvent::Refused(served.request.clone(), why.clone()),
            None => RequestEvent::Over,
        });
    }
}
