//! The tree of processes, read from `/proc`.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::LazyLock,
    time::Duration,
};

use rustix::{
    event::{Timespec, poll},
    process::getpid,
};

/// How many process numbers are tried one by one. Beyond that, listing `/proc` is cheaper.
const NEAR: i32 = 1024;
/// The most bytes of an environment that are read. Linux allows a quarter of the stack, which is 8 MiB by default.
const ENVIRONMENT_MAX: usize = 2 << 20;

/// What the numbers of a process say of its environment.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Environment {
    /// There is none: the process has ended.
    Gone,
    /// It is empty, or an exec is about to fill it.
    Empty,
    /// It is there, or an exec is about to make it.
    Due,
}

impl Environment {
    /// How often it is read again while nothing is found. The reads are a millisecond apart. An exec takes less than
    /// that, unless the machine is busy.
    fn repeats(self) -> usize {
        match self {
            Self::Gone => 0,
            Self::Empty => 100,
            Self::Due => 1_000,
        }
    }
}

/// A process, as it was when it was read.
#[derive(Clone, Debug)]
pub struct Member {
    /// The number of the process.
    pub pid: i32,
    /// When the process started, in ticks since the start of the machine. Two processes never share number and start.
    pub start: u64,
    /// The number of its parent.
    pub parent: i32,
    /// The number of its group.
    pub group: i32,
    /// Whether the process has ended and only waits to be reaped.
    pub is_zombie: bool,
    /// What is known of its environment.
    pub environment: Environment,
    /// The name of its command.
    pub name: String,
}

/// Whether `/proc` exists and uses the same process numbers as we do.
pub fn is_seen() -> bool {
    static SEEN: LazyLock<bool> = LazyLock::new(|| {
        let own = fs::read_link("/proc/self");
        own.is_ok_and(|own| own.to_str() == Some(&getpid().as_raw_pid().to_string()))
    });
    *SEEN
}

/// The process with this number.
pub fn member(pid: i32) -> Option<Member> {
    parse(pid, &fs::read(format!("/proc/{pid}/stat")).ok()?)
}

fn parse(pid: i32, stat: &[u8]) -> Option<Member> {
    // The name may contain parentheses and blanks.
    let (open, close) = (stat.iter().position(|c| *c == b'(')?, stat.iter().rposition(|c| *c == b')')?);
    let fields = str::from_utf8(stat.get(close + 1..)?).ok()?;
    let fields: Vec<&str> = fields.split_ascii_whitespace().collect();
    // We count from the state, which is the third field in proc(5).
    let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
    let has_threads = number(17)? > 1;
    Some(Member {
        pid,
        start: number(19)?,
        parent: fields.get(1)?.parse().ok()?,
        group: fields.get(2)?.parse().ok()?,
        // The first thread may have ended before the others.
        is_zombie: matches!(*fields.first()?, "Z" | "X") && !has_threads,
        environment: match (number(20)?, number(47), number(48)) {
            (0, ..) => Environment::Gone,
            (_, start, end) if start == end && end != Some(0) => Environment::Empty,
            _ => Environment::Due,
        },
        name: String::from_utf8_lossy(stat.get(open + 1..close)?).into_owned(),
    })
}

/// The environment that a process was started with. It is empty if the process is gone or may not be read.
pub fn environment(pid: i32) -> Vec<u8> {
    for repeat in 0.. {
        let Ok(found) = environment_now(pid) else { break };
        // An exec that hid the environment may have ended since. So what the numbers say now does not explain the read.
        if !found.is_empty() || member(pid).is_none_or(|member| repeat >= member.environment.repeats()) {
            return found;
        }
        pause();
    }
    Vec::new()
}

/// The environment as it is now. One call reads it all, since an exec between two calls would cut it.
fn environment_now(pid: i32) -> io::Result<Vec<u8>> {
    let mut found = vec![0; ENVIRONMENT_MAX];
    let length = File::open(format!("/proc/{pid}/environ"))?.read(&mut found)?;
    found.truncate(length);
    Ok(found)
}

/// Waits a millisecond.
fn pause() {
    let moment = Timespec { tv_sec: 0, tv_nsec: 1_000_000 };
    let _ = poll(&mut [], Some(&moment));
}

/// All processes.
pub fn all_processes() -> Vec<Member> {
    let entries = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter_map(member).collect()
}

/// All processes that were started after `first`, and perhaps some threads. Numbers are given out in order. So if
/// `first` is young, only a few numbers must be tried.
pub fn since(first: &Member) -> Vec<Member> {
    let mut found = near(first.pid).unwrap_or_else(all_processes);
    found.retain(|member| member.start >= first.start);
    found
}

/// The processes whose numbers were given out after this one. None if there are too many such numbers, or if the
/// numbers have started again from the lowest.
pub fn near(first: i32) -> Option<Vec<Member>> {
    let newest = newest().filter(|newest| (first..=first.saturating_add(NEAR)).contains(newest))?;
    Some((first + 1..=newest).filter_map(member).collect())
}

/// The number that was given out last.
fn newest() -> Option<i32> {
    fs::read_to_string("/proc/loadavg").ok()?.split_ascii_whitespace().next_back()?.parse().ok()
}

/// For how long the processes of a group and their descendants have run, or have waited for a processor, since each was started.
/// One that has ended is not counted.
pub fn work_of(group: i32) -> Duration {
    let members = with_descendants(&all_processes(), |member| member.group == group);
    members.iter().flat_map(|member| threads_of(member.pid)).map(|thread| work_of_thread(&thread)).sum()
}

/// The folders of the threads of a process.
fn threads_of(pid: i32) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| entry.path())
}

/// How long a thread has run, or has waited for a processor.
fn work_of_thread(thread: &Path) -> Duration {
    let text = fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
    let times = text.split_ascii_whitespace().take(2).filter_map(|time| time.parse().ok());
    times.map(Duration::from_nanos).sum()
}

/// The processes among `all` for which `is_chosen` holds, and their descendants.
pub fn with_descendants(all: &[Member], is_chosen: impl Fn(&Member) -> bool) -> Vec<Member> {
    let mut chosen: BTreeSet<i32> = all.iter().filter(|member| is_chosen(member)).map(|member| member.pid).collect();
    loop {
        let children = all.iter().filter(|member| chosen.contains(&member.parent)).map(|member| member.pid);
        let children: Vec<i32> = children.filter(|pid| !chosen.contains(pid)).collect();
        if children.is_empty() {
            break;
        }
        chosen.extend(children);
    }
    all.iter().filter(|member| chosen.contains(&member.pid)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use rustix::process::getpid;

    use super::{Environment, Member, all_processes, is_seen, member, parse, with_descendants};

    const STAT: &str = "S 7 41 41 0 -1 4194560 1 0 0 0 1 2 3 4 20 0 5 0 123456 8192 100 18446744073709551615 \
                        1 2 3 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0 4 5 6 7 8 9 10 0\n";

    #[test]
    fn a_name_with_parentheses_is_read_as_a_name() {
        let found = parse(42, format!("42 (a) Z 1 (b c) {STAT}").as_bytes()).unwrap();
        let Member { pid, start, parent, group, is_zombie, environment, name } = found;
        assert_eq!((pid, start, parent, group, &*name), (42, 123_456, 7, 41, "a) Z 1 (b c"));
        assert!(!is_zombie && environment == Environment::Due);
    }

    #[rstest]
    #[case::it_has_one(" 9 10 0\n", Environment::Due)]
    #[case::an_empty_one(" 10 10 0\n", Environment::Empty)]
    #[case::in_an_exec(" 0 0 0\n", Environment::Due)]
    #[case::in_an_exec_that_has_come_further(" 9 0 0\n", Environment::Due)]
    fn an_environment_is_there_or_will_be(#[case] bounds: &str, #[case] expected: Environment) {
        let stat = STAT.replace(" 9 10 0\n", bounds);
        assert_eq!(parse(42, format!("42 (a) {stat}").as_bytes()).unwrap().environment, expected);
        let ended = stat.replace(" 8192 ", " 0 ");
        assert_eq!(parse(42, format!("42 (a) {ended}").as_bytes()).unwrap().environment, Environment::Gone);
    }

    #[test]
    fn a_process_with_threads_left_is_alive() {
        let zombie = |threads: &str| STAT.replacen('S', "Z", 1).replace("20 0 5", &format!("20 0 {threads}"));
        let is_zombie = |stat: String| parse(42, format!("42 (a) {stat}").as_bytes()).unwrap().is_zombie;
        assert!(is_zombie(zombie("1")));
        assert!(!is_zombie(zombie("2")));
    }

    #[test]
    fn descendants_are_found_in_any_order() {
        let member = |pid, parent| Member {
            pid,
            start: 0,
            parent,
            group: 0,
            is_zombie: false,
            environment: Environment::Due,
            name: String::new(),
        };
        let all = [member(5, 4), member(2, 1), member(4, 2), member(3, 1), member(6, 3)];
        let found = with_descendants(&all, |member| member.pid == 2);
        assert_eq!(found.iter().map(|member| member.pid).collect::<Vec<_>>(), [5, 2, 4]);
    }

    #[test]
    fn this_process_is_found() {
        let own = getpid().as_raw_pid();
        assert!(is_seen());
        assert!(!member(own).unwrap().is_zombie);
        assert!(all_processes().iter().any(|member| member.pid == own));
    }
}
