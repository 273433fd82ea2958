//! Sends requests to the model over HTTP, several at the same time.

use std::{
    collections::BTreeMap,
    io,
    sync::Arc,
    thread::{self, JoinHandle},
};

use tokio::{
    runtime::{Builder, Handle},
    sync::oneshot,
    task::JoinHandle as Task,
};

use crate::{
    llm::{Format, encode_request, shell::Client},
    model::{ModelRequest, Op},
    subject::protocol::ModelAddress,
    system::{Failure, FailureKind, ModelEvent},
};

/// Takes the reply to an operation in the run with this number.
type Tell = dyn Fn(u64, Op, Vec<ModelEvent>) + Send + Sync;

/// Sends requests to the model, on a thread of its own.
pub struct Model {
    runtime: Handle,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    client: Client,
    tell: Arc<Tell>,
    base: String,
    format: Format,
    run: u64,
    asked: BTreeMap<Op, Task<()>>,
    /// Requests that were cancelled. They were announced, so they must still be sent. The harness, which knows of the
    /// cancel, closes their connections.
    given_up: Vec<Task<()>>,
}

impl Model {
    /// Starts the thread. `tell` is called with every complete reply.
    ///
    /// # Errors
    /// If the operating system gives no runtime.
    pub fn start(tell: impl Fn(u64, Op, Vec<ModelEvent>) + Send + Sync + 'static) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = thread::spawn(move || drop(runtime.block_on(stopped)));
        Ok(Self {
            runtime: handle,
            stop: Some(stop),
            thread: Some(thread),
            client: Client::default(),
            tell: Arc::new(tell),
            base: String::new(),
            format: Format::default(),
            run: 0,
            asked: BTreeMap::new(),
            given_up: Vec::new(),
        })
    }

    /// Begins a run. Requests of earlier runs are aborted.
    pub fn begin(&mut self, address: &ModelAddress, run: u64) {
        self.abort_all();
        self.base.clone_from(&address.url);
        self.format = Format { wire: address.wire, streamed: address.streamed };
        self.run = run;
    }

    /// Sends a request.
    pub fn ask(&mut self, op: Op, request: &ModelRequest) {
        let (client, tell, format, run) = (self.client.clone(), Arc::clone(&self.tell), self.format, self.run);
        let (wire, structured) = (encode_request(request, format), request.schema.is_some());
        let (base, name) = (self.base.clone(), op.to_string());
        let task = self.runtime.spawn(async move {
            let reply = client.ask(&base, Some(&name), wire, format, structured).await;
            // To the subject, a request that cannot be sent is a dropped connection.
            let dropped = Failure { kind: FailureKind::Dropped, status: None, retry_after_ms: None };
            tell(run, op, reply.unwrap_or_else(|_| vec![ModelEvent::Failed(dropped)]));
        });
        self.asked.insert(op, task);
    }

    /// Whether `op` waited for its reply. After this call it does not.
    pub fn take_asked(&mut self, op: Op) -> bool {
        self.asked.remove(&op).is_some()
    }

    /// Cancels a request. False if it no longer waits for a reply.
    pub fn give_up(&mut self, op: Op) -> bool {
        let task = self.asked.remove(&op);
        let is_given_up = task.is_some();
        self.given_up.extend(task);
        is_given_up
    }

    /// Aborts a request: its connection is closed.
    pub fn abort(&mut self, op: Op) {
        if let Some(task) = self.asked.remove(&op) {
            task.abort();
        }
    }

    /// Aborts every request.
    pub fn abort_all(&mut self) {
        let asked = std::mem::take(&mut self.asked).into_values();
        for task in asked.chain(self.given_up.drain(..)) {
            task.abort();
        }
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // If the thread panicked, there is nothing left to stop.
            drop(thread.join());
        }
    }
}
