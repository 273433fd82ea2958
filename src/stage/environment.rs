//! The environment of a subject. It says what a run begins with, sees every effect, and owes the inputs that follow.

use super::{
    SubjectError,
    crossroads::Crossroads,
    party::{Due, Seen},
    scene::Scene,
    stream::What,
};
use crate::{
    model::{Millis, Op},
    system::{Effect, Input, Setup},
};

/// After this many deliveries a run counts as endless, unless its environment has less patience.
pub(super) const DELIVERIES_MAX: u32 = 20_000;

/// All parties of a run, and its log. Scenarios and simulated runs have an environment each.
pub trait Environment {
    /// What the subject has around it.
    fn scene(&self) -> Scene;

    /// What the subject begins with. After a restart, that includes its stored records.
    fn setup(&mut self) -> Setup;

    /// The inputs that are due from the start.
    fn start(&mut self) -> Vec<Due>;

    /// Shows the parties an effect.
    ///
    /// # Errors
    /// With the culprit `environment` if a request did not reach the model, `suite` if a script is at fault.
    fn see(&mut self, effect: &Effect) -> Result<Seen, SubjectError>;

    /// The subject was restarted, and counts its operations from 1 again.
    fn restart(&mut self);

    /// Logs what happened at virtual time `at`. `is_placed` says whether its order among events of other lanes is
    /// known.
    fn note(&mut self, at: Millis, what: What, is_placed: bool);

    /// The subject is parked, with these operations open.
    fn parked(&mut self, _open: &[Op]) {}

    /// The input that is delivered in the place of `input`, which is due now.
    fn hand(&mut self, input: Input) -> Input {
        input
    }

    /// Picks the next delivery among `_due` deliveries that are due at the same instant, counted from 0 in their plain
    /// order.
    fn pick(&mut self, _due: usize) -> usize {
        0
    }

    /// Whether any pending input may come next, and not only those that are due at the earliest instant. Then
    /// [`Self::choose`] is asked, and [`Self::pick`] is not.
    fn takes_any(&self) -> bool {
        false
    }

    /// Chooses the next delivery among the inputs that are pending, counted from 0 in their plain order. `None` ends the
    /// run. It is also asked when nothing is pending, before the run ends.
    fn choose(&mut self, _crossroads: &Crossroads<'_>) -> Option<usize> {
        Some(0)
    }

    /// Whether the subject is killed after the effect that was seen last, and restarted. Asked only where the parties do not
    /// kill it themselves.
    fn kills(&mut self) -> bool {
        false
    }

    /// Whether nothing comes between two events of one reply that are due at the same instant. A reply over HTTP is sent
    /// whole.
    fn sends_replies_whole(&self) -> bool {
        false
    }

    /// What the parties do when nothing is due any more and these operations are open. If they do nothing, the run
    /// ends.
    fn rest(&mut self, _open: &[Op]) -> Vec<Due> {
        Vec::new()
    }

    /// What the parties do while only timers are due, the first of them after `_first`. If they do nothing, that timer
    /// fires.
    fn linger(&mut self, _open: &[Op], _first: Millis) -> Vec<Due> {
        Vec::new()
    }

    /// After how many deliveries the run counts as endless.
    fn deliveries_max(&self) -> u32 {
        DELIVERIES_MAX
    }

    /// Whether the parties have left, which ends the run.
    fn is_done(&self) -> bool {
        false
    }
}
