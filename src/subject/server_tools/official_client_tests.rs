//! The official client of the protocol in Rust, against hotseat's server.

use std::{io::BufReader, os::fd::OwnedFd, thread};

use rmcp::{
    ClientHandler, ErrorData, ServiceExt,
    model::{
        CallToolRequestParams, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction, Implementation,
    },
    service::{RequestContext, RoleClient},
};
use rstest::rstest;
use tokio::{
    net::unix::pipe::{Receiver, Sender},
    runtime::Builder,
};

use super::{serve_mcp, tests::serve};
use crate::model::json::{Value, json};

/// A client whose user does this at each form.
#[derive(Clone)]
struct Official {
    does: ElicitationAction,
    content: Option<serde_json::Value>,
}

impl ClientHandler for Official {
    fn get_info(&self) -> ClientConfig {
        let capabilities = serde_json::from_value(serde_json::json!({"elicitation": {}})).unwrap();
        ClientConfig::new(capabilities, Implementation::new("official", "1"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            return Err(ErrorData::invalid_params("no form", None));
        };
        assert_eq!(message, "Which way?");
        let answer = ElicitResult::new(self.does.clone());
        Ok(self.content.clone().map_or(answer.clone(), |content| answer.with_content(content)))
    }
}

/// It lists the tools, calls one, and carries what the tool asks to its user, and the answer back.
#[rstest]
#[case::accepted(ElicitationAction::Accept, Some(serde_json::json!({"way": "left"})),
    json!({"action": "accept", "content": {"way": "left"}}))]
#[case::declined(ElicitationAction::Decline, None, json!({"action": "decline"}))]
#[case::cancelled(ElicitationAction::Cancel, None, json!({"action": "cancel"}))]
fn the_official_client_gets_on_with_the_server(
    #[case] does: ElicitationAction,
    #[case] content: Option<serde_json::Value>,
    #[case] told: Value,
) {
    let server = serve();
    let url = format!("{}/mcp", server.base);
    let (input, to_server) = std::io::pipe().unwrap();
    let (from_server, output) = std::io::pipe().unwrap();
    let carrier = thread::spawn(move || serve_mcp(&url, &[], BufReader::new(input), output));
    let runtime = Builder::new_current_thread().enable_io().enable_time().build().unwrap();
    let said = runtime.block_on(async {
        let read = Receiver::from_owned_fd(OwnedFd::from(from_server)).unwrap();
        let write = Sender::from_owned_fd(OwnedFd::from(to_server)).unwrap();
        let client = Official { does, content }.serve((read, write)).await.unwrap();
        let tools = client.list_all_tools().await.unwrap();
        assert_eq!(tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(), ["echo"]);
        let schema = json!({"type": "object", "properties": {"way": {"type": "string", "enum": ["left", "right"]}}});
        let asks = json!({"asks": {"id": "q", "message": "Which way?", "requestedSchema": schema}}).to_string();
        let call = CallToolRequestParams::new("echo").with_arguments(serde_json::from_str(&asks).unwrap());
        let result = client.call_tool(call).await.unwrap();
        client.cancel().await.unwrap();
        serde_json::to_value(&result.content).unwrap()
    });
    let said = said
        .pointer("/0/text")
        .and_then(serde_json::Value::as_str)
        .map(|text| serde_json::from_str::<Value>(text).unwrap());
    assert_eq!(said, Some(told));
    carrier.join().unwrap().unwrap();
}
