//! The client's role: the tools are those of the scenario's server, and each may ask.

use super::{
    super::{
        NO_FILES, NO_INQUIRY, NOTHING_LASTS, UNSAID, UNWRITTEN, asks_nothing,
        draft::Draft,
        no_line, no_point,
        server_tools::{answer, server_call},
    },
    draw::{EARLIER, PROFILES, capabilities},
};
use crate::{
    llm::script::ScriptedCall,
    model::json::json,
    sim::{
        draws::{Draws, Stream::Situation as S},
        fault::{Fault, Faults},
        generator::SystemGenerator,
        scope::Scope,
        workload::Workload,
    },
};

/// The reference as a client, with the server of a scenario.
pub const GENERATOR: SystemGenerator = SystemGenerator {
    system: "mcp-client",
    profiles: PROFILES,
    draw,
    opening: &[],
    answer,
    settle: None,
    classify: asks_nothing,
    line: no_line,
    outlives_client: false,
    writes: false,
    host: None,
    rules: &[],
    undrawn: &[Fault::Kill, Fault::OlderEvents, Fault::NewerEvents],
    points: &[],
    point: no_point,
    never: &[NO_FILES, NO_INQUIRY, NOTHING_LASTS, UNSAID, UNWRITTEN],
};

fn draw(draws: &mut Draws, faults: Faults, scope: &Scope) -> Workload {
    let mut draft = Draft::new(draws, "mcp-client", PROFILES, scope);
    draft.turns(|draft, id| {
        if draft.draws.chance(S, "no such tool", 5) {
            return ScriptedCall { id, name: "no_such_tool".to_owned(), arguments: json!({}) };
        }
        server_call(draft, id)
    });
    let config = capabilities(draft.draws);
    draft.configure(config);
    draft.finish(faults, &EARLIER)
}
