//! A subject that is not the reference. `tests/cucumber` uses it, too.

use hotseat::{
    model::{Millis, Op},
    stage::{Claim, Claims, Next, Scene, Subject, SubjectError},
    subject::Reference,
    system::{Effect, Input, Turn, TurnEnd},
};

/// The reference with the claims of a small agent, and perhaps with one fault: every turn ends as interrupted.
pub struct Own {
    claims: Claims,
    is_wrong: bool,
    inner: Reference,
}

impl Own {
    /// A subject that claims one system.
    pub fn new(system: &str, is_wrong: bool) -> Self {
        let claim = Claim { system: system.to_owned(), profiles: vec!["seed".to_owned()] };
        let claims = Claims::whole("own 0.1".to_owned(), vec![claim]);
        Self { claims, is_wrong, inner: Reference::default() }
    }
}

impl Subject for Own {
    fn claims(&self) -> &Claims {
        &self.claims
    }

    fn start(&mut self, scene: &Scene) -> Result<(), SubjectError> {
        self.inner.start(scene)
    }

    fn feed(&mut self, now: Millis, input: Input) -> Result<(), SubjectError> {
        self.inner.feed(now, input)
    }

    fn next(&mut self) -> Result<Next, SubjectError> {
        Ok(match self.inner.next()? {
            Next::Effect(Effect::Turn(Turn::Ended(_))) if self.is_wrong => {
                Next::Effect(Effect::Turn(Turn::Ended(TurnEnd::Interrupted)))
            }
            next => next,
        })
    }

    fn open(&self) -> Vec<Op> {
        self.inner.open()
    }

    fn kill(&mut self) {
        self.inner.kill();
    }
}
