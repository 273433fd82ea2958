//! JSON-RPC 2.0 on stdin and stdout, one message a line. You need not change this.

use std::{
    io::{self, BufRead, Write},
    sync::mpsc::Sender,
    thread,
};

use serde_json::Value;

use crate::Heard;

pub const NOT_JSON: i32 = -32700;
pub const INVALID_REQUEST: i32 = -32600;
pub const UNKNOWN_METHOD: i32 = -32601;
pub const INVALID_PARAMS: i32 = -32602;

/// The error that answers a message that cannot be handled: code and text.
pub struct RpcError(pub i32, pub String);

/// Passes on each line of stdin, and the end of stdin.
pub fn listen(tell: Sender<Heard>) {
    thread::spawn(move || {
        for line in io::stdin().lock().split(b'\n').map_while(Result::ok) {
            if tell.send(Heard::Line(line)).is_err() {
                return;
            }
        }
        let _ = tell.send(Heard::End);
    });
}

pub fn read(line: &[u8]) -> Result<Value, RpcError> {
    let message: Value =
        serde_json::from_slice(line).map_err(|error| RpcError(NOT_JSON, format!("no JSON: {error}")))?;
    if message.is_object() {
        Ok(message)
    } else {
        Err(RpcError(INVALID_REQUEST, "no message".to_owned()))
    }
}

/// A required parameter.
pub fn need<'a>(params: &'a Value, name: &str) -> Result<&'a Value, RpcError> {
    params.get(name).ok_or_else(|| RpcError(INVALID_PARAMS, format!("there is no parameter {name}")))
}

/// A required parameter that must be a text.
pub fn need_text(params: &Value, name: &str) -> Result<String, RpcError> {
    let text = need(params, name)?.as_str();
    text.map(str::to_owned).ok_or_else(|| RpcError(INVALID_PARAMS, format!("{name} is no text")))
}

/// Sends a message. Errors are ignored: if Hotseat is gone, stdin ends, too.
pub fn send(mut message: Value) {
    message["jsonrpc"] = "2.0".into();
    let mut stdout = io::stdout().lock();
    let _ = writeln!(stdout, "{message}").and_then(|()| stdout.flush());
}
