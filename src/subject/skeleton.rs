//! Skeletons of adapters, for implementers to begin with. The folder `skeletons` has a folder for each language. A language
//! with several agents has a folder for each of them. The files are carried as texts and are not compiled here.

use std::{
    fs::{self, OpenOptions},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

use include_dir::{Dir, File, include_dir};
use thiserror::Error;

/// A file of a skeleton: its path in the skeleton, and its text.
type Template = (&'static str, &'static str);

/// An agent that a skeleton may have: the system whose tool it offers, and its own files, besides those that all agents of
/// the language share.
struct Agent {
    system: &'static str,
    files: Vec<Template>,
    /// The end of the README, about this agent.
    about: &'static str,
}

/// The named files of a folder.
macro_rules! templates {
    ($folder:literal: $($path:literal from $file:literal),+ $(,)?) => {
        &[$(($path, include_str!(concat!("skeletons/", $folder, "/", $file)))),+]
    };
}

/// The file that is adapted to the agent.
const README: &str = "README.md";

const PYTHON: &[Template] = templates!("python":
    "README.md" from "README.md",
    "adapter.py" from "adapter.py",
    "agent.py" from "agent.py",
    "model.py" from "model.py",
    "rpc.py" from "rpc.py",
    "run.py" from "run.py",
);

const TYPESCRIPT: &[Template] = templates!("typescript":
    "README.md" from "README.md",
    "adapter.ts" from "adapter.ts",
    "model.ts" from "model.ts",
    "package.json" from "package.json",
    "rpc.ts" from "rpc.ts",
    "run.ts" from "run.ts",
);

// The file has another name here: cargo leaves folders with a `Cargo.toml` out of our package.
const RUST: &[Template] = templates!("rust":
    "Cargo.toml" from "Cargo.toml.in",
    "README.md" from "README.md",
    "src/agent.rs" from "src/agent.rs",
    "src/main.rs" from "src/main.rs",
    "src/model.rs" from "src/model.rs",
    "src/rpc.rs" from "src/rpc.rs",
    "src/run.rs" from "src/run.rs",
);

/// The system of the first agent of every language.
const SYSTEM: &str = include_str!("skeletons/system");

/// The agents in TypeScript, each in a folder with the name of its system.
static IN_TYPESCRIPT: Dir = include_dir!("$CARGO_MANIFEST_DIR/src/subject/skeletons/typescript/agents");

/// The languages of skeletons.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Language {
    /// Python 3, with only its standard library.
    Python,
    /// TypeScript, for a version of node that runs it directly.
    TypeScript,
    /// A Cargo project of its own.
    Rust,
}

/// A skeleton that was written.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Skeleton {
    /// The files, ordered by name.
    pub files: Vec<PathBuf>,
    /// The command that builds it, if it must be built: a program and its arguments.
    pub build: Option<Vec<String>>,
    /// The command that starts it.
    pub subject: Vec<String>,
    /// The system that it claims.
    pub system: &'static str,
}

/// Why no skeleton was written.
#[derive(Debug, Error)]
pub enum SkeletonError {
    /// The folder has files, which must not be overwritten.
    #[error("the folder {0:?} is not empty")]
    Full(String),
    /// The path is not a folder.
    #[error("{0:?} is not a folder")]
    NoFolder(String),
    /// The language has no agent of the system.
    #[error("there is no skeleton in {language} for the system {system:?}; expected {}", .known.join(" or "))]
    NoSystem {
        /// The language.
        language: &'static str,
        /// The system that was asked for.
        system: String,
        /// The systems for which the language has an agent.
        known: Vec<&'static str>,
    },
    /// A file or the folder cannot be written.
    #[error("{0:?} cannot be written: {1}")]
    Unwritable(PathBuf, io::Error),
}

/// Writes a skeleton into `folder`, which is made if it does not exist. Its agent is that of `system`, or the language's
/// first.
///
/// # Errors
/// If there is no such agent, if the folder is not empty, or if it cannot be written.
pub fn write(language: Language, system: Option<&str>, folder: &str) -> Result<Skeleton, SkeletonError> {
    let agent = language.agent(system)?;
    match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(true) => {}
        Ok(false) => return Err(SkeletonError::Full(folder.to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            return Err(SkeletonError::NoFolder(folder.to_owned()));
        }
        Err(error) => return Err(SkeletonError::Unwritable(folder.into(), error)),
    }
    let mut templates = [language.templates(), &agent.files].concat();
    templates.sort_unstable();
    let mut files = Vec::new();
    for (path, text) in templates {
        let text = if path == README { agent.readme(text) } else { text.to_owned() };
        let path = Path::new(folder).join(path);
        create(&path, &text).map_err(|error| SkeletonError::Unwritable(path.clone(), error))?;
        files.push(path);
    }
    let (build, subject) = language.commands(folder);
    Ok(Skeleton { files, build, subject, system: agent.system })
}

/// Writes a new file, and makes the folders that it needs. An existing file is never overwritten.
fn create(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}

impl Agent {
    /// The agent of a language that has only one. Its files are among those of the language.
    fn only() -> Self {
        Self { system: SYSTEM.trim_end(), files: Vec::new(), about: "" }
    }

    /// The agent in a folder.
    fn of(folder: &'static Dir<'static>) -> Option<Self> {
        let file = |file: &'static File<'static>| Some((file.path().file_name()?.to_str()?, file.contents_utf8()?));
        let (about, files): (Vec<Template>, _) = folder.files().filter_map(file).partition(|(path, _)| *path == README);
        let about = about.first().map_or("", |(_, text)| text);
        Some(Self { system: folder.path().to_str()?, files, about })
    }

    fn readme(&self, text: &str) -> String {
        text.replace("@@SYSTEM@@", self.system) + self.about
    }
}

impl Language {
    const fn word(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::TypeScript => "typescript",
            Self::Rust => "rust",
        }
    }

    /// The agents of the language. The first is for the system that every language has.
    fn agents(self) -> Vec<Agent> {
        let mut agents = match self {
            Self::Python | Self::Rust => vec![Agent::only()],
            Self::TypeScript => IN_TYPESCRIPT.dirs().filter_map(Agent::of).collect(),
        };
        agents.sort_by_key(|agent| (agent.system != SYSTEM.trim_end(), agent.system));
        agents
    }

    /// The agent for a system, or the first one.
    fn agent(self, system: Option<&str>) -> Result<Agent, SkeletonError> {
        let mut agents = self.agents();
        let is_asked_for = |agent: &Agent| system.is_none_or(|system| system == agent.system);
        match agents.iter().position(is_asked_for) {
            Some(at) => Ok(agents.swap_remove(at)),
            None => Err(SkeletonError::NoSystem {
                language: self.word(),
                system: system.unwrap_or_default().to_owned(),
                known: agents.iter().map(|agent| agent.system).collect(),
            }),
        }
    }

    /// The files that all agents of the language share.
    const fn templates(self) -> &'static [Template] {
        match self {
            Self::Python => PYTHON,
            Self::TypeScript => TYPESCRIPT,
            Self::Rust => RUST,
        }
    }

    /// The commands that build and start a skeleton.
    fn commands(self, folder: &str) -> (Option<Vec<String>>, Vec<String>) {
        // With `./` in front, a path that begins with a dash is not taken for an option.
        let folder = Path::new(if folder.starts_with('-') { "." } else { "" }).join(folder);
        let at = |path: &str| folder.join(path).to_string_lossy().into_owned();
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        match self {
            Self::Python => (None, words(&["python3", &at("adapter.py")])),
            Self::TypeScript => (None, words(&["node", &at("adapter.ts")])),
            // The target folder is given, because the environment may set another one.
            Self::Rust => (
                Some(words(&["cargo", "build", "--manifest-path", &at("Cargo.toml"), "--target-dir", &at("target")])),
                words(&[&at("target/debug/adapter")]),
            ),
        }
    }
}
