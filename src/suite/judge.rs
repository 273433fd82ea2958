//! Judges a case: every `Then` reads the finished run of the case's scenario.

use std::sync::Arc;

use super::{
    binders::Binders,
    case::{Case, Line},
    catalogue::Catalogue,
    check::{Evidence, Finding, Mismatch},
    outcome::{Outcome, ThenOutcome},
    standing,
    steps::Matched,
};
use crate::model::json::Value;
use crate::{
    sim::scope::Scope,
    stage::{End, Lane, Observation, Played, Scenario, What},
    system::{Documented, Effect, Record, System},
};
use gherkin::StepType;

/// Plays the scenario of `case` with `play` and judges the run. Every `Then` is asked of the reference; of another
/// subject, those that [`Case::asks`] names.
pub fn judge(case: &Arc<Case>, is_reference: bool, play: impl FnOnce(&Scenario) -> Played) -> Outcome {
    judge_within(case, is_reference, Scope::reference(), play)
}

/// The same. The rules that the run keeps are those that are demanded of a subject with this scope.
pub(super) fn judge_within(
    case: &Arc<Case>,
    is_reference: bool,
    scope: &Scope,
    play: impl FnOnce(&Scenario) -> Played,
) -> Outcome {
    let played = play(&case.scenario);
    let thens = read(case, is_reference, &played, &Lane::ALL, scope);
    outcome(case, played, thens)
}

/// Reads the run `played` with each `Then` of `case`, and holds it to the rules that every scenario keeps. The subject
/// has this scope, and shows only `lanes`.
pub(super) fn read(
    case: &Case,
    is_reference: bool,
    played: &Played,
    lanes: &[Lane],
    scope: &Scope,
) -> Vec<ThenOutcome> {
    let own_part = played.own_part(&case.scenario);
    let mut reader = Reader::new(&case.scenario, &own_part);
    let mut thens = thens(case, is_reference, |line| reader.read(&own_part, lanes, &line.matched));
    thens.extend(standing::broken(case, played, lanes, scope));
    thens.retain_mut(|then| is_asked(then, case, scope));
    thens
}

/// Takes out of a `Then` the requirements of profiles that the subject does not claim. `false` if none is left of a `Then` of ours;
/// one of the user's own is judged all the same.
fn is_asked(then: &mut ThenOutcome, case: &Case, scope: &Scope) -> bool {
    let is_claimed = |id: &String| {
        let profile = Catalogue::embedded().requirement(id).and_then(|row| row.profile.as_deref());
        profile.is_none_or(|profile| scope.claims(&case.system, profile))
    };
    let asks_for_none = then.requirements.is_empty();
    then.requirements.retain(is_claimed);
    asks_for_none || !then.requirements.is_empty() || !case.is_ours()
}

/// The `Then`s of `case` that are asked, each with the result of `finding`. The others are read, too, because they may
/// bind an id.
pub(super) fn thens(case: &Case, is_reference: bool, mut finding: impl FnMut(&Line) -> Finding) -> Vec<ThenOutcome> {
    let lines = case.steps.iter().filter(|line| line.kind == StepType::Then);
    let read = lines.map(|line| (line, finding(line)));
    let asked = read.filter(|(line, _)| case.asks(line, is_reference));
    let thens = asked.map(|(line, finding)| ThenOutcome {
        text: line.whole(),
        line: line.line,
        requirements: line.matched.requirements.clone(),
        finding,
        is_standing: false,
    });
    thens.collect()
}

/// The outcome of a case that was played without faults of the runner.
pub(super) fn outcome(case: &Arc<Case>, played: Played, thens: Vec<ThenOutcome>) -> Outcome {
    Outcome::new(Arc::clone(case), Some(played), Vec::new(), thens)
}

/// Reads one `Then` after another. An id that one `Then` binds is known to the next.
pub(crate) struct Reader {
    binders: Binders,
    /// The stream without what the documents leave to the implementation, if that differs from the whole stream.
    documented: Option<Vec<Observation>>,
}

impl Reader {
    /// A reader that knows the ids that the scenario's client sent.
    pub fn new(scenario: &Scenario, played: &Played) -> Self {
        let lines = scenario.lines().map(Value::to_string).collect::<String>();
        let mut binders = Binders::default();
        binders.bind_sent(&lines, played.events.iter().filter_map(Observation::stored));
        Self { binders, documented: documented(&scenario.system, &played.events) }
    }

    /// Reads the run with one `Then`.
    pub fn read(&mut self, played: &Played, lanes: &[Lane], then: &Matched) -> Finding {
        if !then.is_check() {
            return Ok(());
        }
        if played.end == End::Broken {
            return Err(Mismatch::Unread("the run ended early".to_owned()));
        }
        let events = self.documented.as_deref().unwrap_or(&played.events);
        let evidence = Evidence::new(played, lanes).reading(events).knowing(self.binders.clone());
        then.check(&evidence, &|text| self.binders.filled(text))?;
        self.binders = evidence.known();
        let unbound = then.args.texts().find_map(|text| self.binders.unbound(text));
        unbound.map_or(Ok(()), |name| Err(Mismatch::Unread(never_met(name))))
    }
}

/// The stream without the records, and the members of records, that the documents of the system leave to the
/// implementation. `None` if there are none.
fn documented(system: &str, events: &[Observation]) -> Option<Vec<Observation>> {
    let system = System::named(system)?;
    let is_own =
        |event: &Observation| event.stored().is_some_and(|record| (system.documented)(record) != Documented::Whole);
    events.iter().any(is_own).then(|| {
        let kept =
            events.iter().filter_map(|event| match (system.documented)(event.stored().unwrap_or(&Value::Null)) {
                Documented::Whole => Some(event.clone()),
                Documented::Part(record) => {
                    Some(Observation { what: What::Effect(Effect::Record(Record(record))), ..event.clone() })
                }
                Documented::Nothing => event.stored().is_none().then(|| event.clone()),
            });
        kept.collect()
    })
}

fn never_met(name: &str) -> String {
    format!("{name} has no id yet: no step above binds it, and this step compares no JSON that could bind it")
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, path::PathBuf};

    use rstest::rstest;

    use super::{Catalogue, Scope, ThenOutcome, is_asked};
    use crate::{
        stage::{Claim, Claims},
        suite::{case::Origin, read_cases},
    };

    /// What a subject does not claim is not held against it. A `Then` of the user's own is judged all the same.
    #[rstest]
    #[case::of_a_profile_that_is_not_claimed(&["ACP-048"], true, Origin::Written, false, &[])]
    #[case::of_one_that_is(&["ACP-039"], true, Origin::Written, true, &["ACP-039"])]
    #[case::of_both(&["ACP-048", "ACP-039"], true, Origin::Written, true, &["ACP-039"])]
    #[case::of_none(&[], true, Origin::Written, true, &[])]
    #[case::of_the_users_own(&["ACP-048"], false, Origin::Written, true, &[])]
    #[case::of_a_combination(&["ACP-048"], false, Origin::Combination, false, &[])]
    fn a_then_is_asked_for_what_is_claimed(
        #[case] named: &[&str],
        #[case] is_carried: bool,
        #[case] origin: Origin,
        #[case] asked: bool,
        #[case] left: &[&str],
    ) {
        let mut cases =
            read_cases(&[PathBuf::from("features/acp/turns.feature")], Catalogue::embedded()).unwrap_or_default();
        let mut case = cases.remove(0);
        (case.is_carried, case.origin) = (is_carried, origin);
        let claim = Claim { system: "acp".to_owned(), profiles: vec!["v1".to_owned()] };
        let scope = Scope::of(&Claims::whole("x".to_owned(), vec![claim]), BTreeSet::new(), false);
        let requirements = named.iter().map(|id| (*id).to_owned()).collect();
        let mut then = ThenOutcome { text: String::new(), line: 1, requirements, finding: Ok(()), is_standing: false };
        assert_eq!(is_asked(&mut then, &case, &scope), asked);
        assert_eq!(then.requirements, left);
        let mut then = ThenOutcome { requirements: named.iter().map(|id| (*id).to_owned()).collect(), ..then };
        assert!(is_asked(&mut then, &case, Scope::reference()), "the reference is asked everything");
        assert_eq!(then.requirements, named);
    }
}
