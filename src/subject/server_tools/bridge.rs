//! Programs that an agent starts: one carries the messages of a session's server, one calls a tool of it once.

use std::{
    collections::BTreeMap,
    env,
    io::{self, BufRead, Write},
};

use bytes::Bytes;
use futures::{
    FutureExt, StreamExt,
    future::{self, Either, LocalBoxFuture},
    stream::FuturesUnordered,
};
use http_body_util::{BodyExt, Full};
use hyper::{Request, header};
use hyper_util::{
    client::legacy::{self, connect::HttpConnector},
    rt::TokioExecutor,
};
use thiserror::Error;
use tokio::{runtime::Builder, sync::mpsc};

use super::{CALLED_FROM, OWN_VARIABLES, STARTED};
use crate::{
    model::{
        json::{Value, json},
        rpc::{self, text},
    },
    subject::lines::read_lines,
};

/// Why a call of a tool has no result.
#[derive(Debug, Error)]
pub enum CallError {
    /// The address is none, or nobody answers there.
    #[error("cannot ask {0}: {1}")]
    Unanswered(String, String),
    /// The server refuses the call.
    #[error("{0}")]
    Refused(String),
}

type Poster = legacy::Client<HttpConnector, Full<Bytes>>;

/// Sends one message, and returns the answer to it, if there is one.
async fn post(client: Poster, url: String, message: Vec<u8>) -> Result<Bytes, CallError> {
    let unanswered = |why: String| CallError::Unanswered(url.clone(), why);
    let request = Request::post(&url)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT, "application/json, text/event-stream")
        .body(Full::new(message.into()))
        .map_err(|error| unanswered(error.to_string()))?;
    let response = client.request(request).await.map_err(|error| unanswered(error.to_string()))?;
    let body = response.into_body().collect().await.map_err(|error| unanswered(error.to_string()))?;
    Ok(body.to_bytes())
}

/// Fetches the next message of the server.
async fn fetch(client: Poster, url: String) -> Option<Bytes> {
    let request = Request::get(&url).body(Full::default()).ok()?;
    let response = client.request(request).await.ok()?;
    if !response.status().is_success() {
        return None;
    }
    Some(response.into_body().collect().await.ok()?.to_bytes())
}

/// What comes next to a program that carries messages.
#[derive(Debug)]
enum Next {
    /// A line of the client, or the end of its lines.
    Line(Option<io::Result<String>>),
    /// The answer to a message of the client.
    Answer(Result<Bytes, CallError>),
    /// A message of the server, or none from now on.
    Message(Option<Bytes>),
}

/// The lines of the client, each as it is read.
type Lines = mpsc::UnboundedReceiver<Option<io::Result<String>>>;

/// Waits for the next line, or for the first of what is under way. If nothing is, the lines alone are waited for.
async fn what_comes_next(lines: &mut Lines, waiting: &mut FuturesUnordered<LocalBoxFuture<'_, Next>>) -> Next {
    match future::select(Box::pin(lines.recv()), waiting.next()).await {
        Either::Left((line, _)) => Next::Line(line.flatten()),
        Either::Right((Some(next), _)) => next,
        Either::Right((None, line)) => Next::Line(line.await.flatten()),
    }
}

/// What a program tells of its start: its further arguments, and its own variables.
fn start_of(args: &[String]) -> Value {
    let own = env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
    let own = own.filter(|(name, _)| name.starts_with(OWN_VARIABLES));
    let own: BTreeMap<String, String> = own.map(|(name, value)| (name, value.to_string_lossy().into_owned())).collect();
    json!({"args": args, "env": own})
}

/// Carries the messages of a client on `input` to the server at `url`, and its answers and messages to `output`, until the input
/// ends. What still waits then is given up. The server is told how this program was started: `args` are its further arguments.
///
/// # Errors
/// If a stream breaks.
pub fn serve_mcp(
    url: &str,
    args: &[String],
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    // The ids of two clients may be the same, so each program has a path of its own.
    let url = format!("{url}/{}", std::process::id());
    let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
    runtime.block_on(async {
        let client: Poster = legacy::Client::builder(TokioExecutor::new()).build_http();
        let (tell, mut heard) = mpsc::unbounded_channel();
        read_lines(input, move |line| tell.send(line).is_ok());
        let started = rpc::notification(STARTED, start_of(args)).to_string();
        drop(post(client.clone(), url.clone(), started.into_bytes()).await);
        let next_message = || fetch(client.clone(), url.clone()).map(Next::Message).boxed_local();
        let mut waiting = FuturesUnordered::from_iter([next_message()]);
        loop {
            let said = match what_comes_next(&mut heard, &mut waiting).await {
                Next::Line(None) => return Ok(()),
                Next::Line(Some(line)) => {
                    let line = line?;
                    if !line.trim().is_empty() {
                        let answer = post(client.clone(), url.clone(), line.into_bytes());
                        waiting.push(answer.map(Next::Answer).boxed_local());
                    }
                    continue;
                }
                Next::Message(said) => {
                    waiting.extend(said.is_some().then(next_message));
                    said
                }
                Next::Answer(said) => said.ok().filter(|said| !said.is_empty()),
            };
            if let Some(said) = said {
                output.write_all(&said)?;
                output.write_all(b"\n")?;
                output.flush()?;
            }
        }
    })
}

/// Calls a tool of the server at `url`. Returns its text, and whether it failed.
///
/// # Errors
/// If the call has no result.
pub fn call_tool(url: &str, tool: &str, arguments: &Value) -> Result<(String, bool), CallError> {
    let unanswered = |why: String| CallError::Unanswered(url.to_owned(), why);
    let runtime = Builder::new_current_thread().enable_io().enable_time().build();
    let runtime = runtime.map_err(|error| unanswered(error.to_string()))?;
    let folder = env::current_dir().ok().map(|folder| folder.to_string_lossy().into_owned());
    let params = json!({"name": tool, "arguments": arguments, "_meta": {CALLED_FROM: folder}});
    let call = rpc::request(&1.into(), "tools/call", params);
    let client: Poster = legacy::Client::builder(TokioExecutor::new()).build_http();
    let answer = runtime.block_on(post(client, url.to_owned(), call.to_string().into_bytes()))?;
    let answer: Value = serde_json::from_slice(&answer).map_err(|error| unanswered(error.to_string()))?;
    if let Some(why) = answer.pointer("/error/message").and_then(Value::as_str) {
        return Err(CallError::Refused(why.to_owned()));
    }
    let said = result_text(&answer["result"]);
    Ok((said, answer["result"]["isError"] == true))
}

/// The texts of a tool's result, one below the other.
pub(super) fn result_text(result: &Value) -> String {
    let blocks = result["content"].as_array().into_iter().flatten();
    blocks.filter_map(|block| text(block, "text")).collect::<Vec<_>>().join("\n")
}

#[cfg(all(test, unix))]
#[path = "official_client_tests.rs"]
mod official_client_tests;
#[cfg(test)]
#[path = "bridge_tests.rs"]
mod tests;
