import { markAllAsRead, updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { flagsOfUsers } from '../flags-of-users.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  grace = await server.user();
});
afterAll(() => server.stop());

type Op = 'add' | 'remove';

function change(who: TestUser, op: Op, flag: string, messages: number[]) {
  return who.connection.call(updateMessageFlags, { op, flag: flag as 'read', messages });
}

async function flags(who: TestUser, id: number) {
  return (await flagsOfUsers(server.server.world.pool, server.realmId, id, [who.id])).get(who.id);
}

const refused = { status: 400, code: 'BAD_REQUEST' };

test('a later subscriber cannot star earlier messages of a protected channel', async () => {
  const protectedOne = await channelOf(server, 'guarded', [ada], {
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const early = await say(ada, protectedOne, 'x');
  await ada.connection.call(subscribe, { subscriptions: [{ name: 'guarded' }], principals: [grace.id] });
  const late = await say(ada, protectedOne, 'x');
  await expect(change(grace, 'add', 'starred', [early, late])).rejects.toMatchObject(refused);
  await change(grace, 'add', 'starred', [late]);
  expect(await flags(grace, late)).toEqual(['starred']);
});

test('two clients that mark messages as read while the user sends lose no change', async () => {
  const channel = await channelOf(server, 'at once', [ada, grace]);
  const ids = [];
  for (let n = 0; n < 40; n += 1) ids.push(await say(ada, channel, 'x'));
  const odd = ids.filter((_, n) => n % 2 === 0);
  const own: number[] = [];
  const speak = async () => {
    const message = { type: 'channel', to: channel, topic: 'x', content: 'x', read_by_sender: true } as const;
    own.push((await grace.connection.call(sendMessage, message)).id);
  };
  const outcomes = await Promise.all([
    ...ids.map((id) => change(grace, 'add', 'read', [id])),
    ...odd.map((id) => change(grace, 'add', 'read', [id])),
    ...odd.map(() => speak()),
    grace.connection.call(markAllAsRead),
  ]);
  expect(outcomes).toHaveLength(81);
  for (const id of [...ids, ...own]) expect(await flags(grace, id)).toEqual(['read']);
  const stuck = await server.server.world.pool.first(
    sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  expect(stuck).toEqual({ deadlocks: 0 });
});
