// A client on the first line of the official TypeScript SDK, written as its documents show.
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const answers = new Map();
const calls = new Map();
const textOf = (result) => result.content.filter((part) => part.type === "text").map((part) => part.text).join("\n");

let client;
let asked = 0;

function ask(request, extra) {
  const id = String(++asked);
  say({ ask: { id, params: request.params } });
  extra.signal.addEventListener("abort", () => say({ withdrawn: { id } }));
  return new Promise((settle) => answers.set(id, settle));
}

async function begin({ server: [command, ...args], capabilities }) {
  client = new Client({ name: "typescript-client-1", version: "1.0.0" }, { capabilities });
  if (capabilities.elicitation) client.setRequestHandler(ElicitRequestSchema, ask);
  await client.connect(new StdioClientTransport({ command, args }));
  say({ ready: { tools: (await client.listTools()).tools } });
}

async function call({ id, name, arguments: given }) {
  const stop = new AbortController();
  calls.set(id, stop);
  try {
    const result = await client.callTool({ name, arguments: given }, undefined, { signal: stop.signal });
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
