//! Permissions: whether a call may run, and whether the model may have its result. A permission is not an inquiry, and
//! is not recorded (REC-28).

use crate::model::json::Value;

use super::{
    Jp,
    batch::{Call, Response, State},
    config::{ResultMode, RunMode, Tool},
    execution_outcome::ExecutionOutcome,
    prompter::{Choice, Does, Keys, Prompter},
    prompts::{Asks, Settled},
    texts,
};
use crate::system::Effect;

impl Jp {
    /// Runs call `index`, or asks whether it may run. A permission that was remembered in this turn is not asked again
    /// (PER-13). Without a terminal the call runs, because the user cannot be asked.
    pub(super) fn permit(&mut self, index: usize, out: &mut Vec<Effect>) {
        let Call { name, arguments, .. } = self.batch.call(index);
        let tool = self.config.tool(name);
        match (tool.map_or(RunMode::Unattended, |tool| tool.run), self.memory.permission(name)) {
            (RunMode::Skip, _) | (RunMode::Ask, Some(false)) => self.skip(index, out),
            (RunMode::Ask, None) if self.terminal => {
                let source = tool.map_or("", |tool| tool.source().word());
                let question = format!("Run {source} {name} tool?");
                let arguments = Value::Object(arguments.clone()).to_string();
                let prompter = Prompter::of_keys(question, permission_keys(arguments));
                self.wait_for(index, State::Permitting, Asks::Permission(index), prompter, out);
            }
            (RunMode::Edit, _) if self.terminal => self.edit(index, "Arguments of", out),
            (RunMode::Unattended | RunMode::Ask | RunMode::Edit, _) => self.run(index, out),
        }
    }

    /// Asks the user. A prompt that follows from an answer is shown before all waiting prompts.
    fn wait_for(&mut self, index: usize, state: State, asks: Asks, prompter: Prompter, out: &mut Vec<Effect>) {
        let follows = matches!(self.batch.state(index), Some(State::Permitting | State::Delivering(_)));
        self.batch.set(index, state);
        if follows {
            self.prompts.jump_in(asks, prompter, &mut self.mint, out);
        } else {
            self.prompts.enqueue(asks, prompter, &mut self.mint, out);
        }
    }

    fn skip(&mut self, index: usize, out: &mut Vec<Effect>) {
        self.complete(index, Response::plain(texts::SKIPPED), out);
    }

    /// The user has decided whether call `index` may run.
    pub(super) fn permitted(&mut self, index: usize, how: Settled, out: &mut Vec<Effect>) {
        match how {
            Settled::Answered(Value::Bool(allowed), remember) => {
                if remember {
                    self.memory.permit(&self.batch.call(index).name, allowed);
                }
                if allowed { self.run(index, out) } else { self.skip(index, out) }
            }
            Settled::Answered(Value::String(word), _) if word == EDIT => self.edit(index, "Arguments of", out),
            Settled::Answered(..) => {
                let prompter = Prompter::of_text("Why not?".to_owned(), None);
                self.wait_for(index, State::Permitting, Asks::Reason(index), prompter, out);
            }
            Settled::Cancelled | Settled::Broken => self.skip(index, out),
        }
    }

    /// The user has given the reason why call `index` may not run.
    pub(super) fn reasoned(&mut self, index: usize, how: Settled, out: &mut Vec<Effect>) {
        match how {
            Settled::Answered(Value::String(reason), _) if !reason.is_empty() => {
                self.complete(index, Response::plain(texts::skipped_because(&reason)), out);
            }
            _ => self.skip(index, out),
        }
    }

    fn edit(&mut self, index: usize, words: &str, out: &mut Vec<Effect>) {
        let Call { name, arguments, .. } = self.batch.call(index);
        let arguments = Value::Object(arguments.clone()).to_string();
        let prompter = Prompter::of_text(format!("{words} {name}"), Some(&arguments));
        self.wait_for(index, State::Permitting, Asks::Arguments(index), prompter, out);
    }

    /// The user has edited the arguments of call `index`. If they are not a JSON object, the user is asked again.
    pub(super) fn edited(&mut self, index: usize, how: Settled, out: &mut Vec<Effect>) {
        let Settled::Answered(Value::String(text), _) = how else { return self.skip(index, out) };
        match serde_json::from_str(&text) {
            Ok(arguments) => {
                self.batch.call_mut(index).arguments = arguments;
                self.run(index, out);
            }
            Err(_) => self.edit(index, "No JSON object. Arguments of", out),
        }
    }

    /// Completes call `index`, or asks whether the model may have its result.
    pub(super) fn deliver(&mut self, index: usize, response: Response, out: &mut Vec<Effect>) {
        let name = &self.batch.call(index).name;
        let asks = self.terminal && self.batch.outcome == ExecutionOutcome::Completed;
        match self.config.tool(name).map(|tool: &Tool| tool.result).unwrap_or_default() {
            ResultMode::Skip => self.complete(index, Response::plain(texts::WITHHELD), out),
            ResultMode::Ask if asks => {
                let question = format!("Deliver the result of the {name} tool?");
                let prompter = Prompter::of_keys(question, delivery_keys());
                self.wait_for(index, State::Delivering(response), Asks::Delivery(index), prompter, out);
            }
            ResultMode::Edit if asks => self.rewrite(index, response, out),
            ResultMode::Unattended | ResultMode::Ask | ResultMode::Edit => self.complete(index, response, out),
        }
    }

    fn rewrite(&mut self, index: usize, response: Response, out: &mut Vec<Effect>) {
        let question = format!("Result of {}", self.batch.call(index).name);
        let prompter = Prompter::of_text(question, Some(&response.content));
        self.wait_for(index, State::Delivering(response), Asks::Content(index), prompter, out);
    }

    /// The user has decided whether the model may have the result of call `index`.
    pub(super) fn delivered(&mut self, index: usize, how: Settled, out: &mut Vec<Effect>) {
        let Some(State::Delivering(response)) = self.batch.state(index).cloned() else { return };
        match how {
            Settled::Answered(Value::Bool(true), _) => self.complete(index, response, out),
            Settled::Answered(Value::String(word), _) if word == EDIT => self.rewrite(index, response, out),
            _ => self.complete(index, Response::plain(texts::WITHHELD), out),
        }
    }

    /// The user has edited the result of call `index`.
    pub(super) fn rewritten(&mut self, index: usize, how: Settled, out: &mut Vec<Effect>) {
        let Some(State::Delivering(response)) = self.batch.state(index).cloned() else { return };
        let response = match how {
            Settled::Answered(Value::String(content), _) => Response { content, ..response },
            _ => Response::plain(texts::WITHHELD),
        };
        self.complete(index, response, out);
    }
}

/// The values of the keys that open the editor, and ask for a reason.
const EDIT: &str = "edit";
const REASON: &str = "reason";

fn permission_keys(arguments: String) -> Keys {
    let choices = vec![
        Choice::answer('y', "yes, just this once", true),
        Choice::remember('Y', "yes, and remember for this turn", true),
        Choice::answer('n', "no, just this once", false),
        Choice::remember('N', "no, and remember for this turn", false),
        Choice { key: 'p', help: "print the arguments", does: Does::Tell(vec![arguments]) },
        Choice::answer('r', "no, and say why", REASON),
        Choice::answer('e', "edit the arguments", EDIT),
    ];
    Keys::new(choices, None)
}

fn delivery_keys() -> Keys {
    let choices = vec![
        Choice::answer('y', "yes, deliver it", true),
        Choice::answer('n', "no, withhold it", false),
        Choice::answer('e', "edit it first", EDIT),
    ];
    Keys::new(choices, None)
}
