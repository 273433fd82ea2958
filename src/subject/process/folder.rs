//! The folder of a run and the folders of its scenarios. They are in the temporary directory, for our own user only.

use std::{
    env,
    fs::{self, DirBuilder, File},
    io,
    path::{Path, PathBuf},
    process,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

use super::{
    Leftover,
    marker::Marker,
    on_disk::{LOCK, PREFIX, remove},
    stale_runs,
};

/// How many names are tried. An earlier run may have left its folder, or an attacker may have taken a name.
const NAMES_MAX: u64 = 1000;

/// The current run.
static SHARED: Mutex<Weak<Run>> = Mutex::new(Weak::new());
/// The folders of this program.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A run in which processes are started. When the last holder drops it, the processes that are left are stopped, and
/// the folder is removed.
pub struct Run {
    path: PathBuf,
    token: String,
    numbers: AtomicU64,
    /// Unused scenario folders. On some disks, making and removing a folder takes as long as starting a process.
    spare: Mutex<Vec<PathBuf>>,
    _lock: File,
}

/// A folder for one subject in one scenario. Its content is removed when it is dropped.
pub struct ScenarioFolder {
    path: PathBuf,
    run: Arc<Run>,
}

impl Run {
    /// The current run, or a new one if there is none. Before a new one begins, the leftovers of killed runs are
    /// cleaned up.
    ///
    /// # Errors
    /// The system's error, if the temporary directory is not writable.
    pub fn shared() -> io::Result<Arc<Self>> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(run) = shared.upgrade() {
            return Ok(run);
        }
        let temporary = env::temp_dir();
        stale_runs::sweep(&temporary);
        let run = Arc::new(Self::new(&temporary)?);
        *shared = Arc::downgrade(&run);
        Ok(run)
    }

    fn new(temporary: &Path) -> io::Result<Self> {
        let (pid, start) = (process::id(), stale_runs::own_start());
        for count in 0..NAMES_MAX {
            let token = format!("{pid}-{start}-{count}");
            let path = temporary.join(format!("{PREFIX}{token}"));
            // This fails if anything has the name, even a dangling link.
            match private().create(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    folders().push(path.clone());
                    let lock = File::create_new(path.join(LOCK)).and_then(|file| file.lock().map(|()| file));
                    return match lock {
                        Ok(lock) => {
                            Ok(Self { path, token, numbers: AtomicU64::new(0), spare: Mutex::default(), _lock: lock })
                        }
                        Err(error) => {
                            forget(&path);
                            Err(error)
                        }
                    };
                }
            }
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("every name in {} is taken", temporary.display())))
    }

    /// An empty folder of this run.
    ///
    /// # Errors
    /// The system's error.
    pub fn scenario(self: &Arc<Self>) -> io::Result<ScenarioFolder> {
        let run = Arc::clone(self);
        if let Some(path) = self.spare().pop() {
            return Ok(ScenarioFolder { path, run });
        }
        let path = self.path.join(self.number().to_string());
        private().create(&path)?;
        Ok(ScenarioFolder { path, run })
    }

    fn spare(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the leftovers that could not be assigned to one subject, for example a process that cleared its
    /// environment while several subjects were alive. Call this when no subject is alive.
    pub fn stop_strays(&self) -> Vec<Leftover> {
        #[cfg(target_os = "linux")]
        return super::orphans::stop_left_in_run(&self.token);
        #[cfg(not(target_os = "linux"))]
        Vec::new()
    }

    /// The marker of the next process.
    pub(super) fn marker(&self) -> Marker {
        Marker::new(&self.token, self.number())
    }

    fn number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.stop_strays();
        forget(&self.path);
    }
}

impl ScenarioFolder {
    /// The path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ScenarioFolder {
    fn drop(&mut self) {
        if is_untouched(&self.path) {
            self.run.spare().push(std::mem::take(&mut self.path));
        } else {
            remove(&self.path);
        }
    }
}

/// Whether a folder is empty, and still private.
#[cfg(unix)]
fn is_untouched(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let found = fs::symlink_metadata(path);
    found.is_ok_and(|found| found.is_dir() && found.mode() & 0o7777 == 0o700)
        && fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none())
}

#[cfg(not(unix))]
fn is_untouched(path: &Path) -> bool {
    fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none())
}

/// Removes the folders of all runs of this program.
pub fn remove_all() {
    folders().iter().for_each(|path| remove(path));
}

fn forget(path: &Path) {
    remove(path);
    folders().retain(|known| known != path);
}

fn folders() -> MutexGuard<'static, Vec<PathBuf>> {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes folders that no other user can read.
fn private() -> DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only on Unix is there a mode to set"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Run;

    #[test]
    fn a_folder_has_no_files_of_another_scenario() {
        let run = Run::shared().unwrap();
        let [one, other] = [run.scenario().unwrap(), run.scenario().unwrap()];
        assert_ne!(one.path(), other.path());
        for path in [one.path(), other.path()].map(ToOwned::to_owned) {
            fs::write(path.join("note"), "mine").unwrap();
            fs::create_dir(path.join("folder")).unwrap();
        }
        drop((one, other));
        for _ in 0..3 {
            let next = run.scenario().unwrap();
            assert_eq!(fs::read_dir(next.path()).unwrap().count(), 0);
        }
    }
}
