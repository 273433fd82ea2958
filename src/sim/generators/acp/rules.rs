//! The rules that hold only for the Agent Client Protocol. Each looks at the lines of the agent, in the runs of scenarios as
//! well as in simulated ones.

mod lines;
mod offers;
mod shapes;
mod tools;

use std::hash::Hash;

use self::{
    lines::{AfterTheEnd, Announced, AnsweredOnce, GivenUp, OpenIds, OpenPages, Pending, Sessions},
    offers::{Completed, CompletedOnce, Offered, OwnCalls},
    shapes::{
        choices, defaults, error, form, initialized, message, method, offered, options, own_choices, page, permission,
        properties, stdout, stop_reason, update, whole,
    },
    tools::{Given, NoneOpen},
};
use crate::{
    model::json::Value,
    sim::{
        rules::{
            Breach, Check,
            Moment::{self, Done},
            Rule,
        },
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{Effect, EffectKind},
};

pub const ALL: &[&Rule] = &[
    // A piece of a message is also no message: that it is a piece says more.
    &WHOLE,
    &STDOUT,
    &MESSAGES,
    &INITIALIZED,
    &METHODS,
    &ANSWERED_ONCE,
    &OPEN_IDS,
    &STOP_REASONS,
    &UPDATES,
    // A call of another session, and a form that is not offered, say more than the session and the form do.
    &OWN_CALLS,
    &OFFERED_BY_THE_CLIENT,
    &SESSIONS,
    &ANNOUNCED,
    &PERMISSIONS,
    &PENDING,
    &OFFERED,
    &OPTIONS,
    &FORMS,
    &PROPERTIES,
    &CHOICES,
    &DEFAULTS,
    &PAGES,
    &OPEN_PAGES,
    &GIVEN_UP,
    &ERRORS,
    &COMPLETED,
    &COMPLETED_ONCE,
    &AFTER_THE_END,
    &GIVEN,
    &NONE_OPEN,
];

/// The moments at which a rule about single lines looks.
const LINES: &[Moment] = &[Done(EffectKind::Client)];
/// Those of a rule that must know when a connection begins, and what the client says there.
const STARTS: &[Moment] = &[Moment::AnyInput, Done(EffectKind::Client)];
/// Those of a rule that must know what is open.
const ASKS: &[Moment] = &[
    Moment::AnyInput,
    Done(EffectKind::Client),
    Done(EffectKind::Show),
    Done(EffectKind::Refuse),
    Done(EffectKind::Cancel),
];

/// A rule about the agent's lines.
const fn rule(
    name: &'static str,
    about: &'static str,
    requirements: &'static [&'static str],
    looks_at: &'static [Moment],
    make: fn() -> Box<dyn Check>,
) -> Rule {
    Rule { name, about, requirements, lanes: &[Lane::Client], premises: &[], only_simulated: false, looks_at, make }
}

/// A check of an agent that speaks version 1. Other versions have other shapes.
#[derive(Hash)]
struct VersionOne<C> {
    check: C,
    is_other: bool,
}

impl<C: Check> VersionOne<C> {
    const fn of(check: C) -> Self {
        Self { check, is_other: false }
    }
}

impl<C: Check + Hash> Check for VersionOne<C> {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        if let What::Effect(Effect::Client(line)) = what
            && let Some(version) = line.pointer("/result/protocolVersion")
        {
            self.is_other = version.as_u64() != Some(1);
        }
        if self.is_other { Ok(()) } else { self.check.see(run_state, what) }
    }
}

/// A check of each line for itself.
#[derive(Hash)]
struct Line(fn(&Value) -> Result<(), Breach>);

impl Check for Line {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Effect(Effect::Client(line)) => self.0(line),
            _ => Ok(()),
        }
    }
}

/// ACP-001. A line that is no JSON stands in the stream as a text.
pub static STDOUT: Rule = rule("stdout", "the agent writes nothing but messages", &["ACP-001"], LINES, || {
    Box::new(VersionOne::of(Line(stdout)))
});

/// ACP-002. A piece of a message stands in the stream as a text, as every line that is no JSON.
pub static WHOLE: Rule = rule("whole", "a message of the agent stands whole on its line", &["ACP-002"], LINES, || {
    Box::new(VersionOne::of(Line(whole)))
});

/// ACP-003.
pub static MESSAGES: Rule = rule(
    "messages",
    "each line of the agent is one request, one notification or one response",
    &["ACP-003"],
    LINES,
    || Box::new(VersionOne::of(Line(message))),
);

/// ACP-015.
pub static INITIALIZED: Rule = rule(
    "initialized",
    "the answer to `initialize` has the members of the protocol, each of its type",
    &["ACP-015"],
    LINES,
    || Box::new(VersionOne::of(Line(initialized))),
);

/// ACP-012.m.
pub static METHODS: Rule = rule(
    "methods",
    "a method of the agent is one of the protocol, or begins with an underscore",
    &["ACP-012.m"],
    LINES,
    || Box::new(VersionOne::of(Line(method))),
);

/// ACP-004.
pub static ANSWERED_ONCE: Rule =
    rule("client-answered-once", "a request of the client is answered once", &["ACP-004"], ASKS, || {
        Box::new(VersionOne::of(AnsweredOnce::default()))
    });

/// ACP-005.
pub static OPEN_IDS: Rule = rule(
    "open-ids",
    "the agent's requests that await a response at the same time have different ids",
    &["ACP-005"],
    ASKS,
    || Box::new(VersionOne::of(OpenIds::default())),
);

/// ACP-036.
pub static STOP_REASONS: Rule =
    rule("stop-reasons", "the reason for which a turn ends is one of the protocol", &["ACP-036"], LINES, || {
        Box::new(VersionOne::of(Line(stop_reason)))
    });

/// ACP-043.
pub static UPDATES: Rule = rule(
    "updates",
    "an update is of a kind of the protocol, and has the members of that kind",
    &["ACP-043"],
    LINES,
    || Box::new(VersionOne::of(Line(update))),
);

/// ACP-033.
pub static SESSIONS: Rule = rule(
    "sessions",
    "an update or a question names a session that the agent has begun or announced",
    &["ACP-033"],
    LINES,
    || Box::new(VersionOne::of(Sessions::default())),
);

/// ACP-046.
pub static ANNOUNCED: Rule =
    rule("announced", "a tool call is announced before anything else names it", &["ACP-046"], LINES, || {
        Box::new(VersionOne::of(Announced::default()))
    });

/// ACP-050.
pub static PERMISSIONS: Rule = rule(
    "permissions",
    "a request for permission has a session, a tool call, and options with an id, a name and a kind",
    &["ACP-050"],
    LINES,
    || Box::new(VersionOne::of(Line(permission))),
);

/// ACP-047.
pub static PENDING: Rule =
    rule("pending", "a tool call that a permission is asked for is told as pending", &["ACP-047"], LINES, || {
        Box::new(VersionOne::of(Pending::default()))
    });

/// ACP-052.
pub static OFFERED: Rule =
    rule("offered", "a permission has an option", &["ACP-052"], LINES, || Box::new(VersionOne::of(Line(offered))));

/// ACP-051.
pub static OPTIONS: Rule =
    rule("options", "the options of a permission have different ids", &["ACP-051"], LINES, || {
        Box::new(VersionOne::of(Line(options)))
    });

/// ACP-070.
pub static FORMS: Rule =
    rule("forms", "the schema of a form is of the type `object` and has properties", &["ACP-070"], LINES, || {
        Box::new(VersionOne::of(Line(form)))
    });

/// ACP-071.
pub static PROPERTIES: Rule =
    rule("properties", "a property of a form is of a type that a form may have", &["ACP-071"], LINES, || {
        Box::new(VersionOne::of(Line(properties)))
    });

/// ACP-072.
pub static CHOICES: Rule =
    rule("choices", "the choices of a form are texts, or values with titles", &["ACP-072"], LINES, || {
        Box::new(VersionOne::of(Line(choices)))
    });

/// ACP-072, of a form that the agent makes itself. It is asked where the scenario knows whose form it is.
pub static OWN_CHOICES: Rule =
    rule("own-choices", "the choices of a form are texts, or values with titles", &["ACP-072"], LINES, || {
        Box::new(VersionOne::of(Line(own_choices)))
    });

/// ACP-073.
pub static DEFAULTS: Rule =
    rule("defaults", "a default of a form has the type of its property", &["ACP-073"], LINES, || {
        Box::new(VersionOne::of(Line(defaults)))
    });

/// ACP-087.
pub static PAGES: Rule =
    rule("pages", "a page has an id and a whole address", &["ACP-087"], LINES, || Box::new(VersionOne::of(Line(page))));

/// ACP-088.
pub static OPEN_PAGES: Rule =
    rule("open-pages", "pages that are open at the same time have different ids", &["ACP-088"], ASKS, || {
        Box::new(VersionOne::of(OpenPages::default()))
    });

/// ACP-110.
pub static GIVEN_UP: Rule = rule(
    "given-up",
    "what the agent gives up is a request of its own that awaits a response",
    &["ACP-110"],
    ASKS,
    || Box::new(VersionOne::of(GivenUp::default())),
);

/// ACP-154.
pub static ERRORS: Rule = rule(
    "errors",
    "an error of the agent has a whole number as its code, and a text as its message",
    &["ACP-154"],
    LINES,
    || Box::new(VersionOne::of(Line(error))),
);

/// ACP-018 to ACP-021, ACP-025 and ACP-026.
pub static OFFERED_BY_THE_CLIENT: Rule = rule(
    "offered-by-the-client",
    "the agent asks its client only for what the client offers",
    &["ACP-018", "ACP-019", "ACP-020", "ACP-021", "ACP-025", "ACP-026"],
    STARTS,
    || Box::new(VersionOne::of(Offered::default())),
);

/// ACP-068.
pub static OWN_CALLS: Rule =
    rule("own-calls", "a tool call that an elicitation names is one of its session", &["ACP-068"], STARTS, || {
        Box::new(VersionOne::of(OwnCalls::default()))
    });

/// ACP-090.
pub static COMPLETED: Rule = rule(
    "completed",
    "what is told as completed is a page that the user was asked to open",
    &["ACP-090"],
    STARTS,
    || Box::new(VersionOne::of(Completed::default())),
);

/// ACP-091.
pub static COMPLETED_ONCE: Rule =
    rule("completed-once", "a page is told as completed once at most", &["ACP-091"], STARTS, || {
        Box::new(VersionOne::of(CompletedOnce::default()))
    });

/// ACP-129.
pub static GIVEN: Rule = Rule {
    name: "server-given",
    about: "a tool is told as accepted only what somebody gave",
    requirements: &["ACP-129"],
    lanes: &[Lane::Tool],
    premises: &[],
    only_simulated: true,
    looks_at: &[Done(EffectKind::Call)],
    make: || Box::new(Given),
};

/// ACP-131.
pub static NONE_OPEN: Rule = Rule {
    name: "server-settled",
    about: "when a turn is over, no tool of a server asks any more",
    requirements: &["ACP-131"],
    lanes: &[Lane::Tool, Lane::Turn],
    premises: &[],
    only_simulated: true,
    looks_at: &[Moment::AnyInput, Done(EffectKind::Call), Done(EffectKind::Cancel), Done(EffectKind::Turn)],
    make: || Box::<NoneOpen>::default(),
};

/// ACP-099.
pub static AFTER_THE_END: Rule =
    rule("after-the-end", "nothing of a turn is told after its end", &["ACP-099"], ASKS, || {
        Box::new(VersionOne::of(AfterTheEnd::default()))
    });
