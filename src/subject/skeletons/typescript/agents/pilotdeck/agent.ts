// The agent: REPLACE THIS BY YOUR AGENT.
//
// Keep the methods that `adapter.ts` calls, and have each call your agent. The agent here is a very simple one. It sends
// the user's messages to the model. A reply without calls ends the turn. A call of `ask_user_question` asks the person,
// and the answer is the call's result. Any other call is a tool of the host.

import type { Reply } from './model.ts';
import { type Json, need } from './rpc.ts';
import type { Run } from './run.ts';

/** What you implement. `hotseat list --systems` names the systems, and `hotseat protocol` the capabilities. */
export const CLAIMS = {
  who: 'my-agent 0.1.0',
  systems: [{ system: 'pilotdeck', profiles: ['seed'] }],
  capabilities: ['idle', 'tools'],
};

/** The tool with which the model asks: REPLACE THIS by its real definition. */
const QUESTION_TOOL = {
  name: 'ask_user_question',
  description: 'Asks the user one to four questions.',
  input_schema: { type: 'object', properties: { questions: { type: 'array' } }, required: ['questions'] },
};

/** A tool of the host. */
export type Tool = { name: string; description: string; parameters: object };

/** A call of the model, with its result once it is settled. */
type Call = { id: string; name: string; input: Json; result?: object };

export class Agent {
  readonly #run: Run;
  readonly #tools: Tool[];
  readonly #hasTerminal: boolean;
  readonly #messages: object[] = [];
  #turns = 0;
  #inTurn = false;
  /** The calls of the model's last reply. */
  #calls: Call[] = [];
  /** The calls that wait for a prompt or a tool, by the name of that. */
  readonly #waiting = new Map<string, Call>();
  #names = 0;

  /** `begin` has the parameters of `scenario/start`, with the configuration and the stored events. */
  constructor(run: Run, begin: Json) {
    this.#run = run;
    this.#tools = need(begin, 'tools');
    this.#hasTerminal = need(begin, 'terminal');
  }

  // The deliveries. Each method does everything that follows from one before it returns.

  /** The run begins. */
  start(): void {}

  userMessage(text: string): void {
    if (this.#inTurn) return this.#run.say('refused', { why: 'busy' });
    this.#inTurn = true;
    this.#turns += 1;
    this.#run.say('turn/began');
    this.#add('user', [{ type: 'text', text }]);
    this.#askModel();
  }

  /** The model's reply has arrived, or has failed. */
  replied(reply: Reply): void {
    if ('failed' in reply) return this.#endTurn(reply);
    if (reply.blocks.length > 0) this.#add('assistant', reply.blocks);
    const calls = reply.blocks.filter((block) => block.type === 'tool_use');
    this.#calls = calls.map(({ id, name, input }) => ({ id, name, input }));
    if (calls.length === 0) return this.#endTurn('completed');
    for (const call of this.#calls) this.#begin(call);
    this.#goOn();
  }

  /** The person does something at a prompt. */
  promptAct(op: string, act: Json): void {
    const call = this.#waiting.get(op);
    if (call === undefined) return this.#run.say('refused', { why: 'late' });
    const { questions } = call.input;
    const answers = answersOf(act, questions);
    if (answers === undefined && !isCancel(act)) return this.#run.say('refused', { why: 'not_offered' });
    this.#run.settle(op);
    this.#waiting.delete(op);
    if (answers === undefined) this.#fail(call, 'unsupported_tool', 'User declined to answer questions');
    else this.#succeed(call, sentence(answers), { questions, answers });
    this.#goOn();
  }

  /** An execution of one of the host's tools ends. */
  toolEvent(op: string, event: Json): void {
    const call = this.#waiting.get(op);
    if (call === undefined) return; // a cancelled execution may still end
    this.#run.settle(op);
    this.#waiting.delete(op);
    if (event.done === undefined) {
      this.#fail(call, 'tool_execution_failed', event.error ?? 'The tool ended without a result.');
    } else {
      this.#succeed(call, event.done);
    }
    this.#goOn();
  }

  /** Every signal ends the turn. */
  signal(_signal: string): void {
    if (!this.#inTurn) return this.#run.say('refused', { why: 'idle' });
    this.#run.giveUp();
    for (const [op, call] of this.#waiting) {
      if (call.name === QUESTION_TOOL.name) this.#run.withdraw(op, 'interrupted');
      else this.#run.cancelTool(op, 'interrupted');
      this.#fail(call, 'aborted', 'The run was interrupted.');
    }
    this.#waiting.clear();
    this.#handBack();
    this.#endTurn('interrupted');
  }

  // The effects.

  #askModel(): void {
    const theirs = this.#tools.map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: parameters,
    }));
    const tools = [QUESTION_TOOL, ...theirs];
    this.#run.askModel({ model: 'any', max_tokens: 4096, messages: this.#messages, tools });
  }

  /** Asks the person, or has the tool executed. */
  #begin(call: Call): void {
    const { id, name, input } = call;
    if (name === QUESTION_TOOL.name) {
      const prompt = promptOf(input, `turn_${this.#turns}`);
      if (prompt === undefined) {
        this.#fail(call, 'invalid_tool_input', 'Provide 1-4 questions');
      } else if (!this.#hasTerminal) {
        const message = `${name} requires a host elicitation channel (none registered).`;
        this.#fail(call, 'unsupported_tool', message);
      } else {
        this.#run.show(this.#wait(call), prompt);
      }
    } else if (this.#tools.some((tool) => tool.name === name)) {
      this.#run.callTool(this.#wait(call), { id, name, arguments: input });
    } else {
      this.#fail(call, 'tool_not_found', `There is no tool ${name}.`);
    }
  }

  /** Makes a name that was not used in this run before. */
  #wait(call: Call): string {
    this.#names += 1;
    const op = `op-${this.#names}`;
    this.#waiting.set(op, call);
    return op;
  }

  #succeed(call: Call, text: string, data?: object): void {
    call.result = { type: 'tool_result', tool_use_id: call.id, content: text };
    const content = [{ type: 'text', text }];
    this.#store({ type: 'tool_result', toolCallId: call.id, toolName: call.name, content, data });
  }

  #fail(call: Call, code: string, message: string): void {
    const content = `${call.name} failed, ${code}: ${message}`;
    call.result = { type: 'tool_result', tool_use_id: call.id, content, is_error: true };
    this.#store({ type: 'tool_error', toolCallId: call.id, toolName: call.name, error: { code, message } });
  }

  /** Asks the model again when every call has its result. */
  #goOn(): void {
    if (this.#calls.some((call) => call.result === undefined)) return;
    this.#handBack();
    this.#askModel();
  }

  /** Sends the results back as the next message. */
  #handBack(): void {
    if (this.#calls.length > 0) this.#messages.push({ role: 'user', content: this.#calls.map((call) => call.result) });
    this.#calls = [];
  }

  #add(role: 'user' | 'assistant', content: Json[]): void {
    this.#messages.push({ role, content });
    this.#store({ role, content });
  }

  /** Stores an event of the conversation, in the system's own shape. */
  #store(event: object): void {
    this.#run.say('event', { event });
  }

  #endTurn(how: 'completed' | 'interrupted' | { failed: string }): void {
    this.#inTurn = false;
    this.#run.say('turn/ended', { how });
  }
}

// The questions: REPLACE THESE by your tool. A real tool checks its arguments before it asks, for example.

type Question = { question: string; options: { label: string }[] };

/** The prompt, or nothing if the arguments have no valid questions. */
function promptOf(input: Json, turn: string): object | undefined {
  const questions: Question[] = input.questions;
  if (!Array.isArray(questions) || questions.length === 0 || !questions.every(isQuestion)) return undefined;
  const labels = (question: Question): string[] => question.options.map((option) => option.label);
  const lines = questions.flatMap((one) => [one.question, ...labels(one).map((label) => `  - ${label}`)]);
  return {
    text: lines.join('\n'),
    offers: { choices: questions.slice(0, 1).flatMap(labels), reject: true },
    request: { toolCallId: turn, toolName: QUESTION_TOOL.name, questions },
  };
}

function isQuestion(one: Json): boolean {
  const isOption = (option: Json): boolean => typeof option?.label === 'string';
  return typeof one?.question === 'string' && Array.isArray(one.options) && one.options.every(isOption);
}

function isCancel(act: Json): boolean {
  return ['cancel', 'reject', 'eof', 'broken'].includes(act) || act.answer?.type === 'cancelled';
}

/** The answers by question, or nothing if the act answers nothing. */
function answersOf(act: Json, questions: Question[]): Record<string, Json> | undefined {
  if (isCancel(act)) return undefined;
  const answer = act.answer?.type === undefined ? act.answer : act.answer.answers;
  const [first, ...others] = questions;
  if (typeof answer === 'string' || Array.isArray(answer)) {
    return first !== undefined && others.length === 0 ? { [first.question]: answer } : undefined;
  }
  return answer ?? undefined;
}

/** The sentence that tells the model the answers. */
function sentence(answers: Record<string, Json>): string {
  const written = (answer: Json): string => (Array.isArray(answer) ? answer.join(', ') : String(answer));
  const told = Object.entries(answers).map(([question, answer]) => `"${question}"="${written(answer)}"`);
  return `User has answered your questions: ${told.join(', ')}. You can now continue with the user's answers in mind.`;
}
