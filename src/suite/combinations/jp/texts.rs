//! The texts in a combination. What a text says decides nothing, so every text must stay what it is: with its blanks,
//! its lines, its letters and its signs. Each combination has one of several sets of texts.

use crate::suite::combinations::{Combination, styles};

/// The texts of a combination.
#[derive(Debug)]
pub struct Texts {
    /// The question.
    pub question: &'static str,
    /// The options of a choice. The second is the answer.
    pub options: [&'static str; 2],
    /// The second option in other letters, which is no option.
    pub other_case: &'static str,
    /// The answer to a question for a text. It is one line, because a line break would end the typing.
    pub answer: &'static str,
    /// A text that is given beforehand: a default, or the answer of a layer below.
    pub given: &'static str,
    /// The context, in one line.
    pub context: &'static str,
    /// The context, in two lines.
    pub lines: &'static str,
    /// The label that is configured.
    pub label: &'static str,
    /// The ids of earlier questions of the same call. The question itself is `q`.
    pub earlier: [&'static str; 2],
}

/// The sets of texts.
static ALL: [Texts; 6] = [
    Texts {
        question: "Deploy how?",
        options: ["staging", "production"],
        other_case: "Production",
        answer: "v1",
        given: "v0",
        context: "3 files changed",
        lines: "3 files changed\n1 migration",
        label: "Ops (night)",
        earlier: ["ready", "tag"],
    },
    // Blanks at the ends.
    Texts {
        question: "Deploy  how ?",
        options: ["production", " production"],
        other_case: "production ",
        answer: " v1 ",
        given: " v0",
        context: "3 files changed:  a b",
        lines: "3 files changed\n\n    1 migration",
        label: "Ops  (night)",
        earlier: ["ready", "tag"],
    },
    // The same letters in another case.
    Texts {
        question: "DEPLOY how?",
        options: ["production", "Production"],
        other_case: "PRODUCTION",
        answer: "V1",
        given: "v1",
        context: "3 FILES changed",
        lines: "3 FILES changed\n3 files changed",
        label: "OPS (Night)",
        earlier: ["Q", "QQ"],
    },
    // Signs that mean something elsewhere.
    Texts {
        question: "Deploy {tool} to \"%s\" \\ <how>?",
        options: ["{0}", "{production}"],
        other_case: "{Production}",
        answer: "{answer} %d \"v1\"",
        given: "$HOME/`v0`",
        context: "{3} files & <b>changed</b>",
        lines: "# 3 files changed\n- {1} `migration`",
        label: "Ops {night} %s",
        earlier: ["q-1", "1"],
    },
    // Texts that look like values.
    Texts {
        question: "null?",
        options: ["false", "0"],
        other_case: "0.0",
        answer: "null",
        given: "false",
        context: "0",
        lines: "0\nfalse",
        label: "null",
        earlier: ["q_", "0"],
    },
    // Other scripts.
    Texts {
        question: "配置 où ?",
        options: ["Straße", "STRASSE"],
        other_case: "strasse",
        answer: "été ✅",
        given: "日本語",
        context: "3 файла изменены",
        lines: "3 файла изменены\n1 миграция",
        label: "Équipe (nuit)",
        earlier: ["frage", "étiquette"],
    },
];

impl Texts {
    /// The texts of a combination.
    pub fn of(combination: &Combination<'_>) -> &'static Self {
        styles::pick(combination, &ALL)
    }
}
