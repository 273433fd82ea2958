//! A hash of an event stream, which grows with each observation. Two runs with the same hash have the same stream.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use crate::model::json::Value;

use crate::{
    model::{Message, Millis, ModelRequest, Op, ToolDefinition},
    stage::What,
    system::{Effect, Record},
};

/// The hash of a stream.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct StreamHash(u64);

impl StreamHash {
    /// The hash combined with the seed of its run. A campaign adds these up in any order.
    pub fn of(self, seed: u64) -> u64 {
        Mixer(seed).with(self.0).finish()
    }

    /// The hash as a number.
    pub const fn value(self) -> u64 {
        self.0
    }
}

/// The tag of a request. The tag of any other message is the number of its variant, which is smaller.
const REQUEST: u8 = 0x80;
/// The tag of a record.
const RECORD: u8 = 0x81;

/// Hashes a stream, observation by observation. Requests of one conversation share most of their messages. So a request
/// goes in as the hashes of its messages and tools, and each shared one is hashed only once.
#[derive(Default)]
pub struct StreamHasher {
    so_far: StreamHash,
    /// The tools of the last request, with their hash.
    tools: Option<(Arc<[ToolDefinition]>, u64)>,
    /// The messages of the last request, each with its hash.
    messages: Vec<(Arc<Message>, u64)>,
}

impl StreamHasher {
    /// The hash so far.
    pub const fn so_far(&self) -> StreamHash {
        self.so_far
    }

    /// Adds an observation.
    pub fn add(&mut self, at: Millis, what: &What) {
        let mut hasher = Mixer(self.so_far.0);
        at.hash(&mut hasher);
        match what {
            What::Effect(Effect::Request(op, request)) => self.request(*op, request, &mut hasher),
            What::Effect(Effect::Record(Record(record))) => {
                hasher.write_u8(RECORD);
                value(record, &mut hasher);
            }
            _ => what.hash(&mut hasher),
        }
        self.so_far = StreamHash(hasher.finish());
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

/// A simple and fast mixer of words. It need not resist attacks. Numbers go in by value, so that the hash is the same
/// on every machine.
#[derive(Default)]
pub struct Mixer(u64);

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

    use crate::model::json::json;

    use super::StreamHasher;
    use crate::{
        model::{Millis, ModelRequest, Op, Part, Role, ToolDefinition},
        stage::What,
        system::{Effect, Input, Record, Utterance},
    };

    fn said(text: &str) -> What {
        What::Input(Input::Says(Utterance(text.into())))
    }

    fn hashed(said_at: &[(u64, &str)]) -> u64 {
        let mut hasher = StreamHasher::default();
        said_at.iter().for_each(|(at, text)| hasher.add(Millis(*at), &said(text)));
        hasher.so_far().value()
    }

    fn asked(request: &ModelRequest) -> What {
        What::Effect(Effect::Request(Op::Request(1), Box::new(request.clone())))
    }

    /// Three requests of one conversation. The second and the third continue the first in different ways.
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

    fn hashed_requests(requests: &[ModelRequest]) -> u64 {
        let mut hasher = StreamHasher::default();
        requests.iter().for_each(|request| hasher.add(Millis(0), &asked(request)));
        hasher.so_far().value()
    }

    /// A copy of a request that shares no memory with any other.
    fn unshared(request: &ModelRequest) -> ModelRequest {
        let messages = request.messages.iter().map(|message| Arc::new((**message).clone())).collect();
        ModelRequest { messages, tools: request.tools.iter().cloned().collect(), ..request.clone() }
    }

    #[test]
    fn a_shared_message_has_the_same_hash_as_its_copy() {
        let shared = conversation();
        assert_eq!(hashed_requests(&shared), hashed_requests(&shared.each_ref().map(unshared)));
    }

    #[test]
    fn different_requests_have_different_hashes() {
        let [first, second, third] = conversation();
        let change = |change: fn(&mut ModelRequest)| {
            let mut changed = third.clone();
            change(&mut changed);
            hashed_requests(&[first.clone(), second.clone(), changed])
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
            hashed_requests(&[first.clone(), third.clone(), second.clone()]),
        ];
        for (index, one) in all.iter().enumerate() {
            assert_eq!(all.iter().position(|other| other == one), Some(index));
        }
    }

    #[test]
    fn different_records_have_different_hashes() {
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
            let mut hasher = StreamHasher::default();
            hasher.add(Millis(0), &What::Effect(Effect::Record(Record(record))));
            hasher.so_far().value()
        });
        for (index, one) in all.iter().enumerate() {
            assert_eq!(all.iter().position(|other| other == one), Some(index));
        }
    }

    /// Sums of hashes are compared between machines, so a hash must never change.
    #[test]
    fn the_hash_of_a_stream_stays() {
        assert_eq!(format!("{:016x}", hashed(&[(7, "a much longer text than eight bytes")])), "5021478e41dd1fb8");
        assert_eq!(format!("{:016x}", hashed_requests(&conversation())), "fe38d41162f07440");
    }

    #[test]
    fn only_the_same_streams_have_the_same_hash() {
        let all = [
            hashed(&[]),
            hashed(&[(0, "a")]),
            hashed(&[(1, "a")]),
            hashed(&[(0, "b")]),
            hashed(&[(0, "a"), (0, "b")]),
            hashed(&[(0, "b"), (0, "a")]),
            hashed(&[(0, "ab")]),
            hashed(&[(0, "a much longer text than eight bytes")]),
            hashed(&[(0, "a much longer text than eight bytfs")]),
        ];
        for (index, one) in all.iter().enumerate() {
            assert_eq!(all.iter().position(|other| other == one), Some(index));
        }
        assert_eq!(hashed(&[(0, "a"), (0, "b")]), hashed(&[(0, "a"), (0, "b")]));
    }
}
