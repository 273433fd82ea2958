//! The configuration. Its keys are this project's own. Layers are merged, and a later layer wins.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::errors::SetupError;
use crate::system::Layer;

/// The merged configuration.
#[derive(Clone, Debug, Hash)]
pub struct Config {
    /// Whether the model has the tool (DC-30).
    pub questions: bool,
    /// Whether the conversation is held over a remote channel of plain text (DC-67).
    pub remote: bool,
    /// Whether the host receives a message before each tool runs (DC-28).
    pub hooks: bool,
    /// The interface's words, by their keys.
    pub locale: BTreeMap<String, String>,
}

/// The configuration of one layer.
#[derive(Debug, Default, Deserialize, Hash)]
#[serde(default, deny_unknown_fields)]
struct Partial {
    questions: Option<bool>,
    remote: Option<bool>,
    hooks: Option<bool>,
    locale: BTreeMap<String, String>,
}

impl Default for Config {
    fn default() -> Self {
        Self { questions: true, remote: false, hooks: false, locale: BTreeMap::new() }
    }
}

impl Config {
    /// Merges the layers. A later layer wins.
    ///
    /// # Errors
    /// A value is wrong. The error names the layer and the place in it.
    pub fn read(layers: &[Layer]) -> Result<Self, SetupError> {
        let mut config = Self::default();
        for layer in layers {
            let Partial { questions, remote, hooks, locale } = layer.read()?;
            config.questions = questions.unwrap_or(config.questions);
            config.remote = remote.unwrap_or(config.remote);
            config.hooks = hooks.unwrap_or(config.hooks);
            config.locale.extend(locale);
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{Config, Layer, SetupError};

    fn read(values: &[Value]) -> Result<Config, SetupError> {
        Config::read(&Layer::of_user(values))
    }

    #[test]
    fn the_later_layer_wins_and_words_are_kept_one_by_one() {
        let below = json!({"remote": true, "hooks": true, "locale": {"question.send": "a", "question.reject": "b"}});
        let config = read(&[below, json!({"hooks": false, "locale": {"question.send": "c"}})]).unwrap();
        assert!(config.questions && config.remote && !config.hooks);
        let words: Vec<(&str, &str)> = config.locale.iter().map(|(key, word)| (key.as_str(), word.as_str())).collect();
        assert_eq!(words, [("question.reject", "b"), ("question.send", "c")]);
    }

    #[rstest]
    #[case(json!({"remote": 1}), "user file: configuration at `remote`: ")]
    #[case(json!({"remotes": true}), "user file: configuration at `remotes`: ")]
    #[case(json!({"locale": {"question.send": 5}}), "user file: configuration at `locale.question.send`: ")]
    #[case(json!([]), "user file: configuration: ")]
    fn a_mistake_names_its_layer_and_key(#[case] value: Value, #[case] told: &str) {
        let why = read(&[json!({}), value]).unwrap_err().to_string();
        assert!(why.starts_with(told), "{why}");
    }
}
