//! The command line: the mode, the answers and the files.

use serde::{Deserialize, Serialize};

use super::{answers::Said, errors::CommandLineError};
use crate::model::json::read_value;

/// The way to the user (PI-85).
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// A form on the terminal.
    #[default]
    Interactive,
    /// A pending file. The user is not asked.
    Print,
    /// A client.
    Rpc,
}

/// The contents of the command line.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct CommandLine {
    /// The mode.
    pub mode: Mode,
    /// Whether the session continues, with the answers of the pending files (PI-58).
    pub continues: bool,
    /// Answers by position (PI-59).
    pub answers: Option<Vec<Said>>,
    /// The paths of the files that go with the first message (PI-57).
    pub attached: Vec<String>,
}

impl CommandLine {
    /// Reads the words of the command line. Without a terminal the default mode is print, because
    /// the user cannot be asked. The message is not part of the command line. It comes as an input of its own.
    ///
    /// # Errors
    /// The first option that is not known, or has a wrong value.
    pub fn read(words: &[String], terminal: bool) -> Result<Self, CommandLineError> {
        let mode = if terminal { Mode::Interactive } else { Mode::Print };
        let mut line = Self { mode, ..Self::default() };
        let mut words = words.iter().map(String::as_str);
        while let Some(word) = words.next() {
            match word {
                "-p" | "--print" => line.mode = Mode::Print,
                "-c" | "--continue" => line.continues = true,
                "--mode" => {
                    line.mode = match words.next() {
                        Some("rpc") => Mode::Rpc,
                        Some("json" | "text") => Mode::Print,
                        found => return Err(expected("--mode", "rpc, json or text", found)),
                    };
                }
                "--answers" => {
                    let found = words.next();
                    let answers = found.and_then(read_answers);
                    line.answers = Some(answers.ok_or_else(|| {
                        expected(
                            "--answers",
                            "a JSON array with a text, or an array of texts, for each question",
                            found,
                        )
                    })?);
                }
                _ if word.starts_with('-') => {
                    return Err(CommandLineError::UnknownOption(word.to_owned()));
                }
                _ => line.attached.extend(word.strip_prefix('@').map(|path| path.trim_start_matches("./").to_owned())),
            }
        }
        Ok(line)
    }
}

fn expected(option: &'static str, expected: &'static str, found: Option<&str>) -> CommandLineError {
    let found = found.map_or_else(|| "nothing".to_owned(), |found| format!("`{found}`"));
    CommandLineError::Value { option, expected, found }
}

fn read_answers(text: &str) -> Option<Vec<Said>> {
    read_value(text).ok()?.as_array()?.iter().map(Said::read).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{CommandLine, CommandLineError, Mode, Said};

    fn read(words: &[&str], terminal: bool) -> Result<CommandLine, CommandLineError> {
        CommandLine::read(&words.iter().map(ToString::to_string).collect::<Vec<_>>(), terminal)
    }

    #[rstest]
    #[case(&[], true, Mode::Interactive)]
    #[case(&[], false, Mode::Print)]
    #[case(&["-p"], true, Mode::Print)]
    #[case(&["--mode", "rpc"], true, Mode::Rpc)]
    #[case(&["--mode", "json"], true, Mode::Print)]
    fn the_mode_is_chosen(#[case] words: &[&str], #[case] terminal: bool, #[case] mode: Mode) {
        assert_eq!(read(words, terminal), Ok(CommandLine { mode, ..CommandLine::default() }));
    }

    #[test]
    fn answers_and_files_are_read() {
        let line = read(&["-p", "-c", "--answers", r#"["a", ["b", "c"]]"#, "@x.json"], true).unwrap();
        let said = [Said::One("a".into()), Said::Several(vec!["b".into(), "c".into()])];
        assert_eq!(
            (line.continues, line.answers.as_deref(), line.attached),
            (true, Some(&said[..]), vec!["x.json".into()])
        );
    }

    #[rstest]
    #[case(&["-x"], "found `-x`")]
    #[case(&["--mode"], "`--mode`: expected rpc, json or text, found nothing")]
    #[case(&["--mode", "gui"], "found `gui`")]
    #[case(&["--answers", "{}"], "found `{}`")]
    #[case(&["--answers", "[1]"], "found `[1]`")]
    #[case(&["--answers"], "found nothing")]
    fn a_wrong_option_is_reported(#[case] words: &[&str], #[case] told: &str) {
        let why = read(words, true).unwrap_err().to_string();
        assert!(why.starts_with("command line: ") && why.ends_with(told), "{why}");
    }
}
