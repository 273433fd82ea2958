// The agent in the hot seat: a small loop around a model, tools of the host, and the tool `question`, whose call ends
// the agent's turn (DC-19). A reply to it is the user's next message (DC-37 to DC-43).

import { Card, type Words, wordsOf } from './card.ts';
import { type AssistantMessage, type CallBlock, Chat, type QuestionBlock, questionBlock, questionOf } from './chat.ts';
import { type Json, type JsonObject, field, isObject, text } from './json.ts';
import { parseLoosely } from './json-repair.ts';
import type { Result } from './model.ts';
import { NOT_ALONE, TOOL, TOOL_NAME, readQuestion } from './question.ts';
import type { Request, Run } from './run.ts';
import type { Reply, Tool } from './wire.ts';

/** The client's name for the session of a run. */
export const SESSION = 'session_1';

/** The result of each call of a batch that the limit of output tokens has cut off (DC-29). */
const CUT_OFF =
  'Tool call was not executed because the model response reached the output token limit, so its arguments may be ' +
  'incomplete. Retry the tool call with complete arguments.';

/** The result of a question's call. It never has the answer, which is the user's next message (DC-37, DC-41). */
const REPLIED = 'The user has replied: see their next message.';
const REJECTED = 'The user has rejected the question.';
const STOPPED = 'The user has stopped the generation.';

const CANCELED = 'common.error.userCanceledGeneration';

/** The setup of the agent. */
export type Settings = { config: JsonObject; tools: Tool[]; stored: Json[] };

/** A waiting question, with its prompt on the screen and its block in the chat. */
type Pending = { op: string; card: Card; message: AssistantMessage; block: QuestionBlock };

/** The state of the turn: idle, or waiting for the model, for tools of the host, or for the user. */
type State =
  | { at: 'rest' }
  | { at: 'model'; message: AssistantMessage; request: Request }
  | { at: 'tools'; message: AssistantMessage; running: Map<string, CallBlock> }
  | { at: 'question'; pending: Pending };

export class Agent {
  readonly #run: Run;
  readonly #chat: Chat;
  readonly #hostTools: Tool[];
  readonly #asks: boolean;
  readonly #words: Words;
  #state: State = { at: 'rest' };
  /** Messages that came while the turn ran. They are for later, and answer no question (DC-51). */
  readonly #queue: string[] = [];
  /** Every card of this run. So a late act differs from an act at an unknown card. */
  readonly #cards = new Set<string>();
  #minted = 0;

  constructor(run: Run, settings: Settings) {
    this.#run = run;
    this.#chat = new Chat(settings.stored, (event) => run.store(event));
    this.#hostTools = settings.tools;
    // A tool that is switched off is unknown to the model (DC-30).
    this.#asks = field(settings.config, 'questions') !== false;
    this.#words = wordsOf(field(settings.config, 'locale'));
  }

  /** Continues a stored chat: a waiting question is shown again (DC-49). */
  start(): void {
    const waiting = this.#chat.waiting();
    if (waiting === undefined) return;
    // The turn of the question goes on, although this process has begun none.
    this.#run.turnBegan();
    this.#pause(waiting.message, waiting.block);
  }

  /** The user says something: the answer to the waiting question (DC-41), a message for later (DC-51), or the next turn. */
  say(said: string): void {
    // A blank message is not sent, so it answers nothing (DC-47).
    if (said.trim() === '') return this.#run.refuse('not_offered');
    if (this.#state.at === 'question') return this.#replyByHand(this.#state.pending, said);
    this.#queue.push(said);
    if (this.#state.at === 'rest') this.#next();
  }

  /** The person acts at a card, which may be settled already (DC-45). */
  act(op: string, act: Json): void {
    if (!this.#cards.has(op)) return this.#run.refuse('foreign');
    if (this.#state.at !== 'question' || this.#state.pending.op !== op) return this.#run.refuse('late');
    const { pending } = this.#state;
    const outcome = pending.card.act(act);
    if (outcome === 'not_offered') this.#run.refuse('not_offered');
    else if (outcome === 'changed') this.#run.show(op, pending.card.draw());
    else if (outcome === 'rejected') this.#reject(pending);
    else if (outcome !== 'none') this.#reply(pending, outcome.answer);
  }

  /** The host answers in the user's place. An answer to another question changes nothing (DC-46). */
  line(line: Json): void {
    const call = text(field(line, 'toolCallId'));
    const response = field(line, 'response');
    const session = field(line, 'sessionId') ?? SESSION;
    if (field(line, 'type') !== 'respond_tool_interaction' || call === undefined || session !== SESSION) {
      return this.#run.refuse('foreign');
    }
    if (this.#state.at !== 'question') return this.#run.refuse('late');
    const { pending } = this.#state;
    const message = field(line, 'messageId') ?? pending.message.id;
    if (call !== pending.block.tool_call.id || message !== pending.message.id) return this.#run.refuse('foreign');

    const { questionOptions, questionCustom } = pending.block.extra;
    switch (field(response, 'kind')) {
      case 'question_option': {
        const label = text(field(response, 'optionLabel'));
        if (label !== undefined && questionOptions.some((option) => option.label === label)) {
          return this.#reply(pending, label);
        }
        break;
      }
      case 'question_custom': {
        const answer = text(field(response, 'answerText')) ?? '';
        if (questionCustom && answer.trim() !== '') return this.#reply(pending, answer);
        break;
      }
      case 'question_reject':
        return this.#reject(pending);
    }
    this.#run.refuse('not_offered');
  }

  /** A tool of the host ends. */
  toolEvent(op: string, event: Json): void {
    if (!this.#run.executed(op) || this.#state.at !== 'tools') return this.#run.refuse('late');
    const { message, running } = this.#state;
    const block = running.get(op);
    if (block === undefined) return this.#run.refuse('foreign');
    running.delete(op);
    const done = text(field(event, 'done'));
    const error = text(field(event, 'error')) ?? 'The tool ended without a result.';
    if (done === undefined) end(block, 'error', error);
    else end(block, 'success', done);
    this.#chat.save(message);
    if (running.size === 0) this.#ask(message);
  }

  /** The user stops the generation. Everything that runs or waits ends (DC-50). */
  stop(): void {
    const state = this.#state;
    if (state.at === 'rest') return this.#run.refuse('idle');
    const message = state.at === 'question' ? state.pending.message : state.message;
    if (state.at === 'model') state.request.cancel('interrupted');
    if (state.at === 'tools') for (const op of state.running.keys()) this.#run.cancelTool(op, 'interrupted');
    for (const block of message.content) {
      if (block.type === 'tool_call' && block.status === 'pending') end(block, 'error', STOPPED);
      if (block.type === 'action' && block.status === 'pending') {
        block.status = 'error';
        block.extra.needsUserAction = false;
      }
    }
    message.content.push({ type: 'error', status: 'error', content: CANCELED });
    message.status = 'error';
    message.outcome = { status: 'aborted', reason: 'user_stop' };
    this.#chat.save(message);
    if (state.at === 'question') this.#run.withdraw(state.pending.op, 'interrupted');
    // Queued messages wait for the user's next message, and then go first, because the user has just stopped the agent.
    this.#rest('interrupted');
  }

  /** Begins the next turn, if there is anything in the queue. */
  #next(): void {
    const said = this.#queue.shift();
    if (said === undefined) return;
    this.#run.turnBegan();
    this.#chat.addUser(said);
    this.#ask(this.#chat.addAssistant());
  }

  #rest(how: 'completed' | 'interrupted' | { failed: string }): void {
    this.#state = { at: 'rest' };
    this.#run.turnEnded(how);
  }

  /** Asks the model to go on. Its reply becomes part of this message (DC-31). */
  #ask(message: AssistantMessage): void {
    const messages = this.#chat.history();
    const tools = this.#asks ? [TOOL, ...this.#hostTools] : this.#hostTools;
    const request = this.#run.ask({ messages, tools }, (result) => this.#answered(message, result));
    this.#state = { at: 'model', message, request };
  }

  #answered(message: AssistantMessage, result: Result): void {
    if ('failed' in result) {
      message.content.push({ type: 'error', status: 'error', content: result.failed });
      message.status = 'error';
      this.#chat.save(message);
      // As after a stop, the queue waits for the user's next message.
      return this.#rest({ failed: result.failed });
    }
    const calls = addReply(message, result.reply);
    if (calls.length === 0) {
      this.#chat.save(message);
      this.#rest('completed');
      return this.#next();
    }
    if (result.reply.cut) {
      for (const call of calls) this.#fail(message, call, CUT_OFF);
      return this.#goOn(message, []);
    }
    const [first] = calls;
    if (calls.length === 1 && first !== undefined && this.#isQuestion(first)) return this.#question(message, first);

    // The question alone is rejected; the calls beside it are run (DC-20 to DC-23, DC-73).
    const siblings = calls.filter((call) => !this.#isQuestion(call));
    for (const call of calls) if (this.#isQuestion(call)) this.#fail(message, call, NOT_ALONE);
    this.#goOn(message, siblings);
  }

  #isQuestion(call: CallBlock): boolean {
    return this.#asks && call.tool_call.name === TOOL_NAME;
  }

  /** A question alone in its turn is asked, or the model is told its mistake (DC-18, DC-24). */
  #question(message: AssistantMessage, call: CallBlock): void {
    const question = readQuestion(call.tool_call.params);
    if ('error' in question) {
      this.#fail(message, call, question.error);
      return this.#goOn(message, []);
    }
    const block = questionBlock(question, call);
    message.content.push(block);
    this.#chat.save(message);
    this.#pause(message, block);
  }

  /** The call ends the agent's turn. The session waits without a limit (DC-19). */
  #pause(message: AssistantMessage, block: QuestionBlock): void {
    const op = this.#mint('card');
    const card = new Card(questionOf(block), this.#words);
    this.#cards.add(op);
    this.#state = { at: 'question', pending: { op, card, message, block } };
    this.#run.show(op, card.draw());
    this.#run.turnPaused();
  }

  /** Has the host's tools executed, all at once, and goes on when none of them runs. */
  #goOn(message: AssistantMessage, calls: CallBlock[]): void {
    const running = new Map<string, CallBlock>();
    for (const call of calls) {
      const { name, params } = call.tool_call;
      const args = parseLoosely(params);
      if (!this.#hostTools.some((tool) => tool.name === name)) {
        this.#fail(message, call, `Tool ${name} not found in any source`);
      } else if (!isObject(args)) {
        this.#fail(message, call, `Error: Invalid JSON for ${name} tool arguments.`);
      } else {
        running.set(this.#mint('tool'), call);
      }
    }
    this.#chat.save(message);
    for (const [op, { tool_call: call }] of running) {
      this.#run.execute(op, { id: call.id, name: call.name, arguments: parseLoosely(call.params) ?? {} });
    }
    if (running.size === 0) this.#ask(message);
    else this.#state = { at: 'tools', message, running };
  }

  /** Tells the model that a call has failed, and shows it to the user (DC-22, DC-24). */
  #fail(message: AssistantMessage, call: CallBlock, why: string): void {
    end(call, 'error', why);
    message.content.push({ type: 'error', status: 'error', content: why });
  }

  /** A label, several labels, or the text typed at the card becomes the user's message (DC-37 to DC-40). */
  #reply(pending: Pending, answer: string): void {
    this.#replied(pending, answer);
    this.#chat.addUser(answer);
    this.#resume(pending, answer);
  }

  /** The user has written instead: their message is the answer as it is, and none is added (DC-35, DC-41). */
  #replyByHand(pending: Pending, said: string): void {
    const { id } = this.#chat.addUser(said);
    pending.block.extra.answerMessageId = id;
    this.#replied(pending, said);
    this.#resume(pending, said);
  }

  /** Settles the question; its own fields stay (DC-32, DC-33, DC-35, DC-80). */
  #replied({ message, block }: Pending, answer: string): void {
    block.status = 'success';
    Object.assign(block.extra, { needsUserAction: false, questionResolution: 'replied', answerText: answer });
    endCall(message, block, REPLIED);
    this.#chat.save(message);
  }

  /** A reply makes the turn go on, in a message of its own (DC-43). It is stored before it is shown. */
  #resume({ op, card }: Pending, answer: string): void {
    this.#run.settle(op, card.drawSettled(answer));
    this.#ask(this.#chat.addAssistant());
  }

  /** A reject is no message, and nothing goes on (DC-42, DC-43, DC-79). */
  #reject({ op, card, message, block }: Pending): void {
    block.status = 'denied';
    Object.assign(block.extra, { needsUserAction: false, questionResolution: 'rejected' });
    endCall(message, block, REJECTED);
    this.#chat.save(message);
    this.#run.settle(op, card.drawSettled(undefined));
    this.#rest('completed');
    this.#next();
  }

  #mint(what: string): string {
    this.#minted += 1;
    return `${what}-${this.#minted}`;
  }
}

/** Adds the reply of the model to its message, and returns the calls. */
function addReply(message: AssistantMessage, reply: Reply): CallBlock[] {
  const step = 1 + Math.max(0, ...message.content.map((block) => ('step' in block ? block.step : 0)));
  const calls: CallBlock[] = [];
  for (const part of reply.parts) {
    if (part.kind === 'text') {
      message.content.push({ type: 'content', status: 'success', content: part.text, step });
    } else if (part.kind === 'reasoning') {
      const signature = part.signature === undefined ? {} : { signature: part.signature };
      message.content.push({ type: 'reasoning_content', status: 'success', content: part.text, ...signature, step });
    } else if (part.kind === 'call') {
      const { id, name } = part;
      const call: CallBlock = {
        type: 'tool_call',
        status: 'pending',
        tool_call: { id, name, params: part.arguments },
        step,
      };
      message.content.push(call);
      calls.push(call);
    }
  }
  return calls;
}

function end(call: CallBlock, status: 'success' | 'error', response: string): void {
  call.status = status;
  call.tool_call.response = response;
}

/** Ends the call whose question was asked. */
function endCall(message: AssistantMessage, block: QuestionBlock, response: string): void {
  for (const call of message.content) {
    if (call.type === 'tool_call' && call.status === 'pending' && call.tool_call.id === block.tool_call.id) {
      end(call, 'success', response);
    }
  }
}
