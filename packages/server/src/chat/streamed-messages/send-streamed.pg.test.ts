import { createClient, sendStreamed, type Client } from '@parley/client';
import { botTypes } from '@parley/contract/objects/user.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let bot: TestUser;
let client: Client;
let owner: Client;
let ownerId: number;
beforeAll(async () => {
  server = await startTestServer();
  const person = await server.user();
  bot = await server.user({ bot: { type: botTypes.generic, ownerId: person.id } });
  const over = ({ email, apiKey }: TestUser) => createClient({ url: server.url, email, apiKey });
  [client, owner, ownerId] = [over(bot), over(person), person.id];
});
afterAll(() => server.stop());

function toOwner() {
  return { type: 'direct' as const, to: [ownerId] };
}

async function textOf(id: number): Promise<string> {
  return (await owner.getMessage({ message_id: id })).raw_content;
}

test('every piece of a model arrives, in order, by fewer calls than pieces', async () => {
  const pieces = Array.from({ length: 200 }, (_, n) => `${n} 🔭 `);
  let calls = 0;
  const { appendToMessage } = client;
  const counting: Client = {
    ...client,
    appendToMessage: (...args) => {
      calls += 1;
      return appendToMessage(...args);
    },
  };
  const { id, isStopped } = await sendStreamed(counting, toOwner(), pieces);
  expect([await textOf(id), isStopped]).toEqual([pieces.join('').trim(), false]);
  expect(calls).toBeLessThan(10);
});

test('a model is asked for no further piece when its message was stopped', async () => {
  let asked = 0;
  let isClosed = false;
  async function* model() {
    try {
      for (;;) {
        asked += 1;
        yield `${asked} `;
        const [message] = (await owner.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 }))
          .messages;
        if (asked === 3) await owner.stopMessage({ message_id: message?.id ?? 0 });
      }
    } finally {
      isClosed = true;
    }
  }
  const { id, isStopped } = await sendStreamed(client, toOwner(), model());
  expect([isStopped, isClosed]).toEqual([true, true]);
  expect((await owner.getMessage({ message_id: id })).message).not.toHaveProperty('streaming');
});

test('a model that fails leaves a message with what it wrote', async () => {
  const model = function* () {
    yield 'I think ';
    throw new Error('The model is gone.');
  };
  await expect(sendStreamed(client, toOwner(), model())).rejects.toThrow('The model is gone.');
  const { messages } = await owner.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 });
  expect(await textOf(messages[0]?.id ?? 0)).toBe('I think');
  expect(messages[0]).not.toHaveProperty('streaming');
});

test('a send that is repeated with its key makes no second message', async () => {
  const first = await sendStreamed(client, toOwner(), ['One'], { key: 'answer-1' });
  const again = await sendStreamed(client, toOwner(), ['One'], { key: 'answer-1' });
  expect(again).toEqual({ id: first.id, isStopped: true });
});
