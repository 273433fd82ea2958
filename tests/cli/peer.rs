//! A server of HTTP that answers as a test says: what no server should do, too.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::Arc,
    thread,
};

/// A request, as it came.
pub struct Asked {
    /// The method of HTTP.
    pub method: String,
    /// The headers, in lower case, a line each.
    pub head: String,
    pub body: String,
    /// Where the answer goes. It ends when this is dropped.
    pub connection: TcpStream,
}

impl Asked {
    /// The method of the message.
    pub fn called(&self) -> String {
        let called = self.body.split("\"method\":\"").nth(1).and_then(|rest| rest.split('"').next());
        called.unwrap_or_default().to_owned()
    }

    /// The id of the message, as it is written.
    pub fn id(&self) -> String {
        let id = self.body.split("\"id\":").nth(1).and_then(|rest| rest.split([',', '}']).next());
        id.unwrap_or("null").to_owned()
    }

    /// Whether a header has this value.
    pub fn has(&self, header: &str) -> bool {
        self.head.lines().any(|line| line == header)
    }

    /// Answers with this status, these headers and this body. A client that is gone reads nothing.
    pub fn say(mut self, status: &str, headers: &[&str], body: &str) {
        let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
        let length = body.len();
        let _ = write!(self.connection, "HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\n\r\n{body}");
    }

    /// Answers with the result of the request.
    pub fn result(self, headers: &[&str], result: &str) {
        let body = format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{result}}}", self.id());
        self.say("200 OK", &[&["content-type: application/json"], headers].concat(), &body);
    }

    /// Begins a stream of events.
    pub fn stream(&mut self) {
        self.raw("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n");
    }

    /// Writes more of an answer. False if the client is gone.
    pub fn raw(&mut self, text: &str) -> bool {
        self.connection.write_all(text.as_bytes()).is_ok()
    }
}

/// Answers requests until the test ends. Returns the address.
pub fn peer(answer: impl Fn(Asked) + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            let answer = Arc::clone(&answer);
            thread::spawn(move || read(connection).map(|asked| answer(asked)));
        }
    });
    url
}

/// Reads a request. `None` for a connection on which none comes.
fn read(connection: TcpStream) -> Option<Asked> {
    let mut lines = BufReader::new(connection.try_clone().ok()?);
    let mut line = String::new();
    lines.read_line(&mut line).ok()?;
    let method = line.split_whitespace().next()?.to_owned();
    let (mut head, mut length) = (String::new(), 0);
    loop {
        line.clear();
        lines.read_line(&mut line).ok()?;
        let (Some((name, value)), false) = (line.trim_end().split_once(": "), line.trim().is_empty()) else { break };
        let name = name.to_lowercase();
        if name == "content-length" {
            length = value.parse().ok()?;
        }
        head.push_str(&format!("{name}: {value}\n"));
    }
    let mut body = vec![0; length];
    lines.read_exact(&mut body).ok()?;
    Some(Asked { method, head, body: String::from_utf8(body).ok()?, connection })
}
