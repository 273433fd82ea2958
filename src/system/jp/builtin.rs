//! The built-in tools: their registered configuration, and their executors by name.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use super::{
    ask_user,
    config::{Config, PartialConfig},
    describe_tools,
    outcome::Outcome,
    persisted::InquirySource,
};

/// A built-in tool's executor: the configuration, arguments and answers so far to an outcome. It keeps nothing
/// between calls.
pub type Executor = fn(&Config, &Map<String, Value>, &Map<String, Value>) -> Outcome;

/// A built-in tool.
pub struct Builtin {
    name: &'static str,
    /// Runs it.
    pub execute: Executor,
    /// Who is recorded as the one who asks (REC-10).
    pub source: fn(&str) -> InquirySource,
    defaults: fn() -> Value,
}

const BUILTINS: [Builtin; 2] = [
    Builtin {
        name: ask_user::NAME,
        execute: |_, arguments, answers| ask_user::execute(arguments, answers),
        source: |_| InquirySource::Assistant,
        defaults: ask_user::defaults,
    },
    Builtin {
        name: describe_tools::NAME,
        execute: |config, arguments, _| describe_tools::execute(config, arguments),
        source: tool_by_name,
        defaults: describe_tools::defaults,
    },
];

/// Who asks where a built-in says nothing else: the tool (REC-11).
fn tool_by_name(name: &str) -> InquirySource {
    InquirySource::Tool { name: name.to_owned() }
}

/// The executor registered under a configuration key; aliases find none (EXE-15).
pub fn named(name: &str) -> Option<&'static Builtin> {
    const ALL: &[Builtin] = &BUILTINS;
    ALL.iter().find(|builtin| builtin.name == name)
}

/// The lowest layer of configuration: every built-in's defaults.
pub fn defaults() -> &'static PartialConfig {
    static DEFAULTS: LazyLock<PartialConfig> = LazyLock::new(|| {
        let tools: Map<String, Value> =
            BUILTINS.iter().map(|builtin| (builtin.name.to_owned(), (builtin.defaults)())).collect();
        let layer = json!({"conversation": {"tools": tools}});
        serde_json::from_value(layer).unwrap_or_else(|error| panic!("the built-in tools' defaults: {error}"))
    });
    &DEFAULTS
}

/// What the defaults come to where nobody says anything else.
pub fn config() -> &'static Config {
    static CONFIG: LazyLock<Config> = LazyLock::new(|| {
        let config = Config::resolve(PartialConfig::default(), defaults().clone(), &[]);
        config.unwrap_or_else(|(place, why)| panic!("the built-in tools' defaults at `{place}`: {why}"))
    });
    &CONFIG
}

#[cfg(test)]
mod tests {
    use super::{InquirySource, defaults, named};

    #[test]
    fn a_builtin_that_says_nothing_else_asks_as_a_tool_of_its_name() {
        let source = named("describe_tools").map(|builtin| (builtin.source)("describe_tools"));
        assert_eq!(source, Some(InquirySource::Tool { name: "describe_tools".into() }));
        let source = named("ask_user").map(|builtin| (builtin.source)("ask_user"));
        assert_eq!(source, Some(InquirySource::Assistant));
    }

    #[test]
    fn the_defaults_are_a_layer() {
        let names: Vec<&str> = defaults().conversation.tools.keys().map(String::as_str).collect();
        assert_eq!(names, ["ask_user", "describe_tools"]);
    }
}
