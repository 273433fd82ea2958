// A small coding agent that speaks ACP v1 over stdin/stdout, on @agentclientprotocol/sdk.
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { isAbsolute } from "node:path";
import { Readable, Writable } from "node:stream";
import * as acp from "@agentclientprotocol/sdk";

type Json = Record<string, any>;
type Message = { role: "user" | "assistant"; content: Json[] };
type Decision = { run: true } | { run: false; why: string };
type Outcome = { text: string; failed: boolean };

const ASK_USER = {
  name: "ask_user",
  description: "Asks the user a question and returns the answer.",
  input_schema: {
    type: "object",
    properties: {
      question: { type: "string", description: "What to ask" },
      options: { type: "array", items: { type: "string" }, minItems: 1, description: "The possible answers; without them any text" },
    },
    required: ["question"],
  },
};
const OPTIONS: acp.PermissionOption[] = [
  { optionId: "allow-once", name: "Allow once", kind: "allow_once" },
  { optionId: "allow-always", name: "Always allow with these arguments", kind: "allow_always" },
  { optionId: "reject-once", name: "Reject", kind: "reject_once" },
  { optionId: "reject-always", name: "Always reject with these arguments", kind: "reject_always" },
];
const MAX_REQUESTS_PER_TURN = 200;
const INHERITED = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TMPDIR", "TERM"];

/** Writes a line to the log, which is stderr: stdout belongs to the protocol. */
function log(...words: unknown[]): void {
  console.error("[agent]", ...words);
}

/** Whether a value is an object, and neither null nor a list. */
function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text of whatever was thrown. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** JSON with sorted keys, so that equal arguments have equal texts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "null";
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

/** A client of one MCP server that runs as a child process: newline-delimited JSON-RPC. */
class McpClient {
  tools: Json[] = [];
  private child: ChildProcess;
  private nextId = 1;
  private pending = new Map<number, { resolve: (result: Json) => void; reject: (error: Error) => void }>();
  private gone: Error | undefined;

  /** Starts the server's process. */
  constructor(server: acp.McpServerStdio, cwd: string) {
    const env: Record<string, string> = {};
    for (const key of INHERITED) if (process.env[key] !== undefined) env[key] = process.env[key]!;
    for (const { name, value } of server.env ?? []) env[name] = value;
    this.child = spawn(server.command, server.args ?? [], { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
    this.child.on("error", (error) => this.fail(new Error(`MCP server ${server.name}: ${error.message}`)));
    this.child.on("exit", () => this.fail(new Error(`MCP server ${server.name} ended`)));
    this.child.stdin!.on("error", () => {});
    createInterface({ input: this.child.stdout! }).on("line", (line) => this.receive(line));
  }

  /** Shakes hands and reads the list of tools, page by page. */
  async connect(): Promise<void> {
    await this.request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "sdk-ts", version: "1.0.0" } });
    this.send({ method: "notifications/initialized" });
    let cursor: string | undefined;
    do {
      const page = await this.request("tools/list", cursor === undefined ? {} : { cursor });
      this.tools.push(...(page.tools ?? []));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }

  /** Sends a request; when the signal aborts, the server is told and the promise rejects at once. */
  request(method: string, params: Json, signal?: AbortSignal): Promise<Json> {
    if (this.gone) return Promise.reject(this.gone);
    if (signal?.aborted) return Promise.reject(new Error("cancelled"));
    const id = this.nextId++;
    return new Promise<Json>((resolve, reject) => {
      const onAbort = () => {
        this.pending.delete(id);
        this.send({ method: "notifications/cancelled", params: { requestId: id, reason: "the turn was cancelled" } });
        reject(new Error("cancelled"));
      };
      const settle = <T>(then: (value: T) => void) => (value: T) => {
        signal?.removeEventListener("abort", onAbort);
        this.pending.delete(id);
        then(value);
      };
      this.pending.set(id, { resolve: settle(resolve), reject: settle(reject) });
      signal?.addEventListener("abort", onAbort, { once: true });
      this.send({ id, method, params });
    });
  }

  /** Ends the process, and resolves once it is gone. */
  close(): Promise<void> {
    if (this.gone) return Promise.resolve();
    const exited = new Promise<void>((resolve) => this.child.once("exit", () => resolve()));
    this.child.stdin!.end();
    this.child.kill("SIGTERM");
    const hard = setTimeout(() => this.child.kill("SIGKILL"), 1000);
    return exited.finally(() => clearTimeout(hard));
  }

  /** Writes one message. */
  private send(message: Json): void {
    if (this.child.stdin!.writable) this.child.stdin!.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
  }

  /** Takes one line of the server: a response, or a request of its own, of which only ping is served. */
  private receive(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return log("not JSON from an MCP server:", line);
    }
    if (!isObject(message)) return;
    if (typeof message.method === "string") {
      if (message.id === undefined) return;
      if (message.method === "ping") this.send({ id: message.id, result: {} });
      else this.send({ id: message.id, error: { code: -32601, message: "Method not found" } });
      return;
    }
    const waiting = this.pending.get(message.id);
    if (!waiting) return;
    if (isObject(message.error)) waiting.reject(new Error(String(message.error.message ?? "unknown error")));
    else waiting.resolve(isObject(message.result) ? message.result : {});
  }

  /** Rejects whatever waits, since the process is gone. */
  private fail(error: Error): void {
    this.gone ??= error;
    for (const waiting of [...this.pending.values()]) waiting.reject(error);
  }
}

/** One conversation: its history, its MCP servers, its standing decisions, and the turn under way. */
class Session {
  history: Message[] = [];
  turn: { abort: AbortController; ended: Promise<unknown> } | undefined;
  private toolOwners = new Map<string, McpClient>();
  private offered: Json[] = [];
  private standing = new Map<string, Decision>();
  private callCount = 0;
  readonly id: string;
  private client: acp.AgentContext;
  private servers: McpClient[];

  /** Gathers the tools; of two with one name, the first one counts. */
  constructor(id: string, client: acp.AgentContext, servers: McpClient[], canAsk: boolean) {
    this.id = id;
    this.client = client;
    this.servers = servers;
    if (canAsk) this.offered.push(ASK_USER);
    for (const server of servers) {
      for (const tool of server.tools) {
        if (this.offered.some((known) => known.name === tool.name)) {
          log("a second tool of the name", tool.name, "is left out");
          continue;
        }
        this.toolOwners.set(tool.name, server);
        this.offered.push({ name: tool.name, description: tool.description ?? "", input_schema: tool.inputSchema ?? { type: "object" } });
      }
    }
  }

  /** Starts a turn, which ends by itself or when one of its two aborts comes. */
  prompt(blocks: acp.ContentBlock[], requestSignal: AbortSignal): Promise<acp.PromptResponse> {
    if (this.turn) throw acp.RequestError.invalidRequest({ sessionId: this.id }, "a turn is under way");
    const abort = new AbortController();
    if (requestSignal.aborted) abort.abort();
    requestSignal.addEventListener("abort", () => abort.abort(), { once: true });
    const ended = this.runTurn(blocks, abort.signal).finally(() => (this.turn = undefined));
    this.turn = { abort, ended: ended.catch(() => {}) };
    return ended;
  }

  /** Cancels the turn under way, if there is one, and resolves when it has ended. */
  async cancel(): Promise<void> {
    this.turn?.abort.abort();
    await this.turn?.ended;
  }

  /** Cancels the turn and ends the MCP servers. */
  async close(): Promise<void> {
    this.turn?.abort.abort();
    await Promise.all(this.servers.map((server) => server.close()));
  }

  /** Asks the model, executes its calls and asks it again, until it calls no more. */
  private async runTurn(blocks: acp.ContentBlock[], signal: AbortSignal): Promise<acp.PromptResponse> {
    const before = structuredClone(this.history);
    this.addUserContent(blocks.map(promptBlock));
    try {
      for (let count = 0; count < MAX_REQUESTS_PER_TURN; count++) {
        const reply = await this.askModel(signal);
        signal.throwIfAborted();
        if (reply.stop_reason === "refusal") {
          this.history = before;
          return { stopReason: "refusal" };
        }
        for (const block of reply.content) {
          if (block.type !== "text" || !block.text) continue;
          this.tell(signal, { sessionUpdate: "agent_message_chunk", content: { type: "text", text: block.text } });
        }
        const cutOff = reply.stop_reason === "max_tokens" || reply.stop_reason === "model_context_window_exceeded";
        const kept = reply.content.filter((block: Json) => (block.type === "text" && block.text) || (block.type === "tool_use" && !cutOff));
        if (kept.length > 0) this.history.push({ role: "assistant", content: kept });
        if (cutOff) return { stopReason: "max_tokens" };
        const calls = kept.filter((block: Json) => block.type === "tool_use");
        if (calls.length === 0) return { stopReason: "end_turn" };
        this.addUserContent(await Promise.all(calls.map((call: Json) => this.handleCall(call, signal))));
        signal.throwIfAborted();
      }
      return { stopReason: "max_turn_requests" };
    } catch (error) {
      if (signal.aborted) return { stopReason: "cancelled" };
      throw error;
    }
  }

  /** Adds to the user's last message, so that user and assistant alternate. */
  private addUserContent(content: Json[]): void {
    const last = this.history.at(-1);
    if (last?.role === "user") last.content.push(...content);
    else this.history.push({ role: "user", content });
  }

  /** Sends an update of the session, unless the turn was cancelled. */
  private tell(signal: AbortSignal, update: acp.SessionUpdate): void {
    if (signal.aborted) return;
    this.client.notify(acp.methods.client.session.update, { sessionId: this.id, update }).catch(() => {});
  }

  /** One request to the model; every failure of it becomes a JSON-RPC error. */
  private async askModel(signal: AbortSignal): Promise<Json> {
    try {
      const response = await fetch(`${(process.env.ANTHROPIC_BASE_URL ?? "").replace(/\/+$/, "")}/v1/messages`, {
        method: "POST",
        headers: { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": process.env.ANTHROPIC_API_KEY ?? "" },
        body: JSON.stringify({ model: process.env.ANTHROPIC_MODEL ?? "claude-sonnet-4-5", max_tokens: 4096, messages: this.history, tools: this.offered }),
        signal,
      });
      if (!response.ok) throw new Error(`the model answered with the status ${response.status}`);
      const reply: unknown = await response.json();
      if (!isObject(reply) || !Array.isArray(reply.content)) throw new Error("the model's reply is no message");
      return reply;
    } catch (error) {
      throw acp.RequestError.internalError({ details: messageOf(error) }, "the model failed");
    }
  }

  /** Announces, executes and reports one call of the model; resolves with its tool_result. */
  private async handleCall(call: Json, signal: AbortSignal): Promise<Json> {
    const toolCallId = `call_${++this.callCount}`;
    const input: Json = isObject(call.input) ? call.input : {};
    const own = call.name === ASK_USER.name;
    this.tell(signal, { sessionUpdate: "tool_call", toolCallId, title: String(call.name), kind: "other", status: "pending", rawInput: input });
    const outcome = await (own ? this.askUser(toolCallId, input, signal) : this.callTool(toolCallId, String(call.name), input, signal));
    this.tell(signal, {
      sessionUpdate: "tool_call_update",
      toolCallId,
      status: outcome.failed ? "failed" : "completed",
      content: [{ type: "content", content: { type: "text", text: outcome.text } }],
    });
    return { type: "tool_result", tool_use_id: call.id, content: outcome.text, is_error: outcome.failed };
  }

  /** Calls a tool of an MCP server, if that is permitted. */
  private async callTool(toolCallId: string, name: string, input: Json, signal: AbortSignal): Promise<Outcome> {
    const server = this.toolOwners.get(name);
    if (!server) return { text: `There is no tool ${name}.`, failed: true };
    const decision = await this.permission(toolCallId, name, input, signal);
    // A cancel that came before the grant may still be on its way through the SDK's handlers.
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) return { text: "Not executed: the turn was cancelled.", failed: true };
    if (!decision.run) return { text: decision.why, failed: true };
    this.tell(signal, { sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" });
    try {
      const result = await server.request("tools/call", { name, arguments: input }, signal);
      return { text: mcpText(result), failed: result.isError === true };
    } catch (error) {
      if (signal.aborted) return { text: "The call was begun, and the turn was cancelled before its result came.", failed: true };
      return { text: `The call failed: ${messageOf(error)}`, failed: true };
    }
  }

  /** Asks for a permission, unless an earlier "always" decides. Only a well-formed grant lets the call run. */
  private async permission(toolCallId: string, name: string, input: Json, signal: AbortSignal): Promise<Decision> {
    const key = canonical([name, input]);
    const standing = this.standing.get(key);
    if (standing) return standing;
    let answer: unknown;
    try {
      answer = await this.client.request(
        acp.methods.client.session.requestPermission,
        { sessionId: this.id, toolCall: { toolCallId, title: name, kind: "other", status: "pending", rawInput: input }, options: OPTIONS },
        { cancellationSignal: signal, stopWaitingOnCancel: true },
      );
    } catch (error) {
      return { run: false, why: `Not executed: no permission was obtained (${messageOf(error)}).` };
    }
    const outcome = isObject(answer) ? answer.outcome : undefined;
    if (isObject(outcome) && outcome.outcome === "cancelled") return { run: false, why: "Not executed: the request for permission was cancelled." };
    const chosen = isObject(outcome) && outcome.outcome === "selected" ? OPTIONS.find((option) => option.optionId === outcome.optionId) : undefined;
    if (!chosen) return { run: false, why: "Not executed: the request for permission got no valid answer." };
    const run = chosen.kind.startsWith("allow");
    const decision: Decision = run ? { run } : { run, why: "Not executed: the user rejected the call." };
    if (chosen.kind.endsWith("always")) this.standing.set(key, decision);
    return decision;
  }

  /** The agent's own tool: asks the user by a form, and takes only what fits the form as an answer. */
  private async askUser(toolCallId: string, input: Json, signal: AbortSignal): Promise<Outcome> {
    const failed = (text: string): Outcome => ({ text, failed: true });
    const { question, options } = input;
    if (!this.offered.includes(ASK_USER)) return failed("The user cannot be asked here: the client offers no forms.");
    if (typeof question !== "string") return failed("The argument question must be a text.");
    const validOptions = options === undefined || (Array.isArray(options) && options.length > 0 && options.every((option) => typeof option === "string"));
    if (!validOptions) return failed("The argument options must be a list of at least one text.");
    const choices: string[] | undefined = options && [...new Set(options as string[])];
    this.tell(signal, { sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" });
    let response: unknown;
    try {
      response = await this.client.request(
        acp.methods.client.elicitation.create,
        {
          sessionId: this.id,
          toolCallId,
          mode: "form",
          message: question,
          requestedSchema: { type: "object", properties: { answer: { type: "string", title: "Answer", ...(choices && { enum: choices }) } }, required: ["answer"] },
        },
        { cancellationSignal: signal, stopWaitingOnCancel: true },
      );
    } catch (error) {
      if (signal.aborted) return failed("No answer: the turn was cancelled.");
      return failed(`No answer: the form could not be shown (${messageOf(error)}).`);
    }
    const action = isObject(response) ? response.action : undefined;
    if (action === "decline") return failed("The user declined to answer.");
    if (action === "cancel") return failed("The form was closed without an answer.");
    const answer = action === "accept" && isObject((response as Json).content) ? (response as Json).content.answer : undefined;
    if (typeof answer !== "string" || (choices && !choices.includes(answer))) return failed("No answer: what came back does not fit the form.");
    return { text: `The user answered: ${answer}`, failed: false };
  }
}

/** A block of a prompt, as the model gets it. */
function promptBlock(block: acp.ContentBlock): Json {
  if (block.type === "text") return { type: "text", text: block.text };
  if (block.type === "resource_link") return { type: "text", text: `[${block.name}](${block.uri})` };
  throw acp.RequestError.invalidParams({ type: block.type }, "this kind of content is not supported");
}

/** The result of an MCP tool as a text. */
function mcpText(result: Json): string {
  const items: Json[] = Array.isArray(result.content) ? result.content : [];
  if (items.length === 0 && result.structuredContent !== undefined) return JSON.stringify(result.structuredContent);
  return items.map((item) => (item.type === "text" ? String(item.text) : JSON.stringify(item))).join("\n");
}

/** Starts and connects the MCP servers of a session: all of them, or none. */
async function connectServers(servers: acp.McpServer[], cwd: string): Promise<McpClient[]> {
  if (servers.some((server) => "type" in server)) throw acp.RequestError.invalidParams(undefined, "only stdio MCP servers are supported");
  const clients = servers.map((server) => new McpClient(server as acp.McpServerStdio, cwd));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    return clients;
  } catch (error) {
    await Promise.all(clients.map((client) => client.close()));
    throw acp.RequestError.internalError({ details: messageOf(error) }, "an MCP server did not start");
  }
}

/** Serves the protocol until stdin closes. */
function main(): void {
  const sessions = new Map<string, Session>();
  let canAsk = false;
  let sessionCount = 0;
  const find = (id: string): Session => {
    const session = sessions.get(id);
    if (!session) throw acp.RequestError.sessionNotFound(id);
    return session;
  };
  // session/prompt stands before session/cancel, so that a cancel never overtakes its prompt.
  const connection = acp
    .agent({ name: "sdk-ts" })
    .onRequest(acp.methods.agent.initialize, ({ params }) => {
      canAsk = isObject(params.clientCapabilities?.elicitation?.form);
      return {
        protocolVersion: acp.PROTOCOL_VERSION,
        agentCapabilities: { loadSession: false, sessionCapabilities: { close: {} } },
        agentInfo: { name: "sdk-ts", version: "1.0.0" },
        authMethods: [],
      };
    })
    .onRequest(acp.methods.agent.session.new, async ({ params, client, signal }) => {
      if (!isAbsolute(params.cwd)) throw acp.RequestError.invalidParams({ cwd: params.cwd }, "cwd is no absolute path");
      const session = new Session(`session-${++sessionCount}`, client, await connectServers(params.mcpServers, params.cwd), canAsk);
      if (signal.aborted) await session.close();
      else sessions.set(session.id, session);
      return { sessionId: session.id };
    })
    .onRequest(acp.methods.agent.session.prompt, ({ params, signal }) => find(params.sessionId).prompt(params.prompt, signal))
    .onRequest(acp.methods.agent.session.close, async ({ params }) => {
      const session = find(params.sessionId);
      sessions.delete(session.id);
      await session.cancel();
      await session.close();
      return {};
    })
    .onNotification(acp.methods.agent.session.cancel, ({ params }) => sessions.get(params.sessionId)?.cancel())
    .connect(acp.ndJsonStream(Writable.toWeb(process.stdout) as WritableStream<Uint8Array>, Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>));

  // Abort listeners run before the SDK rejects what is pending: nothing goes on after the client is gone.
  connection.signal.addEventListener("abort", () => {
    void Promise.all([...sessions.values()].map((session) => session.close())).finally(() => process.exit(0));
  });
  process.on("SIGTERM", () => connection.close());
}

main();
