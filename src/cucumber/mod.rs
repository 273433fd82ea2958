//! Hotseat's steps as steps of [cucumber](https://docs.rs/cucumber), for a test runner of your own.
//!
//! Your features can then have steps of yours between those of hotseat, and cucumber's tags, retries, hooks and writers
//! work as they do elsewhere. A runner is a few lines:
//!
//! ```no_run
//! use hotseat::cucumber::{Players, World, features};
//!
//! fn main() {
//!     let players = Players::default(); // the reference; `Players::of` takes your agent
//!     futures::executor::block_on(features::<World>(&players).run_and_exit(vec!["features".into()]));
//! }
//! ```
//!
//! # Steps of your own
//!
//! Where hotseat's [`World`] is enough, cucumber's attributes take it: `#[given("...")] fn mine(world: &mut World)`.
//! Where your steps keep something, write a world of your own with a [`World`] in it and `AsMut<World>`. Both are
//! gathered by [`features`]. For a world without cucumber's derive there is [`steps`], which adds hotseat's steps to any
//! collection.
//!
//! # What happens when
//!
//! Given and When steps build a scenario. The first Then has it played, once; every Then reads the finished run, and
//! panics where it does not hold, as cucumber's steps do. A Then that cannot be decided panics, too. cucumber skips the
//! steps behind a failure, so one scenario tells one failure.
//!
//! A scenario with the tag `@expected-failure` fails in cucumber as others do; `--tags` leaves it out. Scenarios that
//! your agent does not claim are left out by [`Players::asks`], which is a filter for `filter_run`.

mod case;
mod features;
mod players;
mod steps;
mod world;

use std::{fmt::Debug, path::PathBuf};

use ::cucumber::{
    Cucumber, WriterExt as _,
    codegen::WorldInventory,
    gherkin::{Feature, Rule, Scenario},
    runner::basic::{self, Basic},
    writer::{self, Normalize, Summarize},
};
use futures::{FutureExt, future::LocalBoxFuture};

use crate::suite::lint;

pub use crate::suite::{check::Evidence, runner::Transport};

pub use self::{features::Features, players::Players, steps::steps, world::World};

/// The id that `hotseat run` gives the scenario: `jp/routing/row-4`.
pub fn id(feature: &Feature, scenario: &Scenario) -> String {
    lint::id(feature, scenario)
}

/// What is done before a scenario.
pub type Before<W> =
    Box<dyn for<'a> Fn(&'a Feature, Option<&'a Rule>, &'a Scenario, &'a mut W) -> LocalBoxFuture<'a, ()>>;
/// A runner of cucumber with such a hook.
pub type Runner<W> = Basic<W, basic::WhichScenarioFn, Before<W>>;
/// What cucumber writes to a terminal unless told otherwise.
pub type Terminal<W> = Summarize<Normalize<W, writer::Basic>>;

/// cucumber's runner, terminal writer and command line, with hotseat's parser and steps, and with those steps of your
/// own that cucumber's attributes have registered for `W`. The input is files and folders of features; an empty input
/// means the features that hotseat carries.
pub fn features<W>(players: &Players) -> Cucumber<W, Features, Vec<PathBuf>, Runner<W>, Terminal<W>>
where
    W: ::cucumber::World + WorldInventory + AsMut<World> + Debug,
{
    let runner = runner(players).steps(steps(W::collection()));
    Cucumber::custom(Features, runner, writer::Basic::stdout().summarized())
}

/// cucumber's runner, which puts the subject of `players` before every scenario. It has no steps yet. It runs as many
/// scenarios at once as the players has jobs.
pub fn runner<W: ::cucumber::World + AsMut<World>>(players: &Players) -> Runner<W> {
    let (jobs, players) = (players.jobs(), players.clone());
    let before: Before<W> = Box::new(move |feature, _, scenario, world| {
        world.as_mut().set_up(&players, id(feature, scenario));
        async {}.boxed_local()
    });
    Basic::<W>::default().max_concurrent_scenarios(jobs).before(before)
}
