//! What is written is read back as the same scenario.

use std::collections::BTreeMap;

use proptest::{collection::vec, option, prelude::*, sample::select};
use rstest::rstest;

use super::{feature, feature::reads_back, in_steps, steps, with_visits};
use crate::{
    llm::{
        Wire,
        script::{Advertised, Body, CutAt, Exchange, Expect, Reply, ScriptedCall, Unwanted, Usage},
    },
    model::{
        Key, ToolDefinition,
        json::{Map, Value, json},
    },
    stage::{
        Obstacle, Scenario,
        scenario::{
            ClientRule, Deed, ExpectedEnd, Frame, OperatorRule, PersonRule, TimedAct, TimedLine, ToolEnd, ToolScript,
            When,
        },
    },
    suite::{catalogue::Catalogue, combinations::Amount, derived, lint, read_cases, select::Systems, source::Source},
    system::{Act, Layer, ReplyEnd, Signal, System},
};

/// Each of them was written in steps, so nothing need stand in a doc string. Of the derived ones, some.
#[test]
fn every_carried_scenario_is_said_in_steps() {
    let cases = read_cases(&[], Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let derived = derived(&cases, Amount::Array, &Systems::default(), Catalogue::embedded());
    let derived = derived.unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert!(derived.len() > 10_000, "{}", derived.len());
    let all = cases.iter().chain(derived.iter().step_by(9));
    let with_rest: Vec<&str> = all.filter(|case| steps(&case.scenario).has_rest).map(|case| case.id.as_str()).collect();
    assert!(with_rest.is_empty(), "{}: {with_rest:#?}", with_rest.len());
}

/// The scenario of the feature.
fn read(text: &str) -> Scenario {
    let source = Source {
        file: "it.feature".to_owned(),
        id: "it".to_owned(),
        text: text.to_owned(),
        embedded: false,
        scenario: None,
    };
    let cases =
        lint::read(&[source], Catalogue::embedded(), None).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"));
    assert_eq!(cases.len(), 1);
    cases[0].written()
}

fn go() -> Scenario {
    let rule =
        OperatorRule { when: When::Start, after_ms: 0, too: false, optional: false, does: Deed::Says("go".to_owned()) };
    Scenario { system: "pilotdeck".to_owned(), operator: vec![rule], ..Scenario::default() }
}

/// A text, an answer, a key of an object, a file and a doc string hold any text.
#[rstest]
#[case::empty("")]
#[case::quotes("say \"hi\", it's")]
#[case::backslashes(r"C:\new \\ \u{41} \")]
#[case::lines("a\n\n  b\n")]
#[case::breaks_at_the_ends("\n\na\n\n")]
#[case::blanks("  \n \t\n   a  \n    b")]
#[case::carriage_returns("a\r\nb\rc\r")]
#[case::repetition("⟨2001×x⟩ ⟨x ⟩ ⟨1×⟨⟩")]
#[case::long("no end: ⟩ ".repeat(70) + &"ab".repeat(2001) + &"\"".repeat(300) + &"⟨".repeat(90))]
#[case::placeholder("<id#2> <a> <secret>")]
#[case::doc_string("\"\"\"\na \"\"\"\"\"\"\" b\n\"\"\"")]
#[case::gherkin("# no comment\n@tag\nScenario: none\n| a | b |\nThen nothing [RTE-10]")]
#[case::unicode("Grüße, 世界 🙂 e\u{301} \u{a0}\u{3000}")]
#[case::unseen("\u{0}\u{1b}[1m\u{7f}\u{85}\u{200b}\u{202e}\u{2028}\u{feff}\t")]
#[case::step("x\" at \"y\" with {} {string} after the turn")]
fn any_text_is_read_back(#[case] text: impl Into<String>) {
    let text: String = text.into();
    let act = |act| TimedAct { after_ms: 7, act };
    let visits = vec![vec![act(Act::Answer(text.as_str().into())), act(Act::Paste(text.as_str().into()))]];
    let mut fields = Map::new();
    fields.insert(text.as_str(), Value::from(text.as_str()));
    let call = ScriptedCall { id: "call_1".to_owned(), name: "go".to_owned(), arguments: Value::Object(fields) };
    let reply = Reply::now(Body::message(text.clone(), vec![call]));
    let expect = Expect { says: Some(text.clone()), ..Expect::default() };
    let mut scenario = go();
    scenario.operator[0].does = Deed::Says(text.clone());
    scenario.model.push(Exchange::required(expect, vec![reply]));
    scenario.person.push(PersonRule { prompt: text.clone(), visits, optional: false });
    scenario.files.insert(text.clone(), text.clone());
    scenario.secrets.push(text.clone());
    let written = feature("any text", &[], &scenario, &[]);
    assert_eq!(read(&written), scenario, "{written}");
    assert!(!steps(&scenario).has_rest, "{written}");
    // Whoever reads the steps sees each character; in the text of a file there are no escapes.
    let written = feature("any text", &[], &Scenario { files: BTreeMap::new(), ..scenario }, &[]);
    assert!(!written.contains(|c: char| c != '\n' && c.is_control() || c == '\u{202e}'), "{written}");
}

/// What no step says stands in the doc string, and nothing else does.
#[test]
fn what_no_step_says_stands_in_a_doc_string() {
    let mut scenario = go();
    let usage = Some(Usage { input: 5, output: 6 });
    let expect = |text: &str| Expect { says: Some(text.to_owned()), ..Expect::default() };
    let reply = |text: &str| Reply::now(Body::message(text, Vec::new()));
    scenario.model = vec![
        Exchange::required(expect("go"), vec![Reply { usage, ..reply("one") }]),
        Exchange::required(expect("on"), vec![reply("two")]),
    ];
    let on = OperatorRule { when: When::Ended, does: Deed::Says("on".to_owned()), ..scenario.operator[0].clone() };
    scenario.operator.push(on);
    scenario.person.push(PersonRule { prompt: "Q?".to_owned(), visits: vec![Vec::new()], optional: true });
    let thens =
        ["the turn ends completed".to_owned(), "the call \"call_1\" succeeds, telling the model:\na\nb".to_owned()];
    insta::assert_snapshot!(feature("A  title\nof two lines", &["wire", "@mine"], &scenario, &thens), @r###"
    Feature: A title of two lines

      @wire @mine
      Scenario: A title of two lines
        Given the scenario:
          """
          {
            "system": "pilotdeck",
            "model": [
              {
                "expect": {"says": "go"},
                "replies": [{"usage": {"input": 5, "output": 6}, "body": {"message": {"text": "one"}}}]
              }
            ]
          }
          """
        And no terminal
        When the user says "go"
        And the user says "on" after the turn
        And the model says "two"
        And if asked, the person does nothing at "Q?"
        Then the turn ends completed
        And the call "call_1" succeeds, telling the model:
          """
          a
          b
          """
    "###);
    assert_eq!(read(&feature("it", &[], &scenario, &[])), scenario);
}

/// Two rules for one prompt become one, unless a visit would then fall to another prompt.
#[rstest]
#[case::one_after_the_other(&["Which?", "Which?"], 2)]
#[case::another_in_between(&["Which?", "Which? Really?", "Which?"], 1)]
fn rules_for_one_prompt_become_visits(#[case] prompts: &[&str], #[case] visits: usize) {
    let mut scenario = go();
    scenario.system = "deepchat".to_owned();
    let mut expect = Expect { says: Some("go".to_owned()), ..Expect::default() };
    for (number, prompt) in prompts.iter().enumerate() {
        let id = format!("call_{number}");
        let arguments = json!({"question": *prompt, "options": [{"label": "a"}, {"label": "b"}]});
        let call = ScriptedCall { id: id.clone(), name: "question".to_owned(), arguments };
        scenario.model.push(Exchange::required(expect, vec![Reply::now(Body::message("", vec![call]))]));
        expect = Expect { results: vec![id], ..Expect::default() };
        let acts = vec![TimedAct { after_ms: 1, act: Act::Choose(["a", "b"][number % 2].into()) }];
        scenario.person.push(PersonRule { prompt: (*prompt).to_owned(), visits: vec![acts], optional: false });
    }
    scenario.model.push(Exchange::required(expect, vec![Reply::now(Body::message("done", Vec::new()))]));
    assert_eq!(with_visits(&scenario).person[0].visits.len(), visits);
}

fn odd_text() -> impl Strategy<Value = String> {
    let pieces = [
        "",
        "go",
        "Which?",
        "\"",
        "\\",
        "\n",
        "\r",
        " ",
        "\t",
        "⟨2001×x⟩",
        "⟨",
        "⟩",
        "<id#2>",
        "<a>",
        "\"\"\"",
        "# x",
        "[A-1]",
        "{string}",
        "|",
        "\u{1b}",
        "\u{0}",
        "\u{feff}",
        "世界 🙂",
        "\\u{41}",
        "\\n",
        "call_1",
        "' at '",
        "é",
    ];
    let piece = prop_oneof![4 => select(pieces.to_vec()).prop_map(str::to_owned), 1 => ".{0,8}".prop_map(String::from)];
    let whole = vec(piece, 0..4).prop_map(|pieces| pieces.concat());
    prop_oneof![9 => whole.clone(), 1 => whole.prop_map(|text| text.repeat(70))]
}

fn odd_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>()
            .prop_filter("JSON has no such number", |number| number.is_finite())
            .prop_map(|number| json!(number)),
        odd_text().prop_map(|text| Value::from(text.as_str())),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        let object = vec((odd_text(), inner.clone()), 0..4);
        prop_oneof![
            vec(inner, 0..4).prop_map(|items| Value::Array(items.into_iter().collect())),
            object.prop_map(|members| {
                let mut object = Map::new();
                members.into_iter().for_each(|(name, value)| drop(object.insert(name.as_str(), value)));
                Value::Object(object)
            }),
        ]
    })
}

fn often<T: Clone + std::fmt::Debug + 'static>(
    usual: T,
    other: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<T> {
    prop_oneof![2 => Just(usual), 1 => other].boxed()
}

fn waits() -> BoxedStrategy<u64> {
    often(0, select(&[1_u64, 5, 300, u64::MAX][..]))
}

fn tool() -> impl Strategy<Value = ToolScript> {
    let question = prop_oneof![
        Just(json!({"id": "q", "text": "Which?", "answer_type": {"type": "boolean"}, "exclusive": true})),
        Just(json!({"id": "q", "text": "Which?", "answer_type": {"type": "select", "options": ["a", "b"]}})),
        odd_json(),
    ];
    let then = prop_oneof![
        Just(ToolEnd::Done("ok".to_owned())),
        odd_text().prop_map(ToolEnd::Done),
        odd_text().prop_map(ToolEnd::Error),
        Just(ToolEnd::Panicked),
        Just(ToolEnd::Told),
    ];
    let description = often("The scenario's tool it.".to_owned(), odd_text());
    let parameters = often(json!({"type": "object"}), odd_json());
    let in_calls = prop::collection::btree_map(odd_text(), vec(odd_json(), 0..3), 0..2);
    let asks_then = vec(odd_json(), 0..2);
    (odd_text(), description, parameters, vec(question, 0..3), in_calls, (0..3_u32, asks_then, waits()), then).prop_map(
        |(name, description, parameters, asks, asks_in_call, (insists, asks_then, after_ms), then)| {
            let tool = ToolDefinition { name, description, parameters: parameters.into() };
            ToolScript { tool, asks, asks_in_call, insists, asks_then, then, after_ms }
        },
    )
}

fn expect() -> impl Strategy<Value = Expect> {
    let plain = prop_oneof![
        Just(Expect { says: Some("go".to_owned()), ..Expect::default() }),
        Just(Expect { says: Some("Which?".to_owned()), structured: true, ..Expect::default() }),
        select(&["call_1", "call_2"][..]).prop_map(|id| Expect { results: vec![id.to_owned()], ..Expect::default() }),
    ];
    let tools = option::of(prop_oneof![
        Just(Advertised::Some),
        Just(Advertised::None),
        vec(odd_text(), 0..2).prop_map(Advertised::Named)
    ]);
    let not =
        option::of(odd_text()).prop_map(|says| says.map(|says| Unwanted { says: Some(says), ..Unwanted::default() }));
    let any = (option::of(odd_text()), vec(odd_text(), 0..3), any::<bool>(), option::of(odd_text()), tools, not);
    let any = any.prop_map(|(says, results, structured, system, tools, not)| Expect {
        says,
        results,
        structured,
        system,
        tools,
        not: not.into_iter().collect(),
    });
    prop_oneof![3 => plain, 1 => any]
}

fn body() -> impl Strategy<Value = Body> {
    let id = prop_oneof![3 => select(&["call_1", "call_2", "call_3"][..]).prop_map(str::to_owned), 1 => odd_text()];
    let arguments = often(json!({}), odd_json());
    let call = (id, odd_text(), arguments).prop_map(|(id, name, arguments)| ScriptedCall { id, name, arguments });
    let ends = select(&[ReplyEnd::Whole, ReplyEnd::Whole, ReplyEnd::CutOff, ReplyEnd::Refused][..]);
    let message = (often(String::new(), odd_text()), odd_text(), vec(call, 0..3), ends)
        .prop_map(|(reasoning, text, calls, ends)| Body::Message { reasoning, text, calls, ends });
    let at = select(&[CutAt::Between, CutAt::InsideFrame, CutAt::InsideCharacter][..]);
    let retry = option::of(0..9_u64);
    prop_oneof![
        4 => message,
        1 => odd_json().prop_map(Body::Answer),
        1 => odd_json().prop_map(Body::Data),
        1 => (400..600_u16, retry).prop_map(|(status, retry_after_s)| Body::Status { status, retry_after_s }),
        1 => prop_oneof![Just(Body::Drop), Just(Body::Reset)],
        1 => (select(&["", "half an ans"][..]), at, any::<bool>())
            .prop_map(|(text, at, reset)| Body::Cut { text: text.to_owned(), at, reset }),
        1 => odd_text().prop_map(|text| Body::Malformed { text }),
        1 => Just(Body::Overloaded { text: String::new() }),
    ]
}

fn exchange() -> impl Strategy<Value = Exchange> {
    let usage = often(None, Just(Some(Usage { input: 3, output: 4 })));
    let reply =
        (waits(), usage, body()).prop_map(|(after_ms, usage, body)| Reply { after_ms, usage, frames: None, body });
    (expect(), vec(reply, 1..3), 0..9_u8).prop_map(|(expect, replies, class)| Exchange {
        expect,
        replies,
        optional: class == 1 || class == 2,
        side: class == 3,
        otherwise: class == 4,
    })
}

fn acts() -> impl Strategy<Value = Vec<TimedAct>> {
    let key = prop_oneof![
        any::<char>().prop_map(Key::Char),
        select(&[Key::Enter, Key::Char('a'), Key::Char('b'), Key::Down, Key::CtrlC, Key::Char(' ')][..])
    ];
    let act = prop_oneof![
        1 => odd_json().prop_map(Act::Answer),
        1 => odd_json().prop_map(Act::Remember),
        4 => key.prop_map(Act::Key),
        1 => odd_text().prop_map(|text| Act::Paste(text.into())),
        1 => odd_text().prop_map(|text| Act::Choose(text.into())),
        1 => select(&[Act::Submit, Act::Reject, Act::Cancel, Act::Eof, Act::Broken][..]),
    ];
    vec((waits(), act).prop_map(|(after_ms, act)| TimedAct { after_ms, act }), 0..5)
}

fn operator() -> impl Strategy<Value = Vec<OperatorRule>> {
    let when = prop_oneof![
        odd_text().prop_map(When::Prompt),
        odd_text().prop_map(When::Client),
        odd_text().prop_map(When::Request),
        odd_text().prop_map(When::Call),
        odd_text().prop_map(When::Stored),
        select(&[When::Start, When::Paused, When::Ended][..]),
    ];
    let does = prop_oneof![
        prop_oneof![Just("go".to_owned()), odd_text()].prop_map(Deed::Says),
        odd_json().prop_map(Deed::Line),
        odd_json().prop_map(|answer| Deed::Stray(Act::Answer(answer))),
        select(&[Deed::Stray(Act::Cancel), Deed::Stray(Act::Key(Key::Esc))][..]),
        select(&[Deed::Attaches, Deed::Leaves, Deed::Kill, Deed::Restart, Deed::Signal(Signal::Quit)][..]),
    ];
    let rule = (when, waits(), any::<bool>(), any::<bool>(), does);
    vec(rule, 0..4).prop_map(|rules| {
        let mut all = go().operator;
        for (when, after_ms, too, optional, does) in rules {
            let when = if too { all.last().map_or(When::Start, |last| last.when.clone()) } else { when };
            let is_early = when == When::Start && matches!(does, Deed::Kill | Deed::Restart);
            all.extend((!is_early).then_some(OperatorRule { when, after_ms, too, optional, does }));
        }
        all
    })
}

fn client() -> impl Strategy<Value = Vec<ClientRule>> {
    let piece = std::num::NonZeroUsize::MIN;
    let frame = option::of(Just(Frame { before: "\u{feff}".to_owned(), ending: "\r\n".to_owned(), piece }));
    let line = (waits(), odd_json(), frame).prop_map(|(after_ms, line, frame)| TimedLine { after_ms, line, frame });
    let rule = (odd_text(), vec(line, 0..3), any::<bool>());
    vec(rule.prop_map(|(message, lines, optional)| ClientRule { message, lines, optional }), 0..3)
}

prop_compose! {
    /// A scenario that its check takes.
    fn scenario()(
        (system, profile) in (0..System::ALL.len(), 0..3_usize),
        (terminal, argv, secrets) in (any::<bool>(), vec(odd_text(), 0..3), vec(odd_text(), 0..3)),
        config in vec((select(&["user file", "user file", "command line", "other"][..]), odd_json()), 0..3),
        (stored, tools) in (vec(odd_json(), 0..2), vec(tool(), 0..3)),
        (model, person) in (vec(exchange(), 0..4), vec((odd_text(), vec(acts(), 0..3), any::<bool>()), 0..3)),
        (client, operator) in (client(), operator()),
        (files, meanwhile, folders) in (vec((odd_text(), odd_text()), 0..3), vec((odd_text(), odd_text()), 0..2), vec(odd_text(), 0..2)),
        (wire, streamed, end) in (option::of(select(&Wire::ALL[..])), option::of(any::<bool>()), 0..6_usize),
        earlier in often(false, Just(true)),
    ) -> Scenario {
        let system = &System::ALL[system];
        let profile = system.profiles.get(profile).map_or("", |profile| profile).to_owned();
        let has_early_text = |reply: &Reply| matches!(
            &reply.body,
            Body::Cut { text, .. } | Body::Malformed { text } | Body::Overloaded { text } if !text.is_empty()
        );
        let must_stream = model.iter().flat_map(|exchange| &exchange.replies).any(has_early_text);
        let by_name: BTreeMap<String, ToolScript> =
            tools.into_iter().map(|script| (script.tool.name.clone(), script)).collect();
        let ends = [
            ExpectedEnd::Done,
            ExpectedEnd::Parked,
            ExpectedEnd::Killed,
            ExpectedEnd::Exited,
            ExpectedEnd::Settled,
            ExpectedEnd::Unbegun,
        ];
        let person = person.into_iter().map(|(prompt, visits, optional)| PersonRule { prompt, visits, optional });
        let config = config.into_iter().map(|(name, value)| Layer { name: name.to_owned(), value });
        let obstacles = folders.into_iter().enumerate().map(|(number, path)| {
            let link = Obstacle::Link(path.clone());
            (path, [Obstacle::Folder, link, Obstacle::Bytes][number % 3].clone())
        });
        Scenario {
            schema: None,
            about: String::new(),
            system: system.name.to_owned(),
            profile,
            terminal,
            argv,
            config: config.collect(),
            stored,
            tools: by_name.into_values().collect(),
            model,
            wire,
            streamed: if must_stream { Some(true) } else { streamed },
            person: person.collect(),
            client,
            files: files.into_iter().collect(),
            files_meanwhile: meanwhile.into_iter().collect(),
            obstacles: obstacles.collect(),
            operator,
            secrets,
            end: ends[end],
            earlier: earlier.then(|| Box::new(go())),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Whatever a scenario has, its feature is read as this scenario. The order of members counts, too.
    #[test]
    fn every_scenario_is_read_back(scenario in scenario()) {
        // The writer is right by itself, too, and needs no check of the whole.
        let in_steps = in_steps(&scenario);
        prop_assert!(in_steps.is_none_or(|written| reads_back(&written, &scenario)));
        let text = feature("it", &[], &scenario, &[]);
        let found = serde_json::to_string(&read(&text)).unwrap();
        prop_assert_eq!(found, serde_json::to_string(&scenario).unwrap(), "{}", text);
    }
}
