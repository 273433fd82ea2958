//! `hotseat variants`: its output for variants that pass and that fail, and tables with mistakes.

use rstest::rstest;
use serde_json::Value;

use crate::bench::hotseat;

const ONE_OF_EACH: &str = "tests/bad/variants/one-of-each.json";

#[test]
fn a_variant_that_fails_or_alters_nothing_is_shown() {
    let said = hotseat(&["variants", ONE_OF_EACH, "--only", "alone"]);
    assert_eq!((said.code, said.err.as_str()), (1, ""), "{said}");
    // What the wrong variant breaks grows with every scenario, so the snapshot has neither names nor a number.
    let data = hotseat(&["variants", ONE_OF_EACH, "--only", "alone", "--format", "json"]);
    let report: Value = serde_json::from_str(&data.out).unwrap();
    let fails = report["sets"].as_array().unwrap().iter().find(|set| set["fate"] == "fails").unwrap();
    let level = |(id, level): (&String, &Value)| format!("{id} ({})", level.as_str().unwrap());
    let levels: Vec<String> = fails["requirements"].as_object().unwrap().iter().map(level).collect();
    let (not_held, found) = (format!("not held: {}\n", levels.join(", ")), fails["failures"].as_array().unwrap().len());
    let shown: Vec<&str> = said.out.lines().skip_while(|line| !line.contains("not held")).collect();
    let more = shown.iter().position(|line| line.starts_with("  and ")).unwrap();
    let scenarios = shown[1..more].iter().filter(|line| line.starts_with("  ") && !line.starts_with("   ")).count();
    let more = format!("  and {} more; ", found - scenarios);
    assert!(said.out.contains(&not_held) && said.out.contains(&more), "{said}");
    let without = said.to_string().replace(&not_held, "not held: <ids>\n").replace(&more, "  and <number> more; ");
    insta::assert_snapshot!("variants-one-of-each", without);
}

#[test]
fn the_exit_code_is_0_if_all_variants_pass_in_memory_and_as_adapters() {
    for through in ["memory", "adapter"] {
        let said = hotseat(&["variants", ONE_OF_EACH, "--variant", "passes", "--through", through]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
        insta::assert_snapshot!("variants-passes", said.to_string());
    }
}

#[test]
fn every_pair_is_played_in_sets_of_two() {
    let said = hotseat(&["variants", ONE_OF_EACH, "--only", "pairs", "--format", "json"]);
    let report: Value = serde_json::from_str(&said.out).unwrap();
    let sets: Vec<String> = report["sets"].as_array().unwrap().iter().map(|set| set["variants"].to_string()).collect();
    let pairs = [r#"["passes","fails"]"#, r#"["passes","alters-nothing"]"#, r#"["fails","alters-nothing"]"#];
    assert_eq!(sets, pairs, "{said}");
    assert!(report["sets"][0]["failures"][0]["scenario"].is_string(), "{said}");
}

#[rstest]
#[case("no-systems")]
#[case("says-nothing")]
#[case("unknown-field")]
#[case("not-there")]
fn a_mistake_in_a_table_is_reported(#[case] name: &str) {
    let said = hotseat(&["variants", &format!("tests/bad/variants/{name}.json")]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    insta::assert_snapshot!(format!("variants-{name}"), said.to_string());
}

#[rstest]
#[case(&["variants", "--variant", "jp-prompts-in-a-fram"], 2, "is `jp-prompts-in-a-frame` meant?")]
#[case(&["variants", ONE_OF_EACH, "--system", "pi"], 4, "no variant matches all options")]
#[case(&["adapter", "--variant", "nothing"], 2, "there is no variant \"nothing\"")]
fn a_selection_without_a_variant_is_reported(#[case] arguments: &[&str], #[case] code: i32, #[case] why: &str) {
    let said = hotseat(arguments);
    assert!(said.code == code && said.err.contains(why), "{said}");
}
