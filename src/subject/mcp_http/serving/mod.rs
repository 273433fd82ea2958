//! The end of a server: it takes the messages of its clients, and sends each what belongs to it.
//!
//! ```text
//!   client ── POST ──▶ check ──▶ session ── a line ──▶ hear
//!          ◀─ JSON, or an SSE stream ── streams ◀── lines ─
//! ```
//!
//! A request is answered with JSON if its response is the first that is said in it, and else with a stream.

mod check;
mod streams;

use std::{
    collections::BTreeMap,
    convert::Infallible,
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::Duration,
};

use bytes::Bytes;
use futures::{
    StreamExt,
    future::{Either, select},
    stream,
};
use http_body_util::{BodyExt, Full, Limited, StreamBody, combinators::UnsyncBoxBody};
use hyper::{
    Method, Request, Response, StatusCode,
    body::{Frame, Incoming},
    header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{runtime::Builder, sync::oneshot, task::JoinSet};

use self::{
    check::{Kind, Refusal, check_head, check_message, header, status_of},
    streams::{Lines, Streams},
};
use crate::{
    model::{
        json::{Value, json},
        rpc::{self, Message},
    },
    system::mcp::Outbox,
};

/// The longest message of a client in bytes.
const MESSAGE_MAX: usize = 16 << 20;
/// How long the head of a request may take.
const PATIENCE: Duration = Duration::from_secs(30);

type Body = UnsyncBoxBody<Bytes, Infallible>;

/// The number of a session. Messages that stand for themselves have none.
pub type Session = Option<u64>;

/// What comes of a client.
#[derive(Debug)]
pub enum FromClient {
    /// A message, as it is.
    Line(Session, Value),
    /// A session has ended.
    Gone(u64),
}

/// The sessions, each with its streams.
#[derive(Default)]
struct Sessions {
    opened: u64,
    streams: BTreeMap<Session, Streams>,
}

/// What all connections share.
struct Shared<H> {
    sessions: Mutex<Sessions>,
    hear: H,
}

/// A server, which serves until it is dropped.
pub struct Server {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Listens at this port of this machine; with 0, at one that is free. `hear` is called with what comes, and returns what is said
    /// in it.
    ///
    /// # Errors
    /// If the port is taken, or the operating system gives no runtime.
    pub fn start(port: u16, hear: impl Fn(FromClient) -> Outbox + Send + Sync + 'static) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        let (stop, stopped) = oneshot::channel();
        let shared = Arc::new(Shared { sessions: Mutex::default(), hear });
        let thread = thread::spawn(move || {
            runtime.block_on(async {
                let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
                accept(listener, shared, stopped).await;
            });
        });
        Ok(Self { address, stop: Some(stop), thread: Some(thread) })
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://{}{}", self.address, check::PATH)
    }

    /// Waits for its end, which only a signal brings.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
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

async fn accept<H: Fn(FromClient) -> Outbox + Send + Sync + 'static>(
    listener: tokio::net::TcpListener,
    shared: Arc<Shared<H>>,
    mut stopped: oneshot::Receiver<()>,
) {
    let mut connections = JoinSet::new();
    while let Either::Right((accepted, _)) = select(&mut stopped, Box::pin(listener.accept())).await {
        while connections.try_join_next().is_some() {}
        let Ok((connection, _)) = accepted else { continue };
        // A frame must not wait for the acknowledgement of the one before.
        drop(connection.set_nodelay(true));
        let shared = Arc::clone(&shared);
        let service = service_fn(move |request| serve(request, Arc::clone(&shared)));
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
        let served = http.serve_connection(TokioIo::new(connection), service);
        connections.spawn(async move { drop(served.await) });
    }
}

/// Serves a request.
async fn serve<H: Fn(FromClient) -> Outbox + Send + Sync + 'static>(
    request: Request<Incoming>,
    shared: Arc<Shared<H>>,
) -> Result<Response<Body>, Infallible> {
    let (head, body) = request.into_parts();
    let served = async {
        check_head(&head.method, head.uri.path(), &head.headers)?;
        let session = header(&head.headers, "mcp-session-id");
        match head.method {
            Method::GET => shared.listen(session),
            Method::DELETE => shared.delete(session),
            _ => {
                let body = Limited::new(body, MESSAGE_MAX).collect().await;
                let body = body.map_err(|_| no_session(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long"))?;
                let (line, kind) = check_message(&head.headers, &body.to_bytes())?;
                shared.post(line, kind, session).await
            }
        }
    };
    Ok(served.await.unwrap_or_else(|Refusal { status, body }| of_json(status, &body)))
}

impl<H: Fn(FromClient) -> Outbox + Send + Sync + 'static> Shared<H> {
    fn sessions(&self) -> MutexGuard<'_, Sessions> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session with this id.
    fn session(&self, id: Option<&str>) -> Result<u64, Refusal> {
        let id = id.ok_or_else(|| no_session(StatusCode::BAD_REQUEST, "`Mcp-Session-Id` is required"))?;
        let unknown = || no_session(StatusCode::NOT_FOUND, "there is no such session: it has ended, or never was");
        let number = id.strip_prefix("session-").and_then(|number| number.parse().ok()).ok_or_else(unknown)?;
        if self.sessions().streams.contains_key(&Some(number)) { Ok(number) } else { Err(unknown()) }
    }

    /// Opens the stream for what belongs to no request.
    fn listen(&self, session: Option<&str>) -> Result<Response<Body>, Refusal> {
        let why = "without a session, nothing is told beside the answers";
        session.ok_or_else(|| no_session(StatusCode::METHOD_NOT_ALLOWED, why))?;
        let session = Some(self.session(session)?);
        let lines = self.sessions().streams.entry(session).or_default().listen();
        Ok(of_events(None, lines, ()))
    }

    /// Ends a session.
    fn delete(&self, session: Option<&str>) -> Result<Response<Body>, Refusal> {
        let number = self.session(session)?;
        self.sessions().streams.remove(&Some(number));
        (self.hear)(FromClient::Gone(number));
        Ok(empty(StatusCode::NO_CONTENT))
    }

    /// Takes a message.
    async fn post(self: Arc<Self>, line: Value, kind: Kind, session: Option<&str>) -> Result<Response<Body>, Refusal> {
        let session = match kind {
            Kind::Opening => {
                let mut sessions = self.sessions();
                sessions.opened += 1;
                Some(sessions.opened)
            }
            Kind::InSession => Some(self.session(session)?),
            Kind::Alone => None,
        };
        let id = match Message::read(&line) {
            Some(Message::Request { id, .. }) => Some(id),
            _ => None,
        };
        let lines = id.clone().map(|id| self.sessions().streams.entry(session).or_default().open(id));
        self.tell(session, line, id.as_ref());
        let (Some(id), Some(mut lines)) = (id, lines) else { return Ok(empty(StatusCode::ACCEPTED)) };
        let open = OpenRequest { shared: Arc::clone(&self), session, id: id.clone() };
        let first = lines.recv().await;
        let mut response = match first {
            Some(line) if matches!(Message::read(&line), Some(Message::Response { id: own, .. }) if own == id) => {
                let status = if kind == Kind::Alone { status_of(&line) } else { StatusCode::OK };
                of_json(status, &line)
            }
            first => of_events(first, lines, open),
        };
        if let (Kind::Opening, Some(number)) = (kind, session)
            && let Ok(number) = HeaderValue::from_str(&format!("session-{number}"))
        {
            response.headers_mut().insert("mcp-session-id", number);
        }
        Ok(response)
    }

    /// Lets a line be heard, and sends what is said in it.
    fn tell(&self, session: Session, line: Value, id: Option<&Value>) {
        let said = (self.hear)(FromClient::Line(session, line));
        let mut sessions = self.sessions();
        let streams = sessions.streams.entry(session).or_default();
        said.into_iter().for_each(|line| streams.send(line, id));
    }
}

/// A request that is answered by a stream, or waits. In the last version, its client gives it up by closing the stream.
struct OpenRequest<H: Fn(FromClient) -> Outbox + Send + Sync + 'static> {
    shared: Arc<Shared<H>>,
    session: Session,
    id: Value,
}

impl<H: Fn(FromClient) -> Outbox + Send + Sync + 'static> Drop for OpenRequest<H> {
    fn drop(&mut self) {
        let mut sessions = self.shared.sessions();
        let was_open = sessions.streams.get_mut(&self.session).is_some_and(|streams| streams.close(&self.id));
        drop(sessions);
        if was_open && self.session.is_none() {
            let line = rpc::notification("notifications/cancelled", json!({"requestId": self.id}));
            self.shared.tell(None, line, None);
        }
    }
}

fn no_session(status: StatusCode, why: &str) -> Refusal {
    Refusal { status, body: rpc::error(&Value::Null, rpc::INVALID_REQUEST, why) }
}

fn empty(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Full::default().boxed_unsync());
    *response.status_mut() = status;
    response
}

fn of_json(status: StatusCode, line: &Value) -> Response<Body> {
    let mut response = Response::new(Full::from(line.to_string()).boxed_unsync());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// An answer by a stream. `open` is dropped with it.
fn of_events(first: Option<Value>, lines: Lines, open: impl Send + 'static) -> Response<Body> {
    let rest = stream::unfold((lines, open), |(mut lines, open)| async move {
        let line = lines.recv().await?;
        Some((line, (lines, open)))
    });
    let events = stream::iter(first)
        .chain(rest)
        .map(|line| Ok(Frame::data(Bytes::from(format!("event: message\ndata: {line}\n\n")))));
    let mut response = Response::new(StreamBody::new(events).boxed_unsync());
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
