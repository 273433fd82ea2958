//! Whether a tool is on, and which directives may change that (RFD 081).
//!
//! | config | `-t NAME` | `-T NAME` | `-t` | `-T` |
//! |---|---|---|---|---|
//! | on, any | - | off | - | off |
//! | on, never | - | error | - | - |
//! | on, if named | - | off | - | - |
//! | off, any | on | - | on | - |
//! | off, never | error | - | - | - |
//! | off, if named | on | - | - | - |

use std::borrow::Cow;

use crate::model::json::{Value, read_placed};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de};

use super::merge::{Partial, partial};

/// The setting in one layer. It is read from a table, `true`, `false`, or a word of an older version, and written as a
/// table.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct PartialEnable {
    /// Whether it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<bool>,
    /// What may change that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_toggle: Option<AllowToggle>,
}

partial!(PartialEnable { state, allow_toggle });

/// What may switch a tool on and off.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AllowToggle {
    /// Any directive may.
    #[default]
    Any,
    /// No directive may: the tool is locked.
    Never,
    /// A directive that names the tool may.
    IfNamed,
    /// A directive that names the tool may. A later version may add directives that name a group.
    IfNamedOrGroup,
}

/// The merged setting.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Enable {
    /// Whether it is on.
    pub state: bool,
    /// What may change that.
    pub allow_toggle: AllowToggle,
}

/// The effect of a directive on one tool.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Toggle {
    /// Nothing changes.
    Stays,
    /// The tool is switched.
    Flips,
    /// The directive names a tool that it may not change.
    Locked,
}

impl PartialEnable {
    const fn whole(state: bool, allow_toggle: AllowToggle) -> Self {
        Self { state: Some(state), allow_toggle: Some(allow_toggle) }
    }

    /// Merges field by field: the tool's own setting, then that for all tools, then "on" and "any directive".
    pub fn resolve(&self, for_all: &Self) -> Enable {
        Enable {
            state: self.state.or(for_all.state).unwrap_or(true),
            allow_toggle: self.allow_toggle.or(for_all.allow_toggle).unwrap_or_default(),
        }
    }
}

impl Enable {
    /// The effect of a directive that wants the state `wanted`. `named` says whether it names the tool.
    pub fn toggle(self, wanted: bool, named: bool) -> Toggle {
        match (self.state == wanted, named, self.allow_toggle) {
            (true, ..) => Toggle::Stays,
            (false, true, AllowToggle::Never) => Toggle::Locked,
            (false, true, _) | (false, false, AllowToggle::Any) => Toggle::Flips,
            (false, false, _) => Toggle::Stays,
        }
    }

    /// Whether the tool is off for good.
    pub fn is_locked_off(self) -> bool {
        !self.state && self.allow_toggle == AllowToggle::Never
    }
}

impl<'de> Deserialize<'de> for PartialEnable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields {
            state: Option<bool>,
            allow_toggle: Option<AllowToggle>,
        }
        match Value::deserialize(deserializer)? {
            Value::Null => Ok(Self::default()),
            Value::Bool(state) => Ok(Self::whole(state, AllowToggle::Any)),
            Value::String(word) if word == "on" => Ok(Self::whole(true, AllowToggle::Any)),
            Value::String(word) if word == "off" => Ok(Self::whole(false, AllowToggle::Any)),
            Value::String(word) if word == "always" => Ok(Self::whole(true, AllowToggle::Never)),
            Value::String(word) if word == "explicit" => Ok(Self::whole(false, AllowToggle::IfNamed)),
            table @ Value::Object(_) => {
                let Fields { state, allow_toggle } = read_placed(|| &table)
                    .map_err(|error| de::Error::custom(format!("at `{}`: {}", error.path(), error.inner())))?;
                Ok(Self { state, allow_toggle })
            }
            other => Err(de::Error::custom(format!(
                "expected true, false, \"on\", \"off\", \"always\", \"explicit\" or a table of `state` and \
                 `allow_toggle`, found {other}"
            ))),
        }
    }
}

impl JsonSchema for PartialEnable {
    fn schema_name() -> Cow<'static, str> {
        "Enable".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"anyOf": [
            {"type": "boolean"},
            {"type": "string", "enum": ["on", "off", "always", "explicit"]},
            {"type": "object", "additionalProperties": false, "properties": {
                "state": {"type": "boolean"},
                "allow_toggle": {"type": "string", "enum": ["any", "never", "if_named", "if_named_or_group"]}
            }}
        ]})
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{AllowToggle, Enable, PartialEnable, Toggle};

    #[rstest]
    #[case(json!(true), json!({"state": true, "allow_toggle": "any"}))]
    #[case(json!("on"), json!({"state": true, "allow_toggle": "any"}))]
    #[case(json!(false), json!({"state": false, "allow_toggle": "any"}))]
    #[case(json!("off"), json!({"state": false, "allow_toggle": "any"}))]
    #[case(json!("always"), json!({"state": true, "allow_toggle": "never"}))]
    #[case(json!("explicit"), json!({"state": false, "allow_toggle": "if_named"}))]
    #[case(json!({"state": false}), json!({"state": false}))]
    #[case(json!({"allow_toggle": "if_named_or_group"}), json!({"allow_toggle": "if_named_or_group"}))]
    fn every_older_form_is_read_and_a_table_is_written(#[case] read: Value, #[case] written: Value) {
        let enable: PartialEnable = crate::model::json::from_value(read).unwrap();
        assert_eq!(crate::model::json::to_value(enable).unwrap(), written);
    }

    #[rstest]
    #[case(json!("maybe"), "found \"maybe\"")]
    #[case(json!(1), "found 1")]
    #[case(json!({"allow_toggle": "always"}), "at `allow_toggle`: unknown variant `always`")]
    #[case(json!({"sticky": true}), "unknown field `sticky`")]
    fn other_forms_are_refused(#[case] read: Value, #[case] says: &str) {
        let error = crate::model::json::from_value::<PartialEnable>(read).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }

    /// The table above, cell by cell: `-t NAME`, `-T NAME`, `-t`, `-T`.
    #[rstest]
    #[case(true, AllowToggle::Any, "stays flips stays flips")]
    #[case(true, AllowToggle::Never, "stays locked stays stays")]
    #[case(true, AllowToggle::IfNamed, "stays flips stays stays")]
    #[case(true, AllowToggle::IfNamedOrGroup, "stays flips stays stays")]
    #[case(false, AllowToggle::Any, "flips stays flips stays")]
    #[case(false, AllowToggle::Never, "locked stays stays stays")]
    #[case(false, AllowToggle::IfNamed, "flips stays stays stays")]
    fn the_table(#[case] state: bool, #[case] allow_toggle: AllowToggle, #[case] expected: &str) {
        let word = |toggle| match toggle {
            Toggle::Stays => "stays",
            Toggle::Flips => "flips",
            Toggle::Locked => "locked",
        };
        let cells = [(true, true), (false, true), (true, false), (false, false)];
        let found = cells.map(|(wanted, named)| word(Enable { state, allow_toggle }.toggle(wanted, named)));
        assert_eq!(found.join(" "), expected);
    }
}
