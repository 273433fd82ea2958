//! The test binaries that this one can be: the subject of each, and the scenarios that it plays.

use std::{process::ExitCode, sync::Arc};

use hotseat::{
    mutate::generics,
    report::FailOn,
    stage::{Culprit, SubjectError},
    subject::{Reference, SubjectSpec},
    trials::{self, Trials},
};

use crate::own::Own;

const GREETING: &str = "tests/trials/greeting.feature";

/// The subject of most binaries. It says on stderr that it is made.
fn own(system: &str, is_wrong: bool) -> Own {
    eprintln!("a subject is made");
    Own::new(system, is_wrong)
}

/// The `main` of the test binary with this name.
pub fn main(name: &str) -> ExitCode {
    let reference = || Trials::of(SubjectSpec::Reference);
    let missing = || SubjectError { culprit: Culprit::Environment, message: "there is no such agent".to_owned() };
    match name {
        "carried" => reference().main(),
        "pi" => {
            reference().system("pi").paths(["features/pi/keys-and-file.feature", "tests/trials/level.feature"]).main()
        }
        "tags" => reference().paths([GREETING]).tags("@reference and not @reference").main(),
        "no-system" => reference().system("vim").main(),
        "wrong" => Trials::of(SubjectSpec::own(|| own("pi", true))).paths([GREETING]).main(),
        "right" => Trials::of(SubjectSpec::own(|| own("pi", false))).paths([GREETING]).main(),
        "right-carried" => trials::main(|| own("pi", false)),
        "other" => Trials::of(SubjectSpec::own(|| own("deepchat", false))).paths([GREETING]).main(),
        "missing" => Trials::of(SubjectSpec::Own(Arc::new(move || Err(missing())))).paths([GREETING]).main(),
        "expected" => reference().paths(["tests/bad/verdicts/fails-as-expected.feature"]).main(),
        "stale" => reference().paths(["tests/bad/verdicts/passes-unexpectedly.feature"]).main(),
        "level" => reference().paths(["tests/trials/level.feature"]).main(),
        "every-level" => reference().paths(["tests/trials/level.feature"]).fail_on(FailOn::Any).main(),
        "drift" => reference().paths(["tests/trials/drift"]).main(),
        "drawn" => {
            let spec = SubjectSpec::own(|| Own::new("deepchat", false));
            Trials::of(spec).paths([GREETING]).seeds(0..30).main()
        }
        "drawn-wrong" => {
            let mutant = generics().iter().find(|mutant| mutant.id == "pi/effect/turn/ended/drop").unwrap();
            let spec = SubjectSpec::own(|| Reference::with_changes(vec![mutant.changes.clone().into()]));
            Trials::of(spec).paths([GREETING]).seeds(0..30).main()
        }
        "reading" => reference().paths(["tests/trials/reading"]).main(),
        other => panic!("no test binary is called {other}"),
    }
}
