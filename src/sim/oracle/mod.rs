//! The oracle: who answers a tool's question, what is recorded of it and what the model is told, as a table.
//!
//! The table is `table.json`, read from the documents of the system and not from the machine that is built after them.
//! So the two can be held against each other: what a run shows of a question is looked up by the bare facts of that
//! question, and a difference is a mistake of one of them.
//!
//! ```text
//!  facts of a question ──▶ OracleInput ──▶ Table ──▶ Expected ─┐
//!                                                              ├──▶ Disagreement
//!  event stream ─────────────▶ Run ──▶ Inquiry ────────────────┘
//! ```
//!
//! It decides up to the route: who is asked, with which offers and under which header, what is recorded where nobody is
//! asked or the person cancels, and what the model is then told. What a person answers is theirs; of an answer it says
//! only that it arrives where it belongs.
//!
//! **Absent here:** everything else of this program. No function, type or file of a machine, a step or a check is used;
//! events are the JSON that they are written in, or [plain facts](events) that whoever looks on tells. Also absent: any
//! rule. A rule is a row.
//!
//! **Not covered**, and nothing is said of it: a question that comes after a signal in its turn; a tool whose results
//! are delivered by a person; arguments that the built-in tool refuses; a question that can not be read.
//!
//! # Looking at a run
//!
//! The facts of a question are those that its tool and the configuration give. They are all that is needed:
//!
//! ```
//! use hotseat::sim::oracle::{OracleInput, Run, Target};
//! use serde_json::json;
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
//! # Ok::<(), String>(())
//! ```

mod closed;
mod compare;
mod demand;
pub mod events;
mod facts;
mod input;
mod lines;
mod mapping;
mod read;
mod reader;
mod run;
mod settings;
mod table;
mod told;

#[cfg(test)]
mod tests;

pub use self::demand::{
    AnswerFrom, Asked, Demand, Header, IdInSchema, Offers, Recorded, Runs, SchemaForm, Told, Typing, Wording,
};
pub use self::{
    compare::Disagreement,
    input::{Asker, Kind, OracleInput, Persistence},
    run::{Inquiry, Run},
    settings::{Settings, Target},
    table::{BuiltIn, Expected, Row, Table},
};

use serde_json::Value;

/// Where the finished run with the lines `events` differs from what the table says of the question of `input`. To look at
/// several questions of one run, read its lines once with [`Run::read`].
pub fn disagreements(input: &OracleInput, events: &[Value]) -> Vec<Disagreement> {
    Run::read(events).disagreements(input)
}
