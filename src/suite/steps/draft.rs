//! A scenario in the making.

use crate::model::json::{Map, Value, json};

use super::StepError;
use crate::{
    llm::script::{Body, Exchange, Expect, Reply},
    model::ToolDefinition,
    stage::{
        Scenario,
        scenario::{PersonRule, TimedAct, ToolEnd, ToolScript},
    },
    system::{Layer, System},
};

/// The name of the user's layer in messages.
const USER_FILE: &str = "user file";

/// A scenario in the making, and what the model's next step continues.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// The scenario, as far as it is made.
    pub scenario: Scenario,
    /// What the model's next reply answers.
    pub follows: Expect,
    /// How many calls the model has made.
    pub calls: usize,
    /// The reasoning with which the next message of the model begins.
    reasoning: Option<String>,
    /// Which expectation the model replied to last, inquiries aside.
    replied: Option<usize>,
    /// Which expectation the model replied to last, inquiries included.
    replied_at_all: Option<usize>,
}

impl Draft {
    /// The model's next reply: to whatever came last.
    pub fn reply(&mut self, body: Body) {
        self.say(self.follows.clone(), body);
    }

    /// The next reply of the model, to the expected request. A message takes the reasoning that waits for it.
    pub fn say(&mut self, expect: Expect, mut body: Body) {
        if let Body::Message { reasoning, .. } = &mut body {
            *reasoning = self.reasoning.take().unwrap_or_default();
        }
        self.replied = Some(self.reply_to(expect, Reply::now(body)));
    }

    /// A reply to the expected request; one more, where there is such an expectation already. Yields its place.
    pub fn reply_to(&mut self, expect: Expect, reply: Reply) -> usize {
        let model = &mut self.scenario.model;
        let is_same = |exchange: &Exchange| exchange.expect == expect && !exchange.otherwise;
        let place = match model.iter().position(is_same) {
            Some(known) => {
                model[known].replies.push(reply);
                known
            }
            None => {
                model.push(Exchange::required(expect, vec![reply]));
                model.len() - 1
            }
        };
        self.replied_at_all = Some(place);
        place
    }

    /// The expectation that the model replied to last, inquiries included.
    ///
    /// # Errors
    /// If there is none.
    pub fn last_exchange(&mut self) -> Result<&mut Exchange, StepError> {
        let exchange = self.replied_at_all.and_then(|place| self.scenario.model.get_mut(place));
        exchange.ok_or_else(|| "the model replies to nothing before this; `the model says ...` or `the model calls ...` must come first".into())
    }

    /// What the model replied last, inquiries aside.
    pub fn last_reply(&mut self) -> Option<&mut Body> {
        let exchange = self.scenario.model.get_mut(self.replied?)?;
        exchange.replies.last_mut().map(|reply| &mut reply.body)
    }

    /// The model's last message that fits: what it replied last, or else the last one of the script.
    pub fn last_message(&mut self, fits: fn(&Body) -> bool) -> Option<&mut Body> {
        let replied = self.last_reply().is_some_and(|body| fits(body));
        if replied {
            return self.last_reply();
        }
        let last = self.scenario.model.iter_mut().rev().filter_map(|exchange| exchange.replies.last_mut());
        last.map(|reply| &mut reply.body).find(|body| fits(body))
    }

    /// Has the model's next message begin with reasoning.
    ///
    /// # Errors
    /// If there is none, or another one waits for that message already.
    pub fn reason(&mut self, reasoning: String) -> Result<(), StepError> {
        if reasoning.is_empty() {
            return Err("expected what the model reasons, found an empty text".into());
        }
        self.unsaid()?;
        self.reasoning = Some(reasoning);
        Ok(())
    }

    /// Checks that no reasoning waits for a message of the model that never comes.
    ///
    /// # Errors
    /// What waits.
    pub fn unsaid(&self) -> Result<(), StepError> {
        self.reasoning.as_ref().map_or(Ok(()), |reasoning| {
            Err(format!("the model reasons {reasoning:?} before a message, and no step has it say or call anything")
                .into())
        })
    }

    /// The system that the scenario belongs to.
    ///
    /// # Errors
    /// Where no step before names one that this program carries.
    pub fn system(&self) -> Result<&'static System, StepError> {
        let name = &self.scenario.system;
        System::named(name)
            .ok_or_else(|| format!("there is no system {name:?}; `the system ...` must come first").into())
    }

    /// The script of the tool `name`.
    ///
    /// # Errors
    /// Where no step before has brought it.
    pub fn tool(&mut self, name: &str) -> Result<&mut ToolScript, StepError> {
        let known: Vec<String> = self.scenario.tools.iter().map(|script| script.tool.name.clone()).collect();
        self.scenario.tools.iter_mut().find(|script| script.tool.name == name).ok_or_else(|| {
            let so_far = if known.is_empty() { String::new() } else { format!(" (so far: {})", known.join(", ")) };
            format!("no step above brings a tool {name:?}{so_far}; `a tool {name:?}` must come first").into()
        })
    }

    /// Another visit of the person at a prompt with `prompt` in it.
    pub fn visit(&mut self, prompt: String, acts: Vec<TimedAct>) {
        match self.scenario.person.iter_mut().find(|rule| rule.prompt == prompt) {
            Some(rule) => rule.visits.push(acts),
            None => self.scenario.person.push(PersonRule { prompt, visits: vec![acts], optional: false }),
        }
    }

    /// Sets one value in the user's configuration, by its dotted path.
    pub fn set(&mut self, path: &str, value: Value) {
        let nested = path.rsplit('.').fold(value, |inner, key| {
            let mut outer = Map::new();
            outer.insert(key.to_owned(), inner);
            Value::Object(outer)
        });
        self.layer(USER_FILE, nested);
    }

    /// Adds a layer of configuration: above those of its kind, and the command line's above the user's.
    pub fn layer(&mut self, name: &str, value: Value) {
        let config = &mut self.scenario.config;
        let above = config.iter().position(|layer| name == USER_FILE && layer.name != USER_FILE);
        config.insert(above.unwrap_or(config.len()), Layer { name: name.to_owned(), value });
    }

    /// A tool of that name whose execution ends like that.
    pub fn add_tool(&mut self, name: String, then: ToolEnd) {
        self.scenario.tools.push(plain_tool(name, then));
    }
}

/// A tool of the host of which nothing is said but its name and how it ends.
pub(in crate::suite) fn plain_tool(name: String, then: ToolEnd) -> ToolScript {
    let description = format!("The scenario's tool {name}.");
    let tool = ToolDefinition { name, description, parameters: json!({"type": "object"}).into() };
    ToolScript::new(tool, then)
}
