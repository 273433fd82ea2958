//! Where the machine stands between two inputs.

/// What the machine is doing.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Phase {
    /// No turn is running.
    #[default]
    Idle,
    /// The machine reads pending files. A turn may follow.
    Reading,
    /// A turn is running.
    Running,
    /// The run is over, and takes no more input.
    Closed,
}
