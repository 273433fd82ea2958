//! `hotseat serve`

use std::{
    fs::File,
    io::{self, BufRead, Write},
    path::{Path, PathBuf},
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use clap::Args;
use futures::future::select;
use tokio::{net::TcpListener, runtime::Builder};

use super::{HostArgs, argument_error::ArgumentError, output};
use crate::{
    llm::{
        Session, Wire,
        script::FramePace,
        serve::{Limits, Scripted, Summary, Told, arrived_line, arrived_story, line, serve, story},
    },
    report::ExitCode,
    suite::{InputError, InputErrors, scripts},
};

#[derive(Args)]
pub struct ServeArgs {
    /// The script: a JSON list of expectations and replies, as under `model` in a scenario
    #[arg(long, value_name = "FILE")]
    script: PathBuf,
    /// Serve only this wire, not all
    #[arg(long, value_name = "W", value_parser = wire)]
    wire: Option<Wire>,
    /// The port on the loopback interface; without it: a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Write every request into this file, as JSON Lines, instead of printing it
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Begin again with the first reply of an expectation after its last
    #[arg(long)]
    repeat: bool,
    /// Wait this long between the frames of a reply
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pause: u32,
    #[command(flatten)]
    hosts: HostArgs,
}

/// Parses a wire.
fn wire(text: &str) -> Result<Wire, ArgumentError> {
    Wire::ALL.into_iter().find(|wire| wire.word() == text).ok_or(ArgumentError::Wire)
}

pub fn run(args: &ServeArgs) -> Result<u8, InputErrors> {
    let script = scripts::load(&args.script)?;
    let replies = || script.iter().flat_map(|exchange| &exchange.replies);
    let holds = replies().any(|reply| reply.frames == Some(FramePace::Held));
    let mut session = Session::new(script);
    if args.repeat {
        session = session.repeating();
    }
    let log = Arc::new(Log::new(args.log.as_deref())?);
    let tell = {
        let log = Arc::clone(&log);
        move |told: Told<'_>| log.tell(told)
    };
    let scripted = Arc::new(Scripted::new(session, args.wire, Duration::from_millis(args.pause.into()), tell));
    let no_server = |error: io::Error| {
        InputError::new(format!("cannot serve on port {} of 127.0.0.1: {error}", args.port))
            .help("another program may use the port; without --port, a free one is chosen")
    };
    if holds {
        let scripted = Arc::clone(&scripted);
        thread::spawn(move || release(&*scripted, io::stdin().lock()));
    }
    let runtime = Builder::new_current_thread().enable_io().enable_time().build().map_err(no_server)?;
    let served: io::Result<()> = runtime.block_on(async {
        let listener = TcpListener::bind(("127.0.0.1", args.port)).await?;
        // Before the address is printed, because a reader of the address may send a signal at once.
        let stop = signals()?;
        output::print(&format!("listening on http://{}\n", listener.local_addr()?));
        let hosts = args.hosts.filter();
        serve(listener, Arc::clone(&scripted) as _, Limits::default(), hosts, pin!(stop)).await;
        Ok(())
    });
    served.map_err(no_server)?;
    let Summary { requests, side, auxiliary, refused, unexpected, wrong, left_over } = scripted.summary();
    let mut summary =
        format!("{requests} requests, {unexpected} unexpected, {wrong} wrong, {} left over", left_over.len());
    for (count, what) in [(refused, "refused"), (side, "side"), (auxiliary, "auxiliary")] {
        if count > 0 {
            summary.push_str(&format!(", {count} {what}"));
        }
    }
    summary.push('\n');
    left_over.iter().for_each(|left| summary.extend(["left over: ", left, "\n"]));
    output::print(&summary);
    log.written()?;
    Ok(if unexpected + wrong == 0 && left_over.is_empty() { ExitCode::CONFORMANT } else { ExitCode::VIOLATED })
}

/// Releases steps of held replies: as many as the number on a line says, or one for any other line.
fn release<F: Fn(Told<'_>) + Send + Sync>(scripted: &Scripted<F>, lines: impl BufRead) {
    for line in lines.lines().map_while(Result::ok) {
        scripted.release(line.trim().parse().unwrap_or(1));
    }
}

/// Completes when a signal asks the program to end.
#[cfg(unix)]
fn signals() -> io::Result<impl Future> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        select(pin!(interrupt.recv()), pin!(terminate.recv())).await;
    })
}

#[cfg(not(unix))]
fn signals() -> io::Result<impl Future> {
    Ok(tokio::signal::ctrl_c())
}

/// The log of requests: a file, or stdout.
struct Log {
    file: Option<(PathBuf, File)>,
    /// The first error in writing the file.
    broken: Mutex<Option<InputError>>,
}

impl Log {
    fn new(path: Option<&Path>) -> Result<Self, InputError> {
        let create = |path: &Path| {
            let file = File::create(path).map_err(|error| unwritten(path, &error))?;
            Ok((path.to_owned(), file))
        };
        Ok(Self { file: path.map(create).transpose()?, broken: Mutex::default() })
    }

    fn tell(&self, told: Told<'_>) {
        match &self.file {
            None => output::print(&match told {
                Told::Arrived(served) => arrived_story(served),
                Told::Over(served) => story(served),
            }),
            Some((path, file)) => {
                let line = match told {
                    Told::Arrived(served) => arrived_line(served),
                    Told::Over(served) => line(served),
                };
                let mut file: &File = file;
                if let Err(error) = file.write_all(&line) {
                    self.broken().get_or_insert(unwritten(path, &error));
                }
            }
        }
    }

    fn written(&self) -> Result<(), InputError> {
        self.broken().take().map_or(Ok(()), Err)
    }

    fn broken(&self) -> MutexGuard<'_, Option<InputError>> {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unwritten(path: &Path, error: &io::Error) -> InputError {
    InputError::new(format!("{}: {error}", path.display())).help("the log is not written")
}
