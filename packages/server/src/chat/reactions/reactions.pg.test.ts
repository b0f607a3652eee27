import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { addReaction } from '@parley/contract/endpoints/reactions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  await ada.connection.call(subscribe, { subscriptions: [{ name: 'tea' }] });
});
afterAll(() => server.stop());

async function post(more: object = {}) {
  return (
    await ada.connection.call(sendMessage, {
      type: 'channel',
      to: 'tea',
      topic: 'cups',
      content: 'hello',
      ...more,
    })
  ).id;
}

function react(user: TestUser, message_id: number, emoji: object) {
  return user.connection.call(addReaction, { message_id, emoji_name: '+1', ...emoji });
}

function reactionsOf(messageId: number) {
  return server.server.world.pool.all(
    q
      .selectFrom('reaction')
      .select(['user_id as user_id', 'reaction_type', 'emoji_name'])
      .where('message_id', '=', messageId)
      .orderBy('position'),
  );
}

test('twenty concurrent identical reactions store a single reaction', async () => {
  const id = await post();
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => react(ada, id, {})));
  const outcome = answers.map((answer) =>
    answer.status === 'fulfilled' ? 'added' : (answer.reason as { code: string }).code,
  );
  expect(outcome.toSorted()).toEqual([...Array<string>(19).fill('REACTION_ALREADY_EXISTS'), 'added']);
  expect(await reactionsOf(id)).toHaveLength(1);
});
