//! The machine against the table that was read from the documents: every question of every run that the table covers.

use crate::sim::rules::Moment::Over;
use crate::{
    sim::{
        generators::jp::facts,
        oracle::{Disagreement, Run, events::Event},
        rules::{Breach, Check, Rule},
        run_state::RunState,
    },
    stage::{End, Lane, Observation},
};

pub static ORACLE: Rule = Rule {
    name: "oracle",
    about: "who is asked, what is recorded of it and what the model is told are what the table of the documents says",
    requirements: &["RTE-07"],
    lanes: &[Lane::Model, Lane::Tool, Lane::Prompt, Lane::Record, Lane::Turn],
    premises: &["REC-02"],
    only_simulated: false,
    looks_at: &[Over],
    make: || Box::new(Oracle),
};

#[derive(Hash)]
struct Oracle;

/// The event without the marks of errors, which its wire does not have.
fn without_marks(mut event: Event<'_>) -> Event<'_> {
    if let Event::Request { request, .. } = &mut event {
        request.results.iter_mut().for_each(|told| told.is_error = None);
    }
    event
}

impl Check for Oracle {
    fn reads_stream(&self) -> bool {
        true
    }

    fn over(&mut self, run_state: &RunState<'_>, stream: &[Observation], _: End) -> Result<(), Breach> {
        // If the model gives one id to two calls, the table cannot tell them apart.
        if run_state.calls.values().any(|times| *times > 1) {
            return Ok(());
        }
        let run = Run::of(stream.iter().map(|seen| {
            let event = facts::event(&seen.what);
            (seen.seq, if run_state.marks_errors { event } else { without_marks(event) })
        }));
        let found: Vec<Disagreement> = run.situations().iter().flat_map(|input| run.disagreements(input)).collect();
        let messages: Vec<String> = found.iter().map(ToString::to_string).collect();
        let mut requirements: Vec<String> = Vec::new();
        for id in found.into_iter().flat_map(|one| one.requirements) {
            // Several questions may go wrong for the same requirements.
            if !requirements.contains(&id) {
                requirements.push(id);
            }
        }
        if messages.is_empty() { Ok(()) } else { Err(Breach::new(messages.join("; ")).of(requirements)) }
    }
}
