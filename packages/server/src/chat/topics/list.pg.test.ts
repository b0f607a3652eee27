import { roles } from '@parley/contract/rights/roles.ts';
import { getStreamTopics, subscribe } from '@parley/contract/endpoints/channels.ts';
import { createChannel } from '@parley/contract/endpoints/streams.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { post } from '@parley/test-support/find-messages.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let ada: TestUser;
let ben: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  [ada, ben] = [await server.user({ role: roles.administrator }), await server.user()];
});
afterAll(() => server.stop());

const PROTECTED = { invite_only: true, history_public_to_subscribers: false };

async function open(name: string, kind: object = {}): Promise<number> {
  return (await ada.connection.call(createChannel, { name, subscribers: [ada.id], ...kind })).id;
}

async function topics(user: TestUser, stream_id: number, allow_empty_topic_name = false) {
  return (await user.connection.call(getStreamTopics, { stream_id, allow_empty_topic_name })).topics
    .filter(({ name }) => name !== 'channel events')
    .map(({ name, max_id }) => [name, max_id]);
}

const refused = { status: 400, code: 'BAD_REQUEST' };

test("protected history lists only topics of messages from the user's subscription periods", async () => {
  const id = await open('vault', PROTECTED);
  const bring = () =>
    ada.connection.call(subscribe, { subscriptions: [{ name: 'vault' }], principals: [ben.id] });
  await post(ada, id, 'before', 'x');
  await post(ada, id, 'both', 'x');
  await bring();
  const seen = await post(ada, id, 'Both', 'x');
  await ben.connection.call(unsubscribe, { subscriptions: ['vault'] });
  await expect(topics(ben, id)).rejects.toMatchObject(refused);
  await post(ada, id, 'BOTH', 'x');
  const missed = await post(ada, id, 'between', 'x');
  await bring();
  const later = await post(ada, id, 'after', 'x');
  expect(await topics(ben, id)).toEqual([
    ['after', later],
    ['Both', seen],
  ]);
  await server.server.world.write(server.realmId, (tx) =>
    tx.all(sql`update message set arrived_at = ${later} where realm_id = ${tx.realmId} and id = ${missed}`),
  );
  expect(await topics(ben, id)).toEqual([
    ['after', later],
    ['between', missed],
    ['Both', seen],
  ]);
});
