//! The names that an adapter gives its operations, and the operations of the run that they stand for.

use std::collections::BTreeMap;

use super::error::PipeError;
use crate::model::{Op, op::Mint};

/// The names of a run's operations.
#[derive(Debug, Default)]
pub struct Names {
    ops: BTreeMap<(&'static str, String), Op>,
    names: BTreeMap<Op, String>,
    mint: Mint,
}

impl Names {
    /// The operation of kind `make` with this name. Makes one if there is none.
    pub fn op(&mut self, make: fn(u32) -> Op, name: String) -> Op {
        if let Some(op) = self.known(make, &name) {
            return op;
        }
        let op = self.mint.next(make);
        self.ops.insert((op.parts().0, name.clone()), op);
        self.names.insert(op, name);
        op
    }

    /// The operation of kind `make` with this name, if there is one.
    pub fn known(&self, make: fn(u32) -> Op, name: &str) -> Option<Op> {
        self.ops.get(&(make(0).parts().0, name.to_owned())).copied()
    }

    /// The prompt, call or timer with this name, if the adapter has started one.
    pub fn started(&self, name: &str) -> Option<Op> {
        let kinds: [fn(u32) -> Op; 3] = [Op::Prompt, Op::Call, Op::Timer];
        kinds.into_iter().find_map(|make| self.known(make, name))
    }

    /// A new operation with this name.
    ///
    /// # Errors
    /// If the name is taken.
    pub fn start(&mut self, make: fn(u32) -> Op, name: String) -> Result<Op, PipeError> {
        match self.started(&name) {
            None => Ok(self.op(make, name)),
            Some(known) => Err(PipeError::NameTaken { kind: make(0).parts().0, name, earlier: known.parts().0 }),
        }
    }

    /// The prompt with this name, shown for the first time or again.
    ///
    /// # Errors
    /// If a call or a timer has the name.
    pub fn show(&mut self, name: String) -> Result<Op, PipeError> {
        match self.started(&name) {
            Some(prompt @ Op::Prompt(_)) => Ok(prompt),
            _ => self.start(Op::Prompt, name),
        }
    }

    /// A new operation without a name.
    pub fn nameless(&mut self, make: fn(u32) -> Op) -> Op {
        self.mint.next(make)
    }

    /// The adapter's name for `op`. An operation that the adapter never started has a name that it does not know.
    pub fn name(&self, op: Op) -> String {
        self.names.get(&op).cloned().unwrap_or_else(|| op.to_string())
    }
}
