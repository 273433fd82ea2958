//! An observation as one line of text.

use std::fmt::{Display, Formatter, Result, Write};

use super::{
    Observation, What,
    pieces::{Piece, message, pieces, settings},
};
use crate::model::ModelRequest;

/// The whole stream, with one line for each observation.
pub fn lines(events: &[Observation]) -> String {
    let mut text = String::new();
    for event in events {
        let _ = writeln!(text, "{event}");
    }
    text
}

/// `00:00.000 model  > request#1 ...`. Effects of the subject have the mark `>`, and inputs have none.
impl Display for Observation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self { seq: _, at_ms, lane, what } = self;
        let mark = if matches!(what, What::Input(_)) { ' ' } else { '>' };
        write!(f, "{at_ms} {:<6} {mark} ", lane.word())?;
        write_all(f, &pieces(what))
    }
}

impl Observation {
    /// What happened, in words: its line without the time and the lane.
    pub fn words(&self) -> String {
        struct Words<'a>(&'a What);
        impl Display for Words<'_> {
            fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                write_all(f, &pieces(self.0))
            }
        }
        Words(&self.what).to_string()
    }
}

fn write_piece(f: &mut Formatter<'_>, piece: &Piece<'_>) -> Result {
    match piece {
        Piece::Words(words) => f.write_str(words),
        Piece::Text(text) | Piece::Lines(text) => write!(f, "{text:?}"),
        Piece::Json(value) => write!(f, "{value}"),
        Piece::Data(value) => write!(f, "{value}"),
        Piece::JsonText(text) => f.write_str(text),
        Piece::Request(request) => write_request(f, request),
    }
}

/// Writes the whole conversation: `user: "go" | assistant: call call_1 ask_user {} | tools ask_user (36ff972a)`.
fn write_request(f: &mut Formatter<'_>, request: &ModelRequest) -> Result {
    let mut is_first = true;
    let mut separated = |f: &mut Formatter<'_>| f.write_str(if std::mem::take(&mut is_first) { "" } else { " | " });
    let (before, behind): (Vec<_>, Vec<_>) =
        settings(request).into_iter().partition(|(name, _)| matches!(*name, "model" | "system"));
    for setting in before.into_iter().filter_map(|(_, setting)| setting) {
        separated(f)?;
        write_all(f, &setting)?;
    }
    for (role, parts) in request.messages.iter().map(|one| message(one)) {
        separated(f)?;
        write!(f, "{role}: ")?;
        for (index, part) in parts.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            write_all(f, part)?;
        }
    }
    for setting in behind.into_iter().filter_map(|(_, setting)| setting) {
        separated(f)?;
        write_all(f, &setting)?;
    }
    Ok(())
}

fn write_all(f: &mut Formatter<'_>, pieces: &[Piece<'_>]) -> Result {
    for (index, piece) in pieces.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { " " })?;
        write_piece(f, piece)?;
    }
    Ok(())
}
