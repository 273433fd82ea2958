//! The embedded reference: the machines of this program, in this process. We know exactly when it is parked.

use std::{
    collections::VecDeque,
    hash::{Hash, Hasher},
    sync::Arc,
};

use crate::{
    model::{Millis, Op},
    mutate::{Change, Mutated},
    stage::{Claim, Claims, Culprit, Next, Scene, Subject, SubjectError},
    system::{Effect, Input, Machine, System},
};

/// Wraps every machine that the reference makes, for example in a mutant.
pub type Around = Arc<dyn Fn(Box<dyn Machine>) -> Box<dyn Machine> + Send + Sync>;

/// The reference as a subject.
pub struct Reference {
    claims: Claims,
    around: Option<Around>,
    machine: Option<Box<dyn Machine>>,
    effects: VecDeque<Effect>,
    scratch: Vec<Effect>,
}

impl Default for Reference {
    fn default() -> Self {
        let claim = |system: &System| Claim {
            system: system.name.to_owned(),
            profiles: system.profiles.iter().map(|profile| (*profile).to_owned()).collect(),
        };
        let who = format!("hotseat reference {}", env!("CARGO_PKG_VERSION"));
        let claims = Claims::whole(who, System::ALL.iter().map(claim).collect());
        Self { claims, around: None, machine: None, effects: VecDeque::new(), scratch: Vec::new() }
    }
}

impl Reference {
    /// The reference with layers that alter inputs and effects: a mutant, or variants. The first layer is next to the
    /// machine.
    pub fn with_changes(layers: Vec<Arc<[Change]>>) -> Self {
        if layers.is_empty() {
            return Self::default();
        }
        Self::layered(Arc::new(move |machine| {
            layers.iter().fold(machine, |machine, changes| Mutated::boxed(machine, Arc::clone(changes), Arc::default()))
        }))
    }

    /// The reference with its machines wrapped by `around`.
    pub fn layered(around: Around) -> Self {
        Self { around: Some(around), ..Self::default() }
    }
}

impl Subject for Reference {
    fn claims(&self) -> &Claims {
        &self.claims
    }

    fn start(&mut self, scene: &Scene) -> Result<(), SubjectError> {
        self.effects.clear();
        let system = System::named(&scene.system).ok_or_else(|| SubjectError {
            culprit: Culprit::Suite,
            message: format!("the reference has no system {:?}", scene.system),
        })?;
        let machine = system.machine();
        self.machine = Some(match &self.around {
            Some(around) => around(machine),
            None => machine,
        });
        Ok(())
    }

    fn feed(&mut self, now: Millis, input: Input) -> Result<(), SubjectError> {
        if let Some(machine) = &mut self.machine {
            machine.handle(now, input, &mut self.scratch);
            self.effects.extend(self.scratch.drain(..));
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Next, SubjectError> {
        Ok(self.effects.pop_front().map_or(Next::Parked, Next::Effect))
    }

    fn open(&self) -> Vec<Op> {
        self.machine.as_ref().map(|machine| machine.open()).unwrap_or_default()
    }

    fn fingerprint(&self, now: Millis, mut into: &mut dyn Hasher) -> bool {
        if let Some(machine) = &self.machine {
            machine.fingerprint(into);
            // A machine that does not read the time acts the same at any time.
            machine.reads_time().then_some(now).hash(&mut into);
        }
        true
    }

    fn kill(&mut self) {
        self.machine = None;
        self.effects.clear();
    }
}
