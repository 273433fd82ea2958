//! The way over HTTP: the server is in hotseat's process, and listens at an address that the client is told. Here it is known to which
//! request each line of the server belongs, and nothing of what the lines mean beyond that.

use std::{collections::BTreeMap, io};

use super::carrier::Carried;
use crate::{
    model::{Op, json::Value, rpc::Message},
    subject::mcp_http::{FromClient, Server, Serving, Session},
    system::{
        Effect,
        mcp::{Outbox, era::Era},
    },
};

/// In what the server says a line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum During {
    /// What it has heard last.
    Line,
    /// An execution of a tool.
    Execution(Op),
    /// Nothing.
    Nothing,
}

/// A session, and the id of a request in it.
type Request = (Session, Option<Value>);

/// A server that listens, for one run.
pub struct Listening {
    server: Server,
    /// What was heard last.
    heard: Request,
    /// The last request of each call, by the id that the model gave the call.
    calls: BTreeMap<String, Request>,
    /// The request of each execution.
    executions: BTreeMap<Op, Request>,
}

impl Listening {
    /// Listens on this machine alone. `tell` is called with what comes.
    ///
    /// # Errors
    /// If no port is free.
    pub fn open(era: Era, tell: impl Fn(Carried) + Send + Sync + 'static) -> io::Result<Self> {
        let options = Serving { era: Some(era), ..Serving::default() };
        let server = Server::start(options, move |said| {
            // On the other way, the end of a session is not heard either.
            if let FromClient::Line(session, line) = said {
                tell(Carried::Posted(session, line));
            }
            Outbox::new()
        })?;
        Ok(Self { server, heard: (None, None), calls: BTreeMap::new(), executions: BTreeMap::new() })
    }

    /// The address for the client.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// A line was heard.
    pub fn hears(&mut self, session: Session, line: &Value) {
        let id = match Message::read(line) {
            Some(Message::Request { id, .. }) => Some(id),
            _ => None,
        };
        self.heard = (session, id);
    }

    /// The server executes tools: each belongs to the request of its call. One that goes on after an answer has the request that it had.
    pub fn made(&mut self, made: &[Effect], during: During) {
        for effect in made {
            let Effect::Call(op, call) = effect else { continue };
            if during == During::Line && self.heard.1.is_some() {
                self.calls.insert(call.id.clone(), self.heard.clone());
            }
            if let Some(request) = self.calls.get(&call.id) {
                self.executions.insert(*op, request.clone());
            }
        }
    }

    /// Says a line of the server.
    pub fn say(&self, line: Value, during: During) {
        let (session, request) = match during {
            During::Line => &self.heard,
            During::Execution(op) => self.executions.get(&op).unwrap_or(&self.heard),
            During::Nothing => &(self.heard.0, None),
        };
        self.server.say(*session, line, request.as_ref());
    }
}
