//! The cost of the suite, compared with the cost of its parts.
//!
//! ```text
//! cargo bench --bench suite                   15 pairs, 30 processes
//! cargo bench --bench suite -- --pairs 5      fewer
//! ```
//!
//! **The suite.** `A` reads, matches and runs every feature that hotseat carries, over HTTP, with one worker and the
//! reference, and compares each stream with its snapshot. It is compared with `B1` and `B2`:
//!
//! - `B1` sends A's requests again, one after another: POSTs of the same sizes by the same client, over a connection
//!   that stays open, to a bare hyper server that answers with the same number of bytes.
//! - `B2` runs cucumber over the same cases with the steps that they use. Every step does nothing, and the cases are
//!   read already. `A` contains no cucumber: `B2` shows what a common runner of features needs for its own work.
//!
//! `A / (B1 + B2)` must be at most 2, and should be 1.5. Both are measured in turns, so that other work of the machine
//! slows both. Read the median of the ratios; a single pair means nothing. `memory` is A without a socket: A minus
//! `memory` is the cost of the wire.
//!
//! B1 has two modes. Either client and server keep each other awake on one processor, or each request wakes a sleeping
//! processor, which takes several times as long. A is nearly always in the second mode, because it computes between
//! requests. If B1's maximum is several times its minimum, look at the three parts, or use one processor: `taskset -c 0
//! cargo bench --bench suite`.
//!
//! Two things make A slower. B1's connection is open already, while A starts its server anew. A reply that A ends by
//! dropping the connection is an empty reply in B1.
//!
//! **Memory.** The peak memory of a process that runs A once and keeps every outcome (at most 64 MiB). Linux shows it
//! as `VmHWM`; on other systems it is unknown.
//!
//! **A process.** The time from the start of the program to the verdict of one scenario, given by file and name (at
//! most 20 ms). `hotseat --version` shows what a process costs that does nothing.
//!
//! No time is asserted, because a busy machine makes every figure worse.

#![expect(clippy::disallowed_types, reason = "a benchmark measures real time, and starts the program")]

use std::{
    collections::BTreeSet,
    convert::Infallible,
    env,
    error::Error,
    fs,
    net::{SocketAddr, TcpListener},
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use bytes::Bytes;
use cucumber::{Cucumber, Event, World, cli, event, parser, step::Collection, writer};
use futures::{FutureExt, stream};
use gherkin::{Feature, LineCol, Span, StepType};
use hotseat::{
    llm::RawExchange,
    stage::Lane,
    subject::{AdapterOptions, SubjectSpec},
    suite::{
        case::Case,
        catalogue::Catalogue,
        outcome::CaseVerdict,
        read_cases,
        runner::{self, Options, Suite, Transport},
        snapshot::Store,
        steps::{TABLE, compiled},
    },
};
use http_body_util::{BodyExt, Full};
use hyper::{Request, Response, body::Incoming, header, server::conn::http1, service::service_fn};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioIo},
};
use tokio::runtime::{Builder, Runtime};

const WARM_UPS: usize = 2;
const FILE: &str = "features/jp/routing.feature";
const NAME: &str = "^jp/routing/row-4-ask-user-without-a-terminal$";
/// With this argument the program runs the suite once and prints its peak memory.
const ONCE: &str = "--once";

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Outcome<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    if args.iter().any(|arg| arg == ONCE) {
        return once();
    }
    // `cargo test --benches` gives no `--bench`. Then everything runs once, without measuring.
    let measures = args.iter().any(|arg| arg == "--bench");
    let given = args.iter().skip_while(|arg| *arg != "--pairs").nth(1).map(|number| number.parse::<usize>());
    let pairs = given.transpose()?.unwrap_or(if measures { 15 } else { 1 }).max(1);
    suite(pairs, if measures { WARM_UPS } else { 0 })?;
    process(if measures { 30 } else { 1 })
}

fn suite(pairs: usize, warm_ups: usize) -> Outcome<()> {
    let (first, suite, cold) = whole(Transport::Http)?;
    let failed = suite.outcomes.iter().find(|outcome| outcome.verdict() != CaseVerdict::Passed);
    if let Some(outcome) = failed {
        return Err(format!("{} has not passed, so its time means nothing", outcome.case.id).into());
    }
    let exchanges: Vec<RawExchange> = suite.outcomes.iter().flat_map(|outcome| outcome.raw.clone()).collect();
    let bytes = |size: fn(&RawExchange) -> usize| exchanges.iter().map(size).sum::<usize>();
    println!("the suite: {} scenarios, {} requests", suite.outcomes.len(), exchanges.len());
    println!(
        "  {} bytes there, {} bytes back, {} pairs after {warm_ups} to warm up; ms: min, median, max",
        bytes(|exchange| exchange.request.body.len()),
        bytes(reply_size),
        pairs
    );
    println!(
        "  first run of the process, nothing compiled yet: {:.1} to read, {:.1} to run",
        ms(cold),
        ms(first - cold)
    );
    drop(suite);

    let posts = Posts::start(&exchanges)?;
    let (mut a, mut read, mut b1, mut b2, mut memory, mut ratios) = (vec![], vec![], vec![], vec![], vec![], vec![]);
    for pair in 0..warm_ups + pairs {
        let (took, suite, reading) = whole(Transport::Http)?;
        let cases: Vec<Arc<Case>> = suite.outcomes.iter().map(|outcome| Arc::clone(&outcome.case)).collect();
        drop(suite);
        let post = posts.all()?;
        let cucumber = cucumber_alone(&cases)?;
        let (without_socket, _, _) = whole(Transport::Memory)?;
        if pair >= warm_ups {
            a.push(ms(took));
            read.push(ms(reading));
            b1.push(ms(post));
            b2.push(ms(cucumber));
            memory.push(ms(without_socket));
            ratios.push(took.as_secs_f64() / (post + cucumber).as_secs_f64());
        }
    }
    println!("  A       the suite over HTTP      {}", spread(&mut a));
    println!("          of which reading cases   {}", spread(&mut read));
    println!("  B1      bare POSTs               {}", spread(&mut b1));
    println!("  B2      cucumber, empty steps    {}", spread(&mut b2));
    println!("  memory  the suite, no socket     {}", spread(&mut memory));
    println!("  A / (B1 + B2)                    {}   (at most 2, aim 1.5)", spread(&mut ratios));
    let peak = Command::new(env::current_exe()?).arg(ONCE).stdin(Stdio::null()).output()?;
    println!("  peak memory of one run: {} (at most 64 MiB)", String::from_utf8_lossy(&peak.stdout).trim());
    println!("  peak memory of this process: {}", peak_memory());
    Ok(())
}

/// A: the whole suite. Returns the whole time, and the time for reading the cases.
fn whole(transport: Transport) -> Outcome<(Duration, Suite, Duration)> {
    let started = Instant::now();
    let cases = read_cases(&[], Catalogue::embedded()).map_err(|mistakes| format!("{mistakes:?}"))?;
    let read = started.elapsed();
    let options = Options {
        spec: SubjectSpec::Reference,
        transport,
        adapter_options: AdapterOptions::default(),
        jobs: 1,
        stops_at: None,
        lanes: Lane::ALL.to_vec(),
        snapshots: Some(Store::Embedded),
        keeps_streams: true,
    };
    let suite =
        runner::run(cases.into_iter().map(Arc::new).collect(), options, |_| {}).map_err(|error| error.message)?;
    Ok((started.elapsed(), suite, read))
}

/// B1: requests of the same sizes, to a server that does nothing but answer.
struct Posts {
    runtime: Runtime,
    client: Client<HttpConnector, Full<Bytes>>,
    address: SocketAddr,
    requests: Vec<(String, Bytes)>,
}

impl Posts {
    fn start(exchanges: &[RawExchange]) -> Outcome<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let replies: Vec<Bytes> =
            exchanges.iter().map(|exchange| Bytes::from(vec![b'x'; reply_size(exchange)])).collect();
        let server = Builder::new_current_thread().enable_io().build()?;
        thread::spawn(move || server.block_on(serve(listener, replies)));
        let requests = exchanges
            .iter()
            .map(|exchange| (format!("http://{address}{}", exchange.request.path), exchange.request.body.clone()));
        Ok(Self {
            runtime: Builder::new_current_thread().enable_io().build()?,
            client: Client::builder(TokioExecutor::new()).build_http(),
            address,
            requests: requests.collect(),
        })
    }

    /// Sends each request once, one after another.
    fn all(&self) -> Outcome<Duration> {
        let started = Instant::now();
        self.runtime.block_on(async {
            for (uri, body) in &self.requests {
                let request = Request::post(uri)
                    .header(header::CONTENT_TYPE, "application/json")
                    .header("anthropic-version", "2023-06-01")
                    .body(Full::new(body.clone()))?;
                let reply = self.client.request(request).await?;
                if !reply.status().is_success() {
                    return Err(format!("{} answers with {}", self.address, reply.status()).into());
                }
                reply.into_body().collect().await?;
            }
            Ok(started.elapsed())
        })
    }
}

/// Reads every request to its end and answers with the next of `replies`. After the last one, it starts again.
async fn serve(listener: TcpListener, replies: Vec<Bytes>) -> Outcome<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let (replies, next) = (Arc::new(replies), Arc::new(AtomicUsize::new(0)));
    loop {
        let (stream, _) = listener.accept().await?;
        let (replies, next) = (Arc::clone(&replies), Arc::clone(&next));
        let answer = service_fn(move |request: Request<Incoming>| {
            let reply = replies[next.fetch_add(1, Ordering::Relaxed) % replies.len()].clone();
            async move {
                drop(request.into_body().collect().await);
                Ok::<_, Infallible>(Response::new(Full::new(reply)))
            }
        });
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
    }
}

/// A world for steps that do nothing.
#[derive(Debug, Default, World)]
struct Nothing;

/// B2: cucumber with steps that do nothing.
fn cucumber_alone(cases: &[Arc<Case>]) -> Outcome<Duration> {
    let started = Instant::now();
    let features: Vec<_> = cases.iter().enumerate().map(|(index, case)| Ok(feature(case, index))).collect();
    let runner = cucumber::runner::Basic::default().max_concurrent_scenarios(1).steps(steps(cases));
    let cucumber = Cucumber::<Nothing, _, (), _, _>::custom(Parsed(features), runner, Silent).with_default_cli();
    Builder::new_current_thread().build()?.block_on(cucumber.run(()).map(drop));
    Ok(started.elapsed())
}

/// The case as a feature of its own.
fn feature(case: &Case, index: usize) -> Feature {
    let at = |line| LineCol { line, col: 1 };
    let steps = case.steps.iter().map(|line| gherkin::Step {
        keyword: line.keyword.clone(),
        ty: line.kind,
        value: line.text.clone(),
        docstring: None,
        table: None,
        span: Span::default(),
        position: at(line.line),
    });
    let scenario = gherkin::Scenario {
        keyword: "Scenario".to_owned(),
        name: index.to_string(),
        description: None,
        steps: steps.collect(),
        examples: Vec::new(),
        tags: Vec::new(),
        span: Span::default(),
        position: at(case.line),
    };
    Feature {
        keyword: "Feature".to_owned(),
        name: index.to_string(),
        description: None,
        background: None,
        scenarios: vec![scenario],
        rules: Vec::new(),
        tags: Vec::new(),
        span: Span::default(),
        position: at(1),
        path: None,
    }
}

/// The steps that the cases use.
fn steps(cases: &[Arc<Case>]) -> Collection<Nothing> {
    let used: BTreeSet<&str> =
        cases.iter().flat_map(|case| &case.steps).map(|line| line.matched.step.expression).collect();
    let nothing: cucumber::Step<Nothing> = |_, _| async {}.boxed_local();
    let entries = TABLE.iter().enumerate().filter(|(_, step)| used.contains(step.expression));
    entries.fold(Collection::new(), |collection, (index, step)| {
        let regex = compiled(index).clone();
        match step.kind {
            StepType::Given => collection.given(None, regex, nothing),
            StepType::When => collection.when(None, regex, nothing),
            StepType::Then => collection.then(None, regex, nothing),
        }
    })
}

/// Features that are parsed already.
struct Parsed(Vec<parser::Result<Feature>>);

impl cucumber::Parser<()> for Parsed {
    type Cli = cli::Empty;
    type Output = stream::Iter<std::vec::IntoIter<parser::Result<Feature>>>;

    fn parse(self, (): (), _: Self::Cli) -> Self::Output {
        stream::iter(self.0)
    }
}

/// Prints nothing.
struct Silent;

impl writer::Writer<Nothing> for Silent {
    type Cli = cli::Empty;

    async fn handle_event(&mut self, _: parser::Result<Event<event::Cucumber<Nothing>>>, _: &Self::Cli) {}
}

impl writer::Normalized for Silent {}

fn reply_size(exchange: &RawExchange) -> usize {
    exchange.reply.frames.iter().map(Bytes::len).sum()
}

/// Runs the suite once and prints the peak memory.
fn once() -> Outcome<()> {
    let (_, suite, _) = whole(Transport::Http)?;
    println!("{}", peak_memory());
    drop(suite);
    Ok(())
}

/// The peak of this process's resident memory.
fn peak_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kib =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u32>().ok());
    kib.map_or_else(|| "not known on this system".to_owned(), |kib| format!("{:.1} MiB", f64::from(kib) / 1024.0))
}

fn process(times: usize) -> Outcome<()> {
    let hotseat = env!("CARGO_BIN_EXE_hotseat");
    let select = [FILE, "--name", NAME];
    let listed = Command::new(hotseat).arg("list").args(select).output()?;
    let listed = String::from_utf8(listed.stdout)?;
    if listed.lines().count() != 1 {
        return Err(format!("expected one scenario of that name, found:\n{listed}").into());
    }
    let (mut bare, mut verdict) = (vec![], vec![]);
    for _ in 0..times {
        bare.push(ms(spawned(Command::new(hotseat).arg("--version"))?));
        verdict.push(ms(spawned(Command::new(hotseat).arg("run").args(select).args(["-q", "--jobs", "1"]))?));
    }
    println!("a process: {} of each in turn; ms: min, median, max", times);
    println!("  hotseat --version                {}", spread(&mut bare));
    println!("  the verdict of one scenario      {}   (at most 20)", spread(&mut verdict));
    println!("    {}", listed.trim_end());
    Ok(())
}

fn spawned(command: &mut Command) -> Outcome<Duration> {
    let started = Instant::now();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    let took = started.elapsed();
    if status.success() { Ok(took) } else { Err(format!("{command:?} ended with {status}").into()) }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The least, the middle and the greatest.
fn spread(values: &mut [f64]) -> String {
    values.sort_unstable_by(f64::total_cmp);
    let of = |index: usize| values.get(index).copied().unwrap_or_default();
    format!("{:8.2} {:8.2} {:8.2}", of(0), of(values.len() / 2), of(values.len().saturating_sub(1)))
}
