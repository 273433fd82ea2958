"""A server on the second line of the official Python SDK, written as its documents show."""

import sys
import uuid
from typing import Annotated, Literal

from mcp.server.mcpserver import AcceptedElicitation, Context, Elicit, ElicitationResult, MCPServer, Resolve
from mcp_types import ElicitRequest, ElicitRequestURLParams, ElicitResult, InputRequiredResult
from pydantic import BaseModel, Field, create_model

mcp = MCPServer("python-sdk-2")
deployments = 0


def unanswered(action: str) -> str:
    if action == "decline":
        return "The user declined, so nothing was done."
    return "The question was dismissed, so nothing was done."


class Place(BaseModel):
    place: Literal["staging", "production"]


async def where() -> Elicit[Place]:
    return Elicit("Deploy where?", Place)


@mcp.tool()
async def deploy(answer: Annotated[ElicitationResult[Place], Resolve(where)], version: str = "the latest") -> str:
    """Deploys a version, where the user says."""
    global deployments
    if not isinstance(answer, AcceptedElicitation):
        return unanswered(answer.action)
    deployments += 1
    return f"deployed {version} to {answer.data.place} (deployment {deployments})"


class One(BaseModel):
    one: str


class Other(BaseModel):
    other: str


async def which_first(first: str = "Which first?") -> Elicit[One]:
    return Elicit(first, One)


async def which_second(second: str = "Which second?") -> Elicit[Other]:
    return Elicit(second, Other)


@mcp.tool()
async def pair(
    one: Annotated[ElicitationResult[One], Resolve(which_first)],
    other: Annotated[ElicitationResult[Other], Resolve(which_second)],
    first: str = "Which first?",
    second: str = "Which second?",
) -> str:
    """Asks two questions at once."""
    for result in (one, other):
        if not isinstance(result, AcceptedElicitation):
            return unanswered(result.action)
    return f"paired {one.data.one} and {other.data.other}"


class More(BaseModel):
    name: str = Field(min_length=1, max_length=20)
    count: int = Field(ge=0, le=100)
    mail: str = Field("", json_schema_extra={"format": "email"})
    share: float = Field(0.5, ge=0, le=1)
    loud: bool = False
    level: Literal["low", "high"] = "low"


async def more() -> Elicit[More]:
    return Elicit("Tell us more", More)


@mcp.tool()
async def survey(answer: Annotated[ElicitationResult[More], Resolve(more)]) -> str:
    """Asks for one thing of each kind."""
    if not isinstance(answer, AcceptedElicitation):
        return unanswered(answer.action)
    return f"surveyed {answer.data.model_dump_json(exclude_unset=True)}"


@mcp.tool()
async def connect(ctx: Context) -> str | InputRequiredResult:
    """Sends the user to a page."""
    page = {"message": "Sign in first", "url": "https://example.com/connect"}
    if ctx.protocol_version == "2026-07-28":
        result = (ctx.input_responses or {}).get("page")
        if not isinstance(result, ElicitResult):
            return InputRequiredResult(input_requests={"page": ElicitRequest(params=ElicitRequestURLParams(**page))})
    else:
        result = await ctx.elicit_url(**page, elicitation_id=str(uuid.uuid4()))
    if result.action != "accept":
        return unanswered(result.action)
    return "The user was sent to the page. Whether that was enough is not known yet."


@mcp.tool()
def status() -> str:
    """Asks nothing."""
    return "ready"


async def asked(question: str, options: list[str] | None = None) -> Elicit[BaseModel]:
    kind = Literal[tuple(options)] if options else str
    return Elicit(question, create_model("Answer", answer=(kind, ...)))


@mcp.tool()
async def ask(
    answer: Annotated[ElicitationResult[BaseModel], Resolve(asked)], question: str, options: list[str] | None = None
) -> str:
    """Asks a question."""
    if not isinstance(answer, AcceptedElicitation):
        return unanswered(answer.action)
    return f"The user answered: {answer.data.answer}"


if __name__ == "__main__":
    # On stdin and stdout, or over HTTP on the port that is given.
    if len(sys.argv) > 1:
        mcp.run("streamable-http", port=int(sys.argv[1]))
    else:
        mcp.run()
