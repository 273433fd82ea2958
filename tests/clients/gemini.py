"""Talks to a server of ours with Google's own client, over Gemini: gemini.py URL SCENE..."""

import json
import sys

from google import genai
from google.genai import types

import scenes

TOOLS = [types.Tool(function_declarations=[types.FunctionDeclaration(name="weather", parameters_json_schema={"type": "object"})])]
CONFIG = types.GenerateContentConfig(
    tools=TOOLS, automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True)
)
RETRIES = types.HttpRetryOptions(attempts=3, initial_delay=0.01, max_delay=0.02)

client = genai.Client(
    api_key="none", http_options=types.HttpOptions(base_url=sys.argv[1], retry_options=RETRIES)
)


def said(text):
    return types.Content(role="user", parts=[types.Part(text=text)])


def ask(contents):
    """Streams a reply, and tells what came of it."""
    parts, reason = [], None
    for chunk in client.models.generate_content_stream(model="scripted", contents=contents, config=CONFIG):
        for part in chunk.candidates[0].content.parts:
            if part.text and not part.thought:
                print("text", json.dumps(part.text))
            parts.append(part)
        reason = chunk.candidates[0].finish_reason or reason
    print("stopped", reason.value if reason else None)
    return types.Content(role="model", parts=parts)


def tool():
    contents = [said("weather?")]
    content = ask(contents)
    contents.append(content)
    print("reasoning", json.dumps("".join(part.text for part in content.parts if part.thought)))
    results = []
    for part in content.parts:
        if part.function_call:
            call = part.function_call
            print("call", call.id, call.name, json.dumps(call.args))
            response = types.FunctionResponse(id=call.id, name=call.name, response={"output": "rain"})
            results.append(types.Part(function_response=response))
    contents.append(types.Content(role="user", parts=results))
    ask(contents)


def whole():
    reply = client.models.generate_content(model="scripted", contents=[said("whole")], config=CONFIG)
    print("text", json.dumps(reply.text))


scenes.play(lambda word: ask([said(word)]), tool, whole)
