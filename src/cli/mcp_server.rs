//! `hotseat mcp-server`

use std::io;

use clap::Args;

use crate::{
    report::ExitCode,
    subject,
    suite::{InputError, InputErrors},
};

#[derive(Args)]
pub struct McpServerArgs {
    /// Speak streamable HTTP at this port of 127.0.0.1, until a signal comes; 0 is one that is free, and the address is printed
    #[arg(long, value_name = "PORT")]
    http: Option<u16>,
}

pub fn run(args: &McpServerArgs) -> Result<u8, InputErrors> {
    if let Some(port) = args.http {
        let served = subject::serve_mcp_server_over_http(port, io::stdout().lock());
        let why = |error| InputError::new(format!("nothing can be served at port {port}: {error}"));
        return served.map(|()| ExitCode::CONFORMANT).map_err(|error| why(error).help("name another port").into());
    }
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
