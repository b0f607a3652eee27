import { roles } from '@parley/contract/rights/roles.ts';
import { createBot, updateBot } from '@parley/contract/endpoints/bots.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateStream } from '@parley/contract/endpoints/streams.ts';
import { createConnection, type Connection } from '@parley/client/connection.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let owner: TestUser;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner });
  ada = await server.user();
  for (const name of ['news', 'tea', 'noise'])
    await ada.connection.call(subscribe, { subscriptions: [{ name }] });
  await owner.connection.call(subscribe, { subscriptions: [{ name: 'secret' }], invite_only: true });
});
afterAll(() => server.stop());

let count = 0;

async function makeBot(more: object) {
  count += 1;
  const made = await ada.connection.call(createBot, {
    full_name: `Bot ${count}`,
    short_name: `b${count}`,
    ...more,
  });
  const credentials = { email: `b${count}-bot@parley.test`, apiKey: made.api_key ?? '' };
  return { id: made.user_id, made, connection: createConnection({ url: server.url, credentials }) };
}

async function eventsOf(who: Connection, options: object, act: () => Promise<unknown>) {
  const queue = await who.call(registerQueue, { event_types: ['message', 'realm_bot'], ...options });
  await act();
  const { queue_id, last_event_id } = queue;
  return (await who.call(getEvents, { queue_id, last_event_id, dont_block: true })).events;
}

function post(to: string) {
  return ada.connection.call(sendMessage, { type: 'channel', to, topic: 't', content: `in ${to}` });
}

test('a message of a bot without a recipient goes to its default channel', async () => {
  const { made, connection } = await makeBot({ default_sending_stream: 'NEWS' });
  expect(made).toMatchObject({ default_sending_stream: 'news', default_events_register_stream: null });
  const speak = () => connection.call(sendMessage, { type: 'channel', topic: 't', content: 'headline' });
  expect(await eventsOf(ada.connection, {}, speak)).toMatchObject([
    { message: { display_recipient: 'news', content: 'headline' } },
  ]);
});

test('a default channel that the owner cannot read is refused', async () => {
  for (const name of ['secret', 'nowhere'])
    await expect(makeBot({ default_events_register_stream: name })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
});

test('queues of a bot are narrowed to its events channel by default', async () => {
  const { connection } = await makeBot({ default_events_register_stream: 'news' });
  const posts = async () => {
    await post('noise');
    await post('news');
  };
  expect(await eventsOf(connection, {}, posts)).toMatchObject([{ message: { content: 'in news' } }]);
  expect(await eventsOf(connection, { narrow: [] }, posts)).toEqual([]);
});

test('queues of a bot with default_all_public_streams receive all public channels', async () => {
  const { connection } = await makeBot({ default_all_public_streams: true });
  expect(await eventsOf(connection, {}, () => post('noise'))).toMatchObject([{ flags: [] }]);
  expect(await eventsOf(connection, { all_public_streams: false }, () => post('noise'))).toEqual([]);
});

test('each changed default and a renamed channel emit one event', async () => {
  const { id: bot_id } = await makeBot({});
  const told = (more: object) =>
    eventsOf(ada.connection, {}, () => ada.connection.call(updateBot, { bot_id, ...more }));
  expect(await told({ default_sending_stream: 'tea', default_events_register_stream: 'news' })).toMatchObject(
    [
      { bot: { user_id: bot_id, default_sending_stream: 'tea' } },
      { bot: { user_id: bot_id, default_events_register_stream: 'news' } },
    ],
  );
  const tea = await server.server.world.pool.first(
    q.selectFrom('channel').select('id').where('name', '=', 'tea'),
  );
  const rename = () => owner.connection.call(updateStream, { stream_id: tea?.id ?? 0, new_name: 'coffee' });
  expect(await eventsOf(ada.connection, {}, rename)).toMatchObject([
    { type: 'realm_bot', bot: { user_id: bot_id, default_sending_stream: 'coffee' } },
  ]);
  expect(await told({ default_sending_stream: '' })).toMatchObject([
    { bot: { default_sending_stream: null } },
  ]);
});
