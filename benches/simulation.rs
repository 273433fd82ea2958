//! The cost of a seed of `hotseat simulate`.
//!
//! ```text
//! cargo bench --bench simulation
//! cargo bench --bench simulation -- --turmoil benches/turmoil/target/release/turmoil-baseline
//! ```
//!
//! **Ours:** whole seeds of `jp-ask-user` with faults, on one core. This includes drawing the workload, every rule
//! after each step, the table of routes, and the stream hash. **Theirs:** simulations of turmoil with the same number
//! of exchanges (see `benches/turmoil`), in a process of their own, with turmoil's latency and with its fastest
//! settings. The three run in turns, and the figures are ratios of medians.
//!
//! After that come the gain of two processes over one, compared with the gain of two busy loops, and the resident
//! memory of a campaign after 10,000 seeds and, with `--seeds N`, after N seeds.
//!
//! No time is asserted, because a busy machine makes every figure worse.

#![expect(clippy::disallowed_types, reason = "a benchmark measures real time, and starts processes")]

use std::{
    env,
    error::Error,
    fs,
    hint::black_box,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use hotseat::{
    sim::{
        fault::FaultChoice,
        generators,
        run::{RunOptions, simulate},
    },
    subject::Reference,
};

type Outcome<T> = Result<T, Box<dyn Error>>;

const SYSTEM: &str = "jp-ask-user";

fn main() -> Outcome<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let given = |name: &str| args.iter().skip_while(|arg| *arg != name).nth(1).cloned();
    let measures = args.iter().any(|arg| arg == "--bench");
    if let Some(seconds) = given("--spin") {
        spin(Duration::from_secs_f64(seconds.parse()?));
        return Ok(());
    }
    if let Some(seconds) = given("--seeds-for") {
        println!("{}", seeds(Duration::from_secs_f64(seconds.parse()?)));
        return Ok(());
    }
    let (rounds, share) = if measures { (7, 2.0) } else { (1, 0.05) };
    peers(given("--turmoil").as_deref(), rounds, share)?;
    two(rounds, share)?;
    let many: u64 =
        given("--seeds").map(|number| number.parse()).transpose()?.unwrap_or(if measures { 100_000 } else { 200 });
    memory(many)
}

/// How many seeds run in this time.
fn seeds(length: Duration) -> u64 {
    let world = generators::of(SYSTEM).expect("it is carried");
    let mut subject = Reference::default();
    let begin = Instant::now();
    let mut seed = 0;
    while begin.elapsed() < length {
        black_box(simulate(world, &FaultChoice::Swarm, seed, RunOptions::default(), &mut subject));
        seed += 1;
    }
    seed
}

/// Compares our seeds per second with their simulations per second, in turns.
fn peers(turmoil: Option<&str>, rounds: usize, share: f64) -> Outcome<()> {
    let (mut ours, mut own, mut fastest) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let begin = Instant::now();
        ours.push(seeds(Duration::from_secs_f64(share)) as f64 / begin.elapsed().as_secs_f64());
        if let Some(program) = turmoil {
            own.push(figure(program, &["--seconds", "2", "--latency"])?);
            fastest.push(figure(program, &["--seconds", "2"])?);
        }
    }
    let ours = median(ours);
    println!("{SYSTEM}: {ours:.0} seeds a second");
    if turmoil.is_none() {
        println!("LEFT OUT: turmoil; build benches/turmoil and pass --turmoil PROGRAM");
        return Ok(());
    }
    for (name, figures) in [("with its latency", own), ("as fast as it goes", fastest)] {
        let theirs = median(figures);
        println!("turmoil {name}: {theirs:.0} simulations a second; ratio {:.2}", ours / theirs);
    }
    Ok(())
}

/// The figure in the last line that a program prints.
fn figure(program: &str, args: &[&str]) -> Outcome<f64> {
    let said = String::from_utf8(Command::new(program).args(args).output()?.stdout)?;
    let last = said.lines().last().and_then(|line| line.split(' ').next()).ok_or("it says nothing")?;
    Ok(last.parse()?)
}

/// The gain of two processes over one, with our seeds and with busy loops.
fn two(rounds: usize, share: f64) -> Outcome<()> {
    let this = env::current_exe()?;
    let start = |what: &str| Command::new(&this).args([what, &share.to_string()]).stdout(Stdio::piped()).spawn();
    let done = |child: Child| -> Outcome<f64> {
        let said = String::from_utf8(child.wait_with_output()?.stdout)?;
        Ok(said.trim().parse()?)
    };
    let mut gains = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        for (what, gains) in ["--seeds-for", "--spin"].into_iter().zip(&mut gains) {
            let one = done(start(what)?)?;
            let both = [start(what)?, start(what)?];
            let mut sum = 0.0;
            for child in both {
                sum += done(child)?;
            }
            gains.push(sum / one);
        }
    }
    let [ours, bare] = gains.map(median);
    println!("two processes over one: {ours:.2}, a bare loop {bare:.2}; ratio {:.2}", ours / bare);
    Ok(())
}

fn spin(length: Duration) {
    let begin = Instant::now();
    let mut rounds = 0_u64;
    while begin.elapsed() < length {
        for number in 0..1_000_u64 {
            black_box(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        }
        rounds += 1;
    }
    println!("{rounds}");
}

/// The resident memory after some seeds and after `many`.
fn memory(many: u64) -> Outcome<()> {
    let world = generators::of(SYSTEM).ok_or("it is carried")?;
    let mut subject = Reference::default();
    let few = (many / 10).min(10_000);
    let mut first = 0;
    for seed in 0..many {
        black_box(simulate(world, &FaultChoice::Swarm, seed, RunOptions::default(), &mut subject));
        if seed + 1 == few {
            first = resident()?;
        }
    }
    println!("resident memory: {first} KiB after {few} seeds, {} KiB after {many}", resident()?);
    Ok(())
}

fn resident() -> Outcome<u64> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    Ok(line.map_or(Ok(0), |line| line.trim_end_matches("kB").trim().parse())?)
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}
