//! The lowest layer of the configuration: the defaults that the built-in tools register.
//!
//! **Absent here:** the execution of a built-in tool, which needs the whole configuration.

use std::sync::LazyLock;

use crate::model::json::{Map, json};

use super::{ask_user, config::partial::PartialConfig, describe_tools};

/// The defaults of all built-in tools, as one layer.
pub fn defaults() -> &'static PartialConfig {
    static DEFAULTS: LazyLock<PartialConfig> = LazyLock::new(|| {
        let each = [(ask_user::NAME, ask_user::defaults()), (describe_tools::NAME, describe_tools::defaults())];
        let tools: Map = each.into_iter().map(|(name, tool)| (name.to_owned(), tool)).collect();
        let layer = json!({"conversation": {"tools": tools}});
        crate::model::json::from_value(layer).unwrap_or_else(|error| panic!("the built-in tools' defaults: {error}"))
    });
    &DEFAULTS
}

#[cfg(test)]
mod tests {
    use super::defaults;
    use crate::system::jp::builtin::named;

    #[test]
    fn every_tool_with_defaults_has_an_executor() {
        let names: Vec<&str> = defaults().conversation.tools.keys().map(String::as_str).collect();
        assert_eq!(names, ["ask_user", "describe_tools"]);
        assert!(names.iter().all(|name| named(name).is_some()));
    }
}
