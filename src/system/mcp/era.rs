//! The eras of the protocol, and in which modes a client may be asked.

use crate::model::json::Value;

/// A version of the protocol. In the first two the server asks by a request of its own. In the last one it asks by the result of
/// the call, and the client calls again with the answers.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Era {
    /// 2025-06-18: forms alone.
    June2025,
    /// 2025-11-25: forms and pages.
    #[default]
    November2025,
    /// 2026-07-28: rounds.
    July2026,
}

impl Era {
    /// Every era.
    pub const ALL: [Self; 3] = [Self::June2025, Self::November2025, Self::July2026];

    /// Its version.
    pub const fn version(self) -> &'static str {
        match self {
            Self::June2025 => "2025-06-18",
            Self::November2025 => "2025-11-25",
            Self::July2026 => "2026-07-28",
        }
    }

    /// The era with this version.
    pub fn of(version: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|era| era.version() == version)
    }

    /// Whether a server asks by the result of a call.
    pub fn has_rounds(self) -> bool {
        self == Self::July2026
    }

    /// Whether a client with these capabilities is told of calls that are tasks: one that knows of tasks.
    pub fn has_tasks(self, capabilities: &Value) -> bool {
        self == Self::November2025 && capabilities["tasks"].is_object()
    }

    /// Whether a client with these capabilities may be asked in this mode (MCP-003 to MCP-007). Other members of `elicitation` than
    /// the modes change nothing.
    pub fn may_ask(self, mode: &str, capabilities: &Value) -> bool {
        let Some(declared) = capabilities.get("elicitation").and_then(Value::as_object) else { return false };
        let has = |mode: &str| declared.get(mode).is_some_and(Value::is_object);
        match (self, mode) {
            (Self::June2025, mode) => mode == "form",
            (_, "form") => has("form") || !has("url"),
            (_, mode) => has(mode),
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Era;
    use crate::model::json::{Value, json};

    #[rstest]
    #[case::nothing(json!({}), "")]
    #[case::no_object(json!({"elicitation": true}), "")]
    #[case::empty(json!({"elicitation": {}}), "form")]
    #[case::forms(json!({"elicitation": {"form": {}}}), "form")]
    #[case::pages(json!({"elicitation": {"url": {}}}), "url")]
    #[case::both(json!({"elicitation": {"form": {}, "url": {}}}), "form url")]
    #[case::more(json!({"elicitation": {"form": {"applyDefaults": true}, "voice": {}}}), "form")]
    fn a_client_is_asked_in_the_modes_that_it_declares(#[case] capabilities: Value, #[case] expected: &str) {
        for era in [Era::November2025, Era::July2026] {
            let modes: Vec<&str> =
                ["form", "url"].into_iter().filter(|mode| era.may_ask(mode, &capabilities)).collect();
            assert_eq!(modes.join(" "), expected);
        }
        // The first era knows no modes, and asks by forms alone.
        let is_declared = capabilities["elicitation"].is_object();
        assert_eq!(Era::June2025.may_ask("form", &capabilities), is_declared);
        assert!(!Era::June2025.may_ask("url", &capabilities));
    }
}
