//! Processes of subjects, started so that nothing of them outlives their end.
//!
//! ```text
//! Run ──── a folder in the temporary directory, and a token that is this run's alone
//!  └─ ScenarioFolder ──── one for each subject, gone when it is dropped
//!      └─ Process ──── a process group of its own; `HOTSEAT_SUBJECT=<token>-<n>` in its environment
//!          └─ whatever it starts, however it hides: it becomes our child when its parent ends
//! ```
//!
//! Who is stopped: the process group as one; then every descendant that was left behind and is known by its marker, by
//! its group or, where nobody else can have left it, by having none. First with SIGTERM, then with SIGKILL.
//! A process that was told so by nobody is never touched, and none by a number that may be another's by now.
//!
//! When this program is killed itself, the next run that starts an adapter finds the folder, and stops what carries
//! its token.
//!
//! Descendants are seen on Linux alone. On other Unixes the process group is what there is; elsewhere, the process.

#[cfg(unix)]
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
    folder::{Run, ScenarioFolder},
    leftovers::{Leftover, Leftovers, Manner},
    output::Output,
    signals::{heed, watch},
    start::{Start, Streams},
};

#[cfg(unix)]
use std::time::Duration;

/// How long who was asked to end by SIGTERM is given before it is killed.
#[cfg(unix)]
const TERM_GRACE: Duration = Duration::from_millis(500);
/// How long who was killed is waited for. Only who hangs inside the kernel needs any of it.
#[cfg(unix)]
const KILL_PATIENCE: Duration = Duration::from_secs(5);
