//! What the manifest of a server can leave out: a scenario says by its tags which tools it needs beside the first one.

use hotseat::system::mcp::Tool;
use regex::Regex;

use crate::runs::cases;

#[test]
fn each_scenario_of_mcp_has_the_tools_that_it_calls_as_tags() {
    let name = Regex::new(r#""name":"(\w+)""#).unwrap();
    let mut count = 0;
    for case in cases().iter().filter(|case| case.system == "mcp") {
        let written = serde_json::to_string(&*case.scenario).unwrap();
        let called = |tool: &Tool| name.captures_iter(&written).any(|found| &found[1] == tool.name());
        for tool in Tool::ALL.into_iter().filter(|tool| *tool != Tool::Deploy) {
            assert_eq!(case.tags.contains(tool.name()), called(&tool), "{}: @{}", case.id, tool.name());
            count += usize::from(called(&tool));
        }
    }
    assert!(count > 20, "{count}");
}
