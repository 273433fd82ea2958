//! A client on rmcp, the official SDK in Rust, written as its documents show.

#![expect(clippy::disallowed_types, reason = "a client starts its server")]

use std::{
    collections::BTreeMap,
    error::Error,
    io,
    os::fd::OwnedFd,
    process::{Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use futures::future::{Either, select};
use rmcp::{
    ClientHandler, ErrorData,
    model::{CallToolRequestParams, ClientConfig, ElicitRequestParams, ElicitResult, Implementation, ProtocolVersion},
    service::{ClientLifecycleMode, ClientServiceExt, RequestContext, RoleClient, RunningService},
};
use serde_json::{Value, from_value, json};
use tokio::{
    net::unix::pipe::{Receiver, Sender},
    runtime::Builder,
    sync::{mpsc, oneshot},
    task::JoinHandle,
};

type Answers = Arc<Mutex<BTreeMap<String, oneshot::Sender<Value>>>>;

fn say(line: &Value) {
    println!("{line}");
}

#[derive(Clone)]
struct Host {
    version: ProtocolVersion,
    capabilities: Value,
    answers: Answers,
    asked: Arc<AtomicU64>,
}

impl ClientHandler for Host {
    fn get_info(&self) -> ClientConfig {
        let capabilities = from_value(self.capabilities.clone()).unwrap_or_default();
        let mut config = ClientConfig::new(capabilities, Implementation::new("rmcp", "3.11.0"));
        config.protocol_version = self.version.clone();
        config
    }

    /// Shows what the server asks, and waits for what the user does, or until the server takes it back.
    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let id = self.asked.fetch_add(1, Ordering::Relaxed).to_string();
        let (tell, told) = oneshot::channel();
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), tell);
        say(&json!({"ask": {"id": id, "params": request}}));
        match select(told, Box::pin(context.ct.cancelled())).await {
            Either::Left((Ok(answer), _)) => {
                from_value(answer).map_err(|error| ErrorData::internal_error(error.to_string(), None))
            }
            Either::Left((Err(_), _)) => Err(ErrorData::internal_error("nobody answers", None)),
            Either::Right(_) => {
                say(&json!({"withdrawn": {"id": id}}));
                Err(ErrorData::internal_error("withdrawn", None))
            }
        }
    }
}

async fn call(client: Arc<RunningService<RoleClient, Host>>, wanted: Value) {
    let name = wanted["name"].as_str().unwrap_or_default().to_owned();
    let arguments = wanted["arguments"].as_object().cloned().unwrap_or_default();
    let result = client.call_tool(CallToolRequestParams::new(name).with_arguments(arguments)).await;
    let (text, is_error) = match result {
        Ok(result) => {
            let texts: Vec<&str> =
                result.content.iter().filter_map(|part| part.as_text()).map(|text| &*text.text).collect();
            (texts.join("\n"), result.is_error.unwrap_or_default())
        }
        Err(error) => (error.to_string(), true),
    };
    say(&json!({"result": {"id": wanted["id"], "text": text, "isError": is_error}}));
}

/// The lines on stdin, as they come.
fn lines() -> mpsc::UnboundedReceiver<Value> {
    let (tell, told) = mpsc::unbounded_channel();
    thread::spawn(move || {
        let lines = io::stdin().lines().map_while(Result::ok);
        lines.filter_map(|line| serde_json::from_str(&line).ok()).all(|line| tell.send(line).is_ok())
    });
    told
}

async fn run() -> Result<(), Box<dyn Error>> {
    let mut told = lines();
    let begin = told.recv().await.unwrap_or_default()["begin"].clone();
    let command: Vec<String> = from_value(begin["server"].clone())?;
    let mut server =
        Command::new(&command[0]).args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(output), Some(input)) = (server.stdout.take(), server.stdin.take()) else { return Ok(()) };
    let transport = (Receiver::from_owned_fd(OwnedFd::from(output))?, Sender::from_owned_fd(OwnedFd::from(input))?);
    let version: ProtocolVersion = from_value(begin["version"].clone())?;
    let lifecycle = if version >= ProtocolVersion::V_2026_07_28 {
        ClientLifecycleMode::Discover { preferred_versions: vec![version.clone()] }
    } else {
        ClientLifecycleMode::Initialize
    };
    let answers = Answers::default();
    let (capabilities, asked) = (begin["capabilities"].clone(), Arc::default());
    let host = Host { version, capabilities, answers: Arc::clone(&answers), asked };
    let client = Arc::new(host.serve_with_lifecycle(transport, lifecycle).await?);
    say(&json!({"ready": {"tools": client.list_all_tools().await?}}));
    let mut calls: BTreeMap<String, JoinHandle<()>> = BTreeMap::new();
    while let Some(line) = told.recv().await {
        let id = |told: &Value| told["id"].as_str().unwrap_or_default().to_owned();
        if let Some(wanted) = line.get("call") {
            calls.insert(id(wanted), tokio::spawn(call(Arc::clone(&client), wanted.clone())));
        } else if let Some(answer) = line.get("answer") {
            let waiting = answers.lock().unwrap_or_else(PoisonError::into_inner).remove(&id(answer));
            // What the server has withdrawn waits for nobody.
            drop(waiting.map(|waiting| waiting.send(answer.clone())));
        } else if let Some(stopped) = line.get("cancel") {
            // The SDK gives up a call whose future is dropped.
            if let Some(call) = calls.remove(&id(stopped)) {
                call.abort();
            }
        }
    }
    calls.into_values().for_each(|call| call.abort());
    client.cancellation_token().cancel();
    // Its pipes are still held by the task of the client.
    drop(server.kill());
    drop(server.wait());
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    Builder::new_current_thread().enable_all().build()?.block_on(run())
}
