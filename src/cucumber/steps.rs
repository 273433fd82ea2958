//! Hotseat's table of steps as a collection of cucumber's.

use ::cucumber::{
    gherkin::StepType,
    step::{Collection, Context},
};
use futures::{FutureExt, future::LocalBoxFuture};

use super::World;
use crate::suite::steps::wordings;

/// `collection` with a step of cucumber for each of hotseat's.
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

/// What every step does: cucumber's steps are plain functions, so the line is looked up in the table once more.
fn take<W: AsMut<World>>(world: &mut W, context: Context) -> LocalBoxFuture<'_, ()> {
    async move {
        let step = context.step;
        world.as_mut().take(step.ty, &step.value, step.docstring).await;
    }
    .boxed_local()
}
