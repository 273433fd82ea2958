//! `hotseat acp-agent`

use std::{io, path::PathBuf};

use clap::Args;

use super::argument_error::ArgumentError;
use crate::{
    llm::{Format, Wire},
    report::ExitCode,
    subject,
    suite::{InputError, InputErrors},
};

#[derive(Args)]
pub struct AcpAgentArgs {
    /// The address of the model; without it: the variable HOTSEAT_MODEL_URL
    #[arg(long, value_name = "URL")]
    model: Option<String>,
    /// The wire on which it asks the model
    #[arg(long, value_name = "W", value_parser = wire, default_value = "anthropic")]
    wire: Wire,
    /// Ask for replies in one body instead of a stream
    #[arg(long)]
    unstreamed: bool,
    /// Store sessions in this file, and offer to load them
    #[arg(long, value_name = "FILE")]
    sessions: Option<PathBuf>,
}

/// Parses a wire.
fn wire(text: &str) -> Result<Wire, ArgumentError> {
    Wire::ALL.into_iter().find(|wire| wire.word() == text).ok_or(ArgumentError::Wire)
}

pub fn run(args: &AcpAgentArgs) -> Result<u8, InputErrors> {
    let Some(url) = args.model.clone().or_else(|| std::env::var("HOTSEAT_MODEL_URL").ok()) else {
        return Err(InputError::new("the agent has no model")
            .help("give its address: --model http://127.0.0.1:PORT")
            .into());
    };
    let format = Format { wire: args.wire, streamed: !args.unstreamed };
    let served = subject::serve_acp(
        &url,
        format,
        args.sessions.as_deref(),
        io::BufReader::new(io::stdin()),
        io::stdout().lock(),
    );
    Ok(match served {
        Ok(()) => ExitCode::CONFORMANT,
        // The client is gone.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::CONFORMANT,
        Err(error) => {
            super::say(&mut io::stderr(), &format!("cannot read or write the agent's streams or sessions: {error}\n"));
            ExitCode::USAGE
        }
    })
}
