// The questions of one call, put to a host as the dialogs of pi's own protocol, one at a time.

import { type Answer, answerOf, discardQuestion, isList, isLong, labelsOf, longWarning } from './answers.ts';
import type { Desk } from './desk.ts';
import { OTHER, type Question } from './tool.ts';
import type { Json } from './wire.ts';

export type Ending = { answers: Answer[] } | 'cancelled';

/** What the host said: a text, a yes or no, or nothing. */
type Said = string | boolean | undefined;
type Dialog = { id: string; method: string; timer?: string; options?: string[]; heard: (said: Said, late: boolean) => void };

export class Dialogs {
  readonly #desk: Desk;
  readonly #timeout: number | undefined;
  readonly #questions: Question[];
  readonly #ended: (ending: Ending) => void;
  readonly #answers: Answer[] = [];
  #dialog: Dialog | undefined;

  constructor(desk: Desk, timeout: number | undefined, questions: Question[], ended: (ending: Ending) => void) {
    this.#desk = desk;
    this.#timeout = timeout;
    this.#questions = questions;
    this.#ended = ended;
  }

  start(): void {
    this.#ask();
  }

  /** A line of the host; whether it was for the dialog that waits. */
  line(line: Json): boolean {
    const dialog = this.#dialog;
    if (dialog === undefined || line.id !== dialog.id) return false;
    const isYesNo = dialog.method === 'confirm';
    let said: Said = isYesNo ? line.confirmed === true : typeof line.value === 'string' ? line.value : undefined;
    if (line.cancelled === true) said = isYesNo ? false : undefined;
    if (dialog.options !== undefined && !dialog.options.includes(said as string)) said = undefined;
    this.#close()?.heard(said, false);
    return true;
  }

  /** A timer has fired; whether it was ours. The host is told nothing. */
  fired(op: string): boolean {
    if (this.#dialog?.timer !== op) return false;
    this.#desk.close(op);
    const dialog = this.#dialog;
    this.#dialog = undefined;
    dialog.heard(dialog.method === 'confirm' ? false : undefined, true);
    return true;
  }

  /** No answer is wanted any more. */
  abort(): void {
    this.#close();
  }

  #close(): Dialog | undefined {
    const dialog = this.#dialog;
    this.#dialog = undefined;
    if (dialog?.timer !== undefined) this.#desk.revoke('timer/clear', dialog.timer, 'superseded');
    return dialog;
  }

  #open(method: string, more: object, heard: Dialog['heard'], options?: string[]): void {
    const id = this.#desk.name('dialog');
    const title = this.#question.question;
    const limit = this.#timeout === undefined ? {} : { timeout: this.#timeout };
    this.#desk.tell({ ...limit, ...more, title, method, id, type: 'extension_ui_request' });
    this.#dialog = { id, method, options, heard };
    if (this.#timeout === undefined) return;
    this.#dialog.timer = this.#desk.name('limit');
    this.#desk.setTimer(this.#dialog.timer, this.#timeout);
  }

  get #question(): Question {
    return this.#questions[Math.min(this.#answers.length, this.#questions.length - 1)] as Question;
  }

  /** Puts the next question, or ends. */
  #ask(): void {
    if (this.#answers.length === this.#questions.length) return this.#ended({ answers: this.#answers });
    if (!isList(this.#question)) return this.#input([]);
    if (this.#question.multiSelect === true) return this.#many([]);
    const labels = labelsOf(this.#question);
    const options = [...labels, OTHER];
    this.#open('select', { options }, (said, late) => {
      if (typeof said !== 'string') return this.#nothing(late);
      const row = labels.indexOf(said);
      if (row < 0) return this.#input([]);
      this.#answered([row]);
    }, options);
  }

  /** Several picks: a picked option leaves the list, and a last row ends it. */
  #many(picks: number[]): void {
    const labels = labelsOf(this.#question);
    const rows = [...labels.keys()].filter((row) => !picks.includes(row));
    const done = `Done (${picks.length} picked)`;
    const options = [...rows.map((row) => labels[row] as string), done, OTHER];
    this.#open('select', { options }, (said, late) => {
      if (typeof said !== 'string') return this.#nothing(late);
      const row = rows.find((one) => labels[one] === said);
      if (row !== undefined) return this.#many([...picks, row]);
      if (said === done) return this.#answered(picks);
      this.#input(picks);
    }, options);
  }

  #input(picks: number[]): void {
    this.#open('input', { placeholder: 'Your answer' }, (said, late) => this.#typed(picks, said, late));
  }

  #typed(picks: number[], said: Said, late: boolean): void {
    if (typeof said !== 'string') return this.#nothing(late);
    if (!isLong(said)) return this.#answered(picks, said);
    this.#open('confirm', { message: longWarning(said) }, (yes) => {
      if (yes === true) return this.#answered(picks, said);
      this.#open('editor', { prefill: said }, (again, isLate) => this.#typed(picks, again, isLate));
    });
  }

  #answered(picks: number[], typed?: string): void {
    this.#answers.push(answerOf(this.#question, { picks, typed }));
    this.#ask();
  }

  /** The host gave nothing. After a time limit nobody is there whom we could ask about it. */
  #nothing(late: boolean): void {
    if (late || this.#answers.length === 0) return this.#ended('cancelled');
    this.#open('confirm', { message: discardQuestion(this.#answers.length) }, (yes) => {
      if (yes === true) this.#ended('cancelled');
      else this.#ask();
    });
  }
}
