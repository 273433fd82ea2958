//! A connection to a server: its thread, and the order of its messages.
//!
//! On one stream, messages come in their order. Here each has a request of its own, so the next one waits until the server has begun to
//! answer the one before. A request may be answered only when the user has acted, so it is not waited for longer than a moment.

use std::{
    collections::BTreeMap,
    future::pending,
    io,
    pin::pin,
    sync::Arc,
    thread::{self, JoinHandle},
    time::Duration,
};

use futures::future::{Either, select};
use tokio::{
    runtime::Builder,
    sync::{
        mpsc::{self, UnboundedReceiver, UnboundedSender},
        oneshot,
    },
    task::{AbortHandle, JoinSet},
    time::timeout,
};

use super::{
    error::HttpError,
    exchange::Exchange,
    options::{Options, Said},
    outgoing::Outgoing,
};
use crate::model::json::Value;

/// How long the next message waits for the server to begin to answer a request.
const HEAD_START: Duration = Duration::from_millis(50);
/// How long the next message waits for the server to open the stream of its own.
const STREAM_START: Duration = Duration::from_millis(500);

/// A connection.
pub struct Connection {
    lines: UnboundedSender<String>,
    /// Takes whether the session is ended first.
    stop: Option<oneshot::Sender<bool>>,
    thread: Option<JoinHandle<()>>,
}

impl Connection {
    /// Begins. `tell` is called with what comes.
    ///
    /// # Errors
    /// If the operating system gives no runtime.
    pub fn open(options: Options, tell: impl Fn(Said) -> bool + Send + Sync + 'static) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        let (lines, outgoing) = mpsc::unbounded_channel();
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            runtime.block_on(async {
                let patience = options.patience;
                let exchange = Arc::new(Exchange::new(options, tell));
                let says_goodbye = {
                    let talk = pin!(talk(Arc::clone(&exchange), outgoing, patience));
                    match select(stopped, talk).await {
                        Either::Left((says_goodbye, _)) => says_goodbye.unwrap_or(false),
                        Either::Right(((), stopped)) => stopped.await.unwrap_or(false),
                    }
                };
                if says_goodbye {
                    exchange.delete().await;
                }
            });
        });
        Ok(Self { lines, stop: Some(stop), thread: Some(thread) })
    }

    /// Sends a message.
    pub fn write(&self, text: String) {
        // After its end, nobody takes it.
        drop(self.lines.send(text));
    }

    /// Gives up what is under way, and ends the session.
    pub fn end(&mut self) {
        self.stop(true);
    }

    /// Goes away without a word.
    pub fn kill(&mut self) {
        self.stop(false);
    }

    fn stop(&mut self, says_goodbye: bool) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(says_goodbye);
        }
        if let Some(thread) = self.thread.take() {
            // If the thread panicked, there is nothing left to stop.
            drop(thread.join());
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Sends each message in its turn. What is under way is given up when this is dropped.
async fn talk<F: Fn(Said) -> bool + Send + Sync + 'static>(
    exchange: Arc<Exchange<F>>,
    mut lines: UnboundedReceiver<String>,
    patience: Duration,
) {
    let mut under_way = JoinSet::new();
    let mut requests: BTreeMap<String, AbortHandle> = BTreeMap::new();
    while let Some(text) = lines.recv().await {
        while under_way.try_join_next().is_some() {}
        requests.retain(|_, request| !request.is_finished());
        let message = Outgoing::read(text);
        // In the last version, the end of its stream gives up a request, and no message does.
        let given_up = message.given_up().filter(|_| exchange.era().has_rounds());
        if let Some(request) = given_up.and_then(|id| requests.remove(&id.to_string())) {
            request.abort();
            continue;
        }
        let (what, awaited) = (message.what(), message.awaited().map(Value::to_string));
        let opens_stream = message.has_opened() && !exchange.era().has_rounds();
        let (head, begun) = oneshot::channel();
        let posting = Arc::clone(&exchange);
        let posted = under_way.spawn(async move { posting.post(&message, head).await });
        match awaited {
            Some(id) => {
                drop(timeout(HEAD_START, begun).await);
                requests.insert(id, posted);
            }
            None if timeout(patience, begun).await.is_err() => {
                let error = HttpError::NotTaken { what, seconds: patience.as_secs() };
                exchange.tell(Said::Broken(error));
            }
            None => {}
        }
        if opens_stream {
            let (head, begun) = oneshot::channel();
            let listening = Arc::clone(&exchange);
            under_way.spawn(async move { listening.listen(head).await });
            drop(timeout(STREAM_START, begun).await);
        }
    }
    pending::<()>().await;
}

#[cfg(test)]
#[path = "connection_tests.rs"]
mod tests;
