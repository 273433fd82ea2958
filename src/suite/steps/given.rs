//! What the run begins with.

use serde_json::Value;

use super::{Step, given};
use crate::suite::scenarios;

pub const STEPS: &[Step] = &[
    given(
        "the system {string}",
        "Which system the scenario belongs to: see `hotseat list --systems`.",
        |draft, args| {
            draft.scenario.system = args.text(0);
            Ok(())
        },
    ),
    given("the profile {string}", "Which reading of the system's specification is in force.", |draft, args| {
        draft.scenario.profile = args.text(0);
        Ok(())
    }),
    given(
        "the scenario {string}",
        "Starts from the scenario of that name in `scenarios`, or from a file whose name ends in .json.",
        |draft, args| {
            draft.scenario = scenarios::load(&args.text(0)).map_err(|mistake| mistake.to_string())?;
            Ok(())
        },
    ),
    given("a terminal", "The subject has an interactive terminal.", |draft, _| {
        draft.scenario.terminal = true;
        Ok(())
    }),
    given("no terminal", "The subject has none: a pipeline.", |draft, _| {
        draft.scenario.terminal = false;
        Ok(())
    }),
    given("the command line {string}", "The subject's arguments, separated by blanks.", |draft, args| {
        draft.scenario.argv = args.text(0).split_whitespace().map(str::to_owned).collect();
        Ok(())
    }),
    given(
        "the command line has the words {}",
        "The same as a JSON array of texts, for those that have blanks in them.",
        |draft, args| {
            draft.scenario.argv = args.list(0)?;
            Ok(())
        },
    ),
    given(
        "the user's configuration:",
        "A layer of configuration, as JSON in a doc string; later layers win.",
        |draft, args| {
            draft.layer("user file", args.doc_json()?);
            Ok(())
        },
    ),
    given("the command line's configuration:", "A layer above the user's, as JSON in a doc string.", |draft, args| {
        draft.layer("command line", args.doc_json()?);
        Ok(())
    }),
    given(
        "the setting {string} is {}",
        "One value of the user's configuration, by its dotted path; the value is JSON.",
        |draft, args| {
            let value = args.json(1)?;
            draft.set(&args.text(0), value);
            Ok(())
        },
    ),
    given("a stored conversation:", "What an earlier run recorded, as a JSON array in a doc string.", |draft, args| {
        draft.scenario.stored = args.doc_json::<Vec<Value>>()?;
        Ok(())
    }),
    given(
        "the secret {string}",
        "A value that must be shown nowhere; it stands as <secret> in the stream.",
        |draft, args| {
            draft.scenario.secrets.push(args.text(0));
            Ok(())
        },
    ),
];
