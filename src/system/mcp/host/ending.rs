//! How what is under way ends otherwise than by an answer: the user stops the turn, the connection breaks, or the host goes away.

use super::{Host, Sent};
use crate::{
    model::{
        json::{Value, json},
        rpc::notification,
    },
    system::{Effect, Why, mcp::Outbox},
};

impl Host {
    /// The user stops the turn: the calls are given up, and what is asked in them is taken away.
    pub fn cancel(&mut self, lines: &mut Outbox, out: &mut Vec<Effect>) {
        if !self.turns.is_busy() {
            return out.push(Effect::Refuse(Why::Idle));
        }
        self.has_given_up = true;
        let is_call = |sent: &Sent| if let Sent::Call(index) = sent { Some(*index) } else { None };
        let given_up: Vec<(String, usize)> =
            self.sent.iter().filter_map(|(id, sent)| Some((id.clone(), is_call(sent)?))).collect();
        for (id, index) in given_up {
            self.sent.remove(&id);
            if self.give_up_task(index, lines) {
                continue;
            }
            let id: Value = serde_json::from_str(&id).unwrap_or_default();
            lines.push_back(notification("notifications/cancelled", json!({"requestId": id, "reason": "stopped"})));
        }
        self.take_away(out);
        self.turns.stop(out);
    }

    /// Takes away all that is shown.
    fn take_away(&mut self, out: &mut Vec<Effect>) {
        self.rounds.clear();
        out.extend(std::mem::take(&mut self.asks).into_keys().map(|op| Effect::Cancel(op, Why::Interrupted)));
    }

    /// The connection has broken, and there is another one. What was under way has failed. A round goes on, since the call that is
    /// repeated brings all that it needs. In the versions with a handshake, a session ends with its connection.
    pub fn reconnects(&mut self, out: &mut Vec<Effect>) {
        if !self.config.era.has_rounds() || !self.is_ready() {
            return out.push(Effect::Refuse(Why::Foreign));
        }
        let lost = std::mem::take(&mut self.sent).into_values();
        for index in lost.filter_map(|sent| if let Sent::Call(index) = sent { Some(index) } else { None }) {
            self.fail(index, "The connection broke before the call was done.", out);
        }
    }

    /// The host goes away.
    pub fn close(&mut self, out: &mut Vec<Effect>) {
        self.sent.clear();
        self.take_away(out);
        self.turns.close(out);
    }
}
