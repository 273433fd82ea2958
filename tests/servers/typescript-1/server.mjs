// A server on the first line of the official TypeScript SDK, written as its documents show.

import { randomUUID } from 'node:crypto';

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'typescript-sdk-1', version: '1.32.2' });
let deployments = 0;

const told = text => ({ content: [{ type: 'text', text }] });

const unanswered = ({ action }) =>
    told(action === 'decline' ? 'The user declined, so nothing was done.' : 'The question was dismissed, so nothing was done.');

const form = (message, properties, required) =>
    server.server.elicitInput({ mode: 'form', message, requestedSchema: { type: 'object', properties, required } });

server.registerTool(
    'deploy',
    { description: 'Deploys a version, where the user says.', inputSchema: { version: z.string().default('the latest') } },
    async ({ version }) => {
        const result = await form('Deploy where?', { place: { type: 'string', enum: ['staging', 'production'] } }, ['place']);
        if (result.action !== 'accept') return unanswered(result);
        deployments += 1;
        return told(`deployed ${version} to ${result.content.place} (deployment ${deployments})`);
    }
);

server.registerTool(
    'pair',
    {
        description: 'Asks two questions at once.',
        inputSchema: { first: z.string().default('Which first?'), second: z.string().default('Which second?') }
    },
    async ({ first, second }) => {
        const [one, other] = await Promise.all([
            form(first, { one: { type: 'string' } }, ['one']),
            form(second, { other: { type: 'string' } }, ['other'])
        ]);
        for (const result of [one, other]) if (result.action !== 'accept') return unanswered(result);
        return told(`paired ${one.content.one} and ${other.content.other}`);
    }
);

server.registerTool('survey', { description: 'Asks for one thing of each kind.', inputSchema: {} }, async () => {
    const result = await form(
        'Tell us more',
        {
            name: { type: 'string', minLength: 1, maxLength: 20 },
            mail: { type: 'string', format: 'email' },
            count: { type: 'integer', minimum: 0, maximum: 100 },
            share: { type: 'number', minimum: 0, maximum: 1 },
            loud: { type: 'boolean', default: false },
            level: { type: 'string', enum: ['low', 'high'], enumNames: ['Low', 'High'] }
        },
        ['name', 'count']
    );
    if (result.action !== 'accept') return unanswered(result);
    return told(`surveyed ${JSON.stringify(result.content)}`);
});

server.registerTool('connect', { description: 'Sends the user to a page.', inputSchema: {} }, async () => {
    const result = await server.server.elicitInput({
        mode: 'url',
        message: 'Sign in first',
        url: 'https://example.com/connect',
        elicitationId: randomUUID()
    });
    if (result.action !== 'accept') return unanswered(result);
    return told('The user was sent to the page. Whether that was enough is not known yet.');
});

server.registerTool('status', { description: 'Asks nothing.', inputSchema: {} }, async () => told('ready'));

server.registerTool(
    'ask',
    { description: 'Asks a question.', inputSchema: { question: z.string().min(1), options: z.array(z.string()).optional() } },
    async ({ question, options }) => {
        const result = await form(question, { answer: { type: 'string', ...(options && { enum: options }) } }, ['answer']);
        if (result.action !== 'accept') return unanswered(result);
        return told(`The user answered: ${result.content.answer}`);
    }
);

await server.connect(new StdioServerTransport());
