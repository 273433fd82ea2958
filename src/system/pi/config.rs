//! The configuration. Its keys are this project's own; the layers are merged, the later ones winning.

use serde::Deserialize;

use super::errors::ConfigError;
use crate::{model::Millis, system::Layer};

/// What may be configured.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Config {
    /// What the session is called in a pending file (PI-50, PI-56).
    pub session: String,
    /// The entry of the stored session that the run goes on from; the last one where none is named.
    pub leaf: Option<String>,
    /// How long a dialog waits for the client (PI-69), only with `pi-rpc`; for ever where nothing is said (PI-35).
    pub dialog_timeout: Option<Millis>,
}

/// What one layer says.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Partial {
    session: Option<String>,
    leaf: Option<String>,
    dialog_timeout_ms: Option<u64>,
}

impl Default for Config {
    fn default() -> Self {
        Self { session: "unknown".to_owned(), leaf: None, dialog_timeout: None }
    }
}

impl Config {
    /// Lays the layers over one another; what the later says wins.
    ///
    /// # Errors
    /// The layer, the place in it, and what is wrong there.
    pub fn read(layers: &[Layer]) -> Result<Self, ConfigError> {
        let mut config = Self::default();
        for layer in layers {
            let Partial { session, leaf, dialog_timeout_ms } = layer.read().map_err(ConfigError)?;
            config.session = session.unwrap_or(config.session);
            config.leaf = leaf.or(config.leaf);
            config.dialog_timeout = dialog_timeout_ms.map(Millis).or(config.dialog_timeout);
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

    use super::{Config, Layer};

    fn read(values: &[Value]) -> Result<Config, String> {
        Config::read(&Layer::of_user(values)).map_err(|error| error.to_string())
    }

    #[test]
    fn the_later_layer_wins() {
        let config = read(&[json!({"session": "a", "leaf": "entry_1"}), json!({"session": "b"})]).unwrap();
        assert_eq!((config.session.as_str(), config.leaf.as_deref()), ("b", Some("entry_1")));
    }

    #[rstest]
    #[case(json!({"session": 1}), "user file: configuration at `session`: ")]
    #[case(json!({"sessions": "a"}), "user file: configuration at `sessions`: ")]
    #[case(json!([]), "user file: configuration: ")]
    fn a_mistake_names_its_layer_and_key(#[case] value: Value, #[case] told: &str) {
        let why = read(&[json!({}), value]).unwrap_err();
        assert!(why.starts_with(told), "{why}");
    }
}
