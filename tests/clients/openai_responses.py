"""Talks to a server of ours with OpenAI's own client, over Responses: openai_responses.py URL SCENE..."""

import json
import sys

import openai

import scenes

TOOLS = [{"type": "function", "name": "weather", "parameters": {"type": "object"}, "strict": False}]

client = openai.OpenAI(base_url=sys.argv[1] + "/v1", api_key="none")


def ask(items):
    """Streams a reply, and tells what came of it."""
    with client.responses.stream(model="scripted", tools=TOOLS, input=items) as stream:
        for event in stream:
            if event.type == "response.output_text.delta":
                print("text", json.dumps(event.delta))
        response = stream.get_final_response()
    print("stopped", response.status)
    return response


def tool():
    items = [{"role": "user", "content": "weather?"}]
    response = ask(items)
    for item in response.output:
        items.append(item.to_dict())
        if item.type == "reasoning":
            print("reasoning", json.dumps([part.text for part in item.summary]), item.id)
        if item.type == "function_call":
            print("call", item.call_id, item.name, item.arguments)
            items.append({"type": "function_call_output", "call_id": item.call_id, "output": "rain"})
    ask(items)


def whole():
    response = client.responses.create(model="scripted", input=[{"role": "user", "content": "whole"}])
    print("text", json.dumps(response.output_text))


scenes.play(lambda word: ask([{"role": "user", "content": word}]), tool, whole)
