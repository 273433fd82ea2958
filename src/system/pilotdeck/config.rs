//! The configuration. Its keys are this project's own, because the sources have none.
//!
//! **Absent here:** whether there is a channel at all. The terminal decides that (PD-33).
//!
//! | key | value | default |
//! |---|---|---|
//! | `channel` | `host`, `gateway`, `panel`, `text`, `scripted`, `auto` | `host`; upstream `gateway` |
//! | `scripted` | `{"answers": {question: answer}, "cancel": bool}` | no answers |
//! | `prompts` | whether the user may be asked (PD-54) | true |
//! | `mode` | `default`, `plan`, `ask`: each has the tool (PD-55) | `default` |
//! | `run` | `interactive`, `subagent`, `cron`, `always_on` (PD-55, PD-64) | `interactive` |
//! | `turn_timeout_ms` | how long a turn may take (PD-62) | no limit |
//! | `tools` | `{name: {"concurrency_safe": bool}}`, for the host's tools (PD-68) | safe |
//! | `js_key_order` | whether keys like integers come first (PD-50.j) | true |
//! | `micro_compact_keep` | how many results a request has in full (PD-69) | all |

use std::collections::BTreeMap;

use crate::model::json::{Map, Value};
use serde::Deserialize;

use super::{Profile, answers::KeyOrder, errors::SetupError};
use crate::system::{Layer, Setup};

/// The merged configuration.
#[derive(Clone, Debug, Hash)]
pub struct Config {
    /// How the user is asked.
    pub channel: ChannelKind,
    /// The script of the scripted channel.
    pub scripted: Scripted,
    /// Whether the user may be asked.
    pub prompts: bool,
    /// What kind of run it is.
    pub run: RunKind,
    /// How long a turn may take.
    pub turn_timeout_ms: Option<u64>,
    /// The tools of the host that must run alone.
    pub unsafe_tools: Vec<String>,
    /// The order of answers.
    pub order: KeyOrder,
    /// How many results a request has in full.
    pub micro_compact_keep: Option<usize>,
}

/// How the user is asked.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Hash, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum ChannelKind {
    /// A host in the same process draws the questions.
    #[default]
    Host,
    /// A client receives events, and replies by their ids.
    Gateway,
    /// A panel with keys.
    Panel,
    /// A chat of plain text.
    Text,
    /// Answers from a script.
    Scripted,
    /// No person is asked. The answer is the first option of each question.
    Auto,
}

/// What kind of run it is.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Hash, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    /// A user is present.
    #[default]
    Interactive,
    /// The run works for another agent.
    Subagent,
    /// A scheduled run.
    Cron,
    /// A run that never stops.
    AlwaysOn,
}

/// The script of the scripted channel.
#[derive(Clone, Debug, Default, Hash)]
pub struct Scripted {
    /// The answers, by question text.
    pub answers: Map,
    /// Whether the channel cancels instead of answering.
    pub cancel: bool,
}

/// The mode of the agent. Every mode has the tool (PD-55).
#[derive(Clone, Copy, Debug, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Default,
    Plan,
    Ask,
}

/// The configuration of one layer.
#[derive(Debug, Default, Deserialize, Hash)]
#[serde(default, deny_unknown_fields)]
struct Partial {
    channel: Option<ChannelKind>,
    scripted: PartialScripted,
    prompts: Option<bool>,
    #[serde(rename = "mode")]
    _mode: Option<Mode>,
    run: Option<RunKind>,
    turn_timeout_ms: Option<u64>,
    tools: BTreeMap<String, PartialTool>,
    js_key_order: Option<bool>,
    micro_compact_keep: Option<usize>,
}

#[derive(Debug, Default, Deserialize, Hash)]
#[serde(default, deny_unknown_fields)]
struct PartialScripted {
    answers: Map,
    cancel: Option<bool>,
}

#[derive(Debug, Default, Deserialize, Hash)]
#[serde(default, deny_unknown_fields)]
struct PartialTool {
    concurrency_safe: Option<bool>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            channel: ChannelKind::default(),
            scripted: Scripted::default(),
            prompts: true,
            run: RunKind::default(),
            turn_timeout_ms: None,
            unsafe_tools: Vec::new(),
            order: KeyOrder::Integers,
            micro_compact_keep: None,
        }
    }
}

impl Config {
    /// That of a run. `None` if it has a wrong value.
    pub fn of_run(setup: &Setup) -> Option<Self> {
        Self::read(&setup.config, Profile::of(&setup.profile)).ok()
    }

    /// Merges the layers. A later layer wins.
    ///
    /// # Errors
    /// A value is wrong. The error names the layer and the place in it.
    pub fn read(layers: &[Layer], profile: Profile) -> Result<Self, SetupError> {
        let channel = if profile == Profile::Upstream { ChannelKind::Gateway } else { ChannelKind::Host };
        let mut config = Self { channel, ..Self::default() };
        for layer in layers {
            if let Some(place) = no_object(&layer.value) {
                return Err(SetupError::NotObject { layer: layer.name.clone(), place });
            }
            config.merge(layer.read()?);
        }
        Ok(config)
    }

    fn merge(&mut self, partial: Partial) {
        self.channel = partial.channel.unwrap_or(self.channel);
        self.scripted.answers.extend(partial.scripted.answers);
        self.scripted.cancel = partial.scripted.cancel.unwrap_or(self.scripted.cancel);
        self.prompts = partial.prompts.unwrap_or(self.prompts);
        self.run = partial.run.unwrap_or(self.run);
        self.turn_timeout_ms = partial.turn_timeout_ms.or(self.turn_timeout_ms);
        for (name, tool) in partial.tools {
            if let Some(is_safe) = tool.concurrency_safe {
                self.unsafe_tools.retain(|known| *known != name);
                self.unsafe_tools.extend((!is_safe).then_some(name));
            }
        }
        self.order = match partial.js_key_order {
            None => self.order,
            Some(true) => KeyOrder::Integers,
            Some(false) => KeyOrder::Given,
        };
        self.micro_compact_keep = partial.micro_compact_keep.or(self.micro_compact_keep);
    }

    /// Whether the run has the tool (PD-55).
    pub const fn has_tool(&self) -> bool {
        !matches!(self.run, RunKind::Subagent | RunKind::AlwaysOn)
    }

    /// Whether the model is offered the tool (PD-55).
    pub fn offers_tool(&self) -> bool {
        self.prompts && self.run == RunKind::Interactive
    }
}

/// The first place that must have an object, and has another value. Without this check a list would be read as one.
fn no_object(value: &Value) -> Option<String> {
    let tools = value["tools"].as_object().into_iter().flatten();
    let tools = tools.map(|(name, tool)| (format!("tools.{name}"), Some(tool)));
    let places = [(".".to_owned(), Some(value)), ("scripted".to_owned(), value.get("scripted"))];
    let mut places = places.into_iter().chain(tools);
    places.find(|(_, value)| value.is_some_and(|value| !value.is_object())).map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{ChannelKind, Config};
    use crate::system::{
        Layer,
        pilotdeck::{Profile, answers::KeyOrder, errors::SetupError},
    };

    fn read(layers: &[Value], profile: Profile) -> Result<Config, SetupError> {
        let name = |at: usize| format!("layer {at}");
        let layers: Vec<Layer> =
            layers.iter().enumerate().map(|(at, value)| Layer { name: name(at), value: value.clone() }).collect();
        Config::read(&layers, profile)
    }

    #[test]
    fn the_later_layer_wins_and_objects_are_merged() {
        let below = json!({"channel": "panel", "scripted": {"answers": {"Q": "a", "R": "b"}}, "js_key_order": false,
            "tools": {"one": {"concurrency_safe": false}, "two": {"concurrency_safe": false}}});
        let above = json!({"channel": "auto", "scripted": {"answers": {"Q": "c"}, "cancel": true},
            "tools": {"one": {"concurrency_safe": true}}, "mode": "plan"});
        let config = read(&[below, above], Profile::Seed).unwrap();
        assert_eq!((config.channel, config.order), (ChannelKind::Auto, KeyOrder::Given));
        assert_eq!(Value::from(config.scripted.answers), json!({"Q": "c", "R": "b"}));
        assert!(config.scripted.cancel);
        assert_eq!(config.unsafe_tools, ["two"]);
    }

    #[rstest]
    #[case(json!({"chanel": "host"}), "chanel")]
    #[case(json!({"channel": "smoke"}), "channel")]
    #[case(json!({"tools": {"deploy": {"safe": true}}}), "tools.deploy.safe")]
    #[case(json!({"turn_timeout_ms": -1}), "turn_timeout_ms")]
    #[case(json!([]), ".")]
    #[case(json!({"scripted": []}), "scripted")]
    #[case(json!({"tools": {"deploy": []}}), "tools.deploy")]
    fn a_mistake_names_its_layer_and_key(#[case] value: Value, #[case] key: &str) {
        let why = read(&[json!({}), value], Profile::Seed).unwrap_err().to_string();
        assert!(why.starts_with(&format!("layer 1: configuration at `{key}`: ")), "{why}");
    }

    #[rstest]
    #[case(json!({}), true, true)]
    #[case(json!({"mode": "plan"}), true, true)]
    #[case(json!({"mode": "ask"}), true, true)]
    #[case(json!({"prompts": false}), true, false)]
    #[case(json!({"run": "cron"}), true, false)]
    #[case(json!({"run": "subagent"}), false, false)]
    #[case(json!({"run": "always_on"}), false, false)]
    fn some_runs_lack_the_tool(#[case] value: Value, #[case] has: bool, #[case] offers: bool) {
        let config = read(&[value], Profile::Upstream).unwrap();
        assert_eq!((config.has_tool(), config.offers_tool(), config.channel), (has, offers, ChannelKind::Gateway));
    }
}
