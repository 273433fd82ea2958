"""A server on the first line of the official Python SDK, written as its documents show."""

import asyncio
import uuid

from mcp.server.fastmcp import Context, FastMCP
from pydantic import BaseModel, Field, create_model

mcp = FastMCP(name="python-sdk-1")
deployments = 0


def unanswered(action: str) -> str:
    if action == "decline":
        return "The user declined, so nothing was done."
    return "The question was dismissed, so nothing was done."


class Place(BaseModel):
    place: str = Field(json_schema_extra={"enum": ["staging", "production"]})


@mcp.tool()
async def deploy(ctx: Context, version: str = "the latest") -> str:
    """Deploys a version, where the user says."""
    global deployments
    result = await ctx.elicit(message="Deploy where?", schema=Place)
    if result.action != "accept":
        return unanswered(result.action)
    deployments += 1
    return f"deployed {version} to {result.data.place} (deployment {deployments})"


class One(BaseModel):
    one: str


class Other(BaseModel):
    other: str


@mcp.tool()
async def pair(ctx: Context, first: str = "Which first?", second: str = "Which second?") -> str:
    """Asks two questions at once."""
    one, other = await asyncio.gather(
        ctx.elicit(message=first, schema=One), ctx.elicit(message=second, schema=Other)
    )
    for result in (one, other):
        if result.action != "accept":
            return unanswered(result.action)
    return f"paired {one.data.one} and {other.data.other}"


class More(BaseModel):
    name: str = Field(min_length=1, max_length=20)
    count: int = Field(ge=0, le=100)
    mail: str = Field("", json_schema_extra={"format": "email"})
    share: float = Field(0.5, ge=0, le=1)
    loud: bool = False
    level: str = Field("low", json_schema_extra={"enum": ["low", "high"], "enumNames": ["Low", "High"]})


@mcp.tool()
async def survey(ctx: Context) -> str:
    """Asks for one thing of each kind."""
    result = await ctx.elicit(message="Tell us more", schema=More)
    if result.action != "accept":
        return unanswered(result.action)
    return f"surveyed {result.data.model_dump_json(exclude_unset=True)}"


@mcp.tool()
async def connect(ctx: Context) -> str:
    """Sends the user to a page."""
    result = await ctx.elicit_url(
        message="Sign in first", url="https://example.com/connect", elicitation_id=str(uuid.uuid4())
    )
    if result.action != "accept":
        return unanswered(result.action)
    return "The user was sent to the page. Whether that was enough is not known yet."


@mcp.tool()
def status() -> str:
    """Asks nothing."""
    return "ready"


@mcp.tool()
async def ask(ctx: Context, question: str, options: list[str] | None = None) -> str:
    """Asks a question."""
    field = Field(json_schema_extra={"enum": options} if options else None)
    result = await ctx.elicit(message=question, schema=create_model("Answer", answer=(str, field)))
    if result.action != "accept":
        return unanswered(result.action)
    return f"The user answered: {result.data.answer}"


if __name__ == "__main__":
    mcp.run()
