//! Hotseat's steps as steps of [cucumber](https://docs.rs/cucumber), for a test runner of your own.
//!
//! Your features can mix steps of your own with those of hotseat. Cucumber's tags, retries, hooks and writers work as
//! usual. A runner is a few lines:
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
//! If hotseat's [`World`] is enough, write steps on it with cucumber's attributes:
//! `#[given("...")] fn mine(world: &mut World)`. If your steps need state, write a world of your own that contains a
//! [`World`] and implements `AsMut<World>`. [`features`] collects the steps of both kinds. For a world without
//! cucumber's derive, [`steps`] adds hotseat's steps to any collection.
//!
//! # What happens when
//!
//! Given and When steps build a scenario. The first Then step plays it, once. Every Then step reads the finished run.
//! It panics if it does not hold, as cucumber's steps do, and if it cannot be decided. Cucumber skips the steps after a
//! failure, so each scenario reports at most one.
//!
//! Cucumber plays features. The combinations that `hotseat run` makes from tables are no features, so they are left
//! out.
//!
//! A scenario with the tag `@expected-failure` fails in cucumber like any other; leave it out with `--tags`. To leave
//! out scenarios that your agent does not claim, pass [`Players::asks`] to `filter_run`.

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

/// A hook that runs before each scenario.
pub type Before<W> =
    Box<dyn for<'a> Fn(&'a Feature, Option<&'a Rule>, &'a Scenario, &'a mut W) -> LocalBoxFuture<'a, ()>>;
/// A runner of cucumber with a [`Before`] hook.
pub type Runner<W> = Basic<W, basic::WhichScenarioFn, Before<W>>;
/// Cucumber's default writer, for a terminal.
pub type Terminal<W> = Summarize<Normalize<W, writer::Basic>>;

/// Cucumber's runner, terminal writer and command line, with hotseat's parser and steps. Steps that cucumber's
/// attributes registered for `W` are included. The input is files and folders of features; an empty input means the
/// features inside hotseat.
pub fn features<W>(players: &Players) -> Cucumber<W, Features, Vec<PathBuf>, Runner<W>, Terminal<W>>
where
    W: ::cucumber::World + WorldInventory + AsMut<World> + Debug,
{
    let runner = runner(players).steps(steps(W::collection()));
    Cucumber::custom(Features, runner, writer::Basic::stdout().summarized())
}

/// Cucumber's runner, without steps. Before every scenario it gives the world `players`. It runs as many scenarios at
/// once as `players` has jobs.
pub fn runner<W: ::cucumber::World + AsMut<World>>(players: &Players) -> Runner<W> {
    let (jobs, players) = (players.jobs(), players.clone());
    let before: Before<W> = Box::new(move |feature, _, scenario, world| {
        world.as_mut().set_up(&players, id(feature, scenario));
        world.as_mut().asks_as_carried(feature.path.as_deref().is_some_and(case::is_carried));
        async {}.boxed_local()
    });
    Basic::<W>::default().max_concurrent_scenarios(jobs).before(before)
}
