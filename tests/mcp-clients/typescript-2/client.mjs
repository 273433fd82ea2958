// A client on the second line of the official TypeScript SDK, written as its documents show.
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const answers = new Map();
const calls = new Map();
const textOf = (result) => result.content.filter((part) => part.type === "text").map((part) => part.text).join("\n");

let client;
let asked = 0;

function ask(request, context) {
  const id = String(++asked);
  say({ ask: { id, params: request.params } });
  context.mcpReq.signal.addEventListener("abort", () => say({ withdrawn: { id } }));
  return new Promise((settle) => answers.set(id, settle));
}

async function begin({ server: [command, ...args], version, capabilities }) {
  const mode = version === "2026-07-28" ? { pin: version } : "legacy";
  client = new Client({ name: "typescript-client-2", version: "1.0.0" }, { capabilities, versionNegotiation: { mode } });
  if (capabilities.elicitation) client.setRequestHandler("elicitation/create", ask);
  await client.connect(new StdioClientTransport({ command, args }));
  say({ ready: { tools: (await client.listTools()).tools } });
}

async function call({ id, name, arguments: given }) {
  const stop = new AbortController();
  calls.set(id, stop);
  try {
    const result = await client.callTool({ name, arguments: given }, { signal: stop.signal });
    say({ result: { id, text: textOf(result), isError: result.isError === true } });
  } catch (error) {
    say({ result: { id, text: error.message, isError: true } });
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  if (told.begin) await begin(told.begin).catch((error) => say({ failed: { why: error.message } }));
  if (told.call) call(told.call);
  if (told.cancel) calls.get(told.cancel.id)?.abort("stopped");
  if (told.answer) {
    const { id, ...answer } = told.answer;
    answers.get(id)?.(answer);
  }
}
await client?.close();
