//! The living processes of all runs. A signal to this program ends all of them. No process counts as a leftover of
//! another while it is registered here.

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

/// The registered processes, by number: whether another process was ever alive beside this one. A registered process is
/// not reaped, so no other process can get its number.
static ALIVE: Mutex<BTreeMap<i32, bool>> = Mutex::new(BTreeMap::new());
/// Held for reading from the start of a process until its entry in `ALIVE`. Held for writing while every process must
/// have its entry.
static STARTING: RwLock<()> = RwLock::new(());
/// Whether every child that is not in `ALIVE` is a subject's leftover. This is false in a program that uses hotseat as
/// a library, because such a program may start children of its own.
static EVERY_CHILD_IS_OURS: AtomicBool = AtomicBool::new(false);
/// Whether everything is being stopped. This is never taken back.
static STOPPING: AtomicBool = AtomicBool::new(false);

fn alive() -> MutexGuard<'static, BTreeMap<i32, bool>> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a child, and registers it.
pub fn start(command: &mut Command) -> io::Result<Child> {
    stand_still_if_stopping();
    let _starting = STARTING.read().unwrap_or_else(PoisonError::into_inner);
    let child = command.spawn()?;
    let mut alive = alive();
    let has_company = !alive.is_empty();
    if has_company {
        alive.values_mut().for_each(|had_company| *had_company = true);
    }
    alive.insert(Pid::from_child(&child).as_raw_pid(), has_company);
    Ok(child)
}

/// Removes the entry of a child, and reaps the child if it has exited. Before that, no other process can get its
/// number.
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

/// Blocks the start of processes. Returns nothing if a process is just being started, or if this program may start
/// children of its own: then an unregistered child is not known to be a leftover.
#[cfg(target_os = "linux")]
pub fn block_starts() -> Option<RwLockWriteGuard<'static, ()>> {
    STARTING.try_write().ok().filter(|_| EVERY_CHILD_IS_OURS.load(Ordering::SeqCst))
}

/// Does not return once everything is being stopped. The program is about to exit, and a thread that went on would
/// report the stopped processes as faults.
pub fn stand_still_if_stopping() {
    while STOPPING.load(Ordering::SeqCst) {
        thread::park();
    }
}

/// From now on, no process can be started, and the threads that end processes stand still.
pub fn freeze() {
    STOPPING.store(true, Ordering::SeqCst);
    let forever: RwLockWriteGuard<'static, ()> = STARTING.write().unwrap_or_else(PoisonError::into_inner);
    std::mem::forget(forever);
}

/// Stops every process and its descendants: with SIGKILL at once, or with SIGTERM first.
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
