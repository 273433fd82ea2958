//! What the run of every embedded scenario must keep, in addition to the scenario's own `Then`s: the rules of the
//! simulation, and the `Then`s of the scenarios that are tagged for it.
//!
//! A `Then` looks at one place of one run. A rule looks at every event. So a rule finds a mistake that shows only in
//! passing: in a second call, say, or in a request that no `Then` reads.

mod tagged;

use std::collections::{BTreeMap, BTreeSet};

use super::{
    case::Case,
    check::Mismatch,
    outcome::{Outcome, ThenOutcome},
};
use crate::{
    sim::{
        generators,
        rules::{Breach, Rule},
        scope::Scope,
        watched::{Watched, watch},
        workload::Workload,
    },
    stage::{End, Lane, Played},
};

/// What the run `played` breaks, each as a `Then` that fails. The subject has this scope and shows `lanes`. What is kept
/// yields nothing.
pub(super) fn broken(case: &Case, played: &Played, lanes: &[Lane], scope: &Scope) -> Vec<ThenOutcome> {
    if !is_judged(case, played) {
        return Vec::new();
    }
    let mut thens = broken_rules(case, played, lanes, scope);
    thens.extend(tagged::broken(case, played, lanes));
    thens
}

fn broken_rules(case: &Case, played: &Played, lanes: &[Lane], scope: &Scope) -> Vec<ThenOutcome> {
    let Some(generator) = generators::of(&case.system) else { return Vec::new() };
    let is_asked = |rule: &&Rule| {
        !rule.only_simulated && scope.demands(rule) && rule.lanes.iter().all(|lane| lanes.contains(lane))
    };
    let rules = generator.rules().into_iter().filter(is_asked);
    let mut watched: Vec<Watched> = rules.map(Watched::new).collect();
    watch(&mut watched, &workload(case), played);
    let broken = watched.into_iter().filter_map(|Watched { rule, breach, .. }| Some((rule, breach?)));
    broken.filter_map(|(rule, breach)| then(rule, case.line, breach, scope)).collect()
}

/// Whether the run is held to the rules. Only the program's own scenarios are: the reference and every variant keep the
/// rules in each of them.
fn is_judged(case: &Case, played: &Played) -> bool {
    case.is_carried && !case.expects_failure() && !matches!(played.end, End::Broken | End::Hung)
}

/// What is known of the run besides what it shows.
fn workload(case: &Case) -> Workload {
    let files = case.scenario.files.iter().chain(&case.scenario.files_meanwhile);
    let files = files.map(|(path, content)| (path.clone(), content.clone())).collect();
    Workload { system: case.system.clone(), setup: case.scenario.setup(), files, ..Workload::default() }
}

/// The breach as a `Then` that fails at `line`, the scenario's own. `None` if nothing that it breaks is demanded of the subject.
fn then(rule: &'static Rule, line: usize, (seq, breach): (u64, Breach), scope: &Scope) -> Option<ThenOutcome> {
    let found = breach.to_string();
    let of_rule = || rule.requirements.iter().map(|id| (*id).to_owned()).collect();
    let mut seen = BTreeSet::new();
    let mut requirements = scope.demanded(breach.requirements.unwrap_or_else(of_rule));
    requirements.retain(|id| seen.insert(id.clone()));
    let then = |requirements: Vec<String>| ThenOutcome {
        text: format!("the rule {} is kept [{}]", rule.name, requirements.join(", ")),
        line,
        requirements,
        finding: Err(Mismatch::Fails { expected: rule.about.to_owned(), found, seq: Some(seq) }),
        is_standing: true,
    };
    (!requirements.is_empty()).then(|| then(requirements))
}

/// How many scenarios fail for the same reason that is asked of every run.
pub const SHOWN_MAX: usize = 3;

/// Leaves each reason that is asked of every run to the first scenarios that show it, by their ids. Otherwise one wrong
/// member of a record would fail every scenario, and hide what else is wrong. The requirements fail all the same.
pub(super) fn keep_first(outcomes: &mut [Outcome]) {
    let mut shown: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut by_id: Vec<usize> = (0..outcomes.len()).collect();
    by_id.sort_by(|one, other| outcomes[*one].case.id.cmp(&outcomes[*other].case.id));
    for index in by_id {
        for then in outcomes[index].thens.iter().filter(|then| then.is_standing) {
            shown.entry(then.text.clone()).or_default().push(index);
        }
    }
    for (reason, cases) in shown {
        let Some((first, more)) = cases.split_at_checked(SHOWN_MAX) else { continue };
        let is_reason = |then: &ThenOutcome| then.is_standing && then.text == reason;
        for index in more {
            outcomes[*index].thens.retain(|then| !is_reason(then));
        }
        let last = first.last().and_then(|index| outcomes[*index].thens.iter_mut().find(|then| is_reason(then)));
        if let Some(ThenOutcome { finding: Err(Mismatch::Fails { found, .. }), .. }) = last.filter(|_| !more.is_empty())
        {
            *found = more_show_it(found, more.len());
        }
    }
}

/// What was found, and that so many more scenarios show it.
pub fn more_show_it(found: &str, more: usize) -> String {
    format!("{found}; the runs of {more} more scenarios show it, too")
}
