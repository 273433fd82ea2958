//! The texts in a combination. What a text says decides nothing, so every text must stay what it is. Each combination has
//! one of several sets of texts.

use crate::suite::combinations::{Combination, styles};

/// The texts of a combination.
#[derive(Debug)]
pub struct Texts {
    /// The question that the combination is about.
    pub focus: &'static str,
    /// Its header.
    pub header: &'static str,
    /// Its options, if they are few. The first is recommended.
    pub few: [&'static str; 2],
    /// Its options, if they are many.
    pub many: [&'static str; 8],
    /// Its options with their descriptions, if they have some.
    pub described: [(&'static str, &'static str); 2],
    /// A text that is typed.
    pub typed: &'static str,
    /// The other questions of the call.
    pub others: [&'static str; 2],
}

/// The sets of texts.
static ALL: [Texts; 5] = [
    Texts {
        focus: "Deploy how?",
        header: "Deployment",
        few: ["staging (Recommended)", "production"],
        many: ["oslo", "rome", "bonn", "lima", "cairo", "tunis", "quito", "sofia"],
        described: [("blue", "The half that sleeps"), ("green", "The half that serves")],
        typed: "by hand",
        others: ["Ready?", "Sure?"],
    },
    // The same letters in another case.
    Texts {
        focus: "DEPLOY how?",
        header: "DEPLOYMENT",
        few: ["Production (Recommended)", "PRODUCTION"],
        many: ["Oslo", "OSLO", "oslo", "oSlo", "Rome", "ROME", "rome", "rOme"],
        described: [("Blue", "The half that SLEEPS"), ("BLUE", "The half that serves")],
        typed: "BY hand",
        others: ["READY?", "SURE?"],
    },
    // Signs that mean something elsewhere.
    Texts {
        focus: "Deploy {tool} to %s & $1?",
        header: "{0} & %d",
        few: ["{0} (Recommended)", "*{1}*"],
        many: ["{oslo}", "%rome", "$BONN", "`lima`", "#cairo", "[tunis]", "- quito", "~sofia"],
        described: [("{blue}", "100% of it sleeps"), ("$GREEN", "The `half` that serves")],
        typed: "{by} %hand & $1",
        others: ["{Ready}?", "%Sure?"],
    },
    // Texts that look like values.
    Texts {
        focus: "null, 3.5 or 7?",
        header: "0",
        few: ["false (Recommended)", "0.0"],
        many: ["1e3", "-0.5", "NaN", "undefined", "0x1F", "1,000", "Infinity", "+7"],
        described: [("1e3", "3.25"), ("-0.5", "7.75")],
        typed: "null",
        others: ["True?", "8.5?"],
    },
    // Other scripts.
    Texts {
        focus: "配置 où ?",
        header: "Größe",
        few: ["Straße (Recommended)", "STRASSE"],
        many: ["Осло", "ローマ", "Bönn", "Líma", "القاهرة", "Τύνιδα", "Quito ✅", "София"],
        described: [("bleu", "La moitié qui dort"), ("緑", "Die Hälfte, die dient")],
        typed: "à la main – 手",
        others: ["Prêt ?", "Sûr ?"],
    },
];

impl Texts {
    /// The texts of a combination.
    pub fn of(combination: &Combination<'_>) -> &'static Self {
        styles::pick(combination, &ALL)
    }
}
