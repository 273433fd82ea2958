//! `hotseat shrink`, and `hotseat simulate` where it makes what it finds small.

use std::{fs, path::Path};

use crate::bench::{Said, folder, hotseat, hotseat_in, program, shell_in};

/// A mutant that a rule finds in one of the first seeds, and the first such seed.
const MUTANT: &str = "rte-13-draws-it-first";
const SEED: &str = "1";

fn simulate(out: &Path, more: &[&str]) -> Said {
    let out = out.to_str().unwrap();
    let common = ["simulate", "--system", "jp-ask-user", "--seeds", SEED, "--mutant", MUTANT, "--out", out];
    hotseat(&[&common[..], more].concat())
}

/// So long may a search take that it comes to its end on a busy machine, too.
const TO_THE_END: [&str; 2] = ["--shrink-for", "600s"];

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = files.map(|file| file.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

#[test]
fn a_finding_is_made_small_and_written_as_a_feature() {
    let out = folder("shrink-found");
    let said = simulate(&out, &TO_THE_END);
    assert_eq!(said.code, 1, "{said}");
    assert_eq!(names(&out), ["jp-ask-user-1.feature", "jp-ask-user-1.json", "jp-ask-user-1.small.json"]);
    insta::assert_snapshot!("shrink-found", said.out.replace(out.to_str().unwrap(), "<out>"));

    let replayed = hotseat(&["replay", out.join("jp-ask-user-1.small.json").to_str().unwrap()]);
    assert_eq!(replayed.code, 1, "{replayed}");
    assert!(replayed.out.contains("replayed: the same decisions, the same stream, the same broken rule"), "{replayed}");

    let feature = out.join("jp-ask-user-1.feature");
    let right = hotseat(&["run", feature.to_str().unwrap()]);
    assert_eq!(right.code, 0, "{right}");
    let line = said.out.lines().find_map(|line| line.trim().strip_prefix("as a scenario: ")).unwrap();
    let wrong = shell_in(&out, line);
    assert_eq!(wrong.code, 1, "{wrong}");
    assert!(wrong.out.contains("Then the rule one-end of jp-ask-user is kept [I-1]"), "{wrong}");
}

/// The smallest run is no scenario, because the reference does not pass it. Then the one with the fewest choices is written.
#[test]
fn a_longer_failure_is_written_if_the_smallest_is_no_scenario() {
    const MUTANT: &str = "pilotdeck/effect/call/double";
    let out = folder("shrink-longer");
    let simulate = ["simulate", "--system", "pilotdeck", "--seeds", "1", "--mutant", MUTANT, "--out", "."];
    let said = hotseat_in(&out, &[&simulate[..], &TO_THE_END].concat());
    assert_eq!(said.code, 1, "{said}");
    let told = "  it is longer than the small run, which is no scenario: the reference does not pass it";
    assert!(said.out.contains(told), "{said}");
    let subject = format!("{} adapter --mutant {MUTANT}", program());
    let run = hotseat_in(&out, &["run", "pilotdeck-1.feature", "--subject", &subject]);
    assert!(run.code == 1 && run.out.contains(": the rule order-of-the-ru"), "{run}");
    let sound = hotseat_in(&out, &["run", "pilotdeck-1.feature"]);
    assert_eq!(sound.code, 0, "{sound}");
}

#[test]
fn a_finding_can_be_made_small_later_and_what_was_made_small_stays_so() {
    let out = folder("shrink-later");
    assert_eq!(simulate(&out, &["--no-shrink"]).code, 1);
    assert_eq!(names(&out), ["jp-ask-user-1.json"]);
    let shrink = |file: &str| hotseat_in(&out, &["shrink", file, TO_THE_END[0], TO_THE_END[1]]);
    let first = shrink("jp-ask-user-1.json");
    assert_eq!(first.code, 1, "{first}");
    let small = fs::read_to_string(out.join("jp-ask-user-1.small.json")).unwrap();
    let again = shrink("jp-ask-user-1.small.json");
    assert_eq!(again.code, 1, "{again}");
    assert_eq!(fs::read_to_string(out.join("jp-ask-user-1.small.json")).unwrap(), small);
    assert_eq!(names(&out), ["jp-ask-user-1.feature", "jp-ask-user-1.json", "jp-ask-user-1.small.json"]);
}

#[test]
fn a_file_that_is_no_finding_is_refused() {
    let out = folder("shrink-refused");
    fs::write(out.join("cut.json"), "{\"hotseat\": ").unwrap();
    let said = hotseat_in(&out, &["shrink", "cut.json"]);
    assert_eq!(said.code, 2, "{said}");
    assert!(said.err.contains("cut.json: the file is cut off at line 1"), "{said}");
    let said = hotseat_in(&out, &["shrink", "none.json"]);
    assert_eq!(said.code, 2, "{said}");
    assert!(said.err.contains("give a file that `hotseat simulate` wrote"), "{said}");
}

/// An adapter that is the mutant until a file is there, and the reference from then on.
const MENDED: &str =
    "if [ -e mended ]; then exec hotseat adapter; else exec hotseat adapter --mutant rte-13-draws-it-first; fi";

#[test]
fn a_failure_that_does_not_come_again_is_kept_and_told() {
    let out = folder("shrink-mended");
    fs::write(out.join("subject.sh"), MENDED).unwrap();
    let line = "hotseat simulate --system jp-ask-user --seeds 1..30 --faults none --jobs 1 --out . --no-shrink --subject 'sh subject.sh'";
    let said = shell_in(&out, line);
    assert_eq!(said.code, 1, "{said}");
    let file = names(&out).into_iter().find(|name| name.starts_with("jp-ask-user-")).unwrap();
    let before = fs::read(out.join(&file)).unwrap();
    fs::write(out.join("mended"), "").unwrap();
    let said = shell_in(&out, &format!("hotseat shrink {file}"));
    assert_eq!(said.code, 6, "{said}");
    assert!(said.err.contains("the rule was broken in 0 of 5 runs"), "{said}");
    assert_eq!(fs::read(out.join(&file)).unwrap(), before);
}

#[test]
fn an_adapters_failure_is_made_small_too() {
    let out = folder("shrink-adapter");
    let line = "hotseat simulate --system pi --seeds 2 --faults none --jobs 1 --out . --shrink-for 5s \
                --subject 'hotseat adapter --mutant i-8-pi-gives-it-to-the-other'";
    let said = shell_in(&out, line);
    assert_eq!(said.code, 1, "{said}");
    let line = said.out.lines().find_map(|line| line.trim().strip_prefix("as a scenario: ")).unwrap();
    let wrong = shell_in(&out, line);
    assert_eq!(wrong.code, 1, "{wrong}");
    assert!(wrong.out.contains("Then the rule attribution of pi is kept"), "{wrong}");
}
