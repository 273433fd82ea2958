//! Every combination of facts, as a situation for the oracle and as a scenario for the reference. The two share only
//! the words of this file.

use hotseat::model::json::{Map, Value, json};
use hotseat::{
    sim::oracle::{Asker, Kind, OracleInput, Persistence, Settings, Table, Target},
    stage::Scenario,
};

/// The question.
const TEXT: &str = "Go there?";
/// The earlier question whose answer is remembered.
const EARLIER: &str = "Go at all?";
/// The label of a question that has one.
const LABEL: &str = "Harbour";
/// The options of a choice.
const OPTIONS: [&str; 2] = ["east", "west"];

/// A combination, in the words of the table.
#[derive(Clone, Debug)]
pub struct Facts {
    pub system: &'static str,
    pub profile: &'static str,
    pub built_in: bool,
    pub remembered: bool,
    pub answer: &'static str,
    pub target: &'static str,
    pub terminal: bool,
    pub exclusive: bool,
    pub kind: Kind,
    pub persistence: Persistence,
    pub label: bool,
}

const PROFILES: [(&str, &str); 5] = [
    ("jp-ask-user", "seed"),
    ("jp-ask-user", "rfd082"),
    ("jp-inquiry", "seed"),
    ("jp-inquiry", "rfd034"),
    ("jp-inquiry", "rfd082"),
];
const ANSWERS: [&str; 4] = ["none", "fits", "other_type", "outside_options"];
const TARGETS: [&str; 4] = ["unset", "user", "assistant", "settings"];
const YES_AND_NO: [bool; 2] = [true, false];
const PERSISTENCES: [Persistence; 2] = [Persistence::Turn, Persistence::None];

impl Facts {
    /// Every possible combination.
    pub fn all() -> impl Iterator<Item = Self> {
        let first = PROFILES.map(|(system, profile)| Self {
            system,
            profile,
            built_in: false,
            remembered: false,
            answer: "none",
            target: "unset",
            terminal: false,
            exclusive: false,
            kind: Kind::Boolean,
            persistence: Persistence::Turn,
            label: false,
        });
        let all = first.into_iter();
        let all = all.flat_map(|facts| YES_AND_NO.map(|built_in| Self { built_in, ..facts.clone() }));
        let all = all.flat_map(|facts| YES_AND_NO.map(|remembered| Self { remembered, ..facts.clone() }));
        let all = all.flat_map(|facts| ANSWERS.map(|answer| Self { answer, ..facts.clone() }));
        let all = all.flat_map(|facts| TARGETS.map(|target| Self { target, ..facts.clone() }));
        let all = all.flat_map(|facts| YES_AND_NO.map(|terminal| Self { terminal, ..facts.clone() }));
        let all = all.flat_map(|facts| YES_AND_NO.map(|exclusive| Self { exclusive, ..facts.clone() }));
        let all = all.flat_map(|facts| Kind::ALL.map(|kind| Self { kind, ..facts.clone() }));
        let all = all.flat_map(|facts| PERSISTENCES.map(|persistence| Self { persistence, ..facts.clone() }));
        let all = all.flat_map(|facts| YES_AND_NO.map(|label| Self { label, ..facts.clone() }));
        all.filter(Self::can_be)
    }

    fn can_be(&self) -> bool {
        let built_in = &Table::embedded().built_in;
        let is_own = self.exclusive == built_in.exclusive
            && self.persistence == built_in.persistence
            && self.kind != Kind::Secret
            && !self.remembered;
        let is_remembered = self.answer == "none" && self.terminal && !self.is_for_assistant();
        (!self.built_in || is_own)
            && (!self.remembered || is_remembered)
            && (self.answer != "outside_options" || self.kind == Kind::Select)
    }

    fn is_for_assistant(&self) -> bool {
        ["assistant", "settings"].contains(&self.target)
    }

    /// Whether the person is asked.
    pub fn is_prompted(&self) -> bool {
        self.answer == "none" && self.terminal && !self.is_for_assistant() && !self.remembered
    }

    /// The combinations that differ from this one in one fact, with its column.
    pub fn neighbours(&self) -> Vec<(&'static str, Self)> {
        let mut found = Vec::new();
        let profiles = PROFILES.into_iter().filter(|(system, _)| *system == self.system);
        found.extend(profiles.map(|(_, profile)| ("profile", Self { profile, ..self.clone() })));
        found.extend(ANSWERS.map(|answer| ("answer", Self { answer, ..self.clone() })));
        found.extend(TARGETS.map(|target| ("target", Self { target, ..self.clone() })));
        found.extend(Kind::ALL.map(|kind| ("type", Self { kind, ..self.clone() })));
        found.extend(PERSISTENCES.map(|persistence| ("persistence", Self { persistence, ..self.clone() })));
        found.push(("terminal", Self { terminal: !self.terminal, ..self.clone() }));
        found.push(("exclusive", Self { exclusive: !self.exclusive, ..self.clone() }));
        found.push(("label", Self { label: !self.label, ..self.clone() }));
        found.retain(|(_, facts)| facts.can_be());
        found
    }

    fn tool(&self) -> &str {
        if self.built_in { "ask_user" } else { "deploy" }
    }

    fn question(&self) -> &str {
        if self.built_in { "answer" } else { "where" }
    }

    /// An answer that fits the question.
    fn fitting(&self) -> Value {
        match self.kind {
            Kind::Boolean => json!(true),
            Kind::Select => json!("west"),
            Kind::Text | Kind::Secret => json!("by the bridge"),
        }
    }

    fn configured(&self) -> Option<Value> {
        match self.answer {
            "none" => None,
            "fits" => Some(self.fitting()),
            "outside_options" => Some(json!("north")),
            _ if self.kind == Kind::Boolean => Some(json!("true")),
            _ => Some(json!(true)),
        }
    }

    /// The answer of the person at such a prompt.
    pub fn answer_by_meaning(&self) -> Value {
        json!({"answer": self.fitting()})
    }

    /// The situation for the oracle.
    pub fn input(&self) -> OracleInput {
        OracleInput {
            profile: self.profile.to_owned(),
            terminal: self.terminal,
            asker: if self.built_in { Asker::BuiltIn } else { Asker::Tool },
            tool: self.tool().to_owned(),
            call: "call_1".to_owned(),
            question: self.question().to_owned(),
            text: TEXT.to_owned(),
            context: None,
            kind: self.kind,
            options: if self.kind == Kind::Select { OPTIONS.map(str::to_owned).to_vec() } else { Vec::new() },
            default: None,
            exclusive: self.exclusive,
            persistence: self.persistence,
            settings: Settings {
                target: match self.target {
                    "unset" => Target::Unset,
                    "user" => Target::User,
                    "assistant" => Target::Assistant,
                    _ => Target::Settings,
                },
                answer: self.configured(),
                label: self.label.then(|| LABEL.to_owned()),
            },
        }
    }

    /// The scenario for the reference. At a prompt the person does `act`.
    pub fn scenario(&self, act: &Value) -> Scenario {
        let (tool, question) = (self.tool(), self.question());
        let mut settings = Map::new();
        settings.extend(self.configured().map(|answer| ("answer".to_owned(), answer)));
        settings.extend(self.label.then(|| ("prompt_label".to_owned(), json!(LABEL))));
        settings.extend(match self.target {
            "unset" => None,
            "settings" => Some(("target".to_owned(), json!({"model": {"id": "small-model"}}))),
            target => Some(("target".to_owned(), json!(target))),
        });
        let call = |id: &str| {
            let mut arguments = json!({});
            if self.built_in {
                arguments = json!({"question": TEXT, "answer_type": self.kind.word()});
                if self.kind == Kind::Select {
                    arguments["options"] = json!(OPTIONS);
                }
            }
            json!({"message": {"calls": [{"id": id, "name": tool, "arguments": arguments}]}})
        };
        let (before, first) = if self.remembered {
            let earlier = json!({"expect": {"results": ["call_0"]}, "replies": [{"body": call("call_1")}]});
            (vec![earlier], call("call_0"))
        } else {
            (Vec::new(), call("call_1"))
        };
        let mut model = vec![json!({"expect": {"says": "go"}, "replies": [{"body": first}]})];
        model.extend(before);
        model.extend([
            json!({"expect": {"structured": true}, "replies": [{"body": {"answer": self.fitting()}}], "optional": true}),
            json!({"expect": {"results": ["call_1"]}, "replies": [{"body": {"message": {"text": "done"}}}]}),
        ]);
        let remember = json!({"remember": true});
        let person = [(EARLIER, &remember), (TEXT, act)]
            .map(|(prompt, act)| json!({"prompt": prompt, "visits": [[{"act": act}]], "optional": true}));
        let tools = if self.built_in { json!([]) } else { json!([self.host_tool()]) };
        let scenario = json!({
            "system": self.system,
            "profile": self.profile,
            "terminal": self.terminal,
            "config": [{"name": "user file", "value":
                {"conversation": {"tools": {tool: {"questions": {question: settings}}}}}}],
            "tools": tools,
            "model": model,
            "person": person,
            "operator": [{"when": "start", "does": {"says": "go"}}],
        });
        hotseat::model::json::from_value(scenario).unwrap()
    }

    fn host_tool(&self) -> Value {
        let mut asked = json!({
            "id": self.question(),
            "text": TEXT,
            "answer_type": {"type": self.kind.word()},
            "exclusive": self.exclusive,
            "persistence": if self.persistence == Persistence::Turn { "turn" } else { "none" },
        });
        if self.kind == Kind::Select {
            asked["answer_type"]["options"] = json!(OPTIONS);
        }
        let earlier = json!({"id": self.question(), "text": EARLIER, "answer_type": {"type": "boolean"}});
        json!({
            "tool": {"name": self.tool()},
            "asks": [asked],
            "asks_in_call": {"call_0": [earlier]},
            "then": {"done": "deployed"},
        })
    }
}
