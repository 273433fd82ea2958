//! The inputs of which any one may come next, when orders are explored: the first one of each line. Within a line, inputs
//! stay in the order in which they are due.

use std::{
    collections::BTreeSet,
    hash::{Hash, Hasher},
};

use super::{Place, Queue};
use crate::{
    model::{Millis, Op, fingerprint_of},
    system::Input,
};

/// A line of inputs.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
enum Line {
    /// The events of one reply, the result of one execution, the acts at one prompt, or the end of one file operation.
    Of(Op),
    /// The lines of the client. It comes and goes in the same order.
    Client,
    /// The user's messages.
    User,
    /// The signals.
    Signals,
    /// The timers: none can fire before another that is due earlier.
    Timers,
}

impl Line {
    const fn of(input: &Input) -> Self {
        match input {
            Input::Model(op, _) | Input::Tool(op, _) | Input::Person(op, _) | Input::File(op, _) => Self::Of(*op),
            Input::Client(_) => Self::Client,
            Input::Begin(_) | Input::Says(_) => Self::User,
            Input::Signal(_) => Self::Signals,
            Input::Fired(_) => Self::Timers,
        }
    }
}

impl Queue {
    /// The places of the heads, in the plain order.
    fn heads(&self) -> impl Iterator<Item = usize> {
        let mut lines = BTreeSet::new();
        self.due.iter().enumerate().filter_map(move |(at, (_, input))| lines.insert(Line::of(input)).then_some(at))
    }

    /// How many inputs may come next.
    pub fn count_heads(&self) -> usize {
        self.heads().count()
    }

    /// Takes the head with this number, in the plain order. It comes at its own time, or at once if that is over.
    pub fn pop_head(&mut self, number: usize, now: Millis) -> Option<(Millis, Input)> {
        let index = self.heads().nth(number)?;
        let (place, input) = self.due.remove(index);
        self.count(place, &input);
        Some((place.at.max(now), input))
    }

    /// Adds what is pending to a fingerprint, with times from `now` on. The order of different lines does not count, since
    /// any of their heads may come next.
    pub fn hash_lines(&self, now: Millis, mut into: &mut dyn Hasher) {
        let lines = self.due.iter().map(|(Place { at, .. }, input)| {
            let line = Line::of(input);
            (line, at.0.saturating_sub(now.0), fingerprint_of(input))
        });
        let mut lines: Vec<_> = lines.collect();
        // The sort keeps the order within each line.
        lines.sort_by_key(|(line, ..)| *line);
        lines.hash(&mut into);
        // Whether the next event of a reply goes on with the same delivery.
        self.reply.map(|(op, _)| op).hash(&mut into);
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Queue;
    use crate::{
        model::{Millis, Op, fingerprint::fingerprint},
        stage::Lane,
        system::{Act, Input, ModelEvent, Signal, ToolEvent, Utterance},
    };

    const NOW: Millis = Millis(100);

    fn text(number: u32, piece: &str) -> Input {
        Input::Model(Op::Request(number), ModelEvent::Text(piece.into()))
    }

    fn act(number: u32, act: Act) -> Input {
        Input::Person(Op::Prompt(number), act)
    }

    fn says(words: &str) -> Input {
        Input::Says(Utterance(words.into()))
    }

    fn tool(number: u32) -> Input {
        Input::Tool(Op::Call(number), ToolEvent::Panicked)
    }

    fn queue(due: impl IntoIterator<Item = (u64, Input)>) -> Queue {
        let mut queue = Queue::default();
        due.into_iter().for_each(|(after, input)| queue.push(NOW, Lane::Turn, (Millis(after), input)));
        queue
    }

    #[rstest]
    #[case::nothing(vec![], 0)]
    #[case::one_reply(vec![text(1, "a"), text(1, "b")], 1)]
    #[case::two_replies(vec![text(1, "a"), text(2, "b")], 2)]
    #[case::one_prompt(vec![act(1, Act::Submit), act(1, Act::Cancel)], 1)]
    #[case::two_prompts(vec![act(1, Act::Submit), act(2, Act::Cancel)], 2)]
    #[case::tools(vec![tool(1), tool(2), tool(3)], 3)]
    #[case::messages(vec![says("a"), says("b")], 1)]
    #[case::timers(vec![Input::Fired(Op::Timer(1)), Input::Fired(Op::Timer(2))], 1)]
    #[case::each_line(
        vec![text(1, "a"), tool(1), act(1, Act::Eof), says("b"), Input::Signal(Signal::Quit), Input::Fired(Op::Timer(1))], 6)]
    fn the_first_of_each_line_may_come_next(#[case] due: Vec<Input>, #[case] expected: usize) {
        let queue = queue((0..).map(|after| after * 10).zip(due));
        assert_eq!(queue.count_heads(), expected);
    }

    #[test]
    fn a_late_input_may_come_first_and_time_does_not_go_back() {
        let mut queue = queue([(10, text(1, "a")), (20, tool(1))]);
        assert_eq!(queue.pop_head(1, NOW), Some((Millis(120), tool(1))));
        assert_eq!(queue.pop_head(0, Millis(120)), Some((Millis(120), text(1, "a"))));
        assert_eq!(queue.pop_head(0, Millis(120)), None);
    }

    #[rstest]
    #[case::the_same(vec![(1, tool(1)), (1, tool(2))], true)]
    #[case::in_another_order(vec![(1, tool(2)), (1, tool(1))], true)]
    #[case::at_another_time(vec![(1, tool(1)), (2, tool(2))], false)]
    #[case::less(vec![(1, tool(1))], false)]
    #[case::other(vec![(1, tool(1)), (1, tool(3))], false)]
    fn a_fingerprint_shows_what_is_pending(#[case] due: Vec<(u64, Input)>, #[case] expected: bool) {
        let print = |queue: &Queue| fingerprint(|into| queue.hash_lines(NOW, into));
        let one = print(&queue([(1, tool(1)), (1, tool(2))]));
        assert_eq!(one == print(&queue(due)), expected);
    }

    #[rstest]
    #[case(vec![text(1, "a"), text(1, "b")], vec![text(1, "b"), text(1, "a")])]
    #[case(vec![Input::Fired(Op::Timer(1)), Input::Fired(Op::Timer(2))], vec![Input::Fired(Op::Timer(2)), Input::Fired(Op::Timer(1))])]
    fn a_fingerprint_shows_the_order_within_a_line(#[case] one: Vec<Input>, #[case] other: Vec<Input>) {
        let print = |due: Vec<Input>| {
            let queue = queue(due.into_iter().map(|input| (5, input)));
            fingerprint(|into| queue.hash_lines(NOW, into))
        };
        assert_ne!(print(one), print(other));
    }
}
