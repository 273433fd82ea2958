//! Makes findings small, and writes them beside the files of the findings.

use std::{
    io, iter,
    path::{Path, PathBuf},
};

use super::{TestedChoice, print, say, tell_fault};
use crate::{
    cli::output::write_file,
    model::text::pasteable,
    report::{ExitCode, simulation},
    sim::{
        finding::{Finding, Smaller, TRIES},
        run::Options,
    },
    suite::found::Failure,
};

/// How long the search for a smaller failure takes at most.
pub const SHRINK_FOR: &str = "20s";

/// Makes a finding small and writes it beside its file. A search that is stopped early keeps what it has. If the file cannot
/// be written, the small finding is printed instead.
pub fn shrink_beside(file: &Path, tested: &TestedChoice, finding: &Finding, may_go_on: &dyn Fn() -> bool) -> u8 {
    let (small, plain, runs) = match tested.smaller(finding, may_go_on) {
        Ok(Ok(Smaller::Found { finding, plain, runs })) => (finding, plain, runs),
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
    let file = out.with_extension("").with_extension("feature");
    let Options { mutant, subject, .. } = &finding.options;
    let failures: Vec<Failure<'_>> =
        iter::once(&small).chain(&plain).map(|finding| Failure::from(&**finding)).collect();
    let written = write_scenario(&file, tested, &failures, mutant.as_deref(), subject.as_deref());
    ExitCode::first(code, written)
}

/// Writes the first of some failures that is a scenario into `file`, and tells the command that runs it against what has failed:
/// the mutant, or the subject. If none of them is a scenario, tells why the first is none.
pub fn write_scenario(
    file: &Path,
    tested: &TestedChoice,
    failures: &[Failure<'_>],
    mutant: Option<&str>,
    subject: Option<&str>,
) -> u8 {
    let mut untold = None;
    for failure in failures {
        let told = match tested.told(failure) {
            Ok(Ok(told)) => told,
            Ok(Err(why)) => {
                untold.get_or_insert(why);
                continue;
            }
            Err(error) => return tell_fault(&error),
        };
        let kept = keep_as(file, &told.feature());
        if kept == ExitCode::VIOLATED {
            let mutant = mutant.map(|id| pasteable(&["hotseat", "adapter", "--mutant", id]));
            let file = file.display().to_string();
            let mut words = vec!["hotseat", "run", &file];
            words.extend(subject.or(mutant.as_deref()).iter().flat_map(|subject| ["--subject", subject]));
            print(&format!("  as a scenario: {}\n", pasteable(&words)));
            if let Some(why) = untold {
                print(&format!("  it is longer than the small run, which is no scenario: {why}\n"));
            }
        }
        return kept;
    }
    if let Some(why) = untold {
        print(&format!("  not written as a scenario: {why}\n"));
    }
    ExitCode::VIOLATED
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
