//! `hotseat schema`

use clap::{Args, ValueEnum};
use schemars::{Schema, schema_for};

use super::print;
use crate::{
    mutate::{Mutant, RunCondition, Variant},
    report::{ConditionsReport, MutantsReport, Report, VariantsReport, shards::Summary},
    sim::{explore::OrderFile, finding::Finding},
    stage::{Observation, Scenario},
    subject::{
        ClientManifest, Manifest, ServerManifest,
        protocol::{FromAdapter, Hello, ToAdapter},
    },
    suite::combinations::Dimensions,
};

#[derive(Args)]
pub struct SchemaArgs {
    /// The format
    #[arg(value_enum)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A scenario file
    Scenario,
    /// One line of an event stream
    Event,
    /// What `--report json=FILE` writes
    Report,
    /// A finding, which `simulate` writes and `replay` reads
    Finding,
    /// An order of a scenario, which `explore` writes and reads
    Order,
    /// The summary of a shard, which a command with `--shard` writes and `merge` reads
    Summary,
    /// A message to an adapter: method and parameters
    ToAdapter,
    /// A message of an adapter: method and parameters
    FromAdapter,
    /// The answer of an adapter to `initialize`
    AdapterClaims,
    /// A row of a table of mutants
    Mutant,
    /// What `mutants --format json` prints
    Mutants,
    /// A row of the table of conditions for `mutants --conditions`
    Condition,
    /// What `mutants --conditions --format json` prints
    Conditions,
    /// A row of a table of variants
    Variant,
    /// What `variants --format json` prints
    Variants,
    /// A table of dimensions, from which combinations are made
    Dimensions,
    /// The manifest (TOML) of an installed agent
    Manifest,
    /// The manifest (TOML) of an installed server of the Model Context Protocol
    ServerManifest,
    /// The manifest (TOML) of an installed client of the Model Context Protocol
    ClientManifest,
}

pub fn run(args: &SchemaArgs) -> u8 {
    let schema: Schema = match args.format {
        Format::Scenario => schema_for!(Scenario),
        Format::Event => schema_for!(Observation),
        Format::Report => schema_for!(Report),
        Format::Finding => schema_for!(Finding),
        Format::Order => schema_for!(OrderFile),
        Format::Summary => schema_for!(Summary),
        Format::ToAdapter => schema_for!(ToAdapter),
        Format::FromAdapter => schema_for!(FromAdapter),
        Format::AdapterClaims => schema_for!(Hello),
        Format::Mutant => schema_for!(Mutant),
        Format::Mutants => schema_for!(MutantsReport),
        Format::Condition => schema_for!(RunCondition),
        Format::Conditions => schema_for!(ConditionsReport),
        Format::Variant => schema_for!(Variant),
        Format::Variants => schema_for!(VariantsReport),
        Format::Dimensions => schema_for!(Dimensions),
        Format::Manifest => schema_for!(Manifest),
        Format::ServerManifest => schema_for!(ServerManifest),
        Format::ClientManifest => schema_for!(ClientManifest),
    };
    print(&format!("{:#}\n", schema.to_value()))
}
