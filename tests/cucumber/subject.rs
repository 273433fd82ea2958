//! A subject that is not the reference: it claims less, or does something wrong.

use hotseat::{
    model::{Millis, Op},
    stage::{Claim, Claims, Next, Scene, Subject, SubjectError},
    subject::{Reference, SubjectSpec},
    system::{Effect, Input, Turn, TurnEnd},
};

/// The reference with the claims of a small agent; every turn of it ends as if it had been interrupted.
pub fn wrong() -> SubjectSpec {
    SubjectSpec::own(|| {
        let claim = Claim { system: "pi".to_owned(), profiles: vec!["seed".to_owned()] };
        Wrong { claims: Claims::whole("wrong 0.1".to_owned(), vec![claim]), inner: Reference::default() }
    })
}

struct Wrong {
    claims: Claims,
    inner: Reference,
}

impl Subject for Wrong {
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
            Next::Effect(Effect::Turn(Turn::Ended(_))) => Next::Effect(Effect::Turn(Turn::Ended(TurnEnd::Interrupted))),
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
