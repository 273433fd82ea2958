//! The pages of a scenario. An address that begins with `http://pages.test` in what its server says is one of this machine for the
//! client, and hotseat listens there. What is fetched stands in the stream, and so does what the client lets a browser open.
//!
//! ```text
//!   client ── GET ──▶ pages ── {"fetched": url} ──▶ stream
//!   client ── xdg-open, or BROWSER ──▶ open-page ── OPEN ──▶ pages ── {"opened": url} ──▶ stream
//! ```

use std::{
    convert::Infallible,
    fs, io,
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    sync::Arc,
    thread,
    time::Duration,
};

use bytes::Bytes;
use http_body_util::Full;
use hyper::{Request, Response, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{runtime::Builder, task::JoinSet};

use super::{carrier::Carried, way::Tell};
use crate::{
    model::json::{Value, json},
    subject::place::Place,
};

/// Where the pages of every scenario are.
const PAGES: &str = "http://pages.test";
/// The words that stand on every page. They are said nowhere else.
const WORDS: &str = "grey heron";
/// The method by which it is told that a page was opened. To open is not to fetch.
const OPEN: &str = "OPEN";
/// How long a request may take to come.
const PATIENCE: Duration = Duration::from_secs(10);
/// The program that opens a page, in the fresh home.
const OPENER: &str = ".hotseat/xdg-open";

/// Where hotseat listens for what a client fetches.
pub struct Pages {
    address: SocketAddr,
}

impl Pages {
    /// Listens on this machine alone. `tell` is called with what is fetched or opened, and with the number of the run.
    ///
    /// # Errors
    /// If no port is free, or the operating system gives no runtime.
    pub fn open(tell: Tell) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        thread::spawn(move || {
            runtime.block_on(async {
                if let Ok(listener) = tokio::net::TcpListener::from_std(listener) {
                    accept(listener, tell).await;
                }
            });
        });
        Ok(Self { address })
    }

    fn origin(&self, run: u64) -> String {
        format!("http://{}/{run}", self.address)
    }

    /// A line of the server as the client gets it.
    pub fn real(&self, run: u64, line: Value) -> Value {
        replaced(line, PAGES, &self.origin(run))
    }

    /// A line of the client as it stands in the stream.
    pub fn shown(&self, run: u64, line: Value) -> Value {
        replaced(line, &self.origin(run), PAGES)
    }

    /// Lays the program that opens pages, and says by which variables a client finds it.
    ///
    /// # Errors
    /// The system's error.
    pub fn lay_opener(place: &Place, program: &str) -> io::Result<Vec<(String, String)>> {
        let opener = place.home().join(OPENER);
        let folder = opener.parent().unwrap_or(place.home());
        fs::create_dir_all(folder)?;
        let quoted = program.replace('\'', r"'\''");
        fs::write(&opener, format!("#!/bin/sh\nexec '{quoted}' open-page \"$1\"\n"))?;
        make_executable(&opener)?;
        let own = std::env::var("PATH").unwrap_or_default();
        Ok(vec![
            ("BROWSER".to_owned(), opener.display().to_string()),
            ("PATH".to_owned(), format!("{}:{own}", folder.display())),
        ])
    }
}

#[cfg(unix)]
fn make_executable(path: &std::path::Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &std::path::Path) -> io::Result<()> {
    Ok(())
}

fn replaced(line: Value, from: &str, to: &str) -> Value {
    let written = line.to_string();
    if !written.contains(from) {
        return line;
    }
    serde_json::from_str(&written.replace(from, to)).unwrap_or(line)
}

async fn accept(listener: tokio::net::TcpListener, tell: Tell) {
    let mut connections = JoinSet::new();
    loop {
        let Ok((connection, _)) = listener.accept().await else { continue };
        while connections.try_join_next().is_some() {}
        let tell = Arc::clone(&tell);
        let service = service_fn(move |request: Request<Incoming>| {
            let answer = answered(&request, &tell);
            async move { Ok::<_, Infallible>(answer) }
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
        let served = http.serve_connection(TokioIo::new(connection), service);
        connections.spawn(async move { drop(served.await) });
    }
}

/// Tells of a request, and answers it: a page, or a schema where that is what the address looks like.
fn answered(request: &Request<Incoming>, tell: &Tell) -> Response<Full<Bytes>> {
    let target = request.uri().path_and_query().map_or("/", |target| target.as_str());
    let (run, path) = target.trim_start_matches('/').split_once('/').unwrap_or((target.trim_start_matches('/'), ""));
    let is_opened = request.method() == OPEN;
    if let Ok(run) = run.parse() {
        let word = if is_opened { "opened" } else { "fetched" };
        tell(run, Carried::Page(json!({word: format!("{PAGES}/{path}")})));
    }
    let (kind, body) = match request.uri().path().ends_with(".json") {
        _ if is_opened => ("text/plain", String::new()),
        true => ("application/json", json!({"type": "string", "description": WORDS}).to_string()),
        false => ("text/html", format!("<!doctype html><title>{WORDS}</title><p>{WORDS}</p>\n")),
    };
    let mut response = Response::new(Full::new(body.into()));
    response.headers_mut().insert("content-type", hyper::header::HeaderValue::from_static(kind));
    response
}

/// Tells hotseat that a page of a scenario is opened. Of any other page nobody is told.
///
/// # Errors
/// If it is a page of a scenario, and hotseat is not there any more.
pub fn open_page(url: &str) -> io::Result<()> {
    use io::{Read, Write};

    let Some((address, path)) = url.strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split_once('/')) else {
        return Ok(());
    };
    let Ok(port) = address.parse::<u16>() else { return Ok(()) };
    let mut page = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    page.set_read_timeout(Some(PATIENCE))?;
    write!(page, "{OPEN} /{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n")?;
    page.read_to_end(&mut Vec::new()).map(drop)
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        net::TcpStream,
        sync::{Arc, mpsc},
        time::Duration,
    };

    use super::{Carried, Pages, Value, json, open_page};

    const BOUND: Duration = Duration::from_secs(20);

    /// What is told of a run, and the pages.
    fn pages() -> (Pages, mpsc::Receiver<(u64, Value)>) {
        let (tell, told) = mpsc::channel();
        let tell = move |run, what| {
            let Carried::Page(page) = what else { return true };
            tell.send((run, page)).is_ok()
        };
        (Pages::open(Arc::new(tell)).unwrap(), told)
    }

    #[test]
    fn what_is_fetched_or_opened_is_told_by_its_address_in_the_scenario() {
        let (pages, told) = pages();
        let line = json!({"params": {"url": "http://pages.test/in?x=1"}});
        let real = pages.real(7, line.clone());
        assert_ne!(real, line);
        assert_eq!(pages.shown(7, real.clone()), line);
        let url = real["params"]["url"].as_str().unwrap();
        open_page(url).unwrap();
        assert_eq!(told.recv_timeout(BOUND).unwrap(), (7, json!({"opened": "http://pages.test/in?x=1"})));
        let mut stream = TcpStream::connect(pages.address).unwrap();
        let path = url.strip_prefix(&format!("http://{}", pages.address)).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.contains(super::WORDS), "{answer}");
        assert_eq!(told.recv_timeout(BOUND).unwrap(), (7, json!({"fetched": "http://pages.test/in?x=1"})));
    }

    /// It is no page of a scenario, so nobody is told.
    #[test]
    fn any_other_page_is_left_alone() {
        for url in ["https://example.com/in", "http://127.0.0.1/in", "http://127.0.0.1:no/in", ""] {
            open_page(url).unwrap();
        }
    }
}
