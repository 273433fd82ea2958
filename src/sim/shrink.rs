//! Makes the tape of a failure small. Choices are deleted, made the simplest, and lowered, for as long as the run still
//! fails in the same way.
//!
//! **Absent here:** what a run is, and how it fails. Whoever shrinks tries a tape.

use std::collections::BTreeSet;

use super::{
    draws::{Kept, Stream},
    tape::Tape,
};

/// What becomes of a tape that is tried: the choices that the run took, if it fails in the same way.
pub type Attempt<'a> = dyn FnMut(&Tape) -> Option<Kept> + 'a;

/// A choice on a tape.
type Choice = Option<u64>;

/// The smallest tape that was found, starting from the choices `first` of a run that fails. Nothing more is tried once
/// `may_go_on` says no.
pub fn shrink(first: Kept, attempt: &mut Attempt<'_>, may_go_on: &dyn Fn() -> bool) -> Tape {
    let mut shrinking = Shrinking { best: trimmed(first), attempt, may_go_on, tried: BTreeSet::new() };
    loop {
        let before = shrinking.best.tape.size();
        for stream in Stream::ALL {
            shrinking.delete(stream);
            shrinking.simplify(stream);
            shrinking.lower(stream);
        }
        for stream in Stream::ALL {
            shrinking.have_fewer(stream);
        }
        if shrinking.best.tape.size() == before || !may_go_on() {
            return shrinking.best.tape;
        }
    }
}

fn trimmed(Kept { decisions, tape }: Kept) -> Kept {
    Kept { decisions, tape: tape.trimmed() }
}

struct Shrinking<'a, 'b> {
    /// The smallest run so far that fails.
    best: Kept,
    attempt: &'a mut Attempt<'b>,
    may_go_on: &'a dyn Fn() -> bool,
    /// The tapes that do not fail in the same way.
    tried: BTreeSet<Tape>,
}

impl Shrinking<'_, '_> {
    /// The choices of a stream.
    fn choices(&self, stream: Stream) -> &[Choice] {
        self.best.tape.of(stream)
    }

    /// Tries other choices in a stream. True if they are taken.
    fn takes(&mut self, stream: Stream, choices: Vec<Choice>) -> bool {
        let candidate = self.best.tape.with(stream, choices).trimmed();
        let size = self.best.tape.size();
        if candidate.size() >= size || self.tried.contains(&candidate) || !(self.may_go_on)() {
            return false;
        }
        match (self.attempt)(&candidate).map(trimmed) {
            Some(taken) if taken.tape.size() < size => {
                self.best = taken;
                true
            }
            _ => {
                self.tried.insert(candidate);
                false
            }
        }
    }

    /// Deletes choices, many at a time first. The later ones move up.
    fn delete(&mut self, stream: Stream) {
        self.in_pieces(stream, |choices, from, to| {
            choices.drain(from..to);
        });
    }

    /// Makes choices the simplest ones, many at a time first.
    fn simplify(&mut self, stream: Stream) {
        self.in_pieces(stream, |choices, from, to| choices[from..to].fill(None));
    }

    /// Edits pieces of a stream, from the end on: the whole stream first, then its halves, and each choice at last.
    fn in_pieces(&mut self, stream: Stream, edit: impl Fn(&mut Vec<Choice>, usize, usize)) {
        let mut length = self.choices(stream).len();
        while length > 0 {
            let mut end = self.choices(stream).len();
            while end > 0 {
                let from = end.saturating_sub(length);
                let mut choices = self.choices(stream).to_vec();
                edit(&mut choices, from, end);
                self.takes(stream, choices);
                end = from.min(self.choices(stream).len());
            }
            length /= 2;
        }
    }

    /// Lowers each choice as far as it goes.
    fn lower(&mut self, stream: Stream) {
        let mut at = 0;
        while let Some(choice) = self.choices(stream).get(at).copied() {
            let mut low = 0;
            let mut high = choice.unwrap_or_default();
            while low < high {
                let middle = low + (high - low) / 2;
                let mut choices = self.choices(stream).to_vec();
                choices[at] = Some(middle);
                if self.takes(stream, choices) {
                    high = self.choices(stream).get(at).copied().flatten().unwrap_or_default().min(middle);
                } else {
                    low = middle + 1;
                }
            }
            at += 1;
        }
    }

    /// Deletes what belongs to one of several like things, such as a turn or a call, and lowers a choice before it by one,
    /// which may be how many there are.
    fn have_fewer(&mut self, stream: Stream) {
        let mut at = 0;
        while at < self.choices(stream).len() {
            if self.choices(stream)[at].is_some() && self.has_one_fewer(stream, at) {
                continue;
            }
            at += 1;
        }
    }

    /// Tries to lower the choice at `at`, and to delete each thing after it. True if one of them is deleted.
    fn has_one_fewer(&mut self, stream: Stream, at: usize) -> bool {
        let whats: Vec<&str> =
            self.best.decisions.iter().filter(|of| of.stream == stream).map(|of| &*of.what).collect();
        // A thing reaches from one choice to the next of its kind.
        let next = |from: usize| whats[from + 1..].iter().position(|what| *what == whats[from]);
        let length = self.choices(stream).len();
        let things = (at + 1..length).filter_map(|from| Some((from, (from + 1 + next(from)?).min(length))));
        for (from, to) in things.collect::<Vec<_>>() {
            let mut choices = self.choices(stream).to_vec();
            choices[at] = choices[at].and_then(|choice| choice.checked_sub(1)).filter(|choice| *choice > 0);
            choices.drain(from..to);
            if self.takes(stream, choices) {
                return true;
            }
        }
        false
    }
}
