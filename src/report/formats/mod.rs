//! The formats of reports for other programs, and for the web. Each is made from the model alone.

mod badge;
mod github;
mod html;
mod junit;
mod markdown;
mod sarif;
mod tap;

pub use self::github::annotations;
pub(in crate::report) use self::markdown::escaped;
use super::{CaseReport, Mismatch, Report, json};

/// A format.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// The model itself.
    Json,
    /// JUnit XML.
    Junit,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// TAP 14.
    Tap,
    /// Annotations for GitHub Actions.
    Github,
    /// An endpoint for badges of shields.io.
    Badge,
    /// A page in Markdown.
    Markdown,
    /// A page for a browser.
    Html,
}

impl Kind {
    /// Every format.
    pub const ALL: [Self; 8] =
        [Self::Json, Self::Junit, Self::Sarif, Self::Tap, Self::Github, Self::Badge, Self::Markdown, Self::Html];

    /// Its name in options.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Junit => "junit",
            Self::Sarif => "sarif",
            Self::Tap => "tap",
            Self::Github => "github",
            Self::Badge => "badge",
            Self::Markdown => "markdown",
            Self::Html => "html",
        }
    }

    /// The reports in this format. There is at least one. `older` is an older report to compare a page with.
    pub fn written(self, reports: &[Report], older: Option<&Report>) -> String {
        match self {
            Self::Json => match reports {
                [report] => json(report),
                reports => json(&reports),
            },
            Self::Junit => junit::junit(reports),
            Self::Sarif => sarif::sarif(reports),
            Self::Tap => tap::tap(reports),
            Self::Github => reports.iter().map(annotations).collect(),
            Self::Badge => badge::badge(reports),
            Self::Markdown => markdown::markdown(reports),
            Self::Html => html::html(reports, older),
        }
    }
}

/// The first thing that is wrong with a scenario, in one line.
pub(super) fn first_miss(case: &CaseReport) -> String {
    if let Some(fault) = case.faults.first() {
        return format!("fault of the {}: {}", fault.culprit.words(), fault.message.lines().next().unwrap_or_default());
    }
    match case.missed().next() {
        Some((then, Mismatch::Fails { expected, found, .. })) => {
            format!("{}: expected {expected}, found {found}", then.text)
        }
        Some((then, Mismatch::Unread(why))) => format!("{}: not read: {why}", then.text),
        None if case.drift.is_some() => "the stream differs from its snapshot".to_owned(),
        None => case.verdict.words().to_owned(),
    }
}
