//! A run: a subject, the parties around it, and the scheduler between them.
//!
//! ```text
//!             feed(now, input)                      see(effect)
//!  scheduler ─────────────────▶ subject ───effect──▶ parties: model, tools, person, client, files, operator, clock
//!      ▲                                                │
//!      └──────────────── deliveries ◀───────────────────┘   an input, and how long after its cause it is due
//! ```
//!
//! The scheduler delivers only while the subject is parked, and the earliest input first. Time is virtual.
//!
//! **Absent here:** any system's rules, any real clock, any file format, any process.

mod capability;
mod crossroads;
mod earlier;
mod environment;
mod fault;
mod interactive;
mod needs;
mod order;
pub mod party;
mod play;
mod prompt_violations;
mod protocol_violations;
mod queue;
pub mod redaction;
mod run;
pub mod scenario;
mod scenario_check;
mod scene;
pub mod stream;
mod subject;

pub use self::{
    capability::Capability,
    crossroads::Crossroads,
    environment::Environment,
    fault::{Culprit, Fault},
    interactive::{InteractivePerson, Move},
    needs::used,
    order::Order,
    play::{OwnPart, Played, play, play_in_order, play_interactively},
    run::{End, run_loop},
    scenario::Scenario,
    scenario_check::ScenarioError,
    scene::{Obstacle, Scene},
    stream::{Lane, Observation, What},
    subject::{Claim, Claims, Identity, Next, Subject, SubjectError},
};
