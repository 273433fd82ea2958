//! The scenarios whose `Then`s are asked of every embedded scenario's run, and not of their own alone.
//!
//! With the tag `@in-every-request`, the `Then`s say how a tool is defined. Each reads one request at a time: the first
//! request of a run, and every request whose tools differ from those of the request before it. With the tag
//! `@in-every-run`, the `Then`s hold in any run, such as "nothing is recorded with ...".

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, LazyLock, OnceLock},
};

use gherkin::StepType;

use crate::{
    model::{Millis, ModelRequest, Op, Recent, ToolDefinition},
    stage::{Lane, Observation, Played, What},
    suite::{
        case::{Case, Line},
        catalogue::Catalogue,
        check::{Evidence, Mismatch},
        embedded, lint,
        outcome::ThenOutcome,
        source,
    },
    system::{Effect, Input, System},
};

const IN_EVERY_REQUEST: &str = "in-every-request";
const IN_EVERY_RUN: &str = "in-every-run";

/// The embedded scenarios of a system with one of the tags.
fn tagged(system: &'static str) -> &'static [Case] {
    static CASES: LazyLock<BTreeMap<&str, OnceLock<Vec<Case>>>> =
        LazyLock::new(|| System::ALL.iter().map(|system| (system.name, OnceLock::new())).collect());
    let Some(cases) = CASES.get(system) else { return &[] };
    cases.get_or_init(|| {
        let of_all = embedded::ASKED_OF_ALL.iter().filter_map(|path| source::named(path));
        let sources: Vec<_> = of_all.filter(|source| source.text.contains(system)).collect();
        // A mistake in an embedded feature is told where all of them are read.
        let only = |_: &str, _: &str, tags: &BTreeSet<String>| {
            [IN_EVERY_REQUEST, IN_EVERY_RUN].iter().any(|tag| tags.contains(*tag))
        };
        let mut cases = lint::read(&sources, Catalogue::embedded(), Some(&only)).unwrap_or_default();
        cases.retain(|case| case.system == system);
        cases
    })
}

/// The `Then`s of other scenarios that this run contradicts. The subject shows `lanes`.
pub(super) fn broken(case: &Case, played: &Played, lanes: &[Lane]) -> Vec<ThenOutcome> {
    let Some(system) = System::named(&case.system) else { return Vec::new() };
    let played_in = system.played_in(case.profile.as_deref().unwrap_or_default());
    let is_of_profile = |tagged: &Case| tagged.profile.as_ref().is_none_or(|profile| profile == played_in);
    let is_asked = |tagged: &&Case| tagged.id != case.id && is_of_profile(tagged);
    let thens = tagged(system.name).iter().filter(is_asked).flat_map(|tagged| {
        if tagged.tags.contains(IN_EVERY_RUN) {
            by_the_run(tagged, played, lanes)
        } else if lanes.contains(&Lane::Model) {
            by_a_request(tagged, played)
        } else {
            Vec::new()
        }
    });
    let outcomes = thens.map(|(then, mismatch)| ThenOutcome {
        text: format!("as in every run, {}", then.whole()),
        line: case.line,
        requirements: then.matched.requirements.clone(),
        finding: Err(mismatch),
        is_standing: true,
    });
    outcomes.collect()
}

/// The `Then`s of `tagged` that the first wrong request of the run contradicts.
fn by_a_request(tagged: &'static Case, played: &Played) -> Vec<(&'static Line, Mismatch)> {
    let thens = || tagged.steps.iter().filter(|line| line.kind == StepType::Then);
    let Some(tool) = thens().find_map(|line| line.matched.args.texts().next()) else { return Vec::new() };
    let mut before: Option<&ModelRequest> = None;
    for event in &played.events {
        let request = match &event.what {
            What::Input(Input::Begin(_)) => {
                before = None;
                continue;
            }
            What::Effect(Effect::Request(_, request)) if request.schema.is_none() => request,
            _ => continue,
        };
        let is_new = before.is_none_or(|before| before.tools != request.tools);
        // A setup may leave the tool out. A request after one that has the tool may not.
        let is_known = before.is_some() || request.tools.iter().any(|offered| offered.name == tool);
        if !is_known {
            continue;
        }
        before = Some(request);
        if !is_new {
            continue;
        }
        let wrong = by_tools(tagged, played, &request.tools);
        if !wrong.is_empty() {
            let of_event = |mismatch| match mismatch {
                Mismatch::Fails { expected, found, seq: Some(_) } => {
                    Mismatch::Fails { expected, found, seq: Some(event.seq) }
                }
                other => other,
            };
            return wrong.into_iter().map(|(at, mismatch)| (&tagged.steps[at], of_event(mismatch))).collect();
        }
    }
    Vec::new()
}

/// For the last scenarios and tools: the steps that the tools contradict.
type Judged = Recent<(&'static str, Arc<[ToolDefinition]>), Vec<(usize, Mismatch)>, JUDGED_MAX>;

/// How many of these are kept.
const JUDGED_MAX: usize = 32;

/// The `Then`s of `tagged` that a request with these tools contradicts, by their place. They read nothing else of it, and
/// nearly all runs have the same tools, so what was found before is used again.
fn by_tools(tagged: &'static Case, played: &Played, tools: &Arc<[ToolDefinition]>) -> Vec<(usize, Mismatch)> {
    thread_local! {
        static JUDGED: RefCell<Judged> = const { RefCell::new(Recent::new()) };
    }
    let is_same = |(id, known): &(&str, Arc<_>)| *id == tagged.id && ToolDefinition::are_written_alike(known, tools);
    if let Some(found) = JUDGED.with_borrow(|judged| judged.get(is_same)) {
        return found;
    }
    let request = ModelRequest { tools: Arc::clone(tools), ..ModelRequest::default() };
    let what = What::Effect(Effect::Request(Op::Request(1), Box::new(request)));
    let event = [Observation { seq: 1, at_ms: Millis::default(), lane: what.lane(), what }];
    // A `Then` that reads more than requests is not decided.
    let evidence = Evidence::new(played, &[Lane::Model]).reading(&event);
    let thens = tagged.steps.iter().enumerate().filter(|(_, line)| line.kind == StepType::Then);
    let found: Vec<_> = thens.filter_map(|(at, then)| Some((at, mismatch(then, &evidence)?))).collect();
    JUDGED.with_borrow_mut(|judged| judged.add((tagged.id.as_str(), Arc::clone(tools)), found.clone()));
    found
}

/// The `Then`s of `tagged` that the whole run contradicts.
fn by_the_run<'c>(tagged: &'c Case, played: &Played, lanes: &[Lane]) -> Vec<(&'c Line, Mismatch)> {
    let thens = tagged.steps.iter().filter(|line| line.kind == StepType::Then);
    thens.filter_map(|then| Some((then, mismatch(then, &Evidence::new(played, lanes))?))).collect()
}

/// Why the `Then` does not hold. `None` if the evidence does not say whether it holds.
fn mismatch(then: &Line, evidence: &Evidence<'_>) -> Option<Mismatch> {
    let finding = then.matched.check(evidence, &str::to_owned);
    finding.err().filter(|mismatch| matches!(mismatch, Mismatch::Fails { .. }))
}

#[cfg(test)]
mod tests {
    use super::{IN_EVERY_REQUEST, IN_EVERY_RUN};
    use crate::suite::{embedded, source};

    #[test]
    fn the_list_that_the_build_makes_has_each_feature_with_a_tag() {
        let has_tag = |source: &source::Source| {
            [IN_EVERY_REQUEST, IN_EVERY_RUN].iter().any(|tag| source.text.contains(&format!("@{tag}")))
        };
        let tagged: Vec<String> = source::embedded().into_iter().filter(has_tag).map(|source| source.file).collect();
        let listed: Vec<String> = embedded::ASKED_OF_ALL.iter().map(|path| format!("features/{path}")).collect();
        assert_eq!(listed, tagged);
    }
}
