//! The tables of all systems.

use std::collections::BTreeSet;

use rstest::rstest;

use super::{Dimensions, error::CombinationError, matrix::cells, source, tables};
use crate::suite::case::Origin;
use crate::{suite::catalogue::Catalogue, suite::lint, system::System};

/// The longest id of a combination, in bytes. File systems allow 255 with an ending.
const ID_MAX: usize = 220;

#[test]
fn every_value_occurs_and_every_id_means_its_row() {
    for table in tables() {
        let Dimensions { system, dimensions, .. } = &table.dimensions;
        assert!(System::named(system).is_some(), "{system}");
        for (at, dimension) in dimensions.iter().enumerate() {
            let used: BTreeSet<usize> = table.array().iter().map(|row| row[at]).collect();
            assert_eq!(used.len(), dimension.values.len(), "{system}: some value of {} never occurs", dimension.name);
        }
        let mut ids = BTreeSet::new();
        for row in table.array() {
            let spelled = table.dimensions.spelled(row);
            assert_eq!(table.dimensions.row(&spelled).as_ref(), Ok(row));
            assert!(spelled.len() <= ID_MAX, "{spelled}");
            assert!(ids.insert(spelled));
        }
    }
}

#[test]
fn every_table_is_what_the_schema_says() {
    let schema = jsonschema::validator_for(&schemars::schema_for!(Dimensions).to_value()).unwrap();
    for table in tables() {
        let value = serde_json::to_value(&table.dimensions).unwrap();
        assert!(schema.is_valid(&value), "{}", table.dimensions.system);
    }
}

/// A place in a document is a requirement, or the name of a document.
#[test]
fn every_value_and_every_reason_names_a_requirement_that_exists() {
    let catalogue = Catalogue::embedded();
    for Dimensions { system, dimensions, excluded, .. } in tables().iter().map(|table| &table.dimensions) {
        for (name, value) in dimensions.iter().flat_map(|dimension| &dimension.values) {
            assert!(!value.from.is_empty(), "{system}: {name} is read from nowhere");
            for id in value.from.iter().filter(|id| !id.starts_with("RFD ")) {
                assert!(catalogue.requirement(id).is_some(), "{system}: {name} names {id}");
            }
        }
        for why in excluded.iter().map(|one| &one.why) {
            let named =
                why.split(['(', ')', ',', ' ']).filter(|word| word.contains('-') && word.ends_with(char::is_numeric));
            named.for_each(|id| assert!(catalogue.requirement(id).is_some(), "{system}: {why}"));
        }
    }
}

#[test]
fn every_cell_of_a_product_is_shown_or_left_out_for_a_reason() {
    for table in tables() {
        for product in &table.dimensions.products {
            let missing = cells(table, product).into_iter().filter(|cell| cell.shown == 0 && cell.why.is_none());
            assert_eq!(missing.count(), 0, "{}: {}", table.dimensions.system, product.about);
        }
    }
}

/// An id that is written down somewhere must mean the same scenario later. A change of these texts breaks that.
#[rstest]
#[case("plain", "combinations/jp-ask-user/happens=answer")]
#[case("second-call", "combinations/jp-ask-user/asker=ask_user,type=select,label=set,happens=esc,place=second_call")]
#[case("configured", "combinations/jp-ask-user/asker=mcp,terminal=no,answer=no,layer=both,place=beside")]
#[case("misfit", "combinations/jp-inquiry/profile=rfd034,target=settings,happens=reply_misfit,place=third_question")]
#[case("second-pass", "combinations/pi/display=edited,stands=second_of_two,options=described,several=yes,answer=all")]
#[case("tabs", "combinations/pi/stands=third_of_three,several=yes,happens=keys,place=third_call,metadata=some")]
#[case(
    "given",
    "combinations/pilotdeck/stands=third_of_four,previews=picked,given=set,answer=several,annotations=both"
)]
#[case("gateway", "combinations/pilotdeck/channel=gateway,metadata=source,happens=twice,place=next_turn")]
#[case("refused", "combinations/pilotdeck/channel=none,stands=first_of_two,given=set,fault=document")]
#[case("dialogs", "combinations/pi/profile=pi_rpc,display=client,answer=blank,happens=stray,place=after_cancel")]
#[case("crossed", "combinations/mcp/happens=crossed")]
#[case("rounds", "combinations/mcp-client/version=2026_07_28,form=several_titled,happens=falsy,place=beside_ask")]
fn a_combination_is_written_as_in_the_snapshot(#[case] name: &str, #[case] id: &str) {
    let source = source(id).unwrap().unwrap_or_else(|error| panic!("{error}"));
    let cases = lint::read(std::slice::from_ref(&source), Catalogue::embedded(), None)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(cases.iter().map(|case| case.id.as_str()).collect::<Vec<_>>(), [id]);
    assert_eq!(cases[0].origin, Origin::Combination);
    insta::assert_snapshot!(name, source.text);
}

#[test]
fn the_arrays_have_the_size_that_the_pages_say() {
    let sizes: Vec<(&str, usize)> =
        tables().iter().map(|table| (table.dimensions.system.as_str(), table.array().len())).collect();
    assert_eq!(
        sizes,
        [
            ("jp-ask-user", 1871),
            ("jp-inquiry", 638),
            ("deepchat", 754),
            ("pi", 494),
            ("pilotdeck", 375),
            ("acp", 367),
            ("mcp", 226),
            ("mcp-client", 603)
        ]
    );
}

#[rstest]
#[case("terminal=maybe", "dimension `terminal` has no value `maybe`; it has yes, no")]
#[case("weather=fine", "there is no dimension `weather`; known are asker,")]
#[case("asker=ask_user,type=secret,happens=answer", "the values exclude each other: `ask_user` asks for no secrets")]
fn an_id_that_means_nothing_says_why(#[case] spelled: &str, #[case] expected: &str) {
    let error = source(&format!("combinations/jp-ask-user/{spelled}")).unwrap().unwrap_err().to_string();
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn the_id_of_another_scenario_is_no_combination() {
    assert!(source("jp/routing/row-4-ask-user-without-a-terminal").is_none());
    assert!(source("combinations/nowhere/plain").is_none());
}

#[rstest]
#[case(r#"{"name": "a", "about": "", "values": {}}"#, "dimension `a`: expected between 1 and 32 values, found 0")]
#[case(r#"{"name": "A b", "about": "", "values": {"x": {"is": "", "from": []}}}"#, "the name `A b`: expected small")]
#[case(r#"{"name": "a", "values": {}}"#, "dimensions[0]: missing field `about`")]
fn a_table_with_a_mistake_is_refused(#[case] dimension: &str, #[case] expected: &str) {
    let text = format!(
        r#"{{"about": [], "system": "jp-inquiry", "dimensions": [{dimension}], "excluded": [], "products": []}}"#
    );
    let error: CombinationError = Dimensions::read(&text).unwrap_err();
    assert!(error.to_string().contains(expected), "{error}");
}
