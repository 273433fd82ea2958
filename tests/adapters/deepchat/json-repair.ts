// Repairs almost valid JSON of models (DC-14): a code fence around it, single quotes, keys without quotes, extra commas, and a
// missing end. Words are read as a text. Anything else stays broken.

import { type Json, wellFormed } from './json.ts';

/** The value of a text, repaired if necessary. `undefined` if that is not possible. */
export function parseLoosely(source: string): Json | undefined {
  try {
    return wellFormed(JSON.parse(source));
  } catch {
    // The text is not JSON, so we try to repair it.
  }
  try {
    return wellFormed(new Reader(withoutFence(source)).whole());
  } catch (error) {
    // Words without any sign of JSON are a text.
    if (error instanceof Unreadable) return /^[^{}[\]"':,]+$/.test(source) ? wellFormed(source) : undefined;
    throw error;
  }
}

class Unreadable extends Error {}

/** The deepest nesting. Deeper texts make no sense, and the stack is limited. */
const DEEPEST = 50;

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function withoutFence(source: string): string {
  return /^\s*```\w*\s*\n?([\s\S]*?)(?:```\s*)?$/.exec(source)?.[1] ?? source;
}

class Reader {
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): Json {
    const value = this.#value();
    if (this.#peek() !== '') throw new Unreadable();
    return value;
  }

  #value(): Json {
    const next = this.#peek();
    if (next === '{') return this.#nested(() => this.#object());
    if (next === '[') return this.#nested(() => this.#array());
    if (next === '"' || next === "'") return this.#string(next);
    return this.#literal();
  }

  #nested(read: () => Json): Json {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new Unreadable();
    this.#at += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #object(): Json {
    const entries: [string, Json][] = [];
    while (this.#more('}')) {
      const key = this.#key();
      if (this.#peek() !== ':') throw new Unreadable();
      this.#at += 1;
      entries.push([key, this.#value()]);
    }
    return Object.fromEntries(entries);
  }

  #array(): Json {
    const items: Json[] = [];
    while (this.#more(']')) items.push(this.#value());
    return items;
  }

  /** Whether another element comes. The end of the text closes everything, and extra commas are skipped. */
  #more(close: string): boolean {
    while (this.#peek() === ',') this.#at += 1;
    const next = this.#peek();
    if (next === close) this.#at += 1;
    return next !== '' && next !== close;
  }

  #key(): string {
    const next = this.#peek();
    return next === '"' || next === "'" ? this.#string(next) : this.#match(/[A-Za-z_$][\w$-]*/y);
  }

  #string(quote: string): string {
    let value = '';
    this.#at += 1;
    while (this.#at < this.#source.length) {
      const next = this.#source.charAt(this.#at);
      this.#at += 1;
      if (next === quote) break;
      value += next === '\\' ? this.#escape() : next;
    }
    return value;
  }

  #escape(): string {
    const escape = this.#source.charAt(this.#at);
    this.#at += 1;
    if (escape === 'u') return String.fromCharCode(Number.parseInt(this.#match(/[0-9a-fA-F]{4}/y), 16));
    return ESCAPES[escape] ?? escape;
  }

  #literal(): Json {
    const word = this.#match(/[-+.\w]+/y);
    try {
      return JSON.parse(word);
    } catch {
      throw new Unreadable();
    }
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source)?.[0];
    if (found === undefined) throw new Unreadable();
    this.#at += found.length;
    return found;
  }

  /** The next character that is not white space. Empty at the end. */
  #peek(): string {
    while (/\s/.test(this.#source.charAt(this.#at))) this.#at += 1;
    return this.#source.charAt(this.#at);
  }
}
