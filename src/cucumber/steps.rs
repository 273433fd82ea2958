//! Adds hotseat's table of steps to a collection of cucumber.

use ::cucumber::{
    gherkin::StepType,
    step::{Collection, Context},
};
use futures::{FutureExt, future::LocalBoxFuture};

use super::World;
use crate::suite::steps::wordings;

/// `collection` with every step of hotseat.
#[must_use]
pub fn steps<W: AsMut<World> + 'static>(collection: Collection<W>) -> Collection<W> {
    wordings().fold(collection, |collection, (kind, regex)| {
        let regex = regex.clone();
        match kind {
            StepType::Given => collection.given(None, regex, take),
            StepType::When => collection.when(None, regex, take),
            StepType::Then => collection.then(None, regex, take),
        }
    })
}

/// The function of every step. Cucumber's steps are plain functions and carry no data, so this one looks up the line in
/// hotseat's table again.
fn take<W: AsMut<World>>(world: &mut W, context: Context) -> LocalBoxFuture<'_, ()> {
    async move {
        let step = context.step;
        world.as_mut().take(step.ty, &step.value, step.docstring).await;
    }
    .boxed_local()
}
