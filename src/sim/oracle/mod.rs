//! The oracle: a table that says who answers a tool's question, what is recorded and what the model is told.
//!
//! The table is `table.json`. It was written from the documents of the system, and not from the machine. So the two can
//! be compared: the facts of a question select a row, and a difference between the row and the run is a mistake in one
//! of the two.
//!
//! ```text
//!  facts of a question ──▶ OracleInput ──▶ Table ──▶ Expected ─┐
//!                                                              ├──▶ Disagreement
//!  event stream ─────────────▶ Run ──▶ Inquiry ────────────────┘
//! ```
//!
//! The table decides who is asked, with which offers and under which header. It also decides what is recorded, and what
//! the model is told, if no party is asked or the person cancels. The person is free in the answer: the table says only
//! that the answer arrives where it belongs.
//!
//! The table also says what a combination of the suite must show: whether the arguments of a call are accepted, how each
//! kind of reply ends, and what is recorded with a question. `suite::combinations` asks for that.
//!
//! **Absent here:** everything else of this program. No function, type or file of a machine, a step or a check is used.
//! Events come as the JSON of the stream, or as [plain facts](events) from an observer. Rules in code are absent too:
//! every rule is a row.
//!
//! **Not covered:** a question after a signal in its turn, a tool whose results a person reviews, arguments that the
//! built-in tool refuses, and a question that cannot be read.
//!
//! # Looking at a run
//!
//! The facts of a question come from its tool and from the configuration. Nothing else is needed:
//!
//! ```
//! use hotseat::sim::oracle::{OracleInput, Run, Target};
//! use hotseat::model::json::json;
//!
//! let question = json!({"id": "confirm", "text": "Wipe it?", "answer_type": {"type": "boolean"}, "exclusive": true});
//! let mut input = OracleInput::of_tool("wipe", "call_1", &question)?;
//! input.terminal = true;
//! input.settings.target = Target::Assistant;
//! assert_eq!(input.expected(false)?.route.row, "6: the assistant is meant, and only a human may answer");
//!
//! let events = [json!({"seq": 1, "at_ms": 0, "lane": "turn", "what": {"effect": {"turn": "began"}}})];
//! let found = Run::read(&events).disagreements(&input);
//! assert_eq!(found[0].found, "it was never asked");
//! # Ok::<(), hotseat::sim::oracle::OracleError>(())
//! ```

mod closed;
mod compare;
mod demand;
mod error;
pub mod events;
mod facts;
mod input;
mod kept;
mod lines;
mod mapping;
mod question;
mod read;
mod reader;
mod run;
mod settings;
mod table;
mod told;

#[cfg(test)]
mod tests;

pub use self::demand::{
    AnswerFrom, Asked, Demand, Header, IdInSchema, Kept, Offers, Recorded, Runs, SchemaForm, Source, Told, Typing,
    Wording,
};
pub use self::{
    compare::Disagreement,
    error::{OracleError, SectionMistake},
    input::OracleInput,
    question::{Asker, Kind, Persistence},
    run::{Inquiry, Run},
    settings::{Settings, Target},
    table::{BuiltIn, Expected, Records, Row, Table},
};

use crate::model::json::Value;

/// Compares a finished run with the table, for the question of `input`. `events` are the lines of the event stream. To
/// compare several questions of one run, read its lines once with [`Run::read`].
pub fn disagreements(input: &OracleInput, events: &[Value]) -> Vec<Disagreement> {
    Run::read(events).disagreements(input)
}
