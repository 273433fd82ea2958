//! `hotseat list`

use std::fmt::Write;

use clap::Args;

use super::{SelectArgs, print};
use crate::{report::ExitCode, suite::InputErrors, system::System};

#[derive(Args)]
pub struct ListArgs {
    #[command(flatten)]
    select: SelectArgs,
    /// List the systems instead, with their profiles
    #[arg(long)]
    systems: bool,
}

pub fn run(args: &ListArgs) -> Result<u8, InputErrors> {
    let mut text = String::new();
    if args.systems {
        for System { name, profiles, about, .. } in &System::ALL {
            let _ = writeln!(text, "{name:<12} {:<24} {about}", profiles.join(", "));
        }
        return Ok(print(&text));
    }
    let cases = args.select.cases()?;
    for case in &cases {
        let _ = writeln!(text, "{}  {}", case.id, case.name);
    }
    print(&text);
    Ok(if cases.is_empty() { ExitCode::NOTHING_SELECTED } else { ExitCode::CONFORMANT })
}
