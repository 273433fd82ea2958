//! `hotseat agent`

use std::{fmt::Write, path::PathBuf, time::Duration};

use clap::{Args, Subcommand};

use super::{
    HostArgs, output, tell_refused,
    tested::{agent, installed, unknown_version},
};
use crate::{
    report::ExitCode,
    subject::{AdapterOptions, ServerSpec, SubjectSpec},
    suite::{
        InputError, InputErrors,
        agent_draft::draft,
        agent_trial::{Lack, Step, Trial, try_agent},
        server_trial::{draft_server, try_server},
    },
};

/// What the command of a server begins with.
const SERVER: &str = "mcp-server:";

#[derive(Args)]
pub struct AgentArgs {
    #[command(subcommand)]
    command: AgentCommand,
}

#[derive(Subcommand)]
enum AgentCommand {
    /// Try an installed agent step by step, and say what works and what its manifest lacks
    Check(CheckArgs),
    /// Try an agent by its command, and write a draft of its manifest
    Init(InitArgs),
}

#[derive(Args)]
struct CheckArgs {
    /// `acp:COMMAND`, `mcp-server:COMMAND`, `mcp-server:URL`, a manifest (.toml), or a name that `hotseat agents` lists
    agent: String,
    #[command(flatten)]
    waiting: WaitingArgs,
}

#[derive(Args)]
struct InitArgs {
    /// The agent's program and its arguments, or `mcp-server:` and those of a server, or its URL
    command: String,
    /// The file of the draft, which must not be there yet; without it, the draft is printed
    file: Option<PathBuf>,
    #[command(flatten)]
    waiting: WaitingArgs,
}

/// How the agent is waited for.
#[derive(Args)]
struct WaitingArgs {
    /// How long nothing may come of the agent before it counts as settled
    #[arg(long, value_name = "MS", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=600_000))]
    settle: u32,
    /// How many seconds it may be silent while it works
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=3600))]
    patience: u16,
    #[command(flatten)]
    hosts: HostArgs,
}

impl WaitingArgs {
    fn adapter_options(&self) -> AdapterOptions {
        let patience = Duration::from_secs(self.patience.into());
        AdapterOptions { patience, hosts: self.hosts.filter(), ..AdapterOptions::default() }
    }

    fn settle(&self) -> Duration {
        Duration::from_millis(self.settle.into())
    }
}

pub fn run(args: &AgentArgs) -> Result<u8, InputErrors> {
    super::watch_signals()?;
    match &args.command {
        AgentCommand::Check(args) => check(args),
        AgentCommand::Init(args) => init(args),
    }
}

fn check(args: &CheckArgs) -> Result<u8, InputErrors> {
    let options = args.waiting.adapter_options();
    let mut note = None;
    let trial = match installed(&args.agent, args.waiting.settle())? {
        SubjectSpec::Server(server) => try_server(&server, &options)?,
        SubjectSpec::Client(client) => {
            let why = format!("{} is a client, and is tried by the scenarios themselves", client.manifest.name);
            let help = "run `hotseat run --system mcp-client --agent ...` with it";
            return Err(InputError::new(why).help(help).into());
        }
        _ => {
            let agent = agent(&args.agent, args.waiting.settle())?;
            let trial = try_agent(&agent, &options)?;
            note = trial.identity.as_ref().and_then(|found| unknown_version(&args.agent, &agent.manifest, found));
            trial
        }
    };
    tell_refused(&options.hosts);
    output::print(&table(&trial));
    output::print(&note.unwrap_or_default());
    Ok(exit_code(&trial))
}

fn init(args: &InitArgs) -> Result<u8, InputErrors> {
    let options = args.waiting.adapter_options();
    // Before anything is tried, and nothing is made until there is something to write.
    if let Some(file) = &args.file {
        if file.exists() {
            return Err(InputError::new(format!("{}: the file is there already", file.display()))
                .help("name another file: none is written over")
                .into());
        }
        output::check_writable(file)?;
    }
    let (manifest, trial) = drafted(args, &options)?;
    tell_refused(&options.hosts);
    let text = written(&manifest, &trial);
    let Some(file) = &args.file else {
        output::print(&text);
        return Ok(exit_code(&trial));
    };
    // The trial took its time, so the draft is not lost if the file cannot be written now.
    if let Err(error) = output::write(file, &text) {
        output::print(&text);
        return Err(error.into());
    }
    output::print(&table(&trial));
    Ok(exit_code(&trial))
}

/// The draft (TOML), and the trial of it.
fn drafted(args: &InitArgs, options: &AdapterOptions) -> Result<(String, Trial), InputErrors> {
    let settle = args.waiting.settle();
    if args.command.starts_with(SERVER)
        && let SubjectSpec::Server(server) = installed(&args.command, settle)?
    {
        let (ServerSpec { manifest, .. }, trial) = draft_server(&server, options)?;
        return Ok((manifest.to_toml().map_err(|error| InputError::new(error.to_string()))?, trial));
    }
    let (manifest, trial) = draft(&agent(&format!("acp:{}", args.command), settle)?, options)?;
    Ok((manifest.to_toml().map_err(|error| InputError::new(error.to_string()))?, trial))
}

/// The draft, with what it still lacks as comments.
fn written(manifest: &str, trial: &Trial) -> String {
    let mut text = String::new();
    for Step { kind, result } in &trial.steps {
        if let Err(Lack { found, help }) = result {
            let lack = format!("Not seen: {}. {found}\nTo do: {help}", kind.words());
            lack.lines().for_each(|line| text.push_str(&format!("# {line}\n")));
        }
    }
    text + manifest
}

/// The steps as text.
fn table(trial: &Trial) -> String {
    let mut text = String::new();
    let mut lacks = 0;
    for Step { kind, result } in &trial.steps {
        match result {
            Ok(seen) if seen.is_empty() => drop(writeln!(text, "ok      {}", kind.words())),
            Ok(seen) => drop(writeln!(text, "ok      {}: {seen}", kind.words())),
            Err(Lack { found, help }) => {
                lacks += 1;
                let found = found.replace('\n', "\n        ");
                let _ = writeln!(text, "LACKS   {}\n        {found}\n        {help}", kind.words());
            }
        }
    }
    let all = trial.steps.len();
    let _ = writeln!(text, "{all} steps: {} work, {lacks} lack something", all - lacks);
    if !trial.unnamed.is_empty() {
        let names = trial.unnamed.join(", ");
        let _ = writeln!(text, "what stands for no tool of the scenarios is not asked: {names}");
    }
    text
}

fn exit_code(trial: &Trial) -> u8 {
    if trial.is_broken() {
        ExitCode::VIOLATED
    } else if trial.steps.iter().all(|step| step.result.is_ok()) {
        ExitCode::CONFORMANT
    } else {
        ExitCode::INCOMPLETE
    }
}
