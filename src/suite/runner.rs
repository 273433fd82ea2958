//! Running cases: cucumber in front, workers behind, each with a subject and a shell of its own.
//!
//! All cucumber scenarios are futures of one task, and what blocks there blocks all of them. So with several jobs each
//! hands its scenario to a worker's thread and waits; with one there is nobody to block, and it is played on the spot.

mod workers;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, LazyLock, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use cucumber::{Cucumber, Event, cli, event, parser, runner, step::Collection, writer};
use futures::{FutureExt, executor::block_on, future::LocalBoxFuture, stream};
use gherkin::Feature;
use regex::Regex;

use self::workers::Workers;
use super::{
    case::Case,
    case_run::{CaseRun, Player, Plays, dispatch},
    outcome::{CaseVerdict, NotAsked, Outcome},
    snapshot::Store,
};
use crate::{
    llm::shell::Memory,
    stage::{Capability, Claim, Claims, Culprit, Fault, Lane, Scenario, SubjectError, play, used},
    subject::{AdapterOptions, Reference, SubjectSpec},
    system::System,
};

/// How requests reach the scripted model.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Transport {
    /// Over a socket on loopback.
    #[default]
    Http,
    /// In memory, through the same wire formats.
    Memory,
}

/// How to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Who sits in the hot seat.
    pub spec: SubjectSpec,
    /// How requests reach the model.
    pub transport: Transport,
    /// The wire format in which the model is asked, where a scenario says nothing else, and how an adapter is treated.
    pub adapter_options: AdapterOptions,
    /// How many workers.
    pub jobs: usize,
    /// Whether to start nothing more after the first failure.
    pub fail_fast: bool,
    /// The lanes that are shown.
    pub lanes: Vec<Lane>,
    /// The snapshots to hold the streams against; none for another subject than the reference, whose streams
    /// are its own, and where they are being updated.
    pub snapshots: Option<Store>,
}

/// What a run of the suite found.
pub struct Suite {
    /// By case, in the order in which the cases were given.
    pub outcomes: Vec<Outcome>,
    /// What the subject says of itself.
    pub claims: Claims,
    /// What was wrong with the end of a subject that had played many cases.
    pub faults: Vec<Fault>,
    /// Bugs of this program that showed.
    pub internal: Vec<String>,
}

impl Suite {
    /// What is found where the subject `who` does not start: nothing of what it might claim can be read.
    pub fn unread(cases: &[Arc<Case>], who: String, fault: Fault) -> Self {
        let claim = |system: &System| Claim {
            system: system.name.to_owned(),
            profiles: system.profiles.iter().map(|profile| (*profile).to_owned()).collect(),
        };
        let claims = Claims::whole(who, System::ALL.iter().map(claim).collect());
        let outcomes = cases.iter().map(|case| match case.not_asked(&claims, false) {
            Some(why) => Outcome::skipped(Arc::clone(case), why.into()),
            None => Outcome::unread(Arc::clone(case), "the subject did not start"),
        });
        Self { outcomes: outcomes.collect(), claims, faults: vec![fault], internal: Vec::new() }
    }
}

/// What the run of a suite has at hand.
struct Context {
    is_reference: bool,
    lanes: Vec<Lane>,
    workers: Workers,
    cases: Vec<Arc<Case>>,
    claims: Claims,
    snapshots: Option<Store>,
    fail_fast: bool,
    stop: AtomicBool,
    outcomes: Mutex<Vec<(usize, Outcome)>>,
    internal: Mutex<Vec<String>>,
    progress: Box<dyn Fn(&Outcome) + Send + Sync>,
}

impl Player for Context {
    fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    fn play(&self, scenario: Scenario) -> LocalBoxFuture<'_, Option<Plays>> {
        if let Some(why) = not_asked(&self.claims, &scenario) {
            return async { Some(Plays::NotAsked(why)) }.boxed_local();
        }
        async { self.workers.play(scenario).await.map(Plays::Played) }.boxed_local()
    }
}

impl Context {
    fn bug(&self, message: String) {
        self.internal.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }

    fn done(&self, index: usize, mut outcome: Outcome) {
        let is_whole = outcome.faults.is_empty() && outcome.skipped.is_none();
        if let Some(store) = self.snapshots.as_ref().filter(|_| is_whole) {
            // A folder that is named is one in which every scenario has its snapshot.
            let required = outcome.case.embedded || matches!(store, Store::Folder(_));
            match store.compare(&outcome.case.id, &outcome.events, required) {
                Ok(drift) => outcome.drift = drift,
                Err(mistake) => {
                    outcome.faults.push(Fault { culprit: Culprit::Environment, message: mistake.to_string() });
                }
            }
        }
        if self.fail_fast && outcome.verdict() == CaseVerdict::Failed {
            self.stop.store(true, Ordering::Relaxed);
        }
        (self.progress)(&outcome);
        self.outcomes.lock().unwrap_or_else(PoisonError::into_inner).push((index, outcome));
    }
}

/// Runs `cases`, in that order where there is one worker, and tells `progress` of each that is done.
///
/// # Errors
/// Where the subject does not start, or does not ask over the wire that is wanted.
pub fn run(
    cases: Vec<Arc<Case>>,
    options: Options,
    progress: impl Fn(&Outcome) + Send + Sync + 'static,
) -> Result<Suite, SubjectError> {
    let jobs = options.jobs.max(1);
    let first = options.spec.take(options.adapter_options)?;
    let claims = first.subject.claims().clone();
    if let Some(wire) = options.adapter_options.wire.filter(|wire| !claims.wires.contains(wire)) {
        let known: Vec<&str> = claims.wires.iter().map(|wire| wire.word()).collect();
        let message = format!("{} does not claim the wire {}; it claims {}", claims.who, wire.word(), known.join(", "));
        return Err(SubjectError { culprit: Culprit::Environment, message });
    }
    let context = Arc::new(Context {
        is_reference: options.spec.is_reference(),
        lanes: options.lanes.into_iter().filter(|lane| claims.lanes.contains(lane)).collect(),
        workers: Workers::start(jobs, first, options.spec, (options.transport, options.adapter_options)),
        cases,
        claims,
        snapshots: options.snapshots,
        fail_fast: options.fail_fast,
        stop: AtomicBool::new(false),
        outcomes: Mutex::default(),
        internal: Mutex::default(),
        progress: Box::new(progress),
    });
    // Nothing in front needs a runtime: whatever waits for a socket has one of its own.
    let ran = catch_unwind(AssertUnwindSafe(|| block_on(cucumber(&context, jobs))));
    if ran.is_err() {
        context.bug("the run of cucumber ended with a panic".to_owned());
    }
    let mut outcomes = std::mem::take(&mut *context.outcomes.lock().unwrap_or_else(PoisonError::into_inner));
    outcomes.sort_by_key(|(index, _)| *index);
    let internal = std::mem::take(&mut *context.internal.lock().unwrap_or_else(PoisonError::into_inner));
    let outcomes = outcomes.into_iter().map(|(_, outcome)| outcome).collect();
    let faults = context.workers.end();
    Ok(Suite { outcomes, claims: context.claims.clone(), faults, internal })
}

fn cucumber(context: &Arc<Context>, jobs: usize) -> impl Future<Output = ()> + use<> {
    let (before, after) = (Arc::clone(context), Arc::clone(context));
    let runner = runner::Basic::default()
        // Twice as many as workers, so that none waits for the next scenario's steps; but one after another for one.
        .max_concurrent_scenarios(if jobs == 1 { 1 } else { jobs * 2 })
        .steps(collection())
        .before(move |_, _, scenario, world| {
            spec(&before, &scenario.name, world);
            async {}.boxed_local()
        })
        .after(move |_, _, scenario, finished, world| {
            let context = Arc::clone(&after);
            let (index, finished) = (index_of(&scenario.name), format!("{finished:?}"));
            async move { finish(&context, index, &finished, world).await }.boxed_local()
        });
    let features: Vec<Feature> = context.cases.iter().enumerate().map(|(index, case)| case.feature(index)).collect();
    let cucumber = Cucumber::<CaseRun, _, (), _, _>::custom(Parsed(features), runner, Silent).with_default_cli();
    cucumber.run(()).map(drop)
}

/// Puts a case before a fresh world. After a failure with `--fail-fast` nothing more is put anywhere.
fn spec(context: &Arc<Context>, name: &str, world: &mut CaseRun) {
    if let Some(case) = context.cases.get(index_of(name)).filter(|_| !context.stop.load(Ordering::Relaxed))
        && case.not_asked(&context.claims, context.is_reference).is_none()
    {
        world.player = Some(Arc::clone(context) as Arc<dyn Player>);
        world.case = Some(Arc::clone(case));
    }
}

async fn finish(context: &Arc<Context>, index: usize, finished: &str, world: Option<&mut CaseRun>) {
    let Some(case) = context.cases.get(index) else { return };
    if finished.starts_with("StepFailed") {
        context.bug(format!("{}: a step panicked: {finished}", case.id));
    }
    let Some(world) = world else { return context.bug(format!("{}: no world", case.id)) };
    match world.finish().await {
        Some(outcome) => context.done(index, outcome),
        None if context.stop.load(Ordering::Relaxed) => {}
        None => match case.not_asked(&context.claims, context.is_reference) {
            Some(why) => context.done(index, Outcome::skipped(Arc::clone(case), why.into())),
            None => context.bug(format!("{}: it was asked, and nothing came of it", case.id)),
        },
    }
}

/// Why `scenario` is not asked of who claims that: it needs more than is claimed.
fn not_asked(claims: &Claims, scenario: &Scenario) -> Option<NotAsked> {
    let who = &claims.who;
    if let Some(wire) = scenario.wire.filter(|wire| !claims.wires.contains(wire)) {
        return Some(format!("{who} does not claim the wire {}, which this scenario is about", wire.word()).into());
    }
    if claims.wires.is_empty() && !scenario.model.is_empty() {
        return Some(format!("{who} does not claim any wire, and this scenario asks the model").into());
    }
    if Capability::ALL.iter().all(|capability| claims.capabilities.contains(capability)) {
        return None;
    }
    let mut needs = scenario.needs();
    // What the scripts do not tell, the reference does: whether it takes a timer, say.
    if System::named(&scenario.system).is_some() {
        needs.extend(used(&play(scenario, &mut Reference::default(), &mut Memory::default()).events));
    }
    let lacks = needs.iter().find(|capability| !claims.capabilities.contains(capability))?;
    let why = format!("{who} does not claim the capability {}, which this scenario needs", lacks.word());
    Some(NotAsked { why, lacks: Some(*lacks) })
}

fn index_of(name: &str) -> usize {
    name.parse().unwrap_or(usize::MAX)
}

/// For each keyword one expression that fits every line: the case knows what its lines mean, since all were matched
/// with the table before anything ran, and cucumber would try the whole table on each once more.
fn collection() -> Collection<CaseRun> {
    static EVERY_LINE: LazyLock<Regex> = LazyLock::new(|| Regex::new("").unwrap_or_else(|error| panic!("{error}")));
    let every = || EVERY_LINE.clone();
    Collection::new().given(None, every(), dispatch).when(None, every(), dispatch).then(None, every(), dispatch)
}

/// Features that are parsed already.
struct Parsed(Vec<Feature>);

impl cucumber::Parser<()> for Parsed {
    type Cli = cli::Empty;
    type Output = stream::Iter<std::vec::IntoIter<parser::Result<Feature>>>;

    fn parse(self, (): (), _: Self::Cli) -> Self::Output {
        let features: Vec<_> = self.0.into_iter().map(Ok).collect();
        stream::iter(features)
    }
}

/// Everything is told by the outcomes.
struct Silent;

impl writer::Writer<CaseRun> for Silent {
    type Cli = cli::Empty;

    async fn handle_event(&mut self, _: parser::Result<Event<event::Cucumber<CaseRun>>>, _: &Self::Cli) {}
}

/// Nothing is told, so nothing is told out of order.
impl writer::Normalized for Silent {}
