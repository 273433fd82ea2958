//! `hotseat simulate`

#![expect(clippy::disallowed_types, reason = "how long a campaign may take is real time")]

use std::{
    fs, io,
    num::NonZero,
    ops::Range,
    path::PathBuf,
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicI32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use clap::Args;

use super::{mutants, print, say};
use crate::{
    mutate::Change,
    report::{ExitCode, simulation},
    sim::{
        campaign::{Broken, Campaign, Found},
        fault::FaultChoice,
        finding::Finding,
        kills,
        run::Options,
        world::World,
        worlds,
    },
    stage::Subject,
    subject::{Reference, process},
    suite::{Mistake, Mistakes},
};

/// The seeds of a campaign where none are named.
const SEEDS: Range<u64> = 0..5_000;

#[derive(Args)]
pub struct SimulateArgs {
    /// Only this system
    #[arg(long, value_name = "SYSTEM")]
    system: Option<String>,
    /// The seeds: A..B without B, A.. (with --for), or one
    #[arg(long, value_name = "A..B")]
    seeds: Option<Seeds>,
    /// How long at most, such as 30s, 5m or 2h: shared by the systems, one after another
    #[arg(long = "for", value_name = "DURATION", value_parser = duration)]
    length: Option<Duration>,
    /// The classes of faults: some of all for each seed (swarm), none, or those named, joined by commas
    #[arg(long, value_name = "LIST", default_value_t)]
    faults: FaultChoice,
    /// How many threads at most [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Run every seed again and through the codecs of a wire, not only one in a hundred
    #[arg(long)]
    doublecheck: bool,
    /// Put this mutant into the hot seat, which is wrong on purpose: do the rules find it?
    #[arg(long, value_name = "ID")]
    mutant: Option<String>,
    /// List the rules that every run is held to, and a mutant that each finds
    #[arg(long, exclusive = true)]
    rules: bool,
    /// Where what is found is written
    #[arg(long, value_name = "DIR", default_value = "hotseat-findings")]
    out: PathBuf,
}

/// Some seeds; without an end, as many as there is time for.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Seeds(u64, Option<u64>);

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| {
            text.parse::<u64>().map_err(|_| {
                format!("expected seeds such as 0..1000, 500.. or 7, from 0 to {}, found {text:?}", u64::MAX)
            })
        };
        let Some((from, to)) = text.split_once("..") else {
            let only = number(text)?;
            let next = only.checked_add(1).ok_or_else(|| format!("the last seed is {}", u64::MAX - 1))?;
            return Ok(Self(only, Some(next)));
        };
        let from = number(from)?;
        if to.is_empty() {
            let is_any = from < u64::MAX;
            let none = || format!("there is no seed in {from}..: the last seed is {}", u64::MAX - 1);
            return is_any.then_some(Self(from, None)).ok_or_else(none);
        }
        let to = number(to)?;
        if from >= to {
            let hint = if from == to { "the end is not among them" } else { "they go upwards" };
            return Err(format!("there is no seed in {from}..{to}: {hint}; to have seed {from} alone, give {from}"));
        }
        Ok(Self(from, Some(to)))
    }
}

/// Reads how long.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("expected a duration such as 30s, 5m or 2h, found {text:?}");
    let unit = match text.chars().last() {
        Some('s') => 1,
        Some('m') => 60,
        Some('h') => 3600,
        _ => return Err(wrong()),
    };
    let count: u64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    let seconds = count.checked_mul(unit).filter(|seconds| (1..=365 * 86_400).contains(seconds)).ok_or_else(wrong)?;
    Ok(Duration::from_secs(seconds))
}

/// What is wrong on purpose with the reference that sits in the hot seat, if anything.
pub struct Wrong(Option<Arc<[Change]>>);

impl Wrong {
    /// The mutant of that id; the sound reference without one.
    pub fn of(mutant: Option<&str>) -> Result<Self, Mistakes> {
        let changes =
            mutant.map(|id| mutants::changes(&mutants::tables(&[])?, id).map_err(Mistakes::from)).transpose()?;
        Ok(Self(changes.map(Into::into)))
    }

    /// A fresh reference.
    pub fn reference(&self) -> Reference {
        self.0.clone().map_or_else(Reference::default, Reference::mutant)
    }
}

pub fn run(args: &SimulateArgs) -> Result<u8, Mistakes> {
    if args.rules {
        return Ok(print(&simulation::rules(kills::kills())));
    }
    let wrong = Wrong::of(args.mutant.as_deref())?;
    let worlds = worlds(args.system.as_deref())?;
    let seeds = match (&args.seeds, args.length) {
        (Some(Seeds(from, Some(to))), _) => *from..*to,
        (Some(Seeds(from, None)), Some(_)) => *from..u64::MAX,
        (None, Some(_)) => 0..u64::MAX,
        (None, None) => SEEDS,
        (Some(Seeds(from, None)), None) => {
            return Err(Mistake::new(format!("the seeds {from}.. have no end"))
                .help("give one, or `--for DURATION`")
                .into());
        }
    };
    let (stop, signal) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicI32::new(0)));
    let (heard, number) = (Arc::clone(&stop), Arc::clone(&signal));
    process::heed(move |which| {
        number.store(which, Ordering::Relaxed);
        heard.store(true, Ordering::Relaxed);
    })
    .map_err(|error| Mistake::new(format!("signals can not be listened to: {error}")))?;
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let began = Instant::now();
    let mut worst = ExitCode::CONFORMANT;
    for (index, world) in (1..).zip(&worlds) {
        let share = args.length.map(|length| length * index / u32::try_from(worlds.len()).unwrap_or(1));
        let campaign = Campaign {
            world,
            faults: args.faults.clone(),
            seeds: seeds.clone(),
            jobs,
            doublecheck: args.doublecheck,
            subject: &|| Box::new(wrong.reference()) as Box<dyn Subject>,
            is_over: &|| stop.load(Ordering::Relaxed) || share.is_some_and(|share| began.elapsed() >= share),
        };
        let found = campaign.run();
        print(&simulation::summary(&campaign, &found));
        for broken in &found.broken {
            print(&simulation::broken(broken));
            worst = ExitCode::first(worst, tell(args, world, &wrong, broken));
        }
        goes_on(args, world, &found, seeds.end);
        if stop.load(Ordering::Relaxed) {
            say(&mut io::stderr(), "stopped by a signal\n");
            let number = u8::try_from(signal.load(Ordering::Relaxed)).unwrap_or_default();
            return Ok(if worst == ExitCode::CONFORMANT { 128 + number } else { worst });
        }
    }
    Ok(worst)
}

fn worlds(system: Option<&str>) -> Result<Vec<&'static World>, Mistakes> {
    let Some(system) = system else { return Ok(worlds::ALL.to_vec()) };
    worlds::of(system).map(|world| vec![world]).ok_or_else(|| {
        let known: Vec<&str> = worlds::ALL.iter().map(|world| world.system).collect();
        Mistake::new(format!("there is no system {system:?} to simulate"))
            .help(format!("there are {}", known.join(", ")))
            .into()
    })
}

/// Writes what was found, and says where; printed where it can not be written.
fn tell(args: &SimulateArgs, world: &World, wrong: &Wrong, broken: &Broken) -> u8 {
    if broken.differs.is_some() {
        return ExitCode::NOT_DETERMINISTIC;
    }
    let options = Options { system: world.system.to_owned(), faults: args.faults.clone(), mutant: args.mutant.clone() };
    let Some(finding) = Finding::make(&options, world, broken.seed, &mut wrong.reference()) else {
        print("    it breaks nothing when it is run again\n");
        return ExitCode::NOT_DETERMINISTIC;
    };
    let file = args.out.join(format!("{}-{}.json", world.system, broken.seed));
    let written = fs::create_dir_all(&args.out).and_then(|()| fs::write(&file, finding.write()));
    match written {
        Ok(()) => {
            print(&format!("    hotseat replay {}\n", file.display()));
            ExitCode::VIOLATED
        }
        Err(error) => {
            // Half a file is none.
            drop(fs::remove_file(&file));
            say(&mut io::stderr(), &format!("{}: {error}; here it is instead:\n", file.display()));
            print(&finding.write());
            ExitCode::USAGE
        }
    }
}

/// What to pass to go on, where a campaign ended early.
fn goes_on(args: &SimulateArgs, world: &World, found: &Found, end: u64) {
    let Some(next) = found.left_off else { return };
    let to = if end == u64::MAX { String::new() } else { end.to_string() };
    let length = args.length.filter(|_| to.is_empty()).map(|length| format!(" --for {}s", length.as_secs()));
    print(&format!(
        "  to go on: hotseat simulate --system {} --seeds {next}..{to}{} --faults {}\n",
        world.system,
        length.unwrap_or_default(),
        args.faults
    ));
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rstest::rstest;

    use super::{Seeds, duration};

    #[rstest]
    #[case("0..10", Seeds(0, Some(10)))]
    #[case("7", Seeds(7, Some(8)))]
    #[case("7..", Seeds(7, None))]
    #[case("0..18446744073709551615", Seeds(0, Some(u64::MAX)))]
    #[case("18446744073709551614", Seeds(u64::MAX - 1, Some(u64::MAX)))]
    #[case("18446744073709551614..", Seeds(u64::MAX - 1, None))]
    fn seeds_are_read(#[case] text: &str, #[case] expected: Seeds) {
        assert_eq!(text.parse(), Ok(expected));
    }

    #[rstest]
    #[case("5..5", "there is no seed in 5..5: the end is not among them")]
    #[case("9..1", "there is no seed in 9..1: they go upwards")]
    #[case("0..18446744073709551616", "from 0 to 18446744073709551615")]
    #[case("18446744073709551615", "the last seed is")]
    #[case("18446744073709551615..", "the last seed is 18446744073709551614")]
    #[case("-1..3", "found \"-1\"")]
    #[case("", "found \"\"")]
    #[case("..", "found \"\"")]
    fn seeds_that_are_none_are_told(#[case] text: &str, #[case] told: &str) {
        let error = text.parse::<Seeds>().unwrap_err();
        assert!(error.contains(told), "{error}");
    }

    #[rstest]
    #[case("30s", Some(30))]
    #[case("5m", Some(300))]
    #[case("2h", Some(7200))]
    #[case("0s", None)]
    #[case("5", None)]
    #[case("", None)]
    #[case("é", None)]
    #[case("99999999999999999999h", None)]
    fn durations_are_read(#[case] text: &str, #[case] seconds: Option<u64>) {
        assert_eq!(duration(text).ok(), seconds.map(Duration::from_secs));
    }
}
