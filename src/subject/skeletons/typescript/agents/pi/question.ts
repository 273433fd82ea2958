// The tool with which the model asks, pi's `ask_user`: its definition, what a call of it may bring, and what counts as
// an answer. REPLACE THIS by your tool, or keep what is like yours.

import { Wrong, list, object, text } from './check.ts';
import type { Json } from './rpc.ts';

export type Question = {
  question: string;
  header?: string;
  options?: { label: string; description?: string }[];
  multiSelect?: boolean;
};

/** The arguments of a call. */
export type Asked = { questions: Question[]; metadata?: object };

export type Answer = { question: string; answer: string | string[]; selectedOption?: string; wasCustom: boolean };

const DESCRIPTION = `Ask the user one or more questions. Use when you need:
- Clarification on requirements or preferences
- User decisions between multiple valid approaches
- Confirmation before significant changes
- Input that cannot be inferred from context

Each question can have suggested options with descriptions.
Users can always select "Other" to provide a custom answer.
In non-interactive mode, creates a pending questions file for async response.

Guidelines:
- Put recommended option first with "(Recommended)" in the label
- Batch related questions together (avoid multiple rounds)
- Limit to 3-5 questions per call to avoid user fatigue
- Don't ask what can be inferred from context or previous messages
- Don't re-ask questions already answered in this session`;

const OPTION = {
  type: 'object',
  properties: {
    label: { type: 'string', description: 'Display text' },
    description: { type: 'string', description: 'Help text' },
  },
  required: ['label'],
};

const QUESTION = {
  type: 'object',
  properties: {
    question: { type: 'string', description: 'The question to ask' },
    header: { type: 'string', description: 'Optional header/title for context' },
    options: { type: 'array', description: 'Suggested options', items: OPTION },
    multiSelect: { type: 'boolean', description: 'Allow multiple selections' },
  },
  required: ['question'],
};

const PARAMETERS = {
  type: 'object',
  properties: {
    questions: { type: 'array', minItems: 1, description: 'One or more questions to ask the user', items: QUESTION },
    metadata: {
      type: 'object',
      additionalProperties: true,
      description: "Optional metadata for tracking (e.g., { source: 'setup-wizard' })",
    },
  },
  required: ['questions'],
};

export const NAME = 'ask_user';
export const ASK_USER = { name: NAME, label: 'Ask User', description: DESCRIPTION, parameters: PARAMETERS };

// A call.

/** Reads the arguments of a call and drops unknown keys. Throws `Wrong`. */
export function readCall({ questions, metadata }: Json): Asked {
  const read = list(questions, '/questions').map((one, at) => readQuestion(one, `/questions/${at}`));
  if (read.length === 0) throw new Wrong('/questions: expected one question at least');
  return { questions: read, metadata: metadata === undefined ? undefined : object(metadata, '/metadata') };
}

function readQuestion(one: Json, at: string): Question {
  const { question, header, options = [], multiSelect = false } = object(one, at);
  if (typeof multiSelect !== 'boolean') throw new Wrong(`${at}/multiSelect: expected true or false`);
  const read = list(options, `${at}/options`).map((option, number) => {
    const { label, description } = object(option, `${at}/options/${number}`);
    if (!['string', 'undefined'].includes(typeof description)) {
      throw new Wrong(`${at}/options/${number}/description: expected a text`);
    }
    return { label: text(label, `${at}/options/${number}/label`), description };
  });
  return {
    question: text(question, `${at}/question`),
    header: header === undefined ? undefined : text(header, `${at}/header`),
    options: read.length > 0 ? read : undefined,
    multiSelect: multiSelect || undefined,
  };
}

// Answers.

/** The answers to all questions: a list, an object by question, or the answer to the only question. */
export function readAnswers(said: Json, questions: Question[]): Answer[] | undefined {
  const [first, ...others] = questions;
  const only = first !== undefined && others.length === 0 ? readAnswer(said, first) : undefined;
  if (only !== undefined) return [only];
  if (typeof said !== 'object' || said === null) return undefined;
  if (Array.isArray(said) && said.length !== questions.length) return undefined;
  const of = (question: string): Json => (Object.hasOwn(said, question) ? said[question] : undefined);
  const answers = questions.map((one, at) => readAnswer(Array.isArray(said) ? said[at] : of(one.question), one));
  return answers.every((answer) => answer !== undefined) ? answers : undefined;
}

/** The labels, and at most one text of the person's own. */
function readAnswer(said: Json, question: Question): Answer | undefined {
  const texts: Json[] = Array.isArray(said) ? said : [said];
  const labels = (question.options ?? []).map((option) => option.label);
  const most = question.multiSelect && labels.length > 0 ? Infinity : 1;
  if (texts.length === 0 || texts.length > most || !texts.every((one) => typeof one === 'string')) return undefined;
  const picked = new Set<number>();
  const typed: string[] = [];
  for (const one of texts) {
    const row = labels.findIndex((label, at) => label === one && !picked.has(at));
    if (row >= 0) picked.add(row);
    else typed.push(one);
  }
  if (typed.length > 1 || typed.includes('')) return undefined;
  return answered(question, [...labels.filter((_, row) => picked.has(row)), ...typed], typed.length > 0);
}

/** The answers of a client, each of which repeats its question. Throws `Wrong`. */
export function readReply(written: Json, questions: Question[]): Answer[] {
  const left = [...list(written, '/answers')];
  if (left.length !== questions.length) throw new Wrong(`/answers: expected ${questions.length} of them`);
  return questions.map((question) => {
    const at = left.findIndex((one) => one?.question === question.question);
    if (at < 0) throw new Wrong(`/answers: none is to ${JSON.stringify(question.question)}`);
    const [{ answer, wasCustom }] = left.splice(at, 1);
    const texts: Json[] = question.multiSelect ? list(answer, '/answers/answer') : [answer];
    if (!texts.every((one) => typeof one === 'string')) throw new Wrong('/answers/answer: expected text');
    const isLabel = (one: string): boolean => (question.options ?? []).some((option) => option.label === one);
    return answered(question, texts, wasCustom === true || !texts.every(isLabel));
  });
}

function answered({ question, multiSelect }: Question, texts: string[], wasCustom: boolean): Answer {
  if (multiSelect) return { question, answer: texts, wasCustom };
  const [answer = ''] = texts;
  return wasCustom ? { question, answer, wasCustom } : { question, answer, selectedOption: answer, wasCustom };
}
