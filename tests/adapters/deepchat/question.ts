// The tool `question`: its definition for the model, and the arguments of its calls (DC-01 to DC-18). Nothing here has an
// effect: a call is read to its end before the question is shown (DC-18).

import { type Json, type JsonObject, field, isObject } from './json.ts';
import { parseLoosely } from './json-repair.ts';
import type { Tool } from './wire.ts';

export const TOOL_NAME = 'question';

/** The result of a call that is not alone in its turn (DC-20 to DC-23). */
export const NOT_ALONE = 'Question tool must be the only tool call in a turn.';

/** The limits, counted in characters (DC-04, DC-07, DC-08). */
const LIMITS = { header: 30, label: 30, question: 500, description: 200, options: 10 } as const;

const HINT =
  'Call it with {"question": "...", "options": [{"label": "..."}]}; "header", "multiple" and "custom" may be left out.';

export type Option = { label: string; description?: string };

/** A question as it is asked, with every default filled in (DC-03, DC-71). */
export type Question = { header?: string; text: string; options: Option[]; multiple: boolean; custom: boolean };

/** The tool as the model sees it. */
export const TOOL: Tool = {
  name: TOOL_NAME,
  description:
    'Asks the user one question with options to choose from. It must be the only tool call of your turn, and the ' +
    'last: the turn pauses, and the answer comes as the next message of the user.',
  parameters: {
    type: 'object',
    properties: {
      header: { type: 'string', maxLength: LIMITS.header, description: 'A short label of the question.' },
      question: { type: 'string', maxLength: LIMITS.question, description: 'The question in full.' },
      options: {
        type: 'array',
        minItems: 1,
        maxItems: LIMITS.options,
        items: {
          type: 'object',
          properties: {
            label: { type: 'string', maxLength: LIMITS.label, description: 'The text of the button, and the answer.' },
            description: { type: 'string', maxLength: LIMITS.description, description: 'A small text below it.' },
          },
          required: ['label'],
        },
      },
      multiple: { type: 'boolean', default: false, description: 'Whether several options may be chosen.' },
      custom: { type: 'boolean', default: true, description: 'Whether the user may type an answer of their own.' },
    },
    required: ['question', 'options'],
  },
};

/** Reads the arguments of a call. Returns the question, or the error for the model (DC-15). */
export function readQuestion(args: string): Question | { error: string } {
  const value = parseLoosely(args);
  if (value === undefined) return { error: `Error: Invalid JSON for question tool arguments. ${HINT}` };
  const issues: string[] = [];
  // Arguments are an object. Any other value breaks the schema.
  const question = isObject(value) ? check(value, issues) : undefined;
  if (question === undefined) issues.push('the arguments must be an object');
  else if (issues.length === 0) return question;
  return {
    error: `Error: Invalid arguments for ${TOOL_NAME}. ${HINT} Validation details: ${issues.join('; ')}`,
  };
}

/** Reads the question, and notes its mistakes. Unknown keys are ignored (DC-11). */
function check(args: JsonObject, issues: string[]): Question {
  const header = string(args, 'header', LIMITS.header, 'may be left out', issues);
  const question: Question = {
    text: string(args, 'question', LIMITS.question, 'required', issues) ?? '',
    options: options(field(args, 'options'), issues),
    multiple: boolean(args, 'multiple', false, issues),
    custom: boolean(args, 'custom', true, issues),
  };
  return header === undefined ? question : { header, ...question };
}

function options(value: Json | undefined, issues: string[]): Option[] {
  if (!Array.isArray(value)) {
    issues.push('options: must be an array');
    return [];
  }
  if (value.length < 1 || value.length > LIMITS.options) {
    // Thousands of wrong options give only one issue.
    issues.push(`options: must be 1 to ${LIMITS.options}, not ${value.length}`);
    return [];
  }
  return value.map((item, index) => {
    const path = `options[${index}]`;
    if (!isObject(item)) {
      issues.push(`${path}: must be an object with a label`);
      return { label: '' };
    }
    const label = string(item, 'label', LIMITS.label, 'required', issues, path) ?? '';
    const description = string(item, 'description', LIMITS.description, 'may be left out', issues, path);
    return description === undefined ? { label } : { label, description };
  });
}

/** A text, trimmed before it is measured. A blank optional text counts as left out (DC-09, DC-10). */
function string(
  from: JsonObject,
  key: string,
  most: number,
  need: 'required' | 'may be left out',
  issues: string[],
  path?: string,
): string | undefined {
  const name = path === undefined ? key : `${path}.${key}`;
  const value = field(from, key);
  if (value === undefined && need === 'may be left out') return undefined;
  if (typeof value !== 'string') {
    issues.push(`${name}: must be a string`);
    return undefined;
  }
  const trimmed = value.trim();
  if (trimmed === '') {
    if (need === 'required') issues.push(`${name}: must not be empty`);
    return undefined;
  }
  // Scalar values, so that an emoji is one character (DC-17).
  if ([...trimmed].length > most) issues.push(`${name}: must have at most ${most} characters`);
  return trimmed;
}

/** No value is converted: `"true"` is not true, and null does not count as left out (DC-12). */
function boolean(from: JsonObject, key: string, otherwise: boolean, issues: string[]): boolean {
  const value = field(from, key);
  if (value === undefined) return otherwise;
  if (typeof value !== 'boolean') {
    issues.push(`${key}: must be a boolean`);
    return otherwise;
  }
  return value;
}
