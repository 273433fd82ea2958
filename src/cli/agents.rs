//! `hotseat agents`

use std::io;

use crate::{
    report::ExitCode,
    subject::Manifest,
    suite::{InputError, InputErrors},
};

/// Lists the agents whose manifests are carried: its name, its version, whether its program is found, and how to install it.
///
/// # Errors
/// A mistake in a carried manifest, which is a bug.
pub fn run() -> Result<u8, InputErrors> {
    let agents = Manifest::carried().map_err(|error| InputError::new(error.to_string()))?;
    let mut text = String::new();
    for (name, manifest) in agents {
        let state = match (manifest.missing_program(), &manifest.install) {
            (None, _) => "installed".to_owned(),
            (Some(program), Some(install)) => format!("no program `{program}`; to install it: {install}"),
            (Some(program), None) => format!("no program `{program}`"),
        };
        text.push_str(&format!("{name:18} {:26} {state}\n", manifest.name));
    }
    super::say(&mut io::stdout(), &text);
    Ok(ExitCode::CONFORMANT)
}
