//! Conditions of the run: facts of the run so far that a layer can see, such as "from the second call on".
//!
//! A mutant with such a condition is wrong only while the condition holds. The rows stand in `conditions.json`, in the
//! words of the event stream. Each names the dimension of combinations that it comes from.

use std::sync::{Arc, LazyLock};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    error::{RowError, TableError},
    row::{Passing, one_or_many},
    tables::{Table, TableRow, check_system, is_id},
};

/// A condition of the run.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RunCondition {
    /// The name: lower-case words joined by `-`, such as `second-call`.
    pub id: String,
    /// When it holds, in a few words: `from the second call on`.
    pub about: String,
    /// The systems in which it can hold. Without any, all systems.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub systems: Vec<String>,
    /// The dimension of combinations that it comes from, and its value there: `place=second_call`. If it comes from no
    /// table, the dimension alone.
    pub dimension: String,
    /// The messages that must pass, in this order. The condition holds from the last of them on, for this message, too.
    /// Each element is one message, or a list of messages of which one must pass.
    pub since: Vec<Step>,
    /// The condition ends before any of these messages. All of `since` must then pass anew.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub until: Vec<Passing>,
}

/// One message, or several messages of which one must pass.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Step(#[serde(deserialize_with = "one_or_many")] pub Vec<Passing>);

impl JsonSchema for Step {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Step".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let one = generator.subschema_for::<Passing>();
        schemars::json_schema!({"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]})
    }
}

impl RunCondition {
    /// Whether the condition can hold in this system.
    pub fn is_for(&self, system: &str) -> bool {
        self.systems.is_empty() || self.systems.iter().any(|own| own == system)
    }
}

impl TableRow for RunCondition {
    fn id(&self) -> &str {
        &self.id
    }

    fn check(&self) -> Result<(), RowError> {
        if !is_id(&self.id) {
            return Err(RowError::Id);
        }
        if self.about.is_empty() || self.dimension.is_empty() {
            return Err(RowError::Unsaid("an `about` and a `dimension`"));
        }
        self.systems.iter().try_for_each(|system| check_system(system))?;
        if self.since.is_empty() || self.since.iter().any(|step| step.0.is_empty()) {
            return Err(RowError::NoMessage);
        }
        let mut passings = self.since.iter().flat_map(|step| &step.0).chain(&self.until);
        // The layer puts the pieces of a call together, so a condition never depends on how a call was cut.
        match passings.find(|passing| passing.on.is_piece_of_call()) {
            Some(piece) => Err(RowError::PieceOfCall(piece.on.to_string())),
            None => Ok(()),
        }
    }
}

/// The embedded conditions, in the order of their table.
///
/// # Errors
/// The first mistake in the table, with its place.
pub fn run_conditions() -> Result<&'static [Arc<RunCondition>], TableError> {
    static EMBEDDED: LazyLock<Result<Vec<Arc<RunCondition>>, TableError>> = LazyLock::new(|| {
        let table = Table::<RunCondition>::read("conditions.json", include_str!("conditions.json"))?;
        Ok(table.rows.into_iter().map(Arc::new).collect())
    });
    EMBEDDED.as_deref().map_err(Clone::clone)
}
