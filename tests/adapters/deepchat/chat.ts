// The stored conversation, which is the only source of truth (DC-81): messages of two roles. An assistant's message is made of
// blocks. This file also reads the chats of older versions (DC-87), and makes the messages for the model.

import { type Json, field, text } from './json.ts';
import type { Message, Part } from './wire.ts';
import type { Option, Question } from './question.ts';

export type UserMessage = { id: string; role: 'user'; status: 'sent'; content: { text: string } };

export type AssistantMessage = {
  id: string;
  role: 'assistant';
  /** `sent` even while a question waits: a pause is no error (DC-49). */
  status: 'sent' | 'error';
  content: Block[];
  /** How the run ended, if it did not end by itself (DC-50). */
  outcome?: { status: 'aborted'; reason: 'user_stop' };
};

export type ChatMessage = UserMessage | AssistantMessage;

/** `step` is the number of the model's reply within the message: calls of one reply go back to the model together. */
export type Block = TextBlock | ErrorBlock | CallBlock | QuestionBlock | OtherBlock;
export type TextBlock = {
  type: 'content' | 'reasoning_content';
  status: 'success';
  content: string;
  signature?: string;
  step: number;
};
export type ErrorBlock = { type: 'error'; status: 'error'; content: string };
export type CallBlock = {
  type: 'tool_call';
  status: 'pending' | 'success' | 'error';
  tool_call: { id: string; name: string; params: string; response?: string };
  step: number;
};

/** The block of a question (DC-31 to DC-35). */
export type QuestionBlock = {
  type: 'action';
  action_type: 'question_request';
  status: 'pending' | 'success' | 'denied' | 'error';
  tool_call: { id: string; name: string };
  extra: {
    needsUserAction: boolean;
    questionHeader?: string;
    questionText: string;
    questionOptions: Option[];
    questionMultiple: boolean;
    questionCustom: boolean;
    questionResolution: 'asked' | 'replied' | 'rejected';
    answerText?: string;
    answerMessageId?: string;
  };
};

/** A stored value of another version that this one does not understand. It is stored again unchanged (DC-66). */
export type OtherBlock = { type: 'other'; stored: Json };

/** The result of a call without an end, because the program was killed while the call ran. */
const INTERRUPTED = 'The call was interrupted.';

export class Chat {
  readonly messages: ChatMessage[] = [];
  readonly #store: (event: Json) => void;
  #minted = 0;

  /** `stored` has the records of earlier runs. The last record of an id is the final message. */
  constructor(stored: Json[], store: (event: Json) => void) {
    this.#store = store;
    const last = new Map<string, ChatMessage>();
    for (const event of stored) {
      const message = readMessage(event);
      if (message !== undefined) last.set(message.id, message);
    }
    this.messages.push(...last.values());
  }

  addUser(said: string): UserMessage {
    const message: UserMessage = { id: this.#mint(), role: 'user', status: 'sent', content: { text: said } };
    this.messages.push(message);
    this.save(message);
    return message;
  }

  /** The message that a turn fills. It is stored only once it has content. */
  addAssistant(): AssistantMessage {
    const message: AssistantMessage = { id: this.#mint(), role: 'assistant', status: 'sent', content: [] };
    this.messages.push(message);
    return message;
  }

  /** Stores a message as it is now. */
  save(message: ChatMessage): void {
    const content =
      message.role === 'user'
        ? message.content
        : message.content.map((block) => (block.type === 'other' ? block.stored : block));
    // A copy, since the blocks go on changing.
    this.#store(structuredClone({ ...message, content }));
  }

  /** The waiting question, which can only stand in the last message of the chat (DC-49). */
  waiting(): { message: AssistantMessage; block: QuestionBlock } | undefined {
    const message = this.messages.at(-1);
    if (message?.role !== 'assistant') return undefined;
    const block = message.content.findLast((one) => one.type === 'action' && one.status === 'pending');
    return block?.type === 'action' ? { message, block } : undefined;
  }

  /** The messages for the model. */
  history(): Message[] {
    return this.messages.flatMap((message) =>
      message.role === 'user'
        ? [{ role: 'user' as const, parts: [{ kind: 'text' as const, text: message.content.text }] }]
        : steps(message),
    );
  }

  /** An id that is unused in the chat, even by other versions. */
  #mint(): string {
    const taken = new Set(this.messages.map((message) => message.id));
    let id: string;
    do {
      this.#minted += 1;
      id = `msg-a${this.#minted}`;
    } while (taken.has(id));
    return id;
  }
}

/** Asking adds this block to the message that asks (DC-31, DC-34). */
export function questionBlock(question: Question, call: CallBlock): QuestionBlock {
  return {
    type: 'action',
    action_type: 'question_request',
    status: 'pending',
    tool_call: { id: call.tool_call.id, name: call.tool_call.name },
    extra: {
      needsUserAction: true,
      ...(question.header === undefined ? {} : { questionHeader: question.header }),
      questionText: question.text,
      questionOptions: question.options,
      questionMultiple: question.multiple,
      questionCustom: question.custom,
      questionResolution: 'asked',
    },
  };
}

/** The question of a block, for its card. */
export function questionOf(block: QuestionBlock): Question {
  const { questionHeader, questionText, questionOptions, questionMultiple, questionCustom } = block.extra;
  return {
    ...(questionHeader === undefined ? {} : { header: questionHeader }),
    text: questionText,
    options: questionOptions,
    multiple: questionMultiple,
    custom: questionCustom,
  };
}

/** An assistant's message, reply by reply: the text and the calls of the model, then the results of these calls. */
function steps(message: AssistantMessage): Message[] {
  const messages: Message[] = [];
  let said: Part[] = [];
  let results: Part[] = [];
  let step = 0;
  const close = (): void => {
    if (said.length > 0) messages.push({ role: 'assistant', parts: said });
    if (results.length > 0) messages.push({ role: 'user', parts: results });
    said = [];
    results = [];
  };
  for (const block of message.content) {
    // Errors and questions are for the user. The model gets the call and its result.
    if (block.type === 'error' || block.type === 'action' || block.type === 'other') continue;
    // The records of older versions have no steps. There, text after a call came after its result.
    if (block.step !== step || (block.type !== 'tool_call' && results.length > 0)) close();
    step = block.step;
    if (block.type === 'tool_call') {
      const { id, name, params, response } = block.tool_call;
      said.push({ kind: 'call', id, name, arguments: params });
      results.push({ kind: 'result', id, text: response ?? INTERRUPTED, failed: block.status !== 'success' });
    } else if (block.type === 'content') {
      said.push({ kind: 'text', text: block.content });
    } else {
      const { content, signature } = block;
      said.push({ kind: 'reasoning', text: content, ...(signature === undefined ? {} : { signature }) });
    }
  }
  close();
  return messages;
}

/** Reads the stored records of any version. Returns nothing for a record that is not a message. */
function readMessage(event: Json): ChatMessage | undefined {
  const id = text(field(event, 'id'));
  if (id === undefined) return undefined;
  const content = field(event, 'content');
  if (field(event, 'role') === 'user') {
    const said = text(field(content, 'text')) ?? text(content) ?? '';
    return { id, role: 'user', status: 'sent', content: { text: said } };
  }
  if (field(event, 'role') !== 'assistant') return undefined;
  const blocks = Array.isArray(content)
    ? content.map((block) => readBlock(block) ?? { type: 'other' as const, stored: block })
    : [];
  const status = field(event, 'status') === 'error' ? 'error' : 'sent';
  const aborted = field(field(event, 'outcome'), 'status') === 'aborted';
  return {
    id,
    role: 'assistant',
    status,
    content: blocks,
    ...(aborted ? { outcome: { status: 'aborted', reason: 'user_stop' } } : {}),
  };
}

/** A block that is broken, or of an unknown type, has no meaning here (DC-66, DC-87). */
function readBlock(block: Json): Block | undefined {
  const stored = field(block, 'step');
  const step = typeof stored === 'number' ? stored : 0;
  const content = text(field(block, 'content'));
  switch (field(block, 'type')) {
    case 'content':
    case 'reasoning_content': {
      if (content === undefined) return undefined;
      const signature = text(field(block, 'signature'));
      const type = field(block, 'type') === 'content' ? 'content' : 'reasoning_content';
      return { type, status: 'success', content, ...(signature === undefined ? {} : { signature }), step };
    }
    case 'error':
      return { type: 'error', status: 'error', content: content ?? '' };
    case 'tool_call':
      return readCall(block, step);
    case 'action':
      return field(block, 'action_type') === 'question_request' ? readQuestionBlock(block) : undefined;
    default:
      return undefined;
  }
}

function readCall(block: Json, step: number): CallBlock | undefined {
  const call = field(block, 'tool_call');
  const id = text(field(call, 'id'));
  const name = text(field(call, 'name'));
  if (id === undefined || name === undefined) return undefined;
  const params = text(field(call, 'params')) ?? '{}';
  const response = text(field(call, 'response'));
  const status = field(block, 'status');
  return {
    type: 'tool_call',
    status: status === 'success' || status === 'error' ? status : 'pending',
    tool_call: { id, name, params, ...(response === undefined ? {} : { response }) },
    step,
  };
}

function readQuestionBlock(block: Json): QuestionBlock | undefined {
  const extra = field(block, 'extra');
  const id = text(field(field(block, 'tool_call'), 'id'));
  const questionText = text(field(extra, 'questionText'));
  const questionOptions = readOptions(field(extra, 'questionOptions'));
  const status = field(block, 'status');
  const resolution = field(extra, 'questionResolution');
  const header = text(field(extra, 'questionHeader'));
  const answerText = text(field(extra, 'answerText'));
  const answerMessageId = text(field(extra, 'answerMessageId'));
  if (id === undefined || questionText === undefined || questionOptions === undefined) return undefined;
  if (status !== 'pending' && status !== 'success' && status !== 'denied' && status !== 'error') return undefined;
  return {
    type: 'action',
    action_type: 'question_request',
    status,
    tool_call: { id, name: text(field(field(block, 'tool_call'), 'name')) ?? '' },
    extra: {
      needsUserAction: status === 'pending',
      ...(header === undefined ? {} : { questionHeader: header }),
      questionText,
      questionOptions,
      questionMultiple: field(extra, 'questionMultiple') === true,
      questionCustom: field(extra, 'questionCustom') !== false,
      questionResolution: resolution === 'replied' || resolution === 'rejected' ? resolution : 'asked',
      ...(answerText === undefined ? {} : { answerText }),
      ...(answerMessageId === undefined ? {} : { answerMessageId }),
    },
  };
}

/** Options are stored as an array, or as its JSON in a text (DC-34). */
function readOptions(stored: Json | undefined): Option[] | undefined {
  let list: unknown = stored;
  if (typeof stored === 'string') {
    try {
      list = JSON.parse(stored);
    } catch {
      return undefined;
    }
  }
  if (!Array.isArray(list)) return undefined;
  const options: Option[] = [];
  for (const item of list) {
    const label = text(field(item, 'label'));
    const description = text(field(item, 'description'));
    if (label === undefined) return undefined;
    options.push(description === undefined ? { label } : { label, description });
  }
  return options.length === 0 ? undefined : options;
}
