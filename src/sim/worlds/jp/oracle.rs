//! The machine against the table that was read from the documents: every question of every run that the table covers.

use serde_json::Value;

use crate::{
    model::ModelRequest,
    sim::{
        ledger::Ledger,
        oracle::Run,
        rules::{Check, Rule},
    },
    stage::{End, What, stream::Log},
    system::Effect,
};

pub static ORACLE: Rule = Rule {
    name: "oracle",
    about: "who is asked, what is recorded of it and what the model is told are what the table of the documents says",
    requirements: &["RTE-07"],
    make: || Box::<Oracle>::default(),
};

/// The stream so far; of each request what is new in it, since the table looks at nothing else there.
#[derive(Default)]
struct Oracle(Log);

impl Check for Oracle {
    fn see(&mut self, ledger: &Ledger<'_>, what: &What) -> Result<(), String> {
        self.0.push(
            ledger.now,
            match what {
                What::Effect(Effect::Request(op, request)) => {
                    let messages = request.messages.last().cloned().into_iter().collect();
                    let request = ModelRequest { tools: [].into(), messages, ..ModelRequest::clone(request) };
                    What::Effect(Effect::Request(*op, Box::new(request)))
                }
                other => other.clone(),
            },
        );
        Ok(())
    }

    fn over(&mut self, ledger: &Ledger<'_>, _: End) -> Result<(), String> {
        // Where the model gives one id to two calls, the table can not tell them apart.
        if ledger.calls.values().any(|times| *times > 1) {
            return Ok(());
        }
        let events = std::mem::take(&mut self.0).finish(&[]);
        let lines: Vec<Value> = events.iter().filter_map(|event| serde_json::to_value(event).ok()).collect();
        let run = Run::read(&lines);
        for situation in run.situations() {
            if let Some(disagreement) = run.disagreements(&situation).first() {
                return Err(disagreement.to_string());
            }
        }
        Ok(())
    }
}
