//! Which subject is meant, as the command line says it.

use super::{Pipe, Reference, Treatment};
use crate::{
    llm::shell::Transport,
    stage::{Subject, SubjectError},
};

/// Who is to sit in the hot seat. Every worker seats its own.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Seat {
    /// The reference in this process.
    #[default]
    Reference,
    /// An adapter: a program and its arguments.
    Adapter(Vec<String>),
}

impl Seat {
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

    /// Seats it.
    ///
    /// # Errors
    /// Where it does not start.
    pub fn take(&self, treatment: Treatment) -> Result<Seated, SubjectError> {
        match self {
            Self::Reference => Ok(Seated { subject: Box::new(Reference::default()), model: None }),
            Self::Adapter(command) => {
                let (pipe, model) = Pipe::start(command.clone(), treatment)?;
                Ok(Seated { subject: Box::new(pipe), model: Some(model) })
            }
        }
    }
}

/// Who sits there.
pub struct Seated {
    /// The subject.
    pub subject: Box<dyn Subject>,
    /// The model that it asks by itself; none where it is asked for it.
    pub model: Option<Box<dyn Transport>>,
}
