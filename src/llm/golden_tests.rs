//! The bytes of each wire: a reply with a text and a call, a reply that breaks, and an error.

use crate::model::json::json;

use super::{
    Format, Plan, Session, Wire, encode_request,
    script::{Body, Exchange, Expect, Reply, ScriptedCall},
};
use crate::model::{ModelRequest, Part, Role, ToolDefinition};

fn asking() -> ModelRequest {
    let tool = ToolDefinition {
        name: "deploy".into(),
        description: "Deploys.".into(),
        parameters: json!({"type": "object"}).into(),
    };
    let schema = json!({"type": "object", "properties": {"inquiry_id": {"const": "c.q"}}});
    let mut request = ModelRequest {
        model: Some("m-1".into()),
        system: Some("Be brief.".into()),
        tools: vec![tool].into(),
        schema: Some(schema),
        ..ModelRequest::default()
    };
    request.push(Role::User, Part::Text("go".into()));
    request.push(Role::Assistant, Part::Text("on it".into()));
    let arguments = json!({"to": "prod"});
    request.push(Role::Assistant, Part::Call { id: "call_1".into(), name: "deploy".into(), arguments });
    request.push(Role::User, Part::Result { id: "call_1".into(), content: "no".into(), is_error: true });
    request
}

pub fn reply(body: Body, wire: Wire, streamed: bool) -> Plan {
    let expect = Expect { results: vec!["call_1".into()], structured: true, ..Expect::default() };
    let mut session = Session::new(vec![Exchange::required(expect, vec![Reply::now(body)])]);
    let plan = session.reply(encode_request(&asking(), Format { wire, streamed }));
    assert!(session.unexpected().is_empty() && session.wrongs().is_empty());
    plan
}

fn message() -> Body {
    let call = ScriptedCall { id: "call_2".into(), name: "deploy".into(), arguments: json!({"to": "test"}) };
    Body::message("Été.", vec![call])
}

pub fn text(plan: &Plan) -> String {
    String::from_utf8_lossy(&plan.frames.concat()).into_owned()
}

fn request(wire: Wire) -> String {
    body(&asking(), wire)
}

pub fn body(request: &ModelRequest, wire: Wire) -> String {
    String::from_utf8_lossy(&encode_request(request, Format { wire, streamed: true }).body).into_owned()
}

#[test]
fn anthropic() {
    insta::assert_snapshot!(request(Wire::Anthropic), @r#"{"model":"m-1","max_tokens":4096,"stream":true,"system":"Be brief.","messages":[{"role":"user","content":[{"type":"text","text":"go"}]},{"role":"assistant","content":[{"type":"text","text":"on it"},{"type":"tool_use","id":"call_1","name":"deploy","input":{"to":"prod"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","content":"no","is_error":true}]}],"tools":[{"name":"deploy","description":"Deploys.","input_schema":{"type":"object"}}],"tool_choice":{"type":"auto"},"output_config":{"format":{"type":"json_schema","schema":{"type":"object","properties":{"inquiry_id":{"const":"c.q"}}}}}}"#);
    insta::assert_snapshot!(text(&reply(message(), Wire::Anthropic, true)), @r#"
    event: message_start
    data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m-1","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}

    event: content_block_start
    data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Ét"}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"é."}}

    event: content_block_stop
    data: {"type":"content_block_stop","index":0}

    event: content_block_start
    data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"call_2","name":"deploy","input":{}}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"to\""}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":":\"tes"}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"t\"}"}}

    event: content_block_stop
    data: {"type":"content_block_stop","index":1}

    event: message_delta
    data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":1}}

    event: message_stop
    data: {"type":"message_stop"}
    "#);
    insta::assert_snapshot!(text(&reply(message(), Wire::Anthropic, false)), @r#"{"id":"msg_1","type":"message","role":"assistant","model":"m-1","content":[{"type":"text","text":"Été."},{"type":"tool_use","id":"call_2","name":"deploy","input":{"to":"test"}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}"#);
    insta::assert_snapshot!(text(&reply(Body::Overloaded { text: "a".into() }, Wire::Anthropic, true)), @r#"
    event: message_start
    data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m-1","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}

    event: content_block_start
    data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}

    event: error
    data: {"type":"error","error":{"type":"overloaded_error","message":"scripted overload"}}
    "#);
    insta::assert_snapshot!(text(&reply(Body::Malformed { text: String::new() }, Wire::Anthropic, true)), @r#"
    event: message_start
    data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m-1","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}

    event: content_block_start
    data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":
    "#);
    insta::assert_snapshot!(text(&reply(Body::Status { status: 429, retry_after_s: None }, Wire::Anthropic, true)), @r#"{"type":"error","error":{"type":"rate_limit_error","message":"scripted rate limit"}}"#);
}

#[test]
fn responses() {
    insta::assert_snapshot!(request(Wire::Responses), @r#"{"model":"m-1","stream":true,"store":false,"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"on it"}]},{"type":"function_call","call_id":"call_1","name":"deploy","arguments":"{\"to\":\"prod\"}"},{"type":"function_call_output","call_id":"call_1","output":"no"}],"instructions":"Be brief.","tools":[{"type":"function","name":"deploy","description":"Deploys.","parameters":{"type":"object"},"strict":false}],"tool_choice":"auto","text":{"format":{"type":"json_schema","name":"answer","schema":{"type":"object","properties":{"inquiry_id":{"enum":["c.q"]}}},"strict":true}}}"#);
    insta::assert_snapshot!(text(&reply(message(), Wire::Responses, true)), @r#"
    event: response.created
    data: {"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","created_at":0,"status":"in_progress","error":null,"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"m-1","output":[],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":false,"temperature":1,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,"truncation":"disabled","usage":null,"user":null,"metadata":{}}}

    event: response.in_progress
    data: {"type":"response.in_progress","sequence_number":1,"response":{"id":"resp_1","object":"response","created_at":0,"status":"in_progress","error":null,"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"m-1","output":[],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":false,"temperature":1,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,"truncation":"disabled","usage":null,"user":null,"metadata":{}}}

    event: response.output_item.added
    data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"id":"msg_1","type":"message","status":"in_progress","role":"assistant","content":[]}}

    event: response.content_part.added
    data: {"type":"response.content_part.added","sequence_number":3,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]},"item_id":"msg_1","output_index":0,"content_index":0}

    event: response.output_text.delta
    data: {"type":"response.output_text.delta","sequence_number":4,"delta":"Ét","logprobs":[],"item_id":"msg_1","output_index":0,"content_index":0}

    event: response.output_text.delta
    data: {"type":"response.output_text.delta","sequence_number":5,"delta":"é.","logprobs":[],"item_id":"msg_1","output_index":0,"content_index":0}

    event: response.output_text.done
    data: {"type":"response.output_text.done","sequence_number":6,"text":"Été.","logprobs":[],"item_id":"msg_1","output_index":0,"content_index":0}

    event: response.content_part.done
    data: {"type":"response.content_part.done","sequence_number":7,"part":{"type":"output_text","text":"Été.","annotations":[],"logprobs":[]},"item_id":"msg_1","output_index":0,"content_index":0}

    event: response.output_item.done
    data: {"type":"response.output_item.done","sequence_number":8,"output_index":0,"item":{"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Été.","annotations":[],"logprobs":[]}]}}

    event: response.output_item.added
    data: {"type":"response.output_item.added","sequence_number":9,"output_index":1,"item":{"id":"fc_1_1","type":"function_call","status":"in_progress","call_id":"call_2","name":"deploy","arguments":""}}

    event: response.function_call_arguments.delta
    data: {"type":"response.function_call_arguments.delta","sequence_number":10,"item_id":"fc_1_1","output_index":1,"delta":"{\"to\""}

    event: response.function_call_arguments.delta
    data: {"type":"response.function_call_arguments.delta","sequence_number":11,"item_id":"fc_1_1","output_index":1,"delta":":\"tes"}

    event: response.function_call_arguments.delta
    data: {"type":"response.function_call_arguments.delta","sequence_number":12,"item_id":"fc_1_1","output_index":1,"delta":"t\"}"}

    event: response.function_call_arguments.done
    data: {"type":"response.function_call_arguments.done","sequence_number":13,"item_id":"fc_1_1","output_index":1,"name":"deploy","arguments":"{\"to\":\"test\"}"}

    event: response.output_item.done
    data: {"type":"response.output_item.done","sequence_number":14,"output_index":1,"item":{"id":"fc_1_1","type":"function_call","status":"completed","call_id":"call_2","name":"deploy","arguments":"{\"to\":\"test\"}"}}

    event: response.completed
    data: {"type":"response.completed","sequence_number":15,"response":{"id":"resp_1","object":"response","created_at":0,"status":"completed","error":null,"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"m-1","output":[{"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Été.","annotations":[],"logprobs":[]}]},{"id":"fc_1_1","type":"function_call","status":"completed","call_id":"call_2","name":"deploy","arguments":"{\"to\":\"test\"}"}],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":false,"temperature":1,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,"truncation":"disabled","usage":{"input_tokens":1,"input_tokens_details":{"cached_tokens":0},"output_tokens":1,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":2},"user":null,"metadata":{}}}
    "#);
    insta::assert_snapshot!(text(&reply(message(), Wire::Responses, false)), @r#"{"id":"resp_1","object":"response","created_at":0,"status":"completed","error":null,"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"m-1","output":[{"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Été.","annotations":[],"logprobs":[]}]},{"id":"fc_1_1","type":"function_call","status":"completed","call_id":"call_2","name":"deploy","arguments":"{\"to\":\"test\"}"}],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":false,"temperature":1,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,"truncation":"disabled","usage":{"input_tokens":1,"input_tokens_details":{"cached_tokens":0},"output_tokens":1,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":2},"user":null,"metadata":{}}"#);
    insta::assert_snapshot!(text(&reply(Body::Overloaded { text: String::new() }, Wire::Responses, true)), @r#"
    event: response.created
    data: {"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","created_at":0,"status":"in_progress","error":null,"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"m-1","output":[],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":false,"temperature":1,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,"truncation":"disabled","usage":null,"user":null,"metadata":{}}}

    event: response.in_progress
    data: {"type":"response.in_progress","sequence_number":1,"response":{"id":"resp_1","object":"response","created_at":0,"status":"in_progress","error":null,"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"m-1","output":[],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":false,"temperature":1,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,"truncation":"disabled","usage":null,"user":null,"metadata":{}}}

    event: response.output_item.added
    data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"id":"msg_1","type":"message","status":"in_progress","role":"assistant","content":[]}}

    event: response.content_part.added
    data: {"type":"response.content_part.added","sequence_number":3,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]},"item_id":"msg_1","output_index":0,"content_index":0}

    event: response.failed
    data: {"type":"response.failed","sequence_number":4,"response":{"id":"resp_1","object":"response","created_at":0,"status":"failed","error":{"code":"server_is_overloaded","message":"scripted overload"},"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"m-1","output":[],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":false,"temperature":1,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,"truncation":"disabled","usage":null,"user":null,"metadata":{}}}
    "#);
    insta::assert_snapshot!(text(&reply(Body::Malformed { text: String::new() }, Wire::Responses, true)), @r#"
    event: response.created
    data: {"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","created_at":0,"status":"in_progress","error":null,"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"m-1","output":[],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":false,"temperature":1,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,"truncation":"disabled","usage":null,"user":null,"metadata":{}}}

    event: response.in_progress
    data: {"type":"response.in_progress","sequence_number":1,"response":{"id":"resp_1","object":"response","created_at":0,"status":"in_progress","error":null,"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"m-1","output":[],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":false,"temperature":1,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,"truncation":"disabled","usage":null,"user":null,"metadata":{}}}

    event: response.output_item.added
    data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"id":"msg_1","type":"message","status":"in_progress","role":"assistant","content":[]}}

    event: response.content_part.added
    data: {"type":"response.content_part.added","sequence_number":3,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]},"item_id":"msg_1","output_index":0,"content_index":0}

    event: response.output_text.delta
    data: {"type":"response.output_text.delta","output_index":
    "#);
    insta::assert_snapshot!(text(&reply(Body::Status { status: 429, retry_after_s: None }, Wire::Responses, true)), @r#"{"error":{"message":"scripted rate limit","type":"requests","param":null,"code":"rate_limit_exceeded"}}"#);
}

#[test]
fn chat() {
    insta::assert_snapshot!(request(Wire::Chat), @r#"{"model":"m-1","stream":true,"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"go"},{"role":"assistant","content":[{"type":"text","text":"on it"}],"tool_calls":[{"id":"call_1","type":"function","function":{"name":"deploy","arguments":"{\"to\":\"prod\"}"}}]},{"role":"tool","tool_call_id":"call_1","content":"no"}],"stream_options":{"include_usage":true},"tools":[{"type":"function","function":{"name":"deploy","description":"Deploys.","parameters":{"type":"object"}}}],"tool_choice":"auto","response_format":{"type":"json_schema","json_schema":{"name":"answer","schema":{"type":"object","properties":{"inquiry_id":{"enum":["c.q"]}}},"strict":true}}}"#);
    insta::assert_snapshot!(text(&reply(message(), Wire::Chat, true)), @r#"
    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"content":"Ét"},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"content":"é."},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_2","type":"function","function":{"name":"deploy","arguments":""}}]},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"to\""}}]},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":":\"tes"}}]},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"t\"}"}}]},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}

    data: [DONE]
    "#);
    insta::assert_snapshot!(text(&reply(message(), Wire::Chat, false)), @r#"{"id":"chatcmpl-1","object":"chat.completion","created":0,"model":"m-1","choices":[{"index":0,"message":{"role":"assistant","content":"Été.","refusal":null,"annotations":[],"tool_calls":[{"id":"call_2","type":"function","function":{"name":"deploy","arguments":"{\"to\":\"test\"}"}}]},"logprobs":null,"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}"#);
    insta::assert_snapshot!(text(&reply(Body::Overloaded { text: "a".into() }, Wire::Chat, true)), @r#"
    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"content":"a"},"logprobs":null,"finish_reason":null}]}

    data: {"error":{"message":"scripted overload","type":"server_error","param":null,"code":"server_is_overloaded"}}
    "#);
    insta::assert_snapshot!(text(&reply(Body::Malformed { text: String::new() }, Wire::Chat, true)), @r#"
    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-0","choices":
    "#);
    insta::assert_snapshot!(text(&reply(Body::Status { status: 429, retry_after_s: None }, Wire::Chat, true)), @r#"{"error":{"message":"scripted rate limit","type":"requests","param":null,"code":"rate_limit_exceeded"}}"#);
}

#[test]
fn gemini() {
    insta::assert_snapshot!(request(Wire::Gemini), @r#"{"contents":[{"role":"user","parts":[{"text":"go"}]},{"role":"model","parts":[{"text":"on it"},{"functionCall":{"id":"call_1","name":"deploy","args":{"to":"prod"}}}]},{"role":"user","parts":[{"functionResponse":{"id":"call_1","name":"deploy","response":{"error":"no"}}}]}],"systemInstruction":{"parts":[{"text":"Be brief."}]},"tools":[{"functionDeclarations":[{"name":"deploy","description":"Deploys.","parametersJsonSchema":{"type":"object"}}]}],"toolConfig":{"functionCallingConfig":{"mode":"AUTO"}},"generationConfig":{"responseMimeType":"application/json","responseJsonSchema":{"type":"object","properties":{"inquiry_id":{"enum":["c.q"]}}}}}"#);
    insta::assert_snapshot!(text(&reply(message(), Wire::Gemini, true)), @r#"
    data: {"candidates":[{"content":{"role":"model","parts":[{"text":"Ét"}]},"index":0}],"modelVersion":"m-1","responseId":"response-1"}

    data: {"candidates":[{"content":{"role":"model","parts":[{"text":"é."}]},"index":0}],"modelVersion":"m-1","responseId":"response-1"}

    data: {"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"id":"call_2","name":"deploy","args":{"to":"test"}}}]},"index":0}],"modelVersion":"m-1","responseId":"response-1"}

    data: {"candidates":[{"content":{"role":"model","parts":[{"text":""}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2},"modelVersion":"m-1","responseId":"response-1"}
    "#);
    insta::assert_snapshot!(text(&reply(message(), Wire::Gemini, false)), @r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"Été."},{"functionCall":{"id":"call_2","name":"deploy","args":{"to":"test"}}}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2},"modelVersion":"m-1","responseId":"response-1"}"#);
    insta::assert_snapshot!(text(&reply(Body::Overloaded { text: "a".into() }, Wire::Gemini, true)), @r#"
    data: {"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"index":0}],"modelVersion":"m-1","responseId":"response-1"}

    data: {"error":{"code":503,"message":"scripted overload","status":"UNAVAILABLE"}}
    "#);
    insta::assert_snapshot!(text(&reply(Body::Malformed { text: String::new() }, Wire::Gemini, true)), @r#"data: {"candidates":[{"content":"#);
    insta::assert_snapshot!(text(&reply(Body::Status { status: 429, retry_after_s: None }, Wire::Gemini, true)), @r#"{"error":{"code":429,"message":"scripted rate limit","status":"RESOURCE_EXHAUSTED"}}"#);
}
