//! The built-in tool `describe_tools`: takes names of tools, and returns their documentation.

use crate::model::json::{Map, Value, json};

use super::outcome::Outcome;

/// The tool's name and configuration key.
pub const NAME: &str = "describe_tools";

/// The registered configuration: on, and locked.
pub fn defaults() -> Value {
    json!({
        "source": "builtin",
        "enable": {"state": true, "allow_toggle": "never"},
        "run": "unattended",
        "result": "unattended",
        "description": "Give the whole documentation of some tools, by their names.",
        "parameters": {
            "tools": {"type": "array", "required": true, "items": {"type": "string"},
                "description": "The names of the tools."}
        }
    })
}

/// Runs the tool. `documentation` gives the documentation of a tool, if the tool exists.
pub fn execute<'a>(documentation: impl Fn(&str) -> Option<&'a str>, arguments: &Map) -> Outcome {
    let names = arguments.get("tools").and_then(Value::as_array).filter(|names| !names.is_empty());
    let Some(names) = names else {
        return Outcome::Error("`tools` must be an array with at least one name of a tool.".to_owned());
    };
    let section = |name: &Value| {
        let name = name.as_str().map_or_else(|| name.to_string(), str::to_owned);
        let text = documentation(&name).unwrap_or("There is no such tool.");
        format!("## {name}\n\n{text}")
    };
    Outcome::Success(names.iter().map(section).collect::<Vec<_>>().join("\n\n").into())
}

#[cfg(test)]
mod tests {
    use crate::model::json::json;

    use super::execute;
    use crate::system::{
        Setup,
        jp::{builtin_defaults::defaults, config::Config, outcome::Outcome},
    };

    #[test]
    fn what_is_written_is_told_and_what_is_unknown_is_said() {
        let config = Config::read(defaults(), &Setup::default(), &[], &[]).unwrap();
        let arguments = json!({"tools": ["describe_tools", "nothing"]});
        let told = execute(|name| config.documentation(name), arguments.as_object().unwrap());
        let text = "## describe_tools\n\nGive the whole documentation of some tools, by their names.\n\n\
            ## nothing\n\nThere is no such tool.";
        assert_eq!(told, Outcome::Success(text.into()));
        assert!(matches!(
            execute(|name| config.documentation(name), &crate::model::json::Map::new()),
            Outcome::Error(_)
        ));
    }
}
