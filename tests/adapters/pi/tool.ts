// The tool `ask_user`: what the model is told of it, and what a call may bring.

import { Bad, type Json, isObject } from './wire.ts';

export type Option = { label: string; description?: string };
export type Question = { question: string; header?: string; options?: Option[]; multiSelect?: boolean };
export type Asked = { questions: Question[]; metadata?: object };

export const NAME = 'ask_user';
export const OTHER = 'Other (type your answer)';

const ABOUT = [
  'Ask the user one or more questions. Use when you need:',
  '- Clarification on requirements or preferences',
  '- User decisions between multiple valid approaches',
  '- Confirmation before significant changes',
  '- Input that cannot be inferred from context',
  '',
  'Each question can have suggested options with descriptions.',
  'Users can always select "Other" to provide a custom answer.',
  'In non-interactive mode, creates a pending questions file for async response.',
  '',
  'Guidelines:',
  '- Put recommended option first with "(Recommended)" in the label',
  '- Batch related questions together (avoid multiple rounds)',
  '- Limit to 3-5 questions per call to avoid user fatigue',
  "- Don't ask what can be inferred from context or previous messages",
  "- Don't re-ask questions already answered in this session",
].join('\n');

const OPTION_SCHEMA = {
  title: 'Option',
  properties: {
    description: { description: 'Help text', type: 'string' },
    label: { description: 'Display text', type: 'string', minLength: 1 },
  },
  required: ['label'],
  type: 'object',
};

const QUESTION_SCHEMA = {
  title: 'Question',
  properties: {
    multiSelect: { description: 'Allow multiple selections', type: 'boolean', default: false },
    options: { description: 'Suggested options', items: OPTION_SCHEMA, type: 'array' },
    header: { description: 'Optional header/title for context', type: 'string', minLength: 1 },
    question: { description: 'The question to ask', type: 'string', minLength: 1 },
  },
  required: ['question'],
  type: 'object',
};

export const PARAMETERS = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  properties: {
    metadata: {
      description: "Optional metadata for tracking (e.g., { source: 'setup-wizard' })",
      additionalProperties: true,
      type: 'object',
    },
    questions: {
      description: 'One or more questions to ask the user',
      items: QUESTION_SCHEMA,
      minItems: 1,
      type: 'array',
    },
  },
  required: ['questions'],
  type: 'object',
};

export const TOOL = { name: NAME, description: ABOUT, parameters: PARAMETERS };

export const DEFINITION = {
  type: 'tool_definition',
  rendersResult: true,
  rendersCall: true,
  parameters: PARAMETERS,
  description: ABOUT,
  label: 'Ask User',
  name: NAME,
};

export const COMMAND = {
  type: 'command_definition',
  description: 'Show or clear pending questions',
  name: 'questions',
};

/** Reads the arguments of a call. Keys without a meaning are dropped. Throws `Bad`. */
export function readCall(input: Json): Asked {
  if (!isObject(input)) throw new Bad('the arguments are no object');
  const { questions, metadata } = input;
  if (!Array.isArray(questions)) throw new Bad('questions has to be an array');
  if (questions.length === 0) throw new Bad('questions is empty, so there is nothing to ask');
  const asked: Asked = { questions: questions.map((one, at) => readQuestion(one, `question ${at + 1}`)) };
  if (metadata === undefined) return asked;
  if (!isObject(metadata)) throw new Bad('metadata has to be an object');
  return { metadata, ...asked };
}

function readQuestion(one: Json, where: string): Question {
  if (!isObject(one)) throw new Bad(`${where} has to be an object`);
  const { question, header, options, multiSelect } = one;
  const read: Question = { question: filled(question, `${where}: its question`) };
  if (multiSelect !== undefined) {
    if (typeof multiSelect !== 'boolean') throw new Bad(`${where}: multiSelect has to be true or false`);
    read.multiSelect = multiSelect;
  }
  if (options !== undefined) {
    if (!Array.isArray(options)) throw new Bad(`${where}: options has to be an array`);
    read.options = options.map((option, at) => readOption(option, `${where}, option ${at + 1}`));
  }
  if (header !== undefined) read.header = filled(header, `${where}: its header`);
  return read;
}

function readOption(one: Json, where: string): Option {
  if (!isObject(one)) throw new Bad(`${where} has to be an object`);
  const label = filled(one.label, `${where}: its label`);
  if (one.description === undefined) return { label };
  if (typeof one.description !== 'string') throw new Bad(`${where}: its description has to be a text`);
  return { description: one.description, label };
}

function filled(value: Json, what: string): string {
  if (typeof value !== 'string') throw new Bad(`${what} has to be a text`);
  if (value === '') throw new Bad(`${what} is empty`);
  return value;
}
