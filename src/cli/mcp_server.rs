//! `hotseat mcp-server`

use std::io;

use crate::{report::ExitCode, subject, suite::InputErrors};

pub fn run() -> Result<u8, InputErrors> {
    Ok(match subject::serve_mcp_server(io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::CONFORMANT,
        // The client is gone.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::CONFORMANT,
        Err(error) => {
            super::say(&mut io::stderr(), &format!("cannot read or write the server's streams: {error}\n"));
            ExitCode::USAGE
        }
    })
}
