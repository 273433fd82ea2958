// The card of a question: its drawing while it waits, the effect of keys and clicks, and its drawing afterwards
// (DC-61, DC-62, DC-70, DC-83 to DC-86). It stores and sends nothing: an act returns an outcome.

import { type Json, field, text } from './json.ts';
import type { Question } from './question.ts';

/** The content of a card, in the form of the protocol. */
export type Prompt = { text: string; offers: Offers };
export type Offers = {
  choices?: string[];
  several?: boolean;
  typing?: 'echoed';
  reject?: boolean;
  keys?: string[];
};

/** The outcome of an act. `changed`: draw the card again. `none`: the act changes nothing that is visible. */
export type Outcome = { answer: string } | 'rejected' | 'changed' | 'none' | 'not_offered';

/** The words of the interface by key (DC-63). The texts of the question, its labels and its answers are not among them. */
export type Words = (key: string) => string;

const ENGLISH: Record<string, string> = {
  'question.custom': 'Something else:',
  'question.send': 'Send',
  'question.reject': 'Reject',
  'question.replied': 'Selected:',
  'question.rejected': 'Rejected',
};

export function wordsOf(locale: Json | undefined): Words {
  return (key) => text(field(locale, key)) ?? ENGLISH[key] ?? key;
}

export class Card {
  readonly #question: Question;
  readonly #words: Words;
  /** Indexes of the options that are chosen, in the order of the clicks (DC-48). */
  #chosen: number[] = [];
  #typed = '';
  /** If an answer may be typed, the input has the focus when the card appears (DC-62). */
  #focus: 'input' | 'list';
  #cursor = 0;

  constructor(question: Question, words: Words) {
    this.#question = question;
    this.#words = words;
    this.#focus = question.custom ? 'input' : 'list';
  }

  /** What a person does, as the protocol says it. */
  act(act: Json): Outcome {
    if (act === 'submit') return this.#submit();
    if (act === 'reject') return 'rejected';
    const answer = field(act, 'answer');
    if (answer !== undefined) return this.#give(answer);
    const label = text(field(act, 'choose'));
    if (label !== undefined) return this.#click(label);
    const key = text(field(act, 'key'));
    if (key !== undefined) return this.#press(key);
    // A card can be rejected but not cancelled. It remembers no answer, and has no end of input and no terminal.
    return 'not_offered';
  }

  /** The card while the question waits (DC-70, DC-83, DC-84). */
  draw(): Prompt {
    const { multiple, custom, options } = this.#question;
    const lines = this.#head();
    for (const [index, option] of options.entries()) {
      const here = this.#focus === 'list' && this.#cursor === index ? '>' : ' ';
      const box = multiple ? (this.#chosen.includes(index) ? '[x]' : '[ ]') : '( )';
      lines.push(`${here} ${box} ${harmless(option.label)}`);
      if (option.description !== undefined) lines.push(`        ${harmless(option.description)}`);
    }
    if (custom) {
      const here = this.#focus === 'input' ? '>' : ' ';
      lines.push(`${here} ${this.#words('question.custom')} ${harmless(this.#typed)}`.trimEnd());
    }
    const submit = multiple || custom ? `[${this.#words('question.send')}] ` : '';
    lines.push(`  ${submit}[${this.#words('question.reject')}]`);

    const keys = ['Up', 'Down', 'Space'];
    if (!multiple) keys.push('Enter');
    else keys.push('Ctrl-Enter');
    if (custom) keys.push('Tab', 'Backspace');
    const offers: Offers = { choices: options.map((option) => option.label), several: multiple, reject: true, keys };
    if (custom) offers.typing = 'echoed';
    return { text: lines.join('\n'), offers };
  }

  /** The settled card: the question and its outcome, without controls (DC-61, DC-85). */
  drawSettled(answer: string | undefined): Prompt {
    const outcome =
      answer === undefined
        ? this.#words('question.rejected')
        : `${this.#words('question.replied')} ${harmless(answer)}`;
    return { text: [...this.#head(), outcome].join('\n'), offers: {} };
  }

  #head(): string[] {
    const { header, text: question } = this.#question;
    return header === undefined ? [harmless(question)] : [harmless(header), harmless(question)];
  }

  /** A whole answer: a label, an own text, or several labels with a text after them (DC-37 to DC-40). */
  #give(answer: Json): Outcome {
    const parts = Array.isArray(answer) ? answer : [answer];
    if (parts.length > 1 && !this.#question.multiple) return 'not_offered';
    const chosen: number[] = [];
    let typed = '';
    for (const [index, part] of parts.entries()) {
      if (typeof part !== 'string') return 'not_offered';
      const option = this.#find(part, chosen);
      if (option !== undefined) chosen.push(option);
      else if (index === parts.length - 1 && this.#question.custom) typed = part;
      else return 'not_offered';
    }
    return this.#resolve(chosen, typed);
  }

  /** One click is the answer (DC-75), unless several may be chosen: then it switches the option (DC-76). */
  #click(label: string): Outcome {
    const { options } = this.#question;
    // If two options have the same label (DC-16), the click goes to the one that is not chosen yet.
    const index = this.#find(label, this.#chosen) ?? options.findIndex((option) => option.label === label);
    return index < 0 ? 'not_offered' : this.#take(index);
  }

  #find(label: string, besides: number[]): number | undefined {
    const index = this.#question.options.findIndex((option, at) => option.label === label && !besides.includes(at));
    return index < 0 ? undefined : index;
  }

  #take(index: number): Outcome {
    if (!this.#question.multiple) return this.#resolve([index], '');
    const without = this.#chosen.filter((chosen) => chosen !== index);
    this.#chosen = without.length < this.#chosen.length ? without : [...this.#chosen, index];
    return 'changed';
  }

  #press(key: string): Outcome {
    if (key === 'Ctrl-Enter' || key === 'Cmd-Enter') return this.#question.multiple ? this.#submit() : 'not_offered';
    if (key === 'Tab') {
      if (!this.#question.custom) return 'not_offered';
      this.#focus = this.#focus === 'input' ? 'list' : 'input';
      return 'changed';
    }
    return this.#focus === 'input' ? this.#pressInInput(key) : this.#pressInList(key);
  }

  /** Enter submits the typed text. If several options may be chosen, only Ctrl-Enter does (DC-62). */
  #pressInInput(key: string): Outcome {
    if (key === 'Enter') return this.#question.multiple ? 'none' : this.#submit();
    if (key === 'Down' || key === 'Up') {
      this.#focus = 'list';
      return 'changed';
    }
    const typed = key === 'Space' ? ' ' : key;
    if (key === 'Backspace') this.#typed = [...this.#typed].slice(0, -1).join('');
    else if ([...typed].length === 1) this.#typed += typed;
    else return 'not_offered';
    return 'changed';
  }

  /** Arrows move, Space chooses, and Enter chooses if one option is the answer (DC-62, DC-86). */
  #pressInList(key: string): Outcome {
    switch (key) {
      case 'Up':
        this.#cursor = Math.max(this.#cursor - 1, 0);
        return 'changed';
      case 'Down':
        this.#cursor = Math.min(this.#cursor + 1, this.#question.options.length - 1);
        return 'changed';
      case 'Space':
        return this.#take(this.#cursor);
      case 'Enter':
        return this.#question.multiple ? 'none' : this.#take(this.#cursor);
      default:
        return 'not_offered';
    }
  }

  #submit(): Outcome {
    return this.#resolve(this.#chosen, this.#typed);
  }

  /** Each label on a line, and the typed text on the last line (DC-38 to DC-40, DC-82). Blanks are not an answer. */
  #resolve(chosen: number[], typed: string): Outcome {
    const lines = chosen.flatMap((index) => this.#question.options[index]?.label ?? []);
    if (typed.trim() !== '') lines.push(typed);
    return lines.length === 0 ? 'not_offered' : { answer: lines.join('\n') };
  }
}

/** Makes characters visible that a terminal would obey, or that change the direction of writing. Stored texts stay unchanged. */
function harmless(drawn: string): string {
  return drawn
    .replace(/[\u0000-\u0009\u000b-\u001f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
    .replace(/[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
