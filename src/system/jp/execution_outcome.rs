//! Whether a batch runs to its end, or an interrupt stops or restarts it.

/// How a batch goes on, the mildest outcome first.
#[derive(Clone, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum ExecutionOutcome {
    /// The batch runs to its end.
    #[default]
    Completed,
    /// The batch runs again from the start.
    Restart,
    /// Open calls get a result that says that they were stopped, with the user's message if there is one.
    Stopped(Option<String>),
    /// Everything is cancelled, and the turn ends.
    Escalated,
}

impl ExecutionOutcome {
    /// Raises the outcome to `to`. An outcome is never lowered (INT-09), and a stop keeps its first message.
    pub fn raise(&mut self, to: Self) {
        let stays = matches!((&*self, &to), (Self::Stopped(_), Self::Stopped(_))) || *self > to;
        if !stays {
            *self = to;
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::ExecutionOutcome;

    #[rstest]
    #[case(ExecutionOutcome::Restart, ExecutionOutcome::Stopped(None), ExecutionOutcome::Stopped(None))]
    #[case(ExecutionOutcome::Stopped(None), ExecutionOutcome::Restart, ExecutionOutcome::Stopped(None))]
    #[case(ExecutionOutcome::Stopped(Some("a".into())), ExecutionOutcome::Stopped(None), ExecutionOutcome::Stopped(Some("a".into())))]
    #[case(ExecutionOutcome::Escalated, ExecutionOutcome::Stopped(None), ExecutionOutcome::Escalated)]
    #[case(ExecutionOutcome::Escalated, ExecutionOutcome::Completed, ExecutionOutcome::Escalated)]
    #[case(ExecutionOutcome::Completed, ExecutionOutcome::Restart, ExecutionOutcome::Restart)]
    fn an_outcome_is_never_downgraded(
        #[case] from: ExecutionOutcome,
        #[case] to: ExecutionOutcome,
        #[case] expected: ExecutionOutcome,
    ) {
        let mut outcome = from;
        outcome.raise(to);
        assert_eq!(outcome, expected);
    }
}
