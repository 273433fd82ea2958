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

/// An input that is due so long after what caused it.
pub type Due = (Millis, Input);

/// What the parties make of an effect.
#[derive(Debug, Default)]
pub struct Seen {
    /// What is due now.
    pub due: Vec<Due>,
    /// Whether, and how, the subject is to be killed before its next effect.
    pub killed: Option<Killed>,
}

/// What is to become of a subject that is killed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Killed {
    /// Nothing.
    ForGood,
    /// It is started anew.
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
            files: Files::new(scenario.files.clone(), scenario.obstacles.clone()),
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
    /// The environment's, where a request did not reach the model; the suite's, where a script is at fault.
    pub fn see(&mut self, effect: &Effect) -> Result<Seen, SubjectError> {
        let mut seen = Seen::default();
        // First, so that within one instant what comes from outside comes before what was asked for.
        self.operator.see(effect, &mut seen);
        match effect {
            Effect::Request(op, request) => {
                let delivery = self
                    .model
                    .exchange(*op, request)
                    .map_err(|message| SubjectError { culprit: Culprit::Environment, message })?;
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

    /// What the scripts still hold ready, in words. The model's own is in its session.
    pub fn left_over(&self) -> Vec<String> {
        [self.person.left_over(), self.client.left_over(), self.operator.left_over()].concat()
    }
}
