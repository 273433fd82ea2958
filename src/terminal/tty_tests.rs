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
    terminal::{Row, Stroke, Style, Terminal, TerminalEvent},
};

/// All threads share one panic hook, and every opened terminal changes it. So these tests run one at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// A pseudoterminal: both sides.
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

    fn tty(&self, has_styles: bool) -> Tty {
        Tty::take(self.own.try_clone().unwrap(), self.own.try_clone().unwrap(), has_styles).unwrap()
    }

    fn is_raw(&self) -> bool {
        !tcgetattr(&self.own).unwrap().local_modes.intersects(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
    }

    /// Everything that was written up to `end`.
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
fn the_terminal_is_restored() {
    let mut pair = Pair::new();
    assert!(!pair.is_raw());
    let tty = pair.tty(true);
    assert!(pair.is_raw());
    drop(tty);
    assert!(!pair.is_raw());
    assert!(pair.written_to("\x1b[?1049l").starts_with("\x1b[?1049h"));
}

/// The message of a panic is printed on the restored terminal.
#[test]
fn the_terminal_is_restored_before_a_panic_is_printed() {
    let pair = Pair::new();
    let (hook, told) = (take_hook(), Arc::new(Mutex::new(Vec::new())));
    let (own, telling, here) = (pair.own.try_clone().unwrap(), Arc::clone(&told), thread::current().id());
    // All threads share the hook, and a panic inside it would abort the tests. So it asserts nothing.
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
fn strokes_come_one_by_one_and_escape_alone() {
    let mut pair = Pair::new();
    let mut tty = pair.tty(true);
    pair.other.write_all("a日\x1b[B\x1b".as_bytes()).unwrap();
    let heard: Vec<TerminalEvent> = (0..4).map(|_| tty.next_event()).collect();
    assert_eq!(heard, [key(Key::Char('a')), key(Key::Char('日')), key(Key::Down), key(Key::Esc)]);
}

#[test]
fn keys_that_were_typed_ahead_are_discarded() {
    let mut pair = Pair::new();
    // First before the terminal is in raw mode, then after.
    pair.other.write_all(b"early\r").unwrap();
    let mut tty = pair.tty(true);
    assert!(!tty.discard_typed());
    pair.other.write_all(b"ab\r").unwrap();
    assert_eq!(tty.next_event(), key(Key::Char('a')));
    assert!(!tty.discard_typed());
    pair.other.write_all(b"x\x03").unwrap();
    assert!(tty.discard_typed());
    pair.other.write_all(b"c").unwrap();
    assert_eq!(tty.next_event(), key(Key::Char('c')));
}

#[test]
fn a_terminal_that_hangs_up_is_gone() {
    let pair = Pair::new();
    let mut tty = pair.tty(true);
    drop(pair.other);
    assert_eq!((tty.next_event(), tty.next_event()), (TerminalEvent::Gone, TerminalEvent::Gone));
    assert!(!tty.discard_typed());
    assert_eq!(tty.next_event(), TerminalEvent::Gone);
}

#[test]
fn rows_have_styles_unless_they_are_turned_off() {
    let rows = [("a", Style::Plain), ("b", Style::Dim)].map(|(text, style)| Row { text: text.into(), style });
    for (has_styles, drawn) in
        [(true, "\x1b[H\x1b[2Ka\r\n\x1b[2K\x1b[2mb\x1b[0m\x1b[J"), (false, "\x1b[H\x1b[2Ka\r\n\x1b[2Kb\x1b[J")]
    {
        let mut pair = Pair::new();
        let mut tty = pair.tty(has_styles);
        tty.draw(&rows).unwrap();
        assert!(pair.written_to("\x1b[J").ends_with(drawn));
    }
}

#[test]
fn a_size_of_zero_counts_as_the_usual_size() {
    let pair = Pair::new();
    let tty = pair.tty(true);
    for (told, size) in [((0, 0), (80, 24)), ((1, 1), (1, 1)), ((40, 12), (40, 12))] {
        let size_of = Winsize { ws_col: told.0, ws_row: told.1, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&pair.own, size_of).unwrap();
        assert_eq!(tty.size(), size);
    }
}
