import { createConnection } from '@parley/client/connection.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { addReaction } from '@parley/contract/endpoints/reactions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkWire } from '@parley/test-support/check-wire.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
});
afterAll(() => server.stop());

function connect(userAgent: string) {
  return createConnection({
    url: server.url,
    credentials: { email: ada.email, apiKey: ada.apiKey },
    userAgent,
    onAnswer: checkWire,
  });
}

test.each([
  ['ZulipMobile/30.0 (Android 14)', 'zulip_extra_emoji'],
  ['ParleyTest/1.0', 'extra_emoji'],
])('a queue of %s keeps its vocabulary when another node adopts it', async (userAgent, reactionType) => {
  const { id } = await ada.connection.call(sendMessage, { type: 'direct', to: [ada.id], content: 'x' });
  const { queue_id, last_event_id } = await connect(userAgent).call(registerQueue, {
    event_types: ['reaction'],
  });
  await ada.connection.call(addReaction, { message_id: id, emoji_name: 'zulip' });
  await server.restart();
  // Another program polls: the kind belongs to the queue.
  const { events } = await connect('curl/8').call(getEvents, { queue_id, last_event_id, dont_block: true });
  expect(events.filter(({ type }) => type === 'reaction')).toMatchObject([{ reaction_type: reactionType }]);
});
