//! `hotseat report`

use std::path::PathBuf;

use clap::Args;

use super::{argument_error::ArgumentError, output};
use crate::{
    report::{ExitCode, Report, formats::Kind, reading::merged},
    suite::{InputError, InputErrors},
};

#[derive(Args)]
pub struct ReportArgs {
    /// Reports as JSON, each of one subject or of several. Those of one subject, such as shards of a run, are put together
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// What to write: json, junit, sarif, tap, github, badge, markdown or html; may be given several times; `-` is
    /// standard output
    #[arg(long, value_name = "KIND=FILE", value_parser = report_file, required = true)]
    to: Vec<(Kind, PathBuf)>,
    /// An older report of the last subject; the page marks what changed
    #[arg(long, value_name = "FILE")]
    older: Option<PathBuf>,
}

/// Parses a value of `--report` or `--to`.
pub fn report_file(text: &str) -> Result<(Kind, PathBuf), ArgumentError> {
    let (kind, file) = text.split_once('=').filter(|(_, file)| !file.is_empty()).ok_or(ArgumentError::Report)?;
    let kind = Kind::ALL.into_iter().find(|known| known.word() == kind).ok_or(ArgumentError::Report)?;
    Ok((kind, file.into()))
}

pub fn run(args: &ReportArgs) -> Result<u8, InputErrors> {
    let read: Vec<Result<Vec<Report>, InputError>> = args.files.iter().map(|file| Report::read_all(file)).collect();
    let (reports, mistakes): (Vec<_>, Vec<_>) = read.into_iter().partition(Result::is_ok);
    let mistakes: Vec<InputError> = mistakes.into_iter().filter_map(Result::err).collect();
    if !mistakes.is_empty() {
        return Err(InputErrors(mistakes));
    }
    let reports = merged(reports.into_iter().flatten().flatten().collect())?;
    let older = args.older.as_deref().map(Report::read).transpose()?;
    let mut unwritten = Vec::new();
    for (kind, file) in &args.to {
        unwritten.extend(output::write_or_print(file, &kind.written(&reports, older.as_ref())).err());
    }
    if unwritten.is_empty() { Ok(ExitCode::CONFORMANT) } else { Err(InputErrors(unwritten)) }
}
