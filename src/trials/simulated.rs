//! Drawn runs of one system as a test.

use std::{ops::Range, sync::Arc};

use libtest_mimic::{Failed, Trial};

use super::one::rerun_command;
use crate::{
    model::{shard::Shard, text::harmless},
    report::simulation,
    sim::{
        campaign::{BrokenSeed, Campaign},
        fault::FaultChoice,
        finding::Finding,
        generator::SystemGenerator,
        generators,
        run::Options,
        scope::Scope,
    },
    stage::{Claims, SubjectError},
    subject::{AdapterOptions, SubjectSpec},
    suite::catalogue::Catalogue,
};

/// What the name of a test of drawn runs begins with. The name of its system follows.
pub const PREFIX: &str = "simulate/";

/// A test for each system that the subject claims and that can be simulated.
pub fn trials(spec: &SubjectSpec, claims: &Claims, seeds: &Range<u64>) -> Vec<Trial> {
    let scope = if spec.is_reference() {
        Scope::reference().clone()
    } else {
        let is_behind_adapter = matches!(spec, SubjectSpec::Adapter(_));
        Scope::of(claims, Catalogue::embedded().musts_of(claims), is_behind_adapter)
    };
    let scope = Arc::new(scope);
    let is_claimed = |generator: &&&SystemGenerator| scope.why_not(generator.system, generator.profiles).is_none();
    let trial = |generator: &&'static SystemGenerator| {
        let (generator, scope, spec, seeds) = (*generator, Arc::clone(&scope), spec.clone(), seeds.clone());
        let name = format!("{PREFIX}{}", generator.system);
        Trial::test(name.clone(), move || run(generator, &scope, &spec, seeds, &rerun_command(&name)))
    };
    generators::ALL.iter().filter(is_claimed).map(trial).collect()
}

/// Runs the seeds. The error describes the first broken seed, with its events.
fn run(
    generator: &'static SystemGenerator,
    scope: &Scope,
    spec: &SubjectSpec,
    seeds: Range<u64>,
    again: &str,
) -> Result<(), Failed> {
    let told = |SubjectError { culprit, message }| format!("fault of the {}: {message}", culprit.words());
    let start = || spec.take(&AdapterOptions::default());
    // The test binary runs its tests on several threads already.
    let campaign = Campaign {
        generator,
        faults: FaultChoice::Swarm,
        seeds,
        shard: Shard::WHOLE,
        guided: false,
        jobs: 1,
        doublecheck: false,
        scope,
        subject: &start,
        should_stop: &|| false,
    };
    let result = campaign.run();
    let broken = |broken: &BrokenSeed| {
        let options =
            Options { system: generator.system.to_owned(), faults: FaultChoice::Swarm, mutant: None, subject: None };
        let shown = match start() {
            Ok(mut started) => Finding::make_of(&options, generator, (broken.seed, None), scope, &mut started)
                .map(|finding| simulation::finding(&finding, again)),
            Err(error) => Some(told(error)),
        };
        simulation::broken(broken) + &shown.unwrap_or_else(|| "  not repeatable in five more runs\n".to_owned())
    };
    let why = match (result.trouble, result.broken.first()) {
        (Some(trouble), _) => told(trouble),
        (None, Some(first)) => broken(first),
        (None, None) if result.seeds == 0 => {
            "nothing was checked: each seed needs a capability that is not claimed".to_owned()
        }
        (None, None) => return Ok(()),
    };
    Err(Failed::from(harmless(&why)))
}
