//! Mistakes in files and arguments that users write. A message says where the mistake is, what was expected, what was
//! found, and what to do.

use std::fmt;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode, SourceSpan};
use thiserror::Error;

/// The width of a rendered mistake, in columns.
const WIDTH: usize = 110;
/// The longest line that is shown, in bytes.
const LINE_MAX: usize = 1000;

/// A mistake in a file that a user wrote.
#[derive(Clone, Debug, Error)]
#[error("{message}")]
pub struct InputError {
    message: String,
    help: Option<String>,
    place: Option<Box<Place>>,
}

#[derive(Clone, Debug)]
struct Place {
    source: NamedSource<String>,
    span: SourceSpan,
    label: String,
}

impl InputError {
    /// A mistake without a place in a file.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, place: None }
    }

    /// Adds what to do about the mistake.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Points at `length` bytes of `text`, the content of the file `name`. Line and column count from 1. If a line
    /// nearby is longer than [`LINE_MAX`], nothing is shown.
    #[must_use]
    pub fn at(mut self, name: &str, text: &str, (line, column): (usize, usize), length: usize, label: &str) -> Self {
        if text.lines().skip(line.saturating_sub(2)).take(3).any(|line| line.len() > LINE_MAX) {
            return self;
        }
        let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let offset = (start + column.saturating_sub(1)).min(text.len());
        let length = length.min(text.len() - offset);
        let source = NamedSource::new(name, text.to_owned());
        self.place = Some(Box::new(Place { source, span: (offset, length).into(), label: label.to_owned() }));
        self
    }

    /// Points at a whole line of a file, without the indentation.
    #[must_use]
    pub fn at_line(self, name: &str, text: &str, line: usize, label: &str) -> Self {
        let content = text.lines().nth(line.saturating_sub(1)).unwrap_or("");
        let indent = content.len() - content.trim_start().len();
        let length = content.trim().len();
        self.at(name, text, (line, indent + 1), length, label)
    }
}

impl Diagnostic for InputError {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.place.as_ref().map(|place| &place.source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let place = self.place.as_ref()?;
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(Some(place.label.clone()), place.span))))
    }
}

/// All mistakes that were found; the list is never empty.
#[derive(Clone, Debug, Error)]
pub struct InputErrors(pub Vec<InputError>);

impl From<InputError> for InputErrors {
    fn from(mistake: InputError) -> Self {
        Self(vec![mistake])
    }
}

/// Each mistake with its source, one after another, without colour.
impl fmt::Display for InputErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let handler =
            GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(WIDTH).with_links(false);
        for mistake in &self.0 {
            handler.render_report(f, mistake)?;
        }
        Ok(())
    }
}
