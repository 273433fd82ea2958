//! One request of HTTP: what it must have, what is heard of it, and what it is answered with.

use std::{convert::Infallible, sync::Arc, time::Duration};

use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::{
    Method, Request, Response, StatusCode,
    body::{Body as _, Incoming},
    header::HeaderValue,
};
use tokio::time::timeout;

use super::{
    FromClient, Session,
    check::{Kind, Refusal, Versions, check_head, check_message, header, status_of, without_id},
    replies::{Body, empty, of_events, of_json, of_refusal},
    sessions::Sessions,
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
/// How a client gives up a request.
const CANCELLED: &str = "notifications/cancelled";

/// What all connections share.
pub struct Shared<H> {
    /// The sessions.
    pub sessions: Sessions,
    /// What is served.
    pub versions: Versions,
    /// How long a request may take to come whole.
    pub patience: Duration,
    /// Takes what comes of a client.
    pub hear: H,
}

/// Serves a request.
///
/// # Errors
/// Never.
pub async fn serve<H: Fn(FromClient) -> Outbox + Send + Sync + 'static>(
    request: Request<Incoming>,
    shared: Arc<Shared<H>>,
) -> Result<Response<Body>, Infallible> {
    let (head, body) = request.into_parts();
    let versions = shared.versions;
    let served = async {
        check_head(&head.method, head.uri.path(), &head.headers, versions)?;
        let session = header(&head.headers, "mcp-session-id");
        match head.method {
            Method::GET => shared.listen(session),
            Method::DELETE => shared.delete(session),
            _ => {
                let body = read(body, shared.patience).await?;
                let (line, kind) = check_message(&head.headers, &body, versions)?;
                shared.post(line, kind, session).await
            }
        }
    };
    Ok(served.await.unwrap_or_else(|refusal| of_refusal(&refusal, versions.methods())))
}

/// Reads a body.
async fn read(body: Incoming, patience: Duration) -> Result<Bytes, Refusal> {
    let too_long = || without_id(StatusCode::PAYLOAD_TOO_LARGE, "the body is longer than 16 MiB");
    // It may be known beforehand.
    if body.size_hint().lower() > MESSAGE_MAX as u64 {
        return Err(too_long());
    }
    match timeout(patience, Limited::new(body, MESSAGE_MAX).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(why)) if why.is::<LengthLimitError>() => Err(too_long()),
        Ok(Err(_)) => Err(without_id(StatusCode::BAD_REQUEST, "the body breaks off")),
        Err(_) => Err(without_id(StatusCode::REQUEST_TIMEOUT, "the body does not end")),
    }
}

impl<H: Fn(FromClient) -> Outbox + Send + Sync + 'static> Shared<H> {
    /// Opens the stream for what belongs to no request.
    fn listen(&self, session: Option<&str>) -> Result<Response<Body>, Refusal> {
        let why = "without a session, nothing is told beside the answers";
        session.ok_or_else(|| without_id(StatusCode::METHOD_NOT_ALLOWED, why))?;
        let lines = self.sessions.listen(self.sessions.find(session)?);
        Ok(of_events(None, lines, ()))
    }

    /// Ends a session.
    fn delete(&self, session: Option<&str>) -> Result<Response<Body>, Refusal> {
        let number = self.sessions.find(session)?;
        self.sessions.end(number);
        (self.hear)(FromClient::Gone(number));
        Ok(empty(StatusCode::NO_CONTENT))
    }

    /// Takes a message.
    async fn post(self: Arc<Self>, line: Value, kind: Kind, session: Option<&str>) -> Result<Response<Body>, Refusal> {
        let session = match kind {
            Kind::Opening => Some(self.sessions.open()),
            Kind::InSession => Some(self.sessions.find(session)?),
            Kind::Alone => None,
        };
        let id = match Message::read(&line) {
            Some(Message::Request { id, .. }) => Some(id),
            Some(Message::Notification { method, params }) if kind == Kind::Alone && method == CANCELLED => {
                // Its stream is nobody's any more. That it ends then gives up nothing a second time.
                self.sessions.close(None, &params["requestId"]);
                None
            }
            _ => None,
        };
        let lines = id.clone().map(|id| self.sessions.answer(session, id));
        self.tell(session, line, id.as_ref());
        let (Some(id), Some(mut lines)) = (id, lines) else { return Ok(empty(StatusCode::ACCEPTED)) };
        let open = OpenRequest { shared: Arc::clone(&self), session, id: id.clone() };
        let first = lines.recv().await;
        let mut response = match first {
            Some(Ok(line)) if matches!(Message::read(&line), Some(Message::Response { id: own, .. }) if own == id) => {
                let status = if kind == Kind::Alone { status_of(&line) } else { StatusCode::OK };
                of_json(status, &line)
            }
            first => of_events(first, lines, open),
        };
        if let (Kind::Opening, Some(number)) = (kind, session)
            && let Ok(id) = HeaderValue::from_str(&Sessions::id(number))
        {
            response.headers_mut().insert("mcp-session-id", id);
        }
        Ok(response)
    }

    /// Lets a line be heard, and sends what is said in it.
    fn tell(&self, session: Session, line: Value, id: Option<&Value>) {
        let said = (self.hear)(FromClient::Line(session, line));
        said.into_iter().for_each(|line| self.sessions.send(session, line, id));
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
        let was_open = self.shared.sessions.close(self.session, &self.id);
        if was_open && self.session.is_none() {
            let line = rpc::notification(CANCELLED, json!({"requestId": self.id}));
            self.shared.tell(None, line, None);
        }
    }
}
