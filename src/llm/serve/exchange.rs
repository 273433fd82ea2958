//! A request that is being served, and the state that all connections share.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use bytes::{Bytes, BytesMut};
use hyper::http::request::Parts;

use super::{Answers, Ended, HostFilter, Kind, Served};
use crate::llm::WireRequest;

/// How large and how slow a request may be.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The largest body of a request, in bytes; a larger one is answered with status 413.
    pub body_max: u64,
    /// How much more of a larger body is read and discarded, so that the client is still there for the answer.
    pub thrown_away_max: u64,
    /// How long to wait for the head of a request, or for the next piece of its body. An idle connection is closed
    /// after the same time.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { body_max: 256 << 20, thrown_away_max: 1 << 30, patience: Duration::from_secs(30) }
    }
}

/// The state that all connections share.
pub struct Server {
    pub answers: Arc<dyn Answers>,
    pub limits: Limits,
    pub hosts: HostFilter,
    pub requests: AtomicU64,
    pub stopping: AtomicBool,
}

/// A request that is being served. How it ended is reported once, at the latest when this is dropped.
pub struct Exchange {
    pub server: Arc<Server>,
    pub served: Option<Served>,
    /// The pieces of its body, until the body is whole.
    pub body: Option<Gathered>,
}

impl Exchange {
    pub fn new(server: Arc<Server>, head: &Parts) -> Self {
        let (method, path) = (head.method.as_str().to_owned(), head.uri.path().to_owned());
        let request = WireRequest { method, path, body: Bytes::new() };
        let number = server.requests.fetch_add(1, Ordering::Relaxed) + 1;
        let served = Served {
            number,
            request,
            status: None,
            ended: Ended::HungUp,
            unexpected: None,
            wrongs: Vec::new(),
            refused: None,
            kind: Kind::Scripted,
            has_arrived: false,
        };
        Self { server, served: Some(served), body: Some(Gathered::Nothing) }
    }

    pub fn ended(&mut self, ended: Ended) {
        if let Some(mut served) = self.served.take() {
            if let Some(body) = self.body.take() {
                served.request.body = body.into_bytes();
            }
            self.server.answers.served(&Served { ended, ..served });
        }
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        let stopped = self.server.stopping.load(Ordering::Relaxed);
        self.ended(match self.body {
            _ if stopped => Ended::Stopped,
            Some(_) => Ended::HalfRequest,
            None => Ended::HungUp,
        });
    }
}

/// The pieces of a body. Most bodies come in one piece, and that one is not copied.
pub enum Gathered {
    Nothing,
    One(Bytes),
    More(BytesMut),
}

impl Gathered {
    pub fn push(&mut self, piece: Bytes, ahead: usize) {
        *self = match std::mem::replace(self, Self::Nothing) {
            Self::Nothing => Self::One(piece),
            Self::One(first) => {
                let mut all = BytesMut::with_capacity(first.len() + piece.len() + ahead);
                all.extend_from_slice(&first);
                all.extend_from_slice(&piece);
                Self::More(all)
            }
            Self::More(mut all) => {
                all.extend_from_slice(&piece);
                Self::More(all)
            }
        };
    }

    pub fn into_bytes(self) -> Bytes {
        match self {
            Self::Nothing => Bytes::new(),
            Self::One(piece) => piece,
            Self::More(all) => all.freeze(),
        }
    }
}
