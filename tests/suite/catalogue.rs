//! The catalogue is complete: every id that is named is in it, and every test that it names exists.

use std::{collections::BTreeSet, fs, path::Path, sync::Arc};

use hotseat::{
    stage::{Claim, Claims},
    suite::{
        case::Case,
        catalogue::{Catalogue, Level, OwnTest, Sight, Status},
        ending::{self, Ending, Played},
    },
    system::System,
};
use rstest::rstest;

use crate::runs::cases;

/// The largest number of requirements that a test of the reference may check instead of a run.
const UNSEEN_MAX: usize = 40;

pub fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_named_test_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    sources(&root.join("src"), &mut text);
    sources(&root.join("tests"), &mut text);
    let mut named = 0;
    for row in Catalogue::embedded().requirements() {
        if let Sight::Unit(OwnTest { test, .. }) | Sight::Source(OwnTest { test, .. }) = &row.seen {
            named += 1;
            assert!(text.contains(&format!("fn {test}(")), "{}: there is no test {test}", row.id);
        }
    }
    assert!(named <= UNSEEN_MAX, "{named} requirements are checked by no run");
}

/// The list in CONTRIBUTING.md has the same rows, kinds and reasons as the catalogue.
#[test]
fn the_requirements_that_no_run_checks_are_listed() {
    let handbook = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("CONTRIBUTING.md")).unwrap();
    let (_, section) = handbook.split_once("\n## Requirements that no run can see\n").unwrap();
    let mut listed = BTreeSet::new();
    for line in section.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [ids, seen, why] = cells[..] else { panic!("not three cells: {line}") };
        for id in ids.split(", ") {
            assert!(listed.insert((id, seen, why)), "{id} is listed twice");
        }
    }
    let mut expected = BTreeSet::new();
    for row in Catalogue::embedded().requirements() {
        let (seen, why) = match &row.seen {
            Sight::Run => continue,
            Sight::Unit(own) => ("unit", &own.why),
            Sight::Source(own) => ("source", &own.why),
            Sight::None(why) => ("none", why),
        };
        expected.insert((row.id.as_str(), seen, why.as_str()));
    }
    assert_eq!(listed, expected);
}

#[test]
fn every_requirement_has_a_sentence_a_source_an_area_and_its_reasons() {
    let catalogue = Catalogue::embedded();
    assert!(catalogue.requirements().count() > 350);
    for row in catalogue.requirements() {
        assert!(row.sentence.len() > 20 && !row.source.is_empty(), "{}", row.id);
        assert!(catalogue.area(&row.id).is_some(), "{} belongs to no area", row.id);
        if let Sight::Unit(OwnTest { why, .. }) | Sight::Source(OwnTest { why, .. }) | Sight::None(why) = &row.seen {
            assert!(why.len() > 10, "{} does not say why", row.id);
        }
        if let Status::Superseded(by) = &row.status {
            assert!(!by.is_empty(), "{}", row.id);
        }
    }
}

/// No `Then` names a requirement that a run cannot check.
#[test]
fn a_then_names_only_requirements_that_a_run_can_check() {
    let catalogue = Catalogue::embedded();
    for case in cases() {
        for id in case.requirements() {
            let row = catalogue.requirement(id).unwrap();
            assert!(row.is_asked(), "{}: no run can check {id}", case.id);
        }
    }
}

/// The program promises to cover these areas fully: routing, prompts, results and the tool's definition.
#[test]
fn the_promised_areas_are_covered() {
    let cases = cases();
    let named: BTreeSet<&str> = cases.iter().flat_map(|case| case.requirements()).collect();
    let missing: Vec<&str> = Catalogue::embedded()
        .requirements()
        .filter(|row| row.is_asked() && row.level == Level::Must)
        .filter(|row| ["RTE-", "PRM-", "RES-", "SCH-"].iter().any(|area| row.id.starts_with(area)))
        .map(|row| row.id.as_str())
        .filter(|id| !named.contains(id))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// The requirements of all systems are checked in every system.
#[test]
fn the_common_stories_are_told_of_every_system() {
    let cases = cases();
    let catalogue = Catalogue::embedded();
    let mut missing = Vec::new();
    for row in catalogue.requirements().filter(|row| row.id.starts_with("I-")) {
        for system in catalogue.systems_of(&row.id) {
            let decides = |case: &&Arc<Case>| case.system == *system && case.requirements().any(|id| id == row.id);
            if cases.iter().find(decides).is_none() {
                missing.push(format!("{} of {system}", row.id));
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
    let stories: BTreeSet<&str> =
        cases.iter().filter_map(|case| case.id.strip_prefix("common/")?.split('/').next()).collect();
    for message in stories {
        let of_story = |case: &&Arc<Case>| case.id.strip_prefix("common/").is_some_and(|id| id.starts_with(message));
        let told: BTreeSet<&str> = cases.iter().filter(of_story).map(|case| case.system.as_str()).collect();
        let mut all = catalogue.area("I-1").into_iter().flat_map(|area| &area.systems).map(String::as_str);
        assert!(all.all(|system| told.contains(system)), "{message}: {told:?}");
    }
}

/// In a story of the ends of a question, a title says who asks and the end, and each system is asked for each end.
#[test]
fn each_end_of_a_question_is_played_in_every_system() {
    let cases = cases();
    let tagged: Vec<&Arc<Case>> = cases.iter().filter(|case| case.tags.contains(ending::TAG)).collect();
    let mut missing: Vec<String> = Vec::new();
    for case in &tagged {
        let says_system = Played::read(&case.name).is_some_and(|played| played.who.starts_with(&case.system));
        missing.extend((!says_system).then(|| format!("who asks, or the end, in {:?}", case.name)));
    }
    for system in &System::ALL {
        for end in Ending::ALL {
            let plays = |case: &&&Arc<Case>| {
                case.system == system.name && Played::read(&case.name).is_some_and(|played| played.ending == end)
            };
            if tagged.iter().find(plays).is_none() {
                missing.push(format!("{} in {}", end.words(), system.name));
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}

/// What a subject must meet is what its systems demand, in the profiles that it claims.
#[rstest]
#[case::an_agent("acp", &["v1", "lines"], &["ACP-003", "ACP-053"], &["ACP-011", "I-7", "RTE-10"])]
#[case::an_agent_without_lines("acp", &["v1"], &["ACP-053"], &["ACP-003", "I-7", "RTE-10"])]
#[case::another_system("pi", &["seed"], &["I-7"], &["ACP-003", "RTE-10"])]
fn a_subject_must_meet_what_its_systems_demand(
    #[case] system: &str,
    #[case] profiles: &[&str],
    #[case] must: &[&str],
    #[case] need_not: &[&str],
) {
    let profiles = profiles.iter().map(|profile| (*profile).to_owned()).collect();
    let claims = Claims::whole("x".to_owned(), vec![Claim { system: system.to_owned(), profiles }]);
    let musts = Catalogue::embedded().musts_of(&claims);
    assert!(must.iter().all(|id| musts.contains(*id)), "{musts:?}");
    assert!(!need_not.iter().any(|id| musts.contains(*id)), "{musts:?}");
}

#[test]
fn every_scenario_file_is_played() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = cases();
    let named: BTreeSet<String> = cases.iter().flat_map(|case| &case.steps).map(|line| line.text.clone()).collect();
    for entry in fs::read_dir(root.join("scenarios")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(named.contains(&format!("the scenario {name:?}")), "no feature plays {}", path.display());
    }
}

/// An agent that is seated by its own protocol writes no lines of ACP, so what such a scenario does could not be told to it.
#[test]
fn a_scenario_of_acp_that_depends_on_lines_says_so() {
    let mut wrong = Vec::new();
    for case in cases().iter().filter(|case| case.system == "acp") {
        let config = serde_json::to_string(&case.scenario.config).unwrap();
        let differs = ["clientCapabilities", "protocolVersion", "folder"].iter().any(|name| config.contains(name));
        let depends = differs || case.scenario.lines().next().is_some();
        if depends != case.tags.contains("lines") {
            wrong.push(format!("{}: {depends}", case.id));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
