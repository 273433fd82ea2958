//! The workload: what the run of one seed is about. It is drawn before the run begins, and is plain data.
//!
//! Every question and every answer carries a **provenance marker**, or marker for short. `[7.0]` is question 7 itself, and
//! `[7.3]` is an answer that belongs to question 7 only. Wherever an implementation puts a text, its marker shows where the
//! text came from.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use crate::model::json::{Text, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    draws::{Draws, Stream},
    fault::Faults,
    texts,
};
use crate::{
    llm::script::{Body, ScriptedCall},
    stage::scenario::{ToolEnd, ToolScript},
    system::{Layer, Prompt, Setup, Utterance},
};

/// What the run of one seed is about.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct Workload {
    /// The system.
    pub system: String,
    /// What the subject begins with. The tools are added when it starts.
    pub setup: Setup,
    /// The host's tools.
    pub tools: Vec<ToolScript>,
    /// The files that exist at the start, by path.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// For each turn, what the user says and what the model replies.
    pub turns: Vec<TurnPlan>,
    /// Every question that may be asked, by its number.
    pub asks: BTreeMap<u32, Ask>,
    /// The fault classes that the workload itself contains.
    #[serde(skip)]
    pub triggered: Faults,
}

/// A turn.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TurnPlan {
    /// A command that the user gives before, when no turn runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Utterance>,
    /// What the user says.
    pub says: Utterance,
    /// The model's replies, one for each request. After the last, it says that it is done.
    pub replies: Vec<Body>,
}

/// A question that may be asked.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ask {
    /// The call that asks, or in which it is asked.
    pub call: Text,
    /// The tool.
    pub tool: Text,
    /// Which of the tool's questions it is.
    pub question: Text,
    /// Whether it may be asked. Not so only if a `must` demands that the call is refused.
    pub is_valid: bool,
    /// Whether only a human may answer.
    pub human_only: bool,
    /// Whether the answer is a secret.
    pub is_secret: bool,
    /// Whether an answer may be remembered.
    pub is_kept: bool,
    /// The markers of the answers that the configuration or the call itself gives beforehand.
    pub given: BTreeSet<ProvenanceMarker>,
    /// Whether an answer is given beforehand.
    pub is_given: bool,
}

impl Workload {
    /// The workload without the host's tools, and without their calls.
    #[must_use]
    pub fn without_tools(mut self) -> Self {
        let tools = std::mem::take(&mut self.tools);
        let is_of_host = |call: &ScriptedCall| tools.iter().any(|script| script.tool.name == call.name);
        for body in self.turns.iter_mut().flat_map(|turn| &mut turn.replies) {
            if let Body::Message { calls, .. } = body {
                calls.retain(|call| !is_of_host(call));
            }
        }
        self
    }

    /// Passes every text of the turns, the tools and the setup to `take`. Files are left out.
    pub fn texts(&self, take: &mut impl FnMut(&str)) {
        for TurnPlan { command, says, replies } in &self.turns {
            command.iter().chain([says]).for_each(|said| take(&said.0));
            replies.iter().for_each(|body| of_body(body, take));
        }
        for ToolScript { tool, asks, asks_in_call, insists: _, asks_then, then, after_ms: _ } in &self.tools {
            texts::of_tool(tool, take);
            asks.iter().chain(asks_then).for_each(|question| texts::of_value(question, take));
            for (call, asks) in asks_in_call {
                take(call);
                asks.iter().for_each(|question| texts::of_value(question, take));
            }
            match then {
                ToolEnd::Done(text) | ToolEnd::Error(text) => take(text),
                ToolEnd::Panicked | ToolEnd::Told => {}
            }
        }
        let Setup { profile, terminal: _, argv, config, tools, stored } = &self.setup;
        take(profile);
        argv.iter().for_each(|word| take(word));
        for Layer { name, value } in config {
            take(name);
            texts::of_value(value, take);
        }
        tools.iter().for_each(|tool| texts::of_tool(tool, take));
        stored.iter().for_each(|record| texts::of_value(record, take));
    }
}

fn of_body(body: &Body, take: &mut impl FnMut(&str)) {
    match body {
        Body::Message { reasoning, text, calls, ends: _ } => {
            take(reasoning);
            take(text);
            for ScriptedCall { id, name, arguments } in calls {
                take(id);
                take(name);
                texts::of_value(arguments, take);
            }
        }
        Body::Answer(value) | Body::Data(value) => texts::of_value(value, take),
        Body::Cut { text, at: _, reset: _ } | Body::Malformed { text } | Body::Overloaded { text } => take(text),
        Body::Status { status: _, retry_after_s: _ } | Body::Drop | Body::Reset => {}
    }
}

/// A provenance marker: the number of a question, and 0 for the question itself or the number of an answer.
pub type ProvenanceMarker = (u32, u32);

/// A text with a marker.
pub fn marked(marker: ProvenanceMarker, text: &str) -> String {
    let mut marked = String::with_capacity(text.len() + MARKER_ROOM);
    marked.push_str(text);
    // Writing to a text never fails.
    let _ = write!(marked, " [{}.{}]", marker.0, marker.1);
    marked
}

/// Unusual words. Whoever trims, splits, escapes, folds or composes a text alters one of them.
const UNUSUAL: &[&str] = &[
    "red, green",
    "Cafe\u{301}",
    "two  blanks",
    "a\u{a0}b",
    "say \"no\"",
    "it's",
    "C:\\new",
    "50 % & <b>",
    "*a* `b` _c_",
    "NULL",
    "1. x",
    "日本 🇺🇳",
];

/// A text with a marker, in a quarter of all cases in unusual words. They are free of control characters, and short enough
/// for a label.
pub fn worded(draws: &mut Draws, stream: Stream, marker: ProvenanceMarker, plain: &str) -> String {
    let is_unusual = draws.chance(stream, "unusual words", 25);
    let words = if is_unusual { *draws.pick::<&str>(stream, "words", UNUSUAL) } else { plain };
    marked(marker, words)
}

/// The room that most markers need, with the blank before them.
const MARKER_ROOM: usize = 12;
/// The length of the shortest marker, `[0.0]`.
const MARKER_MIN: usize = 5;

/// The markers in a text.
pub fn marks(text: &str) -> impl Iterator<Item = ProvenanceMarker> {
    let bytes = text.as_bytes();
    let mut from = 0;
    std::iter::from_fn(move || {
        // Many texts are names, too short for any marker.
        while bytes.len() - from >= MARKER_MIN
            && let Some(found) = memchr::memchr(b'[', &bytes[from..])
        {
            from += found + 1;
            if let Some((marker, after)) = marker_at(&bytes[from..]) {
                from += after;
                return Some(marker);
            }
        }
        None
    })
}

/// The markers in every text of a value.
pub fn marks_in(value: &Value) -> Vec<ProvenanceMarker> {
    let mut found = Vec::new();
    texts::of_value(value, &mut |text| found.extend(marks(text)));
    found
}

/// The number of the question that a prompt asks.
pub fn asked(prompt: &Prompt) -> Option<u32> {
    let in_request = || marks_in(prompt.request.as_ref()?).first().copied();
    marks(&prompt.text).next().or_else(in_request).map(|(number, _)| number)
}

/// The marker at the start of `bytes`, which come after its opening bracket, and its length.
fn marker_at(bytes: &[u8]) -> Option<(ProvenanceMarker, usize)> {
    let (number, dot) = digits(bytes)?;
    let rest = bytes.get(dot..)?.strip_prefix(b".")?;
    let (which, end) = digits(rest)?;
    (rest.get(end) == Some(&b']')).then_some(((number, which), dot + end + 2))
}

fn digits(bytes: &[u8]) -> Option<(u32, usize)> {
    let end = bytes.iter().take(9).take_while(|byte| byte.is_ascii_digit()).count();
    let number = bytes[..end].iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
    (end > 0).then_some((number, end))
}

#[cfg(test)]
mod tests {
    use super::{ProvenanceMarker, marked, marks};
    use rstest::rstest;

    #[rstest]
    #[case("", &[])]
    #[case("[7.0]", &[(7, 0)])]
    #[case("Which? [7.0] and [12.34][1.1", &[(7, 0), (12, 34)])]
    #[case("[[7.0]] [a.1] [.1] [1.] [1] [1.2 ]", &[(7, 0)])]
    fn markers_are_found_and_near_misses_are_not(#[case] text: &str, #[case] expected: &[ProvenanceMarker]) {
        assert_eq!(marks(text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_marked_text_has_its_marker() {
        assert_eq!(marks(&marked((3, 9), "text")).collect::<Vec<_>>(), [(3, 9)]);
    }
}
