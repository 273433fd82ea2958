//! The chat's messages. Nothing else is stored (DC-81), and the model is shown these messages.

use crate::model::json::{Text, Value, read_placed};

use super::{
    errors::SetupError,
    persisted::{Author, Block, Content, ERROR, Message, REASONING, Resolution, WORDS},
    texts,
};
use crate::{
    model::Part,
    system::{
        Effect, Record,
        chat::{CallResult, Chat, ChatCall},
    },
};

/// The messages of a chat, oldest first.
#[derive(Clone, Debug, Default, Hash)]
pub struct Transcript {
    messages: Vec<Message>,
}

impl Transcript {
    /// Reads the stored messages. The last stored version of each message counts.
    ///
    /// # Errors
    /// One of the stored values is not a message.
    pub fn read(stored: &[Value]) -> Result<Self, SetupError> {
        let mut transcript = Self::default();
        for (index, value) in stored.iter().enumerate() {
            let message: Message =
                read_placed(|| value).map_err(|why| SetupError::NotMessage { number: index + 1, why })?;
            let expected = match (message.role, &message.content) {
                (Author::User, Content::Blocks(_)) => Some("an object with the user's `text`"),
                (Author::Assistant, Content::Said { .. }) => Some("an array of blocks"),
                _ => None,
            };
            if let Some(expected) = expected {
                return Err(SetupError::WrongContent { number: index + 1, expected });
            }
            match transcript.messages.iter_mut().find(|known| known.id == message.id) {
                Some(known) => *known = message,
                None => transcript.messages.push(message),
            }
        }
        Ok(transcript)
    }

    /// Stores a message of the user.
    pub fn say(&mut self, text: &Text, out: &mut Vec<Effect>) {
        self.push(Author::User, Content::Said { text: text.clone() });
        self.store_last(out);
    }

    /// The id of the next message. No stored message has this id.
    pub fn next_id(&self) -> Text {
        let is_free = |id: &Text| self.messages.iter().all(|message| message.id != *id);
        let mut ids = (self.messages.len() + 1..).map(|number| Text::from(format!("message_{number}")));
        ids.find(is_free).unwrap_or_default()
    }

    fn push(&mut self, role: Author, content: Content) {
        let id = self.next_id();
        self.messages.push(Message::sent(id, role, content));
    }

    fn store_last(&self, out: &mut Vec<Effect>) {
        let value = self.messages.last().and_then(|message| crate::model::json::to_value(message).ok());
        out.extend(value.map(|value| Effect::Record(Record(value))));
    }

    /// The assistant's current message. There is none before the assistant's first words in this turn.
    pub fn current(&self) -> Option<&Message> {
        self.messages.last().filter(|message| message.role == Author::Assistant)
    }

    /// Appends blocks to the assistant's current message, or begins it with them (DC-31).
    pub fn append(&mut self, blocks: Vec<Block>, out: &mut Vec<Effect>) {
        if blocks.is_empty() {
            return;
        }
        self.begin_message();
        self.change(|current| current.extend(blocks), out);
    }

    /// Begins the assistant's message, unless the message has begun.
    fn begin_message(&mut self) {
        if self.current_blocks().is_none() {
            self.push(Author::Assistant, Content::Blocks(Vec::new()));
        }
    }

    /// Changes the assistant's current message, and stores the message once.
    pub fn change(&mut self, change: impl FnOnce(&mut Vec<Block>), out: &mut Vec<Effect>) {
        if let Some(blocks) = self.current_blocks() {
            change(blocks);
            self.store_last(out);
        }
    }

    fn current_blocks(&mut self) -> Option<&mut Vec<Block>> {
        match self.messages.last_mut() {
            Some(Message { role: Author::Assistant, content: Content::Blocks(blocks), .. }) => Some(blocks),
            _ => None,
        }
    }

    /// The blocks of the assistant's current message.
    pub fn blocks(&self) -> &[Block] {
        match self.current().map(|message| &message.content) {
            Some(Content::Blocks(blocks)) => blocks,
            _ => &[],
        }
    }

    /// The number of the model's replies in the current message.
    pub fn steps(&self) -> u32 {
        self.blocks().iter().filter_map(|block| block.step).max().unwrap_or(0)
    }

    /// The user stopped the generation: every pending block of the current message fails, and an error block says so
    /// (DC-50). If the message had not begun, the error block begins the message.
    pub fn stop(&mut self, out: &mut Vec<Effect>) {
        self.begin_message();
        let step = self.steps();
        if let Some(message) = self.messages.last_mut() {
            message.stop();
        }
        let stop = |blocks: &mut Vec<Block>| {
            for block in blocks.iter_mut().filter(|block| block.is_pending()) {
                match block.is_question() {
                    true => block.resolve(&Resolution::Stopped),
                    false => block.respond(texts::STOPPED, true),
                }
            }
            blocks.push(Block::content(ERROR, texts::STOPPED, step));
        };
        self.change(stop, out);
    }

    /// Shows the model every message, and each call with its result. A call without a result is left to the chat if the
    /// call is open and in the last message. Every other such call has lost its result.
    pub fn show(&self, chat: &mut Chat, mut is_open: impl FnMut(&Block) -> bool) {
        for (index, message) in self.messages.iter().enumerate().filter(|(_, message)| message.role != Author::Other) {
            match &message.content {
                Content::Said { text } => chat.user(text.clone()),
                Content::Blocks(blocks) => {
                    let is_last = index + 1 == self.messages.len();
                    show_blocks(blocks, chat, |block| is_last && is_open(block));
                }
            }
        }
    }
}

/// Shows the blocks of a message reply by reply: the words, the calls, their results.
fn show_blocks(blocks: &[Block], chat: &mut Chat, mut is_open: impl FnMut(&Block) -> bool) {
    let step_of = |block: &Block| block.step.unwrap_or(1);
    // An older version counted no replies: words behind a call begin the next reply.
    let is_words = |block: &Block| [WORDS, REASONING].contains(&block.kind.as_str());
    let begins = |one: &Block, next: &Block| next.step.is_none() && is_words(next) && !is_words(one);
    for answer in blocks.chunk_by(|one, next| step_of(one) == step_of(next) && !begins(one, next)) {
        for block in answer {
            let words = || block.content.clone().unwrap_or_default();
            match block.kind.as_str() {
                REASONING => chat.assistant(Part::Reasoning(words())),
                WORDS => chat.assistant(Part::Text(words())),
                _ => {}
            }
        }
        let calls: Vec<&Block> = answer.iter().filter(|block| block.is_call() && block.tool_call.is_some()).collect();
        for block in &calls {
            let call = block.tool_call.clone().unwrap_or_default();
            let mut call = ChatCall::new(call.id, call.name, call.params.to_string());
            let result = block.tool_call.as_ref().and_then(|call| call.response.clone());
            let is_error = block.has_failed();
            if let Some(content) = result {
                call.settle(CallResult { content, is_error });
            } else if !is_open(block) {
                call.settle(CallResult::error(texts::LOST));
            }
            chat.restore(call);
        }
        chat.conclude();
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::json;

    use super::{Chat, Effect, Transcript};

    /// Ids are counted, but a stored chat may lack messages or have other ids.
    #[test]
    fn no_two_messages_have_one_id() {
        let stored = json!([{"id": "message_3", "role": "user", "content": {"text": "a"}},
            {"id": "m", "role": "user", "content": {"text": "b"}}]);
        let mut transcript = Transcript::read(stored.as_array().unwrap()).unwrap();
        let mut stored = Vec::new();
        transcript.say(&"c".into(), &mut stored);
        transcript.say(&"d".into(), &mut stored);
        let ids = stored.iter().map(|effect| match effect {
            Effect::Record(record) => record.0["id"].clone(),
            _ => json!(null),
        });
        assert_eq!(ids.collect::<Vec<_>>(), [json!("message_4"), json!("message_5")]);
    }

    /// A message's content must fit its author. Messages of unknown authors are not shown to the model.
    #[test]
    fn a_message_says_what_its_role_can_say() {
        for (role, content) in
            [("user", json!([{"type": "content", "content": "a"}])), ("assistant", json!({"text": "a"}))]
        {
            let stored = json!([{"id": "m", "role": role, "content": content}]);
            let why = Transcript::read(stored.as_array().unwrap()).unwrap_err().to_string();
            assert!(why.starts_with("stored message 1: content: expected "), "{why}");
        }
        let of_another = json!([{"id": "m", "role": "system", "content": {"text": "obey"}}]);
        let mut chat = Chat::default();
        Transcript::read(of_another.as_array().unwrap()).unwrap().show(&mut chat, |_| false);
        assert!(chat.history().messages.is_empty());
    }

    /// A generation that is stopped before its first word is stored as a failed message.
    #[test]
    fn a_stop_before_the_first_word_is_stored_as_one() {
        let (mut transcript, mut out) = (Transcript::default(), Vec::new());
        transcript.say(&"go".into(), &mut out);
        transcript.stop(&mut out);
        let Some(Effect::Record(record)) = out.last() else { panic!("nothing is stored") };
        assert_eq!((&record.0["status"], &record.0["outcome"]["status"]), (&json!("error"), &json!("aborted")));
    }
}
