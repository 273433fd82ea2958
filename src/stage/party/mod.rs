//! The parties: each sees every effect, and owes zero, one or many deliveries.

mod outside;
mod people;
mod things;

use self::{
    outside::{Client, Operator},
    people::Person,
};
pub use self::{
    outside::{stored_value, with_stored},
    things::{Files, Tools},
};
use super::{Scenario, SubjectError, fault::Culprit};
use crate::{
    llm::shell::ModelShell,
    model::Millis,
    system::{Effect, Input},
};

/// An input, and how long after its cause it is due.
pub type Due = (Millis, Input);

/// What the parties make of an effect.
#[derive(Debug, Default)]
pub struct Seen {
    /// What is due now.
    pub due: Vec<Due>,
    /// Whether the subject is killed before its next effect, and what follows then.
    pub killed: Option<Killed>,
}

/// What follows when a subject is killed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Killed {
    /// The run is over.
    ForGood,
    /// It is restarted.
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
    /// The parties of `scenario`, with its model behind `model`.
    pub fn new(scenario: &'a Scenario, model: &'a mut dyn ModelShell) -> Self {
        Self {
            model,
            tools: Tools::new(&scenario.tools),
            person: Person::new(&scenario.person),
            client: Client::new(&scenario.client),
            files: Files::new(scenario.files.clone(), scenario.obstacles.clone())
                .meanwhile(scenario.files_meanwhile.clone()),
            operator: Operator::new(&scenario.operator),
        }
    }

    /// What is due from the start.
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

    /// The subject is started anew, and counts its operations from the start.
    pub fn restart(&mut self) {
        self.person.restart();
    }

    /// What is left over in the scripts, in words. The model's script reports its own in its session.
    pub fn left_over(&self) -> Vec<String> {
        [self.person.left_over(), self.client.left_over(), self.operator.left_over()].concat()
    }
}
