//! Permissions: whether a call may run, and whether its result may go to the model. Neither is an inquiry, and
//! nothing of them is recorded (REC-28).

use serde_json::Value;

use super::{
    Jp,
    batch::{Call, Response, State},
    config::{ResultMode, RunMode, Tool},
    interrupt::Outcome,
    prompter::{Choice, Does, Keys, Prompter},
    prompts::Asks,
    texts,
};
use crate::system::Effect;

impl Jp {
    /// Has call `index` run, or asks whether it may. What was remembered in this turn is asked once; answers to
    /// questions are remembered elsewhere (PER-13). Without a terminal there is nobody to ask, and it runs.
    pub(super) fn permit(&mut self, index: usize, out: &mut Vec<Effect>) {
        let Call { name, arguments, .. } = self.batch.call(index);
        let tool = self.config.tool(name);
        match (tool.map_or(RunMode::Unattended, |tool| tool.run), self.permissions.get(name)) {
            (RunMode::Skip, _) | (RunMode::Ask, Some(false)) => {
                self.complete(index, Response::plain(texts::SKIPPED), out);
            }
            (RunMode::Ask, None) if self.terminal => {
                let source = tool.map_or("", |tool| tool.source().word());
                let question = format!("Run {source} {name} tool?");
                let arguments = Value::Object(arguments.clone()).to_string();
                let prompter = Prompter::of_keys(question, permission_keys(arguments));
                self.batch.set(index, State::Permitting);
                self.enqueue(Asks::Permission(index), prompter, out);
            }
            (RunMode::Unattended | RunMode::Ask, _) => self.run(index, out),
        }
    }

    /// The person has said whether call `index` may run.
    pub(super) fn permitted(&mut self, index: usize, allowed: bool, remember: bool, out: &mut Vec<Effect>) {
        if remember {
            self.permissions.insert(self.batch.call(index).name.clone(), allowed);
        }
        if allowed {
            self.run(index, out);
        } else {
            self.complete(index, Response::plain(texts::SKIPPED), out);
        }
    }

    /// Completes call `index`, or asks whether its result may go to the model.
    pub(super) fn deliver(&mut self, index: usize, response: Response, out: &mut Vec<Effect>) {
        let name = &self.batch.call(index).name;
        match self.config.tool(name).map(|tool: &Tool| tool.result).unwrap_or_default() {
            ResultMode::Skip => self.complete(index, Response::plain(texts::WITHHELD), out),
            ResultMode::Ask if self.terminal && self.batch.outcome == Outcome::Completed => {
                let choices =
                    vec![Choice::answer('y', "yes, deliver it", true), Choice::answer('n', "no, withhold it", false)];
                let prompter =
                    Prompter::of_keys(format!("Deliver the result of the {name} tool?"), Keys::new(choices, None));
                self.batch.set(index, State::Delivering(response));
                self.enqueue(Asks::Delivery(index), prompter, out);
            }
            ResultMode::Unattended | ResultMode::Ask => self.complete(index, response, out),
        }
    }

    /// The person has said whether the result of call `index` may go to the model.
    pub(super) fn delivered(&mut self, index: usize, allowed: bool, out: &mut Vec<Effect>) {
        let response = match self.batch.state(index) {
            Some(State::Delivering(response)) if allowed => response.clone(),
            _ => Response::plain(texts::WITHHELD),
        };
        self.complete(index, response, out);
    }
}

fn permission_keys(arguments: String) -> Keys {
    let choices = vec![
        Choice::answer('y', "yes, just this once", true),
        Choice::remember('Y', "yes, and remember for this turn", true),
        Choice::answer('n', "no, just this once", false),
        Choice::remember('N', "no, and remember for this turn", false),
        Choice { key: 'p', help: "print the arguments", does: Does::Tell(vec![arguments]) },
    ];
    Keys::new(choices, None)
}
