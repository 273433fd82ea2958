//! What the rules of the protocol say of one run. The runs of all scenarios are held to them; a `Then` names the row.

use super::super::{Step, then, then_client::told};
use crate::{
    model::rpc::text,
    sim::{
        fault::Faults,
        generators::acp::rules,
        rules::{Breach, Rule},
        run_state::RunState,
        workload::Workload,
    },
    stage::Lane,
    suite::check::{Evidence, Finding, Mismatch, fails},
};

pub fn steps() -> Vec<Step> {
    vec![
        then("each method of the agent is one of the protocol", "Or it begins with an underscore.", |evidence, ()| {
            keeps(evidence, &rules::METHODS)
        }),
        then(
            "each turn ends for a reason of the protocol",
            "The `stopReason` of each response to a prompt.",
            |evidence, ()| keeps(evidence, &rules::STOP_REASONS),
        ),
        then(
            "each update is of a kind of the protocol",
            "And has the members that updates of its kind must have.",
            |evidence, ()| keeps(evidence, &rules::UPDATES),
        ),
        then(
            "each update and each question names a session that was begun",
            "Or one that the agent has announced in an earlier message.",
            |evidence, ()| keeps(evidence, &rules::SESSIONS),
        ),
        then(
            "questions that are open at the same time have different ids",
            "The ids of the agent's requests that wait for the user.",
            |evidence, ()| keeps(evidence, &rules::OPEN_IDS),
        ),
        then(
            "the choices of the form are texts, or values with titles",
            "Of each property that has choices.",
            |evidence, ()| keeps(evidence, &rules::CHOICES),
        ),
        then(
            "each default of the form has the type of its property",
            "Of each property that has a default.",
            |evidence, ()| keeps(evidence, &rules::DEFAULTS),
        ),
        then(
            "what is given up is a question of the agent that was open",
            "Each `$/cancel_request` of the agent.",
            |evidence, ()| {
                let lines = told(evidence)?;
                if !lines.iter().any(|line| text(line.what, "method") == Some("$/cancel_request")) {
                    return Err(Mismatch::Unmet("nothing is given up".to_owned()));
                }
                keeps(evidence, &rules::GIVEN_UP)
            },
        ),
    ]
}

/// Whether a run keeps a rule.
fn keeps(evidence: &Evidence<'_>, rule: &'static Rule) -> Finding {
    let workload = Workload::default();
    let mut run_state = RunState::new(&workload, Faults::default());
    let mut check = (rule.make)();
    for event in evidence.events(&[Lane::Client, Lane::Prompt])? {
        run_state.take(event.at_ms, &event.what);
        let seen: Result<(), Breach> = check.see(&run_state, &event.what);
        if let Err(breach) = seen {
            return fails(rule.about, breach.to_string(), Some(event.seq));
        }
    }
    Ok(())
}
