//! Requests to the model's address that are none to the model: on a path that no wire has.
//!
//! They are answered with 404 as soon as they are heard of, and are told where something goes wrong afterwards: a client
//! that lists the models before it asks one may well count that, or wait for it.

use std::fmt;

use crate::{
    llm::{Format, Plan, Wire, serve::Arrival},
    model::text::shorten,
};

/// How many of a run are told.
const TOLD: usize = 3;
/// How much of a path is told.
const PATH_SHOWN: usize = 120;

/// Those of a run.
#[derive(Debug, Default)]
pub struct Orphans {
    all: Vec<Stray>,
}

#[derive(Debug)]
struct Stray {
    /// How the client calls it, where it does.
    name: Option<String>,
    /// Method and path.
    what: String,
}

impl Orphans {
    /// The request to the model that this is in the run whose paths begin with `prefix`. None where it is one of
    /// another run, whose connection ends with it, or none to the model, which is answered and kept in mind.
    pub fn sort(&mut self, mut arrival: Arrival, prefix: &str) -> Option<Arrival> {
        let path = arrival.request.path.strip_prefix(prefix).unwrap_or(&arrival.request.path).to_owned();
        if Wire::of_path(&path).is_some() && path != arrival.request.path {
            arrival.request.path = path;
            return Some(arrival);
        }
        if is_of_a_run(&arrival.request.path) {
            return None;
        }
        let (plan, _) = Plan::not_found(&path, &Wire::ALL, Format { streamed: false, ..Format::default() });
        // Who has hung up meanwhile does not wait for it.
        drop(arrival.reply.send(plan));
        let what = format!("{} {}", arrival.request.method, shorten(&path, PATH_SHOWN));
        self.all.push(Stray { name: arrival.name, what });
        None
    }

    /// A run begins.
    pub fn clear(&mut self) {
        self.all.clear();
    }

    /// Method and path of the one that its client calls so.
    pub fn named(&self, name: &str) -> Option<&str> {
        self.all.iter().find(|stray| stray.name.as_deref() == Some(name)).map(|stray| stray.what.as_str())
    }
}

/// What is told of them behind what went wrong; nothing where there were none.
impl fmt::Display for Orphans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.all.is_empty() {
            return Ok(());
        }
        let told: Vec<&str> = self.all.iter().take(TOLD).map(|stray| stray.what.as_str()).collect();
        write!(f, "\nat the model's address it also asked for {}", told.join(", "))?;
        if self.all.len() > TOLD {
            write!(f, " and {} more", self.all.len() - TOLD)?;
        }
        let known = Wire::ALL.map(Wire::path).join(", ");
        write!(f, "; no model is there but at {known}, so that was answered with 404, and counts as no request")
    }
}

/// Whether this is the path of a request to the model in some run.
fn is_of_a_run(path: &str) -> bool {
    let behind = path.get(1..).and_then(|path| path.find('/').map(|at| &path[at..]));
    behind.is_some_and(|path| Wire::of_path(path).is_some())
}
