//! The sessions of a server, each with its streams. What belongs to no session has streams, too.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use hyper::StatusCode;

use super::{
    check::{Refusal, without_id},
    streams::{Lines, Streams},
};
use crate::model::json::Value;

/// What the id of a session begins with. Its number follows.
const PREFIX: &str = "session-";

/// The number of a session. Messages that stand for themselves have none.
pub type Session = Option<u64>;

/// The sessions of a server. All copies are the same ones.
#[derive(Clone, Debug, Default)]
pub struct Sessions(Arc<Mutex<Opened>>);

#[derive(Debug, Default)]
struct Opened {
    count: u64,
    streams: BTreeMap<Session, Streams>,
}

impl Sessions {
    fn opened(&self) -> MutexGuard<'_, Opened> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a session.
    pub fn open(&self) -> u64 {
        let mut opened = self.opened();
        opened.count += 1;
        let number = opened.count;
        opened.streams.insert(Some(number), Streams::default());
        number
    }

    /// The id of a session for its client.
    pub fn id(number: u64) -> String {
        format!("{PREFIX}{number}")
    }

    /// The session with this id.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&self, id: Option<&str>) -> Result<u64, Refusal> {
        let id = id.ok_or_else(|| without_id(StatusCode::BAD_REQUEST, "`Mcp-Session-Id` is required"))?;
        let unknown = || without_id(StatusCode::NOT_FOUND, "there is no such session: it has ended, or never was");
        let number = id.strip_prefix(PREFIX).and_then(|number| number.parse().ok()).ok_or_else(unknown)?;
        if self.opened().streams.contains_key(&Some(number)) { Ok(number) } else { Err(unknown()) }
    }

    /// Ends a session, and its streams.
    pub fn end(&self, number: u64) {
        drop(self.opened().streams.remove(&Some(number)));
    }

    /// The server dies: what is open breaks off.
    pub fn break_off(&self) {
        self.opened().streams.values_mut().for_each(Streams::breaks);
    }

    /// Opens the stream that answers a request.
    pub fn answer(&self, session: Session, request: Value) -> Lines {
        self.opened().streams.entry(session).or_default().open(request)
    }

    /// Opens the stream for what belongs to no request.
    pub fn listen(&self, number: u64) -> Lines {
        self.opened().streams.entry(Some(number)).or_default().listen()
    }

    /// Sends a line. `during` is the id of the request in which the server says it. A session that has ended hears nothing.
    pub fn send(&self, session: Session, line: Value, during: Option<&Value>) {
        let mut opened = self.opened();
        if session.is_none() {
            opened.streams.entry(None).or_default();
        }
        if let Some(streams) = opened.streams.get_mut(&session) {
            streams.send(line, during);
        }
    }

    /// Ends the stream of a request. Returns whether it had no answer.
    pub fn close(&self, session: Session, request: &Value) -> bool {
        self.opened().streams.get_mut(&session).is_some_and(|streams| streams.close(request))
    }
}
