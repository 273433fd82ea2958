//! Makes choices that a failure does not have, to find a shorter run that fails in the same way. An interrupt, for example, may
//! end a run at once.
//!
//! A choice often matters only with another one that it opens: a fault must be on before it can trigger. So what a choice opens
//! is tried next, whether the run fails or not.

use std::collections::BTreeSet;

use super::{Shrinking, Tried};
use crate::sim::draws::{Decision, Kept, Stream};

/// How many choices are made one after the other, each opened by the one before: the share of faults, a fault, when it triggers,
/// and what it does.
const DEPTH: usize = 4;
/// How many choices are tried at one place, at most.
const CHOICES_MAX: u64 = 64;
/// So many events are run to find one shorter run: a thousand short runs, or a few endless ones.
const EVENTS_MAX: u64 = 25_000;

/// A run from which choices are made.
struct Base {
    kept: Kept,
    /// The numbers of the decisions that are made otherwise.
    open: Vec<usize>,
}

impl Shrinking<'_, '_> {
    /// Looks for a shorter run with other choices. True if there is one.
    pub(super) fn widen(&mut self) -> bool {
        self.wide_events = 0;
        let kept = self.best.kept.clone();
        // A run that decides the same in the same order opens nothing new.
        let mut seen = BTreeSet::from([whats(&kept.decisions)]);
        let mut bases = vec![Base { open: (0..kept.decisions.len()).collect(), kept }];
        for _ in 0..DEPTH {
            let mut next = Vec::new();
            for base in &bases {
                let places = places(&base.kept.decisions);
                for at in &base.open {
                    let Some(tried) = self.choose_otherwise(base, &base.kept.decisions[*at], places[*at]) else {
                        return true;
                    };
                    if self.is_spent() {
                        return false;
                    }
                    next.extend(tried.into_iter().filter_map(|Tried { kept, .. }| {
                        let open = opened(&base.kept.decisions, &kept.decisions);
                        (seen.insert(whats(&kept.decisions)) && !open.is_empty()).then_some(Base { kept, open })
                    }));
                }
            }
            bases = next;
        }
        false
    }

    /// Whether nothing more may be tried.
    fn is_spent(&self) -> bool {
        self.wide_events >= EVENTS_MAX || !(self.may_go_on)()
    }

    /// Makes a decision in every other way. `None` if one makes the failure smaller, and otherwise the runs.
    fn choose_otherwise(&mut self, base: &Base, decision: &Decision, place: usize) -> Option<Vec<Tried>> {
        let stream = decision.stream;
        let mut choices = base.kept.tape.of(stream).to_vec();
        choices.resize(choices.len().max(place + 1), None);
        let mut runs = Vec::new();
        // A "yes" is 0 on a tape. There is no other.
        let most = if choices[place] == Some(0) { 0 } else { decision.of.min(CHOICES_MAX) };
        for choice in (1..most).filter(|choice| choices[place] != Some(*choice)) {
            if self.is_spent() {
                break;
            }
            let mut other = choices.clone();
            other[place] = Some(choice);
            let candidate = base.kept.tape.with(stream, other).trimmed();
            let tried = super::trimmed((self.attempt)(&candidate));
            self.wide_events += tried.events.max(1);
            let is_yes = tried.kept.tape.of(stream).get(place) == Some(&Some(0));
            runs.push(self.unless_kept(candidate, tried)?);
            if is_yes {
                break;
            }
        }
        Some(runs)
    }
}

/// What is decided, in order.
fn whats(decisions: &[Decision]) -> Vec<(Stream, String)> {
    decisions.iter().map(|decision| (decision.stream, decision.what.to_string())).collect()
}

/// The place of each decision in its stream.
fn places(decisions: &[Decision]) -> Vec<usize> {
    let mut counts = [0; Stream::ALL.len()];
    let place = |decision: &Decision| {
        let count = &mut counts[decision.stream as usize];
        *count += 1;
        *count - 1
    };
    decisions.iter().map(place).collect()
}

/// The numbers of the decisions that a choice has opened: in each stream, those between what is decided as `before` at its
/// beginning, and at its end.
fn opened(before: &[Decision], now: &[Decision]) -> Vec<usize> {
    let mut open = Vec::new();
    for stream in Stream::ALL {
        let of = |decisions: &[Decision]| -> Vec<usize> {
            (0..decisions.len()).filter(|at| decisions[*at].stream == stream).collect()
        };
        let (old, new) = (of(before), of(now));
        let is_same = |(one, other): &(&usize, &usize)| before[**one].what == now[**other].what;
        let start = old.iter().zip(&new).take_while(is_same).count();
        let end = old[start..].iter().rev().zip(new[start..].iter().rev()).take_while(is_same).count();
        open.extend_from_slice(&new[start..new.len() - end]);
    }
    open
}

#[cfg(test)]
mod tests {
    use super::{EVENTS_MAX, opened, places};
    use crate::sim::{
        draws::{Decision, Draws, Stream},
        shrink::{Tried, shrink},
        tape::Tape,
    };

    /// A run with an operator who may come, and may do one of several things at one of several moments.
    fn run(tape: &Tape) -> Tried {
        let mut draws = Draws::new(tape, true);
        let mut events = 20;
        draws.below(Stream::Situation, "turns", 3);
        if draws.chance(Stream::Faults, "operator", 10) {
            let moment = draws.below(Stream::Faults, "moment", 30);
            draws.below(Stream::Person, "act", 20);
            if moment == 17 && draws.below(Stream::Faults, "signal", 8) == 7 {
                events = 9;
            }
        }
        Tried { kept: draws.into_kept(), events, fails: true }
    }

    #[test]
    fn what_a_choice_opens_is_tried_next() {
        let found = shrink(run(&Tape::default()), &mut |tape| run(tape), &|| true);
        let faults = vec![Some(0), Some(17), Some(7)];
        assert_eq!((found.plain, found.tape), (Tape::default(), Tape::default().with(Stream::Faults, faults)));
    }

    #[test]
    fn long_runs_end_the_search_for_shorter_ones() {
        const EVENTS: u64 = 10_000;
        let mut runs = 0;
        let mut attempt = |tape: &Tape| {
            runs += 1;
            Tried { events: EVENTS, ..run(tape) }
        };
        let first = attempt(&Tape::default());
        shrink(first, &mut attempt, &|| true);
        // The first run is not one of the search, and an empty tape leaves nothing to delete.
        assert_eq!(runs - 1, EVENTS_MAX.div_ceil(EVENTS));
    }

    #[test]
    fn what_is_opened_lies_between_the_common_beginning_and_the_common_end() {
        let decisions = |whats: &[(Stream, &str)]| -> Vec<Decision> {
            let decision = |(stream, what): &(Stream, &str)| Decision {
                stream: *stream,
                what: (*what).to_owned().into(),
                of: 2,
                took: 0,
            };
            whats.iter().map(decision).collect()
        };
        let (model, person) = (Stream::Model, Stream::Person);
        let before = decisions(&[(model, "a"), (person, "x"), (model, "b")]);
        let now = decisions(&[(model, "a"), (person, "x"), (model, "new"), (person, "y"), (model, "b")]);
        assert_eq!((opened(&before, &now), opened(&now, &before)), (vec![2, 3], vec![]));
        assert_eq!(places(&now), [0, 0, 1, 1, 2]);
    }
}
