//! The processes of subjects. No process that a subject starts outlives the subject.
//!
//! ```text
//! Run ──── a folder in the temporary directory, and a token of its own
//!  └─ ScenarioFolder ──── one for each subject, removed when it is dropped
//!      └─ Process ──── a process group of its own; `HOTSEAT_SUBJECT=<token>-<n>` in its environment
//!          └─ every descendant: it becomes our child when its parent ends
//! ```
//!
//! The end of a subject stops its process group, and then every descendant that is left. A descendant is known by its
//! marker or its group, or by having no marker if no other subject can have left it. SIGTERM comes first, then SIGKILL.
//! No other process is ever touched: a number that a new process may have by now is never signalled.
//!
//! If this program itself is killed, the next run that starts an adapter finds the folder, and stops the processes with
//! its token.
//!
//! Only Linux shows descendants. On other Unixes only the process group is stopped; elsewhere, only the process.

mod clock;
#[cfg(unix)]
mod exit;
mod folder;
mod leftovers;
mod marker;
mod on_disk;
mod output;
#[cfg(not(unix))]
mod plain;
#[cfg(unix)]
mod registry;
mod signals;
mod stale_runs;
mod start;
#[cfg(unix)]
mod unix;

#[cfg(target_os = "linux")]
#[path = "linux/orphans.rs"]
mod orphans;
#[cfg(target_os = "linux")]
#[path = "linux/pid_handle.rs"]
mod pid_handle;
#[cfg(target_os = "linux")]
#[path = "linux/process_tree.rs"]
mod process_tree;

#[cfg(not(unix))]
pub use self::plain::Process;
#[cfg(unix)]
pub use self::unix::Process;
pub use self::{
    clock::Deadline,
    folder::{Run, ScenarioFolder},
    leftovers::{Leftover, Leftovers, Manner},
    output::Output,
    signals::{Stop, heed, stand_still_if_stopping, watch, watch_and},
    start::{Start, Streams},
};

#[cfg(unix)]
use std::time::Duration;

/// The time between SIGTERM and SIGKILL.
#[cfg(unix)]
const TERM_GRACE: Duration = Duration::from_millis(500);
/// The longest wait after SIGKILL. Only a process that hangs inside the kernel needs it.
#[cfg(unix)]
const KILL_PATIENCE: Duration = Duration::from_secs(5);
