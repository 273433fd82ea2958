//! cucumber's world: the scenario in the making, then the finished run.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    binders::Binders,
    case::Case,
    check::{Evidence, Mismatch},
    outcome::{NotAsked, Outcome, ThenOutcome},
    steps::Draft,
};
use crate::stage::{Culprit, End, Fault, Lane, Observation, Played, Scenario};
use futures::{executor::block_on, future::LocalBoxFuture};
use serde_json::Value;

/// Plays scenarios for worlds.
pub trait Player {
    /// The lanes that are shown.
    fn lanes(&self) -> &[Lane];

    /// Plays a scenario. None where nobody is left to play it, which is a bug.
    fn play(&self, scenario: Scenario) -> LocalBoxFuture<'_, Option<Plays>>;
}

/// What comes of asking for a scenario.
pub enum Plays {
    /// It was played.
    Played(Played),
    /// It is not asked of this subject: why.
    NotAsked(NotAsked),
}

/// One scenario on its way through cucumber.
#[derive(Default, cucumber::World)]
pub struct CaseRun {
    pub(super) player: Option<Arc<dyn Player>>,
    pub(super) case: Option<Arc<Case>>,
    next: usize,
    draft: Draft,
    /// A step that refused what it had taken when the feature was read; a bug, and the run does not happen.
    broken: Option<String>,
    played: Option<Played>,
    /// Why it is not asked of this subject.
    not_asked: Option<NotAsked>,
    binders: Binders,
    thens: Vec<ThenOutcome>,
}

impl fmt::Debug for CaseRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("case", &self.case.as_ref().map(|case| &case.id)).finish_non_exhaustive()
    }
}

/// What every step is registered as: the case knows which of its steps comes next, so nothing is matched again.
pub fn dispatch(world: &mut CaseRun, _: cucumber::step::Context) -> LocalBoxFuture<'_, ()> {
    Box::pin(world.step())
}

/// Judges `case` with a run that `play` makes of its scenario, without cucumber: for a run that is none of a seat's.
pub fn judge(case: &Arc<Case>, play: impl FnOnce(&Scenario) -> Played + Send + 'static) -> Option<Outcome> {
    let player = Arc::new(Once(Mutex::new(Some(Box::new(play)))));
    let mut world = CaseRun { player: Some(player), case: Some(Arc::clone(case)), ..CaseRun::default() };
    block_on(async {
        for _ in &case.steps {
            world.step().await;
        }
        world.finish().await
    })
}

fn never_met(name: &str) -> String {
    format!(
        "{name} stands for no id yet: no step above has met it, and this one looks at no JSON in which it could be met"
    )
}

/// Plays one scenario, once.
struct Once(Mutex<Option<Play>>);

type Play = Box<dyn FnOnce(&Scenario) -> Played + Send>;

impl Player for Once {
    fn lanes(&self) -> &[Lane] {
        &Lane::ALL
    }

    fn play(&self, scenario: Scenario) -> LocalBoxFuture<'_, Option<Plays>> {
        let play = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        Box::pin(async move { play.map(|play| Plays::Played(play(&scenario))) })
    }
}

impl CaseRun {
    async fn step(&mut self) {
        let (Some(case), Some(player)) = (self.case.clone(), self.player.clone()) else { return };
        let Some(line) = case.steps.get(self.next) else { return };
        self.next += 1;
        if !line.matched.is_check() {
            if self.broken.is_none()
                && let Err(why) = line.matched.build(&mut self.draft)
            {
                self.broken = Some(format!("{}:{}: {} {}: {why}", case.file, line.line, line.keyword, line.text));
            }
            return;
        }
        self.play(player.as_ref()).await;
        let finding = match &self.played {
            Some(played) if played.end == End::Broken => Err(Mismatch::Unread("the run ended early".to_owned())),
            Some(played) => {
                let evidence = Evidence::new(played, player.lanes()).knowing(self.binders.clone());
                let finding = line.matched.check(&evidence, &|text| self.binders.filled(text));
                finding.and_then(|()| {
                    self.binders = evidence.known();
                    let unbound = line.matched.args.texts().find_map(|text| self.binders.unbound(text));
                    unbound.map_or(Ok(()), |name| Err(Mismatch::Unread(never_met(name))))
                })
            }
            None => Err(Mismatch::Unread("the scenario was not run".to_owned())),
        };
        self.thens.push(ThenOutcome {
            text: line.text.clone(),
            line: line.line,
            requirements: line.matched.requirements.clone(),
            finding,
        });
    }

    /// Plays the scenario, once.
    async fn play(&mut self, player: &dyn Player) {
        if self.played.is_some() || self.not_asked.is_some() || self.broken.is_some() {
            return;
        }
        let scenario = &mut self.draft.scenario;
        if let Some(case) = self.case.as_ref().filter(|_| scenario.about.is_empty()) {
            scenario.about.clone_from(&case.id);
        }
        match player.play(scenario.clone()).await {
            Some(Plays::Played(played)) => self.played = Some(played),
            Some(Plays::NotAsked(why)) => self.not_asked = Some(why),
            None => {}
        }
        let stored = self.played.iter().flat_map(|played| &played.events).filter_map(Observation::stored);
        let lines = scenario.lines().map(Value::to_string).collect::<String>();
        self.binders.bind_sent(&lines, stored);
    }

    /// What came of it. A scenario without a `Then` is played here.
    pub(super) async fn finish(&mut self) -> Option<Outcome> {
        let (case, player) = (self.case.clone()?, self.player.clone()?);
        self.play(player.as_ref()).await;
        if let Some(why) = self.not_asked.take() {
            return Some(Outcome::skipped(case, why));
        }
        let mut faults = Vec::new();
        faults.extend(self.broken.take().map(|message| Fault { culprit: Culprit::Suite, message }));
        let thens = std::mem::take(&mut self.thens);
        let secrets = std::mem::take(&mut self.draft.scenario.secrets);
        Some(Outcome::new(case, self.played.take(), faults, thens, secrets))
    }
}
