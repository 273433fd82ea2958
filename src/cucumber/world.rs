//! The world of a scenario in cucumber: first the scenario that its steps build, then the finished run.

use std::fmt;

use ::cucumber::gherkin::StepType;

use super::Players;
use crate::{
    stage::{Fault, Played, Scenario, redaction::Secrets},
    suite::{
        Reader,
        check::{Evidence, Mismatch},
        lint,
        steps::{Draft, Matched, NoMatch, find},
    },
};

/// The world of a scenario. Without [`Players`], the reference plays the scenario.
#[derive(Default, ::cucumber::World)]
pub struct World {
    players: Option<Players>,
    id: String,
    /// Whether the program carries the feature. Then another subject than the reference is asked only what a requirement
    /// demands.
    is_carried: bool,
    draft: Draft,
    run: Option<Run>,
}

/// A finished run, and the reader for its Then steps.
struct Run {
    played: Played,
    reader: Reader,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("id", &self.id).field("played", &self.run.is_some()).finish_non_exhaustive()
    }
}

impl AsMut<Self> for World {
    fn as_mut(&mut self) -> &mut Self {
        self
    }
}

impl World {
    /// Gives the world its players, and the id of its scenario. [`runner`](super::runner) calls this for every
    /// scenario. A `before` hook of your own replaces that one, so it must call this, too.
    pub fn set_up(&mut self, players: &Players, id: String) {
        (self.players, self.id) = (Some(players.clone()), id);
    }

    pub(super) const fn asks_as_carried(&mut self, is_carried: bool) {
        self.is_carried = is_carried;
    }

    /// The scenario that was built so far. A Given or When step of your own may change it.
    ///
    /// # Panics
    /// If the scenario was played already.
    pub fn scenario(&mut self) -> &mut Scenario {
        &mut self.draft().scenario
    }

    /// Runs a Given step of hotseat, as if it stood in the feature: `world.given("a terminal")`.
    ///
    /// # Panics
    /// If hotseat has no such step, or the scenario was played already.
    pub fn given(&mut self, text: &str) {
        self.build(&matched(StepType::Given, text, None));
    }

    /// Runs a When step of hotseat.
    ///
    /// # Panics
    /// As [`given`](Self::given).
    pub fn when(&mut self, text: &str) {
        self.build(&matched(StepType::When, text, None));
    }

    /// Runs a Then step of hotseat.
    ///
    /// # Panics
    /// If hotseat has no such step, or the step does not hold.
    pub async fn then(&mut self, text: &str) {
        self.check(&matched(StepType::Then, text, None)).await;
    }

    /// The finished run. The first call plays the scenario.
    ///
    /// # Panics
    /// If the scenario cannot be played, or something is wrong with the run as a whole.
    pub async fn played(&mut self) -> &Played {
        &self.run().await.played
    }

    /// What the subject shows of the finished run, as hotseat's own Then steps read it.
    ///
    /// # Panics
    /// As [`played`](Self::played).
    pub async fn evidence(&mut self) -> Evidence<'_> {
        self.run().await;
        let Self { players: Some(players), run: Some(run), .. } = self else { unreachable!("it was played just now") };
        Evidence::new(&run.played, players.lanes())
    }

    /// Runs a step of a feature.
    pub(super) async fn take(&mut self, kind: StepType, text: &str, docstring: Option<String>) {
        let matched = matched(kind, text, docstring);
        match kind {
            StepType::Given | StepType::When => self.build(&matched),
            StepType::Then => self.check(&matched).await,
        }
    }

    fn draft(&mut self) -> &mut Draft {
        assert!(self.run.is_none(), "the scenario was played already, at its first Then, so it can no longer change");
        &mut self.draft
    }

    fn build(&mut self, matched: &Matched) {
        let built = matched.build(self.draft());
        built.unwrap_or_else(|why| panic!("{why}\nthe step is `{}`", matched.step.expression));
    }

    async fn check(&mut self, matched: &Matched) {
        let (players, is_carried) = (self.players(), self.is_carried);
        // Building a Then step checks its arguments, as reading a feature does.
        matched.build(&mut self.draft).unwrap_or_else(|why| panic!("{why}"));
        let Run { played, reader } = self.run().await;
        let finding = reader.read(played, players.lanes(), matched);
        if is_carried && !players.is_reference() && matched.requirements.is_empty() {
            return;
        }
        match finding {
            Ok(()) | Err(Mismatch::Unmet(_)) => {}
            Err(Mismatch::Fails { expected, found, seq }) => {
                let seen = seq.map(|seq| format!("\nseen at: observation {seq}")).unwrap_or_default();
                self.fail(format!("expected: {expected}\nfound: {found}{seen}"));
            }
            Err(Mismatch::Unread(why)) => self.fail(format!("undecidable: {why}")),
        }
    }

    async fn run(&mut self) -> &mut Run {
        if self.run.is_none() {
            lint::whole(&self.draft).unwrap_or_else(|(why, help)| panic!("{why}\n{help}"));
            let scenario = &mut self.draft.scenario;
            if scenario.about.is_empty() {
                scenario.about.clone_from(&self.id);
            }
            let players = self.players();
            let played = players.play(&self.draft.scenario).await;
            let played = played.own_part(&self.draft.scenario).into_owned();
            let reader = Reader::new(&self.draft.scenario, &played);
            self.run = Some(Run { played, reader });
        }
        if let Some(faults) = self.run.as_ref().and_then(|run| faults_message(&run.played.faults)) {
            self.fail(faults);
        }
        self.run.as_mut().unwrap_or_else(|| unreachable!("it was played just now"))
    }

    fn players(&mut self) -> Players {
        self.players.get_or_insert_default().clone()
    }

    /// Panics with a message, in which the scenario's secrets are replaced.
    fn fail(&self, mut message: String) -> ! {
        Secrets::new(&self.draft.scenario.secrets).redact(&mut message);
        panic!("{message}")
    }
}

/// The faults of the run as a whole, as a message. `None` if there are none.
fn faults_message(faults: &[Fault]) -> Option<String> {
    let tell = |fault: &Fault| format!("fault of the {}: {}", fault.culprit.words(), fault.message);
    (!faults.is_empty()).then(|| faults.iter().map(tell).collect::<Vec<_>>().join("\n"))
}

fn matched(kind: StepType, text: &str, docstring: Option<String>) -> Matched {
    find(kind, text, docstring).unwrap_or_else(|why| match why {
        NoMatch::Undefined(nearest) => panic!("hotseat has no {kind:?} step for {text:?}; the nearest is `{nearest}`"),
        NoMatch::Ambiguous(several) => panic!("{} steps match {text:?}: `{}`", several.len(), several.join("` and `")),
    })
}
