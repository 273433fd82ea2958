//! Runs the same scenarios with cucumber and with `hotseat run`.

use std::{
    collections::BTreeMap,
    fs::File,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use cucumber::{
    Cucumber, World as _, WriterExt as _, cli,
    event::ScenarioFinished,
    runner::basic,
    writer::{self, Coloring, Verbosity},
};
use futures::{FutureExt, executor::block_on};
use hotseat::{
    cucumber::{Features, Players, World, id, runner, steps},
    stage::Lane,
    subject::{AdapterOptions, SubjectSpec},
    suite::{
        catalogue::Catalogue,
        read_cases,
        runner::{self as program, Options, Transport},
    },
};

use crate::passes;

/// What to run, and how.
pub struct Asked {
    pub paths: &'static [&'static str],
    pub spec: SubjectSpec,
    pub transport: Transport,
    pub jobs: usize,
    pub tags: Option<&'static str>,
    /// The name of the reports, if they are to be kept.
    pub report: Option<&'static str>,
}

impl Asked {
    fn paths(&self) -> Vec<PathBuf> {
        self.paths.iter().map(PathBuf::from).collect()
    }
}

/// Whether each scenario passed, by id. Scenarios that are not asked of the subject are left out.
pub type Verdicts = BTreeMap<String, bool>;

/// The file of a report.
pub fn report(name: &str, ending: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cucumber-{name}.{ending}"))
}

/// The verdicts of cucumber. Its own writers write the reports.
pub fn by_cucumber(asked: &Asked) -> Verdicts {
    let players = Players::of(asked.spec.clone(), asked.transport, AdapterOptions::default(), asked.jobs).unwrap();
    let found = Arc::new(Mutex::new(Verdicts::new()));
    let heard = Arc::clone(&found);
    let runner = runner::<World>(&players).steps(steps(World::collection())).after(
        move |feature, _, scenario, finished: &ScenarioFinished, _| {
            let passed = matches!(finished, ScenarioFinished::StepPassed);
            // A scenario that is tried again has the verdict of its last attempt.
            heard.lock().unwrap().insert(id(feature, scenario), passed);
            async {}.boxed_local()
        },
    );
    let name = asked.report.unwrap_or("unread");
    let file = |ending| File::create(report(name, ending)).unwrap();
    let writer = writer::Basic::raw(file("txt"), Coloring::Never, Verbosity::Default)
        .summarized()
        .tee::<World, _>(writer::Json::for_tee(file("json")))
        .tee::<World, _>(writer::JUnit::for_tee(file("xml"), Verbosity::Default))
        .normalized();
    let cucumber = Cucumber::<World, _, _, _, _>::custom(Features, runner, writer);
    let tags_filter = asked.tags.map(|tags| tags.parse().unwrap());
    let plain = writer::basic::Cli { color: Coloring::Never, ..writer::basic::Cli::default() };
    let cucumber = cucumber.with_cli(cli::Opts {
        re_filter: None,
        tags_filter,
        parser: cli::Empty,
        runner: basic::Cli::default(),
        writer: cli::Compose {
            left: cli::Compose { left: plain, right: cli::Empty },
            right: writer::junit::Cli::default(),
        },
        custom: cli::Empty,
    });
    // Our own filter would replace the filter of the tags.
    drop(match asked.tags {
        Some(_) => block_on(cucumber.run(asked.paths())),
        None => block_on(
            cucumber.filter_run(asked.paths(), move |feature, rule, scenario| players.asks(feature, rule, scenario)),
        ),
    });
    std::mem::take(&mut *found.lock().unwrap())
}

/// The verdicts of `hotseat run`.
pub fn by_program(asked: &Asked) -> Verdicts {
    let cases = read_cases(&asked.paths(), Catalogue::embedded()).unwrap();
    let options = Options {
        spec: asked.spec.clone(),
        transport: asked.transport,
        adapter_options: AdapterOptions::default(),
        jobs: asked.jobs,
        stops_at: None,
        lanes: Lane::ALL.to_vec(),
        snapshots: None,
        keeps_streams: true,
    };
    let suite = program::run(cases.into_iter().map(Arc::new).collect(), options, |_| {}).unwrap();
    let verdicts = suite.outcomes.iter().map(|outcome| (outcome.case.id.clone(), passes(outcome.verdict())));
    verdicts.filter_map(|(id, passed)| Some((id, passed?))).collect()
}
