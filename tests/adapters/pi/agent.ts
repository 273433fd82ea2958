// The agent: turns, the calls of the model, and those who answer them.

import { type Answer, readReply } from './answers.ts';
import { type Settings, type Setup, readSettings, readWords } from './args.ts';
import { choices } from './choices.ts';
import { command } from './commands.ts';
import type { Desk } from './desk.ts';
import { Dialogs } from './dialogs.ts';
import { draw, drawEnd } from './draw.ts';
import { type Later, at, readPendingFile, takeFiles } from './files.ts';
import { Form } from './form.ts';
import type { Block, Reply } from './model.ts';
import * as pending from './pending.ts';
import { type Outcome, byPosition, detailsOf, told } from './results.ts';
import { Session, text } from './session.ts';
import { type Asked, COMMAND, DEFINITION, NAME, TOOL, readCall } from './tool.ts';
import { Bad, type Json, isObject, json } from './wire.ts';

export type Call = { id: string; name: string; input: Json; broken?: boolean; asked?: Asked; isOver?: boolean };
type Active =
  | { kind: 'form'; call: Call; op: string; form: Form }
  | { kind: 'request'; call: Call; op: string }
  | { kind: 'dialogs'; call: Call; op: string; dialogs: Dialogs };

const CANCELLED: Outcome = { cancelled: true, answered: false, answers: [] };
const LOST: Outcome = { connectionLost: true, answered: false, answers: [] };
const SYSTEM = 'You are a coding agent. Ask the user with ask_user where a decision is theirs.';

export class Agent {
  readonly desk: Desk;
  readonly begin: Json;
  session = new Session([]);
  setup: Setup = { mode: 'print', continues: false, files: [] };
  settings: Settings = { session: 'unknown' };
  hasClient = true;
  #inTurn = false;
  /** The turn began before the user said anything. */
  #isEarly = false;
  readonly #backlog: string[] = [];
  #calls: Call[] = [];
  #queue: Call[] = [];
  #active: Active | undefined;
  readonly #tools = new Map<string, Call>();
  readonly #ops = new Set<string>();
  /** The answers of the command line, for the first call. */
  #given: Json[] | undefined;
  #later: Later | undefined;
  #stream = '';

  constructor(desk: Desk, begin: Json) {
    this.desk = desk;
    this.begin = begin;
  }

  // Deliveries.

  start(): void {
    try {
      this.setup = readWords(this.begin.argv, this.begin.terminal);
      this.settings = readSettings(this.begin.config);
    } catch (error) {
      return this.#misconfigured(wordsOf(error), true);
    }
    try {
      this.session = new Session(structuredClone(this.begin.stored), this.settings.leaf);
    } catch (error) {
      this.desk.notice(`The session cannot be read: ${wordsOf(error)}.`);
      return this.desk.exit(1);
    }
    try {
      this.#readFile();
    } catch (error) {
      this.desk.notice(`The pending questions stay as they are: ${wordsOf(error)}.`);
      if (this.setup.mode === 'print') return this.desk.exit(1);
    }
    const unfinished = this.session.unfinished();
    if (unfinished.length === 0 && this.#later === undefined) return;
    this.#isEarly = true;
    this.#beginTurn();
    this.#calls = unfinished;
    for (const call of unfinished) {
      if (call.name === NAME) this.#startCall(call);
      else this.#endCall(call, 'The program ended while this tool ran, and it is not run again.', true);
    }
    this.#goOn();
  }

  message(words: string): void {
    if (this.#inTurn && this.#isEarly) return void this.#backlog.push(words);
    if (this.#inTurn) return this.desk.refuse('busy');
    this.#beginTurn();
    if (command(this, words)) return this.#endTurn('completed');
    let used: pending.Found[];
    const content: Json[] = [];
    try {
      used = takeFiles(this, content);
    } catch (error) {
      return this.#misconfigured(wordsOf(error), false);
    }
    const extra = used.length === 0 ? {} : { answersFile: used[0]?.content?.id ?? true };
    this.#store({ content: [...content, text(words)], role: 'user' }, extra);
    for (const { path } of used) this.#removeFile(path);
    this.#request();
  }

  replied(reply: Reply): void {
    if ('failed' in reply) return this.#endTurn({ failed: reply.failed });
    this.#store({ content: reply.blocks.map(stored), role: 'assistant' });
    this.#calls = reply.blocks.filter((block) => block.type === 'tool_use').map(({ id, name, input, broken }) => ({ id, name, input, broken }));
    if (this.#calls.length === 0) return this.#endTurn('completed');
    for (const call of this.#calls) this.#startCall(call);
    this.#goOn();
  }

  act(op: string, act: Json): void {
    const active = this.#active;
    if (active?.kind !== 'form' || active.op !== op) return this.desk.refuse(this.#ops.has(op) ? 'late' : 'foreign');
    const outcome = active.form.act(act);
    if (outcome === 'refuse') return this.desk.refuse('not_offered');
    if (outcome === 'redraw') return this.desk.show(op, draw(active.form));
    if (outcome === 'quit') return this.desk.exit(130);
    const { call } = active;
    if (typeof outcome === 'object' && outcome.before !== undefined) this.desk.show(op, outcome.before);
    if (choices.showsEnd && typeof outcome === 'object') this.desk.show(op, drawEnd(call.asked?.questions ?? [], 'answered'));
    this.#release();
    if (outcome === 'fail') this.#endCall(call, 'The terminal broke before the user had answered.', true);
    else this.#conclude(call, outcome === 'cancel' ? CANCELLED : { answered: true, answers: outcome.answers });
    this.#goOn();
  }

  toolEvent(op: string, event: Json): void {
    const call = this.#tools.get(op);
    if (call === undefined) return this.desk.refuse(this.#ops.has(op) ? 'late' : 'foreign');
    this.#tools.delete(op);
    this.desk.close(op);
    if (isObject(event) && typeof event.done === 'string') this.#endCall(call, event.done, false);
    else if (isObject(event) && typeof event.error === 'string') this.#endCall(call, event.error, true);
    else this.#endCall(call, event === 'panicked' ? 'The tool gave no result.' : 'The tool asked something, and nobody can answer it here.', true);
    this.#goOn();
  }

  fired(op: string): void {
    if (this.#active?.kind === 'dialogs') this.#active.dialogs.fired(op);
  }

  clientLine(line: Json): void {
    if (!isObject(line)) return;
    if (line.type === 'describe_tool' && line.name === NAME) return this.desk.tell(DEFINITION);
    if (line.type === 'describe_command' && line.name === 'questions') return this.desk.tell(COMMAND);
    const active = this.#active;
    if (line.type === 'extension_ui_response' && active?.kind === 'dialogs') active.dialogs.line(line);
    if (line.type !== 'ask_user_response' || active?.kind !== 'request' || line.requestId !== active.op) return;
    let outcome = CANCELLED;
    try {
      if (line.cancelled !== true) outcome = { answered: true, answers: readReply(line.answers, active.call.asked?.questions ?? []) };
    } catch (error) {
      return this.desk.tell({ error: wordsOf(error), requestId: line.requestId, type: 'ask_user_error' });
    }
    this.#release();
    this.#conclude(active.call, outcome);
    this.#goOn();
  }

  /** A piece of the client's stream; the client's lines end with LF alone. */
  clientWrote(piece: string): void {
    const lines = (this.#stream + piece).split('\n');
    this.#stream = lines.pop() ?? '';
    for (const line of lines) this.#hearText(line);
  }

  clientCame(): void {
    this.hasClient = true;
    this.#stream = '';
  }

  clientLeft(): void {
    const rest = this.#stream;
    this.#stream = '';
    if (rest !== '') this.#hearText(rest);
    this.hasClient = false;
    const active = this.#active;
    if (active === undefined || active.kind === 'form') return;
    if (active.kind === 'dialogs') active.dialogs.abort();
    this.#release();
    this.#conclude(active.call, LOST);
    this.#goOn();
  }

  signal(name: string): void {
    if (name !== 'interrupt') return this.desk.exit(name === 'terminate' ? 143 : 131);
    if (!this.#inTurn) return this.desk.refuse('idle');
    this.desk.giveUpRequests('interrupted');
    const active = this.#active;
    if (active?.kind === 'form') this.desk.revoke('prompt/withdraw', active.op, 'interrupted');
    if (active?.kind === 'request' && this.hasClient) this.desk.tell({ requestId: active.op, type: 'ask_user_cancelled' });
    if (active?.kind === 'dialogs') active.dialogs.abort();
    this.#release();
    for (const op of this.#tools.keys()) this.desk.revoke('tool/cancel', op, 'interrupted');
    this.#tools.clear();
    this.#queue = [];
    for (const call of this.#calls.filter(({ isOver }) => !isOver)) {
      if (call.asked !== undefined) this.#conclude(call, CANCELLED);
      else this.#endCall(call, 'The user interrupted this tool.', true);
    }
    if (this.#later !== undefined) this.#flush();
    this.#endTurn('interrupted');
  }

  // Effects.

  #hearText(line: string): void {
    let value: Json;
    try {
      value = JSON.parse(line.replace(/\r$/, ''));
    } catch {
      return;
    }
    this.clientLine(value);
  }

  /** A wrong command line, or a wrong file on it: the turn is over before the model is asked. */
  #misconfigured(why: string, begins: boolean): void {
    if (begins) this.#beginTurn();
    this.desk.notice(`This cannot be run: ${why}.`);
    this.#inTurn = false;
    this.desk.say('turn/ended', { how: 'misconfigured' });
    this.desk.exit(2);
  }

  /** With `-c`, or with answers on the command line: the answers to the questions of the pending file. Throws `Bad`. */
  #readFile(): void {
    const read = readPendingFile(this);
    this.#given = read === 'none' ? this.setup.answers : undefined;
    if (read === 'none' || read === 'leave') return;
    if ('used' in read) this.#removeFile(read.used);
    else this.#later = read;
  }

  #removeFile(path: string): void {
    pending.remove(this.begin.folder, path);
    this.desk.say('file/written', { path });
  }

  #beginTurn(): void {
    this.#inTurn = true;
    this.desk.say('turn/began');
  }

  #endTurn(how: string | { failed: string }): void {
    this.#inTurn = false;
    this.#isEarly = false;
    this.#calls = [];
    this.desk.say('turn/ended', { how });
    const next = this.#backlog.shift();
    if (next === undefined) return;
    this.message(next);
    this.#isEarly = this.#inTurn && this.#backlog.length > 0;
  }

  #startCall(call: Call): void {
    const { id, name, input } = call;
    const isKnown = name === NAME || this.begin.tools.some((tool: Json) => tool.name === name);
    if (!isKnown) return this.#endCall(call, `Nobody here knows the tool ${name}.`, true);
    if (call.broken) return this.#endCall(call, `The arguments of ${name} are no JSON object.`, true);
    if (name !== NAME) {
      const op = this.#newOp('tool');
      this.#tools.set(op, call);
      return this.desk.callTool(op, { id, name, arguments: input });
    }
    try {
      call.asked = readCall(input);
      this.#queue.push(call);
    } catch (error) {
      this.#endCall(call, `Nobody was asked, as the call is wrong: ${wordsOf(error)}.`, true);
    }
  }

  #newOp(kind: string): string {
    const op = this.desk.name(kind);
    this.#ops.add(op);
    return op;
  }

  /** Puts the next questions. When every call is over, asks the model. */
  #goOn(): void {
    while (this.#active === undefined && this.#queue.length > 0) this.#put(this.#queue.shift() as Call);
    if (!this.#inTurn || this.#calls.some(({ isOver }) => !isOver)) return;
    if (this.#later !== undefined) this.#flush();
    this.#request();
  }

  #put(call: Call): void {
    const asked = call.asked as Asked;
    const { mode } = this.setup;
    if (this.#given !== undefined) {
      const given = this.#given;
      this.#given = undefined;
      let answers: Answer[];
      try {
        answers = byPosition(asked.questions, given);
      } catch (error) {
        return this.#endCall(call, `The answers of the command line do not fit: ${wordsOf(error)}.`, true);
      }
      return this.#conclude(call, { answered: true, answers });
    }
    if (mode === 'print') return this.#save(call, asked);
    if (mode === 'rpc' && !this.hasClient) return this.#conclude(call, LOST);
    const op = this.#newOp(mode === 'rpc' ? 'asked' : 'form');
    if (mode === 'interactive') {
      this.#active = { kind: 'form', call, op, form: new Form(asked.questions) };
      return this.desk.show(op, draw(this.#active.form));
    }
    this.desk.asked.add(op);
    if (this.begin.profile !== 'pi-rpc') {
      this.#active = { kind: 'request', call, op };
      return this.desk.tell({ ...asked, requestId: op, type: 'ask_user_request' });
    }
    const dialogs = new Dialogs(this.desk, this.settings.timeout, asked.questions, (ending) => {
      this.#release();
      this.#conclude(call, ending === 'cancelled' ? CANCELLED : { answered: true, answers: ending.answers });
      this.#goOn();
    });
    this.#active = { kind: 'dialogs', call, op, dialogs };
    dialogs.start();
  }

  #save(call: Call, asked: Asked): void {
    let saved: { path: string; id: string };
    try {
      saved = pending.save(this.begin.folder, this.settings.session, asked);
    } catch (error) {
      return this.#endCall(call, `The questions could not be saved: ${wordsOf(error)}`, true);
    }
    this.desk.say('file/written', { path: saved.path });
    const path = at(this, saved.path);
    const outcome: Outcome = { pendingFile: path, answered: false, answers: [] };
    this.#conclude(call, outcome, pending.instructions(path), { pendingId: saved.id });
  }

  /** Nobody is asked any more. */
  #release(): void {
    if (this.#active === undefined) return;
    this.desk.close(this.#active.op);
    this.desk.asked.delete(this.#active.op);
    this.#active = undefined;
  }

  #conclude(call: Call, outcome: Outcome, words = told(outcome), extra: object = {}): void {
    const details = detailsOf(outcome, call.asked as Asked, this.setup.mode, this.desk.now);
    this.#endCall(call, words, false, details, extra);
  }

  #endCall(call: Call, words: string, isError: boolean, details?: object, extra: object = {}): void {
    call.isOver = true;
    this.#store({ details, isError, content: [text(words)], toolName: call.name, toolCallId: call.id, role: 'toolResult' }, extra);
  }

  /** The answers of a file become a message of the user, and the file is no longer needed. */
  #flush(): void {
    const { content, details, path, id } = this.#later as Later;
    this.#later = undefined;
    this.#store({ details, content, role: 'user' }, { answersFile: id });
    this.#removeFile(path);
  }

  #request(): void {
    this.#calls = [];
    const tools = [...this.begin.tools, TOOL].map(({ name, description, parameters }: Json) => ({ input_schema: parameters ?? { type: 'object' }, description, name }));
    this.desk.request({ tools, messages: this.session.messages(), system: SYSTEM, max_tokens: 8192, model: 'some-model' });
  }

  #store(message: object, extra: object = {}): void {
    this.desk.store(JSON.parse(json(this.session.add({ ...extra, message, type: 'message' }))));
  }

  compact(summary: string): void {
    this.desk.store(this.session.add({ summary, type: 'compaction' }));
  }
}

function stored(block: Block): object {
  if (block.type !== 'tool_use') return block;
  return { arguments: block.input, name: block.name, id: block.id, type: 'toolCall' };
}

function wordsOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  throw error;
}
