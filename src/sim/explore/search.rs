//! The search: run after run, until every order is explored.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    branch::{Branch, Choice, Cut, Shared, Way},
    given::{Given, OrderError},
};
use crate::{
    llm::shell::ModelShell,
    sim::{
        generators,
        rules::Rule,
        scope::Scope,
        watched::{Watched, Watcher, watch},
        workload::Workload,
    },
    stage::{Capability, Culprit, End, Fault, Played, Scenario, Subject, play_in_order},
};

/// How far a search goes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Limits {
    /// How many states are met at most: with several choices, or where the subject may be killed.
    pub states: u64,
    /// Whether a run ends when it comes to a state that was there before.
    pub merges: bool,
    /// Whether the subject is killed, too, and restarted: once in a run, after any effect. Not if it does not claim that it may
    /// be killed.
    pub kills: bool,
}

/// A scenario that is explored, with the rules that hold in every order.
pub struct Explorer<'a> {
    scenario: &'a Scenario,
    scope: &'a Scope,
    workload: Workload,
    rules: Vec<&'static Rule>,
}

/// What a search has found.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// How many orders were played to their end.
    pub orders: u64,
    /// How many runs came to a state that was there before.
    pub merged: u64,
    /// How many states with several choices there are.
    pub states: u64,
    /// How many points there are at which the subject was killed. `None` if it was not.
    pub kill_points: Option<u64>,
    /// The most choices among inputs in one run.
    pub depth: usize,
    /// How many rules were asked.
    pub rules: usize,
    /// The rules that are asked of whole streams alone, so that they saw only the orders that were played to their end.
    pub whole_rules: Vec<&'static str>,
    /// What is broken, by its name: the shortest run of each that was met.
    pub broken: BTreeMap<String, Broken>,
    /// How often the orders ended how.
    pub endings: BTreeMap<&'static str, u64>,
    /// The endings, each with the fingerprint of its state.
    pub last_states: BTreeSet<(&'static str, Option<u64>)>,
    /// How many runs had a request for which the script has no reply, and what was found in the first of them.
    pub unscripted: (u64, Option<String>),
    /// Why the search ended.
    pub stopped: Stopped,
}

/// Why a search ended.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Stopped {
    /// Every order is explored.
    #[default]
    Whole,
    /// There are more states than the limit allows.
    Limit,
    /// It was told to stop.
    Told,
    /// A run did not repeat the choices of the run before: how it differs.
    Differs(String),
    /// The adapter or the surroundings are at fault, so a run says nothing.
    Fault(Fault),
}

/// A rule that is broken in some order, or a fault of the run itself.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Broken {
    /// The name of the rule. `None` if the run itself is at fault.
    pub rule: Option<&'static str>,
    /// The requirements that are not met.
    pub requirements: Vec<String>,
    /// How it is broken.
    pub message: String,
    /// The number of the observation at which that shows.
    pub seq: u64,
    /// The order of the run.
    pub way: Way,
}

/// One order, played again.
#[derive(Debug)]
pub struct Replayed {
    /// The run.
    pub played: Played,
    /// What is broken in it, by its name.
    pub broken: BTreeMap<String, Broken>,
}

/// A run of the search.
struct Run {
    played: Played,
    cut: Option<Cut>,
    last: Option<u64>,
    broken: BTreeMap<String, Broken>,
}

impl<'a> Explorer<'a> {
    /// An explorer of `scenario`, with the rules of its system that can be decided in this scope. Rules that only simulated
    /// runs are held to are left out.
    pub fn new(scenario: &'a Scenario, scope: &'a Scope) -> Self {
        let is_asked =
            |rule: &&'static Rule| !rule.only_simulated && scope.demands(rule) && scope.lacks(rule).is_none();
        let all = generators::of(&scenario.system).map(|generator| generator.rules()).unwrap_or_default();
        Self { scenario, scope, workload: workload(scenario), rules: all.into_iter().filter(is_asked).collect() }
    }

    /// Explores every order, up to the limits and as long as `may_go_on` says so.
    pub fn explore(
        &self,
        limits: Limits,
        subject: &mut dyn Subject,
        model: &mut dyn ModelShell,
        may_go_on: &dyn Fn() -> bool,
    ) -> Explored {
        let is_whole = |rule: &&'static Rule| limits.merges && Watched::new(rule).reads_stream();
        let whole_rules = self.rules.iter().copied().filter(is_whole).map(|rule| rule.name).collect();
        let mut explored = Explored { rules: self.rules.len(), whole_rules, ..Explored::default() };
        let seen = limits.merges.then(BTreeSet::new);
        let kills = limits.kills && subject.claims().capabilities.contains(&Capability::Kill);
        let mut shared = Shared { seen, states_max: limits.states, kills, ..Shared::default() };
        loop {
            if !may_go_on() {
                explored.stopped = Stopped::Told;
                break;
            }
            let run = self.run(&mut shared, subject, model);
            explored.states = shared.states;
            explored.kill_points = kills.then_some(shared.kill_points);
            explored.depth = explored.depth.max(shared.path.iter().filter(|one| one.effect.is_none()).count());
            let cut = run.cut.clone();
            if let Some(fault) = fault_of_others(&run.played) {
                explored.stopped = Stopped::Fault(fault.clone());
                break;
            }
            explored.take(run);
            match cut {
                Some(Cut::Limit) => {
                    explored.stopped = Stopped::Limit;
                    break;
                }
                Some(cut @ Cut::Differs { .. }) => {
                    explored.stopped = Stopped::Differs(cut.words());
                    break;
                }
                Some(Cut::Merged) | None => {}
            }
            if !advance(&mut shared.path) {
                break;
            }
        }
        explored
    }

    /// Plays one order again.
    ///
    /// # Errors
    /// How the run differs from the order.
    pub fn replay(
        &self,
        way: &Way,
        subject: &mut dyn Subject,
        model: &mut dyn ModelShell,
    ) -> Result<Replayed, OrderError> {
        let mut watcher = Watcher::new(self.rules.iter().copied(), &self.workload);
        let mut given = Given { way, watcher: &mut watcher, made: 0, effects: 0, is_killed: false, wrong: None };
        let played = play_in_order(self.scenario, subject, model, &mut given);
        if let Some(wrong) = given.wrong {
            return Err(wrong);
        }
        let Given { made, effects, is_killed, .. } = given;
        if made < way.choices.len() {
            return Err(OrderError::TooMany { given: way.choices.len(), made });
        }
        if let Some(kill) = way.kill.filter(|_| !is_killed) {
            return Err(OrderError::NoKill { kill, effects });
        }
        let watched = self.watched(watcher, &played, model, true);
        let broken = self.broken(watched, &played, way);
        Ok(Replayed { played, broken })
    }

    /// Makes an order that breaks something small: choices that need not be made are left out, and what the order breaks
    /// stays the same. The search ends once `may_go_on` says no.
    pub fn smaller(
        &self,
        (name, first): (&str, &Broken),
        subject: &mut dyn Subject,
        model: &mut dyn ModelShell,
        may_go_on: &dyn Fn() -> bool,
    ) -> Broken {
        let mut best = first.clone();
        loop {
            let smaller = best.way.smaller().into_iter().find_map(|way| {
                let one = may_go_on().then(|| self.replay(&way, subject, model).ok())??.broken.remove(name)?;
                (one.requirements == best.requirements).then_some(one)
            });
            match smaller {
                Some(smaller) => best = smaller,
                None => return best,
            }
        }
    }

    fn run(&self, shared: &mut Shared, subject: &mut dyn Subject, model: &mut dyn ModelShell) -> Run {
        let mut watcher = Watcher::new(self.rules.iter().copied(), &self.workload);
        let mut branch = Branch::new(shared, &mut watcher);
        let played = play_in_order(self.scenario, subject, model, &mut branch);
        let Branch { cut, last, made, .. } = branch;
        // A run that ended early may not have repeated all choices.
        let way = Way::of(&shared.path[..made.min(shared.path.len())]);
        let watched = self.watched(watcher, &played, model, cut.is_none());
        Run { broken: self.broken(watched, &played, &way), played, cut, last }
    }

    /// The rules after the run. A subject that shows its requests as the wire has them is judged when the run is finished:
    /// only then is it known what its wire can say.
    fn watched(
        &self,
        mut watcher: Watcher<'_>,
        played: &Played,
        model: &dyn ModelShell,
        is_over: bool,
    ) -> Vec<Watched> {
        if !is_over || matches!(played.end, End::Broken | End::Hung) {
            return watcher.watched;
        }
        if model.reads_wire() {
            let mut watched = self.rules.iter().copied().map(Watched::new).collect();
            watch(&mut watched, &self.workload, played);
            return watched;
        }
        watcher.over(&played.events, played.end);
        watcher.watched
    }

    /// What a run breaks.
    fn broken(&self, watched: Vec<Watched>, played: &Played, way: &Way) -> BTreeMap<String, Broken> {
        let mut broken = BTreeMap::new();
        for Watched { rule, breach, .. } in watched {
            let Some((seq, breach)) = breach else { continue };
            let message = breach.to_string();
            let of_rule = || rule.requirements.iter().map(|id| (*id).to_owned()).collect();
            let requirements = self.scope.demanded(breach.requirements.unwrap_or_else(of_rule));
            // A breach of what is not demanded of this subject is none.
            if requirements.is_empty() && !rule.requirements.is_empty() {
                continue;
            }
            let one = Broken { rule: Some(rule.name), requirements, message, seq, way: way.clone() };
            broken.insert(format!("the rule {}", rule.name), one);
        }
        let last = played.events.last().map_or(0, |event| event.seq);
        for fault in played.faults.iter().filter(|fault| fault.culprit == Culprit::Subject) {
            let message = fault.message.clone();
            let one = Broken { rule: None, requirements: Vec::new(), message, seq: last, way: way.clone() };
            broken.insert(fault.message.clone(), one);
        }
        broken
    }
}

/// What is at fault in a run, if it is neither the subject nor the script.
pub fn fault_of_others(played: &Played) -> Option<&Fault> {
    played.faults.iter().find(|fault| matches!(fault.culprit, Culprit::Adapter | Culprit::Environment))
}

impl Explored {
    fn take(&mut self, run: Run) {
        let Run { played, cut, last, broken } = run;
        match cut {
            None => {
                self.orders += 1;
                *self.endings.entry(played.end.word()).or_default() += 1;
                self.last_states.insert((played.end.word(), last));
            }
            Some(Cut::Merged) => self.merged += 1,
            Some(Cut::Limit | Cut::Differs { .. }) => {}
        }
        for (name, one) in broken {
            let is_shorter = |known: &Broken| {
                (one.seq, one.way.choices.len(), &one.way) < (known.seq, known.way.choices.len(), &known.way)
            };
            if self.broken.get(&name).is_none_or(is_shorter) {
                self.broken.insert(name, one);
            }
        }
        // What is left over at the end is no fault: a script need not be used up in every order.
        let is_unscripted = |culprit: Culprit| matches!(culprit, Culprit::Suite | Culprit::SubjectOrScenario);
        let mut faults = played.faults.into_iter().filter(|fault| is_unscripted(fault.culprit));
        if let Some(first) = faults.find(|fault| !fault.message.starts_with("left over")) {
            self.unscripted.0 += 1;
            self.unscripted.1.get_or_insert(first.message);
        }
    }
}

impl Cut {
    /// How the run differs from the choices.
    fn words(&self) -> String {
        match self {
            Self::Merged => "it came to a state that was there before".to_owned(),
            Self::Limit => "there are more states than the limit allows".to_owned(),
            Self::Differs { choice, expected, found } => {
                let Choice { taken, of, .. } = expected;
                format!(
                    "at choice {choice}, {found} inputs were pending; before, number {taken} of {of} came next there"
                )
            }
        }
    }
}

/// Goes to the next choice at the last place that has one left. `false` if no place has.
fn advance(path: &mut Vec<Choice>) -> bool {
    while let Some(last) = path.last_mut() {
        if last.taken + 1 < last.of {
            last.taken += 1;
            return true;
        }
        path.pop();
    }
    false
}

/// What is known of the run besides what it shows.
fn workload(scenario: &Scenario) -> Workload {
    let files = scenario.files.iter().chain(&scenario.files_meanwhile);
    let files = files.map(|(path, content)| (path.clone(), content.clone())).collect();
    Workload { system: scenario.system.clone(), setup: scenario.setup(), files, ..Workload::default() }
}
