//! Playing a scenario: its scripts are the parties, and its stream is kept.

use std::collections::BTreeSet;

use super::{
    Scenario, answered,
    blame::{Blame, Fault},
    company::Company,
    live::{Chair, Live},
    odd,
    party::{Due, Parties, Seen, with_stored},
    run::{End, meet},
    scenario::{ExpectedEnd, PersonRule},
    stream::{Log, Observation, What},
    subject::{Scene, Subject, SubjectError},
};
use crate::{
    llm::{RawExchange, Session, Unexpected, shell::Transport},
    model::{Millis, Op},
    system::{Effect, Input, Setup},
};

/// A finished run.
#[derive(Clone, Debug)]
#[must_use = "a run that nobody looks at proves nothing"]
pub struct Played {
    /// What happened, in order.
    pub events: Vec<Observation>,
    /// How it ended.
    pub end: End,
    /// What is wrong with the run as a whole, whatever a `Then` says.
    pub faults: Vec<Fault>,
    /// The requests to the model as bytes.
    pub raw: Vec<RawExchange>,
    /// The observations, by number, of which it could not be seen where they stand among those of other lanes that
    /// follow from the same delivery.
    pub unplaced: BTreeSet<u64>,
}

impl Played {
    /// A run in which nothing happened.
    pub const fn nothing() -> Self {
        Self { events: Vec::new(), end: End::Done, faults: Vec::new(), raw: Vec::new(), unplaced: BTreeSet::new() }
    }
}

/// Plays `scenario`: hands the subject what is due, in the plain order, until nothing is due any more.
pub fn play(scenario: &Scenario, subject: &mut dyn Subject, model: &mut dyn Transport) -> Played {
    perform(scenario, subject, model, None)
}

/// Plays `scenario` with `live` in the place of its person. What they did comes back as rules, which do the same at the
/// same virtual times. How the run is to end is not looked at: they need not keep to the script.
pub fn play_live(
    scenario: &Scenario,
    subject: &mut dyn Subject,
    model: &mut dyn Transport,
    live: &mut dyn Live,
) -> (Played, Vec<PersonRule>) {
    let scenario = Scenario { person: Vec::new(), ..scenario.clone() };
    let mut chair = Chair::new(live);
    let played = perform(&scenario, subject, model, Some(&mut chair));
    (played, chair.rules())
}

fn perform(
    scenario: &Scenario,
    subject: &mut dyn Subject,
    model: &mut dyn Transport,
    chair: Option<&mut Chair<'_>>,
) -> Played {
    let is_scripted = chair.is_none();
    model.begin(Session::new(scenario.model.clone()).speaking(scenario.wire, scenario.streamed));
    let parties = Parties::new(scenario, model);
    let mut cast = Cast { scenario, log: Log::default(), parties, chair, unplaced: BTreeSet::new(), again: false };
    let (end, mut faults) = meet(&mut cast, subject);
    let Cast { log, parties, unplaced, .. } = cast;
    let left_over = parties.left_over();
    let session = model.finish();
    let blame = |one: &Unexpected| match one {
        Unexpected { ambiguous: true, .. } => Blame::Suite,
        Unexpected { unreadable: true, .. } => Blame::Subject,
        Unexpected { .. } => Blame::SubjectOrScenario,
    };
    faults.extend(session.unexpected().iter().map(|one| Fault { blame: blame(one), story: one.story.clone() }));
    faults.extend(session.wrongs().iter().map(|wrong| Fault {
        blame: Blame::Subject,
        story: format!("request {} of the run: {}", wrong.request, wrong.story),
    }));
    let is_whole = matches!(end, End::Done | End::Parked | End::Killed | End::Exited);
    if is_scripted && is_whole && !scenario.end.allows(end.word()) {
        let (found, expected) = (end.word(), scenario.end.word());
        let story = format!("the run ended {found}, and was expected to end {expected}");
        faults.push(Fault { blame: Blame::SubjectOrScenario, story });
    }
    let is_gone = matches!(end, End::Broken | End::Hung);
    if scenario.end != ExpectedEnd::Killed && !is_gone && end != End::Left {
        let left_over = session.left_over().into_iter().chain(left_over);
        faults.extend(
            left_over.map(|story| Fault { blame: Blame::SubjectOrScenario, story: format!("left over: {story}") }),
        );
    }
    let (events, raw) = (log.finish(&scenario.secrets), session.raw().to_vec());
    let answered = answered::odd(&events, is_gone || end == End::Killed).into_iter().map(|one| one.to_string());
    let odd = answered.chain(odd::stories(&events));
    faults.extend(odd.map(|story| Fault { blame: Blame::Subject, story }));
    Played { events, end, faults, raw, unplaced }
}

/// The parties of a scenario, and the stream that is written.
struct Cast<'a, 'b> {
    scenario: &'a Scenario,
    log: Log,
    parties: Parties<'a>,
    /// Where somebody takes the person's part.
    chair: Option<&'a mut Chair<'b>>,
    /// What was done at a place that could not be seen.
    unplaced: BTreeSet<u64>,
    /// Whether the subject was started anew.
    again: bool,
}

impl Company for Cast<'_, '_> {
    fn scene(&self) -> Scene {
        self.scenario.scene()
    }

    fn setup(&mut self) -> Setup {
        let mut setup = self.scenario.setup();
        if self.again {
            setup.stored.extend(self.log.recorded().cloned());
        }
        setup
    }

    fn start(&mut self) -> Vec<Due> {
        self.parties.start()
    }

    fn see(&mut self, effect: &Effect) -> Result<Seen, SubjectError> {
        self.parties.see(effect)
    }

    fn restart(&mut self) {
        self.again = true;
        self.parties.restart();
    }

    fn note(&mut self, at: Millis, what: What, is_placed: bool) {
        if let Some(chair) = &mut self.chair {
            chair.see(at, &what);
        }
        let seq = self.log.push(at, what);
        self.unplaced.extend((!is_placed).then_some(seq));
    }

    fn hand(&mut self, input: Input) -> Input {
        with_stored(input, self.log.recorded())
    }

    fn linger(&mut self, open: &[Op], first: Millis) -> Vec<Due> {
        self.chair.as_mut().map(|chair| chair.ask(open, Some(first))).unwrap_or_default()
    }

    fn rest(&mut self, open: &[Op]) -> Vec<Due> {
        self.chair.as_mut().map(|chair| chair.ask(open, None)).unwrap_or_default()
    }

    fn is_done(&self) -> bool {
        self.chair.as_ref().is_some_and(|chair| chair.is_left())
    }
}

#[cfg(test)]
#[path = "play_tests.rs"]
mod tests;
