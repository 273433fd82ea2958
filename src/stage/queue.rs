//! What is due, the earliest first. Within one instant the order is that of the deliveries that caused it; what one
//! delivery caused goes lane by lane, and in the subject's order within a lane. So a subject may do what follows from a
//! delivery in any order between the lanes, and is delivered the same.

use super::{party::Due, stream::Lane};
use crate::{
    model::{Millis, Op},
    system::Input,
};

/// Where something that is due has its place.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Place {
    at: Millis,
    /// The delivery that caused it.
    cause: u64,
    /// The rank of the lane of the effect that caused it.
    rank: usize,
    scheduled: u64,
}

/// In which order what one delivery causes is delivered within one instant: what comes from outside first, and what a
/// turn causes by its end last.
const RANKS: [Lane; 8] =
    [Lane::Client, Lane::Model, Lane::Tool, Lane::Prompt, Lane::File, Lane::Clock, Lane::Record, Lane::Turn];

/// Deliveries that are due at some virtual time.
#[derive(Debug, Default)]
pub struct Queue {
    /// In order; there are never many.
    due: Vec<(Place, Input)>,
    scheduled: u64,
    /// The number of the delivery that the subject acts on.
    delivery: u64,
    /// The request whose reply it is, and what caused that.
    reply: Option<(Op, u64)>,
}

impl Queue {
    /// Schedules what is due so long after `now`, because of what the subject did in `lane`.
    pub fn push(&mut self, now: Millis, lane: Lane, (after, input): Due) {
        let rank = RANKS.iter().position(|known| *known == lane).unwrap_or(RANKS.len());
        let place = Place { at: now.after(after), cause: self.delivery, rank, scheduled: self.scheduled };
        let index = self.due.partition_point(|(known, _)| *known < place);
        self.due.insert(index, (place, input));
        self.scheduled += 1;
    }

    /// The number of the delivery that the subject acts on.
    pub const fn delivery(&self) -> u64 {
        self.delivery
    }

    /// Drops what was owed to a subject that is no more: whatever names one of its operations. What is owed to the next
    /// one is caused by another delivery.
    pub fn forget_operations(&mut self) {
        self.due.retain(|(_, input)| match input {
            Input::Model(..) | Input::Tool(..) | Input::Person(..) | Input::File(..) | Input::Fired(_) => false,
            Input::Begin(_) | Input::Says(_) | Input::Client(_) | Input::Signal(_) => true,
        });
        self.delivery += 1;
        self.reply = None;
    }

    /// Whether nothing is due.
    pub fn is_empty(&self) -> bool {
        self.due.is_empty()
    }

    /// How long after `now` the first timer fires, where nothing but timers is due.
    pub fn timers_after(&self, now: Millis) -> Option<Millis> {
        let (first, _) = self.due.first()?;
        let is_all = self.due.iter().all(|(_, input)| matches!(input, Input::Fired(_)));
        is_all.then(|| Millis(first.at.0.saturating_sub(now.0)))
    }

    /// Takes one of the earliest: the one that `pick` names among those that are due at one instant, in the plain order
    /// and without what must follow another piece of its reply. The events of one reply are one delivery: a subject may
    /// act on each, or on the whole.
    pub fn pop(&mut self, pick: impl FnOnce(usize) -> usize) -> Option<(Millis, Input)> {
        let (place, input) = self.take(pick)?;
        let reply = match &input {
            Input::Model(op, _) => Some((*op, place.cause)),
            _ => None,
        };
        if reply.is_none() || reply != self.reply {
            self.delivery += 1;
        }
        self.reply = reply;
        Some((place.at, input))
    }

    fn take(&mut self, pick: impl FnOnce(usize) -> usize) -> Option<(Place, Input)> {
        let (first, _) = self.due.first()?;
        let at = first.at;
        let mut replies: Vec<Op> = Vec::new();
        let mut heads: Vec<usize> = Vec::new();
        for (index, (_, input)) in self.due.iter().take_while(|(place, _)| place.at == at).enumerate() {
            match input {
                Input::Model(op, _) if replies.contains(op) => continue,
                Input::Model(op, _) => replies.push(*op),
                _ => {}
            }
            heads.push(index);
        }
        let picked = if let [only] = heads[..] { only } else { heads[pick(heads.len()).min(heads.len() - 1)] };
        Some(self.due.remove(picked))
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
            _ => Input::Says(Utterance(lane.word().to_owned())),
        }
    }

    fn drain(queue: &mut Queue) -> Vec<Input> {
        std::iter::from_fn(|| queue.pop(|_| 0).map(|(_, input)| input)).collect()
    }

    #[rstest]
    #[case(&[Lane::Client, Lane::Model, Lane::Tool, Lane::Prompt, Lane::File, Lane::Clock, Lane::Turn])]
    #[case(&[Lane::Turn, Lane::Clock, Lane::File, Lane::Prompt, Lane::Tool, Lane::Model, Lane::Client])]
    #[case(&[Lane::Prompt, Lane::Client, Lane::Clock, Lane::Model, Lane::Turn, Lane::File, Lane::Tool])]
    fn what_one_delivery_causes_goes_lane_by_lane(#[case] order: &[Lane]) {
        let mut queue = Queue::default();
        order.iter().for_each(|lane| queue.push(NOW, *lane, (NOW, in_lane(*lane))));
        let expected = super::RANKS.iter().filter(|lane| order.contains(lane)).map(|lane| in_lane(*lane));
        assert_eq!(drain(&mut queue), expected.collect::<Vec<_>>());
    }

    #[test]
    fn what_an_earlier_delivery_causes_is_first_whatever_its_lane() {
        let mut queue = Queue::default();
        queue.push(NOW, Lane::Client, (NOW, in_lane(Lane::Client)));
        queue.push(NOW, Lane::Turn, (NOW, in_lane(Lane::Turn)));
        queue.pop(|_| 0);
        queue.push(NOW, Lane::Client, (NOW, in_lane(Lane::Client)));
        assert_eq!(drain(&mut queue), [in_lane(Lane::Turn), in_lane(Lane::Client)]);
    }

    /// A subject acts on each event of a reply, or on the whole reply: the schedule is the same.
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
            found.extend(queue.pop(|_| 0).map(|(_, input)| input));
            let lanes = [Lane::Prompt, Lane::Tool].into_iter().zip(acts_after);
            for (lane, _) in lanes.filter(|(_, after)| *after == delivered) {
                queue.push(NOW, lane, (NOW, in_lane(lane)));
            }
        }
        found.extend(drain(&mut queue));
        let [first, last] = reply;
        assert_eq!(found, [first, last, other, in_lane(Lane::Tool), in_lane(Lane::Prompt)]);
    }
}
