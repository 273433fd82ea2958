//! jp: the built-in `ask_user`, and questions of the host's tools that a person or the assistant answers.

mod asked;
mod draw;
mod executions;
mod facts;
mod oracle;
mod prompts;
mod queue;
mod requests;
mod retried;
mod rules;
mod told;

use super::{Never, UNSAID, UNWRITTEN, asks_nothing, by_offers, no_line};
use crate::{
    model::json::text_of,
    sim::{
        coverage_points::CoveragePoint,
        draws::Draws,
        generator::SystemGenerator,
        run_state::RunState,
        workload::{Workload, asked},
    },
    stage::What,
    system::{Act, Effect, Prompt, Record},
};

/// RFD 083.
pub const ASK_USER: SystemGenerator = SystemGenerator {
    system: "jp-ask-user",
    profiles: draw::ASK_USER_PROFILES,
    draw: draw::ask_user,
    opening: &[],
    answer,
    settle: None,
    classify: asks_nothing,
    line: no_line,
    outlives_client: false,
    writes: false,
    host: None,
    rules: &[rules::OF_BOTH, rules::OF_ASK_USER],
    undrawn: &[],
    points: POINTS,
    point,
    never: &[UNSAID, UNWRITTEN, NEVER],
};

/// RFD 028.
pub const INQUIRY: SystemGenerator = SystemGenerator {
    system: "jp-inquiry",
    profiles: draw::INQUIRY_PROFILES,
    draw: draw::inquiry,
    rules: &[rules::OF_BOTH],
    undrawn: &[],
    ..ASK_USER
};

/// The arguments of a call are edited as JSON; all else is answered by what is offered. Arguments are known by the title
/// of the reference, or because no question is asked and the drawing has them.
fn answer(prompt: &Prompt, _: &Workload, text: &str, draws: &mut Draws) -> Vec<Act> {
    let has_arguments = || prompt.text.contains("a.txt") && asked(prompt).is_none();
    if prompt.text.contains("Arguments of ") || prompt.offers.typing.is_some() && has_arguments() {
        return vec![Act::Answer("{\"path\":\"b.txt\"}".into())];
    }
    by_offers(prompt, text, draws)
}

const POINTS: &[CoveragePoint] = &[
    "route prompt",
    "route inquiry",
    "outcome answered",
    "outcome redacted",
    "reason user",
    "reason backend_error",
    "reason no_prompt_backend",
    "reason assistant_routing_denied",
    "reason invalid_static_answer",
];

fn point(run_state: &RunState<'_>, what: &What) -> Option<CoveragePoint> {
    match what {
        What::Effect(Effect::Show(op, _)) => run_state.prompts.get(op)?.asks.map(|_| "route prompt"),
        What::Effect(Effect::Request(_, request)) => request.schema.as_ref().map(|_| "route inquiry"),
        What::Effect(Effect::Record(Record(record))) if text_of(record, "type") == Some("inquiry_response") => {
            let (kind, word) = match (text_of(record, "outcome")?, text_of(record, "reason")) {
                ("cancelled", Some(reason)) => ("reason ", reason),
                (outcome, _) => ("outcome ", outcome),
            };
            POINTS.iter().copied().find(|point| point.strip_prefix(kind) == Some(word))
        }
        _ => None,
    }
}

const NEVER: &[Never] = &[
    ("does client", "jp has no client; it hears what is meant for one, and minds nothing of it"),
    ("does file read", "a stored conversation is handed over, not read"),
    ("does file remove", "nothing is removed"),
    ("does cancel file", "nothing is given up that is written"),
    ("hears file read", "nothing is read"),
    ("does turn paused", "a prompt does not pause a turn"),
    ("does turn timed out", "a turn may take as long as it likes"),
];
