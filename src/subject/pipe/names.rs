//! What an adapter calls its operations, and what the run calls them.

use std::collections::BTreeMap;

use crate::model::{Op, op::Mint};

/// The names of a run's operations.
#[derive(Debug, Default)]
pub struct Names {
    ops: BTreeMap<(&'static str, String), Op>,
    names: BTreeMap<Op, String>,
    mint: Mint,
}

impl Names {
    /// The operation that is called `name` among those that `make` makes; a new one where there is none yet.
    pub fn op(&mut self, make: fn(u32) -> Op, name: String) -> Op {
        if let Some(op) = self.known(make, &name) {
            return op;
        }
        let op = self.mint.next(make);
        self.ops.insert((op.parts().0, name.clone()), op);
        self.names.insert(op, name);
        op
    }

    /// The same, where there is one.
    pub fn known(&self, make: fn(u32) -> Op, name: &str) -> Option<Op> {
        self.ops.get(&(make(0).parts().0, name.to_owned())).copied()
    }

    /// What the adapter has called `name` of what it starts and somebody else settles.
    pub fn started(&self, name: &str) -> Option<Op> {
        let kinds: [fn(u32) -> Op; 3] = [Op::Prompt, Op::Call, Op::Timer];
        kinds.into_iter().find_map(|make| self.known(make, name))
    }

    /// The new operation that is called `name`.
    ///
    /// # Errors
    /// Where something is called so already.
    pub fn start(&mut self, make: fn(u32) -> Op, name: String) -> Result<Op, String> {
        match self.started(&name) {
            None => Ok(self.op(make, name)),
            Some(known) => Err(format!(
                "it starts a {} as {name:?}, and has called a {} so before: a name is for one thing in a run",
                make(0).parts().0,
                known.parts().0
            )),
        }
    }

    /// The prompt that is called `name`, drawn for the first time or again.
    ///
    /// # Errors
    /// Where something else is called so.
    pub fn show(&mut self, name: String) -> Result<Op, String> {
        match self.started(&name) {
            Some(prompt @ Op::Prompt(_)) => Ok(prompt),
            _ => self.start(Op::Prompt, name),
        }
    }

    /// An operation that has no name.
    pub fn nameless(&mut self, make: fn(u32) -> Op) -> Op {
        self.mint.next(make)
    }

    /// What the adapter calls `op`.
    pub fn name(&self, op: Op) -> String {
        self.names.get(&op).cloned().unwrap_or_default()
    }
}
