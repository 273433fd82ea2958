//! `hotseat new-adapter`

use std::fmt::Write;

use clap::{Args, ValueEnum, builder::NonEmptyStringValueParser};

use super::print;
use crate::{
    subject::skeleton::{self, Language, SkeletonError},
    suite::{InputError, InputErrors},
};

#[derive(Args)]
pub struct NewAdapterArgs {
    /// The language
    #[arg(value_enum)]
    language: Choice,
    /// The folder to write it into: empty, or not existing yet
    #[arg(value_name = "DIR", value_parser = NonEmptyStringValueParser::new())]
    folder: String,
    /// The system whose tool the agent offers; without it: the first that the language has a skeleton for
    #[arg(long, value_name = "NAME")]
    system: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Choice {
    /// Python 3.9 or later
    Python,
    /// TypeScript, for node 22.18 or later
    Typescript,
    /// A Cargo project
    Rust,
}

pub fn run(args: &NewAdapterArgs) -> Result<u8, InputErrors> {
    let language = match args.language {
        Choice::Python => Language::Python,
        Choice::Typescript => Language::TypeScript,
        Choice::Rust => Language::Rust,
    };
    let skeleton = skeleton::write(language, args.system.as_deref(), &args.folder).map_err(mistake)?;
    let mut text = String::new();
    for file in &skeleton.files {
        let _ = writeln!(text, "wrote {}", file.display());
    }
    text += "\nIt is a very simple agent that keeps to the protocol; its README.md says where your own goes. Next:\n\n";
    if let Some(build) = &skeleton.build {
        let _ = writeln!(text, "  {}", pasteable(build)?);
    }
    let subject = pasteable(&skeleton.subject)?;
    for command in [&["hotseat", "smoke"][..], &["hotseat", "run", "--system", skeleton.system]] {
        let words: Vec<&str> = command.iter().copied().chain(["--subject", &subject]).collect();
        let _ = writeln!(text, "  {}", pasteable(&words)?);
    }
    Ok(print(&text))
}

/// A command, quoted for a shell.
fn pasteable<S: AsRef<str>>(words: &[S]) -> Result<String, InputError> {
    shlex::try_join(words.iter().map(AsRef::as_ref))
        .map_err(|error| InputError::new(format!("cannot quote the name of the folder: {error}")))
}

fn mistake(error: SkeletonError) -> InputError {
    let mistake = InputError::new(error.to_string());
    match error {
        SkeletonError::Full(_) | SkeletonError::NoFolder(_) => {
            mistake.help("name a folder that does not exist yet, or an empty one: no file is overwritten")
        }
        SkeletonError::NoSystem { .. } => {
            mistake.help("leave out `--system`, and change what the agent claims and offers")
        }
        SkeletonError::Unwritable(..) => mistake,
    }
}
