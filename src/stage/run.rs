//! The one loop in which a subject, the parties and the scheduler meet.

use std::collections::BTreeSet;

use super::{
    environment::Environment,
    fault::{Culprit, Fault},
    party::{Due, Killed, Seen},
    queue::Queue,
    scene::Scene,
    stream::{Lane, What},
    subject::{Next, Subject, SubjectError},
};
use crate::{
    model::{Millis, Op},
    system::{Effect, Input, Turn, TurnEnd},
};

/// A run that delivers this often without ending is endless.
pub(super) const DELIVERIES_MAX: u32 = 20_000;
/// A subject that does this much without parking is endless.
pub(super) const EFFECTS_MAX: u32 = 50_000;

/// How a run ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum End {
    /// Every turn is over, and nothing is open.
    Done,
    /// Only a person, or the user's next message, is waited for.
    Parked,
    /// Something else is waited for, and nobody owes it.
    Stuck,
    /// It would not end.
    Endless,
    /// The subject said nothing for so long, while it was owed nothing, that it was given up.
    Hung,
    /// The subject was killed.
    Killed,
    /// The subject's process ended by itself.
    Exited,
    /// The subject could not go on.
    Broken,
    /// Its company had seen enough.
    Left,
}

impl End {
    /// The word for it.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Parked => "parked",
            Self::Stuck => "stuck",
            Self::Endless => "endless",
            Self::Hung => "hung",
            Self::Killed => "killed",
            Self::Exited => "exited",
            Self::Broken => "broken",
            Self::Left => "left",
        }
    }
}

/// Has `subject` meet `company` until nothing is due any more. How that ended, and what is wrong with it as a whole.
pub fn run_loop(company: &mut dyn Environment, subject: &mut dyn Subject) -> (End, Vec<Fault>) {
    let mut run = Run {
        now: Millis::default(),
        queue: Queue::default(),
        turn: None,
        company,
        started: BTreeSet::new(),
        heard: true,
        delivery: 0,
        ran: false,
        outside: Vec::new(),
        faults: Vec::new(),
    };
    let end = run.run(subject).unwrap_or_else(|error| {
        // What has hung was asked for nothing more; what else goes wrong says nothing about it.
        let end = if error.culprit == Culprit::Subject { End::Hung } else { End::Broken };
        run.faults.push(Fault { culprit: error.culprit, message: error.message });
        end
    });
    if matches!(end, End::Done | End::Parked | End::Stuck | End::Exited) {
        run.close();
    }
    match end {
        End::Done | End::Parked => {
            if let Err(SubjectError { culprit, message }) = subject.stop() {
                run.faults.push(Fault { culprit, message });
            }
        }
        // It may be in the middle of something, which the next run must not see.
        End::Stuck | End::Endless | End::Hung | End::Broken | End::Left => subject.kill(),
        End::Killed | End::Exited => {}
    }
    (end, run.faults)
}

struct Run<'a> {
    now: Millis,
    queue: Queue,
    /// Where the last turn stands; none before the first.
    turn: Option<Turn>,
    company: &'a mut dyn Environment,
    /// The operations that were started; prompts may be drawn again.
    started: BTreeSet<Op>,
    /// Whether the last message to a subject without a turn was taken or refused.
    heard: bool,
    /// The number of the delivery that the subject acts on, and whether a turn runs at some moment of it.
    delivery: u64,
    ran: bool,
    /// What was done in it while no turn ran: at fault only where none ran in all of it, since a turn and what is done
    /// in it are of different lanes.
    outside: Vec<String>,
    faults: Vec<Fault>,
}

impl Run<'_> {
    fn run(&mut self, subject: &mut dyn Subject) -> Result<End, SubjectError> {
        subject.start(&self.company.scene())?;
        let setup = self.company.setup();
        self.deliver(Input::Begin(Box::new(setup)), subject)?;
        for due in self.company.start() {
            self.queue.push(self.now, Lane::Turn, due);
        }
        for _ in 0..DELIVERIES_MAX {
            match self.settle(subject)? {
                Settled::Parked => {}
                Settled::Restarts => {
                    self.restart(subject)?;
                    continue;
                }
                Settled::Killed => return Ok(End::Killed),
                Settled::Exited => return Ok(End::Exited),
                Settled::Never => return Ok(self.endless(&format!("{EFFECTS_MAX} effects without a pause"))),
            }
            if !self.heard {
                return Ok(self.stuck("the user's message was neither taken nor refused"));
            }
            let open = subject.open();
            self.company.parked(&open);
            if self.company.is_done() {
                return Ok(End::Left);
            }
            for due in self.unhurried(&open) {
                self.queue.push(self.now, Lane::Turn, due);
            }
            if self.company.is_done() {
                return Ok(End::Left);
            }
            let next = self.queue.pop(|due| self.company.pick(due));
            if self.queue.delivery() != self.delivery {
                self.close();
            }
            let Some((at, input)) = next else { return Ok(self.end(&open)) };
            self.now = at;
            let input = self.company.hand(input);
            self.deliver(input, subject)?;
        }
        Ok(self.endless(&format!("{DELIVERIES_MAX} deliveries did not end it")))
    }

    /// What the company does of its own accord: once nothing is due any more, or nothing but timers.
    fn unhurried(&mut self, open: &[Op]) -> Vec<Due> {
        match self.queue.timers_after(self.now) {
            Some(after) => self.company.linger(open, after),
            None if self.queue.is_empty() => self.company.rest(open),
            None => Vec::new(),
        }
    }

    /// Starts the subject anew with what it has stored. What was under way for it is lost; what is done from outside
    /// still comes.
    fn restart(&mut self, subject: &mut dyn Subject) -> Result<(), SubjectError> {
        self.queue.forget_operations();
        self.company.restart();
        self.started.clear();
        self.turn = None;
        self.outside.clear();
        self.close();
        self.heard = true;
        subject.start(&Scene { again: true, ..self.company.scene() })?;
        let setup = self.company.setup();
        self.deliver(Input::Begin(Box::new(setup)), subject)
    }

    /// A delivery is over: nothing more follows from it.
    fn close(&mut self) {
        let outside = std::mem::take(&mut self.outside);
        if !self.ran {
            outside.into_iter().for_each(|message| self.breaks(message));
        }
        self.delivery = self.queue.delivery();
        self.ran = matches!(self.turn, Some(Turn::Began | Turn::Paused));
    }

    fn deliver(&mut self, input: Input, subject: &mut dyn Subject) -> Result<(), SubjectError> {
        // Without a turn, a message opens one or is refused; within one it may just be taken.
        let running = matches!(self.turn, Some(Turn::Began | Turn::Paused));
        self.heard &= running || !matches!(input, Input::Says(_));
        self.company.note(self.now, What::Input(input.clone()), true);
        subject.feed(self.now, input)
    }

    /// Has the subject do what it does until it is parked. A kill falls between two effects; but one for when the turn
    /// waits or is over falls when the subject has done what goes with that, in whichever order.
    fn settle(&mut self, subject: &mut dyn Subject) -> Result<Settled, SubjectError> {
        let mut doomed = None;
        for _ in 0..EFFECTS_MAX {
            let (effect, is_placed) = match subject.next()? {
                Next::Effect(effect) => (effect, true),
                Next::Unplaced(effect) => (effect, false),
                Next::Parked => {
                    return Ok(doomed.map_or(Settled::Parked, |killed| {
                        subject.kill();
                        Settled::from(killed)
                    }));
                }
            };
            self.follow(&effect);
            let Seen { due, killed } = self.company.see(&effect)?;
            let exits = matches!(effect, Effect::Exit(_));
            let done = What::Effect(effect);
            let lane = done.lane();
            self.company.note(self.now, done, is_placed);
            for due in due {
                self.queue.push(self.now, lane, due);
            }
            let killed = if lane == Lane::Turn {
                doomed = doomed.or(killed);
                None
            } else {
                killed
            };
            let is_over = match killed {
                Some(killed) => Some(Settled::from(killed)),
                None => exits.then_some(Settled::Exited),
            };
            if let Some(is_over) = is_over {
                // What is left of it must not be seen by the next run.
                subject.kill();
                return Ok(is_over);
            }
        }
        Ok(Settled::Never)
    }

    /// Keeps the order that every subject owes: turns begin before they end, nothing is done outside them, and an
    /// operation is started once. What breaks it is a fault of the subject; the run goes on.
    fn follow(&mut self, effect: &Effect) {
        let running = matches!(self.turn, Some(Turn::Began | Turn::Paused));
        let broken = match effect {
            Effect::Turn(Turn::Began) if matches!(self.turn, Some(Turn::Began)) => {
                Some("a turn begins inside another".to_owned())
            }
            // A turn that an earlier run left waiting goes on waiting.
            Effect::Turn(Turn::Paused) if self.turn.is_some() && !running => {
                Some("a turn is paused that never began".to_owned())
            }
            Effect::Turn(Turn::Ended(how)) if !running && *how != TurnEnd::Misconfigured => {
                Some("a turn ends that never began".to_owned())
            }
            Effect::Request(op, _) | Effect::Call(op, _) | Effect::File(op, _) | Effect::Timer(op, _) => {
                let twice = !self.started.insert(*op);
                if !running && !twice && !matches!(effect, Effect::File(..)) {
                    self.outside.push(format!("{op} is started outside a turn"));
                }
                twice.then(|| format!("{op} is started twice"))
            }
            Effect::Show(op, _) if !running => {
                self.outside.push(format!("{op} is shown outside a turn"));
                None
            }
            _ => None,
        };
        if let Effect::Turn(turn) = effect {
            self.turn = Some(turn.clone());
            self.ran |= matches!(turn, Turn::Began | Turn::Paused);
        }
        self.heard |= matches!(effect, Effect::Turn(_) | Effect::Refuse(_));
        broken.into_iter().for_each(|message| self.breaks(message));
    }

    fn breaks(&mut self, message: String) {
        if self.faults.iter().all(|fault| fault.message != message) {
            self.faults.push(Fault { culprit: Culprit::Subject, message });
        }
    }

    /// Nothing is due any more: tells how the run ended, from what is open and where the turn stands.
    fn end(&mut self, open: &[Op]) -> End {
        let is_prompt = |op: &&Op| matches!(op, Op::Prompt(_));
        let owed: Vec<&Op> = open.iter().filter(|op| !is_prompt(op)).collect();
        if !owed.is_empty() {
            let waits: Vec<String> = owed.iter().map(|op| waits_for(**op)).collect();
            return self.stuck(&waits.join("; "));
        }
        match &self.turn {
            _ if open.iter().any(|op| is_prompt(&op)) => End::Parked,
            Some(Turn::Paused) => End::Parked,
            Some(Turn::Began) => self.stuck("the subject waits for nothing, and its turn is not over"),
            None | Some(Turn::Ended(_)) => End::Done,
        }
    }

    fn stuck(&mut self, why: &str) -> End {
        self.faults
            .push(Fault { culprit: Culprit::Subject, message: format!("stuck: {why}; nothing is due any more") });
        End::Stuck
    }

    fn endless(&mut self, why: &str) -> End {
        self.faults.push(Fault { culprit: Culprit::Subject, message: format!("endless: {why}") });
        End::Endless
    }
}

/// What became of a subject that was left to do what it does.
enum Settled {
    /// It waits.
    Parked,
    /// It was killed between two effects.
    Killed,
    /// It was killed between two effects, and is to be started anew.
    Restarts,
    /// It ended by itself.
    Exited,
    /// It does more and more.
    Never,
}

impl From<Killed> for Settled {
    fn from(killed: Killed) -> Self {
        match killed {
            Killed::ForGood => Self::Killed,
            Killed::ToRestart => Self::Restarts,
        }
    }
}

fn waits_for(op: Op) -> String {
    let party = match op {
        Op::Request(_) => "the model",
        Op::Call(_) => "a tool",
        Op::Prompt(_) => "the person",
        Op::File(_) => "the file system",
        Op::Timer(_) => "the clock",
    };
    format!("{op} waits for {party}")
}
