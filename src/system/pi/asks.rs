//! The calls of `ask_user`: how each call is put to the user, and how it gets its one result.
//!
//! **Absent here:** two prompts at once. Calls run side by side, but a call that needs the user waits until the prompt of
//! another call is gone.

use crate::model::json::{json, to_text};

use super::{
    Pi, Profile,
    answers::{self, Outcome, Said},
    arguments::Arguments,
    ask::{Ask, Open},
    command_line::Mode,
    definition::NAME,
    dialogs::Dialogs,
    errors::ArgumentsError,
    form::{Acted, Form},
    pending,
    persisted::{Details, StoredEntry, StoredOutcome},
};
use crate::{
    model::{Op, json::read_arguments},
    system::{Act, Effect, Record, Why, chat::CallResult},
};

impl Pi {
    /// Begins a call of `ask_user`.
    pub(super) fn ask(&mut self, index: usize, out: &mut Vec<Effect>) {
        let members =
            read_arguments(&self.chat.calls()[index].text).map_err(|why| ArgumentsError::NoObject(why.to_string()));
        match members.and_then(|members| Arguments::read(&members)) {
            Err(why) => {
                let told = format!("Invalid arguments for {NAME}: {why}. Correct them and call it again.");
                self.settle(index, CallResult::error(told), None, out);
            }
            Ok(arguments) => match self.given.take() {
                Some(given) => self.answer_with(&given, index, &arguments, out),
                None => self.asks.push(Ask { index, arguments, open: Open::Queued }),
            },
        }
    }

    /// Puts the next call to the user, if no other call is with the user. A client in `seed` takes all calls at once.
    pub(super) fn put(&mut self, out: &mut Vec<Effect>) {
        let together = self.mode == Mode::Rpc && self.profile == Profile::Seed;
        loop {
            let is_open = |ask: &Ask| !matches!(ask.open, Open::Queued);
            let Some(at) = self.asks.iter().position(|ask| !is_open(ask)) else { return };
            if !together && self.asks.iter().any(is_open) {
                return;
            }
            self.open_ask(at, out);
        }
    }

    fn open_ask(&mut self, at: usize, out: &mut Vec<Effect>) {
        let arguments = &self.asks[at].arguments;
        let open = match self.mode {
            Mode::Interactive => {
                let form = Form::new(arguments.questions.clone());
                let op = self.chat.mint.next(Op::Prompt);
                out.push(Effect::Show(op, form.draw()));
                Open::Form(op, Box::new(form))
            }
            Mode::Print => Open::File(self.look(1, out)),
            Mode::Rpc if !self.client_is_there => {
                let Ask { index, arguments, .. } = self.asks.remove(at);
                return self.end(index, &arguments, &Outcome::ConnectionLost, out);
            }
            Mode::Rpc if self.profile == Profile::Seed => {
                let request = self.request_ids.next_id();
                let Arguments { questions, metadata } = &self.asks[at].arguments;
                let mut message = json!({"type": "ask_user_request", "requestId": request, "questions": questions});
                if let Some(metadata) = metadata {
                    message["metadata"] = metadata.clone();
                }
                out.push(Effect::Client(message));
                Open::Client(self.chat.mint.next(Op::Prompt), request)
            }
            Mode::Rpc => {
                let dialogs = Dialogs::new(arguments.questions.clone());
                self.asks[at].open = Open::Dialogs(self.chat.mint.next(Op::Prompt), Box::new(dialogs));
                return self.open_dialog(at, out);
            }
        };
        self.asks[at].open = open;
    }

    /// Takes an act of the person at a form.
    pub(super) fn person(&mut self, op: Op, act: &Act, out: &mut Vec<Effect>) {
        let shown = self.asks.iter_mut().enumerate().find_map(|(at, ask)| match &mut ask.open {
            Open::Form(shown, form) if *shown == op => Some((at, form)),
            _ => None,
        });
        let Some((at, form)) = shown else {
            return out.push(Effect::Refuse(if self.chat.mint.knows(op) { Why::Late } else { Why::Foreign }));
        };
        match form.act(act) {
            Acted::Open => out.push(Effect::Show(op, form.draw())),
            Acted::NotOffered => out.push(Effect::Refuse(Why::NotOffered)),
            Acted::Answered(answers) => self.end_ask(at, &Outcome::Answered(answers), out),
            Acted::Cancelled => self.end_ask(at, &Outcome::Cancelled, out),
            Acted::Failed(why) => {
                let Ask { index, .. } = self.asks.remove(at);
                self.settle(index, CallResult::error(why), None, out);
                self.go_on(out);
            }
            Acted::Quit => self.quit(2, out),
        }
    }

    /// Ends a waiting call, and goes on with the calls behind it.
    pub(super) fn end_ask(&mut self, at: usize, outcome: &Outcome, out: &mut Vec<Effect>) {
        let Ask { index, arguments, .. } = self.asks.remove(at);
        self.end(index, &arguments, outcome, out);
        self.go_on(out);
    }

    /// Gives a call its result, and stores the details with it.
    pub(super) fn end(&mut self, index: usize, arguments: &Arguments, outcome: &Outcome, out: &mut Vec<Effect>) {
        let content = match outcome {
            Outcome::Pending { path } => pending::instructions(path),
            _ => to_text(&StoredOutcome::from(outcome)),
        };
        let details = Details::new(outcome, arguments, self.now, self.mode);
        self.settle(index, CallResult::plain(content), Some(details), out);
    }

    /// Settles a call with the answers of the command line (PI-59). If they do not fit, no later call has them, because they
    /// may fit that one by chance.
    fn answer_with(&mut self, given: &[Said], index: usize, arguments: &Arguments, out: &mut Vec<Effect>) {
        match answers::by_position(&arguments.questions, given) {
            Ok(answers) => self.end(index, arguments, &Outcome::Answered(answers), out),
            Err(why) => self.settle(index, CallResult::error(why.to_string()), None, out),
        }
    }

    /// Cancels every waiting call. What the user has picked so far is not kept (PI-34).
    pub(super) fn withdraw(&mut self, out: &mut Vec<Effect>) {
        for Ask { index, arguments, open } in std::mem::take(&mut self.asks) {
            self.close(open, out);
            self.end(index, &arguments, &Outcome::Cancelled, out);
        }
    }

    /// Takes a prompt away. The client's own protocol has no message for that (PI-69).
    pub(super) fn close(&mut self, open: Open, out: &mut Vec<Effect>) {
        match open {
            Open::Form(op, _) => out.push(Effect::Cancel(op, Why::Interrupted)),
            Open::Client(_, request) => {
                out.push(Effect::Client(json!({"type": "ask_user_cancelled", "requestId": request})));
            }
            Open::Dialogs(_, dialogs) => out.extend(dialogs.timer().map(|op| Effect::Cancel(op, Why::Interrupted))),
            Open::Queued | Open::File(_) => {}
        }
    }

    /// Gives call `index` its result, and stores it.
    pub(super) fn settle(&mut self, index: usize, result: CallResult, details: Option<Details>, out: &mut Vec<Effect>) {
        let call = &self.chat.calls()[index];
        let entry = StoredEntry::result(&call.id, &call.name, &result, details);
        self.chat.settle(index, result);
        self.record(entry, out);
    }

    /// Stores an entry.
    pub(super) fn record(&mut self, entry: StoredEntry, out: &mut Vec<Effect>) {
        out.push(Effect::Record(Record(self.session.add(entry))));
    }
}
