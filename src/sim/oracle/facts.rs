//! Collects the facts of the questions in a run, from its beginning and from the questions themselves.

use crate::model::json::Value;

use super::{
    Asker, Kind, OracleInput, Run, Table,
    events::{Event, member},
};

/// The setting for results that no person reviews. With any other, a person may change what the model is told.
const UNATTENDED: &str = "unattended";

impl<'a> Run<'a> {
    /// The questions that were asked in the run, each once, with their facts. Some questions are left out, because the
    /// stream does not say enough about them:
    ///
    /// * questions in a continued conversation, because its configuration is unknown
    /// * questions of tools that are configured all at once, or whose results a person reviews
    /// * questions that cannot be read, or that name their context as only some profiles read it
    pub fn situations(&self) -> Vec<OracleInput> {
        let of_tools = self.questions.iter().filter_map(|question| {
            let input = OracleInput::of_tool(question.tool, question.call, question.raw).ok()?;
            let is_old = member(question.raw, "pre_amble").is_some();
            (question.tool != Table::embedded().built_in.tool && !is_old).then_some((question.at, input))
        });
        let own = self.inquiries.iter().filter(|inquiry| inquiry.asker == Asker::BuiltIn);
        let own =
            own.filter_map(|inquiry| Some((inquiry.at, OracleInput::of_built_in(inquiry.call, inquiry.raw).ok()?)));
        let mut found: Vec<OracleInput> = Vec::new();
        for (at, input) in of_tools.chain(own) {
            let input = self.around(at, input);
            found.extend(input.filter(|input| !found.contains(input)));
        }
        found
    }

    /// The labels that are configured for any question of the run.
    pub(super) fn labels(&self) -> Vec<&'a str> {
        let begins = self.events.iter().filter_map(|event| match event {
            Event::Begin(begin) => Some(begin),
            _ => None,
        });
        let mut labels = Vec::new();
        begins.flat_map(|begin| &begin.config).for_each(|layer| add_labels(layer, &mut labels));
        labels
    }

    /// Adds the facts from the last beginning of the run before event `at`. Returns nothing if some facts are unknown.
    fn around(&self, at: usize, mut input: OracleInput) -> Option<OracleInput> {
        let begin = self.events[..at].iter().rev().find_map(|event| match event {
            Event::Begin(begin) => Some(begin),
            _ => None,
        })?;
        if begin.goes_on {
            return None;
        }
        input.terminal = begin.terminal;
        begin.profile.clone_into(&mut input.profile);
        for layer in &begin.config {
            let tools = member(layer, "conversation").and_then(|conversation| member(conversation, "tools"));
            let Some(tools) = tools else { continue };
            if member(tools, "*").is_some() {
                return None;
            }
            let Some(tool) = member(tools, &input.tool) else { continue };
            let is_delivered = member(tool, "result").is_some_and(|result| result != UNATTENDED);
            // Whether a tool may ask for a secret depends on where the tool comes from.
            let is_foreign = input.kind == Kind::Secret && member(tool, "source").is_some();
            if is_delivered || is_foreign {
                return None;
            }
            let questions = member(tool, "questions");
            if let Some(settings) = questions.and_then(|questions| member(questions, &input.question)) {
                input.settings.overlay(settings).ok()?;
            }
        }
        Some(input)
    }
}

/// Adds each label in a layer of configuration, at any depth.
fn add_labels<'a>(layer: &'a Value, labels: &mut Vec<&'a str>) {
    let Some(members) = layer.as_object() else { return };
    for (key, value) in members {
        match value.as_str().filter(|label| key == "prompt_label" && !label.trim().is_empty()) {
            Some(label) => labels.push(label),
            None => add_labels(value, labels),
        }
    }
}
