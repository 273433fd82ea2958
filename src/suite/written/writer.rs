//! Adds line after line, and keeps each that builds what it should. What no line builds is kept in a doc string.

use std::collections::BTreeSet;

use super::line::{Line, WrittenLine};
use crate::{
    stage::{Scenario, scenario::ExpectedEnd},
    suite::steps::{self, Draft},
};

/// What no step says: how much of each list, from its beginning, and which entries.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Unsaid {
    pub config: usize,
    pub tools: usize,
    pub model: usize,
    pub person: usize,
    pub operator: usize,
    pub files_meanwhile: BTreeSet<String>,
    pub earlier: bool,
}

/// The part of a scenario that no step says.
#[derive(Clone, Debug)]
pub enum Lacking {
    /// The layer with this index.
    Config(usize),
    /// The tool with this index.
    Tool(usize),
    /// The expectation of the model with this index.
    Model(usize),
    /// The rule of the person with this index.
    Person(usize),
    /// The rule of the operator with this index.
    Operator(usize),
    /// The file that comes meanwhile, with this path.
    FileMeanwhile(String),
    /// The earlier conversation.
    Earlier,
    /// Something that a scenario file says and no step does, whatever else stands in a doc string.
    Other,
}

impl Unsaid {
    /// Takes in what is lacking. Yields whether that is something new.
    pub fn take(&mut self, lacking: Lacking) -> bool {
        let before = self.clone();
        let up_to = |kept: &mut usize, index: usize| *kept = (*kept).max(index + 1);
        match lacking {
            Lacking::Config(index) => up_to(&mut self.config, index),
            Lacking::Tool(index) => up_to(&mut self.tools, index),
            Lacking::Model(index) => up_to(&mut self.model, index),
            Lacking::Person(index) => up_to(&mut self.person, index),
            Lacking::Operator(index) => up_to(&mut self.operator, index),
            Lacking::FileMeanwhile(path) => drop(self.files_meanwhile.insert(path)),
            Lacking::Earlier => self.earlier = true,
            Lacking::Other => {}
        }
        *self != before
    }

    /// The scenario that stands in the doc string; none if every part is said.
    pub fn scenario(&self, whole: &Scenario) -> Option<Scenario> {
        if *self == Self::default() {
            return None;
        }
        let meanwhile = whole.files_meanwhile.iter().filter(|(path, _)| self.files_meanwhile.contains(*path));
        Some(Scenario {
            system: whole.system.clone(),
            config: whole.config[..self.config].to_vec(),
            tools: whole.tools[..self.tools].to_vec(),
            model: whole.model[..self.model].to_vec(),
            streamed: whole.streamed.filter(|_| self.model > 0),
            person: whole.person[..self.person].to_vec(),
            operator: whole.operator[..self.operator].to_vec(),
            files_meanwhile: meanwhile.map(|(path, text)| (path.clone(), text.clone())).collect(),
            earlier: whole.earlier.clone().filter(|_| self.earlier),
            end: ExpectedEnd::Done,
            ..Scenario::default()
        })
    }
}

/// Lines in the making, and what they build.
pub struct Writer<'s> {
    /// The scenario that they shall build.
    pub target: &'s Scenario,
    /// What they build so far.
    pub draft: Draft,
    /// The lines.
    pub lines: Vec<WrittenLine>,
}

impl<'s> Writer<'s> {
    pub fn new(target: &'s Scenario) -> Self {
        Self { target, draft: Draft::default(), lines: Vec::new() }
    }

    /// Adds the lines, all or none: only if they are read and `holds` of what they build. Yields whether they are added.
    pub fn add(&mut self, lines: &[Line], holds: impl Fn(&Draft) -> bool) -> bool {
        let written: Vec<WrittenLine> = lines.iter().map(Line::written).collect();
        let mut draft = self.draft.clone();
        for line in &written {
            let Ok(matched) = steps::find(line.kind, &line.text, line.docstring()) else { return false };
            if matched.build(&mut draft).is_err() {
                return false;
            }
        }
        if !holds(&draft) {
            return false;
        }
        self.draft = draft;
        self.lines.extend(written);
        true
    }

    /// Adds the first of several ways to say something that holds.
    pub fn add_first_of(&mut self, ways: &[Vec<Line>], holds: impl Fn(&Draft) -> bool) -> bool {
        ways.iter().any(|lines| self.add(lines, &holds))
    }

    /// Whether the step of the line is for the scenario's system, or for every system.
    pub fn is_of_family(&self, line: &Line) -> bool {
        let step = steps::TABLE.iter().find(|step| step.expression == line.expression());
        let family = step.and_then(|step| step.family());
        family.is_none_or(|family| self.target.system.split('-').next() == Some(family))
    }
}
