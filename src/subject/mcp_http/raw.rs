//! A client for tests that writes and reads bytes, so what no client should send, too.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{Shutdown, TcpStream},
    time::Duration,
};

use crate::model::json::Value;

/// A wait that is longer has no end.
pub const BOUND: Duration = Duration::from_secs(30);
/// What a POST must have.
pub const POST: &str = "Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n";
/// What a request of the last version must have beside that.
pub const LAST: &str = "MCP-Protocol-Version: 2026-07-28\r\n";

/// A connection.
pub struct Raw(BufReader<TcpStream>);

impl Raw {
    /// Connects to the server at this address, and writes these bytes.
    pub fn write(url: &str, bytes: &str) -> Self {
        let address = url.trim_start_matches("http://").split('/').next().unwrap();
        let mut connection = TcpStream::connect(address).unwrap();
        connection.set_read_timeout(Some(BOUND)).unwrap();
        connection.write_all(bytes.as_bytes()).unwrap();
        Self(BufReader::new(connection))
    }

    /// Sends a request. One of HTTP/1.0 is answered in one piece.
    pub fn send(url: &str, method: &str, headers: &str, body: &str) -> Self {
        let length = body.len();
        let head = format!("{method} /mcp HTTP/1.0\r\nHost: 127.0.0.1\r\n{headers}Content-Length: {length}\r\n\r\n");
        Self::write(url, &format!("{head}{body}"))
    }

    /// Posts a message.
    pub fn post(url: &str, headers: &str, line: &Value) -> Self {
        Self::send(url, "POST", &format!("{POST}{headers}"), &line.to_string())
    }

    /// Writes more. False once nobody reads it.
    pub fn more(&mut self, bytes: &str) -> bool {
        self.0.get_mut().write_all(bytes.as_bytes()).is_ok()
    }

    /// Writes nothing more.
    pub fn ends(self) -> Self {
        self.0.get_ref().shutdown(Shutdown::Write).unwrap();
        self
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        line.trim_end().to_lowercase()
    }

    /// Reads the head of the answer: the status, and the headers in lower case. 0 for none.
    pub fn head(&mut self) -> (u16, Vec<String>) {
        let status = self.line().split(' ').nth(1).map_or(0, |status| status.parse().unwrap());
        let mut headers = Vec::new();
        loop {
            match self.line() {
                line if line.is_empty() => return (status, headers),
                line => headers.push(line),
            }
        }
    }

    /// Reads the status.
    pub fn status(&mut self) -> u16 {
        self.head().0
    }

    /// Reads the rest of the answer.
    pub fn rest(&mut self) -> String {
        let mut rest = String::new();
        self.0.read_to_string(&mut rest).unwrap();
        rest
    }

    /// Reads the next message of a stream. `None` at its end.
    pub fn event(&mut self) -> Option<Value> {
        let mut line = String::new();
        while self.0.read_line(&mut line).unwrap() > 0 {
            if let Some(data) = line.strip_prefix("data: ") {
                return Some(serde_json::from_str(data).unwrap());
            }
            line.clear();
        }
        None
    }
}
