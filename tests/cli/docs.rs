//! The commands in the README and in `docs` are commands that the program takes, and print what is shown; links lead somewhere.

use std::{fs, path::Path};

use regex::Regex;
use rstest::rstest;

use crate::bench::{folder, hotseat, plain, shell_in};

/// The folder of this project.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every page, with its text.
fn pages() -> Vec<(String, String)> {
    let root = root();
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

/// The files to copy for engines: their commands, too, and the shell takes the scripts.
#[test]
fn every_command_of_a_file_to_copy_is_one_that_the_program_takes() {
    let mut count = 0;
    for (name, text) in crate::bench::files(&root().join("docs/many-machines")) {
        let lines = text.lines().map(str::trim).filter(|line| line.starts_with("hotseat "));
        for line in lines {
            let mut words = shlex::split(line.trim_end_matches(" &")).unwrap_or_else(|| panic!("{name}: {line}"));
            words[0] = "--help".to_owned();
            words.rotate_left(1);
            let said = hotseat(&words.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(said.code, 0, "{name}: {line}: {said}");
            count += 1;
        }
        if name.ends_with(".sh") {
            let said = shell_in(&root().join("docs/many-machines"), &format!("sh -n {name}"));
            assert_eq!((said.code, said.err.as_str()), (0, ""), "{name}: {said}");
        }
    }
    assert!(count >= 4, "only {count} commands");
}

/// The page about many machines names every variable that is read, and no other.
#[test]
fn the_page_about_many_machines_has_every_engine() {
    let page = fs::read_to_string(root().join("docs/many-machines.md")).unwrap();
    let source = fs::read_to_string(root().join("src/cli/shard/engines.rs")).unwrap();
    let code = source.split("#[cfg(test)]").next().unwrap();
    let variables = |text: &str| -> std::collections::BTreeSet<String> {
        let variable = Regex::new(r#"["`]([A-Z]+(?:_[A-Z]+)+)["`]"#).unwrap();
        variable.captures_iter(text).map(|found| found[1].to_owned()).collect()
    };
    let (told, read) = (variables(&page), variables(code));
    assert!(told.is_subset(&read), "nobody reads {:?}", told.difference(&read));
    // How the steps of an array are counted is more than a reader needs.
    let untold: Vec<&String> = read.difference(&told).filter(|name| !name.starts_with("SLURM_ARRAY_TASK_M")).collect();
    assert_eq!(untold, ["SLURM_ARRAY_TASK_STEP"]);
}

#[test]
fn every_link_leads_to_a_file() {
    let link = Regex::new(r"\]\(([^)#]+)(#[^)]*)?\)").unwrap();
    let root = root();
    for (page, text) in pages() {
        let folder = root.join(&page);
        for target in link.captures_iter(&text).map(|found| found[1].to_owned()).filter(|one| !one.contains("://")) {
            assert!(folder.parent().unwrap().join(&target).exists(), "{page} links to {target}");
        }
    }
}

/// What a page shows, in its order.
enum Shown {
    /// A file, which the text before it names: "Save this as `mine.feature`".
    File(String, String),
    /// Lines of a file of this project, which the text before it names: "the snapshot `snapshots/...`".
    Excerpt(String, String),
    /// A command, and what it prints.
    Command(String, String),
}

/// What a page shows. The code of a console has commands after `$ `, each followed by what it prints.
fn shown(text: &str) -> Vec<Shown> {
    let saved = Regex::new(r"[Ss]ave this as\s+`([^`]+)`").unwrap();
    let excerpt = Regex::new(r"`(snapshots/[^`]+)`").unwrap();
    let mut found = Vec::new();
    let parts: Vec<&str> = text.split("```").collect();
    for pair in parts.chunks(2) {
        let [before, code] = pair else { continue };
        let (kind, code) = code.split_once('\n').unwrap();
        let last = |named: &Regex| named.captures_iter(before).last().map(|name| name[1].to_owned());
        if kind == "console" {
            for command in code.split("$ ").filter(|command| !command.is_empty()) {
                let (command, output) = command.split_once('\n').unwrap();
                found.push(Shown::Command(command.to_owned(), output.to_owned()));
            }
        } else if let Some(name) = last(&saved) {
            found.push(Shown::File(name, code.to_owned()));
        } else if let Some(name) = last(&excerpt) {
            found.push(Shown::Excerpt(name, code.to_owned()));
        }
    }
    found
}

/// Whether a text is what a page shows: `...` as a line stands for any lines, and within a line for any characters.
fn is_as_shown(text: &str, shown: &str) -> bool {
    let shown = plain(shown);
    let pattern = shown.lines().map(|line| match line {
        "..." => "(.*\n)*?".to_owned(),
        line => line.split("...").map(regex::escape).collect::<Vec<_>>().join(".*") + "\n",
    });
    Regex::new(&format!("^{}$", pattern.collect::<String>())).unwrap().is_match(text)
}

/// The feature with which the page about scenarios begins.
fn first_feature() -> String {
    let page = fs::read_to_string(root().join("docs/writing-scenarios.md")).unwrap();
    page.split("```gherkin\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap().to_owned()
}

/// Runs everything that a page shows, in a folder with a skeleton of an adapter and that feature, as a reader would. A command after which nothing is shown is
/// only run. None may end as a mistake or a bug.
#[rstest]
#[case::a_run("a-run")]
#[case::compare("compare")]
#[case::editor("editor")]
#[case::installed_agents("installed-agents")]
#[case::mcp_servers("mcp-servers")]
#[case::gating_a_ci("gating-a-ci")]
#[case::many_machines("many-machines")]
#[case::mutants("mutants")]
#[case::reading_a_failure("reading-a-failure")]
#[case::reports("reports")]
#[case::simulation("simulation")]
#[case::every_order("every-order")]
#[case::variants("variants")]
#[case::what_changed("what-changed")]
#[case::writing_scenarios("writing-scenarios")]
#[case::your_own_implementation("your-own-implementation")]
fn a_page_shows_what_the_program_prints(#[case] name: &str) {
    let folder = folder(&format!("cli-docs-{name}"));
    let text = fs::read_to_string(root().join(format!("docs/{name}.md"))).unwrap();
    let mut commands = 0;
    shell_in(&folder, "hotseat new-adapter python . --system pilotdeck");
    fs::write(folder.join("mine.feature"), first_feature()).unwrap();
    for shown in shown(&text) {
        match shown {
            Shown::File(file, text) => fs::write(folder.join(file), text).unwrap(),
            Shown::Excerpt(file, lines) => {
                let whole = fs::read_to_string(root().join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
                // The digests of a snapshot are shown as they are.
                let (whole, lines) = (plain(&whole), lines.replace('\n', "\n...\n"));
                assert!(
                    is_as_shown(&whole, &format!("...\n{lines}")),
                    "{name}: {file} does not have the lines {lines}"
                );
            }
            Shown::Command(command, output) => {
                commands += 1;
                let said = shell_in(&folder, &command);
                assert!([0, 1, 3, 5].contains(&said.code), "{name}: {command}\n{said}");
                let is_shown = output.is_empty() || is_as_shown(&said.out, &output);
                assert!(is_shown, "{name}: {command}\nthe page shows\n{output}\nit prints\n{said}");
            }
        }
    }
    assert!(commands > 0 || name == "a-run", "{name} shows no command");
}

/// Every page with a console is among those above.
#[test]
fn no_page_with_a_command_is_forgotten() {
    let tested = include_str!("docs.rs");
    for (page, text) in pages().iter().filter(|(page, text)| page != "README.md" && text.contains("```console")) {
        let name = page.trim_start_matches("docs/").trim_end_matches(".md");
        assert!(tested.contains(&format!("(\"{name}\")]")), "{page}: {} characters are not tested", text.len());
    }
}

/// The page about commands has every command, and every option of `run`.
#[test]
fn the_page_about_commands_has_all_of_them() {
    let page = fs::read_to_string(root().join("docs/commands.md")).unwrap();
    let command = Regex::new(r"(?m)^  ([a-z-]+)  ").unwrap();
    let help = hotseat(&["--help"]).out;
    let names: Vec<&str> = command.captures_iter(&help).map(|found| found.get(1).unwrap().as_str()).collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names.iter().filter(|name| **name != "help") {
        let is_there = Regex::new(&format!(r"`(hotseat )?{name}\b")).unwrap();
        assert!(is_there.is_match(&page), "docs/commands.md does not have `hotseat {name}`");
    }
    let option = Regex::new(r"(?m)^ +(?:-[a-z], )?(--[a-z-]+)").unwrap();
    for found in option.captures_iter(&hotseat(&["run", "--help"]).out).filter(|found| &found[1] != "--help") {
        assert!(page.contains(&found[1]), "docs/commands.md does not have `{}`", &found[1]);
    }
}
