import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { deleteMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { createMessageReminder, deleteReminder, getReminders } from '@parley/contract/endpoints/reminders.ts';
import { deactivateUser, reactivateUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { makeDue } from '@parley/test-support/make-due.ts';
import { channelOf, heardBy, say } from '@parley/test-support/talk.ts';
import { deliverReminders } from './deliver.ts';

let server: TestServer;
let owner: TestUser;
let ada: TestUser;
let grace: TestUser;
let channel: number;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ fullName: 'Olive', role: 100 });
  ada = await server.user({ fullName: 'Ada' });
  grace = await server.user({ fullName: 'Grace' });
  channel = await channelOf(server, 'plans', [ada, grace]);
});
afterAll(() => server.stop());

const LATER = 4_000_000_000;

async function remind(who: TestUser, message_id: number, note?: string): Promise<number> {
  const { reminder_id } = await who.connection.call(createMessageReminder, {
    message_id,
    scheduled_delivery_timestamp: LATER,
    note,
  });
  return reminder_id;
}

async function mine(who: TestUser) {
  return (await who.connection.call(getReminders)).reminders;
}

function come(id: number, ago = 1) {
  return makeDue(server, id, ago, 'reminder');
}

test('a reminder comes from the notification bot, quotes the message as it is then, and goes away', async () => {
  const message = await say(grace, channel, 'lunch', 'At *noon*?');
  const id = await remind(ada, message, ' bring money ');
  const content = `You asked to be reminded of the message #**plans>lunch@${message}** from @_**Grace|${grace.id}**.

Your note:

bring money

\`\`\`quote
At *noon*?
\`\`\``;
  expect(await mine(ada)).toMatchObject([
    {
      reminder_id: id,
      type: 'private',
      to: [ada.id],
      content,
      scheduled_delivery_timestamp: LATER,
      failed: false,
      reminder_target_message_id: message,
    },
  ]);
  await grace.connection.call(updateMessage, { message_id: message, content: 'At one?' });
  const told = await heardBy({ ada, grace }, ['message', 'reminders'], () => come(id));
  expect(told.grace).toEqual([]);
  expect(told.ada).toMatchObject([
    { type: 'reminders', op: 'remove', reminder_id: id },
    {
      type: 'message',
      flags: [],
      message: {
        type: 'private',
        sender_full_name: 'Notification Bot',
        content: content.replace('At *noon*?', 'At one?'),
      },
    },
  ]);
  expect(await mine(ada)).toEqual([]);
});

test('it comes once, however many look for it, and even days late', async () => {
  const id = await remind(ada, await say(grace, channel, 'lunch'));
  const told = await heardBy({ ada }, ['message'], async () => {
    await server.server.world.pool.all(
      sql`update reminder set due_at = now() - interval '3 days' where realm_id = ${server.realmId} and id = ${id}`,
    );
    await Promise.all([deliverReminders(server.server.world), deliverReminders(server.server.world)]);
    await come(id, 3 * 86_400);
  });
  expect(told.ada).toHaveLength(1);
});

test('who can no longer read the message is reminded of the note alone', async () => {
  const secret = await channelOf(server, 'secret', [grace, ada], {
    invite_only: true,
    history_public_to_subscribers: true,
  });
  const id = await remind(ada, await say(grace, secret, 'plot', 'the secret'), 'my note');
  const gone = await say(grace, channel, 'lunch', 'a mistake');
  const other = await remind(ada, gone);
  await ada.connection.call(unsubscribe, { subscriptions: ['secret'] });
  await owner.connection.call(deleteMessage, { message_id: gone });
  const told = await heardBy({ ada }, ['message'], async () => {
    await come(id);
    await come(other);
  });
  const texts = told.ada.map((event) => (event.type === 'message' ? event.message.content : ''));
  expect(texts[0]).toContain('my note');
  expect(texts.join()).not.toMatch(/the secret|a mistake/);
  expect(texts).toHaveLength(2);
});

test('only of messages that one can read, only for later, and the note has a length', async () => {
  const hidden = await channelOf(server, 'hidden', [grace], { invite_only: true });
  const message = await say(grace, channel, 'lunch');
  for (const [message_id, more] of [
    [await say(grace, hidden, 'x'), {}],
    [999_999_999, {}],
    [message, { scheduled_delivery_timestamp: 1_700_000_000 }],
    [message, { note: 'n'.repeat(1001) }],
  ] as const)
    await expect(
      ada.connection.call(createMessageReminder, {
        message_id,
        scheduled_delivery_timestamp: LATER,
        ...more,
      }),
    ).rejects.toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  await remind(ada, message, 'n'.repeat(1000));
});

test('a long message is cut to what a message holds', async () => {
  const id = await remind(ada, await say(grace, channel, 'lunch', '`'.repeat(9000)));
  const told = await heardBy({ ada }, ['message'], () => come(id));
  expect(told.ada).toHaveLength(1);
});

test('one that is not mine is not found; mine goes away', async () => {
  const id = await remind(ada, await say(grace, channel, 'lunch'));
  await expect(grace.connection.call(deleteReminder, { reminder_id: id })).rejects.toMatchObject({
    status: 404,
    code: 'BAD_REQUEST',
  });
  const told = await heardBy({ ada, grace }, ['reminders'], () =>
    ada.connection.call(deleteReminder, { reminder_id: id }),
  );
  expect(told).toMatchObject({ ada: [{ op: 'remove', reminder_id: id }], grace: [] });
  await expect(ada.connection.call(deleteReminder, { reminder_id: id })).rejects.toMatchObject({
    status: 404,
  });
});

test('who has left is not reminded, and sees it after coming back', async () => {
  const left = await server.user();
  const id = await remind(left, await say(grace, channel, 'lunch'));
  await owner.connection.call(deactivateUser, { user_id: left.id });
  await come(id);
  await owner.connection.call(reactivateUser, { user_id: left.id });
  expect(await mine(left)).toMatchObject([{ reminder_id: id, failed: true }]);
});

test('somebody has only so many', async () => {
  const many = await server.user();
  const message = await say(grace, channel, 'lunch');
  await server.server.world.pool.all(sql`
    insert into reminder (realm_id, user_id, message_id, note, content, rendered, due_at)
    select ${server.realmId}, ${many.id}, ${message}, '', 'x', 'x', to_timestamp(4000000000)
    from generate_series(1, 1000)`);
  await expect(remind(many, message)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
