//! Makes findings small, and writes them beside the files of the findings.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{TestedChoice, print, say, tell_fault};
use crate::{
    cli::output::write_file,
    model::text::pasteable,
    report::{ExitCode, simulation},
    sim::finding::{Finding, Smaller, TRIES},
};

/// How long the search for a smaller failure takes at most.
pub const SHRINK_FOR: &str = "20s";

/// Makes a finding small and writes it beside its file. A search that is stopped early keeps what it has. If the file cannot
/// be written, the small finding is printed instead.
pub fn shrink_beside(file: &Path, tested: &TestedChoice, finding: &Finding, may_go_on: &dyn Fn() -> bool) -> u8 {
    let (small, runs) = match tested.smaller(finding, may_go_on) {
        Ok(Ok(Smaller::Found { finding, runs })) => (finding, runs),
        Ok(Ok(Smaller::NotRepeatable(times))) => {
            let tries = if finding.options.subject.is_some() { TRIES } else { 1 };
            let kept = "so nobody can tell which choices it needs; the file stays as it is";
            let text = format!("not made smaller: the rule was broken in {times} of {tries} runs, {kept}\n");
            say(&mut io::stderr(), &text);
            return ExitCode::NOT_DETERMINISTIC;
        }
        Ok(Err(error)) => {
            say(&mut io::stderr(), &format!("{}: {error}\n", file.display()));
            return ExitCode::USAGE;
        }
        Err(error) => return tell_fault(&error),
    };
    let out = small_name(file);
    let again = pasteable(&["hotseat", "replay", &out.display().to_string()]);
    print(&simulation::finding(&small, &again));
    print(&simulation::smaller(finding, &small, runs, may_go_on()));
    let code = keep_as(&out, &small.write());
    match tested.told(&small) {
        Ok(Ok(told)) => {
            let file = out.with_extension("").with_extension("feature");
            let kept = keep_as(&file, &told.feature());
            if kept == ExitCode::VIOLATED {
                print(&format!("  as a scenario: {}\n", run_command(&file, finding)));
            }
            ExitCode::first(code, kept)
        }
        Ok(Err(why)) => {
            print(&format!("  not written as a scenario: {why}\n"));
            code
        }
        Err(error) => tell_fault(&error),
    }
}

/// The command that runs the scenario of a finding against the subject that failed.
fn run_command(file: &Path, finding: &Finding) -> String {
    let file = file.display().to_string();
    let mutant = finding.options.mutant.as_ref().map(|id| pasteable(&["hotseat", "adapter", "--mutant", id]));
    let mut words = vec!["hotseat", "run", &file];
    words.extend(finding.options.subject.iter().chain(&mutant).flat_map(|subject| ["--subject", subject]));
    pasteable(&words)
}

/// Writes a file. If that is not possible, prints it instead.
fn keep_as(file: &Path, text: &str) -> u8 {
    match write_file(file, text) {
        Ok(()) => ExitCode::VIOLATED,
        Err(error) => {
            say(&mut io::stderr(), &format!("cannot write {}: {error}; it is printed instead:\n", file.display()));
            print(text);
            ExitCode::USAGE
        }
    }
}

/// The name of the small finding beside `file`.
fn small_name(file: &Path) -> PathBuf {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(".small").unwrap_or(&name);
    file.with_file_name(format!("{name}.small.json"))
}
