//! The bytes of each wire for a message that begins with reasoning, is cut off at the output limit, or is a refusal.

use rstest::rstest;

use super::{
    Wire,
    golden_tests::{body, reply, text},
    script::{Body, ScriptedCall},
};
use crate::{
    model::{ModelRequest, Part, Role, json::json},
    system::ReplyEnd,
};

/// A message that begins with reasoning, and is cut off inside its second call.
fn cut_off() -> Body {
    let call = |id: &str, arguments| ScriptedCall { id: id.into(), name: "deploy".into(), arguments };
    let calls = vec![call("call_2", json!({})), call("call_3", json!("{\"to\": \"te"))];
    Body::Message { reasoning: "Où?".into(), text: "So.".into(), calls, ends: ReplyEnd::CutOff }
}

/// A request that sends reasoning back.
fn reasoned() -> ModelRequest {
    let mut request = ModelRequest::default();
    request.push(Role::User, Part::Text("go".into()));
    for part in [Part::Reasoning("Où?".into()), Part::Text("So.".into()), Part::Reasoning("Là.".into())] {
        request.push(Role::Assistant, part);
    }
    request
}

#[test]
fn anthropic_reasons_and_is_cut_off() {
    insta::assert_snapshot!(body(&reasoned(), Wire::Anthropic), @r#"{"model":"scripted","max_tokens":4096,"stream":true,"messages":[{"role":"user","content":[{"type":"text","text":"go"}]},{"role":"assistant","content":[{"type":"thinking","thinking":"Où?","signature":"sig_f648c37f"},{"type":"text","text":"So."},{"type":"thinking","thinking":"Là.","signature":"sig_6749ee12"}]}],"tool_choice":{"type":"auto"}}"#);
    insta::assert_snapshot!(text(&reply(cut_off(), Wire::Anthropic, true)), @r#"
    event: message_start
    data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m-1","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}

    event: content_block_start
    data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Où"}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"?"}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"sig_f648c37f"}}

    event: content_block_stop
    data: {"type":"content_block_stop","index":0}

    event: content_block_start
    data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"So"}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"."}}

    event: content_block_stop
    data: {"type":"content_block_stop","index":1}

    event: content_block_start
    data: {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"call_2","name":"deploy","input":{}}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{"}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"}"}}

    event: content_block_stop
    data: {"type":"content_block_stop","index":2}

    event: content_block_start
    data: {"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"call_3","name":"deploy","input":{}}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"{\"to"}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"\": \""}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"te"}}

    event: content_block_stop
    data: {"type":"content_block_stop","index":3}

    event: message_delta
    data: {"type":"message_delta","delta":{"stop_reason":"max_tokens","stop_sequence":null},"usage":{"output_tokens":1}}

    event: message_stop
    data: {"type":"message_stop"}
    "#);
    insta::assert_snapshot!(text(&reply(cut_off(), Wire::Anthropic, false)), @r#"{"id":"msg_1","type":"message","role":"assistant","model":"m-1","content":[{"type":"thinking","thinking":"Où?","signature":"sig_f648c37f"},{"type":"text","text":"So."},{"type":"tool_use","id":"call_2","name":"deploy","input":{}},{"type":"tool_use","id":"call_3","name":"deploy","input":"{\"to\": \"te"}],"stop_reason":"max_tokens","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}"#);
}

#[test]
fn responses_reasons_and_is_cut_off() {
    insta::assert_snapshot!(body(&reasoned(), Wire::Responses), @r#"{"model":"scripted","stream":true,"store":false,"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]},{"type":"reasoning","id":"rs_f648c37f","summary":[{"type":"summary_text","text":"Où?"}]},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"So."}]},{"type":"reasoning","id":"rs_6749ee12","summary":[{"type":"summary_text","text":"Là."}]}],"tool_choice":"auto"}"#);
    let mut plan = reply(cut_off(), Wire::Responses, true);
    // The events `created` and `in_progress` are in the other golden tests.
    plan.frames.drain(..2);
    insta::assert_snapshot!(text(&plan), @r#"
    event: response.output_item.added
    data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"id":"rs_f648c37f","type":"reasoning","summary":[]}}

    event: response.reasoning_summary_part.added
    data: {"type":"response.reasoning_summary_part.added","sequence_number":3,"part":{"type":"summary_text","text":""},"item_id":"rs_f648c37f","output_index":0,"summary_index":0}

    event: response.reasoning_summary_text.delta
    data: {"type":"response.reasoning_summary_text.delta","sequence_number":4,"delta":"Où","item_id":"rs_f648c37f","output_index":0,"summary_index":0}

    event: response.reasoning_summary_text.delta
    data: {"type":"response.reasoning_summary_text.delta","sequence_number":5,"delta":"?","item_id":"rs_f648c37f","output_index":0,"summary_index":0}

    event: response.reasoning_summary_text.done
    data: {"type":"response.reasoning_summary_text.done","sequence_number":6,"text":"Où?","item_id":"rs_f648c37f","output_index":0,"summary_index":0}

    event: response.reasoning_summary_part.done
    data: {"type":"response.reasoning_summary_part.done","sequence_number":7,"part":{"type":"summary_text","text":"Où?"},"item_id":"rs_f648c37f","output_index":0,"summary_index":0}

    event: response.output_item.done
    data: {"type":"response.output_item.done","sequence_number":8,"output_index":0,"item":{"id":"rs_f648c37f","type":"reasoning","summary":[{"type":"summary_text","text":"Où?"}]}}

    event: response.output_item.added
    data: {"type":"response.output_item.added","sequence_number":9,"output_index":1,"item":{"id":"msg_1","type":"message","status":"in_progress","role":"assistant","content":[]}}

    event: response.content_part.added
    data: {"type":"response.content_part.added","sequence_number":10,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]},"item_id":"msg_1","output_index":1,"content_index":0}

    event: response.output_text.delta
    data: {"type":"response.output_text.delta","sequence_number":11,"delta":"So","logprobs":[],"item_id":"msg_1","output_index":1,"content_index":0}

    event: response.output_text.delta
    data: {"type":"response.output_text.delta","sequence_number":12,"delta":".","logprobs":[],"item_id":"msg_1","output_index":1,"content_index":0}

    event: response.output_text.done
    data: {"type":"response.output_text.done","sequence_number":13,"text":"So.","logprobs":[],"item_id":"msg_1","output_index":1,"content_index":0}

    event: response.content_part.done
    data: {"type":"response.content_part.done","sequence_number":14,"part":{"type":"output_text","text":"So.","annotations":[],"logprobs":[]},"item_id":"msg_1","output_index":1,"content_index":0}

    event: response.output_item.done
    data: {"type":"response.output_item.done","sequence_number":15,"output_index":1,"item":{"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"So.","annotations":[],"logprobs":[]}]}}

    event: response.output_item.added
    data: {"type":"response.output_item.added","sequence_number":16,"output_index":2,"item":{"id":"fc_1_2","type":"function_call","status":"in_progress","call_id":"call_2","name":"deploy","arguments":""}}

    event: response.function_call_arguments.delta
    data: {"type":"response.function_call_arguments.delta","sequence_number":17,"item_id":"fc_1_2","output_index":2,"delta":"{"}

    event: response.function_call_arguments.delta
    data: {"type":"response.function_call_arguments.delta","sequence_number":18,"item_id":"fc_1_2","output_index":2,"delta":"}"}

    event: response.function_call_arguments.done
    data: {"type":"response.function_call_arguments.done","sequence_number":19,"item_id":"fc_1_2","output_index":2,"name":"deploy","arguments":"{}"}

    event: response.output_item.done
    data: {"type":"response.output_item.done","sequence_number":20,"output_index":2,"item":{"id":"fc_1_2","type":"function_call","status":"completed","call_id":"call_2","name":"deploy","arguments":"{}"}}

    event: response.output_item.added
    data: {"type":"response.output_item.added","sequence_number":21,"output_index":3,"item":{"id":"fc_1_3","type":"function_call","status":"in_progress","call_id":"call_3","name":"deploy","arguments":""}}

    event: response.function_call_arguments.delta
    data: {"type":"response.function_call_arguments.delta","sequence_number":22,"item_id":"fc_1_3","output_index":3,"delta":"{\"to"}

    event: response.function_call_arguments.delta
    data: {"type":"response.function_call_arguments.delta","sequence_number":23,"item_id":"fc_1_3","output_index":3,"delta":"\": \""}

    event: response.function_call_arguments.delta
    data: {"type":"response.function_call_arguments.delta","sequence_number":24,"item_id":"fc_1_3","output_index":3,"delta":"te"}

    event: response.function_call_arguments.done
    data: {"type":"response.function_call_arguments.done","sequence_number":25,"item_id":"fc_1_3","output_index":3,"name":"deploy","arguments":"{\"to\": \"te"}

    event: response.output_item.done
    data: {"type":"response.output_item.done","sequence_number":26,"output_index":3,"item":{"id":"fc_1_3","type":"function_call","status":"incomplete","call_id":"call_3","name":"deploy","arguments":"{\"to\": \"te"}}

    event: response.incomplete
    data: {"type":"response.incomplete","sequence_number":27,"response":{"id":"resp_1","object":"response","created_at":0,"status":"incomplete","error":null,"incomplete_details":{"reason":"max_output_tokens"},"instructions":null,"max_output_tokens":null,"model":"m-1","output":[{"id":"rs_f648c37f","type":"reasoning","summary":[{"type":"summary_text","text":"Où?"}]},{"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"So.","annotations":[],"logprobs":[]}]},{"id":"fc_1_2","type":"function_call","status":"completed","call_id":"call_2","name":"deploy","arguments":"{}"},{"id":"fc_1_3","type":"function_call","status":"incomplete","call_id":"call_3","name":"deploy","arguments":"{\"to\": \"te"}],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":false,"temperature":1,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,"truncation":"disabled","usage":{"input_tokens":1,"input_tokens_details":{"cached_tokens":0},"output_tokens":1,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":2},"user":null,"metadata":{}}}
    "#);
    insta::assert_snapshot!(text(&reply(cut_off(), Wire::Responses, false)), @r#"{"id":"resp_1","object":"response","created_at":0,"status":"incomplete","error":null,"incomplete_details":{"reason":"max_output_tokens"},"instructions":null,"max_output_tokens":null,"model":"m-1","output":[{"id":"rs_f648c37f","type":"reasoning","summary":[{"type":"summary_text","text":"Où?"}]},{"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"So.","annotations":[],"logprobs":[]}]},{"id":"fc_1_2","type":"function_call","status":"completed","call_id":"call_2","name":"deploy","arguments":"{}"},{"id":"fc_1_3","type":"function_call","status":"incomplete","call_id":"call_3","name":"deploy","arguments":"{\"to\": \"te"}],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":false,"temperature":1,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,"truncation":"disabled","usage":{"input_tokens":1,"input_tokens_details":{"cached_tokens":0},"output_tokens":1,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":2},"user":null,"metadata":{}}"#);
}

/// Each wire has its own word for a refusal.
#[rstest]
#[case(Wire::Anthropic, r#""stop_reason":"refusal""#)]
#[case(Wire::Responses, r#""status":"incomplete","error":null,"incomplete_details":{"reason":"content_filter"}"#)]
#[case(Wire::Chat, r#""finish_reason":"content_filter""#)]
#[case(Wire::Gemini, r#""finishReason":"SAFETY""#)]
fn a_refusal_says_so(#[case] wire: Wire, #[case] expected: &str, #[values(true, false)] streamed: bool) {
    let message =
        Body::Message { reasoning: String::new(), text: "No.".into(), calls: Vec::new(), ends: ReplyEnd::Refused };
    let sent = text(&reply(message, wire, streamed));
    assert!(sent.contains(expected), "{sent}");
}

#[test]
fn the_item_that_is_cut_off_is_incomplete() {
    let message =
        Body::Message { reasoning: String::new(), text: "So".into(), calls: Vec::new(), ends: ReplyEnd::CutOff };
    let item = r#""type":"message","status":"incomplete""#;
    assert!(text(&reply(message.clone(), Wire::Responses, false)).contains(item));
    // Once in the event of the finished item, and once in the response.
    assert_eq!(text(&reply(message, Wire::Responses, true)).matches(item).count(), 2);
}

#[test]
fn chat_reasons_and_is_cut_off() {
    insta::assert_snapshot!(body(&reasoned(), Wire::Chat), @r#"{"model":"scripted","stream":true,"messages":[{"role":"user","content":"go"},{"role":"assistant","content":[{"type":"text","text":"So."}],"reasoning_content":"Où?"},{"role":"assistant","content":null,"reasoning_content":"Là."}],"stream_options":{"include_usage":true},"tool_choice":"auto"}"#);
    insta::assert_snapshot!(text(&reply(cut_off(), Wire::Chat, true)), @r#"
    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"reasoning_content":"Où"},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"reasoning_content":"?"},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"content":"So"},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"content":"."},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_2","type":"function","function":{"name":"deploy","arguments":""}}]},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{"}}]},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"call_3","type":"function","function":{"name":"deploy","arguments":""}}]},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":"{\"to"}}]},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":"\": \""}}]},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":"te"}}]},"logprobs":null,"finish_reason":null}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"length"}]}

    data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"m-1","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}

    data: [DONE]
    "#);
    insta::assert_snapshot!(text(&reply(cut_off(), Wire::Chat, false)), @r#"{"id":"chatcmpl-1","object":"chat.completion","created":0,"model":"m-1","choices":[{"index":0,"message":{"role":"assistant","content":"So.","refusal":null,"annotations":[],"reasoning_content":"Où?","tool_calls":[{"id":"call_2","type":"function","function":{"name":"deploy","arguments":"{}"}},{"id":"call_3","type":"function","function":{"name":"deploy","arguments":"{\"to\": \"te"}}]},"logprobs":null,"finish_reason":"length"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}"#);
}

#[test]
fn gemini() {
    insta::assert_snapshot!(body(&reasoned(), Wire::Gemini), @r#"{"contents":[{"role":"user","parts":[{"text":"go"}]},{"role":"model","parts":[{"text":"Où?","thought":true,"thoughtSignature":"sig0f648c37f"},{"text":"So."},{"text":"Là.","thought":true,"thoughtSignature":"sig06749ee12"}]}],"toolConfig":{"functionCallingConfig":{"mode":"AUTO"}}}"#);
    insta::assert_snapshot!(text(&reply(cut_off(), Wire::Gemini, true)), @r#"
    data: {"candidates":[{"content":{"role":"model","parts":[{"text":"Où","thought":true}]},"index":0}],"modelVersion":"m-1","responseId":"response-1"}

    data: {"candidates":[{"content":{"role":"model","parts":[{"text":"?","thought":true,"thoughtSignature":"sig0f648c37f"}]},"index":0}],"modelVersion":"m-1","responseId":"response-1"}

    data: {"candidates":[{"content":{"role":"model","parts":[{"text":"So"}]},"index":0}],"modelVersion":"m-1","responseId":"response-1"}

    data: {"candidates":[{"content":{"role":"model","parts":[{"text":"."}]},"index":0}],"modelVersion":"m-1","responseId":"response-1"}

    data: {"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"id":"call_2","name":"deploy","args":{}}}]},"index":0}],"modelVersion":"m-1","responseId":"response-1"}

    data: {"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"id":"call_3","name":"deploy","args":"{\"to\": \"te"}}]},"index":0}],"modelVersion":"m-1","responseId":"response-1"}

    data: {"candidates":[{"content":{"role":"model","parts":[{"text":""}]},"finishReason":"MAX_TOKENS","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2},"modelVersion":"m-1","responseId":"response-1"}
    "#);
    insta::assert_snapshot!(text(&reply(cut_off(), Wire::Gemini, false)), @r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"Où?","thought":true,"thoughtSignature":"sig0f648c37f"},{"text":"So."},{"functionCall":{"id":"call_2","name":"deploy","args":{}}},{"functionCall":{"id":"call_3","name":"deploy","args":"{\"to\": \"te"}}]},"finishReason":"MAX_TOKENS","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2},"modelVersion":"m-1","responseId":"response-1"}"#);
}
