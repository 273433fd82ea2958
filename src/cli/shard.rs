//! The option `--shard`, and the summary that a shard leaves.

mod engines;

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    str::FromStr,
};

use clap::Args;

use self::engines::Task;
use super::{output, say};
use crate::{
    model::shard::{Shard, ShardError},
    report::{ExitCode, shards::Summary},
    suite::InputError,
};

/// The default folder for the summaries of shards.
const OUT: &str = "hotseat-shards";

#[derive(Args, Default)]
pub struct ShardArgs {
    /// Run only shard I of N, from 1: seed k, or item k of the list counted from 0, belongs to shard (k mod N) + 1. `auto`
    /// asks the engine that runs this as one of many tasks, `auto/N` where it does not tell how many. A summary is
    /// written into the folder of --out, for `hotseat merge`
    #[arg(long, value_name = "I/N|auto|auto/N")]
    shard: Option<ShardChoice>,
}

/// The value of `--shard`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum ShardChoice {
    This(Shard),
    /// The one that an engine says, of so many.
    Auto(Option<u32>),
}

impl FromStr for ShardChoice {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.strip_prefix("auto") {
            Some("") => Ok(Self::Auto(None)),
            // A number of shards is one of which there is a first.
            Some(of) if of.starts_with('/') => match format!("1{of}").parse::<Shard>() {
                Ok(first) => Ok(Self::Auto(Some(first.of()))),
                Err(ShardError::Form(_)) => Err(ShardError::Form(text.to_owned())),
                Err(error) => Err(error),
            },
            _ => text.parse().map(Self::This),
        }
    }
}

/// The same for commands that write nothing else into a folder.
#[derive(Args, Default)]
pub struct ListShardArgs {
    #[command(flatten)]
    shard: ShardArgs,
    /// The folder for the summary of a shard
    #[arg(long, value_name = "DIR", default_value = OUT, requires = "shard")]
    pub out: PathBuf,
}

impl ListShardArgs {
    /// The shard, if one is asked for and its summary can be written.
    ///
    /// # Errors
    /// As for [`ShardArgs::of`].
    pub fn of(&self) -> Result<Option<Shard>, InputError> {
        self.shard.of(&self.out)
    }
}

impl ShardArgs {
    /// The shard, if one is asked for and its summary can be written into `folder`.
    ///
    /// # Errors
    /// The environment does not say which shard it is, or the summary cannot be written.
    pub fn of(&self, folder: &Path) -> Result<Option<Shard>, InputError> {
        let shard = match self.shard {
            None => return Ok(None),
            Some(ShardChoice::This(shard)) => shard,
            Some(ShardChoice::Auto(of)) => {
                let read = |variable: &str| env::var_os(variable).map(|value| value.to_string_lossy().into_owned());
                let Task { shard, engine, told, touched } = engines::task(of, &read).map_err(|error| error.told())?;
                say(&mut io::stderr(), &format!("shard {shard}, as {} says: {told}\n", engine.name));
                if let Some(file) = touched {
                    fs::write(&file, "").map_err(|error| {
                        InputError::new(format!("{file}: {error}"))
                            .help(format!("{} wants it to be there", engine.name))
                    })?;
                }
                shard
            }
        };
        output::check_writable(&file(folder, shard))?;
        Ok(Some(shard))
    }
}

/// The file of a shard's summary.
fn file(folder: &Path, shard: Shard) -> PathBuf {
    folder.join(format!("shard-{}-of-{}.json", shard.number(), shard.of()))
}

/// Writes a summary into `folder`, and says where it is. If it cannot be written, it is printed instead.
pub fn keep(folder: &Path, mut summary: Summary) -> u8 {
    let file = folder.join(summary.file_name());
    // A task that was taken for dead, and ran again elsewhere, may be told to stop only after the other one has ended.
    if !summary.is_whole() && is_whole_there(&file, &summary) {
        say(&mut io::stderr(), &format!("{} is whole already, and stays\n", file.display()));
        return ExitCode::CONFORMANT;
    }
    // The folder may be moved with everything in it.
    summary = summary.with_places(|finding| beside(&file, finding));
    let text = summary.write();
    match output::write(&file, &text) {
        Ok(()) => {
            let so_far = if summary.is_whole() { "" } else { ", so far" };
            say(&mut io::stderr(), &format!("the summary{so_far} is {}\n", file.display()));
            ExitCode::CONFORMANT
        }
        Err(error) => {
            say(&mut io::stderr(), &format!("cannot write {error}; the summary is printed instead:\n"));
            drop(output::write_or_print(Path::new("-"), &text));
            ExitCode::USAGE
        }
    }
}

/// Whether the file is a whole summary of the same shards of the same campaign.
fn is_whole_there(file: &Path, summary: &Summary) -> bool {
    let text = fs::metadata(file).is_ok_and(|file| file.is_file()).then(|| fs::read_to_string(file).ok()).flatten();
    let there = text.and_then(|text| Summary::read(&text).ok());
    there.is_some_and(|there| there.is_whole() && there.asked == summary.asked && there.shards == summary.shards)
}

/// How the summary in `file` names a finding: without the folder if both are in the same one, else from the root.
fn beside(file: &Path, finding: &str) -> String {
    let finding = Path::new(finding);
    match file.parent().map(|folder| finding.strip_prefix(folder)) {
        Some(Ok(name)) => name.display().to_string(),
        _ => std::path::absolute(finding).unwrap_or_else(|_| finding.to_owned()).display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rstest::rstest;

    use super::{ShardChoice, Summary, keep};
    use crate::{
        model::shard::Shard,
        report::{
            ExitCode,
            shards::{Asked, Found, SimulationAsked},
        },
    };

    /// The summary of a shard of a campaign over so many seeds.
    fn summary(seeds: u64, is_stopped: bool) -> Summary {
        let asked = SimulationAsked {
            seeds: (0, seeds),
            doublecheck: false,
            guided: false,
            subject: None,
            patience: None,
            systems: Vec::new(),
        };
        let shard = Shard::new(2, 3).unwrap();
        Summary::new(Asked::Simulate(asked), shard, is_stopped, Found::Simulate(Vec::new()))
    }

    #[rstest]
    #[case::so_far_after_whole("whole", summary(7, false), summary(7, true), false)]
    #[case::whole_after_so_far("so-far", summary(7, true), summary(7, false), true)]
    #[case::so_far_after_so_far("again", summary(7, true), summary(7, true), true)]
    #[case::another_campaign("another", summary(8, false), summary(7, true), true)]
    fn a_summary_so_far_does_not_take_the_place_of_a_whole_one(
        #[case] name: &str,
        #[case] there: Summary,
        #[case] mut new: Summary,
        #[case] is_replaced: bool,
    ) {
        let folder = std::env::temp_dir().join(format!("hotseat-shard-{name}-{}", std::process::id()));
        let file = folder.join("shard-2-of-3.json");
        assert_eq!(keep(&folder, there.clone()), ExitCode::CONFORMANT);
        assert_eq!(fs::read_to_string(&file).unwrap(), there.clone().write());
        assert_eq!(keep(&folder, new.clone()), ExitCode::CONFORMANT);
        let expected = if is_replaced { new.write() } else { there.clone().write() };
        assert_eq!(fs::read_to_string(&file).unwrap(), expected);
        fs::remove_dir_all(folder).unwrap();
    }

    #[rstest]
    #[case("auto", Some(None))]
    #[case("auto/40", Some(Some(40)))]
    #[case("auto/1", Some(Some(1)))]
    #[case("auto/0", None)]
    #[case("auto/", None)]
    #[case("auto/x", None)]
    #[case("auto/4/2", None)]
    #[case("automatic", None)]
    #[case("AUTO", None)]
    fn the_word_auto_may_have_a_number(#[case] text: &str, #[case] of: Option<Option<u32>>) {
        assert_eq!(text.parse().ok(), of.map(ShardChoice::Auto));
    }
}
