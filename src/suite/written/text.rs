//! Texts and JSON as the lines and doc strings of a feature hold them. What is read of them is the same text again.
//!
//! A character that no reader sees is written by its number. A long repetition is written as `⟨2001×x⟩`. A character that
//! begins such a repetition is never written as it is.

use std::fmt::Write;

use crate::model::json::{Name, Value};

/// The longest piece that a repetition repeats, in characters.
const UNIT_MAX: usize = 20;
/// How often it repeats the piece at most.
const TIMES_MAX: usize = 999_999;
/// A repetition is written as one from this many characters on.
const REPEATED_MIN: usize = 60;
/// How many blanks each level of JSON is indented.
const INDENT: usize = 2;

/// The text between quotes.
pub fn quoted(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 2);
    for c in text.chars() {
        match c {
            '"' | '\\' => escaped.extend(['\\', c]),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            c if is_odd(c) => {
                let _ = write!(escaped, "\\u{{{:x}}}", u32::from(c));
            }
            c => escaped.push(c),
        }
    }
    format!("\"{}\"", shortened(&escaped))
}

/// Whether a reader does not see the character, or takes it for something else.
fn is_odd(c: char) -> bool {
    c.is_control()
        || matches!(c, '⟨' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Whether the text can stand in a doc string and be read there: nothing in it needs an escape.
pub fn is_plain(text: &str) -> bool {
    text.chars().all(|c| c == '\n' || !is_odd(c))
}

/// The JSON in one line.
pub fn json_line(value: &Value) -> String {
    match value {
        Value::String(text) => json_text(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(json_line).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(members) => {
            let members: Vec<String> =
                members.iter().map(|(name, value)| format!("{}: {}", json_text(name), json_line(value))).collect();
            format!("{{{}}}", members.join(", "))
        }
        other => other.to_string(),
    }
}

/// The JSON in lines of `width` characters, where its texts allow it.
pub fn json_lines(value: &Value, width: usize) -> String {
    laid_out(value, 0, 0, width)
}

/// The JSON behind `taken` characters of a line that is indented by `indent`.
fn laid_out(value: &Value, indent: usize, taken: usize, width: usize) -> String {
    let line = json_line(value);
    if indent + taken + line.chars().count() <= width {
        return line;
    }
    let inner = indent + INDENT;
    let (open, items, close) = match value {
        Value::Array(items) if !items.is_empty() => {
            ('[', items.iter().map(|item| laid_out(item, inner, 1, width)).collect::<Vec<_>>(), ']')
        }
        Value::Object(members) if !members.is_empty() => {
            let member = |(name, value): (&Name, &Value)| {
                let name = format!("{}: ", json_text(name));
                let value = laid_out(value, inner, name.chars().count() + 1, width);
                name + &value
            };
            ('{', members.iter().map(member).collect(), '}')
        }
        _ => return line,
    };
    let (blanks, end) = (" ".repeat(inner), " ".repeat(indent));
    format!("{open}\n{blanks}{}\n{end}{close}", items.join(&format!(",\n{blanks}")))
}

fn json_text(text: &str) -> String {
    let plain = Value::from(text).to_string();
    let mut escaped = String::with_capacity(plain.len());
    for c in plain.chars() {
        if is_odd(c) {
            let _ = write!(escaped, "\\u{:04x}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    shortened(&escaped)
}

/// The text in a doc string, of which nothing is read in another way: a line of blanks, a carriage return before a line
/// break, and blanks before every line would be lost, and quotes would end it.
pub fn doc(text: &str) -> String {
    let kept = |piece: &str| {
        let chars: Vec<char> = piece.chars().collect();
        chars.chunks(UNIT_MAX).map(|some| format!("⟨1×{}⟩", some.iter().collect::<String>())).collect::<String>()
    };
    let blank = |line: &str| line.chars().all(char::is_whitespace);
    let is_indented = text.split('\n').filter(|line| !blank(line)).all(|line| line.starts_with(char::is_whitespace));
    let mut is_first = true;
    let lines = text.split('\n').map(|line| {
        if blank(line) {
            return kept(line);
        }
        let (line, end) = line.strip_suffix('\r').map_or((line, ""), |line| (line, "\r"));
        let mut begin = "";
        let mut rest = line;
        if is_first && is_indented {
            rest = line.trim_start();
            begin = &line[..line.len() - rest.len()];
        }
        is_first = false;
        format!("{}{}{}", kept(begin), with_quotes_apart(rest), kept(end))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The line, in which nothing begins a repetition or ends the doc string.
fn with_quotes_apart(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut quotes = 0;
    for c in line.chars() {
        quotes = if c == '"' { quotes + 1 } else { 0 };
        if c == '⟨' || quotes == 3 {
            let _ = write!(text, "⟨1×{c}⟩");
            quotes = 0;
        } else {
            text.push(c);
        }
    }
    text
}

/// The text, whose long repetitions are written as such. It has no `⟨`.
fn shortened(text: &str) -> String {
    if text.len() < REPEATED_MIN {
        return text.to_owned();
    }
    let chars: Vec<char> = text.chars().collect();
    let mut short = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        match repetition(&chars[at..]) {
            Some((unit, times)) => {
                let piece: String = chars[at..at + unit].iter().collect();
                let _ = write!(short, "⟨{times}×{piece}⟩");
                at += unit * times;
            }
            None => {
                short.push(chars[at]);
                at += 1;
            }
        }
    }
    short
}

/// The length of the piece with which `chars` begins again and again, and how often it comes.
fn repetition(chars: &[char]) -> Option<(usize, usize)> {
    (1..=UNIT_MAX.min(chars.len())).find_map(|unit| {
        let piece = &chars[..unit];
        let times = chars.chunks(unit).take(TIMES_MAX).take_while(|next| *next == piece).count();
        (times * unit >= REPEATED_MIN && times > 1 && !piece.contains(&'⟩')).then_some((unit, times))
    })
}
