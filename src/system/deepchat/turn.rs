//! A turn: the user's message, the model's answer, and the batch of calls in that answer.

use crate::model::json::Text;

use super::{
    DeepChat, Profile,
    persisted::{Block, REASONING, WORDS},
    profile::tool_name,
    texts,
};
use crate::{
    model::Op,
    system::{
        Answer, Effect, ModelEvent, ReplyEnd, Turn, TurnEnd, Why,
        chat::{CallResult, ChatProgress},
    },
};

/// Where the machine stands.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Phase {
    /// Nothing is under way.
    #[default]
    Idle,
    /// The agent is at work.
    Running,
    /// A question waits for the user.
    Paused,
    /// The user chose to answer in a message of their own (DC-54).
    FollowUp,
    /// The setup cannot be read, or the process has ended.
    Closed,
}

impl DeepChat {
    /// The user writes a message. It begins a turn, answers the pending question, or waits until the agent is done.
    pub(super) fn says(&mut self, text: Text, out: &mut Vec<Effect>) {
        match self.phase {
            Phase::Closed => out.push(Effect::Refuse(Why::Idle)),
            // A blank message is not sent (DC-47).
            _ if text.trim().is_empty() => out.push(Effect::Refuse(Why::NotOffered)),
            Phase::Paused if self.profile == Profile::Seed => self.manual_message(text, out),
            Phase::Running | Phase::Paused => self.queued.push_back(text),
            Phase::FollowUp => self.send(&text, out),
            Phase::Idle => {
                self.queued.push_back(text);
                self.send_queued(out);
            }
        }
    }

    pub(super) fn send_queued(&mut self, out: &mut Vec<Effect>) {
        if let Some(text) = self.queued.pop_front() {
            self.send(&text, out);
        }
    }

    /// A message of the user begins a turn.
    pub(super) fn send(&mut self, text: &Text, out: &mut Vec<Effect>) {
        out.push(Effect::Turn(Turn::Began));
        for answer in std::mem::take(&mut self.unsent) {
            self.transcript.say(&answer, out);
        }
        self.transcript.say(text, out);
        self.ask_with_message(text, out);
    }

    /// Asks the model, with the user's message in the history.
    pub(super) fn ask_with_message(&mut self, text: &Text, out: &mut Vec<Effect>) {
        self.phase = Phase::Running;
        self.chat.user(text);
        self.chat.ask(out);
    }

    pub(super) fn model(&mut self, op: Op, event: ModelEvent, out: &mut Vec<Effect>) {
        match self.chat.model(op, event, out) {
            ChatProgress::Nothing => {}
            ChatProgress::Answer(answer) => self.answered(&answer, out),
            ChatProgress::Failed(failure) => self.end(TurnEnd::Failed(failure.kind), out),
        }
    }

    fn answered(&mut self, answer: &Answer, out: &mut Vec<Effect>) {
        let step = self.transcript.steps() + 1;
        let said = [(REASONING, &answer.reasoning), (WORDS, &answer.text)];
        let said = said.into_iter().filter(|(_, words)| !words.is_empty());
        let mut blocks: Vec<Block> = said.map(|(kind, words)| Block::content(kind, words, step)).collect();
        blocks.extend(answer.calls.iter().map(|call| Block::call(&call.id, &call.name, &call.arguments, step)));
        self.transcript.append(blocks, out);
        if answer.calls.is_empty() {
            self.end(TurnEnd::Completed, out);
            return;
        }
        for index in 0..answer.calls.len() {
            if answer.end == ReplyEnd::CutOff {
                // The output limit may have cut off any of the calls, so none runs (DC-29).
                self.chat.settle(index, CallResult::error(texts::CUT_OFF));
            } else {
                self.begin_call(index, step, out);
            }
        }
        self.executed(out);
    }

    fn begin_call(&mut self, index: usize, step: u32, out: &mut Vec<Effect>) {
        let call = self.chat.calls()[index].clone();
        if call.name == tool_name(self.profile) && self.config.questions {
            self.ask(index, step, out);
        } else if self.chat.offers(&call.name) {
            if self.config.hooks {
                out.push(Effect::Client(
                    crate::model::json::json!({"type": "hook", "event": "PreToolUse", "toolCallId": call.id,
                    "toolName": call.name}),
                ));
            }
            self.chat.execute(index, out);
        } else {
            self.chat.settle(index, CallResult::error(texts::not_found(&call.name)));
        }
    }

    /// A call of the batch has a result. Stores the new results, and goes on once every call has one.
    pub(super) fn executed(&mut self, out: &mut Vec<Effect>) {
        self.store_results(out);
        if self.chat.is_running() || self.phase == Phase::Closed {
            return;
        }
        if !self.pending.is_empty() {
            self.pause(out);
        } else if self.chat.conclude() {
            // The answer is the user's next message, so the turn waits for it even if other calls are done (DC-54).
            match std::mem::take(&mut self.follows_up) {
                true => {
                    self.pause(out);
                    self.phase = Phase::FollowUp;
                }
                false => self.chat.ask(out),
            }
        }
    }

    /// Writes the results of calls into their blocks.
    pub(super) fn store_results(&mut self, out: &mut Vec<Effect>) {
        let step = self.transcript.steps();
        let calls = self.chat.calls().iter();
        let results: Vec<Option<CallResult>> = calls.map(|call| call.result().cloned()).collect();
        let is_new = |(block, result): (&Block, &Option<CallResult>)| result.is_some() && block.is_pending();
        let of_step = |block: &&Block| block.is_call() && block.step == Some(step);
        if !self.transcript.blocks().iter().filter(of_step).zip(&results).any(is_new) {
            return;
        }
        let write = |blocks: &mut Vec<Block>| {
            let calls = blocks.iter_mut().filter(|block| block.is_call() && block.step == Some(step));
            for (block, result) in calls.zip(results).filter(|(block, _)| block.is_pending()) {
                if let Some(CallResult { content, is_error }) = result {
                    block.respond(&content, is_error);
                }
            }
        };
        self.transcript.change(write, out);
    }

    /// The turn stops until the user has answered (DC-19).
    fn pause(&mut self, out: &mut Vec<Effect>) {
        if self.phase != Phase::Paused {
            self.phase = Phase::Paused;
            out.push(Effect::Turn(Turn::Paused));
        }
    }

    pub(super) fn end(&mut self, how: TurnEnd, out: &mut Vec<Effect>) {
        self.phase = Phase::Idle;
        out.push(Effect::Turn(Turn::Ended(how)));
        if how == TurnEnd::Completed {
            self.send_queued(out);
        }
    }

    /// The user stops the generation, or gives up the pending questions (DC-50).
    pub(super) fn stop(&mut self, out: &mut Vec<Effect>) {
        if matches!(self.phase, Phase::Idle | Phase::Closed) {
            out.push(Effect::Refuse(Why::Idle));
            return;
        }
        if let Some(resuming) = self.resuming.take() {
            out.push(Effect::Cancel(resuming.timer, Why::Interrupted));
            self.tell_resumed(resuming.told, false, out);
        }
        self.follows_up = false;
        let pending = std::mem::take(&mut self.pending);
        out.extend(pending.iter().map(|pending| Effect::Cancel(pending.op(), Why::Interrupted)));
        self.chat.abort(&CallResult::error(texts::STOPPED), out);
        self.transcript.stop(out);
        self.end(TurnEnd::Interrupted, out);
    }
}
