//! The panel: questions one after another, by keys (PD-66). The panel is a pure widget: a key leads from a state to the
//! next state or to a reply, and every state has a drawing.
//!
//! **Absent here:** annotations and lists. Several picks are joined to one text.
//!
//! | key | what it does |
//! |---|---|
//! | `1` to `9` | picks an option, and goes on; if several may be picked, adds or removes the option |
//! | `0` | types another answer, until Enter |
//! | Enter | goes on, perhaps without an answer; after the last question, submits |
//! | `s` | skips everything: cancelled as `skipped`, as is a submit without any answer |
//! | Esc | declines: cancelled as `declined` |

mod meaning;

use std::collections::BTreeSet;

use crate::model::json::Map;

use super::{Acted, Reply, Request, Thrown};
use crate::{
    model::{Key, KeyRun, text::harmless},
    system::{Act, Offers, Prompt, Typing, pilotdeck::arguments::Question},
};

/// The separator between several picks.
const BETWEEN: &str = ", ";
const OTHER: char = '0';
const SKIP: char = 's';
/// The user can pick only as many options as there are digits.
const DIGITS_MAX: usize = 9;

/// The panel for the questions of a call.
#[derive(Clone, Debug, Hash)]
pub struct Panel {
    questions: Vec<Question>,
    given: Vec<Given>,
    at: usize,
    /// The text of another answer, while it is typed.
    typing: Option<String>,
}

/// The answer to a question so far.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
struct Given {
    picks: BTreeSet<usize>,
    other: Option<String>,
}

impl Given {
    /// The answer as it is sent. `None` without an answer.
    fn text(&self, question: &Question) -> Option<String> {
        let picks = question.labels().enumerate().filter(|(at, _)| self.picks.contains(at)).map(|(_, label)| label);
        let given: Vec<&str> = picks.chain(self.other.as_deref()).collect();
        (!given.is_empty()).then(|| given.join(BETWEEN))
    }
}

impl Panel {
    /// The panel, at the first question.
    pub fn new(request: &Request) -> Self {
        let questions = request.asked();
        Self { given: vec![Given::default(); questions.len()], questions, at: 0, typing: None }
    }

    /// Takes the person's act.
    pub fn act(&mut self, act: &Act) -> Acted {
        let keys = match act {
            Act::Key(key) => Some(vec![(*key).into()]),
            Act::Paste(text) => self.typing.is_some().then(|| vec![KeyRun::Text(text.to_string())]),
            Act::Answer(answer) => self.keys_for(answer),
            Act::Choose(label) => self.keys_for_choice(label),
            Act::Submit if self.typing.is_none() => Some(vec![Key::Enter.into()]),
            Act::Cancel => Some(vec![Key::Esc.into()]),
            Act::Reject => Some(self.keys_to_leave().chain([Key::Char(SKIP).into()]).collect()),
            Act::Eof => return Acted::Replied(Err(Thrown("The panel's input ended before it was submitted.".into()))),
            Act::Broken => return Acted::Replied(Err(Thrown("The panel failed before it was submitted.".into()))),
            Act::Submit | Act::Remember(_) => None,
        };
        let Some(keys) = keys else { return Acted::NotOffered };
        let mut last = Acted::NotOffered;
        for key in keys.iter().flat_map(KeyRun::keys) {
            last = self.press(key);
            if let Acted::Replied(_) = last {
                break;
            }
        }
        last
    }

    /// Takes a key.
    pub fn press(&mut self, key: Key) -> Acted {
        if key == Key::Esc {
            return Acted::Replied(Ok(Reply::cancelled("declined")));
        }
        if self.typing.is_some() {
            return self.type_on(key);
        }
        match key {
            Key::Enter => self.go_on(),
            Key::Char(SKIP) => Acted::Replied(Ok(Reply::cancelled("skipped"))),
            Key::Char(OTHER) => {
                self.typing = Some(String::new());
                Acted::Open
            }
            Key::Char(digit) => self.pick(digit),
            _ => Acted::NotOffered,
        }
    }

    fn type_on(&mut self, key: Key) -> Acted {
        let Some(typed) = &mut self.typing else { return Acted::NotOffered };
        match key {
            Key::Char(c) => typed.push(c),
            Key::Backspace if typed.pop().is_some() => {}
            Key::Enter => {
                let typed = self.typing.take().filter(|typed| !typed.is_empty());
                let is_several = self.questions.get(self.at).is_some_and(|question| question.several);
                let Some(given) = self.given.get_mut(self.at) else { return Acted::NotOffered };
                given.other = typed;
                if !is_several && given.other.is_some() {
                    return self.go_on();
                }
            }
            _ => return Acted::NotOffered,
        }
        Acted::Open
    }

    fn pick(&mut self, digit: char) -> Acted {
        let (Some(question), Some(given)) = (self.questions.get(self.at), self.given.get_mut(self.at)) else {
            return Acted::NotOffered;
        };
        let at = digit.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1));
        let Some(at) = at.filter(|at| *at < question.options.len()) else { return Acted::NotOffered };
        if !question.several {
            *given = Given { picks: [at].into(), other: None };
            return self.go_on();
        }
        if !given.picks.remove(&at) {
            given.picks.insert(at);
        }
        Acted::Open
    }

    /// Goes to the next question. After the last one, the reply is complete.
    fn go_on(&mut self) -> Acted {
        self.at += 1;
        if self.at < self.questions.len() {
            return Acted::Open;
        }
        let given = self.questions.iter().zip(&self.given);
        let answers: Map =
            given.filter_map(|(question, given)| Some((question.text.clone(), given.text(question)?.into()))).collect();
        let reply = if answers.is_empty() { Reply::cancelled("skipped") } else { Reply::answers(answers) };
        Acted::Replied(Ok(reply))
    }

    /// The drawing.
    pub fn draw(&self) -> Prompt {
        let (Some(question), Some(given)) = (self.questions.get(self.at), self.given.get(self.at)) else {
            return Prompt::default();
        };
        let mut lines = vec![
            format!("[{}/{}] {}", self.at + 1, self.questions.len(), question.header),
            format!("? {}", question.text),
        ];
        for (at, option) in question.options.iter().enumerate() {
            let mark = match (question.several, given.picks.contains(&at)) {
                (false, _) => "",
                (true, false) => "[ ] ",
                (true, true) => "[x] ",
            };
            lines.push(format!("  {}. {mark}{}", at + 1, option.line()));
        }
        let other = self.typing.as_ref().or(given.other.as_ref()).map_or("", String::as_str);
        lines.push(format!("  {OTHER}. Other: {other}").trim_end().to_owned());
        lines.push("[a number to pick, enter to go on, s to skip, esc to decline]".to_owned());
        Prompt { text: harmless(&lines.join("\n")), offers: self.offers(question), request: None }
    }

    fn offers(&self, question: &Question) -> Offers {
        let digits = question.options.iter().zip('1'..='9').map(|(_, digit)| Key::Char(digit));
        let keys = digits.chain([Key::Char(OTHER), Key::Char(SKIP)]).filter(|_| self.typing.is_none());
        Offers {
            keys: keys.chain([Key::Enter, Key::Esc]).collect(),
            choices: question.labels().map(str::to_owned).collect(),
            several: question.several,
            typing: Some(Typing::Echoed),
            reject: true,
        }
    }
}

#[cfg(test)]
#[path = "panel/tests.rs"]
mod tests;
