//! The built-in tools: their registered configuration, and their executors by name.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use super::{ask_user, outcome::Outcome, persisted::InquirySource};

/// A built-in tool's executor: arguments and answers so far to an outcome. It keeps nothing between calls.
pub type Executor = fn(&Map<String, Value>, &Map<String, Value>) -> Outcome;

/// A built-in tool.
pub struct Builtin {
    name: &'static str,
    /// Runs it.
    pub execute: Executor,
    /// Who is recorded as the one who asks (REC-10, REC-11).
    pub source: fn(&str) -> InquirySource,
    defaults: fn() -> Value,
}

const BUILTINS: [Builtin; 1] = [Builtin {
    name: ask_user::NAME,
    execute: ask_user::execute,
    source: |_| InquirySource::Assistant,
    defaults: ask_user::defaults,
}];

/// The executor registered under a configuration key; aliases find none (EXE-15).
pub fn named(name: &str) -> Option<&'static Builtin> {
    const ALL: &[Builtin] = &BUILTINS;
    ALL.iter().find(|builtin| builtin.name == name)
}

/// The lowest layer of configuration: every built-in's defaults.
pub fn defaults() -> Value {
    static DEFAULTS: LazyLock<Value> = LazyLock::new(|| {
        let tools: Map<String, Value> =
            BUILTINS.iter().map(|builtin| (builtin.name.to_owned(), (builtin.defaults)())).collect();
        json!({"conversation": {"tools": tools}})
    });
    DEFAULTS.clone()
}
