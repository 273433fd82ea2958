//! What `hotseat simulate` was asked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::report::{
    ExitCode,
    campaign::{SystemAsked, SystemFound},
    simulation,
};

/// The campaign of `hotseat simulate`.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SimulationAsked {
    /// The first seed, and the end of the seeds, which is not included.
    pub seeds: (u64, u64),
    /// Whether every seed is checked for determinism.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub doublecheck: bool,
    /// Whether runs are drawn from earlier ones of their block. Then a shard has whole blocks of seeds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guided: bool,
    /// The name and version of what is tested, if it is not the reference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// How many seconds it may be silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patience: Option<u16>,
    /// The systems, in the order in which they are run.
    pub systems: Vec<SystemAsked>,
}

impl SimulationAsked {
    /// Adds up what two parts have found, system by system, in the order of the campaign.
    pub(super) fn join(&self, one: &mut Vec<SystemFound>, other: Vec<SystemFound>) {
        for found in other {
            match one.iter_mut().find(|known| known.system == found.system) {
                Some(known) => known.join(found),
                None => one.push(found),
            }
        }
        one.sort_by_key(|found| self.systems.iter().position(|asked| asked.options.system == found.system));
    }

    /// Each system with what was asked and found.
    pub(super) fn pairs<'s>(
        &'s self,
        found: &'s [SystemFound],
    ) -> impl Iterator<Item = (&'s SystemAsked, &'s SystemFound)> {
        let of = |asked: &SystemAsked| found.iter().find(|found| found.system == asked.options.system);
        self.systems.iter().filter_map(move |asked| Some((asked, of(asked)?)))
    }

    /// What one process would have told.
    pub(super) fn told(&self, found: &[SystemFound]) -> String {
        self.pairs(found).map(|(asked, found)| simulation::told(asked, found)).collect()
    }

    /// The exit code of one process.
    pub(super) fn exit_code(&self, found: &[SystemFound]) -> u8 {
        self.pairs(found).map(|(asked, found)| found.exit_code(asked)).fold(ExitCode::CONFORMANT, ExitCode::first)
    }
}
