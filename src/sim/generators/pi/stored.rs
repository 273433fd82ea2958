//! The rules of pi for what is stored of a session: the chain of its entries, and the mode of each result.

use std::collections::BTreeSet;

use serde_json::Value;

use super::rules::result;
use crate::{
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{Effect, Input, Record, pi::Mode},
};

pub static CHAIN: Rule = Rule {
    name: "chain",
    about: "each entry names the entry before it as its parent, or the one that the user has gone back to",
    requirements: &["PI-75", "PI-112"],
    lanes: &[Lane::Record],
    premises: &[],
    only_simulated: false,
    make: || Box::<Chain>::default(),
};

/// The kinds of entries that the documents know.
const KNOWN: [&str; 2] = ["message", "compaction"];

#[derive(Default)]
struct Chain {
    /// The entries that the next entry may name.
    parents: BTreeSet<String>,
    /// Every entry by its id.
    known: BTreeSet<String>,
}

impl Chain {
    fn goes_on_from(&mut self, id: &str) {
        self.parents = [id.to_owned()].into();
    }
}

impl Check for Chain {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(setup)) => {
                *self = Self::default();
                let ids = setup.stored.iter().filter_map(|entry| entry["id"].as_str());
                self.known = ids.map(str::to_owned).collect();
                let leaf = setup.config.iter().rev().find_map(|layer| layer.value["leaf"].as_str());
                let last = setup.stored.last().and_then(|entry| entry["id"].as_str());
                if let Some(from) = leaf.or(last) {
                    self.goes_on_from(from);
                }
            }
            What::Input(Input::Says(said)) => {
                let to = said.0.strip_prefix("/tree ").map(str::trim).filter(|id| self.known.contains(*id));
                // A command that fails changes nothing.
                self.parents.extend(to.map(str::to_owned));
            }
            What::Effect(Effect::Record(Record(entry))) => {
                let Some(id) = entry["id"].as_str() else { return Ok(()) };
                let parent = entry["parentId"].as_str();
                let is_known = entry["type"].as_str().is_some_and(|kind| KNOWN.contains(&kind));
                let fits = parent.map_or(self.parents.is_empty(), |parent| self.parents.contains(parent));
                self.known.insert(id.to_owned());
                if !is_known {
                    // An entry of the agent's own may stand in the chain or beside it.
                    self.parents.insert(id.to_owned());
                    return Ok(());
                }
                demand(fits || self.parents.is_empty(), || {
                    let before: Vec<&str> = self.parents.iter().map(String::as_str).collect();
                    format!("{id} has the parent {}, and follows on {}", Value::from(parent), before.join(" or "))
                })?;
                self.goes_on_from(id);
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}

pub static TRUE_MODE: Rule = Rule {
    name: "true-mode",
    about: "the details of a result have the mode in which the run asks, also after a restart",
    requirements: &["PI-74"],
    lanes: &[Lane::Record],
    premises: &[],
    only_simulated: false,
    make: || Box::<TrueMode>::default(),
};

/// The modes that a result may have.
#[derive(Default)]
struct TrueMode(Vec<Mode>);

impl Check for TrueMode {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        if let What::Input(Input::Begin(setup)) = what {
            let words: Vec<&str> = setup.argv.iter().map(String::as_str).collect();
            let follows = |option: &str, value: &str| words.windows(2).any(|pair| pair == [option, value]);
            let is_print = words.iter().any(|word| matches!(*word, "-p" | "--print"))
                || follows("--mode", "json")
                || follows("--mode", "text");
            // Which of two words wins is open.
            let is_client = follows("--mode", "rpc");
            self.0.clear();
            if is_client {
                self.0.push(Mode::Rpc);
            }
            if is_print || !is_client && !setup.terminal {
                self.0.push(Mode::Print);
            }
            if self.0.is_empty() {
                self.0.push(Mode::Interactive);
            }
            // Answers of a file or of the command line were asked for in print mode.
            let brings = |word: &&str| matches!(*word, "-c" | "--continue" | "--answers") || word.starts_with('@');
            if words.iter().any(brings) {
                self.0.push(Mode::Print);
            }
            return Ok(());
        }
        let Some((call, message)) = result(what) else { return Ok(()) };
        let Some(mode) = message.details.and_then(|details| details.mode) else { return Ok(()) };
        demand(self.0.contains(&mode), || {
            format!("the result of {call} has the mode {mode:?}, and the run asks as {:?}", self.0)
        })
    }
}
