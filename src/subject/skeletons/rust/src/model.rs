//! Asks the model, over Anthropic Messages. Put your own client here if you want to test it, too. It must use
//! the address of the run, and must not retry by itself.
//!
//! The harness is on this machine and speaks plain HTTP/1.1, so no library is needed.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpStream},
    thread::{self, JoinHandle},
};

use serde_json::{json, Value};

/// The content of a reply, or one of the kinds of failure in `turn/ended`.
pub type Reply = Result<Vec<Value>, &'static str>;

pub struct Address {
    host: String,
    path: String,
    is_streamed: bool,
}

impl Address {
    /// Reads `{"url": "http://127.0.0.1:4000/run", "streamed": true}`.
    pub fn of(model: &Value) -> Self {
        let url = model["url"].as_str().unwrap_or_default().trim_start_matches("http://");
        let (host, path) = url.split_once('/').unwrap_or((url, ""));
        let path = format!("/{path}/v1/messages").replace("//", "/");
        Self { host: host.to_owned(), path, is_streamed: model["streamed"] == true }
    }
}

/// A request under way, in a thread of its own.
pub struct Request {
    stream: Option<TcpStream>,
    thread: JoinHandle<()>,
}

impl Request {
    /// Sends the request. `done` is called with the reply or the failure.
    pub fn send(address: &Address, mut body: Value, done: impl FnOnce(Reply) + Send + 'static) -> Self {
        let is_streamed = address.is_streamed;
        body["stream"] = is_streamed.into();
        let body = body.to_string();
        let head = format!(
            "POST {} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             x-api-key: none\r\nanthropic-version: 2023-06-01\r\ncontent-length: {}\r\n\r\n",
            address.path,
            address.host,
            body.len()
        );
        let stream = TcpStream::connect(&address.host).ok();
        let ours = stream.as_ref().and_then(|stream| stream.try_clone().ok());
        let thread = thread::spawn(move || {
            let answer = stream.ok_or("dropped").and_then(|stream| exchange(stream, &(head + &body)));
            let blocks = answer.and_then(|body| read_reply(&body, is_streamed));
            done(blocks.map(|blocks| blocks.into_iter().map(with_object).collect()));
        });
        Self { stream: ours, thread }
    }

    /// Closes the connection. The model sees that, and the thread ends.
    pub fn give_up(self) {
        if let Some(stream) = self.stream {
            let _ = stream.shutdown(Shutdown::Both);
        }
        let _ = self.thread.join();
    }
}

/// Sends the request, reads the whole reply, and returns its body.
fn exchange(mut stream: TcpStream, request: &str) -> Result<Vec<u8>, &'static str> {
    stream.write_all(request.as_bytes()).map_err(|_| "dropped")?;
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    let at = answer.windows(4).position(|four| four == b"\r\n\r\n").ok_or("dropped")?;
    let head = String::from_utf8_lossy(&answer[..at]).to_ascii_lowercase();
    match head.split(' ').nth(1).and_then(|status| status.parse().ok()) {
        Some(200) => {}
        Some(429) => return Err("rate_limited"),
        Some(529) => return Err("overloaded"),
        Some(500..) => return Err("server"),
        _ => return Err("rejected"),
    }
    read.map_err(|_| "truncated")?;
    let body = &answer[at + 4..];
    if head.contains("\r\ntransfer-encoding: chunked") {
        return unchunked(body).ok_or("truncated");
    }
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
    if length.is_some_and(|length: usize| body.len() < length) {
        return Err("truncated");
    }
    Ok(body.to_vec())
}

/// Decodes a chunked body. Returns `None` if the last chunk is missing.
fn unchunked(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let at = rest.windows(2).position(|two| two == b"\r\n")?;
        let size = std::str::from_utf8(&rest[..at]).ok()?.split(';').next()?;
        let size = usize::from_str_radix(size.trim(), 16).ok()?;
        if size == 0 {
            return Some(body);
        }
        let start = at + 2;
        body.extend_from_slice(rest.get(start..start.checked_add(size)?)?);
        rest = rest.get(start + size + 2..)?;
    }
}

fn read_reply(body: &[u8], is_streamed: bool) -> Reply {
    let text = std::str::from_utf8(body).map_err(|_| "malformed")?;
    if is_streamed {
        return streamed(text);
    }
    let body: Value = serde_json::from_str(&whole_pairs(text)).map_err(|_| "malformed")?;
    body["content"].as_array().cloned().ok_or("malformed")
}

/// Builds the content from the events of a stream.
fn streamed(text: &str) -> Reply {
    // Each block of the content, and a call's arguments as the model writes them.
    let mut blocks: Vec<(Value, String)> = Vec::new();
    let mut is_whole = false;
    for event in text.replace("\r\n", "\n").split("\n\n") {
        let data: Vec<&str> = event.lines().filter_map(|line| line.strip_prefix("data:")).collect();
        if data.is_empty() {
            continue;
        }
        let event: Value = serde_json::from_str(&data.join("\n")).map_err(|_| "malformed")?;
        match event["type"].as_str() {
            Some("error") if event["error"]["type"] == "overloaded_error" => return Err("overloaded"),
            Some("error") => return Err("server"),
            Some("content_block_start") => blocks.push((event["content_block"].clone(), String::new())),
            Some("content_block_delta") => {
                let at = event["index"].as_u64().and_then(|at| usize::try_from(at).ok());
                let (block, arguments) = at.and_then(|at| blocks.get_mut(at)).ok_or("malformed")?;
                append(block, arguments, &event["delta"]);
            }
            Some("message_stop") => is_whole = true,
            _ => {}
        }
    }
    if !is_whole {
        return Err("truncated");
    }
    let finished = blocks.into_iter().map(|(mut block, arguments)| {
        if !arguments.is_empty() {
            block["input"] = serde_json::from_str(&whole_pairs(&arguments)).unwrap_or_default();
        }
        block
    });
    Ok(finished.collect())
}

fn append(block: &mut Value, arguments: &mut String, delta: &Value) {
    arguments.push_str(delta["partial_json"].as_str().unwrap_or_default());
    for key in ["text", "thinking", "signature"] {
        if let Some(more) = delta[key].as_str() {
            let so_far = block[key].as_str().unwrap_or_default();
            block[key] = format!("{so_far}{more}").into();
        }
    }
}

/// A model may write arguments that are no object or no JSON. We must send an object, so it is empty.
fn with_object(mut block: Value) -> Value {
    if block["type"] == "tool_use" && !block["input"].is_object() {
        block["input"] = json!({});
    }
    block
}

/// JSON can contain an unpaired surrogate, but a Rust string cannot. U+FFFD replaces it.
fn whole_pairs(json: &str) -> String {
    let unit = |text: &str| u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok();
    let (mut whole, mut rest) = (String::new(), json);
    while let Some(at) = rest.find('\\') {
        whole.push_str(&rest[..at]);
        rest = &rest[at..];
        let (escape, length) = match (unit(rest), rest.get(6..).and_then(unit)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => (&rest[..12], 12),
            (Some(0xd800..=0xdfff), _) => ("\\ufffd", 6),
            _ => {
                let length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                (&rest[..length], length)
            }
        };
        whole.push_str(escape);
        rest = &rest[length..];
    }
    whole + rest
}
