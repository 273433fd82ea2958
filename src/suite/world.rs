//! cucumber's world: the scenario in the making, then the finished run.

use std::{fmt, sync::Arc};

use futures::future::LocalBoxFuture;
use serde_json::{Map, Value, json};

use super::{
    case::Case,
    check::{Evidence, Miss},
    outcome::{Outcome, ThenOutcome},
    runner::Context,
    steps::Does,
};
use crate::{
    llm::script::{Body, Exchange, Expect, Reply},
    stage::{
        Blame, End, Fault, Played, Scenario,
        scenario::{PersonRule, TimedAct, ToolScript},
    },
    system::Layer,
};

/// A scenario in the making, with what the next step of the model follows on.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    pub scenario: Scenario,
    /// What the model's next reply answers.
    pub follows: Expect,
    pub calls: usize,
}

impl Draft {
    /// The model's next reply: to whatever came last.
    pub fn reply(&mut self, body: Body) {
        let expect = self.follows.clone();
        self.reply_to(expect, Reply::now(body));
    }

    /// A reply to the expected request; one more, where there is such an expectation already.
    pub fn reply_to(&mut self, expect: Expect, reply: Reply) {
        match self.scenario.model.iter_mut().find(|exchange| exchange.expect == expect) {
            Some(exchange) => exchange.replies.push(reply),
            None => self.scenario.model.push(Exchange { expect, replies: vec![reply] }),
        }
    }

    /// The script of the tool `name`.
    ///
    /// # Errors
    /// Where no step before has brought it.
    pub fn tool(&mut self, name: &str) -> Result<&mut ToolScript, String> {
        let known: Vec<String> = self.scenario.tools.iter().map(|script| script.tool.name.clone()).collect();
        self.scenario.tools.iter_mut().find(|script| script.tool.name == name).ok_or_else(|| {
            format!(
                "there is no tool {name:?} here; a step such as `a tool {name:?}` must come first (known: {known:?})"
            )
        })
    }

    /// Another visit of the person at a prompt with `prompt` in it.
    pub fn visit(&mut self, prompt: String, acts: Vec<TimedAct>) {
        match self.scenario.person.iter_mut().find(|rule| rule.prompt == prompt) {
            Some(rule) => rule.visits.push(acts),
            None => self.scenario.person.push(PersonRule { prompt, visits: vec![acts] }),
        }
    }

    /// Sets one value in the user's configuration, by its dotted path.
    pub fn set(&mut self, path: &str, value: Value) {
        let nested = path.rsplit('.').fold(value, |inner, key| {
            let mut outer = Map::new();
            outer.insert(key.to_owned(), inner);
            Value::Object(outer)
        });
        self.scenario.config.push(Layer { name: "user file".to_owned(), value: nested });
    }

    /// Adds a layer of configuration.
    pub fn layer(&mut self, name: &str, value: Value) {
        self.scenario.config.push(Layer { name: name.to_owned(), value });
    }

    /// A tool of that name whose execution ends like that.
    pub fn add_tool(&mut self, name: String, then: crate::stage::scenario::ToolEnd) {
        let description = format!("The scenario's tool {name}.");
        let tool = crate::model::ToolDefinition { name, description, parameters: json!({"type": "object"}) };
        self.scenario.tools.push(ToolScript {
            tool,
            asks: Vec::new(),
            asks_in_call: std::collections::BTreeMap::new(),
            insists: 0,
            then,
            after_ms: 0,
        });
    }
}

/// One scenario on its way through cucumber.
#[derive(Default, cucumber::World)]
pub struct World {
    pub(super) context: Option<Arc<Context>>,
    pub(super) case: Option<Arc<Case>>,
    next: usize,
    draft: Draft,
    /// What a step of this scenario found wrong with its arguments; the run does not happen.
    broken: Option<String>,
    played: Option<Played>,
    thens: Vec<ThenOutcome>,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("case", &self.case.as_ref().map(|case| &case.id)).finish_non_exhaustive()
    }
}

/// What every step is registered as: the case knows which of its steps comes next, so nothing is matched again.
pub fn dispatch(world: &mut World, _: cucumber::step::Context) -> LocalBoxFuture<'_, ()> {
    Box::pin(world.step())
}

impl World {
    async fn step(&mut self) {
        let (Some(case), Some(context)) = (self.case.clone(), self.context.clone()) else { return };
        let Some(line) = case.steps.get(self.next) else { return };
        self.next += 1;
        match line.matched.step.does {
            Does::Build(build) => {
                if self.broken.is_none()
                    && let Err(why) = build(&mut self.draft, &line.matched.args)
                {
                    self.broken = Some(format!("{}:{}: {} {}: {why}", case.file, line.line, line.keyword, line.text));
                }
            }
            Does::Check(check) => {
                self.play(&context).await;
                let finding = match &self.played {
                    Some(played) if played.end == End::Broken => Err(Miss::Unread("the run ended early".to_owned())),
                    Some(played) => check(&Evidence::new(played, &context.lanes), &line.matched.args),
                    None => Err(Miss::Unread("the scenario was not run".to_owned())),
                };
                self.thens.push(ThenOutcome {
                    text: line.text.clone(),
                    line: line.line,
                    requirements: line.matched.requirements.clone(),
                    finding,
                });
            }
        }
    }

    /// Plays the scenario, once.
    async fn play(&mut self, context: &Context) {
        if self.played.is_none() && self.broken.is_none() {
            self.played = context.play(self.draft.scenario.clone()).await;
        }
    }

    /// What came of it. A scenario without a `Then` is played here.
    pub(super) async fn finish(&mut self) -> Option<Outcome> {
        let (case, context) = (self.case.clone()?, self.context.clone()?);
        self.play(&context).await;
        let mut faults = Vec::new();
        faults.extend(self.broken.take().map(|story| Fault { blame: Blame::Suite, story }));
        let thens = std::mem::take(&mut self.thens);
        let outcome = Outcome::new(case, self.played.take(), faults, thens);
        Some(Outcome { secrets: std::mem::take(&mut self.draft.scenario.secrets), ..outcome })
    }
}
