//! What comes from outside: the user's messages, signals, kills and restarts, the client's lines, and the end.

use super::{
    line::{Arg, Line},
    writer::{Lacking, Writer},
};
use crate::{
    model::json::{Map, Value, to_value},
    stage::scenario::{ClientRule, Deed, ExpectedEnd, OperatorRule, TimedLine, When},
    suite::steps::plays_the_server,
    system::Signal,
};

/// An act at a prompt that was never shown.
const STRAY: &str = "somebody does {} at a prompt that was never shown";

/// What a deed is called in steps, and its arguments; the words of a step `... later`, where there is one; with `server`,
/// those for a client that plays a server.
fn deed_words(deed: &Deed) -> (&'static str, Vec<Arg>, Option<&'static str>) {
    match deed {
        Deed::Says(text) => ("meanwhile the user says {string}", vec![Arg::text(text)], Some("the user says {string}")),
        Deed::Attaches => ("a client comes", Vec::new(), Some("a client comes")),
        Deed::Leaves => ("the client goes", Vec::new(), Some("the client goes")),
        Deed::Line(line) => ("the client sends {}", vec![Arg::Json(line.clone())], Some("the client sends {}")),
        Deed::Signal(signal) => {
            let name = match signal {
                Signal::Interrupt => "SIGINT",
                Signal::Terminate => "SIGTERM",
                Signal::Quit => "SIGQUIT",
            };
            ("{word} arrives", vec![Arg::Word(name.to_owned())], Some("{word} arrives"))
        }
        Deed::Stray(act) => {
            let act = to_value(act).unwrap_or_default();
            (STRAY, vec![Arg::Json(act)], Some(STRAY))
        }
        Deed::Kill => ("the subject is killed", Vec::new(), None),
        Deed::Restart => ("the subject is restarted", Vec::new(), None),
    }
}

/// The words of a moment, and their argument.
fn moment_words(when: &When) -> (&'static str, Option<Arg>) {
    match when {
        When::Start => ("at the start", None),
        When::Prompt(piece) => ("when {string} is shown", Some(Arg::text(piece))),
        When::Client(piece) => ("when the client is told {string}", Some(Arg::text(piece))),
        When::Request(piece) => ("when {string} is asked of the model", Some(Arg::text(piece))),
        When::Call(tool) => ("when the tool {string} runs", Some(Arg::text(tool))),
        When::Stored(piece) => ("when {string} is stored", Some(Arg::text(piece))),
        When::Paused => ("while the turn is paused", None),
        When::Ended => ("after the turn", None),
    }
}

/// The text and the step of a plain message of the user, which the model's next reply may answer.
pub(super) fn plain_message(rule: &OperatorRule) -> Option<(&str, &'static str)> {
    let Deed::Says(text) = &rule.does else { return None };
    let expression = match rule.when {
        When::Start => "the user says {string}",
        When::Ended => "the user says {string} after the turn",
        When::Paused => "the user says {string} while the turn is paused",
        _ => return None,
    };
    (rule.after_ms == 0 && !rule.too && !rule.optional).then_some((text, expression))
}

impl Writer<'_> {
    /// The index of the operator's next rule.
    pub(super) fn next_rule(&self) -> usize {
        self.draft.scenario.operator.len()
    }

    /// Says the operator's rules up to the one with this index.
    pub(super) fn operate(&mut self, last: usize) -> Result<(), Lacking> {
        (self.next_rule()..=last).try_for_each(|index| self.rule(index))
    }

    /// Says the operator's next rules, up to the user's next message.
    pub(super) fn operate_meanwhile(&mut self) -> Result<(), Lacking> {
        while let Some(rule) = self.target.operator.get(self.next_rule())
            && plain_message(rule).is_none()
        {
            self.rule(self.next_rule())?;
        }
        Ok(())
    }

    fn rule(&mut self, index: usize) -> Result<(), Lacking> {
        let target = self.target;
        let rule = &target.operator[index];
        let before = index.checked_sub(1).map(|before| &target.operator[before]);
        let ways = rule_ways(rule, before);
        let is_said = |rules: &[OperatorRule]| rules.len() == index + 1 && rules[index] == *rule;
        let is_added = self.add_first_of(&ways, |draft| is_said(&draft.scenario.operator));
        if is_added { Ok(()) } else { Err(Lacking::Operator(index)) }
    }

    /// The client's answers.
    pub(super) fn client(&mut self) -> Result<(), Lacking> {
        let target = self.target;
        let who = if plays_the_server(&target.system) { "the server" } else { "the client" };
        for (index, rule) in target.client.iter().enumerate().skip(self.draft.scenario.client.len()) {
            let if_told = if rule.optional { "if told, " } else { "" };
            let piece = || Arg::text(&rule.message);
            let mut ways = Vec::new();
            if let [TimedLine { after_ms: 0, line, frame: None }] = &rule.lines[..] {
                let args = [piece(), Arg::Json(line.clone())];
                ways.push(vec![Line::when(format!("{if_told}{who} answers {{string}} with the line {{}}"), args)]);
            }
            let lines = Arg::Json(Value::Array(rule.lines.iter().map(timed_line).collect()));
            let several = |who| {
                let expression = format!("{if_told}{who} answers {{string}} with:");
                vec![Line::when(expression, [piece(), lines.clone()])]
            };
            ways.extend([several(who), several("the client")]);
            let is_said = |rules: &[ClientRule]| rules == &target.client[..=index];
            if !self.add_first_of(&ways, |draft| is_said(&draft.scenario.client)) {
                return Err(Lacking::Other);
            }
        }
        Ok(())
    }

    /// How the run ends.
    pub(super) fn end(&mut self) -> Result<(), Lacking> {
        let end = self.target.end;
        if self.draft.scenario.end == end {
            return Ok(());
        }
        let is_answered = self.target.person.iter().any(|rule| rule.visits.iter().any(|acts| !acts.is_empty()));
        let line = match end {
            ExpectedEnd::Parked if !is_answered => Line::when("nobody answers", []),
            ExpectedEnd::Settled => Line::when("the run may end while the turn waits", []),
            ExpectedEnd::Exited => Line::when("the subject exits by itself", []),
            ExpectedEnd::Unbegun => Line::when("the subject may exit by itself", []),
            ExpectedEnd::Done | ExpectedEnd::Parked | ExpectedEnd::Killed => {
                Line::when("the run is to end {word}", [Arg::Word(end.word().to_owned())])
            }
        };
        if self.add(&[line], |draft| draft.scenario.end == end) { Ok(()) } else { Err(Lacking::Other) }
    }
}

/// The ways to say a rule of the operator after the one `before`.
fn rule_ways(rule: &OperatorRule, before: Option<&OperatorRule>) -> Vec<Vec<Line>> {
    let mut ways = ways_to_happen(rule, before);
    if rule.optional {
        ways.iter_mut().for_each(|lines| lines.push(Line::when("that need not happen", [])));
    }
    ways
}

fn ways_to_happen(rule: &OperatorRule, before: Option<&OperatorRule>) -> Vec<Vec<Line>> {
    let (stem, mut args, later) = deed_words(&rule.does);
    if rule.too {
        let wait = before.and_then(|before| rule.after_ms.checked_sub(before.after_ms));
        let line = wait.zip(later).map(|(wait, later)| {
            args.insert(0, Arg::number(wait));
            Line::when(format!("{{int}} ms later {later}"), args)
        });
        return line.into_iter().map(|line| vec![line]).collect();
    }
    let mut ways = Vec::new();
    if let Some((text, expression)) = plain_message(rule) {
        ways.push(vec![Line::when(expression, [Arg::text(text)])]);
    }
    if let (Deed::Signal(_), When::Request(piece), 1..) = (&rule.does, &rule.when, rule.after_ms) {
        let args: Vec<Arg> = args.iter().cloned().chain([Arg::number(rule.after_ms), Arg::text(piece)]).collect();
        ways.push(vec![Line::when("{word} arrives {int} ms after {string} is asked of the model", args)]);
    }
    let (moment, piece) = moment_words(&rule.when);
    args.extend(piece);
    let mut lines = vec![Line::when(format!("{stem} {moment}"), args)];
    if rule.after_ms != 0 {
        lines.push(Line::when("that happens {int} ms later", [Arg::number(rule.after_ms)]));
    }
    ways.push(lines);
    ways
}

/// A line of the client as JSON, without what is usual.
fn timed_line(line: &TimedLine) -> Value {
    let mut members = Map::new();
    if line.after_ms != 0 {
        members.insert("after_ms", Value::from(line.after_ms));
    }
    members.insert("line", line.line.clone());
    if let Some(frame) = &line.frame {
        members.insert("frame", to_value(frame).unwrap_or_default());
    }
    Value::Object(members)
}
