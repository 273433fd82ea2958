//! The command that continues a campaign that stopped early: the same options, with the remaining seeds.

use std::{ops::Range, path::Path, time::Duration};

use super::{OUT, PATIENCE, SHRINK_FOR, SimulateArgs};
use crate::model::{shard::Shard, text::pasteable};

/// The share of `length` that each of `systems` systems gets.
pub fn share(length: Duration, systems: usize) -> Duration {
    length / u32::try_from(systems).unwrap_or(u32::MAX).max(1)
}

/// The command that runs these seeds of `system`, which is one of `systems` in the campaign; of a shard, its own.
pub fn command(args: &SimulateArgs, system: &str, seeds: &Range<u64>, systems: usize, own: Option<Shard>) -> String {
    let SimulateArgs {
        system: _,
        seeds: _,
        rules: _,
        length,
        faults,
        jobs,
        guided,
        doublecheck,
        mutant,
        subject,
        patience,
        hosts,
        no_shrink,
        shrink_for,
        shard: _,
        out,
    } = args;
    let end = Some(seeds.end).filter(|end| length.is_none() || *end < u64::MAX);
    let seeds = format!("{}..{}", seeds.start, end.map(|end| end.to_string()).unwrap_or_default());
    let mut words: Vec<String> =
        ["hotseat", "simulate", "--system", system, "--seeds", &seeds].map(str::to_owned).into();
    let mut option = |name: &str, value: Option<String>| {
        words.extend(value.into_iter().flat_map(|value| [name.to_owned(), value]));
    };
    // `--for 0s` is refused, so the share is at least a second.
    option("--for", length.map(|length| format!("{}s", share(length, systems).as_secs().max(1))));
    option("--faults", Some(faults.to_string()));
    option("--jobs", jobs.map(|jobs| jobs.to_string()));
    option("--mutant", mutant.clone());
    option("--subject", subject.clone());
    option("--patience", Some(*patience).filter(|patience| *patience != PATIENCE).map(|patience| patience.to_string()));
    option("--shard", own.map(|shard| shard.to_string()));
    option("--out", Some(out).filter(|out| *out != Path::new(OUT)).map(|out| out.display().to_string()));
    let shrink_for = Some(format!("{}s", shrink_for.as_secs())).filter(|length| length != SHRINK_FOR);
    option("--shrink-for", shrink_for);
    words.extend(hosts.words());
    words.extend(guided.then(|| "--guided".to_owned()));
    words.extend(doublecheck.then(|| "--doublecheck".to_owned()));
    words.extend(no_shrink.then(|| "--no-shrink".to_owned()));
    pasteable(&words)
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use rstest::rstest;

    use super::{Shard, SimulateArgs, command};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: SimulateArgs,
    }

    #[rstest]
    #[case(&[], 1, "--seeds 7..90 --faults swarm")]
    #[case(&["--seeds", "3..90"], 1, "--seeds 7..90 --faults swarm")]
    #[case(&["--faults", "kill,eof"], 1, "--seeds 7..90 --faults 'kill,eof'")]
    #[case(&["--mutant", "m", "--doublecheck", "--jobs", "3", "--out", "my dir"], 1,
        "--seeds 7..90 --faults swarm --jobs 3 --mutant m --out 'my dir' --doublecheck")]
    #[case(&["--subject", "python3 mine.py", "--patience", "3"], 1,
        "--seeds 7..90 --faults swarm --subject 'python3 mine.py' --patience 3")]
    #[case(&["--allow-host", "a.b", "--allow-host", "[fd00::1]"], 1,
        "--seeds 7..90 --faults swarm --allow-host a.b --allow-host '[fd00::1]'")]
    #[case(&["--guided"], 1, "--seeds 7..90 --faults swarm --guided")]
    #[case(&["--no-shrink"], 1, "--seeds 7..90 --faults swarm --no-shrink")]
    #[case(&["--shrink-for", "5m"], 1, "--seeds 7..90 --faults swarm --shrink-for 300s")]
    #[case(&["--for", "10m"], 5, "--seeds 7..90 --for 120s --faults swarm")]
    #[case(&["--for", "2s"], 5, "--seeds 7..90 --for 1s --faults swarm")]
    fn the_command_repeats_every_option(#[case] given: &[&str], #[case] systems: usize, #[case] expected: &str) {
        let line = Line::try_parse_from(["simulate"].iter().chain(given)).unwrap();
        let expected = format!("hotseat simulate --system pi {expected}");
        assert_eq!(command(&line.args, "pi", &(7..90), systems, None), expected);
        let words = shlex::split(&expected).unwrap();
        let read = Line::try_parse_from(&words[1..]).unwrap().args;
        assert_eq!(command(&read, "pi", &(7..90), 1, None), expected);
    }

    #[test]
    fn the_command_of_a_shard_runs_the_rest_of_the_shard() {
        let line = Line::try_parse_from(["simulate"]).unwrap();
        let shard = Some(Shard::new(3, 40).unwrap());
        let expected = "hotseat simulate --system pi --seeds 7..90 --faults swarm --shard 3/40";
        assert_eq!(command(&line.args, "pi", &(7..90), 1, shard), expected);
    }

    #[rstest]
    #[case(&["--for", "1h"], "--seeds 7.. --for 3600s --faults swarm")]
    #[case(&[], "--seeds 7..18446744073709551615 --faults swarm")]
    fn seeds_without_an_end_stay_so_only_with_a_duration(#[case] given: &[&str], #[case] expected: &str) {
        let line = Line::try_parse_from(["simulate"].iter().chain(given)).unwrap();
        let expected = format!("hotseat simulate --system pi {expected}");
        assert_eq!(command(&line.args, "pi", &(7..u64::MAX), 1, None), expected);
    }
}
