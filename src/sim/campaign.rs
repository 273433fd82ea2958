//! Many seeds, on several threads: what they met, and the first of what they broke. The result is the same for any
//! number of threads.

use std::{
    ops::Range,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use super::{
    coverage_points::Met,
    environment::Replies,
    fault::FaultChoice,
    generator::SystemGenerator,
    monitor::Violation,
    run::{How, simulate},
};
use crate::stage::Subject;

/// One seed in so many is run again, and through the codecs.
const CHECKED: u64 = 100;
/// How many seeds a thread takes at a time.
const SHARE: u64 = 64;
/// More threads than this help nobody.
const THREADS_MAX: u64 = 256;
/// How many findings are told at most.
const FINDINGS_MAX: usize = 10;

/// What a campaign is to run.
pub struct Campaign<'a> {
    /// The system.
    pub generator: &'static SystemGenerator,
    /// Which faults there are.
    pub faults: FaultChoice,
    /// The seeds; the last is not among them.
    pub seeds: Range<u64>,
    /// How many threads at most; there are no more than there is work for.
    pub jobs: usize,
    /// Whether every seed is run again, not only one in a hundred.
    pub doublecheck: bool,
    /// Who sits in the hot seat: a fresh one for each thread.
    pub subject: &'a (dyn Fn() -> Box<dyn Subject> + Sync),
    /// Whether it is to end, whatever is left; asked before every seed.
    pub is_over: &'a (dyn Fn() -> bool + Sync),
}

/// What a campaign found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// How many seeds were run.
    pub seeds: u64,
    /// The first seed that was not run, where it ended early.
    pub left_off: Option<u64>,
    /// How many observations there were.
    pub events: u64,
    /// What was met.
    pub met: Met,
    /// A sum over the chains of all seeds, each with its seed, in whatever order they came.
    pub chains: u64,
    /// How many seeds were run again, and through the codecs.
    pub checked: u64,
    /// What was broken, by seed; of many, the first.
    pub broken: Vec<Broken>,
    /// How many seeds broke something.
    pub broken_seeds: u64,
}

/// A seed that breaks something.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The seed.
    pub seed: u64,
    /// What it breaks; none where it is not the same each time.
    pub violation: Option<Violation>,
    /// How it differs from itself, where it does.
    pub differs: Option<&'static str>,
}

impl Campaign<'_> {
    /// Runs it.
    pub fn run(&self) -> Found {
        let next = AtomicU64::new(self.seeds.start);
        let sum: Mutex<Found> = Mutex::default();
        let work = || {
            let mut subject = (self.subject)();
            while let Some(seeds) = self.take(&next) {
                let share = self.share(seeds, subject.as_mut());
                let is_over = share.left_off.is_some();
                sum.lock().unwrap_or_else(PoisonError::into_inner).join(share);
                if is_over {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads() {
                // Where there can be no more threads, those that there are do it all.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        sum.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// As many threads as there is work for.
    fn threads(&self) -> u64 {
        let shares = (self.seeds.end - self.seeds.start).div_ceil(SHARE);
        shares.min(THREADS_MAX).min(self.jobs as u64)
    }

    /// The next seeds for a thread, where any are left.
    fn take(&self, next: &AtomicU64) -> Option<Range<u64>> {
        let end = self.seeds.end;
        // Never beyond the end, behind which there may be no number left.
        let behind = |from: u64| end.min(from.saturating_add(SHARE));
        let taken = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |from| (from < end).then(|| behind(from)));
        taken.ok().map(|from| from..behind(from))
    }

    fn share(&self, seeds: Range<u64>, subject: &mut dyn Subject) -> Found {
        let mut found = Found::default();
        for seed in seeds {
            if (self.is_over)() {
                found.left_off = Some(seed);
                break;
            }
            self.seed(seed, subject, &mut found);
        }
        found
    }

    fn seed(&self, seed: u64, subject: &mut dyn Subject, found: &mut Found) {
        let mut run = |replies| simulate(self.generator, &self.faults, seed, How { replies, keeping: false }, subject);
        let first = run(Replies::Plain);
        found.seeds += 1;
        found.events += first.seen.events;
        found.met.join(&first.seen.met);
        found.chains = found.chains.wrapping_add(first.seen.chain.of(seed));
        let mut differs = None;
        if self.doublecheck || seed.is_multiple_of(CHECKED) {
            found.checked += 1;
            if run(Replies::Plain).seen.chain != first.seen.chain {
                differs = Some("run again");
            } else if run(Replies::Coded).seen.chain != first.seen.chain {
                differs = Some("run through the codecs of a wire");
            }
        }
        if first.seen.violation.is_some() || differs.is_some() {
            found.broken_seeds += 1;
            found.broken.push(Broken { seed, violation: first.seen.violation, differs });
        }
    }
}

impl Found {
    /// Adds what another thread found.
    fn join(&mut self, other: Self) {
        let Self { seeds, left_off, events, met, chains, checked, broken, broken_seeds } = other;
        self.seeds += seeds;
        self.left_off = [self.left_off, left_off].into_iter().flatten().min();
        self.events += events;
        self.met.join(&met);
        self.chains = self.chains.wrapping_add(chains);
        self.checked += checked;
        self.broken.extend(broken);
        self.broken.sort_by_key(|broken| broken.seed);
        self.broken.truncate(FINDINGS_MAX);
        self.broken_seeds += broken_seeds;
    }
}

#[cfg(test)]
mod tests {
    use std::{
        ops::Range,
        sync::atomic::{AtomicU64, Ordering},
    };

    use rstest::rstest;

    use super::{Campaign, Found};
    use crate::{
        sim::{fault::FaultChoice, generators},
        stage::Subject,
        subject::Reference,
    };

    fn run(seeds: Range<u64>, jobs: usize, is_over: &(dyn Fn() -> bool + Sync)) -> Found {
        run_with(seeds, jobs, is_over, &|| Box::new(Reference::default()))
    }

    fn run_with(
        seeds: Range<u64>,
        jobs: usize,
        is_over: &(dyn Fn() -> bool + Sync),
        subject: &(dyn Fn() -> Box<dyn Subject> + Sync),
    ) -> Found {
        let generator = generators::of("pi").unwrap();
        Campaign { generator, faults: FaultChoice::None, seeds, jobs, doublecheck: false, subject, is_over }.run()
    }

    #[rstest]
    #[case(0..100, 1_000_000, 2)]
    #[case(0..100, 1, 1)]
    #[case(0..u64::MAX, 1_000_000, 256)]
    fn there_are_no_more_threads_than_there_is_work_for(
        #[case] seeds: Range<u64>,
        #[case] jobs: usize,
        #[case] most: u64,
    ) {
        let threads = AtomicU64::new(0);
        let subject = || {
            threads.fetch_add(1, Ordering::Relaxed);
            Box::new(Reference::default()) as Box<dyn Subject>
        };
        let is_open = seeds.end == u64::MAX;
        run_with(seeds, jobs, &|| is_open, &subject);
        assert_eq!(threads.into_inner(), most);
    }

    #[rstest]
    #[case(u64::MAX - 2..u64::MAX - 1)]
    #[case(u64::MAX - 1..u64::MAX)]
    #[case(u64::MAX - 115..u64::MAX)]
    fn the_last_seeds_come_to_an_end(#[case] seeds: Range<u64>) {
        let asked = AtomicU64::new(0);
        // Whoever goes round behind the last seed is not waited for.
        let found = run(seeds.clone(), 3, &|| asked.fetch_add(1, Ordering::Relaxed) > 1_000);
        assert_eq!((found.seeds, found.left_off), (seeds.end - seeds.start, None));
    }

    #[rstest]
    #[case(0)]
    #[case(5)]
    #[case(64)]
    #[case(70)]
    fn what_was_not_run_is_told(#[case] after: u64) {
        let asked = AtomicU64::new(0);
        let found = run(100..300, 1, &|| asked.fetch_add(1, Ordering::Relaxed) >= after);
        assert_eq!((found.seeds, found.left_off), (after, Some(100 + after)));
    }
}
