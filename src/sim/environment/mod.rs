//! The parties of a simulated run. Each draws what it does from its own stream.
//!
//! At first there are faults. Then they stop, and the person answers every prompt that is still shown, once. After that,
//! every operation must end.

mod client;
mod model;
mod operator;
mod person;
mod tools;

pub use self::model::{Replies, Shell};
use self::{client::Client, model::Model, operator::OperatorEvents, person::Person, tools::Tools};
use super::{
    draws::{Draws, Stream},
    fault::{Fault, Faults},
    generator::SystemGenerator,
    monitor::Monitor,
    scope::Scope,
    states::RunStates,
    workload::Workload,
};
use crate::{
    model::{Millis, Op},
    stage::{
        Environment, Scene, SubjectError, What,
        party::{Due, Files, Killed, Seen},
    },
    system::{Effect, FileEvent, FileFailure, Input, Setup, Turn, Utterance},
};

/// The faults stop after this many deliveries at the latest.
const FAULTY_MAX: u64 = 250;
/// After so many deliveries a run counts as endless. One in which the faults have stopped ends long before.
const DELIVERIES_MAX: u32 = 2_000;
/// How long the user waits after a command, in milliseconds: longer than its operations take.
const COMMAND_TAKES: u64 = 600_000;
/// What the user says after everything is settled, so that the model is sent the whole conversation once more.
const LAST_WORDS: &str = "Is everything done?";

/// The phases of a run.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Phase {
    /// Faults may trigger.
    Faulty,
    /// No faults trigger, and every prompt that is shown is answered.
    Calm,
    /// The user has sent the last message.
    Closing,
}

/// What all parties share.
struct SimContext {
    draws: Draws,
    faults: Faults,
    /// The fault classes that have triggered.
    triggered: Faults,
    phase: Phase,
    /// Whether the person has typed a huge text.
    had_huge: bool,
}

impl SimContext {
    /// The beginning of a run. The faults in `triggered` were drawn with its workload.
    const fn new(draws: Draws, faults: Faults, triggered: Faults) -> Self {
        Self { draws, faults, triggered, phase: Phase::Faulty, had_huge: false }
    }

    /// Draws whether this fault triggers now, and notes it.
    fn triggers(&mut self, fault: Fault, stream: Stream, percent: u64) -> bool {
        let triggers = self.may_trigger(fault, stream, percent);
        if triggers {
            self.note_triggered(fault);
        }
        triggers
    }

    /// Whether this fault may trigger now.
    fn may_still(&self, fault: Fault) -> bool {
        self.phase == Phase::Faulty && self.faults.has(fault)
    }

    /// Draws whether this fault should trigger now. The caller notes it if it has an effect.
    fn may_trigger(&mut self, fault: Fault, stream: Stream, percent: u64) -> bool {
        self.may_still(fault) && self.draws.chance(stream, fault.word(), percent)
    }

    /// Notes that this fault has triggered.
    const fn note_triggered(&mut self, fault: Fault) {
        self.triggered = self.triggered.with(fault);
    }
}

/// The environment of a simulated run: all parties, and the monitor.
pub struct SimEnvironment<'a> {
    ctx: SimContext,
    workload: &'a Workload,
    scope: &'a Scope,
    model: Model<'a>,
    tools: Tools<'a>,
    person: Person<'a>,
    client: Client<'a>,
    files: Files,
    operator: OperatorEvents,
    was_restarted: bool,
    /// How many turns the user has begun.
    turns: usize,
    /// Whether the user has given the command before a turn, and not yet the message.
    is_commanded: bool,
    deliveries: u64,
    /// Watches the run.
    pub monitor: Monitor<'a>,
    /// The states that the run has come to, if they are noted.
    pub states: Option<RunStates>,
}

impl<'a> SimEnvironment<'a> {
    /// The environment for `workload`.
    pub fn new(
        workload: &'a Workload,
        generator: &'a SystemGenerator,
        (draws, faults): (Draws, Faults),
        shell: Shell<'a>,
        mut monitor: Monitor<'a>,
    ) -> Self {
        let scope = shell.scope;
        let mut ctx = SimContext::new(draws, faults, workload.triggered);
        let model = Model::new(workload, shell, &mut ctx.draws);
        if model.format().0.is_some_and(|wire| !wire.marks_errors()) {
            monitor.has_unmarked_errors();
        }
        Self {
            operator: OperatorEvents::draw(&mut ctx),
            model,
            tools: Tools::new(&workload.tools),
            person: Person::new(workload, generator, scope),
            client: Client::new(generator),
            files: Files::new(&workload.files, Default::default()),
            was_restarted: false,
            turns: 0,
            is_commanded: false,
            deliveries: 0,
            ctx,
            workload,
            scope,
            monitor,
            states: None,
        }
    }

    /// The reason why a request could not be answered, if there was such a request.
    pub fn refused_request(&self) -> Option<String> {
        self.model.refused().map(str::to_owned)
    }

    /// The draws and the monitor, after the run.
    pub fn into_parts(self) -> (Draws, Monitor<'a>) {
        let Self { ctx: SimContext { draws, triggered, .. }, mut monitor, .. } = self;
        triggered.iter().for_each(|fault| monitor.met.fault(fault));
        (draws, monitor)
    }

    /// Schedules the user's next message, if there is one.
    fn next_turn(&mut self, due: &mut Vec<Due>) {
        if let Some(turn) = self.workload.turns.get(self.turns) {
            self.turns += 1;
            let mut after = self.ctx.draws.delay("says");
            if let Some(command) = &turn.command {
                self.is_commanded = true;
                due.push((Millis(after), Input::Says(command.clone())));
                after = after.saturating_add(COMMAND_TAKES);
            }
            due.push((Millis(after), Input::Says(turn.says.clone())));
        }
    }
}

impl Environment for SimEnvironment<'_> {
    fn scene(&self) -> Scene {
        let system = self.workload.system.clone();
        if self.scope.is_reference() {
            return Scene { system, ..Scene::default() };
        }
        let (wire, streamed) = self.model.format();
        Scene { system, wire, streamed, files: self.workload.files.clone(), ..Scene::default() }
    }

    fn setup(&mut self) -> Setup {
        let mut setup = self.workload.setup.clone();
        setup.tools = self.workload.tools.iter().map(|script| script.tool.clone()).collect();
        if self.was_restarted {
            setup.stored.extend(self.monitor.recorded().cloned());
        }
        setup
    }

    fn start(&mut self) -> Vec<Due> {
        let mut due = Vec::new();
        self.client.start(&mut self.ctx, &mut due);
        self.next_turn(&mut due);
        due
    }

    fn see(&mut self, effect: &Effect) -> Result<Seen, SubjectError> {
        let mut seen = Seen::default();
        let due = &mut seen.due;
        self.operator.pass(&mut self.ctx, due);
        match effect {
            Effect::Request(op, request) => {
                // The replies of a turn are not for a request that a command makes.
                let turn = if self.is_commanded { 0 } else { self.turns };
                self.model.reply(*op, request, turn, &mut self.ctx, due)?;
            }
            Effect::Call(op, call) => self.tools.execute(*op, call, &mut self.ctx, due),
            Effect::Show(op, prompt) => self.person.look(*op, prompt, &mut self.ctx, due),
            Effect::Cancel(op @ Op::Prompt(_), _) => self.person.may_miss_withdrawal(*op, &mut self.ctx, due),
            Effect::File(op, _) if self.ctx.triggers(Fault::FileFails, Stream::Faults, 60) => {
                due.push((Millis::default(), Input::File(*op, FileEvent::Failed(FileFailure::Denied))));
            }
            Effect::File(op, file) => due.push(self.files.settle(*op, file)),
            Effect::Timer(op, length) => due.push((*length, Input::Fired(*op))),
            Effect::Client(message) => self.client.hear(message, &mut self.ctx, due),
            Effect::Turn(Turn::Ended(_)) if !self.is_commanded => self.next_turn(due),
            Effect::Cancel(..)
            | Effect::Record(_)
            | Effect::Refuse(_)
            | Effect::Turn(_)
            | Effect::Notice(_)
            | Effect::Exit(_) => {}
        }
        if self.operator.kills(&mut self.ctx) {
            seen.killed = Some(Killed::ToRestart);
        }
        Ok(seen)
    }

    fn restart(&mut self) {
        self.was_restarted = true;
        self.is_commanded = false;
        self.person.restart();
        self.client.restart();
        // The user's next message did not come, because the turn never ended. See `rest`.
        self.operator.restarted();
    }

    fn note(&mut self, at: Millis, what: What, _: bool) {
        if let What::Input(Input::Says(said)) = &what {
            let turn = self.turns.checked_sub(1).and_then(|turn| self.workload.turns.get(turn));
            self.is_commanded &= turn.is_some_and(|turn| turn.says != *said);
        }
        if let What::Input(Input::Client(event)) = &what {
            self.client.note(event);
        }
        if matches!(what, What::Input(_)) {
            self.deliveries += 1;
            if self.deliveries > FAULTY_MAX && self.ctx.phase == Phase::Faulty {
                self.ctx.phase = Phase::Calm;
            }
        }
        if let Some(states) = &mut self.states {
            states.note(self.monitor.run_state(), &what);
        }
        self.monitor.see(at, what);
    }

    fn parked(&mut self, open: &[Op]) {
        self.monitor.parked(open);
    }

    fn pick(&mut self, due: usize) -> usize {
        self.ctx.draws.index(Stream::Order, "which", due)
    }

    fn sends_replies_whole(&self) -> bool {
        !self.scope.is_reference()
    }

    fn rest(&mut self, open: &[Op]) -> Vec<Due> {
        let mut due = Vec::new();
        self.ctx.phase = self.ctx.phase.max(Phase::Calm);
        if self.was_restarted && self.operator.take_awaiting_user() {
            self.next_turn(&mut due);
        }
        if due.is_empty() {
            self.person.answer_open(open, &mut self.ctx, &mut due);
            self.client.answer_open(&mut self.ctx, &mut due);
        }
        if due.is_empty() {
            self.client.come_back(open, &mut due);
        }
        if due.is_empty() && self.ctx.phase < Phase::Closing {
            self.ctx.phase = Phase::Closing;
            due.push((Millis::default(), Input::Says(Utterance(LAST_WORDS.into()))));
        }
        due
    }

    fn is_done(&self) -> bool {
        self.monitor.has_violation()
    }

    fn deliveries_max(&self) -> u32 {
        DELIVERIES_MAX
    }
}

#[cfg(test)]
mod tests {
    use super::{Draws, Fault, Faults, Phase, SimContext, Stream};

    #[test]
    fn a_fault_counts_as_triggered_only_after_it_triggers() {
        let faults = Faults::default().with(Fault::Kill);
        let mut ctx = SimContext::new(Draws::new(1, false), faults, Faults::default());
        let triggers =
            [(Fault::Kill, 0), (Fault::Eof, 100)].map(|(fault, percent)| ctx.triggers(fault, Stream::Person, percent));
        assert_eq!((triggers, ctx.triggered), ([false; 2], Faults::default()));
        assert!(ctx.may_trigger(Fault::Kill, Stream::Person, 100) && ctx.triggered == Faults::default());
        assert!(ctx.triggers(Fault::Kill, Stream::Person, 100) && ctx.triggered == faults);
        ctx.phase = Phase::Calm;
        assert!(!ctx.triggers(Fault::Kill, Stream::Person, 100));
    }
}
