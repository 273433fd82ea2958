//! A feature with your own steps between those of hotseat, run by cucumber: `cargo run --example own_steps`. In your
//! project, make this a file under `tests` with `harness = false`, and add `cucumber` to the dependencies.

use cucumber::{World, given, then, when};
use futures::executor::block_on;
use hotseat::cucumber::{Players, features};

/// The world of these features: hotseat's world, and the state of our own steps.
#[derive(Debug, Default, World)]
pub struct Deployment {
    hotseat: hotseat::cucumber::World,
    patience: usize,
}

impl AsMut<hotseat::cucumber::World> for Deployment {
    fn as_mut(&mut self) -> &mut hotseat::cucumber::World {
        &mut self.hotseat
    }
}

#[given(expr = "a user who takes {int} question(s)")]
fn patience(world: &mut Deployment, questions: usize) {
    world.patience = questions;
}

/// A step that does the work of several steps of hotseat.
#[when("the model wants to know where to deploy")]
fn wants_to_deploy(world: &mut Deployment) {
    world.hotseat.when(r#"the user says "deploy""#);
    world.hotseat.when(r#"the model asks the user "Where?" between ["staging", "production"]"#);
}

/// A step that reads the finished run by itself.
#[then("the user is not asked too much")]
async fn is_not_asked_too_much(world: &mut Deployment) {
    let asked = world.hotseat.evidence().await.prompts().map(|prompts| prompts.len());
    assert!(asked.as_ref().is_ok_and(|asked| *asked <= world.patience), "{asked:?} prompts");
}

/// The reference plays the scenarios; `Players::of` takes your agent. cucumber's command line is not read here.
pub fn main() {
    let features = features::<Deployment>(&Players::default()).fail_on_skipped().with_default_cli();
    block_on(features.run_and_exit(vec!["examples/own_steps.feature".into()]));
}
