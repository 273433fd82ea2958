//! Rules for the source: no module uses the modules above it, and shared decisions name no tool and no system.

use std::{
    fs,
    path::{Path, PathBuf},
};

use hotseat::system::System;
use regex::Regex;
use rstest::rstest;

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// A file's code without its tests.
fn code(file: &str) -> String {
    read(file).split("#[cfg(test)]").next().unwrap_or_default().to_owned()
}

fn files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // Skeletons are texts for users, and build output is not our source.
            if path.is_dir() {
                open.extend((!path.ends_with("skeletons") && !path.ends_with("target")).then_some(path));
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The rooms from the bottom up. `model` and `system` are values; `llm` decodes into the vocabulary of `system`.
const ROOMS: [&str; 12] =
    ["model", "system", "llm", "stage", "mutate", "subject", "sim", "suite", "report", "trials", "terminal", "cli"];

#[rstest]
#[case("model")]
#[case("system")]
#[case("llm")]
#[case("stage")]
#[case("mutate")]
#[case("subject")]
#[case("sim")]
#[case("suite")]
#[case("report")]
#[case("trials")]
#[case("terminal")]
fn a_room_knows_nothing_of_what_is_above_it(#[case] room: &str) {
    let place = ROOMS.iter().position(|known| *known == room).unwrap();
    for path in files(&format!("src/{room}")) {
        let text = fs::read_to_string(&path).unwrap();
        let used = text.replace(char::is_whitespace, "");
        for above in &ROOMS[place + 1..] {
            let one = used.contains(&format!("crate::{above}::"));
            let grouped = used.split("crate::{").skip(1).any(|group| {
                let group = group.split(';').next().unwrap_or_default();
                top_level(group).iter().any(|item| item.split("::").next() == Some(*above))
            });
            assert!(!one && !grouped, "{} uses `{above}`, which is above `{room}`", path.display());
        }
    }
}

/// The items of an import group, without what is in braces inside them.
fn top_level(group: &str) -> Vec<String> {
    let (mut depth, mut items, mut item) = (0, Vec::new(), String::new());
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => items.push(std::mem::take(&mut item)),
            c if depth == 0 => item.push(c),
            _ => {}
        }
    }
    items.push(item);
    items
}

#[test]
fn machines_know_no_clock_no_runtime_and_no_wire() {
    for path in files("src/system") {
        let text = fs::read_to_string(&path).unwrap();
        for word in ["tokio", "std::time", "std::net", "std::fs", "std::thread", "hyper", "wiremock", "rand_"] {
            let used = text.lines().any(|line| !line.trim_start().starts_with("//") && line.contains(word));
            assert!(!used, "{} knows {word}", path.display());
        }
    }
}

/// The rooms that all systems share.
const SHARED: [&str; 11] =
    ["model", "llm", "stage", "mutate", "subject", "sim", "suite", "report", "trials", "terminal", "cli"];

/// The seats of a protocol: they know the system that it is.
const SEATS: [&str; 12] = [
    "src/subject/installed/",
    "src/subject/mcp_client/",
    "src/subject/mcp_http/",
    "src/subject/mcp_server/",
    "src/subject/place.rs",
    "src/subject/reference_server.rs",
    "src/suite/server_trial.rs",
    "src/subject/native/",
    "src/subject/acp_agent.rs",
    "src/cli/acp_agent.rs",
    "src/cli/agent.rs",
    "src/suite/agent_trial.rs",
];

/// The code of the shared rooms, without the folders that are about one system: those of the simulation, of the
/// steps and of the combinations have the name of the system. Without the seats of a protocol, too.
fn shared_code() -> Vec<(PathBuf, String)> {
    let names: Vec<&str> = System::ALL.iter().flat_map(|system| system.name.split('-').next()).collect();
    let is_of_one = |path: &Path| {
        let text = path.to_string_lossy();
        let in_folder = |name: &&str| {
            ["steps", "combinations"].iter().any(|room| text.contains(&format!("src/suite/{room}/{name}/")))
        };
        let is_seat = SEATS.iter().any(|seat| text.contains(seat));
        is_seat || text.contains("src/sim/generators/") || names.iter().any(in_folder)
    };
    let shared = SHARED.iter().flat_map(|room| files(&format!("src/{room}")));
    let shared = shared.filter(|path| !is_of_one(path));
    let shared =
        shared.filter(|path| path.file_name().is_none_or(|name| !name.to_string_lossy().ends_with("tests.rs")));
    let code = shared.map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default().lines();
        let code = code.filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect();
        (path, code)
    });
    code.collect()
}

#[test]
fn shared_rooms_name_no_system() {
    let names: Vec<&str> = System::ALL.iter().flat_map(|system| system.name.split('-').next()).collect();
    let named = Regex::new(&format!(r"(?i)\b({}|ask_user\w*|deepchat_question)\b", names.join("|"))).unwrap();
    let mut found = Vec::new();
    for (path, code) in shared_code() {
        // In these files only the list of the folders is allowed.
        let code = if path.ends_with("suite/steps/mod.rs") {
            let is_folder = |line: &&str| !names.iter().any(|name| line.trim_start().starts_with(&format!("{name}::")));
            let code: Vec<&str> = code.lines().filter(is_folder).collect();
            names.iter().fold(code.join("\n"), |code, name| code.replace(&format!("mod {name};"), ""))
        } else if path.ends_with("suite/combinations/mod.rs") {
            names.iter().fold(code, |code, name| {
                code.replace(&format!("mod {name};"), "").replace(&format!("{name}::tables"), "")
            })
        } else {
            code
        };
        found.extend(named.find(&code).map(|name| (path, name.as_str().to_owned())));
    }
    assert!(found.is_empty(), "these files name a system, or its tool: {found:#?}");
}

/// Only the `persisted.rs` of a system may have the words of its stored shapes. Words that several systems or rooms
/// share are left out.
#[test]
fn shared_rooms_name_no_shape_of_a_system() {
    let shapes = [
        "action_type",
        "question_request",
        "questionResolution",
        "needsUserAction",
        "turn_start",
        "chat_request",
        "chat_response",
        "inquiry_request",
        "inquiry_response",
        "tool_call_request",
        "tool_call_response",
        "toolResult",
        "parentId",
        "pendingFile",
        "connectionLost",
        "elicitation_request",
        "elicitation_respond",
    ];
    let shape = Regex::new(&format!(r#""({})\b"#, shapes.join("|"))).unwrap();
    for (path, code) in shared_code() {
        // The oracle is a second reading of one system's documents.
        if path.to_string_lossy().contains("src/sim/oracle/") {
            continue;
        }
        let found = shape.find(&code).map(|found| found.as_str());
        assert_eq!(found, None, "{} names a shape of one system", path.display());
    }
    for shape in shapes {
        let systems = files("src/system").into_iter().map(|path| fs::read_to_string(path).unwrap());
        let word = shape.replace('_', "").to_lowercase();
        assert!(
            systems.into_iter().any(|text| text.replace('_', "").to_lowercase().contains(&word)),
            "{shape} is no shape"
        );
    }
}

/// An error has a type, so that a caller can tell one error from another, and its text stands in one place.
#[test]
fn every_error_has_a_type() {
    let text = Regex::new(r"Result<[^;{]*?,\s*String>").unwrap();
    for path in files("src") {
        let code = code(&path.to_string_lossy());
        let found = text.find(&code).map(|found| found.as_str());
        assert_eq!(found, None, "{}: give the error a type, with `thiserror`", path.display());
    }
}

/// The oracles check the machines, so they must not share code with them. Of this crate they use only JSON.
#[test]
fn the_oracle_knows_nothing_of_the_rest() {
    let named = Regex::new(r"\b(system|suite|crate|hotseat)\b|super::super").unwrap();
    let mut files = files("src/sim/oracle");
    assert!(!files.is_empty());
    files.push("src/suite/combinations/pi/oracle.rs".into());
    files.push("src/suite/combinations/pilotdeck/oracle.rs".into());
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        let code = code.replace("crate::model::json", "");
        assert_eq!(named.find(&code).map(|found| found.as_str()), None, "{}", path.display());
    }
}

#[test]
fn no_room_is_too_full() {
    for (folder, max) in [("src", 500), ("tests", 800), ("benches", 500)] {
        if !Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).exists() {
            continue;
        }
        for path in files(folder) {
            let lines = fs::read_to_string(&path).unwrap().lines().count();
            assert!(lines <= max, "{} has {lines} lines", path.display());
        }
    }
}

#[test]
fn routing_compares_no_tool_names() {
    for file in ["routing", "batch", "coordinator", "permission", "interrupt", "prompts", "turn", "cache"] {
        let code = code(&format!("src/system/jp/{file}.rs"));
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        assert!(lines.into_iter().all(|line| !line.contains("ask_user")), "{file}.rs names ask_user");
    }
}

/// The files of jp's configuration.
const CONFIG: [&str; 8] = ["mod", "assistant", "directives", "enable", "merge", "partial", "target", "tool"];

#[test]
fn enable_knows_no_ask_user_case_and_no_double_bulk_flag() {
    for file in CONFIG {
        let code = code(&format!("src/system/jp/config/{file}.rs"));
        assert!(!code.contains("ask_user") && !code.contains("-TT"), "{file}.rs");
    }
}

#[test]
fn no_exclusive_override_and_no_detached_mode() {
    for file in CONFIG {
        let code = code(&format!("src/system/jp/config/{file}.rs")).to_lowercase();
        for word in ["exclusive", "detached", "interactive"] {
            assert!(!code.contains(word), "{file}.rs knows {word}");
        }
    }
}

#[test]
fn recorded_types_do_not_depend_on_tool_types() {
    for file in ["persisted", "responses"] {
        let code = code(&format!("src/system/jp/{file}.rs"));
        // A text is shortened for a message, the responses are a file of their own, and it is said which members the
        // documents name.
        let allowed =
            ["super::responses::", "crate::model::json", "use crate::{model::text::shorten, system::Documented};"];
        let code = allowed.iter().fold(code, |code, allowed| code.replace(allowed, ""));
        assert!(!code.contains("super::") && !code.contains("crate::"), "{file}.rs depends on something of ours");
    }
}

#[test]
fn history_is_copied_for_an_inquiry_alone() {
    let callers =
        files("src/system/jp").into_iter().filter(|path| fs::read_to_string(path).unwrap().contains(".paused_at("));
    let callers: Vec<String> = callers.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(callers, ["inquiry.rs"]);
}
