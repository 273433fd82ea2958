//! The Agent Client Protocol: an agent asks through its client, by permissions, forms and pages.

mod draw;
pub mod rules;

use super::{
    NO_FILES, NO_INQUIRY, NOTHING_LASTS, UNSAID, UNWRITTEN, asks_nothing, no_line, no_point, server_tools::answer,
};
use crate::sim::{fault::Fault, generator::SystemGenerator};

/// The reference as an agent, with its client.
pub const GENERATOR: SystemGenerator = SystemGenerator {
    system: "acp",
    profiles: draw::PROFILES,
    draw: draw::draw,
    opening: &[],
    answer,
    settle: None,
    classify: asks_nothing,
    line: no_line,
    outlives_client: false,
    writes: false,
    host: None,
    rules: &[rules::ALL],
    undrawn: &[Fault::Kill, Fault::OlderEvents, Fault::NewerEvents],
    points: &[],
    point: no_point,
    never: &[NO_FILES, NO_INQUIRY, NOTHING_LASTS, UNSAID, UNWRITTEN],
};
