//! Skeletons of adapters, for implementers to begin with. They stand under `skeletons`, a folder for each language, and
//! none of their files is a source of ours.

use std::{
    fs::{self, OpenOptions},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

use thiserror::Error;

/// A file of a skeleton: its path in there, and its text.
type Template = (&'static str, &'static str);

/// The files of that language's skeleton.
macro_rules! templates {
    ($language:literal: $($path:literal from $file:literal),+ $(,)?) => {
        &[$(($path, include_str!(concat!("skeletons/", $language, "/", $file)))),+]
    };
}

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
    "agent.ts" from "agent.ts",
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
    /// The file system does not let it.
    #[error("{0:?} can not be written: {1}")]
    Unwritable(PathBuf, io::Error),
}

/// Writes a skeleton into `folder`, which is made where it is not there.
///
/// # Errors
/// Where something is there already, or can not be written.
pub fn write(language: Language, folder: &str) -> Result<Skeleton, SkeletonError> {
    match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(true) => {}
        Ok(false) => return Err(SkeletonError::Full(folder.to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            return Err(SkeletonError::NoFolder(folder.to_owned()));
        }
        Err(error) => return Err(SkeletonError::Unwritable(folder.into(), error)),
    }
    let mut files = Vec::new();
    for (path, text) in language.templates() {
        let path = Path::new(folder).join(path);
        create(&path, text).map_err(|error| SkeletonError::Unwritable(path.clone(), error))?;
        files.push(path);
    }
    let (build, subject) = language.commands(folder);
    Ok(Skeleton { files, build, subject, system: include_str!("skeletons/system").trim_end() })
}

/// Writes a file, with the folders that it needs. Whatever has come there meanwhile stays as it is.
fn create(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}

impl Language {
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
