//! `hotseat new-adapter`: the files that it writes, its output, and its refusals. `tests/adapters` checks that the
//! skeletons pass `smoke`, because that needs their languages.

use std::{fs, path::Path};

use rstest::rstest;

use crate::bench::{files, folder, hotseat_in};

/// A skeleton has all files of its source folder and of its agent's folder, with the same names and texts. The README
/// names the system and ends with the part about the agent.
#[rstest]
#[case("python", "pilotdeck", "python", &[])]
#[case("typescript", "pilotdeck", "typescript", &[])]
#[case("rust", "pilotdeck", "rust", &[])]
#[case("typescript", "pi", "typescript_pi", &["--system", "pi"])]
fn all_files_of_a_skeleton_are_written(
    #[case] language: &str,
    #[case] system: &str,
    #[case] name: &str,
    #[case] options: &[&str],
) {
    let place = folder(&format!("cli-new-adapter-{name}"));
    let said = hotseat_in(&place, &[&["new-adapter", language, "here/mine"], options].concat());
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    insta::assert_snapshot!(name, said.to_string());

    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/subject/skeletons").join(language);
    let (of_agents, mut expected): (Vec<_>, Vec<_>) =
        files(&ours).into_iter().partition(|(file, _)| file.starts_with("agents/"));
    let mut about = String::new();
    for (file, text) in of_agents {
        match file.strip_prefix(&format!("agents/{system}/")) {
            Some("README.md") => about = text,
            Some(file) => expected.push((file.to_owned(), text)),
            None => {}
        }
    }
    for (file, text) in &mut expected {
        *file = file.trim_end_matches(".in").to_owned();
        if file == "README.md" {
            *text = text.replace("@@SYSTEM@@", system) + &about;
        }
    }
    expected.sort();
    let theirs = files(&place.join("here/mine"));
    assert_eq!(theirs, expected);
    for (file, _) in theirs {
        assert!(said.out.contains(&format!("wrote here/mine/{file}\n")), "{said}");
    }
}

#[test]
fn a_skeleton_may_be_written_into_an_empty_folder() {
    let place = folder("cli-new-adapter-empty");
    fs::create_dir(place.join("mine")).unwrap();
    assert_eq!(hotseat_in(&place, &["new-adapter", "python", "mine"]).code, 0);
    assert_eq!(hotseat_in(&place, &["new-adapter", "python", "."]).code, 2, "the current folder is no longer empty");
}

/// The printed commands can be pasted into a shell, for any name of the folder.
#[rstest]
#[case("with a blank", "  hotseat smoke --subject \"python3 'with a blank/adapter.py'\"\n")]
#[case("it's", "  hotseat smoke --subject \"python3 \\\"it's/adapter.py\\\"\"\n")]
#[case("$HOME", "  hotseat smoke --subject \"python3 '\"'$HOME/adapter.py'\"'\"\n")]
#[case("-x", "  hotseat smoke --subject 'python3 ./-x/adapter.py'\n")]
fn commands_are_quoted(#[case] name: &str, #[case] line: &str) {
    let place = folder(&format!("cli-new-adapter-quoted-{}", name.len()));
    let said = hotseat_in(&place, &["new-adapter", "python", "--", name]);
    assert_eq!(said.code, 0, "{said}");
    assert!(said.out.contains(line), "{said}");
    assert!(place.join(name).join("adapter.py").exists());
}

#[rstest]
#[case::folder_that_is_not_empty(&["python", "full"])]
#[case::folder_that_is_a_file(&["typescript", "full/notes.txt"])]
#[case::folder_below_a_file(&["rust", "full/notes.txt/mine"])]
#[case::unknown_language(&["cobol", "mine"])]
#[case::unknown_system(&["typescript", "mine", "--system", "jp"])]
#[case::system_of_another_language(&["python", "mine", "--system", "pi"])]
#[case::no_folder(&["python"])]
#[case::folder_without_a_name(&["python", ""])]
fn wrong_arguments_and_used_folders_are_refused(#[case] arguments: &[&str]) {
    let name: String = arguments.join("_").chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let place = folder(&format!("cli-new-adapter-refused-{name}"));
    fs::create_dir(place.join("full")).unwrap();
    fs::write(place.join("full/notes.txt"), "mine").unwrap();
    let said = hotseat_in(&place, &[&["new-adapter"], arguments].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    insta::assert_snapshot!(format!("refused_{name}"), said.to_string());
    assert_eq!(files(&place).into_iter().map(|(file, _)| file).collect::<Vec<_>>(), ["full/notes.txt"]);
    assert_eq!(fs::read_to_string(place.join("full/notes.txt")).unwrap(), "mine");
}
