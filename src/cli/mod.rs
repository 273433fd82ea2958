//! The command line, with a file for each subcommand. A subcommand parses its arguments, calls other modules and
//! prints.

mod acp_agent;
mod adapter;
mod agent;
mod agents;
mod argument_error;
mod bisect;
mod compare;
mod coverage;
mod diff;
mod expected;
mod explain;
mod explore;
mod export;
mod github;
mod interrupts;
mod list;
mod matrix;
mod mcp_server;
mod merge;
mod mutants;
mod new_adapter;
mod output;
mod play;
mod protocol;
mod replay;
mod report;
mod run;
mod schema;
mod serve;
mod server_tools;
mod shard;
mod shell;
mod show;
mod shrink;
mod simulate;
mod smoke;
mod snapshots;
mod steps;
mod tested;
mod variants;

use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::{Args, Parser, Subcommand};

use crate::{
    llm::serve::{HostFilter, HostName},
    model::text::harmless,
    report::ExitCode,
    subject,
    suite::{
        InputError, InputErrors,
        case::Case,
        catalogue::Catalogue,
        combinations::{self, Amount, Table},
        read_cases, read_selected,
        select::Selection,
    },
};

/// Tests how a coding agent asks its user questions
///
/// Runs Gherkin scenarios, with a scripted model on one side and a scripted person on the other, against the
/// embedded reference or against your own implementation, and reports which requirements hold.
#[derive(Parser)]
#[command(name = "hotseat", version, args_conflicts_with_subcommands = true, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: run::RunArgs,
}

const AFTER_HELP: &str = "\
Examples:
  hotseat                                   run everything against the reference
  hotseat run --requirement RTE-10          the scenarios that decide one requirement
  hotseat run --subject 'python3 mine.py'   your own implementation, behind an adapter
  hotseat run my.feature --events out       your own scenarios, with their event streams
  hotseat play my.feature:12                take the person's part yourself, at this terminal
  hotseat explain RTE-10                    what is demanded, and where it is checked

Exit codes: 0 conformant, 1 violated or drifted, 2 usage, 3 incomplete, 4 nothing selected, 5 stale expectation,
6 not deterministic, 70 a bug of hotseat.";

#[derive(Subcommand)]
enum Command {
    /// Run scenarios and judge the requirements that they name
    Run(Box<run::RunArgs>),
    /// Take the person's part in a scenario, at this terminal
    Play(play::PlayArgs),
    /// List the scenarios, or the systems
    List(list::ListArgs),
    /// Show a scenario as Gherkin, with the meaning of its steps, or a requirement
    Show(show::ShowArgs),
    /// Write the features and scenarios that hotseat carries into a folder
    Export(export::ExportArgs),
    /// Make other formats of reports: JUnit, SARIF, TAP, Markdown, a page and more
    Report(report::ReportArgs),
    /// Show what changed between two reports
    Diff(diff::DiffArgs),
    /// Show how the systems tell one story, side by side
    Compare(compare::CompareArgs),
    /// Show which requirements the scenarios decide
    Coverage(coverage::CoverageArgs),
    /// Run workloads that are drawn from seeds, with faults, and check rules after every step
    Simulate(simulate::SimulateArgs),
    /// Add up the shards of a campaign, and tell what one process would have told
    Merge(merge::MergeArgs),
    /// Play a scenario in every order in which what is pending can come, and check rules after every step
    Explore(explore::ExploreArgs),
    /// Run a finding of a simulation again, and show how the rule is broken
    Replay(replay::ReplayArgs),
    /// Make a finding of a simulation small: the same broken rule, with as few choices as can be found
    Shrink(shrink::ShrinkArgs),
    /// Run the choices of a finding with two subjects, and show the first event in which they differ
    Bisect(bisect::BisectArgs),
    /// Show which mutants (implementations that are wrong on purpose) the scenarios kill
    Mutants(mutants::MutantsArgs),
    /// Show whether the scenarios let every variant pass (implementations that are right in another way)
    Variants(variants::VariantsArgs),
    /// Explain a requirement: what it demands, where it comes from, which scenarios decide it
    Explain(explain::ExplainArgs),
    /// Show the steps that features are written in
    Steps(steps::StepsArgs),
    /// Print the JSON Schema of a file format
    Schema(schema::SchemaArgs),
    /// Write the skeleton of an adapter for your own implementation
    NewAdapter(new_adapter::NewAdapterArgs),
    /// Check whether an adapter keeps to the protocol
    Smoke(smoke::SmokeArgs),
    /// Print the adapter protocol, or the configuration, records and client messages of a system
    Protocol(protocol::ProtocolArgs),
    /// Serve the reference as an adapter, over stdin and stdout
    Adapter(adapter::AdapterArgs),
    /// List the agents that hotseat knows, and which of them are installed
    Agents,
    /// Try an installed agent, or draft its manifest
    Agent(agent::AgentArgs),
    /// Be the reference as an agent that speaks the Agent Client Protocol, over stdin and stdout
    AcpAgent(acp_agent::AcpAgentArgs),
    /// Be the reference as a server of the Model Context Protocol, over stdin and stdout, or over HTTP
    McpServer(mcp_server::McpServerArgs),
    /// Carry messages to the MCP server of a session: agents start this themselves
    McpServe(server_tools::McpServeArgs),
    /// Call a tool of a session's MCP server, from an agent's shell
    CallTool(server_tools::CallToolArgs),
    /// Be the browser of a client under test: clients start this themselves
    OpenPage(server_tools::OpenPageArgs),
    /// Serve a script as a model over HTTP, for agents and clients
    Serve(serve::ServeArgs),
    /// Print completions for a shell, or manual pages
    Shell(shell::ShellArgs),
}

/// The hosts that a port of the scripted model answers for.
#[derive(Args, Clone, Debug, Default)]
struct HostArgs {
    /// Answer requests for this host name, too, as an agent in a container may send them; may be given several times
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<HostName>,
}

impl HostArgs {
    fn filter(&self) -> HostFilter {
        HostFilter::allowing(&self.allow_host)
    }

    /// The options as words of a command line.
    fn words(&self) -> impl Iterator<Item = String> {
        self.allow_host.iter().flat_map(|name| ["--allow-host".to_owned(), name.as_str().to_owned()])
    }
}

/// Tells the user which requests the scripted model has refused.
fn tell_refused(hosts: &HostFilter) {
    for notice in hosts.notices() {
        say(&mut io::stderr(), &format!("note: {notice}\n"));
    }
}

/// The selection of scenarios.
#[derive(Args, Default)]
struct SelectArgs {
    /// Features, folders of features, or scenario files (.json); without any: all that hotseat carries
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only scenarios of this system; may be given several times
    #[arg(long, value_name = "SYSTEM")]
    system: Vec<String>,
    /// Only scenarios whose tags fit, such as '@RTE-10 and not @wire'
    #[arg(long, value_name = "EXPR")]
    tags: Option<String>,
    /// Only scenarios with this in their id or name
    #[arg(long, value_name = "REGEX")]
    name: Option<String>,
    /// Only scenarios that decide this requirement
    #[arg(long, value_name = "ID")]
    requirement: Option<String>,
    /// Only scenarios that are written, each once: without the derived runs and the combinations
    #[arg(long, conflicts_with_all = ["all_combinations", "paths"])]
    no_combinations: bool,
    /// Every style and member of the derived runs, and all combinations instead of an array of strength 3; strength 4
    /// where there are 50,000 or more
    #[arg(long, conflicts_with = "paths")]
    all_combinations: bool,
}

impl SelectArgs {
    /// The selected cases, in the order of their features.
    fn cases(&self) -> Result<Vec<Case>, InputErrors> {
        let catalogue = Catalogue::embedded();
        let selection = Selection::parse(
            &self.system,
            self.tags.as_deref(),
            self.name.as_deref(),
            self.requirement.as_deref(),
            catalogue,
        )?;
        if self.paths.is_empty() {
            return read_selected(&selection, self.combinations(), catalogue);
        }
        let cases = read_cases(&self.paths, catalogue)?;
        Ok(cases.into_iter().filter(|case| selection.takes(case)).collect())
    }

    /// Whether every scenario that decides this requirement is selected, if one is.
    fn is_whole(&self, requirement: &str) -> bool {
        let is_of_another = self.requirement.as_deref().is_some_and(|id| id != requirement);
        self.tags.is_none() && self.name.is_none() && !is_of_another
    }

    const fn combinations(&self) -> Amount {
        match (self.no_combinations, self.all_combinations) {
            (true, _) => Amount::None,
            (_, true) => Amount::All,
            _ => Amount::Array,
        }
    }

    /// Says where an array stands for a product that is too large.
    fn tell_arrays(&self) {
        if !self.all_combinations {
            return;
        }
        let is_asked = |table: &&Table| self.system.is_empty() || self.system.contains(&table.dimensions.system);
        let tables = combinations::tables().iter().filter(is_asked);
        for Table { dimensions, .. } in tables.filter(|table| table.product_size().is_none()) {
            let text = format!("note: {}: all combinations are too many; an array of strength 4\n", dimensions.system);
            say(&mut io::stderr(), &text);
        }
    }
}

/// Parses the command line, runs the subcommand, and returns the exit code.
pub fn main() -> u8 {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // To clap, help and version are errors too, but they go to stdout.
            let said = error.render().to_string();
            if error.use_stderr() {
                say(&mut io::stderr(), &said);
            } else {
                output::print(&said);
            }
            return output::exit_code(if error.use_stderr() { ExitCode::USAGE } else { ExitCode::CONFORMANT });
        }
    };
    let done = match cli.command {
        None => cli.run.misspelt_command().map_or_else(|| run::run(&cli.run), |mistake| Err(mistake.into())),
        Some(Command::Run(args)) => run::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::List(args)) => list::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Export(args)) => export::run(&args),
        Some(Command::Report(args)) => report::run(&args),
        Some(Command::Diff(args)) => diff::run(&args),
        Some(Command::Shell(args)) => shell::run(&args),
        Some(Command::Compare(args)) => compare::run(&args),
        Some(Command::Coverage(args)) => coverage::run(&args),
        Some(Command::Mutants(args)) => mutants::run(&args),
        Some(Command::Variants(args)) => variants::run(&args),
        Some(Command::Explain(args)) => explain::run(&args),
        Some(Command::Simulate(args)) => simulate::run(&args),
        Some(Command::Merge(args)) => merge::run(&args),
        Some(Command::Explore(args)) => explore::run(&args),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Bisect(args)) => bisect::run(&args),
        Some(Command::Shrink(args)) => shrink::run(&args),
        Some(Command::Steps(args)) => steps::run(&args),
        Some(Command::Schema(args)) => Ok(schema::run(&args)),
        Some(Command::Protocol(args)) => protocol::run(&args),
        Some(Command::NewAdapter(args)) => new_adapter::run(&args),
        Some(Command::Smoke(args)) => smoke::run(&args),
        Some(Command::Adapter(args)) => adapter::run(&args),
        Some(Command::Agents) => agents::run(),
        Some(Command::Agent(args)) => agent::run(&args),
        Some(Command::AcpAgent(args)) => acp_agent::run(&args),
        Some(Command::McpServer(args)) => mcp_server::run(&args),
        Some(Command::McpServe(args)) => Ok(server_tools::serve(&args)),
        Some(Command::CallTool(args)) => server_tools::call(&args),
        Some(Command::OpenPage(args)) => Ok(server_tools::open(&args)),
        Some(Command::Serve(args)) => serve::run(&args),
    };
    output::exit_code(done.unwrap_or_else(|mistakes| {
        say(&mut io::stderr(), &mistakes.to_string());
        ExitCode::USAGE
    }))
}

/// Makes sure that all subjects end with this program, even if a signal ends it.
fn watch_signals() -> Result<(), InputError> {
    subject::process::watch(|text| say(&mut io::stderr(), text))
        .map_err(|error| InputError::new(format!("cannot listen to signals: {error}")))
}

/// Tells the user something beside the output. Control characters are made harmless, because the text may come from
/// others. Errors are ignored: there is no other place to tell them.
fn say(to: &mut dyn Write, text: &str) {
    drop(to.write_all(harmless(text).as_bytes()).and_then(|()| to.flush()));
}

fn print(text: &str) -> u8 {
    output::print(text);
    ExitCode::CONFORMANT
}
