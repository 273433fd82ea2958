//! The parties of a simulated run: they answer what they meet, as their streams draw it.
//!
//! First there are faults; then they stop, the person answers once whatever is still shown, and from then on everything
//! must come to its end.

mod client;
mod model;
mod person;
mod run;
mod tools;

pub use self::model::Replies;
use self::{client::Client, model::Model, person::Person, run::Moments, tools::Tools};
use super::{
    draws::{Draws, Stream},
    fault::{Fault, Faults},
    situation::Situation,
    watch::Watch,
    world::World,
};
use crate::{
    model::{Millis, Op},
    stage::{
        Company, Scene, SubjectError, What,
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
struct Stand {
    draws: Draws,
    faults: Faults,
    /// The classes of which something has happened.
    struck: Faults,
    phase: Phase,
}

impl Stand {
    /// Whether this fault happens here and now.
    fn strikes(&mut self, fault: Fault, stream: Stream, percent: u64) -> bool {
        let strikes = self.may_strike(fault, stream, percent);
        if strikes {
            self.struck(fault);
        }
        strikes
    }

    /// Whether this fault is to happen here and now, where that may come to nothing.
    fn may_strike(&mut self, fault: Fault, stream: Stream, percent: u64) -> bool {
        self.phase == Phase::Faulty && self.faults.has(fault) && self.draws.chance(stream, fault.word(), percent)
    }

    /// This fault has happened.
    const fn struck(&mut self, fault: Fault) {
        self.struck = self.struck.with(fault);
    }
}

/// Everybody in a simulated run.
pub struct Everybody<'a> {
    stand: Stand,
    situation: &'a Situation,
    model: Model<'a>,
    tools: Tools<'a>,
    person: Person<'a>,
    client: Client<'a>,
    files: Files,
    moments: Moments,
    again: bool,
    /// How many turns the user has opened.
    turns: usize,
    heard: u64,
    /// Whoever looks on.
    pub watch: Watch<'a>,
}

impl<'a> Everybody<'a> {
    /// The parties of `situation`.
    pub fn new(
        situation: &'a Situation,
        world: &'a World,
        (draws, faults): (Draws, Faults),
        replies: Replies,
        watch: Watch<'a>,
    ) -> Self {
        let mut stand = Stand { draws, faults, struck: situation.struck, phase: Phase::Faulty };
        Self {
            moments: Moments::draw(&mut stand),
            model: Model::new(situation, replies),
            tools: Tools::new(&situation.tools),
            person: Person::new(situation, world),
            client: Client::new(world),
            files: Files::new(situation.files.clone(), Default::default()),
            again: false,
            turns: 0,
            heard: 0,
            stand,
            situation,
            watch,
        }
    }

    /// What was drawn, and who looked on.
    pub fn part(self) -> (Draws, Watch<'a>) {
        let Self { stand: Stand { draws, struck, .. }, mut watch, .. } = self;
        struck.iter().for_each(|fault| watch.met.fault(fault));
        (draws, watch)
    }

    /// The user's next message, where there is one.
    fn next_turn(&mut self, due: &mut Vec<Due>) {
        if let Some(turn) = self.situation.turns.get(self.turns) {
            self.turns += 1;
            due.push((Millis(self.stand.draws.delay("says")), Input::Says(turn.says.clone())));
        }
    }
}

impl Company for Everybody<'_> {
    fn scene(&self) -> Scene {
        Scene { system: self.situation.system.clone(), ..Scene::default() }
    }

    fn setup(&mut self) -> Setup {
        let mut setup = self.situation.setup.clone();
        setup.tools = self.situation.tools.iter().map(|script| script.tool.clone()).collect();
        if self.again {
            setup.stored.extend(self.watch.recorded().cloned());
        }
        setup
    }

    fn start(&mut self) -> Vec<Due> {
        let mut due = Vec::new();
        self.client.start(&mut self.stand, &mut due);
        self.next_turn(&mut due);
        due
    }

    fn see(&mut self, effect: &Effect) -> Result<Seen, SubjectError> {
        let mut seen = Seen::default();
        let due = &mut seen.due;
        self.moments.pass(&mut self.stand, due);
        match effect {
            Effect::Request(op, request) => self.model.reply(*op, request, self.turns, &mut self.stand, due)?,
            Effect::Call(op, call) => self.tools.execute(*op, call, &mut self.stand, due),
            Effect::Show(op, prompt) => self.person.look(*op, prompt, &mut self.stand, due),
            Effect::Cancel(op @ Op::Prompt(_), _) => self.person.misses(*op, &mut self.stand, due),
            Effect::File(op, _) if self.stand.strikes(Fault::FileFails, Stream::Faults, 60) => {
                due.push((Millis::default(), Input::File(*op, FileEvent::Failed(FileFailure::Denied))));
            }
            Effect::File(op, file) => due.push(self.files.settle(*op, file)),
            Effect::Timer(op, length) => due.push((*length, Input::Fired(*op))),
            Effect::Client(message) => self.client.hear(message, &mut self.stand, due),
            Effect::Turn(Turn::Ended(_)) => self.next_turn(due),
            Effect::Cancel(..)
            | Effect::Record(_)
            | Effect::Refuse(_)
            | Effect::Turn(_)
            | Effect::Notice(_)
            | Effect::Exit(_) => {}
        }
        if self.moments.kills(&mut self.stand) {
            seen.killed = Some(Killed::ToRestart);
        }
        Ok(seen)
    }

    fn restart(&mut self) {
        self.again = true;
        self.person.restart();
        self.client.restart();
        // Whoever was about to say something when the turn broke off says it to the next one.
        self.moments.restarted();
    }

    fn note(&mut self, at: Millis, what: What, _: bool) {
        if matches!(what, What::Input(_)) {
            self.heard += 1;
            if self.heard > FAULTY_MAX && self.stand.phase == Phase::Faulty {
                self.stand.phase = Phase::Calm;
            }
        }
        self.watch.see(at, what);
    }

    fn parked(&mut self, open: &[Op]) {
        self.watch.parked(open);
    }

    fn pick(&mut self, due: usize) -> usize {
        self.stand.draws.index(Stream::Order, "which", due)
    }

    fn rest(&mut self, open: &[Op]) -> Vec<Due> {
        let mut due = Vec::new();
        self.stand.phase = self.stand.phase.max(Phase::Calm);
        if self.again && self.moments.take_silent() {
            self.next_turn(&mut due);
        }
        if due.is_empty() {
            self.person.answer_open(open, &mut self.stand, &mut due);
            self.client.answer_open(&mut self.stand, &mut due);
        }
        if due.is_empty() && self.stand.phase < Phase::Closing {
            self.stand.phase = Phase::Closing;
            due.push((Millis::default(), Input::Says(Utterance(LAST_WORDS.to_owned()))));
        }
        due
    }

    fn is_done(&self) -> bool {
        self.watch.has_seen_enough()
    }
}

#[cfg(test)]
mod tests {
    use super::{Draws, Fault, Faults, Phase, Stand, Stream};

    /// A class that is on has struck where something of it happened, and not before.
    #[test]
    fn what_strikes_has_struck() {
        let faults = Faults::default().with(Fault::Kill);
        let mut stand = Stand { draws: Draws::new(1, false), faults, struck: Faults::default(), phase: Phase::Faulty };
        let strikes =
            [(Fault::Kill, 0), (Fault::Eof, 100)].map(|(fault, percent)| stand.strikes(fault, Stream::Person, percent));
        assert_eq!((strikes, stand.struck), ([false; 2], Faults::default()));
        assert!(stand.may_strike(Fault::Kill, Stream::Person, 100) && stand.struck == Faults::default());
        assert!(stand.strikes(Fault::Kill, Stream::Person, 100) && stand.struck == faults);
        stand.phase = Phase::Calm;
        assert!(!stand.strikes(Fault::Kill, Stream::Person, 100));
    }
}
