//! Runs many seeds on several threads, and collects the coverage points that they meet and the rules that they break.
//! The result is the same for any number of threads.

mod broken;
mod units;

use std::{
    ops::Range,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering},
    },
    thread,
};

use super::{
    coverage_points::Met,
    environment::Replies,
    fault::FaultChoice,
    generator::SystemGenerator,
    guide::{BLOCK, Guide},
    rules,
    run::{RunOptions, needs_more, simulate_any},
    scope::Scope,
    states::States,
    tape::Choices,
};
use crate::{model::shard::Shard, stage::SubjectError, subject::StartedSubject};

pub use self::broken::{BrokenSeed, Difference};
use self::units::Units;

/// One seed in this many is run twice more: once the same way, and once through the codecs of a wire.
const CHECK_EVERY: u64 = 100;

/// Whether this seed is the one of its block that is run twice more. Its place in the block is drawn from the block's number: at one
/// place, some shards would check many seeds, and others none.
const fn is_checked(seed: u64) -> bool {
    let drawn = (seed / CHECK_EVERY).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    seed % CHECK_EVERY == drawn % CHECK_EVERY
}

/// The ways in which a checked seed is run again. Only the first is for a subject other than the reference.
const WAYS: [(&str, Replies); 2] =
    [("run again", Replies::Plain), ("run through the codecs of a wire", Replies::Coded)];
/// How many seeds a thread takes at a time.
const SEEDS_PER_SHARE: u64 = 64;
/// More threads than this make nothing faster.
const THREADS_MAX: u64 = 256;
/// How many broken seeds are kept at most.
pub const BROKEN_MAX: usize = 10;
/// After this many runs that its adapter broke, or in which it hung, a subject is given up.
pub const GONE_MAX: u32 = 5;

/// What a campaign runs.
pub struct Campaign<'a> {
    /// The system.
    pub generator: &'static SystemGenerator,
    /// Which fault classes may be on.
    pub faults: FaultChoice,
    /// The seeds, without the end of the range.
    pub seeds: Range<u64>,
    /// Which of the seeds are run: those that belong to this shard. If the runs are guided, whole blocks belong to it.
    pub shard: Shard,
    /// Whether runs are drawn from earlier ones of their block that came to new states.
    pub guided: bool,
    /// The most threads to use. There are never more than there is work for.
    pub jobs: usize,
    /// Whether every seed is checked for determinism, instead of one in a hundred.
    pub doublecheck: bool,
    /// What may be drawn for the subject.
    pub scope: &'a Scope,
    /// Makes the subject under test, once for each thread.
    pub subject: &'a (dyn Fn() -> Result<StartedSubject, SubjectError> + Sync),
    /// Asked before every seed: whether the campaign should stop early.
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
}

/// The result of a campaign.
#[derive(Clone, Debug, Default)]
pub struct CampaignResult {
    /// How many seeds were run.
    pub seeds: u64,
    /// The first seed that was not run, if the campaign stopped early.
    pub first_not_run: Option<u64>,
    /// How many observations all runs had together.
    pub events: u64,
    /// The coverage points that were met.
    pub met: Met,
    /// The states that the runs came to, if they were guided.
    pub states: States,
    /// A sum over the stream hashes of all seeds. It does not depend on the order in which they were run.
    pub hash_sum: u64,
    /// How many seeds were checked for determinism.
    pub checked: u64,
    /// The first of the seeds that broke a rule, by seed.
    pub broken: Vec<BrokenSeed>,
    /// How many seeds broke a rule, those that are not kept included.
    pub broken_seeds: u64,
    /// How many seeds were passed over, because they need what the subject does not claim.
    pub passed_over: u64,
    /// Why the campaign cannot go on, or could not end well, if so.
    pub trouble: Option<SubjectError>,
    /// Whether the campaign was given up, because the subject was gone or hung too often.
    pub is_given_up: bool,
}

/// What the threads of a campaign share.
#[derive(Default)]
struct Shared {
    /// The place among the seeds of the shard that is taken next.
    next: AtomicU64,
    /// How many runs the adapter broke, or hung in.
    gone: AtomicU32,
    /// Whether all threads should stop.
    stop: AtomicBool,
    sum: Mutex<CampaignResult>,
}

impl Campaign<'_> {
    /// Runs every seed.
    pub fn run(&self) -> CampaignResult {
        let shared = Shared::default();
        let work = || {
            let found = self.work(&shared);
            shared.sum.lock().unwrap_or_else(PoisonError::into_inner).join(found);
        };
        thread::scope(|scope| {
            for _ in 1..self.threads() {
                // If the system allows no more threads, the existing ones do all the work.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        let mut sum = shared.sum.into_inner().unwrap_or_else(PoisonError::into_inner);
        sum.is_given_up = shared.gone.into_inner() >= GONE_MAX;
        sum
    }

    /// The work of one thread: shares of the seeds, until none is left.
    fn work(&self, shared: &Shared) -> CampaignResult {
        let mut found = CampaignResult::default();
        let units = self.units();
        let start_of = |place: u64| units.seeds(place).map(|seeds| seeds.start);
        let mut started = match (self.subject)() {
            Ok(started) => started,
            Err(trouble) => {
                shared.stop.store(true, Ordering::Relaxed);
                let first_not_run = start_of(shared.next.load(Ordering::Relaxed));
                return CampaignResult { first_not_run, trouble: Some(trouble), ..found };
            }
        };
        'shares: while let Some(places) = self.next_share(&units, &shared.next) {
            for (place, seeds) in places.filter_map(|place| Some((place, units.seeds(place)?))) {
                let mut guide = self.guided.then(Guide::default);
                // A block is guided from its start, so one that did not come to its end is run again as a whole.
                let rest = if self.guided { Some(seeds.start) } else { start_of(place + 1) };
                for seed in seeds {
                    if (self.should_stop)() || shared.stop.load(Ordering::Relaxed) {
                        found.first_not_run = if self.guided { rest } else { Some(seed) };
                        break 'shares;
                    }
                    let is_gone = self.run_seed(seed, guide.as_mut(), &mut started, &mut found);
                    let is_over = is_gone && shared.gone.fetch_add(1, Ordering::Relaxed) + 1 >= GONE_MAX;
                    if is_over || found.trouble.is_some() {
                        shared.stop.store(true, Ordering::Relaxed);
                        found.first_not_run = rest;
                        break 'shares;
                    }
                }
            }
        }
        // A subject that broke a rule was killed, so only the end of a sound one says something.
        if let Err(trouble) = started.subject.close() {
            found.trouble.get_or_insert(trouble);
        }
        found
    }

    /// What the threads take: seeds, or blocks of them that are guided.
    fn units(&self) -> Units {
        let size = if self.guided { BLOCK } else { 1 };
        Units { seeds: self.seeds.clone(), shard: self.shard, size }
    }

    /// How many units a thread takes at a time.
    const fn units_per_share(&self) -> u64 {
        if self.guided { 1 } else { SEEDS_PER_SHARE }
    }

    /// How many threads there is work for, at most `jobs`.
    fn threads(&self) -> u64 {
        let shares = self.units().count().div_ceil(self.units_per_share());
        shares.min(THREADS_MAX).min(self.jobs as u64)
    }

    /// The places of the next units for a thread, if any are left.
    fn next_share(&self, units: &Units, next: &AtomicU64) -> Option<Range<u64>> {
        let (end, most) = (units.count(), self.units_per_share());
        // Never beyond the end: for the last seeds, adding to `from` would overflow.
        let share_end = |from: u64| end.min(from.saturating_add(most));
        let taken =
            next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |from| (from < end).then(|| share_end(from)));
        taken.ok().map(|from| from..share_end(from))
    }

    /// Runs a seed. True if the subject was gone or hung.
    fn run_seed(
        &self,
        seed: u64,
        guide: Option<&mut Guide>,
        started: &mut StartedSubject,
        found: &mut CampaignResult,
    ) -> bool {
        let choices = guide.as_ref().map_or(Choices::Seed(seed), |guide| guide.choices(seed));
        if needs_more(self.generator, &self.faults, choices, self.scope) {
            found.passed_over += 1;
            return false;
        }
        let is_reference = self.scope.is_reference();
        let mut run = |replies| {
            let keep_choices = guide.is_some() || !is_reference;
            let options = RunOptions { replies, keep_choices, note_states: guide.is_some() };
            simulate_any(self.generator, &self.faults, choices, options, started.tested(self.scope))
        };
        let whole = run(Replies::Plain);
        let first = &whole.outcome;
        if whole.trouble.is_some() {
            found.trouble = whole.trouble;
            return false;
        }
        found.seeds += 1;
        found.events += first.events;
        found.met.join(&first.met);
        found.hash_sum = found.hash_sum.wrapping_add(first.hash.of(seed));
        let mut differs = None;
        let is_gone = first.violation.as_ref().is_some_and(|violation| rules::run::is_gone(violation.rule));
        if !is_gone && (self.doublecheck || is_checked(seed)) {
            found.checked += 1;
            // Of another subject, the broken rule says more.
            if is_reference || first.violation.is_none() {
                let ways: &[_] = if is_reference { &WAYS } else { &WAYS[..1] };
                // One run after the other, because a stream may be large.
                differs = ways.iter().find_map(|(again, replies)| {
                    let second = run(*replies).outcome;
                    Difference::between(again, first, second, is_reference)
                });
            }
        }
        let is_guided = guide.is_some();
        if let Some(guide) = guide {
            guide.learn(&whole.states, &whole.kept.tape);
            found.states.extend(&whole.states);
        }
        if first.violation.is_some() || differs.is_some() {
            found.broken_seeds += 1;
            // The seeds of a thread come in order, so the first of all threads are among these.
            if found.broken.len() < BROKEN_MAX {
                let tape = is_guided.then(|| whole.kept.tape.clone().trimmed());
                let violation = first.violation.clone();
                let run = (!is_reference).then(|| Box::new(whole));
                found.broken.push(BrokenSeed { seed, tape, violation, differs, run });
            }
        }
        is_gone
    }
}

impl CampaignResult {
    /// Adds the result of another share of the seeds.
    fn join(&mut self, other: Self) {
        let Self { seeds, first_not_run, events, met, states, hash_sum, checked, broken, broken_seeds, .. } = other;
        self.seeds += seeds;
        self.first_not_run = [self.first_not_run, first_not_run].into_iter().flatten().min();
        self.events += events;
        self.met.join(&met);
        self.states.extend(states);
        self.hash_sum = self.hash_sum.wrapping_add(hash_sum);
        self.checked += checked;
        self.broken.extend(broken);
        self.broken.sort_by_key(|broken| broken.seed);
        self.broken.truncate(BROKEN_MAX);
        self.broken_seeds += broken_seeds;
        self.passed_over += other.passed_over;
        self.trouble = self.trouble.take().or(other.trouble);
    }
}

#[cfg(test)]
mod tests {
    use std::{
        ops::Range,
        sync::atomic::{AtomicU64, Ordering},
    };

    use rstest::rstest;

    use super::{BrokenSeed, Campaign, CampaignResult, is_checked};
    use crate::{
        model::{Millis, Op, shard::Shard},
        sim::{fault::FaultChoice, generators, scope::Scope},
        stage::{Claims, Culprit, Next, Scene, Subject, SubjectError},
        subject::{Reference, StartedSubject},
        system::Input,
    };

    /// One seed of each block is checked, and each shard gets about as many of them, whatever the number of shards.
    #[rstest]
    #[case(2)]
    #[case(40)]
    #[case(100)]
    fn checks_are_even_over_shards(#[case] of: u64) {
        const SEEDS: u64 = 100_000;
        let in_block = |block: u64| (block * 100..(block + 1) * 100).filter(|seed| is_checked(*seed)).count();
        assert!((0..SEEDS / 100).all(|block| in_block(block) == 1));
        let average = SEEDS / 100 / of;
        for shard in 0..of {
            let checked = (shard..SEEDS).step_by(of as usize).filter(|seed| is_checked(*seed)).count() as u64;
            assert!((average / 4..=average * 3).contains(&checked), "shard {shard} of {of}: {checked}");
        }
    }

    fn run(seeds: Range<u64>, jobs: usize, should_stop: &(dyn Fn() -> bool + Sync)) -> CampaignResult {
        run_with(seeds, jobs, should_stop, &|| Ok(StartedSubject::alone(Reference::default())))
    }

    fn run_with(
        seeds: Range<u64>,
        jobs: usize,
        should_stop: &(dyn Fn() -> bool + Sync),
        subject: &(dyn Fn() -> Result<StartedSubject, SubjectError> + Sync),
    ) -> CampaignResult {
        campaign(seeds, jobs, should_stop, subject).run()
    }

    fn campaign<'a>(
        seeds: Range<u64>,
        jobs: usize,
        should_stop: &'a (dyn Fn() -> bool + Sync),
        subject: &'a (dyn Fn() -> Result<StartedSubject, SubjectError> + Sync),
    ) -> Campaign<'a> {
        Campaign {
            generator: generators::of("pi").unwrap(),
            faults: FaultChoice::None,
            seeds,
            shard: Shard::WHOLE,
            jobs,
            guided: false,
            doublecheck: false,
            scope: Scope::reference(),
            subject,
            should_stop,
        }
    }

    #[rstest]
    #[case(0..100, 1_000_000, 2)]
    #[case(0..100, 1, 1)]
    #[case(0..u64::MAX, 1_000_000, 256)]
    fn no_more_threads_are_started_than_there_is_work_for(
        #[case] seeds: Range<u64>,
        #[case] jobs: usize,
        #[case] most: u64,
    ) {
        let threads = AtomicU64::new(0);
        let subject = || {
            threads.fetch_add(1, Ordering::Relaxed);
            Ok(StartedSubject::alone(Reference::default()))
        };
        let is_endless = seeds.end == u64::MAX;
        run_with(seeds, jobs, &|| is_endless, &subject);
        assert_eq!(threads.into_inner(), most);
    }

    #[rstest]
    #[case(u64::MAX - 2..u64::MAX - 1)]
    #[case(u64::MAX - 1..u64::MAX)]
    #[case(u64::MAX - 115..u64::MAX)]
    fn a_campaign_over_the_last_seeds_runs_each_once_and_ends(#[case] seeds: Range<u64>) {
        let asked = AtomicU64::new(0);
        // Stops a campaign that wraps around after the last seed.
        let found = run(seeds.clone(), 3, &|| asked.fetch_add(1, Ordering::Relaxed) > 1_000);
        assert_eq!((found.seeds, found.first_not_run), (seeds.end - seeds.start, None));
    }

    #[rstest]
    #[case(0..300, 7)]
    #[case(95..410, 3)]
    #[case(5..9, 40)]
    #[case(u64::MAX - 30..u64::MAX, 4)]
    fn shards_find_together_what_one_campaign_finds(#[case] seeds: Range<u64>, #[case] of: u64) {
        let mut sum = CampaignResult::default();
        for number in 1..=of {
            let shard = Shard::new(number, of).unwrap();
            let subject = || Ok(StartedSubject::alone(Reference::default()));
            sum.join(Campaign { shard, ..campaign(seeds.clone(), 2, &|| false, &subject) }.run());
        }
        let whole = run(seeds, 1, &|| false);
        let counts =
            |found: &CampaignResult| (found.seeds, found.events, found.hash_sum, found.checked, found.first_not_run);
        assert_eq!(counts(&sum), counts(&whole));
        assert_eq!(sum.met, whole.met);
    }

    /// The reference, with a run in which it panics, and one in which it cannot be started.
    #[derive(Default)]
    struct Fails {
        reference: Reference,
        runs: u32,
        panics_in: u32,
        is_gone_in: u32,
    }

    impl Subject for Fails {
        fn claims(&self) -> &Claims {
            self.reference.claims()
        }

        fn start(&mut self, scene: &Scene) -> Result<(), SubjectError> {
            self.runs += u32::from(!scene.again);
            if self.runs == self.is_gone_in {
                return Err(SubjectError { culprit: Culprit::Environment, message: "gone".to_owned() });
            }
            self.reference.start(scene)
        }

        fn feed(&mut self, now: Millis, input: Input) -> Result<(), SubjectError> {
            assert!(self.runs != self.panics_in, "once more");
            self.reference.feed(now, input)
        }

        fn next(&mut self) -> Result<Next, SubjectError> {
            self.reference.next()
        }

        fn open(&self) -> Vec<Op> {
            self.reference.open()
        }

        fn kill(&mut self) {
            self.reference.kill();
        }
    }

    #[test]
    fn what_only_the_second_run_breaks_is_kept() {
        let subject = || Ok(StartedSubject::alone(Fails { panics_in: 2, ..Fails::default() }));
        let found = run_with(0..1, 1, &|| false, &subject);
        let [BrokenSeed { seed: 0, tape: None, violation: None, differs: Some(differs), .. }] = &found.broken[..]
        else {
            panic!("{:#?}", found.broken)
        };
        let violation = differs.violation.as_ref().unwrap();
        assert_eq!((violation.rule, &*violation.message), ("no-panic", "the subject panicked: once more"));
    }

    #[rstest]
    #[case(0)]
    #[case(5)]
    #[case(64)]
    #[case(70)]
    fn a_campaign_that_is_stopped_names_the_first_seed_that_was_not_run(#[case] after: u64) {
        let asked = AtomicU64::new(0);
        let found = run(100..300, 1, &|| asked.fetch_add(1, Ordering::Relaxed) >= after);
        assert_eq!((found.seeds, found.first_not_run), (after, Some(100 + after)));
    }

    /// A block of guided seeds that did not come to its end is run again from its start.
    #[rstest]
    #[case::stopped_in_its_first_block(false, 5, 0, 5, 1_100)]
    #[case::stopped_in_its_second_block(false, 905, 0, 905, 2_000)]
    #[case::stopped_between_two_blocks(false, 900, 0, 900, 2_000)]
    #[case::trouble(false, u64::MAX, 6, 5, 1_100)]
    #[case::trouble_of_drawn_seeds(true, u64::MAX, 6, 5, 1_106)]
    fn a_guided_campaign_that_is_stopped_names_the_first_seed_of_its_block(
        #[case] is_drawn: bool,
        #[case] after: u64,
        #[case] is_gone_in: u32,
        #[case] seeds: u64,
        #[case] first_not_run: u64,
    ) {
        let asked = AtomicU64::new(0);
        let should_stop = || asked.fetch_add(1, Ordering::Relaxed) >= after;
        let subject = || Ok(StartedSubject::alone(Fails { is_gone_in, ..Fails::default() }));
        let campaign = campaign(1_100..3_000, 1, &should_stop, &subject);
        let found = Campaign { guided: !is_drawn, ..campaign }.run();
        assert_eq!((found.seeds, found.first_not_run), (seeds, Some(first_not_run)));
    }
}
