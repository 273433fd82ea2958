// Answers: how they are made of picks and of what was typed, and how they are read from others' JSON.

import { choices } from './choices.ts';
import type { Question } from './tool.ts';
import { Bad, type Json, isObject, isTexts } from './wire.ts';

export type Answer = { question: string; answer: string | string[]; selectedOption?: string; wasCustom: boolean };

/** What the person does with one question: rows that are picked, in the order of picking, and a typed text. */
export type Given = { picks: number[]; typed?: string };

export const LONG = 2000;

export const labelsOf = (question: Question): string[] => (question.options ?? []).map((option) => option.label);
export const isList = (question: Question): boolean => labelsOf(question).length > 0;
export const lengthOf = (text: string): number => [...text].length;
export const isLong = (text: string): boolean => lengthOf(text) > LONG;

export function longWarning(text: string): string {
  const count = String(lengthOf(text)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `Answer is long (${count} chars). Continue anyway? [Y/n]`;
}

export const discardQuestion = (count: number): string => `Discard ${count} answers?`;

/** The answer that the tool returns. */
export function answerOf(question: Question, given: Given): Answer {
  const labels = labelsOf(question);
  const wasCustom = given.typed !== undefined;
  if (question.multiSelect !== true) {
    if (given.typed !== undefined) return { wasCustom, answer: given.typed, question: question.question };
    const label = labels[given.picks[0] ?? 0] ?? '';
    return { wasCustom, selectedOption: label, answer: label, question: question.question };
  }
  const rows = choices.keepsPickOrder ? given.picks : given.picks.toSorted((a, b) => a - b);
  const picked = rows.map((row) => labels[row] ?? '');
  const answer: Answer = { wasCustom, answer: [...picked, ...(wasCustom ? [given.typed as string] : [])], question: question.question };
  if (choices.namesSinglePick && picked.length === 1 && !wasCustom) answer.selectedOption = picked[0];
  return answer;
}

/** Texts for one question: labels are picks, any other text is typed. `undefined` if the form does not take them. */
export function given(question: Question, texts: string[]): Given | undefined {
  const labels = labelsOf(question);
  const isMany = question.multiSelect === true && labels.length > 0;
  if (!isMany && texts.length !== 1) return undefined;
  const picks: number[] = [];
  const typed: string[] = [];
  for (const text of texts) {
    const row = labels.findIndex((label, at) => label === text && !picks.includes(at));
    if (row >= 0) picks.push(row);
    else typed.push(text);
  }
  if (typed.length > 1) return undefined;
  if (typed[0] === '' && !choices.emptyIsAnswer) return undefined;
  if (texts.length === 0 && !choices.noneIsAnswer) return undefined;
  return typed.length === 1 ? { picks, typed: typed[0] } : { picks };
}

/** The value of an `answer` at a form. */
export function readForm(value: Json, questions: Question[]): Given[] | undefined {
  const only = questions.length === 1 ? questions[0] : undefined;
  if (only !== undefined) {
    const direct = typeof value === 'string' ? given(only, [value]) : isTexts(value) ? given(only, value) : undefined;
    if (direct !== undefined) return [direct];
  }
  const values: Json[] | undefined = Array.isArray(value)
    ? value
    : isObject(value)
      ? questions.map((one) => (Object.hasOwn(value, one.question) ? value[one.question] : undefined))
      : undefined;
  if (values === undefined || values.length !== questions.length) return undefined;
  const all = questions.map((question, at) => {
    const said = values[at];
    return typeof said === 'string' ? given(question, [said]) : isTexts(said) ? given(question, said) : undefined;
  });
  return all.every((one) => one !== undefined) ? all : undefined;
}

/** A text or texts that somebody wrote down in place of an answer, in a file or on the command line. */
export function readWritten(question: Question, value: Json): Answer {
  const texts = typeof value === 'string' ? [value] : value;
  if (!isTexts(texts)) throw new Bad(`the answer to ${show(question)} has to be a text or an array of texts`);
  if (question.multiSelect !== true && texts.length !== 1) throw new Bad(`${show(question)} takes a single text`);
  return fromTexts(question, texts, false);
}

/** The answers of a client, each with its question. Throws `Bad`. */
export function readReply(value: Json, questions: Question[]): Answer[] {
  if (!Array.isArray(value)) throw new Bad('answers has to be an array');
  if (value.length !== questions.length) {
    throw new Bad(`there are ${value.length} answers to ${questions.length} questions`);
  }
  const left = [...value];
  return questions.map((question) => {
    const at = left.findIndex((one) => isObject(one) && one.question === question.question);
    if (at < 0) throw new Bad(`no answer repeats ${show(question)}`);
    const [{ answer, wasCustom }] = left.splice(at, 1);
    if (question.multiSelect === true ? !isTexts(answer) : typeof answer !== 'string') {
      throw new Bad(`the answer to ${show(question)} has the wrong type`);
    }
    return fromTexts(question, Array.isArray(answer) ? answer : [answer], wasCustom === true);
  });
}

/** A text is custom if it is no label, or if it is said to be. */
function fromTexts(question: Question, texts: string[], saidCustom: boolean): Answer {
  const labels = labelsOf(question);
  const isCustom = saidCustom || texts.some((text) => !labels.includes(text));
  if (question.multiSelect === true) {
    const answer: Answer = { wasCustom: isCustom, answer: texts, question: question.question };
    if (choices.namesSinglePick && texts.length === 1 && !isCustom) answer.selectedOption = texts[0];
    return answer;
  }
  const text = texts[0] as string;
  if (isCustom) return { wasCustom: true, answer: text, question: question.question };
  return { wasCustom: false, selectedOption: text, answer: text, question: question.question };
}

const show = (question: Question): string => JSON.stringify(question.question);
