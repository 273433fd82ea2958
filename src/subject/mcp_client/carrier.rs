//! The way over stdio, between a client and the server that it starts: the program of the server carries bytes, and the server itself is in
//! hotseat's process.
//!
//! ```text
//!   client ── stdin ──▶ mcp-serve ── bytes ──▶ server
//!          ◀─ stdout ──           ◀─ bytes ──
//! ```

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream},
    thread,
};

use crate::{model::json::Value, subject::mcp_http::Session};

/// What an address begins with that is one of this way.
pub const SCHEME: &str = "tcp:";

/// The longest line of a client in bytes. The rest of a longer one is another line, which is no JSON.
const LINE_MAX: u64 = 16 << 20;

/// What comes of a client's connection.
pub enum Carried {
    /// It is open: what is written to it reaches the client.
    Opened(TcpStream),
    /// A line of the client.
    Line(String),
    /// A message of the client over HTTP, and its session.
    Posted(Session, Value),
    /// A page was fetched or opened, as it stands in the stream.
    Page(Value),
}

/// Where the programs connect that carry a client's bytes.
pub struct Harbour {
    address: SocketAddr,
}

impl Harbour {
    /// Listens on this machine alone. `tell` is called with what comes, and with the number of the run to which it belongs.
    ///
    /// # Errors
    /// If no port is free.
    pub fn open(tell: impl Fn(u64, Carried) -> bool + Clone + Send + 'static) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let tell = tell.clone();
                thread::spawn(move || drop(hear(&connection, &tell)));
            }
        });
        Ok(Self { address })
    }

    /// The address for a run.
    pub fn address(&self, run: u64) -> String {
        format!("{SCHEME}{}/{run}", self.address)
    }
}

/// Tells the lines of a connection. The first one is the number of its run.
fn hear(connection: &TcpStream, tell: &impl Fn(u64, Carried) -> bool) -> io::Result<()> {
    let mut lines = BufReader::new(connection.try_clone()?);
    let mut next = || -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        (&mut lines).take(LINE_MAX).read_until(b'\n', &mut bytes)?;
        Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned()))
    };
    let Some(run) = next()?.and_then(|line| line.parse().ok()) else { return Ok(()) };
    let mut goes_on = tell(run, Carried::Opened(connection.try_clone()?));
    while goes_on && let Some(line) = next()? {
        goes_on = line.trim().is_empty() || tell(run, Carried::Line(line));
    }
    Ok(())
}

/// Carries the bytes of a client on `input` to the server at `address`, and the server's bytes to `output`, until one of them ends.
///
/// # Errors
/// If nobody listens there, or a stream breaks.
pub fn carry(address: &str, mut input: impl Read + Send + 'static, mut output: impl Write) -> io::Result<()> {
    let (address, run) = address.strip_prefix(SCHEME).and_then(|rest| rest.split_once('/')).unwrap_or((address, ""));
    let server = TcpStream::connect(address)?;
    let mut to_server = server.try_clone()?;
    to_server.write_all(format!("{run}\n").as_bytes())?;
    thread::spawn(move || {
        drop(pass_on(&mut input, &mut to_server));
        drop(to_server.shutdown(Shutdown::Both));
    });
    pass_on(&mut &server, &mut output)
}

/// Passes bytes on as they come.
fn pass_on(from: &mut impl Read, to: &mut impl Write) -> io::Result<()> {
    let mut buffer = [0; 16 << 10];
    loop {
        let count = from.read(&mut buffer)?;
        if count == 0 {
            return Ok(());
        }
        to.write_all(&buffer[..count])?;
        to.flush()?;
    }
}
