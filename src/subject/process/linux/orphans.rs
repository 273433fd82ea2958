//! Finds the processes that subjects leave behind among our descendants, and stops them.

use std::{collections::BTreeSet, sync::Once, time::Duration};

use rustix::{
    io::Errno,
    process::{Pid, Signal, WaitId, WaitIdOptions, geteuid, getpgrp, getpid, set_child_subreaper, waitid},
};

use super::{
    KILL_PATIENCE, TERM_GRACE,
    leftovers::{Leftover, Manner},
    marker::{self, Marker},
    pid_handle::{PidHandle, wait_for_all},
    process_tree::{self, Member},
    registry,
};

/// The most searches. A process may start another while we stop it, so we search until we find none.
const ROUNDS_MAX: usize = 64;

/// Makes us the parent of every descendant whose own parent has ended.
pub fn adopt() {
    static ONCE: Once = Once::new();
    // If the kernel refuses, descendants that leave their group are not found.
    ONCE.call_once(|| {
        let _ = set_child_subreaper(Some(getpid()));
    });
}

/// Stops the processes that a process has left behind. The process itself has ended, and is not reaped.
pub fn stop_left_by(leader: Pid, marker: &Marker, settle: Duration, grace: Duration) -> Vec<Leftover> {
    // The usual case: there was only this process, it left nothing, and one system call tells.
    if no_child_is_alive() || !process_tree::is_seen() {
        return Vec::new();
    }
    let Some(leader) = process_tree::member(leader.as_raw_pid()) else { return Vec::new() };
    let is_its_own = |member: &Member, no_starts: bool| {
        let environment = || process_tree::environment(member.pid);
        let has_lost_marker = || no_starts && registry::was_alone(leader.pid) && !marker::is_marked(&environment());
        member.group == leader.pid || marker.is_in(&environment()) || has_lost_marker()
    };
    stop(|| adopted(&process_tree::since(&leader), is_its_own), settle, grace)
}

/// Stops the processes that the subjects of a run have left behind, and that could not be assigned to one subject.
pub fn stop_left_in_run(token: &str) -> Vec<Leftover> {
    if !process_tree::is_seen() {
        return Vec::new();
    }
    let is_its_own = |member: &Member, no_starts: bool| {
        let environment = process_tree::environment(member.pid);
        let has_lost_marker = || no_starts && registry::is_empty() && !marker::is_marked(&environment);
        marker::is_of_run(token, &environment) || has_lost_marker()
    };
    stop(|| adopted(&process_tree::all_processes(), is_its_own), Duration::ZERO, TERM_GRACE)
}

/// Stops all our descendants. The caller makes sure that no thread starts or ends one meanwhile.
pub fn stop_everything(grace: Duration) {
    let own = getpid().as_raw_pid();
    let find = || living(process_tree::with_descendants(&process_tree::all_processes(), |member| member.parent == own));
    stop(find, Duration::ZERO, grace);
}

/// Stops the processes with the token of a dead run. They are not our descendants. So only processes of our own user
/// are stopped, and neither this process nor its ancestors.
pub fn stop_left_by_dead_run(token: &str) -> Vec<Leftover> {
    let (own, group) = (getpid().as_raw_pid(), getpgrp().as_raw_pid());
    let find = || {
        let all = process_tree::all_processes();
        let mut spared = BTreeSet::from([own]);
        let mut ancestor = own;
        while let Some(member) = all.iter().find(|member| member.pid == ancestor) {
            // Two processes seem to be each other's parents if the tree has changed while we read it.
            if !spared.insert(member.parent) {
                break;
            }
            ancestor = member.parent;
        }
        let is_chosen =
            |member: &Member| is_ours(member.pid) && marker::is_of_run(token, &process_tree::environment(member.pid));
        let others: Vec<Member> =
            all.into_iter().filter(|member| !spared.contains(&member.pid) && member.group != group).collect();
        let mut found = living(process_tree::with_descendants(&others, is_chosen));
        found.retain(|member| is_ours(member.pid));
        found
    };
    if process_tree::is_seen() { stop(find, Duration::ZERO, TERM_GRACE) } else { Vec::new() }
}

/// Reaps the descendants of a process that have ended by themselves. The process itself is reaped already.
pub fn reap_left_by(leader: Pid) {
    let unreaped = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let is_any_dead = matches!(waitid(WaitId::All, unreaped), Ok(Some(_)));
    if is_any_dead && process_tree::is_seen() {
        // If too many processes were started since, the dead stay until the end of the run. They do no harm.
        adopted(&process_tree::near(leader.as_raw_pid()).unwrap_or_default(), |_, _| false);
    }
}

fn is_ours(pid: i32) -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(format!("/proc/{pid}")).is_ok_and(|found| found.uid() == geteuid().as_raw())
}

/// Whether none of our children is alive. We ask for a stopped child: the kernel answers ECHILD if every child has
/// exited. If a kernel answers otherwise, we search for children and find none.
fn no_child_is_alive() -> bool {
    let stopped = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::All, stopped), Err(Errno::CHILD))
}

/// The children that we did not start ourselves and for which `is_meant` holds, with all their descendants. `is_meant`
/// also hears whether starts are blocked: without that, a child without a marker may be one that is just being started.
/// Reaps the dead among the children.
fn adopted(all: &[Member], is_meant: impl Fn(&Member, bool) -> bool) -> Vec<Member> {
    let own = getpid().as_raw_pid();
    let blocked = registry::block_starts();
    let is_adopted = |member: &Member| member.parent == own && !registry::knows(member.pid);
    if blocked.is_some() {
        for dead in all.iter().filter(|member| member.is_zombie && is_adopted(member)) {
            if let Some(pid) = Pid::from_raw(dead.pid) {
                let _ = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOHANG);
            }
        }
    }
    living(process_tree::with_descendants(all, |member| is_adopted(member) && is_meant(member, blocked.is_some())))
}

fn living(mut members: Vec<Member>) -> Vec<Member> {
    members.retain(|member| !member.is_zombie);
    members
}

/// Stops the processes that `find` returns, until it returns none. The first ones may end by themselves within
/// `settle`. Then they get SIGTERM, and `grace` to end. All later ones get SIGKILL at once.
fn stop(find: impl Fn() -> Vec<Member>, settle: Duration, grace: Duration) -> Vec<Leftover> {
    let (mut stopped, mut remaining) = (Vec::new(), BTreeSet::new());
    for round in 0..ROUNDS_MAX {
        let found = find().into_iter().filter(|member| !remaining.contains(&(member.pid, member.start)));
        let mut held: Vec<PidHandle> = found.filter_map(PidHandle::new).collect();
        if held.is_empty() {
            break;
        }
        if round == 0 {
            wait_for_all(&held, settle);
        }
        held.retain(|held| !held.is_gone());
        let is_asked = round == 0 && !grace.is_zero();
        if is_asked {
            held.iter().for_each(|held| held.signal(Signal::TERM));
            wait_for_all(&held, grace);
        }
        let (told, left): (Vec<PidHandle>, Vec<PidHandle>) =
            held.into_iter().partition(|held| is_asked && held.is_gone());
        left.iter().for_each(|held| held.signal(Signal::KILL));
        wait_for_all(&left, KILL_PATIENCE);
        let told = told.into_iter().map(|held| (held.member, Manner::Told));
        let left = left.into_iter().map(|held| {
            let manner = if held.is_gone() { Manner::Killed } else { Manner::Remains };
            (held.member, manner)
        });
        for (Member { pid, start, name, .. }, manner) in told.chain(left) {
            if manner == Manner::Remains {
                remaining.insert((pid, start));
            }
            stopped.push(Leftover { name, manner });
        }
    }
    stopped
}
