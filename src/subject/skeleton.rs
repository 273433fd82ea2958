//! Skeletons of adapters, for implementers to begin with. They stand under `skeletons`, a folder for each language, and
//! in it one for each agent that is not the only one there. None of their files is a source of ours.

use std::{
    fs::{self, OpenOptions},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

use include_dir::{Dir, File, include_dir};
use thiserror::Error;

/// A file of a skeleton: its path in there, and its text.
type Template = (&'static str, &'static str);

/// An agent that a skeleton may have: the system whose tool it offers, and what is its own beside what all agents of the
/// language have.
struct Agent {
    system: &'static str,
    files: Vec<Template>,
    /// What the README says of it, at its end.
    about: &'static str,
}

/// The files of that folder.
macro_rules! templates {
    ($folder:literal: $($path:literal from $file:literal),+ $(,)?) => {
        &[$(($path, include_str!(concat!("skeletons/", $folder, "/", $file)))),+]
    };
}

/// What says whose it is.
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

// A folder with a `Cargo.toml` would be a package of its own, and cargo would leave it out of ours.
const RUST: &[Template] = templates!("rust":
    "Cargo.toml" from "Cargo.toml.in",
    "README.md" from "README.md",
    "src/agent.rs" from "src/agent.rs",
    "src/main.rs" from "src/main.rs",
    "src/model.rs" from "src/model.rs",
    "src/rpc.rs" from "src/rpc.rs",
    "src/run.rs" from "src/run.rs",
);

/// The system of the agent that every language has.
const SYSTEM: &str = include_str!("skeletons/system");

/// The agents in TypeScript, each in a folder that is called as its system.
static IN_TYPESCRIPT: Dir = include_dir!("$CARGO_MANIFEST_DIR/src/subject/skeletons/typescript/agents");

/// What a skeleton can be written in.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Language {
    /// Python 3, with its standard library alone.
    Python,
    /// TypeScript for a node that runs it as it is.
    TypeScript,
    /// A Cargo project of its own.
    Rust,
}

/// A skeleton that was written.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Skeleton {
    /// Its files, in the order of their names.
    pub files: Vec<PathBuf>,
    /// The command that builds it, where it has to be built: a program and its arguments.
    pub build: Option<Vec<String>>,
    /// The command that starts it.
    pub subject: Vec<String>,
    /// The system that it claims.
    pub system: &'static str,
}

/// Why no skeleton was written.
#[derive(Debug, Error)]
pub enum SkeletonError {
    /// There are files already, and none of them is to be lost.
    #[error("the folder {0:?} is not empty")]
    Full(String),
    /// There is something else of that name.
    #[error("{0:?} is no folder")]
    NoFolder(String),
    /// That language has no agent of that system.
    #[error("no skeleton in {language} is of the system {system:?}; expected {}", .known.join(" or "))]
    NoSystem {
        /// The language.
        language: &'static str,
        /// What was asked for.
        system: String,
        /// The systems that it has one of.
        known: Vec<&'static str>,
    },
    /// The file system does not let it.
    #[error("{0:?} can not be written: {1}")]
    Unwritable(PathBuf, io::Error),
}

/// Writes a skeleton into `folder`, which is made where it is not there: with the agent of that system, or with the first
/// that the language has.
///
/// # Errors
/// Where there is no such agent; where something is in the folder already, or it can not be written.
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

/// Writes a file, with the folders that it needs. Whatever has come there meanwhile stays as it is.
fn create(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}

impl Agent {
    /// The one of a language that has no other: it is among the language's files.
    fn only() -> Self {
        Self { system: SYSTEM.trim_end(), files: Vec::new(), about: "" }
    }

    /// The one in that folder.
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

    /// Its agents; the first is the one that every language has.
    fn agents(self) -> Vec<Agent> {
        let mut agents = match self {
            Self::Python | Self::Rust => vec![Agent::only()],
            Self::TypeScript => IN_TYPESCRIPT.dirs().filter_map(Agent::of).collect(),
        };
        agents.sort_by_key(|agent| (agent.system != SYSTEM.trim_end(), agent.system));
        agents
    }

    /// The agent of that system.
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

    /// What all agents have.
    const fn templates(self) -> &'static [Template] {
        match self {
            Self::Python => PYTHON,
            Self::TypeScript => TYPESCRIPT,
            Self::Rust => RUST,
        }
    }

    /// What builds a skeleton, and what starts it.
    fn commands(self, folder: &str) -> (Option<Vec<String>>, Vec<String>) {
        // No program takes a path with a dash in front for an option.
        let folder = Path::new(if folder.starts_with('-') { "." } else { "" }).join(folder);
        let at = |path: &str| folder.join(path).to_string_lossy().into_owned();
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        match self {
            Self::Python => (None, words(&["python3", &at("adapter.py")])),
            Self::TypeScript => (None, words(&["node", &at("adapter.ts")])),
            // The target folder is named, for whoever has another one in the environment.
            Self::Rust => (
                Some(words(&["cargo", "build", "--manifest-path", &at("Cargo.toml"), "--target-dir", &at("target")])),
                words(&[&at("target/debug/adapter")]),
            ),
        }
    }
}
