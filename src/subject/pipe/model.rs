//! The scripted model that an adapter asks over HTTP. Requests wait here until the run loop releases their replies.

use std::{
    collections::BTreeMap,
    io,
    net::TcpListener,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
};

use tokio::{runtime::Builder, sync::oneshot};

use crate::{
    llm::{
        DecodedRequest, Format, Plan, Session, ShellError, Wire, WireRequest, decode_request,
        script::ScriptedCall,
        serve::{Arrival, Held, HostFilter, Limits, RequestEvent, serve},
        shell::{Delivery, ModelShell, read_plan},
    },
    model::{ModelRequest, Op},
};

/// The HTTP server, which runs on a thread of its own until this is dropped.
pub struct Server {
    /// The base URL, without a slash at the end.
    pub base: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts the server on a free port of the loopback interface, for these hosts. `tell` is called with every request.
    ///
    /// # Errors
    /// If the operating system gives no port or no runtime.
    pub fn start(hosts: HostFilter, tell: impl Fn(RequestEvent) + Send + Sync + 'static) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        listener.set_nonblocking(true)?;
        let base = format!("http://{}", listener.local_addr()?);
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            runtime.block_on(async {
                let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
                serve(listener, Arc::new(Held::new(tell)), Limits::default(), hosts, stopped).await;
            });
        });
        Ok(Self { base, stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // If the thread panicked, there is nothing left to stop.
            drop(thread.join());
        }
    }
}

/// What happened to a reply that was due.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Released {
    /// The reply was sent.
    Sent,
    /// The adapter had cancelled the request.
    GivenUp,
    /// The adapter had closed the connection without cancelling the request.
    HungUp,
}

/// The requests that wait for replies, by operation.
#[derive(Clone, Debug, Default)]
pub struct Waiting(Arc<Mutex<BTreeMap<Op, Request>>>);

#[derive(Debug)]
struct Request {
    wire: WireRequest,
    format: Format,
    structured: bool,
    reply: oneshot::Sender<Plan>,
    /// The reply, once it is known.
    plan: Option<Plan>,
    /// Whether the client has given up the request. The request still counts, and the script must see it.
    given_up: bool,
}

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Op, Request>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends every connection.
    pub fn clear(&self) {
        self.lock().clear();
    }

    /// Keeps a request that has arrived as `op`, and decodes it. A request that cannot be decoded is answered and
    /// reported by the session.
    pub fn keep(&self, op: Op, Arrival { request, reply, .. }: Arrival) -> ModelRequest {
        let (asked, format) = match decode_request(&request) {
            Ok(DecodedRequest { request, format, .. }) => (request, format),
            Err(_) => {
                let wire = Wire::of_path(&request.path).unwrap_or_default();
                (ModelRequest::default(), Format { wire, streamed: false })
            }
        };
        let structured = asked.schema.is_some();
        self.lock().insert(op, Request { wire: request, format, structured, reply, plan: None, given_up: false });
        asked
    }

    /// The requests that wait for a reply. A connection that was closed in the meantime counts as open until the adapter
    /// says so: a process that dies must not look like one that gave up its requests.
    pub fn open(&self) -> Vec<Op> {
        self.lock().iter().filter(|(_, request)| !request.given_up).map(|(op, _)| *op).collect()
    }

    /// Those of the open requests whose connections are closed now.
    pub fn closed(&self) -> Vec<Op> {
        let waiting = self.lock();
        let closed = waiting.iter().filter(|(_, request)| !request.given_up && request.reply.is_closed());
        closed.map(|(op, _)| *op).collect()
    }

    /// Counts these requests as given up by their client.
    pub fn count_as_given_up(&self, ops: &[Op]) {
        let mut waiting = self.lock();
        for op in ops {
            if let Some(request) = waiting.get_mut(op) {
                request.given_up = true;
            }
        }
    }

    /// Removes a request that its client cancels.
    pub fn give_up(&self, op: Op) {
        self.lock().remove(&op);
    }

    /// Sends the reply to `op`, if its client still waits for it.
    pub fn release(&self, op: Op) -> Released {
        let Some(Request { reply, plan: Some(plan), given_up: false, .. }) = self.lock().remove(&op) else {
            return Released::GivenUp;
        };
        reply.send(plan).map_or(Released::HungUp, |()| Released::Sent)
    }
}

/// Answers the waiting requests from a script.
pub struct Model {
    session: Session,
    waiting: Waiting,
}

impl Model {
    /// A model for the requests in `waiting`.
    pub fn new(waiting: Waiting) -> Self {
        Self { session: Session::default(), waiting }
    }

    /// Changes the calls of the script.
    pub fn change(&mut self, change: impl FnMut(&mut ScriptedCall)) {
        self.session.change_calls(change);
    }
}

impl ModelShell for Model {
    fn begin(&mut self, session: Session) {
        self.session = session;
    }

    fn exchange(&mut self, op: Op, _: &ModelRequest) -> Result<Delivery, ShellError> {
        let mut waiting = self.waiting.lock();
        let request = waiting.get_mut(&op).ok_or(ShellError::NotWaiting(op))?;
        let plan = self.session.reply(request.wire.clone());
        let events = read_plan(&plan, request.format, request.structured)?;
        let after = plan.after;
        request.plan = Some(plan);
        Ok(Delivery { events, after })
    }

    fn finish(&mut self) -> Session {
        std::mem::take(&mut self.session)
    }

    fn reads_wire(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use tokio::sync::oneshot;

    use super::{Arrival, Op, Waiting, WireRequest};

    /// A process that dies closes its connections. Until it says that it gave them up, they count as open.
    #[test]
    fn a_closed_connection_is_open_until_the_adapter_says_otherwise() {
        let waiting = Waiting::default();
        let (reply, client) = oneshot::channel();
        let request = WireRequest { method: "POST".into(), path: "/v1/messages".into(), body: Bytes::new() };
        let op = Op::Request(1);
        waiting.keep(op, Arrival { name: None, request, reply });
        assert_eq!((waiting.open(), waiting.closed()), (vec![op], vec![]));
        drop(client);
        assert_eq!((waiting.open(), waiting.closed()), (vec![op], vec![op]));
        waiting.count_as_given_up(&[op]);
        assert_eq!((waiting.open(), waiting.closed()), (vec![], vec![]));
    }
}
