// Talks to a server of ours with Anthropic's own client: anthropic_client.mjs URL SCENE... A scene is `tool`, `whole`,
// or a word that is said. NODE_PACKAGES names the folder that has the client in its node_modules.

import { createRequire } from "node:module";

const { default: Anthropic } = createRequire(`${process.env.NODE_PACKAGES}/`)("@anthropic-ai/sdk");

const tools = [{ name: "weather", description: "Tells the weather.", input_schema: { type: "object" } }];
const client = new Anthropic({ baseURL: process.argv[2], apiKey: "none" });

/** Streams a reply, and tells what came of it. */
async function ask(messages) {
  const stream = client.messages.stream({ model: "scripted", max_tokens: 100, tools, messages });
  stream.on("text", (text) => console.log("text", JSON.stringify(text)));
  const message = await stream.finalMessage();
  console.log("stopped", message.stop_reason);
  return message;
}

const scenes = {
  async tool() {
    const messages = [{ role: "user", content: "weather?" }];
    const message = await ask(messages);
    for (const { thinking, signature } of message.content.filter((block) => block.type === "thinking")) {
      console.log("reasoning", JSON.stringify(thinking), signature);
    }
    const results = [];
    for (const block of message.content.filter((block) => block.type === "tool_use")) {
      console.log("call", block.id, block.name, JSON.stringify(block.input));
      results.push({ type: "tool_result", tool_use_id: block.id, content: "rain" });
    }
    await ask([...messages, { role: "assistant", content: message.content }, { role: "user", content: results }]);
  },
  async whole() {
    const messages = [{ role: "user", content: "whole" }];
    const message = await client.messages.create({ model: "scripted", max_tokens: 100, messages });
    console.log("text", JSON.stringify(message.content[0].text));
  },
};

for (const scene of process.argv.slice(3)) {
  console.log("--", scene);
  try {
    await (scenes[scene] ?? (() => ask([{ role: "user", content: scene }])))();
  } catch (error) {
    console.log("error", error.constructor.name);
  }
}
