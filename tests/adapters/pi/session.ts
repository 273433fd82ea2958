// The stored conversation: a tree of entries. What the model is told is made anew from it for every request.

import { randomUUID } from 'node:crypto';
import { NAME, type Question } from './tool.ts';
import { Bad, type Json, isObject } from './wire.ts';

export type Entry = { type: string; id: string; parentId: string | null; [key: string]: Json };

/** Questions that a file holds, with the id of that file. */
export type Waiting = { question: Question; file?: string };

const ENDED = 'The program ended before this call did, so it has no result.';

export class Session {
  readonly #entries = new Map<string, Entry>();
  leaf: string | null = null;

  /** Throws `Bad` if it cannot be read. */
  constructor(stored: Json[], leaf?: string) {
    for (const [at, entry] of stored.entries()) {
      check(entry, `entry ${at + 1} of the session`, this.#entries);
      this.#entries.set(entry.id, entry);
      this.leaf = entry.id;
    }
    if (leaf !== undefined) this.goTo(leaf);
  }

  get isEmpty(): boolean {
    return this.leaf === null;
  }

  /** Throws `Bad` if there is no such entry. */
  goTo(id: string): void {
    if (!this.#entries.has(id)) throw new Bad(`the session has no entry ${JSON.stringify(id)}`);
    this.leaf = id;
  }

  /** Adds an entry behind the one where we are, and goes there. */
  add(body: object): Entry {
    let id = randomUUID().slice(0, 8);
    while (this.#entries.has(id)) id = randomUUID();
    const entry = { ...body, parentId: this.leaf, id } as Entry;
    this.#entries.set(id, entry);
    this.leaf = id;
    return entry;
  }

  /** The entries from the first to the one where we are. */
  path(): Entry[] {
    const path: Entry[] = [];
    for (let id = this.leaf; id !== null; ) {
      const entry = this.#entries.get(id) as Entry;
      path.unshift(entry);
      id = entry.parentId;
    }
    return path;
  }

  /** The entries that are still told: from the last summary on. */
  told(): Entry[] {
    const path = this.path();
    return path.slice(Math.max(path.findLastIndex((entry) => entry.type === 'compaction'), 0));
  }

  /** The calls of the last message that have no result. */
  unfinished(): { id: string; name: string; input: Json }[] {
    const path = this.path().filter((entry) => entry.type === 'message' || entry.type === 'compaction');
    const at = path.findLastIndex((entry) => entry.message?.role !== 'toolResult');
    const ended = path.slice(at + 1).map((entry) => entry.message.toolCallId);
    return callsOf(path[at])
      .filter((call) => !take(ended, call.id))
      .map(({ id, name, arguments: input }) => ({ id, name, input }));
  }

  /** The messages for the model. */
  messages(): object[] {
    const messages: { role: string; content: Json[] }[] = [];
    const push = (role: string, content: Json[]): void => {
      if (content.length === 0) return;
      const last = messages.at(-1);
      if (last?.role === role) last.content.push(...content);
      else messages.push({ role, content });
    };
    const told = this.told();
    for (const [at, entry] of told.entries()) {
      if (entry.type === 'compaction') push('user', [text(`Summary of what was said before:\n\n${entry.summary}`)]);
      if (entry.type !== 'message' || entry.message.role === 'toolResult') continue;
      const { role, content } = entry.message;
      push(role, content.flatMap(forModel));
      push('user', this.#results(entry, told.slice(at + 1)));
    }
    return messages;
  }

  #results(entry: Entry, after: Entry[]): object[] {
    const end = after.findIndex((one) => one.type === 'compaction' || (one.type === 'message' && one.message.role !== 'toolResult'));
    const results = after.slice(0, end < 0 ? after.length : end).filter((one) => one.type === 'message');
    return callsOf(entry).map((call) => {
      const at = results.findIndex((one) => one.message.toolCallId === call.id);
      const found = at < 0 ? this.#elsewhere(entry.id, call.id) : results.splice(at, 1)[0];
      const { content, isError } = found?.message ?? { content: [text(ENDED)], isError: true };
      return { type: 'tool_result', tool_use_id: call.id, is_error: isError === true, content: content.flatMap(forModel) };
    });
  }

  /** The result of a call on another branch behind the same entry. */
  #elsewhere(entry: string, call: string): Entry | undefined {
    const all = [...this.#entries.values()];
    return all.find((one) => one.message?.toolCallId === call && this.#isBehind(one, entry));
  }

  #isBehind(entry: Entry, id: string): boolean {
    for (let at = entry.parentId; at !== null; at = this.#entries.get(at)?.parentId ?? null) if (at === id) return true;
    return false;
  }

  /** The questions that were put into files and not answered since. */
  waiting(): Waiting[] {
    let waiting: Waiting[] = [];
    for (const { type, message, answersFile, pendingId } of this.path()) {
      if (type !== 'message') continue;
      if (message.role === 'user' && (answersFile !== undefined || message.details?.answered === true || Array.isArray(message.details?.answers))) waiting = [];
      if (message.role !== 'toolResult' || message.toolName !== NAME) continue;
      const { pendingFile, questions } = message.details ?? {};
      if (typeof pendingFile !== 'string' || !Array.isArray(questions)) continue;
      waiting.push(...questions.map((question: Question) => ({ question, file: pendingId })));
    }
    return waiting;
  }

  /** The ids of the files whose answers were used. */
  usedFiles(): string[] {
    return [...this.#entries.values()].flatMap(({ answersFile }) => (typeof answersFile === 'string' ? [answersFile] : []));
  }
}

export const text = (words: string): Json => ({ type: 'text', text: words });

function callsOf(entry: Entry | undefined): Json[] {
  if (entry?.type !== 'message' || entry.message.role !== 'assistant') return [];
  return entry.message.content.filter((block: Json) => block.type === 'toolCall');
}

/** Removes one item from the list; whether it was there. */
function take(items: string[], item: string): boolean {
  const at = items.indexOf(item);
  if (at >= 0) items.splice(at, 1);
  return at >= 0;
}

function forModel(block: Json): object[] {
  if (block.type === 'text') return block.text === '' ? [] : [text(block.text)];
  if (block.type === 'toolCall') return [{ type: 'tool_use', id: block.id, name: block.name, input: block.arguments }];
  if (block.type === 'thinking' && typeof block.signature === 'string') return [block];
  return [];
}

function check(entry: Json, where: string, known: Map<string, Entry>): void {
  if (!isObject(entry) || typeof entry.id !== 'string' || typeof entry.type !== 'string') throw new Bad(`${where} has no id or no type`);
  if (known.has(entry.id)) throw new Bad(`${where} has the id of another`);
  const parent = entry.parentId ?? null;
  if (parent !== null && !known.has(parent)) throw new Bad(`${where} hangs on no entry before it`);
  entry.parentId = parent;
  if (entry.type === 'compaction' && typeof entry.summary !== 'string') throw new Bad(`${where} has no summary`);
  if (entry.type !== 'message') return;
  const { message } = entry;
  if (!isObject(message) || !['user', 'assistant', 'toolResult'].includes(message.role)) throw new Bad(`${where} has no known role`);
  if (typeof message.content === 'string') message.content = [text(message.content)];
  if (!Array.isArray(message.content) || !message.content.every((block: Json) => isBlock(block))) throw new Bad(`${where} has content that cannot be read`);
  if (message.role === 'toolResult' && typeof message.toolCallId !== 'string') throw new Bad(`${where} is the result of no call`);
}

function isBlock(block: Json): boolean {
  if (!isObject(block)) return false;
  if (block.type === 'text') return typeof block.text === 'string';
  if (block.type !== 'toolCall') return typeof block.type === 'string';
  return typeof block.id === 'string' && typeof block.name === 'string' && isObject(block.arguments);
}
