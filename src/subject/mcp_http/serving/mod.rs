//! The end of a server: it takes the messages of its clients, and sends each what belongs to it.
//!
//! ```text
//!   client ── POST ──▶ check ──▶ session ── a line ──▶ hear
//!          ◀─ JSON, or an SSE stream ── streams ◀── lines ─
//!                                               ◀── say ───  at any time
//! ```
//!
//! A request is answered with JSON if its response is the first that is said in it, and else with a stream. What a client sends is
//! bounded in its length and in its time, so no client holds a server up.

mod check;
mod exchange;
mod replies;
mod sessions;
mod streams;
#[cfg(test)]
mod tests;

use std::{
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    sync::Arc,
    thread::{self, JoinHandle},
    time::Duration,
};

use futures::future::{Either, select};
use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{runtime::Builder, sync::oneshot, task::JoinSet};

pub use self::sessions::Session;
use self::{
    check::Versions,
    exchange::{Shared, serve},
    sessions::Sessions,
};
use crate::{
    model::json::Value,
    system::mcp::{Outbox, era::Era},
};

/// How long a request may take to come whole.
const PATIENCE: Duration = Duration::from_secs(30);

/// What comes of a client.
#[derive(Debug)]
pub enum FromClient {
    /// A message, as it is.
    Line(Session, Value),
    /// A session has ended.
    Gone(u64),
}

/// What a server is like.
#[derive(Clone, Copy, Debug)]
pub struct Serving {
    /// The port of this machine. With 0, one that is free.
    pub port: u16,
    /// The one version that it has. `None` for every version.
    pub era: Option<Era>,
    /// How long a request may take to come whole.
    pub patience: Duration,
}

impl Default for Serving {
    fn default() -> Self {
        Self { port: 0, era: None, patience: PATIENCE }
    }
}

/// A server, which serves until it is dropped.
pub struct Server {
    address: SocketAddr,
    sessions: Sessions,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Listens on this machine. `hear` is called with what comes, and returns what is said in it at once.
    ///
    /// # Errors
    /// If the port is taken, or the operating system gives no runtime.
    pub fn start(options: Serving, hear: impl Fn(FromClient) -> Outbox + Send + Sync + 'static) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        let (stop, stopped) = oneshot::channel();
        let sessions = Sessions::default();
        let versions = Versions(options.era);
        let shared = Shared { sessions: sessions.clone(), versions, patience: options.patience, hear };
        let thread = thread::spawn(move || {
            runtime.block_on(async {
                let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
                accept(listener, Arc::new(shared), stopped).await;
            });
        });
        Ok(Self { address, sessions, stop: Some(stop), thread: Some(thread) })
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://{}{}", self.address, check::PATH)
    }

    /// Says a line later than what it belongs to. `during` is the id of the request in which it is said.
    pub fn say(&self, session: Session, line: Value, during: Option<&Value>) {
        self.sessions.send(session, line, during);
    }

    /// Breaks off all that is open, as where the process of the server dies. Another one listens at once, and knows the sessions.
    pub fn breaks(&self) {
        self.sessions.break_off();
    }

    /// Waits for its end, which only a signal brings.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // If the thread panicked, there is nothing left to stop.
            drop(thread.join());
        }
    }
}

async fn accept<H: Fn(FromClient) -> Outbox + Send + Sync + 'static>(
    listener: tokio::net::TcpListener,
    shared: Arc<Shared<H>>,
    mut stopped: oneshot::Receiver<()>,
) {
    let mut connections = JoinSet::new();
    while let Either::Right((accepted, _)) = select(&mut stopped, Box::pin(listener.accept())).await {
        while connections.try_join_next().is_some() {}
        let Ok((connection, _)) = accepted else { continue };
        // A frame must not wait for the acknowledgement of the one before.
        drop(connection.set_nodelay(true));
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(shared.patience);
        let shared = Arc::clone(&shared);
        let service = service_fn(move |request| serve(request, Arc::clone(&shared)));
        let served = http.serve_connection(TokioIo::new(connection), service);
        connections.spawn(async move { drop(served.await) });
    }
}
