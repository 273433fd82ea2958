//! The part of a run that is a shard.

use std::{path::Path, sync::Arc};

use super::RunArgs;
use crate::{
    cli::{expected::Lists, shard, tested::Seat},
    model::shard::Shard,
    report::shards::{Asked, Digest, Found, RunAsked, SubjectFound, Summary},
    suite::case::Case,
};

/// A shard of a run.
pub struct Part {
    pub shard: Shard,
    /// What is asked of all shards.
    pub asked: RunAsked,
    /// The place of each case of the shard in the whole list.
    places: Vec<u64>,
}

impl Part {
    /// The shard of a run of these cases, and its own cases.
    pub fn of(
        shard: Shard,
        args: &RunArgs,
        seats: &[Seat],
        expected: &Lists,
        cases: &[Arc<Case>],
    ) -> (Self, Vec<Arc<Case>>) {
        let mut digest = Digest::default();
        digest.cases(cases.iter().map(Arc::as_ref));
        let asked = RunAsked {
            list: digest.list(cases.len()),
            commands: seats.iter().map(|seat| args.command(seat)).collect(),
            fail_on: args.fail_on(),
            patience: args.tested.is_foreign().then_some(args.patience),
            expected: expected.texts(),
            is_filtered: args.select.tags.is_some() || args.select.name.is_some(),
            requirement: args.select.requirement.clone(),
        };
        let (places, own) = shard.select(cases.iter().cloned()).into_iter().unzip();
        (Self { shard, asked, places }, own)
    }

    /// The cases of the shard with their places.
    pub fn placed<'c>(&self, own: &'c [Arc<Case>]) -> Vec<(u64, &'c Case)> {
        self.places.iter().copied().zip(own.iter().map(Arc::as_ref)).collect()
    }

    /// Writes the summary, of which not everything was judged if `is_cut_short`. Returns an exit code.
    pub fn keep(self, folder: &Path, found: Vec<SubjectFound>, is_cut_short: bool) -> u8 {
        shard::keep(folder, Summary::new(Asked::Run(self.asked), self.shard, is_cut_short, Found::Run(found)))
    }
}
