//! The reference as a server of its own: it speaks the Model Context Protocol on stdin and stdout, or over HTTP.

use std::{
    collections::BTreeMap,
    io::{self, BufRead, Write},
    sync::{Mutex, PoisonError},
};

use super::mcp_http::{self, FromClient, Serving, Session};
use crate::{
    model::json::Value,
    system::mcp::{Outbox, Server},
};

/// Serves its tools until the input ends.
///
/// # Errors
/// If a stream breaks.
pub fn serve_mcp_server(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut server = Server::default();
    for line in input.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let line = serde_json::from_str(&line).unwrap_or_else(|_| Value::from(line));
        let mut said = Outbox::new();
        server.hear(&line, &mut said);
        for line in said {
            writeln!(output, "{line}")?;
        }
        output.flush()?;
    }
    Ok(())
}

/// Serves its tools at this port of this machine, until a signal ends the program. With 0 the port is one that is free. `output` is
/// told the address.
///
/// # Errors
/// If the port is taken, or the output breaks.
pub fn serve_mcp_server_over_http(port: u16, mut output: impl Write) -> io::Result<()> {
    // Each session has a server of its own, and so have all messages that belong to none.
    let servers = Mutex::new(BTreeMap::<Session, Server>::new());
    let options = Serving { port, ..Serving::default() };
    let server = mcp_http::Server::start(options, move |said| {
        let mut servers = servers.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lines = Outbox::new();
        match said {
            FromClient::Line(session, line) => servers.entry(session).or_default().hear(&line, &mut lines),
            FromClient::Gone(session) => drop(servers.remove(&Some(session))),
        }
        lines
    })?;
    writeln!(output, "{}", server.url())?;
    output.flush()?;
    server.wait();
    Ok(())
}
