//! The texts in a combination. What a text says decides nothing, so every text must stay what it is. Each combination has
//! one of several sets of texts.

use crate::suite::combinations::{Combination, styles};

/// The texts of a combination. No label is a part of another text, because a card that is resolved shows no label that
/// was not chosen.
#[derive(Debug)]
pub struct Texts {
    /// The question.
    pub question: &'static str,
    /// Its header.
    pub header: &'static str,
    /// The labels of its options.
    pub labels: [&'static str; 10],
    /// The descriptions of the first options, if they have any.
    pub descriptions: [&'static str; 2],
    /// What the user types.
    pub typed: &'static str,
    /// What the user types beside chosen options.
    pub beside: &'static str,
    /// What the user writes in the chat.
    pub written: &'static str,
    /// The question before.
    pub before: &'static str,
    /// What answers the question before.
    pub answer_before: &'static str,
}

/// The sets of texts.
static ALL: [Texts; 5] = [
    Texts {
        question: "Which one?",
        header: "Colour",
        labels: ["Red", "Green", "Blue", "Amber", "Violet", "Ochre", "Sepia", "Indigo", "Olive", "Crimson"],
        descriptions: ["warm", "calm"],
        typed: "teal",
        beside: "and a little white",
        written: "Neither. Take the one of the sea.",
        before: "First?",
        answer_before: "New",
    },
    // The same letters in another case.
    Texts {
        question: "WHICH one?",
        header: "COLOUR",
        labels: ["Red", "RED", "red", "Amber", "AMBER", "amber", "Olive", "OLIVE", "olive", "oLIVE"],
        descriptions: ["Warm", "WARM"],
        typed: "TEAL",
        beside: "And White",
        written: "NEITHER. Take the one of the sea.",
        before: "Which ONE?",
        answer_before: "NEW",
    },
    // Signs that mean something elsewhere.
    Texts {
        question: "Which {one} of <b>%s</b> & \\ $1?",
        header: "<Colour> & {1}",
        labels: [
            "{0}",
            "%d",
            "<i>Blue</i>",
            "\\t",
            "*Violet*",
            "`Ochre`",
            "[Sepia](x)",
            "#Indigo",
            "{{Olive}}",
            "$HOME",
        ],
        descriptions: ["{warm}", "100% calm"],
        typed: "{typed} %x \\ $2",
        beside: "and *a little* <white>",
        written: "Neither: \"{take}\" the one of the sea & more.",
        before: "{First}?",
        answer_before: "New",
    },
    // Texts that look like values.
    Texts {
        question: "Is it 7?",
        header: "No. 7",
        labels: ["true", "false", "0.5", "null", "NaN", "-1", "1e3", "undefined", "$5", "2,000"],
        descriptions: ["yes", "no"],
        typed: "3",
        beside: "{}",
        written: "[6]",
        before: "First?",
        answer_before: "New",
    },
    // Other scripts.
    Texts {
        question: "Quelle couleur ? 色",
        header: "Größe ✅",
        labels: ["Rouge foncé", "緑", "зелёный", "Straße", "🙂🙂", "Ωmega", "ñandú", "日本語", "كبير", "Ænima"],
        descriptions: ["chaud", "ruhig – später"],
        typed: "bleu d’été",
        beside: "et un peu de blanc – 白",
        written: "Ни то ни другое.",
        before: "D’abord ?",
        answer_before: "Nouveau",
    },
];

impl Texts {
    /// The texts of a combination. Arguments that are no JSON have the plain texts.
    pub fn of(combination: &Combination<'_>, is_json: bool) -> &'static Self {
        if is_json { styles::pick(combination, &ALL) } else { &ALL[0] }
    }
}
