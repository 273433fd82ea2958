//! The texts in a combination. What a text says decides nothing, so every text must stay what it is: with its blanks,
//! its letters and its signs. Each combination has one of several sets of texts.
//!
//! The first question of each set is plain enough to stand in a drawing and in JSON alike, because the steps find the
//! call by it. No question looks like an integer, because then the order of the answers would depend on the language.

use crate::suite::combinations::{Combination, styles};

/// The texts of a combination.
#[derive(Debug)]
pub struct Texts {
    pub questions: [&'static str; 4],
    pub header: &'static str,
    pub labels: [&'static str; 4],
    pub description: &'static str,
    /// An answer that is no option.
    pub typed: &'static str,
    pub notes: &'static str,
    /// The previews of the option that is picked, and of the others.
    pub previews: [&'static str; 2],
    /// The reason of a cancel.
    pub reason: &'static str,
    /// A key of the answers that is no question.
    pub unasked: &'static str,
}

/// The sets of texts.
static ALL: [Texts; 6] = [
    Texts {
        questions: ["Which city?", "Which road?", "Which day?", "Which way?"],
        header: "Trip",
        labels: ["Oslo", "Rome", "Bern", "Riga"],
        description: "by train",
        typed: "Lima",
        notes: "by night",
        previews: ["<p>a map</p>", "<p>a plan</p>"],
        reason: "not now",
        unasked: "Which year?",
    },
    // Blanks at the ends, and line breaks.
    Texts {
        questions: ["Which  city ?", "Which road? ", " Which road?", "Which\nday?"],
        header: " Trip ",
        labels: ["Oslo", " Oslo", "Oslo ", "Os lo"],
        description: " by  train",
        typed: "  Lima \n",
        notes: "by night \nor day",
        previews: ["<pre>\n a  map\n</pre>\n", " <p> a plan"],
        reason: " ",
        unasked: "Which  city ? ",
    },
    // The same letters in another case.
    Texts {
        questions: ["Which CITY?", "which city?", "Which city?", "WHICH CITY?"],
        header: "TRIP",
        labels: ["oslo", "Oslo", "OSLO", "oSLO"],
        description: "BY Train",
        typed: "OslO",
        notes: "By NIGHT",
        previews: ["<P>a MAP</p>", "<p>A map</P>"],
        reason: "Not NOW",
        unasked: "wHICH city?",
    },
    // Signs that mean something elsewhere.
    Texts {
        questions: ["Which {city} of %s?", "\"Q\"=\"A\", \"R\"", "C:\\new\\{0}?", "$HOME/`ls` & <b>?"],
        header: "{0}<%s>\\n",
        labels: ["a, b", "{1}", "\"x\"=\"y\"", "\\1 $& %d"],
        description: "</p>{} %s",
        typed: "'; \\\"A\\\" . \"B\"",
        notes: "user notes: {0}, \"R\"=\"x\"",
        previews: ["<p title='\"{}'>%s &amp; $1</p>", "<i>\\</i>"],
        reason: "(a) {b} \"%s\" \\",
        unasked: "\"=\"",
    },
    // Texts that look like values.
    Texts {
        questions: ["null?", "true", "-1", "0.5"],
        header: "0",
        labels: ["false", "0", "undefined", "[]"],
        description: "{}",
        typed: "[\"0\", \"1\"]",
        notes: "null",
        previews: ["<b>0</b>", "<b>null</b>"],
        reason: "false",
        unasked: "constructor",
    },
    // Other scripts.
    Texts {
        questions: ["配置 où ?", "本当に？", "Straße?", "😀?"],
        header: "日程😀",
        labels: ["Straße", "STRASSE", "e\u{301}té", "été"],
        description: "по ночам",
        typed: "日本語 ✅",
        notes: "备考 👩‍👩‍👧",
        previews: ["<p>地図</p>", "<p>план</p>"],
        reason: "не сейчас",
        unasked: "いつ？",
    },
];

impl Texts {
    /// The texts of a combination.
    pub fn of(combination: &Combination<'_>) -> &'static Self {
        styles::pick(combination, &ALL)
    }
}
