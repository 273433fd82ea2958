// The agent: REPLACE THIS BY YOUR AGENT.
//
// Keep the methods that `adapter.ts` calls, and have each call your agent. The agent here is a very simple one. It sends
// the user's messages to the model. A reply without calls ends the turn. A call of `ask_user` asks the person or the
// client, or writes a file if neither is there. Any other call is a tool of the host. `question.ts` has the tool itself.

import { Wrong, orWrong } from './check.ts';
import { draw } from './form.ts';
import type { Reply } from './model.ts';
import * as pending from './pending.ts';
import * as ask from './question.ts';
import { type Json, dump, need } from './rpc.ts';
import type { Run } from './run.ts';
import { branch, storedBlock } from './session.ts';

/** What you implement. `hotseat list --systems` names the systems, and `hotseat protocol` the capabilities. */
export const CLAIMS = {
  who: 'my-agent 0.1.0',
  systems: [{ system: 'pi', profiles: ['seed'] }],
  capabilities: ['idle', 'tools', 'client', 'files', 'kill'],
};

/** How the agent reaches the user: on the terminal, through a file, or through a client. */
type Mode = 'interactive' | 'print' | 'rpc';

/** A tool of the host. */
type Tool = { name: string; description: string; parameters: object };

/** A call of the model, with its questions, and with its result once it is settled. */
type Call = { id: string; name: string; input: Json; asked?: ask.Asked; result?: object };

/** The outcome of a call that asks the user. */
type Outcome = { answered: boolean; answers: ask.Answer[] } & (
  | { cancelled?: true }
  | { connectionLost: true }
  | { pendingFile: string }
);

const CANCELLED: Outcome = { answered: false, answers: [], cancelled: true };
const CONNECTION_LOST: Outcome = { answered: false, answers: [], connectionLost: true };

/** The result of a call that was running when the earlier process ended. */
const CUT_OFF = 'The session ended before the tool did.';

export class Agent {
  readonly #run: Run;
  readonly #begin: Json;
  readonly #tools: Tool[];
  readonly #mode: Mode;
  readonly #messages: object[] = [];
  #inTurn = false;
  #hasClient = true;
  /** The calls of the model's last reply. */
  #calls: Call[] = [];
  /** The calls whose questions the user has not been shown yet. */
  #queue: (Call & { asked: ask.Asked })[] = [];
  /** The calls that wait for a prompt, a client or a tool, by the name of that. */
  readonly #waiting = new Map<string, Call>();
  #names = 0;
  /** The number of entries in the session, and the last one on our branch. */
  #entries: number;
  #leaf: string | null = null;

  /** `begin` has the parameters of `scenario/start`. */
  constructor(run: Run, begin: Json) {
    this.#run = run;
    this.#begin = begin;
    this.#tools = need(begin, 'tools');
    this.#mode = modeOf(need(begin, 'argv'), need(begin, 'terminal'));
    this.#entries = need(begin, 'stored').length;
  }

  // The deliveries. Each method does everything that follows from one before it returns.

  /** The run begins. Questions of the stored session without an answer are asked again. */
  start(): void {
    const entries = orWrong(() => branch(this.#begin.stored, this.#setting('leaf')));
    if (entries instanceof Wrong) {
      this.#run.say('notice', { text: entries.message });
      return this.#run.say('exited', { status: 1 });
    }
    for (const entry of entries) this.#recall(entry);
    const left = this.#calls.filter((call) => call.result === undefined);
    if (left.length === 0) return this.#handBack();
    this.#inTurn = true;
    this.#run.say('turn/began');
    for (const call of left) {
      if (call.name === ask.NAME) this.#start(call);
      else this.#end(call, CUT_OFF, true);
    }
    this.#goOn();
  }

  userMessage(text: string): void {
    if (this.#inTurn) return this.#run.say('refused', { why: 'busy' });
    this.#inTurn = true;
    this.#run.say('turn/began');
    const content = [{ type: 'text', text }];
    this.#messages.push({ role: 'user', content });
    this.#store({ role: 'user', content });
    this.#askModel();
  }

  /** The model's reply has arrived, or has failed. */
  replied(reply: Reply): void {
    if ('failed' in reply) return this.#endTurn(reply);
    if (reply.blocks.length > 0) this.#messages.push({ role: 'assistant', content: reply.blocks });
    this.#store({ role: 'assistant', content: reply.blocks.map(storedBlock) });
    const calls = reply.blocks.filter((block) => block.type === 'tool_use');
    this.#calls = calls.map(({ id, name, input }) => ({ id, name, input }));
    if (this.#calls.length === 0) return this.#endTurn('completed');
    for (const call of this.#calls) this.#start(call);
    this.#goOn();
  }

  /** The person does something at a prompt. */
  promptAct(op: string, act: Json): void {
    const call = this.#waiting.get(op);
    if (call?.asked === undefined) return this.#run.say('refused', { why: 'late' });
    const answers = ask.readAnswers(act.answer, call.asked.questions);
    if (answers !== undefined) this.#conclude(this.#take(op), { answered: true, answers });
    else if (act === 'cancel' || act === 'eof') this.#conclude(this.#take(op), CANCELLED);
    else if (act === 'broken') this.#end(this.#take(op), 'The terminal failed before there was an answer.', true);
    else return this.#run.say('refused', { why: 'not_offered' });
    this.#goOn();
  }

  /** An execution of one of the host's tools ends. */
  toolEvent(op: string, event: Json): void {
    if (!this.#waiting.has(op)) return; // a cancelled execution may still end
    const text = event.done ?? event.error ?? 'The tool ended without a result.';
    this.#end(this.#take(op), text, event.done === undefined);
    this.#goOn();
  }

  /** The client sends something. */
  clientLine(line: Json): void {
    if (line?.type === 'describe_tool' && line.name === ask.NAME) {
      const definition = { type: 'tool_definition', ...ask.ASK_USER, rendersCall: true, rendersResult: true };
      return this.#run.say('client/line', { line: definition });
    }
    if (line?.type !== 'ask_user_response') return this.#run.say('refused', { why: 'foreign' });
    const { requestId, answers, cancelled } = line;
    if (!this.#run.asked.has(requestId)) return this.#run.say('refused', { why: 'late' });
    const questions = this.#waiting.get(requestId)?.asked?.questions ?? [];
    const read = cancelled === true ? [] : orWrong(() => ask.readReply(answers, questions));
    if (read instanceof Wrong) {
      const error = { type: 'ask_user_error', requestId, error: read.message };
      return this.#run.say('client/line', { line: error });
    }
    this.#conclude(this.#take(requestId), cancelled === true ? CANCELLED : { answered: true, answers: read });
    this.#goOn();
  }

  clientAttached(): void {
    this.#hasClient = true;
  }

  /** The client is gone, so no answer can come. */
  clientGone(): void {
    this.#hasClient = false;
    if (this.#run.asked.size === 0) return;
    for (const request of this.#run.asked) this.#conclude(this.#take(request), CONNECTION_LOST);
    this.#goOn();
  }

  /** `interrupt` ends the turn. Other signals end the process; waiting calls get no result and are asked again. */
  signal(signal: string): void {
    if (!this.#inTurn && signal === 'interrupt') return this.#run.say('refused', { why: 'idle' });
    this.#run.giveUp();
    if (signal !== 'interrupt') return this.#run.say('exited', { status: signal === 'terminate' ? 143 : 131 });
    for (const [op, call] of this.#waiting) {
      const withdrawn = { type: 'ask_user_cancelled', requestId: op };
      if (this.#run.asked.has(op)) this.#run.say('client/line', { line: withdrawn });
      else if (call.asked !== undefined) this.#run.withdraw(op, 'interrupted');
      else this.#run.cancelTool(op, 'interrupted');
      this.#take(op);
    }
    for (const call of this.#calls.filter(({ result }) => result === undefined)) {
      if (call.asked !== undefined) this.#conclude(call, CANCELLED);
      else this.#end(call, 'The run was interrupted.', true);
    }
    this.#queue = [];
    this.#handBack();
    this.#endTurn('interrupted');
  }

  // The effects.

  #askModel(): void {
    const tools = [ask.ASK_USER, ...this.#tools].map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: parameters,
    }));
    this.#run.askModel({ model: 'any', max_tokens: 4096, messages: this.#messages, tools });
  }

  /** Has a tool of the host executed, or reads the questions of the call. */
  #start(call: Call): void {
    const { id, name, input } = call;
    if (name === ask.NAME) {
      const asked = orWrong(() => ask.readCall(input));
      if (asked instanceof Wrong) this.#end(call, `Invalid arguments for ${name}: ${asked.message}`, true);
      else this.#queue.push(Object.assign(call, { asked }));
    } else if (this.#tools.some((tool) => tool.name === name)) {
      this.#run.callTool(this.#wait(call), { id, name, arguments: input });
    } else {
      this.#end(call, `There is no tool ${name}.`, true);
    }
  }

  /** Shows the next questions. Only one form is open at a time; a client or a file takes any number. */
  #put(): void {
    const isShown = (): boolean => [...this.#waiting.values()].some((call) => call.asked !== undefined);
    while (this.#mode !== 'interactive' || !isShown()) {
      const call = this.#queue.shift();
      if (call === undefined) return;
      if (this.#mode === 'interactive') this.#run.show(this.#wait(call), draw(call.asked.questions));
      else if (this.#mode === 'print') this.#save(call, call.asked.questions);
      else if (this.#hasClient) this.#askClient(call);
      else this.#conclude(call, CONNECTION_LOST);
    }
  }

  #askClient(call: Call): void {
    const requestId = this.#wait(call);
    this.#run.asked.add(requestId);
    this.#run.say('client/line', { line: { type: 'ask_user_request', requestId, ...call.asked } });
  }

  /** Writes the questions to a file, and tells the model what to do with it. */
  #save(call: Call, questions: ask.Question[]): void {
    const text = pending.text(this.#setting('session') ?? 'unknown', this.#run.now, questions);
    try {
      const path = pending.create(this.#begin.folder, text);
      this.#run.say('file/written', { path });
      this.#conclude(call, { answered: false, answers: [], pendingFile: path }, pending.instructions(path));
    } catch (error) {
      this.#end(call, `The questions could not be saved: ${error}`, true);
    }
  }

  /** Makes a name that was not used before, in this run or in the run that it continues. */
  #wait(call: Call): string {
    this.#names += 1;
    const op = `op-${this.#begin.stored.length}-${this.#names}`;
    this.#waiting.set(op, call);
    return op;
  }

  /** Stops waiting under this name. */
  #take(op: string): Call {
    const call = this.#waiting.get(op);
    if (call === undefined) throw new Error(`nothing waits for ${op}`);
    this.#run.settle(op);
    this.#run.asked.delete(op);
    this.#waiting.delete(op);
    return call;
  }

  /** Ends a call that asks. The session stores the outcome and the questions. */
  #conclude(call: Call, outcome: Outcome, text = dump(outcome)): void {
    const answeredAt = outcome.answered ? this.#run.now : undefined;
    this.#end(call, text, false, { ...outcome, ...call.asked, answeredAt, mode: this.#mode });
  }

  #end(call: Call, text: string, isError: boolean, details?: object): void {
    const content = [{ type: 'text', text }];
    call.result = { type: 'tool_result', tool_use_id: call.id, content, is_error: isError };
    this.#store({ role: 'toolResult', toolCallId: call.id, toolName: call.name, content, details, isError });
  }

  /** Shows the next questions. When every call has its result, asks the model again. */
  #goOn(): void {
    this.#put();
    if (this.#calls.some((call) => call.result === undefined)) return;
    this.#handBack();
    this.#askModel();
  }

  /** Sends the results back as the next message. */
  #handBack(): void {
    if (this.#calls.length > 0) this.#messages.push({ role: 'user', content: this.#calls.map((call) => call.result) });
    this.#calls = [];
  }

  #endTurn(how: 'completed' | 'interrupted' | { failed: string }): void {
    this.#inTurn = false;
    this.#run.say('turn/ended', { how });
  }

  // The session: entries, each with its parent.

  #store(message: object): void {
    this.#entries += 1;
    const id = `entry_${this.#entries}`;
    this.#run.say('event', { event: { type: 'message', id, parentId: this.#leaf, message } });
    this.#leaf = id;
  }

  /** Adds a stored entry to the conversation again. */
  #recall({ id, message }: Json): void {
    this.#leaf = id;
    const { role, content, toolCallId, isError } = message;
    if (role === 'toolResult') {
      const call = this.#calls.find((call) => call.id === toolCallId);
      if (call !== undefined) call.result = { type: 'tool_result', tool_use_id: call.id, content, is_error: isError };
      return;
    }
    for (const call of this.#calls) {
      call.result ??= { type: 'tool_result', tool_use_id: call.id, content: CUT_OFF, is_error: true };
    }
    this.#handBack();
    const calls: Json[] = content.filter((block: Json) => block.type === 'toolCall');
    this.#calls = calls.map(({ id, name, arguments: input }) => ({ id, name, input }));
    const texts = content.filter((block: Json) => block.type === 'text');
    const uses = this.#calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }));
    this.#messages.push({ role, content: [...texts, ...uses] });
  }

  /** A setting of the configuration. A later layer takes precedence over an earlier one. */
  #setting(name: string): string | undefined {
    return this.#begin.config.findLast((layer: Json) => layer.value[name] !== undefined)?.value[name];
  }
}

function modeOf(argv: string[], hasTerminal: boolean): Mode {
  if (argv.some((word, at) => word === 'rpc' && argv[at - 1] === '--mode')) return 'rpc';
  const isPrint = ['-p', '--print', '--mode'].some((option) => argv.includes(option));
  return hasTerminal && !isPrint ? 'interactive' : 'print';
}
