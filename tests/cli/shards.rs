//! `--shard` and `hotseat merge`, run as programs: shards add up to one process, and what is wrong is named.

use std::{fs, path::Path};

use regex::Regex;
use rstest::rstest;

#[cfg(unix)]
use crate::bench::interrupted_in;
use crate::bench::{Said, command_in, end, folder, hotseat_in, program};

/// A campaign that finds something in nearly every seed, and one that finds nothing.
const BROKEN: &[&str] = &["simulate", "--system", "pi", "--seeds", "3..120", "--mutant", "pi/effect/turn/ended/drop"];
const SOUND: &[&str] =
    &["simulate", "--system", "pi", "--system", "deepchat", "--seeds", "95..320", "--faults", "kill,eof"];

/// Runs shard `number` of `of`, and checks that its summary is told.
fn shard(folder: &Path, campaign: &[&str], number: u32, of: u32, out: &str) -> Said {
    let shard = format!("{number}/{of}");
    let said = hotseat_in(folder, &[campaign, &["--shard", &shard, "--out", out]].concat());
    assert_eq!(said.err, format!("the summary is {out}/shard-{number}-of-{of}.json\n"), "{said}");
    said
}

/// Runs all shards, each into a folder of its own, and returns the folders.
fn shards(folder: &Path, campaign: &[&str], of: u32) -> Vec<String> {
    let run = |number: u32| {
        let out = format!("out-{number}");
        shard(folder, campaign, number, of, &out);
        out
    };
    (1..=of).map(run).collect()
}

fn merge(folder: &Path, arguments: &[&str]) -> Said {
    hotseat_in(folder, &[&["merge"], arguments].concat())
}

#[rstest]
#[case::broken("broken", BROKEN, 1, 4)]
#[case::sound("sound", SOUND, 0, 3)]
#[case::more_shards_than_seeds("few", &["simulate", "--system", "pi", "--seeds", "5..8"], 0, 6)]
#[case::no_split("one", SOUND, 0, 1)]
#[case::guided("guided", &["simulate", "--system", "mcp", "--seeds", "900..2050", "--guided"], 0, 2)]
fn shards_add_up_to_what_one_process_tells(
    #[case] name: &str,
    #[case] campaign: &[&str],
    #[case] code: i32,
    #[case] of: u32,
) {
    let folder = folder(&format!("shards-{name}"));
    let one = hotseat_in(&folder, &[campaign, &["--out", "all", "--no-shrink"]].concat());
    assert_eq!((one.code, one.err.as_str()), (code, ""), "{one}");
    for number in 1..=of {
        shard(&folder, campaign, number, of, "all");
    }
    let merged = merge(&folder, &["all"]);
    assert_eq!((merged.code, merged.err.as_str()), (code, ""), "{merged}");
    assert_eq!(merged.out, one.out);
}

/// A closed list, and what one process tells of it.
fn one_process(folder: &Path, campaign: &[&str]) -> (i32, String) {
    let said = hotseat_in(folder, campaign);
    (said.code, said.out.replace("; <elapsed>\n", "\n"))
}

/// A file of this project.
fn file(path: &str) -> String {
    format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))
}

/// A mutant behind an adapter.
fn adapter(mutant: &str) -> String {
    format!("{} adapter --mutant {mutant}", program())
}

const FORGETFUL: &str = "deepchat/effect/record/drop";
/// Many scenarios show what is wrong with it, and only the first of all tell of it.
const DOUBLING: &str = "pi/effect/record/double";

#[rstest]
#[case::scenarios("run", &["run", "--name", "^jp/routing/", "--verbose"], 0, 4)]
#[case::failing_scenarios("failing", &["run", "--system", "pi", "--no-combinations", "--subject", &adapter(DOUBLING)], 1, 3)]
#[case::fewer_scenarios_than_shards("few", &["run", "--name", "^jp/routing/row-1-"], 0, 3)]
#[case::demanded_mutants("demanded", &["mutants", "--requirement", "RTE-10"], 0, 3)]
#[case::mutants("mutants", &["mutants", &file("tests/bad/mutants/one-of-each.json")], 1, 2)]
#[case::variants("variants", &["variants", &file("tests/bad/variants/one-of-each.json")], 1, 3)]
fn a_closed_list_adds_up_to_what_one_process_tells(
    #[case] name: &str,
    #[case] campaign: &[&str],
    #[case] code: i32,
    #[case] of: u32,
) {
    let folder = folder(&format!("shards-list-{name}"));
    let is_run = campaign[0] == "run";
    let one = one_process(&folder, &[campaign, if is_run { &["--report", "json=one.json"] } else { &[][..] }].concat());
    assert_eq!(one.0, code, "{}", one.1);
    for number in 1..=of {
        let said = hotseat_in(&folder, &[campaign, &["--shard", &format!("{number}/{of}"), "--out", "all"]].concat());
        assert!([0, 1, 3].contains(&said.code), "{said}");
        assert!(said.err.contains(&format!("the summary is all/shard-{number}-of-{of}.json\n")), "{said}");
    }
    let how: &[&str] = if is_run { &["--report", "json=merged.json"] } else { &[] };
    let how = [how, if campaign.contains(&"--verbose") { &["--verbose"] } else { &[] }].concat();
    let merged = merge(&folder, &[&["all"], &how[..]].concat());
    assert_eq!((merged.code, merged.err.as_str()), (code, ""), "{merged}");
    assert_eq!(merged.out, one.1);
    // Only the sum can tell that.
    assert!(name != "demanded" || merged.out.contains("1 requirements: 1 with a killed mutant"), "{merged}");
    if is_run {
        let [one, merged] = ["one.json", "merged.json"].map(|file| fs::read_to_string(folder.join(file)).unwrap());
        assert!(one == merged, "the reports differ: {}", folder.display());
        assert!(name != "failing" || one.contains("; the runs of "), "no reason is left to the first scenarios");
    } else if name != "mutants" {
        let json = ["--format", "json"];
        let (one, merged) =
            (one_process(&folder, &[campaign, &json].concat()), merge(&folder, &[&["all"], &json[..]].concat()));
        assert_eq!(merged.out, one.1);
    }
    let schema = serde_json::from_str(&hotseat_in(&folder, &["schema", "summary"]).out).unwrap();
    let summary = serde_json::from_str(&fs::read_to_string(folder.join(format!("all/shard-1-of-{of}.json"))).unwrap());
    let wrong: Vec<String> = jsonschema::validator_for(&schema)
        .unwrap()
        .iter_errors(&summary.unwrap())
        .map(|error| error.to_string())
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What is expected to fail is known only when all shards are there: half of a requirement may pass.
#[test]
fn what_is_expected_to_fail_is_judged_by_the_sum() {
    let folder = folder("shards-expected");
    let subject = adapter(FORGETFUL);
    let campaign = ["run", "--quiet", "--system", "deepchat", "--no-combinations", "--subject", &subject];
    let written = hotseat_in(&folder, &[&campaign[..], &["--write-expected", "known.toml"]].concat());
    assert_eq!(written.code, 1, "{written}");
    let known = [&campaign[..], &["--expected-failures", "known.toml"]].concat();
    for (list, code) in [("whole", 0), ("short", 1)] {
        if list == "short" {
            let text = fs::read_to_string(folder.join("known.toml")).unwrap();
            fs::write(folder.join("known.toml"), &text[..text.rfind("[[expected]]").unwrap()]).unwrap();
        }
        let one = one_process(&folder, &known);
        assert_eq!(one.0, code, "{}", one.1);
        for number in 1..=3 {
            let said = hotseat_in(&folder, &[&known[..], &["--shard", &format!("{number}/3"), "--out", list]].concat());
            assert!([0, 1].contains(&said.code), "{said}");
        }
        let merged = merge(&folder, &[list, "--quiet"]);
        assert_eq!((merged.code, &merged.out), (code, &one.1), "{merged}");
    }
}

/// What would need the whole list cannot be asked of a shard.
#[rstest]
#[case(&["run", "--fail-fast"])]
#[case(&["run", "--write-expected", "x.toml"])]
#[case(&["run", "--update-snapshots"])]
fn what_needs_the_whole_list_is_refused(#[case] arguments: &[&str]) {
    let said = hotseat_in(Path::new("."), &[arguments, &["--shard", "1/2"]].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.contains("cannot be used with"), "{said}");
}

#[rstest]
#[case(&["merge", "out-1", "--report", "json=x.json"], "`--report` is for the shards of `hotseat run`")]
#[case(&["merge", "out-1", "--report", "x"], "expected KIND=FILE")]
fn a_report_that_cannot_be_made_is_refused(#[case] arguments: &[&str], #[case] told: &str) {
    let folder = folder(&format!("shards-report-{}", arguments[3].len()));
    shards(&folder, &["simulate", "--system", "pi", "--seeds", "0"], 1);
    let said = hotseat_in(&folder, arguments);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.contains(told), "{said}");
}

/// The findings stay where they are, and the sum of sums still names them.
#[test]
fn sums_are_merged_again_in_any_order() {
    let folder = folder("shards-sums");
    let out = shards(&folder, BROKEN, 4);
    let whole = merge(&folder, &[&out[0], &out[1], &out[2], &out[3]]);
    let part = |one: usize, other: usize, to: &str| {
        let said = merge(&folder, &[&out[one], &out[other], "--out", to, "--partial"]);
        assert_eq!(said.code, 1, "{said}");
        assert!(said.err.contains(" are missing from the 2 files "), "{said}");
    };
    part(3, 0, "a");
    part(2, 1, "b");
    let sum = merge(&folder, &["b", "a", "--out", "sum"]);
    let plain = |said: &Said| said.out.replace(&format!("{}/", folder.display()), "");
    assert_eq!((sum.code, plain(&sum)), (1, plain(&whole)), "{sum}");
    assert_eq!(sum.err, "the summary is sum/shards-1-4-of-4.json\n");
    let again = merge(&folder, &["sum"]);
    assert_eq!((again.code, again.err.as_str(), again.out.as_str()), (1, "", sum.out.as_str()), "{again}");
    let replay = again.out.lines().find_map(|line| line.trim().strip_prefix("hotseat replay ")).unwrap();
    let replayed = hotseat_in(&folder, &["replay", replay]);
    assert_eq!((replayed.code, replayed.err.as_str()), (1, ""), "{replayed}");
    assert_eq!(fs::read_dir(folder.join("sum")).unwrap().count(), 1, "no finding is copied");
}

/// A task that an engine starts again finds the summary of the first time.
#[test]
fn a_shard_may_run_again() {
    let folder = folder("shards-again");
    let first = shard(&folder, BROKEN, 2, 3, "out");
    let read = || crate::bench::files(&folder.join("out"));
    let files = read();
    let second = shard(&folder, BROKEN, 2, 3, "out");
    assert_eq!((second.code, second.out), (first.code, first.out));
    assert_eq!(read(), files);
}

#[rstest]
#[case("0/4", "there is no shard 0 of 4")]
#[case("5/4", "there is no shard 5 of 4")]
#[case("1/0", "at least one shard, found 1/0")]
#[case("1", "found \"1\"")]
#[case("x/y", "found \"x/y\"")]
#[case("1/4/2", "found \"1/4/2\"")]
#[case("", "")]
#[case("auto/0", "at least one shard")]
#[case("auto/x", "found \"auto/x\"")]
fn what_is_no_shard_is_refused(
    #[case] text: &str,
    #[case] told: &str,
    #[values("simulate", "run", "mutants", "variants")] command: &str,
) {
    let said = hotseat_in(Path::new("."), &[command, "--shard", text]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.contains(told) && said.err.contains("--shard"), "{said}");
}

/// The variables of every engine that is known.
const VARIABLES: [&str; 16] = [
    "JOB_COMPLETION_INDEX",
    "SLURM_ARRAY_TASK_ID",
    "SLURM_ARRAY_TASK_COUNT",
    "HQ_TASK_ID",
    "AWS_BATCH_JOB_ARRAY_INDEX",
    "AWS_BATCH_JOB_ARRAY_SIZE",
    "BATCH_TASK_INDEX",
    "BATCH_TASK_COUNT",
    "TEST_SHARD_INDEX",
    "TEST_TOTAL_SHARDS",
    "CI_NODE_INDEX",
    "CI_NODE_TOTAL",
    "CIRCLE_NODE_INDEX",
    "CIRCLE_NODE_TOTAL",
    "BUILDKITE_PARALLEL_JOB",
    "BUILDKITE_PARALLEL_JOB_COUNT",
];

/// Runs a small campaign with `--shard auto` in an environment with these variables of engines alone.
fn auto(folder: &Path, shard: &str, variables: &[(&str, &str)]) -> Said {
    let arguments = ["simulate", "--system", "pi", "--seeds", "0..40", "--shard", shard, "--out", "out"];
    let mut command = command_in(folder, &arguments);
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    let mut child = command.envs(variables.iter().copied()).spawn().unwrap();
    let out = child.stdout.take().unwrap();
    end(child, out, &arguments)
}

/// The table of engines has its own tests; this one goes through the environment of a process.
#[rstest]
#[case::a_count("count", "auto", &[("CI_NODE_INDEX", "2"), ("CI_NODE_TOTAL", "4")],
    "shard 2/4, as GitLab says: CI_NODE_INDEX=2, CI_NODE_TOTAL=4\nthe summary is out/shard-2-of-4.json\n")]
#[case::no_count("no-count", "auto/4", &[("JOB_COMPLETION_INDEX", "3")],
    "shard 4/4, as Kubernetes says: JOB_COMPLETION_INDEX=3\nthe summary is out/shard-4-of-4.json\n")]
fn an_engine_says_the_shard(
    #[case] name: &str,
    #[case] shard: &str,
    #[case] variables: &[(&str, &str)],
    #[case] told: &str,
) {
    let said = auto(&folder(&format!("shards-auto-{name}")), shard, variables);
    assert_eq!((said.code, said.err.as_str()), (0, told), "{said}");
    assert!(said.out.starts_with("pi: 10 seeds "), "{said}");
}

#[rstest]
#[case::none("none", &[])]
#[case::no_count("no-count", &[("HQ_TASK_ID", "3")])]
#[case::two("two", &[("CI_NODE_INDEX", "2"), ("CI_NODE_TOTAL", "4"), ("BATCH_TASK_INDEX", "2"), ("BATCH_TASK_COUNT", "4")])]
fn an_environment_that_does_not_say_the_shard_is_an_error(#[case] name: &str, #[case] variables: &[(&str, &str)]) {
    let said = auto(&folder(&format!("shards-auto-not-{name}")), "auto", variables);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    insta::assert_snapshot!(format!("shards-auto-{name}"), said.err);
}

/// Bazel takes a test for one that does not know of shards until it touches a file.
#[test]
fn the_file_that_bazel_names_is_touched() {
    let folder = folder("shards-auto-bazel");
    let file = folder.join("status");
    let variables =
        [("TEST_SHARD_INDEX", "0"), ("TEST_TOTAL_SHARDS", "2"), ("TEST_SHARD_STATUS_FILE", file.to_str().unwrap())];
    let said = auto(&folder, "auto", &variables);
    assert_eq!(said.code, 0, "{said}");
    assert!(file.exists());
}

/// What is done with the summaries of three shards in the folders `out-1` to `out-3` before they are merged.
type Harm = fn(&Path);

fn edit(folder: &Path, edit: impl Fn(String) -> String) {
    let file = folder.join("out-2/shard-2-of-3.json");
    let text = edit(fs::read_to_string(&file).unwrap());
    fs::write(file, text).unwrap();
}

#[rstest]
#[case::missing("missing", |folder: &Path| fs::remove_file(folder.join("out-2/shard-2-of-3.json")).and_then(|()|
    fs::write(folder.join("out-2/shard-x-of-y.json"), "")).unwrap(), 2)]
#[case::cut("cut", |folder: &Path| edit(folder, |text| text[..text.len() / 2].to_owned()), 3)]
#[case::empty("empty", |folder: &Path| edit(folder, |_| String::new()), 3)]
#[case::edited("edited", |folder: &Path| edit(folder, |text| text.replacen("\"seeds\": 39", "\"seeds\": 40", 1)), 3)]
#[case::version("version", |folder: &Path| edit(folder, |text|
    text.replacen(concat!("\"", env!("CARGO_PKG_VERSION"), "\""), "\"0.0.7\"", 1)), 3)]
#[case::another_file("other", |folder: &Path| edit(folder, |_| "[]".to_owned()), 3)]
#[case::no_json("text", |folder: &Path| edit(folder, |_| "no summary".to_owned()), 3)]
#[case::a_field_more("field", |folder: &Path| edit(folder, |text| text.replacen("{", "{\"more\": 1,", 1)), 3)]
#[case::wrong_ranges("ranges", |folder: &Path| edit(folder, |text| text.replacen("\"of\": 3", "\"of\": 1", 1)), 3)]
#[case::doubled("doubled", |folder: &Path| fs::copy(folder.join("out-1/shard-1-of-3.json"), folder.join("out-2/shard-1-of-3.json"))
    .map(|_| ()).unwrap(), 3)]
#[case::a_folder_in_the_place_of_a_file("folder", |folder: &Path| {
    fs::remove_file(folder.join("out-2/shard-2-of-3.json")).unwrap();
    fs::create_dir(folder.join("out-2/shard-2-of-3.json")).unwrap();
}, 3)]
#[case::another_campaign("campaign", |folder: &Path| drop(
    shard(folder, &[BROKEN, &["--faults", "none"]].concat(), 2, 3, "out-2")), 3)]
#[case::another_split("split", |folder: &Path| drop(shard(folder, BROKEN, 2, 4, "out-2")), 3)]
fn what_is_wrong_with_a_shard_is_named(#[case] name: &str, #[case] harm: Harm, #[case] code: i32) {
    let folder = folder(&format!("shards-wrong-{name}"));
    shards(&folder, BROKEN, 3);
    harm(&folder);
    let said = merge(&folder, &["out-1", "out-2", "out-3"]);
    assert_eq!((said.code, said.out.as_str()), (code, ""), "{said}");
    assert!(said.err.contains("out-2"), "{said}");
    // Also where the rest may be added up, what is wrong with a file stays wrong.
    let partial = merge(&folder, &["--partial", "out-1", "out-2", "out-3"]);
    assert_eq!((partial.code, partial.out.as_str()), (code, ""), "{partial}");
    let sum = Regex::new("[0-9a-f]{16}").unwrap();
    insta::assert_snapshot!(format!("shards-wrong-{name}"), sum.replace_all(&said.err, "<sum>"));
}

/// A folder of the three shards may lack one.
#[test]
fn a_missing_shard_is_named_and_may_be_left_out() {
    let folder = folder("shards-lacking");
    let out = shards(&folder, SOUND, 3);
    let said = merge(&folder, &[&out[0], &out[2]]);
    assert_eq!((said.code, said.out.as_str()), (3, ""), "{said}");
    insta::assert_snapshot!("shards-lacking", said.err);
    let partial = merge(&folder, &["--partial", &out[0], &out[2]]);
    assert_eq!(partial.code, 3, "{partial}");
    assert!(partial.out.starts_with("deepchat: ") || partial.out.starts_with("pi: 150 seeds"), "{partial}");
}

#[rstest]
#[case(&["merge"], "required arguments were not provided")]
#[case(&["merge", "nowhere"], "nowhere: No such file or directory")]
#[case(&["merge", "empty"], "empty: there is no summary of a shard in this folder")]
#[case(&["merge", "out-1", "--out", "out-1"], "the sum would stand among its parts")]
#[case(&["merge", "out-1/shard-1-of-1.json", "--out", "out-1"], "the sum would stand among its parts")]
#[case(&["merge", "out-1", "--out", "file"], "file")]
fn a_folder_that_is_none_is_refused(#[case] arguments: &[&str], #[case] told: &str) {
    let name: String = arguments.join("-").replace('/', "-");
    let folder = folder(&format!("shards-folder-{name}"));
    fs::create_dir(folder.join("empty")).unwrap();
    fs::write(folder.join("file"), "").unwrap();
    shards(&folder, &["simulate", "--system", "pi", "--seeds", "0"], 1);
    let said = hotseat_in(&folder, arguments);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.contains(told), "{said}");
}

#[test]
fn a_summary_is_valid_under_its_schema() {
    let folder = folder("shards-schema");
    shards(&folder, BROKEN, 1);
    let schema = serde_json::from_str(&hotseat_in(&folder, &["schema", "summary"]).out).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let text = fs::read_to_string(folder.join("out-1/shard-1-of-1.json")).unwrap();
    let wrong: Vec<String> =
        schema.iter_errors(&serde_json::from_str(&text).unwrap()).map(|error| error.to_string()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What cannot be written is printed: the summary is the work of the whole shard.
#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_the_summary_is_printed() {
    let folder = folder("shards-full");
    fs::create_dir(folder.join("out")).unwrap();
    std::os::unix::fs::symlink("/dev/full", folder.join("out/shard-1-of-2.json")).unwrap();
    let said = hotseat_in(&folder, &[SOUND, &["--shard", "1/2", "--out", "out"]].concat());
    assert_eq!(said.code, 2, "{said}");
    assert!(
        said.err.contains("out/shard-1-of-2.json") && said.err.contains("the summary is printed instead"),
        "{said}"
    );
    // What was printed is as good as a file.
    let printed = &said.out[said.out.find("{\n").unwrap()..];
    fs::create_dir(folder.join("saved")).unwrap();
    fs::write(folder.join("saved/shard-1-of-2.json"), printed).unwrap();
    shard(&folder, SOUND, 2, 2, "saved");
    let merged = merge(&folder, &["saved"]);
    assert_eq!((merged.code, merged.err.as_str()), (0, ""), "{merged}");
    // Nothing can be written into a file, so nothing is run.
    let said = hotseat_in(&folder, &[SOUND, &["--shard", "1/2", "--out", "/dev/full"]].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
}

/// What was judged before the signal is told, and stands in the summary.
#[cfg(unix)]
#[rstest]
#[case::mutants("mutants", &["mutants", "--jobs", "1"], "mutants were judged")]
#[case::as_adapters("adapters", &["mutants", "--only", "named", "--through", "adapter", "--jobs", "1"], "mutants were judged")]
#[case::conditioned("conditions", &["mutants", "--conditions", "--system", "deepchat", "--jobs", "1"], "mutants were judged")]
#[case::variants("variants", &["variants", "--jobs", "1"], "sets were played")]
fn a_list_that_is_stopped_tells_what_was_judged_so_far(
    #[case] name: &str,
    #[case] campaign: &[&str],
    #[case] judged: &str,
    #[values(false, true)] is_shard: bool,
) {
    let folder = folder(&format!("shards-stopped-{name}-{is_shard}"));
    let shard: &[&str] = if is_shard { &["--shard", "1/2"] } else { &[] };
    let said = interrupted_in(&folder, &[campaign, shard].concat());
    // The list of an engine must not take a shard that was stopped for done, whatever it has found.
    assert!(if is_shard { said.code == 130 } else { [130, 1, 3].contains(&said.code) }, "{said}");
    assert!(said.err.contains("stopped by a signal: ") && said.err.contains(judged), "{said}");
    if is_shard {
        assert!(said.err.contains("the summary, so far is hotseat-shards/shard-1-of-2.json\n"), "{said}");
        let merged = merge(&folder, &["hotseat-shards"]);
        assert_eq!((merged.code, merged.out.as_str()), (3, ""), "{merged}");
        assert!(merged.err.contains("shard 1 of 2 was stopped before the end"), "{merged}");
    }
}

#[cfg(unix)]
#[test]
fn a_run_that_is_stopped_leaves_a_summary_so_far() {
    let folder = folder("shards-stopped-run");
    let said = interrupted_in(&folder, &["run", "--jobs", "1", "--shard", "1/2", "--out", "out"]);
    assert_eq!(said.code, 130, "{said}");
    assert!(said.err.contains("the summary, so far is out/shard-1-of-2.json\n"), "{said}");
    let merged = merge(&folder, &["out"]);
    assert_eq!((merged.code, merged.out.as_str()), (3, ""), "{merged}");
    assert!(merged.err.contains("shard 1 of 2 was stopped before the end"), "{merged}");
}

/// A summary so far says that it is one. It does not take the place of a whole one, and is no part of a sum.
#[cfg(unix)]
#[test]
fn a_shard_that_is_stopped_leaves_a_summary_so_far() {
    let folder = folder("shards-stopped");
    let campaign =
        ["simulate", "--system", "pi", "--system", "deepchat", "--seeds", "0..18446744073709551615", "--jobs", "1"];
    let arguments = [&campaign[..], &["--shard", "2/3", "--out", "out"]].concat();
    let said = interrupted_in(&folder, &arguments);
    assert_eq!(said.code, 130, "{said}");
    assert_eq!(said.err, "the summary, so far is out/shard-2-of-3.json\nstopped by a signal\n", "{said}");
    assert!(said.out.contains(" --shard 2/3 --out out\n"), "{said}");
    let merged = merge(&folder, &["out"]);
    assert_eq!((merged.code, merged.out.as_str()), (3, ""), "{merged}");
    assert!(merged.err.contains("out/shard-2-of-3.json: shard 2 of 3 was stopped before the end"), "{merged}");
    let partial = merge(&folder, &["out", "--partial"]);
    assert_eq!(partial.code, 3, "{partial}");
    assert!(partial.out.starts_with("pi: "), "{partial}");
}
