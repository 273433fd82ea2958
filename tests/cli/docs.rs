//! The commands in the README and in `docs` are commands that the program takes, and their links lead somewhere.

use std::{fs, path::Path};

use regex::Regex;

use crate::bench::{folder, hotseat, hotseat_in};

/// Every page, with its text.
fn pages() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![("README.md".to_owned(), fs::read_to_string(root.join("README.md")).unwrap())];
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    for path in docs.filter(|path| path.extension().is_some_and(|ending| ending == "md")) {
        let name = format!("docs/{}", path.file_name().unwrap().to_string_lossy());
        pages.push((name, fs::read_to_string(path).unwrap()));
    }
    pages
}

/// The command lines of the program in the code of a page.
fn commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            let line =
                line.trim_start().trim_start_matches("$ ").trim_start_matches("- run: ").trim_start_matches("- ");
            if line.starts_with("hotseat ") {
                // Two blanks, or a sign for the shell, end the command.
                let end =
                    line.find("  ").or_else(|| line.find(" > ")).or_else(|| line.find(" | ")).unwrap_or(line.len());
                found.push(line[..end].to_owned());
            }
        }
    }
    found
}

#[test]
fn every_command_is_one_that_the_program_takes() {
    let mut count = 0;
    for (page, text) in pages() {
        for command in commands(&text) {
            let mut words = shlex::split(&command).unwrap_or_else(|| panic!("{page}: {command}"));
            words[0] = "--help".to_owned();
            // The help is told at the end, after every option was read.
            words.rotate_left(1);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let said = hotseat(&words);
            assert_eq!(said.code, 0, "{page}: {command}: {said}");
            count += 1;
        }
    }
    assert!(count > 15, "only {count} commands");
}

#[test]
fn every_link_leads_to_a_file() {
    let link = Regex::new(r"\]\(([^)#]+)(#[^)]*)?\)").unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (page, text) in pages() {
        let folder = root.join(&page);
        for target in link.captures_iter(&text).map(|found| found[1].to_owned()).filter(|one| !one.contains("://")) {
            assert!(folder.parent().unwrap().join(&target).exists(), "{page} links to {target}");
        }
    }
}

/// The first code of this kind in a page.
fn code<'t>(text: &'t str, kind: &str) -> &'t str {
    text.split(&format!("```{kind}\n")).nth(1).and_then(|rest| rest.split("```").next()).unwrap()
}

/// The page about scenarios has the total of its feature, and the page about failures the whole output of the feature that is
/// wrong.
#[test]
fn what_the_pages_show_is_what_the_program_prints() {
    let pages = pages();
    let page = |name: &str| pages.iter().find(|(page, _)| page == name).map(|(_, text)| text.as_str()).unwrap();
    let feature = code(page("docs/writing-scenarios.md"), "gherkin");
    let folder = folder("cli-docs-failure");
    fs::write(folder.join("mine.feature"), feature).unwrap();
    let plain = |text: &str| crate::bench::plain(text).replace("; 0.02 s", "; <elapsed>");
    let said = hotseat_in(&folder, &["run", "mine.feature"]);
    assert_eq!(said.code, 0, "{said}");
    assert!(said.out.contains(&plain(code(page("docs/writing-scenarios.md"), "text"))), "{said}");
    fs::write(folder.join("wrong.feature"), feature.replace(r#"{"confirm": true}"#, r#"{"confirm": "yes"}"#)).unwrap();
    let said = hotseat_in(&folder, &["run", "wrong.feature"]);
    assert_eq!((said.code, said.out.as_str()), (1, plain(code(page("docs/reading-a-failure.md"), "text")).as_str()));
}
