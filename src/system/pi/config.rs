//! The configuration. The keys are this project's own. The layers are merged, and a later layer wins.

use serde::Deserialize;

use super::errors::ConfigError;
use crate::{model::Millis, system::Layer};

/// The merged configuration.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Config {
    /// The name of the session in a pending file (PI-50, PI-56).
    pub session: String,
    /// The id of the stored entry that the run continues from. The default is the last entry.
    pub leaf: Option<String>,
    /// The time limit of a dialog (PI-69), in `pi-rpc` only. The default is no limit (PI-35).
    pub dialog_timeout: Option<Millis>,
}

/// The configuration of one layer.
#[derive(Debug, Default, Deserialize, Hash)]
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
    /// Merges the layers. A later layer wins.
    ///
    /// # Errors
    /// A value is wrong; the error names the layer and the place in it.
    pub fn read(layers: &[Layer]) -> Result<Self, ConfigError> {
        let mut config = Self::default();
        for layer in layers {
            let Partial { session, leaf, dialog_timeout_ms } = layer.read()?;
            config.session = session.unwrap_or(config.session);
            config.leaf = leaf.or(config.leaf);
            config.dialog_timeout = dialog_timeout_ms.map(Millis).or(config.dialog_timeout);
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{Config, ConfigError, Layer};

    fn read(values: &[Value]) -> Result<Config, ConfigError> {
        Config::read(&Layer::of_user(values))
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
        let why = read(&[json!({}), value]).unwrap_err().to_string();
        assert!(why.starts_with(told), "{why}");
    }
}
