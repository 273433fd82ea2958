//! The reference as a server of its own: it speaks the Model Context Protocol on stdin and stdout.

use std::io::{self, BufRead, Write};

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
