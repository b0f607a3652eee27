import { roles } from '@parley/contract/rights/roles.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import {
  createScheduledMessage,
  deleteScheduledMessage,
  getScheduledMessages,
  updateScheduledMessage,
} from '@parley/contract/endpoints/scheduled-messages.ts';
import { archiveStream } from '@parley/contract/endpoints/streams.ts';
import { deactivateUser, getOwnUser, reactivateUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q, sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { makeDue } from '@parley/test-support/make-due.ts';
import { raw } from '@parley/test-support/raw.ts';
import { channelOf, heard, heardBy } from '@parley/test-support/talk.ts';
import { deliverScheduled } from './deliver.ts';

let server: TestServer;
let owner: TestUser;
let ada: TestUser;
let grace: TestUser;
let channel: number;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ fullName: 'Olive', role: roles.owner });
  ada = await server.user({ fullName: 'Ada' });
  grace = await server.user({ fullName: 'Grace' });
  channel = await channelOf(server, 'plans', [ada, grace]);
});
afterAll(() => server.stop());

const FAR_FUTURE_SECONDS = 4_000_000_000;

function inChannel(content: string, more: object = {}) {
  return {
    type: 'channel' as const,
    to: channel,
    topic: 'soon',
    content,
    scheduled_delivery_timestamp: FAR_FUTURE_SECONDS,
    ...more,
  };
}

async function scheduled(user: TestUser, request = inChannel('later')): Promise<number> {
  return (await user.connection.call(createScheduledMessage, request)).scheduled_message_id;
}

async function scheduledMessagesOf(user: TestUser) {
  return (await user.connection.call(getScheduledMessages)).scheduled_messages;
}

async function findScheduled(user: TestUser, id: number) {
  return (await scheduledMessagesOf(user)).find(({ scheduled_message_id }) => scheduled_message_id === id);
}

function patch(user: TestUser, id: number, form: Record<string, string>) {
  return raw(server, `/api/v1/scheduled_messages/${id}`, { method: 'PATCH', as: user, form });
}

const TYPES = ['message', 'scheduled_messages'];

test('a due message is sent and deleted, with an event to its sender alone', async () => {
  const id = await scheduled(ada, inChannel('**now**'));
  expect(await findScheduled(ada, id)).toEqual({
    scheduled_message_id: id,
    type: 'stream',
    to: channel,
    topic: 'soon',
    content: '**now**',
    rendered_content: '<p><strong>now</strong></p>',
    scheduled_delivery_timestamp: FAR_FUTURE_SECONDS,
    failed: false,
  });
  const received = await heardBy({ ada, grace }, TYPES, () => makeDue(server, id));
  expect(received.ada.map(({ type }) => type).toSorted()).toEqual(['message', 'scheduled_messages']);
  expect(received.ada).toContainEqual(
    expect.objectContaining({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }),
  );
  expect(received.grace).toMatchObject([
    { type: 'message', message: { sender_id: ada.id, subject: 'soon', stream_id: channel } },
  ]);
  expect(await findScheduled(ada, id)).toBeUndefined();
});

test('changing a sent message fails with its own error for the sender and 404 for others', async () => {
  const id = await scheduled(ada);
  await makeDue(server, id);
  const change = { scheduled_message_id: id, content: 'later' };
  for (const [user, status] of [
    [ada, 400],
    [grace, 404],
  ] as const) {
    await expect(user.connection.call(updateScheduledMessage, change)).rejects.toMatchObject({ status });
    await expect(
      user.connection.call(deleteScheduledMessage, { scheduled_message_id: id }),
    ).rejects.toMatchObject({ status });
  }
});

test('a message that is not due is not sent', async () => {
  const id = await scheduled(ada);
  await deliverScheduled(server.server.world);
  expect(await findScheduled(ada, id)).toMatchObject({ failed: false });
});

test('a scheduled poll is sent as a poll', async () => {
  const id = await scheduled(ada, inChannel('/poll Lunch?\nyes\nno'));
  const received = await heardBy({ grace }, ['message'], () => makeDue(server, id));
  expect(received.grace).toMatchObject([{ message: { submessages: [{ msg_type: 'widget' }] } }]);
});

test('a direct message lists the other users, and the sender only if alone', async () => {
  const id = await scheduled(ada, inChannel('hi', { type: 'private', to: [grace.id, ada.id, grace.id] }));
  const note = await scheduled(ada, inChannel('note', { type: 'direct', to: [ada.id] }));
  expect(await findScheduled(ada, id)).toMatchObject({ type: 'private', to: [grace.id] });
  expect(await findScheduled(ada, id)).not.toHaveProperty('topic');
  expect(await findScheduled(ada, note)).toMatchObject({ type: 'private', to: [ada.id] });
  const received = await heardBy({ grace }, TYPES, () => makeDue(server, id));
  expect(received.grace).toMatchObject([{ message: { type: 'private', sender_id: ada.id } }]);
});

test.each([
  [{ type: 'direct', isAlone: false, client: 'ZulipMobile' }, ['read']],
  [{ type: 'direct', isAlone: true, client: 'ZulipMobile' }, []],
  [{ type: 'direct', isAlone: false, client: 'python' }, []],
  [{ type: 'direct', isAlone: true, client: 'python', read_by_sender: 'true' }, ['read']],
])(
  'the read flag of the sent message is set by the request: %j',
  async ({ type, isAlone, client, ...more }, flags) => {
    const answer = await raw(server, '/api/v1/scheduled_messages', {
      method: 'POST',
      as: ada,
      form: {
        type,
        to: JSON.stringify([isAlone ? ada.id : grace.id]),
        content: 'x',
        scheduled_delivery_timestamp: String(FAR_FUTURE_SECONDS),
        client,
        ...more,
      },
    });
    const received = await heardBy({ ada }, ['message'], () =>
      makeDue(server, Number(answer.json()['scheduled_message_id'])),
    );
    expect(received.ada).toMatchObject([{ flags, message: { client } }]);
  },
);

test('invalid edits are refused', async () => {
  const id = await scheduled(ada);
  const direct = await scheduled(ada, inChannel('x', { type: 'direct', to: [grace.id] }));
  for (const [which, form] of [
    [id, {}],
    [id, { type: 'direct' }],
    [id, { to: `[${grace.id}]` }],
    [id, { scheduled_delivery_timestamp: '1700000000' }],
    [id, { content: '' }],
    [direct, { type: 'channel', to: String(channel) }],
    [direct, { to: String(channel) }],
  ] as const)
    expect((await patch(ada, which, form)).status).toBe(400);
  const topicOnly = await heard(ada, () => patch(ada, direct, { topic: 'none' }), {
    event_types: ['scheduled_messages'],
  });
  expect(topicOnly).toEqual([]);
  for (const form of [{ content: 'x' }, { scheduled_delivery_timestamp: String(FAR_FUTURE_SECONDS) }])
    for (const [user, which] of [
      [grace, id],
      [ada, 999_999_999],
    ] as const) {
      const answer = await patch(user, which, form);
      expect([answer.status, answer.json()['code']]).toEqual([404, 'BAD_REQUEST']);
    }
  await expect(
    grace.connection.call(deleteScheduledMessage, { scheduled_message_id: id }),
  ).rejects.toMatchObject({ status: 404, code: 'BAD_REQUEST' });
});

test('a sender without permission is notified once, and the message is sent after a new time is set', async () => {
  const closed = await channelOf(server, 'closing', [owner, ada]);
  const id = await scheduled(ada, inChannel('too late', { to: closed }));
  await owner.connection.call(archiveStream, { stream_id: closed });
  const received = await heardBy({ ada }, TYPES, async () => {
    await makeDue(server, id);
    await deliverScheduled(server.server.world);
  });
  expect(received.ada).toMatchObject([
    { type: 'scheduled_messages', op: 'update', scheduled_message: { failed: true } },
    {
      type: 'message',
      message: {
        sender_full_name: 'Notification Bot',
        content: expect.stringContaining('not sent') as string,
      },
    },
  ]);
  expect(await findScheduled(ada, id)).toMatchObject({ failed: true });
  expect((await patch(ada, id, { content: 'again' })).status).toBe(400);
  await ada.connection.call(updateScheduledMessage, {
    scheduled_message_id: id,
    type: 'channel',
    to: channel,
    scheduled_delivery_timestamp: FAR_FUTURE_SECONDS,
  });
  expect(await findScheduled(ada, id)).toMatchObject({ failed: false, to: channel });
  const after = await heardBy({ grace }, ['message'], () => makeDue(server, id));
  expect(after.grace).toHaveLength(1);
});

test('a message more than ten minutes late is not sent', async () => {
  const id = await scheduled(ada);
  const received = await heardBy({ ada, grace }, ['message'], () => makeDue(server, id, 601));
  expect(received.grace).toEqual([]);
  expect(received.ada).toMatchObject([{ message: { sender_full_name: 'Notification Bot' } }]);
  expect(await findScheduled(ada, id)).toMatchObject({ failed: true });
  const soon = await scheduled(ada);
  const others = await heardBy({ grace }, ['message'], () => makeDue(server, soon, 590));
  expect(others.grace).toHaveLength(1);
});

test('a message of a deactivated sender fails without a notice', async () => {
  const left = await server.user();
  const id = await scheduled(left);
  await owner.connection.call(deactivateUser, { user_id: left.id });
  const received = await heardBy({ grace }, ['message'], () => makeDue(server, id));
  expect(received.grace).toEqual([]);
  await owner.connection.call(reactivateUser, { user_id: left.id });
  expect(await findScheduled(await server.logIn(left), id)).toMatchObject({ failed: true });
  const rows = await server.server.world.pool.all(
    q.selectFrom('conversation_user').select('user_id').where('user_id', '=', left.id),
  );
  expect(rows).toEqual([]);
});

test('the number of scheduled messages per user is limited', async () => {
  const many = await server.user();
  await scheduled(many);
  await server.server.world.pool.all(sql`
    insert into scheduled_message
      (realm_id, user_id, users, topic, content, rendered, client, is_read_by_sender, due_at)
    select ${server.realmId}, ${many.id}, '{}', '', 'x', 'x', 'x', false, to_timestamp(4000000000)
    from generate_series(2, 1000)`);
  await expect(many.connection.call(createScheduledMessage, inChannel('x'))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});

test('concurrent edits and deletions leave a message sent once in its old or new form, or not at all', async () => {
  const { world } = server.server;
  for (let round = 0; round < 12; round += 1) {
    const id = await scheduled(ada, inChannel(`round ${round}, first`));
    const received = await heardBy({ grace }, ['message'], async () => {
      await world.pool.all(
        sql`update scheduled_message set due_at = now() where realm_id = ${server.realmId} and id = ${id}`,
      );
      const acts = [
        deliverScheduled(world),
        deliverScheduled(world),
        round % 2 === 0
          ? ada.connection.call(deleteScheduledMessage, { scheduled_message_id: id }).catch(() => 'gone')
          : ada.connection
              .call(updateScheduledMessage, { scheduled_message_id: id, content: `round ${round}, second` })
              .catch(() => 'gone'),
      ];
      await Promise.all(acts);
      if (round % 2 === 1) await makeDue(server, id);
    });
    expect(received.grace.length).toBeGreaterThanOrEqual(round % 2);
    expect(received.grace.length).toBeLessThanOrEqual(1);
    expect(await findScheduled(ada, id)).toBeUndefined();
  }
});

test('a message sent directly is independent of a scheduled message with the same content', async () => {
  const id = await scheduled(ada, inChannel('same'));
  const received = await heardBy({ grace }, ['message'], async () => {
    await ada.connection.call(sendMessage, { type: 'channel', to: channel, topic: 'soon', content: 'same' });
    await makeDue(server, id);
  });
  expect(received.grace).toHaveLength(2);
  expect(await ada.connection.call(getOwnUser)).toMatchObject({ user_id: ada.id });
});
