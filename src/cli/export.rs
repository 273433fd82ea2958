//! `hotseat export`

use std::{fs, path::PathBuf};

use clap::Args;

use super::{output, print};
use crate::suite::{InputError, InputErrors, carried_files};

#[derive(Args)]
pub struct ExportArgs {
    /// The folder to write into: empty, or not existing yet
    dir: PathBuf,
}

pub fn run(args: &ExportArgs) -> Result<u8, InputErrors> {
    let name = args.dir.display();
    let is_used = fs::read_dir(&args.dir).is_ok_and(|mut entries| entries.next().is_some());
    if is_used || args.dir.is_file() {
        return Err(InputError::new(format!("{name} is not an empty folder"))
            .help("name a folder that is empty, or that does not exist yet")
            .into());
    }
    let files = carried_files();
    for (path, text) in &files {
        output::write(&args.dir.join(path), text)?;
    }
    let count = |ending: &str| files.iter().filter(|(path, _)| path.ends_with(ending)).count();
    Ok(print(&format!(
        "wrote {} features and {} scenario files below {name}\n\n  hotseat run {name}/features\n",
        count(".feature"),
        count(".json"),
    )))
}
