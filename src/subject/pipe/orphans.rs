//! Orphans: requests that reach the scripted model's address with a path that no wire has, or with another method than POST.
//!
//! They are answered with 404 at once. If the run fails later, the error lists them, because they may explain it: a client
//! that lists the models first may count that as a request, or wait for the answer.

use std::fmt;

use crate::{
    llm::{Format, Plan, Refusal, Wire, WireRequest, serve::Arrival},
    model::text::shorten,
};

/// How many orphans an error lists.
const LISTED: usize = 3;
/// How much of a path an error shows, in characters.
const PATH_SHOWN: usize = 120;

/// The orphans of a run.
#[derive(Debug, Default)]
pub struct Orphans {
    all: Vec<Orphan>,
    /// Why the first request to the model of this run was refused, if one was.
    refused: Option<Refusal>,
}

#[derive(Debug)]
struct Orphan {
    /// The client's name for the request, if it gives one.
    name: Option<String>,
    /// Method and path.
    what: String,
}

impl Orphans {
    /// Returns a request to the model of the run whose paths begin with `prefix`, without the prefix. A request of another
    /// run is dropped, which closes its connection. An orphan is answered with 404 and kept.
    pub fn sort(&mut self, mut arrival: Arrival, prefix: &str) -> Option<Arrival> {
        let path = arrival.request.path.strip_prefix(prefix).unwrap_or(&arrival.request.path).to_owned();
        let is_read = arrival.request.method != "POST";
        if Wire::of_path(&path).is_some() && path != arrival.request.path && !is_read {
            arrival.request.path = path;
            return Some(arrival);
        }
        if is_of_a_run(&arrival.request.path) && !is_read {
            return None;
        }
        let (plan, _) = Plan::not_found(&path, &Wire::ALL, Format { streamed: false, ..Format::default() });
        // Sending fails if the client has hung up. Then no answer is needed.
        drop(arrival.reply.send(plan));
        let what = format!("{} {}", arrival.request.method, shorten(&path, PATH_SHOWN));
        self.all.push(Orphan { name: arrival.name, what });
        None
    }

    /// Forgets all orphans, because a new run begins.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Takes in a request that was refused because of its headers. Only a request to the model of the run whose paths begin
    /// with `prefix` counts. A request of a web page never counts: no agent sent it.
    pub fn refuse(&mut self, request: &WireRequest, why: Refusal, prefix: &str) {
        let is_of_run = request.path.strip_prefix(prefix).is_some_and(|path| Wire::of_path(path).is_some());
        if is_of_run && request.method == "POST" && matches!(why, Refusal::Host(..) | Refusal::NoHost) {
            self.refused.get_or_insert(why);
        }
    }

    /// Why the first request to the model of this run was refused, if one was. The error about it tells it, and the
    /// list of orphans no longer does.
    pub const fn take_refused(&mut self) -> Option<Refusal> {
        self.refused.take()
    }

    /// Method and path of the orphan with this name.
    pub fn named(&self, name: &str) -> Option<&str> {
        self.all.iter().find(|orphan| orphan.name.as_deref() == Some(name)).map(|orphan| orphan.what.as_str())
    }
}

/// Text for the end of an error message. It is empty if there are no orphans.
impl fmt::Display for Orphans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = &self.refused {
            write!(f, "\na request to the model was refused with 403: {why}")?;
        }
        if self.all.is_empty() {
            return Ok(());
        }
        let listed: Vec<&str> = self.all.iter().take(LISTED).map(|orphan| orphan.what.as_str()).collect();
        write!(f, "\nat the model's address it also asked for {}", listed.join(", "))?;
        if self.all.len() > LISTED {
            write!(f, " and {} more", self.all.len() - LISTED)?;
        }
        let known = Wire::ALL.map(Wire::path).join(", ");
        write!(f, "; a model answers only a POST to {known}, so that was answered with 404, and counts as no request")
    }
}

/// Whether this may be a request to the model, in whatever run.
pub fn is_request(arrival: &Arrival) -> bool {
    arrival.request.method == "POST" && is_of_a_run(&arrival.request.path)
}

/// Whether the path is that of a request to the model in some run: a prefix, then the path of a wire.
fn is_of_a_run(path: &str) -> bool {
    let rest = path.get(1..).and_then(|path| path.find('/').map(|at| &path[at..]));
    rest.is_some_and(|path| Wire::of_path(path).is_some())
}
