//! The scope of a simulation: what may be drawn for a subject, and what it shows of a run. What a subject does not claim
//! is not drawn, and a rule that needs a lane without it stays undecided.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, LazyLock},
};

use super::{
    fault::{Fault, Faults},
    rules::{Rule, RuleSet, RuleSets},
};
use crate::{
    llm::Wire,
    stage::{Capability, Claims, Lane},
    system::System,
};

/// What may be drawn for a subject.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Scope {
    /// Its name and version.
    who: String,
    /// The profiles that it claims, by system.
    profiles: BTreeMap<String, Vec<String>>,
    capabilities: BTreeSet<Capability>,
    lanes: Vec<Lane>,
    wires: Vec<Wire>,
    /// The requirements that the subject must meet.
    demanded: BTreeSet<String>,
    kind: Kind,
    rules: RuleSets,
}

/// Where the implementation runs, and who wrote it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Kind {
    /// The reference of this program, or a mutant of it.
    Reference,
    /// Another implementation in this process.
    Own,
    /// An implementation behind an adapter: it asks the model over HTTP, and works on real files.
    Adapter,
}

/// The faults after which a subject waits before it asks the model again.
const RETRIED: [Fault; 5] = [Fault::Status, Fault::Dropped, Fault::Truncated, Fault::Malformed, Fault::Overloaded];
/// The faults in the pieces of a reply. Only the reference is given its replies piece by piece.
const IN_PIECES: [Fault; 3] = [Fault::LateFragments, Fault::DoubledFragments, Fault::DisorderedFragments];

impl Scope {
    /// The scope of the reference: everything is drawn.
    pub fn reference() -> &'static Self {
        static WHOLE: LazyLock<Scope> = LazyLock::new(|| Scope {
            who: "the reference".to_owned(),
            profiles: BTreeMap::new(),
            capabilities: Capability::ALL.into(),
            lanes: Lane::ALL.to_vec(),
            wires: Wire::ALL.to_vec(),
            demanded: BTreeSet::new(),
            kind: Kind::Reference,
            rules: RuleSets::default(),
        });
        &WHOLE
    }

    /// The scope of another implementation with these claims, in this process or behind an adapter. It must meet the
    /// requirements `demanded`.
    pub fn of(claims: &Claims, demanded: BTreeSet<String>, is_behind_adapter: bool) -> Self {
        Self {
            who: claims.who.clone(),
            profiles: claims.systems.iter().map(|claim| (claim.system.clone(), claim.profiles.clone())).collect(),
            capabilities: claims.capabilities.clone(),
            lanes: claims.lanes.clone(),
            wires: claims.wires.clone(),
            demanded,
            kind: if is_behind_adapter { Kind::Adapter } else { Kind::Own },
            rules: RuleSets::default(),
        }
    }

    /// The name and version of the subject.
    pub fn who(&self) -> &str {
        &self.who
    }

    /// Whether this is the scope of the reference.
    pub const fn is_reference(&self) -> bool {
        matches!(self.kind, Kind::Reference)
    }

    /// Whether the subject has this capability.
    pub fn has(&self, capability: Capability) -> bool {
        self.is_reference() || self.capabilities.contains(&capability)
    }

    /// Whether the subject claims this profile of a system.
    pub fn claims(&self, system: &str, profile: &str) -> bool {
        let claimed = self.profiles.get(system).map(Vec::as_slice).unwrap_or_default();
        self.is_reference() || claimed.iter().any(|claimed| claimed == profile)
    }

    /// Whether the subject has every capability.
    pub fn is_whole(&self) -> bool {
        Capability::ALL.into_iter().all(|capability| self.has(capability))
    }

    /// The wires over which the subject may ask the model.
    pub fn wires(&self) -> &[Wire] {
        &self.wires
    }

    /// Those of `profiles` that the subject claims, in the same order. `""` is the default profile of the system.
    pub fn profiles<'p>(&self, system: &str, profiles: &[&'p str]) -> Vec<&'p str> {
        let Some(named) = System::named(system).filter(|_| !self.is_reference()) else { return profiles.to_vec() };
        let claimed = self.profiles.get(system).map(Vec::as_slice).unwrap_or_default();
        let is_claimed = |profile: &&&str| claimed.iter().any(|claimed| claimed == named.played_in(profile));
        profiles.iter().filter(is_claimed).copied().collect()
    }

    /// Why nothing can be drawn for this subject in `system`, if so. `profiles` are those that can be drawn.
    pub fn why_not(&self, system: &str, profiles: &[&str]) -> Option<String> {
        let who = &self.who;
        if self.is_reference() {
            None
        } else if !self.profiles.contains_key(system) {
            Some(format!("{who} does not claim the system {system}"))
        } else if !self.has(Capability::Idle) {
            Some(format!("{who} does not claim the capability idle, without which nothing can be decided"))
        } else if self.wires.is_empty() {
            Some(format!("{who} does not claim any wire, so it cannot ask the model"))
        } else if self.profiles(system, profiles).is_empty() {
            Some(format!("{who} claims no profile of {system} that can be simulated"))
        } else {
            None
        }
    }

    /// Those of `faults` that may be drawn.
    pub fn faults(&self, faults: Faults) -> Faults {
        if self.is_reference() {
            return faults;
        }
        faults.iter().filter(|fault| self.why_not_drawn(*fault).is_none()).collect()
    }

    /// Why this fault is not drawn, if it is not.
    pub fn why_not_drawn(&self, fault: Fault) -> Option<String> {
        let needs = match fault {
            _ if self.is_reference() => return None,
            _ if IN_PIECES.contains(&fault) => return Some("a reply is sent whole".to_owned()),
            Fault::FileFails if self.kind == Kind::Adapter => {
                return Some("the subject works on real files".to_owned());
            }
            Fault::FileFails => Capability::Files,
            Fault::Kill => Capability::Kill,
            Fault::ToolError | Fault::ToolPanic | Fault::AsksAgain | Fault::WrongQuestion => Capability::Tools,
            Fault::ClientGone | Fault::WrongLines => Capability::Client,
            Fault::StrayKeys => Capability::Keys,
            retried if RETRIED.contains(&retried) => Capability::Clock,
            _ => return None,
        };
        (!self.has(needs)).then(|| format!("`{}` is not claimed", needs.word()))
    }

    /// Those of these requirements that the subject must meet. The reference must meet all.
    pub fn demanded(&self, mut requirements: Vec<String>) -> Vec<String> {
        if !self.is_reference() {
            requirements.retain(|id| self.demanded.contains(id));
        }
        requirements
    }

    /// Whether the subject must keep `rule`: whether one of its requirements is demanded of the subject, and all of its
    /// premises.
    pub fn demands(&self, rule: &Rule) -> bool {
        let is_demanded = |id: &&str| self.demanded.contains(*id);
        self.is_reference()
            || rule.premises.iter().all(&is_demanded)
                && (rule.requirements.is_empty() || rule.requirements.iter().any(is_demanded))
    }

    /// The rules of a system that the subject must keep and that can be decided.
    /// `all` yields all rules of the system.
    pub fn rules(&self, system: &'static str, all: impl FnOnce() -> Vec<&'static Rule>) -> Arc<RuleSet> {
        let is_judged = |rule: &&Rule| self.demands(rule) && self.lacks(rule).is_none();
        self.rules.of(system, || RuleSet::new(all().into_iter().filter(is_judged).collect()))
    }

    /// The scope of the reference, in which every rule of a system is asked at every moment.
    #[cfg(test)]
    pub fn asking_always(system: &'static str, all: Vec<&'static Rule>) -> Self {
        let scope = Self::reference().clone();
        scope.rules.of(system, || RuleSet::at_every_moment(all));
        scope
    }

    /// The first lane that `rule` needs and the subject does not show. Without it, the rule is undecided.
    pub fn lacks(&self, rule: &Rule) -> Option<Lane> {
        rule.lanes.iter().copied().find(|lane| !self.lanes.contains(lane))
    }
}
