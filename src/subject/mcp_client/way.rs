//! The way between a client and its server, whichever the client's manifest names.

use std::{
    io::{self, Write},
    net::{Shutdown, TcpStream},
    sync::Arc,
};

use super::{
    carrier::{Carried, Harbour},
    http::{During, Listening},
    manifest::ClientTransport,
};
use crate::{
    model::json::{Value, json},
    system::{
        Effect,
        mcp::{Outbox, era::Era},
    },
};

/// What hears the client: it is called with what comes, and with the number of the run to which it belongs. False once nobody hears.
pub type Tell = Arc<dyn Fn(u64, Carried) -> bool + Send + Sync>;

/// A way.
pub enum Way {
    /// The client starts a program as its server, which carries the bytes.
    Program {
        /// Where the programs connect.
        harbour: Harbour,
        /// What reaches the client of this run.
        connection: Option<TcpStream>,
    },
    /// The client asks an address.
    Http {
        /// What hears the client.
        tell: Tell,
        /// What listens in this run.
        listening: Option<Listening>,
    },
}

impl Way {
    /// Prepares a way for every run.
    ///
    /// # Errors
    /// If no port is free.
    pub fn prepare(transport: ClientTransport, tell: Tell) -> io::Result<Self> {
        Ok(match transport {
            ClientTransport::Stdio => {
                let harbour = Harbour::open(move |run, what| tell(run, what))?;
                Self::Program { harbour, connection: None }
            }
            ClientTransport::Http => Self::Http { tell, listening: None },
        })
    }

    /// Begins a run. Returns what the client is told of its server. `program` is the one of hotseat.
    ///
    /// # Errors
    /// If no port is free.
    pub fn begin(&mut self, run: u64, era: Era, program: &str) -> io::Result<(&'static str, Value)> {
        match self {
            Self::Program { harbour, .. } => Ok(("server", json!([program, "mcp-serve", harbour.address(run)]))),
            Self::Http { tell, listening } => {
                let tell = Arc::clone(tell);
                let opened = Listening::open(era, move |what| {
                    tell(run, what);
                })?;
                let opened = listening.insert(opened);
                Ok(("url", opened.url().into()))
            }
        }
    }

    /// Takes what comes. Returns the line, if it is one. What is no JSON is a text.
    pub fn hears(&mut self, what: Carried) -> Option<Value> {
        match (self, what) {
            (Self::Program { connection, .. }, Carried::Opened(opened)) => {
                *connection = Some(opened);
                None
            }
            (_, Carried::Opened(_) | Carried::Page(_)) => None,
            (_, Carried::Line(line)) => Some(serde_json::from_str(&line).unwrap_or_else(|_| Value::from(line))),
            (way, Carried::Posted(session, line)) => {
                if let Self::Http { listening: Some(listening), .. } = way {
                    listening.hears(session, &line);
                }
                Some(line)
            }
        }
    }

    /// The server has acted: it has made these effects, and says these lines.
    pub fn acted(&mut self, lines: Outbox, made: &[Effect], during: During) {
        match self {
            Self::Program { connection: Some(connection), .. } => {
                // A client that is gone reads nothing more, and its end is heard of elsewhere.
                lines.iter().for_each(|line| drop(connection.write_all(format!("{line}\n").as_bytes())));
            }
            Self::Http { listening: Some(listening), .. } => {
                listening.made(made, during);
                lines.into_iter().for_each(|line| listening.say(line, during));
            }
            Self::Program { connection: None, .. } | Self::Http { listening: None, .. } => {}
        }
    }

    /// The process of the server dies. The client may start another one. At an address there is another one already, but what was open
    /// there breaks off.
    pub fn breaks(&mut self) {
        match self {
            // Closed on both sides, so that the program that carries the bytes ends, too.
            Self::Program { connection, .. } => {
                drop(connection.take().map(|connection| connection.shutdown(Shutdown::Both)));
            }
            Self::Http { listening, .. } => listening.iter().for_each(Listening::breaks),
        }
    }

    /// Ends a run.
    pub fn end(&mut self) {
        match self {
            Self::Program { connection, .. } => drop(connection.take()),
            Self::Http { listening, .. } => drop(listening.take()),
        }
    }
}
