//! The parties of a simulated run: they answer what they meet, as their streams draw it.
//!
//! First there are faults; then they stop, the person answers once whatever is still shown, and from then on everything
//! must come to its end.

mod client;
mod model;
mod operator;
mod person;
mod tools;

pub use self::model::Replies;
use self::{client::Client, model::Model, operator::OperatorEvents, person::Person, tools::Tools};
use super::{
    draws::{Draws, Stream},
    fault::{Fault, Faults},
    generator::SystemGenerator,
    monitor::Monitor,
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

/// After how many deliveries the faults stop at the latest.
const FAULTY_MAX: u64 = 250;
/// What the user says once all is settled, so that the model is asked with the whole conversation.
const LAST_WORDS: &str = "Is everything done?";

/// How far a run is.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Phase {
    /// There are faults.
    Faulty,
    /// There are none, and what is shown is answered.
    Calm,
    /// The user has said their last words.
    Closing,
}

/// What every party has at hand.
struct SimContext {
    draws: Draws,
    faults: Faults,
    /// The classes of which something has happened.
    triggered: Faults,
    phase: Phase,
}

impl SimContext {
    /// Whether this fault happens here and now.
    fn triggers(&mut self, fault: Fault, stream: Stream, percent: u64) -> bool {
        let triggers = self.may_trigger(fault, stream, percent);
        if triggers {
            self.triggered(fault);
        }
        triggers
    }

    /// Whether this fault is to happen here and now, where that may come to nothing.
    fn may_trigger(&mut self, fault: Fault, stream: Stream, percent: u64) -> bool {
        self.phase == Phase::Faulty && self.faults.has(fault) && self.draws.chance(stream, fault.word(), percent)
    }

    /// This fault has happened.
    const fn triggered(&mut self, fault: Fault) {
        self.triggered = self.triggered.with(fault);
    }
}

/// Everybody in a simulated run.
pub struct SimEnvironment<'a> {
    ctx: SimContext,
    workload: &'a Workload,
    model: Model<'a>,
    tools: Tools<'a>,
    person: Person<'a>,
    client: Client<'a>,
    files: Files,
    operator: OperatorEvents,
    again: bool,
    /// How many turns the user has opened.
    turns: usize,
    heard: u64,
    /// Whoever looks on.
    pub monitor: Monitor<'a>,
}

impl<'a> SimEnvironment<'a> {
    /// The parties of `situation`.
    pub fn new(
        workload: &'a Workload,
        generator: &'a SystemGenerator,
        (draws, faults): (Draws, Faults),
        replies: Replies,
        monitor: Monitor<'a>,
    ) -> Self {
        let mut ctx = SimContext { draws, faults, triggered: workload.triggered, phase: Phase::Faulty };
        Self {
            operator: OperatorEvents::draw(&mut ctx),
            model: Model::new(workload, replies),
            tools: Tools::new(&workload.tools),
            person: Person::new(workload, generator),
            client: Client::new(generator),
            files: Files::new(workload.files.clone(), Default::default()),
            again: false,
            turns: 0,
            heard: 0,
            ctx,
            workload,
            monitor,
        }
    }

    /// What was drawn, and who looked on.
    pub fn part(self) -> (Draws, Monitor<'a>) {
        let Self { ctx: SimContext { draws, triggered, .. }, mut monitor, .. } = self;
        triggered.iter().for_each(|fault| monitor.met.fault(fault));
        (draws, monitor)
    }

    /// The user's next message, where there is one.
    fn next_turn(&mut self, due: &mut Vec<Due>) {
        if let Some(turn) = self.workload.turns.get(self.turns) {
            self.turns += 1;
            due.push((Millis(self.ctx.draws.delay("says")), Input::Says(turn.says.clone())));
        }
    }
}

impl Environment for SimEnvironment<'_> {
    fn scene(&self) -> Scene {
        Scene { system: self.workload.system.clone(), ..Scene::default() }
    }

    fn setup(&mut self) -> Setup {
        let mut setup = self.workload.setup.clone();
        setup.tools = self.workload.tools.iter().map(|script| script.tool.clone()).collect();
        if self.again {
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
            Effect::Request(op, request) => self.model.reply(*op, request, self.turns, &mut self.ctx, due)?,
            Effect::Call(op, call) => self.tools.execute(*op, call, &mut self.ctx, due),
            Effect::Show(op, prompt) => self.person.look(*op, prompt, &mut self.ctx, due),
            Effect::Cancel(op @ Op::Prompt(_), _) => self.person.misses(*op, &mut self.ctx, due),
            Effect::File(op, _) if self.ctx.triggers(Fault::FileFails, Stream::Faults, 60) => {
                due.push((Millis::default(), Input::File(*op, FileEvent::Failed(FileFailure::Denied))));
            }
            Effect::File(op, file) => due.push(self.files.settle(*op, file)),
            Effect::Timer(op, length) => due.push((*length, Input::Fired(*op))),
            Effect::Client(message) => self.client.hear(message, &mut self.ctx, due),
            Effect::Turn(Turn::Ended(_)) => self.next_turn(due),
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
        self.again = true;
        self.person.restart();
        self.client.restart();
        // Whoever was about to say something when the turn broke off says it to the next one.
        self.operator.restarted();
    }

    fn note(&mut self, at: Millis, what: What, _: bool) {
        if matches!(what, What::Input(_)) {
            self.heard += 1;
            if self.heard > FAULTY_MAX && self.ctx.phase == Phase::Faulty {
                self.ctx.phase = Phase::Calm;
            }
        }
        self.monitor.see(at, what);
    }

    fn parked(&mut self, open: &[Op]) {
        self.monitor.parked(open);
    }

    fn pick(&mut self, due: usize) -> usize {
        self.ctx.draws.index(Stream::Order, "which", due)
    }

    fn rest(&mut self, open: &[Op]) -> Vec<Due> {
        let mut due = Vec::new();
        self.ctx.phase = self.ctx.phase.max(Phase::Calm);
        if self.again && self.operator.take_silent() {
            self.next_turn(&mut due);
        }
        if due.is_empty() {
            self.person.answer_open(open, &mut self.ctx, &mut due);
            self.client.answer_open(&mut self.ctx, &mut due);
        }
        if due.is_empty() && self.ctx.phase < Phase::Closing {
            self.ctx.phase = Phase::Closing;
            due.push((Millis::default(), Input::Says(Utterance(LAST_WORDS.to_owned()))));
        }
        due
    }

    fn is_done(&self) -> bool {
        self.monitor.has_seen_enough()
    }
}

#[cfg(test)]
mod tests {
    use super::{Draws, Fault, Faults, Phase, SimContext, Stream};

    /// A class that is on has struck where something of it happened, and not before.
    #[test]
    fn what_strikes_has_struck() {
        let faults = Faults::default().with(Fault::RuleMutant);
        let mut ctx =
            SimContext { draws: Draws::new(1, false), faults, triggered: Faults::default(), phase: Phase::Faulty };
        let triggers = [(Fault::RuleMutant, 0), (Fault::Eof, 100)]
            .map(|(fault, percent)| ctx.triggers(fault, Stream::Person, percent));
        assert_eq!((triggers, ctx.triggered), ([false; 2], Faults::default()));
        assert!(ctx.may_trigger(Fault::RuleMutant, Stream::Person, 100) && ctx.triggered == Faults::default());
        assert!(ctx.triggers(Fault::RuleMutant, Stream::Person, 100) && ctx.triggered == faults);
        ctx.phase = Phase::Calm;
        assert!(!ctx.triggers(Fault::RuleMutant, Stream::Person, 100));
    }
}
