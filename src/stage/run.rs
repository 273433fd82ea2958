//! The loop of every run. It delivers an input, lets the subject act until it is parked, and shows each effect to the
//! environment.

use std::collections::BTreeSet;

use super::{
    crossroads::Crossroads,
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

/// After this many effects without parking a run counts as endless.
pub(super) const EFFECTS_MAX: u32 = 50_000;

/// How a run ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum End {
    /// Every turn is over, and nothing is open.
    Done,
    /// The subject waits only for a person, or for the user's next message.
    Parked,
    /// The subject waits for something else, and no party owes it.
    Stuck,
    /// The run did not end within the limits.
    Endless,
    /// The subject owed something, and was silent for too long.
    Hung,
    /// The subject was killed.
    Killed,
    /// The subject's process ended by itself.
    Exited,
    /// The subject could not go on.
    Broken,
    /// The environment left.
    Left,
}

impl End {
    /// Its name in messages.
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

/// Runs `subject` in `environment` until nothing is due any more. Returns how the run ended, and its faults.
pub fn run_loop(environment: &mut dyn Environment, subject: &mut dyn Subject) -> (End, Vec<Fault>) {
    let mut run = Run {
        now: Millis::default(),
        queue: Queue::default(),
        kills: Vec::new(),
        turn: None,
        goes_on: false,
        environment,
        started: BTreeSet::new(),
        is_heard: true,
        delivery: 0,
        has_run: false,
        outside_turn: Vec::new(),
        faults: Vec::new(),
    };
    let end = run.run(subject).unwrap_or_else(|error| {
        // Of these errors, only silence is the subject's own fault.
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
        // The subject may still be at work, and the next run must not see that.
        End::Stuck | End::Endless | End::Hung | End::Broken | End::Left => subject.kill(),
        End::Killed | End::Exited => {}
    }
    (end, run.faults)
}

struct Run<'a> {
    now: Millis,
    queue: Queue,
    /// When the subject is killed while it is parked, the earliest first, and what follows.
    kills: Vec<(Millis, Killed)>,
    /// The state of the last turn. `None` before the first.
    turn: Option<Turn>,
    /// Whether the subject was restarted in a turn, and none has begun since: it may go on with that one without a word.
    goes_on: bool,
    environment: &'a mut dyn Environment,
    /// The operations that were started. Prompts are left out, since they may be drawn again.
    started: BTreeSet<Op>,
    /// Whether the last message that came outside a turn was taken or refused.
    is_heard: bool,
    /// The number of the current delivery.
    delivery: u64,
    /// Whether a turn ran at any moment of the current delivery.
    has_run: bool,
    /// Faults for effects outside a turn. They count only if no turn ran in the whole delivery: the beginning of a turn
    /// and its effects are in different lanes, and the order of different lanes is free.
    outside_turn: Vec<String>,
    faults: Vec<Fault>,
}

impl Run<'_> {
    fn run(&mut self, subject: &mut dyn Subject) -> Result<End, SubjectError> {
        subject.start(&self.environment.scene())?;
        let setup = self.environment.setup();
        self.deliver(Input::Begin(Box::new(setup)), subject)?;
        for due in self.environment.start() {
            self.queue.push(self.now, Lane::Turn, due);
        }
        let most = self.environment.deliveries_max();
        for _ in 0..most {
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
            if !self.is_heard {
                return Ok(self.stuck("the user's message was neither taken nor refused"));
            }
            let open = subject.open();
            self.environment.parked(&open);
            if self.environment.is_done() {
                return Ok(End::Left);
            }
            if let Some(killed) = self.killed_now() {
                subject.kill();
                match killed {
                    Killed::ForGood => return Ok(End::Killed),
                    Killed::ToRestart => self.restart(subject)?,
                }
                continue;
            }
            for due in self.when_idle(&open) {
                self.queue.push(self.now, Lane::Turn, due);
            }
            if self.environment.is_done() {
                return Ok(End::Left);
            }
            let next = if self.environment.takes_any() {
                let Some(chosen) = self.choose(subject) else { return Ok(End::Left) };
                self.queue.pop_head(chosen, self.now)
            } else {
                let whole = self.environment.sends_replies_whole();
                self.queue.pop(whole, |due| self.environment.pick(due))
            };
            if self.queue.delivery() != self.delivery {
                self.close();
            }
            let Some((at, input)) = next else { return Ok(self.end(&open)) };
            self.now = at;
            let input = self.environment.hand(input);
            self.deliver(input, subject)?;
        }
        Ok(self.endless(&format!("{most} deliveries did not end it")))
    }

    /// Lets the environment choose among all pending inputs.
    fn choose(&mut self, subject: &dyn Subject) -> Option<usize> {
        self.environment.choose(&Crossroads {
            now: self.now,
            queue: &self.queue,
            kills: &self.kills,
            turn: &self.turn,
            goes_on: self.goes_on,
            started: &self.started,
            has_run: self.has_run,
            outside_turn: &self.outside_turn,
            subject,
        })
    }

    /// Takes the next kill if nothing else is due before it. At one instant, the kill comes first.
    fn killed_now(&mut self) -> Option<Killed> {
        let (at, killed) = *self.kills.first()?;
        let is_next = self.queue.first_at().is_none_or(|first| at <= first);
        is_next.then(|| {
            self.kills.remove(0);
            self.now = self.now.max(at);
            killed
        })
    }

    /// What the environment does on its own, when only timers are due, or nothing.
    fn when_idle(&mut self, open: &[Op]) -> Vec<Due> {
        match self.queue.timers_after(self.now) {
            Some(after) => self.environment.linger(open, after),
            None if self.queue.is_empty() => self.environment.rest(open),
            None => Vec::new(),
        }
    }

    /// Restarts the subject with its stored records. Deliveries to its operations are lost. Those of the operator still
    /// come.
    fn restart(&mut self, subject: &mut dyn Subject) -> Result<(), SubjectError> {
        self.queue.forget_operations();
        self.environment.restart();
        self.started.clear();
        self.goes_on |= matches!(self.turn, Some(Turn::Began | Turn::Paused));
        self.turn = None;
        self.outside_turn.clear();
        self.close();
        self.is_heard = true;
        subject.start(&Scene { again: true, ..self.environment.scene() })?;
        let setup = self.environment.setup();
        self.deliver(Input::Begin(Box::new(setup)), subject)
    }

    /// Ends the current delivery: nothing more follows from it.
    fn close(&mut self) {
        let outside_turn = std::mem::take(&mut self.outside_turn);
        if !self.has_run {
            outside_turn.into_iter().for_each(|message| self.add_fault(message));
        }
        self.delivery = self.queue.delivery();
        self.has_run = matches!(self.turn, Some(Turn::Began | Turn::Paused));
    }

    fn deliver(&mut self, input: Input, subject: &mut dyn Subject) -> Result<(), SubjectError> {
        // Outside a turn, a message must begin one or be refused. Within a turn, it may be taken silently.
        let running = matches!(self.turn, Some(Turn::Began | Turn::Paused));
        self.is_heard &= running || !matches!(input, Input::Says(_));
        self.environment.note(self.now, What::Input(input.clone()), true);
        subject.feed(self.now, input)
    }

    /// Takes the subject's effects until it is parked. A kill comes between two effects. But a kill at the pause or the
    /// end of a turn waits until the subject is parked, because the effects of that moment may come in any order.
    fn settle(&mut self, subject: &mut dyn Subject) -> Result<Settled, SubjectError> {
        let mut kill_when_parked = None;
        for _ in 0..EFFECTS_MAX {
            let (effect, is_placed) = match subject.next()? {
                Next::Effect(effect) => (effect, true),
                Next::Unplaced(effect) => (effect, false),
                Next::Parked => {
                    return Ok(kill_when_parked.map_or(Settled::Parked, |killed| {
                        subject.kill();
                        Settled::from(killed)
                    }));
                }
            };
            self.check_order(&effect);
            let Seen { due, killed, killed_later } = self.environment.see(&effect)?;
            self.kills.extend(killed_later.into_iter().map(|(after, killed)| (self.now.after(after), killed)));
            self.kills.sort_by_key(|(at, _)| *at);
            let exits = matches!(effect, Effect::Exit(_));
            let done = What::Effect(effect);
            let lane = done.lane();
            self.environment.note(self.now, done, is_placed);
            for due in due {
                self.queue.push(self.now, lane, due);
            }
            let is_killed = killed.is_none() && kill_when_parked.is_none() && !exits && self.environment.kills();
            let killed = killed.or(is_killed.then_some(Killed::ToRestart));
            let killed = if lane == Lane::Turn {
                kill_when_parked = kill_when_parked.or(killed);
                None
            } else {
                killed
            };
            let is_over = match killed {
                Some(killed) => Some(Settled::from(killed)),
                None => exits.then_some(Settled::Exited),
            };
            if let Some(is_over) = is_over {
                // The next run must not see the rest of its effects.
                subject.kill();
                return Ok(is_over);
            }
        }
        Ok(Settled::Never)
    }

    /// Checks the order that every subject must keep: a turn begins before it ends, effects belong to a turn, and an
    /// operation starts once. A violation is a fault of the subject, and the run goes on.
    fn check_order(&mut self, effect: &Effect) {
        let running = matches!(self.turn, Some(Turn::Began | Turn::Paused));
        let violation = match effect {
            Effect::Turn(Turn::Began) if matches!(self.turn, Some(Turn::Began)) => {
                Some("a turn begins inside another".to_owned())
            }
            // A turn that was paused in an earlier run stays paused.
            Effect::Turn(Turn::Paused) if self.turn.is_some() && !running => {
                Some("a turn is paused that never began".to_owned())
            }
            Effect::Turn(Turn::Ended(how)) if !running && *how != TurnEnd::Misconfigured => {
                Some("a turn ends that never began".to_owned())
            }
            Effect::Request(op, _) | Effect::Call(op, _) | Effect::File(op, _) | Effect::Timer(op, _) => {
                let twice = !self.started.insert(*op);
                if !running && !self.goes_on && !twice && !matches!(effect, Effect::File(..)) {
                    self.outside_turn.push(format!("{op} is started outside a turn"));
                }
                twice.then(|| format!("{op} is started twice"))
            }
            Effect::Show(op, _) if !running && !self.goes_on => {
                self.outside_turn.push(format!("{op} is shown outside a turn"));
                None
            }
            Effect::Turn(Turn::Began | Turn::Paused | Turn::Ended(_))
            | Effect::Show(..)
            | Effect::Cancel(..)
            | Effect::Record(_)
            | Effect::Client(_)
            | Effect::Refuse(_)
            | Effect::Notice(_)
            | Effect::Exit(_) => None,
        };
        if let Effect::Turn(turn) = effect {
            self.goes_on = false;
            self.turn = Some(turn.clone());
            self.has_run |= matches!(turn, Turn::Began | Turn::Paused);
        }
        self.is_heard |= matches!(effect, Effect::Turn(_) | Effect::Refuse(_));
        violation.into_iter().for_each(|message| self.add_fault(message));
    }

    fn add_fault(&mut self, message: String) {
        if self.faults.iter().all(|fault| fault.message != message) {
            self.faults.push(Fault { culprit: Culprit::Subject, message });
        }
    }

    /// How the run ended, now that nothing is due any more. The open operations and the state of the turn decide.
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

/// The state of a subject after its effects were taken.
enum Settled {
    /// It is parked.
    Parked,
    /// It was killed.
    Killed,
    /// It was killed, and must be restarted.
    Restarts,
    /// It ended by itself.
    Exited,
    /// It never parks.
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
