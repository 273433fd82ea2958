//! The names in the folder of a run, and the removal of folders.

use std::{fs, io, path::Path};

/// The start of the name of a run's folder. The run's token follows.
pub const PREFIX: &str = "hotseat-";
/// The name of the file in the folder that is locked while the run is alive.
pub const LOCK: &str = "lock";
/// How often we try to remove a folder. Another process may still write into it.
const REMOVALS_MAX: usize = 3;

/// Removes a folder with its content. Follows no link. If something stays, the next run tries again.
pub fn remove(path: &Path) {
    for _ in 0..REMOVALS_MAX {
        match fs::remove_dir_all(path) {
            Ok(()) => return,
            Err(error) if error.kind() == io::ErrorKind::NotFound && !path.exists() => return,
            Err(_) => make_writable(path),
        }
    }
}

/// Makes every folder in `path` writable: the content of a read-only folder cannot be removed, and some package
/// managers make such folders.
fn make_writable(path: &Path) {
    let mut open = vec![path.to_owned()];
    while let Some(path) = open.pop() {
        if !fs::symlink_metadata(&path).is_ok_and(|found| found.is_dir()) {
            continue;
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            drop(fs::set_permissions(&path, fs::Permissions::from_mode(0o700)));
        }
        open.extend(fs::read_dir(&path).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path()));
    }
}
