//! Serves connections: reads each request whole, and answers it as planned.

use std::{
    convert::Infallible,
    future::{pending, poll_fn},
    io::Read,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use flate2::read::GzDecoder;
use futures::future::{Either, select};
use http_body_util::BodyExt;
use hyper::{
    HeaderMap, Request, Response, StatusCode,
    body::{Body, Incoming},
    header::{CONTENT_ENCODING, HeaderName, HeaderValue, UPGRADE},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::timeout,
};

use super::{
    Answer, Answers, Ended, HostFilter, Incoming as Asked, Kind, NAME_HEADER, Pacing,
    exchange::{Exchange, Gathered, Limits, Server},
    frames::Frames,
    socket::{Break, Breaker, Socket},
};
use crate::{
    llm::{Ending, Plan},
    model::Millis,
};

/// The pause after a connection could not be accepted.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(20);
/// The most memory that is reserved for a body before it has come, whatever length its head announces.
const BODY_AHEAD: usize = 1 << 20;

/// Serves until `stop` is ready, and then closes every connection at once.
pub async fn serve(
    listener: TcpListener,
    answers: Arc<dyn Answers>,
    limits: Limits,
    hosts: HostFilter,
    mut stop: impl Future + Unpin,
) {
    let server =
        Arc::new(Server { answers, limits, hosts, requests: AtomicU64::new(0), stopping: AtomicBool::new(false) });
    let mut connections = JoinSet::new();
    while let Either::Right((accepted, _)) = select(&mut stop, pin!(listener.accept())).await {
        while connections.try_join_next().is_some() {}
        match accepted {
            Ok((stream, _)) => drop(connections.spawn(connection(stream, Arc::clone(&server)))),
            // Too many files are open, or the client is gone already. Connections that end free their files.
            Err(_) => drop(timeout(ACCEPT_BACKOFF, pending::<()>()).await),
        }
    }
    server.stopping.store(true, Ordering::Relaxed);
    connections.shutdown().await;
}

async fn connection(stream: TcpStream, server: Arc<Server>) {
    // Otherwise, the kernel may hold a frame until the client has acknowledged the one before.
    if stream.set_nodelay(true).is_err() {
        return;
    }
    let breaker = Breaker::default();
    let io = TokioIo::new(Socket::new(stream, breaker.clone()));
    let patience = server.limits.patience;
    let service = service_fn(move |request| respond(request, Arc::clone(&server), breaker.clone()));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(io, service)
        .await;
    // `respond` reports how each request ended, and hyper answers what is not HTTP.
    drop(served);
}

/// Reads a request and answers it.
async fn respond(
    request: Request<Incoming>,
    server: Arc<Server>,
    breaker: Breaker,
) -> Result<Response<Frames>, Infallible> {
    let (head, body) = request.into_parts();
    let mut exchange = Exchange::new(Arc::clone(&server), &head);
    if let Err(why) = server.hosts.check(&head.headers) {
        server.hosts.remember(head.method.as_str(), head.uri.path(), &why);
        // The body is read and discarded, so that the client is still there for the answer.
        let nothing = Limits { body_max: 0, ..server.limits };
        let _ = read(body, &nothing, &mut Gathered::Nothing).await;
        let plan = refusal(403, format!("refused: {why}\n"));
        if let Some(served) = &mut exchange.served {
            (served.status, served.refused) = (Some(plan.status), Some(why));
        }
        exchange.ended(Ended::Refused);
        return Ok(response(plan, Pacing::now(), breaker, exchange));
    }
    if wants_web_socket(&head.headers) {
        let plan = upgrade_refusal();
        if let Some(served) = &mut exchange.served {
            (served.status, served.kind, exchange.body) = (Some(plan.status), Kind::Auxiliary, None);
        }
        exchange.ended(Ended::Planned(Ending::Whole));
        return Ok(response(plan, Pacing::now(), breaker, exchange));
    }
    let mut read = read(body, &server.limits, exchange.body.get_or_insert(Gathered::Nothing)).await;
    if read.is_ok() {
        let whole = exchange.body.take().map(Gathered::into_bytes).unwrap_or_default();
        let unpacked = unpacked(&head.headers, whole.clone(), server.limits.body_max);
        read = unpacked.map(|body| exchange.body = Some(Gathered::One(body))).inspect_err(|_| {
            exchange.body = Some(Gathered::One(whole));
        });
    }
    let Some(served) = &mut exchange.served else { return pending().await };
    if let Err((status, ended, why)) = read {
        served.status = Some(status);
        exchange.ended(ended);
        return Ok(response(refusal(status, why), Pacing::now(), breaker, exchange));
    }
    served.request.body = exchange.body.take().map(Gathered::into_bytes).unwrap_or_default();
    served.has_arrived = true;
    server.answers.arrived(served);
    let name = head.headers.get(NAME_HEADER).and_then(|name| name.to_str().ok());
    let asked = Asked { name, request: &served.request };
    let answer = server.answers.answer(asked).await;
    let Some(Answer { plan, mut pacing, unexpected, wrongs, kind }) = answer else {
        return stopped(exchange, &breaker).await;
    };
    (served.unexpected, served.wrongs, served.kind) = (unexpected, wrongs, kind);
    if !poll_fn(|cx| pacing.poll_step(cx)).await {
        return stopped(exchange, &breaker).await;
    }
    if let Some(how) = Break::of(plan.ending).filter(|_| plan.ending.is_before_anything()) {
        exchange.ended(Ended::Planned(plan.ending));
        breaker.set(how);
        return pending().await;
    }
    served.status = Some(plan.status);
    Ok(response(plan, pacing, breaker, exchange))
}

/// Ends the request without sending anything more.
async fn stopped(mut exchange: Exchange, breaker: &Breaker) -> Result<Response<Frames>, Infallible> {
    exchange.ended(Ended::Stopped);
    breaker.set(Break::Close);
    pending().await
}

fn response(plan: Plan, pacing: Pacing, breaker: Breaker, mut exchange: Exchange) -> Response<Frames> {
    let Plan { status, headers, frames, ending, .. } = plan;
    let streamed = headers.iter().any(|(_, value)| value.starts_with("text/event-stream"));
    let length = (!streamed && ending == Ending::Whole).then(|| frames.iter().map(|frame| frame.len() as u64).sum());
    if length == Some(0) || exchange.served.as_ref().is_some_and(|served| served.request.method == "HEAD") {
        // hyper does not ask for the body then.
        exchange.ended(Ended::Planned(ending));
    }
    let body = Frames { frames: frames.into_iter(), length, pacing, ending, breaker, exchange };
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let map: &mut HeaderMap = response.headers_mut();
    for (name, value) in headers {
        if let Ok(value) = HeaderValue::try_from(value) {
            map.append(HeaderName::from_static(name), value);
        }
    }
    response
}

/// The answer to a request that the script does not see. The connection closes after it.
fn refusal(status: u16, why: impl Into<Bytes>) -> Plan {
    Plan {
        status,
        headers: vec![("content-type", "text/plain".to_owned()), ("connection", "close".to_owned())],
        frames: vec![why.into()],
        ending: Ending::Whole,
        after: Millis::default(),
        pacing: None,
    }
}

/// Whether the client wants to go on with a web socket. Any other upgrade, such as that to HTTP/2 which some clients offer
/// with every request, may be passed over.
fn wants_web_socket(headers: &HeaderMap) -> bool {
    let wanted = headers.get_all(UPGRADE).iter().filter_map(|value| value.to_str().ok());
    wanted.flat_map(|value| value.split(',')).any(|protocol| protocol.trim().eq_ignore_ascii_case("websocket"))
}

/// The answer to a client that wants a web socket: it goes on with plain requests then.
fn upgrade_refusal() -> Plan {
    let mut plan = refusal(426, "this server speaks HTTP/1.1 alone\n");
    plan.headers.push(("upgrade", "HTTP/1.1".to_owned()));
    plan
}

/// The body without its compression.
///
/// # Errors
/// If it is compressed in another way than by gzip, is no gzip, or becomes larger than `most` bytes.
fn unpacked(headers: &HeaderMap, body: Bytes, most: u64) -> Result<Bytes, Refusal> {
    let encoding = headers.get(CONTENT_ENCODING).map_or(&b"identity"[..], HeaderValue::as_bytes);
    if encoding.eq_ignore_ascii_case(b"identity") {
        return Ok(body);
    }
    if !encoding.eq_ignore_ascii_case(b"gzip") {
        return Err(OTHER_ENCODING);
    }
    let mut whole = Vec::new();
    match GzDecoder::new(&body[..]).take(most.saturating_add(1)).read_to_end(&mut whole) {
        Ok(length) if length as u64 > most => Err(TOO_LARGE),
        Ok(_) => Ok(whole.into()),
        Err(_) => Err(NO_GZIP),
    }
}

type Refusal = (u16, Ended, &'static str);

const TOO_LARGE: Refusal = (413, Ended::TooLarge, "the body of the request is larger than this server takes\n");
const TOO_SLOW: Refusal = (408, Ended::HalfRequest, "the body of the request did not come to its end in time\n");
const NO_GZIP: Refusal =
    (400, Ended::NotUnpacked, "the body of the request is not the gzip that its header announces\n");
const OTHER_ENCODING: Refusal =
    (415, Ended::NotUnpacked, "the body of the request is encoded in another way than by gzip: send it as it is\n");
const BROKEN: Refusal = (400, Ended::HalfRequest, "the body of the request broke off\n");

/// Reads a body to its end into `whole`.
///
/// # Errors
/// If the body is too large, too slow or broken off.
async fn read(mut body: Incoming, limits: &Limits, whole: &mut Gathered) -> Result<(), Refusal> {
    let mut length = 0_u64;
    loop {
        let frame = match timeout(limits.patience, body.frame()).await {
            Err(_) => return Err(TOO_SLOW),
            Ok(Some(Err(_))) => return Err(BROKEN),
            Ok(None) => return if length > limits.body_max { Err(TOO_LARGE) } else { Ok(()) },
            Ok(Some(Ok(frame))) => frame,
        };
        let Ok(data) = frame.into_data() else { continue };
        length = length.saturating_add(data.len() as u64);
        if length <= limits.body_max {
            whole.push(data, usize::try_from(body.size_hint().lower()).unwrap_or(BODY_AHEAD).min(BODY_AHEAD));
        } else {
            *whole = Gathered::Nothing;
        }
        if length > limits.body_max.saturating_add(limits.thrown_away_max) {
            return Err(TOO_LARGE);
        }
    }
}
