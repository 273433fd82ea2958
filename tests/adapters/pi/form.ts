// The form on the terminal: what each key does. `draw.ts` draws it.

import { type Answer, type Given, answerOf, isList, isLong, labelsOf, readForm } from './answers.ts';
import { choices } from './choices.ts';
import { type Picture, draw } from './draw.ts';
import type { Question } from './tool.ts';
import { type Json, isObject } from './wire.ts';

/** What the person has done so far with one question. */
export type Part = {
  question: Question;
  /** The row of the cursor; the row behind the options is Other. */
  row: number;
  /** The first row of the window of a list that scrolls. */
  top: number;
  picks: number[];
  text: string;
  /** Whether the text of Other belongs to the answer, where several may be picked. */
  hasOther: boolean;
  /** Whether Other is being typed. */
  isTyping: boolean;
  /** Whether the picks and the text are the answer. */
  isAnswered: boolean;
};

/** A question of the form's own, above the others. */
export type Overlay = { kind: 'long'; text: string } | { kind: 'discard'; count: number };

export type Outcome = 'redraw' | 'refuse' | 'cancel' | 'quit' | 'fail' | { answers: Answer[]; before?: Picture };

/** A list with more options than this scrolls. */
export const FULL = 6;
export const WINDOW = 5;

export class Form {
  readonly parts: Part[];
  /** The tab; the one behind the questions is Submit. */
  tab = 0;
  overlay: Overlay | undefined;
  /** Ctrl-C was the last key. */
  isArmed = false;
  /** A line for the person, until the next key. */
  note = '';

  constructor(questions: Question[]) {
    this.parts = questions.map((question) => ({
      question, row: 0, top: 0, picks: [], text: '', hasOther: false, isTyping: false, isAnswered: false,
    }));
  }

  get isAlone(): boolean {
    return this.parts.length === 1;
  }

  get part(): Part | undefined {
    return this.parts[this.tab];
  }

  get count(): number {
    return this.parts.filter((part) => part.isAnswered).length;
  }

  act(act: Json): Outcome {
    this.note = '';
    if (isObject(act) && typeof act.key === 'string') return this.#key(act.key);
    this.isArmed = false;
    if (act === 'cancel' || act === 'eof') return 'cancel';
    if (act === 'broken') return 'fail';
    if (act === 'submit') return this.#submit();
    if (!isObject(act)) return 'refuse';
    if (typeof act.paste === 'string') return this.#type(act.paste);
    if (typeof act.choose === 'string') return this.#choose(act.choose);
    if (act.answer !== undefined) return this.#answer(act.answer);
    return 'refuse';
  }

  #answer(value: Json): Outcome {
    if (this.overlay !== undefined && typeof value === 'boolean') return this.#reply(value);
    if (this.overlay !== undefined && (value === 'Yes' || value === 'No')) return this.#reply(value === 'Yes');
    const all = readForm(value, this.parts.map((part) => part.question));
    if (all === undefined) return 'refuse';
    const answers = all.map((given, at) => answerOf(this.parts[at]!.question, given));
    const long = all.find((given) => given.typed !== undefined && isLong(given.typed));
    this.overlay = undefined;
    if (long === undefined) return { answers };
    this.tab = all.indexOf(long);
    this.overlay = { kind: 'long', text: long.typed as string };
    return { answers, before: draw(this) };
  }

  #key(key: string): Outcome {
    if (key === 'Ctrl-C') {
      if (this.isArmed) return 'quit';
      this.isArmed = true;
      this.note = 'Press Ctrl-C again to leave the program';
      return 'redraw';
    }
    this.isArmed = false;
    if (this.overlay !== undefined) return this.#overlayKey(key);
    if (key === 'Esc') return this.#escape();
    if (!this.isAlone && ['Tab', 'Left', 'Right'].includes(key)) return this.#go(key === 'Left' ? -1 : 1);
    const part = this.part;
    if (part === undefined) return key === 'Enter' || key === 'Ctrl-Enter' ? this.#send() : 'refuse';
    if (part.isTyping || !isList(part.question)) return this.#textKey(part, key);
    return this.#listKey(part, key);
  }

  #overlayKey(key: string): Outcome {
    const isLongOne = this.overlay?.kind === 'long';
    if (key === 'y' || key === 'Y') return this.#reply(true);
    if (key === 'n' || key === 'N' || key === 'Esc') return this.#reply(false);
    if (key === 'Enter') return this.#reply(isLongOne);
    return 'refuse';
  }

  #reply(yes: boolean): Outcome {
    const overlay = this.overlay;
    this.overlay = undefined;
    if (overlay?.kind === 'discard') return yes ? 'cancel' : 'redraw';
    const part = this.part;
    return yes && part !== undefined ? this.#confirmText(part) : 'redraw';
  }

  #escape(): Outcome {
    const part = this.part;
    if (part?.isTyping && !choices.escInOtherCancels) {
      part.isTyping = false;
      return 'redraw';
    }
    if (this.isAlone || this.count === 0) return 'cancel';
    this.overlay = { kind: 'discard', count: this.count };
    return 'redraw';
  }

  #go(by: number): Outcome {
    const tabs = this.parts.length + 1;
    this.tab = (this.tab + by + tabs) % tabs;
    return 'redraw';
  }

  #textKey(part: Part, key: string): Outcome {
    if (key === 'Enter' || key === 'Ctrl-Enter') return this.#enterText(part);
    if (key === 'Backspace') {
      if (part.text === '') return 'refuse';
      part.text = [...part.text].slice(0, -1).join('');
      part.isAnswered = false;
      return 'redraw';
    }
    const text = key === 'Space' ? ' ' : key === 'Newline' ? '\n' : key;
    return [...text].length === 1 ? this.#type(text) : 'refuse';
  }

  #type(text: string): Outcome {
    const part = this.part;
    if (this.overlay !== undefined || part === undefined) return 'refuse';
    if (isList(part.question) && !part.isTyping) this.#openOther(part);
    part.text += text;
    part.isAnswered = false;
    return 'redraw';
  }

  #enterText(part: Part): Outcome {
    if (part.text === '' && isList(part.question) && part.question.multiSelect === true) {
      part.isTyping = false;
      part.hasOther = false;
      return 'redraw';
    }
    if (part.text === '' && !choices.emptyIsAnswer) {
      this.note = 'Nothing is typed yet';
      return 'redraw';
    }
    if (!isLong(part.text)) return this.#confirmText(part);
    this.overlay = { kind: 'long', text: part.text };
    return 'redraw';
  }

  /** The typed text is what the person wants. */
  #confirmText(part: Part): Outcome {
    if (!isList(part.question)) return this.#answered(part);
    part.isTyping = false;
    part.hasOther = true;
    if (part.question.multiSelect === true) return 'redraw';
    part.picks = [];
    return this.#answered(part);
  }

  #openOther(part: Part): Outcome {
    this.#move(part, labelsOf(part.question).length);
    part.isTyping = true;
    return 'redraw';
  }

  #move(part: Part, row: number): void {
    part.row = row;
    const options = labelsOf(part.question).length;
    if (options <= FULL) return;
    part.top = Math.min(Math.max(part.top, row - WINDOW + 1), row);
  }

  #listKey(part: Part, key: string): Outcome {
    const other = labelsOf(part.question).length;
    const isMany = part.question.multiSelect === true;
    const isDown = key === 'Down' || (key === 'j' && part.row < other);
    if (isDown || key === 'Up' || (key === 'k' && part.row < other)) {
      const row = part.row + (isDown ? 1 : -1);
      const last = choices.wraps ? (row + other + 1) % (other + 1) : Math.min(Math.max(row, 0), other);
      this.#move(part, last);
      return 'redraw';
    }
    if (key === 'Enter' || key === 'Ctrl-Enter') return isMany ? this.#sendPicks(part) : this.#pick(part, part.row);
    if (key === 'Space' || key === ' ') return isMany ? this.#toggle(part, part.row) : this.#pick(part, part.row);
    if (key === '0' || (key === 'o' && part.row < other)) return this.#openOther(part);
    if (/^[1-9]$/.test(key)) return this.#digit(part, Number(key) - 1);
    const isText = [...key].length === 1 && part.row === other;
    return isText ? this.#type(key) : 'refuse';
  }

  #digit(part: Part, row: number): Outcome {
    if (row > labelsOf(part.question).length) return 'refuse';
    if (part.question.multiSelect === true) return this.#toggle(part, row);
    this.#move(part, row);
    return this.isAlone ? this.#pick(part, row) : 'redraw';
  }

  #pick(part: Part, row: number): Outcome {
    if (row === labelsOf(part.question).length) return this.#openOther(part);
    part.picks = [row];
    part.hasOther = false;
    return this.#answered(part);
  }

  #toggle(part: Part, row: number): Outcome {
    this.#move(part, row);
    part.isAnswered = false;
    if (row === labelsOf(part.question).length) {
      if (!part.hasOther) return this.#openOther(part);
      part.hasOther = false;
      return 'redraw';
    }
    part.picks = part.picks.includes(row) ? part.picks.filter((one) => one !== row) : [...part.picks, row];
    return 'redraw';
  }

  #sendPicks(part: Part): Outcome {
    if (part.picks.length > 0 || part.hasOther || choices.noneIsAnswer) return this.#answered(part);
    this.note = 'Nothing is picked yet';
    return 'redraw';
  }

  #answered(part: Part): Outcome {
    part.isAnswered = true;
    if (this.isAlone) return this.#send();
    if (choices.enterStays) return 'redraw';
    const open = this.parts.findIndex((one) => !one.isAnswered);
    this.tab = open < 0 ? this.parts.length : open;
    return 'redraw';
  }

  /** Submits the form if every question is answered; else goes to the first that is not. */
  #send(): Outcome {
    const open = this.parts.findIndex((part) => !part.isAnswered);
    if (open >= 0) {
      this.tab = open;
      this.note = 'Not answered yet';
      return 'redraw';
    }
    return { answers: this.parts.map((part) => answerOf(part.question, this.#given(part))) };
  }

  #given(part: Part): Given {
    if (!isList(part.question)) return { picks: [], typed: part.text };
    return part.hasOther ? { picks: part.picks, typed: part.text } : { picks: part.picks };
  }

  #choose(label: string): Outcome {
    if (this.overlay !== undefined) return ['Yes', 'No'].includes(label) ? this.#reply(label === 'Yes') : 'refuse';
    const part = this.part;
    if (part === undefined) return 'refuse';
    const row = [...labelsOf(part.question), ...(choices.offersOther ? ['Other (type your answer)'] : [])].indexOf(label);
    if (row < 0) return 'refuse';
    part.isTyping = false;
    if (part.question.multiSelect === true) {
      this.#toggle(part, row);
      part.isAnswered = !this.isAlone && !part.isTyping && (part.picks.length > 0 || part.hasOther);
      return 'redraw';
    }
    if (row === labelsOf(part.question).length) return this.#openOther(part);
    this.#move(part, row);
    if (!this.isAlone) return this.#pick(part, row);
    part.picks = part.picks.includes(row) ? [] : [row];
    return 'redraw';
  }

  #submit(): Outcome {
    if (this.overlay !== undefined) return 'refuse';
    const part = this.part;
    if (!this.isAlone || part === undefined) return this.count === this.parts.length ? this.#send() : 'refuse';
    if (!isList(part.question)) return this.#enterText(part);
    if (part.isTyping && part.text !== '') {
      const outcome = this.#enterText(part);
      return part.question.multiSelect === true && this.overlay === undefined ? this.#sendPicks(part) : outcome;
    }
    if (part.question.multiSelect === true) return this.#sendPicks(part);
    return part.picks.length === 1 ? this.#pick(part, part.picks[0] as number) : 'refuse';
  }
}
