//! The executors of the built-in tools, by name.

use std::sync::LazyLock;

use crate::model::json::Map;

use super::{
    ask_user,
    builtin_defaults::defaults,
    config::{Config, PartialConfig},
    describe_tools,
    outcome::Outcome,
    persisted::InquirySource,
};

/// The executor of a built-in tool: a function of the configuration, the arguments and the answers so far. It has no
/// state.
pub type Executor = fn(&Config, &Map, &Map) -> Outcome;

/// A built-in tool.
#[derive(Hash)]
pub struct Builtin {
    name: &'static str,
    /// Runs the tool.
    pub execute: Executor,
    /// The stored source of its questions (REC-10).
    pub source: fn(&str) -> InquirySource,
}

const BUILTINS: [Builtin; 2] = [
    Builtin {
        name: ask_user::NAME,
        execute: |_, arguments, answers| ask_user::execute(arguments, answers),
        source: |_| InquirySource::Assistant,
    },
    Builtin {
        name: describe_tools::NAME,
        execute: |config, arguments, _| describe_tools::execute(|name| config.documentation(name), arguments),
        source: tool_by_name,
    },
];

/// The default source of a built-in tool's questions: the tool itself (REC-11).
fn tool_by_name(name: &str) -> InquirySource {
    InquirySource::Tool { name: name.into() }
}

/// The tool that is registered under a configuration key. An alias does not find the tool (EXE-15).
pub fn named(name: &str) -> Option<&'static Builtin> {
    const ALL: &[Builtin] = &BUILTINS;
    ALL.iter().find(|builtin| builtin.name == name)
}

/// The configuration of a run that gives only defaults.
pub fn config() -> &'static Config {
    static CONFIG: LazyLock<Config> = LazyLock::new(|| {
        let config = Config::resolve(PartialConfig::default(), defaults().clone(), &[]);
        config.unwrap_or_else(|fault| panic!("the built-in tools' defaults at `{}`: {}", fault.place, fault.fault))
    });
    &CONFIG
}

#[cfg(test)]
mod tests {
    use super::{InquirySource, named};

    #[test]
    fn a_builtin_that_says_nothing_else_asks_as_a_tool_of_its_name() {
        let source = named("describe_tools").map(|builtin| (builtin.source)("describe_tools"));
        assert_eq!(source, Some(InquirySource::Tool { name: "describe_tools".into() }));
        let source = named("ask_user").map(|builtin| (builtin.source)("ask_user"));
        assert_eq!(source, Some(InquirySource::Assistant));
    }
}
