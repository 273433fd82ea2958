use std::{fs, os::unix::fs::PermissionsExt};

use rstest::rstest;

use super::{PipeError, Run};
use crate::{
    model::Op,
    stage::{Next, Obstacle, Scene},
    subject::protocol::FromAdapter,
    system::{Effect, FileOp},
};

/// A run whose folder has two files, a folder, a file that is not text, a link to a file and a link to a folder.
fn run() -> Run {
    let obstacles = [
        ("in/folder", Obstacle::Folder),
        ("in/bytes", Obstacle::Bytes),
        ("in/link", Obstacle::Link("../file".into())),
        ("way", Obstacle::Link("in".into())),
    ];
    let scene = Scene {
        files: [("file".to_owned(), "old".to_owned()), ("in/file".to_owned(), "inner".to_owned())].into(),
        obstacles: obstacles.map(|(path, obstacle)| (path.to_owned(), obstacle)).into(),
        ..Scene::default()
    };
    Run::new("s1".into(), &scene, None).expect("there is room for a folder")
}

fn written(run: &mut Run, path: &str) -> Result<FileOp, PipeError> {
    let message = FromAdapter::FileWritten { path: path.to_owned() };
    run.effect(message).map(|effect| match effect {
        Effect::File(Op::File(_), file) => file,
        other => unreachable!("{other:?}"),
    })
}

#[test]
fn a_fresh_folder_has_the_files_and_obstacles_of_the_scene() {
    let run = run();
    let folder = run.folder.as_ref().unwrap().path();
    assert_eq!(fs::read_to_string(folder.join("in/file")).unwrap(), "inner");
    assert!(folder.join("in/folder").is_dir());
    assert!(fs::read_to_string(folder.join("in/bytes")).is_err());
    assert_eq!(fs::read_to_string(folder.join("in/link")).unwrap(), "old");
    assert!(fs::symlink_metadata(folder.join("in/link")).unwrap().is_symlink());
}

#[rstest]
#[case(0o600, true)]
#[case(0o700, true)]
#[case(0o644, false)]
#[case(0o640, false)]
#[case(0o602, false)]
fn a_written_file_is_private_if_only_its_owner_may_access_it(#[case] mode: u32, #[case] private: bool) {
    let mut run = run();
    let file = run.folder.as_ref().unwrap().path().join("in/file");
    fs::set_permissions(file, fs::Permissions::from_mode(mode)).unwrap();
    let expected = FileOp::Write { path: "in/file".into(), content: "inner".into(), private, fresh: false };
    assert_eq!(written(&mut run, "in/file").unwrap(), expected);
}

#[test]
fn a_file_that_is_written_twice_has_what_it_holds_in_the_end() {
    let mut run = run();
    let file = run.folder.as_ref().unwrap().path().join("in/file");
    for content in ["", "the end"] {
        fs::write(&file, content).unwrap();
        let effect = run.effect(FromAdapter::FileWritten { path: "in/file".to_owned() }).unwrap();
        run.ready.push_back(Next::Effect(effect));
    }
    for _ in 0..2 {
        let Some(Ok(Next::Effect(Effect::File(_, FileOp::Write { content, .. })))) = run.take_ready() else {
            panic!("no file was written");
        };
        assert_eq!(content, "the end");
    }
    assert!(run.take_ready().is_none());
}

#[test]
fn a_written_file_that_is_not_there_was_removed() {
    let mut run = run();
    let expected = FileOp::Remove { path: "in/new".into(), holding: None };
    assert_eq!(written(&mut run, "in/new").unwrap(), expected);
}

#[rstest]
#[case::folder("in/folder", "not a regular file")]
#[case::link("in/link", "not a regular file")]
#[case::behind_a_link("way/file", "behind a link")]
#[case::bytes("in/bytes", "cannot be read as text")]
#[case::outside("../file", "not a path inside the folder of the run")]
#[case::from_the_root("/etc/hostname", "not a path inside the folder of the run")]
#[case::nothing("", "not a path inside the folder of the run")]
fn a_path_that_is_not_a_file_of_the_run_is_refused(#[case] path: &str, #[case] expected: &str) {
    let why = written(&mut run(), path).unwrap_err().to_string();
    assert!(why.contains(&format!("{path:?}")) && why.contains(expected), "{why}");
}
