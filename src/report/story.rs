//! The story of a run that did not pass: what happened around the first miss, the prompt that was shown, and what the model
//! knew.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    model::{Message, Millis, Part, Role, text::shorten},
    stage::{Lane, Observation, What},
    system::Effect,
};

/// How many events a story has at most.
const EVENTS_MAX: usize = 60;
/// How many of them come before the miss, if there are more on both sides.
const BEFORE_MAX: usize = 40;
/// How many messages to the model a story has at most. The last ones count.
const MESSAGES_MAX: usize = 12;
/// How long a text in a story is, in characters.
const TEXT_MAX: usize = 400;
/// How long the drawing of a prompt is, in characters.
const PROMPT_MAX: usize = 4_000;

/// What happened in a run, around its first miss.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Story {
    /// How many events are left out before these.
    pub before: usize,
    /// How many events are left out after these.
    pub after: usize,
    /// The events.
    pub events: Vec<StoryEvent>,
    /// The prompt that was drawn last, up to the miss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// The last messages of the last request to the model, up to the miss.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<StoryMessage>,
}

/// An event of a story.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct StoryEvent {
    /// Its number in the stream.
    pub seq: u64,
    /// Virtual time, in milliseconds.
    pub at_ms: Millis,
    /// The party that it concerns.
    pub lane: Lane,
    /// Whether the subject was given it. If not, the subject did it.
    pub heard: bool,
    /// What it was, as a line of text.
    pub text: String,
}

/// A message to the model.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct StoryMessage {
    /// Who says it: `user` or `assistant`.
    pub role: String,
    /// What is said.
    pub text: String,
}

impl Story {
    /// The story of a stream whose first miss shows at the observation with the number `seq`; without one, at its end.
    /// `None` if nothing happened.
    pub fn of(events: &[Observation], seq: Option<u64>) -> Option<Self> {
        let last = events.len().checked_sub(1)?;
        let miss = seq.and_then(|seq| events.iter().position(|event| event.seq == seq)).unwrap_or(last);
        let start = miss.saturating_sub(BEFORE_MAX).min((last + 1).saturating_sub(EVENTS_MAX));
        let shown = &events[start..events.len().min(start + EVENTS_MAX)];
        let mut effects = events[..=miss].iter().rev().filter_map(|event| match &event.what {
            What::Effect(effect) => Some(effect),
            What::Input(_) => None,
        });
        let prompt = effects.clone().find_map(|effect| match effect {
            Effect::Show(_, prompt) => Some(shorten(&prompt.text, PROMPT_MAX)),
            _ => None,
        });
        let request = effects.find_map(|effect| match effect {
            Effect::Request(_, request) => Some(request),
            _ => None,
        });
        let messages = request.map(|request| {
            let skipped = request.messages.len().saturating_sub(MESSAGES_MAX);
            request.messages.iter().skip(skipped).map(|message| told(message)).collect()
        });
        Some(Self {
            before: start,
            after: events.len() - start - shown.len(),
            events: shown.iter().map(StoryEvent::of).collect(),
            prompt,
            messages: messages.unwrap_or_default(),
        })
    }

    /// The place of the event with this number among the events; without a number, of the last one.
    pub fn place(&self, seq: Option<u64>) -> usize {
        let found = seq.and_then(|seq| self.events.iter().position(|event| event.seq == seq));
        found.unwrap_or_else(|| self.events.len().saturating_sub(1))
    }
}

impl StoryEvent {
    fn of(event: &Observation) -> Self {
        Self {
            seq: event.seq,
            at_ms: event.at_ms,
            lane: event.lane,
            heard: matches!(event.what, What::Input(_)),
            text: shorten(&event.words(), TEXT_MAX),
        }
    }

    /// The event as a line, as in a stream.
    pub fn line(&self) -> String {
        let mark = if self.heard { ' ' } else { '>' };
        format!("{} {:<6} {mark} {}", self.at_ms, self.lane.word(), self.text)
    }
}

fn told(message: &Message) -> StoryMessage {
    let parts = message.parts.iter().map(|part| match part {
        Part::Text(text) => text.to_string(),
        Part::Reasoning(text) => format!("(reasoning) {text}"),
        Part::Call { id, name, arguments } => format!("calls {name} as {id}: {arguments}"),
        Part::Result { id, content, is_error: false } => format!("result of {id}: {content}"),
        Part::Result { id, content, is_error: true } => format!("result of {id}, an error: {content}"),
    });
    let role = match message.role {
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    StoryMessage { role: role.to_owned(), text: shorten(&parts.collect::<Vec<_>>().join("\n"), TEXT_MAX) }
}
