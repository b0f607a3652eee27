import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { appendToMessage } from '@parley/contract/endpoints/streamed-messages.ts';
import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { botTypes } from '@parley/contract/objects/user.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';

/** Requests that the rate limit of the bot allows; nothing of it comes back during the test. */
const REQUESTS = 20;
const PIECES_PER_REQUEST = 5;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer((config) => ({ ...config, rateLimits: true }));
});
afterAll(() => server.stop());

test('five pieces count as one request', async () => {
  const owner = await server.user();
  const bot = await server.user({ bot: { type: botTypes.generic, ownerId: owner.id } });
  await server.server.world.pool.all(sql`
    update realm_user set rate_limits = ${`86400:${REQUESTS}`} where id = ${bot.id}`);
  const { id: message_id } = await bot.connection.call(sendMessage, {
    type: 'direct',
    to: [owner.id],
    content: '',
    stream: true,
  });
  const allowed = (REQUESTS - 2) * PIECES_PER_REQUEST;
  for (let n = 0; n < allowed; n += 1)
    await bot.connection.call(appendToMessage, { message_id, content: 'x' });
  await bot.connection.call(getOwnUser, {});
  await expect(bot.connection.call(appendToMessage, { message_id, content: 'x' })).rejects.toMatchObject({
    code: 'RATE_LIMIT_HIT',
  });
});
