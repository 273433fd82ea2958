//! `hotseat simulate` and `hotseat replay`, run as programs.

use std::{fs, path::Path};

use rstest::rstest;

#[cfg(unix)]
use crate::bench::interrupted_in;
use crate::bench::{Said, folder, hotseat, hotseat_in};

/// A mutant that the rules find in one of the first seeds.
const MUTANT: &str = "rec-01-keeps-no-response";

fn simulate(out: &Path, arguments: &[&str]) -> Said {
    let common = ["simulate", "--jobs", "1", "--no-shrink", "--out"];
    let all: Vec<&str> = common.into_iter().chain([out.to_str().unwrap()]).chain(arguments.iter().copied()).collect();
    hotseat(&all)
}

/// The only file in a folder.
fn only(folder: &Path) -> String {
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].to_str().unwrap().to_owned()
}

#[test]
fn a_campaign_without_findings_prints_a_summary_and_writes_nothing() {
    let out = folder("simulate-sound").join("none");
    let said = simulate(&out, &["--system", "jp-ask-user", "--seeds", "0..20", "--faults", "eof"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    assert!(said.out.starts_with("jp-ask-user: 20 seeds with faults eof, "), "{said}");
    assert!(
        said.out.contains("the same each time; sum of the stream hashes ") && said.out.contains("; never met:\n"),
        "{said}"
    );
    assert!(said.out.ends_with(" holds\n") && !out.exists(), "{said}");
}

#[test]
fn a_range_up_to_the_last_seed_does_not_wrap_around() {
    let said = hotseat(&["simulate", "--system", "pi", "--seeds", "18446744073709551600..18446744073709551615"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    assert!(said.out.starts_with("pi: 15 seeds with ") && !said.out.contains("to continue"), "{said}");
}

#[test]
fn more_jobs_than_there_is_work_for_do_no_harm() {
    let said = hotseat(&["simulate", "--system", "pi", "--seeds", "0..100", "--jobs", "1000000"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
}

/// A finding of one seed, in a folder with this name.
fn found(name: &str) -> (Said, String) {
    let out = folder(name);
    let seeds: Vec<String> = (0..200).map(|seed: u32| seed.to_string()).collect();
    for seed in &seeds {
        let said =
            simulate(&out, &["--system", "jp-ask-user", "--seeds", seed, "--faults", "none", "--mutant", MUTANT]);
        if said.code == 1 {
            let file = only(&out);
            return (said, file);
        }
        assert_eq!(said.code, 0, "{said}");
    }
    panic!("no seed finds {MUTANT}");
}

#[test]
fn a_finding_is_written_printed_and_replayed() {
    let (said, file) = found("simulate-found");
    assert!(
        said.out.contains("1 seed breaks a rule:\n") && said.out.contains(&format!("hotseat replay {file}\n")),
        "{said}"
    );
    let replayed = hotseat(&["replay", &file]);
    assert_eq!((replayed.code, replayed.err.as_str()), (1, ""), "{replayed}");
    assert!(replayed.out.contains(" is broken\n") && replayed.out.contains("(must): "), "{replayed}");
    assert!(replayed.out.contains(&format!("--faults none --mutant {MUTANT}\n")), "{replayed}");
    assert!(replayed.out.ends_with("the same decisions, the same stream, the same broken rule\n"), "{replayed}");
    assert_eq!(hotseat(&["replay", &file]).out, replayed.out);
}

/// The choices of a guided run are not those of its seed alone, so the finding has them.
#[test]
fn a_guided_finding_is_replayed_and_made_small_by_its_choices() {
    const GUIDED: &[&str] = &["--system", "jp-ask-user", "--guided", "--faults", "none", "--mutant", MUTANT];
    let out = folder("simulate-guided");
    let said = simulate(&out, &[GUIDED, &["--seeds", "0..60"]].concat());
    assert!(said.code == 1 && said.out.contains("\n  guided: the runs came to "), "{said}");
    // Only the first run of a block is drawn by its seed.
    let last = said.out.lines().filter_map(|line| line.trim().strip_prefix("hotseat replay ")).next_back().unwrap();
    let replayed = hotseat(&["replay", last]);
    assert!(replayed.out.ends_with("the same decisions, the same stream, the same broken rule\n"), "{replayed}");
    assert!(replayed.out.contains(&format!("to run it again: hotseat replay {last}\n")), "{replayed}");
    let small = hotseat(&["shrink", last]);
    assert!(small.code == 1 && small.out.contains("nothing of it can be left out"), "{small}");
}

#[test]
fn a_finding_is_valid_under_its_schema() {
    let (_, file) = found("simulate-schema");
    let schema = serde_json::from_str(&hotseat(&["schema", "finding"]).out).unwrap();
    let finding = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let wrong: Vec<String> = schema.iter_errors(&finding).map(|error| error.to_string()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// An edit of a finding's text.
type Edit = fn(String) -> String;

#[rstest]
#[case::cut("cut", |text: String| text[..text.len() / 2].to_owned(), "the file is cut off at line ")]
#[case::empty("empty", |_: String| String::new(), "the file is cut off at line 1, column 0")]
#[case::edited("edited", |text: String| text.replace("Task number 1.", "Task number 9."), "the file was edited: it says that its checksum is ")]
#[case::version("version", |text: String| text.replacen(concat!("\"", env!("CARGO_PKG_VERSION"), "\""), "\"0.0.7\"", 1),
    "the file is from hotseat 0.0.7, and this is hotseat ")]
#[case::a_field_more("field", |text: String| text.replacen('{', "{\"more\": 1,", 1), "unknown field `more`")]
#[case::a_key_twice("twice", |text: String| text.replacen("  \"seed\"", "  \"seed\": 7,\n  \"seed\"", 1),
    "the key \"seed\" stands twice in one object")]
#[case::another_file("other", |_: String| "{\"system\": \"pi\"}".to_owned(), "expected an object with the version")]
#[case::no_json("none", |_: String| "seed: 7".to_owned(), "the file is not a finding of `hotseat simulate`")]
fn an_altered_finding_is_refused_with_the_reason(#[case] name: &str, #[case] edit: Edit, #[case] expected: &str) {
    let (_, file) = found(&format!("simulate-refused-{name}"));
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, edit(text)).unwrap();
    let said = hotseat(&["replay", &file]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    let unwrapped = said.err.replace("\n  │ ", " ");
    assert!(unwrapped.contains(expected), "{said}");
}

#[rstest]
#[case(&["replay", "no-such-file.json"], "no-such-file.json: ")]
#[case(&["simulate", "--seeds", "5..5"], "there is no seed in 5..5")]
#[case(&["simulate", "--seeds", "9..1"], "there is no seed in 9..1")]
#[case(&["simulate", "--seeds", "0..18446744073709551616"], "from 0 to 18446744073709551615")]
#[case(&["simulate", "--seeds", "3.."], "the seeds 3.. have no end")]
#[case(&["simulate", "--for", "2s", "--seeds", "18446744073709551615.."], "there is no seed in 18446744073709551615..")]
#[case(&["simulate", "--jobs", "0"], "invalid value '0' for '--jobs <N>'")]
#[case(&["simulate", "--for", "soon"], "expected a duration such as 30s")]
#[case(&["simulate", "--faults", "gremlins"], "there is no fault class \"gremlins\"")]
#[case(&["simulate", "--system", "py"], "there is no system \"py\"")]
#[case(&["simulate", "--mutant", "rec-01-keeps-no-respons"], "is `rec-01-keeps-no-response` meant?")]
#[case(&["simulate", "--system", "pi", "--mutant", "rte-13-draws-it-first"], "it is for jp-ask-user, jp-inquiry")]
#[case(&["simulate", "--system", "pi", "--mutant", "deepchat/effect/show/drop"], "it is for deepchat")]
fn invalid_arguments_are_refused_with_the_reason(#[case] arguments: &[&str], #[case] expected: &str) {
    let said = hotseat(arguments);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.contains(expected), "{said}");
}

#[test]
fn a_mutant_is_simulated_only_in_the_systems_it_is_for() {
    let out = folder("simulate-mutant").join("none");
    let said = simulate(&out, &["--seeds", "0..3", "--mutant", "jp-ask-user/effect/turn/began/double"]);
    assert!(said.code == 1 && said.out.starts_with("jp-ask-user: 3 seeds "), "{said}");
    assert!(!said.out.contains("jp-inquiry: ") && !said.out.contains("altered nothing"), "{said}");
}

#[test]
fn a_mutant_that_altered_nothing_is_reported() {
    let out = folder("simulate-idle").join("none");
    let said = simulate(&out, &["--seeds", "0..3", "--faults", "none", "--mutant", "pi/input/signal/interrupt/drop"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    let told = "holds\n  the mutant altered nothing in these seeds, so they say nothing about it\n";
    assert!(said.out.ends_with(told), "{said}");
}

/// Two mutants break the same seed, so there are two findings. Finding one of them again adds no third. The paths are
/// printed as a shell takes them.
#[test]
fn a_finding_is_never_overwritten() {
    let out = folder("simulate-kept").join("it's here");
    let run = |mutant: &str| {
        let seeds = ["--system", "pi", "--seeds", "0", "--faults", "none"];
        let said = simulate(&out, &[&seeds[..], &["--mutant", &format!("pi/effect/turn/{mutant}")]].concat());
        assert_eq!((said.code, said.err.as_str()), (1, ""), "{said}");
        let command = said.out.lines().find_map(|line| line.trim().strip_prefix("hotseat ")).unwrap();
        shlex::split(command).unwrap()[1].clone()
    };
    let path = |name: &str| out.join(name).to_str().unwrap().to_owned();
    let (first, second) = (run("began/double"), run("ended/drop"));
    assert_eq!((&first, &second), (&path("pi-0.json"), &path("pi-0.2.json")));
    assert_eq!((run("began/double"), run("ended/drop")), (first.clone(), second.clone()));
    assert_eq!(fs::read_dir(&out).unwrap().count(), 2);
    for file in [first, second] {
        let said = hotseat(&["replay", &file]);
        assert_eq!((said.code, said.err.as_str()), (1, ""), "{said}");
    }
}

/// A fault class that never triggered is not a coverage point that was met.
#[rstest]
#[case("wrong-data", "  wrong-data cannot trigger in this system: only the user is asked")]
#[case("withdrawn", "  withdrawn did not trigger in any of these seeds\n")]
fn a_fault_class_that_never_triggers_is_reported(#[case] fault: &str, #[case] expected: &str) {
    let out = folder(&format!("simulate-{fault}")).join("none");
    let run = |faults: &str| simulate(&out, &["--system", "deepchat", "--seeds", "0..30", "--faults", faults]);
    let (none, said) = (run("none"), run(fault));
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    assert!(said.out.contains(expected) && !none.out.contains("trigger"), "{said}");
    let met = |said: &Said| said.out.lines().find(|line| line.starts_with("  met ")).unwrap().to_owned();
    assert_eq!(met(&said), met(&none));
}

/// The output folder is a file, so that nothing can be written.
#[test]
fn a_finding_that_cannot_be_written_is_printed() {
    let folder = folder("simulate-full");
    let file = folder.join("file");
    fs::write(&file, "").unwrap();
    let arguments = [
        "simulate",
        "--system",
        "jp-ask-user",
        "--seeds",
        "0..200",
        "--faults",
        "none",
        "--mutant",
        MUTANT,
        "--out",
        "file",
    ];
    let said = hotseat_in(&folder, &arguments);
    assert_eq!(said.code, 2, "{said}");
    assert!(said.err.contains("the finding is printed instead:"), "{said}");
    let begin = said.out.find("\n{\n").unwrap() + 1;
    let printed = &said.out[begin..=said.out[begin..].find("\n}\n").unwrap() + begin + 1];
    assert!(serde_json::from_str::<serde_json::Value>(printed).unwrap()["rule"].is_string());
    assert_eq!(fs::read_to_string(file).unwrap(), "");
}

#[test]
fn the_rules_are_listed_with_what_they_find() {
    let said = hotseat(&["simulate", "--rules"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    insta::assert_snapshot!("simulate-rules", said.out);
}

/// What a campaign prints when a signal stops it.
#[cfg(unix)]
fn stopped(name: &str, arguments: &[&str]) -> Said {
    let folder = folder(name);
    let said = interrupted_in(&folder, arguments);
    assert_eq!((said.code, said.err.as_str()), (130, "stopped by a signal\n"), "{said}");
    said
}

#[cfg(unix)]
#[test]
fn a_campaign_that_is_stopped_says_how_to_continue() {
    let arguments =
        ["simulate", "--system", "deepchat", "--for", "1h", "--jobs", "2", "--seeds", "7..", "--out", "a b"];
    let said = stopped("simulate-stopped", &arguments);
    assert!(said.out.starts_with("deepchat: "), "{said}");
    assert!(said.out.contains("\n  to continue: hotseat simulate --system deepchat --seeds "), "{said}");
    assert!(said.out.ends_with(".. --for 3600s --faults swarm --jobs 2 --out 'a b'\n"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_campaign_that_is_stopped_lists_the_systems_it_did_not_begin() {
    let arguments = ["simulate", "--seeds", "0..18446744073709551615", "--doublecheck", "--jobs", "1"];
    let said = stopped("simulate-not-begun", &arguments);
    let rest = " --faults swarm --jobs 1 --doublecheck";
    let (first, others) = said.out.split_once(&format!("..18446744073709551615{rest}\n")).unwrap();
    assert!(first.contains("\n  to continue: hotseat simulate --system jp-ask-user --seeds "), "{said}");
    let not_begun = |system: &&str| {
        format!("  not begun: hotseat simulate --system {system} --seeds 0..18446744073709551615{rest}\n")
    };
    let expected: String =
        ["jp-inquiry", "deepchat", "pi", "pilotdeck", "acp", "mcp", "mcp-client"].iter().map(not_begun).collect();
    assert_eq!(others, expected, "{said}");
}
