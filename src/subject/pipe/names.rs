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

    /// The operations of any kind that are called `name`.
    pub fn all(&self, name: &str) -> impl Iterator<Item = Op> {
        self.names.iter().filter(move |(_, known)| *known == name).map(|(op, _)| *op)
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
