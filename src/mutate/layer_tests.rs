//! Each thing that a row can do, tried with a small machine.

use std::sync::Arc;

use crate::model::json::{Value, json};
use rstest::rstest;

use super::{Mutated, Trace};
use crate::{
    model::{Millis, Op},
    mutate::row::Change,
    system::{Effect, Input, Machine, Offers, Prompt, Record, ToolCall, Turn},
};

/// A machine that records each input. If the user says something, a turn begins and a prompt is shown.
#[derive(Hash)]
struct Echo;

impl Machine for Echo {
    fn handle(&mut self, _: Millis, input: Input, out: &mut Vec<Effect>) {
        let is_said = matches!(input, Input::Says(_));
        if is_said {
            out.push(Effect::Turn(Turn::Began));
        }
        out.push(Effect::Record(Record(json!(input))));
        if is_said {
            let offers = Offers { choices: vec!["left".into(), "right".into()], ..Offers::default() };
            out.push(Effect::Show(Op::Prompt(1), Prompt { text: "Which way?".into(), offers, request: None }));
        }
    }

    fn open(&self) -> Vec<Op> {
        vec![Op::Prompt(1), Op::Call(1)]
    }
}

fn mutated(changes: Value, trace: &Arc<Trace>) -> Mutated {
    let changes: Vec<Change> = crate::model::json::from_value(changes).unwrap();
    Mutated::new(Box::new(Echo), changes.into(), Arc::clone(trace))
}

/// Gives the machine each of `inputs`. Returns the effects of each in short form: records without their kind, and
/// prompts as their text and choices.
fn played(changes: Value, inputs: &[Value]) -> (Vec<String>, Arc<Trace>) {
    let trace = Arc::new(Trace::default());
    let mut machine = mutated(changes, &trace);
    let told = inputs.iter().map(|input| {
        let mut out = Vec::new();
        machine.handle(Millis(0), crate::model::json::from_value(input.clone()).unwrap(), &mut out);
        out.iter().map(short).collect::<Vec<_>>().join(" ")
    });
    (told.collect(), trace)
}

fn short(effect: &Effect) -> String {
    match effect {
        Effect::Record(Record(value)) => value.to_string().replace('"', ""),
        Effect::Show(op, prompt) => format!("{op}:{}{:?}", prompt.text, prompt.offers.choices).replace('"', ""),
        Effect::Turn(turn) => format!("{turn:?}"),
        other => json!(other).to_string().replace('"', ""),
    }
}

const UNALTERED: &str = "Began {says:go} prompt#1:Which way?[left, right]";

#[rstest]
#[case::drop(json!([{"on": "effect/record", "do": "drop"}]), "Began prompt#1:Which way?[left, right]")]
#[case::double(json!([{"on": "effect/turn", "do": "double"}]), "Began Began {says:go} prompt#1:Which way?[left, right]")]
#[case::swap(json!([{"on": "effect/record", "do": "swap"}]), "Began prompt#1:Which way?[left, right] {says:go}")]
#[case::delay_to_the_end(json!([{"on": "effect/turn/began", "do": {"delay": 0}}]), "{says:go} prompt#1:Which way?[left, right] Began")]
#[case::hold(json!([{"on": "effect/turn", "do": {"hold": {"on": "effect/record", "where": {"/says": "go"}}}}]), "{says:go} Began prompt#1:Which way?[left, right]")]
#[case::set(json!([{"on": "effect/record", "do": {"set": {"/why": {"deep": 1}, "/says": null}}}]), "Began {says:null,why:{deep:1}} prompt#1:Which way?[left, right]")]
#[case::set_the_whole(json!([{"on": "effect/record", "do": {"set": {"": 7}}}]), "Began 7 prompt#1:Which way?[left, right]")]
#[case::set_the_operation(json!([{"on": "effect/show", "do": {"set": {"op": "prompt#9"}}}]), "Began {says:go} prompt#9:Which way?[left, right]")]
#[case::remove(json!([{"on": "effect/show", "do": {"remove": "/offers/choices/0"}}]), "Began {says:go} prompt#1:Which way?[right]")]
#[case::insert(json!([{"on": "effect/show", "do": {"insert": {"/offers/choices/1": "up"}}}]), "Began {says:go} prompt#1:Which way?[left, up, right]")]
#[case::replace(json!([{"on": "effect/show", "do": {"replace": {"": ["t", "T"]}}}]), "Began {says:go} prompt#1:Which way?[lefT, righT]")]
#[case::rewrite(json!([{"on": "effect/show", "do": {"rewrite": {"/offers": ["^(.).*$", "$1"]}}}]), "Began {says:go} prompt#1:Which way?[l, r]")]
#[case::copy(json!([{"on": "effect/show", "do": {"copy": {"/text": "/offers/choices/1"}}}]), "Began {says:go} prompt#1:right[left, right]")]
#[case::reverse(json!([{"on": "effect/show", "do": {"reverse": "/offers/choices"}}]), "Began {says:go} prompt#1:Which way?[right, left]")]
#[case::parse(json!([{"on": "effect/record", "do": [{"set": {"/says": "[1]", "/why": "no JSON"}}, {"parse": ["/says", "/why"]}]}]), "Began {says:[1],why:no JSON} prompt#1:Which way?[left, right]")]
#[case::each(json!([{"on": "effect/show", "do": {"each": {"at": "/offers/choices/*", "where": {"": "left"}, "do": {"set": {"": "up"}}}}}]), "Began {says:go} prompt#1:Which way?[up, right]")]
#[case::each_drop(json!([{"on": "effect/show", "do": {"each": {"at": "/offers/choices/*", "do": "drop"}}}]), "Began {says:go} prompt#1:Which way?[]")]
#[case::before(json!([{"on": "effect/show", "do": {"before": {"effect": {"record": "<op>"}}}}]), "Began {says:go} prompt#1 prompt#1:Which way?[left, right]")]
#[case::after(json!([{"on": "effect/record", "do": {"after": [{"effect": {"notice": "n"}}]}}]), "Began {says:go} {notice:n} prompt#1:Which way?[left, right]")]
#[case::become_two(json!([{"on": "effect/show", "do": {"become": [{"effect": {"record": 1}}, {"effect": {"record": 2}}]}}]), "Began {says:go} 1 2")]
#[case::an_effect_leads_to_an_input(json!([{"on": "effect/show", "do": {"after": {"input": {"person": ["<op>", "cancel"]}}}}]), "Began {says:go} prompt#1:Which way?[left, right] {person:[prompt#1,cancel]}")]
#[case::an_input_leads_to_an_effect(json!([{"on": "input/says", "do": {"before": {"effect": {"record": 1}}}}]), "1 Began {says:go} prompt#1:Which way?[left, right]")]
#[case::an_effect_after_an_input(json!([{"on": "input/says", "do": {"after": {"effect": {"record": 1}}}}]), "Began {says:go} prompt#1:Which way?[left, right] 1")]
#[case::an_input_is_another(json!([{"on": "input/says", "do": {"become": {"input": {"fired": "timer#1"}}}}]), "{fired:timer#1}")]
#[case::several_in_a_row(json!([{"on": "effect/record", "do": [{"remember": {"word": "/says"}}, {"set": {"/says": "<word>, <n>"}}]}]), "Began {says:go, 1} prompt#1:Which way?[left, right]")]
#[case::a_later_change_sees_the_earlier(json!([{"on": "effect/record", "do": {"set": {"/says": "x"}}}, {"on": "effect/record", "where": {"/says": "x"}, "do": "drop"}]), "Began prompt#1:Which way?[left, right]")]
#[case::a_condition_that_does_not_hold(json!([{"on": "effect/record", "where": {"/says": "stop"}, "do": "drop"}]), UNALTERED)]
#[case::a_part_that_does_not_fit(json!([{"on": "effect/turn/paused", "do": "drop"}]), UNALTERED)]
fn a_change_alters_a_message(#[case] changes: Value, #[case] expected: &str) {
    let (told, trace) = played(changes, &[json!({"says": "go"})]);
    assert_eq!(told, [expected]);
    assert_eq!(trace.applied() > 0, expected != UNALTERED, "{}", trace.applied());
    assert_eq!(trace.complaints(), Vec::<String>::new());
}

fn keys() -> Vec<Value> {
    ["a", "b", "c", "d"].iter().map(|key| json!({"person": ["prompt#1", {"key": key}]})).collect()
}

/// The keys that the machine heard after each input, joined by `|`.
fn heard(told: &[String]) -> String {
    let key = |told: &String| told.replace("{person:[prompt#1,{key:", "").replace("}]}", "");
    told.iter().map(key).collect::<Vec<_>>().join("|")
}

#[rstest]
#[case::all(json!([{"on": "input/person", "do": "drop"}]), "|||")]
#[case::the_second(json!([{"on": "input/person/key", "nth": 2, "do": "drop"}]), "a||c|d")]
#[case::from_the_second(json!([{"on": "input/person/key", "nth": {"from": 2}, "do": {"set": {"": "x"}}}]), "a|x|x|x")]
#[case::since(json!([{"on": "input/person/key", "since": {"on": "input/person/key", "where": {"": "b"}}, "do": "drop"}]), "a|b||")]
#[case::until(json!([{"on": "input/person/key", "until": {"on": "input/person/key", "where": {"": "b"}}, "do": "drop"}]), "||c|d")]
#[case::the_first_since(json!([{"on": "input/person/key", "since": {"on": "input/person/key", "where": {"": {"any": ["a", "c"]}}}, "nth": 1, "do": "drop"}]), "a||c|")]
#[case::swap(json!([{"on": "input/person/key", "nth": 2, "do": "swap"}]), "a||c b|d")]
#[case::late_by_one(json!([{"on": "effect/record", "nth": 1, "do": {"delay": 1}}]), "|b a|c|d")]
#[case::late_by_two(json!([{"on": "input/person", "nth": 1, "do": {"delay": 2}}]), "|b|c a|d")]
#[case::later_than_the_end(json!([{"on": "input/person", "nth": 4, "do": {"delay": 1}}]), "a|b|c|")]
#[case::held_until_an_input(json!([{"on": "effect/record", "nth": 1, "do": {"hold": {"on": "input/person/key", "where": {"": "c"}}}}]), "|b|c a|d")]
#[case::what_is_remembered(json!([{"on": "input/person/key", "nth": 1, "do": {"remember": {"first": ""}}}, {"on": "input/person/key", "nth": 3, "do": {"set": {"": "<first>"}}}]), "a|b|a|d")]
#[case::what_is_remembered_in_a_condition(json!([{"on": "input/person/key", "nth": 1, "do": {"remember": {"first": ""}}}, {"on": "input/person/key", "where": {"": {"not": "<first>"}}, "do": "drop"}]), "a|||")]
fn a_change_applies_only_to_the_messages_that_it_names(#[case] changes: Value, #[case] expected: &str) {
    assert_eq!(heard(&played(changes, &keys()).0), expected);
}

#[test]
fn a_change_of_a_call_sees_all_its_pieces_at_once() {
    let changes =
        json!([{"on": "input/call", "where": {"/arguments/q": "why"}, "do": {"set": {"/arguments/q": "how"}}}]);
    let model = |event: Value| json!({"model": ["request#1", event]});
    let inputs = [
        model(json!({"text": "so"})),
        model(json!({"call": {"id": "c", "name": "ask"}})),
        model(json!({"arguments": "{\"q\": "})),
        model(json!({"arguments": "\"why\"}"})),
        model(json!({"call": {"id": "d", "name": "ask"}})),
        model(json!({"arguments": "{\"q\": 1}"})),
        model(json!("finished")),
    ];
    let (told, trace) = played(changes, &inputs);
    let expected = [
        "{model:[request#1,{text:so}]}",
        "",
        "",
        "",
        "{model:[request#1,{call:{id:c,name:ask}}]} {model:[request#1,{arguments:{\\q\\:\\how\\}}]}",
        "",
        "{model:[request#1,{call:{id:d,name:ask}}]} {model:[request#1,{arguments:{\\q\\: 1}}]} {model:[request#1,finished]}",
    ];
    assert_eq!(told, expected);
    assert_eq!(trace.applied(), 1);
}

#[rstest]
#[case(json!([{"on": "effect/show", "do": {"set": {"/offers": 7}}}]), "effect/show can not be altered so")]
#[case(json!([{"on": "effect/show", "do": {"after": {"effect": {"show": ["<n>", {}]}}}}]), "no such message can be made")]
#[case(json!([{"on": "effect/record", "do": {"after": {"input": {"fired": "timer#1"}}}}]), "a circle")]
#[case(json!([{"on": "effect/show", "do": {"after": [{"effect": {"timer": ["timer#9", 1]}}, {"effect": {"timer": ["timer#9", 2]}}]}}]), "timer#9 is started twice")]
fn a_row_that_cannot_be_applied_leads_to_one_complaint(#[case] changes: Value, #[case] complaint: &str) {
    let (told, trace) = played(changes, &[json!({"says": "go"})]);
    assert!(told[0].starts_with(UNALTERED), "{told:?}");
    assert!(trace.complaints().iter().all(|told| told.contains(complaint)), "{:?}", trace.complaints());
    assert_eq!(trace.complaints().len(), 1);
}

#[test]
fn an_operation_whose_effect_never_came_out_is_not_open_unless_it_is_a_prompt() {
    let mut machine = mutated(json!([{"on": "input/says", "do": "drop"}]), &Arc::default());
    assert_eq!(machine.open(), [Op::Prompt(1)]);
    let mut out = Vec::new();
    let call =
        ToolCall { id: "c".into(), name: "t".into(), arguments: json!({}), answers: Default::default(), folder: None };
    machine.emit(Effect::Call(Op::Call(1), call), &mut out);
    assert_eq!(machine.open(), [Op::Prompt(1), Op::Call(1)]);
}
