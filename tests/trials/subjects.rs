//! Who sits in the hot seat here, and what they are asked.

use std::{process::ExitCode, sync::Arc};

use hotseat::{
    model::{Millis, Op},
    report::FailOn,
    stage::{Claim, Claims, Culprit, Next, Scene, Subject, SubjectError},
    subject::{Reference, SubjectSpec},
    system::{Effect, Input, Turn, TurnEnd},
    trials::{self, Trials},
};

const GREETING: &str = "tests/trials/greeting.feature";

/// A test binary by its name: what would be the whole of its `main`.
pub fn main(name: &str) -> ExitCode {
    let reference = || Trials::of(SubjectSpec::Reference);
    let missing = || SubjectError { culprit: Culprit::Environment, message: "nobody is at home".to_owned() };
    match name {
        "carried" => reference().main(),
        "pi" => {
            reference().system("pi").paths(["features/pi/keys-and-file.feature", "tests/trials/level.feature"]).main()
        }
        "tags" => reference().paths([GREETING]).tags("@reference and not @reference").main(),
        "no-system" => reference().system("vim").main(),
        "wrong" => Trials::of(SubjectSpec::own(|| Own::new("pi", true))).paths([GREETING]).main(),
        "right" => Trials::of(SubjectSpec::own(|| Own::new("pi", false))).paths([GREETING]).main(),
        "right-carried" => trials::main(|| Own::new("pi", false)),
        "other" => Trials::of(SubjectSpec::own(|| Own::new("deepchat", false))).paths([GREETING]).main(),
        "missing" => Trials::of(SubjectSpec::Own(Arc::new(move || Err(missing())))).paths([GREETING]).main(),
        "expected" => reference().paths(["tests/bad/verdicts/fails-as-expected.feature"]).main(),
        "stale" => reference().paths(["tests/bad/verdicts/passes-unexpectedly.feature"]).main(),
        "level" => reference().paths(["tests/trials/level.feature"]).main(),
        "every-level" => reference().paths(["tests/trials/level.feature"]).fail_on(FailOn::Any).main(),
        "drift" => reference().paths(["tests/trials/drift"]).main(),
        "reading" => reference().paths(["tests/trials/reading"]).main(),
        other => panic!("no test binary is called {other}"),
    }
}

/// A subject with claims of its own, and perhaps one fault: every turn ends as if it had been interrupted. It tells on
/// stderr that it was made.
struct Own {
    claims: Claims,
    is_wrong: bool,
    inner: Reference,
}

impl Own {
    fn new(system: &str, is_wrong: bool) -> Self {
        eprintln!("a subject is made");
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
