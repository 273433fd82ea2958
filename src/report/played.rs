//! The text about a run of `hotseat play`.

use std::fmt::Write;

use crate::{
    model::text::shorten,
    stage::{Culprit, End, Played, What},
    system::Input,
};

/// How much of a line is shown, in characters.
const LINE_MAX: usize = 220;

/// A played run of the scenario `id`: every observation, how it ended, and its faults. A difference from the script is
/// shown as such, because the person may do what they like.
pub fn played(id: &str, played: Played) -> String {
    let played = played.redacted();
    let mut text = format!("{id}\n\n");
    for event in &played.events {
        let _ = writeln!(text, "  {:>5}  {}", event.seq, shorten(&event.to_string(), LINE_MAX));
    }
    let acts = played.events.iter().filter(|event| matches!(event.what, What::Input(Input::Person(..)))).count();
    let many = if acts == 1 { "" } else { "s" };
    let end = if played.end == End::Left { "was left" } else { played.end.word() };
    let _ = writeln!(text, "\n{end}, after {acts} act{many} at prompts");
    for fault in &played.faults {
        let whose = if fault.culprit == Culprit::SubjectOrScenario { "off the script" } else { fault.culprit.words() };
        let _ = writeln!(text, "  {whose}: {}", fault.message.replace('\n', "\n    "));
    }
    text
}
