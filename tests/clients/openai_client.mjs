// Talks to a server of ours with OpenAI's own client: openai_client.mjs WIRE URL SCENE... The wire is chat or responses.
// A scene is `tool`, `whole`, or a word that is said. NODE_PACKAGES names the folder that has the client in its
// node_modules.

import { createRequire } from "node:module";

const { default: OpenAI } = createRequire(`${process.env.NODE_PACKAGES}/`)("openai");

const weather = { name: "weather", parameters: { type: "object" } };
const client = new OpenAI({ baseURL: `${process.argv[3]}/v1`, apiKey: "none" });

/** Each wire streams a reply, tells what came of it, and gives the calls and what is to be sent back before results. */
const wires = {
  chat: {
    async ask(messages) {
      const tools = [{ type: "function", function: weather }];
      const stream = client.chat.completions.stream({ model: "scripted", tools, messages });
      stream.on("content", (text) => console.log("text", JSON.stringify(text)));
      const { message, finish_reason } = (await stream.finalChatCompletion()).choices[0];
      console.log("stopped", finish_reason);
      const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => [id, name, text]);
      return { calls, said: [message], reasoning: [message.reasoning_content] };
    },
    result: (id) => ({ role: "tool", tool_call_id: id, content: "rain" }),
    async whole(messages) {
      return (await client.chat.completions.create({ model: "scripted", messages })).choices[0].message.content;
    },
  },
  responses: {
    async ask(input) {
      const tools = [{ type: "function", strict: false, ...weather }];
      const stream = client.responses.stream({ model: "scripted", tools, input });
      stream.on("response.output_text.delta", ({ delta }) => console.log("text", JSON.stringify(delta)));
      const { output, status } = await stream.finalResponse();
      console.log("stopped", status);
      const calls = output.filter((item) => item.type === "function_call");
      const reasoning = output.filter((item) => item.type === "reasoning").map(({ summary, id }) => [summary, id]);
      return { calls: calls.map((item) => [item.call_id, item.name, item.arguments]), said: output, reasoning };
    },
    result: (id) => ({ type: "function_call_output", call_id: id, output: "rain" }),
    async whole(input) {
      return (await client.responses.create({ model: "scripted", input })).output_text;
    },
  },
};

const wire = wires[process.argv[2]];

const scenes = {
  async tool() {
    const messages = [{ role: "user", content: "weather?" }];
    const { calls, said, reasoning } = await wire.ask(messages);
    console.log("reasoning", JSON.stringify(reasoning));
    calls.forEach((call) => console.log("call", ...call));
    await wire.ask([...messages, ...said, ...calls.map(([id]) => wire.result(id))]);
  },
  async whole() {
    console.log("text", JSON.stringify(await wire.whole([{ role: "user", content: "whole" }])));
  },
};

for (const scene of process.argv.slice(4)) {
  console.log("--", scene);
  try {
    await (scenes[scene] ?? (() => wire.ask([{ role: "user", content: scene }])))();
  } catch (error) {
    console.log("error", error.constructor.name);
  }
}
