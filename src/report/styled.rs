//! Text with a few colours, for a terminal.

use crate::model::text::harmless;

/// How a piece of text stands out.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Style {
    /// Not at all.
    Plain,
    /// A heading.
    Bold,
    /// What matters less.
    Dim,
    /// What failed.
    Bad,
    /// What could not be decided.
    Unsure,
    /// What holds.
    Good,
}

impl Style {
    /// What switches it on in a terminal.
    const fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Bold => "\u{1b}[1m",
            Self::Dim => "\u{1b}[2m",
            Self::Bad => "\u{1b}[31m",
            Self::Unsure => "\u{1b}[33m",
            Self::Good => "\u{1b}[32m",
        }
    }
}

/// A text in pieces, each with its style.
#[derive(Clone, Debug, Default)]
pub struct Styled(Vec<(Style, String)>);

impl Styled {
    /// Adds a piece.
    pub fn add(&mut self, style: Style, text: impl Into<String>) {
        self.0.push((style, text.into()));
    }

    /// Adds a piece that does not stand out, and ends the line.
    pub fn line(&mut self, text: impl AsRef<str>) {
        self.add(Style::Plain, format!("{}\n", text.as_ref()));
    }

    /// Adds another text.
    pub fn append(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// How many lines it has.
    pub fn lines(&self) -> usize {
        self.0.iter().map(|(_, text)| text.matches('\n').count()).sum()
    }

    /// The text, with its colours or without. Control characters in it are made harmless, because the text may come from
    /// others.
    pub fn rendered(&self, has_colour: bool) -> String {
        let mut out = String::new();
        for (style, text) in &self.0 {
            let code = if has_colour { style.code() } else { "" };
            if code.is_empty() {
                out.push_str(&harmless(text));
                continue;
            }
            // A colour ends with its line, so that a reader of some lines sees them as they are.
            for (at, line) in harmless(text).split('\n').enumerate() {
                out.push_str(if at == 0 { "" } else { "\n" });
                if !line.is_empty() {
                    out.extend([code, line, "\u{1b}[0m"]);
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::{Style, Styled};

    #[test]
    fn colours_stand_around_lines_and_no_control_character_of_others_is_kept() {
        let mut text = Styled::default();
        text.add(Style::Bad, "one\ntwo\u{1b}[2J");
        text.line(", three");
        assert_eq!(text.rendered(false), "one\ntwo␛[2J, three\n");
        assert_eq!(text.rendered(true), "\u{1b}[31mone\u{1b}[0m\n\u{1b}[31mtwo␛[2J\u{1b}[0m, three\n");
        assert_eq!(text.lines(), 2);
    }
}
