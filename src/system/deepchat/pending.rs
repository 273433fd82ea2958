//! The questions that wait for the user: how each is asked, answered, rejected, and shown again after a restart.

use crate::model::json::Text;

use super::{
    DeepChat, Profile, arguments,
    card::{Card, Given, Pressed},
    persisted::{Block, ERROR, Resolution, StoredCall},
    question::Question,
    texts,
    turn::Phase,
};
use crate::{
    model::{Millis, Op, text::harmless},
    system::{Act, Effect, Turn, TurnEnd, Why, chat::CallResult},
};

/// A question that waits for the user.
#[derive(Clone, Debug, Hash)]
pub struct Pending {
    op: Op,
    /// Its call's place in the batch.
    index: usize,
    /// Its call's id.
    pub call: Text,
    /// The card.
    pub card: Card,
}

/// The turn that is about to go on after the last answer.
#[derive(Clone, Debug, Hash)]
pub struct Resuming {
    /// The timer that it waits for.
    pub timer: Op,
    /// The call whose answer came from the host, which is told whether the turn went on.
    pub told: Option<Text>,
}

impl Pending {
    /// The prompt.
    pub const fn op(&self) -> Op {
        self.op
    }
}

impl DeepChat {
    /// The model asks a question. If the question cannot be asked, the model is told the reason and the user sees it;
    /// nothing waits (DC-22, DC-24, DC-72).
    pub(super) fn ask(&mut self, index: usize, step: u32, out: &mut Vec<Effect>) {
        let calls = self.chat.calls();
        let (call, is_alone) = (calls[index].clone(), calls.len() == 1);
        let question = match arguments::read(self.profile, &call.text) {
            _ if self.profile == Profile::Seed && !is_alone => Err(texts::NOT_ALONE.to_owned()),
            Ok(question) => Ok(question),
            Err(why) => Err(format!("Error: {why}")),
        };
        match question {
            Err(why) => {
                self.transcript.append(vec![Block::content(ERROR, &why, step)], out);
                self.chat.settle(index, CallResult::error(why));
            }
            Ok(question) => {
                let block = Block::question(&call.id, &call.name, &question, step);
                self.transcript.append(vec![block], out);
                self.show(index, call.id.clone(), question, out);
            }
        }
    }

    fn show(&mut self, index: usize, call: Text, question: Question, out: &mut Vec<Effect>) {
        // The screen of `head` has only single choices (DC-60).
        let multiple = question.multiple && self.profile == Profile::Seed;
        let card = Card::new(Question { multiple, ..question }, self.profile == Profile::Seed);
        let op = self.chat.mint.next(Op::Prompt);
        out.push(Effect::Show(op, card.draw(&self.texts)));
        self.offer_remotely(card.question(), out);
        self.pending.push(Pending { op, index, call, card });
    }

    /// Shows again the questions that were pending when the process ended (DC-49). The transcript alone says which.
    pub(super) fn rehydrate(&mut self, out: &mut Vec<Effect>) {
        let blocks = self.transcript.blocks().to_vec();
        let waits = |block: &&Block| block.is_question() && block.is_pending();
        let questions = blocks.iter().filter(waits).filter_map(|block| {
            let question = block.asked().filter(|question| !question.options.is_empty())?;
            Some((block.tool_call.clone()?, question))
        });
        let questions: Vec<_> = questions.collect();
        // Another call may have the same id. An older question does not name its tool.
        let asks =
            |asked: &StoredCall, id: &str, tool: &str| asked.id == id && (asked.name.is_empty() || asked.name == tool);
        // Each question keeps one call open. Of two calls with one id, the process may have ended before the second asked.
        let mut asked: Vec<&StoredCall> = questions.iter().map(|(asked, _)| asked).collect();
        let is_open = |block: &Block| {
            let call = block.tool_call.as_ref();
            let at = call.and_then(|call| asked.iter().position(|asked| asks(asked, &call.id, &call.name)));
            at.map(|at| asked.remove(at)).is_some()
        };
        self.transcript.show(&mut self.chat, is_open);
        if self.profile == Profile::Seed {
            // The process ended after the answer was taken, and before it became a message. What the model was told as the
            // result of the call, in a chat of the other profile, becomes none.
            let told = |block: &Block| {
                let call = block.tool_call.as_ref()?;
                let calls = blocks.iter().filter(|one| one.is_call()).filter_map(|one| one.tool_call.as_ref());
                calls.filter(|one| one.id == call.id).find_map(|one| one.response.clone())
            };
            let unsent =
                blocks.iter().filter_map(|block| block.answer().filter(|text| told(block).as_ref() != Some(text)));
            self.unsent = unsent.collect();
            self.unsent.iter().for_each(|text| self.chat.user(text));
        }
        for (asked, question) in questions {
            let calls = self.chat.calls().iter();
            let waiting = calls.enumerate().find(|(index, call)| {
                let is_shown = self.pending.iter().any(|pending| pending.index == *index);
                asks(&asked, &call.id, &call.name) && call.result().is_none() && !is_shown
            });
            let Some(index) = waiting.map(|(index, _)| index) else { continue };
            if self.phase == Phase::Idle {
                self.phase = Phase::Paused;
                out.push(Effect::Turn(Turn::Paused));
            }
            self.show(index, asked.id.clone(), question, out);
        }
        for block in blocks.iter().filter(|block| block.is_action() && !block.is_question()) {
            out.push(Effect::Notice(harmless(&block.generic())));
        }
    }

    pub(super) fn person(&mut self, op: Op, act: Act, out: &mut Vec<Effect>) {
        let Some(at) = self.pending.iter().position(|pending| pending.op == op) else {
            out.push(Effect::Refuse(if self.chat.mint.knows(op) { Why::Late } else { Why::Foreign }));
            return;
        };
        if at > 0 {
            out.push(Effect::Notice(texts::OUT_OF_ORDER.to_owned()));
            out.push(Effect::Refuse(Why::NotOffered));
            return;
        }
        match self.pending[at].card.act(act) {
            Pressed::Open => out.push(Effect::Show(op, self.pending[at].card.draw(&self.texts))),
            Pressed::NotOffered => out.push(Effect::Refuse(Why::NotOffered)),
            Pressed::Answered(given) => self.answer(&given, None, out),
            Pressed::Rejected => self.reject(out),
        }
    }

    /// Answers the first pending question. `told` is the call that the host named, if the answer came from the host.
    pub(super) fn answer(&mut self, given: &Given, told: Option<Text>, out: &mut Vec<Effect>) {
        let text = Text::from(given.text());
        match self.profile {
            Profile::Seed => {
                self.resolve(&Resolution::Replied { text: text.clone(), message: None }, texts::SHOWN, out);
                self.chat.conclude();
                self.send(&text, out);
            }
            Profile::Head => {
                self.resolve(&Resolution::Replied { text: text.clone(), message: None }, &text, out);
                self.go_on(told, out);
            }
        }
    }

    /// A message that the user sends while a question is pending is its answer (DC-41).
    pub(super) fn manual_message(&mut self, text: Text, out: &mut Vec<Effect>) {
        let message = Some(self.transcript.next_id());
        self.resolve(&Resolution::Replied { text: text.clone(), message }, texts::SHOWN, out);
        self.chat.conclude();
        self.send(&text, out);
    }

    /// The user declines to answer: nothing is sent, and nothing is generated (DC-42, DC-43).
    pub(super) fn reject(&mut self, out: &mut Vec<Effect>) {
        self.resolve(&Resolution::Rejected, texts::REJECTED, out);
        self.chat.conclude();
        self.end(TurnEnd::Interrupted, out);
        self.send_queued(out);
    }

    /// Settles the first pending question in the transcript, on its card, and in the history of the model.
    fn resolve(&mut self, how: &Resolution, result: &str, out: &mut Vec<Effect>) {
        if self.pending.is_empty() {
            return;
        }
        let Pending { op, index, call, card } = self.pending.remove(0);
        let write = |blocks: &mut Vec<Block>| {
            // Another call of this id waits for an answer of its own.
            let first = |is_question: bool| {
                let of_call = |block: &Block| block.tool_call.as_ref().is_some_and(|stored| stored.id == call);
                blocks
                    .iter()
                    .position(|block| block.is_pending() && of_call(block) && block.is_question() == is_question)
            };
            let (asking, asked) = (first(false), first(true));
            if let Some(block) = asking.and_then(|at| blocks.get_mut(at)) {
                block.respond(result, false);
            }
            if let Some(block) = asked.and_then(|at| blocks.get_mut(at)) {
                block.resolve(how);
            }
        };
        self.transcript.change(write, out);
        let answer = match how {
            Resolution::Replied { text, .. } => Some(text.as_str()),
            Resolution::Rejected | Resolution::Stopped => None,
        };
        out.push(Effect::Show(op, card.settled(answer, &self.texts)));
        self.chat.settle(index, CallResult::plain(result));
        self.answered.push(call.to_string());
    }

    /// The user chose to answer in a message of their own. The call is settled, and the turn waits for that message
    /// (DC-54).
    pub(super) fn follow_up(&mut self, out: &mut Vec<Effect>) {
        let text = texts::FOLLOW_UP.to_owned();
        self.resolve(&Resolution::Replied { text: text.clone().into(), message: None }, &text, out);
        self.follows_up = true;
        self.go_on(None, out);
    }

    /// The turn goes on exactly once: when no question is pending and no tool runs (DC-27).
    fn go_on(&mut self, told: Option<Text>, out: &mut Vec<Effect>) {
        if !self.pending.is_empty() || self.chat.is_running() {
            self.tell_resumed(told, false, out);
        } else if std::mem::take(&mut self.follows_up) {
            self.tell_resumed(told, false, out);
            self.chat.conclude();
            self.phase = Phase::FollowUp;
        } else {
            let timer = self.chat.mint.next(Op::Timer);
            self.resuming = Some(Resuming { timer, told });
            out.push(Effect::Timer(timer, Millis::default()));
        }
    }

    pub(super) fn resume(&mut self, out: &mut Vec<Effect>) {
        let Some(Resuming { told, .. }) = self.resuming.take() else { return };
        self.tell_resumed(told, true, out);
        self.chat.conclude();
        self.phase = Phase::Running;
        out.push(Effect::Turn(Turn::Began));
        self.chat.ask(out);
    }

    pub(super) fn tell_resumed(&self, told: Option<Text>, resumed: bool, out: &mut Vec<Effect>) {
        out.extend(told.map(|call| {
            Effect::Client(
                crate::model::json::json!({"type": "tool_interaction_result", "toolCallId": call, "resumed": resumed}),
            )
        }));
    }
}
