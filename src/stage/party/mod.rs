//! The parties of a run. Each one sees every effect, and may owe deliveries for it.

mod outside;
mod people;
mod things;

use std::hash::Hasher;

use self::{
    outside::{Client, Operator},
    people::Person,
};
pub use self::{
    outside::{NEVER_SHOWN, stored_value, with_stored},
    things::{Files, Tools},
};
use super::{Scenario, SubjectError, fault::Culprit};
use crate::{
    llm::{Session, shell::ModelShell},
    model::{Fingerprint, Millis},
    system::{Effect, Input},
};

/// An input, and the time from its cause until it is due.
pub type Due = (Millis, Input);

/// What follows from an effect.
#[derive(Debug, Default)]
pub struct Seen {
    /// The inputs that the effect causes.
    pub due: Vec<Due>,
    /// Set if the subject is killed before its next effect: what follows then.
    pub killed: Option<Killed>,
    /// Kills that come later: the time until each, and what follows then.
    pub killed_later: Vec<(Millis, Killed)>,
}

impl Seen {
    fn kill(&mut self, after: Millis, killed: Killed) {
        if after == Millis::default() {
            self.killed = Some(killed);
        } else {
            self.killed_later.push((after, killed));
        }
    }
}

/// What follows when a subject is killed.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Killed {
    /// The run is over.
    ForGood,
    /// The subject is restarted.
    ToRestart,
}

/// The parties of a scenario.
pub struct Parties<'a> {
    model: &'a mut dyn ModelShell,
    tools: Tools<'a>,
    person: Person,
    client: Client,
    files: Files,
    operator: Operator,
}

impl<'a> Parties<'a> {
    /// The parties of `scenario`, with the scripts of `part`: the scenario itself, or its earlier part. `model` is the
    /// shell that carries requests to the scripted model.
    pub fn new(scenario: &'a Scenario, part: &'a Scenario, model: &'a mut dyn ModelShell) -> Self {
        Self {
            model,
            tools: Tools::new(&part.tools),
            person: Person::new(&part.person),
            client: Client::new(&part.client),
            operator: Operator::new(&part.operator),
            files: Files::new(&scenario.files, scenario.obstacles.clone()).meanwhile(&scenario.files_meanwhile),
        }
    }

    /// Gives the parties the scripts of `part`, and the model its session. The files stay. Returns the session before.
    pub fn turn_to(&mut self, part: &'a Scenario, session: Session) -> Session {
        self.tools = Tools::new(&part.tools);
        self.person = Person::new(&part.person);
        self.client = Client::new(&part.client);
        self.operator = Operator::new(&part.operator);
        let before = self.model.finish();
        self.model.begin(session);
        before
    }

    /// The inputs that are due from the start.
    pub fn start(&mut self) -> Vec<Due> {
        self.operator.start()
    }

    /// Shows an effect to every party.
    ///
    /// # Errors
    /// With the culprit `environment` if a request did not reach the model, `suite` if a script is at fault.
    pub fn see(&mut self, effect: &Effect) -> Result<Seen, SubjectError> {
        let mut seen = Seen::default();
        // The operator comes first: at one instant its inputs precede the answers to effects.
        self.operator.see(effect, &mut seen);
        match effect {
            Effect::Request(op, request) => {
                let delivery = self
                    .model
                    .exchange(*op, request)
                    .map_err(|error| SubjectError { culprit: Culprit::Environment, message: error.to_string() })?;
                let after = delivery.after;
                seen.due.extend(delivery.events.into_iter().map(|event| (after, Input::Model(*op, event))));
            }
            Effect::Call(op, call) => seen.due.push(self.tools.execute(*op, call)),
            Effect::Show(op, prompt) => self.person.look(*op, prompt, &mut seen.due),
            Effect::File(op, file) => seen.due.push(self.files.settle(*op, file)),
            Effect::Timer(op, length) => seen.due.push((*length, Input::Fired(*op))),
            Effect::Client(message) => self.client.hear(message, &mut seen.due),
            Effect::Cancel(..)
            | Effect::Record(_)
            | Effect::Refuse(_)
            | Effect::Turn(_)
            | Effect::Notice(_)
            | Effect::Exit(_) => {}
        }
        Ok(seen)
    }

    /// The subject was restarted, and counts its operations from 1 again.
    pub fn restart(&mut self) {
        self.person.restart();
    }

    /// Adds the state of every party to a fingerprint. The scripts are the same in all runs of a scenario.
    pub fn fingerprint(&self, into: &mut dyn Hasher) {
        self.model.fingerprint(into);
        self.tools.fingerprint(into);
        self.person.fingerprint(into);
        self.client.fingerprint(into);
        self.files.fingerprint(into);
        self.operator.fingerprint(into);
    }

    /// The unused rules of the scripts, in words. The session of the model reports its own.
    pub fn left_over(&self) -> Vec<String> {
        [self.person.left_over(), self.client.left_over(), self.operator.left_over()].concat()
    }
}
