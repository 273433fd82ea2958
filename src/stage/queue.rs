//! The queue of inputs that are due, the earliest first. Inputs of the same instant are in the order of the deliveries
//! that caused them. Inputs that one delivery caused go lane by lane, and within a lane in the order of the subject's
//! effects. So the order of a subject's effects in different lanes does not matter.

mod heads;

use super::{party::Due, stream::Lane};
use crate::{
    model::{Millis, Op},
    system::Input,
};

/// The place of an input in the queue. The fields decide in this order.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Place {
    at: Millis,
    /// The number of the delivery that caused it.
    cause: u64,
    /// The rank of the lane of the effect that caused it.
    rank: usize,
    /// The number of inputs that were scheduled before it.
    scheduled: u64,
}

/// The order of the lanes for inputs that one delivery causes at one instant: the client first, and the turn last.
const RANKS: [Lane; 8] =
    [Lane::Client, Lane::Model, Lane::Tool, Lane::Prompt, Lane::File, Lane::Clock, Lane::Record, Lane::Turn];

/// The inputs that are due at some virtual time.
#[derive(Debug, Default)]
pub struct Queue {
    /// In order. There are never many.
    due: Vec<(Place, Input)>,
    scheduled: u64,
    /// The number of the current delivery.
    delivery: u64,
    /// If the current delivery is a reply: its request, and the delivery that caused it.
    reply: Option<(Op, u64)>,
}

impl Queue {
    /// Schedules an input that is due some time after `now`, because of an effect in `lane`.
    pub fn push(&mut self, now: Millis, lane: Lane, (after, input): Due) {
        let rank = RANKS.iter().position(|known| *known == lane).unwrap_or(RANKS.len());
        let place = Place { at: now.after(after), cause: self.delivery, rank, scheduled: self.scheduled };
        let index = self.due.partition_point(|(known, _)| *known < place);
        self.due.insert(index, (place, input));
        self.scheduled += 1;
    }

    /// The number of the current delivery.
    pub const fn delivery(&self) -> u64 {
        self.delivery
    }

    /// Drops every input that belongs to an operation, after the subject was killed. The restarted subject begins with
    /// a new delivery.
    pub fn forget_operations(&mut self) {
        self.due.retain(|(_, input)| match input {
            Input::Model(..) | Input::Tool(..) | Input::Person(..) | Input::File(..) | Input::Fired(_) => false,
            Input::Begin(_) | Input::Says(_) | Input::Client(_) | Input::Signal(_) => true,
        });
        self.delivery += 1;
        self.reply = None;
    }

    /// When the first input is due. `None` if nothing is due.
    pub fn first_at(&self) -> Option<Millis> {
        self.due.first().map(|(place, _)| place.at)
    }

    /// Whether nothing is due.
    pub fn is_empty(&self) -> bool {
        self.due.is_empty()
    }

    /// The time from `now` until the first timer fires. `None` if anything else is due, or nothing.
    pub fn timers_after(&self, now: Millis) -> Option<Millis> {
        let (first, _) = self.due.first()?;
        let is_all = self.due.iter().all(|(_, input)| matches!(input, Input::Fired(_)));
        is_all.then(|| Millis(first.at.0.saturating_sub(now.0)))
    }

    /// Takes one of the inputs that are due at the earliest instant. `pick` chooses among them, in their plain order;
    /// of the events of a reply, only the next one can be chosen. If replies are `whole`, the next event of the current
    /// reply goes first. The events of one reply are one delivery, because a subject may act on each event or on the
    /// whole reply.
    pub fn pop(&mut self, whole: bool, pick: impl FnOnce(usize) -> usize) -> Option<(Millis, Input)> {
        let (place, input) = self.take(whole, pick)?;
        self.count(place, &input);
        Some((place.at, input))
    }

    /// Counts the delivery of an input.
    fn count(&mut self, place: Place, input: &Input) {
        let reply = match input {
            Input::Model(op, _) => Some((*op, place.cause)),
            _ => None,
        };
        if reply.is_none() || reply != self.reply {
            self.delivery += 1;
        }
        self.reply = reply;
    }

    fn take(&mut self, whole: bool, pick: impl FnOnce(usize) -> usize) -> Option<(Place, Input)> {
        let (first, _) = self.due.first()?;
        let at = first.at;
        if let Some((current, cause)) = self.reply.filter(|_| whole) {
            let goes_on = |(place, input): &(Place, Input)| {
                place.at == at && place.cause == cause && matches!(input, Input::Model(op, _) if *op == current)
            };
            if let Some(index) = self.due.iter().position(goes_on) {
                return Some(self.due.remove(index));
            }
        }
        let now = self.due.partition_point(|(place, _)| place.at == at);
        // Of the events of a reply, the first one that is left.
        let is_head = |index: &usize| match &self.due[*index].1 {
            Input::Model(op, _) => {
                !self.due[..*index].iter().any(|(_, before)| matches!(before, Input::Model(of, _) if of == op))
            }
            _ => true,
        };
        let count = (0..now).filter(is_head).count();
        let picked = if count == 1 { 0 } else { pick(count).min(count - 1) };
        let index = (0..now).filter(is_head).nth(picked)?;
        Some(self.due.remove(index))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Queue;
    use crate::{
        model::{Millis, Op},
        stage::Lane,
        system::{Act, FileEvent, Input, ModelEvent, ToolEvent, Utterance},
    };

    const NOW: Millis = Millis(0);

    fn in_lane(lane: Lane) -> Input {
        match lane {
            Lane::Model => Input::Model(Op::Request(1), ModelEvent::Finished),
            Lane::Tool => Input::Tool(Op::Call(1), ToolEvent::Panicked),
            Lane::Prompt => Input::Person(Op::Prompt(1), Act::Cancel),
            Lane::File => Input::File(Op::File(1), FileEvent::Done),
            Lane::Clock => Input::Fired(Op::Timer(1)),
            _ => Input::Says(Utterance(lane.word().into())),
        }
    }

    fn drain(queue: &mut Queue) -> Vec<Input> {
        std::iter::from_fn(|| queue.pop(false, |_| 0).map(|(_, input)| input)).collect()
    }

    #[rstest]
    #[case(&[Lane::Client, Lane::Model, Lane::Tool, Lane::Prompt, Lane::File, Lane::Clock, Lane::Turn])]
    #[case(&[Lane::Turn, Lane::Clock, Lane::File, Lane::Prompt, Lane::Tool, Lane::Model, Lane::Client])]
    #[case(&[Lane::Prompt, Lane::Client, Lane::Clock, Lane::Model, Lane::Turn, Lane::File, Lane::Tool])]
    fn the_inputs_that_one_delivery_causes_go_lane_by_lane(#[case] order: &[Lane]) {
        let mut queue = Queue::default();
        order.iter().for_each(|lane| queue.push(NOW, *lane, (NOW, in_lane(*lane))));
        let expected = super::RANKS.iter().filter(|lane| order.contains(lane)).map(|lane| in_lane(*lane));
        assert_eq!(drain(&mut queue), expected.collect::<Vec<_>>());
    }

    #[test]
    fn the_inputs_of_an_earlier_delivery_go_first_in_any_lane() {
        let mut queue = Queue::default();
        queue.push(NOW, Lane::Client, (NOW, in_lane(Lane::Client)));
        queue.push(NOW, Lane::Turn, (NOW, in_lane(Lane::Turn)));
        queue.pop(false, |_| 0);
        queue.push(NOW, Lane::Client, (NOW, in_lane(Lane::Client)));
        assert_eq!(drain(&mut queue), [in_lane(Lane::Turn), in_lane(Lane::Client)]);
    }

    /// A subject may act on each event of a reply, or on the whole reply. The schedule is the same.
    #[rstest]
    #[case::at_once([1, 2])]
    #[case::all_at_the_end([2, 2])]
    fn the_events_of_a_reply_are_one_delivery(#[case] acts_after: [usize; 2]) {
        let mut queue = Queue::default();
        let reply =
            [ModelEvent::Text("a".into()), ModelEvent::Finished].map(|event| Input::Model(Op::Request(1), event));
        let other = Input::Model(Op::Request(2), ModelEvent::Finished);
        for event in reply.iter().chain([&other]) {
            queue.push(NOW, Lane::Model, (NOW, event.clone()));
        }
        let mut found = Vec::new();
        for delivered in 1..=2 {
            found.extend(queue.pop(false, |_| 0).map(|(_, input)| input));
            let lanes = [Lane::Prompt, Lane::Tool].into_iter().zip(acts_after);
            for (lane, _) in lanes.filter(|(_, after)| *after == delivered) {
                queue.push(NOW, lane, (NOW, in_lane(lane)));
            }
        }
        found.extend(drain(&mut queue));
        let [first, last] = reply;
        assert_eq!(found, [first, last, other, in_lane(Lane::Tool), in_lane(Lane::Prompt)]);
    }

    /// Over HTTP a reply is sent whole, so nothing comes between two of its events.
    #[rstest]
    #[case::piece_by_piece(false, "text, other, end")]
    #[case::whole(true, "text, end, other")]
    fn only_a_whole_reply_is_never_interrupted(#[case] whole: bool, #[case] expected: &str) {
        let mut queue = Queue::default();
        let reply =
            [ModelEvent::Text("a".into()), ModelEvent::Finished].map(|event| Input::Model(Op::Request(1), event));
        let other = in_lane(Lane::Turn);
        for input in reply.iter().chain([&other]) {
            queue.push(NOW, Lane::Model, (NOW, input.clone()));
        }
        // The first pick takes the reply, and the second one the other input.
        let mut picks = 0..;
        let mut pick = |_: usize| picks.next().unwrap_or_default();
        let taken = std::iter::from_fn(|| queue.pop(whole, &mut pick).map(|(_, input)| input));
        let names = taken.map(|input| match input {
            Input::Model(_, ModelEvent::Text(_)) => "text",
            Input::Model(..) => "end",
            _ => "other",
        });
        assert_eq!(names.collect::<Vec<_>>().join(", "), expected);
    }
}
