//! `hotseat merge`

use std::{fs, io, path::PathBuf};

use clap::{Args, ValueEnum};

use super::{expected::today, github, output, report::report_file, run::stories, say, shard};
use crate::{
    report::{
        ExitCode, Stories, Telling,
        formats::Kind,
        shards::{Asked, Merger, SummaryTelling, SummaryTold, files},
    },
    suite::{InputError, InputErrors},
};

#[derive(Args)]
pub struct MergeArgs {
    /// The folders with the summaries of the shards, or such files
    #[arg(value_name = "DIR", required = true)]
    paths: Vec<PathBuf>,
    /// Write the summary of all into this folder, so that it can be merged with others
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Add up what there is, also if shards are missing or were stopped before their end
    #[arg(long)]
    partial: bool,
    /// How to show what `mutants` and `variants` have found
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Write a report of what `run` has found: json, junit, sarif, tap, github, badge, markdown or html; may be given
    /// several times
    #[arg(long, value_name = "KIND=FILE", value_parser = report_file)]
    report: Vec<(Kind, PathBuf)>,
    /// Tell so many stories of failures of a run, each whole: a number, `all` or `none` [default: 20, on at most 80 lines]
    #[arg(long, value_name = "N|all|none", value_parser = stories)]
    stories: Option<Stories>,
    /// Leave out what holds, as the command itself does
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Name every scenario of a run, and every area in the table
    #[arg(short, long)]
    verbose: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Table,
    Json,
}

pub fn run(args: &MergeArgs) -> Result<u8, InputErrors> {
    if let Some(out) = &args.out {
        args.check_out(out)?;
    }
    let (found, mistakes): (Vec<_>, Vec<_>) = args.paths.iter().map(|path| files(path)).partition(Result::is_ok);
    let mistakes: Vec<InputError> = mistakes.into_iter().filter_map(Result::err).collect();
    if !mistakes.is_empty() {
        return Err(InputErrors(mistakes));
    }
    let mut merger = Merger::default();
    for file in found.into_iter().flatten().flatten() {
        merger.add(&file);
    }
    let merged = merger.finish();
    if !merged.mistakes.is_empty() || !merged.lacking.is_empty() {
        say(&mut io::stderr(), &merged.wrong().to_string());
    }
    let Some(summary) = merged.summary.filter(|_| merged.mistakes.is_empty()) else {
        say(&mut io::stderr(), "nothing was added up\n");
        return Ok(ExitCode::INCOMPLETE);
    };
    let is_whole = merged.lacking.is_empty();
    if !is_whole && !args.partial {
        say(&mut io::stderr(), "nothing was added up; `--partial` adds up what there is\n");
        return Ok(ExitCode::INCOMPLETE);
    }
    if !args.report.is_empty() && !matches!(summary.asked, Asked::Run(_)) {
        return Err(InputError::new("`--report` is for the shards of `hotseat run`")
            .help("`--format json` shows what `mutants` and `variants` have found")
            .into());
    }
    let how = SummaryTelling { telling: args.telling(), is_json: matches!(args.format, Format::Json), today: today() };
    let SummaryTold { text, exit_code, reports } =
        summary.told(how).map_err(|error| InputError::new(error.to_string()))?;
    output::print_styled(&text);
    let mut unwritten = Vec::new();
    if let [report] = &reports[..] {
        unwritten.extend(github::tell(report).err());
    }
    for (kind, file) in args.report.iter().filter(|_| !reports.is_empty()) {
        unwritten.extend(output::write_or_print(file, &kind.written(&reports, None)).err());
    }
    let complete = if is_whole { ExitCode::CONFORMANT } else { ExitCode::INCOMPLETE };
    let mut code = ExitCode::first(exit_code, complete);
    if let Some(out) = &args.out {
        code = ExitCode::first(code, shard::keep(out, summary));
    }
    if unwritten.is_empty() { Ok(code) } else { Err(InputErrors(unwritten)) }
}

impl MergeArgs {
    fn telling(&self) -> Telling {
        Telling {
            stories: self.stories.unwrap_or_default(),
            is_quiet: self.quiet,
            is_verbose: self.verbose,
            width: output::width(),
        }
    }

    /// Checks that the sum is not written among its parts: the next merge would count them twice.
    fn check_out(&self, out: &PathBuf) -> Result<(), InputError> {
        let same = |path: &&PathBuf| match (fs::canonicalize(path), fs::canonicalize(out)) {
            (Ok(path), Ok(out)) => path == out || path.parent() == Some(&out) && path.is_file(),
            _ => false,
        };
        match self.paths.iter().find(same) {
            Some(path) => Err(InputError::new(format!("{}: the sum would stand among its parts", path.display()))
                .help("name another folder with `--out`")),
            None => output::check_writable(&out.join("shards-all-of-1.json")),
        }
    }
}
