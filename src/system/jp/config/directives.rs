//! The command line: what is to be done, and the directives that switch tools on and off (RFD 081).

use super::{
    enable::{PartialEnable, Toggle},
    partial::{PartialConfig, PartialTool},
};
use crate::system::jp::{config::FOR_ALL, export::Format, texts};

/// What the command line asks for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Command {
    /// Turns, as the user speaks.
    Query(Vec<Directive>),
    /// The stored conversation, written to a file.
    Export(Format),
}

/// A directive about tools.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Directive {
    /// `-t`, `-T`: on or off, the tool of that name or all.
    Toggle {
        /// Whether they are to be on.
        wanted: bool,
        /// The tool; none for all.
        name: Option<String>,
    },
    /// `-u NAME`: the tool that the model must call; without a name, some tool; `-U`, none.
    Use(Used),
}

/// What the model must call.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Used {
    /// The tool of that name.
    Tool(String),
    /// Some tool.
    Any,
    /// None.
    Nothing,
}

impl Command {
    /// Reads the arguments.
    ///
    /// # Errors
    /// Which argument, what was expected and what found.
    pub fn read(argv: &[String]) -> Result<Self, String> {
        let words: Vec<&str> = argv.iter().map(String::as_str).collect();
        match words[..] {
            ["conversation", "export", format] => match format {
                "json" => Ok(Self::Export(Format::Json)),
                "markdown" => Ok(Self::Export(Format::Markdown)),
                other => Err(format!("command line, argument 3: expected `json` or `markdown`, found `{other}`")),
            },
            ["query", ref rest @ ..] => directives(rest, 2).map(Self::Query),
            ref rest => directives(rest, 1).map(Self::Query),
        }
    }
}

fn directives(words: &[&str], first: usize) -> Result<Vec<Directive>, String> {
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
                return Err(format!(
                    "command line, argument {number}: expected `query` or `conversation export`, then -t, -T, -u or -U, \
                     found `{other}`"
                ));
            }
        });
    }
    Ok(directives)
}

/// Applies directives from left to right. They change states, never who may change them (CFG-12).
///
/// # Errors
/// All names that are no tool's, else the first that it may not change (CFG-14, CFG-16).
pub fn apply(directives: &[Directive], config: &mut PartialConfig) -> Result<(), String> {
    let names = directives.iter().filter_map(|directive| match directive {
        Directive::Toggle { name: Some(name), .. } | Directive::Use(Used::Tool(name)) => Some(name),
        Directive::Toggle { name: None, .. } | Directive::Use(_) => None,
    });
    let unknown: Vec<String> =
        names.filter(|name| named(config, name).is_none()).map(|name| texts::not_found(name)).collect();
    if !unknown.is_empty() {
        return Err(unknown.join("; "));
    }
    let for_all = config.conversation.tools.get(FOR_ALL).map(|tool| tool.enable.clone()).unwrap_or_default();
    for directive in directives {
        match directive {
            Directive::Toggle { wanted, name: Some(name) } => {
                let toggled = named(config, name).map(|tool| toggle(tool, &for_all, *wanted, true));
                if toggled == Some(Toggle::Locked) {
                    let (verb, state) = if *wanted { ("enable", "off") } else { ("disable", "on") };
                    return Err(format!("cannot {verb} `{name}`: this tool is configured as locked-{state}"));
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
    // Only what all directives together come to decides whether a tool may be used (CFG-36).
    for directive in directives {
        if let Directive::Use(Used::Tool(name)) = directive
            && named(config, name).is_some_and(|tool| !tool.enable.resolve(&for_all).state)
        {
            return Err(format!("cannot use `{name}`: this tool is disabled"));
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
    fn what_can_not_be_read_is_told_by_its_place(#[case] argv: &str, #[case] says: &str) {
        let argv: Vec<String> = argv.split_whitespace().map(str::to_owned).collect();
        let error = Command::read(&argv).unwrap_err();
        assert!(error.contains(says), "{error}");
    }
}
