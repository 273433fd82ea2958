//! The embedded reference: every machine of this program, in this process. *Parked* is exact here.

use std::collections::VecDeque;

use crate::{
    model::{Millis, Op},
    stage::{Blame, Claim, Claims, Next, Scene, Subject, SubjectError},
    system::{Effect, Input, Machine, System},
};

/// The reference.
pub struct Reference {
    claims: Claims,
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
        Self { claims, machine: None, effects: VecDeque::new(), scratch: Vec::new() }
    }
}

impl Subject for Reference {
    fn claims(&self) -> &Claims {
        &self.claims
    }

    fn start(&mut self, scene: &Scene) -> Result<(), SubjectError> {
        self.effects.clear();
        let system = System::named(&scene.system).ok_or_else(|| SubjectError {
            blame: Blame::Suite,
            story: format!("the reference has no system {:?}", scene.system),
        })?;
        self.machine = Some(system.machine());
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

    fn kill(&mut self) {
        self.machine = None;
        self.effects.clear();
    }
}
