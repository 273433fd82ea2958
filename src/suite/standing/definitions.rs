//! The scenarios with the tag `@in-every-run`. The `Then`s of such a scenario say how a tool is defined. They are asked
//! of every embedded scenario's run, too: a definition that is right in one request may be wrong in the next.
//!
//! Each `Then` reads one request at a time: the first request of a run, and every request whose tools differ from those
//! of the request before it.

use std::sync::LazyLock;

use gherkin::StepType;

use crate::{
    model::ModelRequest,
    stage::{Lane, Observation, Played, What},
    suite::{
        case::{Case, Line},
        catalogue::Catalogue,
        check::{Evidence, Mismatch},
        lint,
        outcome::ThenOutcome,
        source,
    },
    system::{Effect, Input, System},
};

const TAG: &str = "in-every-run";

/// The embedded scenarios with the tag.
fn tagged() -> &'static [Case] {
    static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
        let sources = source::embedded().into_iter().filter(|source| source.text.contains(TAG));
        // A mistake in an embedded feature is told where all of them are read.
        let cases = lint::read(&sources.collect::<Vec<_>>(), Catalogue::embedded(), None).unwrap_or_default();
        cases.into_iter().filter(|case| case.tags.contains(TAG)).collect()
    });
    &CASES
}

/// The `Then`s about definitions that a request of this run contradicts.
pub(super) fn broken(case: &Case, played: &Played, lanes: &[Lane]) -> Vec<ThenOutcome> {
    if !lanes.contains(&Lane::Model) {
        return Vec::new();
    }
    let Some(system) = System::named(&case.system) else { return Vec::new() };
    let played_in = system.played_in(case.profile.as_deref().unwrap_or_default());
    let is_of_profile = |tagged: &Case| tagged.profile.as_ref().is_none_or(|profile| profile == played_in);
    let is_asked = |tagged: &&Case| tagged.system == case.system && is_of_profile(tagged);
    let thens = tagged().iter().filter(is_asked).flat_map(|tagged| contradicted(tagged, played));
    let outcomes = thens.map(|(then, mismatch)| ThenOutcome {
        text: format!("as in every run, {}", then.whole()),
        line: case.line,
        requirements: then.matched.requirements.clone(),
        finding: Err(mismatch),
    });
    outcomes.collect()
}

/// The `Then`s of `tagged` that the first wrong request of the run contradicts.
fn contradicted<'c>(tagged: &'c Case, played: &Played) -> Vec<(&'c Line, Mismatch)> {
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
        let wrong: Vec<_> =
            thens().filter(|_| is_new).filter_map(|then| Some((then, mismatch(then, played, event)?))).collect();
        if !wrong.is_empty() {
            return wrong;
        }
    }
    Vec::new()
}

/// Why the `Then` does not hold if the run had this request alone. A `Then` that reads more than requests is not asked.
fn mismatch(then: &Line, played: &Played, request: &Observation) -> Option<Mismatch> {
    let evidence = Evidence::new(played, &[Lane::Model]).reading(std::slice::from_ref(request));
    let finding = then.matched.check(&evidence, &str::to_owned);
    finding.err().filter(|mismatch| matches!(mismatch, Mismatch::Fails { .. }))
}
