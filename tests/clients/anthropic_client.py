"""Talks to a server of ours with Anthropic's own client: anthropic_client.py URL SCENE..."""

import json
import sys

import anthropic

import scenes

TOOLS = [{"name": "weather", "description": "Tells the weather.", "input_schema": {"type": "object"}}]

client = anthropic.Anthropic(base_url=sys.argv[1], api_key="none")


def ask(messages):
    """Streams a reply, and tells what came of it."""
    with client.messages.stream(model="scripted", max_tokens=100, tools=TOOLS, messages=messages) as stream:
        for text in stream.text_stream:
            print("text", json.dumps(text))
        message = stream.get_final_message()
    print("stopped", message.stop_reason)
    return message


def tool():
    messages = [{"role": "user", "content": "weather?"}]
    message = ask(messages)
    results = []
    for block in message.content:
        if block.type == "thinking":
            print("reasoning", json.dumps(block.thinking), block.signature)
        if block.type == "tool_use":
            print("call", block.id, block.name, json.dumps(block.input))
            results.append({"type": "tool_result", "tool_use_id": block.id, "content": "rain"})
    messages += [{"role": "assistant", "content": message.content}, {"role": "user", "content": results}]
    ask(messages)


def whole():
    messages = [{"role": "user", "content": "whole"}]
    message = client.messages.create(model="scripted", max_tokens=100, messages=messages)
    print("text", json.dumps(message.content[0].text))


scenes.play(lambda word: ask([{"role": "user", "content": word}]), tool, whole)
