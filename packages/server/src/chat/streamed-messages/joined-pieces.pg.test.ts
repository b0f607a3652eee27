import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { appendToMessage } from '@parley/contract/endpoints/streamed-messages.ts';
import { botTypes } from '@parley/contract/objects/user.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { patientClock } from '@parley/test-support/patient-clock.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer((config) => config, undefined, { clock: patientClock });
});
afterAll(() => server.stop());

test('pieces that follow each other at once reach readers together', async () => {
  const owner = await server.user();
  const bot = await server.user({ bot: { type: botTypes.generic, ownerId: owner.id } });
  const { queue_id, last_event_id } = await owner.connection.call(registerQueue, {
    event_types: ['message_piece'],
    client_capabilities: { notification_settings_null: true, streamed_messages: true },
  });
  const { id: message_id } = await bot.connection.call(sendMessage, {
    type: 'direct',
    to: [owner.id],
    content: 'One',
    stream: true,
  });
  const append = () => bot.connection.call(appendToMessage, { message_id, content: ' two' });
  await Promise.all([append(), append(), append()]);
  await vi.waitFor(
    async () => {
      const { events } = await owner.connection.call(getEvents, {
        queue_id,
        last_event_id,
        dont_block: true,
      });
      expect(events).toMatchObject([{ type: 'message_piece', from: 3, content: ' two two two' }]);
    },
    { timeout: 30_000, interval: 100 },
  );
});
