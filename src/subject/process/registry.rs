//! The living processes of all runs. So a signal finds all of them, and none of them counts as a leftover of another.

#![expect(clippy::disallowed_types, reason = "only this room knows processes")]

use std::{
    collections::BTreeMap,
    io,
    process::{Child, Command, ExitStatus},
    sync::{
        Mutex, MutexGuard, PoisonError, RwLock, RwLockWriteGuard,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use rustix::process::{Pid, Signal, kill_process_group};

use super::{KILL_PATIENCE, TERM_GRACE, clock::Deadline, exit::Exit};

/// By their numbers: whether there ever was another beside it. Who is in here is not reaped, so its number is its own.
static ALIVE: Mutex<BTreeMap<i32, bool>> = Mutex::new(BTreeMap::new());
/// Read by whoever starts a process, until it is in `ALIVE`; written by whoever must not meet one that is not yet.
static STARTING: RwLock<()> = RwLock::new(());
/// Set where every child of this program that is not in `ALIVE` is a subject's leftover: not in somebody else's
/// program.
static EVERY_CHILD_IS_OURS: AtomicBool = AtomicBool::new(false);
/// Set when everything is being stopped, for good.
static STOPPING: AtomicBool = AtomicBool::new(false);

fn alive() -> MutexGuard<'static, BTreeMap<i32, bool>> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a child, and enters it.
pub fn start(command: &mut Command) -> io::Result<Child> {
    stand_still_if_stopping();
    let _starting = STARTING.read().unwrap_or_else(PoisonError::into_inner);
    let child = command.spawn()?;
    let mut alive = alive();
    let crowded = !alive.is_empty();
    if crowded {
        alive.values_mut().for_each(|crowded| *crowded = true);
    }
    alive.insert(Pid::from_child(&child).as_raw_pid(), crowded);
    Ok(child)
}

/// Strikes out a child. It is reaped here, so that its number is free only once nobody uses it any more; unless it
/// remains.
pub fn retire(child: &mut Child, has_exited: bool) -> Option<ExitStatus> {
    let mut alive = alive();
    alive.remove(&Pid::from_child(child).as_raw_pid());
    // The child has ended, so this does not wait.
    if has_exited { child.wait().ok() } else { None }
}

/// Signals the group of a child that is not reaped.
pub fn signal_group(pid: Pid, signal: Signal) {
    if alive().contains_key(&pid.as_raw_pid()) {
        // An empty group is not an error.
        let _ = kill_process_group(pid, signal);
    }
}

/// Whether this child was started here and is not reaped.
#[cfg(target_os = "linux")]
pub fn knows(pid: i32) -> bool {
    alive().contains_key(&pid)
}

/// Whether no process is alive.
#[cfg(target_os = "linux")]
pub fn is_empty() -> bool {
    alive().is_empty()
}

/// Whether this child has been the only one during its whole life.
#[cfg(target_os = "linux")]
pub fn was_alone(pid: i32) -> bool {
    alive().get(&pid) == Some(&false)
}

/// Says that only this module starts children in this program.
pub fn own_every_child() {
    EVERY_CHILD_IS_OURS.store(true, Ordering::SeqCst);
}

/// Holds off whoever is about to start a process. None where somebody is in the middle of that, or may be: a child
/// that is not entered may be anybody's then.
#[cfg(target_os = "linux")]
pub fn quiet() -> Option<RwLockWriteGuard<'static, ()>> {
    STARTING.try_write().ok().filter(|_| EVERY_CHILD_IS_OURS.load(Ordering::SeqCst))
}

/// Does not return once everything is being stopped: whoever works on does so in vain, and would only tell of faults
/// that are none. The program is about to exit.
pub fn stand_still_if_stopping() {
    while STOPPING.load(Ordering::SeqCst) {
        thread::park();
    }
}

/// From now on, no process can be started or ended.
pub fn freeze() {
    STOPPING.store(true, Ordering::SeqCst);
    let nobody: RwLockWriteGuard<'static, ()> = STARTING.write().unwrap_or_else(PoisonError::into_inner);
    std::mem::forget(nobody);
}

/// Stops every process and its descendants: at once, or after the time that SIGTERM is given.
pub fn stop_everything(at_once: bool) {
    let pids: Vec<Pid> = alive().keys().filter_map(|pid| Pid::from_raw(*pid)).collect();
    let signal_all = |signal| pids.iter().for_each(|pid| signal_group(*pid, signal));
    let wait = |patience| {
        let deadline = Deadline::after(patience);
        // Not `all`: it would stop at the first process that takes too long.
        pids.iter().filter(|pid| !Exit::of(**pid).wait(deadline.left())).count() == 0
    };
    if !at_once {
        signal_all(Signal::TERM);
        wait(TERM_GRACE);
    }
    // This also stops the rest of a group whose first member is gone.
    #[cfg(target_os = "linux")]
    super::orphans::stop_everything(if at_once { std::time::Duration::ZERO } else { TERM_GRACE });
    signal_all(Signal::KILL);
    wait(KILL_PATIENCE);
}
