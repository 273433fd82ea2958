//! The profiles of DeepChat, and the tool's name in each.

/// Which reading of the behaviour is in force.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Profile {
    /// The answer is the user's next message, and a question stands alone.
    #[default]
    Seed,
    /// The answer is the call's result, and questions queue up.
    Head,
}

impl Profile {
    /// The profile of that name; the default for any other.
    pub fn named(name: &str) -> Self {
        if name == "head" { Self::Head } else { Self::Seed }
    }
}

/// The tool's name in a profile (DC-01).
pub const fn tool_name(profile: Profile) -> &'static str {
    match profile {
        Profile::Seed => "question",
        Profile::Head => "deepchat_question",
    }
}
