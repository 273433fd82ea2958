//! Leftovers of killed runs: folders whose owner is dead, and processes with the token of such a run.

use std::{
    fs::{self, File, TryLockError},
    path::Path,
};

use super::on_disk::{LOCK, PREFIX, remove};

/// Cleans up after dead runs. Files of other users or other programs stay.
pub fn sweep(temporary: &Path) {
    for entry in fs::read_dir(temporary).into_iter().flatten().filter_map(Result::ok) {
        let name = entry.file_name();
        let Some((token, owner)) = name.to_str().and_then(parse) else { continue };
        let path = entry.path();
        if !is_ours(&path) || is_alive(owner) {
            continue;
        }
        // The lock is held until the end, so that only one of two programs cleans up.
        let Some(_lock) = dead_lock(&path) else { continue };
        stop_processes(token);
        remove(&path);
    }
}

/// The token in the name of a folder, and the process in the token.
fn parse(name: &str) -> Option<(&str, (u32, u64))> {
    let token = name.strip_prefix(PREFIX)?;
    let mut numbers = token.split('-');
    let mut number = || {
        let text = numbers.next()?;
        // Only as this program writes it: without a sign or leading zeros.
        text.parse::<u64>().ok().filter(|number| number.to_string() == text)
    };
    let (pid, start, _) = (number()?, number()?, number()?);
    numbers.next().is_none().then_some((token, (u32::try_from(pid).ok()?, start)))
}

/// The lock of a folder, or none if its run is alive. The lock decides because the process may be in another container.
/// If there is no file to lock, the run died before it made one.
fn dead_lock(path: &Path) -> Option<Option<File>> {
    let file = path.join(LOCK);
    if !fs::symlink_metadata(&file).is_ok_and(|found| found.is_file()) {
        return Some(None);
    }
    let lock = File::open(file).ok()?;
    match lock.try_lock() {
        Ok(()) => Some(Some(lock)),
        Err(TryLockError::WouldBlock) => None,
        // This file system has no locks, so only the process decides.
        Err(TryLockError::Error(_)) => Some(None),
    }
}

/// Whether the path is a real folder of our own user that no other user can enter.
#[cfg(unix)]
fn is_ours(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let own = rustix::process::geteuid().as_raw();
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir() && found.uid() == own && found.mode() & 0o077 == 0)
}

#[cfg(not(unix))]
fn is_ours(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

/// When this process started, in the unit of the system. 0 if the system does not show that.
pub fn own_start() -> u64 {
    start(std::process::id()).unwrap_or_default()
}

#[cfg(target_os = "linux")]
fn start(pid: u32) -> Option<u64> {
    let found = super::process_tree::member(i32::try_from(pid).ok()?)?;
    (!found.is_zombie).then_some(found.start)
}

#[cfg(not(target_os = "linux"))]
fn start(pid: u32) -> Option<u64> {
    #[cfg(unix)]
    {
        let pid = rustix::process::Pid::from_raw(i32::try_from(pid).ok()?)?;
        let found = rustix::process::test_kill_process(pid);
        (found != Err(rustix::io::Errno::SRCH)).then_some(0)
    }
    #[cfg(not(unix))]
    {
        // The system does not show other processes, so only the lock decides.
        (pid == std::process::id()).then_some(0)
    }
}

/// Whether this very process is alive, and not a later one with the same number.
fn is_alive((pid, found): (u32, u64)) -> bool {
    start(pid) == Some(found)
}

#[cfg(target_os = "linux")]
fn stop_processes(token: &str) {
    drop(super::orphans::stop_left_by_dead_run(token));
}

#[cfg(not(target_os = "linux"))]
fn stop_processes(_token: &str) {}

#[cfg(all(test, unix))]
mod tests {
    use std::{
        env,
        fs::{self, File, Permissions},
        os::unix::fs::{PermissionsExt, symlink},
        path::{Path, PathBuf},
        process,
    };

    use super::{own_start, parse, sweep};

    /// The folder of a process that cannot exist: no process has started so late.
    const DEAD: &str = "hotseat-1-7777777777777-0";

    /// A temporary directory of our own with this name.
    fn temporary(name: &str) -> PathBuf {
        let path = env::temp_dir().join(format!("sweep-{name}-{}", process::id()));
        drop(fs::remove_dir_all(&path));
        fs::create_dir(&path).unwrap();
        path
    }

    fn private(path: &Path) -> PathBuf {
        fs::create_dir(path).unwrap();
        fs::set_permissions(path, Permissions::from_mode(0o700)).unwrap();
        fs::write(path.join("note"), "mine").unwrap();
        path.to_owned()
    }

    #[test]
    fn the_folder_of_a_dead_run_is_removed() {
        let temporary = temporary("dead");
        let folder = private(&temporary.join(DEAD));
        fs::write(folder.join("lock"), "").unwrap();
        let locked = private(&folder.join("locked"));
        fs::set_permissions(&locked, Permissions::from_mode(0o500)).unwrap();
        sweep(&temporary);
        assert!(!folder.exists());
        fs::remove_dir_all(temporary).unwrap();
    }

    #[test]
    fn folders_that_are_not_of_our_dead_runs_stay() {
        let temporary = temporary("others");
        let elsewhere = private(&temporary.join("elsewhere"));
        symlink(&elsewhere, temporary.join(DEAD)).unwrap();
        let open = private(&temporary.join("hotseat-1-7777777777778-0"));
        fs::set_permissions(&open, Permissions::from_mode(0o755)).unwrap();
        fs::write(temporary.join("hotseat-1-7777777777779-0"), "a file").unwrap();
        private(&temporary.join("hotseat-notes"));
        private(&temporary.join(format!("hotseat-{}-{}-9", process::id(), own_start())));
        let running = private(&temporary.join("hotseat-1-7777777777780-0"));
        let lock = File::create(running.join("lock")).unwrap();
        lock.lock().unwrap();
        let count = || fs::read_dir(&temporary).unwrap().count();
        let before = count();
        sweep(&temporary);
        assert_eq!(count(), before);
        assert!(elsewhere.join("note").exists() && running.join("note").exists());
        drop(lock);
        sweep(&temporary);
        assert!(!running.exists() && elsewhere.join("note").exists());
        fs::remove_dir_all(temporary).unwrap();
    }

    #[test]
    fn a_link_inside_is_removed_and_not_followed() {
        let temporary = temporary("link");
        let elsewhere = private(&temporary.join("elsewhere"));
        let folder = private(&temporary.join(DEAD));
        symlink(&elsewhere, folder.join("link")).unwrap();
        sweep(&temporary);
        assert!(!folder.exists() && elsewhere.join("note").exists());
        fs::remove_dir_all(temporary).unwrap();
    }

    #[test]
    fn only_a_name_as_we_write_it_is_ours() {
        assert_eq!(parse("hotseat-12-345-0"), Some(("12-345-0", (12, 345))));
        for name in
            ["hotseat-12-345", "hotseat-12-345-0-1", "hotseat-+12-345-0", "hotseat-012-345-0", "hotseat-", "hot"]
        {
            assert_eq!(parse(name), None, "{name}");
        }
    }
}
