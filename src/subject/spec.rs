//! Which subject is meant, as the command line or a test says it.

use std::{fmt, sync::Arc};

use super::{AdapterOptions, Pipe, Reference};
use crate::{
    llm::shell::ModelShell,
    stage::{Subject, SubjectError},
};

/// How a subject of the caller's own is made.
pub type Make = Arc<dyn Fn() -> Result<StartedSubject, SubjectError> + Send + Sync>;

/// Who is to sit in the hot seat. Every worker seats its own.
#[derive(Clone, Default)]
pub enum SubjectSpec {
    /// The reference in this process.
    #[default]
    Reference,
    /// An adapter: a program and its arguments.
    Adapter(Vec<String>),
    /// The caller's own, in this process.
    Own(Make),
}

impl fmt::Debug for SubjectSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference => f.write_str("Reference"),
            Self::Adapter(command) => f.debug_tuple("Adapter").field(command).finish(),
            Self::Own(_) => f.debug_tuple("Own").finish_non_exhaustive(),
        }
    }
}

impl SubjectSpec {
    /// An adapter by a command line, split as a shell splits words.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn adapter(command: &str) -> Result<Self, String> {
        match shlex::split(command) {
            Some(words) if !words.is_empty() => Ok(Self::Adapter(words)),
            Some(_) => Err("the subject's command is empty: give a program and its arguments".to_owned()),
            None => Err(format!("the subject's command has an open quote: {command}")),
        }
    }

    /// A subject of the caller's own that can always be made. One that may fail to start is an [`Own`](Self::Own).
    pub fn own<S: Subject + 'static>(make: impl Fn() -> S + Send + Sync + 'static) -> Self {
        Self::Own(Arc::new(move || Ok(StartedSubject { subject: Box::new(make()), model: None })))
    }

    /// Whether the reference is meant, in this process: only its streams are held against snapshots, and only it is
    /// asked for what is its own.
    pub const fn is_reference(&self) -> bool {
        matches!(self, Self::Reference)
    }

    /// Seats it.
    ///
    /// # Errors
    /// Where it does not start.
    pub fn take(&self, adapter_options: AdapterOptions) -> Result<StartedSubject, SubjectError> {
        match self {
            Self::Reference => Ok(StartedSubject { subject: Box::new(Reference::default()), model: None }),
            Self::Adapter(command) => {
                let (pipe, model) = Pipe::start(command.clone(), adapter_options)?;
                Ok(StartedSubject { subject: Box::new(pipe), model: Some(model) })
            }
            Self::Own(make) => make(),
        }
    }
}

/// Who sits there.
pub struct StartedSubject {
    /// The subject.
    pub subject: Box<dyn Subject>,
    /// The model that it asks by itself; none where it is asked for it.
    pub model: Option<Box<dyn ModelShell>>,
}
