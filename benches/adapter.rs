//! The cost of a scenario with an adapter, compared with the same work without this harness.
//!
//! ```text
//! cargo bench --bench adapter
//! cargo bench --bench adapter -- --subject 'node tests/adapters/deepchat/main.ts' --system deepchat
//! ```
//!
//! **Ours:** one scenario in a fresh process. A question is asked and answered, with two requests to the model.
//! **Bare:** the same process and the same lines over its pipes, each sent after the answer to the one before. The two
//! requests are answered over plain sockets with the same bytes. At the end, the process is waited for. Nothing is
//! checked, and no thread is started.
//!
//! The two run in turns. The figure is the ratio of their medians, which should be at most 1.3. After that, one process
//! plays 1,000 scenarios, and the memory of this program is shown after 100 of them and after all.
//!
//! No time is asserted, because a busy machine makes every figure worse.

#![expect(
    clippy::disallowed_types,
    reason = "a benchmark measures real time, and starts a process without the harness"
)]

use std::{
    env,
    error::Error,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use hotseat::model::json::{Value, json};
use hotseat::{
    llm::RawExchange,
    stage::{End, Played, Scenario, play},
    subject::{AdapterOptions, StartedSubject, SubjectSpec},
    system::System,
};

const PYTHON: &str = "python3 tests/adapters/pilotdeck";

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let given = |name: &str| args.iter().skip_while(|arg| *arg != name).nth(1).cloned();
    let measures = args.iter().any(|arg| arg == "--bench");
    let subject = given("--subject").unwrap_or_else(|| PYTHON.to_owned());
    let system = given("--system").unwrap_or_else(|| "pilotdeck".to_owned());
    let pairs = given("--pairs").map(|number| number.parse()).transpose()?.unwrap_or(if measures { 100 } else { 1 });
    let fresh = if subject == PYTHON { format!("{subject} --fresh") } else { subject.clone() };
    if Command::new(shlex::split(&subject).and_then(|words| words.into_iter().next()).unwrap_or_default())
        .arg("--version")
        .output()
        .is_err()
    {
        println!("LEFT OUT: `{subject}` cannot be started here");
        return Ok(());
    }
    let scenario = scenario(&system)?;
    ratio(&fresh, &scenario, pairs)?;
    memory(&subject, &scenario, if measures { 1_000 } else { 2 })
}

/// A scenario in which a question is asked and answered.
fn scenario(system: &str) -> Outcome<Scenario> {
    let system = System::named(system).ok_or("there is no such system")?;
    let profile = system.profiles[0];
    let call = (system.ask)(profile, "Which way?", &["left".to_owned(), "right".to_owned()]);
    Ok(hotseat::model::json::from_value(json!({
        "system": system.name, "profile": profile, "terminal": true, "end": "settled",
        "operator": [{"when": "start", "does": {"says": "go on"}}],
        "model": [
            {"expect": {"says": "go on"}, "replies": [{"body": {"message": {"calls": [
                {"id": "call_1", "name": call.tool, "arguments": call.arguments}]}}}]},
            {"expect": {"results": ["call_1"]}, "replies": [{"body": {"message": {"text": "done"}}}]}
        ],
        "person": [{"prompt": "Which way?", "visits": [[{"act": {"answer": "left"}}]]}]
    }))?)
}

fn seated(subject: &str) -> Outcome<StartedSubject> {
    Ok(SubjectSpec::adapter(subject)?.take(&AdapterOptions::default())?)
}

fn play_once(seated: &mut StartedSubject, scenario: &Scenario) -> Outcome<Played> {
    let model = seated.model.as_mut().ok_or("an adapter asks by itself")?;
    let played = play(scenario, seated.subject.as_mut(), model.as_mut());
    match (&played.end, &played.faults[..]) {
        (End::Done | End::Parked, []) => Ok(played),
        (end, faults) => Err(format!("the run ended {}: {faults:?}", end.word()).into()),
    }
}

fn ratio(subject: &str, scenario: &Scenario, pairs: usize) -> Outcome<()> {
    let command = shlex::split(subject).ok_or("an open quote")?;
    let mut ours = seated(subject)?;
    let replies: Vec<Vec<u8>> = play_once(&mut ours, scenario)?.raw.iter().map(reply).collect();
    let (mut with, mut without, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..pairs {
        let started = Instant::now();
        drop(play_once(&mut ours, scenario)?);
        let ours = started.elapsed();
        let started = Instant::now();
        bare(&command, scenario, &replies)?;
        let bare = started.elapsed();
        with.push(ours);
        without.push(bare);
        ratios.push(ours.as_secs_f64() / bare.as_secs_f64());
    }
    ours.subject.close()?;
    ratios.sort_by(f64::total_cmp);
    println!(
        "one scenario of `{subject}` in a fresh process, {pairs} pairs in turns; ms: lower quartile, median, upper"
    );
    println!("  ours   {}", quartiles(&mut with));
    println!("  bare   {}", quartiles(&mut without));
    let median = |times: &[Duration]| times[times.len() / 2].as_secs_f64();
    println!(
        "  ratio of the medians {:.3}, median of the ratios {:.3}",
        median(&with) / median(&without),
        ratios[pairs / 2]
    );
    Ok(())
}

fn quartiles(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |quarter: usize| times[(times.len() - 1) * quarter / 4].as_secs_f64() * 1e3;
    format!("{:7.2} {:7.2} {:7.2}", at(1), at(2), at(3))
}

/// The bytes of the reply, with its head.
fn reply(exchange: &RawExchange) -> Vec<u8> {
    let body = exchange.reply.frames.concat();
    let mut head = format!("HTTP/1.1 {} OK\r\ncontent-length: {}\r\n", exchange.reply.status, body.len());
    for (name, value) in &exchange.reply.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    [format!("{head}connection: close\r\n\r\n").as_bytes(), &body].concat()
}

/// The same work without the harness. The lines of the adapter are read, but only their methods are looked at.
fn bare(command: &[String], scenario: &Scenario, replies: &[Vec<u8>]) -> Outcome<()> {
    let model = TcpListener::bind(("127.0.0.1", 0))?;
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().ok_or("no stdin")?;
    let mut said = BufReader::new(child.stdout.take().ok_or("no stdout")?);
    let mut say = |message: Value| writeln!(stdin, "{message}").and_then(|()| stdin.flush());
    say(json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocol": 1, "harness": "bench"}}))?;
    until(&mut said, "\"result\"")?;
    let setup = scenario.setup();
    say(json!({"jsonrpc": "2.0", "id": 2, "method": "scenario/start", "params": {
        "scenario": "s1", "system": scenario.system, "profile": setup.profile, "now_ms": 0, "terminal": true, "argv": [],
        "config": [], "tools": [], "stored": [], "folder": "/tmp",
        "model": {"url": format!("http://{}/s1", model.local_addr()?), "wire": "anthropic", "streamed": true}}}))?;
    until(&mut said, "\"idle\"")?;
    say(json!({"jsonrpc": "2.0", "method": "user/message", "params": {"now_ms": 0, "text": "go on"}}))?;
    until(&mut said, "\"idle\"")?;
    answer(&model, &replies[0])?;
    let prompt = until(&mut said, "\"idle\"")?;
    say(
        json!({"jsonrpc": "2.0", "method": "prompt/act", "params": {"now_ms": 0, "op": prompt, "act": {"answer": "left"}}}),
    )?;
    until(&mut said, "\"idle\"")?;
    answer(&model, &replies[1])?;
    until(&mut said, "\"idle\"")?;
    say(json!({"jsonrpc": "2.0", "id": 3, "method": "scenario/stop", "params": {"scenario": "s1"}}))?;
    until(&mut said, "\"result\"")?;
    say(json!({"jsonrpc": "2.0", "id": 4, "method": "shutdown", "params": {}}))?;
    until(&mut said, "\"result\"")?;
    drop(stdin);
    let status = child.wait()?;
    if status.success() { Ok(()) } else { Err(format!("the bare process ended with {status}").into()) }
}

/// Reads lines up to one with `word`. Returns the name of the prompt that was shown on the way.
fn until(said: &mut impl BufRead, word: &str) -> Outcome<Option<String>> {
    let (mut line, mut prompt) = (String::new(), None);
    while said.read_line(&mut line)? > 0 {
        if line.contains("prompt/show") {
            let message: Value = serde_json::from_str(&line)?;
            prompt = message["params"]["op"].as_str().map(str::to_owned);
        }
        if line.contains(word) {
            return Ok(prompt);
        }
        line.clear();
    }
    Err("the bare process ended early".into())
}

/// Answers the next request with these bytes.
fn answer(model: &TcpListener, reply: &[u8]) -> Outcome<()> {
    let (stream, _) = model.accept()?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line)? > 2 {
        let lower = line.to_ascii_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse()?;
        }
        line.clear();
    }
    reader.read_exact(&mut vec![0; length])?;
    let stream: &mut TcpStream = reader.get_mut();
    stream.write_all(reply)?;
    Ok(())
}

fn memory(subject: &str, scenario: &Scenario, runs: usize) -> Outcome<()> {
    let mut seated = seated(subject)?;
    let mut early = 0;
    let started = Instant::now();
    for run in 0..runs {
        drop(play_once(&mut seated, scenario)?);
        if run == runs / 10 {
            early = resident();
        }
    }
    let each = started.elapsed() / u32::try_from(runs)?;
    seated.subject.close()?;
    println!("{runs} scenarios of `{subject}` in one process, {:.2} ms each", each.as_secs_f64() * 1e3);
    println!("  resident memory of this process after a tenth {early} KiB, after all {} KiB", resident());
    Ok(())
}

/// The resident memory of this process in KiB, from Linux.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}
