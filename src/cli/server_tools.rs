//! `hotseat mcp-serve`, `hotseat call-tool` and `hotseat open-page`: what an agent or a client starts itself.

use std::io;

use clap::Args;

use crate::{
    model::json::Value,
    report::ExitCode,
    subject::{self, CallError},
    suite::{InputError, InputErrors},
};

#[derive(Args)]
pub struct McpServeArgs {
    /// The address of the server
    url: String,
    /// Further arguments, of which the server is told
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

#[derive(Args)]
pub struct CallToolArgs {
    /// The address of the server
    url: String,
    /// The tool
    tool: String,
    /// Its arguments: an object of JSON
    #[arg(default_value = "{}")]
    arguments: String,
}

#[derive(Args)]
pub struct OpenPageArgs {
    /// The address of the page
    url: String,
}

/// Tells hotseat that a page of a scenario is opened.
pub fn open(args: &OpenPageArgs) -> u8 {
    match subject::open_page(&args.url) {
        Ok(()) => ExitCode::CONFORMANT,
        Err(error) => {
            super::say(&mut io::stderr(), &format!("{} cannot be opened: {error}\n", args.url));
            ExitCode::USAGE
        }
    }
}

/// Carries the messages of an agent until its input ends.
pub fn serve(args: &McpServeArgs) -> u8 {
    let served = match args.url.starts_with(subject::SCHEME) {
        true => subject::carry(&args.url, io::stdin(), io::stdout()),
        false => subject::serve_mcp(&args.url, &args.args, io::BufReader::new(io::stdin()), io::stdout().lock()),
    };
    match served {
        Ok(()) => ExitCode::CONFORMANT,
        // The agent is gone.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::CONFORMANT,
        Err(error) => {
            super::say(&mut io::stderr(), &format!("cannot read or write the server's streams: {error}\n"));
            ExitCode::USAGE
        }
    }
}

/// Calls a tool once, and prints its result.
///
/// # Errors
/// If the arguments are no JSON, or the server cannot be asked.
pub fn call(args: &CallToolArgs) -> Result<u8, InputErrors> {
    let arguments: Value = serde_json::from_str(&args.arguments).map_err(|error| {
        InputError::new(format!("the arguments are no JSON: {error}")).help("write an object, such as '{\"a\": 1}'")
    })?;
    match subject::call_tool(&args.url, &args.tool, &arguments) {
        Ok((text, has_failed)) => {
            super::say(&mut io::stdout(), &format!("{text}\n"));
            Ok(if has_failed { ExitCode::VIOLATED } else { ExitCode::CONFORMANT })
        }
        Err(CallError::Refused(why)) => {
            super::say(&mut io::stderr(), &format!("{why}\n"));
            Ok(ExitCode::VIOLATED)
        }
        Err(error @ CallError::Unanswered(..)) => Err(InputError::new(error.to_string()).into()),
    }
}
