"""A client on the first line of the official Python SDK, written as its documents show."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client

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
    answer = await answers[number]
    return types.ElicitResult(action=answer["action"], content=answer.get("content"))


def settle(answer: dict) -> None:
    # What the server has withdrawn waits for nobody.
    if not answers[answer["id"]].done():
        answers[answer["id"]].set_result(answer)


async def call(session: ClientSession, wanted: dict) -> None:
    try:
        result = await session.call_tool(wanted["name"], wanted["arguments"])
        text = "\n".join(part.text for part in result.content if isinstance(part, types.TextContent))
        say({"result": {"id": wanted["id"], "text": text, "isError": bool(result.isError)}})
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
    async with stdio_client(StdioServerParameters(command=command, args=args)) as (read, write):
        async with ClientSession(read, write, elicitation_callback=ask) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            say({"ready": {"tools": [tool.model_dump(mode="json", exclude_none=True) for tool in tools]}})
            async for line in told:
                if wanted := line.get("call"):
                    calls[wanted["id"]] = asyncio.create_task(call(session, wanted))
                elif answer := line.get("answer"):
                    settle(answer)
                elif stopped := line.get("cancel"):
                    calls[stopped["id"]].cancel()
            for task in calls.values():
                task.cancel()


asyncio.run(main())
