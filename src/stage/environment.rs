//! Everybody whom a subject meets in a run: who tells it what it begins with, hears what it does, and owes it answers.

use super::{
    SubjectError,
    party::{Due, Seen},
    scene::Scene,
    stream::What,
};
use crate::{
    model::{Millis, Op},
    system::{Effect, Input, Setup},
};

/// All parties of a run together, and whoever writes down what happens.
pub trait Environment {
    /// What the subject has around it.
    fn scene(&self) -> Scene;

    /// What the subject begins with; once it was started anew, with what it has stored.
    fn setup(&mut self) -> Setup;

    /// What is due from the start.
    fn start(&mut self) -> Vec<Due>;

    /// Shows them what the subject does.
    ///
    /// # Errors
    /// The environment's, where a request did not reach the model; the suite's, where a script is at fault.
    fn see(&mut self, effect: &Effect) -> Result<Seen, SubjectError>;

    /// The subject is started anew, and counts its operations from the start.
    fn restart(&mut self);

    /// What happened, at virtual time `at`; `is_placed` where it was seen among what the subject did in other lanes.
    fn note(&mut self, at: Millis, what: What, is_placed: bool);

    /// The subject waits, with these operations open.
    fn parked(&mut self, _open: &[Op]) {}

    /// What is delivered where `input` is due.
    fn hand(&mut self, input: Input) -> Input {
        input
    }

    /// Which of so many deliveries, due at one instant, comes first; counted from 0 in the plain order.
    fn pick(&mut self, _due: usize) -> usize {
        0
    }

    /// What they do once nothing is due any more, with these operations open. Nothing, and the run is over.
    fn rest(&mut self, _open: &[Op]) -> Vec<Due> {
        Vec::new()
    }

    /// What they do while nothing but timers is due, the first after so long, with these operations open. Nothing, and it
    /// fires.
    fn linger(&mut self, _open: &[Op], _first: Millis) -> Vec<Due> {
        Vec::new()
    }

    /// Whether they have seen enough.
    fn is_done(&self) -> bool {
        false
    }
}
