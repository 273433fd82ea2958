//! The list of tools, page by page.

use super::{Config, Host, Outbox, Value, json, result};

fn hear(host: &mut Host, id: impl Into<Value>, found: Value) -> Vec<Value> {
    let (mut lines, mut out) = (Outbox::new(), Vec::new());
    host.hear(&result(&id.into(), found), &mut lines, &mut out);
    lines.into()
}

/// Each page of the list is asked for, and the ids of calls do not hang on their number.
#[test]
fn a_list_of_tools_on_several_pages_is_read_to_its_end() {
    let mut host = Host::default();
    host.begin(Config::default(), &mut Outbox::new());
    let page = |name: &str| json!({"tools": [{"name": name, "inputSchema": {}}], "nextCursor": "more"});
    assert_eq!(hear(&mut host, 0, json!({}))[1]["id"], 1);
    let next = hear(&mut host, 1, page("one"));
    assert_eq!((&next[0]["id"], &next[0]["params"]["cursor"]), (&"tools-1".into(), &"more".into()));
    assert!(!host.is_ready());
    assert!(hear(&mut host, "tools-1", json!({"tools": [{"name": "two", "inputSchema": {}}]})).is_empty());
    assert!(host.is_ready() && host.chat.offers("one") && host.chat.offers("two") && host.ids == 2);
}

/// A server that never ends its list is believed after some pages.
#[test]
fn a_list_without_end_ends() {
    let mut host = Host::default();
    host.begin(Config::default(), &mut Outbox::new());
    hear(&mut host, 0, json!({}));
    let mut id = Value::from(1);
    for _ in 0..super::PAGES_MAX {
        let next = hear(&mut host, id.clone(), json!({"tools": [], "nextCursor": "more"}));
        id = next.first().map(|line| line["id"].clone()).unwrap_or_default();
    }
    assert!(host.is_ready());
}
