"""A client on the second line of the official Python SDK, written as its documents show."""

import asyncio
import json
import sys

import mcp_types as types
from mcp import Client, StdioServerParameters

answers: dict[str, asyncio.Future] = {}
calls: dict[str, asyncio.Task] = {}


def say(line: dict) -> None:
    print(json.dumps(line), flush=True)


async def ask(context, params) -> types.ElicitResult:
    """Shows what the server asks, and waits for what the user does."""
    number = str(len(answers) + 1)
    answers[number] = asyncio.get_running_loop().create_future()
    shown = params.model_dump(mode="json", by_alias=True, exclude_none=True)
    say({"ask": {"id": number, "params": shown}})
    try:
        answer = await answers[number]
    except asyncio.CancelledError:
        say({"withdrawn": {"id": number}})
        raise
    return types.ElicitResult(action=answer["action"], content=answer.get("content"))


def settle(answer: dict) -> None:
    # What the server has withdrawn waits for nobody.
    if not answers[answer["id"]].done():
        answers[answer["id"]].set_result(answer)


async def call(client: Client, wanted: dict) -> None:
    try:
        result = await client.call_tool(wanted["name"], wanted["arguments"])
        text = "\n".join(part.text for part in result.content if isinstance(part, types.TextContent))
        say({"result": {"id": wanted["id"], "text": text, "isError": bool(result.is_error)}})
    except Exception as error:
        say({"result": {"id": wanted["id"], "text": str(error), "isError": True}})


async def lines():
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        yield json.loads(line)


async def main() -> None:
    told = lines()
    begin = (await anext(told))["begin"]
    command, *args = begin["server"]
    server = StdioServerParameters(command=command, args=args)
    mode = begin["version"] if begin["version"] == "2026-07-28" else "legacy"
    async with Client(server, elicitation_callback=ask, mode=mode) as client:
        tools = (await client.list_tools()).tools
        shown = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]
        say({"ready": {"tools": shown}})
        async for line in told:
            if wanted := line.get("call"):
                calls[wanted["id"]] = asyncio.create_task(call(client, wanted))
            elif answer := line.get("answer"):
                settle(answer)
            elif stopped := line.get("cancel"):
                calls[stopped["id"]].cancel()
        for task in calls.values():
            task.cancel()


asyncio.run(main())
