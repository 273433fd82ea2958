//! `hotseat shell`

use std::path::PathBuf;

use clap::{Args, CommandFactory, Subcommand};
use clap_complete::Shell;

use super::{Cli, output, print};
use crate::{
    report::ExitCode,
    suite::{InputError, InputErrors},
};

#[derive(Args)]
pub struct ShellArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Print completions, such as `hotseat shell completions bash > ~/.local/share/bash-completion/completions/hotseat`
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Write a manual page for hotseat and for each command
    Man {
        /// The folder to write them into
        dir: PathBuf,
    },
}

pub fn run(args: &ShellArgs) -> Result<u8, InputErrors> {
    let mut command = Cli::command();
    command.build();
    match &args.what {
        What::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut command, "hotseat", &mut text);
            Ok(print(&String::from_utf8_lossy(&text)))
        }
        What::Man { dir } => {
            for page in [&command].into_iter().chain(command.get_subcommands()) {
                let name = if page.get_name() == "hotseat" {
                    "hotseat".to_owned()
                } else {
                    format!("hotseat-{}", page.get_name())
                };
                let mut text = Vec::new();
                let file = dir.join(format!("{name}.1"));
                let rendered = clap_mangen::Man::new(page.clone()).title(name).render(&mut text);
                rendered.map_err(|error| InputError::new(format!("{}: {error}", file.display())))?;
                output::write(&file, &String::from_utf8_lossy(&text))?;
            }
            Ok(ExitCode::CONFORMANT)
        }
    }
}
