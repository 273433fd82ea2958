//! Tests whether an adapter keeps to the protocol, with one scenario for each capability that it claims.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    InputErrors,
    case::Case,
    catalogue::Catalogue,
    outcome::Outcome,
    read_cases,
    runner::{self, Options},
};
use crate::{
    llm::shell::Memory,
    stage::{Capability, Claims, Culprit, End, play, used},
    subject::{AdapterOptions, Check, CheckError, Reference, SubjectSpec},
};

/// A case, and the capabilities that it needs.
struct Candidate {
    case: Arc<Case>,
    needs: BTreeSet<Capability>,
    /// What is seen in the events of the reference. A scenario can need tools and never run one.
    used: BTreeSet<Capability>,
}

/// For each claimed system and capability, plays the scenario that uses this capability and needs the fewest others. Failed
/// `Then`s do not count here; only breaches of the protocol do.
///
/// # Errors
/// A mistake in an embedded feature, which is a bug.
pub fn smoke(spec: &SubjectSpec, adapter_options: &AdapterOptions, claims: &Claims) -> Result<Vec<Check>, InputErrors> {
    let cases = read_cases(&[], Catalogue::embedded())?;
    let asked = cases.into_iter().filter(|case| case.not_asked(claims, false).is_none());
    let candidates: Vec<Candidate> = asked.filter_map(|case| candidate(case, claims)).collect();
    let mut checks = Vec::new();
    for claim in &claims.systems {
        for capability in claims.capabilities.iter().filter(|one| **one != Capability::Idle) {
            let fitting = candidates.iter().filter(|one| one.case.system == claim.system);
            let smallest = fitting.filter(|one| one.used.contains(capability)).min_by_key(|one| one.needs.len());
            let Some(Candidate { case, .. }) = smallest else { continue };
            let name = format!("it can do `{}` in {}: {}", capability.word(), claim.system, case.id);
            let seen = run(Arc::clone(case), spec, adapter_options)
                .and_then(|used| if used.contains(capability) { Ok(()) } else { Err(CheckError::Unused(*capability)) });
            checks.push(Check::new(name, seen));
        }
    }
    let first = candidates.iter().min_by_key(|one| one.needs.len());
    if let Some(Candidate { case, .. }) = first {
        let name = format!("it plays a scenario twice, one after another: {}", case.id);
        let again = || run(Arc::clone(case), spec, adapter_options);
        checks.push(Check::new(name, again().and_then(|_| again()).map(drop)));
    }
    Ok(checks)
}

/// The case as a candidate, if everything that it needs is claimed.
fn candidate(case: Case, claims: &Claims) -> Option<Candidate> {
    let scenario = case.written();
    let mut needs = scenario.needs();
    let used = used(&play(&scenario, &mut Reference::default(), &mut Memory::default()).events);
    needs.extend(&used);
    let fits = needs.is_subset(&claims.capabilities) && scenario.wire.is_none_or(|wire| claims.wires.contains(&wire));
    fits.then(|| Candidate { case: Arc::new(case), needs, used })
}

/// Plays a case and returns the capabilities that were used.
///
/// # Errors
/// The faults that break the protocol.
fn run(
    case: Arc<Case>,
    spec: &SubjectSpec,
    adapter_options: &AdapterOptions,
) -> Result<BTreeSet<Capability>, CheckError> {
    let suite = runner::run(vec![case], Options::looking_at(spec, adapter_options), |_| {})?;
    let faults = suite.outcomes.iter().flat_map(|Outcome { faults, .. }| faults).chain(&suite.faults);
    // A hang is blamed on the subject, but an adapter that forgets to say `idle` looks the same.
    let has_hung = suite.outcomes.iter().any(|outcome| outcome.end == Some(End::Hung));
    let breaks =
        |culprit| matches!(culprit, Culprit::Adapter | Culprit::Environment) || has_hung && culprit == Culprit::Subject;
    let broken: Vec<String> = faults.filter(|fault| breaks(fault.culprit)).map(|fault| fault.message.clone()).collect();
    let used = suite.outcomes.iter().flat_map(|outcome| used(&outcome.events)).collect();
    if broken.is_empty() { Ok(used) } else { Err(CheckError::Faults(broken)) }
}
