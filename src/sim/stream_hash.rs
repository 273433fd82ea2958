//! A hash over a stream, link by link: two runs are the same where their last links are.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use serde_json::Value;

use crate::{
    model::{Message, Millis, ModelRequest, Op, ToolDefinition},
    stage::What,
    system::{Effect, Record},
};

/// The chain so far.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct StreamHash(u64);

impl StreamHash {
    /// The chain as that of a seed: to be summed up in any order.
    pub fn of(self, seed: u64) -> u64 {
        Mixer(seed).with(self.0).finish()
    }

    /// The last link.
    pub const fn last(self) -> u64 {
        self.0
    }
}

/// What a request goes into the chain with; all other things go in with the number of their variant, which is less.
const REQUEST: u8 = 0x80;
/// What a record goes into the chain with.
const RECORD: u8 = 0x81;

/// Makes a chain. A request shares with those before it what it has in common with them, so it goes in as the hashes of
/// its parts, and of these only the new ones are taken anew.
#[derive(Default)]
pub struct StreamHasher {
    chain: StreamHash,
    tools: Option<(Arc<[ToolDefinition]>, u64)>,
    messages: Vec<(Arc<Message>, u64)>,
}

impl StreamHasher {
    /// The chain so far.
    pub const fn chain(&self) -> StreamHash {
        self.chain
    }

    /// Adds what happened.
    pub fn link(&mut self, at: Millis, what: &What) {
        let mut hasher = Mixer(self.chain.0);
        at.hash(&mut hasher);
        match what {
            What::Effect(Effect::Request(op, request)) => self.request(*op, request, &mut hasher),
            What::Effect(Effect::Record(Record(record))) => {
                hasher.write_u8(RECORD);
                value(record, &mut hasher);
            }
            _ => what.hash(&mut hasher),
        }
        self.chain = StreamHash(hasher.finish());
    }

    fn request(&mut self, op: Op, request: &ModelRequest, hasher: &mut Mixer) {
        let ModelRequest { model, system, messages, tools, choice, schema } = request;
        hasher.write_u8(REQUEST);
        (op, model, system, choice, schema).hash(hasher);
        hasher.write_usize(messages.len());
        for (index, message) in messages.iter().enumerate() {
            let known = self.messages.get(index).filter(|(known, _)| Arc::ptr_eq(known, message));
            let hash = known.map_or_else(|| hash(message), |(_, hash)| *hash);
            if known.is_none() {
                self.messages.truncate(index);
                self.messages.push((Arc::clone(message), hash));
            }
            hasher.write_u64(hash);
        }
        let known = self.tools.as_ref().filter(|(known, _)| Arc::ptr_eq(known, tools));
        let hash = known.map_or_else(|| hash(tools), |(_, hash)| *hash);
        if known.is_none() {
            self.tools = Some((Arc::clone(tools), hash));
        }
        hasher.write_u64(hash);
    }
}

/// Adds a value as it is written, the order of its members included.
fn value(of: &Value, hasher: &mut Mixer) {
    match of {
        Value::Null => hasher.write_u8(0),
        Value::Bool(is) => (1_u8, is).hash(hasher),
        Value::Number(number) => (2_u8, number).hash(hasher),
        Value::String(text) => (3_u8, text).hash(hasher),
        Value::Array(items) => {
            (4_u8, items.len()).hash(hasher);
            items.iter().for_each(|item| value(item, hasher));
        }
        Value::Object(members) => {
            (5_u8, members.len()).hash(hasher);
            for (key, of) in members {
                key.hash(hasher);
                value(of, hasher);
            }
        }
    }
}

fn hash(part: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = Mixer::default();
    part.hash(&mut hasher);
    hasher.finish()
}

/// A plain mixer of words: what is hashed was not made by an enemy. Numbers go in as they are, so that the hash is the
/// same on every machine.
#[derive(Default)]
pub(super) struct Mixer(u64);

impl Mixer {
    /// An odd number without a pattern (the fraction of the golden ratio).
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    const fn with(&self, word: u64) -> Self {
        Self((self.0.rotate_left(23) ^ word).wrapping_mul(Self::FACTOR))
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        let folded = self.0 ^ (self.0 >> 32);
        let folded = folded.wrapping_mul(Self::FACTOR);
        folded ^ (folded >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            *self = self.with(u64::from_le_bytes(word.try_into().unwrap_or_default()));
        }
        let rest = words.remainder();
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            *self = self.with(u64::from_le_bytes(last) ^ ((rest.len() as u64) << 56));
        }
    }

    fn write_u8(&mut self, byte: u8) {
        *self = self.with(u64::from(byte));
    }

    fn write_u16(&mut self, word: u16) {
        *self = self.with(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        *self = self.with(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        *self = self.with(word);
    }

    fn write_usize(&mut self, word: usize) {
        *self = self.with(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::StreamHasher;
    use crate::{
        model::{Millis, ModelRequest, Op, Part, Role, ToolDefinition},
        stage::What,
        system::{Effect, Input, Record, Utterance},
    };

    fn said(text: &str) -> What {
        What::Input(Input::Says(Utterance(text.to_owned())))
    }

    fn chain(said_at: &[(u64, &str)]) -> u64 {
        let mut linker = StreamHasher::default();
        said_at.iter().for_each(|(at, text)| linker.link(Millis(*at), &said(text)));
        linker.chain().last()
    }

    fn asked(request: &ModelRequest) -> What {
        What::Effect(Effect::Request(Op::Request(1), Box::new(request.clone())))
    }

    /// Three requests of one conversation, the second of which goes another way than the third.
    fn conversation() -> [ModelRequest; 3] {
        let tool =
            ToolDefinition { name: "deploy".into(), description: String::new(), parameters: Arc::new(true.into()) };
        let mut first = ModelRequest { tools: [tool].into(), ..ModelRequest::default() };
        first.push(Role::User, Part::Text("go".into()));
        let [mut second, mut third] = [(); 2].map(|()| first.clone());
        second.push(Role::User, Part::Text("aside".into()));
        third.push(Role::Assistant, Part::Text("gone".into()));
        [first, second, third]
    }

    fn chained(requests: &[ModelRequest]) -> u64 {
        let mut linker = StreamHasher::default();
        requests.iter().for_each(|request| linker.link(Millis(0), &asked(request)));
        linker.chain().last()
    }

    /// The same request, with nothing in common with any other.
    fn apart(request: &ModelRequest) -> ModelRequest {
        let messages = request.messages.iter().map(|message| Arc::new((**message).clone())).collect();
        ModelRequest { messages, tools: request.tools.iter().cloned().collect(), ..request.clone() }
    }

    #[test]
    fn what_requests_share_makes_no_difference() {
        let shared = conversation();
        assert_eq!(chained(&shared), chained(&shared.each_ref().map(apart)));
    }

    #[test]
    fn any_difference_between_requests_shows() {
        let [first, second, third] = conversation();
        let change = |change: fn(&mut ModelRequest)| {
            let mut changed = third.clone();
            change(&mut changed);
            chained(&[first.clone(), second.clone(), changed])
        };
        let all = [
            change(|_| {}),
            change(|request| request.model = Some("small".into())),
            change(|request| request.system = Some("small".into())),
            change(|request| request.schema = Some("small".into())),
            change(|request| request.choice = crate::model::ToolChoice::None),
            change(|request| request.tools = [].into()),
            change(|request| drop(request.messages.pop_front())),
            change(|request| request.push(Role::Assistant, Part::Text("and gone".into()))),
            change(|request| request.push(Role::User, Part::Text("and gone".into()))),
            chained(&[first.clone(), third.clone(), second.clone()]),
        ];
        for (index, one) in all.iter().enumerate() {
            assert_eq!(all.iter().position(|other| other == one), Some(index));
        }
    }

    #[test]
    fn any_difference_between_records_shows() {
        let records = [
            json!(null),
            json!(false),
            json!(0),
            json!(""),
            json!([]),
            json!({}),
            json!([[], 1]),
            json!([[1]]),
            json!({"a": 1, "b": 2}),
            json!({"b": 2, "a": 1}),
            json!({"a": {"b": 2}}),
        ];
        let all = records.map(|record| {
            let mut linker = StreamHasher::default();
            linker.link(Millis(0), &What::Effect(Effect::Record(Record(record))));
            linker.chain().last()
        });
        for (index, one) in all.iter().enumerate() {
            assert_eq!(all.iter().position(|other| other == one), Some(index));
        }
    }

    /// Fixed, since a sum is compared between machines.
    #[test]
    fn a_hash_is_a_promise() {
        assert_eq!(format!("{:016x}", chain(&[(7, "a much longer text than eight bytes")])), "5021478e41dd1fb8");
        assert_eq!(format!("{:016x}", chained(&conversation())), "fe38d41162f07440");
    }

    #[test]
    fn the_same_is_the_same_and_any_difference_shows() {
        let all = [
            chain(&[]),
            chain(&[(0, "a")]),
            chain(&[(1, "a")]),
            chain(&[(0, "b")]),
            chain(&[(0, "a"), (0, "b")]),
            chain(&[(0, "b"), (0, "a")]),
            chain(&[(0, "ab")]),
            chain(&[(0, "a much longer text than eight bytes")]),
            chain(&[(0, "a much longer text than eight bytfs")]),
        ];
        for (index, one) in all.iter().enumerate() {
            assert_eq!(all.iter().position(|other| other == one), Some(index));
        }
        assert_eq!(chain(&[(0, "a"), (0, "b")]), chain(&[(0, "a"), (0, "b")]));
    }
}
