//! What subjects leave behind: found among our descendants, and stopped.

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

/// How often it is looked again for whom those who were stopped have started meanwhile.
const ROUNDS_MAX: usize = 64;

/// Makes us the parent of every descendant whose own parent has ended.
pub fn adopt() {
    static ONCE: Once = Once::new();
    // Where the kernel refuses, descendants that leave their group are not found.
    ONCE.call_once(|| {
        let _ = set_child_subreaper(Some(getpid()));
    });
}

/// Stops what a process has left behind. It has ended, and is not reaped.
pub fn stop_left_by(leader: Pid, marker: &Marker, settle: Duration, grace: Duration) -> Vec<Leftover> {
    // One call, and the end of it wherever this was the only process and left nothing.
    if no_child_is_alive() || !process_tree::is_seen() {
        return Vec::new();
    }
    let Some(leader) = process_tree::member(leader.as_raw_pid()) else { return Vec::new() };
    let is_its_own = |member: &Member, quiet: bool| {
        let environment = || process_tree::environment(member.pid);
        let is_bare = || quiet && registry::was_alone(leader.pid) && !marker::is_marked(&environment());
        member.group == leader.pid || marker.is_in(&environment()) || is_bare()
    };
    stop(|| adopted(&process_tree::since(&leader), is_its_own), settle, grace)
}

/// Stops what the processes of a run have left behind, and could not be told whose it is.
pub fn stop_left_in_run(token: &str) -> Vec<Leftover> {
    if !process_tree::is_seen() {
        return Vec::new();
    }
    let is_its_own = |member: &Member, quiet: bool| {
        let environment = process_tree::environment(member.pid);
        marker::is_of_run(token, &environment) || quiet && registry::is_empty() && !marker::is_marked(&environment)
    };
    stop(|| adopted(&process_tree::everybody(), is_its_own), Duration::ZERO, TERM_GRACE)
}

/// Stops every descendant of ours. Nobody is to start or end one meanwhile.
pub fn stop_everything(grace: Duration) {
    let own = getpid().as_raw_pid();
    let find = || living(process_tree::with_descendants(&process_tree::everybody(), |member| member.parent == own));
    stop(find, Duration::ZERO, grace);
}

/// Stops what carries the token of a run that is dead. They are no descendants of ours, so each must be our own
/// user's; and neither we nor who started us.
pub fn stop_left_by_dead_run(token: &str) -> Vec<Leftover> {
    let (own, group) = (getpid().as_raw_pid(), getpgrp().as_raw_pid());
    let find = || {
        let all = process_tree::everybody();
        let mut spared = BTreeSet::from([own]);
        let mut ancestor = own;
        while let Some(member) = all.iter().find(|member| member.pid == ancestor) {
            // Of two that are each other's parents one was looked at too late.
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

/// Reaps what a process left behind that had ended by itself. The process is reaped already, and only its number left.
pub fn reap_left_by(leader: Pid) {
    let unreaped = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let is_somebody_dead = matches!(waitid(WaitId::All, unreaped), Ok(Some(_)));
    if is_somebody_dead && process_tree::is_seen() {
        // After a long life it is left to the end of the run, for the dead harm nobody.
        adopted(&process_tree::near(leader.as_raw_pid()).unwrap_or_default(), |_, _| false);
    }
}

fn is_ours(pid: i32) -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(format!("/proc/{pid}")).is_ok_and(|found| found.uid() == geteuid().as_raw())
}

/// Whether we have no child but such as have ended. A child that has ended can not stop, so that none can is what is
/// answered; where a kernel answers otherwise, it is looked for in vain.
fn no_child_is_alive() -> bool {
    let stopped = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::All, stopped), Err(Errno::CHILD))
}

/// Children that we did not start ourselves and that are meant, with all who descend from them. `is_meant` is also
/// told whether nobody is just being started, who would look like one that has no marker. Reaps the dead among them.
fn adopted(all: &[Member], is_meant: impl Fn(&Member, bool) -> bool) -> Vec<Member> {
    let own = getpid().as_raw_pid();
    let quiet = registry::quiet();
    let is_adopted = |member: &Member| member.parent == own && !registry::knows(member.pid);
    if quiet.is_some() {
        for dead in all.iter().filter(|member| member.is_zombie && is_adopted(member)) {
            if let Some(pid) = Pid::from_raw(dead.pid) {
                let _ = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOHANG);
            }
        }
    }
    living(process_tree::with_descendants(all, |member| is_adopted(member) && is_meant(member, quiet.is_some())))
}

fn living(mut members: Vec<Member>) -> Vec<Member> {
    members.retain(|member| !member.is_zombie);
    members
}

/// Stops whoever is found until nobody is: those found first may end by themselves within `settle`, and are then asked
/// to and given `grace`; who is found later is killed.
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
