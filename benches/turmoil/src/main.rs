//! The number of small simulations that turmoil runs in a second on one core.
//!
//! ```text
//! cargo run --release --manifest-path benches/turmoil/Cargo.toml -- --seconds 5
//! cargo run --release --manifest-path benches/turmoil/Cargo.toml -- --simulations 20000 --tcp
//! ```
//!
//! One simulation has a host and a client. They have four exchanges one after another, each with a request of 4 KB and
//! a reply of 1 KB. Each simulation is a fresh [`Builder`] with a seed of its own. It is built, run to its end and
//! dropped, on one thread. The last line is the figure, such as `30000.0 simulations a second`.
//!
//! # What was tried
//!
//! The defaults of this program are the fastest settings. These are simulations per second of processor time, on one
//! machine:
//!
//! | setting | figure |
//! |---|---|
//! | no latency, datagrams (the default here) | 30,000 |
//! | no latency, one TCP connection (`--tcp`) | 26,000 |
//! | no latency, a TCP connection for each exchange | 16,000 |
//! | the latency of turmoil's defaults, up to 100 ms (`--latency`) | 2,000 to 2,700 |
//!
//! The latency decides, because every tick of a millisecond runs each node's runtime. Four other settings made no
//! difference beyond the noise: two clients instead of a host and a client, the other order of registration, both in
//! one node over loopback, and a tick of 100 ms. So the tick is turmoil's default. No log is written or compiled in.

#![expect(clippy::disallowed_types, reason = "a benchmark measures real time")]

use std::{
    env,
    hint::black_box,
    net::Ipv4Addr,
    process::ExitCode,
    time::{Duration, Instant},
};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use turmoil::{
    Builder,
    net::{TcpListener, TcpStream, UdpSocket},
};

const EXCHANGES: usize = 4;
const REQUEST: [u8; 4096] = [b'q'; 4096];
const REPLY: [u8; 1024] = [b'r'; 1024];

const HOST: &str = "model";
const PORT: u16 = 80;
const ANY: Ipv4Addr = Ipv4Addr::UNSPECIFIED;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let Some(task) = Task::read(&arguments) else {
        eprintln!("expected --seconds S or --simulations N, and perhaps --tcp or --latency; found {arguments:?}");
        return ExitCode::from(2);
    };
    let start = Instant::now();
    let mut done = 0;
    while !task.until.is_reached(done, start.elapsed()) {
        if let Err(error) = simulate(done, task.how) {
            eprintln!("simulation {done}: {error}");
            return ExitCode::FAILURE;
        }
        done += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{done} simulations in {seconds:.3} s");
    println!("{:.1} simulations a second", done as f64 / seconds);
    ExitCode::SUCCESS
}

struct Task {
    until: Until,
    how: How,
}

/// The settings of a simulation.
#[derive(Clone, Copy)]
enum How {
    /// The fastest settings.
    Datagrams,
    /// One TCP connection.
    Stream,
    /// The latency of turmoil's defaults.
    Latency,
}

enum Until {
    Simulations(u64),
    Elapsed(Duration),
}

impl Task {
    fn read(arguments: &[String]) -> Option<Self> {
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (words, how) = match words.as_slice() {
            [words @ .., "--tcp"] => (words, How::Stream),
            [words @ .., "--latency"] => (words, How::Latency),
            words => (words, How::Datagrams),
        };
        let until = match words {
            ["--simulations", number] => Until::Simulations(number.parse().ok()?),
            ["--seconds", number] => Until::Elapsed(Duration::try_from_secs_f64(number.parse().ok()?).ok()?),
            _ => return None,
        };
        Some(Self { until, how })
    }
}

impl Until {
    fn is_reached(&self, simulations: u64, elapsed: Duration) -> bool {
        match self {
            Self::Simulations(wanted) => simulations >= *wanted,
            Self::Elapsed(wanted) => elapsed >= *wanted,
        }
    }
}

fn simulate(seed: u64, how: How) -> turmoil::Result {
    let mut builder = Builder::new();
    builder.rng_seed(seed);
    if !matches!(how, How::Latency) {
        builder.min_message_latency(Duration::ZERO).max_message_latency(Duration::ZERO);
    }
    let mut sim = builder.build();
    if matches!(how, How::Stream) {
        sim.host(HOST, serve_stream);
        sim.client("agent", ask_by_stream());
    } else {
        sim.host(HOST, serve_datagrams);
        sim.client("agent", ask_by_datagrams());
    }
    sim.run()
}

async fn serve_datagrams() -> turmoil::Result {
    let socket = UdpSocket::bind((ANY, PORT)).await?;
    let mut request = [0; REQUEST.len()];
    loop {
        let (length, from) = socket.recv_from(&mut request).await?;
        assert_eq!(black_box(&request)[..length], REQUEST);
        socket.send_to(&REPLY, from).await?;
    }
}

async fn ask_by_datagrams() -> turmoil::Result {
    let socket = UdpSocket::bind((ANY, 0)).await?;
    let mut reply = [0; REPLY.len()];
    for _ in 0..EXCHANGES {
        socket.send_to(&REQUEST, (HOST, PORT)).await?;
        let (length, _) = socket.recv_from(&mut reply).await?;
        assert_eq!(black_box(&reply)[..length], REPLY);
    }
    Ok(())
}

async fn serve_stream() -> turmoil::Result {
    let listener = TcpListener::bind((ANY, PORT)).await?;
    let (mut stream, _) = listener.accept().await?;
    let mut request = [0; REQUEST.len()];
    for _ in 0..EXCHANGES {
        stream.read_exact(&mut request).await?;
        assert_eq!(*black_box(&request), REQUEST);
        stream.write_all(&REPLY).await?;
    }
    Ok(())
}

async fn ask_by_stream() -> turmoil::Result {
    let mut stream = TcpStream::connect((HOST, PORT)).await?;
    let mut reply = [0; REPLY.len()];
    for _ in 0..EXCHANGES {
        stream.write_all(&REQUEST).await?;
        stream.read_exact(&mut reply).await?;
        assert_eq!(*black_box(&reply), REPLY);
    }
    Ok(())
}
