"""A server on the second line of the official Python SDK, written as its documents show."""

import uuid
from typing import Annotated

from mcp.server.mcpserver import AcceptedElicitation, Context, DeclinedElicitation, Elicit, ElicitationResult, MCPServer, Resolve
from pydantic import BaseModel, Field, create_model

mcp = MCPServer("python-sdk-2")
deployments = 0


def unanswered(result: object) -> str:
    if isinstance(result, DeclinedElicitation):
        return "The user declined, so nothing was done."
    return "The question was dismissed, so nothing was done."


class Place(BaseModel):
    place: str = Field(json_schema_extra={"enum": ["staging", "production"]})


async def where() -> Elicit[Place]:
    return Elicit("Deploy where?", Place)


@mcp.tool()
async def deploy(answer: Annotated[ElicitationResult[Place], Resolve(where)], version: str = "the latest") -> str:
    """Deploys a version, where the user says."""
    global deployments
    if not isinstance(answer, AcceptedElicitation):
        return unanswered(answer)
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
            return unanswered(result)
    return f"paired {one.data.one} and {other.data.other}"


class More(BaseModel):
    name: str = Field(min_length=1, max_length=20)
    count: int = Field(ge=0, le=100)
    mail: str = Field("", json_schema_extra={"format": "email"})
    share: float = Field(0.5, ge=0, le=1)
    loud: bool = False
    level: str = Field("low", json_schema_extra={"enum": ["low", "high"], "enumNames": ["Low", "High"]})


async def more() -> Elicit[More]:
    return Elicit("Tell us more", More)


@mcp.tool()
async def survey(answer: Annotated[ElicitationResult[More], Resolve(more)]) -> str:
    """Asks for one thing of each kind."""
    if not isinstance(answer, AcceptedElicitation):
        return unanswered(answer)
    return f"surveyed {answer.data.model_dump_json(exclude_unset=True)}"


@mcp.tool()
async def connect(ctx: Context) -> str:
    """Sends the user to a page."""
    result = await ctx.elicit_url(
        message="Sign in first", url="https://example.com/connect", elicitation_id=str(uuid.uuid4())
    )
    if result.action != "accept":
        return unanswered(result)
    return "The user was sent to the page. Whether that was enough is not known yet."


@mcp.tool()
def status() -> str:
    """Asks nothing."""
    return "ready"


async def asked(question: str, options: list[str] | None = None) -> Elicit[BaseModel]:
    field = Field(json_schema_extra={"enum": options} if options else None)
    return Elicit(question, create_model("Answer", answer=(str, field)))


@mcp.tool()
async def ask(
    answer: Annotated[ElicitationResult[BaseModel], Resolve(asked)], question: str, options: list[str] | None = None
) -> str:
    """Asks a question."""
    if not isinstance(answer, AcceptedElicitation):
        return unanswered(answer)
    return f"The user answered: {answer.data.answer}"


if __name__ == "__main__":
    mcp.run()
