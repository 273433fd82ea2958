//! `hotseat simulate --subject`, and the replay of what it finds. The subject is the reference behind `hotseat adapter`.

use std::{fs, path::Path};

use rstest::rstest;

use crate::bench::{Said, folder, folder_of_case, hotseat, program};

fn simulate(out: &Path, subject: &str, arguments: &[&str]) -> Said {
    simulate_with(2, out, subject, arguments)
}

fn simulate_with(jobs: u32, out: &Path, subject: &str, arguments: &[&str]) -> Said {
    let jobs = jobs.to_string();
    let common = ["simulate", "--jobs", &jobs, "--no-shrink", "--out", out.to_str().unwrap(), "--subject", subject];
    hotseat(&[&common[..], arguments].concat())
}

/// The paths of the findings in a campaign's output.
fn findings(said: &Said) -> Vec<String> {
    let commands = said.out.lines().filter_map(|line| line.trim().strip_prefix("hotseat replay "));
    commands.map(|path| shlex::split(path).unwrap().remove(0)).collect()
}

#[rstest]
#[case("jp-ask-user", "35")]
#[case("jp-inquiry", "31")]
#[case("deepchat", "22")]
#[case("pi", "35")]
#[case("pilotdeck", "23")]
fn the_reference_behind_an_adapter_keeps_every_rule(#[case] system: &str, #[case] rules: &str) {
    let out = folder(&format!("subject-sound-{system}")).join("none");
    let said = simulate(&out, &format!("{} adapter", program()), &["--system", system, "--seeds", "0..80"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    assert!(said.out.starts_with(&format!("{system}: 80 seeds ")) && !out.exists(), "{said}");
    assert!(said.out.ends_with(&format!("  every rule of {rules} holds\n")), "{said}");
}

#[test]
fn a_finding_names_its_requirement_and_is_replayed_against_the_same_subject() {
    let out = folder("subject-found");
    let subject = format!("{} adapter --mutant i-2-deepchat-records-it-over", program());
    let arguments = ["--system", "deepchat", "--seeds", "0..40", "--faults", "twice"];
    let said = simulate(&out, &subject, &arguments);
    assert_eq!((said.code, said.err.as_str()), (1, ""), "{said}");
    assert!(said.out.contains(": second-reply (I-2): after an act at prompt#"), "{said}");
    let file = &findings(&said)[0];
    let replayed = hotseat(&["replay", file]);
    assert_eq!((replayed.code, replayed.err.as_str()), (1, ""), "{replayed}");
    assert!(replayed.out.contains("  I-2 (must): A second reply to a question changes nothing.\n"), "{replayed}");
    let again = format!("--faults twice --subject {}\n", shlex::try_quote(&subject).unwrap());
    assert!(replayed.out.contains(&again), "{replayed}");
    assert!(replayed.out.ends_with("the same decisions, the same stream, the same broken rule\n"), "{replayed}");
}

/// The subject is mended between the campaign and the replay.
#[cfg(unix)]
#[test]
fn a_finding_that_is_not_repeated_is_reported_with_its_share() {
    let out = folder("subject-mended");
    let script = out.join("mine.sh");
    let subject = format!("sh {}", shlex::try_quote(script.to_str().unwrap()).unwrap());
    let write = |options: &str| fs::write(&script, format!("exec {} adapter {options}\n", program())).unwrap();
    write("--mutant pi/effect/turn/ended/drop");
    let said = simulate(&out.join("found"), &subject, &["--system", "pi", "--seeds", "0", "--faults", "none"]);
    assert_eq!((said.code, said.err.as_str()), (1, ""), "{said}");
    write("");
    let replayed = hotseat(&["replay", &findings(&said)[0]]);
    assert_eq!(replayed.code, 6, "{replayed}");
    assert_eq!(replayed.err, "not repeatable: the rule was broken in 0 of 5 runs\n", "{replayed}");
}

/// The subject is wrong in the campaign, and sound from its second start on.
#[cfg(unix)]
#[test]
fn a_run_that_never_comes_again_is_kept_as_it_was() {
    let out = folder("subject-once");
    let script = out.join("mine.sh");
    let starts = shlex::try_quote(out.join("starts").to_str().unwrap()).unwrap().into_owned();
    let text = format!(
        "echo x >> {starts}\nif [ $(wc -l < {starts}) -le 1 ]; then wrong='--mutant pi/effect/turn/ended/drop'; fi\n\
         exec {} adapter $wrong\n",
        program()
    );
    fs::write(&script, text).unwrap();
    let subject = format!("sh {}", shlex::try_quote(script.to_str().unwrap()).unwrap());
    let arguments = ["--system", "pi", "--seeds", "0", "--faults", "none"];
    let said = simulate(&out.join("found"), &subject, &arguments);
    assert_eq!((said.code, said.err.as_str()), (6, ""), "{said}");
    let kept = "not repeatable: the seed breaks no rule in five more runs; the file has the run as it was\n";
    assert!(said.out.contains(kept) && !said.out.contains("made smaller"), "{said}");
    let replayed = hotseat(&["replay", &findings(&said)[0]]);
    assert_eq!(replayed.code, 6, "{replayed}");
    assert!(replayed.out.contains(" is broken\n"), "{replayed}");
}

/// The adapter's stdin ends after some lines, so the adapter ends, too.
#[cfg(unix)]
#[test]
fn an_adapter_that_dies_is_given_up_after_some_runs() {
    let out = folder("subject-dies");
    let subject = format!("sh -c {}", shlex::try_quote(&format!("sed -u 3q | {} adapter", program())).unwrap());
    let said = simulate_with(1, &out, &subject, &["--system", "pi", "--seeds", "0..40"]);
    assert_eq!((said.code, said.err.as_str()), (1, ""), "{said}");
    assert!(said.out.starts_with("pi: 5 seeds "), "{said}");
    assert!(said.out.contains("\n  given up after 5 runs in which the adapter failed"), "{said}");
    assert!(said.out.contains("\n  seed 0: fault of the adapter: "), "{said}");
    assert!(said.out.contains("\n  to continue: hotseat simulate --system pi --seeds 5..40 "), "{said}");
    let replayed = hotseat(&["replay", &findings(&said)[0]]);
    assert_eq!((replayed.code, replayed.err.as_str()), (1, ""), "{replayed}");
    assert!(replayed.out.contains("\n  fault of the adapter\n"), "{replayed}");
}

/// `sed` changes what the adapter claims.
#[cfg(target_os = "linux")]
fn claiming(what: &str, instead: &str) -> String {
    let pipe = format!("{} adapter | sed -u '1s/{what}/{instead}/'", program());
    format!("sh -c {}", shlex::try_quote(&pipe).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_not_claimed_is_not_drawn() {
    let out = folder("subject-claims").join("none");
    let subject = claiming("\"tools\",\"clock\",\"keys\",\"client\",\"files\",\"kill\"", "\"client\"");
    let said = simulate(&out, &subject, &["--system", "pilotdeck", "--seeds", "0..60"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    for expected in [
        "\n  not drawn, because `clock` is not claimed: status, dropped, truncated, malformed, overloaded\n",
        "\n  not drawn, because `kill` is not claimed: kill\n",
        " more seeds were passed over: they need a capability that is not claimed\n",
    ] {
        assert!(said.out.contains(expected), "{expected}: {said}");
    }
    let never = said.out.split("  not drawn").next().unwrap();
    for point in ["hears person key", "hears person choose", "does call", "hears timer fired"] {
        assert!(never.contains(point), "{point}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[rstest]
#[case::system("\"pi\"", "\"vim\"", "does not claim the system pi\n")]
#[case::idle("\"idle\",", "", "does not claim the capability idle, without which nothing can be decided\n")]
#[case::profile(
    "\"pi\",\"profiles\":\\[[^]]*\\]",
    "\"pi\",\"profiles\":[\"other\"]",
    "claims no profile of pi that can be simulated\n"
)]
fn a_system_that_is_not_claimed_is_not_simulated(#[case] what: &str, #[case] instead: &str, #[case] why: &str) {
    let out = folder_of_case("subject-unclaimed").join("none");
    let said = simulate(&out, &claiming(what, instead), &["--system", "pi", "--seeds", "0..10"]);
    assert_eq!((said.code, said.out.as_str()), (3, ""), "{said}");
    assert!(said.err.starts_with("nothing was simulated: hotseat reference ") && said.err.ends_with(why), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_rule_that_needs_an_unseen_lane_is_undecided() {
    let out = folder("subject-lanes").join("none");
    let subject = claiming("\"record\",", "");
    let said = simulate(&out, &subject, &["--system", "jp-ask-user", "--seeds", "0..10", "--faults", "none"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    assert!(said.out.contains("  undecided: one-response, because the lane `record` is not shown\n"), "{said}");
}

#[rstest]
#[case(&["--subject", "no-such-program", "--system", "pi"], 2, "fault of the environment: ")]
#[case(&["--subject", "'open"], 2, "open quote")]
#[case(&["--subject", "x", "--mutant", "y"], 2, "cannot be used with")]
#[case(&["--patience", "0"], 2, "invalid value '0' for '--patience <SECONDS>'")]
fn a_subject_that_cannot_be_started_is_refused(#[case] arguments: &[&str], #[case] code: i32, #[case] expected: &str) {
    let said = hotseat(&[&["simulate"], arguments].concat());
    assert_eq!((said.code, said.out.as_str()), (code, ""), "{said}");
    assert!(said.err.contains(expected), "{said}");
}
