//! What happens in a combination, in the order in which it happens: the calls, the questions before, and the question.

use crate::model::json::{Map, Value, json};

use super::{
    person::{self, Settled},
    situation::Situation,
    values::{FIRST, SECRET},
};
use crate::{
    sim::oracle::{Asked, Recorded},
    suite::combinations::{
        CombinationError,
        text::{Text, with_json},
    },
};

/// The script of a combination, and what is counted in it.
pub struct Script {
    pub text: Text,
    /// The id of the call of the question.
    pub call: String,
    /// How many prompts are shown before the question is asked.
    pub prompts: usize,
    /// How many inquiries are sent before the question is asked.
    pub inquiries: usize,
    /// How often the tool is executed before the question is settled.
    pub runs: usize,
    /// The answers that the call has already when the question is asked.
    pub answers: Map,
    /// How the question is settled.
    pub settled: Settled,
    /// Whether the person enters a secret, so that it can be looked for.
    pub has_secret: bool,
    /// How often the question has been asked in its call, once it is asked.
    pub attempt: usize,
    calls: usize,
}

impl Script {
    /// The script of a situation.
    ///
    /// # Errors
    /// Something is to happen that cannot happen.
    pub fn of(situation: &Situation<'_>) -> Result<Self, CombinationError> {
        let settled = person::settled(situation)?;
        let mut script = Self {
            text: Text::of(situation.combination),
            call: String::new(),
            prompts: 0,
            inquiries: 0,
            runs: 0,
            answers: Map::new(),
            settled,
            has_secret: false,
            attempt: 1,
            calls: 0,
        };
        script.givens(situation);
        script.text.when("the user says \"go\"");
        script.until_asked(situation);
        script.settled.steps.iter().for_each(|step| script.text.when(step));
        script.text.when("the model says \"done\"");
        Ok(script)
    }

    fn givens(&mut self, situation: &Situation<'_>) {
        let input = &situation.input;
        self.text.given(format!("the system {:?}", situation.combination.system));
        if !input.profile.is_empty() {
            self.text.given(format!("the profile {:?}", input.profile));
        }
        self.text.given(if input.terminal { "a terminal" } else { "no terminal" });
        let names = ["the user's configuration", "the command line's configuration"];
        for (name, layer) in names.into_iter().zip(&situation.layers).filter(|(_, layer)| !layer.is_null()) {
            self.text.given(with_json(name, layer));
        }
        let is_secret = situation.kind() == "secret";
        self.has_secret = is_secret && situation.asked() == Asked::Person && self.settled.answer.is_some();
        if is_secret {
            self.text.given(format!("the secret {SECRET:?}"));
        }
        let place = situation.of_dimension("place", "first");
        match place {
            "after_failure" => self.text.given("a tool \"lint\" that fails with \"no disk\""),
            "beside" => {
                self.text.given("a tool \"lint\" that returns \"clean\"");
                self.text.given("the tool \"lint\" asks the boolean question \"Lint it?\" as \"q\"");
            }
            _ => {}
        }
        self.given_between(situation);
        if situation.is_built_in() {
            return;
        }
        self.text.given(format!("a tool {:?} that returns \"deployed\"", input.tool));
        let [ready, tag] = situation.texts.earlier;
        if place.ends_with("_question") {
            self.text.given(format!("the tool {:?} asks the boolean question \"Ready?\" as {ready:?}", input.tool));
        }
        if place == "third_question" {
            self.text.given(format!("the tool {:?} asks the text question \"Which tag?\" as {tag:?}", input.tool));
        }
        match place {
            "asked_again" => {
                self.text.given(with_json(&format!("the tool {:?} asks", input.tool), &situation.question));
                self.text.given(format!("the tool {:?} asks its first question 2 times", input.tool));
            }
            "in_other_words" | "reused_in_its_call" => {
                let before = situation.in_other_words(place == "reused_in_its_call");
                self.text.given(with_json(&format!("the tool {:?} asks", input.tool), &before));
                let step = format!("once that is answered, the tool {:?} asks", input.tool);
                self.text.given(with_json(&step, &situation.question));
            }
            _ => self.text.given(with_json(&format!("the tool {:?} asks", input.tool), &situation.question)),
        }
        if situation.is_remembered && place != "reused_in_its_call" {
            let before = json!({"id": input.question, "text": "Deploy now?", "answer_type": {"type": "boolean"}});
            self.text.given(with_json(&format!("in the call \"call_1\" the tool {:?} asks", input.tool), &before));
        }
    }

    /// Everything up to the moment in which the question is asked.
    fn until_asked(&mut self, situation: &Situation<'_>) {
        let place = situation.of_dimension("place", "first");
        let [ready, tag] = situation.texts.earlier;
        // A question that comes later in its call.
        match place {
            "second_question" => {
                self.call(situation);
                self.another(ready, "Ready?", &json!(true), situation);
                return;
            }
            "third_question" => {
                self.call(situation);
                self.another(ready, "Ready?", &json!(true), situation);
                self.another(tag, "Which tag?", &json!(situation.texts.given), situation);
                return;
            }
            "asked_again" | "in_other_words" => {
                let text = if place == "asked_again" { situation.texts.question } else { FIRST };
                self.settled_once(situation, text, false);
                self.attempt += usize::from(situation.asked() != Asked::Nobody || is_answered(situation));
                return;
            }
            "reused_in_its_call" => {
                self.remembering(situation, true);
                self.attempt += 1;
                return;
            }
            "beside" => {
                self.text.when("the model calls \"lint\"");
                self.calls += 1;
                self.called("in the same message it calls", situation);
                self.foreign("Lint it?", &json!(true), situation);
                return;
            }
            _ => {}
        }
        match place {
            "second_call" => self.whole_call(situation, false),
            "third_call" => {
                self.whole_call(situation, false);
                self.whole_call(situation, false);
            }
            "after_cancel" => {
                self.call(situation);
                self.text.when(format!("the person cancels {:?}", situation.texts.question));
                self.prompts += 1;
            }
            "after_failure" => {
                self.text.when("the model calls \"lint\"");
                self.calls += 1;
            }
            "reused" => self.remembering(situation, true),
            "reused_no" => self.remembering(situation, false),
            "reused_twice" => {
                self.call(situation);
                self.text.when("the person answers and remembers \"Deploy now?\" with true");
                (self.prompts, self.runs) = (self.prompts + 1, self.runs + 1);
                self.whole_call(situation, false);
            }
            "next_turn" => {
                // A remembered answer must be forgotten.
                let may_remember = situation.kind() == "boolean"
                    && !situation.is_built_in()
                    && situation.of_dimension("persistence", "unset") != "none";
                self.whole_call(situation, may_remember);
                self.text.when("the model says \"done\"");
                self.text.when("the user says \"again\" after the turn");
            }
            _ => {}
        }
        self.between(situation);
        self.call(situation);
    }

    /// The tool of what happens before the call of the question.
    fn given_between(&mut self, situation: &Situation<'_>) {
        let question = &situation.input.question;
        match situation.of_dimension("between", "nothing") {
            "interrupt" => {
                self.text.given("a tool \"scan\" that returns \"scanned\"");
                self.text.given("the tool \"scan\" takes 5000 ms");
            }
            "answered" | "cancelled" | "remembered" => {
                self.text.given("a tool \"scan\" that returns \"scanned\"");
                self.text.given(format!("the tool \"scan\" asks the boolean question \"Scan it?\" as {question:?}"));
            }
            _ => {}
        }
    }

    /// What happens before the call of the question.
    fn between(&mut self, situation: &Situation<'_>) {
        let between = situation.of_dimension("between", "nothing");
        match between {
            "nothing" => return,
            "retried" => {
                self.text.when("the model's reply first meets \"status 503\"");
                return;
            }
            _ => self.text.when("the model calls \"scan\""),
        }
        self.calls += 1;
        // Who takes this answer for that of the question is found out.
        let other = json!(situation.of_dimension("place", "first") != "reused");
        match between {
            "answered" => self.foreign("Scan it?", &other, situation),
            "cancelled" => {
                self.prompts += 1;
                self.text.when("the person cancels \"Scan it?\"");
            }
            "remembered" => {
                self.prompts += 1;
                self.text.when(format!("the person answers and remembers \"Scan it?\" with {other}"));
            }
            "interrupt" => {
                self.prompts += 1;
                self.text.when("SIGINT arrives when the tool \"scan\" runs");
                self.text.when("the person answers \"Interrupted\" with \"continue\"");
            }
            _ => {}
        }
    }

    /// A call in which the person has an answer remembered.
    fn remembering(&mut self, situation: &Situation<'_>, answer: bool) {
        self.call(situation);
        self.text.when(format!("the person answers and remembers \"Deploy now?\" with {answer}"));
        (self.prompts, self.runs) = (self.prompts + 1, self.runs + 1);
    }

    fn call(&mut self, situation: &Situation<'_>) {
        self.called("the model calls", situation);
    }

    fn called(&mut self, how: &str, situation: &Situation<'_>) {
        let step = format!("{how} {:?}", situation.input.tool);
        self.text.when(if situation.is_built_in() {
            with_json(&format!("{step} with"), &situation.question)
        } else {
            step
        });
        self.calls += 1;
        self.runs += 1;
        self.call = format!("call_{}", self.calls);
    }

    /// An earlier call of the same tool with the same question.
    fn whole_call(&mut self, situation: &Situation<'_>, remembers: bool) {
        self.settled_once(situation, situation.texts.question, remembers);
    }

    /// A call whose first question, with this text, is settled as the question would be.
    fn settled_once(&mut self, situation: &Situation<'_>, text: &str, remembers: bool) {
        self.call(situation);
        if let Some(step) = person::plainly(situation, text, remembers) {
            self.text.when(step);
        }
        match situation.asked() {
            Asked::Person => self.prompts += 1,
            Asked::Assistant => self.inquiries += 1,
            Asked::Nobody => {}
        }
        self.runs += usize::from(situation.asked() != Asked::Nobody || is_answered(situation));
    }

    /// An earlier question of the same call.
    fn another(&mut self, id: &str, text: &str, answer: &Value, situation: &Situation<'_>) {
        self.foreign(text, answer, situation);
        self.runs += 1;
        self.answers.insert(id.to_owned(), answer.clone());
    }

    /// Another question, about which nothing is configured.
    fn foreign(&mut self, text: &str, answer: &Value, situation: &Situation<'_>) {
        if situation.input.terminal {
            self.prompts += 1;
            self.text.when(format!("the person answers {text:?} with {answer}"));
        } else {
            self.inquiries += 1;
            self.text.when(format!("the inquiry {text:?} is answered with {answer}"));
        }
    }
}

/// Whether the question is answered without a party that is asked.
pub fn is_answered(situation: &Situation<'_>) -> bool {
    let recorded = situation.expected.route.recorded.as_ref().filter(|_| situation.refused.is_none());
    recorded.is_some_and(|demand| demand.is.iter().all(|way| matches!(way, Recorded::Answered(_) | Recorded::Redacted)))
}
