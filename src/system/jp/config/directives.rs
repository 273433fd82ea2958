//! The command line: the command, and the directives that switch tools on and off (RFD 081).

use super::{
    enable::{PartialEnable, Toggle},
    partial::{PartialConfig, PartialTool},
};
use crate::system::jp::{config::FOR_ALL, errors::SetupError, export::Format};

/// The command.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Command {
    /// Turns with the model.
    Query(Vec<Directive>),
    /// The stored conversation, written to a file.
    Export(Format),
}

/// A directive about tools.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Directive {
    /// `-t` and `-T` switch a tool on or off; without a name, all tools.
    Toggle {
        /// Whether to switch the tool on.
        wanted: bool,
        /// The tool. `None` for all tools.
        name: Option<String>,
    },
    /// `-u NAME` names the tool that the model must call. `-u` alone demands any tool, and `-U` no tool.
    Use(Used),
}

/// What the model must call.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Used {
    /// The tool of that name.
    Tool(String),
    /// Any tool.
    Any,
    /// No tool.
    Nothing,
}

impl Command {
    /// Reads the arguments.
    ///
    /// # Errors
    /// The first wrong argument.
    pub fn read(argv: &[String]) -> Result<Self, SetupError> {
        let words: Vec<&str> = argv.iter().map(String::as_str).collect();
        match words[..] {
            ["conversation", "export", format] => match format {
                "json" => Ok(Self::Export(Format::Json)),
                "markdown" => Ok(Self::Export(Format::Markdown)),
                other => Err(SetupError::CommandLine {
                    number: 3,
                    expected: "`json` or `markdown`",
                    found: other.to_owned(),
                }),
            },
            ["query", ref rest @ ..] => directives(rest, 2).map(Self::Query),
            ref rest => directives(rest, 1).map(Self::Query),
        }
    }
}

fn directives(words: &[&str], first: usize) -> Result<Vec<Directive>, SetupError> {
    let mut directives = Vec::new();
    let mut rest = words.iter().zip(first..).peekable();
    while let Some((word, number)) = rest.next() {
        let name = rest.next_if(|(next, _)| !next.starts_with('-')).map(|(name, _)| (*name).to_owned());
        directives.push(match (*word, name) {
            ("-t" | "--tool", name) => Directive::Toggle { wanted: true, name },
            ("-T" | "--no-tools", name) => Directive::Toggle { wanted: false, name },
            ("-u" | "--tool-use", Some(name)) => Directive::Use(match name.as_str() {
                "true" => Used::Any,
                "false" => Used::Nothing,
                _ => Used::Tool(name),
            }),
            ("-u" | "--tool-use", None) => Directive::Use(Used::Any),
            ("-U" | "--no-tool-use", None) => Directive::Use(Used::Nothing),
            (other, _) => {
                return Err(SetupError::CommandLine {
                    number,
                    expected: "`query` or `conversation export`, then -t, -T, -u or -U",
                    found: other.to_owned(),
                });
            }
        });
    }
    Ok(directives)
}

/// Applies directives from left to right. A directive changes the state of a tool, and never its lock (CFG-12).
///
/// # Errors
/// All unknown names (CFG-14). Without these, the first tool that a directive may not change (CFG-16).
pub fn apply(directives: &[Directive], config: &mut PartialConfig) -> Result<(), SetupError> {
    let names = directives.iter().filter_map(|directive| match directive {
        Directive::Toggle { name: Some(name), .. } | Directive::Use(Used::Tool(name)) => Some(name),
        Directive::Toggle { name: None, .. } | Directive::Use(_) => None,
    });
    let unknown: Vec<String> = names.filter(|name| named(config, name).is_none()).cloned().collect();
    if !unknown.is_empty() {
        return Err(SetupError::UnknownTools(unknown));
    }
    let for_all = config.conversation.tools.get(FOR_ALL).map(|tool| tool.enable.clone()).unwrap_or_default();
    for directive in directives {
        match directive {
            Directive::Toggle { wanted, name: Some(name) } => {
                let toggled = named(config, name).map(|tool| toggle(tool, &for_all, *wanted, true));
                if toggled == Some(Toggle::Locked) {
                    return Err(SetupError::Locked { name: name.clone(), wanted: *wanted });
                }
            }
            Directive::Toggle { wanted, name: None } => {
                let tools = config.conversation.tools.iter_mut().filter(|(name, _)| *name != FOR_ALL);
                for (_, tool) in tools {
                    toggle(tool, &for_all, *wanted, false);
                }
            }
            Directive::Use(used) => {
                config.assistant.tool_choice = Some(match used {
                    Used::Tool(name) => name.clone(),
                    Used::Any => "required".to_owned(),
                    Used::Nothing => "none".to_owned(),
                });
            }
        }
    }
    // A tool is usable if it is on after all directives (CFG-36).
    for directive in directives {
        if let Directive::Use(Used::Tool(name)) = directive
            && named(config, name).is_some_and(|tool| !tool.enable.resolve(&for_all).state)
        {
            return Err(SetupError::Disabled(name.clone()));
        }
    }
    Ok(())
}

fn named<'a>(config: &'a mut PartialConfig, name: &str) -> Option<&'a mut PartialTool> {
    config.conversation.tools.get_mut(name).filter(|_| name != FOR_ALL)
}

fn toggle(tool: &mut PartialTool, for_all: &PartialEnable, wanted: bool, named: bool) -> Toggle {
    let toggle = tool.enable.resolve(for_all).toggle(wanted, named);
    if toggle == Toggle::Flips {
        tool.enable.state = Some(wanted);
    }
    toggle
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Command;

    #[rstest]
    #[case("-U ask_user", "command line, argument 1: expected `query`")]
    #[case("query -t a --verbose", "command line, argument 4: expected `query` or `conversation export`")]
    #[case("conversation export yaml", "command line, argument 3: expected `json` or `markdown`, found `yaml`")]
    #[case("fish", "command line, argument 1")]
    fn a_wrong_argument_is_reported_with_its_number(#[case] argv: &str, #[case] says: &str) {
        let argv: Vec<String> = argv.split_whitespace().map(str::to_owned).collect();
        let error = Command::read(&argv).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}
