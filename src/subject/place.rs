//! Where an agent runs: a fresh home, an empty folder to work in, and an environment that leads nowhere else.

use std::{
    env,
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

use indexmap::IndexMap;

use super::{
    pipe::{PipeProcess, Said},
    process::{Run, ScenarioFolder},
};
use crate::{model::json::Value, system::acp::config::FOLDER};

/// The variables of every agent, beside ours and before those of its manifest: its home is the fresh one, and it neither goes
/// through a proxy nor reports about its use.
const ENVIRONMENT: [(&str, &str); 9] = [
    ("HOME", "{home}"),
    ("XDG_CONFIG_HOME", "{home}/.config"),
    ("XDG_DATA_HOME", "{home}/.local/share"),
    ("XDG_CACHE_HOME", "{home}/.cache"),
    ("XDG_STATE_HOME", "{home}/.local/state"),
    ("NO_PROXY", "127.0.0.1,localhost"),
    ("no_proxy", "127.0.0.1,localhost"),
    ("DO_NOT_TRACK", "1"),
    ("DISABLE_TELEMETRY", "1"),
];

/// A program that is started as it is installed. In its texts, `{model}`, `{home}` and `{work}` stand for what they name.
pub struct Program<'m> {
    /// The program and its arguments.
    pub command: &'m [String],
    /// Variables of its environment, beside our own.
    pub env: &'m IndexMap<String, String>,
    /// Files that are laid before it starts, each by its path.
    pub files: &'m IndexMap<String, String>,
}

/// The program of a command, if it is neither at its path nor in a folder of `PATH`. Where it is in a folder that is only made for a
/// run cannot be known before.
pub fn missing_program(command: &[String]) -> Option<&str> {
    let program = command.first()?;
    let path = Path::new(program);
    let is_there = if path.components().count() > 1 {
        path.is_file() || program.contains('{')
    } else {
        let folders = env::var_os("PATH").unwrap_or_default();
        env::split_paths(&folders).any(|folder| folder.join(program).is_file())
    };
    (!is_there).then_some(program)
}

/// The folders of an agent in one run. They are removed when this is dropped.
pub struct Place {
    home: PathBuf,
    work: PathBuf,
    _folder: ScenarioFolder,
}

impl Place {
    /// Makes the folders.
    ///
    /// # Errors
    /// If the temporary directory is not writable.
    pub fn new() -> io::Result<Self> {
        let folder = Run::shared()?.scenario()?;
        // An agent may tell its folder as the system knows it, without links.
        let path = folder.path().canonicalize()?;
        let (home, work) = (path.join("home"), path.join("work"));
        fs::create_dir_all(&home)?;
        fs::create_dir_all(&work)?;
        Ok(Self { home, work, _folder: folder })
    }

    /// Lays the files of the program, and starts its command. The model, if it asks one, is at the address `model`.
    ///
    /// # Errors
    /// If a file cannot be written, or the program cannot be started.
    pub fn start(
        &self,
        program: &Program<'_>,
        model: &str,
        tell: impl Fn(Said) -> bool + Send + 'static,
    ) -> io::Result<PipeProcess> {
        let fill = |text: &str| {
            let text = text.replace("{model}", model).replace("{home}", &self.home.to_string_lossy());
            text.replace("{work}", &self.work.to_string_lossy())
        };
        for (path, content) in program.files {
            let path = PathBuf::from(fill(path));
            fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
            fs::write(path, fill(content))?;
        }
        let command: Vec<String> = program.command.iter().map(|word| fill(word)).collect();
        let usual = ENVIRONMENT.into_iter().map(|(name, value)| (name, fill(value)));
        let own = program.env.iter().map(|(name, value)| (name.as_str(), fill(value)));
        let environment: Vec<(&str, String)> = usual.chain(own).collect();
        let environment: Vec<(&str, &OsStr)> =
            environment.iter().map(|(name, value)| (*name, OsStr::new(value))).collect();
        PipeProcess::start_in(&command, Some(&self.work), &environment, tell)
    }

    /// Its fresh home.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The folder in which it works.
    pub fn folder(&self) -> &Path {
        &self.work
    }

    /// The folder as it stands inside a text of JSON.
    fn written(&self) -> String {
        let quoted = serde_json::Value::from(&*self.work.to_string_lossy()).to_string();
        quoted.trim_matches('"').to_owned()
    }

    /// A line of the client, with the folder in the place of the word for it.
    pub fn real(&self, line: &str) -> String {
        line.replace(FOLDER, &self.written())
    }

    /// A line of the agent, with the word in the place of the folder.
    pub fn shown(&self, line: &str) -> String {
        line.replace(&self.written(), FOLDER)
    }

    /// A line of its stdout as it stands in the stream. A line that is no JSON is a text.
    pub fn read(&self, line: &str) -> Value {
        let shown = self.shown(line.trim_end_matches(['\r', '\n']));
        serde_json::from_str(&shown).unwrap_or_else(|_| Value::from(shown))
    }
}
