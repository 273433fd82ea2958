// A server on the second line of the official TypeScript SDK, written as its documents show.

import { randomBytes } from 'node:crypto';

import { McpServer, acceptedContent, createRequestStateCodec, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const codec = createRequestStateCodec({ key: randomBytes(32), bind: ctx => ctx.mcpReq.method });
let deployments = 0;

const told = text => ({ content: [{ type: 'text', text }] });

/** The accepted contents of these forms, or what the tool returns without them. */
async function asked(ctx, forms) {
    const contents = {};
    const inputRequests = {};
    for (const [key, { message, schema, url }] of Object.entries(forms)) {
        const answer = inputResponse(ctx.mcpReq.inputResponses, key);
        if (answer.kind === 'elicit' && answer.action !== 'accept') {
            const why = answer.action === 'decline' ? 'The user declined' : 'The question was dismissed';
            return { returned: told(`${why}, so nothing was done.`) };
        }
        contents[key] = url ? answer.kind === 'elicit' : acceptedContent(ctx.mcpReq.inputResponses, key, schema);
        if (!contents[key]) {
            inputRequests[key] = url ? inputRequired.elicitUrl({ message, url }) : inputRequired.elicit({ message, requestedSchema: schema });
        }
    }
    if (Object.keys(inputRequests).length === 0) return { contents };
    return { returned: inputRequired({ inputRequests, requestState: await codec.mint({}, ctx) }) };
}

function make() {
    const server = new McpServer(
        { name: 'typescript-sdk-2', version: '2.4.0' },
        { capabilities: { tools: {} }, requestState: { verify: codec.verify } }
    );

    server.registerTool(
        'deploy',
        { description: 'Deploys a version, where the user says.', inputSchema: z.object({ version: z.string().default('the latest') }) },
        async ({ version }, ctx) => {
            const schema = z.object({ place: z.enum(['staging', 'production']) });
            const { returned, contents } = await asked(ctx, { place: { message: 'Deploy where?', schema } });
            if (returned) return returned;
            deployments += 1;
            return told(`deployed ${version} to ${contents.place.place} (deployment ${deployments})`);
        }
    );

    server.registerTool(
        'pair',
        {
            description: 'Asks two questions at once.',
            inputSchema: z.object({ first: z.string().default('Which first?'), second: z.string().default('Which second?') })
        },
        async ({ first, second }, ctx) => {
            const { returned, contents } = await asked(ctx, {
                first: { message: first, schema: z.object({ one: z.string() }) },
                second: { message: second, schema: z.object({ other: z.string() }) }
            });
            return returned ?? told(`paired ${contents.first.one} and ${contents.second.other}`);
        }
    );

    server.registerTool('survey', { description: 'Asks for one thing of each kind.', inputSchema: z.object({}) }, async (_, ctx) => {
        const schema = z.object({
            name: z.string().min(1).max(20),
            mail: z.email().optional(),
            count: z.int().min(0).max(100),
            share: z.number().min(0).max(1).optional(),
            loud: z.boolean().default(false),
            level: z.enum(['low', 'high']).optional()
        });
        const { returned, contents } = await asked(ctx, { survey: { message: 'Tell us more', schema } });
        return returned ?? told(`surveyed ${JSON.stringify(contents.survey)}`);
    });

    server.registerTool('connect', { description: 'Sends the user to a page.', inputSchema: z.object({}) }, async (_, ctx) => {
        const { returned } = await asked(ctx, { page: { message: 'Sign in first', url: 'https://example.com/connect' } });
        return returned ?? told('The user was sent to the page. Whether that was enough is not known yet.');
    });

    server.registerTool('status', { description: 'Asks nothing.', inputSchema: z.object({}) }, async () => told('ready'));

    server.registerTool(
        'ask',
        {
            description: 'Asks a question.',
            inputSchema: z.object({ question: z.string().min(1), options: z.array(z.string()).optional() })
        },
        async ({ question, options }, ctx) => {
            const schema = z.object({ answer: options ? z.enum(options) : z.string() });
            const { returned, contents } = await asked(ctx, { answer: { message: question, schema } });
            return returned ?? told(`The user answered: ${contents.answer.answer}`);
        }
    );
    return server;
}

serveStdio(make);
