//! RPC mode: the messages of a client (PI-62 to PI-72).
//!
//! **Absent here:** the look of a question. The client decides that (PI-109).

use crate::model::json::{Value, json};

use super::{
    Pi, Profile,
    answers::{Answer, Outcome, Said},
    arguments::Question,
    ask::{Ask, Open},
    command_line::Mode,
    definition,
    dialogs::{Next, Reply},
    errors::ReplyError,
};
use crate::{
    model::{Op, json::read_value},
    system::{ClientEvent, Effect, Why},
};

impl Pi {
    pub(super) fn client(&mut self, event: ClientEvent, out: &mut Vec<Effect>) {
        match event {
            ClientEvent::Line(line) => self.line(&line, out),
            ClientEvent::Written(_) if self.mode != Mode::Rpc => out.push(Effect::Refuse(Why::NotOffered)),
            ClientEvent::Written(piece) => {
                let lines = self.framing.take(&piece);
                let mut done = self.text_lines(&lines);
                // A line that cannot be used is passed over if another one of the piece is used.
                if done.iter().any(|effect| !matches!(effect, Effect::Refuse(_))) {
                    done.retain(|effect| !matches!(effect, Effect::Refuse(_)));
                } else {
                    done.truncate(1);
                }
                out.append(&mut done);
            }
            ClientEvent::Attached => self.client_is_there = true,
            ClientEvent::Gone => {
                // The last line counts as it is. If it cannot be used, leaving is not refused for it.
                let last: Vec<String> = self.framing.end().into_iter().collect();
                out.extend(self.text_lines(&last).into_iter().filter(|effect| !matches!(effect, Effect::Refuse(_))));
                self.client_is_there = false;
                self.lose(out);
            }
        }
    }

    /// What follows from these lines of a client.
    fn text_lines(&mut self, lines: &[String]) -> Vec<Effect> {
        let mut out = Vec::new();
        for line in lines {
            match read_value(line) {
                Ok(line) => self.line(&line, &mut out),
                Err(_) => out.push(Effect::Refuse(Why::Foreign)),
            }
        }
        out
    }

    /// The client has left, and the waiting calls end (PI-64).
    fn lose(&mut self, out: &mut Vec<Effect>) {
        if self.mode != Mode::Rpc || self.asks.is_empty() {
            return;
        }
        for Ask { index, arguments, open } in std::mem::take(&mut self.asks) {
            if let Open::Dialogs(_, dialogs) = open {
                out.extend(dialogs.timer().map(|op| Effect::Cancel(op, Why::Superseded)));
            }
            self.end(index, &arguments, &Outcome::ConnectionLost, out);
        }
        self.go_on(out);
    }

    fn line(&mut self, line: &Value, out: &mut Vec<Effect>) {
        match line["type"].as_str() {
            Some("describe_tool") if line["name"] == definition::NAME => out.push(Effect::Client(definition::whole())),
            Some("describe_command") if line["name"] == definition::COMMAND => {
                out.push(Effect::Client(definition::command()));
            }
            Some("ask_user_response") if self.profile == Profile::Seed => self.respond(line, out),
            Some("extension_ui_response") if self.profile == Profile::PiRpc => self.dialog_response(line, out),
            _ => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    /// Takes a reply to a request. The first reply counts (PI-63), and a reply that does not fit changes nothing.
    fn respond(&mut self, line: &Value, out: &mut Vec<Effect>) {
        let id = line["requestId"].as_str().unwrap_or_default();
        let waits = |ask: &Ask| matches!(&ask.open, Open::Client(_, request) if request == id);
        let Some(at) = self.asks.iter().position(waits) else { return self.refuse_reply(id, out) };
        if line["cancelled"] == true {
            return self.end_ask(at, &Outcome::Cancelled, out);
        }
        match read(&line["answers"], &self.asks[at].arguments.questions) {
            Ok(answers) => self.end_ask(at, &Outcome::Answered(answers), out),
            Err(why) => {
                out.push(Effect::Client(json!({"type": "ask_user_error", "requestId": id, "error": why.to_string()})))
            }
        }
    }

    /// Refuses a reply to a request that does not wait. The client is told nothing (PI-68).
    fn refuse_reply(&self, id: &str, out: &mut Vec<Effect>) {
        out.push(Effect::Refuse(if self.request_ids.knows(id) { Why::Late } else { Why::Foreign }));
    }

    /// Shows the next dialog of a call.
    pub(super) fn open_dialog(&mut self, at: usize, out: &mut Vec<Effect>) {
        let id = self.request_ids.next_id();
        let timeout = self.config.dialog_timeout;
        let timer = timeout.map(|length| (self.chat.mint.next(Op::Timer), length));
        let Open::Dialogs(_, dialogs) = &mut self.asks[at].open else { return };
        let mut message = dialogs.open(id, timer.map(|(op, _)| op));
        if let Some((op, length)) = timer {
            message["timeout"] = json!(length);
            out.push(Effect::Client(message));
            out.push(Effect::Timer(op, length));
        } else {
            out.push(Effect::Client(message));
        }
    }

    fn dialog_response(&mut self, line: &Value, out: &mut Vec<Effect>) {
        let id = line["id"].as_str().unwrap_or_default();
        let waits = |ask: &Ask| matches!(&ask.open, Open::Dialogs(_, dialogs) if dialogs.waits_for(id));
        let Some(at) = self.asks.iter().position(waits) else { return self.refuse_reply(id, out) };
        let Some(reply) = Reply::read(line) else { return out.push(Effect::Refuse(Why::NotOffered)) };
        self.dialog_replied(at, reply, out);
    }

    fn dialog_replied(&mut self, at: usize, reply: Reply, out: &mut Vec<Effect>) {
        let Open::Dialogs(_, dialogs) = &mut self.asks[at].open else { return };
        out.extend(dialogs.timer().map(|op| Effect::Cancel(op, Why::Superseded)));
        match dialogs.reply(reply) {
            Next::Dialog => self.open_dialog(at, out),
            Next::Answered(answers) => self.end_ask(at, &Outcome::Answered(answers), out),
            Next::Cancelled => self.end_ask(at, &Outcome::Cancelled, out),
        }
    }

    /// A dialog has reached its time limit, which counts as no reply (PI-66). The host is not told (PI-69).
    pub(super) fn fired(&mut self, op: Op, out: &mut Vec<Effect>) {
        let waits = |ask: &mut Ask| match &mut ask.open {
            Open::Dialogs(_, dialogs) if dialogs.timer() == Some(op) => {
                dialogs.stop_timer();
                true
            }
            _ => false,
        };
        match self.asks.iter_mut().position(waits) {
            Some(at) => self.dialog_replied(at, Reply::Silence, out),
            None if self.chat.mint.knows(op) => {}
            None => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    /// Tells the user something that is no question. In `pi-rpc` the client's own protocol carries it (PI-70).
    pub(super) fn tell(&mut self, text: &str, out: &mut Vec<Effect>) {
        if self.mode == Mode::Rpc && self.profile == Profile::PiRpc {
            let id = self.request_ids.next_id();
            let message = json!({"type": "extension_ui_request", "id": id, "method": "notify", "message": text});
            return out.push(Effect::Client(message));
        }
        out.push(Effect::Notice(crate::model::text::harmless(text)));
    }
}

/// The answers of a client, in the order of the questions. Each answer repeats its question.
fn read(written: &Value, questions: &[Question]) -> Result<Vec<Answer>, ReplyError> {
    let Value::Array(written) = written else { return Err(ReplyError::NoArray) };
    if written.len() != questions.len() {
        return Err(ReplyError::Count { expected: questions.len(), found: written.len() });
    }
    let mut left: Vec<Option<(usize, &Value)>> = written.iter().enumerate().map(Some).collect();
    let answer = |question: &Question| {
        let is_meant = |slot: &&mut Option<(usize, &Value)>| {
            slot.is_some_and(|(_, answer)| answer["question"] == question.text.as_str())
        };
        let (at, answer) = left
            .iter_mut()
            .find(is_meant)
            .and_then(Option::take)
            .ok_or_else(|| ReplyError::Missing(question.text.to_string()))?;
        let expected = if question.several { "an array of texts" } else { "a text" };
        let error = || ReplyError::Answer { at, expected, found: answer["answer"].clone() };
        let is_meant = |said: &Said| matches!(said, Said::Several(_)) == question.several;
        match Said::read(&answer["answer"]).filter(is_meant) {
            Some(Said::One(text)) if answer["wasCustom"] == true && !text.is_empty() => {
                Ok(Answer::typed(question, &text))
            }
            Some(said) => Answer::given(question, said).ok_or_else(error),
            None => Err(error()),
        }
    };
    questions.iter().map(answer).collect()
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{Question, read};

    #[rstest]
    #[case(json!([{"question": "B?", "answer": ["x"]}, {"question": "A?", "answer": "y"}]),
        Ok(json!([{"question": "A?", "answer": "y", "selectedOption": "y", "wasCustom": false}, {"question": "B?", "answer": ["x"], "wasCustom": true}])))]
    #[case(json!([{"question": "A?", "answer": "y", "wasCustom": true}, {"question": "B?", "answer": ["z"]}]),
        Ok(json!([{"question": "A?", "answer": "y", "wasCustom": true}, {"question": "B?", "answer": ["z"], "wasCustom": false}])))]
    #[case(json!([]), Err("/answers: expected 2 answers, found 0"))]
    #[case(json!({}), Err("/answers: expected an array"))]
    #[case(json!([1, 2]), Err("/answers: expected an answer to \"A?\", found none"))]
    #[case(json!([{"question": "A?", "answer": "y"}, {"question": "A?", "answer": "y"}]), Err("/answers: expected an answer to \"B?\", found none"))]
    #[case(json!([{"question": "A?", "answer": 1}, {"question": "B?", "answer": []}]), Err("/answers/0/answer: expected a text, found 1"))]
    #[case(json!([{"question": "A?", "answer": "n"}, {"question": "B?", "answer": "x"}]), Err("/answers/1/answer: expected an array of texts, found \"x\""))]
    #[case(json!([{"question": "A?", "answer": ""}, {"question": "B?", "answer": ["x"]}]), Err("/answers/0/answer: expected a text, found \"\""))]
    #[case(json!([{"question": "A?", "answer": "n"}, {"question": "B?", "answer": []}]), Err("/answers/1/answer: expected an array of texts, found []"))]
    fn each_answer_finds_the_question_that_it_repeats(#[case] written: Value, #[case] expected: Result<Value, &str>) {
        let questions = [Question::between("A?", &["y"], false), Question::between("B?", &["z"], true)];
        let answers = read(&written, &questions).map(|answers| json!(answers));
        assert_eq!(answers.map_err(|error| error.to_string()), expected.map_err(str::to_owned));
    }
}
