use std::{
    future::ready,
    io::{ErrorKind, Read, Write},
    net::{SocketAddr, TcpStream},
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use bytes::Bytes;
use tokio::{net::TcpListener, runtime::Builder, sync::oneshot};

use futures::future::BoxFuture;

use super::{Answer, Answers, Ended, HostFilter, Incoming, Limits, Pacing, Release, Served, serve};
use crate::{
    llm::{Ending, Plan},
    model::Millis,
};

/// The longest wait. Even on a slow machine, a longer wait means that something hangs.
const BOUND: Duration = Duration::from_secs(60);

/// More bytes than fit into the socket buffers.
const LARGE: usize = 20 << 20;

/// Answers by the path of the request.
struct Fixed {
    releases: Sender<Release>,
    told: Sender<Served>,
}

impl Answers for Fixed {
    fn answer<'a>(&'a self, Incoming { request, .. }: Incoming<'a>) -> BoxFuture<'a, Option<Answer>> {
        let (ending, frames) = match &*request.path {
            "/dropped" => (Ending::Dropped, vec![]),
            "/reset" => (Ending::Reset, vec![]),
            "/cut" => (Ending::Cut, vec![Bytes::from(vec![b'x'; LARGE])]),
            "/cut/reset" => (Ending::CutByReset, vec![Bytes::from_static(b"one")]),
            "/echo" => (Ending::Whole, vec![request.body.clone()]),
            _ => (Ending::Whole, vec![Bytes::from_static(b"one"), Bytes::from_static(b"two")]),
        };
        let pacing = if request.path.ends_with("/held") {
            let (pacing, release) = Pacing::held();
            self.releases.send(release).unwrap();
            pacing
        } else {
            Pacing::timed(Millis(1), Duration::from_millis(1))
        };
        let kind = if request.path == "/length" { "application/json" } else { "text/event-stream" };
        let headers = vec![("content-type", kind.to_owned())];
        let plan = Plan { status: 200, headers, frames, ending, after: Millis::default(), pacing: None };
        Box::pin(ready(Some(Answer { pacing, ..Answer::now(plan) })))
    }

    fn served(&self, served: &Served) {
        // A test that is over does not listen any more.
        let _ = self.told.send(served.clone());
    }
}

/// A server on a thread of its own.
struct Server {
    address: SocketAddr,
    releases: Receiver<Release>,
    told: Receiver<Served>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    fn start(limits: Limits) -> Self {
        let ((releases, released), (told, heard)) = (mpsc::channel(), mpsc::channel());
        let (stop, stopped) = oneshot::channel();
        let (bound, address) = mpsc::channel();
        let thread = thread::spawn(move || {
            Builder::new_current_thread().enable_io().enable_time().build().unwrap().block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                bound.send(listener.local_addr().unwrap()).unwrap();
                serve(listener, Arc::new(Fixed { releases, told }), limits, HostFilter::default(), stopped).await;
            });
        });
        let address = address.recv_timeout(BOUND).unwrap();
        Self { address, releases: released, told: heard, stop: Some(stop), thread: Some(thread) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(BOUND)).unwrap();
        stream
    }

    fn ask(&self, path: &str) -> TcpStream {
        let mut stream = self.connect();
        post(&mut stream, path, b"");
        stream
    }

    fn stop(&mut self) {
        drop(self.stop.take());
        self.thread.take().map(JoinHandle::join).unwrap().unwrap();
    }

    /// The path of the next request that is over, and how it ended.
    fn ended(&self) -> (String, Ended) {
        let served = self.told.recv_timeout(BOUND).unwrap();
        (served.request.path, served.ended)
    }
}

fn post(stream: &mut TcpStream, path: &str, body: &[u8]) {
    write!(stream, "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n", body.len()).unwrap();
    stream.write_all(body).unwrap();
}

/// Reads until `end` has come. Returns the body so far, without the head.
fn read_until(stream: &mut TcpStream, end: &str) -> String {
    let mut text = String::new();
    while !text.ends_with(end) {
        let mut byte = [0];
        assert_eq!(stream.read(&mut byte).unwrap(), 1, "the end after {text:?}");
        text.push(char::from(byte[0]));
    }
    text.split_once("\r\n\r\n").map_or(text.clone(), |(_, body)| body.to_owned())
}

/// Reads to the end of the connection. Returns the bytes, and the error if the end was not in order.
fn read_to_end(stream: &mut TcpStream) -> (String, Option<ErrorKind>) {
    let mut bytes = Vec::new();
    let error = stream.read_to_end(&mut bytes).err().map(|error| error.kind());
    (String::from_utf8(bytes).unwrap(), error)
}

#[test]
fn a_connection_serves_one_request_after_another() {
    let server = Server::start(Limits::default());
    let mut stream = server.connect();
    for path in ["/a", "/b"] {
        post(&mut stream, path, b"");
        assert_eq!(read_until(&mut stream, "0\r\n\r\n"), "3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n");
        assert_eq!(server.ended(), (path.to_owned(), Ended::Planned(Ending::Whole)));
    }
}

#[test]
fn an_unstreamed_reply_announces_its_length() {
    let server = Server::start(Limits::default());
    let mut stream = server.ask("/length");
    assert_eq!(read_until(&mut stream, "onetwo"), "onetwo");
    assert_eq!(server.ended(), ("/length".to_owned(), Ended::Planned(Ending::Whole)));
    write!(stream, "HEAD /length HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
    assert_eq!(server.ended(), ("/length".to_owned(), Ended::Planned(Ending::Whole)));
}

#[test]
fn a_held_reply_is_sent_step_by_step_as_it_is_released() {
    let server = Server::start(Limits::default());
    let mut stream = server.ask("/held");
    let release = server.releases.recv_timeout(BOUND).unwrap();
    for (steps, end) in [(1, "\r\n\r\n"), (1, "one\r\n"), (1, "two\r\n"), (1, "0\r\n\r\n")] {
        // The server has one thread. When another request is answered, it has had the chance to send too much here.
        read_until(&mut server.ask("/other"), "0\r\n\r\n");
        stream.set_nonblocking(true).unwrap();
        assert_eq!(stream.read(&mut [0]).unwrap_err().kind(), ErrorKind::WouldBlock, "before {end:?}");
        stream.set_nonblocking(false).unwrap();
        release.steps(steps);
        read_until(&mut stream, end);
    }
}

#[test]
fn dropping_the_release_of_a_held_reply_ends_its_connection() {
    let server = Server::start(Limits::default());
    let mut stream = server.ask("/held");
    let release = server.releases.recv_timeout(BOUND).unwrap();
    release.steps(2);
    read_until(&mut stream, "one\r\n");
    drop(release);
    assert_eq!(read_to_end(&mut stream), (String::new(), None));
    assert_eq!(server.ended(), ("/held".to_owned(), Ended::Stopped));
}

#[test]
fn a_reply_breaks_before_the_first_byte() {
    let server = Server::start(Limits::default());
    let endings = [("/dropped", Ending::Dropped, None), ("/reset", Ending::Reset, Some(ErrorKind::ConnectionReset))];
    for (path, ending, error) in endings {
        assert_eq!(read_to_end(&mut server.ask(path)), (String::new(), error));
        assert_eq!(server.ended(), (path.to_owned(), Ended::Planned(ending)));
    }
}

/// Everything before the break arrives, even if it is large.
#[test]
fn a_reply_breaks_in_the_middle() {
    let server = Server::start(Limits::default());
    let (response, error) = read_to_end(&mut server.ask("/cut"));
    assert!(
        response.ends_with("xxx\r\n") && response.len() > LARGE && error.is_none(),
        "{} bytes, {error:?}",
        response.len()
    );
    assert_eq!(server.ended(), ("/cut".to_owned(), Ended::Planned(Ending::Cut)));
    // A client may lose bytes to a reset, so the test does not look at how many arrive.
    assert_eq!(read_to_end(&mut server.ask("/cut/reset")).1, Some(ErrorKind::ConnectionReset));
    assert_eq!(server.ended(), ("/cut/reset".to_owned(), Ended::Planned(Ending::CutByReset)));
}

/// The server notices by itself that a client is gone, and frees everything.
#[test]
fn a_client_that_hangs_up_is_noticed_before_and_in_the_middle_of_its_reply() {
    let server = Server::start(Limits::default());
    for steps in [0, 2] {
        let mut stream = server.ask("/held");
        let release = server.releases.recv_timeout(BOUND).unwrap();
        release.steps(steps);
        if steps > 0 {
            read_until(&mut stream, "one\r\n");
        }
        drop(stream);
        assert_eq!(server.ended(), ("/held".to_owned(), Ended::HungUp));
    }
}

#[test]
fn half_a_request_does_not_stop_other_requests() {
    let server = Server::start(Limits::default());
    // Half a head is not a request, so it is not reported.
    server.connect().write_all(b"POST /held HTTP/1.1\r\nhos").unwrap();
    server.connect().write_all(b"\x16\x03\x01 garbage\r\n\r\n").unwrap();
    server.connect().write_all(b"POST /a HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\nhalf").unwrap();
    let served = server.told.recv_timeout(BOUND).unwrap();
    assert_eq!((served.ended, served.request.body), (Ended::HalfRequest, Bytes::from_static(b"half")));
    read_until(&mut server.ask("/next"), "0\r\n\r\n");
    assert_eq!(server.ended(), ("/next".to_owned(), Ended::Planned(Ending::Whole)));
}

#[test]
fn half_a_request_is_given_up_after_a_while() {
    let server = Server::start(Limits { patience: Duration::from_millis(20), ..Limits::default() });
    let mut head = server.connect();
    head.write_all(b"POST /a HTT").unwrap();
    assert_eq!(read_to_end(&mut head), (String::new(), None));
    let mut body = server.connect();
    body.write_all(b"POST /a HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\nhalf").unwrap();
    let (response, error) = read_to_end(&mut body);
    assert!(response.starts_with("HTTP/1.1 408 ") && error.is_none(), "{response:?} {error:?}");
    assert_eq!(server.ended(), ("/a".to_owned(), Ended::HalfRequest));
}

#[test]
fn a_body_may_be_as_large_as_the_limit() {
    let server = Server::start(Limits { body_max: 1000, thrown_away_max: 1_000_000, ..Limits::default() });
    let mut stream = server.connect();
    post(&mut stream, "/echo", &[b'x'; 1000]);
    let expected = format!("3E8\r\n{}\r\n0\r\n\r\n", "x".repeat(1000));
    assert_eq!(read_until(&mut stream, "0\r\n\r\n"), expected);
    assert_eq!(server.ended(), ("/echo".to_owned(), Ended::Planned(Ending::Whole)));
    // The whole body is read, so that the client gets the answer and not a broken connection.
    post(&mut stream, "/echo", &[b'x'; 500_000]);
    let (response, error) = read_to_end(&mut stream);
    assert!(response.starts_with("HTTP/1.1 413 ") && error.is_none(), "{response:?} {error:?}");
    assert_eq!(server.ended(), ("/echo".to_owned(), Ended::TooLarge));
}

#[test]
fn a_stopped_server_ends_its_connections() {
    let mut server = Server::start(Limits::default());
    let mut stream = server.ask("/held");
    let release = server.releases.recv_timeout(BOUND).unwrap();
    server.stop();
    assert_eq!(read_to_end(&mut stream), (String::new(), None));
    assert_eq!(server.ended(), ("/held".to_owned(), Ended::Stopped));
    assert_eq!(server.told.recv_timeout(BOUND), Err(RecvTimeoutError::Disconnected));
    release.steps(1);
}
