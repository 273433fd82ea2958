use std::{collections::BTreeMap, fs};

use rstest::rstest;

use super::settle;
use crate::{
    model::Op,
    stage::{Obstacle, party::Files},
    subject::process::{Run, ScenarioFolder},
    system::{FileEvent, FileFailure, FileOp, Input},
};

/// A folder with a file, a folder, a link to the file, and a file that is not text.
fn folder() -> ScenarioFolder {
    let folder = Run::shared().unwrap().scenario().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("file"), "old").unwrap();
    fs::create_dir(at("folder")).unwrap();
    fs::write(at("bytes"), [0xff]).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("file", at("link")).unwrap();
    folder
}

fn write(path: &str, fresh: bool) -> FileOp {
    FileOp::Write { path: path.into(), content: "new".into(), private: true, fresh }
}

fn remove(path: &str, holding: Option<&str>) -> FileOp {
    FileOp::Remove { path: path.into(), holding: holding.map(Into::into) }
}

#[rstest]
#[case::new("new", FileEvent::Read(None))]
#[case::in_a_folder_that_does_not_exist("not/there", FileEvent::Read(None))]
#[case::file("file", FileEvent::Read(Some("old".into())))]
#[case::folder("folder", FileEvent::Failed(FileFailure::NoFile))]
#[case::bytes("bytes", FileEvent::Failed(FileFailure::NoText))]
#[case::behind_a_file("file/inner", FileEvent::Failed(FileFailure::Denied))]
#[cfg_attr(unix, case::link("link", FileEvent::Failed(FileFailure::NoFile)))]
fn only_a_regular_text_file_can_be_read(#[case] path: &str, #[case] expected: FileEvent) {
    assert_eq!(settle(folder().path(), &FileOp::Read { path: path.into() }), expected);
}

#[rstest]
#[case::new("new", false, FileEvent::Done)]
#[case::new_and_fresh("new", true, FileEvent::Done)]
#[case::in_a_new_folder("a/b/new", true, FileEvent::Done)]
#[case::over_another("file", false, FileEvent::Done)]
#[case::not_over_another("file", true, FileEvent::Failed(FileFailure::Exists))]
#[case::folder("folder", false, FileEvent::Failed(FileFailure::NoFile))]
#[case::fresh_folder("folder", true, FileEvent::Failed(FileFailure::Exists))]
#[case::behind_a_file("file/inner", true, FileEvent::Failed(FileFailure::Exists))]
#[cfg_attr(unix, case::link("link", false, FileEvent::Failed(FileFailure::NoFile)))]
#[cfg_attr(unix, case::fresh_link("link", true, FileEvent::Failed(FileFailure::Exists)))]
fn only_a_regular_or_new_file_can_be_written(#[case] path: &str, #[case] fresh: bool, #[case] expected: FileEvent) {
    let folder = folder();
    assert_eq!(settle(folder.path(), &write(path, fresh)), expected);
    let found = fs::read_to_string(folder.path().join(path)).ok();
    assert_eq!(found.as_deref() == Some("new"), expected == FileEvent::Done);
    if expected != FileEvent::Done {
        assert_eq!(fs::read_to_string(folder.path().join("file")).unwrap(), "old");
    }
}

/// A private file can be read only by its owner, even if others could read it before.
#[cfg(unix)]
#[rstest]
#[case::new("new")]
#[case::over_another("file")]
fn a_private_file_can_be_read_only_by_its_owner(#[case] path: &str) {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    let folder = folder();
    fs::set_permissions(folder.path().join("file"), fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(settle(folder.path(), &write(path, false)), FileEvent::Done);
    assert_eq!(fs::metadata(folder.path().join(path)).unwrap().mode() & 0o777, 0o600);
}

#[rstest]
#[case::file("file", None, FileEvent::Done)]
#[case::with_what_it_holds("file", Some("old"), FileEvent::Done)]
#[case::with_other_content("file", Some("older"), FileEvent::Failed(FileFailure::Changed))]
#[case::not_there("new", None, FileEvent::Done)]
#[case::not_there_any_more("new", Some("old"), FileEvent::Done)]
#[case::folder("folder", None, FileEvent::Failed(FileFailure::NoFile))]
#[case::folder_with_what_it_holds("folder", Some("old"), FileEvent::Failed(FileFailure::NoFile))]
#[case::bytes_with_what_they_hold("bytes", Some("old"), FileEvent::Failed(FileFailure::NoText))]
#[cfg_attr(unix, case::link_with_what_it_holds("link", Some("old"), FileEvent::Failed(FileFailure::NoFile)))]
fn a_file_is_removed_unless_its_content_changed(
    #[case] path: &str,
    #[case] holding: Option<&str>,
    #[case] expected: FileEvent,
) {
    let folder = folder();
    assert_eq!(settle(folder.path(), &remove(path, holding)), expected);
    assert_eq!(fs::symlink_metadata(folder.path().join(path)).is_err(), expected == FileEvent::Done);
}

/// The simulated files of a scenario behave like those in a real folder.
#[cfg(unix)]
#[rstest]
fn files_in_memory_behave_like_files_in_a_folder(
    #[values("new", "file", "folder", "bytes", "link")] path: &str,
    #[values(
        FileOp::Read { path: String::new() },
        write("", false),
        write("", true),
        remove("", None),
        remove("", Some("old")),
        remove("", Some("older"))
    )]
    mut op: FileOp,
) {
    let (FileOp::Read { path: at } | FileOp::Write { path: at, .. } | FileOp::Remove { path: at, .. }) = &mut op;
    path.clone_into(at);
    let obstacles = [("folder", Obstacle::Folder), ("bytes", Obstacle::Bytes), ("link", Obstacle::Link("file".into()))];
    let obstacles: BTreeMap<String, Obstacle> = obstacles.map(|(path, obstacle)| (path.to_owned(), obstacle)).into();
    let mut files = Files::new(&[("file".to_owned(), "old".to_owned())].into(), obstacles);
    let mut in_memory = |op: &FileOp| match files.settle(Op::File(1), op) {
        (_, Input::File(_, event)) => event,
        other => unreachable!("{other:?}"),
    };
    let folder = folder();
    let mut found = Vec::new();
    let mut expected = Vec::new();
    // The state afterwards must be the same, too.
    for op in [op, FileOp::Read { path: path.to_owned() }, write(path, true)] {
        found.push(in_memory(&op));
        expected.push(settle(folder.path(), &op));
    }
    assert_eq!(found, expected);
}
