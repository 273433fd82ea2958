//! The rules of pi for what is stored of a session: the chain of its entries, and the mode and the time of each result.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::json::Value;
use crate::sim::rules::Moment::{Done, Heard};
use crate::system::{EffectKind, InputKind};

use super::entries::result;
use crate::{
    model::Millis,
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{Effect, Input, ModelEvent, Record, Turn, pi::Mode},
};

pub static CHAIN: Rule = Rule {
    name: "chain",
    about: "each entry names the entry before it as its parent, or the one that the user has gone back to",
    requirements: &["PI-75", "PI-112"],
    lanes: &[Lane::Record],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Heard(InputKind::Says), Done(EffectKind::Record), Done(EffectKind::Refuse)],
    make: || Box::<Chain>::default(),
};

/// The kinds of entries that the documents know.
const KNOWN: [&str; 2] = ["message", "compaction"];

fn is_known(entry: &Value) -> bool {
    entry["type"].as_str().is_some_and(|kind| KNOWN.contains(&kind))
}

#[derive(Default, Hash)]
struct Chain {
    /// The entries that the next entry may name.
    parents: BTreeSet<String>,
    /// The id of every entry of a known kind.
    known: BTreeSet<String>,
    /// The entries that the next entry might have named before the last command.
    before: Option<BTreeSet<String>>,
}

impl Chain {
    /// Takes in an entry of the conversation. One of a kind that the documents do not know may stand in the chain or
    /// beside it.
    fn take(&mut self, id: &str, entry: &Value) {
        if is_known(entry) {
            self.parents.clear();
        }
        self.parents.insert(id.to_owned());
    }
}

impl Check for Chain {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(setup)) => {
                *self = Self::default();
                let leaf = setup.config.iter().rev().find_map(|layer| layer.value["leaf"].as_str());
                for entry in &setup.stored {
                    let Some(id) = entry["id"].as_str() else { continue };
                    self.take(id, entry);
                    if leaf == Some(id) {
                        break;
                    }
                }
                let known = setup.stored.iter().filter(|entry| is_known(entry));
                self.known = known.filter_map(|entry| entry["id"].as_str().map(str::to_owned)).collect();
            }
            What::Input(Input::Says(said)) => {
                let to = said.0.strip_prefix("/tree ").map(str::trim).filter(|id| self.known.contains(*id));
                self.before = to.map(|_| self.parents.clone());
                // A command that comes during a turn may wait, or may be refused.
                let is_quiet = run_state.open.is_empty() && !matches!(run_state.turn, Some(Turn::Began | Turn::Paused));
                if to.is_some() && is_quiet {
                    self.parents.clear();
                }
                self.parents.extend(to.map(str::to_owned));
            }
            What::Effect(Effect::Refuse(_)) => {
                // A command that is refused changes nothing.
                if let Some(before) = self.before.take() {
                    self.parents = before;
                }
            }
            What::Effect(Effect::Record(Record(entry))) => {
                let Some(id) = entry["id"].as_str() else { return Ok(()) };
                let parent = entry["parentId"].as_str();
                // A restarted agent that finds nothing begins anew, which is for other rules to judge.
                let begins_anew = parent.is_none() && run_state.starts > 1;
                let fits =
                    begins_anew || parent.map_or(self.parents.is_empty(), |parent| self.parents.contains(parent));
                if is_known(entry) {
                    self.known.insert(id.to_owned());
                }
                demand(fits || self.parents.is_empty() || !is_known(entry), || {
                    let before: Vec<&str> = self.parents.iter().map(String::as_str).collect();
                    format!("{id} has the parent {}, and follows on {}", Value::from(parent), before.join(" or "))
                })?;
                self.take(id, entry);
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
    looks_at: &[Heard(InputKind::Begin), Done(EffectKind::Record)],
    make: || Box::<TrueMode>::default(),
};

/// The modes that a result may have.
#[derive(Default, Hash)]
struct TrueMode(Vec<Mode>);

impl Check for TrueMode {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
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
        let Some((call, message)) = result(run_state, what) else { return Ok(()) };
        let Some(mode) = message.details.as_ref().and_then(|details| details.mode) else { return Ok(()) };
        demand(self.0.contains(&mode), || {
            format!("the result of {call} has the mode {mode:?}, and the run asks as {:?}", self.0)
        })
    }
}

pub static ANSWERED_AT: Rule = Rule {
    name: "answered-at",
    about: "if the first answer has the virtual time, each later one has a time between its call and its result",
    requirements: &["PI-74"],
    lanes: &[Lane::Record],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Model), Done(EffectKind::Record)],
    make: || Box::<AnsweredAt>::default(),
};

#[derive(Default, Hash)]
struct AnsweredAt {
    /// Whether the agent tells the time of the run, as its first answer has it.
    is_told: Option<bool>,
    /// When the model made each call.
    called: BTreeMap<String, Millis>,
}

impl Check for AnsweredAt {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let now = run_state.now;
        if let What::Input(Input::Model(_, ModelEvent::Call { id, .. })) = what {
            self.called.entry(id.to_string()).or_insert(now);
        }
        let Some((call, message)) = result(run_state, what) else { return Ok(()) };
        let Some(time) =
            message.details.as_ref().filter(|details| details.outcome.answered).and_then(|details| details.answered_at)
        else {
            return Ok(());
        };
        let is_told = *self.is_told.get_or_insert(time == now && now > Millis::default());
        let called = self.called.get(call).copied().unwrap_or_default();
        demand(!is_told || called <= time && time <= now, || {
            format!("{call} came at {}, its answer is of {}, and is stored at {}", called.0, time.0, now.0)
        })
    }
}
