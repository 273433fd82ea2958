//! One request of HTTP, and the reading of its answer.

use std::{
    future::pending,
    pin::pin,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use eventsource_stream::{EventStreamError, Eventsource};
use futures::StreamExt;
use http_body_util::Full;
use hyper::{
    Method, Request, Response, StatusCode,
    body::Incoming,
    header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue},
};
use hyper_util::{
    client::legacy::{self, connect::HttpConnector},
    rt::TokioExecutor,
};
use tokio::{sync::oneshot, time::timeout};

use super::{
    answer::{broken_body, check_status, innermost, is_response, kind, no_kind, shown},
    body::{self, Amount, BodyError},
    error::{HttpError, advice},
    options::{Options, Said},
    outgoing::{Arguments, Outgoing},
};
use crate::{model::json::Value, system::mcp::era::Era};

/// The header with the id of a session.
const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
/// The header with the version of the protocol.
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The header with the id of the last event.
const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
/// The type of a stream of events.
const EVENTS: &str = "text/event-stream";
/// How long a stream that was closed is left closed, if its server does not say.
const RETRY: Duration = Duration::from_secs(1);
/// How often one stream is opened again at most.
const REOPENED_MAX: usize = 20;
/// How long the end of a session may take.
const GOODBYE: Duration = Duration::from_secs(1);

/// How far a stream was read.
#[derive(Debug, Default)]
struct Reached {
    /// The id of its last event.
    event: String,
    /// How long its server wants it to be left closed.
    retry: Option<Duration>,
    /// Whether the awaited response has come.
    is_answered: bool,
    /// How it broke off, if it did not end.
    broken: Option<String>,
}

/// What all requests of a connection share.
pub struct Exchange<F> {
    options: Options,
    client: legacy::Client<HttpConnector, Full<Bytes>>,
    session: Mutex<Option<HeaderValue>>,
    arguments: Mutex<Arguments>,
    of_run: Amount,
    tell: F,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<F: Fn(Said) -> bool + Send + Sync> Exchange<F> {
    /// `tell` is called with what the server says.
    pub fn new(options: Options, tell: F) -> Self {
        // A connection for each request: a server may close one that is idle at any moment, also while a request is on its way.
        let client = legacy::Client::builder(TokioExecutor::new()).pool_max_idle_per_host(0).build_http();
        Self {
            options,
            client,
            session: Mutex::default(),
            arguments: Mutex::default(),
            of_run: Amount::default(),
            tell,
        }
    }

    /// The version of the protocol.
    pub const fn era(&self) -> Era {
        self.options.era
    }

    /// Tells what comes.
    pub fn tell(&self, said: Said) {
        // Nobody listens any more once the run is over.
        (self.tell)(said);
    }

    /// Sends a message, and tells what comes of it. `head` is dropped once the server has begun to answer.
    pub async fn post(&self, message: &Outgoing, head: oneshot::Sender<()>) {
        let told = match self.posted(message, head).await {
            Ok(()) => return,
            Err(error) => match message.awaited() {
                Some(id) => Said::NoResponse(id.clone(), error),
                None => Said::Broken(error),
            },
        };
        self.tell(told);
    }

    async fn posted(&self, message: &Outgoing, head: oneshot::Sender<()>) -> Result<(), HttpError> {
        let body = Full::new(Bytes::from(message.text.clone()));
        let mut request = Request::new(body);
        *request.method_mut() = Method::POST;
        let headers = request.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        headers.extend(message.headers(self.options.era, &lock(&self.arguments)));
        let response = self.send(request, !message.opens(), &message.what()).await?;
        if message.opens()
            && let Some(id) = response.headers().get(SESSION)
        {
            *lock(&self.session) = Some(id.clone());
        }
        drop(head);
        self.read(response, message).await
    }

    /// Sends a request to the address, in the session.
    async fn send(
        &self,
        mut request: Request<Full<Bytes>>,
        is_in_session: bool,
        what: &str,
    ) -> Result<Response<Incoming>, HttpError> {
        *request.uri_mut() = self.options.endpoint.uri().clone();
        if let Some(id) = lock(&self.session).clone().filter(|_| is_in_session) {
            request.headers_mut().insert(SESSION, id);
        }
        let unanswered =
            |error: legacy::Error| HttpError::Unanswered { what: what.to_owned(), why: innermost(&error).to_string() };
        self.client.request(request).await.map_err(unanswered)
    }

    /// Reads the answer to a message.
    async fn read(&self, response: Response<Incoming>, message: &Outgoing) -> Result<(), HttpError> {
        let (what, status) = (message.what(), response.status());
        check_status(&response, &what)?;
        let kind = kind(&response);
        if status.is_success() && kind == EVENTS {
            return self.stream(response, message).await;
        }
        if kind == "application/json" || kind.ends_with("+json") {
            let body = body::whole(response.into_body(), &self.of_run).await;
            let body = body.map_err(|error| broken_body(&error, message))?;
            let text = std::str::from_utf8(&body).map_err(|_| HttpError::NoText { what: what.clone() })?;
            if text.trim().is_empty() {
                return self.nothing(status, message);
            }
            return match serde_json::from_str::<Value>(text) {
                Ok(line) => self.whole(&line, text, status, message),
                Err(_) => Err(HttpError::NoMessage { what, kind, body: shown(text) }),
            };
        }
        let body = body::beginning(response.into_body()).await;
        if body.trim().is_empty() {
            return self.nothing(status, message);
        }
        match (message.awaited(), status.is_success()) {
            // What is said of a message that awaits nothing is not read.
            (None, true) => Ok(()),
            (Some(_), true) => Err(HttpError::NoMessage { what, kind: no_kind(kind), body: shown(&body) }),
            (awaited, false) => self.refused(awaited.is_some(), what, status, shown(&body)),
        }
    }

    /// A body of JSON has come.
    fn whole(&self, line: &Value, text: &str, status: StatusCode, message: &Outgoing) -> Result<(), HttpError> {
        let is_message = line.get("jsonrpc").is_some();
        if is_message || status.is_success() {
            self.heard(line, text);
        }
        let Some(id) = message.awaited() else {
            return if is_message { Ok(()) } else { self.refused(false, message.what(), status, shown(text)) };
        };
        match (is_response(line, id), status.is_success()) {
            (true, _) => Ok(()),
            (false, true) => {
                Err(HttpError::NoResponse { what: message.what(), status: status.as_u16(), id: id.to_string() })
            }
            (false, false) => self.refused(true, message.what(), status, shown(text)),
        }
    }

    /// A message was not taken. A server need not take every notification and response, and may say so by 400 and the like.
    fn refused(&self, is_request: bool, what: String, status: StatusCode, body: String) -> Result<(), HttpError> {
        if status.is_success() || !is_request && status.is_client_error() && !matches!(status.as_u16(), 403..=405) {
            return Ok(());
        }
        let status = status.as_u16();
        Err(HttpError::Refused { what, status, body, advice: advice(status, lock(&self.session).is_some()) })
    }

    /// An answer without a body. It is right for a message that awaits nothing.
    fn nothing(&self, status: StatusCode, message: &Outgoing) -> Result<(), HttpError> {
        match message.awaited().filter(|_| status.is_success()) {
            Some(id) => {
                Err(HttpError::NoResponse { what: message.what(), status: status.as_u16(), id: id.to_string() })
            }
            None => self.refused(message.awaited().is_some(), message.what(), status, String::new()),
        }
    }

    /// Tells a line of the server.
    fn heard(&self, line: &Value, text: &str) {
        if self.options.era.has_rounds() {
            lock(&self.arguments).read(line);
        }
        self.tell(Said::Line(text.to_owned()));
    }

    /// Reads the stream that answers a message. In the first versions, one that its server closes goes on by GET, if its events have
    /// ids.
    async fn stream(&self, response: Response<Incoming>, message: &Outgoing) -> Result<(), HttpError> {
        let mut reached = Reached::default();
        self.events(response, message, &mut reached).await?;
        for reopened in 0.. {
            let Some(id) = message.awaited().filter(|_| !reached.is_answered) else { return Ok(()) };
            if reached.event.is_empty() || self.options.era.has_rounds() || reopened == REOPENED_MAX {
                let why = reached.broken.unwrap_or_else(|| "the stream has ended".to_owned());
                return Err(HttpError::Cut { what: message.what(), id: id.to_string(), why });
            }
            wait(reached.retry.unwrap_or(RETRY)).await;
            let response = self.get(&reached.event).await?;
            if kind(&response) != EVENTS || !response.status().is_success() {
                reached.event.clear();
                continue;
            }
            reached.broken = None;
            self.events(response, message, &mut reached).await?;
        }
        Ok(())
    }

    /// Reads the events of a stream until it ends.
    async fn events(
        &self,
        response: Response<Incoming>,
        message: &Outgoing,
        reached: &mut Reached,
    ) -> Result<(), HttpError> {
        let of_message = Amount::default();
        let mut events = pin!(body::lines(response.into_body(), &self.of_run, &of_message).eventsource());
        while let Some(event) = events.next().await {
            of_message.forget();
            let event = match event {
                Ok(event) => event,
                Err(EventStreamError::Transport(BodyError::Broken(error))) => {
                    reached.broken = Some(innermost(&error).to_string());
                    return Ok(());
                }
                Err(EventStreamError::Transport(error)) => return Err(broken_body(&error, message)),
                Err(EventStreamError::Utf8(_) | EventStreamError::Parser(_)) => {
                    return Err(HttpError::NoText { what: message.what() });
                }
            };
            reached.retry = event.retry.or(reached.retry);
            if !event.id.is_empty() {
                reached.event = event.id;
            }
            // The first event may have an id and nothing else.
            if event.data.is_empty() || event.event != "message" {
                continue;
            }
            let line: Value = serde_json::from_str(&event.data).unwrap_or_default();
            reached.is_answered |= message.awaited().is_some_and(|id| is_response(&line, id));
            self.heard(&line, &event.data);
        }
        Ok(())
    }

    /// Opens the stream on which a server says what belongs to no request, and reads it as long as there is one. A server need not
    /// have it. `head` is dropped once it is open.
    pub async fn listen(&self, head: oneshot::Sender<()>) {
        let mut head = Some(head);
        let (mut reached, nothing) = (Reached::default(), Outgoing::read(String::new()));
        for _ in 0..REOPENED_MAX {
            let Ok(response) = self.get(&reached.event).await else { return };
            drop(head.take());
            if kind(&response) != EVENTS || !response.status().is_success() {
                return;
            }
            if let Err(error) = self.events(response, &nothing, &mut reached).await {
                return self.tell(Said::Broken(error));
            }
            wait(reached.retry.unwrap_or(RETRY)).await;
        }
    }

    /// Asks for a stream, from this event on.
    async fn get(&self, event: &str) -> Result<Response<Incoming>, HttpError> {
        let mut request = Request::new(Full::default());
        let headers = request.headers_mut();
        headers.insert(ACCEPT, HeaderValue::from_static(EVENTS));
        headers.insert(VERSION, HeaderValue::from_static(self.options.era.version()));
        if let Some(event) = HeaderValue::from_str(event).ok().filter(|event| !event.is_empty()) {
            headers.insert(LAST_EVENT, event);
        }
        self.send(request, true, "the GET of a stream").await
    }

    /// Ends the session, if there is one. A server need not let its client end it.
    pub async fn delete(&self) {
        if lock(&self.session).is_none() {
            return;
        }
        let mut request = Request::new(Full::default());
        *request.method_mut() = Method::DELETE;
        request.headers_mut().insert(VERSION, HeaderValue::from_static(self.options.era.version()));
        drop(timeout(GOODBYE, self.send(request, true, "the DELETE of a session")).await);
    }
}

/// Waits. A server says how long a stream that it closes is to be left closed.
async fn wait(long: Duration) {
    drop(timeout(long, pending::<()>()).await);
}
