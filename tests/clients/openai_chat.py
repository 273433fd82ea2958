"""Talks to a server of ours with OpenAI's own client, over Chat Completions: openai_chat.py URL SCENE..."""

import json
import sys

import openai

import scenes

TOOLS = [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}]

client = openai.OpenAI(base_url=sys.argv[1] + "/v1", api_key="none")


def ask(messages):
    """Streams a reply, and tells what came of it."""
    with client.chat.completions.stream(model="scripted", tools=TOOLS, messages=messages) as stream:
        for event in stream:
            if event.type == "content.delta":
                print("text", json.dumps(event.delta))
        choice = stream.get_final_completion().choices[0]
    print("stopped", choice.finish_reason)
    return choice.message


def tool():
    messages = [{"role": "user", "content": "weather?"}]
    message = ask(messages)
    messages.append(message)
    # A field that is not of OpenAI's own is kept beside those that are.
    print("reasoning", json.dumps(message.model_extra.get("reasoning_content")))
    for call in message.tool_calls or []:
        print("call", call.id, call.function.name, call.function.arguments)
        messages.append({"role": "tool", "tool_call_id": call.id, "content": "rain"})
    ask(messages)


def whole():
    messages = [{"role": "user", "content": "whole"}]
    completion = client.chat.completions.create(model="scripted", messages=messages)
    print("text", json.dumps(completion.choices[0].message.content))


scenes.play(lambda word: ask([{"role": "user", "content": word}]), tool, whole)
