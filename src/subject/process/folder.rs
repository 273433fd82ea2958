//! The folder of a run, and those of its scenarios: in the temporary directory, for nobody but our own user.

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

/// How many names are tried. A name is taken where an earlier run of ours could not be cleaned up, or by ill will.
const NAMES_MAX: u64 = 1000;

/// The run that processes are started in now.
static SHARED: Mutex<Weak<Run>> = Mutex::new(Weak::new());
/// The folders that are there.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A run in which processes are started. It ends with whoever holds it last: what is left of them is stopped then,
/// and its folder removed.
pub struct Run {
    path: PathBuf,
    token: String,
    numbers: AtomicU64,
    /// Folders that are as they were made. To make one and remove it can take a disk as long as a process its start.
    spare: Mutex<Vec<PathBuf>>,
    _lock: File,
}

/// A folder for one subject in one scenario. What is in it is removed when it is dropped.
pub struct ScenarioFolder {
    path: PathBuf,
    run: Arc<Run>,
}

impl Run {
    /// The run that is on, or else a new one: then what runs left behind that were killed is cleaned up first.
    ///
    /// # Errors
    /// Where the temporary directory can not be written to.
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
            // Where anything is, were it a link to nowhere, nothing is made.
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
    /// The system's.
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

    /// Stops what was left behind by processes that have ended, and could not be told whose it is: of several at once,
    /// one that cleared its environment. To be called when none of them is alive.
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
    /// Where it is.
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

/// Whether a folder is empty, and still as private as it was made.
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

/// Removes every folder of every run of ours.
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

/// Makes folders that nobody else can look into.
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
    fn a_scenario_sees_nothing_of_another() {
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
