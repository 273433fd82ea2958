//! Plays a scenario: runs the subject among the scripted parties, and keeps the event stream.

use std::{
    collections::BTreeSet,
    hash::{Hash, Hasher},
};

use super::{
    Scenario,
    crossroads::Crossroads,
    environment::Environment,
    fault::{Culprit, Fault},
    interactive::{InteractivePerson, InteractiveSession},
    order::Order,
    party::{Due, Parties, Seen, with_stored},
    prompt_violations, protocol_violations,
    redaction::Secrets,
    run::{End, run_loop},
    scenario::{Deed, ExpectedEnd, PersonRule},
    scene::Scene,
    stream::{Log, Observation, What, redacted},
    subject::{Subject, SubjectError},
};
use crate::{
    llm::{RawExchange, Session, Unexpected, Wire, shell::ModelShell},
    model::{Millis, Op},
    system::{Effect, Input, Setup, Turn},
};

/// A finished run.
#[derive(Clone, Debug)]
#[must_use = "an unread run proves nothing"]
pub struct Played {
    /// The event stream.
    pub events: Vec<Observation>,
    /// How it ended.
    pub end: End,
    /// What is wrong with the run as a whole, independent of any `Then` step.
    pub faults: Vec<Fault>,
    /// The requests to the model as bytes.
    pub raw: Vec<RawExchange>,
    /// The lines that the subject and this program have exchanged, as [`Subject::take_exchanged`] tells them.
    pub exchanged: String,
    /// The numbers of observations whose order is unknown among those of other lanes in the same delivery.
    pub unplaced: BTreeSet<u64>,
    /// The secrets of the run, for [`Played::redacted`].
    pub secrets: Secrets,
    /// Each time that the subject was parked: how many observations there were, and which operations were open.
    pub parks: Vec<(usize, Vec<Op>)>,
    /// Where the scenario's own part begins, if it has an earlier part.
    pub own_part: Option<OwnPart>,
    /// Whether the results in requests say which of them are errors. On some wires they cannot.
    pub marks_errors: bool,
}

/// Where the scenario's own part begins in a run.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct OwnPart {
    /// How many observations come before it.
    pub events: usize,
    /// How many of them are records.
    pub records: usize,
    /// When it begins.
    pub at: Millis,
}

impl Played {
    /// A run in which nothing happened.
    pub fn nothing() -> Self {
        Self {
            events: Vec::new(),
            end: End::Done,
            faults: Vec::new(),
            raw: Vec::new(),
            exchanged: String::new(),
            unplaced: BTreeSet::new(),
            secrets: Secrets::default(),
            parks: Vec::new(),
            own_part: None,
            marks_errors: true,
        }
    }

    /// The run with its secrets replaced in events and faults. Everything that is shown or written comes from a
    /// redacted run, but the verdicts come from the run with its secrets. The raw exchanges are redacted where they
    /// become text, since a secret may be split between two frames.
    pub fn redacted(mut self) -> Self {
        self.events = redacted(self.events, &self.secrets);
        self.faults.iter_mut().for_each(|fault| self.secrets.redact(&mut fault.message));
        self.secrets.redact(&mut self.exchanged);
        self
    }
}

/// Plays `scenario` against `subject` in the plain order, until nothing is due any more.
pub fn play(scenario: &Scenario, subject: &mut dyn Subject, model: &mut dyn ModelShell) -> Played {
    play_with(scenario, subject, model, None, None)
}

/// Plays `scenario` with a human, `person`, in the place of the scripted person. Returns the run, and rules that repeat
/// the human's acts at the same virtual times. The expected end of the scenario is not checked, since a human need not
/// follow the script.
pub fn play_interactively(
    scenario: &Scenario,
    subject: &mut dyn Subject,
    model: &mut dyn ModelShell,
    person: &mut dyn InteractivePerson,
) -> (Played, Vec<PersonRule>) {
    let scenario = Scenario { person: Vec::new(), ..scenario.clone() };
    let mut interactive = InteractiveSession::new(person);
    let played = play_with(&scenario, subject, model, Some(&mut interactive), None);
    (played, interactive.rules())
}

/// Plays `scenario` in the order that `order` decides: any pending input may come next, whatever its delay. The expected end
/// of the scenario is not checked, since a script need not hold in every order.
pub fn play_in_order(
    scenario: &Scenario,
    subject: &mut dyn Subject,
    model: &mut dyn ModelShell,
    order: &mut dyn Order,
) -> Played {
    play_with(scenario, subject, model, None, Some(order))
}

fn play_with(
    scenario: &Scenario,
    subject: &mut dyn Subject,
    model: &mut dyn ModelShell,
    interactive: Option<&mut InteractiveSession<'_>>,
    order: Option<&mut dyn Order>,
) -> Played {
    let is_scripted = interactive.is_none() && order.is_none();
    let earlier = scenario.earlier.as_deref();
    let first = earlier.unwrap_or(scenario);
    model.begin(session(scenario, first));
    let mut environment = ScenarioEnvironment {
        scenario,
        log: Log::default(),
        parties: Parties::new(scenario, first, model),
        interactive,
        order,
        unplaced: BTreeSet::new(),
        parks: Vec::new(),
        is_restarted: false,
        turn: None,
        now: Millis::default(),
        own_part: None,
        faults: Vec::new(),
        raw: Vec::new(),
    };
    let (mut end, mut faults) = run_loop(&mut environment, subject);
    let ScenarioEnvironment { log, parties, unplaced, parks, own_part, faults: faults_before, mut raw, .. } =
        environment;
    let left_over = parties.left_over();
    let session = model.finish();
    faults.extend(faults_before);
    faults.extend(faults_of(&session));
    if earlier.is_some() && own_part.is_none() {
        let message = format!("the earlier turns ended {}, so the scenario's own part never began", end.word());
        faults.push(Fault { culprit: Culprit::SubjectOrScenario, message });
        if end != End::Hung {
            end = End::Broken;
        }
    }
    let is_whole = matches!(end, End::Done | End::Parked | End::Killed | End::Exited);
    if is_scripted && is_whole && !scenario.end.allows(end.word()) {
        let (found, expected) = (end.word(), scenario.end.word());
        let message = format!("the run ended {found}, and was expected to end {expected}");
        faults.push(Fault { culprit: Culprit::SubjectOrScenario, message });
    }
    let is_gone = matches!(end, End::Broken | End::Hung);
    if scenario.end != ExpectedEnd::Killed && !is_gone && end != End::Left {
        let left_over = session.left_over().into_iter().chain(left_over);
        faults.extend(
            left_over
                .map(|message| Fault { culprit: Culprit::SubjectOrScenario, message: format!("left over: {message}") }),
        );
    }
    raw.extend_from_slice(session.raw());
    let is_marked = |exchange: &RawExchange| Wire::of_path(&exchange.request.path).is_none_or(Wire::marks_errors);
    let marks_errors = !model.reads_wire() || raw.iter().all(is_marked);
    let events = log.finish();
    let violations = prompt_violations::prompt_violations(&events, is_gone || end == End::Killed)
        .into_iter()
        .map(|one| one.to_string());
    let violations = violations.chain(protocol_violations::protocol_violations(&events));
    faults.extend(violations.map(|message| Fault { culprit: Culprit::Subject, message }));
    Played {
        events,
        end,
        faults,
        raw,
        exchanged: subject.take_exchanged(),
        unplaced,
        secrets: Secrets::new(&scenario.secrets),
        parks,
        own_part,
        marks_errors,
    }
}

/// The session of the model for `part`, which is `scenario` itself or its earlier part.
fn session(scenario: &Scenario, part: &Scenario) -> Session {
    Session::new(part.model.clone()).speaking(scenario.wire, scenario.streamed)
}

/// The faults that the requests of a session show.
fn faults_of(session: &Session) -> impl Iterator<Item = Fault> + '_ {
    let culprit = |one: &Unexpected| match one {
        Unexpected { ambiguous: true, .. } => Culprit::Suite,
        Unexpected { unreadable: true, .. } => Culprit::Subject,
        Unexpected { .. } => Culprit::SubjectOrScenario,
    };
    let unexpected = session.unexpected().iter();
    let unexpected = unexpected.map(move |one| Fault { culprit: culprit(one), message: one.message.clone() });
    let wrong = session.wrongs().iter().map(|wrong| Fault {
        culprit: Culprit::Subject,
        message: format!("request {} of the run: {}", wrong.request, wrong.message),
    });
    unexpected.chain(wrong)
}

/// The parties of a scenario, and the log of its stream.
struct ScenarioEnvironment<'a, 'b, 'c> {
    scenario: &'a Scenario,
    log: Log,
    parties: Parties<'a>,
    /// The human in the person's place, if there is one.
    interactive: Option<&'a mut InteractiveSession<'b>>,
    /// What decides over the order, if it is not the plain one.
    order: Option<&'a mut (dyn Order + 'c)>,
    /// The numbers of observations whose order among other lanes is unknown.
    unplaced: BTreeSet<u64>,
    /// How many observations there were each time that the subject was parked, with the operations that were open.
    parks: Vec<(usize, Vec<Op>)>,
    /// Whether the subject was restarted.
    is_restarted: bool,
    /// The state of the last turn. `None` before the first.
    turn: Option<Turn>,
    /// The time of the last observation.
    now: Millis,
    /// Where the scenario's own part begins. `None` before that, and if there is no earlier part.
    own_part: Option<OwnPart>,
    /// The faults of the earlier part.
    faults: Vec<Fault>,
    /// The requests and replies of the earlier part.
    raw: Vec<RawExchange>,
}

impl ScenarioEnvironment<'_, '_, '_> {
    /// Whether the earlier part is over, and the scenario's own part may begin.
    fn may_begin(&self, open: &[Op]) -> bool {
        let is_before = self.scenario.earlier.is_some() && self.own_part.is_none();
        is_before && open.is_empty() && matches!(self.turn, None | Some(Turn::Ended(_)))
    }

    /// Begins the scenario's own part.
    fn begin(&mut self) -> Vec<Due> {
        let records = self.log.recorded().count();
        self.own_part = Some(OwnPart { events: self.log.count(), records, at: self.now });
        let before = self.parties.turn_to(self.scenario, session(self.scenario, self.scenario));
        let left_over = before.left_over().into_iter().map(|message| Fault {
            culprit: Culprit::SubjectOrScenario,
            message: format!("left over in the earlier turns: {message}"),
        });
        self.faults.extend(faults_of(&before).chain(left_over));
        self.raw.extend_from_slice(before.raw());
        self.parties.start()
    }
}

impl ScenarioEnvironment<'_, '_, '_> {
    /// Adds the state of everybody around the subject to a fingerprint, with what the checks at the end of the run
    /// remember of the stream so far. `may_be_killed` says whether the subject may still be killed in this order.
    fn fingerprint(&self, mut into: &mut dyn Hasher, may_be_killed: bool) {
        self.parties.fingerprint(into);
        (self.is_restarted, &self.turn, self.own_part.map(|own| own.records)).hash(&mut into);
        let events = self.log.so_far();
        prompt_violations::remembered(events).hash(&mut into);
        protocol_violations::remembered(events).hash(&mut into);
        if self.reads_records() || may_be_killed {
            self.log.recorded().for_each(|record| record.hash(&mut into));
        }
    }

    /// Whether what is stored comes back: in a restart, or in a line of the client.
    fn reads_records(&self) -> bool {
        let parts = [Some(self.scenario), self.scenario.earlier.as_deref()];
        parts.into_iter().flatten().any(|part| {
            let of_operator = part.operator.iter().any(|rule| match &rule.does {
                Deed::Restart => true,
                Deed::Line(line) => line.to_string().contains('#'),
                _ => false,
            });
            let mut lines = part.client.iter().flat_map(|rule| &rule.lines);
            of_operator || lines.any(|timed| timed.line.to_string().contains('#'))
        })
    }
}

impl Environment for ScenarioEnvironment<'_, '_, '_> {
    fn scene(&self) -> Scene {
        self.scenario.scene()
    }

    fn setup(&mut self) -> Setup {
        let mut setup = self.scenario.setup();
        if self.is_restarted {
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
        self.is_restarted = true;
        self.parties.restart();
    }

    fn note(&mut self, at: Millis, what: What, is_placed: bool) {
        if let Some(interactive) = &mut self.interactive {
            interactive.see(at, &what);
        }
        if let What::Effect(Effect::Turn(turn)) = &what {
            self.turn = Some(turn.clone());
        }
        self.now = at;
        let shown = self.order.is_some().then(|| what.clone());
        let seq = self.log.push(at, what);
        if let Some((order, what)) = self.order.as_mut().zip(shown) {
            order.see(at, seq, &what);
        }
        self.unplaced.extend((!is_placed).then_some(seq));
    }

    fn parked(&mut self, open: &[Op]) {
        self.parks.push((self.log.count(), open.to_vec()));
        if let Some(order) = &mut self.order {
            order.parked(open);
        }
    }

    fn takes_any(&self) -> bool {
        self.order.is_some()
    }

    fn choose(&mut self, crossroads: &Crossroads<'_>) -> Option<usize> {
        let Some(order) = self.order.take() else { return Some(0) };
        let may_be_killed = order.may_kill();
        let chosen = order.choose(crossroads.count(), &|into| {
            self.fingerprint(into, may_be_killed);
            crossroads.fingerprint(into)
        });
        self.order = Some(order);
        chosen
    }

    fn kills(&mut self) -> bool {
        self.order.as_mut().is_some_and(|order| order.kills())
    }

    fn hand(&mut self, input: Input) -> Input {
        let before = self.own_part.map_or(0, |own| own.records);
        with_stored(input, self.log.recorded().skip(before))
    }

    fn linger(&mut self, open: &[Op], first: Millis) -> Vec<Due> {
        self.interactive.as_mut().map(|interactive| interactive.ask(open, Some(first))).unwrap_or_default()
    }

    fn rest(&mut self, open: &[Op]) -> Vec<Due> {
        if self.may_begin(open) {
            return self.begin();
        }
        self.interactive.as_mut().map(|interactive| interactive.ask(open, None)).unwrap_or_default()
    }

    fn is_done(&self) -> bool {
        self.interactive.as_ref().is_some_and(|interactive| interactive.has_left())
    }
}

#[cfg(test)]
#[path = "play_tests.rs"]
mod tests;
