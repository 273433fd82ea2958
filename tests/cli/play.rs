//! `hotseat play` in a terminal: the screen, the effect of keys, and the terminal after the end.
//!
//! No test waits for time. Before each key, a test waits until the screen shows the question that the key is for.

use std::{
    fs,
    io::{Read, Write},
    num::NonZero,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver},
    thread,
};

use hotseat::stage::{Observation, Scenario};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use regex::Regex;
use vt100::Parser;

use crate::bench::{BOUND, folder, hotseat_in, plain};

pub const BY_HAND: &str = "tests/cli/played/by-hand.feature";
const CARD: &str = "tests/cli/played/by-hand.feature:23";
pub const USUAL: (u16, u16) = (80, 24);
/// The last bytes of each picture.
const DRAWN: &[u8] = b"\x1b[J";
/// The bytes that leave the alternate screen.
const LEFT: &str = "\x1b[?1049l";

/// The program in a terminal.
pub struct Playing {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    pieces: Receiver<Vec<u8>>,
    screen: Parser,
    bytes: Vec<u8>,
    modes: String,
}

/// The output after the pictures, and the exit code.
pub struct Ended {
    pub code: u32,
    pub said: String,
    bytes: String,
}

const fn size_of((cols, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn at_least_one(length: u16) -> NonZero<u16> {
    NonZero::new(length).unwrap()
}

impl Playing {
    pub fn start(arguments: &[&str], size: (u16, u16)) -> Self {
        Self::start_with(arguments, size, &[], b"")
    }

    /// Starts the program with these variables. `typed` is typed before the start.
    fn start_with(arguments: &[&str], size: (u16, u16), variables: &[(&str, &str)], typed: &[u8]) -> Self {
        let pair = native_pty_system().openpty(size_of(size)).unwrap();
        let mut keys = pair.master.take_writer().unwrap();
        keys.write_all(typed).unwrap();
        let modes = format!("{:?}", pair.master.get_termios().unwrap());
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_hotseat"));
        command.arg("play");
        command.args(arguments);
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        for variable in ["COLUMNS", "LINES", "NO_COLOR", "RUST_BACKTRACE"] {
            command.env_remove(variable);
        }
        variables.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).unwrap();
        let mut output = pair.master.try_clone_reader().unwrap();
        let (sender, pieces) = mpsc::channel();
        thread::spawn(move || {
            let mut piece = [0; 4096];
            // Reading fails when no process has the terminal open any more.
            while let Ok(length @ 1..) = output.read(&mut piece) {
                if sender.send(piece[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        let screen = Parser::new(at_least_one(size.1), at_least_one(size.0), 0);
        Self { child, master: pair.master, keys, pieces, screen, bytes: Vec::new(), modes }
    }

    /// Waits until the screen shows a whole picture for which `holds` is true.
    fn until(&mut self, holds: impl Fn(&str) -> bool) -> String {
        loop {
            let text = self.screen.screen().contents();
            if self.bytes.ends_with(DRAWN) && holds(&text) {
                return text;
            }
            match self.pieces.recv_timeout(BOUND) {
                Ok(piece) => self.take(&piece),
                Err(why) => panic!("{why}, on the screen:\n{text}"),
            }
        }
    }

    fn take(&mut self, piece: &[u8]) {
        self.screen.process(piece);
        self.bytes.extend_from_slice(piece);
    }

    fn shows(&mut self, text: &str) -> String {
        self.until(|screen| screen.contains(text))
    }

    fn types(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    fn resize(&mut self, size: (u16, u16)) {
        // Only the next picture shows the effect.
        self.bytes.clear();
        self.screen.screen_mut().set_size(at_least_one(size.1), at_least_one(size.0));
        self.master.resize(size_of(size)).unwrap();
    }

    fn signal(&self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        #[expect(clippy::disallowed_types, reason = "a program is asked to end by a signal")]
        let killed = std::process::Command::new("kill").args([name, &id]).status().unwrap();
        assert!(killed.success());
    }

    /// Waits for the end. The terminal must be as it was before the start.
    pub fn end(mut self) -> Ended {
        loop {
            match self.pieces.recv_timeout(BOUND) {
                Ok(piece) => self.take(&piece),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
                Err(why) => panic!("{why}, on the screen:\n{}", self.screen.screen().contents()),
            }
        }
        let code = self.child.wait().unwrap().exit_code();
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor(), "the screen is as it was before");
        assert_eq!(format!("{:?}", self.master.get_termios().unwrap()), self.modes, "the terminal is as it was before");
        let bytes = String::from_utf8(std::mem::take(&mut self.bytes)).unwrap();
        let said = bytes.rsplit(LEFT).next().unwrap_or_default().replace("\r\n", "\n");
        Ended { code, said: plain(&said), bytes }
    }
}

/// No program outlives its test.
impl Drop for Playing {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// Plays a recorded scenario again. Its stream must be the one that was printed.
fn plays_again(file: &Path, told: &str) {
    let folder = file.parent().unwrap();
    let said = hotseat_in(folder, &["run", "-q", "--events", "events", file.to_str().unwrap()]);
    assert_eq!((said.code, said.out.as_str()), (0, ""), "{said}");
    let stem = file.file_stem().unwrap().to_str().unwrap();
    let stream = if file.extension().is_some_and(|ending| ending == "feature") {
        let only = fs::read_dir(folder.join(format!("events/{stem}"))).unwrap().map(|entry| entry.unwrap().path());
        only.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl")).collect::<Vec<_>>()
    } else {
        vec![folder.join(format!("events/scenario/{stem}.jsonl"))]
    };
    let [stream] = &stream[..] else { panic!("{stream:?}") };
    let stream = fs::read_to_string(stream).unwrap();
    let events: Vec<Observation> = stream.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let lines: Vec<String> = events.iter().map(|event| plain(&format!("  {:>5}  {event}", event.seq))).collect();
    let told: Vec<&str> = told.lines().filter(|line| line.starts_with("   ")).collect();
    assert_eq!(told.len(), lines.len(), "{told:#?}");
    for (told, line) in told.iter().zip(lines) {
        assert!(line.starts_with(told.trim_end_matches('…')), "{told}\n{line}");
    }
}

fn record(name: &str) -> PathBuf {
    folder(name).join("mine.json")
}

#[test]
fn keys_move_through_a_list_and_the_story_is_printed() {
    let file = record("play-keys");
    let mut playing = Playing::start(&["pi-keys", "--record", file.to_str().unwrap()], USUAL);
    insta::assert_snapshot!("pi-keys", playing.shows("Which database?"));
    playing.types("\x1b[B");
    playing.shows("> 2. SQLite");
    playing.types("\r");
    let Ended { code, said, .. } = playing.end();
    assert_eq!(code, 0, "{said}");
    assert!(said.starts_with("pi-keys\n\n      1  00:00.000 turn     begin {"), "{said}");
    assert!(
        said.contains("prompt#1 person {\"key\":\"Down\"}\n") && said.contains(" request#2 text \"set up\"\n"),
        "{said}"
    );
    assert!(said.contains("\ndone, after 2 acts at prompts\nwhat you did is in "), "{said}");
    plays_again(&file, &said);
}

/// What a person did is a feature that a maintainer can read and keep.
#[test]
fn a_run_by_hand_becomes_a_feature() {
    let file = record("play-feature").with_extension("feature");
    let arguments = [BY_HAND, "--name", "Three kinds", "--record", file.to_str().unwrap()];
    let mut playing = Playing::start(&arguments, USUAL);
    playing.shows("Which way?");
    playing.types("ra");
    playing.shows("Which way? ra\n");
    playing.types("\r");
    playing.shows("Your name?");
    playing.types("Ada \"A\"\r");
    playing.shows("Go?");
    playing.types("\r");
    let Ended { code, said, .. } = playing.end();
    assert_eq!(code, 0, "{said}");
    insta::assert_snapshot!("recorded-feature", fs::read_to_string(&file).unwrap());
    plays_again(&file, &said);
}

/// If pasted text counted as keys, its line break would answer the question, and its digit the next one.
#[test]
fn pasted_text_answers_nothing() {
    let file = record("play-paste");
    let mut playing = Playing::start(&[BY_HAND, "--name", "Notes", "--record", file.to_str().unwrap()], USUAL);
    playing.shows("Any notes?");
    playing.types("\x1b[200~line one\r1 more lines\r\x1b[201~");
    let screen = playing.shows("more lines");
    assert!(screen.contains("Any notes?"), "{screen}");
    playing.types("\r");
    playing.shows("Delete the database?");
    playing.types("\x1b[200~1\x1b[201~");
    playing.shows("refused: not offered");
    playing.types("\x1b[B\r");
    playing.shows("Delete: No");
    playing.types("\r");
    let Ended { code, said, .. } = playing.end();
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("person {\"paste\":\"line one\\n1 more lines\\n\"}"), "{said}");
    plays_again(&file, &said);
}

/// Ctrl-C stops `hotseat play`. Alt-C sends a Ctrl-C to pi's form; the second one ends pi.
#[test]
fn alt_c_sends_ctrl_c_to_the_prompt() {
    let mut playing = Playing::start(&["pi-keys"], USUAL);
    playing.shows("Which database?");
    playing.types("\x1bc");
    playing.until(|screen| screen.contains("  00:00.001  "));
    playing.types("\x1bc");
    let Ended { code, said, .. } = playing.end();
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("\nexited, after 2 acts at prompts\n"), "{said}");
}

#[test]
fn a_choice_a_text_and_a_key_answer_three_questions() {
    let file = record("play-three");
    let mut playing = Playing::start(&[BY_HAND, "--name", "Three kinds", "--record", file.to_str().unwrap()], USUAL);
    insta::assert_snapshot!("select", playing.shows("Which way?"));
    playing.types("ra");
    insta::assert_snapshot!("select-filtered", playing.shows("Which way? ra\n"));
    playing.types("\r");
    playing.shows("Your name?");
    playing.types("Adax\x7f");
    insta::assert_snapshot!(
        "text",
        playing.until(|screen| screen.contains("  00:00.008  ") && screen.contains("Your name? Ada\n"))
    );
    playing.types("\r");
    playing.shows("Go?");
    playing.types("x");
    insta::assert_snapshot!("boolean-refused", playing.shows("Invalid option"));
    playing.types("\r");
    let Ended { code, said, .. } = playing.end();
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("\ndone, after 11 acts at prompts\n"), "{said}");
    plays_again(&file, &said);
}

#[test]
fn a_card_takes_keys_and_clicks() {
    let file = record("play-card");
    let mut playing = Playing::start(&[CARD, "--record", file.to_str().unwrap()], USUAL);
    playing.shows("Which ones?");
    playing.types("none\x1b3");
    insta::assert_snapshot!("card", playing.shows("[x] Green"));
    // A line feed is Ctrl-J, which means Ctrl-Enter here.
    playing.types("\n");
    let Ended { code, said, .. } = playing.end();
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("prompt#1 person {\"choose\":\"Green\"}\n") && said.contains("Green\\nnone"), "{said}");
    plays_again(&file, &said);
}

#[test]
fn a_panel_takes_digits() {
    let mut playing = Playing::start(&[BY_HAND, "--name", "A panel"], USUAL);
    insta::assert_snapshot!("panel", playing.shows("Which city?"));
    playing.types("2");
    playing.shows("By what?");
    playing.types("12");
    playing.shows("2. [x] Bus");
    playing.types("\r");
    let Ended { code, said, .. } = playing.end();
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("=\\\"Rome\\\", \\\"By what?\\\"=\\\"Train, Bus\\\""), "{said}");
}

#[test]
fn a_prompt_of_a_host_has_a_line_for_the_answer() {
    let mut playing = Playing::start(&[BY_HAND, "--name", "A host"], USUAL);
    playing.shows("Which city?");
    playing.types("Bergen");
    insta::assert_snapshot!("host", playing.shows("> Bergen"));
    playing.types("\r");
    let Ended { code, said, .. } = playing.end();
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("prompt#1 person {\"answer\":\"Bergen\"}\n"), "{said}");
}

#[test]
fn a_small_window_without_colour_shows_the_card_without_styles() {
    let mut playing = Playing::start_with(&[CARD], (40, 12), &[("NO_COLOR", "1")], b"");
    insta::assert_snapshot!("card-small", playing.shows("Which ones?"));
    playing.types("\x12");
    let Ended { code, said, bytes } = playing.end();
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("prompt#1 person \"reject\"\n"), "{said}");
    assert_eq!(
        styles(&bytes),
        ["\x1b[0m"],
        "only the reset at the end is left, in case another program had set a style"
    );
}

/// All escape sequences for colours and styles.
fn styles(bytes: &str) -> Vec<&str> {
    let style = Regex::new("\x1b\\[[0-9;:]*m").unwrap();
    style.find_iter(bytes).map(|found| found.as_str()).collect()
}

#[test]
fn with_colour_everything_but_the_drawing_is_faint() {
    let mut playing = Playing::start(&[CARD], USUAL);
    playing.shows("Which ones?");
    let screen = playing.screen.screen();
    let dim = |row| screen.cell(row, 0).unwrap().dim();
    assert_eq!((dim(0), dim(1)), (true, false), "the title is faint, the drawing is not");
    playing.types("\x03");
    let Ended { code, bytes, .. } = playing.end();
    assert_eq!((code, styles(&bytes)[0]), (130, "\x1b[2m"));
}

#[test]
fn a_window_of_one_character_is_enough() {
    let mut playing = Playing::start(&[BY_HAND, "--name", "Wide"], (1, 1));
    playing.until(|screen| !screen.is_empty());
    playing.types("\x1b[B\r");
    let Ended { code, said, .. } = playing.end();
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("after 2 acts at prompts"), "{said}");
}

#[test]
fn a_resized_window_is_drawn_anew() {
    let mut playing = Playing::start(&["deepchat-hundreds-of-options"], USUAL);
    playing.shows("Ctrl-C: stop");
    playing.resize((30, 6));
    let small =
        playing.until(|screen| screen.lines().all(|line| line.chars().count() <= 30) && screen.lines().count() <= 6);
    assert!(small.contains('>'), "{small}");
    playing.resize(USUAL);
    playing.until(|screen| screen.lines().count() > 6);
    playing.types("\x03");
    assert_eq!(playing.end().code, 130);
}

#[test]
fn wide_and_combined_characters_keep_their_columns() {
    let mut playing = Playing::start(&[BY_HAND, "--name", "Wide"], (24, 14));
    insta::assert_snapshot!("wide", playing.shows("Ctrl-C: stop"));
    playing.types("\x1b[B");
    playing.shows("> Cafe\u{301}");
    playing.types("\r");
    assert_eq!(playing.end().code, 0);
}

#[test]
fn keys_typed_before_a_prompt_answer_nothing() {
    let mut playing = Playing::start_with(&[BY_HAND, "--name", "Two questions"], USUAL, &[], b"early\r");
    playing.shows("? First?\n");
    // All keys come at once. The second question is shown only after the first answer, so the later keys are thrown
    // away.
    playing.types("one\rahead\r");
    playing.shows("? Second?\n");
    playing.types("2\r");
    let Ended { code, said, .. } = playing.end();
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("after 6 acts at prompts") && !said.contains("early") && !said.contains("ahead"), "{said}");
}

#[test]
fn ctrl_t_lets_time_pass() {
    let file = record("play-time");
    let mut playing = Playing::start(&[BY_HAND, "--name", "minute", "--record", file.to_str().unwrap()], USUAL);
    playing.shows("Ctrl-T: let 01:00.000 pass");
    playing.types("\x14");
    let Ended { said, .. } = playing.end();
    assert!(said.contains(" 01:00.000 clock    timer#1 fired\n"), "{said}");
}

#[test]
fn ctrl_c_stops_the_run_and_the_acts_are_recorded() {
    let file = record("play-ctrl-c");
    let mut playing = Playing::start(&[BY_HAND, "--name", "Two questions", "--record", file.to_str().unwrap()], USUAL);
    playing.shows("First?");
    playing.types("a\r");
    playing.shows("Second?");
    playing.types("\x03");
    let Ended { code, said, .. } = playing.end();
    assert_eq!(code, 130, "{said}");
    assert!(said.contains("\nwas left, after 2 acts at prompts\nwhat you did is in "), "{said}");
    let recorded: Scenario = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let acts: Vec<usize> = recorded.person.iter().map(|rule| rule.visits[0].len()).collect();
    assert_eq!((acts, recorded.end.word()), (vec![2, 0], "parked"));
}

#[test]
fn sigterm_stops_the_run() {
    let mut playing = Playing::start(&[CARD], USUAL);
    playing.shows("Which ones?");
    playing.signal("-TERM");
    let Ended { code, said, .. } = playing.end();
    assert_eq!(code, 143, "{said}");
}

/// A closed window sends this signal.
#[test]
fn a_hang_up_ends_the_input() {
    let file = record("play-hang-up");
    let mut playing = Playing::start(&[BY_HAND, "--name", "Two questions", "--record", file.to_str().unwrap()], USUAL);
    playing.shows("First?");
    playing.signal("-HUP");
    let Ended { code, said, .. } = playing.end();
    assert_eq!(code, 0, "each question is cancelled by the end of the input: {said}");
    assert_eq!(said.matches(" person \"eof\"\n").count(), 2, "{said}");
    plays_again(&file, &said);
}

#[test]
fn ctrl_d_ends_the_input_of_a_prompt() {
    let mut playing = Playing::start(&[BY_HAND, "--name", "Two questions"], USUAL);
    playing.shows("First?");
    playing.types("\x04");
    playing.shows("Second?");
    playing.types("b\r");
    let Ended { code, said, .. } = playing.end();
    assert_eq!((code, said.matches(" person \"eof\"\n").count()), (0, 1), "{said}");
}
