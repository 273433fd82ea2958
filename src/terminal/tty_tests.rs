use std::{
    fs::File,
    io::{Read, Write},
    os::fd::OwnedFd,
    panic::{catch_unwind, set_hook, take_hook},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use rustix::{
    fs::{Mode, OFlags, open},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize},
};

use super::Tty;
use crate::{
    model::Key,
    terminal::{Look, Row, Stroke, Terminal, TerminalEvent},
};

/// The hook for panics is one for all threads, and every terminal that is taken changes it.
static ALONE: Mutex<()> = Mutex::new(());

/// A terminal, and its other side.
struct Pair {
    other: File,
    own: OwnedFd,
    _alone: MutexGuard<'static, ()>,
}

impl Pair {
    fn new() -> Self {
        let other = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&other).unwrap();
        unlockpt(&other).unwrap();
        let own = open(ptsname(&other, Vec::new()).unwrap(), OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        Self { other: other.into(), own, _alone: alone }
    }

    fn tty(&self, has_looks: bool) -> Tty {
        Tty::take(self.own.try_clone().unwrap(), self.own.try_clone().unwrap(), has_looks).unwrap()
    }

    fn is_raw(&self) -> bool {
        !tcgetattr(&self.own).unwrap().local_modes.intersects(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
    }

    /// What was written, up to that.
    fn written_to(&mut self, end: &str) -> String {
        let mut bytes = Vec::new();
        while !bytes.ends_with(end.as_bytes()) {
            let mut piece = [0; 1];
            self.other.read_exact(&mut piece).unwrap();
            bytes.extend(piece);
        }
        String::from_utf8(bytes).unwrap()
    }
}

fn key(key: Key) -> TerminalEvent {
    TerminalEvent::Stroke(Stroke::Key(key))
}

#[test]
fn it_is_left_as_it_was() {
    let mut pair = Pair::new();
    assert!(!pair.is_raw());
    let tty = pair.tty(true);
    assert!(pair.is_raw());
    drop(tty);
    assert!(!pair.is_raw());
    assert!(pair.written_to("\x1b[?1049l").starts_with("\x1b[?1049h"));
}

/// What is told of a panic stands on a terminal that is as it was.
#[test]
fn it_is_left_as_it_was_by_a_panic() {
    let pair = Pair::new();
    let (hook, told) = (take_hook(), Arc::new(Mutex::new(Vec::new())));
    let (own, telling, here) = (pair.own.try_clone().unwrap(), Arc::clone(&told), thread::current().id());
    // The hook is of all threads, and what panics in it ends all.
    set_hook(Box::new(move |_| {
        let is_cooked = tcgetattr(&own).is_ok_and(|attributes| attributes.local_modes.contains(LocalModes::ICANON));
        telling.lock().unwrap_or_else(PoisonError::into_inner).push((thread::current().id() == here, is_cooked));
    }));
    let tty = pair.tty(true);
    let was_raw = pair.is_raw();
    let panicked = catch_unwind(|| panic!("on purpose"));
    set_hook(hook);
    drop(tty);
    assert!(panicked.is_err() && was_raw);
    assert!(told.lock().unwrap().contains(&(true, true)), "{told:?}");
}

#[test]
fn strokes_are_heard_one_by_one_and_escape_alone() {
    let mut pair = Pair::new();
    let mut tty = pair.tty(true);
    pair.other.write_all("a日\x1b[B\x1b".as_bytes()).unwrap();
    let heard: Vec<TerminalEvent> = (0..4).map(|_| tty.hear()).collect();
    assert_eq!(heard, [key(Key::Char('a')), key(Key::Char('日')), key(Key::Down), key(Key::Esc)]);
}

#[test]
fn what_was_typed_ahead_is_thrown_away() {
    let mut pair = Pair::new();
    // While the terminal is not yet taken, and lines are still edited there; then while it is.
    pair.other.write_all(b"early\r").unwrap();
    let mut tty = pair.tty(true);
    assert!(!tty.forget());
    pair.other.write_all(b"ab\r").unwrap();
    assert_eq!(tty.hear(), key(Key::Char('a')));
    assert!(!tty.forget());
    pair.other.write_all(b"x\x03").unwrap();
    assert!(tty.forget());
    pair.other.write_all(b"c").unwrap();
    assert_eq!(tty.hear(), key(Key::Char('c')));
}

#[test]
fn who_hangs_up_is_gone() {
    let pair = Pair::new();
    let mut tty = pair.tty(true);
    drop(pair.other);
    assert_eq!((tty.hear(), tty.hear()), (TerminalEvent::Gone, TerminalEvent::Gone));
    assert!(!tty.forget());
    assert_eq!(tty.hear(), TerminalEvent::Gone);
}

#[test]
fn rows_look_like_nothing_special_where_that_is_asked() {
    let rows = [("a", Look::Plain), ("b", Look::Aside)].map(|(text, look)| Row { text: text.into(), look });
    for (has_looks, drawn) in
        [(true, "\x1b[H\x1b[2Ka\r\n\x1b[2K\x1b[2mb\x1b[0m\x1b[J"), (false, "\x1b[H\x1b[2Ka\r\n\x1b[2Kb\x1b[J")]
    {
        let mut pair = Pair::new();
        let mut tty = pair.tty(has_looks);
        tty.draw(&rows).unwrap();
        assert!(pair.written_to("\x1b[J").ends_with(drawn));
    }
}

#[test]
fn a_size_of_nothing_is_the_usual_one() {
    let pair = Pair::new();
    let tty = pair.tty(true);
    for (told, size) in [((0, 0), (80, 24)), ((1, 1), (1, 1)), ((40, 12), (40, 12))] {
        let size_of = Winsize { ws_col: told.0, ws_row: told.1, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&pair.own, size_of).unwrap();
        assert_eq!(tty.size(), size);
    }
}
