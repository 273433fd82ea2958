//! `hotseat protocol`

use clap::Args;

use super::print;
use crate::{
    subject::protocol,
    suite::{InputError, InputErrors},
    system::System,
};

#[derive(Args)]
pub struct ProtocolArgs {
    /// Print instead the configuration, the records and the client messages of this system
    #[arg(value_name = "SYSTEM")]
    system: Option<String>,
}

pub fn run(args: &ProtocolArgs) -> Result<u8, InputErrors> {
    let Some(name) = &args.system else { return Ok(print(&protocol::page())) };
    let system = named(name)?;
    Ok(print(&format!("# What {} is driven with\n\n{}", system.name, system.driving)))
}

/// The system with this name.
pub fn named(name: &str) -> Result<&'static System, InputErrors> {
    System::named(name).ok_or_else(|| {
        InputError::new(format!("there is no system {name:?}")).help("`hotseat list --systems` names them").into()
    })
}
