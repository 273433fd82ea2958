//! The simulated person. They answer prompts, or do something else that a person may do.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::json::Value;

use super::{Phase, SimContext};
use crate::{
    model::{Key, Millis, Op},
    sim::{
        draws::Stream,
        fault::Fault,
        generator::{Host, SystemGenerator},
        scope::Scope,
        texts,
        workload::{ProvenanceMarker, Workload, asked, marked, worded},
    },
    stage::{
        Capability,
        party::{Due, NEVER_SHOWN},
    },
    system::{Act, ClientEvent, Input, Offers, Prompt},
};

/// The length in bytes of a text that no field of a form expects.
const LONG: usize = 1 << 16;
/// The length in bytes of a huge text. It costs as much time as all other seeds together, so it is drawn rarely. A run has
/// at most one: it decides how much memory a run takes, and a second one would find nothing more.
const HUGE: usize = 1 << 20;
/// Of so many long texts, one is huge.
const LONG_FOR_A_HUGE: u64 = 50;
/// The most keys that stray acts can have typed, and that Backspace must remove before an answer.
const TYPED_MAX: usize = 12;
/// How many times an open prompt is answered after the faults have stopped.
const ANSWERED_MAX: u8 = 2;
/// The delays of a late person in milliseconds.
const LATE: [u64; 2] = [3_600_000, 86_400_000];

/// An unusual text: its fault class, the percentage of prompts at which it is typed, and how it is drawn.
type OddText = (Fault, u64, fn(&mut SimContext) -> String);

const ODD_TEXTS: [OddText; 3] = [
    (Fault::HugeText, 50, |ctx| {
        let is_huge = ctx.draws.below(Stream::Person, "huge", LONG_FOR_A_HUGE) == 0 && !ctx.had_huge;
        ctx.had_huge |= is_huge;
        "x".repeat(if is_huge { HUGE } else { LONG })
    }),
    (Fault::ControlCharacters, 60, |_| "\u{0}\u{7}\u{1b}[2J\r\n\t\u{7f}\u{9b}1m".to_owned()),
    (Fault::EveryScript, 60, |_| {
        "\u{202e}עברית العربية हिन्दी 日本語 한국어 ไทย 🇺🇳👩‍👩‍👧 e\u{301}\u{2066}ß\u{feff}İ\u{fffd}𝕏".to_owned()
    }),
];

/// The person.
pub struct Person<'a> {
    generator: &'a SystemGenerator,
    workload: &'a Workload,
    scope: &'a Scope,
    /// Every prompt that was shown, as it was first drawn.
    shown: BTreeMap<Op, Prompt>,
    /// The prompts at which a text may have been typed that must be removed before an answer.
    typed: BTreeSet<Op>,
    /// How many times each prompt was answered after the faults had stopped.
    answered: BTreeMap<Op, u8>,
    answers: u32,
}

impl<'a> Person<'a> {
    pub const fn new(workload: &'a Workload, generator: &'a SystemGenerator, scope: &'a Scope) -> Self {
        Self {
            generator,
            workload,
            scope,
            shown: BTreeMap::new(),
            typed: BTreeSet::new(),
            answered: BTreeMap::new(),
            answers: 0,
        }
    }

    /// Forgets all prompts, because a restarted subject numbers its prompts anew.
    pub fn restart(&mut self) {
        self.shown.clear();
        self.answered.clear();
        self.typed.clear();
    }

    /// Looks at a prompt. The person acts only at its first drawing.
    pub fn look(&mut self, op: Op, prompt: &Prompt, ctx: &mut SimContext, due: &mut Vec<Due>) {
        if let Some(first) = self.shown.get(&op) {
            if asked(first) == asked(prompt) {
                if first.text != prompt.text {
                    self.typed.insert(op);
                }
                return;
            }
            // The prompt asks another question now.
            self.typed.remove(&op);
            self.answered.remove(&op);
        }
        self.shown.insert(op, prompt.clone());
        if prompt.offers == Offers::default() && prompt.request.is_none() {
            return;
        }
        // After the faults have stopped, `answer_open` answers prompts when nothing else is due.
        if ctx.phase > Phase::Faulty || ctx.triggers(Fault::NeverPerson, Stream::Person, 60) {
            return;
        }
        if let Some(host) = self.host(ctx) {
            let mark = self.next_marker(prompt);
            let own = own_words(mark, ctx);
            let line = host(self.workload, prompt, &own, &mut ctx.draws);
            let after = ctx.draws.delay("host");
            due.extend(line.map(|line| (Millis(after), Input::Client(ClientEvent::Line(line)))));
            return;
        }
        let mut acts = self.acts(prompt, ctx);
        if ctx.triggers(Fault::TwicePerson, Stream::Person, 60) {
            acts = acts.iter().chain(&acts).cloned().collect();
        }
        let mut after = ctx.draws.delay("person");
        if ctx.triggers(Fault::LatePerson, Stream::Person, 60) {
            after += *ctx.draws.pick(Stream::Time, "late", &LATE);
        }
        let op = if ctx.triggers(Fault::OtherPrompt, Stream::Person, 40) { self.other(op, ctx) } else { op };
        let is_cancelled = ctx.triggers(Fault::CancelWithAnswer, Stream::Person, 60);
        for (index, act) in (0..).zip(acts) {
            due.push((Millis(after + index), Input::Person(op, act)));
        }
        if is_cancelled {
            due.push((Millis(after), Input::Person(op, Act::Cancel)));
        }
    }

    /// A prompt is withdrawn, and the person may answer it nevertheless.
    pub fn may_miss_withdrawal(&mut self, op: Op, ctx: &mut SimContext, due: &mut Vec<Due>) {
        let Some(prompt) = self.shown.get(&op).cloned() else { return };
        if ctx.triggers(Fault::WithdrawnPrompt, Stream::Person, 95) {
            let after = ctx.draws.delay("withdrawn");
            let acts = self.proper_answer(&prompt, ctx);
            due.extend(acts.into_iter().map(|act| (Millis(after), Input::Person(op, act))));
        }
    }

    /// Answers the first open prompt that was not answered often enough since the faults stopped.
    pub fn answer_open(&mut self, open: &[Op], ctx: &mut SimContext, due: &mut Vec<Due>) {
        let is_left = |op: &Op| self.answered.get(op).is_none_or(|times| *times < ANSWERED_MAX);
        let shown = open.iter().find(|op| self.shown.contains_key(op) && is_left(op));
        if let Some(op) = shown {
            self.answer(*op, ctx, due);
        }
    }

    fn answer(&mut self, op: Op, ctx: &mut SimContext, due: &mut Vec<Due>) {
        let times = self.answered.entry(op).or_default();
        *times += 1;
        let is_again = *times > 1;
        let Some(prompt) = self.shown.get(&op).cloned() else { return };
        let mut acts = Vec::new();
        if self.typed.contains(&op) && self.scope.has(Capability::Keys) {
            acts.extend([const { Act::Key(Key::Backspace) }; TYPED_MAX]);
        }
        match self.generator.settle {
            // A prompt may leave the first answer to be confirmed, for example after a click on a choice.
            _ if is_again => acts.push(whole_answer(&prompt, &marked(self.next_marker(&prompt), "my own"))),
            None => acts.extend(self.proper_answer(&prompt, ctx)),
            Some(settle) => {
                let text = marked(self.next_marker(&prompt), "my own");
                acts.extend(self.without_keys(settle(&prompt, self.workload, &text), &prompt, &text));
            }
        }
        due.extend((0..).zip(acts).map(|(after, act)| (Millis(after), Input::Person(op, act))));
    }

    /// The person's acts at a new prompt.
    fn acts(&mut self, prompt: &Prompt, ctx: &mut SimContext) -> Vec<Act> {
        if ctx.triggers(Fault::Eof, Stream::Person, 50) {
            return self.after_a_draft(prompt, Act::Eof, ctx);
        }
        if ctx.triggers(Fault::BrokenTerminal, Stream::Person, 50) {
            return self.after_a_draft(prompt, Act::Broken, ctx);
        }
        if ctx.triggers(Fault::StrayKeys, Stream::Person, 70) {
            let mut acts = stray_acts(ctx);
            acts.extend(self.proper_answer(prompt, ctx));
            return acts;
        }
        let odd = ODD_TEXTS.iter().find(|(fault, percent, _)| ctx.may_trigger(*fault, Stream::Person, *percent));
        if let Some((fault, _, text)) = odd {
            let text = text(ctx);
            let mark = self.next_marker(prompt);
            let acts = self.answered_with(prompt, &marked(mark, &text), ctx);
            // At a prompt with choices the text may not be used.
            if acts.iter().any(|act| gives_text(act, &text)) {
                ctx.note_triggered(*fault);
            }
            return acts;
        }
        match ctx.draws.below(Stream::Person, "act", 20) {
            0 => self.after_a_draft(prompt, Act::Cancel, ctx),
            1 => vec![Act::Reject],
            2 if self.scope.has(Capability::Keys) => vec![Act::Key(Key::Esc)],
            3 if self.scope.has(Capability::Keys) => by_keys(prompt, ctx),
            4 => vec![Act::Answer("none of these".into()), Act::Cancel],
            _ => self.proper_answer(prompt, ctx),
        }
    }

    /// An act that answers nothing, in some cases after a text that is typed and not entered.
    fn after_a_draft(&mut self, prompt: &Prompt, act: Act, ctx: &mut SimContext) -> Vec<Act> {
        let may_type = prompt.offers.typing.is_some() && self.scope.has(Capability::Keys);
        if !may_type || !ctx.draws.chance(Stream::Person, "a draft", 40) {
            return vec![act];
        }
        let draft = own_words(self.next_marker(prompt), ctx);
        let mut acts = if ctx.draws.chance(Stream::Person, "by keys", 50) {
            Key::typing(&draft).map(Act::Key).collect()
        } else {
            vec![Act::Paste(draft.into())]
        };
        acts.push(act);
        acts
    }

    /// The acts of a proper answer.
    fn proper_answer(&mut self, prompt: &Prompt, ctx: &mut SimContext) -> Vec<Act> {
        let text = own_words(self.next_marker(prompt), ctx);
        self.answered_with(prompt, &text, ctx)
    }

    /// The acts that answer a prompt. The text is used if they may type one.
    fn answered_with(&self, prompt: &Prompt, text: &str, ctx: &mut SimContext) -> Vec<Act> {
        let acts = (self.generator.answer)(prompt, self.workload, text, &mut ctx.draws);
        self.without_keys(acts, prompt, text)
    }

    /// The acts, or one whole answer if a prompt of this subject takes no keys.
    fn without_keys(&self, acts: Vec<Act>, prompt: &Prompt, text: &str) -> Vec<Act> {
        let needs_keys = |act: &Act| matches!(act, Act::Key(_) | Act::Paste(_) | Act::Choose(_) | Act::Submit);
        if self.scope.has(Capability::Keys) || !acts.iter().any(needs_keys) {
            return acts;
        }
        vec![whole_answer(prompt, text)]
    }

    /// Whether the host answers in the place of the person, and how.
    fn host(&self, ctx: &mut SimContext) -> Option<Host> {
        let host = self.generator.host.filter(|_| self.scope.has(Capability::Client))?;
        ctx.draws.chance(Stream::Client, "by the host", 12).then_some(host)
    }

    /// The provenance marker of the next answer at this prompt.
    fn next_marker(&mut self, prompt: &Prompt) -> ProvenanceMarker {
        self.answers += 1;
        (asked(prompt).unwrap_or_default(), 10 + self.answers)
    }

    /// Another prompt than `op`: one that was shown, or one that does not exist.
    fn other(&self, op: Op, ctx: &mut SimContext) -> Op {
        let others: Vec<Op> = self.shown.keys().copied().filter(|known| *known != op).chain([NEVER_SHOWN]).collect();
        *ctx.draws.pick(Stream::Person, "other prompt", &others)
    }
}

/// A text of the person's own.
fn own_words(mark: ProvenanceMarker, ctx: &mut SimContext) -> String {
    worded(&mut ctx.draws, Stream::Person, mark, "my own")
}

/// One act that answers the prompt.
fn whole_answer(prompt: &Prompt, text: &str) -> Act {
    let Offers { keys, choices, several, .. } = &prompt.offers;
    Act::Answer(match choices.first() {
        Some(first) if *several => vec![first.clone()].into(),
        Some(first) => first.clone().into(),
        None if keys.contains(&Key::Char('y')) => true.into(),
        None => text.into(),
    })
}

/// Whether an act gives `text`, or one of its characters as a key. Digits do not count, because they may be shortcuts.
fn gives_text(act: &Act, text: &str) -> bool {
    // An answer begins with its text. Searching for a long text costs far more than comparing it.
    let has = |said: &str| said.starts_with(text) || said.contains(text);
    match act {
        Act::Answer(value) | Act::Remember(value) => {
            let mut found = false;
            texts::of_value(value, &mut |said| found |= has(said));
            found
        }
        Act::Key(Key::Char(c)) => !c.is_ascii_digit() && text.contains(*c),
        Act::Paste(pasted) => has(pasted),
        _ => false,
    }
}

/// Acts that the prompt may not offer.
fn stray_acts(ctx: &mut SimContext) -> Vec<Act> {
    let acts = [
        Act::Key(Key::Char('x')),
        Act::Key(Key::Char(' ')),
        Act::Key(Key::Char('9')),
        Act::Key(Key::Char('?')),
        Act::Key(Key::Up),
        Act::Key(Key::Down),
        Act::Key(Key::Tab),
        Act::Key(Key::Backspace),
        Act::Key(Key::Enter),
        Act::Submit,
        Act::Choose("nothing of the kind".into()),
        Act::Answer(Value::Null),
        Act::Answer(17.into()),
        Act::Remember("nothing of the kind".into()),
    ];
    let count = 1 + ctx.draws.below(Stream::Person, "how many stray acts", 4);
    (0..count).map(|_| ctx.draws.pick(Stream::Person, "stray act", &acts).clone()).collect()
}

/// Presses some of the keys that are offered.
fn by_keys(prompt: &Prompt, ctx: &mut SimContext) -> Vec<Act> {
    let keys = &prompt.offers.keys;
    if keys.is_empty() {
        return vec![Act::Key(Key::Down), Act::Key(Key::Enter)];
    }
    let count = 1 + ctx.draws.below(Stream::Person, "how many keys", 3);
    (0..count).map(|_| Act::Key(*ctx.draws.pick(Stream::Person, "key", keys))).collect()
}

#[cfg(test)]
mod tests {
    use super::{HUGE, LONG, ODD_TEXTS};
    use crate::sim::{
        draws::Draws,
        environment::SimContext,
        fault::{Fault, Faults},
    };

    #[test]
    fn a_run_has_one_huge_text_at_most() {
        let mut ctx = SimContext::new(Draws::new(1, false), Faults::default(), Faults::default());
        assert_eq!(ODD_TEXTS[0].0, Fault::HugeText);
        let lengths: Vec<usize> = (0..500).map(|_| ODD_TEXTS[0].2(&mut ctx).len()).collect();
        let of = |length| lengths.iter().filter(|found| **found == length).count();
        assert_eq!((of(HUGE), of(LONG)), (1, 499));
    }
}
