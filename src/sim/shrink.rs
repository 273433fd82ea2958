//! Makes the tape of a failure small. Choices are deleted, made the simplest, and lowered, for as long as the run still
//! fails in the same way. Then others are made, if they make the run shorter.
//!
//! **Absent here:** what a run is, and how it fails. Whoever shrinks tries a tape.

mod wide;

use std::collections::BTreeSet;

use super::{
    draws::{Kept, Stream},
    tape::{self, Tape},
};

/// A run of a tape that was tried.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The choices that the run took.
    pub kept: Kept,
    /// How many events it has.
    pub events: u64,
    /// Whether it fails in the same way.
    pub fails: bool,
}

/// Runs a tape.
pub type Attempt<'a> = dyn FnMut(&Tape) -> Tried + 'a;

/// What came of a search.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Shrunk {
    /// The smallest tape that only leaves out, simplifies and lowers choices, however many events its run has.
    pub plain: Tape,
    /// The smallest tape that was found.
    pub tape: Tape,
}

/// The size of a run that fails. Of two, the one with fewer events is the smaller, because events are what people read. Then
/// the sizes of their tapes decide. Where events do not count, there are 0.
type Size = (u64, tape::Size);

/// A choice on a tape.
type Choice = Option<u64>;

/// The smallest tape that was found, starting from a run that fails. Nothing more is tried once `may_go_on` says no.
pub fn shrink(first: Tried, attempt: &mut Attempt<'_>, may_go_on: &dyn Fn() -> bool) -> Shrunk {
    let first = trimmed(first);
    let mut shrinking = Shrinking {
        best: first.clone(),
        counts_events: false,
        attempt,
        may_go_on,
        others: BTreeSet::new(),
        larger: BTreeSet::new(),
        wide_events: 0,
    };
    shrinking.narrow();
    let plain = shrinking.best.clone();
    // To leave a choice out may make a run longer, and to keep it may make all that follows longer. So both are tried.
    shrinking.counts_events = true;
    shrinking.narrow_from(first);
    let short = shrinking.best.clone();
    shrinking.narrow_from(plain.clone());
    if shrinking.size_of(&short) < shrinking.size() {
        shrinking.best = short;
    }
    while shrinking.widen() {
        shrinking.narrow();
    }
    Shrunk { plain: plain.kept.tape, tape: shrinking.best.kept.tape }
}

fn trimmed(Tried { kept: Kept { decisions, tape }, events, fails }: Tried) -> Tried {
    Tried { kept: Kept { decisions, tape: tape.trimmed() }, events, fails }
}

struct Shrinking<'a, 'b> {
    /// The smallest run so far that fails.
    best: Tried,
    /// Whether the number of events decides first which run is the smaller.
    counts_events: bool,
    attempt: &'a mut Attempt<'b>,
    may_go_on: &'a dyn Fn() -> bool,
    /// The tapes that do not fail in the same way.
    others: BTreeSet<Tape>,
    /// The tapes that fail in the same way, in a run that is no smaller.
    larger: BTreeSet<Tape>,
    /// How many events were run to find the next shorter run with other choices.
    wide_events: u64,
}

impl Shrinking<'_, '_> {
    /// The size of the smallest run so far.
    fn size(&self) -> Size {
        self.size_of(&self.best)
    }

    fn size_of(&self, tried: &Tried) -> Size {
        (if self.counts_events { tried.events } else { 0 }, tried.kept.tape.size())
    }

    /// Starts again from another run that fails.
    fn narrow_from(&mut self, start: Tried) {
        self.best = start;
        self.larger.clear();
        self.narrow();
    }

    /// The choices of a stream.
    fn choices(&self, stream: Stream) -> &[Choice] {
        self.best.kept.tape.of(stream)
    }

    /// Makes fewer, simpler and lower choices, until nothing more can be had that way.
    fn narrow(&mut self) {
        loop {
            let before = self.size();
            for stream in Stream::ALL {
                self.delete(stream);
                self.simplify(stream);
                self.lower(stream);
            }
            for stream in Stream::ALL {
                self.have_fewer(stream);
            }
            if self.size() == before || !(self.may_go_on)() {
                return;
            }
        }
    }

    /// Tries other choices in a stream. True if they are taken.
    fn takes(&mut self, stream: Stream, choices: Vec<Choice>) -> bool {
        let candidate = self.best.kept.tape.with(stream, choices).trimmed();
        let is_known = |tapes: &BTreeSet<Tape>| tapes.contains(&candidate);
        if candidate == self.best.kept.tape || is_known(&self.others) || is_known(&self.larger) || !(self.may_go_on)() {
            return false;
        }
        // Where only choices count, a tape tells its size before it is run.
        if !self.counts_events && candidate.size() >= self.best.kept.tape.size() {
            return false;
        }
        let tried = trimmed((self.attempt)(&candidate));
        self.unless_kept(candidate, tried).is_none()
    }

    /// Keeps a run that fails if it is smaller. Gives it back otherwise.
    fn unless_kept(&mut self, candidate: Tape, tried: Tried) -> Option<Tried> {
        if tried.fails && self.size_of(&tried) < self.size() {
            self.best = tried;
            return None;
        }
        let tapes = if tried.fails { &mut self.larger } else { &mut self.others };
        tapes.insert(candidate);
        Some(tried)
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
            self.best.kept.decisions.iter().filter(|of| of.stream == stream).map(|of| &*of.what).collect();
        // A thing reaches from one choice to the next of its kind.
        let next = |from: usize| whats[from + 1..].iter().position(|what| *what == whats[from]);
        let length = self.choices(stream).len().min(whats.len());
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Choice, Kept, Shrunk, Stream, Tape, Tried, shrink};
    use crate::sim::draws::Decision;

    fn kept(tape: &Tape) -> Kept {
        let decision = |stream, _: &Choice| Decision { stream, what: "choice".into(), of: 1_000, took: 0 };
        let of = |stream: Stream| tape.of(stream).iter().map(move |choice| decision(stream, choice));
        Kept { decisions: Stream::ALL.into_iter().flat_map(of).collect(), tape: tape.clone() }
    }

    /// A tape with these choices of the person and these faults.
    fn tape(person: &[Choice], faults: &[Choice]) -> Tape {
        Tape::default().with(Stream::Person, person.to_vec()).with(Stream::Faults, faults.to_vec())
    }

    /// The events of a run, so many that few runs are spent on making it shorter.
    const EVENTS: u64 = 2_000;

    /// The smallest tape for a failure that is there whenever `fails` says so. All runs are of one length.
    fn smallest(first: &Tape, fails: impl Fn(&Tape) -> bool) -> Tape {
        let tried = |tape: &Tape, fails| Tried { kept: kept(tape), events: EVENTS, fails };
        shrink(tried(first, true), &mut |tape| tried(tape, fails(tape)), &|| true).tape
    }

    #[test]
    fn only_what_the_failure_needs_is_left_and_as_low_as_it_needs_it() {
        let first = tape(&[Some(9), None, Some(700), Some(3)], &[None, Some(0), None, Some(0)]);
        let needs = |tape: &Tape| {
            tape.of(Stream::Person).iter().flatten().any(|choice| *choice >= 17) && tape.of(Stream::Faults).len() > 1
        };
        assert_eq!(smallest(&first, needs), tape(&[Some(17)], &[None, Some(0)]));
    }

    #[test]
    fn one_thing_fewer_is_tried_with_its_number() {
        // The first choice says how many there are, and each of them is one choice.
        let first = tape(&[Some(3), Some(5), Some(6), Some(7)], &[]);
        let is_whole = |tape: &Tape| {
            let [count, things @ ..] = tape.of(Stream::Person) else { return false };
            things.len() as u64 == count.unwrap_or_default() && things.contains(&Some(7))
        };
        assert_eq!(smallest(&first, is_whole), tape(&[Some(1), Some(7)], &[]));
    }

    #[test]
    fn a_search_that_may_not_go_on_leaves_the_tape_as_it_is() {
        let first = tape(&[Some(1), Some(2)], &[]);
        let tried = |tape: &Tape| Tried { kept: kept(tape), events: 1, fails: true };
        let found = shrink(tried(&first), &mut |tape| tried(tape), &|| false);
        assert_eq!(found, Shrunk { plain: first.clone(), tape: first });
    }

    #[test]
    fn a_run_with_fewer_events_is_the_smaller_one_even_if_it_has_more_choices() {
        let first = tape(&[Some(4), Some(1)], &[]);
        // What the second choice is makes the run short.
        let events = |tape: &Tape| if tape.of(Stream::Person).get(1) == Some(&Some(1)) { 5 } else { EVENTS };
        let tried = |tape: &Tape| Tried { kept: kept(tape), events: events(tape), fails: true };
        let found = shrink(tried(&first), &mut |tape| tried(tape), &|| true);
        assert_eq!(found.tape, tape(&[None, Some(1)], &[]));
    }

    fn choices() -> impl Strategy<Value = Vec<Choice>> {
        prop::collection::vec(prop::option::weighted(0.6, 0..100_u64), 0..20)
    }

    proptest! {
        /// A failure that needs some choices of each stream keeps them, and nothing that can be deleted.
        #[test]
        fn what_is_left_fails_and_no_deletion_keeps_it_failing(
            person in choices(), faults in choices(), least in 1..100_u64, sum in 1..300_u64,
        ) {
            let fails = |tape: &Tape| {
                let all: u64 = tape.of(Stream::Person).iter().flatten().sum();
                all >= sum && tape.of(Stream::Faults).iter().flatten().any(|choice| *choice >= least)
            };
            let first = tape(&person, &faults).trimmed();
            prop_assume!(fails(&first));
            let small = smallest(&first, fails);
            prop_assert!(fails(&small) && small.size() <= first.size());
            for stream in [Stream::Person, Stream::Faults] {
                for at in 0..small.of(stream).len() {
                    let mut fewer = small.of(stream).to_vec();
                    fewer.remove(at);
                    prop_assert!(!fails(&small.with(stream, fewer)), "{small:?} without {at} of {stream:?}");
                }
            }
        }
    }
}
